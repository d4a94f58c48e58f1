//! Clauses: the board, the sowing, the tables, the end, the match.

use serde::Serialize;

use super::{Amount, Condition, MarkId, Path, PitKind, Place, Side, Whose};

/// The number of a clause. Every event of a move says which clause made it; only the origins that
/// `check` keeps know where the clause stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ClauseId(pub u16);

/// A game that means something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// What it is called and where it is described.
    pub about: About,
    /// What can be set from outside, with the values it has here.
    pub parameters: Vec<Parameter>,
    /// The pits and the seeds in them.
    pub board: Board,
    /// The marks that a pit can bear; a [`MarkId`] is a place in this list.
    pub marks: Vec<MarkKind>,
    /// Which way and from where seeds are sown.
    pub sowing: Sowing,
    /// Scripted moves.
    pub opening: Vec<Scripted>,
    /// Moves on which the board may be turned instead.
    pub swaps: Vec<Swap>,
    /// Who may lay out seeds before the first move, one after the other.
    pub arrangements: Vec<Arrangement>,
    /// What happens when a turn begins: the first that fits.
    pub begin: Vec<Clause<()>>,
    /// What happens at a pit before a lap is lifted there: the first that fits.
    pub lift: Vec<Clause<()>>,
    /// What happens at every seed sown: the first that fits.
    pub drop: Vec<Clause<()>>,
    /// What happens at the last seed of a lap: the first that fits.
    pub land: Vec<Clause<Continuation>>,
    /// What happens when a move has ended: the first that fits. Its lines stop, or give a bonus move.
    pub finish: Vec<Clause<Continuation>>,
    /// When the game or round is over: the first that fits.
    pub end: Vec<EndClause>,
    /// What a move without end means.
    pub endless: Endless,
    /// What a position that comes again means.
    pub repetition: Repetition,
    /// What decides where no clause names the winner.
    pub goal: Option<Goal>,
    /// How rounds make a match; `None` if the game is one round.
    pub rounds: Option<Rounds>,
    /// The hand-play that decides by chance.
    pub lot: Option<Lot>,
}

impl Rules {
    /// The last move of which the opening speaks, from 1; 0 if it speaks of none.
    pub fn opening_length(&self) -> u16 {
        let scripted = self.opening.iter().map(|scripted| scripted.ply);
        scripted.chain(self.swaps.iter().map(|swap| swap.ply)).max().unwrap_or(0)
    }

    /// All that the lines of the tables do.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        let effects = [&self.begin, &self.lift, &self.drop].into_iter().flatten().flat_map(|clause| &clause.actions);
        effects.chain([&self.land, &self.finish].into_iter().flatten().flat_map(|clause| &clause.actions))
    }

    /// All that is asked in a round.
    pub fn conditions(&self) -> Vec<&Condition> {
        let sowing = &self.sowing;
        let mut all: Vec<&Condition> = vec![&sowing.from.condition];
        all.extend(sowing.prefer.iter().chain(&sowing.skip).map(|guard| &guard.condition));
        all.extend(sowing.ways.iter().map(|line| &line.condition));
        all.extend(sowing.several.iter().map(|line| &line.condition));
        all.extend(sowing.lift.iter().map(|line| &line.condition));
        all.extend([&self.begin, &self.lift, &self.drop].into_iter().flatten().map(|clause| &clause.condition));
        all.extend([&self.land, &self.finish].into_iter().flatten().map(|clause| &clause.condition));
        all.extend(self.end.iter().map(|clause| &clause.condition));
        for action in self.actions() {
            let targets: Vec<&ActionTarget> = match action {
                Action::Capture { from, .. } => from.iter().collect(),
                Action::Move { from, to, .. } => vec![from, to],
                Action::Mark { pits, .. } | Action::Unmark { pits } => pits.iter().collect(),
                Action::Choose(condition) => {
                    all.push(condition);
                    vec![]
                }
                Action::Undo | Action::Reverse => vec![],
            };
            all.extend(targets.into_iter().filter_map(|target| match target {
                ActionTarget::Every(condition) => Some(condition),
                ActionTarget::Pit(_) | ActionTarget::Store(_) => None,
            }));
        }
        all
    }

    /// Whether such a thing is asked in a round.
    pub fn asks(&self, such: &impl Fn(&Condition) -> bool) -> bool {
        self.conditions().iter().any(|condition| condition.has(such))
    }

    /// Whether players own pits of each other's rows, or may come to.
    pub fn has_territory(&self) -> bool {
        self.board.owners.is_some()
            || self.rounds.as_ref().is_some_and(|rounds| matches!(rounds.refill, Refill::Territory(_)))
    }
}

