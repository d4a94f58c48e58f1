//! A reader of a rule text, who plays a game by nothing but its plan.
//!
//! The reader collects the rules from the sentences of the plan. Conditions are decided pit by pit, and moves are made seed
//! by seed, on a position with loops of their own. Of the engine a reader uses the types of positions and moves, and
//! where the pits lie on the table.

mod ending;
mod heard;
mod moves;
mod play;
mod rounds;
mod setup;
mod view;

pub use heard::{Heard, each_told};

use std::cell::Cell;

use crate::engine::{Layout, Move, Pit, Position};
use crate::explain::live::live;
use crate::explain::plan::plan;
use crate::explain::say::Route;
use crate::game::Game;
use crate::rules::{RunPart, Side, Way, Whose};

/// Pits and both stores.
const PLACES: usize = 66;

/// A reader of the plan of a game.
pub struct TextReader<'g> {
    pub heard: Heard,
    game: &'g Game,
    layout: &'g Layout,
    /// The pit or store after each, by the way and the mover.
    next: [[[Option<Pit>; PLACES]; 2]; 2],
    /// Whether seeds go round in a player's own pits, of whichever half.
    stays_with_owner: bool,
    /// Whether several ends fitted, and their order counted.
    pub order_counted: Cell<bool>,
}

/// A move in progress, apart from the board.
#[derive(Debug, Clone, Copy)]
pub struct TurnInMind {
    pub m: Move,
    pub here: Pit,
    /// The seeds in `here` before the last one fell.
    pub before: u8,
    pub way: Way,
    pub lap_origin: Pit,
    pub turn_origin: Pit,
    pub chosen: Option<Pit>,
    pub all_chosen: u128,
    /// The stage in which the turn began, once the move is made.
    pub stage: Option<usize>,
    /// Whether the mover has chosen another way for this lap alone.
    pub turned: bool,
    pub decided: usize,
    pub last_seed: bool,
    pub left: u8,
    pub hand: u8,
    pub gathered: u8,
    pub captured: u16,
    pub lifted: u8,
    pub laps: u32,
    pub sown: u128,
    pub reached: u128,
}

impl TurnInMind {
    /// A move in question out of a pit, before anything has moved.
    pub fn before(position: &Position, pit: Pit, way: Way) -> TurnInMind {
        TurnInMind {
            m: Move::lifting(pit),
            here: pit,
            before: position.held(pit),
            way,
            lap_origin: pit,
            turn_origin: pit,
            chosen: None,
            all_chosen: 0,
            stage: None,
            turned: false,
            decided: 0,
            last_seed: false,
            left: 0,
            hand: 0,
            gathered: 0,
            captured: 0,
            lifted: 0,
            laps: 0,
            sown: 0,
            reached: 0,
        }
    }
}

impl<'g> TextReader<'g> {
    /// Reads the plan of a game.
    pub fn of(game: &'g Game) -> TextReader<'g> {
        TextReader::hearing(game, Heard::of(game, &plan(game, &live(game), None)))
    }

    /// A reader who has heard something else.
    pub fn hearing(game: &'g Game, heard: Heard) -> TextReader<'g> {
        let layout = game.program.layout();
        let stays_with_owner = heard.owned && heard.route == Some(Route::OwnSide);
        let (next, order_counted) = ([[[None; PLACES]; 2]; 2], Cell::new(false));
        let mut reader = TextReader { heard, game, layout, next, stays_with_owner, order_counted };
        reader.follow_paths();
        reader
    }

    /// The places into which a player sows, in their order.
    fn path(&self, side: Side) -> Vec<Pit> {
        let side_of = |whose: Whose| self.layout.pits_of(whose.seen_by(side)).collect::<Vec<Pit>>();
        if let Some(course) = self.heard.course[side].as_ref().filter(|_| !self.stays_with_owner) {
            return course.clone();
        }
        match self.heard.route.as_ref().expect("the way of sowing is told") {
            Route::On => panic!("no order of the pits is told"),
            Route::OwnSide if !self.stays_with_owner => side_of(Whose::Own),
            Route::Around | Route::OwnSide => self.layout.pits_from(side).collect(),
            Route::Runs(runs, leaves_store) => {
                let store = Pit::store(side.other());
                let mut path = vec![];
                for run in runs {
                    let mut part = match run.part {
                        RunPart::Side => side_of(run.whose),
                        RunPart::Row(row) => {
                            side_of(run.whose).into_iter().filter(|pit| self.layout.row(*pit) == row).collect()
                        }
                        RunPart::Store => vec![Pit::store(run.whose.seen_by(side))],
                    };
                    if run.backwards {
                        part.reverse();
                    }
                    path.extend(part);
                }
                assert!(!leaves_store || !path.contains(&store), "a store that is left out lies on the path");
                path
            }
        }
    }

    fn follow_paths(&mut self) {
        let paths = Side::BOTH.map(|side| self.path(side));
        for mover in Side::BOTH {
            for side in Side::BOTH {
                let owner = if self.layout.is_shared() { Side::South } else { side };
                let store = Pit::store(side).index();
                self.next[Way::Onward as usize][mover][store] = self.layout.pits_of(owner).next();
                self.next[Way::Back as usize][mover][store] = self.layout.pits_of(owner).last();
            }
            // From a pit that is not on the mover's path one goes on along that of the other player.
            for path in [&paths[mover.other()], &paths[mover]] {
                for (&place, &next) in path.iter().zip(path.iter().cycle().skip(1)) {
                    self.next[Way::Onward as usize][mover][place.index()] = Some(next);
                    self.next[Way::Back as usize][mover][next.index()] = Some(place);
                }
            }
        }
    }

    fn owner(&self, position: &Position, pit: Pit) -> Side {
        self.layout.owner(position.territory, pit)
    }

    /// The next pit or store one way.
    fn neighbour(&self, position: &Position, way: Way, pit: Pit) -> Option<Pit> {
        let step = |pit: &Pit| self.next[way as usize][position.to_move][pit.index()];
        if !self.stays_with_owner {
            return step(&pit);
        }
        let owner = |pit: Pit| self.owner(position, pit);
        std::iter::successors(step(&pit), step).take(PLACES).find(|next| owner(*next) == owner(pit))
    }

    /// The same over closed pits.
    fn beside(&self, position: &Position, way: Way, pit: Pit) -> Option<Pit> {
        let mut beside = self.neighbour(position, way, pit)?;
        while beside.store_of().is_none() && position.is_closed(beside) && beside != pit {
            beside = self.neighbour(position, way, beside)?;
        }
        Some(beside)
    }

    /// Whether a mark keeps its pit from being emptied.
    fn is_never_emptied(&self, position: &Position, pit: Pit) -> bool {
        pit.store_of().is_none()
            && position.marks[pit.index()].is_some_and(|mark| self.heard.never_emptied.contains(&mark.kind))
    }

    fn is_never_lifted(&self, position: &Position, pit: Pit) -> bool {
        pit.store_of().is_none()
            && position.marks[pit.index()].is_some_and(|mark| self.heard.never_lifted.contains(&mark.kind))
    }
}
