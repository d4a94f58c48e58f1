// Builds what browsers load from what is written here:
//
//   dist/workbench.js    the modules of src as one classic script, which pages opened from a folder can load
//   dist/editor.js       the editor, with the packages of the lock file
//   dist/playable.js     a page with one game and without an editor
//   dist/workbench.css   the style sheet, with that of the boards
//   dist/index.html      the page, with the board of the first game
//   dist/engine.xz       with --engine: the part of the engine of crates/uur-wasm/build that playing needs, packed
//   dist/rest.xz         with --engine: the rest of it
//   dist/games.xz        the shipped games, packed
//   dist/notices.txt     with --engine: the licences of what others wrote and the engine holds
//   site/                the folder to publish, with the engine of dist
//
// `node build.mjs --check` builds to memory and compares with dist, byte for byte.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, transformSync } from "esbuild";

import { PARTS, shippedGames, start, unpacked, unpackedParts } from "../crates/uur-wasm/engine.mjs";
import { callsOfPlaying } from "../crates/uur-wasm/playing.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const isCheck = process.argv.includes("--check");
const at = (...names) => join(here, ...names);
const read = (...names) => readFileSync(at(...names), "utf8");
const wasm = at("../target/uur.wasm");
const FIRST = "oware";

mkdirSync(at("build"), { recursive: true });
mkdirSync(at("dist"), { recursive: true });

