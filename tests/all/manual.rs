//! The manual: every block of rules in it does what the page says, and the pages of the words and of the commands are
//! what `uur explain` and `uur --help` tell.
//!
//! A block that begins with `language` is a whole file. One of sections, or with `in=SECTION` of
//! lines, is put into a game of six pits that has all else. One of lines without that stands for
//! lines of several sections: each has to fit one of them. `error=CODE` tells what is wrong. A block
//! with `card` is a table: each of its alternatives fits what the left column names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use uur::check::{Library, Settings};
use uur::diagnostic::{Diagnostic, Format, Severity, draw};
use uur::game::Game;
use uur::source::Source;
use uur::syntax::words::WORDS;
use uur::text_layout::fill;
use uur::variants;
use uur_lab::coverage::Coverage;
use uur_testing::{examples, resolve};

const LIBRARY: Library = &variants::library;

/// The words that begin a section.
const SECTIONS: [&str; 17] = [
    "language", "game", "extends", "param", "board", "terms", "stages", "sow", "lift", "drop", "land", "finish",
    "begin", "opening", "end", "match", "test",
];

/// A block of rules in a page.
struct Block {
    line: usize,
    info: BTreeMap<String, String>,
    text: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manual")
}

/// What stands behind the fence: `in="sow clockwise" pits=12`.
fn info(fence: &str) -> BTreeMap<String, String> {
    let mut info = BTreeMap::new();
    let mut rest = fence.trim();
    if rest == "card" {
        info.insert(rest.to_string(), String::new());
    }
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').expect("a quoted value ends"),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        info.insert(name.trim().to_string(), value.to_string());
        rest = after;
    }
    info
}

/// The blocks of a page: what stands behind the fence, the line of the fence, and the text.
fn fenced(page: &str) -> Vec<(&str, usize, String)> {
    let mut blocks = vec![];
    let mut open: Option<(&str, usize, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(fence), None) => open = Some((fence, number + 1, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, _, text))) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// The texts of the blocks of a kind.
pub fn blocks_of(page: &str, kind: &str) -> impl Iterator<Item = String> {
    fenced(page).into_iter().filter(move |(fence, ..)| *fence == kind).map(|(_, _, text)| text)
}

/// The blocks of rules.
fn blocks(page: &str) -> Vec<Block> {
    let of_rules = fenced(page).into_iter().filter_map(|(fence, line, text)| {
        let fence = fence.strip_prefix("uur").filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
        Some(Block { line, info: info(fence), text })
    });
    of_rules.collect()
}

/// The first word of each line that says something.
fn first_words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split([' ', ':']).find(|word| !word.is_empty())).filter(|word| *word != "#")
}

/// Lines that a section cannot do without, each with what makes it needless.
fn needed(section: &str) -> &'static [(&'static str, &'static [&'static str])] {
    match section {
        "game" => &[("source \"none: an example\"", &["source"])],
        "board" => &[("rows 2", &["rows", "plan"]), ("pits pits", &["pits", "plan"]), ("seeds 4 each", &["seeds"])],
        "sow" => &[("from own pit", &["from"])],
        "match" => &[
            ("refill 4 each, else closed", &["refill"]),
            ("starter in turn", &["starter"]),
            ("own store holds 3 or fewer -> opponent wins", &[]),
        ],
        _ => &[],
    }
}

/// Lines of a section as the section.
pub fn section(head: &str, lines: &str) -> String {
    let kind = head.split(' ').next().unwrap_or(head);
    let head = match head {
        "sow" => "sow counterclockwise",
        "game" => "game \"Example\"",
        "test" => "test \"it is so\"",
        head => head,
    };
    let mut all = lines.lines().map(|line| format!("{line}\n")).collect::<String>();
    for (line, instead) in needed(kind) {
        // Seeds in the stores are none in the pits.
        let said = lines.replace("seeds store", "store");
        if !first_words(&said).any(|word| instead.contains(&word)) {
            all += &format!("{line}\n");
        }
    }
    let ends = |line: &str| line.contains("no move") && !line.contains("pass");
    if kind == "end" && !lines.lines().any(ends) {
        all += "no move -> each takes own row\n";
    }
    let decided_by_lot = lines.split(|c: char| !c.is_alphanumeric()).any(|word| word == "lot");
    if kind == "match" && decided_by_lot && !lines.lines().any(|line| line.starts_with("lot ")) {
        all += "lot \"hands\": stone wins against scissors, scissors wins against paper, paper wins against stone\n";
    }
    if kind == "end" && !lines.lines().any(|line| line.starts_with("win ")) {
        all += "win most seeds\n";
    }
    let indented: String = all.lines().map(|line| format!("  {line}\n")).collect();
    format!("{head} {{\n{indented}}}\n")
}

