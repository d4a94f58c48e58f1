//! Refactorings: a number becomes a parameter, a line gets a name, rules become a base game. Each is offered where the
//! text that results is a game with the same meaning, and has no warning more. An editor asks at every step of the cursor.

use std::cmp::Reverse;
use std::ops::Range;

use lsp_types::{
    CodeAction, CodeActionKind, CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, ResourceOp, TextDocumentEdit, WorkspaceEdit,
};

use super::actions::workspace_edit;
use super::convert::text_edits;
use super::documents::Document;
use super::features::whole;
use super::paths::uri_of;
use super::server::Server;
use uur::analysis::{Analysis, BoundName, NameKind, OutlineItem, TextEdit, TokenKind, free_name, parameter_name};
use uur::check::Settings;
use uur::game::Game;
use uur::source::Source;
use uur::syntax;

/// How far the values of a new parameter lie from the number at most.
const MOST_AWAY: u16 = 6;

/// The refactorings at a place of a text. They are for texts without errors.
pub fn refactorings(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    range: &Range<usize>,
) -> Vec<CodeAction> {
    let Some(item) = analysis.outline().item_at(range.start) else { return vec![] };
    let Some(meaning) = analysis.game().map(|game| game.meaning()) else { return vec![] };
    let is_same = |text: &str, base: Option<&Source>| {
        let source = Source { text: text.to_string(), ..document.source() };
        let library = |name: &str, from: &Source| match base {
            Some(base) if from.name == source.name && base.name.ends_with(&format!("{name}.uur")) => {
                Ok(Some(base.clone()))
            }
            _ => server.documents.library(name, from),
        };
        let found = Analysis::new(source.clone(), &library);
        found.problems.len() <= analysis.problems.len() && found.game().is_some_and(|game| game.meaning() == meaning)
    };
    let edited = |edits: &[TextEdit]| {
        let mut text = document.text.clone();
        // Parameters may stand behind what uses them.
        let mut edits: Vec<&TextEdit> = edits.iter().collect();
        edits.sort_by_key(|edit| Reverse(edit.range.start));
        edits.into_iter().for_each(|edit| text.replace_range(edit.range.clone(), &edit.replacement));
        text
    };
    let action = |title: String, kind: CodeActionKind, edits: &[TextEdit]| CodeAction {
        title,
        kind: Some(kind),
        edit: Some(workspace_edit(document, text_edits(document, edits))),
        ..CodeAction::default()
    };
    let is_kept = |edits: &Vec<TextEdit>| is_same(&edited(edits), None);
    let mut actions = vec![];
    if let Some(number) = number_at(analysis, item, range) {
        let title = format!("make {} a parameter", &document.text[number.clone()]);
        // Values next to the number are those of the parameter as far as they make a game.
        let is_sound = |edits: &[TextEdit], name: &str, value: u16| {
            let source = Source { text: edited(edits), ..document.source() };
            let settings = Settings::from([(name.to_string(), value.to_string())]);
            Game::load_if_sound(source, &|name, from| server.documents.library(name, from), &settings).is_some()
        };
        let found = parameter(document, analysis, item, &number, is_sound).filter(is_kept);
        actions.extend(found.map(|edits| action(title, CodeActionKind::REFACTOR_EXTRACT, &edits)));
    }
    if let Some(line) = nameless_line(document, analysis, item, range) {
        let name = free_name("line", |name| is_free(analysis, name));
        let found = Some(vec![inserted(line, format!("{name}: "))]).filter(is_kept);
        actions.extend(found.map(|edits| action("name this line".into(), CodeActionKind::REFACTOR_REWRITE, &edits)));
    }
    if item.word == "game" && server.creates_files {
        actions.extend(base_game(server, document, analysis, item, is_same));
    }
    actions
}

fn inserted(at: usize, text: String) -> TextEdit {
    TextEdit { range: at..at, replacement: text }
}

/// Whether the text has no such name.
fn is_free(analysis: &Analysis, name: &str) -> bool {
    analysis.names().iter().all(|known| known.text != name)
}

/// The number at a place within a section of rules.
fn number_at(analysis: &Analysis, item: &OutlineItem, range: &Range<usize>) -> Option<Range<usize>> {
    if item.body.is_none() || matches!(item.word, "game" | "test") {
        return None;
    }
    let holds = |token: &Range<usize>| token.start <= range.start && range.end <= token.end;
    let tokens = analysis.tokens().into_iter();
    tokens.filter(|token| token.kind == TokenKind::Number).map(|token| token.range).find(holds)
}

