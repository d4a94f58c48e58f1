//! Facts about rules that no single clause states: whether a position can recur, whether a line asks about
//! earlier moves, from where moves may start.

use std::cell::Cell;

use crate::engine::lines::stores::StoreUse;
use crate::engine::state::layout::Layout;
use crate::rules::{
    Action, Amount, Condition, Continuation, MoveFigure, PitKind, Place, Reads, Refill, Rules, Run, RunPart, Unfilled,
    Whose,
};

/// What is known of the rules of a game.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Moves may also start in the opponent's half.
    pub any_half: bool,
    /// No position of a round comes again, and no move goes on for ever.
    pub acyclic: bool,
    /// What lines do with seeds in stores.
    pub stores: StoreUse,
    /// Some line asks where the move before began or ended.
    pub uses_last_move: bool,
    /// Which facts about earlier turns lines ask for.
    pub asked: AskedFacts,
    /// From this lap on it makes no difference which lap of its move it is. `u16::MAX` where laps with even and odd
    /// numbers differ.
    pub counted_laps: u16,
    /// Some line asks for the number of the move.
    pub counts_moves: bool,
    /// From this ply on it makes no difference which move it is: neither a line of the opening nor a condition
    /// tells later moves apart. `u16::MAX` where moves with even and odd numbers differ.
    pub counted_moves: u16,
    /// Conditions do not tell greater numbers of seeds apart that the mover has captured in a move.
    pub captured_limit: u16,
}

/// Which facts about earlier turns lines ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedFacts {
    /// Whether the turn is a bonus, apart from lines of the end about a player who cannot move.
    pub bonus_turn: bool,
    /// How many seeds the previous move lifted.
    pub lifted: bool,
    /// Who began the round.
    pub starter: bool,
    /// The values of counters.
    pub counters: bool,
}

impl AskedFacts {
    fn of(rules: &Rules) -> AskedFacts {
        // Only lines of the end can require that there is no move.
        let of_any_turn = |condition: &&&Condition| !condition.requires_no_move();
        AskedFacts {
            bonus_turn: rules.conditions().iter().filter(of_any_turn).any(|condition| condition.reads(Reads::BONUS)),
            lifted: rules.reads(Reads::LIFTED),
            starter: rules.reads(Reads::STARTER),
            counters: !rules.counters.is_empty(),
        }
    }

    /// Whether there is any.
    pub fn any(self) -> bool {
        let AskedFacts { bonus_turn, lifted, starter, counters } = self;
        bonus_turn || lifted || starter || counters
    }
}

impl Facts {
    /// Whether a rule depends on earlier moves, apart from what they did to the board.
    pub fn remembers(self) -> bool {
        self.uses_last_move || self.asked.any()
    }

    /// Reads them from the rules of a board.
    pub(crate) fn of(rules: &Rules, layout: &Layout) -> Facts {
        let sowing = &rules.sowing;
        let from_own = sowing.from.iter().all(|line| only_own(&line.condition));
        Facts {
            any_half: !from_own
                || sowing.enter.as_ref().is_some_and(|enter| !only_own(&enter.condition))
                || rules.has_territory(),
            acyclic: banks(rules)
                && !sowing.stays_on_own_side()
                && from_own
                && !sowing.from_store()
                && sowing.enter.is_none()
                && !rules.sows_back()
                && !rules.actions().any(|action| matches!(action, Action::Move { .. } | Action::OfMove(_)))
                && !relays_elsewhere(rules)
                && rules.swaps.is_empty()
                && sowing.skip.is_empty(),
            stores: StoreUse::of(rules, layout),
            uses_last_move: rules.reads(Reads::LAST_MOVE),
            asked: AskedFacts::of(rules),
            counted_laps: counted_laps(rules),
            counts_moves: rules.reads(Reads::MOVE_NUMBER),
            counted_moves: counted_moves(rules),
            captured_limit: captured_limit(rules),
        }
    }
}

