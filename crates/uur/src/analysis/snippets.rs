//! Snippets: sections with their first lines, as editors insert them.

/// The sections, in the order in which a file is best read. `$1` and `${1:…}` are the places where the author
/// goes on.
pub(super) const SNIPPETS: &[(&str, &str)] = &[
    ("game", "game \"${1:Name}\" {\n  region \"${2:Country: people}\"\n  source \"${3:Author, title, year, page}\"\n}"),
    ("param", "param ${1:name} = ${2:4} in ${3:2..6} \"${4:what it means}\""),
    ("board", "board {\n  rows ${1:2}\n  pits ${2:6}\n  seeds ${3:4} each\n}"),
    ("terms", "terms {\n  ${1:facing}: ${2:here is own empty pit and opposite is occupied}\n}"),
    ("stages", "stages {\n  ${1:early}: ${2:move is 1..2}\n  ${3:late}:  else\n}"),
    ("sow", "sow ${1|counterclockwise,clockwise,clockwise or counterclockwise|} {\n  from own pit\n}"),
    ("opening", "opening {\n  move ${1:1} may lift ${2:A}\n}"),
    ("begin", "begin {\n  ${1:own row is empty} -> ${2:move 1 from own store to every own pit}\n}"),
    ("lift", "lift {\n  ${1:opposite is empty} -> ${2:capture 1 from here}\n}"),
    ("drop", "drop {\n  ${1:here holds 4} -> ${2:capture here for owner}\n}"),
    ("land", "land {\n  on:   ${1:here is occupied} -> relay\n  take: ${2:here is own}      -> capture opposite\n}"),
    ("finish", "finish {\n  ${1:opponent row is empty} -> ${2:undo}\n}"),
    ("end", "end {\n  no move -> ${1:each takes own row}\n  win most seeds\n}"),
    (
        "match",
        "match {\n  refill ${1:4} each, else closed\n  starter ${2:in turn}\n  over: ${3:own store holds 3 or fewer} -> opponent wins\n}",
    ),
    (
        "test",
        "test \"${1:what it shows}\" {\n  position \"${2:south 1 0; north 0 3}\"\n  play ${3:A}\n  expect capture ${4:3}, by ${5:take}\n}",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, SourceId};
    use crate::syntax;

    /// Fills in the proposals of a snippet.
    fn filled(snippet: &str) -> String {
        let mut text = String::new();
        for (number, part) in snippet.split("${").enumerate() {
            match part.split_once('}').filter(|_| number > 0) {
                Some((place, rest)) => {
                    let proposal = place[1..].trim_matches([':', '|']);
                    text += if place.contains('|') { proposal.split(',').next().unwrap_or("") } else { proposal };
                    text += rest;
                }
                None => text += part,
            }
        }
        text
    }

    #[test]
    fn every_snippet_is_a_section_in_the_canonical_layout() {
        for (section, snippet) in SNIPPETS {
            let text = filled(snippet) + "\n";
            let (_, problems) = syntax::parse(&Source::new("it.uur", &*text), SourceId(0));
            assert!(problems.is_empty(), "{section}: {problems:?}");
            assert_eq!(syntax::format(&text), text, "{section}");
        }
    }
}
