//! Error recovery: where a line stops matching the grammar, what is allowed there, and what was probably
//! meant.
//!
//! The parser is probed repeatedly: with a prefix of the line to learn what may follow, and with a
//! changed line to learn whether it then matches. A change after which the line matches is
//! suggested to the author.

mod boards;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use pest::Parser;
use pest::error::{Error, InputLocation};

use super::instead::{BOOK_TERMS, ENGLISH_WORDS, meant_by};
use super::line_problem::LineProblem;
use super::parser::{Grammar, Rule, parse_error};
use super::repair::{Edit, FaultyLine, MissingTokens};
use super::rewording::{Reworded, Rewording, is_kind, is_new, is_step, renewed, reworded, tokens};
use super::sections::{is_table, line_rule};
use super::words::{WORDS, word};
use crate::diagnostic::{Code, Diagnostic, Fix, Problem, Proposal, alternatives, did_you_mean, quoted_alternatives};
use crate::source::{SourceId, Span};

/// The number of alternatives that a message names before it shows "…".
const MAX_ALTERNATIVES: usize = 8;
/// The number of words that a message names as missing; where more fit, it says what kind of word is expected.
const MAX_MISSING: usize = 3;
/// The number of beginnings of lines of which is remembered what may follow.
const MAX_KNOWN_BEGINNINGS: usize = 4_096;
/// The words with which actions begin.
const ACTIONS: [&str; 17] = [
    "capture", "remove", "move", "mark", "unmark", "stop", "relay", "bonus", "repeat", "each", "player", "draw",
    "illegal", "pass", "choose", "undo", "may",
];
/// Lines longer than this, in bytes, are not searched for what was meant.
const MAX_SEARCHED_LENGTH: usize = 400;

/// What a path of sowing is made of.
const PATHS: &str = "a path is made of rows and stores, such as `along own row, own store, opponent row`; for another \
                     order of the pits, draw the board: `plan` lines letter the pits along the path";

/// The error in a line, and how to continue.
#[derive(Clone)]
pub(super) struct SyntaxError {
    /// The problem. Its spans are offsets in the line.
    pub problem: Diagnostic,
    /// How to repair the line, or `None` if nothing can be guessed.
    pub repair: Option<Repair>,
    /// Whether the problem is what it says even if the rest of the line cannot be read.
    pub is_sure: bool,
    /// Whether it is no more than a guess from the first word.
    pub guesses: bool,
}

/// How to repair a line before parsing it again.
#[derive(Clone)]
pub(super) enum Repair {
    /// Replace a range by another text.
    Replace(Range<usize>, String),
    /// Split the line in two: the first ends where the range starts, the second starts where it ends.
    Split(Range<usize>),
}

/// The context of a line: its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LineContext {
    /// The word that begins the section, such as `land`. Empty outside of all sections.
    pub section: &'static str,
    /// Whether the section changes a section of the extended game.
    pub change: bool,
}

impl LineContext {
    /// The context outside of all sections.
    pub const FILE: LineContext = LineContext { section: "", change: false };

    /// The grammar rule for a line alone.
    pub fn rule(self) -> Rule {
        line_rule(self.section)
    }

    fn is_table(self) -> bool {
        is_table(self.section)
    }
}

/// Sections, one for each form of their lines.
const FORMS_OF_LINES: [&str; 8] = ["game", "board", "sow", "opening", "test", "land", "end", "match"];

/// The number of lines that are sought in other words, which takes long.
const MAX_REWORDED_LINES: usize = 8;

/// The lines that were explained, with what was found. It makes it cheap to parse a text again after a small change.
#[derive(Default)]
pub(crate) struct Explanations {
    known: RefCell<HashMap<LineKey, SyntaxError>>,
    /// Whether no line is to be explained.
    pub(super) unwanted: bool,
}

/// A line, its source, its context, and the names in it that the file gives to something.
type LineKey = (String, SourceId, LineContext, BTreeSet<String>);

/// The number of lines whose explanations are remembered from one text to the next.
const MAX_REMEMBERED_LINES: usize = 512;

/// Explains a line. A text is often read again after a change of another line.
fn explained(key: &LineKey, rewords: bool) -> SyntaxError {
    thread_local!(static KNOWN: RefCell<HashMap<(LineKey, bool), SyntaxError>> = RefCell::default());
    let remembered = (key.clone(), rewords);
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&remembered).cloned()) {
        return known;
    }
    let (line, id, context, given) = key;
    let found = explain_line(line, *id, *context, given, rewords);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MAX_REMEMBERED_LINES {
            known.clear();
        }
        known.insert(remembered, found.clone());
    });
    found
}

impl Explanations {
    /// For those who only want to know whether a text can be read. What a line may mean takes long to find.
    pub(crate) fn none() -> Self {
        Explanations { unwanted: true, ..Explanations::default() }
    }

    pub(super) fn of(&self, line: &str, id: SourceId, context: LineContext, given: BTreeSet<String>) -> SyntaxError {
        let key = (line.to_string(), id, context, given);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let rewords = self.known.borrow().len() < MAX_REWORDED_LINES;
        let found = explained(&key, rewords);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }
}

