// An instance of the engine: texts pass through its memory, as UTF-8. The engine is two modules: what playing needs, and
// the rest. Nothing else is imported, so they can only compute.

/** What was called lies in the rest of the engine, which is not there yet. The instance is of no further use. */
export class NeedsRest extends Error {}

/** Calls of the rest, which replaces them. */
const placeholder = new Proxy({}, {
  get: () => () => {
    throw new NeedsRest("the rest of the engine is not there yet");
  },
});

/**
 * Starts an engine that has no games yet.
 * @param {WebAssembly.Module} module What playing needs.
 * @returns {{ doors: any, complete: (rest: WebAssembly.Module) => void, call: (door: "ask" | "tell" | "games", text: string) => string }}
 *   `doors` is what the module exports. `games` takes the shipped games, the name and the text of each, each ended by a
 *   NUL, and answers nothing.
 */
export function instance(module) {
  /** @type {any} */
  const doors = new WebAssembly.Instance(module, { placeholder }).exports;
  const { memory, take, answer } = doors;
  /** @param {string} text @returns {[number, number]} */
  const write = (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = take(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  return {
    doors,
    complete: (rest) => void new WebAssembly.Instance(rest, { primary: doors }),
    call: (door, text) => {
      const length = doors[door](...write(text)) >>> 0;
      return length ? new TextDecoder().decode(new Uint8Array(memory.buffer, answer() >>> 0, length)) : "";
    },
  };
}

/**
 * Starts an engine with all its parts and the shipped games.
 * @param {WebAssembly.Module[]} parts What playing needs, and the rest.
 * @param {string} games
 */
export function begin([module, ...rest], games) {
  const { doors, call, complete } = instance(module);
  rest.forEach(complete);
  call("games", games);
  return { doors, ask: (/** @type {string} */ question) => call("ask", question), tell: (/** @type {string} */ message) => call("tell", message) };
}
