//! How much of a long series of games or texts runs: by default a part, which is always the same one, and with
//! `UUR_SERIES=whole` all of it, as in the nightly job.

fn is_whole() -> bool {
    std::env::var_os("UUR_SERIES").is_some_and(|share| share == "whole")
}

/// Returns how many of `all` cases run: by default `all / fewer`.
pub fn cases(all: u32, fewer: u32) -> u32 {
    if is_whole() { all } else { all / fewer }
}

/// Returns the distance from a case that runs to the next: in the whole series `whole`, by default `farther` times that.
pub fn step(whole: usize, farther: usize) -> usize {
    if is_whole() { whole } else { whole * farther }
}
