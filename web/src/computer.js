// The computer as a player, as a hint and as a judge. It thinks in a worker of its own, a slice at a time, so that it
// can be stopped with what it has found.
import { button, element } from "./dom.js";
import { inSlices } from "./engine.js";
import { capital } from "./words.js";

/** The levels of the computer, the weakest first. */
export const LEVELS = ["easy", "casual", "fair", "medium", "hard", "master"];
/** After this time the page says that the computer thinks, in milliseconds. */
const SILENCE = 1000;
/** The nodes of the first slice of a search. */
const FIRST_SLICE = 5000;
/** The moves of a line of play that are shown. */
const SHOWN_MOVES = 8;
/** How long a hint or an evaluation may take, in milliseconds. */
const MOST_TIME = 2000;

export class Computer {
  #thinking = 0;
  /** The search that runs, and whether it is for a move of its own. @type {{isMove: boolean} | null} */
  #running = null;
  /** Whether somebody has asked something while it thought about its move. */
  #owesMove = false;
  #stopsSoon = false;
  /** How long a slice may take, in milliseconds: a worker that the browser has ended says nothing. */
  patience = 20000;

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./play.js").Play} play
   * @param {(text: string, buttons?: HTMLElement[]) => void} complain
   */
  constructor(engine, play, complain) {
    this.engine = engine;
    this.play = play;
    this.complain = complain;
  }

  /**
   * Ends the search. It may play the best move so far.
   * @param {boolean} plays
   */
  stop(plays = false) {
    if (plays) {
      this.#stopsSoon = true;
      return;
    }
    this.#thinking += 1;
    document.getElementById("stop")?.toggleAttribute("hidden", true);
  }

  /**
   * Searches slice by slice.
   * @param {object} question
   * @param {number} time Milliseconds; 0 is as long as the level needs.
   * @param {(answer: any) => void} [report]
   * @param {boolean} [isMove] Whether it is for a move of its own.
   * @returns {Promise<any>} The last answer, or nothing if it was stopped.
   */
  async #search(question, time, report, isMove = false) {
    this.#thinking += 1;
    this.#stopsSoon = false;
    const thinking = this.#thinking;
    const running = { isMove };
    this.#running = running;
    const begun = performance.now();
    const stop = document.getElementById("stop");
    let last = /** @type {any} */ (null);
    try {
      await inSlices(this.engine, question, FIRST_SLICE, (answer) => {
        if (thinking !== this.#thinking) return false;
        report?.(answer);
        const passed = performance.now() - begun;
        const isOver = !answer.more || this.#stopsSoon || (time > 0 && passed > time);
        if (isOver) last = answer;
        stop?.toggleAttribute("hidden", isOver || passed <= SILENCE);
        return !isOver;
      }, this.patience);
    } finally {
      if (this.#running === running) this.#running = null;
    }
    return last;
  }

  /**
   * Searches for somebody else. If it thought about its move, it does so again afterwards.
   * @param {object} question
   * @param {number} time
   * @param {(answer: any) => void} [report]
   */
  async #advice(question, time, report) {
    if (this.#running?.isMove) this.#owesMove = true;
    try {
      return await this.#search(question, time, report);
    } finally {
      if (this.#owesMove && !this.#running) setTimeout(() => void this.move());
    }
  }

  /** Moves, if it is the computer's turn. */
  async move() {
    const { play } = this;
    const { state } = play;
    if (play.isReviewing || play.selection || play.table?.over) return;
    const level = state.due.kind === "move" && play.players[state.due.side];
    if (!level || !LEVELS.includes(level) || !state.moves.length) return;
    const asked = JSON.stringify(play.soFar);
    this.#owesMove = false;
    try {
      const seed = 1 + Math.floor(Math.random() * 1e9);
      const begun = performance.now();
      const answer = await this.#search({ ask: "best", game: play.soFar, level, seed }, 0, (found) => {
        if (found.more && performance.now() - begun > SILENCE) play.say(`${capital(state.due.side)} thinks: depth ${found.depth}, ${found.lines[0]?.text ?? ""}`);
      }, true);
      if (answer?.move && JSON.stringify(play.soFar) === asked) await play.play(answer.move);
    } catch (error) {
      // By then there is another engine.
      if (JSON.stringify(play.soFar) === asked) this.complain(`The computer has not moved. ${/** @type {Error} */ (error).message}`, [button("Let it move", () => { this.complain(""); void this.move(); })]);
    }
  }

  /**
   * What South may expect, from 0 to 1; nothing, if the search was stopped.
   * @returns {Promise<number | null>}
   */
  async expects() {
    try {
      const answer = await this.#advice({ ask: "best", game: this.play.soFar, level: "master" }, MOST_TIME / 2);
      return answer?.lines[0]?.south ?? null;
    } catch (error) {
      this.complain(/** @type {Error} */ (error).message);
      return null;
    }
  }

