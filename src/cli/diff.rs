//! `uur diff`: how two games differ, in their rules and in play.

use std::cell::OnceCell;
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use uur::check::Settings;
use uur::diagnostic::count;
use uur_lab::lab::{DiffReport, DiffRequest, LineComparison, ParameterChange, RandomComparison, diff};

use super::game_args::{self, SettingArgs};
use super::made::rules_of;
use super::output::{CommandError, Exit};
use super::progress::{progress_bar, stop_on_ctrl_c, stoppable};
use super::statistics::{INTERVALS, percent};
use super::{CommandResult, OutputFormat};

/// Compare two games: lines of the rules, shortest diverging line, random play
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur diff layli-goobalay layli-goobalay-berbera --set pits=6\n  \
    uur diff boola boola --second pits=6\n\n\
    All lines of play of one round are compared in both games, shorter ones first, until the games\n\
    differ or the limit is reached; what follows a round in a match is not. Repetition counts in random\n\
    games only. The number after each name is the hash of the meaning of its rules: it is equal for\n\
    rules that differ only in names and layout.")]
pub struct DiffArgs {
    /// A shipped game, or a path to a rule file
    first: String,
    /// The game to compare it with
    second: String,
    #[command(flatten)]
    settings: SettingArgs,
    /// Set a parameter of the first game only; may be repeated
    #[arg(long = "first", value_name = "NAME=VALUE", value_parser = game_args::setting)]
    of_first: Vec<(String, String)>,
    /// Set a parameter of the second game only; may be repeated
    #[arg(long = "second", value_name = "NAME=VALUE", value_parser = game_args::setting)]
    of_second: Vec<(String, String)>,
    /// The most positions to compare
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = game_args::number::<usize>(0..=u64::from(u32::MAX)))]
    positions: usize,
    /// How many random games to play in both
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = game_args::number::<u64>(0..=u64::MAX))]
    games: u64,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = game_args::number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub fn run(arguments: &DiffArgs) -> CommandResult {
    let with = |more: &[(String, String)]| -> Settings {
        let mut settings = arguments.settings.settings();
        settings.extend(more.iter().cloned());
        settings
    };
    let first = stoppable(game_args::open(&arguments.first, &with(&arguments.of_first))?);
    let second = stoppable(game_args::open(&arguments.second, &with(&arguments.of_second))?);
    let games = [&first, &second];
    let stop = stop_on_ctrl_c();

    let request = DiffRequest { positions: arguments.positions, games: arguments.games, seed: arguments.seed };
    let (positions, played) = (OnceCell::new(), OnceCell::new());
    let clear = |bar: &OnceCell<ProgressBar>| bar.get().into_iter().for_each(ProgressBar::finish_and_clear);
    let on_positions = |done| {
        positions.get_or_init(|| progress_bar(arguments.positions as u64, "positions")).set_position(done);
    };
    let on_games = |done| {
        clear(&positions);
        played.get_or_init(|| progress_bar(arguments.games, "random games")).set_position(done);
    };
    let report = diff(games, request, stop, &on_positions, &on_games);
    clear(&positions);
    clear(&played);
    arguments.format.print(rules_of(games), &report, text);
    if stop.load(Ordering::Relaxed) {
        return Err(CommandError::limit("stopped before the comparison was complete"));
    }
    Ok(Exit::Fine)
}

fn text(report: &DiffReport) -> String {
    let [first, second] = &report.games;
    let mut text = format!("- {first}  {}\n+ {second}  {}\n", report.meaning[0], report.meaning[1]);
    if !report.lines.is_empty() {
        text += "\nrules\n";
    }
    for line in &report.lines {
        text += &format!("{} {}\n", ["-", "+"][line.only_in], line.text);
    }
    if !report.parameters.is_empty() {
        text += "\nparameters\n";
    }
    for ParameterChange { name, values } in &report.parameters {
        for (sign, value) in ["-", "+"].iter().zip(values) {
            text += &value.as_ref().map_or(String::new(), |value| format!("{sign} {name} = {value}\n"));
        }
    }
    if report.same_meaning {
        return text + "\nthe rules have the same meaning: every game is played the same\n";
    }
    text += "\nplay\n";
    if let Some(play) = &report.play {
        text += &line_comparison_text(play);
    }
    if let Some(RandomComparison { games, other_winner, other_end, other_moves }) = &report.random {
        text += &format!("\nin {} with the same random numbers\n", count(*games as usize, "random game"));
        text += &format!("different moves   {}\n", percent(other_moves));
        text += &format!("different end     {}\n", percent(other_end));
        text += &format!("different winner  {}\n{INTERVALS}\n", percent(other_winner));
    }
    text
}

fn line_comparison_text(play: &LineComparison) -> String {
    let compared = count(play.compared, "position");
    let Some(what) = &play.what else {
        return if play.all {
            format!("all {compared} that a round can reach are the same, apart from repetition\n")
        } else {
            match play.depth {
                0 => "no line of play was compared to its end\n".to_string(),
                depth => format!("the same in all lines of {}, {compared}\n", count(depth, "move")),
            }
        };
    };
    if let Some(remedy) = &play.remedy {
        return format!("{what}; `{remedy}` makes them equal\n");
    }
    let line = play.line.as_deref().filter(|line| !line.is_empty());
    let mut text = line.map_or(format!("{what}\n"), |line| format!("after {line}: {what}\n"));
    for (sign, position) in ["-", "+"].iter().zip(&play.positions) {
        text += &position.as_ref().map_or(String::new(), |position| format!("{sign} {position}\n"));
    }
    text
}
