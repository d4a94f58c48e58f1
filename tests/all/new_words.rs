//! What a new word costs: the files that CONTRIBUTING.md lists for a condition and for an action are those that name
//! one of them.
//!
//! A sample stands for every word of its shape, because its name in the sources is a variant: each match that lists
//! variants, and each list of names, has to name it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::type_names::rust_files;

/// The most files that a new word of a shape that exists may need.
const MOST_FILES: usize = 8;

/// What a sample is called in the sources, and in rules.
struct Sample {
    variant: &'static str,
    words: &'static str,
}

/// The files of one column of the table in CONTRIBUTING.md.
fn listed(column: usize) -> BTreeSet<String> {
    let page = include_str!("../../CONTRIBUTING.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| a condition")).skip(2);
    let files = rows.take_while(|line| line.starts_with('|')).map(|row| {
        let cell = row.split('|').nth(column).expect("the table has two columns of files");
        cell.trim().trim_matches('`').to_string()
    });
    files.collect()
}

/// Whether a text has a name that is not part of a longer one.
fn has(text: &str, name: &str) -> bool {
    let is_part = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    text.match_indices(name)
        .any(|(at, _)| !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next()))
}

/// The Rust files that name a variant outside tests.
fn naming(variant: &str) -> BTreeSet<String> {
    let folders = ["crates", "src"].into_iter().flat_map(|folder| rust_files(Path::new(folder)));
    let outside_tests = folders.filter(|path| {
        let name = path.to_string_lossy();
        !name.contains("/tests") && !name.contains("/target/")
    });
    let named = outside_tests.filter(|path| {
        let text = fs::read_to_string(path).expect("it can be read");
        has(text.split("#[cfg(test)]\nmod ").next().unwrap_or(""), variant)
    });
    named.map(|path| path.to_string_lossy().into_owned()).collect()
}

#[test]
fn the_files_of_a_new_word_are_listed() {
    let samples = [
        Sample { variant: "MoveFigure::LastMoveOf", words: "last move" },
        Sample { variant: "MoveAction::Undo", words: "undo" },
    ];
    for (column, Sample { variant, words }) in (1..).zip(samples) {
        let listed = listed(column);
        assert!(!listed.is_empty() && listed.len() <= MOST_FILES, "{listed:#?}");
        let (of_code, of_words): (BTreeSet<String>, BTreeSet<String>) =
            listed.into_iter().partition(|file| file.ends_with(".rs") && !file.ends_with("words.rs"));
        assert_eq!(naming(variant), of_code, "the files that name {variant}, and those of CONTRIBUTING.md");
        for file in of_words {
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
            // The grammar names the words of a rule one by one.
            let named = [words.to_string(), format!("w_{}", words.replace(' ', " ~ w_"))];
            assert!(named.iter().any(|name| has(&text, name)), "{file} does not name `{words}`");
        }
    }
}
