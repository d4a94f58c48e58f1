//! Commands that turn play into tests of the rule file.

use std::fs;
use std::path::Path;

use super::super::game_session::GameSession;
use super::super::interpreter::{Repl, ReplResult, Reply};
use super::games::{no_file, unwritten, way_to_copy};
use super::moves::no_move_yet;
use crate::files::{self, OutputKind, WriteError};
use uur::check::Settings;
use uur::diagnostic::Diagnostic;
use uur::engine::Position;
use uur::game::Game;
use uur::match_play::Step;
use uur::source::{Source, SourceId, spoils_title};
use uur::syntax;
use uur::text_layout::paragraph;
use uur_testing::authoring;

/// `test "TITLE"`: the game so far; `test last "TITLE"`: the last move only.
pub fn test(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    let path = own_file(session)?;
    let (last, title) = match rest.strip_prefix("last").map(str::trim_start) {
        Some(title) if title.starts_with('"') || title.is_empty() => (true, title),
        _ => (false, rest),
    };
    if title.ends_with('{') {
        return Err("`test` writes a test (to play one, paste its lines `position` and `play`)".into());
    }
    let title = unquote(title);
    if title.is_empty() || title.contains('"') {
        return Err(
            "test needs a title (write for example `test \"three seeds are captured\"`, or `test last \"…\"`)".into()
        );
    }
    let (from, steps): (Option<Position>, Vec<Step>) = match (last, session.last()) {
        (false, _) => (session.play.from(), session.play.steps()),
        (true, Some(last)) => (Some(*last.before), vec![Step::Move(last.m)]),
        (true, None) => return Err(no_move_yet()),
    };
    let block = authoring::example(session.game(), title, &session.settings, from.as_ref(), &steps)
        .ok_or("the game so far cannot be replayed; undo to its start")?;
    let text = files::read(Path::new(path)).map_err(|reason| format!("`{path}` cannot be read: {reason}"))?;
    if has_test(path, &text, title) {
        return Err(format!("`{path}` has a test \"{title}\" already (choose another title)"));
    }
    let longer = format!("{text}{}\n{block}", if text.ends_with('\n') { "" } else { "\n" });
    if let Some(problem) = new_error(&session.game().sources[0], &text, &longer) {
        return Err(format!("this test would make `{path}` invalid: {problem}"));
    }
    files::write(Path::new(path), OutputKind::Edited(&text), &longer).map_err(|reason| unwritten(path, &reason))?;
    let note = format!("appended to {path}; check what it expects: a recorded test also records mistakes");
    // The change is this one, so it is no news.
    repl.changed_file();
    Ok(Reply::text(block + &paragraph(&note)))
}

/// `transcript NAME`: saves the game so far as a record beside the rule file.
pub fn transcript(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    let folder = Path::new(own_file(session)?).with_extension("");
    let name = unquote(rest);
    let is_unfit = |c: char| matches!(c, '/' | '\\') || spoils_title(c);
    if name.is_empty() || name.contains(is_unfit) || name.starts_with('.') {
        return Err("transcript needs a name (write for example `transcript opening`)".into());
    }
    let file = folder.join(format!("{name}.game"));
    if file.exists() {
        return Err(format!("`{}` already exists (choose another name)", file.display()));
    }
    let text = session.record_in(&folder).write();
    fs::create_dir_all(&folder)
        .map_err(WriteError::Failed)
        .and_then(|()| files::write(&file, OutputKind::New, &text))
        .map_err(|reason| unwritten(&file.to_string_lossy(), &reason))?;
    let file = file.display();
    let note = format!("written to {file}; `uur test` replays it in full, `uur review` accepts its transcript");
    Ok(Reply::text(text + &paragraph(&note)))
}

/// Removes the quotes around a title or name.
fn unquote(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.unwrap_or(text).trim()
}

/// The rule file of the session, if it is a file that can be written to.
fn own_file(session: &GameSession) -> Result<&str, String> {
    if session.is_file() {
        Ok(&session.opened_as)
    } else {
        Err(format!("{}, so no test can be written ({})", no_file(session), way_to_copy(session)))
    }
}

/// Returns an error that the longer text has and the text before has not.
fn new_error(file: &Source, before: &str, longer: &str) -> Option<String> {
    if longer.len() as u64 > files::MAX_TEXT {
        return Some(format!("it would be larger than {} MiB", files::MAX_TEXT >> 20));
    }
    let errors = |text: &str| {
        let source = Source { text: text.to_string(), ..file.clone() };
        let faults = Game::load(source, &files::library, &Settings::new()).err();
        let problems = faults.map_or(vec![], |faults| faults.problems);
        problems.into_iter().filter(Diagnostic::is_error).map(|problem| problem.message).collect::<Vec<String>>()
    };
    let (was, is) = (errors(before), errors(longer));
    if is.len() > was.len() { is.into_iter().last() } else { None }
}

/// Whether a rule file currently has a test with this title.
fn has_test(path: &str, text: &str, title: &str) -> bool {
    let (file, _) = syntax::parse(&Source::new(path, text), SourceId(0));
    file.is_some_and(|file| file.examples.iter().any(|example| example.title.value == authoring::title(title)))
}
