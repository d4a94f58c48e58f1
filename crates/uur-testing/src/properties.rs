//! Property-based tests: invariants of every game, checked in random play.
//!
//! The invariants are: seeds are conserved, rotating the board mirrors every move, notation can be read back,
//! replaying moves gives the same position, and the player to move has a legal move.
//!
//! The check is bounded by a number of games, of moves and, since one endless move can have as many laps as a
//! thousand games, of events. It has no clock, so its seed makes it reproducible. Each violation is reported
//! with the shortest record that shows it.

use std::cell::Cell;

use uur::chance::Rng;
use uur::engine::{Budget, Event, Move, Observer, Position};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{read_move, read_position, write_move, write_position};
use uur::rules::{ClauseId, Condition, EndlessOutcome, Reads};
use uur_lab::coverage::{Coverage, forbidden_endless_moves};
use uur_lab::lab::{EvalBudget, Player, SearchControl};

use crate::mirror::mirrored_move;

/// The bounds of an invariant check.
#[derive(Debug, Clone, Copy)]
pub struct PlayBounds {
    /// Games by each kind of player.
    pub games: u64,
    /// Steps after which a round is abandoned.
    pub steps: usize,
    /// Rounds after which a match is abandoned.
    pub rounds: u32,
    /// The maximum number of events in all games together. Half of them are reserved for each kind of player.
    pub events: u64,
    /// The random seed.
    pub seed: u64,
}

/// The result of an invariant check.
#[derive(Debug, Clone, Default)]
pub struct PropertyReport {
    /// How much was played.
    pub extent: PlayExtent,
    /// Moves made in them.
    pub moves: u64,
    /// Violated invariants, each with the shortest steps to a violation.
    pub violations: Vec<(Property, Vec<Step>)>,
    /// The number of endless moves, and the steps of the shortest game with one.
    pub endless: (u64, Vec<Step>),
    /// The number of games with an abandoned round, and the steps of one.
    pub unfinished: (u64, Vec<Step>),
    /// The steps of the longest game that ended.
    pub longest: Vec<Step>,
}

/// The amount of play within some bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlayExtent {
    /// Games that ended or were abandoned for their length.
    pub games: u64,
    /// Events.
    pub events: u64,
    /// Whether the bound of events was reached before that of games, or the check was stopped.
    pub cut_short: bool,
}

/// An invariant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// The number of seeds never changes.
    Conservation,
    /// Rotating the board and swapping the players mirrors every move.
    Mirror,
    /// Written positions and moves can be read back.
    Notation,
    /// The same moves lead to the same position.
    Replay,
    /// The player to move has a legal move.
    DeadEnd,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 5] =
        [Property::Conservation, Property::Mirror, Property::Notation, Property::Replay, Property::DeadEnd];

    /// Returns a sentence that states it.
    pub fn as_str(self) -> &'static str {
        match self {
            Property::Conservation => "seeds are conserved",
            Property::Mirror => "turning the board mirrors every move",
            Property::Notation => "written positions and moves can be read back",
            Property::Replay => "the same moves lead to the same position",
            Property::DeadEnd => "the player to move has a legal move",
        }
    }
}

/// Plays games of random and of greedy players and checks all invariants. The observer sees every move.
pub fn check_invariants(game: &Game, bounds: PlayBounds, observer: &mut impl Observer) -> PropertyReport {
    let mut found = PropertyReport::default();
    let mut cut_short = false;
    for (player, first) in [(Player::Random, 0), (Player::Greedy, bounds.games)] {
        let events = found.extent.events + bounds.events / 2;
        for number in first..first + bounds.games {
            if game.program.stops() {
                found.extent.cut_short = true;
                break;
            }
            let mut chance = Rng::for_game(bounds.seed, number);
            play_one(game, player, PlayBounds { events, ..bounds }, &mut chance, &mut found, observer);
            if found.extent.cut_short {
                break;
            }
            found.extent.games += 1;
        }
        cut_short |= std::mem::take(&mut found.extent.cut_short);
    }
    found.extent.cut_short = cut_short;
    found
}

