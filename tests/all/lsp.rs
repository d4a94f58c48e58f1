//! The language server, asked as an editor asks it.

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};

use uur::analysis::{Analysis, NameKind};
use uur::source::Source;
use uur::variants;
use uur_cli::lsp::{ConnectionEnd, serve};
use uur_testing::resolve::check_with_examples;

use crate::series;

const URI: &str = "untitled:game.uur";

/// An editor that is connected to a server.
struct Editor {
    connection: Connection,
    server: JoinHandle<ConnectionEnd>,
    last_request: i32,
    version: i32,
    /// Notifications that have not been read.
    notifications: VecDeque<Notification>,
    /// What the server answered to `initialize`.
    capabilities: Value,
}

impl Editor {
    fn start(capabilities: Value) -> Editor {
        Editor::initialized(json!({ "capabilities": capabilities }))
    }

    /// An editor with a folder.
    fn start_in(folder: &Path) -> Editor {
        let folders = json!([{ "uri": uri(folder), "name": "rules" }]);
        Editor::initialized(json!({ "capabilities": {}, "workspaceFolders": folders }))
    }

    fn initialized(params: Value) -> Editor {
        let (connection, of_server) = Connection::memory();
        let server = thread::spawn(move || serve(&of_server).expect("the protocol is followed"));
        let notifications = VecDeque::new();
        let mut editor =
            Editor { connection, server, last_request: 0, version: 0, notifications, capabilities: Value::Null };
        let answer = editor.ask("initialize", params).expect("it starts");
        editor.capabilities = answer["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    /// An editor that has opened a text.
    fn with(text: &str) -> Editor {
        let mut editor = Editor::start(json!({}));
        editor.open(text);
        editor
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "uur", "version": 0, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn tell(&mut self, method: &str, params: Value) {
        let message = Notification::new(method.to_string(), params);
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    /// Sends a request and returns its result or its error.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last_request += 1;
        let id = self.last_request.into();
        let request = Request::new(self.last_request.into(), method.to_string(), params);
        self.connection.sender.send(request.into()).expect("the server listens");
        loop {
            match self.connection.receiver.recv().expect("the server answers") {
                Message::Response(Response { id: of, response_result }) if of == id => {
                    return response_result.map_err(|error| json!(error));
                }
                Message::Notification(notification) => self.notifications.push_back(notification),
                Message::Request(_) | Message::Response(_) => {}
            }
        }
    }

    /// Asks about a place of the open text.
    fn at(&mut self, method: &str, place: (u32, u32), more: Value) -> Result<Value, Value> {
        let mut params = json!({ "textDocument": { "uri": URI }, "position": position(place) });
        params.as_object_mut().expect("it is one").extend(more.as_object().cloned().unwrap_or_default());
        self.ask(&format!("textDocument/{method}"), params)
    }

    /// Asks about the open text.
    fn of_text(&mut self, method: &str, more: Value) -> Value {
        self.at(method, (0, 0), more).expect("it is answered")
    }

    /// Changes a part of the text; the whole text without a part.
    fn change(&mut self, range: Value, text: &str) {
        self.version += 1;
        let change = if range.is_null() { json!({ "text": text }) } else { json!({ "range": range, "text": text }) };
        let document = json!({ "uri": URI, "version": self.version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// Applies the edits of an answer to the open text, the last one first.
    fn apply(&mut self, edits: &Value) {
        for edit in edits.as_array().expect("there are edits").iter().rev() {
            self.change(edit["range"].clone(), edit["newText"].as_str().expect("an edit has a text"));
        }
    }

    /// Waits for the problems of the current version.
    fn problems(&mut self) -> Vec<Value> {
        loop {
            let notification = match self.notifications.pop_front() {
                Some(notification) => notification,
                None => match self.connection.receiver.recv().expect("the server publishes") {
                    Message::Notification(notification) => notification,
                    _ => continue,
                },
            };
            if notification.method == "textDocument/publishDiagnostics"
                && notification.params["version"] == self.version
            {
                return notification.params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        let refused = self.ask("textDocument/hover", json!({})).expect_err("the server is shut down");
        assert_eq!(refused["code"], -32600);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.join().expect("it does not panic"), ConnectionEnd::Exit { orderly: true });
    }
}

fn position((line, character): (u32, u32)) -> Value {
    json!({ "line": line, "character": character })
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    json!({ "start": position(start), "end": position(end) })
}

fn shipped(name: &str) -> String {
    variants::source(name).expect("it is shipped").text
}

/// Returns the line and column of a text in another. Both count from 0, and the columns are of ASCII lines.
fn place(text: &str, of: &str) -> (u32, u32) {
    let before = &text[..text.find(of).expect("it is in the text")];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() as u32, (before.len() - line_start) as u32)
}

fn labels(items: &Value) -> Vec<&str> {
    items.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn a_slip_is_published_and_its_quick_fix_mends_it() {
    let text = shipped("boola").replace("-> relay", "-> relai");
    let mut editor = Editor::with(&text);
    let problems = editor.problems();
    let at = place(&text, "relai");
    assert_eq!((problems.len(), &problems[0]["code"], &problems[0]["severity"]), (1, &json!("E0103"), &json!(1)));
    assert_eq!(problems[0]["range"], range(at, (at.0, at.1 + 5)));
    let page = problems[0]["codeDescription"]["href"].as_str().and_then(|uri| uri.strip_prefix("file://"));
    let page = std::fs::read_to_string(page.expect("the page is a file")).expect("it can be read");
    assert!(page.starts_with("error E0103: a word is not expected here"), "{page}");
    let context = json!({ "range": problems[0]["range"], "context": { "diagnostics": [] } });
    let actions = editor.of_text("codeAction", context);
    assert_eq!(actions[0]["title"], "did you mean `relay`?");
    assert_eq!(actions[1]["kind"], "source.fixAll");
    editor.apply(&actions[0]["edit"]["changes"][URI]);
    assert_eq!(editor.problems(), Vec::<Value>::new());
    editor.end();
}

#[test]
fn a_line_that_is_never_reached_is_tagged_and_names_the_earlier_one() {
    let text = shipped("boola").replace("-> relay\n", "-> relay\n  late: here holds 3 -> stop\n");
    let mut editor = Editor::with(&text);
    let problem = &editor.problems()[0];
    assert_eq!((&problem["code"], &problem["tags"]), (&json!("E0401"), &json!([1])));
    let earlier = &problem["relatedInformation"][0];
    assert_eq!(earlier["location"]["range"]["start"], position(place(&text, "on:   here")));
    editor.end();
}

#[test]
fn problems_under_other_values_of_a_parameter_follow() {
    let text = shipped("boola").replace("0 3 3 repeated", "0 3 3 0 3 3 0 3 3 0 3 3");
    let mut editor = Editor::with(&text);
    assert_eq!(editor.problems(), Vec::<Value>::new());
    let later = editor.problems();
    assert_eq!(later[0]["code"], "E0303");
    assert!(later[0]["message"].as_str().is_some_and(|text| text.contains("pits=3")), "{later:?}");
    editor.end();
}

#[test]
fn words_are_completed_and_explained() {
    let text = shipped("boola");
    let mut editor = Editor::with(&text);
    let (line, column) = place(&text, "relay");
    let items = editor.at("completion", (line, column + 3), json!({})).expect("it is answered");
    let found = labels(&items);
    assert!(found.contains(&"relay") && found.contains(&"capture") && !found.contains(&"here"), "{found:?}");
    let relay = items.as_array().expect("a list").iter().find(|item| item["label"] == "relay").expect("it is there");
    assert_eq!(relay["textEdit"]["range"], range((line, column), (line, column + 3)));
    let hover = editor.at("hover", (line, column), json!({})).expect("it is answered");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(
        shown.starts_with("**relay**") && shown.contains("lift all its seeds, your last one too, and sow on"),
        "{shown}"
    );
    editor.end();
}

#[test]
fn names_are_found_and_renamed() {
    let text = shipped("boola");
    let mut editor = Editor::with(&text);
    let used = place(&text, "by take");
    let used = (used.0, used.1 + 3);
    let defined = place(&text, "take: here");
    let found = editor.at("definition", used, json!({})).expect("it is answered");
    assert_eq!(found[0]["range"], range(defined, (defined.0, defined.1 + 4)));
    let context = json!({ "context": { "includeDeclaration": true } });
    assert_eq!(editor.at("references", defined, context).expect("it is answered").as_array().map(Vec::len), Some(3));
    assert!(editor.at("prepareRename", place(&text, "land {"), json!({})).is_err());
    assert!(editor.at("prepareRename", used, json!({})).is_ok());
    let edits = editor.at("rename", used, json!({ "newName": "grab" })).expect("it can be renamed");
    editor.apply(&edits["changes"][URI]);
    assert_eq!(editor.problems(), Vec::<Value>::new());
    let refused = editor.at("rename", place(&text, "take: here"), json!({ "newName": "Bad name" }));
    assert_eq!(refused.expect_err("it is no name")["message"], "`Bad name` cannot name a line");
    editor.end();
}

/// A fresh folder with rule files, each with its text.
fn folder_with(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A game that extends another and uses its line `take`, which `change` alters.
fn extending(name: &str, game: &str) -> String {
    format!(
        "language 1\nextends \"{name}\"\ngame \"{game}\" {{\n  source \"none\"\n}}\nchange land {{\n  take: here is own -> stop\n}}\n\
         test \"it stops\" {{\n  play K-1 a\n  expect by take\n}}\n"
    )
}

/// Positions of tests name marks and counters, too.
#[test]
fn every_mark_and_counter_of_a_shipped_game_can_be_renamed() {
    let mut renamed = 0;
    for name in variants::names() {
        let source = variants::source(name).expect("it is shipped");
        let analysis = Analysis::new(source.clone(), &variants::library);
        let of_board = |kind| matches!(kind, NameKind::Mark | NameKind::Counter);
        for defined in analysis.names().iter().filter(|name| name.defines && of_board(name.kind)) {
            // A mark of the game that it extends is renamed there.
            let Ok((_, shared)) = analysis.renamable(defined.range.start) else { continue };
            let mut text = source.text.clone();
            for edit in analysis.rename(&shared, "renamed_here").expect("the name is free").iter().rev() {
                text.replace_range(edit.range.clone(), &edit.replacement);
            }
            let found = check_with_examples(Source::new(source.name.clone(), text), &variants::library);
            let errors = found.problems.iter().filter(|problem| problem.is_error()).count();
            assert_eq!(errors, 0, "{name}: {}", defined.text);
            renamed += 1;
        }
    }
    assert!(renamed >= 60, "{renamed} names");
}

#[test]
fn names_are_found_and_renamed_in_all_files_that_extend_one_another() {
    let base = shipped("boola");
    let (near, far) = (extending("base", "Near"), extending("../near", "Far"));
    // A file of another family, and one that knows the name only from a comment.
    let (foreign, quiet) = (shipped("boola"), "language 1\nextends \"base\"\ngame \"Quiet\" {\n  source \"take\"\n}\n");
    let files = [
        ("base.uur", base.as_str()),
        ("near.uur", &near),
        ("below/near.uur", &extending("../base", "Below")),
        ("foreign.uur", &foreign),
        ("quiet.uur", quiet),
        ("node_modules/other.uur", &near),
    ];
    let folder = folder_with("family", &files);
    let mut editor = Editor::start_in(&folder);
    // A file that is not saved counts as it is in the editor, also one that does not exist.
    let unsaved = folder.join("unsaved.uur");
    for (path, text) in
        [(folder.join("near.uur"), near.clone() + "# longer\n"), (unsaved.clone(), far.replace("../near", "near"))]
    {
        let document = json!({ "uri": uri(&path), "languageId": "uur", "version": 0, "text": text });
        editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }
    let from_far = place(&far, "by take");
    let params = |place: (u32, u32)| {
        json!({ "textDocument": { "uri": uri(&unsaved) }, "position": position((place.0, place.1 + 3)),
                "context": { "includeDeclaration": true }, "newName": "grab" })
    };
    let found = editor.ask("textDocument/references", params(from_far)).expect("it is answered");
    let mut files: Vec<String> = found.as_array().expect("a list").iter().map(|found| file_of(&found["uri"])).collect();
    files.dedup();
    files.sort();
    assert_eq!(files, ["base.uur", "near.uur", "unsaved.uur"]);
    let edits = editor.ask("textDocument/rename", params(from_far)).expect("it can be renamed");
    let changes = edits["changes"].as_object().expect("there are changes");
    let numbers = |file: &str| changes.get(&uri(&folder.join(file))).and_then(Value::as_array).map(Vec::len);
    assert_eq!((numbers("base.uur"), numbers("near.uur"), numbers("unsaved.uur")), (Some(3), Some(2), Some(2)));
    assert_eq!(changes.len(), 3);
    // From the file that is extended, the name is renamed in the same files.
    let of_base = json!({ "uri": uri(&folder.join("base.uur")), "languageId": "uur", "version": 0, "text": base });
    editor.tell("textDocument/didOpen", json!({ "textDocument": of_base }));
    let at = place(&base, "take: here");
    let params = |new: &str| json!({ "textDocument": { "uri": uri(&folder.join("base.uur")) }, "position": position(at), "newName": new });
    assert_eq!(editor.ask("textDocument/rename", params("grab")), Ok(edits));
    // A name that one of the files has already is taken for all.
    std::fs::write(
        folder.join("quiet.uur"),
        quiet.to_string() + "change land {\n  before take: grab: here is own -> stop\n}\n",
    )
    .expect("a file can be written");
    let refused = editor.ask("textDocument/rename", params("grab")).expect_err("the name is taken");
    let message = refused["message"].as_str().expect("a text");
    assert!(
        message.starts_with("`grab` is already the name of a line in ") && message.ends_with("quiet.uur"),
        "{message}"
    );
    editor.end();
}

fn file_of(uri: &Value) -> String {
    uri.as_str().and_then(|uri| uri.rsplit('/').next()).expect("a URI").to_string()
}

#[test]
fn uses_of_a_shipped_line_are_found_in_the_shipped_game_too() {
    let text = extending("boola", "It");
    let mut editor = Editor::with(&text);
    let context = json!({ "context": { "includeDeclaration": true } });
    let found = editor.at("references", place(&text, "take: here"), context).expect("it is answered");
    let files: Vec<String> = found.as_array().expect("a list").iter().map(|found| file_of(&found["uri"])).collect();
    assert_eq!(files, ["untitled:game.uur", "untitled:game.uur", "boola.uur", "boola.uur", "boola.uur"]);
    let refused = editor.at("rename", place(&text, "take: here"), json!({ "newName": "grab" }));
    let message = refused.expect_err("it is shipped")["message"].to_string();
    assert!(message.contains("is defined in `boola.uur`"), "{message}");
    editor.end();
}

#[test]
fn files_that_are_gone_are_answered() {
    let base = shipped("boola");
    let folder = folder_with("gone", &[("base.uur", &base)]);
    let mut editor = Editor::start_in(&folder);
    let text = extending("base", "It");
    let path = folder.join("it.uur");
    let document = json!({ "uri": uri(&path), "languageId": "uur", "version": 0, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(editor.problems(), Vec::<Value>::new());
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    editor.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&folder.join("base.uur")), "type": 3 }] }),
    );
    assert_eq!(editor.problems()[0]["code"], "E0501");
    let params = json!({ "textDocument": { "uri": uri(&path) }, "position": position(place(&text, "take: here")),
                         "context": { "includeDeclaration": true }, "newName": "grab" });
    for method in ["hover", "references", "rename", "definition", "completion", "codeLens", "codeAction"] {
        // An answer or an error, but not silence.
        let _ = editor.ask(&format!("textDocument/{method}"), params.clone());
    }
    let gone = json!({ "textDocument": { "uri": uri(&folder.join("base.uur")) }, "position": position((0, 0)) });
    let refused = editor.ask("textDocument/hover", gone).expect_err("it is not open");
    assert!(refused["message"].as_str().is_some_and(|text| text.ends_with("base.uur` is not open")), "{refused}");
    // A file that is no text.
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("base.uur"), b"\xff\xfe").expect("a file can be written");
    editor.tell(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&folder.join("base.uur")), "type": 1 }] }),
    );
    assert!(editor.problems()[0]["message"].as_str().is_some_and(|text| text.contains("cannot be read")));
    editor.end();
}

