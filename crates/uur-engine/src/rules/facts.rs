//! Facts about the rules of a game, by which games are found and compared.
//!
//! A fact is derived from the checked rules, not from the text of a file. So it includes inherited rules and
//! the current values of parameters.

use super::*;

/// A fact about the rules of a game.
#[derive(Debug)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, in one line.
    pub meaning: &'static str,
    derive: Derive,
}

/// How a fact is derived.
#[derive(Debug)]
enum Derive {
    Number(fn(&Rules) -> u16),
    Whether(fn(&Rules) -> bool),
}

impl Fact {
    /// All facts.
    pub const ALL: &[Fact] = &[
        number("rows", "the rows of the board, or the lines of a drawn board", |rules| {
            rules.board.plan.height().into()
        }),
        number("pits", "the pits in a row, or in the longest row of a drawn board", longest_row),
        number("seeds", "the seeds at the start, including those in stores", |rules| {
            let Board { start, stored, .. } = &rules.board;
            start.iter().flatten().sum::<u16>() + stored * rules.board.plan.players().len() as u16
        }),
        whether("drawn", "the board is a drawing", |rules| rules.board.plan.shape() == Shape::Drawn),
        whether("shared", "the pits belong to neither player", |rules| rules.board.plan.is_shared()),
        whether("alone", "the game is for one player", |rules| rules.board.plan.is_alone()),
        whether("own side", "seeds are sown in the mover's own pits only", |rules| rules.sowing.stays_on_own_side()),
        whether("stores", "stores lie on the path of sowing", |rules| rules.sowing.passes_stores()),
        whether("either way", "the mover may choose the direction of a move or lap", has_either_way),
        whether("enters", "moves may drop seeds from the store", |rules| rules.sowing.enter.is_some()),
        whether("leaves", "moves may lift a part of the seeds of a pit", |rules| !rules.sowing.lift.is_empty()),
        whether("skips", "some pits get no seed", |rules| !rules.sowing.skip.is_empty()),
        whether("prefers", "some moves must be played before others", |rules| !rules.sowing.prefer.is_empty()),
        whether("relay", "a move may have multiple laps", Rules::relays),
        whether("resows", "captured seeds are sown on", |rules| has_landing(rules, sows_captured_seeds)),
        whether("reverses", "a move may turn back", |rules| rules.actions().any(Action::turns)),
        whether("bonus", "a move may give another move", Rules::gives_bonus_moves),
        whether("captures", "seeds are captured, also if they are sown on", |rules| {
            has_landing(rules, sows_captured_seeds)
                || rules.actions().any(|action| matches!(action, Action::Capture { .. }))
        }),
        whether("repeats", "a capture may be repeated at further pits", |rules| {
            has_landing(rules, |then| matches!(then, Continuation::Repeat { .. }))
        }),
        whether("removes", "captured seeds may leave the game", |rules| {
            rules.actions().any(|action| matches!(action, Action::Capture { to: Receiver::Nobody, .. }))
        }),
        whether("marks", "pits may be marked", |rules| !rules.marks.is_empty()),
        whether("choices", "a move may need more than its pit", has_choices),
        whether("opening", "the first moves have rules of their own", |rules| rules.opening_length() > 0),
        whether("arranged", "players or a lot arrange seeds before the first move or round", is_arranged),
        whether("match", "the game is a match of rounds", |rules| rules.rounds.is_some()),
        whether("territory", "players may own pits of the other side", Rules::has_territory),
        whether("points", "the rounds of a match give points", |rules| {
            rules.rounds.as_ref().is_some_and(|rounds| !rounds.points.is_empty())
        }),
        whether("parameters", "numbers or words of the rules can be set", |rules| !rules.parameters.is_empty()),
    ];

    /// Returns the fact of this name. `multiple laps` is another name of `relay`.
    pub fn named(name: &str) -> Option<&'static Fact> {
        let name = if name == "multiple laps" { "relay" } else { name };
        Fact::ALL.iter().find(|fact| fact.name == name)
    }

    /// Iterates over the facts that are true of the rules, with their values.
    pub fn held(rules: &Rules) -> impl Iterator<Item = (&'static Fact, u16)> {
        Fact::ALL.iter().map(|fact| (fact, fact.value(rules))).filter(|&(_, value)| value > 0)
    }

    /// Whether the fact is a number.
    pub fn is_number(&self) -> bool {
        matches!(self.derive, Derive::Number(_))
    }

    /// Returns the number. For a fact that is no number, it is 1 if the fact is true and otherwise 0.
    pub fn value(&self, rules: &Rules) -> u16 {
        match self.derive {
            Derive::Number(number) => number(rules),
            Derive::Whether(whether) => whether(rules).into(),
        }
    }

    /// Returns the fact with a value in words: `rows 4`, `relay`, `no relay`.
    pub fn with_value(&self, value: u16) -> String {
        match (&self.derive, value) {
            (Derive::Number(_), _) => format!("{} {value}", self.name),
            (Derive::Whether(_), 0) => format!("no {}", self.name),
            (Derive::Whether(_), _) => self.name.to_string(),
        }
    }
}

const fn number(name: &'static str, meaning: &'static str, number: fn(&Rules) -> u16) -> Fact {
    Fact { name, meaning, derive: Derive::Number(number) }
}

const fn whether(name: &'static str, meaning: &'static str, whether: fn(&Rules) -> bool) -> Fact {
    Fact { name, meaning, derive: Derive::Whether(whether) }
}

fn longest_row(rules: &Rules) -> u16 {
    let plan = &rules.board.plan;
    let rows = plan.halves().iter().flat_map(|&side| (0..plan.depth()).map(move |row| plan.row(side, row).len()));
    rows.max().unwrap_or(0) as u16
}

fn has_either_way(rules: &Rules) -> bool {
    rules.sowing.ways.iter().any(|line| line.way.is_none()) || !rules.sowing.each_lap.is_empty()
}

fn has_landing(rules: &Rules, which: impl Fn(&Continuation) -> bool) -> bool {
    rules.land.iter().any(|clause| which(&clause.then))
}

/// Whether another lap takes seeds from elsewhere than the landing.
fn sows_captured_seeds(then: &Continuation) -> bool {
    then.lifted().iter().any(|target| !matches!(target, ActionTarget::Pit(path) if path.is_empty()))
}

fn has_choices(rules: &Rules) -> bool {
    has_either_way(rules)
        || rules.sowing.lift.iter().any(|line| matches!(line.seeds, Lifting::Chosen { .. }))
        || rules.asks_within_moves()
}

fn is_arranged(rules: &Rules) -> bool {
    !rules.arrangements.is_empty() || rules.rounds.as_ref().is_some_and(|rounds| rounds.arranged.is_some())
}