/// Explains why a line does not match its rule. `rewords` says whether it is sought in other words; names that the
/// file gives stay as they are.
fn explain_line<'a>(
    text: &'a str,
    id: SourceId,
    context: LineContext,
    given: &'a BTreeSet<String>,
    rewords: bool,
) -> SyntaxError {
    let line = BadLine { given, rewords, ..BadLine::read(text, id, context) };
    if text.len() > MAX_SEARCHED_LENGTH {
        // The head of a long section is explained without its lines.
        return match text.find('{').filter(|open| context == LineContext::FILE && line.at <= *open) {
            Some(open) if open < MAX_SEARCHED_LENGTH => {
                explain_line(&format!("{}}}", &text[..=open]), id, context, given, rewords)
            }
            _ => line
                .todays_form()
                .or_else(|| line.other_words())
                .or_else(|| line.token_left_out())
                .unwrap_or_else(|| line.unexpected_token()),
        };
    }
    let searches: [fn(&BadLine<'a>) -> Option<SyntaxError>; 18] = [
        BadLine::todays_form,
        BadLine::doubled_token,
        BadLine::action_before_condition,
        BadLine::malformed_move,
        BadLine::row_as_a_place,
        BadLine::foreign_comment,
        BadLine::book_term,
        BadLine::trailing_sign,
        BadLine::reserved_name,
        BadLine::similar_word,
        BadLine::other_words,
        BadLine::english_word,
        BadLine::unquoted_text,
        BadLine::missing_title,
        BadLine::token_left_out,
        BadLine::missing_line_break,
        BadLine::line_of_other_section,
        BadLine::word_of_other_place,
    ];
    // An error whose repair makes the whole line match explains it better than one that leaves another error.
    let mut partial = None;
    for found in searches.iter().filter_map(|search| search(&line)) {
        match &found.repair {
            Some(repair) if line.is_mended(repair) => return found,
            None if partial.is_none() && !(found.guesses && line.may_be_meant()) => return found,
            Some(_) if partial.is_none() => partial = Some(found),
            Some(_) | None => {}
        }
    }
    // Half a repair says less than what the whole line may mean.
    match partial {
        Some(found) if found.is_sure || !line.may_be_meant() => found,
        _ => line.unexpected_token(),
    }
}

/// Says what is expected in a line of which nothing else is known.
pub(super) fn unexpected(text: &str, id: SourceId, context: LineContext) -> Diagnostic {
    BadLine::read(text, id, context).unexpected_token().problem
}

/// Explains an error outside of all lines. All brackets are balanced.
pub(super) fn explain_file(text: &str, id: SourceId) -> Diagnostic {
    let at = word_start(text, furthest_offset(text, Rule::file).min(text.len()));
    let wanted = expected_at(Rule::file, &text[..at]).describe(LineContext::FILE);
    let found = token_at(&text[at..]);
    Diagnostic::new(Code::Unexpected, format!("expected {wanted}"))
        .label(Span::new(id, at, at + found.len()), "not expected here")
}

/// The names of a file that gives none.
const NO_NAMES: &BTreeSet<String> = &BTreeSet::new();

/// A line that does not match, with the token where matching stops.
struct BadLine<'a> {
    text: &'a str,
    id: SourceId,
    context: LineContext,
    /// The offset of the first token that does not match.
    at: usize,
    /// That token, or empty at the end of the line.
    found: &'a str,
    /// What is allowed there.
    expected: Rc<Expected>,
    /// The names in it that the file gives to something.
    given: &'a BTreeSet<String>,
    /// Whether the line is sought in other words.
    rewords: bool,
    reworded: OnceCell<Option<Reworded>>,
}

impl<'a> BadLine<'a> {
    fn read(text: &'a str, id: SourceId, context: LineContext) -> Self {
        let mut at = word_start(text, furthest_offset(text, context.rule()));
        let mut expected = expected_at(context.rule(), &text[..at]);
        while expected.is_empty() && at > 0 {
            at = word_start(text, text[..at].trim_end().len().saturating_sub(1));
            expected = expected_at(context.rule(), &text[..at]);
        }
        BadLine {
            text,
            id,
            context,
            at,
            found: token_at(&text[at..]),
            expected,
            given: NO_NAMES,
            rewords: false,
            reworded: OnceCell::new(),
        }
    }

