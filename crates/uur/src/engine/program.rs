//! A game made ready to play.

use std::cell::Cell;
use std::sync::Arc;

use super::interrupt::Interrupt;
use super::{Choice, Choices, Mark, Move, Pit, Position};
use crate::rules::{
    Action, Amount, Clause, Condition, EndClause, Endless, Goal, Kind, Lifting, Path, Place, Repetition, Rules,
    Scripted, Side, Sowing, Step, Stores, Swap, Target, Then, Way, Whose,
};

/// A game made ready to play. Whoever holds one can play any position of its board.
#[derive(Debug, Clone)]
pub struct Program {
    /// Pits in a row.
    pub(super) row: u8,
    pub(super) sowing: Sowing,
    pub(super) opening: Vec<Scripted>,
    pub(super) swaps: Vec<Swap>,
    pub(super) begin: Vec<Clause<()>>,
    pub(super) lift: Vec<Clause<()>>,
    pub(super) drop: Vec<Clause<()>>,
    pub(super) land: Vec<Clause<Then>>,
    pub(super) finish: Vec<Clause<Then>>,
    pub(super) end: Vec<EndClause>,
    pub(super) endless: Endless,
    pub(super) repetition: Repetition,
    pub(super) goal: Option<Goal>,
    /// The board is South's alone, and he makes all moves.
    pub(super) alone: bool,
    /// Sowing goes once round both rows and past no store, the same way in every move.
    pub(super) one_ring: bool,
    /// Besides, every pit gets one seed, and nothing happens before the last one.
    pub(super) plain: bool,
    /// The mover may have to decide something while he moves.
    pub(super) decides: bool,
    /// Captures may be undone when the move has ended.
    pub(super) undoes: bool,
    /// Some line asks where the move before began or ended.
    pub(super) remembers: bool,
    /// From this ply on it makes no difference which move it is.
    counted_moves: u16,
    /// Some line asks for the number of the move.
    counts_moves: bool,
    /// Moves may also start in the opponent's row.
    pub(super) any_row: bool,
    /// How many kinds of marks there are.
    pub(super) kinds: usize,
    /// Seeds may come back out of a store.
    pub(super) returns: bool,
    never_repeats: bool,
    /// Moves may also start from the mover's store.
    pub(super) from_store: bool,
    /// The mover may choose how many seeds he lifts.
    pub(super) partial: bool,
    /// A bit for each pit that belongs to the player in whose row it is not.
    pub(super) crossed: u64,
    fresh: Position,
    start: Position,
    /// Who may end sowings of many laps.
    pub(super) interrupt: Option<Arc<Interrupt>>,
}

