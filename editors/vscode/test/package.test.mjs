// The package: it has what it names, the client loads, and says what to do where `uur` is not found.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const yauzl = require('yauzl');

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The files of the package, with their contents. */
async function unpack() {
  const zip = await promisify(yauzl.open)(path.join(folder, 'uur.vsix'), { lazyEntries: true });
  const open = promisify(zip.openReadStream.bind(zip));
  const files = new Map();
  zip.on('entry', async entry => {
    const parts = [];
    for await (const part of await open(entry)) {
      parts.push(part);
    }
    files.set(entry.fileName, Buffer.concat(parts));
    zip.readEntry();
  });
  zip.readEntry();
  await once(zip, 'end');
  return files;
}

const files = await unpack();
const manifest = JSON.parse(files.get('extension/package.json'));

test('every file that the manifest names is in the package', () => {
  const { grammars, languages, snippets } = manifest.contributes;
  const named = [manifest.main, manifest.icon, languages[0].configuration, grammars[0].path, snippets[0].path, 'readme.md'];
  for (const name of [...named, 'out/licenses.txt', 'out/LICENSE-MIT', 'out/LICENSE-APACHE']) {
    assert.ok(files.has(path.posix.join('extension', name)), name);
  }
  const stray = [...files.keys()].filter(name => /node_modules|\/src\/|\/test\/|\.ts$/.test(name));
  assert.deepEqual(stray, []);
  for (const name of [...files.keys()].filter(name => name.endsWith('.json'))) {
    JSON.parse(files.get(name));
  }
});

/** A value that can be called, constructed and asked for anything. */
function anything() {
  return new Proxy(class {}, { get: (of, name) => of[name] ?? anything(), apply: () => anything() });
}

/** The given members, and stand-ins for all others. A listener can be added to anything. */
function partly(known) {
  const rest = name => (String(name).startsWith('on') ? () => ({ dispose() {} }) : anything());
  return new Proxy(known, { get: (of, name) => of[name] ?? rest(name) });
}

/** A collection of tests, as the editor has it. */
function collection() {
  const items = new Map();
  return {
    add: item => items.set(item.id, item),
    delete: id => items.delete(id),
    get: id => items.get(id),
    replace: all => {
      items.clear();
      all.forEach(item => items.set(item.id, item));
    },
    get size() {
      return items.size;
    },
    [Symbol.iterator]: () => items[Symbol.iterator](),
  };
}

/** Loads the client of the package, with a stand-in for the editor that notes what happens. */
function load(programPath, documents = []) {
  const seen = { commands: new Map(), errors: [], terminals: [], tests: collection(), results: [], panels: [], documents };
  const noted = name => (test, message) => seen.results.push([name, test.label, message]);
  const dispose = { dispose() {} };
  class Disposable {
    static from() {
      return dispose;
    }
    dispose() {}
  }
  const editor = partly({
    version: manifest.engines.vscode.slice(1),
    Disposable,
    // Whether problems come before the test ends depends on how fast the server is.
    CancellationTokenSource: class {
      token = { isCancellationRequested: false, onCancellationRequested: () => dispose };
      cancel() {}
      dispose() {}
    },
    EventEmitter: class {
      event = () => dispose;
      fire() {}
      dispose() {}
    },
    Range: class {},
    TestRunProfileKind: { Run: 1 },
    ViewColumn: { Beside: -2 },
    Position: class {},
    Location: class {},
    TestMessage: class {
      constructor(message) {
        this.message = message;
      }
      static diff(message, expected, got) {
        return Object.assign(new this(message), { expected, got });
      }
    },
    tests: {
      createTestController: () => ({
        items: seen.tests,
        createTestItem: (id, label, uri) => ({ id, label, uri, children: collection() }),
        createRunProfile: (_name, _kind, run) => void (seen.run = run),
        createTestRun: () =>
          Object.fromEntries(
            ['started', 'passed', 'failed', 'skipped', 'errored', 'end'].map(name => [
              name,
              name === 'started' || name === 'end' ? () => {} : noted(name),
            ]),
          ),
        dispose() {},
      }),
    },
    Uri: { parse: text => ({ toString: () => text, scheme: 'file' }) },
    commands: {
      registerCommand: (name, run) => {
        assert.ok(!seen.commands.has(name), `the command ${name} already exists`);
        seen.commands.set(name, run);
        return dispose;
      },
      executeCommand: async (name, ...args) => seen.commands.get(name)?.(...args),
    },
    languages: partly({
      createDiagnosticCollection: () => ({ set() {}, delete() {}, clear() {}, dispose() {} }),
      match: () => 1,
    }),
    window: partly({
      activeTextEditor: { document: documents[0] },
      createWebviewPanel: (_kind, title) => {
        const panel = { title, webview: { html: '' }, onDidDispose: () => dispose };
        seen.panels.push(panel);
        return panel;
      },
      createTerminal: options => seen.terminals.push(options) && { show() {} },
      createOutputChannel: () => partly({ append() {}, appendLine() {}, dispose() {} }),
      showErrorMessage: async message => void seen.errors.push(message),
      showInformationMessage: async () => undefined,
      showWarningMessage: async () => undefined,
      tabGroups: partly({ all: [] }),
      visibleTextEditors: [],
    }),
    workspace: partly({
      getConfiguration: () => ({ get: name => (name === 'path' ? programPath : undefined) }),
      notebookDocuments: [],
      textDocuments: documents,
      findFiles: async () => documents.map(document => document.uri),
      asRelativePath: uri => uri.toString(),
      openTextDocument: async () => documents[0],
      workspaceFolders: [],
    }),
  });
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'uur-'));
  const file = path.join(home, 'extension.js');
  fs.writeFileSync(file, files.get('extension/out/extension.js'));
  const inner = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? editor : inner(name, ...rest));
  try {
    return Object.assign(seen, require(file));
  } finally {
    Module._load = inner;
    fs.rmSync(home, { recursive: true });
  }
}

