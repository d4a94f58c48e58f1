// Writes and plays games in the workbench as a person would, in a real browser: by mouse, by keys alone, on a phone.
// Run as `node tests/browser/workbench.mjs BROWSER SITE PLAYABLE [FOLDER]`; SITE is the folder to publish, which
// `npm --prefix web run build` makes, PLAYABLE a page of Oware by `uur page oware --playable`, FOLDER gets pictures, and
// names of functions behind it run only these.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { Browser, hosted } from "./browser.mjs";

const [program, site, playable, pictures, ...only] = process.argv.slice(2);
const start = pathToFileURL(resolve(site, "index.html")).href;
const browser = await Browser.start(program);
const began = Date.now();
if (pictures) mkdirSync(pictures, { recursive: true });
const axe = readFileSync(createRequire(resolve("web/package.json")).resolve("axe-core/axe.min.js"), "utf8");

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844, touch: true };

// Opens the workbench and waits until it can be used.
async function open(hash = "#game=boola", how = LAPTOP) {
  const page = await browser.open(start + hash, how);
  await ready(page);
  return page;
}

async function ready(page) {
  await page.until("document.body.dataset.ready === 'true'", "the page is ready");
  await page.until("uurPage.editor || document.querySelector('#rules-pane').offsetParent === null", "the editor is loaded where it is seen");
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

// Presses a button of a menu.
const fromMenu = async (page, menu, button) => {
  await page.click(`${menu} > summary`);
  await page.click(button);
};
const pit = (name) => `[data-pit="\${uurPage.play.state.position.pits.find((pit) => pit.name === ${JSON.stringify(name)}).pit}"]`;
const press = async (page, name) => page.click(await page.value(`\`${pit(name)}\``));
// Waits until the address and what the browser keeps hold all that was done.
const written = (page) => page.until("uurPage.isWritten", "the session is written");
const moves = (page, number) => page.until(`document.body.dataset.moves === "${number}"`, `move ${number}`);
const seeds = (page) => page.value("[...document.querySelectorAll('#board-area .cell')].map((cell) => [Number(cell.dataset.pit), cell.querySelector('.number').textContent]).sort((a, b) => a[0] - b[0]).map(([, text]) => Number(text))");
const seen = (page, pattern, selector = "#status") =>
  page.until(`new RegExp(${JSON.stringify(pattern)}).test(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`, `${selector}: ${pattern}`);
// Presses the button with a text, as soon as it is there.
const choose = (page, selector, text) => page.until(`(() => {
  const one = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.includes(${JSON.stringify(text)}) && !one.disabled);
  one?.click();
  return Boolean(one);
})()`, `${selector}: ${text}`);

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
  await page.pause(300);
  await look(page, "event");
  await page.key("Escape");
  await page.until("uurPage.play.selection === null", "back to the game");
  await look(page, "play");
  await page.close();
}

async function playsByKeys() {
  // After a question the focus is on the board again, at any speed.
  const slow = await open();
  await slow.value("document.querySelector('#board-area [tabindex=\"0\"]').focus()");
  assert.match(await slow.value("document.activeElement.getAttribute('aria-label')"), /^South K/);
  await slow.key("Enter");
  await seen(slow, "K: two ways", "#question");
  await slow.key("Enter");
  await moves(slow, 1);
  assert.equal(await slow.value("document.activeElement.closest('#board-area') !== null"), true, "the focus is on the board");
  await slow.close();
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
  await page.key("!");
  await seen(page, "^b ");
  await page.key("ArrowRight");
  assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /^North a/);
  // A whole game: the status says one sentence or two after each move.
  for (let at = 0; at < 200; at += 1) {
    const move = await page.value("uurPage.play.state.due.kind === 'move' ? uurPage.play.state.moves[0].move : ''");
    if (!move) break;
    await page.key("/");
    await page.value(`document.querySelector('#command').value = ${JSON.stringify(move)}`);
    const before = await page.value("uurPage.play.line.length");
    await page.key("Enter");
    await moves(page, before + 1);
    assert.match(await page.text("#status"), /^(South|North) .*\. .*\.$/);
  }
  assert.match(await page.text("#turn"), /wins|draw/, "the game ends");
  await page.value("document.activeElement.blur()");
  await page.key("PageUp");
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

// Types moves into the field, and plays them.
async function typeMoves(page, text) {
  await page.value("document.querySelector('#command').focus()");
  await page.value(`document.querySelector('#command').value = ${JSON.stringify(text)}`);
  await page.key("Enter");
}