/// Makes a game ready to play. Rules always make sense, so this cannot fail.
pub fn compile(rules: &Rules) -> Program {
    let mut start = Position::empty();
    for side in Side::BOTH {
        for (pit, &seeds) in rules.board.start[side].iter().enumerate() {
            start.seeds[side as usize * usize::from(rules.board.pits) + pit] = seeds as u8;
        }
    }
    for side in Side::BOTH.into_iter().take(rules.board.rows.into()) {
        start.captured[side] = rules.board.stored;
    }
    for &(side, pit, kind) in &rules.board.marks {
        start.marks[side as usize * usize::from(rules.board.pits) + usize::from(pit)] =
            Some(Mark { kind, owner: side });
    }
    let sowing = &rules.sowing;
    let decisions = || rules.land.iter().chain(&rules.finish);
    let any_action = |such: fn(&Action) -> bool| decisions().any(|clause| clause.actions.iter().any(such));
    let one_ring = sowing.is_one_ring() && !reverses(rules);
    let mut program = Program {
        alone: rules.board.rows == 1,
        one_ring,
        plain: one_ring && sowing.skip.is_empty() && sowing.several.is_empty() && rules.drop.is_empty(),
        decides: decisions().any(|clause| clause.may) || any_action(|action| matches!(action, Action::Choose(_))),
        undoes: any_action(|action| *action == Action::Undo),
        remembers: asks_for_last(rules),
        counted_moves: counted_moves(rules),
        counts_moves: asks_for_number(rules),
        kinds: rules.marks.len(),
        returns: returns(rules),
        never_repeats: banks(rules)
            && !sowing.within
            && only_own(&sowing.from.condition)
            && !sowing.from_store()
            && sowing.ways.iter().all(|line| line.way == Some(Way::Onward))
            && !reverses(rules)
            && !carries(rules)
            && !relays_elsewhere(rules)
            && rules.swaps.is_empty()
            && sowing.skip.is_empty(),
        from_store: sowing.from_store(),
        partial: sowing.lift.iter().any(|lift| matches!(lift.seeds, Lifting::Chosen { .. })),
        crossed: rules.board.owners.as_ref().map_or(0, crossed),
        any_row: !only_own(&sowing.from.condition) || rules.has_territory(),
        row: rules.board.pits,
        sowing: rules.sowing.clone(),
        opening: rules.opening.clone(),
        swaps: rules.swaps.clone(),
        begin: rules.begin.clone(),
        lift: rules.lift.clone(),
        drop: rules.drop.clone(),
        land: rules.land.clone(),
        finish: rules.finish.clone(),
        end: rules.end.clone(),
        endless: rules.endless.clone(),
        repetition: rules.repetition.clone(),
        goal: rules.goal,
        fresh: start,
        start,
        interrupt: None,
    };
    program.settle(&mut start, &mut ());
    program.start = start;
    program
}

/// A bit for each pit that belongs to the player in whose row it is not.
fn crossed(owners: &[Vec<Side>; 2]) -> u64 {
    let sides = Side::BOTH.into_iter().flat_map(|side| owners[side].iter().map(move |owner| *owner != side));
    sides.enumerate().fold(0, |bits, (pit, crossed)| bits | u64::from(crossed) << pit)
}

/// Whether a condition is true of the mover's own pits only, and perhaps of his store.
fn only_own(condition: &Condition) -> bool {
    match condition {
        Condition::Is(Place::Pit(path), Kind::InRow(Whose::Own) | Kind::Store(_)) => path.is_empty(),
        Condition::All(parts) => parts.iter().any(only_own),
        Condition::Any(parts) => parts.iter().all(only_own),
        _ => false,
    }
}

/// Whether some line asks where the move before began or ended.
fn asks_for_last(rules: &Rules) -> bool {
    let leads = |path: &Path| path.iter().any(|step| matches!(step, Step::LastOrigin | Step::LastLanding));
    let such = |condition: &Condition| match condition {
        Condition::Is(_, Kind::LastOrigin | Kind::LastLanding) => true,
        Condition::Is(place, _) | Condition::Holds(place, _) => place.has_path(&leads),
        Condition::Compare(one, _, other) => one.has_path(&leads) || other.has_path(&leads),
        Condition::Outermost(path, ..) => leads(path),
        _ => false,
    };
    rules.asks(&such)
}

/// Whether some line asks for the number of the move.
fn asks_for_number(rules: &Rules) -> bool {
    rules.asks(&|condition| matches!(condition, Condition::MoveNumber(_)))
}

/// From which ply on it makes no difference which move it is: neither a line of the opening nor a condition
/// tells later moves apart. It is the last one of all where moves with even and odd numbers differ.
fn counted_moves(rules: &Rules) -> u16 {
    let counted = Cell::new(rules.opening_length());
    rules.asks(&|condition| {
        if let Condition::MoveNumber(amount) = condition {
            counted.set(counted.get().max(last_told_apart(amount)));
        }
        false
    });
    counted.get()
}

/// The greatest number after which all are among some numbers, or none is.
fn last_told_apart(amount: &Amount) -> u16 {
    match amount {
        Amount::Even | Amount::Odd => u16::MAX,
        Amount::In(ranges) => {
            let last = |&(low, high): &(u16, u16)| if high == u16::MAX { low.saturating_sub(1) } else { high };
            ranges.iter().map(last).max().unwrap_or(0)
        }
    }
}

