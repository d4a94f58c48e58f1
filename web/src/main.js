// The page: brings the editor, the game, the engine and the address together.
import { LinkError, decodeLink, encodeLink } from "./codec.js";
import { askText, galleryDialog, helpDialog, save, shareDialog, show } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { Editor } from "./editor.js";
import { EngineError, WorkerEngine, loadModule } from "./engine.js";
import { FolderFiles, Host, HostEngine } from "./host.js";
import { Line } from "./line.js";
import { logView, movesView, tableView } from "./log.js";
import { Computer, LEVELS } from "./computer.js";
import { Play } from "./play.js";
import { capital } from "./words.js";
import { TryView } from "./try.js";
import { TestRunner } from "./tests.js";
import { keep, kept } from "./storage.js";

/** How long after a key the rules are read again, in milliseconds. */
const QUIET = 60;
/** How long after a change the session and the address are written, in milliseconds. */
const WRITES = 500;
/** How long a document may take, in milliseconds. */
const DOCUMENT = 30000;

class Page {
  name = "boola";
  /** The text of the shipped game, with which the editor began. */
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

  /**
   * @param {() => any} makeEngine Starts another engine: the board, the computer, the language server, tests and series
   * have one each, so that none waits for another.
   */
  constructor(makeEngine) {
    const engine = makeEngine();
    const language = makeEngine();
    this.engine = engine;
    this.play = new Play({
      engine,
      onChange: () => this.#changed(),
      onSelect: (selection, event) => this.#selected(selection, event),
      onLine: (line) => this.#showLine(line),
    });
    this.editor = new Editor({
      parent: byId("editor"),
      send: (message) => language.tell(message),
      onText: () => this.#edited(),
      onProblems: (problems) => this.#problems(problems),
      onLine: (line) => this.#cursorLine(line),
    });
    this.editor.askName = askText;
    this.editor.complain = (text) => this.note(text);
    this.computer = new Computer(makeEngine(), this.play, (text) => this.note(text));
    this.tests = new TestRunner(makeEngine(), this);
    this.tries = new TryView(makeEngine(), this);
    this.#wire();
  }

  /**
   * Shows a note above everything, until the next one.
   * @param {string} text
   * @param {HTMLElement[]} [buttons]
   */
  note(text, buttons = []) {
    const note = byId("note");
    note.replaceChildren(text, " ", ...buttons, " ", button("Close", () => (note.hidden = true), { class: "line-button" }));
    note.hidden = text === "";
  }

  /**
   * Begins with a game.
   * @param {{name: string, text?: string, settings?: Record<string, string>, steps?: string[], selected?: string, isFile?: boolean}} begin
   */
  async open({ name, text, settings = {}, steps = [], selected = "", isFile = false }) {
    this.computer.stop();
    // What the game before has changed is not written under the name of this one.
    clearTimeout(this.#writing);
    if (!isFile) this.files?.leave();
    const shipped = text ? null : await this.engine.ask({ ask: "open", rules: { name } });
    this.name = name || "game";
    this.shippedText = shipped?.game?.text ?? "";
    const all = text || this.shippedText;
    this.play.rules = { name: this.name, text: all, settings };
    this.play.line = new Line(steps);
    this.editor.open(all);
    this.play.game = null;
    await this.#read(all, { keepsSteps: true });
    const found = /^(\d+)\.(\d+)$/.exec(selected);
    if (found && this.play.state) await this.play.select({ step: Number(found[1]), event: Number(found[2]) });
  }

  /**
   * Gives a parameter a value. The game goes on, as after an edit.
   * @param {string} name
   * @param {string} value
   */
  async setParameter(name, value) {
    this.computer.stop();
    await this.#read(this.editor.text, { keepsSteps: true, settings: { ...this.play.rules.settings, [name]: value } });
  }

  /** Whether the rules are those of a shipped game. */
  get isShipped() {
    return this.shippedText !== "" && this.play.rules.text === this.shippedText;
  }

  #edited() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(this.editor.text, { keepsSteps: true }), QUIET);
  }

