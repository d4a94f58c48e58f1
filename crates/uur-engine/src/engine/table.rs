//! Compiled rule tables, and decision tables for them.
//!
//! Which line fits is found by a decision tree, see [`DecisionTree`]. Besides, all that the lines of a table ask about
//! a few lanes near `here` becomes the bits of one index; a decision table returns for every index which lines fit. A
//! condition that cannot be tabulated so is evaluated, and fills one bit.

use super::decision_tree::{DecisionTree, FoundLine, LandingFacts};
use super::lowering::Lowering;
use super::predicate::{Anchor, PitPredicate, PitRef, Predicate, SeedCount, View};
use super::state::State;
use super::width::{LaneSet, Width};
use crate::rules::{
    self, Action, Clause, ClauseId, CounterChange, CounterId, MarkId, MoveAction, MoveFact, Portion, Receiver, Side,
    Verdict, Way, Whose,
};

/// The most conditions that a decision table packs into its index.
const MOST_BITS: usize = 11;
/// The most lanes whose seeds one decision table examines.
pub(super) const MOST_HELD: usize = 3;
/// The most lanes whose marks one decision table examines.
pub(super) const MOST_MARKED: usize = 2;
/// The most lines that a decision table tells apart.
const MOST_LINES: usize = 15;

/// The lines of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table<W: Width> {
    pub lines: Vec<Line<W>>,
    /// Finds the lines that fit; without it they are tried one after the other.
    pub tree: Option<DecisionTree<W>>,
    /// For all lines; `None` if they ask too much, or are too many.
    decisions: Option<DecisionTable<W>>,
    /// The mover decides of some line whether it fits.
    pub has_optional_lines: bool,
    /// The mover may have to decide something.
    pub asks: bool,
}

/// A line: when, what, and what then.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line<W: Width> {
    pub index: usize,
    pub id: ClauseId,
    pub when: Predicate<W>,
    /// Whether the mover decides that it fits.
    pub may: bool,
    pub effects: Vec<Effect<W>>,
    pub then: Then<W>,
    /// Whether the move ends with it, and no later line is decided about.
    pub closes: bool,
    /// The kind of the marks that it sets; `None` if it sets several.
    pub marks: Option<MarkId>,
}

impl<W: Width> Line<W> {
    /// The path along which it captures all of `here`, and then of one pit after another all round the board, and whether
    /// the seeds leave the game instead of going to the mover; `None` if it does more or less.
    pub fn captures_along(&self) -> Option<(&PitRef, bool)> {
        let [Effect::Capture { seeds: Portion::All, from, to: to @ (Receiver::Mover | Receiver::Nobody) }] =
            &self.effects[..]
        else {
            return None;
        };
        let Then::Repeat { along, most } = &self.then else { return None };
        let only_here = matches!(&from[..], [Target::At(path)] if path.is_here());
        let [along] = &along[..] else { return None };
        let is_run = only_here && along.anchor == Anchor::Here && usize::from(*most) >= W::HALF;
        is_run.then_some((along, *to == Receiver::Nobody))
    }

    /// Whether the mover chooses pits in it, from this effect on.
    pub fn chooses(&self, from: usize) -> bool {
        self.effects[from..].iter().any(|effect| matches!(effect, Effect::Choose { .. }))
    }
}

/// How a move goes on after a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Then<W: Width> {
    Stop,
    Bonus,
    Relay(PitRef),
    /// Seeds of these places are sown on.
    Resow {
        seeds: Portion,
        lift: Vec<Target<W>>,
        at: PitRef,
        into: bool,
        way: Option<Way>,
    },
    Repeat {
        along: Vec<PitRef>,
        most: u16,
    },
}

