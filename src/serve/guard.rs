//! Which requests are refused.
//!
//! A page of another site must not reach the server, neither under its own name, which then leads to this machine, nor
//! by asking this machine directly. The browser says in `Host`, `Origin` and `Sec-Fetch-Site` who asks. Another program
//! on this machine does not know the token; it may see the address with which the browser is started, so that one has a
//! key that is good for one page.

use std::sync::Mutex;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, StatusCode};

use super::reply::RequestFailure;

/// The header with the token.
pub const TOKEN: HeaderName = HeaderName::from_static("x-uur-token");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Knows the address and the token of the server.
#[derive(Debug)]
pub struct SiteGuard {
    /// The names of this server in a request.
    hosts: [String; 2],
    token: String,
    /// What is good for the token once: others may see with which address the browser was started.
    key: Mutex<Option<String>>,
}

impl SiteGuard {
    pub fn new(port: u16, token: String, key: String) -> SiteGuard {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        SiteGuard { hosts, token, key: Mutex::new(Some(key)) }
    }

    /// Gives the token for the key, once.
    pub fn token_for(&self, key: &str) -> Result<&str, RequestFailure> {
        let mut known = self.key.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !known.as_ref().is_some_and(|known| same(known, key)) {
            return Err(unknown());
        }
        *known = None;
        Ok(&self.token)
    }

    /// Refuses a request that is not for this server, or comes from another site.
    pub fn check_site<B>(&self, request: &Request<B>) -> Result<(), RequestFailure> {
        let headers = request.headers();
        let is_own_host = |host: &str| self.hosts.iter().any(|own| own == host);
        let host = match values(headers, &header::HOST)[..] {
            [Some(host)] if is_own_host(host) => host,
            _ => return Err(foreign("the request is for another server")),
        };
        if request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
            return Err(foreign("the request is for another server"));
        }
        let own = format!("http://{host}");
        if !values(headers, &header::ORIGIN).iter().all(|origin| *origin == Some(&own)) {
            return Err(foreign("the request comes from another site"));
        }
        let is_own_site = |site: &Option<&str>| matches!(site, Some("same-origin" | "none"));
        if !values(headers, &SEC_FETCH_SITE).iter().all(is_own_site) {
            return Err(foreign("the request comes from another site"));
        }
        Ok(())
    }

    /// Refuses a request without the token.
    pub fn check_token(&self, headers: &HeaderMap) -> Result<(), RequestFailure> {
        match values(headers, &TOKEN)[..] {
            [Some(token)] if same(token, &self.token) => Ok(()),
            _ => Err(unknown()),
        }
    }
}

fn unknown() -> RequestFailure {
    let message = "open the address that `uur serve` has printed".to_string();
    RequestFailure { status: StatusCode::FORBIDDEN, code: "token", message }
}

/// The values of a header; `None` for what is no text.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Vec<Option<&'a str>> {
    headers.get_all(name).iter().map(|value: &HeaderValue| value.to_str().ok()).collect()
}

fn foreign(message: &str) -> RequestFailure {
    RequestFailure { status: StatusCode::FORBIDDEN, code: "foreign", message: message.to_string() }
}

/// Compares two texts in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}
