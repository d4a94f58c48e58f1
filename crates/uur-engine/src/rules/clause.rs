//! The clauses of a game: board, sowing, tables, end and match.

use serde::Serialize;

use super::{
    Amount, Condition, CounterId, MarkId, MoveFact, Path, Period, PitKind, Place, Plan, Reads, Side, Traits, Whose,
};

/// The number of a clause. Every event of a move holds the number of the clause that caused it. The
/// position of a clause in its file is stored separately, in `check::ClauseSpans`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u16);

/// The checked rules of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// Name and sources of the game.
    pub about: About,
    /// The parameters with their current values.
    pub parameters: Vec<Parameter>,
    /// The pits and the seeds at the start.
    pub board: Board,
    /// The marks that a pit can have. A [`MarkId`] is an index into this list.
    pub marks: Vec<MarkKind>,
    /// The counters of each player. A [`CounterId`](super::CounterId) is an index into this list.
    pub counters: Vec<CounterKind>,
    /// The names of conditions. They change nothing, because each condition stands where its name is used.
    pub terms: Vec<Term>,
    /// The stages of a round. A turn is in the first whose condition is true when the turn begins.
    pub stages: Vec<Stage>,
    /// How seeds are lifted and sown.
    pub sowing: Sowing,
    /// Scripted moves.
    pub opening: Vec<Scripted>,
    /// Moves on which the player may turn the board instead.
    pub swaps: Vec<Swap>,
    /// The setups allowed before the first move, in order.
    pub arrangements: Vec<Arrangement>,
    /// The table for the beginning of a turn. In each table, the first line that matches applies.
    pub begin: Vec<Clause<()>>,
    /// The table for a pit before a lap is lifted from it.
    pub lift: Vec<Clause<()>>,
    /// The table for every seed sown.
    pub drop: Vec<Clause<()>>,
    /// The table for the last seed of a lap.
    pub land: Vec<Clause<Continuation>>,
    /// The table for the end of a move. Its lines stop, or give a bonus move.
    pub finish: Vec<Clause<Continuation>>,
    /// The conditions under which the game or round is over.
    pub end: Vec<EndClause>,
    /// The consequence of a move without end.
    pub endless: Endless,
    /// The consequence of a repeated position.
    pub repetition: Repetition,
    /// How the winner is determined where no clause names one. `None` if all clauses do.
    pub goal: Option<Goal>,
    /// The rules of the match; `None` if the game is one round.
    pub rounds: Option<Rounds>,
    /// The hand game that serves as a lot.
    pub lot: Option<Lot>,
}

impl Rules {
    /// Returns the number of the last move with an opening rule, from 1; 0 if there is none.
    pub fn opening_length(&self) -> u16 {
        let scripted = self.opening.iter().map(|scripted| scripted.ply);
        scripted.chain(self.swaps.iter().map(|swap| swap.ply)).max().unwrap_or(0)
    }

    /// Returns the stages, if the board may not tell within a turn in which one it began.
    pub fn kept_stages(&self) -> &[Stage] {
        let kept = |stage: &Stage| matches!(stage.fact, Condition::Fact(MoveFact::Stage(_)));
        if self.stages.iter().any(kept) { &self.stages } else { &[] }
    }

    /// Iterates over the lines of the tables of a move: their numbers, conditions and actions.
    pub fn lines(&self) -> impl Iterator<Item = (ClauseId, &Condition, &[Action])> {
        fn parts<T>(clause: &Clause<T>) -> (ClauseId, &Condition, &[Action]) {
            (clause.id, &clause.condition, &clause.actions)
        }
        let effects = [&self.begin, &self.lift, &self.drop].into_iter().flatten().map(parts);
        effects.chain([&self.land, &self.finish].into_iter().flatten().map(parts))
    }

