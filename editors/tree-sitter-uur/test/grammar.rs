//! The grammar of tree-sitter, made from `grammar/uur.pest`.
//!
//! A rule keeps its name, and a silent rule has no node. Lookaheads are left out, so that this grammar is a little
//! wider. It recovers from errors by itself and needs no rules for broken lines. Constants say what pest cannot.

use std::collections::BTreeMap;
use std::mem::discriminant;

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser;
use serde_json::{Map, Value, json};

/// The tokens of `src/scanner.c`, in its order.
const EXTERNAL: [&str; 5] = ["_line_end", "_nl", "_continuation", "line_name", "name"];

/// Rules without nodes, besides the silent ones: a sign, and what holds nothing but one integer in most files.
const HIDDEN: [&str; 3] = ["arrow", "number", "product"];

/// Rules that are preferred or not where two fit, and a lookahead of pest would decide.
const PRECEDENCES: [(&str, &str, i32); 2] = [
    // `last landing` is not the last pit of a kind.
    ("origin", "PREC", 1),
    // Where a kind of pit fits, a name is one.
    ("named", "PREC_DYNAMIC", -1),
];

/// Returns the grammar as JSON, without conflicts.
pub fn grammar(pest: &str) -> Map<String, Value> {
    let pairs = parser::parse(parser::Rule::grammar_rules, pest).unwrap_or_else(|error| panic!("{error}"));
    let pest = parser::consume_rules(pairs).unwrap_or_else(|errors| panic!("{errors:?}"));
    let pest = pest.iter().map(|rule| (rule.name.as_str(), rule)).collect();
    let mut grammar = Grammar { pest, rules: Map::new() };
    grammar.add("file");
    grammar.rules.insert("comment".to_string(), grammar.token("comment"));
    let json = json!({
        "name": "uur",
        "word": "word",
        "extras": [grammar.token("WHITESPACE"), symbol("comment"), symbol("_continuation")],
        "externals": EXTERNAL.map(symbol),
        "rules": grammar.rules,
    });
    json.as_object().expect("it is one").clone()
}

struct Grammar<'pest> {
    pest: BTreeMap<&'pest str, &'pest Rule>,
    /// The rules of tree-sitter, in the order of their first use.
    rules: Map<String, Value>,
}

impl<'pest> Grammar<'pest> {
    /// Adds a rule and those that it uses, and returns its symbol.
    fn add(&mut self, name: &str) -> Value {
        let rule = self.pest[name];
        let hidden = rule.ty == RuleType::Silent || HIDDEN.contains(&name);
        let node = format!("{}{}", if hidden { "_" } else { "" }, name.trim_end_matches('_'));
        if !EXTERNAL.contains(&node.as_str()) && !self.rules.contains_key(&node) {
            // The rule may use itself.
            self.rules.insert(node.clone(), Value::Null);
            self.rules[&node] = self.rule(rule);
        }
        symbol(&node)
    }

