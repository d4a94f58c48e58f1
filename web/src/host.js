// The program that serves the page, `uur serve`: its engine, and the rule files of its folder.
import { askText } from "./dialogs.js";
import { byId, button, element } from "./dom.js";
import { EngineError } from "./engine.js";
import { ofWindow } from "./storage.js";

/** Where the token is kept, so that the page can be reloaded. */
const TOKEN = "uur.token";
/** How long the page waits before it asks for changes again, in milliseconds: at first, and at most. */
const [FIRST_WAIT, MOST_WAIT] = [500, 15000];

/** The server, and the token by which it knows this page. */
export class Host {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** The server of this page, if one serves it. Fails if the server does not know the page. */
  static async ofPage() {
    if (!document.querySelector("meta[name=uur-serve]")) return null;
    const host = new Host(ofWindow(TOKEN));
    await host.take(location.hash);
    await host.request("files");
    return host;
  }

  /**
   * Takes the token of an address. That of a page that the program itself has opened holds a key, which is good for one.
   * @param {string} hash
   * @returns {Promise<boolean>} Whether the address has one.
   */
  async take(hash) {
    const [, kind, value] = /^#(token|key)=(\w+)$/.exec(hash) ?? [];
    if (!kind) return false;
    history.replaceState(null, "", location.pathname);
    this.token = kind === "token" ? value : (await (await this.request("token", { method: "POST", body: value })).json()).token;
    ofWindow(TOKEN, this.token);
    return true;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [options]
   * @param {Record<string, string>} [headers]
   */
  async request(path, options = {}, headers = {}) {
    let response;
    try {
      response = await fetch(path, { ...options, headers: { "x-uur-token": this.token, ...headers } });
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") throw new EngineError("stopped", "stopped");
      throw new EngineError("gone", "The program that serves this page does not answer. Has it been ended?");
    }
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: null }));
    throw new EngineError(error?.code ?? "refused", error?.message ?? `the server answered ${response.status}`);
  }
}

/** An engine of the server, with the interface of one in a worker. */
export class HostEngine {
  static #made = 0;
  #name = "";
  #stop = new AbortController();

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.restart();
  }

  /** Ends everything that was asked. */
  restart() {
    this.#stop.abort();
    this.#stop = new AbortController();
    HostEngine.#made += 1;
    this.#name = `${Math.random().toString(36).slice(2)}-${HostEngine.#made}`;
  }

  /**
   * @param {string} path
   * @param {string} body
   * @param {number} limit
   */
  async #post(path, body, limit) {
    const all = this.#stop.signal;
    const own = new AbortController();
    const stop = () => own.abort();
    all.addEventListener("abort", stop);
    let isLate = false;
    const timer = limit && setTimeout(() => { isLate = true; stop(); }, limit);
    try {
      const response = await this.host.request(path, { method: "POST", body, signal: own.signal }, { "x-uur-engine": this.#name });
      return await response.json();
    } catch (error) {
      if (isLate) throw new EngineError("late", `The engine did not answer within ${limit / 1000} seconds.`);
      throw error;
    } finally {
      clearTimeout(timer);
      all.removeEventListener("abort", stop);
    }
  }

  /**
   * Asks the engine. The server stops what nobody waits for.
   * @param {object} request
   * @param {number} [limit] The time for an answer in milliseconds; 0 is any time.
   * @returns {Promise<any>}
   */
  async ask(request, limit = 0) {
    const answer = await this.#post("ask", JSON.stringify(request), limit);
    if (answer.error) throw new EngineError(answer.error.code ?? "refused", answer.error.message, answer.error.help);
    return answer;
  }

  /**
   * Gives a message to the language server.
   * @param {string} message
   * @returns {Promise<{messages: string[], pause: number | null}>}
   */
  tell(message) {
    return this.#post("language", message, 0);
  }
}

/** The rule files of the server's folder: opened, saved, and watched. */
export class FolderFiles {
  /** The file in the editor. */
  name = "";
  #hash = /** @type {string | null} */ (null);
  #saved = "";
  #listing = /** @type {any} */ ({ files: [] });
  /** How often the folder began to be watched: only the last one goes on. */
  #watched = 0;

