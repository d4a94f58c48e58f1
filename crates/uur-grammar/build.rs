//! Declares the parser with the path of its grammar, which is `grammar/uur.pest` of the workspace.

use std::path::Path;
use std::{env, fs};

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    // A published package holds a copy, which `.ci/pack` makes.
    let mut file = Path::new(&package).join("grammar/uur.pest");
    if !file.is_file() {
        file = Path::new(&package).join("../../grammar/uur.pest");
    }
    println!("cargo::rerun-if-changed={}", file.display());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("grammar.rs");
    let declared = format!(
        "/// The parser of rule files. Its start rules are those of [`Rule`].\n\
         #[derive(Debug, Parser)]\n#[grammar = {file:?}]\npub struct Grammar;\n"
    );
    fs::write(out, declared).expect("the build folder can be written");
}
