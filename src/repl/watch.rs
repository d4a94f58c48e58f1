//! Whether somebody has written to the rule files of the game on the table since they were read.

use std::fs;
use std::rc::Rc;
use std::time::SystemTime;

use super::session::Session;
use super::table::{Table, Unopened};
use crate::game::Game;
use crate::source::Reach;

/// The rule files of a game as they were when they were last looked at.
#[derive(Debug)]
pub struct Watch {
    game: Rc<Game>,
    stamps: Vec<Option<Stamp>>,
}

/// When a file was last written, and how long it is.
type Stamp = (SystemTime, u64);

impl Session {
    /// What there is to be said of a rule file that has changed since the last question; it is said once.
    pub fn changed_file(&mut self) -> Option<String> {
        let table = self.table.as_ref().filter(|table| table.is_file())?;
        let now = Watch { game: table.game.clone(), stamps: stamps(&table.game) };
        let written =
            self.watch.as_ref().is_some_and(|last| same_texts(&last.game, &now.game) && last.stamps != now.stamps);
        let says = match written.then(|| read(table)) {
            None => None,
            Some(Ok(fresh)) if same_texts(&fresh.game, &table.game) => None,
            Some(Ok(_)) => Some("has changed: `reload` goes on under its new rules"),
            Some(Err(_)) => Some("has changed and cannot be played as it is: `reload` says why"),
        };
        let text = says.map(|says| format!("{} {says}\n", table.asked));
        self.watch = Some(now);
        text
    }
}

/// Reads no file, so that it can be asked before every line.
fn stamps(game: &Game) -> Vec<Option<Stamp>> {
    let files = game.sources.iter().filter(|source| source.reach != Reach::Shipped);
    files.map(|source| fs::metadata(&source.name).and_then(|data| Ok((data.modified()?, data.len()))).ok()).collect()
}

/// The table of the rules as they are now.
fn read(table: &Table) -> Result<Table, Unopened> {
    Table::open(&table.asked, &table.settings, None, false)
}

/// Whether the rule file says something else than when it was read.
pub fn has_changed(table: &Table) -> bool {
    table.is_file() && read(table).map_or(true, |fresh| !same_texts(&fresh.game, &table.game))
}

/// Whether two games are told by the same files.
pub fn same_texts(one: &Game, other: &Game) -> bool {
    one.sources.iter().map(|source| &source.text).eq(other.sources.iter().map(|source| &source.text))
}
