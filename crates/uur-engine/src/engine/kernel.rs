//! The kernel: one loop over laps for games whose landings are look-ups.
//!
//! A board is kept in the words of the player to move, so that nothing depends on whose turn it is. A lap is one
//! addition. The answers to all that the lines of `land` ask about its landing are an index, and the entry there is what
//! the line does, as the walk has been asked. While both players have seeds the moves are the pits with seeds, or are
//! asked for. All that is rare is the walk's: where an entry says so, it plays the move from the position before it.

use std::marker::PhantomData;

use super::budget::MOST_LAPS;
use super::compiled::Engine;
use super::effects::{AfterLine, LAP_ORIGIN, NOBODY};
use super::long_move::LONG_MOVE_AFTER;
use super::moves::{MoveMask, count, nth, spread_bits};
use super::predicate::{Predicate, View};
use super::repetition::{FACTORS, RepetitionHistory, RepetitionKey};
use super::state::{BoardKey, State};
use super::turn::TurnState;
use super::width::{LaneSet, LaneWords, RowWords, Width};
use crate::rules::{Side, Way};

mod row;
mod tables;

use row::{has_seeds, held, holding, mask, occupied, pits, put, stored, sum};

/// From this lap on the kernel compares boards to find out whether a sowing comes round.
const COMPARED_FROM: u32 = LONG_MOVE_AFTER as u32;
/// After this number of changes a sowing may come round with changes.
const MOST_CHANGES: u32 = 1 << 10;
/// Laps between two questions whether the work is to end.
const LAPS_BETWEEN_CHECKS: u32 = 1 << 16;

/// What the moves of a game are played from.
#[derive(Debug, Clone)]
pub struct Kernel<W: Width> {
    /// By the mover, if the rules are not alike for both, the way, the seeds in hand, and the lane that is lifted.
    laps: Box<[Lap<W::Row>]>,
    landings: Landings<W::Row>,
    /// Lines of `land` that are tried again in one pit after another.
    chains: Vec<Chain<W::Row>>,
    /// After how many hands the laps of North begin, and those against the letters; 0 if they are the same.
    differs: bool,
    by_side: usize,
    by_way: usize,
    /// Landing in an occupied pit without a mark always relays.
    always_relays: bool,
    /// A run of captures.
    run: CaptureRun,
    /// Which lanes may be lifted while both players have seeds: those without a mark, with the mover's, and with the
    /// opponent's; by the mover.
    may: [[u64; 3]; 2],
    /// The lanes that are sown each way, by the mover, if there are two.
    sown: [[u64; 2]; 2],
    lifts: Lifts,
    /// The most seeds in the stores of the player to move and of the opponent with which nothing but moving is examined.
    quiet: [u64; 2],
    /// What follows once a turn has passed, where the player whose turn begins has no seeds, or the opponent has none.
    ends: [RowEnd; 2],
    codes: Codes,
    shape: ShapeName,
    /// The moves that lift the store, which come last.
    stores: MoveMask,
    /// What is asked about the move, with its answer.
    of_move: Vec<(u8, Predicate<W>)>,
    /// Something is asked about a move before its first lap.
    asks_first: bool,
    /// Lines of `lift` act, or say how many seeds stay.
    acts_at_lift: bool,
    leaves: bool,
    /// Laps can be undone.
    reversible: bool,
    /// The most laps.
    bound: u32,
}

/// How the lanes and ways of moves are the bits of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Codes {
    two_ways: bool,
    /// How far the bits of the opponent's half lie above those of the own half; 0 if the masks of both players are the
    /// same.
    half: u32,
    only_way: usize,
}

/// Which pits may be lifted while both players have seeds, and nothing else is to be examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lifts {
    /// All in the own half.
    OwnHalf,
    /// It depends on the mark.
    ByMark,
    /// It depends on more.
    Asked,
    /// More is always to be examined.
    Examined,
}

/// What all landings do, by what is asked about them.
#[derive(Debug, Clone)]
struct Landings<R> {
    /// The effects; in plain games by the entry, else by its number, so that few of them are held in the cache.
    effects: Box<[Effect<R>]>,
    numbers: Box<[u16]>,
    /// The answers by the seeds in the lanes that are looked at.
    held: Box<[[u8; 256]; 4]>,
    held_used: usize,
    /// The answers by the marks of the lanes that are looked at.
    marked: [[u8; 4]; 2],
    marked_used: usize,
    /// The answer if the landing pit held seeds before the last one fell.
    occupied: u8,
}

/// The lanes whose answers decide a landing in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Place {
    /// The first entry.
    entries: u16,
    here: u8,
    held: [u8; 4],
    marked: [u8; 2],
}

/// A line that is tried again in one pit after another.
#[derive(Debug, Clone)]
struct Chain<R> {
    /// By the mover, the way and the lane.
    places: Vec<Place>,
    landings: Landings<R>,
    /// For each path that it follows, where that leads to from each of these places.
    next: Vec<Vec<u8>>,
    most: u32,
}

