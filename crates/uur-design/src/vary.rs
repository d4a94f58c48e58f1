//! Changes of a draft: one of its words or amounts, its lines and sections, or those of another game.
//!
//! A change is made in the tree, so that each part keeps its kind: a condition takes the place of a condition, and a
//! line that of a line in the same section. What lines of another game need, such as marks and terms, comes with them.
//! Whether the result is a sound game is for the checker to say.

use std::collections::{BTreeMap, BTreeSet};

use uur::analysis::parameter_name;
use uur::chance::Rng;
use uur::rules::{Value, Values};
use uur::source::Span;
use uur::syntax::ast::{ContentNode, LineNode, ParamNode, SectionKind, SectionNode};
use uur_testing::mutate::mutations;

use crate::draft::{Draft, DraftEdit};

/// The kinds of changes with their weights.
const KINDS: [(u32, Vary); 9] = [
    (32, word),
    (10, parameter),
    (2, open_parameter),
    (18, take_line),
    (8, take_condition),
    (8, take_actions),
    (8, join_condition),
    (8, take_section),
    (6, swap_lines),
];

/// A kind of change: of a draft, with lines of another one, in these sections.
type Vary = fn(&Draft, &Draft, &Open, &mut Rng) -> Option<(Draft, String)>;

/// What may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// The defaults of parameters alone.
    Parameters,
    /// The lines of these sections, and parameters.
    Sections(BTreeSet<SectionKind>),
}

impl Open {
    /// Whether the lines of a section may change.
    pub fn has(&self, kind: SectionKind) -> bool {
        match self {
            Open::Parameters => false,
            Open::Sections(sections) => sections.contains(&kind),
        }
    }
}

/// Returns a draft with one change, and what it is, in words. `None` if the change that was drawn is not possible.
pub fn vary(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    if *open == Open::Parameters {
        return parameter(draft, other, open, chance);
    }
    let all: u32 = KINDS.iter().map(|(weight, _)| weight).sum();
    let mut drawn = chance.below(all as usize) as u32;
    let (_, change) = KINDS.iter().find(|(weight, _)| {
        let is_drawn = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        is_drawn
    })?;
    change(draft, other, open, chance)
}

/// Returns the drafts that differ in one value of a parameter, one number or one word, and how. Numbers change by one.
pub fn small_changes(draft: &Draft) -> Vec<(Draft, String)> {
    let params = draft.file().params.iter().flat_map(|param| {
        let near = |value: &Value| match (value, &param.default.value) {
            (Value::Number(one), Value::Number(other)) => one.abs_diff(*other) == 1,
            (value, default) => value != default,
        };
        let values = values(param).into_iter().filter(near);
        values.map(|value| (DraftEdit { span: param.default.span, text: value.to_string() }, set(param, &value)))
    });
    let words =
        mutations(draft.source()).into_iter().filter(|mutation| !mutation.replacement.is_empty()).map(|mutation| {
            let what = format!("{}: {}", word_of(draft, mutation.span), mutation.what);
            (DraftEdit { span: mutation.span, text: mutation.replacement }, what)
        });
    let edits: Vec<(DraftEdit, String)> = params.chain(words).collect();
    edits.into_iter().filter_map(|(edit, what)| Some((draft.edited(vec![edit])?, what))).collect()
}

/// The values of a parameter.
pub fn values(param: &ParamNode) -> Vec<Value> {
    let each = |values: &Values| match values {
        Values::One(value) => vec![value.clone()],
        Values::Span(low, high) => (*low..=*high).map(Value::Number).collect(),
    };
    param.values.iter().flat_map(|values| each(&values.value)).collect()
}

/// The new value of a parameter, in words.
fn set(param: &ParamNode, value: &Value) -> String {
    format!("`{}` is {value}", param.name.value)
}

/// The section in which a place lies.
fn section_at(draft: &Draft, span: Span) -> Option<SectionKind> {
    let mut before = draft.file().sections.iter().filter(|section| section.head.start <= span.start);
    before.next_back().map(|section| section.kind)
}

