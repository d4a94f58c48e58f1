//! A rule file as a tree that can be changed.

use std::ops::Range;

use uur::check::{self, Library, Settings};
use uur::game::Game;
use uur::rules::{ClauseId, Value};
use uur::source::{Source, SourceId, Span};
use uur::syntax::ast::{ContentNode, FileNode, LineNode, ParamNode, SectionKind, SectionNode};
use uur::syntax::{self, LANGUAGE};
use uur::variants;
use uur_testing::suite::why_dead;

use crate::vary::values;

/// The name of the file while it has no other.
const FILE: &str = "candidate.uur";

/// How often a draft is rid of lines that turn out to be of no use.
const MOST_ROUNDS: usize = 8;

/// A rule file that extends no other, without tests, without sources and without comments. Each line stands alone, and
/// sections are in the order of [`SectionKind::ALL`].
#[derive(Debug, Clone)]
pub struct Draft {
    source: Source,
    file: FileNode,
}

/// A place in the text of a draft, and what is to stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEdit {
    /// What is replaced, or an empty span.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl DraftEdit {
    /// Leaves out a part of the text.
    pub fn without(span: Span) -> DraftEdit {
        DraftEdit { span, text: String::new() }
    }
}

impl Draft {
    /// The draft of a game, with the lines of those that it extends. `None` if the text cannot be read.
    pub fn of(source: Source, library: Library) -> Option<Draft> {
        let lines = check::flatten(&check::load(source, library));
        let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        Draft::read(&text.join("\n"))
    }

    /// The draft of a text. `None` if the text cannot be read, or extends another.
    pub fn read(text: &str) -> Option<Draft> {
        let written = parsed(text)?;
        parsed(&written.arranged()).filter(|draft| draft.file.extends.is_empty())
    }

    /// The rules as a file, laid out as the formatter does.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The same rules with other defaults of parameters.
    pub fn set(&self, settings: &Settings) -> Option<Draft> {
        let params = self.file.params.iter();
        let edits = params.filter_map(|param| {
            let text = settings.get(&param.name.value)?.clone();
            Some(DraftEdit { span: param.default.span, text })
        });
        self.edited(edits.collect())
    }

    /// The same rules without parameters of words, and without what the author said of the others, which need not be true
    /// here.
    pub fn settled(&self) -> Draft {
        let told = self.file.params.iter().filter_map(|param| {
            let (plain, _) = self.of_span(param.span).split_once('"')?;
            Some(DraftEdit { span: param.span, text: plain.trim_end().to_string() })
        });
        self.edited(told.collect()).unwrap_or_else(|| self.clone()).without_choices()
    }

    /// The same rules without parameters of words. Lines that need another value than the default never act and are left
    /// out of a sound game, so that what is left of such a parameter is always true.
    fn without_choices(&self) -> Draft {
        let words = self.file.params.iter().filter(|param| matches!(param.default.value, Value::Word(_)));
        let names: Vec<String> = words.map(|param| param.name.value.clone()).collect();
        names.iter().fold(self.clone(), |draft, name| draft.without_choice(name).unwrap_or(draft))
    }

    /// The same rules without a parameter, if what names it can be left out.
    fn without_choice(&self, name: &str) -> Option<Draft> {
        let meaning = self.game()?.meaning();
        let same = |draft: &Draft| draft.game().is_some_and(|game| game.meaning() == meaning);
        let mut draft = self.clone();
        while let Some(mention) = draft.mention(name) {
            let is_before = |text: &str| draft.source.text[..mention.start].ends_with(text);
            let is_after = |text: &str| draft.source.text[mention.end..].starts_with(text);
            let before = [" and ", " or ", " where "].into_iter().filter(|text| is_before(text));
            let ranges = before.map(|text| (mention.start - text.len()..mention.end, ""));
            let after = [" and ", " or "].into_iter().filter(|text| is_after(text));
            let after = after.map(|text| (mention.start..mention.end + text.len(), ""));
            let simpler = |(range, text): (Range<usize>, &str)| {
                let mut changed = draft.source.text.clone();
                changed.replace_range(range, text);
                Draft::read(&changed).filter(same)
            };
            let found = ranges.chain(after).chain([(mention.clone(), "else")]).find_map(simpler)?;
            draft = found;
        }
        let declared = draft.file.params.iter().find(|param| param.name.value == name)?.span;
        draft.edited(vec![DraftEdit::without(declared)]).filter(same)
    }

