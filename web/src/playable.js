// A page with one game, to be played against the computer or a friend: no editor, no requests, one file.
import { inflated, fromBase64 } from "./codec.js";
import { Computer, LEVELS } from "./computer.js";
import { button, byId, element } from "./dom.js";
import { WorkerEngine } from "./engine.js";
import { logView } from "./log.js";
import { Play } from "./play.js";
import { capital } from "./words.js";

/** The most bytes of the inflated engine. */
const MOST_MODULE = 16 << 20;

class PlayablePage {
  /**
   * @param {WebAssembly.Module} module
   * @param {{name: string, text: string, settings: Record<string, string>, computer: string | null, level: string}} data
   */
  constructor(module, data) {
    this.engine = new WorkerEngine(module);
    this.play = new Play({ engine: this.engine, onChange: () => this.#changed(), onSelect: () => this.#log(), onLine: () => {} });
    this.play.rules = { name: data.name, text: data.text, settings: data.settings };
    this.play.isInEditor = false;
    this.computer = new Computer(new WorkerEngine(module), this.play, (text) => this.play.say(text));
    for (const side of ["south", "north"]) {
      if (data.computer === side) this.play.players[side] = data.level;
      const select = byId(`${side}-player`);
      select.replaceChildren(...["you", ...LEVELS].map((level) => element("option", { value: level }, [level === "you" ? "you" : `computer, ${level}`])));
      select.value = this.play.players[side];
      select.addEventListener("change", () => {
        this.play.players[side] = select.value;
        this.computer.stop();
        this.play.isReviewing = false;
        void this.play.refresh();
      });
    }
    this.#wire();
  }

  #wire() {
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {(event: any) => void} */ run) => byId(id).addEventListener(event, run);
    on("new-button", "click", () => { this.computer.stop(); this.play.restart(); });
    on("undo", "click", () => { this.computer.stop(); void this.play.undo(); });
    on("redo", "click", () => void this.play.redo());
    on("hint", "click", () => void this.computer.hint());
    on("stop", "click", () => this.computer.stop(true));
    on("next-round", "click", () => void this.play.refresh({ begin: true }));
    on("speed", "change", (event) => { this.play.speed = event.target.value; });
    on("flip", "click", () => {
      this.play.view.flip = !this.play.view.flip;
      byId("flip").setAttribute("aria-pressed", String(this.play.view.flip));
      void this.play.refresh();
    });
    document.addEventListener("keydown", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("select, input") || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") void (event.shiftKey ? this.play.redo() : this.play.undo());
      else if (event.ctrlKey || event.metaKey) return;
      else if (event.key === "Escape") this.play.escape();
      else if (event.key === ".") void this.play.walk(1);
      else if (event.key === ",") void this.play.walk(-1);
      else return;
      event.preventDefault();
    });
    const narrow = matchMedia("(max-width: 699px)");
    this.play.view.upright = narrow.matches;
    narrow.addEventListener("change", () => {
      this.play.view.upright = narrow.matches;
      void this.play.refresh();
    });
  }

  #changed() {
    const { state } = this.play;
    byId("turn").textContent = state.result ? state.result.text : capital(`${state.position.to_move ?? ""} to move`);
    byId("undo").disabled = !this.play.line.canUndo;
    byId("redo").disabled = !this.play.line.canRedo;
    byId("next-round").hidden = state.due.kind !== "round";
    this.play.showDue();
    this.#log();
    document.body.dataset.moves = String(state.log.length);
    void this.computer.move();
  }

  #log() {
    byId("view-log").replaceChildren(...logView(this.play));
  }
}

async function start() {
  const module = await WebAssembly.compile(await inflated(fromBase64((byId("engine").textContent ?? "").trim()), MOST_MODULE));
  const page = new PlayablePage(module, JSON.parse(byId("game-data").textContent ?? ""));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) page.play.speed = byId("speed").value = "laps";
  await page.play.refresh();
  /** @type {any} */ (globalThis).uurPage = page;
  document.body.dataset.ready = "true";
}

start().catch((error) => {
  byId("status").replaceChildren(`The game cannot start: ${error.message}. A browser of 2023 or later is needed.`, button("Try again", () => location.reload()));
});
