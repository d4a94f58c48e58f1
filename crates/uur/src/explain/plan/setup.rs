//! The board, its seeds and its marks before the first move, and who begins.

use super::super::say::{Filling, PlannedBlock, Say, Told};
use super::Planner;
use crate::engine::Pit;
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

impl Planner<'_> {
    pub(super) fn setup(&self) -> Vec<PlannedBlock> {
        let plan = &self.rules.board.plan;
        let clockwise = self.rules.sowing.direction == Direction::Clockwise;
        let mut says: Vec<Say> = self.seat.map(Say::Seated).into_iter().collect();
        match plan.shape() {
            Shape::Rows(1, _) => {}
            Shape::Shared(_) => says.push(Say::PitsOfNobody),
            Shape::Rows(2, pits) => {
                says.extend([Say::NearRows(1), Say::Letters { pits, from_left: !clockwise }]);
                let along = &self.rules.sowing.along;
                let store = Run::store(Whose::Own);
                if along.contains(&store) {
                    says.push(Say::StoreLies { pits, before: along.first() == Some(&store) });
                }
            }
            // Along the front row the letters run the other way, since the path goes round the player's own rows.
            Shape::Rows(_, pits) => says.extend([
                Say::NearRows(plan.depth()),
                Say::FrontRow,
                Say::Letters { pits, from_left: clockwise },
                Say::Strokes,
            ]),
            Shape::Drawn => says.push(Say::DrawnSo),
        }
        if self.rules.board.owners.is_some() {
            says.push(self.owners());
        }
        let mut rest = self.marks_at_start();
        rest.push(Say::Fill { filling: self.filling(), stored: self.uses_stores().then_some(self.rules.board.stored) });
        rest.extend(self.counters().into_iter().map(|counter| {
            let kept = self.rules.counters[usize::from(counter.0)].kept;
            Say::CounterBegins { counter, each_round: self.rules.rounds.is_some() && !kept }
        }));
        let rest = rest.into_iter().map(Told::plain).chain(self.beginning());
        let text = says.into_iter().map(Told::plain);
        match plan.shape() {
            Shape::Drawn => vec![
                PlannedBlock::Paragraph(text.collect()),
                PlannedBlock::Drawing(drawn(self.game)),
                PlannedBlock::Paragraph(rest.collect()),
            ],
            _ => vec![PlannedBlock::Paragraph(text.chain(rest).collect())],
        }
    }

    fn owners(&self) -> Say {
        let program = &self.game.program;
        let owned = |side: Side| {
            let pits = program.layout().pits_from(side).filter(|&pit| program.owner(&program.fresh(), pit) == side);
            pits.map(|pit| pit_name(program, pit).to_string()).collect()
        };
        Say::Owned(Side::BOTH.map(owned))
    }

    /// Which pits have marks before the first move.
    fn marks_at_start(&self) -> Vec<Say> {
        let board = &self.rules.board;
        let program = &self.game.program;
        let mut says = vec![];
        for mark in (0..self.rules.marks.len()).map(|mark| MarkId(mark as u8)) {
            let marked = Side::BOTH.map(|side| -> Vec<u8> {
                let marks = board.marks.iter().filter(|&&(owner, _, marked)| owner == side && marked == mark);
                marks.map(|&(_, pit, _)| pit).collect()
            });
            let names = |side: Side| -> Vec<String> {
                let name = |pit: &u8| pit_name(program, program.layout().pit(side, *pit)).to_string();
                marked[side].iter().map(name).collect()
            };
            let alike = marked[0] == marked[1];
            if alike && marked[0].len() == board.start[Side::South].len() {
                says.push(Say::AllMarked(mark));
            } else if alike && !marked[0].is_empty() {
                says.push(Say::Marked { mark, side: None, pits: names(Side::South) });
            } else {
                let of = Side::BOTH.into_iter().filter(|side| !marked[*side].is_empty());
                says.extend(of.map(|side| Say::Marked { mark, side: Some(side), pits: names(side) }));
            }
        }
        says
    }

    fn filling(&self) -> Filling {
        let board = &self.rules.board;
        let plan = &board.plan;
        let (south, north) = (&board.start[Side::South], &board.start[Side::North]);
        let alike = south == north || plan.halves().len() == 1;
        let even = |row: &[u16]| row.iter().all(|seeds| *seeds == row[0]);
        let rows: Vec<Vec<u16>> = (0..plan.depth())
            .map(|row| plan.row(Side::South, row).into_iter().map(|pit| south[usize::from(pit)]).collect())
            .collect();
        if alike && even(south) {
            Filling::Each(south[0])
        } else if south == north && plan.depth() > 1 && rows.iter().all(|row| even(row)) {
            Filling::Rows(rows.iter().map(|row| row[0]).collect())
        } else if alike {
            Filling::Alike
        } else {
            Filling::Apart
        }
    }

    /// Who moves first.
    fn beginning(&self) -> Vec<Told> {
        if self.rules.board.plan.is_alone() {
            return vec![];
        }
        let first = match &self.rules.rounds {
            Some(rounds) if rounds.starter == Starter::Lot => Told::of(Say::LotBegins, [rounds.starter_by]),
            _ => Told::plain(Say::SouthBegins),
        };
        let setups = self.rules.arrangements.chunk_by(|one, other| one.clause == other.clause).map(|alike| {
            let setup = Box::new(alike[0].clone());
            let each = setup.by.is_some() && alike.len() > 1;
            Told::of(Say::LaidOut { setup, each }, [alike[0].clause])
        });
        std::iter::once(first).chain(setups).collect()
    }
}

/// The pits of a board by their names, as they lie on the table.
fn drawn(game: &Game) -> String {
    let layout = game.program.layout();
    let name = |pit: Option<Pit>| pit.map_or(".".into(), |pit| pit_name(&game.program, pit).to_string());
    let width = layout.pits().map(|pit| name(Some(pit)).len()).max().unwrap_or(1);
    let line = |y| {
        let names = (0..layout.plan().columns()).map(|x| format!("{:width$}", name(layout.on_table(x, y))));
        names.collect::<Vec<_>>().join(" ").trim_end().to_string()
    };
    (0..layout.plan().height()).map(line).collect::<Vec<_>>().join("\n")
}
