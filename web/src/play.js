// The game in play: the state of the page, what is asked of the engine, and what the board shows.
import { Board } from "./board.js";
import { ELSEWHERE } from "./controls.js";
import { button, byId, element } from "./dom.js";
import { Line } from "./line.js";
import { roundView } from "./round.js";
import { Sowing, frames } from "./sowing.js";
import { capital } from "./words.js";

/** How long the engine may take to answer about the board, in milliseconds. */
const PATIENCE = 4000;

/** The pixels of a unit of the picture at which a pit is large enough for a finger. */
const FINGER = 44 / 92;

/** The pixels of a unit of the picture below which a legend is too small to read, and only takes the place of pits. */
const READABLE = 0.5;

/** From this number of steps on, the part of the log that is known is not told anew. */
const LONG = 100;

/** @typedef {{step: number, event: number}} Selection The number of a step from 1, and of its event from 0. */

export class Play {
  line = new Line();
  /** The rules that are played: the last ones without errors. */
  rules = /** @type {{name: string, text?: string, settings: Record<string, string>}} */ ({ name: "", settings: {} });
  /** What the engine says of these rules. @type {any} */
  game = null;
  /** What the engine says of the game so far. @type {any} */
  state = null;
  /** @type {Selection | null} */
  selection = null;
  /** What the players settle beside the rules. @type {import("./table.js").Table | undefined} */
  table;
  players = /** @type {Record<string, string>} */ ({ south: "you", north: "you" });
  view = { flip: false, upright: false, compact: false, without_legend: false };
  speed = "normal";
  previewMode = "move";
  /** @type {Map<string, any>} */
  #told = new Map();
  #sowing = new Sowing();
  /** What is asked: the moves that are left, and the answers, some of which are pits. */
  #question = /** @type {{pit: number | null, options: {some: any[], at: number, pit: number | null}[]} | null} */ (null);
  /** The size of the board with seeds in units of the picture, and the width in pixels below which it is too small. */
  #full = { width: 1, height: 1, narrow: 0 };
  /** Whether the board that is to be seen stands upright. */
  #isUpright = false;
  /** The step that is on its way to the engine, or being sown. @type {Promise<boolean> | null} */
  #playing = null;
  #asked = 0;
  /** Why the last question about the state has failed, if it has. */
  failure = "";
  /** The game of which the state has the log. @type {{rules: object, steps: string[]} | null} */
  #logged = null;

