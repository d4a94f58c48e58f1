//! What the tables do: `lift` before a lap, `drop` at every seed, `land` at the last one of a lap,
//! and `finish` when the move has ended.

use super::event::{Event, Observer};
use super::sow::{Played, Turn};
use super::{Choice, Mark, Options, Pit};
use crate::rules::{Action, Clause, ClauseId, Condition, Path, Receiver, Scene, Side, Step, Target, Then, Whose};

/// How a move goes on after a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// It ends.
    Stop,
    /// It ends, and the mover moves once more.
    Bonus,
    /// Another lap out of that pit.
    Relay(Pit, ClauseId),
    /// The mover has to decide something first.
    Asks(Options),
}

impl Turn<'_> {
    /// The first line that fits does its work.
    pub(super) fn effect(&mut self, table: &[Clause<()>], observer: &mut impl Observer) {
        if let Some(clause) = table.iter().find(|clause| clause.condition.holds(self)) {
            self.act(&clause.actions, clause.id, observer)
                .expect("the checker lets a mover decide only in `land` and `finish`");
        }
    }

    /// The first line of a table that fits, and that the mover does not decline.
    fn fitting<'c>(
        &mut self,
        table: &'c [Clause<Then>],
        observer: &mut impl Observer,
    ) -> Result<Option<&'c Clause<Then>>, Options> {
        for clause in table {
            if !clause.condition.holds(self) {
                continue;
            }
            let fits = !clause.may || {
                let fits = self.decide(Options::YesOrNo)? == Choice::Yes;
                observer.event(Event::Decided { fits, clause: clause.id });
                fits
            };
            if fits {
                return Ok(Some(clause));
            }
        }
        Ok(None)
    }

    /// The first line of the landing table that fits does its work and decides.
    pub(super) fn land(&mut self, observer: &mut impl Observer) -> Decision {
        self.landing(observer).unwrap_or_else(Decision::Asks)
    }

    fn landing(&mut self, observer: &mut impl Observer) -> Result<Decision, Options> {
        let program = self.program;
        let (landing, before_landing) = (self.moment.here, self.moment.before);
        let Some(clause) = self.fitting(&program.land, observer)? else {
            observer.event(Event::Stop { pit: landing, clause: None });
            return Ok(Decision::Stop);
        };
        let before = matches!(clause.then, Then::Repeat { .. }).then_some(self.position);
        self.act(&clause.actions, clause.id, observer)?;
        match &clause.then {
            Then::Bonus => {
                observer.event(Event::Bonus { clause: clause.id });
                return Ok(Decision::Bonus);
            }
            Then::Relay(path) => {
                let pit = self.at_path(path);
                if pit.store_of().is_none() && self.position.seeds[pit.index()] > 0 {
                    return Ok(Decision::Relay(pit, clause.id));
                }
            }
            // A line that has changed nothing here would change nothing further on.
            Then::Repeat { along, most } if before.is_some_and(|before| !self.position.same_board(&before)) => {
                for path in along {
                    self.chain(clause, path, *most, observer)?;
                    // For what follows, the last seed fell where it fell.
                    (self.moment.here, self.moment.before) = (landing, before_landing);
                }
            }
            Then::Repeat { .. } | Then::Stop => {}
        }
        observer.event(Event::Stop { pit: landing, clause: Some(clause.id) });
        Ok(Decision::Stop)
    }

    /// A line is tried again from one pit to the next, from the landing on, as long as it fits and
    /// changes something.
    fn chain(
        &mut self,
        clause: &Clause<Then>,
        path: &[Step],
        most: Option<u16>,
        observer: &mut impl Observer,
    ) -> Result<(), Options> {
        let landing = self.moment.here;
        // Once round the board is enough; the landing itself may come to be passed over.
        let round = 2 * u16::from(self.program.row) + 1;
        for _ in 0..most.unwrap_or(round).min(round) {
            let here = self.at_path(path);
            self.moment.here = here;
            // As if the last seed had fallen here: before it, the pit held what it held before this
            // lap sowed into it.
            self.moment.before = self.position.held(here).saturating_sub((self.moment.sown >> here.0 & 1) as u8);
            if here == landing || !clause.condition.holds(self) {
                return Ok(());
            }
            observer.event(Event::Repeat { pit: here, clause: clause.id });
            let before = self.position;
            self.act(&clause.actions, clause.id, observer)?;
            if self.position.same_board(&before) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The first line of the finish table that fits does its work; it may give a bonus move.
    pub(super) fn finish(&mut self, played: Played, observer: &mut impl Observer) -> Played {
        let program = self.program;
        let clause = match self.fitting(&program.finish, observer) {
            Ok(Some(clause)) => clause,
            Ok(None) => return played,
            Err(options) => return Played::Asks(options),
        };
        if let Err(options) = self.act(&clause.actions, clause.id, observer) {
            return Played::Asks(options);
        }
        if clause.then != Then::Bonus {
            return played;
        }
        observer.event(Event::Bonus { clause: clause.id });
        Played::Bonus
    }

    fn act(&mut self, actions: &[Action], clause: ClauseId, observer: &mut impl Observer) -> Result<(), Options> {
        for action in actions {
            match action {
                Action::Capture { seeds, from, to } => {
                    for target in from {
                        self.each(target, |turn, pit| turn.capture(pit, *seeds, *to, clause, observer));
                    }
                }
                Action::Move { seeds, from, to } => self.each(from, |turn, from| {
                    turn.each(to, |turn, to| turn.transfer(from, to, *seeds, clause, observer));
                }),
                Action::Mark { pits, mark } => {
                    let mark = Some(Mark { kind: *mark, owner: self.mover() });
                    for target in pits {
                        self.each(target, |turn, pit| turn.mark(pit, mark, clause, observer));
                    }
                }
                Action::Unmark { pits } => {
                    for target in pits {
                        self.each(target, |turn, pit| turn.mark(pit, None, clause, observer));
                    }
                }
                Action::Choose(condition) => self.choose(condition, clause, observer)?,
                Action::Undo => {
                    if let Some(fallen) = self.fallen {
                        (self.position, self.moment.captured) = fallen;
                    }
                    observer.event(Event::Undone { clause });
                }
                Action::Reverse => {
                    self.moment.way = self.moment.way.other();
                    observer.event(Event::Reversed { clause });
                }
            }
        }
        Ok(())
    }

    /// Does something to each of the places; which pits a set has is settled before the first.
    fn each(&mut self, target: &Target, mut does: impl FnMut(&mut Self, Pit)) {
        match target {
            // Where there was nothing to choose, nothing is done to it.
            Target::Pit(path) if path.contains(&Step::Chosen) && self.moment.chosen.is_none() => {}
            Target::Pit(path) => does(self, self.at_path(path)),
            Target::Store(Whose::Own) => does(self, Pit::store(self.mover())),
            Target::Store(Whose::Opponent) => does(self, Pit::store(self.mover().other())),
            Target::Every(condition) => {
                let such = self.such(condition);
                let all = self.program.pits_from(self.mover()).filter(|pit| such >> pit.0 & 1 == 1);
                all.for_each(|pit| does(self, pit));
            }
        }
    }

    /// A bit for each pit of which this is true.
    fn such(&self, condition: &Condition) -> u64 {
        let holds = |pit: &Pit| condition.holds(&self.seen(*pit));
        self.program.pits_from(Side::South).filter(holds).fold(0, |such, pit| such | 1 << pit.0)
    }

    fn choose(&mut self, condition: &Condition, clause: ClauseId, observer: &mut impl Observer) -> Result<(), Options> {
        let such = self.such(condition);
        self.moment.chosen = match such.count_ones() {
            0 => None,
            1 => Some(Pit(such.trailing_zeros() as u8)),
            _ => match self.decide(Options::Pits(such))? {
                Choice::Pit(pit) => Some(pit),
                Choice::Yes | Choice::No => None,
            },
        };
        if let Some(pit) = self.moment.chosen {
            observer.event(Event::Chosen { pit, clause });
        }
        Ok(())
    }

    fn capture(&mut self, pit: Pit, most: Option<u16>, to: Receiver, clause: ClauseId, observer: &mut impl Observer) {
        let owner = self.seen(pit).pit(&Path::new()).owner();
        let mover = self.mover();
        let to = match (to, owner) {
            (Receiver::Mover, _) | (Receiver::Owner, Whose::Own) => Some(mover),
            (Receiver::Opponent, _) | (Receiver::Owner, Whose::Opponent) => Some(mover.other()),
            (Receiver::Nobody, _) => None,
        };
        if to.is_some_and(|side| Pit::store(side) == pit) {
            return;
        }
        let seeds = self.position.take(pit, most.map_or(u8::MAX, |most| most as u8));
        if seeds == 0 {
            return;
        }
        self.gain(to, seeds);
        observer.event(Event::Capture { pit, seeds, to, clause });
    }

    fn gain(&mut self, to: Option<Side>, seeds: u8) {
        match to {
            Some(side) => self.position.captured[side] += u16::from(seeds),
            None => self.position.out += u16::from(seeds),
        }
        if to == Some(self.mover()) {
            self.moment.captured += u16::from(seeds);
        }
    }

    fn transfer(&mut self, from: Pit, to: Pit, seeds: Option<u16>, clause: ClauseId, observer: &mut impl Observer) {
        if from == to {
            return;
        }
        let seeds = self.position.take(from, seeds.map_or(u8::MAX, |seeds| seeds as u8));
        self.position.put(to, seeds);
        if seeds > 0 {
            observer.event(Event::Transfer { from, to, seeds, clause });
        }
    }

    fn mark(&mut self, pit: Pit, mark: Option<Mark>, clause: ClauseId, observer: &mut impl Observer) {
        // A store bears no mark.
        if pit.store_of().is_none() && self.position.marks[pit.index()] != mark {
            self.position.marks[pit.index()] = mark;
            observer.event(Event::Marked { pit, mark, clause });
        }
    }
}
