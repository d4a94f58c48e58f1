//! The words of UGI, the Universal Game Interface, which existing programs speak (github.com/kz04px/ugi).

use std::io::Write;
use std::time::Duration;

use super::commands::{MAX_TIME, RefusedCommand, SearchEffort, Session, nothing_more, shortened, split_word, whole};
use crate::repl::interpreter::FIRST_GAME;
use uur::game::Game;
use uur::match_play::NextStep;
use uur::notation::write_move;
use uur::rules::Side;
use uur_lab::search::{Score, ScoredPv, SearchInfo, SearchLimits};

/// The most lines of play that are reported.
const MOST_LINES: u64 = 60;
/// The moves among which the time that is left is divided.
const MOVES_LEFT: u32 = 25;
/// The score of a win that is proved, in hundredths.
const WON: i32 = 100_000;

impl<W: Write + 'static> Session<W> {
    pub(super) fn introduce_ugi(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        self.speaks_ugi = true;
        if self.line().is_err() {
            // The answer to `game` is no line of UGI.
            self.open_silently(FIRST_GAME)?;
        }
        self.answer(&format!("id name uur {}", env!("CARGO_PKG_VERSION")));
        self.answer("id author the authors of uur");
        self.answer(&format!("option name Game type string default {FIRST_GAME}"));
        self.answer(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        self.answer("option name Evaluation type string default standard");
        self.answer("option name Database type string default none");
        self.answer("ugiok");
        Ok(())
    }

    pub(super) fn be_ready(&self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        self.answer("readyok");
        Ok(())
    }

    /// `setoption name NAME value VALUE`.
    pub(super) fn set_option(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        let wrong = || "an option is set by `setoption name NAME value VALUE`".to_string();
        let (name, value) = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value ")).ok_or_else(wrong)?;
        let value = value.trim();
        match name.trim().to_lowercase().as_str() {
            "game" => self.open_silently(value),
            "multipv" => {
                self.multi_pv = whole(value, 1, MOST_LINES, "a number of lines")? as usize;
                Ok(())
            }
            "evaluation" => self.set_evaluation(value),
            "database" => self.set_database(value),
            _ => Err(format!("there is no option `{}` (write Game, MultiPV, Evaluation or Database)", shortened(name))),
        }
    }

    /// `query gameover`, `query p1turn` and `query result`.
    pub(super) fn query(&self, rest: &str) -> Result<(), RefusedCommand> {
        let line = self.line()?;
        let response = match rest {
            "gameover" => matches!(line.due(), NextStep::Nothing(_)).to_string(),
            "p1turn" => (line.due() == NextStep::Move(Side::South)).to_string(),
            "result" => match line.due() {
                NextStep::Nothing(over) => match over.winner {
                    Some(Side::South) => "p1win",
                    Some(Side::North) => "p2win",
                    None => "draw",
                },
                _ => "none",
            }
            .to_string(),
            _ => return Err(format!("`{}` cannot be asked (write gameover, p1turn or result)", shortened(rest))),
        };
        self.answer(&format!("response {response}"));
        Ok(())
    }
}

/// Parses the limits of UGI after `go`; `None` if there is none. Player 1 is South.
pub(super) fn effort(text: &str, to_move: Side) -> Option<Result<SearchEffort, RefusedCommand>> {
    let (mut left, mut more, mut found) = (None, 0, None);
    let mut rest = text;
    while !rest.is_empty() {
        let (word, behind) = split_word(rest);
        let (number, behind) = split_word(behind);
        rest = behind;
        let milliseconds = || whole(number, 0, MAX_TIME, "a number of milliseconds");
        let own = |first: bool| first == (to_move == Side::South);
        let read = match word {
            "movetime" => milliseconds().map(|ms| found = Some(SearchEffort::Time(Duration::from_millis(ms.max(1))))),
            "depth" => whole(number, 1, SearchLimits::ANY_DEPTH.into(), "a depth")
                .map(|depth| found = Some(SearchEffort::Depth(u8::try_from(depth).unwrap_or(SearchLimits::ANY_DEPTH)))),
            "nodes" => whole(number, 1, u64::MAX, "a number of positions")
                .map(|most| found = Some(SearchEffort::Positions(most))),
            "p1time" | "wtime" | "p2time" | "btime" => milliseconds().map(|ms| {
                if own(matches!(word, "p1time" | "wtime")) {
                    left = Some(ms);
                }
            }),
            "p1inc" | "winc" | "p2inc" | "binc" => milliseconds().map(|ms| {
                if own(matches!(word, "p1inc" | "winc")) {
                    more = ms;
                }
            }),
            "movestogo" => whole(number, 1, u64::MAX, "a number of moves").map(drop),
            _ => return None,
        };
        if let Err(reason) = read {
            return Some(Err(reason));
        }
    }
    let by_clock = left.map(|left| {
        let [left, more] = [left, more].map(Duration::from_millis);
        let share = (left / MOVES_LEFT + more * 3 / 4).min(left / 2);
        SearchEffort::Time(share.max(Duration::from_millis(1)))
    });
    found.or(by_clock).map(Ok)
}

/// The line that reports an iteration.
pub(super) fn info_line(game: &Game, info: &SearchInfo, (number, line): (usize, &ScoredPv), time: Duration) -> String {
    let moves: Vec<String> = line.moves.iter().map(|&m| write_move(&game.program, m)).collect();
    format!(
        "info depth {} multipv {number} score {} nodes {} time {} pv {}",
        info.depth,
        score(line.score),
        info.nodes,
        time.as_millis(),
        moves.join(" ")
    )
}

/// A score for the player to move: hundredths of a seed, or of a percent above even chances, or a win in moves.
fn score(score: Score) -> String {
    match score {
        Score::WinsIn(moves) => format!("mate {moves}"),
        Score::LosesIn(moves) => format!("mate -{moves}"),
        Score::WinsBy(_) | Score::WinsByAbout(_) | Score::Wins => format!("cp {WON}"),
        Score::LosesBy(_) | Score::LosesByAbout(_) | Score::Loses => format!("cp -{WON}"),
        Score::Draw => "cp 0".to_string(),
        Score::About(hundredths) => format!("cp {hundredths}"),
        Score::Likely(percent) => format!("cp {}", 100 * (i32::from(percent) - 50)),
    }
}
