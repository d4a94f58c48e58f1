//! A move told in sentences, as a player would tell it.

use std::collections::BTreeSet;

use super::document::capitalized;
use super::english::{English, number, seeds as seed_words, with_article};
use super::moves::verdict;
use crate::diagnostic::join;
use crate::engine::{Event, Mark, Move, Outcome, Pit, Position};
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::Side;

/// Of a move with more laps only the first and the last are told.
const MOST_LAPS: usize = 5;
/// Of more captures the seeds are counted.
const MOST_NAMED: usize = 4;

/// Tells a legal move with these events in sentences: what is lifted, where each lap ends and what that pit held before,
/// what is captured.
pub fn account(game: &Game, before: &Position, m: Move, events: &[Event]) -> String {
    let laps = events.iter().filter(|event| starts_lap(event)).count();
    let mut teller = Teller {
        game,
        mover: before.to_move,
        now: *before,
        told: vec![],
        lap: None,
        passed: vec![],
        banked: [0; 2],
        taken: vec![],
        marked: vec![],
        lifted: vec![],
    };
    let mut lap = 0;
    for event in own_events(events) {
        lap += usize::from(starts_lap(event));
        let left_out = laps > MOST_LAPS && (2..laps).contains(&lap);
        if left_out && lap == 2 && starts_lap(event) {
            teller.ends_lap();
            teller.ends_captures();
            teller.told.push(format!("{} more laps follow", capitalized(&number_words(laps - 2))));
        }
        // Where seeds go that come back to the board in the same move is left out, but not what becomes of the others.
        match event {
            Event::Lift { .. } | Event::Drop { .. } | Event::Skip { .. } | Event::Reversed { .. } if left_out => {}
            Event::Resow { .. } if left_out => teller.lifted.clear(),
            _ => teller.hears(m, event),
        }
        teller.now.apply(event);
    }
    teller.ends_lap();
    teller.ends_captures();
    teller.ends_marks();
    teller.told.iter().map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
}

/// The events of the move itself, up to its end. What the next turn begins with follows them.
pub(super) fn own_events(events: &[Event]) -> &[Event] {
    let end = events.iter().position(|event| matches!(event, Event::MoveEnded { .. })).unwrap_or(events.len());
    &events[..end]
}

fn starts_lap(event: &Event) -> bool {
    matches!(event, Event::Lift { .. } | Event::Resow { .. })
}

/// Tells event by event.
struct Teller<'g> {
    game: &'g Game,
    mover: Side,
    /// The position before the event.
    now: Position,
    told: Vec<String>,
    /// How the lap began, and the last pit that got seeds in it: how many it had before.
    lap: Option<(String, Option<(Pit, u8)>)>,
    /// The pits that the lap has left out.
    passed: Vec<Pit>,
    /// The seeds of the lap that fell into stores, in South's and in North's.
    banked: [u16; 2],
    /// Captured seeds since the last sentence: who gets them.
    taken: Vec<(Option<Side>, Pit, u8)>,
    /// Marks since the last sentence that pits have gained, or lost.
    marked: Vec<(Pit, Mark, bool)>,
    /// Seeds that are lifted to be sown elsewhere.
    lifted: Vec<String>,
}

