//! Help while a line is typed: hints with the result of a move, and completion of words.

use std::path::Path;

use super::commands::{self, COMMANDS, CompletionKind, OPPONENTS, ReplCommand};
use super::game_session::GameSession;
use super::interpreter::{Repl, advance, is_between_steps, step_words};
use crate::files;
use uur::check::Settings;
use uur::engine::Move;
use uur::explain;
use uur::match_play::NextStep;
use uur::notation::{in_case_of, pit_name, read_move, write_move};
use uur::rules::{Parameter, Values};
use uur::variants;

/// The longest hint, in characters.
const LONGEST_HINT: usize = 100;
/// Hints are cut to fit the input line, but not below this length.
const SHORTEST_HINT: usize = 20;
/// The characters around a hint, with room for the cursor.
const AROUND_HINT: usize = "  ->  ...".len() + 1;

/// Returns the result of the last move of a line, played on a copy of the session.
pub fn hint(repl: &Repl, line: &str) -> Option<String> {
    let taken = repl.prompt().len() + line.chars().count() + AROUND_HINT;
    let mut words: Vec<&str> = step_words(line).collect();
    if let Some(&("step" | "moves")) = words.first() {
        words.remove(0);
    }
    let (last, earlier) = words.split_last()?;
    if line.ends_with(is_between_steps) || !repl.is_step(words[0]) {
        return None;
    }
    let session = after_steps(repl, earlier)?;
    let position = session.position();
    let own = in_case_of(&session.game().program, position.to_move, last);
    let m = read_move(&session.game().program, position.to_move, own.as_deref().unwrap_or(last)).ok()?;
    let text = match session.game().program.check(position, m) {
        Ok(()) => {
            let result = session.preview(m);
            result.split_once(": ").map_or(result.clone(), |(_, what)| what.to_string())
        }
        Err(error) => format!("not a move: {}", explain::refusal(session.game(), position, m, error).0),
    };
    let line = text.lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let room = repl.style.width.map_or(LONGEST_HINT, |width| width.saturating_sub(taken));
    let cut: String = line.chars().take(room.clamp(SHORTEST_HINT, LONGEST_HINT)).collect();
    Some(format!("  -> {cut}{}", if cut.len() < line.len() { " ..." } else { "" }))
}

/// The most values of a range that are offered.
const LONGEST_SPAN: usize = 100;

/// The session after some steps; `None` if they are not legal.
fn after_steps(repl: &Repl, words: &[&str]) -> Option<GameSession> {
    let mut session = repl.session.clone();
    let mut chance = repl.chance.clone();
    for word in words {
        advance(&mut session, word, &mut chance, repl.style).ok()?;
    }
    Some(session)
}

/// Returns where the last word of a line begins, and its possible completions.
pub fn completions(repl: &Repl, line: &str) -> (usize, Vec<String>) {
    let start = line.rfind(is_between_steps).map_or(0, |blank| blank + 1);
    let (before, word) = (&line[..start], &line[start..]);
    let given: Vec<&str> = step_words(before).collect();
    let mut all = match given.split_first() {
        None => steps(repl, &[]).into_iter().chain(COMMANDS.iter().map(named)).collect(),
        Some((first, _)) if repl.is_step(first) => steps(repl, &given),
        Some((first, given)) => {
            commands::lookup(first).map_or(vec![], |command| arguments(repl, command.completion, given, word))
        }
    };
    let low = word.to_lowercase();
    all.retain(|candidate| candidate.to_lowercase().starts_with(&low));
    (start, all)
}

/// What may follow the arguments that are given already.
fn arguments(repl: &Repl, completes: CompletionKind, given: &[&str], word: &str) -> Vec<String> {
    let strings = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let argument = |words: &[&[&str]], number: usize| words.get(number).map_or(vec![], |words| strings(words));
    match (completes, given) {
        (CompletionKind::Nothing, _) => vec![],
        (CompletionKind::GameAndOpponent, [_, between @ .., "vs"]) if between.iter().all(|word| word.contains('=')) => {
            argument(OPPONENTS, 0)
        }
        (CompletionKind::GameAndOpponent, [_, .., "vs", _]) => argument(OPPONENTS, 1),
        (CompletionKind::GameAndOpponent, [_, .., "vs", _, "as"]) => argument(OPPONENTS, 2),
        (CompletionKind::Game | CompletionKind::GameAndOpponent, []) => {
            variants::names().map(str::to_string).chain(paths(word, true)).collect()
        }
        (CompletionKind::Game | CompletionKind::GameAndOpponent, [game, ..]) => {
            let game = files::open(game, &Settings::new());
            let parameters = game.map_or(vec![], |game| assignments(&game.rules.parameters, word));
            let opponent = (completes == CompletionKind::GameAndOpponent).then(|| "vs".to_string());
            parameters.into_iter().chain(opponent).collect()
        }
        (CompletionKind::Files, []) => paths(word, false),
        (CompletionKind::Moves, _) => steps(repl, given),
        (CompletionKind::MovesOr(words), []) => strings(words).into_iter().chain(steps(repl, given)).collect(),
        (CompletionKind::ForbiddenMovesOr(words), []) => {
            strings(words).into_iter().chain(forbidden_moves(repl)).collect()
        }
        (CompletionKind::ForbiddenMovesOr(_), ["not"]) => forbidden_moves(repl),
        (CompletionKind::Pages, []) => explain::pages().chain(variants::names()).map(str::to_string).collect(),
        (CompletionKind::Parameters, _) => assignments(&repl.session.game().rules.parameters, word),
        (CompletionKind::Commands, []) => COMMANDS.iter().map(|command| command.name.to_string()).collect(),
        (CompletionKind::These(words), _) => argument(words, given.len()),
        (
            CompletionKind::Files
            | CompletionKind::MovesOr(_)
            | CompletionKind::ForbiddenMovesOr(_)
            | CompletionKind::Pages
            | CompletionKind::Commands,
            _,
        ) => vec![],
    }
}

