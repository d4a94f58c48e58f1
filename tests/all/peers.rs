//! Agreement with other programs: MancalaGames by StoneShark counts the same sequences of moves, and games
//! that OpenSpiel recorded have the same boards.

use std::fs;
use std::iter::from_fn;
use std::path::{Path, PathBuf};

use uur::engine::{History, Position, Program};
use uur::game::Game;
use uur::notation::{read_move, write_move};
use uur::rules::Side;
use uur::source::Source;
use uur::variants;
use uur_lab::coverage::Coverage;
use uur_lab::lab::{perft, perft_with_passes};
use uur_testing::examples;

/// No count greater than this is compared, so that the test stays quick.
const MOST_SEQUENCES: u64 = 200_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

fn read(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Loads the game of this name as the peer plays it, which is the shipped game unless a file here differs.
fn load(name: &str, settings: &[(&str, &str)]) -> Game {
    let file = format!("{name}.uur");
    let source = match folder().join(&file).exists() {
        true => Source::new(&file, read(&file)),
        false => variants::source(name).unwrap_or_else(|| panic!("{name} is neither here nor shipped")),
    };
    let settings = settings.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Game::load(source, &variants::library, &settings).unwrap_or_else(|faults| panic!("{file}: {:#?}", faults.problems))
}

/// The names of the rule files here.
fn files() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let rules = paths.filter(|path| path.extension().is_some_and(|extension| extension == "uur"));
    rules.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned()).collect()
}

/// The lines of a file that say something.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A line of `counts.txt`.
struct Counts<'a> {
    name: &'a str,
    settings: Vec<(&'a str, &'a str)>,
    passes: bool,
    counts: Vec<u64>,
}

fn counts(line: &str) -> Counts<'_> {
    let mut words = line.split_whitespace().peekable();
    let name = words.next().expect("a line has a word");
    let settings = from_fn(|| words.next_if(|word| word.contains('='))?.split_once('=')).collect();
    let passes = words.next_if_eq(&"passes").is_some();
    Counts { name, settings, passes, counts: words.map(|word| word.parse().expect("it is a number")).collect() }
}

#[test]
fn the_peer_counts_as_many_sequences_of_moves() {
    let text = read("counts.txt");
    let mut differing = vec![];
    for line in lines(&text) {
        let Counts { name, settings, passes, counts } = counts(line);
        let program = load(name, &settings).program;
        let start = program.start();
        for (depth, &expected) in (1..).zip(&counts).take_while(|&(_, &count)| count <= MOST_SEQUENCES) {
            let found = match passes {
                true => perft_with_passes(&program, &start, depth),
                false => perft(&program, &start, depth),
            };
            if found != expected {
                differing.push(format!("{name}: {found} sequences of {depth} moves, the peer counts {expected}"));
                break;
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_file_of_the_peer_is_counted() {
    let text = read("counts.txt");
    let counted: Vec<&str> = lines(&text).map(|line| counts(line).name).collect();
    let files = files().into_iter().filter(|name| !name.starts_with("open-spiel"));
    let uncounted: Vec<String> = files.filter(|name| !counted.contains(&name.as_str())).collect();
    assert_eq!(uncounted, [""; 0]);
}

#[test]
fn the_examples_of_the_files_hold() {
    let mut failed = vec![];
    for name in files() {
        let game = load(&name, &[]);
        for example in game.examples() {
            if let Err(failure) = examples::run(&game, example, &mut Coverage::default()) {
                failed.push(format!("{name}: expected {}, got {}\n{}", failure.expected, failure.got, failure.details));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// What a line of a recorded game says of the board after its move.
struct Recorded<'a> {
    rows: [Vec<u16>; 2],
    stores: [u16; 2],
    next: &'a str,
    moves: Option<&'a str>,
}

fn numbers(text: &str) -> Vec<u16> {
    text.split_whitespace().map(|number| number.parse().expect("it is a number")).collect()
}

/// A line of a recorded game: its move, and the board if the record shows it.
fn recorded(line: &str) -> (&str, Option<Recorded<'_>>) {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let board = match parts[1..] {
        [] => None,
        [south, north, stores, next, ref moves @ ..] => Some(Recorded {
            rows: [numbers(south), numbers(north)],
            stores: numbers(stores).try_into().expect("there are two stores"),
            next,
            moves: moves.first().copied(),
        }),
        _ => panic!("not a line of a record: {line}"),
    };
    (parts[0], board)
}

fn rows(program: &Program, position: &Position) -> [Vec<u16>; 2] {
    Side::BOTH.map(|side| program.layout().pits_of(side).map(|pit| position.seeds[pit.index()].into()).collect())
}

/// The seeds of each player: in his store and in his row.
fn seeds([south, north]: &[Vec<u16>; 2], stores: [u16; 2]) -> [u16; 2] {
    [south.iter().sum::<u16>() + stores[0], north.iter().sum::<u16>() + stores[1]]
}

/// Plays a recorded game and compares it with the record after every move.
fn replay(game: &str, record: &str) {
    let Game { program, .. } = load(game, &[]);
    let text = read(record);
    let mut position = program.start();
    let mut history = History::starting(&position);
    let mut over = false;
    for (number, line) in lines(&text).enumerate() {
        let (m, board) = recorded(line);
        if number > 0 {
            let m = read_move(&program, position.to_move, m).unwrap_or_else(|_| panic!("{record}, move {number}: {m}"));
            let played = program.play(&mut position, &mut history, m, &mut ());
            assert_eq!(played, Ok(()), "{record}, move {number}: {line}");
        }
        let Some(Recorded { rows: expected, stores, next, moves }) = board else { continue };
        let place = format!("{record}, after move {number}: {line}");
        match moves {
            Some(moves) => {
                assert_eq!(rows(&program, &position), expected, "{place}");
                assert_eq!(position.captured, stores, "{place}");
                assert_eq!(position.outcome, None, "{place}");
                assert_eq!(position.to_move.as_str(), next, "{place}");
                let legal: Vec<String> =
                    program.legal_moves(&position).into_iter().map(|m| write_move(&program, m)).collect();
                assert_eq!(legal.join(" "), moves, "{place}");
            }
            None => {
                let outcome = position.outcome.as_ref().unwrap_or_else(|| panic!("{place}: not over"));
                let result = outcome.winner.map_or("draw".into(), |winner| format!("{} wins", winner.as_str()));
                assert_eq!(result, next, "{place}");
                // The record of Kalah leaves in the rows what their owners have won.
                assert_eq!(seeds(&rows(&program, &position), position.captured), seeds(&expected, stores), "{place}");
                over = true;
            }
        }
    }
    assert!(over, "{record} does not come to its end");
}

#[test]
fn open_spiel_plays_the_same_game_of_oware() {
    replay("open-spiel-oware", "open_spiel_oware.txt");
}

#[test]
fn open_spiel_plays_the_same_game_of_kalah() {
    replay("open-spiel-kalah", "open_spiel_kalah.txt");
}
