//! The engines behind the page: workbenches that answer questions, and language servers, each on its own thread.
//!
//! The page names the engine that it asks: an engine answers its questions one after the other and remembers its games,
//! and several answer at once. A question whose answer nobody waits for any more is stopped.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use lsp_types::Uri;
use serde_json::json;
use tokio::sync::{Semaphore, oneshot};
use uur::check::LibraryError;
use uur::source::{FileAccess, Source};
use uur_lsp::{Host, LanguageServer, NoFiles, StopFunction};
use uur_web::{Surroundings, Workbench};

use super::folder::Folder;

/// The most questions that are answered or wait.
const MOST_QUESTIONS: usize = 64;
/// The most workbenches.
const MOST_BENCHES: usize = 24;
/// The most language servers.
const MOST_SERVERS: usize = 8;
/// How long a command of a language server may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Why a question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// Too many others wait.
    Busy,
    /// The engine failed.
    Failed,
}

/// Workbenches and language servers.
pub struct Engines {
    folder: Arc<Folder>,
    benches: Mutex<Vec<Engine>>,
    servers: Mutex<Vec<Engine>>,
    /// Room for questions.
    room: Semaphore,
    /// Counts the changes of files.
    changes: Arc<AtomicU64>,
}

/// A thread that answers. It ends when this is dropped and everything is answered.
struct Engine {
    /// The name that the page has given it.
    name: String,
    questions: mpsc::Sender<Question>,
    running: Arc<Running>,
}

/// A question, and where its answer goes.
struct Question {
    text: String,
    answer: oneshot::Sender<String>,
    is_dropped: Arc<AtomicBool>,
}

/// The question that an engine answers at the moment.
#[derive(Default)]
struct Running(Mutex<Option<RunningQuestion>>);

struct RunningQuestion {
    is_dropped: Arc<AtomicBool>,
    /// Stops the workbench.
    stop: Arc<AtomicBool>,
}

