//! Texts that are not finished: each beginning of a shipped file, and each file without one of its tokens, is
//! answered as an editor asks, without a panic and in time.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use uur::analysis::{Analysis, Symbol, format_edits};
use uur::chance::Rng;
use uur::source::Source;
use uur::variants;

/// Chooses a cut of each file for the sample.
const SEED: u64 = 1;
/// The processor time that the answers to one text may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A change that leaves a text unfinished.
#[derive(Debug, Clone)]
enum Cut {
    /// Only the beginning is there, up to this byte.
    Prefix(usize),
    /// This token is missing.
    Token(Range<usize>),
}

impl Cut {
    fn of(&self, text: &str) -> String {
        match self {
            Cut::Prefix(end) => text[..*end].to_string(),
            Cut::Token(token) => format!("{}{}", &text[..token.start], &text[token.end..]),
        }
    }
}

fn analysed(text: &str) -> Analysis {
    Analysis::new(Source::new("it.uur", text), &variants::library)
}

fn prefixes(text: &str) -> Vec<Cut> {
    (0..=text.len()).filter(|&end| text.is_char_boundary(end)).map(Cut::Prefix).collect()
}

fn missing_tokens(text: &str) -> Vec<Cut> {
    analysed(text).tokens().into_iter().map(|token| Cut::Token(token.range)).collect()
}

/// Asks everything of a text. All places in the answers are parts of it.
fn ask(text: &str) {
    let (analysis, end) = (analysed(text), text.len());
    let is_part = |range: &Range<usize>| {
        assert!(text.get(range.clone()).is_some(), "{range:?} is no part of the text");
    };
    for problem in &analysis.problems {
        let spans = problem.labels.iter().map(|label| label.span).chain(problem.fix.as_ref().map(|fix| fix.span));
        spans.filter(|span| span.source.0 == 0).for_each(|span| is_part(&span.range()));
    }
    let mut last = 0;
    for token in analysis.tokens() {
        is_part(&token.range);
        assert!(last <= token.range.start, "tokens overlap at {last}");
        last = token.range.end;
    }
    analysis.completions(end).iter().for_each(|completion| is_part(&completion.range));
    analysis.hover(end, &variants::library).iter().for_each(|hover| is_part(&hover.range));
    analysis.symbols().iter().for_each(|symbol| ask_symbol(symbol, &is_part));
    analysis.folding_ranges().iter().for_each(|fold| is_part(&fold.range));
    analysis.selection_ranges(end).iter().for_each(is_part);
    analysis.default_hints().iter().for_each(|hint| is_part(&(hint.offset..hint.offset)));
    let own = analysis.definition(end).into_iter().filter(|place| place.source == 0);
    own.for_each(|place| is_part(&place.range));
    if let Some(name) = analysis.shared_name(end) {
        analysis.references(&name, true).iter().for_each(is_part);
    }
    let mut last = 0;
    for edit in format_edits(text, None) {
        is_part(&edit.range);
        assert!(last <= edit.range.start, "edits overlap at {last}");
        last = edit.range.end;
    }
}

fn ask_symbol(symbol: &Symbol, is_part: &impl Fn(&Range<usize>)) {
    is_part(&symbol.range);
    is_part(&symbol.name_range);
    symbol.children.iter().for_each(|child| ask_symbol(child, is_part));
}

/// Returns what is wrong with the answers to a file that was cut, if anything.
fn fault(name: &str, text: &str, cut: &Cut) -> Option<String> {
    let (rest, began) = (cut.of(text), ThreadTime::now());
    let held = catch_unwind(AssertUnwindSafe(|| ask(&rest))).is_ok();
    match (held, began.elapsed()) {
        (false, _) => Some(format!("{name}, {cut:?}: it fails")),
        (true, time) if time > PATIENCE => Some(format!("{name}, {cut:?}: it takes {time:?}")),
        _ => None,
    }
}

#[test]
fn an_unfinished_text_is_answered() {
    let faults = variants::names().enumerate().filter_map(|(number, name)| {
        let text = variants::source(name).expect("it is shipped").text;
        let mut chance = Rng::for_game(SEED, number as u64);
        let cuts = if number % 2 == 0 { prefixes(&text) } else { missing_tokens(&text) };
        fault(name, &text, &cuts[chance.below(cuts.len())])
    });
    assert_eq!(faults.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
#[ignore = "takes many minutes"]
fn every_unfinished_text_is_answered() {
    let names: Vec<&str> = variants::names().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = vec![];
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let text = variants::source(name).expect("it is shipped").text;
            let cuts = prefixes(&text).into_iter().chain(missing_tokens(&text));
            faults.extend(cuts.filter_map(|cut| fault(name, &text, &cut)));
        }
        faults
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let faults: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|worker| worker.join().expect("panics are caught")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
