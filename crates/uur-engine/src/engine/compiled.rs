//! A game compiled for one width of board.

use std::sync::OnceLock;

use super::Position;
use super::budget::Interrupt;
use super::effects::LineEffects;
use super::facts::{AskedFacts, Facts};
use super::kernel::{Kernel, Lifts};
use super::lap_table::LapTable;
use super::layout::Layout;
use super::lowering::Lowering;
use super::moves::Ways;
use super::once::CompiledOnce;
use super::predicate::Predicate;
use super::state::State;
use super::table::{Effect, MidgameLifts, Table, TableLine, Target, Then, constant_midgame, quiet_stores};
use super::width::{LaneSet, Width};
use crate::rules::{
    self, ClauseId, Ending, EndlessOutcome, Guarded, Lifting, Reads, Refill, Rules, Scripted, Side, Swap, Unfilled,
    Way, WayBinding,
};

/// A game compiled for boards of one width.
#[derive(Debug, Clone)]
pub struct Engine<W: Width> {
    pub(super) layout: Layout,
    pub(super) opt: Opt,
    /// All pits, and those of each player's half.
    pub(super) pits: W::Set,
    pub(super) halves: [W::Set; 2],
    /// The pits that each player owns as long as nothing is gained.
    owners: [W::Set; 2],
    /// The lanes from which each player may lift at all.
    pub(super) movable: [W::Set; 2],
    /// Where the next seed falls from each lane, by the way and the mover, if nothing is passed over.
    pub(super) neighbours: Box<[[[u8; 128]; 2]; 2]>,
    /// Pits may be closed or change owners.
    pub(super) shifts: bool,
    /// Kinds of marks.
    pub(super) mark_kinds: usize,
    /// Seeds in all, at most.
    pub(super) most_seeds: u8,

    pub(super) sow_clause: ClauseId,
    pub(super) stores_clause: Option<ClauseId>,
    pub(super) ways: Vec<WayLine<W>>,
    /// The way of all moves, if there is but one.
    pub(super) only_way: Option<Way>,
    pub(super) kept: Option<WayBinding>,
    /// The pits by the way in which they are sown, by the mover, if that never changes.
    pub(super) static_ways: Option<[Ways<W>; 2]>,
    pub(super) from: Guard<W>,
    /// The seeds that a move may enter from the store, and into which pits.
    pub(super) enter: Option<EnterLine<W>>,
    /// The ways that the mover may choose for single laps.
    pub(super) each_lap: Vec<EachLapLine<W>>,
    /// Up to this number of captured seeds conditions tell moves apart.
    pub(super) captured_limit: u16,
    pub(super) prefer: Vec<Preference<W>>,
    pub(super) lift_lines: Vec<LiftLine<W>>,
    pub(super) several: Vec<Several<W>>,
    pub(super) skip: Vec<Guard<W>>,
    pub(super) opening: Vec<Scripted>,
    pub(super) swaps: Vec<Swap>,

    pub(super) begin: Table<W>,
    pub(super) lift: Table<W>,
    pub(super) drop: Table<W>,
    /// No seed of a lap changes which line of `drop` fits the next one, and they do nothing but end the round.
    pub(super) drops_alike: bool,
    pub(super) land: Table<W>,
    pub(super) finish: Table<W>,
    pub(super) end: Vec<EndLine<W>>,

