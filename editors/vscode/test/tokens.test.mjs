// Semantic tokens: names stay, words of the language go.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { transformSync } from 'esbuild';

const source = fs.readFileSync(new URL('../src/tokens.ts', import.meta.url), 'utf8');
const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
const { namesOnly } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

test('tokens of names keep their places when others between them go', () => {
  const types = ['keyword', 'label', 'type'];
  // A keyword at 0:2, a label at 0:6, a keyword at 2:1, a mark at 2:5 and another at 2:9.
  const data = [0, 2, 3, 0, 0, 0, 4, 4, 1, 1, 2, 1, 3, 0, 0, 0, 4, 3, 2, 0, 0, 4, 3, 2, 0];
  const left = [0, 6, 4, 1, 1, 2, 5, 3, 2, 0, 0, 4, 3, 2, 0];
  assert.deepEqual([...namesOnly(Uint32Array.from(data), types)], left);
});

test('a file without names has no tokens', () => {
  assert.deepEqual([...namesOnly(Uint32Array.of(0, 0, 4, 0, 0), ['keyword'])], []);
});
