//! What a program gives a workbench: files that rules may extend, threads, and a sign to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use uur::check::{LibraryError, Settings};
use uur::diagnostic::did_you_mean;
use uur::game::Game;
use uur::source::{FileAccess, MAX_TEXT, Source};
use uur::variants;

use crate::failure::Failure;
use crate::opened::CheckedGame;
use crate::question::RulesText;

/// The surroundings of a workbench. By default there are only the shipped games and no threads, and nothing stops.
#[derive(Clone)]
pub struct Surroundings {
    /// The files that the rules of a question may extend, besides the shipped games.
    pub access: FileAccess,
    /// Finds the source that another extends, see [`uur::check::Library`].
    pub library: Arc<LibraryFunction>,
    /// The threads that play a series; with 0 the caller's does.
    pub threads: usize,
    /// Stops the question that is being answered. Once it is set, answers mean nothing, and nor does anything that the
    /// workbench remembers.
    pub stop: Arc<AtomicBool>,
}

/// Finds the source that another extends.
type LibraryFunction = dyn Fn(&str, &Source) -> Result<Option<Source>, LibraryError> + Send + Sync;

impl Default for Surroundings {
    fn default() -> Self {
        Surroundings {
            access: FileAccess::Shipped,
            library: Arc::new(variants::library),
            threads: 0,
            stop: Arc::default(),
        }
    }
}

impl fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Surroundings")
            .field("access", &self.access)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Surroundings {
    /// The text of a game's rules.
    ///
    /// # Errors
    /// If there is no shipped game of this name, or the text is too large.
    pub(crate) fn source(&self, asked: &RulesText) -> Result<Source, Failure> {
        match &asked.text {
            Some(text) if text.len() as u64 > MAX_TEXT => {
                Err(Failure::new("limit", format!("the rules are larger than {} MiB", MAX_TEXT >> 20)))
            }
            Some(text) => Ok(Source { name: asked.name.clone(), text: text.clone(), access: self.access.clone() }),
            None => variants::source(&asked.name).ok_or_else(|| {
                let meant = did_you_mean(&asked.name, variants::names());
                let help = meant.map(|meant| format!("did you mean `{meant}`?")).unwrap_or_default();
                Failure::new("name", format!("there is no shipped game `{}`", asked.name)).help(help)
            }),
        }
    }

    /// Returns the game of a source, or the problems of its rules.
    pub(crate) fn load(&self, source: Source, settings: &Settings) -> CheckedGame {
        let game = Game::load(source, &*self.library, settings).map_err(Box::new)?;
        let stop = self.stop.clone();
        Ok(Arc::new(game.heeding(move || stop.load(Ordering::Relaxed))))
    }
}
