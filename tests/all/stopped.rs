//! A sowing of hundreds of millions of laps: every task that plays it can be stopped, and returns its
//! results so far.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use uur::check::Settings;
use uur::game::Game;
use uur::source::Source;
use uur::variants;
use uur_lab::lab::{
    Experiment, GameRange, Player, Playouts, SearchControl, SeriesOptions, Tournament, first_difference, perft,
    play_series, random_difference,
};
use uur_lab::solve::{Aim, SolveLimits, Solver};
use uur_testing::suite::{self, Effort};
use uur_testing::{explore, properties, verify};

use crate::command::{folder, output};

/// A relay game on 2x12, without captures.
fn text(end: &str) -> String {
    format!(
        "language 1\ngame \"Long sowing\" {{ source \"a test\" }}\nboard {{\n  rows 2\n  pits 12\n  seeds 5 each\n}}\n\
         sow counterclockwise {{\n  from own pit\n}}\nland {{\n  here is occupied -> relay\n}}\n\
         end {{\n  no move -> each takes own row\n  {end}\n  win most seeds\n}}\n"
    )
}

fn loaded(end: &str) -> Game {
    Game::load(Source::new("long.uur", text(end)), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// The game with a flag that is set after a while, which its sowings heed.
fn long(end: &str) -> (Game, &'static AtomicBool) {
    let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
    });
    (loaded(end).heeding(|| stop.load(Ordering::Relaxed)), stop)
}

/// Does some work that would take minutes.
fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let found = work();
    assert!(began.elapsed() < Duration::from_secs(90), "{what} took {:?}", began.elapsed());
    found
}

fn experiment(game: &Game, players: [Player; 2]) -> Experiment<'_> {
    let most_moves = 10_000;
    Experiment { game, players, pairs: false, opening: 0, seed: 1, from: None, whole_matches: false, most_moves }
}

#[test]
fn a_solver_ends_within_a_sowing() {
    for end in ["", "endless -> illegal", "endless -> stop", "endless -> pass"] {
        let (game, _) = long(end);
        let start = game.program.start();
        let bounds = in_time("solve", || {
            let limits = SolveLimits { bytes: 1 << 20, threads: 1, stop: &|_| game.program.stops() };
            Solver::new(&game, &start, Aim::Result, None, limits).unwrap().solve(&start, &mut |_| {})
        });
        assert_eq!(bounds.exact(), None, "nothing can be proved so soon");
    }
}

