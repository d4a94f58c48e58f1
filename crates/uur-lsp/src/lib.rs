//! A language server: the Language Server Protocol over the library's `analysis`.
//!
//! [`LanguageServer::handle`] takes a message and returns the messages that follow from it. Messages are answered in
//! their order. Problems are published in a pause, [`LanguageServer::pause`]: first those with the default values of
//! the parameters, and once the author pauses for longer those with all values.
//!
//! The server has no transport, files, threads or clock: these are its [`Host`].

#![cfg_attr(not(feature = "files"), allow(dead_code, reason = "a page asks less"))]

mod actions;
mod capabilities;
mod convert;
mod documents;
mod families;
mod features;
mod games;
mod host;
mod lenses;
mod paths;
mod positions;
mod refactorings;
mod server;

use std::rc::Rc;
use std::time::Duration;

use lsp_server::{ErrorCode, Message, Request, Response};
use serde_json::{Value, json};

use capabilities::initialized;
use server::Server;

pub use host::{Host, NoFiles, StopFunction};
pub use paths::{path_of, uri_of};

/// The pause after which problems are published.
const QUIET: Duration = Duration::from_millis(10);
/// The pause after which the problems under all values of the parameters are published.
const IDLE: Duration = Duration::from_millis(400);

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionEnd {
    /// By the notification `exit`; orderly if `shutdown` came before it.
    Exit {
        /// Whether `shutdown` came before it.
        orderly: bool,
    },
    /// The editor closed the connection, or sent what is no message.
    Disconnected,
}

/// A language server for one editor.
pub struct LanguageServer {
    host: Rc<dyn Host>,
    /// The state of the connection, once the editor has initialised it.
    server: Option<Server>,
    is_shut_down: bool,
    ended: Option<ConnectionEnd>,
}

impl LanguageServer {
    /// A server that waits for `initialize`.
    pub fn new(host: Rc<dyn Host>) -> LanguageServer {
        LanguageServer { host, server: None, is_shut_down: false, ended: None }
    }

    /// Takes the text of a message of JSON-RPC without a header, and returns those that follow from it.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use uur_lsp::{LanguageServer, NoFiles};
    ///
    /// let mut server = LanguageServer::new(Rc::new(NoFiles));
    /// let request = r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}"#;
    /// let answers = server.handle(request);
    /// assert!(answers[0].contains("hoverProvider"));
    /// ```
    pub fn handle(&mut self, message: &str) -> Vec<String> {
        let messages = match serde_json::from_str::<Message>(message) {
            Ok(message) => self.receive(message),
            Err(error) => {
                let error = json!({ "code": ErrorCode::ParseError as i32, "message": error.to_string() });
                return vec![json!({ "jsonrpc": "2.0", "id": Value::Null, "error": error }).to_string()];
            }
        };
        messages.iter().map(text_of).collect()
    }

    /// Takes a message, and returns those that follow from it. After `exit` nothing follows.
    pub fn receive(&mut self, message: Message) -> Vec<Message> {
        if self.ended.is_some() {
            return vec![];
        }
        match message {
            Message::Notification(notification) if notification.method == "exit" => {
                self.ended = Some(ConnectionEnd::Exit { orderly: self.is_shut_down });
                vec![]
            }
            Message::Request(request) => {
                let answer = self.answer(request);
                let told = self.server.as_mut().map_or(vec![], Server::take_sent);
                told.into_iter().chain([answer.into()]).collect()
            }
            Message::Notification(notification) => {
                let Some(server) = self.server.as_mut().filter(|_| !self.is_shut_down) else { return vec![] };
                server.notice(notification);
                server.take_sent()
            }
            Message::Response(_) => vec![],
        }
    }

    fn answer(&mut self, request: Request) -> Response {
        let refuse = |id, code: ErrorCode, why: &str| Response::new_err(id, code as i32, why.to_string());
        match (&mut self.server, request.method.as_str()) {
            (None, "initialize") => {
                let server = self.server.insert(Server::new(self.host.clone(), &request.params));
                Response::new_ok(request.id, initialized(server))
            }
            (None, _) => refuse(request.id, ErrorCode::ServerNotInitialized, "the first request is `initialize`"),
            (Some(_), _) if self.is_shut_down => {
                refuse(request.id, ErrorCode::InvalidRequest, "the server is shut down")
            }
            (Some(_), "initialize") => {
                refuse(request.id, ErrorCode::InvalidRequest, "the server is initialized already")
            }
            (Some(_), "shutdown") => {
                self.is_shut_down = true;
                Response::new_ok(request.id, ())
            }
            (Some(server), _) => server.answer(request),
        }
    }

    /// The pause without a message after which [`LanguageServer::rest`] has something to publish.
    pub fn pause(&self) -> Option<Duration> {
        self.server.as_ref().filter(|_| self.ended.is_none()).and_then(Server::pause)
    }

    /// Publishes what waits, and returns the messages.
    pub fn rest(&mut self) -> Vec<Message> {
        let Some(server) = self.server.as_mut() else { return vec![] };
        server.publish_next();
        server.take_sent()
    }

    /// As [`LanguageServer::rest`], with the texts of the messages.
    pub fn rest_texts(&mut self) -> Vec<String> {
        self.rest().iter().map(text_of).collect()
    }

    /// How the editor has ended the connection, if it has.
    pub fn ended(&self) -> Option<ConnectionEnd> {
        self.ended
    }
}

/// A message of JSON-RPC.
pub fn json_of(message: &Message) -> Value {
    let mut text = serde_json::to_value(message).expect("messages have only texts as keys");
    text["jsonrpc"] = json!("2.0");
    text
}

fn text_of(message: &Message) -> String {
    json_of(message).to_string()
}
