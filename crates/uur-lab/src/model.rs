//! A game as tools see it that look ahead: states, moves, and what follows.
//!
//! [`GameModel`] joins the engine of a game with what a round is played for ([`objective`]). [`rank`] numbers
//! boards. Keys and ranks are seen from the player to move, so that a position and its mirror image are one.

pub mod objective;
pub mod rank;

use std::sync::Arc;

use objective::{Objective, RepetitionValue, Scoring};
use rank::BoardIndex;
use uur::engine::{Engine, LaneSet, Move, MoveMask, Moves, Outcome, Position, Reason, State, Width};
use uur::game::Game;
use uur::rules::{EndlessOutcome, MarkId, Side, Verdict};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// The seeds that each player has won decide.
    Counted,
    /// A draw, whatever has been won.
    Drawn,
    /// A player wins, whatever has been won.
    Won(Side),
}

/// What lies in the pits that bear a player's mark, seen from that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MarkedPits {
    /// How many pits.
    pub pits: u8,
    /// Seeds in those of the player's own half.
    pub own: u16,
    /// Seeds in those of the other half.
    pub other: u16,
}

/// Two independent hashes of a position: one says where it is stored, the other whether it is the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PositionKey {
    /// Where what is known of it is stored.
    pub place: u64,
    /// Which of the positions that are stored there it is.
    pub check: u64,
}

impl PositionKey {
    /// The key of a position and of one thing more.
    pub fn and(self, more: u64) -> PositionKey {
        PositionKey { place: self.place ^ more, check: self.check ^ more }
    }
}

/// What the hashes of positions begin with.
const BEGIN: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];

/// A state with its legal moves, if they are a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<W: Width> {
    /// The state.
    pub state: State<W>,
    /// Its moves.
    moves: MoveMask,
}

/// A game for tools that look ahead.
#[derive(Debug, Clone)]
pub struct GameModel<W: Width> {
    engine: Arc<Engine<W>>,
    objective: Objective,
    verdicts: Verdicts,
    marks: bool,
    /// From this ply on it makes no difference which move it is.
    counted_moves: u16,
    /// After this number of laps a move is abandoned, although the rules do not say so.
    longest: Option<u32>,
}

/// How a game decides rounds.
#[derive(Debug, Clone)]
pub struct Verdicts {
    /// By each clause of the end.
    by_clause: Vec<(u16, Verdict)>,
    endless: Verdict,
    repetition: Verdict,
    scoring: Scoring,
}

impl Verdicts {
    /// Reads them from the rules.
    pub fn of(game: &Game) -> Self {
        let rules = &game.rules;
        Verdicts {
            by_clause: rules.end.iter().map(|clause| (clause.id.0, clause.ending.verdict)).collect(),
            endless: match &rules.endless.outcome {
                EndlessOutcome::Over(ending) => ending.verdict,
                EndlessOutcome::Illegal | EndlessOutcome::Stop | EndlessOutcome::Pass => Verdict::Draw,
            },
            repetition: rules.repetition.ending.verdict,
            scoring: Objective::of(game).scoring,
        }
    }

    /// How the round of a position ended, if it has.
    pub fn end(&self, position: &Position) -> Option<RoundEnd> {
        position.outcome.map(|outcome| self.decided(outcome))
    }

    /// What decides a round with this outcome.
    fn decided(&self, outcome: Outcome) -> RoundEnd {
        let verdict = match (outcome.reason, outcome.clause) {
            (Reason::Endless, _) => self.endless,
            (Reason::Repetition, _) => self.repetition,
            (Reason::NoMove | Reason::Condition, None) => Verdict::Goal,
            (Reason::NoMove | Reason::Condition, Some(clause)) => {
                let line = self.by_clause.iter().find(|(id, _)| *id == clause.0);
                line.map_or(Verdict::Goal, |(_, verdict)| *verdict)
            }
        };
        match (verdict, outcome.winner, self.scoring) {
            (Verdict::Draw, ..) => RoundEnd::Drawn,
            (_, _, Scoring::Margin) => RoundEnd::Counted,
            (_, None, Scoring::Result) => RoundEnd::Drawn,
            (_, Some(winner), Scoring::Result) => RoundEnd::Won(winner),
        }
    }
}

impl<W: Width> GameModel<W> {
    /// A game on an engine of its own; moves are abandoned after `longest` laps.
    pub fn new(game: &Game, engine: Arc<Engine<W>>, longest: Option<u32>) -> Self {
        let rules = &game.rules;
        GameModel {
            engine,
            longest,
            objective: Objective::of(game),
            verdicts: Verdicts::of(game),
            marks: !rules.marks.is_empty(),
            counted_moves: game.program.counted_moves(),
        }
    }

    /// A position as a node.
    pub fn pack(&self, position: &Position) -> Option<Node<W>> {
        let state = self.engine.pack(position)?;
        let moves = if self.engine.has_masks(&state) { self.engine.legal_mask(&state) } else { 0 };
        Some(Node { state, moves })
    }

    /// The moves in order; none once the round is over.
    pub fn moves(&self, node: &Node<W>) -> Moves {
        self.engine.moves(&node.state, node.moves)
    }

    /// The node after a move. Repetition is not examined.
    pub fn successor(&self, node: &Node<W>, m: Move) -> Node<W> {
        let (state, moves) = self.engine.successor(&node.state, m);
        Node { state, moves }
    }