    /// Iterates over the actions of all tables.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.lines().flat_map(|(_, _, actions)| actions)
    }

    /// Whether some move earns its player another one.
    pub fn gives_bonus_moves(&self) -> bool {
        self.land.iter().chain(&self.finish).any(|clause| clause.then == Continuation::Bonus)
    }

    /// Whether some ending leaves it to the goal who wins.
    pub fn goal_decides(&self) -> bool {
        let endless = match &self.endless.outcome {
            EndlessOutcome::Over(ending) => Some(ending),
            EndlessOutcome::Illegal | EndlessOutcome::Stop | EndlessOutcome::Pass => None,
        };
        let over = self.rounds.iter().flat_map(|rounds| &rounds.over);
        let endings = self.end.iter().chain(over).map(|clause| &clause.ending);
        let mut endings = endings.chain(endless).chain([&self.repetition.ending]);
        endings.any(|ending| ending.verdict == Verdict::Goal)
            || self.actions().any(|action| *action == Action::Over(Verdict::Goal))
    }

    /// Iterates over the ways in which moves continue.
    fn continuations(&self) -> impl Iterator<Item = &Continuation> {
        self.land.iter().chain(&self.finish).map(|clause| &clause.then)
    }

    /// Whether some lap may be sown against the letters.
    pub fn sows_back(&self) -> bool {
        self.sowing.ways.iter().any(|line| line.way != Some(Way::Onward))
            || !self.sowing.each_lap.is_empty()
            || self.actions().any(Action::turns)
            || self.continuations().any(|then| matches!(then, Continuation::Resow { way: Some(_), .. }))
    }

    /// Returns all conditions that a round evaluates.
    pub fn conditions(&self) -> Vec<&Condition> {
        let sowing = &self.sowing;
        let mut all: Vec<&Condition> = sowing.from.iter().map(|line| &line.condition).collect();
        all.extend(self.stages.iter().map(|stage| &stage.condition));
        all.extend(sowing.prefer.iter().chain(&sowing.skip).map(|guard| &guard.condition));
        all.extend(sowing.enter.iter().map(|enter| &enter.condition));
        all.extend(sowing.each_lap.iter().map(|line| &line.condition));
        all.extend(sowing.ways.iter().map(|line| &line.condition));
        all.extend(sowing.several.iter().map(|line| &line.condition));
        all.extend(sowing.lift.iter().map(|line| &line.condition));
        all.extend(self.lines().map(|(_, condition, _)| condition));
        all.extend(self.end.iter().map(|clause| &clause.condition));
        all.extend(self.continuations().flat_map(|then| then.lifted()).filter_map(ActionTarget::every));
        all.extend(self.actions().flat_map(Action::parts));
        all
    }

    /// Whether any condition of a round, or a part of one, satisfies the predicate.
    pub fn any_condition(&self, predicate: &impl Fn(&Condition) -> bool) -> bool {
        self.conditions().iter().any(|condition| condition.has(predicate))
    }

    /// Whether a line of a round depends on one of these.
    pub fn reads(&self, any: Reads) -> bool {
        self.conditions().iter().any(|condition| condition.reads(any))
            || self.actions().any(|action| action.own_traits().reads.has(any))
            || self.continuations().any(|then| then.own_traits().reads.has(any))
    }

    /// Whether a rule differs for South and North.
    pub fn tells_players_apart(&self) -> bool {
        self.reads(Reads::SIDE)
    }

    /// Whether a move can have more than one lap.
    pub fn relays(&self) -> bool {
        self.land.iter().any(|clause| clause.then.sows_on())
    }

    /// Whether lines take seeds before the landing of a lap is seen.
    pub fn captures_on_the_way(&self) -> bool {
        let mut actions = self.lift.iter().chain(&self.drop).flat_map(|clause| &clause.actions);
        actions.any(|action| matches!(action, Action::Capture { .. } | Action::Move { to: ActionTarget::Store(_), .. }))
    }

    /// Whether the mover may have to decide something within a move.
    pub fn asks_within_moves(&self) -> bool {
        !self.sowing.each_lap.is_empty()
            || self.land.iter().chain(&self.finish).any(|clause| clause.may)
            || self.lift.iter().any(|clause| clause.may)
            || self.actions().any(|action| matches!(action, Action::Choose { .. }))
    }

    /// Whether a player can own pits in the other's row.
    pub fn has_territory(&self) -> bool {
        self.board.owners.is_some() || self.rounds.as_ref().is_some_and(Rounds::has_territory)
    }
}

/// Name and sources of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct About {
    /// The name.
    pub name: String,
    /// Other names.
    pub names: Vec<String>,
    /// Where the game is played, and by whom.
    pub region: Vec<String>,
    /// The descriptions that the rule file follows.
    pub sources: Vec<String>,
    /// How the rule file resolves what the sources leave open.
    pub readings: Vec<String>,
    /// Why the two players start differently, if they do.
    pub asymmetric: Option<String>,
}

impl About {
    /// The countries or other places that regions begin with, such as `Kenya` of `Kenya: Ariaal`, in alphabetical order.
    /// What is written in small letters, such as `around 1762`, is none.
    pub fn places(&self) -> Vec<String> {
        let parts = self.region.iter().flat_map(|region| region.split(';'));
        let places = parts.map(|part| part.split(':').next().unwrap_or("")).flat_map(|part| part.split(','));
        let places = places.flat_map(|part| part.split(" and ")).map(str::trim);
        let mut all: Vec<String> =
            places.filter(|place| place.starts_with(char::is_uppercase)).map(str::to_string).collect();
        all.sort();
        all.dedup();
        all
    }
}

/// A number or a word that the user can set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its current value.
    pub value: Value,
    /// Its default value.
    pub default: Value,
    /// The allowed values, as the author wrote them.
    pub values: Vec<Values>,
    /// Its description.
    pub about: Option<String>,
}

/// A value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Values {
    /// One value.
    One(Value),
    /// All numbers from the first to the second.
    Span(u16, u16),
}

