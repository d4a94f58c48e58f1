// The editor of a rule file: CodeMirror with the language server as its only source of colours, faults, completion,
// hover, names, outline and layout. It is a script of its own, which the page loads when rules are shown.
import * as cm from "./vendor.js";
import { LanguageClient } from "./language_client.js";
import { element } from "./dom.js";

const { Decoration, EditorState, EditorView, GutterMarker, RangeSet, StateEffect, StateField } = cm;

/** How long after a key the server hears of the text, in milliseconds. */
const QUIET = 20;

/** Marks an edit that comes from outside, so that it is not reported as one of the author's. */
const loaded = cm.Annotation.define();

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const setColours = StateEffect.define();
const colours = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    now = now.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setColours)) now = effect.value;
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @type {import("@codemirror/state").StateEffectType<number>} */
const setShownLine = StateEffect.define();
const shownLine = StateField.define({
  create: () => Decoration.none,
  update(now, transaction) {
    now = now.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setShownLine)) continue;
      const { doc } = transaction.state;
      const isThere = effect.value >= 1 && effect.value <= doc.lines;
      const line = Decoration.line({ class: "shown-line" });
      now = isThere ? Decoration.set([line.range(doc.line(effect.value).from)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class LineMark extends GutterMarker {
  /**
   * @param {string} kind
   * @param {string} title
   */
  constructor(kind, title) {
    super();
    this.kind = kind;
    this.title = title;
  }

  /** @param {LineMark} other */
  eq(other) {
    return this.kind === other.kind && this.title === other.title;
  }

  toDOM() {
    return element("span", { class: `line-mark ${this.kind}`, title: this.title, "aria-label": this.title, role: "img" });
  }
}

/** @typedef {{line: number, kind: "acted" | "never" | "failed" | "passed" | "unreached", title: string}} MarkedLine */

/** @type {import("@codemirror/state").StateEffectType<MarkedLine[]>} */
const setLineMarks = StateEffect.define();
const lineMarks = StateField.define({
  create: () => RangeSet.empty,
  update(now, transaction) {
    now = now.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLineMarks)) continue;
      const { doc } = transaction.state;
      const there = effect.value.filter(({ line }) => line >= 1 && line <= doc.lines).sort((a, b) => a.line - b.line);
      now = RangeSet.of(there.map((mark) => new LineMark(mark.kind, mark.title).range(doc.line(mark.line).from)));
    }
    return now;
  },
});

/**
 * A position of the protocol as an offset.
 * @param {import("@codemirror/state").Text} doc
 * @param {{line: number, character: number}} place
 */
function offset(doc, place) {
  if (place.line >= doc.lines) return doc.length;
  const line = doc.line(place.line + 1);
  return Math.min(line.from + place.character, line.to);
}

/**
 * An offset as a position of the protocol.
 * @param {import("@codemirror/state").Text} doc
 * @param {number} at
 */
