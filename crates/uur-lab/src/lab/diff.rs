//! How two games differ, as an answer.

use std::sync::atomic::AtomicBool;

#[cfg(feature = "schemars")]
use schemars::JsonSchema;
use serde::Serialize;
use uur::game::Game;
use uur::notation::{write_move, write_position};
use uur::provenance::JsonAnswer;
use uur::rules::Values;

use super::comparison::{Difference, GameComparison, changed_lines, first_difference, random_difference};
use super::player::Player;
use super::playout::Experiment;
use super::statistics::Rate;

/// How far two games are compared.
#[derive(Debug, Clone, Copy)]
pub struct DiffRequest {
    /// The most positions.
    pub positions: usize,
    /// The number of random games.
    pub games: u64,
    /// The seed of these.
    pub seed: u64,
}

/// How two games differ, in their rules and in play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct DiffReport {
    /// Their names.
    pub games: [String; 2],
    /// The hashes of their rules.
    pub meaning: [String; 2],
    /// Whether these are equal, so that every game is played the same. Then no play is compared.
    pub same_meaning: bool,
    /// The lines that only one of them has.
    pub lines: Vec<LineChange>,
    /// The parameters whose values differ.
    pub parameters: Vec<ParameterChange>,
    /// The shortest line of play that shows a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<LineComparison>,
    /// Random games with the same random numbers, unless the boards differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomComparison>,
}

impl JsonAnswer for DiffReport {
    const FORMAT: &'static str = "diff";
}

/// A line of the rules that only one of the games has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct LineChange {
    /// Which: 0 or 1.
    pub only_in: usize,
    /// The line.
    pub text: String,
}

/// A parameter whose values in the two games differ.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct ParameterChange {
    /// Its name.
    pub name: String,
    /// Its values; none where a game has no such parameter.
    pub values: [Option<String>; 2],
}

/// The result of comparing all lines of play.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct LineComparison {
    /// Whether a difference was found.
    pub differ: bool,
    /// The moves up to it.
    pub line: Option<String>,
    /// What differs.
    pub what: Option<String>,
    /// The option that makes the boards equal, if they have different numbers of pits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The positions to which the line leads.
    pub positions: [Option<String>; 2],
    /// The number of positions compared.
    pub compared: usize,
    /// The number of moves up to which all lines were compared.
    pub depth: usize,
    /// Whether all positions that can be reached were compared.
    pub all: bool,
}

/// The result of comparing random games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(JsonSchema))]
pub struct RandomComparison {
    /// The number of games.
    pub games: u64,
    /// Those with another winner.
    pub other_winner: Rate,
    /// Those with another winner, other seeds in the stores, or another reason of the end.
    pub other_end: Rate,
    /// Those with other moves.
    pub other_moves: Rate,
}

/// Compares two games. The first function receives the number of positions compared, the second that of random games.
pub fn diff(
    games: [&Game; 2],
    request: DiffRequest,
    stop: &AtomicBool,
    on_positions: &dyn Fn(u64),
    on_games: &dyn Fn(u64),
) -> DiffReport {
    let meaning = games.map(Game::meaning);
    let same_meaning = meaning[0] == meaning[1];
    let (mut play, mut random) = (None, None);
    if !same_meaning {
        let compared = first_difference(games, request.positions, stop, on_positions);
        if !matches!(compared.found, Some((_, Difference::Boards))) {
            let shares =
                random_difference(games.map(|game| at_random(game, request.seed)), request.games, stop, on_games);
            let rate = |some| Rate::of(some, shares.games);
            random = (shares.games > 0).then(|| RandomComparison {
                games: shares.games,
                other_winner: rate(shares.winner),
                other_end: rate(shares.end),
                other_moves: rate(shares.moves),
            });
        }
        play = Some(line_comparison(games, &compared));
    }
    DiffReport {
        games: games.map(|game| game.name.clone()),
        meaning,
        same_meaning,
        lines: changed_lines(games).into_iter().map(|(only_in, text)| LineChange { only_in, text }).collect(),
        parameters: parameters(games),
        play,
        random,
    }
}

fn at_random(game: &Game, seed: u64) -> Experiment<'_> {
    Experiment {
        game,
        players: [Player::Random; 2],
        pairs: false,
        opening: 0,
        seed,
        from: None,
        whole_matches: false,
        most_moves: 10_000,
    }
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
