//! Decisions within a move: whether an optional clause applies, and which pit the mover chooses.
//!
//! A move holds its decisions in the order in which they arise, so moves with different decisions are
//! different moves, and playing a move needs no further input.

use crate::engine::state::layout::MOST_PITS;
use crate::engine::state::position::Pit;

/// The maximum number of decisions in a move. Beyond it, optional clauses do not apply, and the first pit in
/// sowing order is chosen.
pub const MOST_CHOICES: usize = 7;

/// One decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// The clause does not apply.
    No,
    /// The clause applies.
    Yes,
    /// This pit.
    Pit(Pit),
}

/// The options of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Options {
    /// Whether a clause applies.
    YesOrNo,
    /// One of these pits, a bit for each.
    Pits(u64),
}

impl Options {
    /// Iterates over the options, pits in sowing order.
    pub fn iter(self) -> impl Iterator<Item = Choice> {
        let yes_or_no = [Choice::Yes, Choice::No].into_iter().filter(move |_| self == Options::YesOrNo);
        let pits = match self {
            Options::YesOrNo => 0,
            Options::Pits(pits) => pits,
        };
        let bit = move |pit: &u8| pits >> pit & 1 == 1;
        yes_or_no.chain((0..MOST_PITS as u8).filter(bit).map(|pit| Choice::Pit(Pit(pit))))
    }

    /// Returns the number of options.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(self) -> usize {
        match self {
            Options::YesOrNo => 2,
            Options::Pits(pits) => pits.count_ones() as usize,
        }
    }

    /// Whether a choice is one of the options.
    pub fn has(self, choice: Choice) -> bool {
        match (self, choice) {
            (Options::YesOrNo, Choice::Yes | Choice::No) => true,
            (Options::Pits(pits), Choice::Pit(pit)) => pit.index() < MOST_PITS && pits >> pit.0 & 1 == 1,
            _ => false,
        }
    }
}

/// The decisions of a move, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Choices([Option<Choice>; MOST_CHOICES]);

impl Choices {
    /// No decision.
    pub const NONE: Choices = Choices([None; MOST_CHOICES]);

    /// Returns the number of decisions.
    pub fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Returns the decision with this number, from 0.
    pub fn get(&self, number: usize) -> Option<Choice> {
        self.0.get(number).copied().flatten()
    }

    /// Iterates over the decisions.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        self.0.into_iter().flatten()
    }

    /// Returns the first decisions, at most this number.
    pub fn first(&self, number: usize) -> Choices {
        let mut first = Choices::NONE;
        self.iter().take(number).for_each(|choice| {
            first.push(choice);
        });
        first
    }

    /// Adds a decision, and returns whether there was room.
    pub fn push(&mut self, choice: Choice) -> bool {
        let free = self.0.iter_mut().find(|choice| choice.is_none());
        let room = free.is_some();
        if let Some(free) = free {
            *free = Some(choice);
        }
        room
    }
}