/// A lap by the seeds in hand and the lane that is lifted, in the words of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(32))]
struct Lap<R> {
    own: R,
    other: R,
    place: Place,
}

/// What a landing does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Effect<R> {
    take: [R; 2],
    add: [R; 2],
    /// The lanes that get a mark of the mover or of the opponent, and those that lose theirs.
    mine: u64,
    theirs: u64,
    unmark: u64,
    to: u8,
    /// The lane that is lifted next, or the number of the chain.
    next: u8,
    way: u8,
    then: AfterLine,
}

/// A line that captures the seeds of a pit, and of one pit after another before it, as long as their number is in an
/// interval.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct CaptureRun {
    /// The lanes in which it may fit, by the mover and the way.
    lanes: [[u64; 2]; 2],
    /// The least and the most seeds with which it does.
    seeds: [u8; 2],
    removes: bool,
}

/// The seeds and marks of a position, as the mover sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rows<R> {
    own: R,
    other: R,
    /// The lanes with marks of the mover and of the opponent.
    mine: u64,
    theirs: u64,
    /// Seeds that have left the game.
    out: u64,
}

/// What follows where a row has no seeds, as far as the walk always says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowEnd {
    /// The walk is asked each time.
    Examined,
    /// Nothing: the player moves.
    GoesOn,
    /// The round is over, and who has more seeds has won. The seeds of each row go to the owner or to the other player,
    /// and the outcome is a number by the mover and by who has more: neither, South, or North.
    Over { crosses: bool, outcomes: [[u32; 3]; 2] },
}

/// A position as the player to move sees it, and the moves there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KernelBoard<R> {
    rows: Rows<R>,
    /// The moves; none once the round is over.
    pub moves: MoveMask,
    north: u64,
    ply: u32,
    /// As in [`State`].
    over: u32,
}

/// The lap that is sown next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Lift {
    from: u32,
    hand: u32,
    way: u32,
    /// It is of all seeds in the lane, not of those that were captured or that a line of `lift` leaves.
    is_whole: bool,
}

/// A move under way.
#[derive(Debug, Clone, Copy, Default)]
pub struct KernelSowing<R> {
    rows: Rows<R>,
    lift: Lift,
    code: u32,
    /// The answers about the move.
    about: u32,
    laps: u32,
    changes: u32,
    /// An earlier board and lift: if they come again, the sowing has no end.
    kept: (Rows<R>, Lift),
}

/// What a lap leads to.
enum Landed {
    /// Another lap, after nothing but this one, or after a change.
    Lap { lift: Lift, changed: bool },
    /// The end of the move.
    End { bonus: bool },
    /// The walk has to play the move.
    Walk,
}

/// How a lap went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterLap {
    /// The sowing goes on.
    On,
    /// The move is over, and the board is that of the next turn.
    Landed,
    /// The same, and the walk has played it.
    Walked,
    /// The sowing has more laps than one may have, see [`MOST_LAPS`]: whether it ends is not known.
    TooLong,
}

/// What differs between games on the straight line of a move.
pub trait KernelShape: Copy + Send + Sync + 'static {
    /// Sowings go on after a lap.
    const RELAYS: bool;
    /// There are marks.
    const MARKS: bool;
    /// There is nothing but seeds, one way, the own half; all that is taken is the mover's.
    const PLAIN: bool;
    /// Captures run along a row, from one pit to the one before it.
    const RUNS: bool;
}

