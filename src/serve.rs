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
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Notify, Semaphore};

use guard::SiteGuard;
use requests::Site;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 256;
/// The most files that are read or saved at once.
const MOST_FILES: usize = 8;
/// How long a browser may take for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The largest head of a request, in bytes.
const MOST_HEAD: usize = 16 << 10;
/// How long the end waits for answers that are being made.
const LAST_ANSWERS: Duration = Duration::from_millis(500);

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
    /// Listens on a port of this machine, or on a free one.
    ///
    /// # Errors
    /// If the port is taken, or the system refuses.
    pub fn listen(folder: Folder, port: Option<u16>) -> io::Result<PageServer> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(MOST_FILES)
            .build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let port = listener.local_addr()?.port();
        let (token, key) = (random_token()?, random_token()?);
        let site = Arc::new(Site::new(folder, SiteGuard::new(port, token.clone(), key.clone())));
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

    /// Answers requests until `end` is notified.
    pub fn run(self, end: &Notify) {
        self.runtime.block_on(async {
            self.runtime.spawn(accept(self.listener, self.site));
            end.notified().await;
        });
        self.runtime.shutdown_timeout(LAST_ANSWERS);
    }
}

/// Answers each connection by a task.
async fn accept(listener: TcpListener, site: Arc<Site>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no room for another connection, or the browser has already gone.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let site = site.clone();
        tokio::spawn(async move {
            let _place = place;
            let answers = service_fn(|request| site.answer(request));
            // A connection that breaks, or that sends what is no request, harms no other.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_header_size(MOST_HEAD)
                .serve_connection(TokioIo::new(stream), answers)
                .await;
        });
    }
}

/// 128 random bits as text.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
