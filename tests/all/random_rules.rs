//! Random rule files: what the solver proves of them is what the engine's moves come to.
//!
//! A file is made of lines by chance over the grammar, with stores on the path that lines count and take from in all
//! their words. Its truth is a plain fixed point over all positions, stores and all, or where the stores decide whether
//! a position repeats, the whole tree of the round. Nothing here knows what the solver leaves out of a position.
//!
//! `UUR_RANDOM_RULES=1000` compares that many files.

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use uur::chance::Rng;
use uur::check::Settings;
use uur::engine::{History, Position};
use uur::game::Game;
use uur::notation::write_move;
use uur::rules::Side;
use uur::source::Source;
use uur::variants;
use uur_lab::solve::{Aim, EndgameDatabase, Method, ProvedBounds, SolveLimits, Solver};

/// The most positions of a game that is compared.
const MOST_POSITIONS: usize = 500;
/// The most positions of the tree of a round, where one is needed.
const MOST_IN_TREE: usize = 20_000;
/// The positions after which a solver stops, with bounds: lines that go round can take very many.
const MOST_SEARCHED: u64 = 50_000;
/// The memory of a solver.
const BYTES: u64 = 1 << 16;

const PATHS: &[&str] = &[
    "along own row, own store, opponent row",
    "along own row, own store, opponent row",
    "along own row, own store, opponent row, opponent store",
    "along own store, own row, opponent row",
    "along own row, opponent row, own store",
    "along own row, own store",
    "",
];
const GUARDS: &[&str] = &[
    "here holds 2 or more",
    "after move opponent row is occupied",
    "after move here holds 2 or fewer",
    "next holds 2 or fewer",
    "lap ends in own pit or own store",
    "lap ends in occupied pit or own store",
    "next is not store or here holds 1",
];
const SOWING: &[&str] = &[
    "prefer lap ends in own store",
    "prefer next holds 2 or more",
    "prefer after move captured holds 1 or more",
    "lift all but 1 where here holds 2 or more",
    "lift all but 1",
    "lift 1 or 2 but not all",
    "skip lap origin",
    "drop 2 where here holds 2 or more",
];
const TESTS: &[&str] = &[
    "more own empty pits than opponent empty pits",
    "here is own store",
    "here is store",
    "here is own",
    "here is opponent",
    "here is own empty pit",
    "here is occupied",
    "here holds 2",
    "here holds 3",
    "here holds 4 or more",
    "opposite is occupied",
    "opposite is empty",
    "opposite is opponent pit",
    "opposite holds 2 or more",
    "next is occupied",
    "next holds 1",
    "next is own store",
    "previous holds 2",
    "previous is store",
    "next of next is occupied",
    "here holds more than opposite",
    "next holds as many as previous",
    "opposite holds more than next + 1",
    "own store holds 2 or more",
    "board holds 3 or fewer",
    "any own pit holds 2",
    "captured holds 1 or more",
    "lap is 1",
    "here is ring",
    "opposite is not ring",
    "move is 1..2",
    "last move holds 1",
    "turn is bonus",
    "player is starter",
    "own loot holds 1 or more",
    "last landing is own store",
];
const ACTIONS: &[&str] = &[
    "capture here",
    "capture opposite",
    "capture here and opposite",
    "capture next",
    "capture next of next",
    "capture 1 from opposite",
    "capture half of here",
    "capture here for opponent",
    "capture opposite for owner",
    "remove here",
    "remove opposite",
    "remove previous",
    "move all from opposite to here",
    "move all from previous to here",
    "move all from here to own store",
    "move 1 from next to here",
    "move 1 from here to opposite",
    "move 1 from own store to here",
    "mark here as ring",
    "unmark opposite",
    "may capture opposite",
    "choose opponent occupied pit, capture chosen",
    "set own loot to own store",
    "add 1 to own loot",
];
const ENDS: &[&str] = &[
    "bonus move",
    "bonus move",
    "stop",
    "relay",
    "relay",
    "relay from next",
    "lift opposite, sow after here",
    "relay backwards",
    "draw",
    "player wins",
];
/// Lines that leave the stores alone, after one that catches a landing there.
const PLAIN: &[&str] = &[
    "here is own and opposite is occupied -> capture here and opposite",
    "here is own empty pit -> capture opposite",
    "here is opponent and here holds 2 or 3 -> capture here",
    "opposite holds 2 -> remove opposite",
    "here is occupied -> relay",
];
const REPEATED: &[&str] = &["capture here, repeat from next", "capture opposite, repeat from previous"];
const STAGES: &[&str] = &[
    "early: move is 1..3\n  later: else",
    "rich: own store is occupied\n  poor: else",
    "full: own row holds 2 or more",
    "level: board holds even\n  rich: own store holds 2 or more",
];
const OTHER_TABLES: &[&str] = &[
    "finish {\n  here is own store and opposite holds 2 or more -> capture opposite\n}",
    "finish {\n  next holds 2 -> bonus move\n}",
    "finish {\n  every opponent pit is empty -> undo\n}",
    "drop {\n  here holds 3 and seed is not last -> capture here for owner\n}",
    "drop {\n  next is occupied and here holds 2 -> remove here\n}",
    "lift {\n  else -> remove 1 from here\n}",
    "lift {\n  opposite holds odd -> capture 2 from here\n}",
    "lift {\n  here holds 2 or more -> capture 1 from opposite\n}",
    "begin {\n  own row is empty -> move 1 from own store to every own pit\n}",
];
const LAST: &[&str] = &[
    "no move -> each takes own row",
    "no move -> opponent takes board",
    "no move -> player wins",
    "no move -> opponent wins",
    "no move -> draw",
    "no move -> pass\n  no move -> each takes own row",
    "no move -> pass\n  no move -> opponent wins",
];
const EARLIER: &[&str] = &[
    "board holds 2 or fewer -> draw",
    "own store holds 3 or more -> player wins",
    "opponent row is empty -> each takes own row",
];
const ENDLESS: &[&str] =
    &["endless -> pass", "endless -> illegal", "endless -> stop", "endless -> draw", "endless -> opponent wins"];
