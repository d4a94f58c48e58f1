//! The commands of the engine protocol, and their answers.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::control::Control;
use super::{Output, PROTOCOL, ugi};
use crate::files::{self, OpenError};
use uur::chance::Rng;
use uur::check::Settings;
use uur::diagnostic::{Diagnostics, did_you_mean};
use uur::engine::Move;
use uur::game::Game;
use uur::game_play::{GamePlay, RejectReason};
use uur::match_play::NextStep;
use uur::notation::reader::{self, Bare};
use uur::notation::{write_move, write_position};
use uur::render::{Style, board};
use uur::rules::Side;
use uur_lab::lab;
use uur_lab::search::{
    Evaluation, Level, MultiPv, PlayerEndgames, Score, ScoredPv, SearchInfo, SearchLimits, SearchRequest,
    TrainedEvaluation, search,
};

/// The greatest depth of `perft`.
const MAX_DEPTH: u32 = 60;
/// The longest time of `go time`, in milliseconds: a day.
pub(super) const MAX_TIME: u64 = 86_400_000;

/// A session: the game that is played and the position to search.
pub struct Session<W> {
    control: Arc<Control>,
    output: Arc<Output<W>>,
    line: Option<GamePlay>,
    /// The evaluation of the game, if one was named.
    evaluation: Option<TrainedEvaluation>,
    /// The endgame database of the game: one that was named, or that of a level.
    endgames: PlayerEndgames,
    /// What levels draw random moves from.
    chance: Rng,
    /// Whether the other program speaks UGI, and reads its lines about a search.
    pub(super) speaks_ugi: bool,
    /// How many lines of play are reported.
    pub(super) multi_pv: usize,
}

/// Why a command is not carried out, in one line.
pub(super) type RefusedCommand = String;

/// A command of the protocol.
struct Command<W> {
    name: &'static str,
    run: fn(&mut Session<W>, u64, &str) -> Result<(), RefusedCommand>,
}

/// How far a search goes.
pub(super) enum SearchEffort {
    Level(Level),
    Time(Duration),
    Depth(u8),
    Positions(u64),
    Infinite,
}

