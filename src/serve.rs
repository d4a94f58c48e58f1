//! `uur serve`: the workbench in a browser, with the engine of this program and the rule files of a folder.
//!
//! The server listens on this machine only. It answers whoever sends its token in the header `x-uur-token`: the page
//! takes it from the address at which it was opened, or gets it for the key in that address. `guard` says which requests
//! are refused.
//!
//! | request | answer |
//! |---|---|
//! | `GET /` | the page, which needs no token, and the files that it loads |
//! | `POST /token` | `token` for the key, which is the body, once |
//! | `POST /ask` | the answer to a question of `uur-web`, by the engine that the header `x-uur-engine` names |
//! | `POST /language` | what the language server says to a message |
//! | `GET /files` | the rule files: `title`, `first`, and `files` with `name`, `changed` and `bytes` |
//! | `GET /file?name=` | `text` and `hash` of a file |
//! | `PUT /file?name=` | `{"text", "was"}` replaces the text with the hash `was`, or makes a file if `was` is null; answers `hash` |
//! | `GET /changes` | events, each with the answer to `/files`: at once, and when a file has changed |
//!
//! A request that fails is answered by `{"error": {"code", "message"}}`.

mod engines;
mod folder;
mod guard;
mod reply;
mod requests;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use guard::SiteGuard;
use requests::Site;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 256;
/// How long a browser may take for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The largest head of a request, in bytes.
const MOST_HEAD: usize = 16 << 10;
/// How often the server looks whether it is to end.
const LOOK: Duration = Duration::from_millis(100);
/// The time after which a connection that finds no room tries again.
const PAUSE: Duration = Duration::from_millis(50);

pub use folder::Folder;

/// A server that listens.
pub struct PageServer {
    runtime: Runtime,
    listener: TcpListener,
    site: Arc<Site>,
    port: u16,
    token: String,
    key: String,
}

impl PageServer {
    /// Listens on a port of this machine, or on a free one. `public` is where others can open the page.
    ///
    /// # Errors
    /// If the port is taken, or the system refuses.
    pub fn listen(folder: Folder, port: Option<u16>, public: Option<String>) -> io::Result<PageServer> {
        let runtime = runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let port = listener.local_addr()?.port();
        let (token, key) = (random_token()?, random_token()?);
        let site = Arc::new(Site::new(folder, SiteGuard::new(port, token.clone(), key.clone()), public));
        Ok(PageServer { runtime, listener, site, port, token, key })
    }

    /// The address at which the page is opened, by any number of browsers. It is a secret.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// An address at which the page is opened once.
    pub fn address_for_once(&self) -> String {
        format!("http://127.0.0.1:{}/#key={}", self.port, self.key)
    }

    /// The number of rule files that are served.
    pub fn files(&self) -> usize {
        self.site.files().len()
    }

    /// The rule files that are not served: their names are not UTF-8, or they are too many.
    pub fn left_out(&self) -> Vec<PathBuf> {
        self.site.left_out()
    }

    /// Answers requests until `is_over` says so, and then ends the saves that have begun.
    pub fn run(self, is_over: impl Fn() -> bool) {
        self.runtime.block_on(async {
            let accepting = self.runtime.spawn(accept(self.listener, self.site.clone()));
            while !is_over() {
                sleep(LOOK).await;
            }
            accepting.abort();
            self.site.finish().await;
        });
    }
}

/// A connection that is served.
struct ServedConnection {
    task: AbortHandle,
    /// Whether it has sent the token.
    is_known: Arc<AtomicBool>,
}

/// Makes room for another connection. If there are too many, the oldest one that has not sent the token is closed, so
/// that a program that does not know it keeps no page off.
fn make_room(connections: &mut Vec<ServedConnection>) -> bool {
    connections.retain(|connection| !connection.task.is_finished());
    if connections.len() < MOST_CONNECTIONS {
        return true;
    }
    let unknown = connections.iter().position(|connection| !connection.is_known.load(Ordering::Relaxed));
    unknown.map(|oldest| connections.remove(oldest).task.abort()).is_some()
}

/// Answers each connection by a task.
async fn accept(listener: TcpListener, site: Arc<Site>) {
    let mut connections = vec![];
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another connection, or the browser has already gone.
            sleep(PAUSE).await;
            continue;
        };
        while !make_room(&mut connections) {
            sleep(PAUSE).await;
        }
        let is_known = Arc::new(AtomicBool::new(false));
        let (site, known) = (site.clone(), is_known.clone());
        let serving = tokio::spawn(async move {
            let answers = service_fn(|request| site.answer(request, &known));
            // A connection that breaks, or that sends what is no request, harms no other.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_header_size(MOST_HEAD)
                .serve_connection(TokioIo::new(stream), answers)
                .await;
        });
        connections.push(ServedConnection { task: serving.abort_handle(), is_known });
    }
}

/// 128 random bits as text.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
