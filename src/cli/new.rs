//! `uur new`: a rule file to begin with, from a few answers or like another game.
//!
//! The options and the questions fill in the same [`Outline`], and each question is an entry of [`QUESTIONS`].

use std::io::{self, BufRead, IsTerminal};
use std::iter;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf, is_separator};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::catalogue::names::shell_word;
use crate::files::{self, OutputKind};
use uur::game::Game;
use uur::notation::shell_quoted;
use uur::render::{Style, board};
use uur::source::spoils_title;
use uur::syntax;
use uur::template::{Answer, Captures, Laps, NoMove, PITS, SEEDS, Template};
use uur::text_layout::TextTable;
use uur::variants;

use super::CommandResult;
use super::game_args::{number, source_error};
use super::output::{CommandError, Exit, answer_width, eprint, print_wrapped};

/// Write a short rule file with two tests, which can be played at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur new\n  uur new \"My game\" --laps store\n  \
    uur new hus-like --rows 4 --laps relay\n  uur new my-oware --like oware\n\n\
    Without options, and at a terminal, the answers are asked for. An existing file is never replaced.")]
pub struct NewArgs {
    /// The name of the game, or the path of its file: `My game` is written to my-game.uur
    name: Option<String>,
    /// Rows of the board, 2 or 4 [default: 2]
    #[arg(long, value_parser = rows)]
    rows: Option<u8>,
    /// Pits in a row [default: 6, with 4 rows 8]
    #[arg(long, value_parser = number::<u8>(wide(PITS)))]
    pits: Option<u8>,
    /// Seeds in each pit at the start [default: 4, with 4 rows 2]
    #[arg(long, value_parser = number::<u8>(wide(SEEDS)))]
    seeds: Option<u8>,
    /// How a move goes on after its last seed [default: one]
    #[arg(long, value_parser = answers::<Laps>())]
    laps: Option<Laps>,
    /// What the last seed captures [default: opposite]
    #[arg(long, value_parser = answers::<Captures>())]
    capture: Option<Captures>,
    /// What happens when a player cannot move [default: seeds]
    #[arg(long, value_parser = answers::<NoMove>())]
    end: Option<NoMove>,
    /// Begin with the rules and tests of this shipped game or file
    #[arg(long, value_name = "GAME", conflicts_with_all = ["rows", "pits", "seeds", "laps", "capture", "end"])]
    like: Option<String>,
}

/// The answers from which a game is made, and where its file goes.
#[derive(Debug, Clone)]
struct Outline {
    path: PathBuf,
    game: Template,
}

/// A game to begin with: its name, how it goes, and its answers.
struct Model {
    name: &'static str,
    goes: &'static str,
    laps: Laps,
    capture: Captures,
}

const MODELS: [Model; 4] = [
    model("kalah", "sow past your own store; ending there moves again", Laps::Store, Captures::Opposite),
    model("oware", "making 2 or 3 in an opponent's pit captures them", Laps::One, Captures::Completed),
    model("layli-goobalay", "from an occupied pit, sow on, lap by lap", Laps::Relay, Captures::Opposite),
    model("none", "a plain game to build on", Laps::One, Captures::Opposite),
];

const fn model(name: &'static str, goes: &'static str, laps: Laps, capture: Captures) -> Model {
    Model { name, goes, laps, capture }
}

/// A question to the author. The first asks for the name.
struct Question {
    asks: &'static str,
    /// Explains the answers.
    answers: fn(&Outline) -> String,
    /// The answer that an empty line gives.
    usual: fn(&Outline) -> String,
    /// Puts an answer into the outline.
    put: fn(&mut Outline, &str) -> Result<(), CommandError>,
}