// What was played stays in the tree, whatever is refused, typed early, or loaded again.
async function keepsBranches() {
  const page = await quick("#game=oware");
  const list = () => page.text("#view-moves");
  await page.value("uurPage.showView('moves')");
  await typeMoves(page, "F f A c");
  await moves(page, 4);
  await page.value("uurPage.play.goTo(2)");
  // The moves after one that is refused are not played.
  for (const [typed, said] of [["F B", "^F: F is empty"], ["a5 B", "^a5: there is no pit"]]) {
    await typeMoves(page, typed);
    await seen(page, said);
    assert.equal(await list(), "Start1. F2. f3. A4. c");
  }
  await typeMoves(page, "B");
  await moves(page, 3);
  await page.click("#undo");
  await moves(page, 2);
  await written(page);
  await page.reload();
  await ready(page);
  await moves(page, 2);
  await page.value("uurPage.showView('moves')");
  assert.equal(await list(), "Start1. F2. f3. B or A");
  await choose(page, ".branch button", "A");
  await moves(page, 3);
  await page.click("#redo");
  await moves(page, 4);
  // A move that is typed while the last one is sown is played after it.
  await page.value("(uurPage.play.speed = 'slow', uurPage.newGame())");
  await moves(page, 0);
  await typeMoves(page, "F");
  await page.until("document.querySelector('#preview').textContent", "the sowing");
  await typeMoves(page, "e");
  await page.until("uurPage.play.line.length === 2", "both moves");
  assert.deepEqual(await page.value("uurPage.play.line.steps"), ["F", "e"]);
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Rules without a board, and another game, leave nothing of the game before.
async function forgetsOtherGames() {
  const page = await quick("#game=oware");
  await page.value("uurPage.play.play('F')");
  await moves(page, 1);
  await page.value("uurPage.showView('try')");
  await page.value("uurPage.showView('learn')");
  await choose(page, "#view-learn button", "Look over the game");
  await page.until("document.querySelector('#view-learn h3')?.textContent === 'The game looked over'", "the review");
  await page.value("uurPage.open({ name: 'kalah' })");
  await seen(page, "^Kalah", "#name");
  assert.equal(await page.value("document.querySelector('#view-learn h3')"), null);
  await choose(page, "#view-learn button", "Look over the game");
  await seen(page, "No move has been played yet, so there is nothing to look over\\.$", "#view-learn");
  await page.value("uurPage.showView('try')");
  assert.equal(await page.value("document.querySelectorAll('#view-try input[type=range]').length"), await page.value("uurPage.play.game.parameters.filter(({ words }) => !words.length).length"));
  await page.value("uurPage.openNew({ name: 'hello', text: 'hello', pane: 'play' })");
  await seen(page, "There is no board yet", "#stale");
  for (const view of ["log", "moves", "evaluation", "learn", "try", "explain", "table"]) {
    await page.value(`uurPage.showView('${view}')`);
    assert.equal(await page.text(`#view-${view}`), "There is no board, so there is nothing to show here.");
  }
  await page.until("document.querySelectorAll('#outline option').length === 1", "no parts of other rules");
  await look(page, "no-board");
  await written(page);
  // Who goes back while a move is sown sees nothing more of it.
  await page.value("location.hash = '#game=oware'");
  await choose(page, "#note button", "Open the link");
  await seen(page, "^Oware", "#name");
  await written(page);
  await page.value("void (uurPage.play.speed = 'slow', uurPage.play.play('A'))");
  await page.until("document.querySelector('#preview').textContent", "the sowing");
  await page.value("history.back()");
  await seen(page, "^hello$", "#name");
  await page.pause(500);
  assert.equal(await page.text("#status"), "");
  assert.equal(await page.value("document.querySelectorAll('#board-area svg').length"), 0);
  assert.deepEqual(page.problems, []);
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
  await seen(page, "All 18 tests pass", "#tests");
  // Completion, hover, outline, renaming and layout are those of the language server.
  await type(page, "no move -> opponent wins", "no move -> opponent w");
  await page.value("uurPage.editor.view.focus()");
  await page.key(" ");
  await page.key("Backspace");
  await page.key(" ", ["Control"]);
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
  await page.value("uurPage.editor.view.dispatch({ changes: { from: uurPage.editor.text.length, insert: 'board {{' } })");
  await seen(page, "error", "#checked");
  await page.click("#format-button");
  await seen(page, "The file cannot be read, so it is not formatted", "#note");
  await page.value("(uurPage.note(''), uurPage.editor.replace(uurPage.editor.text.replace('board {{', '')))");
  await seen(page, "^checked", "#checked");
  // The last move becomes a test, which passes.
  await choose(page, "#tests button", "Make");
  await page.until("uurPage.editor.text.includes('what L does')", "the test is written");
  await seen(page, "All 19 tests pass", "#tests");
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
  // What was taken back together is played again together, and the computer answers what it has not answered.
  await page.click("#redo");
  await moves(page, 2);
  await page.click("#undo");
  await moves(page, 0);
  await page.value("uurPage.play.play('K').then(() => uurPage.controls.undo())");
  await page.until("uurPage.play.line.length === 0 && uurPage.play.line.whole.length === 1", "the computer is stopped");
  await page.click("#redo");
  await moves(page, 2);
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
  await page.pause(600);
  assert.equal(await page.value("uurPage.play.line.length"), before, "it waits after moves were taken back");
  // A worker that breaks, or that the browser ends, is told of, and another one goes on.
  await page.value("uurPage.showView('log'), ['south', 'north'].forEach((side) => { const select = document.querySelector(`#${side}-player`); select.value = side === 'north' ? 'easy' : 'you'; select.dispatchEvent(new Event('change')); }), uurPage.newGame()");
  await moves(page, 0);
  for (const [broken, said] of [["this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))", "has not moved. The engine stopped: out of memory"], ["this.terminate()", "has not moved. The engine did not answer"]]) {
    await page.value(`void (uurPage.computer.patience = 1000, globalThis.whole ??= Worker.prototype.postMessage, Worker.prototype.postMessage = function (message) {
      if (!/"best"/.test(message.request)) return whole.call(this, message);
      Worker.prototype.postMessage = whole;
      ${broken};
    })`);
    const played = await page.value("uurPage.play.line.length");
    await page.value("void uurPage.play.play(uurPage.play.state.moves[0].move)");
    await seen(page, said, "#note");
    await page.value("uurPage.computer.patience = 20000");
    await choose(page, "#note button", "Let it move");
    await moves(page, played + 2);
    assert.equal(await page.value("document.querySelector('#note').hidden"), true);
  }
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
  await seen(page, "All 18 tests pass", "#tests");
  await choose(page, "#view-try button", "Sweep it");
  await page.until("document.querySelectorAll('#view-try td').length === 8 && !/…/.test(document.querySelector('#view-try table').textContent)", "the sweep", 60000);
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
  assert.equal(await page.value("[...document.querySelectorAll('.gallery .letter')].filter((one) => one.checkVisibility()).length"), 0, "small boards have no letters");
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
  await page.reload();
  await page.until("document.body.dataset.ready === 'true'", "the page is ready again", 60000);
  await moves(page, 2);
  await page.click("#undo");
  await moves(page, 0);
  await look(page, "playable");
  // A hash that no page wrote begins the game.
  await page.value("location.hash = '#%'");
  await page.reload();
  await page.until("document.body.dataset.ready === 'true'", "the page is ready again", 60000);
  await moves(page, 0);
  await page.close();
}

async function sharesByLinks() {
  const page = await quick();
  await page.value("uurPage.play.play('L')");
  await moves(page, 1);
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 2);
  const shown = await seeds(page);
  await written(page);
  const hash = await page.value("location.hash");
  assert.match(hash, /^#1\./, "the address holds the game");
  assert.ok(hash.length < 150, `a link of a shipped game has ${hash.length} characters`);
  const other = await open(hash);
  assert.deepEqual(await seeds(other), shown, "the link shows the same board");
  await other.close();
  await page.close();
  // A game of more moves than are shown can be begun all the same.
  const long = await open(linkOf("", Array(40000).fill("C"), "oware"), PHONE);
  await seen(long, "The 40000 moves of this game cannot be shown: a game has at most 20000 steps here", "#note");
  await choose(long, "#note button", "Begin without them");
  await moves(long, 0);
  await press(long, "C");
  await moves(long, 1);
  assert.equal(await long.value("document.querySelector('#note').hidden && document.querySelector('#undo').checkVisibility({ visibilityProperty: true })"), true);
  await long.close();
  for (const [broken, said] of [
    [hash.slice(0, -8), "cannot be read|version"],
    [`#1.${"A".repeat(70000)}`, "too long"],
    ["#9.abc", "version 9"],
    ["#<script>alert(1)</script>", "cannot be read"],
  ]) {
    const bad = await open(broken);
    await seen(bad, said, "#note");
    assert.equal(await bad.text("#name"), "Oware", "there is a game all the same");
    assert.deepEqual(bad.problems, []);
    await bad.close();
  }
}

async function fitsAPhone() {
  const page = await quick(undefined, PHONE);
  await press(page, "L");
  await moves(page, 1);
  await look(page, "phone");
  for (const pane of ["rules", "log", "more"]) {
    await page.click(`#tabs [data-pane=${pane}]`);
    await page.pause(200);
    await look(page, `phone-${pane}`);
  }
  // No word of a table is broken.
  await page.click("#views [data-view=evaluation]");
  await page.until("document.querySelector('#view-evaluation th')", "the moves are judged");
  await page.pause(2500);
  assert.ok(await page.value("[...document.querySelectorAll('#view-evaluation th')].every((one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getClientRects().length <= one.textContent.split(' ').length; })"));
  await look(page, "phone-evaluation");
  await page.close();
  const dark = await quick(undefined, { ...LAPTOP, media: { "prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce" } });
  await press(dark, "L");
  await moves(dark, 1);
  await look(dark, "dark");
  await dark.close();
}

// Catches what the page gives to the browser to be saved, as `saved`: contents, with their names as `saveAs`.
const catchFiles = (page) => page.value(`(() => {
  globalThis.saved = [];
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => { saved.push(blob); return make(blob); };
  HTMLAnchorElement.prototype.click = function () { if (this.download) saved[saved.length - 1].saveAs = this.download; };
})()`);

// What the page gives to the browser to be saved: names with their contents.
async function saves(page, labels) {
  await catchFiles(page);
  const files = new Map();
  for (const label of labels) {
    await fromMenu(page, "#menu", "#export-button");
    await choose(page, "#dialog button", label);
    await page.until(`saved.length === ${files.size + 1} && saved[${files.size}].saveAs`, `${label} is saved`);
    const [name, type, text] = await page.value(`(async () => { const one = saved[${files.size}]; return [one.saveAs, one.type, one.type === "image/png" ? "" : await one.text()]; })()`);
    files.set(name, { type, text });
    await page.key("Escape");
    await page.until("!document.querySelector('#dialog').open", "the dialog is closed");
  }
  return files;
}

async function exportsFiles() {
  const page = await quick();
  await press(page, "L");
  await moves(page, 1);
  await fromMenu(page, "#menu", "#export-button");
  await page.until("document.querySelector('#dialog').open", "the dialog");
  await look(page, "export");
  await page.key("Escape");
  const files = await saves(page, ["Rules (", "Record", "(.svg)", "(.png)", "Rule sheet", "that replays", "to play this"]);
  assert.deepEqual([...files.keys()], ["boola.uur", "boola-record.txt", "boola.svg", "boola.png", "boola-sheet.html", "boola-page.html", "boola-play.html"]);
  assert.equal(files.get("boola.uur").text, await text(page));
  assert.match(files.get("boola.svg").text, /^<svg [^]*<\/svg>\s*$/);
  // The picture has the board's shape, and more than one colour.
  const [width, height, colours] = await page.value(`(async () => {
    const picture = await createImageBitmap(saved[3]);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4 * 97) colours.add(data.slice(at, at + 3).join());
    return [picture.width, picture.height, colours.size];
  })()`);
  assert.ok(width > 1000 && height > 200 && colours > 5, `${width} x ${height}, ${colours} colours`);
  assert.deepEqual(page.problems, []);
  // A record that is dropped on the page is opened, and so are rules; anything else is refused with a reason.
  const drop = (name, content) => page.value(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await fromMenu(page, "#settings", "#new-button");
  await moves(page, 0);
  await drop("game.txt", files.get("boola-record.txt").text);
  await moves(page, 1);
  await drop("my own.uur", files.get("boola.uur").text.replace('game "Boola"', 'game "Mine"'));
  await seen(page, "^Mine$", "#name");
  await drop("notes.txt", "nothing of the kind");
  await seen(page, "notes.txt is neither a rule file", "#note");
  await drop("large.uur", "x".repeat((1 << 20) + 1));
  await seen(page, "large.uur is larger than 1 MiB", "#note");
  assert.equal(await page.text("#name"), "Mine");
  await page.close();
  // The documents stand alone.
  const folder = mkdtempSync(join(tmpdir(), "uur-documents-"));
  try {
    for (const [name, words] of [["boola-sheet.html", "The board at the start"], ["boola-page.html", "What happened"]]) {
      const file = join(folder, name);
      writeFileSync(file, files.get(name).text);
      const document = await browser.open(pathToFileURL(file).href, LAPTOP);
      await seen(document, words, "main");
      await look(document, name.replace(".html", ""));
      await document.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sweepsTwoParameters() {
  const page = await quick();
  await page.value("uurPage.open({ name: 'lahemay-waladat' })");
  await seen(page, "Lahemay", "#name");
  await page.value("uurPage.play.play('@south')");
  await moves(page, 1);
  const first = await page.value("uurPage.play.state.moves[0].move");
  await page.value(`uurPage.play.play(${JSON.stringify(first)})`);
  await moves(page, 2);
  await page.click("#views [data-view=try]");
  await page.until("document.querySelector('#view-try select[aria-label=\"second parameter\"]')", "the form");
  const set = (label, value) => page.value(`(() => { const field = document.querySelector('#view-try [aria-label="${label}"]'); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event("change")); })()`);
  await set("games", "20");
  await set("parameter", "pits");
  await set("values of the parameter", "2, 3..4");
  await set("second parameter", "after_three");
  await choose(page, "#view-try button", "Sweep it");
  const cells = "[...document.querySelectorAll('#view-try .map td')].map((one) => one.textContent)";
  await page.until(`/6 of 6/.test(document.querySelector('#view-try caption')?.textContent)`, "the sweep");
  const wins = await page.value(cells);
  assert.equal(wins.length, 6);
  assert.ok(wins.every((one) => /^\d+\.\d %$/.test(one)), wins.join());
  assert.deepEqual(await page.value("[...document.querySelectorAll('#view-try .map th')].map((one) => one.textContent)"), ["pits ↓ after three →", "bonus move", "next pit", "2", "3", "4"]);
  await set("what the sweep shows", "moves in a game");
  assert.ok((await page.value(cells)).every((one) => /^\d+\.\d$/.test(one)));
  await look(page, "heat-map");
  // A parameter that is changed keeps the moves that are still legal.
  await page.value("(() => { const field = [...document.querySelectorAll('#view-try label')].find((one) => one.textContent.startsWith('after three')).querySelector('select'); field.value = 'next_pit'; field.dispatchEvent(new Event('change')); })()");
  await page.until("uurPage.play.rules.settings.after_three === 'next_pit' && uurPage.play.state.steps === 2", "the game goes on");
  // Values that cannot be read are told.
  await set("values of the parameter", "4..2");
  await choose(page, "#view-try button", "Sweep it");
  await seen(page, "4..2 is not a range", "#view-try");
  await page.close();
}

// What a page has reported, apart from the requests to its own host.
const reported = (page, address) => page.problems.filter((one) => !one.startsWith(`request: ${address}`));

async function worksOffline() {
  const { address, close } = await hosted(resolve(site));
  const page = await browser.open(address, LAPTOP);
  await ready(page);
  await page.value("uurPage.play.play('C')");
  await moves(page, 1);
  await page.until("location.hash.startsWith('#1.')", "the address holds the game");
  await page.value("navigator.serviceWorker.ready.then(() => true)");
  assert.deepEqual(reported(page, address), []);
  await close();
  const before = page.problems.length;
  await page.reload();
  await ready(page);
  await moves(page, 1);
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 2);
  await page.until("document.querySelectorAll('.token-keyword').length > 10", "the editor works");
  assert.deepEqual(reported({ problems: page.problems.slice(before) }, address), []);
  await page.close();
}

// Who only plays needs no more of the engine than its first part.
async function loadsTheRestOnDemand() {
  const missing = new Set(["rest.xz"]);
  const { address, close } = await hosted(resolve(site), missing);
  const page = await browser.open(address, PHONE);
  await ready(page);
  await press(page, "C");
  await moves(page, 1);
  await page.value("(uurPage.controls.setPlayers({ north: 'fair' }), uurPage.computer.move(), 0)");
  await moves(page, 2);
  await page.value("(uurPage.computer.hint(), 0)");
  await seen(page, "^Hint: ");
  // What needs the rest says so, does it once it is there, and the game goes on meanwhile.
  await page.value("(uurPage.showPane('more'), uurPage.showView('explain'), 0)");
  await seen(page, "^The rest of the engine cannot be loaded: the host answers 404 for rest.xz$", "#view-explain");
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 4);
  await page.value("(uurPage.showPane('rules'), 0)");
  await seen(page, "The editor shows no colours, problems or help: The rest of the engine", "#note");
  // What is typed meanwhile stays, and the next key asks again.
  await page.value("(uurPage.editor.append('# mine'), 0)");
  await seen(page, "The editor shows no colours", "#note");
  missing.clear();
  await choose(page, "#note button", "Try again");
  await page.until("document.querySelector('.token-namespace')", "the editor works");
  await page.value("(uurPage.showPane('more'), uurPage.showView('explain'), 0)");
  await seen(page, "Your turn", "#view-explain");
  await moves(page, 4);
  assert.match(await page.value("uurPage.rules.text"), /# mine$/);
  // Who asks for a hint while the computer thinks gets one, and then its move.
  await page.value("(uurPage.controls.setPlayers({ south: 'master', north: 'you' }), uurPage.computer.move(), 0)");
  await page.until("!document.querySelector('#stop').hidden", "the computer thinks");
  await page.value("(uurPage.computer.hint(), 0)");
  await seen(page, "^Hint: ");
  await page.until("Number(document.body.dataset.moves) > 4", "the computer moves");
  assert.deepEqual(reported(page, address), []);
  await page.close();
  await close();
}

// The link of a game whose rules are these.
const linkOf = (rules, steps = [], name = "hostile") => `#1.${deflateRawSync([name, rules, "", steps.join(" "), "", ""].join("\0")).toString("base64url")}`;

const rulesOf = (name, board, land) => `language 1

game "${name}" {
  source "a test <img src=x onerror=alert(2)>"
}

board {
  rows 2
${board}
}

sow counterclockwise {
  from own pit
}

land {
  ${land}
}

end {
  no move -> each takes own row
  win most seeds
}

test "${name} <script>alert(3)</script>" {
  play A
  expect by from
}
`;

async function opensHostileLinks() {
  const hash = linkOf(rulesOf("<script>alert(1)</script>", "  pits 3\n  seeds 2 each", "here is occupied -> stop"));
  const page = await quick(hash);
  await seen(page, "alert\\(1\\)", "#name");
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 1);
  for (const view of ["log", "moves", "evaluation", "try", "explain", "table"]) {
    await page.click(`#views [data-view=${view}]`);
    await page.until(`document.querySelector('#view-${view}').childElementCount > 0`, view);
  }
  await page.until("/alert\\(3\\)/.test(document.querySelector('#editor').textContent)", "the text");
  await seen(page, "tests? (pass|failed)", "#tests");
  assert.equal(await page.value("document.querySelectorAll('body script:not([src], #first), img[src], [onerror]').length"), 0, "texts are no markup");
  await look(page, "hostile");
  await page.close();
  // What would turn the direction of texts, or is no text of rules, is an error that the page tells.
  for (const [rules, said] of [
    [rulesOf("\u202eesrever", "  pits 3\n  seeds 2 each", "here is occupied -> stop"), "an error|errors"],
    ["\u0007 {".repeat(10), "error"],
    ["language 1\n".repeat(20000), "error"],
  ]) {
    const bad = await open(linkOf(rules));
    await seen(bad, said, "#checked");
    await bad.until("document.querySelector('#stale').textContent.length > 10", "there is no board yet");
    assert.equal(await bad.value("document.querySelectorAll('#board-area svg').length"), 0, "and none of another game");
    assert.ok(!(await bad.value("document.querySelector('#stale').textContent + document.querySelector('#note').textContent")).includes("\u202e"), "messages do not turn");
    assert.deepEqual(bad.problems, []);
    await bad.close();
  }
}

async function staysUsableInLongSowings() {
  // A relay of more than 30,000,000 laps, and a series of games with such moves in them.
  const rules = rulesOf("Long", "  pits 12\n  seeds 5 each", "here is occupied -> relay");
  const steps = "B i L e F a H j C k J a D k J l A f H g F a F k B f I h G g B g G e L e".split(" ");
  const hash = linkOf(rules, steps);
  const page = await quick(hash);
  await moves(page, steps.length);
  await page.until("uurPage.play.state.moves.some((move) => move.move === 'E')", "the long move may be chosen");
  await page.value("globalThis.ticks = 0, globalThis.beat = setInterval(() => (globalThis.ticks += 1), 10)");
  await page.value("void uurPage.play.play('E')");
  await page.until("globalThis.ticks > 3", "the page goes on");
  // The engine refuses it, or is ended; either is said, and the game goes on before it.
  await page.until("/E: .*events|did not answer/.test(document.querySelector('#status').textContent + document.querySelector('#note').textContent)", "the move is refused");
  await type(page, "no move -> each takes own row", "no move -> opponent wins");
  await page.until("uurPage.play.rules.text.includes('opponent wins')", "the new rules are read");
  await page.click("#views [data-view=try]");
  await page.until("document.querySelector('#view-try input[aria-label=games]')", "the form");
  await page.value("(() => { const games = document.querySelector('#view-try input[aria-label=games]'); games.value = 100000; games.dispatchEvent(new Event('change')); })()");
  await choose(page, "#view-try button", "Play them");
  // A single game may take minutes: it is stopped, and another game is studied at once.
  await seen(page, "Playing games", "#view-try");
  await page.value("globalThis.ticks = 0");
  await page.until("globalThis.ticks > 10", "the page goes on");
  await choose(page, "#view-try button", "Stop");
  await page.until("!/Playing/.test(document.querySelector('#view-try').textContent)", "the series is stopped");
  await page.value("uurPage.open({ name: 'boola' })");
  await seen(page, "Boola", "#name");
  await choose(page, "#view-try button", "Study the game");
  await page.until("/ games were played/.test(document.querySelector('#view-try').textContent)", "the study has begun");
  await choose(page, "#view-try button", "Stop");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function playsRounds() {
  const page = await quick();
  await page.value("uurPage.open({ name: 'lahemay-waladat' })");
  await seen(page, "Lahemay", "#name");
  await choose(page, "#question button", "Draw");
  await moves(page, 1);
  // Always the first move: the round ends.
  for (let at = 1; at < 400; at += 1) {
    const move = await page.value("uurPage.play.state.due.kind === 'move' ? uurPage.play.state.moves[0].move : ''");
    if (!move) break;
    await page.value(`uurPage.play.play(${JSON.stringify(move)})`);
    await moves(page, at + 1);
  }
  const played = await page.value("uurPage.play.line.length");
  await seen(page, "Round 1 is over .*: (South wins|North wins|a draw), \\d+ to \\d+\\. Rounds won: South \\d+, North \\d+", "#round");
  assert.ok((await page.text("#round")).includes(await page.value("uurPage.play.state.result.text")), "the engine words how it ended");
  await look(page, "round");
  if (await page.value("uurPage.play.state.due.kind === 'lot'")) {
    await choose(page, "#question button", "Draw");
    await moves(page, played + 1);
  }
  await page.until("!document.querySelector('#next-round').hidden", "the next round is offered");
  await page.click("#next-round");
  await seen(page, "^Round 2: ", "#turn");
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await page.until("uurPage.play.state.round === 2 && uurPage.play.state.due.kind === 'move'", "round 2 is played");
  const length = await page.value("uurPage.play.line.length");
  // Back over the end of the round; the lot is asked again.
  await page.value("uurPage.play.goTo(0)");
  await seen(page, "Draw", "#question");
  await page.value(`uurPage.play.goTo(${length})`);
  await seen(page, "^Round 2: ", "#turn");
  // The log of a long match is told in parts, and is the same as the whole.
  await page.value(`(async () => {
    const { play } = uurPage;
    while (play.line.length < 130 && play.state.due.kind !== "over") {
      if (play.state.due.kind === "round") await play.refresh({ begin: true });
      await play.play(play.state.due.kind === "lot" ? "@north" : play.state.moves[0].move);
    }
  })()`);
  const [told, whole] = await page.value("(async () => [uurPage.play.state.log, (await uurPage.engine.ask({ ask: 'game', game: uurPage.play.soFar })).log])()");
  assert.ok(whole.length >= 130, `${whole.length} steps`);
  assert.deepEqual(told, whole);
  // Seeds that a player may lay out.
  await page.value("uurPage.open({ name: 'omweso' })");
  await seen(page, "South may lay out the seeds of a row", "#round");
  await page.value("document.querySelector('#round input').value = '@south=4.4.4.4.4.4.4.4.0.0.0.0.0.0.0.0'");
  await choose(page, "#round button", "Lay out");
  await moves(page, 1);
  await seen(page, "North may lay out", "#round");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function needsOnlyKeys() {
  const page = await quick();
  const tabTo = (what, wanted) => page.until(async () => {
    if (await page.value(`document.activeElement?.matches(${JSON.stringify(wanted)})`)) return true;
    await page.key("Tab");
    return false;
  }, what);
  await tabTo("the games", "#gallery-button");
  await page.key("Enter");
  await page.until("document.querySelectorAll('.gallery li').length > 200 && document.activeElement.type === 'search'", "the gallery");
  for (const letter of "oware") await page.key(letter);
  await page.until("document.querySelector('[data-game=oware]') && document.querySelectorAll('.gallery li').length < 100", "the search");
  await tabTo("the game", "[data-game=oware]");
  await page.key("Enter");
  await seen(page, "^Oware$", "#name");
  await tabTo("the board", "#board-area [data-pit]");
  await page.key("c");
  await page.key("Enter");
  await moves(page, 1);
  await tabTo("the log", "#views [role=tab]");
  await page.key("ArrowRight");
  await page.until("!document.querySelector('#view-moves').hidden", "the moves");
  await page.key("F1");
  await page.until("document.querySelector('#dialog').open", "help");
  await page.key("Escape");
  await page.until("!document.querySelector('#dialog').open", "help is closed");
  await page.key("F6");
  await page.key("F6");
  await page.until("document.activeElement.closest('#rules-pane, #play-pane, #more-pane')", "another part of the page");
  await tabTo("undo", "#undo");
  await page.key("Enter");
  await moves(page, 0);
  await tabTo("the command", "#command");
  for (const letter of "F") await page.key(letter);
  await page.key("Enter");
  await moves(page, 1);
  await seen(page, "^South F: ");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Nothing that is typed is lost: by a reload, by another game, by another window.
async function keepsWhatIsTyped() {
  const page = await quick();
  await type(page, "rows 2", "rows 2\n  pitz 7");
  await seen(page, "error", "#checked");
  // The tests of other rules are not told.
  await seen(page, "run again when", "#tests");
  await written(page);
  await page.reload();
  await ready(page);
  assert.match(await text(page), /pitz 7/, "a text with an error is kept");
  await seen(page, "Boola", "#name");
  assert.equal((await seeds(page)).length, 24, "the board of the last good rules is there");
  await written(page);
  await page.reload();
  await ready(page);
  assert.equal((await seeds(page)).length, 24, "also when the page is loaded once more");
  // At once, without a pause.
  await type(page, "pitz 7", "# mine");
  await page.reload();
  await ready(page);
  assert.match(await text(page), /# mine/, "what was typed last is kept");
  // Another game, and back.
  await page.value("document.querySelector('#gallery-button').click()");
  await page.until("document.querySelector('[data-game=kalah]')", "the games");
  await choose(page, "[data-game=kalah]", "Kalah");
  await seen(page, "^Kalah", "#name");
  await seen(page, "is kept under My games", "#note");
  await choose(page, "#note button", "Back to it");
  await page.until("uurPage.rules.text.includes('# mine')", "one's own game is back");
  await page.value("uurPage.open({ name: 'oware' })");
  await seen(page, "^Oware", "#name");
  await fromMenu(page, "#menu", "#own-button");
  await page.until("document.querySelectorAll('.own-games li').length === 1", "the list of one's own games");
  await look(page, "own");
  await choose(page, ".own-games button", "Throw away");
  await choose(page, ".own-games button", "Put it back");
  await choose(page, ".own-games button", "Boola");
  await page.until("uurPage.rules.text.includes('# mine')", "it is opened from the list");
  // A link that is followed in this window does not take the place of one's own game unasked.
  await page.value("location.hash = '#game=kalah'");
  await seen(page, "The link holds another game", "#note");
  await seen(page, "^Boola", "#name");
  await choose(page, "#note button", "Open the link");
  await seen(page, "^Kalah", "#name");
  // Nor does a link that a window begins with: not of an older version, and not where one's own game was.
  const older = linkOf((await page.value("JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('uur.game.')))).text")).replace("# mine", "# older"), ["L"]);
  const window = await page.beside(start + older);
  await ready(window);
  for (const [link, name] of [[older, "Boola"], ["#game=kalah", "Kalah"]]) {
    await window.go("about:blank");
    await window.go(start + link);
    await ready(window);
    await seen(window, "Boola, or another version of it", "#note");
    assert.match(await window.value("uurPage.rules.text"), /# mine/);
    await choose(window, "#note button", "Open the link");
    await window.until(`!uurPage.rules.text.includes('# mine') && document.querySelector('#name').textContent === '${name}'`, "the link is opened");
    await seen(window, "Boola is kept under My games", "#note");
    await window.value("document.querySelector('#own-button').click()");
    await choose(window, ".own-games button", "Boola");
    await window.until("uurPage.rules.text.includes('# mine')", "one's own game again");
    await written(window);
  }
  await window.close();
  await page.value("(() => { const own = JSON.parse(localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('uur.game.')))); return uurPage.open({ ...own, own: own.id }); })()");
  await page.until("uurPage.rules.text.includes('# mine')", "one's own game again");
  // Another window of this browser changes the same game: both are kept.
  const other = await page.beside(start);
  await ready(other);
  await other.until("uurPage.rules.text.includes('# mine')", "another window begins with the last game");
  await type(other, "# mine", "# theirs");
  await written(other);
  await type(page, "# mine", "# ours");
  await seen(page, "Another window has changed this game", "#note");
  const kept = await page.value("Object.keys(localStorage).filter((name) => name.startsWith('uur.game.')).map((name) => JSON.parse(localStorage.getItem(name)).text)");
  assert.deepEqual(["# ours", "# theirs"].map((words) => kept.filter((one) => one.includes(words)).length), [1, 1]);
  await catchFiles(page);
  await page.value("document.querySelector('#own-button').click()");
  await choose(page, "#dialog button", "(.zip)");
  await page.until("saved[0]?.saveAs", "the file of files");
  const saved = await page.value("saved[0].arrayBuffer().then((buffer) => [...new Uint8Array(buffer)].map((byte) => String.fromCharCode(byte)).join(''))");
  assert.match(saved, /^PK[^]*boola\.uur[^]*boola-2\.uur/, "all of them as one file");
  await other.close();
  await page.close();
}

// Two windows with the same game of one's own: what each has played is kept.
async function keepsBothWindows() {
  const page = await quick();
  await type(page, "rows 2", "rows 2 # mine");
  await page.until("uurPage.play.rules.text.includes('# mine')", "the rules are read");
  await page.value("uurPage.play.play('L')");
  await moves(page, 1);
  await written(page);
  const other = await page.beside(start);
  await ready(other);
  await moves(other, 1);
  const kept = () => page.value("Object.keys(localStorage).filter((name) => name.startsWith('uur.game.')).map((name) => JSON.parse(localStorage.getItem(name)).steps.length).sort()");
  await other.value("uurPage.play.speed = 'once', uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(other, 2);
  await written(other);
  // A window in which nothing was done does not write over the other.
  await page.value("dispatchEvent(new Event('pagehide'))");
  assert.deepEqual(await kept(), [2]);
  await page.value("uurPage.play.play(uurPage.play.state.moves[1].move).then(() => uurPage.play.play(uurPage.play.state.moves[0].move))");
  await seen(page, "Another window has changed this game", "#note");
  await written(page);
  assert.deepEqual(await kept(), [2, 3]);
  await other.close();
  await page.close();
}

// A browser that has no room, or keeps nothing at all, loses nothing as long as the page is open.
async function keepsWithoutStorage() {
  for (const broken of ["Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }", "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })"]) {
    const page = await quick();
    await page.value(`void (${broken})`);
    await type(page, "rows 2", "rows 2 # mine");
    await seen(page, "This browser keeps nothing", "#note");
    await page.value("uurPage.open({ name: 'oware' })");
    await seen(page, "Boola is under My games until this page is closed", "#note");
    await fromMenu(page, "#menu", "#own-button");
    await seen(page, "save what is here", "#dialog");
    await choose(page, ".own-games button", "Boola");
    await page.until("uurPage.rules.text.includes('# mine')", "it is there");
    assert.equal(await page.value("dispatchEvent(new Event('beforeunload', { cancelable: true }))"), false, "the browser asks before it is lost");
    await page.close();
  }
}

// Any game that was begun can be gone back to, with all that was settled and tried.
async function goesBack() {
  const page = await quick("#game=oware");
  await press(page, "C");
  await moves(page, 1);
  await page.value(`(() => {
    const { table } = uurPage.controls;
    table.setClock("10m");
    table.names.south = "Ana";
    table.remark("well begun");
    uurPage.controls.setPlayers({ south: "you", north: "you" });
  })()`);
  await page.value("uurPage.play.goTo(0).then(() => uurPage.play.play('F'))");
  await moves(page, 1);
  for (const [name, title] of [["boola", "Boola"], ["kalah", "Kalah"]]) {
    await page.value(`uurPage.open({ name: '${name}' })`);
    await seen(page, `^${title}`, "#name");
    await seen(page, "^Oware was left", "#note");
  }
  assert.deepEqual(await page.value("[uurPage.controls.table.names.south, document.querySelector('#south-clock').hidden]"), ["", true]);
  await choose(page, "#note button", "Back to it");
  await seen(page, "^Oware", "#name");
  await moves(page, 1);
  assert.deepEqual(await page.value("[uurPage.play.line.steps, uurPage.play.line.branches(0).length, document.querySelector('#south-name').value, document.querySelector('#south-clock').hidden, document.querySelector('#note').hidden]"), [["F"], 2, "Ana", false, true]);
  // What is wrong with the next game does not hide the way back.
  await page.value(`location.hash = ${JSON.stringify(linkOf("", ["C", "C"], "kalah"))}`);
  await seen(page, "move 2 \\(C\\) may not be played.*Oware was left", "#note");
  await choose(page, "#note button", "Back to it");
  await seen(page, "^Oware", "#name");
  await moves(page, 1);
  await page.value("uurPage.play.follow(0)");
  await seen(page, "well begun", "#view-log");
  // So has a game of one's own, also from the list.
  await page.value("uurPage.rules.show().then(() => uurPage.rules.replace(uurPage.rules.text + '# mine'))");
  await page.until("uurPage.play.rules.text.includes('# mine')", "the rules are read");
  await page.value("uurPage.open({ name: 'kalah' })");
  await seen(page, "Oware is kept under My games", "#note");
  await fromMenu(page, "#menu", "#own-button");
  await choose(page, ".own-games button", "Oware");
  await seen(page, "well begun", "#view-log");
  assert.equal(await page.value("document.querySelector('#south-name').value"), "Ana");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// A stranger sees what this is, and begins a game of their own.
async function beginsAGame() {
  const page = await open("");
  assert.equal(await page.text("#name"), "Oware");
  await seen(page, "plays mancala", "#doors");
  // Nothing moves under the hand at the first move.
  const places = "JSON.stringify([...document.querySelectorAll('#board-area svg, #controls > *, #views')].map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)]))";
  const still = await open("");
  const before = await still.value(places);
  await still.value("uurPage.play.speed = 'once'");
  await press(still, "C");
  await moves(still, 1);
  assert.equal(await still.value(places), before);
  await still.close();
  // What is pressed while the engine is loaded is played.
  const early = await browser.open("about:blank", LAPTOP);
  await early.own.evaluateOnNewDocument(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.packed) setTimeout(() => post.call(this, message), 1500);
      else post.call(this, message);
    };
  });
  await early.go(start);
  for (const pit of [0, 2]) await early.click(`#board-area .lying [data-pit="${pit}"]`);
  assert.equal(await early.value("document.body.dataset.ready"), undefined);
  await moves(early, 1);
  assert.deepEqual(await early.value("uurPage.play.line.steps"), ["C"]);
  assert.deepEqual(early.problems, []);
  await early.close();
  // A page that is left while a script is loaded, and come back to, may not hear of its end.
  const left = await browser.open("about:blank", LAPTOP);
  await left.own.evaluateOnNewDocument(() => document.addEventListener("load", (event) => {
    if (globalThis.isDeaf || !event.target.src?.endsWith("engine.js")) return;
    globalThis.isDeaf = true;
    event.stopImmediatePropagation();
  }, true));
  await left.go(start);
  await left.until("globalThis.isDeaf", "the script is loaded");
  await left.pause(300);
  assert.equal(await left.value("document.body.dataset.ready"), undefined);
  await left.value("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), 0");
  await ready(left);
  assert.deepEqual(left.problems, []);
  await left.close();
  await look(page, "doors");
  await page.click("#door-begin");
  await page.value("(() => { const name = document.querySelector('#dialog input'); name.value = 'Wélé two'; document.querySelector('#dialog [aria-label=\"After the last seed\"]').value = 'relay'; })()");
  await look(page, "begin");
  await choose(page, "#dialog button", "Begin");
  await seen(page, "Wélé two", "#name");
  await seen(page, "All 2 tests pass", "#tests");
  assert.equal(await page.value("document.querySelector('#doors').hidden"), true);
  await press(page, "A");
  await moves(page, 1);
  await written(page);
  assert.match(await page.value("Object.keys(localStorage).filter((name) => name.startsWith('uur.game.')).map((name) => localStorage.getItem(name)).join()"), /"name":"wele-two"/);
  // The editor knows the braces of the language.
  await page.value("(() => { const { view } = uurPage.editor; view.dispatch({ changes: { from: view.state.doc.length, insert: '\\nterms ' }, selection: { anchor: view.state.doc.length + 7 } }); view.focus(); })()");
  await page.key("{");
  await page.key("Enter");
  for (const letter of "full: here is occupied") await page.key(letter);
  await page.until("uurPage.rules.text.endsWith('terms {\\n  full: here is occupied\\n}')", "the line is indented, and the brace is closed");
  // Who types these as well does not get them twice.
  await page.key("Enter");
  await page.key("}");
  await page.until("uurPage.rules.text.endsWith('terms {\\n  full: here is occupied\\n}')", "the brace is there once");
  await page.key("Enter");
  for (const letter of "land {\n  full -> stop\n  here is empty -> {\n    stop\n  }\n}") await page.key(letter === "\n" ? "Enter" : letter);
  await page.until("uurPage.rules.text.endsWith('}\\nland {\\n  full -> stop\\n  here is empty -> {\\n    stop\\n  }\\n}')", "the blanks are there once");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Links: to rules, to a position, to a moment; honest about errors; a game by links.
async function playsByLinks() {
  const page = await quick();
  await type(page, "rows 2", "rows 2\n  pitz 7");
  await seen(page, "error", "#checked");
  await page.click("#share-button");
  await page.until("/#1\\./.test(document.querySelector('#dialog textarea').value)", "a link");
  await seen(page, "your machine only: nobody else", "#dialog");
  await seen(page, "the last rules without errors", "#dialog");
  await page.key("Escape");
  await page.close();
  const south = await quick("#game=oware");
  await south.value("(() => { const north = document.querySelector('#north-player'); north.value = 'link'; north.dispatchEvent(new Event('change')); })()");
  await press(south, "C");
  await moves(south, 1);
  await seen(south, "North plays somewhere else", "#question");
  await look(south, "by-link");
  const link = async (page) => {
    await choose(page, "#question button", "Send the game");
    await page.until("/#1\\./.test(document.querySelector('#dialog textarea').value)", "a link");
    await page.value("navigator.clipboard.writeText = async () => {}, 0");
    await choose(page, "#dialog button", "Cop");
    const made = await page.value("document.querySelector('#dialog textarea').value");
    await page.key("Escape");
    return made.replace(/[^]*#/, "#");
  };
  const sent = await link(south);
  const north = await quick(sent);
  await seen(north, "You play North", "#note");
  await press(north, "d");
  await moves(north, 2);
  const back = await link(north);
  // The answer comes into the window that has sent the game, and is compared with it.
  await south.value(`location.hash = ${JSON.stringify(back)}`);
  await seen(south, "A new move. You play South", "#note");
  await moves(south, 2);
  // The same moves by other rules are another game.
  await north.value("uurPage.setParameter('slam', 'forbidden')");
  const other = await link(north);
  assert.notEqual(other, back);
  await south.value(`location.hash = ${JSON.stringify(other)}`);
  await seen(south, "not the game that was sent: it was played by other rules", "#note");
  assert.deepEqual(await south.value("uurPage.play.rules.settings"), { slam: "forbidden" });
  await written(south);
  await choose(south, "#note button", "Show the game");
  await seen(south, "You play South", "#note");
  await moves(south, 2);
  assert.deepEqual(await south.value("uurPage.play.rules.settings"), {});
  await north.value("uurPage.setParameter('slam', 'capture_nothing')");
  await north.value("uurPage.play.goTo(0)");
  await moves(north, 0);
  await north.value("uurPage.play.players = { south: 'you', north: 'link' }");
  await press(north, "F");
  await moves(north, 1);
  const wrong = await link(north);
  await south.value(`location.hash = ${JSON.stringify(wrong)}`);
  await seen(south, "not the game that was sent: move 1 is F here, and was C", "#note");
  await choose(south, "#note button", "Show the game");
  await moves(south, 2);
  // A link that was taken from the address is one that was sent.
  const taken = await quick("#game=oware");
  await taken.value("(() => { const north = document.querySelector('#north-player'); north.value = 'link'; north.dispatchEvent(new Event('change')); })()");
  await press(taken, "C");
  await moves(taken, 1);
  await written(taken);
  const answer = await quick(await taken.value("location.hash"));
  await press(answer, "d");
  await moves(answer, 2);
  await written(answer);
  const good = await answer.value("location.hash");
  await answer.value("uurPage.play.goTo(0)");
  await moves(answer, 0);
  await answer.value("uurPage.play.players = { south: 'you', north: 'link' }");
  for (const name of ["F", "e"]) {
    await press(answer, name);
    await answer.value("uurPage.play.players = { south: 'link', north: 'you' }");
  }
  await moves(answer, 2);
  await written(answer);
  await taken.value(`location.hash = ${JSON.stringify(await answer.value("location.hash"))}`);
  await seen(taken, "not the game that was sent: move 1 is F here, and was C", "#note");
  await written(taken);
  const kept = (page) => page.value("Object.entries(localStorage).filter(([name]) => name.startsWith('uur.turn.')).map(([name, text]) => [name.slice(9), JSON.parse(text)])");
  assert.ok((await kept(taken)).some(([, { lines }]) => JSON.stringify(lines.map(({ steps }) => steps)) === '[["C"]]'), "it is not one of those that were sent");
  await taken.value(`location.hash = ${JSON.stringify(good)}`);
  await seen(taken, "A new move. You play South", "#note");
  // A game of which nobody has heard for long is no longer known, and one that is over a week later; others are.
  const own = (await kept(taken)).map(([name]) => name);
  await taken.value(`(() => {
    const keep = (name, days, isOver, lines = [{ steps: ["C"] }]) => localStorage.setItem("uur.turn." + name, JSON.stringify({ lines, isOver, when: Date.now() - days * 864e5 }));
    keep("slow", 300, false);
    keep("silent", 400, false);
    keep("won", 8, true);
    keep("just-won", 6, true);
    localStorage.setItem("uur.turn.first", '[["C", "d"]]');
  })()`);
  await press(taken, "A");
  await moves(taken, 3);
  await written(taken);
  assert.deepEqual((await kept(taken)).map(([name]) => name).sort(), [...own, "first", "just-won", "slow"].sort());
  assert.deepEqual((await kept(taken)).find(([name]) => name === "first")[1].lines, [{ steps: ["C", "d"] }]);
  await taken.value("uurPage.controls.table.resign()");
  await written(taken);
  assert.equal((await kept(taken)).filter(([, { isOver }]) => isOver).length, 2, "a game that is given up is over");
  await taken.close();
  await answer.close();
  // A link to one moment shows its sentence, and its line in the rules.
  await south.value("uurPage.play.select({ step: 1, event: 1 })");
  await seen(south, "Link to this moment");
  await written(south);
  const moment = await open(await south.value("location.hash"));
  await moment.until("uurPage.play.selection?.step === 1 && uurPage.play.selection.event === 1", "the moment");
  await moment.until("document.querySelector('#editor .shown-line')", "the line is lit");
  for (const one of [south, north, moment]) {
    assert.deepEqual(one.problems, []);
    await one.close();
  }
  // Only the board, for another page.
  const board = await browser.open(`${start}?view=board#game=oware`, { width: 640, height: 360 });
  await ready(board);
  await press(board, "C");
  await moves(board, 1);
  await look(board, "only-board");
  await board.close();
}

// A game on each kind of board that is long, wide or high for a phone. On the least phones no window holds all of some at
// 44 pixels for a pit: these scroll within their own place, by no more than this.
const BOARDS = ["oware", "congklak", "endodoi", "toguz-kumalak", "embeli", "boola", "layli-goobalay", "bao-ki-arabu-1", "omweso", "bao-la-kiswahili", "msuwa", "ngolo", "owela-benguela"];
const LARGE = { dabuda: { 360: 3 }, kiothi: { 360: 3 }, katro: { 640: 22 }, "layli-goobalay-berbera": { 360: 91, 640: 14 }, moruba: { 360: 91, 640: 14 }, "hus-nama": { 360: 176, 640: 99 }, mbelele: { 360: 352, 390: 148, 640: 275, 844: 71 }, azigo: { 360: 444, 390: 240, 640: 367, 844: 163 } };

// Every pit is as large as a finger, and the board, what is asked and what is said are in one view.
async function fitsLongBoards() {
  // How far neighbours are from each other along and across the board, how far the board and all of it scroll, and what is
  // not in view.
  const sight = `(() => {
    const { pits } = uurPage.play.state.position;
    const at = pits.map(({ pit }) => document.querySelector('#board-area [data-pit="' + pit + '"] .pit').getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]);
    const apart = at.flatMap(([x, y], one) => at.slice(one + 1).map(([a, b]) => Math.max(Math.abs(x - a), Math.abs(y - b))));
    const over = (one) => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight);
    const most = document.querySelector("#tabs").getBoundingClientRect().top + 1;
    const parts = ["#board-area", "#question:not([hidden])", "#status", "#round:not([hidden])", "#undo"].flatMap((one) => [...document.querySelectorAll(one)]);
    const hidden = parts.filter((one) => { const r = one.getBoundingClientRect(); return r.height && (r.top < 44 || r.bottom > most || r.left < 0 || r.right > innerWidth); }).map(({ id }) => id);
    return [Math.min(...apart), over(document.querySelector("#board-area")), over(document.querySelector("#play-pane")), hidden, document.querySelector("#board-area").getBoundingClientRect().height];
  })()`;
  for (const [width, height] of [[360, 640], [390, 844], [640, 360], [844, 390]]) {
    const page = await quick("#game=oware", { width, height, touch: true });
    const still = async (name) => {
      let last = "";
      await page.until(async () => {
        const before = last;
        last = JSON.stringify(await page.value(sight));
        return before === last;
      }, "the board stands still");
      const [apart, own, whole, hidden] = JSON.parse(last);
      const where = `${name} at ${width} x ${height}`;
      assert.ok(apart > 43.99, `pits of ${where} are ${apart} pixels apart`);
      assert.ok(own <= (LARGE[name]?.[width] ?? 0), `the board of ${where} scrolls by ${own}`);
      assert.ok(whole <= 0, `all of ${where} scrolls by ${whole}`);
      assert.deepEqual(hidden, [], where);
    };
    for (const name of [...BOARDS, ...Object.keys(LARGE)]) {
      await page.value(`uurPage.open({ name: '${name}' }).then(() => uurPage.note(''))`);
      await page.until(`uurPage.play.rules.name === '${name}' && uurPage.play.state`, name);
      await still(name);
      // Where a move is not the only one of its pit, its ways are asked for.
      const asks = await page.value(`(async () => { const { moves } = uurPage.play.state; const pit = moves.find((one) => moves.some((other) => other !== one && other.pit === one.pit))?.pit; if (pit !== undefined) await uurPage.play.press(pit); return pit !== undefined; })()`);
      if (asks && name !== "msuwa") await still(name);
    }
    // What lies between pits belongs to the nearest, also at the edges of the board.
    await page.value("uurPage.open({ name: 'boola' }).then(() => uurPage.note(''))");
    await page.until("uurPage.play.rules.name === 'boola' && uurPage.play.state && !uurPage.play.line.length", "Boola");
    await page.pause(300);
    const [a, b, c] = await page.value(`["A", "B", "l"].map((name) => uurPage.play.state.position.pits.find((pit) => pit.name === name).pit).map((pit) => document.querySelector('#board-area [data-pit="' + pit + '"] .pit').getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2])`);
    const between = ([x, y], [u, v], share) => [x + (u - x) * share, y + (v - y) * share];
    for (const [[x, y], name] of [[between(a, b, 0.47), "A"], [between(a, b, 0.53), "B"], [between(a, c, 0.4), "A"], [between(a, c, -0.5), "A"], [between(a, b, -0.45), "A"]]) {
      await page.value("uurPage.play.say('')");
      if (page.browser.isFirefox) await page.own.mouse.click(x, y);
      else await page.own.touchscreen.tap(x, y);
      await seen(page, `^${name} `);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  }
  // A phone that is turned shows the same as one that was held so all the time.
  const turned = await quick("#game=oware", { width: 360, height: 640, touch: true });
  const shown = "JSON.stringify([document.body.className.split(' ').sort(), uurPage.play.view, document.querySelector('#board-area svg').getAttribute('viewBox')])";
  for (const name of ["bao-la-kiswahili", "boola", "katro"]) {
    for (const [from, to] of [[[360, 640], [640, 360]], [[640, 360], [390, 844]]]) {
      await turned.resize(...to);
      await turned.pause(300);
      await turned.value(`uurPage.open({ name: '${name}' }).then(() => uurPage.note(''))`);
      await turned.pause(300);
      const whole = await turned.value(shown);
      await turned.resize(...from);
      await turned.pause(300);
      await turned.resize(...to);
      await turned.until(`${shown} === ${JSON.stringify(whole)}`, `${name} as at first`, 5000);
    }
  }
  // What is asked stays.
  await turned.value("uurPage.open({ name: 'boola' })");
  await turned.value("(({ play }) => play.press(play.state.moves.find((one, at, all) => all.some((other) => other !== one && other.pit === one.pit)).pit))(uurPage)");
  const asked = "!document.querySelector('#question').hidden && document.querySelector('#question').textContent";
  const question = await turned.value(asked);
  assert.match(question, /ways/);
  const drawn = await turned.value(shown);
  await turned.resize(844, 390);
  await turned.until(`${shown} !== ${JSON.stringify(drawn)} && ${asked} === ${JSON.stringify(question)}`, "the question after the turn", 5000);
  await turned.close();
}

// What one sees at once on a phone, and how large what one presses is.
async function fitsEveryPhone() {
  const small = `[...document.querySelectorAll("button, select, summary, input")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 43.5 && !one.closest("dialog, details:not([open]) > div"))
    .map((one) => one.id + one.textContent.slice(0, 20) + one.getBoundingClientRect().height)`;
  // What is to be seen of these, and can be pressed.
  const covered = (selector) => `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => { const r = one.getBoundingClientRect(); return !one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) || r.x < 0 || r.right > innerWidth; }).map((one) => one.id + one.textContent)`;
  // How far pits are from each other: what lies between them belongs to the nearest.
  const target = `(() => {
    const pits = uurPage.play.state.position.pits.map(({ pit }) => document.querySelector('#board-area [data-pit="' + pit + '"] .pit').getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]);
    return Math.min(...pits.flatMap(([x, y], at) => pits.slice(at + 1).map(([a, b]) => Math.max(Math.abs(x - a), Math.abs(y - b)))));
  })()`;
  const inView = (selector) => `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); const tabs = document.querySelector("#tabs").getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= tabs.top + 1 && r.right <= innerWidth; })()`;
  for (const [width, height] of [[360, 640], [390, 844], [640, 360], [844, 390]]) {
    const name = `phone-${width}`;
    const page = await quick("", { width, height, touch: true });
    await look(page, `${name}-doors`);
    await page.value("uurPage.open({ name: 'boola' })");
    await seen(page, "Boola", "#name");
    await page.value("document.querySelector('#doors').hidden = true");
    await page.pause(300);
    await press(page, "K");
    await seen(page, "K: two ways", "#question");
    await look(page, `${name}-ways`);
    for (const menu of ["#table", "#settings"]) {
      await page.click(`${menu} > summary`);
      assert.deepEqual(await page.value(covered(`${menu} > div :is(button, select, input)`)), [], `all of ${menu} is in view`);
      await page.click(`${menu} > summary`);
    }
    await press(page, "K");
    await seen(page, "K: two ways", "#question");
    for (const id of ["stop", "next-round"]) {
      await page.value(`document.getElementById('${id}').hidden = false`);
      assert.deepEqual(await page.value("[...document.querySelectorAll('#controls > *')].filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ id }) => id)"), [], "the buttons have room for their words");
      assert.deepEqual(await page.value(covered("#controls > :is(button, details):not([hidden], #hint, #redo)")), []);
      await page.value(`document.getElementById('${id}').hidden = true`);
    }
    for (const part of ["#board-area", "#question", "#undo"]) assert.ok(await page.value(inView(part)), `${part} is in view at ${width} x ${height}`);
    assert.deepEqual(await page.value(small), [], "everything is large enough for a finger");
    await choose(page, "#question button", "leave 1");
    await moves(page, 1);
    await press(page, "B");
    await seen(page, "B is South's");
    for (const part of ["#status", "#undo"]) assert.ok(await page.value(inView(part)), `${part} is in view at ${width} x ${height}`);
    const area = await page.value("(() => { const r = document.querySelector('#board-area').getBoundingClientRect(); return r.width * r.height / innerWidth / innerHeight; })()");
    assert.ok(area > 0.28, `the board has ${Math.round(100 * area)} % of a window of ${width} x ${height}`);
    await page.value("uurPage.open({ name: 'bao-la-kiswahili' }).then(() => uurPage.note(''))");
    await seen(page, "Bao", "#name");
    await page.pause(300);
    const bao = await page.value(target);
    assert.ok(bao > 37, `a pit of Bao has ${bao} pixels at ${width} x ${height}`);
    await press(page, "F");
    await seen(page, "F: two ways", "#question");
    await look(page, `${name}-bao`);
    assert.deepEqual(await page.value(covered("#question button")), [], "all answers are in view");
    // The direction is chosen on the board.
    await press(page, "G");
    await moves(page, 1);
    await page.click("#gallery-button");
    await page.until("document.querySelectorAll('.gallery li').length > 200", "the games");
    await look(page, `${name}-games`);
    await page.click(".dialog-head button");
    await page.until("!document.querySelector('#dialog').open", "the games are left");
    await fromMenu(page, "#menu", "#begin-button");
    assert.equal(await page.value("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#dialog'))"), 0, "the dialog does not scroll sideways");
    await page.click(".dialog-head button");
    // A finger finds a pit also beside it.
    await page.value("uurPage.open({ name: 'oware' }).then(() => uurPage.note(''))");
    await seen(page, "Oware", "#name");
    await page.pause(300);
    const oware = await page.value(target);
    assert.ok(oware >= 44, `a pit of Oware has ${oware} pixels at ${width} x ${height}`);
    const { x, y } = await page.value(`(() => { const r = document.querySelector(\`${pit("C")} .pit\`).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
    const beside = height > width ? { x, y: y + 21 } : { x: x + 21, y };
    if (page.browser.isFirefox) await page.own.mouse.click(beside.x, beside.y);
    else await page.own.touchscreen.tap(beside.x, beside.y);
    await moves(page, 1);
    assert.deepEqual(await page.value("uurPage.play.line.steps"), ["C"]);
    await page.close();
  }
  // A tablet is pressed by fingers as well.
  const tablet = await quick("#game=oware", { width: 820, height: 1180, touch: true });
  await press(tablet, "C");
  await moves(tablet, 1);
  await tablet.value("document.querySelector('.log-move').open = true");
  for (const view of ["log", "moves", "evaluation", "try"]) {
    await tablet.click(`#views [data-view=${view}]`);
    await tablet.until(`document.querySelector('#view-${view}').childElementCount > 0`, view);
    if (!browser.isFirefox) assert.deepEqual(await tablet.value(small.replace("button, select", "button:not(#editor *), select").replace("summary, input", "summary, input:not([type=checkbox], [type=radio])")), [], `${view} is large enough for a finger`);
  }
  await tablet.close();
  for (const [width, height] of [[820, 1180], [2560, 1440]]) {
    for (const scheme of ["light", "dark"]) {
      const page = await quick("", { width, height, media: { "prefers-color-scheme": scheme } });
      await press(page, "C");
      await moves(page, 1);
      await look(page, `window-${width}-${scheme}`);
      await page.close();
    }
  }
}

// What a page to play on shows on a phone.
async function playsOneGameOnAPhone() {
  const page = await browser.open(pathToFileURL(resolve(playable)).href, PHONE);
  await page.until("document.body.dataset.ready === 'true'", "the page is ready");
  await page.value("uurPage.play.speed = 'once'");
  await look(page, "playable-phone");
  await press(page, "C");
  await moves(page, 2);
  await page.close();
}

// The game looked over, questions about the rules, and puzzles.
async function teaches() {
  const page = await quick();
  await page.value("(async () => { const { play } = uurPage; while (play.line.length < 12 && play.state.due.kind === 'move') await play.play(play.state.moves[0].move); })()");
  await page.click("#views [data-view=learn]");
  await choose(page, "#view-learn button", "Look over the game");
  await page.until("document.querySelector('#view-learn h3')?.textContent === 'The game looked over'", "the review");
  assert.match(await page.text("#view-learn"), /South kept [\d.]+ % of the chance/);
  await look(page, "review");
  await page.click("#view-learn li button");
  await page.until("uurPage.play.line.length < 12", "the move that is commented");
  await choose(page, "#view-learn button", "Ask me about the rules");
  await page.until("document.querySelector('#view-learn .exercise svg')", "the question");
  await look(page, "quiz");
  for (let more = 0; more < 2; more += 1) {
    await choose(page, "#view-learn .exercise button", "Tell me");
    const told = await page.text("#view-learn [role=status]");
    await page.value(`[...document.querySelectorAll('#view-learn .exercise .try-form button')].find((one) => ${JSON.stringify(told)}.startsWith(one.textContent + '.')).click()`);
    await seen(page, "^Right", "#view-learn [role=status]");
    await choose(page, "#view-learn .exercise button", "The next question");
    await page.until("document.querySelector('#view-learn [role=status]').textContent === ''", "the next question");
  }
  await choose(page, "#view-learn button", "Give me a puzzle");
  await page.until("/One move alone|With which move|saves the draw|(most|fewest) seeds/.test(document.querySelector('#view-learn .exercise')?.textContent ?? '')", "the puzzle");
  await look(page, "puzzle");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Names, a clock, a remark, a resignation and a draw, which a record keeps and brings back.
async function designs() {
  const page = await open("#game=oware");
  await page.value("uurPage.showPane('more'), document.querySelector('#views [data-view=design]').click()");
  await page.until("document.querySelector('.wish')", "the wishes");
  // A wish is set by its sliders, and one that cannot be is refused with what to write.
  await page.value(`(() => {
    const least = document.querySelector('[aria-label="least length"]');
    least.value = 1;
    least.dispatchEvent(new Event('input'));
    document.querySelector('#view-design details').open = true;
    for (const [name, value] of [["facts", "relya"], ["games to play", 500], ["games of each between players who search", 24], ["seed of the design", 1]]) document.querySelector('#view-design [aria-label="' + name + '"]').value = value;
  })()`);
  assert.equal(await page.value("document.querySelector('.wish output').textContent"), "at least 12");
  await choose(page, "#view-design button", "Design");
  await page.until("document.querySelector('#view-design [role=status]').textContent.includes('relya')", "the error");
  await page.value(`document.querySelector('#view-design [aria-label="facts"]').value = ""`);
  await choose(page, "#view-design button", "Design");
  await page.until("document.querySelector('#view-design').textContent.includes('of 24 candidates')", "candidates are tried", 60000);
  await page.until("/games? from .* candidates|No game was found/.test(document.querySelector('#view-design [role=status]').textContent)", "the end", 240000);
  await page.until("[...document.querySelectorAll('.designed')].every((card) => card.querySelector('svg'))", "pictures");
  await look(page, "design");
  await page.value("document.querySelector('.designed').click()");
  await page.until("document.querySelector('#view-design h4, #view-design .result li')", "the rules in words");
  await look(page, "design-shown");
  const name = await page.value("document.querySelector('#view-design h3').textContent");
  await choose(page, "#view-design button", "Breed from it");
  assert.equal(await page.value("[...document.querySelectorAll('#view-design button')].find((one) => one.textContent.startsWith('Breed again')).textContent"), `Breed again from ${name}`);
  await choose(page, "#view-design button", "Play it");
  await page.until(`document.querySelector('#name').textContent === ${JSON.stringify(name)} && /^test /m.test(uurPage.rules.text)`, "it is on the board, with tests", 60000);
  await page.until("/ pass(es)?\\./.test(document.querySelector('#tests').textContent)", "its tests pass");
  await choose(page, "#view-design button", "Breed again");
  await page.until("document.querySelector('#view-design').textContent.includes('of 1 candidates')", "it is bred from", 60000);
  await choose(page, "#view-design button", "Stop");
  assert.match(await page.value("document.querySelector('#view-design [role=status]').textContent"), /^Stopped/);
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function sitsAtATable() {
  const page = await quick();
  await page.value("uurPage.controls.table.setClock('1m')");
  await page.until("/^1:00$/.test(document.querySelector('#south-clock').textContent) && !document.querySelector('#north-clock').hidden", "the clock");
  await page.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await moves(page, 1);
  await page.click("#table summary");
  await page.click("#south-name");
  await page.own.keyboard.type("Ana");
  await page.click("#remark");
  await page.own.keyboard.type("begun <b>well</b>");
  await page.key("Enter");
  await page.until("document.querySelector('#view-log .remark')?.textContent === 'begun <b>well</b>'", "the remark");
  await look(page, "table");
  await page.click("#resign");
  await seen(page, "^South wins: North resigns", "#status");
  assert.equal(await page.value("document.querySelectorAll('#board-area .ready').length"), 0);
  await page.value("uurPage.play.play('A')");
  assert.equal(await page.value("uurPage.play.line.length"), 1);
  const { text } = await page.value("uurPage.engine.ask({ ask: 'record', game: uurPage.play.soFar, table: uurPage.controls.table.facts })");
  for (const part of ['south "Ana"', "clock 1m", "result south resignation", '"begun <b>well</b>"']) assert.ok(text.includes(part), text);
  await page.value("new Promise((done) => setTimeout(done, 700))");
  await page.reload();
  await page.until("document.body.dataset.ready === 'true' && /resigns/.test(document.querySelector('#turn').textContent)", "the table after a reload");
  await page.click("#undo");
  await page.until("/to move/.test(document.querySelector('#turn').textContent)", "the game goes on");
  await page.value("uurPage.controls.table.take({}, [])");
  await page.value(`(async () => { const file = new File([${JSON.stringify(text)}], "a.game"); const files = new DataTransfer(); files.items.add(file); const input = document.querySelector("#file"); input.files = files.files; input.dispatchEvent(new Event("change")); })()`);
  await page.until("/resigns/.test(document.querySelector('#turn').textContent) && document.querySelector('#south-name').value === 'Ana'", "the record");
  await page.click("#undo");
  await page.until("/to move/.test(document.querySelector('#turn').textContent)", "the game goes on");
  await page.value("(document.querySelector('#table').open = true, document.querySelector('#offer-draw').click())");
  await seen(page, "agree on a draw", "#status");
  await page.value("(uurPage.controls.table.setClock('1s'), uurPage.controls.undo())");
  await seen(page, "has no time left", "#status");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Two sets of rules on the same moves, the nearest games, and an evaluation in words.
async function comparesRules() {
  const page = await quick();
  await page.value("uurPage.play.play('L')");
  await moves(page, 1);
  await page.click("#views [data-view=try]");
  await page.until("document.querySelector('#view-try input[aria-label=games]')", "the form");
  await choose(page, "#view-try button", "Keep these rules");
  await type(page, "remove opposite", "stop");
  await page.until("!uurPage.play.rules.text.includes('remove opposite')", "the new rules are read");
  await page.value("(async () => { const { play } = uurPage; while (play.line.length < 40 && play.state.due.kind === 'move') await play.play(play.state.moves[0].move); })()");
  await choose(page, "#view-try button", "on the same moves");
  await page.until("document.querySelectorAll('.duel-board svg').length === 2", "two boards");
  await seen(page, "The first difference is in move \\d+", "#view-try");
  await look(page, "duel");
  await choose(page, "#view-try button", "like this one");
  await seen(page, "The nearest game is", "#view-try");
  await page.click("#views [data-view=evaluation]");
  await seen(page, "(stands|even|winning|wins)", "#view-evaluation strong");
  await seen(page, "The score is the share of the games tried", "#view-evaluation");
  // A chance that was not tried is told once.
  await page.value("uurPage.open({ name: 'bao-la-kiswahili' })");
  await seen(page, "What South may expect is an estimate", "#view-evaluation");
  assert.deepEqual(await page.value("[...document.querySelectorAll('#view-evaluation th')].map((one) => one.textContent)"), ["move", "South may expect", "how it may go on"]);
  await choose(page, "#note button", "Back to it");
  await seen(page, "^Boola", "#name");
  // A hint is about the game, not about a moment of a move.
  await page.value("uurPage.play.goTo(2)");
  await page.value("uurPage.play.select({ step: 1, event: 0 })");
  await page.value("uurPage.computer.hint()");
  assert.equal(await page.value("uurPage.play.selection"), null);
  assert.deepEqual(page.problems, []);
  await page.close();
}

// A move as a film.
async function recordsAFilm() {
  const page = await open("#game=oware");
  await page.value("uurPage.play.speed = 'fast'");
  await press(page, "C");
  await moves(page, 1);
  await catchFiles(page);
  await page.value("document.querySelector('#export-button').click()");
  await choose(page, "#dialog button", "film");
  await page.until("saved.some((one) => one.saveAs)", "the film is saved");
  const [name, size, type] = await page.value("(({ saveAs, size, type }) => [saveAs, size, type])(saved.find((one) => one.saveAs))");
  assert.deepEqual([name, type], ["oware.webm", "video/webm"]);
  assert.ok(size > 3000, `a film of ${size} bytes`);
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function fitsLargeText() {
  for (const [name, size] of [["large", LAPTOP], ["phone-large", PHONE]]) {
    const page = await quick(undefined, size);
    await page.value("document.documentElement.style.fontSize = '200%'");
    await press(page, "L");
    await moves(page, 1);
    await look(page, name);
    await fromMenu(page, "#menu", "#export-button");
    await page.until("document.querySelector('#dialog').open", "the dialog");
    await look(page, `${name}-export`);
    await page.close();
  }
}

try {
  for (const test of [playsByMouse, playsByKeys, keepsBranches, forgetsOtherGames, editsRules, playsTheComputer, triesRules, choosesGames, sharesByLinks, fitsAPhone, fitsEveryPhone, fitsLongBoards, playsOneGame,
    playsOneGameOnAPhone, sitsAtATable, exportsFiles, keepsWhatIsTyped, keepsBothWindows, keepsWithoutStorage, goesBack, beginsAGame, playsByLinks, teaches, designs, comparesRules, recordsAFilm, sweepsTwoParameters, worksOffline, loadsTheRestOnDemand, opensHostileLinks, staysUsableInLongSowings, playsRounds, needsOnlyKeys, fitsLargeText].filter(({ name }) => !only.length || only.includes(name))) {
    const at = Date.now();
    await test();
    console.log(`${test.name}: ${((Date.now() - at) / 1000).toFixed(1)} s`);
  }
  console.log(`the workbench works, ${((Date.now() - began) / 1000).toFixed(1)} s`);
} finally {
  await browser.close();
}
