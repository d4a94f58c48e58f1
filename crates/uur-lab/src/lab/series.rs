//! A series of games, played by several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::threads::run_workers;
use uur::match_play::Step;
use uur::notation::write_steps;

use super::player::SearchControl;
use super::playout::{Experiment, GameResult, Playouts};
use super::rounds::play_rounds;
use super::tally::{Details, Tally};

/// The maximum number of games in a batch, the unit of work of a thread. Few enough to finish soon, enough to
/// make the delivery cheap and to interleave sowings of many laps.
const BATCH: u64 = 4096;

/// A half-open range of game numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct GameRange(pub u64, pub u64);

impl GameRange {
    /// Returns shard `shard`, from 1, of the first `games` games in `of` shards.
    pub fn shard(games: u64, shard: u64, of: u64) -> GameRange {
        let begin = |shard: u64| (u128::from(games) * u128::from(shard) / u128::from(of)) as u64;
        GameRange(begin(shard - 1), begin(shard))
    }

    /// Returns the number of games.
    pub fn games(self) -> u64 {
        self.1 - self.0
    }

    /// Adds a range to sorted ranges. `None` if they overlap.
    pub fn join(spans: &mut Vec<GameRange>, added: GameRange) -> Option<()> {
        if added.0 >= added.1 {
            return Some(());
        }
        let at = spans.partition_point(|span| span.0 < added.0);
        let before = at.checked_sub(1).map(|before| spans[before]);
        let after = spans.get(at).copied();
        if before.is_some_and(|before| before.1 > added.0) || after.is_some_and(|after| after.0 < added.1) {
            return None;
        }
        spans.insert(at, added);
        spans.dedup_by(|next, span| {
            let touch = span.1 == next.0;
            if touch {
                span.1 = next.1;
            }
            touch
        });
        Some(())
    }
}

/// The options of a series.
#[derive(Debug, Clone, Copy)]
pub struct SeriesOptions<'a> {
    /// Which games are played.
    pub span: GameRange,
    /// The number of threads; 0 is the caller's own.
    pub threads: usize,
    /// Whether moves are observed, to count captures, laps and clauses.
    pub details: bool,
    /// Whether each game is delivered too.
    pub each_game: bool,
    /// Once this is true, no further game begins, and games of searching players are abandoned.
    pub stop: &'a AtomicBool,
}

/// Consecutive games of a series.
#[derive(Debug)]
pub struct Batch {
    /// Which.
    pub span: GameRange,
    /// Their counts.
    pub tally: Tally,
    /// Each game with its steps, if requested.
    pub games: Vec<(GameResult, Vec<Step>)>,
}

/// Plays games of a series and delivers them in order. Each game depends on its number alone. The series ends
/// early if it is stopped or if `deliver` fails.
pub fn play_series<E>(
    experiment: &Experiment,
    work: &SeriesOptions,
    mut deliver: impl FnMut(Batch) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(work.span.0);
    // Each thread gets several batches, so that all finish at about the same time.
    let goes = 8 * work.threads.max(1) as u64;
    let games = if experiment.thinks() { 1 } else { (work.span.games() / goes).clamp(1, BATCH) };
    let worker = || {
        let control = SearchControl { stop: work.stop, ..SearchControl::unbounded() };
        let mut playouts = Playouts::new(*experiment).bounded(control);
        let next = &next;
        move || {
            if work.stop.load(Ordering::Relaxed) {
                return None;
            }
            let up_to = |first: u64| Some(work.span.1.min(first.saturating_add(games)));
            let first = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, up_to).unwrap_or_default();
            let last = work.span.1.min(first.saturating_add(games));
            if first < last { play_batch(&mut playouts, GameRange(first, last), work) } else { None }
        }
    };
    let mut waiting = BTreeMap::new();
    let mut due = work.span.0;
    run_workers(work.threads, worker, |batch| {
        waiting.insert(batch.span.0, batch);
        while let Some(batch) = waiting.remove(&due) {
            due = due.saturating_add(games);
            deliver(batch)?;
        }
        Ok(())
    })?;
    // After a stop, earlier games may be missing.
    waiting.into_values().try_for_each(deliver)
}

/// Plays a batch. `None` if the series was stopped during a sowing.
fn play_batch(playouts: &mut Playouts, span: GameRange, work: &SeriesOptions) -> Option<Batch> {
    let mut batch = Batch { span, tally: Tally::default(), games: vec![] };
    if let Some(engine) = playouts.rounds.as_ref().filter(|_| !work.details && !work.each_game) {
        let mut next = span.0;
        let numbers = std::iter::from_fn(|| {
            let number = next;
            let goes_on = number < span.1 && !work.stop.load(Ordering::Relaxed);
            next += u64::from(goes_on);
            goes_on.then_some(number)
        });
        let tell = |number, played| batch.tally.count(number, &played);
        let all = play_rounds(engine, &playouts.experiment, numbers, work.stop, tell);
        batch.span.1 = next;
        return (all && !playouts.is_stopped()).then_some(batch);
    }
    let mut details = work.details.then(Details::default);
    // The details of an abandoned game are discarded.
    let mut before = details.clone();
    for number in span.0..span.1 {
        if work.stop.load(Ordering::Relaxed) {
            batch.span.1 = number;
            break;
        }
        before.clone_from(&details);
        let played = match &mut details {
            None => playouts.play(number, &mut ()),
            Some(details) => playouts.play(number, details),
        };
        if playouts.is_stopped() {
            details = before;
            batch.span.1 = number;
            break;
        }
        batch.tally.count(number, &played);
        if playouts.experiment.pairs {
            batch.tally.count_player(playouts.experiment.swaps(number), &played);
        }
        if playouts.experiment.thinks() {
            // Replaying the game for its record would repeat the searches.
            batch.tally.record(number, || write_steps(&playouts.experiment.game.program, &playouts.steps));
        }
        if work.each_game {
            batch.games.push((played, playouts.steps.clone()));
        }
    }
    batch.tally.details = details;
    Some(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_all_games_once() {
        let shards: Vec<GameRange> = (1..=3).map(|shard| GameRange::shard(10, shard, 3)).collect();
        assert_eq!(shards, [GameRange(0, 3), GameRange(3, 6), GameRange(6, 10)]);
        let mut all = vec![];
        for shard in [shards[2], shards[0], shards[1]] {
            GameRange::join(&mut all, shard).unwrap();
        }
        assert_eq!(all, [GameRange(0, 10)]);
        assert_eq!(GameRange::join(&mut all, GameRange(9, 12)), None, "the last game is there already");
    }
}
