//! Fixes: the changes that the diagnostics of a text propose, applied.

use std::ops::Range;

use super::layout::TextEdit;
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::Source;

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
/// nothing can be fixed. Every step is checked with `check`, and the text has fewer errors after it.
pub fn fix_all(source: Source, check: &dyn Fn(Source) -> Vec<Diagnostic>) -> String {
    let mut source = source;
    let mut problems = check(source.clone());
    'steps: loop {
        let edits = apply_fixes(&problems);
        // Together the fixes may not fit, though each of them does.
        let each = edits.iter().map(std::slice::from_ref).filter(|_| edits.len() > 1);
        for tried in std::iter::once(&*edits).chain(each).filter(|edits| !edits.is_empty()) {
            let mut text = source.text.clone();
            for edit in tried.iter().rev() {
                text.replace_range(edit.range.clone(), &edit.replacement);
            }
            let mended = Source { text, ..source.clone() };
            let left = check(mended.clone());
            if weight(&left) < weight(&problems) {
                (source, problems) = (mended, left);
                continue 'steps;
            }
        }
        return source.text;
    }
}

/// The errors, and all problems.
fn weight(problems: &[Diagnostic]) -> (usize, usize) {
    (problems.iter().filter(|problem| problem.is_error()).count(), problems.len())
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
    use crate::analysis::Analysis;
    use crate::game::Game;
    use crate::variants;

    fn fixed(text: &str) -> String {
        fix_all(Source::new("it.uur", text), &|source| Analysis::new(source, &variants::library).problems)
    }

    #[test]
    fn all_fixes_of_a_text_make_it_a_game_again() {
        let text = variants::source("boola").expect("it is shipped").text;
        let slips =
            text.replace("here is own ", "heer is own ").replace("seeds 0", "seed 0").replace("language 1\n", "");
        let fixed = fixed(&slips);
        let meaning = |text: &str| Game::parse(text).expect("it is a game").meaning();
        assert_eq!(meaning(&fixed), meaning(&text));
    }

    #[test]
    fn a_text_without_fixes_stays() {
        let text = "land {\n  here holds -> stop\n}\n# nothing is known of this\n£\n";
        let once = fixed(text);
        assert_eq!(fixed(&once), once);
    }
}
