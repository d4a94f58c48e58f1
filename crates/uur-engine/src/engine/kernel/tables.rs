//! The tables of a kernel, and why a game has none.

use crate::engine::kernel::{COMPARED_FROM, CaptureRun, Kernel, Lifts, Quiet, RowEnd, ShapeName};
use crate::engine::lines::EndLine;
use crate::engine::lines::decision_tree::{Ask, Landing, number_in};
use crate::engine::lines::effect::{ANY_LINE, AfterLine, LAP_ORIGIN, LineEffect};
use crate::engine::lines::index::LandingIndex;
use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{PitPredicate, Predicate, SeedCount};
use crate::engine::lines::table::{MidgameLifts, PitMask, Table, TableLine, find_atoms, quiet_stores};
use crate::engine::state::State;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::walk::Walk;
use crate::rules::{Action, Clause, Condition, Continuation, EndlessOutcome, MoveFact, Reads, Rules, Side, Way};

/// Whether a table asks about nothing but seeds and marks.
fn asks_of_board<W: Width>(walk: &Walk<W>, table: &Table<W>) -> bool {
    let simple = |ask: &Ask| matches!(ask, Ask::WasOccupied | Ask::Held { .. } | Ask::Marked { .. });
    let Some(tree) = &table.tree else { return false };
    Landing::all::<W>(walk.board.places()).all(|place| tree.asked_at(place).iter().all(simple))
}

/// Whether nothing has been captured in a move before a landing, since what captures ends it.
fn captures_end_moves(rules: &Rules) -> bool {
    let captures = |actions: &[Action]| actions.iter().any(|action| matches!(action, Action::Capture { .. }));
    let sows_on = |clause: &&Clause<Continuation>| clause.then.sows_on();
    ![&rules.lift, &rules.drop].into_iter().flatten().any(|clause| captures(&clause.actions))
        && !rules
            .land
            .iter()
            .filter(sows_on)
            .any(|clause| captures(&clause.actions) || !clause.then.lifted().is_empty())
}

/// Whether the walk can follow a line at a landing that a kernel has reached: it acts on nothing but the board and the
/// way, and asks about nothing that a kernel does not keep.
fn is_followed(clause: &Clause<Continuation>, lacking: Reads) -> bool {
    let acts = |action: &Action| matches!(action, Action::Over(_) | Action::Choose { .. } | Action::Count { .. });
    let lifted = clause.then.lifted().iter().filter_map(|target| target.every());
    let mut asked = clause.actions.iter().flat_map(Action::parts).chain(lifted).chain([&clause.condition]);
    !clause.actions.iter().any(acts)
        && !asked.any(|condition: &Condition| condition.reads(lacking))
        && !clause.actions.iter().any(|action| action.own_traits().reads.has(lacking))
        && !clause.then.own_traits().reads.has(lacking)
}

