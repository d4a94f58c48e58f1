//! The solver finds published values, and agrees with a plain fixed point over all reachable positions, which
//! has no bounds and tables.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use uur::chance::Rng;
use uur::check::{self, Settings};
use uur::engine::{Budget, Event, History, Opt, Position};
use uur::game::Game;
use uur::notation::{read_position, write_move, write_position};
use uur::on_engine;
use uur::rules::{Side, Verdict};
use uur::source::Source;
use uur::variants;
use uur_lab::model::objective::Objective;
use uur_lab::model::{GameModel, RoundEnd, Verdicts};
use uur_lab::solve::{
    Aim, BuildError, CheckpointError, EndgameDatabase, LoadError, Method, ProvedBounds, SolveError, SolveLimits, Solver,
};

use crate::command::{self, output};
use crate::random_rules::small_rules;

fn settings(settings: &[(&str, &str)]) -> Settings {
    settings.iter().map(|&(name, value)| (name.to_string(), value.to_string())).collect()
}

fn shipped(name: &str, set: &[(&str, &str)]) -> Game {
    Game::load(variants::source(name).unwrap(), &variants::library, &settings(set)).unwrap()
}

/// A game of this folder.
fn own(name: &str, set: &[(&str, &str)]) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/solve/{name}.uur"));
    let source = Source::new(name, fs::read_to_string(path).unwrap());
    Game::load(source, &variants::library, &settings(set)).unwrap_or_else(|faults| panic!("{:#?}", faults.problems))
}

const LIMITS: SolveLimits = SolveLimits { bytes: 1 << 24, threads: 1, stop: &|_| false };

fn solved(game: &Game, position: &Position, aim: Aim) -> i32 {
    solved_with(game, position, aim, None)
}

fn solved_with(game: &Game, position: &Position, aim: Aim, endgames: Option<&EndgameDatabase>) -> i32 {
    let mut solver = Solver::new(game, position, aim, endgames, LIMITS).unwrap();
    let bounds = solver.solve(position, &mut |_| {});
    bounds.exact().unwrap_or_else(|| panic!("{} is not solved from {}", game.name, write_position(game, position)))
}

fn from_start(game: &Game, aim: Aim) -> i32 {
    solved(game, &game.program.start(), aim)
}

fn kalah(pits: u8, seeds: u8, empty_capture: &str) -> Game {
    let (pits, seeds) = (pits.to_string(), seeds.to_string());
    shipped("kalah", &[("pits", &pits), ("seeds", &seeds), ("empty_capture", empty_capture)])
}

/// Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), Table 10.
#[test]
fn small_kalah_has_the_published_winners() {
    let table = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD"];
    for (pits, row) in (1..).zip(table) {
        for (seeds, published) in (1..).zip(row.chars()) {
            let game = kalah(pits, seeds, "banked");
            let endgames = (pits == 4).then(|| built(&game, 12.min(8 * u16::from(seeds))));
            let found = match solved_with(&game, &game.program.start(), Aim::Result, endgames.as_ref()) {
                1 => 'W',
                0 => 'D',
                _ => 'L',
            };
            assert_eq!(found, published, "{pits} pits, {seeds} seeds");
        }
    }
}

/// The same article.
#[test]
fn small_kalah_has_the_published_margins() {
    for (seeds, margin) in [(1, 2), (2, 6), (3, 8), (4, 2), (5, 2), (6, 0)] {
        let game = kalah(4, seeds, "banked");
        let endgames = built(&game, 12.min(8 * u16::from(seeds)));
        let found = solved_with(&game, &game.program.start(), Aim::Margin, Some(&endgames));
        assert_eq!(found, margin, "{seeds} seeds");
    }
    assert_eq!(from_start(&kalah(4, 3, "no_capture"), Aim::Margin), 6);
}

fn opening_values(game: &Game) -> Vec<(String, i32)> {
    let mut solver = Solver::new(game, &game.program.start(), Aim::Margin, None, LIMITS).unwrap();
    let moves = solver.moves(&game.program.start(), &mut |_, _| {});
    moves.into_iter().map(|(m, bounds)| (write_move(&game.program, m), bounds.exact().unwrap())).collect()
}

#[test]
fn the_opening_moves_of_kalah_have_their_values() {
    let values = |values: [i32; 4]| ["A", "B", "C", "D"].map(String::from).into_iter().zip(values).collect::<Vec<_>>();
    assert_eq!(opening_values(&kalah(4, 3, "banked")), values([-8, 8, 0, -4]));
    assert_eq!(opening_values(&kalah(4, 3, "no_capture")), values([-6, 6, 2, -2]));
}

/// Reachable positions, finished ones included. The first is the one from which they are reached.
struct Graph {
    positions: Vec<Position>,
    /// The positions after each, by their numbers.
    after: Vec<Vec<usize>>,
}

/// The graph of a position, unless it has more than `most` positions.
fn reachable(game: &Game, from: &Position, most: usize) -> Option<Graph> {
    let mut numbers = HashMap::from([(normal(from), 0)]);
    let mut graph = Graph { positions: vec![normal(from)], after: vec![] };
    while let Some(&position) = graph.positions.get(graph.after.len()) {
        if graph.after.len() == most {
            return None;
        }
        let mut after = vec![];
        for m in game.program.legal_moves(&position) {
            let mut next = position;
            game.program.play_unchecked(&mut next, m, &mut ());
            let next = normal(&next);
            after.push(*numbers.entry(next).or_insert_with(|| {
                graph.positions.push(next);
                graph.positions.len() - 1
            }));
        }
        graph.after.push(after);
    }
    Some(graph)
}

/// A position without the number of its move, which decides nothing after the opening.
fn normal(position: &Position) -> Position {
    Position { ply: position.ply.min(8), ..*position }
}

/// The sizes that Irving, Donkers and Uiterwijk give.
#[test]
fn the_graph_of_kalah_has_the_published_size() {
    for (pits, seeds, size) in [(2, 2, 24), (3, 2, 2_941), (4, 2, 226_774)] {
        assert_eq!(size_of_graph(pits, seeds), size, "{pits} pits, {seeds} seeds");
    }
}

#[test]
#[ignore = "millions of positions: cargo test --release -- --ignored great_graph"]
fn a_great_graph_of_kalah_has_the_published_size() {
    assert_eq!(size_of_graph(4, 3), 4_604_996);
}

/// Positions of Kalah that can be reached. How a round ended is no part of a node; the player who made a
/// bonus move is to move, even if that move was the last.
fn size_of_graph(pits: usize, seeds: usize) -> usize {
    let numbers = [pits, seeds, pits * seeds + 1].map(|number| number.to_string());
    let [pits, seeds, enough] = &numbers;
    let game = own("kalah-unswept", &[("pits", pits), ("seeds", seeds), ("enough", enough)]);
    let node = |position: &Position, to_move: Side| {
        let [south, north] = position.captured;
        let mut node = [0; 11];
        node[..8].copy_from_slice(&position.seeds[..8]);
        node[8..].copy_from_slice(&[south as u8, north as u8, to_move as u8]);
        node
    };
    let start = game.program.start();
    let mut nodes = HashSet::from([node(&start, start.to_move)]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        for m in game.program.legal_moves(&position) {
            let (mut next, mut events) = (position, vec![]);
            game.program.play_unchecked(&mut next, m, &mut events);
            let bonus = events.iter().any(|event| matches!(event, Event::Bonus { .. }));
            let to_move = if bonus { position.to_move } else { position.to_move.other() };
            if nodes.insert(node(&next, to_move)) && next.outcome.is_none() {
                open.push(next);
            }
        }
    }
    nodes.len()
}

