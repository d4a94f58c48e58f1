//! A position in a few machine words, as the engine plays it.

pub(crate) mod board;
pub(crate) mod choices;
pub(crate) mod layout;
pub(crate) mod mask;
pub(crate) mod outcome;
pub(crate) mod position;
pub(crate) mod repetition;
pub(crate) mod turn;
pub(crate) mod width;

use std::fmt::Debug;
use std::hash::Hash;
use std::hint::select_unpredictable;

use smallvec::SmallVec;

use crate::engine::state::layout::Layout;
use crate::engine::state::outcome::{Outcome, Reason};
use crate::engine::state::position::{Mark, Memory, Position};
use crate::engine::state::width::{LaneSet, LaneWords, Width};
use crate::rules::{ClauseId, MarkId, Side, Way, Whose};

/// A position in a few machine words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State<W: Width> {
    /// Seeds, a byte a lane.
    pub(crate) seeds: W::Words,
    /// The lanes that bear a mark, by the mark's owner.
    pub(crate) marks: [W::Set; 2],
    /// What only some games store.
    pub(crate) rare: W::Rare,
    /// How the round ended, as a number; 0 while it goes on.
    pub(crate) outcome: u32,
    pub(crate) ply: u16,
    /// Seeds that have left the game.
    pub(crate) out: u8,
    pub(crate) to_move: Side,
}

/// What only some games store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rare<S> {
    /// The kinds of the marks in binary: the lanes whose kind has this bit.
    pub(crate) kinds: [S; 8],
    /// The lanes that are out of play.
    pub(crate) closed: S,
    /// As in [`Position`].
    pub(crate) territory: i8,
    /// Where the move before began and ended, in a game that asks for it.
    pub(crate) last: Option<(u8, u8)>,
    /// The way that each player has chosen, where the first choice binds.
    pub(crate) ways: [Option<Way>; 2],
    /// Facts about earlier turns, in a game that asks for them.
    pub(crate) memory: Memory,
}

impl<S: LaneSet> Default for Rare<S> {
    fn default() -> Self {
        Rare {
            kinds: [S::EMPTY; 8],
            closed: S::EMPTY,
            territory: 0,
            last: None,
            ways: [None; 2],
            memory: Memory::default(),
        }
    }
}

/// Nothing beyond what all games store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Common;

/// Whether a width stores what only some games need.
pub trait RareParts<S>: Copy + Eq + Hash + Debug + Default + Send + Sync {
    /// It does.
    const STORED: bool;
    /// What is stored, if anything is.
    fn get(&self) -> Option<&Rare<S>>;
    /// The same, to be changed.
    fn get_mut(&mut self) -> Option<&mut Rare<S>>;
}

impl<S> RareParts<S> for Common {
    const STORED: bool = false;

    #[inline(always)]
    fn get(&self) -> Option<&Rare<S>> {
        None
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut Rare<S>> {
        None
    }
}

impl<S: LaneSet> RareParts<S> for Rare<S> {
    const STORED: bool = true;

    #[inline(always)]
    fn get(&self) -> Option<&Rare<S>> {
        Some(self)
    }

    #[inline(always)]
    fn get_mut(&mut self) -> Option<&mut Rare<S>> {
        Some(self)
    }
}

/// What has to be the same for a position to come again: the seeds in the pits with the player to move, the
/// marks, and what is rare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardKey<W: Width> {
    /// The seeds in the pits; South's store holds the player to move.
    pub(crate) seeds: W::Words,
    marks: [W::Set; 2],
    rare: W::Rare,
}

/// A low bit in every lane of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of every lane of a word.
const HIGHS: u64 = 0x8080_8080_8080_8080;
/// All lanes of a word but the highest.
const BELOW_STORE: u64 = u64::MAX >> 8;

const REASONS: [Reason; 4] = [Reason::NoMove, Reason::Endless, Reason::Repetition, Reason::Condition];

impl<W: Width> State<W> {
    /// The lane of a player's store.
    #[inline(always)]
    pub(crate) fn store(side: Side) -> usize {
        W::HALF * (side as usize + 1) - 1
    }

    /// No seeds, South to move.
    pub(crate) fn empty(ply: u16) -> Self {
        State {
            seeds: W::Words::default(),
            marks: [W::Set::EMPTY; 2],
            rare: W::Rare::default(),
            outcome: 0,
            ply,
            out: 0,
            to_move: Side::South,
        }
    }