    pub(super) endless: EndlessOutcome,
    pub(super) endless_clause: Option<ClauseId>,
    /// A move of more laps counts as endless.
    pub(super) bound: Option<u16>,
    pub(super) repetition: rules::Repetition,
    pub(super) single_player: bool,
    /// The mover may have to decide something within a move.
    pub(super) has_choices: bool,
    /// Only a move with all its decisions shows whether `from` allows it.
    pub(super) from_needs_choices: bool,
    /// Captures may be undone after a landing.
    pub(super) undoes: bool,
    /// Some line asks where the move before began or ended.
    pub(super) uses_last_move: bool,
    /// Which facts about earlier turns lines ask for.
    pub(super) asked: AskedFacts,
    /// As in [`Facts`].
    pub(super) counted_laps: u16,
    /// Moves may also start in the opponent's half.
    pub(super) any_half: bool,
    /// The mover may choose how many seeds to lift.
    pub(super) partial: bool,
    /// After the opening, moves are masks.
    pub(super) masks: bool,
    /// Before this ply moves may be scripted.
    pub(super) scripted_until: u16,
    /// No position of a round comes again.
    pub(super) acyclic: bool,
    /// Whether a position that comes again may end the round.
    pub(super) records: bool,
    /// Seeds may come back out of a store.
    pub(super) seeds_reenter: bool,
    /// To find out which moves come first, moves are played.
    pub(super) prefer_plays: bool,

    /// While both players have seeds, no line of `finish` fits.
    pub(super) finish_waits: bool,
    /// The lines of the end that may fit while both players have seeds and the player to move has a move.
    pub(super) midgame_end: Vec<Predicate<W>>,
    /// Which pits may be lifted while both players have seeds; `None` if it depends on more.
    pub(super) midgame_lifts: Option<MidgameLifts<W>>,
    /// Laps that go on with nothing done between them can be undone, in one way each.
    pub(super) reversible: bool,
    pub(super) laps: Option<LapTable<W>>,
    /// The lanes after which a lap may go another way, by the mover.
    pub(super) turning: [W::Set; 2],
    /// What the lines of `land` do where masks can say it, once the walk has looked one up.
    line_effects: OnceLock<LineEffects<W>>,
    /// Which pits may be lifted, if after most moves nothing else is to be examined.
    pub(super) quiet: Option<Lifts<W>>,
    /// The most seeds in the store of the player to move, and in the opponent's, with which that is so.
    pub(super) quiet_stores: [u8; 2],
    /// The kernel, or why there is none.
    pub(super) kernel: Result<Box<Kernel<W>>, &'static str>,
    /// How each step is carried out, as [`Program::plan`](super::Program::plan) returns it.
    pub(super) plan: Vec<(&'static str, String)>,
    pub(super) interrupt: Interrupt,
    pub(super) once: &'static CompiledOnce<W>,
}

/// A condition and its clause.
#[derive(Debug, Clone)]
pub(super) struct Guard<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
}

/// Moves that come before others.
#[derive(Debug, Clone)]
pub(super) struct Preference<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    /// The same of moves of which the condition of the first line is false, or true.
    pub given_first: [Predicate<W>; 2],
}

impl<W: Width> Preference<W> {
    fn new(clause: ClauseId, when: Predicate<W>, first: Option<&Predicate<W>>) -> Self {
        let given = |value| first.map_or_else(|| when.clone(), |first| when.given(first, value));
        Preference { clause, given_first: [given(false), given(true)], when }
    }
}

/// Seeds that a move may enter from the store.
#[derive(Debug, Clone)]
pub(super) struct EnterLine<W: Width> {
    pub clause: ClauseId,
    pub seeds: u8,
    /// The pits into which they may fall.
    pub when: Predicate<W>,
}

/// A way that the mover may choose for a lap.
#[derive(Debug, Clone)]
pub(super) struct EachLapLine<W: Width> {
    pub clause: ClauseId,
    pub way: Way,
    pub when: Predicate<W>,
    /// The lanes in which it may be true at all, by the mover.
    pub lanes: [W::Set; 2],
}

impl<W: Width> EachLapLine<W> {
    /// What it asks about the landing of the lap; it is false where that is.
    pub fn landing(&self) -> Option<&Table<W>> {
        let end = |part: &Predicate<W>| matches!(part, Predicate::LapEnds(_));
        let part = match &self.when {
            Predicate::All(parts) => parts.iter().find(|part| end(part))?,
            part => part,
        };
        if let Predicate::LapEnds(end) = part { Some(&end.table) } else { None }
    }
}

