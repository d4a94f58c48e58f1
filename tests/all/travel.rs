//! Every text that is printed of a game can be read wherever games are read, and leads to the same game.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use uur::chance::Rng;
use uur::check::Settings;
use uur::engine::Position;
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::reader::{self, Bare};
use uur::notation::{Record, RecordEntry, RecordFacts, write_position, write_steps};
use uur::render::Style;
use uur::rules::Side;
use uur::variants;
use uur_cli::repl::interpreter::Repl;
use uur_lab::coverage::Coverage;
use uur_testing::authoring;
use uur_testing::transcript::transcript;

use crate::bodies::notation;

/// Steps of each random game.
const STEPS: usize = 40;

/// A random game: its steps, and the positions between them.
fn random_game(game: &Game, from: Option<Position>, seed: u64) -> (Vec<Step>, Match) {
    let mut chance = Rng::for_game(seed, 1);
    let mut played = begun(game, from);
    let mut steps = vec![];
    while steps.len() < STEPS {
        let step = match played.due {
            NextStep::Move(_) => {
                let moves = game.program.legal_moves(&played.position);
                Step::Move(moves[chance.below(moves.len())])
            }
            NextStep::Lot(_) => Step::Lot(Side::BOTH[chance.below(2)]),
            NextStep::Round => {
                played.next_round(&game.program, &mut ());
                continue;
            }
            NextStep::Nothing(_) => break,
        };
        played.step(&game.program, step, &mut ()).expect("it is legal");
        steps.push(step);
    }
    (steps, played)
}

fn begun(game: &Game, from: Option<Position>) -> Match {
    match from {
        Some(position) => Match::from(&game.program, position),
        None => Match::new(&game.program),
    }
}

/// Plays what a text tells; gives the steps and the position to which they lead.
fn read(game: &Game, text: &str, bare: Bare) -> (Vec<Step>, Position) {
    let fails = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}\n{text}", game.name) };
    let record = reader::read(text, bare).unwrap_or_else(|error| fails(&error));
    assert!(record.game.is_empty() || record.game == game.name, "{text}");
    assert_eq!(record.settings, game.settings());
    let from = record.begins(game).unwrap_or_else(|error| fails(&error));
    let mut played = begun(game, from);
    let mut steps = vec![];
    for entry in &record.moves {
        if played.due == NextStep::Round && matches!(entry, RecordEntry::Step(..)) {
            played.next_round(&game.program, &mut ());
        }
        if let Some(step) = entry.read(game, &played).unwrap_or_else(|error| fails(&error)) {
            played.step(&game.program, step, &mut ()).unwrap_or_else(|_| fails(&"an illegal move"));
            steps.push(step);
        }
    }
    (steps, played.position)
}

fn record_of(game: &Game, from: Option<Position>, steps: &[Step]) -> Record {
    Record {
        game: game.name.clone(),
        settings: game.settings(),
        rules: Some(game.meaning()),
        from: from.map(|position| write_position(game, &position).into()),
        moves: write_steps(&game.program, steps).split_whitespace().map(|step| step.to_string().into()).collect(),
        ..Record::default()
    }
}

/// The lines `with`, `position` and `play` of a test.
fn test_lines(game: &Game, from: Option<Position>, steps: &[Step]) -> String {
    let test = authoring::example(game, "a test", &game.settings(), from.as_ref(), steps).expect("it can be played");
    let lines: Vec<&str> = test.lines().filter(|line| line.starts_with("  ") && !line.contains("expect")).collect();
    lines.join("\n")
}

/// Some games from the start, and one from a position in the middle of a game.
fn random_games(game: &Game) -> Vec<(Option<Position>, Vec<Step>, Match)> {
    let (_, middle) = random_game(game, None, 1);
    let from = Some(middle.position).filter(|position| position.outcome.is_none());
    [(None, 2), (None, 3), (from, 4)]
        .into_iter()
        .map(|(from, seed)| {
            let (steps, end) = random_game(game, from, seed);
            (from, steps, end)
        })
        .collect()
}

