//! Who leads in a game, how the lead changes, and what captures bring: counted by replaying games.

use serde::Serialize;

use uur::engine::{Budget, Event, History, Observer, Position};
use uur::game::Game;
use uur::match_play::{Match, Step};
use uur::rules::Side;

use super::estimate::{GROUPS, IntervalEstimate};
use uur_lab::lab::GameResult;

/// How the lead changed in the games of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Drama {
    /// What the lead is counted in.
    pub lead: Lead,
    /// Changes of the lead in a game, on average.
    pub changes: IntervalEstimate,
    /// After this share of its moves half of the decisive games have a leader who keeps the lead and wins.
    pub settled: IntervalEstimate,
    /// The share of decisive games whose winner was behind after half of the moves.
    pub comebacks: IntervalEstimate,
}

/// What captures brought in the games of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CaptureSizes {
    /// The share of all captured seeds that the largest tenth of captures brought.
    pub largest_tenth: IntervalEstimate,
    /// The most seeds that one player got by captures in one move.
    pub most_captured: usize,
}

/// What a lead is counted in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// Seeds in store.
    #[default]
    Store,
    /// Seeds in a player's pits, in games that are not won by seeds in store.
    Pits,
}

/// The leads in many games, counted both ways.
#[derive(Debug, Default)]
pub(super) struct Leads {
    /// By what the lead is counted in.
    counted: [LeadCounts; 2],
    /// Every tenth game belongs to the same group.
    groups: [GameGroup; GROUPS],
}

/// Counts of the leads in decisive games.
#[derive(Debug, Default)]
struct LeadCounts {
    decisive: u64,
    comebacks: u64,
    /// Decisive games by the percentage of their moves after which the winner kept the lead.
    settled: Vec<u64>,
}

/// Counts of a group of games.
#[derive(Debug, Default, Clone)]
struct GameGroup {
    games: u64,
    moves: u64,
    choices: u64,
    forced: u64,
    /// Changes of the lead, by what it is counted in.
    changes: [u64; 2],
    /// Captures by their number of seeds.
    captures: Vec<u64>,
}

impl Leads {
    /// Follows a game from its start.
    pub fn follow(&mut self, game: &Game, number: u64, played: &GameResult, steps: &[Step]) {
        let group = &mut self.groups[(number % GROUPS as u64) as usize];
        group.games += 1;
        group.moves += played.moves;
        group.choices += played.choices;
        group.forced += played.forced;
        let (moves, mut position) = start(game, steps);
        let mut history = History::starting(&position);
        // South's lead after each move.
        let mut leads: [Vec<i32>; 2] = [vec![], vec![]];
        for step in moves {
            let Step::Move(m) = step else { break };
            let mut captured = Captured { by: position.to_move, own: 0, for_other: 0 };
            game.program.play_within(&mut position, &mut history, *m, &mut captured, &mut { Budget::FULL });
            let sizes = [captured.own, captured.for_other].into_iter().filter(|seeds| *seeds > 0);
            sizes.for_each(|seeds| group.capture(seeds.into()));
            if position.outcome.is_none() {
                let [south, north] = position.captured.map(i32::from);
                leads[Lead::Store as usize].push(south - north);
                leads[Lead::Pits as usize].push(in_pits(game, &position));
            }
        }
        for ((counts, leads), changed) in self.counted.iter_mut().zip(&leads).zip(&mut group.changes) {
            *changed += changes(leads);
            if let Some(winner) = played.winner {
                counts.count(leads, winner);
            }
        }
    }

    /// How the lead changed. `None` without a decisive game.
    pub fn drama(&self, lead: Lead) -> Option<Drama> {
        let LeadCounts { decisive, comebacks, settled } = &self.counted[lead as usize];
        (*decisive > 0).then(|| Drama {
            lead,
            changes: self.estimate([0.0, f64::INFINITY], |group| share(group.changes[lead as usize], group.games)),
            settled: IntervalEstimate::median(settled, [0.0, 100.0]).scaled(0.01),
            comebacks: IntervalEstimate::share(*comebacks, *decisive),
        })
    }

    /// What captures brought. `None` without a capture.
    pub fn capture_sizes(&self) -> Option<CaptureSizes> {
        let most_captured = self.groups.iter().map(|group| group.captures.len()).max()?.checked_sub(1)?;
        Some(CaptureSizes { largest_tenth: self.estimate([0.0, 1.0], GameGroup::largest_tenth), most_captured })
    }

    /// Legal moves to choose from, on average over moves.
    pub fn choices(&self) -> IntervalEstimate {
        self.estimate([0.0, f64::INFINITY], |group| share(group.choices, group.moves))
    }

    /// The share of moves without a choice.
    pub fn forced(&self) -> IntervalEstimate {
        self.estimate([0.0, 1.0], |group| share(group.forced, group.moves))
    }

    /// Estimates a function of all games by leaving out one group at a time.
    fn estimate(&self, range: [f64; 2], of: impl Fn(&GameGroup) -> f64) -> IntervalEstimate {
        let joined = |left_out: Option<usize>| {
            let mut all = GameGroup::default();
            let kept = self.groups.iter().enumerate().filter(|(number, _)| Some(*number) != left_out);
            kept.for_each(|(_, group)| all.add(group));
            all
        };
        let all = joined(None);
        IntervalEstimate::jackknife(
            all.games,
            range,
            of(&all),
            std::array::from_fn(|left_out| of(&joined(Some(left_out)))),
        )
    }
}

