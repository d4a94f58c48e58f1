//! Texts in quotes, as JSON has them.

/// A text in quotes, in which no quote of a shell and no line end stands.
pub fn write(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\'', "\\u0027")
}

/// The text that is quoted at the beginning, and how many bytes it takes with its quotes; `None` if the text
/// does not begin with a quote, or the quote is not closed.
pub fn read(text: &str) -> Option<(String, usize)> {
    let length = length(text)?;
    Some((serde_json::from_str(&text[..length]).ok()?, length))
}

/// How many bytes a quoted text takes with its quotes.
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
