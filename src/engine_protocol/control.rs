//! The stop signal: it reaches a search that runs, and searches that still wait for their turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Thread};

/// The stop signal of a session. Commands have numbers, in the order in which they are read.
pub struct Control {
    /// Searches of commands before this number are to stop.
    stopped_before: AtomicU64,
    /// The number of the last command that was carried out.
    done: AtomicU64,
    /// The thread that carries out commands.
    worker: Thread,
}

impl Control {
    pub fn new(worker: Thread) -> Self {
        Control { stopped_before: AtomicU64::new(0), done: AtomicU64::new(0), worker }
    }

    /// Stops the searches of all commands before this number.
    pub fn stop(&self, number: u64) {
        self.stopped_before.fetch_max(number, Ordering::Release);
        self.worker.unpark();
    }

    /// Whether the search of a command is to stop.
    pub fn stops(&self, number: u64) -> bool {
        self.stopped_before.load(Ordering::Acquire) > number
    }

    /// Notes that a command has been carried out.
    pub fn finish(&self, number: u64) {
        self.done.store(number, Ordering::Release);
    }

    /// Whether a command has been carried out.
    pub fn has_finished(&self, number: u64) -> bool {
        self.done.load(Ordering::Acquire) >= number
    }

    /// Waits until the search of a command is to stop. The worker's own thread calls this.
    pub fn wait(&self, number: u64) {
        while !self.stops(number) {
            thread::park();
        }
    }
}
