//! Random moves, drawn decision by decision.
//!
//! To draw one of a list of moves, all of them have to be known; and where the mover decides within a move, or where a
//! move without end is illegal, each has to be played to its end only to be listed. So in a game with decisions within
//! moves the beginning is drawn first (the pit, the seeds that stay, the way), and each decision when it comes. What leads
//! to no legal move is struck, and another is drawn among the rest. Every legal move can be drawn, though not all are
//! equally likely, and one move is played instead of all. In other games all legal moves are equally likely.

use smallvec::SmallVec;

use crate::chance::Rng;
use crate::engine::state::State;
use crate::engine::state::choices::{Choice, Choices, Options};
use crate::engine::state::mask::{Move, Moves};
use crate::engine::state::turn::TurnState;
use crate::engine::state::width::{LaneSet, Width};
use crate::engine::walk::Walk;
use crate::engine::walk::budget::Budget;
use crate::engine::walk::moves::Beginnings;
use crate::engine::walk::play::{MoveInProgress, MoveResult};
use crate::rules::{EndlessOutcome, Way};

/// A move drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomMove {
    /// The move.
    pub m: Move,
    /// The number of legal moves. Where the mover decides within moves it is estimated by the product of the numbers of
    /// options at each decision: on average over all draws it is the number of legal moves (D. E. Knuth, Estimating the
    /// efficiency of backtrack programs, Mathematics of Computation 29 (1975), 121-136), if options that lead to no legal
    /// move count until they are struck.
    pub legal_moves: u32,
    /// Whether that is an estimate.
    pub is_estimated: bool,
}

/// Draws the decisions of a move.
pub(crate) struct Drawing {
    chance: Rng,
    /// Among how many options each decision was drawn, the beginning of the move first.
    options: SmallVec<[u16; 8]>,
    /// Decisions with which no legal move begins.
    struck: SmallVec<[Choices; 2]>,
}

impl Drawing {
    fn new(chance: &Rng) -> Self {
        Drawing { chance: chance.clone(), options: SmallVec::new(), struck: SmallVec::new() }
    }

    /// Draws one of some options; returns its number.
    #[inline]
    fn below(&mut self, options: usize) -> usize {
        self.options.push(options.min(u16::MAX.into()) as u16);
        self.chance.below(options)
    }

    /// Draws the next decision, after others; `None` if all options are struck.
    pub fn decide(&mut self, before: Choices, options: Options) -> Option<Choice> {
        if self.struck.is_empty() {
            let number = self.below(options.len());
            return options.iter().nth(number);
        }
        let is_open = |choice: &Choice| {
            let mut decided = before;
            decided.push(*choice);
            !self.struck.contains(&decided)
        };
        let open: SmallVec<[Choice; 64]> = options.iter().filter(is_open).collect();
        if open.is_empty() { None } else { Some(open[self.below(open.len())]) }
    }

    fn drawn(&self, m: Move) -> RandomMove {
        let product = self.options.iter().fold(1, |product: u32, &options| product.saturating_mul(options.into()));
        RandomMove { m, legal_moves: product, is_estimated: true }
    }
}

/// A move that has been drawn and, to find that it is legal, has been played on a board of its own.
#[derive(Debug)]
pub struct RandomTurn<W: Width> {
    /// The move.
    pub drawn: RandomMove,
    after: State<W>,
    turn: TurnState<W>,
    result: MoveResult<W>,
}

impl<W: Width> Walk<W> {
    /// Whether the decisions of a random move are drawn one by one, see [`Walk::draw_turn`].
    pub fn draws_decisions(&self) -> bool {
        self.lines.has_choices
    }

    /// Draws a legal move, with the random numbers that `docs/laboratory.md` describes.
    pub fn draw_move(&self, state: &State<W>, chance: &mut Rng) -> Option<RandomMove> {
        if state.is_over() {
            return None;
        }
        if self.lines.has_choices {
            return self.draw_turn(state, chance).map(|turn| turn.drawn);
        }
        let moves = self.legal_moves(state);
        let number = moves.len();
        let m = (number > 0).then(|| moves[chance.below(number)])?;
        Some(RandomMove { m, legal_moves: number as u32, is_estimated: false })
    }

    /// See [`Walk::draw_turn`].
    pub(crate) fn draw_first_turn(&self, state: &State<W>, chance: &mut Rng) -> Option<RandomTurn<W>> {
        let turn = self.in_question(state, Way::Onward);
        let drawn = RandomMove { m: turn.m, legal_moves: 0, is_estimated: true };
        let mut drawn = RandomTurn { drawn, after: *state, turn, result: MoveResult::Done };
        self.draw_into(state, chance, &mut drawn).then_some(drawn)
    }

    /// See [`Walk::play_turn`].
    pub(crate) fn play_drawn_turn(&self, state: &mut State<W>, turn: &mut RandomTurn<W>, chance: &mut Rng) -> bool {
        if turn.drawn.m == Move::SWAP {
            self.swap(state, &mut ());
            return self.draw_into(state, chance, turn);
        }
        let result = std::mem::replace(&mut turn.result, MoveResult::Done);
        if !self.end_move(state, &turn.after, &turn.turn, result, &mut ()) {
            return false;
        }
        self.begin_effects(state, &mut ());
        let before = chance.clone();
        let found = self.examine_end(state, &mut (), |state| {
            *chance = before.clone();
            let has_move = self.draw_into(state, chance, turn);
            (has_move, Some(has_move))
        });
        found == Some(true)
    }

