//! How well the computer plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Limits, Question, Report, Wanted, search};
use uur::chance::Rng;
use uur::engine::{Move, Opt};
use uur::game::Game;
use uur::on_engine;

/// How well the computer plays.
///
/// All levels but a time play the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Looks one move ahead, and every other time plays whatever comes to hand.
    Easy,
    /// Looks six turns ahead.
    Medium,
    /// Thinks through eight million moves, where the fast machine plays, and two million elsewhere.
    Hard,
    /// Thinks for so long; the clock is the asker's.
    Time(Duration),
}

/// More moves than are thought through in a millisecond.
const MOST_IN_MS: u64 = 50_000;

/// The longest time a level can have.
const LONGEST: f64 = 86_400.0;

impl Level {
    /// The limits of its thinking in a game, but for the time.
    pub fn limits<'a>(self, game: &Game, stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        let (depth, nodes) = match self {
            // More moves than there are at once; a look so short needs no large table.
            Level::Easy => (1, 1 << 12),
            Level::Medium => (6, 1 << 18),
            Level::Hard if plays_fast(game) => (Limits::ANY_DEPTH, 8_000_000),
            Level::Hard => (Limits::ANY_DEPTH, 2_000_000),
            // More than can be, so that a short time is not spent on clearing a large table.
            Level::Time(time) => (Limits::ANY_DEPTH, MOST_IN_MS.saturating_mul(time.as_millis().max(1) as u64)),
        };
        Limits { depth, nodes, stop }
    }

    /// How long it may think, if time is what counts.
    pub fn time(self) -> Option<Duration> {
        match self {
            Level::Time(time) => Some(time),
            Level::Easy | Level::Medium | Level::Hard => None,
        }
    }
}

/// Whether moves are played by look-ups, so that many can be thought through.
fn plays_fast(game: &Game) -> bool {
    on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => engine.is_tabulated())
}

/// A text that is no level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoLevel(String);

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`{}` is no level (write easy, medium, hard, or a time such as 5s or 500ms)", self.0)
    }
}

impl std::error::Error for NoLevel {}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        match text.to_lowercase().as_str() {
            "easy" => Ok(Level::Easy),
            "medium" => Ok(Level::Medium),
            "hard" => Ok(Level::Hard),
            time => duration(time).map(Level::Time).ok_or_else(|| NoLevel(text.to_string())),
        }
    }
}

/// A time such as `5s`, `0.5s`, `500ms` or `2m`.
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

/// A move that the computer has decided on.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// What it thought.
    pub report: Report,
}

/// Chooses a move as a level does; `None` if there is none. Chance is asked at the easy level
/// alone.
pub fn choose(
    question: Question,
    level: Level,
    chance: &mut Rng,
    stop: &dyn Fn() -> bool,
    told: &mut dyn FnMut(&Report),
) -> Option<Choice> {
    let wanted = if level == Level::Easy { Wanted::All } else { Wanted::Best };
    let mut limits = level.limits(question.game, stop);
    if question.game.program.legal_moves(question.position).len() == 1 {
        // There is nothing to be decided, so a glance at what may follow is enough.
        limits.depth = limits.depth.min(4);
    }
    let mut report = search(question, limits, wanted, told);
    if level == Level::Easy && chance.below(2) == 0 && !report.lines.is_empty() {
        let any = chance.below(report.lines.len());
        report.lines.swap(0, any);
    }
    let m = *report.lines.first()?.moves.first()?;
    Some(Choice { m, report })
}
