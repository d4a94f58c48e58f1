//! Replies: a body, and the headers that every reply has.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;

/// What the page may do: run and load its own files, show pictures that it has made, and ask its own server.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-uur'; img-src data: blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'";

const PRIVATE: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The body of a reply.
#[derive(Debug)]
pub enum ReplyBody {
    /// All of it.
    Whole(Option<Bytes>),
    /// Events, as they happen.
    Events(mpsc::Receiver<Bytes>),
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = match self.get_mut() {
            ReplyBody::Whole(bytes) => Poll::Ready(bytes.take()),
            ReplyBody::Events(events) => events.poll_recv(cx),
        };
        part.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ReplyBody::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            ReplyBody::Events(_) => SizeHint::default(),
        }
    }
}

pub type HttpReply = Response<ReplyBody>;

/// Why a request is not answered.
#[derive(Debug)]
pub struct RequestFailure {
    pub status: StatusCode,
    /// One word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl RequestFailure {
    /// The request is wrong.
    pub fn wrong(message: impl Into<String>) -> RequestFailure {
        RequestFailure { status: StatusCode::BAD_REQUEST, code: "request", message: message.into() }
    }

    pub fn reply(&self) -> HttpReply {
        let body = json!({ "error": { "code": self.code, "message": self.message } }).to_string();
        reply(self.status, "application/json", body)
    }
}

/// A reply with a text.
pub fn reply(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> HttpReply {
    with_headers(status, kind, ReplyBody::Whole(Some(body.into())))
}

/// A reply with an answer as JSON.
pub fn reply_json(answer: &impl Serialize) -> HttpReply {
    let text = serde_json::to_string(answer).expect("answers have names for keys");
    reply(StatusCode::OK, "application/json", text)
}

/// A reply that tells of events.
pub fn reply_events(events: mpsc::Receiver<Bytes>) -> HttpReply {
    with_headers(StatusCode::OK, "text/event-stream", ReplyBody::Events(events))
}

fn with_headers(status: StatusCode, kind: &'static str, body: ReplyBody) -> HttpReply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    for (name, value) in PRIVATE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let policy = format!("{POLICY}; frame-ancestors 'none'");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy.parse().expect("a policy is plain text"));
    reply
}
