//! Moves of other programs: read in their position, compared with what happens, and written.

use super::ForeignFormat;
use super::split::{is_mark, ogn, pair, uci};
use crate::engine::{Event, Move, Pit};
use crate::game_play::{GamePlay, PlayedTurn};
use crate::match_play::Step;
use crate::notation::{read_move, write_move};
use crate::rules::Side;

/// Reads a move in its position.
pub fn read(format: ForeignFormat, play: &GamePlay, word: &str) -> Result<Move, String> {
    let (program, side) = (&play.game().program, play.position().to_move);
    let width = program.layout().span();
    let numbered = |number: Option<u8>| -> Result<Move, String> {
        let number = number.filter(|number| (1..=width).contains(number));
        let number = number.ok_or_else(|| format!("there is no such pit: a row has {width}"))?;
        read_move(program, side, &number.to_string()).map_err(|error| error.to_string())
    };
    match format {
        ForeignFormat::Ogn => {
            let (pit, _) = ogn(word).ok_or("a move is a letter, with the seeds that it wins, such as `a+2`")?;
            read_move(program, side, pit).map_err(|error| error.to_string())
        }
        ForeignFormat::Toguz => {
            let (from, ..) = pair(word).ok_or("a move is the pit and that of the last ball, such as `76`")?;
            numbered(Some(from))
        }
        ForeignFormat::PlayStrategy => {
            let [(column, row), _] = uci(word).ok_or("a move is two pits such as `c1d2`")?;
            if (row == 1) != (side == Side::South) {
                return Err(format!("{} is to move, whose row is {}", side.title(), 3 - row));
            }
            numbered(if row == 1 { Some(column + 1) } else { width.checked_sub(column) })
        }
        ForeignFormat::Kgp => numbered(word.parse().ok()),
        ForeignFormat::OpenSpiel | ForeignFormat::Kaggle => {
            let action: u8 = word.parse().map_err(|_| format!("`{word}` is not a number"))?;
            if !counts_stores(play) {
                return numbered(action.checked_add(1));
            }
            let of = if action <= width { Side::South } else { Side::North };
            if of != side {
                return Err(format!("it is a pit of {}, but {} is to move", of.title(), side.title()));
            }
            numbered(if of == Side::South { Some(action) } else { action.checked_sub(width + 1) })
        }
        ForeignFormat::Bao => super::bao::read(play, word),
    }
}

/// Whether numbers of pits count the stores, as where these are sown into.
fn counts_stores(play: &GamePlay) -> bool {
    play.game().rules.sowing.passes_stores()
}

/// Compares what a word says besides the pit with what the last move of a game has done.
pub fn compare(format: ForeignFormat, play: &GamePlay, word: &str) -> Result<(), String> {
    let turn = play.turns().last().expect("a move was played");
    let side = turn.before.to_move;
    let now = turn.before.after(turn.split().0);
    let goes_on = turn.outcome().is_none();
    match format {
        ForeignFormat::Ogn => match ogn(word) {
            Some((_, Some(stated))) if goes_on => {
                let won = now.captured[side].saturating_sub(turn.before.captured[side]);
                differ(stated == won, format!("it wins {won}"))
            }
            _ => Ok(()),
        },
        ForeignFormat::Toguz => {
            let Some((_, to, rest)) = pair(word) else { return Ok(()) };
            let last = last_pit(turn).map(|pit| play.game().program.layout().number(pit) + 1);
            differ(last == Some(to), format!("its last seed falls into pit {}", last.unwrap_or(0)))?;
            let marks = turn.own_events().iter().any(|event| matches!(event, Event::Marked { mark: Some(_), .. }));
            differ(!is_mark(rest) || marks, "it makes no tuzdik".to_string())?;
            let total = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')?.parse::<u16>().ok());
            let holds = now.captured[side];
            differ(!goes_on || total.is_none_or(|total| total == holds), format!("its player holds {holds} then"))
        }
        ForeignFormat::PlayStrategy => {
            let Some([_, to]) = uci(word) else { return Ok(()) };
            let last = last_pit(turn).map(|pit| square(play, pit));
            let name = last.map_or(String::new(), square_name);
            differ(last == Some(to), format!("its last seed falls into {name}"))
        }
        ForeignFormat::Kgp | ForeignFormat::OpenSpiel | ForeignFormat::Kaggle | ForeignFormat::Bao => Ok(()),
    }
}

