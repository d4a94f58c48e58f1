//! `uur solve`: who wins with best play on both sides, and by how much.

use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde::Serialize;

use crate::files::{self, OutputKind};
use uur::check::Settings;
use uur::diagnostic::count;
use uur::engine::Position;
use uur::game::Game;
use uur::notation::{Record, write_move, write_position};
use uur::rules::Side;
use uur_lab::solve::{
    Aim, BuildError, CheckpointError, EndgameDatabase, LoadError, Method, Progress, ProvedBounds, SolveError,
    SolveLimits, Solver, winner,
};

use super::game_args::{GameArgs, number, position};
use super::output::{CommandError, Exit, eprint, error, print, print_json};
use super::progress::{
    available_threads, default_threads, position_counter, progress_bar, stop_on_ctrl_c, stop_requested,
};
use super::statistics::settings_text;
use super::{CommandResult, OutputFormat};

/// Stack size of the search thread, which recurses once per move.
const STACK: usize = 4 << 30;
/// The least time between two saves of a database under construction.
const BETWEEN_SAVES: Duration = Duration::from_secs(1);
/// A gibibyte.
const GIBIBYTE: f64 = 1_073_741_824.0;

/// Prove who wins with best play on both sides, and by how much
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur solve layli-goobalay --set pits=4\n  \
    uur solve kalah --set seeds=2 --margin --moves\n  \
    uur solve awari --database awari.endgames --seeds 10 --histogram\n\n\
    A single round is solved. If a limit is reached first, or after Ctrl-C, the bounds proved so far\n\
    are printed and the exit code is 4. A database contains all boards of up to N seeds, for games\n\
    in which seeds leave the board and only the seeds on it decide the rest. It is created or\n\
    enlarged to the N of `--seeds` and saved on the way. It is refused if it is damaged or belongs\n\
    to other rules. A checkpoint takes up to one and a half times the memory. `meaning` is a number that is equal for all rules that play the same.")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position to solve, as one line of text; default: the start
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Solve by how many seeds, not only who wins
    #[arg(long)]
    margin: bool,
    /// Print the value of every move
    #[arg(long)]
    moves: bool,
    /// How to prove it; default: proof numbers where only winning counts, alpha-beta where seeds count
    #[arg(long, value_enum)]
    method: Option<MethodArg>,
    /// Memory for searched positions
    #[arg(long, value_name = "GIB", default_value_t = 1.0, value_parser = positive)]
    memory: f64,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = positive)]
    time: Option<f64>,
    /// Continue from this file, and keep there what was found if a limit is reached first
    #[arg(long, value_name = "PATH", conflicts_with = "histogram")]
    checkpoint: Option<String>,
    /// An endgame database to use; with --seeds it is created or enlarged
    #[arg(long, value_name = "PATH")]
    database: Option<String>,
    /// Extend the database to all boards of up to N seeds
    #[arg(long, value_name = "N", requires = "database", value_parser = number::<u16>(0..=u64::from(u16::MAX)))]
    seeds: Option<u16>,
    /// How many threads build the database; default: the number of processors
    #[arg(long, value_name = "T", requires = "seeds", value_parser = number::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Print how many boards of the database have which value, instead of solving the game
    #[arg(long, requires = "database")]
    histogram: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// The method of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodArg {
    AlphaBeta,
    ProofNumbers,
}

impl From<MethodArg> for Method {
    fn from(method: MethodArg) -> Method {
        match method {
            MethodArg::AlphaBeta => Method::AlphaBeta,
            MethodArg::ProofNumbers => Method::ProofNumbers,
        }
    }
}

impl SolveArgs {
    fn threads(&self) -> usize {
        available_threads(self.threads.map_or_else(default_threads, usize::from))
    }
}

/// Parses a number greater than 0.
pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "write a number greater than 0, such as 0.5".to_string())
}

