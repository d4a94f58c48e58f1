//! What every accepted game must stand: all that plays it, within small bounds. A fuzzer calls the same
//! function.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use uur::check::Settings;
use uur::engine::History;
use uur::game::Game;
use uur::lab::{
    Experiment, Player, Report, Span, Tally, Work, first_difference, perft, play_series, random_difference,
};
use uur::match_play::{Due, Match, Step};
use uur::search::{self, Question, Wanted};
use uur::solve::{Aim, Limits, Solvable};
use uur::source::Source;
use uur::testing::properties::Bounds;
use uur::testing::suite::{self, Effort};
use uur::testing::{cases, reach, verify};
use uur::{explain, variants};

/// The time after which sowings are cut short, as by `--time`.
const PATIENCE: Duration = Duration::from_secs(2);

/// Plays the game of a text with every command's part of the library; gives whether the text is a game.
pub fn is_played(text: &str) -> bool {
    let source = Source::new("mutant.uur", text);
    let Ok(game) = Game::load(source.clone(), &variants::library, &Settings::new()) else { return false };
    let began = Instant::now();
    let game = game.heeding(move || began.elapsed() > PATIENCE);
    explain::rules(&game, 80);
    let bounds = Bounds { games: 2, steps: 80, rounds: 2, events: 20_000, seed: 1 };
    let effort = Effort { hunt: bounds, games: 4, events: 20_000, ..Effort::default() };
    if let Ok(report) = suite::run(&source, &variants::library, &[], "no example", effort) {
        cases::notes(&report);
    }
    let never = AtomicBool::new(false);
    let positions = reach::Bounds { positions: 40, events: 20_000, stop: &never, told: &|_| {} };
    verify::verify(&game, positions, bounds);
    perft(&game.program, &game.program.start(), 3);
    series(&game, &never);
    first_difference([&game, &game], 30, &never, &|_| {});
    random_difference([&game, &game].map(|game| experiment(game, Player::Random, false)), 2, &never, &|_| {});
    look_ahead(&game);
    prove(&game);
    true
}

fn experiment(game: &Game, player: Player, whole_matches: bool) -> Experiment<'_> {
    let players = [player; 2];
    // A move in thought may have thousands of laps.
    let most_moves = if player.thinks() { 4 } else { 80 };
    Experiment { game, players, pairs: false, opening: 0, seed: 1, from: None, whole_matches, most_moves }
}

/// Games and matches by each kind of player, watched and not.
fn series(game: &Game, stop: &AtomicBool) {
    for (player, details) in [(Player::Random, false), (Player::Greedy, true), (Player::Nodes(30), false)] {
        for whole_matches in [false, true] {
            let experiment = experiment(game, player, whole_matches);
            let work = Work { span: Span(0, 2), threads: 1, details, each_game: false, stop };
            let mut tally = Tally::default();
            let played: Result<(), ()> = play_series(&experiment, &work, |batch| {
                tally.add(&batch.tally);
                Ok(())
            });
            assert!(played.is_ok());
            Report::new(&experiment, vec![Span(0, tally.games)], 2, tally);
        }
    }
}

/// A search from the start and from a position after some steps by chance.
fn look_ahead(game: &Game) {
    let mut table = Match::new(&game.rules, &game.program);
    let mut chance = uur::chance::Chance::of_game(2, 0);
    for _ in 0..4 {
        if let Due::Move(_) = table.due
            && !game.program.legal_moves(&table.position).is_empty()
        {
            let position = table.position;
            let history = History::starting(&position);
            let question = Question { game, position: &position, history: &history, endgames: None };
            let limits = search::Limits { depth: search::Limits::ANY_DEPTH, nodes: 60, stop: &|| game.program.stops() };
            search::search(question, limits, Wanted::All, &mut |_| {});
            let moves = game.program.legal_moves(&position);
            let step = Step::Move(moves[chance.below(moves.len())]);
            if table.step(&game.rules, &game.program, step, &mut ()).is_err() {
                return;
            }
        }
    }
}

fn prove(game: &Game) {
    let start = game.program.start();
    for aim in [Aim::Result, Aim::Margin] {
        let stop = |nodes: u64| nodes > 300 || game.program.stops();
        let solvable = Solvable::new(game);
        if let Ok(mut solver) = solvable.solver(&start, aim, None, Limits { bytes: 1 << 16, stop: &stop }) {
            solver.solve(&start, &mut |_| {});
        }
    }
}
