//! Records of other programs: public games, errors in them, and what is written and read again.

use std::fs;

use proptest::prelude::*;
use uur::chance::Rng;
use uur::foreign::{ForeignFormat, format_of, read_foreign, read_records, write_foreign};
use uur::game::Game;
use uur::game_play::GamePlay;
use uur::match_play::Step;
use uur::notation::{Record, RecordFacts};
use uur::rules::Side;

use super::rule_files;

type PublicGame = (&'static str, ForeignFormat, &'static str, usize, Option<[u16; 2]>, Option<Side>);

/// Public games with the format, the game, the number of moves, what the stores hold at the end, and the winner. The
/// first line of each file names its source.
const GAMES: &[PublicGame] = &[
    ("oware-26-22.ogn", ForeignFormat::Ogn, "oware", 78, Some([26, 22]), Some(Side::South)),
    ("oware-14-27.ogn", ForeignFormat::Ogn, "oware", 110, Some([14, 27]), Some(Side::North)),
    ("oware-25-7.ogn", ForeignFormat::Ogn, "oware", 83, Some([25, 7]), Some(Side::South)),
    ("toguz-82-16.pgn", ForeignFormat::Toguz, "toguz-kumalak", 21, Some([82, 16]), Some(Side::South)),
    ("toguz-57-105.pgn", ForeignFormat::Toguz, "toguz-kumalak", 46, Some([57, 105]), Some(Side::North)),
    ("toguz-open.tgk", ForeignFormat::Toguz, "toguz-kumalak", 146, Some([51, 74]), None),
    ("bestemshe-26-12.txt", ForeignFormat::PlayStrategy, "bestemshe", 13, Some([26, 12]), Some(Side::South)),
    ("toguz-82-43.txt", ForeignFormat::PlayStrategy, "toguz-kumalak", 75, Some([82, 43]), Some(Side::South)),
    ("oware-24-24.txt", ForeignFormat::PlayStrategy, "oware", 51, Some([24, 24]), None),
    ("kalah-28-20.txt", ForeignFormat::OpenSpiel, "kalah", 46, Some([28, 20]), Some(Side::South)),
    ("kalah-24-24.txt", ForeignFormat::OpenSpiel, "kalah", 61, Some([24, 24]), None),
    ("oware-19-25.txt", ForeignFormat::OpenSpiel, "oware", 110, Some([19, 25]), Some(Side::North)),
    ("kalah-25-23.json", ForeignFormat::Kaggle, "kalah", 34, Some([25, 23]), Some(Side::South)),
    ("kalah-28-20.json", ForeignFormat::Kaggle, "kalah", 46, Some([28, 20]), Some(Side::South)),
    ("kalah-24-24.json", ForeignFormat::Kaggle, "kalah", 61, Some([24, 24]), None),
    ("kalah-25-23.kgp", ForeignFormat::Kgp, "kalah", 34, Some([25, 23]), Some(Side::South)),
    ("kalah-28-20.kgp", ForeignFormat::Kgp, "kalah", 46, Some([28, 20]), Some(Side::South)),
    ("kalah-24-24.kgp", ForeignFormat::Kgp, "kalah", 61, Some([24, 24]), None),
    ("bao-17.txt", ForeignFormat::Bao, "bao-la-kiswahili", 17, None, Some(Side::South)),
    ("bao-48.txt", ForeignFormat::Bao, "bao-la-kiswahili", 48, None, Some(Side::North)),
    ("bao-67.txt", ForeignFormat::Bao, "bao-la-kiswahili", 67, None, Some(Side::South)),
];

fn text_of(name: &str) -> String {
    fs::read_to_string(rule_files::folder("tests/foreign").join(name)).unwrap()
}

fn played(record: &Record) -> GamePlay {
    let game = Game::shipped(&record.game).unwrap().with_settings(&record.settings).unwrap();
    let from = record.begins(&game).unwrap();
    let mut play = game.play();
    if let Some(from) = from {
        play = game.play_from(from);
    }
    play.play_record(&record.moves).unwrap();
    play
}

