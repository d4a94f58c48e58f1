"""The language server, asked by pytest-lsp as Visual Studio Code asks it.

Run with `tests/editors/pytest/run`.
"""

import asyncio
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

VARIANTS = pathlib.Path(__file__).parents[3] / "variants"
WAIT = 30


@pytest.fixture
def folder(tmp_path):
    """A folder with a shipped game in which a word is misspelt, and a game that extends it."""
    rules = (VARIANTS / "boola.uur").read_text("utf-8")
    # A comment in front shifts columns if bytes are taken for UTF-16.
    slip = rules.replace("-> relay", "-> relai # \u00f4 \U0001f600", 1).replace("rows 2", "rows    2")
    (tmp_path / "base.uur").write_text(slip, "utf-8")
    (tmp_path / "near.uur").write_text(
        'language 1\nextends "base"\ngame "Near" {\n  source "none"\n}\n'
        "change land {\n  take: here is own -> stop\n}\n",
        "utf-8",
    )
    return tmp_path


@pytest_lsp.fixture(config=ClientServerConfig(server_command=["uur", "lsp"]))
async def client(lsp_client: LanguageClient, folder):
    """Starts the server; after the test it is shut down."""
    params = types.InitializeParams(
        capabilities=client_capabilities("visual-studio-code"),
        workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="rules")],
    )
    lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda _: None)
    keep_problems(lsp_client)
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def keep_problems(client):
    """Keeps all problems that are published. Those of several files come at once, and who waits hears only the first."""

    def shown(params):
        client.shown.append(params)
        client.protocol.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, shown)

    client.shown = []
    client.protocol.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, shown)


class Text:
    """An open document whose edits are applied as an editor does."""

    def __init__(self, client, path):
        self.client, self.uri, self.version = client, path.as_uri(), 1
        self.text = path.read_text("utf-8")
        item = types.TextDocumentItem(uri=self.uri, language_id="uur", version=1, text=self.text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    @property
    def id(self):
        return types.TextDocumentIdentifier(uri=self.uri)

    def position(self, of, more=0):
        """The place of a text; columns count code units of UTF-16."""
        before = self.text[: self.text.index(of) + more]
        line = before.rpartition("\n")[2]
        return types.Position(line=before.count("\n"), character=len(line.encode("utf-16-le")) // 2)

    def at(self, of, more=0):
        return {"text_document": self.id, "position": self.position(of, more)}

    def offset(self, position):
        lines = self.text.split("\n")
        line = lines[position.line].encode("utf-16-le")[: 2 * position.character].decode("utf-16-le")
        return len("\n".join(lines[: position.line] + [""])) + len(line) if position.line else len(line)

    def apply(self, edits):
        for edit in sorted(edits, key=lambda edit: self.offset(edit.range.start), reverse=True):
            start, end = self.offset(edit.range.start), self.offset(edit.range.end)
            self.text = self.text[:start] + edit.new_text + self.text[end:]
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
                content_changes=[types.TextDocumentContentChangeWholeDocument(text=self.text)],
            )
        )

    async def problems(self):
        """Waits for the problems of the current version."""

        async def current():
            while True:
                for shown in reversed(self.client.shown):
                    if (shown.uri, shown.version) == (self.uri, self.version):
                        return shown.diagnostics
                await asyncio.sleep(0.02)

        return await ask(current())


async def ask(request):
    return await asyncio.wait_for(request, WAIT)


async def fix(client, document):
    """Applies the first fix of the only problem."""
    (problem,) = await document.problems()
    assert problem.range == types.Range(document.position("relai"), document.position("relai", 5))
    assert problem.code == "E0103" and problem.severity == types.DiagnosticSeverity.Error
    page = pathlib.Path(problem.code_description.href.removeprefix("file://"))
    assert page.read_text("utf-8").startswith("error E0103")
    context = types.CodeActionContext(diagnostics=[problem])
    params = types.CodeActionParams(text_document=document.id, range=problem.range, context=context)
    actions = await ask(client.text_document_code_action_async(params))
    assert actions[0].title == "did you mean `relay`?"
    document.apply(actions[0].edit.changes[document.uri])
    assert not await document.problems()


async def test_a_slip_is_shown_and_fixed(client, folder):
    document = Text(client, folder / "base.uur")
    await fix(client, document)
    assert "-> relay # \u00f4 \U0001f600" in document.text


async def test_words_are_completed_and_explained(client, folder):
    document = Text(client, folder / "base.uur")
    await fix(client, document)
    items = await ask(client.text_document_completion_async(types.CompletionParams(**document.at("relay", 3))))
    labels = {item.label for item in items}
    assert {"relay", "capture"} <= labels and "here" not in labels
    hover = await ask(client.text_document_hover_async(types.HoverParams(**document.at("relay"))))
    assert hover.contents.value.startswith("**relay**")


async def test_a_name_is_renamed_in_both_files(client, folder):
    document = Text(client, folder / "base.uur")
    await fix(client, document)
    near = folder / "near.uur"
    place = document.at("take: here")
    context = types.ReferenceContext(include_declaration=True)
    found = await ask(client.text_document_references_async(types.ReferenceParams(**place, context=context)))
    assert {place.uri for place in found} == {document.uri, near.as_uri()}
    range = await ask(client.text_document_prepare_rename_async(types.PrepareRenameParams(**place)))
    assert range.start == place["position"]
    edit = await ask(client.text_document_rename_async(types.RenameParams(**place, new_name="grab")))
    other = Text(client, near)
    other.apply(edit.changes[near.as_uri()])
    document.apply(edit.changes[document.uri])
    assert not await document.problems()
    assert "grab: here is own" in document.text and "by grab" in document.text and "take" not in other.text


async def test_a_file_is_laid_out(client, folder):
    document = Text(client, folder / "base.uur")
    await fix(client, document)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(text_document=document.id, options=options)
    document.apply(await ask(client.text_document_formatting_async(params)))
    assert "\n  rows 2\n" in document.text


async def test_lenses_run_tests_and_the_game(client, folder):
    document = Text(client, folder / "base.uur")
    await fix(client, document)
    params = types.CodeLensParams(text_document=document.id)
    lenses = await ask(client.text_document_code_lens_async(params))
    commands = {lens.command.title: lens.command for lens in lenses}
    run = lambda title: client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=commands[title].command, arguments=commands[title].arguments)
    )
    tests = next(title for title in commands if title.startswith("run ") and title.endswith("tests"))
    assert all(result["failure"] is None for result in await ask(run(tests)))
    assert (await ask(run("perft")))["perft"][:3] == [3, 9, 25]
    assert (await ask(run("random games")))["games"] > 0
    played = await ask(run("play in terminal"))
    assert played["command"] == ["uur", "play", str(folder / "base.uur"), "--watch"]
    shown = [message.message for message in client.messages]
    assert shown[0].endswith("passed") and shown[-1] == f"in a terminal: {played['line']}"
