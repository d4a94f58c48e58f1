//! Slips of people in `tests/slips/human.txt`: how many are mended to the right file, how many are answered at the right
//! line in words that help, and that no fix damages a file. docs/messages.md states what was measured.

use std::collections::BTreeMap;
use std::ops::Range;

use uur::analysis::{Analysis, fix_all};
use uur::diagnostic::{Diagnostic, Format};
use uur::source::Source;
use uur::{syntax, variants};

const SLIPS: &str = include_str!("../slips/human.txt");
const BASE: &str = include_str!("../slips/base.uur");

/// A slip in a line of a section.
struct Slip<'a> {
    section: &'a str,
    kind: &'a str,
    wrong: String,
    right: String,
    /// What the answer has to name if no fix mends the slip.
    words: Vec<String>,
}

/// How a slip is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    /// The fixes give the right file.
    Mended,
    /// Its errors stand at the line, and name what is right.
    Told,
    /// They stand elsewhere, or name something else.
    Misleading,
    /// The fixes change the file, and it is not the right one.
    Damaged,
}

fn slips(text: &str) -> Vec<Slip<'_>> {
    let (mut section, mut kind) = ("", "");
    let mut found = vec![];
    for line in text.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        if let Some(head) = line.strip_prefix('[').filter(|_| !line.contains(" » ")) {
            (section, kind) = head.split_once("] ").expect("a head has the form `[SECTION] KIND`");
            continue;
        }
        let mut parts = line.split(" » ").map(str::to_string);
        let (Some(wrong), Some(right)) = (parts.next(), parts.next()) else { panic!("{line}") };
        let words: Vec<String> = match parts.next() {
            Some(words) => words.split(", ").map(str::to_string).collect(),
            None => right.split([' ', ',']).filter(|word| !wrong.contains(word)).map(str::to_string).collect(),
        };
        found.push(Slip { section, kind, wrong, right, words });
    }
    found
}

/// The lines of a section of the base file: where its head stands, and where its `}` does. A head or statement is a line
/// of the file.
fn lines_of(section: &str, base: &[&str]) -> Range<usize> {
    if matches!(section, "head" | "file") {
        return 0..base.len();
    }
    let head = base.iter().position(|line| line.split(' ').next() == Some(section)).expect("base.uur has the section");
    let end = base[head..].iter().position(|line| *line == "}").expect("it ends");
    head + 1..head + end
}

/// A file with a line in the place of others, and the number of the line.
fn with(base: &[&str], replaced: Range<usize>, indent: &str, line: &str) -> (String, usize) {
    let mut lines: Vec<String> = base.iter().map(|line| line.to_string()).collect();
    let number = replaced.start + 1;
    lines.splice(replaced, [format!("{indent}{line}")]);
    (lines.join("\n") + "\n", number)
}

/// The file of a slip with a line. In the base file it stands instead of that with the same beginning as the right line,
/// behind the others of its section, or as their only one; in a shipped file, instead of the line that is most like the
/// right one.
fn placed(slip: &Slip, line: &str) -> Vec<(String, usize)> {
    if let Some(source) = variants::source(slip.section) {
        let base: Vec<&str> = source.text.lines().collect();
        let same = |(one, other): &(char, char)| one == other;
        let likeness = |line: &str| {
            let meant = line.split(" #").next().unwrap_or(line).trim();
            let (ahead, behind) =
                (meant.chars().zip(slip.right.chars()), meant.chars().rev().zip(slip.right.chars().rev()));
            (meant == slip.right, ahead.take_while(same).count() + behind.take_while(same).count())
        };
        let at = (0..base.len()).rev().max_by_key(|at| likeness(base[*at])).expect("a shipped file has lines");
        let indent = &base[at][..base[at].len() - base[at].trim_start().len()];
        return vec![with(&base, at..at + 1, indent, line)];
    }
    let base: Vec<&str> = BASE.lines().collect();
    let range = lines_of(slip.section, &base);
    let first = |line: &str| line.trim().split([' ', ':']).take(2).map(str::to_string).collect::<Vec<_>>();
    let of_right = first(&slip.right);
    let same = |count: usize| {
        let is_same = |line: &&str| first(line).iter().take(count).eq(of_right.iter().take(count));
        base[range.clone()].iter().position(is_same).map(|at| range.start + at)
    };
    let indent = if matches!(slip.section, "head" | "file") { "" } else { "  " };
    let instead = same(2).or_else(|| same(1)).map_or(range.end..range.end, |at| at..at + 1);
    [instead, range.end..range.end, range].map(|replaced| with(&base, replaced, indent, line)).into()
}

