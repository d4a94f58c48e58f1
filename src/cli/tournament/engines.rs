//! Tournaments with other programs, which speak UGI on their standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use uur::chance::Rng;
use uur::engine::Move;
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::{NextStep, Step};
use uur::notation::read_move;
use uur::rules::Side;
use uur::source::FileAccess;
use uur_lab::lab::{EvalBudget, Meeting, Tournament};

use crate::cli::output::{CommandError, eprint};

/// How long a program may take to begin, and how late its move may come.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a program that has closed its output may take to end.
const ENDING: Duration = Duration::from_millis(500);
/// The most lines that wait to be read of a program.
const MAX_WAITING: usize = 1 << 12;

/// A program that plays.
struct Engine {
    name: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Engine {
    /// Starts a program and opens the game.
    fn start(command: &str, game: &Game) -> Result<Engine, CommandError> {
        let failed = |reason: String| {
            let help = "name a command that speaks UGI, such as `uur engine`";
            CommandError::usage(&format!("`{command}` cannot play: {reason}"), help)
        };
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        // The shell is replaced by the program, so that this can be ended.
        let line = if cfg!(windows) { command.to_string() } else { format!("exec {command}") };
        let mut process = Command::new(shell)
            .args([flag, &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|reason| failed(reason.to_string()))?;
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        let (sender, lines) = sync_channel(MAX_WAITING);
        thread::Builder::new()
            .spawn(move || {
                for line in BufReader::new(output).lines() {
                    let Ok(line) = line else { break };
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            })
            .map_err(|reason| failed(reason.to_string()))?;
        let mut engine = Engine { name: command.to_string(), process, input, lines };
        let settings: String = game.settings().iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let source = &game.sources[0];
        let name = if source.access == FileAccess::Shipped { &game.name } else { &source.name };
        let name = match name.contains(char::is_whitespace) {
            true => format!("\"{name}\""),
            false => name.clone(),
        };
        engine.say("ugi").and_then(|()| engine.wait_for("ugiok", PATIENCE)).map_err(failed)?;
        engine.say(&format!("setoption name Game value {name}{settings}")).map_err(failed)?;
        engine.say("isready").and_then(|()| engine.wait_for("readyok", PATIENCE)).map_err(failed)?;
        Ok(engine)
    }

    /// Starts the program anew.
    fn restart(&mut self, game: &Game) -> Result<(), CommandError> {
        *self = Engine::start(&self.name, game)?;
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| self.how_it_ended())
    }

    /// Says why the program does not answer any more. A shell has exit codes of its own for what it cannot start.
    fn how_it_ended(&mut self) -> String {
        let until = Instant::now() + ENDING;
        while self.process.try_wait().is_ok_and(|status| status.is_none()) && Instant::now() < until {
            thread::sleep(ENDING / 100);
        }
        let code = self.process.try_wait().ok().flatten().and_then(|status| status.code());
        match code {
            Some(127) => "it cannot be started: not found",
            Some(126) => "it cannot be started: not a program, or not allowed to run",
            _ => "it has ended",
        }
        .to_string()
    }

    /// Waits for a line that begins with a word, and returns the rest of it.
    fn wait_for(&mut self, word: &str, time: Duration) -> Result<String, String> {
        let began = Instant::now();
        loop {
            let line =
                self.lines.recv_timeout(time.saturating_sub(began.elapsed())).map_err(|reason| match reason {
                    RecvTimeoutError::Timeout => format!("it does not answer `{word}` in time"),
                    RecvTimeoutError::Disconnected => self.how_it_ended(),
                })?;
            let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            if first == word {
                return Ok(rest.trim().to_string());
            }
            if first == "error" {
                return Err(format!("it answers: {rest}"));
            }
        }
    }

    /// Asks for a move.
    fn choose(&mut self, play: &GamePlay, movetime: u64) -> Result<Move, String> {
        let line = play.line();
        let moves = if line.is_empty() { String::new() } else { format!(" moves {line}") };
        self.say(&format!("position startpos{moves}"))?;
        self.say(&format!("go movetime {movetime}"))?;
        let answer = self.wait_for("bestmove", PATIENCE + Duration::from_millis(movetime))?;
        let word = answer.split_whitespace().next().unwrap_or("");
        let m = read_move(&play.game().program, play.position().to_move, word).map_err(|error| error.to_string())?;
        match play.legal_moves().contains(&m) {
            true => Ok(m),
            false => Err(format!("its move `{word}` is not legal")),
        }
    }
}

/// Plays all games, opening by opening. The programs are the last of the players.
pub fn play(
    tournament: &Tournament,
    commands: &[String],
    movetime: u64,
    mut on_meeting: impl FnMut(&Meeting),
) -> Result<Vec<Meeting>, CommandError> {
    let game = Arc::new(tournament.experiment.game.clone());
    let mut engines = commands.iter().map(|command| Engine::start(command, &game)).collect::<Result<Vec<_>, _>>()?;
    let players = tournament.players.len();
    let mut meetings = Meeting::of_all(players + engines.len());
    for opening in 0..tournament.openings {
        for meeting in &mut meetings {
            for swapped in [false, true] {
                if tournament.control.stop.load(Ordering::Relaxed) {
                    return Ok(meetings);
                }
                let mut seats = meeting.players;
                if swapped {
                    seats.reverse();
                }
                let mut played = Meeting { players: meeting.players, ..Meeting::default() };
                let over = play_game(tournament, &game, seats, &mut engines, opening, movetime)?;
                played.count_game(swapped, over.winner, over.finished, over.moves);
                meeting.add(&played);
                on_meeting(&played);
            }
        }
    }
    Ok(meetings)
}

/// How a game ended.
struct PlayedGame {
    winner: Option<Side>,
    finished: bool,
    moves: u64,
}

/// Plays one game. A program that makes no legal move loses it.
fn play_game(
    tournament: &Tournament,
    game: &Arc<Game>,
    seats: [usize; 2],
    engines: &mut [Engine],
    opening: u64,
    movetime: u64,
) -> Result<PlayedGame, CommandError> {
    let experiment = &tournament.experiment;
    let players = tournament.players.len();
    let mut chance = Rng::for_game(experiment.seed, opening);
    let mut play = GamePlay::new(game.clone(), None);
    for seat in seats {
        if let Some(engine) = seat.checked_sub(players).map(|at| &mut engines[at])
            && engine.say("uginewgame").is_err()
        {
            engine.restart(game)?;
        }
    }
    let mut moves = 0;
    loop {
        // One round is played. Lots and setups before it are drawn.
        let due = play.due();
        let laid = play.as_match().clone().random_setup(&game.program, &mut chance);
        let side = match due {
            _ if laid.is_some() => Side::South,
            NextStep::Move(side) => side,
            NextStep::Lot(_) => Side::South,
            NextStep::Round | NextStep::Nothing(_) => {
                let winner = play.position().outcome.and_then(|outcome| outcome.winner);
                return Ok(PlayedGame { winner, finished: true, moves });
            }
        };
        if moves >= experiment.most_moves {
            return Ok(PlayedGame { winner: None, finished: false, moves });
        }
        let legal = play.legal_moves();
        let seat = seats[side as usize];
        let step = match (laid, due) {
            (Some(laid), _) => laid,
            (None, NextStep::Lot(_)) => Step::Lot(Side::BOTH[chance.below(2)]),
            _ if legal.is_empty() => return Ok(PlayedGame { winner: None, finished: false, moves }),
            _ if moves < experiment.opening => Step::Move(legal[chance.below(legal.len())]),
            _ => match seat.checked_sub(players) {
                None => {
                    let contestant = tournament.players[seat];
                    let request = contestant.request(game, play.position(), play.as_match().history());
                    let budget = EvalBudget { events: &mut 0, most: u64::MAX, control: tournament.control };
                    Step::Move(contestant.player.choose(request, &legal, &mut chance, budget))
                }
                Some(at) => match engines[at].choose(&play, movetime) {
                    Ok(m) => Step::Move(m),
                    Err(reason) => {
                        eprint(&format!("{} loses a game: {reason}; after {}\n", engines[at].name, play.line()));
                        // It may have ended, or answer late.
                        engines[at].restart(game)?;
                        return Ok(PlayedGame { winner: Some(side.other()), finished: true, moves });
                    }
                },
            },
        };
        moves += u64::from(matches!(step, Step::Move(_)));
        if play.step(step).is_err() {
            return Ok(PlayedGame { winner: None, finished: false, moves });
        }
    }
}
