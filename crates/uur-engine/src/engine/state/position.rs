//! A position: everything that the rest of a round depends on, except repetition.

use crate::engine::state::layout::{Layout, MOST_PITS};
use crate::engine::state::outcome::Outcome;
use crate::rules::{MarkId, Rules, Side, Way};

/// A pit by its number: South's A, B, … are 0, 1, …, and North's follow. A store on the path of sowing is a
/// pit too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pit(pub u8);

impl Pit {
    /// Returns the index of the pit in an array of all pits.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns a player's store.
    pub fn store(side: Side) -> Pit {
        Pit(MOST_PITS as u8 + side as u8)
    }

    /// Returns the owner, if the pit is a store.
    pub fn store_of(self) -> Option<Side> {
        match usize::from(self.0) {
            MOST_PITS => Some(Side::South),
            pit if pit == MOST_PITS + 1 => Some(Side::North),
            _ => None,
        }
    }
}

/// The mark of a pit, and its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The kind of mark.
    pub kind: MarkId,
    /// The owner.
    pub owner: Side,
}

/// The state of a round: seeds, marks, closed pits, and the player to move.
///
/// Invariants: the number of seeds in pits, in stores and out of play is the same in every position of a game.
/// Pits beyond those of the board are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Seeds in each pit.
    pub seeds: [u8; MOST_PITS],
    /// The mark of each pit.
    pub marks: [Option<Mark>; MOST_PITS],
    /// A bit for each pit that is out of play.
    pub closed: u64,
    /// Seeds in each player's store.
    pub captured: [u16; 2],
    /// Seeds that have left the game.
    pub out: u16,
    /// The number of pits in North's row that South owns, next to South's own. It is negative for pits in South's
    /// row that North owns.
    pub territory: i8,
    /// The points that each player has in the match.
    pub points: [u16; 2],
    /// Where the previous move began and where its last seed fell, in games whose rules depend on it.
    pub last: Option<(Pit, Pit)>,
    /// The direction that each player has chosen, where the first choice binds.
    pub ways: [Option<Way>; 2],
    /// Facts about earlier turns, in games whose rules depend on them.
    pub memory: Memory,
    /// The player to move. Once the round is over, the player who would have moved.
    pub to_move: Side,
    /// The number of moves made in this round. Before a swap that is still to come, a bonus move is not counted.
    pub ply: u16,
    /// The outcome of the round, once it is over.
    pub outcome: Option<Outcome>,
}

/// Facts about earlier turns of a round. Those that no rule depends on have their defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Memory {
    /// Whether the previous move gave the player this turn as well.
    pub bonus_turn: bool,
    /// The number of seeds that the previous move lifted at first; 0 before the first move.
    pub lifted: u8,
    /// The player who began the round.
    pub starter: Option<Side>,
    /// The counters of the rules, each South's and North's.
    pub counters: [[u8; 2]; MOST_COUNTERS],
}

/// The maximum number of counters in the rules of a game.
pub const MOST_COUNTERS: usize = 8;

impl Position {
    /// The board as it is set up, South to move.
    pub(crate) fn set_up(rules: &Rules, layout: &Layout) -> Position {
        let mut position = Position::empty();
        for side in Side::BOTH {
            for (pit, &seeds) in layout.pits_of(side).zip(&rules.board.start[side]) {
                position.seeds[pit.index()] = seeds as u8;
            }
        }
        for &side in rules.board.plan.players() {
            position.captured[side] = rules.board.stored;
        }
        for &(side, pit, kind) in &rules.board.marks {
            position.marks[layout.pit(side, pit).index()] = Some(Mark { kind, owner: side });
        }
        position
    }

    /// Returns a board without seeds, with South to move.
    pub fn empty() -> Self {
        Position {
            seeds: [0; MOST_PITS],
            marks: [None; MOST_PITS],
            closed: 0,
            captured: [0; 2],
            out: 0,
            territory: 0,
            points: [0; 2],
            last: None,
            ways: [None; 2],
            memory: Memory::default(),
            to_move: Side::South,
            ply: 0,
            outcome: None,
        }
    }

    /// Returns the seeds in a pit or a store.
    pub fn held(&self, pit: Pit) -> u8 {
        match pit.store_of() {
            None => self.seeds[pit.index()],
            Some(side) => self.captured[side] as u8,
        }
    }

    /// Puts seeds into a pit or a store.
    pub fn put(&mut self, pit: Pit, seeds: u8) {
        match pit.store_of() {
            None => self.seeds[pit.index()] += seeds,
            Some(side) => self.captured[side] += u16::from(seeds),
        }
    }

    /// Takes at most this number of seeds out of a pit or a store, and returns the number taken.
    pub fn take(&mut self, pit: Pit, most: u8) -> u8 {
        let seeds = self.held(pit).min(most);
        match pit.store_of() {
            None => self.seeds[pit.index()] -= seeds,
            Some(side) => self.captured[side] -= u16::from(seeds),
        }
        seeds
    }

    /// Whether a pit is out of play.
    pub fn is_closed(&self, pit: Pit) -> bool {
        self.closed >> pit.0 & 1 == 1
    }

    /// Returns the number of seeds on the board.
    pub fn on_board(&self) -> u16 {
        self.seeds.iter().map(|&seeds| u16::from(seeds)).sum()
    }

    /// Returns the number of seeds in some pits.
    pub fn seeds_among(&self, pits: impl Iterator<Item = Pit>) -> u16 {
        pits.map(|pit| u16::from(self.seeds[pit.index()])).sum()
    }

    /// Returns the number of all seeds: on the board, in stores, and out of play.
    pub fn total(&self) -> u16 {
        self.on_board() + self.captured[0] + self.captured[1] + self.out
    }

    /// Whether two positions are the same for the rule of repetition: board, marks, the player to move, and what
    /// the rules remember of earlier moves.
    pub fn repeats(&self, earlier: &Position) -> bool {
        self.to_move == earlier.to_move
            && self.same_board(earlier)
            && self.ways == earlier.ways
            && self.memory == earlier.memory
            && self.last == earlier.last
    }

    /// Whether all pits hold the same seeds and marks, and the same pits are closed.
    pub fn same_board(&self, other: &Position) -> bool {
        self.seeds == other.seeds && self.marks == other.marks && self.closed == other.closed
    }
}

impl Layout {
    /// Returns the position with the board rotated and the players swapped.
    pub fn mirrored_position(&self, position: &Position) -> Position {
        let mut mirror = *position;
        mirror.closed = 0;
        for pit in self.pits() {
            let to = self.mirrored(pit);
            mirror.seeds[to.index()] = position.seeds[pit.index()];
            mirror.marks[to.index()] =
                position.marks[pit.index()].map(|mark| Mark { owner: mark.owner.other(), ..mark });
            mirror.closed |= u64::from(position.is_closed(pit)) << to.0;
        }
        mirror.last = position.last.map(|(origin, end)| (self.mirrored(origin), self.mirrored(end)));
        mirror.territory = -position.territory;
        mirror.points = [position.points[1], position.points[0]];
        mirror.ways = [position.ways[1], position.ways[0]];
        let starter = position.memory.starter.map(Side::other);
        let counters = position.memory.counters.map(|[south, north]| [north, south]);
        mirror.memory = Memory { starter, counters, ..position.memory };
        mirror.captured = [position.captured[1], position.captured[0]];
        mirror.to_move = position.to_move.other();
        mirror.outcome = position.outcome.map(|outcome| Outcome { winner: outcome.winner.map(Side::other), ..outcome });
        mirror
    }
}
