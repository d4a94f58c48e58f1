//! Which moves a player has, and why not others.

use smallvec::SmallVec;

use crate::engine::lines::decision_tree::LandingFacts;
use crate::engine::lines::lap_table::LapTable;
use crate::engine::lines::predicate::{Ahead, Predicate, View};
use crate::engine::lines::table::Table;
use crate::engine::lines::{LiftLine, Preference, WayLine};
use crate::engine::state::board::BoardLanes;
use crate::engine::state::choices::{Choice, Options};
use crate::engine::state::mask::{
    EVEN, Move, MoveMask, Moves, Ways, count_in_half, first_in_mask, nth, nth_in_half, spread_bits,
};
use crate::engine::state::position::Pit;
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::state::{RareParts, State};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::Overrun;
use crate::engine::walk::play::{MoveCheckpoint, MoveInProgress, MoveResult};
use crate::rules::{ClauseId, EndlessOutcome, Lifting, Reads, Rules, Scripted, Side, Way, WayBinding, WayRule};

/// A legal move, and how far the walk that found it has played it.
#[derive(Debug, Clone)]
pub struct FoundMove<W: Width> {
    /// The move.
    pub m: Move,
    /// `None` if it has not been played.
    pub(crate) reached: Option<MoveCheckpoint<W>>,
}

/// Beginnings of moves: lanes by the way in which they are sown.
pub(crate) type Beginnings<W> = [<W as Width>::Set; 2];

/// How a pit is lifted.
pub(crate) struct LiftInfo {
    /// How many seeds stay.
    pub leave: u8,
    /// The clause that says so.
    pub by: Option<ClauseId>,
}

/// Why a move cannot be played. The position is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayError {
    /// The round is over.
    Over,
    /// The board has no such pit.
    NoSuchPit,
    /// The pit holds no seed.
    Empty(Pit),
    /// The pit is not one from which a move may start.
    Guard(Pit, ClauseId),
    /// Other moves come first.
    Preferred(Pit, ClauseId),
    /// The pit holds no more seeds than would stay there.
    TooFew(Pit, ClauseId),
    /// This number of seeds may not be lifted.
    NotSoMany(Pit, ClauseId),
    /// The opening demands another move.
    Scripted(ClauseId),
    /// No line allows to leave seeds behind.
    NotPartial(Pit),
    /// No line of the opening allows to turn the board now.
    NoSwap,
    /// The mover has to say which way.
    WhichWay(Pit),
    /// The way is not the mover's to choose.
    OneWay(Pit),
    /// The mover has to decide something more.
    Undecided(Move, Options),
    /// One of the mover's decisions is not among the options: the move up to it, and the options, if any.
    NoSuchChoice(Move, Option<Options>),
    /// The sowing would never end, which the game forbids.
    Endless(Pit, Option<ClauseId>),
    /// Whether the sowing would ever end is not known after this number of laps.
    TooLong(Pit, u32),
}

impl PlayError {
    /// The clause that forbids the move.
    pub fn clause(&self) -> Option<ClauseId> {
        match *self {
            PlayError::Guard(_, clause)
            | PlayError::Preferred(_, clause)
            | PlayError::TooFew(_, clause)
            | PlayError::NotSoMany(_, clause)
            | PlayError::Scripted(clause) => Some(clause),
            PlayError::Endless(_, clause) => clause,
            PlayError::Over
            | PlayError::NoSuchPit
            | PlayError::Empty(_)
            | PlayError::NotPartial(_)
            | PlayError::NoSwap
            | PlayError::TooLong(..)
            | PlayError::WhichWay(_)
            | PlayError::OneWay(_)
            | PlayError::Undecided(..)
            | PlayError::NoSuchChoice(..) => None,
        }
    }
}

/// Visits a move, with the place to which it has been played, if it has; returns whether to go on.
pub(crate) trait Visit<W: Width>: FnMut(Move, Option<&MoveCheckpoint<W>>) -> bool {}

impl<W: Width, F: FnMut(Move, Option<&MoveCheckpoint<W>>) -> bool> Visit<W> for F {}

impl<W: Width> Walk<W> {
    /// See [`Walk::legal_moves`].
    pub(crate) fn list_moves(&self, state: &State<W>) -> Moves {
        if state.is_over() {
            return Moves::new();
        }
        if self.has_masks(state) {
            return self.named(state, self.legal_mask(state));
        }
        let mut moves = Moves::new();
        self.each_legal_move(state, &mut |m, _| {
            moves.push(m);
            true
        });
        moves
    }

    /// See [`Walk::find_moves`].
    pub(crate) fn list_found_moves(&self, state: &State<W>, found: &mut Vec<FoundMove<W>>) {
        found.clear();
        if state.is_over() {
            return;
        }
        if self.has_masks(state) {
            let moves = self.named(state, self.legal_mask(state)).into_iter();
            return found.extend(moves.map(|m| FoundMove { m, reached: None }));
        }
        // A move that stops where it comes round has to be played from its beginning.
        let goes_on = self.lines.endless != EndlessOutcome::Stop && !self.lines.undoes;
        self.each_legal_move(state, &mut |m, reached| {
            found.push(FoundMove { m, reached: if goes_on { reached.copied() } else { None } });
            true
        });
    }

    /// Visits the legal moves, in order, until `visit` returns false.
    #[inline(never)]
    fn each_legal_move(&self, state: &State<W>, visit: &mut dyn Visit<W>) {
        // What comes first is known before a move is played; whether it may be played, or which decisions it asks
        // for, mostly not. So only those that come first are played.
        if self.preferences(state).is_empty() {
            self.each_candidate_among(state, !W::Set::EMPTY, visit);
            return;
        }
        if self.lines.prefer_plays {
            let mut moves = self.candidates(state);
            self.keep_preferred(state, &mut moves);
            moves.into_iter().all(|m| visit(m, None));
            return;
        }
        let mut left = self.lifts(state);
        loop {
            let mut first = left.clone();
            self.keep_preferred(state, &mut first);
            let mut any = first.is_empty();
            for &m in &first {
                if m == Move::SWAP {
                    visit(m, None);
                    continue;
                }
                let TurnState { here, way, .. } = self.before_move(state, m);
                self.each_legal(state, m, here, way, &mut |m: Move, reached: Option<&MoveCheckpoint<W>>| {
                    any = true;
                    visit(m, reached)
                });
            }
            if any {
                return;
            }
            left.retain(|m| !first.contains(m));
        }
    }

    /// See [`Walk::beginnings`].
    pub(crate) fn list_beginnings(&self, state: &State<W>) -> Moves {
        if state.is_over() || !self.lines.decides_later {
            return self.list_moves(state);
        }
        let mut moves = self.lifts(state);
        self.keep_preferred(state, &mut moves);
        moves
    }

