// The TextMate grammar over all shipped games: every token has its scope, and nothing runs away.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');

const folder = fileURLToPath(new URL('..', import.meta.url));
const games = path.join(folder, '../../variants');
const words = new Set(
  fs.readFileSync(path.join(folder, '../tree-sitter-uur/src/words.h'), 'utf8').match(/(?<=")[a-z]+(?=")/g),
);

async function load() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(folder, 'syntaxes/uur.tmLanguage.json');
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  return registry.loadGrammar('source.uur');
}

const grammar = await load();

/** How deep the rules lie outside of all sections. */
const OUTERMOST = grammar.tokenizeLine('', INITIAL).ruleStack.depth;

/** The tokens of a text, each with its innermost scope and those around it, without blanks. */
function* tokens(text) {
  let state = INITIAL;
  for (const [number, line] of text.split('\n').entries()) {
    const found = grammar.tokenizeLine(line, state);
    assert.ok(!found.stoppedEarly, line);
    state = found.ruleStack;
    for (const token of found.tokens) {
      const of = line.slice(token.startIndex, token.endIndex);
      if (of.trim() !== '') {
        const start = token.startIndex + of.search(/\S/);
        yield { text: of.trim(), start, scopes: token.scopes, scope: token.scopes.at(-1), line, number: number + 1 };
      }
    }
  }
  yield { end: true, depth: state.depth };
}

/** The scopes of a token in a text, which has it once. */
function scopeOf(text, wanted) {
  const found = [...tokens(text)].filter(token => token.text === wanted);
  assert.equal(found.length, 1, `${wanted} in ${text}`);
  return found[0].scope;
}

/** The line with quotes in place of quoted texts and of its comment. */
function bare(line) {
  return line.replace(/"[^"]*"?|#.*/g, found => '"'.repeat(found.length));
}

const isWord = /^(keyword\.(control|other)|support|variable\.language|storage\.modifier|constant\.language)\./;
const isName = /^(entity\.name|variable\.parameter|constant\.other)\./;

/** What is wrong with a token of a well-formed file, if something is. */
function fault(token) {
  const inside = kind => token.scopes.some(scope => scope.startsWith(kind));
  if (/^(source|meta)\./.test(token.scope)) {
    return 'has no scope';
  }
  if (inside('string')) {
    return token.line.includes('"') ? undefined : 'is no text';
  }
  if (inside('comment')) {
    return token.line.includes('#') ? undefined : 'is no comment';
  }
  if (/["#]/.test(token.text)) {
    return 'is a text or comment';
  }
  const label = /^\s*(?:(?:before|after)\s+)?([a-z]\w*)\s*:/.exec(bare(token.line));
  if (label?.[1] === token.text && token.start === token.line.indexOf(label[1])) {
    return token.scope.startsWith('entity.name.function.label') ? undefined : 'is a label';
  }
  if (words.has(token.text)) {
    return isWord.test(token.scope) || isName.test(token.scope) ? undefined : 'is a word of the language';
  }
  return isWord.test(token.scope) ? 'is no word of the language' : undefined;
}

test('in shipped games, each token has its scope', () => {
  const names = fs.readdirSync(games).filter(name => name.endsWith('.uur'));
  const faults = [];
  let [count, named] = [0, 0];
  for (const name of names) {
    for (const token of tokens(fs.readFileSync(path.join(games, name), 'utf8'))) {
      if (token.end) {
        if (token.depth !== OUTERMOST) {
          faults.push(`${name}: a section, text or comment runs to the end of the file`);
        }
        continue;
      }
      const why = fault(token);
      if (why) {
        faults.push(`${name}:${token.number}: ${token.line.trim()}\n  \`${token.text}\` ${why}: ${token.scope}`);
      }
      count += 1;
      named += words.has(token.text) && isName.test(token.scope) ? 1 : 0;
    }
  }
  assert.equal(faults.slice(0, 20).join('\n'), '');
  assert.ok(names.length > 200 && count > 100 * names.length);
  // Few words of the language are names, as in `by from`.
  assert.ok(named < count / 50, `${named} of ${count}`);
});

test('sections, labels, names and moves have their scopes', () => {
  const text = 'param n = 4 in 2..6 "seeds"\nboard {\n  mark uur never empty\n}\n\nchange land {\n  take: here holds n -> stop # it\n}\n';
  assert.match(scopeOf(text, 'param'), /^keyword\.control\.section/);
  assert.match(scopeOf(text, 'change'), /^keyword\.control\.section/);
  assert.match(scopeOf(text, 'land'), /^keyword\.control\.section/);
  assert.match(scopeOf(text, 'take'), /^entity\.name\.function\.label/);
  assert.match(scopeOf(text, 'uur'), /^variable\.other/);
  assert.match(scopeOf(text, '->'), /^keyword\.operator\.arrow/);
  assert.match(scopeOf(text, 'stop'), /^support\.function/);
  assert.match(scopeOf(text, '..'), /^keyword\.operator\.range/);
  const example = 'test "it" {\n  set slam to on\n  play K-1 store\n  expect illegal b:+ by from, mark A l as tuz\n}';
  assert.match(scopeOf(example, 'K-1'), /^constant\.other\.move/);
  assert.match(scopeOf(example, 'store'), /^constant\.other\.move/);
  assert.match(scopeOf(example, 'b:+'), /^constant\.other\.move/);
  assert.match(scopeOf(example, 'from'), /^entity\.name\.function\.label/);
  assert.match(scopeOf(example, 'slam'), /^variable\.parameter/);
  assert.match(scopeOf(example, 'tuz'), /^entity\.name\.type\.mark/);
});

test('words that name lines are labels', () => {
  assert.match(scopeOf('end {\n  last: no move -> draw\n}', 'last'), /^entity\.name\.function\.label/);
});

test('a text that is not closed ends with its line, and a section with the next one', () => {
  const text = 'game "It" {\n  region "Somalia\n  source "none"\n\nland {\n  here is own -> stop\n}\n';
  assert.match(scopeOf(text, 'source'), /^keyword\.other/);
  assert.match(scopeOf(text, 'land'), /^keyword\.control\.section/);
  assert.match(scopeOf(text, 'stop'), /^support\.function/);
});
