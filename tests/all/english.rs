//! The rules of every shipped game in English, with its board.

use uur::check::Settings;
use uur::explain::{DocumentLayout, SectionId};
use uur::game::Game;
use uur::render::{Style, board};
use uur::source::Source;
use uur::text_layout::PAGE_WIDTH;
use uur::{explain, variants};
use uur_lab::testing::mutate::mutations;

#[test]
fn rules_in_english() {
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let start = board(&game, &game.program.start(), Style { unicode: true, ..Style::default() });
        insta::assert_snapshot!(name, format!("{}\n{start}", explain::rules(&game, PAGE_WIDTH)));
    }
}

#[test]
fn every_construct_in_english() {
    let source = Source::new("everything.uur", include_str!("../english/everything.uur"));
    let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
    insta::assert_snapshot!("everything", explain::rules(&game, PAGE_WIDTH));
}

#[test]
fn everything_about_several_rows_in_english() {
    let source = Source::new("four_rows.uur", include_str!("../english/four_rows.uur"));
    let game = Game::load(source, &variants::library, &Settings::new()).expect("it is a game");
    let start = board(&game, &game.program.start(), Style { unicode: true, ..Style::default() });
    insta::assert_snapshot!("four_rows", format!("{}\n{start}", explain::rules(&game, PAGE_WIDTH)));
}

/// Rules that differ are told in different texts: each mutation of a rule file that the checker accepts, and that
/// changes the meaning of a line that can apply, changes the text.
#[test]
fn a_changed_rule_changes_the_text() {
    const GAMES: [&str; 10] = [
        "boola",
        "kalah",
        "layli-goobalay",
        "bao-two-row",
        "pallanguzhi",
        "toguz-kumalak",
        "omweso",
        "giuthi-match",
        "lami",
        "tapata",
    ];
    let told = |game: &Game| {
        let mut text = explain::rule_text(game, None);
        let told = |id| !matches!(id, SectionId::Variants | SectionId::Notes | SectionId::Sources);
        text.sections.retain(|section| told(section.id));
        text.text(DocumentLayout { width: 10_000, lines: false })
    };
    let (mut silent, mut tried) = (vec![], 0);
    for name in GAMES {
        let source = variants::source(name).expect("it is shipped");
        let game = Game::shipped(name).expect("it is shipped");
        let text = told(&game);
        for mutation in mutations(&source) {
            let mut changed = source.text.clone();
            changed.replace_range(mutation.span.range(), &mutation.replacement);
            let mutant = Game::load(Source::new(source.name.clone(), changed), &variants::library, &Settings::new());
            let Ok(mutant) = mutant else { continue };
            let is_dead = |game: &Game| {
                game.dead.iter().any(|clause| {
                    let span = game.clause_spans.of(*clause).span;
                    span.source == mutation.span.source && span.range().contains(&mutation.span.range().start)
                })
            };
            if mutant.meaning() == game.meaning() || is_dead(&game) || is_dead(&mutant) {
                continue;
            }
            tried += 1;
            if told(&mutant) == text {
                let at = source.place(mutation.span.start as usize).line;
                silent.push(format!("{name}:{at}: {}", mutation.what));
            }
        }
    }
    assert!(tried > 300, "{tried}");
    assert!(silent.is_empty(), "{} of {tried} are not told:\n{}", silent.len(), silent.join("\n"));
}