/// T. W. Neller and C. M. Neller, FairKalah (2022): starts from which nobody wins.
#[test]
#[ignore = "ten minutes: cargo test --release -- --ignored fair_starts"]
fn fair_starts_of_kalah_are_worth_nothing() {
    let game = kalah(6, 4, "banked");
    let endgames = built(&game, 18);
    let limits = SolveLimits { bytes: 4 << 30, threads: 2, stop: &|_| false };
    let mut solver = Solver::new(&game, &game.program.start(), Aim::Margin, Some(&endgames), limits).unwrap();
    let starts = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solve/fair-kalah.txt")).unwrap();
    for line in starts.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<&str> = line.split(',').collect();
        let (south, north) = (numbers[..6].join(" "), numbers[7..13].join(" "));
        let text = format!("south {south}; north {north}; captured {} {}", numbers[6], numbers[13]);
        let bounds = solver.solve(&read_position(&game, &text).unwrap(), &mut |_| {});
        eprintln!("{text}: {bounds:?}, {} positions in all", solver.nodes());
        assert_eq!(bounds.exact(), Some(0), "{text}");
    }
}

/// Campbell and Chavey, Tchuka Ruma Solitaire, UMAP Journal 16 (1995).
#[test]
fn tchuka_ruma_can_be_won_where_it_was_found_to_be() {
    for (pits, seeds, can) in [
        ("3", "1", true),
        ("4", "2", true),
        ("4", "6", true),
        ("5", "7", true),
        ("4", "3", false),
        ("4", "4", false),
        ("4", "5", false),
    ] {
        let game = shipped("tchuka-ruma", &[("pits", pits), ("seeds", seeds)]);
        assert_eq!(from_start(&game, Aim::Result) == 1, can, "{pits} pits, {seeds} seeds");
    }
}

/// OEIS A028933: each number of seeds has exactly one board that can be won.
#[test]
fn tchoukaillon_has_one_winning_board_for_each_number_of_seeds() {
    let game = own("tchoukaillon", &[]);
    for seeds in 1..=17 {
        // A pit that can be won with holds no more seeds than it has to go.
        let boards = boards(seeds, 6).into_iter().filter(|board| (0..6).all(|pit| board[pit] <= 6 - pit as u8));
        let won: Vec<Vec<u8>> = boards.filter(|board| solved(&game, &alone(&game, board), Aim::Result) == 1).collect();
        assert_eq!(won.len(), 1, "{seeds} seeds: {won:?}");
        match seeds {
            10 => assert_eq!(won[0], [0, 5, 3, 1, 1, 0]),
            12 => assert_eq!(won[0], [6, 4, 2, 0, 0, 0]),
            17 => assert_eq!(won[0], [6, 4, 2, 3, 1, 1]),
            _ => {}
        }
    }
}

fn boards(seeds: u8, pits: usize) -> Vec<Vec<u8>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with = |here: u8| {
        boards(seeds - here, pits - 1).into_iter().map(move |mut rest| {
            rest.insert(0, here);
            rest
        })
    };
    (0..=seeds).flat_map(with).collect()
}

fn alone(game: &Game, board: &[u8]) -> Position {
    let mut position = Position::empty();
    position.seeds[..board.len()].copy_from_slice(board);
    game.program.check_end(&mut position, &mut ());
    position
}

/// R. Gering, Abstract Games 12 (2002); Lincke's thesis (2002) on Awari.
#[test]
fn published_positions_have_their_values() {
    let vai = shipped("vai-lung-thlan", &[]);
    let problem = read_position(&vai, "south 0 0 0 3 10 0; north 2 3 0 0 0 0; captured 19 23").unwrap();
    assert_eq!(solved(&vai, &problem, Aim::Margin), 0);
    let awari = shipped("awari", &[]);
    let slam = read_position(&awari, "south 0 0 0 0 1 1; north 1 0 0 0 0 0").unwrap();
    assert_eq!(solved(&awari, &slam, Aim::Margin), 1);
}

fn empty(game: &Game) -> Result<EndgameDatabase, BuildError> {
    EndgameDatabase::new(game, EndgameDatabase::USUAL_MEMORY)
}

/// A database that is stored in these bytes, and keeps one block of values in memory.
fn opened(game: &Game, file: &[u8]) -> Result<EndgameDatabase, LoadError> {
    EndgameDatabase::open(game, Cursor::new(file.to_vec()), 0)
}

fn built(game: &Game, seeds: u16) -> EndgameDatabase {
    let mut endgames = empty(game).unwrap();
    endgames.build(game, seeds, 2, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap();
    endgames
}

/// T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems (2002), App. B.
#[test]
fn all_boards_of_awari_have_the_published_values() {
    let published: [&[(i32, u64)]; 6] = [
        &[(-1, 7), (1, 5)],
        &[(-2, 40), (0, 13), (2, 25)],
        &[(-3, 177), (-1, 1), (0, 63), (1, 7), (3, 116)],
        &[(-4, 532), (-2, 110), (0, 143), (2, 165), (4, 415)],
        &[(-5, 1892), (-3, 2), (-2, 85), (-1, 224), (1, 121), (2, 184), (3, 22), (5, 1838)],
        &[(-6, 4242), (-4, 116), (-2, 772), (0, 1548), (2, 550), (3, 62), (4, 302), (6, 4784)],
    ];
    let endgames = built(&shipped("awari", &[]), 6);
    for (seeds, published) in (1..).zip(published) {
        assert_eq!(endgames.histogram(seeds).unwrap(), published, "{seeds} seeds");
    }
}

/// Where a move leads: to a value of the mover, or to a board of as many seeds, seen from the next player.
enum PlainMove {
    Leaves(i32),
    Stays(Vec<u8>),
}

/// The values of all boards of Awari with a number of seeds, by repeated passes over all of them, which find those from
/// which the player to move can gain a margin, or cannot help losing it, until nothing changes.
fn plain_values(awari: &Game, seeds: u8, fewer: &HashMap<Vec<u8>, i32>) -> HashMap<Vec<u8>, i32> {
    let margin = |position: &Position| i32::from(position.captured[0]) - i32::from(position.captured[1]);
    let moves = |board: &Vec<u8>| -> Vec<PlainMove> {
        let position = alone(awari, board);
        if position.outcome.is_some() {
            return vec![PlainMove::Leaves(margin(&position))];
        }
        let lead = |m| {
            let mut after = position;
            awari.program.play_unchecked(&mut after, m, &mut ());
            let gain = margin(&after);
            if after.outcome.is_some() {
                return PlainMove::Leaves(gain);
            }
            assert_eq!(after.to_move, Side::North);
            let board = awari.program.layout().mirrored_position(&after).seeds[..12].to_vec();
            fewer.get(&board).map_or(PlainMove::Stays(board), |value| PlainMove::Leaves(gain - value))
        };
        awari.program.legal_moves(&position).into_iter().map(lead).collect()
    };
    let graph: HashMap<Vec<u8>, Vec<PlainMove>> = boards(seeds, 12)
        .into_iter()
        .map(|board| {
            let moves = moves(&board);
            (board, moves)
        })
        .collect();
    let mut values = HashMap::new();
    for least in (1..=i32::from(seeds)).rev() {
        loop {
            let gains = |m: &PlainMove, values: &HashMap<Vec<u8>, i32>| match m {
                PlainMove::Leaves(value) => *value >= least,
                PlainMove::Stays(board) => values.get(board).is_some_and(|value| *value <= -least),
            };
            let loses = |m: &PlainMove, values: &HashMap<Vec<u8>, i32>| match m {
                PlainMove::Leaves(value) => *value <= -least,
                PlainMove::Stays(board) => values.get(board).is_some_and(|value| *value >= least),
            };
            let before = values.len();
            for (board, moves) in &graph {
                let known = values.contains_key(board);
                if !known && moves.iter().any(|m| gains(m, &values)) {
                    values.insert(board.clone(), least);
                } else if !known && moves.iter().all(|m| loses(m, &values)) {
                    values.insert(board.clone(), -least);
                }
            }
            if values.len() == before {
                break;
            }
        }
    }
    graph.keys().for_each(|board| _ = values.entry(board.clone()).or_insert(0));
    values
}

#[test]
fn a_plain_fixed_point_agrees_with_retrograde_analysis() {
    let awari = shipped("awari", &[]);
    let endgames = built(&awari, 4);
    let mut values = HashMap::new();
    for seeds in 0..=4 {
        let found = plain_values(&awari, seeds, &values);
        let mut counts = BTreeMap::new();
        found.values().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), endgames.histogram(seeds.into()).unwrap(), "{seeds} seeds");
        values.extend(found);
    }
}