#[test]
fn a_definition_in_an_extended_shipped_game_is_a_file() {
    let text = "language 1\nextends \"boola\"\ngame \"It\" {\n  source \"none\"\n}\nchange land {\n  take: here is own -> stop\n}\n";
    let mut editor = Editor::with(text);
    let found = editor.at("definition", place(text, "take"), json!({})).expect("it is answered");
    let path = found[0]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    let line = found[0]["range"]["start"]["line"].as_u64().expect("a number") as usize;
    let written = std::fs::read_to_string(path).expect("the file can be read");
    assert!(written.lines().nth(line).is_some_and(|line| line.starts_with("  take: here is own")), "{written}");
    editor.end();
}

#[test]
fn a_text_is_laid_out_whole_and_in_part() {
    let text = shipped("boola");
    let spoiled = text.replace("  on:   here", "on: here").replace("rows 2", "rows    2");
    let mut editor = Editor::with(&spoiled);
    let options = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.of_text("formatting", options.clone());
    assert_eq!(edits.as_array().map(Vec::len), Some(2));
    let (line, _) = place(&spoiled, "rows");
    let part = json!({ "range": range((line, 0), (line, 3)), "options": options["options"] });
    let edits = editor.of_text("rangeFormatting", part);
    assert_eq!(edits, json!([{ "range": range((line, 0), (line + 1, 0)), "newText": "  rows 2\n" }]));
    editor.end();
}