#[test]
fn whatever_is_printed_of_a_game_is_read_as_the_same_game() {
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        for (from, steps, end) in random_games(&game) {
            let record = record_of(&game, from, &steps);
            let rules = variants::source(name).expect("it is shipped");
            let told = transcript(&rules, &variants::library, &record.write(), &mut Coverage::default(), || false);
            let told = told.unwrap_or_else(|error| panic!("{name}: {error}"));
            let line = record.write_line();
            let texts = [
                (record.write(), Bare::Nothing),
                (record.write().replace('\n', "\r\n"), Bare::Nothing),
                (told, Bare::Nothing),
                (test_lines(&game, from, &steps), Bare::Nothing),
                (format!("uur play '{line}'"), Bare::Moves),
                (line, Bare::Game),
            ];
            for (text, bare) in texts {
                let (found, position) = read(&game, &text, bare);
                assert_eq!(write_steps(&game.program, &found), write_steps(&game.program, &steps), "{text}");
                assert_eq!(write_position(&game, &position), write_position(&game, &end.position), "{text}");
            }
            let position = write_position(&game, &end.position);
            let forms = [
                position.clone(),
                format!("from {position}"),
                format!("start {position}"),
                format!("position {position}"),
                format!("position set {position}"),
                format!("position \"{position}\""),
                format!("position set \"{position}\""),
            ];
            for (number, text) in forms.iter().enumerate() {
                for bare in [Bare::Position, Bare::Moves, Bare::Nothing] {
                    let (_, found) = read(&game, text, bare);
                    assert_eq!(write_position(&game, &found), position, "form {number}");
                }
            }
        }
    }
}

/// The record of the game on the table after these lines.
fn held(repl: &mut Repl, lines: &str) -> Record {
    for line in lines.lines() {
        let reply = repl.line(line);
        assert_eq!(reply.error, None, "{line}\nof\n{lines}");
    }
    repl.session.record()
}

#[test]
fn whatever_is_printed_can_be_pasted_at_the_prompt() {
    for name in ["boola", "kalah", "oware", "lahemay-waladat", "bao-two-row", "pallanguzhi", "layli-goobalay-berbera"] {
        let game = Game::shipped(name).expect("it is shipped");
        for (from, steps, _) in random_games(&game) {
            let record = record_of(&game, from, &steps);
            let rules = variants::source(name).expect("it is shipped");
            let told =
                transcript(&rules, &variants::library, &record.write(), &mut Coverage::default(), || false).unwrap();
            // The prompt's own answers, as they are printed after each move.
            let mut repl = Repl::new(Style::default(), 1);
            let answers: Vec<String> = record
                .write()
                .lines()
                .map(|line| repl.line(line).text)
                .flat_map(|text| text.lines().map(str::to_string).collect::<Vec<_>>())
                .filter(|line| line.contains(": ") && (line.starts_with("South ") || line.starts_with("North ")))
                .filter(|line| !line.contains("wins"))
                .collect();
            let shared = {
                let mut repl = Repl::new(Style::default(), 1);
                held(&mut repl, &record.write());
                repl.line("share").text
            };
            let mut texts = vec![
                record.write(),
                shared,
                record.write_line(),
                told,
                format!("game {name}\n{}", test_lines(&game, from, &steps)),
            ];
            if game.rules.lot.is_none() && from.is_none() {
                texts.push(format!("game {name}\n{}", answers.join("\n")));
            }
            for text in texts {
                let mut repl = Repl::new(Style::default(), 1);
                let found = held(&mut repl, &text);
                // Only the prompt knows how the game ended.
                let found = Record { facts: RecordFacts::default(), ..found };
                assert_eq!(found.write(), record.write(), "{text}");
            }
        }
    }
}

#[test]
fn a_pasted_text_that_fails_shows_where_and_why() {
    let error = |line: &str| {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        let reply = repl.line(line);
        reply.error.unwrap_or_else(|| panic!("{line} is taken: {}", reply.text))
    };
    insta::assert_snapshot!(
        [
            "expect capture 3",
            "from south 4 4; north 4 4",
            "position \"south 4 4 4 4 4 4; north 4 4 4 4 x 4\"",
            "position \"south 4",
            "North C: 1 seed to D",
            "play C a",
            "moves C; from south 4 4 4 4 4 4; north 4 4 4 4 4 4",
            "game nothing",
            "game \"Kalah\" {",
            "kalah pits; C",
            "kalah pits=99; C",
            "uur play 'kalah; C a'",
            "test \"a title\" {",
            "  = south 4 4 4 4 4 4; north 4 4 4 4 4 3",
        ]
        .map(|line| format!("> {line}\n{}\n", error(line).trim_end()))
        .join("\n")
    );
}

