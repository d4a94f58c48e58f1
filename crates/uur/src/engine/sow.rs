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
use super::{Choice, MOST_CHOICES, Mark, Move, Options, Pit, Position, Program};
use crate::rules::{
    ClauseId, Condition, EndlessOutcome, Kind, Outermost, PitView, Place, Scene, Side, Step, Stores, Way, Whose,
};

/// A move being made: the board as it is now, and what conditions can ask of the moment.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    pub(super) program: &'a Program,
    /// The board now.
    pub position: Position,
    pub(super) moment: Moment,
    /// The board when the last seed of the last lap had fallen, and what the mover had captured till
    /// then, if captures may be undone.
    pub(super) fallen: Option<(Position, u16)>,
}

/// What is to be known of a moment of a move besides the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub m: Move,
    /// Where the last seed fell, or the pit in question.
    pub here: Pit,
    /// Seeds in `here` before the last seed fell.
    pub before: u8,
    pub way: Way,
    pub lap_origin: Pit,
    pub turn_origin: Pit,
    pub chosen: Option<Pit>,
    /// How many of the move's decisions have been asked for.
    pub decided: u8,
    pub last_seed: bool,
    /// Seeds with which the lap was sown.
    pub hand: u8,
    /// A bit for each pit that a seed of this lap has fallen into.
    pub sown: u64,
    /// A bit for each pit that a seed of this move has fallen into.
    pub reached: u64,
    /// What the mover has captured.
    pub captured: u16,
    /// Laps begun.
    pub laps: u32,
}

impl Moment {
    /// A move in question before anything has moved.
    pub fn before(position: &Position, m: Move, way: Way) -> Self {
        Moment {
            m,
            here: m.pit,
            before: position.held(m.pit),
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
            laps: 0,
        }
    }
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

/// From this lap on it is looked whether a move goes round: till then a copy of the board costs more
/// than the laps.
const LOOKED_FROM: u32 = 16;

impl<'a> Turn<'a> {
    /// A move in question before anything has moved.
    pub(super) fn before(program: &'a Program, position: &Position, m: Move) -> Self {
        Turn { program, position: *position, moment: program.moment_before(position, m), fallen: None }
    }

    /// The player whose move it is.
    pub fn mover(&self) -> Side {
        self.position.to_move
    }

    /// Where the last seed fell, or the pit in question.
    pub fn here(&self) -> Pit {
        self.moment.here
    }

    /// How many of the move's decisions have been asked for.
    pub(super) fn decided(&self) -> usize {
        self.moment.decided.into()
    }

    /// The mover's next decision; the options, if the move does not say it or says what is none of
    /// them.
    pub(super) fn decide(&mut self, options: Options) -> Result<Choice, Options> {
        if self.decided() >= MOST_CHOICES {
            let first = options.iter().find(|choice| *choice != Choice::Yes);
            return first.ok_or(options);
        }
        let choice = self.moment.m.choices.get(self.decided()).filter(|&choice| options.has(choice)).ok_or(options)?;
        self.moment.decided += 1;
        Ok(choice)
    }

    /// Plays a legal move to its end, or finds that it has none.
    pub(super) fn play(&mut self, observer: &mut impl Observer) -> Played {
        let program = self.program;
        if program.sowing.ways.len() > 1 || self.moment.m.way.is_some() {
            let scene = self.seen_here();
            observer.event(Event::Way { way: self.moment.way, clause: program.way_line(&scene).clause });
        }
        let began = (program.endless.outcome == EndlessOutcome::Stop).then_some(self.position);
        let mut decision = self.first_lap(observer);
        let mut kept: Option<Turn> = None;
        loop {
            let (pit, clause) = match decision {
                Decision::Stop => return self.finish(Played::Done, observer),
                Decision::Bonus => return self.finish(Played::Bonus, observer),
                Decision::Asks(options) => return Played::Asks(options),
                Decision::Relay(pit, clause) => (pit, clause),
            };
            let laps = self.moment.laps;
            let recurs = kept.as_ref().filter(|kept| self.comes_again(kept)).map(|kept| laps - kept.moment.laps);
            let beyond = program.endless.bound.is_some_and(|bound| laps >= u32::from(bound));
            if recurs.is_some() || beyond || observer.gives_up(laps) || program.interrupts(laps.into()) {
                observer.event(Event::Endless { laps, clause: program.endless.clause });
                let stopped = recurs
                    .zip(began)
                    .map(|(length, began)| Self::first_to_recur(program, &began, self.moment.m, length));
                return Played::Endless(stopped.unwrap_or(self.position));
            }
            if laps >= LOOKED_FROM && laps.is_power_of_two() {
                kept = Some(*self);
            }
            decision = self.lap(pit, 0, clause, observer);
        }
    }

