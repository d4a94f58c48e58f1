//! Sketches: rule files with holes, written `?`, which numbers and words of other games fill.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use uur::chance::Rng;
use uur::source::{Source, SourceId};
use uur::syntax;
use uur::syntax::ast::SectionKind;

use crate::breed::Pool;
use crate::wish::DesignProblem;

/// The greatest number that is written for a `?`, unless other games have a greater one there.
const MOST_NUMBER: u16 = 12;
/// The most words in a row that are taken from a line.
const MOST_WORDS: usize = 5;
/// The most ways to fill all holes that are looked at.
const MOST_FILLINGS: usize = 2_000;

/// A rule file with holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sketch {
    /// The file, without the lines that are only `?`.
    text: String,
    /// The sections with such a line, which may change.
    pub open: BTreeSet<SectionKind>,
    /// The `?` within lines.
    holes: Vec<Hole>,
}

/// A `?` within a line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hole {
    /// The place of the `?`.
    at: usize,
    /// Its line.
    line: Range<usize>,
    /// The number of the line in the sketch, from 1.
    number: usize,
    /// The section around it.
    section: Option<SectionKind>,
}

/// A sketch with something in each of its holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilledSketch {
    /// The rule file.
    pub text: String,
    /// What stands where, in words; empty without holes.
    pub with: String,
}

impl Sketch {
    /// Reads a sketch.
    ///
    /// # Errors
    /// If a line has more than one hole.
    pub fn read(text: &str) -> Result<Sketch, DesignProblem> {
        let mut sketch = Sketch { text: String::new(), open: BTreeSet::new(), holes: vec![] };
        let mut section = None;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let first = line.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
            section = SectionKind::ALL.into_iter().find(|kind| kind.word() == first).or(section);
            let start = sketch.text.len();
            sketch.text += line;
            match holes(line)[..] {
                [] => {}
                [at] => {
                    let from = line[..at].rfind('{').map_or(0, |brace| brace + 1);
                    let to = at + line[at..].find(['}', '\n']).unwrap_or(line.len() - at);
                    let is_alone = line[from..to].trim() == "?";
                    let line = start + from..start + to;
                    match section.filter(|_| is_alone) {
                        Some(kind) => {
                            sketch.open.insert(kind);
                            sketch.text.replace_range(line, "");
                        }
                        None => sketch.holes.push(Hole { at: start + at, line, number, section }),
                    }
                }
                _ => {
                    let message = format!("line {number} of the sketch has more than one `?`");
                    let help = "leave one, or write a line `?` alone so that all lines of the section may change";
                    return Err(DesignProblem::new(message, help));
                }
            }
        }
        Ok(sketch)
    }

    /// The ways to fill the holes with numbers and with what lines of the same section have in other games, so that each
    /// line can be read. If there are too many, some of them, by the random numbers. Without holes it is the file itself.
    ///
    /// # Errors
    /// If nothing fits into a hole.
    pub fn filled(&self, pool: &Pool, chance: &mut Rng) -> Result<Vec<FilledSketch>, DesignProblem> {
        let fitting = |hole: &Hole| {
            let mut pieces: Vec<String> = pieces(hole.section, pool).into_iter().collect();
            pieces.retain(|piece| can_be_read(&self.without_holes(Some((hole, piece)))));
            match pieces.is_empty() {
                false => Ok(pieces),
                true => {
                    let message = format!("nothing fits in place of the `?` in line {} of the sketch", hole.number);
                    let help = "it stands for a number, or for words that such a line has in another game; the rest of the line \
                                has to be right";
                    Err(DesignProblem::new(message, help))
                }
            }
        };
        let fitting = self.holes.iter().map(fitting).collect::<Result<Vec<Vec<String>>, _>>()?;
        let ways = fitting.iter().try_fold(1, |ways: usize, pieces| ways.checked_mul(pieces.len()));
        let ways = ways.unwrap_or(usize::MAX);
        let mut known = HashSet::new();
        let drawn = (0..MOST_FILLINGS.min(ways)).map(|at| {
            // Either each way once, or some at random.
            let mut rest = at;
            let piece = |pieces: &Vec<String>| {
                let number = if ways > MOST_FILLINGS { chance.below(pieces.len()) } else { rest % pieces.len() };
                rest /= pieces.len();
                pieces[number].clone()
            };
            fitting.iter().map(piece).collect::<Vec<String>>()
        });
        let mut drawn: Vec<Vec<String>> = drawn.filter(|drawn| known.insert(drawn.clone())).collect();
        // The games may be used up before all are tried.
        for last in (1..drawn.len()).rev() {
            drawn.swap(last, chance.below(last + 1));
        }
        Ok(drawn.into_iter().map(|drawn| self.with(&drawn)).collect())
    }

    /// The file without the lines of holes, but for one of these that is filled.
    fn without_holes(&self, but: Option<(&Hole, &str)>) -> String {
        let mut text = self.text.clone();
        for hole in self.holes.iter().rev() {
            match but {
                Some((filled, piece)) if filled == hole => text.replace_range(hole.at..hole.at + 1, piece),
                _ => text.replace_range(hole.line.clone(), ""),
            }
        }
        text
    }

    /// The file without the lines of holes, if it cannot be read as it is.
    pub fn unreadable(&self) -> Option<String> {
        Some(self.without_holes(None)).filter(|text| !can_be_read(text))
    }

    fn with(&self, pieces: &[String]) -> FilledSketch {
        let mut text = self.text.clone();
        for (hole, piece) in self.holes.iter().zip(pieces).rev() {
            text.replace_range(hole.at..hole.at + 1, piece);
        }
        let told = self.holes.iter().zip(pieces).map(|(hole, piece)| {
            let section = hole.section.map_or(String::new(), |kind| format!("{}: ", kind.word()));
            format!("{section}`{}` with `{piece}`", self.text[hole.line.clone()].trim())
        });
        FilledSketch { with: told.collect::<Vec<_>>().join("; "), text }
    }
}