#[test]
fn moves_are_pasted_with_commas_prompts_and_words() {
    for lines in ["C, A, b", "C,A,b", "C; A; b", "C A b", "South> C\nSouth> A\nNorth> b", "play C A b", "moves C, A, b"]
    {
        let mut repl = Repl::new(Style::default(), 1);
        repl.line("play kalah");
        assert_eq!(held(&mut repl, lines).write_line(), "kalah; C A b", "{lines}");
    }
}

#[test]
fn a_letter_of_the_other_player_fails_in_files_and_is_warned_of_at_the_prompt() {
    let folder = folder("letters");
    let test = |moves: &str| {
        let rules = variants::source("kalah").unwrap().text;
        let rules = rules.split("\ntest ").next().unwrap().to_string();
        fs::write(folder.join("k.uur"), format!("{rules}\ntest \"moves\" {{\n  play {moves}\n}}\n")).unwrap();
        fs::write(folder.join("k.game"), format!("game k.uur\nmoves {moves}\n")).unwrap();
        let tested = uur(&folder, &["test", "k.uur", "--games", "1"]);
        let loaded = Repl::new(Style::default(), 1).line(&format!("load {}", folder.join("k.game").display()));
        let replayed = uur(&folder, &["replay", "--record", "k.game"]);
        (tested.0, loaded.error.unwrap_or_default(), replayed.1)
    };
    let said = "`a` is a pit of North, but South is to move";
    let (tested, loaded, replayed) = test("C a B");
    assert!(tested.contains(said) && loaded.contains(said) && replayed.contains(said), "{tested}{loaded}{replayed}");
    let (tested, loaded, replayed) = test("C A b");
    assert!(!tested.contains("FAIL") && loaded.is_empty() && replayed.is_empty(), "{tested}{loaded}{replayed}");
    let mut repl = Repl::new(Style::default(), 1);
    repl.line("play kalah");
    repl.line("C");
    let told = repl.line("a");
    assert!(told.error.is_none() && told.text.starts_with("(`a` is North's; South is to move and plays `A`)"));
}

/// Runs the command in a folder.
fn uur(folder: &Path, arguments: &[&str]) -> (String, String, i32) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CI")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

/// A fresh folder with rule files of one's own: Boola, in which the first move may leave two seeds.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("travel").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("boola")).unwrap();
    let rules = variants::source("boola").unwrap().text.replace("all but 1", "all but 2");
    fs::write(folder.join("boola.uur"), &rules).unwrap();
    fs::write(folder.join("mine.uur"), &rules).unwrap();
    folder
}

#[test]
fn a_record_finds_its_rules_from_everywhere() {
    let folder = folder("found");
    let mut repl = Repl::new(Style::default(), 1);
    let mine = folder.join("mine.uur");
    held(&mut repl, &format!("play {}\nK-2", mine.display()));
    held(&mut repl, &format!("transcript kept\nsave {}", folder.join("boola/saved.game").display()));
    for (place, record) in [(".", "mine/kept.game"), ("mine", "kept.game"), ("boola", "saved.game")] {
        let (out, err, exit) = uur(&folder.join(place), &["replay", "--record", record]);
        assert!(out.contains("mine.uur\n") && out.contains("Boola: K-2"), "{place}: {out}{err}");
        assert_eq!((err.as_str(), exit), ("", 0), "{place}");
        let (out, _, exit) = uur(&folder.join(place), &["play", record]);
        assert!(out.contains("mine.uur\n") && exit == 0, "{out}");
    }
    let text = fs::read_to_string(folder.join("mine/kept.game")).unwrap();
    assert!(text.starts_with("game ../mine.uur\nrules "), "{text}");
    // Another platform's slashes are read as well.
    fs::write(folder.join("mine/second.game"), text.replace('/', "\\").replace('\n', "\r\n")).unwrap();
    let (out, err, exit) = uur(&folder, &["replay", "--record", "mine/second.game"]);
    assert!(out.contains("mine.uur\n") && exit == 0, "{out}{err}");
    let (out, err, exit) = uur(&folder, &["test", "mine.uur", "-k", "kept", "--games", "1"]);
    assert!(exit == 0, "{out}{err}");
}

