// What two players settle beside the rules: their names, a clock, a resignation, a draw, and what is said of moves.
import { LEVELS } from "./computer.js";
import { byId } from "./dom.js";
import { capital } from "./words.js";

/** What the computer may expect at most when it takes a draw. */
const TAKES_DRAW = 0.51;
/** How often the clock is looked at, in milliseconds. */
const TICK = 250;
/** The time in words of a record, such as `10m+5s`. */
const CLOCK = /^(\d+)([ms])(?:\+(\d+)s)?$/;

const SIDES = /** @type {const} */ (["south", "north"]);
const other = (/** @type {string} */ side) => (side === "south" ? "north" : "south");

/** The place of a game in which something was said, by the steps before it. */
const at = (/** @type {string[]} */ steps) => steps.join(" ");

/** @typedef {{text: string, left: Record<string, number>, more: number}} TableClock Times in milliseconds. */

export class Table {
  names = /** @type {Record<string, string>} */ ({ south: "", north: "" });
  /** The event and the date, which a record had. */
  #others = /** @type {Record<string, string>} */ ({});
  /** @type {TableClock | null} */
  #clock = null;
  /** The side whose time runs, from when, and after how many steps. */
  #running = { side: "", since: 0, steps: 0 };
  /** What was said, and how the game ended early, each by the steps before it. */
  #said = /** @type {Map<string, string>} */ (new Map());
  #ended = /** @type {Map<string, string>} */ (new Map());

  /**
   * @param {import("./play.js").Play} play
   * @param {import("./computer.js").Computer} computer
   * @param {() => void} onChange Is called when something is to be kept.
   */
  constructor(play, computer, onChange) {
    this.play = play;
    this.computer = computer;
    this.onChange = onChange;
    play.table = this;
    byId("resign").addEventListener("click", () => this.resign());
    byId("offer-draw").addEventListener("click", () => void this.offerDraw());
    byId("clock").addEventListener("change", (/** @type {any} */ event) => this.setClock(event.target.value));
    byId("remark-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.remark(byId("remark").value.trim());
    });
    for (const side of SIDES) {
      byId(`${side}-name`).addEventListener("change", (/** @type {any} */ event) => {
        this.names[side] = event.target.value.trim();
        this.onChange();
      });
    }
    setInterval(() => this.#tick(), TICK);
  }