/// The result of solving.
#[derive(Serialize)]
struct SolveReport {
    game: String,
    meaning: String,
    settings: Settings,
    position: String,
    /// Whether the values are seeds. Otherwise they are wins, draws and losses.
    margin: bool,
    solved: bool,
    /// The value for South.
    value: ProvedBounds,
    moves: Vec<MoveValue>,
    /// A game of best play as a record; empty unless the game is solved.
    line: String,
    /// How that game ends.
    ends: Option<String>,
    nodes: u64,
    seconds: f64,
    /// The number of seeds up to which a database was used.
    database: Option<u16>,
    /// Whether the search met a position to which the rules give no value.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dead_end: bool,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    m: String,
    value: ProvedBounds,
}

/// The number of boards with each value, for one number of seeds.
#[derive(Serialize)]
struct SeedHistogram {
    seeds: u16,
    boards: u64,
    values: Vec<(i32, u64)>,
}

pub fn run(arguments: &SolveArgs) -> CommandResult {
    let stop = stop_on_ctrl_c();
    let game = arguments.game.open()?.heeding(stop_requested);
    let from = position(&game, arguments.from.as_deref())?;
    let endgames = arguments
        .database
        .as_deref()
        .map(|path| open_database(&game, path, arguments.seeds, arguments.threads()))
        .transpose()?;
    if arguments.histogram {
        return histogram(endgames.as_ref(), arguments.format);
    }
    let aim = if arguments.margin { Aim::Margin } else { Aim::Result };
    let (began, time) = (Instant::now(), arguments.time);
    let out_of_time = move || time.is_some_and(|time| began.elapsed().as_secs_f64() >= time);
    let game = game.heeding(move || stop.load(Ordering::Relaxed) || out_of_time());
    let answer = with_large_stack(|| solve(arguments, &game, &from, aim, endgames.as_ref()))??;
    match arguments.format {
        OutputFormat::Json => print_json(&answer),
        // The line of best play is a record to copy, so its lines are not wrapped.
        OutputFormat::Text => print(&report_text(&answer, &game, arguments)),
    }
    if answer.dead_end {
        let message = "a round can reach a position without a legal move in which no line of `end` applies";
        let help = "`uur verify` shows how; add a line `no move -> ...` that ends the round";
        return Err(CommandError { exit: Exit::Limit, text: error(message, None, Some(help.to_string())) });
    }
    Ok(if answer.solved { Exit::Fine } else { Exit::Limit })
}

/// Runs a deep recursion on a thread with a large stack.
///
/// # Errors
/// If the machine does not grant the stack.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, CommandError> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|reason| {
            let message = format!("there is not enough memory for a deep search: {reason}");
            let help = format!("allow the process {} GiB more address space, see `ulimit -v`", STACK >> 30);
            CommandError { exit: Exit::Limit, text: error(&message, None, Some(help)) }
        })?;
        match thread.join() {
            Ok(answer) => Ok(answer),
            Err(fault) => std::panic::resume_unwind(fault),
        }
    })
}

