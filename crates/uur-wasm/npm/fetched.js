// The engine and the shipped games, fetched.

/**
 * Where the two modules of the engine and the shipped games lie: beside this file, unless others are given.
 * @typedef {{ engine?: string | URL | BufferSource, rest?: string | URL | BufferSource, games?: string | URL }} Places
 */

/**
 * Fetches the engine and the shipped games.
 * @param {Places} [from]
 */
export async function fetched({
  engine = new URL("engine.wasm", import.meta.url),
  rest = new URL("rest.wasm", import.meta.url),
  games = new URL("games.txt", import.meta.url),
} = {}) {
  /** @param {string | URL} address */
  const request = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response;
  };
  /** @param {string | URL | BufferSource} place */
  const compiled = async (place) => {
    const isAddress = typeof place === "string" || place instanceof URL;
    return WebAssembly.compile(isAddress ? await (await request(place)).arrayBuffer() : place);
  };
  const [text, ...parts] = await Promise.all([request(games).then((response) => response.text()), compiled(engine), compiled(rest)]);
  return { parts, games: text };
}
