//! Name resolution in examples: positions, moves, pits, marks, lines and parameters.
//!
//! A running example fails at the first name that cannot be resolved. `uur check` reports all of them at once.

use std::collections::BTreeMap;

use uur::analysis::{Analysis, fix_all};
use uur::check::{self, Library, Settings};
use uur::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use uur::engine::{Observer, Position};
use uur::game::{Game, check_all_settings};
use uur::match_play::Step;
use uur::notation::{ParseError, read_observed_position, read_pit, read_step};
use uur::rules::Side;
use uur::source::{Source, Span};
use uur::syntax::ast::{ExampleLineNode, ExampleNode, ExpectationNode, NameNode};

/// A part of an example that has no meaning in its game.
#[derive(Debug, Clone)]
pub struct ResolveError {
    /// The kind of problem.
    code: Code,
    /// The unresolved part.
    pub span: Span,
    /// What was expected there.
    pub expected: String,
    /// The problem, in one sentence.
    message: String,
    /// What is valid there.
    help: Option<String>,
    /// A similar valid name.
    meant: Option<String>,
}

impl ResolveError {
    /// Returns the problem and the help in one line.
    pub fn got(&self) -> String {
        let meant = self.meant.as_ref().map(|meant| format!("did you mean `{meant}`?"));
        let help = meant.or_else(|| self.help.clone());
        help.map_or(self.message.clone(), |help| format!("{} ({help})", self.message))
    }

    fn diagnostic(self) -> Diagnostic {
        let mut problem = Diagnostic::new(self.code, self.message).label(self.span, format!("not {}", self.expected));
        problem.help.extend(self.help);
        match self.meant {
            Some(meant) => problem.fix(self.span, &meant, format!("did you mean `{meant}`?")),
            None => problem,
        }
    }
}

/// Checks a rule file under all values of its parameters and, if it is a game, resolves its examples.
pub fn check_with_examples(source: Source, library: Library) -> Diagnostics {
    let (mut faults, game) = check_all_settings(source, library);
    faults.problems.extend(game.iter().flat_map(problems));
    faults
}

/// Returns the text with all fixes applied, those of its examples included. It has no more errors than before.
pub fn fix_with_examples(source: Source, library: Library) -> String {
    let errors = |text: &str| {
        let read = check_with_examples(Source { text: text.to_string(), ..source.clone() }, library);
        read.problems.iter().filter(|problem| problem.is_error()).count()
    };
    // The errors of examples show only in a game.
    let rules = fix_all(source.clone(), &|source| Analysis::new(source, library).problems);
    let text =
        fix_all(Source { text: rules, ..source.clone() }, &|source| check_with_examples(source, library).problems);
    if errors(&text) > errors(&source.text) { source.text.clone() } else { text }
}

/// Returns the problems in all examples of a game's file.
pub fn problems(game: &Game) -> Vec<Diagnostic> {
    let mut problems = vec![];
    let mut games: BTreeMap<Settings, Result<Game, Diagnostics>> = BTreeMap::new();
    let most = check::affordable_checks(game.work());
    for example in game.examples() {
        let settings = settings(example);
        if settings.is_empty() {
            problems.extend(misread(game, example).into_iter().map(ResolveError::diagnostic));
            continue;
        }
        if games.len() >= most && !games.contains_key(&settings) {
            problems.push(
                Diagnostic::new(Code::NotProved, "the tests of this file set parameters in too many ways to be read")
                    .label(example.title.span, "this test and those after it are not read")
                    .help("`uur test` runs them all"),
            );
            return problems;
        }
        match games.entry(settings).or_insert_with_key(|settings| game.with_settings(settings)) {
            Ok(under) => problems.extend(misread(under, example).into_iter().map(ResolveError::diagnostic)),
            // The rest of the example cannot be resolved without its rules.
            Err(faults) => problems.push(not_set(game, example, faults)),
        }
    }
    problems
}

/// Returns the problem with the parameters that an example sets.
fn not_set(game: &Game, example: &ExampleNode, faults: &Diagnostics) -> Diagnostic {
    let span = set_wrong(game, example);
    match faults.problems.iter().find(|problem| problem.is_error()) {
        Some(first) => {
            let label = match first.code {
                Code::NoSuchParameter => "not declared by `param`",
                _ => "the example sets it so",
            };
            let mut problem = Diagnostic::new(first.code, &first.message).label(span, label);
            problem.labels.extend(first.labels.iter().cloned());
            problem.help.clone_from(&first.help);
            problem
        }
        None => {
            Diagnostic::new(Code::ParameterValue, "there is no game under these parameters").label(span, "set here")
        }
    }
}

/// Returns the parameter that an example sets but the game lacks, or else the first that it sets.
pub fn set_wrong(game: &Game, example: &ExampleNode) -> Span {
    let known = |name: &str| game.rules.parameters.iter().any(|parameter| parameter.name == name);
    let set: Vec<&NameNode> = example
        .lines
        .iter()
        .filter_map(|line| match &line.value {
            ExampleLineNode::With(name, _) => Some(name),
            _ => None,
        })
        .collect();
    let wrong = set.iter().find(|name| !known(&name.value)).or(set.first());
    wrong.map_or(example.title.span, |name| name.span)
}