/// What a line does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect<W: Width> {
    Capture { seeds: Portion, from: Vec<Target<W>>, to: Receiver },
    Move { most: u8, from: Target<W>, to: Target<W> },
    Mark { pits: Vec<Target<W>>, kind: MarkId, owner: Whose },
    Unmark { pits: Vec<Target<W>> },
    Choose { number: u8, among: Predicate<W> },
    Count { whose: Whose, counter: CounterId, change: CounterChange, by: Addend<W> },
    OfMove(MoveAction),
    Over(Verdict),
}

/// A number by which a counter changes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Addend<W: Width> {
    Number(u16),
    Of(SeedCount<W>),
}

/// Where a line does it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target<W: Width> {
    At(PitRef),
    Store(Whose),
    Every(Predicate<W>),
}

impl<W: Width> Table<W> {
    /// Compiles the lines of a table; a decision table is added where that is possible and wanted.
    pub fn of<T>(lowering: &Lowering<W>, clauses: &[Clause<T>], then: impl Fn(&T) -> Then<W>) -> Table<W> {
        let line = |(index, clause): (usize, &Clause<T>)| {
            let effects: Vec<Effect<W>> = clause.actions.iter().map(|action| Effect::of(lowering, action)).collect();
            let then = then(&clause.then);
            let kinds: Vec<MarkId> = effects.iter().filter_map(Effect::marked_as).collect();
            let first = kinds.first().copied().unwrap_or(MarkId(0));
            Line {
                marks: kinds.iter().all(|kind| *kind == first).then_some(first),
                index,
                id: clause.id,
                when: lowering.predicate(&clause.condition, false),
                may: clause.may,
                effects,
                then,
                closes: false,
            }
        };
        Table::with(lowering, clauses.iter().enumerate().map(line).collect())
    }

    /// A table of one line that only asks.
    pub fn asking(lowering: &Lowering<W>, when: Predicate<W>) -> Table<W> {
        let id = ClauseId(0);
        let marks = Some(MarkId(0));
        let line = Line { index: 0, id, when, may: false, effects: vec![], then: Then::Stop, closes: false, marks };
        Table::with(lowering, vec![line])
    }

    fn with(lowering: &Lowering<W>, lines: Vec<Line<W>>) -> Table<W> {
        let has_optional_lines = lines.iter().any(|line| line.may);
        let asks = has_optional_lines || lines.iter().any(|line| line.chooses(0));
        let tree = if lowering.tabulates { DecisionTree::of(lowering, &lines) } else { None };
        let decisions = (lowering.tabulates && is_decidable(&lines)).then(|| DecisionTable::of(lowering, &lines));
        Table { lines, tree, decisions, has_optional_lines, asks }
    }

