//! Which moves a player has, and why not others.

use smallvec::SmallVec;

use super::sow::{Moment, Played, Seen, Turn};
use super::{Choices, History, Observer, Options, Pit, Position, Program};
use crate::rules::{ClauseId, Condition, EndlessOutcome, Guarded, Kept, Lift, Lifting, Scripted, Way, WayLine};

/// A decision: which pit to lift, and what is chosen on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The pit.
    pub pit: Pit,
    /// How many seeds stay there, where the opening allows to leave some; `None` is the usual
    /// lift.
    pub leaving: Option<u8>,
    /// Which way, where the mover chooses.
    pub way: Option<Way>,
    /// What the mover decides while he moves.
    pub choices: Choices,
}

impl Move {
    /// The board is turned instead.
    pub const SWAP: Move = Move::lifting(Pit(u8::MAX));

    /// The usual lift of a pit.
    pub const fn lifting(pit: Pit) -> Move {
        Move { pit, leaving: None, way: None, choices: Choices::NONE }
    }
}

/// The moves of a player. They touch the heap only where a game lets the mover decide much.
pub type Moves = SmallVec<[Move; 24]>;

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
    /// Other moves come first.
    Preferred(Pit, ClauseId),
    /// The pit holds no more seeds than would stay there.
    TooFew(Pit, ClauseId),
    /// Not so many seeds may be lifted.
    NotSoMany(Pit, ClauseId),
    /// The opening demands another move.
    Scripted(ClauseId),
    /// No line allows to leave seeds behind.
    NotPartial(Pit),
    /// No line of the opening allows to turn the board now.
    NoSwap,
    /// The mover has to say which way.
    WhichWay(Pit),
    /// The way is not the mover's to choose.
    OneWay(Pit),
    /// The mover has to decide something more.
    Undecided(Move, Options),
    /// One of the mover's decisions is none that he has.
    NoSuchChoice(Move, Option<Options>),
    /// The sowing would never end, which the game forbids.
    Endless(Pit, Option<ClauseId>),
}

impl PlayError {
    /// The clause that forbids the move.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            PlayError::Guard(_, clause)
            | PlayError::Preferred(_, clause)
            | PlayError::TooFew(_, clause)
            | PlayError::NotSoMany(_, clause)
            | PlayError::Scripted(clause) => Some(clause),
            PlayError::Endless(_, clause) => clause,
            PlayError::Over
            | PlayError::NoSuchPit
            | PlayError::Empty(_)
            | PlayError::NotPartial(_)
            | PlayError::NoSwap
            | PlayError::WhichWay(_)
            | PlayError::OneWay(_)
            | PlayError::Undecided(..)
            | PlayError::NoSuchChoice(..) => None,
        }
    }
}

impl Program {
    /// The moves of the player to move, in sowing order from his own end; none once the round is
    /// over.
    pub fn legal_moves(&self, position: &Position) -> Moves {
        if position.outcome.is_some() {
            return Moves::new();
        }
        let mut moves = self.candidates(position);
        for line in &self.sowing.prefer {
            self.keep_first(position, line, &mut moves);
        }
        moves
    }

    /// The moves that may be made if none comes before another.
    fn candidates(&self, position: &Position) -> Moves {
        let mut moves = Moves::new();
        self.each_move(position, &mut |m| {
            moves.push(m);
            true
        });
        moves
    }

    /// Keeps the moves that come first by a line, or all if it puts none first.
    fn keep_first(&self, position: &Position, line: &Guarded, moves: &mut Moves) {
        let holds = |m: &Move| self.is_such(position, *m, &line.condition);
        let first: Moves = moves.iter().copied().filter(holds).collect();
        if !first.is_empty() {
            *moves = first;
        }
    }

    /// Whether this is true of a move, before it is made.
    fn is_such(&self, position: &Position, m: Move, condition: &Condition) -> bool {
        if m == Move::SWAP {
            return false;
        }
        let moment = self.moment_before(position, m);
        condition.holds(&Seen::of(self, position, &moment))
    }

    /// A move in question before anything has moved.
    pub(super) fn moment_before(&self, position: &Position, m: Move) -> Moment {
        let way = m.way.or_else(|| self.way_of(position, m)).unwrap_or(Way::Onward);
        Moment::before(position, m, way)
    }

    /// Whether the player to move has no move.
    pub(super) fn no_move(&self, position: &Position) -> bool {
        let mut found = false;
        self.each_move(position, &mut |_| {
            found = true;
            false
        });
        !found
    }

    /// Visits the moves that may be made, but for those that others come before, until told to stop.
    fn each_move(&self, position: &Position, visit: &mut impl FnMut(Move) -> bool) -> bool {
        // Where moves start in the mover's row only, no other pit need be looked at.
        let pits = if self.any_row { 2 * self.row } else { self.row };
        for pit in self.pits_from(position.to_move).take(pits.into()) {
            if position.seeds[pit.index()] == 0 {
                continue;
            }
            if !self.each_number(position, pit, visit) {
                return false;
            }
            for scripted in self.scripted(position) {
                let partial = Move { leaving: Some(scripted.leaving), ..Move::lifting(pit) };
                let named = scripted.leaving > 0
                    && scripted.pits.iter().any(|&number| self.pit(position.to_move, number) == pit);
                if named && !self.each_of(position, partial, visit) {
                    return false;
                }
            }
        }
        let store = Pit::store(position.to_move);
        if self.from_store && position.held(store) > 0 && !self.each_number(position, store, visit) {
            return false;
        }
        !self.may_swap(position) || visit(Move::SWAP)
    }

