//! The terms of the field, as the glossary of the manual defines them.
//!
//! The glossary is the only table: each of its items is a page, under every term, other name and phrase that it sets off.

use std::sync::LazyLock;

use crate::syntax::words;

/// `docs/manual/glossary.md`.
const GLOSSARY: &str = include_str!(env!("UUR_GLOSSARY"));

/// An item of the glossary.
#[derive(Debug)]
pub(super) struct GlossaryItem {
    /// The terms that it defines, as they are written in it.
    pub terms: Vec<String>,
    /// The same in small letters, as they are looked up.
    pub names: Vec<String>,
    /// Its other names, and phrases of the language that are no single words.
    others: Vec<String>,
    /// The words of the language in it.
    pub words: Vec<&'static str>,
    /// Its text without marks.
    pub text: String,
}

/// All items of the glossary.
pub(super) static ITEMS: LazyLock<Vec<GlossaryItem>> = LazyLock::new(|| {
    let list = GLOSSARY.split("\n## ").skip(1).flat_map(|section| section.split("\n- ").skip(1));
    list.map(|item| GlossaryItem::of(item.split("\n\n").next().unwrap_or(item))).collect()
});

impl GlossaryItem {
    fn of(item: &str) -> GlossaryItem {
        let plain = item.replace("**", "\u{1}");
        let spans = |mark: char| -> Vec<String> {
            let every_other = plain.split(mark).skip(1).step_by(2);
            every_other.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        let terms = spans('\u{1}');
        let terms = terms.iter().flat_map(|term| term.split(", ")).flat_map(|term| term.split(" or "));
        let phrases = spans('`');
        let terms: Vec<String> = terms.map(str::to_string).collect();
        GlossaryItem {
            names: terms.iter().map(|term| term.to_lowercase()).collect(),
            terms,
            others: [spans('*'), phrases.clone()].concat().iter().map(|name| name.to_lowercase()).collect(),
            words: phrases.iter().filter_map(|phrase| words::word(phrase)).map(|word| word.text).collect(),
            text: plain.replace(['\u{1}', '*'], ""),
        }
    }
}

/// Returns the item about a term, however it is inflected.
pub(super) fn item(name: &str) -> Option<&'static GlossaryItem> {
    let name = name.to_lowercase();
    let stems = [Some(&*name), name.strip_suffix("s"), name.strip_suffix("ing")];
    stems.into_iter().flatten().find_map(|stem| {
        let has = |names: &[String]| names.iter().any(|name| name == stem);
        ITEMS.iter().find(|item| has(&item.names)).or_else(|| ITEMS.iter().find(|item| has(&item.others)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_found_by_its_terms_and_its_other_names() {
        for (name, term) in [
            ("bonus move", "Bonus move"),
            ("Bonus moves", "Bonus move"),
            ("after move", "After move"),
            ("kichwa", "Kichwa"),
            ("tuzdik", "Tuzdik"),
            ("grand slam", "Grand slam"),
            ("sowing", "Sow"),
            ("kalah", "Store"),
            ("shekut", "Lot"),
        ] {
            let item = item(name).unwrap_or_else(|| panic!("there is no {name}"));
            assert!(item.terms.iter().any(|other| other == term), "{name}: {item:?}");
        }
        assert!(item("grand").is_none());
    }

    #[test]
    fn every_item_has_terms_and_a_text() {
        assert!(ITEMS.len() >= 50, "{}", ITEMS.len());
        for item in ITEMS.iter() {
            assert!(!item.terms.is_empty() && item.terms.iter().all(|term| !term.is_empty()), "{item:?}");
            assert!(!item.text.contains(['*', '\u{1}', '[']) && item.text.len() > 20, "{item:?}");
        }
    }
}
