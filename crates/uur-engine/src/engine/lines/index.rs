//! The answers at a landing as one number, which is the index of what the landing does.
//!
//! The questions are those that the decision tree asks below the root of the place. A question about the seeds of a lane
//! becomes a column: which bits they set, by how many there are. Different places look at different lanes in the same
//! column.

use crate::engine::lines::decision_tree::{Ask, DecisionTree, Landing};
use crate::engine::lines::lowering::Lowering;
use crate::engine::lines::predicate::{PitPredicate, Predicate};
use crate::engine::lines::table::Table;
use crate::engine::state::width::Width;
use crate::rules::{Side, Whose};

/// The most bits of an index.
const MOST_BITS: u32 = 6;
/// The most lanes whose seeds are looked at.
pub(crate) const MOST_HELD: usize = 4;
/// The most lanes whose marks are looked at.
pub(crate) const MOST_MARKED: usize = 2;

/// How the answers at the landings of a table make an index.
#[derive(Debug, Clone)]
pub(crate) struct LandingIndex<W: Width> {
    /// The bits that the seeds of a lane set, by their number.
    pub held: Vec<[u8; 256]>,
    /// The bits that the marks of a lane set: 1 for the mover's, 2 for the opponent's.
    pub marked: Vec<[u8; 4]>,
    /// The bit of a landing pit that held seeds before the last one fell; 0 if that is not asked.
    pub occupied: u8,
    /// What is asked about the move, with its bit.
    pub of_move: Vec<(u8, Predicate<W>)>,
    /// Bits of an index.
    pub bits: u32,
    /// By the number of the place.
    places: Vec<PlaceKey>,
}

/// The landing pit of a lap, and the lanes whose answers decide what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LandingPlace {
    /// The first of the landing's entries.
    pub entries: u16,
    pub here: u8,
    /// The lanes whose seeds are looked at, by the column.
    pub held: [u8; MOST_HELD],
    /// The lanes whose marks are looked at.
    pub marked: [u8; MOST_MARKED],
}

impl LandingPlace {
    /// A landing of which nothing is known yet.
    pub fn at(lane: usize) -> Self {
        LandingPlace { here: lane as u8, ..LandingPlace::default() }
    }
}

/// What decides a landing in one place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct PlaceKey {
    place: LandingPlace,
    /// The bit of each question that is asked there; 0 if an index does not hold its answer.
    asked: Vec<(Ask, u8)>,
}

/// What may lie in the lanes of a board at a landing: how many seeds, and whose mark.
pub(crate) trait Possible {
    fn seeds(&self, lane: usize, seeds: u8) -> bool;
    fn mark(&self, lane: usize, owner: Option<Side>) -> bool;
}

/// A set of numbers of seeds.
type Numbers = [bool; 256];

/// What may lie in the lanes with some answers.
pub(crate) struct Answered<'a, W: Width> {
    index: &'a LandingIndex<W>,
    key: &'a PlaceKey,
    place: Landing,
    bits: u8,
}

/// Columns that look at one lane at each place.
#[derive(Default)]
struct Columns {
    tables: Vec<[u8; 256]>,
    /// The set of numbers that each bit stands for, with its column.
    sets: Vec<(usize, u8, Numbers)>,
}

/// The index while it is made.
struct Maker<'a, W: Width> {
    tree: &'a DecisionTree<W>,
    held: Columns,
    marked: Columns,
    occupied: u8,
    of_move: Vec<(u8, Predicate<W>)>,
    bits: u32,
}

impl<W: Width> LandingIndex<W> {
    /// The index of a table; `None` if its lines are not found by questions.
    pub fn of(lowering: &Lowering<W>, table: &Table<W>) -> Option<Self> {
        let tree = table.tree.as_ref().filter(|_| !table.has_optional_lines)?;
        let (held, marked, of_move) = (Columns::default(), Columns::default(), vec![]);
        let mut maker = Maker { tree, held, marked, occupied: 0, of_move, bits: 0 };
        let mut places = vec![PlaceKey::default(); 4 * W::LANES];
        for at in Landing::all::<W>(lowering.board.places()) {
            places[at.number::<W>()] = maker.key(at);
        }
        for (number, key) in places.iter_mut().enumerate() {
            key.place.entries = (number << maker.bits) as u16;
        }
        let Maker { held, marked, occupied, of_move, bits, .. } = maker;
        let marked = marked.tables.iter().map(|table| std::array::from_fn(|number| table[number])).collect();
        Some(LandingIndex { held: held.tables, marked, occupied, of_move, bits, places })
    }

