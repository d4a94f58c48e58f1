// The page: brings the rules, the game, the engine and the address together.
import { LinkError, decodeLink, encodeLink, withoutTests } from "./codec.js";
import { Computer } from "./computer.js";
import { Controls, ELSEWHERE } from "./controls.js";
import { askText, beginDialog, galleryDialog, helpDialog, ownDialog, save, shareDialog } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { DesignView } from "./design.js";
import { EngineError, WorkerEngine, loadEngine, shippedGames } from "./engine.js";
import { exportDialog, playablePage } from "./exports.js";
import { FolderFiles, Host, HostEngine } from "./host.js";
import { Line } from "./line.js";
import { logView, movesView, tableView } from "./log.js";
import { OwnGames, titleOf } from "./own_games.js";
import { Play } from "./play.js";
import { RulesText } from "./rules_text.js";
import { hasUnkept, keep, keepTurn, keptTurn, lastSession, ownGames, ownSession, whereKept } from "./storage.js";
import { TestRunner } from "./tests.js";
import { LearnView } from "./learn.js";
import { TryView } from "./try.js";
import { capital } from "./words.js";

/** How long after a key the rules are read again, in milliseconds. */
const QUIET = 60;
/** How long after a change the session and the address are written, in milliseconds. */
const WRITES = 500;
/** How long a question about rules may take, in milliseconds. */
const PATIENCE = 10000;
/** After this time the page says that something is being loaded, in milliseconds. */
const MOMENT = 1000;
/** The largest file that is opened, in bytes. */
const MOST_FILE = 1 << 20;
/** What stands in the place of what would be said of a game. */
const NO_GAME = "There is no board, so there is nothing to show here.";
/** The game of which the page has the board and the rules before anything is loaded. */
const FIRST = "oware";

/** A phone, which shows a part of the page at a time: the same words stand in the style sheet. */
const narrow = matchMedia("(max-width: 699px), (max-height: 499px) and (max-width: 999px)");

class Page {
  name = FIRST;
  /** The text of the shipped game, with which the rules began. */
  shippedText = "";
  /** @type {string} */
  view = "log";
  #timer = /** @type {any} */ (0);
  #writing = /** @type {any} */ (0);
  #checked = 0;
  /** The files of the folder that is served. @type {FolderFiles | undefined} */
  files;
  /** How far the game is shown since an edit made a move illegal, and how far it was before. */
  #cut = /** @type {{shown: number, whole: number} | null} */ (null);
  #complained = false;
  /** What is wrong with the text, by the language server; nothing until it has said so. @type {any[] | null} */
  #problemsOfText = null;
  /** The name of the game that is played by links. */
  #turn = "";
  /** The address that this page has written. */
  #address = "";
  /** Whether there is a text that is not kept yet. */
  #isDirty = false;
  /** What was open before, as sessions hold it, if something had been done. @type {any} */
  #before = null;

