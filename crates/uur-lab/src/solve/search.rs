//! Whether a player wins at least so many seeds more: a search for proofs.
//!
//! Every question is one of yes or no (J. Pearl's tests, as in MTD(f): A. Plaat, J. Schaeffer, W. Pijls
//! and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87 (1996), 255-293).
//! Values are what the player to move wins more than the other *from here on*: what has been won before
//! is no part of them, so that positions with the same board share what is known. A move whose
//! worth is known at once, by the end of the round or by a database, is taken before any other is looked at.
//!
//! *Rounds that come again.* A position that came before on the line in thought has the value that the
//! rules give to repetition. Such a value holds for this line alone; nothing that rests on a position
//! above is kept as proved (the graph history interaction: M. Campbell, ACM 1985; A. Kishimoto and
//! M. Müller, A general solution to the graph history interaction problem, AAAI 2004). What rests only on
//! repetitions below a position is its own: who needs repetition to fail can go the shortest way, on
//! which nothing comes again.
//!
//! A draw that outweighs all seeds is no difference of seeds. It is worth all or nothing to each
//! player, and which of both depends on the question: whoever is content with nothing more is content
//! with a draw. So what is known is kept apart by whom draws favour.

use smallvec::SmallVec;

use super::endgames::Endgames;
use super::model::{GameModel, Node, PositionKey, RoundEnd};
use super::objective::{Objective, RepetitionValue, Scoring};
use super::rests::{Holding, Holdings, PLACES, Rests};
use super::table::{BEYOND, Estimate, Known, Table};
use super::{CannotSolve, Limits};
use uur::engine::{Move, Position, Width};
use uur::rules::Side;

/// A depth that says: to the end.
pub(super) const TO_THE_END: u16 = u16::MAX;
/// What a move takes off the depth.
pub(super) const PLY: u16 = 2;
/// How many positions are looked at between two questions whether to stop.
const ASKED_EVERY: u64 = 1 << 10;
/// The longest line in thought of a game that cannot go round.
const LONGEST: usize = 50_000;
/// For each byte of what is proved, so many for what holds for a while.
const HOLDING: f64 = 0.3;

/// What a look at a position has found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// What the player to move wins more from here on; a bound on that side on which it lies of what
    /// was asked.
    pub value: i32,
    /// The positions of the line that it rests on.
    rests: Rests,
    /// Whether it is proved, with nothing estimated.
    pub proved: bool,
}

impl Found {
    fn proved(value: i32) -> Found {
        Found { value, rests: Rests::NOTHING, proved: true }
    }
}

/// Whom draws favour, and whom repetition does where its worth is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Favour {
    pub draws: Side,
    pub again: Side,
}

/// A move, and where it leads.
struct Step<W: Width> {
    place: u8,
    child: Node<W>,
    on_board: u16,
    /// What the mover gains at once.
    gain: i32,
    /// Whether he moves again.
    bonus: bool,
    /// What the move is worth to the mover, if that is known without a search.
    known: Option<i32>,
    key: PositionKey,
    /// How soon it is tried; the greater, the sooner.
    promise: i32,
}

/// A position on the line in thought.
struct Visit<W: Width> {
    key: PositionKey,
    on_board: u16,
    state: Node<W>,
    /// Which visit of all it is.
    number: u64,
}

/// A search, and all that it has found out.
pub(super) struct Search<'a, W: Width> {
    board: GameModel<W>,
    objective: Objective,
    endgames: Option<&'a Endgames>,
    limits: Limits<'a>,
    table: Table,
    holdings: Holdings,
    favour: Favour,
    /// The positions from the root on.
    line: Vec<Visit<W>>,
    visits: u64,
    /// For whom a proof is wanted: then nothing that is only estimated speaks for him.
    prover: Option<Side>,
    nodes: u64,
    /// How many positions may be looked at before this look is given up.
    most_nodes: u64,
    /// Whether this look was given up.
    given_up: bool,
    stopped: bool,
    /// Whether a position was met to which the rules give no value.
    dead_end: bool,
    asked: u64,
}

/// What no move that is yet to be tried promises.
const TRIED: i32 = i32::MIN;

