//! Whether a condition is true, found on a position pit by pit.

use super::{TextReader, TurnInMind};
use crate::engine::{Pit, Position};
use crate::rules::*;

/// What a condition is asked of: a position, and the move in progress.
#[derive(Clone, Copy)]
pub struct BoardInMind<'v> {
    pub reader: &'v TextReader<'v>,
    pub position: &'v Position,
    pub turn: &'v TurnInMind,
    /// Whether a seed has just fallen, so that "empty" means before it in that pit.
    pub fallen: bool,
    /// Whether the player has earned a bonus move and cannot make it.
    pub idle_bonus: bool,
}

impl<'v> BoardInMind<'v> {
    /// A board on which no seed has just fallen.
    pub fn still(reader: &'v TextReader<'v>, position: &'v Position, turn: &'v TurnInMind) -> Self {
        BoardInMind { reader, position, turn, fallen: false, idle_bonus: false }
    }

    /// A board on which a seed has just fallen.
    pub fn fallen(reader: &'v TextReader<'v>, position: &'v Position, turn: &'v TurnInMind) -> Self {
        BoardInMind { fallen: true, ..BoardInMind::still(reader, position, turn) }
    }

    fn side(&self, whose: Whose) -> Side {
        whose.seen_by(self.position.to_move)
    }

    /// The pits of which a condition is true.
    pub fn such(&self, condition: &Condition) -> Vec<Pit> {
        let still = BoardInMind { fallen: false, ..*self };
        self.reader.layout.pits().filter(|pit| still.holds_at(condition, Some(*pit))).collect()
    }

    /// The pit to which a path leads.
    pub fn pit(&self, path: &[PathStep], here: Option<Pit>) -> Option<Pit> {
        let (layout, turn) = (self.reader.layout, self.turn);
        path.iter().fold(here, |at, step| match step {
            PathStep::Opposite => layout.opposite(at?),
            PathStep::Behind => layout.behind(at?),
            PathStep::Mirror => Some(layout.mirrored(at?)),
            PathStep::Next => self.reader.beside(self.position, turn.way, at?),
            PathStep::Previous => self.reader.beside(self.position, turn.way.other(), at?),
            PathStep::Fixed(whose, strokes, letter) => layout.named(self.side(*whose), *letter, *strokes),
            PathStep::Chosen => turn.chosen.or(here),
            PathStep::LapOrigin => Some(turn.lap_origin),
            PathStep::TurnOrigin => Some(turn.turn_origin),
            PathStep::LastOrigin => self.position.last.map(|(origin, _)| origin).or(here),
            PathStep::LastLanding => self.position.last.map(|(_, landing)| landing).or(here),
            PathStep::Landing => Some(turn.here),
        })
    }

    /// The seeds in a place.
    pub fn seeds(&self, place: &Place, here: Option<Pit>) -> u16 {
        let position = self.position;
        let sum = |such: &dyn Fn(Pit) -> bool| -> u16 {
            self.reader.layout.pits().filter(|pit| such(*pit)).map(|pit| u16::from(position.held(pit))).sum()
        };
        match place {
            Place::Pit(path) => self.pit(path, here).map_or(0, |pit| position.held(pit).into()),
            Place::Row(whose) => sum(&|pit| self.reader.owner(position, pit) == self.side(*whose)),
            Place::NthRow(whose, row) => {
                sum(&|pit| self.reader.layout.side(pit) == self.side(*whose) && self.reader.layout.row(pit) == *row)
            }
            Place::Store(whose) => position.captured[self.side(*whose)],
            Place::Points(_) => unreachable!("no sentence about a round has points"),
            Place::Counter(whose, counter) => {
                position.memory.counters[usize::from(counter.0)][self.side(*whose)].into()
            }
            Place::Marked(whose, mark) => sum(&|pit| {
                position.marks[pit.index()].is_some_and(|of| of.kind == *mark && of.owner == self.side(*whose))
            }),
            Place::Board => sum(&|_| true),
            Place::Hand => self.turn.left.into(),
            Place::Number(number) => *number,
            Place::Sum(parts) => parts.iter().map(|part| self.seeds(part, here)).sum(),
        }
    }

    /// Whether a pit is of a kind.
    fn is(&self, pit: Option<Pit>, kind: PitKind) -> bool {
        let Some(pit) = pit else { return false };
        let (layout, position, turn) = (self.reader.layout, self.position, self.turn);
        let store = pit.store_of();
        let mark = if store.is_none() { position.marks[pit.index()] } else { None };
        let held = if self.fallen && pit == turn.here { turn.before } else { position.held(pit) };
        let among = |set: u128| set >> pit.index() & 1 == 1;
        match kind {
            PitKind::InRow(whose) => store.is_none() && self.reader.owner(position, pit) == self.side(whose),
            PitKind::NthRow(row) => store.is_none() && layout.row(pit) == row,
            PitKind::Numbered(first, last) => store.is_none() && (first..=last).contains(&layout.letter(pit)),
            PitKind::Store(whose) => store.is_some_and(|side| whose.is_none_or(|whose| side == self.side(whose))),
            PitKind::Empty => held == 0,
            PitKind::Occupied => held > 0,
            PitKind::Closed => store.is_none() && position.is_closed(pit),
            PitKind::LapOrigin => pit == turn.lap_origin,
            PitKind::TurnOrigin => pit == turn.turn_origin,
            PitKind::LastOrigin => position.last.is_some_and(|(origin, _)| origin == pit),
            PitKind::LastLanding => position.last.is_some_and(|(_, landing)| landing == pit),
            PitKind::Landing => pit == turn.here,
            PitKind::Sown => among(turn.sown),
            PitKind::Reached => among(turn.reached),
            PitKind::Marked(kind, whose) => {
                mark.is_some_and(|mark| mark.kind == kind && whose.is_none_or(|whose| mark.owner == self.side(whose)))
            }
        }
    }

