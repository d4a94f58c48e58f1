//! What is stored, and what has to hold of it whatever bytes it has. The functions take any bytes, so that
//! a fuzzer can call them.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use uur::game::Game;
use uur::notation::Record;
use uur_lab::lab::{
    Experiment, GameRange, Player, SeriesOptions, SeriesReport, Tally, play_series, read_resume_log, resume_line,
};
use uur_lab::solve::EndgameDatabase;
use uur_testing::snapshot::{self, SnapshotStatus};

/// A kind of file that stores results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// The report of a series, or of a shard.
    Report,
    /// What a sweep has done.
    Kept,
    /// A database of endgames.
    Database,
    /// A transcript of a record.
    Transcript,
    /// A record of a game.
    Record,
}

fn boola() -> Game {
    let small = [("pits".to_string(), "3".to_string())].into();
    Game::shipped("boola").expect("it is shipped").with_settings(&small).expect("it has this size")
}

fn report() -> String {
    let game = boola();
    let experiment = Experiment {
        game: &game,
        players: [Player::Random; 2],
        pairs: false,
        opening: 0,
        seed: 1,
        from: None,
        whole_matches: false,
        most_moves: 1000,
    };
    let stop = AtomicBool::new(false);
    let work = SeriesOptions { span: GameRange(3, 40), threads: 1, details: true, each_game: false, stop: &stop };
    let (mut tally, mut numbers) = (Tally::default(), vec![]);
    play_series(&experiment, &work, |batch| {
        tally.add(&batch.tally);
        GameRange::join(&mut numbers, batch.span).ok_or(())
    })
    .expect("no game is played twice");
    serde_json::to_string(&SeriesReport::new(&experiment, numbers, 100, tally)).expect("it is plain data")
}

impl Stored {
    /// A sound file.
    pub fn sound(self) -> Vec<u8> {
        match self {
            Stored::Report => report().into_bytes(),
            Stored::Kept => {
                let piece = report();
                [1, 2, 3].map(|number| resume_line(number, &piece)).concat().into_bytes()
            }
            Stored::Database => {
                let game = boola();
                let mut endgames = EndgameDatabase::new(&game, EndgameDatabase::USUAL_MEMORY).expect("it has endgames");
                endgames.build(&game, 4, 1, &Default::default(), &AtomicBool::new(false)).expect("it is small");
                let mut bytes = vec![];
                endgames.save(&mut bytes).expect("memory takes it");
                bytes
            }
            Stored::Transcript => b"rules 0123456789abcdef\ngame small\nstart x\n\n1 South A\n  = y\n".to_vec(),
            Stored::Record => b"game boola\nset pits=3\nmoves B c C b B\n".to_vec(),
        }
    }

    /// What a file says; `None` if it is refused.
    pub fn says(self, bytes: &[u8]) -> Option<String> {
        let text = || str::from_utf8(bytes).ok();
        match self {
            Stored::Report => {
                let report = SeriesReport::read(serde_json::from_str(text()?).ok()?).ok()?;
                Some(serde_json::to_string(&report).expect("it is plain data"))
            }
            Stored::Kept => {
                let kept = read_resume_log(text()?).ok()?;
                Some(kept.pieces.join("\n"))
            }
            Stored::Database => {
                let endgames = EndgameDatabase::open(&boola(), Cursor::new(bytes.to_vec()), 0).ok()?;
                let levels = 0..endgames.levels() as u16;
                levels.map(|seeds| Some(format!("{:?}", endgames.histogram(seeds).ok()?))).collect()
            }
            Stored::Transcript => Some(text()?.to_string()),
            Stored::Record => Record::read(text()?).ok().map(|record| record.write()),
        }
    }

    /// Whether a file that should be the sound one is refused, or says the same.
    pub fn is_refused_or_says_the_same(self, sound: &[u8], damaged: &[u8]) {
        let says = self.says(damaged);
        let at = || sound.iter().zip(damaged).position(|(one, other)| one != other);
        match (self, &says) {
            // It is compared as a whole; the first line names the rules, and a change of it is reported.
            (Stored::Transcript, Some(kept)) if sound != damaged => {
                let told = self.says(sound).expect("it is sound");
                assert_ne!(snapshot::compare(Some(kept), &told), SnapshotStatus::Same, "changed at {:?}", at());
            }
            // Pieces that are lost at its end are done again.
            (Stored::Kept, Some(kept)) => {
                let whole = self.says(sound).expect("it is sound");
                assert!(whole.starts_with(kept.as_str()), "changed at {:?}", at());
            }
            // It is made to be edited, and carries no check sum: it may be another game, which is read as it
            // is written.
            (Stored::Record, Some(record)) => assert_eq!(self.says(record.as_bytes()).as_ref(), Some(record)),
            (_, Some(_)) => assert_eq!(says, self.says(sound), "changed at {:?}", at()),
            (_, None) => {}
        }
    }
}
