// The tests of the rule file: they run as one types, and say at their line what failed.
import { button, byId, element } from "./dom.js";

export class TestRunner {
  #run = 0;
  /** @type {any} */
  result = null;

  /** @type {import("./engine.js").Engine | null} */
  #engine = null;

  /**
   * @param {() => import("./engine.js").Engine} makeEngine
   * @param {any} page
   */
  constructor(makeEngine, page) {
    this.makeEngine = makeEngine;
    this.page = page;
  }

  get engine() {
    return (this.#engine ??= this.makeEngine());
  }

  /** The tests that have run were those of other rules. */
  rulesHaveErrors() {
    this.#run += 1;
    this.result = null;
    byId("tests").replaceChildren(element("p", { role: "status" }, ["The tests run again when the rules have no errors."]));
    this.page.testsChanged();
  }

  /** Runs the tests of the rules that are played. They say themselves what the parameters are. */
  async run() {
    this.#run += 1;
    const run = this.#run;
    const rules = { ...this.page.play.rules, settings: {} };
    try {
      const result = await this.engine.ask({ ask: "test", rules });
      if (run !== this.#run) return;
      this.result = result;
    } catch (error) {
      if (run !== this.#run) return;
      this.result = { error: /** @type {Error} */ (error).message };
    }
    this.#show();
    this.page.testsChanged();
  }

  #show() {
    const panel = byId("tests");
    const { result } = this;
    if (result.error) {
      panel.replaceChildren(element("p", {}, [result.error]));
      return;
    }
    const failed = result.tests.filter((/** @type {any} */ test) => test.failure);
    const unreached = this.#unreached().length;
    const count = result.tests.length;
    const summary = count === 0 ? "The file has no tests." : failed.length ? `${failed.length} of ${count} tests failed.` : `${count === 1 ? "The test passes" : `All ${count} tests pass`}${unreached ? `; ${unreached === 1 ? "one line is" : `${unreached} lines are`} reached by no test` : ""}.`;
    const items = failed.map((/** @type {any} */ test) =>
      element("li", {}, [button(`line ${test.failure.place.line}`, () => this.page.rules.showLine(test.failure.place.line, true), { class: "line-button" }), element("span", { class: "failed" }, ["failed: "]), element("bdi", {}, [`${test.title}: ${told(test.failure)}`])]),
    );
    panel.replaceChildren(
      element("div", { class: "pane-head" }, [element("span", { class: failed.length ? "failed" : "passed", role: "status" }, [summary]), button("Make the last move a test", () => void this.#make())]),
      element("ul", {}, items),
    );
  }

  /** The lines of this file that no test reaches. @returns {number[]} */
  #unreached() {
    return this.result.coverage.filter((/** @type {any} */ rule) => rule.own && rule.times === 0).map((/** @type {any} */ rule) => rule.line);
  }

  async #make() {
    const { play } = this.page;
    if (!play.line.length) {
      this.page.note("Play a move first: the test says what it does.");
      return;
    }
    try {
      const { text } = await this.engine.ask({ ask: "make_test", game: play.soFar, title: `what ${play.line.steps[play.line.length - 1]} does`, last: true });
      await this.page.rules.append(`\n${text}`);
    } catch (error) {
      this.page.note(/** @type {Error} */ (error).message);
    }
  }

  /** The marks beside lines. @returns {import("./editor.js").MarkedLine[]} */
  marks() {
    if (!this.result || this.result.error) return [];
    const failed = this.result.tests
      .filter((/** @type {any} */ test) => test.failure)
      .map((/** @type {any} */ { failure }) => ({ line: failure.place.line, kind: /** @type {const} */ ("failed"), title: `failed: ${told(failure)}` }));
    const unreached = this.#unreached().map((/** @type {any} */ line) => ({ line, kind: /** @type {const} */ ("unreached"), title: "no test reaches this line" }));
    return [...failed, ...unreached];
  }
}

/** @param {{expected: string, got: string}} failure */
function told({ expected, got }) {
  return `expected ${expected}, got ${got}`;
}
