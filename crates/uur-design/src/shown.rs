//! What a designed game shows of itself: values of its parameters, and tests made from play, in which each of its lines
//! acts.

use std::sync::Arc;

use uur::chance::Rng;
use uur::check::Settings;
use uur::engine::Observer;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::{NextStep, Step};
use uur::source::Source;
use uur::{syntax, variants};
use uur_lab::coverage::Coverage;
use uur_testing::{authoring, examples};

use crate::draft::with_sound_values;

/// The random games in which lines are looked for.
const GAMES: u64 = 1_200;
/// The moves of such a game.
const MOVES: usize = 400;

/// Leaves out values of parameters that make no sound game, and adds tests to a file of rules, until each line acts in one
/// or play shows no more. Returns the file, and the lines that act in none.
pub fn with_examples(text: &str) -> (String, Vec<String>) {
    let load = |text: &str| {
        Game::load(Source::new("candidate.uur", text), &variants::library, &Settings::new()).ok().map(Arc::new)
    };
    let Some(game) = load(text) else { return (text.to_string(), vec![]) };
    let (mut text, mut covered) = (with_sound_values(text), Coverage::default());
    let all: Vec<_> = game.clause_spans().iter().map(|(clause, _)| clause).collect();
    let is_open = |covered: &Coverage| all.iter().any(|&clause| covered.of(clause) == 0);
    for number in 0..GAMES {
        if !is_open(&covered) {
            break;
        }
        let mut chance = Rng::for_game(1, number);
        let mut play = GamePlay::new(game.clone(), None);
        while matches!(play.due(), NextStep::Move(_)) && play.turns().len() < MOVES {
            let moves = play.legal_moves();
            let before = *play.position();
            let step = Step::Move(moves[chance.below(moves.len())]);
            if play.step(step).is_err() {
                break;
            }
            let mut acted = Coverage::default();
            play.turns().last().expect("it was played").events.iter().for_each(|&event| acted.event(event));
            acted.count_limits(&game, &before);
            if !all.iter().any(|&clause| covered.of(clause) == 0 && acted.of(clause) > 0) {
                continue;
            }
            let lines: Vec<String> = all
                .iter()
                .filter(|&&clause| covered.of(clause) == 0 && acted.of(clause) > 0)
                .map(|&clause| game.line_name(clause))
                .collect();
            let title = format!("{}: {}", text.matches("\ntest ").count() + 1, lines.join(", "));
            // A move alone says more, but a position does not tell how often it was there before.
            let (whole, last) = (play.steps(), [step]);
            for (from, steps) in [(Some(&before), &last[..]), (None, &whole[..])] {
                let from = from.filter(|_| whole.len() > 1);
                let example = authoring::example(&game, &title, &Settings::new(), from, steps);
                let longer = example.map(|example| format!("{text}\n{example}"));
                let Some((longer, tested)) = longer.and_then(|text| load(&text).map(|game| (text, game))) else {
                    continue;
                };
                let mut shown = Coverage::default();
                let holds = examples::run(&tested, tested.examples().last().expect("it was added"), &mut shown).is_ok();
                if holds && all.iter().any(|&clause| covered.of(clause) == 0 && shown.of(clause) > 0) {
                    covered.add(&shown);
                    text = longer;
                    break;
                }
            }
        }
    }
    let missing = all.iter().filter(|&&clause| covered.of(clause) == 0).map(|&clause| game.line_name(clause)).collect();
    (syntax::format(&text), missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;

    #[test]
    fn values_that_make_no_sound_game_are_left_out() {
        let source = variants::source("kalah").expect("it is shipped");
        let text = source.text.replacen("in 1..12", "in 1..200", 1);
        assert_ne!(text, source.text);
        let (_, wide) = text.split_once("param pits").expect("it has a parameter");
        let narrowed = with_sound_values(&text[..text.find("\ntest ").unwrap_or(text.len())]);
        let (_, rest) = narrowed.split_once("param pits").expect("it has a parameter");
        let line = |text: &str| text.lines().next().unwrap_or_default().to_string();
        assert!(line(rest).contains(" in 1..") && !line(rest).contains("200") && line(wide).contains("200"), "{rest}");
        let listed = variants::source("boola").expect("it is shipped").text;
        let rules = &listed[..listed.find("\ntest ").unwrap_or(listed.len())];
        assert_eq!(with_sound_values(rules), rules, "all its values make a sound game");
    }

    #[test]
    fn tests_made_from_play_hold_and_cover_the_lines() {
        for name in ["kalah", "boola", "toguz-kumalak"] {
            let source = variants::source(name).expect("it is shipped");
            let draft = Draft::of(source, &variants::library).expect("it can be read");
            let (draft, _) = draft.sound().expect("it is sound");
            let (text, missing) = with_examples(draft.text());
            let game =
                Game::load(Source::new("x.uur", &*text), &variants::library, &Settings::new()).expect("it is sound");
            assert!(game.examples().len() > 1, "{text}");
            for example in game.examples() {
                assert!(examples::run(&game, example, &mut Coverage::default()).is_ok(), "{text}");
            }
            assert!(missing.len() <= 1, "{name}: {missing:?}");
        }
    }
}