const QUESTIONS: [Question; 6] = [
    Question {
        asks: "What is the game called?",
        answers: |_| columns(&[("My game", "is written to the file my-game.uur in this folder")]),
        usual: |outline| outline.game.title.clone(),
        put: |outline, answer| {
            (outline.game.title, outline.path) = title_and_path(answer)?;
            Ok(())
        },
    },
    Question {
        asks: "Which of these is it like? The answer is only a start.",
        answers: |outline| MODELS.iter().map(|model| model.text(outline)).collect(),
        usual: |_| MODELS[0].name.to_string(),
        put: |outline, answer| {
            let names = MODELS.iter().map(|model| model.name);
            *outline = MODELS[chosen(answer, names)?].outline(outline);
            Ok(())
        },
    },
    Question {
        asks: "1 of 4  How large is the board? Write rows, pits in a row, and seeds in a pit.",
        answers: |_| {
            columns(&[
                ("2 6 4", "2 rows of 6 pits, 4 seeds in each, as in Kalah"),
                ("4 8 2", "4 rows of 8 pits, 2 seeds in each: two rows for each player, as in Hus"),
            ])
        },
        usual: |Outline { game: Template { rows, pits, seeds, .. }, .. }| format!("{rows} {pits} {seeds}"),
        put: put_board,
    },
    Question {
        asks: "2 of 4  How does a move go on after its last seed?",
        answers: |_| meanings::<Laps>(),
        usual: |outline| name(outline.game.laps),
        put: |outline, answer| choose(&mut outline.game.laps, answer),
    },
    Question {
        asks: "3 of 4  What does the last seed capture?",
        answers: |_| meanings::<Captures>(),
        usual: |outline| name(outline.game.capture),
        put: |outline, answer| {
            choose(&mut outline.game.capture, answer)?;
            check(&outline.game)
        },
    },
    Question {
        asks: "4 of 4  What happens when a player cannot move?",
        answers: |_| meanings::<NoMove>(),
        usual: |outline| name(outline.game.end),
        put: |outline, answer| choose(&mut outline.game.end, answer),
    },
];

pub fn run(arguments: &NewArgs) -> CommandResult {
    let NewArgs { rows, pits, seeds, laps, capture, end, like, .. } = arguments;
    let given = rows.or(*pits).or(*seeds).is_some() || laps.is_some() || capture.is_some() || end.is_some();
    let (title, path) = title_and_path(&match (&arguments.name, like) {
        (Some(name), _) => name.clone(),
        (None, Some(like)) => free_name(&format!("My {}", folder_and_title(like).1)),
        (None, None) => free_name("My game"),
    })?;
    let is_large = *rows == Some(4);
    let game = Template {
        title,
        rows: rows.unwrap_or(2),
        pits: pits.unwrap_or(if is_large { 8 } else { 6 }),
        seeds: seeds.unwrap_or(if is_large { 2 } else { 4 }),
        laps: laps.unwrap_or(Laps::One),
        capture: capture.unwrap_or(Captures::Opposite),
        end: end.unwrap_or(NoMove::Seeds),
    };
    check(&game)?;
    let mut outline = Outline { path, game };
    if !given && like.is_none() && io::stdin().is_terminal() {
        let questions = &QUESTIONS[usize::from(arguments.name.is_some())..];
        match ask(questions, outline) {
            Some(answered) => outline = answered,
            None => {
                eprint("no file was written\n");
                return Ok(Exit::Fine);
            }
        }
    }
    let text = match like {
        Some(like) => like_game(like, &outline.game.title)?,
        None => outline.game.text(),
    };
    let path = &outline.path;
    files::write(path, OutputKind::New, &text).map_err(|reason| CommandError::write_failed(path, &reason))?;
    let file = shell_quoted(&path.to_string_lossy());
    let next = [
        (&*format!("uur play {file} --watch"), "plays it, and follows each change of the file"),
        (&*format!("uur test {file}"), "runs the tests in it"),
        (&*format!("uur explain {file}"), "tells its rules to players"),
    ];
    print_wrapped(&format!("wrote {}\n{}", path.display(), columns(&next)));
    Ok(Exit::Fine)
}

/// Words and their meanings in columns.
fn columns(rows: &[(&str, &str)]) -> String {
    let rows = rows.iter().map(|(word, meaning)| vec![word.to_string(), meaning.to_string()]).collect();
    TextTable { rows, indent: 2, ..TextTable::default() }.text(answer_width())
}

