//! Flattening: writes a game and those it extends as one file.
//!
//! Inherited lines stand in their places, each with a comment that names its file and line. Examples are
//! left out, since they are no rules. The result is a game of its own with the same rules.

use crate::rules::Direction;
use crate::source::{Source, Span};
use crate::syntax::ast::{SectionKind, SectionNode};
use crate::syntax::{self, LANGUAGE};

use super::inherit::{self, Loaded};
use super::place;

/// A line of a flattened game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlatLine {
    /// The text, without indentation.
    pub text: String,
    /// The origin of the line. `None` for the language line, blank lines and closing braces.
    pub origin: Option<Span>,
}

/// Flattens a game. It must be valid.
pub fn flatten(loaded: &Loaded) -> Vec<FlatLine> {
    let game = inherit::merge(loaded, &mut vec![]);
    let from = |span: Span| FlatLine { text: written(span, &loaded.sources), origin: Some(span) };
    let mut lines = vec![without_origin(format!("language {LANGUAGE}"))];
    let mut params: Vec<FlatLine> = game.params.iter().map(|param| from(param.span)).collect();
    for kind in SectionKind::ALL {
        let staged = game.staged.iter().filter(|section| section.kind == kind);
        for section in game.sections.get(&kind).into_iter().chain(staged) {
            lines.push(without_origin(""));
            lines.push(FlatLine { text: head(section, &loaded.sources), origin: Some(section.head) });
            lines.extend(section.lines.iter().map(|line| from(line.span)));
            lines.push(without_origin("}"));
        }
        if kind == SectionKind::Game && !params.is_empty() {
            lines.push(without_origin(""));
            lines.append(&mut params);
        }
    }
    lines
}

/// Formats the lines as a rule file, each with a comment that names its origin.
pub fn write_flat(lines: &[FlatLine], sources: &[Source]) -> String {
    let mut text = String::new();
    for line in lines {
        text += &line.text;
        if let Some(span) = line.origin {
            text += &format!("  # {}", place(span, sources));
        }
        text.push('\n');
    }
    syntax::format(&text)
}

fn without_origin(text: impl Into<String>) -> FlatLine {
    FlatLine { text: text.into(), origin: None }
}

fn written(span: Span, sources: &[Source]) -> String {
    syntax::format_line(&sources[span.source.0 as usize].text[span.range()])
}

fn head(section: &SectionNode, sources: &[Source]) -> String {
    let mut head = section.kind.word().to_string();
    if let Some(stage) = &section.stage {
        head += &format!(" in {}", stage.value);
    }
    if let Some(direction) = &section.direction {
        head += match direction.value {
            Some(Direction::Counterclockwise) => " counterclockwise",
            Some(Direction::Clockwise) => " clockwise",
            None => " clockwise or counterclockwise",
        };
    }
    let titles: Vec<_> = section.titles.iter().map(|title| format!(" {}", written(title.span, sources))).collect();
    head += &titles.join(",");
    head + " {"
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, check, load};
    use super::*;
    use crate::variants;

    /// A game that changes another in every possible way.
    const CHANGED: &str = "language 1
extends \"layli-goobalay\"
game \"Changed\" { source \"none: an example\" }
param seeds = 3 in 1..5 \"fewer seeds\"
param small = 1 in 1..2
change board { pits 2 * seeds + small - 1 }
change sow clockwise { lift all but 1 where here holds 3 or more }
change land {
  before on: four: here holds 4 -> # a comment within a line
    stop
  remove abroad
  pair: opposite holds 2 -> capture here and opposite
}
";

    #[test]
    fn a_flat_game_has_the_same_rules() {
        let sources = variants::names().filter_map(variants::source).chain([Source::new("changed.uur", CHANGED)]);
        for source in sources {
            let name = source.name.clone();
            let loaded = load(source, &variants::library);
            let rules = check(&loaded, &Settings::new()).expect("it is sound").rules;
            let text = write_flat(&flatten(&loaded), &loaded.sources);
            let again = load(Source::new("flat.uur", &*text), &|_, _| Ok(None));
            assert_eq!(check(&again, &Settings::new()).expect("it is sound").rules, rules, "{name}:\n{text}");
            assert_eq!(syntax::format(&text), text, "{name}");
        }
    }

    #[test]
    fn every_line_names_its_origin() {
        let loaded = load(Source::new("changed.uur", CHANGED), &variants::library);
        let text = write_flat(&flatten(&loaded), &loaded.sources);
        let line = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap_or_default();
        assert!(line("four:").ends_with("# changed.uur:9"), "{text}");
        for inherited in ["on:", "rows"] {
            let number = loaded.sources[1].text.lines().position(|line| line.trim_start().starts_with(inherited));
            let number = number.expect("the line is inherited") + 1;
            assert!(line(inherited).ends_with(&format!("# layli-goobalay.uur:{number}")), "{text}");
        }
        assert!(line("sow").ends_with("# changed.uur:7"), "{text}");
        assert!(!text.contains("abroad:"), "{text}");
    }
}
