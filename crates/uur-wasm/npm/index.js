// Mancala games for pages: rules are checked, played, explained and searched by the engine of uur, as WebAssembly.
import { fetched } from "./fetched.js";
import { begin } from "./instance.js";

/**
 * The name of a shipped game, such as `oware`; or a text of rules, which may extend shipped games. Both may have values
 * of parameters.
 * @typedef {string | { name: string, settings?: Settings } | { text: string, name?: string, settings?: Settings }} Rules
 */
/** @typedef {Record<string, string | number>} Settings Values of parameters, such as `{ pits: 6 }`. */
/**
 * A place in a rule file: the line counts from 1, the others count code units of the text, from 0.
 * @typedef {{ file: string, own: boolean, line: number, from: number, to: number }} Place
 */
/** @typedef {Place & { text: string }} RuleLine A line of the rules. */
/**
 * @typedef {object} Problem
 * @property {string} code Such as `E0103`.
 * @property {boolean} error Whether it is an error, not a warning.
 * @property {string} message
 * @property {(Place & { text: string })[]} labels The places, the most important first.
 * @property {string[]} help What to write instead.
 * @property {(Place & { replacement: string, title: string }) | null} fix A change that corrects it.
 */
/** @typedef {{ name: string, value: string | number, default: string | number, ranges: [number, number][], words: string[], about: string | null }} Parameter */
/**
 * @typedef {object} Game
 * @property {string} title
 * @property {string} text Its rule file.
 * @property {string[]} region Where it is played.
 * @property {number} rows
 * @property {number} pits In a row.
 * @property {number} seeds
 * @property {boolean} alone Whether one player plays alone.
 * @property {boolean} rounds Whether a match of several rounds is played.
 * @property {Parameter[]} parameters
 * @property {string[]} tests The titles of its tests.
 */
/** @typedef {{ game: Game | null, problems: Problem[] }} Checked The game is missing if the rules have errors. */
/** @typedef {"south" | "north"} Side */
/**
 * @typedef {object} Pit
 * @property {number} pit Its number, the `data-pit` of its group in the picture.
 * @property {string} name Its letter.
 * @property {Side | null} row
 * @property {Side | null} owner
 * @property {number} seeds
 * @property {{ kind: string, owner: Side } | null} mark
 * @property {boolean} closed
 * @property {string} label All of it in words.
 */
/**
 * @typedef {object} State
 * @property {number} steps The number of moves that were played.
 * @property {{ step: number, text: string, reason: string, help: string | null, pit: number | null, rule: RuleLine | null } | null} stopped
 *   The first move that cannot be played; everything else is the state before it.
 * @property {{ text: string, to_move: Side | null, pits: Pit[], stores: { pit: number, side: Side, seeds: number, label: string }[], score: { south: number, north: number } }} position
 * @property {{ svg: string, narrow: number }} board A picture, which needs the style sheet of `style`.
 * @property {{ kind: "move" | "lot" | "round" | "over", side?: Side }} due What has to happen next.
 * @property {{ move: string, pit: number | null, label: string, preview: { text: string, captures: { pit: number, seeds: number, to: Side | null }[], bonus: boolean, over: boolean } | null }[]} moves
 *   The legal moves.
 * @property {{ text: string, winner: Side | null, score: { south: number, north: number }, rule: RuleLine | null } | null} result
 * @property {{ step: string, side: Side, round: number, text: string, lines: number[] }[]} log
 * @property {string} said The last move and whose turn it is, in a sentence or two.
 */
/** @typedef {{ title: string, summary: string, sections: { id: string, title: string, html: string }[] }} Explained The rules in English, as HTML. */
/**
 * @typedef {object} Found
 * @property {string | null} move The best move.
 * @property {number} nodes The positions searched.
 * @property {number} depth
 * @property {boolean} complete Whether everything was searched to the end of the round.
 * @property {{ move: string, moves: string, score: string, south: number, text: string }[]} lines Best first.
 */

/** Why there is no answer. */
export class UurError extends Error {
  /** @param {{ code: string, message: string, help?: string, problems?: Problem[] }} failure */
  constructor({ code, message, help, problems = [] }) {
    super(message);
    this.name = "UurError";
    /** A word for the kind of failure, such as `name`, `rules`, `position`, `step`, `limit` or `stopped`. */
    this.code = code;
    /** What to do instead. */
    this.help = help;
    /** The problems of the rules, if these have errors. */
    this.problems = problems;
  }
}

/** The positions between two answers of a search. */
const SLICE = 20000;

/** @param {Rules} rules */
function asked(rules) {
  const { name = "rules.uur", ...rest } = typeof rules === "string" ? { name: rules } : rules;
  const settings = "settings" in rest ? rest.settings : {};
  return { ...rest, name, settings: Object.fromEntries(Object.entries(settings ?? {}).map(([word, value]) => [word, String(value)])) };
}

