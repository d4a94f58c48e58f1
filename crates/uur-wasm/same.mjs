// Holds the engine in web/dist to the sources by what it does: node crates/uur-wasm/same.mjs ASK, where ASK is the
// program target/debug/examples/ask, which answers by the library.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

import { start, unpackedParts } from "./engine.mjs";

const { ask, text: asked } = start(await unpackedParts());

// Every shipped game: read, judged, told, drawn, counted and tested; and with a word left out, so that it is wrong.
const total = ask({ ask: "list", most: 0 }).total;
const names = ask({ ask: "list", most: total }).games.map(({ name }) => name);
const questions = names.flatMap((name, number) => {
  const rules = { name };
  const { text } = ask({ ask: "open", rules }).game;
  const words = text.split(" ");
  const wrong = words.toSpliced(Math.floor(words.length * ((number % 7) + 1) / 9), 1).join(" ");
  return [
    { ask: "open", rules },
    { ask: "explain", rules, lines: true },
    { ask: "game", game: { rules } },
    { ask: "perft", game: { rules }, depth: 2 },
    { ask: "test", rules },
    { ask: "open", rules: { name: `${name}.uur`, text: wrong } },
  ].map((question) => JSON.stringify(question));
});
const native = spawnSync(process.argv[2], { input: questions.join("\n"), encoding: "utf8", maxBuffer: 1 << 30 });
assert.equal(native.status, 0, native.stderr);
const answers = native.stdout.trimEnd().split("\n");
assert.equal(answers.length, questions.length);
const differing = questions.filter((question, at) => asked(question) !== answers[at]);
assert.deepEqual(differing.map((question) => question.slice(0, 100)), [], "the engine in web/dist is not what the sources do: build it again, as web/README.md says");
console.log(`the engine in web/dist answers ${questions.length} questions about ${names.length} games as the sources do`);
