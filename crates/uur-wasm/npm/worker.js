// The engine in a worker: the first message says where it lies, and each other one is a question.
import { fetched } from "./fetched.js";
import { begin } from "./instance.js";

/** @type {Promise<{ parts: WebAssembly.Module[], games: string }>} */
let ready;
/** @type {ReturnType<typeof begin> | null} */
let engine = null;

self.onmessage = async ({ data }) => {
  if (data.from) {
    ready = fetched(data.from);
    // The questions tell of a failure.
    ready.catch(() => {});
    return;
  }
  const { id, question } = data;
  try {
    const { parts, games } = await ready;
    engine ??= begin(parts, games);
    self.postMessage({ id, answer: engine.ask(question) });
  } catch (error) {
    // An engine that has failed answers nothing more; the next question gets another.
    engine = null;
    self.postMessage({ id, failed: String(error) });
  }
};