  /**
   * Reads a text; if it has no errors, the game goes on with it.
   * @param {string} text
   * @param {{keepsSteps: boolean, settings?: Record<string, string>}} how
   */
  async #read(text, { keepsSteps, settings = this.play.rules.settings }) {
    this.#checked += 1;
    const checked = this.#checked;
    const rules = { name: this.name, text, settings };
    let answer;
    try {
      answer = await this.engine.ask({ ask: "open", rules }, 10000);
    } catch (error) {
      this.note(/** @type {Error} */ (error).message);
      return;
    }
    if (checked !== this.#checked) return;
    const errors = answer.problems.filter((/** @type {any} */ problem) => problem.error);
    const sign = byId("checked");
    sign.classList.toggle("bad", !answer.game);
    const warnings = answer.problems.length - errors.length;
    sign.textContent = answer.game ? (warnings ? `checked, ${warnings === 1 ? "a warning" : `${warnings} warnings`}` : "checked") : `${errors.length === 1 ? "an error" : `${errors.length} errors`}`;
    document.body.classList.toggle("stale", !answer.game);
    const stale = byId("stale");
    stale.hidden = Boolean(answer.game);
    byId("keep-button").hidden = Boolean(answer.game) || !this.play.game;
    if (!answer.game) {
      const place = errors[0]?.labels[0];
      stale.replaceChildren(this.play.game ? "The board follows the last rules without errors. " : "There is no board yet. ", place ? button(`line ${place.line}: ${errors[0].message}`, () => this.#showLine(place.line), { class: "line-button" }) : "");
      return;
    }
    const before = { rules: this.play.rules, game: this.play.game };
    this.play.game = answer.game;
    this.play.rules = rules;
    document.title = `${answer.game.title} – uur`;
    byId("name").textContent = answer.game.title;
    this.tries.rulesChanged();
    if (!keepsSteps) this.play.line = new Line();
    // Moves that an edit before this one cut off may be legal again.
    const { line } = this.play;
    if (this.#cut && this.#cut.shown === line.length) line.goTo(this.#cut.whole);
    this.#cut = null;
    const whole = line.length;
    if (!(await this.play.refresh())) return;
    const { stopped } = this.play.state;
    if (stopped && whole) {
      // The moves before stay; the player decides about the rest.
      line.goTo(stopped.step - 1);
      this.#cut = { shown: line.length, whole };
      await this.play.refresh();
      const place = stopped.rule?.own ? `, line ${stopped.rule.line}` : "";
      this.note(`With these rules move ${stopped.step} (${stopped.text}) may not be played: ${stopped.reason}${place}. The board is at the position before it.`, [
        button("Start anew", () => this.newGame()),
        ...(before.game ? [button("Keep the old rules", () => this.editor.replace(/** @type {string} */ (before.rules.text)))] : []),
      ]);
    } else if (byId("note").textContent.startsWith("With these rules")) {
      this.note("");
    }
    void this.tests.run();
    await this.#outline();
  }

  async #outline() {
    const select = byId("outline");
    let symbols = [];
    try {
      symbols = await this.editor.outline();
    } catch {
      // Without a server there is no outline.
    }
    const flat = symbols.flatMap((/** @type {any} */ symbol) => [
      { name: symbol.name, line: symbol.range.start.line + 1 },
      ...(symbol.children ?? []).map((/** @type {any} */ child) => ({ name: `– ${child.name}`, line: child.range.start.line + 1 })),
    ]);
    select.replaceChildren(element("option", { value: "" }, ["Go to …"]), ...flat.map((/** @type {any} */ { name, line }) => element("option", { value: line }, [name])));
  }

  newGame() {
    this.computer.stop();
    this.note("");
    this.play.restart();
  }

  #changed() {
    const { state } = this.play;
    const round = this.play.game?.rounds ? `Round ${state.round}: ` : "";
    byId("turn").textContent = round + (state.result ? state.result.text : capital(`${state.position.to_move ?? ""} to move`));
    byId("undo").disabled = !this.play.line.canUndo;
    byId("redo").disabled = !this.play.line.canRedo;
    byId("next-round").hidden = state.due.kind !== "round";
    byId("command-help").textContent = state.moves.length ? `as the game writes it, such as ${state.moves[0].move}` : "";
    this.play.showDue();
    this.showView(this.view);
    this.#markLines();
    this.editor.showLine(0);
    this.#write();
    document.body.dataset.moves = String(state.log.length);
    void this.computer.move();
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
    this.editor.markLines([...marks, ...others]);
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
    if (event?.rule?.own) this.editor.showLine(event.rule.line);
    else this.editor.showLine(0);
    for (const item of document.querySelectorAll(".log-event")) {
      const isShown = selection && /** @type {HTMLElement} */ (item).dataset.event === `${selection.step}.${selection.event}`;
      item.toggleAttribute("aria-current", false);
      if (isShown) item.setAttribute("aria-current", "true");
    }
    this.#write();
  }

  /** @param {number} line */
  #showLine(line) {
    if (matchMedia("(max-width: 699px)").matches) this.showPane("rules");
    this.editor.showLine(line, true);
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
    await this.play.select({ step, event: Math.max(0, event) });
  }

