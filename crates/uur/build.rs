//! Packs every rule file of `variants/`, so that a file put there is a shipped game, and embeds the glossary of the
//! manual.

use std::path::{Path, PathBuf};
use std::{env, fs};

use miniz_oxide::deflate::compress_to_vec;

fn main() {
    let folder = copy_or_original("variants", "variants");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder `variants` is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "uur"))
        .collect();
    files.sort_by_key(|file| file.file_stem().map(ToOwned::to_owned));
    let mut games = String::new();
    for path in &files {
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        games += &format!("{name}\0{}\0", fs::read_to_string(path).expect("it is text"));
    }
    let glossary = copy_or_original("glossary.md", "docs/manual/glossary.md");
    println!("cargo::rerun-if-changed={0}\ncargo::rustc-env=UUR_GLOSSARY={0}", glossary.display());
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("variants.deflate");
    fs::write(out, compress_to_vec(games.as_bytes(), 9)).expect("the build folder can be written");
}

/// Returns the path of the copy that a published package holds, which `.ci/pack` makes, or of the original in the workspace.
fn copy_or_original(copy: &str, original: &str) -> PathBuf {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let copy = package.join(copy);
    if copy.exists() { copy } else { package.join("../..").join(original) }
}
