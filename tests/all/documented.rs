//! The five documented games agree with published games, problems and counts.

use std::collections::BTreeMap;

use uur::check::Settings;
use uur::engine::{Event, History, Mark, Position};
use uur::game::Game;
use uur::match_play::{LotFor, Match, MatchOutcome, NextStep, Step};
use uur::notation::{Record, read_move, read_pit, read_position, write_position};
use uur::rules::{MarkId, Side};
use uur::source::Source;
use uur::variants;
use uur_lab::lab::perft;
use uur_lab::search::Level;
use uur_lab::solve::{Aim, SolveLimits, Solver};

fn game(name: &str) -> Game {
    Game::shipped(name).expect("it is shipped")
}

fn game_with(name: &str, settings: &[(&str, &str)]) -> Game {
    let settings: Settings = settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let source = variants::source(name).expect("it is shipped");
    Game::load(source, &variants::library, &settings).unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// Plays moves from a position and tells after each what the mover had captured with it.
fn line(game: &Game, position: &mut Position, moves: &str) -> Vec<u16> {
    let mut captured = vec![];
    for text in moves.split(' ') {
        let mover = position.to_move;
        let before = position.captured[mover];
        let m = read_move(&game.program, mover, text).expect("it is a move");
        assert_eq!(game.program.check(position, m), Ok(()), "{text}");
        game.program.play_unchecked(position, m, &mut ());
        captured.push(position.captured[mover] - before);
    }
    captured
}

/// R. Gering, Layli Goobalay, Mancala World: "After he started with 1, which captures 6 stones …
/// The best the opponent can do is to play 5 … the opening player can play 5, followed by the
/// forced sequence 3-4-8-11. … South has numerous threats (e.g. 8 makes a Qur, 10 captures 12
/// stones)."
#[test]
fn the_published_opening_of_berbera_is_replayed() {
    let game = game("layli-goobalay-berbera");
    let mut position = game.program.start();
    assert_eq!(line(&game, &mut position, "A e E c D h K"), [6, 0, 0, 9, 9, 11, 13]);

    let text = "south 0 1 1 0 1 5 0 1 0 1 0 1; north 5 11 2 3 2 0 2 3 0 1 2 6; captured 28 20; north to move";
    assert_eq!(write_position(&game, &position), text);

    let threats = read_position(&game, &text.replace("north to move", "south to move")).expect("it is a position");
    let mut uur = threats;
    line(&game, &mut uur, "H");
    assert_eq!(uur.marks.iter().flatten().count(), 2);
    assert_eq!(line(&game, &mut threats.clone(), "J"), [12]);
}

/// The problem of R. Gering, Layli Goobalay, Abstract Games 4 (2003), no. 13: South to move plays
/// 10/9a/1U/8/12/1/11, then "North must play into his opponent's uur".
#[test]
fn the_published_problem_of_berbera_is_replayed() {
    let game = game("layli-goobalay-berbera");
    let mut position = read_position(
        &game,
        "south 1 2 0 0 0 0 0 0 0 1 0 3; north 3 0 3 0 1 2 0 1 5 2 2 2; captured 44 24; uur north B k; south to move",
    )
    .expect("it is a position");
    assert_eq!(position.total(), 96);
    line(&game, &mut position, "J i A");
    let own = Mark { kind: MarkId(0), owner: Side::South };
    assert_eq!(position.marks.iter().filter(|mark| **mark == Some(own)).count(), 2, "A makes an uur");
    line(&game, &mut position, "h L a K");
    let uurs: Vec<usize> = (0..24).filter(|&pit| position.marks[pit] == Some(own)).collect();
    let replies = game.program.legal_moves(&position);
    assert_eq!(replies.len(), 8);
    for reply in replies {
        let mut events: Vec<Event> = vec![];
        game.program.play_unchecked(&mut position.clone(), reply, &mut events);
        let fed = events.iter().any(|event| matches!(event, Event::Drop { pit, .. } if uurs.contains(&pit.index())));
        assert!(fed, "{reply:?} puts a seed into South's uur");
    }
}

/// G. Marin, Somali Games, Man 61 (1931), 506-507: on the board of six the first move is forced
/// from the player's own A; its laps end in E, J, C, I and C and capture two.
#[test]
fn marins_opening_is_replayed() {
    let game = game_with("layli-goobalay-berbera", &[("pits", "6"), ("first_move", "own_a")]);
    let mut position = game.program.start();
    assert_eq!(game.program.legal_moves(&position).len(), 1);
    assert_eq!(line(&game, &mut position, "A"), [2]);
    assert_eq!(write_position(&game, &position), "south 2 7 0 6 1 6; north 6 6 0 0 6 6; captured 2 0; north to move");
}

#[test]
fn the_two_encyclopedia_texts_are_one_game() {
    let (first, second) = (game("layli-goobalay"), game("layli-goobalay-wikipedia"));
    let strip = |game: &Game| uur::rules::Rules { about: Default::default(), ..game.rules.clone() };
    assert_eq!(strip(&first), strip(&second));
    assert_ne!(first.rules.about, second.rules.about);
    assert_eq!(first.program.start(), second.program.start());
    assert_eq!(perft(&first.program, &first.program.start(), 7), perft(&second.program, &second.program.start(), 7));
}

/// Counted by two programs written independently of each other from the texts.
#[test]
fn the_numbers_of_move_sequences_are_known() {
    type Known = (&'static str, &'static [(&'static str, &'static str)], &'static [u64]);
    let known: [Known; 5] = [
        ("layli-goobalay-berbera", &[], &[12, 106, 1_048, 10_384, 101_746]),
        ("layli-goobalay", &[], &[6, 28, 129, 607, 2_859, 13_008, 58_489]),
        ("boola", &[], &[3, 9, 25, 78, 258, 889, 3_084, 11_090]),
        ("lahemay-waladat", &[], &[6, 32, 152, 656, 2_771, 11_158, 43_770]),
        ("lahemay-waladat", &[("after_three", "next_pit")], &[6, 32, 142, 619, 2_493, 9_769, 35_438]),
    ];
    for (name, settings, counts) in known {
        let game = game_with(name, settings);
        let found: Vec<u64> =
            (1..=counts.len() as u32).map(|depth| perft(&game.program, &game.program.start(), depth)).collect();
        assert_eq!(found, counts, "{name} {settings:?}");
    }
}

/// The note on the opening: "A stone is left in the previous-to-last hole … and the move ends
/// therefore in the first hole of the opponent", and only then.
#[test]
fn boola_may_begin_with_a_stone_left_behind() {
    let game = game("boola");
    let mut position = game.program.start();
    let mut events: Vec<Event> = vec![];
    let opening = read_move(&game.program, Side::South, "K-1").expect("it is a move");
    game.program.play_unchecked(&mut position, opening, &mut events);
    assert_eq!(
        write_position(&game, &position),
        "south 0 3 3 0 3 3 0 3 3 0 1 4; north 1 3 3 0 3 3 0 3 3 0 3 3; north to move"
    );
    assert!(
        matches!(events[events.len() - 2..], [Event::Stop { ref pit, .. }, Event::MoveEnded { .. }] if Ok(*pit) == read_pit(&game.program, Side::North, "a"))
    );
    let reply = read_move(&game.program, Side::North, "k-1").expect("it is a move");
    assert!(game.program.check(&position, reply).is_err());
}

#[test]
fn captured_seeds_of_boola_leave_the_game() {
    let game = game("boola");
    let mut position =
        read_position(&game, "south 1 0 0 0 0 0 0 0 0 0 0 0; north 0 0 0 0 0 0 0 0 0 0 5 1; south to move")
            .expect("it is a position");
    line(&game, &mut position, "A");
    assert_eq!((position.out, position.captured), (5, [0, 0]));
    assert_eq!(position.seeds[1], 1, "the seed that captures stays");
}

/// A match of Lahemay Waladat at the end of a round, with these seeds in the stores.
fn after_round(game: &Game, south: u16, north: u16) -> Match {
    let text = format!("south 0 0 0 0 0 0; north 0 0 0 0 0 0; captured {south} {north}; south to move");
    Match::from(&game.program, read_position(game, &text).expect("it is a position"))
}

#[test]
fn a_remainder_of_one_is_ceded_to_the_remainder_of_three() {
    let game = game("lahemay-waladat");
    let mut played = after_round(&game, 29, 19);
    assert_eq!(played.due, NextStep::Lot(LotFor::Starter));
    played.step(&game.program, Step::Lot(Side::North), &mut ()).expect("a lot is due");
    played.next_round(&game.program, &mut ());
    assert_eq!(
        write_position(&game, &played.position),
        "south 4 4 4 4 4 4; north 4 4 4 4 4 0; captured 4 0; closed f; north to move"
    );
}

/// A game of rounds, with these lines of the board and the match.
fn rounds(board: &str, sow: &str, end: &str, rounds: &str) -> Game {
    Game::parse(&format!(
        "language 1\ngame \"Rounds\" {{ source \"a test\" }}\nboard {{\n  rows 2\n{board}\n}}\nsow counterclockwise {{\n  \
         from own pit\n{sow}\n}}\nend {{\n{end}\n  win most seeds\n}}\nmatch {{\n{rounds}\n}}\n"
    ))
    .unwrap_or_else(|faults| panic!("{faults}"))
}

/// The winner of a lot gets what the other one has left over, which may be another number.
#[test]
fn unequal_remainders_go_to_the_winner_of_the_lot() {
    let lines = "  refill 3 each\n  remainder 2 against 1 -> lot\n  starter in turn\n  own store holds all -> player wins\n  \
                 lot \"h\": a wins against b, b wins against c, c wins against a";
    let game = rounds("  pits 4\n  seeds 3 each", "", "  no move -> each takes own row", lines);
    for (winner, stores) in [(Side::South, [18, 6]), (Side::North, [15, 9])] {
        let text = "south 0 0 0 0; north 0 0 0 0; captured 17 7; south to move";
        let mut played = Match::from(&game.program, read_position(&game, text).expect("it is a position"));
        let NextStep::Lot(due) = played.due else { panic!("{:?}", played.due) };
        let told = "who gets what the other has left over: South has 2 seeds, North 1 seed";
        assert_eq!(due.to_string(), told);
        played.step(&game.program, Step::Lot(winner), &mut ()).expect("a lot is due");
        played.next_round(&game.program, &mut ());
        let held = Side::BOTH.map(|side| {
            let row: u16 =
                game.program.owned(&played.position, side).map(|pit| u16::from(played.position.held(pit))).sum();
            played.position.captured[side] + row
        });
        assert_eq!(held, stores, "{winner:?}");
    }
}

/// Who begins a round is not who makes its first move.
#[test]
fn a_beginner_who_passes_has_begun() {
    let board = "  pits 2\n  seeds south 0 0\n  seeds north 1 1\n  counter begun kept";
    let end = "  move is 2 or more -> each takes own row\n  no move -> pass\n  no move -> stop";
    let lines = "  refill all\n  starter in turn\n  own begun holds 9 -> draw";
    let game = rounds(board, "  along own row", end, lines);
    let mut played = Match::new(&game.program);
    let mut beginners = vec![];
    for _ in 0..4 {
        let m = game.program.legal_moves(&played.position)[0];
        let mut seen = vec![];
        played.step(&game.program, Step::Move(m), &mut ()).expect("it is legal");
        played.next_round(&game.program, &mut seen);
        beginners.extend(seen.iter().find_map(|event| match event {
            Event::Begin { side, .. } => Some(*side),
            _ => None,
        }));
    }
    assert_eq!(beginners, [Side::North, Side::South, Side::North, Side::South]);
}

#[test]
fn remainders_of_two_go_to_the_winner_of_the_lot() {
    let game = game("lahemay-waladat");
    for (winner, expected) in [
        (Side::South, "south 4 4 4 4 4 4; north 4 4 4 4 4 0; captured 4 0; closed f; south to move"),
        (Side::North, "south 4 4 4 4 4 4; north 4 4 4 4 4 4; south to move"),
    ] {
        let mut played = after_round(&game, 26, 22);
        assert!(matches!(played.due, NextStep::Lot(LotFor::Remainder([2, 2], _))));
        for step in [Step::Lot(winner), Step::Lot(Side::South)] {
            played.step(&game.program, step, &mut ()).expect("a lot is due");
        }
        played.next_round(&game.program, &mut ());
        assert_eq!(write_position(&game, &played.position), expected);
        assert_eq!(played.position.total(), 48);
    }
}

#[test]
fn closed_pits_are_passed_over_and_open_again() {
    let game = game("lahemay-waladat");
    let mut played = after_round(&game, 28, 20);
    played.step(&game.program, Step::Lot(Side::North), &mut ()).expect("a lot is due");
    played.next_round(&game.program, &mut ());
    let mut events: Vec<Event> = vec![];
    let m = read_move(&game.program, Side::North, "e").expect("it is a move");
    played.step(&game.program, Step::Move(m), &mut events).expect("it is legal");
    let first = events.iter().find_map(|event| match event {
        Event::Drop { pit, .. } => Some(*pit),
        _ => None,
    });
    assert_eq!(first, read_pit(&game.program, Side::South, "A").ok());
    let again = after_round(&game, 24, 24);
    assert_eq!(again.position.closed, 0);
}

#[test]
fn a_match_ends_when_a_player_cannot_fill_a_pit() {
    let game = game("lahemay-waladat");
    let played = after_round(&game, 45, 3);
    assert!(matches!(played.due, NextStep::Nothing(MatchOutcome { winner: Some(Side::South), clause: Some(_) })));
}

/// Replays a record within one round; gives the seeds captured at its end.
fn replayed(record: &Record) -> [u16; 2] {
    let source = variants::source(&record.game).expect("it is shipped");
    let game = Game::load(source, &variants::library, &record.settings).expect("the settings are allowed");
    let mut position = record.from.as_ref().map_or_else(
        || game.program.start(),
        |from| read_position(&game, &from.text).unwrap_or_else(|problem| panic!("{problem}")),
    );
    let mut history = History::starting(&position);
    for text in record.moves.iter().map(|entry| entry.excerpt().text.as_str()) {
        let m = read_move(&game.program, position.to_move, text).expect("it is a move");
        let played = game.program.play(&mut position, &mut history, m, &mut ());
        assert_eq!(played, Ok(()), "{} {:?}: {text}", record.game, record.settings);
    }
    assert!(position.outcome.is_some(), "the line of {} {:?} ends the round", record.game, record.settings);
    position.captured
}

/// Every line of play that the page on results prints is played to its end, and comes to what the page says.
#[test]
fn printed_lines_of_play_end_as_printed() {
    let page = include_str!("../../docs/results.md");
    let mut lines = 0;
    // `GAME --set NAME=VALUE    MOVES`, of a game whose row of the table says how it ends.
    for line in page.lines().filter(|line| !line.contains('`') && !line.starts_with('$')) {
        let Some((command, moves)) = line.split_once("  ") else { continue };
        let mut words = command.split(' ');
        let Some(name) = words.next().filter(|name| variants::names().any(|known| known == *name)) else { continue };
        let settings = words.filter_map(|word| word.split_once('='));
        let set: String = settings.map(|(name, value)| format!("set {name}={value}\n")).collect();
        let record = Record::read(&format!("game {name}\n{set}moves {moves}\n")).unwrap();
        let [south, north] = replayed(&record);
        let row = |line: &&str| {
            let asked = line.strip_prefix("| `").and_then(|line| line.split('`').next());
            asked.is_some_and(|asked| asked.trim_end_matches(" --margin").trim_end_matches(" --moves") == command)
        };
        let rows: Vec<&str> = page.lines().filter(row).collect();
        assert!(!rows.is_empty(), "no row for `{command}`");
        let ends = format!("{} to {}", south.max(north), south.min(north));
        for row in rows.into_iter().filter(|row| row.contains(" to ")) {
            assert!(row.contains(&ends), "{ends} is not in {row}");
            assert_eq!(row.contains("first player wins"), south > north, "{row}");
        }
        lines += 1;
    }
    // What `uur solve` printed.
    for block in page.split("\ngame ").skip(1) {
        let end = block.find("\n# ").expect("it says how the game ends");
        let record = Record::read(&format!("game {}\n", &block[..end])).unwrap_or_else(|problem| panic!("{problem}"));
        let [south, north] = replayed(&record);
        let said = block[end..].lines().nth(1).unwrap_or_default();
        let winner = if south > north { "South" } else { "North" };
        assert_eq!(said, format!("# {winner} wins {} to {}", south.max(north), south.min(north)));
        lines += 1;
    }
    assert!(lines >= 8, "only {lines} lines were found");
}

/// The lines of Boola on smaller boards, also those that its pattern does not fill, are won by South, under the rules that the page names.
#[test]
fn printed_lines_of_boola_on_smaller_boards_are_won() {
    let page = include_str!("../../docs/results.md");
    let boola = variants::source("boola").expect("it is shipped").text;
    let (rules, _) = boola.split_once("\ntest ").expect("it has tests");
    let parameter = rules.lines().find(|line| line.starts_with("param pits")).expect("it has a parameter");
    for pits in 7..=10 {
        let seeds = ["0", "3", "3"].into_iter().cycle().take(pits).collect::<Vec<_>>().join(" ");
        let cut = rules.replace(parameter, &format!("param pits = {pits} in {pits} \"pits in each row\""));
        let source = Source::new("cut", cut.replace("seeds 0 3 3 repeated", &format!("seeds {seeds}")));
        let game = Game::load(source, &variants::library, &Settings::new()).expect("the rules are sound");
        let row = page.lines().find(|line| line.starts_with(&format!("| 2x{pits} | `"))).expect("it has a row");
        assert!(row.contains(&game.meaning()), "{row}: {}", game.meaning());
        let moves = page.lines().find_map(|line| line.strip_prefix(&format!("2x{pits}  "))).expect("it has a line");
        let mut position = game.program.start();
        line(&game, &mut position, moves.trim());
        assert_eq!(position.outcome.and_then(|outcome| outcome.winner), Some(Side::South), "{pits} pits");
    }
}

/// The lines of Hus on shorter boards are won by the player whom the page names, under the rules that it names.
#[test]
fn printed_lines_of_hus_on_shorter_boards_are_won() {
    let page = include_str!("../../docs/results.md");
    let hus = variants::source("hus").expect("it is shipped").text;
    let (rules, _) = hus.split_once("\ntest ").expect("it has tests");
    let short = [
        (4, "2 2 0 0", Side::North),
        (5, "2 2 2 0 0", Side::North),
        (6, "2 2 2 0 0 0", Side::South),
        (7, "2 2 2 2 0 0 0", Side::South),
    ];
    for (pits, seeds, winner) in short {
        let text = rules.replace("pits 8", &format!("pits {pits}")).replace("2 2 2 2 0 0 0 0", seeds);
        let source = Source::new("short", text);
        let game = Game::load(source, &variants::library, &Settings::new()).expect("the rules are sound");
        let row =
            page.lines().find(|line| line.starts_with(&format!("| 4x{pits} | `{seeds}` |"))).expect("it has a row");
        assert!(row.contains(&game.meaning()), "{row}: {}", game.meaning());
        let moves = page.lines().find_map(|line| line.strip_prefix(&format!("4x{pits}  "))).expect("it has a line");
        let mut position = game.program.start();
        line(&game, &mut position, moves.trim());
        assert_eq!(position.outcome.and_then(|outcome| outcome.winner), Some(winner), "{pits} pits");
    }
}

/// The table of levels has the ladders by which they play, and other games have the usual one.
#[test]
fn the_table_of_levels_has_the_ladder_of_each_game() {
    let table = include_str!("../../docs/levels.csv").lines().filter(|row| !row.starts_with('#')).skip(1);
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in table {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(game(cells[0]).meaning(), cells[1], "{row}");
        assert!(rows.insert(cells[1], cells[2..7].to_vec()).is_none(), "{row}");
    }
    let levels: Vec<Level> = Level::NAMES[..5].iter().map(|name| name.parse().expect("it is a level")).collect();
    let usual = vec!["1turn-50%", "1turn-10%", "2turns-10%", "3turns-2%", "5turns-2%"];
    for name in variants::names() {
        let game = game(name);
        let ladder: Vec<String> = levels.iter().map(|level| level.handicap(&game).to_string()).collect();
        assert_eq!(&ladder, rows.get(&*game.meaning()).unwrap_or(&usual), "{name}");
    }
}

/// Every tenth of the smallest rows of the table of small boards is solved again.
#[test]
fn rows_of_small_boards_have_their_values() {
    let rows = include_str!("../../docs/small-boards.csv").lines().filter(|row| !row.starts_with('#'));
    let rows = rows.skip(1).map(|row| {
        let cells: [&str; 5] = row.split(',').collect::<Vec<_>>().try_into().expect("it has five columns");
        cells
    });
    let small = rows.filter(|[.., positions]| positions.parse::<u64>().expect("it is a number") <= 100);
    let mut solved = 0;
    for [name, parameters, meaning, value, _] in small.step_by(10) {
        let set: Settings = parameters
            .split_whitespace()
            .filter_map(|set| set.split_once('='))
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let game =
            Game::load(variants::source(name).expect("it is shipped"), &variants::library, &set).expect("it is sound");
        assert_eq!(game.meaning(), meaning, "{name} {parameters}");
        let aim = if value.starts_with(['+', '-']) { Aim::Margin } else { Aim::Result };
        let start = game.program.start();
        let limits = SolveLimits { bytes: 1 << 20, threads: 1, stop: &|_| false };
        let mut solver = Solver::new(&game, &start, aim, None, limits).expect("it has such a value");
        let exact = solver.solve(&start, &mut |_| {}).for_south(start.to_move).exact();
        let found = match (exact.expect("it is solved"), aim) {
            (0, _) => "draw".to_string(),
            (seeds, Aim::Margin) => format!("{seeds:+}"),
            (winner, Aim::Result) => if winner > 0 { "South" } else { "North" }.to_string(),
        };
        assert_eq!(found, value, "{name} {parameters}");
        solved += 1;
    }
    assert!(solved > 20, "{solved}");
}
