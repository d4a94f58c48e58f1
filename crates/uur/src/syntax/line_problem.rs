//! Problems of a line that does not match the grammar as data, and the wording of the messages about them.

use crate::diagnostic::{Code, Diagnostic, Problem, quoted_alternatives, worded};
use crate::source::Span;

/// What is wrong where a reserved word stands for a name of the file.
pub(crate) const RESERVED: &str = "a reserved word";

/// A problem of a line.
pub(super) enum LineProblem<'a> {
    /// The line does not go on as it could.
    Unexpected { found: &'a str, wanted: String },
    /// The line ends before it is complete, after its last word.
    EndsEarly { wanted: String, last: &'a str, help: Option<String> },
    /// A word is not known at its place. `meant` is the word that fits, perhaps one of the same meaning.
    UnknownWord { found: &'a str, wanted: String, meant: Option<&'a str>, same_meaning: bool },
    /// No line of the section, or no section, begins with a word.
    UnknownBeginning {
        found: &'a str,
        section: &'static str,
        meant: Option<&'a str>,
        same_meaning: bool,
        help: Vec<String>,
    },
    /// A comment begins with a sign of other languages.
    ForeignComment,
    /// A token stands twice.
    Doubled(&'a str),
    /// What happens stands before its condition. The help says what to write where the line cannot be turned.
    ActionFirst { help: Option<String> },
    /// One of these tokens is missing before another one, or at the end of the line.
    MissingTokens { tokens: Vec<&'a str>, before: &'a str },
    /// A phrase is not of the language, which has another one or needs none. Perhaps it compares numbers by signs.
    ForeignPhrase { found: &'a str, meant: &'a str, compares: bool },
    /// A term of books is a whole line in the language.
    BookTerm { term: &'a str, help: &'a str },
    /// A line of the board says that there are stores, or none.
    NoStoresLine,
    /// A line of `sow` says the direction of all moves.
    DirectionLine { way: &'static str },
    /// A sign ends the line, as other languages demand.
    TrailingSign(&'a str),
    /// Nothing follows a comma.
    TrailingComma,
    /// A reserved word stands where a file gives a name to something.
    ReservedName { found: &'a str, named: &'a str },
    /// Several words stand where a file gives a name to something.
    NameOfWords(String),
    /// A text has no quotes, or typographic ones.
    Unquoted,
    /// The head of a section has no title.
    MissingTitle(&'a str),
    /// A second line, or a second section, stands on the same line.
    MissingLineBreak { in_section: bool },
    /// The line belongs to another section, or stands outside of all.
    OtherSection { section: &'a str, here: &'a str },
    /// A move of a test has signs that no move has, or has them in another order.
    NotAMove { text: &'a str, meant: bool },
    /// A row by its number is asked about as a place.
    RowAsPlace { place: &'a str, whose: &'a str },
}

impl LineProblem<'_> {
    /// Whether the problem does not depend on how the rest of the line is read: a word or sign of other languages.
    pub(super) fn is_sure(&self) -> bool {
        matches!(
            self,
            LineProblem::UnknownWord { same_meaning: true, .. }
                | LineProblem::UnknownBeginning { same_meaning: true, .. }
                | LineProblem::ForeignComment
                | LineProblem::TrailingSign(_)
                | LineProblem::ReservedName { .. }
                | LineProblem::MissingTitle(_)
                | LineProblem::NotAMove { .. }
                | LineProblem::RowAsPlace { .. }
        )
    }

    /// What a fix that writes this does, in a few words.
    pub(super) fn fix_title(&self, with: &str) -> String {
        match self {
            LineProblem::UnknownWord { meant: Some(meant), same_meaning, .. }
            | LineProblem::UnknownBeginning { meant: Some(meant), same_meaning, .. } => match same_meaning {
                true => format!("use the word `{meant}`"),
                false => format!("did you mean `{meant}`?"),
            },
            LineProblem::NotAMove { .. } => format!("did you mean `{with}`?"),
            LineProblem::ForeignComment => "begin the comment with `#`".into(),
            LineProblem::Doubled(_)
            | LineProblem::TrailingSign(_)
            | LineProblem::TrailingComma
            | LineProblem::ForeignPhrase { meant: "", .. } => "leave it out".into(),
            LineProblem::ActionFirst { .. } => "swap the condition and the action".into(),
            LineProblem::Unquoted => "quote it".into(),
            LineProblem::MissingLineBreak { .. } => "begin a new line".into(),
            _ => format!("write `{}`", with.trim()),
        }
    }
}

impl Problem for LineProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        const FOREIGN_SIGN: &str = "not a symbol of the language";
        let say = |message: String, label: &str| worded(Code::Unexpected, message, span, label);
        match self {
            LineProblem::Unexpected { found, wanted } => {
                say(format!("expected {wanted}, found {}", quoted(found)), "not expected here")
            }
            LineProblem::EndsEarly { wanted, last, help } => {
                let after = if last.is_empty() { String::new() } else { format!(" after `{last}`") };
                let problem = say(format!("the line ends too early: expected {wanted}{after}"), "ends here");
                help.into_iter().fold(problem, Diagnostic::help)
            }
            LineProblem::UnknownWord { found, wanted, .. } => {
                say(format!("expected {wanted}, found {}", quoted(found)), "not known here")
            }
            LineProblem::UnknownBeginning { found, section, help, .. } => {
                let found = quoted(found);
                let message = match section {
                    "" => format!("no section begins with {found}"),
                    section => format!("no line of `{section}` begins with {found}"),
                };
                help.into_iter().fold(say(message, "not known here"), Diagnostic::help)
            }
            LineProblem::ForeignComment => say("a comment begins with `#`".into(), FOREIGN_SIGN),
            LineProblem::Doubled(found) => say(format!("{} is written twice", quoted(found)), "once is enough"),
            LineProblem::ActionFirst { help } => {
                let problem =
                    say("a line says first when, and then what happens".into(), "an action stands after `->`");
                help.into_iter().fold(problem, Diagnostic::help)
            }
            LineProblem::MissingTokens { tokens, before } => {
                let named = quoted_alternatives(&tokens);
                match before {
                    "" => say(format!("{named} is missing at the end of the line"), "ends here"),
                    found => say(
                        format!("{named} is missing before {}", quoted(found)),
                        &format!("{named} belongs before this"),
                    ),
                }
            }
            LineProblem::ForeignPhrase { found, meant: "", .. } => {
                say(format!("{} is not needed here", quoted(found)), "not valid here")
            }
            LineProblem::ForeignPhrase { found, meant, .. } if found.strip_prefix(['-', '−', '–']) == Some(meant) => {
                say("no number is negative here".into(), "negative")
            }
            LineProblem::ForeignPhrase { meant, compares, .. } => {
                let problem = say(format!("this is written `{meant}`"), "not valid here");
                match compares {
                    true => problem.help("numbers are compared in words: `3`, `3 or more`, `3 or fewer`, `2..4`"),
                    false => problem,
                }
            }
            LineProblem::BookTerm { term, help } => {
                say(format!("`{term}` is not a word of the language"), "said in another way").help(help)
            }
            LineProblem::NoStoresLine => say("`board` needs no line about stores".into(), "not needed").help(
                "leave it out: each player has a store, and lines such as `here is empty own pit -> capture here` fill it",
            ),
            LineProblem::DirectionLine { way } => {
                say("the direction of all moves stands in the head of `sow`".into(), "not a line of its own")
                    .help(format!("write `sow {way} {{`"))
                    .help("a line is for the pits or laps of its condition: `clockwise where here is pit 1..2`")
            }
            LineProblem::TrailingSign(sign) => {
                say(format!("a line needs no `{sign}` at its end"), "not part of the line")
            }
            LineProblem::TrailingComma => say("nothing follows the `,`".into(), "not needed here"),
            LineProblem::ReservedName { found, named } => {
                let message = format!("`{found}` is a reserved word, so it cannot name a {named}");
                say(message, RESERVED).help(format!(
                    "choose another name, such as `my_{found}`; `uur explain {found}` shows what `{found}` means"
                ))
            }
            LineProblem::NameOfWords(joined) => {
                say("a name is one word".into(), "several words").help(format!("choose one, or write `{joined}`"))
            }
            LineProblem::Unquoted => say("a text is written in double quotes".into(), "not in double quotes"),
            LineProblem::MissingTitle(head) => {
                let what = if head == "test" { "title" } else { "name" };
                say(format!("a `{head}` section needs a {what} in quotes"), "a text is missing before this")
                    .help(format!("write `{head} \"NAME\" {{`"))
            }
            LineProblem::MissingLineBreak { in_section } => {
                let message = match in_section {
                    false => "each section must begin on a line of its own",
                    true => "each line of a section must be on a line of its own",
                };
                say(message.into(), "a new line begins here")
            }
            LineProblem::OtherSection { section, here: "" } => {
                say("this line is outside of all sections".into(), &format!("a line of `{section}`"))
                    .help(format!("put it between `{section} {{` and its `}}`"))
            }
            LineProblem::OtherSection { section, here } => {
                say(format!("this line belongs to `{section}`, not to `{here}`"), &format!("not valid in `{here}`"))
                    .help(format!("put it into the section `{section}`"))
            }
            LineProblem::NotAMove { text, meant } => {
                let problem = say(format!("`{text}` is not a move"), "not the form of a move");
                match meant {
                    true => problem,
                    false => problem
                        .help("a move is a pit, as in `A` or `A'`, and what is chosen in it, in this order")
                        .help("`A-1` leaves a seed in A, `A>` and `A<` choose the direction, `A:+`, `A:-` and `A:b` decide"),
                }
            }
            LineProblem::RowAsPlace { place, whose } => say(format!("`{place}` is not a place"), "names a row of pits")
                .help(format!("the places are `{whose} front`, `{whose} back` and `{whose} rows`"))
                .help(format!("of the pits of a row: `every {place} pit is empty`, `any {place} occupied pit`")),
        }
    }
}

/// A token in backticks, or the code point of an invisible character.
fn quoted(token: &str) -> String {
    match token.chars().next() {
        Some(c) if is_invisible(c) => format!("the character U+{:04X}", u32::from(c)),
        _ if token.chars().count() > 40 => format!("`{}…`", token.chars().take(40).collect::<String>()),
        _ => format!("`{token}`"),
    }
}

/// Whether a character is invisible on its own: a blank, a zero-width character or a combining mark.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