/// What a game is called and where it is described.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct About {
    /// The name.
    pub name: String,
    /// Other names.
    pub names: Vec<String>,
    /// Where it is played, and by whom.
    pub region: Vec<String>,
    /// Descriptions that the file follows.
    pub sources: Vec<String>,
    /// How it reads what they leave open.
    pub readings: Vec<String>,
    /// Why the two players do not begin alike, if they do not.
    pub asymmetric: Option<String>,
}

/// A number or a word that can be set from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The value it has here.
    pub value: Value,
    /// The value it has unless set.
    pub default: Value,
    /// What it may be, as the author wrote it.
    pub values: Vec<Values>,
    /// What it is.
    pub about: Option<String>,
}

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(u16),
    /// A word.
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => write!(f, "{word}"),
        }
    }
}

/// One or more values that a parameter may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// One value.
    One(Value),
    /// All numbers from the first to the second.
    Span(u16, u16),
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Values::One(value) => write!(f, "{value}"),
            Values::Span(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// Rows of pits, and what is in them at the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// One row for South alone, or two.
    pub rows: u8,
    /// Pits in each row, 1 to 24.
    pub pits: u8,
    /// Seeds in each player's pits from his own A on; North has none if the board is South's alone.
    pub start: [Vec<u16>; 2],
    /// Seeds in each player's store at the start.
    pub stored: u16,
    /// Who owns the pits of each row from its A on, if not the player in whose row they are.
    pub owners: Option<[Vec<Side>; 2]>,
    /// Pits that bear a mark: whose row, which pit from 0, and which mark. The mark is the row owner's.
    pub marks: Vec<(Side, u8, MarkId)>,
}

/// A mark that a pit can bear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarkKind {
    /// What it is called.
    pub name: String,
    /// Whether the seeds in a pit so marked stay there to the end.
    pub never_emptied: bool,
}

/// Which way seeds are sown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Direction {
    /// Against the clock; A is each player's leftmost pit.
    Counterclockwise,
    /// With the clock; A is each player's rightmost pit.
    Clockwise,
}

/// A direction along the letters of the pits, or against them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Way {
    /// From each pit to the next letter.
    Onward,
    /// From each pit to the letter before.
    Back,
}

impl Way {
    /// The other one.
    pub fn other(self) -> Way {
        match self {
            Way::Onward => Way::Back,
            Way::Back => Way::Onward,
        }
    }
}

/// Which ways a move may be sown; the mover chooses if there are both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WayRule {
    /// The clause.
    pub clause: ClauseId,
    /// Of which pits.
    pub condition: Condition,
    /// The way; `None` if the mover chooses.
    pub way: Option<Way>,
}

/// Whose first choice of a way binds whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum WayBinding {
    /// Each player keeps his own.
    Each,
    /// Both keep the one first chosen.
    Same,
    /// Each keeps his own, and it is not the other's.
    Opposite,
}

/// Which stores get a seed when sowing passes the end of their owner's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Stores {
    /// None.
    Neither,
    /// The mover's.
    Own,
    /// Both.
    Both,
}