impl Values {
    /// The numbers among them.
    pub fn numbers(&self) -> std::ops::RangeInclusive<u16> {
        let (low, high) = match self {
            Values::One(Value::Number(number)) => (*number, *number),
            Values::One(Value::Word(_)) => (1, 0),
            Values::Span(low, high) => (*low, *high),
        };
        low..=high
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Values::One(value) => write!(f, "{value}"),
            Values::Span(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

/// The pits, and their contents at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Where the pits lie, and their names.
    pub plan: Plan,
    /// Seeds in each player's pits from the player's A on along the player's own side;
    /// none for North on a board of one row.
    pub start: [Vec<u16>; 2],
    /// Seeds in each player's store at the start.
    pub stored: u16,
    /// The owners of the pits of each player's half from its A on, if they differ from the player.
    pub owners: Option<[Vec<Side>; 2]>,
    /// The marked pits: half, index of the pit from 0, and mark. The player whose half it is owns the mark.
    pub marks: Vec<(Side, u8, MarkId)>,
}

/// A mark that a pit can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkKind {
    /// Its name.
    pub name: String,
    /// Its name for several pits, if the file gives one.
    pub plural: Option<String>,
    /// Whether the seeds in a pit with this mark stay there to the end.
    pub never_emptied: bool,
}

impl MarkKind {
    /// Returns the noun for a pit with this mark: its name, or `fresh pit` for a name that is an adjective.
    pub fn noun(&self) -> String {
        let name = self.name.replace('_', " ");
        let adjective = name.ends_with("ed") || ["fresh", "short"].contains(&&*name);
        if adjective && self.plural.is_none() { name + " pit" } else { name }
    }

    /// Returns the noun for several pits with this mark: the one of the file, or one by the rule of English.
    pub fn plural(&self) -> String {
        if let Some(plural) = &self.plural {
            return plural.replace('_', " ");
        }
        let name = self.noun();
        let before_y = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
        match before_y {
            Some(stem) => format!("{stem}ies"),
            None if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) => name + "es",
            None => name + "s",
        }
    }
}

/// A name of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The name.
    pub name: String,
    /// What it stands for; empty if it is not used, or is always true or false under the parameter values.
    pub meanings: Vec<Condition>,
}

/// A part of the round with rules of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// What is true of the board when a turn of this stage begins. Stages before it come first.
    pub condition: Condition,
    /// What the lines of the stage ask. It stays as it is for the whole turn.
    pub fact: Condition,
}

/// A number that the rules keep for each player, from 0 to 255. It is 0 when a round begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterKind {
    /// Its name.
    pub name: String,
    /// Whether it keeps its value in later rounds of a match.
    pub kept: bool,
}

/// The direction in which the letters of the pits run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    #[default]
    /// A is each player's leftmost pit, but the rightmost of the front row where a player has several rows.
    Counterclockwise,
    /// A is each player's rightmost pit, but the leftmost of the front row where a player has several rows.
    Clockwise,
}

/// The direction of a move, relative to the letters of the pits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// Toward later letters.
    Onward,
    /// Toward earlier letters.
    Back,
}

impl Way {
    /// The two directions.
    pub const BOTH: [Way; 2] = [Way::Onward, Way::Back];

    /// The opposite direction.
    pub fn other(self) -> Way {
        match self {
            Way::Onward => Way::Back,
            Way::Back => Way::Onward,
        }
    }
}

/// A rule for the direction of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayRule {
    /// The clause.
    pub clause: ClauseId,
    /// The pits to which it applies.
    pub condition: Condition,
    /// The direction; `None` if the mover chooses.
    pub way: Option<Way>,
}

/// How the first choice of a direction binds the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WayBinding {
    /// Each player is bound by their own first choice.
    Each,
    /// Both players are bound by the first choice of either.
    Same,
    /// The player who chooses first is bound by the choice, and the other by its opposite.
    Opposite,
}

/// A part of the path of sowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Whose pits or store.
    pub whose: Whose,
    /// The pits, or the store.
    pub part: RunPart,
    /// Whether it is passed from its end to its beginning.
    pub backwards: bool,
}

/// The pits of a part of the path, or a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunPart {
    /// All pits of a player, along the player's own side.
    Side,
    /// The pits in one row of a player, 0 for the front row.
    Row(u8),
    /// A player's store.
    Store,
}

impl Run {
    /// The path where the rules define none: the mover's pits, then the opponent's.
    pub const AROUND: [Run; 2] = [Run::side(Whose::Own), Run::side(Whose::Opponent)];

    /// Returns the run through all pits of a player.
    pub const fn side(whose: Whose) -> Run {
        Run { whose, part: RunPart::Side, backwards: false }
    }

    /// Returns the run through a player's store.
    pub const fn store(whose: Whose) -> Run {
        Run { whose, part: RunPart::Store, backwards: false }
    }
}

