//! Detects changes of the rule files of the current game.

use std::fs;
use std::rc::Rc;
use std::time::SystemTime;

use super::game_session::{GameSession, SessionOpenError};
use super::interpreter::Repl;
use uur::game::Game;
use uur::source::FileAccess;

/// The rule files of a game when they were last checked.
#[derive(Debug)]
pub struct FileWatch {
    game: Rc<Game>,
    stamps: Vec<Option<Stamp>>,
}

/// When a file was last written, and its length.
type Stamp = (SystemTime, u64);

impl Repl {
    /// Returns a note if a rule file has changed since the last call. Each change is reported once.
    pub fn changed_file(&mut self) -> Option<String> {
        let session = self.session.as_ref().filter(|session| session.is_file())?;
        let now = FileWatch { game: session.game.clone(), stamps: stamps(&session.game) };
        let written =
            self.watch.as_ref().is_some_and(|last| same_sources(&last.game, &now.game) && last.stamps != now.stamps);
        let message = match written.then(|| read(session)) {
            None => None,
            Some(Ok(fresh)) if same_sources(&fresh.game, &session.game) => None,
            Some(Ok(_)) => Some("has changed: `reload` continues under its new rules"),
            Some(Err(_)) => Some("has changed and has errors: `reload` shows them"),
        };
        let text = message.map(|message| format!("{} {message}\n", session.opened_as));
        self.watch = Some(now);
        text
    }
}

/// Reads only metadata, so that it is cheap before every line.
fn stamps(game: &Game) -> Vec<Option<Stamp>> {
    let files = game.sources.iter().filter(|source| source.access != FileAccess::Shipped);
    files.map(|source| fs::metadata(&source.name).and_then(|data| Ok((data.modified()?, data.len()))).ok()).collect()
}

/// Opens the session again with the current rules.
fn read(session: &GameSession) -> Result<GameSession, SessionOpenError> {
    GameSession::open(&session.opened_as, &session.settings, None, false)
}

/// Whether the content of the rule file has changed since it was read.
pub fn has_changed(session: &GameSession) -> bool {
    session.is_file() && read(session).map_or(true, |fresh| !same_sources(&fresh.game, &session.game))
}

/// Whether two games have the same rule files.
pub fn same_sources(one: &Game, other: &Game) -> bool {
    one.sources.iter().map(|source| &source.text).eq(other.sources.iter().map(|source| &source.text))
}
