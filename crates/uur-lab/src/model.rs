//! The game interface of search and solver: states, moves and successors.
//!
//! [`GameModel`] combines the engine of a game with its [`objective`]. [`rank`] numbers boards. Keys and ranks
//! are seen from the player to move, so that a position and its mirror image share them, unless a rule differs for
//! South and North.

mod banked;
pub mod objective;
pub mod rank;
mod reflection;

use std::sync::Arc;

use objective::{Objective, RepetitionValue, Scoring, verdict};
use rank::BoardIndex;
use uur::engine::{Engine, LaneSet, Move, MoveMask, Moves, Outcome, Position, Reason, State, Width};
use uur::game::Game;
use uur::rules::{ClauseId, EndlessOutcome, MarkId, Side, Verdict};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// The captured seeds decide.
    Counted,
    /// A draw, whatever was captured.
    Drawn,
    /// A player wins, whatever was captured.
    Won(Side),
}

impl RoundEnd {
    /// Returns the value for a player who has captured `margin` seeds more: the margin, or 1 for a win.
    pub fn value_for(self, player: Side, margin: i32) -> i32 {
        match self {
            RoundEnd::Counted => margin,
            RoundEnd::Drawn => 0,
            RoundEnd::Won(winner) if winner == player => 1,
            RoundEnd::Won(_) => -1,
        }
    }
}

/// The pits with a player's mark and their seeds, seen from that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MarkedPits {
    /// The number of pits.
    pub pits: u8,
    /// Seeds in those of the player's own half.
    pub own: u16,
    /// Seeds in those of the other half.
    pub other: u16,
}

/// Two independent hashes of a position: one selects the bucket of a table, the other identifies the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PositionKey {
    /// Selects the bucket.
    pub place: u64,
    /// Identifies the position within the bucket.
    pub check: u64,
}

impl PositionKey {
    /// Combines the key with one more word.
    pub fn and(self, more: u64) -> PositionKey {
        PositionKey { place: self.place ^ more, check: self.check ^ more }
    }
}

/// The initial values of the two hashes.
const BEGIN: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];

/// A state with its legal moves, where they are a mask.
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
    /// Whether the seeds of marked pits are their owners' for certain, and no rule asks for their number.
    banks: bool,
    /// Whether a rule differs for South and North.
    tells_players_apart: bool,
    /// On which pit of its half each pit comes to lie with left and right exchanged, if that changes nothing.
    reflection: Option<Arc<[u8]>>,
    /// From this ply on, the rules do not depend on the number of the move.
    counted_moves: u16,
    /// The number of laps after which a move is abandoned, although the rules would continue it.
    longest: Option<u32>,
}

/// How a game decides rounds.
#[derive(Debug, Clone)]
pub struct Verdicts {
    /// The verdict of each clause that ends rounds.
    by_clause: Vec<(u16, Verdict)>,
    endless: Verdict,
    repetition: Verdict,
    scoring: Scoring,
}

impl Verdicts {
    /// Reads them from the rules.
    pub fn of(game: &Game) -> Self {
        let rules = &game.rules;
        let at_end = rules.end.iter().map(|clause| (clause.id.0, clause.ending.verdict));
        // Of several verdicts of a line the last one counts.
        let at_once =
            rules.lines().filter_map(|(id, _, actions)| Some((id.0, actions.iter().rev().find_map(verdict)?)));
        Verdicts {
            by_clause: at_end.chain(at_once).collect(),
            endless: match &rules.endless.outcome {
                EndlessOutcome::Over(ending) => ending.verdict,
                EndlessOutcome::Illegal | EndlessOutcome::Stop | EndlessOutcome::Pass => Verdict::Draw,
            },
            repetition: rules.repetition.ending.verdict,
            scoring: Objective::of(game).scoring,
        }
    }

    /// Returns how the round of a position ended, if it is over.
    pub fn end(&self, position: &Position) -> Option<RoundEnd> {
        position.outcome.map(|outcome| self.decided(outcome))
    }

    /// Returns how a round with this outcome is decided.
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
    /// A game on an engine. Moves are abandoned after `longest` laps.
    pub fn new(game: &Game, engine: Arc<Engine<W>>, longest: Option<u32>) -> Self {
        let rules = &game.rules;
        GameModel {
            engine,
            longest,
            objective: Objective::of(game),
            verdicts: Verdicts::of(game),
            marks: !rules.marks.is_empty(),
            banks: banks_seeds(game),
            tells_players_apart: rules.tells_players_apart(),
            reflection: if W::RARE { None } else { reflection::reflection(game).map(Arc::from) },
            counted_moves: game.program.facts().counted_moves,
        }
    }

