// The board as something to play on: each pit is a button that arrows, letters, the mouse and touch reach.
import { shape } from "./plots.js";

/**
 * @typedef {object} PitData
 * @property {number} pit
 * @property {string} name
 * @property {string | null} row
 * @property {number} seeds
 * @property {boolean} closed
 * @property {string} label
 */
/** @typedef {{side: string, pit: number, seeds: number, label: string}} StoreData */
/** @typedef {{text: string, to_move: string | null, pits: PitData[], stores: StoreData[], score: Record<string, number>, points: Record<string, number>, out: number, counters: any[]}} PositionData */

/** How far from the middle of a pit it can be pressed, in units of the picture. */
const BESIDE = 80;
/** The height of a legend of one line, in units of the picture. */
const LEGEND = 52;
/** What a unit across an upright board counts beside one along it. */
const ACROSS = 0.2;

export class Board {
  /** @type {HTMLElement} */
  #area;
  /** @type {SVGSVGElement | null} */
  svg = null;
  /** @type {PositionData | null} */
  #position = null;
  /** The pit that has the focus when the board gets it. */
  #current = -1;
  #showsFocus = false;

  /**
   * @param {HTMLElement} area
   * @param {object} hooks
   * @param {(pit: number) => void} hooks.onPress
   * @param {(pit: number | null) => void} hooks.onPoint Is called when a pit is pointed at, or none.
   */
  constructor(area, { onPress, onPoint }) {
    this.#area = area;
    const pitOf = (/** @type {Event} */ event) => {
      const group = /** @type {Element} */ (event.target).closest?.("[data-pit]");
      if (group) return Number(/** @type {SVGElement} */ (group).dataset.pit);
      return event instanceof MouseEvent ? this.#nearest(event) : null;
    };
    area.addEventListener("click", (event) => {
      const pit = pitOf(event);
      if (pit === null) return;
      this.#current = pit;
      this.#rove();
      onPress(pit);
    });
    area.addEventListener("pointerover", (event) => onPoint(pitOf(event)));
    area.addEventListener("pointerleave", () => onPoint(null));
    area.addEventListener("focusin", (event) => {
      const pit = pitOf(event);
      if (pit === null) return;
      this.#current = pit;
      onPoint(pit);
    });
    area.addEventListener("focusout", () => onPoint(null));
    area.addEventListener("keydown", (event) => this.#key(event, onPress));
  }

  /** The size of the picture in its units. */
  get size() {
    const { width, height } = this.svg?.viewBox.baseVal ?? { width: 1, height: 1 };
    return { width, height };
  }

  /**
   * How wide a picture of this size would be here, in pixels.
   * @param {{width: number, height: number}} size
   */
  widthOf({ width, height }) {
    return Math.min(this.#area.clientWidth, (this.#area.clientHeight * width) / height);
  }

  /** @param {number} pit @returns {SVGGElement | null} */
  group(pit) {
    return this.svg?.querySelector(`[data-pit="${pit}"]`) ?? null;
  }

  /**
   * The pit beside which the pointer is: a finger needs more room than a pit has.
   * @param {MouseEvent} event
   */
  #nearest({ clientX, clientY }) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix || !this.#position) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let best = null;
    let least = BESIDE;
    // On an upright board the rows are close to each other and wide: all of a half row is its pit.
    const across = this.size.width < this.size.height ? ACROSS : 1;
    for (const { pit } of this.#position.pits) {
      const middle = this.#middle(pit);
      const distance = middle ? Math.hypot((middle.x - x) * across, middle.y - y) : Infinity;
      if (distance < least) [best, least] = [pit, distance];
    }
    return best;
  }

  /** @param {number} pit */
  #middle(pit) {
    const group = this.group(pit);
    const found = /translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(group?.getAttribute("transform") ?? "");
    if (found) return { x: Number(found[1]), y: Number(found[2]) };
    const rect = group?.querySelector("rect");
    if (!rect) return null;
    const number = (/** @type {string} */ name) => Number(rect.getAttribute(name));
    return { x: number("x") + number("width") / 2, y: number("y") + number("height") / 2 };
  }

