//! Long work: how far it is, and Ctrl-C that keeps what is done.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::output::eprint;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use uur::diagnostic::count;

/// Whether Ctrl-C was pressed while something was being done that can stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks the work to stop; a second time it ends the program at once.
pub fn stop_on_ctrl_c() -> &'static AtomicBool {
    // Where no handler can be set, Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &STOP
}

/// Whether Ctrl-C has asked the work to stop, see [`stop_on_ctrl_c`].
pub fn stop_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// A line on the terminal that tells how much of some work is done; nothing where there is no
/// terminal.
pub fn progress_bar(all: u64, of: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:32}} {{pos}} of {{len}} {of}, {{pace}}  {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is sound").with_key("pace", write_pace);
    start_ticking(ProgressBar::new(all).with_style(style))
}

/// Shows a line at once and moves it on, before anything is done.
fn start_ticking(bar: ProgressBar) -> ProgressBar {
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A line on the terminal that shows how many files are done, and which are being worked on; nothing
/// where there is no terminal.
pub fn file_progress_bar(all: usize) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{spinner}} {{pos}} of {}, {{elapsed}}: {{wide_msg}}", count(all, "file"));
    let style = ProgressStyle::with_template(&template).expect("the template is sound");
    start_ticking(ProgressBar::new(all as u64).with_style(style))
}

/// How fast it goes and how long it will take; before anything is done, how long it has taken.
fn write_pace(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    let elapsed = state.elapsed().as_secs_f64();
    let _ = if state.pos() == 0 || elapsed == 0.0 {
        write!(text, "{elapsed:.0} s so far")
    } else {
        let speed = state.pos() as f64 / elapsed;
        let decimals = if speed < 10.0 { 1 } else { 0 };
        write!(text, "{speed:.decimals$}/s, {:#} left", HumanDuration(state.eta()))
    };
}

/// How much is done in a second, for the line on the terminal.
pub fn write_speed(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    // A line on the terminal that cannot be made is none.
    let _ = write!(text, "{:.0}", state.per_sec());
}

/// As many threads as the machine runs at once.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// As many threads as were asked for, or fewer with a word about it, if the machine does not grant them.
pub fn available_threads(asked: usize) -> usize {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Mutex::new(receiver);
    let started = thread::scope(|scope| {
        // They wait until all that are granted have been started.
        let wait = || drop(receiver.lock().map(|receiver| receiver.recv()));
        let started = (0..asked).map_while(|_| thread::Builder::new().spawn_scoped(scope, wait).ok()).count();
        drop(sender);
        started
    });
    if started == asked {
        return asked;
    }
    // What the work itself takes needs room, too.
    let fewer = (started / 2).max(1);
    eprint(&format!("the machine grants {started} of {asked} threads; the work goes on with {fewer}\n"));
    fewer
}

/// The time since this was asked for the first time.
pub fn clock() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// How long something took, for people.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