    /// Converts a position to a node. `None` if the engine cannot represent it.
    pub fn pack(&self, position: &Position) -> Option<Node<W>> {
        let state = self.engine.pack(position)?;
        let moves = if self.engine.has_masks(&state) { self.engine.legal_mask(&state) } else { 0 };
        Some(Node { state, moves })
    }

    /// Returns the legal moves in order. There are none once the round is over.
    pub fn moves(&self, node: &Node<W>) -> Moves {
        self.engine.moves(&node.state, node.moves)
    }

    /// Returns the node after a move, without checking for repetition.
    pub fn successor(&self, node: &Node<W>, m: Move) -> Node<W> {
        let (state, moves) = self.engine.successor(&node.state, m);
        Node { state, moves }
    }

    /// Returns the node after a move, and whether the move was abandoned for its length.
    pub fn successor_bounded(&self, node: &Node<W>, m: Move) -> (Node<W>, bool) {
        let Some(longest) = self.longest else { return (self.successor(node, m), false) };
        let (state, moves, abandoned) = self.engine.successor_within(&node.state, m, longest);
        (Node { state, moves }, abandoned)
    }

    /// Returns the index of a move's pit on the sowing path, from the player's own A on. `None` for a move without a
    /// pit.
    pub fn pit_index(&self, m: Move) -> Option<usize> {
        let layout = self.engine.layout();
        (m != Move::SWAP).then(|| if layout.has(m.pit) { layout.number(m.pit).into() } else { layout.span().into() })
    }

    /// Returns the node with the round ended by the rule of repetition.
    pub fn repeated(&self, node: &Node<W>) -> Node<W> {
        Node { state: self.engine.repeated(&node.state), moves: 0 }
    }

    /// Returns how the round ended, if it is over.
    pub fn end(&self, node: &Node<W>) -> Option<RoundEnd> {
        node.state.outcome().map(|outcome| self.verdicts.decided(outcome))
    }

    /// Returns the player to move.
    pub fn to_move(&self, node: &Node<W>) -> Side {
        node.state.to_move()
    }

    /// Returns the seeds that each player has captured.
    pub fn captured(&self, node: &Node<W>) -> [u16; 2] {
        Side::BOTH.map(|side| node.state.captured(side).into())
    }

    /// Returns how many more seeds a player has captured than the opponent.
    pub fn ahead(&self, node: &Node<W>, player: Side) -> i32 {
        let [own, other] = [player, player.other()].map(|side| i32::from(node.state.captured(side)));
        own - other
    }

    /// Returns how many more seeds a player has for certain than the opponent: those captured, and those in marked pits
    /// where no rule can change whose they are.
    pub fn lead(&self, node: &Node<W>, player: Side) -> i32 {
        let [own, other] = [player, player.other()].map(|owner| i32::from(self.banked(node, owner)));
        self.ahead(node, player) + own - other
    }

    /// Returns the seeds on the board that a player has for certain.
    pub fn banked(&self, node: &Node<W>, player: Side) -> u16 {
        if self.banks { node.state.seeds_marked(player) } else { 0 }
    }

    /// Returns the seeds whose owner is not certain yet.
    pub fn undecided_seeds(&self, node: &Node<W>) -> u16 {
        self.on_board(node) - Side::BOTH.map(|player| self.banked(node, player)).iter().sum::<u16>()
    }

    /// Returns the node with these seeds in the pits, from South's A on, after the opening. South is to move, unless
    /// South has to pass.
    pub fn from_seeds(&self, seeds: &[u8]) -> Node<W> {
        let (state, moves) = self.engine.placed(seeds, self.counted_moves);
        Node { state, moves }
    }

    /// Returns the rank of the board in an index.
    pub fn rank(&self, node: &Node<W>, index: &BoardIndex) -> u64 {
        let mover = node.state.to_move();
        index.rank([mover, mover.other()].map(|side| node.state.half(side)))
    }

    /// Returns the seeds in all pits.
    pub fn on_board(&self, node: &Node<W>) -> u16 {
        node.state.on_board()
    }

    /// Returns the seeds in each half, first that of the player to move.
    pub fn halves(&self, node: &Node<W>) -> [u16; 2] {
        let mover = node.state.to_move();
        [mover, mover.other()].map(|side| node.state.in_half(side))
    }

    /// Returns the pits with a player's mark of a kind.
    pub fn marked(&self, node: &Node<W>, owner: Side, kind: MarkId) -> MarkedPits {
        let mut marked = MarkedPits::default();
        for (side, seeds) in [(owner, &mut marked.own), (owner.other(), &mut marked.other)] {
            let pits = node.state.marks_of_kind(side, owner, kind);
            marked.pits += pits.len() as u8;
            *seeds += node.state.seeds_among(pits);
        }
        marked
    }

