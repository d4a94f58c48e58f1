//! The computer player finds known values, and agrees with a plain minimax without tables, windows and move
//! ordering.

use std::sync::atomic::{AtomicBool, AtomicU64};

use uur::chance::{Rng, interval};
use uur::check::Settings;
use uur::engine::{History, Move, Position};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{read_position, read_step, write_move, write_position};
use uur::rules::Side;
use uur::source::Source;
use uur::variants;
use uur_lab::search::{
    ChosenMove, Level, MultiPv, PlayerEndgames, Score, SearchInfo, SearchLimits, SearchRequest, choose, search,
};
use uur_lab::solve::{Aim, EndgameDatabase, Solver};

fn game(name: &str, settings: &[(&str, &str)]) -> Game {
    let settings: Settings = settings.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect();
    Game::load(variants::source(name).unwrap(), &variants::library, &settings).unwrap()
}

fn never() -> bool {
    false
}

/// What the search finds within so many moves in thought.
fn found(game: &Game, position: &Position, nodes: u64, wanted: MultiPv) -> SearchInfo {
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes, stop: &never };
    let history = History::starting(position);
    search(SearchRequest::new(game, position, &history), limits, wanted, &mut |_| {})
}

/// The small games on which every line can be followed.
fn small_games() -> Vec<Game> {
    vec![
        game("boola", &[("pits", "3")]),
        game("layli-goobalay", &[("pits", "3"), ("seeds", "2")]),
        game("layli-goobalay-wikipedia", &[("pits", "2"), ("seeds", "3")]),
        game("layli-goobalay-berbera", &[("pits", "3"), ("seeds", "2")]),
        game("layli-goobalay-berbera", &[("pits", "4"), ("seeds", "1")]),
        game("lahemay-waladat", &[("pits", "2")]),
        game("lahemay-waladat", &[("pits", "3"), ("after_three", "next_pit")]),
        alone(),
    ]
}

/// Lahemay Waladat as a game of one round, where a win counts for more than its margin.
fn alone() -> Game {
    let text = variants::source("lahemay-waladat").unwrap().text;
    let head = text.find("match {").unwrap();
    let text = &text[..head];
    let settings = Settings::from([("pits".to_string(), "2".to_string())]);
    Game::load(Source::new("alone.uur", text), &variants::library, &settings)
        .unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

/// The result of a round: its winner and what South has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Result {
    winner: Option<Side>,
    margin: i32,
}

impl Result {
    fn of(game: &Game, position: &Position) -> Self {
        let mut margin = i32::from(position.captured[0]) - i32::from(position.captured[1]);
        if game.rules.rounds.is_some() {
            let row = |side| {
                game.program.layout().pits_of(side).map(|pit| i32::from(position.seeds[pit.index()])).sum::<i32>()
            };
            margin += row(Side::South) - row(Side::North);
        }
        Result { winner: position.outcome.unwrap().winner, margin }
    }

    /// How good it is for a player.
    fn worth(self, game: &Game, side: Side) -> (i32, i32) {
        let won = self.winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
        let margin = if side == Side::South { self.margin } else { -self.margin };
        match (game.rules.goal, &game.rules.rounds) {
            (Some(_), Some(_)) => (margin, won),
            (Some(_), None) => (won, won * (won * margin).max(0)),
            (None, _) => (won, 0),
        }
    }
}

/// The best result for the player to move, by following every line to its end; `None` if there are
/// too many.
fn minimax(game: &Game, line: &mut Vec<Position>, left: &mut u32) -> Option<Result> {
    let position = *line.last().unwrap();
    let side = position.to_move;
    let mut best: Option<Result> = None;
    for m in game.program.legal_moves(&position) {
        *left = left.checked_sub(1)?;
        let mut after = position;
        game.program.play_unchecked(&mut after, m, &mut ());
        if after.outcome.is_none() && line.iter().any(|earlier| after.repeats(earlier)) {
            game.program.end_by_repetition(&mut after, &mut ());
        }
        let result = if after.outcome.is_some() {
            Result::of(game, &after)
        } else {
            line.push(after);
            let result = minimax(game, line, left);
            line.pop();
            result?
        };
        if best.is_none_or(|best| result.worth(game, side) > best.worth(game, side)) {
            best = Some(result);
        }
    }
    best
}