/// The search finds what the database holds: the values of boards of four seeds and fewer, in which most
/// play goes round.
#[test]
fn search_agrees_with_retrograde_analysis() {
    let awari = shipped("awari", &[]);
    let endgames = built(&awari, 4);
    let mut counts = BTreeMap::new();
    for board in boards(4, 12) {
        let mut position = Position::empty();
        position.seeds[..12].copy_from_slice(&board);
        awari.program.check_end(&mut position, &mut ());
        *counts.entry(solved(&awari, &position, Aim::Margin)).or_insert(0) += 1;
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), endgames.histogram(4).unwrap());
}

/// The same on boards of other shapes, for boards of three seeds.
#[test]
fn search_agrees_with_retrograde_analysis_on_boards_of_every_shape() {
    let mut compared = 0;
    for game in small_boards_of_every_shape() {
        if empty(&game).is_err() {
            continue;
        }
        let endgames = built(&game, 3);
        let pits: Vec<usize> = game.program.layout().pits().map(|pit| pit.index()).collect();
        let mut counts = BTreeMap::new();
        for board in boards(3, pits.len()) {
            let mut position = Position::empty();
            pits.iter().zip(board).for_each(|(&pit, seeds)| position.seeds[pit] = seeds);
            game.program.check_end(&mut position, &mut ());
            *counts.entry(solved(&game, &position, Aim::Result)).or_insert(0) += 1;
        }
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), endgames.histogram(3).unwrap(), "{}", game.name);
        compared += 1;
    }
    assert_eq!(compared, 5);
}

/// What a board is worth besides its seeds is named.
#[test]
fn a_game_without_a_database_says_why() {
    let why = |name| empty(&shipped(name, &[])).map(|_| ()).unwrap_err().to_string();
    assert!(why("abalalae").ends_with(": a position that repeats is a draw, whatever the stores hold"));
    assert!(why("bao-la-kiswahili").ends_with(": pits may bear marks"));
    assert!(why("omweso").ends_with(": pits may bear marks"));
}

#[test]
fn a_database_changes_no_value() {
    for (game, seeds) in
        [(shipped("boola", &[("pits", "6")]), 8), (kalah(4, 2, "banked"), 8), (kalah(3, 3, "no_capture"), 9)]
    {
        let endgames = built(&game, seeds);
        let aim = if game.rules.goal.is_some() { Aim::Margin } else { Aim::Result };
        let start = game.program.start();
        assert_eq!(solved_with(&game, &start, aim, Some(&endgames)), solved(&game, &start, aim), "{}", game.name);
    }
}

#[test]
fn a_database_is_saved_and_refused_for_other_rules() {
    let game = kalah(3, 2, "banked");
    let endgames = built(&game, 6);
    let mut file = vec![];
    endgames.save(&mut file).unwrap();
    let again = opened(&game, &file).unwrap();
    assert_eq!(again.histogram(6).unwrap(), endgames.histogram(6).unwrap());
    let reason = |game: &Game, file: &[u8]| opened(game, file).unwrap_err().to_string();
    let other = reason(&kalah(3, 2, "no_capture"), &file);
    assert_eq!(other, format!("it was made for other rules, with hash {}", game.meaning()));
    assert_eq!(reason(&game, b"uur proofs 1\n"), "it is not an endgame database");
    let older = "it has format 2, and this version of uur reads format 3";
    assert_eq!(reason(&game, b"uur endgames 2\n"), older);
    let short = "it is damaged: it does not end where its values end";
    assert_eq!(reason(&game, &file[..file.len() - 1]), short);
    assert_eq!(reason(&game, &[&file[..], b"x"].concat()), short);
    assert_eq!(reason(&game, &file[..40]), "its head is damaged");
    let changed = |at: usize| {
        let mut changed = file.clone();
        changed[at] ^= 1;
        changed
    };
    assert_eq!(reason(&game, &changed(70)), "its head is damaged");
    assert_eq!(reason(&game, &changed(file.len() - 1)), "it is damaged: the values of 6 seeds");
}

