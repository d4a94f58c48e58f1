//! The ladder of levels: how far each level searches in a game, and how many of its moves are random.
//!
//! A level is to be about 200 Elo above the next lower one. What that takes depends on the game: where a turn more
//! wins nearly all games, a level needs random moves, and where it wins hardly any, it needs several turns. So games
//! have ladders of their own. `docs/player.md` says how they were measured. Other games have the usual one.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use uur::game::Game;

/// The random part of moves is a percentage below this.
const MOST_RANDOM: u8 = 100;
/// The most turns that a level may search.
const MOST_TURNS: u8 = 60;

/// How far a level searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchReach {
    /// This number of turns, at least 1.
    Turns(u8),
    /// This number of nodes, at least 1.
    Nodes(u64),
}

/// What makes a level weaker than the computer can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handicap {
    /// How far it searches.
    pub reach: SearchReach,
    /// The percentage of its moves that are random, from 0 to 99.
    pub random_percent: u8,
}

/// The handicaps of the levels of a game, the weakest first.
pub(super) type Ladder = [Handicap; 5];

impl Handicap {
    /// A number of nodes, without random moves.
    pub const fn nodes(nodes: u64) -> Handicap {
        Handicap { reach: SearchReach::Nodes(nodes), random_percent: 0 }
    }
}

/// The ladder of games that have none of their own.
const USUAL: &str = "1-50 1-10 2-10 3-2 5-2";

/// The ladders of games, a line each: the hash of the rules' meaning, and of each level the turns and the percentage of
/// random moves.
const LADDERS: &str = include_str!("ladders.txt");

/// Returns the ladder of a game.
pub(super) fn ladder_of(game: &Game) -> Ladder {
    // The usual one stands under no meaning. A player asks for each move.
    static READ: LazyLock<HashMap<&str, Ladder>> = LazyLock::new(|| {
        let of_games = LADDERS.lines().filter_map(|line| line.split_once(' '));
        let of_all = of_games.chain([("", USUAL)]);
        of_all.map(|(meaning, levels)| (meaning, read(levels).expect("a ladder has five levels"))).collect()
    });
    *READ.get(&*game.meaning()).unwrap_or(&READ[""])
}

/// Reads the five levels of a ladder: `1-50 1-15 2-10 3-7 4-2`.
fn read(levels: &str) -> Option<Ladder> {
    let level = |text: &str| {
        let (turns, percent) = text.split_once('-')?;
        Some(Handicap { reach: SearchReach::Turns(turns.parse().ok()?), random_percent: percent.parse().ok()? })
    };
    let levels: Option<Vec<Handicap>> = levels.split_whitespace().map(level).collect();
    levels?.try_into().ok()
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.reach {
            SearchReach::Turns(1) => write!(f, "1turn")?,
            SearchReach::Turns(turns) => write!(f, "{turns}turns")?,
            SearchReach::Nodes(nodes) => write!(f, "{nodes}")?,
        }
        match self.random_percent {
            0 => Ok(()),
            percent => write!(f, "-{percent}%"),
        }
    }
}

impl FromStr for Handicap {
    type Err = ();

    fn from_str(text: &str) -> Result<Handicap, ()> {
        let (reach, random) = text.split_once('-').map_or((text, None), |(reach, random)| (reach, Some(random)));
        let random_percent = match random {
            Some(random) => random.strip_suffix('%').and_then(whole::<u8>).filter(|&random| random < MOST_RANDOM),
            None => Some(0),
        };
        let turns = reach.strip_suffix("turns").or_else(|| reach.strip_suffix("turn"));
        let reach = match turns {
            Some(turns) => whole(turns).filter(|turns| (1..=MOST_TURNS).contains(turns)).map(SearchReach::Turns),
            None => whole(reach).filter(|&nodes| nodes > 0).map(SearchReach::Nodes),
        };
        let (reach, random_percent) = reach.zip(random_percent).ok_or(())?;
        Ok(Handicap { reach, random_percent })
    }
}

/// Parses a whole number without a sign.
fn whole<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ladder_is_one_of_a_shipped_game() {
        let shipped: Vec<String> = uur::shipped_games().filter_map(Game::shipped).map(|game| game.meaning()).collect();
        let mut known = std::collections::HashSet::new();
        for line in LADDERS.lines() {
            let (meaning, levels) = line.split_once(' ').expect("a hash and levels");
            assert!(known.insert(meaning), "{meaning} is there twice");
            assert!(shipped.iter().any(|of| of == meaning), "no shipped game has the meaning {meaning}");
            let ladder = read(levels).expect("there are five levels");
            assert!(ladder.windows(2).all(|pair| pair[0] != pair[1]), "{line}");
        }
    }
}
