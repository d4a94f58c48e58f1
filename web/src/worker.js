// The engine in a worker: a module of WebAssembly that turns a request into an answer, both texts of JSON.
// The module has no imports, so it can do nothing but compute. A worker also unpacks the module, which takes a moment.
import { XzReadableStream } from "xz-decompress";

/** @type {any} */
let engine = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @param {"ask" | "tell" | "games"} door
 * @param {string} request
 */
function ask(door, request) {
  const bytes = encoder.encode(request);
  const at = engine.take(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine[door](at, bytes.length) >>> 0;
  if (door === "games") return "";
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.answer() >>> 0, length));
}

/**
 * Unpacks and compiles the module.
 * @param {string | Uint8Array<ArrayBuffer>} packed Its address, or its bytes.
 */
async function compiled(packed) {
  const response = typeof packed === "string" ? await fetch(packed) : new Response(packed);
  if (!response.ok || !response.body) throw new Error(`${packed}: ${response.status}`);
  return WebAssembly.compileStreaming(new Response(new XzReadableStream(response.body), { headers: { "content-type": "application/wasm" } }));
}

self.onmessage = ({ data }) => {
  if (data.packed) {
    compiled(data.packed).then((made) => self.postMessage({ made }), (error) => self.postMessage({ failed: error.message }));
    return;
  }
  const { id, module, door, request } = data;
  try {
    // At once, since the next message does not wait: the one that brings the module is answered as the first.
    if (module) engine = new WebAssembly.Instance(/** @type {WebAssembly.Module} */ (module), {}).exports;
    self.postMessage({ id, answer: module ? "" : ask(door, request) });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
};