const REPETITION: &[&str] = &[
    "repeated 2 times -> draw",
    "repeated 3 times -> each takes half",
    "repeated 3 times -> each takes own row",
    "repeated 2 times -> player wins",
];

/// A small game with lines by chance, which is won by the last move, by reaching something, or by seeds.
pub fn small_rules(number: u64, counted: bool) -> String {
    let mut chance = Rng::for_game(11, number);
    let mut one = |of: &[&str]| of[chance.below(of.len())].to_string();
    let board = one(&["2/2 each", "2/3 each", "2/0 2 repeated", "3/1 each", "3/2 each", "4/1 each", "4/0 2 repeated"]);
    let (pits, seeds) = board.split_once('/').expect("both are given");
    let (direction, from) = (
        one(&["counterclockwise", "clockwise", "clockwise or counterclockwise"]),
        one(&["", " where here holds 2 or more"]),
    );
    let conditions = ["here is own", "here is opponent", "here holds 2", "here holds 2 or 3", "here is own empty pit"];
    let effects: &[&str] = if counted {
        &[
            "capture here",
            "capture here and opposite",
            "bonus move",
            "capture opposite",
            "move all from opposite to here",
        ]
    } else {
        &["remove here", "remove opposite", "bonus move", "move all from opposite to here"]
    };
    let mut land: Vec<String> = vec![];
    if one(&["relay", "stop"]) == "relay" {
        land.push(one(&[
            "here is occupied -> relay",
            "here is own and here is occupied -> relay",
            "here is opponent -> relay",
        ]));
    }
    for _ in 0..2 {
        land.push(format!("{} -> {}", one(&conditions), one(effects)));
    }
    let (last, reached, goal) = if counted {
        let last = one(&["each takes own row", "opponent takes board", "draw"]);
        (last, one(&["", "  board holds 2 or fewer -> draw\n"]), "  win most seeds\n")
    } else {
        let reached = one(&["", "  opponent row is empty -> player wins\n", "  board holds 2 or fewer -> draw\n"]);
        (one(&["opponent wins", "player wins", "draw"]), reached, "")
    };
    format!(
        "language 1\n\ngame \"Chance\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits {pits}\n  seeds {seeds}\n}}\n\n\
         sow {direction} {{\n  from own pit{from}\n}}\n\nland {{\n  {}\n}}\n\nend {{\n{reached}  no move -> {last}\n{goal}}}\n",
        land.join("\n  ")
    )
}

