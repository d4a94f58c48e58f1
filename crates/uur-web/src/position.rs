//! Positions as data and as pictures.

use serde::Serialize;
use uur::engine::{Pit, Position};
use uur::game::Game;
use uur::notation::{pit_name, write_position};
use uur::picture::{DrawnMove, Geometry, PictureStyle, board, pit_label};
use uur::render::shows_stores;
use uur::rules::Side;

use crate::question::BoardView;

/// A number of each player.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PerSide<T> {
    /// South's.
    pub south: T,
    /// North's.
    pub north: T,
}

impl<T: Copy> From<[T; 2]> for PerSide<T> {
    fn from(both: [T; 2]) -> Self {
        PerSide { south: both[Side::South], north: both[Side::North] }
    }
}

/// A position.
#[derive(Debug, Clone, Serialize)]
pub struct PositionData {
    /// The position as one line of text.
    pub text: String,
    /// The player to move; none if the round is over.
    pub to_move: Option<&'static str>,
    /// The moves made in this round.
    pub moves: u16,
    /// The pits: South's from A on, then North's.
    pub pits: Vec<PitData>,
    /// The stores, if the game counts seeds.
    pub stores: Vec<StoreData>,
    /// Seeds that have left the game.
    pub out: u16,
    /// What each player has by the rule that decides who wins.
    pub score: PerSide<u16>,
    /// The points of the match.
    pub points: PerSide<u16>,
    /// The counters of the rules.
    pub counters: Vec<CounterData>,
}

/// A pit.
#[derive(Debug, Clone, Serialize)]
pub struct PitData {
    /// Its number, which is the `data-pit` of its group in the picture.
    pub pit: u8,
    /// Its letter.
    pub name: String,
    /// The player in whose row it lies; none if the row is shared.
    pub row: Option<&'static str>,
    /// The player who owns it; none if the row is shared.
    pub owner: Option<&'static str>,
    /// Its seeds.
    pub seeds: u8,
    /// Its mark.
    pub mark: Option<MarkData>,
    /// Whether it is out of play.
    pub closed: bool,
    /// All of this in words, such as `South D, 5 seeds, uur of North`.
    pub label: String,
}

/// The mark of a pit.
#[derive(Debug, Clone, Serialize)]
pub struct MarkData {
    /// Its name in the rules.
    pub kind: String,
    /// Its owner.
    pub owner: &'static str,
}

/// A player's store.
#[derive(Debug, Clone, Serialize)]
pub struct StoreData {
    /// Its number, which is the `data-pit` of its group in the picture.
    pub pit: u8,
    /// Whose it is.
    pub side: &'static str,
    /// Its seeds.
    pub seeds: u16,
    /// All of this in words.
    pub label: String,
}

/// A counter of the rules.
#[derive(Debug, Clone, Serialize)]
pub struct CounterData {
    /// Its name.
    pub name: String,
    /// Its values.
    #[serde(flatten)]
    pub values: PerSide<u8>,
}

impl PositionData {
    /// A position as data.
    pub fn of(game: &Game, position: &Position) -> PositionData {
        let (program, layout) = (&game.program, game.program.layout());
        let listed = layout.plan().halves().iter().flat_map(|&side| layout.listed(side));
        let side = |side: Side| Some(side.as_str()).filter(|_| !layout.is_shared());
        let pits = listed.map(|pit| PitData {
            pit: pit.0,
            name: pit_name(program, pit).to_string(),
            row: side(layout.side(pit)),
            owner: side(program.owner(position, pit)),
            seeds: position.seeds[pit.index()],
            mark: position.marks[pit.index()].map(|mark| MarkData {
                kind: game.rules.marks[usize::from(mark.kind.0)].name.clone(),
                owner: mark.owner.as_str(),
            }),
            closed: position.is_closed(pit),
            label: pit_label(game, position, pit),
        });
        let players = layout.plan().players().iter().filter(|_| shows_stores(game, position));
        let stores = players.map(|&side| StoreData {
            pit: Pit::store(side).0,
            side: side.as_str(),
            seeds: position.captured[side],
            label: pit_label(game, position, Pit::store(side)),
        });
        let counters = game.rules.counters.iter().zip(position.memory.counters);
        PositionData {
            text: write_position(game, position),
            to_move: position.outcome.is_none().then_some(position.to_move.as_str()),
            moves: position.ply,
            pits: pits.collect(),
            stores: stores.collect(),
            out: position.out,
            score: program.score(position).into(),
            points: position.points.into(),
            counters: counters
                .map(|(counter, values)| CounterData { name: counter.name.clone(), values: values.into() })
                .collect(),
        }
    }
}

/// A picture of a board without a style sheet.
#[derive(Debug, Clone, Serialize)]
pub struct BoardPicture {
    /// The picture. The groups of pits and stores have the numbers of these as `data-pit`.
    pub svg: String,
    /// The width in pixels below which seeds are too small, and the board is better drawn compact or upright.
    pub narrow: i32,
}

impl BoardPicture {
    /// Draws a position, with the move that led to it.
    pub fn of(game: &Game, position: &Position, last: Option<DrawnMove>, view: BoardView) -> BoardPicture {
        let narrow = Geometry::of(game, position, view.style()).narrow();
        BoardPicture { svg: board(game, position, last, view.style()), narrow }
    }
}

impl BoardView {
    /// The style of a picture in a page that has the style sheet.
    pub fn style(self) -> PictureStyle {
        let BoardView { flip, upright, compact, without_legend } = self;
        PictureStyle { flip, upright, compact, letters: compact, without_legend, bare: true, ..PictureStyle::default() }
    }
}