macro_rules! shapes {
    ($($(#[$meaning:meta])* $name:ident $shape:ident: $relays:literal $marks:literal $plain:literal $runs:literal;)*) => {
        $(
            $(#[$meaning])*
            #[derive(Debug, Clone, Copy)]
            pub struct $shape;

            impl KernelShape for $shape {
                const RELAYS: bool = $relays;
                const MARKS: bool = $marks;
                const PLAIN: bool = $plain;
                const RUNS: bool = $runs;
            }
        )*

        /// The shape of a game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ShapeName {
            $($(#[$meaning])* $name,)*
        }
    };
}

shapes! {
    /// One lap, nothing but seeds, one way, the own half.
    Plain PlainShape: false false true false;
    /// The same with runs of captures.
    PlainRuns PlainRunsShape: false false true true;
    /// One lap.
    Single SingleShape: false true false false;
    /// Lap after lap, without marks.
    Relay RelayShape: true false false false;
    /// Lap after lap, with marks.
    MarkedRelay MarkedRelayShape: true true false false;
}

/// Evaluates an expression with the kernel of an engine's game in its shape, or another one where it has none. For boards
/// that never have one, see [`Width::KERNEL`], it is not compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! on_kernel {
    ($width:ty, $engine:expr, $kernel:ident => $then:expr, $otherwise:expr) => {
        // The compiler knows the condition.
        match $engine.kernel_shape() {
            Ok(shape) if <$width as $crate::engine::Width>::KERNEL => match shape {
                $crate::engine::ShapeName::Plain => {
                    let $kernel = $engine.shaped($crate::engine::PlainShape);
                    $then
                }
                $crate::engine::ShapeName::PlainRuns => {
                    let $kernel = $engine.shaped($crate::engine::PlainRunsShape);
                    $then
                }
                $crate::engine::ShapeName::Single => {
                    let $kernel = $engine.shaped($crate::engine::SingleShape);
                    $then
                }
                $crate::engine::ShapeName::Relay => {
                    let $kernel = $engine.shaped($crate::engine::RelayShape);
                    $then
                }
                $crate::engine::ShapeName::MarkedRelay => {
                    let $kernel = $engine.shaped($crate::engine::MarkedRelayShape);
                    $then
                }
            },
            _ => $otherwise,
        }
    };
}

/// The kernel of a game, in its shape.
#[derive(Debug)]
pub struct Shaped<'a, W: Width, S> {
    /// The engine of the game.
    pub engine: &'a Engine<W>,
    kernel: &'a Kernel<W>,
    shape: PhantomData<S>,
}

impl<W: Width, S: Copy> Clone for Shaped<'_, W, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Width, S: Copy> Copy for Shaped<'_, W, S> {}

impl<W: Width> Engine<W> {
    /// The shape of the game's kernel.
    ///
    /// # Errors
    /// Why every rule is examined instead.
    #[inline]
    pub fn kernel_shape(&self) -> Result<ShapeName, &'static str> {
        self.kernel.as_ref().map(|kernel| kernel.shape).map_err(|why| *why)
    }

    /// The kernel in its shape, see [`Engine::kernel_shape`].
    #[inline]
    pub fn shaped<S: KernelShape>(&self, shape: S) -> Shaped<'_, W, S> {
        let kernel = self.kernel.as_ref().expect("the game has a kernel of this shape");
        Shaped::of(self, kernel, shape)
    }
}