impl<W: Write + 'static> Session<W> {
    const COMMANDS: &[Command<W>] = &[
        Command { name: "uur", run: |session, _, rest| session.introduce(rest) },
        Command { name: "newgame", run: |session, _, rest| session.new_game(rest) },
        Command { name: "game", run: |session, _, rest| session.open(rest) },
        Command { name: "evaluation", run: |session, _, rest| session.set_evaluation(rest) },
        Command { name: "database", run: |session, _, rest| session.set_database(rest) },
        Command { name: "position", run: |session, _, rest| session.set_position(rest) },
        Command { name: "moves", run: |session, _, rest| session.list_moves(rest) },
        Command { name: "show", run: |session, _, rest| session.show(rest) },
        Command { name: "go", run: Session::go },
        Command { name: "perft", run: Session::perft },
        Command { name: "ugi", run: |session, _, rest| session.introduce_ugi(rest) },
        Command { name: "isready", run: |session, _, rest| session.be_ready(rest) },
        Command { name: "setoption", run: |session, _, rest| session.set_option(rest) },
        Command { name: "uginewgame", run: |session, _, rest| session.new_game(rest) },
        Command { name: "query", run: |session, _, rest| session.query(rest) },
    ];

    pub fn new(control: Arc<Control>, output: Arc<Output<W>>) -> Self {
        let chance = Rng::for_game(1, 0);
        Session {
            control,
            output,
            line: None,
            evaluation: None,
            endgames: PlayerEndgames::default(),
            chance,
            speaks_ugi: false,
            multi_pv: 1,
        }
    }

    /// Carries out the command of a line. `number` is that of the line.
    pub fn carry_out(&mut self, number: u64, line: &str) {
        let (name, rest) = split_word(line);
        let done = match Self::COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(self, number, rest),
            None => {
                let names = Self::COMMANDS.iter().map(|command| command.name).chain(["stop", "quit"]);
                Err(match did_you_mean(name, names.clone()) {
                    Some(meant) => format!("there is no command `{}` (did you mean `{meant}`?)", shortened(name)),
                    None => {
                        let names: Vec<&str> = names.collect();
                        format!("there is no command `{}` (write {})", shortened(name), names.join(", "))
                    }
                })
            }
        };
        if let Err(reason) = done {
            self.output.error(&reason);
        }
    }

    fn introduce(&self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        self.output.line(&format!("id name uur {}", env!("CARGO_PKG_VERSION")));
        self.output.line(&format!("protocol {PROTOCOL}"));
        self.output.line("uurok");
        Ok(())
    }

    /// Answers with a line.
    pub(super) fn answer(&self, text: &str) {
        self.output.line(text);
    }

    /// The line of play.
    pub(super) fn line(&self) -> Result<&GamePlay, RefusedCommand> {
        self.line.as_ref().ok_or_else(|| "no game is open (write `game NAME`)".to_string())
    }

    fn new_game(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        let game = self.line()?.game().clone();
        self.begin(game);
        Ok(())
    }

    fn begin(&mut self, game: Arc<Game>) {
        self.line = Some(GamePlay::new(game, None));
        self.chance = Rng::for_game(1, 0);
    }

    fn open(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        self.open_silently(rest)?;
        let game = self.line()?.game();
        let parameters = game.rules.parameters.iter();
        let parameters: String = parameters.map(|set| format!(" {}={}", set.name, set.value)).collect();
        self.output.line(&format!("game {}{parameters} rules {}", game.name, game.meaning()));
        Ok(())
    }

    /// Opens a game without an answer.
    pub(super) fn open_silently(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        let (name, settings) = game_and_settings(rest)?;
        if name == "-" {
            return Err("standard input holds the commands (write the path of a rule file)".to_string());
        }
        let game = match files::open(name, &settings) {
            Ok(game) => game,
            Err(OpenError::Faulty(faults)) => {
                fault_lines(&faults).for_each(|fault| self.output.line(&format!("fault {fault}")));
                return Err(OpenError::Faulty(faults).words().0);
            }
            Err(problem) => return Err(problem.to_string()),
        };
        (self.evaluation, self.endgames) = (None, PlayerEndgames::default());
        self.begin(Arc::new(game));
        Ok(())
    }

    pub(super) fn set_evaluation(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        let game = self.line()?.game().clone();
        let path = file_or(rest, "evaluation", "standard")?;
        self.evaluation = path.map(|path| files::evaluation(&game, path)).transpose()?;
        Ok(())
    }

    pub(super) fn set_database(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        let game = self.line()?.game().clone();
        let path = file_or(rest, "database", "none")?;
        let endgames = path.map(|path| files::endgames(&game, path)).transpose()?;
        self.endgames =
            endgames.map_or_else(PlayerEndgames::default, |endgames| PlayerEndgames::given(&game, endgames));
        Ok(())
    }

    fn set_position(&mut self, rest: &str) -> Result<(), RefusedCommand> {
        let game = self.line()?.game().clone();
        let (from, moves) = position_and_moves(rest);
        let from = from.strip_prefix("fen ").unwrap_or(from).trim();
        let mut line = match from {
            "" => {
                return Err("no position is given (write `start` or, for example, `south 4 4; north 4 4`)".to_string());
            }
            "start" | "startpos" => GamePlay::new(game, None),
            text => {
                let record = reader::read(text, Bare::Position).map_err(|problem| problem.to_string())?;
                if record.from.is_none() || !record.moves.is_empty() || !record.game.is_empty() {
                    return Err("this is not a position (write moves after the word `moves`)".to_string());
                }
                let position = record.begins(&game).map_err(|problem| problem.to_string())?;
                GamePlay::new(game, position)
            }
        };
        if let Some(moves) = moves {
            let record = reader::read(moves, Bare::Moves).map_err(|problem| problem.to_string())?;
            if record.from.is_some() || !record.game.is_empty() {
                return Err("only moves may stand after `moves`".to_string());
            }
            line.play_record(&record.moves).map_err(|stopped| {
                let (reason, help) = match stopped.why {
                    RejectReason::ParseError(problem) => (problem.to_string(), None),
                    RejectReason::Refused { reason, .. } => (reason, stopped.help),
                };
                let help = help.map_or(String::new(), |help| format!(" ({help})"));
                format!("move {}, `{}`, cannot be played: {reason}{help}", stopped.number, shortened(&stopped.text))
            })?;
        }
        line.begin_rounds();
        self.line = Some(line);
        Ok(())
    }

    fn list_moves(&self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        let line = self.line()?;
        let moves: Vec<String> = match line.due() {
            NextStep::Move(_) => legal_moves(line).into_iter().map(|m| write_move(&line.game().program, m)).collect(),
            NextStep::Lot(_) => Side::BOTH.map(|side| format!("@{}", side.as_str())).to_vec(),
            NextStep::Round | NextStep::Nothing(_) => vec![],
        };
        self.output.line(&format!("moves {}", moves.join(" ")));
        Ok(())
    }

    fn show(&self, rest: &str) -> Result<(), RefusedCommand> {
        nothing_more(rest)?;
        let line = self.line()?;
        let position = *line.position();
        for row in board(line.game(), &position, Style::default()).lines() {
            self.output.line(&format!("board {row}"));
        }
        self.output.line(&format!("position {}", write_position(line.game(), &position)));
        let next = match line.due() {
            NextStep::Move(side) => side.as_str().to_string(),
            NextStep::Lot(_) => "lot".to_string(),
            NextStep::Round => "round".to_string(),
            NextStep::Nothing(outcome) => format!("over {}", outcome.winner.map_or("draw", Side::as_str)),
        };
        self.output.line(&format!("next {next}"));
        Ok(())
    }

    fn go(&mut self, number: u64, rest: &str) -> Result<(), RefusedCommand> {
        let to_move = self.line()?.position().to_move;
        let effort = effort(rest, to_move)?;
        if let SearchEffort::Level(level) = effort {
            let (game, seeds) = (self.line()?.game().clone(), self.line()?.position().on_board());
            self.endgames.prepare(level, &game, seeds, &|| self.control.stops(number));
        }
        let line = self.line()?;
        if let NextStep::Lot(_) = line.due() {
            return Err("a lot comes first (write @south or @north after the moves)".to_string());
        }
        let game = line.game().clone();
        let (position, history) = (*line.position(), line.as_match().history());
        let evaluation = self.evaluation.as_ref().map_or(Evaluation::Standard, Evaluation::Trained);
        let endgames = match effort {
            SearchEffort::Level(level) => self.endgames.of_level(level, &game),
            _ => self.endgames.of(&game),
        };
        let request = SearchRequest { evaluation, endgames, ..SearchRequest::new(&game, &position, history) };
        let best = match line.due() {
            NextStep::Move(_) if !legal_moves(line).is_empty() => {
                let report = self.think(number, request, &effort);
                let chosen = match effort {
                    SearchEffort::Level(level) => level.pick(&game, report, &mut self.chance).map(|chosen| chosen.m),
                    _ => report.lines.first().and_then(|line| line.moves.first()).copied(),
                };
                chosen.map(|m| write_move(&game.program, m))
            }
            _ => None,
        };
        if let SearchEffort::Infinite = effort {
            self.control.wait(number);
        }
        self.output.line(&format!("bestmove {}", best.as_deref().unwrap_or("none")));
        Ok(())
    }

    /// Searches, and reports each iteration.
    fn think(&self, number: u64, request: SearchRequest, effort: &SearchEffort) -> SearchInfo {
        let began = Instant::now();
        let (mut depth, mut nodes, mut multi_pv) = (SearchLimits::ANY_DEPTH, u64::MAX, MultiPv::Best);
        let mut time = None;
        match *effort {
            SearchEffort::Level(level) => {
                (depth, nodes, multi_pv) = level.plan(request.game, request.position);
                time = level.time();
            }
            SearchEffort::Time(given) => {
                (depth, nodes, multi_pv) = Level::Time(given).plan(request.game, request.position);
                time = Some(given);
            }
            SearchEffort::Depth(most) => depth = most,
            SearchEffort::Positions(most) => nodes = most,
            SearchEffort::Infinite => {}
        }
        if self.multi_pv > 1 {
            multi_pv = MultiPv::All;
        }
        let is_late = || time.is_some_and(|time| began.elapsed() >= time);
        let stop = || self.control.stops(number) || is_late() || !self.output.is_open();
        let mut reported = None;
        let mut report = |info: &SearchInfo| {
            if reported.as_ref() == Some(info) {
                return;
            }
            for (number, line) in info.lines.iter().take(self.multi_pv).enumerate() {
                let time = began.elapsed();
                self.output.line(&match self.speaks_ugi {
                    true => ugi::info_line(request.game, info, (number + 1, line), time),
                    false => info_line(request.game, info, line, time),
                });
            }
            reported = Some(info.clone());
        };
        let info = search(request, SearchLimits { depth, nodes, stop: &stop }, multi_pv, &mut report);
        report(&info);
        info
    }

    fn perft(&mut self, number: u64, rest: &str) -> Result<(), RefusedCommand> {
        let depth = whole(rest, 1, MAX_DEPTH.into(), "a depth")? as u32;
        let line = self.line()?;
        let found = match line.due() {
            NextStep::Move(_) => self.count(number, line, depth)?,
            NextStep::Lot(_) | NextStep::Round | NextStep::Nothing(_) => 0,
        };
        self.output.line(&format!("perft {depth} {found}"));
        Ok(())
    }

    /// Counts sequences of moves, unless it is stopped.
    fn count(&self, number: u64, line: &GamePlay, depth: u32) -> Result<u64, RefusedCommand> {
        let control = self.control.clone();
        let game = Game::clone(line.game()).heeding(move || control.stops(number));
        let found = lab::perft(&game.program, line.position(), depth);
        if game.program.stops() { Err("perft was stopped".to_string()) } else { Ok(found) }
    }
}