fn solve(
    arguments: &SolveArgs,
    game: &Game,
    from: &Position,
    aim: Aim,
    endgames: Option<&EndgameDatabase>,
) -> Result<SolveReport, CommandError> {
    let began = Instant::now();
    let bar = position_counter().with_message("nothing is proved");
    let stop = |nodes: u64| {
        bar.set_position(nodes);
        game.program.stops()
    };
    let limits = SolveLimits { bytes: (arguments.memory * GIBIBYTE) as u64, stop: &stop };
    let method = arguments.method.map_or_else(|| Method::of(game), Method::from);
    let mut solver = Solver::with_method(game, from, aim, endgames, limits, method).map_err(solve_error)?;
    if let Some(path) = &arguments.checkpoint {
        resume(&mut solver, Path::new(path))?;
    }
    let mut on_progress = |progress: Progress| bar.set_message(progress_text(progress, from.to_move, aim));
    let bounds = solver.solve(from, &mut on_progress);
    let moves = if arguments.moves {
        solver.moves(from, &mut |m, bounds| {
            bar.set_message(format!("{}: {}", write_move(&game.program, m), value_text(bounds, from.to_move, aim)));
        })
    } else {
        vec![]
    };
    let unsettled = moves.iter().any(|(_, bounds)| bounds.exact().is_none());
    let short = arguments.moves && from.outcome.is_none() && moves.len() < game.program.legal_moves(from).len();
    if let Some(path) = arguments.checkpoint.as_deref().filter(|_| solver.stopped()) {
        keep(&solver, Path::new(path))?;
    }
    let nodes = solver.nodes();
    let seconds = began.elapsed().as_secs_f64();
    bar.set_message("the line of best play");
    let (line, ends) =
        bounds.exact().map_or((String::new(), None), |value| best_play(&mut solver, arguments, game, from, value));
    bar.finish_and_clear();
    let moves = moves
        .into_iter()
        .map(|(m, bounds)| MoveValue { m: write_move(&game.program, m), value: bounds.for_south(from.to_move) });
    Ok(SolveReport {
        game: game.name.clone(),
        meaning: game.meaning(),
        settings: game.settings(),
        position: write_position(game, from),
        margin: aim == Aim::Margin,
        solved: bounds.exact().is_some() && !unsettled && !short,
        value: bounds.for_south(from.to_move),
        moves: moves.collect(),
        line,
        ends,
        nodes,
        seconds,
        database: endgames.map(EndgameDatabase::seeds),
        dead_end: solver.met_dead_end(),
    })
}

/// Continues from a checkpoint, if there is one.
fn resume(solver: &mut Solver, path: &Path) -> Result<(), CommandError> {
    let refused = |reason: &dyn std::fmt::Display, help: &str| {
        CommandError::usage(&format!("`{}` cannot be used: {reason}", path.display()), help)
    };
    match files::open_regular(path) {
        Ok(file) => solver.resume(&mut BufReader::new(file)).map_err(|reason| {
            let help = match reason {
                CheckpointError::Io(_) => "check why the file cannot be read",
                CheckpointError::Damaged => "name the checkpoint of this command, or a new file",
                CheckpointError::OtherMemory => "give the same `--memory` again, or name a new file",
                CheckpointError::OtherRules(_)
                | CheckpointError::OtherPosition(_)
                | CheckpointError::OtherMethod(_) => "repeat the command that made it, or name a new file",
            };
            refused(&reason, help)
        }),
        Err(reason) if reason.kind() == ErrorKind::NotFound => Ok(()),
        Err(reason) => Err(refused(&reason, "name the checkpoint of this command, or a new file")),
    }
}

/// Keeps what a stopped solver has found.
fn keep(solver: &Solver, path: &Path) -> Result<(), CommandError> {
    files::write_with(path, OutputKind::Checkpoint, |file| {
        let mut file = BufWriter::new(file);
        solver.save(&mut file)?;
        file.flush()
    })
    .map_err(|reason| CommandError::write_failed(path, &reason))?;
    eprint(&format!("what was found is in `{}`; the same command continues from there\n", path.display()));
    Ok(())
}

/// The error for a game that cannot be solved as requested.
fn solve_error(reason: SolveError) -> CommandError {
    let help = match reason {
        SolveError::NoMargin => "leave out `--margin` to solve who wins",
        SolveError::NoProofNumbers => "leave out `--method`, or write `--method alpha-beta`",
        SolveError::TooManySeeds => "choose a board with fewer seeds",
        SolveError::TooMuchMemory(_) => "choose fewer gibibytes with `--memory`",
    };
    CommandError::usage(&reason.to_string(), help)
}

