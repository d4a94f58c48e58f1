// Writes and plays games in the workbench as a person would, in a real browser: by mouse, by keys alone, on a phone.
// Run as `node tests/browser/workbench.mjs CHROMIUM SITE PLAYABLE [FOLDER]`; SITE is the folder to publish, which
// `npm --prefix web run build` makes, PLAYABLE a page of Oware by `uur page oware --playable`, FOLDER gets pictures, and
// names of functions behind it run only these.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { Browser } from "./browser.mjs";

const [program, site, playable, pictures, ...only] = process.argv.slice(2);
const start = pathToFileURL(resolve(site, "index.html")).href;
const browser = new Browser(program);
const began = Date.now();
if (pictures) mkdirSync(pictures, { recursive: true });
const axe = readFileSync(createRequire(resolve("web/package.json")).resolve("axe-core/axe.min.js"), "utf8");

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

// Opens the workbench and waits until it can be used.
async function open(hash = "", how = LAPTOP) {
  const page = await browser.open(start + hash, how);
  await page.until("document.body.dataset.ready === 'true'", "the page is ready", 60000);
  return page;
}

// A workbench in which nothing takes time to be shown.
async function quick(hash, how) {
  const page = await open(hash, how);
  await page.value("uurPage.play.speed = document.querySelector('#speed').value = 'once'");
  return page;
}

// Looks at a page: it reports nothing, loads nothing from elsewhere, fits into its window, and has no barriers.
async function look(page, name) {
  if (pictures) writeFileSync(join(pictures, `${name}.png`), await page.screenshot(false));
  assert.deepEqual(page.problems, [], name);
  const [wide, window] = await page.value("[document.scrollingElement.scrollWidth, innerWidth]");
  assert.ok(wide <= window, `${name} is ${wide} wide in a window of ${window}`);
  await page.value(axe);
  const barriers = await page.value(`axe.run({ preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", ")))`);
  assert.deepEqual(barriers, [], name);
}

const pit = (name) => `[data-pit="\${uurPage.play.state.position.pits.find((pit) => pit.name === ${JSON.stringify(name)}).pit}"]`;
const press = async (page, name) => page.click(await page.value(`\`${pit(name)}\``));
const moves = (page, number) => page.until(`document.body.dataset.moves === "${number}"`, `move ${number}`);
const seeds = (page) => page.value("[...document.querySelectorAll('#board-area .cell')].map((cell) => [Number(cell.dataset.pit), cell.querySelector('.number').textContent]).sort((a, b) => a[0] - b[0]).map(([, text]) => Number(text))");
const seen = (page, pattern, selector = "#status") =>
  page.until(`new RegExp(${JSON.stringify(pattern)}).test(document.querySelector(${JSON.stringify(selector)}).textContent)`, `${selector}: ${pattern}`);
// Presses the button with a text, as soon as it is there.
const choose = (page, selector, text) => page.until(`(() => {
  const one = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.includes(${JSON.stringify(text)}) && !one.disabled);
  one?.click();
  return Boolean(one);
})()`, `${selector}: ${text}`);
const pause = (page, time) => page.value(`new Promise((done) => setTimeout(done, ${time}))`);

async function playsByMouse() {
  const page = await open();
  assert.equal(await page.text("#name"), "Boola");
  await press(page, "K");
  await seen(page, "K: two ways", "#question");
  await page.key("Escape");
  assert.equal(await page.value("document.querySelector('#question').hidden"), true, "Esc leaves the question");
  await press(page, "K");
  await choose(page, "#question button", "leave 1");
  await moves(page, 1);
  await seen(page, "South K-1: 2 seeds to a. North to move");
  assert.deepEqual((await seeds(page)).slice(10, 13), [1, 4, 1]);
  // A pit of the player who is not to move says why it cannot be played.
  await press(page, "B");
  await seen(page, "B is South's, and North is to move");
  await page.click("#undo");
  await moves(page, 0);
  await page.click("#redo");
  await moves(page, 1);
  // The event is shown with its line, and the board at that moment.
  await page.value("document.querySelector('.log-move').open = true");
  await page.until("document.querySelector('.log-event button')", "the events");
  await page.click(".log-event button");
  await seen(page, "leave 1 seed|take|lift");
  await pause(page, 300);
  await look(page, "event");
  await page.key("Escape");
  await page.until("uurPage.play.selection === null", "back to the game");
  await look(page, "play");
  await page.close();
}