/// Which way a pit is sown; the mover chooses if there are both.
#[derive(Debug, Clone)]
pub(super) struct WayLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub way: Option<Way>,
}

/// How many seeds a move lifts.
#[derive(Debug, Clone)]
pub(super) struct LiftLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub seeds: Lifting,
}

/// How many seeds fall into a pit at once.
#[derive(Debug, Clone)]
pub(super) struct Several<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub seeds: u8,
}

/// A line of the end.
#[derive(Debug, Clone)]
pub(super) struct EndLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub asks_for_moves: bool,
    pub ends_idle_bonus: bool,
    /// Whether a player has won the round, whoever is to move.
    pub is_won: bool,
    pub ending: Ending,
}

/// Whether steps are tabulated where they can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opt {
    /// Every step is carried out as the rules say it.
    None,
    /// Every step that can be is tabulated.
    Full,
    /// The same, and a kernel plays the game wherever one can.
    Kernel,
}

impl<W: Width> Engine<W> {
    /// Compiles a game. `shifts` says whether it is to be played on boards with closed pits, or with pits that
    /// have changed owners.
    pub(super) fn new(
        rules: &Rules,
        layout: &Layout,
        facts: Facts,
        opt: Opt,
        shifts: bool,
        most_seeds: u8,
        interrupt: Interrupt,
    ) -> Self {
        let sowing = &rules.sowing;
        let set = |pits: &mut dyn Iterator<Item = super::Pit>| {
            pits.fold(W::Set::EMPTY, |set, pit| set | W::Set::one(layout.lane::<W>(pit)))
        };
        let halves = Side::BOTH.map(|side| set(&mut layout.pits_of(side)));
        let pits = halves[0] | halves[1];
        let stores = Side::BOTH.map(|side| W::Set::one(State::<W>::store(side)));
        let places = pits | stores[0] | stores[1];
        let mut neighbours = Box::new([[[W::NONE as u8; 128]; 2]; 2]);
        for way in [Way::Onward, Way::Back] {
            for mover in Side::BOTH {
                for lane in places.lanes() {
                    let next = layout.next(way, mover, layout.pit_of::<W>(lane));
                    neighbours[way as usize][mover][lane] = next.map_or(W::NONE, |pit| layout.lane::<W>(pit)) as u8;
                }
            }
        }
        let only_way = match &sowing.ways[..] {
            [only] => only.way,
            _ => None,
        };
        let acts = |such: fn(&rules::Action) -> bool| rules.actions().any(such);
        let lowering = Lowering::<W> {
            layout,
            tabulates: opt != Opt::None,
            laps: None,
            lifts_all: false,
            shifts,
            pits,
            places,
            in_set: false,
        };
        let guard = |guard: &Guarded, before: bool| Guard {
            clause: guard.clause,
            when: lowering.predicate(&guard.condition, before),
        };
        let then = |then: &rules::Continuation| match then {
            rules::Continuation::Stop => Then::Stop,
            rules::Continuation::Bonus => Then::Bonus,
            rules::Continuation::Relay(path) => Then::Relay(lowering.path(path, false)),
            rules::Continuation::Resow { seeds, lift, at, into, way } => Then::Resow {
                seeds: *seeds,
                lift: lift.iter().map(|target| Target::of(&lowering, target)).collect(),
                at: lowering.path(at, false),
                into: *into,
                way: *way,
            },
            rules::Continuation::Repeat { along, most } => Then::Repeat {
                along: along.iter().map(|path| lowering.path(path, false)).collect(),
                most: most.unwrap_or(u16::MAX),
            },
        };
        let from = guard(&sowing.from, true);
        let from_store = sowing.from_store();
        let movable = Side::BOTH.map(|side| {
            let pits = if facts.any_half { pits } else { halves[side] };
            pits | stores[side].when(from_store)
        });
        let from_when = if facts.any_half || from_store { from.when } else { from.when.in_own_half(halves) };
        let (land, finish) = (Table::of(&lowering, &rules.land, then), Table::of(&lowering, &rules.finish, then));
        let mut engine = Engine {
            opt,
            pits,
            halves,
            owners: Side::BOTH.map(|side| set(&mut layout.pits().filter(|pit| layout.owner(0, *pit) == side))),
            movable,
            neighbours,
            shifts,
            mark_kinds: rules.marks.len(),
            most_seeds,
            sow_clause: sowing.clause,
            stores_clause: sowing.along_by,
            ways: sowing
                .ways
                .iter()
                .map(|line| WayLine {
                    clause: line.clause,
                    when: lowering.predicate(&line.condition, true),
                    way: line.way,
                })
                .collect(),
            only_way,
            kept: sowing.kept,
            static_ways: None,
            from: Guard { clause: from.clause, when: from_when },
            enter: sowing.enter.as_ref().map(|line| EnterLine {
                clause: line.clause,
                seeds: line.seeds,
                when: lowering.predicate(&line.condition, true),
            }),
            each_lap: sowing
                .each_lap
                .iter()
                .map(|line| {
                    let when = lowering.predicate(&line.condition, false);
                    EachLapLine { clause: line.clause, way: line.way, lanes: when.lanes_at_most(), when }
                })
                .collect(),
            captured_limit: facts.captured_limit,
            prefer: vec![],
            lift_lines: sowing
                .lift
                .iter()
                .map(|line| LiftLine {
                    clause: line.clause,
                    when: lowering.predicate(&line.condition, true),
                    seeds: line.seeds.clone(),
                })
                .collect(),
            several: sowing
                .several
                .iter()
                .map(|line| Several {
                    clause: line.clause,
                    when: lowering.predicate(&line.condition, false),
                    seeds: line.seeds,
                })
                .collect(),
            skip: sowing.skip.iter().map(|line| guard(line, false)).collect(),
            opening: rules.opening.clone(),
            swaps: rules.swaps.clone(),
            begin: Table::of(&lowering, &rules.begin, |()| Then::Stop),
            lift: Table::of(&lowering, &rules.lift, |()| Then::Stop),
            drop: Table::of(&lowering, &rules.drop, |()| Then::Stop),
            drops_alike: false,
            land: if finish.asks { land } else { land.close() },
            finish: finish.close(),
            end: rules
                .end
                .iter()
                .map(|line| EndLine {
                    clause: line.id,
                    when: lowering.predicate(&line.condition, true),
                    asks_for_moves: line.condition.reads(Reads::MOVES),
                    ends_idle_bonus: line.ends_idle_bonus(),
                    is_won: line.is_won(),
                    ending: line.ending.clone(),
                })
                .collect(),
            endless: rules.endless.outcome.clone(),
            endless_clause: rules.endless.clause,
            bound: rules.endless.bound,
            repetition: rules.repetition.clone(),
            single_player: layout.is_alone(),
            has_choices: rules.asks_within_moves(),
            from_needs_choices: rules.asks_within_moves() && sowing.from.condition.reads(Reads::MOVES),
            undoes: acts(|action| *action == rules::Action::OfMove(rules::MoveAction::Undo)),
            uses_last_move: facts.uses_last_move,
            asked: facts.asked,
            counted_laps: facts.counted_laps,
            any_half: facts.any_half,
            partial: sowing.lift.iter().any(|line| matches!(line.seeds, Lifting::Chosen { .. })),
            masks: false,
            scripted_until: rules.opening_length(),
            acyclic: facts.acyclic,
            records: !facts.acyclic && rules.repetition.times.is_some(),
            seeds_reenter: facts.stores.reentered.is_some(),
            prefer_plays: false,
            finish_waits: false,
            midgame_end: vec![],
            midgame_lifts: None,
            reversible: sowing.is_one_ring()
                && !(facts.any_half && sowing.stays_on_own_side())
                && !layout.stays_with_owner()
                && sowing.each_lap.is_empty()
                && !acts(rules::Action::turns)
                && sowing.skip.is_empty()
                && sowing.several.is_empty()
                && rules.drop.is_empty()
                && rules.lift.is_empty(),
            laps: None,
            line_effects: OnceLock::new(),
            turning: [W::Set::EMPTY; 2],
            quiet: None,
            quiet_stores: [0; 2],
            kernel: Err("nothing is tabulated"),
            plan: vec![],
            interrupt,
            once: CompiledOnce::METHODS,
            layout: layout.clone(),
        };
        engine.turning =
            Side::BOTH.map(|mover| engine.each_lap.iter().fold(W::Set::EMPTY, |lanes, line| lanes | line.lanes[mover]));
        engine.prefer = Self::preferences(&engine.lowering(), rules);
        engine.prefer_plays = sowing.prefer.iter().any(|line| line.condition.reads(Reads::MOVES));
        engine.masks = engine.why_no_masks().is_none();
        if opt != Opt::None {
            engine.tabulate(rules);
        }
        engine
    }

