//! Fixes are proved: a fix is offered only if the file with it has fewer errors.
//!
//! What a message says may be right where its fix is not enough. Then the fix is withdrawn, and its title stays as help.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::inherit::load_again;
use super::{Loaded, Settings, drop_consequences, is_dead, pass};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::{Source, Span};
use crate::syntax::{Explanations, Rewording, keeps_meaning, names_given, rewordings};
use crate::variants;

/// The number of fixes that are proved at once. Those of later errors are offered when the first are gone.
const MAX_FIXES: usize = 24;
/// The most work of proving them, as in `limits`.
const MAX_WORK: u64 = 40_000_000;

/// The number of changes of one line that are combined to a fix.
const MAX_STEPS: usize = 3;

/// Withdraws the fixes after which the file has as many errors as without them, and those beyond what can be tried. An
/// error without a fix gets one if its line has fewer errors in other words.
pub(super) fn retain_helpful(problems: &mut [Diagnostic], loaded: &Loaded, settings: &Settings) {
    let before = problems.iter().filter(|problem| is_fault(problem)).count();
    let mut trial = Trial { settings, explanations: Explanations::default(), tried: 0, work: 0 };
    let together = proved_together(problems, before, loaded, &mut trial);
    // In a line that is read in other words, its own words say no more.
    let line_of = |span: Span| {
        let source = usize::from(span.source.0);
        (source, line_at(&loaded.sources[source].text, span.range().start).start)
    };
    let unread = problems.iter().filter(|problem| problem.code == Code::Unexpected);
    let reworded_lines: BTreeSet<(usize, usize)> =
        unread.filter_map(|problem| Some(line_of(problem.labels.first()?.span))).collect();
    let lines: Vec<Option<(usize, usize)>> = problems
        .iter()
        .map(|problem| problem.labels.first().filter(|_| is_fault(problem)).map(|label| line_of(label.span)))
        .collect();
    for (number, problem) in problems.iter_mut().enumerate() {
        if together.contains(&number) {
            continue;
        }
        let allowed = before - usize::from(is_fault(problem));
        let longer =
            |fix: &Fix| problem.fix.as_ref().is_none_or(|known| fix.span.range().len() > known.span.range().len());
        let reads = problem.labels.first().is_none_or(|label| !reworded_lines.contains(&line_of(label.span)));
        let reworded = if problem.is_error() && reads { in_other_words(problem, &loaded.sources) } else { vec![] };
        // A word that is missing or misspelt is all that is wrong. Elsewhere a whole phrase says more than one word.
        let (phrases, words): (Vec<Fix>, Vec<Fix>) = reworded.into_iter().partition(longer);
        let known = problem.fix.clone();
        let (slips, others): (Vec<Fix>, Vec<Fix>) =
            known.iter().cloned().partition(|fix| is_slip(fix, &loaded.sources));
        let fixes: Vec<Fix> = slips.into_iter().chain(phrases).chain(others).chain(words).collect();
        // Of a line with several errors, what mends all of them says more than what mends one.
        let several = lines.iter().filter(|line| line.is_some() && **line == lines[number]).count() > 1;
        let whole = fixes.iter().filter(|_| several).find(|fix| trial.mends(fix, loaded, allowed)).cloned();
        match whole.or_else(|| fixes.into_iter().find_map(|fix| trial.proved(fix, loaded, allowed))) {
            Some(fix) if known.as_ref() == Some(&fix) => {}
            Some(fix) => {
                // What the checker made of the words helps no more.
                if known.is_none() {
                    problem.help.clear();
                }
                problem.fix = Some(fix);
            }
            None => {
                let unread = problem.fix.as_ref().filter(|_| problem.code == Code::Unexpected);
                match unread.is_some_and(|fix| trial.refutes(fix, loaded, false)) {
                    true => match problem.otherwise.take() {
                        Some(other) => *problem = *other,
                        None => problem.fix = None,
                    },
                    false => problem.withdraw_fix(),
                }
            }
        }
        problem.retain_proposals(|proposal| !trial.refutes(&proposal.line, loaded, proposal.is_example));
    }
}