    /// The lines that fit, decisions of the mover left aside, up to the first that is not the mover's decision.
    #[inline]
    pub fn fitting(&self) -> FittingLines<'_, W> {
        FittingLines { table: self, before: None }
    }

    /// Whether some line goes on with another lap.
    pub fn relays(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.then, Then::Relay(_) | Then::Resow { .. }))
    }

    /// Notes that no line of the mover's decision comes after those of this table that end the move.
    pub fn close(mut self) -> Self {
        for line in &mut self.lines {
            line.closes = matches!(line.then, Then::Stop | Then::Bonus);
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The first line that fits, decisions of the mover left aside.
    #[inline]
    pub fn first(&self, view: &View<W>) -> Option<&Line<W>> {
        self.fitting().next(view)
    }

    /// The same where it is found by questions that decide, see [`Table::is_tabulated`].
    #[inline]
    pub fn looked_up(&self, view: &View<W>) -> Option<&Line<W>> {
        let found = self.tree.as_ref()?.first(view)?;
        Some(&self.lines[found.line])
    }

    /// The number of the first line that fits at a landing, if one does; `None` if more has to be known.
    #[inline]
    pub fn first_on(&self, state: &State<W>, facts: &LandingFacts<W>) -> Option<Option<usize>> {
        self.tree.as_ref()?.first_on(state, facts)
    }

    /// Whether this line of the table fits.
    #[inline]
    pub fn fits(&self, line: &Line<W>, view: &View<W>) -> bool {
        match &self.decisions {
            Some(decisions) => decisions.fits(view, line.index),
            None => line.when.holds(view),
        }
    }

    /// The decision table, if no condition remains to be evaluated beside it.
    #[inline(always)]
    pub fn full(&self) -> Option<FullTable<'_, W>> {
        let full = |decision: &&DecisionTable<W>| decision.dynamic.is_empty() && !self.has_optional_lines;
        self.decisions.as_ref().filter(full).map(FullTable)
    }

    /// The decision table, if in some moves no condition remains to be evaluated at each landing.
    pub fn full_in_moves(&self) -> Option<FullTable<'_, W>> {
        let decision = self.decisions.as_ref().filter(|_| !self.has_optional_lines)?;
        let asks_of_move = decision.dynamic.iter().any(|(_, part)| part.is_constant_in_move());
        (decision.dynamic.is_empty() || asks_of_move).then_some(FullTable(decision))
    }

    /// Whether the lines that fit are found by questions that decide, and not tried one after the other.
    pub fn is_tabulated(&self) -> bool {
        self.tree.is_some()
    }

    /// Why there is no such table.
    pub fn why_not_full(&self) -> Option<&'static str> {
        if self.has_optional_lines {
            Some("the mover decides whether a line fits")
        } else if self.lines.len() > MOST_LINES {
            Some("the table has more than 15 lines")
        } else if self.decisions.is_none() {
            Some("the table asks more than 11 questions")
        } else if self.full_in_moves().is_none() {
            Some("a line asks about more than pits near the landing")
        } else {
            None
        }
    }
}

/// The lines of a table that fit, found one after the other.
pub(super) struct FittingLines<'a, W: Width> {
    table: &'a Table<W>,
    /// The line that was found before.
    before: Option<FoundLine>,
}

impl<'a, W: Width> FittingLines<'a, W> {
    /// The next line that fits. The board is the same at each call.
    #[inline]
    pub fn next(&mut self, view: &View<W>) -> Option<&'a Line<W>> {
        let Table { lines, tree, .. } = self.table;
        let found = match (tree, self.before) {
            (Some(tree), None) => tree.first(view)?,
            (Some(tree), Some(before)) => tree.find(before.declined, view)?,
            (None, before) => {
                let first = before.map_or(0, |before| before.line + 1);
                let line = lines[first..].iter().find(|line| line.when.holds(view))?.index;
                FoundLine { line, declined: 0 }
            }
        };
        self.before = Some(found);
        Some(&lines[found.line])
    }
}

impl<W: Width> Line<W> {
    /// Whether it acts on the move or the round as a whole.
    pub fn acts_on_move(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Over(_) | Effect::OfMove(_)))
    }
}

impl<W: Width> Effect<W> {
    /// The kind of the marks that it sets.
    fn marked_as(&self) -> Option<MarkId> {
        if let Effect::Mark { kind, .. } = self { Some(*kind) } else { None }
    }

    /// Whether it changes nothing but marks.
    pub fn only_marks(&self) -> bool {
        matches!(self, Effect::Mark { .. } | Effect::Unmark { .. })
    }

    fn of(lowering: &Lowering<W>, action: &Action) -> Effect<W> {
        let targets =
            |targets: &[rules::ActionTarget]| targets.iter().map(|target| Target::of(lowering, target)).collect();
        let most = |seeds: &Option<u16>| at_most(*seeds);
        match action {
            Action::Capture { seeds, from, to } => Effect::Capture { seeds: *seeds, from: targets(from), to: *to },
            Action::Move { seeds, from, to } => {
                Effect::Move { most: most(seeds), from: Target::of(lowering, from), to: Target::of(lowering, to) }
            }
            Action::Mark { pits, mark, owner } => Effect::Mark { pits: targets(pits), kind: *mark, owner: *owner },
            Action::Unmark { pits } => Effect::Unmark { pits: targets(pits) },
            Action::Choose { number, among } => {
                Effect::Choose { number: *number, among: lowering.predicate(among, false) }
            }
            Action::Count { whose, counter, change, by } => Effect::Count {
                whose: *whose,
                counter: *counter,
                change: *change,
                by: match by {
                    rules::Summand::Number(number) => Addend::Number(*number),
                    rules::Summand::Of(place) => Addend::Of(lowering.count(place, false)),
                },
            },
            Action::OfMove(action) => Effect::OfMove(*action),
            Action::Over(verdict) => Effect::Over(*verdict),
        }
    }
}