    /// A position in words; `None` if it has what this width does not store.
    pub fn pack(layout: &Layout, position: &Position) -> Option<Self> {
        let mut state = State { out: position.out as u8, to_move: position.to_move, ..Self::empty(position.ply) };
        for pit in layout.pits() {
            let lane = layout.lane::<W>(pit);
            state.put(lane, position.seeds[pit.index()]);
            if let Some(mark) = position.marks[pit.index()] {
                state.set_mark(lane, Some(mark))?;
            }
        }
        for side in Side::BOTH {
            state.put(Self::store(side), position.captured[side] as u8);
        }
        state.end(position.outcome);
        let plain = position.closed == 0
            && position.territory == 0
            && position.last.is_none()
            && position.ways == [None; 2]
            && position.memory == Memory::default();
        match state.rare.get_mut() {
            Some(rare) => {
                let closed = layout.pits().filter(|pit| position.is_closed(*pit));
                rare.closed = closed.fold(W::Set::EMPTY, |set, pit| set | W::Set::one(layout.lane::<W>(pit)));
                rare.territory = position.territory;
                rare.ways = position.ways;
                rare.memory = position.memory;
                rare.last = position.last.map(|(from, to)| (layout.lane::<W>(from) as u8, layout.lane::<W>(to) as u8));
            }
            None if !plain => return None,
            None => {}
        }
        Some(state)
    }

    /// The position as others know it. The points of a match, which no round changes, are missing.
    pub fn unpack(&self, layout: &Layout) -> Position {
        let mut position = Position::empty();
        for pit in layout.pits() {
            let lane = layout.lane::<W>(pit);
            position.seeds[pit.index()] = self.held(lane);
            position.marks[pit.index()] = self.mark(lane);
        }
        for side in Side::BOTH {
            position.captured[side] = self.captured(side).into();
        }
        position.out = self.out.into();
        position.ply = self.ply;
        position.to_move = self.to_move;
        position.outcome = self.outcome();
        if let Some(rare) = self.rare.get() {
            let closed = layout.pits().filter(|pit| rare.closed.has(layout.lane::<W>(*pit)));
            position.closed = closed.fold(0, |closed, pit| closed | 1 << pit.0);
            position.territory = rare.territory;
            position.ways = rare.ways;
            position.memory = rare.memory;
            position.last =
                rare.last.map(|(from, to)| (layout.pit_of::<W>(from.into()), layout.pit_of::<W>(to.into())));
        }
        position
    }

    /// Seeds in a lane.
    #[inline(always)]
    pub(crate) fn held(&self, lane: usize) -> u8 {
        if lane < W::LANES { self.held_in(lane) } else { 0 }
    }

    /// Seeds in a lane of the board.
    #[inline(always)]
    pub(crate) fn held_in(&self, lane: usize) -> u8 {
        (self.seeds.word(word_of::<W>(lane)) >> (lane % 8 * 8)) as u8
    }

    /// Puts seeds into a lane of the board, which has room for them.
    #[inline(always)]
    pub(crate) fn put(&mut self, lane: usize, seeds: u8) {
        let gained = u64::from(seeds) << (lane % 8 * 8);
        let at = word_of::<W>(lane);
        self.seeds = self.seeds.map(|number, word| word.wrapping_add(if number == at { gained } else { 0 }));
    }

    /// The lanes that bear a mark of a player.
    #[inline(always)]
    pub(crate) fn marked_by(&self, owner: Side) -> W::Set {
        let [south, north] = self.marks;
        if owner == Side::South { south } else { north }
    }

    /// The lanes that bear a mark of a player as the player to move sees them, or of both.
    #[inline(always)]
    fn marked(&self, owner: Option<Whose>) -> W::Set {
        match owner {
            Some(whose) => self.marked_by(whose.seen_by(self.to_move)),
            None => self.marks[0] | self.marks[1],
        }
    }

    /// Whether a lane bears a mark of a kind.
    #[inline(always)]
    pub(crate) fn is_marked(&self, lane: usize, kind: MarkId, owner: Option<Whose>) -> bool {
        self.marked(owner).has(lane) && (!W::RARE || self.of_kind(kind).has(lane))
    }

