//! Long work: progress bars, threads, and signals that keep finished results.

use std::io::{self, IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::output::eprint;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use uur::diagnostic::count;
use uur::game::Game;

/// Whether a signal has come during work that can stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C request the work to stop, and so do the signals by which a system ends a program (`SIGTERM`) or a
/// terminal is closed (`SIGHUP`). A second Ctrl-C or `SIGTERM` ends the program at once.
pub fn stop_on_ctrl_c() -> &'static AtomicBool {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        // Without a handler a signal ends the program, as usual.
        let _ = handle_signals();
    });
    &STOP
}

/// Handles signals without a thread, which the machine might refuse.
#[cfg(unix)]
fn handle_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_default};
    static CAME: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    for (signal, came) in [SIGINT, SIGTERM].into_iter().zip(&CAME) {
        register_conditional_default(signal, came)?;
        register(signal, came)?;
        register(signal, &STOP)?;
    }
    // A terminal that is closed sends it several times, so a second one says no more than the first.
    if !hangup_is_ignored() {
        register(SIGHUP, &STOP)?;
    }
    Ok(())
}

/// Whether the program was started to outlive its terminal, as by `nohup`.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let ignored = status.as_deref().and_then(|status| status.lines().find_map(|line| line.strip_prefix("SigIgn:")));
    match ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok()) {
        // The lowest bit is that of the signal 1.
        Some(signals) => signals & 1 == 1,
        None => ![io::stdin().is_terminal(), io::stdout().is_terminal(), stderr().is_terminal()].contains(&true),
    }
}

#[cfg(not(unix))]
fn handle_signals() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
}

/// Whether a signal has requested the work to stop; see [`stop_on_ctrl_c`].
pub fn stop_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Whether a sowing was abandoned because of its length, which stops the work too.
static ABANDONED: AtomicBool = AtomicBool::new(false);

/// The game with sowings that end early once the work is to stop. The work stops if a sowing is too long.
pub fn stoppable(mut game: Game) -> Game {
    game.program.interrupt_reporting(stop_requested, || {
        ABANDONED.store(true, Ordering::Relaxed);
        STOP.store(true, Ordering::Relaxed);
    });
    game
}

/// Whether the work stopped because a sowing is too long.
pub fn sowing_abandoned() -> bool {
    ABANDONED.load(Ordering::Relaxed)
}

/// A progress bar; hidden if standard error is not a terminal.
pub fn progress_bar(all: u64, of: &str) -> ProgressBar {
    bar(Some(all), &format!("{{bar:32}} {{pos}} of {{len}} {of}, {{pace}}  {{msg}}"))
}

/// A progress bar that names the files in work.
pub fn file_progress_bar(all: usize) -> ProgressBar {
    let files = count(all, "file");
    bar(Some(all as u64), &format!("{{spinner}} {{pos}} of {files}, {{elapsed}}: {{wide_msg}}"))
}

/// A progress line for work of unknown length, with the number of positions.
pub fn position_counter() -> ProgressBar {
    bar(None, "{human_pos} positions, {speed}/s, {elapsed}, {msg}")
}

/// Draws a bar at once and keeps it moving before the first step is finished.
fn bar(all: Option<u64>, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    let style = style.with_key("pace", write_pace).with_key("speed", write_speed);
    let bar = all.map_or_else(ProgressBar::new_spinner, ProgressBar::new).with_style(style);
    // Moving it takes a thread, which the machine might refuse.
    if thread::Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// Writes the speed and the time left. Before the first step is finished, writes the time elapsed.
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

/// Writes the steps per second.
fn write_speed(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    // Formatting the progress bar is best effort.
    let _ = write!(text, "{:.0}", state.per_sec());
}

/// The number of threads that the machine runs at once.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the number of threads to use: as many as requested, or fewer, with a message, if the machine does
/// not grant them.
pub fn available_threads(wanted: usize) -> usize {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Mutex::new(receiver);
    let started = thread::scope(|scope| {
        // They wait until all have been started, so that all exist at the same time.
        let wait = || drop(receiver.lock().map(|receiver| receiver.recv()));
        let started = (0..wanted).map_while(|_| thread::Builder::new().spawn_scoped(scope, wait).ok()).count();
        drop(sender);
        started
    });
    if started == wanted {
        return wanted;
    }
    // The work itself needs memory too.
    let fewer = (started / 2).max(1);
    eprint(&format!("the machine grants {started} of {wanted} threads; continuing with {fewer}\n"));
    fewer
}

/// Says that a thread was refused.
pub fn no_thread(reason: &io::Error) -> String {
    format!("the machine grants no thread: {reason}")
}

/// The time since the first call. It never goes back, even if the clock of the machine does.
pub fn clock() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    static LATEST: AtomicU64 = AtomicU64::new(0);
    let now = BEGAN.get_or_init(Instant::now).elapsed().as_nanos() as u64;
    Duration::from_nanos(LATEST.fetch_max(now, Ordering::Relaxed).max(now))
}

/// Formats a duration for people.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