    /// The first place outside of its declaration that says what a parameter is.
    fn mention(&self, name: &str) -> Option<Range<usize>> {
        let text = &self.source.text;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let begins = |at: usize| !text[..at].ends_with(is_word) && text[at + name.len()..].starts_with(" is ");
        let declared = |at: usize| self.file.params.iter().any(|param| param.span.range().contains(&at));
        let start = text.match_indices(name).map(|(at, _)| at).find(|&at| begins(at) && !declared(at))?;
        let rest = &text[start + name.len() + " is ".len()..];
        let value = rest.strip_prefix("not ").unwrap_or(rest);
        let value = value.find(|c: char| !is_word(c)).unwrap_or(value.len()) + rest.len() - value.len();
        let end = start + name.len() + " is ".len() + value;
        Some(if text[..start].ends_with(" not ") { start - "not ".len()..end } else { start..end })
    }

    /// What is bred of these rules: a round, unless parameters alone change.
    pub fn of_work(self, only_params: bool) -> Option<Draft> {
        if only_params { Some(self) } else { self.of_one_round() }
    }

    /// The same rules for a single round: without `match`.
    pub fn of_one_round(&self) -> Option<Draft> {
        let mut draft = self.clone();
        draft.file.sections.retain(|section| section.kind != SectionKind::Match);
        Draft::read(&draft.arranged())
    }

    /// The same rules with this title, and these lines about the game.
    pub fn titled(&self, title: &str, about: &[String]) -> String {
        let about: String = about.iter().map(|line| format!("  {line}\n")).collect();
        let kept: String = self
            .section(SectionKind::Game)
            .into_iter()
            .flat_map(|game| &game.lines)
            .filter(|line| matches!(line.content, ContentNode::Asymmetric(_)))
            .map(|line| format!("  {}\n", self.of_span(line.span)))
            .collect();
        let mut draft = self.clone();
        draft.file.sections.retain(|section| section.kind != SectionKind::Game);
        let rest = draft.arranged();
        let rest = rest.strip_prefix(&language()).unwrap_or(&rest);
        syntax::format(&format!("{}\ngame \"{title}\" {{\n{about}{kept}}}\n{rest}", language()))
    }

    /// Whether all sections but those that may differ are the same in both.
    pub fn has_same_sections(&self, other: &Draft, may_differ: impl Fn(SectionKind) -> bool) -> bool {
        let fixed = |draft: &Draft| -> Vec<String> {
            let sections = draft.file.sections.iter();
            let sections = sections.filter(|section| section.kind != SectionKind::Game && !may_differ(section.kind));
            let parts = sections.flat_map(|section| {
                [section.head].into_iter().chain(section.lines.iter().map(|line| draft.whole(line)))
            });
            parts.map(|part| draft.of_span(part).to_string()).collect()
        };
        fixed(self) == fixed(other)
    }

    /// Its tree.
    pub fn file(&self) -> &FileNode {
        &self.file
    }

    /// Its source.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The text of a part.
    pub fn of_span(&self, span: Span) -> &str {
        &self.source.text[span.range()]
    }

    /// A line with its label.
    pub fn whole(&self, line: &LineNode) -> Span {
        line.label.as_ref().map_or(line.span, |label| label.span.to(line.span))
    }

    /// The first section of a kind that applies in all stages.
    pub fn section(&self, kind: SectionKind) -> Option<&SectionNode> {
        self.file.sections.iter().find(|section| section.kind == kind && section.stage.is_none())
    }

    /// The place behind the last line of a section.
    pub fn end_of(&self, section: &SectionNode) -> Span {
        let opened = || {
            let from = section.head.start as usize;
            from + self.source.text[from..].find('{').map_or(0, |at| at + 1)
        };
        let end = section.lines.iter().map(|line| line.span.end as usize).max().unwrap_or_else(opened);
        Span::new(section.head.source, end, end)
    }

    /// The draft with these changes. `None` if the result cannot be read.
    pub fn edited(&self, edits: Vec<DraftEdit>) -> Option<Draft> {
        Draft::read(&edited(&self.source.text, edits))
    }

