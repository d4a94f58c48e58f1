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
/** How long a hint or an evaluation may take, in milliseconds. */
const MOST_TIME = 2000;

export class Computer {
  #thinking = 0;
  #stopsSoon = false;

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./play.js").Play} play
   * @param {(text: string) => void} complain
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
   * @returns {Promise<any>} The last answer, or nothing if it was stopped.
   */
  async #search(question, time, report) {
    this.#thinking += 1;
    this.#stopsSoon = false;
    const thinking = this.#thinking;
    const begun = performance.now();
    const stop = document.getElementById("stop");
    let last = /** @type {any} */ (null);
    await inSlices(this.engine, question, FIRST_SLICE, (answer) => {
      if (thinking !== this.#thinking) return false;
      report?.(answer);
      const passed = performance.now() - begun;
      const isOver = !answer.more || this.#stopsSoon || (time > 0 && passed > time);
      if (isOver) last = answer;
      stop?.toggleAttribute("hidden", isOver || passed <= SILENCE);
      return !isOver;
    });
    return last;
  }

  /** Moves, if it is the computer's turn. */
  async move() {
    const { play } = this;
    const { state } = play;
    if (play.isReviewing || play.selection) return;
    const level = state.due.kind === "move" && play.players[state.due.side];
    if (!level || level === "you" || !state.moves.length) return;
    const asked = JSON.stringify(play.soFar);
    try {
      const seed = 1 + Math.floor(Math.random() * 1e9);
      const begun = performance.now();
      const answer = await this.#search({ ask: "best", game: play.soFar, level, seed }, 0, (found) => {
        if (found.more && performance.now() - begun > SILENCE) play.say(`${capital(state.due.side)} thinks: depth ${found.depth}, ${found.lines[0]?.text ?? ""}`);
      });
      if (answer?.move && JSON.stringify(play.soFar) === asked) await play.play(answer.move);
    } catch (error) {
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  /** Shows a good move. */
  async hint() {
    const { play } = this;
    if (play.state.due.kind !== "move") return;
    try {
      const answer = await this.#search({ ask: "best", game: play.soFar, level: "master" }, MOST_TIME);
      if (!answer?.move) return;
      play.say(`Hint: ${answer.move}. ${capital(answer.lines[0].text)}, by ${answer.depth === 1 ? "one ply" : `${answer.depth} plies`}.`);
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
    if (play.state.due.kind !== "move") {
      panel.replaceChildren(element("p", {}, ["There is no move to judge."]));
      return;
    }
    const asked = JSON.stringify(play.soFar);
    panel.replaceChildren(element("p", {}, ["Searching …"]));
    try {
      const answer = await this.#search({ ask: "best", game: play.soFar, level: "master", all: true }, MOST_TIME, (found) => {
        if (JSON.stringify(play.soFar) === asked) panel.replaceChildren(...this.#judged(found));
      });
      if (!answer && panel.textContent === "Searching …") panel.replaceChildren();
    } catch (error) {
      panel.replaceChildren(element("p", {}, [/** @type {Error} */ (error).message]));
    }
  }

  /** @param {any} answer */
  #judged(answer) {
    const [best] = answer.lines;
    if (!best) return ["Searching …"];
    const said = `${capital(best.text)}, by ${answer.depth === 1 ? "one ply" : `${answer.depth} plies`}${answer.complete ? ", to the end of the round" : ""}.`;
    const meter = element("div", { class: "meter", role: "img", "aria-label": `South may expect ${Math.round(100 * best.south)} %` });
    meter.style.setProperty("--share", `${Math.round(100 * best.south)}%`);
    const rows = answer.lines.map((/** @type {any} */ line) => element("tr", {}, [
      element("td", {}, [button(line.move, () => void this.play.play(line.move), { class: "line-button" })]),
      element("td", {}, [line.error === null ? line.score : `${line.score} ± ${line.error.toFixed(0)} %`]),
      element("td", {}, [line.moves]),
    ]));
    const head = element("tr", {}, ["move", "score", "expected"].map((name) => element("th", { scope: "col" }, [name])));
    return [element("p", {}, [said]), meter, element("table", {}, [head, ...rows])];
  }
}
