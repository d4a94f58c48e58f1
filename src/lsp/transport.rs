//! The transport: messages over standard input and output, each in a frame with its length.
//!
//! A frame that holds no message is answered as JSON-RPC demands, and the next one is read. Without a length
//! there is no next frame, so that ends the connection. Of messages that wait, only so many are held.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::bounded;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

use super::MAX_WAITING;

/// The largest message that is read, in bytes. No rule file comes near it.
const MAX_MESSAGE: u64 = 64 << 20;
/// The longest line of a header, in bytes.
const MAX_HEADER: u64 = 4096;

/// The threads that read and write.
pub struct Transport {
    reader: JoinHandle<Result<(), String>>,
    writer: JoinHandle<io::Result<()>>,
}

/// Connects a server to standard input and output.
///
/// # Errors
/// If the machine grants no threads.
pub fn stdio() -> io::Result<(Connection, Transport)> {
    let (sender, from_editor) = bounded(MAX_WAITING);
    let (to_editor, receiver) = bounded::<Message>(MAX_WAITING);
    let output = Arc::new(Mutex::new(io::stdout()));
    let refusals = output.clone();
    let read = move || {
        let mut input = io::stdin().lock();
        while let Some(message) = next_message(&mut input, &refusals)? {
            let is_exit = matches!(&message, Message::Notification(told) if told.method == "exit");
            // A server that has ended takes no more messages.
            if sender.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    };
    let write = move || receiver.into_iter().try_for_each(|message| write_frame(&output, &uur_lsp::json_of(&message)));
    let writer = Builder::new().spawn(write)?;
    let reader = Builder::new().spawn(read)?;
    Ok((Connection { sender: to_editor, receiver: from_editor }, Transport { reader, writer }))
}

impl Transport {
    /// Waits until everything is read and written.
    ///
    /// # Errors
    /// If the frames could not be read to their end, or an answer could not be written.
    pub fn join(self) -> Result<(), String> {
        let bug = || "a bug in uur".to_string();
        let read = self.reader.join().map_err(|_| bug())?;
        self.writer.join().map_err(|_| bug())?.map_err(|error| error.to_string())?;
        read
    }
}

/// Reads the next message; `None` at the end of the input. Frames without a message are refused and skipped.
fn next_message(input: &mut impl BufRead, output: &Mutex<impl Write>) -> Result<Option<Message>, String> {
    loop {
        let length = match length_of_frame(input) {
            Ok(Some(length)) => length,
            Ok(None) => return Ok(None),
            Err(reason) => {
                // Whether the editor still reads does not matter.
                let _ = refuse(output, ErrorCode::ParseError, Value::Null, &reason);
                return Err(reason);
            }
        };
        if length > MAX_MESSAGE {
            let skipped = io::copy(&mut input.take(length), &mut io::sink()).map_err(|error| error.to_string())?;
            let reason = format!("a message of {length} bytes is larger than {} MiB", MAX_MESSAGE >> 20);
            let _ = refuse(output, ErrorCode::InvalidRequest, Value::Null, &reason);
            if skipped < length { return Err(cut_off(skipped, length)) } else { continue }
        }
        let mut bytes = vec![];
        let number = input.take(length).read_to_end(&mut bytes).map_err(|error| error.to_string())? as u64;
        if number < length {
            return Err(cut_off(number, length));
        }
        match message(&bytes) {
            Ok(message) => return Ok(Some(message)),
            Err((code, id, reason)) => {
                let _ = refuse(output, code, id, &reason);
            }
        }
    }
}

fn cut_off(number: u64, length: u64) -> String {
    format!("the input ends after {number} of {length} bytes of a message")
}

/// Reads the header of a frame; `None` at the end of the input.
fn length_of_frame(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = vec![];
        let number = input.take(MAX_HEADER).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if number == 0 && is_first {
            return Ok(None);
        }
        if line.pop() != Some(b'\n') {
            return Err("a header is not ended by a line break".to_string());
        }
        is_first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a header has no Content-Length".to_string());
        }
        let (name, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no header"))?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            length = Some(value.parse().map_err(|_| format!("Content-Length is `{value}`, which is no length"))?);
        }
    }
}

/// Decodes a message, or returns the code, the id and the reason of the refusal.
fn message(bytes: &[u8]) -> Result<Message, (ErrorCode, Value, String)> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| (ErrorCode::ParseError, Value::Null, format!("the message is no JSON: {error}")))?;
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    let has = |name: &str| value.get(name).is_some();
    // An id that the library cannot hold must not make a notification of a request.
    let decoded = match (has("method"), has("id")) {
        (true, true) => serde_json::from_value(value).map(Message::Request),
        (true, false) => serde_json::from_value(value).map(Message::Notification),
        (false, _) if has("result") || has("error") => serde_json::from_value(value).map(Message::Response),
        (false, _) => return Err((ErrorCode::InvalidRequest, id, "the message has no method".to_string())),
    };
    decoded.map_err(|error| (ErrorCode::InvalidRequest, id, format!("the message is no request of JSON-RPC: {error}")))
}

fn refuse(output: &Mutex<impl Write>, code: ErrorCode, id: Value, reason: &str) -> io::Result<()> {
    write_frame(output, &json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": reason } }))
}

fn write_frame(output: &Mutex<impl Write>, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
