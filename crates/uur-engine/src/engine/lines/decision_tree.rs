//! Decision trees: the first line of a table that fits, found with no more questions than decide it.
//!
//! A tree is made once. Where the last seed fell decides much by itself: whose pit it is, in which row, what lies
//! opposite. So each place has a root of its own, and what remains to be asked below it names lanes and not paths. No
//! question is asked twice, none that the answers before it decide, and of those about one line cheap ones come first.
//! Lines of the mover's decision go on where the mover declines them.

use std::collections::HashMap;

use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{NumberSet, PitPredicate, PitRef, Predicate, SeedCount, View};
use crate::engine::lines::table::TableLine;
use crate::engine::state::State;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{Amount, MarkId, MoveFact, MoveFigure, Side, Way, Whose};

/// A place in a tree: a node or, from [`LEAVES`] on, a leaf.
type NodeId = u16;

/// The first leaf.
const LEAVES: NodeId = 1 << 15;
/// The leaf that says that no line fits.
const NOTHING: NodeId = LEAVES;
/// A tree of more steps is not made.
const MOST_STEPS: usize = 1 << 14;

/// The lines of a table, found by questions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DecisionTree<W: Width> {
    /// By the way, the mover and the lane of the landing pit.
    roots: Vec<NodeId>,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    /// What [`Ask::Test`] and [`Ask::Part`] ask.
    tests: Vec<PitPredicate<W>>,
    parts: Vec<Predicate<W>>,
    /// What [`Ask::AnyMarked`], [`Ask::AnyReached`] and [`Ask::Vacant`] ask about.
    sets: Vec<[W::Set; 2]>,
}

/// What is known of a landing, apart from the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LandingFacts<W: Width> {
    pub way: Way,
    pub here: usize,
    /// Seeds in `here` before the last one fell.
    pub before: u8,
    pub first_lap: bool,
    /// Seeds with which the lap was sown.
    pub hand: u8,
    /// What the mover has captured.
    pub captured: u16,
    /// The stage in which the turn began; `None` if it is not known.
    pub stage: Option<u8>,
    /// The lanes that a seed of the move has fallen into; `None` if that is not known.
    pub reached: Option<W::Set>,
}

/// A question, and where the answer leads.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Node {
    ask: Ask,
    yes: NodeId,
    no: NodeId,
}

/// A question about a landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// The landing pit held seeds before the last one fell.
    WasOccupied,
    /// A lane holds no fewer and no more seeds.
    Held {
        lane: u8,
        least: u8,
        most: u8,
    },
    /// A lane bears a mark of a kind.
    Marked {
        lane: u8,
        kind: MarkId,
        owner: Option<Whose>,
    },
    /// Some of these lanes bears one, by the mover: a number of [`DecisionTree::sets`].
    AnyMarked {
        set: u16,
        kind: MarkId,
        owner: Option<Whose>,
    },
    /// A seed of the move has fallen into some of these lanes.
    AnyReached(u16),
    /// Some lanes are empty, by the mover: a number of [`DecisionTree::sets`].
    Vacant(u16),
    FirstLap,
    /// The lap was sown with no fewer and no more seeds.
    LapOf {
        least: u8,
        most: u8,
    },
    /// The mover has captured no fewer and no more seeds.
    Captured {
        least: u16,
        most: u16,
    },
    /// The turn began in this stage.
    Stage(u8),
    /// A lane passes a test.
    Test {
        lane: u8,
        test: u16,
    },
    /// A condition is true.
    Part(u16),
}

/// A line that fits.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Leaf {
    /// Its number; `u16::MAX` if no line fits.
    line: u16,
    /// Where to go on if the mover declines it.
    declined: NodeId,
}

/// A line that has been found, and where to go on if the mover declines it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundLine {
    pub line: usize,
    pub declined: NodeId,
}

