//! Each form of the grammar means what it says.
//!
//! The test reads the grammar and writes each alternative of each rule as a sentence, and each alternative of a
//! rule within each rule that uses it. A sentence is put into sentences of the rules that use it, until it is a line
//! of a section, and the line is put into the games of `tests/forms`, until the checker accepts one of them. That
//! file is laid out and written as one file, and read back; it is explained, compiled and played.
//! Two files that differ must be different games, unless the difference is one of [`SYNONYMS`].

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fs;
use std::path::Path;

use pest_meta::ast::{Expr, Rule as GrammarRule, RuleType};
use uur::check::{self, LibraryError, Settings};
use uur::explain::{self, DocumentLayout};
use uur::game::Game;
use uur::source::{Source, SourceId};
use uur::syntax;
use uur_testing::properties::{PlayBounds, check_invariants};

use crate::series;

/// What stands for a rule in a sentence, by the rule that uses it, `*` for any: in each trial, its first, second and
/// third use. For rules that are not here, it is their first alternative.
const FILLINGS: &[(&str, &str, &[&[&str]])] = &[
    ("*", "integer", &[&["1", "2", "3"], &["3", "1", "1"]]),
    ("*", "product", &[&["1", "2", "3"]]),
    ("number", "product", &[&["3", "1", "1"]]),
    ("*", "number", &[&["1", "2", "3"], &["3", "3", "3"]]),
    ("pattern", "number", &[&["2"], &["1"]]),
    ("*", "count", &[&["1", "2", "3"]]),
    ("*", "amount", &[&["1 or more"]]),
    ("*", "text", &[&["\"none\"", "\"other\"", "\"third\""]]),
    ("given", "text", &[&["\"south 1 1 0 0; north 1 0 0 1\""]]),
    ("stands", "text", &[&["\"south 1 1 0 0; north 1 0 0 1\""]]),
    ("plan", "text", &[&["\"b a .\""]]),
    ("extends", "text", &[&["\"base\""]]),
    ("*", "name", &[&["uur", "house"]]),
    ("counted_by", "name", &[&["debt"]]),
    ("named", "name", &[&["facing"]]),
    ("term", "name", &[&["closing"]]),
    ("stage", "name", &[&["first_part"]]),
    ("in_stage", "name", &[&["early"]]),
    ("fact", "name", &[&["early"]]),
    ("mark_kind", "name", &[&["child"]]),
    ("plural", "name", &[&["children"]]),
    ("counter", "name", &[&["spent"]]),
    ("parameter", "name", &[&["few"]]),
    ("param", "parameter", &[&["extra"]]),
    ("*", "parameter", &[&["few"]]),
    ("*", "word", &[&["pair"]]),
    ("value", "word", &[&["one"]]),
    ("beats", "word", &[&["finger", "three"]]),
    ("lot", "beats", &[&["finger wins against three", "three wins against palm", "palm wins against finger"]]),
    ("*", "line_name", &[&["added"]]),
    ("before", "label", &[&["pair:"]]),
    ("after", "label", &[&["pair:"]]),
    ("*", "value", &[&["1", "2", "3"], &["one", "other"]]),
    ("*", "span", &[&["1..3", "5..6"]]),
    ("*", "letter", &[&["A", "B"]]),
    ("*", "kind", &[&["own pit", "opponent pit", "empty"]]),
    ("kind", "outermost", &[&["first"], &["last"]]),
    ("counted_from", "place", &[&["here"], &["here"]]),
    ("*", "kinds", &[&["own pit"], &["empty"]]),
    ("*", "place", &[&["here", "opposite"], &["own row", "opponent row"], &["own store", "opponent store"]]),
    ("*", "part", &[&["here", "opposite", "next"], &["own row", "opponent row", "own store"]]),
    ("repeat", "place", &[&["previous", "next"]]),
    ("compared", "place", &[&["opposite"], &["opponent store"]]),
    ("*", "condition", &[&["here is occupied"], &["own row is occupied"], &["few is 1"]]),
    (
        "*",
        "all_of",
        &[&["here is occupied", "opposite is occupied", "next is empty"], &["own row is occupied", "own row is empty"]],
    ),
    ("*", "is", &[&["here is occupied", "opposite is empty"], &["own row is occupied"], &["few is 1"]]),
    ("*", "where_", &[&["where here is occupied"], &["where own row is occupied"], &["where few is 1"]]),
    ("*", "capture", &[&["capture here", "capture opposite"]]),
    ("actions", "gather", &[&["lift every own pit, sow after here"]]),
    ("actions", "sow_on", &[&["lift opposite, sow after here"]]),
    ("*", "turn", &[&["A", "B"]]),
    ("*", "direction", &[&["clockwise"]]),
    ("*", "passed", &[&["own row", "opponent row", "own store"], &["own rows", "opponent rows", "own store"]]),
    ("*", "taking", &[&["own row", "opponent row", "board"]]),
    ("*", "actions", &[&["stop"], &["draw"]]),
    ("*", "rule_line", &[&["opposite is occupied -> stop"]]),
];