    /// See [`Walk::next_options`].
    pub(crate) fn ask_next(&self, state: &State<W>, m: Move) -> Option<Options> {
        if m == Move::SWAP || !self.lines.decides_later {
            return None;
        }
        let (mut out, mut budget) = ((), self.interrupt.budget_in_question());
        match MoveInProgress::new(self, *state, self.before_move(state, m), &mut out, &mut budget).explore() {
            MoveResult::Asks(options) => Some(options),
            MoveResult::Done | MoveResult::Bonus | MoveResult::Over(..) | MoveResult::Endless(_) => None,
        }
    }

    /// The lifts that may begin a move if it has an end and none comes before another, in order.
    fn lifts(&self, state: &State<W>) -> Moves {
        let mut moves = Moves::new();
        self.each_lift_among(state, !W::Set::EMPTY, &mut |m, _, _| {
            moves.push(m);
            true
        });
        moves
    }

    /// The moves that may be made if none comes before another, in order.
    fn candidates(&self, state: &State<W>) -> Moves {
        let mut moves = Moves::new();
        self.each_candidate_among(state, !W::Set::EMPTY, &mut |m, _: Option<&MoveCheckpoint<W>>| {
            moves.push(m);
            true
        });
        moves
    }

    /// Whether the moves of a position, and of all that follow it, are a [`MoveMask`].
    #[inline]
    pub fn has_masks(&self, state: &State<W>) -> bool {
        self.is_tabulated() && !self.is_scripted(state)
    }

    /// Whether the beginnings of the moves of a position, and of all that follow it, are a [`MoveMask`].
    #[inline]
    pub fn has_begun_masks(&self, state: &State<W>) -> bool {
        self.lines.begun_masks && !self.is_scripted(state)
    }

    /// Whether moves are masks once the opening is over.
    #[inline]
    pub fn is_tabulated(&self) -> bool {
        self.lines.masks
    }

    /// The moves of a state whose mask is known, in order.
    pub fn moves(&self, state: &State<W>, mask: MoveMask) -> Moves {
        match self.has_masks(state) {
            true => self.named(state, mask),
            false => self.legal_moves(state),
        }
    }

    /// See [`Walk::lifted_first`].
    pub(crate) fn count_lifted(&self, state: &State<W>, lane: usize, way: Way) -> u8 {
        state.held(lane).saturating_sub(self.lift_info(state, self.plain_lift(lane), lane, way).leave)
    }

    /// See [`Walk::asked_moves`].
    pub(crate) fn ask_moves(&self, state: &State<W>) -> MoveMask {
        let one_way = self
            .lines
            .only_way
            .filter(|_| self.preferences(state).is_empty() && self.lines.endless != EndlessOutcome::Illegal);
        let Some((way, laps)) = one_way.zip(self.lines.movable.first_laps()) else { return self.lawful_mask(state) };
        let filled = state.occupied();
        laps.filter(state, way, filled & self.board.movable[state.to_move], filled).bits() as u64
    }

    /// See [`Walk::legal_mask`].
    pub(crate) fn mask_legal_moves(&self, state: &State<W>) -> MoveMask {
        if state.is_over() { 0 } else { self.lawful_mask(state) }
    }

    /// The same of a round that is not over. Only moves that come before others are played to find out whether they
    /// have an end.
    #[inline]
    pub(crate) fn lawful_mask(&self, state: &State<W>) -> MoveMask {
        let mut left = self.candidate_mask(state);
        if self.lines.endless != EndlessOutcome::Illegal {
            return self.preferred_mask(state, left);
        }
        loop {
            let first = self.preferred_mask(state, left);
            let ends = |code: &u8| {
                let (lane, way) = self.lifted_by(state.to_move, *code);
                !self.is_endless(state, self.plain_lift(lane), lane, way)
            };
            let legal = first.lanes().map(|code| code as u8).filter(ends).fold(0, |legal, code| legal | 1 << code);
            if legal != 0 || first == 0 {
                return legal;
            }
            left &= !first;
        }
    }

    /// The stage in which a turn begins, if the game has stages, and the lines by which its moves come first.
    #[inline]
    fn staged_preferences(&self, state: &State<W>) -> (Option<u8>, &[Preference<W>]) {
        let stage = self.begun_stage(state);
        (stage, &self.lines.prefer[usize::from(stage.unwrap_or(0))])
    }

    /// The lines by which moves come first.
    #[inline]
    fn preferences(&self, state: &State<W>) -> &[Preference<W>] {
        self.staged_preferences(state).1
    }

    /// Those of some beginnings that come before the others.
    pub(crate) fn preferred(&self, state: &State<W>, mut left: Beginnings<W>) -> Beginnings<W> {
        let (stage, lines) = self.staged_preferences(state);
        if lines.is_empty() {
            return left;
        }
        let turns = [Way::Onward, Way::Back].map(|way| TurnState { stage, ..self.in_question(state, way) });
        let mut first_fits = None;
        for line in lines {
            let when = first_fits.map_or(&line.when, |fits: bool| &line.given_first[usize::from(fits)]);
            let fits_among = |lanes: W::Set, turn| when.filter(&View::still(self, state, turn), lanes);
            let first =
                [0, 1].map(|way| if left[way].is_empty() { left[way] } else { fits_among(left[way], &turns[way]) });
            let fits = first != [W::Set::EMPTY; 2];
            first_fits = first_fits.or(Some(fits));
            if fits {
                left = first;
            }
        }
        left
    }

    /// Those moves of a mask that come before the others.
    pub(crate) fn preferred_mask(&self, state: &State<W>, mask: MoveMask) -> MoveMask {
        if self.lines.prefer.iter().all(Vec::is_empty) {
            return mask;
        }
        let [onward, back] = [Way::Onward, Way::Back].map(|way| self.lanes_of(state.to_move, mask, way));
        let [onward, back] = self.preferred(state, [onward, back]);
        self.mask_of(state.to_move, onward, Way::Onward) | self.mask_of(state.to_move, back, Way::Back)
    }

    /// How many moves a player would have to choose from if it were that player's turn.
    pub fn choices(&self, state: &State<W>, side: Side) -> usize {
        let state = State { to_move: side, ..*state };
        match self.has_masks(&state) {
            true => self.legal_mask(&state).count_ones() as usize,
            false => self.legal_moves(&state).len(),
        }
    }

