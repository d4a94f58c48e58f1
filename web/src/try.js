// Series of games: what the rules do, as plots that grow; a sweep of a parameter; two rule sets side by side.
import { LEVELS } from "./computer.js";
import { button, element } from "./dom.js";
import { duel } from "./duel.js";
import { inSlices } from "./engine.js";
import { capital } from "./words.js";
import { bars, course, heatMap, histogram, percent } from "./plots.js";

/** The players of a series: all but the slowest. */
const PLAYERS = ["random", "greedy", ...LEVELS.filter((level) => level !== "master")];

/** The results that are kept. */
const MOST_RESULTS = 6;
/** What stands where results will. */
const PLAYING = "Playing games …";
/** The games of the first slice of a series. */
const FIRST_SLICE = 5;
/** The values of a parameter that are swept unless others are written. */
const SWEPT = 12;

/** What a sweep can show: how a number is found and written, and the number without colour, if there is one. */
const MEASURES = /** @type {Record<string, {of: (result: any) => number | null, text: (value: number) => string, middle?: number}>} */ ({
  "South wins": { of: (result) => result.rates.south.share, text: percent, middle: 0.5 },
  "South's share of decided games": { of: (result) => result.decided?.share ?? null, text: percent, middle: 0.5 },
  "North wins": { of: (result) => result.rates.north.share, text: percent, middle: 0.5 },
  draws: { of: (result) => result.rates.draws.share, text: percent },
  "endless games": { of: (result) => result.rates.endless.share, text: percent },
  "moves in a game": { of: (result) => result.length.mean, text: (value) => value.toFixed(1) },
  "moves to choose from": { of: (result) => result.branching.mean, text: (value) => value.toFixed(1) },
});

/**
 * Whether two series differ by more than chance, in South's share of wins and in the length of games.
 * @param {any} before
 * @param {any} after
 */
function difference(before, after) {
  const [one, other] = [before.rates.south, after.rates.south];
  const isReal = one.low > other.high || other.low > one.high;
  const change = 100 * (other.share - one.share);
  const wins = `South's part of the games is ${Math.abs(change).toFixed(1)} percentage points ${change < 0 ? "smaller" : "greater"}`;
  const length = (/** @type {any} */ report) => report.moves / Math.max(1, report.games);
  return `${isReal ? `${wins}: more than chance does` : `${wins}, which may be chance: the intervals overlap`}. A game has ${length(after).toFixed(1)} moves instead of ${length(before).toFixed(1)}.`;
}

/** @param {string} name A name as a rule file writes it. */
const words = (name) => name.replaceAll("_", " ");

/**
 * The values of a parameter as the engine reads them.
 * @param {any} parameter
 */
function valuesOf({ ranges, value, words }) {
  const some = ranges.map((/** @type {[number, number]} */ [low, high]) => {
    const first = Math.max(low, Math.min(typeof value === "number" ? value - SWEPT / 2 : low, high - SWEPT + 1));
    const last = Math.min(high, first + SWEPT - 1);
    return first === last ? String(first) : `${first}..${last}`;
  });
  return [...words, ...some].join(",");
}

export class TryView {
  /** @type {HTMLElement | null} */
  #panel = null;
  #run = 0;
  /** Whether the engine is at work. */
  #isBusy = false;
  /** The rules that others are compared with. @type {any} */
  #kept = null;
  /** What was entered, by the name of the field. @type {Record<string, string>} */
  #entered = {};
  /** The results, the last one first. They stay when the rules change. */
  #results = element("div", { "aria-live": "polite" });

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