fn legal_moves(line: &GamePlay) -> Vec<Move> {
    line.game().program.legal_moves(line.position()).into_iter().collect()
}

/// The path that a command names. `None` if it has the word for no file instead.
fn file_or<'a>(rest: &'a str, command: &str, without: &str) -> Result<Option<&'a str>, RefusedCommand> {
    match rest {
        "" => Err(format!("no file is named (write `{command} FILE` or `{command} {without}`)")),
        word if word == without => Ok(None),
        path => Ok(Some(path)),
    }
}

/// Splits a game from the parameters behind it. A name with blanks stands in double quotes.
fn game_and_settings(text: &str) -> Result<(&str, Settings), RefusedCommand> {
    let (name, rest) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or_else(|| "the quote is not closed".to_string())?,
        None => split_word(text),
    };
    if name.is_empty() {
        return Err("no game is named (write for example `game oware`)".to_string());
    }
    let setting = |word: &str| match word.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err(format!("`{}` sets nothing (write NAME=VALUE)", shortened(word))),
    };
    Ok((name, rest.split_whitespace().map(setting).collect::<Result<Settings, RefusedCommand>>()?))
}

/// The errors of a rule file, each in one line.
fn fault_lines(faults: &Diagnostics) -> impl Iterator<Item = String> {
    faults.problems.iter().filter(|fault| fault.is_error()).map(|fault| {
        let place = fault.labels.first().map_or(String::new(), |label| {
            let source = &faults.sources[usize::from(label.span.source.0)];
            format!(" in {}:{}", source.name, source.place(label.span.start as usize))
        });
        format!("{}{place}: {}", fault.code.as_str(), fault.message)
    })
}

