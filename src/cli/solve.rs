//! `uur solve`: who wins with best play on both sides, and by how much.

use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind, WriteError};
use uur::check::Settings;
use uur::diagnostic::count;
use uur::engine::{Move, Position, Reason};
use uur::game::Game;
use uur::notation::{Record, write_move};
use uur::provenance::JsonAnswer;
use uur::rules::Side;
use uur_lab::solve::{
    Aim, BuildError, CheckpointError, EndgameDatabase, LoadError, Method, Progress, ProvedBounds, Scratch, Solution,
    SolveError, SolveLimits, Solver, SolverCheckpoint, SolverFinding, winner,
};

use super::game_args::{GameArgs, number, position, position_text};
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, eprint, error, print, print_wrapped};
use super::progress::{
    available_threads, default_threads, no_thread, position_counter, progress_bar, stop_on_ctrl_c, stop_requested,
};
use super::statistics::settings_text;
use super::{CommandResult, OutputFormat};

/// Stack size of the search thread, which recurses once per move.
const STACK: usize = 4 << 30;
/// The least time between two checkpoints, as a multiple of the time that writing one took.
const PAUSE_BETWEEN_CHECKPOINTS: u32 = 10;
/// The least time between two saves of a database under construction.
const BETWEEN_SAVES: Duration = Duration::from_secs(1);
/// The share of the memory that the values of a database in use take besides, as a divisor.
const SHARE_OF_VALUES: u64 = 4;
/// A gibibyte.
const GIBIBYTE: f64 = 1_073_741_824.0;

/// Prove who wins with best play on both sides, and by how much
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur solve layli-goobalay --set pits=4\n  \
    uur solve kalah --set seeds=2 --margin --moves\n  \
    uur solve awari --database awari.endgames --seeds 10 --histogram\n\n\
    A single round is solved. If a limit is reached first, or after Ctrl-C, the bounds proved so far\n\
    are printed, with those of the moves of which something is proved, and the exit code is 4. A\n\
    database contains all boards of up to N seeds, for games in which seeds leave the board and only\n\
    the seeds on it decide the rest. It is created or enlarged to the N of `--seeds` and saved on the way. It is refused if it is damaged or belongs\n\
    to other rules. A checkpoint takes up to one and a half times the memory; it is written beside the\n\
    old one and renamed. The value does not depend on the number of threads; the line of best play\n\
    and the number of positions do. `meaning` is a number that is equal for all rules that play the same.")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position to solve, such as 'south 1 0 2; north 0 3 1'; default: the start
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
    /// Solve by how many seeds, not only who wins
    #[arg(long)]
    margin: bool,
    /// Print the value of every move
    #[arg(long)]
    moves: bool,
    /// How to prove it; default: proof numbers where a position cannot repeat or is a draw if it does, of
    /// margins on small boards, alpha-beta for the rest
    #[arg(long, value_enum)]
    method: Option<MethodArg>,
    /// Memory for searched positions, or for building a database; the values of a database in use take up to a
    /// quarter of it besides
    #[arg(long, value_name = "GIB", default_value_t = 1.0, value_parser = positive)]
    memory: f64,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = positive)]
    time: Option<f64>,
    /// Continue from this file, and keep there what was found, on the way and if a limit is reached first
    #[arg(long, value_name = "PATH", conflicts_with = "histogram")]
    checkpoint: Option<String>,
    /// Seconds between two checkpoints on the way
    #[arg(long, value_name = "S", requires = "checkpoint", default_value_t = 300.0, value_parser = positive)]
    checkpoint_every: f64,
    /// An endgame database to use; with --seeds it is created or enlarged
    #[arg(long, value_name = "PATH")]
    database: Option<String>,
    /// Extend the database to all boards of up to N seeds
    #[arg(long, value_name = "N", requires = "database", value_parser = number::<u16>(0..=u64::from(u16::MAX)))]
    seeds: Option<u16>,
    /// How many threads search, and build the database; default: the number of processors
    #[arg(long, value_name = "T", value_parser = number::<u16>(1..=1024))]
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
    /// The memory in bytes.
    fn bytes(&self) -> u64 {
        (self.memory * GIBIBYTE) as u64
    }

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
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveReport {
    game: String,
    meaning: String,
    settings: Settings,
    position: String,
    /// Whether the game is a match, of which one round is solved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    one_round: bool,
    /// Whether the values are seeds. Otherwise they are wins, draws and losses.
    margin: bool,
    solved: bool,
    /// The value for South, also where North is to move.
    value: ProvedBounds,
    /// The moves that were examined.
    moves: Vec<MoveValue>,
    /// A game of best play as a record; empty unless the game is solved.
    line: String,
    /// How that game ends.
    ends: Option<String>,
    nodes: u64,
    seconds: f64,
    /// The number of seeds up to which a database was used.
    database: Option<u16>,
    /// Whether a position was met to which the rules give no value. Then nothing is proved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dead_end: bool,
    /// Whether a limit was reached, or solving was interrupted.
    #[serde(skip)]
    stopped: bool,
}

