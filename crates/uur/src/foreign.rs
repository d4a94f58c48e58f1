//! Reads and writes the records of other programs.
//!
//! | format | what it is | sources |
//! |---|---|---|
//! | `ogn` | Oware records of Aualé | github.com/joansalasoler/auale, `serialize/ogn.py` |
//! | `toguz` | from-to pairs of Toguz Kumalak, with the tags of PGN or without | PlayOK; github.com/yernarsha/togyz_py |
//! | `playstrategy` | moves such as `c1d2`, positions in the tag `FEN` | github.com/Mind-Sports-Games/strategygames |
//! | `kgp` | a session of the Kalah Game Protocol | github.com/KWARC/kalah-game, `spec` |
//! | `openspiel` | the numbers of OpenSpiel's `mancala` and `oware` | github.com/google-deepmind/open_spiel |
//! | `kaggle` | the replay of a game of Kaggle's `mancala`, in JSON | github.com/Kaggle/kaggle-environments |
//! | `bao` | Bao as the masters write it: `A5L*` | A. J. de Voogt, Limits of the Mind (1995) |
//!
//! A move is read in the position in which it is played, and what its notation says besides, such as the pit of the last
//! seed or the seeds that it wins, is compared with what happens. So a game of other rules is refused and not misread.

mod bao;
mod signs;
mod split;
mod tokens;

use std::fmt;
use std::str::FromStr;

use crate::check::Settings;
use crate::diagnostic::alternatives;
use crate::game::Game;
use crate::game_play::GamePlay;
use crate::match_play::Step;
use crate::notation::{
    Clock, Excerpt, ForeignPosition, GameEnd, ParseError, Record, RecordEntry, RecordFacts, RecordResult, parse_error,
    write_position, write_steps,
};
use crate::rules::Side;

use split::{Part, RawGame};

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForeignFormat {
    /// Aualé's OGN.
    Ogn,
    /// Pairs of Toguz Kumalak.
    Toguz,
    /// PlayStrategy's moves.
    PlayStrategy,
    /// The Kalah Game Protocol.
    Kgp,
    /// OpenSpiel's numbers.
    OpenSpiel,
    /// Kaggle's replays.
    Kaggle,
    /// Bao of the masters.
    Bao,
}

impl ForeignFormat {
    /// All formats, with their names.
    pub const ALL: [(ForeignFormat, &'static str); 7] = [
        (ForeignFormat::Ogn, "ogn"),
        (ForeignFormat::Toguz, "toguz"),
        (ForeignFormat::PlayStrategy, "playstrategy"),
        (ForeignFormat::Kgp, "kgp"),
        (ForeignFormat::OpenSpiel, "openspiel"),
        (ForeignFormat::Kaggle, "kaggle"),
        (ForeignFormat::Bao, "bao"),
    ];

    /// The shipped games, with their settings, that such a record may be of. Of several with one name the first that fits
    /// counts.
    fn games(self) -> &'static [(&'static str, &'static str)] {
        match self {
            // Some programs play on when a player has more than half.
            ForeignFormat::Ogn => &[("oware", ""), ("oware", "at_majority=played_on")],
            ForeignFormat::Toguz => &[("toguz-kumalak", ""), ("bestemshe", "")],
            ForeignFormat::PlayStrategy => &[("oware", ""), ("toguz-kumalak", ""), ("bestemshe", "")],
            ForeignFormat::Kgp | ForeignFormat::Kaggle => &[("kalah", "")],
            ForeignFormat::OpenSpiel => &[("kalah", ""), ("oware", ""), ("oware", "at_majority=played_on")],
            ForeignFormat::Bao => &[("bao-la-kiswahili", "")],
        }
    }

    /// These games, with further settings; those that do not have them are left out.
    fn games_with(self, more: &Settings) -> impl Iterator<Item = Game> {
        self.games().iter().filter_map(|(name, setting)| {
            let mut settings: Settings =
                setting.split_once('=').map(|(name, value)| (name.into(), value.into())).into_iter().collect();
            settings.extend(more.clone());
            Game::shipped(name)?.with_settings(&settings).ok()
        })
    }

    /// The format of files with an ending, if it is one of other programs.
    pub fn of_ending(ending: &str) -> Option<ForeignFormat> {
        match ending {
            "ogn" => Some(ForeignFormat::Ogn),
            "tgk" => Some(ForeignFormat::Toguz),
            "kgp" => Some(ForeignFormat::Kgp),
            _ => None,
        }
    }

