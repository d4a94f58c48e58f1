//! Pages about the words of the language, the terms of the field and the codes of messages.

use super::glossary::{self, GlossaryItem};
use crate::diagnostic::{Code, did_you_mean, join};
use crate::source::escaped;
use crate::syntax::instead::meant_by;
use crate::syntax::words::{self, WORDS, Word};
use crate::syntax::{forms_with, todays_form};
use crate::text_layout::{PAGE_WIDTH, fill};
use crate::variants;

/// The names of all pages: words, then terms, then codes.
pub fn pages() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|word| word.text).chain(terms()).chain(Code::ALL.iter().map(|code| code.as_str()))
}

/// The terms of the glossary that are no words of the language.
fn terms() -> impl Iterator<Item = &'static str> {
    let terms = glossary::ITEMS.iter().flat_map(|item| &item.names).map(String::as_str);
    terms.filter(|term| words::word(term).is_none())
}

/// Returns the page about a word of the language, a term of the field, the code of a message or a form that rule texts had
/// before, in the given width. The name of a shipped game is no term, even if the field has another use for it.
pub fn page(name: &str, width: usize) -> Option<String> {
    let lower = name.to_lowercase();
    // Of several things a word of the language says more than the glossary.
    let singular = || glossary::item(name).and_then(|_| words::word(lower.strip_suffix('s')?));
    let word = words::word(&lower).or_else(singular).map(|word| word_page(word, width));
    let code = || Code::named(name).map(|code| code_page(code, width));
    let item = || glossary::item(name).filter(|_| variants::source(&name.to_lowercase()).is_none());
    let former = || todays_form(name).map(|today| former_page(name, &today));
    word.or_else(code).or_else(|| item().map(|item| term_page(item, width))).or_else(former)
}

/// Returns the page about a word that rule texts had before and that has no other page.
pub fn former_word_page(name: &str) -> Option<String> {
    let forms = forms_with(name);
    let lines = forms.iter().map(|(former, today)| format!("    {former}  is today  {today}\n"));
    (!forms.is_empty()).then(|| format!("{name}\n\nA word of before.\n\n{}", lines.collect::<String>()))
}

/// A page about a form that rule texts had before.
fn former_page(name: &str, today: &str) -> String {
    format!("{name}\n\nA form of before: today it is written `{today}`.\n")
}

/// Suggests a page or another known name for a name that has no page: the word of the language for it, or one of
/// similar spelling.
pub fn suggestion(name: &str, others: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    meant_by(name).first().copied().or_else(|| did_you_mean(name, pages().chain(others)))
}

fn word_page(word: &Word, width: usize) -> String {
    format!("{}\n\n{}\n{}", word.text, fill(word.meaning, width), indented(word.example))
}

/// A page about a term, with the words of the language that have pages of their own.
fn term_page(item: &GlossaryItem, width: usize) -> String {
    let words: Vec<String> = item.words.iter().map(|word| format!("`{word}`")).collect();
    let see = match &words[..] {
        [] => String::new(),
        words => format!("\n{}", fill(&format!("See also {}.", join(words, "and")), width)),
    };
    let text: Vec<&str> = item.text.split_whitespace().collect();
    format!("{}\n\n{}{see}", item.terms.join(", "), fill(&text.join(" "), width))
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

/// Lists all words, terms and codes, one per line but for the terms.
pub fn contents() -> String {
    let width = WORDS.iter().map(|word| word.text.len()).max().unwrap_or(0);
    let line = |name: &str, text: &str| format!("  {name:width$}  {text}\n");
    let words: String = WORDS.iter().map(|word| line(word.text, first_sentence(word.meaning))).collect();
    let codes: String = Code::ALL.iter().map(|code| line(code.as_str(), code.page().title)).collect();
    let terms: Vec<&str> = terms().collect();
    let terms = textwrap::indent(&fill(&terms.join(", "), PAGE_WIDTH - 2), "  ");
    format!("Words of the language:\n\n{words}\nTerms of the field:\n\n{terms}\nCodes of messages:\n\n{codes}")
}

/// Returns a text up to its first full stop, without the stop.
fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_string() + "\n").collect()
}
