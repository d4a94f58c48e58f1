//! Whole records of other programs.

use super::{ForeignFormat, position, word_of};
use crate::game_play::GamePlay;
use crate::notation::RecordFacts;
use crate::rules::Side;

/// The most characters of a line.
const WIDTH: usize = 78;

/// Writes a game.
pub fn write(play: &GamePlay, facts: &RecordFacts, format: ForeignFormat) -> Result<String, String> {
    let game = play.game();
    let cannot = |why: String| format!("the format {format} cannot hold this game: {why}");
    let layout = game.program.layout();
    let narrow = format != ForeignFormat::Bao && layout.lines(Side::South).len() > 1;
    if narrow || layout.is_shared() || game.program.is_single_player() || game.rules.rounds.is_some() {
        return Err(cannot("it is for one round on a board of two rows and two players".to_string()));
    }
    if format == ForeignFormat::Ogn && layout.span() > 6 {
        return Err(cannot("it is for at most six pits in a row".to_string()));
    }
    let start = match play.from() {
        Some(from) => Some(
            position::write(game, format, &from).ok_or_else(|| cannot("it is for games from the start".to_string()))?,
        ),
        None => None,
    };
    let mut so_far = GamePlay::new(game.clone(), play.from());
    let mut words = vec![];
    let mut states = vec![];
    for (number, turn) in play.turns().iter().enumerate() {
        states.extend(position::write(game, format, so_far.position()));
        so_far.step(turn.step).expect("the step was taken before");
        words.push((word_of(format, &so_far).map_err(cannot)?, play.remark_on(number + 1)));
    }
    let plain = || words.iter().map(|(word, _)| word.clone());
    Ok(match format {
        ForeignFormat::OpenSpiel => plain().collect::<Vec<_>>().join(", ") + "\n",
        ForeignFormat::Kaggle => serde_json::Value::from(plain().collect::<Vec<_>>()).to_string() + "\n",
        ForeignFormat::Kgp => {
            let line = |(at, (word, state)): (usize, (String, &String))| {
                format!("s: {0} state {state}\nc: {1}@{0} move {word}\n", 2 * at + 2, 2 * at + 3)
            };
            plain().zip(&states).enumerate().map(line).collect()
        }
        ForeignFormat::Ogn | ForeignFormat::Toguz | ForeignFormat::PlayStrategy | ForeignFormat::Bao => {
            let result = result(play, facts, format);
            let tags = tags(play, facts, format, start, &result);
            let mut course: Vec<String> = vec![];
            for (number, (word, remark)) in words.iter().enumerate() {
                if number % 2 == 0 {
                    course.push(format!("{}.", number / 2 + 1));
                }
                course.push(word.clone());
                course.extend(remark.map(|remark| format!("{{ {} }}", remark.replace(['{', '}'], ""))));
            }
            course.push(result);
            format!("{tags}\n{}", filled(&course))
        }
    })
}

/// The result, which is `*` while it is open.
fn result(play: &GamePlay, facts: &RecordFacts, format: ForeignFormat) -> String {
    let result = facts.result.map(|result| result.winner).or_else(|| play.result().map(|over| over.winner));
    let stores = play.position().captured;
    match result {
        None => "*".to_string(),
        // What the stores do not tell is left open.
        Some(winner) if format == ForeignFormat::Ogn => {
            let by_stores = match stores[0].cmp(&stores[1]) {
                std::cmp::Ordering::Greater => Some(Side::South),
                std::cmp::Ordering::Less => Some(Side::North),
                std::cmp::Ordering::Equal => None,
            };
            if by_stores == winner { format!("{}-{}", stores[0], stores[1]) } else { "*".to_string() }
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
    let tags = [
        ("Variant", Some(variant)),
        ("Event", Some(known(&facts.event))),
        ("Site", Some("?".to_string())),
        ("Date", Some(date)),
        ("Round", Some("?".to_string())),
        (first, Some(south)),
        (second, Some(north)),
        ("Result", Some(result.to_string())),
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
