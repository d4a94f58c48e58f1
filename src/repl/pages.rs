//! Pages on words, codes and games, for `explain`.

use crate::diagnostic::{Code, did_you_mean};
use crate::explain;
use crate::game::Game;
use crate::syntax::words::{self, WORDS};
use crate::variants;

use super::commands::COMMANDS;

/// What has a page.
pub fn names() -> impl Iterator<Item = &'static str> {
    let words = WORDS.iter().map(|word| word.text);
    words.chain(Code::ALL.iter().map(|code| code.page().number)).chain(variants::names())
}

/// The page on a word of the language, a code, a game, or a command.
///
/// # Errors
/// If there is none.
pub fn page(name: &str) -> Result<String, String> {
    if let Some(word) = words::word(&name.to_lowercase()) {
        return Ok(format!("{}: {}\n\n{}\n", word.text, word.meaning, indented(word.example)));
    }
    if let Some(code) = Code::ALL.iter().find(|code| code.page().number.eq_ignore_ascii_case(name)) {
        let page = code.page();
        return Ok(format!(
            "{}: {}\n\n{}\n\nWrong:\n{}\n\nRight:\n{}\n",
            page.number,
            page.title,
            page.text,
            indented(page.wrong),
            indented(page.right)
        ));
    }
    if let Some(game) = variants::names().find(|game| game.eq_ignore_ascii_case(name)).and_then(Game::shipped) {
        return Ok(explain::rules(&game));
    }
    let help = match did_you_mean(name, names()) {
        _ if COMMANDS.iter().any(|command| command.name == name) => format!("`help {name}` tells of the command"),
        Some(like) => format!("did you mean `{like}`?"),
        None => "Tab after `explain ` lists what has a page".to_string(),
    };
    Err(format!("there is no page on `{name}` ({help})"))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_string()).collect::<Vec<_>>().join("\n")
}
