//! Puzzles: positions of games that were played, in which one move alone wins, wins soonest, saves the draw, ends best by
//! seeds, or wins most seeds at once.

use std::sync::Arc;

use uur::chance::Rng;
use uur::diagnostic::count;
use uur::engine::{History, Move, Position};
use uur::explain;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::{NextStep, Step};
use uur::notation::{write_move, write_position, write_steps};
use uur::rules::{Goal, Side};

use super::{Exercise, signs, test_positions};
use crate::review::{Worth, effect};
use crate::search::{Level, MultiPv, ScoredPv, SearchLimits, SearchRequest, choose, search};
use crate::solve::{Aim as Asked, EndgameDatabase, SolveLimits, Solver};

/// How puzzles are looked for.
#[derive(Clone, Copy)]
pub struct PuzzleOptions<'a> {
    /// The nodes that prove what the moves of a position are worth.
    pub nodes: u64,
    /// An endgame database of the game.
    pub endgames: Option<&'a EndgameDatabase>,
    /// Polled during a search. Returns whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A puzzle has at least so many moves.
const LEAST_MOVES: usize = 3;
/// The most steps of a game in which puzzles are looked for.
const MOST_STEPS: usize = 400;
/// After so many positions that could not be proved, those before them in the same game are not tried.
const GIVES_UP: usize = 3;
/// The nodes of the players whose games have the positions.
const PLAYERS_NODES: u64 = 300;
/// One of so many moves of the players is random.
const RANDOM_MOVES: usize = 5;
/// A move has to win so many seeds more than any other to be asked for.
const LEAST_GAIN: u16 = 3;
/// The levels that find moves which win many seeds at once in most positions.
const TOO_EASY: [&str; 2] = ["easy", "casual"];
/// The names of the numbers of moves in which a win is asked for.
const SOON: [&str; 2] = ["two", "three"];
/// The moves that are played at most to see who wins soonest.
const SOON_STEPS: u32 = 30_000;
/// The memory for the proof of the margins of a position.
const MARGIN_BYTES: u64 = 1 << 25;
/// The most moves of a line that are told.
const MOVES_TOLD: usize = 8;

/// A search for puzzles, position by position.
#[derive(Debug)]
pub struct PuzzleRun {
    game: Arc<Game>,
    chance: Rng,
    /// The positions of the file's tests that are looked at before any game is played, the last one first.
    tests: Vec<Position>,
    /// The positions of the last game that are still to be looked at, the last one first.
    left: Vec<Position>,
    failed: usize,
    /// The games that were played.
    games: u64,
    /// The puzzles so far.
    pub found: Vec<Exercise>,
}

impl PuzzleRun {
    /// Begins to look for a puzzle. The seed decides which is found: that of the file's test with this number, counted
    /// from 1, or of a game.
    pub fn new(game: Arc<Game>, seed: u64) -> PuzzleRun {
        let test = seed.checked_sub(1).and_then(|before| test_positions(&game).nth(before as usize));
        let tests = test.into_iter().collect();
        PuzzleRun::begin(game, seed, tests)
    }

    /// Begins to look for several puzzles: those of all tests of the file first. The seed decides about the others.
    pub fn of_tests_first(game: Arc<Game>, seed: u64) -> PuzzleRun {
        let mut tests: Vec<Position> = test_positions(&game).collect();
        tests.reverse();
        PuzzleRun::begin(game, seed, tests)
    }

    fn begin(game: Arc<Game>, seed: u64, tests: Vec<Position>) -> PuzzleRun {
        let chance = Rng::for_game(seed, 0);
        PuzzleRun { game, chance, tests, left: vec![], failed: 0, games: 0, found: vec![] }
    }

    /// The games that were played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether one of the first `games` games, or one of its positions, is still to be looked at.
    pub fn goes_on(&self, games: u64) -> bool {
        self.games < games || !self.tests.is_empty() || !self.left.is_empty() && self.failed < GIVES_UP
    }