fn problems(text: &str) -> (Option<String>, Vec<Diagnostic>) {
    let analysis = Analysis::new(Source::new("it.uur", text), &variants::library);
    (analysis.rules.map(|rules| rules.canonical()), analysis.problems)
}

fn errors(problems: &[Diagnostic]) -> Vec<&Diagnostic> {
    problems.iter().filter(|problem| problem.is_error()).collect()
}

/// The answer to a slip, and the messages. `None` if the wrong line is a right one too.
fn answer(slip: &Slip) -> Option<(Answer, String)> {
    let way = placed(slip, &slip.right).into_iter().position(|(text, _)| problems(&text).0.is_some());
    let way = way.unwrap_or_else(|| panic!("{}: {}", slip.right, drawn(&placed(slip, &slip.right)[0].0)));
    let (right, _) = &placed(slip, &slip.right)[way];
    let (wrong, number) = &placed(slip, &slip.wrong)[way];
    let same = |text: &str| {
        // Of tests and names the canonical text says nothing.
        let is_rule = !matches!(slip.section, "test" | "game");
        syntax::format(text) == syntax::format(right)
            || is_rule && problems(text).0.is_some_and(|it| Some(it) == problems(right).0)
    };
    let (_, found) = problems(wrong);
    if errors(&found).is_empty() {
        return None;
    }
    let fixed = fix_all(Source::new("it.uur", &**wrong), &|source| problems(&source.text).1);
    if same(&fixed) {
        return Some((Answer::Mended, String::new()));
    }
    let drawn = drawn(wrong);
    if fixed != *wrong {
        return Some((Answer::Damaged, format!("{drawn}\n{fixed}")));
    }
    let line = |problem: &&Diagnostic| {
        let at = problem.labels.first().map_or(0, |label| label.span.start as usize);
        wrong[..at].matches('\n').count() + 1
    };
    let said: String = errors(&found)
        .iter()
        .map(|problem| format!("{} {} {:?}", problem.message, problem.help.join(" "), problem.labels))
        .collect();
    let here = errors(&found).iter().all(|problem| line(problem) == *number);
    let named = slip.words.iter().all(|word| said.contains(word.as_str()));
    Some((if here && named { Answer::Told } else { Answer::Misleading }, drawn))
}

fn drawn(text: &str) -> String {
    match uur::Game::parse(text) {
        Ok(_) => String::new(),
        Err(faults) => faults.draw(Format::Plain),
    }
}

#[test]
fn slips_of_people_are_mended_or_told_and_no_fix_damages_a_file() {
    let mut by_kind: BTreeMap<&str, BTreeMap<Answer, u32>> = BTreeMap::new();
    let mut all: BTreeMap<Answer, u32> = BTreeMap::new();
    // Another file of slips may be named, to measure what was not looked at.
    let asked = std::env::var("SLIPS").ok();
    let other = asked.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
    let text = other.as_deref().unwrap_or(SLIPS);
    let slips = slips(text);
    if other.is_none() {
        assert!(slips.len() >= 300, "{}", slips.len());
    }
    // All of them take a minute: the environment variable SLIPS asks for them.
    let step = if asked.is_some() { 1 } else { 6 };
    for slip in slips.into_iter().step_by(step) {
        let Some((answer, drawn)) = answer(&slip) else {
            println!("no slip: {} = {}", slip.wrong, slip.right);
            continue;
        };
        if answer != Answer::Mended {
            println!("{answer:?}: {} » {}\n{drawn}", slip.wrong, slip.right);
        }
        *by_kind.entry(slip.kind).or_default().entry(answer).or_default() += 1;
        *all.entry(answer).or_default() += 1;
    }
    by_kind.insert("all", all.clone());
    let total = |answers: &BTreeMap<Answer, u32>| answers.values().sum::<u32>();
    let percent = |answers: &BTreeMap<Answer, u32>, which: &[Answer]| {
        let part: u32 = which.iter().filter_map(|answer| answers.get(answer)).sum();
        100.0 * f64::from(part) / f64::from(total(answers).max(1))
    };
    let (mended, told) = ([Answer::Mended], [Answer::Mended, Answer::Told]);
    for (kind, answers) in &by_kind {
        println!(
            "{kind:24}{:4} slips, {:5.1} % mended, {:5.1} % mended or told",
            total(answers),
            percent(answers, &mended),
            percent(answers, &told)
        );
    }
    assert!(total(&all) >= 140, "{all:?}");
    assert_eq!(all.get(&Answer::Damaged), None, "{all:?}");
    assert!(percent(&all, &mended) >= 70.0, "{all:?}");
    assert!(percent(&all, &told) >= 95.0, "{all:?}");
}
