//! How much of a long series of games or texts runs: a part by default, and all of it with `UUR_SERIES=whole`, as the
//! nightly job does. A part is always the same one.

/// Whether all of every series runs.
pub fn is_whole() -> bool {
    std::env::var_os("UUR_SERIES").is_some_and(|share| share == "whole")
}

/// A number of cases, or so many times fewer.
pub fn cases(all: u32, fewer: u32) -> u32 {
    if is_whole() { all } else { all / fewer }
}

/// How far apart the cases are that run, of which the whole series has each so many-th.
pub fn step(whole: usize, farther: usize) -> usize {
    if is_whole() { whole } else { whole * farther }
}
