//! Folding: the parts of a text that an editor can close to one line.

use std::ops::Range;

use super::Analysis;
use crate::syntax::Rule;

/// A part that can be folded, from within its first line to the end of its last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldingRange {
    /// Its place.
    pub range: Range<usize>,
    /// What it is.
    pub kind: FoldKind,
}

/// What can be folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    /// A section, or a line that goes over several lines of text.
    Lines,
    /// Several lines of comment.
    Comment,
}

impl Analysis {
    /// Returns the sections, long lines and comments that can be folded.
    pub fn folding_ranges(&self) -> Vec<FoldingRange> {
        let items = &self.outline().items;
        let sections = items.iter().filter_map(|item| item.body.as_ref().map(|_| item.range.clone()));
        let lines = items.iter().flat_map(|item| item.lines.iter().cloned());
        let mut found: Vec<FoldingRange> =
            sections.chain(lines).map(|range| FoldingRange { range, kind: FoldKind::Lines }).collect();
        found.extend(self.comments().map(|range| FoldingRange { range, kind: FoldKind::Comment }));
        found.retain(|fold| self.text()[fold.range.clone()].contains('\n'));
        found.sort_by_key(|fold| fold.range.start);
        found
    }

    /// The runs of comments that have their lines of text for themselves.
    fn comments(&self) -> impl Iterator<Item = Range<usize>> {
        let tokens = &self.outline().tokens;
        let alone = |at: usize| tokens[at].rule == Rule::comment && tokens[at].first;
        let follows = move |at: usize| {
            at > 0 && alone(at - 1) && {
                let gap = &self.text()[tokens[at - 1].range.end..tokens[at].range.start];
                gap.matches('\n').count() == 1
            }
        };
        let starts = (0..tokens.len()).filter(move |&at| alone(at) && !follows(at));
        starts.map(move |first| {
            let last = (first + 1..tokens.len()).take_while(|&at| alone(at) && follows(at)).last().unwrap_or(first);
            tokens[first].range.start..tokens[last].range.end
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants;

    #[test]
    fn sections_and_comments_fold() {
        let text = "# one\n# two\n\n# three\nland {\n  here is own ->\n    stop\n}\nlanguage 1\n";
        let analysis = Analysis::new(Source::new("it.uur", text), &variants::library);
        let folds: Vec<&str> = analysis.folding_ranges().iter().map(|fold| &text[fold.range.clone()]).collect();
        assert_eq!(folds, ["# one\n# two", "land {\n  here is own ->\n    stop\n}", "here is own ->\n    stop"]);
    }
}
