//! A second machine for the same games, which tells no events and is many times as fast.
//!
//! A [`Lean`] plays positions packed into a few machine words. What the rules say is looked up: a
//! whole lap is one addition, what a table of lines asks of the pits near the landing is one number,
//! and conditions about many pits are asked of all of them at once. What a game does not need is
//! left out when it is made ready, not looked at in every move.
//!
//! It plays what the other machine plays, move for move; the tests hold them against each other.
//! What it does not play at all, it refuses when it is made: games in which the mover decides
//! something while he moves, chooses his way or how many seeds he lifts, or plays from his store;
//! one-row boards, more than one kind of mark, and pits that belong to the player in whose row they
//! are not. Scripted moves of an opening and boards with closed pits are left to the other machine
//! too.

mod ask;
mod laps;
mod packed;
mod play;
mod swift;
mod table;
mod visited;
mod walk;

use super::program::Program;
use super::{Pit, Position};
use crate::rules::{
    ClauseId, Condition, EndClause, Ending, EndlessOutcome, Guarded, Lifting, Side, Taking, Verdict, Way,
};
use ask::{Ask, Reader};
use laps::Laps;
use swift::{Calm, Lifts, Pace};
use table::{Next, StoreLines, Table};

pub use ask::lanes;
pub use packed::Packed;
pub use swift::{Paced, Play};
pub use visited::Visited;
pub use walk::{Walk, WalkEnd};

/// A game made ready to be played fast, on a board of up to `4 * N - 1` pits a row.
#[derive(Debug, Clone)]
pub struct Lean<const N: usize> {
    program: Program,
    /// A bit for each lane of a player's row.
    rows: [u64; 2],
    /// A bit for each lane of a pit.
    pits: u64,
    laps: Option<Laps<N>>,
    /// Where the next seed falls from each lane, by the mover, if nothing is passed over.
    neighbours: Box<[[u8; 64]; 2]>,
    skip: Vec<Ask>,
    from: Ask,
    /// The lanes from which each player may lift at all.
    lifted: [u64; 2],
    /// Which pits with seeds may be lifted while both rows have seeds: full words for those without a
    /// mark, with one of the mover's, and with one of the opponent's, if these may; `None` if that depends
    /// on more.
    by_mark: Option<[u64; 3]>,
    prefer: Vec<Ask>,
    /// How many seeds stay in the pit that a move starts from, and when.
    leaves: Vec<(Ask, u8)>,
    begin: Table,
    lift: Table,
    drop: Table,
    land: Table,
    finish: Table,
    /// While both rows have seeds, no line of `finish` fits.
    finish_waits: bool,
    end: Vec<EndLine>,
    /// Those of them that are to be looked at also while both rows have seeds and the player to move
    /// has a move.
    busy_end: Vec<Ask>,
    pace: Pace,
    /// What is to be looked at after most moves, if that is little.
    calm: Option<Calm>,
    /// After so many laps a sowing counts as one without end.
    most_laps: u64,
    /// Laps that go on with nothing done between them can be undone, one way each.
    undoable: bool,
    /// No position of a round comes again.
    never_repeats: bool,
    /// Seeds in all, at most.
    seeds: u16,
    /// Before this ply moves may be scripted.
    opening: u16,
}

/// A line of the end.
#[derive(Debug, Clone)]
struct EndLine {
    ask: Ask,
    clause: ClauseId,
    asks_for_moves: bool,
    /// What then; `None` if the other machine is to see to it.
    ending: Option<Ending>,
}

/// The machine of the size that a game's board needs.
#[derive(Debug, Clone)]
pub enum Sized {
    /// Up to 7 pits a row.
    Small(Lean<2>),
    /// Up to 15 pits a row.
    Middle(Lean<4>),
    /// Up to 24 pits a row.
    Large(Lean<8>),
}

impl Sized {
    /// The machine for a game; `None` if it is one of those that only the other machine plays.
    pub fn of(program: &Program) -> Option<Sized> {
        match program.row() {
            0..=7 => Lean::of(program).map(Sized::Small),
            8..=15 => Lean::of(program).map(Sized::Middle),
            _ => Lean::of(program).map(Sized::Large),
        }
    }
}