#[test]
fn public_games_are_read_and_end_as_known() {
    for (name, format, game, moves, stores, winner) in GAMES {
        let text = text_of(name);
        assert_eq!(format_of(&text), Some(*format), "{name}");
        let mut records =
            read_records(&text, None, None).unwrap_or_else(|error| panic!("{}", error.drawn(&text, name)));
        assert_eq!(records.len(), 1, "{name}");
        let record = records.pop().unwrap().unwrap_or_else(|error| panic!("{}", error.drawn(&text, name)));
        let play = played(&record);
        assert_eq!((&*record.game, play.turns().len()), (*game, *moves), "{name}");
        if let Some(stores) = stores {
            assert_eq!(play.position().captured, *stores, "{name}");
        }
        assert_eq!(play.result().and_then(|over| over.winner), *winner, "{name}");
        let again = write_foreign(&play, &[], &record.facts, *format).unwrap().text;
        let read = read_foreign(&again, *format, None).unwrap().pop().unwrap().unwrap();
        assert_eq!(played(&read).line(), play.line(), "{name}: {again}");
        assert_eq!(read.facts.players, record.facts.players, "{name}: {again}");
    }
}

/// What the record says of its game counts, and without that a game that has the moves of two is of neither.
#[test]
fn a_record_is_read_by_the_rules_that_it_names() {
    let read = |text: &str, format| read_foreign(text, format, None).unwrap().pop().unwrap();
    let of = |text: &str, format| read(text, format).map(|record| record.game).map_err(|error| error.message);
    assert_eq!(of("[Variant \"Awalé\"]\n1. C f", ForeignFormat::Ogn), Ok("oware".into()));
    assert_eq!(of("[Variant \"From Position\"]\n1. C f", ForeignFormat::Ogn), Ok("oware".into()));
    let refused = "this is a game of Kalah, but the format ogn is for Oware".to_string();
    assert_eq!(of("[Variant \"Kalah\"]\n1. C f", ForeignFormat::Ogn), Err(refused));
    let both = "the game may be one of kalah and one of oware".to_string();
    assert_eq!(of("3, 5", ForeignFormat::OpenSpiel), Err(both));
    let kalah = Game::shipped("kalah").unwrap();
    assert!(read_foreign("3, 5", ForeignFormat::OpenSpiel, Some(&kalah)).unwrap()[0].is_ok());
}

#[test]
fn a_game_of_other_rules_is_not_written() {
    let pie = [("pie_rule".to_string(), "on".to_string())].into();
    let kalah = Game::shipped("kalah").unwrap().with_settings(&pie).unwrap();
    for (game, formats) in [(kalah, &ForeignFormat::ALL[..]), (Game::shipped("boola").unwrap(), &ForeignFormat::ALL)] {
        for (format, _) in formats {
            let play = game.play();
            let refused = write_foreign(&play, &[], &RecordFacts::default(), *format).unwrap_err();
            assert!(refused.contains("it is for the rules of"), "{refused}");
        }
    }
    let five = [("pits".to_string(), "5".to_string())].into();
    let kalah = Game::shipped("kalah").unwrap().with_settings(&five).unwrap();
    let mut play = kalah.play();
    let unplayed = write_foreign(&play, &[], &RecordFacts::default(), ForeignFormat::Kgp).unwrap_err();
    assert_eq!(unplayed, "the format kgp cannot hold this game: it has no moves");
    play.step(Step::Move(play.legal_moves()[0])).unwrap();
    let written = |format| write_foreign(&play, &[], &RecordFacts::default(), format);
    assert!(written(ForeignFormat::Kgp).is_ok(), "a session has boards of any size");
    assert!(written(ForeignFormat::OpenSpiel).is_err());
}

