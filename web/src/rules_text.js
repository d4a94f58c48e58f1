// The rules as a text: at once a text, and in an editor as soon as that is shown. The editor is a large script, which
// nobody needs who only plays.
import { loadScript } from "./dom.js";

/** @typedef {import("./editor.js").Editor} Editor */

export class RulesText {
  #text = "";
  #options;
  /** @type {Editor | null} */
  editor = null;
  /** @type {Promise<Editor> | null} */
  #loading = null;
  /** @type {import("./editor.js").MarkedLine[]} */
  #marks = [];
  /** The line that is marked, or 0. */
  #line = 0;

  /** @param {any} options What the editor is made with, and `askName`, `complain` and `onStart`. */
  constructor(options) {
    this.#options = options;
  }

  /** The text as it stands. */
  get text() {
    return this.editor ? this.editor.text : this.#text;
  }

  /**
   * Loads the editor, which then begins to talk to the language server.
   * @returns {Promise<Editor>}
   */
  show() {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #load() {
    await loadScript("editor.js");
    const { askName, complain, onStart, ...options } = this.#options;
    const editor = /** @type {Editor} */ (new /** @type {any} */ (globalThis).uurEditor.Editor(options));
    editor.askName = askName;
    editor.complain = complain;
    editor.open(this.#text);
    editor.markLines(this.#marks);
    if (this.#line) editor.showLine(this.#line, false);
    this.editor = editor;
    onStart();
    return editor;
  }

  /**
   * Shows a text as a new one.
   * @param {string} text
   */
  open(text) {
    if (this.editor) this.editor.open(text);
    else this.#text = text;
  }

  /**
   * Replaces the text by an edit that can be undone.
   * @param {string} text
   */
  async replace(text) {
    (await this.show()).replace(text);
  }

  /**
   * Adds a text at the end and shows it.
   * @param {string} text
   */
  async append(text) {
    (await this.show()).append(text);
  }

  /**
   * Marks a line, and shows it.
   * @param {number} line 0 marks none.
   * @param {boolean} [moves] Whether the cursor goes there.
   */
  showLine(line, moves = false) {
    this.#line = line;
    if (this.editor) this.editor.showLine(line, moves);
    else if (moves) void this.show().then((editor) => editor.showLine(line, moves), () => {});
  }

  /**
   * Shows marks beside lines.
   * @param {import("./editor.js").MarkedLine[]} marks
   */
  markLines(marks) {
    this.#marks = marks;
    this.editor?.markLines(marks);
  }

  /** The outline: names of sections and lines with their places. */
  async outline() {
    return this.editor ? this.editor.outline() : [];
  }
}