    fn rule(&self) -> Rule {
        self.context.rule()
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.id, range.start, range.end)
    }

    fn here(&self) -> Range<usize> {
        self.at..self.at + self.found.len()
    }

    /// The text before the token, without trailing blanks.
    fn before(&self) -> &'a str {
        self.text[..self.at].trim_end()
    }

    /// Whether the text before the token is a complete line.
    fn complete_before(&self) -> bool {
        matches_rule(self.before(), self.rule())
    }

    fn replaced(&self, range: Range<usize>, text: &str) -> String {
        format!("{}{text}{}", &self.text[..range.start], &self.text[range.end..])
    }

    /// Whether nothing is left to report in the line after a repair. The parts of a split line are read by themselves.
    fn is_mended(&self, repair: &Repair) -> bool {
        match repair {
            Repair::Replace(range, with) => matches_rule(&self.replaced(range.clone(), with), self.rule()),
            Repair::Split(_) => true,
        }
    }

    fn begins_action(&self, token: &str) -> bool {
        ACTIONS.contains(&token)
            || token == "opponent" && self.text[self.at..].split_whitespace().nth(1).is_some_and(is_verb)
    }

    /// An error at a place whose problem has a fix, which is also the repair.
    fn repaired(&self, problem: LineProblem, at: Range<usize>, range: Range<usize>, with: &str) -> SyntaxError {
        let repair = Some(Repair::Replace(range.clone(), with.to_string()));
        SyntaxError { repair, ..self.fixed(problem, at, range, with) }
    }

    /// An error at a place whose problem has a fix. The line is not read on as corrected.
    fn fixed(&self, problem: LineProblem, at: Range<usize>, range: Range<usize>, with: &str) -> SyntaxError {
        let (title, is_sure) = (problem.fix_title(with), problem.is_sure());
        let problem = problem.diagnostic(self.span(at)).fix(self.span(range), with, title);
        SyntaxError { problem, repair: None, is_sure, guesses: false }
    }

    /// An error at a place that only the author can correct.
    fn unrepaired(&self, problem: LineProblem, at: Range<usize>) -> SyntaxError {
        SyntaxError { problem: problem.diagnostic(self.span(at)), repair: None, is_sure: true, guesses: false }
    }

    /// The problem of an unknown word, for which perhaps another one is meant.
    fn unknown_word<'b>(&self, range: Range<usize>, meant: &'b str) -> LineProblem<'b>
    where
        'a: 'b,
    {
        let found = &self.text[range.clone()];
        let (same_meaning, meant) = (meant_by(found).contains(&meant), Some(meant));
        if range.start > 0 {
            let wanted = expected_at(self.rule(), &self.text[..range.start]).describe(self.context);
            return LineProblem::UnknownWord { found, wanted, meant, same_meaning };
        }
        LineProblem::UnknownBeginning { found, section: self.context.section, meant, same_meaning, help: vec![] }
    }

    /// Another language's comment sign.
    fn foreign_comment(&self) -> Option<SyntaxError> {
        let sign = ["//", "--", "/*", ";;"].into_iter().find(|sign| self.text[self.at..].starts_with(sign))?;
        let range = self.at..self.at + sign.len();
        Some(self.repaired(LineProblem::ForeignComment, range.clone(), range, "#"))
    }

    /// A token that is written twice.
    fn doubled_token(&self) -> Option<SyntaxError> {
        let (Edit { range, with }, token) = self.near().doubled()?;
        Some(self.repaired(LineProblem::Doubled(&self.text[token.clone()]), token, range, &with))
    }

    /// A line that matches, perhaps in other words.
    fn readable(&self, line: String) -> Option<String> {
        if matches_rule(&line, self.rule()) {
            return Some(line);
        }
        self.reworded(&line).map(|rewording| rewording.applied(&line))
    }

    /// A token with which the whole line matches.
    fn token_left_out(&self) -> Option<SyntaxError> {
        let (Edit { range, with }, MissingTokens { tokens, before }) = self.near().missing(self.given)?;
        // A number is followed by no noun, and a word alone is no name unless the file gives it to something.
        let is_alone = before == (0..self.text.trim_end().len()) && !self.given.contains(self.text.trim_end());
        if tokens.len() > MAX_MISSING || matches!(self.found, "seed" | "seeds") || is_alone {
            return None;
        }
        // The head of a section decides what its lines mean.
        // Which pits are meant is not known, nor whether all are, whether a move must or may be made, what is done with them, or whether `next opposite` is one pit.
        let open = tokens.len() > 1
            || tokens == ["every"]
            || tokens == ["may"]
            || tokens == ["capture"]
            || tokens == ["of"] && is_step(&self.text[before.clone()])
            || tokens == ["board"] && self.text.trim_end().ends_with("arranges")
            || self.context.section.is_empty() && self.text.contains('{');
        let problem = LineProblem::MissingTokens { tokens, before: &self.text[before.clone()] };
        Some(if open { self.unrepaired(problem, before) } else { self.repaired(problem, before, range, &with) })
    }

    fn near(&self) -> FaultyLine<'a> {
        FaultyLine::new(self.text, self.rule(), self.at)
    }

    fn reworded(&self, line: &str) -> Option<Rewording> {
        match self.rewords.then(|| reworded(line, self.rule(), self.given, self.unknown_words()))?? {
            Reworded::Sure(rewording) => Some(rewording),
            Reworded::Perhaps(_) => None,
        }
    }

    /// Words that the grammar allows in this section, and that mean nothing there: where no seed has just been sown there is
    /// no pit of which a line could speak, and only there a turn passes.
    fn unknown_words(&self) -> &'static [&'static str] {
        match self.context.section {
            "end" | "match" => &["here", "next", "previous", "opposite"],
            "begin" | "lift" | "drop" | "land" | "finish" => &["pass", "endless", "repeated"],
            _ => &[],
        }
    }

    /// Whether there are lines that may be meant.
    fn may_be_meant(&self) -> bool {
        matches!(self.in_other_words(), Some(Reworded::Perhaps(_)))
    }

    /// The line in other words, sought once.
    fn in_other_words(&self) -> Option<&Reworded> {
        self.reworded
            .get_or_init(|| self.rewords.then(|| reworded(self.text, self.rule(), self.given, self.unknown_words()))?)
            .as_ref()
    }

    /// A line in a form of before. It is cheap to say, however many such lines a file has.
    fn todays_form(&self) -> Option<SyntaxError> {
        self.said_as(renewed(self.text, self.rule())?)
    }

    /// A line in other words, with which all of it matches.
    fn other_words(&self) -> Option<SyntaxError> {
        let Some(Reworded::Sure(rewording)) = self.in_other_words().cloned() else { return None };
        self.said_as(rewording)
    }

    fn said_as(&self, Rewording { range, with }: Rewording) -> Option<SyntaxError> {
        // That a single token is missing is said more plainly elsewhere.
        if self
            .token_left_out()
            .is_some_and(|found| found.repair.is_some_and(|repair| self.writes(&repair, &range, &with)))
        {
            return None;
        }
        // Blanks that are there already are not written once more.
        let with = if self.text[..range.start].ends_with(' ') { with.trim_start() } else { &with };
        let with = if self.text[range.end..].starts_with(' ') { with.trim_end() } else { with };
        let (found, meant) = (self.text[range.clone()].trim(), with.trim());
        let mut signs = tokens(found).into_iter().map(|token| &found[token]);
        let compares = signs.any(|sign| matches!(sign, ">" | ">=" | "≥" | "<" | "<=" | "≤" | "==" | "!=" | "≠" | "<>"));
        let problem = LineProblem::ForeignPhrase { found, meant, compares };
        let mut error = self.repaired(problem, range.clone(), range, with);
        error.problem.otherwise = Some(Box::new(self.unexpected_token().problem));
        Some(error)
    }

    /// Whether a repair gives the same line as another change.
    fn writes(&self, repair: &Repair, range: &Range<usize>, with: &str) -> bool {
        let words = |line: String| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        match repair {
            Repair::Replace(one, other) => {
                words(self.replaced(one.clone(), other)) == words(self.replaced(range.clone(), with))
            }
            Repair::Split(_) => false,
        }
    }

    /// A term of books for which the language has no word but a line.
    fn book_term(&self) -> Option<SyntaxError> {
        if self.context.section == "board" && is_size(self.text) {
            let help = "the size of the board stands in two lines: `rows 2` and `pits 6`";
            let term = self.text.trim();
            return Some(self.unrepaired(LineProblem::BookTerm { term, help }, 0..self.text.trim_end().len()));
        }
        if self.context.section == "board" && is_about_stores(self.text) {
            return Some(self.unrepaired(LineProblem::NoStoresLine, 0..self.text.trim_end().len()));
        }
        if self.context.section == "sow"
            && let Some(way) = direction_of_all_moves(self.text)
        {
            return Some(self.unrepaired(LineProblem::DirectionLine { way }, 0..self.text.trim_end().len()));
        }
        self.term_of(BOOK_TERMS)
    }

    /// A word of English that no phrase explains.
    fn english_word(&self) -> Option<SyntaxError> {
        self.term_of(ENGLISH_WORDS)
    }

    fn term_of(&self, terms: &'static [(&str, &str)]) -> Option<SyntaxError> {
        terms.iter().find_map(|(term, help)| {
            let range = find_term(self.text, term, self.at)?;
            Some(self.unrepaired(LineProblem::BookTerm { term, help }, range))
        })
    }

    /// A sign at the end of the line that other languages require.
    fn trailing_sign(&self) -> Option<SyntaxError> {
        let rest = self.text[self.at..].strip_prefix(self.found)?;
        let ends = rest.trim_start_matches([' ', '\t']);
        if matches!(self.found, ";" | "." | ",") && (ends.is_empty() || ends.starts_with(['\n', '\r'])) {
            let mut error = self.repaired(LineProblem::TrailingSign(self.found), self.here(), self.here(), "");
            if !ends.is_empty() {
                error.repair = Some(Repair::Split(self.at..self.text.len() - ends.len()));
            }
            return Some(error);
        }
        // A comma before the end of the line or before the next line.
        let before = self.before().strip_suffix(',')?;
        let comma = before.len()..before.len() + 1;
        let broken = self.text[comma.end..self.at].contains(['\n', '\r']);
        if !matches_rule(before, self.rule()) || !(self.found.is_empty() || broken) {
            return None;
        }
        let mut error = self.repaired(LineProblem::TrailingComma, comma.clone(), comma.clone(), "");
        if broken {
            error.repair = Some(Repair::Split(comma.start..self.at));
        }
        Some(error)
    }

    /// A reserved word where the author defines a name.
    fn reserved_name(&self) -> Option<SyntaxError> {
        if let Some(rest) = self.text.strip_prefix("param ").filter(|_| self.rule() == Rule::item_alone)
            && let Some((name, _)) = rest.split_once('=')
            && let words = name.split_whitespace().collect::<Vec<_>>()
            && words.len() > 1
            && words.iter().all(|word| word.chars().all(|c| c.is_ascii_alphabetic() || c == '_'))
        {
            let start = self.text.len() - rest.trim_start().len();
            let range = start..start + name.trim().len();
            return Some(self.unrepaired(LineProblem::NameOfWords(words.join("_").to_lowercase()), range));
        }
        let found = word(self.found)?.text;
        let after = self.text[self.here().end..].trim_start();
        let named = match self.rule() {
            Rule::item_alone if self.before() == "param" => "parameter",
            Rule::board_alone if self.before() == "counter" => "counter",
            Rule::term_alone if self.at == 0 && after.starts_with(':') => "term",
            Rule::stage_alone if self.at == 0 && after.starts_with(':') => "stage",
            Rule::item_alone if self.before().ends_with(" in") && after.starts_with('{') => "stage",
            Rule::board_alone if self.before() == "mark" => "mark",
            Rule::table_alone if self.expected.name && self.before().ends_with(" as") => "mark",
            _ => return None,
        };
        let repair = Some(Repair::Replace(self.here(), format!("my_{found}")));
        Some(SyntaxError { repair, ..self.unrepaired(LineProblem::ReservedName { found, named }, self.here()) })
    }

    /// An unknown word that looks or means like a word that is allowed there.
    fn similar_word(&self) -> Option<SyntaxError> {
        if word(self.found).is_some() {
            return None;
        }
        let similar = self.word_of_other_place()?;
        // What would be read as a name may be a word that means another one.
        let mends = similar.repair.as_ref().is_some_and(|repair| self.is_mended(repair));
        let names_english = mends
            && !self.context.section.is_empty()
            && self.has_english()
            && matches!(self.in_other_words(), Some(Reworded::Sure(_)));
        (!names_english).then_some(similar)
    }

    /// Whether a word that the file does not give, and that is no name of the line, means one of the language.
    fn has_english(&self) -> bool {
        tokens(self.text).into_iter().any(|token| {
            let text = &self.text[token.clone()];
            let is_label = self.text[token.end..].trim_start().starts_with(':');
            text != self.found && !is_label && is_new(text, self.given) && !meant_by(text).is_empty()
        })
    }

    /// The same, also for a word of the language that is not allowed there.
    fn word_of_other_place(&self) -> Option<SyntaxError> {
        let mut similar = self.expected.similar(self.found);
        let first = similar.next()?;
        let fits = |meant: &&str| matches_rule(&self.replaced(self.here(), meant), self.rule());
        let meant = if fits(&first) { first } else { similar.find(fits).unwrap_or(first) };
        let rest = self.text[self.here().end..].trim_start();
        let with = if meant == "bonus" && !rest.starts_with("move") { "bonus move" } else { meant };
        Some(self.repaired(self.unknown_word(self.here(), meant), self.here(), self.here(), with))
    }

    /// A text without quotes, or with typographic ones.
    fn unquoted_text(&self) -> Option<SyntaxError> {
        // The sign of other languages between a key and its value goes too.
        let sign = self.text[self.at..].len() - self.text[self.at..].trim_start_matches([':', '=', ' ']).len();
        let rest = &self.text[self.at + sign..];
        if !self.expected.text
            || self.found.is_empty()
            || self.before().starts_with("param")
            || rest.starts_with(['{', '}', ',', '"'])
        {
            return None;
        }
        let printed = rest.starts_with(['“', '”', '„', '«', '»', '‘', '’', '\'', '`']);
        let end = rest.find(['{', '\n', '\r', '"']).unwrap_or(rest.len());
        // A text may contain commas, but a bracket in it is closed.
        let ends = |comma: &usize| rest[..*comma].matches('(').count() <= rest[..*comma].matches(')').count();
        let commas = rest[..end].match_indices(',').map(|(comma, _)| comma);
        let end = if printed { end } else { commas.into_iter().find(ends).unwrap_or(end) };
        let range = self.at..self.at + sign + rest[..end].trim_end().len();
        let written = &self.text[range.start + sign..range.end];
        let bracketed = written.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        let inner = bracketed
            .filter(|inner| inner.starts_with(['“', '”', '„', '«', '»', '‘', '’', '\'', '`']))
            .unwrap_or(written)
            .trim_matches(|c| matches!(c, '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'' | '`'));
        let blank = if self.before().len() == self.at { " " } else { "" };
        Some(self.repaired(LineProblem::Unquoted, range.clone(), range, &format!("{blank}\"{inner}\"")))
    }

    /// `game {` without a title.
    fn missing_title(&self) -> Option<SyntaxError> {
        let head = self.before();
        if !self.expected.text || self.found != "{" || !matches!(head, "game" | "test") {
            return None;
        }
        let repair = Some(Repair::Replace(self.at..self.at, "\"NAME\" ".into()));
        Some(SyntaxError { repair, ..self.unrepaired(LineProblem::MissingTitle(head), self.here()) })
    }

    /// Two lines of a section, or two sections, on one line.
    fn missing_line_break(&self) -> Option<SyntaxError> {
        let rest = &self.text[self.at..];
        if self.found.is_empty() || !self.complete_before() {
            return None;
        }
        let could_begin = expected_at(self.rule(), "").words.iter().any(|word| word == self.found);
        // A line of a table says what happens.
        let goes_on = could_begin && self.context.is_table() && rest.contains("->") && self.may_be_a_line(rest);
        if !goes_on && !matches_rule(rest, self.rule()) {
            return None;
        }
        let gap = self.before().len()..self.at;
        let in_section = !self.context.section.is_empty();
        let between = if in_section { "\n  " } else { "\n" };
        let error = self.fixed(LineProblem::MissingLineBreak { in_section }, self.here(), gap.clone(), between);
        Some(SyntaxError { repair: Some(Repair::Split(gap)), ..error })
    }

    /// Whether most of a text matches as a line of its own.
    fn may_be_a_line(&self, rest: &str) -> bool {
        2 * furthest_offset(rest, self.rule()) > rest.trim_end().len()
    }

    /// `relay if here is occupied`: the action stands before its condition.
    fn action_before_condition(&self) -> Option<SyntaxError> {
        if !self.context.is_table() {
            return None;
        }
        let text = self.text.trim_end();
        let (before, action) = text.split_once("->").unwrap_or(("", text));
        let is_action = |(action, _): &(&str, &str)| {
            let first = token_at(action.trim_start());
            ACTIONS.contains(&first) || word(first).is_none() && did_you_mean(first, ACTIONS.iter().copied()).is_some()
        };
        // Behind a set of pits it may tell which of them are meant.
        let has_set = |action: &str| {
            let sets = ["every", "all", "each", "any", "choose", "pits"];
            action.split_whitespace().any(|word| sets.contains(&word))
        };
        let turned = [" if ", " when ", " where "].iter().filter_map(|joint| action.split_once(joint));
        // `capture opposite if occupied` may ask it of the pit of the action, or of that of the landing.
        let turned = turned.filter(|(_, condition)| !is_kind(token_at(condition.trim_start())));
        for (action, condition) in turned.filter(is_action).filter(|(action, _)| !has_set(action)) {
            // What has an `or` stays together.
            let whole = |text: &str| match text.split_whitespace().any(|word| word == "or") {
                true => format!("({text})"),
                false => text.to_string(),
            };
            let (label, before) = match before.split_once(':') {
                Some((label, rest)) => (format!("{label}: "), rest.trim()),
                None => (String::new(), before.trim()),
            };
            let condition = condition.trim();
            let condition = match before {
                "" | "else" => condition.to_string(),
                before => format!("{} and {}", whole(before), whole(condition)),
            };
            if let Some(turned) = self.readable(format!("{label}{condition} -> {}", action.trim())) {
                let problem = LineProblem::ActionFirst { help: None };
                return Some(self.repaired(problem, self.here(), 0..text.len(), &turned));
            }
        }
        if self.at > 0 || !self.begins_action(self.found) {
            return None;
        }
        let always = format!("else -> {}", text.trim());
        let help = match (text.contains("->"), matches_rule(&always, Rule::table_alone)) {
            (true, _) => "write `CONDITION -> ACTION`".to_string(),
            (false, true) => format!("for a line that always fits: `{always}`"),
            (false, false) => format!("write `CONDITION -> {}`", text.trim()),
        };
        Some(self.unrepaired(LineProblem::ActionFirst { help: Some(help) }, self.here()))
    }

    /// A line of another section, or one outside of all sections.
    fn line_of_other_section(&self) -> Option<SyntaxError> {
        // A section of an unknown name.
        if self.context.section.is_empty() && self.text[self.here().end..].trim_start().starts_with('{') {
            return None;
        }
        let begins = |rule| expected_at(rule, "").words.iter().any(|word| word == self.found);
        let own = ["remove", "before", "after", "move", "draw"];
        let others = || FORMS_OF_LINES.into_iter().filter(|section| line_rule(section) != self.rule());
        let whole = others().find(|section| matches_rule(self.text, line_rule(section)));
        let guesses = whole.is_none();
        let mut section = whole.or_else(|| {
            // More than the first word fits there.
            let fits = |rule| 2 * furthest_offset(self.text, rule) > self.text.trim_end().len();
            let may_be = |rule| self.at == 0 && !own.contains(&self.found) && begins(rule) && fits(rule);
            others().find(|section| may_be(line_rule(section)))
        })?;
        if section == "land" && ["takes", "wins", "no move", "-> draw"].iter().any(|end| self.text.contains(end)) {
            section = "end";
        }
        let line = 0..self.text.trim_end().len();
        // Nothing is reported as missing in the other section, which would be the same error again.
        let problem = LineProblem::OtherSection { section, here: self.context.section };
        Some(SyntaxError { guesses, ..self.unrepaired(problem, line) })
    }

    /// An example of the line with which this one has most words in common.
    fn example(&self) -> Option<&'static str> {
        static EXAMPLES: LazyLock<Vec<(&str, BTreeSet<String>)>> = LazyLock::new(|| {
            let lines = WORDS.iter().flat_map(|word| word.example.lines().map(str::trim));
            lines.map(|line| (line, meanings(line))).collect()
        });
        let found = meanings(self.text);
        let first = token_at(self.text);
        let common = |(line, words): &&(&str, BTreeSet<String>)| {
            let bonus = if token_at(line) == first && !self.context.is_table() { 50 } else { 0 };
            let common = words.iter().filter(|word| found.contains(*word) && word.len() > 2).count();
            bonus + 100 * common / words.len().max(3)
        };
        // In a table the same line is right in one section, and wrong in another.
        let section = self.context.section;
        let ends = |line: &str| ["takes", "wins", "-> draw"].iter().any(|end| line.contains(end));
        let belongs = |line: &str| {
            !self.context.is_table()
                || ends(line) == matches!(section, "end" | "match") && (section == "finish" || !line.contains("undo"))
        };
        let fits = |line: &str| belongs(line) && matches_rule(line, self.rule());
        let fitting = EXAMPLES.iter().filter(|example| common(example) >= 30 && fits(example.0));
        fitting.max_by_key(common).map(|(line, _)| *line)
    }

    /// How a test says what is written in its line.
    fn about_expectation(&self) -> Option<String> {
        let expected = self.before().strip_prefix("expect").filter(|_| self.context.section == "test")?;
        match self.found {
            "not" | "no" | "never" | "without" | "legal" | "nothing" => Some(
                "a test says what happens, such as `capture 0` or `north to move`; a move that is played has to be legal, \
                 and `illegal A` expects that it is refused"
                    .into(),
            ),
            "or" => Some("a test says the one thing that happens: write what is true after these moves".into()),
            m if expected.contains("illegal") && m.starts_with(|first: char| first.is_ascii_alphabetic()) => {
                Some(format!("each move that is refused has its own `illegal`: `illegal A, illegal {m}`"))
            }
            _ => None,
        }
    }

    /// The general error: what is expected, and what was found.
    fn unexpected_token(&self) -> SyntaxError {
        let wanted = self.expected.describe(self.context);
        let mut error = if self.found.is_empty() {
            let end = self.before().len();
            let last = tokens(self.before()).pop().map_or("", |range| &self.text[range]);
            let help = if self.before().ends_with("capture all") {
                Some("name the places, such as `capture here and opposite` or `capture every opponent pit`".into())
            } else if self.expected.offers("->") {
                Some(format!("add an action: {}", self.context.example_of_action()))
            } else if self.expected.offers("holds") {
                Some(format!("such as `{} holds 3` or `{0} is occupied`", self.before()))
            } else if self.expected.offers("{") {
                Some(format!("write `{} {{`, the lines of the section, and `}}`", self.before().trim()))
            } else {
                None
            };
            self.unrepaired(LineProblem::EndsEarly { wanted, last, help }, end..end)
        } else if self.at == 0 {
            let mut help = vec![self.context.line_beginnings(&self.expected)];
            if self.begins_action(self.found) && self.context.section == "sow" {
                help.push("actions during sowing belong in `drop`, `land` and `finish`".into());
            }
            let (found, section) = (self.found, self.context.section);
            let problem = LineProblem::UnknownBeginning { found, section, meant: None, same_meaning: false, help };
            self.unrepaired(problem, self.here())
        } else {
            self.unrepaired(LineProblem::Unexpected { found: self.found, wanted }, self.here())
        };
        let proposed = |line: &str, is_example| {
            let written = self.span(0..self.text.trim_end().len());
            let line = Fix { span: written, replacement: line.trim().to_string(), title: String::new() };
            Proposal { line, is_example }
        };
        let proposals = match self.in_other_words() {
            Some(Reworded::Perhaps(lines)) => lines.iter().map(|line| proposed(line, false)).collect(),
            _ if self.about_expectation().is_some() => vec![],
            _ => self.example().map(|line| proposed(line, true)).into_iter().collect(),
        };
        error.problem = error.problem.propose(proposals);
        if let Some(help) = self.about_expectation() {
            error.problem = error.problem.help(help);
        }
        if self.context.section == "sow" && self.before().starts_with("along") {
            error.problem = error.problem.help(PATHS);
        }
        if let Some(word) = word(self.found) {
            error.problem = error.problem.help(format!("`uur explain {0}` shows where `{0}` is used", word.text));
        }
        error
    }
}

impl LineContext {
    /// Describes how the lines of the section begin.
    fn line_beginnings(self, expected: &Expected) -> String {
        match self.section {
            "" => "the sections are `game`, `board`, `terms`, `stages`, `sow`, `opening`, `begin`, `lift`, \
                   `drop`, `land`, `finish`, `end`, `match` and `test`; `language`, `extends` and `param` stand alone"
                .into(),
            section if self.is_table() && section != "match" => format!(
                "a line of `{section}` begins with a condition such as `{}`, or with `else`{}{}",
                self.example_of_condition(),
                if section == "end" { ", or is `win most seeds`" } else { "" },
                if self.change { "; `before NAME: `, `after NAME: ` and `remove NAME` change lines" } else { "" },
            ),
            "match" => "a line of `match` begins with `refill`, `remainder`, `keep`, `winner`, \
                        `loser`, `starter` or `lot`, or is a condition with what follows from it: \
                        `own store holds 3 or fewer -> opponent wins`"
                .into(),
            "terms" => "a line of `terms` has the form `NAME: CONDITION`".into(),
            "stages" => "a line of `stages` has the form `NAME: CONDITION` or `NAME: else`".into(),
            section => {
                let known: Vec<_> = expected.words.iter().filter(|word| self.change || *word != "remove").collect();
                format!("a line of `{section}` begins with {}", quoted_alternatives(&known))
            }
        }
    }

    fn example_of_condition(self) -> &'static str {
        match self.section {
            "end" => "no move",
            "begin" => "own row is empty",
            "finish" => "opponent row is empty",
            "match" => "own store holds 3 or fewer",
            "sow" | "lift" => "here holds 2 or more",
            _ => "here is own",
        }
    }

    fn example_of_action(self) -> &'static str {
        match self.section {
            "begin" => "`-> move 1 from own store to every own pit`",
            "lift" => "`-> capture 1 from here`",
            "finish" => "`-> undo`, `-> bonus move`",
            "end" => "`-> each takes own row`, `-> opponent wins`",
            "match" => "`-> opponent wins`, `-> add 1 to own points`",
            "drop" => "`-> capture here`",
            _ => "`-> capture opposite`, `-> relay`, `-> stop`",
        }
    }
}

/// What is allowed at an offset.
#[derive(Default, Clone)]
pub(crate) struct Expected {
    /// The allowed words of the language.
    pub words: Vec<String>,
    signs: Vec<String>,
    /// Whether a name of the file is allowed.
    pub name: bool,
    /// Whether a number is allowed.
    pub number: bool,
    letter: bool,
    text: bool,
    /// Whether a move is allowed.
    pub turn: bool,
    /// Whether the line may end there.
    end: bool,
}

impl Expected {
    fn is_empty(&self) -> bool {
        self.words.is_empty()
            && self.signs.is_empty()
            && !(self.name || self.number || self.letter || self.text || self.turn || self.end)
    }

    /// Whether a word of the language or a sign is allowed there.
    pub fn offers(&self, token: &str) -> bool {
        self.words.iter().chain(&self.signs).any(|known| known == token)
    }

    /// Whether a token may have been left out there. Where a number is allowed, words that stand for one do not
    /// count.
    pub fn may_lack(&self, token: &str) -> bool {
        self.offers(token) && !(self.is_number() && matches!(token, "pits" | "seeds" | "("))
    }

    /// Whether a name, a number or a text of the author is allowed there.
    pub fn is_open(&self) -> bool {
        self.name || self.number || self.letter || self.text || self.turn
    }

    /// Whether an arithmetic expression is allowed there.
    pub fn is_number(&self) -> bool {
        self.number && self.name && self.offers("(")
    }

    /// The allowed words that may be meant by `found`, the likeliest first: those of the same meaning, then that
    /// of the most similar spelling.
    fn similar<'b>(&'b self, found: &'b str) -> impl Iterator<Item = &'b str> {
        let is_word = found.starts_with(char::is_alphabetic);
        let known = || self.words.iter().map(String::as_str);
        let synonyms = meant_by(found).iter().filter_map(move |meant| known().find(|word| word == meant));
        // A short word of the language is like many others.
        let is_short = found.len() <= 3 && word(found).is_some();
        let spelling = did_you_mean(found, known().filter(move |_| !is_short));
        synonyms.chain(spelling).filter(move |meant| is_word && *meant != found)
    }

    /// Describes what is allowed: the tokens most often forgotten first, and groups of tokens by one
    /// name.
    fn describe(&self, context: LineContext) -> String {
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let mut signs: Vec<&str> = self.signs.iter().map(String::as_str).collect();
        let (mut name, mut number) = (self.name, self.number);
        let condition = format!("a condition such as `{}`", context.example_of_condition());
        let mut kinds: Vec<&str> = vec![];
        let has = |words: &[&str], wanted: &[&str]| wanted.iter().all(|word| words.contains(word));
        let drop_words = |words: &mut Vec<&str>, gone: &[&str]| words.retain(|word| !gone.contains(word));
        let changes = context.change && words.contains(&"remove");
        if !context.change {
            drop_words(&mut words, &["remove", "before"]);
        }
        if has(&words, &["board", "sow", "land"]) {
            kinds.push("a section");
            words.clear();
        }
        if has(&words, &["capture", "stop"]) {
            kinds.push(match context.section {
                "end" | "match" => "what happens, such as `each takes own row` or `opponent wins`",
                "drop" | "lift" => "an action such as `capture here`",
                "begin" => "an action such as `capture own row`",
                "finish" => "an action such as `bonus move` or `undo`",
                _ => "an action such as `capture opposite`, `relay` or `stop`",
            });
            words.clear();
        }
        if has(&words, &["here", "no", "first"]) {
            kinds.push(condition.as_str());
            words.retain(|word| *word == "else" || changes && matches!(*word, "before" | "after" | "remove"));
            (name, number) = (false, false);
            signs.retain(|sign| !matches!(*sign, "("));
        }
        if has(&words, &["here", "mirror"]) {
            kinds.push(if words.contains(&"every") {
                "a place such as `here`, `opposite` or `every own pit`"
            } else {
                "a pit such as `here` or `opposite`"
            });
            let places = [
                "here", "landing", "opposite", "next", "previous", "mirror", "chosen", "lap", "turn", "behind", "hand",
            ];
            drop_words(&mut words, &places);
            drop_words(&mut words, &["own", "opponent", "board", "every"]);
        }
        if has(&words, &["own", "empty", "occupied"]) {
            // More words of a kind are allowed too, but the author probably wants to continue with
            // something else.
            if !self.end && !signs.contains(&"->") {
                kinds.push("a kind of pit such as `own pit` or `empty`");
            }
            drop_words(&mut words, &["own", "opponent", "empty", "occupied", "closed", "lap", "turn", "not", "pit"]);
            drop_words(&mut words, &["sown", "reached", "store", "front", "back", "row", "landing"]);
            name = false;
        }
        if number && self.is_number() {
            kinds.push("a number");
            (name, number) = (false, false);
            drop_words(&mut words, &["pits", "rows", "seeds"]);
            signs.retain(|sign| *sign != "(");
        }
        // A number may be a sum in brackets.
        signs.retain(|sign| *sign != "(" || !number);
        // Every number may be followed by an operator.
        let is_operator = |sign: &str| matches!(sign, "+" | "-" | "*" | "/");
        if signs.iter().any(|sign| !is_operator(sign)) || !words.is_empty() || self.end {
            signs.retain(|sign| !is_operator(sign));
        }
        signs.sort_by_key(|sign| *sign != "->");
        let quoted = signs.into_iter().chain(words).map(|token| format!("`{token}`"));
        let mut all: Vec<String> = quoted.collect();
        all.extend(kinds.into_iter().map(String::from));
        let others = [
            (number && name, "a number or a name"),
            (number && !name, "a number"),
            (name && !number, "a name"),
            (self.letter && !self.turn, "a pit's letter"),
            (self.turn, "a move such as `A`"),
            (self.text, "a text in quotes"),
        ];
        all.extend(others.into_iter().filter(|(so, _)| *so).map(|(_, what)| what.to_string()));
        if all.is_empty() {
            return "the end of the line".into();
        }
        if all.len() > MAX_ALTERNATIVES {
            format!("{}, …", all[..MAX_ALTERNATIVES].join(", "))
        } else {
            alternatives(&all)
        }
    }
}

/// Finds what may follow the beginning of a line, by parsing it with a character that matches nothing.
/// Returns an empty set if the beginning itself is wrong, so that the parser did not get past its last
/// word.
pub(crate) fn expected_at(rule: Rule, beginning: &str) -> Rc<Expected> {
    // Lines often begin alike, and a line is asked about again and again while it is mended.
    thread_local!(static KNOWN: RefCell<HashMap<(Rule, String), Rc<Expected>>> = RefCell::default());
    let key = (rule, beginning.trim_end().to_string());
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let expected = Rc::new(probe(rule, &key.1));
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MAX_KNOWN_BEGINNINGS {
            known.clear();
        }
        known.insert(key, Rc::clone(&expected));
    });
    expected
}

/// Finds what may follow the beginning of a line.
fn probe(rule: Rule, beginning: &str) -> Expected {
    let blank = if beginning.is_empty() { "" } else { " " };
    let probe = format!("{beginning}{blank}\u{1}");
    let Some(error) = parse_error(rule, &probe) else { return Expected::default() };
    let mut expected = Expected::default();
    if furthest_tried(&error) + 1 < probe.len() {
        return expected;
    }
    let Some(attempts) = error.parse_attempts() else { return expected };
    // The type of a token is private to pest, so ranges of characters are recognised by their text.
    for token in attempts.expected_tokens() {
        let token = token.to_string();
        match token.as_str() {
            "\"" => expected.text = true,
            "0..9" => expected.number = true,
            "a..z" => expected.name = true,
            "A..Z" => expected.letter = true,
            "@" => expected.turn = true,
            "_" | "#" | "\u{feff}" | "BUILTIN_RULE" => {}
            text if text.trim().is_empty() => {}
            text if text.starts_with(|c: char| c.is_ascii_alphabetic()) => expected.words.push(token),
            _ => expected.signs.push(token),
        }
    }
    if expected.turn {
        (expected.name, expected.letter, expected.number) = (false, false, false);
    }
    expected.end = !beginning.is_empty() && matches_rule(beginning, rule);
    expected
}

/// The number of lines in a text that match no rule, or `None` if the text itself does not match.
pub(super) fn bad_lines(text: &str, rule: Rule) -> Option<usize> {
    let pairs = Grammar::parse(rule, text).ok()?;
    Some(pairs.flatten().filter(|pair| matches!(pair.as_rule(), Rule::bad_line | Rule::bad_item)).count())
}

/// Whether a rule matches a whole text, and a line that plays moves has no other words.
pub(super) fn matches_rule(text: &str, rule: Rule) -> bool {
    let is_move = |word: &str| {
        let pit = word.trim_end_matches(|c: char| !c.is_alphabetic());
        pit.len() <= 2 || pit.eq_ignore_ascii_case("store") || word.contains(['@', ':', '='])
    };
    let moves = text.strip_prefix("play ").filter(|_| rule == Rule::example_alone);
    moves.is_none_or(|moves| moves.split_whitespace().take_while(|word| *word != "#").all(is_move))
        && Grammar::parse(rule, text).is_ok()
}

/// The offset at which a text stops matching a rule, or `None` if all of it matches.
pub(super) fn unmatched(text: &str, rule: Rule) -> Option<usize> {
    match parse_error(rule, text) {
        Some(error) => Some(furthest_tried(&error).min(text.len())),
        None => (!matches_rule(text, rule)).then(|| text.find(' ').unwrap_or(0)),
    }
}

/// The offset up to which a rule can match a text; one past the end if it matches all of it.
pub(super) fn furthest_offset(text: &str, rule: Rule) -> usize {
    parse_error(rule, text).map_or(text.len() + 1, |error| furthest_tried(&error))
}

/// The furthest offset that the parser tried.
fn furthest_tried(error: &Error<Rule>) -> usize {
    let by_rule = match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((at, _)) => at,
    };
    error.parse_attempts().map_or(by_rule, |attempts| attempts.max_position.max(by_rule))
}

/// The words of a line, and those of the language that they may stand for.
fn meanings(text: &str) -> BTreeSet<String> {
    let words = word_ranges(text).map(|range| text[range].to_lowercase());
    words
        .flat_map(|word| {
            meant_by(&word).iter().map(|meant| meant.to_string()).chain([word.clone()]).collect::<Vec<_>>()
        })
        .collect()
}

/// Finds a term near an offset, or with which the text begins.
fn find_term(text: &str, term: &str, at: usize) -> Option<Range<usize>> {
    let all: Vec<Range<usize>> = word_ranges(text).collect();
    let term: Vec<&str> = term.split(' ').collect();
    all.windows(term.len()).find_map(|window| {
        let range = window[0].start..window[window.len() - 1].end;
        let blank = window.windows(2).all(|two| text[two[0].end..two[1].start].trim().is_empty());
        let same = window.iter().zip(&term).all(|(range, word)| &text[range.clone()] == *word);
        let near = range.start <= at && (at <= range.end + 1 || range.start == 0);
        (blank && same && near).then_some(range)
    })
}

/// Whether a line says that there are stores, or none, and nothing else.
fn is_about_stores(line: &str) -> bool {
    let is_store = |word: &str| {
        let one = word.strip_suffix('s').unwrap_or(word);
        one == "store" || meant_by(one).contains(&"store")
    };
    let is_filling = |word: &str| {
        matches!(word, "no" | "without" | "with" | "has" | "a" | "one" | "two" | "1" | "2" | "for" | "per" | "player")
    };
    let words: Vec<&str> = line.split([' ', '=', ':', '\n']).filter(|word| !word.is_empty()).collect();
    let Some((last, rest)) = words.split_last() else { return false };
    let (end, at) = match rest.iter().position(|word| is_store(word)) {
        Some(at) => (matches!(*last, "each" | "player" | "no" | "yes" | "true" | "false" | "none" | "both"), at),
        None => (is_store(last), rest.len()),
    };
    // A number behind the word is one of seeds.
    end && words[..at].iter().all(|word| is_filling(word))
        && rest.iter().skip(at + 1).all(|word| matches!(*word, "for" | "per" | "each"))
}

/// Whether a line gives the size of a board in one, such as `2x6` or `size: 2 by 6`.
fn is_size(line: &str) -> bool {
    let words = line.replace(['x', '×', '*'], " by ");
    let words: Vec<&str> = words.split([' ', ':', '=']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.parse::<u16>().is_ok();
    match words[..] {
        [rows, "by", pits] | ["board" | "size", rows, "by", pits] => is_number(rows) && is_number(pits),
        _ => false,
    }
}

/// The direction that a line gives to all moves, if it says nothing else.
fn direction_of_all_moves(line: &str) -> Option<&'static str> {
    let says_nothing = |word: &str| {
        meant_by(word).contains(&"sow")
            || matches!(
                word,
                "sow" | "sown" | "sows" | "way" | "seeds" | "is" | "are" | "the" | "in" | "to" | "=" | ":"
            )
    };
    let lower = line.to_lowercase().replace("counter-clockwise", "counterclockwise").replace("anti-clock", "anticlock");
    let words: Vec<&str> = tokens(&lower).into_iter().map(|token| &lower[token]).collect();
    let said: Vec<&str> = words.into_iter().filter(|word| !says_nothing(word)).collect();
    let is = |word: &str, way: &str| word == way || meant_by(word).contains(&way);
    match *said {
        ["right"] | ["left", "right"] => Some("counterclockwise"),
        ["left"] | ["right", "left"] => Some("clockwise"),
        ["both" | "either" | "any", "directions" | "direction" | "ways"] | ["both" | "either" | "any"] => {
            Some("counterclockwise or clockwise")
        }
        [way] if is(way, "counterclockwise") => Some("counterclockwise"),
        [way] if is(way, "clockwise") => Some("clockwise"),
        [one, "or" | "and", other] if is(one, "counterclockwise") && is(other, "clockwise") => {
            Some("counterclockwise or clockwise")
        }
        [one, "or" | "and", other] if is(one, "clockwise") && is(other, "counterclockwise") => {
            Some("clockwise or counterclockwise")
        }
        _ => None,
    }
}

fn is_verb(word: &str) -> bool {
    matches!(word, "takes" | "wins")
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Moves back to the start of a word, or forward over blanks to the next one.
fn word_start(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = text[..at].trim_end_matches(is_word_char);
    if text[at..].starts_with(is_word_char) && before.len() < at {
        return before.len();
    }
    at + (text[at..].len() - text[at..].trim_start().len())
}

/// The ranges of the words of a text, except those in quotes.
fn word_ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut quoted = false;
    let mut start = None;
    let mut found = vec![];
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c == '"' {
            quoted = !quoted;
        }
        match (is_word_char(c) && !quoted, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    found.into_iter()
}

/// The token at the start of a text: a word, a quoted text or a sign.
pub(super) fn token_at(text: &str) -> &str {
    const SIGNS: [&str; 20] = [
        "-->", "->>", "->", "=>", "==", ">=", "<=", "!=", "<>", "&&", "||", "..", "—>", "–>", "//", "--", "/*", ";;",
        ":=", "**",
    ];
    let Some(first) = text.chars().next() else { return "" };
    let end = if is_word_char(first) {
        text.find(|c| !is_word_char(c)).unwrap_or(text.len())
    } else if first == '"' {
        text[1..].find('"').map_or(text.len(), |end| end + 2)
    } else {
        SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
    };
    &text[..end]
}