    /// The landing of a lap.
    pub fn place(&self, at: Landing) -> LandingPlace {
        self.places[at.number::<W>()].place
    }

    /// For each index the line that fits first at a landing, if one does, and what lies there then; `None` for the line if
    /// an answer is needed that the index does not hold.
    pub fn lines<'a>(
        &'a self,
        table: &'a Table<W>,
        place: Landing,
    ) -> impl Iterator<Item = (Option<Option<usize>>, Answered<'a, W>)> + 'a {
        let key = &self.places[place.number::<W>()];
        (0..1_u32 << self.bits).map(move |bits| {
            let bits = bits as u8;
            let answer = |ask: &Ask| {
                let (_, bit) = key.asked.iter().find(|(asked, _)| asked == ask)?;
                (*bit > 0).then_some(bits & bit > 0)
            };
            let line = table.tree.as_ref().and_then(|tree| tree.line_at(place, answer));
            (line, Answered { index: self, key, place, bits })
        })
    }
}

impl<W: Width> Maker<'_, W> {
    /// What decides a landing.
    fn key(&mut self, at: Landing) -> PlaceKey {
        let here = at.here as u8;
        let (mut held, mut marked) = ([None; MOST_HELD], [None; MOST_MARKED]);
        let mut asked: Vec<(Ask, u8)> = vec![];
        for ask in self.tree.asked_at(at) {
            let used = asked.iter().fold(0, |bits, (_, bit)| bits | bit);
            let bit = self.bit(ask, used, &mut held, &mut marked);
            asked.push((ask, bit.unwrap_or(0)));
        }
        let (held, marked) = (held.map(|lane| lane.unwrap_or(here)), marked.map(|lane| lane.unwrap_or(here)));
        PlaceKey { place: LandingPlace { entries: 0, here, held, marked }, asked }
    }

    /// The bit of a question; `None` if an index does not hold the answer.
    fn bit(&mut self, ask: Ask, used: u8, held: &mut [Option<u8>], marked: &mut [Option<u8>]) -> Option<u8> {
        match ask {
            Ask::WasOccupied => {
                if self.occupied == 0 {
                    self.occupied = next_bit(&mut self.bits)?;
                }
                Some(self.occupied)
            }
            Ask::Held { lane, least, most } => {
                let numbers = std::array::from_fn(|seeds| (least..=most).contains(&(seeds as u8)));
                self.held.bit(lane, numbers, used, held, &mut self.bits)
            }
            Ask::Test { lane, test } => {
                let PitPredicate::Holding(numbers) = self.tree.test(test) else { return None };
                let numbers = std::array::from_fn(|seeds| numbers.has(seeds as u8));
                self.held.bit(lane, numbers, used, held, &mut self.bits)
            }
            Ask::Marked { lane, owner, .. } if !W::RARE => {
                let mut owners = [false; 256];
                [owners[1], owners[2]] = match owner {
                    None => [true; 2],
                    Some(whose) => [whose == Whose::Own, whose == Whose::Opponent],
                };
                self.marked.bit(lane, owners, used, marked, &mut self.bits)
            }
            Ask::Part(part) => self.bit_of_move(self.tree.part(part)),
            _ => None,
        }
    }

    fn bit_of_move(&mut self, part: &Predicate<W>) -> Option<u8> {
        if let Some((bit, _)) = self.of_move.iter().find(|(_, known)| known == part) {
            return Some(*bit);
        }
        let bit = part.is_constant_in_move().then(|| next_bit(&mut self.bits))??;
        self.of_move.push((bit, part.clone()));
        Some(bit)
    }
}