async function playsByKeys() {
  const page = await quick();
  await page.value("document.querySelector('#board-area [tabindex=\"0\"]').focus()");
  await page.key("l");
  assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /South L, 3 seeds/);
  await page.key("l");
  assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /North l, 3 seeds/);
  await page.key("l");
  await page.key("Enter");
  await moves(page, 1);
  await seen(page, "South L: 3 seeds to c; .*North to move");
  await page.key("b");
  assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /^North b/);
  await page.key("!", "!");
  await seen(page, "^b ");
  await page.key("ArrowRight");
  assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /^North a/);
  // A whole game: the status says one sentence or two after each move.
  for (let at = 0; at < 200; at += 1) {
    const move = await page.value("uurPage.play.state.due.kind === 'move' ? uurPage.play.state.moves[0].move : ''");
    if (!move) break;
    await page.key("/", "Slash");
    await page.value(`document.querySelector('#command').value = ${JSON.stringify(move)}`);
    const before = await page.value("uurPage.play.line.length");
    await page.key("Enter");
    await moves(page, before + 1);
    assert.match(await page.text("#status"), /^(South|North) .*\. .*\.$/);
  }
  assert.match(await page.text("#turn"), /wins|draw/, "the game ends");
  await page.value("document.activeElement.blur()");
  await page.key("PageUp", "PageUp");
  await page.until("uurPage.play.line.canRedo", "the move before");
  // Another move from here is a branch, and nothing is lost.
  await page.value("uurPage.play.goTo(1)");
  await page.value("uurPage.showView('moves')");
  const all = await page.value("document.querySelectorAll('.move-list li').length");
  await page.value("uurPage.play.play(uurPage.play.state.moves[1].move)");
  await moves(page, 2);
  assert.equal(await page.value("uurPage.play.line.branches(1).length"), 2);
  await page.value("uurPage.play.follow(uurPage.play.line.branches(1).find((one) => !one.isShown).index)");
  await page.until(`document.querySelectorAll('.move-list li').length === ${all}`, "the first line is back");
  await look(page, "moves");
  await page.close();
}

// The text of the editor, and an edit in it as if it was typed.
const text = (page) => page.value("uurPage.editor.text");
const type = (page, from, to) => page.value(`(() => {
  const { view, text } = uurPage.editor;
  const at = text.indexOf(${JSON.stringify(from)});
  if (at < 0) throw new Error("no such text");
  view.dispatch({ changes: { from: at, to: at + ${from.length}, insert: ${JSON.stringify(to)} }, selection: { anchor: at + ${to.length} }, userEvent: "input.type" });
  view.focus();
})()`);

