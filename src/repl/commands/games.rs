//! Commands that start games, change their rules, or save them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::super::game_session::GameSession;
use super::super::interpreter::{NextAction, Repl, ReplResult, Reply, games, some_games};
use super::super::watch::{has_changed, same_sources};
use super::{computer, with_way_on};
use crate::catalogue;
use crate::files::{self, OutputKind, RecordedGame, WriteError};
use uur::check::Settings;
use uur::diagnostic::{count, join};
use uur::foreign::{ForeignFormat, write_foreign};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::notation::{ParseError, Record, reader, shell_quoted};
use uur_lab::lab::changed_lines;

/// The endings of files that hold no record: those of chess games, of data, and of rules.
const OTHER_ENDINGS: [&str; 3] = ["pgn", "json", "uur"];
/// The most changed rule lines shown after `reload`.
const MOST_CHANGES: usize = 20;

pub fn play(repl: &mut Repl, rest: &str) -> ReplResult {
    if rest.is_empty() {
        let games = some_games(repl.style.width);
        return Ok(Reply::text(format!(
            "The name of a game starts it. Some games:\n\n{games}\n`list` shows all games.\n"
        )));
    }
    // A `play` line of a test plays moves.
    if reader::are_steps(rest) && !Path::new(rest).is_file() {
        return Ok(repl.run_printed(&format!("play {rest}")));
    }
    // As on the command line, an opponent may follow the game.
    let (game, against) = with_opponent(rest);
    if game.is_empty() {
        return computer::vs(repl, against.unwrap_or_default());
    }
    let (session, note) = GameSession::open_with_note(game, &Settings::new(), None, repl.style.colour)
        .map_err(|error| error.to_string())?;
    let opponent = against.map(|words| computer::opponent(words, computer::to_move(&session))).transpose()?;
    let introduced = match opponent {
        Some(opponent) => {
            repl.opponent = Some(opponent);
            opponent.introduction(&session)
        }
        None => repl.seat_recorded(&session),
    };
    Ok(replace_session(repl, session, &(introduced + &note)))
}

/// Splits a game from the opponent that follows it after `vs`.
pub fn with_opponent(line: &str) -> (&str, Option<&str>) {
    let opponent = line.strip_prefix("vs ").map(|against| ("", against)).or_else(|| line.rsplit_once(" vs "));
    match opponent {
        Some((game, against)) if !Path::new(line).is_file() => (game.trim(), Some(against)),
        _ => (line, None),
    }
}

pub fn list(repl: &mut Repl, words: &str) -> ReplResult {
    let listed = games(&words.split_whitespace().collect::<Vec<_>>(), repl.style.width);
    if listed.is_empty() {
        return Err(format!("no shipped game matches `{words}` (`list` shows all games)"));
    }
    Ok(Reply::text(listed))
}

/// The page of the current game, or of another.
pub fn show(repl: &mut Repl, rest: &str) -> ReplResult {
    if rest.is_empty() {
        return Ok(Reply::text(catalogue::page(repl.session.game(), repl.style.width)));
    }
    let session =
        GameSession::open(rest, &Settings::new(), None, repl.style.colour).map_err(|error| error.to_string())?;
    Ok(Reply::text(catalogue::page(session.game(), repl.style.width)))
}

/// Replaces the session and shows the new one.
pub fn replace_session(repl: &mut Repl, session: GameSession, note: &str) -> Reply {
    let heading = repl.heading(&session);
    let times = session.clock.as_ref().map_or(String::new(), |clock| clock.times(None));
    repl.change(session);
    Reply::text(format!("{note}{heading}{times}{}", repl.board()))
}

/// Starts the same game again under the same rules, or another. Notes if the file has changed.
pub fn new(repl: &mut Repl, rest: &str) -> ReplResult {
    if !rest.is_empty() {
        return play(repl, rest);
    }
    // The note below replaces any pending note on the file.
    repl.changed_file();
    let session = &repl.session;
    let note = if has_changed(session) {
        "the rule file has changed since it was read (`reload new` starts under its new rules)\n"
    } else {
        ""
    };
    let fresh = session.at_start().following(session);
    Ok(replace_session(repl, fresh, note))
}

pub fn set(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    if rest.is_empty() {
        let parameters = &session.game().rules.parameters;
        return Ok(Reply::text(match parameters.is_empty() {
            true => "this game has no parameters\n".to_string(),
            false => catalogue::parameters(parameters, repl.style.width),
        }));
    }
    let mut settings = session.settings.clone();
    let as_in_test = reader::setting_of_test(rest).map(|(name, value)| format!("{name}={value}"));
    for setting in as_in_test.as_deref().unwrap_or(rest).split_whitespace() {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(format!("`{setting}` is not a setting (write PARAM=VALUE; `set` shows the parameters)"));
        };
        settings.insert(name.to_string(), value.to_string());
    }
    let session = session
        .with_settings(settings, rest, repl.style.colour)
        .map_err(|error| with_way_on(&error, rest, "`set` shows the parameters"))?
        .following(session);
    Ok(replace_session(repl, session, "The game starts again; `undo` brings the old one back.\n"))
}

