//! Problems of the board: its rows, its drawing, its pits and the path of sowing through them.

use super::{Problem, worded};
use crate::diagnostic::{Code, Diagnostic, count};
use crate::rules::{Direction, Side, Whose};
use crate::source::Span;
use crate::syntax::ast::RowNode;

/// A problem of the board, or of words that do not fit it.
pub(in crate::check) enum BoardProblem<'a> {
    RowCount { rows: u16 },
    RowLength { pits: u16, most: u16, rows: u8 },
    SeveralShared,
    DrawnToo { rows: bool, pits: bool, plan: Span },
    EmptyPlanLine,
    UnevenPlanLine { places: usize, first: (usize, Span) },
    PlanTooLarge { places: usize, most: usize },
    NotAPit { place: &'a str },
    NoPitsOf(Side),
    DrawnTwice { pit: &'a str, first: Span },
    LetterGap { pit: &'a str, before: String },
    StrokeGap { pit: &'a str },
    NoCounterpart { side: Side, pit: &'a str, other: String },
    PitsOfPlayer { pits: usize, most: u16 },
    LettersRun(Direction),
    NoSeedsInAll { most: u16 },
    SeedsInAll { seeds: u32, most: u16 },
    WhichRowOfSeeds { depth: u8 },
    SeedsTwice { side: Side, row: u8, depth: u8, first: Span },
    PatternLength { numbers: usize, pits: usize, repeated: bool },
    Owners { pit: &'a str, both: bool },
    MarkOfOpponent { pit: &'a str },
    OwnersOfSharedRow,
    RefillOfSharedRow,
    WhoseOnSharedRow,
    OwnersAlone,
    PathAlone,
    OpponentAlone,
    NorthHasNoPits { shared: bool },
    PathOfSharedRow,
    PassedTwice { first: Span },
    // A path leaves out a pit. The text to insert lets it pass all pits.
    NotPassed { pit: &'a str, inserted: Option<(Span, String)> },
    NothingAcross { shared: bool },
    NothingBehind,
    NoSuchPlace,
    OnlyRow { row: RowNode, whose: Option<Whose>, drawn: bool },
    NoRow { number: u16, depth: u8 },
    WhichRow,
    RowOfSide(Whose),
    RangeOverRows,
    BackwardPits { first: u8, last: u8 },
    NoSuchStrokes { letter: char, strokes: u8 },
    NoStrokes { letter: char, strokes: u8 },
    RuleWithStrokes { letter: char, strokes: u8, depth: u8 },
    NoSuchLetter { letter: char, pits: u8 },
}

impl Problem for BoardProblem<'_> {
    fn diagnostic(self, span: Span) -> Diagnostic {
        match self {
            Self::RowCount { rows } => worded(
                Code::BoardTooLarge,
                format!("the engine cannot play a board of {}", count(rows.into(), "row")),
                span,
                "it plays 2, 4 or 6 rows, or 1 for a single player, or `1 for both`",
            )
            .help("each player has half of the rows; other boards can be drawn: `plan \"c b a\"`"),
            Self::RowLength { pits, most, rows } => {
                let message = format!("the engine cannot play rows of {}", count(pits.into(), "pit"));
                let of_board = if rows > 2 { format!(" on a board of {rows} rows") } else { String::new() };
                let label = format!("from 1 to {most} pits in a row{of_board}");
                worded(Code::BoardTooLarge, message, span, label)
            }
            Self::SeveralShared => {
                worded(Code::Misplaced, "only one row can be for both", span, "each player has half of the rows")
                    .fix(span, "", "leave out `for both`")
                    .help("a ring of pits that belong to neither player is `rows 1 for both`")
            }
            Self::DrawnToo { rows, pits, plan } => {
                let word = match (rows, pits) {
                    (true, true) => "rows` and `pits",
                    (true, false) => "rows",
                    _ => "pits",
                };
                worded(Code::Duplicate, "the pits of the board are given twice", span, "the plan shows all pits")
                    .label(plan, "drawn here")
                    .help(format!("leave out `{word}`, or the plan"))
            }
            Self::EmptyPlanLine => {
                worded(Code::StartDoesNotFit, "this line of the plan is empty", span, "no pits")
                    .help("write `.` where there is no pit, or leave the line out")
            }
            Self::UnevenPlanLine { places, first: (columns, first) } => {
                let message = format!("this line of the plan has {}", count(places, "place"));
                worded(Code::StartDoesNotFit, message, span, "the columns of the board do not fit")
                    .label(first, format!("{} here", count(columns, "place")))
                    .help("write `.` where there is no pit")
            }
            Self::PlanTooLarge { places, most } => {
                let message = format!("this line of the plan has {}", count(places, "place"));
                worded(Code::StartDoesNotFit, message, span, format!("at most {most} lines and columns"))
            }
            Self::NotAPit { place } => not_a_pit(place, span),
            Self::NoPitsOf(side) => worded(
                Code::OutOfRange,
                format!("the plan has no pits of {}", side.title()),
                span,
                format!("all pits are {}'s", side.other().title()),
            )
            .help("capitals are South's pits, and small letters North's")
            .help("a row for a single player is `rows 1`, and a ring for two is `rows 1 for both`"),
            Self::DrawnTwice { pit, first } => {
                worded(Code::Duplicate, format!("the plan has two pits `{pit}`"), span, "drawn again here")
                    .label(first, "first here")
                    .help("each letter names one pit of each player")
            }
            Self::LetterGap { pit, before } => {
                let message = format!("the plan has no pit `{before}`");
                worded(Code::OutOfRange, message, span, format!("`{pit}` follows it"))
                    .help("the letters of each player run from A on without gaps; stores are not drawn")
            }
            Self::StrokeGap { pit } => {
                let message = format!("`{pit}` has a stroke too many");
                worded(Code::OutOfRange, message, span, "no pit of the player has a stroke less")
                    .help("begin with letters alone; strokes are for further rows")
            }
            Self::NoCounterpart { side, pit, other } => worded(
                Code::OutOfRange,
                format!("{} has no pit `{other}`", side.other().title()),
                span,
                format!("{} has `{pit}`", side.title()),
            )
            .help(format!("draw `{other}` too, or leave out `{pit}`: both players have the same letters")),
            Self::PitsOfPlayer { pits, most } => {
                let message = format!("the engine cannot play with {} of each player", count(pits, "pit"));
                worded(Code::BoardTooLarge, message, span, format!("from 1 to {most} pits of each player"))
            }
            Self::LettersRun(direction) => {
                let run = match direction {
                    Direction::Clockwise => "clockwise",
                    Direction::Counterclockwise => "counterclockwise",
                };
                let message = format!("the letters of the plan run {run}");
                worded(Code::Misplaced, message, span, "seeds are sown along the letters")
                    .help("leave out the direction, or letter the pits the other way")
            }
            Self::NoSeedsInAll { most } => worded(
                Code::BoardTooLarge,
                "the board is empty at the start",
                span,
                format!("from 1 to {most} seeds in all"),
            ),
            Self::SeedsInAll { seeds, most } => {
                let message = format!("the engine cannot play with {seeds} seeds");
                worded(Code::BoardTooLarge, message, span, format!("from 1 to {most} seeds in all"))
            }
            Self::WhichRowOfSeeds { depth } => worded(
                Code::StartDoesNotFit,
                "these seeds are for one row, and each player has several",
                span,
                format!("each player has {depth} rows"),
            )
            .help("give the seeds of each row: `seeds front …` and `seeds back …`"),
            Self::SeedsTwice { side, row, depth, first } => {
                let row = match depth {
                    1 => String::new(),
                    _ if row == 0 => "'s front row".to_string(),
                    depth if row + 1 == depth => "'s back row".to_string(),
                    _ => format!("'s row {}", row + 1),
                };
                let message = format!("the seeds of {}{row} are given twice", side.title());
                worded(Code::Duplicate, message, span, "repeated here").label(first, "first here").help(match depth {
                    1 => "give `seeds` for both, or `seeds south` and `seeds north`",
                    _ => "give the seeds of each row once: `seeds front …` and `seeds back …`",
                })
            }
            Self::PatternLength { numbers, pits, repeated } => {
                let (given, row) = (count(numbers, "number"), count(pits, "pit"));
                let end = Span { start: span.end, ..span };
                if repeated {
                    let message = format!("a pattern of {given} does not fill a row of {row}");
                    return worded(Code::StartDoesNotFit, message, span, format!("{numbers} does not divide {pits}"))
                        .help("write one number for each pit, from the player's own A, or another pattern");
                }
                let message = format!("{given} for a row of {row}");
                let problem =
                    worded(Code::StartDoesNotFit, message, span, "one number for each pit, from the player's own A");
                match numbers {
                    1 => problem.fix(end, " each", "the same number in each pit"),
                    _ if pits.is_multiple_of(numbers) => problem.fix(end, " repeated", "repeat the pattern"),
                    _ => problem,
                }
            }
            Self::Owners { pit, both } => {
                let owners = if both { "both players" } else { "no player" };
                let message = format!("pit {pit} of each player belongs to {owners}");
                worded(Code::OutOfRange, message, span, "every pit needs one owner").help(
                    "list the own pits and the opponent's pits that a player owns: `each owns own pit A..C or opponent pit D..F`",
                )
            }
            Self::MarkOfOpponent { pit } => {
                let message = format!("no mark of a player lies in the opponent's pit {pit} at the start");
                worded(Code::OutOfRange, message, span, "`at` names pits of the player whose mark it is").help(
                    "leave the opponent's pits out: `at own pit A`, which is pit A for South and pit a for North",
                )
            }
            Self::OwnersOfSharedRow => shared_row(span, "no pit has an owner"),
            Self::RefillOfSharedRow => {
                shared_row(span, "no player fills them").fix(span, "refill board", "set up the board as at the start")
            }
            Self::WhoseOnSharedRow => shared_row(span, "no pit is `own` or the `opponent`'s")
                .help("say which pits by other words: `from pit where here holds 2 or more`, `board is empty`"),
            Self::OwnersAlone => alone(span, "there is no other player to share it with"),
            Self::PathAlone => alone(span, "there is no other player")
                .help("write `along own row`, or with the store `along own row, own store`"),
            Self::OpponentAlone => alone(span, "there is no other player")
                .help("all pits are `own`; for two players write `rows 2`, or `rows 1 for both` for a ring"),
            Self::NorthHasNoPits { shared } => {
                let whose = if shared { "belongs to neither player" } else { "belongs to South alone" };
                worded(Code::Misplaced, format!("a board of one row {whose}"), span, "North has no pits")
                    .help("write `seeds 4 each`, or `rows 2` for two players with a row each")
            }
            Self::PathOfSharedRow => worded(
                Code::Misplaced,
                "the path round a shared row cannot be changed",
                span,
                "seeds are sown round the row, from A on",
            )
            .help("leave out `along`; to play round stores, use `rows 2`"),
            Self::PassedTwice { first } => {
                worded(Code::Duplicate, "the path passes a place twice", span, "passed again here")
                    .label(first, "first here")
                    .help("each pit and each store lies on the path once")
            }
            Self::NotPassed { pit, inserted } => {
                let problem = worded(
                Code::OutOfRange,
                format!("pit {pit} lies on no path"),
                span,
                format!("no seed falls into {pit}, and none can be sown from there"),
            );
                match inserted {
                    Some((at, text)) => problem.fix(at, text, "let the path pass all pits of the player"),
                    None => problem.help("name the rows, too: `along own row, own store, opponent row`"),
                }
            }
            Self::NothingAcross { shared } => {
                let (message, help) = match shared {
                    true => (
                        "a ring of shared pits has no other side",
                        "`next`, `next of next` and `previous` are the neighbours in the ring",
                    ),
                    false => (
                        "a board of one row has no other side",
                        "`next`, `next of next` and `previous` are the neighbours in the row; for two players write `rows 2`",
                    ),
                };
                worded(Code::Misplaced, message, span, "no pit lies across from another").help(help)
            }
            Self::NothingBehind => worded(
                Code::Misplaced,
                "each player has one row on this board",
                span,
                "nothing lies behind a pit",
            )
            .help("`behind` is for boards of `rows 4` or more, and for some that are drawn"),
            Self::NoSuchPlace => worded(
                Code::Misplaced,
                "there is no such place on this board",
                span,
                "leads to no pit, wherever it begins",
            )
            .help("`opposite` is the nearest pit of the other player in the same column, `behind` the next one of the same player away from the other"),
            Self::OnlyRow { row, whose, drawn } => {
                let label = match row {
                    RowNode::Number(_) => "the rows have no numbers",
                    RowNode::Front | RowNode::Back => "it is neither front nor back",
                };
                let problem = worded(Code::Misplaced, "each player has one row on this board", span, label);
                match whose {
                    Some(whose) => problem.fix(span, side_of(whose), "all pits of the player"),
                    None if drawn => problem.help("leave the word out, or draw more lines of the plan"),
                    None => problem.help("leave the word out, or write `rows 4` in `board`"),
                }
            }
            Self::NoRow { number, depth } => {
                let message = format!("there is no row {number}");
                let label = format!("each player has {depth} rows; the front row is row 1");
                worded(Code::OutOfRange, message, span, label).help(match depth {
                    2 => "the rows are `front` and `back`".to_string(),
                    3 => "the rows are `front`, `row 2` and `back`".to_string(),
                    depth => format!("the rows are `front`, `row 2` to `row {}`, and `back`", depth - 1),
                })
            }
            Self::WhichRow => {
                which_row(span).help("name the row before the pit: `own front pit A`")
            }
            Self::RowOfSide(whose) => which_row(span).fix(span, side_of(whose), "all pits of the player"),
            Self::RangeOverRows => worded(
                Code::OutOfRange,
                "the pits of a range lie in one row",
                span,
                "these have different numbers of strokes",
            ),
            Self::BackwardPits { first, last } => {
                let letter = |number: u8| char::from(b'A' + number);
                let message = format!("no pit lies from {} to {}", letter(first), letter(last));
                worded(Code::OutOfRange, message, span, "the first pit is the later one")
                    .help(format!("write `pit {}..{}`", letter(last), letter(first)))
            }
            Self::NoSuchStrokes { letter, strokes } => {
                no_pit(letter, strokes, span, "each stroke is a row further from the middle")
            }
            Self::NoStrokes { letter, strokes } => {
                no_pit(letter, strokes, span, "no pit of this board has a stroke").help(format!("write `pit {letter}`"))
            }
            Self::RuleWithStrokes { letter, strokes, depth } => {
                let row = if strokes + 1 == depth { "back".into() } else { format!("row {}", u16::from(strokes) + 1) };
                worded(
                    Code::OutOfRange,
                    "rules name columns, without strokes",
                    span,
                    "a stroke names a pit of one row",
                )
                .help(format!("name the row before the pit: `{row} pit {letter}`"))
            }
            Self::NoSuchLetter { letter, pits } => {
                no_pit(letter, 0, span, format!("the pits are A to {}", char::from(b'A' + pits - 1)))
            }
        }
    }
}

/// A place in a plan that names no pit.
fn not_a_pit(place: &str, span: Span) -> Diagnostic {
    let problem = Diagnostic::new(Code::OutOfRange, format!("`{place}` is not a pit"));
    let straight = place.replace(['’', '′', '`', '´', '"'], "'");
    let bare = straight.trim_end_matches([',', ';']);
    let pits = bare.bytes().filter(u8::is_ascii_alphabetic).count();
    let signs = |sign: u8| sign.is_ascii_alphabetic() || matches!(sign, b'\'' | b'.');
    if place.to_ascii_lowercase().contains("store") {
        problem.label(span, "stores are not drawn").help("write `.` here; seeds in the stores are `seeds store 2 each`")
    } else if pits == 1 && bare != place && bare.trim_end_matches('\'').len() == 1 {
        problem.label(span, "other signs than a pit has").fix(span, bare, format!("write `{bare}`"))
    } else if pits > 1 && straight.bytes().all(signs) {
        let mut spaced = String::new();
        for sign in straight.chars() {
            spaced += if sign == '\'' || spaced.is_empty() { "" } else { " " };
            spaced.push(sign);
        }
        problem.label(span, "several pits in one word").fix(span, spaced, "write blanks between the pits")
    } else if !place.contains(char::is_alphanumeric) {
        problem.label(span, "not a letter").fix(span, ".", "write `.` where there is no pit")
    } else if place.bytes().all(|sign| sign.is_ascii_digit()) {
        problem
            .label(span, "one letter for each pit")
            .help("a plan shows the names of the pits, and `seeds` their seeds: write `A` for South's first pit")
    } else {
        problem
            .label(span, "one letter for each pit")
            .help("capitals are South's pits, small letters North's, and `.` is no pit")
            .help("a pit may have strokes behind its letter: `A'`")
    }
}

fn shared_row(span: Span, label: &str) -> Diagnostic {
    worded(Code::Misplaced, "the pits of a shared row belong to neither player", span, label)
}

fn alone(span: Span, label: &str) -> Diagnostic {
    worded(Code::Misplaced, "a board of one row belongs to South alone", span, label)
}

fn which_row(span: Span) -> Diagnostic {
    worded(Code::Misplaced, "each player has several rows on this board", span, "which of them?")
}

fn no_pit(letter: char, strokes: u8, span: Span, label: impl Into<String>) -> Diagnostic {
    let strokes = "'".repeat(strokes.into());
    worded(Code::OutOfRange, format!("there is no pit `{letter}{strokes}`"), span, label)
}

fn side_of(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "own rows",
        Whose::Opponent => "opponent rows",
    }
}