    /// Whether one of some lanes does.
    #[inline(always)]
    pub(crate) fn is_any_marked(&self, lanes: W::Set, kind: MarkId, owner: Option<Whose>) -> bool {
        let marked = self.marked(owner) & lanes;
        !marked.is_empty() && (!W::RARE || !(marked & self.of_kind(kind)).is_empty())
    }

    /// Whether some lanes are empty.
    #[inline(always)]
    pub(crate) fn are_vacant(&self, lanes: W::Set) -> bool {
        self.seeds.fold(0, |seeds, number, word| seeds | word & byte_mask(lanes.byte(number))) == 0
    }

    /// Takes seeds out of a lane, at most so many as there are; returns how many.
    #[inline]
    pub(crate) fn take(&mut self, lane: usize, most: u8) -> u8 {
        let seeds = self.held(lane).min(most);
        let (at, lost) = (word_of::<W>(lane), u64::from(seeds) << (lane % 8 * 8));
        self.seeds = self.seeds.map(|number, word| word - if number == at { lost } else { 0 });
        seeds
    }

    /// The seeds in the stores and out of the game.
    pub(crate) fn gained(&self) -> u8 {
        self.out + self.held(Self::store(Side::South)) + self.held(Self::store(Side::North))
    }

    /// Adds the delta of a lap to every lane.
    #[inline(always)]
    pub(crate) fn add(&mut self, delta: &W::Words) {
        self.seeds = self.seeds.zip(*delta, u64::wrapping_add);
    }

    /// The lanes with seeds.
    #[inline]
    pub(crate) fn occupied(&self) -> W::Set {
        self.seeds.fold(W::Set::EMPTY, |lanes, number, word| lanes | W::Set::of_byte(nonzero_bytes(word), number))
    }

    /// Whether a player's pits hold seeds.
    #[inline(always)]
    pub(crate) fn has_seeds(&self, side: Side) -> bool {
        (0..W::WORDS / 2).fold(0, |any, number| any | self.half_word(side, number)) != 0
    }

    /// The pits of a player's half that hold seeds.
    #[inline(always)]
    pub(crate) fn occupied_half(&self, side: Side) -> W::Set {
        let half = (0..W::WORDS / 2).fold(W::Set::EMPTY, |lanes, number| {
            lanes | W::Set::of_byte(nonzero_bytes(self.half_word(side, number)), number)
        });
        half.up(W::HALF * side as usize)
    }

    /// A word of a player's half, without the store.
    #[inline(always)]
    fn half_word(&self, side: Side, number: usize) -> u64 {
        let (south, north) = (self.seeds.word(number), self.seeds.word(W::WORDS / 2 + number));
        let word = select_unpredictable(side == Side::South, south, north);
        if number == W::WORDS / 2 - 1 { word & BELOW_STORE } else { word }
    }

    /// The seeds of a player's pits in words, A in the lowest byte of the first.
    #[inline]
    pub fn half(&self, side: Side) -> impl Iterator<Item = u64> + use<W> {
        let state = *self;
        (0..W::WORDS / 2).map(move |number| state.half_word(side, number))
    }

    /// The seeds in a set of lanes.
    #[inline]
    pub(crate) fn seeds_in(&self, lanes: W::Set) -> u16 {
        // No more than 255 seeds are in play, so the bytes of the sum do not overflow.
        sum_of_bytes(self.seeds.fold(0, |sum, number, word| sum + (word & byte_mask(lanes.byte(number))))).into()
    }

    /// Moves the seeds of some lanes into a player's store.
    pub(crate) fn collect(&mut self, lanes: W::Set, taker: Side) {
        let taken = self.take_lanes(lanes);
        self.put(Self::store(taker), taken);
    }

    /// Takes the seeds of the lanes whose bytes are full in `take`, and adds `add` to every lane. Returns how many it
    /// has taken.
    #[inline(always)]
    pub(crate) fn take_and_add(&mut self, take: W::Words, add: W::Words) -> u8 {
        // No more than 255 seeds are in play, so the bytes of the sum do not overflow.
        let taken = self.seeds.zip(take, |word, take| word & take).fold(0, |sum, _, taken| sum + taken);
        self.seeds = self.seeds.zip(take, |word, take| word & !take).zip(add, u64::wrapping_add);
        sum_of_bytes(taken)
    }

