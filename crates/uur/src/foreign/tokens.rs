//! Whole records of other programs.

use super::{ForeignFormat, ForeignText, TERMINATIONS, signs};
use crate::engine::Position;
use crate::game_play::GamePlay;
use crate::notation::{RecordEntry, RecordFacts};
use crate::rules::Side;

/// The most characters of a line.
const WIDTH: usize = 78;

/// Writes a game.
pub fn write(
    play: &GamePlay,
    others: &[GamePlay],
    facts: &RecordFacts,
    format: ForeignFormat,
) -> Result<ForeignText, String> {
    let game = play.game();
    let cannot = |why: String| format!("the format {format} cannot hold this game: {why}");
    if !format.holds(game) {
        return Err(cannot(format!("it is for the rules of {}", format.titles())));
    }
    let written = |position: &Position| format.positions().and_then(|notation| notation.write(game, position));
    let start = match play.from() {
        Some(from) => Some(written(&from).ok_or_else(|| cannot("it is for games from the start".to_string()))?),
        None => None,
    };
    let begin = GamePlay::new(game.clone(), play.from());
    let is_pgn =
        matches!(format, ForeignFormat::Ogn | ForeignFormat::Toguz | ForeignFormat::PlayStrategy | ForeignFormat::Bao);
    if is_pgn {
        let others: Vec<&GamePlay> = others.iter().collect();
        let mut course = vec![];
        write_entries(&mut begin.clone(), &play.entries(&others), format, &mut course).map_err(cannot)?;
        let result = result(play, facts, format);
        course.push(result.clone());
        let tags = tags(play, facts, format, start, &result);
        let left_out = [
            (facts.computer.is_some(), "the computer's level"),
            ([play].into_iter().chain(others).any(has_braces), "braces in remarks"),
        ];
        return Ok(ForeignText { text: format!("{tags}\n{}", filled(&course)), left_out: said_of(left_out) });
    }
    let mut so_far = begin;
    if play.turns().is_empty() {
        return Err(cannot("it has no moves".to_string()));
    }
    let (mut words, mut states) = (vec![], vec![]);
    for turn in play.turns() {
        states.extend(written(so_far.position()));
        so_far.step(turn.step).expect("the step was taken before");
        words.push(signs::write(format, &so_far).map_err(cannot)?);
    }
    let text = match format {
        ForeignFormat::OpenSpiel => words.join(", ") + "\n",
        ForeignFormat::Kaggle => serde_json::Value::from(words).to_string() + "\n",
        _ => {
            let line = |(at, (word, state)): (usize, (String, &String))| {
                format!("s: {0} state {state}\nc: {1}@{0} move {word}\n", 2 * at + 2, 2 * at + 3)
            };
            words.into_iter().zip(&states).enumerate().map(line).collect()
        }
    };
    let left_out = [
        (facts.players != [None, None] || facts.computer.is_some(), "the players"),
        (facts.event.is_some(), "the event"),
        (facts.date.is_some(), "the date"),
        (facts.clock.is_some(), "the clock"),
        (facts.result.is_some() && play.result().is_none(), "the result"),
        ((0..=play.turns().len()).any(|number| play.remark_on(number).is_some()), "remarks"),
        (!others.is_empty(), "variations"),
    ];
    Ok(ForeignText { text, left_out: said_of(left_out) })
}

/// What is said, of what may be.
fn said_of<const N: usize>(parts: [(bool, &'static str); N]) -> Vec<&'static str> {
    parts.into_iter().filter(|(is_said, _)| *is_said).map(|(_, what)| what).collect()
}

/// Whether a remark on a game has a brace, which would end it.
fn has_braces(play: &GamePlay) -> bool {
    (0..=play.turns().len()).filter_map(|number| play.remark_on(number)).any(|text| text.contains(['{', '}']))
}

/// Writes moves, with what is said of them, from a position on.
fn write_entries(
    play: &mut GamePlay,
    entries: &[RecordEntry],
    format: ForeignFormat,
    course: &mut Vec<String>,
) -> Result<(), String> {
    for entry in entries {
        match entry {
            RecordEntry::Step(..) => {
                let number = play.turns().len();
                if number.is_multiple_of(2) {
                    course.push(format!("{}.", number / 2 + 1));
                }
                play.play_record(std::slice::from_ref(entry)).map_err(|stopped| stopped.problem().to_string())?;
                course.push(signs::write(format, play)?);
            }
            RecordEntry::Remark(text) => course.push(format!("{{ {} }}", text.text.replace(['{', '}'], ""))),
            RecordEntry::Variation(_, inside) => {
                let mut other = play.clone();
                other.undo();
                let mut words = vec![];
                write_entries(&mut other, inside, format, &mut words)?;
                course.push(format!("({})", words.join(" ")));
            }
            RecordEntry::Reached(_) => {}
        }
    }
    Ok(())
}

/// The result, which is `*` while it is open.
fn result(play: &GamePlay, facts: &RecordFacts, format: ForeignFormat) -> String {
    let result = facts.result.map(|result| result.winner).or_else(|| play.result().map(|over| over.winner));
    let stores = play.position().captured;
    match result {
        None => "*".to_string(),
        // `0-0` before the first seed is won might be an open game as well.
        Some(winner)
            if format == ForeignFormat::Ogn && stores != [0, 0] && Side::ahead(stores[0].cmp(&stores[1])) == winner =>
        {
            format!("{}-{}", stores[0], stores[1])
        }
        Some(Some(Side::South)) => "1-0".to_string(),
        Some(Some(Side::North)) => "0-1".to_string(),
        Some(None) => "1/2-1/2".to_string(),
    }
}

fn tags(play: &GamePlay, facts: &RecordFacts, format: ForeignFormat, start: Option<String>, result: &str) -> String {
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_string());
    let date = known(&facts.date).replace('-', ".");
    let [south, north] = [known(&facts.players[0]), known(&facts.players[1])];
    let is_ogn = format == ForeignFormat::Ogn;
    let (first, second) = if is_ogn { ("South", "North") } else { ("White", "Black") };
    let variant = if is_ogn { "Oware Abapa".to_string() } else { play.game().rules.about.name.clone() };
    let ended =
        facts.result.and_then(|result| TERMINATIONS.iter().find(|(by, _)| *by == result.by)).map(|(_, words)| *words);
    let tags = [
        ("Variant", Some(variant)),
        ("Event", Some(known(&facts.event))),
        ("Site", Some("?".to_string())),
        ("Date", Some(date)),
        ("Round", Some("?".to_string())),
        (first, Some(south)),
        (second, Some(north)),
        ("Result", Some(result.to_string())),
        ("TimeControl", facts.clock.map(|clock| format!("{}+{}", clock.time.as_secs(), clock.more.as_secs()))),
        ("Termination", ended.map(str::to_string)),
        ("FEN", start),
    ];
    let line = |(name, value): (&str, Option<String>)| {
        value.map(|value| {
            format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
        })
    };
    tags.into_iter().filter_map(line).collect()
}

/// Words in lines.
fn filled(words: &[String]) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += length;
    }
    text + "\n"
}
