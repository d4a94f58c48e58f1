//! A series of games, played by several threads at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::threads::run_workers;
use uur::match_play::Step;
use uur::notation::write_steps;

use super::player::Thought;
use super::playout::{Experiment, Played, Playouts};
use super::rounds::play_rounds;
use super::tally::{Details, Tally};

/// Games that a thread plays in one go, at most: few enough that they are soon done, enough that handing
/// them over costs nothing, and that sowings of many laps meet others to go on with.
const BATCH: u64 = 4096;

/// Games of a series by their numbers: from the first up to, but not including, the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span(pub u64, pub u64);

impl Span {
    /// One of so many pieces of the first so many games, from 1.
    pub fn shard(games: u64, shard: u64, of: u64) -> Span {
        let begin = |shard: u64| (u128::from(games) * u128::from(shard) / u128::from(of)) as u64;
        Span(begin(shard - 1), begin(shard))
    }

    /// How many games.
    pub fn games(self) -> u64 {
        self.1 - self.0
    }

    /// Adds games to others that are in order; `None` if some are among them already.
    pub fn join(spans: &mut Vec<Span>, added: Span) -> Option<()> {
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

/// How a series is played.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    /// Which games of it.
    pub span: Span,
    /// By how many threads.
    pub threads: usize,
    /// Whether the moves are watched, so that captures, laps and clauses can be counted.
    pub details: bool,
    /// Whether each game is handed over as well.
    pub each_game: bool,
    /// Once this is true, no further game is begun, and none with players who think is ended.
    pub stop: &'a AtomicBool,
}

/// Some games of a series that follow each other.
#[derive(Debug)]
pub struct Batch {
    /// Which.
    pub span: Span,
    /// What they come to.
    pub tally: Tally,
    /// Each of them with its steps, if asked for.
    pub games: Vec<(Played, Vec<Step>)>,
}

/// Plays games of a series and hands them over in their order; what comes of each depends on its
/// number alone. Ends early if the work is to stop, or if handing over fails.
pub fn play_series<E>(
    experiment: &Experiment,
    work: &Work,
    mut hand_over: impl FnMut(Batch) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(work.span.0);
    // Each thread is to have several goes, so that all end at about the same time.
    let goes = 8 * work.threads.max(1) as u64;
    let games = if experiment.thinks() { 1 } else { (work.span.games() / goes).clamp(1, BATCH) };
    let worker = || {
        let thought = Thought { stop: work.stop, ..Thought::UNBOUNDED };
        let mut playouts = Playouts::new(*experiment).bounded(thought);
        let next = &next;
        move || {
            if work.stop.load(Ordering::Relaxed) {
                return None;
            }
            let up_to = |first: u64| Some(work.span.1.min(first.saturating_add(games)));
            let first = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, up_to).unwrap_or_default();
            let last = work.span.1.min(first.saturating_add(games));
            if first < last { play_batch(&mut playouts, Span(first, last), work) } else { None }
        }
    };
    let mut waiting = BTreeMap::new();
    let mut due = work.span.0;
    run_workers(work.threads, worker, |batch| {
        waiting.insert(batch.span.0, batch);
        while let Some(batch) = waiting.remove(&due) {
            due = due.saturating_add(games);
            hand_over(batch)?;
        }
        Ok(())
    })?;
    // Where the work was stopped, some games before others may be missing.
    waiting.into_values().try_for_each(hand_over)
}

/// Plays some games; nothing if the work was stopped while some were in the midst of a sowing.
fn play_batch(playouts: &mut Playouts, span: Span, work: &Work) -> Option<Batch> {
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
    // What was seen of a game that was given up does not count.
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
            // To play it again for its record would take as long again.
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
        let shards: Vec<Span> = (1..=3).map(|shard| Span::shard(10, shard, 3)).collect();
        assert_eq!(shards, [Span(0, 3), Span(3, 6), Span(6, 10)]);
        let mut all = vec![];
        for shard in [shards[2], shards[0], shards[1]] {
            Span::join(&mut all, shard).unwrap();
        }
        assert_eq!(all, [Span(0, 10)]);
        assert_eq!(Span::join(&mut all, Span(9, 12)), None, "the last game is there already");
    }
}