    /// Takes all seeds out of some lanes. Returns how many.
    #[inline(always)]
    pub(crate) fn take_lanes(&mut self, lanes: W::Set) -> u8 {
        let take = W::Words::default().map(|number, _| byte_mask(lanes.byte(number)));
        self.take_and_add(take, W::Words::default())
    }

    /// The lanes that hold no fewer and no more seeds than these two numbers, each at most 126.
    #[inline(always)]
    pub(crate) fn holding(&self, [least, most]: [u8; 2]) -> W::Set {
        let at_least = |word: u64, seeds: u8| ((word & !HIGHS) | HIGHS) - u64::from(seeds) * ONES;
        self.seeds.fold(W::Set::EMPTY, |lanes, number, word| {
            let highs = at_least(word, least) & !at_least(word, most + 1) & !word & HIGHS;
            lanes | W::Set::of_byte(compress(highs), number)
        })
    }

    /// The lanes that hold at least this number of seeds, which is from 1 to 127.
    #[inline]
    pub(crate) fn holding_at_least(&self, least: u8) -> W::Set {
        self.seeds.fold(W::Set::EMPTY, |lanes, number, word| {
            let at_least = ((word & !HIGHS) | HIGHS) - u64::from(least) * ONES;
            let highs = (at_least | word) & HIGHS;
            lanes | W::Set::of_byte(compress(highs), number)
        })
    }

    /// The seeds of all pits, without those in the stores.
    #[inline(always)]
    pub(crate) fn pits(&self) -> W::Words {
        self.seeds
            .map(|number, word| if number % (W::WORDS / 2) == W::WORDS / 2 - 1 { word & BELOW_STORE } else { word })
    }

    /// What has to be the same for the position to come again.
    #[inline(always)]
    pub fn board(&self) -> BoardKey<W> {
        // South's store is left out, so there is room for the player to move.
        let mover = (self.to_move as u64) << 56;
        let seeds = self.pits().map(|number, word| if number == W::WORDS / 2 - 1 { word | mover } else { word });
        BoardKey { seeds, marks: self.marks, rare: self.rare }
    }

    /// Seeds off the board.
    #[inline(always)]
    pub fn off_board(&self) -> u8 {
        self.captured(Side::South) + self.captured(Side::North) + self.out
    }

    /// Whether all pits and counters are the same.
    pub(crate) fn same_board(&self, other: &Self) -> bool {
        let more = |state: &Self| state.rare.get().map(|rare| (rare.kinds, rare.closed, rare.memory.counters));
        self.pits() == other.pits() && self.marks == other.marks && more(self) == more(other)
    }

    /// Whether two positions are the same for the rule of repetition.
    pub fn repeats(&self, other: &Self) -> bool {
        self.board() == other.board()
    }

    /// The mark of a lane.
    pub(crate) fn mark(&self, lane: usize) -> Option<Mark> {
        let owner = Side::BOTH.into_iter().find(|owner| self.marks[*owner].has(lane))?;
        let bit = |bit: usize| self.rare.get().map_or(0, |rare| u8::from(rare.kinds[bit].has(lane)) << bit);
        Some(Mark { kind: MarkId((0..8).map(bit).sum()), owner })
    }

    /// Sets the mark of a lane; `None` if the width does not store its kind.
    pub(crate) fn set_mark(&mut self, lane: usize, mark: Option<Mark>) -> Option<()> {
        let one = W::Set::one(lane);
        for side in Side::BOTH {
            let owns = mark.is_some_and(|mark| mark.owner == side);
            self.marks[side] = self.marks[side] & !one | one.when(owns);
        }
        let kind = mark.map_or(0, |mark| mark.kind.0);
        match self.rare.get_mut() {
            Some(rare) => {
                for (bit, kinds) in rare.kinds.iter_mut().enumerate() {
                    *kinds = *kinds & !one | one.when(kind >> bit & 1 == 1);
                }
                Some(())
            }
            None => (kind == 0).then_some(()),
        }
    }

    /// Sets the kind of marks, where it is stored: some lanes lose theirs, of which some get this one.
    pub(crate) fn set_kinds(&mut self, lost: W::Set, got: W::Set, kind: MarkId) {
        if let Some(rare) = self.rare.get_mut() {
            for (bit, kinds) in rare.kinds.iter_mut().enumerate() {
                *kinds = *kinds & !lost | got.when(kind.0 >> bit & 1 == 1);
            }
        }
    }

