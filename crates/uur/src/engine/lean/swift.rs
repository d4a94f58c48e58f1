//! The short way through a move, for games whose laps are ready and whose lines of `land` are looked
//! up.
//!
//! While both rows have seeds, most lines of most games cannot fit; so one look tells that a move was
//! like most, and only the others are looked at line by line.

use super::laps::Lap;
use super::packed::add;
use super::play::{Decision, Moment, by_marks};
use super::table::{Captures, First, Line, StoreLines, Swift};
use super::walk::{WALKED_FROM, Walk};
use super::{Laps, Lean, Packed};
use crate::rules::Side;

/// How moves are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// One lap is sown, and one look tells what its landing does.
    OneLap,
    /// Lap after lap is sown, and one look tells what each landing does.
    Laps,
    /// Every rule is looked at.
    Steps,
}

/// What is to be looked at after most moves: both rows have seeds, and the player to move has a move.
#[derive(Debug, Clone)]
pub(super) struct Calm {
    /// Which pits may be lifted then.
    pub lifts: Lifts,
    /// Lines of the end that may fit even then.
    pub busy: Option<StoreLines>,
}

/// Which pits with seeds may be lifted while both rows have seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifts {
    /// All in the mover's row.
    OwnRow,
    /// Those in the masks, see [`Lean::by_mark`].
    ByMark([u64; 3]),
    /// That depends on more.
    Asked,
}

/// How the moves of a game are played, chosen once and not for every move.
pub trait Play<const N: usize>: Copy {
    /// The machine of the game.
    fn lean(&self) -> &Lean<N>;

    /// Makes a position what it is after a legal move out of another one, and looks whether the round is
    /// over; repetition is not looked at. Gives a bit for the lane of each legal move there; none once the
    /// round is over.
    ///
    /// # Errors
    ///
    /// A sowing of many laps is not walked to its end, but given back, to be walked on with
    /// [`Lean::walk`] or [`Lean::walk_together`].
    fn play_or_walk(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> Result<u64, Box<Walk<N>>>;

    /// The same, but every sowing is walked to its end.
    #[inline(always)]
    fn play(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> u64 {
        match self.play_or_walk(was, packed, lane) {
            Ok(moves) => moves,
            Err(walk) => self.lean().walk_out(packed, walk),
        }
    }
}

/// The ways in which moves are played, one of which is a game's.
#[derive(Debug, Clone, Copy)]
pub enum Paced<'a, const N: usize> {
    /// One lap is sown, and one look tells what its landing does.
    OneLap(OneLap<'a, N>),
    /// Lap after lap is sown, and one look tells what each landing does.
    ManyLaps(ManyLaps<'a, N>),
    /// Every rule is looked at.
    InSteps(InSteps<'a, N>),
}

/// Plays moves of one lap.
#[derive(Debug, Clone, Copy)]
pub struct OneLap<'a, const N: usize>(Ready<'a, N>);

/// Plays moves lap after lap.
#[derive(Debug, Clone, Copy)]
pub struct ManyLaps<'a, const N: usize>(Ready<'a, N>);

/// Plays moves with every rule looked at.
#[derive(Debug, Clone, Copy)]
pub struct InSteps<'a, const N: usize>(&'a Lean<N>);

/// What is looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ready<'a, const N: usize> {
    pub lean: &'a Lean<N>,
    laps: &'a Laps<N>,
    land: Swift<'a>,
}

impl<const N: usize> Play<N> for InSteps<'_, N> {
    fn lean(&self) -> &Lean<N> {
        self.0
    }

    #[inline(always)]
    fn play_or_walk(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> Result<u64, Box<Walk<N>>> {
        *packed = *was;
        Ok(self.0.play_in_steps(packed, lane))
    }
}

impl<const N: usize> Play<N> for OneLap<'_, N> {
    fn lean(&self) -> &Lean<N> {
        self.0.lean
    }

    #[inline(always)]
    fn play_or_walk(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> Result<u64, Box<Walk<N>>> {
        let Ready { lean, laps, land } = self.0;
        *packed = *was;
        let hand = packed.held(lane);
        let lap = laps.get(packed.to_move, lane, hand);
        add(&mut packed.seeds, &lap.gain);
        let before = packed.held(lap.near.here.into()).wrapping_sub(1);
        let bonus = match land.first(&lap.near, packed, before) {
            First::End { bonus } => bonus,
            First::Relay => false,
            First::Line(line) => {
                let told = Told { lap, hand, lap_origin: lane, turn_origin: lane, reached: lap.sown };
                matches!(lean.line(line, packed, &told), Decision::Bonus)
            }
        };
        Ok(lean.landed(packed, was, lane, bonus))
    }
}