    /// Visits the moves that lift a pit or the store, by how many seeds they lift, the most first.
    fn each_number(&self, position: &Position, pit: Pit, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let all = Move::lifting(pit);
        if !self.each_of(position, all, visit) {
            return false;
        }
        if !self.partial {
            return true;
        }
        let moment = self.moment_before(position, all);
        let Some(line) = self.lift_line(&Seen::of(self, position, &moment)) else { return true };
        let held = position.held(pit);
        let some = (1..held).filter(|&leaving| line.seeds.lets(held - leaving, leaving));
        some.map(|leaving| Move { leaving: Some(leaving), ..all }).all(|m| self.each_of(position, m, visit))
    }

    /// The line that says how many seeds are lifted.
    fn lift_line(&self, scene: &Seen) -> Option<&Lift> {
        self.sowing.lift.iter().find(|lift| lift.condition.holds(scene))
    }

    /// Visits the moves that lift a pit so, by their ways and decisions.
    fn each_of(&self, position: &Position, m: Move, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let ways: &[Option<Way>] = match self.way_of(position, m) {
            Some(_) => &[None],
            None => &[Some(Way::Onward), Some(Way::Back)],
        };
        ways.iter().all(|&way| {
            let m = Move { way, ..m };
            if self.decides {
                self.each_choice(position, m, visit)
            } else {
                self.check_one(position, m).is_err() || visit(m)
            }
        })
    }

    /// Visits the moves that begin with these decisions.
    fn each_choice(&self, position: &Position, m: Move, visit: &mut impl FnMut(Move) -> bool) -> bool {
        match self.check_one(position, m) {
            Ok(()) => visit(m),
            Err(PlayError::Undecided(_, options)) => options.iter().all(|choice| {
                let mut further = m;
                !further.choices.push(choice) || self.each_choice(position, further, visit)
            }),
            Err(_) => true,
        }
    }

    /// The lines of the opening that speak of this move.
    fn scripted(&self, position: &Position) -> impl Iterator<Item = &Scripted> {
        self.opening.iter().filter(move |scripted| scripted.ply == position.ply.saturating_add(1))
    }

    /// Whether the board may be turned now.
    fn may_swap(&self, position: &Position) -> bool {
        self.swaps.iter().any(|swap| swap.ply == position.ply.saturating_add(1))
    }

    /// The line of the opening that names this move.
    fn named(&self, position: &Position, m: Move) -> Option<&Scripted> {
        self.scripted(position).find(|scripted| {
            scripted.leaving == m.leaving.unwrap_or(0)
                && scripted.pits.iter().any(|&number| self.pit(position.to_move, number) == m.pit)
        })
    }

    /// The way in which a pit is sown; `None` if the mover chooses.
    pub(super) fn way_of(&self, position: &Position, m: Move) -> Option<Way> {
        if let [only] = &self.sowing.ways[..]
            && only.way.is_some()
        {
            return only.way;
        }
        let moment = Moment::before(position, m, Way::Onward);
        let line = self.way_line(&Seen::of(self, position, &moment));
        let (mover, other) = (position.to_move, position.to_move.other());
        let bound = || match self.sowing.kept? {
            Kept::Each => position.ways[mover],
            Kept::Same => position.ways[mover].or(position.ways[other]),
            Kept::Opposite => position.ways[mover].or(position.ways[other].map(Way::other)),
        };
        line.way.or_else(bound)
    }

    /// The line that says which way a pit is sown.
    pub(super) fn way_line(&self, scene: &Seen) -> &WayLine {
        let line = self.sowing.ways.iter().find(|line| line.condition.holds(scene));
        line.expect("the last line fits every pit")
    }

    /// Whether a move may be played.
    ///
    /// # Errors
    /// The reason why not, with the clause that forbids it.
    pub fn check(&self, position: &Position, m: Move) -> Result<(), PlayError> {
        if position.outcome.is_some() {
            return Err(PlayError::Over);
        }
        if m == Move::SWAP {
            return if self.may_swap(position) { Ok(()) } else { Err(PlayError::NoSwap) };
        }
        if m.pit.0 >= 2 * self.row && !(self.from_store && m.pit == Pit::store(position.to_move)) {
            return Err(PlayError::NoSuchPit);
        }
        self.check_one(position, m)?;
        if self.sowing.prefer.is_empty() {
            return Ok(());
        }
        let mut moves = self.candidates(position);
        for line in &self.sowing.prefer {
            self.keep_first(position, line, &mut moves);
            if !moves.contains(&m) {
                return Err(PlayError::Preferred(m.pit, line.clause));
            }
        }
        Ok(())
    }