/// Whether a seed falls into a store before seeds of the mover's row come into the other row: then they are
/// not carried round. A player's own store before his row is passed only on the way back, and pits of a
/// player in the other row lie behind that of his opponent.
fn banks(rules: &Rules) -> bool {
    match rules.sowing.stores {
        Stores::Neither => false,
        Stores::Own => !rules.sowing.stores_before && !rules.has_territory(),
        Stores::Both => true,
    }
}

/// Whether seeds may come back out of a store.
fn returns(rules: &Rules) -> bool {
    let from_store = |action: &Action| match action {
        Action::Move { from: Target::Store(_), .. } => true,
        Action::Move { from: Target::Pit(_), .. } => rules.sowing.stores != Stores::Neither,
        _ => false,
    };
    rules.sowing.from_store() || rules.actions().any(from_store)
}

/// Whether seeds may go from one pit to another otherwise than by sowing.
fn carries(rules: &Rules) -> bool {
    rules.actions().any(|action| matches!(action, Action::Move { .. } | Action::Undo))
}

/// Whether a lap may go on from another pit than the one in which the last seed fell.
fn relays_elsewhere(rules: &Rules) -> bool {
    rules.land.iter().any(|clause| matches!(&clause.then, Then::Relay(path) if !path.is_empty()))
}

/// Whether a lap may be turned round.
fn reverses(rules: &Rules) -> bool {
    let reverse = |actions: &[Action]| actions.contains(&Action::Reverse);
    rules.lift.iter().any(|clause| reverse(&clause.actions)) || rules.land.iter().any(|clause| reverse(&clause.actions))
}

impl Program {
    /// The position that a game starts from.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The board as it is set up, with nothing yet asked or done.
    pub fn fresh(&self) -> Position {
        self.fresh
    }

    /// A board with its marks and without seeds.
    pub fn bare(&self) -> Position {
        Position { marks: self.fresh.marks, ..Position::empty() }
    }

    /// Pits in a row.
    pub fn row(&self) -> u8 {
        self.row
    }

    /// All pits along the sowing, a player's own A first.
    pub fn pits_from(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let (row, all) = (self.row, 2 * self.row);
        (0..all).map(move |number| Pit((side as u8 * row + number) % all))
    }

    /// The pits and stores that get seeds if a player sows along the letters, his own A first.
    pub fn ring(&self, side: Side) -> Vec<Pit> {
        let rows = if self.sowing.within { vec![side] } else { vec![side, side.other()] };
        let store = |owner: Side| match self.sowing.stores {
            Stores::Neither => None,
            Stores::Own => (owner == side).then(|| Pit::store(owner)),
            Stores::Both => Some(Pit::store(owner)),
        };
        let before = self.sowing.stores_before;
        let part = |owner: Side| {
            let (first, last) = if before { (store(owner), None) } else { (None, store(owner)) };
            first.into_iter().chain(self.row_of(owner)).chain(last)
        };
        let owned = |pit: &Pit| !self.stays_with_owner() || self.owner(&self.fresh, *pit) == side;
        let rows = if self.stays_with_owner() { vec![side, side.other()] } else { rows };
        rows.into_iter().flat_map(part).filter(owned).collect()
    }

    /// The pits of a player's row from his A on.
    pub fn row_of(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        let first = side as u8 * self.row;
        (first..first + self.row).map(Pit)
    }

    /// Whether seeds go round in the mover's own pits, of whichever row.
    pub(super) fn stays_with_owner(&self) -> bool {
        self.sowing.within && self.crossed != 0
    }

    /// Whether players may also play from each other's pits, so that a pit's letter needs its case.
    pub fn plays_any_row(&self) -> bool {
        self.any_row
    }

    /// Whether a player may also play out of his store.
    pub fn plays_store(&self) -> bool {
        self.from_store
    }

    /// Whether no position of a round comes again, and no move goes on for ever: a lap drops a seed into a
    /// store, or carries seeds of the mover's row on towards his store, from where none comes back.
    pub fn never_repeats(&self) -> bool {
        self.never_repeats
    }