impl<W: Width> Kernel<W> {
    /// Makes the kernel of a game, and adds to each tabulated lap what decides about its landing.
    ///
    /// # Errors
    /// Why no kernel can play the game.
    pub(crate) fn of(walk: &mut Walk<W>, rules: &Rules) -> Result<Self, &'static str> {
        if let Some(why) = Self::why_not(walk) {
            return Err(why);
        }
        let index = LandingIndex::of(&Lowering::plain(&walk.board), &walk.lines.land);
        let index = index.ok_or("a line of `land` asks too much")?;
        let kernel = Self::with(walk, rules, &index).ok_or("what a line of `land` does is more than masks")?;
        if let Some(laps) = &mut walk.tables.laps {
            laps.attach(&index);
        }
        Ok(kernel)
    }

    /// Why no kernel can play the game; `None` if one can, as far as its rules show.
    fn why_not(walk: &Walk<W>) -> Option<&'static str> {
        if W::RARE {
            Some("the game stores more than seeds and one kind of mark")
        } else if walk.lines.single_player {
            Some("every move of a single player is examined")
        } else if walk.tables.laps.is_none() {
            Some("laps are not tabulated")
        } else if !walk.lines.drop.is_empty() {
            Some("`drop` may end the round")
        } else if walk.lines.land.has_optional_lines {
            Some("the mover decides whether a line fits")
        } else if let Some(why) = walk.lines.why_no_masks() {
            Some(why)
        } else if walk.lines.enter.is_some() {
            Some("seeds may be entered from the store")
        } else if !walk.lines.stages.is_empty() {
            Some("a stage lasts until the turn ends")
        } else if !walk.lines.each_lap.is_empty() {
            Some("the mover chooses the way of single laps")
        } else if !walk.lines.lift.is_empty() && !asks_of_board(walk, &walk.lines.lift) {
            Some("`lift` asks about more than pits near the lap's origin")
        } else if !walk.tables.finish_waits {
            Some("`finish` may take effect after any move")
        } else if walk.lines.bound.is_some_and(|bound| u32::from(bound) < COMPARED_FROM) {
            Some("moves are bound to few laps")
        } else if walk.lines.uses_last_move || walk.lines.kept.is_some() {
            Some("a line asks about earlier moves")
        } else if walk.lines.endless == EndlessOutcome::Stop {
            Some("endless moves stop where they come round")
        } else {
            None
        }
    }

    /// The same with how landings are looked up; `None` if the walk cannot follow a line that masks do not say.
    fn with(walk: &Walk<W>, rules: &Rules, index: &LandingIndex<W>) -> Option<Self> {
        let quiet = Quiet::of(walk);
        let run = CaptureRun::of(walk);
        let captured = if captures_end_moves(rules) { Reads::NOTHING } else { Reads::CAPTURED };
        // Boards are compared without the number of the lap.
        let laps_differ = u32::from(walk.lines.counted_laps) >= COMPARED_FROM;
        let lacking = captured | if laps_differ { Reads::LAPS } else { Reads::NOTHING };
        let followed: Vec<bool> = rules.land.iter().map(|clause| is_followed(clause, lacking)).collect();
        let any_line = LineEffect { next: ANY_LINE, ..LineEffect::only(AfterLine::Line) };
        let mut effects = vec![any_line];
        let mut numbers = vec![0; (4 * W::LANES) << index.bits];
        let lifts_stores = walk.board.movable.iter().any(|lanes| !(*lanes & !walk.board.pits).is_empty());
        let mut always_relays = index.occupied > 0 && index.of_move.is_empty();
        let ways = walk.tables.laps.as_ref().map_or(&Way::BOTH[..], |laps| laps.ways());
        for place in Landing::all::<W>(walk.board.places()).filter(|place| ways.contains(&place.way)) {
            let first = place.number::<W>() << index.bits;
            for (bits, (line, possible)) in index.lines(&walk.lines.land, place).enumerate() {
                let of_line = |line: &TableLine<W>| {
                    if run.as_ref().is_some_and(|(number, run)| *number == line.index && run.begins(place)) {
                        return LineEffect::only(AfterLine::Run);
                    }
                    let mut effect = LineEffect::of(walk, line, place, &possible);
                    // A lap out of a store has no pit after which seeds are sown on.
                    if lifts_stores && (effect.next == LAP_ORIGIN || effect.to == LAP_ORIGIN) {
                        effect = LineEffect::only(AfterLine::Line);
                    }
                    if effect.then == AfterLine::Line {
                        effect.next = line.index as u8;
                    }
                    effect
                };
                let canonical = usize::from(possible.canonical());
                let effect = match line {
                    _ if canonical < bits => effects[usize::from(numbers[first + canonical])],
                    _ if !possible.is_possible() => continue,
                    None => any_line,
                    Some(None) => LineEffect::only(AfterLine::End),
                    Some(Some(line)) => of_line(&walk.lines.land.lines[line]),
                };
                let known = match effect.then {
                    AfterLine::Line if effect.next == ANY_LINE => followed.iter().all(|followed| *followed),
                    AfterLine::Line => followed[usize::from(effect.next)],
                    _ => true,
                };
                if !known {
                    return None;
                }
                always_relays &= !walk.board.pits.has(place.here)
                    || !possible.is_occupied_unmarked()
                    || effect.then == AfterLine::Relay;
                numbers[first + bits] = number_in(&mut effects, &effect);
            }
        }
        let relays = walk.lines.land.relays() || !walk.lines.lift.is_empty() || !walk.lines.lift_lines.is_empty();
        let marks = walk.board.mark_kinds > 0;
        let is_own = |(number, effect): (usize, &u16)| {
            let effect = &effects[usize::from(*effect)];
            let mover = Side::BOTH[(number >> index.bits) / W::LANES % 2];
            effect.take == W::Words::default() || usize::from(effect.to) == State::<W>::store(mover)
        };
        let plain = quiet.lifts == Lifts::OwnHalf
            && walk.lines.only_way == Some(Way::Onward)
            && !walk.lines.any_half
            && index.of_move.is_empty()
            && index.held.len() <= 1
            && numbers.iter().enumerate().all(is_own);
        let shape = match (relays, marks) {
            (true, true) => ShapeName::MarkedRelay,
            (true, false) => ShapeName::Relay,
            (false, false) if plain => ShapeName::Plain,
            (false, _) => ShapeName::Single,
        };
        let is_plain = shape == ShapeName::Plain;
        if is_plain {
            effects = numbers.drain(..).map(|number| effects[usize::from(number)]).collect();
        }
        let (mut held, mut marked) = (Box::new([[0; 256]; _]), [[0; 4]; _]);
        held.iter_mut().zip(&index.held).for_each(|(held, column)| *held = *column);
        marked.iter_mut().zip(&index.marked).for_each(|(marked, column)| *marked = *column);
        Some(Kernel {
            effects: effects.into(),
            numbers: numbers.into(),
            held,
            held_used: index.held.len(),
            marked,
            marked_used: index.marked.len(),
            occupied: [0, index.occupied],
            always_relays,
            quiet,
            run: run.map_or_else(CaptureRun::default, |(_, run)| run),
            ends: [true, false].map(|idle| if is_plain { RowEnd::of(walk, &quiet, idle) } else { RowEnd::Examined }),
            asks_first: !index.of_move.is_empty() || !walk.lines.lift_lines.is_empty(),
            of_move: index.of_move.clone(),
            most_laps: walk.lines.bound.map_or(u32::MAX, u32::from),
            shape,
        })
    }
}