/// Returns a game of best play as a record, and how it ends.
fn best_play(
    solver: &mut Solver,
    arguments: &SolveArgs,
    game: &Game,
    from: &Position,
    value: i32,
) -> (String, Option<String>) {
    let (line, last) = solver.line(from, value);
    let texts = line.iter().map(|&m| write_move(&game.program, m).into()).collect();
    let record = Record {
        game: arguments.game.game.clone(),
        settings: game.settings(),
        rules: Some(game.meaning()),
        from: arguments.from.is_some().then(|| write_position(game, from).into()),
        moves: texts,
    };
    let ends = last.outcome.map(|outcome| {
        let [south, north] = last.captured;
        match outcome.winner {
            Some(side) if game.rules.goal.is_none() => format!("{} wins", side.title()),
            None if game.rules.goal.is_none() => "a draw".to_string(),
            Some(Side::South) => format!("South wins {south} to {north}"),
            Some(Side::North) => format!("North wins {north} to {south}"),
            None => format!("a draw, {south} to {north}"),
        }
    });
    (record.write(), ends)
}

fn progress_text(progress: Progress, to_move: Side, aim: Aim) -> String {
    let depth = progress.depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    value_text(progress.bounds, to_move, aim) + &depth
}

/// Describes proved bounds.
fn value_text(bounds: ProvedBounds, to_move: Side, aim: Aim) -> String {
    let one = |value: i32| match (winner(value, to_move), aim) {
        (None, _) => "a draw".to_string(),
        (Some(side), Aim::Result) => format!("{} wins", side.title()),
        (Some(side), Aim::Margin) => format!("{} wins by {}", side.title(), value.abs()),
    };
    let player = to_move.title();
    match (bounds.exact(), aim, bounds.least, bounds.most) {
        (Some(value), ..) => one(value),
        (None, Aim::Result, 0, _) => format!("at least a draw for {player}"),
        (None, Aim::Result, _, 0) => format!("at most a draw for {player}"),
        (None, Aim::Result, ..) => "nothing is proved".to_string(),
        (None, Aim::Margin, least, most) => format!("for {player} at least: {}; at most: {}", one(least), one(most)),
    }
}

fn report_text(answer: &SolveReport, game: &Game, arguments: &SolveArgs) -> String {
    let aim = if answer.margin { Aim::Margin } else { Aim::Result };
    let value_text = |value: &ProvedBounds| value_text(*value, Side::South, aim);
    let mut text = format!("{}{}: ", game.name, settings_text(&answer.settings));
    let limits = if answer.value.exact().is_some() { "" } else { "not solved within the limits: " };
    text += &format!("{limits}{}\n", value_text(&answer.value));
    for MoveValue { m, value } in &answer.moves {
        text += &format!("{m:<4} {}\n", value_text(value));
    }
    text += &format!("meaning {}\n", answer.meaning);
    if let Some(seeds) = answer.database {
        text += &format!(
            "endgames of up to {} from {}\n",
            count(seeds.into(), "seed"),
            arguments.database.as_deref().unwrap_or("")
        );
    }
    text += &format!("{} in {:.2} s\n", count(answer.nodes as usize, "position"), answer.seconds);
    if !answer.line.is_empty() {
        let ends = answer.ends.as_deref().unwrap_or("breaks off here");
        text += &format!("\n{}# {ends}\n", answer.line);
    }
    text
}

/// Opens an endgame database, and enlarges it to the requested number of seeds.
fn open_database(game: &Game, path: &str, seeds: Option<u16>, threads: usize) -> Result<EndgameDatabase, CommandError> {
    let path = Path::new(path);
    let endgames = load_database(game, path, seeds.is_some())?;
    let Some(seeds) = seeds.filter(|&seeds| endgames.levels() <= usize::from(seeds)) else { return Ok(endgames) };
    let _alone = files::lock_for_building(path).map_err(|reason| CommandError::write_failed(path, &reason))?;
    // Another run may have enlarged it in the meantime.
    build_on(load_database(game, path, true)?, game, path, seeds, threads)
}

