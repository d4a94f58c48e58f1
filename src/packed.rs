//! The texts that the build has packed into the program: the workbench, and the pages of the manual.

use std::collections::HashMap;
use std::sync::LazyLock;

static TEXTS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/texts.deflate"));
    let texts = miniz_oxide::inflate::decompress_to_vec(packed).expect("the build has packed them");
    let texts: &'static str = String::leak(String::from_utf8(texts).expect("the build has packed text"));
    let mut parts = texts.split_terminator('\0');
    std::iter::from_fn(|| Some((parts.next()?, parts.next()?))).collect()
});

/// The text of a file, by its path in the package.
///
/// # Panics
/// If the build does not pack that file.
pub fn text(path: &str) -> &'static str {
    TEXTS.get(path).unwrap_or_else(|| panic!("the build packs {path}"))
}
