//! The language server: the Language Server Protocol over the library's `analysis`.
//!
//! Messages are answered in their order by one thread. Problems are published when no message waits: first
//! those with the default values of the parameters, and once the author pauses those with all values.

mod actions;
mod capabilities;
mod convert;
mod documents;
mod families;
mod features;
mod games;
mod lenses;
mod paths;
mod positions;
mod server;
mod transport;

use std::collections::VecDeque;
use std::error::Error;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{CancelParams, InitializeParams, NumberOrString};

use capabilities::initialized;
use server::Server;

/// The pause after which problems are published.
const QUIET: Duration = Duration::from_millis(10);
/// The pause after which the problems under all values of the parameters are published.
const IDLE: Duration = Duration::from_millis(400);

/// Serves an editor over standard input and output. Returns whether the editor ended the server as the
/// protocol demands.
///
/// # Errors
/// If a message cannot be read or written.
pub fn serve_stdio() -> Result<bool, Box<dyn Error + Send + Sync>> {
    let (connection, transport) = transport::stdio();
    let ending = serve(&connection)?;
    drop(connection);
    // What was answered is written, and the reader reports what it could not read.
    transport.join()?;
    Ok(ending == ConnectionEnd::Exit { orderly: true })
}

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

/// Serves an editor over a connection until it ends.
///
/// # Errors
/// If the editor no longer takes answers.
pub fn serve(connection: &Connection) -> Result<ConnectionEnd, Box<dyn Error + Send + Sync>> {
    let Some((id, params)) = initialize(connection)? else { return Ok(ConnectionEnd::Exit { orderly: false }) };
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let mut server = Server::new(connection, &params);
    connection.sender.send(Response::new_ok(id, initialized(server.documents.unit)).into())?;
    let mut waiting = VecDeque::new();
    let mut is_shut_down = false;
    loop {
        let message = match next(connection, &mut waiting, server.pause()) {
            Next::Message(message) => message,
            Next::Pause => {
                server.publish_next();
                continue;
            }
            Next::Closed => return Ok(ConnectionEnd::Disconnected),
        };
        match message {
            Message::Request(request) if is_shut_down => refuse(connection, request, "the server is shut down")?,
            Message::Request(request) if request.method == "initialize" => {
                refuse(connection, request, "the server is initialized already")?;
            }
            Message::Request(request) if request.method == "shutdown" => {
                is_shut_down = true;
                connection.sender.send(Response::new_ok(request.id, ()).into())?;
            }
            Message::Request(request) => connection.sender.send(server.answer(request).into())?,
            Message::Notification(notification) if notification.method == "exit" => {
                return Ok(ConnectionEnd::Exit { orderly: is_shut_down });
            }
            Message::Notification(notification) if !is_shut_down => server.notice(notification),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

/// Waits for `initialize`, and refuses other requests. Returns nothing if the editor ends the connection instead.
fn initialize(connection: &Connection) -> Result<Option<(RequestId, serde_json::Value)>, Box<dyn Error + Send + Sync>> {
    loop {
        let Ok(message) = connection.receiver.recv() else { return Ok(None) };
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return Ok(Some((request.id, request.params)));
            }
            Message::Request(request) => {
                let text = "the first request is `initialize`".to_string();
                let response = Response::new_err(request.id, ErrorCode::ServerNotInitialized as i32, text);
                connection.sender.send(response.into())?;
            }
            Message::Notification(notification) if notification.method == "exit" => return Ok(None),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

/// What happens next on a connection.
enum Next {
    Message(Message),
    /// No message came within the pause.
    Pause,
    Closed,
}

/// Returns the next message, or a pause. Messages that wait already are read first, so that a request that
/// the editor has cancelled is not carried out.
fn next(connection: &Connection, waiting: &mut VecDeque<Message>, pause: Option<Duration>) -> Next {
    while let Ok(message) = connection.receiver.try_recv() {
        match &message {
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                cancel(connection, waiting, notification);
            }
            _ => waiting.push_back(message),
        }
    }
    if let Some(message) = waiting.pop_front() {
        return Next::Message(message);
    }
    let Some(pause) = pause else {
        return connection.receiver.recv().map_or(Next::Closed, Next::Message);
    };
    match connection.receiver.recv_timeout(pause) {
        Ok(message) => Next::Message(message),
        Err(error) if error.is_timeout() => Next::Pause,
        Err(_) => Next::Closed,
    }
}

/// Removes a waiting request that the editor has cancelled.
fn cancel(connection: &Connection, waiting: &mut VecDeque<Message>, notification: &Notification) {
    let Ok(CancelParams { id }) = serde_json::from_value(notification.params.clone()) else { return };
    let id: RequestId = match id {
        NumberOrString::Number(number) => number.into(),
        NumberOrString::String(text) => text.into(),
    };
    let found = waiting.iter().position(|message| matches!(message, Message::Request(request) if request.id == id));
    if found.and_then(|at| waiting.remove(at)).is_some() {
        let response = Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_string());
        // An editor that is gone is noticed when the next message is read.
        let _ = connection.sender.send(response.into());
    }
}

fn refuse(connection: &Connection, request: Request, why: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
    let response = Response::new_err(request.id, ErrorCode::InvalidRequest as i32, why.to_string());
    Ok(connection.sender.send(response.into())?)
}
