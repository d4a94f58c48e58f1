//! The engine protocol: other programs use `uur` as an engine, over lines of text, in the manner of UCI and UGI.
//!
//! One thread reads the lines, so that `stop` is heard while a search runs, and another carries them out in order.
//! `docs/manual/engine-protocol.md` describes every line. Nothing that is read ends the program, except `quit` and
//! the end of the input.

mod commands;
mod control;
mod ugi;

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use commands::Session;
use control::Control;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 16;
/// The most commands that may wait while another one is carried out.
pub const MAX_WAITING: usize = 1 << 12;

/// Why a session ended too early.
#[derive(Debug)]
pub enum EngineError {
    /// The machine granted no thread to read commands.
    NoThread(io::Error),
    /// An answer could not be written.
    Unwritten(io::Error),
}

/// The output, which both threads write to. It remembers the first failure.
struct Output<W> {
    state: Mutex<(W, io::Result<()>)>,
}

impl<W: Write> Output<W> {
    fn new(output: W) -> Self {
        Output { state: Mutex::new((output, Ok(()))) }
    }

    /// Writes a line at once. Control characters become blanks, so that an answer is always one line.
    fn line(&self, text: &str) {
        let line: String = text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, written) = &mut *state;
        if written.is_ok() {
            *written = writeln!(output, "{line}").and_then(|()| output.flush());
        }
    }

    fn error(&self, reason: &str) {
        self.line(&format!("error {reason}"));
    }

    /// Whether everything was written so far.
    fn is_open(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1.is_ok()
    }

    /// Returns the first failure, once.
    fn finish(&self) -> io::Result<()> {
        std::mem::replace(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner).1, Ok(()))
    }
}

/// Serves a program that writes commands to `input` and reads answers from `output`, until `quit` or the end of the
/// input.
///
/// # Errors
/// If an answer cannot be written, which ends it too, or if no thread can be started.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Result<(), EngineError> {
    let output = Arc::new(Output::new(output));
    let control = Arc::new(Control::new(thread::current()));
    let (sender, receiver) = sync_channel(MAX_WAITING);
    let reader = {
        let (output, control) = (output.clone(), control.clone());
        // It may wait for a line when the session is over, and ends with the program.
        move || read_commands(input, &sender, &control, &output)
    };
    thread::Builder::new().spawn(reader).map_err(EngineError::NoThread)?;
    let mut session = Session::new(control.clone(), output.clone());
    for (number, line) in receiver {
        if !output.is_open() {
            break;
        }
        session.carry_out(number, &line);
        control.finish(number);
    }
    output.finish().map_err(EngineError::Unwritten)
}

/// Reads lines and passes them on, each with its number from 1. A `stop` is obeyed at once, and `isready` is answered while
/// a search runs.
fn read_commands<W: Write>(
    mut input: impl BufRead,
    sender: &SyncSender<(u64, String)>,
    control: &Control,
    output: &Output<W>,
) {
    let (mut number, mut last_search) = (0, 0);
    loop {
        number += 1;
        let line = match next_line(&mut input) {
            Ok(Some(Ok(line))) => line,
            Ok(Some(Err(reason))) => {
                output.error(&reason);
                continue;
            }
            // Input that cannot be read has ended.
            Ok(None) | Err(_) => return control.stop(u64::MAX),
        };
        match line.trim() {
            "" => {}
            "stop" => control.stop(number),
            "quit" => return control.stop(u64::MAX),
            "isready" if !control.has_finished(last_search) => output.line("readyok"),
            command => {
                let searches = command.split_whitespace().next() == Some("go");
                match sender.try_send((number, line)) {
                    Ok(()) if searches => last_search = number,
                    Ok(()) => {}
                    Err(TrySendError::Full(_)) => {
                        output.error(&format!("more than {MAX_WAITING} commands are waiting; this one is ignored"));
                    }
                    Err(TrySendError::Disconnected(_)) => return,
                }
            }
        }
    }
}

/// Reads the next line; `None` at the end of the input. A line that is too long, or not UTF-8, is skipped, and the
/// reason returned.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = vec![];
    if input.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("a line has more than {MAX_LINE} bytes"))));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "a line is not UTF-8".to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let text = format!("{}\nmoves\n{}\n\u{e9}\nlast", "x".repeat(MAX_LINE + 1), "y".repeat(MAX_LINE - 1));
        let mut input = text.as_bytes();
        let mut read = vec![];
        while let Some(line) = next_line(&mut input).expect("memory can be read") {
            read.push(line.map(|line| line.trim_end().len()));
        }
        assert_eq!(
            read,
            [Err(format!("a line has more than {MAX_LINE} bytes")), Ok(5), Ok(MAX_LINE - 1), Ok(2), Ok(4)]
        );
    }

    #[test]
    fn a_line_that_is_no_text_is_skipped() {
        let mut input = &b"\xff\xfe\nshow\n"[..];
        assert!(matches!(next_line(&mut input), Ok(Some(Err(_)))));
        assert!(matches!(next_line(&mut input), Ok(Some(Ok(line))) if line == "show\n"));
        assert!(matches!(next_line(&mut input), Ok(None)));
    }

    #[test]
    fn an_answer_is_one_line() {
        let output = Output::new(vec![]);
        output.line("error \u{1b}[2J\nnext\n");
        assert_eq!(String::from_utf8(output.state.into_inner().unwrap().0).unwrap(), "error  [2J next\n");
    }
}
