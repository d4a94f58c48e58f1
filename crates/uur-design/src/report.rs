//! What was bred, as an answer.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use uur::check::Settings;
use uur::game::Game;
use uur::likeness::RuleTraits;
use uur::provenance::JsonAnswer;
use uur::source::Source;
use uur::variants;

use crate::breed::{Breeding, Candidate, Origin};
use crate::draft::Draft;
use crate::novelty::{SHIPPED, ShippedGame};
use crate::shown::with_examples;
use crate::trial::{Gauge, Measured, TrialFindings};
use crate::vary::Open;

/// What was bred.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DesignReport {
    /// The random seed.
    pub seed: u64,
    /// The measures of the map, upward and to the right.
    pub map: [&'static str; 2],
    /// The sound games that were tried.
    pub candidates: usize,
    /// The games that they played.
    pub games: u64,
    /// How many were taken off the shelf because they miss a bound with another seed; `None` if that was not tried.
    pub fallen: Option<usize>,
    /// The games on the shelf, the best first.
    pub shelf: Vec<DesignRow>,
}

impl JsonAnswer for DesignReport {
    const FORMAT: &'static str = "design";
}

/// A game on the shelf.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct DesignRow {
    /// Its name.
    pub name: String,
    /// Its cell, each from 0 to 9.
    pub cell: [usize; 2],
    /// Its parameters, where only these change.
    pub settings: Settings,
    /// The most similar shipped game.
    pub like: String,
    /// How similar it is, from 0 to 1.
    pub likeness: f64,
    /// What was found.
    pub found: TrialFindings,
    /// How it came about, the given game first.
    pub story: Vec<String>,
    /// Lines that act in no test of its file, once it has tests.
    pub untested: Vec<String>,
    /// Its rules.
    pub rules: String,
}

impl DesignReport {
    /// What is on the shelf, and how many were taken from it. The files have no tests yet.
    pub fn of(breeding: &Breeding, fallen: Option<usize>) -> DesignReport {
        let plan = breeding.plan();
        let mut taken: HashSet<String> = SHIPPED.iter().map(|known| known.name.to_string()).collect();
        let mut kept: Vec<([usize; 2], &Candidate, &Draft)> = breeding.kept().collect();
        kept.sort_by(|(_, one, _), (_, two, _)| two.found.score().total_cmp(&one.found.score()));
        let row = |(cell, candidate, draft)| row(breeding, cell, candidate, draft, &mut taken);
        DesignReport {
            seed: plan.seed,
            map: plan.axes.map(|axis| axis.0.name),
            candidates: breeding.candidates.len(),
            games: breeding.games(),
            fallen,
            shelf: kept.into_iter().map(row).collect(),
        }
    }

    /// With tests from play in each file.
    pub fn with_tests(mut self) -> DesignReport {
        for row in &mut self.shelf {
            (row.rules, row.untested) = with_examples(&row.rules);
        }
        self
    }
}

fn row(
    breeding: &Breeding,
    cell: [usize; 2],
    candidate: &Candidate,
    draft: &Draft,
    taken: &mut HashSet<String>,
) -> DesignRow {
    let plan = breeding.plan();
    let name = name(&candidate.meaning, taken);
    let title = name[..1].to_uppercase() + &name[1..];
    let story = story(breeding, candidate);
    let about = [
        format!("source \"none: designed by uur design from {}\"", story[0].replace('"', "'")),
        format!("reading \"{}\"", in_words(&candidate.found)),
    ];
    let settled = match plan.open {
        Open::Parameters => draft.clone(),
        Open::Sections(_) => draft.settled(),
    };
    let rules = settled.titled(&title, &about);
    let source = Source::new(format!("{name}.uur"), &*rules);
    let game = Game::load_if_sound(source, &variants::library, &Settings::new()).expect("it was sound before");
    let like = ShippedGame::nearest(&RuleTraits::of(&game.rules));
    let (like, likeness) = like.map_or((String::new(), 0.0), |(known, score)| (known.rules.about.name.clone(), score));
    let settings = match plan.open {
        Open::Parameters => changed_parameters(draft, &plan.parents[0].draft),
        Open::Sections(_) => Settings::new(),
    };
    DesignRow { name, cell, settings, like, likeness, found: candidate.found.clone(), story, untested: vec![], rules }
}

/// The parameters whose defaults differ from those of the game that was given.
fn changed_parameters(draft: &Draft, given: &Draft) -> Settings {
    let defaults = |draft: &Draft| -> HashMap<String, String> {
        let params = draft.file().params.iter();
        params.map(|param| (param.name.value.clone(), param.default.value.to_string())).collect()
    };
    let given = defaults(given);
    defaults(draft).into_iter().filter(|(name, value)| given.get(name) != Some(value)).collect()
}

/// A name that can be spoken and is not taken, from the hash of the rules.
fn name(meaning: &str, taken: &mut HashSet<String>) -> String {
    const FIRST: &[u8; 16] = b"bdfgklmnprstwyzk";
    const SECOND: &[u8; 4] = b"aeou";
    let mut digits: Vec<usize> = meaning.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as usize).collect();
    loop {
        let syllables = digits.chunks_exact(2).take(3);
        let name: String = syllables.flat_map(|pair| [FIRST[pair[0]], SECOND[pair[1] % 4]].map(char::from)).collect();
        if taken.insert(name.clone()) {
            return name;
        }
        digits.rotate_left(1);
        digits[0] = (digits[0] + 1) % 16;
    }
}

/// How a candidate came about: the game that was given, and the changes since.
fn story(breeding: &Breeding, candidate: &Candidate) -> Vec<String> {
    let mut steps = vec![];
    let mut next = Some(candidate);
    while let Some(Candidate { origin, found, .. }) = next {
        next = match origin {
            Origin::Given(name) => {
                steps.push(name.clone());
                None
            }
            Origin::Filled(name, with) => {
                steps.extend([with.clone(), name.clone()]);
                None
            }
            Origin::Offered(by) => {
                steps.push(format!("a proposal by {by}"));
                None
            }
            Origin::Changed { parent, changes } => {
                steps.push(format!("{} (worth {:.2})", changes.join("; "), found.worth));
                breeding.candidates.get(parent)
            }
        };
    }
    steps.reverse();
    steps
}

/// The measures of a game in a sentence.
fn in_words(found: &TrialFindings) -> String {
    let measures: Vec<String> = found.measures.iter().filter_map(written).collect();
    format!("By play, with 95 % intervals: {}.", measures.join(", "))
}

fn written(measured: &Measured) -> Option<String> {
    let gauge = Gauge::named(&measured.name)?;
    let high = measured.high.map_or("more".to_string(), |high| gauge.written(high));
    Some(format!("{} {} ({} to {high})", gauge.name, gauge.written(measured.value), gauge.written(measured.low)))
}