impl Columns {
    /// The bit that says whether the number of a lane is in a set: a known one, whose column looks at no other lane at
    /// this place, or a new one.
    fn bit(
        &mut self,
        lane: u8,
        numbers: Numbers,
        used: u8,
        looked_at: &mut [Option<u8>],
        bits: &mut u32,
    ) -> Option<u8> {
        let fits = |column: usize| looked_at[column].is_none_or(|other| other == lane);
        let known = self.sets.iter().find(|(column, bit, set)| *set == numbers && fits(*column) && used & bit == 0);
        let (column, bit) = match known {
            Some((column, bit, _)) => (*column, *bit),
            None => {
                let columns = 0..looked_at.len();
                let same = columns.clone().find(|column| looked_at[*column] == Some(lane));
                let column = same.or_else(|| columns.clone().find(|column| fits(*column)))?;
                let bit = next_bit(bits)?;
                self.tables.resize(self.tables.len().max(column + 1), [0; 256]);
                for (bits, has) in self.tables[column].iter_mut().zip(numbers) {
                    *bits |= bit * u8::from(has);
                }
                self.sets.push((column, bit, numbers));
                (column, bit)
            }
        };
        looked_at[column] = Some(lane);
        Some(bit)
    }
}

/// A bit that has no meaning yet, if one is left.
fn next_bit(bits: &mut u32) -> Option<u8> {
    let bit = 1_u8.checked_shl(*bits).filter(|_| *bits < MOST_BITS)?;
    *bits += 1;
    Some(bit)
}

impl<W: Width> Answered<'_, W> {
    /// The bits of the questions that are asked at the place.
    fn asked(&self) -> u8 {
        self.key.asked.iter().fold(0, |bits, (_, bit)| bits | bit)
    }

    /// The same answers without those that nobody asks for.
    pub fn canonical(&self) -> u8 {
        self.bits & self.asked()
    }

    /// Whether a board can give these answers.
    pub fn is_possible(&self) -> bool {
        let here = self.place.here as u8;
        let held = self.key.place.held.iter().chain([&here]);
        let held = held.into_iter().all(|lane| (0..=u8::MAX).any(|seeds| self.seeds((*lane).into(), seeds)));
        let owners = [None, Some(Side::South), Some(Side::North)];
        held && self.key.place.marked.iter().all(|lane| owners.iter().any(|owner| self.mark((*lane).into(), *owner)))
    }

    /// Whether the landing pit held seeds before the last one fell, and bears no mark that is asked for.
    pub fn is_occupied_unmarked(&self) -> bool {
        let here = self.place.here as u8;
        let marks = self.index.marked.iter().zip(self.key.place.marked).filter(|(_, lane)| *lane == here);
        let marked = marks.flat_map(|(column, _)| column).fold(0, |all, bits| all | bits);
        self.bits & self.index.occupied > 0 && self.bits & marked & self.asked() == 0
    }
}

impl<W: Width> Possible for Answered<'_, W> {
    fn seeds(&self, lane: usize, seeds: u8) -> bool {
        let asked = self.asked();
        let here = lane == self.place.here;
        if here && seeds == 0 {
            return false;
        }
        let occupied = self.index.occupied & asked;
        let held =
            self.index.held.iter().zip(self.key.place.held).filter(|(_, looked_at)| usize::from(*looked_at) == lane);
        let columns = held.map(|(column, _)| {
            let bits = column.iter().fold(0, |all, bits| all | bits) & asked;
            (column[usize::from(seeds)] & asked, bits)
        });
        columns
            .chain([(occupied * u8::from(seeds > 1), if here { occupied } else { 0 })].into_iter().filter(|_| here))
            .all(|(bits, of)| bits == self.bits & of)
    }

    fn mark(&self, lane: usize, owner: Option<Side>) -> bool {
        let asked = self.asked();
        let number = owner.map_or(0, |owner| if owner == self.place.mover { 1 } else { 2 });
        let marked = self
            .index
            .marked
            .iter()
            .zip(self.key.place.marked)
            .filter(|(_, looked_at)| usize::from(*looked_at) == lane);
        marked.into_iter().all(|(column, _)| {
            let of = column.iter().fold(0, |all, bits| all | bits) & asked;
            column[number] & asked == self.bits & of
        })
    }
}
