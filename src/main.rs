//! The program `uur`: the library's command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    uur_cli::cli::run(std::env::args_os())
}