#[test]
fn tokens_symbols_folds_and_selections_are_given() {
    let text = shipped("boola");
    let mut editor = Editor::with(&text);
    let tokens = editor.of_text("semanticTokens/full", json!({}));
    let legend = &editor.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"];
    let first =
        tokens["data"].as_array().expect("a list")[..10].iter().map(|number| number.as_u64().expect("a number"));
    let first: Vec<u64> = first.collect();
    assert_eq!(first[..3], [0, 0, 8]);
    assert_eq!((&legend[first[3] as usize], &legend[first[8] as usize]), (&json!("namespace"), &json!("number")));
    let symbols = editor.of_text("documentSymbol", json!({}));
    assert_eq!((&symbols[0]["name"], &symbols[1]["name"]), (&json!("Boola"), &json!("pits")));
    let hints = editor.of_text("inlayHint", json!({ "range": range((0, 0), (99, 0)) }));
    let (line, column) = place(&text, "land {");
    assert_eq!((&hints[0]["label"], &hints[0]["position"]), (&json!("else -> stop"), &position((line, column + 6))));
    let folds = editor.of_text("foldingRange", json!({}));
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(2), &json!(11)));
    let places = json!({ "positions": [position(place(&text, "occupied -> relay"))] });
    let selection = editor.of_text("selectionRange", places);
    assert!(selection[0]["parent"]["parent"]["range"].is_object(), "{selection}");
    editor.end();
}

