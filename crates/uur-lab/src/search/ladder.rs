//! The ladder of levels: how far each level searches in a game, and how many of its moves are random.
//!
//! A level is to be about 200 Elo above the next lower one. What that takes depends on the game: where a turn more
//! wins nearly all games, a level needs random moves, and where it wins hardly any, it needs several turns. So games
//! have ladders of their own. `docs/player.md` says how they were measured. Other games have the usual one.

use std::fmt;
use std::str::FromStr;

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

/// A ladder by the turns and the percentages of random moves of its levels.
const fn ladder(levels: [(u8, u8); 5]) -> Ladder {
    let [easy, casual, fair, medium, hard] = levels;
    [
        Handicap::turns(easy),
        Handicap::turns(casual),
        Handicap::turns(fair),
        Handicap::turns(medium),
        Handicap::turns(hard),
    ]
}

impl Handicap {
    const fn turns((turns, random_percent): (u8, u8)) -> Handicap {
        Handicap { reach: SearchReach::Turns(turns), random_percent }
    }

    /// A number of nodes, without random moves.
    pub const fn nodes(nodes: u64) -> Handicap {
        Handicap { reach: SearchReach::Nodes(nodes), random_percent: 0 }
    }
}

/// The ladder of games that have none of their own.
const USUAL: Ladder = ladder([(1, 50), (1, 10), (2, 10), (3, 2), (5, 2)]);

/// The ladders of games, by the hash of their rules' meaning.
const LADDERS: [(&str, Ladder); 11] = [
    // awari
    ("571aff8bdc075fde", ladder([(1, 50), (1, 15), (2, 10), (3, 7), (4, 2)])),
    // bao-two-row
    ("4461ac2f0fea4372", ladder([(1, 50), (2, 30), (3, 15), (4, 4), (6, 1)])),
    // boola
    ("6beef4ce74077a4c", ladder([(1, 50), (1, 10), (2, 10), (3, 0), (6, 0)])),
    // hus
    ("6756c5ca48aed2d2", ladder([(1, 50), (1, 10), (3, 20), (4, 7), (6, 5)])),
    // kalah
    ("68df92e3b62cde8e", ladder([(1, 50), (1, 10), (3, 15), (4, 2), (6, 0)])),
    // lahemay-waladat
    ("b5557aefc3b5b732", ladder([(1, 90), (1, 30), (3, 15), (7, 0), (12, 0)])),
    // layli-goobalay
    ("dc4307e93a6d044f", ladder([(1, 50), (2, 25), (3, 15), (5, 6), (7, 0)])),
    // omweso
    ("6ffab4f327cf831b", ladder([(1, 65), (1, 25), (2, 15), (3, 7), (6, 0)])),
    // oware
    ("43ff7463c49127cf", ladder([(1, 50), (1, 15), (2, 30), (3, 20), (3, 7)])),
    // toguz-kumalak
    ("c3c7f2cc38bb77c7", ladder([(1, 50), (1, 10), (2, 15), (3, 5), (5, 4)])),
    // tsoro
    ("cf83d3344121ecaa", ladder([(1, 50), (1, 0), (2, 30), (3, 18), (5, 10)])),
];

/// Returns the ladder of a game.
pub(super) fn ladder_of(game: &Game) -> &'static Ladder {
    let meaning = game.meaning();
    LADDERS.iter().find(|(of, _)| *of == meaning).map_or(&USUAL, |(_, ladder)| ladder)
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
        let names: Vec<&str> = uur::shipped_games().collect();
        for (number, (meaning, ladder)) in LADDERS.iter().enumerate() {
            assert!(LADDERS[..number].iter().all(|(other, _)| other != meaning), "{meaning} is there twice");
            let of = |name: &&&str| Game::shipped(name).is_some_and(|game| game.meaning() == *meaning);
            assert!(names.iter().find(of).is_some(), "no shipped game has the meaning {meaning}");
            assert!(ladder.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}