    /// Whether the move is where it was: then it goes on as it did.
    fn comes_again(&self, earlier: &Self) -> bool {
        self.moment.here == earlier.moment.here
            && self.moment.way == earlier.moment.way
            && self.moment.reached == earlier.moment.reached
            && self.position.same_board(&earlier.position)
    }

    /// The board at the first landing that comes again, in a move that comes round after so many
    /// laps.
    fn first_to_recur(program: &Program, position: &Position, m: Move, length: u32) -> Position {
        let mut behind = Turn::before(program, position, m);
        let mut ahead = behind;
        let (mut behind_decides, mut ahead_decides) = (behind.first_lap(&mut ()), ahead.first_lap(&mut ()));
        let next = |turn: &mut Turn, decision: Decision| match decision {
            Decision::Relay(pit, clause) => turn.lap(pit, 0, clause, &mut ()),
            Decision::Stop | Decision::Bonus | Decision::Asks(_) => {
                unreachable!("a move that comes round does not end")
            }
        };
        for _ in 0..length {
            ahead_decides = next(&mut ahead, ahead_decides);
            if program.interrupts(ahead.moment.laps.into()) {
                return behind.position;
            }
        }
        while !behind.comes_again(&ahead) && !program.interrupts(behind.moment.laps.into()) {
            behind_decides = next(&mut behind, behind_decides);
            ahead_decides = next(&mut ahead, ahead_decides);
        }
        behind.position
    }

    /// The lap that the player chose.
    fn first_lap(&mut self, observer: &mut impl Observer) -> Decision {
        let m = self.moment.m;
        let lifted = self.program.lift(&self.seen_here(), &self.position, m);
        if let Some(clause) = lifted.by {
            observer.event(Event::Leave { pit: m.pit, seeds: lifted.leave, clause });
        }
        self.lap(m.pit, lifted.leave, lifted.allowed, observer)
    }

    /// One lap, from the lift to what the landing decides.
    fn lap(&mut self, from: Pit, leave: u8, clause: ClauseId, observer: &mut impl Observer) -> Decision {
        self.moment.lap_origin = from;
        self.moment.laps += 1;
        if !self.program.lift.is_empty() {
            (self.moment.here, self.moment.before) = (from, self.position.held(from));
            self.effect(&self.program.lift, observer);
        }
        let hand = self.position.held(from).saturating_sub(leave);
        self.moment.hand = hand;
        self.position.take(from, hand);
        observer.event(Event::Lift { pit: from, seeds: hand, lap: self.moment.laps, clause });
        self.sow(from, observer);
        if self.program.undoes {
            self.fallen = Some((self.position, self.moment.captured));
        }
        if hand == 0 {
            return Decision::Stop;
        }
        observer.landed(self);
        self.land(observer)
    }

    /// The seeds in hand fall, one after the other or several at once.
    fn sow(&mut self, from: Pit, observer: &mut impl Observer) {
        let program = self.program;
        if program.plain && self.position.closed == 0 {
            return self.sow_plainly(from, observer);
        }
        self.moment.sown = 0;
        self.moment.here = from;
        let mut left = self.moment.hand;
        while left > 0 {
            left -= self.fall(left, observer);
            self.moment.last_seed = left == 0;
            if !program.drop.is_empty() && self.moment.here.store_of().is_none() {
                self.effect(&program.drop, observer);
            }
        }
    }

    /// Of so many seeds in hand some fall into the pit that follows; gives how many.
    fn fall(&mut self, left: u8, observer: &mut impl Observer) -> u8 {
        let pit = self.seen_here().following(self.moment.here, observer);
        let (several, by) = self.seen_here().falling(pit);
        let seeds = several.min(left);
        self.moment.here = pit;
        self.moment.before = self.position.held(pit);
        self.position.put(pit, seeds);
        self.moment.sown |= 1 << pit.0;
        self.moment.reached |= 1 << pit.0;
        let clause = match self.program.sowing.stores_by {
            Some(stores_by) if pit.store_of().is_some() => stores_by,
            _ => by,
        };
        observer.event(Event::Drop { pit, seeds: self.moment.before + seeds, fell: seeds, clause });
        seeds
    }