/// A rule file.
pub fn rules(number: u64) -> String {
    let mut chance = Rng::for_game(17, number);
    let mut below = move |bound: usize| chance.below(bound);
    fn pick<'a>(below: &mut impl FnMut(usize) -> usize, of: &[&'a str]) -> &'a str {
        of[below(of.len())]
    }
    /// One of them, once in so many times.
    fn some(below: &mut impl FnMut(usize) -> usize, once_in: usize, of: &[&str]) -> String {
        if below(once_in) == 0 { pick(below, of).to_string() } else { String::new() }
    }
    let board = pick(
        &mut below,
        &[
            "2\n  seeds 1 each",
            "2\n  seeds 2 each",
            "2\n  seeds 3 each",
            "3\n  seeds 1 each",
            "3\n  seeds 2 1 0",
            "3\n  seeds 0 2 1",
        ],
    );
    let stores = some(&mut below, 5, &["  seeds store 1 each\n"]);
    let way = pick(&mut below, &["counterclockwise", "counterclockwise", "clockwise", "clockwise or counterclockwise"]);
    let guard = some(&mut below, 3, GUARDS);
    let from = if guard.is_empty() { "from own pit".to_string() } else { format!("from own pit where {guard}") };
    let sowing = [from, pick(&mut below, PATHS).to_string(), some(&mut below, 4, SOWING)];
    let sowing: Vec<String> = sowing.into_iter().filter(|line| !line.is_empty()).collect();
    let mut land = vec![];
    if below(2) == 0 {
        land.push(pick(&mut below, &["here is own store -> bonus move", "here is store -> stop"]).to_string());
    }
    let is_plain = below(4) == 0;
    if is_plain {
        let home = pick(&mut below, &["here is store -> bonus move", "here is store -> stop"]);
        land = [home, pick(&mut below, PLAIN), pick(&mut below, PLAIN)].map(str::to_string).to_vec();
    }
    for _ in 0..if is_plain { 0 } else { 1 + below(3) } {
        let [one, other] = [(); 2].map(|()| pick(&mut below, TESTS));
        let test = match below(6) {
            0 | 1 => format!("{one} and {other}"),
            2 => format!("{one} or {other}"),
            3 => format!("{one} and not ({other})"),
            _ => one.to_string(),
        };
        let action = pick(&mut below, ACTIONS);
        let does = match below(9) {
            0 => pick(&mut below, ENDS).to_string(),
            1 | 2 => format!("{action}, {}", pick(&mut below, ENDS)),
            3 => pick(&mut below, REPEATED).to_string(),
            _ => action.to_string(),
        };
        land.push(format!("{test} -> {does}"));
    }
    let other = some(&mut below, 4, OTHER_TABLES);
    let mut end: Vec<String> = vec![];
    end.extend(Some(some(&mut below, 6, EARLIER)));
    end.push(pick(&mut below, LAST).to_string());
    end.push(some(&mut below, 3, ENDLESS));
    end.push(some(&mut below, 3, REPETITION));
    end.retain(|line| !line.is_empty());
    let opening = some(&mut below, 8, &["move 2 may swap", "move 1 may lift all but 1 from B", "move 1 must lift B"]);
    let has = |word: &str| land.iter().any(|line| line.contains(word));
    let section = |name: &str, line: &str, is_there: bool| {
        if is_there { format!("{name} {{\n  {line}\n}}\n\n") } else { String::new() }
    };
    let declared = |line: &str, name| if has(name) { format!("  {line}\n") } else { String::new() };
    let named = declared("mark ring", "ring") + &declared("counter loot", "loot");
    let more = section("opening", &opening, !opening.is_empty());
    let takes = end.iter().any(|line| line.contains("takes"));
    let goal = if takes || below(2) == 0 { "  win most seeds\n" } else { "" };
    let [sowing, land, end] = [sowing, land, end].map(|lines| lines.join("\n  "));
    let mut staged = some(&mut below, 6, STAGES);
    if !staged.is_empty() {
        let stage = staged.split(':').next().unwrap_or_default().to_string();
        let (test, action) = (pick(&mut below, TESTS), pick(&mut below, ACTIONS));
        let marks = ["ring", "loot"].iter().any(|name| test.contains(name) || action.contains(name));
        let land = if marks { "here is own -> stop".to_string() } else { format!("{test} -> {action}") };
        let sow = some(&mut below, 2, SOWING);
        let sow = section(&format!("sow in {stage}"), &sow, !sow.is_empty());
        staged = section("stages", &staged, true) + &sow + &section(&format!("land in {stage}"), &land, true);
    }
    let more = more + &staged;
    format!(
        "language 1\n\ngame \"Chance\" {{\n  source \"none: an example\"\n}}\n\nboard {{\n  rows 2\n  pits {board}\n{stores}{named}}}\n\n\
         {more}sow {way} {{\n  {sowing}\n}}\n\nland {{\n  {land}\n}}\n\n{other}\n\nend {{\n  {end}\n{goal}}}\n"
    )
}