fn differ(same: bool, found: String) -> Result<(), String> {
    if same { Ok(()) } else { Err(format!("by the rules {found}")) }
}

/// The pit into which the last seed of a move fell.
fn last_pit(turn: &PlayedTurn) -> Option<Pit> {
    turn.own_events().iter().rev().find_map(|event| match event {
        Event::Drop { pit, .. } => Some(*pit),
        _ => None,
    })
}

/// The column from South's left, and the row, 1 or 2.
fn square(play: &GamePlay, pit: Pit) -> (u8, u8) {
    let layout = play.game().program.layout();
    match layout.side(pit) {
        Side::South => (layout.number(pit), 1),
        Side::North => (layout.span() - 1 - layout.number(pit), 2),
    }
}

fn square_name((column, row): (u8, u8)) -> String {
    format!("{}{row}", char::from(b'a' + column))
}

/// The winner that a result states; `None` if it states none.
#[expect(clippy::option_option, reason = "a draw has no winner")]
pub fn result(format: ForeignFormat, text: &str) -> Option<Option<Side>> {
    let (south, north) = match text {
        "1/2-1/2" | "½-½" => return Some(None),
        _ => text.split_once('-')?,
    };
    let number = |text: &str| text.replace(',', ".").parse::<f64>().ok();
    let (south, north) = (number(south)?, number(north)?);
    let known = format == ForeignFormat::Ogn || south + north == 1.0;
    known.then(|| Side::ahead(south.total_cmp(&north)))
}

/// Writes the last move of a game.
pub fn write(format: ForeignFormat, play: &GamePlay) -> Result<String, String> {
    let turn = play.turns().last().expect("a move was played");
    let program = &play.game().program;
    let Step::Move(m) = turn.step else {
        return Err("it has no signs for lots, and for seeds that are laid out".into());
    };
    let plain = Move { way: m.way.filter(|_| format == ForeignFormat::Bao), ..Move::lifting(m.pit) };
    let is_plain = m == plain || format == ForeignFormat::Bao && m != Move::SWAP && m.leaving.is_none();
    if !is_plain || m.pit.store_of().is_some() {
        return Err(format!("it has no sign for the move {}", write_move(program, m)));
    }
    let layout = program.layout();
    let number = layout.number(m.pit);
    let side = turn.before.to_move;
    let now = turn.before.after(turn.split().0);
    let won = now.captured[side].saturating_sub(turn.before.captured[side]);
    let last =
        || last_pit(turn).filter(|pit| pit.store_of().is_none()).ok_or("it has no sign for a last seed in a store");
    Ok(match format {
        ForeignFormat::Ogn => match won {
            0 => write_move(program, m),
            won => format!("{}+{won}", write_move(program, m)),
        },
        ForeignFormat::Toguz => {
            let last = last()?;
            let made = turn.own_events().iter().any(|event| matches!(event, Event::Marked { mark: Some(_), .. }));
            let taken =
                turn.own_events().iter().any(|event| matches!(event, Event::Capture { pit, .. } if *pit == last));
            let sign = match (made, taken && turn.before.marks[last.index()].is_none()) {
                (true, _) => "X".to_string(),
                (false, true) => format!("({})", now.captured[side]),
                (false, false) => String::new(),
            };
            format!("{}{}{sign}", number + 1, layout.number(last) + 1)
        }
        ForeignFormat::PlayStrategy => [m.pit, last()?].map(|pit| square_name(square(play, pit))).concat(),
        ForeignFormat::Kgp => (number + 1).to_string(),
        ForeignFormat::OpenSpiel | ForeignFormat::Kaggle => match (counts_stores(play), side) {
            (false, _) => number.to_string(),
            (true, Side::South) => (number + 1).to_string(),
            (true, Side::North) => (number + layout.span() + 2).to_string(),
        },
        ForeignFormat::Bao => {
            let mut before = play.clone();
            before.undo();
            super::bao::write(&before, m)?
        }
    })
}