/// The most seeds that are taken from a place.
fn at_most(seeds: Option<u16>) -> u8 {
    seeds.map_or(u8::MAX, |seeds| seeds.min(u8::MAX.into()) as u8)
}

impl<W: Width> Target<W> {
    pub fn of(lowering: &Lowering<W>, target: &rules::ActionTarget) -> Target<W> {
        match target {
            rules::ActionTarget::Pit(path) => Target::At(lowering.path(path, false)),
            rules::ActionTarget::Store(whose) => Target::Store(*whose),
            rules::ActionTarget::Every(condition) => Target::Every(lowering.predicate(condition, false)),
        }
    }
}

/// Which lines fit, by an index of packed conditions.
#[derive(Debug, Clone, PartialEq)]
struct DecisionTable<W: Width> {
    /// What `here` alone decides, by the way, the mover and the lane.
    keys: Vec<LandingKey>,
    /// The bits of `here` if it held none, or some seeds, before the last one fell.
    before: [u16; 2],
    /// The bits of the seeds in the lanes that are examined.
    held: Vec<[u16; 256]>,
    /// The bits of the marks of the lanes that are examined: 1 for the mover's, 2 for the opponent's.
    marked: Vec<[u16; 4]>,
    /// Conditions that are evaluated one after the other.
    dynamic: Vec<(u16, Predicate<W>)>,
    /// A bit for each line that fits, by all bits.
    fitting: Vec<u16>,
    /// Landing in an occupied pit without a mark always relays.
    always_relays: bool,
}

/// What a landing pit decides by its place alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LandingKey {
    pub bits: u16,
    /// The lanes whose seeds are examined.
    pub held: [u8; MOST_HELD],
    /// The lanes whose marks are examined.
    pub marked: [u8; MOST_MARKED],
}

/// The place of a key among all.
#[inline(always)]
fn place<W: Width>(way: Way, mover: Side, lane: usize) -> usize {
    (way as usize * 2 + mover as usize) * W::LANES + lane % W::LANES
}

/// Whether one decision table has room for some lines.
fn is_decidable<W: Width>(lines: &[Line<W>]) -> bool {
    let mut atoms = vec![];
    lines.iter().for_each(|line| find_atoms(&line.when, &mut atoms));
    atoms.len() <= MOST_BITS && lines.len() <= MOST_LINES
}

impl<W: Width> DecisionTable<W> {
    fn of(lowering: &Lowering<W>, lines: &[Line<W>]) -> Self {
        let mut atoms: Vec<&Predicate<W>> = vec![];
        for line in lines {
            find_atoms(&line.when, &mut atoms);
        }
        let mut table = DecisionTable {
            keys: vec![LandingKey::default(); 4 * W::LANES],
            before: [0; 2],
            held: vec![],
            marked: vec![],
            dynamic: vec![],
            fitting: vec![0; 1 << atoms.len()],
            always_relays: false,
        };
        for (number, atom) in atoms.iter().enumerate() {
            table.add(lowering, 1 << number, atom);
        }
        for (bits, fitting) in table.fitting.iter_mut().enumerate() {
            let is = |part: &Predicate<W>| {
                let number = atoms.iter().position(|atom| *atom == part).expect("all atoms have been found");
                bits >> number & 1 == 1
            };
            for (number, line) in lines.iter().enumerate() {
                *fitting |= u16::from(holds_given(&line.when, &is)) << number;
            }
        }
        table.always_relays = table.relays_always(lowering, lines, &atoms);
        table
    }

