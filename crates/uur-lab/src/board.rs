//! What those who look ahead ask of a game: positions, moves, and what follows.
//!
//! [`Board`] is all that the solver and the player see. Two machines stand behind it: [`Plain`] plays every
//! game, [`Fast`] those that the fast machine plays. [`stake`] is what a round is played for, [`numbering`]
//! gives boards numbers.

pub mod numbering;
pub mod stake;

use smallvec::SmallVec;

use numbering::Numbering;
use stake::{Again, Counted, Stake};

use uur::engine::{Event, Lean, Move, Observer, Outcome, Packed, Pit, Position, Program, Reason, lanes};
use uur::game::Game;
use uur::rules::{EndlessOutcome, MarkId, Side, Verdict};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The seeds that each player has won decide.
    Counted,
    /// Nobody wins, whatever has been won.
    Drawn,
    /// A player wins, whatever has been won.
    Won(Side),
}

/// What lies in the pits that bear a player's mark, seen from him.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marked {
    /// How many pits.
    pub pits: u8,
    /// Seeds in those of his own row.
    pub own: u16,
    /// Seeds in those of the other row.
    pub other: u16,
}

/// Two numbers of a position that have nothing to do with each other: one says where it is kept, the other
/// whether it is the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Key {
    /// Where what is known of it is kept.
    pub place: u64,
    /// Which of the positions that are kept there it is.
    pub check: u64,
}

impl Key {
    /// The key of a position and of one thing more.
    pub fn and(self, more: u64) -> Key {
        Key { place: self.place ^ more, check: self.check ^ more }
    }
}

/// What the numbers of positions begin with.
const BEGIN: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];

/// A game as those see it who look ahead. Numbers of positions and pits are seen from the player to move, so
/// that a position and the same with the board turned are one.
pub trait Board: Sync {
    /// A position.
    type State: Copy + Send;
    /// A move.
    type Choice: Copy + Eq;

    /// A position made ready; `None` if this machine does not play on from it.
    fn pack(&self, position: &Position) -> Option<Self::State>;
    /// The moves in sowing order from the player's own end; none once the round is over.
    fn moves(&self, state: &Self::State) -> SmallVec<[Self::Choice; 24]>;
    /// The position after a move; repetition is not looked at.
    fn child(&self, state: &Self::State, m: Self::Choice) -> Self::State;
    /// The position after a move, and whether the move was too long to be followed to its end.
    fn follow(&self, state: &Self::State, m: Self::Choice) -> (Self::State, bool);
    /// The move as others know it.
    fn named(&self, m: Self::Choice) -> Move;
    /// From how far along his row a player moves, from his A on; nothing for a move without a pit.
    fn along(&self, m: Self::Choice) -> Option<usize>;
    /// The position with the round ended by the rule of repetition.
    fn repeated(&self, state: &Self::State) -> Self::State;
    /// How the round ended, if it has.
    fn end(&self, state: &Self::State) -> Option<End>;
    /// Whose turn it is.
    fn to_move(&self, state: &Self::State) -> Side;
    /// What each player has won.
    fn captured(&self, state: &Self::State) -> [u16; 2];
    /// The position with these seeds in the pits, from South's A on, after the opening; South is to move,
    /// unless he must pass.
    fn placed(&self, seeds: &[u8]) -> Self::State;
    /// The number of its board, seen from the player to move.
    fn number(&self, state: &Self::State, numbering: &Numbering) -> u64;
    /// The seeds in all pits.
    fn on_board(&self, state: &Self::State) -> u16;
    /// The seeds in each player's row; those of the player to move come first.
    fn rows(&self, state: &Self::State) -> [u16; 2];
    /// What lies in the pits that bear a player's mark of a kind.
    fn marked(&self, state: &Self::State, owner: Side, mark: MarkId) -> Marked;
    /// How many moves a player would have to choose from if it were his turn.
    fn choices(&self, state: &Self::State, side: Side) -> usize;
    /// A number of all that the rest of the round depends on.
    fn key(&self, state: &Self::State) -> u64;
    /// The same in twice as many digits, for proofs: two positions that share it by chance would make a
    /// wrong one.
    fn wide_key(&self, state: &Self::State) -> Key;
    /// Whether two positions are the same for the rule of repetition.
    fn repeats(&self, one: &Self::State, other: &Self::State) -> bool;
    /// What is at stake.
    fn stake(&self) -> Stake;
    /// Whether a sowing was cut short, so that nothing found since then holds.
    fn cut_short(&self) -> bool;
}

