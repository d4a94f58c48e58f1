//! Breeding: candidates from candidates, tried, and kept if they are the best of their kind.
//!
//! Candidates are made in rounds of the same size. Each has a number, which with the seed decides all that is random in
//! it, and is made from what was on the shelf before its round. So the result depends on neither threads nor clock, and a
//! log of what was found lets the same work go on.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use uur::chance::Rng;
use uur::check::Library;
use uur::game::Game;
use uur::rules::Rules;
use uur::source::Source;
use uur_lab::threads::in_order;

use crate::draft::Draft;
use crate::shelf::{MapAxis, Shelf};
use crate::trial::{AFTER_RANDOM, LAST, Trial, TrialEffort, TrialFindings};
use crate::vary::{Open, vary};
use crate::wish::Wish;

/// The candidates of a round.
const ROUND: u64 = 24;
/// How often a candidate is begun anew until it is a sound game that is not known yet.
const TRIES: usize = 60;
/// The most changes that make a candidate of its parent.
const MOST_CHANGES: usize = 3;
/// The most candidates that may be parents although they miss a bound.
const STOCK: usize = 24;
/// By how much a candidate may be worse than what is in its cell and still be tried to the end.
const CLOSE: f64 = 0.04;

/// Games whose lines and sections may be taken.
#[derive(Debug, Default)]
pub struct Pool(Vec<Draft>);

impl Pool {
    /// The rounds of the games of these files. Those that cannot be read are left out.
    pub fn of(sources: impl IntoIterator<Item = Source>, library: Library) -> Pool {
        let drafts = sources.into_iter().filter_map(|source| Draft::of(source, library));
        Pool(drafts.filter_map(|draft| draft.of_one_round()).collect())
    }
}

/// What is to be bred.
pub struct DesignPlan<'a> {
    /// The games to begin with, each with its name.
    pub parents: Vec<(String, Draft)>,
    /// The games whose lines may be taken.
    pub pool: Pool,
    /// The sections that may change.
    pub open: Open,
    /// The wishes for measures.
    pub wishes: &'a [Wish],
    /// Whether rules have the facts that are wished for.
    pub has_facts: &'a (dyn Fn(&Rules) -> bool + Sync),
    /// The meanings of rules that are not new.
    pub known: HashSet<String>,
    /// The measures of the map.
    pub axes: [MapAxis; 2],
    /// The random seed.
    pub seed: u64,
    /// The games that a candidate plays.
    pub effort: TrialEffort,
    /// The number of threads.
    pub threads: usize,
    /// Once this is true, the round is abandoned.
    pub stop: &'static AtomicBool,
}

/// Where a candidate comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// A game that was given.
    Given(String),
    /// A candidate with changes.
    Changed {
        /// The number of the candidate that was changed.
        parent: u64,
        /// The changes, in words.
        changes: Vec<String>,
    },
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

/// Breeding in progress.
pub struct Breeding<'a> {
    plan: DesignPlan<'a>,
    /// The best of each kind.
    pub shelf: Shelf,
    /// All candidates by their numbers. A number whose candidate was no sound game, or known, is missing.
    pub candidates: BTreeMap<u64, Candidate>,
    /// The rules of those that may be parents.
    drafts: BTreeMap<u64, Draft>,
    /// The meanings of all candidates.
    tried: HashSet<String>,
    /// What earlier work found, by meanings.
    log: HashMap<String, TrialFindings>,
    /// Candidates that miss a bound, the nearest first.
    stock: Vec<u64>,
    next: u64,
}

impl<'a> Breeding<'a> {
    /// Begins with what earlier work found, by meanings.
    pub fn new(plan: DesignPlan<'a>, log: HashMap<String, TrialFindings>) -> Breeding<'a> {
        let shelf = Shelf::new(plan.axes);
        Breeding {
            plan,
            shelf,
            candidates: BTreeMap::new(),
            drafts: BTreeMap::new(),
            tried: HashSet::new(),
            log,
            stock: vec![],
            next: 0,
        }
    }

    /// Makes and tries the candidates of a round, the given games first, and passes what is new to `on_found`. Returns
    /// false if that was stopped.
    pub fn round(&mut self, mut on_found: impl FnMut(&Candidate)) -> bool {
        let first = self.next;
        let last = if first == 0 { self.plan.parents.len() as u64 } else { first + ROUND };
        let work = |number| (!self.is_stopped()).then(|| self.made(number));
        let made = in_order(self.plan.threads, first..last, work, || {});
        if self.is_stopped() {
            return false;
        }
        for (mut candidate, draft) in made.into_iter().flatten().flatten() {
            // Two candidates of a round may be the same.
            if !self.tried.insert(candidate.meaning.clone()) {
                continue;
            }
            let is_fit = candidate.found.missed.is_none();
            // What was given is no new game, but values of its parameters may be as good as any others.
            let is_new = self.plan.open == Open::Parameters || matches!(candidate.origin, Origin::Changed { .. });
            let is_kept =
                is_fit && is_new && candidate.found.is_whole && self.shelf.put(candidate.number, &candidate.found);
            candidate.placing = match (is_fit, is_kept) {
                (true, true) => Placing::Kept,
                (true, false) => Placing::Beaten,
                (false, _) => Placing::Missed,
            };
            on_found(&candidate);
            if candidate.placing == Placing::Missed {
                self.stock.push(candidate.number);
            }
            self.drafts.insert(candidate.number, draft);
            self.candidates.insert(candidate.number, candidate);
        }
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
            .chain(0..self.plan.parents.len() as u64)
            .collect();
        self.drafts.retain(|number, _| parents.contains(number));
        self.next = last;
        true
    }

    fn is_stopped(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed)
    }