  /** Whom the computer does not play; the player to move, if that is both or none. */
  get #person() {
    const { play } = this;
    const people = SIDES.filter((side) => !LEVELS.includes(play.players[side]));
    return people.length === 1 ? people[0] : (play.state?.position.to_move ?? "south");
  }

  /** How the game that is shown was ended early, as a record has it: `south resignation`. */
  get result() {
    return this.#ended.get(at(this.play.line.steps)) ?? "";
  }

  /** The same in words; nothing, if it was not. */
  get over() {
    const [who, how] = this.result.split(" ");
    if (!who) return "";
    if (who === "draw") return "The players agree on a draw";
    return `${capital(who)} wins: ${capital(other(who))}${how === "time" ? " has no time left" : " resigns"}`;
  }

  /** @param {string} result */
  #end(result) {
    const { play } = this;
    if (!play.state || play.state.result || this.result) return;
    this.computer.stop();
    this.#ended.set(at(play.line.steps), result);
    this.onChange();
    void play.refresh();
  }

  /** Takes back how the game was ended. Returns whether it was. */
  reopen() {
    if (!this.#ended.delete(at(this.play.line.steps))) return false;
    this.onChange();
    void this.play.refresh();
    return true;
  }

  resign() {
    this.#end(`${other(this.#person)} resignation`);
  }

  async offerDraw() {
    const { play, computer } = this;
    const levels = SIDES.filter((side) => LEVELS.includes(play.players[side]));
    if (levels.length === 1 && play.state?.due.kind === "move") {
      const south = await computer.expects();
      if (south === null) return;
      if ((levels[0] === "south" ? south : 1 - south) > TAKES_DRAW) {
        play.say("The computer declines: it expects more than a draw.");
        return;
      }
    }
    this.#end("draw agreement");
  }

  /**
   * Says something of the last step that is shown, or of the game; nothing takes it back.
   * @param {string} text
   */
  remark(text) {
    const place = at(this.play.line.steps);
    if (text) this.#said.set(place, text);
    else this.#said.delete(place);
    this.onChange();
    void this.play.refresh();
  }

  /**
   * What was said of a step of the line that is shown, or of the game.
   * @param {number} step From 1; 0 is the game.
   */
  remarkOn(step) {
    return this.#said.get(at(this.play.line.whole.slice(0, step))) ?? "";
  }

  /** @param {string} text `10m+5s`, or nothing for no clock. */
  setClock(text) {
    const [, time, unit, more] = CLOCK.exec(text) ?? [];
    const all = Number(time) * (unit === "m" ? 60000 : 1000);
    this.#clock = time ? { text, left: { south: all, north: all }, more: 1000 * Number(more ?? 0) } : null;
    this.#running.since = performance.now();
    this.#show();
    this.onChange();
  }

  /** Is called when another position is shown: the clock of the player who moved stops, the other one runs. */
  refresh() {
    const { state, line } = this.play;
    const now = performance.now();
    const { side, since, steps } = this.#running;
    const clock = this.#clock;
    if (clock && side && line.length > steps) {
      clock.left[side] -= now - since;
      if (state.position.to_move !== side) clock.left[side] += clock.more;
    }
    const runs = state.due.kind === "move" && !this.result ? state.due.side : "";
    this.#running = { side: runs, since: now, steps: line.length };
    const said = byId("remark");
    if (document.activeElement !== said) said.value = this.remarkOn(line.length);
    const isOver = Boolean(state.result || this.result);
    for (const id of ["resign", "offer-draw"]) byId(id).disabled = isOver || this.play.game?.alone === true;
    this.#show();
  }

  /** @param {string} side Its time that is left, in milliseconds. */
  #left(side) {
    const clock = /** @type {TableClock} */ (this.#clock);
    return clock.left[side] - (this.#running.side === side ? performance.now() - this.#running.since : 0);
  }

  #tick() {
    const { side } = this.#running;
    if (!this.#clock) return;
    if (side && this.#left(side) <= 0) {
      this.#clock.left[side] = 0;
      this.#running.side = "";
      this.#end(`${other(side)} time`);
    }
    this.#show();
  }

  #show() {
    for (const side of SIDES) {
      const shown = byId(`${side}-clock`);
      shown.hidden = !this.#clock;
      if (!this.#clock) continue;
      const seconds = Math.ceil(Math.max(0, this.#left(side)) / 1000);
      shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      shown.classList.toggle("runs", this.#running.side === side);
    }
    const select = byId("clock");
    const text = this.#clock?.text ?? "";
    if (![...select.options].some((option) => option.value === text)) select.add(new Option(text, text));
    select.value = text;
  }

  /** What a record of the steps that are shown has of it. */
  get facts() {
    const { steps } = this.play.line;
    const said = [0, ...steps.map((_, step) => step + 1)].map((step) => [step, this.#said.get(at(steps.slice(0, step)))]);
    const named = SIDES.filter((side) => this.names[side]).map((side) => [side, this.names[side]]);
    const all = [...named, ["clock", this.#clock?.text], ["result", this.result]].filter(([, value]) => value);
    return { ...this.#others, ...Object.fromEntries(all), remarks: said.filter(([, text]) => text) };
  }

  /**
   * Takes what a record has of it, or forgets everything.
   * @param {Record<string, any>} facts
   * @param {string[]} steps
   */
  take({ south = "", north = "", clock = "", result = "", remarks = [], ...others }, steps) {
    this.names = { south, north };
    this.#others = others;
    const said = remarks.map((/** @type {[number, string]} */ [step, text]) => /** @type {[string, string]} */ ([at(steps.slice(0, step)), text]));
    this.#said = new Map(said);
    this.#ended = new Map(result.includes(" ") ? [[at(steps), result]] : []);
    this.setClock(clock);
    this.#showNames();
  }

  #showNames() {
    for (const side of SIDES) byId(`${side}-name`).value = this.names[side];
  }

  /** What a session keeps of it. */
  get kept() {
    const left = this.#clock && { south: this.#left("south"), north: this.#left("north") };
    return { names: this.names, others: this.#others, clock: this.#clock && { ...this.#clock, left }, said: [...this.#said], ended: [...this.#ended] };
  }

  /** @param {any} kept */
  restore(kept) {
    this.names = kept.names;
    this.#others = kept.others;
    this.#said = new Map(kept.said);
    this.#ended = new Map(kept.ended);
    this.#clock = kept.clock;
    this.#running.side = "";
    this.#showNames();
    this.#show();
  }
}