/// The machine that plays every game.
#[derive(Clone)]
pub struct Plain<'a> {
    program: &'a Program,
    stake: Stake,
    /// How the round is decided by each clause of the end.
    verdicts: Vec<(u16, Verdict)>,
    endless: Verdict,
    repetition: Verdict,
    marks: bool,
    /// From this ply on it makes no difference which move it is.
    scripted: u16,
    /// After so many laps a move is given up, although the rules do not say so.
    longest: Option<u16>,
    /// Whether a move without end leaves the board as it was and passes the turn.
    endless_passes: bool,
}

impl<'a> Plain<'a> {
    /// The machine of a game.
    pub fn new(game: &'a Game) -> Self {
        Plain::with(game, &game.program, None)
    }

    /// The same with another program for the game: one that gives moves up after so many laps.
    pub fn with(game: &'a Game, program: &'a Program, longest: Option<u16>) -> Self {
        let rules = &game.rules;
        Plain {
            program,
            longest,
            endless_passes: rules.endless.outcome == EndlessOutcome::Pass,
            stake: Stake::of(game),
            verdicts: rules.end.iter().map(|clause| (clause.id.0, clause.ending.verdict)).collect(),
            endless: match &rules.endless.outcome {
                EndlessOutcome::Over(ending) => ending.verdict,
                EndlessOutcome::Illegal | EndlessOutcome::Stop | EndlessOutcome::Pass => Verdict::Draw,
            },
            repetition: rules.repetition.ending.verdict,
            marks: !rules.marks.is_empty(),
            scripted: game.program.counted_moves(),
        }
    }