/// Loads a database, or creates an empty one in memory if the file may be new. A file that exists but cannot
/// be read is an error, so that it is never replaced.
fn load_database(game: &Game, path: &Path, may_be_new: bool) -> Result<EndgameDatabase, CommandError> {
    let unusable = |reason: &dyn std::fmt::Display, help: &str| {
        CommandError::usage(&format!("`{}` cannot be used: {reason}", path.display()), help)
    };
    match files::open_regular(path) {
        Ok(file) => EndgameDatabase::load(game, &mut BufReader::new(file)).map_err(|reason| {
            let help = match reason {
                LoadError::OtherRules(_) => "name the database of this game, or a new file with `--seeds N`",
                LoadError::Damaged => "restore it, or move it away and build it again with `--seeds N`",
                LoadError::Io(_) => "check why the file cannot be read",
            };
            unusable(&reason, help)
        }),
        Err(reason) if reason.kind() == ErrorKind::NotFound && may_be_new => EndgameDatabase::new(game)
            .map_err(|reason| CommandError::usage(&reason.to_string(), "leave out `--database`")),
        Err(reason) if reason.kind() == ErrorKind::NotFound => Err(unusable(&reason, "`--seeds N` makes a new file")),
        Err(reason) => Err(unusable(&reason, "name a database of this game, or a new file with `--seeds N`")),
    }
}

/// Enlarges a database, and saves it on the way, so that a failure loses little.
fn build_on(
    mut endgames: EndgameDatabase,
    game: &Game,
    path: &Path,
    seeds: u16,
    threads: usize,
) -> Result<EndgameDatabase, CommandError> {
    let stop = stop_on_ctrl_c();
    let bar = progress_bar(endgames.boards_up_to(seeds), "boards");
    let done = AtomicU64::new(0);
    let finished = std::sync::atomic::AtomicBool::new(false);
    let built = thread::scope(|scope| {
        // Without this thread the bar does not move, which is harmless.
        let _ = thread::Builder::new().spawn_scoped(scope, || {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(done.load(Ordering::Relaxed));
                thread::sleep(Duration::from_millis(100));
            }
        });
        let mut saved = Instant::now();
        let mut build = || {
            for level in endgames.levels() as u16..=seeds {
                if let Err(reason) = endgames.build(game, level, threads, &done, stop) {
                    return Ok(Err(reason));
                }
                if level == seeds || saved.elapsed() > BETWEEN_SAVES {
                    save(&endgames, path)?;
                    saved = Instant::now();
                }
            }
            Ok(Ok(()))
        };
        let built = build();
        finished.store(true, Ordering::Relaxed);
        built
    });
    bar.finish_and_clear();
    let Err(reason) = built? else { return Ok(endgames) };
    if endgames.levels() > 0 {
        save(&endgames, path)?;
    }
    match reason {
        BuildError::Stopped => {
            let seeds = count(endgames.levels().saturating_sub(1), "seed");
            let help = "the same command continues from there".to_string();
            let text = error(&format!("stopped after all boards of up to {seeds}"), None, Some(help));
            Err(CommandError { exit: Exit::Limit, text })
        }
        BuildError::NotItsSeeds(_) | BuildError::TooMany(_) => {
            Err(CommandError::usage(&reason.to_string(), "choose fewer seeds"))
        }
    }
}

fn save(endgames: &EndgameDatabase, path: &Path) -> Result<(), CommandError> {
    files::write_with(path, OutputKind::Database, |mut file| endgames.save(&mut file))
        .map_err(|reason| CommandError::write_failed(path, &reason))
}

fn histogram(endgames: Option<&EndgameDatabase>, format: OutputFormat) -> CommandResult {
    let endgames = endgames.expect("a histogram requires a database");
    for seeds in 0..endgames.levels() as u16 {
        let values = endgames.histogram(seeds);
        let boards = values.iter().map(|(_, boards)| boards).sum();
        match format {
            OutputFormat::Json => print_json(&SeedHistogram { seeds, boards, values }),
            OutputFormat::Text => {
                let values: Vec<String> = values.iter().map(|(value, boards)| format!("{value}:{boards}")).collect();
                let [word, boards] = [if seeds == 1 { "seed" } else { "seeds" }, &count(boards as usize, "board")];
                print(&format!("{seeds:>3} {word}, {boards}: {}\n", values.join(" ")));
            }
        }
    }
    Ok(Exit::Fine)
}
