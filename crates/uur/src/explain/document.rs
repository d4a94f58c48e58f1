//! The rules of a game as a document for players: sections of paragraphs and lists, and its renderings.
//!
//! A document says nothing about its looks. Each of its sentences knows the lines of the rule file that it
//! reports, so a reader may follow it back. Texts that the author of a file wrote freely are isolated with U+2068
//! and U+2069, because they may run from right to left; see [`isolated`].

use serde::{Serialize, Serializer};

use super::place;
use crate::game::Game;
use crate::provenance::JsonAnswer;
use crate::rules::ClauseId;
use crate::source::escaped;

/// The rules of a game as a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RuleText {
    /// The name of the game.
    #[serde(serialize_with = "plain_text")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub title: String,
    /// The facts of the game in one line: origin, players, board, number of seeds.
    #[serde(serialize_with = "plain_text")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub summary: String,
    /// The sections, in the order in which a player needs them.
    pub sections: Vec<Section>,
}

impl JsonAnswer for RuleText {
    const FORMAT: &'static str = "explain";
}

/// A part of the rules under a heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Section {
    /// Which part it is.
    pub id: SectionId,
    /// The heading.
    #[serde(serialize_with = "plain_text")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub title: String,
    /// The paragraphs and lists.
    pub blocks: Vec<Block>,
}

/// The parts of a rule text, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SectionId {
    /// What a player tries to reach.
    Aim,
    /// The board and its seeds, and who begins.
    Setup,
    /// What the author's names for conditions mean.
    Terms,
    /// The steps of a turn.
    Turn,
    /// Pits with marks.
    Marks,
    /// What is special on the first moves.
    Opening,
    /// When the game or the round is over, and who wins.
    End,
    /// The rounds of a match.
    Match,
    /// A hand game that decides by chance.
    Lot,
    /// A move that the file itself tells.
    Example,
    /// The parameters: what else may be played.
    Variants,
    /// How the file reads its sources.
    Notes,
    /// The descriptions that the file follows.
    Sources,
}

/// A paragraph, a list or a drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Block {
    /// Sentences that follow each other.
    Paragraph {
        /// The sentences.
        sentences: Vec<Sentence>,
    },
    /// Steps that follow each other, numbered from 1.
    Steps {
        /// The steps.
        items: Vec<Item>,
    },
    /// Cases or remarks, without numbers.
    Cases {
        /// The cases.
        items: Vec<Item>,
    },
    /// Lines in a font of fixed width.
    Drawing {
        /// The lines.
        text: String,
    },
    /// The heading of the blocks that follow.
    Heading {
        /// The words.
        #[serde(serialize_with = "plain_text")]
        #[cfg_attr(feature = "schemars", schemars(with = "String"))]
        text: String,
        /// Whether the blocks hold in a stage alone.
        special: bool,
    },
}

impl Block {
    /// A paragraph.
    pub fn paragraph(sentences: Vec<Sentence>) -> Block {
        Block::Paragraph { sentences }
    }
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Item {
    /// The words that tell it from the other items, such as the place in which a seed falls; may be empty.
    #[serde(serialize_with = "plain_text")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub label: String,
    /// What is said of it.
    pub sentences: Vec<Sentence>,
    /// The cases that its last sentence announces.
    pub cases: Vec<Item>,
}

impl Item {
    /// Returns its sentences and those of its cases under a heading, each with the labels in front.
    pub(super) fn lines(&self, heading: &str) -> Vec<Sentence> {
        let mut all = vec![];
        self.add_lines(heading, ", ", &mut all);
        all
    }

    fn add_lines(&self, above: &str, joint: &str, all: &mut Vec<Sentence>) {
        let label = [above, &self.label].into_iter().filter(|label| !label.is_empty()).collect::<Vec<_>>().join(joint);
        for (at, sentence) in self.sentences.iter().enumerate() {
            if sentence.text.ends_with(':') && !self.cases.is_empty() {
                continue;
            }
            let text = match &*label {
                "" => sentence.text.clone(),
                label if at == 0 => format!("{label}: {}", sentence.text),
                _ => sentence.text.clone(),
            };
            all.push(Sentence { text, ..sentence.clone() });
        }
        // `it` is what the cases are announced for.
        let announced = self.sentences.last().and_then(|last| last.text.strip_suffix(':'));
        for case in &self.cases {
            match announced.filter(|_| label.is_empty() && case.label.starts_with("it ")) {
                Some(announced) => case.add_lines(announced, "; if ", all),
                None => case.add_lines(&label, ", ", all),
            }
        }
    }

