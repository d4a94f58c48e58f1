// The engine under Node, with the shipped games.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

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
  const { memory, take, ask, tell, answer, games } = new WebAssembly.Instance(module, {}).exports;
  const write = (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = take(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  };
  const call = (door, text) => {
    const length = door(...write(text)) >>> 0;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer() >>> 0, length));
  };
  games(...write(shippedGames()));
  const asked = (question) => JSON.parse(call(ask, JSON.stringify(question)));
  return { memory, ask: asked, raw: (text) => JSON.parse(call(ask, text)), text: (question) => call(ask, question), tell: (text) => JSON.parse(call(tell, text)) };
}