  /**
   * Shows a board.
   * @param {string} svg A picture by the engine, whose texts are escaped.
   * @param {PositionData} position
   * @param {Set<number>} ready The pits that may be pressed.
   * @param {string} title
   */
  show(svg, position, ready, title) {
    const hadFocus = this.#area.contains(document.activeElement) && document.activeElement !== this.#area;
    this.#area.innerHTML = svg;
    this.svg = this.#area.querySelector("svg");
    if (!this.svg) return;
    this.#position = position;
    const { width, height } = this.size;
    // There is room for the legend of the first move before it, so that nothing moves then.
    const room = width < height || this.svg.querySelector(".legend") ? 0 : LEGEND;
    this.#area.style.setProperty("--ratio", String(width / (height + room)));
    // A finger needs pits of 44 pixels: where there is no room for them, the board is larger than its area.
    const least = 44 / (this.svg.classList.contains("compact") ? 82 : 92);
    this.#area.style.setProperty("--wide", `${width * least}px`);
    this.#area.style.setProperty("--high", `${height * least}px`);
    this.svg.classList.add("live");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", title);
    // The description would be read before the pits, which say the same.
    this.svg.querySelectorAll(":scope > title, :scope > desc").forEach((part) => part.remove());
    for (const part of this.svg.children) part.setAttribute("aria-hidden", "true");
    for (const pit of [...position.pits, ...position.stores]) {
      const group = this.group(pit.pit);
      if (!group) continue;
      group.removeAttribute("aria-hidden");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", pit.label);
      for (const part of group.children) part.setAttribute("aria-hidden", "true");
      group.setAttribute("aria-disabled", String(!ready.has(pit.pit)));
      group.classList.toggle("ready", ready.has(pit.pit));
    }
    if (!this.group(this.#current)) this.#current = [...ready][0] ?? position.pits[0]?.pit ?? -1;
    this.#rove();
    if (hadFocus) this.group(this.#current)?.focus();
  }

  /** Shows no board. */
  clear() {
    this.#area.replaceChildren();
    this.svg = null;
    this.#position = null;
  }

  #rove() {
    for (const group of this.svg?.querySelectorAll("[role=button]") ?? []) {
      group.setAttribute("tabindex", Number(/** @type {SVGElement} */ (group).dataset.pit) === this.#current ? "0" : "-1");
    }
  }

  /** @param {number} pit */
  focus(pit) {
    this.#current = pit;
    this.#rove();
    this.group(pit)?.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(pit: number) => void} onPress
   */
  #key(event, onPress) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#position) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const pits = this.#position.pits;
    if (event.key in ways) {
      const next = this.#neighbour(ways[event.key]);
      if (next !== null) this.focus(next);
    } else if (event.key === "Home" || event.key === "End") {
      const row = pits.filter((pit) => this.#middle(pit.pit)?.y === this.#middle(this.#current)?.y);
      row.sort((a, b) => (this.#middle(a.pit)?.x ?? 0) - (this.#middle(b.pit)?.x ?? 0));
      const end = event.key === "Home" ? row[0] : row[row.length - 1];
      if (end) this.focus(end.pit);
    } else if (event.key === "Enter" || event.key === " ") {
      onPress(this.#current);
    } else if (/^\p{L}$/u.test(event.key)) {
      // The pit of the player to move first, then that of the other.
      const named = pits.filter((pit) => pit.name.toLowerCase() === event.key.toLowerCase());
      named.sort((a, b) => Number(b.row === this.#position?.to_move) - Number(a.row === this.#position?.to_move));
      const at = named.findIndex((pit) => pit.pit === this.#current);
      const next = named[(at + 1) % named.length];
      if (next) this.focus(next.pit);
      else return;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} way */
  #neighbour([dx, dy]) {
    const from = this.#middle(this.#current);
    if (!from || !this.#position) return null;
    let best = null;
    let least = Infinity;
    for (const { pit } of [...this.#position.pits, ...this.#position.stores]) {
      const to = this.#middle(pit);
      if (!to || pit === this.#current) continue;
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along <= 4) continue;
      const distance = along + 3 * across;
      if (distance < least) [best, least] = [pit, distance];
    }
    return best;
  }

  /**
   * Changes how a pit looks.
   * @param {number} pit
   * @param {string} drawing The content of its group, by the engine.
   */
  draw(pit, drawing) {
    const group = this.group(pit);
    if (group) group.innerHTML = drawing;
  }

  /**
   * Gives a class to these pits and to no others.
   * @param {string} name
   * @param {Iterable<number>} pits
   */
  mark(name, pits) {
    for (const group of this.svg?.querySelectorAll(`.${name}`) ?? []) group.classList.remove(name);
    for (const pit of pits) {
      this.group(pit)?.classList.add(name);
      this.#reveal(pit);
    }
  }

  /**
   * Brings a pit of a board that is larger than its area into view.
   * @param {number} pit
   */
  #reveal(pit) {
    const seen = this.#area.getBoundingClientRect();
    const place = this.group(pit)?.getBoundingClientRect();
    if (!place) return;
    const by = (/** @type {number} */ before, /** @type {number} */ after) => Math.min(before, 0) || Math.max(after, 0);
    this.#area.scrollBy(by(place.left - seen.left, place.right - seen.right), by(place.top - seen.top, place.bottom - seen.bottom));
  }

  /**
   * Shows where the ways of a move begin, with the numbers of their buttons.
   * @param {number | null} from
   * @param {number[]} pits
   */
  point(from, pits) {
    this.svg?.querySelector(":scope > .ways")?.remove();
    const middle = from === null ? null : this.#middle(from);
    if (!middle || !pits.length || !this.svg) return;
    const group = shape("g", { class: "ways", "aria-hidden": "true" });
    pits.forEach((pit, number) => {
      const to = this.#middle(pit);
      if (!to) return;
      group.append(shape("circle", { cx: to.x, cy: to.y, r: 19 }), shape("text", { x: to.x, y: to.y + 10, "text-anchor": "middle" }, [String(number + 1)]));
    });
    this.svg.append(group);
  }

  /** Takes the arrows of the last move away. */
  clearTrail() {
    for (const part of this.svg?.querySelectorAll(":scope > .trail, :scope > .previews, :scope > .ways") ?? []) part.remove();
  }

  /**
   * Shows where a move would end and what it would capture.
   * @param {{ends: number | null, captures: {pit: number, seeds: number}[]} | null} preview
   */
  preview(preview) {
    this.svg?.querySelector(":scope > .previews")?.remove();
    if (!preview || !this.svg) return;
    const group = shape("g", { class: "previews", "aria-hidden": "true" });
    const end = preview.ends === null ? null : this.#middle(preview.ends);
    if (end) group.append(shape("circle", { class: "end", cx: end.x, cy: end.y, r: 43 }));
    for (const { pit, seeds } of preview.captures) {
      const at = this.#middle(pit);
      if (at) group.append(shape("text", { x: at.x + 26, y: at.y - 26 }, [`−${seeds}`]));
    }
    this.svg.append(group);
  }
}
