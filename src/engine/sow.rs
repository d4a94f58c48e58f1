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
use super::{Choice, MOST_CHOICES, Move, Options, Pit, Position, Program};
use crate::rules::{ClauseId, Condition, PitView, Place, Scene, Side, Step, Stores, Way, Whose};

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
    m: Move,
    pub(super) way: Way,
    pub(super) lap_origin: Pit,
    pub(super) turn_origin: Pit,
    pub(super) chosen: Option<Pit>,
    /// How many of the move's decisions have been asked for.
    decided: usize,
    pub(super) last_seed: bool,
    /// Seeds with which the lap was sown.
    hand: u8,
    /// A bit for each pit that a seed of this lap has fallen into.
    pub(super) sown: u64,
    /// A bit for each pit that a seed of this move has fallen into.
    reached: u64,
    /// What the mover has captured.
    pub(super) captured: u16,
    /// The board when the last seed of the last lap had fallen, and what the mover had captured till
    /// then, if captures may be undone.
    pub(super) fallen: (Position, u16),
    /// Laps begun.
    pub laps: u32,
}

/// How a move went.
#[derive(Debug, Clone, Copy)]
pub(super) enum Played {
    /// To its end.
    Done,
    /// To its end, and the mover moves once more.
    Bonus,
    /// It has no end; the position is the one at which it might be stopped.
    Endless(Position),
    /// The mover has to decide something that the move does not say.
    Asks(Options),
}

impl<'a> Turn<'a> {
    /// A move in question before anything has moved.
    pub(super) fn before(program: &'a Program, position: &Position, m: Move) -> Self {
        let way = m.way.or_else(|| program.way_of(position, m)).unwrap_or(Way::Onward);
        Turn::at(program, position, m, way)
    }

    /// A move in question that would be sown so.
    pub(super) fn at(program: &'a Program, position: &Position, m: Move, way: Way) -> Self {
        Turn {
            program,
            position: *position,
            here: m.pit,
            before: position.seeds[m.pit.index()],
            m,
            way,
            lap_origin: m.pit,
            turn_origin: m.pit,
            chosen: None,
            decided: 0,
            last_seed: false,
            hand: 0,
            sown: 0,
            reached: 0,
            captured: 0,
            fallen: (*position, 0),
            laps: 0,
        }
    }

    /// The player whose move it is.
    pub fn mover(&self) -> Side {
        self.position.to_move
    }

    /// How many of the move's decisions have been asked for.
    pub(super) fn decided(&self) -> usize {
        self.decided
    }

    /// The mover's next decision; the options, if the move does not say it or says what is none of
    /// them.
    pub(super) fn decide(&mut self, options: Options) -> Result<Choice, Options> {
        if self.decided >= MOST_CHOICES {
            let first = options.iter().find(|choice| *choice != Choice::Yes);
            return first.ok_or(options);
        }
        let choice = self.m.choices.get(self.decided).filter(|&choice| options.has(choice)).ok_or(options)?;
        self.decided += 1;
        Ok(choice)
    }

    /// Plays a legal move to its end, or finds that it has none.
    pub(super) fn play(
        program: &'a Program,
        position: &Position,
        m: Move,
        observer: &mut impl Observer,
    ) -> (Played, Self) {
        let mut turn = Turn::before(program, position, m);
        if program.sowing.ways.len() > 1 || m.way.is_some() {
            observer.event(Event::Way { way: turn.way, clause: program.way_line(&turn).clause });
        }
        let mut decision = turn.first_lap(m, observer);
        let mut kept = turn;
        let mut room = 1;
        loop {
            let (pit, clause) = match decision {
                Decision::Stop => return (turn.finish(Played::Done, observer), turn),
                Decision::Bonus => return (turn.finish(Played::Bonus, observer), turn),
                Decision::Asks(options) => return (Played::Asks(options), turn),
                Decision::Relay(pit, clause) => (pit, clause),
            };
            let recurs = turn.laps > 1 && turn.comes_again(&kept);
            let beyond = program.endless.bound.is_some_and(|bound| turn.laps >= u32::from(bound));
            if recurs || beyond {
                observer.event(Event::Endless { laps: turn.laps, clause: program.endless.clause });
                let length = turn.laps - kept.laps;
                let stopped = if recurs { Self::first_to_recur(program, position, m, length) } else { turn.position };
                return (Played::Endless(stopped), turn);
            }
            if turn.laps == kept.laps + room {
                kept = turn;
                room *= 2;
            }
            decision = turn.lap(pit, 0, clause, observer);
        }
    }