/// Asks the questions in turn, each with the answers so far. `None` if the author leaves.
fn ask(questions: &[Question], mut outline: Outline) -> Option<Outline> {
    eprint("Enter takes the answer in brackets; `back` asks again, `quit` leaves.\n");
    let mut at = 0;
    while let Some(question) = questions.get(at) {
        let usual = (question.usual)(&outline);
        eprint(&format!("\n{}\n{}[{usual}], back or quit: ", question.asks, (question.answers)(&outline)));
        let mut line = String::new();
        let length = io::stdin().lock().read_line(&mut line).unwrap_or(0);
        let answer = if line.trim().is_empty() { &usual } else { line.trim() };
        match answer {
            _ if length == 0 => {
                eprint("\n");
                return None;
            }
            "quit" => return None,
            "back" if at == 0 => eprint("this is the first question: write an answer, or `quit`\n"),
            "back" => at -= 1,
            _ => {
                let mut next = outline.clone();
                match (question.put)(&mut next, answer) {
                    Ok(()) => (outline, at) = (next, at + 1),
                    Err(refusal) => eprint(&refusal.text),
                }
            }
        }
    }
    Some(outline)
}

/// The number of the answer that a text names, or is the beginning of.
fn chosen(answer: &str, names: impl Iterator<Item = impl AsRef<str>>) -> Result<usize, CommandError> {
    let names: Vec<_> = names.collect();
    let wanted = answer.to_lowercase();
    names.iter().position(|name| name.as_ref().starts_with(&wanted)).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
        CommandError::usage(&format!("`{answer}` is not one of the answers"), format!("write {}", names.join(" or ")))
    })
}

fn choose<T: Answer>(value: &mut T, answer: &str) -> Result<(), CommandError> {
    *value = T::ALL[chosen(answer, T::ALL.iter().map(|(_, name, _)| name))?].0;
    Ok(())
}

fn name<T: Answer>(value: T) -> String {
    T::ALL.iter().find(|(other, ..)| *other == value).map_or("", |(_, name, _)| name).to_string()
}

/// The answers of a question with what each means.
fn meanings<T: Answer>() -> String {
    columns(&T::ALL.iter().map(|&(_, name, meaning)| (name, meaning)).collect::<Vec<_>>())
}

/// Reads an answer of the command line.
fn answers<T: Answer>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|(_, name, meaning)| PossibleValue::new(*name).help(*meaning));
    let answer = |text: String| T::ALL.iter().find(|(_, name, _)| *name == text).expect("it is one of them").0;
    PossibleValuesParser::new(values).map(answer)
}

const fn wide(range: RangeInclusive<u8>) -> RangeInclusive<u64> {
    *range.start() as u64..=*range.end() as u64
}

/// Checks that the answers go together.
fn check(game: &Template) -> Result<(), CommandError> {
    game.check().map_err(|(message, help)| CommandError::usage(&message, help))
}

/// Reads a number of rows.
fn rows(text: &str) -> Result<u8, String> {
    match text {
        "2" => Ok(2),
        "4" => Ok(4),
        _ => Err("write 2 or 4; `uur new NAME --like selus` begins with a board of another shape".to_string()),
    }
}

fn put_board(outline: &mut Outline, answer: &str) -> Result<(), CommandError> {
    let words: Vec<&str> = answer.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let refused = |reason: String| CommandError::usage(&format!("`{answer}` is not a board"), reason);
    let [rows, pits, seeds] = words[..] else {
        return Err(refused("write three numbers, such as `2 6 4`".to_string()));
    };
    let of = |what: &str, reason: String| refused(format!("{what}: {reason}"));
    let game = &mut outline.game;
    game.rows = self::rows(rows).map_err(|reason| of("rows", reason))?;
    game.pits = number(wide(PITS))(pits).map_err(|reason| of("pits", reason))?;
    game.seeds = number(wide(SEEDS))(seeds).map_err(|reason| of("seeds", reason))?;
    if game.rows == 4 {
        game.capture = Captures::Opposite;
    }
    check(game)
}

