// Series of games: what the rules do, as plots that grow; a sweep of a parameter; two rule sets side by side.
import { button, element } from "./dom.js";
import { capital } from "./play.js";
import { bars, course, heatMap, histogram, percent } from "./plots.js";

/** The players of a series. */
const PLAYERS = ["random", "greedy", "easy", "medium"];

export class TryView {
  /** @type {HTMLElement | null} */
  #panel = null;
  #run = 0;
  /** The rules that others are compared with. @type {any} */
  #kept = null;
  /** What was entered, by the name of the field. @type {Record<string, string>} */
  #entered = {};

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {any} page
   */
  constructor(engine, page) {
    this.engine = engine;
    this.page = page;
  }

  rulesChanged() {
    this.#run += 1;
    if (this.#panel && !this.#panel.hidden) this.show(this.#panel, true);
  }

  /**
   * @param {HTMLElement} panel
   * @param {boolean} isNew
   */
  show(panel, isNew = false) {
    if (panel.childElementCount && !isNew) return;
    this.#panel = panel;
    const { game } = this.page.play;
    const results = element("div", { "aria-live": "polite" });
    const keep = (/** @type {any} */ event) => { this.#entered[event.target.getAttribute("aria-label")] = event.target.value; };
    const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most) => /** @type {HTMLInputElement} */ (element("input", { type: "number", min: 1, max: most, value: this.#entered[name] ?? value, "aria-label": name, change: keep }));
    const select = (/** @type {string} */ name, /** @type {string[]} */ values) => /** @type {HTMLSelectElement} */ (element("select", { "aria-label": name, change: keep }, values.map((value) => element("option", { value, selected: value === this.#entered[name] }, [value]))));
    const games = number("games", 1000, 1000000);
    const seed = number("seed", 1, 1e9);
    const south = select("South", PLAYERS);
    const north = select("North", PLAYERS);
    const label = (/** @type {string} */ text, /** @type {HTMLElement} */ field) => element("label", {}, [text, field]);
    const settings = () => ({ games: Number(games.value), seed: Number(seed.value), south: south.value, north: north.value });
    const parameters = game.parameters.map((/** @type {any} */ parameter) => this.#parameter(parameter));
    const swept = game.parameters.length ? select("parameter", game.parameters.map((/** @type {any} */ parameter) => parameter.name)) : null;
    panel.replaceChildren(
      ...(parameters.length ? [element("h3", {}, ["Parameters"]), element("div", { class: "try-form" }, parameters)] : []),
      element("h3", {}, ["Series of games"]),
      element("div", { class: "try-form" }, [
        label("games", games),
        label("seed", seed),
        label("South", south),
        label("North", north),
        button("Play them", () => void this.#series(results, settings())),
        button("Keep these rules to compare", () => { this.#kept = structuredClone(this.page.play.rules); results.replaceChildren("Kept. Change the rules or a parameter, then compare."); }),
        button("Compare", () => void this.#compare(results, settings())),
        button("Stop", () => { this.#run += 1; this.engine.restart(); }),
      ]),
      ...(swept ? [element("div", { class: "try-form" }, [label("sweep", swept), button("Sweep it", () => void this.#sweep(results, settings(), swept.value))])] : []),
      element("div", { class: "try-form" }, [button("Study the game", () => void this.#study(results))]),
      results,
    );
  }

  /** @param {any} parameter */
  #parameter(parameter) {
    const set = (/** @type {string} */ value) => void this.#set(parameter.name, value);
    const name = parameter.name.replaceAll("_", " ");
    const about = parameter.about ?? "";
    if (!parameter.words.length && parameter.ranges.length) {
      const values = parameter.ranges.flatMap((/** @type {[number, number]} */ [low, high]) => Array.from({ length: Math.min(high - low + 1, 500) }, (_, at) => low + at));
      const at = Math.max(0, values.indexOf(parameter.value));
      const shown = element("output", {}, [String(parameter.value)]);
      const slider = element("input", {
        type: "range", min: 0, max: values.length - 1, value: at, title: about, "aria-label": name, "aria-valuetext": String(parameter.value),
        input: (event) => { shown.textContent = String(values[event.target.value]); event.target.setAttribute("aria-valuetext", shown.textContent); },
        change: (event) => set(String(values[event.target.value])),
      });
      return element("label", { title: about }, [element("span", {}, [`${name}: `, shown]), slider]);
    }
    const words = [...parameter.words, ...parameter.ranges.map((/** @type {[number, number]} */ [low]) => String(low))];
    const select = element("select", { title: about, change: (event) => set(event.target.value) }, words.map((word) => element("option", { value: word, selected: word === String(parameter.value) }, [word.replaceAll("_", " ")])));
    return element("label", { title: about }, [name, select]);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  async #set(name, value) {
    const { play } = this.page;
    await this.page.open({ name: this.page.name, text: this.page.isShipped ? undefined : play.rules.text, settings: { ...play.rules.settings, [name]: value }, steps: play.line.steps });
  }

  /**
   * Plays a series, slice by slice.
   * @param {any} rules
   * @param {any} series
   * @param {(report: any) => void} report
   * @returns {Promise<any>} The last report, or nothing if it was stopped.
   */
  async #play(rules, series, report) {
    this.#run += 1;
    const run = this.#run;
    for (;;) {
      const answer = await this.engine.ask({ ask: "simulate", rules, series });
      if (run !== this.#run) return null;
      report(answer.report);
      if (!answer.more) return answer;
    }
  }

  /** @param {any} error */
  #failed(error) {
    return element("p", { class: "failed" }, [error.message]);
  }

  /**
   * @param {HTMLElement} results
   * @param {any} series
   */
  async #series(results, series) {
    /** @type {any[]} */
    const points = [];
    try {
      await this.#play(this.page.play.rules, series, (report) => {
        const { share, low, high } = report.rates.south;
        points.push({ at: report.games, value: share, low, high });
        results.replaceChildren(...this.#report(report), element("h4", {}, ["South's share of wins"]), course("South's share of wins", points));
      });
    } catch (error) {
      results.replaceChildren(this.#failed(error));
    }
  }

  /** @param {any} report */
  #report(report) {
    const bar = (/** @type {string} */ name, /** @type {any} */ rate, /** @type {number} */ count) => ({ name, value: count, text: `${count}, ${percent(rate.share)} (${percent(rate.low)} to ${percent(rate.high)})` });
    const { rates } = report;
    return [
      element("p", {}, [`${report.games} of ${report.series} games, ${(report.moves / Math.max(1, report.games)).toFixed(1)} moves a game, ${(report.choices / Math.max(1, report.moves)).toFixed(1)} moves to choose from.`]),
      bars("Results", [bar("South", rates.south, report.south), bar("North", rates.north, report.north), bar("draws", rates.draws, report.draws), ...(report.endless ? [bar("endless", rates.endless, report.endless)] : [])]),
      element("h4", {}, ["Length of games"]),
      histogram("Length of games", report.lengths, "moves"),
    ];
  }

  /**
   * @param {HTMLElement} results
   * @param {any} series
   */
  async #compare(results, series) {
    if (!this.#kept) {
      results.replaceChildren("Keep some rules first; then change them and compare.");
      return;
    }
    const before = element("div", {}, [element("h4", {}, ["Kept rules"])]);
    const after = element("div", {}, [element("h4", {}, ["Rules as they stand"])]);
    results.replaceChildren(before, after);
    try {
      for (const [panel, rules] of /** @type {const} */ ([[before, this.#kept], [after, this.page.play.rules]])) {
        const title = panel.firstElementChild;
        const done = await this.#play(rules, series, (report) => panel.replaceChildren(/** @type {Node} */ (title), ...this.#report(report)));
        if (!done) return;
      }
    } catch (error) {
      results.append(this.#failed(error));
    }
  }

  /**
   * @param {HTMLElement} results
   * @param {any} series
   * @param {string} name
   */
  async #sweep(results, series, name) {
    const { rules, game } = this.page.play;
    const parameter = game.parameters.find((/** @type {any} */ other) => other.name === name);
    const values = [...parameter.words, ...parameter.ranges.flatMap((/** @type {[number, number]} */ [low, high]) => Array.from({ length: Math.min(high - low + 1, 24) }, (_, at) => String(low + at)))].slice(0, 24);
    const rows = /** @type {{name: string, cells: (number | null)[]}[]} */ (values.map((value) => ({ name: value, cells: [null, null, null] })));
    const draw = () => results.replaceChildren(heatMap(`${capital(name.replaceAll("_", " "))}: shares of games`, ["South wins", "North wins", "draws"], rows));
    draw();
    for (const [at, value] of values.entries()) {
      try {
        const done = await this.#play({ ...rules, settings: { ...rules.settings, [name]: value } }, series, (report) => {
          rows[at].cells = [report.rates.south.share, report.rates.north.share, report.rates.draws.share];
          draw();
        });
        if (!done) return;
      } catch (error) {
        rows[at].name = `${value}: ${/** @type {Error} */ (error).message}`;
        draw();
      }
    }
  }

  /** @param {HTMLElement} results */
  async #study(results) {
    this.#run += 1;
    const run = this.#run;
    results.replaceChildren("Playing games, which can take a minute …");
    try {
      const answer = await this.engine.ask({ ask: "study", rules: this.page.play.rules, study: { games: 500, levels: ["easy"], level_games: 20 } });
      if (run !== this.#run) return;
      const items = answer.findings.map((/** @type {any} */ found) =>
        element("li", {}, [element("strong", {}, [`${capital(found.subject)}: ${found.judgement}. `]), found.text, " ", element("small", {}, [found.reason])]),
      );
      results.replaceChildren(element("ul", {}, items));
    } catch (error) {
      if (run === this.#run) results.replaceChildren(this.#failed(error));
    }
  }
}