impl<const N: usize> Lean<N> {
    /// The machine for a game; `None` if it is one of those that only the other machine plays.
    fn of(program: &Program) -> Option<Self> {
        let sowing = &program.sowing;
        let one_way = matches!(&sowing.ways[..], [only] if only.way == Some(Way::Onward));
        let plays = one_way
            && !program.alone
            && !program.decides
            && !program.remembers
            && !program.from_store
            && !program.partial
            && program.crossed == 0
            && program.swaps.is_empty()
            && sowing.several.is_empty()
            && program.kinds <= 1
            && matches!(program.endless.outcome, EndlessOutcome::Over(_) | EndlessOutcome::Pass);
        if !plays {
            return None;
        }
        let seeds = program.start().total();
        let mut laps = Laps::of(program, seeds.into());
        let land = {
            let reader = Reader::<N>::new(program, None);
            Table::of(&reader, &program.land, |then| table::next(&reader, then))?
        };
        if let (Some(laps), Some(table)) = (&mut laps, land.swift()) {
            laps.tell(|mover, here| table.near(mover, here));
        }
        let reader = Reader::new(program, laps.as_ref());
        let asks = |guards: &[Guarded], before: bool| -> Option<Vec<Ask>> {
            guards.iter().map(|guard| reader.ask(&guard.condition, before)).collect()
        };
        let effects = |clauses| Table::of(&reader, clauses, |()| Some(Next::Stop));
        let rows = Side::BOTH.map(|side| Packed::<N>::row(program.row(), side));
        let mut neighbours = Box::new([[0; 64]; 2]);
        for side in Side::BOTH {
            for lane in reader.lanes() {
                let pit = Packed::<N>::pit(program, lane);
                let next = reader.seen(&reader.boards[side], lane, |seen| seen.neighbour(pit, Way::Onward));
                neighbours[side][lane] = Packed::<N>::lane(program, next) as u8;
            }
        }
        let end_line = |clause: &EndClause| {
            let simple = clause.ending.verdict != Verdict::Pass
                && clause.ending.takings.iter().all(|(_, taking)| *taking != Taking::Half);
            Some(EndLine {
                ask: reader.ask(&clause.condition, true)?,
                clause: clause.id,
                asks_for_moves: clause.condition.has(&|condition| *condition == Condition::NoMove),
                ending: simple.then(|| clause.ending.clone()),
            })
        };
        let end: Vec<EndLine> = program.end.iter().map(end_line).collect::<Option<_>>()?;
        let from = reader.ask(&sowing.from.condition, true)?;
        let from = if program.any_row { from } else { from.in_own_row(rows) };
        let finish = Table::of(&reader, &program.finish, |then| table::next(&reader, then))?;
        let finish_waits = finish.lines.iter().all(|line| table::when_lively(&line.ask) == Some(false));
        let looked_up = laps.is_some()
            && sowing.lift.is_empty()
            && program.endless.bound.is_none_or(|bound| bound >= walk::WALKED_FROM)
            && land.swift().is_some()
            && finish_waits;
        let pace = match looked_up {
            false => Pace::Steps,
            true if land.relays() => Pace::Laps,
            true => Pace::OneLap,
        };
        let busy_end: Vec<Ask> =
            end.iter().map(|line| line.ask.clone()).filter(|ask| table::when_lively(ask) != Some(false)).collect();
        let by_mark = table::when_lively_by_mark(&from).map(|may| may.map(|may| if may { u64::MAX } else { 0 }));
        let simple = sowing.prefer.is_empty() && sowing.lift.is_empty() && program.begin.is_empty();
        let busy = if busy_end.is_empty() { Some(None) } else { StoreLines::of(&busy_end).map(Some) };
        let lifts = match by_mark {
            Some([u64::MAX, ..]) if program.kinds == 0 && !program.any_row => Lifts::OwnRow,
            Some(masks) => Lifts::ByMark(masks),
            None => Lifts::Asked,
        };
        let calm = busy.filter(|_| simple).map(|busy| Calm { lifts, busy });
        Some(Lean {
            rows,
            pits: rows[0] | rows[1],
            pace,
            calm,
            most_laps: program.endless.bound.map_or(u64::MAX, u64::from),
            undoable: program.plain && program.lift.is_empty(),
            lifted: if program.any_row { [rows[0] | rows[1]; 2] } else { rows },
            by_mark,
            never_repeats: program.never_repeats(),
            seeds,
            busy_end,
            end,
            neighbours,
            skip: asks(&sowing.skip, false)?,
            from,
            prefer: asks(&sowing.prefer, true)?,
            leaves: sowing
                .lift
                .iter()
                .map(|lift| match lift.seeds {
                    Lifting::AllBut(leave) => Some((reader.ask(&lift.condition, true)?, leave)),
                    Lifting::Chosen { .. } => None,
                })
                .collect::<Option<_>>()?,
            begin: effects(&program.begin)?,
            lift: effects(&program.lift)?,
            drop: effects(&program.drop)?,
            land,
            finish_waits,
            finish,
            opening: program.opening.iter().map(|scripted| scripted.ply).max().unwrap_or(0),
            program: program.clone(),
            laps,
        })
    }

    /// The position in a few words; `None` if only the other machine plays on from it.
    pub fn pack(&self, position: &Position) -> Option<Packed<N>> {
        let plays = position.ply >= self.opening
            && position.closed == 0
            && position.territory == 0
            && position.points == [0; 2]
            && position.total() <= self.seeds;
        plays.then(|| Packed::of(&self.program, position))
    }

    /// The position in full.
    pub fn unpack(&self, packed: &Packed<N>) -> Position {
        packed.unpacked(&self.program)
    }

    /// The position with these seeds in the pits, from South's A on, and a bit for the lane of each legal
    /// move. South is to move, unless he must pass. The turn begins with nothing.
    pub fn placed(&self, seeds: &[u8], ply: u16) -> (Packed<N>, u64) {
        let mut packed = Packed::empty(ply);
        let row = usize::from(self.program.row());
        for (half, row) in seeds.chunks(row).enumerate() {
            row.iter().enumerate().for_each(|(number, &seeds)| packed.put(Packed::<N>::HALF * half + number, seeds));
        }
        let moves = self.settle(&mut packed, false);
        (packed, moves)
    }

    /// Whether moves may also start in the opponent's row.
    pub fn plays_any_row(&self) -> bool {
        self.program.any_row
    }

    /// Whether a sowing was cut short, see [`Program::cut_short`].
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.program.cut_short()
    }

    /// Whether the work is to end, see [`Program::stops`].
    pub fn stops(&self) -> bool {
        self.program.stops()
    }

    /// The pit of a lane.
    pub fn pit(&self, lane: usize) -> Pit {
        Packed::<N>::pit(&self.program, lane)
    }

    /// The lane of a pit.
    pub fn lane(&self, pit: Pit) -> usize {
        Packed::<N>::lane(&self.program, pit)
    }
}
