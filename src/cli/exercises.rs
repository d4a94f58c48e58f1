//! `uur quiz` and `uur puzzles`: exercises for players.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;

use crate::files::{self, OutputKind};
use uur::diagnostic::count;
use uur::game::Game;
use uur::provenance::JsonAnswer;
use uur::render::{Style, board as drawn};
use uur::text_layout::wrap;
use uur_lab::exercises::{Exercise, PuzzleOptions, PuzzleRun, quiz, signs_of};
use uur_pages::booklet;

use super::game_args::{GameArgs, number, position};
use super::made::{print_json, rules_of};
use super::output::{CommandError, Exit, answer_width, eprint, print, uses_colour};
use super::progress::{progress_bar, stop_on_ctrl_c};
use super::{CommandResult, board};

/// How exercises are made and printed.
#[derive(Debug, clap::Args)]
struct BookletArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many
    #[arg(short, long = "number", value_name = "N", default_value_t = 20, value_parser = number::<usize>(1..=1000))]
    number: usize,
    /// A number that decides which: the same number repeats them
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Leave the answers out of the text, for a reader who is to find them
    #[arg(long)]
    without_answers: bool,
    /// How to print them
    #[arg(long, value_enum, default_value_t = BookletFormat::Text)]
    format: BookletFormat,
    /// Write them to this file instead of printing them; needs `--format html`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How exercises are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BookletFormat {
    /// Boards and questions, the answers at the end
    Text,
    /// Positions, questions and answers
    Json,
    /// A page to solve, or to print with the answers at the back
    Html,
}

/// Ask questions about the rules of a game, each of which a line of them decides
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur quiz oware\n  uur quiz bao-la-kiswahili -n 40 --format html -o quiz.html\n\n\
    Whoever can answer them from `uur explain GAME` has understood the rules. At the prompt `quiz` asks one at a time.")]
pub struct QuizArgs {
    #[command(flatten)]
    booklet: BookletArgs,
}

/// Make puzzles: positions in which one move alone wins, wins soonest, saves the draw, or ends best by seeds
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur puzzles oware -n 5\n  \
    uur puzzles layli-goobalay --format html -o puzzles.html\n  \
    uur puzzles kalah --from \"south 3 3 1 3 1 0; north 1 0 0 0 1 1; captured 20 14\"\n\n\
    The positions come from the tests of the file, then from games of the computer against itself; or it is that of \
    `--from`. That one move alone wins, wins soonest, saves the draw, or ends best by seeds, is proved; of one that \
    wins most seeds at once it is counted. Each is rated by the weakest level of the computer that finds the move. At \
    the prompt `puzzle` asks one at a time.")]
pub struct PuzzlesArgs {
    #[command(flatten)]
    booklet: BookletArgs,
    /// Make the puzzle of this position instead of those of tests and games
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["number", "seed", "games"])]
    from: Option<String>,
    /// How many moves to search to prove what the moves of a position are worth [default: 100000, or 10000000 with
    /// `--from`]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000_000_000))]
    proofs: Option<u64>,
    /// An endgame database of the game to use
    #[arg(long, value_name = "PATH")]
    database: Option<String>,
    /// Give up after so many games without another puzzle
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(1..=1_000_000))]
    games: u64,
}

/// Exercises about a game.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExercisesReport {
    game: String,
    exercises: Vec<Exercise>,
}

impl JsonAnswer for ExercisesReport {
    const FORMAT: &'static str = "exercises";
}

impl BookletArgs {
    /// Opens the game, after a look at where the answer goes.
    fn open(&self) -> Result<Arc<Game>, CommandError> {
        if self.output.is_some() && self.format != BookletFormat::Html {
            return Err(CommandError::usage("`-o` writes a page only", "add `--format html`"));
        }
        if self.without_answers && self.format != BookletFormat::Text {
            return Err(CommandError::usage("only the text can be without answers", "leave out `--format`"));
        }
        if let Some(path) = &self.output {
            files::check_output(path, OutputKind::Page).map_err(|reason| CommandError::write_failed(path, &reason))?;
        }
        Ok(Arc::new(self.game.open()?))
    }

