//! Hover: what the word at a place means, as Markdown.

use super::bindings::{BoundName, NameKind};
use super::navigation::SourceRange;
use super::{Analysis, Hover, touches};
use crate::check::{Library, Settings};
use crate::diagnostic::Code;
use crate::explain;
use crate::game::Game;
use crate::rules::ClauseId;
use crate::source::Span;
use crate::syntax::words::{Word, word};

/// The width of the rules of an extended game.
const RULES_WIDTH: usize = 80;

impl Analysis {
    /// Describes the word at an offset: the page of a reserved word, the line that defines a name, or the
    /// rules of the game after `extends`. The sentence about a rule line and the pages of its problems follow.
    pub fn hover(&self, offset: usize, library: Library) -> Option<Hover> {
        let (about, range) = if let Some(name) = self.name_at(offset) {
            (self.about_name(name), name.range.clone())
        } else if let Some(range) = self.extends_at(offset).and_then(|_| self.extends_range()) {
            (self.about_extended(library)?, range)
        } else {
            let (text, range) = self.word_at(offset)?;
            let word = word(text).filter(|_| !self.says(&range))?;
            (about_word(word), range)
        };
        let sentences = self.sentences_at(offset).map(|sentence| format!("\n---\n\n{sentence}\n"));
        let problems = self.problems_in(offset..offset).map(|problem| about_code(problem.code));
        Some(Hover { markdown: about + &sentences.chain(problems).collect::<String>(), range })
    }

    fn about_name(&self, name: &BoundName) -> String {
        let definitions = match self.definition(name.range.start) {
            // A line that replaces another is shown itself.
            _ if name.defines => vec![SourceRange { source: 0, range: name.range.clone() }],
            found => found,
        };
        let mut text = format!("{} `{}`\n", name.kind.as_str(), name.text);
        for place in &definitions {
            text += &code(&self.line_around(place));
            if place.source > 0 {
                text += &format!("\nin {}\n", self.sources[place.source].name);
            }
        }
        if name.kind == NameKind::Parameter
            && let Some(rules) = &self.rules
            && let Some(parameter) = rules.parameters.iter().find(|parameter| parameter.name == name.text)
        {
            let values: Vec<String> = parameter.values.iter().map(|value| format!("`{value}`")).collect();
            text += &format!("\nIt is `{}` unless it is set. Values: {}\n", parameter.default, values.join(", "));
        }
        text
    }

    /// Describes the extended game: its origin, and its rules in English.
    fn about_extended(&self, library: Library) -> Option<String> {
        let game = Game::load(self.sources.get(1)?.clone(), library, &Settings::new()).ok()?;
        let about = &game.rules.about;
        let mut text = format!("**{}**\n", about.name);
        for (title, lines) in [("names", &about.names), ("region", &about.region), ("source", &about.sources)] {
            text.extend(lines.iter().map(|line| format!("\n{title}: {line}\n")));
        }
        text += &format!("\n```text\n{}```\n", explain::rules(&game, RULES_WIDTH));
        Some(text)
    }

    /// Returns the rule line of the text at an offset, if the text has no errors.
    pub fn clause_at(&self, offset: usize) -> Option<ClauseId> {
        let at = |span: Span| span.source.0 == 0 && touches(&span.range(), offset);
        self.game()?.clause_spans().iter().find(|(_, clause)| at(clause.span)).map(|(clause, _)| clause)
    }

    /// Returns the sentences about the rule line at an offset.
    fn sentences_at(&self, offset: usize) -> impl Iterator<Item = String> {
        let clause = self.game().zip(self.clause_at(offset));
        clause.into_iter().flat_map(|(game, clause)| explain::clause(game, clause))
    }
}

/// Returns the page of a word.
pub(super) fn about_word(word: &Word) -> String {
    format!("**{}**\n\n{}\n{}", word.text, word.meaning, code(word.example))
}

fn about_code(of: Code) -> String {
    let page = of.page();
    format!("\n---\n\n**{}**: {}\n\n{}\n", page.number, page.title, page.text)
}

fn code(text: &str) -> String {
    format!("\n```uur\n{text}\n```\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::variants;

    fn hover(text: &str, at: &str) -> String {
        let analysis = Analysis::new(Source::new("it.uur", text), &variants::library);
        let offset = text.find(at).expect("it is in the text");
        analysis.hover(offset, &variants::library).map_or(String::new(), |hover| hover.markdown)
    }

    #[test]
    fn words_names_and_lines_are_described() {
        let boola = variants::source("boola").expect("it is shipped").text;
        let relay = hover(&boola, "relay");
        assert!(relay.starts_with("**relay**"), "{relay}");
        assert!(relay.contains("\n---\n\nIn a pit that had seeds, in either row: "), "{relay}");
        let pits = hover(&boola, "pits - 1");
        assert!(pits.contains("param pits = 12 in 3, 6") && pits.contains("It is `12`"), "{pits}");
        assert_eq!(hover(&boola, "\"Kenya"), "");
    }

    #[test]
    fn an_extended_game_is_described() {
        let text = "language 1\nextends \"boola\"\ngame \"It\" {\n  source \"none\"\n}\n";
        let about = hover(text, "boola\"");
        assert!(about.contains("**Boola**") && about.contains("region: Kenya") && about.contains(" 1. "), "{about}");
    }
}
