/** A board beside the text, on which the game is played: `uur page --playable` of the text as it stands. */

import { execFile } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';

/** The pause after which a changed text is shown, in milliseconds. */
const PAUSE = 600;
/** The largest page, in bytes. */
const MOST = 16 << 20;

/** The page of a rule file, or why there is none. */
function page(program: string, document: vscode.TextDocument): Promise<{ html?: string; why?: string }> {
  const isFile = document.uri.scheme === 'file';
  // What it extends lies beside it.
  const cwd = isFile ? path.dirname(document.uri.fsPath) : undefined;
  return new Promise(resolve => {
    const child = execFile(program, ['page', '-', '--playable'], { cwd, maxBuffer: MOST }, (error, html, why) =>
      resolve(error ? { why: why || error.message } : { html }),
    );
    // A program that is not there, or has gone, reads nothing.
    child.stdin?.on('error', () => {}).end(document.getText());
  });
}

/** Shows the board of a rule file beside it, and keeps it as the text is. */
export function showBoard(program: () => string, document: vscode.TextDocument): vscode.WebviewPanel {
  const name = path.basename(document.uri.path);
  const panel = vscode.window.createWebviewPanel('uur.board', `Board: ${name}`, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  }, { enableScripts: true, retainContextWhenHidden: true });
  let [asked, shown] = [0, ''];
  const show = async () => {
    const number = ++asked;
    const { html, why } = await page(program(), document);
    if (number !== asked) {
      return;
    }
    // While the rules have errors, the last board stays.
    panel.title = html ? `Board: ${name}` : `Board: ${name} (errors)`;
    if (html && html !== shown) {
      panel.webview.html = shown = html;
    } else if (why && !shown) {
      const text = why.replace(/[&<]/g, sign => (sign === '&' ? '&amp;' : '&lt;'));
      panel.webview.html = `<!doctype html><title>${name}</title><pre>${text}</pre>`;
    }
  };
  let waiting: NodeJS.Timeout | undefined;
  const changed = vscode.workspace.onDidChangeTextDocument(event => {
    if (event.document.uri.toString() === document.uri.toString()) {
      clearTimeout(waiting);
      waiting = setTimeout(() => void show(), PAUSE);
    }
  });
  panel.onDidDispose(() => {
    asked += 1;
    clearTimeout(waiting);
    changed.dispose();
  });
  void show();
  return panel;
}
