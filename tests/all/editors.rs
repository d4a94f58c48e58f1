//! `editors/`: its words are made from the table of words, and its snippets are rules.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use uur::source::{Source, SourceId};
use uur::syntax;
use uur::syntax::words::{GROUPS, WORDS, WordGroup};
use uur::text_layout::fill;
use uur::variants;
use uur_testing::resolve;

/// The capture of a group in the queries of tree-sitter.
fn capture(group: WordGroup) -> &'static str {
    match group {
        WordGroup::Section | WordGroup::Line | WordGroup::Joint => "keyword",
        WordGroup::Condition => "keyword.conditional",
        WordGroup::Action => "function.builtin",
        WordGroup::Place => "variable.builtin",
        WordGroup::Kind => "attribute",
        WordGroup::Player => "type.builtin",
        WordGroup::Constant => "constant.builtin",
    }
}

/// The scope of a group in the TextMate grammar.
fn scope(group: WordGroup) -> &'static str {
    match group {
        WordGroup::Section => "keyword.control.section",
        WordGroup::Line => "keyword.other.line",
        WordGroup::Condition => "keyword.control.conditional",
        WordGroup::Action => "support.function",
        WordGroup::Place => "variable.language",
        WordGroup::Kind => "storage.modifier",
        WordGroup::Player => "support.type",
        WordGroup::Constant => "constant.language",
        WordGroup::Joint => "keyword.other.joint",
    }
}

/// Checks that the part of a file between two lines is as given. `UPDATE_EDITORS=1` writes it anew.
fn compare(file: &str, first: &str, last: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.replace("\r\n", "\n");
    let start = text.find(first).unwrap_or_else(|| panic!("{file} has no line `{first}`")) + first.len();
    let end = start + text[start..].find(last).unwrap_or_else(|| panic!("{file} has no line `{last}` after it"));
    if std::env::var_os("UPDATE_EDITORS").is_some() {
        let text = [&text[..start], wanted, &text[end..]].concat();
        fs::write(&path, text).expect("the file can be written");
    } else {
        assert!(
            &text[start..end] == wanted,
            "editors/{file} has other words than words.rs: UPDATE_EDITORS=1 writes them anew"
        );
    }
}

#[test]
fn the_words_of_tree_sitter_are_fresh() {
    let mut wanted = String::new();
    for (group, words) in GROUPS {
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let lines = fill(&words.join(" "), 110);
        let _ = write!(wanted, "[\n{lines}] @{}\n", capture(*group));
    }
    compare(
        "tree-sitter-uur/queries/highlights.scm",
        "; words: made from crates/uur/src/syntax/words.rs\n",
        "; words: end\n",
        &wanted,
    );
}

#[test]
fn the_words_of_the_fuzzers_are_fresh() {
    let wanted: String = WORDS.iter().map(|word| format!("\"{}\"\n", word.text)).collect();
    let first = "# words: made from crates/uur/src/syntax/words.rs\n";
    compare("../fuzz/uur.dict", first, "# words: end\n", &wanted);
}

#[test]
fn the_reserved_words_of_tree_sitter_are_fresh() {
    let quoted: Vec<String> = WORDS.iter().map(|word| format!("\"{}\",", word.text)).collect();
    let longest = WORDS.iter().map(|word| word.text.len()).max().expect("there are words");
    let wanted = format!(
        "#define LONGEST_WORD {longest}\n\nstatic const char *const WORDS[] = {{\n{}}};\n",
        fill(&quoted.join(" "), 110)
    );
    compare(
        "tree-sitter-uur/src/words.h",
        "// Words that are no names: made from crates/uur/src/syntax/words.rs\n",
        "// end\n",
        &wanted,
    );
}

#[test]
fn the_words_of_the_textmate_grammar_are_fresh() {
    let patterns: Vec<String> = GROUPS
        .iter()
        .map(|(group, words)| {
            let words = words.join("|");
            format!("        {{ \"name\": \"{}.uur\", \"match\": \"\\\\b(?:{words})\\\\b\" }}", scope(*group))
        })
        .collect();
    compare(
        "vscode/syntaxes/uur.tmLanguage.json",
        "    \"words\": {\n      \"patterns\": [\n",
        "\n      ]\n",
        &patterns.join(",\n"),
    );
}

#[test]
fn the_words_of_vim_are_fresh() {
    let mut wanted = String::new();
    for (group, words) in GROUPS {
        let _ = writeln!(wanted, "syntax keyword uur{group:?} {}", words.join(" "));
    }
    let first = "\" words: made from crates/uur/src/syntax/words.rs\n";
    compare("vim/syntax/uur.vim", first, "\" words: end\n", &wanted);
}

/// A snippet with its proposals.
fn filled(snippet: &str) -> String {
    let mut parts = snippet.split("${");
    let mut text = parts.next().unwrap_or("").to_string();
    for part in parts {
        let (place, rest) = part.split_once('}').expect("a place ends");
        let proposal = place.trim_start_matches(|c: char| c.is_ascii_digit()).trim_matches([':', '|']);
        let first = proposal.split(',').next().unwrap_or("");
        text += if place.contains('|') { first } else { proposal };
        text += rest;
    }
    text.replace("$0", "")
}

#[test]
fn every_snippet_is_well_formed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/snippets/uur.json");
    let text = fs::read_to_string(&path).expect("the snippets are there");
    let snippets: BTreeMap<String, Value> = serde_json::from_str(&text).expect("they are JSON");
    assert!(!snippets.is_empty());
    for (name, snippet) in &snippets {
        let lines: Vec<&str> =
            snippet["body"].as_array().expect("lines").iter().map(|line| line.as_str().expect("text")).collect();
        let text = filled(&lines.join("\n"));
        let source = Source::new("it.uur", &*text);
        let problems = match text.starts_with("language") {
            true => resolve::check_with_examples(source, &variants::library).problems,
            false => syntax::parse(&source, SourceId(0)).1,
        };
        assert!(problems.is_empty(), "{name}: {problems:?}");
        assert_eq!(syntax::format(&text), text, "{name}");
    }
}