/// What a score says of the result.
fn worth(game: &Game, score: Score) -> (i32, i32) {
    match score {
        Score::WinsBy(seeds) => (1, seeds.into()),
        Score::LosesBy(seeds) => (-1, -i32::from(seeds)),
        Score::WinsIn(_) => (1, 0),
        Score::LosesIn(_) => (-1, 0),
        Score::Wins => (1, 0),
        Score::Loses => (-1, 0),
        Score::Draw => (0, 0),
        Score::WinsByAbout(_) | Score::LosesByAbout(_) | Score::Likely(_) => panic!("{score} is a guess"),
        Score::About(value) => {
            assert!(game.rules.rounds.is_some(), "{value} is an estimate");
            // Seeds count a hundred, winning counts one.
            let margin = (value + 50).div_euclid(100);
            (margin, value - 100 * margin)
        }
    }
}

/// Positions of games played by chance.
fn positions(game: &Game, seed: u64) -> Vec<Position> {
    let mut chance = Rng::for_game(seed, 0);
    let mut position = game.program.start();
    let mut all = vec![];
    while position.outcome.is_none() && all.len() < 60 {
        all.push(position);
        let moves = game.program.legal_moves(&position);
        game.program.play_unchecked(&mut position, moves[chance.below(moves.len())], &mut ());
    }
    all
}

#[test]
fn it_finds_what_a_plain_minimax_finds() {
    for game in small_games() {
        let mut compared = 0;
        for position in (1..6).flat_map(|seed| positions(&game, seed)) {
            let Some(plain) = minimax(&game, &mut vec![position], &mut 30_000) else { continue };
            let report = found(&game, &position, 1_000_000, MultiPv::Best);
            let score = report.lines[0].score;
            let text = format!("{}: {}: {report:?}", game.name, write_position(&game, &position));
            assert!(report.complete || matches!(score, Score::WinsIn(_) | Score::LosesIn(_)), "{text}");
            assert_eq!(plain.worth(&game, position.to_move), worth(&game, score), "{text}");
            compared += 1;
        }
        assert!(compared >= 10, "{}: only {compared} positions are small enough", game.name);
    }
}

#[test]
fn every_move_has_its_own_value() {
    let game = game("layli-goobalay", &[("pits", "3"), ("seeds", "2")]);
    for position in positions(&game, 3) {
        let report = found(&game, &position, 1_000_000, MultiPv::All);
        assert_eq!(report.lines.len(), game.program.legal_moves(&position).len());
        for line in &report.lines {
            let mut after = position;
            game.program.play_unchecked(&mut after, line.moves[0], &mut ());
            if after.outcome.is_some() || after.to_move == position.to_move {
                continue;
            }
            let Some(plain) = minimax(&game, &mut vec![position, after], &mut 30_000) else { continue };
            assert_eq!(plain.worth(&game, position.to_move), worth(&game, line.score), "{line:?}");
        }
        let best = found(&game, &position, 1_000_000, MultiPv::Best);
        assert_eq!(best.lines[0].score, report.lines[0].score);
    }
}

/// Abstract Games 13 (2003): South to move. After the seven moves of the published solution every
/// reply of North's loses by 47 to 49.
#[test]
fn the_published_problem_of_berbera_is_won_by_two() {
    let game = game("layli-goobalay-berbera", &[]);
    let from =
        "south 1 2 0 0 0 0 0 0 0 1 0 3; north 3 0 3 0 1 2 0 1 5 2 2 2; captured 44 24; uur north B k; south to move";
    let mut position = read_position(&game, from).unwrap();
    for word in "J i A h L a K".split(' ') {
        if word == "L" {
            let report = found(&game, &position, 500_000, MultiPv::Best);
            assert_eq!((report.complete, report.lines[0].score), (true, Score::WinsBy(2)));
            assert_eq!(write_move(&game.program, report.lines[0].moves[0]), "L");
        }
        let Step::Move(m) = read_step(&game.program, position.to_move, word).unwrap() else { panic!("a move") };
        game.program.play_unchecked(&mut position, m, &mut ());
    }
    let report = found(&game, &position, 500_000, MultiPv::All);
    assert!(report.complete);
    assert!(report.lines.iter().all(|line| matches!(line.score, Score::LosesBy(2..))), "{report:?}");
    assert_eq!(report.lines[0].score, Score::LosesBy(2));
}