    /// Prints exercises.
    fn print(&self, game: &Game, what: &str, exercises: Vec<Exercise>) -> CommandResult {
        match self.format {
            BookletFormat::Text => print(&text(game, what, &exercises, self.without_answers)),
            BookletFormat::Json => {
                print_json(rules_of([game]), &ExercisesReport { game: game.name.clone(), exercises });
            }
            BookletFormat::Html => {
                let page = booklet(game, what, &exercises);
                return board::write(self.output.as_deref(), OutputKind::Page, &rules_of([game]), &page);
            }
        }
        Ok(Exit::Fine)
    }
}

/// Boards and questions, and after them the answers.
fn text(game: &Game, what: &str, exercises: &[Exercise], without_answers: bool) -> String {
    let width = answer_width();
    let style = Style { colour: uses_colour(), width, ..Style::default() };
    let task = |(at, exercise): (usize, &Exercise)| {
        let level = exercise.level.map_or(String::new(), |level| format!(" ({level})"));
        let choices = exercise.choices.join(", ");
        format!(
            "{}{}",
            wrap(&format!("{}.{level} {}\n", at + 1, exercise.question), width),
            drawn(game, &exercise.at, style)
        ) + &wrap(&format!("Answers: {choices}\n\n"), width)
    };
    let tasks: String = exercises.iter().enumerate().map(task).collect();
    let signs = signs_of(exercises);
    let tasks = if signs.is_empty() { tasks } else { wrap(&format!("{signs}\n\n"), width) + &tasks };
    if without_answers {
        return format!("{}: {what}\n\n{tasks}", game.rules.about.name);
    }
    let answer = |(at, exercise): (usize, &Exercise)| {
        wrap(&format!("{}. {}. {}\n", at + 1, exercise.answer, exercise.why), width)
    };
    let answers: String = exercises.iter().enumerate().map(answer).collect();
    format!("{}: {what}\n\n{tasks}Solutions\n\n{answers}", game.rules.about.name)
}

pub fn run_quiz(arguments: &QuizArgs) -> CommandResult {
    let booklet = &arguments.booklet;
    let game = booklet.open()?;
    let questions = quiz(&game, booklet.number, booklet.seed);
    if questions.is_empty() {
        return Err(CommandError::usage(
            "no move of this game can be asked for",
            "`uur play` shows what happens in it",
        ));
    }
    booklet.print(&game, "questions about the rules", questions)
}

pub fn run_puzzles(arguments: &PuzzlesArgs) -> CommandResult {
    let booklet = &arguments.booklet;
    let game = booklet.open()?;
    if game.program.is_single_player() {
        let help = "`uur solve` proves what a player can reach in it";
        return Err(CommandError::usage("a game for one player has no moves that win against another", help));
    }
    let endgames = arguments.database.as_deref().map(|path| files::endgames(&game, path)).transpose();
    let endgames =
        endgames.map_err(|reason| CommandError::usage(&reason, "`uur solve --database` builds one for this game"))?;
    let stop = stop_on_ctrl_c();
    let stops = || stop.load(Ordering::Relaxed);
    let nodes = arguments.proofs.unwrap_or(if arguments.from.is_some() { 10_000_000 } else { 100_000 });
    let options = PuzzleOptions { nodes, endgames: endgames.as_ref(), stop: &stops };
    if let Some(text) = &arguments.from {
        let at = position(&game, Some(text))?;
        return match PuzzleRun::of_position(&game, &at, options) {
            Ok(puzzle) => booklet.print(&game, "a puzzle", vec![puzzle]),
            Err(_) if stops() => Err(CommandError::limit("it was stopped before anything was proved")),
            Err(why) => Err(CommandError::limit(&format!("the position is no puzzle: {why}"))),
        };
    }
    let mut run = PuzzleRun::of_tests_first(game.clone(), booklet.seed);
    let bar = progress_bar(booklet.number as u64, "puzzles");
    let mut last = 0;
    while run.found.len() < booklet.number && run.goes_on(last + arguments.games) && !stops() {
        let before = run.found.len();
        run.advance(options);
        if run.found.len() > before {
            last = run.games();
            bar.set_position(run.found.len() as u64);
        }
    }
    bar.finish_and_clear();
    let found = run.found.len();
    if found == 0 {
        let message = format!("no puzzle was found in {}", count(run.games() as usize, "game"));
        return Err(CommandError::limit(&message));
    }
    booklet.print(&game, "puzzles", run.found)?;
    if found < booklet.number {
        eprint(&format!("{} found, not {}\n", count(found, "puzzle"), booklet.number));
        return Ok(Exit::Limit);
    }
    Ok(Exit::Fine)
}