impl<W: Width> Quiet<W> {
    /// After which moves of a game nothing but moving is to be done.
    pub(crate) fn of(walk: &Walk<W>) -> Self {
        let Walk { board, lines, tables, .. } = walk;
        let stores = quiet_stores(&tables.midgame_end).filter(|_| tables.sides_are_halves && lines.begin.is_empty());
        let Some(stores) = stores else { return Quiet { lifts: Lifts::Examined, stores: [0; 2] } };
        let is_mask = (lines.only_way.is_some() || tables.static_ways.is_some())
            && lines.prefer.iter().all(Vec::is_empty)
            && lines.lift_lines.is_empty()
            && lines.enter.is_none()
            && lines.endless != EndlessOutcome::Illegal;
        let own_half = PitMask { lanes: board.halves.map(|half| [half; 3]), least: 1 };
        let lifts = match tables.midgame_lifts.filter(|_| is_mask) {
            Some(MidgameLifts { lifts, unless: None }) if lifts == own_half && board.mark_kinds == 0 => Lifts::OwnHalf,
            Some(lifts) => Lifts::Midgame(lifts),
            None => Lifts::Asked,
        };
        Quiet { lifts, stores }
    }
}

impl RowEnd {
    /// What follows where the player whose turn begins has no seeds, or else the opponent has none. The lines of the end
    /// have to ask about nothing but that, and the stores while both have seeds; then the walk says for all boards what it
    /// says for some.
    fn of<W: Width>(walk: &Walk<W>, quiet: &Quiet<W>, idle: bool) -> Self {
        let is_known = |line: &EndLine<W>| {
            let mut asked = vec![];
            find_atoms(&line.when, &mut asked);
            asked.iter().all(|part| match part {
                Predicate::Fact(MoveFact::NoMove) | Predicate::SideEmpty(_) => true,
                Predicate::Holds(SeedCount::Store(_), _) => walk.tables.midgame_end.contains(&line.when),
                _ => false,
            })
        };
        let is_quiet = quiet.lifts != Lifts::Examined && quiet.stores.iter().all(|most| *most >= 7);
        let mut asked = vec![];
        find_atoms(&walk.lines.movable, &mut asked);
        let of_place = |part: &&Predicate<W>| match part {
            Predicate::Is(path, PitPredicate::Fixed(_) | PitPredicate::Occupied) => path.is_here(),
            _ => false,
        };
        // A player without seeds has no move, whatever `from` asks.
        let moves_are_known = idle || asked.iter().all(of_place);
        if !walk.lines.finish.is_empty() || !is_quiet || !moves_are_known || !walk.lines.end.iter().all(is_known) {
            return RowEnd::Examined;
        }
        let (mut goes_on, mut crossed, mut outcomes) = (None, None, [[None; 3]; 2]);
        for next in Side::BOTH {
            let row = if idle { next.other() } else { next };
            // Two seeds lie in the other row, or none; that and the stores decide who has more.
            for (left, captured) in
                [5, 2, 0].iter().flat_map(|more| [(0, [*more, 0]), (2, [*more, 0]), (0, [0, *more]), (2, [0, *more])])
            {
                if left == 0 && !idle {
                    continue;
                }
                let mut state = State { to_move: next.other(), ..State::empty(9) };
                state.put((walk.board.halves[row] & walk.board.pits).lowest(), left);
                Side::BOTH.iter().for_each(|side| state.put(State::<W>::store(*side), captured[*side as usize]));
                let seeds = state.seeds;
                let moves = walk.next_turn(&mut state, false);
                let over = state.is_over();
                if *goes_on.get_or_insert(!over) == over {
                    return RowEnd::Examined;
                }
                if !over {
                    let same = state.seeds == seeds && state.to_move == next;
                    if idle || !same || moves != (state.occupied() & walk.board.halves[next]).bits() as u64 {
                        return RowEnd::Examined;
                    }
                    continue;
                }
                let gained = Side::BOTH.map(|side| state.captured(side) - captured[side as usize]);
                if left > 0 {
                    let crosses = gained[row as usize] == 0;
                    let all = gained[row as usize] + gained[row.other() as usize] == left;
                    if !all || gained[0] * gained[1] > 0 || *crossed.get_or_insert(crosses) != crosses {
                        return RowEnd::Examined;
                    }
                }
                let [south, norths] = Side::BOTH.map(|side| state.captured(side));
                let more = if south == norths { 0 } else { 1 + usize::from(norths > south) };
                if *outcomes[next as usize][more].get_or_insert(state.outcome) != state.outcome {
                    return RowEnd::Examined;
                }
            }
        }
        if goes_on == Some(true) {
            return RowEnd::GoesOn;
        }
        let known = outcomes.map(|of_side| of_side.map(|outcome: Option<u32>| outcome.unwrap_or(0)));
        let all = known.iter().flatten().all(|outcome| *outcome > 0);
        match crossed {
            Some(crosses) if all => RowEnd::Over { crosses, outcomes: known },
            _ => RowEnd::Examined,
        }
    }
}

