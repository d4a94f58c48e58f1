// The engine in a worker: a module of WebAssembly that turns a request into an answer, both texts of JSON.
// The module has no imports, so it can do nothing but compute. A worker also unpacks the module, which takes a moment.
import { XzReadableStream } from "xz-decompress";

import { instance } from "../../crates/uur-wasm/npm/instance.js";

/** @type {ReturnType<typeof instance>} */
let engine;

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
    if (module) engine = instance(module);
    self.postMessage({ id, answer: module ? "" : engine.call(door, request) });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
};
