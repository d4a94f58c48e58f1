// The engine under Node, with the shipped games.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { begin } from "./npm/instance.js";

const root = new URL("../../", import.meta.url);

/** The shipped games as the engine takes them: names and texts, each ended by a NUL. */
export function shippedGames() {
  const folder = new URL("variants/", root);
  const names = readdirSync(folder).filter((name) => name.endsWith(".uur")).map((name) => name.slice(0, -4)).sort();
  return names.map((name) => `${name}\0${readFileSync(new URL(`${name}.uur`, folder), "utf8")}\0`).join("");
}

/** The bytes of a module, which may be packed by xz; what unpacks it is installed by `npm --prefix web ci`. */
export async function moduleOf(file) {
  const content = readFileSync(file);
  if (!String(file).endsWith(".xz")) return content;
  const { XzReadableStream } = createRequire(fileURLToPath(new URL("web/package.json", root)))("xz-decompress");
  return Buffer.from(await new Response(new XzReadableStream(new Blob([content]).stream())).arrayBuffer());
}

/** Starts a module. */
export function start(module) {
  const { memory, ask, tell } = begin(module, shippedGames());
  const raw = (text) => JSON.parse(ask(text));
  return { memory, ask: (question) => raw(JSON.stringify(question)), raw, text: ask, tell: (text) => JSON.parse(tell(text)) };
}
