//! Any text, read as a rule file: it is a game or at least one error is found, every problem stands in the
//! text and is drawn, no control character is shown, and the layout is settled.

use uur::check::{self, Settings};
use uur::diagnostic::{Diagnostic, Format, draw};
use uur::source::{Source, is_control};
use uur::{syntax, variants};

/// Reads, checks, draws and lays out a text; returns what was found.
pub fn any_text(text: &str) -> Vec<Diagnostic> {
    let loaded = check::load(Source::new("example.uur", text), &variants::library);
    let (problems, broken) = match check::check(&loaded, &Settings::new()) {
        Ok(checked) => (checked.warnings, false),
        Err(problems) => (problems, true),
    };
    assert_eq!(problems.iter().any(Diagnostic::is_error), broken, "no game, and no error either");
    for problem in &problems {
        let spans = problem.labels.iter().map(|label| label.span).chain(problem.fix.iter().map(|fix| fix.span));
        for span in spans {
            let text = &loaded.sources[usize::from(span.source.0)].text;
            assert!(text.get(span.range()).is_some(), "{problem:?} stands outside of its text");
        }
    }
    for format in [Format::Text, Format::Plain, Format::Github] {
        let drawn = draw(&problems, &loaded.sources, format);
        let styled = format == Format::Text;
        let raw = |c: char| is_control(c) && !(styled && c == '\u{1b}');
        assert!(!drawn.contains(raw), "a control character is shown in {drawn:?}");
    }
    let laid_out = syntax::format(text);
    assert_eq!(syntax::format(&laid_out), laid_out, "the layout is not settled");
    problems
}
