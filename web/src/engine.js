// The engine as the page sees it: requests go to a worker (or to the program that serves the page), answers come as
// promises. A worker that does not answer is ended and started anew: the page, not the worker, holds the game.
import workerText from "../build/worker.txt";
import { fromBase64 } from "./codec.js";
import { loadScript } from "./dom.js";

/** The engine stopped, or refused the request. */
export class EngineError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {string} [help] What to do instead.
   */
  constructor(code, message, help = "") {
    super(message);
    this.code = code;
    this.help = help;
  }
}

/** The files of the engine on a host. */
export const PARTS = ["engine.xz", "rest.xz"];

/** How long the language server may take to answer, in milliseconds. */
const LANGUAGE = 20000;

/**
 * Unpacks a part of the engine, or a text, in a worker, so that the page can be used meanwhile.
 * @template T
 * @param {string | Uint8Array<ArrayBuffer>} packed Its address, or its bytes.
 * @param {string} name What it is called if it fails.
 * @param {boolean} [isText]
 * @returns {Promise<T>}
 */
function unpack(packed, name, isText = false) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl());
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.made) resolve(data.made);
      else reject(new EngineError("engine", `${name} cannot be loaded: ${data.failed}`));
    };
    worker.postMessage({ packed, isText });
  });
}

/** The address of a file beside the page, which a worker does not know. @param {string} name */
const beside = (name) => new URL(name, location.href).href;
/** Whether the page was opened from a disk, where only scripts can be loaded. */
const isOnDisk = () => location.protocol === "file:";

/**
 * The engine in two parts: what playing needs, and what loads the rest.
 * @typedef {{ module: WebAssembly.Module, rest: () => Promise<WebAssembly.Module> }} EngineParts
 */

/**
 * What loads a thing once; after a failure it is tried again.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>}
 */
function once(load) {
  /** @type {Promise<T> | null} */
  let loading = null;
  return () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * @param {(string | Uint8Array<ArrayBuffer>)[]} packed
 * @returns {Promise<EngineParts>}
 */
async function parts([first, rest]) {
  const build = (/** @type {WebAssembly.Module} */ part) => new TextDecoder().decode(WebAssembly.Module.customSections(part, "build")[0]);
  const module = /** @type {WebAssembly.Module} */ (await unpack(first, "The engine"));
  return {
    module,
    rest: once(async () => {
      const made = /** @type {WebAssembly.Module} */ (await unpack(rest, "The rest of the engine"));
      if (build(made) !== build(module)) throw new EngineError("engine", "The page has been renewed on its host meanwhile. Load it again: the game is kept");
      return made;
    }),
  };
}

/**
 * The engine from two texts in base 64.
 * @param {string} packed
 */
export const engineOf = (packed) => parts(packed.trim().split(" ").map(fromBase64));

/** Loads the engine: from the script beside the page, or by requests where there is a host. */
export async function loadEngine() {
  if (!isOnDisk()) return parts(PARTS.map(beside));
  await loadScript("engine.js");
  return engineOf(/** @type {any} */ (globalThis).uurEngine);
}

/** The shipped games, which are not in the engine, once they are needed. */
export const shippedGames = once(async () => {
  if (isOnDisk()) await loadScript("games.js");
  const packed = isOnDisk() ? fromBase64(/** @type {any} */ (globalThis).uurGames) : beside("games.xz");
  return unpack(packed, "The list of games", true);
});

/**
 * Whether a question is about shipped games, by a name or in a text that extends one.
 * @param {any} question
 */
function needsGames(question) {
  const rules = question.rules ?? question.game?.rules;
  if (question.ask === "assay") return question.assay.is_compared;
  return rules ? rules.text === undefined || /^\s*extends\b/m.test(rules.text) || question.ask === "similar" : !["style", "page", "template", "wishes"].includes(question.ask);
}

/** Workers are started from text: pages that are opened from a folder may not load them from a file. */
const workerUrl = () => URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));

/** @typedef {WorkerEngine | import("./host.js").HostEngine} Engine */

export class WorkerEngine {
  /** @type {Worker | null} */
  #worker = null;
  #next = 1;
  /** @type {Map<number, {message: object, limit: number, timer: any, resolve: (answer: string) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();

  /** Whether the worker has the shipped games. */
  #hasGames = false;
  /** Whether it has the rest of the engine. */
  #hasRest = false;

  /**
   * @param {EngineParts} parts
   * @param {(() => Promise<string>) | null} games Gives the shipped games, if there are any.
   */
  constructor(parts, games) {
    this.games = games;
    this.parts = parts;
    this.#start();
  }