    /// Whether landing in an occupied pit without a mark always relays.
    fn relays_always(&self, lowering: &Lowering<W>, lines: &[Line<W>], atoms: &[&Predicate<W>]) -> bool {
        let such = |is: fn(&Predicate<W>) -> bool| {
            let numbers = atoms.iter().enumerate().filter(|(_, atom)| is(atom)).map(|(number, _)| number);
            numbers.fold(0, |bits: usize, number| bits | 1 << number)
        };
        let occupied = such(|atom| matches!(atom, Predicate::Is(path, PitPredicate::Occupied) if path.is_here()));
        let marked = such(|atom| matches!(atom, Predicate::Is(path, PitPredicate::Marked(..)) if path.is_here()));
        let fixed =
            such(|atom| matches!(atom, Predicate::Is(path, PitPredicate::Fixed(_)) if path.anchor == Anchor::Here));
        let pits = || lowering.pits.lanes();
        let all_places = [Way::Onward, Way::Back]
            .into_iter()
            .flat_map(|way| Side::BOTH.into_iter().flat_map(move |mover| pits().map(move |lane| (way, mover, lane))));
        let mut keys: Vec<usize> =
            all_places.map(|(way, mover, lane)| usize::from(self.keys[place::<W>(way, mover, lane)].bits)).collect();
        keys.sort_unstable();
        keys.dedup();
        let possible =
            |bits: usize| bits & occupied == occupied && bits & marked == 0 && keys.contains(&(bits & fixed));
        let only_relays =
            |line: &Line<W>| line.effects.is_empty() && matches!(&line.then, Then::Relay(path) if path.is_here());
        let first = |bits: usize| lines.get(self.fitting[bits].trailing_zeros() as usize);
        let mut all = (0..self.fitting.len()).filter(|bits| possible(*bits));
        occupied != 0 && all.all(|bits| first(bits).is_some_and(only_relays))
    }

    /// Adds a condition, which has this bit.
    fn add(&mut self, lowering: &Lowering<W>, bit: u16, atom: &Predicate<W>) {
        let tabulated = match atom {
            Predicate::Fact(MoveFact::WayIs(asked)) => {
                for mover in Side::BOTH {
                    for lane in lowering.places.lanes() {
                        self.keys[place::<W>(*asked, mover, lane)].bits |= bit;
                    }
                }
                true
            }
            Predicate::Is(path, test) if path.anchor == Anchor::Here && lowering.is_static(path) => {
                self.add_test(lowering, bit, path, test)
            }
            _ => false,
        };
        if !tabulated {
            self.dynamic.push((bit, atom.clone()));
        }
    }

    /// Adds a test of the pit to which a static path leads; returns whether it could be tabulated.
    fn add_test(&mut self, lowering: &Lowering<W>, bit: u16, path: &PitRef, test: &PitPredicate<W>) -> bool {
        let leads_away = lowering.leads(path, lowering.places, !W::Set::one(W::NONE));
        match test {
            PitPredicate::Fixed(sets) => {
                for way in [Way::Onward, Way::Back] {
                    for mover in Side::BOTH {
                        for lane in lowering.places.lanes() {
                            let is = sets[mover].has(path.destination(lane, way, mover));
                            self.keys[place::<W>(way, mover, lane)].bits |= bit * u16::from(is);
                        }
                    }
                }
                true
            }
            PitPredicate::Occupied if path.is_here() => {
                self.before[1] |= bit;
                true
            }
            _ if !leads_away && lowering.spare().is_none() => false,
            PitPredicate::Occupied if !lowering.returns(path) => {
                self.examine_seeds(lowering, path, bit, |held| held > 0)
            }
            PitPredicate::Holding(numbers) => self.examine_seeds(lowering, path, bit, |held| numbers.has(held)),
            PitPredicate::Marked(_, whose) if !W::RARE => {
                let bits = match whose {
                    None => [0, bit, bit, bit],
                    Some(Whose::Own) => [0, bit, 0, bit],
                    Some(Whose::Opponent) => [0, 0, bit, bit],
                };
                self.examine_marks(lowering, path, bits)
            }
            _ => false,
        }
    }