    /// The same where every pit gets one seed after the other, and nothing happens on the way.
    fn sow_plainly(&mut self, from: Pit, observer: &mut impl Observer) {
        let clause = self.program.sowing.clause;
        let all = 2 * self.program.row;
        let mut pit = from.0;
        let mut sown = 0;
        let mut before = 0;
        for _ in 0..self.moment.hand {
            pit = if pit + 1 == all { 0 } else { pit + 1 };
            let seeds = &mut self.position.seeds[usize::from(pit)];
            before = *seeds;
            *seeds += 1;
            sown |= 1 << pit;
            observer.event(Event::Drop { pit: Pit(pit), seeds: before + 1, fell: 1, clause });
        }
        let moment = &mut self.moment;
        (moment.here, moment.before, moment.sown, moment.last_seed) = (Pit(pit), before, sown, true);
        moment.reached |= sown;
    }

    /// The pit that a path leads to from `here`.
    pub fn at_path(&self, path: &[Step]) -> Pit {
        self.seen_here().at(path)
    }

    /// The moment as it is seen from a pit.
    pub(super) fn seen(&self, here: Pit) -> Seen<'_> {
        self.seen_here().moved_to(here)
    }

    pub(super) fn seen_here(&self) -> Seen<'_> {
        Seen::of(self.program, &self.position, &self.moment)
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

    /// The seeds in a player's row, whoever owns its pits.
    pub fn seeds_in_row(&self, position: &Position, side: Side) -> u16 {
        self.row_of(side).map(|pit| u16::from(position.seeds[pit.index()])).sum()
    }

    /// The seeds in all pits that a player owns.
    pub fn seeds_owned(&self, position: &Position, side: Side) -> u16 {
        if position.territory == 0 && self.crossed == 0 {
            let (row, first) = (usize::from(self.row), usize::from(side as u8 * self.row));
            return position.seeds[first..first + row].iter().map(|&seeds| u16::from(seeds)).sum();
        }
        self.owned(position, side).map(|pit| u16::from(position.seeds[pit.index()])).sum()
    }

    /// The seeds in a row, a store, or on the board.
    pub(super) fn seeds_in(&self, position: &Position, mover: Side, place: &Place) -> u16 {
        match place {
            Place::Row(whose) => self.seeds_owned(position, Self::side_of(mover, *whose)),
            Place::Store(whose) => position.captured[Self::side_of(mover, *whose)],
            Place::Marked(whose, kind) => {
                let mark = Some(Mark { kind: *kind, owner: Self::side_of(mover, *whose) });
                let pits = self.pits_from(mover).filter(|pit| position.marks[pit.index()] == mark);
                pits.map(|pit| u16::from(position.seeds[pit.index()])).sum()
            }
            Place::Board => position.on_board(),
            Place::Sum(parts) => parts.iter().map(|part| self.seeds_in(position, mover, part)).sum(),
            Place::Points(_) => unreachable!("the checker lets only a match ask for points"),
            Place::Pit(_) => unreachable!("a pit is asked for as a pit"),
        }
    }
}

/// A moment of a move as it is seen from a pit, which is `here`.
#[derive(Clone, Copy)]
pub(super) struct Seen<'t> {
    program: &'t Program,
    position: &'t Position,
    moment: &'t Moment,
    here: Pit,
    before: u8,
}

impl<'t> Seen<'t> {
    /// A moment as it is seen from its own pit.
    pub fn of(program: &'t Program, position: &'t Position, moment: &'t Moment) -> Self {
        Seen { program, position, moment, here: moment.here, before: moment.before }
    }

    /// The same moment seen from another pit.
    pub(super) fn moved_to(&self, here: Pit) -> Self {
        Seen { here, before: self.position.held(here), ..*self }
    }

    fn whose(&self, side: Side) -> Whose {
        if side == self.position.to_move { Whose::Own } else { Whose::Opponent }
    }

    /// How many seeds fall into a pit at once, if there are so many, and which clause says so.
    fn falling(&self, pit: Pit) -> (u8, ClauseId) {
        let sowing = &self.program.sowing;
        let line = match &sowing.several[..] {
            [] => None,
            several => several.iter().find(|line| line.condition.holds(&self.moved_to(pit))),
        };
        line.map_or((1, sowing.clause), |line| (line.seeds, line.clause))
    }