#[test]
fn rules_beside_a_record_come_before_shipped_ones() {
    let folder = folder("beside");
    fs::write(folder.join("boola/opening.game"), "game boola\nmoves K-2\n").unwrap();
    fs::write(folder.join("plain.game"), "game boola\nmoves K-2\n").unwrap();
    for record in ["boola/opening.game", "plain.game"] {
        let (out, err, exit) = uur(&folder, &["replay", "--record", record]);
        assert!(out.contains("rules: boola.uur\n") && exit == 0, "{out}{err}");
        let mut repl = Repl::new(Style::default(), 1);
        let told = repl.line(&format!("load {}", folder.join(record).display()));
        assert!(told.text.contains("by the rules of ") && told.text.contains("boola.uur\n"), "{}", told.text);
    }
    // The rules can be named; the shipped ones forbid the move.
    let (_, err, exit) = uur(&folder, &["replay", "boola", "--record", "plain.game"]);
    assert!(err.contains("move 1, `K-2`, cannot be played") && exit == 1, "{err}");
}

#[test]
fn a_record_of_changed_rules_is_reported() {
    let folder = folder("changed");
    // No shipped game has this meaning.
    let meaning = "0123456789abcdef".to_string();
    fs::write(folder.join("legal.game"), format!("game boola.uur\nrules {meaning}\nmoves L\n")).unwrap();
    fs::write(folder.join("illegal.game"), format!("game boola.uur\nrules {meaning}\nmoves K-1\n")).unwrap();
    let (out, err, exit) = uur(&folder, &["replay", "--record", "legal.game"]);
    assert!(err.starts_with("warning: ") && err.contains(&meaning) && exit == 0, "{out}{err}");
    let (_, err, exit) = uur(&folder, &["replay", "--record", "illegal.game"]);
    assert!(err.contains("move 1, `K-1`") && err.contains("under other rules") && exit == 1, "{err}");
    let mut repl = Repl::new(Style::default(), 1);
    let told = repl.line(&format!("load {}", folder.join("legal.game").display()));
    assert!(told.text.contains("warning: ") && told.error.is_none(), "{}", told.text);
    let told = repl.line(&format!("load {}", folder.join("illegal.game").display()));
    assert!(told.error.is_some_and(|error| error.contains("under other rules")));
}

#[test]
fn one_line_shares_a_game() {
    let line = "boola pits=6; from south 0 3 3 0 3 3; north 0 3 3 0 3 3; moves E-1 e";
    let (out, err, exit) = uur(Path::new("."), &["replay", line]);
    assert!(out.contains("Boola: E-1 e") && exit == 0, "{out}{err}");
    let mut repl = Repl::new(Style::default(), 1);
    let record = held(&mut repl, line);
    assert_eq!(record.write_line(), "boola pits=6; E-1 e");
    let (out, err, exit) = uur(Path::new("."), &["play", "boola pits=6; E-1 e"]);
    assert!(out.contains("> South") && exit == 0, "{out}{err}");
    let (_, err, exit) = uur(Path::new("."), &["play", "boola pits=6; E-1 E"]);
    assert!(err.contains("is a pit of South") && exit == 2, "{err}");
}

#[test]
fn names_of_rule_files_are_quoted_where_they_have_to_be() {
    for name in ["a b.uur", "a;b.uur", "a#b.uur", "it's=mine.uur", "set", "a\"b{.uur", "ä/ö.uur"] {
        let record = Record { game: name.to_string(), moves: vec!["A".to_string().into()], ..Record::default() };
        assert_eq!(reader::read(&record.write(), Bare::Nothing).unwrap().game, name);
        let line = record.write_line();
        assert_eq!(reader::read(&line, Bare::Game).unwrap().game, name, "{line}");
        assert_eq!(reader::read(&format!("uur play '{line}'"), Bare::Moves).unwrap().game, name, "{line}");
    }
}

#[test]
fn options_take_whatever_is_printed() {
    let position = "south 4 4 0 5 5 5; north 4 4 4 4 4 4; captured 1 0; south to move";
    for from in [position.to_string(), format!("from {position}"), format!("position \"{position}\"")] {
        let (out, err, exit) =
            uur(Path::new("."), &["replay", "kalah", "--from", &from, "--moves", "South A: 4 seeds to E"]);
        assert!(out.contains("Kalah: A") && exit == 0, "{out}{err}");
    }
    let (out, err, exit) = uur(Path::new("."), &["replay", "kalah", "--from", "game kalah\nmoves C"]);
    assert!(out.contains(position) && exit == 0, "{out}{err}");
    let (_, err, exit) = uur(Path::new("."), &["replay", "kalah", "--from", "game oware\nmoves C"]);
    assert!(err.contains("`oware`") && exit == 2, "{err}");
    let (_, err, exit) = uur(Path::new("."), &["replay", "kalah", "--moves", "North a: 4 seeds to e"]);
    assert!(err.contains("is written as North's move") && exit == 2, "{err}");
    let (_, err, exit) = uur(Path::new("."), &["perft", "kalah", "1", "--from", ""]);
    assert!(err.contains("no position is given") && exit == 2, "{err}");
    let settings = Settings::from([("pits".to_string(), "3".to_string())]);
    assert_eq!(reader::read("set pits to 3\nplay A", Bare::Moves).unwrap().settings, settings);
}

