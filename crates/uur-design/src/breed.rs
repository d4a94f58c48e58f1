//! Breeding: candidates from candidates, tried, and kept if they are the best of their kind.
//!
//! Candidates are made in rounds of the same size. Each has a number, which with the seed decides all that is random in
//! it, and is made from what was on the shelf before its round. So the result depends on neither threads nor clock, and a
//! log of what was found lets the same work go on.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use uur::chance::Rng;
use uur::check::{Library, Settings};
use uur::diagnostic::Diagnostics;
use uur::game::Game;
use uur::likeness::RuleTraits;
use uur::source::Source;
use uur::syntax::ast::SectionKind;
use uur::variants;
use uur_lab::threads::in_order;

use crate::draft::Draft;
use crate::novelty::{LEAST_NOVELTY, alike_in_play};
use crate::request::DesignParent;
use crate::shelf::{MapAxis, Shelf};
use crate::trial::{AFTER_RANDOM, Gauge, LAST, StopSign, Trial, TrialEffort, TrialFindings};
use crate::vary::{Open, vary};
use crate::wish::{DesignProblem, Wishes};

/// The candidates of a round.
const ROUND: u64 = 24;
/// How often a candidate is begun anew until it is a sound game that is not known yet.
const TRIES: usize = 60;
/// The most changes that make a candidate of its parent.
const MOST_CHANGES: usize = 3;
/// The most candidates that may be parents although they miss a bound.
const STOCK: usize = 24;
/// So many rounds without a new game mean that there is none to be found.
const MOST_IDLE: usize = 8;
/// By how much a candidate may be worse than what is in its cell and still be tried to the end.
const CLOSE: f64 = 0.04;

/// Games whose lines and sections may be taken.
#[derive(Debug, Default)]
pub struct Pool(Vec<Draft>);

impl Pool {
    /// What may be taken from these files, by default from all shipped games; nothing where parameters alone change.
    pub fn asked(borrow: Option<Vec<Source>>, only_params: bool, library: Library) -> Pool {
        let shipped = || variants::names().filter_map(variants::source).collect();
        if only_params { Pool::default() } else { Pool::of(borrow.unwrap_or_else(shipped), library) }
    }

    /// The rounds of the games of these files. Those that cannot be read are left out.
    pub fn of(sources: impl IntoIterator<Item = Source>, library: Library) -> Pool {
        let drafts = sources.into_iter().filter_map(|source| Draft::of(source, library));
        Pool(drafts.filter_map(|draft| draft.of_one_round()).collect())
    }

    /// The lines of a section in all games, with their names.
    pub(crate) fn lines(&self, kind: Option<SectionKind>) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(move |draft| {
            let sections = draft.file().sections.iter().filter(move |section| Some(section.kind) == kind);
            sections.flat_map(|section| &section.lines).map(|line| draft.of_span(line.span))
        })
    }
}

/// What is to be bred.
pub struct DesignPlan {
    /// The games to begin with, and behind them sketches with something in their holes.
    pub parents: Vec<DesignParent>,
    /// The games whose lines may be taken.
    pub pool: Pool,
    /// The sections that may change.
    pub open: Open,
    /// What is wanted, as it was written.
    pub wants: Vec<String>,
    /// What is wanted.
    pub wishes: Wishes,
    /// The meanings of rules that are not new.
    pub known: HashSet<String>,
    /// The measures of the map.
    pub axes: [MapAxis; 2],
    /// The random seed.
    pub seed: u64,
    /// The games that a candidate plays.
    pub effort: TrialEffort,
}

/// Where a candidate comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// A game that was given.
    Given(String),
    /// A sketch that was given, by its name, and what stands in its holes, in words.
    Filled(String, String),
    /// A candidate with changes.
    Changed {
        /// The number of the candidate that was changed.
        parent: u64,
        /// The changes, in words.
        changes: Vec<String>,
    },
    /// Rules that another proposes, by the name of that.
    Offered(String),
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placing {
    /// It misses a bound.
    Missed,
    /// Another one in its cell is as good or better.
    Beaten,
    /// It was put on the shelf.
    Kept,
}

/// A sound game that was tried.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its number, from 0.
    pub number: u64,
    /// The hash of what its rules mean.
    pub meaning: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What was found.
    pub found: TrialFindings,
    /// What became of it when it was found.
    pub placing: Placing,
}

