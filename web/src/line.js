// The game that is played: a tree of steps (moves, lots, set-ups), so that nothing that was played is ever lost.

/**
 * @typedef {object} PlayedStep
 * @property {string} step As the record writes it.
 * @property {number} parent The index of the step before it, -1 at the start.
 * @property {number[]} next The steps that were played from here.
 * @property {number} last The one of these that was shown last.
 */

export class Line {
  /** @type {PlayedStep[]} */
  played = [];
  /** The first steps that were played from the start. */
  first = /** @type {number[]} */ ([]);
  #firstShown = 0;
  /** The step that was played last on the board as it is shown, -1 at the start. */
  at = -1;

  /** @param {string[]} [steps] */
  constructor(steps = []) {
    for (const step of steps) this.play(step);
  }

  /** @param {any} tree What `tree` gave. */
  static of({ played, first, shown, at }) {
    const line = Object.assign(new Line(), { played, first, at });
    line.#firstShown = shown;
    return line;
  }

  /** The tree as a session holds it, if it is more than the steps that are shown. */
  get tree() {
    const { played, first, at } = this;
    return played.length > this.length ? { played, first, shown: this.#firstShown, at } : undefined;
  }

  /** The steps from the start to the position that is shown. */
  get steps() {
    return this.#indexes(this.at).map((index) => this.played[index].step);
  }

  /** The steps of the line that is shown, with those that were taken back. */
  get whole() {
    return this.#indexes(this.#end()).map((index) => this.played[index].step);
  }

  /** How many steps of the line are shown on the board. */
  get length() {
    return this.#indexes(this.at).length;
  }

  /** @param {number} at */
  #indexes(at) {
    const indexes = [];
    for (let index = at; index >= 0; index = this.played[index].parent) indexes.unshift(index);
    return indexes;
  }

  #end() {
    let at = this.at;
    for (let next = this.#following(at); next !== undefined; next = this.#following(at)) at = next;
    return at;
  }

  /** @param {number} at */
  #next(at) {
    return at < 0 ? this.first : this.played[at].next;
  }

  /** @param {number} at */
  #following(at) {
    const next = this.#next(at);
    return next[at < 0 ? this.#firstShown : this.played[at].last];
  }

  /**
   * @param {string} step
   * @returns {() => void} Makes the tree what it was before, if the step is refused.
   */
  play(step) {
    const { at } = this;
    const next = this.#next(at);
    const shown = next.indexOf(this.#following(at) ?? -1);
    let which = next.findIndex((index) => this.played[index].step === step);
    const isNew = which < 0;
    if (isNew) {
      this.played.push({ step, parent: at, next: [], last: 0 });
      which = next.push(this.played.length - 1) - 1;
    }
    this.#show(at, which);
    this.at = next[which];
    return () => {
      if (isNew) this.played.length = /** @type {number} */ (next.pop());
      this.#show(at, Math.max(0, shown));
      this.at = at;
    };
  }

  /**
   * @param {number} at
   * @param {number} which
   */
  #show(at, which) {
    if (at < 0) this.#firstShown = which;
    else this.played[at].last = which;
  }

  get canUndo() {
    return this.at >= 0;
  }

  get canRedo() {
    return this.#following(this.at) !== undefined;
  }

  undo() {
    if (this.at >= 0) this.at = this.played[this.at].parent;
  }

  redo() {
    this.at = this.#following(this.at) ?? this.at;
  }

  /**
   * Shows the position after this many steps of the line.
   * @param {number} length
   */
  goTo(length) {
    while (this.length > length) this.undo();
    while (this.length < length && this.canRedo) this.redo();
  }

  /**
   * The other steps that were played at a place of the line.
   * @param {number} length How many steps come before.
   * @returns {{index: number, step: string, isShown: boolean}[]}
   */
  branches(length) {
    const at = this.#indexes(this.#end())[length - 1] ?? -1;
    const shown = this.#following(at);
    return this.#next(at).map((index) => ({ index, step: this.played[index].step, isShown: index === shown }));
  }

  /**
   * Shows the line through a step.
   * @param {number} index
   */
  follow(index) {
    for (let step = index; step >= 0; step = this.played[step].parent) {
      const { parent } = this.played[step];
      this.#show(parent, this.#next(parent).indexOf(step));
    }
    this.at = index;
  }
}