impl<W: Width, S: KernelShape> Shaped<'_, W, S> {
    /// A state in the words of the player to move, with its moves as an engine's mask.
    pub fn node(&self, state: &State<W>, moves: MoveMask) -> KernelBoard<W::Row> {
        let north = state.to_move == Side::North;
        let [own, other] = rows_seen::<W>(state.seeds, state.to_move);
        let seen = |side: Side| turn_lanes::<W::Row>(state.marks[side].bits() as u64, north);
        let [mine, theirs] = [seen(state.to_move), seen(state.to_move.other())];
        KernelBoard {
            rows: Rows { own, other, mine, theirs, out: state.out.into() },
            moves: self.kernel.turned(moves, north),
            north: north.into(),
            ply: state.ply.into(),
            over: state.outcome,
        }
    }

    /// The state of a board.
    pub fn state(&self, board: &KernelBoard<W::Row>) -> State<W> {
        let north = board.north == 1;
        let Rows { own, other, mine, theirs, out } = board.rows;
        let (south, other) = if north { (other, own) } else { (own, other) };
        let words = W::Row::WORDS;
        let seeds = W::Words::default().map(|number, _| {
            if number < words { south.as_ref()[number % words] } else { other.as_ref()[(number - words) % words] }
        });
        let [mine, theirs] = [mine, theirs].map(|lanes| {
            let lanes = turn_lanes::<W::Row>(lanes, north);
            (0..W::WORDS).fold(W::Set::EMPTY, |set, word| set | W::Set::of_byte(lanes >> (8 * word) & 0xFF, word))
        });
        State {
            seeds,
            marks: if north { [theirs, mine] } else { [mine, theirs] },
            rare: W::Rare::default(),
            outcome: board.over,
            ply: board.ply.min(u16::MAX.into()) as u16,
            out: out as u8,
            to_move: Side::BOTH[usize::from(north)],
        }
    }

    /// The moves of a board as an engine's mask.
    pub fn mask(&self, board: &KernelBoard<W::Row>) -> MoveMask {
        self.kernel.turned(board.moves, board.north == 1)
    }

    /// The bit of a move of an engine's mask; or the other way round, the bit in an engine's mask.
    pub fn code(&self, board: &KernelBoard<W::Row>, code: u8) -> u8 {
        self.kernel.turned(1 << code, board.north == 1).trailing_zeros() as u8
    }

    /// Whether the round is over.
    #[inline(always)]
    pub fn is_over(&self, board: &KernelBoard<W::Row>) -> bool {
        board.over != 0
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn count(&self, moves: MoveMask) -> usize {
        count(moves, if S::PLAIN { W::Row::WORDS } else { 8 })
    }

    /// The bit of the move of a number in the order of the moves, from 0.
    #[inline(always)]
    pub fn nth(&self, board: &KernelBoard<W::Row>, number: usize) -> u32 {
        let moves = board.moves;
        if S::PLAIN {
            return nth(moves, W::Row::WORDS, number) as u32;
        }
        let stores = self.kernel.stores;
        if stores & moves != 0 {
            let others = count(moves & !stores, 8);
            if number >= others {
                return nth(moves & stores, 8, number - others) as u32;
            }
        }
        nth(moves & !stores, 8, number) as u32
    }

    /// Begins a move.
    #[inline(always)]
    pub fn begin(&self, board: &KernelBoard<W::Row>, code: u32) -> KernelSowing<W::Row> {
        let (from, way) = self.lifted(code);
        let (hand, about) = if S::PLAIN || !self.kernel.asks_first {
            (held(board.rows.own, board.rows.other, from).into(), 0)
        } else {
            self.ask_first(board, code)
        };
        let is_whole = S::PLAIN || !self.kernel.leaves;
        let lift = Lift { from: from as u32, hand, way: way as u32, is_whole };
        let kept = (Rows::default(), Lift::default());
        KernelSowing { rows: board.rows, lift, code, about, laps: 0, changes: 0, kept }
    }

    /// Sows the next lap of a move. The board stays that before the move, until it has landed.
    #[inline(always)]
    pub fn lap(&self, board: &mut KernelBoard<W::Row>, sowing: &mut KernelSowing<W::Row>) -> AfterLap {
        let kernel = self.kernel;
        if S::RELAYS && kernel.acts_at_lift && !self.act_at_lift(board, sowing) {
            return self.land(board, sowing.rows, sowing.code, false);
        }
        let lap = self.look_up(board.north, sowing.lift);
        let own = sowing.rows.own.zip(lap.own, u64::wrapping_add);
        let other = sowing.rows.other.zip(lap.other, u64::wrapping_add);
        let here = held(own, other, lap.place.here.into());
        if S::RELAYS {
            sowing.laps += 1;
            let stores = 1 << W::Row::STORE | 1 << (W::Row::LANES + W::Row::STORE);
            let marked = if S::MARKS { sowing.rows.mine | sowing.rows.theirs | stores } else { stores };
            if kernel.always_relays & (here > 1) & (marked >> lap.place.here & 1 == 0) {
                (sowing.rows.own, sowing.rows.other) = (own, other);
                (sowing.lift.from, sowing.lift.hand, sowing.lift.is_whole) = (lap.place.here.into(), here.into(), true);
                return if sowing.laps < COMPARED_FROM { AfterLap::On } else { self.go_on(board, sowing, false) };
            }
        }
        let mut rows = Rows { own, other, ..sowing.rows };
        match self.sow(&mut rows, board.north, sowing.lift, lap, here, sowing.about) {
            Landed::Lap { lift, changed } => {
                (sowing.rows, sowing.lift) = (rows, lift);
                if sowing.laps < COMPARED_FROM { AfterLap::On } else { self.go_on(board, sowing, changed) }
            }
            Landed::End { bonus } => self.land(board, rows, sowing.code, bonus),
            Landed::Walk => self.walk(board, sowing.code),
        }
    }

    /// What has to be the same for a board to come again.
    #[inline(always)]
    pub fn key(&self, board: &KernelBoard<W::Row>) -> KernelKey<W::Row> {
        let Rows { own, other, mine, theirs, .. } = board.rows;
        let mut other = pits(other);
        other.as_mut()[W::Row::WORDS - 1] |= board.north << 56;
        KernelKey { own: pits(own), other, marks: if S::MARKS { [mine, theirs] } else { [0; 2] } }
    }

    /// The same of an engine's history.
    pub fn key_of(&self, key: &BoardKey<W>) -> KernelKey<W::Row> {
        let north = key.seeds.word(W::Row::WORDS - 1) >> 56 & 1 == 1;
        let to_move = Side::BOTH[usize::from(north)];
        self.key(&self.node(&State { seeds: key.seeds, marks: key.marks, to_move, ..State::empty(0) }, 0))
    }

    #[inline(always)]
    fn off_board(&self, board: &KernelBoard<W::Row>) -> u8 {
        (stored(board.rows.own) + stored(board.rows.other) + board.rows.out) as u8
    }

    fn repeat(&self, board: &mut KernelBoard<W::Row>) {
        *board = self.node(&self.engine.repeated(&self.state(board)), 0);
    }

    /// Plays a move to its end. Repetition is not examined.
    #[inline(always)]
    pub fn play(&self, board: &mut KernelBoard<W::Row>, code: u32) {
        let mut sowing = self.begin(board, code);
        loop {
            match self.lap(board, &mut sowing) {
                AfterLap::On => {}
                AfterLap::Landed | AfterLap::Walked => return,
                AfterLap::TooLong => {
                    self.engine.interrupt.abandon();
                    return self.endless(board);
                }
            }
        }
    }

    /// Plays a move of a state, a bit of an engine's mask. Returns the state after it, and its moves as an engine's mask.
    #[inline(always)]
    pub fn play_state(&self, was: &State<W>, code: u8) -> (State<W>, MoveMask) {
        let mut board = self.node(was, 0);
        let code = self.code(&board, code);
        self.play(&mut board, code.into());
        (self.state(&board), self.mask(&board))
    }

    /// Examines whether the round is over by repetition, after a move. The board is added to those that have been.
    #[inline(always)]
    pub fn record(&self, board: &mut KernelBoard<W::Row>, history: &mut RepetitionHistory<KernelKey<W::Row>>) {
        let engine = self.engine;
        if engine.records {
            let times = history.record(self.key(board), self.off_board(board), engine.seeds_reenter);
            if engine.repetition.times.is_some_and(|most| times >= most.into()) && !self.is_over(board) {
                self.repeat(board);
            }
        }
    }

    /// Whether a board that follows those that have been ends the round, by repetition too.
    #[inline(always)]
    pub fn would_end(&self, board: &KernelBoard<W::Row>, history: &RepetitionHistory<KernelKey<W::Row>>) -> bool {
        let engine = self.engine;
        let repeats = |times: u16| {
            let now = history.would_occur(self.key(board), self.off_board(board), engine.seeds_reenter);
            !engine.acyclic && now >= times.into()
        };
        self.is_over(board) || engine.repetition.times.is_some_and(repeats)
    }
}