/// All that a record of uur says comes back from the notations with tags, and the others say what they leave out.
#[test]
fn what_is_said_of_a_game_is_kept_or_named() {
    let text = "game oware\nsouth \"Ana\"\nevent \"Club\"\ndate 2026-11-25\nclock 10m+5s\nresult south resignation\n\
        moves \"a friendly game\" F \"sown far\" f (e \"or so\" E (D (D d A) d) d) (a) B e (a \"better\" C) A d\n";
    let record = Record::read(text).unwrap();
    let mut play = Game::shipped("oware").unwrap().play();
    let others = play.play_record(&record.moves).unwrap();
    let others_of: Vec<&GamePlay> = others.iter().collect();
    let course = Record { moves: play.entries(&others_of), ..record.clone() };
    for format in [ForeignFormat::Ogn, ForeignFormat::PlayStrategy] {
        let written = write_foreign(&play, &others, &record.facts, format).unwrap();
        assert_eq!(written.left_out, <[&str; 0]>::default());
        let read = read_foreign(&written.text, format, None).unwrap().pop().unwrap().unwrap();
        assert_eq!(Record { rules: None, ..read }.write(), course.write(), "{}", written.text);
    }
    assert_eq!(
        format_of(&write_foreign(&play, &others, &record.facts, ForeignFormat::Ogn).unwrap().text),
        Some(ForeignFormat::Ogn)
    );
    let written = write_foreign(&play, &others, &record.facts, ForeignFormat::OpenSpiel).unwrap();
    let left_out = ["the players", "the event", "the date", "the clock", "the result", "remarks", "variations"];
    assert_eq!(written.left_out, left_out);
}

#[test]
fn the_format_of_a_text_that_is_not_whole_is_known() {
    for (text, format) in [
        ("[Variant \"Ow", Some(ForeignFormat::Ogn)),
        ("# from a book\n# of games\n[Event \"x\"]\n1. F zz B", Some(ForeignFormat::Ogn)),
        ("[Event \"x\"]\n1. 76 {never", Some(ForeignFormat::Ogn)),
        ("# a replay\n{\"info\": {\"actionHis", Some(ForeignFormat::Kaggle)),
        ("[\"3\", \"4", Some(ForeignFormat::Kaggle)),
        ("FfBeBc", Some(ForeignFormat::Ogn)),
        ("1. Ff 2. Be", Some(ForeignFormat::Ogn)),
        ("F f B e", None),
        ("game oware\nmoves F", None),
        ("language 1\ngame \"It\" {\n", None),
    ] {
        assert_eq!(format_of(text), format, "{text}");
    }
    let text = "[\"3\", \"4";
    let error = read_records(text, None, None).unwrap_err();
    assert_eq!((error.message.as_str(), error.at), ("the replay cannot be read: it ends too early", 7));
}

/// The games that a format can hold.
const HELD: &[(ForeignFormat, &str)] = &[
    (ForeignFormat::Ogn, "oware"),
    (ForeignFormat::Toguz, "toguz-kumalak"),
    (ForeignFormat::Toguz, "bestemshe"),
    (ForeignFormat::PlayStrategy, "oware"),
    (ForeignFormat::PlayStrategy, "toguz-kumalak"),
    (ForeignFormat::Kgp, "kalah"),
    (ForeignFormat::OpenSpiel, "kalah"),
    (ForeignFormat::OpenSpiel, "oware"),
    (ForeignFormat::Kaggle, "kalah"),
    (ForeignFormat::Bao, "bao-la-kiswahili"),
];

fn random_game(name: &str, seed: u64) -> GamePlay {
    let mut play = Game::shipped(name).unwrap().play();
    play_at_random(&mut play, 120, &mut Rng::for_game(seed, 0));
    play
}

/// Plays random moves until the round is over, or that many.
pub fn play_at_random(play: &mut GamePlay, most: usize, chance: &mut Rng) {
    for _ in 0..most {
        let moves = play.legal_moves();
        if moves.is_empty() || play.step(Step::Move(moves[chance.below(moves.len())])).is_err() {
            break;
        }
    }
}