    /// Looks at the position of a test, plays a game, or looks at one position of it.
    pub fn advance(&mut self, options: PuzzleOptions) {
        if self.failed == GIVES_UP {
            self.left.clear();
        }
        let Some(position) = self.tests.pop().or_else(|| self.left.pop()) else {
            self.left = self.play(options);
            (self.failed, self.games) = (0, self.games + 1);
            return;
        };
        match puzzle(&self.game, &position, options) {
            Tried::Puzzle(puzzle) if !self.knows_alike(&puzzle) => {
                // One game gives one puzzle, so that no two are alike.
                self.left.clear();
                self.found.push(*puzzle);
            }
            Tried::Unproved => self.failed += 1,
            Tried::Puzzle(_) | Tried::Other(_) => {}
        }
    }

    /// Makes the puzzle of one position.
    ///
    /// # Errors
    /// Why it is none.
    pub fn of_position(
        game: &Arc<Game>,
        position: &Position,
        options: PuzzleOptions,
    ) -> Result<Exercise, &'static str> {
        match puzzle(game, position, options) {
            Tried::Puzzle(puzzle) => Ok(*puzzle),
            Tried::Other(why) => Err(why),
            Tried::Unproved => Err("it is not proved what its moves are worth"),
        }
    }

    /// Plays a game and returns its positions.
    fn play(&mut self, options: PuzzleOptions) -> Vec<Position> {
        let mut play = GamePlay::new(self.game.clone(), None);
        let mut positions = vec![];
        let level: Level = PLAYERS_NODES.to_string().parse().expect("a number of nodes is a level");
        while play.turns().len() < MOST_STEPS && !(options.stop)() {
            let step = match play.due() {
                NextStep::Move(_) => {
                    positions.push(*play.position());
                    let moves = play.legal_moves();
                    let request = SearchRequest::new(&self.game, play.position(), play.as_match().history());
                    let chosen = match self.chance.below(RANDOM_MOVES) {
                        0 => moves[self.chance.below(moves.len())],
                        _ => match choose(request, level, &mut self.chance, options.stop, &mut |_| {}) {
                            Some(chosen) => chosen.m,
                            None => break,
                        },
                    };
                    Step::Move(chosen)
                }
                NextStep::Lot(_) => Step::Lot(Side::BOTH[self.chance.below(2)]),
                // Positions of a first round are those that everybody knows.
                NextStep::Round | NextStep::Nothing(_) => break,
            };
            if play.step(step).is_err() {
                break;
            }
        }
        positions
    }

    /// Whether a puzzle with a similar board was found before.
    fn knows_alike(&self, puzzle: &Exercise) -> bool {
        let pits = |position: &Position| -> Vec<u8> {
            let layout = self.game.program.layout();
            let sides = [position.to_move, position.to_move.other()];
            sides.into_iter().flat_map(|side| layout.pits_of(side)).map(|pit| position.seeds[pit.index()]).collect()
        };
        let new = pits(&puzzle.at);
        self.found.iter().any(|known| {
            let differ = pits(&known.at).iter().zip(&new).filter(|(one, other)| one != other).count();
            differ <= new.len() / 4
        })
    }
}