/// The word of the section in which a place lies.
fn word_of(draft: &Draft, span: Span) -> &'static str {
    section_at(draft, span).map_or("", SectionKind::word)
}

/// One of several, or none of none.
fn one_of<'a, T>(all: &'a [T], chance: &mut Rng) -> Option<&'a T> {
    if all.is_empty() { None } else { all.get(chance.below(all.len())) }
}

/// A word becomes another of its kind, a number one more or less, or a line or a part of it is left out.
fn word(draft: &Draft, _: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let all: Vec<_> = mutations(draft.source())
        .into_iter()
        .filter(|mutation| section_at(draft, mutation.span).is_some_and(|kind| open.has(kind)))
        .collect();
    let mutation = one_of(&all, chance)?;
    let what = match &mutation.replacement[..] {
        "" => format!("without `{}`", short(draft.of_span(mutation.span))),
        _ => mutation.what.clone(),
    };
    let edit = DraftEdit { span: mutation.span, text: mutation.replacement.clone() };
    Some((draft.edited(vec![edit])?, format!("{}: {what}", word_of(draft, mutation.span))))
}

/// A parameter gets another default.
fn parameter(draft: &Draft, _: &Draft, _: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let param = one_of(&draft.file().params, chance)?;
    let others: Vec<Value> = values(param).into_iter().filter(|value| *value != param.default.value).collect();
    let value = one_of(&others, chance)?;
    let what = set(param, value);
    Some((draft.edited(vec![DraftEdit { span: param.default.span, text: value.to_string() }])?, what))
}

/// A number becomes a parameter between half and twice of it, with another default.
fn open_parameter(draft: &Draft, _: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let number = |span: Span| draft.of_span(span).parse::<u16>().ok();
    let is_open = |span: Span| section_at(draft, span).is_some_and(|kind| open.has(kind));
    let all: Vec<Span> = mutations(draft.source())
        .into_iter()
        .filter(|mutation| mutation.replacement.parse::<u16>().is_ok() && is_open(mutation.span))
        .map(|mutation| mutation.span)
        .filter(|span| number(*span).is_some())
        .collect();
    let span = *one_of(&all, chance)?;
    let now = number(span)?;
    let (low, high) = (now.div_ceil(2), now.checked_mul(2)?.max(2));
    let others: Vec<u16> = (low..=high).filter(|value| *value != now).collect();
    let value = one_of(&others, chance)?;
    let line = draft.text()[..span.start as usize].lines().next_back().unwrap_or_default().trim();
    let declared = draft.declared();
    let is_free = |name: &str| declared.iter().all(|(known, ..)| *known != name);
    let name = parameter_name(line, word_of(draft, span), is_free);
    let what = format!("{}: {now} is the parameter `{name}`, and {value}", word_of(draft, span));
    let with = draft.edited(vec![DraftEdit { span, text: name.clone() }]);
    // Where a number has to stand as it is, the text cannot be read.
    let declared = format!("{}\nparam {name} = {value} in {low}..{high}\n", with?.text());
    Some((Draft::read(&declared)?, what))
}

/// A line of another game is added, or takes the place of one.
fn take_line(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let lines: Vec<(SectionKind, &LineNode)> = lines_of(other, open);
    let &(kind, line) = one_of(&lines, chance)?;
    let written = other.of_span(other.whole(line)).to_string();
    let borrowed = Borrowed::of(draft, other, &[&written])?;
    let text = borrowed.renamed(&written);
    let what = format!("{}: with `{}`", kind.word(), short(&text));
    let Some(section) = draft.section(kind) else {
        let head = other.section(kind).map(|section| head(other, section))?;
        return Some((borrowed.declared_in(draft)?.with_section(&head, &[text])?, what));
    };
    let clash = |known: &&LineNode| known.name().is_some() && known.name() == line.name();
    let edit = match section.lines.iter().find(clash) {
        // A name stands for one line, and so does a word that begins one.
        Some(known) => DraftEdit { span: draft.whole(known), text },
        None => {
            let places: Vec<Span> = section.lines.iter().map(|line| draft.whole(line)).collect();
            match places.get(chance.below(places.len() + 1)) {
                Some(place) => DraftEdit { span: Span { end: place.start, ..*place }, text: format!("{text}\n") },
                None => DraftEdit { span: draft.end_of(section), text: format!("\n{text}\n") },
            }
        }
    };
    Some((borrowed.declared_in(&draft.edited(vec![edit])?)?, what))
}

