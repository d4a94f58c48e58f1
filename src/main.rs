//! The program `uur`: the library's command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    uur::cli::run(std::env::args_os())
}
