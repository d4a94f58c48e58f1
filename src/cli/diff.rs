//! `uur diff`: how two games differ, in their rules and in play.

use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::Serialize;

use uur::check::Settings;
use uur::diagnostic::count;
use uur::game::Game;
use uur::notation::{write_move, write_position};
use uur::provenance::JsonAnswer;
use uur::rules::Values;
use uur_lab::lab::{
    Difference, Experiment, GameComparison, Player, Rate, changed_lines, first_difference, random_difference,
};

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
    All lines of play are compared in both games, shorter ones first, until the games differ or the\n\
    limit is reached. Repetition counts in random games only. The number after each name is the hash\n\
    of the meaning of its rules: it is equal for rules that differ only in names and layout.")]
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

#[derive(Serialize, JsonSchema)]
pub(super) struct DiffReport<'a> {
    games: [&'a str; 2],
    meaning: [String; 2],
    same_meaning: bool,
    lines: Vec<LineChange>,
    parameters: Vec<ParameterChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<LineComparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<RandomComparison>,
}

impl JsonAnswer for DiffReport<'_> {
    const FORMAT: &'static str = "diff";
}

/// A line of the rules that only one of the games has.
#[derive(Serialize, JsonSchema)]
struct LineChange {
    only_in: usize,
    text: String,
}

/// A parameter whose values in the two games differ.
#[derive(Serialize, JsonSchema)]
struct ParameterChange {
    name: String,
    values: [Option<String>; 2],
}

/// The result of comparing all lines of play.
#[derive(Default, Serialize, JsonSchema)]
struct LineComparison {
    differ: bool,
    line: Option<String>,
    what: Option<String>,
    /// The option that makes the boards equal, if they have different numbers of pits.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
    positions: [Option<String>; 2],
    compared: usize,
    depth: usize,
    all: bool,
}

/// The result of comparing random games.
#[derive(Serialize, JsonSchema)]
struct RandomComparison {
    games: u64,
    other_winner: Rate,
    other_end: Rate,
    other_moves: Rate,
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

    let meaning = games.map(Game::meaning);
    let same_meaning = meaning[0] == meaning[1];
    let mut report = DiffReport {
        games: [&first.name, &second.name],
        same_meaning,
        meaning,
        lines: changed_lines(games).into_iter().map(|(only_in, text)| LineChange { only_in, text }).collect(),
        parameters: parameters(games),
        play: None,
        random: None,
    };
    if !same_meaning {
        let bar = progress_bar(arguments.positions as u64, "positions");
        let compared = first_difference(games, arguments.positions, stop, &|positions| bar.set_position(positions));
        bar.finish_and_clear();
        let boards = matches!(compared.found, Some((_, Difference::Boards)));
        report.play = Some(line_comparison(games, &compared));
        if !boards {
            report.random = Some(random_comparison(games, arguments, stop)).filter(|random| random.games > 0);
        }
    }
    arguments.format.print(rules_of(games), &report, text);
    if stop.load(Ordering::Relaxed) {
        return Err(CommandError::limit("stopped before the comparison was complete"));
    }
    Ok(Exit::Fine)
}

fn parameters(games: [&Game; 2]) -> Vec<ParameterChange> {
    let value = |game: &Game, name: &str| {
        let parameter = game.rules.parameters.iter().find(|parameter| parameter.name == name);
        parameter.map(|parameter| parameter.value.to_string())
    };
    let mut names: Vec<String> = vec![];
    for parameter in games.iter().flat_map(|game| &game.rules.parameters) {
        if !names.contains(&parameter.name) {
            names.push(parameter.name.clone());
        }
    }
    let change = |name: String| {
        let values = games.map(|game| value(game, &name));
        (values[0] != values[1]).then_some(ParameterChange { name, values })
    };
    names.into_iter().filter_map(change).collect()
}

fn line_comparison(games: [&Game; 2], compared: &GameComparison) -> LineComparison {
    let GameComparison { found, depth, positions, all } = compared;
    let (differ, compared) = (found.is_some(), *positions);
    let mut play = LineComparison { differ, compared, depth: *depth, all: *all, ..LineComparison::default() };
    let Some((line, difference)) = found else { return play };
    let write = |m| write_move(&games[0].program, m);
    let last = match difference {
        Difference::Leads(m, _) => Some(m),
        Difference::Boards | Difference::Starts | Difference::Legal(..) => None,
    };
    play.line = Some(line.iter().chain(last).map(|&m| write(m)).collect::<Vec<_>>().join(" "));
    let (what, positions) = match difference {
        Difference::Boards => {
            play.remedy = equal_boards(games);
            ("the boards have different numbers of pits".to_string(), None)
        }
        Difference::Starts => ("the games begin differently".to_string(), Some(games.map(|game| game.program.start()))),
        Difference::Legal(m, of_first) => {
            let one = games[usize::from(!of_first)];
            (format!("{} is legal in {} only", write(*m), one.name), None)
        }
        Difference::Leads(_, positions) => ("the positions differ".to_string(), Some(**positions)),
    };
    play.what = Some(what);
    if let Some(positions) = positions {
        play.positions = [0, 1].map(|number| Some(write_position(games[number], &positions[number])));
    }
    play
}

/// The option that gives both boards the same number of pits, if one parameter can.
fn equal_boards(games: [&Game; 2]) -> Option<String> {
    let pits = |game: &Game| game.program.layout().span();
    // The board of the first game is kept, if that is possible.
    [1, 0].into_iter().find_map(|changed| {
        let (game, other) = (games[changed], games[1 - changed]);
        let values = game.rules.parameters.iter().flat_map(|parameter| {
            let numbers = parameter.values.iter().flat_map(Values::numbers).take(MOST_TRIED);
            numbers.map(|number| (parameter.name.clone(), number.to_string()))
        });
        let fits = |(name, value): &(String, String)| {
            let mut settings = game.settings();
            settings.insert(name.clone(), value.clone());
            game.with_settings(&settings).is_ok_and(|game| pits(&game) == pits(other))
        };
        let (name, value) = values.into_iter().find(fits)?;
        let known = other.rules.parameters.iter().any(|known| known.name == name && known.value.to_string() == value);
        let option = if known { "set" } else { ["first", "second"][changed] };
        Some(format!("--{option} {name}={value}"))
    })
}

/// The most values of a parameter that are tried.
const MOST_TRIED: usize = 64;

fn random_comparison(games: [&Game; 2], arguments: &DiffArgs, stop: &AtomicBool) -> RandomComparison {
    let experiment = |game| Experiment {
        game,
        players: [Player::Random; 2],
        pairs: false,
        opening: 0,
        seed: arguments.seed,
        from: None,
        whole_matches: false,
        most_moves: 10_000,
    };
    let bar = progress_bar(arguments.games, "random games");
    let shares = random_difference(games.map(experiment), arguments.games, stop, &|games| bar.set_position(games));
    bar.finish_and_clear();
    let rate = |some| Rate::of(some, shares.games);
    RandomComparison {
        games: shares.games,
        other_winner: rate(shares.winner),
        other_end: rate(shares.end),
        other_moves: rate(shares.moves),
    }
}

fn text(report: &DiffReport) -> String {
    let [first, second] = report.games;
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
            format!("all {compared} that can be reached are the same, apart from repetition\n")
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
