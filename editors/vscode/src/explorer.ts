/** The tests of all rule files, in the Test Explorer. */

import * as vscode from 'vscode';

/** What the server returns for a test. */
interface TestResult {
  title: string;
  failure: { line: number; expected: string; got: string; details: string } | null;
}

/** Shows the tests of all rule files of the folders, and runs them with the server. */
export function explore(onServer: (command: string, ...of: unknown[]) => Thenable<unknown>): vscode.Disposable {
  const controller = vscode.tests.createTestController('uur', 'uur');

  /** Reads the tests of a file anew. */
  function read(uri: vscode.Uri, text: string): void {
    const id = uri.toString();
    const found = [...text.matchAll(/^[ \t]*test[ \t]+"([^"\n]*)"/gm)];
    if (!found.length) {
      controller.items.delete(id);
      return;
    }
    const file = controller.items.get(id) ?? controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    file.children.replace(
      found.map(({ 1: title, index }) => {
        const test = controller.createTestItem(`${id}#${title}`, title, uri);
        const line = text.slice(0, index).split('\n').length - 1;
        test.range = new vscode.Range(line, 0, line, 0);
        return test;
      }),
    );
    controller.items.add(file);
  }

  async function readFile(uri: vscode.Uri): Promise<void> {
    const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
    try {
      read(uri, open ? open.getText() : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
    } catch {
      controller.items.delete(uri.toString());
    }
  }

  async function readAll(): Promise<void> {
    await Promise.all((await vscode.workspace.findFiles('**/*.uur')).map(readFile));
  }

  /** Notes the results of a file's tests, of those alone that were asked for. */
  async function runFile(run: vscode.TestRun, uri: vscode.Uri, tests: vscode.TestItem[]): Promise<void> {
    tests.forEach(test => run.started(test));
    let results: TestResult[];
    try {
      // The server answers for what is open.
      const document = await vscode.workspace.openTextDocument(uri);
      results = (await onServer('uur.runTests', document.uri.toString())) as TestResult[];
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      tests.forEach(test => run.errored(test, message));
      return;
    }
    for (const test of tests) {
      const result = results?.find(result => result.title === test.label);
      if (!result) {
        run.skipped(test);
      } else if (!result.failure) {
        run.passed(test);
      } else {
        const { line, expected, got, details } = result.failure;
        const message = vscode.TestMessage.diff(`expected ${expected}, got ${got}\n\n${details}`, expected, got);
        message.location = new vscode.Location(uri, new vscode.Position(line, 0));
        run.failed(test, message);
      }
    }
  }

  async function runTests(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const all = (of: vscode.TestItemCollection): vscode.TestItem[] => [...of].map(([, item]) => item);
    const wanted = request.include ?? all(controller.items);
    const tests = wanted.flatMap(item => (item.children.size ? all(item.children) : [item]));
    const left = tests.filter(test => test.uri && !request.exclude?.includes(test));
    const run = controller.createTestRun(request);
    for (const id of new Set(left.map(test => test.uri?.toString()))) {
      const ofFile = left.filter(test => test.uri?.toString() === id);
      if (ofFile[0].uri && !token.isCancellationRequested) {
        await runFile(run, ofFile[0].uri, ofFile);
      }
    }
    run.end();
  }

  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, runTests, true);
  controller.refreshHandler = readAll;
  const files = vscode.workspace.createFileSystemWatcher('**/*.uur');
  const ofRules = (document: vscode.TextDocument) => document.languageId === 'uur' && read(document.uri, document.getText());
  void readAll();
  return vscode.Disposable.from(
    controller,
    files,
    files.onDidCreate(readFile),
    files.onDidChange(readFile),
    files.onDidDelete(uri => controller.items.delete(uri.toString())),
    vscode.workspace.onDidOpenTextDocument(ofRules),
    vscode.workspace.onDidChangeTextDocument(event => ofRules(event.document)),
  );
}
