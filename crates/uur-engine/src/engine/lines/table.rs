//! Compiled rule tables: which line fits is found by a decision tree, see [`DecisionTree`].

use crate::engine::lines::decision_tree::{DecisionTree, FoundLine, LandingFacts};
use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{Anchor, PitPredicate, PitRef, Predicate, SeedCount, View};
use crate::engine::state::State;
use crate::engine::state::board::BoardLanes;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{
    self, Action, Clause, ClauseId, CounterChange, CounterId, MarkId, MoveAction, MoveFact, Portion, Receiver, Side,
    Verdict, Way, Whose,
};

/// The most parts of a condition of which all values are tried.
const MOST_PARTS: usize = 11;

/// The lines of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table<W: Width> {
    pub lines: Vec<TableLine<W>>,
    /// Finds the lines that fit; without it they are tried one after the other.
    pub tree: Option<DecisionTree<W>>,
    /// The mover decides of some line whether it fits.
    pub has_optional_lines: bool,
    /// The mover may have to decide something.
    pub asks: bool,
}

/// A line: when, what, and what then.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TableLine<W: Width> {
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

impl<W: Width> TableLine<W> {
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
pub(crate) enum Then<W: Width> {
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
pub(crate) enum Effect<W: Width> {
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
pub(crate) enum Addend<W: Width> {
    Number(u16),
    Of(SeedCount<W>),
}

/// Where a line does it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target<W: Width> {
    At(PitRef),
    Store(Whose),
    Every(Predicate<W>),
}

impl<W: Width> Table<W> {
    /// Compiles the lines of a table; a decision tree is added where that is possible and wanted.
    pub fn of<T>(lowering: &Lowering<W>, clauses: &[Clause<T>], then: impl Fn(&T) -> Then<W>) -> Table<W> {
        let line = |(index, clause): (usize, &Clause<T>)| {
            let effects: Vec<Effect<W>> = clause.actions.iter().map(|action| Effect::of(lowering, action)).collect();
            let then = then(&clause.then);
            let kinds: Vec<MarkId> = effects.iter().filter_map(Effect::marked_as).collect();
            let first = kinds.first().copied().unwrap_or(MarkId(0));
            TableLine {
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
        let line =
            TableLine { index: 0, id, when, may: false, effects: vec![], then: Then::Stop, closes: false, marks };
        Table::with(lowering, vec![line])
    }

    fn with(lowering: &Lowering<W>, lines: Vec<TableLine<W>>) -> Table<W> {
        let has_optional_lines = lines.iter().any(|line| line.may);
        let asks = has_optional_lines || lines.iter().any(|line| line.chooses(0));
        let tree = if lowering.tabulates { DecisionTree::of(lowering, &lines) } else { None };
        Table { lines, tree, has_optional_lines, asks }
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
    pub fn first(&self, view: &View<W>) -> Option<&TableLine<W>> {
        self.fitting().next(view)
    }

    /// The number of the first line that fits at a landing, if one does; `None` if more has to be known.
    #[inline]
    pub fn first_on(&self, state: &State<W>, facts: &LandingFacts<W>) -> Option<Option<usize>> {
        self.tree.as_ref()?.first_on(state, facts)
    }

    /// Whether the lines that fit are found by questions that decide, and not tried one after the other.
    pub fn is_tabulated(&self) -> bool {
        self.tree.is_some()
    }
}

/// The lines of a table that fit, found one after the other.
pub(crate) struct FittingLines<'a, W: Width> {
    table: &'a Table<W>,
    /// The line that was found before.
    before: Option<FoundLine>,
}

impl<'a, W: Width> FittingLines<'a, W> {
    /// The next line that fits. The board is the same at each call.
    #[inline]
    pub fn next(&mut self, view: &View<W>) -> Option<&'a TableLine<W>> {
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

impl<W: Width> Effect<W> {
    /// The kind of the marks that it sets.
    fn marked_as(&self) -> Option<MarkId> {
        if let Effect::Mark { kind, .. } = self { Some(*kind) } else { None }
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

/// Adds the parts of a condition that have no parts, each once.
pub(crate) fn find_atoms<'a, W: Width>(part: &'a Predicate<W>, atoms: &mut Vec<&'a Predicate<W>>) {
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
pub(crate) fn constant_midgame<W: Width>(part: &Predicate<W>) -> Option<bool> {
    constant_given(part, |atom| match atom {
        Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_) => Some(false),
        // Then the board holds two seeds.
        Predicate::Holds(SeedCount::Board, numbers) => numbers.are_at_most(1).then_some(false),
        _ => None,
    })
}

/// Pits by their mark and the least number of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PitMask<W: Width> {
    /// By the mover: the lanes without a mark, with the mover's, and with the opponent's.
    pub lanes: [[W::Set; 3]; 2],
    /// The least number of seeds that they have to hold, from 1 to 127.
    pub least: u8,
}

impl<W: Width> PitMask<W> {
    /// Those of some lanes that satisfy a condition while both players have seeds, by the mover; `None` if it depends on
    /// more. They hold `least` seeds or more.
    fn of(part: &Predicate<W>, among: [W::Set; 2], least: u8) -> Option<Self> {
        let mut atoms = vec![];
        find_atoms(part, &mut atoms);
        // Between these numbers of seeds no answer changes.
        let mut steps = vec![least, 1];
        for atom in atoms {
            if let Predicate::Is(path, PitPredicate::Holding(numbers)) = atom
                && path.is_here()
            {
                steps.extend((1..=u8::MAX).filter(|seeds| numbers.has(*seeds) != numbers.has(seeds - 1)));
            }
        }
        steps.sort_unstable();
        let may = |mover: Side, lane: usize, mark: Option<Whose>, seeds: u8| {
            constant_given(part, |atom| match atom {
                Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_) => Some(false),
                Predicate::Fact(MoveFact::PlayerIs(side)) => Some(mover == *side),
                Predicate::Is(path, test) if path.is_here() => match test {
                    PitPredicate::Occupied => Some(seeds > 0),
                    PitPredicate::Holding(numbers) => Some(numbers.has(seeds)),
                    PitPredicate::Fixed(sets) => Some(sets[mover].has(lane)),
                    PitPredicate::Marked(_, None) => Some(mark.is_some()),
                    PitPredicate::Marked(_, whose) => Some(mark == *whose),
                    _ => None,
                },
                _ => None,
            })
        };
        let mut mask = PitMask { lanes: [[W::Set::EMPTY; 3]; 2], least: 0 };
        for mover in Side::BOTH {
            for lane in among[mover].lanes() {
                for (kind, mark) in [None, Some(Whose::Own), Some(Whose::Opponent)].into_iter().enumerate() {
                    let allowed: Vec<bool> =
                        steps.iter().map(|seeds| may(mover, lane, mark, *seeds)).collect::<Option<_>>()?;
                    let Some(first) = allowed.iter().position(|allowed| *allowed) else { continue };
                    let is_new = mask.least == 0;
                    if !allowed[first..].iter().all(|allowed| *allowed) || !is_new && mask.least != steps[first] {
                        return None;
                    }
                    mask.least = steps[first];
                    mask.lanes[mover][kind] |= W::Set::one(lane);
                }
            }
        }
        (1..=127).contains(&mask.least).then_some(mask)
    }

    /// Whether all its pits are pits of another one.
    fn is_within(&self, other: &Self) -> bool {
        let lanes = self.lanes.iter().flatten().zip(other.lanes.iter().flatten());
        self.least >= other.least && lanes.into_iter().all(|(own, theirs)| (*own & !*theirs).is_empty())
    }

    /// The lanes of a board.
    #[inline(always)]
    fn on(&self, state: &State<W>) -> W::Set {
        let [bare, mine, theirs] = self.lanes[state.to_move];
        let (own, other) = (state.marked_by(state.to_move), state.marked_by(state.to_move.other()));
        state.holding_at_least(self.least) & (!(own | other) & bare | own & mine | other & theirs)
    }
}

/// Which pits with seeds may be lifted while both players have seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MidgameLifts<W: Width> {
    pub lifts: PitMask<W>,
    pub unless: Option<UnlessAny<W>>,
}

/// Other pits may be lifted where a board has none of some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnlessAny<W: Width> {
    such: PitMask<W>,
    /// The others; `None` if they depend on more.
    others: Option<PitMask<W>>,
}

impl<W: Width> MidgameLifts<W> {
    /// Those of the lanes from which each player may lift that satisfy a condition; `None` if it depends on more.
    pub fn of(part: &Predicate<W>, board: &BoardLanes<W>) -> Option<Self> {
        if W::RARE {
            return None;
        }
        if let Some(lifts) = PitMask::of(part, board.movable, 1) {
            return Some(MidgameLifts { lifts, unless: None });
        }
        let mut atoms = vec![];
        find_atoms(part, &mut atoms);
        let any = atoms.into_iter().find(|atom| matches!(atom, Predicate::Exists(_)))?;
        let Predicate::Exists(such) = any else { return None };
        let lifts_if = |holds| PitMask::of(&part.given(any, holds), board.movable, 1);
        let such = PitMask::of(such, [board.pits; 2], 0)?;
        Some(MidgameLifts { lifts: lifts_if(true)?, unless: Some(UnlessAny { such, others: lifts_if(false) }) })
    }

