//! Counts of many games, as integers that can be summed in any order.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use uur::engine::{Event, Observer, Reason};
use uur::rules::{ClauseId, Side};

use super::playout::GameResult;
use crate::coverage::{Coverage, add_all, add_at};

/// Counts of games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// Moves in all games. A bonus move counts as a move.
    pub moves: u64,
    /// Games that South won.
    pub south: u64,
    /// Games that North won.
    pub north: u64,
    /// Drawn games.
    pub draws: u64,
    /// Wins of the first and of the second player, where players swap seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_player: Option<[u64; 2]>,
    /// Games that an endless sowing ended.
    pub endless: u64,
    /// Games that were abandoned for their length.
    pub unfinished: u64,
    /// Games by the reason of their end.
    pub ends: EndReasons,
    /// Games by the clause that ended them.
    #[serde(skip)]
    pub ended_by: Coverage,
    /// Sum of the seeds in South's and in North's store at the end.
    pub captured: [u64; 2],
    /// Sum of the differences between the stores at the end.
    pub margin: u64,
    /// Sum of the number of legal moves, over all moves.
    pub choices: u64,
    /// The maximum number of legal moves.
    pub most_choices: u64,
    /// Forced moves.
    pub forced: u64,
    /// Moves for which the number of legal moves is an estimate.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub estimated: u64,
    /// Games by their number of moves.
    #[serde(serialize_with = "pairs", deserialize_with = "from_pairs")]
    #[cfg_attr(feature = "schemars", schemars(with = "Vec<(u64, u64)>"))]
    pub lengths: Vec<u64>,
    /// The longest game, or the first of several.
    pub longest: Option<Longest>,
    /// Details of the moves, where these were observed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

/// Games by the reason of their end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct EndReasons {
    /// A player had no move.
    pub no_move: u64,
    /// An endless sowing.
    pub endless: u64,
    /// A position occurred too often.
    pub repetition: u64,
    /// Another end condition.
    pub condition: u64,
}

/// The longest game of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Longest {
    /// Its moves.
    pub moves: u64,
    /// Its number.
    pub game: u64,
    /// The moves as text, once requested.
    #[serde(default)]
    pub record: String,
}

/// Details of the moves of games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Details {
    /// Moves in which seeds left the board.
    pub capturing_moves: u64,
    /// Seeds that left the board in moves.
    pub captured_seeds: u64,
    /// Moves of more than one lap.
    pub relay_moves: u64,
    /// Laps, except those of endless moves.
    pub laps: u64,
    /// The maximum number of laps of a move that ended.
    pub most_laps: u64,
    /// Endless moves.
    pub endless_moves: u64,
    /// Bonus moves granted.
    pub bonus_moves: u64,
    /// Passes.
    pub passes: u64,
    /// How often each clause fired.
    #[serde(skip)]
    pub fired: Coverage,
    /// The move in progress.
    #[serde(skip)]
    current: CurrentMove,
}