  /** Gives the worker the shipped games, once. */
  async #giveGames() {
    if (this.#hasGames || !this.games) return;
    const games = await this.games();
    if (this.#hasGames) return;
    this.#hasGames = true;
    this.#post({ door: "games", request: games }, 0).catch(() => {});
  }

  /** Gives the worker the rest of the engine, once. */
  async #giveRest() {
    if (this.#hasRest) return;
    const rest = await this.parts.rest();
    if (this.#hasRest) return;
    this.#hasRest = true;
    this.#post({ rest }, 0).catch(() => {});
  }

  #start() {
    this.#worker = new Worker(workerUrl());
    this.#worker.onerror = ({ message }) => this.restart(new EngineError("stopped", `The engine stopped: ${message}`));
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      if (data.needsRest) {
        // The time that it takes to load is not that of an answer.
        this.#giveRest().then(() => this.#send(data.id), (error) => this.#end(data.id).reject(error));
      } else if (data.failed === undefined) {
        this.#end(data.id).resolve(data.answer);
      } else {
        const error = new EngineError("stopped", `The engine stopped: ${data.failed}`);
        this.#end(data.id).reject(error);
        this.restart(error);
      }
    };
    // Whoever asks hears of an end before the start.
    this.#post({ module: this.parts.module }, 0).catch(() => {});
  }

  /**
   * @param {object} message
   * @param {number} limit
   * @returns {Promise<string>}
   */
  #post(message, limit) {
    if (!this.#worker) this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, limit, timer: 0, resolve, reject });
      this.#send(id);
    });
  }

  /**
   * Sends a message that waits for its answer, for the first time or again.
   * @param {number} id
   */
  #send(id) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const { message, limit } = waiting;
    waiting.timer = limit && setTimeout(() => this.restart(new EngineError("late", `The engine did not answer within ${limit / 1000} seconds.`)), limit);
    /** @type {Worker} */ (this.#worker).postMessage({ id, ...message });
  }

  /**
   * Whoever waits for the answer to a message, which is to come no more; nobody, if the worker was ended.
   * @param {number} id
   */
  #end(id) {
    const { resolve, reject } = this.#waiting.get(id) ?? { resolve: () => {}, reject: () => {} };
    this.#waiting.delete(id);
    return { resolve, reject };
  }

  /** Ends the worker and everything that it was asked. The next question starts another. */
  restart(error = new EngineError("stopped", "stopped")) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#hasGames = false;
    this.#hasRest = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, timer } of waiting) {
      clearTimeout(timer);
      reject(error);
    }
  }

  /**
   * Asks the engine.
   * @param {object} request
   * @param {number} [limit] The time for an answer in milliseconds; 0 is any time.
   * @returns {Promise<any>}
   */
  async ask(request, limit = 0) {
    if (needsGames(request)) await this.#giveGames();
    const answer = JSON.parse(await this.#post({ door: "ask", request: JSON.stringify(request) }, limit));
    if (answer.error) throw new EngineError(answer.error.code ?? "refused", answer.error.message, answer.error.help);
    return answer;
  }

  /**
   * Gives a message to the language server; an empty one lets it say what it has to say after a pause.
   * @param {string} message
   * @returns {Promise<{messages: string[], pause: number | null}>}
   */
  async tell(message) {
    await Promise.all([this.#giveGames(), this.#giveRest()]);
    return JSON.parse(await this.#post({ door: "tell", request: message }, LANGUAGE));
  }
}

/** How long a slice of work takes, in milliseconds: a worker hears nothing while it works. */
const SLICE_TIME = 100;

/**
 * Asks for work that is done in slices, which grow and shrink with the time that they take.
 * @param {Engine} engine
 * @param {object} question
 * @param {number} slice The size of the first slice.
 * @param {(answer: any) => boolean} report Is given each answer, and says whether to go on.
 * @param {number} [limit] The time for a slice in milliseconds; 0 is any time.
 * @returns {Promise<any>} The last answer, or nothing if the work was not to go on.
 */
export async function inSlices(engine, question, slice, report, limit = 0) {
  for (;;) {
    const begun = performance.now();
    const answer = await engine.ask({ ...question, slice: Math.round(slice) }, limit);
    if (!report(answer)) return null;
    if (!answer.more) return answer;
    const share = SLICE_TIME / Math.max(1, performance.now() - begun);
    slice = Math.min(1e9, Math.max(1, slice * Math.min(4, Math.max(0.25, share))));
  }
}
