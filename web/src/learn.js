// For learners: the game looked over move by move, questions about the rules, and puzzles.
import { button, element } from "./dom.js";
import { inSlices } from "./engine.js";
import { outcomes, percent } from "./plots.js";
import { sentence } from "./words.js";

/** How many questions of a quiz are made at once. */
const QUESTIONS = 20;

export class LearnView {
  /** @type {HTMLElement | null} */
  #panel = null;
  /** Grows with everything that is begun, so that what was begun before falls silent. */
  #run = 0;
  /** The questions that were made, the rules they are about, and the next one. */
  #quiz = { rules: "", exercises: /** @type {any[]} */ ([]), next: 0, seed: 0 };
  #puzzles = 0;
  #results = element("div", { "aria-live": "polite" });

  /**
   * @param {() => import("./engine.js").Engine} engine
   * @param {any} page
   */
  constructor(engine, page) {
    this.engine = engine;
    this.page = page;
  }

  /** The game is another one, or has other rules: what was said or asked is no longer about it. */
  clear() {
    this.#run += 1;
    this.#panel = null;
    this.#results.replaceChildren();
  }

  /** @param {HTMLElement} panel */
  show(panel) {
    if (this.#panel) return;
    this.#panel = panel;
    panel.replaceChildren(
      element("div", { class: "try-form" }, [
        button("Look over the game", () => void this.#guarded(() => this.#review())),
        button("Ask me about the rules", () => void this.#guarded(() => this.#ask())),
        button("Give me a puzzle", () => void this.#guarded(() => this.#puzzle())),
      ]),
      this.#results,
    );
  }

  /** @param {() => Promise<void>} work */
  async #guarded(work) {
    this.#run += 1;
    const run = this.#run;
    try {
      await work();
    } catch (error) {
      if (run === this.#run) this.#results.replaceChildren(element("p", { class: "failed" }, [sentence(/** @type {Error} */ (error).message)]));
    }
  }

  async #review() {
    const run = this.#run;
    const { play } = this.page;
    this.#results.replaceChildren("Looking over the game …");
    await inSlices(this.engine(), { ask: "review", game: play.soFar }, 1, (answer) => {
      if (run !== this.#run) return false;
      this.#results.replaceChildren(...this.#reviewed(answer));
      return true;
    });
  }

  /** @param {any} answer */
  #reviewed({ more, done, all, review, players }) {
    const { play } = this.page;
    const comment = (/** @type {any} */ move) =>
      element("li", {}, [
        button(`${move.number}. ${move.move}`, () => void play.goTo(move.number), { class: "line-button" }),
        " ",
        element("span", { class: move.judgement === "blunder" ? "failed" : "" }, [move.comment]),
      ]);
    const comments = review.moves.filter((/** @type {any} */ move) => move.comment);
    return [
      element("h3", {}, [more ? `The game looked over: ${done} of ${all} moves` : "The game looked over"]),
      outcomes("South's chance", review.moves.map((/** @type {any} */ move) => ({ value: move.after, text: `${move.number}. ${move.move}: ${percent(move.after)}${move.proved ? "" : ", an estimate"}` }))),
      ...players.map((/** @type {string} */ player) => element("p", {}, [player])),
      comments.length ? element("ul", { class: "plain" }, comments.map(comment)) : element("p", {}, [more ? "" : "No move gave much away."]),
      element("p", { class: "faint" }, ["Chances are estimates, except where “proved” is said."]),
    ];
  }

  async #ask() {
    const { rules } = this.page.play;
    const key = JSON.stringify(rules);
    if (this.#quiz.rules !== key || this.#quiz.next >= this.#quiz.exercises.length) {
      const run = this.#run;
      const seed = this.#quiz.rules === key ? this.#quiz.seed + 1 : 1;
      const { exercises } = await this.engine().ask({ ask: "quiz", rules, number: QUESTIONS, seed });
      if (run !== this.#run) return;
      this.#quiz = { rules: key, exercises, next: 0, seed };
    }
    const exercise = this.#quiz.exercises[this.#quiz.next];
    if (!exercise) throw new Error("No move of this game can be asked for.");
    this.#quiz.next += 1;
    await this.#pose(exercise, "The next question", () => this.#ask());
  }

  async #puzzle() {
    const run = this.#run;
    this.#puzzles += 1;
    this.#results.replaceChildren("Looking for a puzzle …");
    const question = { ask: "puzzle", rules: this.page.play.rules, seed: this.#puzzles };
    const answer = await inSlices(this.engine(), question, 1, ({ games }) => {
      if (run === this.#run) this.#results.replaceChildren(`Looking for a puzzle: game ${games} …`);
      return run === this.#run;
    });
    if (!answer) return;
    if (!answer.exercise) throw new Error("No puzzle was found.");
    await this.#pose(answer.exercise, "Another puzzle", () => this.#puzzle());
  }

  /**
   * Asks a question.
   * @param {any} exercise
   * @param {string} again
   * @param {() => Promise<void>} next
   */
  async #pose(exercise, again, next) {
    const run = this.#run;
    const { play } = this.page;
    const view = { ...play.view, upright: false, compact: false, without_legend: false };
    const state = await this.engine().ask({ ask: "game", game: { rules: play.rules, from: exercise.position, steps: [] }, view });
    if (run !== this.#run) return;
    const board = element("div", { class: "duel-board" });
    // A picture by the engine, which escapes what authors wrote.
    board.innerHTML = state.board.svg;
    const said = element("p", { role: "status" });
    const answer = (/** @type {string} */ choice) => {
      const isRight = choice === exercise.answer;
      said.replaceChildren(
        element("strong", { class: isRight ? "passed" : "failed" }, [isRight ? "Right. " : `Not ${choice}. `]),
        isRight ? exercise.why : "Try again.",
      );
    };
    const tell = () => said.replaceChildren(element("strong", {}, [`${exercise.answer}. `]), exercise.why);
    this.#results.replaceChildren(
      element("section", { class: "exercise" }, [
        board,
        element("p", {}, [exercise.question, exercise.level ? ` (${exercise.level})` : ""]),
        ...(exercise.signs.length ? [element("p", { class: "faint" }, [exercise.signs.join(" ")])] : []),
        element("div", { class: "try-form" }, exercise.choices.map((/** @type {string} */ choice) => button(choice, () => answer(choice)))),
        said,
        element("div", { class: "try-form" }, [
          button("Tell me", tell),
          button(again, () => void this.#guarded(next)),
        ]),
      ]),
    );
  }
}