/// Makes a number a parameter, from half to twice of it where all these values make a game.
fn parameter(
    document: &Document,
    analysis: &Analysis,
    item: &OutlineItem,
    number: &Range<usize>,
    is_sound: impl Fn(&[TextEdit], &str, u16) -> bool,
) -> Option<Vec<TextEdit>> {
    let now: u16 = document.text[number.clone()].parse().ok()?;
    let items = &analysis.outline().items;
    let before = items.iter().rfind(|item| item.word == "param").or(items.iter().find(|item| item.word == "game"))?;
    // The formatter keeps parameters together, behind the game.
    let space = if before.word == "game" { "\n\n" } else { "\n" };
    let word = document.text[..number.start].split_whitespace().next_back().unwrap_or_default();
    // With other rows it is another game.
    if word == "rows" {
        return None;
    }
    let name = parameter_name(word, item.word, |name| is_free(analysis, name));
    let edits = |low: u16, high: u16| {
        let declared = format!("{space}param {name} = {now} in {low}..{high}");
        vec![inserted(before.range.end, declared), TextEdit { range: number.clone(), replacement: name.clone() }]
    };
    let lowest = now.div_ceil(2).max(now.saturating_sub(MOST_AWAY));
    let highest = now.saturating_mul(2).min(now.saturating_add(MOST_AWAY)).max(now.saturating_add(1));
    let all = edits(lowest, highest);
    let is_sound = |value: &u16| is_sound(&all, &name, *value);
    let low = (lowest..now).rev().take_while(is_sound).last().unwrap_or(now);
    let high = (now..=highest).skip(1).take_while(is_sound).last().unwrap_or(now);
    (low < high).then(|| edits(low, high))
}

/// The beginning of the line at a place, where it may have a name and has none, and no test calls it by its first word.
fn nameless_line(document: &Document, analysis: &Analysis, item: &OutlineItem, range: &Range<usize>) -> Option<usize> {
    let line = item.lines.iter().find(|line| line.start <= range.start && range.end <= line.end)?;
    let text = &document.text[line.clone()];
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let is_cited = |name: &BoundName| name.kind == NameKind::Label && name.section == "test" && name.text == first;
    let may_be_named = text.contains("->") && !text[first.len()..].starts_with(':');
    (may_be_named && !analysis.names().iter().any(is_cited)).then_some(line.start)
}

/// Moves the rules into a file that this one then extends. The title, the sources and the tests stay.
fn base_game(
    server: &Server,
    document: &Document,
    analysis: &Analysis,
    game: &OutlineItem,
    is_same: impl Fn(&str, Option<&Source>) -> bool,
) -> Option<CodeAction> {
    let items = &analysis.outline().items;
    let (path, title) = (document.path.as_ref()?, game.title.clone()?);
    let name = format!("{}-base", path.file_stem()?.to_str()?);
    let file = path.with_file_name(format!("{name}.uur"));
    if items.iter().any(|item| item.word == "extends") || server.host.is_file(&file) {
        return None;
    }
    let text = |item: &OutlineItem| &document.text[item.range.clone()];
    let tests = items.iter().filter(|item| item.word == "test");
    let language = items.iter().find(|item| item.word == "language").map_or("", text);
    let mut base = document.text.clone();
    for test in tests.clone().rev() {
        base.replace_range(test.range.clone(), "");
    }
    base.insert_str(title.end - 1, " (base)");
    let kept: String = tests.map(|test| format!("\n\n{}", text(test))).collect();
    let rest = syntax::format(&format!("{language}\nextends \"{name}\"\n\n{}{kept}\n", text(game)));
    let base = Source { name: file.to_string_lossy().into_owned(), text: syntax::format(&base), ..document.source() };
    let uri = uri_of(&file)?;
    if !is_same(&rest, Some(&base)) {
        return None;
    }
    let edit = |uri, version, range, new_text: String| {
        DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: vec![OneOf::Left(lsp_types::TextEdit { range, new_text })],
        })
    };
    let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
    let start = lsp_types::Range::new(Position::new(0, 0), Position::new(0, 0));
    let operations = vec![
        DocumentChangeOperation::Op(ResourceOp::Create(create)),
        edit(uri, None, start, base.text),
        edit(document.uri.clone(), Some(document.version), whole(document), rest),
    ];
    Some(CodeAction {
        title: format!("move the rules into a base game, {name}.uur"),
        kind: Some(CodeActionKind::REFACTOR_EXTRACT),
        edit: Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations)),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    })
}
