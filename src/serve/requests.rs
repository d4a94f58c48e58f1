//! What is asked of the server, and what it answers.

use std::convert::Infallible;
use std::future::poll_fn;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, StatusCode};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time;
use uur::markup::shown;

use crate::pages::workbench;

use super::engines::{Engines, NoAnswer};
use super::folder::{FileError, Folder, ListedFile};
use super::guard::SiteGuard;
use super::reply::{HttpReply, POLICY, RequestFailure, reply, reply_events, reply_json};

/// The largest body of a request, in bytes.
const MOST_BODY: usize = 4 << 20;
/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(20);
/// The longest name of an engine, in bytes.
const MOST_ENGINE_NAME: usize = 64;
/// How often the files are looked at for a page that listens.
const LOOK: Duration = Duration::from_secs(1);
/// The number of looks without a change after which a page receives an empty answer, which shows whether it still listens.
const QUIET_LOOKS: u32 = 15;
/// The most files that are read or saved at once.
const MOST_FILES: u32 = 8;
/// The most pages that listen to changes.
const MOST_LISTENERS: usize = 32;

const SCRIPT: &str = "text/javascript; charset=utf-8";
/// What tells the page that the program serves it.
const SERVED: &str = "<meta name=\"uur-serve\" content=\"1\">";

/// What is served.
pub struct Site {
    folder: Arc<Folder>,
    engines: Arc<Engines>,
    guard: SiteGuard,
    listeners: Arc<Semaphore>,
    /// Room for the threads that wait for the disk.
    files: Arc<Semaphore>,
    /// Where others can open the page.
    address: Option<String>,
}

/// A file as the page saves it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedFile {
    text: String,
    /// The hash of the text that is replaced; null for a new file.
    was: Option<String>,
}

impl Site {
    pub fn new(folder: Folder, guard: SiteGuard, address: Option<String>) -> Site {
        let folder = Arc::new(folder);
        let engines = Arc::new(Engines::new(folder.clone()));
        let listeners = Arc::new(Semaphore::new(MOST_LISTENERS));
        Site { folder, engines, guard, listeners, files: Arc::new(Semaphore::new(MOST_FILES as usize)), address }
    }

    pub fn files(&self) -> Vec<ListedFile> {
        self.folder.files()
    }

    /// The rule files that are not listed.
    pub fn left_out(&self) -> Vec<PathBuf> {
        self.folder.left_out()
    }

    /// Waits until all reads and saves that have begun are answered. From then on there are none.
    pub async fn finish(&self) {
        let _ = self.files.acquire_many(MOST_FILES).await;
        self.files.close();
    }

    /// Answers a request, also one that is wrong. `is_known` is set once the token is seen.
    pub async fn answer(
        self: &Arc<Site>,
        request: Request<Incoming>,
        is_known: &AtomicBool,
    ) -> Result<HttpReply, Infallible> {
        Ok(self.answered(request, is_known).await.unwrap_or_else(|failure| failure.reply()))
    }

    async fn answered(
        self: &Arc<Site>,
        request: Request<Incoming>,
        is_known: &AtomicBool,
    ) -> Result<HttpReply, RequestFailure> {
        self.guard.check_site(&request)?;
        let path = request.uri().path().to_string();
        if let Some((kind, content)) = asset(&path, self.address.as_deref()) {
            return match *request.method() {
                Method::GET => Ok(reply(StatusCode::OK, kind, content)),
                _ => Ok(wrong_method("GET")),
            };
        }
        let allowed = match path.as_str() {
            "/token" | "/ask" | "/language" => "POST",
            "/files" | "/changes" => "GET",
            "/file" => "GET, PUT",
            _ => {
                let message = format!("there is no `{path}` here");
                return Err(RequestFailure { status: StatusCode::NOT_FOUND, code: "path", message });
            }
        };
        if !allowed.split(", ").any(|method| method == request.method()) {
            return Ok(wrong_method(allowed));
        }
        if path == "/token" {
            let key = body(request).await?;
            return Ok(reply_json(&json!({ "token": self.guard.token_for(&key)? })));
        }
        self.guard.check_token(request.headers())?;
        is_known.store(true, Ordering::Relaxed);
        match path.as_str() {
            "/ask" => {
                let engine = engine_of(&request)?;
                let question = body(request).await?;
                Ok(reply(StatusCode::OK, "application/json", self.engines.ask(engine, question).await?))
            }
            "/language" => {
                let engine = engine_of(&request)?;
                let message = body(request).await?;
                Ok(reply(StatusCode::OK, "application/json", self.engines.tell(engine, message).await?))
            }
            "/files" => Ok(reply_json(&self.with_folder(listing).await?)),
            "/changes" => self.changes(),
            _ => self.file(request).await,
        }
    }