function position(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

export class Editor {
  #uri = "file:///game.uur";
  #version = 0;
  /** The version that the server was told last. */
  #told = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {string[]} */
  #tokenTypes = [];
  /** @type {any[]} */
  #problems = [];
  /** @type {any[]} */
  #fixes = [];
  /** The beginning of the conversation with the server. @type {Promise<void> | null} */
  #begun = null;
  /** Whether the server knows the text of some version. */
  #isOpen = false;
  /** Where a new line has been indented, and how many of its blanks may still be typed as well. */
  #indented = { at: -1, left: 0 };
  /** @type {import("@codemirror/view").EditorView} */
  view;

  /**
   * @param {object} options
   * @param {HTMLElement} options.parent
   * @param {(message: string) => Promise<{messages: string[], pause: number | null}>} options.send Gives a message to the language server.
   * @param {(text: string) => void} options.onText Is called after each edit by the author.
   * @param {(problems: any[], fixable: boolean) => void} options.onProblems Is called with the problems of the text, and
   * whether any has a fix.
   * @param {(line: number) => void} options.onLine Is called when the cursor comes to another line.
   */
  constructor({ parent, send, onText, onProblems, onLine }) {
    this.onText = onText;
    this.onProblems = onProblems;
    this.onLine = onLine;
    this.client = new LanguageClient(send);
    this.client.on("textDocument/publishDiagnostics", (params) => this.#published(params).catch((error) => this.#complain(error)));
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.#extensions() }) });
  }

  /** The text as it stands. */
  get text() {
    return this.view.state.doc.toString();
  }

  /** @returns {import("@codemirror/state").Extension[]} */
  #extensions() {
    const command = (/** @type {() => unknown} */ run) => () => {
      run();
      return true;
    };
    return [
      cm.lineNumbers(),
      cm.gutter({ class: "line-marks", markers: (view) => view.state.field(lineMarks), initialSpacer: () => new LineMark("acted", "") }),
      cm.foldService.of((state, from) => this.#fold(state, from)),
      cm.codeFolding(),
      cm.foldGutter(),
      cm.lintGutter(),
      cm.history(),
      cm.drawSelection(),
      cm.dropCursor(),
      cm.highlightSpecialChars(),
      cm.highlightActiveLine(),
      cm.highlightSelectionMatches(),
      cm.bracketMatching(),
      cm.closeBrackets(),
      cm.indentOnInput(),
      cm.indentService.of((context, at) => indentation(context, at)),
      EditorState.languageData.of(() => [{ commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] }, indentOnInput: /^\s*\}$/ }]),
      cm.search({ top: true }),
      cm.indentUnit.of("  "),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.cspNonce.of("uur"),
      EditorView.contentAttributes.of({ "aria-label": "Rules of the game", "aria-multiline": "true", tabindex: "0" }),
      colours,
      shownLine,
      lineMarks,
      cm.autocompletion({ override: [(context) => this.#complete(context)], activateOnTyping: true }),
      cm.hoverTooltip((view, at) => this.#hover(view, at)),
      cm.Prec.high(
        cm.keymap.of([
          { key: "Alt-Enter", run: command(() => this.fixHere()) },
          { key: "F2", run: command(() => void this.rename()) },
          { key: "F12", run: command(() => void this.#define()) },
          { key: "Shift-Alt-f", run: command(() => void this.format()) },
          { key: "F8", run: cm.nextDiagnostic },
          { key: "Shift-F8", run: cm.previousDiagnostic },
          { key: "Tab", run: (view) => cm.completionStatus(view.state) === "active" && cm.acceptCompletion(view) },
          { key: "Mod-]", run: cm.indentMore },
          { key: "Mod-[", run: cm.indentLess },
        ]),
      ),
      cm.keymap.of([...cm.closeBracketsKeymap, ...cm.completionKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.foldKeymap, ...cm.defaultKeymap]),
      EditorView.inputHandler.of((view, from, to, text) => this.#isThere(view, from, to, text)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          const { doc, selection } = update.state;
          const { from: start, text } = doc.lineAt(selection.main.head);
          const isNew = doc.lines > update.startState.doc.lines && text.trim() === "";
          this.#indented = isNew ? { at: start + text.length, left: text.length } : { at: -1, left: 0 };
          this.#edited();
          if (!update.transactions.some((transaction) => transaction.annotation(loaded))) this.onText(this.text);
        }
        const line = (/** @type {import("@codemirror/state").EditorState} */ state) => state.doc.lineAt(state.selection.main.head).number;
        if (update.selectionSet && line(update.startState) !== line(update.state)) this.onLine(line(update.state));
      }),
    ];
  }

  /** The server has ended: another one hears everything again. */
  lose() {
    const wasOpen = this.#isOpen;
    this.#begun = null;
    this.#isOpen = false;
    if (wasOpen) this.#edited();
  }

  /** Begins the conversation with the server, unless it has begun; what has failed is tried again. */
  async #begin() {
    this.#begun ??= this.#initialize();
    const begun = this.#begun;
    try {
      await begun;
    } catch (error) {
      // Whoever asked, the author is to know.
      if (this.#begun === begun) {
        this.#begun = null;
        this.#complain(/** @type {Error} */ (error));
      }
      throw error;
    }
  }

  async #initialize() {
    const answer = await this.client.request("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
          hover: { contentFormat: ["markdown"] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          publishDiagnostics: { versionSupport: true, tagSupport: { valueSet: [1, 2] } },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
        },
      },
    });
    this.#tokenTypes = answer.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
    await this.client.notify("initialized", {});
  }

  /**
   * Whether what is typed on an empty line stands there already: the blanks of its indentation, or the brace after it, which
   * came with that before it.
   * @param {import("@codemirror/view").EditorView} view
   * @param {number} from
   * @param {number} to
   * @param {string} text
   */
  #isThere(view, from, to, text) {
    const { doc } = view.state;
    const line = doc.lineAt(from);
    if (from !== to || line.text.trim() !== "") return false;
    if (text === " " && from === this.#indented.at && this.#indented.left > 0) {
      this.#indented.left -= 1;
      return true;
    }
    const next = /^\s*\n(\s*\})/.exec(doc.sliceString(from));
    const braces = this.text.replace(/"[^"\n]*"|#.*/g, "").match(/[{}]/g) ?? [];
    if (text !== "}" || !next || braces.filter((brace) => brace === "{").length * 2 !== braces.length) return false;
    const end = from + next[0].length;
    view.dispatch({ changes: { from: line.from, to: doc.lineAt(end).from }, selection: { anchor: line.from + end - doc.lineAt(end).from }, userEvent: "input.type" });
    return true;
  }

  /**
   * Shows a text as a new one: it cannot be undone to the one before.
   * @param {string} text
   */
  open(text) {
    this.view.setState(EditorState.create({ doc: text, extensions: this.#extensions() }));
    this.#foldAsides();
    this.#edited();
  }

  /** Folds what is not about playing: the facts of the game, and its tests. */
  #foldAsides() {
    const { state } = this.view;
    const effects = [];
    for (let number = 1; number <= state.doc.lines; number += 1) {
      const line = state.doc.line(number);
      if (!/^(game|test)\b/.test(line.text)) continue;
      const range = this.#fold(state, line.from);
      if (range) effects.push(cm.foldEffect.of(range));
    }
    this.view.dispatch({ effects });
  }

  /**
   * Replaces the text by an edit that can be undone.
   * @param {string} text
   */
  replace(text) {
    const { doc } = this.view.state;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }

  /**
   * Adds a text at the end and shows it.
   * @param {string} text
   */
  append(text) {
    const { doc } = this.view.state;
    const at = doc.length;
    this.view.dispatch({ changes: { from: at, insert: text }, selection: { anchor: at + text.length }, scrollIntoView: true });
  }

  #edited() {
    this.#version += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell().catch((error) => this.#complain(error)), QUIET);
  }

  /** Tells the server the text, if it does not know it yet. */
  async #tell() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#begin();
    // Meanwhile it may have been told.
    if (this.#isOpen && this.#told === this.#version) return;
    const version = this.#version;
    this.#told = version;
    const { text } = this;
    if (this.#isOpen) {
      await this.client.notify("textDocument/didChange", {
        textDocument: { uri: this.#uri, version },
        contentChanges: [{ text }],
      });
    } else {
      this.#isOpen = true;
      await this.client.notify("textDocument/didOpen", {
        textDocument: { uri: this.#uri, languageId: "uur", version, text },
      });
    }
    if (version === this.#version) await this.#colour(version);
  }

  /**
   * Asks the server about the text as it stands.
   * @param {string} method
   * @param {object} params
   */
  async #ask(method, params = {}) {
    if (this.#timer !== undefined || !this.#isOpen) await this.#tell();
    return this.client.request(method, { textDocument: { uri: this.#uri }, ...params });
  }

  /** @param {number} version */
  async #colour(version) {
    const answer = await this.#ask("textDocument/semanticTokens/full");
    if (!answer || version !== this.#version) return;
    const { doc } = this.view.state;
    const marks = [];
    let line = 0;
    let character = 0;
    for (let i = 0; i < answer.data.length; i += 5) {
      const [lines, characters, length, type] = answer.data.slice(i, i + 4);
      character = lines ? characters : character + characters;
      line += lines;
      const from = offset(doc, { line, character });
      const to = Math.min(from + length, doc.length);
      if (to > from) marks.push(Decoration.mark({ class: `token-${this.#tokenTypes[type]}` }).range(from, to));
    }
    this.view.dispatch({ effects: setColours.of(Decoration.set(marks, true)) });
  }

  /** @param {{uri: string, version?: number, diagnostics: any[]}} params */
  async #published({ uri, version, diagnostics }) {
    if (uri !== this.#uri || (version !== undefined && version !== this.#version)) return;
    const { doc } = this.view.state;
    this.#problems = diagnostics;
    this.#fixes = [];
    if (diagnostics.length) {
      const range = { start: { line: 0, character: 0 }, end: position(doc, doc.length) };
      const context = { diagnostics, only: ["quickfix"] };
      this.#fixes = (await this.#ask("textDocument/codeAction", { range, context })) ?? [];
      if (version !== undefined && version !== this.#version) return;
    }
    const severities = ["error", "error", "warning", "info", "hint"];
    const shown = diagnostics.map((problem) => ({
      from: offset(doc, problem.range.start),
      to: offset(doc, problem.range.end),
      severity: /** @type {any} */ (severities[problem.severity ?? 1]),
      source: problem.code ? String(problem.code) : undefined,
      message: problem.message,
      markClass: problem.tags?.includes(1) ? "unnecessary" : undefined,
      actions: this.#fixes
        .filter((fix) => fix.diagnostics?.some((/** @type {any} */ of) => sameRange(of.range, problem.range) && of.code === problem.code))
        .map((fix) => ({ name: fix.title, apply: () => this.#apply(fix.edit) })),
    }));
    this.view.dispatch(cm.setDiagnostics(this.view.state, shown));
    this.onProblems(diagnostics, this.#fixes.length > 0);
  }

  /** @param {any} edit */
  #apply(edit) {
    const edits = edit?.changes?.[this.#uri] ?? edit?.documentChanges?.flatMap((/** @type {any} */ change) => change.edits) ?? [];
    this.#change(edits);
  }

  /** @param {{range: any, newText: string}[]} edits */
  #change(edits) {
    const { doc } = this.view.state;
    const changes = edits.map(({ range, newText }) => ({
      from: offset(doc, range.start),
      to: offset(doc, range.end),
      insert: newText,
    }));
    if (changes.length) this.view.dispatch({ changes, scrollIntoView: true });
    this.view.focus();
  }

  /** Applies the fix of the problem at the cursor, or of the first one after it. */
  fixHere() {
    const { doc, selection } = this.view.state;
    const at = selection.main.head;
    const ranged = this.#fixes.map((fix) => ({ fix, range: fix.diagnostics?.[0]?.range })).filter(({ range }) => range);
    const here = ranged.find(({ range }) => offset(doc, range.start) <= at && at <= offset(doc, range.end));
    const line = doc.lineAt(at);
    const near = ranged.find(({ range }) => range.start.line === line.number - 1);
    const chosen = here ?? near ?? ranged.find(({ range }) => offset(doc, range.start) >= at) ?? ranged[0];
    if (chosen) this.#apply(chosen.fix.edit);
    return Boolean(chosen);
  }

  /** @param {import("@codemirror/autocomplete").CompletionContext} context */
  async #complete(context) {
    const word = context.matchBefore(/[\w-]*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const answer = await this.#ask("textDocument/completion", { position: position(context.state.doc, context.pos) });
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    if (!items.length) return null;
    const { doc } = context.state;
    const starts = items.map((/** @type {any} */ item) => (item.textEdit ? offset(doc, item.textEdit.range.start) : (word?.from ?? context.pos)));
    const options = items.map((/** @type {any} */ item) => {
      const insert = item.textEdit?.newText ?? item.insertText ?? item.label;
      const documentation = item.documentation?.value ?? item.documentation;
      return {
        label: item.filterText ?? item.label,
        displayLabel: item.label,
        detail: item.detail,
        sortText: item.sortText,
        info: documentation ? () => markdown(documentation) : undefined,
        apply: item.insertTextFormat === 2 ? cm.snippet(asTemplate(insert)) : insert,
      };
    });
    return { from: Math.min(...starts), to: context.pos, options, validFor: /^[\w-]*$/ };
  }

  /**
   * @param {import("@codemirror/view").EditorView} view
   * @param {number} at
   */
  async #hover(view, at) {
    const { doc } = view.state;
    const answer = await this.#ask("textDocument/hover", { position: position(doc, at) });
    if (!answer) return null;
    const text = answer.contents.value ?? answer.contents;
    return {
      pos: answer.range ? offset(doc, answer.range.start) : at,
      end: answer.range ? offset(doc, answer.range.end) : at,
      create: () => ({ dom: element("div", { class: "hover" }, [markdown(text)]) }),
    };
  }

  /**
   * The foldable lines below a line: a section from its opening brace to the closing one.
   * @param {import("@codemirror/state").EditorState} state
   * @param {number} from
   */
  #fold(state, from) {
    const line = state.doc.lineAt(from);
    if (!/^\w.*\{\s*$/.test(line.text)) return null;
    for (let number = line.number + 1; number <= state.doc.lines; number += 1) {
      const other = state.doc.line(number);
      if (other.text.startsWith("}")) return other.from - 1 > line.to ? { from: line.to, to: other.from - 1 } : null;
    }
    return null;
  }

  async #define() {
    const { doc, selection } = this.view.state;
    const found = await this.#ask("textDocument/definition", { position: position(doc, selection.main.head) });
    const own = (Array.isArray(found) ? found : [found]).find((place) => place?.uri === this.#uri);
    if (own) this.showLine(own.range.start.line + 1, true);
  }

  /** Renames what the cursor stands on, after asking for the new name. */
  async rename() {
    const { doc, selection } = this.view.state;
    const at = position(doc, selection.main.head);
    try {
      const range = await this.#ask("textDocument/prepareRename", { position: at });
      if (!range) return;
      const old = doc.sliceString(offset(doc, range.start), offset(doc, range.end));
      const name = await this.askName(`New name for “${old}”`, old);
      if (!name || name === old) return;
      this.#apply(await this.#ask("textDocument/rename", { position: at, newName: name }));
    } catch (error) {
      this.#complain(/** @type {Error} */ (error));
    }
  }

  /**
   * Asks for a name; the page replaces this by its own dialog.
   * @param {string} _question
   * @param {string} _name
   * @returns {Promise<string | null>}
   */
  askName = async (_question, _name) => null;

  /**
   * Says that something cannot be done; the page replaces this.
   * @param {string} _text
   * @param {() => void} [_again] What tries it again.
   */
  complain = (_text, _again) => {};

  /** @param {Error} error */
  #complain({ message }) {
    if (this.#isOpen) this.complain(message);
    else this.complain(`The editor shows no colours, problems or help: ${message.replace(/\.$/, "")}.`, () => this.#edited());
  }

  /** Lays the text out. */
  async format() {
    const options = { tabSize: 2, insertSpaces: true };
    try {
      const edits = (await this.#ask("textDocument/formatting", { options })) ?? [];
      this.#change(edits);
      if (!edits.length && this.#problems.some(isMisread)) this.complain("The file cannot be read, so it is not formatted.");
    } catch (error) {
      this.#complain(/** @type {Error} */ (error));
    }
  }

  /** Applies all fixes of the text. */
  async fixAll() {
    const { doc } = this.view.state;
    const range = { start: { line: 0, character: 0 }, end: position(doc, doc.length) };
    const context = { diagnostics: this.#problems, only: ["source.fixAll"] };
    const actions = (await this.#ask("textDocument/codeAction", { range, context })) ?? [];
    if (actions[0]) this.#apply(actions[0].edit);
  }

  /** The outline: names of sections and lines with their places. */
  async outline() {
    return (await this.#ask("textDocument/documentSymbol")) ?? [];
  }

  /**
   * Marks a line, and shows it.
   * @param {number} line 0 marks none.
   * @param {boolean} moves Whether the cursor goes there.
   */
  showLine(line, moves = false) {
    const { doc } = this.view.state;
    const isThere = line >= 1 && line <= doc.lines;
    /** @type {import("@codemirror/state").StateEffect<any>[]} */
    const effects = [setShownLine.of(isThere ? line : 0)];
    if (isThere) {
      const { from } = doc.line(line);
      cm.foldedRanges(this.view.state).between(from, from, (start, end) => {
        if (start < from) effects.push(cm.unfoldEffect.of({ from: start, to: end }));
      });
      effects.push(EditorView.scrollIntoView(from, { y: "nearest", yMargin: 60 }));
    }
    this.view.dispatch({ effects, selection: moves && isThere ? { anchor: doc.line(line).from } : undefined });
    if (moves) this.view.focus();
  }

  /**
   * Shows marks beside lines.
   * @param {MarkedLine[]} marks
   */
  markLines(marks) {
    this.view.dispatch({ effects: setLineMarks.of(marks) });
  }
}

/**
 * How far a line is indented: two blanks for each brace that is open before it.
 * @param {import("@codemirror/language").IndentContext} context
 * @param {number} at
 */
function indentation(context, at) {
  const bare = context.state.sliceDoc(0, at).replace(/"[^"\n]*"|#.*/g, "");
  const open = (bare.match(/[{(]/g) ?? []).length - (bare.match(/[})]/g) ?? []).length;
  return 2 * Math.max(0, open - (/^\s*[})]/.test(context.textAfterPos(at)) ? 1 : 0));
}

/**
 * Whether a problem is one of reading the text, so that there is nothing to lay out.
 * @param {any} problem
 */
const isMisread = ({ code }) => /^E01/.test(code);

/**
 * @param {any} a
 * @param {any} b
 */
function sameRange(a, b) {
  return a.start.line === b.start.line && a.start.character === b.start.character && a.end.line === b.end.line && a.end.character === b.end.character;
}

/**
 * A snippet of the protocol as a template of the editor: `${1:pit}` has the same form in both, `$1` and `$0` do not.
 * @param {string} text
 */
function asTemplate(text) {
  return text.replace(/\$(\d+)/g, "${$1}").replace(/\$\{(\d+)\}/g, (_, number) => `\${${number}:}`);
}

/**
 * Shows what the server writes: paragraphs, lists, code and emphasis. No text becomes markup.
 * @param {string} text
 */
export function markdown(text) {
  const parts = [];
  let code = null;
  /** @type {HTMLElement | null} */
  let list = null;
  /** @type {string[]} */
  let paragraph = [];
  const close = () => {
    if (paragraph.length) parts.push(element("p", {}, inline(paragraph.join(" "))));
    paragraph = [];
    list = null;
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      close();
      if (code !== null) parts.push(element("pre", {}, [code.join("\n")]));
      code = code === null ? /** @type {string[]} */ ([]) : null;
    } else if (code !== null) {
      code.push(line);
    } else if (/^#+ /.test(line)) {
      close();
      parts.push(element("h4", {}, inline(line.replace(/^#+ /, ""))));
    } else if (/^[-*] /.test(line)) {
      if (!list) {
        close();
        list = element("ul", {});
        parts.push(list);
      }
      list.append(element("li", {}, inline(line.slice(2))));
    } else if (line.trim() === "" || line === "---") {
      close();
    } else {
      paragraph.push(line);
    }
  }
  close();
  if (code?.length) parts.push(element("pre", {}, [code.join("\n")]));
  return element("div", { class: "markdown" }, parts);
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  const unescaped = (/** @type {string} */ part) => part.replace(/\\([\\`*_{}[\]()#+\-.!<>&|~])/g, "$1").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .filter((part) => part !== "")
    .map((part) => {
      if (/^`.+`$/.test(part)) return element("code", {}, [part.slice(1, -1)]);
      if (/^\*\*.+\*\*$/.test(part)) return element("strong", {}, [unescaped(part.slice(2, -2))]);
      if (/^\*.+\*$/.test(part)) return element("em", {}, [unescaped(part.slice(1, -1))]);
      return unescaped(part);
    });
}