/// The step that is to be tried next: of those that promise most, the one from furthest along the row.
fn next_best<W: Width>(steps: &mut [Step<W>]) -> Option<&Step<W>> {
    let next = steps.iter_mut().max_by_key(|step| step.promise).filter(|step| step.promise != TRIED)?;
    next.promise = TRIED;
    Some(next)
}

/// A value with seeds added; a result that no seeds outweigh stays what it is.
fn plus(value: i32, seeds: i32) -> i32 {
    match value {
        value if value >= BEYOND => BEYOND,
        value if value <= -BEYOND => -BEYOND,
        value => (value + seeds).clamp(1 - BEYOND, BEYOND - 1),
    }
}

/// A search as it is asked, whatever machine it plays on.
pub(super) trait Prover {
    /// Whether the player to move wins at least so much more from a position on. Draws favour whom they
    /// do.
    fn ask(&mut self, position: &Position, need: i32, depth: u16, favour: Favour) -> Found;
    /// The same, but what is only estimated speaks against a player, so that an answer in his favour is
    /// proved. It is given up after so many positions.
    fn confirm(
        &mut self,
        position: &Position,
        need: i32,
        depth: u16,
        favour: Favour,
        prover: Side,
        nodes: u64,
    ) -> Option<Found>;
    /// What is known of a position with whom draws favour.
    fn known(&mut self, position: &Position, favour: Favour) -> Known;
    /// Positions looked at so far.
    fn nodes(&self) -> u64;
    /// Whether it was told to stop.
    fn stopped(&self) -> bool;
    /// Whether it stopped at a position to which the rules give no value.
    fn met_dead_end(&self) -> bool;
}

impl<W: Width> Prover for Search<'_, W> {
    fn ask(&mut self, position: &Position, need: i32, depth: u16, favour: Favour) -> Found {
        (self.prover, self.most_nodes, self.given_up) = (None, u64::MAX, false);
        self.begin(position, need, depth, favour)
    }

    fn confirm(
        &mut self,
        position: &Position,
        need: i32,
        depth: u16,
        favour: Favour,
        prover: Side,
        nodes: u64,
    ) -> Option<Found> {
        (self.prover, self.most_nodes, self.given_up) = (Some(prover), self.nodes + nodes, false);
        let found = self.begin(position, need, depth, favour);
        (found.proved && !self.given_up && !self.stopped).then_some(found)
    }

    fn known(&mut self, position: &Position, favour: Favour) -> Known {
        self.favour = favour;
        let known = self.board.pack(position).and_then(|state| self.table.get(self.key(&state)));
        known.unwrap_or(Known::NOTHING)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stopped(&self) -> bool {
        self.stopped
    }

    fn met_dead_end(&self) -> bool {
        self.dead_end
    }
}

impl<'a, W: Width> Search<'a, W> {
    /// # Errors
    /// If the machine does not grant the memory.
    pub fn new(board: GameModel<W>, endgames: Option<&'a Endgames>, limits: Limits<'a>) -> Result<Self, CannotSolve> {
        let objective = board.objective();
        let holding = if objective.repetition == RepetitionValue::Never { 0.0 } else { HOLDING };
        let too_much = CannotSolve::TooMuchMemory(limits.bytes);
        Ok(Search {
            board,
            objective,
            endgames,
            limits,
            table: Table::new(limits.bytes).ok_or(too_much)?,
            holdings: Holdings::new((limits.bytes as f64 * holding) as u64).ok_or(too_much)?,
            favour: Favour { draws: Side::South, again: Side::South },
            line: vec![],
            visits: 0,
            prover: None,
            nodes: 0,
            most_nodes: u64::MAX,
            given_up: false,
            stopped: false,
            dead_end: false,
            asked: 0,
        })
    }

    fn begin(&mut self, position: &Position, need: i32, depth: u16, favour: Favour) -> Found {
        let state = self.board.pack(position).expect("it is asked of positions that it plays on from");
        self.favour = favour;
        self.table.look_again();
        self.line.clear();
        let (key, on_board) = (self.key(&state), self.board.on_board(&state));
        if let Some(value) = self.endgame(&state, on_board) {
            return Found::proved(value);
        }
        self.visit(key, on_board, &state);
        self.value(&state, key, need, depth)
    }

