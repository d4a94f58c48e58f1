//! The rules of a game as a document: the sections of its plan in words, and what other values of its
//! parameters change.

use super::account::account;
use super::document::{
    Block, DocumentLayout, Item, RuleLine, RuleText, Section, SectionId, Sentence, capitalized, isolated, plain,
};
use super::english::English;
use super::examples::{PicturedExample, as_sentence, pictured_examples};
use super::live::live;
use super::plan::{end_of_round, plan};
use super::realised::realised;
use super::say::Say;
use crate::check::{Settings, affordable_checks};
use crate::game::Game;
use crate::render;
use crate::rules::*;

/// The greatest number of other values of parameters whose rules are compared.
const MOST_VARIANTS: usize = 24;

/// Describes the rules of a game to a player; `seat` is the player, if it is one of them.
pub fn rule_text(game: &Game, seat: Option<Side>) -> RuleText {
    let teller = Teller { seat };
    let mut text = teller.text(game);
    let example = pictured_examples(game, 1).into_iter().next().map(|example| told_example(game, &example));
    let items = teller.variants(game, &text);
    let variants = if items.is_empty() { vec![] } else { vec![Block::Cases { items }] };
    for (id, blocks) in [(SectionId::Example, example.unwrap_or_default()), (SectionId::Variants, variants)] {
        let at = text.sections.iter().position(|section| section.id > id).unwrap_or(text.sections.len());
        let title = teller.english(game, &game.rules).heading(id);
        if !blocks.is_empty() {
            text.sections.insert(at, Section { id, title, blocks });
        }
    }
    text
}

/// A move of the file's own examples, as a player would tell it.
fn told_example(game: &Game, example: &PicturedExample) -> Vec<Block> {
    let PicturedExample { title, before, played, events, .. } = example;
    let paragraph = |text: &str| Block::Paragraph { sentences: vec![Sentence::plain(text)] };
    // Under other values of the parameters the move may show another thing.
    let title = Some(paragraph(&isolated(&as_sentence(title)))).filter(|_| game.settings().is_empty());
    let board = Block::Drawing { text: render::board(game, before, render::Style::default()) };
    title.into_iter().chain([board, paragraph(&account(game, before, *played, events))]).collect()
}

/// Describes the rules of a game, but not what other values of its parameters change.
pub(super) fn without_variants(game: &Game, seat: Option<Side>) -> RuleText {
    Teller { seat }.text(game)
}

/// Returns the rules of a game as a page of text.
pub fn rules(game: &Game, width: usize) -> String {
    rule_text(game, None).text(DocumentLayout { width, lines: false })
}

/// Returns the sentences that a clause of a game causes.
pub fn clause(game: &Game, clause: ClauseId) -> Vec<String> {
    without_variants(game, None).about(clause)
}

/// Returns the sentence that tells a line of the end; it needs no other part of the text.
pub(super) fn line_of_end(game: &Game, clause: ClauseId) -> Option<String> {
    let rules = live(game);
    let told = end_of_round(game, &rules).into_iter().find(|told| told.clauses.contains(&clause))?;
    Some(capitalized(&plain(&Teller { seat: None }.english(game, &rules).sentence(&told.say))))
}

/// Tells rules to a player.
#[derive(Clone, Copy)]
struct Teller {
    /// The player who is spoken to, if it is one of them.
    seat: Option<Side>,
}

impl Teller {
    /// The words for the player, with the names that some rules of a game give.
    fn english<'a>(self, game: &'a Game, rules: &'a Rules) -> English<'a> {
        English { game, terms: &rules.terms, stages: &rules.stages, seat: self.seat }
    }

    /// The rules of a game without its variants.
    fn text(self, game: &Game) -> RuleText {
        let rules = live(game);
        let plan = plan(game, &rules, self.seat);
        realised(&plan, &self.english(game, &rules))
    }

    /// A sentence about no line of the rules.
    fn says(self, game: &Game, say: &Say) -> Sentence {
        Sentence::plain(self.english(game, &game.rules).sentence(say))
    }

    /// The values of the parameters: of words, what each changes; of numbers, their range.
    fn variants(self, game: &Game, text: &RuleText) -> Vec<Item> {
        let mut left = MOST_VARIANTS.min(affordable_checks(game.work()));
        let mut items = vec![];
        for parameter in &game.rules.parameters {
            let (about, value) = (parameter.about.clone(), parameter.value.clone());
            let say = match value {
                Value::Number(_) => Say::NumberParameter { about, value, values: parameter.values.clone() },
                Value::Word(_) => Say::WordParameter { about, value },
            };
            let label = parameter.name.replace('_', " ");
            let mut item = Item { label, ..Item::of(self.says(game, &say)) };
            for value in parameter.values.iter().filter(|_| matches!(parameter.value, Value::Word(_))) {
                let Values::One(value) = value else { continue };
                if *value == parameter.value {
                    continue;
                }
                let mut settings = game.settings();
                settings.insert(parameter.name.clone(), value.to_string());
                let changed = left.checked_sub(1).and_then(|rest| {
                    left = rest;
                    self.changes(game, &settings, text)
                });
                let sentences = changed.unwrap_or_else(|| vec![self.says(game, &Say::ManyChanges)]);
                let label = value.to_string().replace('_', " ");
                item.cases.push(match &sentences[..] {
                    [_] => Item { label, sentences, cases: vec![] },
                    _ => Item { label, sentences: vec![], cases: sentences.into_iter().map(Item::of).collect() },
                });
            }
            items.push(item);
        }
        items
    }