/// A build that goes on from a file finds the same values as one in memory, also if only one block of values is kept in
/// memory, which is less than all boards of seven seeds.
#[test]
fn a_database_in_a_file_is_built_on_and_used() {
    let awari = shipped("awari", &[]);
    let mut file = vec![];
    built(&awari, 7).save(&mut file).unwrap();
    let mut endgames = opened(&awari, &file).unwrap();
    endgames.build(&awari, 8, 2, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap();
    assert_eq!(endgames.histogram(8).unwrap(), built(&awari, 8).histogram(8).unwrap());
    let game = kalah(4, 2, "banked");
    let mut file = vec![];
    built(&game, 8).save(&mut file).unwrap();
    let endgames = opened(&game, &file).unwrap();
    let start = game.program.start();
    assert_eq!(solved_with(&game, &start, Aim::Margin, Some(&endgames)), solved(&game, &start, Aim::Margin));
    assert_eq!(endgames.fault(), None);
}

/// A database whose moves are kept in a file while it is built is the same to the byte, with any number of threads.
#[test]
fn moves_in_a_file_make_the_same_database() {
    let larger = [(shipped("awari", &[]), 7), (shipped("boola", &[("pits", "6")]), 8), (kalah(4, 2, "banked"), 8)];
    let small = small_boards_of_every_shape().into_iter().filter(|game| empty(game).is_ok()).map(|game| (game, 3));
    for (game, seeds) in larger.into_iter().chain(small) {
        let saved = |endgames: EndgameDatabase| {
            let mut file = vec![];
            endgames.save(&mut file).unwrap();
            file
        };
        let in_memory = saved(built(&game, seeds));
        for threads in [1, 2] {
            let mut endgames = empty(&game).unwrap();
            endgames.keep_moves_in(Arc::new(Mutex::new(Cursor::new(vec![]))));
            endgames.build(&game, seeds, threads, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap();
            assert!(saved(endgames) == in_memory, "{} {seeds} {threads}", game.name);
        }
    }
}

/// Where the moves have no room, their numbers of seeds are not made, and those before are kept.
#[test]
fn a_full_disk_ends_a_build() {
    let awari = shipped("awari", &[]);
    let mut endgames = built(&awari, 4);
    endgames.keep_moves_in(Arc::new(Mutex::new(Cursor::new(Box::<[u8]>::from([0; 100])))));
    let ended = endgames.build(&awari, 6, 2, &AtomicU64::new(0), &AtomicBool::new(false));
    let reason = ended.unwrap_err().to_string();
    assert_eq!(reason, "the moves cannot be kept in a file: failed to write whole buffer");
    assert_eq!(endgames.seeds(), 4);
}

/// What South ends with more, or 1, 0 and -1 where no seeds are counted.
fn worth(game: &Game, position: &Position) -> i32 {
    let more = i32::from(position.captured[0]) - i32::from(position.captured[1]);
    match (position.outcome.unwrap().winner, game.rules.goal) {
        (None, _) => 0,
        (Some(_), Some(_)) if by_seeds(game) => more,
        (Some(Side::South), _) => 1,
        (Some(Side::North), _) => -1,
    }
}

/// Whether the greater number of seeds wins, whatever else happens.
fn by_seeds(game: &Game) -> bool {
    let counted = |verdict| matches!(verdict, Verdict::Goal | Verdict::Draw | Verdict::Pass);
    game.rules.goal.is_some() && game.rules.end.iter().all(|clause| counted(clause.ending.verdict))
}

/// Whether South can end with a lead of at least `least`, from each position. Positions with the same number
/// of seeds are settled together. Those that can recur have the value of a repetition, unless a player can
/// force another.
fn can_reach(game: &Game, graph: &Graph, least: i32) -> Vec<bool> {
    let mut by_seeds: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (number, position) in graph.positions.iter().enumerate().rev() {
        by_seeds.entry(position.on_board()).or_default().push(number);
    }
    let mut can = vec![false; graph.positions.len()];
    for numbers in by_seeds.values() {
        for &number in numbers {
            let mut ended = graph.positions[number];
            if ended.outcome.is_none() {
                game.program.end_by_repetition(&mut ended, &mut ());
            }
            can[number] = worth(game, &ended) >= least;
        }
        loop {
            let mut changed = false;
            for &number in numbers {
                let after = &graph.after[number];
                if after.is_empty() {
                    continue;
                }
                let now = match graph.positions[number].to_move {
                    Side::South => after.iter().any(|&next| can[next]),
                    Side::North => after.iter().all(|&next| can[next]),
                };
                changed |= std::mem::replace(&mut can[number], now) != now;
            }
            if !changed {
                break;
            }
        }
    }
    can
}

/// The value of the first position for South by a plain fixed point, for every number of seeds in turn.
fn by_fixed_point(game: &Game, graph: &Graph) -> i32 {
    let all = if by_seeds(game) { i32::from(graph.positions[0].total()) } else { 1 };
    let (mut low, mut high) = (-all, all);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        if can_reach(game, graph, middle)[0] { low = middle } else { high = middle - 1 }
    }
    low
}

fn compare(game: &Game, from: &Position, most: usize) -> bool {
    let Some(graph) = reachable(game, from, most) else { return false };
    let expected = by_fixed_point(game, &graph);
    let sign = if from.to_move == Side::South { 1 } else { -1 };
    let place = || format!("{} {:?}: {}", game.name, game.settings(), write_position(game, from));
    if by_seeds(game) {
        assert_eq!(sign * solved(game, from, Aim::Margin), expected, "{}", place());
    }
    assert_eq!(sign * solved(game, from, Aim::Result), expected.signum(), "{}", place());
    true
}

/// The same, and then by both methods, by one thread and several, in tables that hold all of it and such that forget
/// most of it.
fn compare_teams(game: &Game, from: &Position, most: usize) -> bool {
    if !compare(game, from, most) {
        return false;
    }
    for aim in [Aim::Result].into_iter().chain(by_seeds(game).then_some(Aim::Margin)) {
        let expected = solved(game, from, aim);
        let by_team = |method, bytes, threads| {
            let found = solved_by(game, from, aim, method, SolveLimits { bytes, threads, ..LIMITS });
            let place = write_position(game, from);
            assert_eq!(found, expected, "{aim:?}, {method:?}, {bytes} bytes, {threads} threads: {place}");
        };
        by_team(Method::AlphaBeta, 1 << 18, 3);
        if Method::ProofNumbers.applies(game) {
            for threads in 1..=3 {
                by_team(Method::ProofNumbers, 1 << 18, threads);
                by_team(Method::ProofNumbers, 1 << 14, threads);
            }
            by_team(Method::AlphaBeta, 1 << 14, 2);
        }
    }
    true
}

fn solved_by(game: &Game, position: &Position, aim: Aim, method: Method, limits: SolveLimits) -> i32 {
    let mut solver = Solver::with_method(game, position, aim, None, limits, method).unwrap();
    solver.solve(position, &mut |_| {}).exact().expect("it is solved")
}

/// Players have the seeds of an uur for certain, so positions that differ only in these have the same key. Rules that ask
/// for them, take them or give them to others are told apart.
#[test]
fn seeds_that_a_player_has_for_certain_are_no_part_of_a_position() {
    let keys = |game: &Game, text: &str| {
        on_engine!(game.program.engine(&game.program.start(), Opt::Full), engine => {
            let model = GameModel::new(game, engine, None);
            let position = read_position(game, text).unwrap();
            let node = model.pack(&position).unwrap();
            (model.key(&node), model.lead(&node, Side::South), model.undecided_seeds(&node))
        })
    };
    let few = "south 0 2 0 0 0 3; north 1 0 0 5 0 1; captured 30 6; uur south B; uur north d; south to move";
    let many = "south 0 6 0 0 0 3; north 1 0 0 7 0 1; captured 24 6; uur south B; uur north d; south to move";
    let layli = shipped("layli-goobalay", &[]);
    let ((one, ahead, open), (other, others_ahead, others_open)) = (keys(&layli, few), keys(&layli, many));
    assert_eq!(one, other);
    assert_eq!([ahead, others_ahead], [30 + 2 - 6 - 5, 24 + 6 - 6 - 7]);
    assert_eq!([open, others_open], [5, 5]);
    let text = variants::source("layli-goobalay").unwrap().text;
    for (line, changed) in [
        ("no move -> each takes own uur and own row", "no move -> each takes own row"),
        ("end {", "end {\n  board holds 3 or fewer -> each takes own uur and own row"),
        ("  pregnant: here is uur", "  many: here holds 9 or more -> stop\n  pregnant: here is uur"),
    ] {
        let rules = text.split_once("\ntest ").unwrap().0;
        assert!(rules.contains(line), "{line}");
        let source = Source::new("changed", rules.replace(line, changed));
        let game = Game::load(source, &variants::library, &Settings::new()).expect("the rules are sound");
        assert_ne!(keys(&game, few).0, keys(&game, many).0, "{changed}");
    }
}

/// Proof numbers, alpha-beta and the fixed point agree on games that are made by chance. Many of them go round.
#[test]
fn random_games_have_the_values_of_a_plain_fixed_point() {
    for counted in [false, true] {
        let (mut compared, mut drawn) = (0, 0);
        for number in 0..750 {
            let source = Source::new("chance", small_rules(number, counted));
            let Ok(game) = Game::load(source, &variants::library, &Settings::new()) else { continue };
            let start = game.program.start();
            if !Method::ProofNumbers.applies(&game) || start.outcome.is_some() {
                continue;
            }
            if compare_teams(&game, &start, if counted { 200 } else { 400 }) {
                compared += 1;
                drawn += usize::from(solved(&game, &start, Aim::Result) == 0);
            }
        }
        assert!(compared >= 150 && drawn >= 20, "{compared} games were compared, {drawn} of them are draws: {counted}");
    }
}

#[test]
fn proof_numbers_are_refused_where_a_repetition_is_no_draw() {
    let game = shipped("oware", &[]);
    let refused =
        Solver::with_method(&game, &game.program.start(), Aim::Result, None, LIMITS, Method::ProofNumbers).err();
    assert_eq!(refused, Some(SolveError::NoProofNumbers));
    for (name, aim, method) in [
        ("oware", Aim::Margin, Method::AlphaBeta),
        ("boola", Aim::Result, Method::ProofNumbers),
        ("layli-goobalay", Aim::Result, Method::ProofNumbers),
        ("layli-goobalay", Aim::Margin, Method::ProofNumbersFirst),
        ("kalah", Aim::Margin, Method::ProofNumbersFirst),
    ] {
        assert_eq!(Method::of(&shipped(name, &[]), aim), method, "{name}, {aim:?}");
    }
}

/// Where the solver takes it that all margins are even, or all odd, they are: at the end of random games of all shipped
/// games, and of random rules.
#[test]
fn margins_are_even_or_odd_where_all_seeds_count() {
    let mut chance = Rng::for_game(7, 0);
    let mut games = 0;
    let named = variants::names().map(|name| shipped(name, &[]));
    let random = (0..400).filter_map(|number| {
        let source = Source::new("chance", small_rules(number, true));
        Game::load_if_sound(source, &variants::library, &Settings::new())
    });
    for game in named.chain(random).filter(|game| Objective::of(game).counts_all) {
        let start = game.program.start();
        for _ in 0..5 {
            let (mut position, mut history) = (start, History::starting(&start));
            for _ in 0..2_000 {
                let moves = game.program.legal_moves(&position);
                if position.outcome.is_some() || moves.is_empty() {
                    break;
                }
                let m = moves[chance.below(moves.len())];
                game.program.play_within(&mut position, &mut history, m, &mut (), &mut { Budget::FULL });
            }
            if matches!(Verdicts::of(&game).end(&position), Some(RoundEnd::Counted)) {
                let [south, north] = position.captured;
                assert_eq!((south + north) % 2, start.total() % 2, "{}", write_position(&game, &position));
                games += 1;
            }
        }
    }
    assert!(games > 200, "{games}");
}

#[test]
fn small_games_have_the_values_of_a_plain_fixed_point() {
    let games = [
        shipped("boola", &[("pits", "3")]),
        shipped("layli-goobalay", &[("pits", "2")]),
        shipped("layli-goobalay", &[("pits", "3"), ("seeds", "2")]),
        shipped("layli-goobalay-berbera", &[("pits", "3"), ("seeds", "2")]),
        shipped("layli-goobalay-wikipedia", &[("pits", "2"), ("seeds", "3")]),
        shipped("lahemay-waladat", &[("pits", "2")]),
        shipped("lahemay-waladat", &[("pits", "3")]),
        shipped("lahemay-waladat", &[("pits", "3"), ("after_three", "next_pit")]),
        shipped("vai-lung-thlan", &[("pits", "2"), ("seeds", "2")]),
        kalah(2, 3, "banked"),
    ];
    for game in games {
        assert!(compare_teams(&game, &game.program.start(), 60_000), "{} has few positions", game.name);
    }
}

/// Values that docs/results.md gives, and that another program has proved: by depth-first proof-number search, with
/// refutations checked as closed sets of positions.
#[test]
fn small_boards_of_the_documented_games_have_values_that_another_program_has_proved() {
    let next_pit = ("after_three", "next_pit");
    for (name, set, margin) in [
        ("layli-goobalay", vec![("pits", "3")], 6),
        ("layli-goobalay", vec![("pits", "4")], 8),
        ("layli-goobalay", vec![("pits", "5")], 4),
        ("layli-goobalay-berbera", vec![("pits", "5")], 4),
        ("lahemay-waladat", vec![("pits", "3")], 0),
        ("lahemay-waladat", vec![("pits", "4")], 10),
        ("lahemay-waladat", vec![("pits", "5")], -4),
        ("lahemay-waladat", vec![next_pit], 0),
    ] {
        assert_eq!(from_start(&shipped(name, &set), Aim::Margin), margin, "{name} {set:?}");
    }
    let boola = |pits: &str, opening: &str, seeds: &str| {
        smaller("boola", &[("pits pits", pits), ("pit pits - 1", opening), ("0 3 3 repeated", seeds)])
    };
    assert_eq!(from_start(&boola("pits 7", "pit 6", "0 3 3 0 3 3 0"), Aim::Result), 1);
    let six = shipped("boola", &[("pits", "6")]);
    let start = six.program.start();
    let moves = Solver::new(&six, &start, Aim::Result, None, LIMITS).unwrap().moves(&start, &mut |_, _| {});
    let won = moves.iter().filter(|(_, bounds)| bounds.exact() == Some(1)).map(|(m, _)| write_move(&six.program, *m));
    assert_eq!(won.collect::<Vec<_>>(), ["E", "E-1", "F"]);
    for (pits, front, result) in [("4", "2 2 0 0", -1), ("5", "2 2 2 0 0", -1), ("6", "2 2 2 0 0 0", 1)] {
        let hus = smaller("hus", &[("pits 8", &format!("pits {pits}")), ("2 2 2 2 0 0 0 0", front)]);
        assert_eq!(from_start(&hus, Aim::Result), result, "4x{pits}");
    }
}

/// The greatest boards of which the same program has proved the values.
#[test]
#[ignore = "tens of millions of positions: cargo test --release -- --ignored greater_boards"]
fn greater_boards_have_values_that_another_program_has_proved() {
    let from_start = |game: &Game, aim| {
        let limits = SolveLimits { bytes: 1 << 30, ..LIMITS };
        let start = game.program.start();
        let bounds = Solver::new(game, &start, aim, None, limits).unwrap().solve(&start, &mut |_| {});
        bounds.exact().expect("nothing stops it")
    };
    let next_pit = ("after_three", "next_pit");
    for (name, set, margin) in [
        ("layli-goobalay", vec![("pits", "6")], 8),
        ("lahemay-waladat", vec![("pits", "6")], -18),
        ("lahemay-waladat", vec![("pits", "7")], 2),
        ("lahemay-waladat", vec![("pits", "7"), next_pit], 2),
    ] {
        assert_eq!(from_start(&shipped(name, &set), Aim::Margin), margin, "{name} {set:?}");
    }
    let boola =
        smaller("boola", &[("pits pits", "pits 8"), ("pit pits - 1", "pit 7"), ("0 3 3 repeated", "0 3 3 0 3 3 0 3")]);
    assert_eq!(from_start(&boola, Aim::Result), 1);
    let hus = smaller("hus", &[("pits 8", "pits 7"), ("2 2 2 2 0 0 0 0", "2 2 2 2 0 0 0")]);
    assert_eq!(from_start(&hus, Aim::Result), 1, "4x7");
}

/// The boards of Boola on 2x9 that are lost and won, by another program's retrograde analysis.
#[test]
fn boards_of_boola_have_the_values_of_another_program() {
    let endgames = built(&shipped("boola", &[("pits", "9")]), 6);
    assert_eq!(endgames.histogram(0).unwrap(), [(-1, 1)]);
    let counts = [(10, 8), (89, 82), (559, 581), (2_830, 3_155), (12_159, 14_175), (45_754, 55_193)];
    for (seeds, (lost, won)) in (1..).zip(counts) {
        assert_eq!(endgames.histogram(seeds).unwrap(), [(-1, lost), (1, won)], "{seeds} seeds");
    }
}

/// The rules of a shipped game on a smaller board.
fn smaller(name: &str, changes: &[(&str, &str)]) -> Game {
    let loaded = check::load(shipped(name, &[]).sources[0].clone(), &variants::library);
    let mut rules = check::write_flat(&check::flatten(&loaded), &loaded.sources);
    for (old, new) in changes {
        assert!(rules.contains(old), "{name} has `{old}`");
        rules = rules.replace(old, new);
    }
    Game::load(Source::new(name, rules), &variants::library, &Settings::new())
        .unwrap_or_else(|faults| panic!("{name}: {:#?}", faults.problems))
}

/// Four and six rows, rings with single pits, decisions within moves, laps that go both ways.
fn small_boards_of_every_shape() -> Vec<Game> {
    let ring = "  plan \". d . b a .\"\n  plan \"e . c C . E\"\n  plan \". A B . D .\"\n  seeds 1 each";
    let loaded = check::load(shipped("mbelele", &[]).sources[0].clone(), &variants::library);
    let mbelele = check::write_flat(&check::flatten(&loaded), &loaded.sources);
    let from = mbelele.find("  plan").expect("it is drawn");
    let to = from + mbelele[from..].find("\n}").expect("the board ends");
    vec![
        smaller("hus", &[("pits 8", "pits 2"), ("2 2 2 2 0 0 0 0", "1 1")]),
        smaller("tsoro", &[("pits 8", "pits 2"), ("seeds back 2 each", "seeds 2 each")]),
        smaller("tsoro-additional-capture", &[("pits 8", "pits 2"), ("seeds back 2 each", "seeds 2 each")]),
        smaller(
            "omweso",
            &[
                ("pits 8", "pits 3"),
                ("seeds back 4 each", "seeds back 1 1 2"),
                ("pit H", "pit C"),
                ("pit G..H", "pit C"),
            ],
        ),
        smaller("katro", &[("pits pits", "pits 2"), ("seeds 2 each", "seeds back 2 1")]),
        smaller("mbelele", &[(&mbelele[from..to], ring), ("pit R", "pit E")]),
    ]
}

#[test]
fn small_boards_of_every_shape_have_the_values_of_a_plain_fixed_point() {
    for game in small_boards_of_every_shape() {
        assert!(compare_teams(&game, &game.program.start(), 60_000), "{} has few positions", game.name);
    }
}

/// The ends of random games of the whole library, where repetition has a value that the rules settle.
#[test]
fn the_ends_of_games_have_the_values_of_a_plain_fixed_point() {
    let mut compared = 0;
    for name in variants::names() {
        let game = shipped(name, &[]);
        let repetition = game.rules.repetition.ending.verdict;
        let settled = repetition == Verdict::Draw || name == "awari";
        if !settled || game.program.facts().counts_moves || !game.rules.swaps.is_empty() {
            continue;
        }
        for number in 0..3 {
            let mut chance = Rng::for_game(7, number);
            let mut position = game.program.start();
            let mut history = History::starting(&position);
            while position.outcome.is_none() && position.on_board() > 7 && position.ply < 300 {
                let moves = game.program.legal_moves(&position);
                let Some(&m) = moves.get(chance.below(moves.len().max(1))) else { break };
                game.program.play(&mut position, &mut history, m, &mut ()).expect("it is legal");
            }
            if position.outcome.is_none() && position.on_board() <= 7 {
                compared += usize::from(compare(&game, &position, 2_000));
            }
        }
    }
    assert!(compared >= 40, "{compared} ends of games were compared");
}

/// What is not solved is told as bounds that hold.
#[test]
fn a_stopped_solver_reports_what_is_proved() {
    let game = kalah(4, 3, "banked");
    for nodes in [0, 1_000, 5_000, 10_000] {
        let stop = |looked: u64| looked >= nodes;
        let limits = SolveLimits { bytes: 1 << 20, threads: 1, stop: &stop };
        let start = game.program.start();
        let mut solver = Solver::new(&game, &start, Aim::Margin, None, limits).unwrap();
        let ProvedBounds { least, most } = solver.solve(&start, &mut |_| {});
        assert!(least <= 8 && 8 <= most, "{least} to {most} after {nodes}");
    }
}

/// What the tables of a stopped solver hold of the moves of the start is true, by both methods.
#[test]
fn a_stopped_solver_knows_of_moves_what_is_true() {
    let games = [
        (kalah(4, 3, "banked"), Aim::Result),
        (kalah(4, 3, "banked"), Aim::Margin),
        (shipped("layli-goobalay", &[("pits", "4")]), Aim::Result),
        (shipped("layli-goobalay", &[("pits", "3")]), Aim::Margin),
        (shipped("boola", &[("pits", "6")]), Aim::Result),
    ];
    let mut known = 0;
    for (game, aim) in games {
        let start = game.program.start();
        let values = Solver::new(&game, &start, aim, None, LIMITS).unwrap().moves(&start, &mut |_, _| {});
        let methods = [Method::AlphaBeta, Method::ProofNumbers].into_iter().filter(|method| method.applies(&game));
        for (method, nodes) in
            methods.flat_map(|method| [100, 500, 1_000, 2_000, 10_000, 20_000, 50_000].map(|nodes| (method, nodes)))
        {
            let stop = |looked: u64| looked >= nodes;
            let limits = SolveLimits { bytes: 1 << 22, threads: 1, stop: &stop };
            let mut solver = Solver::with_method(&game, &start, aim, None, limits, method).unwrap();
            solver.solve(&start, &mut |_| {});
            let nothing = solver.widest_bounds(&start);
            for ((m, bounds), (same, value)) in solver.known_moves(&start).into_iter().zip(&values) {
                let value = value.exact().expect("it is solved");
                assert_eq!(m, *same);
                assert!(bounds.least <= value && value <= bounds.most, "{} {m:?} {bounds:?} {value}", game.name);
                known += usize::from(bounds != nothing);
            }
            let found = solver.answer(&start, false, &mut |_| {}).unwrap();
            let value = values.iter().filter_map(|(_, value)| value.exact()).max().expect("there are moves");
            assert!(found.bounds.least <= value && value <= found.bounds.most, "{} {found:?} {value}", game.name);
            assert!(found.moves.iter().all(|(_, bounds)| found.bounds.least >= bounds.least));
        }
    }
    assert!(known >= 20, "{known}");
}

fn folder() -> PathBuf {
    command::folder("solve")
}

/// Every line of best play can be replayed, and ends as it says.
#[test]
fn the_line_of_best_play_is_a_record() {
    for (arguments, ends) in [
        (&["solve", "boola", "--set", "pits=6"][..], "South wins"),
        (&["solve", "kalah", "--set", "pits=4", "--set", "seeds=3", "--margin"], "South wins 15 to 9"),
        (&["solve", "layli-goobalay", "--set", "pits=3"], "South wins"),
        (&["solve", "boola", "--set", "pits=3"], "a draw"),
        (&["solve", "awari", "--margin", "--from", "south 0 0 0 0 1 1; north 1 0 0 0 0 0; captured 22 23"], "a draw"),
    ] {
        let Output { status, stdout, .. } = output(&[arguments, &["--memory", "0.05"]].concat());
        assert_eq!(status.code(), Some(0), "{arguments:?}");
        let text = String::from_utf8(stdout).unwrap();
        let (_, record) = text.split_once("\n\n").unwrap();
        assert!(record.contains(&format!("# {ends}")), "{arguments:?}: {record}");
        let path = folder().join(format!("{}.game", arguments[1..].join(" ").replace([' ', ';', '='], "-")));
        fs::write(&path, record).unwrap();
        let replayed = output(&["replay", "--record", path.to_str().unwrap(), "--format", "json"]);
        assert_eq!(replayed.status.code(), Some(0), "{record}\n{}", String::from_utf8_lossy(&replayed.stderr));
    }
}

#[test]
fn a_match_and_an_endless_move_are_told() {
    let solve = |arguments: &[&str]| {
        String::from_utf8(output(&[&["solve", "--memory", "0.05"], arguments].concat()).stdout).unwrap()
    };
    let text = solve(&["lahemay-waladat", "--set", "pits=3"]);
    assert!(text.starts_with("lahemay-waladat pits=3, one round: a draw\n"), "{text}");
    let json: Value =
        serde_json::from_str(&solve(&["lahemay-waladat", "--set", "pits=2", "--format", "json"])).unwrap();
    assert_eq!(json["one_round"], true);
    let text = solve(&["boola", "--set", "pits=3"]);
    assert!(text.starts_with("boola pits=3: a draw\n") && text.ends_with("# a draw, by an endless move\n"), "{text}");
}

/// A position in which the round is over is told as it was asked for, not with the seeds that are taken then.
#[test]
fn a_position_that_is_over_is_told_as_it_was_given() {
    let given = "south 0 2 1; north 0 0 0; captured 5 4; south to move";
    let answer = output(&["solve", "kalah", "--set", "pits=3", "--margin", "--memory", "0.01", "--from", given]);
    let text = String::from_utf8(answer.stdout).unwrap();
    assert!(text.contains(&format!("from {given}\n")) && text.contains("# South wins 8 to 4"), "{text}");
}

#[test]
fn no_time_between_checkpoints_is_too_long() {
    let path = folder().join("seldom.proofs");
    let _ = fs::remove_file(&path);
    let path = path.to_str().unwrap();
    let limits = ["--memory", "0.01", "--checkpoint", path, "--checkpoint-every", "1e20"];
    let answer = output(&[&["solve", "boola", "--set", "pits=3"][..], &limits].concat());
    assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
}

/// Rules whose words for pits may mean stores: their values, and why there can be no database. Where the seeds in the
/// stores are left out of a position, alpha-beta, proof numbers or both find others.
#[test]
fn stores_that_lines_count_or_take_from_are_part_of_a_position() {
    let [takes, counts] = ["may take seeds from a store", "may ask for the seeds in a store"];
    let fed = "where after move opponent row is occupied";
    let bonus = "here is own store -> bonus move";
    for (board, from, land, end, [result, margin], why) in [
        (
            "3\n  seeds 2 each",
            fed,
            format!("here holds 4 -> remove here\n  {bonus}"),
            "  no move -> player wins\n}\n",
            [-1, 0],
            takes,
        ),
        (
            "3\n  seeds 2 each",
            fed,
            format!("here holds 4 -> stop\n  {bonus}"),
            "  no move -> player wins\n}\n",
            [-1, 0],
            counts,
        ),
        (
            "2\n  seeds 3 each",
            "",
            "here holds 3 -> capture here, bonus move\n  here holds 4 -> remove here".to_string(),
            "  no move -> pass\n  no move -> opponent wins\n}\n",
            [-1, 0],
            takes,
        ),
    ] {
        let text = format!(
            "language 1\n\ngame \"X\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits {board}\n}}\n\nsow \
             counterclockwise {{\n  from own pit {from}\n  along own row, own store, opponent row\n}}\n\nland {{\n  {land}\n}}\n\nend \
             {{\n{end}"
        );
        let game = Game::load(Source::new("stores", text), &variants::library, &Settings::new());
        let game = game.expect("the rules are sound");
        let start = game.program.start();
        for method in [Method::AlphaBeta, Method::ProofNumbers].into_iter().filter(|method| method.applies(&game)) {
            assert_eq!(solved_by(&game, &start, Aim::Result, method, LIMITS), result, "{method:?}: {land}");
            if game.rules.goal.is_some() {
                assert_eq!(solved_by(&game, &start, Aim::Margin, method, LIMITS), margin, "{method:?}: {land}");
            }
        }
        let refused = empty(&game).map(|_| ()).unwrap_err().to_string();
        assert!(refused.ends_with(why), "{land}: {refused}");
    }
}

/// A line of `land` that declares a draw is one, whatever the stores hold.
#[test]
fn a_draw_within_a_move_is_a_draw() {
    let text = "language 1\n\ngame \"X\" {\n  source \"none: an example\"\n}\n\nboard {\n  rows 2\n  pits 1\n  seeds 1 each\n}\n\n\
        sow counterclockwise {\n  from own pit\n}\n\nland {\n  here is opponent -> capture 1 from here, draw\n}\n\n\
        end {\n  no move -> each takes own row\n  win most seeds\n}\n";
    let game =
        Game::load(Source::new("draw", text), &variants::library, &Settings::new()).expect("the rules are sound");
    let start = game.program.start();
    for aim in [Aim::Result, Aim::Margin] {
        assert_eq!(from_start(&game, aim), 0, "{aim:?}");
        let (line, end) = Solver::new(&game, &start, aim, None, LIMITS).unwrap().line(&start, 0);
        assert_eq!((line.len(), end.captured), (1, [1, 0]));
    }
}

/// An answer whose parts do not agree is none.
#[test]
fn a_contradiction_is_found() {
    let game = kalah(2, 3, "banked");
    let start = game.program.start();
    let mut solver = Solver::new(&game, &start, Aim::Margin, None, LIMITS).unwrap();
    let bounds = solver.solve(&start, &mut |_| {});
    let moves = solver.moves(&start, &mut |_, _| {});
    let (_, end) = solver.line(&start, bounds.exact().unwrap());
    assert_eq!(solver.examine(&start, bounds, &moves, Some(&end)), Ok(()));
    let wrong = ProvedBounds { least: bounds.least + 2, most: bounds.most + 2 };
    let reason = |moves, end| solver.examine(&start, wrong, moves, end).unwrap_err().to_string();
    assert!(reason(&moves, None).contains("that of the best move is"));
    assert!(reason(&[], Some(&end)).contains("the line of best play ends with"));
    let low = ProvedBounds { least: bounds.least - 2, most: bounds.most - 2 };
    assert!(solver.examine(&start, low, &moves, None).is_err());
}

#[test]
fn an_unsolved_game_is_reported() {
    let arguments = ["solve", "boola", "--time", "0.01", "--memory", "0.01", "--format", "json"];
    let Output { status, stdout, .. } = output(&arguments);
    assert_eq!(status.code(), Some(4));
    let answer: Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!(answer["solved"], false);
    assert_eq!(answer["value"]["at_least"], -1);
    assert_eq!(answer["value"]["at_most"], 1);
}

#[test]
fn a_database_is_made_used_and_guarded() {
    let path = folder().join("boola-6.endgames");
    let _ = fs::remove_file(&path);
    let path = path.to_str().unwrap();
    let missing = output(&["solve", "boola", "--set", "pits=6", "--database", path]);
    assert_eq!(missing.status.code(), Some(2));
    let made = output(&[
        "solve",
        "boola",
        "--set",
        "pits=6",
        "--database",
        path,
        "--seeds",
        "5",
        "--memory",
        "0.05",
        "--format",
        "json",
    ]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let answer: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!((&answer["value"]["at_least"], &answer["database"]), (&Value::from(1), &Value::from(5)));
    let other = output(&["solve", "boola", "--set", "pits=3", "--database", path]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("it was made for other rules"));
    let none = output(&["solve", "layli-goobalay", "--database", path, "--seeds", "5"]);
    assert_eq!(none.status.code(), Some(2));
    let no_margin = output(&["solve", "boola", "--margin"]);
    assert_eq!(no_margin.status.code(), Some(2));
}

/// A position and its image on the turned board, with the other player to move, are one entry of the tables.
#[test]
fn keys_are_those_of_the_player_to_move() {
    for name in
        ["boola", "hus", "layli-goobalay", "toguz-kumalak", "lahemay-waladat", "bao-two-row", "mangala-east-africa"]
    {
        let game = shipped(name, &[]);
        let start = game.program.start();
        on_engine!(game.program.engine(&start, Opt::Full), engine => {
            let model = GameModel::new(&game, engine, None);
            let key = |position: &Position| model.key(&model.pack(position).expect("the engine is that of the board"));
            let mut chance = Rng::for_game(5, 0);
            let (mut position, mut last) = (start, None);
            for _ in 0..60 {
                let moves = game.program.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                let turned = game.program.layout().mirrored_position(&position);
                assert_ne!(turned, position);
                assert_eq!(key(&turned), key(&position), "{name}: {}", write_position(&game, &position));
                assert_ne!(Some(key(&position)), last, "{name}: {}", write_position(&game, &position));
                last = Some(key(&position));
                game.program.play_unchecked(&mut position, moves[chance.below(moves.len())], &mut ());
            }
            assert!(last.is_some(), "{name} has moves");
        });
    }
}

/// Positions that the engine does not take: closed pits, and more seeds than at the start.
#[test]
fn any_position_that_can_be_read_is_solved() {
    let second_round = "south 4 4 4; north 4 4 0; captured 4 0; closed c";
    let more_seeds = "south 0 0 0 0 0 1; north 0 0 0 0 0 1; captured 30 30";
    for (game, text) in
        [(shipped("lahemay-waladat", &[("pits", "3")]), second_round), (shipped("awari", &[]), more_seeds)]
    {
        let position = read_position(&game, text).unwrap();
        let value = solved(&game, &position, Aim::Margin);
        let turned = game.program.layout().mirrored_position(&position);
        assert_eq!(value, solved(&game, &turned, Aim::Margin), "{} from {text}", game.name);
        // What the best move comes to is solved again from there.
        let after = |m| {
            let mut after = position;
            game.program.play_unchecked(&mut after, m, &mut ());
            let value = solved(&game, &after, Aim::Margin);
            if after.to_move == position.to_move { value } else { -value }
        };
        assert_eq!(game.program.legal_moves(&position).into_iter().map(after).max(), Some(value), "{}", game.name);
    }
    let came = output(&[
        "solve",
        "kalah",
        "--set",
        "seeds=3",
        "--margin",
        "--time",
        "0.5",
        "--from",
        "south 4 4 4 4 4 4; north 4 4 4 4 4 4",
    ]);
    assert_eq!(came.status.code(), Some(4), "it hears its time");
}

#[test]
fn a_database_does_not_cover_closed_pits() {
    let game = shipped("awari", &[]);
    let endgames = built(&game, 4);
    let text = "south 0 0 0 0 1 1; north 0 1 0 0 0 1; captured 22 22; closed A B";
    let position = read_position(&game, text).unwrap();
    assert_eq!(
        solved_with(&game, &position, Aim::Margin, Some(&endgames)),
        solved_with(&game, &position, Aim::Margin, None)
    );
}

#[test]
fn memory_that_the_machine_does_not_grant_is_refused() {
    for gibibytes in ["10000000", "17592186044416", "1e30"] {
        let came = output(&["solve", "kalah", "--set", "pits=2", "--memory", gibibytes]);
        assert_eq!(came.status.code(), Some(2), "{gibibytes}");
        assert!(String::from_utf8_lossy(&came.stderr).contains("cannot be allocated"), "{gibibytes}");
    }
}

#[test]
fn a_round_that_can_stop_without_an_end_is_not_solved() {
    // In the second one the seeds in the stores would give it a value.
    for game in ["tests/unsound/stuck.uur", "tests/unsound/drawn-up.uur"] {
        for method in ["proof-numbers", "alpha-beta"] {
            let came = output(&["solve", game, "--method", method]);
            let error = String::from_utf8_lossy(&came.stderr);
            assert_eq!((came.stdout.as_slice(), came.status.code()), (&b""[..], Some(4)), "{game}, {method}: {error}");
            assert!(error.contains("no line of `end` applies"), "{error}");
        }
    }
}

/// A line that asks for the number of the move tells moves apart only as far as it asks.
#[test]
fn moves_are_counted_no_further_than_the_rules_ask() {
    for set in [vec![("pits", "3")], vec![("pits", "3"), ("leftover", "owners")]] {
        let game = shipped("lamlameta", &set);
        assert_eq!(game.program.facts().counted_moves, 1);
        assert!(compare(&game, &game.program.start(), 60_000), "{set:?}");
    }
}

/// A solver that was stopped, and what it keeps.
fn stopped_after(game: &Game, method: Method, nodes: u64) -> Vec<u8> {
    let stop = |looked: u64| looked >= nodes;
    let start = game.program.start();
    let limits = SolveLimits { bytes: 1 << 20, threads: 1, stop: &stop };
    let mut solver = Solver::with_method(game, &start, Aim::Result, None, limits, method).unwrap();
    assert_eq!(solver.solve(&start, &mut |_| {}).exact(), None, "it is stopped before");
    let mut kept = vec![];
    solver.checkpoint().save(&mut kept).unwrap();
    kept
}

fn resumed<'a>(game: &'a Game, method: Method, bytes: u64, kept: &[u8]) -> Result<Solver<'a>, CheckpointError> {
    let limits = SolveLimits { bytes, ..LIMITS };
    let mut solver = Solver::with_method(game, &game.program.start(), Aim::Result, None, limits, method).unwrap();
    solver.resume(&mut &kept[..])?;
    Ok(solver)
}