    /// The node after a move, and whether the move was too long to be followed to its end.
    pub fn successor_bounded(&self, node: &Node<W>, m: Move) -> (Node<W>, bool) {
        let Some(longest) = self.longest else { return (self.successor(node, m), false) };
        let (state, moves, abandoned) = self.engine.successor_within(&node.state, m, longest);
        (Node { state, moves }, abandoned)
    }

    /// How far along the path the pit of a move lies, from the player's own A on; `None` for a move without a pit.
    pub fn pit_index(&self, m: Move) -> Option<usize> {
        let layout = self.engine.layout();
        (m != Move::SWAP).then(|| if layout.has(m.pit) { layout.number(m.pit).into() } else { layout.span().into() })
    }

    /// The node with the round ended by the rule of repetition.
    pub fn repeated(&self, node: &Node<W>) -> Node<W> {
        Node { state: self.engine.repeated(&node.state), moves: 0 }
    }

    /// How the round ended, if it has.
    pub fn end(&self, node: &Node<W>) -> Option<RoundEnd> {
        node.state.outcome().map(|outcome| self.verdicts.decided(outcome))
    }

    /// Whose turn it is.
    pub fn to_move(&self, node: &Node<W>) -> Side {
        node.state.to_move()
    }

    /// What each player has won.
    pub fn captured(&self, node: &Node<W>) -> [u16; 2] {
        Side::BOTH.map(|side| node.state.captured(side).into())
    }

    /// The node with these seeds in the pits, from South's A on, after the opening; South is to move, unless the
    /// turn is passed on.
    pub fn from_seeds(&self, seeds: &[u8]) -> Node<W> {
        let (state, moves) = self.engine.placed(seeds, self.counted_moves);
        Node { state, moves }
    }

    /// The rank of the board among all boards of an index.
    pub fn rank(&self, node: &Node<W>, index: &BoardIndex) -> u64 {
        let mover = node.state.to_move();
        index.rank([mover, mover.other()].map(|side| node.state.half(side)))
    }

    /// The seeds in all pits.
    pub fn on_board(&self, node: &Node<W>) -> u16 {
        node.state.on_board()
    }

    /// The seeds in each player's half; those of the player to move come first.
    pub fn halves(&self, node: &Node<W>) -> [u16; 2] {
        let mover = node.state.to_move();
        [mover, mover.other()].map(|side| node.state.in_half(side))
    }

    /// What lies in the pits that bear a player's mark of a kind.
    pub fn marked(&self, node: &Node<W>, owner: Side, kind: MarkId) -> MarkedPits {
        let mut marked = MarkedPits::default();
        for (side, seeds) in [(owner, &mut marked.own), (owner.other(), &mut marked.other)] {
            let pits = node.state.marks_of_kind(side, owner, kind);
            marked.pits += pits.len() as u8;
            *seeds += node.state.seeds_among(pits);
        }
        marked
    }

    /// How many moves a player would have to choose from if it were that player's turn.
    pub fn choices(&self, node: &Node<W>, side: Side) -> usize {
        if node.state.to_move() == side && self.engine.has_masks(&node.state) {
            return node.moves.count_ones() as usize;
        }
        self.engine.choices(&node.state, side)
    }

    /// A hash of everything that the rest of the round depends on.
    pub fn hash(&self, node: &Node<W>) -> u64 {
        self.hash_from(&node.state, BEGIN[0])
    }

    /// The same twice as wide, for proofs: two positions that share it by chance would make a wrong one.
    pub fn key(&self, node: &Node<W>) -> PositionKey {
        let [check, place] = BEGIN.map(|begin| self.hash_from(&node.state, begin));
        PositionKey { check, place }
    }

    #[inline(always)]
    fn hash_from(&self, state: &State<W>, begin: u64) -> u64 {
        let mover = state.to_move();
        let mut hash = state.half(mover).fold(begin, hash_combine);
        hash = state.half(mover.other()).fold(hash, hash_combine);
        if self.marks {
            let marks = |side: Side| [mover, mover.other()].map(|owner| state.marks_in_half(side, owner));
            let [own, other] = [marks(mover), marks(mover.other())];
            hash = own.into_iter().chain(other).fold(hash, hash_combine);
        }
        if W::RARE {
            hash = state.rare_words().into_iter().fold(hash, hash_combine);
        }
        if self.objective.stores_matter {
            let [own, other] = [mover, mover.other()].map(|side| u64::from(state.captured(side)));
            hash = hash_combine(hash, own << 16 | other);
        }
        hash_combine(hash, state.ply().min(self.counted_moves).into())
    }

    /// Whether two positions are the same for the rule of repetition.
    pub fn repeats(&self, one: &Node<W>, other: &Node<W>) -> bool {
        one.state.repeats(&other.state)
    }

    /// What a round is played for.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Whether a sowing was cut short, so that nothing found since then holds.
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.engine.cut_short()
    }
}

/// Whether the seeds on the board are all that the rest of a round depends on, once the opening is over; then
/// boards can be ranked.
pub fn is_determined_by_seeds(game: &Game) -> bool {
    let (rules, objective) = (&game.rules, Objective::of(game));
    rules.marks.is_empty()
        && rules.sowing.kept.is_none()
        && !game.program.counts_moves()
        && !game.program.uses_last_move()
        && !game.program.plays_any_half()
        && !objective.stores_matter
        && !objective.stores_reenter
        && !objective.draw_overrides_margin
        && matches!(objective.repetition, RepetitionValue::Never | RepetitionValue::Nothing)
}

/// Mixes a word into a hash: both halves of the product are used (as in W. Yi's wyhash, 2019).
pub fn hash_combine(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xD6E8_FEB8_6659_FD93)
}