    fn visit(&mut self, key: PositionKey, on_board: u16, state: &Node<W>) {
        self.visits += 1;
        self.line.push(Visit { key, on_board, state: *state, number: self.visits });
    }

    /// The number of a position with all that its value depends on.
    fn key(&self, state: &Node<W>) -> PositionKey {
        let mover = self.board.to_move(state);
        let mut key = self.board.key(state);
        if self.objective.draw_overrides_margin && self.favour.draws == mover {
            key = key.and(0x9E37_79B9_7F4A_7C15);
        }
        if self.objective.repetition == RepetitionValue::Unsettled && self.favour.again == mover {
            key = key.and(0xC2B2_AE3D_27D4_EB4F);
        }
        key
    }

    fn all_or_nothing(&self, favoured: bool) -> i32 {
        if favoured { BEYOND } else { -BEYOND }
    }

    /// What a draw is worth to a player from here on.
    fn draw(&self, player: Side) -> i32 {
        match self.objective.scoring {
            Scoring::Result => 0,
            Scoring::Margin => self.all_or_nothing(self.favour.draws == player),
        }
    }

    /// What repetition is worth to a player from here on.
    fn repetition(&self, player: Side) -> i32 {
        match self.objective.repetition {
            RepetitionValue::Never | RepetitionValue::Nothing => 0,
            RepetitionValue::Drawn => self.draw(player),
            RepetitionValue::Unsettled => self.all_or_nothing(self.favour.again == player),
        }
    }

    /// The least and the most that a player can win from a position on.
    fn reach(&self, player: Side, on_board: u16) -> (i32, i32) {
        let all = match self.objective.scoring {
            Scoring::Result => 1,
            Scoring::Margin if self.objective.stores_reenter => BEYOND,
            Scoring::Margin => i32::from(on_board),
        };
        let (mut least, mut most) = (-all, all);
        if self.objective.draw_overrides_margin {
            if self.favour.draws == player { most = BEYOND } else { least = -BEYOND }
        }
        if self.objective.repetition == RepetitionValue::Unsettled {
            if self.favour.again == player { most = BEYOND } else { least = -BEYOND }
        }
        (least, most)
    }

    /// What the player to move wins more from a position on, as far as it is asked for.
    fn value(&mut self, state: &Node<W>, key: PositionKey, need: i32, depth: u16) -> Found {
        let mover = self.board.to_move(state);
        let here = self.line.len() - 1;
        let on_board = self.line[here].on_board;
        let (least, most) = self.reach(mover, on_board);
        if need <= least {
            return Found::proved(least);
        }
        if need > most {
            return Found::proved(most);
        }
        let known = self.table.get(key).unwrap_or(Known::NOTHING);
        if known.least >= need {
            return Found::proved(known.least);
        }
        if known.most < need {
            return Found::proved(known.most);
        }
        let estimate = known.estimate;
        if estimate.depth >= depth && estimate.depth > 0 && self.table.is_fresh(estimate) {
            let answers = if estimate.least { estimate.value >= need } else { estimate.value < need };
            if answers {
                return Found { value: estimate.value, rests: Rests::NOTHING, proved: false };
            }
        }
        if let Some(found) = self.holds(key, need, depth, here) {
            return found;
        }
        let longest = if self.objective.repetition == RepetitionValue::Never { LONGEST } else { PLACES - 1 };
        if depth == 0 || here >= longest || self.must_stop() {
            let value = match self.prover {
                None => self.estimate(state).clamp(least, most),
                Some(prover) if prover == mover => need - 1,
                Some(_) => need,
            };
            return Found { value, rests: Rests::NOTHING, proved: false };
        }
        self.look(state, key, need, depth, known)
    }

    /// What was found of a position before, if what it rests on is still so.
    fn holds(&self, key: PositionKey, need: i32, depth: u16, here: usize) -> Option<Found> {
        let holding = self.holdings.get(key)?;
        let lowest = holding.rests.lowest()?;
        let same = lowest < here && self.line[lowest].number == holding.visit;
        let deep = holding.proved || holding.depth >= depth;
        let answers = if holding.least { holding.value >= need } else { holding.value < need };
        (same && deep && answers).then_some(Found {
            value: holding.value,
            rests: holding.rests,
            proved: holding.proved,
        })
    }

