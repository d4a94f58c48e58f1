//! Help while a line is typed: hints with the result of a move, and completion of words.

use std::path::Path;

use super::commands::{self, COMMANDS, CompletionKind, ReplCommand};
use super::interpreter::{Repl, advance, is_between_steps, step_words};
use uur::engine::Move;
use uur::explain;
use uur::notation::{in_case_of, read_move, write_move};
use uur::rules::{Parameter, Values};
use uur::text_layout::PAGE_WIDTH;
use uur::variants;

/// The longest hint, in characters.
const LONGEST_HINT: usize = 100;
/// Hints are cut to fit the input line, but not below this length.
const SHORTEST_HINT: usize = 20;
/// The characters around a hint, with room for the cursor.
const AROUND_HINT: usize = "  ->  ...".len() + 1;

/// Returns the result of the last move of a line, played on a copy of the session.
pub fn hint(repl: &Repl, line: &str) -> Option<String> {
    let mut session = repl.session.clone()?;
    let taken = repl.prompt().len() + line.chars().count() + AROUND_HINT;
    let mut words: Vec<&str> = step_words(line).collect();
    if let Some(&("step" | "moves")) = words.first() {
        words.remove(0);
    }
    let (last, earlier) = words.split_last()?;
    if line.ends_with(is_between_steps) || !repl.is_step(words[0]) {
        return None;
    }
    let mut chance = repl.chance.clone();
    for word in earlier {
        advance(&mut session, word, &mut chance, repl.style).ok()?;
    }
    let position = session.position();
    let own = in_case_of(&session.game.program, position.to_move, last);
    let m = read_move(&session.game.program, position.to_move, own.as_deref().unwrap_or(last)).ok()?;
    let text = match session.game.program.check(position, m) {
        Ok(()) => {
            let result = session.preview(m);
            result.split_once(": ").map_or(result.clone(), |(_, what)| what.to_string())
        }
        Err(error) => format!("not a move: {}", explain::move_error(&session.game, position, m, error, PAGE_WIDTH)),
    };
    let line = text.lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let room = repl.style.width.map_or(LONGEST_HINT, |width| width.saturating_sub(taken));
    let cut: String = line.chars().take(room.clamp(SHORTEST_HINT, LONGEST_HINT)).collect();
    Some(format!("  -> {cut}{}", if cut.len() < line.len() { " ..." } else { "" }))
}

/// The most values of a range that are offered.
const LONGEST_SPAN: usize = 100;

/// Returns where the last word of a line begins, and its possible completions.
pub fn completions(repl: &Repl, line: &str) -> (usize, Vec<String>) {
    let start = line.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let (before, word) = (line[..start].trim(), &line[start..]);
    let first = before.split_whitespace().next();
    let completes = match first {
        None => CompletionKind::Commands,
        Some(first) if repl.is_step(first) => CompletionKind::Moves,
        Some(first) => commands::find(first, None).map_or(CompletionKind::Nothing, |command| command.completion),
    };
    let mut all: Vec<String> = match completes {
        CompletionKind::Nothing => vec![],
        CompletionKind::Games => variants::names().map(str::to_string).chain(files(word, true)).collect(),
        CompletionKind::Files => files(word, false),
        CompletionKind::Moves => moves(repl),
        CompletionKind::MovesOr(words) => words.iter().map(|word| word.to_string()).chain(moves(repl)).collect(),
        CompletionKind::Pages => explain::pages().chain(variants::names()).map(str::to_string).collect(),
        CompletionKind::Parameters => repl
            .session
            .iter()
            .flat_map(|session| &session.game.rules.parameters)
            .flat_map(|parameter| match word.split_once('=') {
                Some((name, _)) if name == parameter.name => settings(parameter),
                _ => vec![format!("{}=", parameter.name)],
            })
            .collect(),
        CompletionKind::Commands => {
            let signs =
                repl.session.iter().flat_map(|session| &session.game.rules.lot).flat_map(|lot| lot.signs.clone());
            signs.filter(|_| first.is_none() && repl.asks_for_signs()).chain(COMMANDS.iter().map(named)).collect()
        }
        CompletionKind::These(words) => words.iter().map(|word| word.to_string()).collect(),
    };
    let low = word.to_lowercase();
    all.retain(|candidate| candidate.to_lowercase().starts_with(&low));
    (start, all)
}

/// All assignments of a parameter; of a long range only the beginning.
fn settings(parameter: &Parameter) -> Vec<String> {
    let values = parameter.values.iter().flat_map(|values| match values {
        Values::One(value) => vec![value.to_string()],
        Values::Span(first, last) => (*first..=*last).take(LONGEST_SPAN).map(|value| value.to_string()).collect(),
    });
    values.map(|value| format!("{}={value}", parameter.name)).collect()
}

/// The name of a command, with a blank if it takes arguments.
fn named(command: &ReplCommand) -> String {
    format!("{}{}", command.name, if command.args.is_empty() { "" } else { " " })
}

fn moves(repl: &Repl) -> Vec<String> {
    let legal = repl.session.iter().flat_map(|session| {
        let program = &session.game.program;
        program.legal_moves(session.position()).into_iter().map(|m: Move| write_move(program, m)).collect::<Vec<_>>()
    });
    legal.collect()
}

/// Files and folders whose paths begin with `path`.
fn files(path: &str, rules: bool) -> Vec<String> {
    let folder = path.rfind(std::path::is_separator).map_or("", |slash| &path[..=slash]);
    let Ok(entries) = std::fs::read_dir(if folder.is_empty() { Path::new(".") } else { Path::new(folder) }) else {
        return vec![];
    };
    let mut found: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let wanted = !name.starts_with('.') && (is_folder || !rules || name.ends_with(".uur"));
            wanted.then(|| format!("{folder}{name}{}", if is_folder { "/" } else { "" }))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::render::Style;

    #[test]
    fn parameters_are_completed_and_then_their_values() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        let after = |line: &str| completions(&repl, line).1;
        assert!(after("set p").contains(&"pits=".to_string()));
        let values: Vec<String> = (1..=12).map(|pits| format!("pits={pits}")).collect();
        assert_eq!(after("set pits="), values);
        assert_eq!(after("set seeds=3 pits=1"), ["pits=1", "pits=10", "pits=11", "pits=12"]);
    }

    #[test]
    fn step_is_completed_with_moves_and_paces() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play boola");
        let after = |line: &str| completions(&repl, line).1;
        assert_eq!(after("step s"), ["slow"]);
        assert_eq!(after("step K"), ["K", "K-1"]);
    }

    #[test]
    fn a_hint_knows_what_stands_between_moves() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        let result = |line: &str| hint(&repl, line);
        assert_eq!(result("A b"), result("A, b"));
        assert_eq!(result("A b"), result("A;b"));
        assert!(result("A,b").is_some_and(|hint| hint.starts_with("  -> 4 seeds to ")), "{:?}", result("A,b"));
        assert_eq!(result("A,"), None);
    }

    #[test]
    fn a_hint_stays_in_the_line_that_is_typed() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play layli-goobalay-berbera");
        let result = |repl: &Repl| hint(repl, "A").expect("A may be played").chars().count();
        assert!(result(&repl) > 40, "{}", result(&repl));
        for width in [40, 60, 80] {
            repl.style.width = Some(width);
            let long = "South> A".len() + result(&repl);
            assert!(long < width, "{long} in {width}");
        }
    }
}
