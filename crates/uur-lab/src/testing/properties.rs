//! What has to hold in every game, looked for by play: seeds are conserved, turning the board
//! mirrors every move, positions and moves are read as they are written, a record leads to the same
//! end, and every game ends.
//!
//! The hunt is bounded by a number of games, of moves and, since one endless move can have as many
//! laps as a thousand games, of events. All three are counted and none is timed, so its seed makes it
//! the same each time. What it finds comes with the shortest record met that shows it.

use crate::lab::{Player, Thought, Weighing};
use uur::chance::Rng;
use uur::engine::{Budget, Event, Move, Observer, PlayError, Position};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{read_move, read_position, write_move, write_position};
use uur::rules::EndlessOutcome;

/// How far a hunt goes.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Games by each kind of player.
    pub games: u64,
    /// Steps after which a round is given up.
    pub steps: usize,
    /// Rounds after which a match is left undecided.
    pub rounds: u32,
    /// Events after which no further step is taken, in all games together; half of them are kept for
    /// each kind of player.
    pub events: u64,
    /// Where the games begin in the stream of chance.
    pub seed: u64,
}

/// What a hunt has found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// How much was played.
    pub extent: Extent,
    /// Moves made in them.
    pub moves: u64,
    /// Promises that do not hold, each kind once, with the steps that lead there.
    pub broken: Vec<(Property, Vec<Step>)>,
    /// Endless moves met, and the steps of the shortest game with one.
    pub endless: (u64, Vec<Step>),
    /// Games with a round that was not over when given up, and the steps of one.
    pub unfinished: (u64, Vec<Step>),
    /// The steps of the longest game that ended.
    pub longest: Vec<Step>,
}

/// How much was played within some bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// Games played to the end, or given up for their length.
    pub games: u64,
    /// Events met.
    pub events: u64,
    /// Whether the bound of events was met before that of games, or the work was to stop.
    pub cut_short: bool,
}

/// What has to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// The number of seeds never changes.
    Conservation,
    /// Turning the board and swapping the players mirrors every move.
    Mirror,
    /// Positions and moves are read as they are written.
    Notation,
    /// The same moves lead to the same position.
    Replay,
    /// A player whose turn it is has a move.
    DeadEnd,
}

impl Property {
    /// All of them.
    pub const ALL: [Property; 5] =
        [Property::Conservation, Property::Mirror, Property::Notation, Property::Replay, Property::DeadEnd];

    /// What it promises.
    pub fn as_str(self) -> &'static str {
        match self {
            Property::Conservation => "seeds are conserved",
            Property::Mirror => "turning the board mirrors every move",
            Property::Notation => "positions and moves are read as they are written",
            Property::Replay => "the same moves lead to the same position",
            Property::DeadEnd => "a player whose turn it is has a move",
        }
    }
}