/// Returns the parameters that an example sets.
pub fn settings(example: &ExampleNode) -> Settings {
    let mut settings = Settings::new();
    for line in &example.lines {
        if let ExampleLineNode::With(name, value) = &line.value {
            settings.insert(name.value.clone(), value.value.to_string());
        }
    }
    settings
}

/// Returns everything unresolved in an example, under the parameters that it sets.
fn misread(game: &Game, example: &ExampleNode) -> Vec<ResolveError> {
    let mut all = vec![];
    for line in &example.lines {
        match &line.value {
            ExampleLineNode::With(..) => {}
            ExampleLineNode::Position(text) => all.extend(position(game, text, &mut ()).err()),
            ExampleLineNode::Play(turns) => {
                all.extend(turns.iter().filter_map(|turn| step(game, side_of(turn), turn).err()))
            }
            ExampleLineNode::Expect(expected) => {
                for expected in expected {
                    match &expected.value {
                        ExpectationNode::Position(text) => all.extend(position(game, text, &mut ()).err()),
                        ExpectationNode::Illegal(turn, by) => {
                            all.extend(step(game, side_of(turn), turn).err());
                            all.extend(by.iter().filter_map(|by| line_called(game, by).err()));
                        }
                        ExpectationNode::By(name) => all.extend(line_called(game, name).err()),
                        ExpectationNode::Marked(pits, kind) => {
                            all.extend(pits.iter().filter_map(|name| pit(game, name).err()));
                            all.extend(mark(game, kind).err());
                        }
                        ExpectationNode::Gained(..)
                        | ExpectationNode::Gone(_)
                        | ExpectationNode::Bonus
                        | ExpectationNode::Endless
                        | ExpectationNode::MatchWon(_)
                        | ExpectationNode::Result(..)
                        | ExpectationNode::ToMove(_) => {}
                    }
                }
            }
        }
    }
    all
}

/// Resolves a position. The observer receives what an end rule does in it.
///
/// # Errors
/// If it is not a position of this board.
pub fn position(game: &Game, text: &NameNode, observer: &mut impl Observer) -> Result<Position, ResolveError> {
    read_observed_position(game, &text.value, observer).map_err(|error| {
        let expected = "a position of this board";
        // The span includes the opening quote.
        let word = text.value[error.at..].split([' ', '\t', ';', '\n']).next().unwrap_or("");
        let start = text.span.start + 1 + error.at as u32;
        let span = Span { start, end: start + word.len() as u32, ..text.span };
        let span = if word.is_empty() || span.end >= text.span.end { text.span } else { span };
        unreadable(Code::Unexpected, span, expected, error)
    })
}

/// Resolves a move of a player, or a lot.
///
/// # Errors
/// If the board has no such move.
pub fn step(game: &Game, side: Side, turn: &NameNode) -> Result<Step, ResolveError> {
    read_step(&game.program, side, &turn.value)
        .map_err(|error| unreadable(Code::OutOfRange, turn.span, "a move on this board", error))
}

fn pit(game: &Game, name: &NameNode) -> Result<(), ResolveError> {
    read_pit(&game.program, side_of(name), &name.value)
        .map(|_| ())
        .map_err(|error| unreadable(Code::OutOfRange, name.span, "a pit of this board", error))
}

/// Returns the player whose pit a letter names. A number is valid for both players.
fn side_of(name: &NameNode) -> Side {
    if name.value.starts_with(|c: char| c.is_ascii_lowercase()) { Side::North } else { Side::South }
}

fn unreadable(code: Code, span: Span, expected: &str, error: ParseError) -> ResolveError {
    let help = Some(error.help).filter(|help| !help.is_empty());
    ResolveError { code, span, expected: expected.into(), message: error.message, help, meant: None }
}

fn mark(game: &Game, name: &NameNode) -> Result<(), ResolveError> {
    let marks: Vec<&str> = game.rules.marks.iter().map(|mark| mark.name.as_str()).collect();
    known(name, "a mark of this game", format!("there is no mark `{}`", name.value), &marks)
}

/// Checks that a line has this name: its label or, without one, its first word.
///
/// # Errors
/// If no line of the game has this name.
pub fn line_called(game: &Game, name: &NameNode) -> Result<(), ResolveError> {
    let lines: Vec<&str> = game.called().iter().map(String::as_str).collect();
    known(name, "a line of this game", format!("no line is called `{}`", name.value), &lines)
}

/// Returns the first word of a line's name, which is enough to refer to it.
pub fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap_or("")
}

fn known(name: &NameNode, expected: &str, message: String, all: &[&str]) -> Result<(), ResolveError> {
    if all.contains(&name.value.as_str()) {
        return Ok(());
    }
    let meant = did_you_mean(&name.value, all.iter().copied()).map(str::to_string);
    let help = (!all.is_empty()).then(|| format!("the names are: {}", all.join(", ")));
    Err(ResolveError { code: Code::UnknownName, span: name.span, expected: expected.into(), message, help, meant })
}
