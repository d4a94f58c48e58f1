//! Fixes: the changes that the diagnostics of a text propose, applied.

use std::ops::Range;

use super::Analysis;
use super::layout::TextEdit;
use crate::check::Library;
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::Source;

/// The most rounds of fixes: a fix can bring other problems to light.
const MAX_ROUNDS: usize = 16;

/// Returns the edits of the fixes of these problems that do not overlap, in the order of the text. Of two that
/// overlap, the earlier problem is fixed.
pub fn apply_fixes<'a>(problems: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<TextEdit> {
    let mut edits: Vec<TextEdit> = vec![];
    for fix in problems.into_iter().filter_map(|problem| problem.fix.as_ref()).filter(|fix| fix.span.source.0 == 0) {
        let range = fix.span.range();
        if !edits.iter().any(|edit| overlap(&edit.range, &range)) {
            edits.push(edit_of(fix));
        }
    }
    edits.sort_by_key(|edit| edit.range.start);
    edits
}

/// Returns the text with all fixes applied, and those of the problems that show then. It is the text itself if
/// nothing can be fixed.
pub fn fix_all(source: Source, library: Library) -> String {
    let mut source = source;
    let mut earlier = vec![];
    for _ in 0..MAX_ROUNDS {
        let analysis = Analysis::new(source.clone(), library);
        let edits = apply_fixes(&analysis.problems);
        if edits.is_empty() {
            break;
        }
        let mut text = source.text.clone();
        for edit in edits.iter().rev() {
            text.replace_range(edit.range.clone(), &edit.replacement);
        }
        // Two fixes that undo each other would go on for ever.
        if earlier.contains(&text) {
            break;
        }
        earlier.push(std::mem::replace(&mut source.text, text));
    }
    source.text
}

fn edit_of(fix: &Fix) -> TextEdit {
    TextEdit { range: fix.span.range(), replacement: fix.replacement.clone() }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end || one.start == other.start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::variants;

    #[test]
    fn all_fixes_of_a_text_make_it_a_game_again() {
        let text = variants::source("boola").expect("it is shipped").text;
        let slips =
            text.replace("here is own ", "heer is own ").replace("seeds 0", "seed 0").replace("language 1\n", "");
        let fixed = fix_all(Source::new("it.uur", slips), &variants::library);
        let meaning = |text: &str| Game::parse(text).expect("it is a game").meaning();
        assert_eq!(meaning(&fixed), meaning(&text));
    }

    #[test]
    fn a_text_without_fixes_stays() {
        let text = "land {\n  here holds -> stop\n}\n# nothing is known of this\n£\n";
        let fixed = fix_all(Source::new("it.uur", text), &variants::library);
        assert_eq!(fix_all(Source::new("it.uur", &*fixed), &variants::library), fixed);
    }
}