    /// The pits of the player to move and those of the other, from their own A on.
    fn slices<'s>(&self, state: &'s Position) -> [&'s [u8]; 2] {
        let row = usize::from(self.program.row());
        let (south, north) = (&state.seeds[..row], &state.seeds[row..2 * row]);
        match state.to_move {
            Side::South => [south, north],
            Side::North => [north, south],
        }
    }

    /// A number of all that the rest of the round depends on.
    fn key_from(&self, state: &Position, begin: u64) -> u64 {
        let [own, other] = self.slices(state);
        let mut key = mix_bytes(mix_bytes(begin, own), other);
        let mover = state.to_move;
        if self.marks {
            let marks = self.program.pits_from(mover).map(|pit: Pit| match state.marks[pit.index()] {
                None => 0,
                Some(mark) => 2 * mark.kind.0 + 1 + u8::from(mark.owner == mover),
            });
            key = mix_bytes(key, &marks.collect::<SmallVec<[u8; 64]>>());
        }
        if state.closed != 0 || state.territory != 0 || state.last.is_some() || state.ways != [None; 2] {
            let turned = if mover == Side::North { self.program.mirrored(state) } else { *state };
            let last = turned.last.map_or(0, |(from, to)| 1 + u64::from(from.0) * 256 + u64::from(to.0));
            let ways = turned.ways.map(|way| way.map_or(0, |way| 1 + way as u64));
            key = mix(mix(key, turned.closed), last);
            key = mix(key, ways[0] * 4 + ways[1] + 16 * u64::from(turned.territory as u8));
        }
        if self.stake.stores_matter {
            key = mix(key, u64::from(state.captured[mover]) << 16 | u64::from(state.captured[mover.other()]));
        }
        mix(key, state.ply.min(self.scripted).into())
    }

    /// Plays a move; tells whether it was given up.
    fn play(&self, state: &mut Position, m: Move) -> bool {
        let Some(longest) = self.longest else {
            self.program.play_unchecked(state, m, &mut ());
            return false;
        };
        let mut patience = Patience { longest, lost: false };
        self.program.play_unchecked(state, m, &mut patience);
        patience.lost
    }

    /// What decides a round that ended so.
    fn decided(&self, outcome: Outcome) -> End {
        let verdict = match (outcome.reason, outcome.clause) {
            (Reason::Endless, _) => self.endless,
            (Reason::Repetition, _) => self.repetition,
            (Reason::NoMove | Reason::Condition, None) => Verdict::Goal,
            (Reason::NoMove | Reason::Condition, Some(clause)) => {
                let line = self.verdicts.iter().find(|(id, _)| *id == clause.0);
                line.map_or(Verdict::Goal, |(_, verdict)| *verdict)
            }
        };
        match (verdict, outcome.winner, self.stake.counted) {
            (Verdict::Draw, ..) => End::Drawn,
            (_, _, Counted::Difference) => End::Counted,
            (_, None, Counted::Winner) => End::Drawn,
            (_, Some(winner), Counted::Winner) => End::Won(winner),
        }
    }

    /// Whether the seeds on the board are all that the rest of a round depends on, once the opening is
    /// over; then boards can be numbered.
    pub fn is_its_seeds(game: &Game) -> bool {
        let (rules, stake) = (&game.rules, Stake::of(game));
        rules.marks.is_empty()
            && rules.sowing.kept.is_none()
            && !game.program.counts_moves()
            && !game.program.remembers()
            && !game.program.plays_any_row()
            && !stake.stores_matter
            && !stake.stores_pay
            && !stake.draws
            && matches!(stake.again, Again::Never | Again::Nothing)
    }
}

/// Sees whether a move is given up as too long.
struct Patience {
    longest: u16,
    lost: bool,
}

impl Observer for Patience {
    fn event(&mut self, event: Event) {
        if let Event::Endless { laps, .. } = event {
            self.lost |= laps >= u32::from(self.longest);
        }
    }
}

/// Mixes a word into a number: both halves of the product are kept (as in W. Yi's wyhash, 2019).
pub fn mix(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * 0x9E37_79B9_7F4A_7C15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xD6E8_FEB8_6659_FD93)
}

fn mix_bytes(state: u64, bytes: &[u8]) -> u64 {
    words(bytes).fold(state, mix)
}