/** An engine. It keeps no game: every call has the rules and all moves. */
export class Uur {
  #send;
  /** Ends the engine. */
  end;

  /**
   * @param {(question: string) => Promise<string>} send
   * @param {() => void} end
   */
  constructor(send, end = () => {}) {
    this.#send = send;
    this.end = end;
  }

  /**
   * Asks a question of uur-web, whose README lists them all.
   * @param {{ ask: string, [field: string]: unknown }} question
   * @returns {Promise<any>}
   */
  async ask(question) {
    const answer = JSON.parse(await this.#send(JSON.stringify(question)));
    if (answer.error) throw new UurError(answer.error);
    return answer;
  }

  /**
   * The game of these rules, and their problems.
   * @param {Rules} rules
   * @returns {Promise<Checked>}
   */
  check(rules) {
    return this.ask({ ask: "open", rules: asked(rules) });
  }

  /**
   * The state of a game after some moves.
   * @param {Rules} rules
   * @param {string[]} [moves]
   * @param {{ from?: string, begin?: boolean, view?: { flip?: boolean, upright?: boolean, compact?: boolean, without_legend?: boolean } }} [how]
   *   The position from which it began, whether a round that is due has begun, and how the board is drawn.
   * @returns {Promise<State>}
   */
  play(rules, moves = [], { from, begin, view } = {}) {
    return this.ask({ ask: "game", game: { rules: asked(rules), steps: moves, from, begin }, view });
  }

  /**
   * The rules in English.
   * @param {Rules} rules
   * @param {{ lines?: boolean, side?: Side }} [how] Whether rule lines are cited, and to whom the rules speak.
   * @returns {Promise<Explained>}
   */
  explain(rules, how = {}) {
    return this.ask({ ask: "explain", rules: asked(rules), ...how });
  }

  /**
   * The best move after some moves.
   * @param {Rules} rules
   * @param {string[]} [moves]
   * @param {{ from?: string, level?: string | number, all?: boolean, seed?: number, report?: (found: Found) => boolean | void }} [how]
   *   The level (`easy`, `casual`, `fair`, `medium`, `hard`, `master`) or the number of positions, and whether all moves
   *   are ranked. `report` gets what is found meanwhile, and stops the search by `false`.
   * @returns {Promise<Found>}
   */
  async search(rules, moves = [], { from, level = "hard", all = false, seed = 1, report } = {}) {
    const question = { ask: "best", game: { rules: asked(rules), steps: moves, from }, level: String(level), all, seed, slice: SLICE };
    for (;;) {
      const { more, ...found } = await this.ask(question);
      if (report?.(found) === false || !more) return found;
    }
  }

  /**
   * The board after some moves as SVG, with its own style sheet.
   * @param {Rules} rules
   * @param {string[]} [moves]
   * @param {{ from?: string, theme?: "auto" | "light" | "dark" | "print" }} [how]
   * @returns {Promise<string>}
   */
  async picture(rules, moves = [], { from, theme } = {}) {
    return (await this.ask({ ask: "board", game: { rules: asked(rules), steps: moves, from }, theme })).svg;
  }

  /**
   * The style sheet that the pictures of `play` need.
   * @returns {Promise<string>}
   */
  async style() {
    return (await this.ask({ ask: "style" })).css;
  }
}

/**
 * Loads the engine into this thread, which waits while it computes.
 * @param {import("./fetched.js").Places} [from]
 * @returns {Promise<Uur>}
 */
export async function load(from) {
  const { parts, games } = await fetched(from);
  let engine = begin(parts, games);
  // The page may draw between two answers.
  const pause = () => new Promise((done) => setTimeout(done));
  return new Uur(async (question) => {
    await pause();
    try {
      return engine.ask(question);
    } catch (error) {
      // An engine that has failed answers nothing more.
      engine = begin(parts, games);
      throw new UurError({ code: "stopped", message: String(error) });
    }
  });
}

/**
 * Loads the engine into a worker, so that the page can be used while it computes.
 * @param {import("./fetched.js").Places} [from]
 * @returns {Uur}
 */
export function loadInWorker(from = {}) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, { done: (answer: string) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  /** @param {string} message */
  const stop = (message) => {
    for (const { failed } of waiting.values()) failed(new UurError({ code: "stopped", message }));
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.failed === undefined) one?.done(data.answer);
    else one?.failed(new UurError({ code: "stopped", message: data.failed }));
  };
  worker.onerror = ({ message }) => stop(message || "the worker cannot be loaded");
  const { engine, rest, games } = from;
  const plain = (/** @type {any} */ place) => (place instanceof URL ? place.href : place);
  worker.postMessage({ from: { engine: plain(engine), rest: plain(rest), games: plain(games) } });
  const send = (/** @type {string} */ question) =>
    new Promise((/** @type {(answer: string) => void} */ done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      worker.postMessage({ id: last, question });
    });
  return new Uur(send, () => {
    worker.terminate();
    stop("ended");
  });
}