/// Plays random games without checks, until all of some clauses have fired.
pub fn search_clauses(game: &Game, bounds: PlayBounds, wanted: &[ClauseId], coverage: &mut Coverage) -> PlayExtent {
    let mut extent = PlayExtent::default();
    let questions = questions_of_sowing(game);
    for number in 0..bounds.games {
        if game.program.stops() {
            extent.cut_short = true;
            break;
        }
        let mut chance = Rng::for_game(bounds.seed, number);
        let mut played = Match::new(&game.program);
        for _ in 0..bounds.steps {
            if played.round > bounds.rounds || stuck(game, &played) {
                break;
            }
            coverage.count_limits(game, &played.position);
            let eval_budget =
                EvalBudget { events: &mut extent.events, most: bounds.events, control: SearchControl::unbounded() };
            let Some(step) = Player::Random.step(game, &mut played, &mut chance, coverage, eval_budget) else { break };
            let filled = game.program.layout().pits_of(played.position.to_move);
            let filled = filled.filter(|pit| played.position.seeds[pit.index()] > 0).count() as u64;
            extent.events += LEGALITY_CHECKS * filled * questions;
            extent.take(game, &mut played, step, bounds, coverage);
            if extent.cut_short || wanted.iter().all(|clause| coverage.of(*clause) > 0) {
                return extent;
            }
        }
        extent.games += 1;
    }
    extent
}

/// Returns how many questions the section `sow` asks of each pit, which in some games take longer than the moves.
fn questions_of_sowing(game: &Game) -> u64 {
    let sowing = &game.rules.sowing;
    let ways = sowing.ways.iter().map(|line| &line.condition);
    let lifts = sowing.lift.iter().map(|line| &line.condition);
    let prefers = sowing.prefer.iter().map(|line| &line.condition);
    let enters = sowing.enter.iter().map(|line| &line.condition);
    let asked = Cell::new(0);
    for condition in
        ways.chain(lifts).chain(prefers).chain(enters).chain(sowing.from.iter().map(|line| &line.condition))
    {
        condition.has(&|part| {
            let counts_out = matches!(part, Condition::LapEnds(_) | Condition::InReach(..));
            asked.set(asked.get() + if counts_out { EVENTS_OF_COUNTED_LAP } else { 1 });
            false
        });
    }
    asked.get()
}

/// The events for which a lap counts that is only counted out.
const EVENTS_OF_COUNTED_LAP: u64 = 8;

fn play_one(
    game: &Game,
    player: Player,
    bounds: PlayBounds,
    chance: &mut Rng,
    found: &mut PropertyReport,
    observer: &mut impl Observer,
) {
    let mut played = Match::new(&game.program);
    let total = played.position.total();
    let mut steps: Vec<Step> = vec![];
    let mut round_began = (played.round, 0);
    loop {
        if played.round > round_began.0 {
            round_began = (played.round, steps.len());
        }
        let unfinished = steps.len() - round_began.1 >= bounds.steps;
        if unfinished || played.round > bounds.rounds {
            found.unfinished.0 += u64::from(unfinished);
            if unfinished && found.unfinished.1.is_empty() {
                found.unfinished.1 = steps;
            }
            return;
        }
        let eval_budget =
            EvalBudget { events: &mut found.extent.events, most: bounds.events, control: SearchControl::unbounded() };
        let Some(step) = player.step(game, &mut played, chance, observer, eval_budget) else {
            if stuck(game, &played) {
                if !game.program.cut_short() {
                    found.violates(Property::DeadEnd, &steps);
                }
                return;
            }
            break;
        };
        steps.push(step);
        let before = played.position;
        let endless = found.extent.take(game, &mut played, step, bounds, observer);
        if game.program.cut_short() {
            return;
        }
        if endless {
            found.endless.0 += 1;
            if found.endless.1.is_empty() || steps.len() < found.endless.1.len() {
                found.endless.1.clone_from(&steps);
            }
        }
        if played.position.total() != total {
            found.violates(Property::Conservation, &steps);
        }
        if let Step::Move(m) = step {
            found.moves += 1;
            // An endless or abandoned move is long, and so would be its mirror image and its replay.
            if !endless && !found.extent.cut_short {
                violations_of(game, &before, m).into_iter().for_each(|property| found.violates(property, &steps));
            }
        }
        if found.extent.cut_short {
            return;
        }
    }
    if steps.len() > found.longest.len() {
        found.longest = steps;
    }
}

/// Whether the player to move has no move, although the round goes on.
fn stuck(game: &Game, played: &Match) -> bool {
    matches!(played.due, NextStep::Move(_)) && game.program.legal_moves(&played.position).is_empty()
}