/// The sum of a word's bytes.
fn bytes(word: u64) -> u16 {
    (word.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u16
}

/// Bytes in words, from the lowest on.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

impl Board for Plain<'_> {
    type State = Position;
    type Choice = Move;

    fn pack(&self, position: &Position) -> Option<Position> {
        Some(*position)
    }

    fn moves(&self, state: &Position) -> SmallVec<[Move; 24]> {
        self.program.legal_moves(state)
    }

    fn child(&self, state: &Position, m: Move) -> Position {
        let mut child = *state;
        self.program.play_unchecked(&mut child, m, &mut ());
        child
    }

    fn follow(&self, state: &Position, m: Move) -> (Position, bool) {
        let mut child = *state;
        let given_up = self.play(&mut child, m);
        (child, given_up)
    }

    fn named(&self, m: Move) -> Move {
        m
    }

    fn along(&self, m: Move) -> Option<usize> {
        (m != Move::SWAP).then(|| m.pit.index() % usize::from(self.program.row()))
    }

    fn repeated(&self, state: &Position) -> Position {
        let mut over = *state;
        self.program.end_by_repetition(&mut over, &mut ());
        over
    }

    fn end(&self, state: &Position) -> Option<End> {
        state.outcome.map(|outcome| self.decided(outcome))
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn captured(&self, state: &Position) -> [u16; 2] {
        state.captured
    }

    fn placed(&self, seeds: &[u8]) -> Position {
        let mut position = Position { ply: self.scripted, ..Position::empty() };
        position.seeds[..seeds.len()].copy_from_slice(seeds);
        self.program.look_at_end(&mut position, &mut ());
        position
    }

    fn number(&self, state: &Position, numbering: &Numbering) -> u64 {
        numbering.number(self.slices(state).map(words))
    }

    fn on_board(&self, state: &Position) -> u16 {
        state.on_board()
    }

    fn rows(&self, state: &Position) -> [u16; 2] {
        self.slices(state).map(|row| row.iter().map(|&seeds| u16::from(seeds)).sum())
    }

    fn marked(&self, state: &Position, owner: Side, mark: MarkId) -> Marked {
        let mut marked = Marked::default();
        for pit in self.program.pits_from(owner) {
            if state.marks[pit.index()].is_some_and(|found| found.kind == mark && found.owner == owner) {
                let seeds = u16::from(state.seeds[pit.index()]);
                marked.pits += 1;
                *(if self.program.side(pit) == owner { &mut marked.own } else { &mut marked.other }) += seeds;
            }
        }
        marked
    }

    fn choices(&self, state: &Position, side: Side) -> usize {
        self.program.legal_moves(&Position { to_move: side, ..*state }).len()
    }

    fn key(&self, state: &Position) -> u64 {
        self.key_from(state, BEGIN[0])
    }

    fn wide_key(&self, state: &Position) -> Key {
        Key { check: self.key_from(state, BEGIN[0]), place: self.key_from(state, BEGIN[1]) }
    }

    fn repeats(&self, one: &Position, other: &Position) -> bool {
        one.repeats(other)
    }

    fn stake(&self) -> Stake {
        self.stake
    }

    fn cut_short(&self) -> bool {
        self.program.cut_short()
    }
}

/// The fast machine.
pub struct Fast<'a, const N: usize> {
    plain: Plain<'a>,
    lean: Lean<N>,
}

impl<'a, const N: usize> Fast<'a, N> {
    /// The fast machine of a game.
    pub fn new(plain: Plain<'a>, lean: Lean<N>) -> Self {
        Fast { plain, lean }
    }

    /// A number of all that the rest of the round depends on.
    #[inline(always)]
    fn key_from(&self, packed: &Packed<N>, begin: u64) -> u64 {
        let mover = packed.to_move();
        let mut key = packed.half(mover).fold(begin, mix);
        key = packed.half(mover.other()).fold(key, mix);
        if self.plain.marks {
            let marks = |side: Side| [mover, mover.other()].map(|owner| packed.marks_in_half(side, owner));
            let [own, other] = [marks(mover), marks(mover.other())];
            key = own.into_iter().chain(other).fold(key, mix);
        }
        if self.plain.stake.stores_matter {
            let [own, other] = [mover, mover.other()].map(|side| u64::from(packed.captured(side)));
            key = mix(key, own << 16 | other);
        }
        mix(key, packed.ply().min(self.plain.scripted).into())
    }

    /// Whether a move found no end.
    fn is_endless(&self, before: &Packed<N>, after: &Packed<N>) -> bool {
        let same = || Side::BOTH.iter().all(|side| before.half(*side).eq(after.half(*side)));
        match after.outcome() {
            Some(outcome) => outcome.reason == Reason::Endless,
            None => self.plain.endless_passes && same(),
        }
    }
}

