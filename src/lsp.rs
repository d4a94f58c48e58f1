//! `uur lsp`: the language server of `uur-lsp` over standard input and output, with the files of this machine.

mod host;
mod transport;

use std::collections::VecDeque;
use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::{CancelParams, NumberOrString};
use uur_lsp::LanguageServer;

use host::LocalHost;

pub use uur_lsp::ConnectionEnd;

/// The most messages that wait in each direction. An editor that sends more waits until some are answered and the
/// answers are read.
const MAX_WAITING: usize = 256;

/// Serves an editor over standard input and output. Returns whether the editor ended the server as the
/// protocol demands.
///
/// # Errors
/// If a message cannot be read or written, or no thread can be started for that.
pub fn serve_stdio() -> Result<bool, Box<dyn Error + Send + Sync>> {
    let (connection, transport) =
        transport::stdio().map_err(|reason| format!("the machine grants no thread: {reason}"))?;
    let ending = serve(&connection)?;
    drop(connection);
    // What was answered is written, and the reader reports what it could not read.
    transport.join()?;
    Ok(ending == ConnectionEnd::Exit { orderly: true })
}

/// Serves an editor over a connection until it ends.
///
/// # Errors
/// If the editor no longer takes answers.
pub fn serve(connection: &Connection) -> Result<ConnectionEnd, Box<dyn Error + Send + Sync>> {
    let mut server = LanguageServer::new(Rc::new(LocalHost::default()));
    let mut waiting = VecDeque::new();
    loop {
        let messages = match next(connection, &mut waiting, server.pause()) {
            Next::Message(message) => server.receive(message),
            Next::Pause => server.rest(),
            Next::Closed => return Ok(ConnectionEnd::Disconnected),
        };
        for message in messages {
            let is_answer = matches!(message, Message::Response(_));
            // An editor that is gone is noticed when it is answered, or when the next message is read.
            if let (Err(error), true) = (connection.sender.send(message), is_answer) {
                return Err(error.into());
            }
        }
        if let Some(ending) = server.ended() {
            return Ok(ending);
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
    while waiting.len() < MAX_WAITING
        && let Ok(message) = connection.receiver.try_recv()
    {
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