/// A sound game that is to be tried.
#[derive(Debug, Clone)]
pub struct Drafted {
    number: u64,
    draft: Draft,
    origin: Origin,
    has_facts: bool,
}

impl Drafted {
    /// Its rules.
    pub fn rules(&self) -> &str {
        self.draft.text()
    }
}

/// A game that was tried.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tried {
    /// Its rules, without lines that never acted.
    rules: String,
    /// The hash of what they mean.
    meaning: String,
    /// What was found.
    found: TrialFindings,
}

/// What was found, by the meanings of rules.
pub type FoundLog = HashMap<String, TrialFindings>;

/// How candidates are tried: all that the result depends on, so that it can be done anywhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Assay {
    wants: Vec<String>,
    map: [String; 2],
    shelf: Vec<([usize; 2], (u64, f64))>,
    seed: u64,
    effort: TrialEffort,
    keeps_lines: bool,
    /// Whether what is tried is to be new.
    is_compared: bool,
}

impl Assay {
    /// Tries the rules of a sound game, unless what earlier work found is known. Where lines never act, the game is tried
    /// without them. `None` if that was stopped, or the rules are no sound game.
    pub fn run(&self, rules: &str, stop: &StopSign, log: &FoundLog) -> Option<Tried> {
        let wishes = Wishes::parse(&self.wants).ok()?;
        let [Some(down), Some(across)] = self.map.each_ref().map(|name| Gauge::named(name).map(MapAxis)) else {
            return None;
        };
        let shelf = Shelf::new([down, across], self.shelf.iter().copied());
        let Assay { seed, effort, is_compared, .. } = *self;
        let trial = Trial { wishes: &wishes.measures, seed, effort, is_compared, stop: stop.clone() };
        let can_gain = |found: &TrialFindings| shelf.gain(found).is_some_and(|gain| gain > -CLOSE);
        let play = |game: &Game, is_simple: bool| {
            let goes_on = |stage: usize, found: &TrialFindings| match stage {
                AFTER_RANDOM => is_simple || found.unused.is_empty(),
                LAST => can_gain(found),
                _ => true,
            };
            log.get(&game.meaning()).cloned().or_else(|| trial.play(game, goes_on))
        };
        let mut draft = Draft::read(rules)?;
        let mut game = draft.game()?;
        let mut found = play(&game, self.keeps_lines)?;
        if found.missed.is_none() && !found.unused.is_empty() && !self.keeps_lines {
            match draft.simplified(&game, &found.unused_clauses()) {
                Some(simpler) => {
                    (draft, game) = simpler;
                    found = play(&game, true)?;
                }
                None => found.missed = Some("a line that never acts, and cannot be left out".to_string()),
            }
        }
        Some(Tried { rules: draft.text().to_string(), meaning: game.meaning(), found })
    }
}

/// Breeding in progress.
pub struct Breeding {
    plan: DesignPlan,
    /// The best of each kind.
    pub shelf: Shelf,
    /// All candidates by their numbers. A number whose candidate was no sound game, or known, is missing.
    pub candidates: BTreeMap<u64, Candidate>,
    /// The rules of those that may be parents.
    drafts: BTreeMap<u64, Draft>,
    /// What is compared of the rules on the shelf.
    traits: BTreeMap<u64, RuleTraits>,
    /// The meanings of all candidates.
    tried: HashSet<String>,
    /// What earlier work found.
    log: FoundLog,
    /// Candidates that miss a bound, the nearest first.
    stock: Vec<u64>,
    /// Rules that were proposed for the next round.
    offered: Vec<(String, Draft)>,
    next: u64,
    /// The last rounds in a row without a new game.
    idle: usize,
}

impl Breeding {
    /// Begins with what earlier work found.
    pub fn new(plan: DesignPlan, log: FoundLog) -> Breeding {
        Breeding {
            shelf: Shelf::new(plan.axes, []),
            plan,
            candidates: BTreeMap::new(),
            drafts: BTreeMap::new(),
            traits: BTreeMap::new(),
            tried: HashSet::new(),
            log,
            stock: vec![],
            offered: vec![],
            next: 0,
            idle: 0,
        }
    }

    /// What is bred.
    pub fn plan(&self) -> &DesignPlan {
        &self.plan
    }

