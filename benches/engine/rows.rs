//! What is measured: games, and three kinds of work in each, done by hand and by the engine.

use uur::engine::Position;
use uur::game::Game;

use crate::by_engine;
use crate::by_hand::bao::Bao;
use crate::by_hand::boola::Boola;
use crate::by_hand::hus::Hus;
use crate::by_hand::kalah::Kalah;
use crate::by_hand::layli::{Berbera, Layli};
use crate::by_hand::oware::Oware;
use crate::by_hand::{self, ByHand, Totals};

/// Who does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contender {
    /// The engine written by hand for the game.
    Hand,
    /// The engine of rule files.
    Engine,
}

impl Contender {
    pub const BOTH: [Contender; 2] = [Contender::Hand, Contender::Engine];

    pub fn name(self) -> &'static str {
        match self {
            Contender::Hand => "hand",
            Contender::Engine => "engine",
        }
    }
}

/// A kind of work. Its amount is a number of games, or a depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Random games.
    Games,
    /// Sequences of moves, every one of them made.
    Made,
    /// Sequences of moves, the last of which is only counted.
    Counted,
}

impl Work {
    pub const ALL: [Work; 3] = [Work::Games, Work::Made, Work::Counted];

    pub fn name(self) -> &'static str {
        match self {
            Work::Games => "games",
            Work::Made => "made",
            Work::Counted => "counted",
        }
    }
}

/// What came of some work: both players get the same.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Of games.
    Games(Totals),
    /// Of sequences of moves: how many there are, and how many end the game, if that was looked at.
    Sequences(u64, Option<u64>),
}

impl Found {
    /// Moves made, or sequences found.
    pub fn units(&self) -> u64 {
        match self {
            Found::Games(totals) => totals.moves,
            Found::Sequences(found, _) => *found,
        }
    }
}

/// A game and how much of it is played.
pub struct GameRow {
    pub name: &'static str,
    pub title: &'static str,
    /// How many games a run has.
    games: u64,
    /// How deep a run looks where all moves are made; one move deeper where the last is counted.
    depth: u32,
    /// After how many random moves of the first game sequences begin.
    begin: usize,
    /// Whether games that end in a sowing without end are left out.
    only_finite: bool,
    game: Game,
    by_hand: Hand,
}

/// An engine written by hand.
#[derive(Clone, Copy)]
struct Hand {
    games: fn(&[u64]) -> Totals,
    made: fn(usize, u32) -> (u64, u64),
    counted: fn(usize, u32) -> u64,
    is_finite: fn(u64) -> bool,
}

impl Hand {
    fn of<G: ByHand>() -> Self {
        Hand {
            games: by_hand::play_games::<G>,
            made: |begin, depth| {
                let mut earlier = G::Earlier::default();
                let position = by_hand::after::<G>(0, begin, &mut earlier);
                by_hand::perft_made(&position, &mut earlier, depth)
            },
            counted: |begin, depth| {
                let mut earlier = G::Earlier::default();
                let position = by_hand::after::<G>(0, begin, &mut earlier);
                by_hand::perft_counted(&position, &mut earlier, depth)
            },
            is_finite: |number| by_hand::play_games::<G>(&[number]).endless == 0,
        }
    }
}

/// All rows, in their order in the table.
pub fn all() -> Vec<GameRow> {
    let row = |name, title, file, by_hand, games, depth| GameRow {
        name,
        title,
        games,
        depth,
        begin: 0,
        only_finite: false,
        game: by_engine::load(file),
        by_hand,
    };
    let layli = row("layli", "Layli Goobalay 2x6", "layli-goobalay", Hand::of::<Layli>(), 20_000, 6);
    let finite = row(
        "layli-finite",
        "Layli Goobalay 2x6, without endless sowings",
        "layli-goobalay",
        Hand::of::<Layli>(),
        12_000,
        9,
    );
    vec![
        row("kalah", "Kalah(6,4)", "open-spiel-kalah", Hand::of::<Kalah>(), 20_000, 8),
        row("oware", "Oware", "open-spiel-oware", Hand::of::<Oware>(), 6_000, 8),
        layli,
        GameRow { only_finite: true, begin: 8, ..finite },
        row("berbera", "Layli Goobalay of Berbera 2x12", "layli-goobalay-berbera", Hand::of::<Berbera>(), 4_000, 5),
        row("boola", "Boola 2x12", "boola", Hand::of::<Boola>(), 4_000, 10),
        row("hus", "Hus 4x8", "hus", Hand::of::<Hus>(), 4_000, 6),
        row("bao", "Bao la kiswahili, first stage", "bao-first-stage", Hand::of::<Bao>(), 2_000, 9),
    ]
}

/// The rows of these names, or all if there are none.
pub fn named(names: &[&str]) -> Vec<GameRow> {
    let mut rows = all();
    for name in names {
        assert!(rows.iter().any(|row| row.name == *name), "no row has the name `{name}`");
    }
    rows.retain(|row| names.is_empty() || names.contains(&row.name));
    rows
}

impl GameRow {
    /// The amount of one run in the table.
    pub fn amount(&self, work: Work) -> u64 {
        match work {
            Work::Games => self.games,
            Work::Made => self.depth.into(),
            Work::Counted => u64::from(self.depth) + 1,
        }
    }

    /// An amount that takes about a tenth of the time.
    pub fn small(&self, work: Work) -> u64 {
        match work {
            Work::Games => self.games / 10,
            Work::Made | Work::Counted => self.amount(work) - 1,
        }
    }

    /// An amount small enough to be watched step by step.
    pub fn tiny(&self, work: Work) -> u64 {
        match work {
            Work::Games => self.games / 100,
            Work::Made | Work::Counted => self.amount(work) - 3,
        }
    }

    /// Makes everything ready, so that only the work itself is measured.
    pub fn prepare(&self, work: Work, amount: u64) -> Prepared<'_> {
        let is_played = |&number: &u64| !self.only_finite || (self.by_hand.is_finite)(number);
        let numbers = match work {
            Work::Games => (0..amount).filter(is_played).collect(),
            Work::Made | Work::Counted => vec![],
        };
        let position = by_engine::after(&self.game, 0, self.begin);
        Prepared { row: self, work, depth: amount as u32, numbers, position }
    }
}

/// Work made ready.
pub struct Prepared<'a> {
    row: &'a GameRow,
    work: Work,
    depth: u32,
    numbers: Vec<u64>,
    position: Position,
}

impl Prepared<'_> {
    /// Does it.
    pub fn run(&self, player: Contender) -> Found {
        let GameRow { by_hand, game, begin, .. } = self.row;
        let (begin, depth, position) = (*begin, self.depth, &self.position);
        match (self.work, player) {
            (Work::Games, Contender::Hand) => Found::Games((by_hand.games)(&self.numbers)),
            (Work::Games, Contender::Engine) => Found::Games(by_engine::play_games(game, &self.numbers)),
            (Work::Made, Contender::Hand) => sequences((by_hand.made)(begin, depth)),
            (Work::Made, Contender::Engine) => sequences(by_engine::perft_made(game, position, depth)),
            (Work::Counted, Contender::Hand) => Found::Sequences((by_hand.counted)(begin, depth), None),
            (Work::Counted, Contender::Engine) => {
                Found::Sequences(by_engine::perft_counted(game, position, depth), None)
            }
        }
    }
}

fn sequences((found, over): (u64, u64)) -> Found {
    Found::Sequences(found, Some(over))
}
