//! The output of a command: its answer on standard output, everything else on standard error.
//!
//! Everything is written with colour. The streams remove it if they are not terminals or `NO_COLOR` is set.
//!
//! The answer goes to a sink that records whether all of it was written. A command does not check this: it
//! runs to its verdict, and [`run_into`] combines the two into the exit code.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use super::made::command_line;
use super::progress::sowing_abandoned;
use crate::files::WriteError;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use uur::diagnostic::shortened;
use uur::explain::BOUND_HELP;
use uur::notation::ParseError;
use uur::source::coloured;
use uur::text_layout::wrap;

/// How a command ended. Of several, the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Fine = 0,
    /// A move is illegal, a test failed, a file is not formatted, or no game was found.
    Failed = 1,
    /// An argument is wrong or names something that does not exist.
    Usage = 2,
    /// A rule file has errors.
    Faulty = 3,
    /// A limit was reached, or Ctrl-C was pressed.
    Limit = 4,
    /// An output could not be written, and nothing else is wrong.
    Unwritten = 5,
    /// A bug in uur.
    Bug = 70,
}

impl Exit {
    /// Orders by exit code, except that any verdict outweighs an output that was not written.
    fn weight(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Unwritten => 1,
            Exit::Failed | Exit::Usage | Exit::Faulty | Exit::Limit | Exit::Bug => 1 + self as u8,
        }
    }
}

impl Ord for Exit {
    fn cmp(&self, other: &Exit) -> Ordering {
        self.weight().cmp(&other.weight())
    }
}

impl PartialOrd for Exit {
    fn partial_cmp(&self, other: &Exit) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not be carried out: the message for standard error, and the exit code.
#[derive(Debug)]
pub struct CommandError {
    /// The exit code.
    pub exit: Exit,
    /// The rendered message; may be empty.
    pub text: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for CommandError {}

impl CommandError {
    /// An error in the arguments.
    pub fn usage(message: &str, help: impl Into<String>) -> CommandError {
        CommandError { exit: Exit::Usage, text: error(message, None, Some(help.into())) }
    }

    /// The error for work that was stopped or reached a limit, with what was done.
    pub fn limit(done: &str) -> CommandError {
        if sowing_abandoned() {
            let message = format!("a sowing is too long to be followed to its end: {done}");
            return CommandError { exit: Exit::Limit, text: error(&message, None, Some(BOUND_HELP.into())) };
        }
        CommandError { exit: Exit::Limit, text: format!("{done}\n") }
    }

    /// The error for a file that was not written: the request is refused, or the system failed.
    pub fn write_failed(path: &Path, reason: &WriteError) -> CommandError {
        match reason {
            WriteError::Failed(reason) => {
                output_error(&format!("`{}`", path.display()), reason, "check the disk, or write elsewhere")
            }
            WriteError::Link | WriteError::Foreign(_) | WriteError::Busy => {
                CommandError::usage(&format!("`{}` cannot be written: {reason}", path.display()), reason.help())
            }
        }
    }
}

/// The error for an incomplete output. `help` is for a failure whose cause is not known.
pub fn output_error(output: &str, reason: &io::Error, help: &str) -> CommandError {
    if reason.kind() == ErrorKind::BrokenPipe {
        // The reader closed the pipe because it needs no more.
        return CommandError { exit: Exit::Fine, text: String::new() };
    }
    let help = match reason.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "the output is incomplete: free space, or write elsewhere"
        }
        ErrorKind::NotFound
        | ErrorKind::NotADirectory
        | ErrorKind::PermissionDenied
        | ErrorKind::ReadOnlyFilesystem => "write to a file in a folder that exists and is writable",
        _ => help,
    };
    let text = error(&format!("{output} cannot be written: {reason}"), None, Some(help.to_string()));
    CommandError { exit: Exit::Unwritten, text }
}

/// Where the answer of a command and its messages go.
struct Sink {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    open: bool,
    exit: Exit,
    command: String,
    width: AnswerWidth,
}

/// The width that texts for people have to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerWidth {
    /// That of the terminal. Without a terminal, only paragraphs are wrapped.
    Terminal,
    /// This number of columns.
    Columns(usize),
}

thread_local! {
    /// The sink of the command that runs on this thread.
    static SINK: RefCell<Sink> = RefCell::new(Sink::new(anstream::stdout(), anstream::stderr()));
}

impl Sink {
    fn new(out: impl Write + 'static, err: impl Write + 'static) -> Sink {
        Sink {
            out: Box::new(out),
            err: Box::new(err),
            open: true,
            exit: Exit::Fine,
            command: String::new(),
            width: AnswerWidth::Terminal,
        }
    }
}

/// Runs a command with these arguments, whose answer goes to `out` and whose messages go to `err`, in lines that fit
/// the width. Returns its verdict combined with the success of writing.
pub fn run_into(
    arguments: &[OsString],
    width: AnswerWidth,
    out: impl Write + 'static,
    err: impl Write + 'static,
    command: impl FnOnce() -> Exit,
) -> Exit {
    let before = SINK.replace(Sink { command: command_line(arguments), width, ..Sink::new(out, err) });
    let verdict = command();
    verdict.max(SINK.replace(before).exit)
}

/// The command of which the answer is printed on this thread, as a shell reads it.
pub fn typed_command() -> String {
    SINK.with_borrow(|sink| sink.command.clone())
}