impl JsonAnswer for SolveReport {
    const FORMAT: &'static str = "solve";
}

#[derive(Serialize, JsonSchema)]
struct MoveValue {
    #[serde(rename = "move")]
    m: String,
    /// Its value for South.
    value: ProvedBounds,
}

/// How many boards of a database have which value.
#[derive(Serialize, JsonSchema)]
pub(super) struct HistogramReport {
    levels: Vec<SeedHistogram>,
}

impl JsonAnswer for HistogramReport {
    const FORMAT: &'static str = "solve-histogram";
}

/// The number of boards with each value, for one number of seeds.
#[derive(Serialize, JsonSchema)]
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
        .map(|path| Database { game: &game, path: Path::new(path), bytes: arguments.bytes() }.open(arguments))
        .transpose()?;
    if arguments.histogram {
        return histogram(&game, &endgames.expect("a histogram requires a database"), arguments);
    }
    let aim = if arguments.margin { Aim::Margin } else { Aim::Result };
    let (began, time) = (Instant::now(), arguments.time);
    let out_of_time = move || time.is_some_and(|time| began.elapsed().as_secs_f64() >= time);
    let game = game.heeding(move || stop.load(Ordering::Relaxed) || out_of_time());
    let checkpoint = arguments.checkpoint.as_deref().map(Path::new);
    let lock = |path| files::lock_for_building(path).map_err(|reason| CommandError::write_failed(path, &reason));
    let _alone = checkpoint.map(lock).transpose()?;
    let answer = with_large_stack(|| solve(arguments, &game, &from, aim, endgames.as_ref()))??;
    if let Some(reason) = endgames.as_ref().and_then(EndgameDatabase::fault) {
        eprint(&format!("from some position on, the database was not used: {reason}\n"));
    }
    match arguments.format {
        OutputFormat::Json => print_json(rules_of([&game]), &answer),
        OutputFormat::Text if answer.dead_end => {}
        OutputFormat::Text => {
            print_wrapped(&report_text(&answer, &game, arguments));
            if !answer.line.is_empty() {
                // A record to copy, so its lines are not wrapped.
                print(&format!("\n{}", answer.line));
                print_wrapped(&format!("# {}\n", answer.ends.as_deref().unwrap_or("breaks off here")));
            }
        }
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
    let limits = SolveLimits { bytes: arguments.bytes(), threads: arguments.threads(), stop: &stop };
    let method = arguments.method.map_or_else(|| Method::of(game, aim), Method::from);
    let mut solver = Solver::with_method(game, from, aim, endgames, limits, method).map_err(solve_error)?;
    if let Some(path) = &arguments.checkpoint {
        resume(&mut solver, Path::new(path))?;
    }
    let mut on_finding = |finding| match finding {
        SolverFinding::Value(progress) => bar.set_message(progress_text(progress, from.to_move, aim)),
        SolverFinding::Move(m, bounds) => {
            bar.set_message(format!("{}: {}", write_move(&game.program, m), value_text(bounds, from.to_move, aim)));
        }
        SolverFinding::Line => bar.set_message("the line of best play"),
    };
    let found =
        keeping_checkpoints(&mut solver, arguments, |solver| solver.answer(from, arguments.moves, &mut on_finding));
    let Solution { bounds, moves, line, nodes, dead_end, solved } = found.map_err(solve_error)?;
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if let Some(path) = arguments.checkpoint.as_deref().filter(|_| solver.stopped()) {
        keep(&solver.checkpoint(), Path::new(path))?;
        eprint(&format!("what was found is in `{path}`; the same command continues from there\n"));
    }
    let asked = position_text(game, arguments.from.as_deref(), from);
    let ends = line.as_ref().and_then(|(_, end)| outcome_text(game, end));
    let line = line.map_or(String::new(), |(line, _)| record_of(&line, arguments, game, &asked));
    let moves = moves
        .into_iter()
        .map(|(m, bounds)| MoveValue { m: write_move(&game.program, m), value: bounds.for_south(from.to_move) });
    Ok(SolveReport {
        game: game.name.clone(),
        meaning: game.meaning(),
        settings: game.settings(),
        position: asked,
        one_round: game.rules.rounds.is_some(),
        margin: aim == Aim::Margin,
        solved,
        value: bounds.for_south(from.to_move),
        moves: moves.collect(),
        line,
        ends,
        nodes,
        seconds,
        database: endgames.map(EndgameDatabase::seeds),
        dead_end,
        stopped: solver.stopped(),
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
                CheckpointError::OtherFormat(_) => "solve it with that version, or name a new file",
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

/// Lets a solver work, and keeps a checkpoint now and then, so that a sudden end loses little.
fn keeping_checkpoints<'a, T>(
    solver: &mut Solver<'a>,
    arguments: &SolveArgs,
    work: impl FnOnce(&mut Solver<'a>) -> T,
) -> T {
    let Some(path) = &arguments.checkpoint else { return work(solver) };
    let checkpoint = solver.checkpoint();
    let (done, when_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let keep_now_and_then = move || {
            let mut pause = Duration::try_from_secs_f64(arguments.checkpoint_every).unwrap_or(Duration::MAX);
            while when_done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let began = Instant::now();
                if let Err(reason) = keep(&checkpoint, Path::new(path)) {
                    eprint(&reason.text);
                }
                pause = pause.max(began.elapsed() * PAUSE_BETWEEN_CHECKPOINTS);
            }
        };
        if let Err(reason) = thread::Builder::new().spawn_scoped(scope, keep_now_and_then) {
            eprint(&format!("{}; there is a checkpoint only at the end\n", no_thread(&reason)));
        }
        let found = work(solver);
        drop(done);
        found
    })
}

/// Keeps what a solver has found.
fn keep(checkpoint: &SolverCheckpoint, path: &Path) -> Result<(), CommandError> {
    files::write_with(path, OutputKind::Checkpoint, |file| {
        let mut file = BufWriter::new(file);
        checkpoint.save(&mut file)?;
        file.flush()
    })
    .map_err(|reason| CommandError::write_failed(path, &reason))
}

/// The error for a game that cannot be solved as requested.
fn solve_error(reason: SolveError) -> CommandError {
    let help = match reason {
        SolveError::NoMargin => "leave out `--margin` to solve who wins",
        SolveError::NoProofNumbers => "leave out `--method`, or write `--method alpha-beta`",
        SolveError::TooManySeeds => "choose a board with fewer seeds",
        SolveError::TooMuchMemory(_) => "choose fewer gibibytes with `--memory`",
        SolveError::Contradiction(_) => {
            let help = "this is a bug in uur, so nothing is proved; please report it with the rule file".to_string();
            return CommandError { exit: Exit::Bug, text: error(&reason.to_string(), None, Some(help)) };
        }
    };
    CommandError::usage(&reason.to_string(), help)
}

/// Returns a line of best play as a record.
fn record_of(line: &[Move], arguments: &SolveArgs, game: &Game, from: &str) -> String {
    let record = Record {
        game: arguments.game.game.clone(),
        settings: game.settings(),
        rules: Some(game.meaning()),
        from: arguments.from.is_some().then(|| from.to_string().into()),
        moves: line.iter().map(|&m| write_move(&game.program, m).into()).collect(),
        ..Record::default()
    };
    record.write()
}

/// Describes how a round ended, if it is over.
fn outcome_text(game: &Game, end: &Position) -> Option<String> {
    let outcome = end.outcome?;
    let [south, north] = end.captured;
    let result = match outcome.winner {
        Some(side) if game.rules.goal.is_none() => format!("{} wins", side.title()),
        None if game.rules.goal.is_none() => "a draw".to_string(),
        Some(Side::South) => format!("South wins {south} to {north}"),
        Some(Side::North) => format!("North wins {north} to {south}"),
        None => format!("a draw, {south} to {north}"),
    };
    Some(match outcome.reason {
        Reason::Endless => result + ", by an endless move",
        Reason::Repetition => result + ", by repetition",
        Reason::NoMove | Reason::Condition => result,
    })
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
    let round = if answer.one_round { ", one round" } else { "" };
    let mut text = format!("{}{}{round}: ", game.name, settings_text(&answer.settings));
    let unsolved = match answer.value.exact() {
        Some(_) => "",
        None if answer.stopped => "not solved within the limits: ",
        None => "not solved: ",
    };
    text += &format!("{unsolved}{}\n", value_text(&answer.value));
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
    text + &format!("{} in {:.2} s\n", count(answer.nodes as usize, "position"), answer.seconds)
}

/// Where the endgame database of a game is, and the memory for it.
struct Database<'a> {
    game: &'a Game,
    path: &'a Path,
    bytes: u64,
}

