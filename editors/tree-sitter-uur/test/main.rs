//! The checked-in parser is that of the grammar, and it and the queries fit the shipped rule files and the corpus.
//!
//! `UPDATE_EDITORS=1 cargo test` writes the generated parser anew, and at the next call the trees of the corpus.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_generate::{GenerateError, OptLevel, generate_parser_in_directory};
use tree_sitter_uur::{FOLDS_QUERY, HIGHLIGHTS_QUERY, INDENTS_QUERY, LOCALS_QUERY, TAGS_QUERY};

mod grammar;

/// The version of the parser's tables. Neovim 0.7 reads 13 and 14.
const ABI: usize = 14;

fn language() -> Language {
    tree_sitter_uur::LANGUAGE.into()
}

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&language()).expect("the language has a supported version");
    parser.parse(text, None).expect("parsing has no limit")
}

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn updates() -> bool {
    std::env::var_os("UPDATE_EDITORS").is_some()
}

/// All files with an extension in a folder of the project and the folders in it, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|of| of == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn walk<'tree>(node: Node<'tree>, visit: &mut impl FnMut(Node<'tree>)) {
    visit(node);
    for child in node.children(&mut node.walk()) {
        walk(child, visit);
    }
}

/// The places of the ERROR and MISSING nodes of a text.
fn errors(text: &str) -> String {
    let mut found = String::new();
    walk(parse(text).root_node(), &mut |node| {
        if node.is_error() || node.is_missing() {
            let start = node.start_position();
            let line = text.lines().nth(start.row).unwrap_or("");
            let _ = writeln!(found, "{}:{}: {}", start.row + 1, start.column + 1, line.trim());
        }
    });
    found
}

/// Generates the parser of `grammar/uur.pest`.
fn generated(out: &Path) {
    let pest = read(&package().join("../../grammar/uur.pest"));
    let mut grammar = grammar::grammar(&pest);
    let mut conflicts = vec![];
    // Where pest tries one rule after the other, tree-sitter follows both until one fails.
    while let Err(error) = generate(&grammar, out) {
        conflicts.push(conflict(&error).unwrap_or_else(|| panic!("the grammar makes no parser: {error}")));
        grammar.insert("conflicts".to_string(), json!(conflicts));
    }
}

/// Writes the grammar, one rule a line, and its parser.
fn generate(grammar: &Map<String, Value>, out: &Path) -> Result<(), GenerateError> {
    let file = out.join("grammar.json");
    let text = json!(grammar).to_string().replace("},\"", "},\n\"") + "\n";
    fs::write(&file, text).expect("it can be written");
    generate_parser_in_directory(package(), Some(out), Some(file), ABI, None, None, true, OptLevel::default())
}

/// Returns the rules between which tree-sitter cannot decide by one token, as it proposes to list them.
fn conflict(error: &GenerateError) -> Option<Value> {
    let error = serde_json::to_value(error).expect("it is plain data");
    let resolutions = error.pointer("/BuildTables/Conflict/possible_resolutions")?.as_array()?;
    resolutions.iter().find_map(|resolution| resolution.pointer("/AddConflict/symbols").cloned())
}

#[test]
fn the_checked_in_parser_belongs_to_the_grammar() {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR"));
    generated(made);
    let mut stale = vec![];
    for file in ["grammar.json", "parser.c", "node-types.json", "tree_sitter/parser.h"] {
        let (text, kept) = (read(&made.join(file)), package().join("src").join(file));
        if updates() {
            fs::create_dir_all(kept.parent().expect("it is in a folder")).expect("the folder can be made");
            fs::write(&kept, &text).expect("it can be written");
        }
        if fs::read_to_string(&kept).unwrap_or_default() != text {
            stale.push(file);
        }
    }
    assert!(
        stale.is_empty(),
        "src/{stale:?} differ from what grammar/uur.pest makes: UPDATE_EDITORS=1 writes them anew"
    );
}

/// Files in the same folders that have syntax errors.
const MALFORMED: [&str; 2] = ["a_blank_that_does_not_break_after_when.uur", "a_direction_that_stands_twice.uur"];

