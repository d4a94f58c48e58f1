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

  // Opens a page and waits until it is loaded. `media` are features such as prefers-color-scheme.
  async open(url, { width = 1000, height = 800, media = {} } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
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
    rmSync(this.profile, { recursive: true, force: true });
  }
}

class Page {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, problems: [], loaded: () => {} });
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

  async go(url) {
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    await this.send("Page.navigate", { url });
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

  async click(selector) {
    const at = await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: "center" });
      const r = e.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    }
  }

  async until(expression, what, most = 20000) {
    const end = Date.now() + most;
    while (!(await this.value(expression))) {
      if (Date.now() > end) throw new Error(`${what} does not happen`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async screenshot(full = true) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: full });
    return Buffer.from(data, "base64");
  }

  async pdf(width, height) {
    const { data } = await this.send("Page.printToPDF", { paperWidth: width, paperHeight: height, marginTop: 0.5, marginBottom: 0.5, marginLeft: 0.55, marginRight: 0.55, preferCSSPageSize: false, printBackground: false });
    return Buffer.from(data, "base64");
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}

const CODES = { PageDown: 34, PageUp: 33, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39, Escape: 27, Enter: 13, Tab: 9, ".": 190, ",": 188 };
