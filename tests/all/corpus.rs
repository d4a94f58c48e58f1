//! The page of the corpus: no game is missing, links lead to files, lines can be read, totals are right.
//!
//! `UPDATE_MANUAL=1` marks the games that have got a rule file as shipped, and counts anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use uur::variants;

use crate::rule_files::folder;

/// The headings of the page, with the number of their games.
const COLLECTIONS: [(&str, usize); 5] = [
    ("MancalaGames", 141),
    ("Ludii, two rows", 132),
    ("Ludii, four rows", 64),
    ("Ludii, three rows", 7),
    ("Ludii, other boards", 5),
];

/// What the cell of a state begins with.
const STATES: [&str; 3] = ["shipped: ", "can be said: ", "cannot be said: "];

/// A game of the page.
#[derive(Clone)]
struct Row {
    collection: &'static str,
    name: String,
    origin: String,
    state: String,
}

impl Row {
    fn line(&self) -> String {
        format!("| {} | {} | {} |", self.name, self.origin, self.state)
    }

    fn links_to(&self, game: &str) -> bool {
        self.state.contains(&format!("](../variants/{game}.uur)"))
    }
}

fn path() -> PathBuf {
    folder("docs/corpus.md")
}

fn page() -> String {
    fs::read_to_string(path()).expect("the page can be read")
}

fn rows(page: &str) -> Vec<Row> {
    let mut collection = None;
    let mut rows = vec![];
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let known = COLLECTIONS.iter().find(|(title, _)| *title == heading);
            collection = Some(known.unwrap_or_else(|| panic!("`{heading}` is no collection")).0);
        }
        let (Some(collection), Some(cells)) = (collection, line.strip_prefix("| ")) else { continue };
        let cells: Vec<&str> = cells.trim_end_matches(" |").split(" | ").collect();
        match cells[..] {
            ["game", "from", "state"] => {}
            [name, origin, state] => rows.push(Row {
                collection,
                name: name.to_string(),
                origin: origin.to_string(),
                state: state.to_string(),
            }),
            _ => panic!("a row has three cells: {line}"),
        }
    }
    rows
}

/// A table with the number of games of each collection in each state.
fn totals(rows: &[Row]) -> String {
    let mut table =
        String::from("| collection | shipped | can be said | cannot be said | games |\n|---|--:|--:|--:|--:|\n");
    let mut count = |title: &str, rows: Vec<&Row>| {
        let of = STATES.map(|state| rows.iter().filter(|row| row.state.starts_with(state)).count());
        table += &format!("| {title} | {} | {} | {} | {} |\n", of[0], of[1], of[2], rows.len());
    };
    for (title, _) in COLLECTIONS {
        count(title, rows.iter().filter(|row| row.collection == title).collect());
    }
    count("all", rows.iter().collect());
    table
}

/// A name without accents, punctuation and capitals.
fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        'á' | 'à' | 'â' | 'ă' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'ó' | 'ò' | 'ô' | 'ö' => 'o',
        c => c,
    };
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).map(letter).collect()
}

/// The shipped games by their plain names: that of the file, and the title.
fn shipped() -> BTreeMap<String, &'static str> {
    let mut games = BTreeMap::new();
    for name in variants::names() {
        games.insert(plain(name), name);
    }
    for name in variants::names() {
        let text = variants::source(name).expect("a shipped game has a file").text.to_string();
        let title = text.lines().find_map(|line| line.strip_prefix("game \"")).expect("a game has a title");
        games.insert(plain(title.split('"').next().unwrap_or(title)), name);
    }
    games
}

/// The page as it follows from the rule files that are shipped.
fn renewed(page: &str) -> String {
    let shipped = shipped();
    let mut text = page.to_string();
    for row in rows(page) {
        let Some(game) = shipped.get(&plain(&row.name)).filter(|game| !row.links_to(game)) else { continue };
        let found = Row { state: format!("shipped: [{game}](../variants/{game}.uur)"), ..row.clone() };
        let (before, after) = text.split_once(&format!("\n## {}\n", row.collection)).expect("the heading is there");
        text = format!("{before}\n## {}\n{}", row.collection, after.replacen(&row.line(), &found.line(), 1));
    }
    let begin = text.find("| collection |").expect("the totals are there");
    let end = begin + text[begin..].find("\n\n").expect("a table ends") + 1;
    let totals = totals(&rows(&text));
    text.replace_range(begin..end, &totals);
    text
}

#[test]
fn the_page_follows_the_shipped_games() {
    let kept = page();
    let new = renewed(&kept);
    if std::env::var_os("UPDATE_MANUAL").is_some() {
        fs::write(path(), &new).expect("the page can be written");
        return;
    }
    let changed: Vec<&str> = new.lines().filter(|line| !kept.lines().any(|old| old == *line)).collect();
    assert!(kept == new, "docs/corpus.md should say (UPDATE_MANUAL=1 writes it):\n{}", changed.join("\n"));
}

#[test]
fn every_game_of_the_collections_stands_once() {
    let rows = rows(&page());
    for (title, games) in COLLECTIONS {
        assert_eq!(rows.iter().filter(|row| row.collection == title).count(), games, "{title}");
    }
    let mut seen = BTreeSet::new();
    for row in &rows {
        let collection = row.collection.split(',').next();
        assert!(seen.insert((collection, row.name.clone())), "{} stands twice", row.name);
        assert!(STATES.iter().any(|state| row.state.starts_with(state)), "{} has no state", row.name);
    }
}

#[test]
fn every_link_of_the_corpus_leads_to_a_rule_file() {
    for row in rows(&page()) {
        let links: Vec<&str> = row.state.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).collect();
        let rule_file = |link: &&str| link.ends_with(".uur") && folder("docs").join(link).is_file();
        let lost: Vec<&&str> = links.iter().filter(|link| !rule_file(link)).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", row.name);
        assert!(!row.state.starts_with("shipped") || row.state.contains("](../variants/"), "{} has no file", row.name);
    }
}

#[test]
fn what_can_be_said_is_a_whole_file() {
    let said = rows(&page()).into_iter().filter(|row| row.state.starts_with("can be said"));
    let bare: Vec<String> = said.filter(|row| !row.state.contains("](../tests/peers/")).map(|row| row.name).collect();
    assert!(bare.is_empty(), "these games show no file: {bare:?}");
}