    /// Whether the move is where it was: then it goes on as it did.
    fn comes_again(&self, earlier: &Self) -> bool {
        self.here == earlier.here
            && self.way == earlier.way
            && self.reached == earlier.reached
            && self.position.same_board(&earlier.position)
    }

    /// The board at the first landing that comes again, in a move that comes round after so many
    /// laps.
    fn first_to_recur(program: &Program, position: &Position, m: Move, length: u32) -> Position {
        let mut behind = Turn::before(program, position, m);
        let mut ahead = behind;
        let (mut behind_decides, mut ahead_decides) = (behind.first_lap(m, &mut ()), ahead.first_lap(m, &mut ()));
        let next = |turn: &mut Turn, decision: Decision| match decision {
            Decision::Relay(pit, clause) => turn.lap(pit, 0, clause, &mut ()),
            Decision::Stop | Decision::Bonus | Decision::Asks(_) => {
                unreachable!("a move that comes round does not end")
            }
        };
        for _ in 0..length {
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        while !behind.comes_again(&ahead) {
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
    fn lap(&mut self, from: Pit, leave: u8, clause: ClauseId, observer: &mut impl Observer) -> Decision {
        self.lap_origin = from;
        self.laps += 1;
        if !self.program.lift.is_empty() {
            (self.here, self.before) = (from, self.position.seeds[from.index()]);
            self.lifting(observer);
        }
        self.hand = self.position.seeds[from.index()].saturating_sub(leave);
        self.position.seeds[from.index()] -= self.hand;
        observer.event(Event::Lift { pit: from, seeds: self.hand, lap: self.laps, clause });
        self.sow(from, observer);
        if self.program.undoes {
            self.fallen = (self.position, self.captured);
        }
        if self.hand == 0 {
            return Decision::Stop;
        }
        observer.landed(self);
        self.land(observer)
    }

    /// The seeds in hand fall, one after the other or several at once.
    fn sow(&mut self, from: Pit, observer: &mut impl Observer) {
        self.sown = 0;
        self.here = from;
        let mut left = self.hand;
        while left > 0 {
            let pit = self.following(self.here, observer);
            let (several, by) = self.falling(pit);
            let seeds = several.min(left);
            left -= seeds;
            self.here = pit;
            self.before = self.position.held(pit);
            self.position.put(pit, seeds);
            self.sown |= 1 << pit.0;
            self.reached |= 1 << pit.0;
            self.last_seed = left == 0;
            let clause = match self.program.sowing.stores_by {
                Some(stores_by) if pit.store_of().is_some() => stores_by,
                _ => by,
            };
            observer.event(Event::Drop { pit, seeds: self.before + seeds, fell: seeds, clause });
            if !self.program.drop.is_empty() && pit.store_of().is_none() {
                self.dropped(observer);
            }
        }
    }

    /// How many seeds fall into a pit at once, if there are so many, and which clause says so.
    fn falling(&self, pit: Pit) -> (u8, ClauseId) {
        let sowing = &self.program.sowing;
        let line = match &sowing.several[..] {
            [] => None,
            several => several.iter().find(|line| line.condition.holds(&self.seen(pit))),
        };
        line.map_or((1, sowing.clause), |line| (line.seeds, line.clause))
    }

    /// Where the next seed falls. If every pit is to be skipped, none is; but no seed falls into a
    /// closed pit even then.
    fn following(&self, pit: Pit, observer: &mut impl Observer) -> Pit {
        let mut next = self.neighbour(pit, self.way);
        if self.position.closed == 0 && self.program.sowing.skip.is_empty() {
            return next;
        }
        for _ in 0..2 * self.program.row + 2 {
            match self.skipped(next) {
                None => return next,
                Some(Some(clause)) => observer.event(Event::Skip { pit: next, clause }),
                Some(None) => {}
            }
            next = self.neighbour(next, self.way);
        }
        self.beside(pit, self.way)
    }

    /// The pit beside another one, over closed ones.
    fn beside(&self, pit: Pit, way: Way) -> Pit {
        let mut beside = self.neighbour(pit, way);
        while self.position.is_closed(beside) && beside != pit {
            beside = self.neighbour(beside, way);
        }
        beside
    }

    /// The next pit or store one way.
    fn neighbour(&self, pit: Pit, way: Way) -> Pit {
        let row = self.program.row;
        if self.program.one_ring {
            return match way {
                Way::Onward if pit.0 + 1 == 2 * row => Pit(0),
                Way::Onward => Pit(pit.0 + 1),
                Way::Back if pit.0 == 0 => Pit(2 * row - 1),
                Way::Back => Pit(pit.0 - 1),
            };
        }
        let sowing = &self.program.sowing;
        let side = self.program.side(pit);
        let next_row = if sowing.within { side } else { side.other() };
        // A player's store lies behind the last pit of his row.
        let has_store = |side: Side| match sowing.stores {
            Stores::Neither => false,
            Stores::Own => side == self.mover(),
            Stores::Both => true,
        };
        let last = |side: Side| self.program.pit(side, row - 1);
        match (way, pit.store_of()) {
            (Way::Onward, Some(_)) => self.program.pit(next_row, 0),
            (Way::Onward, None) if pit != last(side) => Pit(pit.0 + 1),
            (Way::Onward, None) if has_store(side) => Pit::store(side),
            (Way::Onward, None) => self.program.pit(next_row, 0),
            (Way::Back, Some(_)) => last(side),
            (Way::Back, None) if pit != self.program.pit(side, 0) => Pit(pit.0 - 1),
            (Way::Back, None) if has_store(next_row) => Pit::store(next_row),
            (Way::Back, None) => last(next_row),
        }
    }

    /// Whether sowing passes over a pit, and which clause says so; a closed pit needs none.
    fn skipped(&self, pit: Pit) -> Option<Option<ClauseId>> {
        if pit.store_of().is_some() {
            return None;
        }
        if self.position.is_closed(pit) {
            return Some(None);
        }
        if self.program.sowing.skip.is_empty() {
            return None;
        }
        let scene = self.seen(pit);
        self.program.sowing.skip.iter().find(|skip| skip.condition.holds(&scene)).map(|skip| Some(skip.clause))
    }

    /// The pit that a path leads to from `here`.
    pub fn at_path(&self, path: &[Step]) -> Pit {
        self.seen_here().at(path)
    }

    pub(super) fn whose(&self, side: Side) -> Whose {
        if side == self.mover() { Whose::Own } else { Whose::Opponent }
    }

    /// The moment as it is seen from a pit.
    pub(super) fn seen(&self, here: Pit) -> Seen<'_, 'a> {
        Seen { turn: self, here, before: self.position.held(here) }
    }

    fn seen_here(&self) -> Seen<'_, 'a> {
        Seen { turn: self, here: self.here, before: self.before }
    }

    /// All pits of the board.
    pub(super) fn pits(&self) -> impl Iterator<Item = Pit> + use<> {
        (0..2 * self.program.row).map(Pit)
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
                let owned = self.owned(position, Self::side_of(mover, *whose));
                owned.map(|pit| u16::from(position.seeds[pit.index()])).sum()
            }
            Place::Store(whose) => position.captured[Self::side_of(mover, *whose)],
            Place::Board => position.on_board(),
            Place::Points(_) => unreachable!("the checker lets only a match ask for points"),
            Place::Pit(_) => unreachable!("a pit is asked for as a pit"),
        }
    }
}

/// A moment of a move as it is seen from a pit, which is `here`.
#[derive(Clone, Copy)]
pub(super) struct Seen<'t, 'a> {
    turn: &'t Turn<'a>,
    here: Pit,
    before: u8,
}

impl Seen<'_, '_> {
    fn at(&self, path: &[Step]) -> Pit {
        let turn = self.turn;
        path.iter().fold(self.here, |pit, step| match step {
            Step::Opposite => turn.program.opposite(pit),
            Step::Next => turn.beside(pit, turn.way),
            Step::Previous => turn.beside(pit, turn.way.other()),
            Step::Mirror => turn.program.mirrored_pit(pit),
            Step::Chosen => turn.chosen.unwrap_or(pit),
            Step::LapOrigin => turn.lap_origin,
            Step::TurnOrigin => turn.turn_origin,
            Step::LastOrigin => turn.position.last.map_or(pit, |(origin, _)| origin),
            Step::LastLanding => turn.position.last.map_or(pit, |(_, landing)| landing),
        })
    }

