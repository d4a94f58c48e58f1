//! What is asked for, and what follows from it.

use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use uur::check::{Library, Settings};
use uur::checksum::Checksum;
use uur::diagnostic::{Diagnostics, quoted_alternatives};
use uur::game::Game;
use uur::source::Source;
use uur::syntax::ast::SectionKind;
use uur::variants;

use crate::breed::{DesignPlan, Pool};
use crate::draft::{Draft, sketch};
use crate::novelty::{SHIPPED, ShippedGame};
use crate::shelf::MapAxis;
use crate::trial::{Gauge, TrialEffort};
use crate::vary::Open;
use crate::wish::{DesignProblem, Wishes};

/// The fewest games of each kind that a candidate plays.
const FEWEST_GAMES: u64 = 10;
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
    /// The sections that a sketch marks.
    marked: BTreeSet<SectionKind>,
}

impl DesignParent {
    /// A game to begin with, of a file or a sketch. What is tried and measured is a round; where only parameters change,
    /// `match` stays in its rules.
    ///
    /// # Errors
    /// If it is no sound game.
    pub fn of(
        source: Source,
        library: Library,
        settings: &Settings,
        only_params: bool,
    ) -> Result<DesignParent, Diagnostics> {
        let (text, marked) = sketch(&source.text);
        let source = Source { text, ..source };
        let game = Game::load(source.clone(), library, settings)?;
        let draft = Draft::of(source, library).and_then(|draft| draft.set(settings));
        let draft = draft.and_then(|draft| draft.of_work(only_params));
        Ok(DesignParent {
            name: game.rules.about.name.clone(),
            draft: draft.expect("the rules of a sound game can be written in one file"),
            marked,
        })
    }
}

impl DesignPlan {
    /// What is to be bred from these games, with lines of others, by default of all shipped ones.
    ///
    /// # Errors
    /// If what is asked for cannot be.
    pub fn new(
        request: &DesignRequest,
        parents: Vec<DesignParent>,
        borrow: Option<Vec<Source>>,
        library: Library,
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
        let (pool, known) = match request.only_params {
            true => (Pool::default(), HashSet::new()),
            false => {
                let borrowed = borrow.unwrap_or_else(|| variants::names().filter_map(variants::source).collect());
                let meaning = |known: &ShippedGame| Checksum::of(known.rules.canonical().as_bytes()).to_string();
                (Pool::of(borrowed, library), SHIPPED.iter().map(meaning).collect())
            }
        };
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
    let mut open = if marked.is_empty() { all.clone() } else { marked };
    for word in &request.keep {
        let Some(kind) = all.iter().find(|kind| kind.word() == word.trim()) else {
            let words: Vec<&str> = all.iter().map(|kind| kind.word()).collect();
            let help = format!("the sections are {}", quoted_alternatives(&words));
            return Err(DesignProblem::new(format!("`{word}` is no section"), help));
        };
        open.remove(kind);
    }
    match open.is_empty() {
        false => Ok(Open::Sections(open)),
        true => Err(DesignProblem::new("all sections stay, so nothing may change", "let fewer of them stay")),
    }
}
