//! All kinds of problem: the number, the severity and the page of each in `uur explain`.

use serde::Serialize;

/// Whether a problem prevents a file from being a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file is not a game.
    Error,
    /// The file is a game, but perhaps not the intended one.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// The explanation of a kind of problem.
#[derive(Debug)]
pub struct Page {
    /// The number that messages show, such as `E0103`.
    pub number: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// Why it is wrong and what to do.
    pub text: &'static str,
    /// Lines with the problem.
    pub wrong: &'static str,
    /// The same lines without it.
    pub right: &'static str,
}

macro_rules! codes {
    ($($name:ident $number:literal $title:literal $text:literal $wrong:literal $right:literal)*) => {
        /// A kind of problem. The number of a kind is never reused for another.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $title] $name,)* }

        impl Code {
            /// All kinds, ordered by number.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// Its page.
            pub fn page(self) -> &'static Page {
                match self {
                    $(Code::$name => &Page { number: $number, title: $title, text: $text, wrong: $wrong, right: $right },)*
                }
            }
        }
    };
}

impl Code {
    /// The number that messages show, such as `E0103`.
    pub fn as_str(self) -> &'static str {
        self.page().number
    }

    /// The severity: the number of an error begins with E, that of a warning with W.
    pub fn severity(self) -> Severity {
        if self.as_str().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// The kind with a number. The case of its letter does not matter.
    pub fn named(number: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str().eq_ignore_ascii_case(number))
    }
}

