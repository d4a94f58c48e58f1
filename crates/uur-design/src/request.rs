//! What is asked for, and what follows from it.

use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use uur::chance::Rng;
use uur::check::{Library, Settings};
use uur::checksum::Checksum;
use uur::diagnostic::{Diagnostics, quoted_alternatives};
use uur::game::Game;
use uur::source::Source;
use uur::syntax::ast::SectionKind;

use crate::breed::{DesignPlan, Pool};
use crate::draft::Draft;
use crate::novelty::{SHIPPED, ShippedGame};
use crate::shelf::MapAxis;
use crate::sketch::{FilledSketch, Sketch};
use crate::trial::{Gauge, TrialEffort};
use crate::vary::Open;
use crate::wish::{DesignProblem, Wishes};

/// The fewest games of each kind that a candidate plays.
const FEWEST_GAMES: u64 = 10;
/// The most ways to fill a sketch whose errors are looked at if none is a sound game.
const MOST_EXPLAINED: usize = 50;
/// How many players may search.
pub const PLAYERS: RangeInclusive<u64> = 2..=8;

/// What is to be designed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DesignRequest {
    /// The wishes.
    pub wants: Vec<String>,
    /// The names of the sections that stay.
    pub keep: Vec<String>,
    /// Whether the values of parameters alone change.
    pub only_params: bool,
    /// The names of the measures of the map, upward and to the right.
    pub map: Vec<String>,
    /// The random seed.
    pub seed: u64,
    /// The games that a candidate plays.
    pub effort: TrialEffort,
}

/// A game to begin with.
#[derive(Debug, Clone)]
pub struct DesignParent {
    /// Its name.
    pub name: String,
    /// Its rules.
    pub draft: Draft,
    /// What stands in the holes of a sketch, in words; empty for a game that was given.
    pub with: String,
    /// The sections that a sketch marks.
    marked: BTreeSet<SectionKind>,
}

impl DesignParent {
    /// What is to begin with: the game of a file, or those that a sketch becomes with numbers, and with what other games
    /// have, in its holes. What is tried and measured is a round; where only parameters change, `match` stays in its rules.
    ///
    /// # Errors
    /// If it is no sound game.
    pub fn of(
        source: Source,
        library: Library,
        settings: &Settings,
        request: &DesignRequest,
        pool: &Pool,
    ) -> Result<Vec<DesignParent>, DesignFault> {
        let sketch = Sketch::read(&source.text)?;
        let source_of = |text: &str| Source { text: text.to_string(), ..source.clone() };
        // Where nothing fits, another line may be at fault.
        let fault = |problem: DesignProblem| {
            let faults = sketch.unreadable().and_then(|rest| Game::load(source_of(&rest), library, settings).err());
            faults.map_or(problem.into(), DesignFault::Rules)
        };
        let filled = sketch.filled(pool, &mut Rng::for_game(request.seed, 0)).map_err(fault)?;
        let mut known = HashSet::new();
        let parent = |filled: &FilledSketch| {
            let game = Game::load_if_sound(source_of(&filled.text), library, settings)?;
            let draft = Draft::of(source_of(&filled.text), library).and_then(|draft| draft.set(settings));
            let draft = draft.and_then(|draft| draft.of_work(request.only_params));
            let draft = draft.expect("the rules of a sound game can be written in one file");
            let (name, with) = (game.rules.about.name.clone(), filled.with.clone());
            known.insert(game.meaning()).then(|| DesignParent { name, draft, with, marked: sketch.open.clone() })
        };
        let parents: Vec<DesignParent> = filled.iter().filter_map(parent).collect();
        if !parents.is_empty() {
            return Ok(parents);
        }
        let faults = |filled: &FilledSketch| Game::load(source_of(&filled.text), library, settings).err();
        let faults = filled.iter().take(MOST_EXPLAINED).filter_map(faults);
        let fewest = faults.min_by_key(|faults| faults.problems.len());
        Err(DesignFault::Rules(fewest.expect("what is no sound game has errors")))
    }
}

/// Why a game to begin with cannot be had.
#[derive(Debug)]
pub enum DesignFault {
    /// Its rules have errors; those of a sketch with what has the fewest of them in its holes.
    Rules(Diagnostics),
    /// It is no sketch that can be filled.
    Sketch(DesignProblem),
}

impl From<DesignProblem> for DesignFault {
    fn from(problem: DesignProblem) -> DesignFault {
        DesignFault::Sketch(problem)
    }
}

