//! Answers the questions on standard input, one a line.

use std::io;

fn main() -> io::Result<()> {
    let mut workbench = uur_web::Workbench::default();
    for line in io::stdin().lines() {
        println!("{}", workbench.ask(&line?));
    }
    Ok(())
}
