//! Sowing: the seeds in hand go one by one into the pits that follow.
//!
//! A *lap* is one handful, from the lift to its last seed. The last pit is the *landing*; what
//! happens there is the business of `landing`: capture, mark, stop, or lift again
//! for a *relay* lap.
//!
//! A relay can go round for ever. Sowing is deterministic, so it does exactly when the state of the
//! turn (seeds, marks, and the pit to be lifted) comes again. Brent's algorithm (R. P. Brent, An
//! improved Monte Carlo factorization algorithm, BIT 20 (1980), 176-184) finds that with one state
//! kept for comparison.

use super::event::{Event, Observer};
use super::landing::Decision;
use super::{Move, Pit, Position, Program};
use crate::rules::{Condition, PitView, Place, Scene, Side, Step, Whose};

/// A move being made: the board as it is now, and what conditions can ask of the moment.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    pub(super) program: &'a Program,
    /// The board now.
    pub position: Position,
    /// Where the last seed fell, or the pit in question.
    pub here: Pit,
    /// Seeds in `here` before the last seed fell.
    pub before: u8,
    pub(super) lap_origin: Pit,
    pub(super) turn_origin: Pit,
    pub(super) last_seed: bool,
    /// A bit for each pit that a seed of this lap has fallen into.
    pub(super) sown: u64,
    /// Laps begun.
    pub laps: u32,
}

/// How a move went.
#[derive(Debug, Clone, Copy)]
pub(super) enum Played {
    /// To its end.
    Done(Position),
    /// To its end, and the mover moves once more.
    Bonus(Position),
    /// It has no end; the position is the one at which it might be stopped.
    Endless(Position),
}

impl<'a> Turn<'a> {
    /// A pit in question before anything has moved.
    pub(super) fn before(program: &'a Program, position: &Position, pit: Pit) -> Self {
        Turn {
            program,
            position: *position,
            here: pit,
            before: position.seeds[pit.index()],
            lap_origin: pit,
            turn_origin: pit,
            last_seed: false,
            sown: 0,
            laps: 0,
        }
    }

    /// The player whose move it is.
    pub fn mover(&self) -> Side {
        self.position.to_move
    }

    /// Plays a legal move to its end, or finds that it has none.
    pub(super) fn play(program: &'a Program, position: &Position, m: Move, observer: &mut impl Observer) -> Played {
        let mut turn = Turn::before(program, position, m.pit);
        let mut decision = turn.first_lap(m, observer);
        let mut kept = turn;
        let mut room = 1;
        loop {
            let (pit, clause) = match decision {
                Decision::Stop => return Played::Done(turn.position),
                Decision::Bonus => return Played::Bonus(turn.position),
                Decision::Relay(pit, clause) => (pit, clause),
            };
            let recurs = turn.laps > 1 && turn.here == kept.here && turn.position.same_board(&kept.position);
            let beyond = program.endless.bound.is_some_and(|bound| turn.laps >= u32::from(bound));
            if recurs || beyond {
                observer.event(Event::Endless { laps: turn.laps, clause: program.endless.clause });
                let length = turn.laps - kept.laps;
                return Played::Endless(if recurs {
                    Self::first_to_recur(program, position, m, length)
                } else {
                    turn.position
                });
            }
            if turn.laps == kept.laps + room {
                kept = turn;
                room *= 2;
            }
            decision = turn.lap(pit, 0, clause, observer);
        }
    }