    /// Examines the seeds in some lanes, one for each `here`; returns whether there was room.
    fn examine_seeds(&mut self, lowering: &Lowering<W>, path: &PitRef, bit: u16, holds: impl Fn(u8) -> bool) -> bool {
        let at = self.column(lowering, path, self.held.len(), MOST_HELD, |key| &mut key.held);
        if let Some(at) = at {
            if at == self.held.len() {
                self.held.push([0; 256]);
            }
            for (seeds, bits) in (0..=u8::MAX).zip(self.held[at].iter_mut()) {
                *bits |= bit * u16::from(holds(seeds));
            }
        }
        at.is_some()
    }

    /// Examines the marks of some lanes, one for each `here`; returns whether there was room.
    fn examine_marks(&mut self, lowering: &Lowering<W>, path: &PitRef, bits: [u16; 4]) -> bool {
        let at = self.column(lowering, path, self.marked.len(), MOST_MARKED, |key| &mut key.marked);
        if let Some(at) = at {
            if at == self.marked.len() {
                self.marked.push([0; 4]);
            }
            self.marked[at].iter_mut().zip(bits).for_each(|(known, bits)| *known |= bits);
        }
        at.is_some()
    }

    /// The column of a path among those that are examined already; it is added if there is room.
    fn column(
        &mut self,
        lowering: &Lowering<W>,
        path: &PitRef,
        used: usize,
        most: usize,
        column: impl Fn(&mut LandingKey) -> &mut [u8],
    ) -> Option<usize> {
        let mut wanted = vec![];
        for way in [Way::Onward, Way::Back] {
            for mover in Side::BOTH {
                for lane in lowering.places.lanes() {
                    // What lies off the board is as empty as a lane without a pit.
                    let end = Some(path.destination(lane, way, mover)).filter(|end| *end != W::NONE);
                    let end = end.or(lowering.spare()).expect("without such a lane no path leads off the board");
                    wanted.push((place::<W>(way, mover, lane), end as u8));
                }
            }
        }
        let known =
            (0..used).find(|at| wanted.iter().all(|(place, lane)| column(&mut self.keys[*place])[*at] == *lane));
        if known.is_none() && used < most {
            wanted.iter().for_each(|(place, lane)| column(&mut self.keys[*place])[used] = *lane);
        }
        known.or((used < most).then_some(used))
    }

    /// Whether a line fits, whatever comes before it.
    fn fits(&self, view: &View<W>, line: usize) -> bool {
        let key = &self.keys[place::<W>(view.turn.way, view.state.to_move, view.turn.here)];
        // Where no seed has just fallen, the pit holds what it held before.
        let before = if view.fresh { view.turn.before } else { view.state.held(view.turn.here) };
        let tabulated = self.bits(key, view.state, before);
        let holding = self.dynamic.iter().filter(|(_, part)| part.holds(view));
        let bits = holding.fold(tabulated, |bits, (bit, _)| bits | usize::from(*bit));
        self.fitting[bits] >> line & 1 == 1
    }

    /// All bits that are tabulated.
    #[inline(always)]
    fn bits(&self, key: &LandingKey, state: &State<W>, before: u8) -> usize {
        let mover = state.to_move;
        let mut found = key.bits | self.before[usize::from(before > 0)];
        for (bits, lane) in self.held.iter().zip(key.held) {
            found |= bits[usize::from(state.held_in(lane.into()))];
        }
        for (bits, lane) in self.marked.iter().zip(key.marked) {
            let marked = |side: Side| usize::from(state.marks[side].has(lane.into()));
            found |= bits[marked(mover) | marked(mover.other()) << 1];
        }
        found.into()
    }
}