/// A line that leaves a game in its middle and goes on by up to four other moves.
fn branching_off(play: &GamePlay, seed: u64) -> GamePlay {
    let mut other = play.clone();
    let mut chance = Rng::for_game(seed, 1);
    for _ in 0..play.turns().len() / 2 {
        other.undo();
    }
    let most = 1 + chance.below(4);
    play_at_random(&mut other, most, &mut chance);
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_written_is_read_again(seed in any::<u64>()) {
        for (format, name) in HELD {
            let play = random_game(name, seed);
            // Notations with tags have variations, too.
            let is_tagged = !matches!(format, ForeignFormat::Kgp | ForeignFormat::OpenSpiel | ForeignFormat::Kaggle);
            let others: Vec<GamePlay> = is_tagged.then(|| branching_off(&play, seed)).into_iter().collect();
            let facts = RecordFacts { players: [Some("Ana \"A.\"".into()), None], ..RecordFacts::default() };
            let text = match write_foreign(&play, &others, &facts, *format) {
                Ok(written) => written.text,
                // Bao has no signs for more than one decision in a move.
                Err(reason) => {
                    prop_assert!(*format == ForeignFormat::Bao && reason.contains("decisions"), "{reason}");
                    continue;
                }
            };
            let read = read_foreign(&text, *format, Some(play.game())).unwrap().pop().unwrap();
            let read = read.map_err(|error| TestCaseError::fail(error.drawn(&text, name)))?;
            prop_assert_eq!(played(&read).line(), play.line(), "{} {}", format, &text);
            let read_others = play.game().play().play_record(&read.moves).expect("they are legal");
            let lines = |others: &[GamePlay]| others.iter().map(GamePlay::line).collect::<Vec<_>>();
            // A line that goes on as the game does is no variation.
            let others: Vec<GamePlay> =
                others.into_iter().filter(|other| !play.line().starts_with(&other.line())).collect();
            prop_assert_eq!(lines(&read_others), lines(&others), "{} {}", format, text);
        }
    }

    /// A text with any slip is read or refused at a place in it.
    #[test]
    fn no_slip_brings_it_down(number in 0..GAMES.len(), at in any::<prop::sample::Index>(), put in "[ -~\n]{0,3}", cut in 0..4_usize) {
        let mut text = text_of(GAMES[number].0);
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let at = at.index(places.len());
        text.replace_range(places[at]..places[(at + cut).min(places.len() - 1)], &put);
        match read_records(&text, None, None) {
            Err(error) => prop_assert!(error.at <= text.len()),
            Ok(records) => {
                for record in records {
                    match record {
                        Ok(record) => drop(record.write()),
                        Err(error) => {
                            prop_assert!(error.at <= text.len() && !error.message.is_empty());
                            let _ = error.drawn(&text, "it");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_game_with_too_many_variations_is_refused() {
    let text = format!("[Event \"x\"]\n1. F {} f", "(A) ".repeat(101));
    let error = read_foreign(&text, ForeignFormat::Ogn, None).unwrap_err();
    assert_eq!(error.message, "the game has more than 100 variations");
}

#[test]
fn what_does_not_fit_is_refused_at_its_place() {
    for (text, format, said) in [
        ("[Event \"x\"]\n1. F f 2. A+3 a", ForeignFormat::Ogn, "move 3, `A+3`: by the rules it wins 0"),
        ("1. 76 99", ForeignFormat::Toguz, "move 2, `99`: by the rules its last seed falls into pit 8"),
        ("1. 76X 98", ForeignFormat::Toguz, "it makes no tuzdik"),
        ("a1a2 a1b1", ForeignFormat::PlayStrategy, "move 1, `a1a2`"),
        ("3 3 3", ForeignFormat::OpenSpiel, "move 3, `3`: pit 4 is empty"),
        ("[Event \"x\"]\n1. F {never", ForeignFormat::Ogn, "the remark is not closed"),
        ("[Event \"x\"]\n1. F f 0-26", ForeignFormat::Ogn, ""),
        ("s: 2 state <6,0,0,4>\nc: 3@2 move 3", ForeignFormat::Kgp, "a state has"),
        ("A6R A1L", ForeignFormat::Bao, "move 2, `A1L`"),
        ("[Event \"x\"]\n1. F f ; good {so far\n2. A+3", ForeignFormat::Ogn, "move 3, `A+3`"),
    ] {
        let read = read_foreign(text, format, None).and_then(|mut games| games.pop().unwrap());
        match read {
            Ok(record) => assert!(said.is_empty(), "{text}: {}", record.write()),
            Err(error) => assert!(!said.is_empty() && error.message.contains(said), "{text}: {error}"),
        }
    }
}
