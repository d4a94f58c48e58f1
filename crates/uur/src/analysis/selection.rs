//! Selection: the parts of a text around a place, from the word to the whole file.

use std::ops::Range;

use super::{Analysis, floor, touches};

impl Analysis {
    /// Returns the parts around an offset, each within the next: the word, the line, the lines of the section,
    /// the section, and the text.
    pub fn selection_ranges(&self, offset: usize) -> Vec<Range<usize>> {
        let offset = floor(self.text(), offset);
        let token = self.outline().token_at(offset).map(|token| token.range.clone());
        let mut found: Vec<Range<usize>> = token.into_iter().collect();
        if let Some(item) = self.outline().item_at(offset) {
            found.extend(item.lines.iter().find(|line| touches(line, offset)).cloned());
            let body = item.body.clone().filter(|body| touches(body, offset));
            found.extend(body);
            found.push(item.range.clone());
        }
        found.push(0..self.text().len());
        // A part that does not contain the one before it, such as a comment behind a line, is left out.
        let mut within = offset..offset;
        found.retain(|range| {
            let wider = range.start <= within.start && within.end <= range.end && *range != within;
            if wider {
                within = range.clone();
            }
            wider
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants;

    #[test]
    fn a_selection_grows_from_the_word_to_the_text() {
        let text = "land {\n  here is own -> stop\n}\nlanguage 1\n";
        let analysis = Analysis::new(Source::new("it.uur", text), &variants::library);
        let at = text.find("own").expect("it is there");
        let parts: Vec<&str> = analysis.selection_ranges(at).into_iter().map(|range| &text[range]).collect();
        let body = "\n  here is own -> stop\n";
        assert_eq!(parts, ["own", "here is own -> stop", body, "land {\n  here is own -> stop\n}", text]);
    }
}
