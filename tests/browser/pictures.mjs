// Takes the pictures of the workbench with the game of the README: `node tests/browser/pictures.mjs CHROMIUM UUR [FOLDER]`.
// UUR is the program, and FOLDER gets the pictures, by default docs/pictures.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { Browser } from "./browser.mjs";

const [program, uur, pictures = "docs/pictures"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "uur-pictures-"));
const [, game] = readFileSync("README.md", "utf8").match(/^```text\n(language 1\n.*?)^```$/ms);
writeFileSync(join(folder, "first.uur"), game);
const server = spawn(uur, ["serve", folder, "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = new Browser(program);

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
  await page.until("document.body?.dataset.ready === 'true'", "the page is ready");
  await page.value("uurPage.play.speed = document.querySelector('#speed').value = 'once'");
  await page.value("uurPage.play.play('A')");
  await page.until("document.body.dataset.moves === '1'", "the move");
  // The log of the move, and the event with which the last seed captures.
  await page.click(".log-move summary");
  await page.until("document.querySelector('.log-event')", "the log");
  await page.value("[...document.querySelectorAll('.log-event button')].findLast((one) => /to South/.test(one.textContent)).click()");
  await page.value("new Promise((done) => setTimeout(done, 1000))");
  writeFileSync(join(pictures, `workbench-${scheme}.webp`), await page.screenshot(false, { format: "webp", quality: 80 }));
  await page.close();
}

try {
  const url = await address();
  for (const scheme of ["light", "dark"]) await take(url, scheme);
} finally {
  server.kill("SIGKILL");
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