/// Which way and from where seeds are sown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sowing {
    /// The clause of the direction.
    pub clause: ClauseId,
    /// Which way the letters go.
    pub direction: Direction,
    /// Ways other than the letters' for some moves: the first that fits; the last one fits all.
    pub ways: Vec<WayRule>,
    /// Whether the first choice of a way binds.
    pub kept: Option<WayBinding>,
    /// The stores on the way.
    pub stores: Stores,
    /// The clause by which they are.
    pub stores_by: Option<ClauseId>,
    /// Whether a store lies before its owner's row, not behind it.
    pub stores_before: bool,
    /// Whether seeds go round in the mover's row only.
    pub within: bool,
    /// What must be true of a pit for a move to start there; an empty pit never starts one.
    pub from: Guarded,
    /// If of some moves this is true, only these may be made; one after the other.
    pub prefer: Vec<Guarded>,
    /// How many seeds fall into a pit at once: the first that fits, else one.
    pub several: Vec<DropCount>,
    /// How many seeds a move lifts: the first that fits, else all.
    pub lift: Vec<Lift>,
    /// Pits that get no seed.
    pub skip: Vec<Guarded>,
}

impl Sowing {
    /// Whether moves are sown once round both rows and past no store, always along the letters.
    pub fn is_one_ring(&self) -> bool {
        self.stores == Stores::Neither
            && !self.within
            && !self.from_store()
            && self.ways.iter().all(|line| line.way == Some(Way::Onward))
    }

    /// Whether a move may start from the mover's store.
    pub fn from_store(&self) -> bool {
        let mut asks = false;
        self.from.condition.walk(&mut |part| asks |= matches!(part, Condition::Is(Place::Pit(_), PitKind::Store(_))));
        asks
    }
}

/// A clause that is a condition alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Guarded {
    /// Its number.
    pub clause: ClauseId,
    /// What must be true of `here`.
    pub condition: Condition,
}

/// How many seeds a move lifts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lift {
    /// The clause.
    pub clause: ClauseId,
    /// When.
    pub condition: Condition,
    /// How many.
    pub seeds: Lifting,
}

/// How many seeds a move lifts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Lifting {
    /// All but so many; a pit that holds no more than these cannot be lifted.
    AllBut(u8),
    /// As many as the mover chooses.
    Chosen {
        /// One of these numbers, no more than there are.
        seeds: Amount,
        /// One of these numbers stays.
        leaving: Option<Amount>,
    },
}

impl Lifting {
    /// Whether the mover may choose to lift so many and to leave so many.
    pub fn lets(&self, lifted: u8, left: u8) -> bool {
        match self {
            Lifting::AllBut(_) => false,
            Lifting::Chosen { seeds, leaving } => {
                let stays = leaving.as_ref().is_none_or(|leaving| leaving.contains(left.into()));
                seeds.contains(lifted.into()) && stays
            }
        }
    }
}

/// How many seeds fall into a pit at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DropCount {
    /// The clause.
    pub clause: ClauseId,
    /// Into which pits.
    pub condition: Condition,
    /// How many, if there are so many in hand.
    pub seeds: u8,
}

/// A move on which the board may be turned instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Swap {
    /// The clause.
    pub clause: ClauseId,
    /// Which move of the game, from 1.
    pub ply: u16,
}

/// A scripted move of the opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Scripted {
    /// The clause.
    pub clause: ClauseId,
    /// Which move of the game, from 1.
    pub ply: u16,
    /// Whether no other move is allowed then.
    pub must: bool,
    /// Pits of the mover's row, 0 for his A.
    pub pits: Vec<u8>,
    /// How many seeds stay.
    pub leaving: u8,
}

/// Seeds that may be laid out anew before the first move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Arrangement {
    /// The clause.
    pub clause: ClauseId,
    /// Who does it; chance without a player.
    pub by: Option<Side>,
    /// Which seeds.
    pub what: Arranged,
    /// Whether the other player's row is laid out the same.
    pub both: bool,
    /// What must be so then, for the one who does it.
    pub condition: Condition,
}

/// Which seeds are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Arranged {
    /// Those of a player's row, into his row.
    Row,
    /// Those of one of his pits, into any pits.
    Pit,
    /// All that are on the board.
    Board,
}

/// A line of a table: when, what, and what then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause<T> {
    /// Its number.
    pub id: ClauseId,
    /// When.
    pub condition: Condition,
    /// Whether the mover decides that it fits.
    pub may: bool,
    /// What.
    pub actions: Vec<Action>,
    /// What then.
    pub then: T,
}

