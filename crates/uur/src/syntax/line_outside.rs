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
    /// The lines as the section has them.
    pub lines: Vec<String>,
    /// The comments in what was a section of its own.
    comments: String,
}

impl LineOutside {
    /// Reads an item that no section fits: `win most seeds`, `marks { … }`, `counters { … }`, or `lot "shekut" { … }`
    /// with a line for each pair of signs.
    pub fn read(item: &str) -> Option<LineOutside> {
        let of = |kind, within, line, lines: Vec<String>, comments| {
            (!lines.is_empty()).then_some(LineOutside { kind, section: within, line, lines, comments })
        };
        if let Some(rest) = item.strip_prefix("win ") {
            let is_other = rest.trim_start().starts_with(['{', ':', '=']);
            let lines = if is_other { vec![] } else { vec![item.to_string()] };
            return of(SectionKind::End, Rule::end, Rule::end_alone, lines, String::new());
        }
        let (head, body) = item.strip_suffix('}')?.split_once('{')?;
        let lines = || body.lines().map(|line| line.split_once('#').unwrap_or((line, "")));
        let written: Vec<&str> = lines().map(|(line, _)| line.trim()).filter(|line| !line.is_empty()).collect();
        let comments = lines().filter(|(_, comment)| !comment.is_empty());
        let comments = comments.map(|(_, comment)| format!("#{comment}\n  ")).collect();
        let word = match head.trim_start_matches("change ").trim_end() {
            "marks" => "mark",
            "counters" => "counter",
            lot if lot.starts_with("lot ") => {
                let lines = vec![format!("{lot}: {}", written.join(", ").replace(" beats ", " wins against "))];
                return of(SectionKind::Match, Rule::rounds, Rule::round_alone, lines, comments);
            }
            _ => return None,
        };
        let named = |line: &&str| match line.starts_with("without ") {
            true => line.replacen("without", "remove", 1),
            false => format!("{word} {line}"),
        };
        let lines = written.iter().map(named).collect();
        of(SectionKind::Board, Rule::board, Rule::board_alone, lines, comments)
    }

    /// The place in a file that changes when the line goes into its section, and the text of it then. `item` is where
    /// the line stands, and `close` the `}` of the section; a file without it gets one, with `change` where it extends
    /// another.
    pub fn moved(&self, file: &str, item: Range<usize>, close: Option<usize>, extends: bool) -> (Range<usize>, String) {
        let lines = format!("\n  {}{}\n}}", self.comments, self.lines.join("\n  "));
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
