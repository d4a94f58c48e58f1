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
    /// Searches one turn deep, and plays a random move half of the time.
    Easy,
    /// Searches two turns deep, and plays three of ten moves at random.
    Casual,
    /// Searches three turns deep, and plays one of ten moves at random.
    Fair,
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
    /// The levels that have names, the weakest first.
    const NAMED: [(&'static str, Level); 5] = [
        ("easy", Level::Easy),
        ("casual", Level::Casual),
        ("fair", Level::Fair),
        ("medium", Level::Medium),
        ("hard", Level::Hard),
    ];
    /// The names of levels, the weakest first. Every list of levels is made of these.
    pub const NAMES: [&'static str; 5] = {
        let [easy, casual, fair, medium, hard] = Level::NAMED;
        [easy.0, casual.0, fair.0, medium.0, hard.0]
    };

    /// Returns the search limits in a game, except for the time.
    pub fn limits<'a>(self, game: &Game, stop: &'a dyn Fn() -> bool) -> SearchLimits<'a> {
        let (depth, nodes) = match self {
            // The node limit also sets the table size. It exceeds the number of legal moves.
            Level::Easy => (1, 1 << 12),
            Level::Casual => (2, 1 << 14),
            Level::Fair => (3, 1 << 16),
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
        let multi_pv = if self.random_share().is_some() { MultiPv::All } else { MultiPv::Best };
        (if is_forced { depth.min(4) } else { depth }, nodes, multi_pv)
    }

    /// The share of moves that are random, as a fraction, if there are any. Without them a player who has learnt to win
    /// a game wins it again, and a search of few turns still beats a beginner.
    pub fn random_share(self) -> Option<(usize, usize)> {
        match self {
            Level::Easy => Some((1, 2)),
            Level::Casual => Some((3, 10)),
            Level::Fair => Some((1, 10)),
            Level::Medium | Level::Hard | Level::Time(_) => None,
        }
    }

    /// Chooses a move by the result of a search. Returns `None` if there is no legal move. Only levels with a
    /// [share](Level::random_share) of random moves use `chance`.
    pub fn pick(self, mut report: SearchInfo, chance: &mut Rng) -> Option<ChosenMove> {
        let is_random = self.random_share().is_some_and(|(some, all)| chance.below(all) < some);
        if is_random && !report.lines.is_empty() {
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
            Level::Easy | Level::Casual | Level::Fair | Level::Medium | Level::Hard => None,
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
        let word = text.to_lowercase();
        let named = Level::NAMED.iter().find(|(name, _)| *name == word).map(|&(_, level)| level);
        named.or_else(|| duration(&word).map(Level::Time)).ok_or_else(|| {
            let names = Level::NAMES.join(", ");
            format!("`{text}` is not a level (write {names}, or a time such as 5s or 500ms)")
        })
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
        if let Some((name, _)) = Level::NAMED.iter().find(|(_, level)| level == self) {
            return write!(f, "{name}");
        }
        let time = self.time().unwrap_or_default();
        match time.subsec_millis() {
            0 => write!(f, "{}s", time.as_secs()),
            _ => write!(f, "{}ms", time.as_millis()),
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

/// Chooses a move at a level. Returns `None` if there is no legal move. Only levels with a
/// [share](Level::random_share) of random moves use `chance`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use uur::engine::History;

    #[test]
    fn levels_play_their_share_of_random_moves() {
        const PICKS: usize = 2_000;
        let game = Game::shipped("oware").expect("it is shipped");
        let start = game.program.start();
        let history = History::starting(&start);
        let limits = SearchLimits { depth: 2, nodes: u64::MAX, stop: &|| false };
        let report = search(SearchRequest::new(&game, &start, &history), limits, MultiPv::All, &mut |_| {});
        let best = report.lines[0].moves[0];
        let mut chance = Rng::for_game(1, 0);
        // One of the six moves is the best one, which is drawn too.
        for (level, share) in
            [("easy", 0.5), ("casual", 0.3), ("fair", 0.1), ("medium", 0.0), ("hard", 0.0), ("1s", 0.0)]
        {
            let level: Level = level.parse().expect("it is a level");
            let others =
                (0..PICKS).filter(|_| level.pick(report.clone(), &mut chance).is_some_and(|pick| pick.m != best));
            let found = others.count() as f64 / PICKS as f64;
            assert!((found - share * 5.0 / 6.0).abs() < 0.04, "{level}: {found}");
            assert_eq!(found > 0.0, share > 0.0, "{level}");
        }
    }

    #[test]
    fn levels_are_written_as_they_are_read() {
        for name in Level::NAMES.into_iter().chain(["5s", "500ms", "120s"]) {
            assert_eq!(name.parse::<Level>().map(|level| level.to_string()).as_deref(), Ok(name));
        }
        assert_eq!("Fair".parse(), Ok(Level::Fair));
    }
}