/** One bundle as a text. A script that stands in a page may not contain what ends it. */
async function bundle(entry, options) {
  const result = await build({
    entryPoints: [at("src", entry)],
    bundle: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    write: false,
    absWorkingDir: here,
    ...options,
  });
  return result.outputFiles[0].text.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

/** What a program writes. */
function run(program, options, input = "") {
  const { status, error, stderr, stdout } = spawnSync(program, options, { input, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} cannot be run: ${error ?? stderr}`);
  return stdout;
}

/** Packs a file of `dist`. What a page cannot do is done by the program that everybody has. */
const pack = (name, content) => writeFileSync(at(`dist/${name}.xz`), run("xz", ["--format=xz", "--check=crc32", "--lzma2=preset=9e,lc=4,pb=0,nice=128"], content));

if (process.argv.includes("--engine")) {
  if (!existsSync(wasm)) throw new Error("target/uur.wasm is not there: run crates/uur-wasm/build first");
  // What the compiler leaves: 2 % of what a page loads.
  const small = at("build/small.wasm");
  const features = ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext"].map((name) => `--enable-${name}`);
  run(at("node_modules/.bin/wasm-opt"), ["-O1", "--converge", "--low-memory-unused", ...features, wasm, "-o", small]);
  // What is called while games are played, and the rest: half of it.
  const [counting, calls, ...parts] = ["counting.wasm", "calls", ...PARTS.map((name) => `${name}.wasm`)].map((name) => at("build", name));
  run("wasm-split", ["--instrument", ...features, small, "-o", counting]);
  writeFileSync(calls, callsOfPlaying(readFileSync(counting)));
  run("wasm-split", [...features, `--profile=${calls}`, small, "-o1", parts[0], "-o2", parts[1]]);
  writeFileSync(at("dist/notices.txt"), run(at("../packaging/notices"), ["engine"]));
  // Both say what they are made of, since only parts of one build fit together.
  const build = createHash("sha256").update(readFileSync(small)).update(readFileSync(calls)).digest("hex").slice(0, 16);
  const section = Buffer.from(`\0\x16\x05build${build}`);
  for (const [part, name] of PARTS.entries()) pack(name, Buffer.concat([readFileSync(parts[part]), section]));
}
let stale = 0;
/** Writes a file of `dist` that is not what it should be, or says so. */
function renew(name, write) {
  if (!isCheck) return write();
  console.error(`web/dist/${name} is not what the sources give; run \`npm --prefix web run build\``);
  stale += 1;
}
const games = shippedGames();
if (!existsSync(at("dist/games.xz")) || String(await unpacked("games")) !== games) renew("games.xz", () => pack("games", games));
const packed = PARTS.map((name) => readFileSync(at(`dist/${name}.xz`)));

/** The engine, which draws the board that is to be seen before it is loaded. */
const { ask } = start(await unpackedParts());
const first = ask({ ask: "open", rules: { name: FIRST } }).game.text;
const boards = [false, true].map((upright) => {
  const { svg } = ask({ ask: "game", game: { rules: { name: FIRST } }, view: { upright } }).board;
  // A second attribute of the same name would be dropped.
  const classed = svg.replace('class="uur-board"', `class="uur-board ${upright ? "standing" : "lying"}"`);
  if (classed === svg) throw new Error("the drawing of a board has no class of its own");
  return classed.replace(/\n/g, "");
});

const files = new Map();
writeFileSync(at("build/worker.txt"), await bundle("worker.js", { minify: true }));
files.set("editor.js", await bundle("editor_bundle.js", { minify: true, globalName: "uurEditor" }));
files.set("workbench.js", await bundle("main.js", { minify: true }));
files.set("playable.js", await bundle("playable.js", { minify: true }));
files.set("workbench.css", transformSync(read("workbench.css") + ask({ ask: "style" }).css, { loader: "css", minify: true }).code);
files.set("index.html", read("index.html").replace("{{play}}", () => read("play-pane.html").trimEnd().replace("{{board}}", boards.join(""))).replace("{{first}}", () => JSON.stringify({ name: FIRST, text: first }).replaceAll("<", "\\u003c")));

for (const [name, text] of files) {
  // A file that is the same is not written: Cargo would compile again what it stands in.
  if (existsSync(at("dist", name)) && read("dist", name) === text) continue;
  renew(name, () => writeFileSync(at("dist", name), text));
}
if (isCheck) process.exit(stale ? 1 : 0);

// The folder to publish: it works from a host and, opened by a double click, from a disk. `--address` is where it will
// be, which previews of links need.
const policy =
  "default-src 'none'; script-src file: 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src file: 'self' 'nonce-uur'; " +
  "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const given = process.argv.find((word) => word.startsWith("--address="));
const address = given ? new URL(given.slice("--address=".length)).href.replace(/[?#].*/, "") : "";
const preview = [["og:title", "uur: play mancala games, and write their rules"], ["og:description", "253 mancala games to play, with rules that you can read and change."], ["og:type", "website"], ["og:image", `${address}card.png`], ...(address ? [["og:url", address]] : []), ["twitter:card", "summary_large_image"]];
const head = [
  ...preview.map(([name, content]) => `<meta property="${name}" content="${content}">`),
  '<link rel="stylesheet" href="workbench.css">',
].join("\n");
const page = files.get("index.html").replace("{{policy}}", policy).replace("{{head}}", head).replace("{{scripts}}", '<script src="workbench.js" defer></script>');
const parts = `globalThis.uurParts = ${JSON.stringify({ pane: read("play-pane.html"), style: files.get("workbench.css"), script: files.get("playable.js"), notices: read("dist/notices.txt").replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) })};\n`;
const site = new Map([
  ["index.html", page],
  ...["workbench.js", "editor.js", "workbench.css"].map((name) => [name, files.get(name)]),
  ["parts.js", parts],
  ...PARTS.map((name, part) => [`${name}.xz`, packed[part]]),
  ["games.xz", readFileSync(at("dist/games.xz"))],
  // A page from a disk can only load scripts, which a page from a host does not load.
  ["games.js", `globalThis.uurGames = "${readFileSync(at("dist/games.xz")).toString("base64")}";\n`],
  ["engine.js", `globalThis.uurEngine = "${packed.map((part) => part.toString("base64")).join(" ")}";\n`],
  ["card.png", readFileSync(at("card.png"))],
  ["NOTICES.txt", read("dist/notices.txt")],
]);
const kept = new Map([["./", page], ...[...site].filter(([name]) => !["engine.js", "games.js", "card.png", "NOTICES.txt"].includes(name))]);
// What a browser keeps of a page on a host, in the version of all of its files.
const whole = createHash("sha256");
for (const content of kept.values()) whole.update(content);
const offline = read("src/offline.js").replace("{{version}}", whole.digest("hex").slice(0, 16)).replace("{{files}}", [...kept].map(([name, content]) => `${name} sha256-${createHash("sha256").update(content).digest("base64")}`).join(" "));
site.set("offline.js", offline);
rmSync(at("site"), { recursive: true, force: true });
mkdirSync(at("site"));
for (const [name, content] of site) writeFileSync(at("site", name), content);
for (const [name, content] of site) console.log(`site/${name} ${Buffer.byteLength(content)} bytes, ${gzipSync(content, { level: 9 }).length} with gzip`);
