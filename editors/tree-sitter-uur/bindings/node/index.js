// The language, for `setLanguage` of a parser of the package `tree-sitter`, and its queries.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "../..");
const query = (name) => readFileSync(join(root, "queries", `${name}.scm`), "utf8");

module.exports = {
  ...require("node-gyp-build")(root),
  name: "uur",
  nodeTypeInfo: require("../../src/node-types.json"),
  queries: Object.fromEntries(["folds", "highlights", "indents", "locals", "tags"].map((name) => [name, query(name)])),
};