/// How seeds are lifted and sown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sowing {
    /// The clause of the direction.
    pub clause: ClauseId,
    /// The direction in which the letters run.
    pub direction: Direction,
    /// The directions of moves: the first line that matches; the last line matches all.
    pub ways: Vec<WayRule>,
    /// Whether and how the first choice of a direction binds the players.
    pub kept: Option<WayBinding>,
    /// The path of sowing; after its last pit follows the first.
    pub along: Vec<Run>,
    /// The clause that puts stores on it.
    pub along_by: Option<ClauseId>,
    /// The pits from which a move may start. An empty pit never starts one.
    pub from: Vec<Guarded>,
    /// The seeds that a move may drop from the mover's store as its first lap.
    pub enter: Option<Enter>,
    /// The way that the mover may choose for a lap: the first line that matches.
    pub each_lap: Vec<EachLap>,
    /// Preferences, applied in order: if some moves satisfy one, only these are legal.
    pub prefer: Vec<Guarded>,
    /// How many seeds fall into a pit at once: the first line that matches, otherwise one.
    pub several: Vec<DropCount>,
    /// How many seeds a move lifts: the first line that matches, otherwise all.
    pub lift: Vec<Lift>,
    /// Pits that get no seed.
    pub skip: Vec<Guarded>,
}

impl Sowing {
    /// Whether all moves are sown along the letters around both halves, without stores.
    pub fn is_around(&self) -> bool {
        self.along == Run::AROUND && !self.from_store() && self.ways.iter().all(|line| line.way == Some(Way::Onward))
    }

    /// Whether all pits into which a mover sows form one ring, around both halves or the mover's own, without stores.
    pub fn is_one_ring(&self) -> bool {
        self.along == Run::AROUND || self.along == [Run::side(Whose::Own)]
    }

    /// Whether the mover chooses the way of sowing, unless a line before says otherwise.
    pub fn is_either_way(&self) -> bool {
        self.ways.last().is_some_and(|line| line.way.is_none())
    }

    /// Whether stores lie on the path.
    pub fn passes_stores(&self) -> bool {
        self.along.iter().any(|run| run.part == RunPart::Store)
    }

    /// Whether the path has no pits of the opponent.
    pub fn stays_on_own_side(&self) -> bool {
        self.along.iter().all(|run| run.whose == Whose::Own || run.part == RunPart::Store)
    }

    /// Whether the path begins with a store.
    pub fn begins_with_store(&self) -> bool {
        self.along.first().is_some_and(|run| run.part == RunPart::Store)
    }

    /// Whether a move may start from the mover's store.
    pub fn from_store(&self) -> bool {
        let is_store = |part: &Condition| matches!(part, Condition::Is(Place::Pit(_), PitKind::Store(_)));
        self.from.iter().any(|line| line.condition.has(&is_store))
    }
}

/// A line of the sowing that lets seeds enter from the mover's store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enter {
    /// The clause.
    pub clause: ClauseId,
    /// The number of seeds.
    pub seeds: u8,
    /// The condition on the pit into which they fall. A pit that satisfies it is not lifted in the same turn.
    pub condition: Condition,
}

/// A way that the mover may choose for a lap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EachLap {
    /// The clause.
    pub clause: ClauseId,
    /// The way.
    pub way: Way,
    /// The condition, evaluated for the lap sown this way, at the pit from which it is sown.
    pub condition: Condition,
}

/// A clause that consists of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarded {
    /// Its number.
    pub clause: ClauseId,
    /// The condition on `here`.
    pub condition: Condition,
}

/// A line of `lift` in the sowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lift {
    /// The clause.
    pub clause: ClauseId,
    /// The condition under which it applies.
    pub condition: Condition,
    /// The number of seeds.
    pub seeds: Lifting,
}

/// How many seeds a move lifts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lifting {
    /// All but this number. A pit that holds no more than this number cannot be lifted.
    AllBut(u8),
    /// A number that the mover chooses.
    Chosen {
        /// The allowed numbers.
        seeds: Amount,
        /// The numbers that may stay in the pit; `None` for any.
        leaving: Option<Amount>,
    },
}

impl Lifting {
    /// The fewest seeds of a pit that can be lifted so.
    pub fn fewest(&self) -> u16 {
        match self {
            Lifting::AllBut(left) => u16::from(*left) + 1,
            Lifting::Chosen { .. } => {
                let is_enough = |seeds: &u8| (1..=*seeds).any(|lifted| self.allows(lifted, seeds - lifted));
                (1..=u8::MAX).find(is_enough).map_or(1, u16::from)
            }
        }
    }

    /// Whether the mover may choose to lift and to leave these numbers of seeds.
    pub fn allows(&self, lifted: u8, left: u8) -> bool {
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropCount {
    /// The clause.
    pub clause: ClauseId,
    /// The pits to which it applies.
    pub condition: Condition,
    /// The number of seeds, if as many are in hand.
    pub seeds: u8,
}

/// A move on which the player may turn the board instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swap {
    /// The clause.
    pub clause: ClauseId,
    /// The number of the move, from 1.
    pub ply: u16,
    /// The player moves as well.
    pub moves_on: bool,
}

/// A scripted move of the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scripted {
    /// The clause.
    pub clause: ClauseId,
    /// The number of the move, from 1.
    pub ply: u16,
    /// Whether it is the only move allowed.
    pub must: bool,
    /// Pits of the mover's row, 0 for A.
    pub pits: Vec<u8>,
    /// The number of seeds that stay in the pit.
    pub leaving: u8,
}

