//! `uur sweep --shipped --solve`: the values of small boards of all shipped games.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalogue::{CatalogueEntry, all_games};
use crate::cli::made::{csv, print_json};
use crate::cli::output::{CommandError, Exit, answer_width, print, print_wrapped};
use crate::cli::progress::{progress_bar, stop_on_ctrl_c, stop_requested};
use crate::cli::statistics::settings_text;
use crate::cli::{CommandResult, TableFormat};
use crate::files;
use uur::check::Settings;
use uur::game::Game;
use uur::provenance::{JsonAnswer, RulesUsed};
use uur::rules::{Parameter, Values};
use uur::text_layout::TextTable;
use uur::variants;
use uur_lab::lab::Axis;
use uur_lab::model::objective::{Objective, Scoring};
use uur_lab::solve::Aim;

use super::SweepArgs;
use super::solved::{SolvedValue, at_once, solve};

/// The parameters that say how large a board is.
const SIZES: [&str; 2] = ["pits", "seeds"];

/// The boards that are solved.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ShippedReport {
    boards: Vec<SolvedBoard>,
}

impl JsonAnswer for ShippedReport {
    const FORMAT: &'static str = "sweep-shipped";
}

/// A board that is solved.
#[derive(Debug, Serialize, JsonSchema)]
struct SolvedBoard {
    #[serde(skip)]
    rules: RulesUsed,
    game: &'static str,
    values: Settings,
    #[serde(flatten)]
    value: SolvedValue,
}

pub fn run(arguments: &SweepArgs) -> CommandResult {
    stop_on_ctrl_c();
    let games: Vec<&CatalogueEntry> = all_games().collect();
    let bar = progress_bar(games.len() as u64, "games");
    let boards_of = |number: usize| {
        bar.set_message(games[number].name);
        solved_boards(games[number], arguments)
    };
    let boards = at_once(arguments, games.len(), boards_of, |_| {
        bar.inc(1);
        Ok(())
    })?;
    let report = ShippedReport { boards: boards.into_iter().flatten().flatten().collect() };
    let boards = &report.boards;
    bar.finish_and_clear();
    match arguments.format {
        TableFormat::Json => print_json(boards.iter().map(|board| board.rules.clone()).collect(), &report),
        TableFormat::Csv => print(&csv("sweep-shipped", &[], &lines(boards))),
        TableFormat::Text => {
            let mut rows = lines(boards);
            let titles = rows.remove(0);
            print_wrapped(&TextTable { titles, rows, right: 4..5, indent: 0 }.text(answer_width()));
        }
    }
    if stop_requested() {
        return Err(CommandError::limit("stopped before all games were done"));
    }
    Ok(Exit::Fine)
}

/// Returns the boards of a game that are solved within the limit, from small ones to large ones.
fn solved_boards(game: &CatalogueEntry, arguments: &SweepArgs) -> Result<Vec<SolvedBoard>, CommandError> {
    let source = variants::source(game.name).expect("it is shipped");
    let axes: Vec<Axis> = game.rules.parameters.iter().filter_map(axis).collect();
    let (mut boards, mut open): (_, Vec<Vec<u16>>) = (vec![], vec![]);
    for values in Axis::combinations(&axes) {
        let sizes: Vec<u16> = values.iter().filter_map(|value| value.parse::<u16>().ok()).collect();
        let is_beyond = |open: &Vec<u16>| open.iter().zip(&sizes).all(|(open, size)| open <= size);
        if stop_requested() || open.iter().any(is_beyond) {
            continue;
        }
        let values = Axis::settings(&axes, &values);
        // The rules may refuse some combinations.
        let game_of_size = Game::load_if_sound(source.clone(), &files::library, &values);
        let Some(game_of_size) = game_of_size else { continue };
        let by_seeds = Objective::of(&game_of_size).scoring == Scoring::Margin;
        let aim = if by_seeds { Aim::Margin } else { Aim::Result };
        match solve(&game_of_size, aim, arguments)? {
            Ok(value) if value.bounds.exact().is_some() => {
                let rules = RulesUsed::of(&game_of_size);
                boards.push(SolvedBoard { rules, game: game.name, values, value });
            }
            _ => open.push(sizes),
        }
    }
    Ok(boards)
}

/// The values of a parameter, if it says how large a board is.
fn axis(parameter: &Parameter) -> Option<Axis> {
    let values = parameter.values.iter().flat_map(Values::numbers).map(|number| number.to_string()).collect();
    SIZES.contains(&parameter.name.as_str()).then(|| Axis { name: parameter.name.clone(), values })
}

/// The table, with its titles.
fn lines(boards: &[SolvedBoard]) -> Vec<Vec<String>> {
    let titles = ["game", "parameters", "meaning", "value", "positions"].map(str::to_string).to_vec();
    let line = |SolvedBoard { game, values, value, .. }: &SolvedBoard| {
        let parameters = settings_text(values).trim().to_string();
        vec![game.to_string(), parameters, value.meaning.clone(), value.text(), value.nodes.to_string()]
    };
    [titles].into_iter().chain(boards.iter().map(line)).collect()
}