    /// How positions are written.
    fn positions(self) -> Option<ForeignPosition> {
        match self {
            ForeignFormat::Ogn => Some(ForeignPosition::Dashed),
            ForeignFormat::Toguz | ForeignFormat::PlayStrategy => Some(ForeignPosition::Fen),
            ForeignFormat::Kgp => Some(ForeignPosition::Angled),
            ForeignFormat::OpenSpiel | ForeignFormat::Kaggle | ForeignFormat::Bao => None,
        }
    }

    /// The titles of these games: `Kalah or Oware`.
    fn titles(self) -> String {
        let mut titles: Vec<String> =
            self.games_with(&Settings::new()).map(|game| game.rules.about.name.clone()).collect();
        titles.dedup();
        alternatives(&titles)
    }

    /// Whether the rules of a game are those of such records.
    fn holds(self, game: &Game) -> bool {
        let mut carried = game.settings();
        // Each position tells the size of the board.
        carried.retain(|name, _| self == ForeignFormat::Kgp && matches!(name.as_str(), "pits" | "seeds"));
        self.games_with(&carried).any(|held| held.meaning() == game.meaning())
    }
}

impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(ForeignFormat::ALL.iter().find(|(format, _)| format == self).map_or("", |(_, name)| name))
    }
}

impl FromStr for ForeignFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<ForeignFormat, String> {
        let known = ForeignFormat::ALL.iter().find(|(_, name)| *name == text.to_lowercase());
        known.map(|(format, _)| *format).ok_or_else(|| {
            let names: Vec<&str> = ForeignFormat::ALL.iter().map(|(_, name)| *name).collect();
            format!("`{text}` is not a format (write {})", names.join(", "))
        })
    }
}

/// What to do where a record does not tell its game.
const NAME_RULES: &str = "name its rules with `uur convert --rules GAME`";

/// Returns the format that a text has, if it is a record of another program, also where it is not whole.
pub fn format_of(text: &str) -> Option<ForeignFormat> {
    split::format_of(text)
}

/// Reads the games of a text, in the notation of uur or of another program, each as a record or the error that it holds.
/// `game` says of which game they are; otherwise it is found.
///
/// # Errors
/// If the text as a whole cannot be read.
pub fn read_records(
    text: &str,
    format: Option<ForeignFormat>,
    game: Option<&Game>,
) -> Result<Vec<Result<Record, ParseError>>, ParseError> {
    let own = Record::read(text);
    match format.or_else(|| format_of(text).filter(|_| own.is_err())) {
        Some(format) => read_foreign(text, format, game),
        None => Ok(own_records(text)),
    }
}

/// Reads the records of uur in a text, each of which begins with a line `game`.
fn own_records(text: &str) -> Vec<Result<Record, ParseError>> {
    let begins = text.match_indices("game ").map(|(at, _)| at).filter(|&at| at == 0 || text[..at].ends_with('\n'));
    let mut begins: Vec<usize> = begins.collect();
    match begins.first_mut() {
        // Remarks may stand before the first one.
        Some(first) => *first = 0,
        None => begins.push(0),
    }
    let ends = begins.iter().copied().skip(1).chain([text.len()]);
    begins
        .iter()
        .zip(ends)
        .map(|(&at, end)| {
            let mut record = Record::read(&text[at..end]).map_err(|error| ParseError { at: error.at + at, ..error })?;
            record.relocate(&|place| place + at);
            Ok(record)
        })
        .collect()
}

/// Reads the games of a text of another program, each as a record of uur or the error that it holds. `game` says of which game they are;
/// otherwise it is found.
///
/// # Errors
/// If the text as a whole cannot be read.
pub fn read_foreign(
    text: &str,
    format: ForeignFormat,
    game: Option<&Game>,
) -> Result<Vec<Result<Record, ParseError>>, ParseError> {
    let games = split::games(text, format)?;
    if games.is_empty() {
        return parse_error("the text holds no game", 0, format!("a record of the format {format} has moves"));
    }
    if let Some(game) = game {
        return Ok(games.iter().map(|raw| Reading::new(raw, format, game)?.record()).collect());
    }
    // Only a session, which is one game, tells the size of its board.
    let rules: Vec<Game> = format.games_with(&games[0].settings).collect();
    Ok(games.iter().map(|raw| read_game(raw, format, &rules)).collect())
}

