//! Pages on the words of the language and the codes of messages.

use super::WIDTH;
use crate::diagnostic::{Code, did_you_mean};
use crate::source::escaped;
use crate::syntax::words::{self, WORDS, Word};

/// Everything that has a page: words, then codes.
pub fn pages() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.text).chain(Code::ALL.iter().map(|code| code.as_str()))
}

/// The page on a word of the language or the code of a message, if it has one.
pub fn page(name: &str) -> Option<String> {
    let word = words::word(&name.to_lowercase()).map(word_page);
    word.or_else(|| Code::named(name).map(code_page))
}

/// What was probably meant by a name that has no page; other names that are known may be meant too.
pub fn like(name: &str, others: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    did_you_mean(name, pages().chain(others))
}

fn word_page(word: &Word) -> String {
    format!("{}\n\n{}\n{}", word.text, wrapped(word.meaning, ""), indented(word.example))
}

fn code_page(code: Code) -> String {
    let page = code.page();
    format!(
        "{} {}: {}\n\n{}\nWrong:\n\n{}\nRight:\n\n{}",
        code.severity().as_str(),
        page.number,
        page.title,
        wrapped(page.text, ""),
        indented(&escaped(page.wrong)),
        indented(page.right)
    )
}

/// All words and codes, a line each.
pub fn contents() -> String {
    let width = WORDS.iter().map(|word| word.text.len()).max().unwrap_or(0);
    let line = |name: &str, text: &str| format!("  {name:width$}  {text}\n");
    let words: String = WORDS.iter().map(|word| line(word.text, first_sentence(word.meaning))).collect();
    let codes: String = Code::ALL.iter().map(|code| line(code.as_str(), code.page().title)).collect();
    format!("Words of the language:\n\n{words}\nCodes of messages:\n\n{codes}")
}

/// A text up to its first full stop, without it.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_string() + "\n").collect()
}

/// A text in lines that fit the page, each ended by a line break; those after the first begin with
/// the indent.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            out += indent;
            column = indent.len();
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out + "\n"
}
