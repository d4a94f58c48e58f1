// How large the page is, how fast it opens and answers: node tests/browser/figures.mjs CHROMIUM SITE PLAYABLE.
// Sizes, Lighthouse's scores and the latency of a key fail a tenth beyond their bounds; other times depend on the machine and
// are only told.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { Browser, hosted } from "./browser.mjs";

const [program, site, playable] = process.argv.slice(2);
const lighthouse = (await import(pathToFileURL(createRequire(resolve("web/package.json")).resolve("lighthouse")).href)).default;
const kilobytes = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;
const sum = (names) => names.reduce((all, name) => all + kilobytes(join(site, name)), 0);

// Bounds in kB with gzip, in points of 100, and in milliseconds: what is felt as at once, three times what two cores need.
const PLAY = ["index.html", "workbench.css", "workbench.js", "engine.xz"];
const BOUNDS = [
  ["to play, kB", sum(PLAY), 700],
  ["all of it, kB", sum([...PLAY, "editor.js", "rest.xz", "games.xz"]), 1360],
  ["a page to play on, kB", kilobytes(playable), 1130],
];

const browser = await Browser.start(program);
const { address, close } = await hosted(resolve(site));
try {
  // A phone on a slow line, as Lighthouse has it: 1.6 Mbit/s, 150 ms, a processor four times slower.
  const slow = await browser.open("about:blank", { width: 390, height: 844, touch: true });
  const client = await slow.own.createCDPSession();
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 94000 });
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const began = Date.now();
  await slow.own.goto(address, { waitUntil: "domcontentloaded" });
  await slow.until("document.querySelector('#board-area svg.uur-board.standing').getBoundingClientRect().height > 100", "a board");
  const board = Date.now() - began;
  await slow.until("document.body.dataset.ready === 'true'", "the page is ready");
  console.log(`slow line: a board after ${board} ms, playable after ${Date.now() - began} ms`);
  await slow.close();

  // How long a key waits for its letter, and for what the language server says of it.
  const page = await browser.open(`${address}#game=bao-la-kiswahili`, { width: 1280, height: 800 });
  await page.until("document.body.dataset.ready === 'true' && uurPage.editor", "the page is ready");
  const times = await page.value(`(async () => {
    const { editor } = uurPage;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const all = [];
    const problems = editor.onProblems;
    for (let at = 0; at < 20; at += 1) {
      const told = new Promise((done) => (editor.onProblems = (...some) => { problems(...some); done(); }));
      const began = performance.now();
      editor.view.dispatch({ changes: { from: 20, insert: "x" } });
      await frame();
      const shown = performance.now() - began;
      await told;
      all.push([shown, performance.now() - began]);
    }
    return all;
  })()`);
  const median = (which) => times.map((pair) => pair[which]).sort((a, b) => a - b)[10];
  BOUNDS.push(["a key in Bao, its frame, ms (median of 20)", median(0), 50], ["its problems, ms", median(1), 300]);
  await page.close();

  const own = await browser.own.newPage();
  const { lhr } = await lighthouse(address, { output: "json", logLevel: "error" }, undefined, own);
  for (const name of ["performance", "accessibility"]) BOUNDS.push([`Lighthouse, ${name}`, 100 * lhr.categories[name].score, { performance: 90, accessibility: 100 }[name]]);
  for (const name of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]) console.log(`${lhr.audits[name].title}: ${lhr.audits[name].displayValue}`);
} finally {
  await close();
  await browser.close();
}
const beyond = [];
for (const [name, value, bound] of BOUNDS) {
  const isScore = name.startsWith("Lighthouse");
  console.log(`${name}: ${value.toFixed(0)}, ${isScore ? "at least" : "at most"} ${bound}`);
  if (isScore ? value < 0.9 * bound : value > 1.1 * bound) beyond.push(name);
}
assert.deepEqual(beyond, []);
