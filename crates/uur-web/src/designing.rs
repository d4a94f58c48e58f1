//! Designing: rounds of candidates, each tried by any workbench, and the shelf of the best.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use uur::syntax::ast::SectionKind;
use uur_design::{
    Assay, Breeding, COLUMNS, DesignFault, DesignParent, DesignPlan, DesignProblem, DesignReport, DesignRequest,
    Drafted, FoundLog, Gauge, MapAxis, Pool, StopSign, TrialEffort, Tried, designed_sections, with_examples,
};

use crate::failure::Failure;
use crate::opened::{Opened, faulty};
use crate::question::{DesignData, RulesText};
use crate::surroundings::Surroundings;

/// What can be wished for.
#[derive(Debug, Serialize)]
pub struct WishesAnswer {
    /// The measures.
    pub measures: Vec<MeasureData>,
    /// The sections that may stay.
    pub sections: Vec<&'static str>,
}

/// A measure.
#[derive(Debug, Serialize)]
pub struct MeasureData {
    #[serde(flatten)]
    gauge: &'static Gauge,
    /// What lies in each column of a map.
    columns: Vec<String>,
}

impl WishesAnswer {
    /// All of it.
    pub fn all() -> WishesAnswer {
        let columns = |gauge| (0..COLUMNS).map(|column| MapAxis(gauge).title(column)).collect();
        let measures = Gauge::ALL.iter().map(|gauge| MeasureData { gauge, columns: columns(gauge) });
        let sections = designed_sections().map(SectionKind::word).collect();
        WishesAnswer { measures: measures.collect(), sections }
    }
}

/// A design in progress.
pub struct RunningDesign {
    breeding: Breeding,
    /// The rounds whose candidates were tried.
    round: usize,
    due: Due,
    stop: StopSign,
}

/// What is to be tried next.
enum Due {
    /// The candidates of a round.
    Candidates(Vec<Drafted>),
    /// What is on the shelf, once more.
    Shelf,
    /// Nothing. This many fell when the shelf was tried once more.
    Nothing(usize),
}

/// The progress of a design.
#[derive(Debug, Serialize)]
pub struct DesignAnswer {
    /// The round that is due, which the next question names.
    pub round: usize,
    /// How candidates are tried.
    pub assay: Assay,
    /// The rules that are to be tried, for which the next question has what was found.
    pub due: Vec<String>,
    /// Whether what is due is the shelf, which is tried once more.
    pub last: bool,
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
        let DesignData { games, wants, keep, only_params, map, seed, random, level_games, players } = asked.clone();
        let effort = TrialEffort { random, searching: level_games, players };
        let request = DesignRequest { wants, keep, only_params, map: map.to_vec(), seed, effort };
        let pool = Pool::asked(None, only_params, &*opened.surroundings.library);
        let parent = |rules: &RulesText| {
            let source = opened.surroundings.source(rules)?;
            let library = &*opened.surroundings.library;
            DesignParent::of(source, library, &rules.settings, &request, &pool).map_err(|fault| match fault {
                DesignFault::Rules(found) => faulty(&found),
                DesignFault::Sketch(problem) => problem.into(),
            })
        };
        let parents = games.iter().map(parent).collect::<Result<Vec<_>, Failure>>()?.concat();
        let plan = DesignPlan::new(&request, parents, pool)?;
        let (breeding, stop) = (Breeding::new(plan, FoundLog::new()), stop_sign(&opened.surroundings));
        let due = candidates(&breeding, &stop);
        Ok(RunningDesign { breeding, round: 0, due, stop })
    }

    /// Takes what was found in the round before, and makes the candidates of this one. Once the candidates have played so
    /// many games, what is on the shelf is tried once more. The same question may come again.
    ///
    /// # Errors
    /// If the design is at another round.
    pub fn go_on(&mut self, round: usize, tried: Vec<Option<Tried>>, most: u64) -> Result<DesignAnswer, Failure> {
        let RunningDesign { breeding, due, stop, .. } = self;
        if round == self.round + 1 && tried.len() == rules(breeding, due).len() {
            self.due = match std::mem::replace(due, Due::Shelf) {
                Due::Candidates(drafted) => {
                    breeding.take(drafted.into_iter().zip(tried), |_| {});
                    if breeding.is_over(most) { Due::Shelf } else { candidates(breeding, stop) }
                }
                Due::Shelf => Due::Nothing(breeding.take_second(tried)),
                Due::Nothing(fallen) => Due::Nothing(fallen),
            };
            self.round = round;
        } else if round != self.round || !tried.is_empty() {
            return Err(Failure::new("lost", "this design is at another round, or was forgotten"));
        }
        Ok(self.answer())
    }

    fn answer(&self) -> DesignAnswer {
        let RunningDesign { breeding, round, due, .. } = self;
        let nearest = breeding.nearest().filter(|_| breeding.shelf.filled().len() == 0);
        let (last, fallen) = match due {
            Due::Candidates(_) => (false, None),
            Due::Shelf => (true, None),
            Due::Nothing(fallen) => (true, Some(*fallen)),
        };
        DesignAnswer {
            round: *round,
            assay: if last { breeding.second_assay() } else { breeding.assay() },
            due: rules(breeding, due),
            last,
            report: DesignReport::of(breeding, fallen),
            nearest: nearest.map(|(candidate, draft)| NearestData {
                missed: candidate.found.missed.clone().unwrap_or_default(),
                rules: draft.text().to_string(),
            }),
        }
    }
}

/// The candidates of the next round.
fn candidates(breeding: &Breeding, stop: &StopSign) -> Due {
    Due::Candidates(breeding.due(0, stop).unwrap_or_default())
}

/// The rules that are to be tried.
fn rules(breeding: &Breeding, due: &Due) -> Vec<String> {
    match due {
        Due::Candidates(drafted) => drafted.iter().map(|drafted| drafted.rules().to_string()).collect(),
        Due::Shelf => breeding.kept().map(|(.., draft)| draft.text().to_string()).collect(),
        Due::Nothing(_) => vec![],
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
