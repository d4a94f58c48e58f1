//! The prompt at a terminal: line editing by rustyline, paging, animation and editors.

use std::borrow::Cow;
use std::io;
use std::panic;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use super::interpreter::{AnimationSpeed, NextAction, Repl, Reply};
use super::tty::{KeyPress, TypedAhead};
use super::{commands, completion, history, print, print_control, print_error, tty};
use crate::cli::Exit;
use crate::cli::output::{answer_width, screen_size};
use crate::repl::animation::Frame;
use uur::game::Game;
use uur::source::coloured;
use uur::text_layout::wrap;

/// The usual paths of editors, for users who have chosen none.
const EDITORS: [&str; 6] =
    ["/usr/bin/nano", "/bin/nano", "/usr/bin/vi", "/bin/vi", "/usr/local/bin/nano", r"C:\Windows\System32\notepad.exe"];
/// The range of the time that a frame is shown, when keys change it.
const FASTEST: Duration = Duration::from_millis(25);
const SLOWEST: Duration = Duration::from_secs(5);
/// How long the pager waits for a key.
const PAGER_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// How often the rule file is checked for changes while nothing is typed.
const LOOK: Duration = Duration::from_millis(200);

const DIM: anstyle::Style = anstyle::Style::new().dimmed();
const BOLD: anstyle::Style = anstyle::Style::new().bold();

/// Prepares the terminal. Its settings are restored when the result is dropped, and after a panic.
pub fn prepare() -> Option<tty::RawMode> {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |fault| {
        tty::restore();
        report(fault);
    }));
    tty::RawMode::enter(is_dumb())
}

/// Reads and runs lines until the user leaves.
pub fn run(repl: Repl) -> io::Result<Exit> {
    let mut editor = editor(repl.style.colour).map_err(io::Error::other)?;
    for line in history::read() {
        // The history is best effort.
        let _ = editor.add_history_entry(line);
    }
    editor.set_helper(Some(LineHelper { repl }));
    let mut begun = String::new();
    loop {
        let repl = &mut helper(&mut editor).repl;
        repl.style.width = answer_width();
        if repl.follows_file {
            super::take_over_change(repl)?;
        } else if let Some(text) = repl.changed_file() {
            print(&wrap(&text, answer_width()))?;
        }
        let typed = match ask(&mut editor, &std::mem::take(&mut begun)) {
            Ok(typed) => typed,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::other(error)),
        };
        if typed.contains('\u{3}') {
            continue;
        }
        // The line was written under the old rules, so it is offered again and not run.
        if super::take_over_change(&mut helper(&mut editor).repl)? && !is_dumb() && typed.lines().count() == 1 {
            begun = typed;
            continue;
        }
        if run_lines(&mut editor, &typed)? {
            break;
        }
    }
    Ok(Exit::Fine)
}

/// Reads a line that begins with `begun` or was typed ahead.
fn ask(editor: &mut Editor<LineHelper, MemHistory>, begun: &str) -> rustyline::Result<String> {
    let repl = &mut helper(editor).repl;
    let begun = match tty::next_line() {
        TypedAhead::Line(line) => {
            print(&format!("{}{begun}{line}\n", repl.prompt()))?;
            return Ok(begun.to_string() + &line);
        }
        TypedAhead::End => return Err(ReadlineError::Eof),
        TypedAhead::Begun(more) => begun.to_string() + &more,
    };
    if begun.is_empty() && repl.follows_file && !is_dumb() {
        wait_for_key(repl)?;
    }
    let prompt = &repl.prompt();
    if is_dumb() {
        // A dumb terminal cannot prefill a line.
        let rest = tty::with_line_editing(|| editor.readline(&format!("{prompt}{begun}")))?;
        return Ok(begun + &rest);
    }
    editor.readline_with_initial(prompt, (&begun, ""))
}

