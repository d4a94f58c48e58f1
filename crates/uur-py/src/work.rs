//! Long work: it runs in a thread of its own, while the thread of the caller serves signals and callbacks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, Builder};
use std::time::Duration;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use uur::Game;

use crate::problem::bug;

/// The time between two calls of a progress function, and between two looks at the signals.
const INTERVAL: Duration = Duration::from_millis(50);
/// The stack of a thread that plays or searches.
pub const USUAL_STACK: usize = 64 << 20;

/// What work and its caller tell each other.
#[derive(Default)]
pub struct WorkControl {
    /// Once this is true, the work ends soon, and its result is discarded.
    pub stop: Arc<AtomicBool>,
    /// How much of the work is done.
    pub done: AtomicU64,
}

impl WorkControl {
    /// The game, whose long sowings end when the work is stopped.
    pub fn heeded(&self, game: &Game) -> Game {
        let stop = self.stop.clone();
        game.clone().heeding(move || stop.load(Ordering::Relaxed))
    }

    /// Whether the work is to end.
    pub fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Tells the caller that the work has ended, in whatever way.
struct EndSign<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for EndSign<'_> {
    fn drop(&mut self) {
        if let Ok(mut ended) = self.0.0.lock() {
            *ended = true;
        }
        self.0.1.notify_all();
    }
}

/// Does work without holding the interpreter. `progress` is called with what is done and `all`.
///
/// # Errors
/// What `progress` raises, `KeyboardInterrupt`, `UurError` if the work panics, and `MemoryError` if there is no stack.
/// The work has ended then.
pub fn run<T: Send>(
    py: Python<'_>,
    stack: usize,
    progress: Option<&Bound<'_, PyAny>>,
    all: u64,
    work: impl FnOnce(&WorkControl) -> T + Send,
) -> PyResult<T> {
    let control = WorkControl::default();
    let ended = (Mutex::new(false), Condvar::new());
    thread::scope(|scope| {
        let worker = || {
            let _sign = EndSign(&ended);
            work(&control)
        };
        let refused = |reason| PyMemoryError::new_err(format!("no thread with {} MiB of stack: {reason}", stack >> 20));
        let thread = Builder::new().stack_size(stack).spawn_scoped(scope, worker).map_err(refused)?;
        let mut told = None;
        let mut failure = None;
        while !py.detach(|| waits_for_end(&ended)) {
            if failure.is_some() {
                continue;
            }
            let tell = |done| progress.map_or(Ok(()), |progress| progress.call1((done, all)).map(drop));
            let done = control.done.load(Ordering::Relaxed);
            let told_now = if told == Some(done) { Ok(()) } else { tell(done) };
            told = Some(done);
            if let Err(error) = told_now.and_then(|()| py.check_signals()) {
                control.stop.store(true, Ordering::Relaxed);
                failure = Some(error);
            }
        }
        let result = thread.join();
        if let Some(error) = failure {
            return Err(error);
        }
        let result = result.map_err(|fault| bug(&*fault))?;
        if let Some(progress) = progress {
            progress.call1((all.min(control.done.load(Ordering::Relaxed)), all))?;
        }
        Ok(result)
    })
}

/// Waits a while for the end of the work, and returns whether it has come.
fn waits_for_end((ended, sign): &(Mutex<bool>, Condvar)) -> bool {
    let Ok(ended) = ended.lock() else { return true };
    sign.wait_timeout_while(ended, INTERVAL, |ended| !*ended).map_or(true, |(ended, _)| *ended)
}