    /// Tries what is on the shelf once more, with another seed, and takes away what misses a bound. Returns these, or
    /// `None` if that was stopped.
    pub fn confirm(&mut self) -> Option<Vec<(u64, String)>> {
        let trial = self.trial(self.plan.seed ^ 0x5bd1_e995_9d1b_87c3);
        let all: Vec<u64> = self.shelf.filled().map(|(_, number)| number).collect();
        let work = |at: u64| {
            let draft = self.drafts[&all[at as usize]].clone();
            let (_, game) = self.sound(draft).expect("it was sound before");
            trial.play(&game, |_, _| true)
        };
        let tried = in_order(self.plan.threads, 0..all.len() as u64, work, || {});
        if self.is_stopped() {
            return None;
        }
        let mut fallen = vec![];
        for (number, found) in all.into_iter().zip(tried.into_iter().flatten()) {
            match found.missed.clone() {
                Some(missed) => {
                    self.shelf.take(number);
                    fallen.push((number, missed));
                }
                // The games that chose it flatter it, and these do not.
                None => self.candidates.get_mut(&number).expect("it is on the shelf").found = found,
            }
        }
        Some(fallen)
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

    fn trial(&self, seed: u64) -> Trial<'_> {
        Trial { wishes: self.plan.wishes, seed, effort: self.plan.effort, stop: self.plan.stop }
    }

    /// The candidate with this number. `None` if none was found, or all is stopped.
    fn made(&self, number: u64) -> Option<(Candidate, Draft)> {
        if let Some((name, draft)) = self.plan.parents.get(number as usize).filter(|_| self.next == 0) {
            let (draft, game) = self.sound(draft.clone())?;
            let lacks_facts = !(self.plan.has_facts)(&game.rules);
            let (mut candidate, draft) = self.tried(number, draft, game, Origin::Given(name.clone()))?;
            if lacks_facts && candidate.found.missed.is_none() {
                candidate.found.missed = Some("the facts that are wished for".to_string());
            }
            return Some((candidate, draft));
        }
        let mut chance = Rng::for_game(self.plan.seed, number);
        let shelf: Vec<u64> = self.shelf.filled().map(|(_, number)| number).collect();
        (0..TRIES).take_while(|_| !self.is_stopped()).find_map(|_| {
            let parent = self.parent(&shelf, &mut chance);
            let (draft, changes) = self.changed(self.drafts.get(&parent)?, &shelf, &mut chance)?;
            let (draft, game) = self.sound(draft)?;
            let is_fit = |game: &Game| self.is_new(&game.meaning()) && (self.plan.has_facts)(&game.rules);
            let made = self.tried(number, draft, Some(game).filter(is_fit)?, Origin::Changed { parent, changes })?;
            // Without the lines that never act it may be one that is known.
            self.is_new(&made.0.meaning).then_some(made)
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

    /// A candidate from the shelf or, while that is small, one that misses a bound by little, or the first game.
    fn parent(&self, shelf: &[u64], chance: &mut Rng) -> u64 {
        let is_from_shelf = self.stock.is_empty() || chance.below(shelf.len() + 4) < shelf.len();
        let all = if is_from_shelf { shelf } else { &self.stock };
        if all.is_empty() { 0 } else { all[chance.below(all.len())] }
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

    /// Tries a sound game. If lines never act, it is tried without them.
    fn tried(&self, number: u64, draft: Draft, game: Game, origin: Origin) -> Option<(Candidate, Draft)> {
        let trial = self.trial(self.plan.seed);
        let can_gain = |found: &TrialFindings| self.shelf.gain(found).is_some_and(|gain| gain > -CLOSE);
        let play = |game: &Game, is_simple: bool| {
            let goes_on = |stage: usize, found: &TrialFindings| match stage {
                AFTER_RANDOM => is_simple || found.unused.is_empty() || self.plan.open == Open::Parameters,
                LAST => can_gain(found),
                _ => true,
            };
            self.log.get(&game.meaning()).cloned().or_else(|| trial.play(game, goes_on))
        };
        let (mut draft, mut game, mut found) = (draft, game.clone(), play(&game, false)?);
        if found.missed.is_none() && !found.unused.is_empty() && self.plan.open != Open::Parameters {
            match draft.simplified(&game, &found.unused_clauses()) {
                Some(simpler) => {
                    (draft, game) = simpler;
                    found = play(&game, true)?;
                }
                None => found.missed = Some("a line that never acts, and cannot be left out".to_string()),
            }
        }
        let candidate = Candidate { number, meaning: game.meaning(), origin, found, placing: Placing::Missed };
        Some((candidate, draft))
    }
}