/// The names of parameters; once a name is typed, its assignments.
pub fn assignments(parameters: &[Parameter], word: &str) -> Vec<String> {
    let of = |parameter: &Parameter| match word.split_once('=') {
        Some((name, _)) if name == parameter.name => settings(parameter),
        _ => vec![format!("{}=", parameter.name)],
    };
    parameters.iter().flat_map(of).collect()
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

/// The legal moves after some steps, or the signs and results of a lot that is due.
fn steps(repl: &Repl, earlier: &[&str]) -> Vec<String> {
    let Some(session) = after_steps(repl, earlier) else { return vec![] };
    let (program, lot) = (&session.game().program, session.game().rules.lot.as_ref());
    match (session.sign, session.play.due()) {
        (Some(_), _) => lot.map_or(vec![], |lot| lot.signs.clone()),
        (None, NextStep::Lot(_)) => {
            let signs = lot.map_or(vec![], |lot| lot.signs.clone());
            signs.into_iter().chain(["@south".to_string(), "@north".to_string()]).collect()
        }
        (None, NextStep::Move(_)) => {
            program.legal_moves(session.position()).into_iter().map(|m: Move| write_move(program, m)).collect()
        }
        (None, NextStep::Round | NextStep::Nothing(_)) => vec![],
    }
}

/// The pits of the player to move that may not be played.
fn forbidden_moves(repl: &Repl) -> Vec<String> {
    let session = &repl.session;
    let program = &session.game().program;
    let legal = steps(repl, &[]);
    let pits = program.layout().pits_of(session.position().to_move).map(|pit| pit_name(program, pit).to_string());
    pits.filter(|pit| !legal.contains(pit)).collect()
}

/// Files and folders whose paths begin with `path`.
fn paths(path: &str, rules: bool) -> Vec<String> {
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
    fn moves_are_completed_as_they_become_legal() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        let after = |line: &str| completions(&repl, line).1;
        assert!(after("").starts_with(&["A".to_string()]) && after("").contains(&"play ".to_string()));
        assert_eq!(after("C "), ["A", "B", "D", "E", "F"], "C ends in the store and gives a bonus move");
        assert_eq!(after("C,A,"), ["a", "b", "c", "d", "e", "f"]);
        assert_eq!(completions(&repl, "moves C a"), (8, vec!["A".to_string()]));
        assert_eq!(after("C C "), Vec::<String>::new());
    }

    #[test]
    fn forbidden_moves_are_completed_for_whynot() {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        repl.line("C");
        for line in ["whynot ", "why not "] {
            assert_eq!(completions(&repl, line).1, ["C"]);
        }
        assert_eq!(completions(&repl, "why n").1, ["not"]);
    }

    #[test]
    fn each_argument_has_its_own_words() {
        let repl = Repl::new(Style::default(), 1);
        let after = |line: &str| completions(&repl, line).1;
        assert_eq!(after("play kal"), ["kalah", "kale"]);
        assert_eq!(after("play kalah pit"), ["pits="]);
        assert_eq!(after("play kalah pits=1"), ["pits=1", "pits=10", "pits=11", "pits=12"]);
        assert_eq!(after("play kalah v"), ["vs"]);
        assert_eq!(after("play kalah pits=3 vs e"), ["easy"]);
        assert_eq!(after("vs "), ["easy", "casual", "fair", "medium", "hard", "master", "nobody", "5s"]);
        assert_eq!(after("vs easy "), ["as"]);
        assert_eq!(after("vs easy as n"), ["north"]);
        assert_eq!(after("play kalah vs easy as b"), ["both"]);
        assert_eq!(after("show kalah v"), Vec::<String>::new());
        assert_eq!(after("explain rela"), ["relay"]);
        assert_eq!(after("explain relay rela"), Vec::<String>::new());
        assert_eq!(after("hint "), ["play"]);
        assert_eq!(after("hint play "), Vec::<String>::new());
        assert_eq!(after("help wh"), ["why", "whynot"]);
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
