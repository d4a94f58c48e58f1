//! Problems of whole files: extended games, changed sections, and limits of size.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::Span;
use crate::syntax::LANGUAGE;
use crate::syntax::ast::SectionKind;
use crate::variants;

/// A problem of a file or of a section that changes another.
pub(in crate::check) enum FileProblem<'a> {
    Outside { name: &'a str },
    Unreadable { name: &'a str, reason: &'a str },
    NoSuchGame { name: &'a str },
    ExtendsItself { back_to: &'a str, chain: Vec<&'a str> },
    NoLanguage,
    OtherLanguage { version: u64 },
    Twice { what: String, first: Span },
    // `change` stands in a game that extends no other. The place to remove ends before the section.
    NothingExtended { change: Span },
    NotInChange { section: SectionKind },
    NoSectionToChange { section: SectionKind },
    UnnamedChange,
    NoSuchLine { name: &'a str, section: SectionKind, head: Span, known: Vec<&'a str> },
    TooMany { what: &'a str, found: usize, most: usize, help: &'a str },
}

impl Problem for FileProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::Outside { name } => worded(
                Code::Outside,
                format!("the game `{name}` lies outside the folder of the rule file"),
                span,
                "leads out of the folder",
            )
            .help("move the file into that folder or below it, or add `--allow-outside` if you trust the rule file"),
            Self::Unreadable { name, reason } => {
                worded(Code::ParseError, format!("the file of the game `{name}` cannot be read"), span, reason)
                    .help("a rule file is a text of at most 1 MiB that you may read")
            }
            Self::NoSuchGame { name } => {
                let message = format!("there is no game `{name}` to extend");
                let problem = worded(Code::NoSuchGame, message, span, "neither a shipped game nor a file")
                    .help("`uur list` shows the shipped games; a path is relative to the folder of this file");
                match did_you_mean(name, variants::names()) {
                    Some(meant) => problem.fix(span, format!("\"{meant}\""), format!("did you mean `{meant}`?")),
                    None => problem,
                }
            }
            Self::ExtendsItself { back_to, chain } => {
                worded(Code::ExtendsItself, "the game extends itself", span, format!("leads back to `{back_to}`"))
                    .help(format!("each of these extends the next: {}", chain.join(", ")))
            }
            Self::NoLanguage => worded(
                Code::NoLanguage,
                "the file does not declare its language version",
                span,
                format!("read as version {LANGUAGE}"),
            )
            .fix(span, format!("language {LANGUAGE}\n"), "declare it in the first line"),
            Self::OtherLanguage { version } => worded(
                Code::OtherLanguage,
                format!("the file asks for version {version} of the language"),
                span,
                format!("this program reads version {LANGUAGE}"),
            )
            .help("a later version of the program may read it"),
            Self::Twice { what, first } => {
                worded(Code::Duplicate, format!("{what} appears a second time"), span, "repeated here")
                    .label(first, "first here")
                    .help("keep one of them")
            }
            Self::NothingExtended { change } => {
                worded(Code::NothingToChange, "`change` in a game that extends no other", span, "nothing to change")
                    .fix(change, "", "write the whole section")
            }
            Self::NotInChange { section } => worded(
                Code::NothingToChange,
                "only `change` sections alter single lines",
                span,
                "this section does not begin with `change`",
            )
            .help(format!("begin the section with `change {}`", section.word())),
            Self::NoSectionToChange { section } => {
                let section = section.word();
                let message = format!("the game that is extended has no section `{section}`");
                worded(Code::NothingToChange, message, span, "nothing to change")
                    .help(format!("write `{section}` without `change`"))
            }
            Self::UnnamedChange => worded(
                Code::NothingToChange,
                "a line of a `change` section needs the name of the line that it replaces",
                span,
                "which line?",
            )
            .help(
                "write `NAME: CONDITION -> ACTIONS`, or `before NAME: NEW: CONDITION -> ACTIONS` or \
                 `after NAME: NEW: CONDITION -> ACTIONS` for a new line",
            ),
            Self::NoSuchLine { name, section, head, known } => {
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
            Self::TooMany { what, found, most, help } => {
                let message = format!("{found} {what}, but at most {most} are allowed");
                worded(Code::TooMuch, message, span, "the first beyond the limit").help(help)
            }
        }
    }
}