/// Shows the prompt until a key is pressed, which is not read. Meanwhile changes of the rule file are taken over.
fn wait_for_key(repl: &mut Repl) -> io::Result<()> {
    let shown = |repl: &Repl| {
        let prompt = repl.prompt();
        if repl.style.colour { format!("{DIM}{prompt}{DIM:#}") } else { prompt }
    };
    print_control(&shown(repl))?;
    while !tty::has_input(LOOK) {
        // The editor may still be writing, so the file is read a little later.
        if !repl.has_written_file() || tty::has_input(LOOK) {
            continue;
        }
        repl.style.width = answer_width();
        print_control("\r\x1b[K")?;
        super::take_over_change(repl)?;
        print_control(&shown(repl))?;
    }
    print_control("\r\x1b[K")
}

/// Whether the terminal has no cursor movement.
fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| matches!(term.as_str(), "dumb" | "cons25" | "emacs"))
}

/// Runs typed text. Pasted text arrives at once; its lines are run up to the first that fails. All lines
/// enter the history, and those that succeed are stored for later sessions. Returns whether to leave.
fn run_lines(editor: &mut Editor<LineHelper, MemHistory>, typed: &str) -> io::Result<bool> {
    let lines: Vec<&str> = typed.lines().filter(|line| !line.trim().is_empty()).collect();
    for line in &lines {
        // The history is best effort.
        let _ = editor.add_history_entry(*line);
        let repl = &mut helper(editor).repl;
        repl.style.width = answer_width();
        if lines.len() > 1 {
            print(&format!("{}{line}\n", repl.prompt()))?;
        }
        let reply = repl.line(line);
        let after = match show_reply(repl, reply)? {
            Some(NextAction::Edit(path)) => match edit(&path) {
                Ok(()) => {
                    let reply = repl.line("reload");
                    show_reply(repl, reply)?
                }
                Err(error) => {
                    print_error(&error, repl.style);
                    None
                }
            },
            after => after,
        };
        let Some(after) = after else {
            // What was played before the error is answered.
            super::play_computer(repl);
            break;
        };
        history::write(line);
        if let NextAction::Quit = after {
            return Ok(true);
        }
        super::play_computer(repl);
    }
    Ok(false)
}

/// Prints a reply and returns what to do next; `None` after an error.
fn show_reply(repl: &mut Repl, reply: Reply) -> io::Result<Option<NextAction>> {
    let Reply { text, error, after } = reply;
    if let NextAction::Animate(game, frames) = &after {
        show(repl, game, frames)?;
    }
    print_paged(repl, &text)?;
    match error {
        Some(error) => {
            print_error(&error, repl.style);
            Ok(None)
        }
        None => Ok(Some(after)),
    }
}

/// Prints a text, one screen at a time if it is longer than the screen. A key that begins the next line ends
/// it.
fn print_paged(repl: &Repl, text: &str) -> io::Result<()> {
    let rows = screen_size().map_or(0, |(_, rows)| rows);
    let lines: Vec<&str> = text.lines().collect();
    let pages = repl.redraws && tty::can_read_keys() && rows > 3 && lines.len() >= rows && !tty::is_typed_ahead();
    if !pages {
        return print(text);
    }
    let (mut shown, mut more) = (0, rows - 1);
    loop {
        let until = (shown + more).min(lines.len());
        print(&(lines[shown..until].join("\n") + "\n"))?;
        shown = until;
        if shown == lines.len() {
            return Ok(());
        }
        let left = uur::diagnostic::count(lines.len() - shown, "line");
        let offer = first_fitting([
            format!("-- {left} more: space page, Enter line, q ends --"),
            format!("-- {left} more: space, Enter or q --"),
            "-- more --".to_string(),
        ]);
        print_control(&format!("{DIM}{offer}{DIM:#}"))?;
        let key = tty::wait_for_key(PAGER_TIMEOUT, b"q");
        print_control("\r\x1b[K")?;
        more = match key {
            Some(KeyPress::Key(b' ')) => rows - 1,
            Some(KeyPress::Key(b'\r' | b'\n')) => 1,
            Some(KeyPress::Key(_) | KeyPress::Begins) | None => return Ok(()),
        };
    }
}

/// Returns the first of some texts, each shorter than the one before, that fits in one line of the terminal.
fn first_fitting(texts: [String; 3]) -> String {
    let width = answer_width().unwrap_or(usize::MAX);
    let [_, _, shortest] = &texts;
    texts.iter().find(|text| text.chars().count() < width).unwrap_or(shortest).clone()
}