/// The condition of a line becomes that of a line of another game.
fn take_condition(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    between(draft, other, open, chance, |own, taken| (taken.0.to_string(), own.1.to_string()))
}

/// The actions of a line become those of a line of another game.
fn take_actions(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    between(draft, other, open, chance, |own, taken| (own.0.to_string(), taken.1.to_string()))
}

/// The condition of a line of another game has to hold too, or may hold instead.
fn join_condition(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let word = if chance.below(3) == 0 { "or" } else { "and" };
    between(draft, other, open, chance, |own, taken| (format!("{} {word} {}", own.0, taken.0), own.1.to_string()))
}

/// The condition and the actions of a line, as they are written.
type Halves<'a> = (&'a str, &'a str);

/// Changes a line that has a condition and actions by one of another game.
fn between(
    draft: &Draft,
    other: &Draft,
    open: &Open,
    chance: &mut Rng,
    join: impl Fn(Halves, Halves) -> (String, String),
) -> Option<(Draft, String)> {
    let rules = |of: &Draft| -> Vec<(SectionKind, Span)> {
        let lines = lines_of(of, open).into_iter();
        let rules = lines.filter(|(_, line)| matches!(line.content, ContentNode::Rule { .. }));
        rules.map(|(kind, line)| (kind, line.span)).collect()
    };
    let own = rules(draft);
    let &(kind, span) = one_of(&own, chance)?;
    let fitting: Vec<Span> =
        rules(other).into_iter().filter(|(other, _)| *other == kind).map(|(_, span)| span).collect();
    let taken = *one_of(&fitting, chance)?;
    let borrowed = Borrowed::of(draft, other, &[other.of_span(taken)])?;
    let taken = borrowed.renamed(other.of_span(taken));
    let (condition, actions) = join(halves(draft.of_span(span))?, halves(&taken)?);
    let text = format!("{condition} -> {actions}");
    let what = format!("{}: `{}` becomes `{}`", kind.word(), short(draft.of_span(span)), short(&text));
    Some((borrowed.declared_in(&draft.edited(vec![DraftEdit { span, text }])?)?, what))
}

/// A section becomes that of another game.
fn take_section(draft: &Draft, other: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let sections: Vec<&SectionNode> = other
        .file()
        .sections
        .iter()
        .filter(|section| section.stage.is_none() && open.has(section.kind) && !declares(section.kind))
        .collect();
    let section = one_of(&sections, chance)?;
    let lines: Vec<&str> = section.lines.iter().map(|line| other.of_span(other.whole(line))).collect();
    let borrowed = Borrowed::of(draft, other, &lines)?;
    let lines: Vec<String> = lines.iter().map(|line| borrowed.renamed(line)).collect();
    let own = draft.section(section.kind);
    let edits = own.into_iter().flat_map(|own| &own.lines).map(|line| DraftEdit::without(draft.whole(line))).collect();
    let bare = draft.edited(edits)?;
    let head = head(other, section);
    let with = match bare.section(section.kind) {
        None => bare.with_section(&head, &lines)?,
        Some(own) => {
            let span = own.head.to(bare.end_of(own));
            bare.edited(vec![DraftEdit { span, text: format!("{head} {{\n{}\n", lines.join("\n")) }])?
        }
    };
    Some((borrowed.declared_in(&with)?, format!("{}: all of another game", section.kind.word())))
}