/// A game without a name for its only line.
const PLAIN: &str = "language 1\n\ngame \"Plain\" {\n  source \"none\"\n}\n\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\n\
    sow counterclockwise {\n  from own pit\n}\n\nland {\n  here holds 2 -> capture here\n}\n\n\
    end {\n  no move -> each takes own row\n  win most seeds\n}\n\ntest \"a move\" {\n  play C\n  expect by move\n}\n";

#[test]
fn refactorings_keep_the_meaning() {
    let folder = folder_with("refactorings", &[("plain.uur", PLAIN)]);
    let path = folder.join("plain.uur");
    let here = uri(&path);
    let able = json!({ "workspace": { "workspaceEdit": { "resourceOperations": ["create"] } } });
    let mut editor = Editor::start(able);
    let document = json!({ "uri": here, "languageId": "uur", "version": 0, "text": PLAIN });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let mut actions = |of: &str| {
        let at = place(PLAIN, of);
        let context = json!({ "diagnostics": [], "only": ["refactor"] });
        let params = json!({ "textDocument": { "uri": here }, "range": range(at, at), "context": context });
        editor.ask("textDocument/codeAction", params).expect("it is answered")
    };
    let meaning = |text: &str| {
        std::fs::write(&path, text).expect("a file can be written");
        let source = uur_cli::files::source(&path.to_string_lossy()).expect("it can be read");
        Analysis::new(source, &uur_cli::files::library).game().map(|game| game.meaning())
    };
    // The edits of an answer, which do not overlap, the last one first.
    let edited = |edits: &Value| {
        let mut lines: Vec<String> = PLAIN.split('\n').map(str::to_string).collect();
        for edit in edits.as_array().expect("a list").iter().rev() {
            let [start, end] = ["start", "end"].map(|end| edit["range"][end].clone());
            let [line, last] = [&start, &end].map(|place| place["line"].as_u64().expect("a line") as usize);
            let [from, to] = [&start, &end].map(|place| place["character"].as_u64().expect("a column") as usize);
            assert_eq!(line, last);
            lines[line].replace_range(from..to, edit["newText"].as_str().expect("a text"));
        }
        lines.join("\n")
    };
    for (of, title, makes) in [
        ("6\n", "make 6 a parameter", "}\n\nparam pits = 6 in 3..12\n"),
        ("4 each", "make 4 a parameter", "seeds seeds each"),
        ("2 -> ", "make 2 a parameter", "here holds land_number -> capture here"),
        ("here holds", "name this line", "\n  line: here holds 2"),
    ] {
        let found = actions(of);
        let action = found.as_array().expect("a list").iter().find(|action| action["title"] == title);
        let text = edited(&action.unwrap_or_else(|| panic!("{found}"))["edit"]["changes"][&here]);
        assert!(text.contains(makes), "{text}");
        assert_eq!(meaning(&text), meaning(PLAIN), "{text}");
    }
    // What is given a name has no second one, and a number of the language is none of the game.
    assert_eq!(actions("language 1"), json!([]));
    assert_eq!(actions("no move").as_array().map(Vec::len), Some(1));

    let found = actions("game \"Plain\"");
    assert_eq!(found[0]["title"], "move the rules into a base game, plain-base.uur");
    let [create, base, rest] = [0, 1, 2].map(|at| &found[0]["edit"]["documentChanges"][at]);
    assert_eq!((&create["kind"], &create["uri"]), (&json!("create"), &json!(uri(&folder.join("plain-base.uur")))));
    let [base, rest] = [base, rest].map(|edit| edit["edits"][0]["newText"].as_str().expect("a text"));
    std::fs::write(folder.join("plain-base.uur"), base).expect("a file can be written");
    assert_eq!(rest.matches("extends \"plain-base\"").count() + rest.matches("test \"a move\"").count(), 2);
    assert!(!rest.contains("board") && !base.contains("test"), "{base}{rest}");
    assert_eq!(meaning(rest), meaning(PLAIN));
    editor.end();
}

