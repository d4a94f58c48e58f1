//! Which moves a player has, and why not others.

use arrayvec::ArrayVec;

use super::sow::{Played, Turn};
use super::{History, MOST_PITS, Observer, Pit, Position, Program};
use crate::rules::{ClauseId, EndlessOutcome, Scripted};

/// A decision: which pit to lift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The pit.
    pub pit: Pit,
    /// How many seeds stay there, where the opening allows to leave some; `None` is the usual
    /// lift.
    pub leaving: Option<u8>,
}

/// The moves of a player: a usual lift of each pit, and what the opening adds.
pub type Moves = ArrayVec<Move, { 2 * MOST_PITS }>;

/// How a move is lifted.
pub(super) struct Lifted {
    /// The clause that allows it.
    pub allowed: ClauseId,
    /// How many seeds stay.
    pub leave: u8,
    /// The clause that says so.
    pub by: Option<ClauseId>,
}

/// Why a move cannot be played. The position is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayError {
    /// The round is over.
    Over,
    /// The board has no such pit.
    NoSuchPit,
    /// The pit holds no seed.
    Empty(Pit),
    /// The pit is not one from which a move may start.
    Guard(Pit, ClauseId),
    /// The pit holds no more seeds than would stay there.
    TooFew(Pit, ClauseId),
    /// The opening demands another move.
    Scripted(ClauseId),
    /// No line of the opening allows to leave seeds behind.
    NotPartial(Pit),
    /// The sowing would never end, which the game forbids.
    Endless(Pit, Option<ClauseId>),
}

impl PlayError {
    /// The clause that forbids the move.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            PlayError::Guard(_, clause) | PlayError::TooFew(_, clause) | PlayError::Scripted(clause) => Some(clause),
            PlayError::Endless(_, clause) => clause,
            PlayError::Over | PlayError::NoSuchPit | PlayError::Empty(_) | PlayError::NotPartial(_) => None,
        }
    }
}

impl Program {
    /// The moves of the player to move, in sowing order from his own end; none once the round is
    /// over.
    pub fn legal_moves(&self, position: &Position) -> Moves {
        let mut moves = Moves::new();
        if position.outcome.is_none() {
            self.each_move(position, |m| {
                moves.push(m);
                true
            });
        }
        moves
    }

    /// Whether the player to move has no move.
    pub(super) fn no_move(&self, position: &Position) -> bool {
        let mut found = false;
        self.each_move(position, |_| {
            found = true;
            false
        });
        !found
    }

    /// Visits the legal moves until told to stop.
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move) -> bool) {
        for pit in self.pits_from(position.to_move) {
            let usual = Move { pit, leaving: None };
            if self.check(position, usual).is_ok() && !visit(usual) {
                return;
            }
            for scripted in self.scripted(position) {
                let partial = Move { pit, leaving: Some(scripted.leaving) };
                let named = scripted.leaving > 0
                    && scripted.pits.iter().any(|&number| self.pit(position.to_move, number) == pit);
                if named && self.check(position, partial).is_ok() && !visit(partial) {
                    return;
                }
            }
        }
    }

    /// The lines of the opening that speak of this move.
    fn scripted(&self, position: &Position) -> impl Iterator<Item = &Scripted> {
        self.opening.iter().filter(move |scripted| scripted.ply == position.ply + 1)
    }

    /// The line of the opening that names this move.
    fn named(&self, position: &Position, m: Move) -> Option<&Scripted> {
        self.scripted(position).find(|scripted| {
            scripted.leaving == m.leaving.unwrap_or(0)
                && scripted.pits.iter().any(|&number| self.pit(position.to_move, number) == m.pit)
        })
    }

    /// Whether a move may be played.
    ///
    /// # Errors
    /// The reason why not, with the clause that forbids it.
    pub fn check(&self, position: &Position, m: Move) -> Result<(), PlayError> {
        if position.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if m.pit.0 >= 2 * self.row {
            return Err(PlayError::NoSuchPit);
        }
        let seeds = position.seeds[m.pit.index()];
        if seeds == 0 {
            return Err(PlayError::Empty(m.pit));
        }
        let named = self.named(position, m);
        match (named, m.leaving) {
            (None, Some(_)) => return Err(PlayError::NotPartial(m.pit)),
            (Some(scripted), Some(leaving)) if seeds <= leaving => {
                return Err(PlayError::TooFew(m.pit, scripted.clause));
            }
            (Some(_), Some(_)) => {}
            (named, None) => {
                if named.is_none()
                    && let Some(forced) = self.scripted(position).find(|scripted| scripted.must)
                {
                    return Err(PlayError::Scripted(forced.clause));
                }
                let turn = Turn::before(self, position, m.pit);
                if named.is_none() && !self.sowing.from.condition.holds(&turn) {
                    return Err(PlayError::Guard(m.pit, self.sowing.from.clause));
                }
                if let Some(lift) = self.sowing.lift.iter().find(|lift| lift.condition.holds(&turn))
                    && seeds <= lift.leave
                {
                    return Err(PlayError::TooFew(m.pit, lift.clause));
                }
            }
        }
        if self.endless.outcome == EndlessOutcome::Illegal
            && matches!(Turn::play(self, position, m, &mut ()), Played::Endless(_))
        {
            return Err(PlayError::Endless(m.pit, self.endless.clause));
        }
        Ok(())
    }

    /// How a move is lifted: the clause that allows it, and how many seeds stay by which clause.
    pub(super) fn lift(&self, turn: &Turn, m: Move) -> Lifted {
        let named = self.named(&turn.position, m);
        let allowed = named.map_or(self.sowing.from.clause, |scripted| scripted.clause);
        if let Some(leaving) = m.leaving {
            return Lifted { allowed, leave: leaving, by: Some(allowed) };
        }
        match self.sowing.lift.iter().find(|lift| lift.condition.holds(turn)) {
            Some(lift) => Lifted { allowed, leave: lift.leave, by: Some(lift.clause) },
            None => Lifted { allowed, leave: 0, by: None },
        }
    }

    /// Plays a move if it is legal, and looks whether the game is over, by repetition too. The
    /// new position is added to the history.
    ///
    /// # Errors
    /// The reason why it is not legal; then nothing has changed.
    pub fn play(
        &self,
        position: &mut Position,
        history: &mut History,
        m: Move,
        observer: &mut impl Observer,
    ) -> Result<(), PlayError> {
        self.check(position, m)?;
        self.play_unchecked(position, m, observer);
        if history.record(position) >= usize::from(self.repetition.times) && position.outcome.is_none() {
            self.end_by_repetition(position, observer);
        }
        Ok(())
    }

    /// Plays a move that is known to be legal; repetition is not looked at.
    pub fn play_unchecked(&self, position: &mut Position, m: Move, observer: &mut impl Observer) {
        let played = Turn::play(self, position, m, observer);
        self.hand_over(position, played, observer);
    }

    /// A pit that a move might start from, as conditions see it.
    pub fn considering(&self, position: &Position, pit: Pit) -> Turn<'_> {
        Turn::before(self, position, pit)
    }
}