impl<const N: usize> Play<N> for ManyLaps<'_, N> {
    fn lean(&self) -> &Lean<N> {
        self.0.lean
    }

    #[inline(always)]
    fn play_or_walk(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> Result<u64, Box<Walk<N>>> {
        let lean = self.0.lean;
        *packed = *was;
        let mut unmarked = lean.unmarked(packed);
        let (mut from, mut reached) = (lane, 0);
        for _ in 0..WALKED_FROM {
            let bonus = match self.0.lap(packed, unmarked, lane, from, &mut reached) {
                Landed::Relay(pit) => {
                    from = pit;
                    continue;
                }
                Landed::Changed(pit) => {
                    from = pit;
                    unmarked = lean.unmarked(packed);
                    continue;
                }
                Landed::End { bonus } => bonus,
            };
            return Ok(lean.landed(packed, was, lane, bonus));
        }
        Err(Walk::begun(*was, lane, *packed, from, reached, lean.undoable))
    }
}

impl<const N: usize> Ready<'_, N> {
    /// One lap, and what its landing does.
    #[inline(always)]
    pub fn lap(&self, packed: &mut Packed<N>, unmarked: u64, lane: usize, from: usize, reached: &mut u64) -> Landed {
        let hand = packed.held(from);
        let lap = self.laps.get(packed.to_move, from, hand);
        add(&mut packed.seeds, &lap.gain);
        *reached |= lap.sown;
        let here = usize::from(lap.near.here);
        let before = packed.held(here).wrapping_sub(1);
        if self.land.goes_on() & (before > 0) & (unmarked >> here & 1 == 1) {
            return Landed::Relay(here);
        }
        match self.land.first(&lap.near, packed, before) {
            First::End { bonus } => Landed::End { bonus },
            First::Relay if self.lean.pits >> here & 1 == 1 => Landed::Relay(here),
            First::Relay => Landed::End { bonus: false },
            First::Line(line) => {
                let told = Told { lap, hand, lap_origin: from, turn_origin: lane, reached: *reached };
                match self.lean.line(line, packed, &told) {
                    Decision::Relay(pit) => Landed::Changed(pit),
                    Decision::Stop => Landed::End { bonus: false },
                    Decision::Bonus => Landed::End { bonus: true },
                }
            }
        }
    }
}

