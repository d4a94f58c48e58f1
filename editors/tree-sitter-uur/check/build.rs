//! Generates the parser from `grammar/uur.pest`, and compiles it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value, json};
use tree_sitter_generate::{GenerateError, OptLevel, generate_parser_in_directory};

mod grammar;

const PEST: &str = "../../../grammar/uur.pest";

/// The version of the parser's tables. Neovim 0.7 reads 13 and 14.
const ABI: usize = 14;

fn main() {
    for file in ["build.rs", "grammar.rs", PEST, "../src/scanner.c", "../src/words.h", "../tree-sitter.json"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut grammar = grammar::grammar(&fs::read_to_string(PEST).expect("the grammar is there"));
    let mut conflicts = vec![];
    // Where pest tries one rule after the other, tree-sitter follows both until one fails.
    while let Err(error) = generate(&grammar, &out) {
        conflicts.push(conflict(&error).unwrap_or_else(|| panic!("{PEST} makes no parser: {error}")));
        grammar.insert("conflicts".to_string(), json!(conflicts));
    }
    cc::Build::new()
        .include(&out)
        .file(out.join("parser.c"))
        .file("../src/scanner.c")
        .warnings(true)
        .flag_if_supported("-Wno-unused-parameter")
        .compile("uur");
}

/// Writes the grammar, one rule a line, and its parser.
fn generate(grammar: &Map<String, Value>, out: &Path) -> Result<(), GenerateError> {
    let file = out.join("grammar.json");
    let text = json!(grammar).to_string().replace("},\"", "},\n\"") + "\n";
    fs::write(&file, text).expect("it can be written");
    generate_parser_in_directory("..", Some(out), Some(file), ABI, None, None, true, OptLevel::default())
}

/// Returns the rules between which tree-sitter cannot decide by one token, as it proposes to list them.
fn conflict(error: &GenerateError) -> Option<Value> {
    let error = serde_json::to_value(error).expect("it is plain data");
    let resolutions = error.pointer("/BuildTables/Conflict/possible_resolutions")?.as_array()?;
    resolutions.iter().find_map(|resolution| resolution.pointer("/AddConflict/symbols").cloned())
}