async function editsRules() {
  const page = await quick();
  await page.until("document.querySelectorAll('.token-keyword').length > 10", "colours");
  await page.value("uurPage.play.play('L')");
  await moves(page, 1);
  // A fault shows with its fix; the board keeps the last good rules.
  await type(page, "remove opposite", "remuve opposite");
  await page.until("document.querySelector('#problems li')", "the problem is listed");
  await seen(page, "an error", "#checked");
  await seen(page, "last rules without errors", "#stale");
  await page.until("document.querySelector('.cm-lint-marker-error')", "the fault is marked");
  await page.until("uurPage.editor.fixHere()", "the fix");
  await page.until("uurPage.editor.text.includes('remove opposite')", "the text is mended");
  await seen(page, "^checked", "#checked");
  assert.equal(await page.value("uurPage.play.line.length"), 1, "the game goes on");
  // The game follows an edit; a move that no longer goes is named.
  await type(page, "opponent pit or own empty pit", "opponent empty pit");
  await seen(page, "move 1 \\(L\\) may not be played", "#note");
  await seen(page, "tests? failed", "#tests");
  await page.click("#tests li button");
  await page.until("document.querySelector('.line-mark.failed')", "the failed test is shown and marked");
  if (pictures) await look(page, "failed");
  await choose(page, "#note button", "Keep");
  await page.until("uurPage.editor.text.includes('opponent pit or own empty pit')", "the old rules are back");
  await seen(page, "All 15 tests pass", "#tests");
  // Completion, hover, outline, renaming and layout are those of the language server.
  await type(page, "no move -> opponent wins", "no move -> opponent w");
  await page.value("uurPage.editor.view.focus()");
  await page.key(" ", "Space");
  await page.key("Backspace", "Backspace");
  await page.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: " ", code: "Space", windowsVirtualKeyCode: 32, modifiers: 2 });
  await page.until("document.querySelector('.cm-tooltip-autocomplete')", "completion");
  assert.match(await page.text(".cm-tooltip-autocomplete"), /wins/);
  await page.key("Escape");
  await type(page, "no move -> opponent w\n", "no move -> opponent wins\n");
  assert.ok((await page.value("document.querySelectorAll('#outline option').length")) > 5, "the outline");
  await page.value(`(() => { const { view, text } = uurPage.editor; view.dispatch({ selection: { anchor: text.indexOf("pits =") + 1 } }); uurPage.editor.askName = async () => "width"; return uurPage.editor.rename(); })()`);
  assert.match(await text(page), /param width = 12[^]*pits width/, "the parameter is renamed everywhere");
  await type(page, "  rows 2", "      rows     2");
  await page.value("uurPage.editor.format()");
  await page.until("uurPage.editor.text.includes('\\n  rows 2')", "the text is laid out");
  // The last move becomes a test, which passes.
  await choose(page, "#tests button", "Make");
  await page.until("uurPage.editor.text.includes('what L does')", "the test is written");
  await seen(page, "All 16 tests pass", "#tests");
  await page.value("document.activeElement.blur()");
  await look(page, "edited");
  await page.close();
}

async function playsTheComputer() {
  const page = await quick();
  await page.value("(() => { const select = document.querySelector('#north-player'); select.value = 'easy'; select.dispatchEvent(new Event('change')); })()");
  await press(page, "L");
  await moves(page, 2);
  assert.equal(await page.value("uurPage.play.state.log[1].side"), "north");
  await page.click("#undo");
  await moves(page, 0);
  await page.value("(() => { const select = document.querySelector('#north-player'); select.value = 'you'; select.dispatchEvent(new Event('change')); })()");
  await page.click("#hint");
  await seen(page, "Hint: [A-L]");
  await page.click("#views [data-view=evaluation]");
  await page.until("document.querySelectorAll('#view-evaluation tr').length > 2", "the moves are judged", 40000);
  await look(page, "evaluation");
  // Both sides by the computer, stopped in the middle.
  await page.value("['south', 'north'].forEach((side) => { const select = document.querySelector(`#${side}-player`); select.value = 'easy'; select.dispatchEvent(new Event('change')); })");
  await page.until("Number(document.body.dataset.moves) >= 6", "the computer plays itself");
  await page.click("#undo");
  const before = await page.value("uurPage.play.line.length");
  await pause(page, 600);
  assert.equal(await page.value("uurPage.play.line.length"), before, "it waits after moves were taken back");
  await page.close();
}

async function triesRules() {
  const page = await quick();
  await page.click("#views [data-view=try]");
  await page.until("document.querySelector('#view-try input[aria-label=games]')", "the form");
  await page.value("document.querySelector('#view-try input[aria-label=games]').value = 300");
  await choose(page, "#view-try button", "Play them");
  await page.until("/300 of 300 games/.test(document.querySelector('#view-try').textContent)", "the series");
  assert.equal(await page.value("document.querySelectorAll('#view-try .plot').length"), 3);
  await look(page, "series");
  // A parameter as a slider changes the board.
  await page.value("(() => { const slider = document.querySelector('#view-try input[type=range]'); slider.value = 1; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change')); })()");
  await page.until("document.querySelectorAll('#board-area .cell').length === 12", "a board of 6 pits");
  await seen(page, "All 15 tests pass", "#tests");
  await choose(page, "#view-try button", "Sweep it");
  await page.until("document.querySelectorAll('#view-try td').length >= 24 && !/…/.test(document.querySelector('#view-try table').textContent)", "the sweep", 60000);
  await look(page, "sweep");
  await choose(page, "#view-try button", "Study the game");
  await page.until("document.querySelectorAll('#view-try li').length >= 5", "the study", 60000);
  await look(page, "study");
  await page.close();
}