    /// Takes rules of somebody else into the next round, by whom they are.
    ///
    /// # Errors
    /// If they are no sound game, known, without the facts that are wished for, or change what has to stay.
    pub fn offer(&mut self, rules: &str, by: &str) -> Result<(), DesignProblem> {
        let refused = |message: &str, help: &str| Err(DesignProblem::new(message, help));
        let unsound = |faults: Diagnostics| DesignProblem::new(faults.to_string(), "`check` the rules first");
        let source = Source::new("offered.uur", rules);
        Game::load(source.clone(), &variants::library, &Settings::new()).map_err(unsound)?;
        let only_params = self.plan.open == Open::Parameters;
        let draft = Draft::of(source, &variants::library).and_then(|draft| draft.of_work(only_params));
        let Some((draft, game)) = draft.and_then(|draft| self.sound(draft)) else {
            return refused("what is left without `match` and lines of no use is no sound game", "write a round");
        };
        let stays = |parent: &DesignParent| {
            let parent = self.sound(parent.draft.clone());
            parent.is_some_and(|(parent, _)| draft.has_same_sections(&parent, |kind| self.plan.open.has(kind)))
        };
        if !self.plan.parents.iter().any(stays) {
            return refused("they change a section that has to stay", "keep it as it is in a game that was given");
        }
        if !self.is_new(&game.meaning()) {
            return refused("these rules are known", "change what they mean");
        }
        if !self.plan.wishes.hold(&game.rules) {
            return refused("they lack the facts that are wished for", "add what has them");
        }
        self.offered.push((by.to_string(), draft));
        Ok(())
    }

    /// The numbers of the next round: the given games first, and then filled sketches and what is bred, and what was
    /// offered.
    fn numbers(&self) -> Range<u64> {
        let given = self.given();
        let bred = if self.next < given { given } else { ROUND };
        self.next..self.next + bred + self.offered.len() as u64
    }

    /// How many games were given.
    fn given(&self) -> u64 {
        self.plan.parents.partition_point(|parent| parent.with.is_empty()) as u64
    }

    /// How the candidates of the next round are tried.
    pub fn assay(&self) -> Assay {
        Assay {
            wants: self.plan.wants.clone(),
            map: self.plan.axes.map(|axis| axis.0.name.to_string()),
            shelf: self.shelf.scores(),
            seed: self.plan.seed,
            effort: self.plan.effort,
            keeps_lines: self.plan.open == Open::Parameters,
            is_compared: self.next >= self.given() && self.plan.open != Open::Parameters,
        }
    }

    /// The candidates of the next round, for which [`Breeding::take`] wants what was found. `None` if that was stopped.
    pub fn due(&self, threads: usize, stop: &StopSign) -> Option<Vec<Drafted>> {
        let work = |number| (!stop()).then(|| self.drafted(number, stop));
        let drafted = in_order(threads, self.numbers(), work, || {});
        (!stop()).then(|| drafted.into_iter().flatten().flatten().collect())
    }

    /// Makes and tries the candidates of a round, and passes what is new to `on_found`. Returns false if that was
    /// stopped.
    pub fn round(&mut self, threads: usize, stop: &StopSign, on_found: impl FnMut(&Candidate)) -> bool {
        let assay = self.assay();
        let work = |number| {
            (!stop()).then(|| {
                let drafted = self.drafted(number, stop)?;
                let tried = assay.run(drafted.rules(), stop, &self.log);
                Some((drafted, tried))
            })
        };
        let made = in_order(threads, self.numbers(), work, || {});
        if stop() {
            return false;
        }
        self.take(made.into_iter().flatten().flatten(), on_found);
        true
    }

