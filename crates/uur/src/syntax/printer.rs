//! The formatter: the canonical layout of a rule file, as `uur fmt` writes it.
//!
//! It moves tokens and never changes them: every word, number, text and comment stays in its order. Each
//! section indents by two blanks, and at most one blank line separates two others. The labels of
//! neighbouring lines, their `->` and their comments are aligned in columns. A line that is too long is
//! broken before `->`, `and` and `or`, and after `,`.

use std::ops::Range;

use pest::Parser;

use super::brackets::continues_line;
use super::parser::{Grammar, Rule, moves_if_well_formed};

/// The maximum width of a line, in characters.
const WIDTH: usize = 100;
/// Text wider than this does not move the column of its neighbours.
const MAX_ALIGNED: usize = 48;
/// The same for the column of comments.
const MAX_COMMENT_COLUMN: usize = 72;

/// Formats a whole file. A file with a syntax error is returned unchanged. Line endings follow the first
/// one of the file.
pub fn format(text: &str) -> String {
    let Some(moves) = moves_if_well_formed(text) else { return text.to_string() };
    let rows = rows(text, &moves);
    let mut out = String::new();
    // Neighbouring lines of the same depth are aligned with each other.
    for block in rows.chunk_by(|a, b| !a.is_blank() && !b.is_blank() && a.depth == b.depth) {
        lay_out(block, &mut out);
    }
    let out = out.trim_matches('\n');
    let windows = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
    match (out.is_empty(), windows) {
        (true, _) => String::new(),
        (_, true) => format!("{}\r\n", out.replace('\n', "\r\n")),
        (_, false) => format!("{out}\n"),
    }
}

/// Formats a single line, without indentation and comment.
pub fn format_line(text: &str) -> String {
    let mut parts = vec![];
    for row in rows(text, &[]) {
        parts.extend(row.label.clone());
        parts.extend(Some(spaced(&row.left)).filter(|left| !left.is_empty()));
        parts.extend(row.right.as_ref().map(|right| format!("-> {}", spaced(right)).trim_end().to_string()));
    }
    parts.join(" ")
}

/// A logical line of the output.
#[derive(Default)]
struct TextRow<'a> {
    depth: usize,
    /// The label of the line, with its colon.
    label: Option<String>,
    /// The tokens before `->`, or all of them.
    left: Vec<&'a str>,
    /// The tokens after `->`.
    right: Option<Vec<&'a str>>,
    comment: Option<&'a str>,
    /// Whether the line continues one that a comment interrupts.
    goes_on: bool,
}

impl TextRow<'_> {
    fn is_blank(&self) -> bool {
        self.left.is_empty() && self.right.is_none() && self.comment.is_none() && self.label.is_none()
    }

    fn is_comment(&self) -> bool {
        self.left.is_empty() && self.right.is_none() && self.label.is_none()
    }
}

fn lay_out(block: &[TextRow], out: &mut String) {
    let widest =
        |widths: &mut dyn Iterator<Item = usize>| widths.filter(|width| *width <= MAX_ALIGNED).max().unwrap_or(0);
    let labels = block.iter().filter_map(|row| row.label.as_deref());
    let label = widest(&mut labels.map(|label| width(label) + 1));

    // `->` and comments are aligned in lines that directly follow each other.
    let mut lines: Vec<Vec<String>> = vec![];
    for run in block.chunk_by(|a, b| (a.right.is_some() || a.is_comment()) && (b.right.is_some() || b.is_comment())) {
        let heads = run.iter().filter(|row| row.right.is_some() && !row.goes_on);
        let arrow = widest(&mut heads.map(|row| width(&head(row, label))));
        lines.extend(run.iter().map(|row| wrapped(row, label, arrow)));
    }
    let rows = || block.iter().zip(&lines);
    let last = |lines: &[String]| width(lines.last().map_or("", String::as_str));
    let beside = rows().filter(|(row, _)| row.comment.is_some() && !row.is_comment());
    let comments = beside.map(|(_, lines)| last(lines)).filter(|width| *width <= MAX_COMMENT_COLUMN).max().unwrap_or(0);
    for (row, lines) in rows() {
        let mut text = lines.join("\n");
        if let Some(comment) = row.comment {
            if row.is_comment() {
                text = indent(row);
            } else {
                text += &" ".repeat(comments.saturating_sub(last(lines)) + 2);
            }
            text += comment;
        }
        out.push_str(if row.is_blank() { "" } else { &text });
        out.push('\n');
    }
}

