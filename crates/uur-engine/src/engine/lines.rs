//! The lines of a game, compiled for a board, and what is known of them.

pub(crate) mod decision_tree;
pub(crate) mod effect;
pub(crate) mod facts;
pub(crate) mod index;
pub(crate) mod lap_table;
pub(crate) mod lowering;
pub(crate) mod predicate;
pub(crate) mod stores;
pub(crate) mod table;

use crate::engine::lines::facts::{AskedFacts, Facts};
use crate::engine::lines::lap_table::LapTable;
use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::Predicate;
use crate::engine::lines::table::{Effect, Table, TableLine, Target, Then};
use crate::engine::state::board::BoardLanes;
use crate::engine::state::width::{LaneSet, Width};
use crate::rules::{
    self, ClauseId, Ending, EndlessOutcome, Guarded, Lifting, MoveFact, Reads, Rules, Scripted, Side, Sowing, Swap,
    Way, WayBinding,
};

/// The lines of a game.
#[derive(Debug, Clone)]
pub(crate) struct Lines<W: Width> {
    pub sow_clause: ClauseId,
    pub stores_clause: Option<ClauseId>,
    pub ways: Vec<WayLine<W>>,
    /// The way of all moves, if there is but one.
    pub only_way: Option<Way>,
    pub kept: Option<WayBinding>,
    pub from: Vec<Guard<W>>,
    /// Where a move may start by any of its lines.
    pub movable: Predicate<W>,
    /// What is true when a turn of each stage begins, if that is to be remembered while it lasts.
    pub stages: Vec<Predicate<W>>,
    /// The seeds that a move may enter from the store, and into which pits.
    pub enter: Option<EnterLine<W>>,
    /// The ways that the mover may choose for single laps.
    pub each_lap: Vec<EachLapLine<W>>,
    /// Up to this number of captured seeds conditions tell moves apart.
    pub captured_limit: u16,
    /// Which moves come first, by the stage in which a turn begins, if there are any; the last ones in none.
    pub prefer: Vec<Vec<Preference<W>>>,
    pub lift_lines: Vec<LiftLine<W>>,
    pub several: Vec<Several<W>>,
    pub skip: Vec<Guard<W>>,
    pub opening: Vec<Scripted>,
    pub swaps: Vec<Swap>,

    pub begin: Table<W>,
    pub lift: Table<W>,
    pub drop: Table<W>,
    pub land: Table<W>,
    pub finish: Table<W>,
    pub end: Vec<EndLine<W>>,

    pub endless: EndlessOutcome,
    pub endless_clause: Option<ClauseId>,
    /// A move of more laps counts as endless.
    pub bound: Option<u16>,
    pub repetition: rules::Repetition,
    pub single_player: bool,
    /// The mover may have to decide something within a move.
    pub has_choices: bool,
    /// Only a move with all its decisions shows whether `from` allows it.
    pub from_needs_choices: bool,
    /// Captures may be undone after a landing.
    pub undoes: bool,
    /// Some line asks where the move before began or ended.
    pub uses_last_move: bool,
    /// Which facts about earlier turns lines ask for.
    pub asked: AskedFacts,
    /// As in [`Facts`].
    pub counted_laps: u16,
    /// Moves may also start in the opponent's half.
    pub any_half: bool,
    /// The mover may choose how many seeds to lift.
    pub partial: bool,
    /// After the opening, moves are masks.
    pub masks: bool,
    /// The mover decides within moves, and whatever is decided, a move may be made.
    pub decides_later: bool,
    /// After the opening, the pits and the ways of moves are masks, whatever more is decided.
    pub begun_masks: bool,
    /// Before this ply moves may be scripted.
    pub scripted_until: u16,
    /// No position of a round comes again.
    pub acyclic: bool,
    /// Whether a position that comes again may end the round.
    pub records: bool,
    /// Seeds may come back out of a store.
    pub seeds_reenter: bool,
    /// To find out which moves come first, moves are played.
    pub prefer_plays: bool,
    /// Laps that go on with nothing done between them can be undone, in one way each.
    pub reversible: bool,
}

/// A condition and its clause.
#[derive(Debug, Clone)]
pub(crate) struct Guard<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
}