/// What became of a position.
enum Tried {
    Puzzle(Box<Exercise>),
    /// It is no puzzle, for a reason.
    Other(&'static str),
    /// It is not known what its moves are worth, and none wins far more seeds than the others.
    Unproved,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    Win,
    Save,
    /// The most seeds at the end: so many more than the opponent, and at most so many after any other move.
    Margin(i32, i32),
    Seeds,
    /// A win in moves whose number has this name.
    Soon(&'static str),
}

/// Looks at a position.
fn puzzle(game: &Arc<Game>, position: &Position, options: PuzzleOptions) -> Tried {
    let moves = game.program.legal_moves(position);
    if moves.len() < LEAST_MOVES {
        return Tried::Other("it has fewer than three moves");
    }
    let play = GamePlay::new(game.clone(), Some(*position));
    let history = History::starting(position);
    let request = SearchRequest { endgames: options.endgames, ..SearchRequest::new(game, position, &history) };
    let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: options.nodes, stop: options.stop };
    let report = search(request, limits, MultiPv::All, &mut |_| {});
    let side = position.to_move;
    let worth = |line: &ScoredPv| Some(Worth::found(line.score, side)).filter(|worth| worth.is_proved());
    let values: Option<Vec<f64>> = report.lines.iter().map(|line| Some(worth(line)?.chance(side))).collect();
    let values = values.filter(|values| values.len() == moves.len());
    let Some(values) = values else {
        if counts_seeds(game) {
            let settled = by_margin(game, position, options);
            if !matches!(settled, Tried::Unproved) {
                return settled;
            }
        }
        let best = report.lines.first().and_then(|line| line.moves.first());
        let by_seeds = best.and_then(|&best| by_seeds(game, &play, best));
        return by_seeds.or_else(|| by_moves(game, &play)).unwrap_or(Tried::Unproved);
    };
    let best = values.iter().copied().fold(0.0, f64::max);
    let only = values.iter().filter(|value| **value == best).count() == 1;
    let aim = if best == 1.0 {
        Aim::Win
    } else if best == 0.5 {
        Aim::Save
    } else {
        return by_margin(game, position, options);
    };
    let line = values.iter().position(|value| *value == best).map(|at| &report.lines[at]);
    match line.filter(|_| only) {
        Some(line) => Tried::Puzzle(Box::new(exercise(game, &play, aim, &line.moves))),
        None if counts_seeds(game) => by_margin(game, position, options),
        None => by_moves(game, &play).unwrap_or(Tried::Other(ALIKE)),
    }
}

/// Whether the margin of a win is the goal, too.
fn counts_seeds(game: &Game) -> bool {
    game.rules.goal == Some(Goal::MostSeeds) && game.rules.rounds.is_none()
}

/// Why a position is no puzzle.
const ALIKE: &str = "several of its moves are as good as each other, or nearly";

/// A puzzle about the move after which the game ends best by seeds, if it ends far better than after all others.
fn by_margin(game: &Arc<Game>, position: &Position, options: PuzzleOptions) -> Tried {
    if !counts_seeds(game) {
        return Tried::Other(ALIKE);
    }
    let stop = |nodes: u64| nodes > options.nodes || (options.stop)();
    let limits = SolveLimits { bytes: MARGIN_BYTES, threads: 1, stop: &stop };
    let Ok(mut solver) = Solver::new(game, position, Asked::Margin, options.endgames, limits) else {
        return Tried::Unproved;
    };
    let mut values = vec![];
    for (m, bounds) in solver.moves(position, &mut |_, _| {}) {
        let Some(value) = bounds.exact() else { return Tried::Unproved };
        values.push((value, m));
    }
    values.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let [(value, best), (next, _), ..] = values[..] else { return Tried::Other(ALIKE) };
    let aim = match (value, next) {
        (1.., ..=0) => Aim::Win,
        (0, ..0) => Aim::Save,
        _ if value - next >= LEAST_GAIN.into() => Aim::Margin(value, next),
        _ => return Tried::Other(ALIKE),
    };
    let play = GamePlay::new(game.clone(), Some(*position));
    let mut after = *position;
    game.program.play_unchecked(&mut after, best, &mut ());
    let turned = if after.to_move == position.to_move { value } else { -value };
    let line = if solver.stopped() { vec![] } else { solver.line(&after, turned).0 };
    Tried::Puzzle(Box::new(exercise(game, &play, aim, &[&[best], &line[..]].concat())))
}

/// A puzzle about the move that wins most seeds, if the best move wins far more than all others, and of the levels only
/// strong ones find it.
fn by_seeds(game: &Arc<Game>, play: &GamePlay, best: Move) -> Option<Tried> {
    if game.rules.goal != Some(Goal::MostSeeds) {
        return None;
    }
    let mut gains: Vec<(u16, Move)> = play
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut after = play.clone();
            let side = play.position().to_move;
            let turn = after.play(m).ok()?;
            let now = play.position().after(turn.split().0);
            Some((now.captured[side].saturating_sub(play.position().captured[side]), m))
        })
        .collect::<Option<_>>()?;
    gains.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let far = gains[0].0 >= gains[1].0 + LEAST_GAIN && gains[0].1 == best;
    let hard = |puzzle: &Exercise| puzzle.level.is_some_and(|level| !TOO_EASY.contains(&level));
    let puzzle = far.then(|| exercise(game, play, Aim::Seeds, &[best])).filter(hard)?;
    Some(Tried::Puzzle(Box::new(puzzle)))
}

