// Builds what browsers load from what is written here:
//
//   dist/codemirror.js   the editor component, from the packages of the lock file
//   dist/workbench.js    the modules of src as one classic script, which pages opened from a folder can load
//   dist/playable.js     the same for a page with one game and without an editor
//   dist/workbench.css   the style sheet, smaller
//   site/                the folder to publish, with the engine, if crates/uur-wasm/build has made it
//
//   dist/engine.bin      with --engine: the engine, deflated, for pages that `uur page --playable` writes
//
// `node build.mjs --check` builds to memory and compares with dist, byte for byte.
import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, transformSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const isCheck = process.argv.includes("--check");
const at = (...names) => join(here, ...names);
const read = (...names) => readFileSync(at(...names), "utf8");
const engine = at("../target/uur.wasm");

mkdirSync(at("build"), { recursive: true });
mkdirSync(at("dist"), { recursive: true });
mkdirSync(at("site"), { recursive: true });

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

const files = new Map();
writeFileSync(at("build/worker.txt"), await bundle("worker.js", { minify: true }));
files.set("codemirror.js", await bundle("vendor.js", { minify: true, globalName: "uurCodeMirror" }));
files.set("workbench.js", await bundle("main.js", { minifySyntax: true, minifyWhitespace: true }));
files.set("playable.js", await bundle("playable.js", { minifySyntax: true, minifyWhitespace: true }));
files.set("workbench.css", transformSync(read("workbench.css"), { loader: "css", minify: true }).code);

let stale = 0;
for (const [name, text] of files) {
  // A file that is the same is not written: Cargo would compile again what it stands in.
  if (existsSync(at("dist", name)) && read("dist", name) === text) continue;
  if (isCheck) {
    console.error(`web/dist/${name} is not what web/src gives; run \`npm --prefix web run build\``);
    stale += 1;
  } else {
    writeFileSync(at("dist", name), text);
  }
}
if (isCheck) process.exit(stale ? 1 : 0);

// The folder to publish: it works from a host and, opened by a double click, from a disk.
const policy =
  "default-src 'none'; script-src file: 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src file: 'self' 'nonce-uur'; " +
  "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const page = read("index.html")
  .replace("{{policy}}", policy)
  .replace("{{styles}}", '<link rel="stylesheet" href="workbench.css">')
  .replace("{{scripts}}", ["codemirror.js", "workbench.js"].map((name) => `<script src="${name}"></script>`).join("\n"));
const kept = new Map([["./", page], ["index.html", page], ...files]);
kept.delete("playable.js");
writeFileSync(at("site/index.html"), page);
for (const [name, text] of files) writeFileSync(at("site", name), text);
if (existsSync(engine)) {
  const bytes = readFileSync(engine);
  if (process.argv.includes("--engine")) writeFileSync(at("dist/engine.bin"), deflateRawSync(bytes, { level: 9 }));
  writeFileSync(at("site/uur.wasm"), bytes);
  kept.set("uur.wasm", bytes);
  // A page from a disk cannot request the module, so it stands in a script, which a page from a host does not load.
  const packed = deflateRawSync(bytes, { level: 9 }).toString("base64");
  writeFileSync(at("site/engine.js"), `globalThis.uurEngine = "${packed}";\n`);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  console.log(`uur.wasm ${bytes.length} bytes, deflated ${Math.round((packed.length * 3) / 4)}, sha256 ${hash}`);
} else {
  console.log(`without the engine: ${engine} is not there`);
}
// What a browser keeps of a page on a host, in the version of all of its files.
const whole = createHash("sha256");
for (const content of kept.values()) whole.update(content);
const offline = read("src/offline.js").replace("{{version}}", whole.digest("hex").slice(0, 16)).replace("{{files}}", [...kept.keys()].join(" "));
writeFileSync(at("site/offline.js"), offline);
for (const [name, text] of files) console.log(`${name} ${text.length}`);
