// What the browser keeps: the last sessions, one for each window, so that no window overwrites another's.

const PREFIX = "uur.session.";
/** The most sessions that are kept. */
const MOST = 5;

/** This window's key, which survives a reload. */
function key() {
  const known = sessionStorage.getItem("uur.window");
  if (known) return known;
  const made = `${PREFIX}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  sessionStorage.setItem("uur.window", made);
  return made;
}

function sessions() {
  const found = [];
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at);
    if (!name?.startsWith(PREFIX)) continue;
    try {
      found.push({ name, session: JSON.parse(localStorage.getItem(name) ?? "null") });
    } catch {
      localStorage.removeItem(name);
    }
  }
  return found.filter(({ session }) => session).sort((a, b) => b.session.when - a.session.when);
}

/**
 * Keeps a session.
 * @param {object} session
 * @returns {boolean} Whether the browser keeps anything.
 */
export function keep(session) {
  try {
    localStorage.setItem(key(), JSON.stringify({ ...session, when: Date.now() }));
    for (const { name } of sessions().slice(MOST)) localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** The session of this window, or the last one of any. */
export function kept() {
  try {
    const own = key();
    const all = sessions();
    return (all.find(({ name }) => name === own) ?? all[0])?.session ?? null;
  } catch {
    return null;
  }
}
