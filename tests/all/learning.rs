//! The test of learning: questions about twenty games, which a reader can answer from the rules in English alone.
//!
//! `tests/quiz/README.md` tells how it is repeated.

use std::collections::BTreeSet;
use std::sync::Arc;

use insta::Settings;
use uur::game::Game;
use uur_lab::exercises::quiz;

use super::rule_files;

/// The documented games, the hardest ones, and some of other kinds.
const GAMES: [&str; 20] = [
    "boola",
    "layli-goobalay",
    "layli-goobalay-berbera",
    "lahemay-waladat",
    "oware",
    "bao-la-kiswahili",
    "omweso",
    "toguz-kumalak",
    "pallanguzhi",
    "o-an-quan",
    "kalah",
    "congklak",
    "hus",
    "bao-two-row",
    "bestemshe",
    "enkeshui",
    "gabata",
    "kisolo",
    "hoyito",
    "songo",
];

/// How many questions a game has.
const QUESTIONS: usize = 20;

#[test]
fn questions_and_answers_stay_as_they_are() {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(rule_files::folder("tests/quiz"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        for name in GAMES {
            let game = Arc::new(Game::shipped(name).unwrap_or_else(|| panic!("{name} is shipped")));
            let quiz = quiz(&game, QUESTIONS, 1);
            assert_eq!(quiz.len(), QUESTIONS, "{name}");
            let told = quiz.iter().enumerate().map(|(at, exercise)| {
                let choices = exercise.choices.join(", ");
                format!(
                    "{}. {}\n   {} ({choices})\n   {}\n",
                    at + 1,
                    exercise.position,
                    exercise.question,
                    exercise.answer
                )
            });
            let answers: BTreeSet<&String> = quiz.iter().map(|exercise| &exercise.answer).collect();
            assert!(answers.len() > 3, "{name}: {answers:?}");
            insta::assert_snapshot!(name, told.collect::<String>());
        }
    });
}
