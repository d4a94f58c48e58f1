//! Moves and positions as other programs write them: read, or refused with a help that can be followed.

use std::collections::BTreeMap;

use uur::check::Settings;
use uur::engine::Position;
use uur::foreign::{ForeignFormat, format_of, read_foreign};
use uur::game_play::GamePlay;
use uur::notation::reader::{self, Bare};
use uur::notation::{ParseError, Record, read_move, read_position, write_move};
use uur::render::Style;
use uur::rules::Side;
use uur::source::Source;
use uur::{Game, variants};
use uur_cli::repl::interpreter::Repl;

fn game(name: &str) -> Game {
    Game::shipped(name).expect("it is shipped")
}

/// The message and the help of an error.
fn words<T: std::fmt::Debug>(read: Result<T, ParseError>) -> (String, String) {
    let ParseError { message, help, .. } = read.expect_err("it is refused");
    (message, help)
}

#[test]
fn numbers_of_moves_are_skipped() {
    let line =
        |moves: &str| reader::read(moves, Bare::Moves).expect("they are moves").steps().collect::<Vec<_>>().join(" ");
    for numbered in
        ["1. F f 2. B e", "1.F f 2.B e", "1. F f, 2. B e", "1. F 1... f\n2. B 2... e", "FfBe", "1. Ff 2. Be"]
    {
        assert_eq!(line(numbered), "F f B e", "{numbered}");
    }
    assert_eq!(line("1 2 10"), "1 2 10", "numbers without a dot are pits");
}

#[test]
fn moves_of_other_notations_get_a_help_that_fits() {
    let oware = game("oware");
    let help = |text: &str| words(read_move(&oware.program, Side::South, text)).1;
    assert_eq!(help("FfBeBc"), "write blanks between pits: F f B e B c");
    assert_eq!(help("3-9-2"), "write blanks between moves: 3 9 2");
    assert_eq!(help("76"), "South's pits are A to F, or 1 to 6");
    assert_eq!(help("c1d2"), "write one letter or one number for the pit: South's pits are A to F");
    assert_eq!(help("x"), "South's pits are A to F");
}

/// The same at the prompt, where such a word might also be a command.
#[test]
fn the_prompt_knows_moves_of_other_notations() {
    let error = |line: &str| {
        let mut repl = Repl::new(Style::default(), 1);
        assert_eq!(repl.line("play oware").error, None);
        repl.line(line).error.unwrap_or_default()
    };
    for (line, help) in [
        ("Ff", "write blanks between pits: `F f`"),
        ("fab", "write blanks between pits: `f a b`"),
        ("c1d2", "write one letter or one number for the pit: South's pits are A to F"),
        ("F1", "write one letter or one number for the pit: South's pits are A to F"),
        ("3-9-2", "write blanks between moves: 3 9 2"),
    ] {
        assert!(error(line).contains(help), "{line}: {}", error(line));
    }
    // Commands are not mistaken for pits.
    assert!(error("hlep").contains("did you mean `help`?"));
    for numbered in ["1. F f 2. B e", "1.F f 2.B e", "1. F f, 2. B e", "FfBe", "1. F 1... fBe"] {
        let mut repl = Repl::new(Style::default(), 1);
        assert_eq!(repl.line("play oware").error, None);
        assert_eq!(repl.line(numbered).error, None, "{numbered}");
        assert_eq!(repl.session.record().write_line(), "oware; F f B e", "{numbered}");
    }
}

/// The table of the manual: what is written elsewhere, and the same here.
#[test]
fn the_table_of_other_notations_can_be_read() {
    let page = include_str!("../../docs/manual/notation.md");
    let (_, rows) = page.split_once("| elsewhere | here |\n|---|---|\n").expect("the table is there");
    let here: Vec<&str> = rows
        .lines()
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.rsplit(" | ").next().and_then(|cell| cell.split('`').nth(1)).unwrap_or_default())
        .collect();
    for text in &here {
        let readable = text
            .split(' ')
            .all(|word| Side::BOTH.iter().any(|&side| read_move(&game("toguz-kumalak").program, side, word).is_ok()));
        assert!(readable, "{text}");
    }
    assert!(here.len() >= 5, "{here:?}");
    // The texts of whole games.
    let (_, rows) =
        page.split_once("| format | text | games | what is compared |\n|---|---|---|---|\n").expect("there");
    let rows: Vec<Vec<&str>> = rows
        .lines()
        .map_while(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(format, row)| {
            let text = row.split(" | ").next().unwrap_or_default();
            [format].into_iter().chain(text.split('`').skip(1).step_by(2)).collect()
        })
        .collect();
    assert_eq!(rows.len(), ForeignFormat::ALL.len());
    for row in rows {
        let format: ForeignFormat = row[0].parse().expect(row[0]);
        // A session has several lines; others have several ways to write them, or a word of the format.
        let texts = if format == ForeignFormat::Kgp {
            vec![row[1..].join("\n")]
        } else {
            row[1..].iter().map(|text| text.to_string()).collect()
        };
        for text in texts.iter().filter(|text| ![".tgk", "FEN", "actionHistory"].contains(&text.as_str())) {
            let read = read_foreign(text, format, None).unwrap_or_else(|error| panic!("{}", error.drawn(text, row[0])));
            assert!(read[0].as_ref().is_ok_and(|record| !record.moves.is_empty()), "{read:?}");
            assert_eq!(format_of(text), Some(format), "{text}");
        }
    }
}

