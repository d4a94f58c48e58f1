//! What rule texts had before, and how it is written today.

use std::ops::Range;
use std::sync::LazyLock;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::mapped_text::MappedText;
use super::parser::{Grammar, Rule, at_source, extent};
use super::pattern::{Pattern, phrase};
use super::problem::LayoutProblem;
use super::rewording::tokens;
use super::words::word;
use crate::diagnostic::{Diagnostic, Problem};
use crate::source::{SourceId, Span};

/// What rule texts had as a line or section of its own, and what is written elsewhere today.
struct MovedLine {
    /// Where it stands.
    line: Range<usize>,
    /// Where it is written today, in words.
    to: String,
    /// The part that changes there, and what it is then.
    place: Range<usize>,
    with: String,
    /// What stands around the line there, if it is written as before.
    around: Option<[String; 2]>,
}

impl MovedLine {
    /// The part of a text that changes, and that part then.
    fn fix(&self, text: &str) -> (Range<usize>, String) {
        let MovedLine { line, place, with, .. } = self;
        if place == line {
            (line.clone(), with.clone())
        } else if place.end <= line.start {
            (place.start..line.end, with.clone() + text[place.end..line.start].trim_end())
        } else {
            (line.start..place.end, text[line.end..place.start].trim_start().to_string() + with)
        }
    }
}

/// Reports the lines that are written elsewhere today, each with a fix that covers both places, and moves them there or
/// leaves them out. Returns whether all can still be read.
pub(super) fn with_moved_lines(
    mut mapped: MappedText,
    id: SourceId,
    problems: &mut Vec<Diagnostic>,
) -> (MappedText, bool) {
    const ALONE: [&str; 4] = ["win ", "marks", "counters", "lot "];
    const BEHIND: [&str; 2] = ["names ", "unfilled "];
    let begins = |line: &str, heads: &[&str]| heads.iter().any(|head| line.starts_with(head));
    let is_moved =
        |line: &str| begins(line.trim_start_matches("change "), &ALONE) || begins(line.trim_start(), &BEHIND);
    if !mapped.text.lines().any(is_moved) {
        return (mapped, true);
    }
    let Ok(file) = Grammar::parse(Rule::file, &mapped.text) else { return (mapped, true) };
    let span = |range: Range<usize>| Span::new(id, range.start, range.end);
    let moved = moved_lines(file, &mapped.text);
    for line in &moved {
        let word = mapped.text[line.line.clone()].split(' ').next().unwrap_or_default();
        let (fix, with) = line.fix(&mapped.text);
        let problem = LayoutProblem::WrittenElsewhere { word, to: &line.to, fix: span(fix), with };
        problems.push(at_source(problem.diagnostic(span(line.line.clone())), &mapped, id));
    }
    if let [MovedLine { line, place, around: Some([before, after]), .. }] = &moved[..] {
        mapped.move_part(line.clone(), place.start, [before, after]);
        return (mapped, true);
    }
    let mut parts: Vec<(Range<usize>, &str)> = moved.into_iter().map(|line| (line.line, "")).collect();
    parts.sort_by_key(|(line, _)| line.start);
    if !parts.is_empty() {
        mapped.replace(&parts);
    }
    (mapped, parts.is_empty())
}

/// The lines of a file that are written elsewhere today.
fn moved_lines(file: Pairs<Rule>, text: &str) -> Vec<MovedLine> {
    let items: Vec<Pair<Rule>> = file.flat_map(Pair::into_inner).collect();
    let extends = items.iter().any(|item| item.as_rule() == Rule::extends);
    let mut found = vec![];
    for item in &items {
        if item.as_rule() == Rule::bad_item {
            found.extend(moved_into_section(item, &items, extends, text));
            continue;
        }
        let parts: Vec<Pair<Rule>> = item.clone().into_inner().collect();
        let lines = parts.iter().filter(|part| part.as_rule() == Rule::bad_line);
        found.extend(lines.filter_map(|line| moved_behind(line, &parts, text)));
    }
    found
}

/// A line that no section holds: `win most seeds`, `marks { … }`, `counters { … }`, or `lot "shekut" { … }` with a line for
/// each pair of signs. A file without the section gets one.
fn moved_into_section(item: &Pair<Rule>, items: &[Pair<Rule>], extends: bool, text: &str) -> Option<MovedLine> {
    let line = extent(item);
    let ((kind, rule), lines, comments) = lines_of_item(&text[line.clone()])?;
    let section = items.iter().find(|item| item.as_rule() == rule);
    let (place, head) = match section.map(|section| section.as_span().end()) {
        Some(end) => (text[..end - 1].trim_end().len()..end, String::new()),
        None => (line.clone(), format!("{}{kind} {{", if extends { "change " } else { "" })),
    };
    let with = format!("{head}\n  {comments}{}\n}}", lines.join("\n  "));
    let around = (lines == [&text[line.clone()]]).then(|| match section {
        Some(_) => ["\n  ".to_string(), "\n".to_string()],
        None => [format!("{head}\n  "), "\n}".to_string()],
    });
    Some(MovedLine { line, to: format!("in `{kind}`"), place, with, around })
}

