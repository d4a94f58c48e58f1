//! Tongues: languages into which a plan of rules is turned, sentence by sentence.

use super::document::{Block, Item, RuleText, Section, SectionId, Sentence, isolated};
use super::english::English;
use super::say::{Defined, PlannedBlock, PlannedItem, PlannedText, Say, Told};
use crate::game::Game;

/// A language that tells rules.
pub(super) trait Tongue {
    /// The language, as in the attribute `lang` of HTML.
    fn tag(&self) -> &'static str;

    /// A sentence, or the label of a case; `None` if it is not translated.
    fn say(&self, say: &Say) -> Option<String>;

    /// The heading of a section.
    fn heading(&self, id: SectionId) -> String;

    /// Whether a text uses a word that may have to be defined.
    fn uses(&self, text: &str, word: Defined) -> bool;

    /// A remark on how many of all sentences are translated.
    fn note(&self, told: usize, all: usize) -> Option<String>;
}

/// Puts a plan into the words of a tongue, with English for what it lacks.
pub(super) fn realised(game: &Game, plan: &PlannedText, tongue: &dyn Tongue, english: &English) -> RuleText {
    let speaker = Speaker { game, tongue, english };
    let mut known: Vec<Defined> = vec![];
    loop {
        let text = speaker.text(plan, &known);
        let before = known.len();
        let used = |word: Defined| match word {
            Defined::AnyTerm => known.iter().any(|word| matches!(word, Defined::Term(_))),
            word => text.lines().iter().any(|line| tongue.uses(&line.text, word)),
        };
        let new: Vec<Defined> = defined(plan).filter(|word| !known.contains(word) && used(*word)).collect();
        known.extend(new);
        if known.len() == before {
            return text;
        }
    }
}

/// The words that a plan defines.
fn defined(plan: &PlannedText) -> impl Iterator<Item = Defined> {
    let blocks = plan.sections.iter().flat_map(|(_, blocks)| blocks);
    let sentences = blocks.flat_map(|block| match block {
        PlannedBlock::Paragraph(sentences) => sentences.iter().collect::<Vec<_>>(),
        PlannedBlock::Steps(items) | PlannedBlock::Cases(items) => {
            items.iter().flat_map(|item| &item.sentences).collect()
        }
        PlannedBlock::Drawing(_) => vec![],
    });
    sentences.filter_map(|told| told.defines)
}

/// Turns parts of a plan into those of a document.
struct Speaker<'a> {
    game: &'a Game,
    tongue: &'a dyn Tongue,
    english: &'a English<'a>,
}

impl Speaker<'_> {
    /// The document, with definitions of these words.
    fn text(&self, plan: &PlannedText, known: &[Defined]) -> RuleText {
        let sections = plan.sections.iter().filter_map(|(id, blocks)| {
            let blocks: Vec<Block> = blocks.iter().filter_map(|block| self.block(block, known)).collect();
            (!blocks.is_empty()).then(|| Section { id: *id, title: self.tongue.heading(*id), blocks })
        });
        RuleText {
            title: isolated(&self.game.rules.about.name),
            language: self.tongue.tag(),
            note: None,
            summary: self.words(&plan.facts).unwrap_or_else(|| self.english.sentence(&plan.facts)),
            sections: sections.collect(),
        }
    }

    fn block(&self, block: &PlannedBlock, known: &[Defined]) -> Option<Block> {
        let items = |items: &[PlannedItem]| items.iter().filter_map(|item| self.item(item, known)).collect();
        Some(match block {
            PlannedBlock::Paragraph(sentences) => Block::Paragraph { sentences: self.sentences(sentences, known) },
            PlannedBlock::Steps(steps) => Block::Steps { items: items(steps) },
            PlannedBlock::Cases(cases) => {
                let items: Vec<Item> = items(cases);
                return (!items.is_empty()).then_some(Block::Cases { items });
            }
            PlannedBlock::Drawing(text) => Block::Drawing { text: text.clone() },
        })
    }

    /// An item; it is left out if it only defines words that are not used.
    fn item(&self, item: &PlannedItem, known: &[Defined]) -> Option<Item> {
        let label = item.label.as_ref().map(|label| self.tongue.say(label));
        let mut sentences = self.sentences(&item.sentences, known);
        if sentences.is_empty() && !item.sentences.is_empty() {
            return None;
        }
        let cases = item.cases.iter().filter_map(|case| self.item(case, known)).collect();
        let is_told = label != Some(None) && !sentences.iter().any(|sentence| sentence.untranslated);
        let label = match (&item.label, label) {
            (None, _) => String::new(),
            (_, Some(Some(label))) if is_told => label,
            // A label and its sentence are told in one language.
            (Some(label), _) => {
                let of = item.sentences.iter().filter(|told| told.defines.is_none_or(|word| known.contains(&word)));
                for (sentence, told) in sentences.iter_mut().zip(of) {
                    *sentence = Sentence { untranslated: true, ..self.worded(self.english.sentence(&told.say), told) };
                }
                let label = self.english.sentence(label);
                match sentences.first_mut() {
                    Some(first) => {
                        first.text = format!("{label}: {}", first.text);
                        String::new()
                    }
                    None => label,
                }
            }
        };
        Some(Item { label, sentences, cases })
    }

    fn sentences(&self, sentences: &[Told], known: &[Defined]) -> Vec<Sentence> {
        let told = sentences.iter().filter(|told| told.defines.is_none_or(|word| known.contains(&word)));
        told.map(|told| match self.words(&told.say) {
            Some(text) => self.worded(text, told),
            None => Sentence { untranslated: true, ..self.worded(self.english.sentence(&told.say), told) },
        })
        .collect()
    }

    fn words(&self, say: &Say) -> Option<String> {
        match say {
            Say::Words(words) => Some(words.clone()),
            say => self.tongue.say(say),
        }
    }

    fn worded(&self, text: String, told: &Told) -> Sentence {
        Sentence::of(self.game, text, &told.clauses)
    }
}
