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
    /// The line is an English sentence that begins with a condition.
    Sentence,
    /// What happens stands before its condition. The help says what to write where the line cannot be turned.
    ActionFirst { at: TurnedAt, help: Option<String> },
    /// Two words of one kind of pit are joined by `and`.
    KindWithAnd,
    /// The owner of a pit stands behind its kind.
    OwnerAfterKind,
    /// Two neighbours stand in the wrong order.
    Swapped([&'a str; 2]),
    /// One of these tokens is missing before another one, or at the end of the line.
    MissingTokens { tokens: Vec<&'a str>, before: &'a str },
    /// A phrase is not of the language, which has another one or needs none.
    ForeignPhrase { found: &'a str, meant: &'a str },
    /// A term of books is a whole line in the language.
    BookTerm { term: &'a str, help: &'a str },
    /// A sign ends the line, as other languages demand.
    TrailingSign(&'a str),
    /// Nothing follows a comma.
    TrailingComma,
    /// A reserved word stands where a file gives a name to something.
    ReservedName { found: &'a str, named: &'a str },
    /// Another sign stands for the arrow.
    ForeignArrow,
    /// An operator of other languages stands for a word or sign.
    ForeignOperator(&'a str),
    /// A number has a minus sign.
    Negative,
    /// Another sign stands for `..`.
    ForeignRange,
    /// Numbers are compared by signs.
    Compared,
    /// A text has no quotes, or typographic ones.
    Unquoted,
    /// The head of a section has no title.
    MissingTitle(&'a str),
    /// A number and a word are written as one.
    MissingSpace { number: &'a str, word: &'a str },
    /// A second line, or a second section, stands on the same line.
    MissingLineBreak { in_section: bool },
    /// Two actions are joined by `and`.
    ActionsJoinedByAnd,
    /// The line belongs to another section, or stands outside of all.
    OtherSection { section: &'a str, here: &'a str },
    /// Without this token the line matches.
    Extra(&'a str),
    /// A name stands where a place is asked about.
    UnknownPlace(&'a str),
    /// A move of a test has signs that no move has, or has them in another order.
    NotAMove { text: &'a str, meant: bool },
    /// A path has no part.
    EmptyPath,
    /// A part of a path has no player.
    PartOfNobody(&'a str),
    /// The parts of a path are joined by `and`.
    PathJoinedByAnd,
    /// A path names single pits.
    PathOfPits,
    /// A row by its number is asked about as a place.
    RowAsPlace { whose: &'a str, number: u16, has_fix: bool },
}

/// Where the order of condition and action is seen to be wrong.
pub(super) enum TurnedAt {
    /// The whole line is an English sentence.
    Sentence,
    /// A condition follows the action behind `->`.
    SecondCondition,
    /// An action begins the line.
    Beginning,
}

impl LineProblem<'_> {
    /// Whether the problem does not depend on how the rest of the line is read: a word or sign of other languages.
    pub(super) fn is_sure(&self) -> bool {
        matches!(
            self,
            LineProblem::UnknownWord { same_meaning: true, .. }
                | LineProblem::UnknownBeginning { same_meaning: true, .. }
                | LineProblem::ForeignComment
                | LineProblem::ForeignOperator(_)
                | LineProblem::ForeignRange
                | LineProblem::Compared
                | LineProblem::TrailingSign(_)
                | LineProblem::ReservedName { .. }
                | LineProblem::MissingTitle(_)
                | LineProblem::NotAMove { .. }
                | LineProblem::PartOfNobody(_)
                | LineProblem::PathJoinedByAnd
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
            | LineProblem::Extra(_) => "leave it out".into(),
            LineProblem::ForeignPhrase { meant: "", .. } => "leave it out".into(),
            LineProblem::Negative => "leave the sign out".into(),
            LineProblem::ActionFirst { at: TurnedAt::SecondCondition | TurnedAt::Beginning, .. } => {
                "swap the condition and the action".into()
            }
            LineProblem::Swapped(_) => "swap them".into(),
            LineProblem::Unquoted => "quote it".into(),
            LineProblem::MissingSpace { .. } => "insert a space".into(),
            LineProblem::MissingLineBreak { .. } => "begin a new line".into(),
            LineProblem::PartOfNobody(_) => "write `own` or `opponent`".into(),
            LineProblem::RowAsPlace { number: 1, .. } => "the front row is `front`".into(),
            LineProblem::Unexpected { .. }
            | LineProblem::EndsEarly { .. }
            | LineProblem::UnknownWord { .. }
            | LineProblem::UnknownBeginning { .. }
            | LineProblem::Sentence
            | LineProblem::ActionFirst { .. }
            | LineProblem::KindWithAnd
            | LineProblem::OwnerAfterKind
            | LineProblem::MissingTokens { .. }
            | LineProblem::ForeignPhrase { .. }
            | LineProblem::BookTerm { .. }
            | LineProblem::ReservedName { .. }
            | LineProblem::ForeignArrow
            | LineProblem::ForeignOperator(_)
            | LineProblem::ForeignRange
            | LineProblem::Compared
            | LineProblem::MissingTitle(_)
            | LineProblem::ActionsJoinedByAnd
            | LineProblem::OtherSection { .. }
            | LineProblem::UnknownPlace(_)
            | LineProblem::EmptyPath
            | LineProblem::PathJoinedByAnd
            | LineProblem::PathOfPits
            | LineProblem::RowAsPlace { .. } => format!("write `{}`", with.trim()),
        }
    }
}

impl Problem for LineProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        const FOREIGN_SIGN: &str = "not a symbol of the language";
        const CONDITION_FIRST: &str = "a line says first when, and then what happens";
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
            LineProblem::Sentence => {
                say("a line is a condition, `->` and what happens".into(), "not the form of a line")
            }
            LineProblem::ActionFirst { at, help } => {
                let label = match at {
                    TurnedAt::Sentence => "not the form of a line",
                    TurnedAt::SecondCondition => "a condition stands before `->`",
                    TurnedAt::Beginning => "an action stands after `->`",
                };
                help.into_iter().fold(say(CONDITION_FIRST.into(), label), Diagnostic::help)
            }
            LineProblem::KindWithAnd => say("a kind of pit is written without `and`".into(), "words of one kind"),
            LineProblem::OwnerAfterKind => say("the owner stands before the kind of pit".into(), "in the wrong order"),
            LineProblem::Swapped([one, other]) => {
                say(format!("{} belongs before {}", quoted(other), quoted(one)), "in the wrong order")
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
            LineProblem::ForeignPhrase { found, meant } => {
                let message = match meant {
                    "" => format!("{} is not needed here", quoted(found)),
                    meant => format!("this is written `{meant}`"),
                };
                say(message, "not valid here")
            }
            LineProblem::BookTerm { term, help } => {
                say(format!("`{term}` is not a word of the language"), "said in another way").help(help)
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
            LineProblem::ForeignArrow => say("`->` separates a condition from its actions".into(), FOREIGN_SIGN),
            LineProblem::ForeignOperator(meant) => say(format!("this is written `{meant}`"), FOREIGN_SIGN),
            LineProblem::Negative => say("a number is never negative".into(), "numbers go from 0 to 65535"),
            LineProblem::ForeignRange => say("a range is written with `..`".into(), FOREIGN_SIGN),
            LineProblem::Compared => say("numbers are compared in words".into(), FOREIGN_SIGN)
                .help("`holds 3`, `holds 3 or more`, `holds 3 or fewer`, `holds 2..4`"),
            LineProblem::Unquoted => say("a text is written in double quotes".into(), "not in double quotes"),
            LineProblem::MissingTitle(head) => {
                let what = if head == "test" { "title" } else { "name" };
                say(format!("a `{head}` section needs a {what} in quotes"), "a text is missing before this")
                    .help(format!("write `{head} \"NAME\" {{`"))
            }
            LineProblem::MissingSpace { number, word } => {
                say(format!("a space is missing between `{number}` and `{word}`"), "not one word")
            }
            LineProblem::MissingLineBreak { in_section } => {
                let message = match in_section {
                    false => "each section must begin on a line of its own",
                    true => "each line of a section must be on a line of its own",
                };
                say(message.into(), "a new line begins here")
            }
            LineProblem::ActionsJoinedByAnd => say("actions are joined by `,`".into(), "joins pits and conditions"),
            LineProblem::OtherSection { section, here: "" } => {
                say("this line is outside of all sections".into(), &format!("a line of `{section}`"))
                    .help(format!("put it between `{section} {{` and its `}}`"))
            }
            LineProblem::OtherSection { section, here } => {
                say(format!("this line belongs to `{section}`, not to `{here}`"), &format!("not valid in `{here}`"))
                    .help(format!("put it into the section `{section}`"))
            }
            LineProblem::Extra(found) => say(format!("{} is not needed here", quoted(found)), "not part of the line"),
            LineProblem::UnknownPlace(found) => {
                say(format!("`{found}` is not a pit or another place with seeds"), "not known here")
                    .help("the pits are `here`, `opposite`, `next`, `previous` and `mirror`, also joined by `of`")
                    .help("the other places are `own row`, `opponent row`, `own store`, `opponent store` and `board`")
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
            LineProblem::EmptyPath => say("the path is empty".into(), "ends here")
                .help("write `along own row, opponent row`, or `along own row` for a path round the own pits"),
            LineProblem::PartOfNobody(part) => say(format!("`{part}` needs its player here"), "whose is it?"),
            LineProblem::PathJoinedByAnd => {
                say("the parts of a path are joined by `,`".into(), "joins pits and conditions")
            }
            LineProblem::PathOfPits => {
                say("a path is made of rows and stores, not of single pits".into(), "not part of a path")
                    .help("write for example `along own row, own store, opponent row`")
                    .help("for another order of the pits, draw the board: `plan` lines letter the pits along the path")
            }
            LineProblem::RowAsPlace { whose, number, has_fix } => {
                let problem = say(format!("`{whose} row {number}` is not a place"), "names a row of pits");
                match has_fix {
                    true => problem,
                    false => problem.help(format!("the places are `{whose} front`, `{whose} back` and `{whose} side`")),
                }
            }
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
