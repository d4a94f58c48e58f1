//! `uur explain`: a page on a word of the language, on a message, or on a game.

use crate::diagnostic::{Code, did_you_mean};
use crate::syntax::words::{self, WORDS, Word};
use crate::{explain, files, variants};

use super::Outcome;
use super::asked::{Set, open};
use super::output::{Exit, Failure, say};

/// Shows a page on a word of the language or the code of a message, or the rules of a game in English
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  uur explain relay\n  uur explain E0103\n  uur explain boola")]
pub struct Arguments {
    /// A word, a code, or a game; without one, all words and codes are listed
    word: Option<String>,
    #[command(flatten)]
    settings: Set,
}

/// How wide a line of a page may get, in characters.
const WIDTH: usize = 80;

pub fn run(arguments: &Arguments) -> Outcome {
    let text = match &arguments.word {
        None => everything(),
        Some(word) => page(word, &arguments.settings)?,
    };
    say(&text)?;
    Ok(Exit::Fine.into())
}

fn page(name: &str, settings: &Set) -> Result<String, Failure> {
    if let Some(code) = Code::named(name) {
        return Ok(code_page(code));
    }
    if let Some(word) = words::word(&name.to_lowercase()) {
        return Ok(word_page(word));
    }
    let path = name == "-" || name.contains('/') || name.ends_with(".uur");
    if path || files::source(name).is_ok() {
        return Ok(explain::rules(&open(name, &settings.settings())?));
    }
    let known = WORDS.iter().map(|word| word.text).chain(Code::ALL.iter().map(|code| code.as_str()));
    let help = match did_you_mean(name, known.chain(variants::names())) {
        Some(like) => format!("did you mean `{like}`?"),
        None => "`uur explain` lists all words and codes, `uur list` all games".to_string(),
    };
    Err(Failure::usage(&format!("there is no page on `{name}`"), help))
}

fn word_page(word: &Word) -> String {
    format!("{}\n\n{}\n{}", word.text, wrapped(word.meaning), indented(word.example))
}

fn code_page(code: Code) -> String {
    let page = code.page();
    format!(
        "{} {}: {}\n\n{}\nWrong:\n\n{}\nRight:\n\n{}",
        code.severity().as_str(),
        page.number,
        page.title,
        wrapped(page.text),
        indented(page.wrong),
        indented(page.right)
    )
}

/// All words and codes, a line each.
fn everything() -> String {
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

/// A text in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out + "\n"
}