    /// See [`Walk::named`].
    pub(crate) fn name_moves(&self, state: &State<W>, mask: MoveMask) -> Moves {
        let free = if self.lines.only_way.is_some() { W::Set::EMPTY } else { self.ways(state).free };
        let codes = self.in_order(state.to_move, mask).into_iter().flat_map(LaneSet::lanes);
        codes.map(|code| self.named_in(free, state.to_move, code as u8)).collect()
    }

    /// The move of a bit of a mask.
    pub fn as_move(&self, state: &State<W>, code: u8) -> Move {
        let free = if self.lines.only_way.is_some() { W::Set::EMPTY } else { self.ways(state).free };
        self.named_in(free, state.to_move, code)
    }

    fn named_in(&self, free: W::Set, mover: Side, code: u8) -> Move {
        let (lane, way) = self.lifted_by(mover, code);
        let way = free.has(lane).then_some(way);
        Move { way, ..Move::lifting(self.board.layout.pit_of::<W>(lane)) }
    }

    /// The bit of a move that lifts all of a pit.
    pub fn code(&self, state: &State<W>, m: Move) -> u8 {
        let lane = self.board.layout.lane::<W>(m.pit);
        match self.lines.only_way {
            Some(_) => lane as u8,
            None => (2 * (lane - first_in_mask::<W>(state.to_move)) + self.way(state, m) as usize) as u8,
        }
    }

    /// The lane and the way of a bit of a mask.
    #[inline(always)]
    pub(crate) fn lifted_by(&self, mover: Side, code: u8) -> (usize, Way) {
        match self.lines.only_way {
            Some(way) => (code.into(), way),
            None => {
                let way = if code & 1 == 0 { Way::Onward } else { Way::Back };
                (first_in_mask::<W>(mover) + usize::from(code >> 1), way)
            }
        }
    }

    /// A mask in which the moves of another that lift the same pit are one, sown onward.
    #[inline(always)]
    pub fn whichever_way(&self, mask: MoveMask) -> MoveMask {
        if self.has_two_ways() { (mask | mask >> 1) & EVEN } else { mask }
    }

    /// How many moves a mask has.
    #[inline(always)]
    pub fn count_moves(&self, mover: Side, mask: MoveMask) -> usize {
        match self.ordered_simply() {
            true => count_in_half::<W>(mover, mask),
            false => mask.count_ones() as usize,
        }
    }

    /// The move of a number in the order of the moves of a mask, from 0.
    #[inline(always)]
    pub fn nth_move(&self, mover: Side, mask: MoveMask, mut number: usize) -> u8 {
        if self.ordered_simply() {
            return nth_in_half::<W>(mover, mask, number);
        }
        for part in self.in_order(mover, mask) {
            let count = part.count_ones() as usize;
            if number < count {
                return nth(part, 8, number) as u8;
            }
            number -= count;
        }
        unreachable!("the mask has this move")
    }

    /// Whether all moves lift pits of the mover's half and are sown one way, so that the bits are in order.
    #[inline(always)]
    fn ordered_simply(&self) -> bool {
        self.lines.only_way.is_some() && !self.lines.any_half
    }

    /// A mask in parts, which are in the order of the moves: the mover's own pits come first.
    #[inline(always)]
    fn in_order(&self, mover: Side, mask: MoveMask) -> [MoveMask; 3] {
        let half = if self.lines.only_way.is_some() { W::HALF } else { 2 * W::HALF };
        let south = mask & (u64::MAX >> (64 - half));
        let only_half = self.lines.only_way.is_none() && !W::BOTH_HALVES;
        let (first, then) = match mover {
            _ if only_half => (mask, 0),
            Side::South => (south, mask & !south),
            Side::North => (mask & !south, south),
        };
        // The store comes last.
        let store = if self.lines.only_way.is_some() { 1 << (half - 1) } else { 3 << (half - 2) };
        let store = match mover {
            Side::North if !only_half => first & (store << half),
            Side::South | Side::North => first & store,
        };
        [first & !store, then, store]
    }

    /// The lanes that a mask lifts and sows one way.
    #[inline]
    fn lanes_of(&self, mover: Side, mask: MoveMask, way: Way) -> W::Set {
        match self.lines.only_way {
            Some(only) => (0..W::WORDS)
                .fold(W::Set::EMPTY, |lanes, word| lanes | W::Set::of_byte(mask >> (8 * word) & 0xFF, word))
                .when(only == way),
            None => {
                let first = first_in_mask::<W>(mover);
                let bits = mask >> way as usize & EVEN;
                bits.lanes().fold(W::Set::EMPTY, |lanes, bit| lanes | W::Set::one(first + bit / 2))
            }
        }
    }

    /// The mask of lanes that are sown one way.
    #[inline]
    fn mask_of(&self, mover: Side, lanes: W::Set, way: Way) -> MoveMask {
        match self.lines.only_way {
            Some(_) => lanes.bits() as u64,
            None => spread_bits(lanes.down(first_in_mask::<W>(mover)).bits() as u64) << way as usize,
        }
    }

    /// The moves that may be made if none comes before another and all have an end, as a mask.
    #[inline]
    pub(crate) fn candidate_mask(&self, state: &State<W>) -> MoveMask {
        let filled = state.occupied();
        if let Some(way) = self.lines.only_way {
            return self.mask_of(state.to_move, self.liftable(state, way, filled), way);
        }
        let ways = self.ways(state);
        [Way::Onward, Way::Back].into_iter().fold(0, |mask, way| {
            let lanes = ways.sown(way);
            mask | self.mask_of(state.to_move, self.liftable_among(state, way, lanes, filled), way)
        })
    }

    /// The lanes whose seeds may all be lifted and sown one way, if that has an end.
    #[inline]
    pub(crate) fn liftable(&self, state: &State<W>, way: Way, filled: W::Set) -> W::Set {
        self.liftable_among(state, way, !W::Set::EMPTY, filled)
    }

    pub(crate) fn liftable_among(&self, state: &State<W>, way: Way, among: W::Set, filled: W::Set) -> W::Set {
        if among.is_empty() {
            return W::Set::EMPTY;
        }
        let mut entering = self.enterable(state, way) & among;
        let mut lanes = filled & self.board.movable[state.to_move] & among & !entering;
        let turn = self.in_question(state, way);
        let mut view = View::still(self, state, &turn);
        view.known.occupied = Some(filled);
        let mut named = W::Set::EMPTY;
        if self.is_scripted(state) {
            named = lanes.filter(|lane| self.scripted_as(state, self.plain_lift(lane)).is_some());
            if self.scripted(state).any(|scripted| scripted.must) {
                (lanes, entering) = (named, W::Set::EMPTY);
            }
        }
        if !self.lines.lift_lines.is_empty() {
            lanes = lanes.filter(|lane| self.lifts_all(state, way, lane));
        }
        let midgame_lifts = self.tables.midgame_lifts.as_ref().filter(|_| self.board.is_midgame(filled));
        let mut allowed = match midgame_lifts.and_then(|lifts| lifts.on(state)) {
            Some(lifts) => lanes & lifts,
            None if self.lines.from_needs_choices => lanes,
            None => self.asked_for(&view, lanes, filled),
        };
        allowed |= named & lanes | entering;
        allowed
    }

