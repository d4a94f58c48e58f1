//! A trial: what play says about a candidate, from cheap to dear, until a bound is certainly missed.
//!
//! The numbers are those of a study of the game. The bounds are the wishes and, for all else, those beyond which a study
//! calls a number doubtful. A bound is missed if the whole interval of the number lies beyond it or, once all games
//! are played, the number itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use uur::explain::{DocumentLayout, rule_text};
use uur::game::Game;
use uur::rules::ClauseId;
use uur::syntax::ast::SectionKind;
use uur_lab::lab::{Experiment, Player};
use uur_testing::study::{IntervalEstimate, Measure, Study, StudyPlan, StudyProgress};

use crate::novelty::{LEAST_NOVELTY, novelty as novelty_of};
use crate::wish::Wish;

/// A number that is measured.
#[derive(Debug, PartialEq, Serialize)]
pub struct Gauge {
    /// Its name in wishes.
    pub name: &'static str,
    /// Its name in a study.
    pub study: &'static str,
    /// Whether it is a share, which is written in percent.
    pub is_share: bool,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// The bounds between the ten columns of a map.
    pub edges: [f64; 9],
}

impl Gauge {
    /// All of them.
    pub const ALL: &[Gauge] = &[
        Gauge {
            name: "length",
            study: "median_length",
            is_share: false,
            meaning: "the median of the moves in a game",
            edges: [12.0, 16.0, 20.0, 26.0, 34.0, 44.0, 58.0, 80.0, 120.0],
        },
        Gauge {
            name: "choices",
            study: "choices",
            is_share: false,
            meaning: "legal moves to choose from",
            edges: [2.3, 2.7, 3.1, 3.5, 4.0, 4.5, 5.2, 6.0, 8.0],
        },
        Gauge {
            name: "draws",
            study: "draws",
            is_share: true,
            meaning: "the share of drawn games",
            edges: [0.01, 0.02, 0.04, 0.06, 0.09, 0.12, 0.16, 0.21, 0.28],
        },
        Gauge {
            name: "first player",
            study: "first_player",
            is_share: true,
            meaning: "the share of the decided games that the first player wins",
            edges: [0.42, 0.44, 0.46, 0.48, 0.5, 0.52, 0.54, 0.56, 0.58],
        },
        Gauge {
            name: "forced",
            study: "forced",
            is_share: true,
            meaning: "the share of moves without a choice",
            edges: [0.02, 0.05, 0.09, 0.13, 0.17, 0.22, 0.27, 0.32, 0.38],
        },
        Gauge {
            name: "captures",
            study: "largest_tenth",
            is_share: true,
            meaning: "the share of captured seeds that the largest tenth of captures brings",
            edges: [0.15, 0.18, 0.21, 0.24, 0.27, 0.3, 0.34, 0.39, 0.45],
        },
        Gauge {
            name: "drama",
            study: "settled",
            is_share: true,
            meaning: "the share of the moves after which half of the winners lead for good",
            edges: [0.3, 0.38, 0.46, 0.54, 0.62, 0.7, 0.78, 0.86, 0.94],
        },
        Gauge {
            name: "skill",
            study: "score",
            is_share: true,
            meaning: "the share of points of a player who searches twice as much as the other",
            edges: [0.56, 0.58, 0.6, 0.62, 0.64, 0.67, 0.7, 0.74, 0.8],
        },
        Gauge {
            name: "depth",
            study: "score",
            is_share: true,
            meaning: "the same share of the strongest of three or more players against the next",
            edges: [0.5, 0.53, 0.55, 0.57, 0.59, 0.61, 0.64, 0.68, 0.74],
        },
        Gauge {
            name: "endless",
            study: "endless",
            is_share: true,
            meaning: "the share of games with an endless move, or without an end",
            edges: [0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.01, 0.013, 0.016],
        },
        Gauge {
            name: "novelty",
            study: "novelty",
            is_share: true,
            meaning: "how unlike the nearest shipped game its rules and its random games are",
            edges: [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6],
        },
    ];

