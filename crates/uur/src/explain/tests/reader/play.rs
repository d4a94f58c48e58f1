//! A move, from the lift to its end, as it is told.

use std::collections::HashSet;

use super::heard::ToldCase;
use super::moves::give_up;
use super::view::BoardInMind;
use super::{TextReader, TurnInMind};
use crate::engine::{Choice, MOST_CHOICES, MOST_PITS, Mark, Options, Pit, Position};
use crate::rules::*;

/// The most laps that a reader follows.
const MOST_LAPS: u32 = 3_000;

/// How a move went.
#[derive(Debug, Clone)]
pub enum EndOfMove {
    Done,
    Bonus,
    /// A sentence ended the round.
    Over(Verdict),
    /// It goes round for ever; the board at which it might be stopped.
    Endless(Box<Position>),
    /// The mover has to decide something first.
    Asks(Options),
}

/// How a move goes on after a landing.
enum Decision {
    Stop,
    Bonus,
    Relay(Pit),
    Resow(Pit),
    Over(Verdict),
}

/// A state of a turn that may recur.
type State = ([u8; MOST_PITS], [Option<Mark>; MOST_PITS], Pit, Way, [u16; 2], u128, (u32, u32));

/// A move being made.
pub struct MoveInMind<'r> {
    reader: &'r TextReader<'r>,
    pub position: Position,
    pub turn: TurnInMind,
    /// The pits into which seeds fell, in their order.
    pub fallen: Vec<Pit>,
    undo: Option<(Position, u16)>,
    over: Option<Verdict>,
}

impl<'r> MoveInMind<'r> {
    /// A move before anything has moved.
    pub fn new(reader: &'r TextReader<'r>, position: Position, turn: TurnInMind) -> Self {
        MoveInMind { reader, position, turn, fallen: vec![], undo: None, over: None }
    }

