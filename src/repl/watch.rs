//! Whether somebody has written to the rule files of the game on the table since they were read.

use std::fs;
use std::rc::Rc;
use std::time::SystemTime;

use super::game_session::{GameSession, SessionOpenError};
use super::interpreter::Repl;
use uur::game::Game;
use uur::source::FileAccess;

/// The rule files of a game as they were when they were last looked at.
#[derive(Debug)]
pub struct FileWatch {
    game: Rc<Game>,
    stamps: Vec<Option<Stamp>>,
}

/// When a file was last written, and how long it is.
type Stamp = (SystemTime, u64);

impl Repl {
    /// What there is to be said of a rule file that has changed since the last question; it is said once.
    pub fn changed_file(&mut self) -> Option<String> {
        let session = self.session.as_ref().filter(|session| session.is_file())?;
        let now = FileWatch { game: session.game.clone(), stamps: stamps(&session.game) };
        let written =
            self.watch.as_ref().is_some_and(|last| same_sources(&last.game, &now.game) && last.stamps != now.stamps);
        let says = match written.then(|| read(session)) {
            None => None,
            Some(Ok(fresh)) if same_sources(&fresh.game, &session.game) => None,
            Some(Ok(_)) => Some("has changed: `reload` goes on under its new rules"),
            Some(Err(_)) => Some("has changed and cannot be played as it is: `reload` says why"),
        };
        let text = says.map(|says| format!("{} {says}\n", session.asked));
        self.watch = Some(now);
        text
    }
}

/// Reads no file, so that it can be asked before every line.
fn stamps(game: &Game) -> Vec<Option<Stamp>> {
    let files = game.sources.iter().filter(|source| source.access != FileAccess::Shipped);
    files.map(|source| fs::metadata(&source.name).and_then(|data| Ok((data.modified()?, data.len()))).ok()).collect()
}

/// The table of the rules as they are now.
fn read(session: &GameSession) -> Result<GameSession, SessionOpenError> {
    GameSession::open(&session.asked, &session.settings, None, false)
}

/// Whether the rule file says something else than when it was read.
pub fn has_changed(session: &GameSession) -> bool {
    session.is_file() && read(session).map_or(true, |fresh| !same_sources(&fresh.game, &session.game))
}

/// Whether two games are told by the same files.
pub fn same_sources(one: &Game, other: &Game) -> bool {
    one.sources.iter().map(|source| &source.text).eq(other.sources.iter().map(|source| &source.text))
}