/// Shows the frames of a move in place until a key is pressed. `+` and `-` change the speed of this and of
/// later moves.
pub fn show(repl: &mut Repl, game: &Game, frames: &[Frame]) -> io::Result<()> {
    let over = |lines: usize| if lines > 0 { format!("\x1b[{lines}A\r\x1b[J") } else { String::new() };
    let mut time = repl.animation.speed.time(frames.len());
    let mut lines = 0;
    let _unwrapped = NoWrap::begin()?;
    for frame in frames {
        let picture = frame.draw(game, repl.view());
        print_control(&format!("{}{}", over(lines), coloured(&picture)))?;
        lines = picture.lines().count();
        match tty::wait_for_key(time, b"+-") {
            None => continue,
            Some(KeyPress::Key(b'+')) => time = (time / 2).max(FASTEST),
            Some(KeyPress::Key(b'-')) => time = (time * 2).min(SLOWEST),
            Some(KeyPress::Key(_) | KeyPress::Begins) => break,
        }
        repl.animation.speed = AnimationSpeed::Each(time);
    }
    print_control(&over(lines))
}

/// Switches off line wrapping until dropped. Wrapped lines would break the count of lines to redraw.
struct NoWrap;

impl NoWrap {
    fn begin() -> io::Result<NoWrap> {
        print_control("\x1b[?7l")?;
        Ok(NoWrap)
    }
}

impl Drop for NoWrap {
    fn drop(&mut self) {
        // Ignore write errors: the terminal is gone.
        let _ = print_control("\x1b[?7h");
    }
}

/// Opens a file in the user's editor, and waits.
fn edit(path: &Path) -> Result<(), String> {
    let chosen =
        ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok().filter(|text| !text.is_empty()));
    let found = || EDITORS.iter().find(|editor| Path::new(editor).is_file()).map(ToString::to_string);
    let Some(chosen) = chosen.or_else(found) else {
        return Err(format!(
            "neither VISUAL nor EDITOR is set, and no nano or vi was found (open {} yourself, then `reload`)",
            path.display()
        ));
    };
    let mut words = chosen.split_whitespace();
    let program = words.next().unwrap_or(&chosen);
    match tty::suspended(|| Command::new(program).args(words).arg(path).status()) {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{chosen}` failed; nothing was reloaded")),
        Err(error) => Err(format!("`{chosen}` cannot be run: {error}")),
    }
}

fn editor(colour: bool) -> rustyline::Result<Editor<LineHelper, MemHistory>> {
    let config = Config::builder()
        .max_history_size(history::MAX_LINES)?
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .color_mode(if colour { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let history = MemHistory::with_config(&config);
    Editor::with_history(config, history)
}

fn helper(editor: &mut Editor<LineHelper, MemHistory>) -> &mut LineHelper {
    editor.helper_mut().expect("it was set before the first line")
}

/// The helper of rustyline: hints, completion and highlighting.
struct LineHelper {
    repl: Repl,
}

impl Helper for LineHelper {}

impl Validator for LineHelper {}

/// A hint that is only displayed and cannot be accepted.
struct InlineHint(String);

impl Hint for InlineHint {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for LineHelper {
    type Hint = InlineHint;

    fn hint(&self, line: &str, position: usize, _context: &Context<'_>) -> Option<InlineHint> {
        if position < line.len() { None } else { completion::hint(&self.repl, line).map(InlineHint) }
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completion::completions(&self.repl, &line[..position]))
    }
}

impl Highlighter for LineHelper {
    fn highlight<'l>(&self, line: &'l str, _position: usize) -> Cow<'l, str> {
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (first, rest) = line.split_at(end);
        let known =
            !first.is_empty() && (self.repl.is_step(first) || commands::find(first, &self.repl.session).is_ok());
        if known { Cow::Owned(format!("{BOLD}{first}{BOLD:#}{rest}")) } else { Cow::Borrowed(line) }
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _default: bool) -> Cow<'b, str> {
        Cow::Owned(format!("{DIM}{prompt}{DIM:#}"))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("{DIM}{hint}{DIM:#}"))
    }

    fn highlight_char(&self, _line: &str, _position: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}
