//! The playing strengths of the computer.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Duration;

use super::ladder::{Handicap, SearchReach, ladder_of};
use super::{MultiPv, SearchInfo, SearchLimits, SearchRequest, search, uses_endgames};
use crate::solve::EndgameDatabase;
use crate::threads::beside;
use uur::chance::Rng;
use uur::engine::{Move, Opt, Position};
use uur::game::Game;
use uur::on_engine;

/// A playing strength.
///
/// All levels except [`Level::Time`] play the same on every computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The weakest level, which a child beats. It and the next four have a ladder of [`Handicap`]s in each game.
    Easy,
    /// Above the level before, by about 200 Elo where the game has a ladder of its own.
    Casual,
    /// Above the level before, by about 200 Elo where the game has a ladder of its own.
    Fair,
    /// Above the level before, by about 200 Elo where the game has a ladder of its own.
    Medium,
    /// Above the level before, by about 200 Elo where the game has a ladder of its own.
    Hard,
    /// The full strength: searches eight million nodes if the game's rules are tabulated, otherwise two million.
    Master,
    /// Has this handicap in every game.
    Limited(Handicap),
    /// Searches for a given time, which the caller measures.
    Time(Duration),
}

/// An upper bound of the nodes searched in a millisecond.
const MOST_IN_MS: u64 = 50_000;

/// The longest time of a level, in seconds.
const LONGEST: f64 = 86_400.0;

/// The most nodes of a search by turns, as a power of two.
const MOST_NODES_BITS: u8 = 23;

