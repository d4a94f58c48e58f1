//! Comparison of two games: rules, shortest diverging line, and random play.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use similar::{ChangeTag, TextDiff};

use uur::check::{flatten, load};
use uur::engine::{Move, Position, Program};
use uur::game::Game;
use uur::source::Source;

use super::playout::{Experiment, GameResult, Playouts};

/// Returns the rule lines that occur in only one of two games, and in which. Inherited lines are included, the
/// section `game` is not.
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

/// Returns the loaded source of a parent of a game.
fn own_source(game: &Game, name: &str) -> Option<Source> {
    let stem = |name: &str| Path::new(name).file_stem().map(ToOwned::to_owned);
    let mut parents = game.sources.iter().skip(1);
    parents.find(|source| stem(&source.name) == stem(name)).cloned()
}

/// A difference after a line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The boards have different numbers of pits.
    Boards,
    /// The games begin with different positions.
    Starts,
    /// A move is legal in one game only: the move, and whether it is the first game.
    Legal(Move, bool),
    /// A move leads to different positions.
    Leads(Move, Box<[Position; 2]>),
}

/// The result of a comparison of two games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameComparison {
    /// The shortest diverging line and its difference. `None` if none was found.
    pub found: Option<(Vec<Move>, Difference)>,
    /// The number of moves up to which all lines were compared.
    pub depth: usize,
    /// The number of positions compared.
    pub positions: usize,
    /// Whether these are all positions.
    pub all: bool,
}

/// A position that both games reach.
struct PairedNode {
    position: Position,
    /// The index of the previous position, and the move that leads here.
    before: Option<(usize, Move)>,
}

/// Searches both games breadth-first for a difference, up to `most` positions. Repetition is not compared.
/// `on_progress` receives the number of positions compared.
pub fn first_difference(
    games: [&Game; 2],
    most: usize,
    stop: &AtomicBool,
    on_progress: &dyn Fn(u64),
) -> GameComparison {
    let programs = games.map(|game| &game.program);
    let starts = programs.map(Program::start);
    let at_once = |difference| Some((vec![], difference));
    if programs[0].layout().span() != programs[1].layout().span() {
        return GameComparison { found: at_once(Difference::Boards), depth: 0, positions: 0, all: false };
    }
    if !same(&starts[0], &starts[1]) {
        return GameComparison { found: at_once(Difference::Starts), depth: 0, positions: 0, all: false };
    }
    // The ply matters as far as one of the games depends on it.
    let counted = |position: Position| {
        let plies = games.map(|game| game.without_count(position).ply);
        Position { ply: plies[0].max(plies[1]), ..position }
    };
    let mut nodes = vec![PairedNode { position: starts[0], before: None }];
    let mut known = HashSet::from([starts[0]]);
    let (mut begin, mut end, mut depth) = (0, 1, 0);
    let mut found = None;
    let all = 'levels: loop {
        if begin == end {
            break true;
        }
        for at in begin..end {
            if stop.load(Ordering::Relaxed) || known.len() >= most {
                break 'levels false;
            }
            on_progress(known.len() as u64);
            let stepped = step(programs, &nodes[at].position);
            if programs.iter().any(|program| program.cut_short()) {
                break 'levels false;
            }
            match stepped {
                Err(difference) => {
                    found = Some((line(&nodes, at), difference));
                    break 'levels false;
                }
                Ok(reached) => {
                    for (m, position) in reached {
                        let position = counted(position);
                        if known.insert(position) {
                            nodes.push(PairedNode { position, before: Some((at, m)) });
                        }
                    }
                }
            }
        }
        depth += 1;
        (begin, end) = (end, nodes.len());
    };
    GameComparison { found, depth, positions: known.len(), all }
}

/// Returns the successors of a position, if they are the same in both games.
fn step(programs: [&Program; 2], position: &Position) -> Result<Vec<(Move, Position)>, Difference> {
    let moves = programs.map(|program| program.legal_moves(position));
    let only = |one: usize| moves[one].iter().find(|m| !moves[1 - one].contains(m));
    for (one, of_first) in [(0, true), (1, false)] {
        if let Some(&m) = only(one) {
            return Err(Difference::Legal(m, of_first));
        }
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

/// Whether two positions are the same to the players. The reason of an end does not matter.
fn same(one: &Position, other: &Position) -> bool {
    let bare = |position: &Position| Position { outcome: None, last: None, ways: [None; 2], ..*position };
    let result = |position: &Position| position.outcome.map(|outcome| outcome.winner);
    bare(one) == bare(other) && result(one) == result(other)
}

fn line(nodes: &[PairedNode], mut at: usize) -> Vec<Move> {
    let mut line = vec![];
    while let Some((before, m)) = nodes[at].before {
        line.push(m);
        at = before;
    }
    line.reverse();
    line
}

/// How many random games with the same random numbers differ between two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DifferenceCounts {
    /// Games played.
    pub games: u64,
    /// Games with different winners.
    pub winner: u64,
    /// Games with different winners, stores, or reasons of the end.
    pub end: u64,
    /// Games with different moves.
    pub moves: u64,
}

/// Plays random games with the same random numbers in both games and counts those that differ. `on_progress`
/// receives the number of games played.
pub fn random_difference(
    experiments: [Experiment; 2],
    games: u64,
    stop: &AtomicBool,
    on_progress: &dyn Fn(u64),
) -> DifferenceCounts {
    let mut playouts = experiments.map(Playouts::new);
    let mut shares = DifferenceCounts::default();
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let [one, other] = &mut playouts;
        let (first, second) = (one.play(number, &mut ()), other.play(number, &mut ()));
        if one.is_stopped() || other.is_stopped() {
            break;
        }
        let won = |played: &GameResult| (played.finished, played.winner);
        let ended = |played: &GameResult| (won(played), played.reason, played.captured, played.out);
        shares.games += 1;
        on_progress(shares.games);
        shares.winner += u64::from(won(&first) != won(&second));
        shares.end += u64::from(ended(&first) != ended(&second));
        shares.moves += u64::from(one.steps != other.steps);
    }
    shares
}