/// Counts of the move in progress.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct CurrentMove {
    laps: u64,
    captured: u64,
    endless: bool,
    /// The clause of the last event.
    clause: Option<ClauseId>,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, number: u64, played: &GameResult) {
        self.games += 1;
        self.moves += played.moves;
        self.choices += played.choices;
        self.most_choices = self.most_choices.max(played.most_choices);
        self.forced += played.forced;
        self.estimated += played.estimated;
        match played.winner {
            _ if !played.finished => self.unfinished += 1,
            Some(Side::South) => self.south += 1,
            Some(Side::North) => self.north += 1,
            None => self.draws += 1,
        }
        self.endless += u64::from(played.reason == Some(Reason::Endless));
        if let Some(reason) = played.reason {
            let ends = match reason {
                Reason::NoMove => &mut self.ends.no_move,
                Reason::Endless => &mut self.ends.endless,
                Reason::Repetition => &mut self.ends.repetition,
                Reason::Condition => &mut self.ends.condition,
            };
            *ends += 1;
        }
        if let Some(clause) = played.clause {
            self.ended_by.count(clause, 1);
        }
        self.stores(played.captured);
        add_at(&mut self.lengths, played.moves as usize, 1);
        self.lengthen(&Longest { moves: played.moves, game: number, record: String::new() });
    }

    /// Counts the winner of a game, where players swap seats.
    pub fn count_player(&mut self, swapped: bool, played: &GameResult) {
        let wins = self.by_player.get_or_insert_default();
        if let Some(side) = played.winner.filter(|_| played.finished) {
            wins[side as usize ^ usize::from(swapped)] += 1;
        }
    }

    /// Stores the record of a game if it is the longest so far.
    pub fn record(&mut self, number: u64, record: impl FnOnce() -> String) {
        if let Some(longest) = self.longest.as_mut().filter(|longest| longest.game == number) {
            longest.record = record();
        }
    }

    fn stores(&mut self, captured: [u16; 2]) {
        let [south, north] = captured.map(u64::from);
        self.captured[0] += south;
        self.captured[1] += north;
        self.margin += south.abs_diff(north);
    }

    fn lengthen(&mut self, other: &Longest) {
        let longer = |known: &Longest| (other.moves, known.game) > (known.moves, other.game);
        if self.longest.as_ref().is_none_or(longer) {
            self.longest = Some(other.clone());
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.south += other.south;
        self.north += other.north;
        self.draws += other.draws;
        if let Some(more) = other.by_player {
            let wins = self.by_player.get_or_insert_default();
            *wins = [wins[0] + more[0], wins[1] + more[1]];
        }
        self.endless += other.endless;
        self.unfinished += other.unfinished;
        self.ends.no_move += other.ends.no_move;
        self.ends.endless += other.ends.endless;
        self.ends.repetition += other.ends.repetition;
        self.ends.condition += other.ends.condition;
        self.ended_by.add(&other.ended_by);
        self.captured = [0, 1].map(|side| self.captured[side] + other.captured[side]);
        self.margin += other.margin;
        self.choices += other.choices;
        self.most_choices = self.most_choices.max(other.most_choices);
        self.forced += other.forced;
        self.estimated += other.estimated;
        add_all(&mut self.lengths, &other.lengths);
        other.longest.iter().for_each(|longest| self.lengthen(longest));
        if let Some(details) = &other.details {
            self.details.get_or_insert_default().add(details);
        }
    }
}

impl Details {
    /// Counts the move that has just ended.
    pub fn moved(&mut self) {
        let CurrentMove { laps, captured, endless, .. } = std::mem::take(&mut self.current);
        self.capturing_moves += u64::from(captured > 0);
        self.captured_seeds += captured;
        self.relay_moves += u64::from(laps > 1);
        if endless {
            self.endless_moves += 1;
        } else {
            self.laps += laps;
            self.most_laps = self.most_laps.max(laps);
        }
    }

    fn add(&mut self, other: &Details) {
        self.capturing_moves += other.capturing_moves;
        self.captured_seeds += other.captured_seeds;
        self.relay_moves += other.relay_moves;
        self.laps += other.laps;
        self.most_laps = self.most_laps.max(other.most_laps);
        self.endless_moves += other.endless_moves;
        self.bonus_moves += other.bonus_moves;
        self.passes += other.passes;
        self.fired.add(&other.fired);
    }
}

impl Observer for Details {
    fn event(&mut self, event: Event) {
        // Consecutive events of one clause count as one firing.
        let again = matches!(event, Event::Lift { .. } | Event::Resow { .. } | Event::Repeat { .. });
        let clause = event.acting_clause();
        if let Some(clause) = clause.filter(|&clause| again || self.current.clause != Some(clause)) {
            self.fired.count(clause, 1);
        }
        self.current.clause = clause;
        match event {
            Event::Lift { lap, .. } | Event::Resow { lap, .. } => self.current.laps = u64::from(lap),
            Event::Capture { seeds, .. } => self.current.captured += u64::from(seeds),
            Event::Undone { seeds, .. } => {
                self.current.captured = self.current.captured.saturating_sub(seeds.into());
            }
            Event::Endless { .. } => self.current.endless = true,
            Event::Bonus { .. } => self.bonus_moves += 1,
            Event::Pass { .. } => self.passes += 1,
            _ => {}
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Serialises only the values that occurred, each with its count.
fn pairs<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let met = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    serializer.collect_seq(met.map(|(value, count)| (value, *count)))
}

fn from_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let mut counts = vec![];
    for (value, count) in Vec::<(u16, u64)>::deserialize(deserializer)? {
        add_at(&mut counts, usize::from(value), count);
    }
    Ok(counts)
}