/// A word, sign or line that may stand anywhere in what is printed of a game.
fn piece() -> impl Strategy<Value = String> {
    let known = [
        "game",
        "game boola",
        "set",
        "pits=6",
        "rules 6beef4ce74077a4c",
        "from",
        "start",
        "position",
        "moves",
        "play",
        "with pits 6",
        "expect",
        "south",
        "north",
        "South",
        "North:",
        "South> ",
        "uur play '",
        "to move",
        "captured",
        "uur",
        "closed",
        "move 3",
        "last",
        "way south >",
        "@south",
        "@lot=1.2/3.4",
        "A",
        "a:+",
        "K-1",
        "store-3",
        "swap",
        "1",
        "3 South",
        "lot",
        "= ",
        "round 2",
        "  ",
        ";",
        ",",
        "\"",
        "'",
        "#",
        "{",
        "\\",
        "\u{a0}",
        "\u{200b}",
        "\u{202e}",
        "\u{2028}",
        "\u{feff}",
        "\n",
        "\r\n",
        "99999999999",
        "-1",
    ];
    prop_oneof![
        8 => prop::sample::select(known.map(String::from).to_vec()),
        1 => (0u32..300).prop_map(|number| number.to_string()),
        1 => "\\PC{1,4}",
    ]
}

/// Something printed of a random game, with some words or lines left out, doubled, exchanged or replaced.
fn changed() -> impl Strategy<Value = (String, String)> {
    let change = (0u8..8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), piece());
    let game = prop::sample::select(GAMES.to_vec());
    (game, 0usize..5, 1u64..50, prop::collection::vec(change, 0..5)).prop_map(|(name, form, seed, changes)| {
        let game = Game::shipped(name).expect("it is shipped");
        let (steps, end) = random_game(&game, None, seed);
        let record = record_of(&game, None, &steps);
        let rules = variants::source(name).expect("it is shipped");
        let text = match form {
            0 => record.write(),
            1 => record.write_line(),
            2 => write_position(&game, &end.position),
            3 => test_lines(&game, None, &steps),
            _ => transcript(&rules, &variants::library, &record.write(), &mut Coverage::default(), || false).unwrap(),
        };
        let text = changes.into_iter().fold(text, |text, (kind, one, other, piece)| {
            let sign = if kind < 4 { '\n' } else { ' ' };
            let mut parts: Vec<&str> = text.split_inclusive(sign).collect();
            if parts.is_empty() {
                return piece;
            }
            let (one, other) = (one.index(parts.len()), other.index(parts.len()));
            match kind % 4 {
                0 => drop(parts.remove(one)),
                1 => parts.insert(one, parts[other]),
                2 => parts.insert(one, &piece),
                _ => parts[one] = &piece,
            }
            parts.concat()
        });
        (name.to_string(), text)
    })
}

#[test]
fn a_parameter_without_a_name_is_refused() {
    let game = Game::shipped("boola").expect("it is shipped");
    notation::any_text(&game, "33:\r $\nwith =\r it:");
}

/// Games with stores, marks, lots, rounds, ways and decisions.
const GAMES: [&str; 6] = ["boola", "kalah", "lahemay-waladat", "bao-two-row", "layli-goobalay-berbera", "mbothe"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_change_of_what_is_printed_is_refused_or_read(change in changed()) {
        let game = Game::shipped(&change.0).expect("it is shipped");
        notation::any_text(&game, &change.1);
        notation::any_paste(&game, &change.1);
    }

    #[test]
    fn any_pieces_are_refused_or_read(pieces in prop::collection::vec(piece(), 0..30)) {
        let game = Game::shipped("boola").expect("it is shipped");
        notation::any_text(&game, &pieces.join(" "));
        notation::any_paste(&game, &pieces.join(" "));
    }

    #[test]
    fn any_characters_are_refused_or_read(text in "\\PC{0,60}|(?s).{0,60}") {
        let game = Game::shipped("boola").expect("it is shipped");
        notation::any_text(&game, &text);
        notation::any_paste(&game, &text);
    }
}