    /// The board at the first landing that comes again, in a move that comes round after so many
    /// laps.
    fn first_to_recur(program: &Program, position: &Position, m: Move, length: u32) -> Position {
        let mut behind = Turn::before(program, position, m.pit);
        let mut ahead = behind;
        let (mut behind_decides, mut ahead_decides) = (behind.first_lap(m, &mut ()), ahead.first_lap(m, &mut ()));
        let next = |turn: &mut Turn, decision: Decision| match decision {
            Decision::Relay(pit, clause) => turn.lap(pit, 0, clause, &mut ()),
            Decision::Stop | Decision::Bonus => unreachable!("a move that comes round does not end"),
        };
        for _ in 0..length {
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        while behind.here != ahead.here || !behind.position.same_board(&ahead.position) {
            behind_decides = next(&mut behind, behind_decides);
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        behind.position
    }

    /// The lap that the player chose.
    fn first_lap(&mut self, m: Move, observer: &mut impl Observer) -> Decision {
        let lifted = self.program.lift(self, m);
        if let Some(clause) = lifted.by {
            observer.event(Event::Leave { pit: m.pit, seeds: lifted.leave, clause });
        }
        self.lap(m.pit, lifted.leave, lifted.allowed, observer)
    }

    /// One lap, from the lift to what the landing decides.
    fn lap(&mut self, from: Pit, leave: u8, clause: crate::rules::ClauseId, observer: &mut impl Observer) -> Decision {
        let hand = self.position.seeds[from.index()] - leave;
        self.position.seeds[from.index()] = leave;
        self.lap_origin = from;
        self.sown = 0;
        self.laps += 1;
        observer.event(Event::Lift { pit: from, seeds: hand, lap: self.laps, clause });
        self.here = from;
        for left in (0..hand).rev() {
            let pit = self.following(self.here, observer);
            self.here = pit;
            self.before = self.position.seeds[pit.index()];
            self.position.seeds[pit.index()] += 1;
            self.sown |= 1 << pit.0;
            self.last_seed = left == 0;
            observer.event(Event::Drop { pit, seeds: self.before + 1, clause: self.program.sowing.clause });
            if !self.program.drop.is_empty() {
                self.dropped(observer);
            }
        }
        observer.landed(self);
        self.land(observer)
    }

    /// Where the next seed falls. If every pit is to be skipped, none is.
    fn following(&self, pit: Pit, observer: &mut impl Observer) -> Pit {
        let all = 2 * self.program.row;
        let step = |pit: Pit| Pit(if pit.0 + 1 == all { 0 } else { pit.0 + 1 });
        let mut next = step(pit);
        if self.position.closed == 0 && self.program.sowing.skip.is_empty() {
            return next;
        }
        for _ in 0..all {
            match self.skipped(next) {
                None => return next,
                Some(Some(clause)) => observer.event(Event::Skip { pit: next, clause }),
                Some(None) => {}
            }
            next = step(next);
        }
        // No seed falls into a closed pit even then.
        while self.position.is_closed(next) && next != pit {
            next = step(next);
        }
        next
    }

    fn preceding(&self, pit: Pit) -> Pit {
        let all = 2 * self.program.row;
        let step = |pit: Pit| Pit(if pit.0 == 0 { all - 1 } else { pit.0 - 1 });
        let mut previous = step(pit);
        for _ in 0..all {
            if self.skipped(previous).is_none() {
                return previous;
            }
            previous = step(previous);
        }
        while self.position.is_closed(previous) && previous != pit {
            previous = step(previous);
        }
        previous
    }

    /// Whether sowing passes over a pit, and which clause says so; a closed pit needs none.
    fn skipped(&self, pit: Pit) -> Option<Option<crate::rules::ClauseId>> {
        if self.position.is_closed(pit) {
            return Some(None);
        }
        if self.program.sowing.skip.is_empty() {
            return None;
        }
        let scene = Turn { here: pit, before: self.position.seeds[pit.index()], ..*self };
        self.program.sowing.skip.iter().find(|skip| skip.condition.holds(&scene)).map(|skip| Some(skip.clause))
    }

    /// The pit that a path leads to from `here`.
    pub fn at(&self, path: &[Step]) -> Pit {
        path.iter().fold(self.here, |pit, step| match step {
            Step::Opposite => self.program.opposite(pit),
            Step::Next => self.following(pit, &mut ()),
            Step::Previous => self.preceding(pit),
        })
    }

    pub(super) fn whose(&self, side: Side) -> Whose {
        if side == self.mover() { Whose::Own } else { Whose::Opponent }
    }

    fn view(&self, pit: Pit) -> PitView {
        let seeds = u16::from(self.position.seeds[pit.index()]);
        PitView {
            row: self.whose(self.program.side(pit)),
            mark: self.position.marks[pit.index()].map(|mark| (mark.kind, self.whose(mark.owner))),
            seeds,
            before: if pit == self.here { self.before.into() } else { seeds },
            closed: self.position.is_closed(pit),
            lap_origin: pit == self.lap_origin,
            turn_origin: pit == self.turn_origin,
        }
    }
}

impl Program {
    /// A player as the mover sees him.
    pub(super) fn side_of(mover: Side, whose: Whose) -> Side {
        match whose {
            Whose::Own => mover,
            Whose::Opponent => mover.other(),
        }
    }

    /// The seeds in a row, a store, or on the board.
    pub(super) fn seeds_in(&self, position: &Position, mover: Side, place: &Place) -> u16 {
        match place {
            Place::Row(whose) => {
                self.row_of(Self::side_of(mover, *whose)).map(|pit| u16::from(position.seeds[pit.index()])).sum()
            }
            Place::Store(whose) => position.captured[Self::side_of(mover, *whose)],
            Place::Board => position.on_board(),
            Place::Pit(_) => unreachable!("a pit is asked for as a pit"),
        }
    }
}

impl Scene for Turn<'_> {
    fn pit(&self, path: &[Step]) -> PitView {
        self.view(self.at(path))
    }

    fn seeds(&self, place: &Place) -> u16 {
        self.program.seeds_in(&self.position, self.mover(), place)
    }

    fn no_move(&self) -> bool {
        false
    }

    fn last_seed(&self) -> bool {
        self.last_seed
    }

    fn first_lap_ends(&self, condition: &Condition) -> bool {
        let mut lap = *self;
        let leave = self.program.lift(self, Move { pit: self.here, leaving: None }).leave;
        let hand = self.position.seeds[self.here.index()].saturating_sub(leave);
        lap.position.seeds[self.here.index()] -= hand;
        for _ in 0..hand {
            lap.here = lap.following(lap.here, &mut ());
            lap.before = lap.position.seeds[lap.here.index()];
            lap.position.seeds[lap.here.index()] += 1;
        }
        condition.holds(&lap)
    }
}