/// Sentences that need others beside them: the rule, a part of the text, the whole with `{}` for the sentence, and
/// the rule of the whole. Lines of a whole are separated by `⏎`.
const BESIDE: &[(&str, &str, &str, &str)] = &[
    ("gather", "", "{}, sow after here", "actions"),
    ("sow_on", "", "lift opposite, {}", "actions"),
    ("illegal", "", "endless -> {}", "rule_line"),
    ("pass", "", "no move and own row is occupied -> {}", "rule_line"),
    ("actions", "illegal", "endless -> {}", "rule_line"),
    ("actions", "pass", "no move and own row is occupied -> {}", "rule_line"),
    ("taking", "board", "own row is empty -> player takes {}", "rule_line"),
    ("takings", "board", "own row is empty -> player takes {}", "rule_line"),
    ("no_move", "", "{} and own store holds 3", "condition"),
    ("all_of", "no move", "{} and own store holds 3", "condition"),
    ("compared", "", "here holds {}", "all_of"),
    ("amount", "as many", "here holds {}", "all_of"),
    ("part", "chosen", "choose opponent pit, capture {}", "actions"),
    ("counted_by", "own points", "opponent store holds 3 -> add 1 to {}", "rule_line"),
    ("part", "points", "{} holds 3 or more -> player wins", "rule_line"),
    ("origin", "landing", "any own pit where here holds as many as {}", "all_of"),
    ("passed", "opponent front", "along own rows, {}, opponent back", "along"),
    ("plan", "", "{} ⏎ plan \"A B c\" ⏎ plan \". . C\"", "plan"),
    ("seeds", "seeds south 1", "{} ⏎ seeds north 2 repeated", "seeds"),
    ("seeds", "seeds north 1", "{} ⏎ seeds south 2 repeated", "seeds"),
    ("seeds", "seeds south front", "{} ⏎ seeds north 2 each", "seeds"),
    ("seeds", "seeds north front", "{} ⏎ seeds south 2 each", "seeds"),
    ("round_setup", "for both", "{} ⏎ refill 3 each by loser for both", "round_setup"),
];

/// Forms that no game can have: the rule, their texts, where `*` stands for any beginning, and the reason.
const UNSOUND: &[(&str, &[&str], &str)] = &[
    ("negation", &["not not here is occupied"], "`not` does not stand twice"),
    ("negation", &["not every own pit", "not endless", "not repeated 1 times"], "see `some` and `all_of`"),
    (
        "some",
        &[
            "every own pit",
            "every own pit where here is occupied",
            "every own pit or opponent pit",
            "every own pit or opponent pit where here is occupied",
            "every own pit or opponent pit or empty",
            "every own pit or opponent pit or empty where here is occupied",
        ],
        "`every` needs `is` or `holds`",
    ),
    ("all_of", &["*every own pit"], "`every` needs `is` or `holds`"),
    ("all_of", &["*and endless", "*and repeated 1 times"], "these are the whole condition of a line"),
    ("counted_by", &["opponent points"], "each player's points are counted by the same lines"),
    ("actions", &["may each takes own row", "may illegal", "may pass"], "the mover does not decide in `end`"),
    ("actions", &["*, each takes own row", "*, illegal", "*, pass"], "nothing comes before them"),
    ("sow", &["*sow in early clockwise { … }"], "the direction is that of all stages"),
    ("arrangement", &["lot arranges own *"], "chance has no pits of its own"),
    ("lot", &["* : finger wins against three , three wins against palm"], "every two signs are decided"),
    ("pits_of", &["own opponent pits"], "no pit lies in both rows"),
    (
        "after_move",
        &[
            "after move no move",
            "after move every own pit",
            "after move seed is last",
            "after move lap ends in own pit",
            "after move after move here is occupied",
            "after move endless",
            "after move repeated 1 times",
        ],
        "the board after the move does not have it",
    ),
    (
        "where_one",
        &[
            "where no move",
            "where every own pit",
            "where seed is last",
            "where lap ends in own pit",
            "where after move here is occupied",
            "where endless",
            "where repeated 1 times",
        ],
        "it is not asked of each pit of a set",
    ),
];

