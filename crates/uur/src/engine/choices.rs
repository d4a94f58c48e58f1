//! What a mover decides while he moves: whether a line fits that he may decline, and which pit he
//! chooses.
//!
//! A move carries its decisions in the order in which the sowing asks for them, so that a move with
//! them is one decision like any other, and two moves that differ in one of them are two moves.

use super::{MOST_PITS, Pit};

/// How many decisions one move has room for. After them, lines are declined that may be, and the
/// first pit in sowing order is chosen.
pub const MOST_CHOICES: usize = 7;

/// One decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Choice {
    /// The line does not fit.
    No,
    /// The line fits.
    Yes,
    /// This pit.
    Pit(Pit),
}

/// What there is to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Options {
    /// Whether a line fits.
    YesOrNo,
    /// One of these pits, a bit for each.
    Pits(u64),
}

impl Options {
    /// All of them, in sowing order.
    pub fn iter(self) -> impl Iterator<Item = Choice> {
        let yes_or_no = [Choice::Yes, Choice::No].into_iter().filter(move |_| self == Options::YesOrNo);
        let pits = match self {
            Options::YesOrNo => 0,
            Options::Pits(pits) => pits,
        };
        let bit = move |pit: &u8| pits >> pit & 1 == 1;
        yes_or_no.chain((0..MOST_PITS as u8).filter(bit).map(|pit| Choice::Pit(Pit(pit))))
    }

    /// Whether this is one of them.
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// The decision at this place, from 0.
    pub fn get(&self, number: usize) -> Option<Choice> {
        self.0.get(number).copied().flatten()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        self.0.into_iter().flatten()
    }

    /// The first so many of them.
    pub fn first(&self, number: usize) -> Choices {
        let mut first = Choices::NONE;
        self.iter().take(number).for_each(|choice| {
            first.push(choice);
        });
        first
    }

    /// Adds one; gives whether there was room.
    pub fn push(&mut self, choice: Choice) -> bool {
        let free = self.0.iter_mut().find(|choice| choice.is_none());
        let room = free.is_some();
        if let Some(free) = free {
            *free = Some(choice);
        }
        room
    }
}
