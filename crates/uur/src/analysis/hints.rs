//! Hints: the defaults of the language that hold because no line of a section states otherwise.

use super::Analysis;
use super::bindings::{BoundName, NameKind};
use super::outline::OutlineItem;
use crate::rules::{Condition, Rules};

/// A default, in the words of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultHint {
    /// The end of the head of its section.
    pub offset: usize,
    /// The line that could be written and changes nothing.
    pub line: &'static str,
    /// Its meaning.
    pub about: &'static str,
}

impl Analysis {
    /// Returns the defaults of the sections that are written, if the text has no errors.
    pub fn default_hints(&self) -> Vec<DefaultHint> {
        let Some(rules) = &self.rules else { return vec![] };
        // Behind the lines of a stage come those of all turns.
        let of_stage = |item: &&OutlineItem| {
            let is_head = |name: &BoundName| name.kind == NameKind::Stage && item.head.contains(&name.range.start);
            self.names().iter().any(is_head)
        };
        let of_all = self.outline().items.iter().filter(|item| !of_stage(item));
        let sections = of_all.filter_map(|item| Some((item.word, item.body.as_ref()?.start)));
        let of_section = |(word, offset)| {
            defaults(word, rules).into_iter().map(move |(line, about)| DefaultHint { offset, line, about })
        };
        sections.flat_map(of_section).collect()
    }
}

/// Returns the defaults that belong to a section, each with its meaning.
fn defaults(section: &str, rules: &Rules) -> Vec<(&'static str, &'static str)> {
    let mut found = vec![];
    if section == "land" && rules.land.last().is_some_and(|last| last.condition != Condition::Always) {
        found.push(("else -> stop", "The move ends if no line fits."));
    }
    if section == "end" && rules.endless.clause.is_none() {
        found.push(("endless -> draw", "A move whose laps would never end is a draw."));
    }
    if section == "end" && rules.repetition.clause.is_none() {
        found.push(("repeated 3 times -> draw", "A position that occurs for the third time is a draw."));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::source::Source;
    use crate::variants;

    fn hints(text: &str) -> Vec<DefaultHint> {
        Analysis::new(Source::new("it.uur", text), &variants::library).default_hints()
    }

    #[test]
    fn a_default_means_the_same_when_it_is_written() {
        for name in ["boola", "kalah", "oware", "njombwa", "bao-la-kiswahili"] {
            let text = variants::source(name).expect("it is shipped").text;
            let found = hints(&text);
            assert!(!found.is_empty(), "{name}");
            let mut written = text.clone();
            for hint in found.iter().rev() {
                // Behind the lines of the section, where `else` has to stand.
                let end = hint.offset + text[hint.offset..].find('}').expect("the section is closed");
                written.insert_str(end, &format!("  {}\n", hint.line));
            }
            let rules = |text: &str| Game::parse(text).expect("the rules have no errors").rules;
            let (with, without) = (rules(&written), rules(&text));
            assert_eq!(with.endless.outcome, without.endless.outcome, "{name}");
            assert_eq!(with.repetition.times, without.repetition.times, "{name}");
            assert_eq!(with.repetition.ending, without.repetition.ending, "{name}");
            assert_eq!(hints(&written), [], "{name}");
        }
    }

    #[test]
    fn the_defaults_of_land_and_end_are_shown() {
        let text = variants::source("boola").expect("it is shipped").text;
        let lines: Vec<&str> = hints(&text).iter().map(|hint| hint.line).collect();
        assert_eq!(lines, ["else -> stop", "endless -> draw", "repeated 3 times -> draw"]);
    }
}