    /// Where the next seed falls. If every pit is to be skipped, none is; but no seed falls into a
    /// closed pit even then.
    pub(super) fn following(&self, pit: Pit, observer: &mut impl Observer) -> Pit {
        let mut next = self.neighbour(pit, self.moment.way);
        if self.position.closed == 0 && self.program.sowing.skip.is_empty() {
            return next;
        }
        for _ in 0..2 * self.program.row + 2 {
            match self.skipped(next) {
                None => return next,
                Some(Some(clause)) => observer.event(Event::Skip { pit: next, clause }),
                Some(None) => {}
            }
            next = self.neighbour(next, self.moment.way);
        }
        self.beside(pit, self.moment.way)
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
    pub(super) fn neighbour(&self, pit: Pit, way: Way) -> Pit {
        let mut next = self.along(pit, way);
        if self.program.stays_with_owner() {
            let owner = |pit| self.program.owner(self.position, pit);
            while owner(next) != owner(pit) {
                next = self.along(next, way);
            }
        }
        next
    }

    /// The same, whoever owns it.
    fn along(&self, pit: Pit, way: Way) -> Pit {
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
        let other_row = if sowing.within && self.program.crossed == 0 { side } else { side.other() };
        let first = |side: Side| self.program.pit(side, 0);
        let last = |side: Side| self.program.pit(side, row - 1);
        // A player's store lies behind the last pit of his row, or before the first.
        let store_behind = |side: Side, next: Side| {
            let owner = if sowing.stores_before { next } else { side };
            let lies = match sowing.stores {
                Stores::Neither => false,
                Stores::Own => owner == self.position.to_move,
                Stores::Both => true,
            };
            lies.then(|| Pit::store(owner))
        };
        // What is sown out of a store that lies on no way begins with its owner's row.
        let at_first = sowing.stores_before || sowing.stores == Stores::Neither;
        match (way, pit.store_of()) {
            (Way::Onward, Some(_)) => first(if at_first { side } else { other_row }),
            (Way::Onward, None) if pit != last(side) => Pit(pit.0 + 1),
            (Way::Onward, None) => store_behind(side, other_row).unwrap_or(first(other_row)),
            (Way::Back, Some(_)) => last(if sowing.stores_before { other_row } else { side }),
            (Way::Back, None) if pit != first(side) => Pit(pit.0 - 1),
            (Way::Back, None) => store_behind(other_row, side).unwrap_or(last(other_row)),
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
        let scene = self.moved_to(pit);
        self.program.sowing.skip.iter().find(|skip| skip.condition.holds(&scene)).map(|skip| Some(skip.clause))
    }

    pub(super) fn at(&self, path: &[Step]) -> Pit {
        path.iter().fold(self.here, |pit, step| match step {
            Step::Opposite => self.program.opposite(pit),
            Step::Next => self.beside(pit, self.moment.way),
            Step::Previous => self.beside(pit, self.moment.way.other()),
            Step::Mirror => self.program.mirrored_pit(pit),
            Step::Chosen => self.moment.chosen.unwrap_or(pit),
            Step::LapOrigin => self.moment.lap_origin,
            Step::TurnOrigin => self.moment.turn_origin,
            Step::LastOrigin => self.position.last.map_or(pit, |(origin, _)| origin),
            Step::LastLanding => self.position.last.map_or(pit, |(_, landing)| landing),
        })
    }

    fn view(&self, pit: Pit) -> PitView {
        let (position, moment) = (self.position, self.moment);
        let seeds = u16::from(position.held(pit));
        let store = pit.store_of().is_some();
        let mark = if store { None } else { position.marks[pit.index()] };
        PitView {
            row: self.whose(self.program.owner(position, pit)),
            store,
            number: if pit.0 >= self.program.row { pit.0 - self.program.row } else { pit.0 },
            mark: mark.map(|mark| (mark.kind, self.whose(mark.owner))),
            seeds,
            before: if pit == self.here { self.before.into() } else { seeds },
            closed: position.is_closed(pit),
            lap_origin: pit == moment.lap_origin,
            turn_origin: pit == moment.turn_origin,
            last_origin: position.last.is_some_and(|(origin, _)| origin == pit),
            last_landing: position.last.is_some_and(|(_, landing)| landing == pit),
            sown: moment.sown >> pit.0 & 1 == 1,
            reached: moment.reached >> pit.0 & 1 == 1,
        }
    }

    /// Whether this is true of the pit in which the first lap from `here` would end.
    fn first_lap_ends(&self, condition: &Condition) -> bool {
        let mut lap = Turn { program: self.program, position: *self.position, moment: *self.moment, fallen: None };
        lap.moment.here = self.here;
        let leave = self.program.lift(self, self.position, self.moment.m).leave;
        lap.moment.hand = lap.position.held(self.here).saturating_sub(leave);
        lap.position.take(self.here, lap.moment.hand);
        let mut left = lap.moment.hand;
        while left > 0 {
            left -= lap.fall(left, &mut ());
        }
        condition.holds(&lap)
    }

    /// Whether this is true when the whole move has been made.
    fn after_move(&self, condition: &Condition) -> bool {
        let mut turn = Turn { program: self.program, position: *self.position, moment: *self.moment, fallen: None };
        match turn.play(&mut ()) {
            Played::Done | Played::Bonus => condition.holds(&turn),
            Played::Endless(_) | Played::Asks(_) => false,
        }
    }
}

impl Scene for Seen<'_> {
    fn pit(&self, path: &[Step]) -> PitView {
        self.view(self.at(path))
    }

    // What is asked most is answered without looking at all of the pit.
    fn is(&self, path: &[Step], kind: Kind) -> bool {
        let pit = self.at(path);
        let before = || if pit == self.here { self.before } else { self.position.held(pit) };
        match kind {
            Kind::Empty => before() == 0,
            Kind::Occupied => before() > 0,
            Kind::InRow(whose) => {
                pit.store_of().is_none() && self.whose(self.program.owner(self.position, pit)) == whose
            }
            Kind::TurnOrigin => pit == self.moment.turn_origin,
            Kind::LapOrigin => pit == self.moment.lap_origin,
            Kind::Store(whose) => {
                pit.store_of().is_some_and(|side| whose.is_none_or(|whose| whose == self.whose(side)))
            }
            Kind::Marked(kind, whose) => {
                pit.store_of().is_none()
                    && self.position.marks[pit.index()].is_some_and(|mark| {
                        mark.kind == kind && whose.is_none_or(|whose| whose == self.whose(mark.owner))
                    })
            }
            kind => self.view(pit).is(kind),
        }
    }

    fn held(&self, path: &[Step]) -> u16 {
        self.position.held(self.at(path)).into()
    }

    fn seeds(&self, place: &Place) -> u16 {
        match place {
            Place::Pit(path) => self.position.held(self.at(path)).into(),
            Place::Sum(parts) => parts.iter().map(|part| self.seeds(part)).sum(),
            place => self.program.seeds_in(self.position, self.position.to_move, place),
        }
    }

    fn in_all(&self, condition: &Condition) -> bool {
        let moment = self.moment;
        match condition {
            Condition::LastSeed => moment.last_seed,
            Condition::FirstLapEnds(condition) => self.first_lap_ends(condition),
            Condition::Exists(condition) => {
                (0..2 * self.program.row).any(|pit| condition.holds(&self.moved_to(Pit(pit))))
            }
            Condition::MoveNumber(amount) => amount.contains(self.position.ply.saturating_add(1)),
            Condition::FirstLap => moment.laps == 1,
            Condition::LapOf(amount) => amount.contains(moment.hand.into()),
            Condition::AfterMove(condition) => self.after_move(condition),
            Condition::Captured(amount) => amount.contains(moment.captured),
            Condition::Outermost(path, which, such) => {
                let mut pits = self.program.pits_from(self.position.to_move);
                let holds = |pit: &Pit| such.holds(&self.moved_to(*pit));
                let found = match which {
                    Outermost::First => pits.find(holds),
                    Outermost::Last => pits.filter(holds).last(),
                };
                found == Some(self.at(path))
            }
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one), self.seeds(other)),
            _ => false,
        }
    }
}

impl Scene for Turn<'_> {
    fn pit(&self, path: &[Step]) -> PitView {
        self.seen_here().pit(path)
    }

    fn is(&self, path: &[Step], kind: Kind) -> bool {
        self.seen_here().is(path, kind)
    }

    fn held(&self, path: &[Step]) -> u16 {
        self.seen_here().held(path)
    }

    fn seeds(&self, place: &Place) -> u16 {
        self.seen_here().seeds(place)
    }

    fn in_all(&self, condition: &Condition) -> bool {
        self.seen_here().in_all(condition)
    }
}