impl DesignPlan {
    /// What is to be bred from these games, with lines of others.
    ///
    /// # Errors
    /// If what is asked for cannot be.
    pub fn new(
        request: &DesignRequest,
        mut parents: Vec<DesignParent>,
        pool: Pool,
    ) -> Result<DesignPlan, DesignProblem> {
        if parents.is_empty() {
            return Err(DesignProblem::new("there is no game to begin with", "name one, such as oware"));
        }
        if request.effort.random.min(request.effort.searching) < FEWEST_GAMES {
            let message = format!("a candidate plays at least {FEWEST_GAMES} games of each kind");
            return Err(DesignProblem::new(message, "let it play more"));
        }
        if !PLAYERS.contains(&request.effort.players.into()) {
            let message = format!("{} players cannot search", request.effort.players);
            let help = format!("let {} to {} of them search", PLAYERS.start(), PLAYERS.end());
            return Err(DesignProblem::new(message, help));
        }
        let wishes = Wishes::parse(&request.wants)?;
        let axes = axes(&request.map)?;
        let mut asked = wishes.measures.iter().map(|wish| wish.gauge).chain(axes.map(|axis| axis.0));
        let unmeasured = |gauge: &&Gauge| match gauge.name {
            "depth" => request.effort.players < 3,
            "novelty" => request.only_params,
            _ => false,
        };
        if let Some(gauge) = asked.find(unmeasured) {
            let (message, help) = match gauge.name {
                "depth" => ("`depth` takes three players who search", "set `players` to 3 or more"),
                _ => {
                    ("`novelty` is not measured where parameters alone change", "leave it out, or let lines change too")
                }
            };
            return Err(DesignProblem::new(message, help));
        }
        let open = open(request, &parents)?;
        let meaning = |known: &ShippedGame| Checksum::of(known.rules.canonical().as_bytes()).to_string();
        let known = if request.only_params { HashSet::new() } else { SHIPPED.iter().map(meaning).collect() };
        parents.sort_by_key(|parent| !parent.with.is_empty());
        let DesignRequest { wants, seed, effort, .. } = request.clone();
        Ok(DesignPlan { parents, pool, open, wants, wishes, known, axes, seed, effort })
    }
}

/// The sections that can change.
pub fn designed_sections() -> impl Iterator<Item = SectionKind> {
    SectionKind::ALL.into_iter().filter(|kind| ![SectionKind::Game, SectionKind::Match].contains(kind))
}

/// The measures of the map.
fn axes(map: &[String]) -> Result<[MapAxis; 2], DesignProblem> {
    let axis = |name: &String| Gauge::named(name.trim()).map(MapAxis).ok_or_else(|| DesignProblem::no_measure(name));
    match map {
        [down, across] if down != across => Ok([axis(down)?, axis(across)?]),
        _ => Err(DesignProblem::new("a map has two measures", "write two different ones, such as `length,choices`")),
    }
}

/// What may change.
fn open(request: &DesignRequest, parents: &[DesignParent]) -> Result<Open, DesignProblem> {
    if request.only_params {
        return match parents.iter().all(|parent| !parent.draft.file().params.is_empty()) {
            true => Ok(Open::Parameters),
            false => Err(DesignProblem::new(
                "a game without parameters has no values to change",
                "declare some, such as `param seeds = 4 in 1..8 \"seeds in each pit\"`, or let lines change too",
            )),
        };
    }
    let all: BTreeSet<SectionKind> = designed_sections().collect();
    let marked: BTreeSet<SectionKind> = parents.iter().flat_map(|parent| parent.marked.iter().copied()).collect();
    let has_holes = parents.iter().any(|parent| !parent.with.is_empty());
    let mut open = if marked.is_empty() && !has_holes { all.clone() } else { marked };
    for word in &request.keep {
        let Some(kind) = all.iter().find(|kind| kind.word() == word.trim()) else {
            let words: Vec<&str> = all.iter().map(|kind| kind.word()).collect();
            let help = format!("the sections are {}", quoted_alternatives(&words));
            return Err(DesignProblem::new(format!("`{word}` is no section"), help));
        };
        open.remove(kind);
    }
    match open.is_empty() && !has_holes {
        false => Ok(Open::Sections(open)),
        true => Err(DesignProblem::new("all sections stay, so nothing may change", "let fewer of them stay")),
    }
}
