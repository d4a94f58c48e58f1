//! The rules of every shipped game in English, with its board.

use uur::check::Settings;
use uur::explain::{Block, DocumentLayout, Item, RuleText, SectionId, rule_text};
use uur::game::Game;
use uur::render::{Style, board};
use uur::source::Source;
use uur::text_layout::PAGE_WIDTH;
use uur::{explain, variants};
use uur_testing::mutate::mutations;

use crate::series;

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
        for mutation in mutations(&source).into_iter().step_by(series::step(1, 3)) {
            let mut changed = source.text.clone();
            changed.replace_range(mutation.span.range(), &mutation.replacement);
            let mutant = Source::new(source.name.clone(), changed);
            let Some(mutant) = Game::load_if_sound(mutant, &variants::library, &Settings::new()) else { continue };
            let is_dead = |game: &Game| {
                game.dead().iter().any(|clause| {
                    let span = game.clause_spans().of(*clause).span;
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
    assert!(tried > series::cases(300, 3), "{tried}");
    assert!(silent.is_empty(), "{} of {tried} are not told:\n{}", silent.len(), silent.join("\n"));
}

/// The games whose rules somebody has written as they should be told.
const GOLD: [(&str, &str); 10] = [
    ("boola", include_str!("../gold/boola.txt")),
    ("layli-goobalay", include_str!("../gold/layli-goobalay.txt")),
    ("layli-goobalay-berbera", include_str!("../gold/layli-goobalay-berbera.txt")),
    ("lahemay-waladat", include_str!("../gold/lahemay-waladat.txt")),
    ("oware", include_str!("../gold/oware.txt")),
    ("kalah", include_str!("../gold/kalah.txt")),
    ("pallanguzhi", include_str!("../gold/pallanguzhi.txt")),
    ("toguz-kumalak", include_str!("../gold/toguz-kumalak.txt")),
    ("bao-two-row", include_str!("../gold/bao-two-row.txt")),
    ("o-an-quan", include_str!("../gold/o-an-quan.txt")),
];

/// A document but for its variants, as the target texts are written: a line for each paragraph and each item of a list.
fn in_lines(text: &RuleText) -> String {
    fn item(lines: &mut Vec<String>, bullet: &str, indent: &str, of: &Item) {
        let label = if of.label.is_empty() { String::new() } else { format!("{}: ", of.label) };
        let sentences: Vec<&str> = of.sentences.iter().map(|sentence| &*sentence.text).collect();
        lines.push(format!("{indent}{bullet} {label}{}", sentences.join(" ")));
        let indent = if bullet == "-" { "  " } else { "" };
        of.cases.iter().for_each(|case| item(lines, "-", indent, case));
    }
    let mut lines = vec![text.title.clone(), text.summary.clone()];
    for section in text.sections.iter().filter(|section| section.id < SectionId::Variants) {
        lines.extend([String::new(), section.title.clone()]);
        for block in &section.blocks {
            match block {
                Block::Paragraph { sentences } => {
                    let sentences: Vec<&str> = sentences.iter().map(|sentence| &*sentence.text).collect();
                    lines.push(sentences.join(" "));
                }
                Block::Steps { items } => {
                    for (number, of) in (1..).zip(items) {
                        item(&mut lines, &format!("{number}."), "", of);
                    }
                }
                Block::Cases { items } => items.iter().for_each(|of| item(&mut lines, "-", "", of)),
                Block::Heading { text, .. } => lines.push(text.clone()),
                Block::Drawing { .. } => {}
            }
        }
    }
    lines.join("\n").replace(['\u{2068}', '\u{2069}'], "")
}

/// The sentences of a text under their headings. How a sentence ends does not count.
fn sentences(text: &str) -> Vec<(&str, Vec<String>)> {
    let under = |block: &'_ str| -> Vec<String> {
        let mut all = vec![];
        for line in block.lines().skip(1) {
            let mut sentence = String::new();
            let mut words = line.split(' ').peekable();
            while let Some(word) = words.next() {
                sentence += word;
                let is_number = word.trim_end_matches('.').parse::<u8>().is_ok();
                let ends = word.ends_with('.') && !is_number;
                let capital = words.peek().is_none_or(|next| next.starts_with(char::is_uppercase));
                if ends && capital || words.peek().is_none() {
                    all.push(sentence.trim_end_matches(['.', ';']).to_string());
                    sentence.clear();
                } else {
                    sentence.push(' ');
                }
            }
        }
        all
    };
    text.split("\n\n").map(|block| (block.lines().next().unwrap_or(""), under(block))).collect()
}

/// The sentences that only one of two texts has, `-` those of the target and `+` those told, and how many both have.
fn differences(target: &[String], told: &[String]) -> (Vec<String>, usize) {
    // The length of the longest common subsequence of what follows two places.
    let mut common = vec![vec![0; told.len() + 1]; target.len() + 1];
    for one in (0..target.len()).rev() {
        for other in (0..told.len()).rev() {
            common[one][other] = match target[one] == told[other] {
                true => common[one + 1][other + 1] + 1,
                false => common[one + 1][other].max(common[one][other + 1]),
            };
        }
    }
    let (mut one, mut other, mut lines) = (0, 0, vec![]);
    loop {
        match (target.get(one), told.get(other)) {
            (None, None) => return (lines, common[0][0]),
            (Some(target), Some(told)) if target == told => (one, other) = (one + 1, other + 1),
            (target, Some(told)) if target.is_none() || common[one + 1][other] < common[one][other + 1] => {
                lines.push(format!("+ {told}"));
                other += 1;
            }
            (target, _) => {
                lines.extend(target.map(|target| format!("- {target}")));
                one += 1;
            }
        }
    }
}

/// Lists the differences of two texts, section by section.
fn comparison(target: &str, told: &str) -> String {
    let (target, told) = (sentences(target), sentences(told));
    let others = told.iter().filter(|(heading, _)| target.iter().all(|(other, _)| other != heading));
    let headings = target.iter().chain(others).map(|(heading, _)| *heading);
    let of = |text: &[(&str, Vec<String>)], heading: &str| -> Vec<String> {
        text.iter().filter(|(other, _)| *other == heading).flat_map(|(_, sentences)| sentences.clone()).collect()
    };
    let (mut out, mut same) = (String::new(), 0);
    for heading in headings {
        let (lines, common) = differences(&of(&target, heading), &of(&told, heading));
        same += common;
        if !lines.is_empty() {
            out += &format!("\n{heading}\n{}\n", lines.join("\n"));
        }
    }
    let all: usize = target.iter().map(|(_, sentences)| sentences.len()).sum();
    format!("{same} of {all} sentences are told as in the target\n{out}")
}

/// What is told differs from the target texts in `tests/gold` as the snapshots list it. A change of either shows here.
#[test]
fn gold() {
    for (name, target) in GOLD {
        let game = Game::shipped(name).expect("it is shipped");
        let told = in_lines(&rule_text(&game, None));
        insta::assert_snapshot!(format!("{name}_gold"), comparison(target, &told));
    }
}