  /**
   * @param {object} options
   * @param {import("./engine.js").Engine} options.engine
   * @param {() => void} options.onChange Is called when the state has changed.
   * @param {(selection: Selection | null, event: any) => void} options.onSelect
   * @param {(line: number) => void} options.onLine Is called when a line of the rules is to be shown.
   * @param {(() => void)} [options.onShare] Is called when a link to what is shown is wanted.
   */
  constructor({ engine, onChange, onSelect, onLine, onShare }) {
    this.onShare = onShare;
    this.engine = engine;
    this.onChange = onChange;
    this.onSelect = onSelect;
    this.onLine = onLine;
    this.board = new Board(byId("board-area"), {
      onPress: (pit) => this.press(pit),
      onPoint: (pit) => this.#point(pit),
    });
    byId("question").before(this.#round);
    const upright = matchMedia("(max-width: 699px) and (orientation: portrait)");
    this.view.upright = upright.matches;
    const first = /** @type {SVGSVGElement | null} */ (byId("board-area").querySelector(upright.matches ? ".standing" : ".lying"));
    if (first) this.#arrange(first.viewBox.baseVal);
    const turn = async () => {
      const asked = this.#question?.pit ?? null;
      Object.assign(this.view, { upright: upright.matches, compact: false, without_legend: false });
      if (this.state) await this.refresh();
      if (asked !== null) await this.press(asked);
    };
    upright.addEventListener("change", () => void turn());
    new ResizeObserver(() => this.#fits() || void this.refresh()).observe(byId("board-area"));
  }

  /** What is to be seen of the round and the match. */
  #round = element("section", { id: "round", "aria-label": "Round", hidden: true });

  /** Whether a round that is due has begun. */
  #begun = false;

  /** The game as the engine is asked about it. */
  get soFar() {
    return { rules: this.rules, steps: this.line.steps, begin: this.#begun };
  }

  /**
   * Asks the engine something about the board.
   * @param {object} request
   */
  ask(request) {
    return this.engine.ask(request, PATIENCE);
  }

  /**
   * Asks for the state, and shows it, or says why that fails. Newer questions make older answers void.
   * @param {{animates?: boolean, begin?: boolean}} [how]
   * @returns {Promise<boolean>} Whether this state is shown.
   */
  async refresh(how = {}) {
    this.#asked += 1;
    const asked = this.#asked;
    this.failure = "";
    try {
      return await this.#refresh(asked, how);
    } catch (error) {
      if (asked === this.#asked) {
        this.failure = /** @type {Error} */ (error).message;
        this.say(this.failure);
      }
      return false;
    }
  }

  /**
   * @param {number} asked
   * @param {{animates?: boolean, begin?: boolean}} how
   */
  async #refresh(asked, { animates = false, begin = false }) {
    this.#sowing.stop();
    this.#closeQuestion();
    this.#begun = begin;
    const soFar = this.soFar;
    const before = this.state;
    const { upright } = this.view;
    const known = this.#knownLog(soFar);
    const state = await this.ask({ ask: "game", game: soFar, view: this.view, ...(known.length && { log_from: known.length }) });
    if (asked !== this.#asked) return false;
    state.log = [...known, ...state.log];
    this.state = state;
    this.#isUpright = upright;
    this.#logged = soFar;
    this.selection = null;
    if (animates && before && soFar.steps.length === state.steps && soFar.steps.length > 0) {
      const told = await this.told(soFar.steps.length);
      if (asked !== this.#asked) return false;
      await this.#animate(told);
      if (asked !== this.#asked) return false;
    }
    this.#draw();
    if (!this.#fits()) return this.refresh({ begin });
    // Before the first move the page says what to do.
    const over = this.table?.over;
    this.say(over ? `${over}. Undo takes that back.` : state.steps === 0 && this.#ready().size ? `${state.said} Press a pit with a thick rim.` : state.said);
    this.onChange();
    return true;
  }

  /**
   * The part of the log that need not be told anew.
   * @param {{rules: object, steps: string[]}} soFar
   */
  #knownLog({ rules, steps }) {
    if (!this.state || this.#logged?.rules !== rules) return [];
    const { log } = this.state;
    const before = this.#logged.steps;
    const most = Math.min(log.length, steps.length);
    let same = 0;
    while (same < most && before[same] === steps[same]) same += 1;
    return same < LONG ? [] : log.slice(0, same);
  }

  #draw() {
    const { state } = this;
    this.board.show(state.board.svg, state.position, this.#ready(), this.#title(state.position));
  }

  /**
   * Whether the board is drawn as its size demands: with numbers instead of seeds, and without a legend, where these would
   * be too small to read. If not, it is to be drawn again.
   */
  #fits() {
    const { view } = this;
    if (!this.state || this.selection || this.#question || this.#sowing.isRunning || this.#isUpright !== view.upright) return true;
    if (!view.compact && !view.without_legend) this.#full = { ...this.board.size, narrow: this.state.board.narrow };
    this.#arrange(this.#full);
    const width = this.board.widthOf(this.#full);
    const compact = width > 0 && width < this.#full.narrow;
    const without_legend = width > 0 && width < this.#full.width * READABLE;
    if (compact === view.compact && without_legend === view.without_legend) return true;
    Object.assign(view, { compact, without_legend });
    return false;
  }

  /**
   * On a phone all but a board of this size stands beside it, unless there is room for both above each other, the board is
   * too wide for that, or the letters are large.
   * @param {{width: number, height: number}} full
   */
  #arrange({ width, height }) {
    const isSpacious = height * FINGER < innerHeight - 310 && width * FINGER < innerWidth - 13;
    const hasRoom = width < Math.min(this.view.upright ? 800 : 1050, 1.9 * innerWidth) && parseFloat(getComputedStyle(document.body).fontSize) < 21;
    const { classList } = document.body;
    classList.toggle("beside", hasRoom && !isSpacious);
    classList.toggle("high", width < height);
  }

  /** @param {any} position */
  #title(position) {
    const name = position.to_move ? `${capital(position.to_move)} to move` : "the end";
    return `Board, ${name}`;
  }

  #ready() {
    const isComputer = this.state.due.kind === "move" && this.players[this.state.due.side] !== "you";
    return new Set(isComputer || this.table?.over ? [] : this.state.moves.map((/** @type {any} */ move) => move.pit).filter((/** @type {any} */ pit) => pit !== null));
  }

  /**
   * What happened in a step of the line.
   * @param {number} step From 1.
   */
  async told(step) {
    const steps = this.line.whole.slice(0, Math.max(step, this.line.length));
    const key = JSON.stringify([this.rules, steps.slice(0, step), this.view]);
    let answer = this.#told.get(key);
    if (!answer) {
      answer = await this.ask({ ask: "events", game: { rules: this.rules, steps: steps.slice(0, step) }, step, view: this.view });
      if (this.#told.size > 200) this.#told.clear();
      this.#told.set(key, answer);
    }
    return answer;
  }

  /** @param {any} told */
  async #animate(told) {
    const { frames: all, pause } = frames(told, this.speed);
    if (pause === 0) return;
    this.say("");
    this.board.show(told.board.svg, told.before, new Set(), this.#title(told.before));
    this.board.clearTrail();
    await this.#sowing.play(all, pause, (frame) => {
      for (const [pit, , drawing] of frame.changes) this.board.draw(pit, told.drawings[drawing]);
      this.board.mark("event", frame.changes.length === 1 ? [frame.changes[0][0]] : []);
      const hand = frame.hand === null ? "" : `; ${frame.hand === 1 ? "1 seed" : `${frame.hand} seeds`} in hand`;
      byId("preview").textContent = told.events[frame.event].text + hand;
    });
    this.board.mark("event", []);
    byId("preview").textContent = "";
  }

  /** Ends the animation that runs. Returns whether there was one. */
  finishSowing() {
    const was = this.#sowing.isRunning;
    this.#sowing.stop();
    return was;
  }

  /**
   * Plays a step.
   * @param {string} step
   * @returns {Promise<boolean>} Whether it was played.
   */
  async play(step) {
    this.finishSowing();
    // A second press within the same moment is none.
    if (this.#playing || !this.state || this.state.due.kind === "over") return false;
    this.#playing = this.#play(step).finally(() => (this.#playing = null));
    return this.#playing;
  }

  /**
   * Plays steps, the first one after what is being sown. One that is refused ends them, and so does another game.
   * @param {string[]} steps
   */
  async playAll(steps) {
    const { line } = this;
    for (const step of steps) {
      this.finishSowing();
      while (this.#playing) await this.#playing;
      if (this.line !== line || !(await this.play(step))) return;
    }
  }

  /** @param {string} step */
  async #play(step) {
    this.isReviewing = false;
    if (this.table?.over) {
      this.say(`${this.table.over}. Undo takes that back.`);
      return false;
    }
    const { line } = this;
    const takeBack = line.play(step);
    const { at } = line;
    if (!(await this.refresh({ animates: true }))) {
      // An engine that does not answer in time is ended, and the game stands before the step.
      if (this.failure) takeBack();
      return line.at === at;
    }
    const { stopped } = this.state;
    if (!stopped) return true;
    // The page offers legal steps only; a typed one may be wrong.
    takeBack();
    await this.refresh();
    this.refuse(stopped);
    return false;
  }

  /**
   * Says why a step cannot be played.
   * @param {any} stopped
   */
  refuse(stopped) {
    this.say([`${stopped.text}: ${stopped.reason}. `, stopped.help && `${capital(stopped.help)}. `, this.lineButton(stopped.rule)]);
  }

  /** Whether moves were taken back or looked at, so that the computer waits for a person's move. */
  isReviewing = false;
  /** Whether the rules stand beside the game, so that a line can be shown there. */
  isInEditor = true;

  /**
   * A button that shows a rule line; without an editor, the line.
   * @param {any} rule
   */
  lineButton(rule) {
    if (!rule) return null;
    if (!this.isInEditor) return element("code", {}, [rule.text]);
    const text = rule.own ? `line ${rule.line}` : `${rule.file}:${rule.line}`;
    return button(text, () => rule.own && this.onLine(rule.line), { class: "line-button", title: rule.text });
  }

  /** @param {string | (Node | string | null | undefined | false)[]} what */
  say(what) {
    const status = byId("status");
    status.replaceChildren(.../** @type {(Node | string)[]} */ ((Array.isArray(what) ? what : [what]).filter(Boolean)));
  }

  /**
   * Answers a pressed pit: plays its only move, asks which one, or says why there is none.
   * @param {number} pit
   */
  async press(pit) {
    if (this.finishSowing()) return;
    const answer = this.#question?.options.find((option) => option.pit === pit);
    if (answer) {
      this.#ask(answer.some, answer.at + 1);
      return;
    }
    this.#closeQuestion();
    const { state } = this;
    if (!state || this.selection) {
      await this.refresh();
      return;
    }
    if (state.due.kind === "move" && this.players[state.due.side] !== "you") return;
    const moves = state.moves.filter((/** @type {any} */ move) => move.pit === pit);
    if (moves.length === 1) await this.play(moves[0].move);
    else if (moves.length > 1) this.#ask(moves, 0);
    else await this.whyNot(pit);
  }

  /** Plays what chance decides. */
  async draw() {
    try {
      const { step } = await this.ask({ ask: "draw", game: this.soFar, seed: 1 + Math.floor(Math.random() * 1e9) });
      await this.play(step);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {number} pit */
  async whyNot(pit) {
    try {
      const answer = await this.ask({ ask: "whynot", game: this.soFar, pit });
      this.say([`${answer.text} `, this.lineButton(answer.rule)]);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Asks for the first thing in which moves differ.
   * @param {any[]} moves
   * @param {number} depth How many of the decisions within the move are made.
   */
  #ask(moves, depth) {
    const { pit } = moves[0];
    if (moves.length === 1) {
      // The focus is on the board again, whatever was asked.
      this.#closeQuestion(true);
      void this.play(moves[0].move);
      return;
    }
    const keys = (/** @type {any} */ move) => [move.leaving, move.way, ...move.choices];
    let at = depth;
    const most = Math.max(...moves.map((move) => keys(move).length));
    while (at < most && new Set(moves.map((move) => keys(move)[at])).size === 1) at += 1;
    const groups = [...groupBy(moves, (move) => keys(move)[at])];
    const name = (/** @type {any} */ key, /** @type {any[]} */ some) => {
      if (at === 0) return key === null ? "lift all" : `leave ${key}`;
      if (at === 1) return key;
      if (key === undefined) return "no more";
      if (key === "+") return "yes";
      if (key === "-") return "no";
      return some.length === 1 && !this.#pitNamed(key) ? some[0].label : key;
    };
    const options = groups.map(([key, some]) => ({ key, some, at, pit: this.#pitNamed(key)?.pit ?? null }));
    // A direction is shown by the pit in which the first seed falls.
    const begins = groups.map(([, some]) => (at === 1 ? (some[0].preview?.begins ?? null) : null));
    if (!begins.includes(null) && new Set(begins).size === begins.length) options.forEach((option, number) => (option.pit = begins[number]));
    this.#question = { pit, options };
    this.say("");
    const buttons = options.map(({ key, some, pit: shown }, number) => {
      const there = at === 1 && shown !== null ? `, to ${this.#pitName(shown)}` : "";
      const option = button(`${name(key, some)}${there}`, () => this.#ask(some, at + 1), { "data-number": String(number + 1) });
      if (some.length === 1) {
        option.addEventListener("pointerenter", () => this.#preview(some[0]));
        option.addEventListener("focus", () => this.#preview(some[0]));
      }
      return option;
    });
    const count = options.length === 2 ? "two ways" : `${options.length} ways`;
    const panel = byId("question");
    panel.replaceChildren(element("span", {}, [`${this.#pitName(pit)}: ${count}.`]), ...buttons, button("✕", () => this.#closeQuestion(true), { "aria-label": "Back", class: "plain" }));
    panel.hidden = false;
    const pits = options.flatMap((option) => (option.pit === null ? [] : [option.pit]));
    this.board.mark("asked", pits);
    this.board.point(pit, pits);
    buttons[0].focus({ preventScroll: true });
  }

  /** @param {string | null | undefined} name */
  #pitNamed(name) {
    return this.state.position.pits.find((/** @type {any} */ pit) => pit.name === name);
  }

  /** @param {number | null} pit */
  #pitName(pit) {
    return this.state.position.pits.find((/** @type {any} */ other) => other.pit === pit)?.name ?? "The move";
  }

  #closeQuestion(returns = false) {
    if (!this.#question) return;
    const { pit } = this.#question;
    this.#question = null;
    byId("question").hidden = true;
    this.board.mark("asked", []);
    this.board.point(null, []);
    this.board.preview(null);
    if (returns && pit !== null) this.board.focus(pit);
  }

  /** Leaves what is asked or shown. Returns whether there was something to leave. */
  escape() {
    if (this.finishSowing()) return true;
    if (this.#question) {
      this.#closeQuestion(true);
      return true;
    }
    if (this.selection) {
      void this.refresh();
      return true;
    }
    return false;
  }

  /** @param {number | null} pit */
  #point(pit) {
    if (this.#sowing.isRunning || this.selection || this.#question) return;
    const moves = pit === null ? [] : (this.state?.moves ?? []).filter((/** @type {any} */ move) => move.pit === pit);
    if (moves.length === 1) {
      this.#preview(moves[0]);
      return;
    }
    this.board.preview(null);
    byId("preview").textContent = moves.length ? `${this.#pitName(pit)}: ${moves.length} ways` : "";
  }

  /** @param {any} move */
  #preview(move) {
    const { preview } = move;
    const text = byId("preview");
    if (this.previewMode === "off" || !preview || !this.#ready().size) {
      this.board.preview(null);
      text.textContent = "";
    } else if (this.previewMode === "lap") {
      this.board.preview({ ends: preview.first, captures: [] });
      text.textContent = `${move.move}: the first lap ends in ${this.#pitName(preview.first)}`;
    } else {
      this.board.preview(preview);
      text.textContent = preview.text;
    }
  }

  /** Begins anew with the same rules. What was played stays in the tree. */
  restart() {
    this.isReviewing = false;
    this.line.at = -1;
    void this.refresh();
  }

  /** Shows what is due beside the moves of pits: lots, and moves without a pit. */
  showDue() {
    const { state } = this;
    const round = roundView(this);
    this.#round.replaceChildren(...round);
    this.#round.hidden = !round.length;
    const panel = byId("question");
    const lot = state.due.lot;
    const isElsewhere = state.due.kind === "move" && this.players[state.due.side] === ELSEWHERE;
    const others = state.moves.filter((/** @type {any} */ move) => move.pit === null);
    if (!lot && !others.length && !isElsewhere) {
      panel.hidden = true;
      return;
    }
    const parts = [];
    if (lot) {
      parts.push(element("span", {}, [`${lot.name}: ${lot.decides}.`]), button("Draw the lot", () => void this.draw()), button("South", () => void this.play("@south")), button("North", () => void this.play("@north")));
    }
    if (isElsewhere) parts.push(element("span", {}, [`${capital(state.due.side)} plays somewhere else: send a link, and open the one that comes back.`]), button("Send the game", () => this.onShare?.(), { class: "main" }));
    else for (const move of others) parts.push(button(move.preview?.text ?? move.move, () => void this.play(move.move)));
    panel.replaceChildren(...parts);
    panel.hidden = false;
  }

  /** Takes back the last step, and those of the computer before it. */
  async undo() {
    this.finishSowing();
    const side = (/** @type {number} */ length) => this.state?.log[length - 1]?.side;
    const isMine = (/** @type {string} */ whose) => this.players[whose] === "you";
    const anyoneIsMine = Object.values(this.players).includes("you");
    let length = this.line.length;
    while (length > 0) {
      length -= 1;
      if (!anyoneIsMine || isMine(side(length + 1))) break;
    }
    await this.goTo(length);
  }

  /** Plays again what was taken back last: a step, and those of the computer after it. */
  async redo() {
    while (this.line.canRedo) {
      if (!(await this.#review(() => this.line.redo(), true))) return;
      const { due } = this.state;
      if (due.kind !== "move" || this.players[due.side] === "you" || !Object.values(this.players).includes("you")) return;
    }
  }

  /** @param {number} length */
  async goTo(length) {
    await this.#review(() => this.line.goTo(length));
  }

  /** @param {number} index A step of the tree. */
  async follow(index) {
    await this.#review(() => this.line.follow(index));
  }

  /**
   * Shows another step of the tree. Behind the last one of its line, the computer goes on.
   * @param {() => void} move
   */
  async #review(move, animates = false) {
    move();
    this.isReviewing = this.line.canRedo;
    return this.refresh({ animates });
  }

  /** Shows no game. What was asked about the last one, or is being sown, is abandoned. */
  clear() {
    this.#asked += 1;
    this.#sowing.stop();
    this.#closeQuestion();
    this.game = this.state = this.selection = null;
    this.isReviewing = this.line.canRedo;
    for (const part of [this.#round, byId("question")]) part.hidden = true;
  }

  /**
   * Shows the position at an event of a step.
   * @param {Selection} selection
   */
  async select({ step, event }) {
    this.finishSowing();
    this.#closeQuestion();
    // What was asked about the board before is no longer to be shown.
    this.#asked += 1;
    const asked = this.#asked;
    let told;
    try {
      told = await this.told(step);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
      return;
    }
    if (asked !== this.#asked) return;
    const at = Math.max(0, Math.min(event, told.events.length - 1));
    this.selection = { step, event: at };
    this.board.show(told.board.svg, told.before, new Set(), `Board at an event of move ${step}`);
    this.board.clearTrail();
    for (const { changes } of told.events.slice(0, at + 1)) {
      for (const [pit, , drawing] of changes) this.board.draw(pit, told.drawings[drawing]);
    }
    const shown = told.events[at];
    if (!shown) return;
    const pits = new Set(shown.changes.map((/** @type {any} */ change) => change[0]));
    for (const pit of [shown.from, shown.to]) if (pit !== null) pits.add(pit);
    this.board.mark("event", /** @type {Set<number>} */ (pits));
    this.say([`${told.text}: ${shown.text}. `, this.lineButton(shown.rule), " ", button("Back to the game", () => void this.refresh()), " ", this.onShare && button("Link to this moment", () => this.onShare?.())]);
    this.onSelect(this.selection, shown);
  }

  /**
   * Selects the next or the previous event.
   * @param {number} by
   */
  async walk(by) {
    const last = this.line.length;
    if (!last) return;
    const from = this.selection ?? { step: by > 0 ? last : last + 1, event: by > 0 ? Infinity : 0 };
    let { step, event } = from;
    const total = step <= last ? (await this.told(step)).events.length : 0;
    event = Math.min(event, total) + by;
    if (event < 0) {
      step -= 1;
      if (step < 1) return;
      event = (await this.told(step)).events.length - 1;
    } else if (event >= total) {
      step += 1;
      if (step > last) {
        await this.refresh();
        return;
      }
      event = 0;
    }
    await this.select({ step, event });
  }
}

/**
 * @template T
 * @param {T[]} all
 * @param {(one: T) => any} key
 */
function groupBy(all, key) {
  const groups = new Map();
  for (const one of all) {
    if (groups.has(key(one))) groups.get(key(one)).push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