/// All positions of a game that can be reached, the start first, and those after each.
struct Graph {
    positions: Vec<Position>,
    after: Vec<Vec<usize>>,
    /// Which positions each reaches in one move or more.
    reaches: Vec<Vec<bool>>,
}

impl Graph {
    /// `None` if there are too many, or if a position has neither a move nor an end.
    fn of(game: &Game) -> Option<Graph> {
        let start = game.program.start();
        let (mut numbers, mut positions) = (HashMap::from([(start, 0)]), vec![start]);
        let mut after: Vec<Vec<usize>> = vec![];
        while let Some(&position) = positions.get(after.len()) {
            let moves = if position.outcome.is_some() { vec![] } else { legal(game, &position) };
            if positions.len() > MOST_POSITIONS || moves.is_empty() && position.outcome.is_none() {
                return None;
            }
            let next: Vec<usize> = moves
                .into_iter()
                .map(|mut next| {
                    next.ply = next.ply.min(game.program.facts().counted_moves);
                    *numbers.entry(next).or_insert_with(|| {
                        positions.push(next);
                        positions.len() - 1
                    })
                })
                .collect();
            after.push(next);
        }
        let reaches = (0..positions.len()).map(|from| {
            let (mut seen, mut open) = (vec![false; positions.len()], vec![from]);
            while let Some(at) = open.pop() {
                for &next in &after[at] {
                    if !std::mem::replace(&mut seen[next], true) {
                        open.push(next);
                    }
                }
            }
            seen
        });
        let reaches = reaches.collect();
        Some(Graph { positions, after, reaches })
    }

