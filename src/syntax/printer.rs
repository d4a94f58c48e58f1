//! The canonical layout of a rule file: `uur fmt`.
//!
//! The formatter moves tokens, never changes them: every word, number, text and comment of the
//! author stays in its order. Lines stand two blanks deeper in each block, at most one blank line
//! stands between two others, the `->` of neighbouring lines stand below each other, and so do the
//! names of lines.

use pest::Parser;

use super::parser::{Grammar, Rule};

/// A condition longer than this does not push the `->` of its neighbours to the right.
const ALIGNED: usize = 48;

/// A line to be laid out.
#[derive(Default)]
struct Row {
    depth: usize,
    label: Option<String>,
    /// What stands before `->`, or all of it.
    left: String,
    /// What stands after `->`.
    right: Option<String>,
    comment: Option<String>,
}

impl Row {
    fn is_blank(&self) -> bool {
        self.left.is_empty() && self.right.is_none() && self.comment.is_none() && self.label.is_none()
    }
}

/// Lays a whole file out anew. Text whose brackets do not match comes back with its own layout.
pub fn format(text: &str) -> String {
    let rows = rows(text);
    let mut out = String::new();
    let mut block = 0;
    while block < rows.len() {
        // Neighbouring lines of one depth are aligned together.
        let end = rows[block..]
            .iter()
            .position(|row| row.is_blank() || row.depth != rows[block].depth)
            .map_or(rows.len(), |length| block + length.max(1));
        lay_out(&rows[block..end], &mut out);
        block = end;
    }
    let out = out.trim_start_matches('\n').trim_end();
    if out.is_empty() { String::new() } else { format!("{out}\n") }
}

/// Lays out one line alone, without indentation or comment.
pub fn format_line(text: &str) -> String {
    let mut out = String::new();
    for row in rows(text) {
        let mut row = row;
        row.comment = None;
        row.depth = 0;
        let mut line = String::new();
        lay_out(&[row], &mut line);
        if !out.is_empty() && !line.trim().is_empty() {
            out.push(' ');
        }
        out.push_str(line.trim());
    }
    out
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn lay_out(rows: &[Row], out: &mut String) {
    let label_width =
        rows.iter().filter_map(|row| row.label.as_deref()).map(|label| width(label) + 1).max().unwrap_or(0);
    let head = |row: &Row| {
        let mut text = "  ".repeat(row.depth);
        let inside = row.right.is_some() || row.label.is_some();
        if label_width > 0 && inside {
            text += row.label.as_deref().unwrap_or("");
            text += &" ".repeat(label_width - row.label.as_deref().map_or(0, width));
        }
        text + &row.left
    };
    let arrow_at = rows
        .iter()
        .filter(|row| row.right.is_some())
        .map(|row| width(&head(row)))
        .filter(|&width| width <= ALIGNED)
        .max()
        .unwrap_or(0);
    let body = |row: &Row| match &row.right {
        Some(right) => {
            let head = head(row);
            let gap = " ".repeat(arrow_at.saturating_sub(width(&head)));
            format!("{head}{gap} -> {right}")
        }
        None => head(row),
    };
    let comment_at = rows
        .iter()
        .filter(|row| row.comment.is_some() && !body(row).trim().is_empty())
        .map(|row| width(&body(row)))
        .max()
        .unwrap_or(0);
    for row in rows {
        let body = body(row);
        match &row.comment {
            Some(comment) if body.trim().is_empty() => out.push_str(&format!("{}{comment}", "  ".repeat(row.depth))),
            Some(comment) => out.push_str(&format!("{body}{}  {comment}", " ".repeat(comment_at - width(&body)))),
            None => out.push_str(body.trim_end()),
        }
        out.push('\n');
    }
}

fn rows(text: &str) -> Vec<Row> {
    let Ok(mut tokens) = Grammar::parse(Rule::tokens, text) else {
        return vec![];
    };
    let mut rows: Vec<Row> = vec![];
    let mut row = Row::default();
    let mut depth = 0usize;
    let mut breaks = 0;
    // What joins a line to the next: a break before or after it does not end the line.
    let mut previous = String::new();
    let tokens: Vec<_> = tokens.next().expect("a rule yields a pair").into_inner().collect();
    for (index, token) in tokens.iter().enumerate() {
        let text = token.as_str();
        match token.as_rule() {
            Rule::EOI => {}
            Rule::line_break => {
                breaks += 1;
                let next = tokens[index + 1..]
                    .iter()
                    .find(|token| !matches!(token.as_rule(), Rule::line_break))
                    .map(|token| token.as_str());
                let joined = row.comment.is_none()
                    && !row.is_blank()
                    && (joins(&previous) || previous == "(" || next.is_some_and(|next| joins(next) || next == ")"));
                if joined {
                    continue;
                }
                if !row.is_blank() {
                    rows.push(std::mem::take(&mut row));
                } else if breaks == 2 && rows.last().is_some_and(|last| !last.is_blank() && !opens(last)) {
                    rows.push(Row::default());
                }
                row.depth = depth;
                previous.clear();
            }
            Rule::comment => {
                row.depth = if row.is_blank() { depth } else { row.depth };
                row.comment = Some(text.trim_end().to_string());
                breaks = 0;
            }
            _ => {
                breaks = 0;
                if text == "}" {
                    depth = depth.saturating_sub(1);
                    // A closing brace stands on a line of its own.
                    if !row.is_blank() {
                        rows.push(std::mem::take(&mut row));
                    }
                    while rows.last().is_some_and(Row::is_blank) {
                        rows.pop();
                    }
                    row.depth = depth;
                } else if row.is_blank() {
                    row.depth = depth;
                }
                push(&mut row, &previous, text);
                previous = text.to_string();
                if text == "{" {
                    depth += 1;
                    // What follows on the same line begins a new one; a comment stays.
                    if !matches!(tokens.get(index + 1).map(|next| next.as_rule()), Some(Rule::comment)) {
                        rows.push(std::mem::take(&mut row));
                        row.depth = depth;
                        previous.clear();
                    }
                }
            }
        }
    }
    if !row.is_blank() {
        rows.push(row);
    }
    rows
}

fn opens(row: &Row) -> bool {
    row.left.ends_with('{')
}

/// Whether a line goes on across a break beside this token.
fn joins(token: &str) -> bool {
    matches!(token, "->" | "," | "and" | "or")
}

fn push(row: &mut Row, previous: &str, token: &str) {
    match token {
        "->" if row.right.is_none() => row.right = Some(String::new()),
        ":" if row.label.is_none() && row.right.is_none() && !row.left.contains(' ') => {
            row.label = Some(std::mem::take(&mut row.left) + ":")
        }
        _ => {
            let part = row.right.as_mut().unwrap_or(&mut row.left);
            let close = part.is_empty() || matches!(token, "," | ")" | ":" | "..") || matches!(previous, "(" | "..");
            if !close {
                part.push(' ');
            }
            part.push_str(token);
        }
    }
}
