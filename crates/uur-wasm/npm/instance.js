// An instance of the engine: texts pass through its memory, as UTF-8. It has no imports, so it can only compute.

/**
 * Starts an engine that has no games yet.
 * @param {WebAssembly.Module} module
 * @returns {{ memory: WebAssembly.Memory, call: (door: "ask" | "tell" | "games", text: string) => string }} `games` takes
 *   the shipped games, the name and the text of each, each ended by a NUL, and answers nothing.
 */
export function instance(module) {
  /** @type {any} */
  const doors = new WebAssembly.Instance(module, {}).exports;
  const { memory, take, answer } = doors;
  /** @param {string} text @returns {[number, number]} */
  const write = (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = take(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  return {
    memory,
    call: (door, text) => {
      const length = doors[door](...write(text)) >>> 0;
      return length ? new TextDecoder().decode(new Uint8Array(memory.buffer, answer() >>> 0, length)) : "";
    },
  };
}

/**
 * Starts an engine with the shipped games.
 * @param {WebAssembly.Module} module
 * @param {string} games
 */
export function begin(module, games) {
  const { memory, call } = instance(module);
  call("games", games);
  return { memory, ask: (/** @type {string} */ question) => call("ask", question), tell: (/** @type {string} */ message) => call("tell", message) };
}