codes! {
    UnclosedBracket "E0101" "a bracket is not closed"
        "Every `{` needs a `}` and every `(` needs a `)`. The message shows where the closing bracket is missing and where the bracket was opened. Sections are never nested: a section inside another shows that a `}` is missing before it."
        "board {\n  rows 2\n  pits 6\n\nsow clockwise {\n  from own pit\n}"
        "board {\n  rows 2\n  pits 6\n}\n\nsow clockwise {\n  from own pit\n}"
    StrayBracket "E0102" "a bracket closes nothing"
        "There is a `}` or `)` without an opening bracket."
        "land {\n  here is occupied -> relay\n}\n}"
        "land {\n  here is occupied -> relay\n}"
    Unexpected "E0103" "a word is not expected here"
        "The message names what is allowed there. Each line of a section begins with a word of that section, or with a condition; a line ends where the line of text ends, unless it is broken next to `->`, `,`, `and` or `or`."
        "board {\n  rows 2\n  holes 6\n}"
        "board {\n  rows 2\n  pits 6\n}"
    UnclosedText "E0104" "a quoted text is not closed"
        "A text begins and ends with `\"` on the same line."
        "region \"Somalia"
        "region \"Somalia\""
    TooDeep "E0105" "conditions are nested too deep, or a sum is too long"
        "No condition needs brackets nested that deep, or that many `after` and `where` in one line, and no sum needs that many parts. `and` binds closer than `or`, so most brackets are not needed."
        "(((((((((((((((((((((((((((((((((here is own))))))))))))))))))))))))))))))))) -> stop"
        "here is own -> stop"
    NumberTooLarge "E0106" "a number is too large"
        "Numbers go from 0 to 65535."
        "seeds 4000000 each"
        "seeds 4 each"
    OtherLanguage "E0107" "the file is written in another version of the language"
        "This program reads version 1. A file that asks for a later one needs a later program."
        "language 2"
        "language 1"
    ControlCharacter "E0108" "a character controls the terminal or the direction of text"
        "Escape codes and characters that change the direction of writing are invisible, and can make a text look different from what it is. A rule file must not contain them, not even in texts and comments. Non-breaking spaces and letters of any language are allowed."
        "game \"Boola\u{202e}\" {\n  source \"M. F. Falkenstein\"\n}"
        "game \"Boola\" {\n  source \"M. F. Falkenstein\"\n}"
    TooMuch "E0109" "the file is larger than any game"
        "A game has at most 64 parameters with 256 values and ranges, 100 kinds of mark, 1024 lines in a section, 1024 tests, and 32 signs of a hand game. The files that it extends count too. The rest of such a file is not checked."
        "lot \"numbers\": n1 wins against n2, n2 wins against n3, n3 wins against n4, n4 wins against n5,\n  n5 wins against n6, n6 wins against n7, n7 wins against n8, n8 wins against n9, n9 wins against n10,\n  n10 wins against n11, n11 wins against n12, n12 wins against n13, n13 wins against n14, n14 wins against n15,\n  n15 wins against n16, n16 wins against n17, n17 wins against n18, n18 wins against n19, n19 wins against n20,\n  n20 wins against n21, n21 wins against n22, n22 wins against n23, n23 wins against n24, n24 wins against n25,\n  n25 wins against n26, n26 wins against n27, n27 wins against n28, n28 wins against n29, n29 wins against n30,\n  n30 wins against n31, n31 wins against n32, n32 wins against n33"
        "lot \"numbers\": n1 wins against n2"
    UnknownName "E0201" "a name is not known"
        "Marks and counters are named in `board`, parameters in `param`, lines by their label before a colon. The name used here is defined in none of these places."
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  mark uur never empty\n}\n\nland {\n  here is urr -> stop\n}"
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  mark uur never empty\n}\n\nland {\n  here is uur -> stop\n}"
    Duplicate "E0202" "something is defined twice"
        "Sections, names and some kinds of line can appear only once. If two contradict each other, neither is silently preferred."
        "board {\n  rows 2\n  pits 6\n  pits 8\n  seeds 4 each\n}"
        "board {\n  rows 2\n  pits 8\n  seeds 4 each\n}"
    Misplaced "E0203" "a condition or an action is not valid in this section"
        "`here` and its neighbours exist while seeds are sown (`drop`, `land`) or pits are examined (`sow`). `no move`, `repeated` and `endless` describe a turn or a game (`end`). Sowing can `relay`, but a game that has ended cannot."
        "end {\n  here is empty -> draw\n}"
        "end {\n  own row is empty -> draw\n}"
    Missing "E0301" "the file lacks something that every game needs"
        "Every game has a `game` section with a name, a `board` with rows, pits and seeds, and a `sow` section with a direction and a `from` line."
        "board {\n  rows 2\n  pits 6\n}"
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n}"
    BoardTooLarge "E0302" "the board is beyond what the engine can play"
        "The engine plays boards of two rows with at most 24 pits in each, and at most 255 seeds in all."
        "board {\n  rows 2\n  pits 40\n  seeds 4 each\n}"
        "board {\n  rows 2\n  pits 24\n  seeds 4 each\n}"
    StartDoesNotFit "E0303" "the seeds at the start do not fit the board"
        "The pattern of a row has one number for each pit, from the player's own A. With `repeated`, its length must divide the number of pits."
        "board {\n  rows 2\n  pits 12\n  seeds 0 3 3 0 3 3\n}"
        "board {\n  rows 2\n  pits 12\n  seeds 0 3 3 repeated\n}"
    OutOfRange "E0304" "a number is out of range"
        "The message shows the range that is allowed on this board."
        "opening {\n  move 1 may lift all but 1 from Z\n}"
        "opening {\n  move 1 may lift all but 1 from A\n}"
    MissingEnd "E0305" "the game has no end"
        "Without an `end` section, the rules do not cover a player who cannot move."
        "land {\n  here is occupied -> relay\n}"
        "land {\n  here is occupied -> relay\n}\n\nend {\n  no move -> each takes own row\n  win most seeds\n}"
    NoWinner "E0306" "an end of the game names no winner"
        "Either the line that ends the game names the winner with `player wins`, `opponent wins` or `draw`, or the line `win most seeds` of `end` decides."
        "end {\n  no move -> each takes own row\n}"
        "end {\n  no move -> each takes own row\n  win most seeds\n}"
    PassWithMove "E0307" "a turn is passed although its player may have a move"
        "A turn can be passed only if its player has no move. Otherwise a position would not show whose turn it is: read again, it would pass the turn once more."
        "end {\n  not (no move) -> pass\n  no move       -> each takes own row\n  win most seeds\n}"
        "end {\n  no move -> pass\n  no move -> each takes own row\n  win most seeds\n}"
    TooLong "E0308" "it cannot be found out which moves may be made"
        "Whether a move may be made depends on where its sowing ends: the game has `endless -> illegal`, or a line tests the board after the move. On this board a sowing goes on for millions of laps without an end and without a repetition. Declare a bound."
        "sow counterclockwise {\n  from own pit\n  skip empty pit where seed is last\n}\n\nland {\n  here is occupied -> relay\n}\n\nend {\n  no move -> opponent wins\n  endless -> illegal\n}"
        "sow counterclockwise {\n  from own pit\n  skip empty pit where seed is last\n}\n\nland {\n  here is occupied -> relay\n}\n\nend {\n  no move                 -> opponent wins\n  endless after lap 5000 -> illegal\n}"
    Shadowed "E0401" "a line can never be reached"
        "The first line that fits decides. Whenever this line would fit, an earlier one already does: put the more specific line first, or leave this one out. The proof covers all cases of the pits that the lines test, with all values of the parameters. A line that is shadowed with some values only is not reported."
        "land {\n  here is occupied -> relay\n  here holds 3     -> capture here\n}"
        "land {\n  here holds 3     -> capture here\n  here is occupied -> relay\n}"
    NeverHolds "E0402" "a condition can never hold"
        "No position of this board makes it true: a pit cannot hold more seeds than the game has, lie in both rows, or be both empty and occupied. In `drop` and `land`, a pit that has just received a seed holds at least that one."
        "here is own and here is opponent -> stop"
        "here is own -> stop"
    EmptiesProtected "E0403" "the line could empty a protected pit"
        "The mark is declared `never empty`, but in some case this line lifts or captures the seeds of such a pit. Exclude the mark in the condition of the line, or in a line before it."
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  mark uur never empty\n}\n\nland {\n  opposite is occupied -> capture opposite\n}"
        "board {\n  rows 2\n  pits 6\n  seeds 4 each\n  mark uur never empty\n}\n\nland {\n  opposite is uur      -> stop\n  opposite is occupied -> capture opposite\n}"
    AfterDecision "E0404" "something follows the decision of the move"
        "`stop`, `relay`, `bonus move` and `repeat` decide how the move continues. Nothing can follow them, and a line has at most one of them."
        "here is own -> stop, capture opposite"
        "here is own -> capture opposite, stop"
    NoSuchGame "E0501" "the game that is extended cannot be found"
        "`extends` names a shipped game (`uur list` shows them) or a file, relative to the folder of the file that extends it."
        "extends \"layli-gobalay\""
        "extends \"layli-goobalay\""
    ExtendsItself "E0502" "a game extends itself"
        "Following `extends` from file to file leads back to an earlier file."
        "# in a.uur\nextends \"a.uur\""
        "# in a.uur\nextends \"layli-goobalay\""
    ParameterValue "E0503" "a parameter cannot have this value"
        "The allowed values are listed after `in`. The default must be one of them, and so must a value set with `--set`."
        "param pits = 30 in 2..24"
        "param pits = 12 in 2..24"
    NoSuchParameter "E0504" "the game has no such parameter"
        "Only what the file declares with `param` can be set. `uur show` lists the parameters of a game."
        "uur play boola --set stones=4"
        "uur play boola --set pits=6"
    NothingToChange "E0505" "there is nothing to change"
        "`change` and `remove` refer to lines of the extended game by name. Either the file extends no game, or that game has no such section or line."
        "change land {\n  pair: opposite holds 2 -> capture here and opposite\n}"
        "extends \"layli-goobalay\"\n\nchange land {\n  pair: opposite holds 2 -> capture here and opposite\n}"
    Outside "E0506" "the game that is extended lies outside the folder"
        "A rule file can extend shipped games, and files in or below the folder of the file that was loaded. A link or a path that leads elsewhere is not followed, so that an untrusted rule file cannot show other files. `--allow-outside` lifts this restriction."
        "extends \"../others/base\""
        "extends \"layli-goobalay\""
    ParseError "E0507" "the file that is extended cannot be read"
        "There is a file of that name, but it is not a text file of at most 1 MiB that you may read."
        "# unreadable.uur is a folder\nextends \"unreadable\""
        "extends \"layli-goobalay\""
    Lot "E0601" "the hand game does not decide"
        "Every pair of signs of a hand game is decided exactly once. A match that uses `lot` needs the line `lot`."
        "lot \"shekut\": finger wins against three, three wins against hand"
        "lot \"shekut\": finger wins against three, three wins against hand, hand wins against finger"
    NoLanguage "W0701" "the file does not declare its language version"
        "Begin each file with `language 1`, so that a later program knows how to read it."
        "game \"Boola\" {\n}"
        "language 1\n\ngame \"Boola\" {\n}"
    Unused "W0702" "something is declared and never used"
        "A mark that no line sets, or a parameter that no line uses, has no effect on the game."
        "param seeds = 4 in 1..6\n\nboard {\n  rows 2\n  pits 6\n  seeds 4 each\n}"
        "param seeds = 4 in 1..6\n\nboard {\n  rows 2\n  pits 6\n  seeds seeds each\n}"
    NoSource "W0703" "the game names no source"
        "Cite where the rules come from, so that others can look them up. For a game of your own, state that it is yours."
        "game \"Boola\" {\n  region \"Kenya\"\n}"
        "game \"Boola\" {\n  region \"Kenya\"\n  source \"M. F. Falkenstein, Mancalagames group, July 2009\"\n}"
    NotProved "W0704" "lines test too many combinations to be proved"
        "The checker goes through all combinations of the facts that the lines of a table test. Here there are more than it tries, so a line that can never be reached would not be noticed."
        "land {\n  here holds 3 or 5 or 7 or 9 or 11 and next holds 3 or 5 or 7 or 9 or 11 and\n  next of next holds 3 or 5 or 7 or 9 or 11 and opposite holds 3 or 5 or 7 or 9 or 11 and\n  previous holds 3 or 5 or 7 or 9 or 11 -> stop\n}"
        "land {\n  here holds 3 or 5 or 7 or 9 or 11 and next holds 3 or 5 or 7 or 9 or 11 -> stop\n}"
    Stuck "W0705" "a round can stop without an end"
        "A line such as `no move -> pass` passes the turn only if the opponent has a move. When neither has one, another line has to end the round. The message shows a board at which none does. Perhaps no game reaches it, but a last line for `no move` ends every round."
        "sow counterclockwise {\n  from own pit where here holds 2 or more\n}\n\nend {\n  no move                                    -> pass\n  own row is empty and opponent row is empty -> draw\n}"
        "sow counterclockwise {\n  from own pit where here holds 2 or more\n}\n\nend {\n  no move -> pass\n  no move -> draw\n}"
    ProbablyNotMeant "W0706" "words probably mean something else"
        "The words are allowed, but they hardly mean what they seem to say. `own pit A or pit B` is the own pit A, or pit B of either row: each kind after `or` names its own player. In `every … where`, `here` is each pit of the set in turn, so that a comparison of `here` with `here` tests nothing; the pit of the last seed is `landing` there. A `relay` of a pit that the same line has emptied sows nothing, and the move ends. A `prefer` that asks nothing of the move is true of all moves or of none, and leaves out no move."
        "land {\n  here is own pit A or pit B -> stop\n}"
        "land {\n  here is own pit A or own pit B -> stop\n}"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_within_errors_and_warnings() {
        let numbers: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(numbers, sorted);
    }
}
