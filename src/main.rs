//! The program `uur`: runs the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    uur_cli::cli::run(std::env::args_os())
}