/// The problems of lines that do not match the grammar whose fixes mend these lines, applied at the same time: none of
/// them leaves an error in its line or makes one in another. Where one does, each has to be proved alone.
/// `before` is the number of errors without them.
fn proved_together(problems: &[Diagnostic], before: usize, loaded: &Loaded, trial: &mut Trial) -> BTreeSet<usize> {
    let fixed = |(number, problem): (usize, &Diagnostic)| {
        let fix = problem.fix.clone().filter(|_| problem.code == Code::Unexpected)?;
        Some((number, fix))
    };
    let mut fixes: Vec<(usize, Fix)> = problems.iter().enumerate().filter_map(fixed).collect();
    fixes.sort_by_key(|(_, fix)| (fix.span.source, fix.span.start));
    let source = &loaded.sources[0].text;
    let lines = |fix: &Fix| {
        let range = fix.span.range();
        line_at(source, range.start).start..line_at(source, range.end).end
    };
    fixes.retain(|(_, fix)| fix.span.source.0 == 0);
    let apart = fixes.windows(2).all(|two| lines(&two[0].1).end <= lines(&two[1].1).start);
    let breaks = fixes.iter().any(|(_, fix)| fix.replacement.contains('\n') || source[fix.span.range()].contains('\n'));
    if fixes.len() < 2 || !apart || breaks {
        return BTreeSet::new();
    }
    let mut mended = loaded.sources.clone();
    for (_, fix) in fixes.iter().rev() {
        mended[0].text.replace_range(fix.span.range(), &fix.replacement);
    }
    let number = |text: &str, at: usize| text[..at].matches('\n').count();
    let fixed_lines: BTreeSet<usize> = fixes.iter().map(|(_, fix)| number(source, fix.span.range().start)).collect();
    let left = faults(&mended, loaded, trial);
    let is_left = left.iter().filter_map(|problem| problem.labels.first()).any(|label| {
        label.span.source.0 == 0 && fixed_lines.contains(&number(&mended[0].text, label.span.range().start))
    });
    match left.len() + fixes.len() <= before && !is_left {
        true => fixes.into_iter().map(|(number, _)| number).collect(),
        false => BTreeSet::new(),
    }
}

/// Whether a fix adds a word, or spells one right.
fn is_slip(fix: &Fix, sources: &[Source]) -> bool {
    let written = sources.get(usize::from(fix.span.source.0)).and_then(|source| source.text.get(fix.span.range()));
    written.is_some_and(|text| {
        text.is_empty()
            || text.chars().all(char::is_alphabetic)
                && strsim::damerau_levenshtein(text, &fix.replacement) * 3 <= text.len()
    })
}

/// The fixes that are tried.
struct Trial<'a> {
    settings: &'a Settings,
    explanations: Explanations,
    tried: usize,
    work: u64,
}

impl Trial<'_> {
    /// Whether at most a number of errors are left after a fix alone, and none in its line.
    fn mends(&mut self, fix: &Fix, loaded: &Loaded, allowed: usize) -> bool {
        self.mended(fix, &loaded.sources, loaded, allowed, 1).is_some()
    }

    /// A fix after which at most a number of errors are left, and none in its line. If one is left there, its fix is
    /// added, or follows where this one alone leaves fewer errors too.
    fn proved(&mut self, fix: Fix, loaded: &Loaded, allowed: usize) -> Option<Fix> {
        let (number, at) = (usize::from(fix.span.source.0), fix.span.range().start);
        let (mended, errors_of_first) = self.mended(&fix, &loaded.sources, loaded, allowed, MAX_STEPS)?;
        if errors_of_first <= allowed {
            return Some(fix);
        }
        let [before, after] = [&loaded.sources[number].text, &mended].map(|text| {
            let line = line_at(text, at);
            let trimmed = text[line.clone()].trim();
            let start = line.start + text[line].find(trimmed).unwrap_or(0);
            start..start + trimmed.len()
        });
        let replacement = mended[after].to_string();
        if !keeps_meaning(&loaded.sources[number].text[before.clone()], &replacement) {
            return None;
        }
        let span = Span::new(fix.span.source, before.start, before.end);
        let title = format!("write `{replacement}`");
        Some(Fix { span, replacement, title })
    }

    /// Whether there is an error in what a change writes. An example may use names that the file does not give.
    fn refutes(&mut self, fix: &Fix, loaded: &Loaded, is_example: bool) -> bool {
        self.tried += 1;
        if self.tried > MAX_FIXES || self.tried > 1 && self.work > MAX_WORK {
            return false;
        }
        let written = fix.span.start..fix.span.start + fix.replacement.len() as u32;
        let in_it = |span: Span| {
            span.source == fix.span.source && span.start < written.end && written.start < span.end.max(span.start + 1)
        };
        faults(&with(fix, &loaded.sources), loaded, self).iter().any(|problem| {
            let is_name = matches!(problem.code, Code::UnknownName | Code::NoSuchParameter);
            problem.labels.first().is_some_and(|label| in_it(label.span)) && !(is_example && is_name)
        })
    }

    /// The text with a fix and those of the errors that it leaves in its line, and how many errors the first leaves.
    fn mended(
        &mut self,
        fix: &Fix,
        sources: &[Source],
        loaded: &Loaded,
        allowed: usize,
        steps: usize,
    ) -> Option<(String, usize)> {
        self.tried += 1;
        if self.tried > MAX_FIXES || self.tried > 1 && self.work > MAX_WORK {
            return None;
        }
        let number = usize::from(fix.span.source.0);
        let mended = with(fix, sources);
        let left = faults(&mended, loaded, self);
        let line = line_at(&mended[number].text, fix.span.range().start);
        let here = |problem: &&Diagnostic| {
            let label = problem.labels.first();
            label.is_some_and(|label| label.span.source == fix.span.source && line.contains(&label.span.range().start))
        };
        let Some(next) = left.iter().find(here) else {
            return (left.len() <= allowed).then(|| (mended[number].text.clone(), left.len()));
        };
        if steps == 1 {
            return None;
        }
        let within = |fix: &Fix| line.start <= fix.span.range().start && fix.span.range().end <= line.end;
        let fixes = in_other_words(next, &mended).into_iter().chain(next.fix.clone()).filter(within);
        let (text, _) = fixes.into_iter().find_map(|fix| self.mended(&fix, &mended, loaded, allowed, steps - 1))?;
        Some((text, left.len()))
    }
}