/// Moves that come before others.
#[derive(Debug, Clone)]
pub(crate) struct Preference<W: Width> {
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
pub(crate) struct EnterLine<W: Width> {
    pub clause: ClauseId,
    pub seeds: u8,
    /// The pits into which they may fall.
    pub when: Predicate<W>,
}

/// A way that the mover may choose for a lap.
#[derive(Debug, Clone)]
pub(crate) struct EachLapLine<W: Width> {
    pub clause: ClauseId,
    pub way: Way,
    pub when: Predicate<W>,
    /// The lanes in which it may be true at all, by the mover.
    pub lanes: [W::Set; 2],
}

/// Which way a pit is sown; the mover chooses if there are both.
#[derive(Debug, Clone)]
pub(crate) struct WayLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub way: Option<Way>,
}

/// How many seeds a move lifts.
#[derive(Debug, Clone)]
pub(crate) struct LiftLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub seeds: Lifting,
}

/// How many seeds fall into a pit at once.
#[derive(Debug, Clone)]
pub(crate) struct Several<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub seeds: u8,
}

/// A line of the end.
#[derive(Debug, Clone)]
pub(crate) struct EndLine<W: Width> {
    pub clause: ClauseId,
    pub when: Predicate<W>,
    pub asks_for_moves: bool,
    pub ends_idle_bonus: bool,
    /// Whether a player has won the round, whoever is to move.
    pub is_won: bool,
    pub ending: Ending,
}

impl<W: Width> Lines<W> {
    /// Compiles the lines of a game. `tabulates` says whether decision trees are made.
    pub fn of(rules: &Rules, facts: Facts, board: &BoardLanes<W>, tabulates: bool) -> Self {
        let sowing = &rules.sowing;
        let only_way = match &sowing.ways[..] {
            [only] => only.way,
            _ => None,
        };
        let acts = |such: fn(&rules::Action) -> bool| rules.actions().any(such);
        let lowering = Lowering { tabulates, stages: rules.kept_stages(), ..Lowering::plain(board) };
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
        let (land, finish) = (Table::of(&lowering, &rules.land, then), Table::of(&lowering, &rules.finish, then));
        let mut lines = Lines {
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
            stages: rules.kept_stages().iter().map(|stage| lowering.predicate(&stage.condition, true)).collect(),
            from: sowing.from.iter().map(|line| guard(line, true)).collect(),
            movable: from_condition(&lowering, sowing),
            enter: sowing.enter.as_ref().map(|line| EnterLine {
                clause: line.clause,
                seeds: line.seeds,
                when: lowering.predicate(&line.condition, true),
            }),
            each_lap: each_lap_lines(&lowering, sowing),
            captured_limit: facts.captured_limit,
            prefer: preferences(&lowering, rules),
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
            single_player: board.layout.is_alone(),
            has_choices: rules.asks_within_moves(),
            from_needs_choices: rules.asks_within_moves()
                && sowing.from.iter().any(|line| line.condition.reads(Reads::MOVES)),
            undoes: acts(rules::Action::undoes),
            uses_last_move: facts.uses_last_move,
            asked: facts.asked,
            counted_laps: facts.counted_laps,
            any_half: facts.any_half,
            partial: sowing.lift.iter().any(|line| matches!(line.seeds, Lifting::Chosen { .. })),
            masks: false,
            decides_later: false,
            begun_masks: false,
            scripted_until: rules.opening_length(),
            acyclic: facts.acyclic,
            records: !facts.acyclic && rules.repetition.times.is_some(),
            seeds_reenter: facts.stores.reentered.is_some(),
            prefer_plays: sowing.prefer.iter().any(|line| line.condition.reads(Reads::MOVES)),
            reversible: sowing.is_one_ring()
                && !(facts.any_half && sowing.stays_on_own_side())
                && !board.layout.stays_with_owner()
                && sowing.each_lap.is_empty()
                && !acts(rules::Action::turns)
                && sowing.skip.is_empty()
                && sowing.several.is_empty()
                && rules.drop.is_empty()
                && rules.lift.is_empty(),
        };
        lines.masks = lines.why_no_masks().is_none();
        let asks = lines.from_needs_choices || lines.prefer_plays || lines.endless == EndlessOutcome::Illegal;
        lines.decides_later = lines.has_choices && !asks;
        lines.begun_masks = lines.masks || lines.why_no_room().is_none() && lines.decides_later && !lines.partial;
        lines
    }