    /// An item of one sentence.
    pub fn of(sentence: Sentence) -> Item {
        Item { sentences: vec![sentence], ..Item::default() }
    }
}

/// A sentence, or what follows the label of a case, and the lines that it reports.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sentence {
    /// The words.
    #[serde(serialize_with = "plain_text")]
    #[cfg_attr(feature = "schemars", schemars(with = "String"))]
    pub text: String,
    /// The lines of the rule file; none for a default of the language.
    pub rules: Vec<RuleLine>,
}

impl Sentence {
    /// A sentence about some clauses of a game.
    pub fn of(game: &Game, text: impl Into<String>, clauses: &[ClauseId]) -> Sentence {
        let mut sorted = clauses.to_vec();
        sorted.sort();
        sorted.dedup();
        let rules = sorted.into_iter().map(|clause| RuleLine::of(game, clause)).collect();
        Sentence { rules, ..Sentence::plain(text) }
    }

    /// A sentence about no line of the rules.
    pub fn plain(text: impl Into<String>) -> Sentence {
        Sentence { text: text.into(), ..Sentence::default() }
    }
}

/// A line of a rule file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RuleLine {
    /// Its clause.
    #[serde(skip)]
    pub clause: ClauseId,
    /// Its name, or its first word.
    pub name: String,
    /// Its file, without the folder.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// How it is cited: `line 26`, or `oware.uur:26` if it is inherited.
    #[serde(skip)]
    pub cited: String,
}

impl RuleLine {
    fn of(game: &Game, clause: ClauseId) -> RuleLine {
        let at = game.place(clause);
        let (file, line) = at.rsplit_once(':').expect("a place is a file and a line");
        RuleLine {
            clause,
            name: game.line_name(clause),
            file: file.to_string(),
            line: line.parse().expect("a line is a number"),
            cited: place(game, clause),
        }
    }
}

/// Returns a text with its first letter or digit in capitals.
pub fn capitalized(text: &str) -> String {
    let mut capital = String::new();
    let mut letters = text.chars();
    for c in letters.by_ref() {
        capital.extend(c.to_uppercase());
        if c.is_alphanumeric() {
            break;
        }
    }
    capital + letters.as_str()
}

/// A text whose first letter is small, as it follows other words.
pub(super) fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DocumentLayout {
    /// The width of a page of text, in columns.
    pub width: usize,
    /// Whether the lines of the rule file are cited.
    pub lines: bool,
}

const ISOLATE: char = '\u{2068}';
const END_ISOLATE: char = '\u{2069}';

/// Returns a text that an author wrote freely, isolated from the words around it.
pub fn isolated(text: &str) -> String {
    let direction = |c: char| matches!(c, '\u{2066}'..='\u{2069}' | '\u{202a}'..='\u{202e}');
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(direction, "");
    format!("{ISOLATE}{text}{END_ISOLATE}")
}

/// Returns a text without the marks of isolation.
pub fn plain(text: &str) -> String {
    escaped(&text.replace([ISOLATE, END_ISOLATE], "")).into_owned()
}

fn plain_text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&plain(text))
}

