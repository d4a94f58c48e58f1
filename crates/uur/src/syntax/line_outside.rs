//! Lines of a section that stand beside the sections, as rule texts had them before.

use std::ops::Range;

use super::ast::SectionKind;
use super::parser::Rule;

/// A line outside of its section.
pub(super) struct LineOutside {
    /// The section to which it belongs.
    pub kind: SectionKind,
    /// The rule of that section.
    pub section: Rule,
    /// The rule of a line of it.
    pub line: Rule,
    /// The line as the section has it.
    pub text: String,
    /// The comments in what was a section of its own.
    comments: String,
}

impl LineOutside {
    /// Reads an item that no section fits: `win most seeds`, or `lot "shekut" { … }` with a line for each pair of signs.
    pub fn read(item: &str) -> Option<LineOutside> {
        if let Some(rest) = item.strip_prefix("win ") {
            let is_other = rest.trim_start().starts_with(['{', ':', '=']);
            let (kind, text, comments) = (SectionKind::End, item.to_string(), String::new());
            return (!is_other).then_some(LineOutside {
                kind,
                section: Rule::end,
                line: Rule::end_alone,
                text,
                comments,
            });
        }
        let (head, body) = item.strip_suffix('}').filter(|item| item.starts_with("lot "))?.split_once('{')?;
        let lines = || body.lines().map(|line| line.split_once('#').unwrap_or((line, "")));
        let pairs: Vec<&str> = lines().map(|(pair, _)| pair.trim()).filter(|pair| !pair.is_empty()).collect();
        let comments = lines().filter(|(_, comment)| !comment.is_empty()).map(|(_, comment)| format!("#{comment}\n  "));
        let (text, comments) = (format!("{}: {}", head.trim_end(), pairs.join(", ")), comments.collect());
        Some(LineOutside { kind: SectionKind::Match, section: Rule::rounds, line: Rule::round_alone, text, comments })
    }

    /// The place in a file that changes when the line goes into its section, and the text of it then. `item` is where
    /// the line stands, and `close` the `}` of the section; a file without it gets one, with `change` where it extends
    /// another.
    pub fn moved(&self, file: &str, item: Range<usize>, close: Option<usize>, extends: bool) -> (Range<usize>, String) {
        let lines = format!("\n  {}{}\n}}", self.comments, self.text);
        let Some(close) = close else {
            return (item, format!("{}{} {{{lines}", if extends { "change " } else { "" }, self.kind.word()));
        };
        let end = file[..close].trim_end().len();
        match close < item.start {
            true => (end..item.end, lines + file[close + 1..item.start].trim_end()),
            false => (item.start..close + 1, file[item.end..end].trim_start().to_string() + &lines),
        }
    }
}
