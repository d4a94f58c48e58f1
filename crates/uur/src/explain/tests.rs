//! Properties of the rule texts of all shipped games.

mod collisions;
mod read_back;
mod reader;
mod round_trip;

use std::collections::BTreeSet;

use super::account::account;
use super::document::{Block, DocumentLayout, SectionId};
use super::english::seeds;
use super::live::live;
use super::{RuleText, rule_text};
use crate::chance::Rng;
use crate::check::Settings;
use crate::engine::{Event, History};
use crate::game::Game;
use crate::notation::read_position;
use crate::rules::{ClauseId, Rules, Side};
use crate::source::Source;
use crate::variants;

fn shipped() -> impl Iterator<Item = (&'static str, Game)> {
    variants::names().map(|name| (name, Game::shipped(name).expect("it is shipped")))
}

/// The lines of the rules that a player follows.
fn lines(rules: &Rules) -> BTreeSet<ClauseId> {
    let sowing = &rules.sowing;
    let mut all: BTreeSet<ClauseId> = BTreeSet::from([sowing.clause]);
    all.extend(sowing.from.iter().chain(&sowing.prefer).chain(&sowing.skip).map(|line| line.clause));
    all.extend(sowing.enter.iter().map(|line| line.clause));
    all.extend(sowing.each_lap.iter().map(|line| line.clause));
    all.extend(sowing.ways.iter().map(|line| line.clause));
    all.extend(sowing.several.iter().map(|line| line.clause));
    all.extend(sowing.lift.iter().map(|line| line.clause));
    all.extend(rules.lines().map(|(clause, ..)| clause));
    all.extend(rules.end.iter().map(|line| line.id));
    all.extend(rules.opening.iter().map(|line| line.clause));
    all.extend(rules.swaps.iter().map(|line| line.clause));
    all.extend(rules.arrangements.iter().map(|line| line.clause));
    all.extend(rules.endless.clause);
    all.extend(rules.repetition.clause);
    if let Some(rounds) = &rules.rounds {
        all.extend([rounds.clause, rounds.starter_by]);
        all.extend(rounds.keep.iter().map(|line| line.clause));
        all.extend(rounds.gain.map(|(clause, _)| clause));
        all.extend(rounds.remainders.iter().map(|line| line.clause));
        all.extend(rounds.leftover.map(|(clause, _)| clause));
        all.extend(rounds.points.iter().map(|line| line.clause));
        all.extend(rounds.over.iter().map(|line| line.id));
        all.extend(rounds.arranged.iter().map(|line| line.clause));
    }
    all.extend(rules.lot.iter().map(|lot| lot.clause));
    all
}

fn cited(text: &RuleText) -> BTreeSet<ClauseId> {
    text.sentences().flat_map(|sentence| &sentence.rules).map(|rule| rule.clause).collect()
}

#[test]
fn every_line_that_can_apply_is_cited_and_no_other() {
    for (name, game) in shipped() {
        let cited = cited(&super::rule_text::without_variants(&game, None));
        for clause in lines(&live(&game)) {
            assert!(cited.contains(&clause), "{name}: `{}` is not told", game.text(clause));
        }
        for clause in game.dead() {
            assert!(!cited.contains(clause), "{name}: `{}` is told, but never applies", game.text(*clause));
        }
    }
}

#[test]
fn texts_are_plain_english() {
    let banned = [
        "such that",
        "it is so that",
        "not so that",
        "holds 0",
        " 1 seeds",
        "one seeds",
        "childs",
        " his ",
        "always so",
        "never so",
        "\u{1}",
        "  ",
        " ,",
        "..",
        "if :",
        ": :",
        "at once at once",
    ];
    for (name, game) in shipped() {
        let text = super::rule_text::without_variants(&game, None);
        for section in &text.sections {
            if matches!(section.id, SectionId::Notes | SectionId::Sources) {
                continue;
            }
            let only = RuleText { sections: vec![section.clone()], ..text.clone() };
            for line in only.lines() {
                for phrase in banned {
                    assert!(!line.text.contains(phrase), "{name}: `{phrase}` in: {}", line.text);
                }
                assert!(!line.text.contains('_'), "{name}: {}", line.text);
                let last = line.text.trim_end_matches('\u{2069}').chars().last();
                assert!(last.is_some_and(|last| ".:;".contains(last)), "{name}: {}", line.text);
            }
        }
    }
}

