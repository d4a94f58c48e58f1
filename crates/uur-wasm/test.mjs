// Asks the engine in web/dist: node crates/uur-wasm/test.mjs. With --figures it is also measured.
import assert from "node:assert/strict";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { start, unpackedParts } from "./engine.mjs";
import { NeedsRest } from "./npm/instance.js";
import { playAll } from "./playing.mjs";

const parts = await unpackedParts();
const imported = parts.map((bytes) => [...new Set(WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map((one) => one.module))]);
assert.deepEqual(imported, [["placeholder"], ["primary"]], "the modules import each other alone, so they can do nothing but compute");

// Whoever only plays needs the first part alone; what else is asked says that it needs the rest.
assert.deepEqual(playAll(start(parts.slice(0, 1)).ask, 1, 1), []);
assert.throws(() => start(parts.slice(0, 1)).ask({ ask: "test", rules: { name: "boola" } }), NeedsRest);

const page = start(parts);
const rules = { name: "boola" };

// Questions.
const opened = page.ask({ ask: "open", rules });
assert.equal(opened.game.title, "Boola");
const state = page.ask({ ask: "game", game: { rules, steps: ["K-1"] } });
assert.equal(state.due.side, "north");
assert.match(state.board.svg, /data-pit="3"/);
const told = page.ask({ ask: "events", game: { rules, steps: ["K-1"] }, step: 1 });
assert.equal(told.events.at(-1).kind, "stop");
assert.equal(page.ask({ ask: "whynot", game: { rules, steps: ["K-1"] }, pit: 13 }).rule.line, 25);
let best;
let slices = 0;
do {
  best = page.ask({ ask: "best", game: { rules: { name: "oware" } }, level: "20000", slice: 500 });
  slices += 1;
} while (best.more);
assert.ok(best.move && slices > 1);
let played;
do played = page.ask({ ask: "simulate", rules: { name: "oware" }, series: { games: 200 }, slice: 50 });
while (played.more);
assert.equal(played.report.games, 200);
assert.equal(page.ask({ ask: "test", rules }).failed, 0);
const swept = page.ask({ ask: "sweep", rules, params: ["pits=3,6"], series: { games: 5 }, slice: 100 });
assert.equal(swept.rows.length, 2);
for (const text of ["", "{", "[".repeat(100000), "x".repeat(5 << 20), '{"ask":"open","rules":{"name":""}}']) {
  assert.ok(page.raw(text).error.code);
}
const brackets = `language 1\ngame "x" {}\nland {\n  ${"(".repeat(20000)}\n}\n`;
assert.equal(page.ask({ ask: "open", rules: { name: "x.uur", text: brackets } }).game, null);

// The language server.
let last = 0;
const request = (method, params) => {
  last += 1;
  const { messages } = page.tell(JSON.stringify({ jsonrpc: "2.0", id: last, method, params }));
  return JSON.parse(messages.at(-1));
};
const notify = (method, params) => page.tell(JSON.stringify({ jsonrpc: "2.0", method, params }));
const { capabilities } = request("initialize", { capabilities: {} }).result;
assert.equal(capabilities.positionEncoding, "utf-16");
notify("initialized", {});
const uri = "file:///mine.uur";
const text = opened.game.text.replace("here is occupied", "here is ocupied");
const { pause } = notify("textDocument/didOpen", { textDocument: { uri, languageId: "uur", version: 1, text } });
assert.equal(typeof pause, "number");
const published = page.tell("").messages.map((message) => JSON.parse(message));
const [problem] = published.find((message) => message.method === "textDocument/publishDiagnostics").params.diagnostics;
assert.equal(problem.data.fixes[0].edits[0].newText, "occupied");
const line = text.split("\n").findIndex((line) => line.includes("relay"));
const hover = request("textDocument/hover", { textDocument: { uri }, position: { line, character: text.split("\n")[line].indexOf("relay") } });
assert.match(hover.result.contents.value, /relay/);
assert.equal(JSON.parse(page.tell("{").messages[0]).error.code, -32700);

if (process.argv.includes("--figures")) {
  const bytes = Buffer.concat(parts);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const time = (run) => {
    const began = performance.now();
    run();
    return performance.now() - began;
  };
  const fresh = start(parts);
  const first = time(() => fresh.ask({ ask: "open", rules }));
  const times = Array.from({ length: 20 }, (_, at) => time(() => fresh.ask({ ask: "open", rules: { name: "boola.uur", text: `${opened.game.text}\n# ${at}\n` } })));
  const move = Array.from({ length: 20 }, (_, at) => time(() => fresh.ask({ ask: "game", game: { rules, steps: at % 2 ? ["K"] : ["L"] } })));
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1].toFixed(1);
  const count = (name, depth) => {
    let sequences;
    const ms = time(() => ({ sequences } = fresh.ask({ ask: "perft", game: { rules: { name } }, depth })));
    return `${name} ${depth}: ${(sequences / ms / 1000).toFixed(2)}`;
  };
  console.log(`millions of sequences a second: ${[count("boola", 16), count("layli-goobalay", 8), count("kalah", 9)].join(", ")}`);
  console.log(`${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} by gzip, ${brotli.length} by brotli`);
  console.log(`first answer ${first.toFixed(0)} ms, a changed text ${median(times)} ms, a move ${median(move)} ms, memory ${page.doors.memory.buffer.byteLength >> 20} MiB`);
}
console.log("ok");
