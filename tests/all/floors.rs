//! The floors of the two packages of the library that `docs/architecture.md` lists: a module uses only modules of its
//! own floor and of those below.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::type_names::rust_files;

/// The folders with the modules.
const SOURCES: [&str; 2] = ["crates/uur/src", "crates/uur-engine/src"];

/// Functions on words, which any module may use.
const ON_WORDS: [&str; 2] = ["notation::words", "notation::respelt_move"];

/// The floor of each module by its name.
fn floors() -> BTreeMap<String, usize> {
    let page = include_str!("../../docs/architecture.md");
    let (_, table) = page.split_once("| floor | modules |").expect("it has a table of floors");
    let mut floors = BTreeMap::new();
    for row in table.lines().filter_map(|row| row.strip_prefix("| ")) {
        let (floor, modules) = row.split_once(" | ").expect("two columns");
        let floor = floor.split(' ').next().and_then(|number| number.parse().ok()).expect("a floor has a number");
        floors.extend(modules.split('`').skip(1).step_by(2).map(|module| (module.to_string(), floor)));
    }
    floors
}

/// The modules and functions that code outside tests names by `crate::`.
fn used(code: &str) -> impl Iterator<Item = &str> {
    let (code, _) = code.split_once("#[cfg(test)]").unwrap_or((code, ""));
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
        let end = rest.find(|sign: char| !sign.is_alphanumeric() && !"_:".contains(sign)).unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn modules_use_no_higher_floor() {
    let floors = floors();
    assert!(floors.len() > 10, "{floors:?}");
    let mut wrong = vec![];
    for folder in SOURCES {
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
            for path_used in used(&code).filter(|path_used| !ON_WORDS.contains(path_used)) {
                let name = path_used.split(':').next().unwrap_or(path_used);
                if floors.get(name).is_some_and(|other| other > floor) {
                    wrong.push(format!("{}: {path_used}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
