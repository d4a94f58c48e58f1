// A small client of Chromium's DevTools protocol over a pipe, so that nothing has to be installed but the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  constructor(program) {
    this.profile = mkdtempSync(join(tmpdir(), "uur-browser-"));
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
      `--user-data-dir=${this.profile}`, "about:blank"];
    this.process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.waiting = new Map();
    this.pages = new Map();
    this.id = 0;
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (data) => {
      const parts = (text + data).split("\0");
      text = parts.pop();
      parts.forEach((part) => this.receive(JSON.parse(part)));
    });
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    } else {
      this.pages.get(message.sessionId)?.happened(message.method, message.params);
    }
  }

  send(method, params = {}, sessionId) {
    this.id += 1;
    this.process.stdio[3].write(`${JSON.stringify({ id: this.id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(this.id, { resolve, reject, method }));
  }

  // Opens a page in a browser that keeps nothing of other pages, and waits until it is loaded. `media` are features
  // such as prefers-color-scheme.
  async open(url, { width = 1000, height = 800, media = {} } = {}) {
    const { browserContextId } = await this.send("Target.createBrowserContext", { disposeOnDetach: true });
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, browserContextId);
    this.pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await page.send(`${domain}.enable`);
    const features = Object.entries(media).map(([name, value]) => ({ name, value }));
    await page.send("Emulation.setEmulatedMedia", { features });
    await page.resize(width, height);
    await page.go(url);
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    await this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

class Page {
  constructor(browser, sessionId, context) {
    Object.assign(this, { browser, sessionId, context, problems: [], loaded: () => {} });
  }

  // Whatever a page reports, loads from elsewhere, or asks, is a problem.
  happened(method, params) {
    if (method === "Page.loadEventFired") this.loaded();
    if (method === "Runtime.consoleAPICalled") this.problems.push(`console: ${params.args.map((one) => one.value).join(" ")}`);
    if (method === "Runtime.exceptionThrown") this.problems.push(`exception: ${params.exceptionDetails.exception?.description}`);
    if (method === "Log.entryAdded") this.problems.push(`log: ${params.entry.text}`);
    if (method === "Network.requestWillBeSent" && !/^(file|data|blob):/.test(params.request.url)) {
      this.problems.push(`request: ${params.request.url}`);
    }
    if (method === "Page.javascriptDialogOpening") {
      this.problems.push(`dialog: ${params.message}`);
      this.send("Page.handleJavaScriptDialog", { accept: true });
    }
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  go(url) {
    return this.load("Page.navigate", { url });
  }

  reload() {
    return this.load("Page.reload", {});
  }

  async load(method, params) {
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    await this.send(method, params);
    await loaded;
    await this.value("new Promise((done) => setTimeout(done, 50))");
  }

  resize(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  // The value of an expression in the page.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description || exceptionDetails.text}`);
    return result.value;
  }

  text(selector) {
    return this.value(`document.querySelector(${JSON.stringify(selector)}).textContent`);
  }

  async key(key, code = key) {
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    const one = { key, code, text, windowsVirtualKeyCode: CODES[key] || key.toUpperCase().charCodeAt(0) };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", ...one });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...one, text: undefined });
  }

  // Clicks where an element is to be seen, as soon as it stands still and nothing covers it. What moves away under the
  // pointer all the same is clicked again.
  async click(selector) {
    const place = `new Promise((done) => {
      const e = document.querySelector(${JSON.stringify(selector)});
      if (!e) return done(null);
      e.scrollIntoView({ block: "center" });
      const before = e.getBoundingClientRect();
      setTimeout(() => {
        const r = e.getBoundingClientRect();
        const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
        if (r.x !== before.x || r.y !== before.y || r.width === 0 || e.disabled || !e.contains(document.elementFromPoint(x, y))) return done(null);
        globalThis.wasClicked = false;
        e.addEventListener("click", () => (globalThis.wasClicked = true), { capture: true, once: true });
        done({ x, y });
      }, 50);
    })`;
    await this.until(async () => {
      const at = await this.value(place);
      if (!at) return false;
      for (const type of ["mousePressed", "mouseReleased"]) {
        await this.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
      }
      // A page that is left by the click is no more there to tell.
      return this.value("globalThis.wasClicked !== false").catch(({ message }) => /navigated/.test(message) || Promise.reject(new Error(message)));
    }, `a click on ${selector}`);
  }

  // Waits until an expression of the page, or a function, is true.
  async until(condition, what, most = 60000) {
    const end = Date.now() + most;
    while (!(await (typeof condition === "function" ? condition() : this.value(condition)))) {
      if (Date.now() > end) {
        const seen = await this.value("['#turn', '#note', '#status'].map((one) => document.querySelector(one)?.textContent).filter(Boolean).join(' | ')");
        throw new Error(`${what} does not happen. The page shows: ${seen}. It reported: ${this.problems.join("; ") || "nothing"}.`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async screenshot(full = true, format = { format: "png" }) {
    const { data } = await this.send("Page.captureScreenshot", { ...format, captureBeyondViewport: full });
    return Buffer.from(data, "base64");
  }

  async pdf(width, height) {
    const { data } = await this.send("Page.printToPDF", { paperWidth: width, paperHeight: height, marginTop: 0.5, marginBottom: 0.5, marginLeft: 0.55, marginRight: 0.55, preferCSSPageSize: false, printBackground: false });
    return Buffer.from(data, "base64");
  }

  async close() {
    await this.browser.send("Target.disposeBrowserContext", { browserContextId: this.context });
  }
}

const CODES = { PageDown: 34, PageUp: 33, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39, Escape: 27, Enter: 13, Tab: 9, ".": 190, ",": 188 };