/// A decision table with nothing left to evaluate beside it.
#[derive(Debug)]
pub(super) struct FullTable<'a, W: Width>(&'a DecisionTable<W>);

impl<W: Width> Clone for FullTable<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Width> Copy for FullTable<'_, W> {}

impl<'a, W: Width> FullTable<'a, W> {
    /// Whether landing in an occupied pit without a mark always relays.
    #[inline(always)]
    pub fn always_relays(&self) -> bool {
        self.0.always_relays
    }

    /// What a landing pit decides by its place alone.
    pub fn key(&self, way: Way, mover: Side, here: usize) -> LandingKey {
        self.0.keys[place::<W>(way, mover, here)]
    }

    /// The first line that fits, by all bits.
    pub fn first_line(&self, bits: u16) -> usize {
        self.0.fitting[usize::from(bits)].trailing_zeros() as usize
    }

    /// The bits that depend on more than the place of the landing pit.
    pub fn asked(&self) -> u16 {
        let held = self.0.held.iter().flatten().fold(0, |all, bits| all | bits);
        let marked = self.0.marked.iter().flatten().fold(0, |all, bits| all | bits);
        held | marked | self.occupied()
    }

    /// The conditions that remain, each with its bit: those that are the same at all landings of a move, and others.
    pub fn remaining(&self) -> [Vec<(u16, &'a Predicate<W>)>; 2] {
        let all = self.0.dynamic.iter().map(|(bit, part)| (*bit, part));
        let (of_move, of_landing) = all.partition(|(_, part)| part.is_constant_in_move());
        [of_move, of_landing]
    }

    /// The bits of a landing pit that held seeds before the last one fell.
    pub fn occupied(&self) -> u16 {
        self.0.before[1]
    }

    /// The bits of the seeds in the lanes that are examined.
    pub fn held(&self) -> &'a [[u16; 256]] {
        &self.0.held
    }

    /// The bits of the marks of the lanes that are examined.
    pub fn marked(&self) -> &'a [[u16; 4]] {
        &self.0.marked
    }

    /// The least number of seeds in a lane with which these bits may come out.
    pub fn least(&self, key: &LandingKey, bits: u16, lane: usize) -> u8 {
        let columns = self.0.held.iter().zip(key.held).filter(|(_, examined)| usize::from(*examined) == lane);
        let least = |column: &[u16; 256]| {
            let all = column.iter().fold(0, |all, bits| all | bits);
            (0..=u8::MAX).find(|seeds| column[usize::from(*seeds)] == bits & all)
        };
        columns.filter_map(|(column, _)| least(column)).max().unwrap_or(0)
    }

    /// Whether a line fits at a landing pit with this number of seeds, of which alone it is asked.
    pub fn fits_with(&self, line: &Line<W>, key: &LandingKey, seeds: u8) -> bool {
        let bits = self.0.held.iter().fold(key.bits, |bits, column| bits | column[usize::from(seeds)]);
        self.0.fitting[usize::from(bits)] >> line.index & 1 == 1
    }

    /// Whether nothing is asked but about the pit in which the last seed has fallen.
    #[inline(always)]
    pub fn asks_there_only(&self) -> bool {
        self.0.held.is_empty() && self.0.marked.is_empty()
    }

    /// Whether a line fits, of a table that asks about that pit only.
    #[inline(always)]
    pub fn fits_there(&self, way: Way, mover: Side, here: usize, before: u8) -> bool {
        let bits = self.key(way, mover, here).bits | self.0.before[usize::from(before > 0)];
        self.0.fitting[usize::from(bits)] != 0
    }
}