#[test]
fn well_formed_files_have_no_errors() {
    let project = package().join("../..");
    let folders = [
        "variants",
        "tests/corpus",
        "tests/english",
        "tests/peers",
        "tests/solve",
        "tests/ui/sound",
        "tests/unsound",
        "tests/wrong",
    ];
    let all = || folders.iter().flat_map(|folder| files(&project.join(folder), "uur"));
    let (mut wrong, mut malformed) = (String::new(), 0);
    for file in all() {
        let found = errors(&read(&file));
        if MALFORMED.iter().any(|name| file.ends_with(name)) {
            malformed += usize::from(!found.is_empty());
        } else {
            for line in found.lines() {
                let _ = writeln!(wrong, "{}:{line}", file.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(malformed, MALFORMED.len(), "files with errors parse without");
    assert!(all().count() > 240, "only {} files were found", all().count());
}

/// A tree with one node a line, indented, and the names of fields.
fn drawn(node: Node, field: Option<&str>, depth: usize, out: &mut String) {
    if depth > 0 {
        out.push('\n');
    }
    let _ = write!(out, "{}", "  ".repeat(depth));
    if let Some(field) = field {
        let _ = write!(out, "{field}: ");
    }
    let _ = write!(out, "({}", node.kind());
    for at in 0..node.child_count() as u32 {
        let child = node.child(at).expect("it has so many children");
        if child.is_named() {
            drawn(child, node.field_name_for_child(at), depth + 1, out);
        }
    }
    out.push(')');
}

#[test]
fn the_corpus_has_its_trees() {
    let is_rule = |line: &str, sign: char| line.len() >= 3 && line.chars().all(|c| c == sign);
    let mut wrong = String::new();
    for file in files(&package().join("test/corpus"), "txt") {
        let text = read(&file);
        let mut lines = text.lines().peekable();
        let mut anew = String::new();
        while let Some(line) = lines.next() {
            assert!(is_rule(line, '='), "{}: `{line}` begins no test", file.display());
            let name = lines.next().expect("a test has a name");
            assert!(lines.next().is_some_and(|line| is_rule(line, '=')), "{}: {name}", file.display());
            let mut source = String::new();
            for line in lines.by_ref().take_while(|line| !is_rule(line, '-')) {
                let _ = writeln!(source, "{line}");
            }
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !is_rule(line, '=')) {
                let _ = writeln!(expected, "{line}");
            }
            let mut tree = String::new();
            drawn(parse(&source).root_node(), None, 0, &mut tree);
            if tree != expected.trim() {
                let _ = writeln!(wrong, "{}: {name}\n{tree}", file.display());
            }
            let bar = "=".repeat(20);
            let gap = if anew.is_empty() { "" } else { "\n" };
            let _ = write!(anew, "{gap}{bar}\n{name}\n{bar}\n{source}---\n\n{tree}\n");
        }
        if updates() {
            fs::write(&file, anew).expect("it can be written");
        }
    }
    assert!(wrong.is_empty() || updates(), "{wrong}");
}

#[test]
fn a_fault_leaves_the_other_lines_as_they_are() {
    let text = "board {\n  rows\n  pits 6\n}\n\nland {\n  here is -> stop\n  on: here is occupied -> relay\n}\n";
    let mut kinds = vec![];
    walk(parse(text).root_node(), &mut |node| kinds.push(node.kind()));
    for kind in ["board", "pits", "land", "label", "relay"] {
        assert!(kinds.contains(&kind), "{kind} is lost: {}", parse(text).root_node());
    }
    assert_eq!(errors(text).lines().count(), 2, "{}", errors(text));
}

fn query(text: &str) -> Query {
    Query::new(&language(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// How many captures of a query cover each byte of a text.
fn captures(query: &Query, text: &str) -> Vec<usize> {
    let tree = parse(text);
    let (mut cursor, mut found) = (QueryCursor::new(), vec![0; text.len()]);
    let mut captures = cursor.captures(query, tree.root_node(), text.as_bytes());
    while let Some((of, at)) = captures.next() {
        of.captures[*at].node.byte_range().for_each(|byte| found[byte] += 1);
    }
    found
}

#[test]
fn every_token_is_highlighted_in_one_way() {
    let highlights = query(HIGHLIGHTS_QUERY);
    let mut wrong = String::new();
    for file in files(&package().join("../../variants"), "uur") {
        let text = read(&file);
        let found = captures(&highlights, &text);
        for (at, character) in text.char_indices() {
            if character.is_whitespace() || found[at] == 1 {
                continue;
            }
            let line = text[..=at].lines().count();
            let _ = writeln!(wrong, "{}:{line}: {} captures of `{character}`", file.display(), found[at]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_word_of_the_grammar_is_highlighted() {
    let language = language();
    let kinds = (0..language.node_kind_count() as u16)
        .filter(|id| language.node_kind_is_visible(*id) && !language.node_kind_is_named(*id));
    let words = kinds.filter_map(|id| language.node_kind_for_id(id));
    let missing: Vec<&str> = words
        .filter(|word| word.chars().all(|c| c.is_ascii_lowercase()))
        .filter(|word| !HIGHLIGHTS_QUERY.contains(&format!("\"{word}\"")))
        .collect();
    assert!(missing.is_empty(), "words.rs does not have {missing:?}");
}

#[test]
fn the_other_queries_find_something() {
    let text = read(&package().join("../../variants/layli-goobalay.uur"));
    for other in [FOLDS_QUERY, INDENTS_QUERY, LOCALS_QUERY, TAGS_QUERY] {
        let found = captures(&query(other), &text);
        assert!(found.iter().any(|count| *count > 0), "it captures nothing: {other}");
    }
}