/// Reads one game under the rules that fit, of those that it may have.
fn read_game(raw: &RawGame, format: ForeignFormat, rules: &[Game]) -> Result<Record, ParseError> {
    let mut fitting: Option<Record> = None;
    let mut furthest: Option<ParseError> = None;
    let other = |game: &&Game| raw.tags.iter().find(|tag| tag.names_other_than(game));
    let possible: Vec<&Game> = rules.iter().filter(|game| other(game).is_none()).collect();
    if let (true, Some(tag)) = (possible.is_empty(), rules.iter().find_map(|game| other(&game))) {
        let message = format!("this is a game of {}, but the format {format} is for {}", tag.value, format.titles());
        return parse_error(message, tag.at, NAME_RULES);
    }
    for game in possible {
        match Reading::new(raw, format, game).and_then(Reading::record) {
            Ok(record) => match &fitting {
                Some(first) if first.game != record.game => {
                    let message = format!("the game may be one of {} and one of {}", first.game, record.game);
                    return parse_error(message, raw.at, NAME_RULES);
                }
                Some(_) => {}
                None => fitting = Some(record),
            },
            Err(error) if furthest.as_ref().is_none_or(|known| known.at < error.at) => furthest = Some(error),
            Err(_) => {}
        }
    }
    fitting.ok_or_else(|| {
        furthest.unwrap_or_else(|| ParseError {
            message: "the game has a board that no shipped game has".to_string(),
            at: raw.at,
            help: NAME_RULES.to_string(),
        })
    })
}

/// A game that is read move by move.
struct Reading<'a> {
    raw: &'a RawGame<'a>,
    format: ForeignFormat,
    play: GamePlay,
    from: Option<Excerpt>,
    /// The number of parts that were read.
    read: usize,
}

