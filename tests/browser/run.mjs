// Opens pages, sheets and galleries in a real browser: they work from a folder, load nothing, report nothing, and
// show hostile rule files as text. Run as `node tests/browser/run.mjs BROWSER UUR [FOLDER]`; FOLDER gets pictures
// of what is opened.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";

import { Browser } from "./browser.mjs";

const [program, uur, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "uur-pages-"));
const run = (...words) => execFileSync(uur, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const write = (name, ...words) => {
  run(...words, "-o", join(folder, name));
  return pathToFileURL(join(folder, name)).href;
};
const browser = await Browser.start(program);
const started = Date.now();
if (pictures) mkdirSync(pictures, { recursive: true });

// Looks at a page: it reports nothing, loads nothing from outside, and is as wide as its window.
async function look(page, name) {
  if (pictures) writeFileSync(join(pictures, `${name}.png`), await page.screenshot());
  assert.deepEqual(page.problems, [], name);
  const [wide, window] = await page.value("[document.scrollingElement.scrollWidth, innerWidth]");
  assert.ok(wide <= window, `${name} is ${wide} wide in a window of ${window}`);
}

const numbers = `[...document.querySelectorAll("#board .cell")].map((cell) => [Number(cell.dataset.pit), cell.querySelector(".number").textContent])`;

// The seeds on the board, in the order of the pits.
async function seeds(page) {
  return (await page.value(numbers)).sort((a, b) => a[0] - b[0]).map(([, text]) => Number(text));
}

const MOVES = "A e E c D h K";
const LAYLI = ["layli-goobalay-berbera", "--moves", MOVES];

async function replays() {
  const url = write("layli.html", "page", ...LAYLI);
  const { pits } = JSON.parse(run("replay", ...LAYLI, "--format", "json"));
  const end = [...pits.south, ...pits.north];
  const page = await browser.open(url);
  assert.deepEqual(await seeds(page), Array(24).fill(4), "the start");
  assert.equal(await page.value("document.querySelectorAll('#moves button').length"), 7);

  // By keys alone.
  await page.value("document.querySelector('#play').focus()");
  await page.key("ArrowRight");
  assert.match(await page.text("#now"), /lift 4 seeds from A/);
  assert.match(await page.text("#because"), /layli-goobalay.*\.uur:\d+/);
  assert.deepEqual((await seeds(page)).slice(0, 6), [0, 4, 4, 4, 4, 4], "A is lifted");
  await page.key(".");
  assert.deepEqual((await seeds(page)).slice(0, 6), [0, 5, 4, 4, 4, 4], "one seed is sown");
  await page.key("ArrowLeft");
  assert.deepEqual((await seeds(page)).slice(0, 6), [0, 4, 4, 4, 4, 4], "and taken back");
  await page.key("PageDown");
  assert.match(await page.text("#now"), /South A: .* to South/);
  await page.key("End");
  assert.deepEqual(await seeds(page), end, "the end is that of the engine");
  assert.ok((await page.value("document.querySelectorAll('#trail path').length")) > 3, "the last move is drawn");
  assert.equal(await page.value("document.querySelector('#last').getAttribute('aria-disabled')"), "true");
  await page.key("Home");
  assert.deepEqual(await seeds(page), Array(24).fill(4));

  // The replay plays, and its status speaks at the end.
  await page.value("document.querySelector('#speed').value = 'fast'");
  await page.click("#play");
  await page.until("document.querySelector('#now').getAttribute('aria-live') === 'off'", "the replay");
  await page.value("document.querySelector('#speed').value = 'once'");
  await page.until("document.querySelector('#play').textContent.includes('Play')", "the end of the replay");
  assert.deepEqual(await seeds(page), end);
  assert.match(await page.text("#now"), /North to move/);
  assert.equal(await page.value("document.querySelector('#now').getAttribute('aria-live')"), "polite");
  assert.ok(await page.value("location.hash").then((hash) => hash.startsWith("#7.")), "the address knows the place");
  await look(page, "page");

  // The board is turned, and its numbers stay upright.
  await page.click("#turn");
  assert.match(await page.value("document.querySelector('#board .table').getAttribute('transform')"), /rotate\(180/);
  await look(page, "page-turned");
  await page.click("#turn");
  await look(page, "page-upright");
  await page.click("#turn");

  // What a screen reader finds.
  if (!browser.isFirefox) {
    const flat = (node) => [node, ...(node.children ?? []).flatMap(flat)];
    const nodes = flat(await page.own.accessibility.snapshot({ interestingOnly: false }));
    const named = (role) => nodes.filter((node) => node.role === role).map((node) => node.name ?? "");
    assert.ok(named("image").concat(named("img")).some((name) => name.startsWith("Board: A 0, B 1")), "the board has a name");
    assert.ok(named("button").every(Boolean), "every button has a name");
    assert.equal(named("status").length, 2);
  }

  // A link carries the game to another copy of the page.
  await page.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
  await page.click("#link");
  await page.until("Boolean(window.copied)", "the link");
  const link = await page.value("window.copied");
  await page.close();
  const other = await browser.open(`${write("other.html", "page", "layli-goobalay-berbera", "--moves", "B")}#${link.split("#")[1]}`);
  assert.equal(await other.text("#record"), `layli-goobalay-berbera; ${MOVES}`);
  assert.deepEqual(await seeds(other), end);
  await look(other, "page-link");
  for (const [fragment, message] of [["1.!!", "cannot be shown"], [link.split("#")[1].slice(0, 400), "cannot be shown"]]) {
    await other.go("about:blank");
    await other.go(`${write("other.html", "page", "layli-goobalay-berbera", "--moves", "B")}#${fragment}`);
    assert.match(await other.text("#said"), new RegExp(message));
    assert.equal(await other.text("#record"), "layli-goobalay-berbera; B");
  }
  assert.deepEqual(other.problems, []);
  await other.close();
}

// What is too small for a finger where one presses: a box is pressed with its words.
const small = `matchMedia("(pointer: coarse)").matches ? [...document.querySelectorAll("button, select, input, summary")].map((one) => one.closest("label:has([type=checkbox])") ?? one)
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML.slice(0, 60)) : []`;

async function looks() {
  const url = `${write("bao.html", "page", "bao-la-kiswahili")}#3.2`;
  const colour = "getComputedStyle(document.querySelector('.wood')).fill";
  const light = await browser.open(url, { media: { "prefers-reduced-motion": "reduce" } });
  assert.equal(await light.value(colour), "rgb(236, 218, 185)");
  assert.equal(await light.value("document.querySelector('#speed').value"), "laps", "less motion");
  await look(light, "bao");
  await light.close();
  const phone = await browser.open(url, { width: 390, height: 844, touch: true, media: { "prefers-color-scheme": "dark" } });
  assert.equal(await phone.value(colour), "rgb(51, 40, 28)");
  assert.equal(await phone.value("getComputedStyle(document.querySelector('#board .letter')).display"), "none", "numbers in the pits");
  await look(phone, "bao-phone");
  assert.deepEqual(await phone.value(small), []);
  await phone.close();
}

// Counts the pages of a PDF, whose objects may be packed.
function pages(pdf) {
  const text = pdf.toString("latin1");
  const unpacked = [...text.matchAll(/stream\r?\n/g)].map(({ 0: word, index }) => {
    try {
      return inflateSync(pdf.subarray(index + word.length)).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...unpacked].join("\n").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

async function sheets() {
  for (const game of ["oware", "boola", "bao-la-kiswahili", "katro", "lahemay-waladat", "mbelele"]) {
    const page = await browser.open(write(`${game}-sheet.html`, "sheet", game));
    await look(page, `sheet-${game}`);
    for (const [paper, width, height] of [["A4", 8.27, 11.69], ["Letter", 8.5, 11]]) {
      const pdf = await page.pdf(width, height);
      if (pictures) writeFileSync(join(pictures, `${game}-${paper}.pdf`), pdf);
      const number = pages(pdf);
      assert.ok(number === 1 || number === 2, `the sheet of ${game} has ${number} pages on ${paper}`);
    }
    await page.close();
  }
}

// Rules whose texts try to leave the page.
const HOSTILE = `language 1

game "<script>alert(1)</script>", "</title><img src=x onerror=alert(2)>" {
  region "]]><svg onload=alert(3)>: &amp; \u05d0\u05d1\u05d2"
  source "${"seeds <b>and</b> more ".repeat(500)}"
  source "</script><script>alert(4)</script>"
  reading "</style><script>alert(5)</script><!--"
}

board {
  rows 2
  pits 3
  seeds 2 each
}

sow counterclockwise {
  from own pit
}

land {
  take: here is own -> capture opposite   # </script><script>alert(8)</script>
}

end {
  no move -> each takes own row
  win most seeds
}

test "</script><script>alert(6)</script>" {
  position "south 1 0 2; north 1 2 3"
  play A
  expect capture 2
}
`;

async function galleries() {
  const games = join(folder, "games");
  mkdirSync(games);
  for (const game of ["oware", "hus", "boola", "katro", "tchuka-ruma"]) cpSync(`variants/${game}.uur`, join(games, `${game}.uur`));
  writeFileSync(join(games, "hostile.uur"), HOSTILE);
  run("page", games, "--workbench", "https://workbench.invalid/uur/?view=board", "-o", join(folder, "site"));
  for (const name of ["index", "oware"]) assert.match(readFileSync(join(folder, "site", `${name}.html`), "utf8"), /<meta property="og:image" content="https:\/\/workbench.invalid\/uur\/card.png">/);
  const url = pathToFileURL(join(folder, "site", "index.html")).href;
  const page = await browser.open(url);
  const shown = () => page.value("[...document.querySelectorAll('#cards > li:not([hidden]) h2')].map((title) => title.textContent)");
  assert.equal((await shown()).length, 6);
  assert.ok(await page.value("Promise.all([...document.images].map((image) => { image.loading = 'eager'; return image.decode(); })).then(() => true)"), "all pictures are there");
  await look(page, "gallery");
  await page.click("input[name=rows][value='4']");
  assert.deepEqual(await shown(), ["Hus"]);
  assert.equal(await page.text("#shown"), "1 game");
  assert.equal(await page.value("location.hash"), "#rows=4");
  await page.click("button[type=reset]");
  await page.until("document.querySelectorAll('#cards > li:not([hidden])').length === 6", "all games again");
  await page.value("document.querySelector('[name=q]').focus()");
  for (const letter of "boola") await page.key(letter);
  assert.deepEqual(await shown(), ["Boola"]);
  await page.click("#cards > li:not([hidden]) a");
  await page.until("document.querySelector('#board') !== null", "the page of the game");
  assert.equal(await page.text("h1"), "Boola");
  assert.deepEqual(page.problems, []);
  await page.go(`${url}#rows=4`);
  await page.until("document.querySelector('#shown').textContent === '1 game'", "the filter of the address");
  await page.close();
  const phone = await browser.open(url, { width: 390, height: 844, touch: true });
  await look(phone, "gallery-phone");
  assert.deepEqual(await phone.value(small), []);
  await phone.close();

  const evil = await browser.open(pathToFileURL(join(folder, "site", "hostile.html")).href);
  assert.equal(await evil.text("h1"), "<script>alert(1)</script>");
  assert.equal(await evil.value("document.scripts.length"), 3, "only the page's own scripts");
  await look(evil, "hostile");
  await evil.close();
  writeFileSync(join(folder, "hostile.uur"), HOSTILE);
  const sheet = await browser.open(write("hostile-sheet.html", "sheet", join(folder, "hostile.uur")));
  assert.equal(await sheet.value("document.scripts.length + document.images.length"), 0);
  assert.match(await sheet.text(".example h3"), /alert\(6\)/);
  await look(sheet, "hostile-sheet");
  await sheet.close();
}

async function statistics() {
  writeFileSync(join(folder, "series.json"), run("simulate", "oware", "--games", "50", "--format", "json"));
  const page = await browser.open(write("oware.html", "page", "oware", "--report", join(folder, "series.json")));
  assert.match(await page.text(".statistics pre"), /South wins/);
  assert.ok(await page.value("document.querySelector('.statistics img').decode().then(() => true)"), "the plot is a picture");
  await look(page, "statistics");
  assert.ok(readFileSync(join(folder, "oware.html")).length < 200000);
  await page.close();
}

async function studies() {
  const games = ["--games", "100", "--level", "easy", "--level-games", "4", "--format", "html"];
  for (const [name, game] of [["study", "oware"], ["hostile-study", join(folder, "hostile.uur")]]) {
    const page = await browser.open(write(`${name}.html`, "study", game, ...games));
    assert.match(await page.text("dl"), /South moves first/);
    assert.equal(await page.value("document.scripts.length + document.images.length"), 0);
    await look(page, name);
    await page.close();
  }
}

try {
  for (const check of [replays, looks, sheets, galleries, statistics, studies]) {
    await check();
    console.log(`ok  ${check.name}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
} catch (problem) {
  console.error(problem);
  process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
