//! Generates the parser from `grammar.js`, by Node, and compiles it.

use std::env;
use std::path::PathBuf;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The version of the parser's tables. Neovim 0.7 reads 13 and 14.
const ABI: usize = 14;

fn main() {
    println!("cargo::rerun-if-changed=../grammar.js");
    println!("cargo::rerun-if-changed=../src/scanner.c");
    println!("cargo::rerun-if-changed=../src/words.h");
    println!("cargo::rerun-if-changed=../tree-sitter.json");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let grammar = PathBuf::from("../grammar.js").canonicalize().expect("the grammar is there");
    let made = generate_parser_in_directory(
        "..",
        Some(&out),
        Some(grammar),
        ABI,
        None,
        Some("node"),
        true,
        OptLevel::default(),
    );
    if let Err(error) = made {
        panic!("grammar.js makes no parser: {error}");
    }
    cc::Build::new()
        .include(&out)
        .file(out.join("parser.c"))
        .file("../src/scanner.c")
        .warnings(true)
        .flag_if_supported("-Wno-unused-parameter")
        .compile("uur");
}