/// A setup that is allowed before the first move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The clause.
    pub clause: ClauseId,
    /// The player who may do it; `None` for a random setup.
    pub by: Option<Side>,
    /// Which seeds.
    pub what: Arranged,
    /// Whether the other player's row is laid out in the same way.
    pub both: bool,
    /// The condition that the result must satisfy, seen from the player who does it.
    pub condition: Condition,
}

/// Which seeds are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arranged {
    /// Those of a player's row, within the row.
    Row,
    /// Those of one pit in the player's row, into any pits.
    Pit,
    /// All seeds on the board.
    Board,
}

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause<T> {
    /// Its number.
    pub id: ClauseId,
    /// The condition under which it applies.
    pub condition: Condition,
    /// Whether the mover decides if it applies.
    pub may: bool,
    /// The actions.
    pub actions: Vec<Action>,
    /// How the move continues.
    pub then: T,
}

/// The pits or the store to which an action applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionTarget {
    /// A pit, by a path from `here`.
    Pit(Path),
    /// A player's store.
    Store(Whose),
    /// Every pit that satisfies the condition.
    Every(Condition),
}

impl ActionTarget {
    /// Returns the condition on each pit, if it is a set of pits.
    pub fn every(&self) -> Option<&Condition> {
        match self {
            ActionTarget::Every(condition) => Some(condition),
            ActionTarget::Pit(_) | ActionTarget::Store(_) => None,
        }
    }

    /// Visits the condition on each pit, if it is a set of pits.
    pub fn visit_every(&mut self, visit: &mut dyn FnMut(&mut Condition)) {
        if let ActionTarget::Every(condition) = self {
            visit(condition);
        }
    }

    /// Returns what the place depends on, apart from the condition on each pit.
    fn own_traits(&self) -> Traits {
        match self {
            ActionTarget::Pit(path) => Traits::of_path(path),
            ActionTarget::Store(_) | ActionTarget::Every(_) => Traits::NONE,
        }
    }
}

/// An action on seeds or marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Moves seeds from places on the board to a player's store, or out of the game.
    Capture {
        /// How many are taken from each place.
        seeds: Portion,
        /// The places.
        from: Vec<ActionTarget>,
        /// The receiver.
        to: Receiver,
    },
    /// Moves seeds from one place to another, at most as many as there are.
    Move {
        /// The number of seeds for each destination; `None` for all.
        seeds: Option<u16>,
        /// The origin.
        from: ActionTarget,
        /// The destination.
        to: ActionTarget,
    },
    /// Gives pits a mark.
    Mark {
        /// The pits.
        pits: Vec<ActionTarget>,
        /// The mark.
        mark: MarkId,
        /// The owner of the mark.
        owner: Whose,
    },
    /// Removes the marks of pits.
    Unmark {
        /// The pits.
        pits: Vec<ActionTarget>,
    },
    /// Lets the mover choose among the pits that satisfy the condition.
    Choose {
        /// The number of pits; all are chosen if there are no more.
        number: u8,
        /// The condition.
        among: Condition,
    },
    /// Changes a player's counter.
    Count {
        /// The player.
        whose: Whose,
        /// The counter.
        counter: CounterId,
        /// How it changes.
        change: CounterChange,
        /// The number; for a place the seeds that it holds.
        by: Summand,
    },
    /// An action on the move as a whole.
    OfMove(MoveAction),
    /// Ends the round at once.
    Over(Verdict),
}

/// An action on the move as a whole, without places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveAction {
    /// Restores the state after the last seed of the last lap.
    Undo,
    /// Reverses the direction for the rest of the move.
    Reverse,
}

impl MoveAction {
    /// Its row: its words, the section in which it is valid and the same as a clause, and what conditions may find
    /// changed after it.
    fn row(self) -> (&'static str, &'static str, &'static str, Reads) {
        match self {
            MoveAction::Undo => (
                "undo",
                "finish",
                "captures are undone after a move, in `finish`",
                Reads::SEEDS | Reads::OCCUPIED | Reads::STORES | Reads::MARKS | Reads::CAPTURED,
            ),
            MoveAction::Reverse => {
                ("reverse", "land", "a lap is sown backwards after the last seed of another", Reads::WAY | Reads::ALONG)
            }
        }
    }

    /// Returns its words.
    pub fn words(self) -> &'static str {
        self.row().0
    }

    /// Whether it is valid in a section.
    pub fn is_valid_in(self, section: &str) -> bool {
        self.row().1 == section
    }

    /// Says where it is valid, as a clause.
    pub fn where_valid(self) -> &'static str {
        self.row().2
    }

    /// Returns what conditions may find changed after it.
    pub fn writes(self) -> Reads {
        self.row().3
    }
}

impl Action {
    /// Returns the places that it empties or takes seeds from, and the others that it changes.
    pub fn targets(&self) -> [&[ActionTarget]; 2] {
        use std::slice::from_ref;
        match self {
            Action::Capture { from, .. } => [from, &[]],
            Action::Move { from, to, .. } => [from_ref(from), from_ref(to)],
            Action::Mark { pits, .. } | Action::Unmark { pits } => [&[], pits],
            Action::Choose { .. } | Action::Count { .. } | Action::OfMove(_) | Action::Over(_) => [&[]; 2],
        }
    }

