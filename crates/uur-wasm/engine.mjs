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

/** The parts of the engine of pages: what playing needs, and the rest. */
export const PARTS = ["engine", "rest"];

/** The bytes of a file of web/dist, which is packed by xz; what unpacks it is installed by `npm --prefix web ci`. */
export async function unpacked(name) {
  const { XzReadableStream } = createRequire(fileURLToPath(new URL("web/package.json", root)))("xz-decompress");
  const packed = readFileSync(new URL(`web/dist/${name}.xz`, root));
  return Buffer.from(await new Response(new XzReadableStream(new Blob([packed]).stream())).arrayBuffer());
}

/** The bytes of the parts of the engine in web/dist. */
export const unpackedParts = () => Promise.all(PARTS.map(unpacked));

/** Starts an engine from its parts, which may be one. */
export function start(parts) {
  const { doors, ask, tell } = begin(parts.map((bytes) => new WebAssembly.Module(bytes)), shippedGames());
  const raw = (text) => JSON.parse(ask(text));
  return { doors, ask: (question) => raw(JSON.stringify(question)), raw, text: ask, tell: (text) => JSON.parse(tell(text)) };
}