/// A whole game with these sections.
pub fn framed(sections: &str, info: &BTreeMap<String, String>) -> String {
    let has = |word: &str| sections.lines().any(|line| line.split(' ').next() == Some(word));
    let mut text = String::new();
    let mut supply = |word: &str, section: String| {
        if !has(word) {
            text += &format!("{section}\n\n");
        }
    };
    supply("language", "language 1".into());
    supply("game", section("game", ""));
    if !has("extends") {
        if !sections.contains("param pits") {
            let pits = info.get("pits").map_or("6", String::as_str);
            supply("parameters", format!("param pits = {pits} in {pits}"));
        }
        if let Some(param) = info.get("param") {
            supply("parameters", format!("param {param}"));
        }
        supply("board", section("board", ""));
        let protected = sections.contains("never empty");
        supply("sow", section("sow", if protected { "from own pit where here is not uur" } else { "" }));
        supply("end", section("end", ""));
    }
    let several = sections.contains("rows 4") || sections.contains("rows 6") || sections.contains("plan \"g");
    text = if several { text.replace("takes own row", "takes own rows") } else { text };
    text += sections;
    for (word, names, wanted) in [
        ("mark", &["uur", "tuz", "house", "puta"][..], true),
        ("counter", &["spent", "extra"], sections.contains("spent") || sections.contains("own extra")),
    ] {
        let declared =
            text.lines().any(|line| line.trim_start().starts_with(&format!("{word} ")) && !line.contains("->"));
        if wanted && !declared {
            let lines: String = names.iter().map(|name| format!("  {word} {name}\n")).collect();
            text = text.replacen("board {\n", &format!("board {{\n{lines}"), 1);
        }
    }
    text
}

/// All that is wrong with a file, and what its tests say.
pub fn faults(text: &str, warnings_too: bool) -> Result<(), String> {
    let source = Source::new("block.uur", text);
    let checked = resolve::check_with_examples(source.clone(), LIBRARY);
    let bad = |problem: &&Diagnostic| warnings_too || problem.code.severity() == Severity::Error;
    let problems: Vec<Diagnostic> = checked.problems.iter().filter(bad).cloned().collect();
    if !problems.is_empty() {
        return Err(draw(&problems, &checked.sources, Format::Plain));
    }
    let game = Game::load(source, LIBRARY, &Settings::new()).map_err(|_| "it is no game")?;
    let mut failed = String::new();
    for example in game.examples() {
        if let Err(failure) = examples::run(&game, example, &mut Coverage::default()) {
            let title = &example.title.value;
            let _ = writeln!(
                failed,
                "test `{title}`\nexpected {}\ngot {}\n{}",
                failure.expected, failure.got, failure.details
            );
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(failed) }
}

/// Lines of the text, those that are broken put together.
fn logical_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for line in text.lines() {
        let goes_on = |last: &String| {
            let open = last.matches('{').count() > last.matches('}').count();
            open || ["->", ",", "and ", "or "].iter().any(|joint| line.trim_start().starts_with(joint))
        };
        match lines.last_mut() {
            Some(last) if goes_on(last) => *last += &format!("\n{line}"),
            _ => lines.push(line.to_string()),
        }
    }
    lines
}

/// Whether a line, or some, fit a section.
fn fits(line: &str) -> Result<(), String> {
    let sections = [
        "land",
        "sow counterclockwise",
        "lift",
        "sow clockwise or counterclockwise",
        "end",
        "drop",
        "finish",
        "begin",
        "match",
        "board",
        "terms",
        "stages",
        "opening",
        "game",
        "test",
    ];
    if line.lines().next().is_some_and(begins_section) {
        return faults(&framed(line, &frame(12)), false);
    }
    fits_in(line, &sections, 12)
}