#[test]
fn a_stopped_solver_continues_from_its_checkpoint() {
    let games = [(Method::ProofNumbers, shipped("deka", &[])), (Method::AlphaBeta, shipped("boola", &[("pits", "6")]))];
    for (method, game) in games {
        let start = game.program.start();
        let nodes_with = |solver: &mut Solver| {
            assert_eq!(solver.solve(&start, &mut |_| {}).exact(), Some(1), "{method:?}");
            solver.nodes()
        };
        let limits = SolveLimits { bytes: 1 << 20, ..LIMITS };
        let mut whole = Solver::with_method(&game, &start, Aim::Result, None, limits, method).unwrap();
        let whole = nodes_with(&mut whole);
        let kept = stopped_after(&game, method, 9 * whole / 10);
        let rest = nodes_with(&mut resumed(&game, method, 1 << 20, &kept).unwrap());
        assert!(3 * rest < 2 * whole, "{method:?}: {rest} of {whole} positions are left");
    }
}

#[test]
fn a_checkpoint_of_another_solver_is_refused() {
    let game = shipped("boola", &[("pits", "6")]);
    let (method, bytes) = (Method::ProofNumbers, 1 << 20);
    let kept = stopped_after(&game, method, 1_000);
    assert!(resumed(&game, method, bytes, &kept).is_ok());
    let reason = |game: &Game, method, bytes, kept: &[u8]| match resumed(game, method, bytes, kept) {
        Ok(_) => panic!("it is refused"),
        Err(reason) => reason.to_string(),
    };
    let smaller = shipped("boola", &[("pits", "3")]);
    assert_eq!(reason(&smaller, method, bytes, &kept), "it was made for other rules, with hash e2721aa06bc6e18e");
    assert_eq!(reason(&game, Method::AlphaBeta, bytes, &kept), "it was made by another method, proof numbers");
    assert_eq!(reason(&game, method, 4 * bytes, &kept), "it was made with another amount of memory");
    let damaged = "it is not a checkpoint, or it is damaged";
    assert_eq!(reason(&game, method, bytes, b"uur endgames 2\n"), damaged);
    assert_eq!(reason(&game, method, bytes, &kept[..kept.len() - 1]), damaged);
    for at in [0, 200, kept.len() / 2, kept.len() - 1] {
        let mut changed = kept.clone();
        changed[at] ^= 1;
        assert_eq!(reason(&game, method, bytes, &changed), damaged, "byte {at} of {}", kept.len());
    }
    let longer = [&kept[..], b"x"].concat();
    assert_eq!(reason(&game, method, bytes, &longer), damaged);
    let later = "it has format 9, and this version of uur reads format 2";
    assert_eq!(reason(&game, method, bytes, b"uur proofs 9\n"), later);
}