    fn view(&self) -> BoardInMind<'_> {
        BoardInMind::fallen(self.reader, &self.position, &self.turn)
    }

    /// Plays the move to its end, or finds that it has none.
    pub fn run(&mut self) -> EndOfMove {
        self.laps().unwrap_or_else(EndOfMove::Asks)
    }

    fn laps(&mut self) -> Result<EndOfMove, Options> {
        let bound = self.reader.heard.endless.as_ref().and_then(|(bound, _)| *bound);
        let mut known: HashSet<State> = HashSet::new();
        let mut decision = self.first_lap()?;
        loop {
            let (pit, resows) = match decision {
                Decision::Stop => return self.finish(EndOfMove::Done),
                Decision::Bonus => return self.finish(EndOfMove::Bonus),
                Decision::Over(verdict) => return Ok(EndOfMove::Over(verdict)),
                Decision::Relay(pit) => (pit, false),
                Decision::Resow(pit) => (pit, true),
            };
            if self.turn.laps >= MOST_LAPS {
                give_up();
                return Ok(EndOfMove::Done);
            }
            let is_new = known.insert(self.state(pit));
            if !is_new || bound.is_some_and(|bound| self.turn.laps >= bound.into()) {
                return Ok(EndOfMove::Endless(Box::new(self.position)));
            }
            decision = if resows { self.resown_lap(pit)? } else { self.lap(pit, 0)? };
        }
    }

    /// All on which the rest of a move depends. Few sentences tell apart great numbers of laps or captured seeds.
    fn state(&self, pit: Pit) -> State {
        let Position { seeds, marks, .. } = self.position;
        let turn = &self.turn;
        let numbers = [turn.gathered.into(), turn.captured.min(40)];
        (seeds, marks, pit, turn.way, numbers, turn.reached, (turn.laps.min(8), turn.laps % 2))
    }

    fn first_lap(&mut self) -> Result<Decision, Options> {
        let TurnInMind { m, way, lap_origin: pit, .. } = self.turn;
        let reader = self.reader;
        self.turn.stage = reader.stage(&self.position);
        if reader.may_enter(&self.position, way, pit) {
            let (_, seeds, _) = reader.heard.enter.as_ref().expect("seeds may enter");
            (self.turn.laps, self.turn.hand, self.turn.lifted) = (1, *seeds, *seeds);
            self.position.take(Pit::store(self.position.to_move), *seeds);
            self.turn.before = self.position.held(pit);
            self.position.put(pit, *seeds);
            self.fallen.push(pit);
            (self.turn.sown, self.turn.reached) = (1 << pit.index(), 1 << pit.index());
            self.turn.last_seed = true;
            self.seed_has_fallen()?;
            return self.land();
        }
        let leave = reader.leaves(&self.position, m, way);
        self.lap(pit, leave)
    }

    /// One lap, from the lift to what the landing decides.
    fn lap(&mut self, from: Pit, leave: u8) -> Result<Decision, Options> {
        let reader = self.reader;
        self.turn.lap_origin = from;
        self.turn.laps += 1;
        (self.turn.here, self.turn.before) = (from, self.position.held(from));
        for line in &reader.heard.before_lap {
            if self.fits(&line.condition, line.may)? {
                self.act(&line.actions)?;
                break;
            }
        }
        self.turn.hand = self.position.held(from).saturating_sub(leave);
        if self.turn.laps == 1 {
            self.turn.lifted = self.turn.hand;
        }
        self.choose_way(from)?;
        assert!(!reader.is_never_emptied(&self.position, from), "a pit is lifted that nobody lifts");
        assert!(!reader.is_never_lifted(&self.position, from), "a pit is lifted that nobody lifts");
        self.sow(from)?;
        self.land()
    }

    /// A lap of the seeds in hand, after a pit.
    fn resown_lap(&mut self, after: Pit) -> Result<Decision, Options> {
        self.turn.hand = std::mem::take(&mut self.turn.gathered);
        self.turn.lap_origin = after;
        self.turn.laps += 1;
        self.position.put(after, self.turn.hand);
        self.choose_way(after)?;
        self.sow(after)?;
        self.land()
    }

    /// The mover may choose another way for a lap.
    fn choose_way(&mut self, from: Pit) -> Result<(), Options> {
        let reader = self.reader;
        for (condition, way) in reader.heard.any_lap.iter().filter(|(_, way)| *way != self.turn.way) {
            let before = self.position.held(from);
            let turn = TurnInMind { way: *way, here: from, before, lap_origin: from, ..self.turn };
            if !BoardInMind::still(reader, &self.position, &turn).holds(condition) {
                continue;
            }
            if self.decide(Options::YesOrNo)? == Choice::Yes {
                (self.turn.way, self.turn.turned) = (*way, true);
            }
            return Ok(());
        }
        Ok(())
    }

    /// The seeds in hand fall.
    fn sow(&mut self, from: Pit) -> Result<(), Options> {
        let hand = self.turn.hand;
        self.position.take(from, hand);
        (self.turn.sown, self.turn.here) = (0, from);
        let mut left = hand;
        while left > 0 {
            left -= self.reader.drop_next(&mut self.position, &mut self.turn, left);
            self.fallen.push(self.turn.here);
            (self.turn.last_seed, self.turn.left) = (left == 0, left);
            if self.over.is_none() {
                self.seed_has_fallen()?;
            }
        }
        Ok(())
    }

    /// The first sentence about seeds that fall takes effect if it fits.
    fn seed_has_fallen(&mut self) -> Result<(), Options> {
        let heard = &self.reader.heard;
        let last_told = heard.also_last_seed || heard.drop.iter().any(|(last, ..)| last.is_some());
        if self.turn.here.store_of().is_some() || self.turn.last_seed && !last_told {
            return Ok(());
        }
        let fits = |(last, condition, _): &&(Option<bool>, Condition, Vec<Action>)| {
            last.is_none_or(|last| last == self.turn.last_seed) && self.view().holds(condition)
        };
        match heard.drop.iter().find(fits) {
            Some((_, _, actions)) => self.act(actions),
            None => Ok(()),
        }
    }

    /// What the landing of a lap decides.
    fn land(&mut self) -> Result<Decision, Options> {
        if let Some(verdict) = self.over {
            return Ok(Decision::Over(verdict));
        }
        self.undo = Some((self.position, self.turn.captured));
        if self.turn.hand == 0 {
            return Ok(Decision::Stop);
        }
        let reader = self.reader;
        let mut chosen = None;
        for case in &reader.heard.cases {
            let may = case.happens.as_ref().is_some_and(|case| case.may);
            if self.fits(&case.condition, may)? {
                chosen = Some(case);
                break;
            }
        }
        let case = chosen.expect("a case of the last seed fits");
        if !reader.heard.ordered {
            let also = reader.heard.cases.iter().filter(|other| self.view().holds(&other.condition)).skip(1);
            assert!({ also }.all(|other| other.is_other), "two cases fit, and their order is not told to count");
        }
        let decision = self.follow(case)?;
        if std::mem::take(&mut self.turn.turned) {
            self.turn.way = self.turn.way.other();
        }
        Ok(self.over.map_or(decision, Decision::Over))
    }

    /// What happens in a case of the last seed.
    fn follow(&mut self, case: &ToldCase) -> Result<Decision, Options> {
        let Some(told) = &case.happens else { return Ok(Decision::Stop) };
        let (landing, before) = (self.turn.here, self.turn.before);
        let board = self.position;
        self.act(&told.actions)?;
        match &told.then {
            Continuation::Stop => {}
            Continuation::Bonus => return Ok(Decision::Bonus),
            Continuation::Relay(path) => {
                let pit = self.view().pit(path, Some(self.turn.here));
                if let Some(pit) = pit.filter(|pit| pit.store_of().is_none() && self.position.held(*pit) > 0) {
                    return Ok(Decision::Relay(pit));
                }
            }
            Continuation::Resow { seeds, lift, at, into, way } => {
                let pit = self.view().pit(at, Some(self.turn.here)).filter(|pit| pit.store_of().is_none());
                if let Some(pit) = pit {
                    for target in lift {
                        for from in self.places(target) {
                            self.gather(from, *seeds);
                        }
                    }
                    if self.turn.gathered > 0 {
                        if let Some(way) = way.filter(|way| *way != self.turn.way) {
                            (self.turn.way, self.turn.turned) = (way, false);
                        }
                        let back = self.turn.way.other();
                        let behind = || self.reader.beside(&self.position, back, pit).expect("a pit lies behind");
                        return Ok(Decision::Resow(if *into { behind() } else { pit }));
                    }
                }
            }
            Continuation::Repeat { along, most } => {
                if !self.position.same_board(&board) {
                    for path in along {
                        self.repeat(&told.repeated, &told.actions, path, most.unwrap_or(u16::MAX))?;
                        (self.turn.here, self.turn.before) = (landing, before);
                    }
                }
            }
        }
        Ok(Decision::Stop)
    }

    /// The same is done from one pit to the next, as long as a pit fits.
    fn repeat(&mut self, condition: &Condition, actions: &[Action], path: &Path, most: u16) -> Result<(), Options> {
        let landing = self.turn.here;
        for _ in 0..most.min(self.reader.layout.pits().len() as u16 + 1) {
            let Some(here) = self.view().pit(path, Some(self.turn.here)) else { return Ok(()) };
            self.turn.here = here;
            let sown = self.turn.sown >> here.index() & 1 == 1;
            self.turn.before = self.position.held(here).saturating_sub(u8::from(sown));
            if here == landing || !self.view().holds(condition) {
                return Ok(());
            }
            let board = self.position;
            self.act(actions)?;
            if self.position.same_board(&board) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What happens when the move has ended.
    fn finish(&mut self, result: EndOfMove) -> Result<EndOfMove, Options> {
        let reader = self.reader;
        for line in &reader.heard.finish {
            if self.fits(&line.condition, line.may)? {
                self.act(&line.actions)?;
                return Ok(match (self.over, &line.then) {
                    (Some(verdict), _) => EndOfMove::Over(verdict),
                    (None, Continuation::Bonus) => EndOfMove::Bonus,
                    (None, _) => result,
                });
            }
        }
        Ok(result)
    }

    /// Whether a line fits, and the mover does not decline it.
    fn fits(&mut self, condition: &Condition, may: bool) -> Result<bool, Options> {
        Ok(self.view().holds(condition) && (!may || self.decide(Options::YesOrNo)? == Choice::Yes))
    }

    /// The mover's next decision.
    fn decide(&mut self, options: Options) -> Result<Choice, Options> {
        if self.turn.decided >= MOST_CHOICES {
            return options.iter().find(|choice| *choice != Choice::Yes).ok_or(options);
        }
        let said = self.turn.m.choices.get(self.turn.decided).filter(|choice| options.has(*choice));
        self.turn.decided += 1;
        said.ok_or(options)
    }

    /// Does what a sentence says.
    pub fn act(&mut self, actions: &[Action]) -> Result<(), Options> {
        let mover = self.position.to_move;
        for action in actions {
            match action {
                Action::Capture { seeds, from, to } => {
                    let told = match (to, self.reader.heard.captured_go) {
                        (Receiver::Nobody, _) => true,
                        (Receiver::Mover, told) => told.is_some(),
                        (Receiver::Owner | Receiver::Opponent, told) => told == Some(false),
                    };
                    assert!(told, "it is not told where captured seeds go");
                    for target in from {
                        self.each(target, |play, pit| play.capture(pit, *seeds, *to));
                    }
                }
                Action::Move { seeds, from, to } => self.each(from, |play, from| {
                    play.each(to, |play, to| {
                        if from != to {
                            assert!(!play.reader.is_never_emptied(&play.position, from), "told: nothing is taken");
                            let most = seeds.map_or(u8::MAX, |seeds| seeds as u8);
                            let taken = play.position.take(from, most);
                            play.position.put(to, taken);
                        }
                    });
                }),
                Action::Mark { pits, mark, owner } => {
                    let owner = owner.seen_by(mover);
                    for target in pits {
                        self.each(target, |play, pit| play.mark(pit, Some(Mark { kind: *mark, owner })));
                    }
                    let makers = &self.reader.heard.makers;
                    let of = makers.iter().find(|(of, _)| of == mark);
                    assert!(of.is_none_or(|(_, maker)| !maker || owner == mover), "told: a mark belongs to its maker");
                }
                Action::Unmark { pits } => {
                    for target in pits {
                        self.each(target, |play, pit| play.mark(pit, None));
                    }
                }
                Action::Count { whose, counter, change, by } => {
                    let by = match by {
                        Summand::Number(number) => *number,
                        Summand::Of(place) => self.view().seeds(place, Some(self.turn.here)),
                    };
                    let value = &mut self.position.memory.counters[usize::from(counter.0)][whose.seen_by(mover)];
                    *value = change.of(*value, by);
                }
                Action::Over(verdict) => self.over = Some(*verdict),
                Action::Choose { number, among } => self.choose(*number, among)?,
                Action::OfMove(MoveAction::Undo) => {
                    if let Some((position, captured)) = self.undo {
                        self.position = position;
                        self.turn.captured = captured;
                    }
                }
                Action::OfMove(MoveAction::Reverse) => self.turn.way = self.turn.way.other(),
            }
        }
        Ok(())
    }

    /// The places of a target as they are now; those beside a chosen pit are found by [`MoveInMind::each`].
    fn places(&self, target: &ActionTarget) -> Vec<Pit> {
        match target {
            ActionTarget::Pit(path) => self.view().pit(path, Some(self.turn.here)).into_iter().collect(),
            ActionTarget::Store(whose) => vec![Pit::store(whose.seen_by(self.position.to_move))],
            ActionTarget::Every(condition) => {
                let such = self.view().such(condition);
                self.reader.layout.pits_from(self.position.to_move).filter(|pit| such.contains(pit)).collect()
            }
        }
    }

    /// Does something to each place of a target.
    fn each(&mut self, target: &ActionTarget, mut does: impl FnMut(&mut Self, Pit)) {
        match target {
            ActionTarget::Pit(path) if path.contains(&PathStep::Chosen) => {
                let chosen = self.turn.all_chosen;
                for pit in self.reader.layout.pits().filter(|pit| chosen >> pit.index() & 1 == 1) {
                    self.turn.chosen = Some(pit);
                    let at = self.view().pit(path, Some(self.turn.here));
                    at.into_iter().for_each(|pit| does(self, pit));
                }
            }
            target => self.places(target).into_iter().for_each(|pit| does(self, pit)),
        }
    }

    /// The mover chooses pits, named in the order in which they are numbered.
    fn choose(&mut self, number: u8, among: &Condition) -> Result<(), Options> {
        let mut left = self.view().such(among);
        (self.turn.chosen, self.turn.all_chosen) = (None, 0);
        for wanted in (1..=usize::from(number)).rev() {
            // As many pits have to follow as are still to be chosen after this one.
            let first = left.len().saturating_sub(wanted - 1);
            let pit = match (first, left.len()) {
                (_, 0) => break,
                (0 | 1, _) => left[0],
                _ => {
                    let options = left[..first].iter().fold(0, |bits, pit| bits | 1 << pit.0);
                    match self.decide(Options::Pits(options))? {
                        Choice::Pit(pit) => pit,
                        other => panic!("no pit: {other:?}"),
                    }
                }
            };
            left.retain(|other| *other > pit);
            self.turn.chosen = Some(pit);
            self.turn.all_chosen |= 1 << pit.index();
        }
        Ok(())
    }

    fn capture(&mut self, pit: Pit, portion: Portion, to: Receiver) {
        let mover = self.position.to_move;
        let to = match to {
            Receiver::Mover => Some(mover),
            Receiver::Opponent => Some(mover.other()),
            Receiver::Owner => {
                let mark = if pit.store_of().is_none() { self.position.marks[pit.index()] } else { None };
                Some(mark.map_or(self.reader.owner(&self.position, pit), |mark| mark.owner))
            }
            Receiver::Nobody => None,
        };
        if to.is_some_and(|side| Pit::store(side) == pit) {
            return;
        }
        let seeds = self.position.take(pit, portion.of(self.position.held(pit)));
        if seeds == 0 {
            return;
        }
        assert!(!self.reader.is_never_emptied(&self.position, pit), "told: nothing is taken from it");
        match to {
            Some(side) => self.position.put(Pit::store(side), seeds),
            None => self.position.out += u16::from(seeds),
        }
        if to == Some(mover) {
            self.turn.captured += u16::from(seeds);
        }
    }

    /// The seeds of a pit go into the hand. Those of the opponent count as captured if the text says so.
    fn gather(&mut self, pit: Pit, portion: Portion) {
        if pit.store_of().is_some() {
            return;
        }
        let seeds = self.position.take(pit, portion.of(self.position.held(pit)));
        let mover = self.position.to_move;
        if self.reader.heard.lifted_count && self.reader.owner(&self.position, pit) != mover {
            self.turn.captured += u16::from(seeds);
        }
        self.turn.gathered += seeds;
    }

    fn mark(&mut self, pit: Pit, mark: Option<Mark>) {
        if pit.store_of().is_none() {
            self.position.marks[pit.index()] = mark;
        }
    }
}
