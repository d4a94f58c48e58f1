//! What rule texts had before, and how it is written today.

use std::ops::Range;

use super::ast::SectionKind;
use super::parser::Rule;
use super::pattern::phrase;
use super::rewording::tokens;
use super::words::word;

/// A line outside of its section.
pub(super) struct LineOutside {
    /// The section to which it belongs.
    pub kind: SectionKind,
    /// The rule of that section.
    pub section: Rule,
    /// The rule of a line of it.
    pub line: Rule,
    /// The lines as the section has them.
    pub lines: Vec<String>,
    /// The comments in what was a section of its own.
    comments: String,
}

impl LineOutside {
    /// Reads an item that no section fits: `win most seeds`, `marks { … }`, `counters { … }`, or `lot "shekut" { … }`
    /// with a line for each pair of signs.
    pub fn read(item: &str) -> Option<LineOutside> {
        let of = |kind, within, line, lines: Vec<String>, comments| {
            (!lines.is_empty()).then_some(LineOutside { kind, section: within, line, lines, comments })
        };
        if let Some(rest) = item.strip_prefix("win ") {
            let is_other = rest.trim_start().starts_with(['{', ':', '=']);
            let lines = if is_other { vec![] } else { vec![item.to_string()] };
            return of(SectionKind::End, Rule::end, Rule::end_alone, lines, String::new());
        }
        let (head, body) = item.strip_suffix('}')?.split_once('{')?;
        let lines = || body.lines().map(|line| line.split_once('#').unwrap_or((line, "")));
        let written: Vec<&str> = lines().map(|(line, _)| line.trim()).filter(|line| !line.is_empty()).collect();
        let comments = lines().filter(|(_, comment)| !comment.is_empty());
        let comments = comments.map(|(_, comment)| format!("#{comment}\n  ")).collect();
        let word = match head.trim_start_matches("change ").trim_end() {
            "marks" => "mark",
            "counters" => "counter",
            lot if lot.starts_with("lot ") => {
                let lines = vec![format!("{lot}: {}", written.join(", ").replace(" beats ", " wins against "))];
                return of(SectionKind::Match, Rule::rounds, Rule::round_alone, lines, comments);
            }
            _ => return None,
        };
        let named = |line: &&str| match line.starts_with("without ") {
            true => line.replacen("without", "remove", 1),
            false => format!("{word} {line}"),
        };
        let lines = written.iter().map(named).collect();
        of(SectionKind::Board, Rule::board, Rule::board_alone, lines, comments)
    }

    /// The place in a file that changes when the line goes into its section, and the text of it then. `item` is where
    /// the line stands, and `close` the `}` of the section; a file without it gets one, with `change` where it extends
    /// another.
    pub fn moved(&self, file: &str, item: Range<usize>, close: Option<usize>, extends: bool) -> (Range<usize>, String) {
        let lines = format!("\n  {}{}\n}}", self.comments, self.lines.join("\n  "));
        let Some(close) = close else {
            return (item, format!("{}{} {{{lines}", if extends { "change " } else { "" }, self.kind.word()));
        };
        moved(file, item, file[..close].trim_end().len()..close + 1, &lines)
    }
}

/// The place in a file that changes when a line goes and a text stands instead of another part, and its text then.
fn moved(file: &str, line: Range<usize>, other: Range<usize>, with: &str) -> (Range<usize>, String) {
    match other.end <= line.start {
        true => (other.start..line.end, with.to_string() + file[other.end..line.start].trim_end()),
        false => (line.start..other.end, file[line.end..other.start].trim_start().to_string() + with),
    }
}

/// A line that is written behind another one today: `names` or `unfilled`.
pub(super) struct LineBehind {
    /// The rule of what it stands behind, and its words.
    pub rule: Rule,
    pub words: &'static str,
    /// What is written there.
    with: String,
}

impl LineBehind {
    pub fn read(line: &str) -> Option<LineBehind> {
        let (rule, words, with) = match line.split_once(' ')? {
            ("names", names) if names.trim().starts_with('"') => {
                (Rule::text, "the name of the game", format!(", {}", names.trim()))
            }
            ("unfilled", what) if what.trim() == "empty" => (Rule::refill, "`refill`", String::new()),
            ("unfilled", closed) => (Rule::refill, "`refill`", format!(", else {}", closed.trim())),
            _ => return None,
        };
        Some(LineBehind { rule, words, with })
    }

    /// The place in a file that changes when the line goes there, and its text then. `line` is where it stands, and `end`
    /// where that ends behind which it goes.
    pub fn moved(&self, file: &str, line: Range<usize>, end: usize) -> (Range<usize>, String) {
        moved(file, line, end..end, &self.with)
    }
}

/// The forms that lines of a rule had before.
pub(super) fn former_of(rule: Rule) -> &'static [(&'static str, &'static str)] {
    if rule == Rule::example_alone { FORMER_OF_TESTS } else { FORMER }
}

/// All the forms of a line that rule texts had before, in today's at once: the end of the part of the line that changes,
/// and that part then.
pub(super) fn with_todays_forms(
    line: &str,
    tokens: &[Range<usize>],
    former: &[(&str, &str)],
) -> Option<(usize, String)> {
    let words: Vec<&str> = tokens.iter().map(|token| &line[token.clone()]).collect();
    let (mut renewed, mut kept, mut at) = (String::new(), 0, 0);
    while at < words.len() {
        let forms = former.iter().filter_map(|(former, today)| phrase(&words[at..], former, today));
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
    with_todays_forms(text, &words, FORMER)
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
