//! `uur new`: a rule file to begin with, from a few answers or like a shipped game.

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use clap::ValueEnum;

use crate::catalogue::names;
use crate::files::{self, OutputKind};
use uur::source::{Source, SourceId};
use uur::syntax;
use uur::text_layout::TextTable;
use uur::variants;

use super::CommandResult;
use super::output::{CommandError, Exit, answer_width, eprint, print_wrapped};

/// Write a short rule file to begin with, which can be played at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur new \"My game\"\n  uur new mine --rows 4 --pits 8 --seeds 2 --laps relay\n  \
    uur new mine --like oware\n\n\
    Without options, and at a terminal, each of them is asked.")]
pub struct NewArgs {
    /// The name of the game; the file is called after it
    name: String,
    /// Rows of the board: 2 or 4
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=4))]
    rows: Option<u8>,
    /// Pits in a row
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=16))]
    pits: Option<u8>,
    /// Seeds in each pit at the start
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=20))]
    seeds: Option<u8>,
    /// Whether a move goes on where its last seed falls into an occupied pit
    #[arg(long, value_enum)]
    laps: Option<Laps>,
    /// What the last seed captures
    #[arg(long, value_enum)]
    capture: Option<Captures>,
    /// What happens when a player cannot move
    #[arg(long, value_enum)]
    end: Option<Ending>,
    /// Begin with the rules of a shipped game, without its tests
    #[arg(long, value_name = "GAME", conflicts_with_all = ["rows", "pits", "seeds", "laps", "capture", "end"])]
    like: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Laps {
    /// A move is one lap
    One,
    /// A move goes on from an occupied pit
    Relay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Captures {
    /// From an own empty pit, the seeds opposite
    Opposite,
    /// In an opponent's pit, 2 or 3 seeds that the last seed completes
    Completed,
    /// Nothing
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ending {
    /// Each takes the own seeds, and most seeds win
    Seeds,
    /// The player who cannot move loses
    Blocked,
}

/// The answers from which a game is made.
struct Outline {
    rows: u8,
    pits: u8,
    seeds: u8,
    laps: Laps,
    capture: Captures,
    end: Ending,
}

pub fn run(arguments: &NewArgs) -> CommandResult {
    // The name of the file is as good as that of the game.
    let name = arguments.name.trim();
    let title = name.strip_suffix(".uur").unwrap_or(name);
    let path = PathBuf::from(file_name(title)?);
    if path.exists() {
        let help = "choose another name, or delete the file first";
        return Err(CommandError::usage(&format!("`{}` exists", path.display()), help));
    }
    let text = match &arguments.like {
        Some(like) => like_shipped(like, title)?,
        None => rules_of(title, &outline(arguments)?),
    };
    files::write(&path, OutputKind::New, &text).map_err(|reason| CommandError::write_failed(&path, &reason))?;
    let file = path.display();
    let next = [
        (format!("uur play {file}"), "plays it"),
        (format!("uur check --fix {file}"), "mends what is misspelt after a change"),
        (format!("uur test {file}"), "runs the tests in it: `test TITLE` at the prompt prints one"),
    ];
    let next = columns(next.map(|(command, what)| vec![command, what.to_string()]).to_vec());
    print_wrapped(&format!("wrote {file}\n{next}"));
    Ok(Exit::Fine)
}

/// Rows in columns.
fn columns(rows: Vec<Vec<String>>) -> String {
    TextTable { rows, indent: 2, ..TextTable::default() }.text(answer_width())
}

/// The file of a game: its name in lower case, with a `-` for every run of other signs.
fn file_name(title: &str) -> Result<String, CommandError> {
    let words: Vec<String> = title
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let spoils = |c: char| c == '"' || c.is_control();
    if words.is_empty() || title.contains(spoils) || title.len() > 60 {
        let help = "write up to 60 letters, digits and blanks, such as `uur new \"My game\"`";
        return Err(CommandError::usage(&format!("`{title}` is not the name of a game"), help));
    }
    let stem = words.join("-");
    if files::is_device_name(&stem) {
        let message = format!("on Windows no file can be called `{stem}.uur`");
        return Err(CommandError::usage(&message, "choose another name"));
    }
    Ok(format!("{stem}.uur"))
}

/// The rules of a shipped game under another title, without its tests.
fn like_shipped(name: &str, title: &str) -> Result<String, CommandError> {
    let [id] = names::named(name)[..] else {
        let help = "`uur list` names the shipped games";
        return Err(CommandError::usage(&format!("there is no shipped game `{name}`"), help));
    };
    let source = variants::source(id).expect("it was just found");
    let mut text = source.text.clone();
    let (file, _) = syntax::parse(&Source::new(source.name.clone(), text.as_str()), SourceId(0));
    let examples = file.map(|file| file.examples).unwrap_or_default();
    for example in examples.iter().rev() {
        text.replace_range(example.span.range(), "");
    }
    if let Some(start) = text.find("game \"").map(|at| at + "game \"".len())
        && let Some(length) = text[start..].find('"')
    {
        text.replace_range(start..start + length, title);
    }
    Ok(syntax::format(&text))
}

/// The answers: those of the options; at a terminal without any option, those of the author.
fn outline(arguments: &NewArgs) -> Result<Outline, CommandError> {
    let NewArgs { rows, pits, seeds, laps, capture, end, .. } = arguments;
    let given = rows.or(*pits).or(*seeds).is_some() || laps.is_some() || capture.is_some() || end.is_some();
    let asks = !given && io::stdin().is_terminal();
    let number = |value: Option<u8>, question: &str, usual: u8, most: u8| match value {
        None if asks => ask(question, &usual.to_string(), |answer| {
            answer.parse().ok().filter(|number| (1..=most).contains(number)).ok_or(format!("a number from 1 to {most}"))
        }),
        value => Ok(value.unwrap_or(usual)),
    };
    let rows = match rows {
        None if asks => ask("How many rows has the board, 2 or 4?", "2", |answer| {
            answer.parse().ok().filter(|rows| matches!(rows, 2 | 4)).ok_or("2 or 4".to_string())
        })?,
        Some(3) => {
            let help = "the pits of any other board are drawn in the file: see `uur explain plan`";
            return Err(CommandError::usage("a board to begin with has 2 or 4 rows", help));
        }
        rows => rows.unwrap_or(2),
    };
    Ok(Outline {
        rows,
        pits: number(*pits, "How many pits are in a row?", if rows == 2 { 6 } else { 8 }, 16)?,
        seeds: number(*seeds, "How many seeds are in each pit at the start?", if rows == 2 { 4 } else { 2 }, 20)?,
        laps: choice(*laps, asks, "Where the last seed falls into an occupied pit, does the move go on?", Laps::One)?,
        capture: choice(*capture, asks, "What does the last seed capture?", Captures::Opposite)?,
        end: choice(*end, asks, "What happens when a player cannot move?", Ending::Seeds)?,
    })
}

/// One of several answers.
fn choice<T: ValueEnum>(value: Option<T>, asks: bool, question: &str, usual: T) -> Result<T, CommandError> {
    let name = |value: &T| value.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    match value {
        Some(value) => Ok(value),
        None if asks => {
            let help = |value: &T| value.to_possible_value()?.get_help().map(ToString::to_string);
            let answers = T::value_variants();
            let rows = answers.iter().map(|value| vec![name(value), help(value).unwrap_or_default()]).collect();
            let names = answers.iter().map(name).collect::<Vec<_>>().join(", ");
            ask(&format!("{question}\n{}Which?", columns(rows)), &name(&usual), |answer| {
                T::from_str(answer, true).map_err(|_| format!("one of {names}"))
            })
        }
        None => Ok(usual),
    }
}

/// Asks until the answer can be read. An empty answer is the usual one.
fn ask<T>(question: &str, usual: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, CommandError> {
    loop {
        eprint(&format!("{question} [{usual}] "));
        let mut line = String::new();
        let length = io::stdin().lock().read_line(&mut line).unwrap_or(0);
        if length == 0 {
            return Err(CommandError::usage(
                "the answers ended too early",
                "give them as options, see `uur new --help`",
            ));
        }
        let answer = if line.trim().is_empty() { usual } else { line.trim() };
        match read(answer) {
            Ok(value) => return Ok(value),
            Err(wanted) => eprint(&format!("write {wanted}\n")),
        }
    }
}

/// The rule file of an outline.
fn rules_of(title: &str, outline: &Outline) -> String {
    let Outline { rows, pits, seeds, laps, capture, end } = outline;
    let mut land = vec![];
    match capture {
        Captures::Opposite if *rows == 4 => {
            land.push(
                "take: here is own front empty pit and opposite is occupied -> capture opposite and behind opposite",
            );
        }
        Captures::Opposite => land.push("take: here is own empty pit and opposite is occupied -> capture opposite"),
        Captures::Completed if *rows == 4 => {
            land.push("take: here is own front pit and opposite holds 2 or 3 -> capture opposite");
        }
        Captures::Completed => land.push("take: here is opponent pit and here holds 2 or 3 -> capture here"),
        Captures::None => {}
    }
    if *laps == Laps::Relay {
        land.push("on: here is occupied -> relay");
    }
    let mut text = format!(
        "language 1\n\ngame \"{title}\" {{\n  source \"AUTHOR, TITLE (YEAR), PAGE\"\n}}\n\nboard {{\n  rows {rows}\n  \
         pits {pits}\n  seeds {seeds} each\n}}\n\nsow counterclockwise {{\n"
    );
    if *rows == 4 {
        text += "  along own side\n";
    }
    text += "  from own pit\n}\n";
    if !land.is_empty() {
        let _ = write!(text, "\nland {{\n  {}\n}}\n", land.join("\n  "));
    }
    // Without captures a game may go round for ever.
    let again = if *capture == Captures::None { "\n  repeated 3 times -> draw" } else { "" };
    match end {
        Ending::Seeds => {
            let _ = write!(text, "\nend {{\n  no move -> each takes own side{again}\n}}\n\nwin most seeds\n");
        }
        Ending::Blocked => {
            let _ = write!(text, "\nend {{\n  no move -> opponent wins{again}\n}}\n");
        }
    }
    syntax::format(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::game::Game;

    #[test]
    fn every_outline_is_a_game_without_a_warning() {
        for rows in [2, 4] {
            for &laps in Laps::value_variants() {
                for &capture in Captures::value_variants() {
                    for &end in Ending::value_variants() {
                        let text = rules_of("a game", &Outline { rows, pits: 5, seeds: 3, laps, capture, end });
                        let game = Game::parse(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
                        assert!(game.warnings.is_empty(), "{text}");
                        assert_eq!(syntax::format(&text), text);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_like_a_shipped_one_has_its_rules_and_no_tests() {
        for name in ["oware", "bao-la-kiswahili", "sat-gol", "tihbat"] {
            let text = like_shipped(name, "mine").expect("it is shipped");
            let game = Game::parse(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
            assert_eq!(game.meaning(), Game::shipped(name).expect("it is shipped").meaning(), "{name}");
            assert!(!text.contains("\ntest \"") && text.contains("game \"mine\""), "{text}");
        }
    }

    #[test]
    fn a_file_is_called_after_its_game() {
        assert_eq!(file_name("My  game (2)").ok().as_deref(), Some("my-game-2.uur"));
        assert!(["", "\"", "--", "a\nb"].iter().all(|title| file_name(title).is_err()));
    }
}