impl RuleText {
    /// Iterates over all sentences, in order.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.sections.iter().flat_map(Section::sentences)
    }

    /// Returns all sentences, each with the labels of its cases in front.
    pub(super) fn lines(&self) -> Vec<Sentence> {
        let mut all = vec![];
        for section in &self.sections {
            let mut under = "";
            for block in &section.blocks {
                match block {
                    Block::Paragraph { sentences } => all.extend(sentences.iter().cloned()),
                    Block::Steps { items } | Block::Cases { items } => {
                        items.iter().for_each(|item| item.add_lines(under, ", ", &mut all));
                    }
                    // What holds in all stages needs no heading.
                    Block::Heading { text, special } => under = if *special { text } else { "" },
                    Block::Drawing { .. } => {}
                }
            }
        }
        all
    }

    /// Returns the sentences about a clause, those of cases with their labels.
    pub fn about(&self, clause: ClauseId) -> Vec<String> {
        let cites = |line: &Sentence| line.rules.iter().any(|rule| rule.clause == clause);
        self.lines().iter().filter(|line| cites(line)).map(|line| capitalized(&plain(&line.text))).collect()
    }

    /// The document as text for a terminal.
    pub fn text(&self, layout: DocumentLayout) -> String {
        let mut page = TextPage { out: format!("{}\n", plain(&self.title)), layout };
        page.filled("", "", &plain(&self.summary), &[]);
        for section in &self.sections {
            page.out += &format!("\n{}\n", plain(&section.title));
            for block in &section.blocks {
                match block {
                    Block::Paragraph { sentences } => page.sentences("  ", "  ", "", sentences),
                    Block::Steps { items } => {
                        for (number, item) in items.iter().enumerate() {
                            page.item(&format!("{:>3}. ", number + 1), 5, item);
                        }
                    }
                    Block::Cases { items } => items.iter().for_each(|item| page.item("  - ", 4, item)),
                    Block::Drawing { text } => {
                        page.out.extend(text.lines().map(|line| format!("    {line}").trim_end().to_string() + "\n"));
                    }
                    Block::Heading { text, .. } => page.out += &format!("\n  {}\n", plain(text)),
                }
            }
        }
        page.out
    }

    /// The document in Markdown.
    pub fn markdown(&self, layout: DocumentLayout) -> String {
        let mut out = format!("# {}\n\n{}\n", in_markdown(&self.title), in_markdown(&self.summary));
        for section in &self.sections {
            out += &format!("\n## {}\n", in_markdown(&section.title));
            for block in &section.blocks {
                out.push('\n');
                match block {
                    Block::Paragraph { sentences } => out += &format!("{}\n", markdown_line("", sentences, layout)),
                    Block::Steps { items } => {
                        for (number, item) in items.iter().enumerate() {
                            markdown_item(&mut out, &format!("{}. ", number + 1), "", item, layout);
                        }
                    }
                    Block::Cases { items } => {
                        items.iter().for_each(|item| markdown_item(&mut out, "- ", "", item, layout));
                    }
                    Block::Drawing { text } => out += &format!("```text\n{}\n```\n", text.trim_end()),
                    Block::Heading { text, .. } => out += &format!("### {}\n", in_markdown(text)),
                }
            }
        }
        out
    }

    /// The document as an `article` element of HTML.
    pub fn html(&self, layout: DocumentLayout) -> String {
        let mut out = format!(
            "<article class=\"rules\" lang=\"en\">\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n",
            in_html(&self.title),
            in_html(&self.summary)
        );
        self.sections.iter().for_each(|section| out += &section.html(layout));
        out + "</article>\n"
    }

    /// The facts of the game as HTML in one line.
    pub fn summary_html(&self) -> String {
        in_html(&self.summary)
    }
}

impl Section {
    /// Returns its sentences, in order.
    pub fn sentences(&self) -> Vec<&Sentence> {
        fn of<'a>(item: &'a Item, all: &mut Vec<&'a Sentence>) {
            all.extend(&item.sentences);
            item.cases.iter().for_each(|case| of(case, all));
        }
        let mut all = vec![];
        for block in &self.blocks {
            match block {
                Block::Paragraph { sentences } => all.extend(sentences),
                Block::Steps { items } | Block::Cases { items } => items.iter().for_each(|item| of(item, &mut all)),
                Block::Drawing { .. } | Block::Heading { .. } => {}
            }
        }
        all
    }

    /// The section as an element of HTML.
    pub fn html(&self, layout: DocumentLayout) -> String {
        let mut out = format!("<section class=\"{}\">\n<h2>{}</h2>\n", self.id.as_str(), in_html(&self.title));
        for block in &self.blocks {
            match block {
                Block::Paragraph { sentences } => out += &format!("<p>{}</p>\n", html_line("", sentences, layout)),
                Block::Steps { items } => html_list(&mut out, "ol", items, layout),
                Block::Cases { items } => html_list(&mut out, "ul", items, layout),
                Block::Drawing { text } => out += &format!("<pre>{}</pre>\n", in_html(text)),
                Block::Heading { text, .. } => out += &format!("<h3>{}</h3>\n", in_html(text)),
            }
        }
        out + "</section>\n"
    }
}

