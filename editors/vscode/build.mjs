// Bundles the client into one file, with the licenses of what is in it.

import { build } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

fs.rmSync('out', { recursive: true, force: true });
fs.rmSync('uur.vsix', { force: true });
const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  outfile: 'out/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node18',
  external: ['vscode'],
  metafile: true,
});

const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
  if (found) {
    packages.add(found[0]);
  }
}
let licenses = '';
for (const folder of [...packages].sort()) {
  const name = fs.readdirSync(folder).find(file => /^licen[cs]e/i.test(file));
  if (!name) {
    throw new Error(`${folder} has no license`);
  }
  licenses += `${path.basename(folder)}\n\n${fs.readFileSync(path.join(folder, name), 'utf8').trim()}\n\n`;
}
fs.writeFileSync('out/licenses.txt', licenses);
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) {
  fs.copyFileSync(path.join('../..', name), path.join('out', name));
}
// Shown beside the extension, where links to other pages lead nowhere.
const changes = fs.readFileSync('../../CHANGELOG.md', 'utf8');
fs.writeFileSync('CHANGELOG.md', changes.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1'));
