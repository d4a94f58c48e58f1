//! Designing: rounds of candidates, each tried by any workbench, and the shelf of the best.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use uur::syntax::ast::SectionKind;
use uur_design::{
    Assay, Breeding, DesignParent, DesignPlan, DesignProblem, DesignReport, DesignRequest, Drafted, FoundLog, Gauge,
    StopSign, TrialEffort, Tried, designed_sections, with_examples,
};

use crate::failure::Failure;
use crate::opened::{Opened, faulty};
use crate::question::{DesignData, RulesText};
use crate::surroundings::Surroundings;

/// The fewest games of each kind that a candidate plays.
const FEWEST_GAMES: u64 = 10;

/// What can be wished for.
#[derive(Debug, Serialize)]
pub struct WishesAnswer {
    /// The measures.
    pub measures: &'static [Gauge],
    /// The sections that may stay.
    pub sections: Vec<&'static str>,
}

impl WishesAnswer {
    /// All of it.
    pub fn all() -> WishesAnswer {
        let sections = designed_sections().map(SectionKind::word).collect();
        WishesAnswer { measures: Gauge::ALL, sections }
    }
}

/// A design in progress.
pub struct RunningDesign {
    breeding: Breeding,
    /// The rounds whose candidates were tried.
    round: usize,
    /// The rules that are to be tried.
    due: Vec<String>,
    /// The candidates that have these rules, unless it is the second trial.
    drafted: Vec<Drafted>,
    /// Whether what is due is the second trial of what is on the shelf.
    is_last: bool,
    /// How many fell in the second trial, once that is over.
    fallen: Option<usize>,
    stop: StopSign,
}

/// A design as far as it has come.
#[derive(Debug, Serialize)]
pub struct DesignAnswer {
    /// The round that is due, which the next question names.
    pub round: usize,
    /// How candidates are tried.
    pub assay: Assay,
    /// The rules that are to be tried, for which the next question has what was found.
    pub due: Vec<String>,
    /// Whether no more new games are found.
    pub exhausted: bool,
    /// The shelf, whose files have no tests yet.
    pub report: DesignReport,
    /// While the shelf is empty, the rules that miss least.
    pub nearest: Option<NearestData>,
}

/// The candidate that misses least.
#[derive(Debug, Serialize)]
pub struct NearestData {
    /// What it misses.
    pub missed: String,
    /// Its rules.
    pub rules: String,
}

impl From<DesignProblem> for Failure {
    fn from(DesignProblem { message, help, .. }: DesignProblem) -> Failure {
        Failure::new("question", message).help(help)
    }
}

impl fmt::Debug for RunningDesign {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("RunningDesign").field("round", &self.round).finish_non_exhaustive()
    }
}

impl RunningDesign {
    /// Begins a design.
    ///
    /// # Errors
    /// If there is no such game, or what is asked for cannot be.
    pub fn new(asked: &DesignData, opened: &Opened) -> Result<RunningDesign, Failure> {
        let DesignData { games, wants, keep, only_params, map, seed, random, level_games } = asked.clone();
        if random < FEWEST_GAMES || level_games < FEWEST_GAMES {
            let message = format!("a candidate plays at least {FEWEST_GAMES} games of each kind");
            return Err(Failure::new("question", message));
        }
        let effort = TrialEffort { random, searching: level_games };
        let request = DesignRequest { wants, keep, only_params, map: map.to_vec(), seed, effort };
        let parent = |rules: &RulesText| {
            let source = opened.surroundings.source(rules)?;
            let library = &*opened.surroundings.library;
            DesignParent::of(source, library, &rules.settings, only_params).map_err(|found| faulty(&found))
        };
        let parents = games.iter().map(parent).collect::<Result<Vec<DesignParent>, Failure>>()?;
        let plan = DesignPlan::new(&request, parents, None, &*opened.surroundings.library)?;
        let (breeding, stop) = (Breeding::new(plan, FoundLog::new()), stop_sign(&opened.surroundings));
        Ok(RunningDesign { breeding, round: 0, due: vec![], drafted: vec![], is_last: false, fallen: None, stop })
    }

    /// Takes what was found in the round before, and makes the candidates of this one; with `last` those of the second
    /// trial of what is on the shelf. The same question may come again.
    ///
    /// # Errors
    /// If the design is at another round.
    pub fn go_on(&mut self, round: usize, tried: Vec<Option<Tried>>, last: bool) -> Result<DesignAnswer, Failure> {
        if round == self.round + 1 && tried.len() == self.due.len() {
            if self.is_last {
                self.fallen = Some(self.breeding.take_second(tried));
            } else {
                let drafted = std::mem::take(&mut self.drafted);
                self.breeding.take(drafted.into_iter().zip(tried), |_| {});
            }
            self.round = round;
            self.due.clear();
        } else if round != self.round || !tried.is_empty() {
            return Err(Failure::new("lost", "this design is at another round, or was forgotten"));
        }
        if self.fallen.is_none() && (self.due.is_empty() || last != self.is_last) {
            self.make_due(last);
        }
        Ok(self.answer())
    }

    fn make_due(&mut self, last: bool) {
        self.is_last = last;
        self.due = match last {
            true => self.breeding.kept().map(|(.., draft)| draft.text().to_string()).collect(),
            false => {
                self.drafted = self.breeding.due(0, &self.stop).unwrap_or_default();
                self.drafted.iter().map(|drafted| drafted.rules().to_string()).collect()
            }
        };
    }

    fn answer(&self) -> DesignAnswer {
        let Self { breeding, round, due, is_last, fallen, .. } = self;
        let nearest = breeding.nearest().filter(|_| breeding.shelf.filled().len() == 0);
        DesignAnswer {
            round: *round,
            assay: if *is_last { breeding.second_assay() } else { breeding.assay() },
            due: due.clone(),
            exhausted: breeding.is_over(u64::MAX),
            report: DesignReport::of(breeding, *fallen),
            nearest: nearest.map(|(candidate, draft)| NearestData {
                missed: candidate.found.missed.clone().unwrap_or_default(),
                rules: draft.text().to_string(),
            }),
        }
    }
}

/// Tries rules as an assay says; `None` if they are no sound game.
pub fn assayed(assay: &Assay, rules: &str, surroundings: &Surroundings) -> Option<Tried> {
    assay.run(rules, &stop_sign(surroundings), &FoundLog::new())
}

fn stop_sign(surroundings: &Surroundings) -> StopSign {
    let stop = surroundings.stop.clone();
    Arc::new(move || stop.load(Ordering::Relaxed))
}

/// The rules of a design with tests from play.
pub fn with_tests(rules: &RulesText, surroundings: &Surroundings) -> Result<String, Failure> {
    Ok(with_examples(&surroundings.source(rules)?.text).0)
}