impl PlayExtent {
    /// Takes a legal step and counts its events. Returns whether it is an endless move.
    fn take(
        &mut self,
        game: &Game,
        played: &mut Match,
        step: Step,
        bounds: PlayBounds,
        observer: &mut impl Observer,
    ) -> bool {
        self.events += events_of_forbidden_moves(game, &played.position);
        self.events += events_of_tried_moves(game, &played.position, bounds.events.saturating_sub(self.events));
        let most = bounds.events.saturating_sub(self.events);
        let mut watched = CountingObserver { endless: false, events: 0, observer };
        let mut budget = Budget::events(most);
        let went = played.step_within(&game.program, step, &mut watched, &mut budget);
        self.events += watched.events;
        self.cut_short = budget.overrun().is_some() || self.events >= bounds.events || game.program.cut_short();
        // Where endless moves are illegal, an abandoned move is rejected too.
        assert!(went.is_ok() || self.cut_short, "players choose legal steps");
        watched.endless
    }
}

/// Legality checks of a step: at the end of the previous turn, for a dead end, to choose, and to play.
const LEGALITY_CHECKS: u64 = 4;

/// Returns the events of the moves that have to be played, once for each of their decisions, before it is known
/// which are legal. They are counted up to a maximum, because endless ones can be very long.
fn events_of_tried_moves(game: &Game, position: &Position, most: u64) -> u64 {
    let rules = &game.rules;
    let tries = |line: &Condition| line.reads(Reads::MOVES);
    let by_outcome = rules.sowing.from.iter().chain(&rules.sowing.prefer).any(|line| tries(&line.condition));
    if !rules.asks_within_moves() && !by_outcome && rules.endless.outcome != EndlessOutcome::Illegal {
        return 0;
    }
    let mut events = 0;
    for m in game.program.legal_moves(position) {
        let times = LEGALITY_CHECKS * (1 + m.choices.iter().count() as u64);
        let mut count = |_: Event| events += times;
        let mut budget = Budget::events(most / times);
        game.program.play_alone(&mut position.clone(), m, &mut count, &mut budget);
        if events >= most {
            break;
        }
    }
    events
}

/// Returns the events of illegal endless moves, unless a declared bound keeps them short. Each legality check replays them without an observer.
pub(super) fn events_of_forbidden_moves(game: &Game, position: &Position) -> u64 {
    let mut events = 0;
    if game.rules.endless.bound.is_none() {
        for m in forbidden_endless_moves(game, position) {
            game.program.play_unchecked(&mut position.clone(), m, &mut |_: Event| events += LEGALITY_CHECKS);
        }
    }
    events
}

/// Returns the invariants that a move violates, apart from the conservation of seeds.
pub(super) fn violations_of(game: &Game, before: &Position, m: Move) -> Vec<Property> {
    let program = &game.program;
    let mut violations = vec![];
    let mut after = *before;
    program.play_unchecked(&mut after, m, &mut ());
    let mut again = *before;
    program.play_unchecked(&mut again, m, &mut ());
    if again != after {
        violations.push(Property::Replay);
    }
    if !program.is_single_player() && !game.rules.tells_players_apart() {
        let mut mirror = program.layout().mirrored_position(before);
        program.play_unchecked(&mut mirror, mirrored_move(program, before, m), &mut ());
        if mirror != program.layout().mirrored_position(&after) {
            violations.push(Property::Mirror);
        }
    }
    let same_move = read_move(program, before.to_move, &write_move(program, m)) == Ok(m);
    // Which move it is matters while the opening is played.
    let opened = |ply: u16| ply.min(game.rules.opening_length());
    let same_position = after.outcome.is_some()
        || read_position(game, &write_position(game, &after))
            .is_ok_and(|read| Position { ply: after.ply, ..read } == after && opened(read.ply) == opened(after.ply));
    if !same_move || !same_position {
        violations.push(Property::Notation);
    }
    // Two sowings that are cut short may end in different pits.
    if program.cut_short() { vec![] } else { violations }
}