#[test]
fn a_bonus_move_is_still_the_movers() {
    let game = alone();
    // Two threes, one after the other, and the rest is North's.
    let position = read_position(&game, "south 1 2; north 1 2; captured 2 2").unwrap_or_else(|error| panic!("{error}"));
    let plain = minimax(&game, &mut vec![position], &mut 100_000).unwrap();
    let report = found(&game, &position, 100_000, MultiPv::Best);
    assert_eq!(plain.worth(&game, Side::South), worth(&game, report.lines[0].score));
}

#[test]
fn the_same_question_has_the_same_answer() {
    for game in small_games() {
        let start = game.program.start();
        assert_eq!(found(&game, &start, 5_000, MultiPv::Best), found(&game, &start, 5_000, MultiPv::Best));
    }
}

#[test]
fn a_limit_is_a_limit() {
    let game = game("layli-goobalay-berbera", &[]);
    let start = game.program.start();
    let report = found(&game, &start, 1_000, MultiPv::Best);
    assert!(report.nodes < 1_050, "{}", report.nodes);
    let limits = SearchLimits { depth: 3, nodes: u64::MAX, stop: &never };
    let mut depths = vec![];
    let history = History::starting(&start);
    let question = SearchRequest::new(&game, &start, &history);
    let report = search(question, limits, MultiPv::Best, &mut |report| {
        depths.push(report.depth);
    });
    assert_eq!((depths, report.depth), (vec![1, 2, 3], 3));
    // Even who is stopped at once has a move.
    let limits = SearchLimits { depth: 9, nodes: u64::MAX, stop: &|| true };
    let report = search(question, limits, MultiPv::Best, &mut |_| {});
    assert!(game.program.legal_moves(&start).contains(&report.lines[0].moves[0]));
}

/// Where the mover decides within moves, all moves are played to list them, and all of them count.
#[test]
fn moves_that_are_played_to_be_listed_count() {
    let game = game("tsoro-additional-capture", &[]);
    let report = found(&game, &game.program.start(), 6_000, MultiPv::All);
    let samples: u32 = report.lines.iter().map(|line| line.samples).sum();
    assert!((1..200).contains(&samples), "{samples}");
}

/// On 2x12 there are moves of so many laps that nobody has seen their end.
#[test]
fn a_very_long_move_holds_nothing_up() {
    let game = game("layli-goobalay-berbera", &[]);
    let report = found(&game, &game.program.start(), 60_000, MultiPv::Best);
    assert!(report.depth >= 4);
}

#[test]
fn a_finished_round_has_no_move() {
    let game = game("boola", &[("pits", "3")]);
    let over = read_position(&game, "south 0 0 0; north 0 3 0; south to move").unwrap();
    assert_eq!(found(&game, &over, 100, MultiPv::Best), SearchInfo::default());
}

/// Plays a game between two levels: whether it is drawn or who wins.
fn played(game: &Game, levels: [Level; 2], seed: u64) -> Option<Side> {
    let mut chance = Rng::for_game(seed, 0);
    let mut played = Match::new(&game.program);
    for _ in 0..300 {
        match played.due {
            NextStep::Move(side) if played.round == 1 => {
                let question = SearchRequest::new(game, &played.position, played.history());
                let (level, stop) = (levels[side], &|| false);
                let choice = choose(question, level, &mut chance, stop, &mut |_| {});
                let ChosenMove { m, .. } = choice.unwrap();
                assert!(game.program.legal_moves(&played.position).contains(&m));
                played.step(&game.program, Step::Move(m), &mut ()).unwrap();
            }
            _ => return played.position.outcome.and_then(|outcome| outcome.winner),
        }
    }
    None
}

