//! A checked game: its rules, its compiled program, and the places of its clauses in files.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use crate::check::{self, Checked, ClauseSpans, Library, Loaded, Settings};
use crate::checksum::Checksum;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::engine::{Position, Program, compile};
use crate::rules::{ClauseId, Parameter, Rules, Value, Values};
use crate::source::Source;
use crate::syntax::ast::ExampleNode;
use crate::variants;

/// A checked and compiled game.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its name: the file name without its extension.
    pub name: String,
    /// The checked rules.
    pub rules: Rules,
    /// The compiled rules.
    pub program: Program,
    /// Its files, the requested file first.
    pub sources: Vec<Source>,
    /// The warnings of the checker.
    pub warnings: Vec<Diagnostic>,
    clause_spans: ClauseSpans,
    dead: BTreeSet<ClauseId>,
    work: u64,
    /// The parsed files.
    read: Arc<Loaded>,
    /// The result of [`Game::called`] after its first call.
    called: OnceLock<Vec<String>>,
    /// The result of [`Game::meaning`] after its first call.
    meaning: OnceLock<String>,
}

/// Returns the name of the game in a rule file: the file name without its extension.
pub fn name_of(path: &str) -> String {
    let file = path.rsplit(std::path::is_separator).next().unwrap_or_default();
    file.trim_end_matches(".uur").to_string()
}

impl Game {
    /// Parses and checks a rule file given as text. It may extend shipped games, but no files.
    ///
    /// ```
    /// let text = "language 1\nextends \"oware\"\ngame \"Oware with three seeds\" {}\nboard {\n  rows 2\n  pits 6\n  seeds 3 each\n}\n";
    /// match uur::Game::parse(text) {
    ///     Ok(game) => assert_eq!(game.program.start().total(), 36),
    ///     Err(error) => eprintln!("{error}"),
    /// }
    /// ```
    ///
    /// # Errors
    /// All problems of the text, which print with their lines.
    pub fn parse(text: &str) -> Result<Game, Diagnostics> {
        Game::load(Source::new("rules.uur", text), &variants::library, &Settings::new())
    }

    /// Checks a rule file and those that it extends.
    ///
    /// # Errors
    /// All problems of the files or of the settings.
    pub fn load(source: Source, library: Library, settings: &Settings) -> Result<Game, Diagnostics> {
        Game::of(&Arc::new(check::load(source, library)), settings)
    }

    /// Checks a rule file as [`Game::load`] does, but returns `None` for a faulty one. It takes a fraction of the time,
    /// because no messages are made. Use it to try many files.
    pub fn load_if_sound(source: Source, library: Library, settings: &Settings) -> Option<Game> {
        let read = Arc::new(check::load_unexplained(source, library));
        check::check_if_sound(&read, settings).map(|checked| Game::made(&read, checked))
    }

    /// Returns the game with these settings instead of its own.
    ///
    /// # Errors
    /// All problems of the settings, or of the rules with these settings.
    pub fn with_settings(&self, settings: &Settings) -> Result<Game, Diagnostics> {
        Game::of(&self.read, settings)
    }

    pub(crate) fn of(read: &Arc<Loaded>, settings: &Settings) -> Result<Game, Diagnostics> {
        check::check(read, settings)
            .map(|checked| Game::made(read, checked))
            .map_err(|problems| Diagnostics { problems, sources: read.sources.clone() })
    }

    fn made(read: &Arc<Loaded>, checked: Checked) -> Game {
        let sources = read.sources.clone();
        Game {
            name: name_of(&sources[0].name),
            program: compile(&checked.rules),
            rules: checked.rules,
            clause_spans: checked.clause_spans,
            sources,
            dead: checked.dead,
            warnings: checked.warnings,
            work: checked.work,
            read: read.clone(),
            called: OnceLock::new(),
            meaning: OnceLock::new(),
        }
    }

    /// Returns the places of its clauses in the files.
    #[doc(hidden)]
    pub fn clause_spans(&self) -> &ClauseSpans {
        &self.clause_spans
    }

    /// Returns the lines that never apply under these values of the parameters.
    #[doc(hidden)]
    pub fn dead(&self) -> &BTreeSet<ClauseId> {
        &self.dead
    }

    /// Returns the work of checking it; see [`check::affordable_checks`].
    #[doc(hidden)]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the examples of the requested file.
    #[doc(hidden)]
    pub fn examples(&self) -> &[ExampleNode] {
        self.read.files.first().map_or(&[], |file| &file.examples)
    }

    /// Returns a shipped game with its defaults.
    ///
    /// ```
    /// let game = uur::game::Game::shipped("boola").expect("it is shipped");
    /// assert_eq!(game.program.legal_moves(&game.program.start()).len(), 3);
    /// ```
    pub fn shipped(name: &str) -> Option<Game> {
        let source = variants::source(name)?;
        let loaded = Game::load(source, &variants::library, &Settings::new());
        // Not drawn: a page has no other use for that.
        Some(
            loaded
                .unwrap_or_else(|faults| panic!("the shipped game {name} has errors: {}", faults.problems[0].message)),
        )
    }

