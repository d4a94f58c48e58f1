//! Document symbols: the outline that editors list.

use std::ops::Range;

use super::Analysis;
use super::bindings::NameKind;
use super::outline::OutlineItem;

/// An entry of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, such as `land` or the label of a line.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Its place.
    pub range: Range<usize>,
    /// The place of its name.
    pub name_range: Range<usize>,
    /// The entries within it.
    pub children: Vec<Symbol>,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// The game, with its title as the name.
    Game,
    /// A section.
    Section,
    /// A test, with its title as the name.
    Test,
    /// A name that the file defines.
    Name(NameKind),
}

impl Analysis {
    /// Returns the outline of the text: sections with their labelled lines, parameters, marks, and tests.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.outline().items.iter().filter_map(|item| self.symbol(item)).collect()
    }

    fn symbol(&self, item: &OutlineItem) -> Option<Symbol> {
        let mut children = self.names_defined_in(item);
        let of_word = item.head.start..item.head.end;
        let title = item.title.clone().map(|quoted| quoted.start + 1..quoted.end - 1).filter(|title| !title.is_empty());
        let (kind, name_range) = match (item.word, title) {
            ("", _) | ("language" | "extends", _) => return None,
            ("param", _) => return children.pop().map(|name| Symbol { range: item.range.clone(), ..name }),
            ("game", Some(title)) => (SymbolKind::Game, title),
            ("test", Some(title)) => (SymbolKind::Test, title),
            ("test", None) => (SymbolKind::Test, of_word),
            _ => (SymbolKind::Section, of_word),
        };
        let name = match kind {
            SymbolKind::Section => format!("{}{}", if item.change { "change " } else { "" }, item.word),
            _ => self.text()[name_range.clone()].to_string(),
        };
        Some(Symbol { name, kind, range: item.range.clone(), name_range, children })
    }

    /// Returns the names that an item defines, each with the line around it.
    fn names_defined_in(&self, item: &OutlineItem) -> Vec<Symbol> {
        let within = |name: &Range<usize>, line: &Range<usize>| line.start <= name.start && name.end <= line.end;
        let defined = self.names().iter().filter(|name| name.defines && within(&name.range, &item.range));
        let symbol = defined.map(|name| Symbol {
            name: name.text.clone(),
            kind: SymbolKind::Name(name.kind),
            range: item.lines.iter().find(|line| within(&name.range, line)).unwrap_or(&name.range).clone(),
            name_range: name.range.clone(),
            children: vec![],
        });
        symbol.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn a_game_has_its_sections_lines_and_tests() {
        let source = variants::source("boola").expect("it is shipped");
        let symbols = Analysis::new(source, &variants::library).symbols();
        let names: Vec<&str> = symbols.iter().map(|symbol| symbol.name.as_str()).take(9).collect();
        let parameters = ["pits", "opening_move", "capturing_seed"];
        assert_eq!(names, [&["Boola"][..], &parameters, &["board", "sow", "opening", "land", "end"]].concat());
        let lines: Vec<&str> = symbols[7].children.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(lines, ["on", "both", "take"]);
        assert!(symbols[9..].iter().all(|symbol| symbol.kind == SymbolKind::Test));
    }
}
