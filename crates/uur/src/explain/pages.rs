//! Pages about the words of the language and the codes of messages.

use crate::diagnostic::{Code, did_you_mean};
use crate::source::escaped;
use crate::syntax::instead::meant_by;
use crate::syntax::words::{self, WORDS, Word};
use crate::text_layout::fill;

/// The names of all pages: words, then codes.
pub fn pages() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.text).chain(Code::ALL.iter().map(|code| code.as_str()))
}

/// Returns the page about a word of the language or the code of a message, in the given width.
pub fn page(name: &str, width: usize) -> Option<String> {
    let word = words::word(&name.to_lowercase()).map(|word| word_page(word, width));
    word.or_else(|| Code::named(name).map(|code| code_page(code, width)))
}

/// Suggests a page or another known name for a name that has no page: the word of the language for it, or one of
/// similar spelling.
pub fn suggestion(name: &str, others: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    meant_by(name).first().copied().or_else(|| did_you_mean(name, pages().chain(others)))
}

fn word_page(word: &Word, width: usize) -> String {
    format!("{}\n\n{}\n{}", word.text, fill(word.meaning, width), indented(word.example))
}

fn code_page(code: Code, width: usize) -> String {
    let page = code.page();
    format!(
        "{} {}: {}\n\n{}\nWrong:\n\n{}\nRight:\n\n{}",
        code.severity().as_str(),
        page.number,
        page.title,
        fill(page.text, width),
        indented(&escaped(page.wrong)),
        indented(page.right)
    )
}

/// Lists all words and codes, one per line.
pub fn contents() -> String {
    let width = WORDS.iter().map(|word| word.text.len()).max().unwrap_or(0);
    let line = |name: &str, text: &str| format!("  {name:width$}  {text}\n");
    let words: String = WORDS.iter().map(|word| line(word.text, first_sentence(word.meaning))).collect();
    let codes: String = Code::ALL.iter().map(|code| line(code.as_str(), code.page().title)).collect();
    format!("Words of the language:\n\n{words}\nCodes of messages:\n\n{codes}")
}

/// Returns a text up to its first full stop, without the stop.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_string() + "\n").collect()
}