/// The reason for which the rules of a session cannot be written to.
pub fn no_file(session: &GameSession) -> String {
    match &*session.opened_as {
        "-" => "the rules came from standard input".to_string(),
        name => format!("`{name}` is shipped"),
    }
}

/// What to type for a rule file of one's own with the rules of a session.
pub fn way_to_copy(session: &GameSession) -> String {
    match (session.is_file(), &*session.opened_as) {
        (true, file) => format!("open {file} in an editor, then `reload`"),
        (false, "-") => "`rules` shows them".to_string(),
        (false, name) => {
            format!("`uur show {name} > my-{name}.uur` copies it in a shell, `play my-{name}.uur` plays the copy")
        }
    }
}

/// The error for a file that was not written.
pub fn unwritten(file: &str, reason: &WriteError) -> String {
    format!("`{file}` cannot be written: {reason} ({})", reason.help())
}

pub fn record(repl: &mut Repl, _rest: &str) -> ReplResult {
    Ok(Reply::text(repl.record(&repl.session, None).write()))
}

pub fn share(repl: &mut Repl, _rest: &str) -> ReplResult {
    let session = &repl.session;
    if session.opened_as == "-" {
        return Err("the rules came from standard input, so a shared line cannot name them".into());
    }
    Ok(Reply::text(format!("uur play {}\n", shell_quoted(&session.record().write_line()))))
}

pub fn save(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    if rest.is_empty() {
        return Err("save needs a file (write for example `save first.game`)".into());
    }
    let path = files::saved_path(rest);
    let file = path.display();
    if let Some(ending) =
        path.extension().filter(|ending| OTHER_ENDINGS.iter().any(|other| ending.eq_ignore_ascii_case(other)))
    {
        let (ending, own) = (ending.display(), path.with_extension("game"));
        return Err(format!(
            "a record is not written to a file .{ending} (`save {}` keeps all of the game; the endings .ogn, .tgk and \
            .kgp are those of other programs, and `uur convert` writes more of them)",
            own.display()
        ));
    }
    let record = repl.record(session, Some(files::parent_folder(&path)));
    if let Some(format) = path.extension().and_then(|ending| ForeignFormat::of_ending(ending.to_str()?)) {
        return save_elsewhere(session, &record, format, &path);
    }
    let write = |path: &Path, record: &Record| {
        let written = files::write(path, OutputKind::Record, &record.write());
        written.map_err(|reason| unwritten(&path.display().to_string(), &reason))
    };
    // Another game that the file holds is not lost.
    let known = files::read(&path).ok().and_then(|text| Record::read(&text).ok());
    let kept = match known.filter(|known| !known.goes_on_in(&record)) {
        Some(other) => {
            let aside = PathBuf::from(format!("{file}.old"));
            write(&aside, &other)?;
            format!("; the game that it held is now in {}", aside.display())
        }
        None => String::new(),
    };
    write(&path, &record)?;
    Ok(Reply::text(format!("{} written to {file}{kept}\n", count(session.play.turns().len(), "step"))))
}

/// Writes the game in the format of another program, into a new file.
fn save_elsewhere(session: &GameSession, record: &Record, format: ForeignFormat, path: &Path) -> ReplResult {
    let mut play = GamePlay::new(session.game().clone(), session.play.from());
    let others = play.play_record(&record.moves).map_err(|stopped| stopped.problem().to_string())?;
    let written = write_foreign(&play, &others, &record.facts, format)
        .map_err(|why| format!("{why} (an ending such as `.game` keeps all)"))?;
    let file = path.display();
    files::write(path, OutputKind::New, &written.text).map_err(|reason| unwritten(&file.to_string(), &reason))?;
    let left_out = match &written.left_out[..] {
        [] => String::new(),
        left_out => format!(", without {}", join(left_out, "and")),
    };
    Ok(Reply::text(format!(
        "{} written to {file} in the format {format}{left_out}\n",
        count(play.turns().len(), "step")
    )))
}

pub fn load(repl: &mut Repl, rest: &str) -> ReplResult {
    if rest.is_empty() {
        return Err("load needs a file (`save first.game` writes one, `load first.game` continues it)".into());
    }
    let saved = || Some(files::saved_path(rest)).filter(|path| path.exists());
    let path = files::record_path(rest).or_else(saved).unwrap_or_else(|| PathBuf::from(rest));
    let text = files::read(&path).map_err(|error| {
        let is_free = path.is_dir() || error.kind() == ErrorKind::NotFound && files::parent_folder(&path).is_dir();
        let save = if is_free { format!("`save {rest}` writes the game to it, ") } else { String::new() };
        format!("`{rest}` cannot be read: {error}; {save}`play` lists games to start")
    })?;
    let recorded = RecordedGame::of_file(&path, text.clone()).map_err(|problem| {
        let what = format!("`{rest}` is not a game record: {}", problem.message);
        let help = format!("`play {rest}` plays it if it is a rule file");
        ParseError { message: what, help, ..problem }.drawn(&text, rest)
    })?;
    let (session, rules) =
        GameSession::of_record(&recorded, &Settings::new(), repl.style.colour).map_err(|error| error.to_string())?;
    let heading = session.game().rules.about.name.clone();
    let steps = count(session.play.turns().len(), "step");
    let introduced = repl.seat_recorded(&session);
    repl.change(session);
    Ok(Reply::text(format!("{heading}, {steps} played, {rules}{introduced}{}", repl.board())))
}