fn can_be_read(text: &str) -> bool {
    let (file, problems) = syntax::parse_unexplained(&Source::new("sketch.uur", text), SourceId(0));
    problems.is_empty() && file.is_some_and(|file| file.complete)
}

/// The places of `?` in a line, but for texts and comments.
fn holes(line: &str) -> Vec<usize> {
    let mut is_text = false;
    let mut holes = vec![];
    for (at, c) in line.char_indices() {
        match c {
            '"' => is_text = !is_text,
            '#' if !is_text => break,
            '?' if !is_text => holes.push(at),
            _ => {}
        }
    }
    holes
}

/// What may stand in a hole: numbers, and what stands in lines of the same section: a condition or actions, a part of
/// them between `and`, `or` or commas, or some words in a row.
fn pieces(section: Option<SectionKind>, pool: &Pool) -> BTreeSet<String> {
    let mut pieces: BTreeSet<String> = (0..=MOST_NUMBER).map(|number| number.to_string()).collect();
    for line in pool.lines(section) {
        let named = line.split_once(':').filter(|(name, _)| !name.contains(char::is_whitespace));
        for half in named.map_or(line, |(_, rest)| rest).split("->") {
            let words: Vec<&str> = half.split_whitespace().collect();
            let half = words.join(" ");
            let parts = half.split(" and ").flat_map(|part| part.split(" or ")).flat_map(|part| part.split(", "));
            pieces.extend(parts.map(str::to_string));
            let rows = (1..=MOST_WORDS).flat_map(|number| words.windows(number));
            pieces.extend(rows.map(|row| row.join(" ").trim_end_matches(',').to_string()));
            pieces.insert(half);
        }
    }
    pieces.remove("");
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::variants;

    fn filled(text: &str) -> Vec<FilledSketch> {
        let pool = Pool::of(["oware", "boola"].into_iter().filter_map(variants::source), &variants::library);
        let sketch = Sketch::read(text).expect("it is a sketch");
        sketch.filled(&pool, &mut Rng::for_game(1, 0)).expect("something fits")
    }

    #[test]
    fn a_sketch_says_what_may_change() {
        let sketch = Sketch::read("board {\n  rows 2\n}\n\nland {\n  take: else -> capture here\n  ?\n}\n");
        let sketch = sketch.expect("it is a sketch");
        assert_eq!(sketch.text, "board {\n  rows 2\n}\n\nland {\n  take: else -> capture here\n\n}\n");
        assert_eq!((sketch.open, sketch.holes), ([SectionKind::Land].into(), vec![]));
    }

    #[test]
    fn texts_and_comments_have_no_holes() {
        assert!(holes("reading \"why?\" # or ?").is_empty());
        assert_eq!(holes("pits ? # how many?"), [5]);
        assert!(Sketch::read("land {\n  ? -> ?\n}\n").is_err());
    }

    #[test]
    fn a_hole_is_a_number_a_condition_or_actions() {
        let game = |board: &str, land: &str| {
            format!(
                "language 1\ngame \"A\" {{ source \"none\" }}\nboard {{\n  rows 2\n  seeds 4 each\n  {board}\n}}\n\
                 sow counterclockwise {{ from own pit }}\nland {{ {land} }}\n\
                 end {{\n  no move -> each takes own row\n  win most seeds\n}}\n"
            )
        };
        let board = "pits 6";
        let with = |text: &str| filled(text).into_iter().map(|filled| filled.with).collect::<BTreeSet<String>>();
        let numbers = with(&game("pits ?", "else -> stop"));
        // Names of parameters are for the checker to refuse.
        assert!((13..20).contains(&numbers.len()), "{numbers:?}");
        let actions = with(&game(board, "here is own -> ?"));
        assert!(actions.contains("land: `here is own -> ?` with `capture here`"), "{actions:?}");
        let conditions = with(&game(board, "? -> capture here"));
        assert!(conditions.len() > 5, "{conditions:?}");
        let both = game("pits ?", "? -> capture here");
        assert_eq!(filled(&both).len(), numbers.len() * conditions.len());
        assert_eq!(filled(&game(board, "else -> stop")).len(), 1);
    }
}