impl<'a> Reading<'a> {
    fn new(raw: &'a RawGame, format: ForeignFormat, game: &Game) -> Result<Reading<'a>, ParseError> {
        let from = match &raw.start {
            None => None,
            Some((start, at)) => {
                let wrong = |message: String| ParseError { message, at: *at, help: String::new() };
                let notation =
                    format.positions().ok_or_else(|| wrong(format!("the format {format} has no positions")))?;
                let position = notation.read(game, start).map_err(|error| ParseError { at: *at, ..error })?;
                let text = write_position(game, &position);
                (position != game.program.start()).then_some((position, Excerpt { text, at: *at }))
            }
        };
        let play = match &from {
            Some((position, _)) => game.play_from(*position),
            None => game.play(),
        };
        Ok(Reading { raw, format, play, from: from.map(|(_, excerpt)| excerpt), read: 0 })
    }

    /// Reads the whole game.
    fn record(mut self) -> Result<Record, ParseError> {
        let mut play = self.play.clone();
        let moves = self.entries(&mut play)?;
        let game = play.game();
        let mut facts = facts(self.raw);
        if let Some((result, at)) = self.raw.result
            && let Some(stated) = signs::result(self.format, result)
        {
            if let Some(over) = play.result()
                && over.winner != stated
            {
                let won =
                    |winner: Option<Side>| winner.map_or("a draw".to_string(), |side| format!("{} wins", side.title()));
                let message = format!(
                    "the record states `{result}`, but by the rules of {} it is {}",
                    game.name,
                    won(over.winner)
                );
                return parse_error(
                    message,
                    at,
                    "mend the result, or name other rules with `uur convert --rules GAME`",
                );
            }
            facts.result =
                Some(RecordResult { winner: stated, by: termination(self.raw, stated, play.result().is_some()) });
        }
        Ok(Record {
            game: game.name.clone(),
            settings: game.settings(),
            rules: Some(game.meaning()),
            facts,
            from: self.from,
            moves,
        })
    }

    /// Reads the parts up to the end of the game or of a variation.
    fn entries(&mut self, play: &mut GamePlay) -> Result<Vec<RecordEntry>, ParseError> {
        let mut entries = vec![];
        while let Some(part) = self.raw.parts.get(self.read) {
            self.read += 1;
            match part {
                Part::Move(word, at) => {
                    let number = play.turns().len() + 1;
                    let failed = |message: String| ParseError {
                        message: format!("move {number}, `{word}`: {message}"),
                        at: *at,
                        help: format!("the rules are those of {}, in the format {}", play.game().name, self.format),
                    };
                    let m = signs::read(self.format, play, word).map_err(failed)?;
                    let mut after = play.clone();
                    after.begin_rounds();
                    after.play(m).map_err(|error| failed(error.to_string()))?;
                    signs::compare(self.format, &after, word).map_err(failed)?;
                    let text = write_steps(&play.game().program, &[Step::Move(m)]);
                    *play = after;
                    entries.push(RecordEntry::Step(Excerpt { text, at: *at }, None));
                }
                Part::Remark(text, at) => entries.push(RecordEntry::Remark(Excerpt { text: text.clone(), at: *at })),
                Part::State(text, at) => self.compare_state(play, text, *at)?,
                Part::Open(at) => {
                    let mut other = play.clone();
                    if other.undo().is_none() {
                        return parse_error("no move stands before this variation", *at, "write it behind the move");
                    }
                    let inside = self.entries(&mut other)?;
                    entries.push(RecordEntry::Variation(Excerpt { text: String::new(), at: *at }, inside));
                }
                Part::Close => return Ok(entries),
            }
        }
        Ok(entries)
    }

    /// Compares a position that the text states with the one that was reached.
    fn compare_state(&self, play: &GamePlay, text: &str, at: usize) -> Result<(), ParseError> {
        let game = play.game();
        let here = play.position();
        // What is stated is seen by the player to move.
        let seen = self.format.positions().and_then(|notation| notation.write(game, here));
        let same = seen.as_deref() == Some(&*text.replace(' ', ""));
        match same {
            true => Ok(()),
            false => {
                let here = write_position(game, here);
                parse_error("the moves lead to another position than this", at, format!("they lead to: {here}"))
            }
        }
    }
}

/// The facts in the tags of a record.
fn facts(raw: &RawGame) -> RecordFacts {
    let tag = |names: &[&str]| {
        let known = raw.tags.iter().find(|tag| names.iter().any(|name| tag.is(name)) && tag.says_something());
        known.map(|tag| tag.value.clone())
    };
    let clock = tag(&["TimeControl"]).and_then(|text| {
        let (time, more) = text.split_once('+').unwrap_or((&text, "0"));
        Clock::read(&format!("{time}s+{more}s"))
    });
    RecordFacts {
        players: [tag(&["White", "South"]), tag(&["Black", "North"])],
        event: tag(&["Event"]),
        date: tag(&["Date"]).map(|date| date.replace('.', "-")).filter(|date| crate::notation::reader::is_date(date)),
        clock,
        ..RecordFacts::default()
    }
}

/// What ended the game by its tags. If they do not say what ended it before the rules did, it was given up, or a draw
/// was agreed on.
fn termination(raw: &RawGame, winner: Option<Side>, is_over: bool) -> GameEnd {
    let stated = raw.tags.iter().find(|tag| tag.is("Termination")).map_or("", |tag| &tag.value);
    let known = TERMINATIONS.iter().find(|(_, words)| stated.eq_ignore_ascii_case(words)).map(|(by, _)| *by);
    match winner {
        _ if known.is_none() && is_over => GameEnd::Rules,
        Some(_) => known.unwrap_or(GameEnd::Resignation),
        None => GameEnd::Agreement,
    }
}

/// What ended a game, in the words of the tag `Termination`. For time they are those of PGN, which has none for the others.
const TERMINATIONS: [(GameEnd, &str); 3] =
    [(GameEnd::Resignation, "resignation"), (GameEnd::Agreement, "agreement"), (GameEnd::Time, "time forfeit")];

/// A game in the notation of another program.
#[derive(Debug, Clone)]
pub struct ForeignText {
    /// The text.
    pub text: String,
    /// What the notation has no room for, as nouns; empty if it holds all.
    pub left_out: Vec<&'static str>,
}

/// Writes a game in the format of another program, with its other lines and the facts that it has room for.
///
/// # Errors
/// Why the format cannot hold the game, in a sentence.
pub fn write_foreign(
    play: &GamePlay,
    others: &[GamePlay],
    facts: &RecordFacts,
    format: ForeignFormat,
) -> Result<ForeignText, String> {
    tokens::write(play, others, facts, format)
}