impl SectionId {
    /// Its name in JSON, and its class in HTML.
    pub fn as_str(self) -> &'static str {
        match self {
            SectionId::Aim => "aim",
            SectionId::Setup => "setup",
            SectionId::Turn => "turn",
            SectionId::Terms => "terms",
            SectionId::Marks => "marks",
            SectionId::Opening => "opening",
            SectionId::End => "end",
            SectionId::Match => "match",
            SectionId::Lot => "lot",
            SectionId::Example => "example",
            SectionId::Variants => "variants",
            SectionId::Notes => "notes",
            SectionId::Sources => "sources",
        }
    }
}

/// A page of text that is being filled.
struct TextPage {
    out: String,
    layout: DocumentLayout,
}

impl TextPage {
    fn item(&mut self, bullet: &str, indent: usize, item: &Item) {
        let blank = " ".repeat(indent);
        self.sentences(bullet, &blank, &item.label, &item.sentences);
        for case in &item.cases {
            self.item(&format!("{blank}- "), indent + 2, case);
        }
    }

    /// Writes sentences in one paragraph or, if lines are cited, one below the other.
    fn sentences(&mut self, first: &str, indent: &str, label: &str, sentences: &[Sentence]) {
        let texts = labelled(label, sentences).into_iter().map(|text| plain(&text));
        if !self.layout.lines || sentences.is_empty() {
            return self.filled(first, indent, &texts.collect::<Vec<_>>().join(" "), &[]);
        }
        for (at, (text, sentence)) in texts.zip(sentences).enumerate() {
            self.filled(if at == 0 { first } else { indent }, indent, &text, &sentence.rules);
        }
    }

    fn filled(&mut self, first: &str, indent: &str, text: &str, rules: &[RuleLine]) {
        let mut cited: Vec<&str> = vec![];
        for rule in rules.iter().filter(|_| self.layout.lines) {
            if !cited.contains(&&*rule.cited) {
                cited.push(&rule.cited);
            }
        }
        let margin = cited.iter().map(|place| place.chars().count() + 2).max().unwrap_or(0);
        let width = self.layout.width.saturating_sub(margin).max(20);
        let options = textwrap::Options::new(width)
            .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .initial_indent(first)
            .subsequent_indent(indent);
        let lines = textwrap::wrap(text, options);
        // The last lines of the text are those that bear the places.
        let above = lines.len().saturating_sub(cited.len());
        for at in 0..lines.len().max(cited.len()) {
            let line = lines.get(at).map_or("", |line| &**line);
            match at.checked_sub(above).and_then(|at| cited.get(at)) {
                Some(place) => {
                    let gap = width.saturating_sub(textwrap::core::display_width(line)) + 2;
                    self.out += &format!("{line}{}{place}\n", " ".repeat(gap));
                }
                None => self.out += &format!("{}\n", line.trim_end()),
            }
        }
    }
}

/// The texts of sentences, the first after the label.
fn labelled(label: &str, sentences: &[Sentence]) -> Vec<String> {
    let mut texts: Vec<String> = sentences.iter().map(|sentence| sentence.text.clone()).collect();
    match texts.first_mut() {
        Some(first) if !label.is_empty() => *first = format!("{label}: {first}"),
        Some(_) => {}
        None if label.is_empty() => {}
        None => texts.push(format!("{label}:")),
    }
    texts
}

fn markdown_item(out: &mut String, bullet: &str, indent: &str, item: &Item, layout: DocumentLayout) {
    *out += &format!("{indent}{bullet}{}\n", markdown_line(&item.label, &item.sentences, layout));
    let indent = format!("{indent}{}", " ".repeat(bullet.len()));
    for case in &item.cases {
        markdown_item(out, "- ", &indent, case, layout);
    }
}

