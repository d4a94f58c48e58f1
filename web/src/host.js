// The program that serves the page, `uur serve`: its engine, and the rule files of its folder.
import { byId, button, element } from "./dom.js";
import { EngineError } from "./engine.js";

/** Where the token is kept, so that the page can be reloaded. */
const TOKEN = "uur.token";
/** Where the file that is open is kept. */
const FILE = "uur.file";
/** How long the page waits before it asks for changes again, in milliseconds: at first, and at most. */
const [FIRST_WAIT, MOST_WAIT] = [500, 15000];

/** The server, and the token by which it knows this page. */
export class Host {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /**
   * The server of this page, if one serves it. The address of a page that the program itself has opened holds a key,
   * which is good for one token.
   */
  static async ofPage() {
    if (!document.querySelector("meta[name=uur-serve]")) return null;
    const [, kind, value] = /^#(token|key)=(\w+)$/.exec(location.hash) ?? [];
    const host = new Host(kind === "token" ? value : (sessionStorage.getItem(TOKEN) ?? ""));
    if (kind) history.replaceState(null, "", location.pathname);
    if (kind === "key") host.token = (await (await host.request("token", { method: "POST", body: value })).json()).token;
    sessionStorage.setItem(TOKEN, host.token);
    return host;
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
    if (answer.error) throw new EngineError(answer.error.code ?? "refused", answer.error.message);
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

  /**
   * @param {Host} host
   * @param {any} page
   */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": "Files of the folder", change: () => void this.#chosen() }));
    const save = button("Save", () => void this.save(), { title: "Ctrl-S" });
    byId("outline").before(this.select, save);
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void this.save();
    });
    addEventListener("beforeunload", (event) => {
      if (this.name && this.page.editor.text !== this.#saved) event.preventDefault();
    });
  }

  async #chosen() {
    const { value } = this.select;
    if (!value || value === this.name) return;
    if (this.name && this.page.editor.text !== this.#saved) {
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

  /** Opens the file that was open last in this window, or else the first one. Returns whether there is one. */
  async openLast() {
    const { first, files } = this.#listing;
    const last = sessionStorage.getItem(FILE);
    const name = files.some((/** @type {any} */ file) => file.name === last) ? last : first;
    if (name) await this.open(name);
    return Boolean(name);
  }

  /** Another game comes into the editor, which is no file of the folder yet. */
  leave() {
    this.#own("");
    this.#hash = null;
  }

  /** @param {string} name The file in the editor. */
  #own(name) {
    this.name = this.select.value = name;
    sessionStorage.setItem(FILE, name);
  }

  /** @param {string} name */
  async open(name) {
    try {
      const { text, hash } = await (await this.host.request(`file?name=${encodeURIComponent(name)}`)).json();
      this.page.note("");
      this.#own(name);
      this.#hash = hash;
      this.#saved = text;
      await this.page.open({ name: name.replace(/\.uur$/, ""), text, isFile: true });
    } catch (error) {
      this.page.note(/** @type {Error} */ (error).message);
    }
  }

  /** Saves the text; a file that another program has changed is not overwritten without a question. */
  async save(overwrites = false) {
    const { text } = this.page.editor;
    const name = this.name || (await this.page.editor.askName("Name of the new file", `${this.page.name}.uur`));
    if (!name) return;
    try {
      const put = async (/** @type {string | null} */ was) => (await this.host.request(`file?name=${encodeURIComponent(name)}`, { method: "PUT", body: JSON.stringify({ text, was }) })).json();
      const was = overwrites ? (await (await this.host.request(`file?name=${encodeURIComponent(name)}`)).json()).hash : this.#hash;
      const { hash } = await put(this.name ? was : null);
      this.#own(name);
      this.#hash = hash;
      this.#saved = text;
      this.page.note("");
      this.page.play.say(`${name} is saved.`);
    } catch (error) {
      const changed = /** @type {EngineError} */ (error).code === "changed";
      this.page.note(/** @type {Error} */ (error).message, changed ? [button("Overwrite it", () => void this.save(true)), button("Read it again", () => void this.open(name))] : []);
    }
  }

  /**
   * Listens to changes of the folder on the disk as long as the page is seen: a browser opens few connections to a
   * server for all windows. After a break it listens again.
   */
  async #watch() {
    let wait = FIRST_WAIT;
    let isGone = false;
    for (;;) {
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
    const { text, hash } = await (await this.host.request(`file?name=${encodeURIComponent(this.name)}`)).json();
    if (hash === this.#hash) return;
    if (this.page.editor.text === this.#saved) {
      this.#hash = hash;
      this.#saved = text;
      this.page.editor.replace(text);
      this.page.play.say(`${this.name} was changed on the disk.`);
    } else {
      this.page.note(`${this.name} was changed on the disk, and here as well.`, [button("Read it again", () => void this.open(this.name)), button("Keep mine and overwrite it", () => void this.save(true))]);
    }
  }
}
