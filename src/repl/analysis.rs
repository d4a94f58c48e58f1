//! Monitors a search: its time limit, keys that stop it, and its progress display.
//!
//! The search calls [`SearchMonitor::stops`] to ask whether to stop. At a terminal that polls the keyboard.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::tty;
use crate::cli::output::screen_size;
use uur::diagnostic::count;
use uur::game::Game;
use uur::notation::write_move;
use uur::source::coloured;
use uur_lab::search::{ScoredPv, SearchInfo};

/// How often the keyboard is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The most moves printed of a line of play.
const MOVES_SHOWN: usize = 10;

/// The monitor of a running search.
#[derive(Debug)]
pub struct SearchMonitor {
    began: Instant,
    time: Option<Duration>,
    /// Whether keys can be read.
    listens: bool,
    /// Whether any key stops the search, and not only Ctrl-C and Esc.
    any_key: bool,
    last_poll: Cell<Instant>,
    stopped: Cell<bool>,
    interrupted: Cell<bool>,
    shows: bool,
}

impl SearchMonitor {
    /// Starts to monitor a search. It ends after the time limit, if there is one. At a terminal Ctrl-C and
    /// Esc end it too or, with `any_key`, any key.
    pub fn begin(time: Option<Duration>, interactive: bool, any_key: bool, shows: bool) -> Self {
        let began = Instant::now();
        let listens = interactive && tty::can_read_keys();
        let (last_poll, stopped, interrupted) = (Cell::new(began), Cell::new(false), Cell::new(false));
        SearchMonitor { began, time, listens, any_key, last_poll, stopped, interrupted, shows }
    }

    /// Whether to stop now.
    pub fn stops(&self) -> bool {
        if self.stopped.get() || self.time.is_none() && !self.listens {
            return self.stopped.get();
        }
        let now = Instant::now();
        let mut stops = self.time.is_some_and(|time| now - self.began >= time);
        if self.listens && now - self.last_poll.get() >= POLL_INTERVAL {
            self.last_poll.set(now);
            stops |= if self.any_key { tty::wait_for_key(Duration::ZERO, b"").is_some() } else { self.interrupted() };
        }
        self.stopped.set(stops);
        stops
    }

    /// Whether Ctrl-C or Esc was pressed since the search began.
    pub fn interrupted(&self) -> bool {
        let interrupted = self.interrupted.get() || self.listens && tty::interrupted();
        self.interrupted.set(interrupted);
        interrupted
    }

    /// Replaces the displayed line, if the terminal can redraw.
    pub fn show(&self, text: &str) {
        if self.shows {
            let (columns, _) = room();
            let cut: String = text.chars().take(columns).collect();
            // Ignore write errors: this line is only progress output.
            let _ = super::print_control(&format!("\r\x1b[2K{}", coloured(&cut)));
        }
    }

    /// Replaces the displayed lines, `drawn` in number. Returns the number of the new ones.
    pub fn redraw(&self, drawn: usize, text: &str) -> usize {
        if !self.shows {
            return 0;
        }
        let up = if drawn > 1 { format!("\x1b[{}A", drawn - 1) } else { String::new() };
        let (columns, rows) = room();
        let cut: Vec<String> = text.lines().take(rows).map(|line| line.chars().take(columns).collect()).collect();
        let _ = super::print_control(&format!("{up}\r\x1b[J{}", coloured(&cut.join("\n"))));
        cut.len()
    }

    /// Describes the speed of the search; empty without a terminal, so that output is reproducible there.
    pub fn speed(&self, report: &SearchInfo) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        if !self.listens || seconds < 0.01 {
            return String::new();
        }
        let thousands = report.nodes as f64 / seconds / 1000.0;
        format!(" in {seconds:.1} s, {thousands:.0} thousand per second")
    }
}

/// The columns and rows of the area that can be redrawn.
fn room() -> (usize, usize) {
    let (columns, rows) = screen_size().unwrap_or((80, 24));
    (columns.saturating_sub(2), rows.saturating_sub(1))
}

impl Drop for SearchMonitor {
    fn drop(&mut self) {
        if self.shows {
            let _ = super::print_control("\r\x1b[2K");
        }
    }
}

/// Describes the depth of the search and the number of positions.
pub fn depth_text(report: &SearchInfo) -> String {
    let positions = count(report.nodes as usize, "position");
    match report.complete {
        true => format!("to the end, {positions}"),
        false => format!("depth {}, {positions}", report.depth),
    }
}

/// Formats a line of play with its score, and the error of the score if there is one.
pub fn line_text(game: &Game, line: &ScoredPv) -> String {
    let mut text: Vec<String> = line.moves.iter().take(MOVES_SHOWN).map(|&m| write_move(&game.program, m)).collect();
    if line.moves.len() > MOVES_SHOWN {
        text.push("...".into());
    }
    let error = line.error().map_or(String::new(), |error| format!(" ± {error:.1}"));
    format!("{}{error}: {}", line.score, text.join(" "))
}
