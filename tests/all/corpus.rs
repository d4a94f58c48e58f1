//! The page of the corpus: no game is missing, links lead to files, lines can be read, totals are right.
//!
//! `UPDATE_MANUAL=1` marks the games that have got a rule file as shipped, and counts anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use uur::variants;

use crate::manual::{faults, framed, section};
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

/// Whether some section of some game can have this line.
fn fits(line: &str) -> bool {
    const TABLES: [&str; 6] = ["land", "finish", "drop", "lift", "begin", "end"];
    const OTHERS: [&str; 6] = ["sow counterclockwise", "sow either way", "opening", "match", "board", "marks"];
    const FRAMES: [(&str, &str, &str); 8] = [
        ("2", "6", "from own pit"),
        ("2", "12", "from own pit"),
        ("2", "7", "from own pit"),
        ("4", "8", "from own pit"),
        ("2", "6", "from own pit or own store"),
        ("2", "6", "from own pit\nalong own side, own store, opponent side"),
        ("2", "6", "from own pit\nalong own side, own store, opponent side, opponent store"),
        ("6", "6", "from own pit"),
    ];
    if line.starts_with("win ") {
        return faults(&framed(&format!("{line}\n"), &BTreeMap::new()), false).is_ok();
    }
    FRAMES.iter().any(|(rows, pits, sow)| {
        let info = BTreeMap::from([("pits".to_string(), (*pits).to_string())]);
        let heads = if line.contains(" -> ") { TABLES } else { OTHERS };
        heads.iter().any(|head| {
            let mut sections = section(head, line);
            if !head.starts_with("sow") {
                sections += &section("sow", sow);
            }
            let mut text = framed(&sections, &info);
            if *rows != "2" {
                text = text.replace("rows 2\n", &format!("rows {rows}\n")).replace("takes own row", "takes own side");
            }
            faults(&text, false).is_ok()
        })
    })
}

#[test]
fn every_line_of_the_corpus_can_be_read() {
    let rows = rows(&page());
    let lines: BTreeSet<&str> = rows
        .iter()
        .filter(|row| !row.state.starts_with("cannot"))
        .flat_map(|row| row.state.split('`').skip(1).step_by(2))
        .collect();
    assert!(lines.len() > 50, "only {} lines", lines.len());
    let unread: Vec<&&str> = lines.iter().filter(|line| !fits(line)).collect();
    assert!(unread.is_empty(), "these lines of docs/corpus.md fit no section: {unread:#?}");
    let said = rows.iter().filter(|row| row.state.starts_with("can be said"));
    let bare: Vec<&str> = said.filter(|row| !row.state.contains(['`', '['])).map(|row| row.name.as_str()).collect();
    assert!(bare.is_empty(), "these games show neither a line nor a file: {bare:?}");
}