/// Plays games by random and by greedy players and looks whether all promises hold; the observer
/// sees every move.
pub fn hunt(game: &Game, bounds: Bounds, observer: &mut impl Observer) -> Found {
    let mut found = Found::default();
    let mut cut_short = false;
    for (player, first) in [(Player::Random, 0), (Player::Greedy, bounds.games)] {
        let events = found.extent.events + bounds.events / 2;
        for number in first..first + bounds.games {
            if game.program.stops() {
                found.extent.cut_short = true;
                break;
            }
            let mut chance = Rng::for_game(bounds.seed, number);
            play_one(game, player, Bounds { events, ..bounds }, &mut chance, &mut found, observer);
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

/// Plays random games for an observer alone.
pub fn watch_random(game: &Game, bounds: Bounds, observer: &mut impl Observer) -> Extent {
    let mut extent = Extent::default();
    for number in 0..bounds.games {
        if game.program.stops() {
            extent.cut_short = true;
            break;
        }
        let mut chance = Rng::for_game(bounds.seed, number);
        let mut played = Match::new(&game.rules, &game.program);
        for _ in 0..bounds.steps {
            if played.round > bounds.rounds || stuck(game, &played) {
                break;
            }
            let weighing = Weighing { events: &mut extent.events, most: bounds.events, thought: Thought::UNBOUNDED };
            let Some(step) = Player::Random.step(game, &mut played, &mut chance, observer, weighing) else { break };
            extent.take(game, &mut played, step, bounds, observer);
            if extent.cut_short {
                return extent;
            }
        }
        extent.games += 1;
    }
    extent
}

fn play_one(
    game: &Game,
    player: Player,
    bounds: Bounds,
    chance: &mut Rng,
    found: &mut Found,
    observer: &mut impl Observer,
) {
    let mut played = Match::new(&game.rules, &game.program);
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
        if stuck(game, &played) {
            if !game.program.cut_short() {
                found.breaks(Property::DeadEnd, &steps);
            }
            return;
        }
        let weighing = Weighing { events: &mut found.extent.events, most: bounds.events, thought: Thought::UNBOUNDED };
        let Some(step) = player.step(game, &mut played, chance, observer, weighing) else { break };
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
            found.breaks(Property::Conservation, &steps);
        }
        if let Step::Move(m) = step {
            found.moves += 1;
            // An endless move is long, and so is one that was given up; its mirror image and its repetition
            // would be too.
            if !endless && !found.extent.cut_short {
                broken_by(game, &before, m).into_iter().for_each(|property| found.breaks(property, &steps));
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

impl Extent {
    /// Takes a step that is legal, counts its events, and tells whether it is an endless move.
    fn take(
        &mut self,
        game: &Game,
        played: &mut Match,
        step: Step,
        bounds: Bounds,
        observer: &mut impl Observer,
    ) -> bool {
        self.events += events_of_forbidden_moves(game, &played.position);
        let most = bounds.events.saturating_sub(self.events);
        let mut watched = Watched { endless: false, events: 0, observer };
        let mut budget = Budget::events(most);
        let went = played.step_within(&game.rules, &game.program, step, &mut watched, &mut budget);
        self.events += watched.events;
        self.cut_short = budget.overrun().is_some() || self.events >= bounds.events || game.program.cut_short();
        // Where a move without end is illegal, one that was given up is, too.
        assert!(went.is_ok() || self.cut_short, "players choose legal steps");
        watched.endless
    }
}

/// How often a step looks which moves may be played: at the end of the turn before, for a dead end,
/// to choose, and to play.
const LOOKS: u64 = 4;

/// The events of the endless moves that may not be played: to be told so, they are played to the
/// end at every look, which nobody else sees.
pub(super) fn events_of_forbidden_moves(game: &Game, position: &Position) -> u64 {
    if game.rules.endless.outcome != EndlessOutcome::Illegal {
        return 0;
    }
    let program = &game.program;
    let mut events = 0;
    for pit in program.layout().pits_of(position.to_move) {
        let m = Move::lifting(pit);
        if matches!(program.check(position, m), Err(PlayError::Endless(..))) {
            program.play_unchecked(&mut position.clone(), m, &mut |_: Event| events += LOOKS);
        }
    }
    events
}

/// The promises that a move breaks; seeds are not counted.
pub(super) fn broken_by(game: &Game, before: &Position, m: Move) -> Vec<Property> {
    let program = &game.program;
    let mut broken = vec![];
    let mut after = *before;
    program.play_unchecked(&mut after, m, &mut ());
    let mut again = *before;
    program.play_unchecked(&mut again, m, &mut ());
    if again != after {
        broken.push(Property::Replay);
    }
    let mut mirror = program.mirrored(before);
    program.play_unchecked(&mut mirror, program.mirrored_move(m), &mut ());
    if !program.is_single_player() && mirror != program.mirrored(&after) {
        broken.push(Property::Mirror);
    }
    let same_move = read_move(program, before.to_move, &write_move(program, m)) == Ok(m);
    let same_position = after.outcome.is_some()
        || read_position(game, &write_position(game, &after))
            .is_ok_and(|read| Position { ply: after.ply, ..read } == after);
    if !same_move || !same_position {
        broken.push(Property::Notation);
    }
    // Two sowings that are cut short end at different places.
    if program.cut_short() { vec![] } else { broken }
}

impl Found {
    /// Keeps the shortest steps that show a broken promise.
    fn breaks(&mut self, property: Property, steps: &[Step]) {
        match self.broken.iter_mut().find(|(known, _)| *known == property) {
            Some((_, shortest)) if shortest.len() <= steps.len() => {}
            Some((_, shortest)) => *shortest = steps.to_vec(),
            None => self.broken.push((property, steps.to_vec())),
        }
    }
}

/// Notes whether a move is endless, counts its events and passes them on.
struct Watched<'a, O> {
    endless: bool,
    events: u64,
    observer: &'a mut O,
}

impl<O: Observer> Observer for Watched<'_, O> {
    fn event(&mut self, event: Event) {
        self.events += u64::from(!event.is_bookkeeping());
        self.endless |= matches!(event, Event::Endless { .. });
        self.observer.event(event);
    }
}
