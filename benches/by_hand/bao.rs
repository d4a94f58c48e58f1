//! The first stage of Bao la kiswahili, which ends when both stores are empty.
//!
//! A move enters a seed at an occupied front pit. If there are seeds opposite, it captures, and may capture in
//! further laps; otherwise it only relays.

use uur::chance::Rng;

use super::{ByHand, HandMoves, HandOutcome};

const SPAN: usize = 16;
const ROW: usize = 8;
const PITS: usize = 2 * SPAN;

/// Each player's pit E is a house at the start.
const HOUSE: usize = 4;

/// The fewest seeds with which a house stands.
const STANDS: u8 = 6;

/// A move of more laps may not be made.
const MOST_LAPS: u32 = 500;

/// The direction of a lap, as its player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BaoWay {
    #[default]
    Clockwise,
    Counterclockwise,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    pub pit: u8,
    pub way: BaoWay,
    /// Whether the move ends in the house, if it comes to choose.
    pub stops: Option<bool>,
}

/// A position. Pits are numbered along each player's path: the front row, and the back row on the way back.
#[derive(Clone, Copy)]
pub struct Bao {
    pits: [u8; PITS],
    stores: [u8; 2],
    /// Whether each player still has the house.
    houses: [bool; 2],
    to_move: usize,
    outcome: Option<HandOutcome>,
}

/// How a move ends.
#[derive(PartialEq, Eq)]
enum Ending {
    Stop,
    /// The opponent's front row is empty.
    Won,
    TooLong,
}

/// A move played to its end.
struct Played {
    ending: Ending,
    /// The mover could have stopped in the house, or has.
    chose: bool,
}

/// Which entries come first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Capture,
    Usual,
    /// At a standing house, or without a house at a single seed.
    Last,
}

impl Bao {
    /// A position in the midst of the stage.
    pub fn at(pits: [u8; PITS], stores: [u8; 2], houses: [bool; 2], to_move: usize) -> Self {
        let mut position = Bao { pits, stores, houses, to_move, outcome: None };
        position.end();
        position
    }

    /// Looks whether the stage is over as a turn begins.
    fn end(&mut self) {
        if self.stores == [0; 2] {
            self.outcome = Some(HandOutcome::Draw);
        } else if !self.has_move() {
            self.outcome = Some(HandOutcome::Won(1 - self.to_move));
        }
    }

    fn front_is_empty(&self, player: usize) -> bool {
        self.pits[SPAN * player..][..ROW].iter().all(|&seeds| seeds == 0)
    }

    fn faces_seeds(&self, pit: usize) -> bool {
        self.pits[SPAN * (1 - self.to_move) + ROW - 1 - pit] > 0
    }

    fn rank(&self, pit: usize) -> Rank {
        let seeds = self.pits[SPAN * self.to_move + pit];
        let is_last = match self.houses[self.to_move] {
            true => pit == HOUSE && seeds >= STANDS,
            false => seeds == 1,
        };
        match is_last {
            _ if self.faces_seeds(pit) => Rank::Capture,
            true => Rank::Last,
            false => Rank::Usual,
        }
    }

    /// Whether a seed may be entered at an occupied pit and go on this way.
    fn is_open(&self, pit: usize, way: BaoWay) -> bool {
        let front = &self.pits[SPAN * self.to_move..][..ROW];
        let from_the_end = match way {
            BaoWay::Clockwise => ROW - 1 - pit,
            BaoWay::Counterclockwise => pit,
        };
        if self.faces_seeds(pit) {
            // A capture at an end or next to it goes toward the middle.
            from_the_end >= 2
        } else {
            // The only pit of the row with seeds is not sown into the back row.
            from_the_end > 0 || front.iter().filter(|&&seeds| seeds > 0).count() > 1
        }
    }

    /// Visits the entries that may be made if they have an end, until `visit` returns false.
    fn each_entry(&self, mut visit: impl FnMut(usize, BaoWay) -> bool) -> bool {
        (0..ROW).filter(|pit| self.pits[SPAN * self.to_move + pit] > 0).all(|pit| {
            let mut ways = [BaoWay::Clockwise, BaoWay::Counterclockwise].into_iter();
            ways.all(|way| !self.is_open(pit, way) || visit(pit, way))
        })
    }

    fn has_move(&self) -> bool {
        // To stop in the house is an end.
        !self.each_entry(|pit, way| { *self }.enter(pit, way, true).ending == Ending::TooLong)
    }

    /// Sows seeds round a side; returns where the last one fell.
    fn sow_lap(&mut self, from: usize, way: BaoWay, hand: u8) -> usize {
        let side = &mut self.pits[SPAN * self.to_move..][..SPAN];
        let step = match way {
            BaoWay::Clockwise => 1,
            BaoWay::Counterclockwise => SPAN - 1,
        };
        let mut pit = from;
        for _ in 0..hand {
            pit = (pit + step) % SPAN;
            side[pit] += 1;
        }
        pit
    }

