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

/** How long the language server may take to answer, in milliseconds. */
const LANGUAGE = 20000;

/**
 * Unpacks and compiles the engine, in a worker, so that the page can be used meanwhile.
 * @param {string | Uint8Array<ArrayBuffer>} packed Its address, or its bytes.
 * @returns {Promise<WebAssembly.Module>}
 */
export function compiled(packed) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl());
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.made) resolve(data.made);
      else reject(new EngineError("engine", `the engine cannot be loaded: ${data.failed}`));
    };
    worker.postMessage({ packed });
  });
}

/**
 * Loads the engine: from the script beside the page, or by a request where there is a host.
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule() {
  if (location.protocol === "file:") {
    await loadScript("engine.js");
    return compiled(fromBase64(/** @type {any} */ (globalThis).uurEngine));
  }
  return compiled(new URL("engine.xz", location.href).href);
}

/** @type {Promise<string> | null} */
let loading = null;

/** The shipped games, which are not in the engine: a script beside the page, once it is needed. */
export function shippedGames() {
  loading ??= loadScript("games.js").then(
    () => /** @type {any} */ (globalThis).uurGames,
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

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
  /** @type {Map<number, {resolve: (answer: string) => void, reject: (error: Error) => void, timer: any}>} */
  #waiting = new Map();

  /** Whether the worker has the shipped games. */
  #hasGames = false;

  /**
   * @param {WebAssembly.Module} module
   * @param {(() => Promise<string>) | null} games Gives the shipped games, if there are any.
   */
  constructor(module, games) {
    this.games = games;
    this.module = module;
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

  #start() {
    this.#worker = new Worker(workerUrl());
    this.#worker.onerror = ({ message }) => this.restart(new EngineError("stopped", `The engine stopped: ${message}`));
    this.#worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      if (!waiting) return;
      this.#waiting.delete(data.id);
      clearTimeout(waiting.timer);
      if (data.failed === undefined) {
        waiting.resolve(data.answer);
      } else {
        const error = new EngineError("stopped", `The engine stopped: ${data.failed}`);
        waiting.reject(error);
        this.restart(error);
      }
    };
    // Whoever asks hears of an end before the start.
    this.#post({ module: this.module }, 0).catch(() => {});
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
      const timer =
        limit &&
        setTimeout(() => {
          this.restart(new EngineError("late", `The engine did not answer within ${limit / 1000} seconds.`));
        }, limit);
      this.#waiting.set(id, { resolve, reject, timer });
      /** @type {Worker} */ (this.#worker).postMessage({ id, ...message });
    });
  }

  /** Ends the worker and everything that it was asked. The next question starts another. */
  restart(error = new EngineError("stopped", "stopped")) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#hasGames = false;
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
    await this.#giveGames();
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