/// Stops a question unless it is answered.
struct Waiting {
    is_dropped: Arc<AtomicBool>,
    running: Arc<Running>,
    is_answered: bool,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        let running = locked(&self.running.0);
        self.is_dropped.store(true, Ordering::Relaxed);
        if let Some(question) = running.as_ref().filter(|known| Arc::ptr_eq(&known.is_dropped, &self.is_dropped)) {
            question.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Engines {
    /// Engines whose rules may extend the files of a folder.
    pub fn new(folder: Arc<Folder>) -> Engines {
        Engines {
            folder,
            benches: Mutex::default(),
            servers: Mutex::default(),
            room: Semaphore::new(MOST_QUESTIONS),
            changes: Arc::default(),
        }
    }

    /// Forgets all games, since a file that they extend may have changed.
    pub fn forget(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Answers a question of the page. If the future is dropped, the question is stopped.
    ///
    /// # Errors
    /// If too many questions wait, or the engine fails.
    pub async fn ask(&self, engine: String, question: String) -> Result<String, NoAnswer> {
        let (folder, changes) = (self.folder.clone(), self.changes.clone());
        let serve = move |questions: &mpsc::Receiver<Question>, running: &Running| {
            serve_questions(&folder, &changes, questions, running);
        };
        self.pass(&self.benches, MOST_BENCHES, (engine, question), serve).await
    }

    /// Passes a message to a language server, or, if it is empty, a pause. The answer is
    /// `{"messages": ["…"], "pause": 10}`, as that of the module for browsers.
    ///
    /// # Errors
    /// If too many messages wait, or the server fails.
    pub async fn tell(&self, engine: String, message: String) -> Result<String, NoAnswer> {
        let folder = self.folder.clone();
        let serve = move |messages: &mpsc::Receiver<Question>, _: &Running| serve_language(folder, messages);
        self.pass(&self.servers, MOST_SERVERS, (engine, message), serve).await
    }

    /// Passes a text to the engine of this name, which is started if there is none.
    async fn pass(
        &self,
        engines: &Mutex<Vec<Engine>>,
        most: usize,
        (name, text): (String, String),
        serve: impl FnOnce(&mpsc::Receiver<Question>, &Running) + Send + 'static,
    ) -> Result<String, NoAnswer> {
        let _room = self.room.try_acquire().map_err(|_| NoAnswer::Busy)?;
        let (answer, answered) = oneshot::channel();
        let is_dropped = Arc::new(AtomicBool::new(false));
        let mut question = Question { text, answer, is_dropped: is_dropped.clone() };
        let running = {
            let mut engines = locked(engines);
            if let Some(at) = engines.iter().position(|engine| engine.name == name) {
                engines[..=at].rotate_right(1);
                match engines[0].questions.send(question) {
                    Ok(()) => engines[0].running.clone(),
                    // It has failed before.
                    Err(mpsc::SendError(back)) => {
                        question = back;
                        engines.remove(0);
                        Engine::start(&mut engines, most, name, question, serve)?
                    }
                }
            } else {
                Engine::start(&mut engines, most, name, question, serve)?
            }
        };
        let mut waiting = Waiting { is_dropped, running, is_answered: false };
        let answer = answered.await.map_err(|_| NoAnswer::Failed);
        waiting.is_answered = true;
        answer
    }
}

impl Engine {
    /// Starts an engine with its first question. It takes the place of the one that was asked least lately.
    fn start(
        engines: &mut Vec<Engine>,
        most: usize,
        name: String,
        first: Question,
        serve: impl FnOnce(&mpsc::Receiver<Question>, &Running) + Send + 'static,
    ) -> Result<Arc<Running>, NoAnswer> {
        let (questions, receiver) = mpsc::channel();
        let running = Arc::new(Running::default());
        let shared = running.clone();
        let started = thread::Builder::new().spawn(move || serve(&receiver, &shared));
        started.map_err(|_| NoAnswer::Busy)?;
        questions.send(first).map_err(|_| NoAnswer::Failed)?;
        engines.truncate(most - 1);
        engines.insert(0, Engine { name, questions, running: running.clone() });
        Ok(running)
    }
}

/// A thread that panicked while it held the lock has left whole values behind.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn serve_questions(folder: &Arc<Folder>, changes: &AtomicU64, questions: &mpsc::Receiver<Question>, running: &Running) {
    let (mut workbench, mut stop) = workbench(folder);
    let mut known = changes.load(Ordering::Relaxed);
    for Question { text, answer, is_dropped } in questions {
        let now = changes.load(Ordering::Relaxed);
        if now != known || stop.load(Ordering::Relaxed) {
            // What it remembers depends on files as they were, or was cut short.
            (workbench, stop) = self::workbench(folder);
            known = now;
        }
        {
            let mut running = locked(&running.0);
            if is_dropped.load(Ordering::Relaxed) {
                continue;
            }
            *running = Some(RunningQuestion { is_dropped, stop: stop.clone() });
        }
        let answered = workbench.ask(&text);
        *locked(&running.0) = None;
        // The page may have gone away.
        let _ = answer.send(answered);
    }
}

/// A workbench whose rules may extend the files of a folder, and what stops it.
fn workbench(folder: &Arc<Folder>) -> (Workbench, Arc<AtomicBool>) {
    let (stop, files) = (Arc::new(AtomicBool::new(false)), folder.clone());
    let workbench = Workbench::within(Surroundings {
        access: folder.access(),
        library: Arc::new(move |name, from| files.library(name, from)),
        threads: thread::available_parallelism().map_or(1, usize::from),
        stop: stop.clone(),
    });
    (workbench, stop)
}

fn serve_language(folder: Arc<Folder>, messages: &mpsc::Receiver<Question>) {
    let mut server = LanguageServer::new(Rc::new(FolderHost { folder }));
    for Question { text, answer, .. } in messages {
        let messages = if text.is_empty() { server.rest_texts() } else { server.handle(&text) };
        let pause = server.pause().map(|pause| pause.as_millis() as u64);
        // The page may have gone away.
        let _ = answer.send(json!({ "messages": messages, "pause": pause }).to_string());
    }
}

/// The files of a folder for a language server. The root of its paths is the folder.
struct FolderHost {
    folder: Arc<Folder>,
}

impl Host for FolderHost {
    fn library(&self, name: &str, from: &Source) -> Result<Option<Source>, LibraryError> {
        let from = Source { name: from.name.trim_start_matches('/').to_string(), ..from.clone() };
        let found = self.folder.library(name, &from)?;
        Ok(found.map(|source| match source.access {
            FileAccess::Shipped => source,
            _ => Source { name: format!("/{}", source.name), ..source },
        }))
    }

    fn access_of_file(&self, _path: &Path) -> FileAccess {
        self.folder.access()
    }

    fn read(&self, path: &Path) -> Option<String> {
        self.folder.read(&name_of(path)?).ok().map(|file| file.text)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.read(path).is_some()
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    fn rule_files(&self, _folders: &[&Path]) -> Vec<PathBuf> {
        self.folder.files().into_iter().map(|file| Path::new("/").join(file.name)).collect()
    }

    fn address(&self, name: &str, text: &dyn Fn() -> String) -> Option<Uri> {
        NoFiles.address(name, text)
    }

    fn patience(&self) -> Option<StopFunction> {
        let began = Instant::now();
        Some(Arc::new(move || began.elapsed() > PATIENCE))
    }
}

/// The name of a file in the listing.
fn name_of(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix("/").unwrap_or(path).iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