impl Teller<'_> {
    fn name(&self, pit: Pit) -> String {
        pit_name(&self.game.program, pit).to_string()
    }

    fn hears(&mut self, m: Move, event: &Event) {
        // What is captured while a lap is sown is told after it.
        let is_of_lap = matches!(event, Event::Drop { .. } | Event::Skip { .. } | Event::Capture { .. });
        if !is_of_lap && !event.is_bookkeeping() {
            self.ends_lap();
            if !matches!(event, Event::Repeat { .. }) {
                self.ends_captures();
            }
            if !matches!(event, Event::Marked { .. }) {
                self.ends_marks();
            }
        }
        let name = |pit: Pit| pit_name(&self.game.program, pit);
        match *event {
            Event::Lift { pit, seeds, lap, .. } => {
                let from = match pit.store_of() {
                    Some(_) => format!("{} from the store", seed_words(seeds.into())),
                    None => self.seeds_of(pit, seeds),
                };
                let chosen = m.way.filter(|_| lap == 1);
                let way = chosen.map_or(String::new(), |way| format!(" {}", English::of(self.game).turned(way)));
                let begun = match lap {
                    1 => format!("{} sows {from}{way}", self.mover.title()),
                    _ => format!("{} {} sown on", capitalized(&from), are(seeds)),
                };
                self.lap = Some((begun, None));
            }
            Event::Resow { after, seeds, .. } => {
                let lifted = capitalized(&join(&std::mem::take(&mut self.lifted), "and"));
                self.lap = Some((format!("{lifted} {} sown after {}", are(seeds), name(after)), None));
            }
            Event::Drop { pit, seeds, fell, .. } => {
                if let Some(side) = pit.store_of() {
                    self.banked[side] += u16::from(fell);
                }
                if let Some((_, last)) = &mut self.lap {
                    *last = Some((pit, seeds - fell));
                }
            }
            Event::Capture { pit, seeds, to, .. } => self.taken.push((to, pit, seeds)),
            Event::Gather { pit, seeds, .. } => {
                self.lifted.push(self.seeds_of(pit, seeds));
            }
            Event::Transfer { from, to, seeds, .. } => {
                let what = capitalized(&seed_words(seeds.into()));
                self.told.push(format!("{what} {} put from {} into {}", are(seeds), name(from), name(to)));
            }
            Event::Skip { pit, .. } if pit.store_of().is_none() && !self.passed.contains(&pit) => self.passed.push(pit),
            Event::Marked { pit, mark, .. } => {
                let lost = self.now.marks[pit.index()].filter(|_| mark.is_none());
                self.marked.extend(mark.or(lost).map(|of| (pit, of, mark.is_some())));
            }
            Event::Undone { seeds: 1.., .. } => self.told.push(match self.game.rules.captures_on_the_way() {
                true => "What was captured after the last seed is put back".into(),
                false => "The captured seeds are put back".into(),
            }),
            Event::Bonus { .. } => self.told.push(format!("{} moves again", self.mover.title())),
            Event::Reversed { .. } => self.told.push("The move goes on the other way round".into()),
            Event::Endless { .. } => self.told.push(format!("The sowing {}", self.game.rules.endless.sowing())),
            Event::Over { outcome: Outcome { winner: None, .. } } => self.told.push("The game is a draw".into()),
            Event::Over { outcome } => self.told.push(verdict(self.game, outcome.winner)),
            _ => {}
        }
    }

    fn ends_lap(&mut self) {
        let (passed, mut banked) = (std::mem::take(&mut self.passed), std::mem::take(&mut self.banked));
        let Some((begun, last)) = self.lap.take() else { return };
        let store = |side: Side| match side == self.mover {
            true => "the store".to_string(),
            false => format!("{}'s store", side.title()),
        };
        if let Some(side) = last.and_then(|(pit, _)| pit.store_of()) {
            banked[side] -= 1;
        }
        let in_passing = Side::BOTH.into_iter().filter(|&side| banked[side] > 0);
        let in_passing: String =
            in_passing.map(|side| format!(", {} into {}", number(banked[side]), store(side))).collect();
        let left_out = match &passed[..] {
            [] => String::new(),
            [one] => format!(", leaving out {}", self.name(*one)),
            [one, other] => format!(", leaving out {} and {}", self.name(*one), self.name(*other)),
            more => format!(", leaving out {} pits", number_words(more.len())),
        };
        let end = last.map_or(String::new(), |(pit, had)| match (pit.store_of(), had) {
            (Some(side), _) => format!("; the last falls into {}", store(side)),
            (None, 0) => format!("; the last falls into {}, which was empty", self.name(pit)),
            (None, had) => format!("; the last falls into {}, which held {}", self.name(pit), seed_words(had.into())),
        });
        self.told.push(begun + &in_passing + &left_out + &end);
    }

    fn ends_marks(&mut self) {
        let marked = std::mem::take(&mut self.marked);
        for alike in marked.chunk_by(|one, other| one.1 == other.1 && one.2 == other.2) {
            let (_, mark, gained) = alike[0];
            let pits = join(&alike.iter().map(|(pit, ..)| self.name(*pit)).collect::<Vec<_>>(), "and");
            let english = English::of(self.game);
            let (one, kind) = match alike {
                [_] => (true, with_article(&english.mark(mark.kind))),
                _ => (false, english.marks(mark.kind)),
            };
            self.told.push(match (gained, one) {
                (true, true) => format!("{pits} becomes {kind} of {}", mark.owner.title()),
                (true, false) => format!("{pits} become {kind} of {}", mark.owner.title()),
                (false, true) => format!("{pits} is no longer {kind}"),
                (false, false) => format!("{pits} are no longer {kind}"),
            });
        }
    }

    /// Seeds that are lifted from a pit, all of them or some.
    fn seeds_of(&self, pit: Pit, seeds: u8) -> String {
        match self.now.seeds[pit.index()] {
            all if all > seeds => {
                format!("{} of the {} of {}", number(seeds.into()), seed_words(all.into()), self.name(pit))
            }
            _ if seeds == 1 => format!("the single seed of {}", self.name(pit)),
            _ => format!("the {} of {}", seed_words(seeds.into()), self.name(pit)),
        }
    }

    fn ends_captures(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        for all in taken.chunk_by(|one, other| one.0 == other.0) {
            let sum = all.iter().map(|(.., seeds)| u16::from(*seeds)).sum::<u16>();
            let pits: BTreeSet<Pit> = all.iter().map(|(_, pit, _)| *pit).collect();
            let what = if all.len() > MOST_NAMED && pits.len() > 1 {
                format!("{} from {} pits", seed_words(sum), number_words(pits.len()))
            } else {
                let part = |(_, pit, seeds): &(Option<Side>, Pit, u8)| {
                    format!("{} from {}", seed_words((*seeds).into()), self.name(*pit))
                };
                join(&all.iter().map(part).collect::<Vec<_>>(), "and")
            };
            self.told.push(match all[0].0 {
                Some(side) => format!("{} captures {what}", side.title()),
                None => format!("{} {} removed from the game", capitalized(&what), if sum == 1 { "is" } else { "are" }),
            });
        }
    }
}

fn number_words(of: usize) -> String {
    u16::try_from(of).map_or_else(|_| of.to_string(), number)
}

fn are(seeds: u8) -> &'static str {
    if seeds == 1 { "is" } else { "are" }
}