impl PropertyReport {
    /// Records a violation, if its steps are the shortest.
    fn violates(&mut self, property: Property, steps: &[Step]) {
        match self.violations.iter_mut().find(|(known, _)| *known == property) {
            Some((_, shortest)) if shortest.len() <= steps.len() => {}
            Some((_, shortest)) => *shortest = steps.to_vec(),
            None => self.violations.push((property, steps.to_vec())),
        }
    }
}

/// Counts the events of a move, detects an endless move, and forwards the events.
pub(super) struct CountingObserver<'a, O> {
    pub endless: bool,
    pub events: u64,
    pub observer: &'a mut O,
}

impl<O: Observer> Observer for CountingObserver<'_, O> {
    fn event(&mut self, event: Event) {
        self.events += u64::from(!event.is_bookkeeping());
        self.endless |= matches!(event, Event::Endless { .. });
        self.observer.event(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::check::Settings;
    use uur::source::Source;
    use uur::variants;

    const RULES: &str = "language 1\ngame \"Example\" { source \"none: an example\" }\nboard {\n  rows 2\n  pits 4\n  seeds 2 each\n}\n\
        sow counterclockwise {\n  from own pit\n}\nland {\n  stay: here is own pit D -> STOP\n  on: here is occupied -> relay\n}\n\
        end {\n  no move -> each takes own row\n  rare: board holds 1 -> draw\n  win most seeds\n}\n";

    const BOUNDS: PlayBounds = PlayBounds { games: 1, steps: 20, rounds: 1, events: u64::MAX, seed: 1 };

    fn search(text: &str, bounds: PlayBounds, wanted: &str) -> PlayExtent {
        let game = Game::load(Source::new("example.uur", text), &variants::library, &Settings::new())
            .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
        let clauses = game.clause_spans().iter().map(|(clause, _)| clause);
        let wanted: Vec<ClauseId> = clauses.filter(|clause| game.line_name(*clause) == wanted).collect();
        assert_eq!(wanted.len(), 1);
        search_clauses(&game, bounds, &wanted, &mut Coverage::default())
    }

    #[test]
    fn a_search_ends_with_the_last_clause() {
        let text = RULES.replace("STOP", "stop");
        let found = search(&text, PlayBounds { games: 1_000, ..BOUNDS }, "stay");
        assert!(found.games < 10 && !found.cut_short, "{found:?}");
        let all = search(&text, PlayBounds { games: 100, ..BOUNDS }, "rare");
        assert_eq!((all.games, all.cut_short), (100, false));
    }

    #[test]
    fn a_preference_is_exercised_where_it_comes_before_a_move() {
        let text = RULES.replace("STOP", "stop").replace("from own pit", "from own pit\n  prefer here is pit A");
        let found = search(&text, PlayBounds { games: 100, ..BOUNDS }, "prefer");
        assert_eq!((found.games, found.cut_short), (0, false), "the first move shows it");
    }

    #[test]
    fn moves_that_are_only_tried_are_counted() {
        let decided = search(&RULES.replace("STOP", "may stop"), BOUNDS, "rare");
        let plain = search(&RULES.replace("STOP", "stop"), BOUNDS, "rare");
        assert!(decided.events > 10 * plain.events, "{decided:?} {plain:?}");
        let bounds = PlayBounds { games: 1_000, events: decided.events, ..BOUNDS };
        let found = search(&RULES.replace("STOP", "may stop"), bounds, "rare");
        assert!(found.cut_short && found.games <= 1, "{found:?}");
    }

    #[test]
    fn pits_that_are_chosen_together_are_mirrored_together() {
        // Of the highest pits the lowest decides; on the rotated board they are the lowest, and none decides another.
        let text =
            format!("{}finish {{\n  else -> choose 3 pits, capture chosen\n}}\n", RULES.replace("STOP", "may stop"));
        let game = Game::load(Source::new("example.uur", text), &variants::library, &Settings::new())
            .unwrap_or_else(|faults| panic!("{:#?}", faults.problems));
        let start = game.program.start();
        let moves = game.program.legal_moves(&start);
        assert!(moves.iter().any(|m| m.choices.len() == 1) && moves.iter().any(|m| m.choices.len() == 3));
        for &m in &moves {
            assert_eq!(violations_of(&game, &start, m), [], "{}", write_move(&game.program, m));
            let mirrored = mirrored_move(&game.program, &start, m);
            assert_eq!(mirrored_move(&game.program, &game.program.layout().mirrored_position(&start), mirrored), m);
        }
    }
}