    /// Returns the conditions on the pits of its sets.
    pub fn parts(&self) -> impl Iterator<Item = &Condition> {
        let among = if let Action::Choose { among, .. } = self { Some(among) } else { None };
        self.targets().into_iter().flatten().filter_map(ActionTarget::every).chain(among)
    }

    /// Visits the conditions on the pits of its sets.
    pub fn visit_parts(&mut self, visit: &mut dyn FnMut(&mut Condition)) {
        match self {
            Action::Capture { from: pits, .. } | Action::Mark { pits, .. } | Action::Unmark { pits } => {
                pits.iter_mut().for_each(|target| target.visit_every(visit));
            }
            Action::Move { from, to, .. } => [from, to].into_iter().for_each(|target| target.visit_every(visit)),
            Action::Choose { among, .. } => visit(among),
            Action::Count { .. } | Action::OfMove(_) | Action::Over(_) => {}
        }
    }

    /// Whether it undoes captures.
    pub fn undoes(&self) -> bool {
        *self == Action::OfMove(MoveAction::Undo)
    }

    /// Whether it changes the way of sowing.
    pub fn turns(&self) -> bool {
        matches!(self, Action::OfMove(action) if action.writes().has(Reads::WAY))
    }

    /// Returns what its effect depends on, apart from those conditions.
    pub fn own_traits(&self) -> Traits {
        let targets = self.targets().into_iter().flatten();
        let counted = if let Action::Count { by: Summand::Of(place), .. } = self { Some(place) } else { None };
        targets.map(ActionTarget::own_traits).chain(counted.map(Place::traits)).fold(Traits::NONE, Traits::with)
    }
}

/// How a counter changes. It stays from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterChange {
    /// It becomes the number.
    Set,
    /// The number is added.
    Add,
    /// The number is subtracted.
    Subtract,
}

impl CounterChange {
    /// Returns the new value of a counter.
    pub fn of(self, value: u8, by: u16) -> u8 {
        let value = u16::from(value);
        let changed = match self {
            CounterChange::Set => by,
            CounterChange::Add => value.saturating_add(by),
            CounterChange::Subtract => value.saturating_sub(by),
        };
        changed.min(255) as u8
    }
}

/// A number that a rule gives, or counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summand {
    /// The number itself.
    Number(u16),
    /// The seeds in a place.
    Of(Place),
}

/// How many of the seeds in a place are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Portion {
    /// All of them.
    All,
    /// At most this number.
    AtMost(u16),
    /// All but this number, which stays.
    AllBut(u16),
    /// Half of them; an odd seed stays.
    Half,
}

impl Portion {
    /// Returns how many of a number of seeds it is.
    #[inline]
    pub fn of(self, seeds: u8) -> u8 {
        match self {
            Portion::All => seeds,
            Portion::AtMost(most) => seeds.min(most.min(255) as u8),
            Portion::AllBut(stay) => seeds.saturating_sub(stay.min(255) as u8),
            Portion::Half => seeds / 2,
        }
    }
}

/// Who gets seeds that are taken off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// The mover.
    Mover,
    /// The owner of the pit's mark or, without one, of its row.
    Owner,
    /// The mover's opponent.
    Opponent,
    /// No player; the seeds leave the game.
    Nobody,
}

/// How a move continues after a landing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Continuation {
    /// The move ends.
    Stop,
    /// Another lap, with all seeds of that pit. If it is empty, the move ends.
    Relay(Path),
    /// Another lap, with the seeds of these places. If there are no seeds, the move ends.
    Resow {
        /// How many seeds are lifted from each place.
        seeds: Portion,
        /// The places.
        lift: Vec<ActionTarget>,
        /// The pit at which the lap begins.
        at: Path,
        /// Whether its first seed falls into that pit, not into the pit that follows.
        into: bool,
        /// The way of the lap and of those that follow; `None` for that of the last lap.
        way: Option<Way>,
    },
    /// The move ends, and the mover moves again. If the mover cannot, the turn passes.
    Bonus,
    /// The clause is applied again with `here` advanced along a path, as long as it matches, and then the
    /// move ends. With several paths, each of them starts at the landing.
    Repeat {
        /// The paths.
        along: Vec<Path>,
        /// The greatest number of repetitions along each path; `None` without a bound.
        most: Option<u16>,
    },
}

impl Continuation {
    /// Whether another lap may follow.
    pub fn sows_on(&self) -> bool {
        match self {
            Continuation::Relay(_) | Continuation::Resow { .. } => true,
            Continuation::Stop | Continuation::Bonus | Continuation::Repeat { .. } => false,
        }
    }

    /// Whether there is nothing to sow on, since it is the pit that these actions have emptied.
    pub fn is_in_vain(&self, actions: &[Action]) -> bool {
        let Continuation::Relay(path) = self else { return false };
        let pit = ActionTarget::Pit(path.clone());
        let emptied = actions.iter().rev().find_map(|action| match action {
            Action::Capture { seeds: Portion::All, from, .. } if from.contains(&pit) => Some(true),
            Action::Move { seeds: None, from, .. } if *from == pit => Some(true),
            Action::Move { .. } => Some(false),
            Action::OfMove(action) if action.writes().has(Reads::SEEDS) => Some(false),
            _ => None,
        });
        emptied == Some(true)
    }