    /// Those of some lanes that the line `from` allows to be lifted.
    #[inline]
    pub(crate) fn asked_for(&self, view: &View<W>, lanes: W::Set, filled: W::Set) -> W::Set {
        match self.lines.movable.first_laps() {
            Some(laps) => laps.filter(view.state, view.turn.way, lanes, filled),
            None => self.lines.movable.filter(view, lanes),
        }
    }

    /// The usual lift of a lane, without a chosen way.
    pub(crate) fn plain_lift(&self, lane: usize) -> Move {
        Move::lifting(self.board.layout.pit_of::<W>(lane))
    }

    /// A move that is not yet said, for conditions on many pits.
    pub(crate) fn in_question(&self, state: &State<W>, way: Way) -> TurnState<W> {
        let lane = self.first_lane(state);
        TurnState::before(state, self.plain_lift(lane), lane, way)
    }

    /// The lane of the mover's A.
    pub(crate) fn first_lane(&self, state: &State<W>) -> usize {
        if self.board.layout.is_shared() { 0 } else { W::HALF * state.to_move as usize }
    }

    /// Whether all seeds of a lane may be lifted, as far as the lines of `lift` decide it.
    fn lifts_all(&self, state: &State<W>, way: Way, lane: usize) -> bool {
        let held = state.held(lane);
        match self.lift_line(state, self.plain_lift(lane), lane, way).map(|line| &line.seeds) {
            Some(Lifting::AllBut(leave)) => held > *leave,
            Some(chosen @ Lifting::Chosen { .. }) => chosen.allows(held, 0),
            None => true,
        }
    }