    /// Tabulates the steps that can be, and chooses how moves are played.
    fn tabulate(&mut self, rules: &Rules) {
        // Where players own pits in each other's halves, seeds in both halves do not show that both have seeds.
        let sides_are_halves = !(self.layout.has_foreign_pits() || self.shifts && rules.has_territory());
        self.finish_waits =
            sides_are_halves && self.finish.lines.iter().all(|line| constant_midgame(&line.when) == Some(false));
        self.midgame_end = self
            .end
            .iter()
            .map(|line| line.when.clone())
            .filter(|when| !sides_are_halves || constant_midgame(when) != Some(false))
            .collect();
        self.static_ways = self.tabulated_ways(rules);
        self.midgame_lifts = MidgameLifts::of(&self.from.when, self.movable).filter(|_| sides_are_halves);
        self.drops_alike = self.drops_alike();
        self.laps = LapTable::of(self, rules);
        // With the laps at hand, conditions on the landing of a first lap are tabulated as well.
        let laps = self.laps.as_ref();
        let lifts_all = self.lift_lines.is_empty() && self.enter.is_none() && self.each_lap.is_empty();
        let lowering = Lowering { tabulates: true, laps, lifts_all, ..self.lowering() };
        let from = lowering.predicate(&rules.sowing.from.condition, true);
        let from = if self.movable[0] == self.halves[0] { from.in_own_half(self.halves) } else { from };
        let prefer = Self::preferences(&lowering, rules);
        self.from.when = from;
        self.prefer = prefer;
        let stores = quiet_stores(&self.midgame_end).filter(|_| sides_are_halves);
        self.quiet_stores = stores.unwrap_or_default();
        self.quiet = stores.and_then(|_| self.quiet_lifts());
        self.make_kernel(rules);
        self.plan = self.describe(rules);
    }