fn markdown_line(label: &str, sentences: &[Sentence], layout: DocumentLayout) -> String {
    let mut parts = vec![];
    if !label.is_empty() {
        parts.push(format!("**{}:**", in_markdown(label)));
    }
    for sentence in sentences {
        parts.push(in_markdown(&sentence.text));
        if layout.lines && !sentence.rules.is_empty() {
            let cited: Vec<&str> = sentence.rules.iter().map(|rule| &*rule.cited).collect();
            parts.push(format!("*({})*", in_markdown(&cited.join(", "))));
        }
    }
    parts.join(" ")
}

/// Escapes what Markdown gives a meaning.
fn in_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn html_list(out: &mut String, tag: &str, items: &[Item], layout: DocumentLayout) {
    *out += &format!("<{tag}>\n");
    for item in items {
        *out += &format!("<li>{}", html_line(&item.label, &item.sentences, layout));
        if !item.cases.is_empty() {
            out.push('\n');
            html_list(out, "ul", &item.cases, layout);
        }
        *out += "</li>\n";
    }
    *out += &format!("</{tag}>\n");
}

fn html_line(label: &str, sentences: &[Sentence], layout: DocumentLayout) -> String {
    let mut parts = vec![];
    if !label.is_empty() {
        parts.push(format!("<b>{}:</b>", in_html(label)));
    }
    for sentence in sentences {
        let text = in_html(&sentence.text);
        if sentence.rules.is_empty() {
            parts.push(text);
            continue;
        }
        let of =
            |part: fn(&RuleLine) -> String| in_html(&sentence.rules.iter().map(part).collect::<Vec<_>>().join(" "));
        let names = of(|rule| rule.name.replace(' ', "\u{a0}"));
        let lines = of(|rule| format!("{}:{}", rule.file, rule.line));
        let cited = if layout.lines {
            let cited: Vec<&str> = sentence.rules.iter().map(|rule| &*rule.cited).collect();
            format!(" <small>{}</small>", in_html(&cited.join(", ")))
        } else {
            String::new()
        };
        parts.push(format!("<span data-rule=\"{names}\" data-line=\"{lines}\">{text}</span>{cited}"));
    }
    parts.join(" ")
}

/// Escapes a text for HTML, with authors' texts as `bdi` elements.
fn in_html(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            ISOLATE => out += "<bdi>",
            END_ISOLATE => out += "</bdi>",
            '\n' => out.push(c),
            c => out += &escaped(c.encode_utf8(&mut [0; 4])),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hostile() -> RuleText {
        let evil = "<script>alert('1')</script> *b* \u{202e}right \u{2069}left";
        RuleText {
            title: isolated(evil),
            summary: "One & two.".into(),
            sections: vec![Section {
                id: SectionId::Turn,
                title: "Your turn".into(),
                blocks: vec![Block::Steps {
                    items: vec![Item {
                        label: String::new(),
                        sentences: vec![Sentence::plain("See where it falls:")],
                        cases: vec![Item {
                            label: "in a pit".into(),
                            sentences: vec![Sentence::plain("your move ends.")],
                            cases: vec![],
                        }],
                    }],
                }],
            }],
        }
    }

    #[test]
    fn authors_texts_stay_texts() {
        let html = hostile().html(DocumentLayout::default());
        assert!(html.contains("<h1><bdi>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; *b* right left</bdi></h1>"));
        assert!(html.contains("<ol>\n<li>See where it falls:\n<ul>\n<li><b>in a pit:</b> your move ends.</li>\n</ul>"));
        let markdown = hostile().markdown(DocumentLayout::default());
        assert!(markdown.starts_with("# \\<script\\>alert('1')\\</script\\> \\*b\\* right left\n"), "{markdown}");
        assert!(markdown.contains("1. See where it falls:\n   - **in a pit:** your move ends.\n"), "{markdown}");
        assert!(!serde_json::to_string(&hostile()).unwrap().contains('\u{2068}'));
    }

    #[test]
    fn a_page_of_text_is_indented_by_its_lists() {
        let text = hostile().text(DocumentLayout { width: 40, lines: false });
        assert!(text.ends_with("Your turn\n  1. See where it falls:\n     - in a pit: your move ends.\n"), "{text}");
    }
}
