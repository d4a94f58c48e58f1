// Takes the pictures of the workbench with the game of the README, and web/card.png, which previews of links show: `node tests/browser/pictures.mjs BROWSER UUR [FOLDER]`.
// UUR is the program, and FOLDER gets the pictures, by default docs/pictures.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { Browser } from "./browser.mjs";

const [program, uur, pictures = "docs/pictures"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "uur-pictures-"));
const [, game] = readFileSync("README.md", "utf8").match(/^```text\n(language 1\n.*?)^```$/ms);
writeFileSync(join(folder, "first.uur"), game);
const server = spawn(uur, ["serve", folder, "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = await Browser.start(program);

// The address is the first one that the program prints.
async function address() {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = line.match(/http:\S+/);
    if (found) return found[0];
  }
  throw new Error("the program prints no address");
}

async function take(url, scheme) {
  const page = await browser.open(url, { width: 1280, height: 820, media: { "prefers-color-scheme": scheme } });
  await page.until("document.body?.dataset.ready === 'true' && uurPage.editor", "the page is ready");
  await page.value("uurPage.play.speed = document.querySelector('#speed').value = 'once'");
  await page.value("uurPage.play.play('A')");
  await page.until("document.body.dataset.moves === '1'", "the move");
  // The log of the move, and the event with which the last seed captures.
  await page.click(".log-move summary");
  await page.until("document.querySelector('.log-event')", "the log");
  await page.value("[...document.querySelectorAll('.log-event button')].findLast((one) => /to South/.test(one.textContent)).click()");
  await page.value("new Promise((done) => setTimeout(done, 1000))");
  writeFileSync(join(pictures, `workbench-${scheme}.webp`), await page.own.screenshot({ type: "webp", quality: 80 }));
  await page.close();
}

// What messengers show of a link to the workbench: a board in the middle of a game.
async function takeCard() {
  const site = pathToFileURL(resolve("web/site/index.html")).href;
  const page = await browser.open(`${site}?view=stage#game=oware`, { width: 1200, height: 630 });
  await page.until("document.body.dataset.ready === 'true'", "the page is ready");
  await page.value("(async () => { uurPage.play.speed = 'once'; for (const move of 'C d F c A e B'.split(' ')) await uurPage.play.play(move); document.querySelector('#name').textContent = 'uur: play mancala games, and write their rules'; })()");
  await page.pause(500);
  writeFileSync("web/card.png", await page.screenshot(false));
  await page.close();
}

try {
  const url = await address();
  for (const scheme of ["light", "dark"]) await take(url, scheme);
  await takeCard();
} finally {
  server.kill("SIGKILL");
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