    /// The sentences by which the rules with other settings differ.
    fn changes(self, game: &Game, settings: &Settings, text: &RuleText) -> Option<Vec<Sentence>> {
        /// Beyond this number of sentences a list of differences is no help.
        const MOST: usize = 6;
        let other = game.with_settings(settings).ok()?;
        let other = self.text(&other);
        let (mine, theirs) = (text.lines(), other.lines());
        // Which pits are left for a case depends on the cases above it.
        let bare = |text: &str| text.replace("any other ", "a ").replace("in an ", "in a ");
        let known =
            |lines: &[Sentence], line: &Sentence| lines.iter().any(|other| bare(&other.text) == bare(&line.text));
        let added: Vec<Sentence> = theirs.iter().filter(|line| !known(&mine, line)).cloned().collect();
        let dropped: Vec<&Sentence> = mine.iter().filter(|line| !known(&theirs, line)).collect();
        // A sentence that begins alike, or reports the same line, takes the place of another.
        let begins = |line: &Sentence| line.text.split(' ').take(4).map(str::to_string).collect::<Vec<_>>();
        let is_replaced = |line: &Sentence| {
            added.iter().any(|new| {
                let same =
                    |rule: &RuleLine| line.rules.iter().any(|old| old.name == rule.name && old.line == rule.line);
                begins(new) == begins(line) || new.rules.iter().any(same)
            })
        };
        // What follows from lines that are left out need not be said.
        let is_rule = |line: &&&Sentence| !line.rules.is_empty();
        let gone: Vec<&&Sentence> = dropped.iter().filter(|line| !is_replaced(line)).collect();
        let said: Vec<&&Sentence> = gone.iter().copied().filter(is_rule).collect();
        if added.len() + said.len() > 2 * MOST {
            return None;
        }
        let gone = cited(text, &said.iter().map(|line| &*line.text).collect::<Vec<_>>());
        let mut lines: Vec<Sentence> = added
            .iter()
            .map(|line| Sentence { text: capitalized(&elided(&line.text, &dropped)), rules: vec![] })
            .collect();
        if !gone.is_empty() {
            lines.push(self.says(game, &Say::LeftOut(gone)));
        }
        if lines.is_empty() {
            lines.push(self.says(game, &Say::NoChange));
        }
        Some(lines)
    }
}

/// A sentence without the words in its middle that a sentence whose place it takes has, too.
fn elided(sentence: &str, others: &[&Sentence]) -> String {
    const FIRST: usize = 5;
    /// So many words at least are left out.
    const LEFT_OUT: usize = 6;
    /// A clause that has been begun is told from its beginning, if that is not further back.
    const BACK: usize = 8;
    let words: Vec<&str> = sentence.split(' ').collect();
    let common = |other: &&Sentence| words.iter().zip(other.text.split(' ')).take_while(|(one, of)| *one == of).count();
    let common = others.iter().map(common).max().unwrap_or(0);
    let ends = |signs: &[char]| words[..common].iter().rposition(|word| word.ends_with(signs)).map(|at| at + 1);
    // A condition is told whole.
    let first = ends(&[':']).unwrap_or(0).max(FIRST);
    let end = ends(&[',', ';', ':']).filter(|end| end + BACK >= common).unwrap_or(common.saturating_sub(1));
    if end < first + LEFT_OUT || end + FIRST >= words.len() || sentence.contains(". ") {
        return sentence.to_string();
    }
    format!("{} … {}", words[..first].join(" "), words[end..].join(" "))
}

/// Names the lines of a text that are gone: whole steps by their numbers, others by their words.
fn cited(text: &RuleText, gone: &[&str]) -> Vec<String> {
    let (mut names, mut told) = (vec![], vec![]);
    for section in text.sections.iter().filter(|section| matches!(section.id, SectionId::Turn | SectionId::Match)) {
        let mut under = (section.id == SectionId::Match).then_some(&section.title);
        let mut heading = "";
        for block in &section.blocks {
            match block {
                Block::Heading { text, special } => {
                    under = Some(text);
                    heading = if *special { text } else { "" };
                }
                Block::Steps { items } => {
                    for (number, item) in (1..).zip(items) {
                        let lines = item.lines(heading);
                        let rules: Vec<&Sentence> = lines.iter().filter(|line| !line.rules.is_empty()).collect();
                        if !rules.is_empty() && rules.iter().all(|line| gone.contains(&&*line.text)) {
                            let of = under.map_or(String::new(), |under| format!(" of “{under}”"));
                            names.push(format!("step {number}{of}"));
                            told.extend(lines.into_iter().map(|line| line.text));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let rest = gone.iter().filter(|line| !told.iter().any(|told| told == **line));
    names.extend(rest.map(|line| format!("“{}”", shortened(line.trim_end_matches('.')))));
    names
}

/// The beginning of a sentence, by which it can be found.
fn shortened(sentence: &str) -> String {
    const MOST_WORDS: usize = 16;
    let words: Vec<&str> = sentence.split(' ').collect();
    if words.len() <= MOST_WORDS { sentence.to_string() } else { format!("{} …", words[..MOST_WORDS - 6].join(" ")) }
}