  rulesChanged() {
    this.#run += 1;
    if (this.#panel?.hidden) this.#panel.replaceChildren();
    else if (this.#panel) this.show(this.#panel, true);
  }

  /**
   * @param {HTMLElement} panel
   * @param {boolean} isNew
   */
  show(panel, isNew = false) {
    if (panel.childElementCount && !isNew) return;
    this.#panel = panel;
    const { game } = this.page.play;
    // A result stays when the next one comes, with the rules that it is about.
    const place = (/** @type {string} */ what) => {
      const { title } = this.page.play.game;
      const settings = Object.entries(this.page.play.rules.settings).map(([name, value]) => `${words(name)} ${value}`);
      const results = element("div", {});
      const head = element("h3", {}, [`${what}: ${[title, ...settings].join(", ")}`]);
      this.#results.prepend(element("section", { class: "result" }, [head, results]));
      for (const old of [...this.#results.children].slice(MOST_RESULTS)) old.remove();
      return results;
    };
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
    panel.replaceChildren(
      ...(parameters.length ? [element("h3", {}, ["Parameters"]), element("div", { class: "try-form" }, parameters)] : []),
      element("h3", {}, ["Series of games"]),
      element("div", { class: "try-form" }, [
        label("games", games),
        label("seed", seed),
        label("South", south),
        label("North", north),
        button("Play them", () => void this.#series(place("Series"), settings())),
        button("Keep these rules to compare", () => { this.#kept = structuredClone(this.page.play.rules); this.page.play.say("The rules are kept. Change them or a parameter, then compare."); }),
        button("Compare series", () => void this.#compare(place("Comparison"), settings())),
        button("Compare on the same moves", () => void duel(place("The same moves"), this.engine, this.page.play, this.#kept)),
        button("Stop", () => this.#stop()),
      ]),
      ...(game.parameters.length ? [this.#sweepForm(place, settings)] : []),
      element("div", { class: "try-form" }, [
        button("Study the game", () => void this.#study(place("Study"))),
        button("Which games are like this one?", () => void this.#similar(place("Games like this one"))),
      ]),
      this.#results,
    );
  }

  /**
   * The parameters to be swept, with their values.
   * @param {(what: string) => HTMLElement} place
   * @param {() => any} settings
   */
  #sweepForm(place, settings) {
    const { parameters } = this.page.play.game;
    const axis = (/** @type {string} */ name, /** @type {string} */ none) => {
      const values = /** @type {HTMLInputElement} */ (element("input", { "aria-label": `values of the ${name}`, title: "such as 4..8 or 2,3,4" }));
      const chosen = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": name }, [
        ...(none ? [element("option", { value: "" }, [none])] : []),
        ...parameters.map((/** @type {any} */ parameter) => element("option", { value: parameter.name }, [words(parameter.name)])),
      ]));
      const fill = () => {
        const parameter = parameters.find((/** @type {any} */ other) => other.name === chosen.value);
        values.value = parameter ? valuesOf(parameter) : "";
        values.disabled = !parameter;
      };
      chosen.addEventListener("change", fill);
      fill();
      return { chosen, values, fields: [element("label", {}, [name, chosen]), element("label", {}, ["values", values])] };
    };
    const axes = [axis("parameter", ""), ...(parameters.length > 1 ? [axis("second parameter", "none")] : [])];
    const sweep = () => {
      const params = axes.filter(({ chosen }) => chosen.value).map(({ chosen, values }) => `${chosen.value}=${values.value.replaceAll(" ", "")}`);
      void this.#sweep(place("Sweep"), settings(), params);
    };
    return element("div", { class: "try-form" }, [...axes.flatMap(({ fields }) => fields), button("Sweep it", sweep)]);
  }

  /** Ends what is running. */
  #stop() {
    this.#run += 1;
    if (this.#isBusy) this.engine.restart();
    this.#isBusy = false;
  }

  /**
   * Asks for work in slices, in the place of what is running.
   * @param {object} question
   * @param {(answer: any) => void} report
   * @returns {Promise<any>} The last answer, or nothing if it was stopped.
   */
  async #work(question, report) {
    this.#stop();
    const run = this.#run;
    this.#isBusy = true;
    try {
      return await inSlices(this.engine, question, FIRST_SLICE, (answer) => {
        if (run === this.#run) report(answer);
        return run === this.#run;
      });
    } catch (error) {
      if (run === this.#run) throw error;
      return null;
    } finally {
      if (run === this.#run) this.#isBusy = false;
    }
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
    await this.page.setParameter(name, value);
  }

  /**
   * Says that work was stopped before there was anything to show.
   * @param {HTMLElement} results
   */
  #stopped(results) {
    if (results.textContent === PLAYING) results.replaceChildren("Stopped before a game had ended.");
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
    results.replaceChildren(PLAYING);
    try {
      const done = await this.#work({ ask: "simulate", rules: this.page.play.rules, series }, ({ report }) => {
        const { share, low, high } = report.rates.south;
        points.push({ at: report.games, value: share, low, high });
        results.replaceChildren(...this.#report(report), element("h4", {}, ["South's share of wins"]), course("South's share of wins", points));
      });
      if (!done) this.#stopped(results);
    } catch (error) {
      results.replaceChildren(this.#failed(error));
    }
  }

  /** @param {any} report */
  #report(report) {
    const bar = (/** @type {string} */ name, /** @type {any} */ rate, /** @type {number} */ count) => ({ name, share: rate.share, low: rate.low, high: rate.high, text: `${percent(rate.share)} (${count})` });
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
    /** @type {any[]} */
    const reports = [];
    try {
      for (const [panel, rules] of /** @type {const} */ ([[before, this.#kept], [after, this.page.play.rules]])) {
        const title = panel.firstElementChild;
        const done = await this.#work({ ask: "simulate", rules, series }, ({ report }) => panel.replaceChildren(/** @type {Node} */ (title), ...this.#report(report)));
        if (!done) return;
        reports.push(done.report);
      }
      results.prepend(element("p", {}, [difference(reports[0], reports[1])]));
    } catch (error) {
      results.append(this.#failed(error));
    }
  }

  /**
   * @param {HTMLElement} results
   * @param {any} series
   * @param {string[]} params Parameters with their values.
   */
  async #sweep(results, series, params) {
    const chosen = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "what the sweep shows" }, Object.keys(MEASURES).map((name) => element("option", { value: name }, [name]))));
    const map = element("div", {});
    let last = /** @type {any} */ (null);
    const draw = () => last && map.replaceChildren(this.#map(last, chosen.value));
    chosen.addEventListener("change", draw);
    results.replaceChildren(element("div", { class: "try-form" }, [element("label", {}, ["show", chosen])]), map);
    try {
      await this.#work({ ask: "sweep", rules: this.page.play.rules, params, series }, (answer) => {
        last = answer;
        draw();
      });
    } catch (error) {
      results.replaceChildren(this.#failed(error));
    }
  }

  /**
   * A sweep as far as it has come, as a map.
   * @param {any} sweep
   * @param {string} name What is shown.
   */
  #map({ axes, rows, combinations }, name) {
    const measure = MEASURES[name];
    const [down, across] = axes;
    const columns = across?.values ?? [name];
    const cell = (/** @type {any} */ row) => {
      if (!row) return { text: "…", value: null };
      if (row.refused !== null) return { text: "–", value: null, title: row.refused };
      const value = measure.of(row.result);
      return { text: value === null ? "none" : measure.text(value), value, title: `${row.result.games} games` };
    };
    const title = `${capital(name)}: ${axes.map((/** @type {any} */ axis) => words(axis.name)).join(" by ")}, ${rows.length} of ${combinations}`;
    const lines = down.values.map((/** @type {string} */ value, /** @type {number} */ at) => ({
      name: words(value),
      cells: columns.map((/** @type {string} */ _, /** @type {number} */ column) => cell(rows[at * columns.length + column])),
    }));
    return heatMap(title, { down: words(down.name), across: across && words(across.name) }, columns.map(words), lines, measure.middle);
  }

  /** @param {HTMLElement} results */
  async #similar(results) {
    results.replaceChildren("The games are being compared …");
    try {
      const { similar } = await this.engine.ask({ ask: "similar", rules: this.page.play.rules, most: 5 });
      const item = (/** @type {any} */ { name, title, score, same, differs }) =>
        element("li", {}, [
          element("strong", {}, [title]), `, ${Math.round(100 * score)} % alike. `,
          same.length ? `Both: ${same.slice(0, 4).map(words).join(", ")}. ` : "",
          differs.length ? `Different: ${differs.slice(0, 4).map(words).join(", ")}. ` : "",
          button("Open it", () => void this.page.open({ name }), { class: "line-button" }),
        ]);
      const [first] = similar;
      results.replaceChildren(element("p", {}, [`The nearest game is ${first.title}.`]), element("ul", {}, similar.map(item)));
    } catch (error) {
      results.replaceChildren(this.#failed(error));
    }
  }

  /** @param {HTMLElement} results */
  async #study(results) {
    results.replaceChildren(PLAYING);
    try {
      const question = { ask: "study", rules: this.page.play.rules, study: { games: 500, levels: ["easy"], level_games: 20 } };
      const answer = await this.#work(question, ({ played, games }) => results.replaceChildren(`${played} of ${games} games were played.`));
      if (!answer) {
        this.#stopped(results);
        return;
      }
      const items = answer.study.findings.map((/** @type {any} */ found) =>
        element("li", {}, [element("strong", {}, [`${capital(words(found.subject))}: ${found.judgement}. `]), found.text, " ", element("small", {}, [found.reason])]),
      );
      results.replaceChildren(element("ul", {}, items));
    } catch (error) {
      results.replaceChildren(this.#failed(error));
    }
  }
}