  /** @param {any[]} problems */
  #problems(problems) {
    const list = byId("problems");
    byId("fix-button").hidden = !problems.length;
    if (!problems.length) {
      list.replaceChildren();
      return;
    }
    const items = problems.slice(0, 20).map((problem) =>
      element("li", {}, [
        button(`line ${problem.range.start.line + 1}`, () => this.#showLine(problem.range.start.line + 1), { class: "line-button" }),
        element("span", { class: problem.severity === 1 ? "failed" : "" }, [`${problem.severity === 1 ? "error" : "warning"}: `]),
        element("bdi", {}, [problem.message.split("\n")[0]]),
      ]),
    );
    list.replaceChildren(element("ul", {}, items));
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
    if (!this.play.state) return;
    if (view === "log") byId("view-log").replaceChildren(...logView(this.play));
    else if (view === "moves") byId("view-moves").replaceChildren(...movesView(this.play));
    else if (view === "table") byId("view-table").replaceChildren(...tableView(this.play));
    else if (view === "evaluation") void this.computer.evaluate(byId("view-evaluation"));
    else if (view === "try") this.tries.show(byId("view-try"));
    else if (view === "explain") void this.#explain(byId("view-explain"));
  }

  /** @param {HTMLElement} panel */
  async #explain(panel) {
    try {
      const { title, summary, sections } = await this.engine.ask({ ask: "explain", rules: this.play.rules, lines: true }, 10000);
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
    if (pane === "log") this.showView("log");
    if (pane === "more" && this.view === "log") this.showView("moves");
  }

  /** The game as links and sessions hold it. */
  shared() {
    const { rules, line, selection } = this.play;
    return {
      name: this.isShipped ? this.name : "",
      text: this.isShipped ? "" : (rules.text ?? ""),
      settings: rules.settings,
      steps: line.steps,
      selected: selection ? `${selection.step}.${selection.event}` : "",
    };
  }

