// The engine in a worker: modules of WebAssembly that turn a request into an answer, both texts of JSON. They import
// nothing but each other, so they can do nothing but compute. A worker also unpacks them, which takes a moment.
import { XzReadableStream } from "xz-decompress";

import { NeedsRest, instance } from "../../crates/uur-wasm/npm/instance.js";

/** @type {ReturnType<typeof instance>} */
let engine;
/** What playing needs. @type {WebAssembly.Module} */
let module;
/** The shipped games, once they were given. */
let games = "";

/** How long nothing of a file may come, in milliseconds. */
const STALL = 20000;

/**
 * Unpacks a text, or a module and compiles it.
 * @param {string | Uint8Array<ArrayBuffer>} packed Its address, or its bytes.
 * @param {boolean} isText
 */
async function unpacked(packed, isText) {
  const name = typeof packed === "string" ? packed.replace(/^.*\//, "") : "it";
  const stalled = new AbortController();
  let late = setTimeout(() => stalled.abort(), STALL);
  const watched = new TransformStream({
    transform(bytes, next) {
      clearTimeout(late);
      late = setTimeout(() => stalled.abort(), STALL);
      next.enqueue(bytes);
    },
  });
  try {
    const response = typeof packed === "string" ? await fetch(packed, { signal: stalled.signal }) : new Response(packed);
    if (!response.ok || !response.body) throw new Error(`the host answers ${response.status} for ${name}`);
    const content = new Response(new XzReadableStream(response.body.pipeThrough(watched)), { headers: { "content-type": "application/wasm" } });
    return await (isText ? content.text() : WebAssembly.compileStreaming(content)).catch(() => {
      throw new Error(`${name} is damaged, or has not come whole`);
    });
  } catch (error) {
    if (stalled.signal.aborted) throw new Error(`nothing more of ${name} has come for ${STALL / 1000} seconds`);
    throw error instanceof TypeError ? new Error(`${name} cannot be fetched`) : error;
  } finally {
    clearTimeout(late);
  }
}

/** @param {any} data */
function answer(data) {
  if (data.module) {
    ({ module } = data);
    engine = instance(module);
  } else if (data.rest) {
    engine.complete(data.rest);
  } else {
    if (data.door === "games") games = data.request;
    return engine.call(data.door, data.request);
  }
  return "";
}

self.onmessage = ({ data }) => {
  if (data.packed) {
    unpacked(data.packed, data.isText).then((made) => self.postMessage({ made }), (error) => self.postMessage({ failed: error.message }));
    return;
  }
  const { id } = data;
  try {
    // At once, since the next message does not wait: the one that brings the module is answered as the first.
    self.postMessage({ id, answer: answer(data) });
  } catch (error) {
    if (!(error instanceof NeedsRest)) {
      self.postMessage({ id, failed: String(error) });
      return;
    }
    engine = instance(module);
    if (games) engine.call("games", games);
    self.postMessage({ id, needsRest: true });
  }
};