    /// Whether it matters where the move before began or ended.
    pub fn remembers(&self) -> bool {
        self.remembers
    }

    /// From which ply on it makes no difference which move it is.
    pub fn counted_moves(&self) -> u16 {
        self.counted_moves
    }

    /// Whether it matters which move of the round it is, also after the opening.
    pub fn counts_moves(&self) -> bool {
        self.counts_moves
    }

    /// Whether the board is South's alone.
    pub fn alone(&self) -> bool {
        self.alone
    }

    /// Who moves after this player, unless he moves again.
    pub fn next_player(&self, side: Side) -> Side {
        if self.alone { side } else { side.other() }
    }

    /// Whose row a pit is in, or whose store it is.
    pub fn side(&self, pit: Pit) -> Side {
        pit.store_of().unwrap_or(if pit.0 < self.row { Side::South } else { Side::North })
    }

    /// Who owns a pit: the one in whose row it is, but for what the other has gained of it.
    pub fn owner(&self, position: &Position, pit: Pit) -> Side {
        let side = self.side(pit);
        let gained = match position.territory {
            0 => self.crossed >> pit.0 & 1 == 1,
            more @ 1.. => side == Side::North && i16::from(pit.0) < i16::from(self.row) + i16::from(more),
            less => side == Side::South && i16::from(pit.0) < -i16::from(less),
        };
        if gained && pit.store_of().is_none() { side.other() } else { side }
    }

    /// The pits that a player owns, along the sowing from South's A.
    pub fn owned(&self, position: &Position, side: Side) -> impl Iterator<Item = Pit> {
        self.pits_from(Side::South).filter(move |&pit| self.owner(position, pit) == side)
    }

    /// A player's pit by its number from his A, 0 first.
    pub fn pit(&self, side: Side, number: u8) -> Pit {
        Pit(side as u8 * self.row + number)
    }

    /// The pit across the board; of a store, the other one.
    pub fn opposite(&self, pit: Pit) -> Pit {
        pit.store_of().map_or_else(|| Pit(2 * self.row - 1 - pit.0), |side| Pit::store(side.other()))
    }

    /// The same position with the board turned and the players swapped.
    pub fn mirrored(&self, position: &Position) -> Position {
        let mut mirror = *position;
        mirror.closed = 0;
        for pit in self.pits_from(Side::South) {
            let to = self.mirrored_pit(pit);
            mirror.seeds[to.index()] = position.seeds[pit.index()];
            mirror.marks[to.index()] =
                position.marks[pit.index()].map(|mark| super::Mark { owner: mark.owner.other(), ..mark });
            mirror.closed |= u64::from(position.is_closed(pit)) << to.0;
        }
        mirror.last = position.last.map(|(origin, end)| (self.mirrored_pit(origin), self.mirrored_pit(end)));
        mirror.territory = -position.territory;
        mirror.points = [position.points[1], position.points[0]];
        mirror.ways = [position.ways[1], position.ways[0]];
        mirror.captured = [position.captured[1], position.captured[0]];
        mirror.to_move = position.to_move.other();
        mirror.outcome =
            position.outcome.map(|outcome| super::Outcome { winner: outcome.winner.map(Side::other), ..outcome });
        mirror
    }

    /// Where a pit comes to lie when the board is turned.
    pub fn mirrored_pit(&self, pit: Pit) -> Pit {
        pit.store_of().map_or_else(|| Pit((pit.0 + self.row) % (2 * self.row)), |side| Pit::store(side.other()))
    }

    /// Where a move comes to lie when the board is turned.
    pub fn mirrored_move(&self, m: Move) -> Move {
        let pit = if m == Move::SWAP { m.pit } else { self.mirrored_pit(m.pit) };
        let mut choices = Choices::default();
        for choice in m.choices.iter() {
            choices.push(match choice {
                Choice::Pit(pit) => Choice::Pit(self.mirrored_pit(pit)),
                other => other,
            });
        }
        Move { pit, choices, ..m }
    }
}