/// A puzzle about the move that wins soonest, if one alone wins in two or three moves, and none at once.
fn by_moves(game: &Arc<Game>, play: &GamePlay) -> Option<Tried> {
    let side = play.position().to_move;
    let mut left = SOON_STEPS;
    for (further, name) in (0..).zip([None].into_iter().chain(SOON.map(Some))) {
        let mut winning = vec![];
        for (m, after) in after_each(play, &mut left)? {
            if wins_in(&after, side, further, &mut left)? {
                winning.push((m, after));
            }
        }
        match (&winning[..], name) {
            ([], _) => {}
            ([(only, after)], Some(name)) => {
                let line = [&[*only], &soonest(after, side, further, &mut left)?[..]].concat();
                return Some(Tried::Puzzle(Box::new(exercise(game, play, Aim::Soon(name), &line))));
            }
            _ => return None,
        }
    }
    None
}

/// Each move, and the game after it. `None` if too many were played, or none can be.
fn after_each(play: &GamePlay, left: &mut u32) -> Option<Vec<(Move, GamePlay)>> {
    let moves = play.legal_moves();
    *left = left.checked_sub(moves.len() as u32)?;
    let after = moves.into_iter().map(|m| {
        let mut after = play.clone();
        after.play(m).ok()?;
        Some((m, after))
    });
    after.collect::<Option<Vec<_>>>().filter(|after| !after.is_empty())
}

/// Whether a player wins with at most `moves` moves of their own, whatever is answered. `None` if that takes too long.
fn wins_in(play: &GamePlay, side: Side, moves: u32, left: &mut u32) -> Option<bool> {
    if let Some(outcome) = play.position().outcome {
        return Some(outcome.winner == Some(side));
    }
    let ours = play.position().to_move == side;
    if ours && moves == 0 {
        return Some(false);
    }
    for (_, after) in after_each(play, left)? {
        if wins_in(&after, side, moves - u32::from(ours), left)? == ours {
            return Some(ours);
        }
    }
    Some(!ours)
}

/// The moves up to such a win, with answers that put it off as long as can be.
fn soonest(play: &GamePlay, side: Side, moves: u32, left: &mut u32) -> Option<Vec<Move>> {
    if play.position().outcome.is_some() {
        return Some(vec![]);
    }
    let ours = play.position().to_move == side;
    let mut each = after_each(play, left)?;
    let mut chosen = 0;
    // With no move left to the winner, each answer ends the round.
    if let Some(fewer) = moves.checked_sub(1) {
        for (at, (_, after)) in each.iter().enumerate() {
            if wins_in(after, side, fewer, left)? == ours {
                chosen = at;
                break;
            }
        }
    }
    let (m, after) = each.swap_remove(chosen);
    let then = soonest(&after, side, moves - u32::from(ours), left)?;
    Some([&[m], &then[..]].concat())
}

