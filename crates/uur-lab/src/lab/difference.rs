//! In what two games differ: in lines of their rules, in the first line of play after which they do,
//! and in how many games.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use similar::{ChangeTag, TextDiff};

use uur::check::{flatten, load};
use uur::engine::{Move, Position, Program};
use uur::game::Game;
use uur::source::Source;

use super::playout::{Experiment, Played, Playouts};

/// The lines of the rules that stand in only one of two games, and in which; inherited lines in their
/// places. What is said about a game does not count.
pub fn changed_lines(games: [&Game; 2]) -> Vec<(usize, String)> {
    let texts = games.map(|game| {
        let mut about = false;
        let kept = flatten(&load(game.sources[0].clone(), &|name, _| Ok(own_source(game, name))));
        let kept = kept.into_iter().map(|line| line.text).filter(|line| {
            about = (about || line.starts_with("game ")) && line != "}";
            !about && line != "}" && !line.is_empty()
        });
        kept.collect::<Vec<_>>()
    });
    let [first, second] = texts.each_ref().map(|lines| lines.iter().map(String::as_str).collect::<Vec<_>>());
    let changes = TextDiff::from_slices(&first, &second);
    let changed = changes.iter_all_changes().filter_map(|change| match change.tag() {
        ChangeTag::Delete => Some((0, change.value().to_string())),
        ChangeTag::Insert => Some((1, change.value().to_string())),
        ChangeTag::Equal => None,
    });
    changed.collect()
}

/// A game that another one extends, as it was when that one was read.
fn own_source(game: &Game, name: &str) -> Option<Source> {
    let stem = |name: &str| Path::new(name).file_stem().map(ToOwned::to_owned);
    let mut parents = game.sources.iter().skip(1);
    parents.find(|source| stem(&source.name) == stem(name)).cloned()
}

/// What differs after a line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The boards have not as many pits.
    Boards,
    /// The games begin with other positions.
    Starts,
    /// A move may be played in one game only: which, and whether it is the first.
    Legal(Move, bool),
    /// A move leads to other positions.
    Leads(Move, Box<[Position; 2]>),
}

/// How far two games were compared, and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The shortest line of play, and what differs after it; `None` if nothing was found.
    pub found: Option<(Vec<Move>, Difference)>,
    /// Up to how many moves all lines were compared.
    pub depth: usize,
    /// How many positions were compared.
    pub positions: usize,
    /// Whether these are all that there are.
    pub all: bool,
}

/// A position that both games come to.
struct Node {
    position: Position,
    /// The position before and the move that led here.
    before: Option<(usize, Move)>,
}

/// Plays two games side by side, all lines at once and the shorter ones first, until they differ or
/// so many positions were compared. What comes of repetition is not looked at. `told` gets the number of
/// positions compared, again and again.
pub fn first_difference(games: [&Game; 2], most: usize, stop: &AtomicBool, told: &dyn Fn(u64)) -> Compared {
    let programs = games.map(|game| &game.program);
    let starts = programs.map(Program::start);
    let mut compared = Compared { found: None, depth: 0, positions: 0, all: false };
    if programs[0].layout().span() != programs[1].layout().span() {
        compared.found = Some((vec![], Difference::Boards));
        return compared;
    }
    if !same(&starts[0], &starts[1]) {
        compared.found = Some((vec![], Difference::Starts));
        return compared;
    }
    // Moves are counted as far as one of the games counts them.
    let counted = |position: Position| {
        let plies = games.map(|game| game.without_count(position).ply);
        Position { ply: plies[0].max(plies[1]), ..position }
    };
    let mut nodes = vec![Node { position: starts[0], before: None }];
    let mut known = HashSet::from([starts[0]]);
    let (mut begin, mut end) = (0, 1);
    while begin < end {
        for at in begin..end {
            if stop.load(Ordering::Relaxed) || known.len() >= most {
                compared.positions = known.len();
                return compared;
            }
            told(known.len() as u64);
            let stepped = step(programs, &nodes[at].position);
            if programs.iter().any(|program| program.cut_short()) {
                compared.positions = known.len();
                return compared;
            }
            match stepped {
                Err(difference) => {
                    compared.found = Some((line(&nodes, at), difference));
                    compared.positions = known.len();
                    return compared;
                }
                Ok(reached) => {
                    for (m, position) in reached {
                        let position = counted(position);
                        if known.insert(position) {
                            nodes.push(Node { position, before: Some((at, m)) });
                        }
                    }
                }
            }
        }
        compared.depth += 1;
        (begin, end) = (end, nodes.len());
    }
    compared.positions = known.len();
    compared.all = true;
    compared
}

/// The positions that the moves from here lead to, if these are the same in both games.
fn step(programs: [&Program; 2], position: &Position) -> Result<Vec<(Move, Position)>, Difference> {
    let moves = programs.map(|program| program.legal_moves(position));
    let only = |one: usize| moves[one].iter().find(|m| !moves[1 - one].contains(m));
    if let Some(&m) = only(0) {
        return Err(Difference::Legal(m, true));
    }
    if let Some(&m) = only(1) {
        return Err(Difference::Legal(m, false));
    }
    let after = |m: Move| {
        programs.map(|program| {
            let mut after = *position;
            program.play_unchecked(&mut after, m, &mut ());
            after
        })
    };
    let each = moves[0].iter().map(|&m| {
        let [one, other] = after(m);
        if same(&one, &other) { Ok((m, one)) } else { Err(Difference::Leads(m, Box::new([one, other]))) }
    });
    each.collect()
}

/// Whether two positions are the same to the players: why a round ended does not matter.
fn same(one: &Position, other: &Position) -> bool {
    let bare = |position: &Position| Position { outcome: None, last: None, ways: [None; 2], ..*position };
    let result = |position: &Position| position.outcome.map(|outcome| outcome.winner);
    bare(one) == bare(other) && result(one) == result(other)
}

fn line(nodes: &[Node], mut at: usize) -> Vec<Move> {
    let mut line = vec![];
    while let Some((before, m)) = nodes[at].before {
        line.push(m);
        at = before;
    }
    line.reverse();
    line
}

/// Of some games that are played with the same chance in both games, how many differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shares {
    /// Games played.
    pub games: u64,
    /// Games that were won by another player, or by nobody in one of the two.
    pub winner: u64,
    /// Games that ended with another winner or with other stores.
    pub end: u64,
    /// Games of other moves.
    pub moves: u64,
}

/// Plays the same games in both, as far as they can be the same, and counts those that differ. `told` gets
/// the number of games played after each.
pub fn random_difference(experiments: [Experiment; 2], games: u64, stop: &AtomicBool, told: &dyn Fn(u64)) -> Shares {
    let mut playouts = experiments.map(Playouts::new);
    let mut shares = Shares::default();
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let [one, other] = &mut playouts;
        let (first, second) = (one.play(number, &mut ()), other.play(number, &mut ()));
        if one.is_stopped() || other.is_stopped() {
            break;
        }
        let won = |played: &Played| (played.finished, played.winner);
        let ended = |played: &Played| (won(played), played.captured, played.out);
        shares.games += 1;
        told(shares.games);
        shares.winner += u64::from(won(&first) != won(&second));
        shares.end += u64::from(ended(&first) != ended(&second));
        shares.moves += u64::from(one.steps != other.steps);
    }
    shares
}