/// Words that do not change the rules of a game in which others stand for them, in the order in which they are
/// replaced. The other words have the reason: they are defaults or names, or mean the same on these boards.
const SYNONYMS: &[(&str, &str)] = &[
    ("own rows", "own row"),
    ("opponent rows", "opponent row"),
    ("opposite + few", "opposite + 1"),
    ("counterclockwise or clockwise", "clockwise or counterclockwise"),
    ("row 1", "front"),
    (" of here", ""),
    ("( ", ""),
    (" )", ""),
    ("added : ", ""),
    (" , children", ""),
    ("lot \"none\"", "lot \"shekut\""),
    ("1 more pits", "1 more pit"),
    ("1 or more pits ", "1 or more pit "),
    ("not any ", "no "),
    ("move is not", "not move is"),
    ("lap is not", "not lap is"),
    ("seed is not", "not seed is"),
    ("turn is not", "not turn is"),
    ("player is not", "not player is"),
    ("not lap is clockwise", "lap is counterclockwise"),
    ("not lap is counterclockwise", "lap is clockwise"),
    (" and few is 1", ""),
    (" where few is 1", ""),
    (" when few is 1", ""),
    ("after move not few is 1", "not few is 1"),
    ("seeds 2 repeated", "seeds 2"),
    ("lift pit ", "lift "),
    ("1 .. 2", "A .. B"),
    ("1 .. A", "A"),
    ("A .. 1", "A"),
    ("lift 1\n", "lift A\n"),
    ("pit 1", "pit A"),
    ("choose 1 own occupied pits", "choose own pit where here is occupied"),
    ("choose 1 occupied pits", "choose 1 pits where here is occupied"),
    ("choose 1 own pits", "choose own pit"),
    ("even own occupied pits", "even own pit where here is occupied"),
    ("even occupied pits", "even pits where here is occupied"),
    ("even own pits", "even own"),
    ("even pits where here is own", "even own"),
    ("own occupied", "own pit where here is occupied"),
    ("own pit", "own"),
    ("at own or opponent pit or empty", "at own"),
    ("at own or opponent pit", "at own"),
    (" , stop\n", "\n"),
    (" relay from here", " relay"),
    (" relay backwards from here", " relay backwards"),
    ("counter spent", "counter debt"),
    ("more owns than", "more own than"),
    ("few is 1 -> loser", "loser"),
    ("not few is 1 -> stop", ""),
    ("sow {", "sow clockwise {"),
    ("seeds 1 repeated", "seeds 1"),
    ("seeds front 1 2 repeated", "seeds front 1 2"),
    ("repeated 3 times -> draw", ""),
    ("along own row , opponent row", ""),
    (" ,", ","),
    (" :", ":"),
];

/// Rules whose words are not in the canonical text of the rules, or of which two say the same in another order. For them,
/// the trees are compared.
const BY_TREE: &[&str] = &[
    "outnumber",
    "win",
    "version",
    "game",
    "region",
    "source",
    "reading",
    "asymmetric",
    "param",
    "values",
    "span",
    "value",
    "number",
    "product",
    "parameter",
    "example",
    "given",
    "with",
    "played",
    "turn",
    "expected",
    "gained",
    "gone",
    "marked",
    "refused",
    "by",
    "again",
    "without_end",
    "stands",
    "match_won",
    "result",
    "to_move",
    "fired",
    "term",
    "stage",
    "stages",
];

