//! Explains rules and moves in English, each sentence with the line of the rule file that causes it.
//!
//! Rules are explained from the checked rules, not from the text of the file, so inherited rules and
//! parameters appear as they are played. A move is explained by playing it again with an observer, which
//! reads the same state as the engine.

mod account;
mod document;
mod english;
mod examples;
mod glossary;
mod live;
mod moves;
mod narration;
mod pages;
mod patterns;
mod plan;
mod realised;
mod rule_text;
mod say;
#[cfg(test)]
mod tests;
mod why;

pub use account::account;
pub use document::{Block, DocumentLayout, Item, RuleLine, RuleText, Section, SectionId, Sentence, capitalized};
pub use examples::{PicturedExample, as_sentence, pictured_examples};
pub use moves::{chosen_way, describe_event, ending, events, group_drops, summary, trace, verdict};
pub use narration::{ToldEvent, told_events};
pub use pages::{contents, former_word_page, page, pages, suggestion};
pub use rule_text::{clause, rule_text, rules};
pub use why::{
    BOUND_HELP, FailedLine, LandingReport, landings, move_error, refusal, step_error, too_long, why, why_not,
};

use crate::game::Game;
use crate::rules::ClauseId;
use crate::text_layout::with_reference;

/// Formats seeds of a position, in digits: `1 seed`, `2 seeds`. Rules have their numbers in words.
fn seeds(number: u16) -> String {
    crate::diagnostic::count(number.into(), "seed")
}

/// Returns the line of a clause, with its file if that is not the game's own.
fn place(game: &Game, clause: ClauseId) -> String {
    let span = game.clause_spans().of(clause).span;
    match span.source.0 {
        0 => format!("line {}", game.sources[0].place(span.start as usize).line),
        _ => game.place(clause),
    }
}

/// Marks a sentence with the line of its clause as its reference.
fn cited(game: &Game, text: &str, clause: Option<ClauseId>) -> String {
    with_reference(text, &clause.map_or(String::new(), |clause| place(game, clause)))
}
