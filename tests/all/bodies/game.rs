//! What every accepted game must stand: it is explained, written as one file, and played by every command's
//! part of the library within small bounds, and all that is promised of every game holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use uur::analysis::Analysis;
use uur::check::{self, Settings};
use uur::engine::History;
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::rules::Verdict;
use uur::source::Source;
use uur::{explain, variants};
use uur_lab::lab::{
    Experiment, GameRange, Player, SeriesOptions, SeriesReport, Tally, first_difference, perft, play_series,
    random_difference,
};
use uur_lab::search::{self, MultiPv, SearchRequest};
use uur_lab::solve::{Aim, SolveLimits, Solver};
use uur_testing::properties::{PlayBounds, Property, check_invariants};
use uur_testing::suite::{self, Effort};
use uur_testing::{cases, explore, verify};

/// How often long sowings and searches may ask whether they have to stop.
const PATIENCE: usize = 500;

/// Plays a text if it is a game; returns whether it is one.
pub fn any_game(text: &str) -> bool {
    let source = Source::new("example.uur", text);
    let Ok(game) = Game::load(source.clone(), &variants::library, &Settings::new()) else { return false };
    let asked = Arc::new(AtomicUsize::new(0));
    let game = game.heeding(move || asked.fetch_add(1, Ordering::Relaxed) > PATIENCE);
    explain::rules(&game, 80);
    is_hovered_over(source.clone());
    is_the_same_in_one_file(&source, &game);
    let bounds = PlayBounds { games: 2, steps: 200, rounds: 2, events: 20_000, seed: 1 };
    let found = check_invariants(&game, bounds, &mut ());
    // Where a turn passes, it is sought and not proved that one of the players can move.
    let passes = game.rules.end.iter().any(|clause| clause.ending.verdict == Verdict::Pass);
    let is_sought = |property| property == Property::DeadEnd && passes;
    assert!(found.violations.iter().all(|(property, _)| is_sought(*property)), "{:?}", found.violations);
    let effort = Effort { invariants: bounds, games: 4, events: 20_000, ..Effort::default() };
    if let Ok(report) = suite::run(&source, &variants::library, &[], "no example", effort) {
        cases::notes(&report);
    }
    let never = AtomicBool::new(false);
    let positions = explore::ExploreBounds { positions: 40, events: 20_000, stop: &never, on_progress: &|_| {} };
    verify::verify(&game, positions, bounds);
    perft(&game.program, &game.program.start(), 3);
    series(&game, &never);
    first_difference([&game, &game], 30, &never, &|_| {});
    random_difference([&game, &game].map(|game| experiment(game, Player::Random, false)), 2, &never, &|_| {});
    look_ahead(&game);
    prove(&game);
    true
}

/// Every line has something to say where it begins, or nothing; what it says is found out in bounded work.
fn is_hovered_over(source: Source) {
    let analysis = Analysis::new(source, &variants::library);
    let text = analysis.text();
    let mut line = 0;
    for words in text.split_inclusive('\n') {
        let first = line + words.len() - words.trim_start().len();
        let last = line + words.trim_end().len();
        for offset in [first, last.max(first)] {
            analysis.hover(offset, &variants::library);
        }
        line += words.len();
    }
}

/// The rules with all that they extend in place mean the same.
fn is_the_same_in_one_file(source: &Source, game: &Game) {
    let flat = check::flatten(&check::load(source.clone(), &variants::library));
    let flat = Source::new("example.uur", check::write_flat(&flat, &game.sources));
    let flat = Game::load(flat, &variants::library, &Settings::new());
    let flat = flat.unwrap_or_else(|faults| panic!("written as one file it is no game: {:#?}", faults.problems));
    assert_eq!(flat.meaning(), game.meaning(), "written as one file it is another game");
}

fn experiment(game: &Game, player: Player, whole_matches: bool) -> Experiment<'_> {
    let players = [player; 2];
    // A move in thought may have thousands of laps.
    let most_moves = if player.thinks() { 4 } else { 80 };
    Experiment { game, players, pairs: false, opening: 0, seed: 1, from: None, whole_matches, most_moves }
}

/// Games and matches by each kind of player, watched and not.
fn series(game: &Game, stop: &AtomicBool) {
    for (player, details) in [(Player::Random, false), (Player::Greedy, true), (Player::nodes(30), false)] {
        for whole_matches in [false, true] {
            let experiment = experiment(game, player, whole_matches);
            let work = SeriesOptions { span: GameRange(0, 2), threads: 1, details, each_game: false, stop };
            let mut tally = Tally::default();
            let played: Result<(), ()> = play_series(&experiment, &work, |batch| {
                tally.add(&batch.tally);
                Ok(())
            });
            assert!(played.is_ok());
            SeriesReport::new(&experiment, vec![GameRange(0, tally.games)], 2, tally);
        }
    }
}

/// A search from the start and from a position after some steps by chance.
fn look_ahead(game: &Game) {
    let mut table = Match::new(&game.program);
    let mut chance = uur::chance::Rng::for_game(2, 0);
    for _ in 0..4 {
        if let NextStep::Move(_) = table.due
            && !game.program.legal_moves(&table.position).is_empty()
        {
            let position = table.position;
            let history = History::starting(&position);
            let question = SearchRequest::new(game, &position, &history);
            let limits = search::SearchLimits {
                depth: search::SearchLimits::ANY_DEPTH,
                nodes: 60,
                stop: &|| game.program.stops(),
            };
            search::search(question, limits, MultiPv::All, &mut |_| {});
            let moves = game.program.legal_moves(&position);
            let step = Step::Move(moves[chance.below(moves.len())]);
            if table.step(&game.program, step, &mut ()).is_err() {
                return;
            }
        }
    }
}

fn prove(game: &Game) {
    let start = game.program.start();
    for aim in [Aim::Result, Aim::Margin] {
        let stop = |nodes: u64| nodes > 300 || game.program.stops();
        if let Ok(mut solver) =
            Solver::new(game, &start, aim, None, SolveLimits { bytes: 1 << 16, threads: 1, stop: &stop })
        {
            solver.solve(&start, &mut |_| {});
        }
    }
}