/// The conditions that a condition is made of, each once.
pub(super) fn find_atoms<'a, W: Width>(part: &'a Predicate<W>, atoms: &mut Vec<&'a Predicate<W>>) {
    match part {
        Predicate::Always => {}
        Predicate::All(parts) | Predicate::Any(parts) => parts.iter().for_each(|part| find_atoms(part, atoms)),
        Predicate::Not(part) => find_atoms(part, atoms),
        atom if atoms.contains(&atom) => {}
        atom => atoms.push(atom),
    }
}

/// Evaluates a condition of which the atoms are known.
fn holds_given<W: Width>(part: &Predicate<W>, is: &impl Fn(&Predicate<W>) -> bool) -> bool {
    match part {
        Predicate::Always => true,
        Predicate::All(parts) => parts.iter().all(|part| holds_given(part, is)),
        Predicate::Any(parts) => parts.iter().any(|part| holds_given(part, is)),
        Predicate::Not(part) => !holds_given(part, is),
        atom => is(atom),
    }
}

/// Whether a condition is constant on all boards on which both players have seeds and the player to move has a
/// move, and its value; `None` if it depends on more.
pub(super) fn constant_midgame<W: Width>(part: &Predicate<W>) -> Option<bool> {
    constant_given(part, |atom| {
        matches!(atom, Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_)).then_some(false)
    })
}

/// Whether on such a board a pit with seeds satisfies a condition: one without a mark, with the mover's, and
/// with the opponent's; `None` if it depends on more.
pub(super) fn midgame_by_mark<W: Width>(part: &Predicate<W>) -> Option<[bool; 3]> {
    if W::RARE {
        return None;
    }
    let by = |mark: Option<Whose>| {
        constant_given(part, |atom| match atom {
            Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_) => Some(false),
            Predicate::Is(path, test) if path.is_here() => match test {
                PitPredicate::Occupied => Some(true),
                PitPredicate::Marked(_, None) => Some(mark.is_some()),
                PitPredicate::Marked(_, whose) => Some(mark == *whose),
                _ => None,
            },
            _ => None,
        })
    };
    Some([by(None)?, by(Some(Whose::Own))?, by(Some(Whose::Opponent))?])
}

/// The value of a condition, if it is the same whatever the values of its unknown atoms are.
fn constant_given<W: Width>(part: &Predicate<W>, known: impl Fn(&Predicate<W>) -> Option<bool>) -> Option<bool> {
    let mut atoms = vec![];
    find_atoms(part, &mut atoms);
    atoms.retain(|atom| known(atom).is_none());
    if atoms.len() > MOST_BITS {
        return None;
    }
    let under = |bits: u16| {
        let is = |part: &Predicate<W>| {
            known(part).unwrap_or_else(|| {
                let number = atoms.iter().position(|atom| *atom == part).expect("all atoms have been found");
                bits >> number & 1 == 1
            })
        };
        holds_given(part, &is)
    };
    (1..1 << atoms.len()).all(|bits| under(bits) == under(0)).then(|| under(0))
}

/// Up to how many seeds in the store of the player to move, and in the opponent's, none of some conditions holds, while
/// both players have seeds and the player to move has a move; `None` if the conditions ask about more than the stores.
pub(super) fn quiet_stores<W: Width>(parts: &[Predicate<W>]) -> Option<[u8; 2]> {
    let mut atoms = vec![];
    parts.iter().for_each(|part| find_atoms(part, &mut atoms));
    atoms.retain(|atom| !matches!(atom, Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_)));
    let none_holds = !parts.iter().any(|part| holds_given(part, &|_| false));
    atoms
        .iter()
        .try_fold([u8::MAX; 2], |most, atom| {
            let Predicate::Holds(SeedCount::Store(whose), numbers) = atom else { return None };
            // Below the least number with which one is true.
            let below = match (0..=u8::MAX).find(|seeds| numbers.has(*seeds)) {
                None => u8::MAX,
                Some(least) => least.checked_sub(1)?,
            };
            let [own, other] = most;
            Some(if *whose == Whose::Own { [own.min(below), other] } else { [own, other.min(below)] })
        })
        .filter(|_| none_holds)
}
