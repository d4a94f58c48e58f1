//! Any bytes as a stored result: refused, or the same as was stored.
#![no_main]

#[path = "../../tests/all/bodies/stored.rs"]
mod stored;

use std::sync::LazyLock;

use stored::Stored;

const KINDS: [Stored; 5] = [Stored::Report, Stored::Kept, Stored::Database, Stored::Transcript, Stored::Record];

static SOUND: LazyLock<[Vec<u8>; 5]> = LazyLock::new(|| KINDS.map(Stored::sound));

// The first bytes say which file is damaged, where, and how; what is left stands there instead.
libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let [kind, high, low, cut, rest @ ..] = input else { return };
    let kind = usize::from(*kind) % KINDS.len();
    let sound = &SOUND[kind];
    let at = usize::from(u16::from_be_bytes([*high, *low])) % (sound.len() + 1);
    let after = (at + usize::from(*cut)).min(sound.len());
    let damaged = [&sound[..at], rest, &sound[after..]].concat();
    KINDS[kind].is_refused_or_says_the_same(sound, &damaged);
});
