//! Problems of the layout of a file as data, and the wording of the messages about them: brackets, quotes, broken
//! lines, and numbers beyond all limits. What a line should have said is the business of `recovery`.

use crate::diagnostic::{Code, Diagnostic, Problem, count, worded};
use crate::source::{Span, is_bidirectional};

/// A problem of the layout of a file.
pub(super) enum LayoutProblem<'a> {
    /// A text has no section, such as the rules in a book.
    NotARuleFile,
    /// A run of invisible characters, of which this is the first.
    Control(char),
    /// A bracket is closed by one of the other kind.
    ClosedByOther { bracket: Bracket, opened: Span },
    /// A section is opened by a bracket of the other kind.
    OpenedByOther,
    /// A closing bracket has no partner. Where it stands may decide what the line means.
    ClosesNothing { bracket: Bracket, decides: bool },
    /// A parenthesis is not closed before `before`, where `arrow` or the end of the line follows.
    NotClosed { before: Span, arrow: Option<Span> },
    /// `{` stands twice. The place to remove begins after the first one.
    OpenedTwice { surplus: Span },
    /// A section is not closed before the next one, or before the end of the file.
    SectionNotClosed { word: &'a str, opened: Span, before: Span, at_end: bool },
    /// What rule texts had as a section or line of its own is written elsewhere today. The fix covers both places.
    WrittenElsewhere { word: &'a str, to: &'a str, fix: Span, with: String },
    /// A section has no `{` at the end of its head.
    SectionNotOpened { word: &'a str, closed: Span },
    /// Parentheses stand in too many others.
    TooManyBrackets { most: usize },
    /// A line has too many conditions within others.
    TooManyConditions { most: usize },
    /// A sum has too many parts.
    TooManyTerms { most: usize },
    /// A quoted text has no closing quote before `end`.
    TextNotClosed { end: Span },
    /// A line is broken at `gap`, where it cannot be.
    BrokenLine { gap: Span },
    /// A number is too large to be read.
    LargeNumber { text: &'a str },
    /// More lines cannot be read than are reported.
    MoreLines { lines: usize },
}

/// A kind of bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Brace,
    Parenthesis,
}

impl Bracket {
    fn signs(self) -> [&'static str; 2] {
        match self {
            Bracket::Brace => ["{", "}"],
            Bracket::Parenthesis => ["(", ")"],
        }
    }

    fn other(self) -> Bracket {
        match self {
            Bracket::Brace => Bracket::Parenthesis,
            Bracket::Parenthesis => Bracket::Brace,
        }
    }
}

impl Problem for LayoutProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        let too_deep = |message| worded(Code::TooDeep, message, span, "one too many");
        match self {
            LayoutProblem::NotARuleFile => {
                worded(Code::Unexpected, "this text has no section of a rule file", span, "not written in the language")
                    .help("`uur new NAME` writes a short game to begin with, and docs/manual/tutorial.md explains one")
            }
            LayoutProblem::Control(first) => {
                let what =
                    if is_bidirectional(first) { "changes the direction of text" } else { "is a control character" };
                let message = format!("the character U+{:04X} {what}", u32::from(first));
                worded(Code::ControlCharacter, message, span, "invisible, and not allowed in a rule file").fix(
                    span,
                    "",
                    "remove it",
                )
            }
            LayoutProblem::ClosedByOther { bracket, opened } => {
                let ([open, close], [_, wrong]) = (bracket.signs(), bracket.other().signs());
                let message = format!("`{open}` is closed by `{wrong}`");
                worded(Code::UnclosedBracket, message, span, format!("should be `{close}`"))
                    .label(opened, "opened here")
                    .fix(span, close, format!("write `{close}`"))
            }
            LayoutProblem::OpenedByOther => {
                worded(Code::Unexpected, "a section is opened by `{`", span, "should be `{`").fix(
                    span,
                    "{",
                    "write `{`",
                )
            }
            LayoutProblem::ClosesNothing { bracket, decides } => {
                let [open, close] = bracket.signs();
                let message = format!("`{close}` closes nothing");
                let problem = worded(Code::StrayBracket, message, span, format!("no `{open}` is open here"));
                match decides {
                    true => problem
                        .help(format!("write `{open}` where the brackets begin, or leave `{close}` out"))
                        .help("without brackets, `and` binds closer than `or`"),
                    false => problem.fix(span, "", "leave it out"),
                }
            }
            LayoutProblem::NotClosed { before, arrow } => {
                let problem = worded(Code::UnclosedBracket, "`(` is not closed", span, "opened here");
                match arrow {
                    Some(arrow) => {
                        problem.label(arrow, "`)` is missing before this").fix(before, ")", "close it before `->`")
                    }
                    None => problem.label(before, "`)` is missing before the end of the line"),
                }
            }
            LayoutProblem::OpenedTwice { surplus } => {
                worded(Code::StrayBracket, "`{` is written twice", span, "once is enough").fix(
                    surplus,
                    "",
                    "leave it out",
                )
            }
            LayoutProblem::SectionNotClosed { word, opened, before, at_end } => {
                let label = if at_end { "`}` is missing after this" } else { "`}` is missing before this line" };
                worded(Code::UnclosedBracket, format!("the `{{` of `{word}` is not closed"), span, label)
                    .label(opened, "opened here")
                    .fix(before, "\n}", "close it")
            }
            LayoutProblem::WrittenElsewhere { word, to, fix, with } => {
                worded(Code::Unexpected, format!("`{word}` is written {to}"), span, "stands elsewhere").fix(
                    fix,
                    with,
                    format!("write it {to}"),
                )
            }
            LayoutProblem::SectionNotOpened { word, closed } => worded(
                Code::Unexpected,
                format!("`{{` is missing after `{word}`"),
                span,
                "the lines of the section go between `{` and `}`",
            )
            .label(closed, "closes it")
            .fix(span, " {", "open the section"),
            LayoutProblem::TooManyBrackets { most } => too_deep(format!("brackets are nested more than {most} deep"))
                .help("`and` binds closer than `or`, so most brackets are not needed"),
            LayoutProblem::TooManyConditions { most } => {
                too_deep(format!("a line has more than {most} `after` and `where`"))
                    .help("each of them begins a condition within the condition before it")
            }
            LayoutProblem::TooManyTerms { most } => too_deep(format!("a sum has more than {most} parts")),
            LayoutProblem::TextNotClosed { end } => worded(
                Code::UnclosedText,
                "a quoted text is not closed",
                span,
                "begins here and has no closing `\"` on its line",
            )
            .fix(end, "\"", "close it"),
            LayoutProblem::BrokenLine { gap } => {
                worded(Code::Unexpected, "a line cannot be broken here", span, "belongs to the line before")
                    .help("a line may be broken before and after `->`, `,`, `and` and `or`, and after `(`")
                    .fix(gap, " ", "write it on one line")
            }
            LayoutProblem::LargeNumber { text } => worded(
                Code::NumberTooLarge,
                format!("the number `{text}` is too large"),
                span,
                format!("at most {}", u16::MAX),
            ),
            LayoutProblem::MoreLines { lines } => {
                let message = format!("{} cannot be read", count(lines, "more line"));
                worded(Code::Unexpected, message, span, "from here on")
                    .help("that many errors usually have one cause near the first")
            }
        }
    }
}

impl Diagnostic {
    /// The problem of a section that is not closed, if its `}` comes too late at this place.
    pub(super) fn closed_late(mut self, span: Span) -> Self {
        // One fix cannot change two places.
        self.fix = None;
        self.label(span, "comes too late").help("write `}` where it is missing, and remove the one that comes too late")
    }
}
