//! A team: threads that search the same position together.
//!
//! They share a transposition table, so that each profits by what the others find, and see which positions the others
//! search just now, so that they go different ways (J.-C. Weill, The ABDADA distributed minimax search algorithm,
//! ICCA Journal 19 (1996), 3-16). The first answer counts, and the others stop. What depends on a line belongs to one
//! thread and is not shared.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Builder};

use super::SolveLimits;
use super::model::PositionKey;

/// Nodes between two polls of the stop function.
const POLL_INTERVAL: u64 = 1 << 10;
/// The number of positions in work that are remembered.
const POSITIONS_IN_WORK: usize = 1 << 12;
/// The stack of a thread, which recurses once per move.
const STACK: usize = 3 << 30;

/// What the searches of a solver share.
#[derive(Default)]
pub(super) struct SolverRun {
    nodes: AtomicU64,
    stopped: AtomicBool,
    dead_end: AtomicBool,
}

impl SolverRun {
    /// Nodes searched so far. Threads report them now and then, and at the end of a search.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether the search was stopped.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search stopped at a position to which the rules give no value.
    pub fn met_dead_end(&self) -> bool {
        self.dead_end.load(Relaxed)
    }
}

/// A thread's part in a team.
pub(super) struct TeamMember<'a> {
    run: Arc<SolverRun>,
    limits: SolveLimits<'a>,
    /// Whether a member has the answer.
    answered: Arc<AtomicBool>,
    /// The positions that the team searches just now, as far as a small table holds them. `None` for one thread.
    in_work: Option<Arc<[AtomicU64]>>,
    /// Nodes that this member has searched.
    pub nodes: u64,
    reported: u64,
    next_poll: u64,
}

impl<'a> TeamMember<'a> {
    /// The members of a team, as many as there are to be threads.
    pub fn team(run: &Arc<SolverRun>, limits: SolveLimits<'a>) -> Vec<TeamMember<'a>> {
        let answered = Arc::new(AtomicBool::new(false));
        let none = || (0..POSITIONS_IN_WORK).map(|_| AtomicU64::new(0)).collect();
        let in_work: Option<Arc<[AtomicU64]>> = (limits.threads > 1).then(none);
        let member = |_| TeamMember {
            run: run.clone(),
            limits,
            answered: answered.clone(),
            in_work: in_work.clone(),
            nodes: 0,
            reported: 0,
            next_poll: 0,
        };
        (0..limits.threads.max(1)).map(member).collect()
    }

    /// Whether other threads search too.
    pub fn has_others(&self) -> bool {
        self.in_work.is_some()
    }

    /// Whether the search is to end: it was stopped, or another member has the answer.
    #[inline]
    pub fn halts(&self) -> bool {
        self.run.stopped() || self.answered.load(Relaxed)
    }

    /// Polls the stop function if it is time to. Returns whether it was.
    #[inline]
    pub fn polls(&mut self) -> bool {
        if self.nodes < self.next_poll || self.halts() {
            return false;
        }
        self.next_poll = self.nodes + POLL_INTERVAL;
        self.report();
        if (self.limits.stop)(self.run.nodes()) {
            self.run.stop();
        }
        true
    }

    /// Adds the nodes of this member to those of the run.
    pub fn report(&mut self) {
        self.run.nodes.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
    }

    /// Stops the search at a position without a legal move in which no end rule applies.
    pub fn meet_dead_end(&self) {
        self.run.dead_end.store(true, Relaxed);
        self.run.stop();
    }

    /// Stops the search if a sowing was cut short. Returns whether it is stopped.
    #[inline]
    pub fn heeds(&self, cut_short: bool) -> bool {
        if cut_short {
            self.run.stop();
        }
        self.run.stopped()
    }

    /// Whether another member searches a position that is not on the line of this one.
    #[inline]
    pub fn is_in_work(&self, key: PositionKey) -> bool {
        self.in_work.as_ref().is_some_and(|in_work| place(in_work, key).load(Relaxed) == key.check)
    }

    /// Tells the others that this member searches a position.
    #[inline]
    pub fn begin(&self, key: PositionKey) {
        if let Some(in_work) = &self.in_work {
            place(in_work, key).store(key.check, Relaxed);
        }
    }

    /// Tells them that it has left the position.
    #[inline]
    pub fn leave(&self, key: PositionKey) {
        if let Some(place) = self.in_work.as_ref().map(|in_work| place(in_work, key))
            && place.load(Relaxed) == key.check
        {
            place.store(0, Relaxed);
        }
    }
}

fn place(in_work: &[AtomicU64], key: PositionKey) -> &AtomicU64 {
    &in_work[key.place as usize % POSITIONS_IN_WORK]
}

/// Something that searches as a member of a team.
pub(super) trait TeamWorker<'a>: Send {
    fn member(&self) -> &TeamMember<'a>;
}

/// Lets all workers search, each in a thread of its own, until one has an answer. `None` if none finds one. If the
/// system refuses a thread, the others do the work.
pub(super) fn first_answer<'a, W: TeamWorker<'a>, T: Send + Sync>(
    workers: &mut [W],
    search: impl Fn(&mut W) -> Option<T> + Sync,
) -> Option<T> {
    let answered = workers[0].member().answered.clone();
    let answer = OnceLock::new();
    let work = |worker: &mut W| {
        if let Some(found) = search(worker) {
            answered.store(true, Relaxed);
            let _ = answer.set(found);
        }
    };
    thread::scope(|scope| {
        let mut workers = workers.iter_mut();
        let first = workers.next().expect("a team has members");
        for worker in workers {
            if Builder::new().stack_size(STACK).spawn_scoped(scope, || work(worker)).is_err() {
                break;
            }
        }
        work(first);
    });
    answered.store(false, Relaxed);
    answer.into_inner()
}