  /**
   * @param {Host} host
   * @param {any} page
   */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Files of the folder", change: () => void this.#chosen() }));
    this.button = button("Save", () => void this.save(), { title: "Ctrl-S" });
    byId("outline").before(this.select, this.button);
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void this.save();
    });
    addEventListener("beforeunload", (event) => {
      if (this.isUnsaved) event.preventDefault();
    });
  }

  /** Whether the text is another one than on the disk. */
  get isUnsaved() {
    return this.name !== "" && this.page.rules.text !== this.#saved;
  }

  /** Shows whether the text is saved. */
  showSaved() {
    this.button.textContent = this.isUnsaved ? "Save •" : "Save";
    this.button.setAttribute("aria-label", this.isUnsaved ? "Save, there are changes" : "Save");
  }

  async #chosen() {
    const { value } = this.select;
    if (!value || value === this.name) return;
    if (this.isUnsaved) {
      this.select.value = this.name;
      this.page.note(`${this.name} is not saved.`, [button("Save it", () => void this.save()), button("Open the other without saving", () => void this.open(value))]);
      return;
    }
    await this.open(value);
  }

  /** @param {any} listing */
  #list({ files }) {
    this.select.replaceChildren(element("option", { value: "" }, ["Files"]), ...files.map((/** @type {any} */ file) => element("option", { value: file.name }, [file.name])));
    this.select.value = this.name;
  }

  /** Lists the files, and listens to their changes. */
  async start() {
    this.#listing = await (await this.host.request("files")).json();
    this.#list(this.#listing);
    void this.#watch();
  }

  /** Opens the first file. Returns whether there is one. */
  async openFirst() {
    const { first } = this.#listing;
    if (first) await this.open(first);
    return Boolean(first);
  }

  /**
   * Opens the file that this window has shown, with what was not saved and with the moves.
   * @param {any} session
   * @returns {Promise<boolean>} Whether there is such a file, or a text of it.
   */
  async reopen(session) {
    const { file, text } = session;
    const isThere = this.#listing.files.some((/** @type {any} */ one) => one.name === file);
    if (!isThere && !text) return false;
    const disk = isThere ? await this.#read(file) : { text: "", hash: null };
    await this.#show(file, disk, { ...session, text: text || disk.text });
    if (!isThere) this.#isGone();
    else if (this.isUnsaved) this.page.note(`${file} has changes here that are not saved.`, [button("Save them", () => void this.save()), button("Drop them", () => void this.page.rules.replace(disk.text).then(() => this.page.note("")))]);
    return true;
  }

  /** Says that the file in the editor is no longer on the disk. */
  #isGone() {
    this.#hash = null;
    this.#saved = "";
    this.showSaved();
    this.page.note(`${this.name} is no longer on the disk. Its text is still here.`, [button("Save it again", () => void this.save())]);
  }

  /** Another game comes into the editor, which is no file of the folder yet. */
  leave() {
    this.#own("");
    this.#hash = null;
  }

  /** @param {string} name The file in the editor. */
  #own(name) {
    this.name = this.select.value = name;
    this.showSaved();
  }

  /**
   * @param {string} name
   * @returns {Promise<{text: string, hash: string}>}
   */
  async #read(name) {
    return (await this.host.request(`file?name=${encodeURIComponent(name)}`)).json();
  }

  /** @param {string} name */
  async open(name) {
    try {
      const disk = await this.#read(name);
      this.page.note("");
      await this.#show(name, disk, { text: disk.text });
    } catch (error) {
      this.page.note(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Shows a file.
   * @param {string} name
   * @param {{text: string, hash: string | null}} disk What is on the disk.
   * @param {object} game What is shown.
   */
  async #show(name, disk, game) {
    const enter = () => {
      this.#hash = disk.hash;
      this.#saved = disk.text;
      this.#own(name);
    };
    await this.page.open({ name: name.replace(/\.uur$/, ""), ...game, enter });
    this.showSaved();
  }

  /** Saves the text; a file that another program has changed is not overwritten without a question. */
  async save(overwrites = false, as = "") {
    const { text } = this.page.rules;
    const isNew = as !== "" || !this.name || this.#hash === null;
    const name = as || this.name || (await askText("Name of the new file", `${this.page.name}.uur`));
    if (!name) return;
    try {
      const put = async (/** @type {string | null} */ was) => (await this.host.request(`file?name=${encodeURIComponent(name)}`, { method: "PUT", body: JSON.stringify({ text, was }) })).json();
      const was = overwrites ? (await this.#read(name)).hash : this.#hash;
      const { hash } = await put(isNew && !overwrites ? null : was);
      this.#hash = hash;
      this.#saved = text;
      // A game of one's own that becomes a file stays where it is.
      if (!this.name) this.page.own.begin();
      this.#own(name);
      this.page.write();
      this.page.note("");
      this.page.play.say(`${name} is saved.`);
    } catch (error) {
      const changed = /** @type {EngineError} */ (error).code === "changed";
      const other = async () => {
        const given = await askText("Name of the new file", name);
        if (given) await this.save(false, given);
      };
      this.page.note(/** @type {Error} */ (error).message, [
        ...(changed ? [button("Overwrite it", () => void this.save(true)), button("Take that of the disk", () => void this.#takeDisk())] : []),
        button("Save under another name", () => void other()),
      ]);
    }
  }

  /** Takes the text of the disk, by an edit that can be undone. */
  async #takeDisk() {
    const { text, hash } = await this.#read(this.name);
    this.#hash = hash;
    this.#saved = text;
    await this.page.rules.replace(text);
    this.showSaved();
    this.page.note("");
  }

  /**
   * Listens to changes of the folder on the disk as long as the page is seen: a browser opens few connections to a
   * server for all windows. After a break it listens again.
   */
  async #watch() {
    let wait = FIRST_WAIT;
    let isGone = false;
    this.#watched += 1;
    for (const watched = this.#watched; watched === this.#watched; ) {
      if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
      const stop = new AbortController();
      const hide = () => document.hidden && stop.abort();
      document.addEventListener("visibilitychange", hide);
      try {
        await this.#listen(stop.signal, () => {
          wait = FIRST_WAIT;
          if (isGone) this.page.note("");
          isGone = false;
        });
      } catch (error) {
        const { code, message } = /** @type {EngineError} */ (error);
        if (code === "token") {
          this.page.note(message);
          return;
        }
        if (code === "gone" && !isGone) this.page.note(message);
        isGone ||= code === "gone";
      } finally {
        document.removeEventListener("visibilitychange", hide);
      }
      if (stop.signal.aborted) continue;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(MOST_WAIT, 2 * wait);
    }
  }

  /**
   * Hears of changes until the connection ends.
   * @param {AbortSignal} signal
   * @param {() => void} begun Is called when the server has answered.
   */
  async #listen(signal, begun) {
    const response = await this.host.request("changes", { signal });
    begun();
    const reader = /** @type {ReadableStream<any>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
      if (done) return;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) if (part.startsWith("data: ")) await this.#changed(JSON.parse(part.slice(6)));
    }
  }

  /** @param {any} listing */
  async #changed(listing) {
    this.#listing = listing;
    this.#list(listing);
    if (!this.name) return;
    if (!listing.files.some((/** @type {any} */ file) => file.name === this.name)) {
      if (this.#hash !== null) this.#isGone();
      return;
    }
    const { text, hash } = await this.#read(this.name);
    if (hash === this.#hash) return;
    if (!this.isUnsaved) {
      await this.#takeDisk();
      this.page.play.say(`${this.name} was changed on the disk.`);
    } else {
      this.page.note(`${this.name} was changed on the disk, and here as well.`, [button("Take that of the disk", () => void this.#takeDisk()), button("Keep mine and overwrite it", () => void this.save(true))]);
    }
  }
}
