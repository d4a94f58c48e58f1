// What the browser keeps: the sessions of windows, and the games that were written here, so that nothing typed is lost.
// A session is what one window shows. A game of one's own is kept apart from it, with or without errors, until it is
// thrown away.

const SESSION = "uur.session.";
const GAME = "uur.game.";
/** The most sessions that are kept. */
const MOST = 8;

/**
 * @typedef {object} OwnGame
 * @property {string} id
 * @property {string} name The name of the file, without its ending.
 * @property {string} title
 * @property {string} text
 * @property {string} good The last text without errors, if this one has some; else empty.
 * @property {Record<string, string>} settings
 * @property {string[]} steps
 * @property {number} when The time of the last change, in milliseconds.
 * @property {string} by The window that has written it last.
 */

const fresh = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** The key of this window, which survives a reload. */
let key = "";

/**
 * Finds the key of this window. A window that was duplicated has the key of the other, which holds a lock on it: it
 * begins with the same session and goes its own way.
 * @returns {Promise<any>} The session of this window, if there is one.
 */
export async function ownSession() {
  try {
    key = sessionStorage.getItem("uur.window") ?? "";
    const own = key && JSON.parse(localStorage.getItem(SESSION + key) ?? "null");
    if (!key || !(await isAlone(key))) {
      key = fresh();
      sessionStorage.setItem("uur.window", key);
      await isAlone(key);
    }
    return own || null;
  } catch {
    key ||= fresh();
    return null;
  }
}

/**
 * Whether no other window has this key; from then on this one has it.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function isAlone(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`uur.window.${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(true));
  });
}

/** @param {string} prefix */
function all(prefix) {
  const found = [];
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at);
    if (!name?.startsWith(prefix)) continue;
    try {
      found.push({ name, value: JSON.parse(localStorage.getItem(name) ?? "null") });
    } catch {
      // What another program has written there is not read.
    }
  }
  return found.filter(({ value }) => value).sort((a, b) => b.value.when - a.value.when);
}

/**
 * Keeps the session of this window.
 * @param {object} session
 * @returns {boolean} Whether the browser keeps anything.
 */
export function keep(session) {
  try {
    localStorage.setItem(SESSION + key, JSON.stringify({ ...session, when: Date.now() }));
    for (const { name } of all(SESSION).slice(MOST)) localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** The session that any window has shown last. */
export function lastSession() {
  try {
    return all(SESSION)[0]?.value ?? null;
  } catch {
    return null;
  }
}

/**
 * The games that were written here, the last changed first.
 * @returns {OwnGame[]}
 */
export function ownGames() {
  try {
    return all(GAME).map(({ value }) => value);
  } catch {
    return [];
  }
}

/**
 * Keeps a game of one's own. If another window has written it since it was read here, this one becomes another game.
 * @param {Omit<OwnGame, "when" | "by" | "id"> & {id: string, seen: number}} game `id` is empty for a new one; `seen` is the time
 * of the change that this window knows.
 * @returns {{id: string, seen: number, isCopy: boolean} | null} Nothing, if the browser keeps nothing.
 */
export function keepGame({ id, seen, ...game }) {
  try {
    const there = id ? JSON.parse(localStorage.getItem(GAME + id) ?? "null") : null;
    // What is there already is not written again: another window would take it for a change.
    const content = (/** @type {any} */ one) => JSON.stringify([one.name, one.text, one.settings, one.steps]);
    if (there && content(there) === content(game)) return { id, seen: there.when, isCopy: false };
    const isCopy = Boolean(there) && there.by !== key && there.when > seen && there.text !== game.text;
    const own = !id || isCopy ? fresh() : id;
    const when = Date.now();
    localStorage.setItem(GAME + own, JSON.stringify({ id: own, ...game, when, by: key }));
    return { id: own, seen: when, isCopy };
  } catch {
    return null;
  }
}

/**
 * Throws a game away.
 * @param {OwnGame} game
 * @returns {() => void} Puts it back as it was.
 */
export function removeGame(game) {
  localStorage.removeItem(GAME + game.id);
  return () => localStorage.setItem(GAME + game.id, JSON.stringify(game));
}

const CHOICES = "uur.choices";

/**
 * Keeps how games are shown, for all windows.
 * @param {Record<string, string>} choices
 */
export function keepChoices(choices) {
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  } catch {
    // They hold as long as the window.
  }
}

/** How games are shown. @returns {Record<string, string>} */
export function keptChoices() {
  try {
    return JSON.parse(localStorage.getItem(CHOICES) ?? "{}");
  } catch {
    return {};
  }
}

const TURN = "uur.turn.";

/**
 * Keeps the moves of a game that is played by links, as they were when they were sent or received last.
 * @param {string} name
 * @param {string[]} steps
 */
export function keepTurn(name, steps) {
  try {
    localStorage.setItem(TURN + name, JSON.stringify(steps));
  } catch {
    // Then the next link cannot be compared with it.
  }
}

/**
 * The moves of a game that is played by links, if this browser knows it.
 * @param {string} name
 * @returns {string[] | null}
 */
export function keptTurn(name) {
  try {
    return JSON.parse(localStorage.getItem(TURN + name) ?? "null");
  } catch {
    return null;
  }
}