/// Places that an action speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum ActionTarget {
    /// A pit by steps from `here`.
    Pit(Path),
    /// A player's store.
    Store(Whose),
    /// Every pit of which this is true.
    Every(Condition),
}

/// What happens to seeds and marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Action {
    /// Seeds of some places go to somebody.
    Capture {
        /// How many of each, if there are so many; `None` for all.
        seeds: Option<u16>,
        /// The places.
        from: Vec<ActionTarget>,
        /// Who gets them.
        to: Receiver,
    },
    /// Seeds go from one place to others; no more than there are.
    Move {
        /// How many into each; `None` for all.
        seeds: Option<u16>,
        /// Out of which place.
        from: ActionTarget,
        /// Into which.
        to: ActionTarget,
    },
    /// Pits get a mark of the mover's.
    Mark {
        /// The pits.
        pits: Vec<ActionTarget>,
        /// Which mark.
        mark: MarkId,
    },
    /// Pits lose their mark.
    Unmark {
        /// The pits.
        pits: Vec<ActionTarget>,
    },
    /// The mover chooses one of the pits of which this is true.
    Choose(Condition),
    /// Everything is again as it was when the last seed of the last lap had fallen.
    Undo,
    /// The rest of the move goes the other way.
    Reverse,
}

/// Who gets seeds that are taken off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Receiver {
    /// The mover.
    Mover,
    /// The owner of the pit's mark or, without one, of its row.
    Owner,
    /// The mover's opponent.
    Opponent,
    /// They leave the game.
    Nobody,
}

/// How a move goes on after a landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Continuation {
    /// It ends.
    Stop,
    /// Another lap, with all seeds of that pit. If it is empty, the move ends.
    Relay(Path),
    /// It ends, and the mover moves once more; if he cannot, the turn passes.
    Bonus,
    /// The clause is tried again with `here` moved on by these steps, as long as it fits; with several
    /// paths along each of them, from the landing. Then the move ends.
    Repeat {
        /// The steps.
        along: Vec<Path>,
        /// How often at most along each; `None` without a bound.
        most: Option<u16>,
    },
}

/// A line of the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EndClause {
    /// Its number.
    pub id: ClauseId,
    /// When, for the player whose turn begins.
    pub condition: Condition,
    /// What then.
    pub ending: Ending,
}

/// Who gets the rest, and who wins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// Who takes what, in this order.
    pub takings: Vec<(Who, Taking)>,
    /// Who wins.
    pub verdict: Verdict,
}

/// A subject at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Who {
    /// Both players.
    Each,
    /// The player whose turn begins, or whose move it was.
    Player,
    /// The other.
    Opponent,
}

/// Seeds that somebody takes at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Taking {
    /// All that are left.
    Rest,
    /// Half of what is left, for each of the players; an odd seed stays.
    Half,
    /// Those in a player's row, as the taker sees it.
    Row(Whose),
    /// Those in pits with that mark of a player, as the taker sees him.
    Marked(Whose, MarkId),
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// Whoever the goal says.
    Goal,
    /// The player whose turn begins, or whose move it was.
    Player,
    /// The other.
    Opponent,
    /// Nobody.
    Draw,
    /// The round goes on: the turn passes to the opponent, if he has a move.
    Pass,
}

/// What a move without end means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Endless {
    /// The clause; `None` is the default of the language.
    pub clause: Option<ClauseId>,
    /// A move of more laps than this counts as endless too.
    pub bound: Option<u16>,
    /// What it means.
    pub outcome: EndlessOutcome,
}

impl Endless {
    /// What such moves are called: without a bound they have no end, with one they reach it.
    pub fn moves(&self) -> String {
        bounded(self.bound, "endless moves", "moves that reach the bound of")
    }

    /// What is reported of a sowing that counts as one without end.
    pub fn sowing(&self) -> String {
        bounded(self.bound, "would never end", "reaches the bound of")
    }
}