/// What a move leads to is not known where its sowing was cut short.
#[test]
fn nothing_is_proved_of_moves_that_are_cut_short() {
    // Already the first moves have more laps than can be played.
    let endless_start = text("")
        .replace("pits 12\n  seeds 5", "pits 6\n  seeds 4")
        .replace("from own pit", "from own pit\n  skip empty pit where seed is last");
    let game = Game::load(Source::new("long.uur", endless_start), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
        .heeding(|| true);
    let start = game.program.start();
    let limits = SolveLimits { bytes: 1 << 20, threads: 1, stop: &|_| game.program.stops() };
    let mut solver = Solver::new(&game, &start, Aim::Result, None, limits).unwrap();
    let moves = solver.moves(&start, &mut |_, _| {});
    assert!(!moves.is_empty() && moves.iter().all(|(_, bounds)| bounds.exact().is_none()), "{moves:?}");
}

#[test]
fn a_line_of_play_ends_within_a_sowing() {
    let (game, _) = long("");
    let mut line = game.program.line(&game.program.start());
    in_time("a line", || {
        while !line.cut_short() {
            let turn = line.legal().next().expect("a round without end is cut short");
            line.play(turn);
            if line.legal().is_empty() {
                while line.undo() {}
            }
        }
    });
    assert!(game.program.cut_short());
}

#[test]
fn series_end_within_a_sowing() {
    for players in [[Player::Random; 2], [Player::Greedy; 2]] {
        for details in [false, true] {
            let (game, stop) = long("");
            let work = SeriesOptions { span: GameRange(0, 1_000_000), threads: 2, details, each_game: false, stop };
            let mut games = 0;
            in_time("simulate", || {
                let stopped = play_series(&experiment(&game, players), &work, |batch| {
                    games += batch.tally.games;
                    assert_eq!(batch.tally.endless, 0, "what was cut short is no endless game");
                    if game.program.stops() { Err(()) } else { Ok(()) }
                });
                assert!(stopped.is_ok() || game.program.stops());
            });
            assert!(games < 1_000_000);
        }
    }
}

#[test]
fn other_work_ends_within_a_sowing() {
    let ((one, stop), (other, _)) = (long(""), long("endless -> pass"));
    let compared = in_time("diff", || first_difference([&one, &other], 1_000_000, stop, &|_| ()));
    assert!(!compared.all);
    let shares = in_time("diff", || {
        random_difference([&one, &other].map(|game| experiment(game, [Player::Random; 2])), 1_000_000, stop, &|_| ())
    });
    assert!(shares.games < 1_000_000);
    let (game, _) = long("");
    in_time("perft", || perft(&game.program, &game.program.start(), 12));
    let (game, stop) = long("");
    in_time("tournament", || {
        let control = SearchControl { stop, ..SearchControl::unbounded() };
        let experiment = Experiment { pairs: true, ..experiment(&game, [Player::Random; 2]) };
        let players = vec![Player::Random.into(), Player::Greedy.into()];
        Tournament { experiment, players, first_opening: 0, balanced: None, openings: 1_000_000, threads: 2, control }
            .play(|_| {})
    });
    let (game, stop) = long("endless -> illegal");
    in_time("verify", || {
        let positions = explore::ExploreBounds { positions: 1_000, events: u64::MAX, stop, on_progress: &|_| {} };
        let games = properties::PlayBounds { games: 10, steps: 100, rounds: 1, events: u64::MAX, seed: 1 };
        assert!(verify::verify(&game, positions, games).holds(), "what was cut short breaks no promise");
    });
}

#[test]
fn a_player_stands_a_clock_that_goes_back() {
    static TIME: AtomicU64 = AtomicU64::new(1_000_000);
    let game = Game::shipped("boola").unwrap();
    let stop = AtomicBool::new(false);
    let clock = || Duration::from_millis(TIME.fetch_sub(1, Ordering::Relaxed));
    let experiment = Experiment { pairs: true, most_moves: 4, ..experiment(&game, [Player::Random; 2]) };
    let players = vec!["1ms".parse::<Player>().unwrap().into(), Player::Greedy.into()];
    thread::scope(|scope| {
        scope.spawn(|| {
            // Its time never comes.
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let control = SearchControl { stop: &stop, clock };
        Tournament { experiment, players, first_opening: 0, balanced: None, openings: 1, threads: 1, control }
            .play(|_| {});
    });
}

#[test]
fn the_tests_of_a_file_end_within_a_sowing() {
    let source = Source::new("long.uur", text(""));
    let bounds = properties::PlayBounds { games: 1_000, steps: 1_000, rounds: 1, events: u64::MAX, seed: 1 };
    let effort = Effort { invariants: bounds, stops: || true, ..Effort::default() };
    let report = in_time("test", || suite::run(&source, &variants::library, &[], "", effort)).unwrap();
    assert!(report.stopped && report.found.violations.is_empty());
}

#[test]
fn a_player_is_stopped_within_a_game() {
    let (game, _) = long("");
    let mut playouts = Playouts::new(experiment(&game, [Player::Greedy; 2]));
    in_time("a game", || {
        (0..100_000).find(|&number| {
            playouts.play(number, &mut ());
            playouts.is_stopped()
        })
    });
    assert!(playouts.is_stopped());
}

#[test]
fn the_command_keeps_its_time() {
    let file = folder("stopped").join("long.uur");
    std::fs::write(&file, text("")).unwrap();
    let file = file.to_str().unwrap();
    let came = in_time("uur solve", || output(&["solve", file, "--time", "0.3"]));
    assert_eq!(came.status.code(), Some(4), "{}", String::from_utf8_lossy(&came.stderr));
    assert!(String::from_utf8_lossy(&came.stdout).contains("not solved within the limits"));
    let sweep = ["sweep", "long-sweep", "--param", "seeds=5..6", "--solve", "--time", "0.3"];
    let with_param =
        text("").replacen("board {", "param seeds = 5 in 1..9\n\nboard {", 1).replace("seeds 5", "seeds seeds");
    let file = folder("stopped").join("long-sweep.uur");
    std::fs::write(&file, with_param).unwrap();
    let mut arguments = sweep;
    arguments[1] = file.to_str().unwrap();
    let came = in_time("uur sweep", || output(&arguments));
    assert_eq!(came.status.code(), Some(4), "{}", String::from_utf8_lossy(&came.stderr));
}