/// The files with a fix.
fn with(fix: &Fix, sources: &[Source]) -> Vec<Source> {
    let mut sources = sources.to_vec();
    sources[usize::from(fix.span.source.0)].text.replace_range(fix.span.range(), &fix.replacement);
    sources
}

/// The range of the line at an offset.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    start..text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The number of rewordings that are tried of one error.
const MAX_REWORDINGS: usize = 6;

/// The words of an error as the language may say them.
fn in_other_words(problem: &Diagnostic, sources: &[Source]) -> Vec<Fix> {
    if !matches!(problem.code, Code::UnknownName | Code::NoSuchParameter | Code::ParameterValue | Code::OutOfRange) {
        return vec![];
    }
    let Some(span) = problem.labels.first().map(|label| label.span) else { return vec![] };
    let text = &sources[usize::from(span.source.0)].text;
    let line = line_at(text, span.range().start);
    if span.range().end > line.end {
        return vec![];
    }
    // The words beside it belong to it too.
    let near = (span.range().start - line.start).saturating_sub(1)..span.range().end - line.start + 1;
    // A mark may stand alone for the question whether the pit has it.
    let name = span.range().start - line.start..span.range().end - line.start;
    let before = text[line.start..span.range().start].trim_end();
    let starts = ["where", "(", ":"].iter().any(|joint| before.ends_with(joint)) || before.is_empty();
    let asked = (problem.code == Code::UnknownName && starts)
        .then(|| Rewording { with: format!("here is {}", &text[span.range()]), range: name });
    let written = &text[line.clone()];
    let reworded = rewordings(written, near, &names_given(text)).into_iter();
    let reworded = reworded.filter(|rewording| keeps_meaning(written, &rewording.applied(written)));
    let reworded = asked.into_iter().chain(reworded).take(MAX_REWORDINGS);
    let fix = |rewording: Rewording| {
        let title = match rewording.with.trim() {
            "" => "leave it out".to_string(),
            with => format!("write `{with}`"),
        };
        let Range { start, end } = rewording.range;
        Fix { span: Span::new(span.source, line.start + start, line.start + end), replacement: rewording.with, title }
    };
    reworded.map(fix).collect()
}

/// The errors of changed files, and what is probably not meant in them.
fn faults(sources: &[Source], loaded: &Loaded, trial: &mut Trial) -> Vec<Diagnostic> {
    // Only the caller finds a game that no file named before, so it is taken to be there.
    let unknown = RefCell::new(vec![]);
    let library = |name: &str, from: &Source| {
        let number = sources.iter().position(|source| source.name == from.name).unwrap_or(0);
        let named = loaded.files.get(number).and_then(|file| file.extends.first());
        match sources.get(number + 1) {
            Some(found) if named.is_some_and(|named| named.value == name) => Ok(Some(found.clone())),
            _ => {
                let found = variants::library(name, from);
                if named.is_none() && !matches!(found, Ok(Some(_))) {
                    unknown.borrow_mut().push(name.to_string());
                }
                found
            }
        }
    };
    let mended = load_again(sources[0].clone(), &library, &trial.explanations);
    let (mut checker, _) = pass(&mended, trial.settings);
    trial.work += checker.work;
    // A line may be dead under the defaults alone.
    if checker.problems.iter().any(is_dead) {
        checker.retain_dead_under_all_settings(&mended);
    }
    let mut problems = checker.problems;
    drop_consequences(&mut problems, &mended.sources);
    let is_found = |problem: &Diagnostic| problem.code != Code::NoSuchGame || unknown.borrow().is_empty();
    problems.retain(|problem| is_fault(problem) && is_found(problem));
    problems
}

/// Whether a fix must not leave such a problem.
fn is_fault(problem: &Diagnostic) -> bool {
    problem.is_error() || problem.code == Code::ProbablyNotMeant
}
