//! Rule files to begin with: a board and a few usual rules, with two tests that reach every line.

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::syntax;

/// The pits of a row that a template may have.
pub const PITS: RangeInclusive<u8> = 3..=16;
/// The seeds of a pit that a template may have.
pub const SEEDS: RangeInclusive<u8> = 1..=20;
/// The most seeds on its board.
const MOST_SEEDS: u32 = 255;

/// The answers to a question about a game, each with its name and its meaning.
pub trait Answer: Copy + PartialEq + Send + Sync + 'static {
    /// All answers.
    const ALL: &'static [(Self, &'static str, &'static str)];
}

/// How a move goes on after its last seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laps {
    /// It ends there.
    One,
    /// From an occupied pit, its seeds are sown on.
    Relay,
    /// Past the own store; a last seed in it gives a bonus move.
    Store,
}

impl Answer for Laps {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Laps::One, "one", "It ends there, as in Oware"),
        (Laps::Relay, "relay", "From an occupied pit, its seeds are sown on, as in Boola"),
        (Laps::Store, "store", "Past the own store; a last seed in it gives a bonus move, as in Kalah"),
    ];
}

/// What the last seed captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captures {
    /// The seeds opposite an own empty pit.
    Opposite,
    /// The 2 or 3 seeds that it makes in an opponent's pit.
    Completed,
}

impl Answer for Captures {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Captures::Opposite, "opposite", "The seeds opposite an own empty pit; it stays there itself"),
        (Captures::Completed, "completed", "The 2 or 3 seeds that it makes in an opponent's pit, as in Oware"),
    ];
}

/// What happens when a player cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMove {
    /// Both take the seeds on their side, and most seeds win.
    Seeds,
    /// The player who cannot move loses.
    Blocked,
}

impl Answer for NoMove {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (NoMove::Seeds, "seeds", "Both take the seeds on their side, and most seeds win"),
        (NoMove::Blocked, "blocked", "The player who cannot move loses, as in Boola"),
    ];
}

/// The answers from which a rule file is made.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The name of the game: without `"` and control characters.
    pub title: String,
    /// 2 or 4.
    pub rows: u8,
    /// In a row, as [`PITS`] says.
    pub pits: u8,
    /// In each pit, as [`SEEDS`] says.
    pub seeds: u8,
    /// How a move goes on.
    pub laps: Laps,
    /// What the last seed captures.
    pub capture: Captures,
    /// What happens when a player cannot move.
    pub end: NoMove,
}

impl Template {
    /// Checks that the answers go together.
    ///
    /// # Errors
    /// What does not go together, and what to do instead.
    pub fn check(&self) -> Result<(), (String, String)> {
        if !matches!(self.rows, 2 | 4) || !PITS.contains(&self.pits) || !SEEDS.contains(&self.seeds) {
            let message =
                format!("{} rows of {} pits with {} seeds each are no board", self.rows, self.pits, self.seeds);
            return Err((message, "write 2 or 4 rows, 3 to 16 pits, and 1 to 20 seeds".to_string()));
        }
        if self.rows == 4 && self.capture == Captures::Completed {
            let help = "write `opposite`, or choose a board of 2 rows";
            return Err(("with 4 rows no seed falls into an opponent's pit".to_string(), help.to_string()));
        }
        let pits = u32::from(self.rows) * u32::from(self.pits);
        if pits * u32::from(self.seeds) > MOST_SEEDS {
            let message = format!("{pits} pits of {} seeds are more than {MOST_SEEDS} seeds", self.seeds);
            return Err((message, format!("write at most {} seeds in a pit", MOST_SEEDS / pits)));
        }
        Ok(())
    }

    /// The rule file, laid out, with two tests that reach every line.
    pub fn text(&self) -> String {
        let Template { title, rows, pits, seeds, laps, capture, end } = self;
        let is_large = *rows == 4;
        let path = match (laps, is_large) {
            (Laps::Store, false) => "along own row, own store, opponent row\n",
            (Laps::Store, true) => "along own rows, own store\n",
            (Laps::One | Laps::Relay, false) => "",
            (Laps::One | Laps::Relay, true) => "along own rows\n",
        };
        let take = match (capture, is_large) {
            (Captures::Opposite, false) => "here is own empty pit and opposite is occupied -> capture opposite",
            (Captures::Opposite, true) => {
                "here is own front empty pit and opposite is occupied -> capture opposite and behind opposite"
            }
            (Captures::Completed, _) => "here is opponent pit and here holds 2 or 3 -> capture here",
        };
        let (first, last) = match laps {
            Laps::One => ("", ""),
            Laps::Relay => ("", "on: here is occupied -> relay\n"),
            Laps::Store => ("again: here is own store -> bonus move\n", ""),
        };
        let end = match end {
            NoMove::Seeds if is_large => "each takes own rows\n  win most seeds\n}",
            NoMove::Seeds => "each takes own row\n  win most seeds\n}",
            NoMove::Blocked => "opponent wins\n}",
        };
        let of_laps = match laps {
            Laps::One => "test \"a move ends with its last seed\" {\nplay A\nexpect north to move\n}".to_string(),
            Laps::Relay => {
                let shown = "a last seed in an occupied pit is sown on with the others there";
                self.test(shown, &[1, 1], (pits - 1, 1), "by on, north to move")
            }
            Laps::Store => {
                let shown = "a last seed in the own store gives a bonus move";
                self.test(shown, &[pits * rows / 2], (0, 1), "by again, bonus move")
            }
        };
        let (south, north, captured) = match capture {
            Captures::Opposite => (1, (pits - 2, 3), "capture 3"),
            Captures::Completed => (pits + u8::from(*laps == Laps::Store), (0, 1), "capture 2"),
        };
        let shown = "a capture of the last seeds ends the game";
        let of_capture = self.test(shown, &[south], north, &format!("{captured}, by take, south wins"));
        syntax::format(&format!(
            "# `uur explain WORD` explains a word of this file: `uur explain opposite`.\n\
             language 1\ngame \"{title}\" {{\nsource \"none: invented\"\n}}\n\
             board {{\nrows {rows}\npits {pits}\nseeds {seeds} each\n}}\n\
             sow counterclockwise {{\nfrom own pit\n{path}}}\nland {{\n{first}take: {take}\n{last}}}\n\
             end {{\nno move -> {end}\n\n{of_laps}\n\n{of_capture}\n"
        ))
    }

    /// A test in which South moves from A: South's seeds from there on, and the number of a pit of North's with its
    /// seeds. All other pits are empty.
    fn test(&self, title: &str, south: &[u8], north: (u8, u8), expects: &str) -> String {
        let side = |seeds: &dyn Fn(usize) -> u8| {
            let pits = usize::from(self.pits);
            let row = |row: usize| {
                (row * pits..(row + 1) * pits).map(|pit| seeds(pit).to_string()).collect::<Vec<_>>().join(" ")
            };
            (0..usize::from(self.rows / 2)).map(row).collect::<Vec<_>>().join(" / ")
        };
        let south = side(&|pit| south.get(pit).copied().unwrap_or(0));
        let north = side(&|pit| if pit == usize::from(north.0) { north.1 } else { 0 });
        format!("test \"{title}\" {{\nposition \"south {south}; north {north}\"\nplay A\nexpect {expects}\n}}")
    }
}
