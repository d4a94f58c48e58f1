// Works with the files of a folder by `uur serve`, in a real browser.
// Run as `node tests/browser/serve.mjs BROWSER UUR`, where UUR is the program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

import { Browser } from "./browser.mjs";

const [program, uur] = process.argv.slice(2);
const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), "uur-serve-"));
const tools = mkdtempSync(join(tmpdir(), "uur-tools-"));
for (const name of ["boola", "lahemay-waladat"]) copyFileSync(resolve("variants", `${name}.uur`), join(folder, `${name}.uur`));

// A browser is opened by this program, which writes down with which address.
const opened = join(tools, "opened");
writeFileSync(join(tools, "xdg-open"), `#!/bin/sh\nprintf %s "$1" >'${opened}.part' && mv '${opened}.part' '${opened}'\n`);
chmodSync(join(tools, "xdg-open"), 0o755);

// The program, and the address that it prints.
const serve = async (...options) => {
  const server = spawn(uur, ["serve", folder, ...options], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, PATH: tools + delimiter + process.env.PATH } });
  const printed = await new Promise((done) => server.stdout.once("data", (text) => done(String(text).split("\n")[0])));
  return { server, printed };
};
let { server, printed } = await serve();
const browser = await Browser.start(program);

const until = async (condition, what) => {
  const end = Date.now() + 60000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} does not happen`);
    await new Promise((done) => setTimeout(done, 50));
  }
};
const read = (name) => readFileSync(join(folder, name), "utf8");
const ready = (page) => page.until("document.body?.dataset.ready === 'true' && uurPage.editor", "the page is ready");
const reload = async (page) => {
  await page.reload();
  await ready(page);
};
const isOpen = (page, name) => page.until(`uurPage.files.name === ${JSON.stringify(name)} && document.querySelector('[aria-label="Files of the folder"]').value === ${JSON.stringify(name)}`, `${name} is open`);
const choose = (page, name) => page.value(`(() => { const files = document.querySelector('[aria-label="Files of the folder"]'); files.value = ${JSON.stringify(name)}; files.dispatchEvent(new Event("change")); })()`);
const edit = (page, from, to) => page.value(`uurPage.editor.replace(uurPage.editor.text.replace(${JSON.stringify(from)}, ${JSON.stringify(to)}))`);
const has = (page, text) => page.until(`uurPage.editor.text.includes(${JSON.stringify(text)})`, `the text has ${text}`);

async function works() {
  await until(() => existsSync(opened), "a browser is opened");
  const address = readFileSync(opened, "utf8");
  const host = address.split("#")[0];
  const page = await browser.open(address, { width: 1280, height: 800 });
  await ready(page);
  assert.equal(await page.value("location.href"), host, "no secret stays in the address");
  await isOpen(page, "boola.uur");

  // An edit is saved, and what another program writes is read.
  await edit(page, "language 1\n", "language 1\n# by the page\n");
  await page.until("document.querySelector('#checked').textContent.startsWith('checked')", "the text is checked");
  await page.value("uurPage.files.save()");
  await until(() => read("boola.uur").includes("# by the page"), "the file is saved");
  writeFileSync(join(folder, "boola.uur"), read("boola.uur").replace("# by the page", "# by another program"));
  await has(page, "# by another program");

  // Changes are heard of again after the page was hidden.
  const hide = (hidden) => page.value(`(Object.defineProperty(document, "hidden", { configurable: true, value: ${hidden} }), document.dispatchEvent(new Event("visibilitychange")))`);
  await hide(true);
  writeFileSync(join(folder, "boola.uur"), read("boola.uur").replace("# by another program", "# while it was hidden"));
  await hide(false);
  await has(page, "# while it was hidden");

  // The file last open is opened again; a parameter that is changed leaves it open.
  await choose(page, "lahemay-waladat.uur");
  await isOpen(page, "lahemay-waladat.uur");
  await reload(page);
  await isOpen(page, "lahemay-waladat.uur");
  await page.value("uurPage.setParameter('pits', '4')");
  await page.until("document.querySelectorAll('#board-area .cell').length === 8", "a board of 4 pits");
  await isOpen(page, "lahemay-waladat.uur");
  await page.value("uurPage.play.play('@south')");
  await page.until("document.body.dataset.moves === '1'", "the lot");

  // What is not saved, and the moves, come back after a reload; a file that vanished can be saved again.
  await edit(page, "language 1\n", "language 1\n# not saved\n");
  await page.until("/•/.test([...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Save')).textContent)", "it is marked as changed");
  await page.until("uurPage.isWritten", "the session is written");
  await reload(page);
  await isOpen(page, "lahemay-waladat.uur");
  await has(page, "# not saved");
  await page.until("document.body.dataset.moves === '1' && /not saved/.test(document.querySelector('#note').textContent)", "the moves are back, and the page says what is not saved");
  unlinkSync(join(folder, "lahemay-waladat.uur"));
  await page.until("/no longer on the disk/.test(document.querySelector('#note').textContent)", "the file is missed");
  await page.value("[...document.querySelectorAll('#note button')].find((one) => one.textContent.startsWith('Save')).click()");
  await until(() => existsSync(join(folder, "lahemay-waladat.uur")) && read("lahemay-waladat.uur").includes("# not saved"), "the file is there again");

  // What is not saved when a window dies is under My games, until it is saved.
  const dying = await page.beside(printed);
  await ready(dying);
  await isOpen(dying, "boola.uur");
  await edit(dying, "language 1\n", "language 1\n# of a dead window\n");
  await dying.until("uurPage.play.rules.text.includes('dead window')", "the text is read");
  await dying.value("uurPage.play.play(uurPage.play.state.moves[0].move)");
  await dying.until("uurPage.isWritten && document.body.dataset.moves === '1'", "the move is written");
  await dying.close();
  const heir = await page.beside(printed);
  await ready(heir);
  await isOpen(heir, "boola.uur");
  assert.ok(!(await heir.value("uurPage.rules.text")).includes("dead window"));
  await heir.value("document.querySelector('#own-button').click()");
  await heir.until("[...document.querySelectorAll('.own-games .own')].some((one) => one.textContent === 'Boola' && (one.click(), true))", "it is listed");
  await has(heir, "dead window");
  await heir.until("document.body.dataset.moves === '1' && /not saved/.test(document.querySelector('#note').textContent)", "with its move");
  await isOpen(heir, "boola.uur");
  const kept = () => heir.value("Object.values(localStorage).filter((one) => one.includes('dead window') && one.includes('\"title\"')).length");
  assert.equal(await kept(), 1);
  await heir.value("uurPage.files.save()");
  await heir.until("uurPage.isWritten", "it is saved");
  assert.equal(await kept(), 0);
  await heir.close();

  // The engine of the program plays a series on all cores, and heeds the time for an answer.
  const played = await page.value("uurPage.tries.engine.ask({ ask: 'simulate', rules: { name: 'oware' }, series: { games: 50 }, slice: 50 })");
  assert.equal(played.report.games, 50);
  const late = await page.value(`uurPage.tries.engine.ask({ ask: "simulate", rules: { name: "oware" }, series: { games: 1000000, south: "master", north: "master" }, slice: 1000000 }, 200).then(() => "answered", (error) => error.code)`);
  assert.equal(late, "late");
  const after = await page.value("uurPage.tries.engine.ask({ ask: 'open', rules: { name: 'oware' } })");
  assert.equal(after.game.title, "Oware");

  // A link in the address wins over the files.
  const link = await page.value("uurPage.play.line.length && location.hash");
  assert.equal(link, "", "the address of a file is that of the page");
  await page.value("uurPage.open({ name: 'oware', steps: ['C'] })");
  await page.until("location.hash.startsWith('#1.')", "the address holds the game");
  // What is shared says where it opens, and elsewhere the page shows no other game.
  await page.value("document.querySelector('#share-button').click()");
  await page.until("/opens only in a tab that was opened from the address of uur serve/.test(document.querySelector('#dialog').textContent)", "where the link opens");
  assert.ok(!(await page.text("#dialog")).includes("only the board"));
  const stranger = await browser.open(await page.value("document.querySelector('#dialog textarea').value"), { width: 1280, height: 800 });
  await stranger.until("/open the address that/.test(document.querySelector('#note').textContent) && document.querySelector('main').hidden", "the page says what to do");
  assert.equal(await stranger.text("#name"), "uur");
  await stranger.value(`location.hash = ${JSON.stringify(new URL(printed).hash)}`);
  await ready(stranger);
  await stranger.close();
  await page.value("document.querySelector('#dialog').close()");
  await reload(page);
  await page.until("document.querySelector('#name').textContent === 'Oware' && document.body.dataset.moves === '1'", "the game of the link");
  assert.equal(await page.value("uurPage.files.name"), "");
  await choose(page, "boola.uur");
  await isOpen(page, "boola.uur");
  assert.deepEqual(page.problems.filter((one) => !one.startsWith(`request: ${host}`)), []);

  // The key of the first address is spent; the address that is printed is good for any page.
  const second = await browser.open(address, { width: 1280, height: 800 });
  await second.until("/open the address that/.test(document.querySelector('#note').textContent)", "the page says what to do");
  await second.close();

  // When the program has ended, the page says so and keeps the text; the address of another one is taken in the window.
  server.kill("SIGINT");
  await page.until("/does not answer/.test(document.querySelector('#note').textContent)", "the end is told");
  await has(page, "# while it was hidden");
  ({ server, printed } = await serve("--port", new URL(host).port));
  await page.until("/open the address that/.test(document.querySelector('#note').textContent)", "the page says what to do");
  await page.value(`location.hash = ${JSON.stringify(new URL(printed).hash)}`);
  await page.until("document.querySelector('#note').hidden && location.hash === ''", "the program is known");
  await edit(page, "# while it was hidden", "# with another program");
  await page.until("document.querySelector('#checked').textContent.startsWith('checked') && uurPage.play.rules.text.includes('# with another')", "the text is checked");
  writeFileSync(join(folder, "new.uur"), read("boola.uur"));
  await page.until("[...document.querySelectorAll('[aria-label=\"Files of the folder\"] option')].some((one) => one.value === 'new.uur')", "the folder is watched");
  await page.close();
}

try {
  await works();
  console.log(`uur serve works, ${((Date.now() - began) / 1000).toFixed(1)} s`);
} finally {
  server.kill("SIGKILL");
  await browser.close();
  for (const path of [folder, tools]) rmSync(path, { recursive: true, force: true });
}