    /// Positions that reach each other, each group after those that it reaches.
    fn groups(&self) -> Vec<Vec<usize>> {
        let others = |at: usize| (0..self.positions.len()).filter(move |&other| other != at && self.reaches[at][other]);
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_cached_key(|&at| others(at).count());
        let mut groups: Vec<Vec<usize>> = vec![];
        for at in order {
            let alike = |group: &&mut Vec<usize>| self.reaches[at][group[0]] && self.reaches[group[0]][at];
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        groups
    }

    /// The value of each position for South by a plain fixed point; `None` if a repetition is not worth the same
    /// wherever it happens, or happens without the same seeds in the stores.
    fn values(&self, game: &Game, aim: Aim) -> Option<Vec<i32>> {
        let all = self.positions.len();
        let differ = |one: usize, other: usize| {
            self.reaches[one][other]
                && self.positions[one] != self.positions[other]
                && self.positions[one].repeats(&self.positions[other])
        };
        if (0..all).any(|one| (0..all).any(|other| differ(one, other))) {
            return None;
        }
        let mut values = vec![0; all];
        for group in self.groups() {
            let goes_round = self.reaches[group[0]][group[0]];
            if !goes_round {
                values[group[0]] = match self.positions[group[0]].outcome {
                    Some(_) => worth(&self.positions[group[0]], aim),
                    None => self.best(group[0], &values),
                };
                continue;
            }
            let mut repeated = group.iter().map(|&at| {
                let mut ended = self.positions[at];
                game.program.end_by_repetition(&mut ended, &mut ());
                worth(&ended, aim)
            });
            let round = repeated.next().expect("a group has a position");
            if repeated.any(|other| other != round) {
                return None;
            }
            let exits = group.iter().flat_map(|at| &self.after[*at]).filter(|next| !group.contains(next));
            let mut reached: Vec<i32> = exits.map(|next| values[*next]).chain([round]).collect();
            reached.sort_unstable();
            reached.dedup();
            for least in reached {
                for at in self.gaining(&group, round, least, &values) {
                    values[at] = least;
                }
            }
        }
        Some(values)
    }

    /// The positions of a group from which South can gain at least so much, if a repetition gives `round`.
    fn gaining(&self, group: &[usize], round: i32, least: i32, values: &[i32]) -> Vec<usize> {
        let mut can: HashMap<usize, bool> = group.iter().map(|&at| (at, round >= least)).collect();
        loop {
            let mut changed = false;
            for &at in group {
                let has = |next: &usize| can.get(next).copied().unwrap_or(values[*next] >= least);
                let now = match self.positions[at].to_move {
                    Side::South => self.after[at].iter().any(has),
                    Side::North => self.after[at].iter().all(has),
                };
                changed |= can.insert(at, now) != Some(now);
            }
            if !changed {
                return group.iter().copied().filter(|at| can[at]).collect();
            }
        }
    }

    fn best(&self, at: usize, values: &[i32]) -> i32 {
        let after = self.after[at].iter().map(|&next| values[next]);
        let best = if self.positions[at].to_move == Side::South { after.max() } else { after.min() };
        best.expect("a position that is not over has a move")
    }
}

fn legal(game: &Game, position: &Position) -> Vec<Position> {
    let moves = game.program.legal_moves(position);
    let after = moves.into_iter().map(|m| {
        let mut next = *position;
        game.program.play_unchecked(&mut next, m, &mut ());
        next
    });
    after.collect()
}

/// What a finished round is worth for South.
fn worth(position: &Position, aim: Aim) -> i32 {
    let winner = position.outcome.expect("the round is over").winner;
    match (winner, aim) {
        (None, _) => 0,
        (Some(side), Aim::Result) => {
            if side == Side::South {
                1
            } else {
                -1
            }
        }
        (Some(_), Aim::Margin) => i32::from(position.captured[0]) - i32::from(position.captured[1]),
    }
}

/// The value of a game for South, by the tree of its rounds with all that was played before; `None` if it is too large.
fn by_tree(game: &Game, aim: Aim) -> Option<i32> {
    fn value(game: &Game, position: &Position, history: &History, aim: Aim, left: &mut usize) -> Option<i32> {
        if position.outcome.is_some() {
            return Some(worth(position, aim));
        }
        let mut best: Option<i32> = None;
        for m in game.program.legal_moves(position) {
            *left = left.checked_sub(1)?;
            let (mut next, mut history) = (*position, history.clone());
            game.program.play(&mut next, &mut history, m, &mut ()).expect("it is legal");
            let value = value(game, &next, &history, aim, left)?;
            let better = |best: i32| if position.to_move == Side::South { value > best } else { value < best };
            if best.is_none_or(better) {
                best = Some(value);
            }
        }
        best
    }
    let start = game.program.start();
    value(game, &start, &History::starting(&start), aim, &mut MOST_IN_TREE.clone())
}

/// What is known of a game without the solver.
enum Truth {
    /// The value of each position for South.
    Values(Vec<i32>),
    /// The value of the start.
    OfStart(i32),
}

impl Truth {
    fn of_start(&self) -> i32 {
        match self {
            Truth::Values(values) => values[0],
            Truth::OfStart(value) => *value,
        }
    }
}

/// How often what was compared.
#[derive(Debug, Default)]
struct Tally {
    files: usize,
    solved: usize,
    by_tree: usize,
    databases: usize,
    resumed: usize,
    open: usize,
    differ: Vec<String>,
}

/// Solves a game in all ways that it can be solved, and compares each answer with the truth.
fn compare(game: &Game, tally: &mut Tally) {
    let Some(graph) = Graph::of(game) else { return };
    let start = game.program.start();
    let (mut compared, mut contradictions) = (false, vec![]);
    for aim in [Aim::Result, Aim::Margin] {
        let limits = |threads| SolveLimits { bytes: BYTES, threads, stop: &|looked| looked >= MOST_SEARCHED };
        if Solver::with_method(game, &start, aim, None, limits(1), Method::AlphaBeta).is_err() {
            continue;
        }
        let truth = match graph.values(game, aim) {
            Some(values) => Truth::Values(values),
            None => match by_tree(game, aim) {
                Some(value) => Truth::OfStart(value),
                None => continue,
            },
        };
        compared = true;
        tally.by_tree += usize::from(matches!(truth, Truth::OfStart(_)));
        let mut told = |what: &str, bounds: ProvedBounds, of: &Position, value: i32| {
            let ProvedBounds { least, most } = bounds.for_south(of.to_move);
            tally.solved += 1;
            tally.open += usize::from(least < most);
            if least > value || most < value {
                tally.differ.push(format!("{aim:?}, {what}: {least} to {most}, but it is {value}"));
            }
        };
        let mut endgames = EndgameDatabase::new(game, EndgameDatabase::USUAL_MEMORY).ok();
        if let Some(endgames) = &mut endgames {
            let seeds = start.on_board().min(4);
            let build = |endgames: &mut EndgameDatabase| {
                endgames.build(game, seeds, 1, &AtomicU64::new(0), &AtomicBool::new(false)).expect("it is small");
                (0..=seeds).map(|seeds| endgames.histogram(seeds).expect("it is in memory")).collect::<Vec<_>>()
            };
            let mut beside_file = EndgameDatabase::new(game, EndgameDatabase::USUAL_MEMORY).expect("as before");
            beside_file.keep_moves_in(Arc::new(Mutex::new(Cursor::new(vec![]))));
            assert_eq!(build(&mut beside_file), build(endgames), "{}", game.name);
        }
        tally.databases += usize::from(endgames.is_some());
        for method in [Method::AlphaBeta, Method::ProofNumbers].into_iter().filter(|method| method.applies(game)) {
            for (threads, endgames) in [(1, None), (2, None), (1, endgames.as_ref())] {
                let what = format!("{method:?}, {threads} threads, database {}", endgames.is_some());
                let mut solver = Solver::with_method(game, &start, aim, endgames, limits(threads), method).unwrap();
                let bounds = solver.solve(&start, &mut |_| {});
                told(&what, bounds, &start, truth.of_start());
                let nodes = solver.nodes();
                let moves = solver.moves(&start, &mut |_, _| {});
                if let Truth::Values(values) = &truth {
                    for ((m, bounds), next) in moves.iter().zip(&graph.after[0]) {
                        let what = format!("{what}, {}", write_move(&game.program, *m));
                        told(&what, *bounds, &start, values[*next]);
                    }
                }
                let end = bounds.exact().map(|value| solver.line(&start, value).1);
                if let Err(contradiction) = solver.examine(&start, bounds, &moves, end.as_ref()) {
                    contradictions.push(format!("{aim:?}, {what}: {contradiction}"));
                }
                if threads == 1 && endgames.is_none() && nodes > 2 {
                    let stop = |looked: u64| looked >= nodes / 2;
                    let cut = SolveLimits { stop: &stop, ..limits(1) };
                    let mut solver = Solver::with_method(game, &start, aim, None, cut, method).unwrap();
                    told(&format!("{what}, cut"), solver.solve(&start, &mut |_| {}), &start, truth.of_start());
                    let mut kept = vec![];
                    solver.checkpoint().save(&mut kept).unwrap();
                    let mut solver = Solver::with_method(game, &start, aim, None, limits(1), method).unwrap();
                    solver.resume(&mut &kept[..]).unwrap();
                    told(&format!("{what}, resumed"), solver.solve(&start, &mut |_| {}), &start, truth.of_start());
                    tally.resumed += 1;
                }
            }
        }
    }
    tally.files += usize::from(compared);
    tally.differ.extend(contradictions);
}

/// A phrase that no sound file has, for instance since the language says it in another way now, is never tried.
#[test]
fn each_phrase_stands_in_a_sound_file() {
    let all = [PATHS, GUARDS, SOWING, TESTS, ACTIONS, ENDS, PLAIN, REPEATED, STAGES, OTHER_TABLES, LAST, EARLIER];
    let phrases = all.into_iter().chain([ENDLESS, REPETITION]).flatten();
    let mut unused: BTreeSet<&str> = phrases.copied().collect();
    for number in 0..2_000 {
        let text = rules(number);
        let said: Vec<&str> = unused.iter().filter(|phrase| text.contains(**phrase)).copied().collect();
        let source = Source::new("chance", text.clone());
        if !said.is_empty() && Game::load_if_sound(source, &variants::library, &Settings::new()).is_some() {
            unused.retain(|phrase| !said.contains(phrase));
        }
    }
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn random_rules_have_the_values_that_the_moves_of_the_engine_come_to() {
    let files = std::env::var("UUR_RANDOM_RULES").map_or(200, |files| files.parse().expect("a number of files"));
    let (mut tally, mut with_stores, mut differing) = (Tally::default(), 0, 0);
    for number in 0.. {
        if tally.files == files {
            break;
        }
        let text = rules(number);
        let source = Source::new("chance", text.clone());
        let Some(game) = Game::load_if_sound(source, &variants::library, &Settings::new()) else { continue };
        if game.program.start().outcome.is_some() {
            continue;
        }
        let (before, differ) = (tally.files, tally.differ.len());
        compare(&game, &mut tally);
        let uses = game.program.facts().stores;
        let by_pits = game.rules.sowing.passes_stores() && (uses.counted.is_some() || uses.taken.is_some());
        with_stores += usize::from(tally.files > before && by_pits);
        if tally.differ.len() > differ {
            differing += 1;
            tally.differ[differ].insert_str(0, &format!("file {number}:\n{text}\n"));
        }
    }
    let Tally { solved, by_tree, databases, resumed, open, differ, .. } = &tally;
    println!(
        "{files} files, {with_stores} of them with lines that use stores, {by_tree} by a tree; {solved} answers, {open} \
         of them open, {databases} databases, {resumed} checkpoints; {differing} files differ"
    );
    assert!(differ.is_empty(), "{differing} files differ:\n{}", differ.join("\n"));
    assert!(3 * with_stores > files && 30 * databases > files && resumed > &files, "{tally:?}");
}