  /**
   * @param {() => any} makeEngine Starts another engine: the board, the computer, the language server, tests and series
   * have one each, so that none waits for another.
   */
  constructor(makeEngine) {
    const engine = makeEngine();
    /** @type {any} */
    let language = null;
    const tell = async (/** @type {string} */ message) => {
      language ??= makeEngine();
      try {
        return await language.tell(message);
      } catch (error) {
        // Another server knows nothing yet: it hears everything again.
        if (error instanceof EngineError && ["late", "stopped"].includes(error.code)) this.rules.editor?.lose();
        throw error;
      }
    };
    this.engine = engine;
    this.play = new Play({
      engine,
      onChange: () => this.#changed(),
      onSelect: (selection, event) => this.#selected(selection, event),
      onLine: (line) => this.#showLine(line),
      onShare: () => void this.#share(),
    });
    this.rules = new RulesText({
      parent: byId("editor"),
      send: tell,
      onText: () => this.#edited(),
      onProblems: (/** @type {any[]} */ problems, /** @type {boolean} */ fixable) => this.#problems(problems, fixable),
      onLine: (/** @type {number} */ line) => this.#cursorLine(line),
      askName: askText,
      complain: (/** @type {string} */ text, /** @type {(() => unknown) | undefined} */ again) => this.note(text, again && [button("Try again", () => { this.note(""); void again(); })]),
      onStart: () => void this.#outline(),
    });
    this.own = new OwnGames((text) => this.note(text));
    this.computer = new Computer(makeEngine(), this.play, (text, buttons) => this.note(text, buttons));
    this.controls = new Controls({ play: this.play, computer: this.computer, hasLinks: true, onChoice: () => this.#playersChanged() });
    this.tests = new TestRunner(makeEngine, this);
    this.tries = new TryView(makeEngine, this);
    this.learns = new LearnView(() => this.tries.engine, this);
    this.designs = new DesignView(makeEngine, this);
    this.#wire();
  }

  /** The editor, if it is loaded. */
  get editor() {
    return this.rules.editor;
  }

  /**
   * Shows a note above everything, until the next one.
   * @param {string} text
   * @param {HTMLElement[]} [buttons]
   * @param {boolean} [isMore] Whether what is noted there stays before it.
   */
  note(text, buttons = [], isMore = false) {
    const note = byId("note");
    const there = isMore && !note.hidden ? [...note.childNodes].slice(0, -1) : [];
    note.replaceChildren(...there, text, " ", ...buttons, " ", button("Close", () => (note.hidden = true), { class: "line-button" }));
    note.hidden = text === "";
  }

  /**
   * Notes that something is being loaded, if that takes more than a moment.
   * @template T
   * @param {string} text
   * @param {Promise<T>} loaded
   */
  async loading(text, loaded) {
    const timer = setTimeout(() => this.note(text), MOMENT);
    try {
      return await loaded;
    } finally {
      clearTimeout(timer);
      if (byId("note").textContent?.startsWith(text)) this.note("");
    }
  }

  /**
   * Begins with a game. What was in the editor before is kept first, and can be gone back to.
   * @param {{name: string, text?: string, good?: string, settings?: Record<string, string>, steps?: string[], tree?: any, line?: Line, selected?: string, players?: Record<string, string>,
   * table?: any, turn?: string, own?: string, enter?: () => void}} begin `enter` is called as soon as the game takes the place of the one before.
   */
  async open({ name, text, good = "", settings = {}, steps = [], tree, line = tree ? Line.of(tree) : new Line(steps), selected = "", players, table, turn = "", own = "", enter = () => this.files?.leave() }) {
    this.computer.stop();
    // The text of the first game stands in the page, so that it can be played before the others are there.
    const first = JSON.parse(byId("first").textContent ?? "{}");
    const shipped = text ? "" : name === first.name ? first.text : (await this.engine.ask({ ask: "open", rules: { name } })).game.text;
    // From here to the first question all is done at once, so that nothing is kept under the name of something else.
    // A game in which nothing was done is none to go back to: the one before it still is.
    const before = (this.#before = this.#leave() ?? this.#before);
    if (before) this.note("");
    enter();
    this.#turn = turn;
    this.name = name || "game";
    this.shippedText = shipped;
    this.#problemsOfText = null;
    byId("problems").replaceChildren();
    const all = text || this.shippedText;
    this.own.begin(own, { name: this.name, text: all, settings, steps: line.steps, table });
    this.play.line = line;
    Object.assign(this.play.view, { compact: false, without_legend: false });
    if (players) this.controls.setPlayers(players);
    if (table) this.controls.table.restore(table);
    else this.controls.table.take({}, []);
    this.play.clear();
    this.learns.clear();
    document.body.classList.add("empty");
    this.rules.open(all);
    // Rules with errors are shown beside the board of the last ones without.
    for (const one of [good, all]) {
      if (!one) continue;
      if (!this.play.game) this.play.rules = { name: this.name, text: one, settings };
      await this.#read(one, { settings });
    }
    if (!this.play.state) this.#showNoGame();
    const found = /^(\d+)\.(\d+)$/.exec(selected);
    if (found && this.play.state) await this.play.select({ step: Number(found[1]), event: Number(found[2]) });
    if (!before || (own && own === before.own)) return;
    const back = () => {
      this.#before = null;
      void this.#return(before);
    };
    this.note(`${before.title} ${before.own ? `is ${whereKept()}` : "was left"}.`, [button("Back to it", back)], true);
  }

  /** The text makes no game: what stands beside it about another one goes away. */
  #showNoGame() {
    this.play.board.clear();
    this.showView(this.view);
    this.acted = new Map();
    this.rules.markLines([]);
    void this.#outline();
  }

  /**
   * Keeps what is open before something else comes. Returns it, if there is something to go back to.
   */
  #leave() {
    clearTimeout(this.#writing);
    this.#writing = 0;
    clearTimeout(this.#timer);
    const { line, rules } = this.play;
    if (!rules.text) return null;
    this.#keep();
    return this.own.id || line.played.length || Object.keys(rules.settings).length ? { ...this.#now(), line, own: this.own.id, title: this.#title } : null;
  }

  /**
   * Goes back to what was open: a game, or a file of the folder with what is not saved.
   * @param {any} left
   */
  async #return(left) {
    this.note("");
    if (!left.file || !(await this.files?.reopen(left))) await this.open(left);
  }

  /** How the game in the editor is called. */
  get #title() {
    return titleOf(this.rules.text) ?? this.play.game?.title ?? this.name;
  }

  /** All that is open. */
  #now() {
    const { line, rules, players } = this.play;
    return {
      ...this.shared(), good: this.#good, settings: rules.settings, steps: line.steps, tree: line.tree,
      players: { ...players }, table: this.controls.table.kept, turn: this.#turn, file: this.files?.name ?? "",
    };
  }

  /** The last rules without errors, if those in the editor have some; else empty. */
  get #good() {
    const { game, rules } = this.play;
    return game && rules.text && rules.text !== this.rules.text ? rules.text : "";
  }