    /// Looks at the moves of a position.
    fn look(&mut self, state: &Node<W>, key: PositionKey, need: i32, depth: u16, known: Known) -> Found {
        let here = self.line.len() - 1;
        let began = self.nodes;
        let moves = self.board.moves(state);
        if self.heeds() {
            return Found { value: 0, rests: Rests::NOTHING, proved: false };
        }
        if moves.is_empty() {
            // The rules forget this case, so that nothing that rests on it can be proved.
            (self.dead_end, self.stopped) = (true, true);
            return Found { value: 0, rests: Rests::NOTHING, proved: false };
        }
        // Where there is no choice, nothing is to be thought about; and where the seeds left decide
        // nothing but a draw might, lines are long and must be followed to their end.
        let deeper = match moves.len() {
            _ if depth == TO_THE_END => depth,
            1 => depth,
            _ => depth.saturating_sub(if self.seeds_decide_nothing(state, need) { 1 } else { PLY }),
        };
        let mut best = Found { value: -BEYOND, rests: Rests::NOTHING, proved: true };
        let mut best_place = known.best;
        let first = known.best.filter(|&place| usize::from(place) < moves.len());
        if let Some(place) = first {
            let step = self.step(state, moves[usize::from(place)], place);
            let found = self.follow(state, &step, need, deeper);
            if self.heeds() || self.halted() {
                return found;
            }
            best = found;
        }
        if first.is_none() || best.value < need {
            let mut steps: SmallVec<[Step<W>; 8]> = SmallVec::new();
            for (place, &m) in moves.iter().enumerate() {
                let place = place as u8;
                if first == Some(place) {
                    continue;
                }
                let step = self.step(state, m, place);
                if self.heeds() {
                    return Found { value: 0, rests: Rests::NOTHING, proved: false };
                }
                if let Some(value) = step.known.filter(|value| *value >= need) {
                    (best, best_place) = (Found::proved(value), Some(place));
                    break;
                }
                steps.push(step);
            }
            while best.value < need
                && let Some(step) = next_best(&mut steps)
            {
                let found = self.follow(state, step, need, deeper);
                if self.halted() {
                    return found;
                }
                if found.value >= need {
                    (best, best_place) = (found, Some(step.place));
                    break;
                }
                best.rests = best.rests.and(found.rests);
                best.proved &= found.proved;
                if found.value > best.value {
                    (best.value, best_place) = (found.value, Some(step.place));
                }
            }
        }
        self.keep(key, need, depth, known, &mut best, best_place, here, self.nodes - began);
        best
    }

    /// Whether only a draw can still change the answer.
    fn seeds_decide_nothing(&self, state: &Node<W>, need: i32) -> bool {
        let on_board = i32::from(self.board.on_board(state));
        self.objective.draw_overrides_margin && (need <= -on_board || need > on_board)
    }

    /// Keeps what a look has found.
    #[allow(clippy::too_many_arguments)]
    fn keep(
        &mut self,
        key: PositionKey,
        need: i32,
        depth: u16,
        known: Known,
        best: &mut Found,
        place: Option<u8>,
        here: usize,
        positions: u64,
    ) {
        let mut kept = Known { best: place, ..known };
        best.rests = best.rests.above(here);
        let least = best.value >= need;
        kept.estimate.depth = 0;
        if let Some(lowest) = best.rests.lowest() {
            let (visit, Found { value, rests, proved }) = (self.line[lowest].number, *best);
            self.holdings.put(Holding { key, visit, rests, value, depth, least, proved });
        } else if !best.proved {
            kept.estimate = Estimate { value: best.value, least, depth, look: 0 };
        } else if least {
            kept.least = kept.least.max(best.value);
        } else {
            kept.most = kept.most.min(best.value);
        }
        self.table.put(key, kept, positions);
    }