    fn view(&self, pit: Pit) -> PitView {
        let turn = self.turn;
        let seeds = u16::from(turn.position.held(pit));
        let row = turn.whose(turn.program.owner(&turn.position, pit));
        let store = pit.store_of().is_some();
        let mark = if store { None } else { turn.position.marks[pit.index()] };
        PitView {
            row,
            store,
            number: if pit.0 >= turn.program.row { pit.0 - turn.program.row } else { pit.0 },
            mark: mark.map(|mark| (mark.kind, turn.whose(mark.owner))),
            seeds,
            before: if pit == self.here { self.before.into() } else { seeds },
            closed: turn.position.is_closed(pit),
            lap_origin: pit == turn.lap_origin,
            turn_origin: pit == turn.turn_origin,
            last_origin: turn.position.last.is_some_and(|(origin, _)| origin == pit),
            last_landing: turn.position.last.is_some_and(|(_, landing)| landing == pit),
            sown: turn.sown >> pit.0 & 1 == 1,
            reached: turn.reached >> pit.0 & 1 == 1,
        }
    }

    /// Whether this is true of the pit in which the first lap from `here` would end.
    fn first_lap_ends(&self, condition: &Condition) -> bool {
        let mut lap = *self.turn;
        lap.here = self.here;
        let leave = lap.program.lift(&lap, lap.m).leave;
        lap.hand = lap.position.seeds[lap.here.index()].saturating_sub(leave);
        lap.position.seeds[lap.here.index()] -= lap.hand;
        let mut left = lap.hand;
        while left > 0 {
            let pit = lap.following(lap.here, &mut ());
            let seeds = lap.falling(pit).0.min(left);
            left -= seeds;
            lap.here = pit;
            lap.before = lap.position.held(pit);
            lap.position.put(pit, seeds);
        }
        condition.holds(&lap)
    }
}

impl Scene for Seen<'_, '_> {
    fn pit(&self, path: &[Step]) -> PitView {
        self.view(self.at(path))
    }

