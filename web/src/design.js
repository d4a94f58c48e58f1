// New games by wishes: one engine breeds, several try what it has bred, and the best of each kind stand on a shelf.
import { button, element } from "./dom.js";
import { heatMap } from "./plots.js";
import { keepGame, whereKept } from "./storage.js";
import { capital } from "./words.js";

/** The most engines that try candidates. */
const MOST_TESTERS = 6;
/** How long a candidate may take before it is given up, in milliseconds. */
const PATIENCE = 120000;
/** The random games of a candidate. */
const RANDOM = 200;

/**
 * A value of a measure as it is written.
 * @param {any} measure
 * @param {number} value
 */
const written = (measure, value) => (measure.is_share ? `${Math.round(value * 1000) / 10} %` : String(Math.round(value * 10) / 10));

/** A measure with two sliders, which go over the bounds of its columns. */
class WishSliders {
  #from;
  #to;
  #shown = element("output", {}, ["any"]);

  /** @param {any} measure */
  constructor(measure) {
    this.measure = measure;
    const slider = (/** @type {string} */ name, /** @type {number} */ value) =>
      /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: measure.edges.length, value, "aria-label": `${name} ${measure.name}`, input: (event) => this.#moved(event.target) }));
    this.#from = slider("least", 0);
    this.#to = slider("most", measure.edges.length);
    this.element = element("div", { class: "wish", role: "group", "aria-label": measure.name, title: measure.meaning }, [element("span", {}, [measure.name]), this.#from, this.#to, this.#shown]);
    this.#moved(this.#to);
  }

  /** The bounds; nothing is no bound. */
  get #bounds() {
    const { edges } = this.measure;
    const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
    return [from > 0 ? edges[from - 1] : null, to < edges.length ? edges[to] : null];
  }

  /** @param {HTMLInputElement} slider The other one makes way. */
  #moved(slider) {
    const [from, to] = [Number(this.#from.value), Number(this.#to.value)];
    if (from > to) (slider === this.#from ? this.#to : this.#from).value = slider.value;
    const [low, high] = this.#bounds.map((bound) => (bound === null ? null : written(this.measure, bound)));
    this.#shown.textContent = low && high ? `${low} to ${high}` : low ? `at least ${low}` : high ? `at most ${high}` : "any";
    for (const one of [this.#from, this.#to]) one.setAttribute("aria-valuetext", this.#shown.textContent);
  }

  /** The wish as it is written; empty if there is none. */
  get wish() {
    const { name, is_share } = this.measure;
    const [low, high] = this.#bounds.map((bound) => (bound === null ? null : String(Math.round(bound * (is_share ? 1000 : 10)) / 10)));
    const unit = is_share ? " %" : "";
    if (low && high) return `${name} ${low}..${high}${unit}`;
    return low ? `${name} >= ${low}${unit}` : high ? `${name} <= ${high}${unit}` : "";
  }
}

export class DesignView {
  /** @type {HTMLElement | null} */
  #panel = null;
  /** Grows with everything that is begun or stopped, so that what was begun before falls silent. */
  #run = 0;
  /** @type {import("./engine.js").Engine | null} */
  #breeder = null;
  /** @type {import("./engine.js").Engine[]} */
  #testers = [];
  /** What is designed: the question to go on with, the games to play, and the last answer. @type {any} */
  #work = null;
  /** The games on the shelf from which is bred again, by their names. @type {Map<string, any>} */
  #chosen = new Map();
  /** What the form says. @type {() => any} */
  #asked = () => ({});
  /** The pictures of games on the shelf, by their names. @type {Map<string, string>} */
  #pictures = new Map();
  #status = element("p", {});
  #news = element("p", { role: "status" });
  #map = element("div", {});
  #detail = element("div", { class: "result" });
  #again = button("Breed again from these", () => this.#begin([...this.#chosen.values()].map(({ name, rules }) => ({ name: `${name}.uur`, text: rules }))));
  #stop = button("Stop", () => this.#stopped());
  #goOn = button("Go on", () => void this.#goes());

  /**
   * @param {() => import("./engine.js").Engine} makeEngine
   * @param {any} page
   */
  constructor(makeEngine, page) {
    this.makeEngine = makeEngine;
    this.page = page;
  }

  get breeder() {
    return (this.#breeder ??= this.makeEngine());
  }

  /** @param {HTMLElement} panel */
  async show(panel) {
    if (this.#panel) return;
    this.#panel = panel;
    try {
      const { measures, sections } = await this.breeder.ask({ ask: "wishes" });
      this.measures = measures;
      panel.replaceChildren(...this.#form(measures, sections));
      this.#showButtons();
    } catch (error) {
      this.#panel = null;
      panel.replaceChildren(/** @type {Error} */ (error).message);
    }
  }

  /**
   * @param {any[]} measures
   * @param {string[]} sections
   */
  #form(measures, sections) {
    const wishes = measures.map((measure) => new WishSliders(measure));
    const field = (/** @type {string} */ name, /** @type {Record<string, any>} */ attributes) => /** @type {HTMLInputElement} */ (element("input", { "aria-label": name, ...attributes }));
    const others = field("other games", { placeholder: "such as boola" });
    const facts = field("facts", { placeholder: "such as relay and pits 6..8" });
    const games = field("games to play", { type: "number", min: 1, max: 1e7, value: 10000 });
    const level = field("games of each between players who search", { type: "number", min: 10, max: 10000, value: 40 });
    const players = field("players who search", { type: "number", min: 2, max: 8, value: 2 });
    const seed = field("seed of the design", { type: "number", min: 0, max: 1e9, value: 1 });
    const onlyValues = field("only values of parameters", { type: "checkbox" });
    const select = (/** @type {string} */ name, /** @type {string} */ chosen) => /** @type {HTMLSelectElement} */ (element("select", { "aria-label": name }, measures.map(({ name: value }) => element("option", { value, selected: value === chosen }, [value]))));
    const [up, across] = [select("upward", "length"), select("to the right", "choices")];
    const stays = sections.map((word) => field(`${word} stays`, { type: "checkbox", value: word }));
    const label = (/** @type {string} */ text, /** @type {HTMLElement} */ input) => element("label", {}, [text, input]);
    const list = (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean);
    this.#asked = () => ({
      wants: [...wishes.map(({ wish }) => wish), facts.value.trim()].filter(Boolean),
      keep: stays.filter(({ checked }) => checked).map(({ value }) => value),
      only_params: onlyValues.checked,
      map: [up.value, across.value],
      seed: Number(seed.value),
      random: RANDOM,
      level_games: Number(level.value),
      players: Number(players.value),
      most: Number(games.value),
      others: list(others.value).map((name) => ({ name })),
    });
    return [
      element("p", {}, ["New games are bred from the one on the board, tried by play, and the best of each kind stand on a shelf. What you do not wish for stays within what a study calls good or passable."]),
      element("div", { class: "wishes" }, wishes.map((one) => one.element)),
      element("details", {}, [
        element("summary", {}, ["More wishes"]),
        element("div", { class: "try-form" }, [
          label("facts of the rules", facts), label("other games to begin with", others), label("games to play", games), label("of each, between players who search", level), label("players who search", players), label("seed", seed),
          label("map, upward", up), label("map, to the right", across),
        ]),
        element("fieldset", { class: "row" }, [element("legend", {}, ["What stays as it is"]), ...stays.map((box) => element("label", {}, [box, ` ${box.value}`])), element("label", {}, [onlyValues, " all but values of parameters"])]),
      ]),
      element("div", { class: "try-form" }, [button("Design", () => this.#begin([this.page.play.rules, ...this.#asked().others])), this.#stop, this.#goOn, this.#again]),
      this.#status, this.#news, this.#map, this.#detail,
    ];
  }

  #showButtons() {
    const isBusy = this.#work?.isBusy ?? false;
    this.#stop.hidden = !isBusy;
    this.#goOn.hidden = isBusy || !this.#work || this.#work.isDone;
    this.#again.hidden = !this.#chosen.size;
    this.#again.textContent = `Breed again from ${[...this.#chosen.values()].map(({ name }) => capital(name)).join(" and ")}`;
  }

  /** @param {any[]} games */
  #begin(games) {
    const { most, others, ...asked } = this.#asked();
    this.#stopped();
    this.#work = { design: { games, ...asked }, round: 0, tried: [], most, faults: [], isBusy: false, isDone: false, answer: null };
    this.#chosen.clear();
    this.#news.textContent = "";
    this.#detail.replaceChildren();
    this.#map.replaceChildren();
    void this.#goes();
  }

  /** Ends what is running. What is on the shelf stays. */
  #stopped() {
    this.#run += 1;
    for (const tester of this.#testers) tester.restart();
    if (!this.#work?.isBusy) return;
    this.#work.isBusy = false;
    this.#status.textContent = "";
    this.#news.textContent = "Stopped. What is on the shelf was not tried with another seed yet.";
    this.#showButtons();
  }

  /** Goes on until the games are played and what is on the shelf was tried once more. */
  async #goes() {
    const work = this.#work;
    const run = ++this.#run;
    work.isBusy = true;
    this.#status.textContent = "The games are being read …";
    this.#news.textContent = "";
    this.#showButtons();
    try {
      while (!work.isDone) {
        const { design, round, tried, most } = work;
        const answer = await this.breeder.ask({ ask: "design", design, round, tried, most });
        if (run !== this.#run) return;
        Object.assign(work, { tried: [], answer });
        this.#showShelf();
        work.isDone = answer.report.fallen !== null;
        if (work.isDone) break;
        const found = await this.#try(answer, run);
        if (run !== this.#run) return;
        Object.assign(work, { tried: found, round: round + 1 });
      }
      this.#status.textContent = "";
      this.#news.textContent = this.#outcome(work.answer);
    } catch (error) {
      if (run !== this.#run) return;
      this.#status.textContent = "";
      const { message, help } = /** @type {any} */ (error);
      this.#news.textContent = help ? `${message}; ${help}` : message;
      work.isDone = true;
    } finally {
      if (run === this.#run) {
        work.isBusy = false;
        this.#showButtons();
      }
    }
  }

  /**
   * Tries the candidates that are due, several at a time.
   * @param {any} answer
   * @param {number} run
   * @returns {Promise<any[]>} What was found of each; nothing where an engine gave up.
   */
  async #try({ assay, due, last, report, round }, run) {
    const number = Math.max(1, Math.min(MOST_TESTERS, (navigator.hardwareConcurrency || 2) - 1, due.length));
    while (this.#testers.length < number) this.#testers.push(this.makeEngine());
    /** @type {any[]} */
    const found = due.map(() => null);
    let [next, done, games] = [0, 0, report.games];
    const tell = () => {
      const what = last ? "What is on the shelf is tried with another seed" : `Round ${round + 1}`;
      this.#status.textContent = `${what}: ${done} of ${due.length} candidates. ${games} games, ${report.shelf.length} on the shelf.`;
    };
    tell();
    await Promise.all(this.#testers.map(async (tester) => {
      while (next < due.length && run === this.#run) {
        const at = next++;
        const answer = await tester.ask({ ask: "assay", assay, rules: due[at] }, PATIENCE).catch((/** @type {Error} */ error) => error);
        if (run !== this.#run) return;
        if (answer instanceof Error) this.#work.faults.push(answer.message);
        found[at] = answer?.tried ?? null;
        done += 1;
        games += found[at]?.found.games ?? 0;
        tell();
      }
    }));
    return found;
  }

  /** @param {any} answer */
  #outcome({ report, nearest }) {
    const { faults } = this.#work;
    const lost = faults.length ? ` ${faults.length} more could not be tried: ${faults[0]}` : "";
    const tried = `${report.candidates} candidates in ${report.games} games.${lost}`;
    if (!report.shelf.length) {
      const fallen = report.fallen ? ` ${report.fallen} met all wishes, but not with another seed.` : "";
      const miss = nearest ? ` The nearest misses ${nearest.missed}.` : "";
      return `No game was found from ${tried}${fallen}${miss} Widen a wish, or let more games be played.`;
    }
    const fallen = report.fallen ? `${report.fallen} more missed a bound with another seed.` : "All met the bounds with another seed too.";
    return `${report.shelf.length} games from ${tried} ${fallen}`;
  }

  /** Shows the map of what is on the shelf. */
  #showShelf() {
    const { map, shelf } = this.#work.answer.report;
    const [up, across] = map.map((/** @type {string} */ name) => this.measures.find((/** @type {any} */ one) => one.name === name));
    if (!shelf.length) {
      this.#map.replaceChildren();
      return;
    }
    // Only the part of the map in which there is a game.
    const span = (/** @type {number} */ axis) => {
      const all = shelf.map((/** @type {any} */ row) => row.cell[axis]);
      return Array.from({ length: Math.max(...all) - Math.min(...all) + 1 }, (_, at) => Math.min(...all) + at);
    };
    const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
      const found = shelf.find((/** @type {any} */ one) => one.cell[0] === row && one.cell[1] === column);
      if (!found) return { text: "", value: null };
      return { text: "", value: found.found.worth, node: this.#card(found) };
    };
    const rows = span(0).reverse().map((row) => ({ name: up.columns[row], cells: span(1).map((column) => cell(row, column)) }));
    const title = `The shelf: ${shelf.length} ${shelf.length === 1 ? "game" : "games"}, by ${up.name} upward and ${across.name} to the right`;
    this.#map.replaceChildren(heatMap(title, { down: up.name, across: across.name }, span(1).map((column) => across.columns[column]), rows));
  }

  /**
   * A game of the shelf in its cell.
   * @param {any} row
   */
  #card(row) {
    const card = button("", () => void this.#show(row), { class: "designed", "aria-label": `${capital(row.name)}, worth ${row.found.worth.toFixed(2)}` });
    const known = this.#pictures.get(row.name);
    if (known) card.innerHTML = known;
    else void this.#picture(row).then((svg) => (card.innerHTML = svg), () => (card.textContent = capital(row.name)));
    return card;
  }

  /** @param {any} row */
  async #picture({ name, rules }) {
    const { board } = await this.breeder.ask({ ask: "game", game: { rules: { name: `${name}.uur`, text: rules } }, view: { compact: true, without_legend: true } });
    this.#pictures.set(name, board.svg);
    return board.svg;
  }

  /**
   * Shows what is known of a game.
   * @param {any} row
   */
  async #show(row) {
    const { name, found, story, like, likeness, rules } = row;
    const measure = (/** @type {any} */ { name: of, value, low, high, games }) => {
      const about = this.measures.find((/** @type {any} */ one) => one.name === of);
      const cells = [written(about, value), `${written(about, low)} to ${high === null ? "no bound" : written(about, high)}`, `${games} games`];
      return element("tr", {}, [element("th", { scope: "row", title: about.meaning }, [of]), ...cells.map((text) => element("td", {}, [text]))]);
    };
    const heads = ["measure", "value", "95 % interval", "from"].map((text) => element("th", { scope: "col" }, [text]));
    const settings = Object.entries(row.settings).map(([parameter, value]) => `${parameter} ${value}`);
    const words = element("div", {}, ["The rules are being read …"]);
    const choose = () => {
      if (this.#chosen.has(name)) this.#chosen.delete(name);
      else this.#chosen.set(name, row);
      mark.setAttribute("aria-pressed", String(this.#chosen.has(name)));
      this.#showButtons();
    };
    const mark = button("Breed from it", choose, { "aria-pressed": String(this.#chosen.has(name)) });
    this.#detail.replaceChildren(
      element("h3", { tabindex: -1 }, [capital(name), settings.length ? `: ${settings.join(", ")}` : ""]),
      element("p", {}, [`Most like ${like}, ${Math.round(100 * likeness)} %.`]),
      element("div", { class: "try-form" }, [button("Play it", () => void this.#finish(row, (text) => this.page.openNew({ name, text, pane: "play" }))), button("Keep it", () => void this.#finish(row, (text) => this.#keep(name, text))), mark]),
      element("div", { class: "wide" }, [element("table", {}, [element("tr", {}, heads), ...found.measures.map(measure)])]),
      element("details", {}, [element("summary", {}, ["How it came about"]), element("ol", {}, story.map((/** @type {string} */ step) => element("li", {}, [element("bdi", {}, [step])])))]),
      element("details", { open: true }, [element("summary", {}, ["Rules in words"]), words]),
    );
    this.#detail.querySelector("h3")?.focus();
    try {
      const { summary, sections } = await this.breeder.ask({ ask: "explain", rules: { name: `${name}.uur`, text: rules } });
      // The engine escapes what authors wrote.
      words.innerHTML = summary + sections.map((/** @type {any} */ section) => section.html).join("");
    } catch (error) {
      words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /**
   * Makes the rule file of a game, with tests from play, and uses it.
   * @param {any} row
   * @param {(text: string) => unknown} use
   */
  async #finish({ name, rules }, use) {
    this.#news.textContent = `Tests of ${capital(name)} are made from play …`;
    try {
      const { text } = await this.breeder.ask({ ask: "finish", rules: { name: `${name}.uur`, text: rules } });
      this.#news.textContent = "";
      await use(text);
    } catch (error) {
      this.#news.textContent = /** @type {Error} */ (error).message;
    }
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #keep(name, text) {
    keepGame({ id: "", title: capital(name), name, text, good: "", settings: {}, steps: [] }, "");
    this.#news.textContent = `${capital(name)} is ${whereKept()}.`;
  }
}
