//! `uur verify`: checks the invariants of a game by playing it.

use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use uur::check::Settings;
use uur::diagnostic::count;
use uur::game::Game;
use uur::match_play::Step;
use uur::notation::write_steps;
use uur::provenance::JsonAnswer;
use uur::rules::{Endless, bounded};
use uur::text_layout::TextTable;
use uur_testing::cases::replay_command;
use uur_testing::explore::{self, EndPositions};
use uur_testing::properties::{self, Property};
use uur_testing::verify::{Verified, verify};

use super::game_args::{GameArgs, number};
use super::made::rules_of;
use super::output::{CommandError, Exit, answer_width};
use super::progress::{progress_bar, stop_on_ctrl_c, stoppable};
use super::statistics::settings_text;
use super::{CommandResult, OutputFormat};

/// Check by playing that a game is sound: every round ends, seeds are conserved, no player is stuck
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur verify layli-goobalay --set pits=2 --set seeds=2\n  \
    uur verify my.uur --positions 2000000\n\n\
    On a small board all positions of a round are examined, so the result holds for every round. On a\n\
    larger board the positions nearest to the start are examined. Games by random and greedy players\n\
    follow, whole matches if the rules have rounds. Exits with 1 if an invariant is violated, and with 4\n\
    if rounds were abandoned, so that it is unknown whether they end.")]
pub struct VerifyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The most positions to examine
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<u32>(1..=100_000_000))]
    positions: u32,
    /// How many games to play with random players, and as many with greedy ones
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(0..=u64::MAX))]
    games: u64,
    /// Abandon a round after this many moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    most_moves: u32,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// The most events of all examined positions, and of all games.
const EVENTS: u64 = 30_000_000;

/// The most rounds of a match.
const ROUNDS: u32 = 12;

/// The result, for JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct VerifyReport {
    game: String,
    meaning: String,
    settings: Settings,
    holds: bool,
    /// Whether all reachable positions were examined.
    all_positions: bool,
    positions: usize,
    moves: u64,
    depth: usize,
    ends: EndPositions,
    endless_moves: u64,
    /// Moves that were abandoned because they are too long.
    too_long: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    comes_again: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_end: Option<usize>,
    games: GameCounts,
    #[serde(rename = "promises")]
    invariants: Vec<Invariant>,
    #[serde(rename = "silent")]
    unused: Vec<UnusedLine>,
}

impl JsonAnswer for VerifyReport {
    const FORMAT: &'static str = "verify";
}

/// Statistics of the games.
#[derive(Debug, Serialize, JsonSchema)]
struct GameCounts {
    games: u64,
    moves: u64,
    endless_moves: u64,
    unfinished: u64,
    longest: usize,
}

/// A checked invariant.
#[derive(Debug, Serialize, JsonSchema)]
struct Invariant {
    #[serde(rename = "promise")]
    invariant: String,
    state: InvariantState,
    /// A record that violates the invariant, or that leaves it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip)]
    steps: Vec<Step>,
}

/// Whether an invariant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum InvariantState {
    Holds,
    Fails,
    Open,
}

/// A rule line that was never used.
#[derive(Debug, Serialize, JsonSchema)]
struct UnusedLine {
    place: String,
    text: String,
    why: Option<String>,
}

pub fn run(arguments: &VerifyArgs) -> CommandResult {
    let game = stoppable(arguments.game.open()?);
    let stop = stop_on_ctrl_c();
    let bar = progress_bar(arguments.positions.into(), "positions");
    let on_progress = |positions: usize| bar.set_position(positions as u64);
    let positions = explore::ExploreBounds {
        positions: arguments.positions as usize,
        events: EVENTS,
        stop,
        on_progress: &on_progress,
    };
    let games = properties::PlayBounds {
        games: arguments.games,
        steps: arguments.most_moves as usize,
        rounds: ROUNDS,
        events: EVENTS,
        seed: arguments.seed,
    };
    let verified = verify(&game, positions, games);
    bar.finish_and_clear();
    let report = report(&game, &verified);
    arguments.format.print(rules_of([&game]), &report, |report| text(&game, report, &verified));
    if !report.holds {
        return Ok(Exit::Failed);
    }
    if verified.open().is_some() {
        return Ok(Exit::Limit);
    }
    if stop.load(Ordering::Relaxed) {
        return Err(CommandError::limit("stopped before all positions were examined"));
    }
    Ok(Exit::Fine)
}