    /// Returns the game with a stop function. Once `stops` returns true, sowings of many laps are cut short, see
    /// [`Program::cut_short`].
    pub fn heeding(mut self, stops: impl Fn() -> bool + Send + Sync + 'static) -> Game {
        self.program.interrupt_when(stops);
        self
    }

    /// Returns the file and line of a clause, such as `boola.uur:14`.
    pub fn place(&self, clause: ClauseId) -> String {
        self.clause_spans.place(clause, &self.sources)
    }

    /// Returns the text of a clause as its author wrote it.
    pub fn text(&self, clause: ClauseId) -> String {
        self.clause_spans.text(clause, &self.sources)
    }

    /// Returns the name of a clause: its label or, without one, its condition or its first word.
    pub fn line_name(&self, clause: ClauseId) -> String {
        let text = self.text(clause);
        let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        match text.split_once("->") {
            Some((condition, _)) if !text[word.len()..].starts_with(':') => condition.trim_end().to_string(),
            _ => word,
        }
    }

    /// Returns the words that name lines, each once: their labels or, without one, their first words.
    pub fn called(&self) -> &[String] {
        self.called.get_or_init(|| {
            let mut seen = HashSet::new();
            let words = self.clause_spans.iter().map(|(clause, _)| {
                let line = self.line_name(clause);
                line.split(' ').next().unwrap_or("").to_string()
            });
            words.filter(|word| !word.is_empty() && seen.insert(word.clone())).collect()
        })
    }

    /// Returns the hash of the rules' meaning: the [`Checksum`] of [`Rules::canonical`]. Files that differ only in
    /// layout, metadata and names have the same.
    pub fn meaning(&self) -> String {
        self.meaning.get_or_init(|| Checksum::of(self.rules.canonical().as_bytes()).to_string()).clone()
    }

    /// Returns the position with its move number reduced to the last that the rules distinguish. After that move,
    /// only the board matters.
    pub fn without_count(&self, position: Position) -> Position {
        Position { ply: position.ply.min(self.program.facts().counted_moves), ..position }
    }

    /// Returns settings in which every value of every parameter occurs: all combinations, or each value with the
    /// defaults of the other parameters where there are more than 256.
    #[doc(hidden)]
    pub fn settings_to_try(&self) -> Vec<Settings> {
        check::combinations(&self.rules.parameters)
    }

    /// Returns the parameters with values other than their defaults, as settings.
    pub fn settings(&self) -> Settings {
        self.rules
            .parameters
            .iter()
            .filter(|parameter| parameter.value != parameter.default)
            .map(|parameter| (parameter.name.clone(), parameter.value.to_string()))
            .collect()
    }
}

/// Checks a rule file with its defaults, and then with every parameter in turn at each of its words and at both
/// ends of its ranges. A problem that occurs several times is reported once. Also returns the game with its
/// defaults, if it has no errors.
pub fn check_all_settings(source: Source, library: Library) -> (Diagnostics, Option<Game>) {
    let read = Arc::new(check::load(source, library));
    let (mut problems, mut known) = (vec![], HashSet::new());
    let mut add = |found: Vec<Diagnostic>, under: Option<&str>| {
        let place = |problem: &Diagnostic| (problem.code, problem.labels.clone());
        // Several errors of one code may have one place, as that of sections that are missing.
        let new: Vec<Diagnostic> = found.into_iter().filter(|problem| !known.contains(&place(problem))).collect();
        for mut problem in new {
            known.insert(place(&problem));
            problem.help.extend(under.map(|setting| format!("this is so with `{setting}`")));
            problems.push(problem);
        }
    };
    let game = match check::check(&read, &Settings::new()) {
        Err(problems) => {
            add(problems, None);
            None
        }
        Ok(checked) => {
            add(checked.warnings.clone(), None);
            let rules = checked.rules.clone();
            let mut settings =
                rules.parameters.iter().flat_map(|parameter| extremes(parameter).map(|value| (&parameter.name, value)));
            for (name, value) in settings.by_ref().take(check::affordable_checks(checked.work)) {
                let setting = format!("{name}={value}");
                let found = match check::check(&read, &Settings::from([(name.clone(), value.to_string())])) {
                    Ok(checked) => checked.warnings,
                    Err(found) => found,
                };
                add(found, Some(&setting));
            }
            if let Some((name, value)) = settings.next() {
                add(
                    vec![
                        Diagnostic::new(
                            Code::NotProved,
                            "the file is too long to be checked under all values of its parameters",
                        )
                        .help(format!("`uur check --set {name}={value}` checks it under one that was left out")),
                    ],
                    None,
                );
            }
            Some(Game::made(&read, checked))
        }
    };
    (Diagnostics { problems, sources: read.sources.clone() }, game)
}

fn extremes(parameter: &Parameter) -> impl Iterator<Item = Value> {
    let all = parameter.values.iter().flat_map(|values| match values {
        Values::One(value) => vec![value.clone()],
        Values::Span(low, high) => vec![Value::Number(*low), Value::Number(*high)],
    });
    all.filter(|value| *value != parameter.default)
}
