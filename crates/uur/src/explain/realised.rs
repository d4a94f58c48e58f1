//! A plan of rules, turned into English sentence by sentence.

use super::document::{Block, Item, RuleText, Section, Sentence, isolated};
use super::english::English;
use super::say::{Defined, PlannedBlock, PlannedItem, PlannedText, Say, Told};

/// Puts a plan into words.
pub(super) fn realised(plan: &PlannedText, english: &English) -> RuleText {
    let speaker = Speaker { english };
    let mut known: Vec<Defined> = vec![];
    loop {
        let text = speaker.text(plan, &known);
        let before = known.len();
        let used = |word: Defined| text.lines().iter().any(|line| english.uses(&line.text, word));
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
        PlannedBlock::Drawing(_) | PlannedBlock::Heading(_) => vec![],
    });
    sentences.filter_map(|told| told.defines)
}

/// Turns parts of a plan into those of a document.
struct Speaker<'a> {
    english: &'a English<'a>,
}

impl Speaker<'_> {
    /// The document, with definitions of these words.
    fn text(&self, plan: &PlannedText, known: &[Defined]) -> RuleText {
        let sections = plan.sections.iter().filter_map(|(id, blocks)| {
            let blocks: Vec<Block> = blocks.iter().filter_map(|block| self.block(block, known)).collect();
            (!blocks.is_empty()).then(|| Section { id: *id, title: self.english.heading(*id), blocks })
        });
        RuleText {
            title: isolated(&self.english.game.rules.about.name),
            summary: self.english.sentence(&plan.facts),
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
            PlannedBlock::Heading(say) => {
                let special = matches!(say, Say::InStage(Some(_)));
                Block::Heading { text: self.english.sentence(say), special }
            }
        })
    }

    /// An item; it is left out if it only defines words that are not used.
    fn item(&self, item: &PlannedItem, known: &[Defined]) -> Option<Item> {
        let sentences = self.sentences(&item.sentences, known);
        if sentences.is_empty() && !item.sentences.is_empty() {
            return None;
        }
        let cases = item.cases.iter().filter_map(|case| self.item(case, known)).collect();
        let label = item.label.as_ref().map_or(String::new(), |label| self.english.sentence(label));
        Some(Item { label, sentences, cases })
    }

    fn sentences(&self, sentences: &[Told], known: &[Defined]) -> Vec<Sentence> {
        let told = sentences.iter().filter(|told| told.defines.is_none_or(|word| known.contains(&word)));
        told.map(|told| Sentence::of(self.english.game, self.english.sentence(&told.say), &told.clauses)).collect()
    }
}