impl GameGroup {
    fn capture(&mut self, seeds: usize) {
        self.captures.resize(self.captures.len().max(seeds + 1), 0);
        self.captures[seeds] += 1;
    }

    fn add(&mut self, other: &GameGroup) {
        self.games += other.games;
        self.moves += other.moves;
        self.choices += other.choices;
        self.forced += other.forced;
        self.changes.iter_mut().zip(other.changes).for_each(|(sum, changes)| *sum += changes);
        self.captures.resize(self.captures.len().max(other.captures.len()), 0);
        self.captures.iter_mut().zip(&other.captures).for_each(|(sum, captures)| *sum += captures);
    }

    fn largest_tenth(&self) -> f64 {
        let captures: u64 = self.captures.iter().sum();
        let seeds: u64 = self.captures.iter().zip(0..).map(|(count, seeds)| count * seeds).sum();
        let mut left = captures.div_ceil(10);
        let mut largest = 0;
        for (seeds, &count) in self.captures.iter().enumerate().rev() {
            let counted = count.min(left);
            largest += counted * seeds as u64;
            left -= counted;
        }
        share(largest, seeds)
    }
}

fn share(some: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { some as f64 / all as f64 }
}

/// How often the lead goes from one player to the other.
fn changes(leads: &[i32]) -> u64 {
    let signs: Vec<i32> = leads.iter().map(|lead| lead.signum()).filter(|sign| *sign != 0).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

impl LeadCounts {
    fn count(&mut self, leads: &[i32], winner: Side) {
        let ahead = |lead: &i32| if winner == Side::South { *lead > 0 } else { *lead < 0 };
        let behind = |lead: &i32| if winner == Side::South { *lead < 0 } else { *lead > 0 };
        self.decisive += 1;
        self.comebacks += u64::from(leads.get(leads.len() / 2).is_some_and(behind));
        let kept = leads.iter().rev().take_while(|lead| ahead(lead)).count();
        // The last move, which ends the round, has no lead of its own.
        let (moves, from) = (leads.len() + 1, leads.len() - kept + 1);
        let percent = (200 * from + moves) / (2 * moves);
        self.settled.resize(101, 0);
        self.settled[percent] += 1;
    }
}

/// The position before the first move, and the moves.
fn start<'a>(game: &Game, steps: &'a [Step]) -> (&'a [Step], Position) {
    let laid = steps.iter().take_while(|step| !matches!(step, Step::Move(_))).count();
    if laid == 0 {
        return (steps, game.program.start());
    }
    let mut table = Match::new(&game.program);
    for step in &steps[..laid] {
        table.step(&game.program, *step, &mut ()).expect("the step was made before");
    }
    (&steps[laid..], table.position)
}

/// By how many seeds South has more in pits than North.
fn in_pits(game: &Game, position: &Position) -> i32 {
    let layout = game.program.layout();
    let lead = layout.pits().map(|pit| {
        let seeds = i32::from(position.seeds[pit.index()]);
        if layout.owner(position.territory, pit) == Side::South { seeds } else { -seeds }
    });
    lead.sum()
}

/// The seeds that a move captures.
struct Captured {
    by: Side,
    own: u16,
    for_other: u16,
}

impl Observer for Captured {
    fn event(&mut self, event: Event) {
        match event {
            Event::Capture { seeds, to: Some(to), .. } if to != self.by => self.for_other += u16::from(seeds),
            Event::Capture { seeds, .. } | Event::Gather { seeds, .. } => self.own += u16::from(seeds),
            Event::Undone { seeds, .. } => {
                let seeds = u16::from(seeds);
                self.for_other = self.for_other.saturating_sub(seeds.saturating_sub(self.own));
                self.own = self.own.saturating_sub(seeds);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur_lab::lab::percentile;

    #[test]
    fn leads_are_counted_for_the_winner() {
        let mut counts = LeadCounts::default();
        // South leads, North leads, nobody leads, South leads twice and wins with the sixth move: not behind at
        // half-time, ahead for good after the fourth.
        counts.count(&[2, -1, 0, 3, 4], Side::South);
        assert_eq!((changes(&[2, -1, 0, 3, 4]), counts.decisive, counts.comebacks), (2, 1, 0));
        assert_eq!(percentile(&counts.settled, 50), 67);
        counts.count(&[2, 2, 2, -1], Side::North);
        assert_eq!((changes(&[2, 2, 2, -1]), counts.decisive, counts.comebacks), (1, 2, 1));
        // Who wins with the only move leads after all of the moves.
        let mut counts = LeadCounts::default();
        counts.count(&[], Side::North);
        assert_eq!(percentile(&counts.settled, 50), 100);
    }

    #[test]
    fn the_largest_tenth_of_captures_is_weighed() {
        // Nine captures of one seed, and one of eleven: a tenth brings 11 of 20 seeds.
        let mut group = GameGroup::default();
        (0..9).for_each(|_| group.capture(1));
        group.capture(11);
        let mut leads = Leads::default();
        leads.groups[3] = group;
        let sizes = leads.capture_sizes().expect("there are captures");
        assert_eq!((sizes.largest_tenth.value, sizes.most_captured), (0.55, 11));
        assert!(Leads::default().capture_sizes().is_none());
    }
}