/// The words of the longest part of a text that a full stop, a semicolon, a colon or a label of a list ends.
fn longest_part(text: &str) -> usize {
    let (mut longest, mut words) = (0, 0);
    for word in text.split_whitespace() {
        let is_label = word.starts_with('(') && word.ends_with(')');
        words = if is_label { 0 } else { words + 1 };
        longest = longest.max(words);
        if word.ends_with(['.', ';', ':']) {
            words = 0;
        }
    }
    longest
}

#[test]
fn texts_can_be_read() {
    let mut lengths = vec![];
    for (name, game) in shipped() {
        let mut text = super::rule_text::without_variants(&game, None);
        text.sections.retain(|section| !matches!(section.id, SectionId::Notes | SectionId::Sources));
        let lines = text.lines();
        // The order of the pits of a large board takes as many words as there are pits.
        for line in lines.iter().filter(|line| !line.text.contains(" along ")) {
            let words = longest_part(&line.text);
            assert!(words <= 40, "{name}: {words} words in: {}", line.text);
        }
        lengths.push(lines.iter().map(|line| line.text.split_whitespace().count()).sum::<usize>());
    }
    let mean = lengths.iter().sum::<usize>() / lengths.len();
    assert!(mean <= 400, "a text has {mean} words");
}

#[test]
fn a_player_is_spoken_to_in_the_letters_of_that_player() {
    let text = |name: &str, seat| {
        let game = Game::shipped(name).expect("it is shipped");
        rule_text(&game, Some(seat)).text(DocumentLayout { width: 1000, lines: false })
    };
    for (name, seat, said) in [
        ("oware", Side::South, "You are South."),
        ("oware", Side::South, "Its pits are A to F"),
        ("oware", Side::North, "Its pits are a to f"),
        ("o-an-quan", Side::North, "Your pits have small letters"),
        ("o-an-quan", Side::North, "Choose one of your pits a to e that has seeds."),
    ] {
        assert!(text(name, seat).contains(said), "{}", text(name, seat));
    }
}

#[test]
fn each_value_of_a_word_is_a_variant() {
    let game = Game::shipped("oware").expect("it is shipped");
    let text = rule_text(&game, None);
    let variants = text.sections.iter().find(|section| section.id == SectionId::Variants).expect("it has parameters");
    let Block::Cases { items } = &variants.blocks[0] else { panic!("variants are a list") };
    let slam =
        items.iter().find(|item| item.cases.iter().any(|case| case.label == "forbidden")).expect("it has values");
    let values: Vec<&str> = slam.cases.iter().map(|case| &*case.label).collect();
    assert_eq!(values, ["capture all", "forbidden", "leave first", "leave last", "rest to opponent"]);
}

/// A game out of a shipped one with other lines.
fn changed(name: &str, changes: &[(&str, &str)]) -> Game {
    let mut text = Game::shipped(name).expect("it is shipped").sources[0].text.clone();
    text.truncate(text.find("\ntest ").expect("it begins with rules"));
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no `{old}`");
        text = text.replace(old, new);
    }
    Game::load(Source::new("changed.uur", &text), &variants::library, &Settings::new()).expect("it is a game")
}

fn told(game: &Game) -> String {
    super::rule_text::without_variants(game, None).text(DocumentLayout { width: 10_000, lines: false })
}

#[test]
fn of_several_lines_of_points_the_first_counts() {
    let text = told(&Game::shipped("urim").expect("it is shipped"));
    let first = text.find("The round brings you two points if").expect("it is told");
    let second = text.find("Otherwise it brings you one point if").expect("it is told");
    assert!(first < second && text.matches("brings you").count() == 2, "{text}");
}

#[test]
fn of_a_drawn_board_a_letter_is_no_column() {
    let [drawn, rows] = ["abalalae", "kalah"].map(|name| {
        let from = "  from own pit\n";
        told(&changed(name, &[(from, "  from own pit\n  skip pit where here is pit C\n")]))
    });
    for text in [drawn, rows] {
        assert!(text.contains("pit C") && !text.contains("in column C"), "{text}");
    }
    let several = told(&changed("tsoro", &[("  from own pit", "  skip pit where here is pit C\n  from own pit")]));
    assert!(several.contains("with the letter C"), "{several}");
}

/// Whether the round goes on when South earns a bonus move with the last seed of the row.
fn goes_on_after_idle_bonus(game: &Game) -> bool {
    let mut position = read_position(game, "south 0 0 0 0 0 1; north 0 0 3 0 0 0; captured 22 22").expect("it is one");
    let only = game.program.legal_moves(&position)[0];
    game.program.play(&mut position, &mut History::default(), only, &mut ()).expect("it is legal");
    position.outcome.is_none()
}