impl<W: Width> DecisionTree<W> {
    /// The tree of some lines; `None` if it would be too large.
    pub fn of(lowering: &Lowering<W>, lines: &[TableLine<W>]) -> Option<Self> {
        let nothing = Leaf { line: u16::MAX, declined: NOTHING };
        let tree = DecisionTree {
            roots: vec![NOTHING; 4 * W::LANES],
            nodes: vec![],
            leaves: vec![nothing],
            tests: vec![],
            parts: vec![],
            sets: vec![],
        };
        let mut maker = Maker { lowering, lines, tree, asks: vec![], known: HashMap::new(), steps: 0 };
        for place in Landing::all::<W>(lowering.board.places()) {
            let formulas = lines.iter().map(|line| maker.formula(&line.when, place)).enumerate();
            let formulas = formulas.map(|(number, formula)| (number as u16, formula)).collect();
            maker.tree.roots[place.number::<W>()] = maker.node(formulas)?;
        }
        Some(maker.tree)
    }

    /// The first line that fits, decisions of the mover left aside.
    #[inline]
    pub fn first(&self, view: &View<W>) -> Option<FoundLine> {
        let place = Landing { way: view.turn.way, mover: view.state.to_move, here: view.turn.here };
        self.find(self.roots[place.number::<W>()], view)
    }

    /// The first line that fits from a place in the tree on.
    #[inline]
    pub fn find(&self, at: NodeId, view: &View<W>) -> Option<FoundLine> {
        let View { state, turn, .. } = view;
        let facts = LandingFacts {
            way: turn.way,
            here: turn.here,
            // Where no seed has just fallen, the pit holds what it held before.
            before: if view.fresh { turn.before } else { state.held(turn.here) },
            first_lap: turn.laps == 1,
            hand: turn.hand,
            captured: turn.captured,
            stage: turn.stage,
            reached: Some(turn.reached),
        };
        let leaf = self.leaf(at, state, &facts, |ask| Some(self.answer(ask, view)))?;
        (leaf.line != u16::MAX).then_some(FoundLine { line: leaf.line.into(), declined: leaf.declined })
    }

    /// The first line that fits at a landing, if one does; `None` if more has to be known.
    #[inline]
    pub fn first_on(&self, state: &State<W>, facts: &LandingFacts<W>) -> Option<Option<usize>> {
        let place = Landing { way: facts.way, mover: state.to_move, here: facts.here };
        let leaf = self.leaf(self.roots[place.number::<W>()], state, facts, |_| None)?;
        Some((leaf.line != u16::MAX).then_some(leaf.line.into()))
    }