fn report(game: &Game, verified: &Verified) -> VerifyReport {
    let (reached, found) = (&verified.reached, &verified.found);
    let invariant = |text: &str, otherwise: InvariantState, steps: Option<Vec<Step>>| Invariant {
        invariant: text.to_string(),
        state: if steps.is_some() { otherwise } else { InvariantState::Holds },
        record: steps.as_ref().map(|steps| write_steps(&game.program, steps)),
        steps: steps.unwrap_or_default(),
    };
    let mut invariants: Vec<Invariant> = Property::ALL
        .into_iter()
        .filter(|property| *property != Property::Mirror || !game.program.is_single_player())
        .map(|property| invariant(property.as_str(), InvariantState::Fails, verified.shortest_violation(property)))
        .collect();
    let stuck = verified.shortest_violation(Property::DeadEnd);
    invariants.push(match stuck {
        Some(_) => invariant("every round ends", InvariantState::Fails, stuck),
        None => invariant("every round ends", InvariantState::Open, verified.open().map(<[Step]>::to_vec)),
    });
    let line = |unexercised: &uur_testing::verify::UnexercisedClause| UnusedLine {
        place: game.place(unexercised.clause),
        text: game.text(unexercised.clause),
        why: unexercised.why.clone(),
    };
    VerifyReport {
        game: game.name.clone(),
        meaning: game.meaning(),
        settings: game.settings(),
        holds: verified.holds(),
        all_positions: reached.all,
        positions: reached.positions,
        moves: reached.moves,
        depth: reached.depth,
        ends: reached.ends,
        endless_moves: reached.endless_moves,
        too_long: reached.too_long,
        comes_again: reached.rounds.map(|rounds| rounds.come_again),
        without_end: reached.rounds.map(|rounds| rounds.without_end),
        games: GameCounts {
            games: found.extent.games,
            moves: found.moves,
            endless_moves: found.endless.0,
            unfinished: found.unfinished.0,
            longest: found.longest.len(),
        },
        invariants,
        unused: verified.unexercised.iter().map(line).collect(),
    }
}

fn text(game: &Game, report: &VerifyReport, verified: &Verified) -> String {
    let settings = settings_text(&report.settings);
    let mut text = format!("{}{settings}\n{}{}\n", report.game, positions(report), games(report, verified));
    for invariant in &report.invariants {
        text += &match invariant.state {
            InvariantState::Holds => format!("holds  {}\n", invariant.invariant),
            InvariantState::Fails => {
                format!("FAILS  {}\n       {}", invariant.invariant, replay_command(game, &invariant.steps))
            }
            InvariantState::Open if verified.repeats_for_ever => {
                format!("open   {}: positions can repeat for ever\n", invariant.invariant)
            }
            InvariantState::Open => {
                let games = count(report.games.unfinished as usize, "game");
                format!(
                    "open   {}: {games} abandoned, the first after {}\n",
                    invariant.invariant,
                    count(invariant.steps.len(), "step")
                )
            }
        };
    }
    text += &endings(report, &game.rules.endless, verified);
    if !report.unused.is_empty() {
        text += "\nunused rule lines\n";
    }
    let rows = report.unused.iter().map(|UnusedLine { place, text, why }| {
        let why = why.as_ref().map(|why| format!("cannot apply: {why}"));
        [place.clone(), text.clone()].into_iter().chain(why).collect()
    });
    text + &TextTable { rows: rows.collect(), ..TextTable::default() }.text(answer_width())
}

/// Describes how many positions were examined.
fn positions(report: &VerifyReport) -> String {
    let (positions, moves) = (count(report.positions, "position"), count(report.moves as usize, "move"));
    let depth = count(report.depth, "move");
    match report.all_positions {
        true => {
            format!("all {positions} that a round can reach, {moves} between them, up to {depth} from the start\n")
        }
        false => format!("the {positions} nearest to the start, {moves} between them; all lines of {depth}\n"),
    }
}

/// Describes the games.
fn games(report: &VerifyReport, verified: &Verified) -> String {
    let GameCounts { games, moves, longest, .. } = &report.games;
    if *games == 0 {
        return String::new();
    }
    let [games, moves] = [count(*games as usize, "game"), count(*moves as usize, "move")];
    let cut = if verified.found.extent.cut_short { ", stopped at their limit" } else { "" };
    let longest = if *longest > 0 { format!(", up to {}", count(*longest, "step")) } else { String::new() };
    format!("{games} by random and greedy players, {moves}{longest}{cut}\n")
}

/// Describes how rounds end.
fn endings(report: &VerifyReport, declared: &Endless, verified: &Verified) -> String {
    let EndPositions { no_move, endless, condition } = report.ends;
    let mut text = format!(
        "\npositions in which a round is over: {no_move} without a move, {condition} by another condition, \
        {endless} by {}\n",
        bounded(declared.bound, "an endless move", "the bound of")
    );
    let endless = report.endless_moves + report.games.endless_moves;
    if endless > 0 {
        text += &format!("{} found: {endless}\n", declared.moves());
    }
    if report.too_long > 0 {
        text += &format!("moves abandoned as too long: {}\n", report.too_long);
    }
    let is_stuck = verified.shortest_violation(Property::DeadEnd).is_some();
    text += match report.comes_again {
        None => "",
        Some(false) if is_stuck => "no position repeats\n",
        Some(false) => "no position repeats: every round ends by itself\n",
        Some(true) if verified.repeats_for_ever => "positions can repeat, and no rule ends such rounds\n",
        Some(true) => "positions can repeat: the repetition rule ends such rounds\n",
    };
    if let Some(without_end) = report.without_end.filter(|&positions| positions > 0) {
        let what = match is_stuck || verified.repeats_for_ever {
            true => "no line reaches the end of",
            false => "only repetition ends",
        };
        text += &format!("{} from which {what} the round\n", count(without_end, "position"));
    }
    text
}