const own = manifest.contributes.commands.map(({ command }) => command).sort();

test('the client registers its commands, and says where to name a program that is not found', async () => {
  const client = load('/nowhere/uur');
  await client.activate({ subscriptions: [] });
  assert.equal(client.errors.length, 1);
  assert.match(client.errors[0], /`\/nowhere\/uur` is not found.*`uur\.path`/);
  assert.deepEqual([...client.commands.keys()].sort(), own);
  await client.deactivate();
});

test('a program that has no `lsp` is told apart from none', async () => {
  const client = load(process.execPath);
  await client.activate({ subscriptions: [] });
  assert.match(client.errors[0], /lsp` does not run/);
});

const program = path.join(folder, '../../target/debug/uur');
/** A test that fails. */
const wrong = '\ntest "it is wrong" {\n  play K\n  expect capture 40\n}\n';
const skip = fs.existsSync(program) ? false : '`cargo build` has not made target/debug/uur';

/** Waits until something holds. */
async function until(what, holds) {
  for (let tries = 0; !holds(); tries += 1) {
    assert.ok(tries < 600, `waited in vain until ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

test('the client starts the server, and its commands run', { skip }, async () => {
  const name = path.join(folder, '../../variants/boola.uur');
  const text = fs.readFileSync(name, 'utf8') + wrong;
  const uri = { toString: () => pathToFileURL(name).href, scheme: 'file', fsPath: name, path: name };
  const client = load(program, [{ uri, languageId: 'uur', version: 1, getText: () => text }]);
  await client.activate({ subscriptions: [] });
  try {
    assert.deepEqual(client.errors, []);
    const results = await client.commands.get('uur.runTests')(uri.toString());
    assert.equal(results.length, text.match(/^test "/gm).length);
    assert.deepEqual(results.filter(result => result.failure).map(result => result.title), ['it is wrong']);
    await client.commands.get('uur.testFile')();

    // The explorer has the same tests, and shows what the wrong one expects.
    const [[, file]] = [...client.tests];
    assert.deepEqual([...file.children].map(([, test]) => test.label), results.map(result => result.title));
    await client.run({ include: [file] }, {});
    assert.deepEqual(client.results.map(([, label]) => label), results.map(result => result.title));
    const [[, , message], ...more] = client.results.filter(([what]) => what !== 'passed');
    assert.deepEqual(more, []);
    assert.match(message.message, /^expected .*capture 40/);

    // The board is a page to be played on; one of rules with errors says why there is none.
    client.commands.get('uur.showBoard')();
    await until('the board is shown', () => client.panels[0].webview.html);
    assert.match(client.panels[0].webview.html, /<title>Boola<\/title>/);
    const document = client.documents[0];
    document.getText = () => text.replace('rows 2', 'rows two');
    client.commands.get('uur.showBoard')();
    await until('the errors are shown', () => client.panels[1].webview.html);
    assert.match(client.panels[1].webview.html, /<pre>error\[E\d+\]/);
    assert.match(client.panels[1].title, /errors/);
    document.getText = () => text;

    await client.commands.get('uur.playFile')();
    assert.equal(client.terminals.length, 1);
    assert.equal(client.terminals[0].shellPath, program);
    assert.deepEqual(client.terminals[0].shellArgs.slice(0, 2), ['play', name]);
  } finally {
    await client.deactivate();
  }
});