/// The title of a game, and the path of its file: `folder/My game` is written to `folder/my-game.uur`.
fn title_and_path(name: &str) -> Result<(String, PathBuf), CommandError> {
    let name = name.trim();
    let (folder, title) = folder_and_title(name);
    let stem = shell_word(title);
    if stem.is_empty() || title.contains(spoils_title) || title.chars().count() > 60 {
        let help = "write up to 60 letters, digits and blanks, such as `uur new \"My game\"`";
        return Err(CommandError::usage(&format!("`{name}` is not the name of a game"), help));
    }
    if !folder.is_empty() && !Path::new(folder).is_dir() {
        let help = format!("`mkdir -p {}` makes it; `uur new {stem}` writes into this folder", shell_quoted(folder));
        return Err(CommandError::usage(&format!("there is no folder `{folder}`"), help));
    }
    if variants::source(&stem).is_some() {
        let help = format!(
            "choose another name, such as `uur new my-{stem}`; `uur new my-{stem} --like {stem}` begins with its rules"
        );
        return Err(CommandError::usage(&format!("a shipped game is called `{stem}`"), help));
    }
    if files::is_device_name(&stem) {
        let help = format!("choose another name, such as `uur new my-{stem}`");
        return Err(CommandError::usage(&format!("on Windows no file can be called `{stem}.uur`"), help));
    }
    let path = path_of(name);
    if path.symlink_metadata().is_ok() {
        let free = free_name(&format!("{folder}{stem}"));
        let help = format!("choose another name, such as `uur new {}`", shell_quoted(&free));
        return Err(CommandError::usage(&format!("`{}` exists", path.display()), help));
    }
    Ok((title.to_string(), path))
}

fn folder_and_title(name: &str) -> (&str, &str) {
    let (folder, file) = name.split_at(name.rfind(is_separator).map_or(0, |at| at + 1));
    (folder, file.strip_suffix(".uur").unwrap_or(file))
}

fn path_of(name: &str) -> PathBuf {
    let (folder, title) = folder_and_title(name);
    Path::new(folder).join(format!("{}.uur", shell_word(title)))
}

/// The name, or the name with the first number whose file does not exist.
fn free_name(name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = iter::once(name.to_string()).chain(numbered);
    names.find(|name| path_of(name).symlink_metadata().is_err()).expect("the numbers go on")
}

/// The rules and tests of a game under another title.
fn like_game(name: &str, title: &str) -> Result<String, CommandError> {
    let source = files::source(name).map_err(|problem| source_error(&problem))?;
    let text = syntax::format(&source.text);
    let Some((before, (_, after))) =
        text.split_once("\ngame \"").and_then(|(before, rest)| Some((before, rest.split_once('"')?)))
    else {
        return Err(CommandError::usage(&format!("`{name}` has no name"), "write `game \"My game\"` into it"));
    };
    Ok(format!("{before}\ngame \"{title}\"{after}"))
}

impl Model {
    /// The outline of this game, under the name of another.
    fn outline(&self, named: &Outline) -> Outline {
        let Model { laps, capture, .. } = *self;
        let title = named.game.title.clone();
        let game = Template { title, rows: 2, pits: 6, seeds: 4, laps, capture, end: NoMove::Seeds };
        Outline { path: named.path.clone(), game }
    }

