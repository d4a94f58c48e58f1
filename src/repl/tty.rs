//! The terminal between two lines: Ctrl-C that ends no session, and pictures that any key ends.
//!
//! The settings of the terminal are changed by `stty`, which every Unix has; without it pictures
//! are shown to their end.

use std::fs::File;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// What Ctrl-C sends.
pub const INTERRUPT: u8 = 3;

/// Settings of the terminal that are put back when this is dropped.
#[derive(Debug)]
pub struct Settings {
    before: String,
}

impl Settings {
    /// Changes settings; `None` if that cannot be done.
    pub fn change(settings: &[&str]) -> Option<Settings> {
        let before = stty(&["-g"])?;
        stty(settings)?;
        Some(Settings { before: before.trim().to_string() })
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        stty(&[&self.before]);
    }
}

fn stty(arguments: &[&str]) -> Option<String> {
    if !cfg!(unix) {
        return None;
    }
    let output = Command::new("stty").args(arguments).stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Keys that are pressed while something else goes on.
#[derive(Debug)]
pub struct Keys {
    keys: File,
    _settings: Settings,
}

impl Keys {
    /// Begins to listen; `None` if there is no terminal that can be told to hand keys over at once.
    pub fn listen() -> Option<Keys> {
        let settings = Settings::change(&["-icanon", "-echo", "-isig", "min", "0", "time", "0"])?;
        Some(Keys { keys: File::open("/dev/tty").ok()?, _settings: settings })
    }

    /// The first key pressed since the last question, Ctrl-C before any other.
    pub fn pressed(&self) -> Option<u8> {
        let mut keys = [0; 64];
        let pressed = (&self.keys).read(&mut keys).unwrap_or(0);
        keys[..pressed].iter().copied().find(|&key| key == INTERRUPT).or(keys[..pressed].first().copied())
    }
}

/// Shows pictures one after the other until a key is pressed. A picture stays for some tenths of a
/// second.
pub fn show(pictures: usize, tenths: u8, mut draw: impl FnMut(usize) -> io::Result<()>) -> io::Result<()> {
    let time = tenths.to_string();
    // A read waits for a key as long as the picture is to stay, and no longer.
    let settings = Settings::change(&["-icanon", "-echo", "-isig", "min", "0", "time", &time]);
    let mut keys = settings.as_ref().and_then(|_| File::open("/dev/tty").ok());
    for picture in 0..pictures {
        draw(picture)?;
        match &mut keys {
            Some(keys) => {
                if keys.read(&mut [0; 64])? > 0 {
                    break;
                }
            }
            None => thread::sleep(Duration::from_millis(100 * u64::from(tenths))),
        }
    }
    Ok(())
}