/// Prints a part of the answer. Control sequences other than colours are escaped. A write error is reported
/// once, and the rest is not printed. A closed pipe is not reported.
pub fn print(text: &str) {
    print_control(&coloured(text));
}

/// Prints a part of the answer for people. At a terminal, lines break between words.
pub fn print_wrapped(text: &str) {
    print(&wrap(text, answer_width()));
}

/// Prints text that moves the cursor or clears a part of the terminal; nothing is escaped as in [`print()`].
pub fn print_control(text: &str) {
    let written = SINK.with_borrow_mut(|sink| {
        if !sink.open {
            return Ok(());
        }
        let written = sink.out.write_all(text.as_bytes()).and_then(|()| sink.out.flush());
        sink.open = written.is_ok();
        written
    });
    if let Err(reason) = written {
        report_error(&output_error("standard output", &reason, "send the output elsewhere, such as to a file"));
    }
}

/// Whether the answer of the command on this thread is still read. Work whose only purpose is to be printed
/// stops if it is not.
pub fn is_open() -> bool {
    SINK.with_borrow(|sink| sink.open)
}

/// Reports an error that does not end the command. It sets the exit code, unless the verdict is worse.
pub fn report_error(failure: &CommandError) {
    eprint(&failure.text);
    SINK.with_borrow_mut(|sink| sink.exit = sink.exit.max(failure.exit));
}

/// The columns and rows of the terminal that shows the answer; `None` if it is not a terminal.
pub fn screen_size() -> Option<(usize, usize)> {
    let (terminal_size::Width(columns), terminal_size::Height(rows)) = terminal_size::terminal_size()?;
    (std::io::IsTerminal::is_terminal(&std::io::stdout()) && columns > 0 && rows > 0)
        .then(|| (columns.into(), rows.into()))
}

/// The columns that the answer has to fit, if there are any.
pub fn answer_width() -> Option<usize> {
    match SINK.with_borrow(|sink| sink.width) {
        AnswerWidth::Terminal => screen_size().map(|(columns, _)| columns),
        AnswerWidth::Columns(columns) => Some(columns),
    }
}

/// The columns that messages have to fit, even if the answer is redirected. The sink is borrowed if a panic is
/// reported while it writes.
fn message_width() -> Option<usize> {
    let width = SINK.with(|sink| sink.try_borrow().map_or(AnswerWidth::Terminal, |sink| sink.width));
    match width {
        AnswerWidth::Terminal if std::io::IsTerminal::is_terminal(&std::io::stderr()) => terminal_size::terminal_size()
            .map(|(terminal_size::Width(columns), _)| columns.into())
            .filter(|&columns| columns > 0),
        AnswerWidth::Terminal => None,
        AnswerWidth::Columns(columns) => Some(columns),
    }
}

/// Whether the answer is printed in colour.
pub fn uses_colour() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Prints to standard error, at a terminal in lines that break between words. Write errors are ignored because there is nowhere to report them.
pub fn eprint(text: &str) {
    let text = wrap(text, message_width());
    let text = coloured(&text);
    SINK.with(|sink| {
        let _ = match sink.try_borrow_mut() {
            Ok(mut sink) => sink.err.write_all(text.as_bytes()),
            // The sink is borrowed if a panic is reported while it writes.
            Err(_) => anstream::stderr().write_all(text.as_bytes()),
        };
    });
}

/// Renders an error with an optional note and help.
pub fn error(message: &str, note: Option<String>, help: Option<String>) -> String {
    render(Level::ERROR, message, None, note, help)
}

/// Renders a warning.
pub fn warning(message: &str) -> String {
    render(Level::WARNING, message, None, None, None)
}

/// Renders an error at a place of a given text, with the text and a caret.
pub fn error_at(problem: &ParseError, text: &str, from: &str) -> String {
    error_with_note(problem, text, from, None)
}

/// The same with a note.
pub fn error_with_note(problem: &ParseError, text: &str, from: &str, note: Option<String>) -> String {
    // Only its line is drawn, since a text may be long.
    let begin = text[..problem.at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[begin..].lines().next().unwrap_or("");
    let at = (problem.at - begin).min(line.len());
    let rest = &line[at..];
    let length = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | ',')).unwrap_or(rest.len());
    let number = text[..begin].matches('\n').count() + 1;
    let annotation = AnnotationKind::Primary.span(at..at + length);
    let snippet = Snippet::source(line).path(from).line_start(number).annotation(annotation);
    let help = Some(problem.help.clone()).filter(|help| !help.is_empty());
    render(Level::ERROR, &problem.message, Some(snippet.into()), note, help)
}

fn render(level: Level, message: &str, place: Option<Element>, note: Option<String>, help: Option<String>) -> String {
    let message = shortened(message);
    let (note, help) = (note.as_deref().map(shortened), help.as_deref().map(shortened));
    let note = note.iter().map(|note| Level::NOTE.message(&**note).into());
    let help = help.iter().map(|help| Level::HELP.message(&**help).into());
    let elements: Vec<Element> = place.into_iter().chain(note).chain(help).collect();
    let group = Group::with_title(level.primary_title(&*message)).elements(elements);
    format!("{}\n", Renderer::styled().decor_style(DecorStyle::Ascii).render(&[group]))
}