#[test]
fn the_record_of_the_manual_can_be_played() {
    let page = include_str!("../../docs/manual/notation.md");
    let (_, text) = page.split_once("```text\ngame ../boola.uur\n").expect("it is there");
    let (text, _) = text.split_once("```").expect("it ends");
    let record = Record::read(&format!("game boola\n{text}")).expect("it is a record");
    let game = game("boola").with_settings(&record.settings).expect("it may be set");
    assert!(record.is_of(&game));
    let at_start = record.from.as_ref().map(|from| read_position(&game, &from.text).expect("it is a position"));
    let mut play = GamePlay::new(game.into(), at_start);
    play.play_record(&record.moves).expect("its moves and variations are legal");
}

/// A help shows a position; it has to be one, with rows of the right length in its place.
#[test]
fn positions_of_other_notations_get_a_help_that_fits() {
    let kalah = game("kalah");
    let read = |text: &str| words(read_position(&kalah, text));
    let blanks = "write blanks between the numbers, and `;` between the rows: south 4 4 4 4; north 4 4 4 4";
    for foreign in
        ["4,4,4,4,4,4;4,4,4,4,4,4", "4, 4, 4, 4, 4, 4; 4, 4, 4, 4, 4, 4", "south 4,4,4,4,4,4; north 4,4,4,4,4,4"]
    {
        assert_eq!(read(foreign).1, blanks, "{foreign}");
    }
    assert_eq!(read("south 4/4 4 4 4 4; north 4 4 4 4 4 4").1, "write blanks before and after `/`");
    assert_eq!(read("south 4 4 4 4 4 4; north 4 4 4 4 4 4; closed ef").1, "write blanks between pits: e f");
}

#[test]
fn positions_of_other_programs_are_read_wherever_a_position_is() {
    let kalah = game("kalah");
    for (foreign, here) in [
        ("1-0-0-4-4-4-0-2-4-4-4-4-7-10-N", "south 1 0 0 4 4 4; north 0 2 4 4 4 4; captured 7 10; north to move"),
        ("<6,10,2,1,2,3,4,2,0,0,0,0,0,0,1>", "south 1 2 3 4 2 0; north 0 0 0 0 0 1; captured 10 2"),
        ("3,2S,1S,2S/1S,3,2S,3S 20 17 S", "south 1 0 0 0 2 3; north 2 1 2 0 0 0; captured 20 17"),
    ] {
        assert_eq!(read_position(&kalah, foreign), read_position(&kalah, here), "{foreign}");
    }
    for wrong in ["<6,10,2,1,2,3", "4-4-x-S", "3,2S/1S 20 17 S", "<5,0,0,4,4,4,4,4,4,4,4,4,4>"] {
        assert!(read_position(&kalah, wrong).is_err_and(|error| error.at <= wrong.len()), "{wrong}");
    }
    let mut repl = Repl::new(Style::default(), 1);
    assert_eq!(repl.line("play kalah").error, None);
    assert_eq!(repl.line("position set <6,10,2,1,2,3,4,2,0,0,0,0,0,0,1>").error, None);
}

#[test]
fn too_many_seeds_have_one_message() {
    let kalah = game("kalah");
    for (number, place) in
        [256, 300, 9_999, 10_001, 65_536, 1_000_000_000_u64].into_iter().flat_map(|n| [(n, "south"), (n, "captured")])
    {
        let position = match place {
            "south" => format!("south {number} 0 0 0 0 0; north 0 0 0 0 0 0"),
            _ => format!("south 0 0 0 0 0 0; north 0 0 0 0 0 0; captured {number} 0"),
        };
        let expected = (format!("{number} seeds are too many"), "at most 255 in all".to_string());
        assert_eq!(words(read_position(&kalah, &position)), expected, "{position}");
    }
    let in_all = words(read_position(&kalah, "south 200 0 0 0 0 0; north 200 0 0 0 0 0"));
    assert_eq!(in_all, ("400 seeds are too many".to_string(), "at most 255 in all".to_string()));
    assert!(read_position(&kalah, "south 255 0 0 0 0 0; north 0 0 0 0 0 000").is_ok());
}

