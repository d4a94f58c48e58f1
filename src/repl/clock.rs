//! The clock of a game at the table.

use std::time::{Duration, Instant};

use uur::notation::Clock;
use uur::rules::Side;

/// A running clock.
#[derive(Debug, Clone)]
pub struct TableClock {
    clock: Clock,
    /// The time that South and North have left, at the last move.
    left: [Duration; 2],
    /// The last move.
    since: Instant,
}

impl TableClock {
    /// Starts the clock of the player to move.
    pub fn start(clock: Clock) -> TableClock {
        TableClock { clock, left: [clock.time; 2], since: Instant::now() }
    }

    /// Whether the time of the player to move is over.
    pub fn has_run_out(&self, to_move: Side) -> bool {
        self.since.elapsed() >= self.left[to_move]
    }

    /// Counts the time since the last call for the player who decides, if one does. A move that ends the turn adds some.
    /// Returns the times as text.
    pub fn press(&mut self, side: Option<Side>, ends_turn: bool) -> String {
        if let Some(side) = side {
            self.spend(side, self.since.elapsed(), ends_turn);
        }
        self.since = Instant::now();
        self.times(None)
    }

    fn spend(&mut self, side: Side, time: Duration, ends_turn: bool) {
        let more = if ends_turn { self.clock.more } else { Duration::ZERO };
        self.left[side] = self.left[side].saturating_sub(time) + more;
    }

    /// The times that are left, with that of the player to move running.
    pub fn times(&self, to_move: Option<Side>) -> String {
        let time = |side: Side| {
            let spent = if to_move == Some(side) { self.since.elapsed() } else { Duration::ZERO };
            let seconds = self.left[side].saturating_sub(spent).as_secs();
            format!("{} {}:{:02}", side.title(), seconds / 60, seconds % 60)
        };
        format!("time left: {}, {}\n", time(Side::South), time(Side::North))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_spent_by_the_player_who_moves() {
        let mut clock = TableClock::start(Clock::read("5m+3s").expect("it is a clock"));
        clock.spend(Side::South, Duration::from_secs(10), true);
        clock.spend(Side::North, Duration::from_secs(70), false);
        assert_eq!(clock.times(None), "time left: South 4:53, North 3:50\n");
        clock.spend(Side::North, Duration::from_secs(600), false);
        assert!(clock.has_run_out(Side::North) && !clock.has_run_out(Side::South));
    }
}
