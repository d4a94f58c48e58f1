// The engine and the shipped games, fetched.

/**
 * Fetches the engine and the shipped games, which lie beside this file unless others are given.
 * @param {{ engine?: string | URL | BufferSource, games?: string | URL }} [from]
 */
export async function fetched({ engine = new URL("engine.wasm", import.meta.url), games = new URL("games.txt", import.meta.url) } = {}) {
  /** @param {string | URL} address */
  const request = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response;
  };
  const isAddress = typeof engine === "string" || engine instanceof URL;
  const [bytes, text] = await Promise.all([
    isAddress ? request(engine).then((response) => response.arrayBuffer()) : engine,
    request(games).then((response) => response.text()),
  ]);
  return { module: await WebAssembly.compile(bytes), games: text };
}