/// Counts of moves by small programs that were written from the rules alone.
#[test]
fn bestemshe_and_avalanche_have_as_many_moves_as_a_second_program_counts() {
    for (name, counts) in
        [("bestemshe", &[5, 21, 91, 407, 1761, 7782, 34285][..]), ("avalanche", &[6, 31, 156, 796, 3969, 19789])]
    {
        let game = game(name);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(
                uur_lab::lab::perft(&game.program, &game.program.start(), depth),
                count,
                "{name}, {depth} moves"
            );
        }
    }
}

fn of(text: &str) -> Game {
    Game::load(Source::new("foreign.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// The positions after each legal move, by the move.
fn after_each(game: &Game, position: &str) -> BTreeMap<String, Position> {
    let position = read_position(game, position).expect("it is a position");
    let played = |m| {
        let mut after = position;
        game.program.play_unchecked(&mut after, m, &mut ());
        (write_move(&game.program, m), after)
    };
    game.program.legal_moves(&position).into_iter().map(played).collect()
}

/// The boards of the tests of py-mancala (K. Paprocki, test_mancala.py, `test_move`).
#[test]
fn kalah_sows_as_the_tests_of_py_mancala() {
    let kalah = game("kalah");
    for (before, m, after) in [
        ("south 4 4 4 4 4 4; north 4 4 4 4 4 4", "A", "south 0 5 5 5 5 4; north 4 4 4 4 4 4; north to move"),
        ("south 4 4 4 4 4 4; north 4 4 4 4 4 4", "B", "south 4 0 5 5 5 5; north 4 4 4 4 4 4; north to move"),
        (
            "south 4 4 4 4 4 4; north 4 4 4 4 4 4",
            "C",
            "south 4 4 0 5 5 5; north 4 4 4 4 4 4; captured 1 0; south to move",
        ),
        (
            "south 4 4 11 5 5 5; north 4 4 4 4 4 4",
            "C",
            "south 5 4 0 6 6 6; north 5 5 5 5 5 5; captured 1 0; north to move",
        ),
        (
            "south 4 4 13 5 5 5; north 4 4 4 4 4 4",
            "C",
            "south 5 5 0 6 6 6; north 5 5 5 0 5 5; captured 7 0; north to move",
        ),
    ] {
        let (after, played) = (read_position(&kalah, after).expect(after), after_each(&kalah, before)[m]);
        assert_eq!(
            (played.seeds, played.captured, played.to_move),
            (after.seeds, after.captured, after.to_move),
            "{m}"
        );
    }
}

/// A swap after the first turn of Kalah, counted by a second program: with seven pits and no bonus by the first move, as
/// `ettoretorti/mancala` plays it, and with bonus moves in the first turn, after which it is the second player's.
#[test]
fn kalah_with_a_swap_has_as_many_moves_as_a_second_program_counts() {
    let first = "change land {\n  again: here is own store and move is 2 or more -> bonus move\n}\n";
    for (pits, seeds, change, counts) in [
        ("7", "7", first, [7, 56, 364, 2388, 15653, 101884]),
        ("7", "7", "", [7, 54, 357, 2335, 15324, 99640]),
        ("6", "4", "", [6, 40, 220, 1127, 5632, 27923]),
    ] {
        let text = format!(
            "language 1\nextends \"kalah\"\ngame \"Swap\" {{\n  source \"none: a variant\"\n}}\n\
            opening {{\n  move 2 may swap\n}}\n{change}"
        );
        let settings = Settings::from([("pits".into(), pits.into()), ("seeds".into(), seeds.into())]);
        let game = of(&text).with_settings(&settings).expect("the parameters of Kalah are there");
        for (depth, count) in (1..).zip(counts) {
            let counted = uur_lab::lab::perft(&game.program, &game.program.start(), depth);
            assert_eq!(counted, count, "{pits} pits, {depth} moves {change}");
        }
    }
}

/// The two samples of the problem 975B of Codeforces (round 478, 2018): one move, then each even pit is won.
#[test]
fn a_puzzle_of_one_move_has_the_answers_of_its_samples() {
    let game = of("language 1\ngame \"One move\" {\n  source \"Codeforces, problem 975B (2018)\"\n}\n\
        board {\n  rows 2\n  pits 7\n  seeds 1 each\n}\nsow counterclockwise {\n  from occupied pit\n}\n\
        finish {\n  any pit where here holds even -> capture every pit where here holds even\n}\n\
        end {\n  no move -> stop\n  win most seeds\n}\n");
    for (position, best) in
        [("south 0 1 1 0 0 0 0; north 0 0 7 0 0 0 0", 4), ("south 5 1 1 1 1 0 0; north 0 0 0 0 0 0 0", 8)]
    {
        let most = after_each(&game, position).values().map(|after| after.captured[0]).max();
        assert_eq!(most, Some(best), "{position}");
    }
}
