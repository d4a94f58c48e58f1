//! `uur serve`: the workbench in a browser.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use crate::files;
use crate::serve::{Folder, PageServer};
use uur::diagnostic::count;

use super::CommandResult;
use super::game_args::number;
use super::output::{CommandError, Exit, eprint, print, warning};
use super::progress::{stop_on_ctrl_c, stop_requested};

/// Write and play games in the browser, with the files of a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur serve\n  uur serve mine.uur\n  uur serve games --port 8080 --no-open\n\n\
    The page is opened in the browser. The server listens on this machine only, and answers only who knows the \
    address that is printed. It reads and saves the rule files of the folder, or the one file, and no others. \
    Ctrl-C ends it.")]
pub struct ServeArgs {
    /// A rule file, or a folder of them
    #[arg(default_value = ".", value_name = "FILE|FOLDER")]
    path: PathBuf,
    /// The port to listen on, from 1024 [default: a free one]
    #[arg(long, value_name = "NUMBER", value_parser = number::<u16>(1024..=65535))]
    port: Option<u16>,
    /// Where others can open the workbench: links that are shared begin with this address
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    address: Option<String>,
    /// Print the address, and open no browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(arguments: &ServeArgs) -> CommandResult {
    let ServeArgs { path, port, address, no_open } = arguments;
    let shown = path.display();
    let unreadable = |error| match error {
        error if std::io::Error::kind(&error) == ErrorKind::NotFound => {
            CommandError::usage(&format!("there is no file or folder `{shown}`"), "`uur serve` serves this folder")
        }
        error => CommandError::usage(&format!("`{shown}` cannot be read: {error}"), "name a rule file or a folder"),
    };
    if !path.is_dir() {
        files::read(path).map_err(unreadable)?;
    }
    let folder = Folder::open(path).map_err(unreadable)?;
    let server = PageServer::listen(folder, *port, address.clone()).map_err(|error| match (error.kind(), port) {
        (ErrorKind::AddrInUse, Some(port)) => CommandError::usage(
            &format!("port {port} is taken"),
            "name another one, or leave out `--port` to take a free one",
        ),
        _ => CommandError::usage(&format!("no port can be listened on: {error}"), "name another one by `--port`"),
    })?;
    stop_on_ctrl_c();
    let address = server.address();
    print(&format!("{address}\n"));
    if path.is_dir() && server.files() == 0 {
        eprint(&format!("`{shown}` has no rule files yet: the page begins with the shipped games\n"));
    }
    let left_out = server.left_out();
    if let Some(first) = left_out.first() {
        let files = count(left_out.len(), "file");
        let first = first.display();
        eprint(&warning(&format!(
            "{files} cannot be shown, such as `{first}`: the name is not UTF-8, or there are too many"
        )));
    }
    eprint("Ctrl-C ends the server.\n");
    if !no_open {
        open_browser(&server.address_for_once());
    }
    server.run(stop_requested);
    Ok(Exit::Fine)
}

/// Reads an address, of which links keep everything before the `#`.
pub fn address(text: &str) -> Result<String, String> {
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    if is_address && !text.contains(|c: char| c == '#' || c.is_whitespace() || c.is_control()) {
        Ok(text.to_string())
    } else {
        Err("write the address of a page, such as `https://example.org/uur/`".to_string())
    }
}

/// Opens an address as the system does.
fn open_browser(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It is waited for, so that it does not stay behind as a dead process.
        Ok(mut opener) => drop(thread::Builder::new().spawn(move || opener.wait())),
        Err(_) => eprint(&warning("no browser can be opened here: open the address in one")),
    }
}