#[test]
fn links_and_names_of_all_files_are_given() {
    let base = shipped("boola");
    let files = [("base.uur", base.as_str()), ("near.uur", &extending("base", "Near"))];
    let folder = folder_with("all", &files);
    let mut editor = Editor::start_in(&folder);
    let near = uri(&folder.join("near.uur"));
    let document = json!({ "uri": near, "languageId": "uur", "version": 0, "text": files[1].1 });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let links =
        editor.ask("textDocument/documentLink", json!({ "textDocument": { "uri": near } })).expect("it is answered");
    let at = place(files[1].1, "base\"");
    assert_eq!(links, json!([{ "range": range(at, (at.0, at.1 + 4)), "target": uri(&folder.join("base.uur")) }]));
    let mut named = |query: &str| -> Vec<(String, String)> {
        let found = editor.ask("workspace/symbol", json!({ "query": query })).expect("it is answered");
        let symbol = |found: &Value| (found["name"].as_str().unwrap().to_string(), file_of(&found["location"]["uri"]));
        found.as_array().expect("a list").iter().map(symbol).collect()
    };
    assert_eq!(named("near"), [("Near".to_string(), "near.uur".to_string())]);
    assert_eq!(named("Boo"), [("Boola".to_string(), "base.uur".to_string())]);
    let takes: BTreeSet<String> = named("take").into_iter().map(|(_, file)| file).collect();
    assert_eq!(takes.into_iter().collect::<Vec<_>>(), ["base.uur", "near.uur"]);
    assert!(named("zorch").is_empty() && named("").len() > 10);
    editor.end();
}

