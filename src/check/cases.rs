//! Proofs by going through all cases: that every line can be reached, and that no line empties a
//! protected pit.
//!
//! What the lines of a table ask of pits, rows and stores is a finite matter: which row, which
//! mark, and on which side of the few numbers that the lines name the seeds lie. Each combination
//! is a [`Case`], a scene that the conditions are asked of just as the move machine asks them.
//! Some cases may never come up in play, so a line may pass that no game reaches; but a line that
//! fits in no case is dead for certain.

use std::collections::BTreeSet;

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::*;
use crate::source::Span;

/// How many cases a table may have before the proof is given up.
const MOST_CASES: usize = 300_000;

/// Proves all tables and the sources of moves.
pub(super) fn prove(rules: &Rules, checker: &mut Checker) {
    let protected: Vec<MarkId> = (0..rules.marks.len())
        .map(|number| MarkId(number as u8))
        .filter(|mark| rules.marks[mark.0 as usize].never_emptied)
        .collect();
    let closing = rules.rounds.as_ref().is_some_and(|rounds| rounds.unfilled == Unfilled::Closed);
    let total: u16 = rules.board.start.iter().flatten().sum();
    let facts = Facts { total, closing, protected: &protected };

    let from = &rules.sowing.from;
    let lifted = Line { id: from.clause, condition: &from.condition, emptied: vec![&[]], repeats: false };
    facts.table(&[lifted], Seeded::Chosen, checker);
    for guard in &rules.sowing.skip {
        facts.table(&[Line::asking(guard.clause, &guard.condition)], Seeded::Untouched, checker);
    }
    let lifts: Vec<Line> = rules.sowing.lift.iter().map(|lift| Line::asking(lift.clause, &lift.condition)).collect();
    facts.table(&lifts, Seeded::Chosen, checker);

    let drop: Vec<Line> =
        rules.drop.iter().map(|clause| Line::of(clause.id, &clause.condition, &clause.actions)).collect();
    facts.table(&drop, Seeded::Fallen, checker);
    let land: Vec<Line> = rules
        .land
        .iter()
        .map(|clause| {
            let mut line = Line::of(clause.id, &clause.condition, &clause.actions);
            match &clause.then {
                Then::Relay(path) => line.emptied.push(path),
                Then::Repeat(_) => line.repeats = true,
                Then::Stop | Then::Bonus => {}
            }
            line
        })
        .collect();
    let seeded =
        if rules.drop.iter().any(|clause| !clause.actions.is_empty()) { Seeded::Changed } else { Seeded::Fallen };
    facts.table(&land, seeded, checker);
    let end: Vec<Line> = rules.end.iter().map(|clause| Line::asking(clause.id, &clause.condition)).collect();
    facts.table(&end, Seeded::Untouched, checker);
}

/// What has happened to `here` when a table is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeded {
    /// Nothing.
    Untouched,
    /// A player has chosen it, so it is not empty.
    Chosen,
    /// A seed has fallen into it.
    Fallen,
    /// A seed has fallen into it, and a drop rule may have changed it since.
    Changed,
}

/// What a line asks, and which pits it empties.
struct Line<'a> {
    id: ClauseId,
    condition: &'a Condition,
    emptied: Vec<&'a [Step]>,
    /// The line is tried again elsewhere, where no earlier line has been asked.
    repeats: bool,
}

impl<'a> Line<'a> {
    fn asking(id: ClauseId, condition: &'a Condition) -> Self {
        Line { id, condition, emptied: vec![], repeats: false }
    }

    fn of(id: ClauseId, condition: &'a Condition, actions: &'a [Action]) -> Self {
        let mut line = Line::asking(id, condition);
        for action in actions {
            match action {
                Action::Capture { from, .. } => line.emptied.extend(from.iter().map(Vec::as_slice)),
                Action::Move { from, .. } => line.emptied.push(from),
                Action::Mark { .. } | Action::Unmark { .. } => {}
            }
        }
        line
    }
}

/// A pit by where it lies from `here`: so many pits on, and then perhaps across.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    on: i16,
    across: bool,
}

fn spot(path: &[Step]) -> Spot {
    path.iter().fold(Spot { on: 0, across: false }, |spot, step| {
        // Across the board, the next pit lies opposite the previous one.
        let forward = if spot.across { -1 } else { 1 };
        match step {
            Step::Opposite => Spot { across: !spot.across, ..spot },
            Step::Next => Spot { on: spot.on + forward, ..spot },
            Step::Previous => Spot { on: spot.on - forward, ..spot },
        }
    })
}