/// Splits a position from the moves behind the word `moves`. A mark that is named `moves` is followed by its owner.
fn position_and_moves(text: &str) -> (&str, Option<&str>) {
    let is_word = |at: usize| {
        let ends = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || c == ';');
        let after = &text[at + "moves".len()..];
        ends(text[..at].chars().next_back())
            && ends(after.chars().next())
            && !matches!(split_word(after).0, "south" | "north")
    };
    match text.match_indices("moves").map(|(at, _)| at).find(|&at| is_word(at)) {
        Some(at) => {
            let from = text[..at].trim_end();
            (from.strip_suffix(';').unwrap_or(from).trim_end(), Some(text[at + "moves".len()..].trim()))
        }
        None => (text, None),
    }
}

/// Parses what follows `go`.
fn effort(text: &str, to_move: Side) -> Result<SearchEffort, RefusedCommand> {
    let (kind, rest) = split_word(text);
    match kind {
        "level" => rest.parse().map(SearchEffort::Level),
        "time" => {
            whole(rest, 1, MAX_TIME, "a number of milliseconds").map(|ms| SearchEffort::Time(Duration::from_millis(ms)))
        }
        "positions" => whole(rest, 1, u64::MAX, "a number of positions").map(SearchEffort::Positions),
        "infinite" => nothing_more(rest).map(|()| SearchEffort::Infinite),
        _ => ugi::effort(text, to_move).unwrap_or_else(|| {
            let help = "write `level L`, `time MS`, `positions N` or `infinite`, or in UGI `movetime MS`, `depth N`, \
                `nodes N` or `p1time MS p2time MS`";
            Err(format!("`go` needs a limit ({help})"))
        }),
    }
}