impl Level {
    /// The levels that have names, the weakest first.
    const NAMED: [(&'static str, Level); 6] = [
        ("easy", Level::Easy),
        ("casual", Level::Casual),
        ("fair", Level::Fair),
        ("medium", Level::Medium),
        ("hard", Level::Hard),
        ("master", Level::Master),
    ];
    /// The names of levels, the weakest first. Every list of levels is made of these.
    pub const NAMES: [&'static str; 6] = {
        let [easy, casual, fair, medium, hard, master] = Level::NAMED;
        [easy.0, casual.0, fair.0, medium.0, hard.0, master.0]
    };

    /// Returns what limits the level in a game, except for the time.
    pub fn handicap(self, game: &Game) -> Handicap {
        match self {
            Level::Easy => ladder_of(game)[0],
            Level::Casual => ladder_of(game)[1],
            Level::Fair => ladder_of(game)[2],
            Level::Medium => ladder_of(game)[3],
            Level::Hard => ladder_of(game)[4],
            Level::Master => Handicap::nodes(if plays_fast(game) { 8_000_000 } else { 2_000_000 }),
            Level::Limited(handicap) => handicap,
            // A short time must not be spent on clearing a large table.
            Level::Time(time) => Handicap::nodes(MOST_IN_MS.saturating_mul(time.as_millis().max(1) as u64)),
        }
    }

    /// Returns what to search in a position, except for the time: the depth, the nodes and the principal variations.
    pub fn plan(self, game: &Game, position: &Position) -> (u8, u64, MultiPv) {
        let Handicap { reach, random_percent } = self.handicap(game);
        let (depth, nodes) = match reach {
            // The node limit also sets the table size. It exceeds the number of legal moves.
            SearchReach::Turns(turns) => (turns, 1 << (10 + 2 * turns).min(13 + turns).min(MOST_NODES_BITS)),
            SearchReach::Nodes(nodes) => (SearchLimits::ANY_DEPTH, nodes),
        };
        // A forced move needs only a short search for its score.
        let is_forced = game.program.legal_moves(position).len() == 1;
        let multi_pv = if random_percent > 0 { MultiPv::All } else { MultiPv::Best };
        (if is_forced { depth.min(4) } else { depth }, nodes, multi_pv)
    }

    /// Whether the level plays some moves of a game at random. Without them a player who has learnt to win a game wins
    /// it again, and a search of few turns still beats a beginner.
    pub fn has_chance(self, game: &Game) -> bool {
        self.handicap(game).random_percent > 0
    }

    /// Whether the level knows endgames without being given a database.
    fn knows_endgames(self) -> bool {
        self == Level::Master
    }

    /// Chooses a move by the result of a search. Returns `None` if there is no legal move. Only levels that play
    /// [some moves at random](Level::has_chance) use `chance`.
    pub fn pick(self, game: &Game, mut report: SearchInfo, chance: &mut Rng) -> Option<ChosenMove> {
        let percent = self.handicap(game).random_percent;
        let is_random = percent > 0 && chance.below(100) < percent.into();
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
            Level::Easy | Level::Casual | Level::Fair | Level::Medium | Level::Hard | Level::Master => None,
            Level::Limited(_) => None,
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
        let limited = || word.parse().ok().map(Level::Limited);
        named.or_else(|| duration(&word).map(Level::Time)).or_else(limited).ok_or_else(|| {
            let names = Level::NAMES.join(", ");
            format!(
                "`{text}` is not a level (write {names}, a time such as 5s or 500ms, or how far to search such as \
                 50000 or 3turns-20%)"
            )
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
        if let Level::Limited(handicap) = self {
            return write!(f, "{handicap}");
        }
        let time = self.time().unwrap_or_default();
        match time.subsec_millis() {
            0 => write!(f, "{}s", time.as_secs()),
            _ => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// The endgame database by which a player searches: one that is given, or one that is built for a level as soon as a
/// round comes near it.
#[derive(Debug, Default)]
pub struct PlayerEndgames {
    /// The hash of the rules' meaning and the database, if the game can have one.
    known: Option<(String, Option<EndgameDatabase>)>,
    /// Whether the database was built, for levels that know endgames.
    is_built: bool,
}

impl PlayerEndgames {
    /// A database of a game.
    pub fn given(game: &Game, endgames: EndgameDatabase) -> PlayerEndgames {
        PlayerEndgames { known: Some((game.meaning(), Some(endgames))), is_built: false }
    }

    /// The database, if there is one for this game.
    pub fn of(&self, game: &Game) -> Option<&EndgameDatabase> {
        self.known.as_ref().filter(|(meaning, _)| *meaning == game.meaning())?.1.as_ref()
    }

    /// The database with which a level plays this game, if it has one.
    pub fn of_level(&self, level: Level, game: &Game) -> Option<&EndgameDatabase> {
        self.of(game).filter(|_| !self.is_built || level.knows_endgames())
    }

    /// Builds the database for a level that knows endgames where there is none yet, the rules allow one, and at most
    /// twice its seeds are on the board. It takes some seconds at most. If it is stopped, nothing changes.
    pub fn prepare(&mut self, level: Level, game: &Game, seeds: u16, stop: &dyn Fn() -> bool) {
        let is_known = || self.known.as_ref().is_some_and(|(meaning, _)| *meaning == game.meaning());
        if !level.knows_endgames() || is_known() {
            return;
        }
        let begun = uses_endgames(game).then(|| EndgameDatabase::new(game, EndgameDatabase::USUAL_MEMORY).ok());
        let mut endgames = begun.flatten();
        if let Some(endgames) = &mut endgames {
            let most = endgames.seeds_within(1 << if plays_fast(game) { 22 } else { 19 });
            if seeds > 2 * most || !build(endgames, game, most, stop) {
                return;
            }
        }
        (self.known, self.is_built) = (Some((game.meaning(), endgames)), true);
    }
}

/// Builds a database with all processors, and returns whether that came to its end.
fn build(endgames: &mut EndgameDatabase, game: &Game, seeds: u16, stop: &dyn Fn() -> bool) -> bool {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let built = beside(stop, |stopped| endgames.build(game, seeds, threads, &AtomicU64::new(0), stopped));
    built.is_some_and(|built| built.is_ok())
}

/// The move that the computer chose.
#[derive(Debug, Clone)]
pub struct ChosenMove {
    /// The move.
    pub m: Move,
    /// The result of the search.
    pub report: SearchInfo,
}

/// Chooses a move at a level. Returns `None` if there is no legal move. Only levels that play
/// [some moves at random](Level::has_chance) use `chance`.
pub fn choose(
    request: SearchRequest,
    level: Level,
    chance: &mut Rng,
    stop: &dyn Fn() -> bool,
    on_iteration: &mut dyn FnMut(&SearchInfo),
) -> Option<ChosenMove> {
    let (depth, nodes, multi_pv) = level.plan(request.game, request.position);
    let report = search(request, SearchLimits { depth, nodes, stop }, multi_pv, on_iteration);
    level.pick(request.game, report, chance)
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
        let levels = Level::NAMES.into_iter().chain(["3turns-20%", "3turns", "500-99%", "1s"]);
        let mut random = 0;
        for name in levels {
            let level: Level = name.parse().expect("it is a level");
            let others = (0..PICKS)
                .filter(|_| level.pick(&game, report.clone(), &mut chance).is_some_and(|pick| pick.m != best));
            let found = others.count() as f64 / PICKS as f64;
            let share = f64::from(level.handicap(&game).random_percent) / 100.0;
            // One of the six moves is the best one, which is drawn too.
            assert!((found - share * 5.0 / 6.0).abs() < 0.04, "{name}: {found}");
            assert_eq!(found > 0.0, level.has_chance(&game), "{name}");
            random += usize::from(share > 0.0);
        }
        assert!(random > 3, "{random}");
    }

    #[test]
    fn levels_are_written_as_they_are_read() {
        let others = ["5s", "500ms", "120s", "50000", "50000-5%", "1turn", "3turns", "12turns-20%"];
        for name in Level::NAMES.into_iter().chain(others) {
            assert_eq!(name.parse::<Level>().map(|level| level.to_string()).as_deref(), Ok(name));
        }
        assert_eq!("Fair".parse(), Ok(Level::Fair));
        for wrong in ["", "0", "0turns", "61turns", "3turns-100%", "3turns-20", "3turns-%", "-20%", "+5", "5 turns"] {
            assert!(wrong.parse::<Level>().is_err(), "{wrong}");
        }
    }
}