impl<const N: usize> Lean<N> {
    /// How the game is played.
    pub fn paced(&self) -> Paced<'_, N> {
        match (self.pace, self.ready()) {
            (Pace::OneLap, Some(ready)) => Paced::OneLap(OneLap(ready)),
            (Pace::Laps, Some(ready)) => Paced::ManyLaps(ManyLaps(ready)),
            _ => Paced::InSteps(InSteps(self)),
        }
    }

    pub(super) fn ready(&self) -> Option<Ready<'_, N>> {
        Some(Ready { lean: self, laps: self.laps.as_ref()?, land: self.land.swift()? })
    }

    /// Makes a position what it is after a legal move out of another one, see [`Play::play`]. Where many
    /// moves are played, [`Lean::paced`] is to be asked once for all of them.
    pub fn play(&self, was: &Packed<N>, packed: &mut Packed<N>, lane: usize) -> u64 {
        match self.paced() {
            Paced::OneLap(pace) => pace.play(was, packed, lane),
            Paced::ManyLaps(pace) => pace.play(was, packed, lane),
            Paced::InSteps(pace) => pace.play(was, packed, lane),
        }
    }

    /// A line of `land` that was looked up does its work.
    #[inline(never)]
    fn line(&self, line: u8, packed: &mut Packed<N>, told: &Told<N>) -> Decision {
        let here = usize::from(told.lap.near.here);
        let line = &self.land.lines[usize::from(line)];
        if let (Some(captures), Some(table)) = (&line.captures, self.land.swift())
            && self.pits >> here & 1 == 1
        {
            self.capture(line, captures, table, packed, here, told.lap.sown);
            return if captures.bonus { Decision::Bonus } else { Decision::Stop };
        }
        let mut moment = Moment {
            here,
            before: packed.held(here).wrapping_sub(1),
            lap_origin: told.lap_origin,
            turn_origin: told.turn_origin,
            hand: told.hand,
            // Nothing that is looked up asks for these.
            captured: 0,
            laps: 0,
            last_seed: true,
            sown: told.lap.sown,
            reached: told.reached,
        };
        self.follow(line, packed, &mut moment, None)
    }

    /// A line that captures does so at the landing, and further on as long as it fits.
    #[inline(always)]
    fn capture(
        &self,
        line: &Line,
        captures: &Captures,
        table: Swift,
        packed: &mut Packed<N>,
        landing: usize,
        sown: u64,
    ) {
        let mut left = 0;
        let mut here = landing;
        while captures.take(packed, here) > 0 {
            let Some((along, most)) = &captures.along else { return };
            here = along.to(here, packed.to_move);
            left += 1;
            // As if the last seed had fallen here.
            let before = packed.held(here).saturating_sub((sown >> here & 1) as u8);
            // Once round the board is enough; the landing itself may come to be passed over.
            let far = left > u32::from(*most) || left > self.pits.count_ones() + 1;
            if far || here == landing || !table.fits(line, packed, here, before) {
                return;
            }
        }
    }

    pub(super) fn unmarked(&self, packed: &Packed<N>) -> u64 {
        self.pits & !(packed.marks[0] | packed.marks[1])
    }

    /// A move has landed, and the next turn begins.
    #[inline(always)]
    pub(super) fn landed(&self, packed: &mut Packed<N>, was: &Packed<N>, lane: usize, bonus: bool) -> u64 {
        packed.ply = packed.ply.saturating_add(1);
        packed.to_move = if (packed.to_move == Side::South) == bonus { Side::South } else { Side::North };
        let moves = self.calm_moves(packed);
        if moves != 0 { moves } else { self.landed_otherwise(packed, was, lane, bonus) }
    }

    /// The moves, if nothing but moving is to be done; none if more is to be looked at.
    #[inline(always)]
    fn calm_moves(&self, packed: &Packed<N>) -> u64 {
        let Some(calm) = &self.calm else { return 0 };
        let [own, other] = [packed.to_move, packed.to_move.other()];
        let lively = packed.has_seeds(own) & packed.has_seeds(other);
        if !lively || calm.busy.as_ref().is_some_and(|lines| lines.fit(packed)) {
            return 0;
        }
        match calm.lifts {
            Lifts::OwnRow => packed.occupied_row(own),
            Lifts::ByMark(masks) => by_marks(packed, packed.occupied() & self.lifted[own], masks),
            Lifts::Asked => {
                let occupied = packed.occupied();
                self.asked_for(packed, occupied & self.lifted[own], occupied)
            }
        }
    }

    #[inline(never)]
    fn landed_otherwise(&self, packed: &mut Packed<N>, was: &Packed<N>, lane: usize, bonus: bool) -> u64 {
        if !self.finish.is_empty() && !self.is_lively(packed.occupied()) {
            *packed = *was;
            return self.play_in_steps(packed, lane);
        }
        packed.to_move = was.to_move;
        packed.ply = was.ply;
        self.next_turn(packed, bonus)
    }
}

impl Captures {
    /// Takes the seeds of its pits, as seen from a pit; gives how many.
    #[inline(always)]
    fn take<const N: usize>(&self, packed: &mut Packed<N>, here: usize) -> u8 {
        let mover = packed.to_move;
        let taken = self.routes.iter().map(|route| packed.take_all(route.to(here, mover))).sum();
        if self.removes {
            packed.out += taken
        } else {
            packed.put(Packed::<N>::store(mover), taken)
        }
        taken
    }
}

/// What a line may be told of a lap.
struct Told<'a, const N: usize> {
    lap: &'a Lap<N>,
    hand: u8,
    lap_origin: usize,
    turn_origin: usize,
    reached: u64,
}

/// What a landing comes to.
pub(super) enum Landed {
    /// The sowing goes on with this pit, and nothing else has happened.
    Relay(usize),
    /// It goes on with this pit, after a line has done its work.
    Changed(usize),
    /// It ends; perhaps the mover moves once more.
    End { bonus: bool },
}
