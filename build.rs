//! Packs the texts that the program hands out: the workbench, and the pages of the manual.

use std::path::Path;
use std::{env, fs};

use miniz_oxide::deflate::compress_to_vec;

/// Their paths in the package.
const TEXTS: [&str; 15] = [
    "docs/manual/card.md",
    "docs/manual/how-do-i-say-captures-and-ends.md",
    "docs/manual/how-do-i-say.md",
    "docs/manual/notation.md",
    "docs/manual/phrases.md",
    "docs/manual/reference.md",
    "docs/manual/tests.md",
    "web/dist/editor.js",
    "web/dist/index.html",
    "web/dist/notices.txt",
    "web/dist/playable.js",
    "web/dist/workbench.css",
    "web/dist/workbench.js",
    "web/gallery.js",
    "web/play-pane.html",
];

fn main() {
    let mut texts = String::new();
    for path in TEXTS {
        println!("cargo::rerun-if-changed={path}");
        texts += &format!("{path}\0{}\0", fs::read_to_string(path).expect("it is in the package"));
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("texts.deflate");
    fs::write(out, compress_to_vec(texts.as_bytes(), 9)).expect("the build folder can be written");
}
