//! Quoted strings, in JSON syntax.

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