impl<'a, W: Width, S: KernelShape> Shaped<'a, W, S> {
    fn of(engine: &'a Engine<W>, kernel: &'a Kernel<W>, _: S) -> Self {
        Shaped { engine, kernel, shape: PhantomData }
    }

    /// The lane and the way of a move.
    #[inline(always)]
    fn lifted(&self, code: u32) -> (usize, usize) {
        if S::PLAIN || !self.kernel.codes.two_ways {
            return (code as usize, if S::PLAIN { 0 } else { self.kernel.codes.only_way });
        }
        (code as usize / 2, code as usize % 2)
    }

    /// How many seeds a move lifts first, and the answers about it.
    #[inline(never)]
    fn ask_first(&self, board: &KernelBoard<W::Row>, code: u32) -> (u32, u32) {
        let state = self.state(board);
        let (lane, way) = self.engine.lifted_by(state.to_move, self.code(board, code as u8));
        let hand = if self.kernel.leaves { self.engine.lifted_first(&state, lane, way) } else { state.held_in(lane) };
        let turn = TurnState::before(&state, self.engine.plain_lift(lane), lane, way);
        let view = View::landing(self.engine, &state, &turn);
        let holding = self.kernel.of_move.iter().filter(|(_, part)| part.holds(&view));
        (hand.into(), holding.fold(0, |answers, (answer, _)| answers | u32::from(*answer)))
    }

    /// A lap by its lift.
    #[inline(always)]
    fn look_up(&self, north: u64, lift: Lift) -> &Lap<W::Row> {
        let kernel = self.kernel;
        let (hand, from) = (lift.hand as usize, lift.from as usize);
        if S::PLAIN {
            return &kernel.laps[hand * W::Row::LANES + from];
        }
        let mut first = 0;
        if kernel.differs {
            first = (north as usize).wrapping_neg() & kernel.by_side;
            first += (lift.way as usize).wrapping_neg() & kernel.by_way;
        }
        &kernel.laps[(first + hand) * 2 * W::Row::LANES + from]
    }

    /// What the landing of a lap does.
    #[inline(always)]
    fn sow(&self, rows: &mut Rows<W::Row>, north: u64, lift: Lift, lap: &Lap<W::Row>, here: u8, about: u32) -> Landed {
        let kernel = self.kernel;
        let effect = kernel.landings.effect::<S>(rows, &lap.place, here, about);
        if effect.then == AfterLine::Walk {
            return Landed::Walk;
        }
        if !S::RUNS && !S::PLAIN && effect.then == AfterLine::Chain {
            let chain = &kernel.chains[usize::from(effect.next)];
            return self.follow(chain, rows, effect, lap.place.here, north, lift);
        }
        let [mut own_taken, mut other_taken] = effect.taken(rows);
        if S::RUNS && effect.then == AfterLine::Chain {
            let lanes = kernel.run.lanes[north as usize & 1][0];
            let here = usize::from(lap.place.here);
            let is_own = here < W::Row::LANES;
            let (row, lanes) = if is_own { (rows.own, lanes) } else { (rows.other, lanes >> W::Row::LANES) };
            let here = here % W::Row::LANES;
            let below = (1_u64 << here) - 1;
            let stop = below & !(holding(row, kernel.run.seeds) & lanes);
            // Above the highest lane that does not fit, up to the landing.
            let kept = (1_u64 << (64 - stop.leading_zeros())) - 1;
            let taken = row.zip(mask(below & !kept | 1 << here), |word, take| word & take);
            *(if is_own { &mut own_taken } else { &mut other_taken }) = taken;
        }
        let taken = effect.change::<S>(rows, [own_taken, other_taken], lift.from);
        if S::RELAYS && matches!(effect.then, AfterLine::Relay | AfterLine::Lift | AfterLine::Resow) {
            let from = if effect.next == LAP_ORIGIN { lift.from } else { effect.next.into() };
            let is_whole = effect.then != AfterLine::Resow;
            let hand = if is_whole { held(rows.own, rows.other, from as usize) } else { taken };
            if hand > 0 {
                let lift = Lift { from, hand: hand.into(), way: effect.way.into(), is_whole };
                return Landed::Lap { lift, changed: effect.then != AfterLine::Relay };
            }
        }
        Landed::End { bonus: effect.then == AfterLine::Bonus }
    }