    /// Its name, how it goes, and its board.
    fn text(&self, named: &Outline) -> String {
        let text = format!("  {}: {}\n", self.name, self.goes);
        if self.name == "none" {
            return text;
        }
        let game = Game::parse(&self.outline(named).game.text()).expect("every outline is a game");
        let style = Style { width: answer_width(), ..Style::default() };
        text + &board(&game, &game.program.start(), style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread;
    use uur::source::Source;
    use uur_testing::properties::PlayBounds;
    use uur_testing::suite::{self, Effort};

    /// The file opens in a game, its two tests reach every line, and it fits a terminal of 40 lines and 80 columns.
    fn fault(game: &Template) -> Option<String> {
        let text = game.text();
        let bounds = PlayBounds { games: 1, steps: 6, ..Effort::default().invariants };
        let effort = Effort { invariants: bounds, games: 0, ..Effort::default() };
        let report = match suite::run(&Source::new("mine.uur", &*text), &files::library, &[], "", effort) {
            Ok(report) => report,
            Err(problems) => return Some(format!("{problems}\n{text}")),
        };
        let height: usize = text.lines().map(|line| line.len().div_ceil(80).max(1)).sum();
        let is_sound = report.game.warnings.is_empty()
            && report.examples.len() == 2
            && report.examples.iter().all(|(_, _, result)| result.is_ok())
            && report.covered_percent() == 100
            && report.found.violations.is_empty()
            && syntax::format(&text) == text
            && height < 40;
        let failures: Vec<_> = report.examples.iter().filter_map(|example| example.2.as_ref().err()).collect();
        (!is_sound).then(|| format!("{:?}, {failures:?}, {height} lines\n{text}", report.game.warnings))
    }

    #[test]
    fn every_outline_is_a_game_whose_two_tests_reach_every_line() {
        let of_board = |rows: u8, pits: u8| {
            let boards = SEEDS.flat_map(|seeds| Laps::ALL.iter().map(move |&(laps, ..)| (seeds, laps)));
            let ends = |(seeds, laps)| NoMove::ALL.iter().map(move |&(end, ..)| (seeds, laps, end));
            let mut faults = vec![];
            for (seeds, laps, end) in boards.flat_map(ends) {
                for &(capture, ..) in Captures::ALL {
                    let game = Template { title: "A game".to_string(), rows, pits, seeds, laps, capture, end };
                    if game.check().is_ok() {
                        faults.extend(fault(&game));
                    }
                }
            }
            faults
        };
        let faults: Vec<String> = thread::scope(|scope| {
            let boards = PITS.flat_map(|pits| [(2, pits), (4, pits)]);
            let runs: Vec<_> = boards.map(|(rows, pits)| scope.spawn(move || of_board(rows, pits))).collect();
            runs.into_iter().flat_map(|run| run.join().expect("it ends")).collect()
        });
        assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[0]);
    }

    #[test]
    fn a_game_like_another_has_its_rules_and_tests() {
        for name in ["oware", "bao-la-kiswahili", "sat-gol", "tihbat", "layli-goobalay-berbera"] {
            let text = like_game(name, "mine").expect("it is shipped");
            let game = Game::load(Source::new("mine.uur", &*text), &files::library, &uur::check::Settings::new());
            let game = game.unwrap_or_else(|problems| panic!("{problems}\n{text}"));
            let shipped = Game::shipped(name).expect("it is shipped");
            assert_eq!(game.meaning(), shipped.meaning(), "{name}");
            assert_eq!((game.examples().len(), &*game.rules.about.name), (shipped.examples().len(), "mine"), "{name}");
        }
    }

    #[test]
    fn a_file_is_called_after_its_game() {
        let named = |name: &str| title_and_path(name).ok().map(|(title, path)| (title, path.display().to_string()));
        for (name, title, path) in [
            ("My  game (2)", "My  game (2)", "my-game-2.uur"),
            ("mine.uur", "mine", "mine.uur"),
            ("Wélé's game", "Wélé's game", "weles-game.uur"),
            ("src/Mine.uur", "Mine", "src/mine.uur"),
            ("マンカラ", "マンカラ", "マンカラ.uur"),
        ] {
            assert_eq!(named(name), Some((title.to_string(), path.to_string())), "{name}");
        }
        for name in ["", " ", "-", "--", "\"", "a\nb", "a\u{202e}b", ".", "src/", "no-such/mine", "Oware", "con"] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn an_answer_may_be_shortened_but_not_to_that_of_another() {
        for question in &QUESTIONS[1..] {
            let (title, path) = title_and_path("a game").expect("it is a name");
            let (laps, capture, end) = (Laps::One, Captures::Opposite, NoMove::Seeds);
            let outline = Outline { path, game: Template { title, rows: 2, pits: 6, seeds: 4, laps, capture, end } };
            assert!((question.put)(&mut outline.clone(), "something else").is_err());
            let usual = (question.usual)(&outline);
            assert!((question.put)(&mut outline.clone(), &usual).is_ok());
        }
        let firsts = |names: Vec<String>| names.iter().map(|name| name[..1].to_string()).collect::<BTreeSet<_>>().len();
        assert_eq!(firsts(MODELS.map(|model| model.name.to_string()).to_vec()), MODELS.len());
        assert_eq!(firsts(Laps::ALL.iter().map(|&(laps, ..)| name(laps)).collect()), 3);
    }
}
