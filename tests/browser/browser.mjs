// Browsers for tests, Chromium and Firefox alike, driven by puppeteer-core: what a person does, and what a page reports.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/** What `npm --prefix web ci` has installed. */
const puppeteer = createRequire(resolve("web/package.json"))("puppeteer-core");

/** What a Chromium without a screen and without a user needs. */
const CHROMIUM = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars"];

export class Browser {
  // Starts a program. `media` are features such as prefers-color-scheme: Firefox takes them when it starts.
  static async start(program, media = {}) {
    const isFirefox = /firefox/.test(basename(program));
    const prefs = {
      "ui.systemUsesDarkTheme": Number(media["prefers-color-scheme"] === "dark"),
      "ui.prefersReducedMotion": Number(media["prefers-reduced-motion"] === "reduce"),
      "datareporting.policy.dataSubmissionEnabled": false,
      "dom.security.https_first": false,
    };
    const options = isFirefox ? { browser: "firefox", extraPrefsFirefox: prefs } : { browser: "chrome", args: CHROMIUM, pipe: true };
    // On a busy machine, or read from a cold disk, a browser takes more than half a minute to begin.
    const own = await puppeteer.launch({ executablePath: program, headless: true, timeout: 180000, protocolTimeout: 120000, ...options });
    return Object.assign(new Browser(), { own, program, isFirefox, others: [] });
  }

  // Opens a page in a browser that keeps nothing of other pages, and waits until it is loaded. With `touch`, the window
  // is that of a phone.
  async open(url, { width = 1000, height = 800, media = {}, touch = false } = {}) {
    if (this.isFirefox && Object.keys(media).length) {
      const other = await Browser.start(this.program, media);
      this.others.push(other);
      return other.open(url, { width, height, touch });
    }
    const context = await this.own.createBrowserContext();
    return Page.open(this, context, url, { width, height, media, touch });
  }

  async close() {
    for (const one of [...this.others, this]) await one.own.close();
  }
}

// Whether the page was left while it was asked.
const wasLeft = ({ message }) => /navigat|destroy|context|realm/i.test(message);

class Page {
  static async open(browser, context, url, how) {
    const { width, height, media, touch } = how;
    const page = Object.assign(new Page(), { browser, context, how, touch, problems: [], own: await context.newPage() });
    page.#listen();
    // What the policy of a page forbids is told by both browsers in this way.
    await page.own.evaluateOnNewDocument(() => document.addEventListener("securitypolicyviolation", (event) => console.error(`forbidden: ${event.effectiveDirective} ${event.blockedURI}`)));
    if (Object.keys(media).length) await page.own.emulateMediaFeatures(Object.entries(media).map(([name, value]) => ({ name, value })));
    await page.resize(width, height);
    await page.go(url);
    return page;
  }

  // Whatever a page reports, loads from elsewhere, or asks, is a problem.
  #listen() {
    this.own.on("console", (message) => this.problems.push(`console: ${message.text()}`));
    this.own.on("pageerror", (error) => this.problems.push(`exception: ${error.stack ?? error}`));
    this.own.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) this.problems.push(`request: ${request.url()}`);
    });
    this.own.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") this.problems.push(`dialog: ${dialog.message()}`);
      void dialog.accept();
    });
  }

  async go(url) {
    await this.own.goto(url);
    await this.pause(50);
  }

  async reload() {
    await this.own.reload();
    await this.pause(50);
  }

  async resize(width, height) {
    await this.own.setViewport({ width, height, ...(this.touch && !this.browser.isFirefox && { isMobile: true, hasTouch: true }) });
  }

  pause(time) {
    return this.value(`new Promise((done) => setTimeout(done, ${time}))`);
  }

  // The value of an expression in the page.
  value(expression) {
    return this.own.evaluate(expression);
  }

  text(selector) {
    return this.value(`document.querySelector(${JSON.stringify(selector)}).textContent`);
  }

  // Presses a key, such as `a` or `Enter`, with others held down.
  async key(key, held = []) {
    for (const one of held) await this.own.keyboard.down(one);
    await this.own.keyboard.press(key);
    for (const one of held.toReversed()) await this.own.keyboard.up(one);
  }

  // Clicks, or on a phone taps, where an element is to be seen, as soon as it stands still and nothing covers it. What
  // moves away under the pointer all the same is clicked again.
  async click(selector) {
    const place = `new Promise((done) => {
      const e = document.querySelector(${JSON.stringify(selector)});
      if (!e) return done(null);
      const inView = (r) => r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth;
      if (!inView(e.getBoundingClientRect())) e.scrollIntoView({ block: "center", inline: "center" });
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
      if (this.touch) await this.own.touchscreen.tap(at.x, at.y);
      else await this.own.mouse.click(at.x, at.y);
      // A page that is left by the click is no more there to tell.
      return this.value("globalThis.wasClicked !== false").catch((error) => wasLeft(error) || Promise.reject(error));
    }, `a click on ${selector}`);
  }

  // Waits until an expression of the page, or a function, is true.
  async until(condition, what, most = 60000) {
    const end = Date.now() + most;
    // Of a page that is being left nothing is known yet.
    const asked = () => this.value(`(async () => Boolean(await (${condition})))()`).catch((error) => !wasLeft(error) && Promise.reject(error));
    const isTrue = typeof condition === "function" ? condition : asked;
    while (!(await isTrue())) {
      if (Date.now() > end) {
        const seen = await this.value("['#turn', '#note', '#status', '#dialog p[role=status]'].map((one) => document.querySelector(one)?.textContent).filter(Boolean).join(' | ')");
        throw new Error(`${what} does not happen. The page shows: ${seen}. It reported: ${this.problems.join("; ") || "nothing"}.`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async screenshot(full = true) {
    return Buffer.from(await this.own.screenshot({ fullPage: full }));
  }

  // The page as printed, on paper of this size in inches.
  async pdf(width, height) {
    const margin = { top: "0.5in", bottom: "0.5in", left: "0.55in", right: "0.55in" };
    return Buffer.from(await this.own.pdf({ width: `${width}in`, height: `${height}in`, margin }));
  }

  // Another window of the same person.
  beside(url) {
    return Page.open(this.browser, this.context, url, this.how);
  }

  async close() {
    const isLast = (await this.context.pages()).length === 1;
    await (isLast ? this.context : this.own).close();
  }
}

// A folder on a host of files, which compresses what it sends, and does not find some of them.
export async function hosted(folder, missing = new Set()) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".png": "image/png" };
  const packed = new Map();
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    const file = join(folder, name);
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.includes("..") || missing.has(name) || !existsSync(file)) return response.writeHead(404).end();
    if (!packed.has(name)) packed.set(name, gzipSync(readFileSync(file)));
    response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain", "content-encoding": "gzip" }).end(packed.get(name));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => new Promise((done) => { server.close(done); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}