    /// The lanes that bear a mark of a kind.
    pub(crate) fn of_kind(&self, kind: MarkId) -> W::Set {
        let marked = self.marks[0] | self.marks[1];
        let Some(rare) = self.rare.get() else { return marked };
        let bits = rare.kinds.iter().enumerate();
        bits.fold(marked, |lanes, (bit, kinds)| lanes & if kind.0 >> bit & 1 == 1 { *kinds } else { !*kinds })
    }

    /// The lanes that are out of play.
    #[inline(always)]
    pub(crate) fn closed(&self) -> W::Set {
        self.rare.get().map_or(W::Set::EMPTY, |rare| rare.closed)
    }

    /// How many pits of the other row a player has gained, see [`Position::territory`].
    #[inline(always)]
    pub(crate) fn territory(&self) -> i8 {
        self.rare.get().map_or(0, |rare| rare.territory)
    }

    /// Whether the round is over.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.outcome != 0
    }

    /// How the round ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let code = self.outcome.checked_sub(1)? as usize;
        let (winner, rest) = (code % 3, code / 3);
        let (reason, clause) = (REASONS[rest % REASONS.len()], rest / REASONS.len());
        Some(Outcome {
            reason,
            clause: clause.checked_sub(1).map(|clause| ClauseId(clause as u16)),
            winner: winner.checked_sub(1).map(|side| Side::BOTH[side]),
        })
    }

    /// Sets how the round ended.
    pub(crate) fn end(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome.map_or(0, |outcome| {
            let winner = outcome.winner.map_or(0, |side| 1 + side as usize);
            let reason = REASONS.iter().position(|reason| *reason == outcome.reason).expect("all are there");
            let clause = outcome.clause.map_or(0, |clause| 1 + usize::from(clause.0));
            (1 + winner + 3 * (reason + REASONS.len() * clause)) as u32
        });
    }

    /// Seeds that have left the game.
    pub fn out(&self) -> u8 {
        self.out
    }

    /// Seeds in all pits.
    pub fn on_board(&self) -> u16 {
        sum_of_bytes(self.pits().fold(0, |sum, _, word| sum + word)).into()
    }

    /// The seeds in a player's pits.
    pub fn in_half(&self, side: Side) -> u16 {
        self.half(side).map(|word| u16::from(sum_of_bytes(word))).sum()
    }

    /// The marked pits of a player's half from A on, a bit each, by the mark's owner.
    pub fn marks_in_half(&self, side: Side, owner: Side) -> u64 {
        let half = self.marks[owner].down(W::HALF * side as usize).bits() as u64;
        half & (u64::MAX >> (64 - W::HALF))
    }

    /// The pits of a player's half that bear a mark of a kind of some owner.
    pub fn marks_of_kind(&self, side: Side, owner: Side, kind: MarkId) -> W::Set {
        let half = W::Set::span(W::HALF * side as usize, W::HALF * (side as usize + 1));
        self.of_kind(kind) & self.marks[owner] & half
    }

    /// The seeds in some lanes.
    pub fn seeds_among(&self, lanes: W::Set) -> u16 {
        self.seeds_in(lanes)
    }

    /// The seeds in the pits with a mark of a player.
    pub fn seeds_marked(&self, owner: Side) -> u16 {
        self.seeds_in(self.marks[owner])
    }

    /// Returns the state with the pits of each half in other places: `places` has the number to which the pit with each
    /// number goes. What only some games store is taken over as it is.
    pub fn rearranged(&self, places: &[u8]) -> Self {
        let mut state = State { seeds: W::Words::default(), marks: [W::Set::EMPTY; 2], ..*self };
        for side in Side::BOTH {
            let first = W::HALF * side as usize;
            for (number, &place) in places.iter().enumerate() {
                let [from, to] = [first + number, first + usize::from(place)];
                state.put(to, self.held_in(from));
                for (marks, marked) in state.marks.iter_mut().zip(self.marks) {
                    *marks |= W::Set::one(to).when(marked.has(from));
                }
            }
            state.put(Self::store(side), self.captured(side));
        }
        state
    }

    /// The seeds of a player's pits in words, as [`State::half`]. Of a marked pit it says only whether it holds any.
    pub fn half_but_marked(&self, side: Side) -> impl Iterator<Item = u64> + use<W> {
        let state = *self;
        let marked = self.marks[Side::South] | self.marks[Side::North];
        (0..W::WORDS / 2).map(move |number| {
            let word = state.half_word(side, number);
            let marked = byte_mask(marked.byte(W::WORDS / 2 * side as usize + number));
            word & !marked | byte_mask(nonzero_bytes(word)) & marked & ONES
        })
    }

    /// What only some games store, as numbers that are the same for a position and its mirror image.
    pub fn rare_words(&self) -> SmallVec<[u64; 26]> {
        let Some(rare) = self.rare.get() else { return SmallVec::new() };
        let mover = self.to_move;
        let own_half = (1 << W::HALF) - 1;
        let turned = |set: W::Set| {
            let [south, north] = [set.bits() & own_half, set.bits() >> W::HALF & own_half];
            if mover == Side::South { [south as u64, north as u64] } else { [north as u64, south as u64] }
        };
        let lane = |lane: u8| (u64::from(lane) + (W::HALF * mover as usize) as u64) % W::LANES as u64;
        let last = rare.last.map_or(0, |(from, to)| (1 + lane(from)) << 8 | lane(to));
        let ways = [mover, mover.other()].map(|side| rare.ways[side].map_or(0, |way| 1 + way as u64));
        let territory = if mover == Side::South { rare.territory } else { -rare.territory };
        let rest = last << 16 | ways[0] << 10 | ways[1] << 8 | u64::from(territory as u8);
        let whose = |side: Option<Side>| side.map_or(0, |side| 1 + u64::from(side == mover));
        let Memory { bonus_turn, lifted, starter, counters } = rare.memory;
        let memory = whose(starter) << 16 | u64::from(bonus_turn) << 8 | u64::from(lifted);
        let sets = rare.kinds.into_iter().chain([rare.closed]).flat_map(turned);
        let of = |side: Side| counters.iter().fold(0, |word, counter| word << 8 | u64::from(counter[side]));
        sets.chain([rest, memory, of(mover), of(mover.other())]).collect()
    }

    /// Moves made in this round.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Seeds in a player's store.
    #[inline(always)]
    pub fn captured(&self, side: Side) -> u8 {
        self.held_in(Self::store(side))
    }
}

