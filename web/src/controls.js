// What the workbench and a page with one game have in common: who plays, the buttons of the game, and its keys.
import { LEVELS } from "./computer.js";
import { byId, element } from "./dom.js";
import { keepChoices, keptChoices } from "./storage.js";
import { Table } from "./table.js";
import { capital } from "./words.js";

/** The player of a side who is somewhere else: the move goes there and comes back as a link. */
export const ELSEWHERE = "link";

/** How a player is called. */
const named = (/** @type {string} */ level) => (level === "you" ? "you" : level === ELSEWHERE ? "someone, by link" : `computer, ${level}`);

export class Controls {
  /**
   * @param {object} options
   * @param {import("./play.js").Play} options.play
   * @param {import("./computer.js").Computer} options.computer
   * @param {boolean} options.hasLinks Whether a game can be played by links.
   * @param {() => void} options.onChoice Is called when a player or a way to show has changed.
   */
  constructor({ play, computer, hasLinks, onChoice }) {
    this.play = play;
    this.computer = computer;
    this.onChoice = onChoice;
    this.table = new Table(play, computer, onChoice);
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => void} */ run) => byId(id).addEventListener(event, run);
    on("new-button", "click", () => this.restart());
    on("undo", "click", () => this.undo());
    on("redo", "click", () => void play.redo());
    on("hint", "click", () => void computer.hint());
    on("stop", "click", () => computer.stop(true));
    on("next-round", "click", () => void play.refresh({ begin: true }));
    on("speed", "change", (event) => this.#choose({ speed: event.target.value }));
    on("preview-mode", "change", (event) => this.#choose({ preview: event.target.value }));
    on("flip", "click", () => {
      play.view.flip = !play.view.flip;
      byId("flip").setAttribute("aria-pressed", String(play.view.flip));
      void play.refresh();
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
      const levels = ["you", ...LEVELS, ...(hasLinks ? [ELSEWHERE] : [])];
      select.replaceChildren(...levels.map((level) => element("option", { value: level }, [named(level)])));
      select.addEventListener("change", () => {
        play.players[side] = select.value;
        computer.stop();
        play.isReviewing = false;
        onChoice();
        void play.refresh();
      });
    }
    document.addEventListener("keydown", (event) => this.#key(event));
    // A menu closes when one chooses in it or looks elsewhere.
    document.addEventListener("click", (event) => {
      for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"))) {
        const at = /** @type {Element} */ (event.target);
        if (!menu.contains(at) || at.closest("details.menu > div button")) menu.open = false;
      }
    });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#show({ speed: calm ? "laps" : "normal", preview: "move", ...keptChoices() });
  }

  restart() {
    this.computer.stop();
    this.play.restart();
  }

  undo() {
    this.computer.stop();
    // What the players settled is taken back before a move is.
    if (this.table.reopen()) return;
    void this.play.undo();
  }

  /** @param {{speed?: string, preview?: string}} choices How games are shown. */
  #show(choices) {
    const { speed, preview } = choices;
    if (speed) this.play.speed = byId("speed").value = speed;
    if (preview) this.play.previewMode = byId("preview-mode").value = preview;
  }

  /** @param {{speed?: string, preview?: string}} choices */
  #choose(choices) {
    this.#show(choices);
    keepChoices({ speed: this.play.speed, preview: this.play.previewMode });
    this.onChoice();
  }

  /** @param {Record<string, string>} players Who plays, by side. */
  setPlayers(players) {
    for (const side of ["south", "north"]) {
      const select = byId(`${side}-player`);
      select.value = players[side];
      // A player whom this page does not know is a person.
      if (!select.value) select.value = "you";
      this.play.players[side] = select.value;
    }
  }

  /** Shows whose turn it is, and what can be done. */
  refresh() {
    const { state, line, game, table } = this.play;
    const round = game?.rounds ? `Round ${state.round}: ` : "";
    const side = state.position.to_move ?? "";
    byId("turn").textContent = round + (state.result ? state.result.text : table?.over || `${capital(side)} to move`);
    this.table.refresh();
    byId("undo").disabled = !line.canUndo && !table?.over;
    byId("redo").disabled = !line.canRedo;
    byId("hint").disabled = state.due.kind !== "move";
    byId("next-round").hidden = state.due.kind !== "round";
    byId("command-help").textContent = state.moves.length ? `as the game writes it, such as ${state.moves[0].move}` : "";
    document.body.dataset.moves = String(state.log.length);
  }

  /** @param {string} typed */
  async #typed(typed) {
    const words = /** @type {Record<string, () => unknown>} */ ({ undo: () => this.undo(), redo: () => this.play.redo(), hint: () => this.computer.hint(), new: () => this.restart(), resign: () => this.table.resign(), draw: () => this.table.offerDraw() });
    if (Object.hasOwn(words, typed)) await words[typed]();
    else await this.play.playAll(typed.split(/\s+/));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { play } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    const hasCommand = event.ctrlKey || event.metaKey;
    if (hasCommand && event.key === "Enter") this.restart();
    else if (target.closest("input, textarea, select, .cm-editor, dialog")) return;
    else if (hasCommand && event.key.toLowerCase() === "z") {
      if (event.shiftKey) void play.redo();
      else this.undo();
    } else if (hasCommand && event.key === "y") void play.redo();
    else if (hasCommand || event.altKey) return;
    else if (event.key === "Escape") {
      if (!play.escape()) return;
    } else if (event.key === ".") void play.walk(1);
    else if (event.key === ",") void play.walk(-1);
    else if (event.key === "PageUp") void play.goTo(play.line.length - 1);
    else if (event.key === "PageDown") void play.goTo(play.line.length + 1);
    else if (event.key === "/") byId("command").focus();
    else if (event.key === "!") {
      const pit = Number(/** @type {HTMLElement} */ (document.activeElement)?.dataset?.pit ?? NaN);
      if (!Number.isNaN(pit)) void play.whyNot(pit);
    } else if (["+", "-", "0"].includes(event.key)) {
      const select = byId("speed");
      const names = [...select.options].map((option) => option.value);
      const at = names.indexOf(play.speed);
      this.#choose({ speed: event.key === "0" ? "once" : names[Math.min(names.length - 1, Math.max(0, at + (event.key === "+" ? 1 : -1)))] });
      play.say(`Speed: ${select.selectedOptions[0].textContent}.`);
    } else return;
    event.preventDefault();
  }
}
