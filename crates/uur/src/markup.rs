//! Texts in XML and HTML.

use crate::source::escaped;

/// Escapes a text for XML and HTML. Characters that XML cannot hold are removed.
///
/// ```
/// assert_eq!(uur::markup::escape_xml("a < \"b\"\u{0}"), "a &lt; &quot;b&quot;");
/// ```
pub fn escape_xml(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\n' | '\t'))
        .map(|c| match c {
            '&' => "&amp;".into(),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '"' => "&quot;".into(),
            '\n' => "&#10;".into(),
            c => c.to_string(),
        })
        .collect()
}

/// Escapes an author's text for readers. Characters that control the direction of the text around them are shown
/// by their code points.
///
/// ```
/// assert_eq!(uur::markup::shown("<b>\u{202e}"), "&lt;b&gt;\\u{202e}");
/// ```
pub fn shown(text: &str) -> String {
    escape_xml(&escaped(text))
}