/// Whether a condition is true of the mover's own pits only, and perhaps of the mover's store.
fn only_own(condition: &Condition) -> bool {
    condition.implies(&|part| match part {
        Condition::Is(Place::Pit(path), PitKind::InRow(Whose::Own) | PitKind::Store(_)) => path.is_empty(),
        _ => false,
    })
}

/// Returns the number of the last move that a rule can distinguish from later moves.
fn counted_moves(rules: &Rules) -> u16 {
    let asked = |condition: &Condition| match condition {
        Condition::Figure(MoveFigure::MoveNumber, amount) => Some(last_distinguished(amount)),
        _ => None,
    };
    greatest(rules, asked).max(rules.opening_length())
}

/// Returns the number of the last lap that a rule can distinguish from later laps.
fn counted_laps(rules: &Rules) -> u16 {
    greatest(rules, |condition| match condition {
        Condition::Figure(MoveFigure::LapNumber, amount) => Some(last_distinguished(amount)),
        _ => None,
    })
}

/// Returns the least number of captured seeds such that no condition tells greater ones apart.
fn captured_limit(rules: &Rules) -> u16 {
    greatest(rules, |condition| match condition {
        Condition::Figure(MoveFigure::Captured, amount) => Some(last_distinguished(amount).saturating_add(1)),
        _ => None,
    })
}

/// Returns the greatest number that belongs to a part of any condition, or 0.
fn greatest(rules: &Rules, number: impl Fn(&Condition) -> Option<u16>) -> u16 {
    let greatest = Cell::new(0);
    rules.any_condition(&|condition| {
        greatest.set(number(condition).map_or(greatest.get(), |number| number.max(greatest.get())));
        false
    });
    greatest.get()
}

/// Returns the greatest number after which all numbers are in the set, or none is.
fn last_distinguished(amount: &Amount) -> u16 {
    match amount {
        Amount::Even | Amount::Odd => u16::MAX,
        Amount::In(ranges) => {
            let last = |&(low, high): &(u16, u16)| if high == u16::MAX { low.saturating_sub(1) } else { high };
            ranges.iter().map(last).max().unwrap_or(0)
        }
    }
}

/// Whether a seed falls into a store before seeds of the mover's half come into the other half: then they are
/// not carried round. A player's own store before the first pit is passed only on the way back, and pits of a
/// player in the other half lie behind that of the opponent.
fn banks(rules: &Rules) -> bool {
    let along = &rules.sowing.along;
    let side = |whose| along.iter().position(|run| *run == Run::side(whose));
    let (Some(own), Some(opponent)) = (side(Whose::Own), side(Whose::Opponent)) else { return false };
    let stores: Vec<usize> = (0..along.len()).filter(|&run| along[run].part == RunPart::Store).collect();
    let between = |store: &usize| {
        if own < opponent { (own..opponent).contains(store) } else { !(opponent..own).contains(store) }
    };
    along.len() == 2 + stores.len() && stores.iter().any(between) && (stores.len() == 2 || !rules.has_territory())
}

/// Whether a lap may go on from another pit than the one in which the last seed fell.
fn relays_elsewhere(rules: &Rules) -> bool {
    rules.land.iter().any(|clause| match &clause.then {
        Continuation::Relay(path) => !path.is_empty(),
        Continuation::Resow { .. } => true,
        Continuation::Stop | Continuation::Bonus | Continuation::Repeat { .. } => false,
    })
}

/// Whether rounds of a game may have closed pits, or pits that have changed owners.
pub(crate) fn may_shift(rules: &Rules) -> bool {
    rules.rounds.as_ref().is_some_and(|rounds| {
        rounds.has_territory() || rounds.unfilled != Unfilled::Empty && rounds.refill != Refill::Anew
    })
}

/// Whether a game stores more than seeds and one kind of mark.
pub(crate) fn needs_rare(rules: &Rules, facts: Facts) -> bool {
    rules.marks.len() > 1 || rules.sowing.kept.is_some() || facts.uses_last_move || facts.asked.any()
}
