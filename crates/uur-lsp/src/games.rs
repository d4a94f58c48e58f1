//! Lenses over the game: they count its moves, play random games, and show how it is played in a terminal.

use std::sync::atomic::{AtomicBool, Ordering};

use lsp_types::{Command, MessageType, Uri};
use serde_json::{Value, json};

use super::host::StopFunction;
use super::server::{Refusal, Server};
use uur::diagnostic::count;
use uur::game::Game;
use uur::notation::shell_quoted;
use uur_lab::lab::{self, Experiment, GameRange, Player, SeriesOptions, Tally, play_series};

/// The command that counts sequences of moves. Its argument is the URI of the document.
pub const PERFT: &str = "uur.perft";
/// The command that plays random games. Its argument is the URI of the document.
pub const SIMULATE: &str = "uur.simulate";
/// The command that shows how the game is played in a terminal. Its argument is the URI of the document.
pub const PLAY: &str = "uur.play";

/// The longest sequences that are counted.
const DEEPEST: u32 = 8;
/// The number of random games.
const GAMES: u64 = 1000;
/// The moves after which a random game is abandoned.
const MOST_MOVES: u64 = 10_000;

/// The commands over the head of a game.
pub fn commands(uri: &str) -> [Command; 3] {
    [("perft", PERFT), ("random games", SIMULATE), ("play in terminal", PLAY)]
        .map(|(title, command)| Command::new(title.into(), command.into(), Some(vec![json!(uri)])))
}

/// Runs a command, shows its result and returns it.
///
/// # Errors
/// If the document is not open or is no game, or cannot be played in a terminal.
pub fn execute(server: &Server, command: &str, uri: &Uri) -> Result<Value, Refusal> {
    let (document, analysis) = server.document(uri)?;
    let game = analysis.game().ok_or_else(|| Refusal::failed("the rules have errors"))?;
    let name = &game.rules.about.name;
    let stops = server.host.patience().ok_or_else(|| Refusal::failed("there is no clock here"))?;
    let (text, result) = match command {
        PERFT => {
            let counts = perft(game, stops);
            if counts.is_empty() {
                return Err(Refusal::failed("the moves take too long to count here; `uur perft` has no bound of time"));
            }
            let listed: Vec<String> = counts.iter().map(u64::to_string).collect();
            let depth = count(counts.len(), "move");
            (format!("{name}: sequences of 1 to {depth}: {}", listed.join(", ")), json!({ "perft": counts }))
        }
        SIMULATE => simulate(name, game, stops)?,
        _ => {
            let path = document.path.as_ref().filter(|path| server.host.is_file(path));
            let path = path.ok_or_else(|| Refusal::failed("the document is no file yet; save it to play it"))?;
            let words = ["uur", "play", &path.to_string_lossy(), "--watch"].map(str::to_string);
            let line = words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ");
            (format!("in a terminal: {line}"), json!({ "command": words, "line": line }))
        }
    };
    server.show(MessageType::INFO, text);
    Ok(result)
}

/// Counts the sequences of 1, 2, 3 and more moves until the time is up.
fn perft(game: &Game, stops: StopFunction) -> Vec<u64> {
    let game = game.clone().heeding(move || stops());
    let counts = (1..=DEEPEST).map(|depth| lab::perft(&game.program, &game.program.start(), depth));
    // A count that was cut short is not complete.
    counts.take_while(|_| !game.program.stops()).collect()
}

/// Plays random games until the time is up, and reports who won.
fn simulate(name: &str, game: &Game, stops: StopFunction) -> Result<(String, Value), Refusal> {
    let stops_game = stops.clone();
    let game = game.clone().heeding(move || stops_game());
    let experiment = Experiment {
        game: &game,
        players: [Player::Random; 2],
        pairs: false,
        opening: 0,
        seed: 1,
        from: None,
        whole_matches: false,
        most_moves: MOST_MOVES,
    };
    let stop = AtomicBool::new(false);
    let work = SeriesOptions { span: GameRange(0, GAMES), threads: 1, details: false, each_game: false, stop: &stop };
    let mut tally = Tally::default();
    let played = play_series(&experiment, &work, |batch| {
        tally.add(&batch.tally);
        stop.store(stops(), Ordering::Relaxed);
        Ok::<(), Refusal>(())
    });
    played?;
    if tally.games == 0 {
        return Err(Refusal::failed("no random game ended in time; `uur simulate` has no bound of time"));
    }
    let percent = |games: u64| 100.0 * games as f64 / tally.games as f64;
    let mean = tally.moves as f64 / tally.games as f64;
    let text = format!(
        "{name}: {}: South wins {:.1} %, North wins {:.1} %, draws {:.1} %; {mean:.0} moves a game",
        count(tally.games as usize, "random game"),
        percent(tally.south),
        percent(tally.north),
        percent(tally.draws),
    );
    let unfinished = tally.unfinished;
    let rest = if unfinished > 0 { format!("; {unfinished} unfinished") } else { String::new() };
    let result = json!({
        "games": tally.games, "south": tally.south, "north": tally.north, "draws": tally.draws,
        "unfinished": unfinished, "moves": tally.moves,
    });
    Ok((text + &rest, result))
}
