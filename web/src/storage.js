// What the browser keeps: the sessions of windows, and the games that were written here, so that nothing typed is lost.
// A session is what one window shows. A game of one's own is kept apart from it, with or without errors, until it is
// thrown away.

const SESSION = "uur.session.";
const GAME = "uur.game.";
const TURN = "uur.turn.";
/** The most sessions that are kept, and lines of a game by links. */
const MOST = 8;
/** How long a game by links is known after its last move: its end may be looked at again, and an answer may take its time. */
const WEEK = 7 * 864e5;
const YEAR = 366 * 864e5;

/**
 * @typedef {object} OwnGame What is open, with how it is called in the list.
 * @property {string} id
 * @property {string} name The name of the file, without its ending.
 * @property {string} title
 * @property {string} text
 * @property {string} good The last text without errors, if this one has some; else empty.
 * @property {Record<string, string>} settings
 * @property {string[]} steps
 * @property {any} [tree] All that was played, if it is more than the steps.
 * @property {Record<string, string>} [players]
 * @property {any} [table] What the players settled beside the rules.
 * @property {string} [turn] The name of a game that is played by links, or "".
 * @property {string} [file] The file of a folder that has another text, or "".
 * @property {number} when The time of the last change, in milliseconds.
 */

/** What the browser did not take, because it is full or keeps nothing: here it lives as long as the page. @type {Map<string, string>} */
const unkept = new Map();

/** Whether a game of one's own goes away with the page. */
export const hasUnkept = () => [...unkept.keys()].some((name) => name.startsWith(GAME));

/** Where games of one's own are, in words. */
export const whereKept = () => (hasUnkept() ? "under My games until this page is closed: the browser keeps nothing more" : "kept under My games");

/** @param {string} name */
function read(name) {
  try {
    return JSON.parse(unkept.get(name) ?? localStorage.getItem(name) ?? "null");
  } catch {
    // The browser keeps nothing, or another program has written this.
    return null;
  }
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {boolean} Whether the browser keeps it.
 */
function write(name, value) {
  const text = JSON.stringify(value);
  unkept.delete(name);
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    unkept.set(name, text);
    return false;
  }
}

/** @param {string} name */
function forget(name) {
  unkept.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

const fresh = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** The key of this window, which survives a reload. */
let key = "";

/**
 * Finds the key of this window. A window that was duplicated has the key of the other, which holds a lock on it: it
 * begins with the same session and goes its own way.
 * @returns {Promise<any>} The session of this window, if there is one.
 */
export async function ownSession() {
  key = ofWindow("uur.window");
  const own = key && read(SESSION + key);
  if (!key || !(await isAlone(key))) {
    key = ofWindow("uur.window", fresh());
    await isAlone(key);
  }
  return own || null;
}

/**
 * What this window keeps over a reload.
 * @param {string} name
 * @param {string} [value] Another value from now on.
 */
export function ofWindow(name, value) {
  try {
    if (value !== undefined) sessionStorage.setItem(name, value);
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return value ?? "";
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
  const names = new Set(unkept.keys());
  try {
    for (const name of Object.keys(localStorage)) names.add(name);
  } catch {
    // There are those of this page.
  }
  const found = [...names].filter((name) => name.startsWith(prefix)).map((name) => ({ name, value: read(name) }));
  return found.filter(({ value }) => value).sort((a, b) => b.value.when - a.value.when);
}

/**
 * Keeps the session of this window.
 * @param {object} session
 * @returns {boolean} Whether the browser keeps it.
 */
export function keep(session) {
  const isKept = write(SESSION + key, { ...session, when: Date.now() });
  for (const { name } of all(SESSION).slice(MOST)) forget(name);
  forgetTurns();
  return isKept;
}

/** The session that any window has shown last. */
export function lastSession() {
  return all(SESSION)[0]?.value ?? null;
}

/**
 * The games that were written here, the last changed first.
 * @returns {OwnGame[]}
 */
export function ownGames() {
  return all(GAME).map(({ value }) => value);
}

/**
 * What makes a game another one: a clock that runs does not.
 * @param {any} game
 */
export function contentOf({ name, text, settings, steps, table }) {
  const { names = { south: "", north: "" }, said = [], ended = [] } = table ?? {};
  return JSON.stringify([name, text, settings, steps, names, said, ended]);
}

/**
 * Keeps a game of one's own. If another window has written it since it was read here, this one becomes another game.
 * @param {Omit<OwnGame, "when">} game Its `id` is empty for a new one.
 * @param {string} known The content that this window has read or written last.
 * @returns {{id: string, isCopy: boolean, isKept: boolean}}
 */
export function keepGame({ id, ...game }, known) {
  const there = id ? read(GAME + id) : null;
  const isCopy = there !== null && ![known, contentOf(game)].includes(contentOf(there));
  const own = !id || isCopy ? fresh() : id;
  return { id: own, isCopy, isKept: write(GAME + own, { id: own, ...game, when: Date.now() }) };
}

/**
 * Throws a game away.
 * @param {OwnGame} game
 * @returns {() => void} Puts it back as it was.
 */
export function removeGame(game) {
  forget(GAME + game.id);
  return () => void write(GAME + game.id, game);
}

const CHOICES = "uur.choices";

/**
 * Keeps how games are shown, for all windows.
 * @param {Record<string, string>} choices
 */
export function keepChoices(choices) {
  write(CHOICES, choices);
}

/** How games are shown. @returns {Record<string, string>} */
export function keptChoices() {
  return read(CHOICES) ?? {};
}

/**
 * @typedef {object} SentGame A game as it was sent or may have been.
 * @property {string[]} steps
 * @property {string} [hash] The hash of the meaning of its rules, if it is known; then also what a link has of them.
 * @property {string} [name]
 * @property {string} [text]
 * @property {Record<string, string>} [settings]
 */

/**
 * Keeps the moves of a game that is played by links, beside other lines that may have been sent.
 * @param {string} name
 * @param {SentGame} game
 * @param {boolean} isOver
 */
export function keepTurn(name, game, isOver) {
  const begins = (/** @type {SentGame} */ long, /** @type {SentGame} */ short) => (short.hash ?? long.hash) === long.hash && short.steps.every((step, at) => step === long.steps[at]);
  const others = keptTurn(name).filter((line) => !begins(game, line));
  if (!others.some((line) => begins(line, game))) others.push(game);
  write(TURN + name, { lines: others.slice(-MOST), isOver, when: Date.now() });
}

/**
 * The lines of a game that is played by links which this browser has shown, each as long as it was.
 * @param {string} name
 * @returns {SentGame[]}
 */
export function keptTurn(name) {
  return linesOf(read(TURN + name));
}

/**
 * The lines of what was kept; some are no more than steps.
 * @param {any} kept
 * @returns {SentGame[]}
 */
function linesOf(kept) {
  return (kept?.lines ?? kept ?? []).map((/** @type {any} */ line) => (line.steps ? line : { steps: line }));
}

/** Forgets games by links that are over, and those of which nobody has heard for a year. */
function forgetTurns() {
  const now = Date.now();
  for (const { name, value } of all(TURN)) {
    if (!value.when) write(name, { lines: linesOf(value), when: now });
    else if (now - value.when > (value.isOver ? WEEK : YEAR)) forget(name);
  }
}