/// The games in which lines are tried, in this order.
const GAMES: [&str; 13] = [
    include_str!("../forms/two_rows.uur"),
    include_str!("../forms/four_rows.uur"),
    include_str!("../forms/match.uur"),
    include_str!("../forms/changed.uur"),
    include_str!("../forms/either_way.uur"),
    include_str!("../forms/points.uur"),
    include_str!("../forms/houses.uur"),
    include_str!("../forms/entering.uur"),
    include_str!("../forms/ring.uur"),
    include_str!("../forms/plan.uur"),
    include_str!("../forms/one_pit.uur"),
    include_str!("../forms/narrow.uur"),
    include_str!("../forms/six_rows.uur"),
];

fn library(name: &str, _: &Source) -> Result<Option<Source>, LibraryError> {
    Ok((name == "base").then(|| Source::new("base.uur", include_str!("../forms/base.uur"))))
}

/// The most combinations of the parts of a rule that are all written; of more, each part is varied alone.
const ALL_COMBINATIONS: usize = 64;

/// Rules whose text is not made of alternatives.
const TOKENS: [&str; 12] = [
    "text",
    "name",
    "word",
    "integer",
    "line_name",
    "arrow",
    "brace_open",
    "brace_close",
    "plus",
    "minus",
    "times",
    "divided",
];

/// A part of a form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A word or a sign.
    Text(String),
    /// Any sentence of a rule.
    Rule(String),
    /// The lines of a section.
    Lines,
}

impl Part {
    fn rule(&self) -> Option<&str> {
        match self {
            Part::Rule(rule) => Some(rule),
            Part::Text(_) | Part::Lines => None,
        }
    }
}

/// The rules of the grammar that are found in the tree of a file. Silent rules count as parts of those that use them.
struct Grammar {
    rules: BTreeMap<String, GrammarRule>,
    /// The forms of each rule that a file can have.
    forms: BTreeMap<String, Vec<Vec<Part>>>,
    /// The sections in which the lines of a rule may stand.
    sections: BTreeMap<String, Vec<String>>,
    /// The forms that use a rule, with the rules that they are forms of.
    users: BTreeMap<String, Vec<(String, Vec<Part>)>>,
}

