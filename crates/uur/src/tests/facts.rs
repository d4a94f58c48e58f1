//! Facts of shipped games.

use crate::Game;
use crate::rules::Fact;

fn facts(game: &str) -> Vec<String> {
    let rules = Game::shipped(game).expect("it is shipped").rules;
    Fact::held(&rules).map(|(fact, value)| fact.with_value(value)).collect()
}

#[test]
fn facts_follow_from_the_rules() {
    assert_eq!(facts("oware"), ["rows 2", "pits 6", "seeds 48", "skips", "captures", "repeats", "parameters"]);
}

#[test]
fn names_of_facts_are_unique_and_free_of_the_words_of_expressions() {
    for fact in Fact::ALL {
        assert_eq!(Fact::ALL.iter().filter(|other| other.name == fact.name).count(), 1, "{}", fact.name);
        assert!(fact.name.split(' ').all(|word| !["and", "or", "not", "more", "fewer"].contains(&word)));
    }
    assert_eq!(Fact::named("multiple laps").map(|fact| fact.name), Some("relay"));
}
