//! Detects changes of the rule files of the current game, and takes them over.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, SystemTime};

use super::game_session::{GameSession, SessionOpenError};
use super::interpreter::Repl;
use crate::cli::output;
use crate::files::{self, OpenError};
use uur::check::Settings;
use uur::game::Game;
use uur::source::{FileAccess, Source};
use uur_lab::lab::changed_lines;

/// The rule files that were seen, and their last change if it was refused.
#[derive(Debug, Default)]
pub struct FileWatch {
    stamps: BTreeMap<String, Option<Stamp>>,
    refused: Option<RefusedChange>,
}

/// A change of the rule file that was not taken over.
#[derive(Debug)]
struct RefusedChange {
    reason: String,
    /// The files of the changed game.
    files: Vec<String>,
}

/// How often a file with errors is looked at.
const WAIT: Duration = Duration::from_millis(200);

/// When a file was last written, and its length.
type Stamp = (SystemTime, u64);

impl Repl {
    /// Returns a note if a rule file has changed since the last call. Each change is reported once. A change that
    /// leaves the rules as they are, such as a new test, is taken over without a note.
    pub fn changed_file(&mut self) -> Option<String> {
        self.see_changes()?;
        let session = &self.session;
        if let Some(same) = with_same_rules(session) {
            self.session = same;
            return None;
        }
        let message = match read(session) {
            Ok(fresh) if same_sources(fresh.game(), session.game()) => return None,
            Ok(_) => "has changed: `reload` continues under its new rules",
            Err(_) => "has changed and has errors: `reload` shows them",
        };
        Some(format!("{} {message}\n", session.opened_as))
    }

    /// Takes over a changed rule file as `reload` does, and returns what has changed. If the new rules cannot be
    /// taken over, the old ones stay, and the text gives the reason. Each change is taken over or refused once.
    /// While North's sign is asked for, nothing is taken over.
    pub fn take_over_change(&mut self) -> Option<String> {
        if self.session.sign.is_some() {
            return None;
        }
        let changed = self.see_changes()?.join(", ");
        let session = &self.session;
        let refused = self.watch.refused.take();
        let text = if let Some(same) = with_same_rules(session) {
            self.session = same;
            format!("{changed} has changed, but none of its rules\n")
        } else if has_changed(session) {
            let files = sources_of_faulty(&session.opened_as, &session.settings);
            match self.reload_by_itself() {
                Ok(text) => format!("{changed} has changed: {text}"),
                Err(reason) => {
                    let text = format!("{changed} has changed; {}\n", reason.trim_end());
                    let is_new = refused.is_none_or(|before| before.reason != reason);
                    self.watch.refused = Some(RefusedChange { reason, files });
                    self.see_changes();
                    is_new.then_some(text)?
                }
            }
        } else if refused.is_some() {
            format!("{changed} has changed back to the rules of this game\n")
        } else {
            return None;
        };
        Some(uur::text_layout::wrap(&text, self.style.width))
    }

    /// Whether [`Repl::take_over_change`] has something to do. Reads only metadata.
    pub fn has_written_file(&self) -> bool {
        !self.written(&self.stamps()).is_empty()
    }

    /// Notes the current state of the files, and returns those that have changed since the last call, if any.
    fn see_changes(&mut self) -> Option<Vec<String>> {
        let now = self.stamps();
        let written = self.written(&now);
        self.watch.stamps.extend(now);
        (!written.is_empty()).then_some(written)
    }

    /// The files with another stamp than before. Files that are seen for the first time are not among them.
    fn written(&self, now: &BTreeMap<String, Option<Stamp>>) -> Vec<String> {
        let differs = |(name, stamp): &(&String, &Option<Stamp>)| {
            self.watch.stamps.get(*name).is_some_and(|before| before != *stamp)
        };
        now.iter().filter(differs).map(|(name, _)| name.clone()).collect()
    }

    /// Reads only metadata, so that it is cheap before every line.
    fn stamps(&self) -> BTreeMap<String, Option<Stamp>> {
        if !self.session.is_file() {
            return BTreeMap::new();
        }
        let names = files_of(&self.session.game().sources)
            .chain(self.watch.refused.iter().flat_map(|change| change.files.clone()));
        names.map(|name| (name.clone(), stamp(&name))).collect()
    }
}

/// The session under a file in which only tests, comments or layout have changed.
fn with_same_rules(session: &GameSession) -> Option<GameSession> {
    let fresh = read(session).ok()?.game().clone();
    let same = !same_sources(&fresh, session.game())
        && fresh.meaning() == session.game().meaning()
        && changed_lines([session.game(), &fresh]).is_empty();
    if same { session.replayed(fresh).ok() } else { None }
}

/// The names of the files among some sources.
fn files_of(sources: &[Source]) -> impl Iterator<Item = String> {
    sources.iter().filter(|source| source.access != FileAccess::Shipped).map(|source| source.name.clone())
}

/// Waits until a file of a game with errors is written. Says so once no change can be missed any more.
pub fn wait_for_change(opened_as: &str, settings: &Settings) {
    let files = sources_of_faulty(opened_as, settings);
    let stamps = || files.iter().map(|name| stamp(name)).collect::<Vec<_>>();
    let before = stamps();
    output::eprint(&format!("waiting for {opened_as} to be mended; Ctrl-C leaves\n"));
    // An editor may replace a file, so that it is missing for a moment.
    while !files.is_empty() && (stamps() == before || stamps().contains(&None)) {
        std::thread::sleep(WAIT);
    }
}

/// When a file was last written, and its length; `None` if it cannot be found.
fn stamp(name: &str) -> Option<Stamp> {
    fs::metadata(name).and_then(|data| Ok((data.modified()?, data.len()))).ok()
}

/// The files of a game that has errors, so that a correction in any of them is noticed.
fn sources_of_faulty(opened_as: &str, settings: &Settings) -> Vec<String> {
    match files::open(opened_as, settings) {
        Err(OpenError::Faulty(faults)) => files_of(&faults.sources).collect(),
        _ => vec![],
    }
}

/// Opens the session again with the current rules.
fn read(session: &GameSession) -> Result<GameSession, SessionOpenError> {
    GameSession::open(&session.opened_as, &session.settings, None, false)
}

/// Whether the content of the rule file has changed since it was read.
pub fn has_changed(session: &GameSession) -> bool {
    session.is_file() && read(session).map_or(true, |fresh| !same_sources(fresh.game(), session.game()))
}

/// Whether two games have the same rule files.
pub fn same_sources(one: &Game, other: &Game) -> bool {
    one.sources.iter().map(|source| &source.text).eq(other.sources.iter().map(|source| &source.text))
}
