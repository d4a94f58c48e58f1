//! The names of public types are unique in the workspace, so that a name in a signature has one meaning.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with the sources of the packages.
const SOURCES: [&str; 11] = [
    "src",
    "crates/uur-engine/src",
    "crates/uur/src",
    "crates/uur-lab/src",
    "crates/uur-testing/src",
    "crates/uur-lsp/src",
    "crates/uur-design/src",
    "crates/uur-pages/src",
    "crates/uur-web/src",
    "crates/uur-py/src",
    "benches",
];
const KEYWORDS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// Returns all Rust files in a folder and its subfolders.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry").path());
    let mut files = vec![];
    for path in entries {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the name of the type that a line declares with any visibility other than private.
fn declared_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(restricted) => restricted.split_once(')')?.1,
        None => rest,
    };
    let (keyword, rest) = rest.strip_prefix(' ')?.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())?;
    KEYWORDS.contains(&keyword).then_some(name)
}

/// Returns the places of each name, without test modules, which stand at the end of their files.
fn places(files: impl Iterator<Item = (String, String)>) -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
        for (number, line) in (1..).zip(code.lines()) {
            if let Some(name) = declared_type(line) {
                places.entry(name.to_string()).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    places
}

/// Returns the names with more than one place, as lines for a message.
fn doubles(places: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let doubles = places.iter().filter(|(_, places)| places.len() > 1);
    doubles.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect()
}

#[test]
fn public_type_names_are_unique() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = SOURCES.iter().flat_map(|folder| rust_files(&root.join(folder))).map(|path| {
        let name = path.strip_prefix(root).expect("it lies in the workspace").display().to_string();
        (name, fs::read_to_string(path).expect("the file can be read"))
    });
    let places = places(files);
    assert!(places.len() > 200, "only {} types were found", places.len());
    let doubles = doubles(&places);
    assert!(doubles.is_empty(), "types with the same name:\n{}", doubles.join("\n"));
}

#[test]
fn a_double_is_reported_with_both_places() {
    let files = [
        ("a.rs", "pub struct Board {\n}\nstruct Private;\n#[cfg(test)]\nmod tests {\n    pub struct Table;\n}\n"),
        ("b.rs", "struct Private;\npub(super) trait Table {}\n    pub(crate) enum Board<T> {}\npub type Row = u8;\n"),
    ];
    let places = places(files.into_iter().map(|(path, text)| (path.to_string(), text.to_string())));
    assert_eq!(places.keys().collect::<Vec<_>>(), ["Board", "Row", "Table"]);
    assert_eq!(doubles(&places), ["Board: a.rs:1, b.rs:3"]);
}