    /// The measure with this name.
    pub fn named(name: &str) -> Option<&'static Gauge> {
        Gauge::ALL.iter().find(|gauge| gauge.name == name)
    }

    /// A value, as it is written.
    pub fn written(&self, value: f64) -> String {
        if self.is_share {
            format!("{} %", (value * 1000.0).round() / 10.0)
        } else {
            format!("{}", (value * 10.0).round() / 10.0)
        }
    }

    /// A wish for it, as an example.
    pub fn example(&self) -> String {
        let [low, high] = [self.edges[2], self.edges[6]];
        match self.is_share {
            true => format!("{} {}..{} %", self.name, (low * 100.0).round(), (high * 100.0).round()),
            false => format!("{} {}..{}", self.name, low.round(), high.round()),
        }
    }
}

/// The value of a measure with its 95 % interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Measured {
    /// The name of the measure.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval; `None` is no end.
    pub high: Option<f64>,
    /// The games that it is taken from.
    pub games: u64,
}

/// What a trial found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TrialFindings {
    /// The numbers, as far as they were measured.
    pub measures: Vec<Measured>,
    /// The first bound that is missed, in words.
    pub missed: Option<String>,
    /// How far the wishes are off together, in widths of their ranges.
    pub distance: f64,
    /// How good the game is, from 0 to 1: the mean of what the measures add, which is 1 where a study calls a number
    /// good and 0 where it is doubtful, and the skill itself and what the drama says of how long a game stays open.
    pub worth: f64,
    /// The words of its rules in English.
    pub words: usize,
    /// The games that were played.
    pub games: u64,
    /// Whether all stages were played.
    pub is_whole: bool,
    /// The lines that never acted, by their numbers.
    pub unused: Vec<u16>,
}

impl TrialFindings {
    /// The value of a measure.
    pub fn value(&self, gauge: &Gauge) -> Option<f64> {
        self.measures.iter().find(|measured| measured.name == gauge.name).map(|measured| measured.value)
    }

    /// What is compared: the worth, less a ten-thousandth for each word of the rules, and less a quarter if a bound is
    /// missed.
    pub fn score(&self) -> f64 {
        rounded(self.worth - self.words as f64 / 10_000.0 - if self.missed.is_some() { 0.25 } else { 0.0 })
    }
}

/// The most games of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialEffort {
    /// Random games.
    pub random: u64,
    /// Games of each searching player against itself, and against the next weaker one, first the random one.
    pub searching: u64,
    /// The searching players, from 2 to 8: the first searches 100 positions a move, and each other one twice as many as
    /// the one before.
    pub players: u8,
}

impl TrialEffort {
    /// The searching players.
    fn searching_players(self) -> Vec<Player> {
        (0..self.players).map(|doublings| Player::nodes(100 << doublings)).collect()
    }
}

/// The stage before which all that random games say is known.
pub const AFTER_RANDOM: usize = 2;
/// The last stage, and the dearest.
pub const LAST: usize = 3;

impl Default for TrialEffort {
    fn default() -> Self {
        TrialEffort { random: 400, searching: 128, players: 2 }
    }
}

/// Whether work is to be abandoned, which is asked often.
pub type StopSign = Arc<dyn Fn() -> bool + Send + Sync>;

/// Games of more moves have no end.
const MOST_MOVES: u16 = 500;
/// The random moves at the start of games between searching players.
const OPENING: u64 = 2;
/// What a study calls doubtful of these is no bound, for it holds of some traditional games. It counts for what a game is
/// worth.
const WITHOUT_BOUND: [&str; 3] = ["captures", "drama", "depth"];
/// Random players are not those for whom a bound is meant, so that for them it is wider by this factor.
const LOOSER: f64 = 1.7;

/// How far the wishes are off where nothing was measured.
const FARTHEST: f64 = 1e6;

/// How candidates are tried.
#[derive(Clone)]
pub struct Trial<'a> {
    /// The wishes.
    pub wishes: &'a [Wish],
    /// The random seed.
    pub seed: u64,
    /// The number of games.
    pub effort: TrialEffort,
    /// Whether it is compared with the shipped games.
    pub is_compared: bool,
    /// Once this is true, the trial is abandoned.
    pub stop: StopSign,
}

