// Packs the engine for pages: node crates/uur-wasm/npm/pack.mjs [FOLDER], by default target/package. The package has the
// engine of web/dist, the shipped games, and types that are made of the comments. `npm --prefix web ci` comes first.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { PARTS, shippedGames, unpackedParts } from "../engine.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "target/package"));
const stage = mkdtempSync(join(tmpdir(), "uur-wasm-"));
const run = (program, ...words) => execFileSync(program, words, { cwd: stage, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

mkdirSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
for (const name of ["package.json", "README.md", "fetched.js", "index.js", "instance.js", "worker.js"]) cpSync(new URL(name, import.meta.url), join(stage, name));
for (const name of readdirSync(root).filter((name) => name.startsWith("LICENSE-"))) cpSync(join(root, name), join(stage, name));
(await unpackedParts()).forEach((bytes, at) => writeFileSync(join(stage, `${PARTS[at]}.wasm`), bytes));
writeFileSync(join(stage, "games.txt"), shippedGames());
writeFileSync(join(stage, "NOTICES.txt"), run(join(root, "packaging/notices"), "engine"));
const types = ["--allowJs", "--checkJs", "--strict", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2023,dom", "--skipLibCheck"];
run(process.execPath, join(root, "web/node_modules/typescript/bin/tsc"), ...types, "index.js", "worker.js");
run("npm", "pack", "--silent", "--pack-destination", folder);
rmSync(stage, { recursive: true });
console.log(join(folder, `uur-wasm-${version}.tgz`));
