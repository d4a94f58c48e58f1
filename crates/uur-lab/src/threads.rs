//! A pool of workers: several threads take pieces of work, and one place receives the results. And work on a thread of
//! its own.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::{self, Builder};
use std::time::Duration;

/// The stack for deep recursion. It is reserved, and used only as far as needed.
const STACK: usize = 1 << 30;

/// Runs workers in up to `threads` threads and passes each result to `receive` in this thread.
///
/// Each thread creates a worker and calls it until it returns `None`. If the system refuses a thread, the
/// started ones do the work. Without any, and with `threads` 0, this thread does.
///
/// # Errors
/// The first error of `receive`. Each thread ends after its current piece.
pub fn run_workers<T: Send, E, W: FnMut() -> Option<T>>(
    threads: usize,
    worker: impl Fn() -> W + Sync,
    receive: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    run_workers_with(|_| Builder::new(), threads, worker, receive)
}

/// Does the pieces of work with these numbers in up to `threads` threads, and returns the results in order. A thread ends
/// with the first piece that has none, and pieces that were not begun have none either. `on_done` is called in this
/// thread after each result.
pub fn in_order<T: Send>(
    threads: usize,
    numbers: Range<u64>,
    work: impl Fn(u64) -> Option<T> + Sync,
    mut on_done: impl FnMut(),
) -> Vec<Option<T>> {
    let next = AtomicU64::new(numbers.start);
    let worker = || {
        || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let result = numbers.contains(&number).then(|| work(number))??;
            Some((number, result))
        }
    };
    let mut results: Vec<Option<T>> = numbers.clone().map(|_| None).collect();
    let Ok(()) = run_workers(threads, worker, |(number, result)| {
        results[(number - numbers.start) as usize] = Some(result);
        on_done();
        Ok::<(), Infallible>(())
    });
    results
}

/// [`run_workers`] with a builder for each thread.
fn run_workers_with<T: Send, E, W: FnMut() -> Option<T>>(
    builder: impl Fn(usize) -> Builder,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut receive: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if threads == 0 {
        return std::iter::from_fn(worker()).try_for_each(receive);
    }
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(2 * threads);
        let start = |number: usize| {
            let (sender, worker) = (sender.clone(), &worker);
            let work = move || {
                let mut next = worker();
                while let Some(result) = next() {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            };
            builder(number).spawn_scoped(scope, work).ok()
        };
        let granted = (0..threads).map_while(start).count();
        drop(sender);
        if granted == 0 {
            return std::iter::from_fn(worker()).try_for_each(receive);
        }
        // When this returns, the receiver is dropped and the threads end.
        let mut results = receiver.into_iter();
        results.try_for_each(&mut receive)
    })
}

/// Does work that recurses deeply on a thread of its own, while this one asks whether to stop. `None` if no thread can
/// be had.
pub fn beside<T: Send>(stop: &dyn Fn() -> bool, work: impl FnOnce(&AtomicBool) -> T + Send) -> Option<T> {
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        let working = Builder::new().stack_size(STACK).spawn_scoped(scope, || work(&stopped)).ok()?;
        while !working.is_finished() {
            stopped.fetch_or(stop(), Ordering::Relaxed);
            thread::sleep(Duration::from_millis(2));
        }
        working.join().ok()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    use std::thread::ThreadId;

    use super::*;

    /// Shares a hundred pieces among four threads, of which `granted` can start. Returns the sorted results,
    /// and the threads that did the work.
    fn share_a_hundred(granted: usize) -> (Vec<usize>, Vec<ThreadId>) {
        let next = AtomicUsize::new(0);
        let threads = Mutex::new(vec![]);
        let mut results = vec![];
        let worker = || {
            threads.lock().unwrap().push(thread::current().id());
            || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < 100)
        };
        // No system grants such a stack.
        let refused = || Builder::new().stack_size(usize::MAX >> 2);
        let builder = |number| if number < granted { Builder::new() } else { refused() };
        let Ok(()) = run_workers_with(builder, 4, worker, |result| {
            results.push(result);
            Ok::<(), Infallible>(())
        });
        results.sort_unstable();
        (results, threads.into_inner().unwrap())
    }

    #[test]
    fn granted_threads_do_the_work_of_refused_ones() {
        for (granted, workers) in [(4, 4), (1, 1), (0, 1)] {
            let (results, threads) = share_a_hundred(granted);
            assert!(results.iter().copied().eq(0..100), "{granted} granted: {results:?}");
            assert_eq!(threads.len(), workers, "{granted} granted");
            assert_eq!(threads.contains(&thread::current().id()), granted == 0);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        for threads in [0, 1, 3] {
            let next = AtomicUsize::new(0);
            let worker = || || Some(next.fetch_add(1, Ordering::Relaxed));
            let mut received = 0;
            let ended = run_workers(threads, worker, |_| {
                received += 1;
                if received == 5 { Err("enough") } else { Ok(()) }
            });
            assert_eq!((ended, received), (Err("enough"), 5));
        }
    }
}