#[test]
fn columns_count_utf_16_units_unless_the_editor_offers_bytes() {
    let text = "language 1 # ô 😀\n# 😀\n".to_string() + &shipped("boola")["language 1\n".len()..];
    for (offered, unit, column) in [(json!([]), "utf-16", 6), (json!(["utf-8", "utf-16"]), "utf-8", 8)] {
        let mut editor = Editor::start(json!({ "general": { "positionEncodings": offered } }));
        assert_eq!(editor.capabilities["positionEncoding"], unit);
        editor.open(&text.replace("# 😀\n", "/* 😀 */ x\n"));
        let problem = &editor.problems()[0];
        assert_eq!(problem["range"]["start"], position((1, 0)));
        // The place behind the emoji.
        editor.change(range((1, column - 1), (1, column + 5)), "");
        editor.change(range((1, 0), (1, 2)), "#");
        assert_eq!(editor.problems(), Vec::<Value>::new());
        editor.end();
    }
}

#[test]
fn tests_are_run_and_the_failing_line_is_shown() {
    let text = shipped("boola").replace("expect south wins\n", "expect north wins\n");
    let mut editor = Editor::with(&text);
    let title = "a player who has no stones left loses";
    let run = json!({ "command": "uur.runTest", "arguments": [URI, title] });
    let result = editor.ask("workspace/executeCommand", run).expect("it runs");
    let (line, column) = place(&text, "north wins");
    assert_eq!((&result["title"], &result["failure"]["line"]), (&json!(title), &json!(line)));
    let lenses = editor.of_text("codeLens", json!({}));
    let failed =
        lenses.as_array().expect("a list").iter().find(|lens| lens["range"]["start"] == position((line, column)));
    let shown = failed.expect("it is shown")["command"]["title"].as_str().expect("a text");
    assert!(shown.starts_with("expected north wins"), "{shown}");
    let all = json!({ "command": "uur.runTests", "arguments": [URI] });
    let results = editor.ask("workspace/executeCommand", all).expect("they run");
    let failed = results.as_array().expect("a list").iter().filter(|result| result["failure"].is_object()).count();
    assert_eq!(failed, 2);
    let hover = editor.at("hover", place(&text, "take: here"), json!({})).expect("it is answered");
    let shown = hover["contents"]["value"].as_str().expect("a text");
    assert!(shown.ends_with("In the tests this line had an effect 10 times.\n"), "{shown}");
    editor.end();
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let mut editor = Editor::with("land {\n");
    let code = |answer: Result<Value, Value>| answer.expect_err("it is refused")["code"].as_i64();
    let unknown = json!({ "textDocument": { "uri": "file:///nowhere.uur" }, "position": position((0, 0)) });
    assert_eq!(code(editor.ask("textDocument/hover", unknown)), Some(-32602));
    assert_eq!(code(editor.at("completion", (99, 0), json!({}))), Some(-32602));
    assert_eq!(code(editor.ask("textDocument/rename", json!({ "newName": 5 }))), Some(-32602));
    assert_eq!(code(editor.ask("textDocument/hover", Value::Null)), Some(-32602));
    assert_eq!(code(editor.ask("textDocument/rules", json!({}))), Some(-32601));
    let backwards = json!({ "range": range((0, 3), (0, 1)), "context": { "diagnostics": [] } });
    assert_eq!(code(editor.at("codeAction", (0, 0), backwards)), Some(-32602));
    for arguments in [json!([]), json!([URI]), json!([URI, "no test"]), json!([1, 2])] {
        let run = json!({ "command": "uur.runTest", "arguments": arguments });
        assert!(editor.ask("workspace/executeCommand", run).is_err());
    }
    // Notifications that cannot be read are ignored, and changes outside of the text are made at its end.
    editor.tell("textDocument/didChange", json!({ "textDocument": 1 }));
    editor.tell("textDocument/didClose", Value::Null);
    editor.change(range((7, 7), (9, 9)), "}\n");
    assert!(editor.at("completion", (1, 1), json!({})).is_ok());
    editor.end();
}

#[test]
fn a_server_begins_with_initialize_and_ends_with_exit() {
    let (connection, of_server) = Connection::memory();
    let server = thread::spawn(move || serve(&of_server).expect("the protocol is followed"));
    let request = Request::new(1.into(), "textDocument/hover".to_string(), json!({}));
    connection.sender.send(request.into()).expect("the server listens");
    let Ok(Message::Response(Response { response_result: Err(error), .. })) = connection.receiver.recv() else {
        panic!("the request is refused")
    };
    assert_eq!(error.code, -32002);
    connection.sender.send(Notification::new("exit".to_string(), ()).into()).expect("the server listens");
    assert_eq!(server.join().expect("it does not panic"), ConnectionEnd::Exit { orderly: false });
}

