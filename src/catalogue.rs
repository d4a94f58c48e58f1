//! The list of shipped games, and short descriptions of games.

pub mod names;

use std::sync::LazyLock;

use uur::check::{self, Settings};
use uur::checksum::Checksum;
use uur::diagnostic::{self, count};
use uur::game::Game;
use uur::provenance::RulesUsed;
use uur::render;
use uur::rules::{About, Parameter, Rules, Shape};
use uur::text_layout::{TextTable, paragraph};
use uur::variants;

/// A shipped game in the list.
#[derive(Debug)]
pub struct CatalogueEntry {
    /// The name of its file.
    pub name: &'static str,
    /// Its rules, with the defaults of its parameters.
    pub rules: Rules,
}

/// All shipped games, which take a moment to read.
static GAMES: LazyLock<Vec<CatalogueEntry>> = LazyLock::new(|| {
    let entry = |name| Some(CatalogueEntry { name, rules: Game::shipped(name)?.rules });
    variants::names().filter_map(entry).collect()
});

/// Returns the shipped games in alphabetical order.
pub fn all_games() -> impl Iterator<Item = &'static CatalogueEntry> {
    GAMES.iter()
}

/// Returns the shipped games that match all words. A word matches a part of a name, region or source, or a whole
/// word of the rules, including inherited ones.
pub fn find_games(words: &[&str]) -> Vec<&'static CatalogueEntry> {
    all_games().filter(|game| words.iter().all(|word| game.has(word))).collect()
}

/// Returns the name or the word of a region that was probably meant by a word that matches no game.
pub fn did_you_mean(word: &str) -> Option<String> {
    let known = all_games().flat_map(|game| {
        let About { name, names, region, .. } = &game.rules.about;
        let regions = region.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        [game.name, name].into_iter().chain(names.iter().map(String::as_str)).chain(regions)
    });
    diagnostic::did_you_mean(word, known).map(str::to_string)
}

impl CatalogueEntry {
    /// What an answer says of its rules.
    pub fn rules_used(&self) -> RulesUsed {
        let meaning = Checksum::of(self.rules.canonical().as_bytes()).to_string();
        RulesUsed { game: self.name.to_string(), meaning, settings: Settings::new() }
    }

    fn has(&self, word: &str) -> bool {
        let plain = &names::unaccented(word);
        let About { name, names, region, sources, .. } = &self.rules.about;
        let mut texts = [name].into_iter().chain(names).chain(region).chain(sources);
        self.name.contains(plain)
            || texts.any(|text| names::unaccented(text).contains(plain))
            || rules_have(self.name, &word.to_lowercase())
    }
}

/// Whether a word occurs in the rules of a shipped game.
fn rules_have(name: &str, word: &str) -> bool {
    let Some(source) = variants::source(name) else { return false };
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    check::flatten(&check::load(source, &variants::library))
        .iter()
        .any(|line| line.text.to_lowercase().split(|character| !is_part(character)).any(|part| part == word))
}

/// Describes a game in a few lines: its names, its parameters and its board, which fits the width.
pub fn about(game: &Game, width: Option<usize>) -> Vec<String> {
    let rules = &game.rules;
    let mut lines = vec![rules.about.name.clone()];
    lines.extend((!rules.about.names.is_empty()).then(|| format!("also {}", rules.about.names.join(", "))));
    lines.extend(rules.about.region.iter().cloned());
    let parents: Vec<&str> = game.sources[1..].iter().map(|source| source.name.as_str()).collect();
    let extends = if parents.is_empty() { String::new() } else { format!(", extends {}", parents.join(", ")) };
    lines.push(format!("{}{extends}", game.sources[0].name));
    if !rules.parameters.is_empty() {
        lines.push(String::new());
        lines.extend(parameters(&rules.parameters, width).lines().map(str::to_string));
    }
    lines.push(String::new());
    let start = game.program.start();
    let seeds = count(start.total().into(), "seed");
    lines.push(match rules.board.plan.shape() {
        Shape::Rows(rows, pits) => format!("{} of {}, {seeds}:", count(rows.into(), "row"), count(pits.into(), "pit")),
        Shape::Shared(pits) => format!("a shared row of {}, {seeds}:", count(pits.into(), "pit")),
        Shape::Drawn => format!("{}, {seeds}:", count((2 * rules.board.plan.span()).into(), "pit")),
    });
    lines.push(String::new());
    lines.extend(
        render::board(game, &start, render::Style { width, ..render::Style::default() }).lines().map(str::to_string),
    );
    lines
}

/// The page of a game: its description, parameters, board and sources. The board fits the width.
pub fn page(game: &Game, width: Option<usize>) -> String {
    let mut text: String = about(game, width).iter().map(|line| format!("{}\n", line.trim_end())).collect();
    for (heading, lines) in [("Sources", &game.rules.about.sources), ("Readings", &game.rules.about.readings)] {
        if !lines.is_empty() {
            text += &format!("\n{heading}\n");
            lines.iter().for_each(|line| text += &paragraph(&format!("- {line}")));
        }
    }
    text
}

/// The parameters in columns: name, value, allowed values, description.
pub fn parameters(parameters: &[Parameter], width: Option<usize>) -> String {
    let rows = parameters
        .iter()
        .map(|parameter| {
            let changed = parameter.value != parameter.default;
            let default = if changed { format!(" (default {})", parameter.default) } else { String::new() };
            vec![
                parameter.name.clone(),
                format!("= {}{default}", parameter.value),
                format!("in {}", choices(parameter).join(", ")),
                parameter.about.clone().unwrap_or_default(),
            ]
        })
        .collect();
    TextTable { rows, ..TextTable::default() }.text(width)
}

fn choices(parameter: &Parameter) -> Vec<String> {
    parameter.values.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_region_and_by_words_of_their_rules() {
        let found = |words: &[&str]| find_games(words).iter().map(|game| game.name).collect::<Vec<_>>();
        let relays = found(&["relay"]);
        // The last one inherits its relay.
        assert!(["boola", "lahemay-waladat", "layli-goobalay-berbera"].iter().all(|name| relays.contains(name)));
        assert!(!relays.contains(&"oware"));
        let both = found(&["Ethiopia", "relay"]);
        assert!(both.contains(&"lahemay-waladat") && both.iter().all(|name| relays.contains(name)));
        assert!(both.len() < relays.len());
    }
}