/// The word of a lane.
#[inline(always)]
fn word_of<W: Width>(lane: usize) -> usize {
    // A remainder by a number that is no power of two is a multiplication.
    if W::WORDS.is_power_of_two() { lane / 8 % W::WORDS } else { (lane / 8).min(W::WORDS - 1) }
}

/// The bytes of a word that are not zero, a bit each.
#[inline(always)]
fn nonzero_bytes(word: u64) -> u64 {
    compress((((word & !HIGHS) + !HIGHS) | word) & HIGHS)
}

/// The high bits of the bytes of a word, which has no others, as a byte.
#[inline(always)]
fn compress(highs: u64) -> u64 {
    // Each of the eight bits comes to stand in the top byte, in order.
    (highs >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The sum of the bytes of a word.
#[inline(always)]
fn sum_of_bytes(word: u64) -> u8 {
    (word.wrapping_mul(ONES) >> 56) as u8
}

/// A word whose bytes are full where a bit is set.
#[inline(always)]
fn byte_mask(bits: u64) -> u64 {
    let each = (bits & 0xFF).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let highs = (((each & !HIGHS) + !HIGHS) | each) & HIGHS;
    (highs >> 7).wrapping_mul(0xFF)
}

#[cfg(test)]
mod tests {
    use super::width::{Narrow, Wide};
    use super::*;

    #[test]
    fn the_bytes_of_a_word_are_examined_at_once() {
        assert_eq!(nonzero_bytes(0x0100_8000_FF00_7F01), 0b1010_1011);
        assert_eq!(nonzero_bytes(0), 0);
        assert_eq!(nonzero_bytes(u64::MAX), 0xFF);
        assert_eq!(byte_mask(0b1000_0101), 0xFF00_0000_00FF_00FF);
        assert_eq!(sum_of_bytes(0x0102_0304_0506_0708), 36);
    }

    #[test]
    fn common_positions_are_small() {
        assert_eq!(size_of::<State<Narrow>>(), 32);
        assert_eq!(size_of::<State<Wide>>(), 56);
    }
}