/// Asks all that an editor asks of a text while it is written. Only some texts are `mended`, which takes longest.
fn ask_everything(editor: &mut Editor, text: &str, mended: bool) {
    editor.change(Value::Null, text);
    let last_line = text.rsplit('\n').next().unwrap_or("");
    let end = (text.matches('\n').count() as u32, last_line.encode_utf16().count() as u32);
    for method in ["completion", "hover", "definition", "documentHighlight"] {
        editor.at(method, end, json!({})).unwrap_or_else(|error| panic!("{method}: {error} in {text}"));
    }
    let options = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
    let places = json!({ "positions": [position(end)] });
    for method in ["semanticTokens/full", "documentSymbol", "foldingRange", "codeLens"] {
        editor.of_text(method, Value::Null);
    }
    editor.of_text("formatting", options);
    editor.of_text("selectionRange", places);
    if mended {
        editor.of_text("codeAction", json!({ "range": range((0, 0), end), "context": { "diagnostics": [] } }));
    }
}

#[test]
fn texts_beyond_reason_are_answered() {
    let table = |line: String| format!("land {{\n  {line} -> stop\n}}\n");
    let texts = [
        table("(".repeat(50_000)),
        table(format!("{}here is own{}", "(".repeat(30_000), ")".repeat(30_000))),
        table("after move ".repeat(10_000) + "no move"),
        table("any own pit where ".repeat(10_000) + "here is empty"),
        table("here is own and ".repeat(1_000) + "seed is last"),
        "x".repeat(100_000),
        "{".repeat(10_000),
        "}\n\"".repeat(1_000),
        "# much\n".repeat(200_000),
    ];
    let mut editor = Editor::with("");
    for text in &texts {
        ask_everything(&mut editor, text, true);
    }
    let problems = editor.problems();
    assert_eq!(problems[0]["message"], "the file is larger than 1 MiB, so it is not read");
    editor.end();
}

#[test]
fn every_prefix_of_a_game_is_answered() {
    let text = shipped("wari-ashanti");
    let mut editor = Editor::with("");
    let ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
    let ends = ends.enumerate().step_by(series::step(1, 3));
    ends.for_each(|(number, end)| ask_everything(&mut editor, &text[..end], number % 16 == 0));
    editor.end();
}

#[test]
fn a_game_without_any_one_of_its_tokens_is_answered() {
    let text = shipped("wari-ashanti");
    let mut editor = Editor::with("");
    let tokens = Analysis::new(Source::new("it.uur", &*text), &variants::library).tokens();
    for (number, token) in tokens.iter().enumerate() {
        let rest = format!("{}{}", &text[..token.range.start], &text[token.range.end..]);
        ask_everything(&mut editor, &rest, number % 8 == 0);
    }
    editor.end();
}