    fn rule(&mut self, rule: &'pest Rule) -> Value {
        let mut made = match rule.name.as_str() {
            // Line breaks without a meaning stand beside lines and sections, so that the parser finds the next one
            // after an error.
            "file" => repeat(choice(vec![self.add("nl"), self.add("section")])),
            "open" => string("{"),
            name if matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic) => return self.token(name),
            name => self.convert(&rule.expr).unwrap_or_else(|| panic!("`{name}` fits no text")),
        };
        if made["type"] == "STRING" {
            // Otherwise the rule would be the word, and the word not a node that queries find.
            made = json!({ "type": "PREC", "value": 0, "content": made });
        }
        for (_, kind, value) in PRECEDENCES.iter().filter(|(name, ..)| *name == rule.name) {
            made = json!({ "type": kind, "value": value, "content": made });
        }
        made
    }

    /// Returns an expression as tree-sitter writes it, or nothing if it fits no text.
    fn convert(&mut self, expr: &'pest Expr) -> Option<Value> {
        Some(match expr {
            Expr::PosPred(_) | Expr::NegPred(_) => return None,
            Expr::Str(text) => string(text),
            Expr::Ident(name) => match self.literal(expr) {
                Some(text) => string(text),
                None => self.add(name),
            },
            Expr::Seq(..) => {
                let parts = flat(expr);
                let mut members = vec![];
                for (at, part) in parts.iter().enumerate() {
                    // The scanner reads the line breaks before a sign or a word that continues a line.
                    let continues = parts.get(at + 1).is_some_and(|next| self.literal(next).is_some());
                    if !(continues && is_breaks(part)) {
                        members.extend(self.convert(part));
                    }
                }
                if members.len() == 1 { members.remove(0) } else { json!({ "type": "SEQ", "members": members }) }
            }
            Expr::Choice(..) => {
                let parts = flat(expr).into_iter();
                let kept = parts.filter(|part| !matches!(part, Expr::Ident(name) if name.starts_with("bad_")));
                choice(kept.map(|part| self.convert(part).unwrap_or_else(blank)).collect())
            }
            Expr::Opt(inner) => choice(vec![self.convert(inner)?, blank()]),
            Expr::Rep(inner) if flat(inner).last().is_some_and(|last| is_rule(last, "line_end")) => {
                repeat(choice(vec![self.add("nl"), self.convert(inner)?]))
            }
            Expr::Rep(inner) => repeat(self.convert(inner)?),
            Expr::RepOnce(inner) => json!({ "type": "REPEAT1", "content": self.convert(inner)? }),
            other => panic!("tree-sitter has nothing for {other:?}"),
        })
    }

    /// Returns the text of a sign or a word.
    fn literal(&self, expr: &'pest Expr) -> Option<&'pest str> {
        match expr {
            Expr::Str(text) => Some(text),
            Expr::Ident(name) => match flat(&self.pest.get(name.as_str())?.expr)[..] {
                [Expr::Str(text)] | [Expr::Str(text), Expr::NegPred(_)] => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns a rule of characters.
    fn token(&self, name: &str) -> Value {
        json!({ "type": "PATTERN", "value": self.pattern(&self.pest[name].expr) })
    }

    /// Returns the regular expression of an expression without blanks.
    fn pattern(&self, expr: &Expr) -> String {
        match expr {
            Expr::PosPred(_) | Expr::NegPred(_) => String::new(),
            Expr::Str(text) => escaped(text),
            Expr::Ident(name) => match name.as_str() {
                "ASCII_ALPHA" => "[A-Za-z]".to_string(),
                "ASCII_ALPHA_UPPER" => "[A-Z]".to_string(),
                "ASCII_ALPHANUMERIC" => "[A-Za-z0-9]".to_string(),
                "ASCII_DIGIT" => "[0-9]".to_string(),
                name => self.pattern(&self.pest[name].expr),
            },
            Expr::Seq(first, rest) => match (&**first, &**rest) {
                (Expr::NegPred(excluded), any) if is_rule(any, "ANY") => {
                    format!("[^{}]", flat(excluded).into_iter().map(characters).collect::<String>())
                }
                _ => self.pattern(first) + &self.pattern(rest),
            },
            Expr::Choice(..) => {
                let parts: Vec<String> = flat(expr).into_iter().map(|part| self.pattern(part)).collect();
                format!("({})", parts.join("|"))
            }
            Expr::Opt(inner) => format!("({})?", self.pattern(inner)),
            Expr::Rep(inner) => format!("({})*", self.pattern(inner)),
            Expr::RepOnce(inner) => format!("({})+", self.pattern(inner)),
            other => panic!("there is no pattern for {other:?}"),
        }
    }
}

/// Returns the characters that an expression fits, as a class has them.
fn characters(expr: &Expr) -> String {
    match expr {
        Expr::Str(text) => escaped(text),
        expr if is_rule(expr, "NEWLINE") => "\\r\\n".to_string(),
        other => panic!("there is no class for {other:?}"),
    }
}

fn escaped(text: &str) -> String {
    text.chars().map(|sign| if "+*?.()".contains(sign) { format!("\\{sign}") } else { sign.to_string() }).collect()
}

/// Returns the parts of a sequence or of a choice, which pest has in pairs.
fn flat(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Seq(first, rest) | Expr::Choice(first, rest) => {
            let parts = [&**first, rest].into_iter();
            parts
                .flat_map(|part| if discriminant(part) == discriminant(expr) { flat(part) } else { vec![part] })
                .collect()
        }
        _ => vec![expr],
    }
}

fn is_rule(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Ident(of) if of == name)
}

/// Whether an expression is line breaks, or none.
fn is_breaks(expr: &Expr) -> bool {
    matches!(expr, Expr::Rep(inner) if is_rule(inner, "nl"))
}

fn symbol(name: &str) -> Value {
    json!({ "type": "SYMBOL", "name": name })
}

fn string(text: &str) -> Value {
    json!({ "type": "STRING", "value": text })
}

fn blank() -> Value {
    json!({ "type": "BLANK" })
}

fn repeat(content: Value) -> Value {
    json!({ "type": "REPEAT", "content": content })
}

fn choice(mut members: Vec<Value>) -> Value {
    if members.len() == 1 { members.remove(0) } else { json!({ "type": "CHOICE", "members": members }) }
}