impl<W: Width> CaptureRun<W> {
    /// The line that is such a run, with its number; `None` if there is none, or it is more.
    fn of(walk: &Walk<W>) -> Option<(usize, Self)> {
        walk.lines.land.lines.iter().find_map(|line| Some((line.index, Self::of_line(walk, line)?)))
    }

    fn of_line(walk: &Walk<W>, line: &TableLine<W>) -> Option<Self> {
        let (along, removes) = line.captures_along()?;
        let lowering = Lowering { tabulates: true, ..Lowering::plain(&walk.board) };
        let asking = Table::asking(&lowering, line.when.clone());
        let tree = asking.tree.as_ref()?;
        let mut run = CaptureRun { removes, seeds: [u8::MAX, 0], ..CaptureRun::default() };
        for place in Landing::all::<W>(walk.board.places()) {
            let seeds = match tree.asked_at(place)[..] {
                [] if tree.line_at(place, |_| None) == Some(None) => continue,
                [Ask::Held { lane, least, most }]
                    if usize::from(lane) == place.here && tree.line_at(place, |_| Some(true)) == Some(Some(0)) =>
                {
                    [least, most]
                }
                _ => return None,
            };
            let known = run.seeds == [u8::MAX, 0] || run.seeds == seeds;
            if !known || seeds[0] == 0 || seeds[1] > 126 {
                return None;
            }
            run.seeds = seeds;
            run.lanes[place.way as usize][place.mover] |= W::Set::one(place.here);
        }
        // One way, the line goes on from each of these lanes to the one below, or to none of them; the other way it
        // is no run.
        for way in Way::BOTH {
            let in_order = |mover: Side| {
                let lanes: W::Set = run.lanes[way as usize][mover];
                lanes.lanes().all(|here| {
                    let below = here.checked_sub(1).filter(|below| lanes.has(*below));
                    below == Some(along.destination(here, way, mover)).filter(|next| lanes.has(*next))
                })
            };
            if !Side::BOTH.into_iter().all(in_order) {
                run.lanes[way as usize] = [W::Set::EMPTY; 2];
            }
        }
        Some(run)
    }

    /// Whether it captures from a landing on.
    fn begins(&self, place: Landing) -> bool {
        self.lanes[place.way as usize][place.mover].has(place.here)
    }
}
