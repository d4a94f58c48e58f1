// The game in the editor as one of one's own: kept at every pause, with or without errors, and listed until it is
// thrown away.
import { keepGame, ownGames, removeGame } from "./storage.js";

/** @typedef {import("./storage.js").OwnGame} OwnGame */

export class OwnGames {
  /** The game that is open; empty if it is none of one's own. */
  id = "";
  #seen = 0;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /**
   * Another game comes into the editor.
   * @param {string} [id] One of one's own.
   * @returns {OwnGame | undefined}
   */
  begin(id = "") {
    const own = id ? ownGames().find((game) => game.id === id) : undefined;
    this.id = own?.id ?? "";
    this.#seen = own?.when ?? 0;
    return own;
  }

  /**
   * Keeps the game as it stands.
   * @param {{name: string, text: string, good: string, settings: Record<string, string>, steps: string[]}} game
   * @returns {boolean} Whether the browser keeps it.
   */
  keep(game) {
    const title = /^game\s+"([^"\n]*)"/m.exec(game.text)?.[1] ?? game.name;
    const kept = keepGame({ id: this.id, seen: this.#seen, title, ...game });
    if (!kept) return false;
    if (kept.isCopy) this.say("Another window has changed this game as well. What is here is kept as another game: both are under My games.");
    this.id = kept.id;
    this.#seen = kept.seen;
    return true;
  }

  /**
   * Throws a game away.
   * @param {OwnGame} game
   * @returns {() => void} Puts it back.
   */
  remove(game) {
    if (game.id === this.id) this.begin();
    return removeGame(game);
  }
}
