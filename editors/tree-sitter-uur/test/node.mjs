// The package for Node, as others use it: packed, compiled with the headers of this Node, and asked.
// Run as `node test/node.mjs`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tree-sitter-uur-"));
const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
try {
  const packed = run("npm", "pack", "--silent", root).trim();
  writeFileSync(join(folder, "package.json"), "{}");
  run("npm", "install", "--silent", "--no-audit", "--no-fund", `--nodedir=${dirname(dirname(process.execPath))}`, packed, "tree-sitter@0.25");
  writeFileSync(
    join(folder, "program.js"),
    `const Parser = require("tree-sitter");
const uur = require("tree-sitter-uur");
const parser = new Parser();
parser.setLanguage(uur);
const { rootNode } = parser.parse("language 1\\nboard {\\n  rows 2\\n}\\n");
const captures = new Parser.Query(uur, uur.queries.highlights).captures(rootNode);
console.log(rootNode.hasError, rootNode.toString().includes("(board"), captures.length > 3);
`,
  );
  assert.equal(run(process.execPath, "program.js").trim(), "false true true");
  console.log("the package for Node highlights");
} finally {
  rmSync(folder, { recursive: true });
}