/// `resume`: the last game that was kept.
pub fn resume(repl: &mut Repl, _rest: &str) -> ReplResult {
    match repl.unfinished().map(|(path, _)| path.to_string_lossy().into_owned()) {
        Some(path) => load(repl, &path),
        None => {
            Err("there is no unfinished game to continue (`load FILE` loads a saved one, `play` lists games to start)"
                .to_string())
        }
    }
}

pub fn edit(repl: &mut Repl, rest: &str) -> ReplResult {
    let session = &repl.session;
    if !repl.interactive {
        return Err(format!("edit needs a terminal ({})", way_to_copy(session)));
    }
    if session.is_file() {
        return Ok(Reply {
            text: String::new(),
            error: None,
            after: NextAction::Edit(PathBuf::from(&session.opened_as)),
        });
    }
    let name = &session.game().name;
    if rest.is_empty() {
        return Err(format!(
            "`{name}` is shipped (`edit my-{name}.uur` copies it into this folder and opens the copy)"
        ));
    }
    let file = if rest.ends_with(".uur") { rest.to_string() } else { format!("{rest}.uur") };
    let path = PathBuf::from(&file);
    if path.exists() {
        return Err(format!("`{file}` already exists; `play {file}` and `edit` open it"));
    }
    files::write(&path, OutputKind::New, &session.game().sources[0].text)
        .map_err(|reason| unwritten(&file, &reason))?;
    let mut copy = session.clone();
    copy.opened_as = file.clone();
    repl.change(copy);
    Ok(Reply { text: format!("a copy is in {file}\n"), error: None, after: NextAction::Edit(path) })
}

/// `reload`: the game so far under the current rules of the file; `reload new`: a new game.
pub fn reload(repl: &mut Repl, rest: &str) -> ReplResult {
    if !matches!(rest, "" | "new") {
        return Err(format!("`reload {rest}` is not known (write `reload` or `reload new`)"));
    }
    // The user knows that the file has changed.
    repl.changed_file();
    let session = &repl.session;
    if !session.is_file() {
        return Err(format!("{}, so it cannot have changed ({})", no_file(session), way_to_copy(session)));
    }
    let game = match GameSession::open(&session.opened_as, &session.settings, None, repl.style.colour) {
        Ok(fresh) => fresh.game().clone(),
        Err(error) => return Err(format!("the old rules stay: {error}")),
    };
    let changed = match same_sources(&game, session.game()) {
        true => "nothing has changed\n".to_string(),
        false => changes(session.game(), &game),
    };
    if rest == "new" {
        let fresh = GameSession::begin(game, session.opened_as.clone(), session.settings.clone()).following(session);
        return Ok(replace_session(repl, fresh, &format!("the game starts again; {changed}")));
    }
    if same_sources(&game, session.game()) {
        return Ok(Reply::text(changed));
    }
    match session.replayed(game) {
        Ok(replayed) => {
            let steps = count(replayed.play.turns().len(), "step");
            Ok(replace_session(repl, replayed, &format!("read again, {steps} played under the new rules; {changed}")))
        }
        Err((legal, reason)) => {
            let way = match legal.and_then(|legal| repl.undo.back_to(legal, repl.computer())) {
                Some((back, 0)) => {
                    format!("`undo {back}` and `reload` go back to the beginning; `reload new` starts again")
                }
                Some((back, left)) => {
                    format!("`undo {back}` and `reload` keep {}; `reload new` starts again", count(left, "step"))
                }
                None => "`reload new` starts again under the new rules".to_string(),
            };
            Err(format!(
                "the old rules stay, since the game could not be played under the new ones: {}\n  {way}",
                reason.trim_end()
            ))
        }
    }
}

/// The rule lines that have changed.
fn changes(old: &Game, new: &Game) -> String {
    let lines = changed_lines([old, new]);
    if lines.is_empty() {
        return "no rule line has changed\n".to_string();
    }
    let shown = lines.iter().take(MOST_CHANGES);
    let mut text = "what has changed:\n".to_string();
    shown.for_each(|(only_in, line)| text += &format!("  {} {line}\n", if *only_in == 0 { '-' } else { '+' }));
    if lines.len() > MOST_CHANGES {
        text += &format!("  ... and {}\n", count(lines.len() - MOST_CHANGES, "more line"));
    }
    text
}