/// What the game has into which single lines are put.
fn frame(pits: u8) -> BTreeMap<String, String> {
    let after_three = "after_three = bonus_move in bonus_move, next_pit".to_string();
    BTreeMap::from([("pits".into(), pits.to_string()), ("param".into(), after_three)])
}

/// The sections without which a line has no meaning.
fn sections_beside(line: &str) -> String {
    match line {
        "here is closed -> stop" => section("match", ""),
        "here is own store -> stop" => section("sow", "from own pit\nalong own row, own store, opponent row"),
        "rows 1 for both" => section("sow", "from pit") + &section("end", "no move -> stop"),
        line if line.starts_with("turn is early") => section("stages", "early: move is 1..4\nlate: else"),
        _ => String::new(),
    }
}

/// Whether a line, or some, fit one of these sections.
fn fits_in(line: &str, sections: &[&str], pits: u8) -> Result<(), String> {
    let frame = frame(pits);
    if let Some(word @ ("expect" | "play" | "position" | "set")) = line.split(' ').next() {
        // What it says of a game is another matter.
        let text = framed(&section("test", line), &BTreeMap::new());
        let found = resolve::check_with_examples(Source::new("block.uur", text), LIBRARY);
        let odd = found.problems.iter().any(|problem| problem.code.as_str().starts_with("E01"));
        return if odd { Err(format!("`{line}` is no line with `{word}`\n")) } else { Ok(()) };
    }
    // Few lines are for boards of several rows.
    let fitting = [2, 4, 6].iter().any(|rows| {
        sections.iter().any(|head| {
            let text = framed(&(section(head, line) + &sections_beside(line)), &frame);
            let text = match rows {
                2 => text,
                _ => text.replace("rows 2\n", &format!("rows {rows}\n")).replace("takes own row", "takes own rows"),
            };
            faults(&text, false).is_ok()
        })
    });
    if fitting { Ok(()) } else { Err(format!("`{line}` fits no section\n")) }
}

/// Whether a line begins a section, or is one.
fn begins_section(line: &str) -> bool {
    let statement = ["language ", "param ", "extends ", "#"].iter().any(|start| line.starts_with(start));
    let word = line.split(' ').next().unwrap_or("");
    statement || line.ends_with('{') && (word == "change" || SECTIONS.contains(&word))
}

/// The sections that a row of the card can belong to, and its alternative put into a line of them.
fn on_card(left: &str, said: &str) -> (&'static [&'static str], String) {
    match left {
        "board" if said.contains("south") => (&["board"], format!("{said}\n{}", said.replace("south", "north"))),
        "board" => (&["board"], said.to_string()),
        "terms" => (&["terms"], said.to_string()),
        "stages" => (&["stages"], said.to_string()),
        "sow" => (&["sow counterclockwise", "sow clockwise or counterclockwise"], said.to_string()),
        "opening" => (&["opening"], said.to_string()),
        "begin" => (&["begin"], said.to_string()),
        "lift" => (&["lift"], said.to_string()),
        "drop" => (&["drop"], said.to_string()),
        "finish" => (&["finish"], said.to_string()),
        "end" => (&["end"], said.to_string()),
        "match" if said.contains("loser arranges") => (&["match"], format!("refill all by loser for both\n{said}")),
        "match" => (&["match"], said.to_string()),
        "example" => (&["test"], said.to_string()),
        "kind" => (&["land"], format!("here is {said} -> stop")),
        "place" => (&["land"], format!("{said} holds 3 -> stop")),
        "amount" => (&["land"], format!("own store holds {said} -> stop")),
        "test" => (&["land", "drop"], format!("{said} -> capture here")),
        "action" => (&["land"], format!("here is own empty pit -> {said}")),
        left => panic!("`{left}` is no section and no part of a line"),
    }
}

/// What is wrong with the rows of a block with `card`.
fn wrong_on_card(block: &Block) -> String {
    let (mut wrong, mut left) = (String::new(), "");
    for row in block.text.lines() {
        let (word, rest) = row.split_once("  ").unwrap_or_else(|| panic!("`{row}` has no left column"));
        left = if word.is_empty() { left } else { word };
        let rules = rest.split("  #").next().unwrap_or(rest).trim();
        for said in rules.split(" | ") {
            let (sections, line) = on_card(left, said.trim());
            if let Err(why) = fits_in(&line, sections, 6) {
                let _ = writeln!(wrong, "{left}: {why}");
            }
        }
    }
    wrong
}

