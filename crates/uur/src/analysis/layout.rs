//! Layout: the formatter as edits of lines, so that an editor keeps its cursor.

use std::ops::Range;

use crate::syntax;

/// A replacement of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The part.
    pub range: Range<usize>,
    /// What replaces it.
    pub replacement: String,
}

/// Returns the edits that bring a text into its canonical layout; those that touch `within` if it is given.
/// A text with a syntax error has none.
pub fn format_edits(text: &str, within: Option<Range<usize>>) -> Vec<TextEdit> {
    let formatted = syntax::format(text);
    let mut edits = line_edits(text, &formatted);
    if let Some(within) = within {
        edits.retain(|edit| edit.range.start <= within.end && within.start <= edit.range.end);
    }
    edits
}

/// Returns the edits between two texts, as replacements of whole lines. Formatting moves tokens and never
/// changes them, so lines are compared by their tokens: each edit covers the fewest lines that have the same
/// tokens in both.
fn line_edits(old: &str, new: &str) -> Vec<TextEdit> {
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let mut edits = vec![];
    let (mut at_old, mut at_new, mut offset) = (0, 0, 0);
    while at_old < old_lines.len() || at_new < new_lines.len() {
        let (first_old, first_new, start) = (at_old, at_new, offset);
        let (mut read_old, mut read_new) = (0, 0);
        // At least one line of each, and then of the one with fewer characters until both have the same.
        loop {
            let behind = read_old < read_new || read_old == read_new && at_old == first_old;
            if behind && at_old < old_lines.len() {
                read_old += solid(old_lines[at_old]);
                offset += old_lines[at_old].len();
                at_old += 1;
            } else if at_new < new_lines.len() {
                read_new += solid(new_lines[at_new]);
                at_new += 1;
            } else if at_old < old_lines.len() {
                read_old += solid(old_lines[at_old]);
                offset += old_lines[at_old].len();
                at_old += 1;
            } else {
                break;
            }
            let both = at_old > first_old && at_new > first_new;
            if read_old == read_new && both {
                break;
            }
        }
        let replacement = new_lines[first_new..at_new].concat();
        if old[start..offset] != replacement {
            edits.push(TextEdit { range: start..offset, replacement });
        }
    }
    edits
}

/// The number of characters of a line that are no blanks.
fn solid(line: &str) -> usize {
    line.chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    fn applied(text: &str, edits: &[TextEdit]) -> String {
        let mut text = text.to_string();
        for edit in edits.iter().rev() {
            text.replace_range(edit.range.clone(), &edit.replacement);
        }
        text
    }

    #[test]
    fn edits_give_the_formatted_text_and_leave_other_lines() {
        let text = "language 1\n\n\n\nland   {\n  here is own ->\n  stop\n  else -> relay\n}\n\n\nwin   most seeds";
        let edits = format_edits(text, None);
        assert_eq!(applied(text, &edits), syntax::format(text));
        assert!(edits.iter().all(|edit| edit.range.start >= "language 1\n".len()));
    }

    #[test]
    fn shipped_games_can_be_laid_out_again() {
        for name in variants::names().step_by(24) {
            let text = variants::source(name).expect("it is shipped").text;
            for spoiled in [text.replace("\n\n", "\n \n\n\n"), text.replace("  ", "\t"), text.replace(" {\n", "\n{ ")] {
                assert_eq!(applied(&spoiled, &format_edits(&spoiled, None)), syntax::format(&spoiled), "{name}");
            }
        }
    }

    #[test]
    fn a_range_is_laid_out_alone() {
        let text = "language   1\nextends   \"boola\"\n";
        assert_eq!(applied(text, &format_edits(text, Some(15..15))), "language   1\nextends \"boola\"\n");
    }
}