#[test]
fn medium_beats_easy() {
    for name in ["boola", "layli-goobalay", "layli-goobalay-berbera", "lahemay-waladat"] {
        let pits = if name == "boola" { "9" } else { "6" };
        let game = game(name, &[("pits", pits)]);
        let mut won = 0;
        for seed in 0..6 {
            won += i32::from(played(&game, [Level::Medium, Level::Easy], seed) == Some(Side::South));
            won += i32::from(played(&game, [Level::Easy, Level::Medium], seed) == Some(Side::North));
        }
        assert!(won >= 9, "{name}: {won} of 12");
    }
}

#[test]
fn pages_offer_all_levels() {
    let script = include_str!("../../web/src/computer.js");
    assert!(script.contains(&format!("export const LEVELS = {:?};", Level::NAMES)));
}

#[test]
fn easy_does_not_always_play_alike() {
    let game = game("layli-goobalay", &[]);
    let first = |seed| -> Move {
        let start = game.program.start();
        let mut chance = Rng::for_game(seed, 0);
        let history = History::starting(&start);
        let question = SearchRequest::new(&game, &start, &history);
        choose(question, Level::Easy, &mut chance, &never, &mut |_| {}).unwrap().m
    };
    assert_eq!(first(1), first(1));
    assert!((2..20).any(|seed| first(seed) != first(1)));
}

/// What the solver proves with the same endgames, and what it proves without any.
#[test]
fn known_endgames_have_exact_values() {
    let game = game("awari", &[]);
    let mut endgames = EndgameDatabase::new(&game, EndgameDatabase::USUAL_MEMORY).unwrap();
    endgames.build(&game, 7, 1, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap();
    for text in [
        "south 0 1 2 0 1 0; north 1 0 0 0 0 2; captured 20 21",
        "south 0 0 0 1 0 1; north 0 1 2 0 0 0; captured 22 21",
        "south 1 0 1 0 0 2; north 0 0 1 0 1 1; captured 21 20; north to move",
    ] {
        let position = read_position(&game, text).unwrap();
        let stop = |_| false;
        let limits = uur_lab::solve::SolveLimits { bytes: 1 << 24, threads: 1, stop: &stop };
        let mut solver = Solver::new(&game, &position, Aim::Margin, Some(&endgames), limits).unwrap();
        let value = solver.solve(&position, &mut |_| {}).exact().unwrap();
        let history = History::starting(&position);
        let question = SearchRequest { endgames: Some(&endgames), ..SearchRequest::new(&game, &position, &history) };
        let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: 20_000, stop: &never };
        let report = search(question, limits, MultiPv::Best, &mut |_| {});
        let known = match report.lines[0].score {
            Score::WinsBy(seeds) => i32::from(seeds),
            Score::LosesBy(seeds) => -i32::from(seeds),
            Score::Draw | Score::About(0) => 0,
            other => panic!("{text}: {other}"),
        };
        assert_eq!(known, value, "{text}");
    }
}