    fn preferences(lowering: &Lowering<W>, rules: &Rules) -> Vec<Preference<W>> {
        let lines = &rules.sowing.prefer;
        let first = lines.first().map(|line| lowering.predicate(&line.condition, true));
        let line = |(number, line): (usize, &Guarded)| {
            let first = first.as_ref().filter(|_| number > 0);
            Preference::new(line.clause, lowering.predicate(&line.condition, true), first)
        };
        lines.iter().enumerate().map(line).collect()
    }

    fn drops_alike(&self) -> bool {
        let sown = Side::BOTH.map(|mover| {
            let next = |way: Way, lane: usize| usize::from(self.neighbours[way as usize][mover][lane]);
            let mut sown = W::Set::EMPTY;
            let mut left = self.movable[mover];
            while !left.is_empty() {
                sown |= left;
                let beside = left.lanes().flat_map(|lane| [next(Way::Onward, lane), next(Way::Back, lane)]);
                left = beside.fold(W::Set::EMPTY, |lanes, lane| lanes | W::Set::one(lane)) & !sown;
            }
            sown
        });
        let in_pits = sown.iter().all(|lanes| (*lanes & !self.pits).is_empty());
        let stays = |line: &TableLine<W>| {
            line.effects.iter().all(|effect| matches!(effect, Effect::Over(_)))
                && line.when.stays_while_sowing(self.owners, sown)
        };
        in_pits && self.drop.lines.iter().all(stays)
    }