/// What of the game bears on its cases.
struct Facts<'a> {
    total: u16,
    closing: bool,
    protected: &'a [MarkId],
}

/// One thing that can be so or otherwise, and how.
#[derive(Debug, Clone)]
enum Unknown {
    /// The row of the pits that lie so many on from `here`, and of those across.
    Row(i16, Vec<Whose>),
    Mark(Spot, Vec<Option<(MarkId, Whose)>>),
    Seeds(Spot, Vec<u16>),
    Before(Vec<u16>),
    Closed(Spot),
    LapOrigin(Spot),
    TurnOrigin(Spot),
    Set(Place, Vec<u16>),
    /// A condition that no pit decides.
    Free(Condition),
}

impl Unknown {
    fn ways(&self) -> usize {
        match self {
            Unknown::Row(_, ways) => ways.len(),
            Unknown::Mark(_, ways) => ways.len(),
            Unknown::Seeds(_, ways) | Unknown::Before(ways) | Unknown::Set(_, ways) => ways.len(),
            Unknown::Closed(_) | Unknown::LapOrigin(_) | Unknown::TurnOrigin(_) | Unknown::Free(_) => 2,
        }
    }
}

/// One combination of all that a table asks about.
struct Case<'a> {
    unknowns: &'a [Unknown],
    ways: Vec<usize>,
    seeded: Seeded,
}

impl Case<'_> {
    fn find<T>(&self, pick: impl Fn(&Unknown, usize) -> Option<T>) -> Option<T> {
        self.unknowns.iter().zip(&self.ways).find_map(|(unknown, &way)| pick(unknown, way))
    }

    fn free(&self, asked: &Condition) -> bool {
        self.find(|unknown, way| match unknown {
            Unknown::Free(condition) if condition == asked => Some(way == 1),
            _ => None,
        })
        .unwrap_or(false)
    }

    /// The next combination; `false` after the last.
    fn advance(&mut self) -> bool {
        for (way, unknown) in self.ways.iter_mut().zip(self.unknowns) {
            *way += 1;
            if *way < unknown.ways() {
                return true;
            }
            *way = 0;
        }
        false
    }
}

impl Scene for Case<'_> {
    fn pit(&self, path: &[Step]) -> PitView {
        let asked = spot(path);
        let row = self.find(|unknown, way| match unknown {
            Unknown::Row(on, ways) if *on == asked.on => Some(if asked.across { ways[way].other() } else { ways[way] }),
            _ => None,
        });
        let flag = |is: fn(&Unknown, Spot) -> bool| {
            self.find(|unknown, way| is(unknown, asked).then_some(way == 1)).unwrap_or(false)
        };
        let closed = flag(|unknown, asked| matches!(unknown, Unknown::Closed(spot) if *spot == asked));
        let seeds = self.find(|unknown, way| match unknown {
            Unknown::Seeds(spot, ways) if *spot == asked => Some(ways[way]),
            _ => None,
        });
        let here = asked == Spot { on: 0, across: false };
        let seeds = if closed { 0 } else { seeds.unwrap_or(1) };
        let before = match self.seeded {
            Seeded::Fallen if here => seeds.saturating_sub(1),
            Seeded::Changed if here => self
                .find(|unknown, way| match unknown {
                    Unknown::Before(ways) => Some(ways[way]),
                    _ => None,
                })
                .unwrap_or(0),
            _ => seeds,
        };
        PitView {
            row: row.unwrap_or(Whose::Own),
            mark: self.find(|unknown, way| match unknown {
                Unknown::Mark(spot, ways) if *spot == asked => ways[way],
                _ => None,
            }),
            seeds,
            before,
            closed,
            lap_origin: flag(|unknown, asked| matches!(unknown, Unknown::LapOrigin(spot) if *spot == asked)),
            turn_origin: flag(|unknown, asked| matches!(unknown, Unknown::TurnOrigin(spot) if *spot == asked)),
        }
    }

    fn seeds(&self, place: &Place) -> u16 {
        self.find(|unknown, way| match unknown {
            Unknown::Set(set, ways) if set == place => Some(ways[way]),
            _ => None,
        })
        .unwrap_or(0)
    }

    fn no_move(&self) -> bool {
        self.free(&Condition::NoMove)
    }

    fn last_seed(&self) -> bool {
        self.free(&Condition::LastSeed)
    }

    fn first_lap_ends(&self, condition: &Condition) -> bool {
        self.free(&Condition::FirstLapEnds(Box::new(condition.clone())))
    }
}

