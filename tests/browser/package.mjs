// The package of the engine for pages, as others use it: packed, installed in an empty folder, and opened there from a
// host of files. Run as `node tests/browser/package.mjs BROWSER...`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Browser, hosted } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "uur-package-"));
const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const packed = run(process.execPath, resolve("crates/uur-wasm/npm/pack.mjs"), folder).trim();
writeFileSync(join(folder, "package.json"), "{}");
run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", packed);
const own = (name) => readFileSync(join(folder, "node_modules/uur-wasm", name), "utf8");
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE", "NOTICES.txt"]) assert.ok(own(licence).length > 500, licence);

// The types are those of a program that uses them rightly, and of no other.
const program = (move) => `import { load, loadInWorker, UurError } from "uur-wasm";
const uur = await load();
const { moves, position } = await uur.play({ name: "oware", settings: { pits: 4 } }, ["A"]);
const first: string = moves[0].move + position.pits[0].name + (await loadInWorker().search("oware", [], { level: 100 })).${move};
console.log(first, UurError);
`;
const tsc = (text) => {
  writeFileSync(join(folder, "program.ts"), text);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2023,dom"];
  return run(process.execPath, resolve("web/node_modules/typescript/bin/tsc"), ...options, "program.ts");
};
tsc(program("lines[0].text"));
assert.throws(() => tsc(program("lines[0].txt")), ({ stdout }) => /'txt' does not exist/.test(stdout));

// The page of the README, and the same functions in a worker.
const [, page] = own("README.md").match(/```html\n([^]*?)```/);
assert.equal(page.trim().split("\n").length, 10);
writeFileSync(join(folder, "index.html"), page);
const { address, close } = await hosted(folder);
for (const program of process.argv.slice(2)) {
  const browser = await Browser.start(program);
  const shown = await browser.open(address);
  await shown.until("document.querySelector('#said').textContent", "a move of the computer");
  assert.match(await shown.text("#said"), /^The computer plays [a-l](-1)?\.$/);
  assert.ok(await shown.value("document.querySelectorAll('#board svg .cell').length >= 24"));
  const answers = await shown.value(`(async () => {
    const { load, loadInWorker } = await import("./node_modules/uur-wasm/index.js");
    const answers = [];
    for (const uur of [await load(), loadInWorker()]) {
      const slip = (await uur.check("boola")).game.text.replace("-> relay", "-> relai");
      const { problems } = await uur.check({ text: slip });
      const { sections } = await uur.explain("oware", { side: "north" });
      const found = await uur.search({ name: "kalah", settings: { pits: 3 } }, ["A"], { level: 2000, all: true });
      const stopped = await uur.search("oware", [], { level: "master", report: () => false });
      const refused = await uur.play("owari").catch((error) => [error.name, error.code, error.help]);
      const position = (await uur.play("oware", ["C", "f"])).position.text;
      answers.push([problems[0].fix.replacement, sections.length, found.lines.length, stopped.nodes > 0, refused, position, (await uur.style()).length]);
      uur.end();
    }
    const late = loadInWorker();
    const asked = late.search("oware", [], { level: "master" }).catch((error) => error.code);
    late.end();
    const missing = await loadInWorker({ engine: new URL("nowhere.wasm", location.href) }).check("oware").catch((error) => error.message);
    return { answers, late: await asked, missing };
  })()`);
  const [inPage, inWorker] = answers.answers;
  assert.deepEqual(inPage, inWorker);
  assert.deepEqual([inPage[0], inPage[3], inPage[4].slice(0, 2), inPage[5]], ["relay", true, ["UurError", "name"], "south 5 5 1 6 5 5; north 5 4 4 4 4 0; south to move"]);
  assert.equal(answers.late, "stopped");
  assert.match(answers.missing, /nowhere\.wasm: 404/);
  const reported = shown.problems.filter((problem) => !problem.startsWith(`request: ${address}`) && !/nowhere\.wasm|favicon|404/.test(problem));
  assert.deepEqual(reported, []);
  await browser.close();
  console.log(`${program}: the package answers in the page and in a worker`);
}
await close();
rmSync(folder, { recursive: true });