impl Trial<'_> {
    /// Plays a candidate. `goes_on` is asked before a stage, by its number from 0, with what was found so far. `None` if
    /// the trial was stopped.
    pub fn play(&self, game: &Game, goes_on: impl Fn(usize, &TrialFindings) -> bool) -> Option<TrialFindings> {
        let mut game = game.clone();
        let abandoned = Arc::new(AtomicBool::new(false));
        let (stop, tell, heard) = (self.stop.clone(), abandoned.clone(), abandoned.clone());
        game.program.interrupt_reporting(
            move || stop() || heard.load(Ordering::Relaxed),
            move || tell.store(true, Ordering::Relaxed),
        );
        let words = rule_text(&game, None).text(DocumentLayout::default()).split_whitespace().count();
        let TrialEffort { random, searching, .. } = self.effort;
        let players = self.effort.searching_players();
        let mut novelty = None;
        let mut found = TrialFindings {
            measures: vec![],
            missed: None,
            distance: FARTHEST,
            worth: 0.0,
            words,
            games: 0,
            is_whole: false,
            unused: vec![],
        };
        let stages: [(u64, &[Player], u64); 4] = [
            (random.div_ceil(10), &[], 0),
            (random, &[], 0),
            (random, &players, searching.div_ceil(8)),
            (random, &players, searching),
        ];
        let mut progress = StudyProgress::default();
        for (number, (games, levels, level_games)) in stages.into_iter().enumerate() {
            if !goes_on(number, &found) {
                return Some(found);
            }
            let plan = StudyPlan {
                experiment: Experiment {
                    game: &game,
                    players: [Player::Random; 2],
                    pairs: false,
                    opening: OPENING,
                    seed: self.seed,
                    from: None,
                    whole_matches: false,
                    most_moves: MOST_MOVES.into(),
                },
                games,
                levels,
                level_games,
                threads: 0,
                stop: &abandoned,
            };
            // The stages after the random games go on from all of these.
            if number < AFTER_RANDOM {
                progress = StudyProgress::default();
            } else {
                progress.keep_random();
            }
            // A stop of all trials is one of this trial too.
            plan.go_on(&mut progress, u64::MAX, |_| {
                abandoned.fetch_or((self.stop)(), Ordering::Relaxed);
            });
            if (self.stop)() {
                return None;
            }
            let Some(study) = plan.study(&progress).filter(|_| !abandoned.load(Ordering::Relaxed)) else {
                found.missed = Some("a move takes too long to be played".to_string());
                return Some(found);
            };
            found.games = plan.all_games();
            let (is_random, is_last) = (levels.is_empty(), number == LAST);
            self.judge(&game, &study, is_random, is_last, novelty, &mut found);
            if self.is_compared && number + 1 == AFTER_RANDOM && found.missed.is_none() {
                novelty = Some(novelty_of(&game, &found.measures, &self.stop)?);
                self.judge(&game, &study, is_random, is_last, novelty, &mut found);
            }
            if found.missed.is_some() {
                return Some(found);
            }
        }
        found.is_whole = true;
        Some(found)
    }

    /// Adds what a study says.
    fn judge(
        &self,
        game: &Game,
        study: &Study,
        is_random: bool,
        is_last: bool,
        novelty: Option<f64>,
        found: &mut TrialFindings,
    ) {
        let all: Vec<&Measure> = study.findings.iter().flat_map(|finding| &finding.measures).collect();
        let looser = if is_random { LOOSER } else { 1.0 };
        let (mut goods, mut distance) = (vec![], 0.0);
        found.measures.clear();
        found.missed = None;
        for gauge in Gauge::ALL {
            let mut named = all.iter().filter(|measure| measure.name == gauge.study);
            // The strongest players count, which are the last ones, but skill is that of the first pair who search. Before
            // it comes that of the first of them and a random player.
            let found_in_study = match gauge.name {
                "skill" => named.nth(1),
                "depth" => named.skip(2).last(),
                _ => named.next_back(),
            };
            let measure = found_in_study.map(|measure| (measure.estimate, measure.outer, measure.inner));
            let novelty = novelty.filter(|_| gauge.name == "novelty").map(|value| {
                let estimate = IntervalEstimate { value, low: value, high: value, games: self.effort.random };
                (estimate, [LEAST_NOVELTY, f64::INFINITY], [3.0 * LEAST_NOVELTY, f64::INFINITY])
            });
            let Some((estimate, outer, inner)) = measure.or(novelty) else { continue };
            if estimate.games == 0 {
                continue;
            }
            let (value, low, high) = (estimate.value, estimate.low, estimate.high);
            let wishes = || self.wishes.iter().filter(|wish| wish.gauge == gauge);
            let bounds = wishes().map(|wish| wish.range).reduce(|one, two| [one[0].max(two[0]), one[1].min(two[1])]);
            let usual = if WITHOUT_BOUND.contains(&gauge.name) { [f64::NEG_INFINITY, f64::INFINITY] } else { outer };
            let [least, most] = bounds.unwrap_or(usual);
            let [from, to] = if is_last { [value, value] } else { [low, high] };
            let [least, most] = [least / looser, most * looser];
            if found.missed.is_none() && (to < least || from > most) {
                let bound = if to < least { ("least", least) } else { ("most", most) };
                let [value, number] = [value, bound.1].map(|value| gauge.written(value));
                found.missed = Some(format!("{} {value}, not at {} {number}", gauge.name, bound.0));
            }
            distance += wishes().map(|wish| wish.distance(value)).sum::<f64>();
            goods.push(match bounds {
                Some(_) => wishes().map(|wish| (1.0 - wish.distance(value)).max(0.0)).fold(1.0, f64::min),
                None => goodness(value, outer, inner),
            });
            match gauge.name {
                "skill" if !is_random => goods.push(value),
                "drama" if !is_random => goods.push(tension(value)),
                _ => {}
            }
            found.measures.push(Measured {
                name: gauge.name.to_string(),
                value: rounded(value),
                low: rounded(low),
                high: high.is_finite().then(|| rounded(high)),
                games: estimate.games,
            });
        }
        let is_missing = |wish: &&Wish| !found.measures.iter().any(|measured| measured.name == wish.gauge.name);
        if let Some(wish) = self.wishes.iter().find(is_missing).filter(|_| is_last && found.missed.is_none()) {
            found.missed = Some(format!("{}, which its games do not show", wish.gauge.name));
            distance += 1.0;
        }
        found.distance = rounded(distance);
        found.worth = rounded(goods.iter().sum::<f64>() / goods.len().max(1) as f64);
        // Safeguards, and what a sowing passes over, may be for rare cases, but a game in which they never acted is simpler
        // without them.
        let (rules, lines) = (&game.rules, game.clause_spans());
        let of_sowing = lines.iter().filter(|(_, place)| place.section == SectionKind::Sow).map(|(clause, _)| clause);
        let rare = [rules.endless.clause, rules.repetition.clause].into_iter().flatten().chain(of_sowing);
        let acts = |number: u16| {
            let lines = study.mirrors.iter().flat_map(|mirror| &mirror.report.lines);
            lines.filter(|line| line.clause == number).any(|line| line.fired != Some(0) || line.ended > 0)
        };
        let unused = study.unused.iter().map(|line| line.clause);
        found.unused = unused.chain(rare.map(|clause| clause.0).filter(|&number| !acts(number))).collect();
    }
}