  /** Shows a good move. */
  async hint() {
    const { play } = this;
    // A hint is about the position of the game, not about a moment of a move.
    if (play.selection) await play.refresh();
    if (play.state?.due.kind !== "move") return;
    try {
      const answer = await this.#advice({ ask: "best", game: play.soFar, level: "master" }, MOST_TIME);
      if (!answer?.move) return;
      const [best] = answer.lines;
      const share = Math.round(100 * (play.state.due.side === "south" ? best.south : 1 - best.south));
      play.say(`Hint: ${answer.move}. ${standing(best.south, answer.complete)}; ${capital(play.state.due.side)} may expect ${share} %.`);
      const move = play.state.moves.find((/** @type {any} */ other) => other.move === answer.move);
      if (move?.pit !== null && move) {
        play.board.mark("hinted", [move.pit]);
        play.board.focus(move.pit);
      }
    } catch (error) {
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Shows how good the position is, and each move.
   * @param {HTMLElement} panel
   */
  async evaluate(panel) {
    const { play } = this;
    if (play.selection) await play.refresh();
    if (play.state.due.kind !== "move") {
      panel.replaceChildren(element("p", {}, ["There is no move to judge."]));
      return;
    }
    const asked = JSON.stringify(play.soFar);
    panel.replaceChildren(element("p", {}, ["Searching …"]));
    try {
      const answer = await this.#advice({ ask: "best", game: play.soFar, level: "master", all: true }, MOST_TIME, (found) => {
        if (JSON.stringify(play.soFar) === asked) panel.replaceChildren(...this.#judged(found));
      });
      if (!answer && panel.textContent === "Searching …") panel.replaceChildren();
    } catch (error) {
      panel.replaceChildren(element("p", {}, [/** @type {Error} */ (error).message]));
    }
  }

  /**
   * @param {boolean} isTried Whether games were tried after the moves.
   * @param {boolean} isChance Whether it is a chance, and no number of seeds.
   */
  #scoreMeans(isTried, isChance) {
    const side = capital(/** @type {string} */ (this.play.state.due.side));
    if (isTried) return `the share of the games tried after the move that ${side} wins, and ± how far it may be off`;
    if (isChance) return `the estimated chance that ${side} wins, or how the game ends for ${side}`;
    return `the seeds that ${side} will be ahead, +, or behind, −, or how the game ends for ${side}`;
  }

  /** @param {any} answer */
  #judged(answer) {
    const [best] = answer.lines;
    if (!best) return ["Searching …"];
    const south = Math.round(100 * best.south);
    const how = `${capital(best.text)}${answer.complete ? ", searched to the end of the round" : ""}.`;
    const meter = element("div", { class: "meter", role: "img", "aria-label": `South may expect ${south} %, North ${100 - south} %` });
    meter.style.setProperty("--share", `${south}%`);
    const isTried = answer.lines.some((/** @type {any} */ line) => line.error !== null);
    const isChance = (/** @type {any} */ line) => line.score.endsWith("%");
    // A chance that was not tried says what South may expect once more.
    const hasScores = isTried || !answer.lines.every(isChance);
    const rows = answer.lines.map((/** @type {any} */ line) => {
      const moves = line.moves.split(" ");
      const course = moves.slice(0, SHOWN_MOVES).join(" ") + (moves.length > SHOWN_MOVES ? " …" : "");
      const error = line.error !== null && line.error >= 0.5 ? ` ± ${line.error.toFixed(0)} %` : "";
      return element("tr", {}, [
        element("td", {}, [button(line.move, () => void this.play.play(line.move), { class: "line-button" })]),
        element("td", {}, [`${Math.round(100 * line.south)} %`]),
        hasScores && element("td", {}, [`${line.score}${error}`]),
        element("td", { class: "course" }, [course]),
      ]);
    });
    const names = ["move", "South may expect", ...(hasScores ? ["score"] : []), "how it may go on"];
    const head = element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])));
    return [
      element("p", {}, [element("strong", {}, [`${standing(best.south, answer.complete)}. `]), how]),
      element("div", { class: "meter-row" }, [element("span", {}, [`South ${south} %`]), meter, element("span", {}, [`North ${100 - south} %`])]),
      element("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Moves" }, [element("table", {}, [head, ...rows])]),
      element("p", {}, [hasScores ? `The score is ${this.#scoreMeans(isTried, answer.lines.some(isChance))}.` : "What South may expect is an estimate."]),
    ];
  }
}

/**
 * What South may expect, in words.
 * @param {number} south From 0 to 1.
 * @param {boolean} isCertain
 */
function standing(south, isCertain) {
  const [side, share] = south >= 0.5 ? ["South", south] : ["North", 1 - south];
  if (isCertain && share > 0.99) return `${side} wins`;
  if (share < 0.55) return "The game is about even";
  if (share < 0.7) return `${side} stands better`;
  if (share < 0.9) return `${side} stands much better`;
  return `${side} is winning`;
}