    /// Where a move leads.
    fn step(&mut self, state: &Node<W>, m: Move, place: u8) -> Step<W> {
        let board = &self.board;
        let mover = board.to_move(state);
        let child = board.successor(state, m);
        self.nodes += 1;
        let ahead = |state: &Node<W>| {
            let captured = board.captured(state);
            i32::from(captured[mover]) - i32::from(captured[mover.other()])
        };
        let gain = match self.objective.scoring {
            Scoring::Margin => ahead(&child) - ahead(state),
            Scoring::Result => 0,
        };
        let [own, other] = board.halves(&child);
        let on_board = own + other;
        let bonus = board.to_move(&child) == mover;
        let known = match board.end(&child) {
            Some(RoundEnd::Counted) => Some(gain),
            Some(RoundEnd::Drawn) => Some(self.draw(mover)),
            Some(RoundEnd::Won(winner)) => Some(if winner == mover { 1 } else { -1 }),
            None => self.endgame(&child, on_board).map(|value| plus(if bonus { value } else { -value }, gain)),
        };
        let key = if known.is_some() { PositionKey::default() } else { self.key(&child) };
        // What lies in a player's row is likely to be his; a bonus move is all but free.
        let lies = i32::from(own) - i32::from(other);
        let promise = 1_000 * gain + if bonus { 5_000 + 40 * lies } else { -40 * lies };
        Step { place, child, on_board, gain, bonus, known, key, promise }
    }

    /// Follows a move. The value is that of the player who makes it.
    fn follow(&mut self, state: &Node<W>, step: &Step<W>, need: i32, depth: u16) -> Found {
        let mover = self.board.to_move(state);
        if let Some(value) = step.known {
            return Found::proved(value);
        }
        let on_board = step.on_board;
        if self.objective.repetition != RepetitionValue::Never
            && let Some(place) = self.came_before(step, on_board)
        {
            let value = plus(self.repetition(mover), step.gain);
            return Found { value, rests: Rests::on(place), proved: true };
        }
        self.visit(step.key, on_board, &step.child);
        let rest = if need >= BEYOND || need <= -BEYOND { need } else { need - step.gain };
        let asked = if step.bonus { rest } else { 1 - rest };
        let found = self.value(&step.child, step.key, asked, depth);
        self.line.pop();
        let value = plus(if step.bonus { found.value } else { -found.value }, step.gain);
        Found { value, ..found }
    }

    /// The place in the line at which a position came before.
    fn came_before(&self, step: &Step<W>, on_board: u16) -> Option<usize> {
        // Where no store pays, seeds that have left the board do not come back.
        let alike = self.line.iter().rev();
        let alike = alike.take_while(|visit| self.objective.stores_reenter || visit.on_board == on_board);
        let same = |visit: &Visit<W>| visit.key == step.key && self.board.repeats(&step.child, &visit.state);
        let back = alike.enumerate().find(|(_, visit)| same(visit))?.0;
        Some(self.line.len() - 1 - back)
    }

    /// What the player to move wins more from a position that a database knows.
    fn endgame(&self, state: &Node<W>, on_board: u16) -> Option<i32> {
        let endgames = self.endgames.filter(|endgames| on_board <= endgames.seeds())?;
        Some(endgames.value(&self.board, state, on_board))
    }

    /// How many more seeds lie in the row of the player to move.
    fn ahead(&self, state: &Node<W>) -> i32 {
        let [own, other] = self.board.halves(state);
        i32::from(own) - i32::from(other)
    }

    /// What the player to move may win from a position on, at a glance.
    fn estimate(&self, state: &Node<W>) -> i32 {
        let ahead = self.ahead(state);
        match self.objective.scoring {
            Scoring::Margin => ahead * 4 / 5,
            Scoring::Result => ahead.signum(),
        }
    }

    fn must_stop(&mut self) -> bool {
        if !self.stopped && self.nodes >= self.asked {
            self.asked = self.nodes + ASKED_EVERY;
            self.stopped = (self.limits.stop)(self.nodes);
        }
        self.given_up |= self.nodes >= self.most_nodes;
        self.halted()
    }

    /// Whether a sowing was cut short; then the search is told to stop.
    #[inline]
    fn heeds(&mut self) -> bool {
        self.stopped |= self.board.cut_short();
        self.stopped
    }

    fn halted(&self) -> bool {
        self.stopped || self.given_up
    }
}