    /// A line takes effect, and in one pit after another as long as it fits and changes something.
    #[inline(never)]
    fn follow(
        &self,
        chain: &Chain<W::Row>,
        rows: &mut Rows<W::Row>,
        effect: &Effect<W::Row>,
        landing: u8,
        north: u64,
        lift: Lift,
    ) -> Landed {
        let first = (north as usize & 1) * 2 * W::LANES + (lift.way as usize & 1) * W::LANES;
        if effect.changes::<S>(rows, lift.from) {
            for next in &chain.next {
                let mut here = landing;
                for _ in 0..chain.most {
                    here = next[first + usize::from(here)];
                    if here == landing || here == NOBODY {
                        break;
                    }
                    let seeds = held(rows.own, rows.other, here.into());
                    let effect = chain.landings.effect::<S>(rows, &chain.places[first + usize::from(here)], seeds, 0);
                    match effect.then {
                        AfterLine::Walk => return Landed::Walk,
                        AfterLine::Chain if effect.changes::<S>(rows, lift.from) => {}
                        _ => break,
                    }
                }
            }
        }
        Landed::End { bonus: false }
    }

    /// A sowing of many laps goes on: whether it has come round, or is too long.
    #[inline(always)]
    fn go_on(&self, board: &mut KernelBoard<W::Row>, sowing: &mut KernelSowing<W::Row>, changed: bool) -> AfterLap {
        let laps = sowing.laps;
        let now = (sowing.rows, sowing.lift);
        sowing.changes += u32::from(changed);
        // What is captured seldom comes back to be captured again.
        let is_new = changed & (sowing.changes < MOST_CHANGES);
        if sowing.kept.1.from == now.1.from && !is_new & (laps > COMPARED_FROM) && sowing.kept == now {
            self.endless(board);
            return AfterLap::Landed;
        }
        // Nothing comes back to a lap of captured seeds but another capture.
        let goes_back = self.kernel.reversible & (sowing.changes < MOST_CHANGES);
        let due = if goes_back { !sowing.kept.1.is_whole } else { laps.is_power_of_two() };
        if is_new | due | (laps == COMPARED_FROM) {
            sowing.kept = now;
        }
        if laps >= self.kernel.bound {
            self.endless(board);
            return AfterLap::Landed;
        }
        if laps.is_multiple_of(LAPS_BETWEEN_CHECKS) { self.check_length(board, laps) } else { AfterLap::On }
    }

    #[cold]
    #[inline(never)]
    fn check_length(&self, board: &mut KernelBoard<W::Row>, laps: u32) -> AfterLap {
        if laps >= MOST_LAPS {
            return AfterLap::TooLong;
        }
        if self.engine.interrupted() {
            self.endless(board);
            return AfterLap::Landed;
        }
        AfterLap::On
    }

    /// The lines of `lift` take effect; returns whether seeds are left to be sown.
    #[inline(never)]
    fn act_at_lift(&self, board: &KernelBoard<W::Row>, sowing: &mut KernelSowing<W::Row>) -> bool {
        let mut state = self.state(&KernelBoard { rows: sowing.rows, ..*board });
        let (turn_origin, _) = self.engine.lifted_by(state.to_move, self.code(board, sowing.code as u8));
        let lift = &mut sowing.lift;
        let lane = turn_lane::<W::Row>(lift.from as usize, state.to_move);
        self.engine.act_at_lift(&mut state, turn_origin, lane, Way::BOTH[lift.way as usize & 1]);
        sowing.rows = self.node(&state, 0).rows;
        if lift.is_whole {
            lift.hand = held(sowing.rows.own, sowing.rows.other, lift.from as usize).into();
        }
        lift.hand > 0
    }

    /// A move has landed for the last time: the turn passes on, and the moves that follow are found.
    #[inline(always)]
    fn land(&self, board: &mut KernelBoard<W::Row>, rows: Rows<W::Row>, code: u32, bonus: bool) -> AfterLap {
        let kernel = self.kernel;
        let pass = u64::from(bonus).wrapping_sub(1);
        let change = rows.own.zip(rows.other, |own, other| (own ^ other) & pass);
        let mut next = Rows {
            own: rows.own.zip(change, |word, change| word ^ change),
            other: rows.other.zip(change, |word, change| word ^ change),
            ..rows
        };
        if S::MARKS && !bonus {
            (next.mine, next.theirs) = (turn_lanes::<W::Row>(rows.theirs, true), turn_lanes::<W::Row>(rows.mine, true));
        }
        let north = board.north ^ pass & 1;
        let quiet = has_seeds(next.own)
            & has_seeds(next.other)
            & (stored(next.own) <= kernel.quiet[0])
            & (stored(next.other) <= kernel.quiet[1]);
        let moves = if S::PLAIN { occupied(next.own) } else { self.quiet_moves(&next, north) };
        if quiet & (moves != 0) {
            board.rows = next;
            (board.moves, board.north) = (moves, north);
            board.ply += 1;
        } else if !S::PLAIN || bonus || !self.end(board, next, north) {
            self.examine(board, rows, code, bonus, quiet);
        }
        AfterLap::Landed
    }

