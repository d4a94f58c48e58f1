//! What happens in a move, told while it happens.

use super::{Mark, Outcome, Pit, Turn};
use crate::rules::{ClauseId, Side, Way};

/// One thing that happened, and the clause that made it. `None` stands for a default of the
/// language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The move goes this way.
    Way {
        /// Which.
        way: Way,
        /// Why.
        clause: ClauseId,
    },
    /// Seeds are taken in hand: the beginning of a lap.
    Lift {
        /// Out of which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Which lap of the move, from 1.
        lap: u32,
        /// What allowed it.
        clause: ClauseId,
    },
    /// Seeds stay in the pit that was lifted.
    Leave {
        /// Which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A pit is passed over.
    Skip {
        /// Which.
        pit: Pit,
        /// Why.
        clause: ClauseId,
    },
    /// A seed falls, or several at once.
    Drop {
        /// Into which pit.
        pit: Pit,
        /// How many it holds now.
        seeds: u8,
        /// How many have fallen at once.
        fell: u8,
        /// The clause of the sowing.
        clause: ClauseId,
    },
    /// Seeds leave the board.
    Capture {
        /// Out of which pit.
        pit: Pit,
        /// How many.
        seeds: u8,
        /// Whose they are; nobody's if they leave the game.
        to: Option<Side>,
        /// Why.
        clause: ClauseId,
    },
    /// Seeds go from one pit to another.
    Transfer {
        /// Out of which pit.
        from: Pit,
        /// Into which.
        to: Pit,
        /// How many.
        seeds: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A pit gets a mark, or loses it.
    Marked {
        /// Which pit.
        pit: Pit,
        /// Its mark now.
        mark: Option<Mark>,
        /// Why.
        clause: ClauseId,
    },
    /// A line is tried again at another pit, and fits.
    Repeat {
        /// Where.
        pit: Pit,
        /// Which.
        clause: ClauseId,
    },
    /// A move that had ended is taken back to where its last seed fell.
    Undone {
        /// Why.
        clause: ClauseId,
    },
    /// The rest of the move goes the other way.
    Reversed {
        /// Why.
        clause: ClauseId,
    },
    /// The mover has chosen a pit.
    Chosen {
        /// Which.
        pit: Pit,
        /// Why.
        clause: ClauseId,
    },
    /// The mover has decided whether a line fits that he may decline.
    Decided {
        /// Whether it does.
        fits: bool,
        /// Which line.
        clause: ClauseId,
    },
    /// The board is turned instead of a move.
    Swapped {
        /// Why.
        clause: ClauseId,
    },
    /// The move ends.
    Stop {
        /// Where its last seed fell.
        pit: Pit,
        /// Why; `None` if no line of `land` fits.
        clause: Option<ClauseId>,
    },
    /// The mover moves once more.
    Bonus {
        /// Why.
        clause: ClauseId,
    },
    /// The laps would go round for ever, or beyond the declared bound.
    Endless {
        /// After how many laps this was certain.
        laps: u32,
        /// The clause that says what it means.
        clause: Option<ClauseId>,
    },
    /// A bonus move that cannot be made, or an endless move that counts as a pass.
    Pass {
        /// Who passes.
        side: Side,
        /// Why.
        clause: Option<ClauseId>,
    },
    /// At the end somebody takes what is left in a pit.
    Take {
        /// Which pit.
        pit: Pit,
        /// How many seeds.
        seeds: u8,
        /// Who.
        to: Side,
        /// Why.
        clause: Option<ClauseId>,
    },
    /// The round is over.
    Over {
        /// How.
        outcome: Outcome,
    },
    /// A lot is decided.
    Lot {
        /// Who won it.
        winner: Side,
        /// The hand-play.
        clause: ClauseId,
    },
    /// Seeds are laid out before the first move.
    Arranged {
        /// By whom; by chance without a player.
        by: Option<Side>,
        /// What allows it.
        clause: ClauseId,
    },
    /// Seeds left over go from one player to the other.
    Cede {
        /// Who gives them.
        from: Side,
        /// How many.
        seeds: u16,
        /// Why.
        clause: ClauseId,
    },
    /// A player fills his pits for a new round.
    Fill {
        /// Who.
        side: Side,
        /// How many pits.
        pits: u8,
        /// Why.
        clause: ClauseId,
    },
    /// A player's pits that cannot be filled are closed, or stay empty.
    Unfilled {
        /// Whose.
        side: Side,
        /// How many pits.
        pits: u8,
        /// What becomes of them.
        clause: ClauseId,
    },
    /// A round brings a player points.
    Points {
        /// Whom.
        side: Side,
        /// How many.
        points: u16,
        /// Why.
        clause: ClauseId,
    },
    /// A round begins.
    Begin {
        /// Who has the first move.
        side: Side,
        /// Why.
        clause: ClauseId,
    },
    /// The match is over.
    MatchOver {
        /// Who won it; nobody if it is a draw.
        winner: Option<Side>,
        /// Why.
        clause: ClauseId,
    },
}

impl Event {
    /// The clause that made it.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            Event::Way { clause, .. }
            | Event::Lift { clause, .. }
            | Event::Leave { clause, .. }
            | Event::Lot { clause, .. }
            | Event::Arranged { clause, .. }
            | Event::Cede { clause, .. }
            | Event::Fill { clause, .. }
            | Event::Unfilled { clause, .. }
            | Event::Begin { clause, .. }
            | Event::Points { clause, .. }
            | Event::MatchOver { clause, .. }
            | Event::Skip { clause, .. }
            | Event::Drop { clause, .. }
            | Event::Capture { clause, .. }
            | Event::Transfer { clause, .. }
            | Event::Marked { clause, .. }
            | Event::Repeat { clause, .. }
            | Event::Undone { clause }
            | Event::Reversed { clause }
            | Event::Chosen { clause, .. }
            | Event::Decided { clause, .. }
            | Event::Swapped { clause }
            | Event::Bonus { clause } => Some(clause),
            Event::Stop { clause, .. }
            | Event::Endless { clause, .. }
            | Event::Pass { clause, .. }
            | Event::Take { clause, .. } => clause,
            Event::Over { outcome } => outcome.clause,
        }
    }
}

/// Is told of every event of a move, in order. `()` watches nothing and costs nothing.
pub trait Observer {
    /// Something has happened.
    fn event(&mut self, event: Event);

    /// The last seed of a lap has fallen, and the landing table is about to be asked.
    fn landed(&mut self, _turn: &Turn) {}

    /// Whether nobody wants to follow the move any longer, after so many laps. Then it is taken for one
    /// without end.
    fn gives_up(&mut self, _laps: u32) -> bool {
        false
    }
}

impl Observer for () {
    fn event(&mut self, _event: Event) {}
}

impl<F: FnMut(Event)> Observer for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

/// The most events of a move that are kept. A sowing of a small rule file can have hundreds of millions.
pub const MOST_EVENTS: usize = 1_000_000;

/// Keeps the events of a move, and gives the move up once they are [`MOST_EVENTS`].
#[derive(Debug, Default)]
pub struct Kept {
    /// The events so far.
    pub events: Vec<Event>,
    /// Whether the move was given up. Then neither the events nor the position after them mean anything.
    pub lost: bool,
}

impl Observer for Kept {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn gives_up(&mut self, _laps: u32) -> bool {
        self.lost |= self.events.len() >= MOST_EVENTS;
        self.lost
    }
}
