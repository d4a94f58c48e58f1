/** Starts `uur lsp`, and offers the commands that need more than the protocol. */

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, ServerOptions } from 'vscode-languageclient/node';
import { showBoard } from './board';
import { explore } from './explorer';
import { namesOnly } from './tokens';

let client: LanguageClient | undefined;

/** The program that the settings name. */
function program(): string {
  return vscode.workspace.getConfiguration('uur').get<string>('path')?.trim() || 'uur';
}

/** Returns why a program cannot serve editors, or nothing if it can. */
function obstacle(path: string): Promise<string | undefined> {
  return new Promise(resolve => {
    execFile(path, ['lsp', '--help'], { timeout: 10_000 }, error => {
      if (!error) {
        resolve(undefined);
      } else if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        const how = path === 'uur' ? 'It is not on the path.' : 'The setting `uur.path` names a file that is not there.';
        resolve(`The program \`${path}\` is not found. ${how} Install it, or change \`uur.path\`.`);
      } else {
        resolve(`\`${path} lsp\` does not run: ${error.message.trim()}`);
      }
    });
  });
}

/** Starts the server, or shows why it cannot be started. */
async function start(): Promise<void> {
  const path = program();
  const why = await obstacle(path);
  if (why) {
    const settings = 'Open Settings';
    if ((await vscode.window.showErrorMessage(why, settings)) === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'uur.path');
    }
    return;
  }
  const server: ServerOptions = { command: path, args: ['lsp'] };
  client = new LanguageClient('uur', 'uur', server, {
    documentSelector: [{ language: 'uur' }],
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      executeCommand: async (command, args, next) => {
        const answer = await next(command, args);
        if (command === 'uur.play' && answer) {
          openTerminal(answer);
        }
        return answer;
      },
      // The TextMate grammar tells the words of the language apart; the server knows what the names are.
      provideDocumentSemanticTokens: async (document, token, next) => {
        const tokens = await next(document, token);
        const legend = client?.initializeResult?.capabilities.semanticTokensProvider?.legend;
        if (!tokens || !legend) {
          return tokens;
        }
        return new vscode.SemanticTokens(namesOnly(tokens.data, legend.tokenTypes), tokens.resultId);
      },
    },
  });
  try {
    await client.start();
  } catch {
    // The client has shown why.
    client = undefined;
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

/** The rule file in front, or nothing after a message that there is none. */
function ruleFile(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'uur') {
    return document;
  }
  void vscode.window.showWarningMessage('The editor in front shows no rule file.');
  return undefined;
}

/** Runs a command of the server for a rule file. The server reports the results, and lenses show those of tests. */
async function onServer(command: string, ...of: unknown[]): Promise<unknown> {
  if (!client) {
    await start();
  }
  if (!client) {
    throw new Error('the language server does not run');
  }
  return vscode.commands.executeCommand(command, ...of);
}

async function testFile(): Promise<void> {
  const document = ruleFile();
  if (document) {
    await onServer('uur.runTests', document.uri.toString()).catch(showError);
  }
}

/** Shows why a command failed. Where the server does not run, that is known by now. */
function showError(error: unknown): void {
  if (client) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function boardFile(): void {
  const document = ruleFile();
  if (document) {
    showBoard(program, document);
  }
}

async function playFile(): Promise<void> {
  const document = ruleFile();
  if (document && (!(document.isUntitled || document.isDirty) || (await document.save()))) {
    // A new file is another document once it is saved.
    await onServer('uur.play', (ruleFile() ?? document).uri.toString()).catch(showError);
  }
}

/** Opens a terminal with the command line that the server returns for a game. */
function openTerminal(answer: { command: string[] }): void {
  const [, ...args] = answer.command;
  vscode.window.createTerminal({ name: 'uur', shellPath: program(), shellArgs: args }).show();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('uur.restart', restart),
    vscode.commands.registerCommand('uur.testFile', testFile),
    vscode.commands.registerCommand('uur.playFile', playFile),
    vscode.commands.registerCommand('uur.showBoard', boardFile),
    explore(onServer),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('uur.path')) {
        void restart();
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
