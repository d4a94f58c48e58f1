//! What a line of `land` does to the board, as masks and sums.

use crate::engine::lines::decision_tree::Landing;
use crate::engine::state::State;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{MarkId, Side, Way};

/// What a line does at a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct LineEffect<W: Width> {
    /// Full bytes for the lanes of which all seeds are taken.
    pub take: W::Words,
    /// What every lane gains besides.
    pub add: W::Words,
    /// The lanes that get a mark, by its owner.
    pub mark: [W::Set; 2],
    /// The lanes that lose their mark before that.
    pub unmark: W::Set,
    /// The kind of these marks.
    pub kind: MarkId,
    /// The lane that gets what is taken, [`NOBODY`], or [`LAP_ORIGIN`].
    pub to: u8,
    /// The lane that the next lap is lifted from, or [`LAP_ORIGIN`].
    pub next: u8,
    /// The way of the next lap.
    pub way: Way,
    pub then: AfterLine,
}

/// As a lane: that in which the lap began.
pub(crate) const LAP_ORIGIN: u8 = u8::MAX;
/// As a lane: none, the seeds leave the game.
pub(crate) const NOBODY: u8 = u8::MAX - 1;

/// As a line: the first that fits, whichever it is.
pub(crate) const ANY_LINE: u8 = u8::MAX;

/// How a move goes on after a line. What those before [`AfterLine::Run`] do to the board is said by masks and sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AfterLine {
    /// It ends.
    End,
    /// It ends, and the mover moves once more.
    Bonus,
    /// The landing pit is lifted, and nothing else happens.
    Relay,
    /// A lane is lifted, if it holds seeds.
    Lift,
    /// What is taken is sown on, if anything is.
    Resow,
    /// The line captures from one pit to the next.
    Run,
    /// The walk follows the line of the number `next`, or finds it first, see [`ANY_LINE`].
    Line,
}

/// The lap that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NextLap {
    pub lane: usize,
    /// How many of its seeds are sown on after a capture; 0 for all that it holds.
    pub sown_on: u8,
    pub way: Way,
}

/// How a move goes on after a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterLanding {
    End { bonus: bool },
    Lap(NextLap),
}

impl<W: Width> LineEffect<W> {
    /// Nothing but how the move goes on.
    pub fn only(then: AfterLine) -> Self {
        let (words, set) = (W::Words::default(), W::Set::EMPTY);
        let (to, next, way) = (NOBODY, 0, Way::Onward);
        LineEffect { take: words, add: words, mark: [set; 2], unmark: set, kind: MarkId(0), to, next, way, then }
    }

    /// Gives seeds that were taken to whom they are due.
    #[inline(always)]
    pub fn give(&self, state: &mut State<W>, seeds: u8, origin: usize) {
        let lane = match self.to {
            NOBODY => {
                state.out = state.out.wrapping_add(seeds);
                return;
            }
            LAP_ORIGIN => origin,
            lane => lane.into(),
        };
        state.put(lane, seeds);
    }

    /// Changes the board after a lap that began in `origin`, and says how the move goes on.
    #[inline(always)]
    pub fn apply(&self, state: &mut State<W>, origin: usize) -> AfterLanding {
        let taken = state.take_and_add(self.take, self.add);
        self.give(state, taken, origin);
        self.change_marks(state);
        self.goes_on(state, taken, origin)
    }

    #[inline(always)]
    pub fn change_marks(&self, state: &mut State<W>) {
        let ([south, north], [to_south, to_north]) = (state.marks, self.mark);
        state.marks = [south & !self.unmark | to_south, north & !self.unmark | to_north];
        if W::RARE && !self.unmark.is_empty() {
            state.set_kinds(self.unmark, to_south | to_north, self.kind);
        }
    }

    /// How the move goes on after `taken` seeds have been taken.
    #[inline(always)]
    pub fn goes_on(&self, state: &State<W>, taken: u8, origin: usize) -> AfterLanding {
        let lane = if self.next == LAP_ORIGIN { origin } else { self.next.into() };
        let lap = NextLap { lane, sown_on: 0, way: self.way };
        match self.then {
            AfterLine::Bonus => AfterLanding::End { bonus: true },
            AfterLine::Relay => AfterLanding::Lap(lap),
            AfterLine::Lift if state.held_in(lane) > 0 => AfterLanding::Lap(lap),
            AfterLine::Resow if taken > 0 => AfterLanding::Lap(NextLap { sown_on: taken, ..lap }),
            AfterLine::End | AfterLine::Lift | AfterLine::Resow => AfterLanding::End { bonus: false },
            AfterLine::Run | AfterLine::Line => unreachable!("masks do not say what it does"),
        }
    }
}

/// What the lines of `land` do, by the place of the landing and the line, whatever lies on the board.
#[derive(Debug, Clone)]
pub(crate) struct LineEffects<W: Width> {
    pub effects: Vec<LineEffect<W>>,
    pub numbers: Vec<u16>,
    pub lines: usize,
}

impl<W: Width> LineEffects<W> {
    /// What a line does at a landing.
    #[inline]
    pub fn at(&self, way: Way, mover: Side, here: usize, line: usize) -> &LineEffect<W> {
        let place = Landing { way, mover, here }.number::<W>();
        &self.effects[usize::from(self.numbers[place * self.lines + line])]
    }
}