    /// Why moves are no mask; `None` if they are once the opening is over.
    pub fn why_no_masks(&self) -> Option<&'static str> {
        let more = self.has_choices || self.partial;
        self.why_no_room().or(more.then_some("the mover decides more than the pit and the way"))
    }

    /// Why not every pit and way have a bit.
    fn why_no_room(&self) -> Option<&'static str> {
        if !W::MASKS {
            Some("the board has more than 23 pits a player")
        } else if !W::BOTH_HALVES && self.any_half && self.only_way.is_none() {
            Some("the board has more than 15 pits a player, and all are lifted and sown both ways")
        } else {
            None
        }
    }

    /// Compiles again what may ask where a first lap ends, now that laps are tabulated.
    pub fn look_ahead(&mut self, board: &BoardLanes<W>, laps: Option<&LapTable<W>>, rules: &Rules) {
        let sowing = &rules.sowing;
        let lifts_all = self.lift_lines.is_empty() && self.enter.is_none() && self.each_lap.is_empty();
        let stages = rules.kept_stages();
        let lowering = Lowering { tabulates: true, laps, lifts_all, stages, ..Lowering::plain(board) };
        self.movable = from_condition(&lowering, sowing);
        self.prefer = preferences(&lowering, rules);
    }

    /// Whether no seed of a lap changes which line of `drop` fits the next one, and they do nothing but end the round.
    pub fn drops_alike(&self, board: &BoardLanes<W>) -> bool {
        let sown = Side::BOTH.map(|mover| {
            let next = |way: Way, lane: usize| board.next(way, mover, lane);
            let mut sown = W::Set::EMPTY;
            let mut left = board.movable[mover];
            while !left.is_empty() {
                sown |= left;
                let beside = left.lanes().flat_map(|lane| [next(Way::Onward, lane), next(Way::Back, lane)]);
                left = beside.fold(W::Set::EMPTY, |lanes, lane| lanes | W::Set::one(lane)) & !sown;
            }
            sown
        });
        let in_pits = sown.iter().all(|lanes| (*lanes & !board.pits).is_empty());
        let stays = |line: &TableLine<W>| {
            line.effects.iter().all(|effect| matches!(effect, Effect::Over(_)))
                && line.when.stays_while_sowing(board.owners, sown)
        };
        in_pits && self.drop.lines.iter().all(stays)
    }
}

/// Where a move may start by any line of `from`.
fn from_condition<W: Width>(lowering: &Lowering<W>, sowing: &Sowing) -> Predicate<W> {
    let mut lines: Vec<_> = sowing.from.iter().map(|line| lowering.predicate(&line.condition, true)).collect();
    let from = if lines.len() == 1 { lines.remove(0) } else { Predicate::Any(lines) };
    let BoardLanes { movable, halves, .. } = lowering.board;
    if movable == halves { from.in_own_half(*halves) } else { from }
}

fn each_lap_lines<W: Width>(lowering: &Lowering<W>, sowing: &Sowing) -> Vec<EachLapLine<W>> {
    let line = |line: &rules::EachLap| {
        let when = lowering.predicate(&line.condition, false);
        EachLapLine { clause: line.clause, way: line.way, lanes: when.lanes_at_most(), when }
    };
    sowing.each_lap.iter().map(line).collect()
}

/// The lines of `prefer`, for each stage without those of others.
fn preferences<W: Width>(lowering: &Lowering<W>, rules: &Rules) -> Vec<Vec<Preference<W>>> {
    let stages = rules.kept_stages().len();
    let plain = Lowering { stages: &[], ..*lowering };
    let in_stage = |when: Predicate<W>, at: usize| {
        (0..stages).fold(when, |when, stage| when.given(&Predicate::Fact(MoveFact::Stage(stage as u8)), stage == at))
    };
    let of_stage = |at: usize| {
        let mut first = None;
        let lines = rules.sowing.prefer.iter().filter_map(|line| {
            let when = in_stage(plain.predicate(&line.condition, true), at);
            let is_asked = stages == 0 || when != Predicate::Always;
            let line = is_asked.then(|| Preference::new(line.clause, when.clone(), first.as_ref()))?;
            first.get_or_insert(when);
            Some(line)
        });
        lines.collect()
    };
    (0..=stages).map(of_stage).collect()
}