/// A section, its lines as it has them today, and the comments among them.
type LinesOfItem = ((&'static str, Rule), Vec<String>, String);

fn lines_of_item(item: &str) -> Option<LinesOfItem> {
    if let Some(rest) = item.strip_prefix("win ") {
        let is_other = rest.trim_start().starts_with(['{', ':', '=']);
        return (!is_other).then(|| (("end", Rule::end), vec![item.to_string()], String::new()));
    }
    let (head, body) = item.strip_suffix('}')?.split_once('{')?;
    let lines = || body.lines().map(|line| line.split_once('#').unwrap_or((line, "")));
    let written: Vec<&str> = lines().map(|(line, _)| line.trim()).filter(|line| !line.is_empty()).collect();
    let comments = lines().filter(|(_, comment)| !comment.is_empty());
    let comments = comments.map(|(_, comment)| format!("#{comment}\n  ")).collect();
    let word = match head.trim_start_matches("change ").trim_end() {
        "marks" => "mark",
        "counters" => "counter",
        lot if lot.starts_with("lot ") && !written.is_empty() => {
            let line = format!("{lot}: {}", written.join(", ").replace(" beats ", " wins against "));
            return Some((("match", Rule::rounds), vec![line], comments));
        }
        _ => return None,
    };
    let named = |line: &&str| match line.starts_with("without ") {
        true => line.replacen("without", "remove", 1),
        false => match with_todays_forms(line, &tokens(line), former_of(Rule::board_alone)) {
            Some((end, today)) => format!("{word} {today}{}", &line[end..]),
            None => format!("{word} {line}"),
        },
    };
    let lines: Vec<String> = written.iter().map(named).collect();
    (!lines.is_empty()).then_some((("board", Rule::board), lines, comments))
}

/// A line that is written behind another one today: `names` or `unfilled`.
fn moved_behind(line: &Pair<Rule>, parts: &[Pair<Rule>], text: &str) -> Option<MovedLine> {
    let line = extent(line);
    let (rule, words, with) = match text[line.clone()].split_once(' ')? {
        ("names", names) if names.trim().starts_with('"') => {
            (Rule::text, "the name of the game", format!(", {}", names.trim()))
        }
        ("unfilled", what) if what.trim() == "empty" => (Rule::refill, "`refill`", String::new()),
        ("unfilled", closed) => (Rule::refill, "`refill`", format!(", else {}", closed.trim())),
        _ => return None,
    };
    let end = extent(parts.iter().rfind(|part| part.as_rule() == rule)?).end;
    Some(MovedLine { line, to: format!("behind {words}"), place: end..end, with, around: None })
}

/// The forms that lines of a rule had before.
pub(super) fn former_of(rule: Rule) -> &'static [Pattern] {
    static OF_TESTS: LazyLock<Vec<Pattern>> = LazyLock::new(|| Pattern::all(FORMER_OF_TESTS));
    static OF_RULES: LazyLock<Vec<Pattern>> = LazyLock::new(|| Pattern::all(FORMER));
    if rule == Rule::example_alone { &OF_TESTS } else { &OF_RULES }
}

/// All the forms of a line that rule texts had before, in today's at once: the end of the part of the line that changes,
/// and that part then.
pub(super) fn with_todays_forms(line: &str, tokens: &[Range<usize>], former: &[Pattern]) -> Option<(usize, String)> {
    let words: Vec<&str> = tokens.iter().map(|token| &line[token.clone()]).collect();
    let (mut renewed, mut kept, mut at) = (String::new(), 0, 0);
    while at < words.len() {
        let forms = former.iter().filter_map(|former| phrase(&words[at..], former));
        // What is done to seeds is no number of the move.
        let is_number = |length: usize| words[at] != "move" || !matches!(words.get(at + length), Some(&"from"));
        let longest = forms.filter(|(length, _)| is_number(*length)).max_by_key(|(length, _)| *length);
        if let Some((length, today)) = &longest {
            renewed += &line[kept..tokens[at].start];
            renewed += today;
            kept = tokens[at + length - 1].end;
        }
        at += longest.map_or(1, |(length, _)| length);
    }
    (kept > 0).then_some((kept, renewed))
}

/// The forms of before that have a word which the language has no more, each with today's.
pub(crate) fn forms_with(name: &str) -> Vec<(String, String)> {
    let gone = |former: &str| word(name).is_none() && former.split([' ', '|']).any(|word| word == name);
    let spoken = |pattern: &str| {
        let part = |token: &str| match token.trim_end_matches(',') {
            "A" => "AMOUNT".to_string(),
            "C" | "D" | "T" => "…".to_string(),
            "E" => "N".to_string(),
            "Q" => "PLACE".to_string(),
            "W" => "NAME".to_string(),
            token => token.split('|').next().unwrap_or_default().to_string(),
        };
        pattern.split(' ').map(part).collect::<Vec<_>>().join(" ").replace(" ,", ",")
    };
    let forms = FORMER.iter().chain(FORMER_OF_TESTS).filter(|(former, _)| gone(former));
    forms.map(|(former, today)| (spoken(former), spoken(today))).collect()
}

/// What is written today for a text that is wholly in forms of before.
pub(crate) fn todays_form(text: &str) -> Option<String> {
    let words = tokens(text);
    with_todays_forms(text, &words, former_of(Rule::table_alone))
        .filter(|(end, _)| words.len() > 1 && *end == text.len())
        .map(|(_, today)| today)
}

/// Forms that rule texts had before, and today's, in the notation of [`PHRASES`].
pub(super) const FORMER: &[(&str, &str)] = &[
    ("move A", "move is A"),
    ("last move of A", "last move holds A"),
    ("lap A", "lap is A"),
    ("lap of A", "lap holds A"),
    ("first lap", "lap is 1"),
    ("not first lap", "lap is 2 or more"),
    ("way is", "lap is"),
    ("last seed", "seed is last"),
    ("not last seed", "seed is not last"),
    ("bonus turn", "turn is bonus"),
    ("not bonus turn", "turn is not bonus"),
    ("captured A", "captured holds A"),
    ("A pits|pit are|is", "A"),
    ("endless after E laps|lap", "endless after lap E"),
    ("undo captures", "undo"),
    ("keep direction", "keep way"),
    ("keep same direction", "keep way for both"),
    ("keep opposite direction", "keep opposite way"),
    ("store into", "store to"),
    (", plural W", ", W"),
    ("refill anew", "refill board"),
    ("pits singly", "pits"),
    ("rows N shared", "rows N for both"),
    ("stores E each", "seeds store E each"),
    ("enter E from own store to|into", "move E from own store to"),
    ("may go clockwise", "may sow clockwise"),
    ("may go counterclockwise", "may sow counterclockwise"),
    ("keep same way", "keep way for both"),
    ("lift A leaving 1 or more", "lift A but not all"),
    ("lift C leaving N", "lift all but N from C"),
    ("Q is in reach of T", "lap from T ends in Q"),
    ("reverse , relay", "relay backwards"),
    ("takes rest", "takes board"),
    ("and rest", "and board"),
    ("refill evenly", "refill all"),
    ("loser arranges C when D", "loser: D -> loser arranges C"),
    ("points E when C", "points: C -> add E to own points"),
    ("points surplus when C", "points: C -> add own store to own points, remove opponent store from own points"),
    ("over when C", "over: C"),
    ("own side", "own row"),
    ("opponent side", "opponent row"),
    ("either way", "clockwise or counterclockwise"),
    ("beyond", "next of next"),
    ("never emptied", "never empty"),
    ("subtract E from", "remove E from"),
    ("subtract Q from", "remove Q from"),
    ("remainder E against E -> cede", "remainder E to E"),
    ("starter alternates", "starter in turn"),
    ("beats", "wins against"),
    ("without", "remove"),
    ("territory E each from last pit", "refill E each from last pit, else opponent owns"),
    ("territory E each", "refill E each, else opponent owns"),
    ("most seeds with own", "most seeds + own"),
];

/// Lines of tests in forms that the language had before, and in today's, as [`FORMER`] has those of other lines.
pub(super) const FORMER_OF_TESTS: &[(&str, &str)] = &[
    ("with pits N", "set pits to N"),
    ("with seeds N", "set seeds to N"),
    ("with rows N", "set rows to N"),
    ("with W N", "set W to N"),
    ("with W C", "set W to C"),
    ("opponent captured N", "capture N for opponent"),
    ("captured N", "capture N"),
    ("removed N", "remove N"),
    ("marked", "mark"),
    ("by unfilled", "by refill"),
];
