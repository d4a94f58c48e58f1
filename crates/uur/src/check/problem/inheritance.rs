//! Problems of whole files: extended games, changed sections, and limits of size.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::LANGUAGE;
use crate::syntax::ast::SectionKind;

/// A problem of a file or of a section that changes another.
pub(in crate::check) enum FileProblem<'a> {
    /// The extended game lies outside of the files that may be read.
    Outside { name: &'a str },
    /// The file of the extended game cannot be read.
    Unreadable { name: &'a str, reason: &'a str },
    /// There is no game of the name after `extends`.
    NoSuchGame { name: &'a str },
    /// Files extend each other in a circle, or in a chain as long as one.
    ExtendsItself { back_to: &'a str, chain: Vec<&'a str> },
    /// The file does not declare its version of the language.
    NoLanguage,
    /// The file declares another version of the language.
    OtherLanguage { version: u64 },
    /// Something that may stand once stands twice.
    Twice { what: Twice<'a>, first: Span },
    /// `change` stands in a game that extends no other. The place to remove ends before the section.
    NothingExtended { change: Span },
    /// A line alters another in a section that is not a change.
    NotInChange { section: SectionKind },
    /// The extended game lacks the section to change.
    NoSectionToChange { section: SectionKind },
    /// A line of a change does not say which line it replaces.
    UnnamedChange,
    /// The section to change has no line of this name.
    NoSuchLine { name: &'a str, section: SectionKind, head: Span, known: Vec<&'a str> },
    /// A file exceeds a limit of size.
    TooMany { what: Limited, found: usize, most: usize },
}

/// What may stand once.
#[derive(Clone, Copy)]
pub(in crate::check) enum Twice<'a> {
    /// `language` or `extends`
    Statement(&'a str),
    Section(SectionKind),
    Line(&'a str, SectionKind),
    Parameter(&'a str),
    TestTitle,
}

/// What a file has a limited number of.
#[derive(Clone, Copy)]
pub(in crate::check) enum Limited {
    Parameters,
    ValuesOfParameters,
    Lines(SectionKind),
    Marks,
    Tests,
    LinesOfTest,
}

impl Problem for FileProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            FileProblem::Outside { name } => worded(
                Code::Outside,
                format!("the game `{name}` lies outside the folder of the rule file"),
                span,
                "leads out of the folder",
            )
            .help("move the file into that folder or below it, or add `--allow-outside` if you trust the rule file"),
            FileProblem::Unreadable { name, reason } => {
                worded(Code::ParseError, format!("the file of the game `{name}` cannot be read"), span, reason)
                    .help("a rule file is a text of at most 1 MiB that you may read")
            }
            FileProblem::NoSuchGame { name } => worded(
                Code::NoSuchGame,
                format!("there is no game `{name}` to extend"),
                span,
                "neither a shipped game nor a file",
            )
            .help("`uur list` shows the shipped games; a path is relative to the folder of this file"),
            FileProblem::ExtendsItself { back_to, chain } => {
                worded(Code::ExtendsItself, "the game extends itself", span, format!("leads back to `{back_to}`"))
                    .help(format!("each of these extends the next: {}", chain.join(", ")))
            }
            FileProblem::NoLanguage => worded(
                Code::NoLanguage,
                "the file does not declare its language version",
                span,
                format!("read as version {LANGUAGE}"),
            )
            .fix(span, format!("language {LANGUAGE}\n"), "declare it in the first line"),
            FileProblem::OtherLanguage { version } => worded(
                Code::OtherLanguage,
                format!("the file asks for version {version} of the language"),
                span,
                format!("this program reads version {LANGUAGE}"),
            )
            .help("a later version of the program may read it"),
            FileProblem::Twice { what, first } => {
                let what = match what {
                    Twice::Statement(word) => format!("`{word}`"),
                    Twice::Section(section) => format!("the section `{}`", section.word()),
                    Twice::Line(name, section) => format!("the line `{name}` of `{}`", section.word()),
                    Twice::Parameter(name) => format!("the parameter `{name}`"),
                    Twice::TestTitle => "the title of a test".to_string(),
                };
                worded(Code::Duplicate, format!("{what} appears a second time"), span, "repeated here")
                    .label(first, "first here")
                    .help("keep one of them")
            }
            FileProblem::NothingExtended { change } => {
                worded(Code::NothingToChange, "`change` in a game that extends no other", span, "nothing to change")
                    .fix(change, "", "write the whole section")
            }
            FileProblem::NotInChange { section } => worded(
                Code::NothingToChange,
                "only `change` sections alter single lines",
                span,
                "this section does not begin with `change`",
            )
            .help(format!("begin the section with `change {}`", section.word())),
            FileProblem::NoSectionToChange { section } => {
                let section = section.word();
                let message = format!("the game that is extended has no section `{section}`");
                worded(Code::NothingToChange, message, span, "nothing to change")
                    .help(format!("write `{section}` without `change`"))
            }
            FileProblem::UnnamedChange => worded(
                Code::NothingToChange,
                "a line of a `change` section needs the name of the line that it replaces",
                span,
                "which line?",
            )
            .help(
                "write `NAME: CONDITION -> ACTIONS`, or `before NAME: NEW: CONDITION -> ACTIONS` or \
                 `after NAME: NEW: CONDITION -> ACTIONS` for a new line",
            ),
            FileProblem::NoSuchLine { name, section, head, known } => {
                let mut shown = known.clone();
                shown.dedup();
                let message = format!("`{}` has no line named `{name}`", section.word());
                worded(Code::NothingToChange, message, span, "not a line of the game that is extended")
                    .label(head, "the section that it changes")
                    .help(match &shown[..] {
                        [] => format!(
                            "none of its lines has a name: write the whole section anew, without `change`, as in `{} {{ … }}`",
                            section.word()
                        ),
                        shown => format!("its named lines: {}", shown.join(", ")),
                    })
                    .suggest(span, name, known)
            }
            FileProblem::TooMany { what, found, most } => {
                let (what, help) = match what {
                    Limited::Parameters => (
                        "parameters".to_string(),
                        "replace parameters that never vary by numbers, or split the file into two games",
                    ),
                    Limited::ValuesOfParameters => {
                        ("values of parameters".to_string(), "write consecutive numbers as a range: `1..100`")
                    }
                    Limited::Lines(section) => (
                        format!("lines in `{}`", section.word()),
                        "one line with `or`, or with a kind such as `every own pit`, can replace many lines",
                    ),
                    Limited::Marks => ("kinds of mark".to_string(), "one kind of mark can be owned by either player"),
                    Limited::Tests => ("tests".to_string(), "put the others into a file that extends this one"),
                    Limited::LinesOfTest => ("lines in a test".to_string(), "one `play` line can hold many moves"),
                };
                let message = format!("{found} {what}, but at most {most} are allowed");
                worded(Code::TooMuch, message, span, "the first beyond the limit").help(help)
            }
        }
    }
}
