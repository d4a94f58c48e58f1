//! Which moves there are, as far as they are told.

use std::cell::Cell;

use super::heard::ToldChoice;
use super::play::{EndOfMove, MoveInMind};
use super::view::BoardInMind;
use super::{TextReader, TurnInMind};
use crate::engine::{Move, Pit, Position};
use crate::explain::say::{Choosable, Restriction};
use crate::rules::*;

/// A sowing had more laps than a reader follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLongToFollow;

thread_local! {
    /// Whether a sowing was given up because of its length.
    static GIVEN_UP: Cell<bool> = const { Cell::new(false) };
}

/// Notes that a sowing was given up.
pub fn give_up() {
    GIVEN_UP.set(true);
}

/// The answer of a reader, if no sowing was given up for it.
pub fn answered<T>(answer: impl FnOnce() -> T) -> Result<T, TooLongToFollow> {
    GIVEN_UP.set(false);
    let answer = answer();
    if GIVEN_UP.get() { Err(TooLongToFollow) } else { Ok(answer) }
}

impl TextReader<'_> {
    /// The moves of the player to move.
    ///
    /// # Errors
    /// If a sowing is too long to be followed.
    pub fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, TooLongToFollow> {
        answered(|| {
            let mut moves = self.candidates(position);
            let stage = self.stage(position);
            let mut satisfied = false;
            for (of, otherwise, unless, restriction) in &self.heard.prefer {
                if of.is_some() && *of != stage || *otherwise && satisfied {
                    continue;
                }
                if unless.iter().any(|condition| self.holds_now(position, condition)) {
                    continue;
                }
                if *restriction == Restriction::Feed && self.has_seeds(position, Whose::Opponent) {
                    continue;
                }
                let keeps = |m: &&Move| **m != Move::SWAP && self.is_within(position, **m, restriction);
                let first: Vec<Move> = moves.iter().filter(keeps).copied().collect();
                satisfied |= !*otherwise && !first.is_empty();
                if !first.is_empty() {
                    moves = first;
                }
            }
            moves.sort_unstable();
            moves
        })
    }

    /// Whether a player has a move.
    pub fn has_move(&self, position: &Position) -> bool {
        !self.candidates(position).is_empty()
    }

    /// A condition on the position alone.
    pub fn holds_now(&self, position: &Position, condition: &Condition) -> bool {
        let turn = self.in_question(position);
        BoardInMind::still(self, position, &turn).holds(condition)
    }

    /// A move that is not yet said.
    pub fn in_question(&self, position: &Position) -> TurnInMind {
        let first = self.layout.pit(position.to_move, 0);
        TurnInMind::before(position, first, Way::Onward)
    }

    fn has_seeds(&self, position: &Position, whose: Whose) -> bool {
        let side = whose.seen_by(position.to_move);
        self.layout.pits().any(|pit| self.owner(position, pit) == side && position.held(pit) > 0)
    }

    /// Whether a move is within a restriction.
    fn is_within(&self, position: &Position, m: Move, restriction: &Restriction) -> bool {
        let turn = self.before_move(position, m);
        let view = BoardInMind::still(self, position, &turn);
        let fed = Condition::Is(Place::Row(Whose::Opponent), PitKind::Occupied);
        match restriction {
            Restriction::Feed => {
                self.has_seeds(position, Whose::Opponent) || view.holds(&Condition::AfterMove(Box::new(fed)))
            }
            Restriction::LeaveSeeds => view.holds(&Condition::AfterMove(Box::new(fed))),
            Restriction::FirstLap(pits) => view.holds(&Condition::LapEnds(Box::new(pits.clone()))),
            Restriction::After(after) => view.holds(&Condition::AfterMove(Box::new(after.clone()))),
            Restriction::Seeds(amount) => amount.contains(position.held(m.pit).into()),
            Restriction::If(condition) => view.holds(condition),
        }
    }

    fn before_move(&self, position: &Position, m: Move) -> TurnInMind {
        let way = m.way.or_else(|| self.ways(position, m.pit).first().copied()).unwrap_or(Way::Onward);
        TurnInMind { m, ..TurnInMind::before(position, m.pit, way) }
    }

    /// The ways in which a pit may be sown, and more than one only if the mover chooses.
    pub fn ways(&self, position: &Position, pit: Pit) -> Vec<Way> {
        let turn = TurnInMind::before(position, pit, Way::Onward);
        let view = BoardInMind::still(self, position, &turn);
        let other = self.heard.other_ways.iter().find(|(condition, _)| view.holds(condition));
        let way = other.map_or(self.heard.way, |(_, way)| *way);
        let [own, other] = [position.to_move, position.to_move.other()].map(|side| position.ways[side]);
        let bound = self.heard.kept.and_then(|kept| match kept {
            WayBinding::Each => own,
            WayBinding::Same => own.or(other),
            WayBinding::Opposite => own.or(other.map(Way::other)),
        });
        way.or(bound).map_or(vec![Way::Onward, Way::Back], |way| vec![way])
    }

    /// Whether seeds may enter from the store into a pit.
    pub fn may_enter(&self, position: &Position, way: Way, pit: Pit) -> bool {
        let turn = TurnInMind::before(position, pit, way);
        self.heard.enter.as_ref().is_some_and(|(stage, seeds, pits)| {
            (stage.is_none() || *stage == self.stage(position))
                && position.captured[position.to_move] >= u16::from(*seeds)
                && pit.store_of().is_none()
                && BoardInMind::still(self, position, &turn).holds(pits)
        })
    }

    /// The stage of a turn that begins.
    pub fn stage(&self, position: &Position) -> Option<usize> {
        self.heard.stages.iter().position(|condition| self.holds_now(position, condition))
    }

    /// Whether a pit is among those that may be chosen.
    fn may_choose(&self, position: &Position, pit: Pit, choice: &ToldChoice) -> bool {
        let (mover, store) = (position.to_move, pit.store_of());
        let owner = store.is_none().then(|| self.owner(position, pit));
        let from = match choice.from {
            Choosable::Own => owner == Some(mover),
            Choosable::Opponent => owner == Some(mover.other()),
            Choosable::OwnOrStore => owner == Some(mover) || store == Some(mover),
            Choosable::Any => store.is_none(),
            Choosable::Numbered(first, last) => {
                owner == Some(mover) && (first..=last).contains(&self.layout.letter(pit))
            }
        };
        let turn = TurnInMind::before(position, pit, Way::Onward);
        let view = BoardInMind::still(self, position, &turn);
        let is = |kind: PitKind| view.holds(&Condition::Is(Place::Pit(vec![]), kind));
        from && position.held(pit) > 0
            && choice.seeds.as_ref().is_none_or(|amount| amount.contains(position.held(pit).into()))
            && choice.kinds.iter().all(|(kind, yes)| is(*kind) == *yes)
            && (choice.stage.is_none() || choice.stage == self.stage(position))
    }

    /// Whether all that restricts the choice allows a move with its decisions.
    fn is_allowed(&self, position: &Position, m: Move) -> bool {
        self.heard.choices.iter().any(|choice| {
            self.may_choose(position, m.pit, choice)
                && choice.only.iter().all(|restriction| self.is_within(position, m, restriction))
        })
    }

    /// Whether a number of seeds may be left in a pit.
    fn may_leave(&self, position: &Position, m: Move, way: Way) -> bool {
        let (held, leaving) = (position.held(m.pit), m.leaving.unwrap_or(0));
        match (self.lifting(position, m, way), m.leaving) {
            (Some(Lifting::AllBut(leave)), None) => held > *leave,
            (Some(chosen @ Lifting::Chosen { .. }), _) => held > leaving && chosen.allows(held - leaving, leaving),
            (None, None) => true,
            (Some(Lifting::AllBut(_)) | None, Some(_)) => false,
        }
    }

    /// How many seeds are lifted, if that is told.
    pub fn lifting(&self, position: &Position, m: Move, way: Way) -> Option<&Lifting> {
        let turn = TurnInMind { m, ..TurnInMind::before(position, m.pit, way) };
        let view = BoardInMind::still(self, position, &turn);
        let line = self.heard.lifts.iter().find(|(condition, _)| view.holds(condition));
        assert!(line.is_some() || self.heard.lifts_all, "it is not told how many seeds are lifted");
        line.map(|(_, lifting)| lifting)
    }

    /// The scripted moves of a turn.
    fn scripts(&self, position: &Position) -> impl Iterator<Item = &super::heard::ToldScript> {
        let (ply, mover) = (position.ply + 1, position.to_move);
        self.heard
            .scripts
            .iter()
            .filter(move |script| script.ply == ply && script.side.is_none_or(|side| side == mover))
    }

    /// The script that names a move.
    pub fn script_of(&self, position: &Position, m: Move) -> Option<&super::heard::ToldScript> {
        self.scripts(position).find(|script| {
            // In a round that North begins, the players change places.
            let own = |pit: &Pit| {
                let side = self.layout.side(*pit);
                if side == position.to_move { *pit } else { self.layout.mirrored(*pit) }
            };
            script.leaving == m.leaving.unwrap_or(0) && script.pits.iter().any(|pit| own(pit) == m.pit)
        })
    }

    /// The moves that may be made if none comes before another.
    fn candidates(&self, position: &Position) -> Vec<Move> {
        let must = self.scripts(position).any(|script| script.must);
        let stores = [Pit::store(position.to_move)];
        let mut moves = vec![];
        for pit in self.layout.pits().chain(stores) {
            let each_way = self.ways(position, pit);
            for &way in &each_way {
                let all = Move { way: (each_way.len() > 1).then_some(way), ..Move::lifting(pit) };
                if !must && self.may_enter(position, way, pit) {
                    self.decided(position, all, way, &mut moves);
                    if self.heard.enter_first {
                        continue;
                    }
                }
                let held = position.held(pit);
                let leavings = if pit.store_of().is_some() { 0..1 } else { 0..held };
                for leaving in leavings {
                    let m = Move { leaving: (leaving > 0).then_some(leaving), ..all };
                    let script = self.script_of(position, m);
                    let named = script.is_some_and(|script| script.despite || script.must || script.leaving > 0);
                    let lifts = script.is_some() && m.leaving.is_some() || self.may_leave(position, m, way);
                    if held > 0 && lifts && (named || !must) {
                        let mut found = vec![];
                        self.decided(position, m, way, &mut found);
                        moves.extend(found.into_iter().filter(|m| named || self.is_allowed(position, *m)));
                    }
                }
            }
        }
        if self.heard.swaps.iter().any(|(ply, _)| *ply == position.ply + 1) {
            moves.push(Move::SWAP);
        }
        moves
    }

    /// A move with each of the decisions that may be made in it.
    fn decided(&self, position: &Position, m: Move, way: Way, moves: &mut Vec<Move>) {
        let illegal = matches!(self.heard.endless, Some((_, EndlessOutcome::Illegal)));
        if !illegal && !self.asks_within_moves() {
            moves.push(m);
            return;
        }
        let turn = TurnInMind { m, ..TurnInMind::before(position, m.pit, way) };
        match MoveInMind::new(self, *position, turn).run() {
            EndOfMove::Asks(options) => {
                for choice in options.iter() {
                    let mut next = m;
                    if next.choices.push(choice) {
                        self.decided(position, next, way, moves);
                    }
                }
            }
            EndOfMove::Endless(_) if illegal => {}
            EndOfMove::Done | EndOfMove::Bonus | EndOfMove::Over(_) | EndOfMove::Endless(_) => moves.push(m),
        }
    }

    /// Whether a sentence lets the mover decide within a move.
    fn asks_within_moves(&self) -> bool {
        let heard = &self.heard;
        let lines = || heard.before_lap.iter().chain(&heard.finish);
        let cases = || heard.cases.iter().filter_map(|case| case.happens.as_ref());
        let chooses = |actions: &[Action]| actions.iter().any(|action| matches!(action, Action::Choose { .. }));
        !heard.any_lap.is_empty()
            || lines().any(|line| line.may || chooses(&line.actions))
            || cases().any(|case| case.may || chooses(&case.actions))
    }

    /// Whether a condition is true when the whole move out of a pit has been made.
    pub fn after_move(&self, view: &BoardInMind, pit: Pit, part: &Condition) -> bool {
        let m = Move { pit, ..view.turn.m };
        let turn = TurnInMind { m, ..TurnInMind::before(view.position, pit, view.turn.way) };
        let mut play = MoveInMind::new(self, *view.position, turn);
        match play.run() {
            EndOfMove::Done | EndOfMove::Bonus | EndOfMove::Over(_) => {
                BoardInMind::fallen(self, &play.position, &play.turn).holds(part)
            }
            EndOfMove::Endless(_) | EndOfMove::Asks(_) => false,
        }
    }

    /// Whether a condition is true of the pit in which a lap would end: before a move its first lap, in a move the one
    /// that is about to be sown.
    pub fn lap_ends(&self, view: &BoardInMind, pit: Pit, part: &Condition) -> bool {
        let mut position = *view.position;
        let mut turn = *view.turn;
        let enters = turn.laps == 0 && self.may_enter(&position, turn.way, pit);
        if turn.laps == 0 {
            let m = Move { pit, ..turn.m };
            turn = TurnInMind { m, ..TurnInMind::before(&position, pit, turn.way) };
            turn.hand = position.held(pit).saturating_sub(self.leaves(&position, m, turn.way));
        }
        if enters {
            let (_, seeds, _) = self.heard.enter.as_ref().expect("seeds may enter");
            position.take(Pit::store(position.to_move), *seeds);
            position.put(pit, *seeds);
            turn.hand = *seeds;
            (turn.sown, turn.reached) = (1 << pit.index(), 1 << pit.index());
        } else {
            self.sow_silently(&mut position, &mut turn, pit);
        }
        BoardInMind::fallen(self, &position, &turn).holds(part)
    }

    /// How many seeds a move leaves in its pit.
    pub fn leaves(&self, position: &Position, m: Move, way: Way) -> u8 {
        if let (Some(leaving), Some(_)) = (m.leaving, self.script_of(position, m)) {
            return leaving;
        }
        match self.lifting(position, m, way) {
            Some(Lifting::AllBut(leave)) => *leave,
            Some(Lifting::Chosen { .. }) | None => m.leaving.unwrap_or(0),
        }
    }

    /// Sows the seeds in hand out of a pit, without what happens before a lap and while it is sown.
    pub fn sow_silently(&self, position: &mut Position, turn: &mut TurnInMind, from: Pit) {
        let mut left = turn.hand;
        position.take(from, left);
        while left > 0 {
            left -= self.drop_next(position, turn, left);
        }
    }

    /// Drops the next seed, or several at once, and returns how many.
    pub fn drop_next(&self, position: &mut Position, turn: &mut TurnInMind, left: u8) -> u8 {
        (turn.last_seed, turn.left) = (left == 1, left);
        let pit = self.next_pit(position, turn);
        let view = BoardInMind::still(self, position, turn);
        let several = self.heard.several.iter().find(|(condition, _)| view.holds_at(condition, Some(pit)));
        let fell = several.map_or(1, |(_, seeds)| *seeds).min(left);
        (turn.here, turn.before) = (pit, position.held(pit));
        position.put(pit, fell);
        turn.sown |= 1 << pit.index();
        turn.reached |= 1 << pit.index();
        fell
    }

    /// Where the next seed falls.
    fn next_pit(&self, position: &Position, turn: &TurnInMind) -> Pit {
        let view = BoardInMind::still(self, position, turn);
        let step = |pit: &Pit| self.neighbour(position, turn.way, *pit);
        let is_left_out = |pit: Pit| {
            pit.store_of().is_none()
                && (position.is_closed(pit) || self.heard.skip.iter().any(|skip| view.holds_at(skip, Some(pit))))
        };
        let mut following = std::iter::successors(step(&turn.here), step).take(self.layout.pits().len() + 2);
        let open = || self.beside(position, turn.way, turn.here).expect("a pit follows");
        following.find(|pit| !is_left_out(*pit)).unwrap_or_else(open)
    }
}
