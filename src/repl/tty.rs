//! The terminal between two lines: its settings, key presses, and signals.
//!
//! In raw mode keys arrive one by one without echo, and Ctrl-C is a key. Typed-ahead text is buffered for the
//! next prompt. The settings are restored before the program ends, whether the user leaves, the program
//! panics, or a signal arrives, which then ends the process.

use std::sync::Mutex;
use std::time::Duration;

#[cfg(not(unix))]
use elsewhere as platform;
#[cfg(unix)]
use unix as platform;

pub use platform::{can_read_keys, has_input, restore, suspended, with_line_editing};

/// The terminal's raw mode, in which keys arrive one by one; the settings are put back on drop.
#[derive(Debug)]
pub struct RawMode;

impl RawMode {
    /// Switches to raw mode; see the platform. Returns `None` if the terminal has no such mode.
    pub fn enter(dumb: bool) -> Option<RawMode> {
        platform::enter_raw_mode(dumb).map(|()| RawMode)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        platform::leave_raw_mode();
    }
}

/// The code of Ctrl-C.
pub const INTERRUPT: u8 = 3;
/// The code of Esc, which also begins the codes of cursor keys.
pub const ESCAPE: u8 = 0x1b;
/// The code of Ctrl-D.
const END: u8 = 4;
const BACKSPACE: u8 = 8;
const DELETE: u8 = 0x7f;
/// The code of Ctrl-U, which deletes the line.
const KILL: u8 = 0x15;

/// The type-ahead buffer: keys pressed while no line was being read.
static AHEAD: Mutex<Vec<u8>> = Mutex::new(vec![]);

/// A key pressed while something else was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPress {
    /// A key that is consumed: space, Enter, Esc, Ctrl-C, or a known key.
    Key(u8),
    /// A key that begins the next line and stays in the buffer.
    Begins,
}

/// Waits for a key, at most for some time. The `known` keys are consumed like the usual ones. Other keys are
/// buffered for the next line.
pub fn wait_for_key(wait: Duration, known: &[u8]) -> Option<KeyPress> {
    let keys = platform::read(wait);
    let (pressed, rest) = split_keys(&keys, known)?;
    keep(rest);
    Some(pressed)
}

/// Splits keys into the first one, where Ctrl-C comes before any other, and those to buffer.
fn split_keys<'a>(keys: &'a [u8], known: &[u8]) -> Option<(KeyPress, &'a [u8])> {
    if let Some(at) = keys.iter().position(|&key| key == INTERRUPT) {
        return Some((KeyPress::Key(INTERRUPT), &keys[at + 1..]));
    }
    match *keys {
        [] => None,
        // A cursor key.
        [ESCAPE, _, ..] => Some((KeyPress::Key(ESCAPE), &[])),
        // A key that is held down repeats.
        [key, ..] if known.contains(&key) => {
            let times = keys.iter().take_while(|&&other| other == key).count();
            Some((KeyPress::Key(key), &keys[times..]))
        }
        [key @ (b' ' | b'\r' | b'\n' | ESCAPE), ref rest @ ..] => Some((KeyPress::Key(key), rest)),
        _ => Some((KeyPress::Begins, keys)),
    }
}

/// Whether Ctrl-C or Esc was pressed since the last call. Other keys are buffered for the next line.
pub fn interrupted() -> bool {
    let keys = platform::read(Duration::ZERO);
    let stops = keys == [ESCAPE] || keys.contains(&INTERRUPT);
    if let Some(at) = keys.iter().position(|&key| key == INTERRUPT) {
        // Ctrl-C discards what was typed before it, as at the prompt.
        ahead().clear();
        keep(&keys[at + 1..]);
    } else if !keys.starts_with(&[ESCAPE]) {
        keep(&keys);
    }
    stops
}

/// Whether the type-ahead buffer contains keys.
pub fn is_typed_ahead() -> bool {
    keep(&platform::read(Duration::ZERO));
    !ahead().is_empty()
}

fn ahead() -> std::sync::MutexGuard<'static, Vec<u8>> {
    AHEAD.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn keep(keys: &[u8]) {
    ahead().extend_from_slice(keys);
}

/// The content of the type-ahead buffer: a complete line, or the beginning of one.
#[derive(Debug, PartialEq, Eq)]
pub enum TypedAhead {
    /// A line that was ended by Enter.
    Line(String),
    /// Ctrl-D on an empty line.
    End,
    /// A line without its end; may be empty.
    Begun(String),
}

