//! Actions and observations: what programs that learn see of a game. All numbers are seen from the player to move.
//!
//! An action is one decision. A move of most games is one action, the pit that is lifted; where the mover decides more
//! (seeds that stay, the way of sowing, decisions within the move), each further decision that is left open is an action
//! of its own by the same player.

use smallvec::SmallVec;
use uur::notation::pit_name;
use uur::rules::Lifting;
use uur::{Choice, Game, Mark, MarkId, Move, Pit, Position, Side, Way};

/// The decisions of a move as actions.
pub type Decisions = SmallVec<[u16; 12]>;

/// The actions of a game, by their numbers: pits, the stores, the swap, seeds left, ways, yes and no.
pub struct ActionSpace {
    /// The pits of each player, the own A first. Those that can be named are actions.
    pits: [Vec<Pit>; 2],
    own: usize,
    named: usize,
    store: Option<usize>,
    swap: Option<usize>,
    /// The usual lift; the actions behind it leave 1, 2, … seeds.
    leave: Option<usize>,
    most_left: usize,
    way: Option<usize>,
    yes_no: Option<usize>,
    /// The number of actions.
    pub count: usize,
}

impl ActionSpace {
    /// The actions of a game.
    pub fn of(game: &Game) -> ActionSpace {
        let (program, rules) = (&game.program, &game.rules);
        let layout = program.layout();
        let pits = Side::BOTH.map(|side| layout.pits_from(side).collect::<Vec<Pit>>());
        let asks = rules.asks_within_moves();
        let own = layout.pits_of(Side::South).count();
        let only_own = !asks && !program.facts().any_half && !layout.is_shared();
        let named = if only_own { own } else { pits[0].len() };
        let partial = rules.sowing.lift.iter().any(|line| matches!(line.seeds, Lifting::Chosen { .. }));
        let scripted = rules.opening.iter().map(|line| usize::from(line.leaving)).max().unwrap_or(0);
        let most_left = if partial { usize::from(program.start().total().min(255)) } else { scripted };
        let engine = program.engine(&program.start(), uur::engine::Opt::None);
        let two_ways = uur::on_engine!(engine, engine => engine.has_two_ways());
        let mut count = named;
        let mut more = |holds: bool, number: usize| {
            let first = count;
            count += if holds { number } else { 0 };
            holds.then_some(first)
        };
        let store = more(rules.sowing.from_store() || asks, 2);
        let swap = more(!rules.swaps.is_empty(), 1);
        let leave = more(most_left > 0, 1 + most_left);
        let way = more(two_ways, 2);
        let yes_no = more(asks, 2);
        ActionSpace { pits, own, named, store, swap, leave, most_left, way, yes_no, count }
    }

    /// Whether an action is always a whole move that lifts a pit.
    fn is_plain(&self) -> bool {
        self.count == self.named
    }

    /// The pits that actions name, for a player.
    fn pits(&self, side: Side) -> &[Pit] {
        &self.pits[side][..self.named]
    }

    /// The pits and stores that a player may lift: the own ones, or all that actions name.
    pub fn lifts(&self, side: Side, any_half: bool) -> impl Iterator<Item = Pit> {
        let pits = if any_half { self.named } else { self.own };
        self.pits[side][..pits].iter().copied().chain(self.store.map(|_| Pit::store(side)))
    }

    fn pit(&self, mover: Side, pit: Pit) -> u16 {
        let number = match pit.store_of() {
            Some(side) => self.store.map(|store| store + usize::from(side != mover)),
            None => self.pits[mover].iter().position(|&known| known == pit).filter(|&number| number < self.named),
        };
        number.expect("moves name pits of the game") as u16
    }