/// The exercise of a position whose right line is known.
fn exercise(game: &Arc<Game>, play: &GamePlay, aim: Aim, line: &[Move]) -> Exercise {
    let (position, program) = (play.position(), &game.program);
    let side = position.to_move.title();
    let round = if game.rules.rounds.is_some() { "the round" } else { "the game" };
    let asked = match aim {
        Aim::Win => format!("{side} to move. One move alone wins {round}: which?"),
        Aim::Save => format!("{side} to move. No move wins, and all but one lose {round}: which one saves the draw?"),
        Aim::Margin(1.., _) => format!("{side} to move. Which move wins {round} by most seeds?"),
        Aim::Margin(..) => format!("{side} to move. No move saves {round}: which one loses by fewest seeds?"),
        Aim::Seeds => format!("{side} to move. Which move wins most seeds at once?"),
        Aim::Soon(moves) => {
            let other = position.to_move.other().title();
            format!("{side} to move. With which move does {side} win {round} in {moves} moves, whatever {other} plays?")
        }
    };
    let solution = write_move(program, line[0]);
    let steps: Vec<Step> = line.iter().skip(1).take(MOVES_TOLD - 1).map(|&m| Step::Move(m)).collect();
    let then =
        if steps.is_empty() { String::new() } else { format!(" Best play goes on {}.", write_steps(program, &steps)) };
    let proved = match aim {
        Aim::Win => format!("After all other moves {side} does not win, if both play their best."),
        Aim::Save => format!("After all other moves {side} loses, if both play their best."),
        Aim::Margin(by @ 1.., other) => {
            format!("It wins by {by}, any other move by {other} at most, if both play their best.")
        }
        Aim::Margin(by, other) => {
            format!("It loses by {}, any other move by {} at least, if both play their best.", -by, -other)
        }
        Aim::Soon(_) => "After any other move a win takes longer, if there is one.".to_string(),
        Aim::Seeds => format!("Any other move wins at least {} less.", count(LEAST_GAIN.into(), "seed")),
    };
    let effect = effect(play, line[0]).map_or(String::new(), |effect| format!("{}. ", explain::capitalized(&effect)));
    let choices: Vec<String> = play.legal_moves().into_iter().map(|m| write_move(program, m)).collect();
    Exercise {
        signs: signs(choices.iter().map(String::as_str)),
        at: *position,
        position: write_position(game, position),
        question: asked,
        choices,
        answer: solution,
        why: format!("{effect}{proved}{then}"),
        lines: vec![],
        is_puzzle: true,
        level: finder(game, position, line[0]),
    }
}