/// A row as one line or, if it is too long, as several.
fn wrapped(row: &TextRow, label: usize, arrow: usize) -> Vec<String> {
    let margin = " ".repeat(2 * row.depth + label + 2);
    let mut lines = vec![];
    if let Some(right) = &row.right {
        let (head, actions) = (head(row, label), spaced(right));
        let line = if row.left.is_empty() {
            format!("{}-> {actions}", indent(row))
        } else {
            format!("{head}{} -> {actions}", " ".repeat(arrow.saturating_sub(width(&head))))
        };
        if width(&line) <= WIDTH || row.left.is_empty() {
            return vec![line.trim_end().to_string()];
        }
        fill(&beginning(row, label), &row.left, &margin, false, &mut lines);
        fill(&format!("{margin}-> "), right, &format!("{margin}   "), true, &mut lines);
    } else {
        let of_pairs = row.left.first() == Some(&"lot");
        fill(&beginning(row, label), &row.left, &margin, of_pairs, &mut lines);
    }
    lines
}

/// Fills tokens into one line or several, broken before `and` and `or`, and after `,` if `after_commas`.
fn fill(first: &str, tokens: &[&str], margin: &str, after_commas: bool, lines: &mut Vec<String>) {
    let mut line = first.to_string();
    let mut from = 0;
    for at in 1..=tokens.len() {
        let ends = at == tokens.len() || matches!(tokens[at], "and" | "or") || after_commas && tokens[at - 1] == ",";
        if !ends {
            continue;
        }
        // The tokens between two possible line breaks.
        let piece = spaced(&tokens[from..at]);
        if from > 0 && width(&line) + 1 + width(&piece) > WIDTH {
            lines.push(std::mem::replace(&mut line, margin.to_string()));
        } else if from > 0 {
            line.push(' ');
        }
        line += &piece;
        from = at;
    }
    lines.push(line.trim_end().to_string());
}

/// A row up to `->`.
fn head(row: &TextRow, label: usize) -> String {
    beginning(row, label) + &spaced(&row.left)
}

/// The indentation and the padded label of a row.
fn beginning(row: &TextRow, label: usize) -> String {
    let name = row.label.as_deref().unwrap_or_default();
    let named = !name.is_empty() || row.right.is_some() && !row.goes_on;
    let gap = label.saturating_sub(width(name)).max(usize::from(!name.is_empty()));
    format!("{}{name}{}", indent(row), " ".repeat(if named { gap } else { 0 }))
}

fn indent(row: &TextRow) -> String {
    "  ".repeat(row.depth + 2 * usize::from(row.goes_on))
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Tokens with the usual blanks between them.
pub(super) fn spaced(tokens: &[&str]) -> String {
    let mut text = String::new();
    let mut previous = "";
    for token in tokens {
        let close = text.is_empty() || matches!(*token, "," | ")" | ":" | "..") || matches!(previous, "(" | "..");
        if !close {
            text.push(' ');
        }
        text += token;
        previous = token;
    }
    text
}

/// The tokens of a file, with each move as a single one.
fn tokens<'a>(text: &'a str, moves: &[Range<usize>]) -> Vec<(Rule, &'a str)> {
    let Ok(mut pairs) = Grammar::parse(Rule::tokens, text) else { return vec![] };
    let pairs = pairs.next().expect("a rule yields a pair").into_inner();
    let mut moves = moves.iter().peekable();
    let mut tokens = vec![];
    for token in pairs.filter(|token| token.as_rule() != Rule::EOI) {
        let start = token.as_span().start();
        while moves.next_if(|range| range.end <= start).is_some() {}
        match moves.peek() {
            Some(range) if range.start == start => tokens.push((token.as_rule(), &text[(*range).clone()])),
            Some(range) if range.start < start => {}
            _ => tokens.push((token.as_rule(), token.as_str())),
        }
    }
    tokens
}