/// Two lines of a section change their places.
fn swap_lines(draft: &Draft, _: &Draft, open: &Open, chance: &mut Rng) -> Option<(Draft, String)> {
    let sections: Vec<&SectionNode> = draft
        .file()
        .sections
        .iter()
        .filter(|section| section.kind.is_table() && open.has(section.kind) && section.lines.len() > 1)
        .collect();
    let section = one_of(&sections, chance)?;
    let first = chance.below(section.lines.len() - 1);
    let [one, next] = [first, first + 1].map(|number| draft.whole(&section.lines[number]));
    let edit = |span, of: Span| DraftEdit { span, text: draft.of_span(of).to_string() };
    let what =
        format!("{}: `{}` after `{}`", section.kind.word(), short(draft.of_span(one)), short(draft.of_span(next)));
    Some((draft.edited(vec![edit(one, next), edit(next, one)])?, what))
}

/// The lines of all sections that may change and apply in all stages.
fn lines_of<'a>(draft: &'a Draft, open: &Open) -> Vec<(SectionKind, &'a LineNode)> {
    let sections = draft.file().sections.iter();
    let sections =
        sections.filter(|section| section.stage.is_none() && open.has(section.kind) && !declares(section.kind));
    sections.flat_map(|section| section.lines.iter().map(|line| (section.kind, line))).collect()
}

/// Whether the lines of a section are for others to use. They come with these.
fn declares(kind: SectionKind) -> bool {
    matches!(kind, SectionKind::Game | SectionKind::Terms | SectionKind::Stages)
}

/// The first line of a section, up to its bracket.
fn head(draft: &Draft, section: &SectionNode) -> String {
    draft.of_span(section.head).trim_end().trim_end_matches('{').trim_end().to_string()
}

/// What stands before and behind the arrow.
fn halves(line: &str) -> Option<Halves<'_>> {
    let (condition, actions) = line.split_once("->")?;
    Some((condition.trim(), actions.trim()))
}

/// A line for a sentence.
fn short(line: &str) -> String {
    const MOST: usize = 60;
    let line: String = line.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// What lines of another draft need of it: its declarations, with other names where the draft that they come into
/// has something else of these.
struct Borrowed {
    /// The names in the other draft, and those to be used.
    names: BTreeMap<String, String>,
    /// The lines that declare them, with the sections they belong to.
    declarations: Vec<(SectionKind, String)>,
}

impl Borrowed {
    fn of(into: &Draft, other: &Draft, lines: &[&str]) -> Option<Borrowed> {
        let declared = other.declared();
        let own: BTreeMap<&str, &str> =
            into.declared().into_iter().map(|(name, _, span)| (name, into.of_span(span))).collect();
        let mut needed: Vec<(&str, SectionKind, &str)> = vec![];
        let mut open: Vec<&str> = lines.to_vec();
        while let Some(text) = open.pop() {
            for name in names(text) {
                let is_known = needed.iter().any(|(known, ..)| *known == name);
                if let Some((name, kind, span)) = declared.iter().find(|(known, ..)| *known == name && !is_known) {
                    needed.push((name, *kind, other.of_span(*span)));
                    open.push(other.of_span(*span));
                }
            }
        }
        // Stages divide whole sections, so they do not come with a line.
        if needed.iter().any(|(_, kind, _)| *kind == SectionKind::Stages) {
            return None;
        }
        let mut borrowed = Borrowed { names: BTreeMap::new(), declarations: vec![] };
        let is_new = |name: &str, text: &str| own.get(name).is_none_or(|own| *own != text);
        for (name, _, text) in needed.iter().filter(|(name, _, text)| is_new(name, text)) {
            let free = |name: &String| !own.contains_key(name.as_str()) && names(text).all(|known| known != name);
            let other_name = (2..).map(|number| format!("{name}_{number}")).find(free);
            let name_there = if own.contains_key(name) { other_name? } else { name.to_string() };
            borrowed.names.insert(name.to_string(), name_there);
        }
        for (_, kind, text) in needed.iter().rev().filter(|(name, _, text)| is_new(name, text)) {
            let text = borrowed.renamed(text);
            borrowed.declarations.push((*kind, text));
        }
        Some(borrowed)
    }

    /// A text with the new names.
    fn renamed(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_' || c == '"') {
            out += &rest[..start];
            rest = &rest[start..];
            let end = match rest.strip_prefix('"') {
                Some(quoted) => quoted.find('"').map_or(rest.len(), |at| at + 2),
                None => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
            };
            out += self.names.get(&rest[..end]).map_or(&rest[..end], String::as_str);
            rest = &rest[end..];
        }
        out + rest
    }

    /// A draft with the declarations.
    fn declared_in(&self, draft: &Draft) -> Option<Draft> {
        let mut draft = draft.clone();
        for (kind, text) in &self.declarations {
            draft = match (kind, draft.section(*kind)) {
                (SectionKind::Game, _) => Draft::read(&format!("{}\n{text}\n", draft.text()))?,
                (_, Some(section)) => {
                    draft.edited(vec![DraftEdit { span: draft.end_of(section), text: format!("\n{text}\n") }])?
                }
                (_, None) => draft.with_section(kind.word(), std::slice::from_ref(text))?,
            };
        }
        Some(draft)
    }
}