impl TrialFindings {
    /// The clauses of the game that never acted.
    pub fn unused_clauses(&self) -> Vec<ClauseId> {
        self.unused.iter().map(|&number| ClauseId(number)).collect()
    }
}

/// A number that is the same after it was written and read.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// How open a game stays, by the drama. It rises, but if winners lead only once all is over, as where seeds come to the
/// stores at the end, the lead says nothing.
fn tension(drama: f64) -> f64 {
    const MOST: f64 = 0.85;
    if drama <= MOST { drama / MOST } else { (1.0 - drama) / (1.0 - MOST) }
}

/// 1 between the inner bounds, 0 beyond the outer ones, and in between what is in between.
fn goodness(value: f64, outer: [f64; 2], inner: [f64; 2]) -> f64 {
    let below = if value >= inner[0] { 1.0 } else { (value - outer[0]) / (inner[0] - outer[0]) };
    let above = if value <= inner[1] { 1.0 } else { (outer[1] - value) / (outer[1] - inner[1]) };
    below.min(above).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, wishes: &[&str]) -> TrialFindings {
        let wishes: Vec<Wish> = wishes.iter().map(|text| Wish::parse(text).expect("it is one")).collect();
        // Of fewer games the numbers, which decide in the end, may lie beyond a bound by chance.
        let effort = TrialEffort { random: 100, ..TrialEffort::default() };
        let trial = Trial { wishes: &wishes, seed: 1, effort, is_compared: false, stop: Arc::new(|| false) };
        trial.play(&Game::shipped(name).expect("it is shipped"), |_, _| true).expect("nothing stops it")
    }

    #[test]
    fn a_good_game_passes_and_a_wish_refuses_it() {
        let found = self::found("boola", &[]);
        assert!(found.is_whole && found.missed.is_none() && found.worth > 0.6, "{found:?}");
        let refused = self::found("boola", &["length < 10"]);
        assert!(!refused.is_whole && refused.missed.is_some_and(|missed| missed.starts_with("length")));
    }

    #[test]
    fn depth_is_that_of_the_strongest_of_three() {
        let found = |players| {
            let effort = TrialEffort { random: 40, searching: 16, players };
            let trial = Trial { wishes: &[], seed: 1, effort, is_compared: false, stop: Arc::new(|| false) };
            let game = Game::shipped("bestemshe").expect("it is shipped");
            let found = trial.play(&game, |_, _| true).expect("nothing stops it");
            ["skill", "depth"].map(|name| found.value(Gauge::named(name).expect("it is a measure")))
        };
        let ([skill, none], [same, depth]) = (found(2), found(3));
        assert!(skill.is_some_and(|skill| skill < 1.0) && none.is_none());
        assert!(skill == same && depth.is_some_and(|depth| depth < 1.0 && Some(depth) != skill), "{same:?} {depth:?}");
    }

    /// A study that goes on from the random games of another has the numbers of one that plays them itself.
    #[test]
    fn random_games_are_played_once() {
        let game = Game::shipped("kalah").expect("it is shipped");
        let experiment = Experiment {
            game: &game,
            players: [Player::Random; 2],
            pairs: false,
            opening: OPENING,
            seed: 1,
            from: None,
            whole_matches: false,
            most_moves: MOST_MOVES.into(),
        };
        let (levels, stop) = (TrialEffort::default().searching_players(), AtomicBool::new(false));
        let few = StudyPlan { experiment, games: 40, levels: &levels, level_games: 4, threads: 0, stop: &stop };
        let more = StudyPlan { level_games: 8, ..few };
        let mut progress = StudyProgress::default();
        few.go_on(&mut progress, u64::MAX, |_| {});
        progress.keep_random();
        assert_eq!(progress.played, 40);
        more.go_on(&mut progress, u64::MAX, |_| {});
        let found = more.study(&progress).expect("all games were played").findings;
        assert_eq!(found, more.play(|_| {}).expect("nothing stops it").findings);
    }

    #[test]
    fn what_is_good_lies_between_the_bounds() {
        let (outer, inner) = ([0.4, 0.6], [0.45, 0.55]);
        let goods = [0.3, 0.4, 0.425, 0.5, 0.575, 0.7].map(|value| goodness(value, outer, inner));
        assert!(
            goods.into_iter().zip([0.0, 0.0, 0.5, 1.0, 0.5, 0.0]).all(|(good, wanted)| (good - wanted).abs() < 1e-9)
        );
    }
}