    /// All that is asked at a landing, each question once.
    pub fn asked_at(&self, place: Landing) -> Vec<Ask> {
        let (mut asked, mut seen) = (vec![], vec![self.roots[place.number::<W>()]]);
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            if at < LEAVES {
                let Node { ask, yes, no } = self.nodes[usize::from(at)];
                number_in(&mut asked, &ask);
                number_in(&mut seen, &yes);
                number_in(&mut seen, &no);
            }
        }
        asked
    }

    /// The line that fits first at a landing, if one does, by the answers to what is asked there; `None` if one is
    /// missing that matters.
    pub fn line_at(&self, place: Landing, answer: impl Fn(&Ask) -> Option<bool>) -> Option<Option<usize>> {
        self.line_below(self.roots[place.number::<W>()], &answer)
    }

    fn line_below(&self, at: NodeId, answer: &impl Fn(&Ask) -> Option<bool>) -> Option<Option<usize>> {
        if at >= LEAVES {
            let line = self.leaves[usize::from(at - LEAVES)].line;
            return Some((line != u16::MAX).then_some(line.into()));
        }
        let Node { ask, yes, no } = &self.nodes[usize::from(at)];
        match answer(ask) {
            Some(holds) => self.line_below(if holds { *yes } else { *no }, answer),
            None => {
                let line = self.line_below(*yes, answer)?;
                (self.line_below(*no, answer)? == line).then_some(line)
            }
        }
    }

    /// The test of [`Ask::Test`].
    pub fn test(&self, number: u16) -> &PitPredicate<W> {
        &self.tests[usize::from(number)]
    }

    /// The condition of [`Ask::Part`].
    pub fn part(&self, number: u16) -> &Predicate<W> {
        &self.parts[usize::from(number)]
    }

    /// The leaf to which the answers lead; `None` if one is missing.
    #[inline(always)]
    fn leaf(
        &self,
        mut at: NodeId,
        state: &State<W>,
        facts: &LandingFacts<W>,
        answer: impl Fn(Ask) -> Option<bool>,
    ) -> Option<Leaf> {
        while at < LEAVES {
            let Node { ask, yes, no } = self.nodes[usize::from(at)];
            let holds = match ask {
                Ask::WasOccupied => facts.before > 0,
                Ask::Held { lane, least, most } => {
                    state.held_in(lane.into()).wrapping_sub(least) <= most.wrapping_sub(least)
                }
                Ask::Marked { lane, kind, owner } => state.is_marked(lane.into(), kind, owner),
                Ask::AnyMarked { set, kind, owner } => {
                    state.is_any_marked(self.sets[usize::from(set)][state.to_move], kind, owner)
                }
                Ask::AnyReached(set) => !(facts.reached? & self.sets[usize::from(set)][state.to_move]).is_empty(),
                Ask::Vacant(set) => state.are_vacant(self.sets[usize::from(set)][state.to_move]),
                Ask::FirstLap => facts.first_lap,
                Ask::LapOf { least, most } => (least..=most).contains(&facts.hand),
                Ask::Captured { least, most } => (least..=most).contains(&facts.captured),
                Ask::Stage(stage) if facts.stage.is_some() => facts.stage == Some(stage),
                ask => answer(ask)?,
            };
            at = if holds { yes } else { no };
        }
        Some(self.leaves[usize::from(at - LEAVES)])
    }

    #[inline(never)]
    fn answer(&self, ask: Ask, view: &View<W>) -> bool {
        match ask {
            Ask::Stage(stage) => Predicate::Fact(MoveFact::Stage(stage)).holds(view),
            Ask::Test { lane, test } => self.tests[usize::from(test)].holds(view, lane.into()),
            Ask::Part(part) => self.parts[usize::from(part)].holds(view),
            Ask::WasOccupied
            | Ask::Held { .. }
            | Ask::Marked { .. }
            | Ask::AnyMarked { .. }
            | Ask::AnyReached(_)
            | Ask::Vacant(_)
            | Ask::FirstLap
            | Ask::LapOf { .. }
            | Ask::Captured { .. } => unreachable!("it is known of every landing"),
        }
    }
}

/// Where the last seed of a lap fell, who moves, and which way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Landing {
    pub way: Way,
    pub mover: Side,
    pub here: usize,
}

impl Landing {
    /// All of them.
    pub fn all<W: Width>(places: W::Set) -> impl Iterator<Item = Landing> {
        let movers = Way::BOTH.into_iter().flat_map(|way| Side::BOTH.map(|mover| (way, mover)));
        let lanes: Vec<usize> = places.lanes().collect();
        movers.flat_map(move |(way, mover)| lanes.clone().into_iter().map(move |here| Landing { way, mover, here }))
    }

    /// Its number among those of all lanes.
    #[inline(always)]
    pub fn number<W: Width>(self) -> usize {
        (self.way as usize * 2 + self.mover as usize) * W::LANES + self.here % W::LANES
    }
}

