//! Compiles the parser.

fn main() {
    let files = ["src/parser.c", "src/scanner.c"];
    for file in files.iter().chain(&["src/words.h", "src/tree_sitter"]) {
        println!("cargo::rerun-if-changed={file}");
    }
    cc::Build::new()
        .include("src")
        .files(files)
        .warnings(true)
        .flag_if_supported("-Wno-unused-parameter")
        .compile("tree-sitter-uur");
}