/// Parses a whole number within bounds.
pub(super) fn whole(text: &str, least: u64, most: u64, what: &str) -> Result<u64, RefusedCommand> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("`{}` is not {what} from {least} to {most}", shortened(text)))
}

pub(super) fn nothing_more(rest: &str) -> Result<(), RefusedCommand> {
    if rest.is_empty() { Ok(()) } else { Err(format!("`{}` is too much", shortened(rest))) }
}

pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// A text as an error cites it.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The line that reports an iteration.
fn info_line(game: &Game, info: &SearchInfo, best: &ScoredPv, time: Duration) -> String {
    let moves: Vec<String> = best.moves.iter().map(|&m| write_move(&game.program, m)).collect();
    let error = best.error().map_or(String::new(), |error| format!(" error {error:.1}"));
    let (depth, positions) = (info.depth, info.nodes);
    let score = score(best.score);
    format!(
        "info depth {depth} score {score}{error} positions {positions} time {} line {}",
        time.as_millis(),
        moves.join(" ")
    )
}

/// A score for the player to move, in words for programs.
fn score(score: Score) -> String {
    match score {
        Score::WinsBy(seeds) => format!("win seeds {seeds}"),
        Score::WinsByAbout(seeds) => format!("win about {seeds}"),
        Score::WinsIn(moves) => format!("win moves {moves}"),
        Score::Wins => "win".to_string(),
        Score::Draw => "draw".to_string(),
        Score::Likely(percent) => format!("percent {percent}"),
        Score::About(hundredths) => format!("seeds {:.2}", f64::from(hundredths) / 100.0),
        Score::Loses => "loss".to_string(),
        Score::LosesIn(moves) => format!("loss moves {moves}"),
        Score::LosesBy(seeds) => format!("loss seeds {seeds}"),
        Score::LosesByAbout(seeds) => format!("loss about {seeds}"),
    }
}
