//! Quoted texts: strings in JSON syntax, and arguments of a shell.

use crate::source::{FileAccess, STANDARD_INPUT, Source};

/// Quotes a text. The result contains no single quote and no line break, so a shell can quote it in turn.
pub fn write(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\'', "\\u0027")
}

/// Reads a quoted string at the beginning of a text. Returns its content and its length in bytes with the
/// quotes; `None` if the text does not begin with a quote, or the quote is not closed.
pub fn read(text: &str) -> Option<(String, usize)> {
    let length = length(text)?;
    Some((serde_json::from_str(&text[..length]).ok()?, length))
}

/// Returns the length in bytes of a quoted string with its quotes.
pub fn length(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.find(|c: char| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })?;
    Some(end + 2)
}

/// How a command of a shell names a rule file, with the access that it has.
pub fn source_argument(source: &Source) -> String {
    let name = if source.name == STANDARD_INPUT { "-" } else { &source.name };
    let outside = if source.access == FileAccess::Anywhere { " --allow-outside" } else { "" };
    shell_quoted(name) + outside
}

/// An argument as a shell of Unix reads it, in one line, in quotes where it needs them.
pub fn shell_quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=.,/:+@%".contains(c);
    if argument.contains(char::is_control) {
        let escaped = argument.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        });
        format!("$'{}'", escaped.collect::<String>())
    } else if argument.is_empty() || !argument.chars().all(is_plain) {
        format!("'{}'", argument.replace('\'', r"'\''"))
    } else {
        argument.to_string()
    }
}

/// How a quote is written in an argument in single quotes.
const QUOTE_WITHIN: &str = r"'\''";

/// A text with the quotes that [`shell_quoted`] wrote in an argument as a shell reads them, and the place in the given
/// text of each place in it.
pub(super) fn with_plain_quotes(text: &str) -> (String, impl Fn(usize) -> usize + use<>) {
    let written = text.match_indices(QUOTE_WITHIN).map(|(at, _)| at);
    let longer = QUOTE_WITHIN.len() - 1;
    let quotes: Vec<usize> = written.enumerate().map(|(number, at)| at - number * longer).collect();
    let place = move |at: usize| at + longer * quotes.partition_point(|&quote| quote < at);
    (text.replace(QUOTE_WITHIN, "'"), place)
}
