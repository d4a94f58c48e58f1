//! The last game, which the prompt keeps in a file in the user's state folder, so that the next prompt can
//! continue it.
//!
//! A game that cannot be kept is played all the same.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::history;
use super::interpreter::{Opponent, Repl};
use crate::files::{self, OutputKind};
use uur::diagnostic::count;
use uur::notation::Record;

/// The environment variable that names the file of the last game. If it is empty, no game is kept.
const VARIABLE: &str = "UUR_LAST_GAME";
/// The environment variable that sets the date, in seconds since 1970, so that an output can be made again.
const DATE: &str = "SOURCE_DATE_EPOCH";

/// Where the last game is kept. Without a terminal none is kept, unless the environment names the file.
pub fn file(at_terminal: bool) -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(path) => Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty()),
        None if at_terminal => Some(history::state_folder()?.join("last.game")),
        None => None,
    }
}

/// The current date, such as `2026-11-25`, in UTC.
pub fn today() -> Option<String> {
    let set = std::env::var(DATE).ok().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
    let since = set.or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).ok())?;
    Some(date(since.as_secs() / 86_400))
}

/// The date of a day, counted from 1 January 1970.
fn date(mut day: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days_of = |year| if is_leap(year) { 366 } else { 365 };
    let mut year = 1970;
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", day + 1)
}

impl Repl {
    /// Keeps the current game if it has moves and has changed.
    pub fn keep(&mut self) {
        let (Some(path), session) = (&self.keeps, &self.session) else { return };
        if session.play.turns().is_empty() || session.opened_as == "-" {
            return;
        }
        let record = self.record(session, Some(files::parent_folder(path)));
        let text = record.write();
        // Looking at a finished game does not replace an unfinished one.
        let is_other = |(_, kept): (&Path, Record)| !kept.goes_on_in(&record);
        if text == self.kept || record.facts.result.is_some() && self.unfinished().is_some_and(is_other) {
            return;
        }
        if files::write(path, OutputKind::Record, &text).is_ok() {
            self.kept = text;
        }
    }

    /// The last game, if it is not over.
    pub(super) fn unfinished(&self) -> Option<(&Path, Record)> {
        let path = self.keeps.as_deref()?;
        let record = Record::read(&files::read(path).ok()?).ok()?;
        record.facts.result.is_none().then_some((path, record))
    }

    /// Offers to continue the last game; empty if there is none.
    pub(super) fn offer(&self) -> String {
        let Some((_, record)) = self.unfinished() else { return String::new() };
        let game =
            Path::new(&record.game).file_name().map_or(record.game.clone().into(), |name| name.to_string_lossy());
        let steps = count(record.steps().count(), "step");
        let computer = record.facts.computer.as_ref().and_then(|computer| Opponent::recorded(computer).ok());
        let against = computer.map_or(String::new(), |opponent| format!(", with the computer ({})", opponent.level));
        format!("`resume` continues your last game: {game}, {steps}{against}.\n")
    }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_dates() {
        let known = [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (10_956, "1999-12-31")];
        for (day, text) in known.into_iter().chain([(11_016, "2000-02-29"), (20_782, "2026-11-25")]) {
            assert_eq!(date(day), text);
        }
    }
}