    /// What the lines of `land` do, if the lines that fit are looked up.
    #[inline]
    pub(super) fn line_effects(&self) -> Option<&LineEffects<W>> {
        let looks_up = self.opt != Opt::None && self.land.is_tabulated() && !self.asked.captor;
        looks_up.then(|| self.line_effects.get_or_init(|| LineEffects::of(self, self.captured_limit > 0)))
    }

    /// All pits and both stores.
    pub(super) fn places(&self) -> W::Set {
        let stores = Side::BOTH.map(|side| W::Set::one(State::<W>::store(side)));
        self.pits | stores[0] | stores[1]
    }

    /// What conditions are compiled for, without tables.
    pub(super) fn lowering(&self) -> Lowering<'_, W> {
        Lowering {
            layout: &self.layout,
            tabulates: false,
            laps: None,
            lifts_all: false,
            shifts: self.shifts,
            pits: self.pits,
            places: self.places(),
            in_set: false,
        }
    }

    /// Whether lines of the opening, or a swap, concern the next move.
    #[inline]
    pub(super) fn is_scripted(&self, state: &State<W>) -> bool {
        state.ply < self.scripted_until
    }

    /// The pits that a player owns.
    #[inline]
    pub(super) fn owned(&self, state: &State<W>, side: Side) -> W::Set {
        match state.territory() {
            0 => self.owners[side],
            territory => self.pits.filter(|lane| self.layout.owner(territory, self.layout.pit_of::<W>(lane)) == side),
        }
    }

    /// Whether the work is to end, asked by a sowing, which is then cut short.
    pub(super) fn interrupted(&self) -> bool {
        self.interrupt.cuts_short()
    }

    /// Whether a sowing was cut short, see [`Program::cut_short`](super::Program::cut_short).
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.interrupt.heard()
    }

    /// Whether the work is to end, see [`Program::stops`](super::Program::stops).
    pub fn stops(&self) -> bool {
        self.interrupt.stops()
    }

    /// A position in words; `None` if this engine does not play on from it.
    pub fn pack(&self, position: &Position) -> Option<State<W>> {
        let shifted = position.closed != 0 || position.territory != 0;
        let fits = (self.shifts || !shifted) && position.total() <= self.most_seeds.into();
        if fits { State::pack(&self.layout, position) } else { None }
    }

    /// The position of a state. The points of a match are missing.
    pub fn unpack(&self, state: &State<W>) -> Position {
        state.unpack(&self.layout)
    }

    /// The geometry of the board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether moves may also start in the opponent's half.
    pub fn plays_any_half(&self) -> bool {
        self.any_half
    }

    /// Whether the two ways of sowing are told apart in a set of moves.
    #[inline(always)]
    pub fn has_two_ways(&self) -> bool {
        self.only_way.is_none()
    }
}

/// Whether rounds of a game may have closed pits, or pits that have changed owners.
pub(super) fn may_shift(rules: &Rules) -> bool {
    rules.rounds.as_ref().is_some_and(|rounds| {
        rounds.has_territory() || rounds.unfilled != Unfilled::Empty && rounds.refill != Refill::Anew
    })
}

/// Whether a game stores more than seeds and one kind of mark.
pub(super) fn needs_rare(rules: &Rules, facts: Facts) -> bool {
    rules.marks.len() > 1 || rules.sowing.kept.is_some() || facts.uses_last_move || facts.asked.any()
}
