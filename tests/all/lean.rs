//! The fast machine plays what the plain one plays: the same moves, positions and ends, in random
//! games of everything that is shipped, and of other programs' games.

use uur::chance::Chance;
use uur::check::Settings;
use uur::engine::{History, Lean, Move, Sized, Visited};
use uur::game::Game;
use uur::source::Source;
use uur::variants;
use uur_lab::testing::mutate::mutations;

/// The games that only the plain machine plays.
const REFUSED: [&str; 17] = [
    "ali-guli-mane",
    "azigo",
    "bay-khom",
    "bechi",
    "giuthi",
    "giuthi-match",
    "goat",
    "je-ki-n-je",
    "kiothi",
    "leab-el-akil",
    "o-an-quan",
    "ohojichi",
    "okwe-achalla",
    "olinda-keliya",
    "qelat",
    "tchuka-ruma",
    "um-el-bagara",
];

/// Plays games in both machines, move by move.
fn same<const N: usize>(game: &Game, lean: &Lean<N>, games: u64) {
    for number in 0..games {
        let mut chance = Chance::of_game(1, number);
        let mut position = game.program.start();
        let mut history = History::starting(&position);
        let mut packed = None;
        let mut visited = None;
        for ply in 0..400 {
            if packed.is_none() {
                packed = lean.pack(&position);
                visited = packed.is_some().then(|| Visited::of(lean, &history));
            }
            let legal = game.program.legal_moves(&position);
            if let Some(packed) = &packed {
                let lanes = legal.iter().fold(0, |lanes, m| lanes | 1 << lean.lane(m.pit));
                assert_eq!(lean.moves(packed), lanes, "{}, game {number}, move {ply}: {position:?}", game.name);
            }
            if legal.is_empty() {
                break;
            }
            let m = legal[chance.below(legal.len())];
            game.program.play_legal(&mut position, &mut history, m, &mut ());
            if let (Some(packed), Some(visited)) = (&mut packed, &mut visited) {
                assert_eq!(m, Move::lifting(m.pit), "{}, game {number}, move {ply}", game.name);
                let mut next = *packed;
                let moves = lean.play(packed, &mut next, lean.lane(m.pit));
                let would_end = lean.would_end(&next, visited);
                let moves = lean.record(&mut next, visited, moves);
                assert_eq!(would_end, next.is_over(), "{}, game {number}, move {ply}", game.name);
                *packed = next;
                assert_eq!(moves, lean.moves(packed), "{}, game {number}, move {ply}", game.name);
                assert_eq!(lean.unpack(packed), position, "{}, game {number}, move {ply}", game.name);
            }
        }
    }
}

fn play(game: &Game, games: u64) -> bool {
    match Sized::of(&game.program) {
        Some(Sized::Small(lean)) => same(game, &lean, games),
        Some(Sized::Middle(lean)) => same(game, &lean, games),
        Some(Sized::Large(lean)) => same(game, &lean, games),
        None => return false,
    }
    true
}

#[test]
fn every_shipped_game() {
    let games = variants::names().map(|name| Game::shipped(name).expect("it is shipped"));
    let (played, refused): (Vec<Game>, Vec<Game>) = games.partition(|game| play(game, 40));
    let names: Vec<&str> = refused.iter().map(|game| &game.name[..]).collect();
    assert_eq!(names, REFUSED, "{} are played", played.len());
}

/// On small boards a lap goes round more than once, and positions come again.
#[test]
fn shipped_games_on_small_boards() {
    let mut played = 0;
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        for pits in ["1", "2", "3", "4"] {
            if let Ok(mut small) = game.under(&Settings::from([("pits".into(), pits.into())])) {
                small.name = format!("{name} pits={pits}");
                played += usize::from(play(&small, 200));
            }
        }
    }
    assert!(played > 40, "{played} are played");
}

#[test]
fn games_of_other_programs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|ending| ending == "uur") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
            let game = Game::load(Source::new(name, text), &variants::library, &Settings::new()).expect("it is sound");
            played += usize::from(play(&game, 20));
        }
    }
    assert!(played > 40, "{played} are played");
}

/// Rules made wrong in one place are rules, too: they combine words as no shipped game does.
#[test]
fn games_made_wrong() {
    let mut played = 0;
    for (number, name) in variants::names().enumerate() {
        let source = variants::source(name).expect("it is shipped");
        // A part of them, another one in each file, is enough.
        for mutation in mutations(&source).iter().skip(number % 6).step_by(6) {
            let mut text = source.text.clone();
            text.replace_range(mutation.span.range(), &mutation.replacement);
            let wrong = Source::new(format!("{name}.uur"), text);
            let Ok(mut game) = Game::load(wrong, &variants::library, &Settings::new()) else { continue };
            // On a large board a sowing that never ends may take too long to come round.
            if game.program.row() <= 6 {
                game.name = format!("{name}: {}", mutation.what);
                played += usize::from(play(&game, 3));
            }
        }
    }
    assert!(played > 200, "{played} are played");
}