#[test]
fn that_the_turn_passes_is_told_where_the_round_then_goes_on() {
    let broke = ("  broke:    end_when is own_turn and turn is bonus and no move -> each takes own row\n", "");
    let settings = |value: &str| Settings::from([("end_when".to_string(), value.to_string())]);
    for (changes, value, goes_on) in
        [(&[][..], "either_row", false), (&[], "own_turn", false), (&[broke], "own_turn", true)]
    {
        let game = changed("kalah", changes).with_settings(&settings(value)).expect("it is a game");
        assert_eq!(told(&game).contains("If you are to move again and cannot, your turn passes."), goes_on);
        assert_eq!(goes_on_after_idle_bonus(&game), goes_on);
    }
}

#[test]
fn an_order_of_endings_is_told_where_it_counts() {
    let counts = |game: &Game| told(game).contains("If several of these are true at once, the first counts.");
    assert!(!counts(&Game::shipped("kalah").expect("it is shipped")));
    // A turn passes only to a player who can move, so not on an empty board.
    assert!(!counts(&Game::shipped("congklak").expect("it is shipped")));
    let line = "  done:     no move -> each takes own row\n";
    for (few, expected) in [("draw", true), ("each takes own row", false)] {
        let few = format!("  few: board holds 5 or fewer -> {few}\n{line}");
        assert_eq!(counts(&changed("kalah", &[(line, &few)])), expected);
    }
}

#[test]
fn a_line_of_the_end_is_told_as_in_the_whole_text() {
    for (name, game) in shipped() {
        for line in &live(&game).end {
            let alone = super::rule_text::line_of_end(&game, line.id).expect("it is told");
            let of_text = super::clause(&game, line.id);
            assert!(of_text.contains(&alone), "{name}: {alone} {of_text:?}");
        }
    }
}

#[test]
fn the_texts_of_two_games_differ() {
    let mut known: Vec<(String, &str, String)> = vec![];
    for (name, game) in shipped() {
        let meaning = game.meaning();
        let mut text = super::rule_text::without_variants(&game, None);
        text.title.clear();
        text.summary.clear();
        text.sections.retain(|section| !matches!(section.id, SectionId::Notes | SectionId::Sources));
        let text = text.text(DocumentLayout { width: 1000, lines: false });
        for (other, of, same) in &known {
            assert!(*other != text || *same == meaning, "{name} and {of} have different rules and the same text");
        }
        known.push((text, name, meaning));
    }
}

/// Accounts tell all captures, and those of laps that they leave out too.
#[test]
fn accounts_tell_all_captures() {
    let of_words = |words: &str| (1..=u16::MAX).find(|&number| seeds(number) == words);
    for (name, game) in shipped() {
        let mut chance = Rng::for_game(1, 0);
        let mut play = game.play();
        for _ in 0..60 {
            let before = *play.position();
            let moves = play.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[chance.below(moves.len())];
            let events = play.play(m).expect("it is legal").events.clone();
            let told = account(&game, &before, m, &events);
            for side in [Side::South, Side::North] {
                let of_move = events.iter().take_while(|event| !matches!(event, Event::MoveEnded { .. }));
                let captured = of_move.filter_map(|event| match *event {
                    Event::Capture { to: Some(to), seeds, .. } if to == side => Some(u16::from(seeds)),
                    _ => None,
                });
                let captures = format!("{} captures ", side.title());
                let parts = told.split(". ").filter_map(|sentence| sentence.strip_prefix(&captures));
                let parts =
                    parts.flat_map(|rest| rest.trim_end_matches('.').split(", ").flat_map(|part| part.split(" and ")));
                let numbers =
                    parts.filter_map(|part| of_words(part.trim_start_matches("and ").split_once(" from ")?.0));
                assert_eq!(numbers.sum::<u16>(), captured.sum::<u16>(), "{name}: {told}");
            }
        }
    }
}

/// Of conditions that all have to be true, nobody keeps more than two points in mind.
#[test]
fn no_list_of_what_has_to_be_true_has_more_than_two_points() {
    for (name, game) in shipped() {
        let text = rule_text(&game, None).text(DocumentLayout { width: 100_000, lines: false });
        let lists = text.split("all of this is true: ").skip(1);
        for list in lists {
            let (first, third) = if list.starts_with("(a)") { ("(a)", "(c)") } else { ("(i)", "(iii)") };
            let list = list.split(". ").next().unwrap_or(list);
            // The list of another condition may follow in it.
            let own = list.split("one of these is true").next().unwrap_or(list);
            assert!(own.starts_with(first) && !own.contains(third), "{name}: {own}");
        }
    }
}