/// A condition at a place as far as it is open, by the numbers of its questions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Formula {
    Known(bool),
    Ask(u16),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    fn all(parts: impl Iterator<Item = Formula>) -> Formula {
        let mut open: Vec<Formula> = vec![];
        for part in parts {
            match part {
                Formula::Known(true) => {}
                Formula::Known(false) => return part,
                part => open.push(part),
            }
        }
        match open.len() {
            0 => Formula::Known(true),
            1 => open.remove(0),
            _ => Formula::All(open),
        }
    }

    fn any(parts: impl Iterator<Item = Formula>) -> Formula {
        Formula::all(parts.map(Formula::not)).not()
    }

    fn not(self) -> Formula {
        match self {
            Formula::Known(value) => Formula::Known(!value),
            Formula::Not(part) => *part,
            Formula::All(parts) => Formula::Any(parts.into_iter().map(Formula::not).collect()),
            Formula::Any(parts) => Formula::All(parts.into_iter().map(Formula::not).collect()),
            part @ Formula::Ask(_) => Formula::Not(Box::new(part)),
        }
    }

    /// What is left of it with some answers.
    fn given(&self, answer: &impl Fn(u16) -> Option<bool>) -> Formula {
        match self {
            Formula::Known(value) => Formula::Known(*value),
            Formula::Ask(ask) => answer(*ask).map_or(Formula::Ask(*ask), Formula::Known),
            Formula::All(parts) => Formula::all(parts.iter().map(|part| part.given(answer))),
            Formula::Any(parts) => Formula::any(parts.iter().map(|part| part.given(answer))),
            Formula::Not(part) => part.given(answer).not(),
        }
    }

    /// Its questions, in order.
    fn asks(&self, found: &mut Vec<u16>) {
        match self {
            Formula::Known(_) => {}
            Formula::Ask(ask) => found.push(*ask),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| part.asks(found)),
            Formula::Not(part) => part.asks(found),
        }
    }
}

/// Makes a tree.
struct Maker<'a, W: Width> {
    lowering: &'a Lowering<'a, W>,
    lines: &'a [TableLine<W>],
    tree: DecisionTree<W>,
    /// The questions by their numbers.
    asks: Vec<Ask>,
    /// The nodes by what is left to be decided.
    known: HashMap<Vec<(u16, Formula)>, NodeId>,
    steps: usize,
}

