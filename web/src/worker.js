// The engine in a worker: a module of WebAssembly that turns a request into an answer, both texts of JSON.
// The module has no imports, so it can do nothing but compute.
/** @type {any} */
let engine = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @param {"ask" | "tell"} door
 * @param {string} request
 */
function ask(door, request) {
  const bytes = encoder.encode(request);
  const at = engine.take(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine[door](at, bytes.length) >>> 0;
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer() >>> 0, length));
}

self.onmessage = async ({ data }) => {
  const { id, module, door, request } = data;
  try {
    if (module) engine = (await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), {})).exports;
    else self.postMessage({ id, answer: ask(door, request) });
    if (module) self.postMessage({ id, answer: "" });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
};