  /** Writes the session and the address, a little later. */
  #write() {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(async () => {
      const shared = this.shared();
      const isKept = keep({ ...shared, name: this.name, text: this.isShipped ? "" : this.editor.text, players: this.play.players, speed: this.play.speed, preview: this.play.previewMode });
      if (!isKept && !this.#complained) {
        this.#complained = true;
        this.note("This browser keeps nothing for this page: share the game or export it before you close the window.");
      }
      // The address of a file in a folder is that of the page: its text is on the disk.
      history.replaceState(null, "", this.files?.name ? location.pathname : await encodeLink(shared));
    }, WRITES);
  }

  #export() {
    const { game, rules, view } = this.play;
    const picture = async () => (await this.engine.ask({ ask: "board", game: this.play.soFar, view })).svg;
    const png = async () => {
      const svg = await picture();
      const image = new Image();
      const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
      const [width, height] = box ? [2 * Number(box[1]), 2 * Number(box[2])] : [1600, 800];
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace("<svg", `<svg width="${width}" height="${height}"`))}`;
      await image.decode();
      const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width, height }));
      canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
      canvas.toBlob((blob) => blob && save(`${rules.name}.png`, "image/png", blob));
    };
    const guarded = (/** @type {() => Promise<void>} */ run) => () => void run().catch((error) => this.note(error.message));
    const html = async (/** @type {object} */ request, /** @type {string} */ name) => {
      const answer = await this.engine.ask(request, DOCUMENT);
      save(`${rules.name}-${name}.html`, "text/html", answer.html);
    };
    show("Export", [
      element("p", {}, [`${game.title} as a file:`]),
      element("div", { class: "row" }, [
        button("Rules (.uur)", () => save(`${rules.name}.uur`, "text/plain", this.editor.text)),
        button("Record of the game", guarded(async () => {
          const { text } = await this.engine.ask({ ask: "record", game: this.play.soFar });
          save(`${rules.name}-record.txt`, "text/plain", text);
        })),
        button("Board (.svg)", guarded(async () => save(`${rules.name}.svg`, "image/svg+xml", await picture()))),
        button("Board (.png)", guarded(png)),
        button("Rule sheet to print (.html)", guarded(() => html({ ask: "sheet", rules }, "sheet"))),
        button("Page with this game (.html)", guarded(() => html({ ask: "replay", game: this.play.soFar }, "page"))),
      ]),
    ]);
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
    try {
      const games = await this.#shipped();
      const picture = async (/** @type {string} */ name) => (await this.tries.engine.ask({ ask: "game", game: { rules: { name } }, view: { compact: true, without_legend: true } })).board.svg;
      galleryDialog(games, picture, (name) => {
        this.note("");
        void this.open({ name });
      });
    } catch (error) {
      this.note(/** @type {Error} */ (error).message);
    }
  }

  #wire() {
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => void} */ run) => byId(id).addEventListener(event, run);
    on("gallery-button", "click", () => void this.#gallery());
    on("new-button", "click", () => this.newGame());
    on("share-button", "click", () => void shareDialog({ ...this.shared(), text: this.isShipped ? "" : this.editor.text }));
    on("export-button", "click", () => this.#export());
    on("help-button", "click", helpDialog);
    on("format-button", "click", () => void this.editor.format());
    on("fix-button", "click", () => void this.editor.fixAll());
    on("keep-button", "click", () => this.editor.replace(this.play.rules.text ?? ""));
    on("outline", "change", (event) => {
      if (event.target.value) this.#showLine(Number(event.target.value));
      event.target.value = "";
    });
    on("undo", "click", () => { this.computer.stop(); void this.play.undo(); });
    on("redo", "click", () => void this.play.redo());
    on("hint", "click", () => void this.computer.hint());
    on("stop", "click", () => this.computer.stop(true));
    on("next-round", "click", () => void this.play.refresh({ begin: true }));
    on("speed", "change", (event) => { this.play.speed = event.target.value; this.#write(); });
    on("preview-mode", "change", (event) => { this.play.previewMode = event.target.value; this.#write(); });
    on("flip", "click", () => {
      this.play.view.flip = !this.play.view.flip;
      byId("flip").setAttribute("aria-pressed", String(this.play.view.flip));
      void this.play.refresh();
    });
    on("command-form", "submit", (event) => {
      event.preventDefault();
      const input = byId("command");
      const typed = input.value.trim();
      input.value = "";
      if (typed) void this.#typed(typed);
    });
    for (const side of ["south", "north"]) {
      const select = byId(`${side}-player`);
      select.replaceChildren(...["you", ...LEVELS].map((level) => element("option", { value: level }, [level === "you" ? "you" : `computer, ${level}`])));
      select.addEventListener("change", () => {
        this.play.players[side] = select.value;
        this.computer.stop();
        this.play.isReviewing = false;
        void this.play.refresh();
      });
    }
    this.#tabs("#views", (tab) => this.showView(/** @type {string} */ (tab.dataset.view)));
    this.#tabs("#tabs", (tab) => this.showPane(/** @type {string} */ (tab.dataset.pane)));
    this.#divider();
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.#dropped(file);
    });
    window.addEventListener("hashchange", () => void this.openAddress());
    const narrow = matchMedia("(max-width: 699px)");
    const turn = () => {
      this.play.view.upright = narrow.matches;
      if (this.play.state) void this.play.refresh();
    };
    narrow.addEventListener("change", turn);
    this.play.view.upright = narrow.matches;
    if (new URLSearchParams(location.search).get("view") === "stage") document.body.classList.add("stage");
    this.showPane("play");
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

  /** @param {string} typed */
  async #typed(typed) {
    if (/^(undo|redo|hint|new)$/.test(typed)) {
      if (typed === "undo") await this.play.undo();
      else if (typed === "redo") await this.play.redo();
      else if (typed === "hint") await this.computer.hint();
      else this.newGame();
      return;
    }
    for (const step of typed.split(/\s+/)) await this.play.play(step);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.closest("input, textarea, select, .cm-editor, dialog") !== null;
    if (event.key === "F1") helpDialog();
    else if (event.key === "F6") this.#nextPane(event.shiftKey ? -1 : 1);
    else if ((event.ctrlKey || event.metaKey) && event.key === "Enter") this.newGame();
    else if (isTyping) return;
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (event.shiftKey) void this.play.redo();
      else {
        this.computer.stop();
        void this.play.undo();
      }
    } else if ((event.ctrlKey || event.metaKey) && event.key === "y") void this.play.redo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Escape") {
      if (!this.play.escape()) return;
    } else if (event.key === ".") void this.play.walk(1);
    else if (event.key === ",") void this.play.walk(-1);
    else if (event.key === "PageUp") void this.play.goTo(this.play.line.length - 1);
    else if (event.key === "PageDown") void this.play.goTo(this.play.line.length + 1);
    else if (event.key === "/") byId("command").focus();
    else if (event.key === "?") helpDialog();
    else if (event.key === "!") {
      const pit = Number(/** @type {HTMLElement} */ (document.activeElement)?.dataset?.pit ?? NaN);
      if (!Number.isNaN(pit)) void this.play.whyNot(pit);
    } else if (["+", "-", "0"].includes(event.key)) this.#speed(event.key);
    else return;
    event.preventDefault();
  }

  /** @param {string} key */
  #speed(key) {
    const select = byId("speed");
    const names = [...select.options].map((option) => option.value);
    const at = names.indexOf(this.play.speed);
    this.play.speed = key === "0" ? "once" : names[Math.min(names.length - 1, Math.max(0, at + (key === "+" ? 1 : -1)))];
    select.value = this.play.speed;
    this.play.say(`Speed: ${select.selectedOptions[0].textContent}.`);
    this.#write();
  }

  /** @param {number} by */
  #nextPane(by) {
    const places = [() => this.editor.view.focus(), () => /** @type {HTMLElement} */ (this.play.board.svg?.querySelector("[tabindex='0']"))?.focus(), () => /** @type {HTMLElement} */ (document.querySelector("#views [aria-selected=true]"))?.focus()];
    const panes = ["rules-pane", "play-pane", "more-pane"];
    const at = panes.findIndex((id) => byId(id).contains(document.activeElement));
    places[(at + by + places.length) % places.length]();
  }

  /** @param {File} file */
  async #dropped(file) {
    if (file.size > 1 << 20) {
      this.note(`${file.name} is larger than 1 MiB, which no rule file is.`);
      return;
    }
    const text = await file.text();
    if (!/^\s*(#.*\n\s*)*language\b/.test(text)) {
      try {
        const { name, settings, steps } = await this.engine.ask({ ask: "read", text });
        if (name) await this.open({ name, settings, steps });
        else for (const step of steps) await this.play.play(step);
      } catch (error) {
        this.note(`${file.name} is neither a rule file, which begins with \`language 1\`, nor a record: ${/** @type {Error} */ (error).message}`);
      }
      return;
    }
    await this.open({ name: file.name.replace(/\.uur$/, "").replace(/[^\w-]/g, "-") || "game", text });
  }

  /** Opens what the address holds. Returns whether it holds a game. */
  async openAddress() {
    try {
      const linked = await decodeLink(location.hash);
      if (!linked) return false;
      await this.open({ ...linked, name: linked.name || "shared" });
      return true;
    } catch (error) {
      if (!(error instanceof LinkError) && !(error instanceof Error)) throw error;
      this.note(`The link cannot be read: ${error.message}.`);
      return false;
    }
  }

  /**
   * Begins with the address, with the folder that is served, with what the browser keeps, or with Boola.
   * @param {Host | null} host
   */
  async start(host) {
    try {
      await this.editor.start();
    } catch (error) {
      this.note(`The rules are not checked while you write: ${/** @type {Error} */ (error).message}`);
    }
    if (host) {
      this.files = new FolderFiles(host, this);
      try {
        await this.files.start();
      } catch (error) {
        this.note(/** @type {Error} */ (error).message);
      }
    }
    if (await this.openAddress()) return;
    if (await this.files?.openLast()) return;
    const session = kept();
    if (session) {
      Object.assign(this.play.players, session.players ?? {});
      for (const side of ["south", "north"]) byId(`${side}-player`).value = this.play.players[side];
      this.play.speed = byId("speed").value = session.speed ?? "normal";
      this.play.previewMode = byId("preview-mode").value = session.preview ?? "move";
      try {
        await this.open(session);
        return;
      } catch {
        this.note("The last session cannot be opened again.");
      }
    } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.play.speed = byId("speed").value = "laps";
    } else {
      byId("speed").value = "normal";
    }
    await this.open({ name: "boola" });
  }
}

async function start() {
  const host = await Host.ofPage();
  const module = host ? null : await loadModule();
  const makeEngine = () => (host ? new HostEngine(host) : new WorkerEngine(/** @type {WebAssembly.Module} */ (module)));
  const page = new Page(makeEngine);
  const { css } = await page.engine.ask({ ask: "style" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  await page.start(host);
  /** @type {any} */ (globalThis).uurPage = page;
  document.body.dataset.ready = "true";
  // On a host the browser keeps the page, so that it works without a network. Where it may not, the page works all the same.
  if (!host && location.protocol !== "file:") await navigator.serviceWorker?.register("offline.js").catch(() => {});
}

start().catch((error) => {
  const note = byId("note");
  // What the engine or the server refuses is no fault of the browser.
  note.textContent = `The page cannot start: ${error.message}.${error instanceof EngineError ? "" : " A browser of 2023 or later is needed."}`;
  note.hidden = false;
});
