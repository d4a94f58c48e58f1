// Plays in the workbench in WebKit, of which Safari is made: node tests/browser/webkit.mjs SITE PLAYABLE [PICTURES].
// Needs WebKitWebDriver with its MiniBrowser, and Xvfb. What Chromium and Firefox are asked in depth, WebKit is asked in
// short: the page starts, plays, checks what is typed, keeps it, and fits a phone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { hosted } from "./browser.mjs";

const [site, playable, pictures] = process.argv.slice(2);
if (pictures) mkdirSync(pictures, { recursive: true });
const port = 20000 + (process.pid % 20000);
const driver = spawn("xvfb-run", ["-a", "-s", "-screen 0 1400x900x24", "WebKitWebDriver", `--port=${port}`], { stdio: "ignore", detached: true });

async function call(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

async function until(what, condition) {
  for (const end = Date.now() + 60000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    if (await condition()) return;
  }
  throw new Error(`${what} does not happen`);
}

const host = await hosted(resolve(site));
try {
  await until("the driver", () => call("GET", "/status").then(() => true, () => false));
  const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: {} } });
  const at = `/session/${sessionId}`;
  const run = (script) => call("POST", `${at}/execute/async`, { script: `const done = arguments[0]; (async () => (${script}))().then(done, (error) => done("error: " + error));`, args: [] });
  const go = async (url) => {
    await call("POST", `${at}/url`, { url });
    await until(`the page ${url} is ready`, () => run("document.body.dataset.ready === 'true'"));
  };
  const picture = async (name) => pictures && writeFileSync(join(pictures, `${name}.png`), Buffer.from(await call("GET", `${at}/screenshot`), "base64"));
  const press = (selector) => run(`document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
  const pit = async (name) => press(await run(`\`[data-pit="\${uurPage.play.state.position.pits.find((pit) => pit.name === "${name}").pit}"]\``));
  const moves = (number) => until(`move ${number}`, () => run(`document.body.dataset.moves === "${number}"`));
  await call("POST", `${at}/timeouts`, { script: 60000 });

  await go(`${host.address}#game=boola`);
  await run("uurPage.play.speed = 'once'");
  await until("the editor", () => run("Boolean(uurPage.editor)"));
  await pit("K");
  await until("the ways", () => run("/K: two ways/.test(document.querySelector('#question').textContent)"));
  await press("#question button");
  await moves(1);
  // What is typed is checked, and kept.
  await run("uurPage.editor.replace(uurPage.editor.text.replace('rows 2', 'rows 2\\n  pitz 7'))");
  await until("the error", () => run("/error/.test(document.querySelector('#checked').textContent)"));
  await picture("webkit-error");
  await new Promise((done) => setTimeout(done, 700));
  await call("POST", `${at}/refresh`, {});
  await until("the page is ready again", () => run("document.body.dataset.ready === 'true'"));
  assert.match(await run("uurPage.rules.text"), /pitz 7/);
  assert.equal(await run("document.querySelectorAll('#board-area .cell').length"), 24);
  // A phone, as narrow as the window can be.
  await call("POST", `${at}/window/rect`, { width: 390, height: 844 });
  await go(`${host.address}?phone#game=oware`);
  // What was typed is one's own, for which a link has to ask.
  await run("[...document.querySelectorAll('#note button')].find((button) => button.textContent === 'Open the link').click()");
  await until("the linked game", () => run("uurPage.name === 'oware' && Boolean(uurPage.play.state)"));
  await run("uurPage.play.speed = 'once'");
  await pit("C");
  await moves(1);
  await picture("webkit-phone");
  // One file, from the disk.
  await go(pathToFileURL(resolve(playable)).href);
  await run("uurPage.play.speed = 'once'");
  await pit("C");
  await moves(2);
  await picture("webkit-playable");
  await call("DELETE", at);
  console.log("the workbench works in WebKit");
} finally {
  await host.close();
  process.kill(-driver.pid);
}