/// The weakest level that finds a move, without the random moves that weak levels play, if any finds it.
fn finder(game: &Game, position: &Position, m: Move) -> Option<&'static str> {
    let history = History::starting(position);
    let finds = |name: &&str| {
        let level: Level = name.parse().expect("it is the name of a level");
        let (depth, nodes, _) = level.plan(game, position);
        let limits = SearchLimits { depth, nodes, stop: &|| false };
        let report = search(SearchRequest::new(game, position, &history), limits, MultiPv::Best, &mut |_| {});
        report.lines.first().is_some_and(|line| line.moves.first() == Some(&m))
    };
    // A level that finds it by chance is weaker than one that does not.
    let missed = Level::NAMES.iter().rposition(|name| !finds(name));
    Level::NAMES.get(missed.map_or(0, |at| at + 1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;
    use crate::solve::Method;

    #[test]
    fn one_move_alone_is_right() {
        let mut proved = 0;
        for (name, setting) in [("kalah", "pits=4"), ("layli-goobalay", "pits=4"), ("boola", "pits=6")] {
            let (key, value) = setting.split_once('=').expect("a setting");
            let settings = [(key.to_string(), value.to_string())].into_iter().collect();
            let game = Game::shipped(name).expect("it is shipped").with_settings(&settings).expect("it is allowed");
            let mut run = PuzzleRun::new(Arc::new(game.clone()), 1);
            while run.found.len() < 12 && run.games() < 60 {
                run.advance(PuzzleOptions { nodes: 20_000, endgames: None, stop: &|| false });
            }
            for puzzle in run
                .found
                .iter()
                .filter(|puzzle| !puzzle.question.contains("seeds") && !puzzle.question.contains("whatever"))
            {
                let limits = SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };
                let mut solver = Solver::new(&game, &puzzle.at, Asked::Result, None, limits).expect("it fits");
                let need = if puzzle.question.contains("wins") && !puzzle.question.contains("saves") { 1 } else { 0 };
                for (m, bounds) in solver.moves(&puzzle.at, &mut |_, _| {}) {
                    let is_right = write_move(&game.program, m) == puzzle.answer;
                    let value = bounds.exact().expect("it is solved");
                    assert_eq!(value >= need, is_right, "{name} {}: {value} {puzzle:?}", write_move(&game.program, m));
                    proved += 1;
                }
            }
        }
        assert!(proved > 30, "{proved}");
    }

    #[test]
    fn best_margins_are_those_of_alpha_beta() {
        let settings = [("pits".to_string(), "4".to_string())].into_iter().collect();
        let game = Game::shipped("kalah").expect("it is shipped").with_settings(&settings).expect("it is allowed");
        let mut run = PuzzleRun::new(Arc::new(game.clone()), 1);
        while run.found.len() < 12 && run.games() < 60 {
            run.advance(PuzzleOptions { nodes: 20_000, endgames: None, stop: &|| false });
        }
        let mut asked = 0;
        for puzzle in run.found.iter().filter(|puzzle| puzzle.why.contains(", any other move by ")) {
            let limits = SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };
            let method = Method::AlphaBeta;
            let mut solver =
                Solver::with_method(&game, &puzzle.at, Asked::Margin, None, limits, method).expect("it fits");
            let mut values: Vec<(i32, String)> = solver
                .moves(&puzzle.at, &mut |_, _| {})
                .into_iter()
                .map(|(m, bounds)| (bounds.exact().expect("it is solved"), write_move(&game.program, m)))
                .collect();
            values.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            assert_eq!(values[0].1, puzzle.answer, "{puzzle:?}");
            assert!(values[0].0 - values[1].0 >= LEAST_GAIN.into(), "{puzzle:?}");
            assert!(puzzle.why.contains(&format!(
                " by {}, any other move by {}",
                values[0].0.abs(),
                values[1].0.abs()
            )));
            asked += 1;
        }
        assert!(asked > 0);
    }

    /// After `G> a<` the position is here for the second time, and `A>` still wins.
    #[test]
    fn a_move_that_can_be_taken_back_may_win_too() {
        let game = Game::shipped("onlychild").expect("it is shipped");
        let text =
            "south 1 0 0 0 0 0 1; north 0 0 0 0 0 1 0; captured 28 25; child south B; child north b; south to move";
        let at = uur::notation::read_position(&game, text).expect("it is a position");
        let history = History::starting(&at);
        let limits = SearchLimits { depth: SearchLimits::ANY_DEPTH, nodes: 10_000, stop: &|| false };
        let report = search(SearchRequest::new(&game, &at, &history), limits, MultiPv::All, &mut |_| {});
        let limits = SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };
        let mut solver = Solver::new(&game, &at, Asked::Result, None, limits).expect("it fits");
        let solved = solver.moves(&at, &mut |_, _| {});
        assert_eq!(solved.len(), report.lines.len());
        for (m, bounds) in solved {
            let line = report.lines.iter().find(|line| line.moves[0] == m).expect("all moves are told");
            let found = Worth::found(line.score, at.to_move);
            let value = f64::from(bounds.exact().expect("it is solved"));
            assert!(found.is_proved() && found.chance(at.to_move) == (1.0 + value) / 2.0, "{line:?} {value}");
        }
    }

    /// The endgame problem of R. Gering, Abstract Games 4 (2003), no. 13.
    #[test]
    fn the_positions_of_tests_come_first() {
        let game = Arc::new(Game::shipped("layli-goobalay-berbera").expect("it is shipped"));
        let options = PuzzleOptions { nodes: 100_000, endgames: None, stop: &|| false };
        let mut run = PuzzleRun::of_tests_first(game.clone(), 1);
        run.advance(options);
        let [problem] = &run.found[..] else { panic!("{:?}", run.found) };
        assert_eq!(problem.answer, "J");
        assert!(problem.why.contains("It loses by 2, any other move by 8 at least"), "{}", problem.why);
        (1..test_positions(&game).count()).for_each(|_| run.advance(options));
        assert!(run.games() == 0 && run.found.len() > 1, "{:?}", run.found);
        run.advance(options);
        assert_eq!(run.games(), 1);
        // By their seeds, other searches begin with one test each.
        let mut second = PuzzleRun::new(game, 2);
        second.advance(options);
        assert!(second.games() == 0 && second.found.iter().all(|puzzle| puzzle.answer != "J"));
    }

    #[test]
    fn the_soonest_win_is_the_only_one_so_soon() {
        let mut asked = 0;
        for name in ["omweso", "hus"] {
            let game = Arc::new(Game::shipped(name).expect("it is shipped"));
            let mut run = PuzzleRun::new(game.clone(), 1);
            while run.found.len() < 6 && run.games() < 40 {
                run.advance(PuzzleOptions { nodes: 2_000, endgames: None, stop: &|| false });
            }
            for puzzle in run.found.iter().filter(|puzzle| puzzle.question.contains("whatever")) {
                // A full search as deep as the win finds it, and finds no other so soon.
                let moves: u8 = if puzzle.question.contains("in two moves") { 2 } else { 3 };
                let history = History::starting(&puzzle.at);
                let limits = SearchLimits { depth: 2 * moves - 1, nodes: u64::MAX, stop: &|| false };
                let request = SearchRequest::new(&game, &puzzle.at, &history);
                let report = search(request, limits, MultiPv::All, &mut |_| {});
                for line in &report.lines {
                    let is_right = write_move(&game.program, line.moves[0]) == puzzle.answer;
                    let wins = matches!(line.score, Score::WinsIn(number) if number < 2 * u16::from(moves));
                    assert_eq!(wins, is_right, "{name} {puzzle:?} {line:?}");
                }
                asked += 1;
            }
        }
        assert!(asked > 3, "{asked}");
    }

    #[test]
    fn seeds_decide_where_the_result_does_not() {
        let game = Arc::new(Game::shipped("kalah").expect("it is shipped"));
        let at = |text: &str| uur::notation::read_position(&game, text).expect("it is a position");
        let options = PuzzleOptions { nodes: 1_000_000, endgames: None, stop: &|| false };
        let of = |text: &str| PuzzleRun::of_position(&game, &at(text), options);
        let won = of("south 3 3 1 3 1 0; north 1 0 0 0 1 1; captured 20 14; south to move").expect("one move is best");
        assert_eq!(won.question, "South to move. Which move wins the game by most seeds?");
        assert!(won.why.contains("It wins by 16, any other move by 12 at most"), "{}", won.why);
        // The same board with other stores.
        let lost = of("south 3 3 1 3 1 0; north 1 0 0 0 1 1; captured 4 30; south to move").expect("one move is best");
        assert_eq!(lost.question, "South to move. No move saves the game: which one loses by fewest seeds?");
        assert!(lost.why.contains("It loses by 16, any other move by 20 at least"), "{}", lost.why);
        let few = of("south 0 0 0 0 0 1; north 0 4 0 0 0 0; captured 40 3; south to move");
        assert_eq!(few, Err("it has fewer than three moves"));
        assert_eq!([&*won.answer, &lost.answer], ["D", "D"]);
    }
}