    /// Returns what the next laps depend on, apart from conditions.
    pub fn own_traits(&self) -> Traits {
        match self {
            Continuation::Stop | Continuation::Bonus => Traits::NONE,
            Continuation::Relay(path) => Traits::of_path(path),
            Continuation::Resow { lift, at, way, .. } => {
                let way = if way.is_some() { Traits::of(Period::Never, Reads::WAY) } else { Traits::NONE };
                lift.iter().map(ActionTarget::own_traits).fold(Traits::of_path(at).with(way), Traits::with)
            }
            Continuation::Repeat { along, .. } => {
                along.iter().map(|path| Traits::of_path(path)).fold(Traits::NONE, Traits::with)
            }
        }
    }

    /// Returns the places whose seeds are sown on, apart from the pit of a relay.
    pub fn lifted(&self) -> &[ActionTarget] {
        match self {
            Continuation::Resow { lift, .. } => lift,
            Continuation::Stop | Continuation::Relay(_) | Continuation::Bonus | Continuation::Repeat { .. } => &[],
        }
    }
}

/// A line of the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndClause {
    /// Its number.
    pub id: ClauseId,
    /// The condition, seen from the player whose turn begins.
    pub condition: Condition,
    /// The consequence.
    pub ending: Ending,
}

impl EndClause {
    /// Whether it can end the round of a player who has earned a bonus move and cannot make it. The other lines of the
    /// end are not asked then.
    pub fn ends_idle_bonus(&self) -> bool {
        (self.is_won() || self.condition.reads(Reads::BONUS)) && self.ending.verdict != Verdict::Pass
    }

    /// Whether it ends the round as soon as either player has a number of seeds in the store, or in the store and in pits
    /// with a mark, as `win most seeds, at …` does. It does not matter who is to move.
    pub fn is_won(&self) -> bool {
        let is_score = |place: &Place| match place {
            Place::Store(_) => true,
            Place::Sum(parts) => {
                matches!(parts[..], [Place::Store(whose), Place::Marked(marked, _)] if whose == marked)
            }
            _ => false,
        };
        let holds = |part: &Condition| matches!(part, Condition::Holds(place, _) if is_score(place));
        let either = matches!(&self.condition, Condition::Any(parts) if parts.len() == 2 && parts.iter().all(holds));
        either && self.ending == Ending { takings: vec![], verdict: Verdict::Goal }
    }
}

/// Who takes the remaining seeds, and who wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Who takes which seeds, in this order.
    pub takings: Vec<(Who, Taking)>,
    /// Who wins.
    pub verdict: Verdict,
}

/// Who takes seeds at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Both players.
    Each,
    /// The player whose turn begins, or whose move it was.
    Player,
    /// The other player.
    Opponent,
}

/// Seeds that a player takes at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// All remaining seeds.
    Rest,
    /// Half of the remaining seeds for each player; an odd seed stays.
    Half,
    /// Those in a player's pits, seen from the player who takes them.
    Row(Whose),
    /// Those in pits with this mark of a player, seen from the player who takes them.
    Marked(Whose, MarkId),
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The player determined by the goal.
    Goal,
    /// The player whose turn begins, or whose move it was.
    Player,
    /// The other player.
    Opponent,
    /// No player.
    Draw,
    /// The round continues: the turn passes to the opponent, if the opponent has a move.
    Pass,
}

/// The rule for moves without end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endless {
    /// The clause; `None` is the default of the language.
    pub clause: Option<ClauseId>,
    /// A move of more laps than this also counts as endless.
    pub bound: Option<u16>,
    /// The consequence.
    pub outcome: EndlessOutcome,
}

impl Endless {
    /// Returns the words for endless moves, or for moves that reach the bound.
    pub fn moves(&self) -> String {
        bounded(self.bound, "endless moves", "moves that reach the bound of")
    }

    /// Returns the words for a sowing that counts as endless.
    pub fn sowing(&self) -> String {
        bounded(self.bound, "would never end", "reaches the bound of")
    }
}

/// Returns the words for moves that count as endless, with or without a declared bound of laps.
pub fn bounded(bound: Option<u16>, endless: &str, reached: &str) -> String {
    bound.map_or(endless.to_string(), |laps| format!("{reached} {laps} {}", if laps == 1 { "lap" } else { "laps" }))
}

/// The consequence of a move without end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndlessOutcome {
    /// The game is over, with the board as before the move.
    Over(Ending),
    /// It may not be played.
    Illegal,
    /// It ends at the first landing whose state would repeat, or with the last lap allowed.
    Stop,
    /// The turn passes, with the board as before the move.
    Pass,
}

/// The rule for a position that occurs again with the same player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repetition {
    /// The clause; `None` is the default of the language.
    pub clause: Option<ClauseId>,
    /// The number of occurrences that triggers it, including the first; `None` if none does.
    pub times: Option<u16>,
    /// The consequence; its player is the one to move.
    pub ending: Ending,
}