    /// Draws a legal move in the place of another; returns whether there is one.
    fn draw_into(&self, state: &State<W>, chance: &mut Rng, drawn: &mut RandomTurn<W>) -> bool {
        if state.is_over() {
            return false;
        }
        let mut drawing = Drawing::new(chance);
        let found = self.draw_with(state, &mut drawing, drawn);
        *chance = drawing.chance;
        found
    }

    fn draw_with(&self, state: &State<W>, drawing: &mut Drawing, drawn: &mut RandomTurn<W>) -> bool {
        if self.lines.prefer_plays || self.lines.partial || self.is_scripted(state) {
            return self.draw_of_list(state, drawing, drawn);
        }
        let ways = self.ways(state);
        let filled = state.occupied();
        let mut left = [Way::Onward, Way::Back].map(|way| self.liftable_among(state, way, ways.sown(way), filled));
        loop {
            let first = self.preferred(state, left);
            let mut open = first;
            loop {
                let count = (open[0].len() + open[1].len()) as usize;
                if count == 0 {
                    break;
                }
                drawing.options.clear();
                let (lane, way) = self.nth_beginning(state, open, drawing.below(count));
                let m = Move { way: ways.is_free(lane).then_some(way), ..self.plain_lift(lane) };
                if self.walk_drawn(state, &TurnState::before(state, m, lane, way), None, drawing, drawn) {
                    return true;
                }
                open[way as usize] &= !W::Set::one(lane);
            }
            if first == [W::Set::EMPTY; 2] {
                return false;
            }
            left = [0, 1].map(|way| left[way] & !first[way]);
        }
    }

    /// The same where the legal moves have to be listed: they are preferred for what they lead to, leave seeds, or are
    /// named by the opening.
    fn draw_of_list(&self, state: &State<W>, drawing: &mut Drawing, drawn: &mut RandomTurn<W>) -> bool {
        let legal = self.legal_moves(state);
        let mut beginnings: Moves = legal.iter().map(|m| Move { choices: Choices::NONE, ..*m }).collect();
        beginnings.dedup();
        let count = beginnings.len();
        if count == 0 {
            return false;
        }
        let m = beginnings[drawing.below(count)];
        if m == Move::SWAP {
            drawn.drawn = drawing.drawn(m);
            return true;
        }
        self.walk_drawn(state, &self.before_move(state, m), Some(&legal), drawing, drawn)
    }

    /// Plays a move from its beginning, and draws its decisions; returns whether it can be made. What does not lead to one
    /// of the legal moves, if these are known, is struck.
    fn walk_drawn(
        &self,
        state: &State<W>,
        begun: &TurnState<W>,
        legal: Option<&Moves>,
        drawing: &mut Drawing,
        drawn: &mut RandomTurn<W>,
    ) -> bool {
        drawing.struck.clear();
        let decisions_before = drawing.options.len();
        let mut decided = Choices::NONE;
        loop {
            let (mut out, mut budget) = ((), Budget::FULL);
            let mut play = MoveInProgress::new(self, *state, *begun, &mut out, &mut budget);
            play.turn.m.choices = decided;
            play.drawing = Some(drawing);
            let result = play.run();
            let m = play.turn.m;
            let is_legal = match result {
                MoveResult::Asks(_) => false,
                MoveResult::Endless(_) if self.lines.endless == EndlessOutcome::Illegal => false,
                _ => match legal {
                    Some(legal) => legal.contains(&m),
                    None => !self.lines.from_needs_choices || self.allows_decided(state, &TurnState { m, ..*begun }),
                },
            };
            if is_legal {
                (drawn.after, drawn.turn, drawn.result) = (play.state, play.turn, result);
                drawn.drawn = drawing.drawn(m);
                return true;
            }
            // The last decision is struck or, where no option was left, the one before.
            let Some(last) = m.choices.len().checked_sub(1) else { return false };
            drawing.struck.push(m.choices);
            decided = m.choices.first(last);
            drawing.options.truncate(decisions_before + last);
        }
    }

    /// The beginning of a number, from 0: the mover's own pits come first, then those of the opponent, then stores.
    fn nth_beginning(&self, state: &State<W>, open: Beginnings<W>, mut number: usize) -> (usize, Way) {
        let mover = state.to_move;
        let both = open[0] | open[1];
        for lanes in [both & self.board.halves[mover], both & self.board.halves[mover.other()], both & !self.board.pits]
        {
            for lane in lanes.lanes() {
                for way in [Way::Onward, Way::Back] {
                    if open[way as usize].has(lane) {
                        if number == 0 {
                            return (lane, way);
                        }
                        number -= 1;
                    }
                }
            }
        }
        unreachable!("the number is below the number of beginnings")
    }
}