impl<const N: usize> Board for Fast<'_, N> {
    /// A position, and a bit for each legal move.
    type State = (Packed<N>, u64);
    /// The lane that is lifted.
    type Choice = u8;

    fn pack(&self, position: &Position) -> Option<Self::State> {
        let packed = self.lean.pack(position)?;
        Some((packed, self.lean.moves(&packed)))
    }

    fn moves(&self, (packed, moves): &Self::State) -> SmallVec<[u8; 24]> {
        // The mover's own pits come first.
        let south = *moves & (u64::MAX >> (64 - 4 * N));
        let [first, then] = match packed.to_move() {
            Side::South => [south, *moves & !south],
            Side::North => [*moves & !south, south],
        };
        lanes(first).chain(lanes(then)).map(|lane| lane as u8).collect()
    }

    fn child(&self, (packed, _): &Self::State, lane: u8) -> Self::State {
        let mut child = *packed;
        let moves = self.lean.play(packed, &mut child, lane.into());
        (child, moves)
    }

    fn follow(&self, state: &Self::State, lane: u8) -> (Self::State, bool) {
        let child = self.child(state, lane);
        // The fast machine does not tell why a move found no end; such moves are rare.
        let given_up = self.plain.longest.is_some()
            && self.is_endless(&state.0, &child.0)
            && self.plain.play(&mut self.lean.unpack(&state.0), self.named(lane));
        (child, given_up)
    }

    fn named(&self, lane: u8) -> Move {
        Move::lifting(self.lean.pit(lane.into()))
    }

    fn along(&self, lane: u8) -> Option<usize> {
        Some(usize::from(lane) % (4 * N))
    }

    fn repeated(&self, (packed, _): &Self::State) -> Self::State {
        let over = self.plain.repeated(&self.lean.unpack(packed));
        (self.lean.pack(&over).expect("it was packed before"), 0)
    }

    fn end(&self, (packed, _): &Self::State) -> Option<End> {
        packed.outcome().map(|outcome| self.plain.decided(outcome))
    }

    fn to_move(&self, (packed, _): &Self::State) -> Side {
        packed.to_move()
    }

    fn captured(&self, (packed, _): &Self::State) -> [u16; 2] {
        Side::BOTH.map(|side| packed.captured(side).into())
    }

    fn placed(&self, seeds: &[u8]) -> Self::State {
        self.lean.placed(seeds, self.plain.scripted)
    }

    fn number(&self, (packed, _): &Self::State, numbering: &Numbering) -> u64 {
        let mover = packed.to_move();
        numbering.number([mover, mover.other()].map(|side| packed.half(side)))
    }

    fn on_board(&self, (packed, _): &Self::State) -> u16 {
        packed.on_board().into()
    }

    fn rows(&self, (packed, _): &Self::State) -> [u16; 2] {
        let mover = packed.to_move();
        [mover, mover.other()].map(|side| packed.half(side).map(bytes).sum())
    }

    fn marked(&self, (packed, _): &Self::State, owner: Side, _mark: MarkId) -> Marked {
        let mut marked = Marked::default();
        for (side, seeds) in [(owner, &mut marked.own), (owner.other(), &mut marked.other)] {
            let mut pits = packed.marks_in_half(side, owner);
            marked.pits += pits.count_ones() as u8;
            for word in packed.half(side) {
                *seeds += lanes(pits & 0xFF).map(|lane| (word >> (8 * lane)) as u8 as u16).sum::<u16>();
                pits >>= 8;
            }
        }
        marked
    }

    fn choices(&self, (packed, moves): &Self::State, side: Side) -> usize {
        if packed.to_move() == side {
            return moves.count_ones() as usize;
        }
        let turned = self.lean.pack(&Position { to_move: side, ..self.lean.unpack(packed) });
        turned.map_or(0, |turned| self.lean.moves(&turned).count_ones() as usize)
    }

    fn key(&self, (packed, _): &Self::State) -> u64 {
        self.key_from(packed, BEGIN[0])
    }

    fn wide_key(&self, (packed, _): &Self::State) -> Key {
        Key { check: self.key_from(packed, BEGIN[0]), place: self.key_from(packed, BEGIN[1]) }
    }

    fn repeats(&self, (one, _): &Self::State, (other, _): &Self::State) -> bool {
        one.repeats(other)
    }

    fn stake(&self) -> Stake {
        self.plain.stake
    }

    #[inline]
    fn cut_short(&self) -> bool {
        self.lean.cut_short()
    }
}
