//! The computer thinks at the table: its time, whoever stops it, and what is shown meanwhile.
//!
//! The search asks here whether to stop. At a terminal keys are looked for while it runs.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::tty;
use crate::cli::output::screen_size;
use uur::diagnostic::count;
use uur::game::Game;
use uur::notation::write_move;
use uur::source::coloured;
use uur_lab::search::{Line, Report};

/// How often a key is looked for.
const LOOKED_FOR: Duration = Duration::from_millis(20);
/// Moves shown of a line.
const MOVES_SHOWN: usize = 10;

/// Whoever looks after a search while it runs.
#[derive(Debug)]
pub struct SearchMonitor {
    began: Instant,
    time: Option<Duration>,
    /// Whether keys can be heard.
    listens: bool,
    /// Whether any key stops it, and not only Ctrl-C and Esc.
    any_key: bool,
    looked: Cell<Instant>,
    stopped: Cell<bool>,
    interrupted: Cell<bool>,
    shows: bool,
}

impl SearchMonitor {
    /// Thinking that ends after some time, if there is one, and before that by Ctrl-C or Esc at a
    /// terminal, or by any key.
    pub fn begin(time: Option<Duration>, interactive: bool, any_key: bool, shows: bool) -> Self {
        let began = Instant::now();
        let listens = interactive && tty::can_read_keys();
        let (looked, stopped, interrupted) = (Cell::new(began), Cell::new(false), Cell::new(false));
        SearchMonitor { began, time, listens, any_key, looked, stopped, interrupted, shows }
    }

    /// Whether to stop now.
    pub fn stops(&self) -> bool {
        if self.stopped.get() || self.time.is_none() && !self.listens {
            return self.stopped.get();
        }
        let now = Instant::now();
        let mut stops = self.time.is_some_and(|time| now - self.began >= time);
        if self.listens && now - self.looked.get() >= LOOKED_FOR {
            self.looked.set(now);
            stops |= if self.any_key { tty::wait_for_key(Duration::ZERO, b"").is_some() } else { self.interrupted() };
        }
        self.stopped.set(stops);
        stops
    }

    /// Whether Ctrl-C or Esc was pressed since it began.
    pub fn interrupted(&self) -> bool {
        let interrupted = self.interrupted.get() || self.listens && tty::interrupted();
        self.interrupted.set(interrupted);
        interrupted
    }

    /// Shows one line over the one before, where that can be.
    pub fn show(&self, text: &str) {
        if self.shows {
            let (columns, _) = room();
            let cut: String = text.chars().take(columns).collect();
            // Whoever does not see it misses nothing that is not said again.
            let _ = super::print_control(&format!("\r\x1b[2K{}", coloured(&cut)));
        }
    }

    /// Shows lines over those shown before, of which the number is told; gives back the number of
    /// the new ones.
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

    /// How fast it thinks, where somebody sits and waits for it. Elsewhere the same lines are to
    /// give the same text.
    pub fn speed(&self, report: &Report) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        if !self.listens || seconds < 0.01 {
            return String::new();
        }
        let thousands = report.nodes as f64 / seconds / 1000.0;
        format!(" in {seconds:.1} s, {thousands:.0} thousand a second")
    }
}

/// The columns and rows in which something can be drawn over itself.
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

/// How deep it looked, and how much it played in thought.
pub fn depth_text(report: &Report) -> String {
    let looked = count(report.nodes as usize, "position");
    match report.complete {
        true => format!("to the end, {looked}"),
        false => format!("depth {}, {looked}", report.depth),
    }
}

/// A line of play with its score, and the error of it if it has one.
pub fn line_text(game: &Game, line: &Line) -> String {
    let mut text: Vec<String> = line.moves.iter().take(MOVES_SHOWN).map(|&m| write_move(&game.program, m)).collect();
    if line.moves.len() > MOVES_SHOWN {
        text.push("...".into());
    }
    let error = line.error().map_or(String::new(), |error| format!(" ± {error:.1}"));
    format!("{}{error}: {}", line.score, text.join(" "))
}
