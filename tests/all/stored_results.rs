//! Damaged results: if any byte of a stored file changes, the file is refused or means the same.

use uur::chance::Rng;

use crate::bodies::stored::Stored;

/// Changes one bit at each place of a short file, and at places by chance of a long one.
fn flips(stored: Stored) {
    let sound = stored.sound();
    let mut chance = Rng::for_game(1, stored as u64);
    for number in 0..sound.len().min(1_000) {
        let at = if sound.len() <= 1_000 { number } else { chance.below(sound.len()) };
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << chance.below(8);
        stored.is_refused_or_says_the_same(&sound, &damaged);
    }
}

/// Cuts the file off at each place of a short file, and at places by chance of a long one.
fn cuts(stored: Stored) {
    let sound = stored.sound();
    let mut chance = Rng::for_game(2, stored as u64);
    for number in 0..sound.len().min(300) {
        let at = if sound.len() <= 300 { number } else { chance.below(sound.len()) };
        stored.is_refused_or_says_the_same(&sound, &sound[..at]);
    }
    stored.is_refused_or_says_the_same(&sound, b"");
}

#[test]
fn a_damaged_report_is_refused() {
    flips(Stored::Report);
    cuts(Stored::Report);
}

#[test]
fn a_damaged_file_to_resume_from_is_refused() {
    flips(Stored::Kept);
    cuts(Stored::Kept);
}

#[test]
fn a_damaged_database_is_refused() {
    flips(Stored::Database);
    cuts(Stored::Database);
}

#[test]
fn a_damaged_transcript_differs() {
    flips(Stored::Transcript);
    cuts(Stored::Transcript);
}

#[test]
fn a_record_is_a_game_or_refused() {
    flips(Stored::Record);
    cuts(Stored::Record);
}

/// Lines that are lost, doubled or in another order are not taken for the whole.
#[test]
fn lines_of_a_file_to_resume_from_stay_in_order() {
    let sound = String::from_utf8(Stored::Kept.sound()).unwrap();
    let lines: Vec<&str> = sound.split_inclusive('\n').collect();
    for wrong in [
        [lines[0], lines[2]].concat(),
        [lines[1], lines[2]].concat(),
        [lines[0], lines[1], lines[1]].concat(),
        [lines[0], lines[2], lines[1]].concat(),
    ] {
        assert!(uur_lab::lab::read_resume_log(&wrong).is_err(), "{wrong}");
    }
    let twice = sound.clone() + &sound;
    assert_eq!(uur_lab::lab::read_resume_log(&twice).unwrap().pieces.len(), 6, "files of several runs are one");
}