    /// The draft with another section at its end.
    pub fn with_section(&self, head: &str, lines: &[String]) -> Option<Draft> {
        Draft::read(&format!("{}\n{head} {{\n{}\n}}\n", self.source.text, lines.join("\n")))
    }

    /// The names that it declares, each with the section and the line that does.
    pub fn declared(&self) -> Vec<(&str, SectionKind, Span)> {
        let named = self.file.sections.iter().flat_map(|section| {
            section.lines.iter().filter_map(move |line| {
                let declares =
                    line.declares() || matches!(line.content, ContentNode::Mark { .. } | ContentNode::Counter { .. });
                declares.then_some(()).and_then(|()| Some((line.name()?, section.kind, self.whole(line))))
            })
        });
        let params = self.file.params.iter().map(|param| (param.name.value.as_str(), SectionKind::Game, param.span));
        named.chain(params).collect()
    }

    /// The draft without these parts of its text, as far as they are whole lines that can be left out.
    fn without(&self, spans: &[Span]) -> Option<Draft> {
        let hit = |whole: Span| spans.iter().any(|span| span.start < whole.end && whole.start < span.end);
        let params = self.file.params.iter().map(|param| param.span);
        let lines = self.file.sections.iter().filter(|section| section.kind != SectionKind::Game);
        let lines = lines.flat_map(|section| section.lines.iter().map(|line| self.whole(line)));
        let edits: Vec<DraftEdit> = params.chain(lines).filter(|&whole| hit(whole)).map(DraftEdit::without).collect();
        if edits.is_empty() { None } else { self.edited(edits) }
    }

    /// The game, if it is a sound one.
    pub fn game(&self) -> Option<Game> {
        Game::load_if_sound(self.source.clone(), &variants::library, &Settings::new())
    }

    /// The game, and the draft without what has no use in it: what the checker warns of, and lines that never act. `None`
    /// if it is no sound game.
    pub fn sound(self) -> Option<(Draft, Game)> {
        let mut draft = self;
        for _ in 0..MOST_ROUNDS {
            let game = draft.game()?;
            let warned = game.warnings.iter().filter_map(|warning| warning.labels.first()).map(|label| label.span);
            let is_dead = |clause: &ClauseId| why_dead(&game, *clause).is_some() || game.dead().contains(clause);
            let dead = game.clause_spans().iter().filter(|(clause, _)| is_dead(clause)).map(|(_, place)| place.span);
            let useless: Vec<Span> = warned.chain(dead).collect();
            if useless.is_empty() {
                return Some((draft, game));
            }
            draft = draft.without(&useless)?;
        }
        None
    }

    /// The draft without the lines of these clauses of its game.
    pub fn simplified(&self, game: &Game, clauses: &[ClauseId]) -> Option<(Draft, Game)> {
        let spans: Vec<Span> = clauses.iter().map(|&clause| game.clause_spans().of(clause).span).collect();
        self.without(&spans)?.sound()
    }

    /// All parts in order, each line alone, without empty ones.
    fn arranged(&self) -> String {
        let mut text = language();
        for kind in SectionKind::ALL {
            for section in self.file.sections.iter().filter(|section| section.kind == kind) {
                let head = match kind {
                    SectionKind::Game => "game \"Candidate\"",
                    _ => self.of_span(section.head).trim_end().trim_end_matches('{').trim_end(),
                };
                // What is left of a section when all its lines are gone.
                if head == kind.word() && section.lines.is_empty() {
                    continue;
                }
                text += &format!("\n{head} {{\n");
                if kind == SectionKind::Game {
                    text += "  source \"none: designed by uur\"\n";
                }
                let is_kept =
                    |line: &&LineNode| kind != SectionKind::Game || matches!(line.content, ContentNode::Asymmetric(_));
                for line in section.lines.iter().filter(is_kept) {
                    text += &format!("  {}\n", syntax::format_line(self.of_span(self.whole(line))));
                }
                text += "}\n";
            }
            if kind == SectionKind::Game {
                self.file.params.iter().for_each(|param| text += &format!("\n{}", self.of_span(param.span)));
                text += "\n";
            }
        }
        syntax::format(&text)
    }
}

fn language() -> String {
    format!("language {LANGUAGE}\n")
}