    /// Ends a round with what was found of its candidates, in their order, and passes what is new to `on_found`.
    pub fn take(
        &mut self,
        made: impl IntoIterator<Item = (Drafted, Option<Tried>)>,
        mut on_found: impl FnMut(&Candidate),
    ) {
        let known = self.candidates.len();
        for (Drafted { number, origin, has_facts, .. }, tried) in made {
            let Some(Tried { rules, meaning, mut found }) = tried else { continue };
            // Without the lines that never act it may be one that is known, and two of a round may be the same.
            let is_given = matches!(origin, Origin::Given(_));
            let Some(draft) = Draft::read(&rules).filter(|_| is_given || self.is_new(&meaning)) else { continue };
            if !self.tried.insert(meaning.clone()) {
                continue;
            }
            if !has_facts && found.missed.is_none() {
                found.missed = Some("the facts that are wished for".to_string());
            }
            let is_fit = found.missed.is_none();
            // What was given is no new game, but values of its parameters may be as good as any others.
            let is_new = self.plan.open == Open::Parameters || !is_given;
            let is_kept = is_fit && is_new && found.is_whole && self.put(number, &draft, &found);
            let placing = match (is_fit, is_kept) {
                (true, true) => Placing::Kept,
                (true, false) => Placing::Beaten,
                (false, _) => Placing::Missed,
            };
            let candidate = Candidate { number, meaning, origin, found, placing };
            on_found(&candidate);
            if placing == Placing::Missed {
                self.stock.push(number);
            }
            self.drafts.insert(number, draft);
            self.candidates.insert(number, candidate);
        }
        self.idle = if self.candidates.len() > known { 0 } else { self.idle + 1 };
        let candidates = &self.candidates;
        let rank = |number: &u64| {
            let found = &candidates[number].found;
            // One that was played for longer has met more bounds, and then the wishes decide.
            (Reverse(found.games), (found.distance * 1e3) as u64, *number)
        };
        self.stock.sort_by_key(rank);
        self.stock.truncate(STOCK);
        let parents: HashSet<u64> = self
            .shelf
            .filled()
            .map(|(_, number)| number)
            .chain(self.stock.iter().copied())
            .chain(0..self.given())
            .collect();
        self.drafts.retain(|number, _| parents.contains(number));
        self.next = self.numbers().end;
        self.offered.clear();
    }

    /// Puts a candidate on the shelf if it is the best of its kind: better than what is in its cell, and than what is so
    /// much like it in another that they would be the same game. Returns whether it is.
    fn put(&mut self, number: u64, draft: &Draft, found: &TrialFindings) -> bool {
        if self.shelf.gain(found).is_none_or(|gain| gain <= 0.0) {
            return false;
        }
        if let (Open::Sections(_), Some(game)) = (&self.plan.open, draft.game()) {
            let (traits, cell) = (RuleTraits::of(&game.rules), self.shelf.cell(found));
            let is_like = |other: &u64| {
                let in_play = alike_in_play(&found.measures, &self.candidates[other].found.measures);
                1.0 - traits.likeness(&self.traits[other]) * in_play < LEAST_NOVELTY
            };
            let others = self.shelf.filled().filter(|(other, _)| Some(*other) != cell).map(|(_, other)| other);
            let like: Vec<u64> = others.filter(is_like).collect();
            if like.iter().any(|other| self.candidates[other].found.score() >= found.score()) {
                return false;
            }
            like.into_iter().for_each(|other| self.shelf.take(other));
            self.traits.insert(number, traits);
        }
        self.shelf.put(number, found)
    }

    /// How what is on the shelf is tried once more, with another seed.
    pub fn second_assay(&self) -> Assay {
        Assay { seed: self.plan.seed ^ 0x5bd1_e995_9d1b_87c3, shelf: vec![], keeps_lines: true, ..self.assay() }
    }

    /// Tries what is on the shelf once more, and takes away what misses a bound. Returns how many these are, or `None` if
    /// that was stopped.
    pub fn confirm(&mut self, threads: usize, stop: &StopSign) -> Option<usize> {
        let (assay, log) = (self.second_assay(), FoundLog::new());
        let all: Vec<&str> = self.kept().map(|(.., draft)| draft.text()).collect();
        let work = |at: u64| assay.run(all[at as usize], stop, &log);
        let tried = in_order(threads, 0..all.len() as u64, work, || {});
        (!stop()).then(|| self.take_second(tried))
    }

    /// Takes from the shelf what missed a bound in the second trial, in the order of [`Breeding::kept`]. Returns how many
    /// these are.
    pub fn take_second(&mut self, tried: impl IntoIterator<Item = Option<Tried>>) -> usize {
        let all: Vec<u64> = self.shelf.filled().map(|(_, number)| number).collect();
        let mut fallen = 0;
        for (number, tried) in all.into_iter().zip(tried) {
            match tried {
                // The games that chose it flatter it, and these do not.
                Some(Tried { found, .. }) if found.missed.is_none() => {
                    self.candidates.get_mut(&number).expect("it is on the shelf").found = found;
                }
                _ => {
                    self.shelf.take(number);
                    fallen += 1;
                }
            }
        }
        fallen
    }

