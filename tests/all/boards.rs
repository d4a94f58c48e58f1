//! Boards of several rows for each player: counts of other programs, pits and positions in writing, and the board
//! as it is drawn.

use insta::assert_snapshot;
use uur::check::Settings;
use uur::engine::{Move, Pit};
use uur::game::Game;
use uur::notation::{pit_name, read_move, read_pit, read_position, write_move, write_position};
use uur::render::{Style, board, board_with};
use uur::rules::Side;
use uur::source::Source;
use uur::variants;
use uur_lab::lab::perft;

fn load(text: &str) -> Game {
    Game::load(Source::new("example.uur", text), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

fn counts(game: &Game, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(&game.program, &game.program.start(), depth)).collect()
}

/// Two programs written apart give the same numbers.
#[test]
fn other_programs_count_the_same_moves() {
    let game = |name| Game::shipped(name).expect("it is shipped");
    assert_eq!(counts(&game("tsoro"), 4), [8, 64, 376, 2209]);
    assert_eq!(counts(&game("tsoro-additional-capture"), 4), [8, 64, 376, 31185]);
}

/// Two programs written apart give the same numbers on a board of three rows that is sown along an S.
#[test]
fn an_s_of_three_rows_is_sown() {
    let game = Game::shipped("abalalae").expect("it is shipped");
    assert_eq!(counts(&game, 4), [9, 72, 516, 3704]);
    let layout = game.program.layout();
    let south = |letter: u8| layout.named(Side::South, letter - b'A', 0).expect("there is such a pit");
    let name = |pit: Option<Pit>| pit.map_or("-".into(), |pit| pit_name(&game.program, pit).to_string());
    let around = |letter: u8| {
        let opposite = layout.opposite(south(letter));
        let behind = opposite.and_then(|pit| layout.behind(pit));
        [opposite, behind, layout.behind(south(letter))].map(name).join(" ")
    };
    assert_eq!(
        [b'A', b'C', b'D', b'F', b'G', b'I'].map(around),
        ["g f -", "i d -", "c - -", "a - -", "a - F", "c - D"]
    );
    let path = |side| layout.path(side).iter().map(|&pit| name(Some(pit))).collect::<String>();
    assert_eq!(Side::BOTH.map(path), ["ABCDEFGHIihgfedcba", "abcdefghiIHGFEDCBA"]);
    let style = Style { flip: true, width: Some(30), unicode: true, ..Style::default() };
    assert_snapshot!(
        board(&game, &game.program.start(), Style::default()) + &board(&game, &game.program.start(), style)
    );
}

/// A ring through three rows is the same game as one through two.
#[test]
fn a_ring_may_be_drawn_as_it_lies_on_the_table() {
    let text = Game::shipped("selus").expect("it is shipped").sources[0].text.clone();
    let rules = text.split("\ntest ").next().expect("it begins with rules");
    let plan = "  plan \"f e d c b a\"\n  plan \"g h i I H G\"\n  plan \"A B C D E F\"\n";
    let in_rows = rules.replace(plan, "  rows 2\n  pits 9\n").replace("sow {", "sow counterclockwise {");
    assert_ne!(in_rows, rules);
    assert_eq!(counts(&load(rules), 4), counts(&load(&in_rows), 4));
}

/// Single pits stand at the ends of the board; nothing lies opposite them.
#[test]
fn single_pits_face_nothing() {
    let game = Game::shipped("mbelele").expect("it is shipped");
    let layout = game.program.layout();
    let lonely = layout.pits().filter(|pit| layout.opposite(*pit).is_none());
    let names: Vec<String> = lonely.map(|pit| pit_name(&game.program, pit).to_string()).collect();
    assert_eq!(names.join(" "), "C R c r");
    assert_snapshot!(board(&game, &game.program.start(), Style::default()));
}

/// A drawing of four rows is the same board as `rows 4`.
#[test]
fn rows_are_short_for_a_drawing() {
    let hus = Game::shipped("tsoro").expect("it is shipped").sources[0].text.clone();
    let rules = hus.split("\ntest ").next().expect("it begins with rules");
    let plan = "  plan \"a' b' c' d' e' f' g' h'\"\n  plan \"a b c d e f g h\"\n  plan \"H G F E D C B A\"\n  plan \"H' G' F' E' D' C' B' A'\"\n";
    let drawn = rules.replace("  rows 4\n", plan).replace("  pits 8\n", "");
    assert_ne!(drawn, rules);
    assert_eq!(counts(&load(&drawn), 4), [8, 64, 376, 2209]);
}

/// Two programs written apart give the same numbers for the Baos, in which to stop in the house or to go on are
/// two moves; one program gives those for Omweso from a start that is not laid out.
#[test]
fn laps_are_chosen_and_seeds_are_entered() {
    let game = |name| Game::shipped(name).expect("it is shipped");
    assert_eq!(counts(&game("bao-la-kujifunza"), 5), [16, 108, 500, 1902, 6550]);
    assert_eq!(counts(&game("bao-la-kiswahili"), 7), [4, 14, 38, 124, 405, 1430, 5655]);
    assert_eq!(counts(&game("omweso"), 3), [8, 64, 420]);
    let one_way = Settings::from([("turning".to_string(), "never".to_string())]);
    let one_way = game("omweso").with_settings(&one_way).expect("laps may go one way only");
    assert_eq!(counts(&one_way, 4), [8, 64, 416, 2695]);
}

/// Captured seeds that are sown on, as one program counts them on rows of eight and of twelve.
#[test]
fn captured_seeds_are_sown_on() {
    let hus = Game::shipped("hus").expect("it is shipped");
    assert_eq!(counts(&hus, 4), [12, 144, 1250, 11359]);
    let longer = hus.sources[0].text.replace("pits 8", "pits 12").replace("2 2 2 2 0 0 0 0", "2 2 2 2 0 0 0 0 0 0 0 0");
    let rules = longer.split("\ntest ").next().expect("it begins with rules");
    assert_eq!(counts(&load(rules), 4), [16, 256, 3200, 39765]);
}

/// Seeds are sown on after the pit where the lap or the turn began, and those of the opponent count as captured.
#[test]
fn seeds_are_sown_on_after_an_origin() {
    let played = |after: &str, then: &str| {
        let game = load(&format!(
            r#"
language 1
game "Example" {{ source "none" }}
board {{
  rows 4
  pits 4
  seeds 2 each
}}
sow counterclockwise {{
  along own rows
  from own pit
}}
land {{
  captured holds 5 -> {then}
  here is front occupied pit and opposite is occupied
    -> lift opposite and behind opposite and behind here, sow after {after}
  here is occupied -> relay
}}
end {{ no move -> opponent wins }}
"#
        ));
        let before = "south 0 1 0 0 / 1 1 2 0; north 0 0 3 0 / 0 0 2 1";
        let mut position = read_position(&game, before).expect("it is a position");
        let m = read_move(&game.program, Side::South, "C'").expect("it is a move");
        let mut events = vec![];
        let from = position;
        game.program.play_unchecked(&mut position, m, &mut events);
        assert_eq!(from.after(&events), position);
        write_position(&game, &position)
    };
    // C' reaches A', from which a second lap ends in B. The five seeds of c and c' face it, and B' holds two.
    assert_snapshot!(
        [
            played("here", "stop"),
            played("lap origin", "stop"),
            played("turn origin", "stop"),
            played("here", "bonus move"),
        ]
        .join("\n")
    );
}

/// Six rows of three: a player sows along the front row, back along the second and along the third again.
fn six_rows() -> Game {
    load(include_str!("../english/four_rows.uur"))
}

#[test]
fn a_back_pit_has_a_stroke_for_each_row_before_it() {
    let game = six_rows();
    let names: Vec<String> = (0..18).map(|pit| pit_name(&game.program, Pit(pit)).to_string()).collect();
    assert_eq!(names.join(" "), "A B C C' B' A' A'' B'' C'' a b c c' b' a' a'' b'' c''");
    for (number, name) in (0..9).zip(&names) {
        assert_eq!(read_pit(&game.program, Side::South, name), Ok(Pit(number)));
        assert_eq!(read_pit(&game.program, Side::South, &(number + 1).to_string()), Ok(Pit(number)));
        let m = read_move(&game.program, Side::South, name).expect("it is a pit");
        assert_eq!((m, write_move(&game.program, m)), (Move::lifting(Pit(number)), name.clone()));
    }
    for text in ["D", "A'''", "A''''''''", "'", "A'B", "10"] {
        assert!(read_pit(&game.program, Side::South, text).is_err(), "{text}");
    }
    let two_rows = Game::shipped("kalah").expect("it is shipped");
    let error = read_pit(&two_rows.program, Side::South, "A'").expect_err("there is one row");
    assert_eq!(error.message, "there is no pit `A'`");
}

#[test]
fn the_choices_of_a_move_have_strokes_too() {
    let game = Game::shipped("tsoro-additional-capture").expect("it is shipped");
    let m = read_move(&game.program, Side::South, "A':b'+a").expect("it is a move");
    assert_eq!(write_move(&game.program, m), "A':b'+a");
    assert!(read_move(&game.program, Side::South, "A':b''").is_err());
    assert!(read_move(&game.program, Side::South, "A':'b").is_err());
}

#[test]
fn a_position_has_the_front_row_first() {
    let game = six_rows();
    let start = game.program.start();
    let text = write_position(&game, &start);
    assert_eq!(
        text,
        "south 1 2 0 / 2 2 2 / 0 1 1; north 1 2 0 / 0 0 0 / 0 1 1; captured 3 3; house south C''; house north c''; south to move; move 1"
    );
    assert_eq!(read_position(&game, &text), Ok(start));
    let told = |text: &str| read_position(&game, text).expect_err("it is no position").to_string();
    assert_snapshot!(
        [
            "south 1 2 0 2 2 2 0 1 1; north 1 2 0 / 0 0 0 / 0 1 1",
            "south 1 2 0 / 2 2 2 / 0 1; north 1 2 0 / 0 0 0 / 0 1 1",
            "south 1 2 0 / 2 2 2 / 0 1 1 / 0 0 0; north 1 2 0 / 0 0 0 / 0 1 1",
            "south 1 2 0 / 2 2 2 / 0 1 1",
            "south 1 2 0/2 2 2/0 1 1; north 1 2 0 / 0 0 0 / 0 1 1",
        ]
        .map(told)
        .join("\n")
    );
}

#[test]
fn all_rows_are_drawn() {
    let game = six_rows();
    let start = game.program.start();
    let shown = [Pit(0), Pit(8), Pit(13)];
    let unicode = Style { unicode: true, ..Style::default() };
    let drawn = [
        board(&game, &start, Style::default()),
        board_with(&game, &start, &shown, unicode),
        board_with(&game, &start, &shown, Style { flip: true, ..unicode }),
        board(&game, &start, Style { width: Some(26), ..unicode }),
    ];
    assert_snapshot!(drawn.join("\n"));
}

/// Where the mover chooses the direction, letters run from the left.
#[test]
fn letters_run_from_the_left_where_the_way_is_free() {
    let rules = |head: &str| {
        load(&format!(
            r#"
language 1
game "Example" {{ source "none" }}
board {{
  rows 4
  pits 3
  seeds 1 each
}}
sow {head} {{
  along own rows
  from own pit
}}
end {{ no move -> opponent wins }}
"#
        ))
    };
    let south = |head: &str| {
        let game = rules(head);
        board(&game, &game.program.start(), Style::default()).lines().last().expect("it has lines").trim().to_string()
    };
    assert_eq!(south("clockwise or counterclockwise"), "A    B    C");
    assert_eq!(south("clockwise"), "A    B    C");
    assert_eq!(south("counterclockwise"), "C    B    A");
}

/// Several pits are chosen in the order of the board, so that no choice counts twice; if there are no more than
/// wanted, all are chosen without a decision.
#[test]
fn several_pits_are_chosen_once_each() {
    let game = load(
        r#"
language 1
game "Example" { source "none" }
board {
  rows 4
  pits 4
  seeds 2 each
}
sow counterclockwise {
  along own rows
  from own pit
}
land { here is empty -> choose 2 opponent front occupied pits, capture chosen }
end { no move -> opponent wins }
"#,
    );
    let written = |position: &str| {
        let position = read_position(&game, position).expect("it is a position");
        let moves = game.program.legal_moves(&position);
        moves.iter().map(|m| write_move(&game.program, *m)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(written("south 1 0 0 0 / 0 0 0 0; north 1 0 3 2 / 1 0 0 0"), "A:ac A:ad A:c");
    assert_eq!(written("south 1 0 0 0 / 0 0 0 0; north 1 0 3 0 / 1 0 0 0"), "A");
    let mut position = read_position(&game, "south 1 0 0 0 / 0 0 0 0; north 1 0 3 2 / 1 0 0 0").expect("it is one");
    let m = read_move(&game.program, Side::South, "A:ad").expect("it is a move");
    game.program.play_unchecked(&mut position, m, &mut ());
    assert_eq!(position.captured, [3, 0]);
}

/// A move whose outcome depends on a decision may be made with those decisions whose outcome `from` allows.
#[test]
fn from_asks_for_the_outcome_of_each_decision() {
    let text = r#"
language 1
game "Example" { source "none: an example" }
board {
  rows 2
  pits 3
  seeds 2 each
}
sow counterclockwise {
  from own pit where after move captured holds 0
}
land {
  take: here is opponent and here holds 3 -> may capture here
}
end {
  no move -> each takes own row
  win most seeds
}
"#;
    let moves = |text: &str| -> Vec<String> {
        let game = load(text);
        let moves = game.program.legal_moves(&game.program.start());
        moves.into_iter().map(|m| write_move(&game.program, m)).collect()
    };
    assert_eq!(moves(text), ["A", "B:-", "C:-"]);
    assert_eq!(moves(&text.replace("after move captured holds 0", "not after move captured holds 0")), ["B:+", "C:+"]);
    assert_eq!(moves(&text.replace("captured holds 0", "captured holds 9")), [""; 0]);
}
