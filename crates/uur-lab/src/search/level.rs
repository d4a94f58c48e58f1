//! The playing strengths of the computer.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{MultiPv, SearchInfo, SearchLimits, SearchRequest, search};
use uur::chance::Rng;
use uur::engine::{Move, Opt, Position};
use uur::game::Game;
use uur::on_engine;

/// A playing strength.
///
/// All levels except [`Level::Time`] play the same on every computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Searches one move deep, and plays a random move half of the time.
    Easy,
    /// Searches six turns deep.
    Medium,
    /// Searches eight million nodes if the game's rules are tabulated, otherwise two million.
    Hard,
    /// Searches for a given time, which the caller measures.
    Time(Duration),
}

/// An upper bound of the nodes searched in a millisecond.
const MOST_IN_MS: u64 = 50_000;

/// The longest time of a level, in seconds.
const LONGEST: f64 = 86_400.0;

impl Level {
    /// Returns the search limits in a game, except for the time.
    pub fn limits<'a>(self, game: &Game, stop: &'a dyn Fn() -> bool) -> SearchLimits<'a> {
        let (depth, nodes) = match self {
            // The node limit also sets the table size. It exceeds the number of legal moves.
            Level::Easy => (1, 1 << 12),
            Level::Medium => (6, 1 << 18),
            Level::Hard if plays_fast(game) => (SearchLimits::ANY_DEPTH, 8_000_000),
            Level::Hard => (SearchLimits::ANY_DEPTH, 2_000_000),
            // A short time must not be spent on clearing a large table.
            Level::Time(time) => (SearchLimits::ANY_DEPTH, MOST_IN_MS.saturating_mul(time.as_millis().max(1) as u64)),
        };
        SearchLimits { depth, nodes, stop }
    }

    /// Returns what to search in a position, except for the time: the depth, the nodes and the principal variations.
    pub fn plan(self, game: &Game, position: &Position) -> (u8, u64, MultiPv) {
        let SearchLimits { depth, nodes, .. } = self.limits(game, &|| false);
        // A forced move needs only a short search for its score.
        let is_forced = game.program.legal_moves(position).len() == 1;
        let multi_pv = if self == Level::Easy { MultiPv::All } else { MultiPv::Best };
        (if is_forced { depth.min(4) } else { depth }, nodes, multi_pv)
    }

    /// Chooses a move by the result of a search. Returns `None` if there is no legal move. Only the easy level uses
    /// `chance`.
    pub fn pick(self, mut report: SearchInfo, chance: &mut Rng) -> Option<ChosenMove> {
        if self == Level::Easy && chance.below(2) == 0 && !report.lines.is_empty() {
            let any = chance.below(report.lines.len());
            report.lines.swap(0, any);
        }
        let m = *report.lines.first()?.moves.first()?;
        Some(ChosenMove { m, report })
    }

    /// Returns the time limit, if there is one.
    pub fn time(self) -> Option<Duration> {
        match self {
            Level::Time(time) => Some(time),
            Level::Easy | Level::Medium | Level::Hard => None,
        }
    }
}

/// Whether moves are played by table lookup, which allows more nodes.
fn plays_fast(game: &Game) -> bool {
    on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => engine.is_tabulated())
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        match text.to_lowercase().as_str() {
            "easy" => Ok(Level::Easy),
            "medium" => Ok(Level::Medium),
            "hard" => Ok(Level::Hard),
            time => duration(time).map(Level::Time).ok_or_else(|| {
                format!("`{text}` is not a level (write easy, medium, hard, or a time such as 5s or 500ms)")
            }),
        }
    }
}

/// Parses a time such as `5s`, `0.5s`, `500ms` or `2m`.
fn duration(text: &str) -> Option<Duration> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    let (number, unit) = units.iter().find_map(|&(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    (seconds > 0.0 && seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Level::Easy => write!(f, "easy"),
            Level::Medium => write!(f, "medium"),
            Level::Hard => write!(f, "hard"),
            Level::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Level::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// The move that the computer chose.
#[derive(Debug, Clone)]
pub struct ChosenMove {
    /// The move.
    pub m: Move,
    /// The result of the search.
    pub report: SearchInfo,
}

/// Chooses a move at a level. Returns `None` if there is no legal move. Only the easy level uses `chance`.
pub fn choose(
    request: SearchRequest,
    level: Level,
    chance: &mut Rng,
    stop: &dyn Fn() -> bool,
    on_iteration: &mut dyn FnMut(&SearchInfo),
) -> Option<ChosenMove> {
    let (depth, nodes, multi_pv) = level.plan(request.game, request.position);
    let report = search(request, SearchLimits { depth, nodes, stop }, multi_pv, on_iteration);
    level.pick(report, chance)
}