    /// The line that says how many seeds are lifted.
    fn lift_line(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> Option<&LiftLine<W>> {
        let turn = TurnState::before(state, m, lane, way);
        self.lines.lift_lines.iter().find(|line| line.when.holds(&View::still(self, state, &turn)))
    }

    /// Whether a move would never end.
    fn is_endless(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> bool {
        let turn = TurnState::before(state, m, lane, way);
        let mut budget = self.interrupt.budget_in_question();
        matches!(MoveInProgress::new(self, *state, turn, &mut (), &mut budget).explore(), MoveResult::Endless(_))
    }

    /// Visits the moves from some lanes that may be made if none comes before another, in order, until `visit`
    /// returns false.
    fn each_candidate_among(&self, state: &State<W>, among: W::Set, visit: &mut dyn Visit<W>) -> bool {
        self.each_lift_among(state, among, &mut |m, lane, way| match m {
            Move::SWAP => visit(m, None),
            m => self.each_legal(state, m, lane, way, visit),
        })
    }

    /// Visits the moves that begin with a lift, if they may be made.
    fn each_legal(&self, state: &State<W>, m: Move, lane: usize, way: Way, visit: &mut dyn Visit<W>) -> bool {
        // Where the mover decides within moves, each decision is tried to its end anyway.
        let tries_ends = self.lines.endless == EndlessOutcome::Illegal && !self.lines.has_choices;
        tries_ends && self.is_endless(state, m, lane, way) || self.each_choice(state, m, lane, way, visit)
    }

    /// Visits the lifts from some lanes that may begin a move if it has an end, in order, each with its lane and
    /// way, until `visit` returns false. No decision is made in them yet.
    #[inline(never)]
    fn each_lift_among(
        &self,
        state: &State<W>,
        among: W::Set,
        visit: &mut dyn FnMut(Move, usize, Way) -> bool,
    ) -> bool {
        let filled = state.occupied();
        let ways = self.ways(state);
        let usual = [Way::Onward, Way::Back].map(|way| {
            let lanes = ways.sown(way) & among;
            self.liftable_among(state, way, lanes, filled)
        });
        let filled = filled & among;
        let mover = state.to_move;
        let entering = [Way::Onward, Way::Back].map(|way| self.enterable(state, way) & ways.sown(way) & among);
        let entering = entering[0] | entering[1];
        let mut lanes: SmallVec<[usize; 64]> = SmallVec::new();
        for side in [mover, mover.other()] {
            lanes.extend(((filled & self.board.movable[mover] | entering) & self.board.halves[side]).lanes());
        }
        lanes.extend((filled & self.board.movable[mover] & !self.board.pits).lanes());
        for lane in lanes {
            let free = ways.is_free(lane);
            let each_way = [Way::Onward, Way::Back].into_iter().filter(|way| ways.sown(*way).has(lane));
            let each_way: SmallVec<[Way; 2]> = each_way.collect();
            let all = self.plain_lift(lane);
            for &way in &each_way {
                let m = Move { way: free.then_some(way), ..all };
                if usual[way as usize].has(lane) && !visit(m, lane, way) {
                    return false;
                }
            }
            let leavings = if entering.has(lane) { SmallVec::new() } else { self.leavings(state, lane, &each_way) };
            for leaving in leavings {
                for &way in &each_way {
                    let m = Move { leaving: Some(leaving), way: free.then_some(way), ..all };
                    if self.leaves(state, m, lane, way) && !visit(m, lane, way) {
                        return false;
                    }
                }
            }
        }
        !self.may_swap(state) || visit(Move::SWAP, W::NONE, Way::Onward)
    }

    /// The numbers of seeds that may stay in a lane, as far as they need to be tried: what lines of `lift` let
    /// the mover choose comes first, then what the opening allows.
    fn leavings(&self, state: &State<W>, lane: usize, ways: &[Way]) -> SmallVec<[u8; 16]> {
        let held = state.held(lane);
        let mut leavings: SmallVec<[u8; 16]> = SmallVec::new();
        if !self.lines.partial && !self.is_scripted(state) {
            return leavings;
        }
        if self.lines.partial
            && let Some(&way) = ways.first()
            && let Some(line) = self.lift_line(state, self.plain_lift(lane), lane, way)
        {
            leavings.extend((1..held).filter(|&leaving| line.seeds.allows(held - leaving, leaving)));
        }
        for scripted in self.scripted_at(state, self.board.layout.pit_of::<W>(lane)) {
            if scripted.leaving > 0 && !leavings.contains(&scripted.leaving) {
                leavings.push(scripted.leaving);
            }
        }
        leavings
    }

    /// Whether a move may be made that leaves seeds behind.
    fn leaves(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> bool {
        let (held, leaving) = (state.held(lane), m.leaving.unwrap_or(0));
        let turn = TurnState::before(state, m, lane, way);
        match self.scripted_as(state, m) {
            Some(_) => held > leaving,
            None if self.forced_elsewhere(state, m).is_some() => false,
            None => {
                let line = self.lift_line(state, m, lane, way).map(|line| &line.seeds);
                let lets = matches!(line, Some(chosen @ Lifting::Chosen { .. })
                    if held > leaving && chosen.allows(held - leaving, leaving));
                lets && (self.lines.from_needs_choices || self.lines.movable.holds(&View::still(self, state, &turn)))
            }
        }
    }

    /// Visits a move with each of the decisions that may be made in it.
    fn each_choice(&self, state: &State<W>, m: Move, lane: usize, way: Way, visit: &mut dyn Visit<W>) -> bool {
        if !self.lines.has_choices {
            return visit(m, None);
        }
        let turn = TurnState::before(state, m, lane, way);
        let mut allowed = |m: Move, reached: Option<&MoveCheckpoint<W>>| {
            let is_refused = self.lines.from_needs_choices && !self.allows_decided(state, &TurnState { m, ..turn });
            is_refused || visit(m, reached)
        };
        self.each_end(&MoveCheckpoint::start(*state, turn), &mut allowed)
    }

    /// Visits the decided moves that go on from here, until `visit` returns false.
    fn each_end(&self, from: &MoveCheckpoint<W>, visit: &mut dyn Visit<W>) -> bool {
        let (mut out, mut budget) = ((), self.interrupt.budget_in_question());
        let mut play = MoveInProgress::at(self, from, &mut out, &mut budget);
        match play.explore() {
            MoveResult::Asks(options) => {
                let mut next = play.checkpoint.unwrap_or(*from);
                let decided = next.turn.m.choices;
                let is_last = play.last_decision && self.looks_up;
                options.iter().enumerate().all(|(number, choice)| {
                    next.turn.m.choices = decided;
                    // Once a sowing was cut short, the first decisions are enough of a list that nobody trusts.
                    if number > 0 && self.cut_short() || !next.turn.m.choices.push(choice) {
                        true
                    } else if is_last && choice != Choice::No {
                        visit(next.turn.m, Some(&next))
                    } else {
                        self.each_end(&next, visit)
                    }
                })
            }
            // Only the decisions show that a move would never end.
            MoveResult::Endless(_) if self.lines.endless == EndlessOutcome::Illegal => true,
            MoveResult::Done | MoveResult::Bonus | MoveResult::Over(..) | MoveResult::Endless(_) => {
                visit(from.turn.m, Some(play.checkpoint.as_ref().unwrap_or(from)))
            }
        }
    }

    /// Whether `from`, the opening or an entry allows a move with all its decisions.
    pub(crate) fn allows_decided(&self, state: &State<W>, turn: &TurnState<W>) -> bool {
        self.scripted_as(state, turn.m).is_some()
            || self.may_enter(state, turn.way, turn.here)
            || self.lines.movable.holds(&View::still(self, state, turn))
    }

    /// Keeps the moves that come first by all lines.
    fn keep_preferred(&self, state: &State<W>, moves: &mut Moves) {
        let mut first_fits = None;
        for line in self.preferences(state) {
            let when = first_fits.map_or(&line.when, |fits: bool| &line.given_first[usize::from(fits)]);
            let fits = self.keep_first(state, when, moves);
            first_fits = first_fits.or(Some(fits));
        }
    }

    /// Keeps the moves that come first by a condition, or all if it puts none first. Returns whether it does. No pit is
    /// lifted where the board is turned, so that nothing comes before it.
    fn keep_first(&self, state: &State<W>, when: &Predicate<W>, moves: &mut Moves) -> bool {
        if *when == Predicate::Always {
            return true;
        }
        let holds = |m: &Move| *m != Move::SWAP && when.holds(&View::still(self, state, &self.before_move(state, *m)));
        let mut first: Moves = moves.iter().copied().filter(holds).collect();
        let fits = !first.is_empty();
        if fits {
            first.extend(moves.contains(&Move::SWAP).then_some(Move::SWAP));
            *moves = first;
        }
        fits
    }

    /// A move before anything has moved.
    pub(crate) fn before_move(&self, state: &State<W>, m: Move) -> TurnState<W> {
        TurnState::before(state, m, self.board.layout.lane::<W>(m.pit), self.way(state, m))
    }

    /// The lines of the opening that concern the next move.
    fn scripted(&self, state: &State<W>) -> impl Iterator<Item = &Scripted> {
        let number = state.ply.saturating_add(1);
        self.lines.opening.iter().filter(move |scripted| scripted.ply == number)
    }

    /// Those of them that name a pit.
    fn scripted_at(&self, state: &State<W>, pit: Pit) -> impl Iterator<Item = &Scripted> {
        let names = move |&number: &u8| self.board.layout.pit(state.to_move, number) == pit;
        self.scripted(state).filter(move |scripted| scripted.pits.iter().any(names))
    }

    /// The line of the opening that names a move.
    fn scripted_as(&self, state: &State<W>, m: Move) -> Option<&Scripted> {
        self.scripted_at(state, m.pit).find(|scripted| scripted.leaving == m.leaving.unwrap_or(0))
    }

    /// The line of the opening that demands another pit, or another number of its seeds.
    fn forced_elsewhere(&self, state: &State<W>, m: Move) -> Option<&Scripted> {
        let forced = self.scripted(state).find(|scripted| scripted.must)?;
        // A line without a number leaves it to the lines of `lift`.
        let lets = |scripted: &Scripted| [0, m.leaving.unwrap_or(0)].contains(&scripted.leaving);
        (!self.scripted_at(state, m.pit).any(lets)).then_some(forced)
    }

    /// Whether the board may be turned now.
    fn may_swap(&self, state: &State<W>) -> bool {
        self.lines.swaps.iter().any(|swap| swap.ply == state.ply.saturating_add(1))
    }

    /// The way in which a move is sown.
    pub(crate) fn way(&self, state: &State<W>, m: Move) -> Way {
        m.way.or_else(|| self.fixed_way(state, self.board.layout.lane::<W>(m.pit))).unwrap_or(Way::Onward)
    }

    /// The way in which a lane is sown; `None` if the mover chooses.
    fn fixed_way(&self, state: &State<W>, lane: usize) -> Option<Way> {
        if self.lines.only_way.is_some() {
            return self.lines.only_way;
        }
        self.way_line(state, lane).way.or_else(|| self.bound_way(state))
    }

    /// The way that a choice made before binds the mover to.
    fn bound_way(&self, state: &State<W>) -> Option<Way> {
        let ways = state.rare.get()?.ways;
        let [own, other] = [state.to_move, state.to_move.other()].map(|side| ways[side]);
        match self.lines.kept? {
            WayBinding::Each => own,
            WayBinding::Same => own.or(other),
            WayBinding::Opposite => own.or(other.map(Way::other)),
        }
    }

    /// The line that says which way a lane is sown.
    pub(crate) fn way_line(&self, state: &State<W>, lane: usize) -> &WayLine<W> {
        let turn = TurnState::before(state, self.plain_lift(lane), lane, Way::Onward);
        let line = self.lines.ways.iter().find(|line| line.when.holds(&View::still(self, state, &turn)));
        line.expect("the last line fits every pit")
    }

    /// The lanes by the way in which they are sown.
    pub(crate) fn ways(&self, state: &State<W>) -> Ways<W> {
        match &self.tables.static_ways {
            Some(ways) => ways[state.to_move],
            None => self.evaluated_ways(state),
        }
    }

    /// The same for each mover, if neither the board nor earlier choices change it.
    pub(crate) fn tabulated_ways(&self, rules: &Rules) -> Option<[Ways<W>; 2]> {
        let origin = Reads::SIDE | Reads::LAP_ORIGIN | Reads::TURN_ORIGIN;
        let of_pits = if self.board.shifts { origin | Reads::LETTERS } else { origin | Reads::OF_BOARD };
        let is_static = |line: &WayRule| line.condition.traits().reads.within(of_pits);
        let is_static = self.lines.kept.is_none() && rules.sowing.ways.iter().all(is_static);
        is_static.then(|| Side::BOTH.map(|mover| self.evaluated_ways(&State { to_move: mover, ..State::empty(0) })))
    }

    fn evaluated_ways(&self, state: &State<W>) -> Ways<W> {
        let mut ways = Ways { fixed: [W::Set::EMPTY; 2], free: W::Set::EMPTY };
        if let Some(way) = self.lines.only_way {
            ways.fixed[way as usize] = !W::Set::EMPTY;
            return ways;
        }
        let turn = self.in_question(state, Way::Onward);
        let view = View::still(self, state, &turn);
        let bound = self.bound_way(state);
        let mut left = self.board.movable[state.to_move];
        for line in &self.lines.ways {
            let lanes = line.when.filter(&view, left);
            left &= !lanes;
            match line.way.or(bound) {
                Some(way) => ways.fixed[way as usize] |= lanes,
                None => ways.free |= lanes,
            }
        }
        ways
    }

    /// The lines that put moves before others in a state.
    pub(crate) fn preferring(&self, state: &State<W>) -> Vec<ClauseId> {
        let mut moves = self.candidates(state);
        let puts_first = |line: &&Preference<W>| {
            let all = moves.len();
            self.keep_first(state, &line.when, &mut moves);
            moves.len() < all
        };
        self.preferences(state).iter().filter(puts_first).map(|line| line.clause).collect()
    }

    /// Whether a move may be played.
    ///
    /// # Errors
    /// The reason why not, with the clause that forbids it.
    pub(crate) fn check(&self, state: &State<W>, m: Move) -> Result<(), PlayError> {
        self.check_alone(state, m)?;
        if m == Move::SWAP || self.preferences(state).is_empty() {
            return Ok(());
        }
        let mut moves = self.candidates(state);
        for line in self.preferences(state) {
            self.keep_first(state, &line.when, &mut moves);
            if !moves.contains(&m) {
                return Err(PlayError::Preferred(m.pit, line.clause));
            }
        }
        Ok(())
    }

    /// Whether a move may be played if no other move comes before it.
    ///
    /// # Errors
    /// The reason why not, with the clause that forbids it.
    pub(crate) fn check_alone(&self, state: &State<W>, m: Move) -> Result<(), PlayError> {
        if state.is_over() {
            return Err(PlayError::Over);
        }
        if m == Move::SWAP {
            return if self.may_swap(state) { Ok(()) } else { Err(PlayError::NoSwap) };
        }
        let own_store = m.pit == Pit::store(state.to_move)
            && self.board.movable[state.to_move].has(State::<W>::store(state.to_move));
        if !self.board.layout.has(m.pit) && !own_store {
            return Err(PlayError::NoSuchPit);
        }
        let mut possible = false;
        self.each_candidate_among(state, W::Set::one(self.board.layout.lane::<W>(m.pit)), &mut |candidate,
                                                                                                _: Option<
            &MoveCheckpoint<W>,
        >| {
            possible |= candidate == m;
            !possible
        });
        if !possible {
            return Err(self.why_not(state, m));
        }
        Ok(())
    }

    /// Why a move is not among those that may be made if none comes before another.
    fn why_not(&self, state: &State<W>, m: Move) -> PlayError {
        let lane = self.board.layout.lane::<W>(m.pit);
        let held = state.held(lane);
        let turn = self.before_move(state, m);
        let enters = self.enterable(state, turn.way).has(lane);
        if let Some(enter) = &self.lines.enter
            && state.captured(state.to_move) >= enter.seeds
            && !enters
            && !self.lines.from_needs_choices
            && !self.lines.movable.holds(&View::still(self, state, &turn))
        {
            return PlayError::Guard(m.pit, enter.clause);
        }
        if held == 0 && !enters {
            return PlayError::Empty(m.pit);
        }
        let named = self.scripted_as(state, m);
        if let Some(forced) = self.forced_elsewhere(state, m) {
            return PlayError::Scripted(forced.clause);
        }
        match (named, m.leaving) {
            (None, Some(_)) if !self.lines.partial => return PlayError::NotPartial(m.pit),
            (Some(scripted), Some(leaving)) if held <= leaving => return PlayError::TooFew(m.pit, scripted.clause),
            _ => {}
        }
        // Where `from` forbids the pit whatever the mover decides, no decision is missing.
        let is_refused = |way| {
            let turn = TurnState::before(state, m, lane, way);
            let allows = self.board.movable[state.to_move].has(lane)
                && self.lines.movable.holds(&View::still(self, state, &turn));
            !allows && named.is_none() && !self.enterable(state, way).has(lane)
        };
        match (self.fixed_way(state, lane), m.way) {
            (None, None) if !self.lines.from_needs_choices && [Way::Onward, Way::Back].into_iter().all(is_refused) => {
                return PlayError::Guard(m.pit, self.allowing_line(state, m, lane, Way::Onward));
            }
            (None, None) => return PlayError::WhichWay(m.pit),
            (Some(_), Some(_)) => return PlayError::OneWay(m.pit),
            _ => {}
        }
        let way = self.way(state, m);
        let line =
            if enters || named.is_some() && m.leaving.is_some() { None } else { self.lift_line(state, m, lane, way) };
        let leaving = m.leaving.unwrap_or(0);
        match line.map(|line| (&line.seeds, line.clause)) {
            Some((Lifting::AllBut(leave), clause)) if m.leaving.is_none() && held <= *leave => {
                return PlayError::TooFew(m.pit, clause);
            }
            Some((Lifting::Chosen { .. }, clause)) if m.leaving.is_some() && held <= leaving => {
                return PlayError::TooFew(m.pit, clause);
            }
            Some((chosen @ Lifting::Chosen { .. }, clause)) if !chosen.allows(held - leaving, leaving) => {
                return PlayError::NotSoMany(m.pit, clause);
            }
            None | Some((Lifting::AllBut(_), _)) if m.leaving.is_some() && named.is_none() => {
                return PlayError::NotPartial(m.pit);
            }
            _ => {}
        }
        if !self.lines.from_needs_choices && is_refused(way) {
            return PlayError::Guard(m.pit, self.allowing_line(state, m, lane, way));
        }
        if self.lines.has_choices || !m.choices.is_empty() {
            let (mut out, mut budget) = ((), self.interrupt.budget_in_question());
            let mut play = MoveInProgress::new(self, *state, turn, &mut out, &mut budget);
            let result = play.run();
            let decided = m.choices.first(play.turn.decided.into());
            let so_far = Move { choices: decided, ..m };
            match result {
                MoveResult::Asks(options) if so_far != m => return PlayError::NoSuchChoice(so_far, Some(options)),
                MoveResult::Asks(options) => return PlayError::Undecided(m, options),
                _ if so_far != m => return PlayError::NoSuchChoice(so_far, None),
                _ => {}
            }
        }
        if is_refused(way) {
            return PlayError::Guard(m.pit, self.allowing_line(state, m, lane, way));
        }
        let mut budget = self.interrupt.budget_in_question();
        MoveInProgress::new(self, *state, turn, &mut (), &mut budget).explore();
        match budget.overrun() {
            Some(Overrun::Laps) => PlayError::TooLong(m.pit, budget.laps),
            _ => PlayError::Endless(m.pit, self.lines.endless_clause),
        }
    }

    /// The line of `from` that lets a move start, or else by which other moves could.
    fn allowing_line(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> ClauseId {
        let lines = &self.lines.from;
        let mut found = 0;
        if lines.len() > 1 {
            let turn = TurnState::before(state, m, lane, way);
            let view = View::still(self, state, &turn);
            let by = |lanes: W::Set| lines.iter().position(|line| !line.when.filter(&view, lanes).is_empty());
            found = by(W::Set::one(lane)).or_else(|| by(self.board.pits)).unwrap_or(0);
        }
        lines[found].clause
    }

    /// How many seeds of a pit stay where a move lifts it, and by which clause.
    pub(crate) fn lift_info(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> LiftInfo {
        let named = self.scripted_as(state, m);
        if let (Some(leaving), Some(scripted)) = (m.leaving, named) {
            return LiftInfo { leave: leaving, by: Some(scripted.clause) };
        }
        let line = if self.lines.lift_lines.is_empty() { None } else { self.lift_line(state, m, lane, way) };
        let leave = match line.map(|line| &line.seeds) {
            Some(Lifting::AllBut(leave)) => *leave,
            Some(Lifting::Chosen { .. }) | None => m.leaving.unwrap_or(0),
        };
        LiftInfo { leave, by: line.map(|line| line.clause) }
    }

    /// The clause that allows a move that lifts a lane.
    pub(crate) fn allowed_by(&self, state: &State<W>, m: Move, lane: usize, way: Way) -> ClauseId {
        let named = self.scripted_as(state, m);
        named.map_or_else(|| self.allowing_line(state, m, lane, way), |scripted| scripted.clause)
    }

    /// The move in question at a lane, before it is made.
    fn move_at(&self, view: &View<W>, lane: usize) -> TurnState<W> {
        let m = Move { pit: self.board.layout.pit_of::<W>(lane), ..view.turn.m };
        TurnState { stage: self.stage_of(view), ..TurnState::before(view.state, m, lane, view.turn.way) }
    }

    /// The stage of a turn that begins on a board, if the game has stages.
    pub(crate) fn begun_stage(&self, state: &State<W>) -> Option<u8> {
        (!self.lines.stages.is_empty()).then(|| self.stage(state))
    }

    /// The same of a turn that may have begun before.
    fn stage_of(&self, view: &View<W>) -> Option<u8> {
        view.turn.stage.or_else(|| self.begun_stage(view.state))
    }

    /// The lanes into which the player to move may enter seeds from the store, to sow on one way.
    pub(crate) fn enterable(&self, state: &State<W>, way: Way) -> W::Set {
        self.enterable_among(state, way, self.board.pits)
    }

    /// Those of some lanes into which they may be entered.
    fn enterable_among(&self, state: &State<W>, way: Way, lanes: W::Set) -> W::Set {
        match &self.lines.enter {
            Some(enter) if state.captured(state.to_move) >= enter.seeds => {
                let turn = self.in_question(state, way);
                enter.when.filter(&View::still(self, state, &turn), lanes)
            }
            _ => W::Set::EMPTY,
        }
    }

    /// Whether a lane is one of them.
    pub(crate) fn may_enter(&self, state: &State<W>, way: Way, lane: usize) -> bool {
        self.enterable_among(state, way, W::Set::one(lane) & self.board.pits).has(lane)
    }

    /// Whether a condition is true of the pit in which a lap out of a lane would end: before a move its first lap,
    /// in a move the lap that is about to be sown.
    pub(crate) fn lap_ends(&self, view: &View<W>, lane: usize, table: &Table<W>) -> bool {
        let TurnState { laps, way, hand, captured, stage, .. } = *view.turn;
        let first_lap = laps == 1;
        let facts = LandingFacts { way, here: lane, before: 0, first_lap, hand, captured, stage, reached: None };
        if laps > 0
            && let Some(ends) = self.lap_ends_on(view.state, lane, facts, table)
        {
            return ends;
        }
        let mut state = *view.state;
        let mut turn = *view.turn;
        let enters = self.lines.enter.as_ref().filter(|_| turn.laps == 0 && self.may_enter(&state, turn.way, lane));
        if turn.laps == 0 {
            turn = self.move_at(view, lane);
            let leave = self.lift_info(&state, turn.m, lane, turn.way).leave;
            turn.hand = enters.map_or(state.held(lane).saturating_sub(leave), |enter| enter.seeds);
        }
        match (enters, &self.tables.laps) {
            (Some(enter), _) => {
                state.take(State::<W>::store(state.to_move), enter.seeds);
                state.put(lane, enter.seeds);
                turn.sown = W::Set::one(lane);
                turn.reached = turn.sown;
            }
            (None, Some(laps)) => {
                let lap = laps.get(turn.way, state.to_move, lane, turn.hand);
                state.add(&lap.delta);
                turn.here = lap.landing.here.into();
                turn.before = state.held(turn.here).wrapping_sub(1);
                turn.sown = lap.sown;
                turn.reached = lap.sown;
            }
            (None, None) => self.count_out(&mut state, &mut turn, lane),
        }
        table.first(&View::landing(self, &state, &turn)).is_some()
    }

    /// The same of a lap in a move, as far as tables tell. Of the facts, those about the landing pit are found here.
    #[inline]
    pub(crate) fn lap_ends_on(
        &self,
        state: &State<W>,
        lane: usize,
        facts: LandingFacts<W>,
        table: &Table<W>,
    ) -> Option<bool> {
        let laps = self.tables.laps.as_ref()?;
        lands(laps, &mut { *state }, lane, facts, table)
    }

    /// Sows the seeds in hand out of a lane, without the effects of `lift` and `drop`.
    fn count_out(&self, state: &mut State<W>, turn: &mut TurnState<W>, lane: usize) {
        let mut left = turn.hand;
        state.take(lane, left);
        while left > 0 {
            left -= self.drop_next(state, turn, left, |_, _| {}).fell;
        }
    }
}

impl<W: Width> Ahead<W> for Walk<W> {
    #[inline(always)]
    fn board(&self) -> &BoardLanes<W> {
        &self.board
    }

    fn has_move(&self, state: &State<W>) -> bool {
        if self.has_masks(state) {
            let mask = self.candidate_mask(state);
            let ends = |code: usize| {
                let (lane, way) = self.lifted_by(state.to_move, code as u8);
                !self.is_endless(state, self.plain_lift(lane), lane, way)
            };
            return if self.lines.endless == EndlessOutcome::Illegal { mask.lanes().any(ends) } else { mask != 0 };
        }
        // A move may be made whatever the mover decides in it, unless its outcome makes it illegal.
        if self.lines.endless != EndlessOutcome::Illegal && !self.lines.from_needs_choices {
            let ways = self.ways(state);
            let filled = state.occupied();
            let lifts = |way: Way| self.liftable_among(state, way, ways.sown(way), filled);
            if [Way::Onward, Way::Back].into_iter().any(|way| !lifts(way).is_empty()) {
                return true;
            }
        }
        !self.each_candidate_among(state, !W::Set::EMPTY, &mut |_, _: Option<&MoveCheckpoint<W>>| false)
    }

    fn after_move(&self, view: &View<W>, lane: usize, part: &Predicate<W>) -> bool {
        let (mut out, mut budget) = ((), self.interrupt.budget_in_question());
        let mut play = MoveInProgress::new(self, *view.state, self.move_at(view, lane), &mut out, &mut budget);
        match play.run() {
            MoveResult::Done | MoveResult::Bonus | MoveResult::Over(..) => {
                part.holds(&View::landing(self, &play.state, &play.turn))
            }
            MoveResult::Endless(_) | MoveResult::Asks(_) => false,
        }
    }

    fn stage(&self, state: &State<W>) -> u8 {
        let turn = self.in_question(state, Way::Onward);
        let view = View::still(self, state, &turn);
        let stages = &self.lines.stages;
        stages.iter().position(|stage| stage.holds(&view)).unwrap_or(stages.len()) as u8
    }

    fn in_reach(&self, state: &State<W>, from: W::Set, end: usize) -> bool {
        from.lanes().any(|lane| {
            let owner = self.board.layout.owner(state.territory(), self.board.layout.pit_of::<W>(lane));
            let state = State { to_move: owner, ..*state };
            let ways = self.ways(&state);
            let ends = |way| {
                if let Some(laps) = &self.tables.laps {
                    return laps.get(way, owner, lane, state.held(lane)).landing.here == end as u8;
                }
                let mut turn = TurnState::before(&state, self.plain_lift(lane), lane, way);
                turn.stage = self.begun_stage(&state);
                turn.hand = state.held(lane);
                self.count_out(&mut { state }, &mut turn, lane);
                turn.here == end
            };
            let sown = |way: &Way| ways.sown(*way).has(lane);
            state.held(lane) > 0 && [Way::Onward, Way::Back].into_iter().filter(sown).any(ends)
        })
    }

    fn first_laps_ending(&self, view: &View<W>, lanes: W::Set, table: &Table<W>) -> W::Set {
        let laps =
            self.tables.laps.as_ref().filter(|_| self.lines.lift_lines.is_empty() && view.turn.m.leaving.is_none());
        let Some(laps) = laps.filter(|_| view.turn.laps == 0) else {
            return lanes.filter(|lane| self.lap_ends(view, lane, table));
        };
        let TurnState { way, captured, .. } = *view.turn;
        let entering = self.enterable_among(view.state, way, lanes & self.board.pits);
        let enters = self.lines.enter.as_ref().map_or(0, |enter| enter.seeds);
        let (stage, mut after) = (self.stage_of(view), *view.state);
        lanes.filter(|lane| {
            let (before, hand) = (view.state.held_in(lane), enters);
            let (first_lap, reached) = (false, None);
            let facts = LandingFacts { way, here: lane, before, first_lap, hand, captured, stage, reached };
            after.seeds = view.state.seeds;
            let ends = if entering.has(lane) {
                after.take(State::<W>::store(after.to_move), enters);
                after.put(lane, enters);
                table.first_on(&after, &facts).map(|line| line.is_some())
            } else {
                lands(laps, &mut after, lane, LandingFacts { hand: before, ..facts }, table)
            };
            ends.unwrap_or_else(|| self.lap_ends(view, lane, table))
        })
    }
}

/// Sows a lap out of a lane, and finds whether a line fits where it ends, as far as the board tells.
#[inline(always)]
fn lands<W: Width>(
    laps: &LapTable<W>,
    state: &mut State<W>,
    lane: usize,
    facts: LandingFacts<W>,
    table: &Table<W>,
) -> Option<bool> {
    let lap = laps.get(facts.way, state.to_move, lane, facts.hand);
    state.add(&lap.delta);
    let here = usize::from(lap.landing.here);
    let facts = LandingFacts { here, before: state.held_in(here).wrapping_sub(1), ..facts };
    table.first_on(state, &facts).map(|line| line.is_some())
}