    /// Reads or saves a file.
    async fn file(self: &Arc<Site>, request: Request<Incoming>) -> Result<HttpReply, RequestFailure> {
        let name = name_of(&request)?;
        if request.method() == Method::GET {
            return Ok(reply_json(&self.with_folder(move |folder| folder.read(&name)).await??));
        }
        let SavedFile { text, was } =
            serde_json::from_str(&body(request).await?).map_err(|error| RequestFailure::wrong(error.to_string()))?;
        let hash = self.with_folder(move |folder| folder.save(&name, &text, was.as_deref())).await??;
        self.engines.forget();
        Ok(reply_json(&json!({ "hash": hash })))
    }

    /// Does something with the folder, on a thread that may wait for the disk.
    async fn with_folder<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Folder) -> T + Send + 'static,
    ) -> Result<T, RequestFailure> {
        let room = self.files.clone().acquire_owned().await.map_err(|_| NoAnswer::Busy)?;
        // Held by the thread and here: until the file is saved, even if the page has gone away, and until the answer
        // is written.
        let room = Arc::new(room);
        let (folder, held) = (self.folder.clone(), room.clone());
        let (sender, done) = oneshot::channel();
        let working = thread::Builder::new().spawn(move || {
            // The page may have gone away.
            let _ = sender.send(work(&folder));
            drop(held);
        });
        working.map_err(|_| NoAnswer::Busy)?;
        let answer = done.await.map_err(|_| NoAnswer::Failed.into());
        drop(room);
        answer
    }

    /// Tells of changes until the page listens no more.
    fn changes(self: &Arc<Site>) -> Result<HttpReply, RequestFailure> {
        let place = self.listeners.clone().try_acquire_owned().map_err(|_| RequestFailure::from(NoAnswer::Busy))?;
        let (sender, events) = mpsc::channel(1);
        let site = self.clone();
        tokio::spawn(async move {
            let _place = place;
            let mut known = None;
            let mut quiet = 0;
            while !sender.is_closed() {
                let Ok((files, answer)) = site.with_folder(|folder| (folder.files(), listing(folder))).await else {
                    return;
                };
                quiet += 1;
                if known.as_ref() != Some(&files) {
                    site.engines.forget();
                    let event = format!("data: {answer}\n\n");
                    if sender.send(event.into()).await.is_err() {
                        return;
                    }
                    (known, quiet) = (Some(files), 0);
                } else if quiet == QUIET_LOOKS {
                    let _ = sender.send(Bytes::from_static(b":\n\n")).await;
                    quiet = 0;
                }
                time::sleep(LOOK).await;
            }
        });
        Ok(reply_events(events))
    }
}

/// The answer to `/files`.
fn listing(folder: &Folder) -> serde_json::Value {
    let files = folder.files();
    json!({ "title": folder.title(), "first": files.first().map(|file| &file.name), "files": files })
}