fn holds(block: &Block) -> Result<(), String> {
    if block.info.contains_key("card") {
        let wrong = wrong_on_card(block);
        return if wrong.is_empty() { Ok(()) } else { Err(wrong) };
    }
    let first = first_words(&block.text).next().unwrap_or("");
    let whole_file = first == "language" && block.text.contains("game ");
    let text = match block.info.get("in") {
        Some(head) => framed(&section(head, &block.text), &block.info),
        None if whole_file => block.text.clone(),
        None if block.text.lines().next().is_some_and(begins_section) => framed(&block.text, &block.info),
        None => {
            let wrong: String = logical_lines(&block.text).iter().filter_map(|line| fits(line).err()).collect();
            // Some lines have a meaning together only.
            return if wrong.is_empty() || fits(block.text.trim_end()).is_ok() { Ok(()) } else { Err(wrong) };
        }
    };
    match block.info.get("error") {
        None => faults(&text, whole_file),
        Some(code) => {
            let found = resolve::check_with_examples(Source::new("block.uur", &*text), LIBRARY);
            let codes: Vec<&str> = found.problems.iter().map(|problem| problem.code.as_str()).collect();
            if codes.contains(&code.as_str()) { Ok(()) } else { Err(format!("it has {codes:?}, not {code}\n")) }
        }
    }
}

