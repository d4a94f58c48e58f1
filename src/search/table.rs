//! The positions that a search has seen, by a number for each.
//!
//! A transposition table (A. Zobrist, A new hashing method with application for game playing, 1970)
//! of fixed size. Two positions share a place: the one searched deeper stays, the other is always
//! replaced (D. Breuker, J. Uiterwijk and H. van den Herik, Replacement schemes for transposition
//! tables, ICCA Journal 17 (1994), 183-193).

use std::hash::{Hash, Hasher};

use crate::engine::Position;

/// A depth that says: to the end of the round.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// How a stored value compares with the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    /// Nothing is known of it.
    #[default]
    None,
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Least,
    /// The true one is at most this.
    Most,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    /// The value for the player to move.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// The place of the best move among the legal ones.
    pub best: u16,
    /// In which look it was found out.
    look: u8,
}

/// The positions seen.
pub(super) struct Table {
    entries: Vec<Entry>,
    scripted: u16,
    look: u8,
}

impl Table {
    /// A table for about so many positions. Moves up to this ply are scripted, so that the number of
    /// a move makes a difference there and nowhere else.
    pub fn new(positions: u64, scripted: u16) -> Self {
        let places = positions.clamp(1 << 8, 1 << 21).next_power_of_two() as usize;
        Table { entries: vec![Entry::default(); places], scripted, look: 0 }
    }

    /// A deeper look begins.
    pub fn look_again(&mut self) {
        self.look = self.look.wrapping_add(1);
    }

    /// Whether an entry tells enough for a depth. An estimate of an earlier look does not: in a game
    /// that goes round, such estimates could keep each other alive, however deep one looks.
    pub fn suffices(&self, entry: &Entry, depth: u8) -> bool {
        entry.depth >= depth && (entry.depth == TO_THE_END || entry.look == self.look)
    }

    /// The number of a position.
    pub fn key(&self, position: &Position) -> u64 {
        let mut state = Mixer(0x243F_6A88_85A3_08D3);
        if position.ply > self.scripted {
            Position { ply: self.scripted, ..*position }.hash(&mut state);
        } else {
            position.hash(&mut state);
        }
        // No position has the number of a place in which there is none yet.
        state.finish() | 1
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        self.entries[place..place + 2].iter().copied().find(|entry| entry.key == key)
    }

    /// Keeps what has been found out.
    pub fn put(&mut self, key: u64, value: i32, depth: u8, bound: Bound, best: u16) {
        let place = self.place(key);
        let entry = Entry { key, value, depth, bound, best, look: self.look };
        let deep = self.entries[place];
        if deep.key == key || entry.depth >= deep.depth {
            if deep.key != key {
                self.entries[place + 1] = deep;
            }
            self.entries[place] = entry;
        } else {
            self.entries[place + 1] = entry;
        }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.entries.len() - 1) & !1
    }
}

/// A fast hash: each part is multiplied into the state, and both halves of the product are kept
/// (as in W. Yi's wyhash, 2019).
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, part: u64) {
        let product = u128::from(self.0 ^ part) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0xD6E8_FEB8_6659_FD93);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix(u64::from_le_bytes(word.try_into().expect("a chunk has eight bytes")));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, part: u8) {
        self.mix(part.into());
    }

    fn write_u16(&mut self, part: u16) {
        self.mix(part.into());
    }

    fn write_u64(&mut self, part: u64) {
        self.mix(part);
    }

    fn write_usize(&mut self, part: usize) {
        self.mix(part as u64);
    }

    fn write_isize(&mut self, part: isize) {
        self.mix(part as u64);
    }

    fn finish(&self) -> u64 {
        let mut last = Mixer(self.0);
        last.mix(0xA076_1D64_78BD_642F);
        last.0
    }
}