    /// Whether a condition is true where the last seed fell, or of the pit in question.
    pub fn holds(&self, condition: &Condition) -> bool {
        self.holds_at(condition, Some(self.turn.here))
    }

    /// Whether a condition is true of a pit.
    pub fn holds_at(&self, condition: &Condition, here: Option<Pit>) -> bool {
        let (reader, position, turn) = (self.reader, self.position, self.turn);
        match condition {
            Condition::Always => true,
            Condition::All(parts) => parts.iter().all(|part| self.holds_at(part, here)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds_at(part, here)),
            Condition::Not(part) => !self.holds_at(part, here),
            Condition::Fact(MoveFact::NoMove) => !reader.has_move(position),
            Condition::Fact(MoveFact::LastSeed) => turn.last_seed,
            Condition::LapEnds(part) => here.is_some_and(|pit| reader.lap_ends(self, pit, part)),
            Condition::Fact(MoveFact::WayIs(way)) => turn.way == *way,
            Condition::Fact(MoveFact::Stage(stage)) => {
                turn.stage.or_else(|| reader.stage(position)) == Some((*stage).into())
            }
            Condition::InReach(path, part) => self.pit(path, here).is_some_and(|pit| self.in_reach(pit, part)),
            Condition::Exists(part) => !self.such(part).is_empty(),
            Condition::Figure(MoveFigure::MoveNumber, amount) => amount.contains(position.ply + 1),
            Condition::Figure(MoveFigure::LastMoveOf, amount) => amount.contains(position.memory.lifted.into()),
            Condition::Fact(MoveFact::FirstLap) => turn.laps == 1,
            Condition::Figure(MoveFigure::LapNumber, amount) => amount.contains(turn.laps as u16),
            Condition::Figure(MoveFigure::LapOf, amount) => amount.contains(turn.hand.into()),
            Condition::AfterMove(part) => here.is_some_and(|pit| reader.after_move(self, pit, part)),
            Condition::Figure(MoveFigure::Captured, amount) => amount.contains(turn.captured),
            Condition::Fact(MoveFact::BonusTurn) => self.idle_bonus || position.memory.bonus_turn,
            Condition::Fact(MoveFact::PlayerIs(side)) => position.to_move == *side,
            Condition::Fact(MoveFact::PlayerBegan) => position.memory.starter == Some(position.to_move),
            Condition::Count(part, amount) => amount.contains(self.such(part).len() as u16),
            Condition::Outnumber(parts) => self.such(&parts[0]).len() > self.such(&parts[1]).len(),
            Condition::Outermost(path, which, part) => {
                let found = self.outermost(which, &self.such(part), here);
                found.is_some() && self.pit(path, here) == found
            }
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one, here), self.seeds(other, here)),
            Condition::Is(Place::Pit(path), kind) => self.is(self.pit(path, here), *kind),
            Condition::Is(place, kind) => (self.seeds(place, here) > 0) == (*kind == PitKind::Occupied),
            Condition::Holds(place, amount) => amount.contains(self.seeds(place, here)),
        }
    }

    /// The first or last of some pits.
    fn outermost(&self, which: &Outermost, such: &[Pit], here: Option<Pit>) -> Option<Pit> {
        let order: Vec<Pit> = self.reader.layout.pits_from(self.position.to_move).collect();
        let mut among = order.iter().copied().filter(|pit| such.contains(pit));
        match which {
            Outermost::First => among.next(),
            Outermost::Last => among.next_back(),
            Outermost::After(from) | Outermost::Before(from) => {
                let last = |step: &PathStep| matches!(step, PathStep::LastOrigin | PathStep::LastLanding);
                if from.iter().any(last) && self.position.last.is_none() {
                    return None;
                }
                let start = self.pit(from, here)?;
                let onward = matches!(which, Outermost::After(_));
                let way = if onward { self.turn.way } else { self.turn.way.other() };
                let step = |pit: &Pit| self.reader.beside(self.position, way, *pit);
                std::iter::successors(step(&start), step).take(order.len() + 2).find(|pit| such.contains(pit))
            }
        }
    }

    /// Whether a lap out of some pit, sown as its owner may sow it, would end in a pit.
    fn in_reach(&self, end: Pit, part: &Condition) -> bool {
        let (reader, board) = (self.reader, self.position);
        reader.layout.pits().filter(|pit| board.held(*pit) > 0).any(|pit| {
            let turn = TurnInMind { lap_origin: pit, turn_origin: pit, ..*self.turn };
            if !BoardInMind::still(reader, board, &turn).holds_at(part, Some(pit)) {
                return false;
            }
            let position = Position { to_move: reader.owner(board, pit), ..*board };
            reader.ways(&position, pit).iter().any(|way| {
                let mut turn = TurnInMind { hand: position.held(pit), ..TurnInMind::before(&position, pit, *way) };
                reader.sow_silently(&mut { position }, &mut turn, pit);
                turn.here == end
            })
        })
    }
}
