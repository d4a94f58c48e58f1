//! What an answer tells of its origin: the head of JSON, the comments of a table, the foot of a page.
//!
//! Each names the version of uur, the command, and the rules with their hash.

use std::ffi::OsString;

use uur::game::Game;
use uur::markup::escape_xml;
use uur::notation::shell_quoted;
use uur::provenance::{JsonAnswer, Provenance, RulesUsed, VERSION};
use uur::source::escaped_json;

use super::output::{print, typed_command};
use super::statistics::settings_text;

/// Options whose value changes no result: how many games are played at once, and which part of a series is played.
const WITHOUT_EFFECT: [&str; 2] = ["--threads", "--shard"];

/// What made the answer of the command on this thread.
pub fn provenance<T: JsonAnswer>(rules: Vec<RulesUsed>) -> Provenance {
    Provenance::of::<T>(Some(typed_command()), rules)
}

/// The rules of some games.
pub fn rules_of<'a>(games: impl IntoIterator<Item = &'a Game>) -> Vec<RulesUsed> {
    games.into_iter().map(RulesUsed::of).collect()
}

/// Prints an answer about some games as one line of JSON.
pub fn print_json<T: JsonAnswer>(rules: Vec<RulesUsed>, answer: &T) {
    print_made_json(&provenance::<T>(rules), answer);
}

/// Prints an answer as one line of JSON, after what made it.
pub fn print_made_json<T: JsonAnswer>(made: &Provenance, answer: &T) {
    print(&format!("{}\n", escaped_json(&made.json(answer))));
}

/// What made a page about some games, in words.
pub fn in_words(rules: &[RulesUsed]) -> String {
    let rules: Vec<String> = rules.iter().map(rules_text).collect();
    let rules = if rules.is_empty() { String::new() } else { format!(" Rules: {}.", rules.join("; ")) };
    format!("Made by uur {VERSION}: `{}`.{rules}", typed_command())
}

/// A game with its settings and the hash of its rules.
fn rules_text(rules: &RulesUsed) -> String {
    format!("{}{} {}", rules.game, settings_text(&rules.settings), rules.meaning)
}

/// A picture with what made it, as its last element.
pub fn in_svg(svg: &str, rules: &[RulesUsed]) -> String {
    let (rest, end) = svg.rsplit_once("</svg>").expect("a picture has an end");
    format!("{rest}<metadata>{}</metadata>\n</svg>{end}", escape_xml(&in_words(rules)))
}

/// A page with what made it, in its head.
pub fn in_page(html: &str, rules: &[RulesUsed]) -> String {
    let meta = |name: &str, content: &str| format!("<meta name=\"uur:{name}\" content=\"{}\">\n", escape_xml(content));
    let rules = rules.iter().map(|rules| meta("rules", &rules_text(rules)));
    let made: String = [meta("command", &typed_command())].into_iter().chain(rules).collect();
    html.replacen("</head>", &format!("{made}</head>"), 1)
}

/// The version of all tables in CSV. It grows when a column is removed or changes its meaning.
const CSV_VERSION: u32 = 1;

/// A table in CSV: what made it, the titles of its columns, and its rows.
pub fn csv(format: &str, rules: &[RulesUsed], rows: &[Vec<String>]) -> String {
    csv_comments(format, rules) + &rows.iter().map(|row| csv_row(row)).collect::<String>()
}

/// The comments at the beginning of a table in CSV, which say what made it.
pub fn csv_comments(format: &str, rules: &[RulesUsed]) -> String {
    let rules = rules.iter().map(|rules| format!("# rules: {}\n", rules_text(rules)));
    let head = [
        format!("# format: uur/{format}.csv {CSV_VERSION}\n"),
        format!("# uur: {VERSION}\n"),
        format!("# command: {}\n", typed_command()),
    ];
    head.into_iter().chain(rules).collect()
}

/// A row of a table in CSV.
pub fn csv_row(cells: &[String]) -> String {
    cells.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(",") + "\n"
}

/// A cell of a table in CSV, in quotes where it needs them.
pub fn csv_cell(text: &str) -> String {
    let is_plain = !text.contains([',', '"', '#', '\n', '\r']);
    if is_plain { text.to_string() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// Writes arguments as a shell reads them, without options that change no result. The first argument is the program,
/// which is named without its folder.
pub fn command_line(arguments: &[OsString]) -> String {
    let mut command = "uur".to_string();
    let mut rest = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    while let Some(argument) = rest.next() {
        let (name, value) = argument.split_once('=').map_or((&*argument, None), |(name, value)| (name, Some(value)));
        if !WITHOUT_EFFECT.contains(&name) {
            command += " ";
            command += &shell_quoted(&argument);
        } else if value.is_none() {
            rest.next();
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_written_as_a_shell_reads_it() {
        let line = |arguments: &[&str]| command_line(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        let typed = ["/bin/uur", "study", "my game.uur", "--set", "a=1", "it's"];
        assert_eq!(line(&typed), r"uur study 'my game.uur' --set a=1 'it'\''s'");
        assert_eq!(line(&["uur", "replay", "a\nb'\\"]), r"uur replay $'a\u000ab\'\\'");
    }

    #[test]
    fn options_that_change_no_result_are_left_out() {
        let line = |arguments: &[&str]| command_line(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        let parted = ["uur", "simulate", "kalah", "--threads", "2", "--shard=1/3", "--seed", "4"];
        assert_eq!(line(&parted), "uur simulate kalah --seed 4");
        assert_eq!(line(&["uur", "simulate", "kalah", "--shard", "1/3", "--threads=2"]), "uur simulate kalah");
    }
}
