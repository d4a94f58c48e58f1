//! Pictures of boards: all shipped games in every look, and a few of them as they are.

use std::collections::HashSet;
use std::path::Path;

use uur::PlayedTurn;
use uur::chance::Rng;
use uur::game::Game;
use uur::match_play::{NextStep, Step};
use uur::picture::{Geometry, PictureStyle, board};
use uur::rules::Side;
use uur::variants;

use crate::command::{folder, output};
use crate::markup::check_xml;

const LOOKS: [PictureStyle; 4] = [
    PictureStyle {
        flip: false,
        upright: false,
        compact: false,
        letters: false,
        theme: uur::picture::Theme::Auto,
        bare: false,
        without_legend: false,
    },
    PictureStyle {
        flip: true,
        upright: false,
        compact: false,
        letters: false,
        theme: uur::picture::Theme::Print,
        bare: false,
        without_legend: false,
    },
    PictureStyle {
        flip: false,
        upright: true,
        compact: false,
        letters: false,
        theme: uur::picture::Theme::Dark,
        bare: true,
        without_legend: false,
    },
    PictureStyle {
        flip: false,
        upright: false,
        compact: true,
        letters: false,
        theme: uur::picture::Theme::Light,
        bare: false,
        without_legend: false,
    },
];

/// Plays some moves at random, and returns the game with its last move drawn.
fn played(game: &Game, style: PictureStyle) -> String {
    let mut play = game.play();
    let mut rng = Rng::for_game(1, 0);
    for _ in 0..12 {
        let step = match play.due() {
            NextStep::Move(_) => Step::Move(play.legal_moves()[rng.below(play.legal_moves().len())]),
            NextStep::Lot(_) => Step::Lot(Side::South),
            NextStep::Round => {
                play.next_round();
                continue;
            }
            NextStep::Nothing(_) => break,
        };
        if play.step(step).is_err() {
            break;
        }
    }
    let last = play.turns().iter().rev().find_map(PlayedTurn::drawn);
    board(game, play.position(), last, style)
}

/// The pits of a game's board. A board for one player has those of South only.
fn pits_of(game: &Game) -> HashSet<u8> {
    let layout = game.program.layout();
    layout.plan().halves().iter().flat_map(|&side| layout.pits_of(side)).map(|pit| pit.0).collect()
}

/// Checks that everything lies on the board and that nothing covers a pit.
fn check_places(game: &Game, style: PictureStyle) {
    let name = &game.name;
    let geometry = Geometry::of(game, &game.program.start(), style);
    let pits: HashSet<u8> = geometry.cells.iter().map(|cell| cell.pit.0).collect();
    assert_eq!(pits, pits_of(game), "{name}: each pit is drawn");
    assert_eq!(pits.len(), geometry.cells.len(), "{name}: each pit is drawn once");
    for (number, cell) in geometry.cells.iter().enumerate() {
        let (x, y) = cell.at;
        let inside = x >= 40 && y >= 40 && x <= geometry.width - 40 && y <= geometry.height - 40;
        assert!(inside, "{name}: pit {} at {x}, {y} of {}, {}", cell.pit.0, geometry.width, geometry.height);
        for other in &geometry.cells[..number] {
            let (dx, dy) = (other.at.0 - x, other.at.1 - y);
            assert!(dx * dx + dy * dy >= 80 * 80, "{name}: pits {} and {} touch", cell.pit.0, other.pit.0);
        }
        for store in &geometry.stores {
            let ((left, top), (width, height)) = (store.at, store.size);
            let near = (x.clamp(left, left + width), y.clamp(top, top + height));
            let (dx, dy) = (near.0 - x, near.1 - y);
            assert!(dx * dx + dy * dy >= 42 * 42, "{name}: pit {} touches a store", cell.pit.0);
        }
    }
    for store in &geometry.stores {
        let ((left, top), (width, height)) = (store.at, store.size);
        assert!(
            left > 8 && top > 8 && left + width < geometry.width - 8 && top + height < geometry.height - 8,
            "{name}"
        );
        assert!(width >= 60 && height >= 50, "{name}: a store of {width} by {height}");
    }
}

#[test]
fn every_shipped_board_is_drawn() {
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        for style in LOOKS {
            check_places(&game, style);
            let svg = played(&game, style);
            check_xml(&svg).unwrap_or_else(|problem| panic!("{name}: {problem}\n{svg}"));
            assert_eq!(svg.matches("<g class=\"cell").count(), pits_of(&game).len(), "{name}");
            for forbidden in [" id=", " style=", "href", "url(", "<script", "NaN"] {
                assert!(!svg.contains(forbidden), "{name} contains {forbidden}");
            }
            assert!(svg.contains("<title>") && svg.contains("<desc>") && svg.contains("role=\"img\""), "{name}");
            assert!(svg.len() < 40_000, "{name} has {} bytes", svg.len());
        }
    }
}

#[test]
fn pictures_are_as_they_were() {
    let draw = |name: &str, style| {
        let game = Game::shipped(name).expect("it is shipped");
        board(&game, &game.program.start(), None, style)
    };
    insta::assert_snapshot!("oware", draw("oware", LOOKS[1]));
    insta::assert_snapshot!("bao_compact", draw("bao-la-kiswahili", PictureStyle { bare: true, ..LOOKS[3] }));
    let arguments = ["board", "layli-goobalay-berbera", "--moves", "A e E c D h K"];
    insta::assert_snapshot!("layli", String::from_utf8(output(&arguments).stdout).expect("it is text"));
}

/// The message of a run that fails, with its exit code.
fn failure(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?} prints a picture");
    format!(
        "$ uur {}\nexit {}\n{}\n",
        arguments.join(" "),
        output.status.code().unwrap(),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let failures = [
        failure(&["board", "bola"]),
        failure(&["board", "oware", "--from", "south 4 4; north 4 4"]),
        failure(&["board", "oware", "--moves", "A a A"]),
    ];
    insta::assert_snapshot!("failures", failures.concat());
    let unwritten = failure(&["board", "oware", "-o", "/missing/folder/board.svg"]);
    assert!(unwritten.contains("exit 5\nerror: `/missing/folder/board.svg` cannot be written"), "{unwritten}");
}

#[test]
fn a_picture_replaces_a_picture_only() {
    let folder = folder("pictures");
    let path = folder.join("board.svg");
    let _ = std::fs::remove_file(&path);
    let write = |path: &Path| output(&["board", "oware", "-o", path.to_str().unwrap()]).status.code();
    assert_eq!([write(&path), write(&path)], [Some(0), Some(0)]);
    std::fs::write(&path, "mine").unwrap();
    assert_eq!(write(&path), Some(2));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}