    /// Whether a move may be played if no other comes before it.
    fn check_one(&self, position: &Position, m: Move) -> Result<(), PlayError> {
        let seeds = position.held(m.pit);
        if seeds == 0 {
            return Err(PlayError::Empty(m.pit));
        }
        let named = self.named(position, m);
        if let (None, None, Some(forced)) = (named, m.leaving, self.scripted(position).find(|scripted| scripted.must)) {
            return Err(PlayError::Scripted(forced.clause));
        }
        match (named, m.leaving) {
            (None, Some(_)) if !self.partial => return Err(PlayError::NotPartial(m.pit)),
            (Some(scripted), Some(leaving)) if seeds <= leaving => {
                return Err(PlayError::TooFew(m.pit, scripted.clause));
            }
            _ => {}
        }
        if !self.one_ring || m.way.is_some() {
            match (self.way_of(position, m), m.way) {
                (None, None) => return Err(PlayError::WhichWay(m.pit)),
                (Some(_), Some(_)) => return Err(PlayError::OneWay(m.pit)),
                _ => {}
            }
        }
        let moment = self.moment_before(position, m);
        let scene = Seen::of(self, position, &moment);
        let line = if named.is_some() && m.leaving.is_some() { None } else { self.lift_line(&scene) };
        match (line.map(|line| (&line.seeds, line.clause)), m.leaving) {
            (Some((&Lifting::AllBut(leave), clause)), None) if seeds <= leave => {
                return Err(PlayError::TooFew(m.pit, clause));
            }
            (Some((Lifting::Chosen { .. }, clause)), Some(leaving)) if seeds <= leaving => {
                return Err(PlayError::TooFew(m.pit, clause));
            }
            (Some((chosen @ Lifting::Chosen { .. }, clause)), leaving)
                if !chosen.lets(seeds - leaving.unwrap_or(0), leaving.unwrap_or(0)) =>
            {
                return Err(PlayError::NotSoMany(m.pit, clause));
            }
            (None | Some((Lifting::AllBut(_), _)), Some(_)) if named.is_none() => {
                return Err(PlayError::NotPartial(m.pit));
            }
            _ => {}
        }
        if self.decides || !m.choices.is_empty() {
            let mut turn = Turn::before(self, position, m);
            match turn.play(&mut ()) {
                Played::Asks(options) if turn.decided() < m.choices.len() => {
                    let so_far = Move { choices: m.choices.first(turn.decided()), ..m };
                    return Err(PlayError::NoSuchChoice(so_far, Some(options)));
                }
                Played::Asks(options) => return Err(PlayError::Undecided(m, options)),
                _ if turn.decided() < m.choices.len() => return Err(PlayError::NoSuchChoice(m, None)),
                _ => {}
            }
        }
        if named.is_none() && !self.sowing.from.condition.holds(&scene) {
            return Err(PlayError::Guard(m.pit, self.sowing.from.clause));
        }
        if self.endless.outcome == EndlessOutcome::Illegal
            && matches!(Turn::before(self, position, m).play(&mut ()), Played::Endless(_))
        {
            return Err(PlayError::Endless(m.pit, self.endless.clause));
        }
        Ok(())
    }

    /// How a move is lifted: the clause that allows it, and how many seeds stay by which clause.
    pub(super) fn lift(&self, scene: &Seen, position: &Position, m: Move) -> Lifted {
        let named = self.named(position, m);
        let allowed = named.map_or(self.sowing.from.clause, |scripted| scripted.clause);
        if let (Some(leaving), Some(scripted)) = (m.leaving, named) {
            return Lifted { allowed, leave: leaving, by: Some(scripted.clause) };
        }
        let line = self.lift_line(scene);
        let leave = match line.map(|line| &line.seeds) {
            Some(Lifting::AllBut(leave)) => *leave,
            Some(Lifting::Chosen { .. }) | None => m.leaving.unwrap_or(0),
        };
        Lifted { allowed, leave, by: line.map(|line| line.clause) }
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
        self.play_legal(position, history, m, observer);
        Ok(())
    }

    /// The same for a move that is known to be legal.
    pub fn play_legal(&self, position: &mut Position, history: &mut History, m: Move, observer: &mut impl Observer) {
        self.play_unchecked(position, m, observer);
        if history.record(position) >= usize::from(self.repetition.times) && position.outcome.is_none() {
            self.end_by_repetition(position, observer);
        }
    }

    /// Plays a move that is known to be legal; repetition is not looked at.
    pub fn play_unchecked(&self, position: &mut Position, m: Move, observer: &mut impl Observer) {
        if m == Move::SWAP {
            self.swap(position, observer);
            return;
        }
        let chosen = self.sowing.kept.and(m.way);
        let mut turn = Turn::before(self, position, m);
        let played = turn.play(observer);
        self.hand_over(position, played, &turn, chosen, observer);
    }

    /// A move that might be made, as conditions see the board before it.
    pub fn considering(&self, position: &Position, m: Move) -> Turn<'_> {
        Turn::before(self, position, m)
    }
}