impl Database<'_> {
    /// Opens the database, and enlarges it to the requested number of seeds.
    fn open(&self, arguments: &SolveArgs) -> Result<EndgameDatabase, CommandError> {
        let endgames = self.load(arguments.seeds.is_some())?;
        let Some(seeds) = arguments.seeds.filter(|&seeds| endgames.levels() <= usize::from(seeds)) else {
            return Ok(endgames);
        };
        let _alone =
            files::lock_for_building(self.path).map_err(|reason| CommandError::write_failed(self.path, &reason))?;
        // Another run may have enlarged it in the meantime.
        self.build_on(self.load(true)?, seeds, arguments.threads())
    }

    /// Loads the database, or creates an empty one in memory if the file may be new. A file that exists but cannot
    /// be read is an error, so that it is never replaced.
    fn load(&self, may_be_new: bool) -> Result<EndgameDatabase, CommandError> {
        let unusable = |reason: &dyn std::fmt::Display, help: &str| {
            CommandError::usage(&format!("`{}` cannot be used: {reason}", self.path.display()), help)
        };
        let values = self.bytes / SHARE_OF_VALUES;
        match files::open_regular(self.path) {
            Ok(file) => EndgameDatabase::open(self.game, file, values).map_err(|reason| {
                let help = match reason {
                    LoadError::OtherRules(_) => "name the database of this game, or a new file with `--seeds N`",
                    LoadError::OtherFormat(_) => "move it away and build it again with `--seeds N`",
                    LoadError::Foreign | LoadError::DamagedHead | LoadError::OtherSize | LoadError::Damaged(_) => {
                        "restore it, or move it away and build it again with `--seeds N`"
                    }
                    LoadError::Io(_) => "check why the file cannot be read",
                };
                unusable(&reason, help)
            }),
            Err(reason) if reason.kind() == ErrorKind::NotFound && may_be_new => {
                EndgameDatabase::new(self.game, values)
                    .map_err(|reason| CommandError::usage(&reason.to_string(), "leave out `--database`"))
            }
            Err(reason) if reason.kind() == ErrorKind::NotFound => {
                Err(unusable(&reason, "`--seeds N` makes a new file"))
            }
            Err(reason) => Err(unusable(&reason, "name a database of this game, or a new file with `--seeds N`")),
        }
    }

    /// Enlarges a database, and saves it on the way, so that a failure loses little.
    fn build_on(&self, endgames: EndgameDatabase, seeds: u16, threads: usize) -> Result<EndgameDatabase, CommandError> {
        let scratch = self.scratch(&endgames, seeds)?;
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
            let build = |mut endgames: EndgameDatabase| {
                let mut saved = Instant::now();
                for level in endgames.levels() as u16..=seeds {
                    bar.set_message(count(level.into(), "seed"));
                    if let Some(scratch) = &scratch {
                        endgames.keep_moves_in(scratch.clone());
                    }
                    if let Err(reason) = endgames.build(self.game, level, threads, &done, stop) {
                        return Ok((endgames, Err(reason)));
                    }
                    if level == seeds || saved.elapsed() > BETWEEN_SAVES {
                        endgames = self.save(endgames)?;
                        saved = Instant::now();
                    }
                }
                Ok((endgames, Ok(())))
            };
            let built = build(endgames);
            finished.store(true, Ordering::Relaxed);
            built
        });
        bar.finish_and_clear();
        let (endgames, ended) = built?;
        let Err(reason) = ended else { return Ok(endgames) };
        let done = count(endgames.seeds().into(), "seed");
        if endgames.levels() > 0 {
            self.save(endgames)?;
        }
        match reason {
            BuildError::Stopped => {
                let help = "the same command continues from there".to_string();
                let text = error(&format!("stopped after all boards of up to {done}"), None, Some(help));
                Err(CommandError { exit: Exit::Limit, text })
            }
            BuildError::NotItsSeeds(_) | BuildError::TooMany(_) | BuildError::NoSuchBoard { .. } => {
                Err(CommandError::usage(&reason.to_string(), "choose fewer seeds"))
            }
            BuildError::Unreadable(_) | BuildError::NoMoves(_) => Err(CommandError::limit(&reason.to_string())),
        }
    }

    /// Reports the memory that a build needs, which must not be more than is allowed. If it is only without the moves
    /// among boards with the same number of seeds, makes a file for these beside the database, which the system removes.
    fn scratch(&self, endgames: &EndgameDatabase, seeds: u16) -> Result<Option<Arc<Mutex<dyn Scratch>>>, CommandError> {
        let needed = endgames.memory_to_build(self.game, seeds);
        let needed = needed.map_err(|reason| CommandError::usage(&reason.to_string(), "choose fewer seeds"))?;
        let mebibytes = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
        let boards = format!("the boards of {} need", count(seeds.into(), "seed"));
        if needed.beside_file > self.bytes {
            let help = "allow more with `--memory`, or choose fewer seeds";
            let memory = mebibytes(needed.beside_file);
            return Err(CommandError::usage(&format!("{boards} {memory} of memory"), help));
        }
        if needed.alone <= self.bytes {
            eprint(&format!("{boards} {} of memory\n", mebibytes(needed.alone)));
            return Ok(None);
        }
        let [memory, file] = [needed.beside_file, needed.file].map(mebibytes);
        eprint(&format!("{boards} {memory} of memory, and {file} of disk for their moves\n"));
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::tempfile_in(folder);
        let file = file.map_err(|reason| CommandError::write_failed(folder, &WriteError::Failed(reason)))?;
        Ok(Some(Arc::new(Mutex::new(file))))
    }

    /// Saves a database, and opens it again. In the meantime the file is closed, since some systems do not replace an
    /// open file.
    fn save(&self, endgames: EndgameDatabase) -> Result<EndgameDatabase, CommandError> {
        files::write_with(self.path, OutputKind::Database, move |mut file| endgames.save(&mut file))
            .map_err(|reason| CommandError::write_failed(self.path, &reason))?;
        self.load(false)
    }
}

fn histogram(game: &Game, endgames: &EndgameDatabase, arguments: &SolveArgs) -> CommandResult {
    let mut levels = vec![];
    for seeds in 0..endgames.levels() as u16 {
        let values = endgames.histogram(seeds).map_err(|reason| {
            let path = arguments.database.as_deref().unwrap_or("");
            CommandError::usage(&format!("`{path}` cannot be read: {reason}"), "check why the file cannot be read")
        })?;
        let boards = values.iter().map(|(_, boards)| boards).sum();
        match arguments.format {
            OutputFormat::Json => levels.push(SeedHistogram { seeds, boards, values }),
            OutputFormat::Text => {
                let values: Vec<String> = values.iter().map(|(value, boards)| format!("{value}:{boards}")).collect();
                let [word, boards] = [if seeds == 1 { "seed" } else { "seeds" }, &count(boards as usize, "board")];
                print(&format!("{seeds:>3} {word}, {boards}: {}\n", values.join(" ")));
            }
        }
    }
    if arguments.format == OutputFormat::Json {
        print_json(rules_of([game]), &HistogramReport { levels });
    }
    Ok(Exit::Fine)
}