    /// Whether the candidates have played this many games, or no more of them are found.
    pub fn is_over(&self, most_games: u64) -> bool {
        self.games() >= most_games || self.idle >= MOST_IDLE
    }

    /// The candidates on the shelf with their rules, by their cells.
    pub fn kept(&self) -> impl Iterator<Item = ([usize; 2], &Candidate, &Draft)> {
        self.shelf.filled().map(|(cell, number)| (cell, &self.candidates[&number], &self.drafts[&number]))
    }

    /// The games that were played.
    pub fn games(&self) -> u64 {
        self.candidates.values().map(|candidate| candidate.found.games).sum()
    }

    /// Of what misses a bound, the nearest.
    pub fn nearest(&self) -> Option<(&Candidate, &Draft)> {
        self.stock.first().map(|number| (&self.candidates[number], &self.drafts[number]))
    }

    /// The candidate with this number. `None` if none was found, or all is stopped.
    fn drafted(&self, number: u64, stop: &StopSign) -> Option<Drafted> {
        let sound = |draft: Draft, origin: Origin| {
            let (draft, game) = self.sound(draft)?;
            Some((Drafted { number, draft, origin, has_facts: self.plan.wishes.hold(&game.rules) }, game))
        };
        if let Some(at) = (number + self.offered.len() as u64).checked_sub(self.numbers().end) {
            let (by, draft) = &self.offered[at as usize];
            return sound(draft.clone(), Origin::Offered(by.clone())).map(|(drafted, _)| drafted);
        }
        if let Some(DesignParent { name, draft, with, .. }) = self.plan.parents.get(number as usize) {
            let origin = match &with[..] {
                "" => Origin::Given(name.clone()),
                with => Origin::Filled(name.clone(), with.to_string()),
            };
            return sound(draft.clone(), origin).map(|(drafted, _)| drafted);
        }
        let mut chance = Rng::for_game(self.plan.seed, number);
        let shelf: Vec<u64> = self.shelf.filled().map(|(_, number)| number).collect();
        (0..TRIES).take_while(|_| !stop()).find_map(|_| {
            let parent = self.parent(&shelf, &mut chance);
            let (draft, changes) = self.changed(self.drafts.get(&parent)?, &shelf, &mut chance)?;
            let (drafted, game) = sound(draft, Origin::Changed { parent, changes })?;
            (drafted.has_facts && self.is_new(&game.meaning())).then_some(drafted)
        })
    }

    fn is_new(&self, meaning: &str) -> bool {
        !self.tried.contains(meaning) && !self.plan.known.contains(meaning)
    }

    /// A sound game. Where only parameters change, all lines stay, for other values may need them.
    fn sound(&self, draft: Draft) -> Option<(Draft, Game)> {
        match self.plan.open {
            Open::Parameters => draft.game().map(|game| (draft, game)),
            Open::Sections(_) => draft.sound(),
        }
    }

    /// A candidate from the shelf or, while that is small, one that misses a bound by little, or a game that was given.
    fn parent(&self, shelf: &[u64], chance: &mut Rng) -> u64 {
        let is_from_shelf = self.stock.is_empty() || chance.below(shelf.len() + 4) < shelf.len();
        let all = if is_from_shelf { shelf } else { &self.stock };
        if all.is_empty() { chance.below(self.given().max(1) as usize) as u64 } else { all[chance.below(all.len())] }
    }

    /// A draft with some changes, by what another one on the shelf or in the pool has.
    fn changed(&self, draft: &Draft, shelf: &[u64], chance: &mut Rng) -> Option<(Draft, Vec<String>)> {
        let (mut draft, mut changes) = (draft.clone(), vec![]);
        while changes.is_empty() || (changes.len() < MOST_CHANGES && chance.below(3) == 0) {
            let pool = &self.plan.pool.0;
            let from_pool = shelf.is_empty() || chance.below(2) == 0;
            let other = match from_pool && !pool.is_empty() {
                true => &pool[chance.below(pool.len())],
                false if shelf.is_empty() => &draft.clone(),
                false => &self.drafts[&shelf[chance.below(shelf.len())]],
            };
            let (changed, change) = vary(&draft, other, &self.plan.open, chance)?;
            draft = changed;
            changes.push(change);
        }
        Some((draft, changes))
    }
}
