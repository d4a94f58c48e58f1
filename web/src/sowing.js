// Shows a move as it happens: seed by seed, lap by lap, or at once.

/** Milliseconds for a seed, and for any other event, at each speed. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 400, normal: 140, fast: 40, laps: 500, once: 0 });
/** The longest time for one move, in milliseconds. Longer ones are shown lap by lap, or with fewer laps. */
const LONGEST = 6000;
/** The shortest time between two pictures. */
const SHORTEST = 16;

/**
 * @typedef {object} Frame
 * @property {number} event The number of the event.
 * @property {[number, number, number][]} changes Pits with their seeds and their drawings.
 * @property {number | null} hand The seeds that are still in hand, while seeds fall one after the other.
 */

/**
 * The frames of a step at a speed.
 * @param {any} answer What the engine tells of the step.
 * @param {string} speed
 * @returns {{frames: Frame[], pause: number}}
 */
export function frames(answer, speed) {
  const all = (/** @type {boolean} */ bySeeds) =>
    answer.events.flatMap((/** @type {any} */ event, /** @type {number} */ at) =>
      bySeeds && event.one_by_one
        ? event.changes.map((/** @type {any} */ change, /** @type {number} */ fallen) => ({ event: at, changes: [change], hand: event.seeds === event.changes.length ? event.seeds - fallen - 1 : null }))
        : [{ event: at, changes: event.changes, hand: event.kind === "lift" || event.kind === "gather" ? event.seeds : null }],
    );
  const pause = SPEEDS[speed] ?? 140;
  const seeds = all(speed !== "laps");
  if (seeds.length * pause <= LONGEST) return { frames: seeds, pause };
  const laps = all(false);
  if (laps.length * pause <= LONGEST) return { frames: laps, pause };
  return { frames: laps, pause: Math.max(SHORTEST, LONGEST / laps.length) };
}

export class Sowing {
  #timer = 0;
  /** @type {(() => void) | null} */
  #finish = null;

  get isRunning() {
    return this.#finish !== null;
  }

  /**
   * Shows frames one after the other.
   * @param {Frame[]} frames
   * @param {number} pause Milliseconds.
   * @param {(frame: Frame) => void} draw
   * @returns {Promise<void>} Is done when the last frame was drawn, or the rest was skipped.
   */
  play(frames, pause, draw) {
    this.stop();
    return new Promise((resolve) => {
      let at = 0;
      let due = performance.now();
      const end = () => {
        cancelAnimationFrame(this.#timer);
        this.#finish = null;
        resolve();
      };
      this.#finish = end;
      const step = (/** @type {number} */ now) => {
        // A page that was hidden catches up.
        while (at < frames.length && now >= due) {
          draw(frames[at]);
          at += 1;
          due += pause;
        }
        if (at >= frames.length && now >= due) end();
        else this.#timer = requestAnimationFrame(step);
      };
      this.#timer = requestAnimationFrame(step);
    });
  }

  /** Shows the rest at once. */
  stop() {
    this.#finish?.();
  }
}