  /**
   * Gives a parameter a value. The game goes on, as after an edit.
   * @param {string} name
   * @param {string} value
   */
  async setParameter(name, value) {
    this.computer.stop();
    await this.#read(this.rules.text, { settings: { ...this.play.rules.settings, [name]: value } });
  }

  /** Whether the rules in the editor are those of a shipped game. */
  get isShipped() {
    return this.shippedText !== "" && this.rules.text === this.shippedText;
  }

  #edited() {
    this.#isDirty = true;
    this.#problemsOfText = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(this.rules.text), QUIET);
    this.files?.showSaved();
    this.write();
  }

  /**
   * Reads a text; if it has no errors, the game goes on with it.
   * @param {string} text
   * @param {{settings?: Record<string, string>}} how
   */
  async #read(text, { settings = this.play.rules.settings } = {}) {
    this.#checked += 1;
    const checked = this.#checked;
    const rules = { name: this.name, text, settings };
    let answer;
    try {
      answer = await this.engine.ask({ ask: "open", rules }, PATIENCE);
    } catch (error) {
      this.note(/** @type {Error} */ (error).message);
      answer = null;
    }
    if (checked !== this.#checked) return;
    this.#counted = answer;
    this.#showChecked();
    if (!answer) return;
    document.body.classList.toggle("stale", !answer.game);
    const stale = byId("stale");
    stale.hidden = Boolean(answer.game);
    byId("keep-button").hidden = Boolean(answer.game) || !this.play.game;
    if (!answer.game) {
      this.tests.rulesHaveErrors();
      const [first] = answer.problems.filter((/** @type {any} */ problem) => problem.error);
      const place = first?.labels[0];
      stale.replaceChildren(
        this.play.game ? "The board follows the last rules without errors. " : "There is no board yet. ",
        place ? button(`line ${place.line}: ${first.message}`, () => this.#showLine(place.line), { class: "line-button" }) : (first?.message ?? ""),
        ...(Object.keys(settings).length ? [" ", button("Use the default values of the parameters", () => void this.#read(this.rules.text, { settings: {} }))] : []),
      );
      byId("name").textContent = this.play.game?.title ?? this.#title;
      if (!this.play.state) this.play.say("");
      return;
    }
    const before = { rules: this.play.rules, game: this.play.game };
    this.play.game = answer.game;
    this.play.rules = rules;
    document.title = `${answer.game.title} – uur`;
    byId("name").textContent = answer.game.title;
    this.tries.rulesChanged();
    this.learns.clear();
    // Moves that an edit before this one cut off may be legal again.
    const { line } = this.play;
    if (this.#cut && this.#cut.shown === line.length) line.goTo(this.#cut.whole);
    this.#cut = null;
    const whole = line.length;
    if (!(await this.play.refresh())) {
      const { failure, state } = this.play;
      const begin = () => {
        this.note("");
        line.at = -1;
        void this.#read(text);
      };
      if (failure && !state && whole) this.note(`The ${whole} moves of this game cannot be shown: ${failure.replace(/\.$/, "")}.`, [button("Begin without them", begin)]);
      return;
    }
    document.body.classList.remove("empty");
    const { stopped } = this.play.state;
    if (stopped && whole) {
      // The moves before stay; the player decides about the rest.
      line.goTo(stopped.step - 1);
      this.#cut = { shown: line.length, whole };
      await this.play.refresh();
      const place = stopped.rule?.own ? `, line ${stopped.rule.line}` : "";
      this.note(`With these rules move ${stopped.step} (${stopped.text}) may not be played: ${stopped.reason}${place}. The board is at the position before it.`, [
        button("Begin again", () => this.newGame()),
        ...(before.game && before.rules.text !== rules.text ? [button("Keep the old rules", () => void this.rules.replace(/** @type {string} */ (before.rules.text)))] : []),
      ]);
    } else if (byId("note").textContent.startsWith("With these rules")) {
      this.note("");
    }
    // Meanwhile another text may have been read.
    if (checked !== this.#checked) return;
    void this.tests.run();
    await this.#outline();
  }

  /** What the engine has said of the text last. @type {any} */
  #counted = null;

  /** Says whether the rules have errors. The list below is what is counted, as soon as there is one. */
  #showChecked() {
    const { game, problems } = this.#counted ?? { game: null, problems: [] };
    const isError = (/** @type {any} */ problem) => (this.#problemsOfText ? problem.severity === 1 : problem.error);
    const all = this.#problemsOfText ?? problems;
    const errors = all.filter(isError).length;
    const warnings = all.length - errors;
    const sign = byId("checked");
    sign.classList.toggle("bad", errors > 0 || !game);
    sign.textContent = errors ? (errors === 1 ? "an error" : `${errors} errors`) : warnings ? `checked, ${warnings === 1 ? "a warning" : `${warnings} warnings`}` : game ? "checked" : "";
  }

  async #outline() {
    const select = byId("outline");
    const symbols = await this.rules.outline().catch(() => []);
    const flat = symbols.flatMap((/** @type {any} */ symbol) => [
      { name: symbol.name, line: symbol.range.start.line + 1 },
      ...(symbol.children ?? []).map((/** @type {any} */ child) => ({ name: `– ${child.name}`, line: child.range.start.line + 1 })),
    ]);
    select.replaceChildren(element("option", { value: "" }, ["Go to …"]), ...flat.map((/** @type {any} */ { name, line }) => element("option", { value: line }, [name])));
  }

  newGame() {
    this.note("");
    this.controls.restart();
  }

  #changed() {
    this.controls.refresh();
    this.play.showDue();
    this.showView(this.view);
    this.#markLines();
    this.rules.showLine(0);
    // Where there is room, nothing is to move under the hand.
    if (this.play.line.length && narrow.matches) byId("doors").hidden = true;
    this.write();
    void this.computer.move();
  }

  /** A game that is played by links has a name, by which its links are known. */
  #playersChanged() {
    const isByLink = Object.values(this.play.players).includes(ELSEWHERE);
    if (isByLink) this.#turn ||= Math.random().toString(36).slice(2, 10);
    else this.#turn = "";
    this.write();
  }

  /** Marks beside the rules which lines have acted, and which tests failed. */
  #markLines() {
    /** @type {Map<number, {times: number, last: number}>} */
    const acted = new Map();
    this.play.state.log.forEach((/** @type {any} */ entry, /** @type {number} */ at) => {
      for (const line of entry.lines) acted.set(line, { times: (acted.get(line)?.times ?? 0) + 1, last: at + 1 });
    });
    this.acted = acted;
    const marks = [...acted].map(([line, { times, last }]) => ({ line, kind: /** @type {const} */ ("acted"), title: `acted in ${times === 1 ? "one move" : `${times} moves`}, last in move ${last}` }));
    const others = this.tests.marks().filter(({ line }) => !acted.has(line));
    this.rules.markLines([...marks, ...others]);
  }

  /** Is called by the tests when their result has changed. */
  testsChanged() {
    if (this.play.state) this.#markLines();
  }

  /**
   * @param {import("./play.js").Selection | null} selection
   * @param {any} event
   */
  #selected(selection, event) {
    this.rules.showLine(event?.rule?.own ? event.rule.line : 0);
    // On a phone the board at that moment is another part of the page.
    if (selection && narrow.matches && document.body.dataset.pane === "log") this.showPane("play");
    for (const item of document.querySelectorAll(".log-event")) {
      const isShown = selection && /** @type {HTMLElement} */ (item).dataset.event === `${selection.step}.${selection.event}`;
      item.toggleAttribute("aria-current", false);
      if (isShown) item.setAttribute("aria-current", "true");
    }
    this.write();
  }

  /** @param {number} line */
  #showLine(line) {
    if (narrow.matches) this.showPane("rules");
    this.rules.showLine(line, true);
  }

  /**
   * Says where the line of the cursor has acted.
   * @param {number} line
   */
  #cursorLine(line) {
    const found = this.acted?.get(line);
    if (!found) return;
    byId("checked").replaceChildren(`line ${line} acted in ${found.times === 1 ? "one move" : `${found.times} moves`}, last in `, button(`move ${found.last}`, () => void this.#lastOf(line, found.last), { class: "line-button" }));
  }

  /**
   * @param {number} line
   * @param {number} step
   */
  async #lastOf(line, step) {
    const told = await this.play.told(step);
    const event = told.events.findLastIndex((/** @type {any} */ other) => other.rule?.own && other.rule.line === line);
    if (narrow.matches) this.showPane("play");
    await this.play.select({ step, event: Math.max(0, event) });
  }

  /**
   * @param {any[]} problems
   * @param {boolean} fixable
   */
  #problems(problems, fixable) {
    this.#problemsOfText = problems;
    this.#showChecked();
    byId("fix-button").hidden = !fixable;
    const shown = problems.slice(0, 20).map((problem) =>
      element("li", {}, [
        button(`line ${problem.range.start.line + 1}`, () => this.#showLine(problem.range.start.line + 1), { class: "line-button" }),
        element("span", { class: problem.severity === 1 ? "failed" : "" }, [`${problem.severity === 1 ? "error" : "warning"}: `]),
        element("bdi", {}, [problem.message.split("\n")[0]]),
      ]),
    );
    const rest = problems.length - shown.length;
    byId("problems").replaceChildren(...(shown.length ? [element("ul", {}, [...shown, rest > 0 && element("li", {}, [`and ${rest} more`])])] : []));
  }

  /** @param {string} view */
  showView(view) {
    this.view = view;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#views [role=tab]"))) {
      const isShown = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      byId(`view-${tab.dataset.view}`).hidden = !isShown;
    }
    // What is designed need not come from the game on the board.
    if (!this.play.state && view !== "design") byId(`view-${view}`).replaceChildren(NO_GAME);
    else if (view === "log") byId("view-log").replaceChildren(...logView(this.play));
    else if (view === "moves") byId("view-moves").replaceChildren(...movesView(this.play));
    else if (view === "table") byId("view-table").replaceChildren(...tableView(this.play));
    else if (view === "evaluation") void this.computer.evaluate(byId("view-evaluation"));
    else if (view === "learn") this.learns.show(byId("view-learn"));
    else if (view === "try") this.tries.show(byId("view-try"));
    else if (view === "design") void this.designs.show(byId("view-design"));
    else if (view === "explain") void this.#explain(byId("view-explain"));
  }

  /** @param {HTMLElement} panel */
  async #explain(panel) {
    try {
      const { title, summary, sections } = await this.engine.ask({ ask: "explain", rules: this.play.rules, lines: true }, PATIENCE);
      panel.replaceChildren(element("h3", {}, [title]));
      // The engine escapes what authors wrote.
      panel.insertAdjacentHTML("beforeend", summary + sections.map((/** @type {any} */ section) => section.html).join(""));
    } catch (error) {
      panel.replaceChildren(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} pane */
  showPane(pane) {
    document.body.dataset.pane = pane;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs [role=tab]"))) {
      const isShown = tab.dataset.pane === pane;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    if (pane === "rules") this.#showEditor();
    if (pane === "log") this.showView("log");
    if (pane === "more" && this.view === "log") this.showView("moves");
  }

  /** Loads the editor where the rules are to be seen. */
  #showEditor() {
    if (byId("rules-pane").offsetParent === null) return;
    this.rules.show().catch((error) => this.note(`The editor cannot be loaded: ${error.message}.`, [button("Try again", () => this.#showEditor())]));
  }

  /** The game as links and sessions hold it. */
  shared() {
    const { rules, line, selection } = this.play;
    return {
      name: this.name,
      text: this.isShipped ? "" : this.rules.text,
      settings: rules.settings,
      steps: line.steps,
      selected: selection ? `${selection.step}.${selection.event}` : "",
    };
  }

  /** Keeps everything at once: the session of the window, and the game as one of one's own. */
  #keep() {
    if (!this.play.rules.text) return;
    const now = this.#now();
    // What a file of the folder has more than the disk is one's own until it is saved.
    const isOwn = now.file ? this.files?.isUnsaved : !this.isShipped && (this.own.id || this.#isDirty);
    let isKept = !isOwn || this.own.keep(now);
    if (now.file && !isOwn && this.own.id) this.own.forget();
    this.#isDirty = false;
    // The address, which may be sent, has the moves.
    if (now.turn) this.#keepTurn(now.turn);
    isKept = keep({ ...now, own: this.own.id, address: location.hash }) && isKept;
    if (!isKept && !this.#complained) {
      this.#complained = true;
      this.note("This browser keeps nothing for this page: share the game or export it before you close the window.");
    }
  }

  /**
   * Keeps the game as one that is played by links.
   * @param {string} turn
   */
  #keepTurn(turn) {
    const { state, table, game } = this.play;
    const { name, text, settings, steps } = this.shared();
    keepTurn(turn, { steps, hash: game?.rules, name, text, settings }, state?.due.kind === "over" || Boolean(table?.over));
  }

  /** Writes the session and the address, a little later. */
  write() {
    clearTimeout(this.#writing);
    const writing = setTimeout(async () => {
      // The address of a file in a folder is that of the page: its text is on the disk.
      const address = this.files?.name ? location.pathname : await encodeLink({ ...this.shared(), turn: this.#turn }).catch(() => "");
      if (address) history.replaceState(null, "", address);
      this.#address = location.hash;
      this.#keep();
      if (writing === this.#writing) this.#writing = 0;
    }, WRITES);
    this.#writing = writing;
  }

  /** Whether the session and the address hold all that was done. */
  get isWritten() {
    return this.#writing === 0;
  }

  async #share() {
    if (narrow.matches) byId("menu").open = false;
    const game = this.shared();
    const hosted = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=uur-address]"))?.content;
    const isPublic = /^https?:$/.test(location.protocol) && !this.files && !/^(localhost|127\.|\[::1\])/.test(location.hostname);
    await shareDialog({
      game,
      lastGood: game.text && this.#good,
      turn: this.#turn,
      isServed: Boolean(this.files) && !hosted,
      address: hosted ?? (isPublic ? location.href.replace(/[?#].*/, "") : ""),
      savePage: async () => save(`${this.name}-play.html`, "text/html", await playablePage(this.engine, this.play.soFar)),
    });
  }

  /** The shipped games; the list is read once. */
  async #shipped() {
    if (!this.games) {
      const games = [];
      for (;;) {
        const answer = /** @type {any} */ (await this.tries.engine.ask({ ask: "list", first: games.length }));
        games.push(...answer.games);
        if (!answer.games.length || games.length >= answer.total) break;
      }
      this.games = games;
    }
    return this.games;
  }

  async #gallery() {
    const opens = byId("gallery-button");
    opens.setAttribute("aria-busy", "true");
    if (!this.games) this.play.say("The games are being read …");
    const say = () => this.play.state && this.play.say(this.play.state.said);
    try {
      const games = await this.#shipped();
      const picture = async (/** @type {string} */ name) => (await this.tries.engine.ask({ ask: "game", game: { rules: { name } }, view: { compact: true, without_legend: true } })).board.svg;
      say();
      galleryDialog(games, picture, (name) => void this.#choose({ name }));
    } catch (error) {
      say();
      this.note(`${/** @type {Error} */ (error).message}.`, [button("Try again", () => { this.note(""); void this.#gallery(); })]);
    } finally {
      opens.removeAttribute("aria-busy");
    }
  }

  /**
   * Opens a game that was chosen.
   * @param {any} game
   */
  async #choose(game) {
    byId("doors").hidden = true;
    try {
      await this.#return(game);
      this.showPane(game.pane ?? "play");
    } catch (error) {
      this.note(/** @type {Error} */ (error).message);
    }
  }

  /** Lists the games that were written here. */
  #listOwn() {
    this.#keep();
    ownDialog(ownGames(), hasUnkept(), {
      open: (game) => void this.#choose({ ...game, own: game.id }),
      remove: (game) => this.own.remove(game),
      save: (game) => save(`${game.name}.uur`, "text/plain", game.text),
      saveAll: async () => {
        await this.rules.show();
        /** @type {Record<string, string>} */
        const files = {};
        for (const { name, text } of ownGames()) {
          let file = `${name}.uur`;
          for (let number = 2; file in files; number += 1) file = `${name}-${number}.uur`;
          files[file] = text;
        }
        save("uur-games.zip", "application/zip", new Blob([/** @type {any} */ (globalThis).uurEditor.zip(files)]));
      },
    });
  }

  #begin() {
    beginDialog(async (template) => {
      const { text } = await this.engine.ask({ ask: "template", ...template }, PATIENCE);
      this.#isDirty = true;
      await this.openNew({ name: fileName(template.title), text, pane: "rules" });
    });
  }

  /**
   * Opens rules that are one's own from now on.
   * @param {{name: string, text: string, pane: string}} game
   */
  async openNew(game) {
    await this.#choose({ ...game, own: "" });
    this.#isDirty = true;
    this.write();
  }

  #wire() {
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => void} */ run) => byId(id).addEventListener(event, run);
    const hideDoors = () => (byId("doors").hidden = true);
    on("gallery-button", "click", () => void this.#gallery());
    on("own-button", "click", () => this.#listOwn());
    on("begin-button", "click", () => this.#begin());
    on("open-button", "click", () => byId("file").click());
    on("share-button", "click", () => void this.#share());
    on("export-button", "click", () => exportDialog(this));
    on("help-button", "click", helpDialog);
    on("door-play", "click", () => void this.#gallery());
    on("door-change", "click", () => {
      hideDoors();
      this.showPane("rules");
      void this.rules.show().then(({ view }) => view.focus(), () => {});
    });
    on("door-begin", "click", () => this.#begin());
    on("door-close", "click", hideDoors);
    // Those who have been here, or follow a link, need no doors.
    byId("doors").hidden = location.hash.length > 1 || lastSession() !== null || document.querySelector("meta[name=uur-serve]") !== null;
    on("format-button", "click", () => void this.rules.show().then((editor) => editor.format()));
    on("fix-button", "click", () => void this.editor?.fixAll());
    on("keep-button", "click", () => void this.rules.replace(this.play.rules.text ?? ""));
    on("outline", "change", (event) => {
      if (event.target.value) this.#showLine(Number(event.target.value));
      event.target.value = "";
    });
    on("file", "change", async (event) => {
      const files = [...event.target.files];
      event.target.value = "";
      for (const file of files) await this.#opened(file);
    });
    this.#tabs("#views", (tab) => this.showView(/** @type {string} */ (tab.dataset.view)));
    this.#tabs("#tabs", (tab) => this.showPane(/** @type {string} */ (tab.dataset.pane)));
    this.#divider();
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      for (const file of event.dataTransfer?.files ?? []) void this.#opened(file);
    });
    window.addEventListener("hashchange", () => void this.#addressChanged());
    // What was typed last is kept even if the window closes now.
    for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, () => (event === "pagehide" || document.hidden) && this.#keep(), true);
    addEventListener("beforeunload", (event) => hasUnkept() && event.preventDefault());
    narrow.addEventListener("change", () => this.#showEditor());
    new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && document.body.dataset.ready && this.#showEditor()).observe(byId("rules-pane"));
    const view = new URLSearchParams(location.search).get("view");
    if (view === "stage" || view === "board") document.body.classList.add(view);
  }

  /**
   * Tabs are one stop of the Tab key; arrows go between them.
   * @param {string} list
   * @param {(tab: HTMLElement) => void} choose
   */
  #tabs(list, choose) {
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${list} [role=tab]`))];
    tabs.forEach((tab, at) => {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const next = tabs[(at + by + tabs.length) % tabs.length];
        choose(next);
        next.focus();
      });
    });
  }

  #divider() {
    const divider = byId("divider");
    const set = (/** @type {number} */ share) => {
      const width = Math.min(70, Math.max(20, share));
      document.documentElement.style.setProperty("--rules-width", `${width}%`);
      divider.setAttribute("aria-valuenow", String(Math.round(width)));
    };
    divider.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => divider.setPointerCapture(event.pointerId));
    divider.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (divider.hasPointerCapture(event.pointerId)) set((100 * event.clientX) / innerWidth);
    });
    divider.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
      if (by) {
        set(Number(divider.getAttribute("aria-valuenow")) + by);
        event.preventDefault();
      }
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isTyping = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select, .cm-editor, dialog") !== null;
    if (event.key === "F1" || (event.key === "?" && !isTyping)) helpDialog();
    else if (event.key === "F6") this.#nextPane(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  /** @param {number} by */
  #nextPane(by) {
    const places = [() => this.editor?.view.focus(), () => /** @type {HTMLElement} */ (this.play.board.svg?.querySelector("[tabindex='0']"))?.focus(), () => /** @type {HTMLElement} */ (document.querySelector("#views [aria-selected=true]"))?.focus()];
    const panes = ["rules-pane", "play-pane", "more-pane"];
    const at = panes.findIndex((id) => byId(id).contains(document.activeElement));
    places[(at + by + places.length) % places.length]();
  }

  /**
   * A file that was chosen or dropped: rules, or a record.
   * @param {File} file
   */
  async #opened(file) {
    if (file.size > MOST_FILE) {
      this.note(`${file.name} is larger than 1 MiB, which no rule file is.`);
      return;
    }
    const text = await file.text();
    const isRules = /\.uur$/i.test(file.name) || /^\s*(#.*\n\s*)*language\b/.test(text);
    if (isRules) {
      await this.openNew({ name: fileName(file.name.replace(/\.uur$/i, "")), text, pane: "rules" });
      return;
    }
    try {
      const { name, settings, steps, table } = await this.engine.ask({ ask: "read", text }, PATIENCE);
      if (name) {
        await this.engine.ask({ ask: "open", rules: { name } }, PATIENCE);
        await this.#choose({ name, settings, steps });
        this.controls.table.take(table, steps);
        await this.play.refresh();
      }
      else await this.play.playAll(steps);
    } catch (error) {
      this.note(`${file.name} is neither a rule file, which begins with \`language 1\`, nor a record: ${/** @type {Error} */ (error).message}`);
    }
  }

  /** The address was changed by hand, or a link was followed to this page: one's own work does not go away unasked. */
  async #addressChanged() {
    if (location.hash === this.#address || location.hash.length < 2) return;
    try {
      if (await this.files?.host.take(location.hash)) {
        // Another program serves the page now, and knows nothing of it yet.
        await this.files?.start();
        this.note("");
        this.editor?.lose();
        await this.#read(this.rules.text);
        this.write();
        return;
      }
    } catch (error) {
      this.note(/** @type {Error} */ (error).message);
      return;
    }
    const isOwn = this.own.id !== "" || this.#isDirty || (this.files?.name && this.files.isUnsaved);
    if (!isOwn) {
      await this.openAddress();
      return;
    }
    this.#keep();
    await this.#offer(location.hash);
  }

  /**
   * Offers a link in place of one's own work.
   * @param {string} linked
   */
  async #offer(linked) {
    // The address is that of what is open.
    history.replaceState(null, "", this.#address || location.pathname + location.search);
    const fault = await decodeLink(linked).then(() => "", (error) => error.message);
    if (fault) {
      this.note(`The link cannot be read: ${fault}.`);
      return;
    }
    const open = async () => {
      this.note("");
      await this.openAddress(linked);
    };
    this.note(`The link holds another game than ${this.#title}, or another version of it. ${this.#title} is open here and ${whereKept()}.`, [button("Open the link", () => void open())]);
  }

  /**
   * One's own game of which a link holds another version; a link may have no tests.
   * @param {string} linked
   */
  async #ownVersion(linked) {
    const { text } = (await decodeLink(linked).catch(() => null)) ?? { text: "" };
    const versions = text ? ownGames().filter(({ title }) => title === titleOf(text)) : [];
    return versions.some((own) => withoutTests(own.text) === withoutTests(text)) ? undefined : versions[0];
  }

  /**
   * Opens what an address holds. Returns whether it holds a game.
   * @param {string} [hash]
   */
  async openAddress(hash = location.hash) {
    try {
      const linked = await decodeLink(hash);
      if (!linked) return false;
      await this.open({ ...linked, turn: "", name: fileName(linked.name || (titleOf(linked.text) ?? "shared")) });
      if (linked.turn) this.#continue(linked.turn, linked.steps);
      return true;
    } catch (error) {
      if (!(error instanceof LinkError) && !(error instanceof Error)) throw error;
      this.note(`The link cannot be read: ${error.message}.`);
      return false;
    }
  }

  /**
   * A game that is played by links goes on: it has to continue the one that was sent.
   * @param {string} turn
   * @param {string[]} steps
   */
  #continue(turn, steps) {
    const { state, game } = this.play;
    // Any line that this window has shown may be the one that was sent.
    const lines = keptTurn(turn).map((sent) => ({ sent, differs: sent.steps.findIndex((step, at) => steps[at] !== step), isOther: (sent.hash ?? game?.rules) !== game?.rules }));
    const known = lines.find(({ differs, isOther }) => differs < 0 && !isOther);
    if (!known && lines.length) {
      const alike = lines.filter(({ isOther }) => !isOther);
      const { sent, differs } = (alike.length ? alike : lines).reduce((best, line) => (line.differs > best.differs ? line : best));
      const said = !alike.length ? "This is not the game that was sent: it was played by other rules." : differs < steps.length ? `This is not the game that was sent: move ${differs + 1} is ${steps[differs]} here, and was ${sent.steps[differs]}.` : `This link is older than the game that was sent, which has ${sent.steps.length} moves.`;
      const show = async () => this.openAddress(await encodeLink({ ...this.shared(), ...sent, selected: "", turn }));
      this.note(said, [button("Show the game that was sent", () => void show())]);
      return;
    }
    this.#turn = turn;
    this.#keepTurn(turn);
    if (state?.due.kind === "move") {
      const { side } = state.due;
      this.controls.setPlayers({ south: ELSEWHERE, north: ELSEWHERE, [side]: "you" });
      const fresh = known ? steps.length - known.sent.steps.length : 0;
      const news = fresh ? `${fresh === 1 ? "A new move" : `${fresh} new moves`}. ` : "";
      this.note(`${news}You play ${capital(side)}. Make your move, and send the game back.`);
      if (!this.play.selection) void this.play.refresh();
    }
  }

  /**
   * Begins with what this window has shown, with the address, with the folder that is served, with what the browser
   * keeps, or with the first game.
   * @param {Host | null} host
   */
  async start(host) {
    const session = await ownSession();
    const isLinked = location.hash.length > 1 && location.hash !== session?.address;
    if (host) {
      this.files = new FolderFiles(host, this);
      await this.files.start().catch((error) => this.note(error.message));
    }
    // A link does not take the place of one's own work unasked.
    const linked = location.hash;
    const own = isLinked && (session?.own ? session : await this.#ownVersion(linked));
    try {
      if (own) {
        await this.#return({ ...own, own: own.own ?? own.id });
        await this.#offer(linked);
        return;
      }
    } catch {
      // What cannot be opened does not stand in the way.
    }
    if (isLinked && (await this.openAddress())) return;
    if (session?.file && (await this.files?.reopen(session))) return;
    if (!session && (await this.files?.openFirst())) return;
    const kept = session ?? (isLinked ? null : lastSession());
    if (kept && !kept.file) {
      try {
        await this.open(kept);
        return;
      } catch {
        this.note("The last session cannot be opened again.");
      }
    }
    await this.open({ name: FIRST });
  }

  /** The page can be used: the editor is loaded where it is to be seen. */
  ready() {
    this.#showEditor();
  }
}

/**
 * The name of a file for a game: letters, digits and hyphens.
 * @param {string} title
 */
function fileName(title) {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "game";
}

async function start() {
  // The board of the page is to be seen before anything else is loaded.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
  // What is pressed on the board of the page is played when there is an engine, if the board is still the same.
  let pressed = "";
  const press = (/** @type {Event} */ event) => {
    pressed = /** @type {any} */ (event.target).closest("[data-pit]")?.dataset.pit ?? "";
    event.stopImmediatePropagation();
  };
  byId("board-area").addEventListener("click", press);
  const host = await Host.ofPage();
  const parts = host ? null : await loadEngine();
  const page = new Page(() => (host ? new HostEngine(host) : new WorkerEngine(/** @type {import("./engine.js").EngineParts} */ (parts), shippedGames)));
  if (parts) {
    const { rest } = parts;
    parts.rest = () => page.loading("The rest of the engine is being loaded …", rest());
  }
  await page.start(host);
  byId("board-area").removeEventListener("click", press);
  if (pressed && page.name === FIRST && page.isShipped && !page.play.line.length) void page.play.press(Number(pressed));
  /** @type {any} */ (globalThis).uurPage = page;
  document.body.dataset.ready = "true";
  page.ready();
  // On a host the browser keeps the page, so that it works without a network. Where it may not, the page works all the same.
  if (!host && location.protocol !== "file:") await navigator.serviceWorker?.register("offline.js").catch(() => {});
}

start().catch((error) => {
  const note = byId("note");
  // What the engine or the server refuses is no fault of the browser.
  note.textContent = `The page cannot start: ${error.message}.${error instanceof EngineError ? "" : " A browser of 2023 or later is needed."}`;
  note.hidden = false;
  byId("status").replaceChildren(button("Try again", () => location.reload()));
  if (error.code !== "token") return;
  // The game of the page is not the one that was to be opened.
  if (location.hash.length > 1) note.append(" The link then opens in the same tab.");
  byId("name").textContent = "uur";
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav, #doors, main"))) part.hidden = true;
  addEventListener("hashchange", () => location.reload());
});