    /// Whether a condition cannot hold while a player may lift a pit, because that is one of which the condition says
    /// that there is none.
    pub fn rule_out(&self, when: &Predicate<W>, board: &BoardLanes<W>) -> bool {
        let mut atoms = vec![];
        find_atoms(when, &mut atoms);
        atoms.into_iter().any(|any| {
            let Predicate::Exists(such) = any else { return false };
            let Some(such) = PitMask::of(such, [board.pits; 2], 0) else { return false };
            let others = self.unless.map(|unless| unless.others.is_some_and(|others| others.is_within(&such)));
            self.lifts.is_within(&such)
                && others != Some(false)
                && constant_midgame(&when.given(any, true)) == Some(false)
        })
    }

    /// The lanes of a board; `None` if they depend on more.
    #[inline(always)]
    pub fn on(&self, state: &State<W>) -> Option<W::Set> {
        match &self.unless {
            Some(UnlessAny { such, others }) if such.on(state).is_empty() => Some(others.as_ref()?.on(state)),
            _ => Some(self.lifts.on(state)),
        }
    }
}

/// The value of a condition, if it is the same whatever the values of its unknown atoms are.
fn constant_given<W: Width>(part: &Predicate<W>, known: impl Fn(&Predicate<W>) -> Option<bool>) -> Option<bool> {
    let mut atoms = vec![];
    find_atoms(part, &mut atoms);
    atoms.retain(|atom| known(atom).is_none());
    if atoms.len() > MOST_PARTS {
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
pub(crate) fn quiet_stores<W: Width>(parts: &[Predicate<W>]) -> Option<[u8; 2]> {
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