/// Played to its end by two that know the endgames, a game mostly ends as they say, and never by more than a repetition
/// changes it: they hold no way to what is known.
#[test]
fn known_endgames_are_played_out() {
    let game = game("awari", &[]);
    let mut endgames = PlayerEndgames::default();
    endgames.prepare(Level::Hard, &game, 0, &never);
    assert!(endgames.of(&game).is_none(), "only the strongest level has them");
    endgames.prepare(Level::Master, &game, 48, &never);
    assert!(endgames.of(&game).is_none(), "the start is too far away");
    let mut known = EndgameDatabase::new(&game, EndgameDatabase::USUAL_MEMORY).unwrap();
    known.build(&game, 7, 2, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap();
    let mut chance = Rng::for_game(8, 0);
    let (mut kept, mut games, mut decided) = (0, 0, 0);
    while games < 16 {
        let mut position = game.program.start();
        let mut history = History::starting(&position);
        while position.outcome.is_none() && position.on_board() > 7 {
            let legal = game.program.legal_moves(&position);
            game.program.play(&mut position, &mut history, legal[chance.below(legal.len())], &mut ()).unwrap();
        }
        if position.outcome.is_some() {
            continue;
        }
        let limits = uur_lab::solve::SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };
        let mut solver = Solver::new(&game, &position, Aim::Margin, Some(&known), limits).unwrap();
        let value = solver.solve(&position, &mut |_| {}).for_south(position.to_move).exact().unwrap();
        let (from, ahead) = (write_position(&game, &position), position.captured.map(i32::from));
        let level: Level = "4000".parse().unwrap();
        while position.outcome.is_none() {
            let request = SearchRequest { endgames: Some(&known), ..SearchRequest::new(&game, &position, &history) };
            let m = choose(request, level, &mut chance, &never, &mut |_| {}).unwrap().m;
            game.program.play(&mut position, &mut history, m, &mut ()).unwrap();
        }
        let [south, north] = position.captured.map(i32::from);
        let (margin, without) = (south - north, ahead[0] - ahead[1]);
        assert!((value.min(without)..=value.max(without)).contains(&margin), "{from}: {margin}, not {value}");
        kept += u32::from(margin == value);
        decided += u32::from(value != without);
        games += 1;
    }
    assert!(kept >= 13 && decided >= 8, "{kept} of {games}, {decided}");
}

/// A player who has more than half of the seeds goes on gathering, and does not end the round for the sake of a small
/// win; once the result is found, the margin is proved.
#[test]
fn a_won_round_is_played_for_its_margin() {
    for (name, from, best) in [
        ("kalah", "south 3 2 1 1 1 0; north 0 1 2 1 1 9; captured 23 3; north to move", &["b", "c"][..]),
        ("awari", "south 4 0 1 1 2 2; north 0 0 0 0 1 0; captured 19 18; south to move", &["C", "D"]),
        ("layli-goobalay", "south 2 0 2 5 2 0; north 0 1 0 1 3 0; captured 10 22; south to move", &["A"]),
    ] {
        let game = game(name, &[]);
        let position = read_position(&game, from).unwrap();
        let report = found(&game, &position, 3_000_000, MultiPv::Best);
        let m = write_move(&game.program, report.lines[0].moves[0]);
        assert!(best.contains(&m.as_str()), "{name}: {m}, {}", report.lines[0].score);
        assert_eq!(report.complete, name != "awari", "{name}: {}", report.lines[0].score);
    }
}

#[test]
fn samples_are_ordered_by_what_is_won_at_least() {
    for name in ["boola", "andada"] {
        let game = game(name, &[]);
        let mut position = game.program.start();
        let first = game.program.legal_moves(&position)[0];
        game.program.play_unchecked(&mut position, first, &mut ());
        let lines = found(&game, &position, 60_000, MultiPv::All).lines;
        assert!(lines.len() > 1 && lines.iter().all(|line| line.samples > 0), "{lines:?}");
        let at_least = |line: &uur_lab::search::ScoredPv| match line.score {
            Score::Likely(percent) => interval(f64::from(percent) / 100.0, line.samples.into()).0,
            other => panic!("{other} is no percentage"),
        };
        // A percentage is rounded to a whole number.
        assert!(lines.iter().map(at_least).is_sorted_by(|one, other| one + 0.01 >= *other), "{lines:?}");
        assert!(lines.iter().all(|line| line.error().is_some_and(|error| error > 0.0)));
        // The best move is the first of the order, also where no other one is asked for.
        let best = &found(&game, &position, 60_000, MultiPv::Best).lines[0];
        assert_eq!(best.moves[0], lines[0].moves[0]);
    }
}

#[test]
fn a_game_has_one_unit() {
    // Before the first sample an estimate says how likely a win is, too.
    let game = game("boola", &[]);
    let position = game.program.start();
    for nodes in [1, 100, 60_000] {
        let line = &found(&game, &position, nodes, MultiPv::All).lines[0];
        assert!(matches!(line.score, Score::Likely(_)), "{nodes}: {}", line.score);
    }
}