    /// Returns the pits of a player's half with a mark of some owner, the lowest bit for A.
    pub fn marked_pits(&self, node: &Node<W>, side: Side, owner: Side) -> u64 {
        node.state.marks_in_half(side, owner)
    }

    /// Returns the number of legal moves that a player would have if it were that player's turn.
    pub fn choices(&self, node: &Node<W>, side: Side) -> usize {
        if node.state.to_move() == side && self.engine.has_masks(&node.state) {
            return node.moves.count_ones() as usize;
        }
        self.engine.choices(&node.state, side)
    }

    /// Returns a hash of everything that the rest of the round depends on.
    pub fn hash(&self, node: &Node<W>) -> u64 {
        self.hash_from(&node.state, BEGIN[0], false)
    }

    /// Returns a hash of twice the width, for proofs, which a collision would invalidate. The seeds that players have
    /// for certain, as in [`GameModel::lead`], are no part of it. Positions with left and right exchanged have the same,
    /// if they have the same value.
    pub fn key(&self, node: &Node<W>) -> PositionKey {
        let key = self.key_of(&node.state);
        match &self.reflection {
            Some(places) => key.min(self.key_of(&node.state.rearranged(places))),
            None => key,
        }
    }

    #[inline(always)]
    fn key_of(&self, state: &State<W>) -> PositionKey {
        let [check, place] = BEGIN.map(|begin| self.hash_from(state, begin, self.banks));
        PositionKey { check, place }
    }

    #[inline(always)]
    fn hash_from(&self, state: &State<W>, begin: u64, banked: bool) -> u64 {
        let mover = state.to_move();
        let halves = [mover, mover.other()];
        let mut hash = if banked {
            halves.into_iter().flat_map(|side| state.half_but_marked(side)).fold(begin, hash_combine)
        } else {
            let hash = state.half(mover).fold(begin, hash_combine);
            state.half(mover.other()).fold(hash, hash_combine)
        };
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
        if self.tells_players_apart {
            hash = hash_combine(hash, mover as u64);
        }
        hash_combine(hash, state.ply().min(self.counted_moves).into())
    }

    /// Whether two positions are the same for the rule of repetition.
    pub fn repeats(&self, one: &Node<W>, other: &Node<W>) -> bool {
        one.state.repeats(&other.state)
    }

    /// Returns the objective of a round.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Whether a sowing was cut short, so that later results are invalid.
    #[inline]
    pub fn cut_short(&self) -> bool {
        self.engine.cut_short()
    }
}

/// Whether players have the seeds of marked pits for certain. What a repetition is worth must not depend on them.
pub(crate) fn banks_seeds(game: &Game) -> bool {
    let Objective { scoring, repetition, stores_lose, .. } = Objective::of(game);
    let settled = matches!(repetition, RepetitionValue::Never | RepetitionValue::Drawn);
    scoring == Scoring::Margin && settled && !stores_lose && banked::marks_bank_seeds(&game.rules)
}

/// What the rest of a round depends on besides the seeds on the board, once the opening is over; `None` if on
/// nothing. Only then can boards be ranked.
pub fn depends_on_more(game: &Game) -> Option<String> {
    let (rules, objective, stores) = (&game.rules, Objective::of(game), game.program.facts().stores);
    let when = |holds: bool, reason: &str| holds.then(|| reason.to_string());
    let line = |clause: Option<ClauseId>, does: &str| {
        clause.map(|clause| format!("the line `{}` {does}", game.text(clause).replace('\n', " ")))
    };
    let reasons = [
        when(!rules.marks.is_empty(), "pits may bear marks"),
        when(rules.sowing.kept.is_some(), "the direction of a player is kept"),
        when(game.program.facts().counts_moves, "a line asks for the number of the move"),
        when(game.program.facts().remembers(), "lines ask about earlier turns"),
        when(rules.tells_players_apart(), "the players have different rules"),
        when(game.program.facts().any_half, "a move may lift pits of the opponent"),
        line(stores.taken, "may take seeds from a store"),
        line(stores.counted, "may ask for the seeds in a store"),
        when(objective.stores_matter, "the winner is not always the player with more seeds"),
        when(
            objective.repetition == RepetitionValue::Drawn,
            "a position that repeats is a draw, whatever the stores hold",
        ),
        when(objective.draw_overrides_margin, "a line declares a draw, whatever the stores hold"),
        when(
            !matches!(objective.repetition, RepetitionValue::Never | RepetitionValue::Nothing),
            "a position that repeats has no fixed value",
        ),
    ];
    reasons.into_iter().flatten().next()
}

/// Mixes a word into a hash: both halves of the product are used (as in W. Yi's wyhash, 2019).
pub fn hash_combine(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xD6E8_FEB8_6659_FD93)
}