/// The page, or a file that it loads: its kind and content. `address` is where others can open the page.
fn asset(path: &str, address: Option<&str>) -> Option<(&'static str, Bytes)> {
    Some(match path {
        "/" | "/index.html" => {
            let address =
                address.map(|address| format!("\n<meta name=\"uur-address\" content=\"{}\">", shown(address)));
            let style = "<link rel=\"stylesheet\" href=\"workbench.css\">";
            let head = format!("{SERVED}{}\n{style}", address.unwrap_or_default());
            let scripts = "<script src=\"workbench.js\"></script>";
            let page = workbench::page().replace("{{policy}}", POLICY).replace("{{head}}", &head);
            ("text/html; charset=utf-8", page.replace("{{scripts}}", scripts).into())
        }
        "/workbench.js" => (SCRIPT, workbench::script().into()),
        "/editor.js" => (SCRIPT, workbench::editor().into()),
        "/workbench.css" => ("text/css; charset=utf-8", workbench::style().into()),
        "/engine.js" => (SCRIPT, workbench::engine_script().into()),
        "/parts.js" => (SCRIPT, workbench::parts_script().into()),
        _ => return None,
    })
}

fn wrong_method(allowed: &'static str) -> HttpReply {
    let message = format!("write {allowed}");
    let mut reply = RequestFailure { status: StatusCode::METHOD_NOT_ALLOWED, code: "method", message }.reply();
    reply.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    reply
}

/// The name of the engine that is asked.
fn engine_of(request: &Request<Incoming>) -> Result<String, RequestFailure> {
    let name = request.headers().get("x-uur-engine").map_or(Ok(""), HeaderValue::to_str);
    match name {
        Ok(name) if name.len() <= MOST_ENGINE_NAME => Ok(name.to_string()),
        _ => Err(RequestFailure::wrong("the name of an engine is a short text")),
    }
}

/// The name of the file in the query.
fn name_of(request: &Request<Incoming>) -> Result<String, RequestFailure> {
    let name = request.uri().query().and_then(|query| query.strip_prefix("name="));
    let name = name.and_then(percent_decoded);
    name.ok_or_else(|| RequestFailure::wrong("write ?name= and the name of a file, percent-encoded"))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

/// Reads the body of a request.
async fn body(request: Request<Incoming>) -> Result<String, RequestFailure> {
    let mut body = request.into_body();
    let too_large = || RequestFailure {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        code: "limit",
        message: format!("a request has at most {} MiB", MOST_BODY >> 20),
    };
    if body.size_hint().lower() > MOST_BODY as u64 {
        return Err(too_large());
    }
    let mut bytes = vec![];
    let read = async {
        while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            let frame = frame.map_err(|error| RequestFailure::wrong(error.to_string()))?;
            bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
            if bytes.len() > MOST_BODY {
                return Err(too_large());
            }
        }
        Ok(())
    };
    time::timeout(BODY_TIME, read).await.map_err(|_| RequestFailure {
        status: StatusCode::REQUEST_TIMEOUT,
        code: "late",
        message: "the request took too long".to_string(),
    })??;
    String::from_utf8(bytes).map_err(|_| RequestFailure::wrong("the request is not UTF-8"))
}

impl From<NoAnswer> for RequestFailure {
    fn from(why: NoAnswer) -> RequestFailure {
        match why {
            NoAnswer::Busy => RequestFailure {
                status: StatusCode::SERVICE_UNAVAILABLE,
                code: "busy",
                message: "too many requests wait already, or the machine grants no more threads".to_string(),
            },
            NoAnswer::Failed => RequestFailure {
                status: StatusCode::INTERNAL_SERVER_ERROR,
                code: "stopped",
                message: "the engine failed: this is a bug in uur".to_string(),
            },
        }
    }
}

impl From<FileError> for RequestFailure {
    fn from(error: FileError) -> RequestFailure {
        let (status, code, message) = match error {
            FileError::Missing(message) => (StatusCode::NOT_FOUND, "missing", message),
            FileError::Changed(message) => (StatusCode::CONFLICT, "changed", message),
            FileError::Refused(message) => (StatusCode::FORBIDDEN, "refused", message),
            FileError::Failed(message) => (StatusCode::INTERNAL_SERVER_ERROR, "failed", message),
        };
        RequestFailure { status, code, message }
    }
}
