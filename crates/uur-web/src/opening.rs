//! The answer about the rules of a game.

use serde::Serialize;
use uur::diagnostic::Diagnostics;
use uur::game::Game;
use uur::notation::write_position;
use uur::rules::{Fact, Parameter, Shape, Value, Values};

use crate::problem::{ProblemData, problems};

/// The rules of a game, or their problems.
#[derive(Debug, Serialize)]
pub struct OpenAnswer {
    /// The game; none if the rules have errors.
    pub game: Option<GameData>,
    /// Errors and warnings, at most a hundred.
    pub problems: Vec<ProblemData>,
}

impl OpenAnswer {
    /// The answer for rules without errors.
    pub fn of(game: &Game) -> OpenAnswer {
        let found = Diagnostics { problems: game.warnings.clone(), sources: game.sources.clone() };
        OpenAnswer { game: Some(GameData::of(game)), ..OpenAnswer::of_problems(&found) }
    }

    /// The answer for rules with errors.
    pub fn of_problems(found: &Diagnostics) -> OpenAnswer {
        OpenAnswer { game: None, problems: problems(found) }
    }
}

/// A game.
#[derive(Debug, Serialize)]
pub struct GameData {
    /// The name of its file without the extension.
    pub name: String,
    /// The name of the game.
    pub title: String,
    /// Other names.
    pub names: Vec<String>,
    /// Where the game is played, and by whom.
    pub region: Vec<String>,
    /// The descriptions that the rule file follows.
    pub sources: Vec<String>,
    /// The text of its rule file.
    pub text: String,
    /// The games that it extends.
    pub extends: Vec<String>,
    /// The hash of the rules' meaning.
    pub rules: String,
    /// Its parameters.
    pub parameters: Vec<ParameterData>,
    /// The values that differ from the defaults, as settings.
    pub settings: uur::check::Settings,
    /// The kinds of marks.
    pub marks: Vec<MarkKindData>,
    /// What the board is: `rows`, `shared` or `drawn`.
    pub shape: &'static str,
    /// The rows, or the lines of a drawn board.
    pub rows: u16,
    /// The pits in a row, or in the longest row of a drawn board.
    pub pits: u16,
    /// The seeds at the start.
    pub seeds: u16,
    /// Whether one player plays alone.
    pub alone: bool,
    /// Whether a match of several rounds is played.
    pub rounds: bool,
    /// The position at the start.
    pub start: String,
    /// The titles of the tests in the file.
    pub tests: Vec<String>,
}

/// A parameter of a game.
#[derive(Debug, Serialize)]
pub struct ParameterData {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Its default.
    pub default: Value,
    /// The ranges of numbers, each with its ends.
    pub ranges: Vec<[u16; 2]>,
    /// The words.
    pub words: Vec<String>,
    /// Its description.
    pub about: Option<String>,
}

/// A kind of mark.
#[derive(Debug, Serialize)]
pub struct MarkKindData {
    /// Its name in the rules.
    pub name: String,
    /// The noun for a pit with this mark.
    pub noun: String,
}

impl GameData {
    fn of(game: &Game) -> GameData {
        let rules = &game.rules;
        let about = rules.about.clone();
        let fact = |name: &str| Fact::named(name).map_or(0, |fact| fact.value(rules));
        let start = game.program.start();
        GameData {
            name: game.name.clone(),
            title: about.name,
            names: about.names,
            region: about.region,
            sources: about.sources,
            text: game.sources[0].text.clone(),
            extends: game.sources[1..].iter().map(|source| source.name.clone()).collect(),
            rules: game.meaning(),
            parameters: rules.parameters.iter().map(ParameterData::of).collect(),
            settings: game.settings(),
            marks: rules.marks.iter().map(|kind| MarkKindData { name: kind.name.clone(), noun: kind.noun() }).collect(),
            shape: match rules.board.plan.shape() {
                Shape::Rows(..) => "rows",
                Shape::Shared(_) => "shared",
                Shape::Drawn => "drawn",
            },
            rows: fact("rows"),
            pits: fact("pits"),
            seeds: start.total(),
            alone: game.program.is_single_player(),
            rounds: rules.rounds.is_some(),
            start: write_position(game, &start),
            tests: game.examples().iter().map(|example| example.title.value.clone()).collect(),
        }
    }
}

impl ParameterData {
    fn of(parameter: &Parameter) -> ParameterData {
        let (mut ranges, mut words) = (vec![], vec![]);
        for values in &parameter.values {
            match values {
                Values::One(Value::Number(number)) => ranges.push([*number, *number]),
                Values::Span(low, high) => ranges.push([*low, *high]),
                Values::One(word) => words.push(word.to_string()),
            }
        }
        ParameterData {
            name: parameter.name.clone(),
            value: parameter.value.clone(),
            default: parameter.default.clone(),
            ranges,
            words,
            about: parameter.about.clone(),
        }
    }
}