    /// Enters a seed, and sows lap after lap.
    fn enter(&mut self, pit: usize, way: BaoWay, stops: bool) -> Played {
        let mover = self.to_move;
        let (first, other) = (SPAN * mover, SPAN * (1 - mover));
        let (mut pit, mut way) = (pit, way);
        let (mut captured, mut chose) = (false, false);
        let played = |ending, chose| Played { ending, chose };
        self.stores[mover] -= 1;
        self.pits[first + pit] += 1;
        let mut won = self.front_is_empty(1 - mover);
        for lap in 1..=MOST_LAPS {
            if won {
                return played(Ending::Won, chose);
            }
            let seeds = self.pits[first + pit];
            if seeds == 1 {
                return played(Ending::Stop, chose);
            }
            let is_house = pit == HOUSE && self.houses[mover];
            let hand;
            if pit < ROW && self.faces_seeds(pit) && (captured || lap == 1) {
                captured = true;
                let opposite = ROW - 1 - pit;
                hand = std::mem::take(&mut self.pits[other + opposite]);
                if opposite == HOUSE {
                    self.houses[1 - mover] = false;
                }
                won = self.front_is_empty(1 - mover);
                way = match pit {
                    0..2 => BaoWay::Clockwise,
                    2..6 => way,
                    _ => BaoWay::Counterclockwise,
                };
                // The first seed falls into the end of the front row.
                pit = match way {
                    BaoWay::Clockwise => SPAN - 1,
                    BaoWay::Counterclockwise => ROW,
                };
            } else if is_house && lap == 1 && seeds > STANDS {
                hand = 2;
                self.pits[first + pit] -= 2;
            } else {
                if is_house && seeds >= STANDS && lap > 1 {
                    chose = captured;
                    if !captured || stops {
                        return played(Ending::Stop, chose);
                    }
                }
                if is_house {
                    self.houses[mover] = false;
                }
                hand = std::mem::take(&mut self.pits[first + pit]);
            }
            if lap < MOST_LAPS {
                pit = self.sow_lap(pit, way, hand);
            }
        }
        played(Ending::TooLong, chose)
    }
}

impl ByHand for Bao {
    type Earlier = ();
    type Move = Entry;
    /// A front pit, a way, and whether to stop.
    type Moves = HandMoves<Entry, { 4 * ROW }>;

    fn start((): &mut ()) -> Self {
        let front = [0, 0, 0, 0, 6, 2, 2, 0];
        let mut pits = [0; PITS];
        pits[..ROW].copy_from_slice(&front);
        pits[SPAN..SPAN + ROW].copy_from_slice(&front);
        Bao::at(pits, [22; 2], [true; 2], 0)
    }

    fn moves(&self) -> Self::Moves {
        let mut moves = HandMoves::default();
        if self.outcome.is_some() {
            return moves;
        }
        for rank in [Rank::Capture, Rank::Usual, Rank::Last] {
            self.each_entry(|pit, way| {
                if self.rank(pit) == rank {
                    let m = Entry { pit: pit as u8, way, stops: None };
                    let Played { ending, chose } = { *self }.enter(pit, way, false);
                    if chose {
                        moves.push(Entry { stops: Some(true), ..m });
                    }
                    if ending != Ending::TooLong {
                        moves.push(Entry { stops: chose.then_some(false), ..m });
                    }
                }
                true
            });
            if !moves.as_ref().is_empty() {
                break;
            }
        }
        moves
    }

    /// The entry is drawn first, and then whether to stop. What makes the move too long is drawn no more.
    fn draw(&self, chance: &mut Rng) -> Entry {
        for rank in [Rank::Capture, Rank::Usual, Rank::Last] {
            let mut entries: Vec<(usize, BaoWay)> = vec![];
            self.each_entry(|pit, way| {
                if self.rank(pit) == rank {
                    entries.push((pit, way));
                }
                true
            });
            while !entries.is_empty() {
                let (pit, way) = entries.remove(chance.below(entries.len()));
                let Played { ending, chose } = { *self }.enter(pit, way, false);
                let m = Entry { pit: pit as u8, way, stops: None };
                if chose {
                    let stops = chance.below(2) == 0 || ending == Ending::TooLong && chance.below(1) == 0;
                    return Entry { stops: Some(stops), ..m };
                }
                if ending != Ending::TooLong {
                    return m;
                }
            }
        }
        unreachable!("the game is not over, so there is a move")
    }

    fn play(&mut self, (): &mut (), Entry { pit, way, stops }: Entry) {
        let mover = self.to_move;
        let Played { ending, .. } = self.enter(pit.into(), way, stops == Some(true));
        self.to_move = 1 - mover;
        if ending == Ending::Won {
            self.outcome = Some(HandOutcome::Won(mover));
        } else {
            self.end();
        }
    }

    fn take_back((): &mut ()) {}

    fn to_move(&self) -> usize {
        self.to_move
    }

    fn pits(&self) -> Vec<u8> {
        self.pits.to_vec()
    }

    /// Captured seeds are sown on; a store has the seeds that are not yet entered.
    fn captured(&self) -> [u8; 2] {
        self.stores
    }

    fn outcome(&self) -> Option<HandOutcome> {
        self.outcome
    }
}