async function choosesGames() {
  const page = await quick();
  await page.click("#gallery-button");
  await page.until("document.querySelectorAll('.gallery li').length > 200", "the gallery", 60000);
  await page.until("document.querySelectorAll('.gallery svg').length > 3", "pictures");
  await look(page, "gallery");
  await page.value("(() => { const search = document.querySelector('dialog input'); search.value = 'tanzania relay'; search.dispatchEvent(new Event('input')); })()");
  assert.ok((await page.value("document.querySelectorAll('.gallery li').length")) < 60);
  await page.value("(() => { const search = document.querySelector('dialog input'); search.value = 'oware'; search.dispatchEvent(new Event('input')); })()");
  await page.click("[data-game=oware]");
  await seen(page, "Oware", "#name");
  await page.click("#views [data-view=explain]");
  await page.until("/Win more seeds/.test(document.querySelector('#view-explain').textContent)", "the rules in words");
  await look(page, "explain");
  await page.click("#views [data-view=table]");
  await look(page, "table");
  await page.click("#share-button");
  await page.until("document.querySelector('dialog textarea').value.includes('#1.')", "the link");
  await look(page, "share");
  await page.key("Escape");
  await page.close();
}

async function playsOneGame() {
  const page = await browser.open(pathToFileURL(resolve(playable)).href, LAPTOP);
  await page.until("document.body.dataset.ready === 'true'", "the page is ready", 60000);
  await page.value("uurPage.play.speed = document.querySelector('#speed').value = 'once'");
  await press(page, "C");
  await moves(page, 2);
  assert.equal(await page.value("uurPage.play.state.log[1].side"), "north", "the computer answers");
  await page.click("#undo");
  await moves(page, 0);
  await look(page, "playable");
  await page.close();
}

async function sharesByLinks() {
  const page = await quick();
  await page.value("uurPage.play.play('L')");
  await moves(page, 1);
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 2);
  const shown = await seeds(page);
  await page.until("location.hash.startsWith('#1.')", "the address holds the game");
  await pause(page, 700);
  const hash = await page.value("location.hash");
  assert.ok(hash.length < 150, `a link of a shipped game has ${hash.length} characters`);
  const other = await open(hash);
  assert.deepEqual(await seeds(other), shown, "the link shows the same board");
  await other.close();
  await page.close();
  for (const [broken, said] of [
    [hash.slice(0, -8), "cannot be read|version"],
    [`#1.${"A".repeat(70000)}`, "too long"],
    ["#9.abc", "version 9"],
    ["#<script>alert(1)</script>", "cannot be read"],
  ]) {
    const bad = await open(broken);
    await seen(bad, said, "#note");
    assert.equal(await bad.text("#name"), "Boola", "there is a game all the same");
    assert.deepEqual(bad.problems, []);
    await bad.close();
  }
}

async function fitsAPhone() {
  const page = await quick("", PHONE);
  await press(page, "L");
  await moves(page, 1);
  await look(page, "phone");
  for (const pane of ["rules", "log", "more"]) {
    await page.click(`#tabs [data-pane=${pane}]`);
    await pause(page, 200);
    await look(page, `phone-${pane}`);
  }
  await page.close();
  const dark = await quick("", { ...LAPTOP, media: { "prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce" } });
  await press(dark, "L");
  await moves(dark, 1);
  await look(dark, "dark");
  await dark.close();
}

try {
  for (const test of [playsByMouse, playsByKeys, editsRules, playsTheComputer, triesRules, choosesGames, sharesByLinks, fitsAPhone, playsOneGame].filter(({ name }) => !only.length || only.includes(name))) {
    const at = Date.now();
    await test();
    console.log(`${test.name}: ${((Date.now() - at) / 1000).toFixed(1)} s`);
  }
  console.log(`the workbench works, ${((Date.now() - began) / 1000).toFixed(1)} s`);
} finally {
  await browser.close();
}