impl Facts<'_> {
    /// Goes through all cases of a table and tells which lines are dead or break a promise.
    fn table(&self, lines: &[Line], seeded: Seeded, checker: &mut Checker) {
        let unknowns = self.unknowns(lines, seeded);
        let cases = unknowns.iter().try_fold(1usize, |cases, unknown| cases.checked_mul(unknown.ways()));
        let Some(first) = lines.first() else { return };
        if cases.is_none_or(|cases| cases > MOST_CASES) {
            checker.problem(
                Diagnostic::new(Code::NotProved, "these lines ask too much at once to be proved")
                    .label(checker.origins.of(first.id).span, "from here on")
                    .help("whether each line can be reached is left to tests and play"),
            );
            return;
        }
        let mut holds = vec![false; lines.len()];
        let mut first = vec![false; lines.len()];
        let mut earlier: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); lines.len()];
        let mut broken: Vec<Option<(Spot, MarkId)>> = vec![None; lines.len()];
        let mut case = Case { unknowns: &unknowns, ways: vec![0; unknowns.len()], seeded };
        loop {
            let mut decided = None;
            for (number, line) in lines.iter().enumerate() {
                if !line.condition.holds(&case) {
                    continue;
                }
                holds[number] = true;
                if let Some(decided) = decided {
                    earlier[number].insert(decided);
                } else {
                    first[number] = true;
                    decided = Some(number);
                }
                if decided == Some(number) || line.repeats {
                    let emptied = line.emptied.iter().find_map(|path| {
                        let pit = case.pit(path);
                        let (mark, _) = pit.mark.filter(|(mark, _)| pit.seeds > 0 && self.protected.contains(mark))?;
                        Some((spot(path), mark))
                    });
                    broken[number] = broken[number].or(emptied);
                }
            }
            if !case.advance() {
                break;
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let span = checker.origins.of(line.id).span;
            if !holds[number] {
                checker.problem(
                    Diagnostic::new(Code::NeverHolds, "this can never hold")
                        .label(span, "true in no position of this board"),
                );
            } else if !first[number] {
                self.shadowed(span, earlier[number].iter().map(|&before| lines[before].id), checker);
            } else if let Some((spot, mark)) = broken[number] {
                let name = &checker.marks[mark.0 as usize].name;
                let (what, pit) = (format!("this could empty a pit marked `{name}`"), spot_name(spot));
                checker.problem(
                    Diagnostic::new(Code::EmptiesProtected, what)
                        .label(span, format!("`{pit}` can be `{name}` here"))
                        .help(format!("`{name}` is declared `never emptied`: exclude it with `{pit} is not {name}`, or by a line before this one"))
                );
            }
        }
    }

    fn shadowed(&self, span: Span, earlier: impl Iterator<Item = ClauseId>, checker: &mut Checker) {
        let mut problem =
            Diagnostic::new(Code::Shadowed, "this line can never be reached").label(span, "always decided before");
        for before in earlier.take(3) {
            problem = problem.label(checker.origins.of(before).span, "this line fits first");
        }
        checker.problem(
            problem.help("the first line that fits decides: put the more special line before the more general one"),
        );
    }

    /// All that the lines ask about, with the ways that make a difference.
    fn unknowns(&self, lines: &[Line], seeded: Seeded) -> Vec<Unknown> {
        let mut asked = Vec::new();
        for line in lines {
            line.condition.walk(&mut |condition| asked.push(condition));
        }
        let mut unknowns: Vec<Unknown> = vec![];
        let mut spots: BTreeSet<Spot> = BTreeSet::new();
        for condition in &asked {
            match condition {
                Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => {
                    spots.insert(spot(path));
                }
                Condition::Is(place, _) | Condition::Holds(place, _) => {
                    if !unknowns.iter().any(|unknown| matches!(unknown, Unknown::Set(set, _) if set == place)) {
                        unknowns.push(Unknown::Set(place.clone(), self.numbers(&asked, |other| other == place)));
                    }
                }
                Condition::NoMove | Condition::LastSeed | Condition::FirstLapEnds(_) => {
                    let free = (*condition).clone();
                    if !unknowns.iter().any(|unknown| matches!(unknown, Unknown::Free(known) if *known == free)) {
                        unknowns.push(Unknown::Free(free));
                    }
                }
                Condition::Always | Condition::All(_) | Condition::Any(_) | Condition::Not(_) => {}
            }
        }
        let mut emptied: BTreeSet<Spot> = BTreeSet::new();
        if !self.protected.is_empty() {
            emptied.extend(lines.iter().flat_map(|line| &line.emptied).map(|path| spot(path)));
        }
        for spot in spots.union(&emptied) {
            self.pit(*spot, &asked, emptied.contains(spot), seeded, &mut unknowns);
        }
        unknowns
    }

    fn pit(&self, at: Spot, asked: &[&Condition], emptied: bool, seeded: Seeded, unknowns: &mut Vec<Unknown>) {
        let here = at == Spot { on: 0, across: false };
        let kinds: Vec<Kind> = asked
            .iter()
            .filter_map(|condition| match condition {
                Condition::Is(Place::Pit(path), kind) if spot(path) == at => Some(*kind),
                _ => None,
            })
            .collect();
        let row_known = unknowns.iter().any(|unknown| matches!(unknown, Unknown::Row(on, _) if *on == at.on));
        if !row_known && kinds.iter().any(|kind| matches!(kind, Kind::InRow(_))) {
            unknowns.push(Unknown::Row(at.on, vec![Whose::Own, Whose::Opponent]));
        }
        let mut marks: Vec<Option<(MarkId, Whose)>> = vec![None];
        let protected = if emptied { self.protected } else { &[] };
        let named = kinds.iter().filter_map(|kind| match kind {
            Kind::Marked(mark, _) => Some(*mark),
            _ => None,
        });
        for mark in named.chain(protected.iter().copied()).collect::<BTreeSet<_>>() {
            marks.extend([Some((mark, Whose::Own)), Some((mark, Whose::Opponent))]);
        }
        if marks.len() > 1 {
            unknowns.push(Unknown::Mark(at, marks));
        }
        let mut numbers = self.numbers(asked, |place| matches!(place, Place::Pit(path) if spot(path) == at));
        if here && matches!(seeded, Seeded::Fallen | Seeded::Chosen) {
            numbers.retain(|&seeds| seeds > 0);
        }
        unknowns.push(Unknown::Seeds(at, numbers));
        if here && seeded == Seeded::Changed {
            unknowns.push(Unknown::Before(vec![0, 1]));
        }
        if !here && self.closing {
            unknowns.push(Unknown::Closed(at));
        }
        if kinds.contains(&Kind::Closed) && here {
            unknowns.push(Unknown::Closed(at));
        }
        if kinds.contains(&Kind::LapOrigin) {
            unknowns.push(Unknown::LapOrigin(at));
        }
        if kinds.contains(&Kind::TurnOrigin) {
            unknowns.push(Unknown::TurnOrigin(at));
        }
    }

    /// Numbers of seeds on both sides of every number that is asked for, of either parity.
    fn numbers(&self, asked: &[&Condition], of: impl Fn(&Place) -> bool) -> Vec<u16> {
        let mut numbers = BTreeSet::from([0, 1, 2]);
        for condition in asked {
            if let Condition::Holds(place, Amount::In(ranges)) = condition
                && of(place)
            {
                for edge in ranges.iter().flat_map(|&(low, high)| [low, high]) {
                    numbers.extend((edge.saturating_sub(1)..=edge.saturating_add(2)).filter(|_| edge < u16::MAX));
                }
            }
        }
        numbers.into_iter().filter(|&seeds| seeds <= self.total).collect()
    }
}

fn spot_name(spot: Spot) -> String {
    let along = match spot.on {
        0 => "here".to_string(),
        on if on > 0 => ["next", "beyond"].get(on as usize - 1).map_or(format!("the pit {on} on"), ToString::to_string),
        -1 => "previous".to_string(),
        on => format!("the pit {} back", -on),
    };
    match (spot.across, spot.on) {
        (false, _) => along,
        (true, 0) => "opposite".to_string(),
        (true, _) => format!("opposite of {along}"),
    }
}