/// The words of a text that may be names.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('"').step_by(2);
    code.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::variants;

    fn shipped(name: &str) -> Draft {
        Draft::of(variants::source(name).expect("it is shipped"), &variants::library).expect("it can be read")
    }

    fn all() -> Open {
        Open::Sections(SectionKind::ALL.into_iter().collect())
    }

    /// Every kind of change makes sound games, though of other sound games some become faulty.
    #[test]
    fn each_kind_of_change_makes_games() {
        let (oware, boola) = (shipped("oware"), shipped("boola"));
        for (number, (_, change)) in KINDS.iter().enumerate() {
            let mut chance = Rng::for_game(1, number as u64);
            let made = (0..200).filter_map(|_| change(&oware, &boola, &all(), &mut chance));
            let sound = made.filter_map(|(draft, _)| draft.sound()).take(3).count();
            assert_eq!(sound, 3, "kind {number}");
        }
    }

    #[test]
    fn a_closed_section_stays() {
        let (oware, boola) = (shipped("oware"), shipped("boola"));
        let open = Open::Sections([SectionKind::Land].into());
        let end = |draft: &Draft| {
            let section = draft.section(SectionKind::End).expect("it has an end");
            section.lines.iter().map(|line| draft.of_span(line.span).to_string()).collect::<Vec<_>>()
        };
        let mut chance = Rng::for_game(2, 0);
        let made: Vec<Draft> =
            (0..200).filter_map(|_| vary(&oware, &boola, &open, &mut chance)).map(|(draft, _)| draft).collect();
        assert!(made.len() > 20);
        assert!(made.iter().all(|draft| end(draft) == end(&oware)));
    }

    #[test]
    fn a_mark_comes_with_its_lines_and_changes_its_name() {
        let layli = shipped("layli-goobalay");
        let mark =
            layli.declared().into_iter().find(|(_, kind, _)| *kind == SectionKind::Board).expect("it has a mark");
        let line = format!("x: here is own {} -> stop", mark.0);
        let into = shipped("oware");
        let borrowed = Borrowed::of(&into, &layli, &[&line]).expect("nothing stands against it");
        assert_eq!(borrowed.renamed(&line), line);
        assert_eq!(borrowed.declarations.len(), 1);
        let with = borrowed.declared_in(&into).expect("it can be read");
        assert!(with.text().contains(&format!("mark {}", mark.0)), "{}", with.text());
    }
}
