//! What happens where a seed has fallen: the drop table at every seed, the landing table at the
//! last one of a lap.

use super::event::{Event, Observer};
use super::sow::Turn;
use super::{Mark, Pit};
use crate::rules::{Action, ClauseId, Receiver, Scene, Then, Whose};

/// How a move goes on after a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// It ends.
    Stop,
    /// It ends, and the mover moves once more.
    Bonus,
    /// Another lap out of that pit.
    Relay(Pit, ClauseId),
}

impl Turn<'_> {
    /// The first line of the drop table that fits does its work.
    pub(super) fn dropped(&mut self, observer: &mut impl Observer) {
        let program = self.program;
        if let Some(clause) = program.drop.iter().find(|clause| clause.condition.holds(self)) {
            self.act(&clause.actions, clause.id, observer);
        }
    }

    /// The first line of the landing table that fits does its work and decides.
    pub(super) fn land(&mut self, observer: &mut impl Observer) -> Decision {
        let program = self.program;
        let landing = self.here;
        let Some(clause) = program.land.iter().find(|clause| clause.condition.holds(self)) else {
            observer.event(Event::Stop { pit: landing, clause: None });
            return Decision::Stop;
        };
        // The landing itself may come to be passed over, so pits are counted too.
        let mut left = 2 * program.row;
        loop {
            let before = matches!(clause.then, Then::Repeat(_)).then_some(self.position);
            self.act(&clause.actions, clause.id, observer);
            match &clause.then {
                Then::Bonus => {
                    observer.event(Event::Bonus { clause: clause.id });
                    return Decision::Bonus;
                }
                Then::Relay(path) => {
                    let pit = self.at(path);
                    if self.position.seeds[pit.index()] > 0 {
                        return Decision::Relay(pit, clause.id);
                    }
                }
                // A line that has changed nothing here would change nothing further on.
                Then::Repeat(path) if before.is_some_and(|before| !self.position.same_board(&before)) => {
                    self.here = self.at(path);
                    // As if the last seed had fallen here: before it, the pit held what it held
                    // before this lap sowed into it.
                    let seeds = self.position.seeds[self.here.index()];
                    self.before = seeds.saturating_sub((self.sown >> self.here.0 & 1) as u8);
                    // Once round the board is enough.
                    left -= 1;
                    if left > 0 && self.here != landing && clause.condition.holds(self) {
                        observer.event(Event::Repeat { pit: self.here, clause: clause.id });
                        continue;
                    }
                }
                Then::Repeat(_) | Then::Stop => {}
            }
            observer.event(Event::Stop { pit: landing, clause: Some(clause.id) });
            return Decision::Stop;
        }
    }

    fn act(&mut self, actions: &[Action], clause: ClauseId, observer: &mut impl Observer) {
        for action in actions {
            match action {
                Action::Capture { from, to } => {
                    for path in from {
                        self.capture(self.at(path), self.pit(path).owner(), *to, clause, observer);
                    }
                }
                Action::Move { seeds, from, to } => {
                    let (from, to) = (self.at(from), self.at(to));
                    let seeds = self.position.seeds[from.index()].min(*seeds as u8);
                    self.position.seeds[from.index()] -= seeds;
                    self.position.seeds[to.index()] += seeds;
                    if seeds > 0 {
                        observer.event(Event::Transfer { from, to, seeds, clause });
                    }
                }
                Action::Mark { pits, mark } => {
                    for path in pits {
                        let mark = Some(Mark { kind: *mark, owner: self.mover() });
                        self.mark(self.at(path), mark, clause, observer);
                    }
                }
                Action::Unmark { pits } => {
                    for path in pits {
                        self.mark(self.at(path), None, clause, observer);
                    }
                }
            }
        }
    }

    fn capture(&mut self, pit: Pit, owner: Whose, to: Receiver, clause: ClauseId, observer: &mut impl Observer) {
        let seeds = std::mem::take(&mut self.position.seeds[pit.index()]);
        if seeds == 0 {
            return;
        }
        let mover = self.mover();
        let to = match (to, owner) {
            (Receiver::Mover, _) | (Receiver::Owner, Whose::Own) => Some(mover),
            (Receiver::Opponent, _) | (Receiver::Owner, Whose::Opponent) => Some(mover.other()),
            (Receiver::Nobody, _) => None,
        };
        match to {
            Some(side) => self.position.captured[side] += u16::from(seeds),
            None => self.position.out += u16::from(seeds),
        }
        observer.event(Event::Capture { pit, seeds, to, clause });
    }

    fn mark(&mut self, pit: Pit, mark: Option<Mark>, clause: ClauseId, observer: &mut impl Observer) {
        self.position.marks[pit.index()] = mark;
        observer.event(Event::Marked { pit, mark, clause });
    }
}