#[test]
fn every_block_of_rules_is_true() {
    let mut wrong = String::new();
    for entry in fs::read_dir(folder()).expect("the manual is there") {
        let path = entry.expect("it can be read").path();
        let only = std::env::var("MANUAL_PAGE").ok();
        if only.is_some_and(|only| !path.to_string_lossy().contains(&only)) {
            continue;
        }
        let page = fs::read_to_string(&path).expect("a page is text");
        for block in blocks(&page) {
            if let Err(why) = holds(&block) {
                let _ = writeln!(wrong, "{}:{}:\n{why}", path.display(), block.line);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_reserved_word_is_on_the_card() {
    let page = fs::read_to_string(folder().join("card.md")).expect("the card is there");
    let blocks: String = blocks(&page).into_iter().map(|block| block.text).collect();
    let rules: String =
        blocks.lines().map(|line| line.split("  #").next().unwrap_or(line).to_string() + "\n").collect();
    let found: BTreeSet<&str> = rules.split(|c: char| !c.is_alphabetic()).collect();
    let missing: Vec<&str> = WORDS.iter().map(|word| word.text).filter(|word| !found.contains(word)).collect();
    assert!(missing.is_empty(), "docs/manual/card.md does not show {missing:?}");
}

/// All pages of the project: those in its folder, in `docs`, and beside the packages.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be read").path()).collect()
    };
    let packages = ["crates", "editors"].into_iter().flat_map(|group| entries(&root.join(group)));
    let folders = ["", "docs", "docs/manual", "examples/rules-repo", "web", "fuzz"]
        .into_iter()
        .map(|name| root.join(name))
        .chain(packages);
    let paths = folders.filter(|folder| folder.is_dir()).flat_map(|folder| entries(&folder));
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

/// The width of prose. Tables, headings, tags and code that cannot be broken may be wider.
const PAGE_WIDTH: usize = 100;

#[test]
fn every_page_has_one_width() {
    let mut wide = vec![];
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page is text");
        let mut in_block = false;
        for (number, line) in (1..).zip(page.lines()) {
            in_block ^= line.trim_start().starts_with("```");
            let text = line.trim_start();
            let breaks = text.split('`').step_by(2).any(|prose| prose.trim_start_matches("- ").contains(' '));
            if !in_block && breaks && line.chars().count() > PAGE_WIDTH && !text.starts_with(['|', '#', '<']) {
                wide.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(wide.is_empty(), "these lines are wider than {PAGE_WIDTH}: {wide:#?}");
}

#[test]
fn every_link_leads_somewhere() {
    let quoted = |page: &str, before: &str| -> Vec<String> {
        page.split(before).skip(1).filter_map(|rest| rest.split_once('"')).map(|(link, _)| link.to_string()).collect()
    };
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page is text");
        let beside = path.parent().expect("a page lies in a folder");
        let links = page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link.to_string());
        for link in links.chain(quoted(&page, "src=\"")).chain(quoted(&page, "srcset=\"")) {
            if link.contains("://") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((&link, ""));
            let to = if file.is_empty() { path.clone() } else { beside.join(file) };
            assert!(to.exists(), "{}: {link} leads nowhere", path.display());
            if !part.is_empty() {
                let text = fs::read_to_string(&to).expect("a page is text");
                let found = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == part);
                assert!(found, "{}: {link} leads to no heading", path.display());
            }
        }
    }
}

/// The pages of the book, as its table of contents names them.
#[test]
fn the_book_has_every_page_once_and_none_is_too_long() {
    const MOST_WORDS: usize = 6_000;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let contents = fs::read_to_string(docs.join("SUMMARY.md")).expect("the book has contents");
    let links = contents.split("](").skip(1).filter_map(|rest| Some(docs.join(rest.split_once(')')?.0)));
    let mut listed: Vec<PathBuf> = links.collect();
    listed.sort();
    let is_page = |path: &PathBuf| path.starts_with(&docs) && !path.ends_with("SUMMARY.md");
    let mut pages: Vec<PathBuf> = pages().into_iter().filter(is_page).collect();
    pages.sort();
    assert_eq!(listed, pages);
    for path in pages.into_iter().filter(|path| !path.ends_with("commands.md") && !path.ends_with("words.md")) {
        let words = fs::read_to_string(&path).expect("a page is text").split_whitespace().count();
        assert!(words <= MOST_WORDS, "{} has {words} words", path.display());
    }
}

/// What a heading is called in links.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// `words.md`, made of the table that `uur explain` reads.
fn page_of_words() -> String {
    let mut page = String::from(
        "# The words\n\nThis page lists every word of the language, its meaning, and lines that use it. `uur explain WORD`\n\
         prints the same text. [reference.md](reference.md) describes the words in context.\n",
    );
    for word in WORDS {
        let meaning = fill(word.meaning, 100);
        let _ = write!(page, "\n## {}\n\n{meaning}\n```uur\n{}\n```\n", word.text, word.example);
    }
    page
}

/// `commands.md`, made of the arguments of the program.
#[cfg(feature = "serve")]
fn page_of_commands() -> String {
    let mut program = uur_cli::cli::command().term_width(100);
    program.build();
    let mut page = String::from(
        "# The commands\n\nThis page is what `uur --help` and `uur COMMAND --help` print. `uur man` prints\n\
         manual pages, which also list the environment variables and the files that `uur` reads.\n\n| | |\n|---|---|\n",
    );
    let mut parts = String::new();
    for command in program.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let (name, about) = (command.get_name().to_string(), command.get_about().expect("a sentence").to_string());
        let _ = writeln!(page, "| [`uur {name}`](#uur-{name}) | {about} |");
        let help = command.render_long_help().to_string();
        let help = help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let _ = write!(parts, "\n## uur {name}\n\n```text\n{help}\n```\n");
    }
    page += "\n## Exit codes\n\n| | |\n|---|---|\n";
    for (code, meaning) in uur_cli::cli::EXIT_CODES {
        let _ = writeln!(page, "| {code} | {meaning} |");
    }
    let _ = writeln!(
        page,
        "\n{} A reader that closes the pipe, as `head` does, changes no code.",
        uur_cli::cli::PRECEDENCE
    );
    page + &parts
}

/// Compares a page that is made of the program with the one that is kept. `UPDATE_MANUAL=1` writes it anew.
fn check_made(name: &str, page: &str) {
    let path = folder().join(name);
    if std::env::var_os("UPDATE_MANUAL").is_some() {
        fs::write(&path, page).expect("the page can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/manual/{name} is not what the program says: UPDATE_MANUAL=1 writes it anew");
}

#[test]
fn the_page_of_words_matches_explain() {
    check_made("words.md", &page_of_words());
}

/// The page has all commands of the usual build.
#[cfg(feature = "serve")]
#[test]
fn the_page_of_commands_matches_help() {
    check_made("commands.md", &page_of_commands());
}