/// Runs the program with an input, and returns its exit code, its answers and its errors.
fn answers(input: &[u8]) -> (Option<i32>, Vec<Value>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(["lsp", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("it is piped");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it is text");
    let bodies = text.split("Content-Length: ").skip(1).map(|frame| {
        let (length, body) = frame.split_once("\r\n\r\n").expect("a frame has a header");
        assert_eq!(length.parse(), Ok(body.len()));
        serde_json::from_str(body).expect("an answer is JSON")
    });
    (output.status.code(), bodies.collect(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn framed(message: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes(), message].concat()
}

fn request(id: i32, method: &str) -> Vec<u8> {
    framed(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} }).to_string().as_bytes())
}

fn exit() -> Vec<u8> {
    framed(br#"{"jsonrpc":"2.0","method":"exit"}"#)
}

/// The program itself ends as the protocol demands.
#[test]
fn the_program_ends_with_its_input() {
    let start = request(1, "initialize");
    let cases = [
        ([start.clone(), request(2, "shutdown"), exit()].concat(), 0),
        ([start.clone(), exit()].concat(), 1),
        (start, 1),
        (vec![], 1),
    ];
    for (input, code) in cases {
        let (ended, answers, errors) = answers(&input);
        assert_eq!(ended, Some(code), "{}\n{errors}", String::from_utf8_lossy(&input));
        assert_eq!(answers.is_empty(), input.is_empty());
    }
}

#[test]
fn a_frame_without_a_message_is_refused_and_the_next_one_is_read() {
    let cases: [(&[u8], i32, Value); 7] = [
        (b"hello", -32700, Value::Null),
        (b"", -32700, Value::Null),
        (b"{\"jsonrpc\":\"2.0\",\"id\":7", -32700, Value::Null),
        (b"\"\xff\xfe\"", -32700, Value::Null),
        (b"[1, 2]", -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":"seven"}"#, -32600, json!("seven")),
        (br#"{"jsonrpc":"2.0","id":99999999999,"method":"shutdown"}"#, -32600, json!(99_999_999_999_u64)),
    ];
    for (body, code, id) in cases {
        let input = [request(1, "initialize"), framed(body), request(2, "shutdown"), exit()].concat();
        let (ended, answers, errors) = answers(&input);
        assert_eq!(ended, Some(0), "{errors}");
        let refusal = answers.iter().find(|answer| answer["error"].is_object()).expect("it is refused");
        assert_eq!((&refusal["error"]["code"], &refusal["id"]), (&json!(code), &id), "{refusal}");
        assert!(answers.iter().any(|answer| answer["id"] == 2 && answer["result"].is_null()), "{answers:?}");
    }
}

#[test]
fn a_frame_without_a_length_ends_the_program_with_its_reason() {
    let cases: [(&[u8], &str); 5] = [
        (b"Content-Length: many\r\n\r\n", "Content-Length is `many`, which is no length"),
        (b"Content-Type: text\r\n\r\n", "a header has no Content-Length"),
        (b"nonsense\r\n\r\n", "`nonsense` is no header"),
        (b"Content-Length: 99999999999999999\r\n\r\n{}", "the input ends after 2 of 99999999999999999 bytes"),
        (b"Content-Length: 5", "a header is not ended by a line break"),
    ];
    for (frame, reason) in cases {
        let (ended, answers, errors) = answers(&[request(1, "initialize"), frame.to_vec()].concat());
        assert_eq!(ended, Some(2), "{errors}");
        assert!(errors.contains("the editor's messages cannot be read") && errors.contains(reason), "{errors}");
        let refused = answers.iter().any(|answer| answer["id"].is_null() && answer["error"].is_object());
        assert!(refused, "{answers:?}");
    }
}

#[test]
fn requests_out_of_order_are_refused() {
    let input = [request(1, "textDocument/hover"), request(2, "initialize"), request(3, "initialize")];
    let input = [input.concat(), request(4, "shutdown"), request(5, "textDocument/hover"), exit()].concat();
    let (ended, answers, errors) = answers(&input);
    assert_eq!(ended, Some(0), "{errors}");
    let code = |id: i32| answers.iter().find(|answer| answer["id"] == id).map(|answer| answer["error"]["code"].clone());
    let codes: Vec<Option<Value>> = (1..=5).map(code).collect();
    let expected = [json!(-32002), Value::Null, json!(-32600), Value::Null, json!(-32600)];
    assert_eq!(codes, expected.map(Some));
}

#[test]
fn lenses_stay_while_a_word_is_written() {
    let mut editor = Editor::with(&shipped("boola"));
    let lenses = editor.of_text("codeLens", json!({}));
    assert!(lenses.as_array().is_some_and(|lenses| lenses.len() > 10), "{lenses}");
    let titles = |lenses: &Value| -> Vec<Value> {
        lenses.as_array().expect("a list").iter().map(|lens| lens["command"].clone()).collect()
    };
    for half_typed in ["rel", "relay {", "\""] {
        editor.change(Value::Null, &shipped("boola").replacen("relay", half_typed, 1));
        assert!(!editor.problems().is_empty());
        assert_eq!(titles(&editor.of_text("codeLens", json!({}))), titles(&lenses), "{half_typed}");
    }
    editor.end();
}

#[test]
fn lenses_over_the_game_count_moves_and_play_it() {
    let mut editor = Editor::with(&shipped("kalah"));
    let lenses = editor.of_text("codeLens", json!({}));
    let titles: Vec<&str> = lenses
        .as_array()
        .expect("a list")
        .iter()
        .map(|lens| lens["command"]["title"].as_str().expect("a text"))
        .collect();
    assert_eq!(titles[1..4], ["perft", "random games", "play in terminal"]);
    let commands = &editor.capabilities["executeCommandProvider"]["commands"];
    for lens in lenses.as_array().expect("a list") {
        assert!(commands.as_array().expect("a list").contains(&lens["command"]["command"]), "{lens}");
    }
    let mut run = |number: usize| editor.ask("workspace/executeCommand", lenses[number]["command"].clone());
    let perft = run(1).expect("it runs");
    assert_eq!(perft["perft"][0], 6);
    let series = run(2).expect("it runs");
    let counts = ["south", "north", "draws", "unfinished"].map(|name| series[name].as_u64().expect("a number"));
    assert_eq!(counts.iter().sum::<u64>(), series["games"].as_u64().expect("a number"));
    assert_eq!(run(3).expect_err("it is no file")["message"], "the document is no file yet; save it to play it");
    let shown: Vec<String> = editor
        .notifications
        .iter()
        .filter(|told| told.method == "window/showMessage")
        .map(|told| told.params["message"].to_string())
        .collect();
    assert!(shown[0].contains("Kalah: sequences of 1 to ") && shown[1].contains("South wins "), "{shown:?}");

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lens game's.uur");
    std::fs::write(&path, shipped("kalah")).expect("a file can be written");
    let uri = uri(&path).replace(' ', "%20");
    let document = json!({ "uri": uri, "languageId": "uur", "version": 0, "text": shipped("kalah") });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let run = json!({ "command": "uur.play", "arguments": [uri] });
    let line = editor.ask("workspace/executeCommand", run).expect("it runs")["line"].as_str().map(str::to_string);
    assert!(line.is_some_and(|line| line.ends_with("lens game'\\''s.uur' --watch")));
    editor.end();
}