    /// The decisions of a legal move.
    pub fn decisions(&self, mover: Side, m: Move) -> Decisions {
        let mut decisions = Decisions::new();
        if m == Move::SWAP {
            decisions.push(self.swap.expect("the opening has a swap") as u16);
            return decisions;
        }
        decisions.push(self.pit(mover, m.pit));
        if let Some(leave) = self.leave {
            decisions.push((leave + usize::from(m.leaving.unwrap_or(0))) as u16);
        }
        if let (Some(first), Some(way)) = (self.way, m.way) {
            decisions.push((first + usize::from(way == Way::Back)) as u16);
        }
        for choice in m.choices.iter() {
            decisions.push(match choice {
                Choice::Pit(pit) => self.pit(mover, pit),
                Choice::Yes => self.yes_no.expect("the mover decides within moves") as u16,
                _ => self.yes_no.expect("the mover decides within moves") as u16 + 1,
            });
        }
        decisions
    }

    /// The names of the actions for a player.
    pub fn names(&self, game: &Game, mover: Side) -> Vec<String> {
        let mut names: Vec<String> =
            self.pits(mover).iter().map(|&pit| pit_name(&game.program, pit).to_string()).collect();
        names.extend(self.store.iter().flat_map(|_| ["own store".to_string(), "other store".to_string()]));
        names.extend(self.swap.iter().map(|_| "swap".to_string()));
        names.extend(self.leave.iter().flat_map(|_| (0..=self.most_left).map(|left| format!("leave {left}"))));
        names.extend(self.way.iter().flat_map(|_| ["onward".to_string(), "back".to_string()]));
        names.extend(self.yes_no.iter().flat_map(|_| ["yes".to_string(), "no".to_string()]));
        names
    }

    /// The number of bytes of an observation.
    pub fn observed(&self, game: &Game) -> usize {
        let pits = self.pits[0].len();
        let marks = game.rules.marks.len() * pits;
        let begun = if self.is_plain() { 0 } else { self.count };
        pits + 3 + marks + 2 * game.rules.counters.len() + begun
    }

    /// The names of the bytes of an observation, in their order.
    pub fn observation_names(&self, game: &Game) -> Vec<String> {
        let own = game.program.layout().pits_of(Side::South).count();
        let pit = |number: usize| match number {
            number if number < own => format!("own pit {}", number + 1),
            number => format!("other pit {}", number + 1 - own),
        };
        let pits = self.pits[0].len();
        let mut names: Vec<String> = (0..pits).map(pit).collect();
        names.extend(["own store", "other store", "out"].map(str::to_string));
        for mark in &game.rules.marks {
            names.extend((0..pits).map(|number| format!("{} at {}", mark.name, pit(number))));
        }
        for counter in &game.rules.counters {
            names.extend(["own", "other"].map(|whose| format!("{whose} {}", counter.name)));
        }
        if !self.is_plain() {
            names.extend((0..self.count).map(|action| format!("begun with action {action}")));
        }
        names
    }

    /// Writes what a player sees: seeds in pits, stores and out of the game; for each kind of mark 1 for an own mark and
    /// 2 for another's; counters; and 1 for each action of an own move that has begun.
    pub fn observe(&self, game: &Game, position: &Position, viewer: Side, begun: &[u16], out: &mut [u8]) {
        let mut at = 0;
        let mut put = |value: u8| {
            out[at] = value;
            at += 1;
        };
        let pits = &self.pits[viewer];
        pits.iter().for_each(|pit| put(position.seeds[pit.index()]));
        put(position.captured[viewer].min(255) as u8);
        put(position.captured[viewer.other()].min(255) as u8);
        put(position.out.min(255) as u8);
        for kind in 0..game.rules.marks.len() {
            for pit in pits {
                put(match position.marks[pit.index()] {
                    Some(Mark { kind: MarkId(known), owner }) if usize::from(known) == kind => {
                        if owner == viewer {
                            1
                        } else {
                            2
                        }
                    }
                    _ => 0,
                });
            }
        }
        for counter in 0..game.rules.counters.len() {
            put(position.memory.counters[counter][viewer]);
            put(position.memory.counters[counter][viewer.other()]);
        }
        self.observe_begun(if viewer == position.to_move { begun } else { &[] }, &mut out[at..]);
    }

    /// Writes 1 for each action of a move that has begun, if moves may have several actions.
    pub fn observe_begun(&self, begun: &[u16], out: &mut [u8]) {
        if !self.is_plain() {
            out.fill(0);
            begun.iter().for_each(|&action| out[usize::from(action)] = 1);
        }
    }
}