/// Takes the first line from the type-ahead buffer.
pub fn next_line() -> TypedAhead {
    keep(&platform::read(Duration::ZERO));
    let mut ahead = ahead();
    if ahead.first() == Some(&END) {
        ahead.clear();
        return TypedAhead::End;
    }
    match ahead.iter().position(|key| matches!(key, b'\r' | b'\n')) {
        Some(end) => {
            let line = edited(&ahead[..end]);
            ahead.drain(..=end);
            TypedAhead::Line(line)
        }
        None => TypedAhead::Begun(edited(&std::mem::take(&mut *ahead))),
    }
}

/// Applies editing keys to typed text. Other control keys are ignored.
fn edited(keys: &[u8]) -> String {
    let mut text = String::new();
    for key in String::from_utf8_lossy(keys).chars() {
        match u8::try_from(key) {
            Ok(BACKSPACE | DELETE) => {
                text.pop();
            }
            Ok(KILL | INTERRUPT) => text.clear(),
            _ if key.is_control() => {}
            _ => text.push(key),
        }
    }
    text
}

#[cfg(unix)]
mod unix {
    use std::io::{stdin, stdout};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, mpsc};
    use std::thread;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{read as read_from, write};
    use rustix::process::getpgrp;
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The settings to restore, while the terminal is in raw mode.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);
    /// Whether another program has the terminal, which then handles Ctrl-C itself.
    static LENT: AtomicBool = AtomicBool::new(false);
    /// Whether the terminal does not understand escape sequences.
    static DUMB: AtomicBool = AtomicBool::new(false);

    /// Restores line wrapping, the cursor, colours and plain pasting.
    const AS_BEFORE: &[u8] = b"\x1b[?7h\x1b[?25h\x1b[?2004l\x1b[0m";

    /// Switches to raw mode. Returns `None` if the terminal has no such mode. A dumb terminal is sent
    /// no escape sequences.
    pub fn enter_raw_mode(dumb: bool) -> Option<()> {
        let before = tcgetattr(stdin()).ok()?;
        DUMB.store(dumb, Ordering::SeqCst);
        *settings() = Some(before);
        watch_signals();
        key_by_key()
    }

    /// Restores the settings and leaves raw mode.
    pub fn leave_raw_mode() {
        restore();
        settings().take();
    }

    /// Whether keys can be read.
    pub fn can_read_keys() -> bool {
        settings().is_some()
    }

    fn settings() -> std::sync::MutexGuard<'static, Option<Termios>> {
        BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn key_by_key() -> Option<()> {
        let mut settings = settings().clone()?;
        settings.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        settings.special_codes[SpecialCodeIndex::VMIN] = 0;
        settings.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(stdin(), OptionalActions::Now, &settings).ok()
    }

    /// Restores the terminal's settings, if they were changed.
    pub fn restore() {
        let Some(before) = settings().clone() else { return };
        // In the background the terminal belongs to another program.
        if !tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp()) {
            return;
        }
        // Ignore errors: the terminal may be gone.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        if !DUMB.load(Ordering::SeqCst) {
            let _ = write(stdout(), AS_BEFORE);
        }
    }

    /// Releases the terminal to another program while `work` runs.
    pub fn suspended<T>(work: impl FnOnce() -> T) -> T {
        LENT.store(true, Ordering::SeqCst);
        restore();
        let done = work();
        LENT.store(false, Ordering::SeqCst);
        key_by_key();
        done
    }

    /// Switches to the terminal's own line editing while a line is read. Ctrl-C is a character there.
    pub fn with_line_editing<T>(ask: impl FnOnce() -> T) -> T {
        if let Some(mut settings) = settings().clone() {
            settings.local_modes -= LocalModes::ISIG;
            let _ = tcsetattr(stdin(), OptionalActions::Now, &settings);
        }
        let answer = ask();
        key_by_key();
        answer
    }

    /// Restores the settings before a signal ends the program.
    fn watch_signals() {
        static WATCHED: AtomicBool = AtomicBool::new(false);
        if WATCHED.swap(true, Ordering::SeqCst) {
            return;
        }
        let (ready, is_ready) = mpsc::channel();
        let watching = thread::Builder::new().spawn(move || {
            let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP, SIGQUIT, SIGINT]) else { return };
            let _ = ready.send(());
            for signal in signals.forever() {
                if LENT.load(Ordering::SeqCst) && matches!(signal, SIGINT | SIGQUIT) {
                    continue;
                }
                restore();
                let _ = emulate_default_handler(signal);
            }
        });
        // Without a thread to watch they end the program at once, and the settings stay.
        if watching.is_ok() {
            let _ = is_ready.recv();
        }
    }

    /// Reads the keys that were pressed, after waiting for some time at most. Returns none if there are none.
    pub fn read(wait: Duration) -> Vec<u8> {
        if settings().is_none() {
            thread::sleep(wait);
            return vec![];
        }
        if !has_input(wait) {
            return vec![];
        }
        let mut keys = [0; 256];
        let number = read_from(stdin(), &mut keys).unwrap_or(0);
        keys[..number].to_vec()
    }

    /// Whether there is something to read, after waiting for some time at most. The end of the input counts.
    pub fn has_input(wait: Duration) -> bool {
        let stdin = stdin();
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        let wait = Timespec { tv_sec: wait.as_secs() as _, tv_nsec: wait.subsec_nanos() as _ };
        matches!(poll(&mut ready, Some(&wait)), Ok(1..))
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read as next_event};
    use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

    use super::{BACKSPACE, ESCAPE};

    static IS_RAW: AtomicBool = AtomicBool::new(false);

    /// Switches to raw mode. Returns `None` if the terminal has no such mode.
    pub fn enter_raw_mode(_dumb: bool) -> Option<()> {
        enable_raw_mode().ok()?;
        IS_RAW.store(true, Ordering::SeqCst);
        Some(())
    }

    /// Restores the settings and leaves raw mode.
    pub fn leave_raw_mode() {
        restore();
        IS_RAW.store(false, Ordering::SeqCst);
    }

    /// Whether keys can be read.
    pub fn can_read_keys() -> bool {
        IS_RAW.load(Ordering::SeqCst)
    }

    /// Restores the terminal's settings, if they were changed.
    pub fn restore() {
        if can_read_keys() {
            // Ignore errors: the terminal may be gone.
            let _ = disable_raw_mode();
        }
    }

    /// Switches to the terminal's own line editing while a line is read.
    pub fn with_line_editing<T>(ask: impl FnOnce() -> T) -> T {
        suspended(ask)
    }

    /// Releases the terminal to another program while `work` runs.
    pub fn suspended<T>(work: impl FnOnce() -> T) -> T {
        restore();
        let done = work();
        if can_read_keys() {
            let _ = enable_raw_mode();
        }
        done
    }

    /// Whether there is something to read, after waiting for some time at most.
    pub fn has_input(wait: Duration) -> bool {
        !can_read_keys() || poll(wait).unwrap_or(true)
    }

    /// Reads the keys that were pressed, after waiting for some time at most. Returns none if there are none.
    pub fn read(wait: Duration) -> Vec<u8> {
        let end = Instant::now() + wait;
        if !can_read_keys() {
            thread::sleep(wait);
            return vec![];
        }
        let mut keys = vec![];
        loop {
            // Other events, such as that a key is let go, do not end the wait.
            let left = if keys.is_empty() { end.saturating_duration_since(Instant::now()) } else { Duration::ZERO };
            if !poll(left).unwrap_or(false) {
                return keys;
            }
            match next_event() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => keys.extend(bytes(key)),
                Ok(_) => {}
                Err(_) => return keys,
            }
        }
    }

    /// A key as a terminal of Unix sends it.
    fn bytes(key: KeyEvent) -> Vec<u8> {
        match key.code {
            KeyCode::Char(letter @ 'a'..='z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                vec![letter as u8 & 0x1f]
            }
            KeyCode::Char(letter) => letter.to_string().into_bytes(),
            KeyCode::Enter => vec![b'\r'],
            KeyCode::Tab => vec![b'\t'],
            KeyCode::Backspace => vec![BACKSPACE],
            KeyCode::Esc => vec![ESCAPE],
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End => {
                vec![ESCAPE, b'[']
            }
            _ => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_mean_something_go_and_others_stay() {
        assert_eq!(split_keys(b"", b""), None);
        assert_eq!(split_keys(b"\x1b[A", b""), Some((KeyPress::Key(ESCAPE), &b""[..])));
        assert_eq!(split_keys(b" board\n", b""), Some((KeyPress::Key(b' '), &b"board\n"[..])));
        assert_eq!(split_keys(b"board\n", b""), Some((KeyPress::Begins, &b"board\n"[..])));
        assert_eq!(split_keys(b"++-", b"+-"), Some((KeyPress::Key(b'+'), &b"-"[..])));
        assert_eq!(split_keys(b"+1", b""), Some((KeyPress::Begins, &b"+1"[..])));
        assert_eq!(split_keys(b"bo\x03K", b""), Some((KeyPress::Key(INTERRUPT), &b"K"[..])));
    }

    #[test]
    fn a_line_typed_ahead_is_edited_as_it_was_typed() {
        assert_eq!(edited(b"bor\x7fard"), "board");
        assert_eq!(edited("\u{e9}\u{7f}quit\x15K-1".as_bytes()), "K-1");
        assert_eq!(edited(b"\x7f\x01\tA"), "A");
    }
}