impl Grammar {
    fn read() -> Grammar {
        let text = include_str!("../../grammar/uur.pest");
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, text).expect("it is a grammar");
        let rules = pest_meta::parser::consume_rules(pairs).expect("its rules are sound");
        let rules = rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect();
        let mut grammar = Grammar { rules, forms: BTreeMap::new(), sections: BTreeMap::new(), users: BTreeMap::new() };
        grammar.reach("file");
        grammar.forms.remove("file");
        let mut users: BTreeMap<String, Vec<(String, Vec<Part>)>> = BTreeMap::new();
        for (rule, forms) in &grammar.forms {
            for form in forms {
                for part in form.iter().filter_map(Part::rule).collect::<BTreeSet<_>>() {
                    let users = users.entry(part.to_string()).or_default();
                    // The first forms are the shortest.
                    if users.iter().filter(|(by, _)| by == rule).count() < 3 {
                        users.push((rule.clone(), form.clone()));
                    }
                }
            }
        }
        grammar.users = users;
        grammar
    }

    /// Notes the forms of a rule, and of all rules that it uses.
    fn reach(&mut self, rule: &str) {
        if self.forms.contains_key(rule) || TOKENS.contains(&rule) {
            return;
        }
        let forms = self.alternatives(&self.rules[rule].expr);
        let parts: BTreeSet<String> = forms.iter().flatten().filter_map(Part::rule).map(String::from).collect();
        self.forms.insert(rule.to_string(), forms);
        let lines = self.lines(&self.rules[rule].expr);
        for line in &lines {
            self.sections.entry(line.clone()).or_default().push(rule.to_string());
        }
        parts.iter().chain(&lines).for_each(|part| self.reach(part));
    }

    /// The rules of the lines that a section may have.
    fn lines(&self, section: &Expr) -> Vec<String> {
        match section {
            Expr::Seq(one, other) => [self.lines(one), self.lines(other)].concat(),
            Expr::Rep(part) => match line_of(part) {
                Some(line) => {
                    let forms = self.alternatives(&self.rules[line].expr);
                    forms.iter().flatten().filter_map(Part::rule).map(String::from).collect()
                }
                None => vec![],
            },
            Expr::Ident(name) if name == "table" => self.lines(&self.rules["table"].expr),
            _ => vec![],
        }
    }

    fn alternatives(&self, expr: &Expr) -> Vec<Vec<Part>> {
        let mut all = match expr {
            Expr::Str(text) => vec![vec![Part::Text(text.clone())]],
            Expr::Ident(name) => self.named(name),
            Expr::PosPred(_) | Expr::NegPred(_) => vec![vec![]],
            Expr::Seq(..) => self.sequence(expr),
            Expr::Choice(one, other) => [self.alternatives(one), self.alternatives(other)].concat(),
            Expr::Opt(part) => [vec![vec![]], self.alternatives(part)].concat(),
            Expr::Rep(part) if line_of(part).is_some() => vec![vec![Part::Lines]],
            Expr::Rep(part) => [vec![vec![]], self.repeated(part)].concat(),
            Expr::RepOnce(part) => self.repeated(part),
            other => panic!("no form of the grammar has had an expression like {other:?}"),
        };
        let mut seen = BTreeSet::new();
        all.retain(|form| seen.insert(form.clone()));
        all
    }

    /// Each alternative once, and each after the first.
    fn repeated(&self, part: &Expr) -> Vec<Vec<Part>> {
        let once = self.alternatives(part);
        let others = if once.len() == 1 { &once[..] } else { &once[1..] };
        let twice: Vec<Vec<Part>> = others.iter().map(|other| [&once[0][..], other].concat()).collect();
        [once, twice].concat()
    }

    fn sequence(&self, expr: &Expr) -> Vec<Vec<Part>> {
        let (mut parts, mut rest) = (vec![], expr);
        while let Expr::Seq(part, next) = rest {
            parts.push(self.alternatives(part));
            rest = next;
        }
        parts.push(self.alternatives(rest));
        if parts.iter().map(Vec::len).product::<usize>() <= ALL_COMBINATIONS {
            return parts.iter().fold(vec![vec![]], |all, part| {
                all.iter().flat_map(|before| part.iter().map(move |part| [&before[..], part].concat())).collect()
            });
        }
        let mut all = vec![parts.iter().flat_map(|part| part[0].clone()).collect()];
        for (varied, part) in parts.iter().enumerate() {
            for form in &part[1..] {
                let of = |number: usize| if number == varied { form } else { &parts[number][0] };
                all.push((0..parts.len()).flat_map(|number| of(number).clone()).collect());
            }
        }
        all
    }

    fn named(&self, name: &str) -> Vec<Vec<Part>> {
        let text = |text: &str| vec![vec![Part::Text(text.into())]];
        match name {
            "SOI" | "EOI" | "nl" | "item_end" | "line_end" => vec![vec![]],
            "bad_line" | "bad_item" => vec![],
            "letters" | "ASCII_ALPHA" | "ASCII_ALPHA_UPPER" => text("A"),
            "ASCII_DIGIT" => text("1"),
            _ => match (name.strip_prefix("w_"), self.rules[name].ty) {
                (Some(word), _) => text(word),
                (None, RuleType::Silent) => self.alternatives(&self.rules[name].expr),
                (None, _) => vec![vec![Part::Rule(name.into())]],
            },
        }
    }

    /// A form of a rule as a sentence. `given` stands for the first use of a rule.
    fn sentence(&self, rule: &str, form: &[Part], trial: usize, given: Option<(&str, &str)>) -> String {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        let words: Vec<String> = form
            .iter()
            .map(|part| match part {
                Part::Text(text) => text.clone(),
                Part::Lines => "…".into(),
                Part::Rule(child) => {
                    let uses = uses.entry(child).or_default();
                    *uses += 1;
                    match given {
                        Some((given, text)) if given == child && *uses == 1 => text.to_string(),
                        _ => self.filling(rule, child, trial, *uses - 1),
                    }
                }
            })
            .collect();
        words.join(if self.rules[rule].ty == RuleType::Normal { " " } else { "" })
    }

    fn filling(&self, rule: &str, child: &str, trial: usize, uses: usize) -> String {
        let by = |rule: &str| FILLINGS.iter().find(|(by, of, _)| *by == rule && *of == child);
        match by(rule).or_else(|| by("*")) {
            Some((.., trials)) => {
                let texts = trials[trial.min(trials.len() - 1)];
                texts[uses.min(texts.len() - 1)].to_string()
            }
            None if TOKENS.contains(&child) => {
                let form = &self.alternatives(&self.rules[child].expr)[0];
                self.sentence(child, form, trial, None)
            }
            None => self.sentence(child, &self.forms[child][0], trial, None),
        }
    }

    /// The lines in which a sentence of a rule is tried, each with its section; a section stands alone.
    fn lines_with(&self, rule: &str, text: &str, trial: usize, most: usize) -> Vec<(String, Option<String>)> {
        let mut todo = VecDeque::from([(rule.to_string(), text.to_string())]);
        let (mut seen, mut lines) = (BTreeSet::new(), vec![]);
        while let Some((rule, text)) = todo.pop_front() {
            if lines.len() >= most || !seen.insert((rule.clone(), text.clone())) {
                continue;
            }
            let (sections, users) = (self.sections.get(&rule), self.users.get(&rule));
            for section in sections.into_iter().flatten() {
                lines.push((section.clone(), Some(text.clone())));
            }
            if sections.is_none() && users.is_none() {
                lines.push((text.clone(), None));
            }
            for (_, _, whole, of) in BESIDE.iter().filter(|(by, part, ..)| *by == rule && text.contains(part)) {
                todo.push_back((of.to_string(), whole.replace("{}", &text)));
            }
            // A term is no rule of the game until it is used.
            for (user, form) in users.into_iter().flatten().filter(|(user, _)| user != "term") {
                todo.push_back((user.clone(), self.sentence(user, form, trial, Some((&rule, &text)))));
            }
        }
        lines
    }

    /// Finds a sound file for a sentence, by its text in each trial. The files where others of its rule are sound
    /// come first, so that they can be compared; and they are all if no number of lines is given.
    fn sound(
        &self,
        rule: &str,
        text: &dyn Fn(usize) -> String,
        known: &BTreeSet<Place>,
        most_lines: Option<usize>,
    ) -> Option<Sound> {
        let lines: [_; TRIALS] = std::array::from_fn(|trial| {
            LazyCell::new(move || self.lines_with(rule, &text(trial), trial, most_lines.unwrap_or(MOST_LINES[0])))
        });
        let places = |trial: usize| {
            let count = lines[trial].len();
            (0..count).flat_map(move |line| (0..GAMES.len()).map(move |game| (trial, line, game)))
        };
        let others = (0..TRIALS).take_while(|_| most_lines.is_some()).flat_map(places);
        let mut tried = HashSet::new();
        known.iter().copied().chain(others).find_map(|place @ (trial, line, game)| {
            let file = match lines[trial].get(line)? {
                (section, Some(lines)) => with_lines(GAMES[game], section, lines),
                (section, None) => with_section(GAMES[game], section),
            };
            if !tried.insert(file.clone()) {
                return None;
            }
            Some(Sound { game: load(&file)?, file, place })
        })
    }
}

