// The program that serves the page, `uur serve`: its engine, and the rule files of its folder.
import { byId, button, element } from "./dom.js";
import { EngineError } from "./engine.js";

/** The server, and the token by which it knows this page. */
export class Host {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** The server of this page, if one serves it. */
  static ofPage() {
    if (!document.querySelector("meta[name=uur-serve]")) return null;
    const found = /^#token=(\w+)$/.exec(location.hash);
    if (found) {
      sessionStorage.setItem("uur.token", found[1]);
      history.replaceState(null, "", location.pathname);
    }
    return new Host(sessionStorage.getItem("uur.token") ?? "");
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
   */
  async #post(path, body) {
    const response = await this.host.request(path, { method: "POST", body, signal: this.#stop.signal }, { "x-uur-engine": this.#name });
    return response.json();
  }

  /**
   * Asks the engine.
   * @param {object} request
   * @param {number} [_limit] The server ends nothing by itself: the page does.
   * @returns {Promise<any>}
   */
  async ask(request, _limit = 0) {
    const answer = await this.#post("ask", JSON.stringify(request));
    if (answer.error) throw new EngineError(answer.error.code ?? "refused", answer.error.message);
    return answer;
  }

  /**
   * Gives a message to the language server.
   * @param {string} message
   * @returns {Promise<{messages: string[], pause: number | null}>}
   */
  tell(message) {
    return this.#post("language", message);
  }
}

/** The rule files of the server's folder: opened, saved, and watched. */
export class FolderFiles {
  /** The file in the editor. */
  name = "";
  #hash = /** @type {string | null} */ (null);
  #saved = "";

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

  /** Opens the first file of the folder. Returns whether there is one. */
  async start() {
    const listing = await (await this.host.request("files")).json();
    this.#list(listing);
    void this.#watch().catch(() => {});
    if (listing.first) await this.open(listing.first);
    return Boolean(listing.first);
  }

  /** Another game comes into the editor, which is no file of the folder yet. */
  leave() {
    this.name = this.select.value = "";
    this.#hash = null;
  }

  /** @param {string} name */
  async open(name) {
    try {
      const { text, hash } = await (await this.host.request(`file?name=${encodeURIComponent(name)}`)).json();
      this.page.note("");
      await this.page.open({ name: name.replace(/\.uur$/, ""), text });
      this.name = this.select.value = name;
      this.#hash = hash;
      this.#saved = text;
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
      this.name = name;
      this.#hash = hash;
      this.#saved = text;
      this.page.note("");
      this.page.play.say(`${name} is saved.`);
    } catch (error) {
      const changed = /** @type {EngineError} */ (error).code === "changed";
      this.page.note(/** @type {Error} */ (error).message, changed ? [button("Overwrite it", () => void this.save(true)), button("Read it again", () => void this.open(name))] : []);
    }
  }

  /** Listens to changes of the folder on the disk. */
  async #watch() {
    const response = await this.host.request("changes");
    const reader = /** @type {ReadableStream<any>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) if (part.startsWith("data: ")) await this.#changed(JSON.parse(part.slice(6)));
    }
  }

  /** @param {any} listing */
  async #changed(listing) {
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