/// A text with changes.
fn edited(text: &str, mut edits: Vec<DraftEdit>) -> String {
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
    let mut text = text.to_string();
    for DraftEdit { span, text: replacement } in edits {
        text.replace_range(span.range(), &replacement);
    }
    text
}

/// The rules of a file, whose parameters have the values next to the default with which the game is sound.
pub fn with_sound_values(text: &str) -> String {
    let Some(Draft { source, file }) = parsed(text) else { return text.to_string() };
    let narrowed = |param: &ParamNode| {
        let all = values(param);
        let is_sound = |value: &&Value| {
            let settings = Settings::from([(param.name.value.clone(), value.to_string())]);
            Game::load_if_sound(source.clone(), &variants::library, &settings).is_some()
        };
        let default = all.iter().position(|value| *value == param.default.value)?;
        let first = default - all[..default].iter().rev().take_while(is_sound).count();
        let last = default + all[default + 1..].iter().take_while(is_sound).count();
        let text = match (&all[first..=last], param.values.len()) {
            (sound, _) if sound.len() == all.len() => return None,
            ([low, .., high], 1) => format!("{low}..{high}"),
            (sound, _) => sound.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        };
        Some(DraftEdit { span: param.values.first()?.span.to(param.values.last()?.span), text })
    };
    edited(text, file.params.iter().filter_map(narrowed).collect())
}

/// The tree of a text without tests.
fn parsed(text: &str) -> Option<Draft> {
    let source = Source::new(FILE, text);
    let (file, problems) = syntax::parse_unexplained(&source, SourceId(0));
    let file = file.filter(|file| file.complete && problems.is_empty())?;
    Some(Draft { source, file })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped(name: &str) -> Draft {
        Draft::of(variants::source(name).expect("it is shipped"), &variants::library).expect("it can be read")
    }

    #[test]
    fn a_draft_of_every_shipped_game_has_its_rules() {
        for name in variants::names() {
            let game = Game::shipped(name).expect("it is shipped");
            let draft = shipped(name);
            let read = Game::load_if_sound(draft.source.clone(), &variants::library, &Settings::new());
            assert_eq!(read.map(|read| read.meaning()), Some(game.meaning()), "{name}:\n{}", draft.text());
            let again = Draft::read(draft.text()).expect("it can be read");
            assert_eq!(again.text(), draft.text(), "{name}");
        }
    }

    #[test]
    fn what_has_no_use_is_left_out() {
        let draft = shipped("oware");
        let (sound, game) = draft.clone().sound().expect("it is sound");
        assert_eq!(game.meaning(), Game::shipped("oware").expect("it is shipped").meaning());
        assert!(!sound.text().contains("forfeited:") && draft.text().contains("forfeited:"), "{}", sound.text());
    }

    #[test]
    fn empty_sections_are_left_out() {
        let text = "language 1\ngame \"A\" {\n  source \"none: a test\"\n}\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}\n\
                    sow counterclockwise {\n}\nopening {\n}\nend {\n  no move -> each takes own row\n  win most seeds\n}\n";
        let draft = Draft::read(text).expect("it can be read");
        assert!(
            !draft.text().contains("opening") && draft.text().contains("sow counterclockwise {"),
            "{}",
            draft.text()
        );
    }

    /// Most parameters of words can be left out. One stays where it makes other conditions of its line needless, which
    /// are not looked for.
    #[test]
    fn parameters_of_words_are_left_out() {
        let mut left = vec![];
        for name in variants::names() {
            let Some((draft, game)) = shipped(name).sound() else { continue };
            let settled = draft.settled();
            assert_eq!(settled.game().map(|game| game.meaning()), Some(game.meaning()), "{name}:\n{}", settled.text());
            let words = settled.file.params.iter().filter(|param| matches!(param.default.value, Value::Word(_)));
            left.extend(words.map(|param| format!("{name} {}", param.name.value)));
        }
        assert!(left.len() < 14 && !left.contains(&"oware slam".to_string()), "{left:?}");
    }

    #[test]
    fn a_title_and_its_origins_are_written() {
        let text = shipped("oware").titled("Awa", &["source \"none: designed from Oware\"".into()]);
        assert!(text.contains("game \"Awa\" {\n  source \"none: designed from Oware\"\n}"), "{text}");
        assert_eq!(text.matches("\ngame ").count(), 1, "{text}");
    }
}