/// The rule of a line, if the expression is a line and its end.
fn line_of(part: &Expr) -> Option<&str> {
    match part {
        Expr::Seq(line, _) => match &**line {
            Expr::Ident(name) if name.ends_with("_line") => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The sections of a file: the head and the lines of each, of a statement the whole and no lines.
fn sections(text: &str) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = vec![];
    for line in text.lines().filter(|line| *line != "}") {
        match line.strip_prefix("  ") {
            Some(line) => all.last_mut().expect("a line is in a section").1.push(line.to_string()),
            None => all.push((line.trim_end_matches(" {").to_string(), vec![])),
        }
    }
    all
}

fn in_braces(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!(" {{\n{lines}}}")
}

fn written(sections: &[(String, Vec<String>)]) -> String {
    let text = |(head, lines): &(String, Vec<String>)| {
        format!("{head}{}\n", if lines.is_empty() { String::new() } else { in_braces(lines) })
    };
    sections.iter().map(text).collect()
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// A game with lines at the beginning of a section. Where the lines of the section have names, they stand in the
/// place of those with the same first word.
fn with_lines(game: &str, section: &str, lines: &str) -> String {
    let mut all = sections(game);
    let (head, is_table) = match section {
        "lift_table" => ("lift", true),
        "drop" | "land" | "finish" | "begin" | "end" => (section, true),
        "rounds" => ("match", false),
        "example" => ("test \"an example\"", false),
        "sow" => ("sow clockwise", false),
        section => (section, false),
    };
    let new: Vec<String> = lines.split(" ⏎ ").map(String::from).collect();
    let found = all.iter_mut().find(|(other, lines)| first_word(other) == first_word(head) && !lines.is_empty());
    match found {
        Some((_, lines)) => {
            let replaced = |line: &str| !is_table && new.iter().any(|new| first_word(new) == first_word(line));
            lines.retain(|line| !replaced(line));
            lines.splice(0..0, new);
        }
        None => {
            let extends = all.iter().any(|(head, _)| first_word(head) == "extends") && section != "example";
            all.push((format!("{}{head}", if extends { "change " } else { "" }), new));
        }
    }
    written(&all)
}

/// A game with a section, whose lines are those of the section with the same first word.
fn with_section(game: &str, section: &str) -> String {
    let mut all = sections(game);
    let found = all.iter().position(|(head, _)| first_word(head) == first_word(section));
    let lines = found.map_or(vec![], |found| all[found].1.clone());
    let text = section.replace(" { … }", &in_braces(&lines));
    // A section of one stage stands beside that of all.
    match found.filter(|_| !section.contains(" in early ")) {
        Some(found) => all[found] = (text, vec![]),
        None => all.push((text, vec![])),
    }
    written(&all)
}

fn load(text: &str) -> Option<Game> {
    Game::load_if_sound(Source::new("form.uur", text), &library, &Settings::new())
}

/// The tree of a file without the places of its parts, if all lines can be read.
fn tree(text: &str) -> Option<String> {
    let (file, problems) = syntax::parse(&Source::new("form.uur", text), SourceId(0));
    let text = format!("{:?}", file.filter(|_| problems.is_empty())?);
    let mut parts = text.split("Span { ");
    let first = parts.next().unwrap_or_default().to_string();
    Some(parts.fold(first, |text, part| text + part.split_once('}').expect("a span ends").1))
}

/// What must hold of every game.
fn stands(text: &str, game: &Game) {
    explain::rule_text(game, None).text(DocumentLayout { width: 80, lines: true });
    let laid_out = syntax::format(text);
    assert_eq!(tree(&laid_out), tree(text), "laid out, it is another file:\n{laid_out}");
    let flat = check::flatten(&check::load(Source::new("form.uur", text), &library));
    let flat = check::write_flat(&flat, &game.sources);
    let again = load(&flat).unwrap_or_else(|| panic!("written as one file it is no game:\n{flat}"));
    assert_eq!(again.rules.canonical(), game.rules.canonical(), "written as one file it is another game:\n{flat}");
    let bounds = PlayBounds { games: 1, steps: 20, rounds: 2, events: 1_000, seed: 1 };
    let found = check_invariants(game, bounds, &mut ());
    let is_known = game.warnings.iter().any(|warning| warning.code.as_str() == "W0705");
    assert!(found.violations.is_empty() || is_known, "{:?}\n{text}", found.violations);
}

/// A file with a sentence that the checker accepts.
struct Sound {
    file: String,
    game: Game,
    place: Place,
}

/// The trial of the words, the line among those of the trial, and the game.
type Place = (usize, usize, usize);

const TRIALS: usize = 3;
/// The most lines in which a sentence is tried, and one that is listed as unsound.
const MOST_LINES: [usize; 2] = [60, 3];

/// The files of forms, by what is compared.
#[derive(Default)]
struct Meanings(BTreeMap<String, BTreeSet<String>>);

impl Meanings {
    fn add(&mut self, sound: Sound, by_tree: bool) {
        if let Some(folder) = std::env::var_os("WRITE_FORMS") {
            let name = format!("{:04}.uur", self.0.values().map(BTreeSet::len).sum::<usize>());
            fs::write(Path::new(&folder).join(name), &sound.file).expect("the folder takes files");
        }
        stands(&sound.file, &sound.game);
        let meaning = if by_tree { tree(&sound.file).expect("it can be read") } else { sound.game.rules.canonical() };
        self.0.entry(meaning).or_default().insert(sound.file);
    }

    /// The files of one meaning that differ by more than synonyms.
    fn alike(&self) -> Vec<String> {
        let mut alike = vec![];
        for files in self.0.values() {
            let plain: BTreeSet<Vec<String>> = files.iter().map(|file| without_synonyms(file)).collect();
            if plain.len() > 1 {
                let is_common = |line: &String| plain.iter().all(|file| file.contains(line));
                let own = |file: &Vec<String>| file.iter().filter(|line| !is_common(line)).cloned().collect::<Vec<_>>();
                let own: Vec<String> = plain.iter().map(|file| own(file).join(" ⏎ ")).collect();
                alike.push(own.join("\n  = "));
            }
        }
        alike
    }
}

/// A file in other words, without sections that have no lines, and with its lines in any order.
fn without_synonyms(file: &str) -> Vec<String> {
    let plain = SYNONYMS.iter().fold(file.to_string(), |text, (one, other)| text.replace(one, other));
    let lines: Vec<&str> = plain.lines().filter(|line| !line.trim().is_empty()).collect();
    let begins = |line: &str| line.ends_with('{');
    let is_empty = |at: usize| begins(lines[at]) && lines[at + 1] == "}" || lines[at] == "}" && begins(lines[at - 1]);
    let mut lines: Vec<String> = (0..lines.len()).filter(|&at| !is_empty(at)).map(|at| lines[at].to_string()).collect();
    lines.sort();
    lines
}

/// The entries of [`UNSOUND`] that a form fits.
fn unsound(rule: &str, text: &str) -> Vec<(&'static str, &'static str)> {
    let fits = |entry: &str| match (entry.strip_prefix('*'), entry.strip_suffix('*')) {
        (Some(end), _) => text.ends_with(end),
        (None, Some(beginning)) => text.starts_with(beginning),
        (None, None) => text == entry,
    };
    let of_rule = UNSOUND.iter().filter(|(of, ..)| *of == rule);
    of_rule.flat_map(|(of, texts, _)| texts.iter().filter(|text| fits(text)).map(move |text| (*of, *text))).collect()
}

#[test]
fn every_form_means_something_of_its_own() {
    let grammar = Grammar::read();
    let mut meanings = Meanings::default();
    let (mut missing, mut outdated) = (vec![], vec![]);
    let mut unmet: BTreeSet<(&str, &str)> =
        UNSOUND.iter().flat_map(|(rule, texts, _)| texts.iter().map(move |text| (*rule, *text))).collect();
    let (mut forms, mut nested) = (0, 0);
    let by_tree = |rule: &str| BY_TREE.contains(&rule);
    for (rule, all) in &grammar.forms {
        let mut known = BTreeSet::new();
        for form in all {
            let text = grammar.sentence(rule, form, 0, None);
            let listed = unsound(rule, &text);
            let most_lines = MOST_LINES[usize::from(!listed.is_empty())];
            let text_of = |trial| grammar.sentence(rule, form, trial, None);
            match (grammar.sound(rule, &text_of, &known, Some(most_lines)), listed.is_empty()) {
                (Some(sound), true) => {
                    known.insert(sound.place);
                    meanings.add(sound, by_tree(rule));
                    forms += 1;
                }
                (Some(_), false) => outdated.push(format!("{rule}: {text}")),
                (None, true) => missing.push(format!("{rule}: {text}")),
                (None, false) => unmet.retain(|entry| !listed.contains(entry)),
            }
        }
        let mut done = BTreeSet::new();
        for (form, part) in all.iter().flat_map(|form| form.iter().filter_map(move |part| Some((form, part.rule()?)))) {
            if TOKENS.contains(&part) || !done.insert(part) {
                continue;
            }
            for inner in grammar.forms[part].iter().step_by(series::step(1, 4)) {
                let text = |trial| {
                    let inner = grammar.sentence(part, inner, trial, None);
                    grammar.sentence(rule, form, trial, Some((part, &inner)))
                };
                if let Some(sound) = grammar.sound(rule, &text, &known, None) {
                    meanings.add(sound, by_tree(rule) || by_tree(part));
                    nested += 1;
                }
            }
        }
    }
    assert_eq!(missing, [""; 0], "forms of which no game was found: make one in `tests/forms`, or list them");
    assert!(outdated.is_empty() && unmet.is_empty(), "the list of unsound forms has {unmet:?} and {outdated:?}");
    let alike = meanings.alike();
    assert!(alike.is_empty(), "files that differ have the same rules:\n{}", alike.join("\n"));
    assert!(forms > 940 && nested > series::cases(1_300, 4), "only {forms} forms, and {nested} within others");
}