    /// The turn has passed on, and a row may have no seeds: whether that decides what follows.
    #[inline(never)]
    fn end(&self, board: &mut KernelBoard<W::Row>, next: Rows<W::Row>, north: u64) -> bool {
        let kernel = self.kernel;
        let stores = [stored(next.own), stored(next.other)];
        let idle = !has_seeds(next.own);
        if (stores[0] > kernel.quiet[0]) | (stores[1] > kernel.quiet[1]) | (!idle & has_seeds(next.other)) {
            return false;
        }
        let mut rows = next;
        let mut moves = 0;
        match kernel.ends[usize::from(!idle)] {
            RowEnd::Examined => return false,
            RowEnd::GoesOn => moves = occupied(next.own),
            RowEnd::Over { crosses, outcomes } => {
                let left = [sum(pits(next.own)), sum(pits(next.other))];
                let [own, other] = if crosses { [left[1], left[0]] } else { left };
                let mut empty = [W::Row::default(); 2];
                let totals = [stores[0] + u64::from(own), stores[1] + u64::from(other)];
                for (row, total) in empty.iter_mut().zip(totals) {
                    row.as_mut()[W::Row::WORDS - 1] = total << 56;
                }
                (rows.own, rows.other) = (empty[0], empty[1]);
                let [south, norths] = if north == 1 { [totals[1], totals[0]] } else { totals };
                let more = if south == norths { 0 } else { 1 + usize::from(norths > south) };
                board.over = outcomes[north as usize & 1][more];
            }
        }
        board.rows = rows;
        (board.moves, board.north) = (moves, north);
        board.ply += 1;
        true
    }

    /// The moves while nothing but moving is to be examined; none if more is, or they are asked for.
    #[inline(always)]
    fn quiet_moves(&self, rows: &Rows<W::Row>, north: u64) -> MoveMask {
        let kernel = self.kernel;
        let lanes = match kernel.lifts {
            Lifts::OwnHalf => occupied(rows.own),
            Lifts::ByMark => {
                let [bare, mine, theirs] = kernel.may[north as usize & 1];
                let may = !(rows.mine | rows.theirs) & bare | rows.mine & mine | rows.theirs & theirs;
                (occupied(rows.own) | occupied(rows.other) << W::Row::LANES) & may
            }
            Lifts::Asked | Lifts::Examined => return 0,
        };
        if !kernel.codes.two_ways {
            return lanes;
        }
        let [onward, back] = kernel.sown[north as usize & 1];
        spread_bits(lanes & onward) | spread_bits(lanes & back) << 1
    }

    /// A move has landed, and more than moving is to be examined.
    #[inline(never)]
    fn examine(&self, board: &mut KernelBoard<W::Row>, rows: Rows<W::Row>, code: u32, bonus: bool, quiet: bool) {
        let mut state = self.state(&KernelBoard { rows, ..*board });
        let mover = state.to_move;
        if quiet && self.kernel.lifts == Lifts::Asked {
            state.ply = state.ply.saturating_add(1);
            state.to_move = if bonus { mover } else { mover.other() };
            let moves = self.engine.asked_moves(&state);
            if moves != 0 {
                *board = self.node(&state, moves);
                return;
            }
        }
        let was = self.state(board);
        (state.to_move, state.ply) = (was.to_move, was.ply);
        let moves = self.engine.land_otherwise(&mut state, &was, self.code(board, code as u8), bonus);
        *board = self.node(&state, moves);
    }

    /// The walk plays the move, from the position before it.
    #[cold]
    #[inline(never)]
    fn walk(&self, board: &mut KernelBoard<W::Row>, code: u32) -> AfterLap {
        let mut state = self.state(board);
        let moves = self.engine.play_interpreted(&mut state, self.code(board, code as u8));
        *board = self.node(&state, moves);
        AfterLap::Walked
    }

    /// A sowing has no end.
    #[cold]
    #[inline(never)]
    fn endless(&self, board: &mut KernelBoard<W::Row>) {
        let mut state = self.state(board);
        let moves = self.engine.after_endless(&mut state);
        *board = self.node(&state, moves);
    }
}

impl<R: RowWords> KernelSowing<R> {
    /// Laps so far.
    pub fn laps(&self) -> u32 {
        self.laps
    }
}