/// Words for moves that count as endless, under a declared bound of laps or without one.
pub fn bounded(bound: Option<u16>, endless: &str, reached: &str) -> String {
    bound.map_or(endless.to_string(), |laps| format!("{reached} {laps} {}", if laps == 1 { "lap" } else { "laps" }))
}

/// What a move without end means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum EndlessOutcome {
    /// The game is over, with the board as before the move.
    Over(Ending),
    /// It may not be played.
    Illegal,
    /// It ends at the first landing whose state comes again, or with the last lap allowed.
    Stop,
    /// The turn passes, with the board as before the move.
    Pass,
}

/// What a position that comes again with the same player to move means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// The clause; `None` is the default of the language.
    pub clause: Option<ClauseId>,
    /// How often it has to come, the first time included.
    pub times: u16,
    /// What then; the player is the one to move.
    pub ending: Ending,
}

/// What decides where no clause names the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Goal {
    /// More seeds in the store.
    MostSeeds,
}

/// How rounds make a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// The clause of the refill.
    pub clause: ClauseId,
    /// How the pits are filled.
    pub refill: Refill,
    /// What must be so for the loser when he has laid out his seeds.
    pub arranged: Condition,
    /// What becomes of seeds too few to fill a pit.
    pub remainders: Vec<Remainder>,
    /// The clause by which such seeds go into the next pit.
    pub next_pit: Option<ClauseId>,
    /// What becomes of pits that cannot be filled.
    pub unfilled: Unfilled,
    /// The clause that says so.
    pub unfilled_by: ClauseId,
    /// The points that a round brings a player: the first that fits, asked of each as `own`.
    pub points: Vec<Points>,
    /// Who begins.
    pub starter: Starter,
    /// The clause that says so.
    pub starter_by: ClauseId,
    /// When the match is over, asked of each player as `own`.
    pub over: Vec<EndClause>,
}

/// How the board is filled for a new round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Refill {
    /// As at the start of the game.
    Anew,
    /// With so many seeds in each pit of a player's row, from A on.
    Each(u16),
    /// The same from the last pit of his row back.
    FromLast(u16),
    /// As the loser of the last round lays out all that he holds; the other lays out the same.
    Arranged,
    /// With so many seeds in each pit; a player owns as many pits as he can fill, and those of the
    /// other row that follow his own, if he can fill more.
    Territory(u16),
}

impl Refill {
    /// Seeds that fill a pit.
    pub fn seeds(self) -> Option<u16> {
        match self {
            Refill::Anew | Refill::Arranged => None,
            Refill::Each(seeds) | Refill::FromLast(seeds) | Refill::Territory(seeds) => Some(seeds),
        }
    }
}

/// The points that a round brings a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Points {
    /// The clause.
    pub clause: ClauseId,
    /// When.
    pub condition: Condition,
    /// How many; `None` for as many as he has seeds more than the other.
    pub number: Option<u16>,
}

/// What becomes of seeds too few to fill a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Remainder {
    /// The clause.
    pub clause: ClauseId,
    /// What the one has left.
    pub one: u16,
    /// What the other has left.
    pub other: u16,
    /// A lot decides who gets both; otherwise the one cedes his to the other.
    pub by_lot: bool,
}

/// What becomes of pits that cannot be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Unfilled {
    /// They are closed for the round, and so are the same pits of the other row.
    ClosedForBoth,
    /// They are closed for the round.
    Closed,
    /// They are empty and in play.
    Empty,
}

/// Who begins a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Starter {
    /// Whoever wins a lot; also in the first round.
    Lot,
    /// The one who did not begin the last round.
    Alternates,
    /// The winner of the last round; after a draw, the one who began it.
    Winner,
    /// The loser of the last round; after a draw, the one who began it.
    Loser,
    /// Whoever made the last move of the last round.
    LastToMove,
}

/// A hand-play: both players show a sign at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lot {
    /// Its clause.
    pub clause: ClauseId,
    /// What it is called.
    pub name: String,
    /// The signs.
    pub signs: Vec<String>,
    /// Pairs of signs: the first wins against the second.
    pub beats: Vec<(usize, usize)>,
}