impl<W: Width> Maker<'_, W> {
    /// The node that finds the first of some lines, each with what is open about it; `None` if the tree gets too large.
    fn node(&mut self, mut open: Vec<(u16, Formula)>) -> Option<NodeId> {
        open.retain(|(_, formula)| *formula != Formula::Known(false));
        // What comes after a line that fits matters only if the mover may decline it.
        let certain =
            |(line, formula): &(u16, Formula)| *formula == Formula::Known(true) && !self.lines[usize::from(*line)].may;
        if let Some(last) = open.iter().position(certain) {
            open.truncate(last + 1);
        }
        let Some((line, first)) = open.first() else { return Some(NOTHING) };
        if let Some(&known) = self.known.get(&open) {
            return Some(known);
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let node = if *first == Formula::Known(true) {
            let line = *line;
            let declined = self.node(open[1..].to_vec())?;
            self.tree.leaves.push(Leaf { line, declined });
            LEAVES + (self.tree.leaves.len() - 1) as NodeId
        } else {
            let mut asks = vec![];
            first.asks(&mut asks);
            let ask = *asks.iter().min_by_key(|ask| self.cost(**ask)).expect("what is open asks something");
            let [no, yes] = [false, true].map(|value| {
                let answer = |other| self.implied(ask, value, other);
                let given = |(line, formula): &(u16, Formula)| (*line, formula.given(&answer));
                open.iter().map(given).collect::<Vec<_>>()
            });
            let (yes, no) = (self.node(yes)?, self.node(no)?);
            if yes == no {
                yes
            } else {
                self.tree.nodes.push(Node { ask: self.asks[usize::from(ask)], yes, no });
                (self.tree.nodes.len() - 1) as NodeId
            }
        };
        self.known.insert(open, node);
        Some(node)
    }

    /// How much a question costs, in steps of about a power of ten.
    fn cost(&self, ask: u16) -> u8 {
        match self.asks[usize::from(ask)] {
            Ask::WasOccupied | Ask::FirstLap | Ask::LapOf { .. } | Ask::Captured { .. } => 0,
            Ask::Held { .. } | Ask::Marked { .. } | Ask::AnyMarked { .. } => 1,
            Ask::AnyReached(_) | Ask::Vacant(_) | Ask::Stage(_) => 1,
            Ask::Test { .. } => 2,
            Ask::Part(part) => 2 + self.tree.parts[usize::from(part)].cost(),
        }
    }

    /// The answer to a question that follows from that to another.
    fn implied(&self, asked: u16, value: bool, other: u16) -> Option<bool> {
        if asked == other {
            return Some(value);
        }
        let [Ask::Held { lane, least, most }, Ask::Held { lane: same, least: from, most: to }] =
            [asked, other].map(|ask| self.asks[usize::from(ask)])
        else {
            return None;
        };
        if lane != same {
            return None;
        }
        let mut possible = (0..=u8::MAX).filter(|seeds| (least..=most).contains(seeds) == value);
        let answers = |seeds: u8| (from..=to).contains(&seeds);
        let first = answers(possible.next()?);
        possible.all(|seeds| answers(seeds) == first).then_some(first)
    }

    /// A condition at a place.
    fn formula(&mut self, part: &Predicate<W>, place: Landing) -> Formula {
        let Landing { way, mover, .. } = place;
        match part {
            Predicate::Always => Formula::Known(true),
            Predicate::All(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part, place)).collect();
                Formula::all(parts.into_iter())
            }
            Predicate::Any(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part, place)).collect();
                Formula::any(parts.into_iter())
            }
            Predicate::Not(part) => self.formula(part, place).not(),
            Predicate::Fact(MoveFact::WayIs(asked)) => Formula::Known(way == *asked),
            Predicate::Fact(MoveFact::PlayerIs(side)) => Formula::Known(mover == *side),
            Predicate::Fact(MoveFact::FirstLap) => self.ask(Ask::FirstLap),
            Predicate::Fact(MoveFact::Stage(stage)) => self.ask(Ask::Stage(*stage)),
            Predicate::Figure(MoveFigure::LapOf, numbers) => match numbers.range() {
                Some([least, most]) => self.ask(Ask::LapOf { least, most }),
                None => self.ask_part(part),
            },
            Predicate::Figure(MoveFigure::Captured, numbers) => match numbers.bounds() {
                Some((least, most)) => self.ask(Ask::Captured { least, most }),
                None => self.ask_part(part),
            },
            Predicate::Exists(some) => match self.some_lane(some) {
                Some((sets, test)) => {
                    let set = number_in(&mut self.tree.sets, &sets);
                    match test {
                        PitPredicate::Marked(kind, owner) => {
                            self.ask(Ask::AnyMarked { set, kind: *kind, owner: *owner })
                        }
                        _ => self.ask(Ask::AnyReached(set)),
                    }
                }
                None => self.ask_part(part),
            },
            Predicate::SideEmpty(whose) if !self.lowering.board.shifts => self.vacant(Side::BOTH.map(|mover| {
                let owned = |lane| self.lowering.board.layout.owner(0, self.lowering.board.layout.pit_of::<W>(lane));
                self.lowering.board.pits.filter(|lane| owned(lane) == whose.seen_by(mover))
            })),
            Predicate::Holds(SeedCount::InSet(sets), numbers) if numbers.bounds() == Some((0, 0)) => self.vacant(*sets),
            Predicate::Is(path, test) => self.test(part, path, test, place),
            part => self.ask_part(part),
        }
    }

    /// A test of a pit.
    fn test(&mut self, part: &Predicate<W>, path: &PitRef, test: &PitPredicate<W>, place: Landing) -> Formula {
        let Landing { way, mover, here } = place;
        let Some(lane) = self.lowering.static_end(path, way, mover, here) else { return self.ask_part(part) };
        let is_pit = lane != W::NONE;
        let at = lane as u8;
        match test {
            PitPredicate::Fixed(sets) => Formula::Known(sets[mover].has(lane)),
            PitPredicate::Itself | PitPredicate::Landing => Formula::Known(lane == here),
            PitPredicate::Occupied | PitPredicate::Empty | PitPredicate::Marked(..) if !is_pit => Formula::Known(false),
            PitPredicate::Holding(numbers) if !is_pit => Formula::Known(numbers.has(0)),
            PitPredicate::Occupied => self.was_occupied(lane, here),
            PitPredicate::Empty => self.was_occupied(lane, here).not(),
            PitPredicate::Holding(numbers) => match numbers.range() {
                Some([0, u8::MAX]) => Formula::Known(true),
                Some([least, most]) => self.ask(Ask::Held { lane: at, least, most }),
                None => self.ask_test(at, test),
            },
            PitPredicate::Marked(kind, owner) => self.ask(Ask::Marked { lane: at, kind: *kind, owner: *owner }),
            test => self.ask_test(at, test),
        }
    }

    fn was_occupied(&mut self, lane: usize, here: usize) -> Formula {
        let held = Ask::Held { lane: lane as u8, least: 1, most: u8::MAX };
        self.ask(if lane == here { Ask::WasOccupied } else { held })
    }

    /// Some lanes, by the mover, and a test, if a condition is that a pit among them bears a mark, or has been reached.
    fn some_lane<'p>(&self, part: &'p Predicate<W>) -> Option<([W::Set; 2], &'p PitPredicate<W>)> {
        let parts = match part {
            Predicate::All(parts) => &parts[..],
            part => std::slice::from_ref(part),
        };
        let (mut sets, mut found) = ([self.lowering.board.pits; 2], None);
        for part in parts {
            match part {
                Predicate::Is(path, PitPredicate::Fixed(fixed)) if path.is_here() => {
                    sets = [sets[0] & fixed[0], sets[1] & fixed[1]];
                }
                Predicate::Is(path, test @ (PitPredicate::Marked(..) | PitPredicate::Reached))
                    if path.is_here() && found.is_none() =>
                {
                    found = Some(test);
                }
                _ => return None,
            }
        }
        found.map(|test| (sets, test))
    }

    fn vacant(&mut self, sets: [W::Set; 2]) -> Formula {
        let set = number_in(&mut self.tree.sets, &sets);
        self.ask(Ask::Vacant(set))
    }

    fn ask_test(&mut self, lane: u8, test: &PitPredicate<W>) -> Formula {
        let test = number_in(&mut self.tree.tests, test);
        self.ask(Ask::Test { lane, test })
    }

    fn ask_part(&mut self, part: &Predicate<W>) -> Formula {
        let part = number_in(&mut self.tree.parts, part);
        self.ask(Ask::Part(part))
    }

    fn ask(&mut self, ask: Ask) -> Formula {
        Formula::Ask(number_in(&mut self.asks, &ask))
    }
}

/// The number of a thing among those that are known; it is added if it is not among them.
pub(crate) fn number_in<T: Clone + PartialEq>(all: &mut Vec<T>, wanted: &T) -> u16 {
    let known = all.iter().position(|known| known == wanted);
    let number = known.unwrap_or(all.len());
    if known.is_none() {
        all.push(wanted.clone());
    }
    number as u16
}

impl NumberSet {
    /// The least and the greatest of its numbers, if all between them belong to it.
    fn bounds(&self) -> Option<(u16, u16)> {
        match self.amount() {
            Amount::In(ranges) if ranges.len() == 1 => Some(ranges[0]),
            _ => None,
        }
    }

    /// The least and the greatest of its numbers up to 255, if all between them belong to it.
    fn range(&self) -> Option<[u8; 2]> {
        let least = (0..=u8::MAX).find(|number| self.has(*number))?;
        let most = (least..=u8::MAX).take_while(|number| self.has(*number)).last()?;
        (most..=u8::MAX).skip(1).all(|number| !self.has(number)).then_some([least, most])
    }
}