    fn seeds(&self, place: &Place) -> u16 {
        match place {
            Place::Pit(path) => self.turn.position.held(self.at(path)).into(),
            place => self.turn.program.seeds_in(&self.turn.position, self.turn.mover(), place),
        }
    }

    fn in_all(&self, condition: &Condition) -> bool {
        let turn = self.turn;
        match condition {
            Condition::LastSeed => turn.last_seed,
            Condition::FirstLapEnds(condition) => self.first_lap_ends(condition),
            Condition::Exists(condition) => turn.pits().any(|pit| condition.holds(&turn.seen(pit))),
            Condition::MoveNumber(amount) => amount.contains(turn.position.ply + 1),
            Condition::FirstLap => turn.laps == 1,
            Condition::LapOf(amount) => amount.contains(turn.hand.into()),
            Condition::AfterMove(condition) => match Turn::play(turn.program, &turn.position, turn.m, &mut ()) {
                (Played::Done | Played::Bonus, after) => condition.holds(&after),
                (Played::Endless(_) | Played::Asks(_), _) => false,
            },
            Condition::Captured(amount) => amount.contains(turn.captured),
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one), self.seeds(other)),
            _ => false,
        }
    }
}

impl Scene for Turn<'_> {
    fn pit(&self, path: &[Step]) -> PitView {
        self.seen_here().pit(path)
    }

    fn seeds(&self, place: &Place) -> u16 {
        self.seen_here().seeds(place)
    }

    fn in_all(&self, condition: &Condition) -> bool {
        self.seen_here().in_all(condition)
    }
}