#[test]
fn the_command_keeps_a_checkpoint_and_refuses_others() {
    let path = folder().join("boola.proofs");
    let _ = fs::remove_file(&path);
    let path = path.to_str().unwrap();
    let limits = ["--memory", "0.001", "--time", "0.01", "--checkpoint", path];
    let solve = |game: &[&str]| {
        let Output { status, stderr, .. } = output(&[&["solve"], game, &limits].concat());
        (status.code(), String::from_utf8(stderr).unwrap())
    };
    let (code, said) = solve(&["boola"]);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("the same command continues from there"), "{said}");
    assert_eq!(solve(&["boola"]).0, Some(4), "it continues");
    let (code, said) = solve(&["boola", "--set", "pits=9"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("it was made for other rules"), "{said}");
    let (code, said) = solve(&["boola", "--from", "south 1 0 0 0 0 0 0 0 0 0 0 1; north 1 0 0 0 0 0 0 0 0 0 0 0"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("it was made for the position"), "{said}");
    fs::write(path, "only copy").unwrap();
    assert_eq!(solve(&["boola"]).0, Some(2));
    assert_eq!(fs::read_to_string(path).unwrap(), "only copy");
}

/// A sudden end loses what was found since the last checkpoint, and no more.
#[test]
fn a_killed_command_leaves_a_checkpoint() {
    let path = folder().join("killed.proofs");
    let _ = fs::remove_file(&path);
    let name = path.to_str().unwrap();
    let limits = ["solve", "boola", "--memory", "0.001", "--checkpoint", name];
    let mut working = Command::new(env!("CARGO_BIN_EXE_uur"))
        .args(limits)
        .args(["--checkpoint-every", "0.01"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !path.exists() {
        assert!(working.try_wait().unwrap().is_none(), "it ended before its first checkpoint");
        thread::sleep(Duration::from_millis(5));
    }
    working.kill().unwrap();
    working.wait().unwrap();
    let Output { status, stderr, .. } = output(&[&limits[..], &["--time", "0.01"]].concat());
    assert_eq!(status.code(), Some(4), "it continues: {}", String::from_utf8_lossy(&stderr));
}

/// The answer does not depend on the number of threads; a checkpoint of several continues with one.
#[test]
fn threads_share_what_they_find() {
    let game = shipped("boola", &[("pits", "6")]);
    let start = game.program.start();
    for method in [Method::ProofNumbers, Method::AlphaBeta] {
        let limits = |threads| SolveLimits { bytes: 1 << 20, threads, ..LIMITS };
        let nodes_of = |threads| {
            let mut solver = Solver::with_method(&game, &start, Aim::Result, None, limits(threads), method).unwrap();
            assert_eq!(solver.solve(&start, &mut |_| {}).exact(), Some(1), "{method:?}, {threads} threads");
            let mut kept = vec![];
            solver.checkpoint().save(&mut kept).unwrap();
            (solver.nodes(), kept)
        };
        let (alone, _) = nodes_of(1);
        assert_eq!(alone, nodes_of(1).0, "{method:?}: one thread always does the same");
        let (_, kept) = nodes_of(3);
        let mut again = resumed(&game, method, 1 << 20, &kept).unwrap();
        assert_eq!(again.solve(&start, &mut |_| {}).exact(), Some(1), "{method:?}");
        assert!(10 * again.nodes() < alone, "{method:?}: {} of {alone} positions", again.nodes());
    }
}