/// How the winner is determined where no clause names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The player with more seeds in the store wins.
    MostSeeds,
}

/// The rules of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounds {
    /// The clause of the refill.
    pub clause: ClauseId,
    /// How the pits are filled.
    pub refill: Refill,
    /// Who fills them.
    pub filler: Filler,
    /// The loser's setup after the pits are filled.
    pub arranged: Option<RoundSetup>,
    /// The clause and the condition of pits that keep their seeds from round to round.
    pub keep: Option<Guarded>,
    /// The clause and the number of pits in the loser's half that the winner owns in the next round.
    pub gain: Option<(ClauseId, u8)>,
    /// Rules for the seeds that remain after filling.
    pub remainders: Vec<Remainder>,
    /// Where remaining seeds go, and the clause; without it they stay in the store.
    pub leftover: Option<(ClauseId, Leftover)>,
    /// The state of pits that cannot be filled.
    pub unfilled: Unfilled,
    /// The points of a round: the first line that matches, evaluated for each player as `own`.
    pub points: Vec<Points>,
    /// Who begins a round.
    pub starter: Starter,
    /// The clause of `starter`.
    pub starter_by: ClauseId,
    /// The conditions under which the match is over, evaluated for each player as `own`.
    pub over: Vec<EndClause>,
}

impl Rounds {
    /// Whether a player can own pits in the other's half.
    pub fn has_territory(&self) -> bool {
        matches!(self.refill, Refill::Pits { territory: true, .. }) || self.gain.is_some()
    }
}

/// How the board is filled for a new round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refill {
    /// As at the start of the game.
    Anew,
    /// With this number of seeds in each pit of a player's row, from A on.
    Pits {
        /// The seeds in each pit.
        seeds: u16,
        /// Each player owns as many pits as they can fill, including pits of the other row that follow their own.
        territory: bool,
        /// They are filled from the last pit back.
        back: bool,
    },
    /// With all seeds of the player, as evenly as possible.
    Evenly,
}

impl Refill {
    /// Whether pits are filled from the last one back.
    pub fn goes_back(self) -> bool {
        matches!(self, Refill::Pits { back: true, .. })
    }

    /// Returns the number of seeds that fill a pit.
    pub fn seeds(self) -> Option<u16> {
        match self {
            Refill::Anew | Refill::Evenly => None,
            Refill::Pits { seeds, .. } => Some(seeds),
        }
    }
}

/// Who fills pits for a new round. The loser of a round is the player who holds fewer seeds or, if both hold
/// equally many, the one who began it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filler {
    /// Each player, with their own seeds.
    Each,
    /// The loser. The other player's pits stay as they were at the end of the round.
    Loser,
    /// The loser, and the other player fills the same pits alike.
    LoserForBoth,
}

/// The loser may lay out seeds differently before the first move of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundSetup {
    /// The clause.
    pub clause: ClauseId,
    /// Whether the other player then lays out the same row.
    pub both: bool,
    /// The condition that the setup must satisfy.
    pub condition: Condition,
    /// The condition under which it is allowed, evaluated for the loser as `own` before the pits are filled.
    pub when: Condition,
}

/// Where seeds go that are too few to fill a pit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leftover {
    /// Into the next pit.
    NextPit,
    /// One each into the next pits.
    Singly,
}

/// A rule for the points of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    /// The clause.
    pub clause: ClauseId,
    /// The condition under which it applies.
    pub condition: Condition,
    /// The number of points; `None` for the difference in seeds.
    pub number: Option<u16>,
}

/// A rule for the seeds that remain after filling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remainder {
    /// The clause.
    pub clause: ClauseId,
    /// The seeds that one player has left.
    pub one: u16,
    /// The seeds that the other player has left.
    pub other: u16,
    /// What happens to them.
    pub exchange: Exchange,
}

/// What happens to the seeds that two players have left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exchange {
    /// The first player cedes theirs to the other.
    Cede,
    /// The loser of the round gets those of the other player.
    ToLoser,
    /// A lot decides who gets both.
    Lot,
}

/// The state of pits that cannot be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfilled {
    /// They are closed for the round, and so are the same pits of the other row.
    ClosedForBoth,
    /// They are closed for the round.
    Closed,
    /// They are empty and in play.
    Empty,
}

/// Who begins a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starter {
    /// The winner of a lot, also in the first round.
    Lot,
    /// The player who did not begin the last round.
    Alternates,
    /// The winner of the last round; after a draw, the player who began it.
    Winner,
    /// The loser of the last round; after a draw, the player who began it.
    Loser,
    /// The player who made the last move of the last round.
    LastToMove,
}

/// A hand game that serves as a lot: both players show a sign at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lot {
    /// Its clause.
    pub clause: ClauseId,
    /// Its name.
    pub name: String,
    /// The signs.
    pub signs: Vec<String>,
    /// Pairs of indices into `signs`: the first sign beats the second.
    pub beats: Vec<(usize, usize)>,
}
