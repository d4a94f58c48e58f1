//! Any text as a rule file.
#![no_main]

#[path = "../../tests/all/bodies/text.rs"]
mod text;

libfuzzer_sys::fuzz_target!(|input: &str| {
    text::any_text(input);
});
