//! The floors of the two packages of the library, and of the engine, that `docs/architecture.md` lists: a module uses
//! only modules of its own floor and of those below.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::type_names::rust_files;

/// The folders with the modules.
const SOURCES: [&str; 2] = ["crates/uur/src", "crates/uur-engine/src"];

/// Functions on words, which any module may use.
const ON_WORDS: [&str; 2] = ["notation::words", "notation::respelt_move"];

/// The floor of each module by its name, from the table with this heading.
fn floors(heading: &str) -> BTreeMap<String, usize> {
    let page = include_str!("../../docs/architecture.md");
    let (_, table) = page.split_once(&format!("| {heading} | modules |")).expect("it has a table of floors");
    let mut floors = BTreeMap::new();
    for row in table.lines().skip(1).take_while(|row| row.starts_with('|')).filter_map(|row| row.strip_prefix("| ")) {
        let (floor, modules) = row.split_once(" | ").expect("two columns");
        let floor = floor.split(' ').next().and_then(|number| number.parse().ok()).expect("a floor has a number");
        floors.extend(modules.split('`').skip(1).step_by(2).map(|module| (module.to_string(), floor)));
    }
    floors
}

/// The modules and functions below a root, as `crate::`, that code outside tests names.
fn used<'a>(code: &'a str, root: &str) -> impl Iterator<Item = &'a str> {
    let (code, _) = code.split_once("#[cfg(test)]").unwrap_or((code, ""));
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(move |line| line.split(root).skip(1).collect::<Vec<_>>()).map(|rest| {
        let end = rest.find(|sign: char| !sign.is_alphanumeric() && !"_:".contains(sign)).unwrap_or(rest.len());
        &rest[..end]
    })
}

/// Checks the modules in some folders, which name each other from a root.
fn check(heading: &str, folders: &[&str], root: &str) {
    let floors = floors(heading);
    assert!(floors.len() >= 10, "{floors:?}");
    let mut wrong = vec![];
    for folder in folders {
        for path in rust_files(Path::new(folder)) {
            let inner = path.strip_prefix(folder).expect("it lies in the folder");
            let module = inner.iter().next().expect("it has a name").to_string_lossy();
            let module = module.trim_end_matches(".rs");
            if module == "lib" || inner.components().any(|part| part.as_os_str().to_string_lossy().starts_with("tests"))
            {
                continue;
            }
            let floor = floors.get(module).unwrap_or_else(|| panic!("`{module}` has no floor in docs/architecture.md"));
            let code = fs::read_to_string(&path).expect("it can be read");
            for path_used in used(&code, root).filter(|path_used| !ON_WORDS.contains(path_used)) {
                let name = path_used.split(':').next().unwrap_or(path_used);
                if floors.get(name).is_some_and(|other| other > floor) {
                    wrong.push(format!("{}: {path_used}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn modules_use_no_higher_floor() {
    check("floor", &SOURCES, "crate::");
}

#[test]
fn modules_of_the_engine_use_no_higher_floor() {
    let engine = "crates/uur-engine/src/engine";
    check("floor of the engine", &[engine], "crate::engine::");
    // Nothing is named from above in another way.
    for path in rust_files(Path::new(engine)) {
        let code = fs::read_to_string(&path).expect("it can be read");
        let steps = if path.parent() == Some(Path::new(engine)) { "super::" } else { "super::super::" };
        assert_eq!(used(&code, steps).next(), None, "{}", path.display());
    }
}
