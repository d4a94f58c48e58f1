// The game in the editor as one of one's own: kept at every pause, with or without errors, and listed until it is
// thrown away.
import { contentOf, keepGame, ownGames, removeGame } from "./storage.js";

/** @typedef {import("./storage.js").OwnGame} OwnGame */

export class OwnGames {
  /** The game that is open; empty if it is none of one's own. */
  id = "";
  /** What this window has read or written last. */
  #known = "";

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /**
   * Another game comes into the editor.
   * @param {string} [id] One of one's own.
   * @param {any} [game] What is shown of it.
   */
  begin(id = "", game = {}) {
    const own = id ? ownGames().find((one) => one.id === id) : undefined;
    this.id = own?.id ?? "";
    // What is kept may be another window's by now.
    this.#known = own && contentOf(own) === contentOf(game) ? contentOf(own) : "";
  }

  /**
   * Keeps the game as it stands, if it has changed here.
   * @param {Omit<OwnGame, "id" | "title" | "when">} game
   * @returns {boolean} Whether the browser keeps it.
   */
  keep(game) {
    const content = contentOf(game);
    if (this.id && content === this.#known) return true;
    const title = titleOf(game.text) ?? game.name;
    const { id, isCopy, isKept } = keepGame({ id: this.id, title, ...game }, this.#known);
    if (isCopy) this.say("Another window has changed this game as well. What is here is kept as another game: both are under My games.");
    this.id = id;
    this.#known = content;
    return isKept;
  }

  /** Throws the game that is open away: it is kept somewhere else. */
  forget() {
    removeGame(/** @type {OwnGame} */ ({ id: this.id }));
    this.begin();
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

/**
 * The title that a text gives to its game.
 * @param {string} text
 * @returns {string | undefined}
 */
export function titleOf(text) {
  return /^game\s+"([^"\n]*)"/m.exec(text)?.[1];
}