/// Splits a file into rows, joining broken lines, with at most one blank row between two others. A move stands in
/// one of the ranges.
fn rows<'a>(text: &'a str, moves: &[Range<usize>]) -> Vec<TextRow<'a>> {
    let mut rows = TextRows::default();
    let tokens = tokens(text, moves);
    // For each token, the next one that is not a line break.
    let mut following: Vec<Option<&str>> = vec![None; tokens.len()];
    for number in (1..tokens.len()).rev() {
        let (rule, text) = tokens[number];
        following[number - 1] = if rule == Rule::line_break { following[number] } else { Some(text) };
    }
    for (number, &(rule, text)) in tokens.iter().enumerate() {
        match rule {
            Rule::line_break => rows.line_break(following[number]),
            Rule::comment => {
                rows.row.comment = Some(text.trim_end());
                rows.breaks = 0;
            }
            _ => rows.token(text, tokens.get(number + 1).is_some_and(|(rule, _)| *rule == Rule::comment)),
        }
    }
    rows.finish();
    rows.done
}

#[derive(Default)]
struct TextRows<'a> {
    done: Vec<TextRow<'a>>,
    row: TextRow<'a>,
    depth: usize,
    /// Line breaks since the last token.
    breaks: usize,
    /// The last token that is not a comment.
    previous: &'a str,
}

impl<'a> TextRows<'a> {
    fn line_break(&mut self, next: Option<&str>) {
        self.breaks += 1;
        let joined = continues_line(self.previous) || self.previous == "(" || next.is_some_and(goes_on);
        if !self.row.is_blank() {
            if joined && self.row.comment.is_none() {
                return;
            }
            self.finish();
        } else if self.breaks == 2 && self.done.last().is_some_and(|last| !last.is_blank() && !last.opens()) {
            self.done.push(TextRow::default());
        }
    }

    fn token(&mut self, token: &'a str, before_comment: bool) {
        self.breaks = 0;
        if token == "}" {
            // A closing brace stands on a line of its own, directly below the last one.
            self.finish();
            self.depth = self.depth.saturating_sub(1);
            while self.done.last().is_some_and(TextRow::is_blank) {
                self.done.pop();
            }
        }
        let begins = self.row.is_comment();
        if begins && (continues_line(self.previous) || self.previous == "(" || goes_on(token)) {
            self.row.goes_on = token != "{";
        }
        self.push(token);
        self.previous = token;
        if token == "{" {
            self.row.depth = self.depth;
            self.depth += 1;
            // Code after `{` begins a new row; a comment stays.
            if !before_comment {
                self.finish();
            }
        }
    }

    fn push(&mut self, token: &'a str) {
        let row = &mut self.row;
        match token {
            "->" if row.right.is_none() => row.right = Some(vec![]),
            ":" if row.label.is_none() && row.right.is_none() && row.left.len() == 1 => {
                row.label = row.left.pop().map(|name| format!("{name}:"));
            }
            _ => row.right.as_mut().unwrap_or(&mut row.left).push(token),
        }
    }

    /// Completes the row.
    fn finish(&mut self) {
        if self.row.is_blank() {
            return;
        }
        let mut row = std::mem::take(&mut self.row);
        row.depth = if row.opens() { self.depth - 1 } else { self.depth };
        self.done.push(row);
    }
}

impl TextRow<'_> {
    fn opens(&self) -> bool {
        self.left.last() == Some(&"{")
    }
}

/// Whether a line continues if it is broken before this token.
fn goes_on(token: &str) -> bool {
    continues_line(token) || matches!(token, ")" | "{")
}