impl<R: RowWords> Landings<R> {
    /// The entry of a landing. `here` is the number of seeds in the landing pit.
    #[inline(always)]
    fn effect<S: KernelShape>(&self, rows: &Rows<R>, place: &Place, here: u8, about: u32) -> &Effect<R> {
        let mut answers = if S::PLAIN { 0 } else { about as u8 };
        answers |= if here > 1 { self.occupied } else { 0 };
        for column in 0..if S::PLAIN { 1 } else { 4 } {
            if column < self.held_used {
                answers |= self.held[column][usize::from(held(rows.own, rows.other, place.held[column].into()))];
            }
        }
        if S::MARKS {
            for column in 0..2 {
                if column < self.marked_used {
                    let lane = place.marked[column];
                    let marks = rows.mine >> lane & 1 | (rows.theirs >> lane & 1) << 1;
                    answers |= self.marked[column][marks as usize];
                }
            }
        }
        let entry = usize::from(place.entries) + usize::from(answers);
        &self.effects[if S::PLAIN { entry } else { self.numbers[entry].into() }]
    }
}

impl<R: RowWords> Effect<R> {
    /// Changes the board after a lap that began in `origin`, where these seeds are taken; returns how many they are.
    #[inline(always)]
    fn change<S: KernelShape>(&self, rows: &mut Rows<R>, [own, other]: [R; 2], origin: u32) -> u8 {
        let taken = sum(own.zip(other, u64::wrapping_add));
        let gain = |row: R, taken: R, add: R| row.zip(taken, |word, taken| word - taken).zip(add, u64::wrapping_add);
        rows.own = gain(rows.own, own, self.add[0]);
        rows.other = gain(rows.other, other, self.add[1]);
        if S::PLAIN {
            rows.own.as_mut()[R::WORDS - 1] += u64::from(taken) << 56;
        } else if self.to == NOBODY {
            rows.out += u64::from(taken);
        } else {
            let to = if self.to == LAP_ORIGIN { origin as usize } else { self.to.into() };
            put(&mut rows.own, &mut rows.other, to, taken);
        }
        if S::MARKS {
            let keep = !self.unmark;
            rows.mine = rows.mine & keep | self.mine;
            rows.theirs = rows.theirs & keep | self.theirs;
        }
        taken
    }

    /// The seeds that it takes.
    #[inline(always)]
    fn taken(&self, rows: &Rows<R>) -> [R; 2] {
        let take = |row: R, take: R| row.zip(take, |word, take| word & take);
        [take(rows.own, self.take[0]), take(rows.other, self.take[1])]
    }

    /// Changes the board; returns whether a pit is another one now.
    fn changes<S: KernelShape>(&self, rows: &mut Rows<R>, origin: u32) -> bool {
        let was = *rows;
        self.change::<S>(rows, self.taken(rows), origin);
        let seen = |rows: &Rows<R>| (pits(rows.own), pits(rows.other), rows.mine, rows.theirs);
        seen(rows) != seen(&was)
    }
}

/// What has to be the same for a board to come again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelKey<R> {
    own: R,
    /// With the player to move in the place of the store.
    other: R,
    marks: [u64; 2],
}

impl<R: RowWords> RepetitionKey for KernelKey<R> {
    #[inline(always)]
    fn hash(&self) -> u64 {
        let add = |hash: u64, number: usize, word: u64| hash.wrapping_add(word.wrapping_mul(FACTORS[number]));
        let hash = self.own.fold(0, add);
        self.other.fold(hash, |hash, number, word| add(hash, R::WORDS + number, word))
    }

    #[inline(always)]
    fn to_move(&self) -> Side {
        Side::BOTH[(stored(self.other) & 1) as usize]
    }
}

impl<W: Width> Kernel<W> {
    /// A mask of moves as the other player sees it, if North is to move: from an engine's mask or to one.
    #[inline(always)]
    fn turned(&self, moves: MoveMask, north: bool) -> MoveMask {
        if north && self.codes.half > 0 { turn_bits(moves, self.codes.half) } else { moves }
    }
}

/// Exchanges two halves of so many bits.
#[inline(always)]
fn turn_bits(bits: u64, half: u32) -> u64 {
    (bits >> half | bits << half) & (u64::MAX >> (64 - 2 * half))
}

/// The words of all lanes as two rows: a player's own, and the other one.
#[inline]
fn rows_seen<W: Width>(words: W::Words, mover: Side) -> [W::Row; 2] {
    let row = |side: Side| W::Row::default().map(|number, _| words.word(W::Row::WORDS * side as usize + number));
    [row(mover), row(mover.other())]
}

/// A set of lanes as the other player sees it, if North is to move.
#[inline(always)]
fn turn_lanes<R: RowWords>(lanes: u64, north: bool) -> u64 {
    if north { turn_bits(lanes, R::LANES as u32) } else { lanes }
}

/// A lane as a player sees it.
fn turn_lane<R: RowWords>(lane: usize, mover: Side) -> usize {
    (lane + R::LANES * mover as usize) % (2 * R::LANES)
}
