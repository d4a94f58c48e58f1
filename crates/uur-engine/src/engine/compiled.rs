//! A game compiled for one width of board.

use std::ops::Deref;

use crate::chance::Rng;
use crate::engine::kernel::{AfterLap, Kernel, MaskedState, ShapeName, SowingState, Strategy, StrategyShape};
use crate::engine::lines::facts::Facts;
use crate::engine::state::State;
use crate::engine::state::layout::Layout;
use crate::engine::state::position::Position;
use crate::engine::state::width::Width;
use crate::engine::strategy::PlayedOnce;
use crate::engine::tables::tabulate;
use crate::engine::walk::Walk;
use crate::engine::walk::budget::{Budget, Interrupt};
use crate::rules::Rules;

/// So many random moves are tried.
const TRIED: u32 = 600;
/// The most moves of a game of these, and the most laps of a move.
const MOST_MOVES: u32 = 200;
const MOST_LAPS: u32 = 4096;
/// No more of the moves that are tried may the walk have to play in a game with a kernel.
const MOST_WALKED: u32 = TRIED / 50;

/// A game compiled for boards of one width: the walk, and the kernel that plays most moves instead where one can.
#[derive(Debug, Clone)]
pub struct Engine<W: Width> {
    walk: Walk<W>,
    /// The kernel, or why there is none.
    kernel: Result<Box<Kernel<W>>, &'static str>,
    pub(crate) once: &'static PlayedOnce<W>,
}

/// Whether steps are tabulated where they can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opt {
    /// Every step is carried out as the rules say it.
    None,
    /// Every step that can be is tabulated.
    Full,
    /// The same, and a kernel plays the game wherever one can.
    Kernel,
}

impl<W: Width> Deref for Engine<W> {
    type Target = Walk<W>;

    #[inline(always)]
    fn deref(&self) -> &Walk<W> {
        &self.walk
    }
}

impl<W: Width> Engine<W> {
    /// Compiles a game. `shifts` says whether it is to be played on boards with closed pits, or with pits that
    /// have changed owners.
    pub(crate) fn new(
        rules: &Rules,
        layout: &Layout,
        facts: Facts,
        opt: Opt,
        shifts: bool,
        most_seeds: u8,
        interrupt: Interrupt,
    ) -> Self {
        let walk = Walk::new(rules, layout, facts, opt != Opt::None, shifts, most_seeds, interrupt);
        let mut engine = Engine { walk, kernel: Err("nothing is tabulated"), once: PlayedOnce::METHODS };
        if opt != Opt::None {
            tabulate(&mut engine.walk, rules);
            engine.kernel = Kernel::of(&mut engine.walk, rules).map(Box::new);
            let start = engine.pack(&Position::set_up(rules, layout));
            let walks = engine.kernel.as_ref().is_ok_and(|kernel| kernel.walks);
            if opt != Opt::Kernel && walks && start.is_some_and(|start| engine.count_walked(&start) > MOST_WALKED) {
                engine.kernel = Err("the landings of many moves are more than masks");
            }
        }
        engine
    }

    /// The shape of the game.
    #[inline]
    pub fn shape(&self) -> ShapeName {
        self.kernel.as_ref().map_or(ShapeName::EveryRule, |kernel| kernel.shape)
    }

    /// Why every rule of the game is examined at each move; `None` if landings are looked up.
    pub fn why_examined(&self) -> Option<&'static str> {
        self.kernel.as_ref().err().copied()
    }

    /// How moves are played in a shape, which is the game's.
    #[inline]
    pub fn strategy<S: StrategyShape>(&self, _: S) -> Strategy<'_, W, S> {
        Strategy::of(&self.walk, self.kernel.as_deref().ok())
    }

    /// How many of some random moves the walk plays.
    fn count_walked(&self, start: &State<W>) -> u32 {
        let (mut tried, mut walked) = (0, 0);
        for game in 0..u64::from(TRIED) {
            let mut chance = Rng::for_game(0, game);
            let mut state = *start;
            // The opening is listed.
            while !state.is_over() && !self.has_masks(&state) {
                let moves = self.legal_moves(&state);
                if moves.is_empty() {
                    return walked;
                }
                state = self.successor(&state, moves[chance.below(moves.len())]).0;
            }
            let mut node = MaskedState { state, moves: self.legal_mask(&state) };
            if node.moves == 0 {
                return walked;
            }
            let mut sowing = SowingState::default();
            for _ in 0..MOST_MOVES {
                if node.moves == 0 || tried == TRIED {
                    break;
                }
                let number = chance.below(self.count_moves(node.state.to_move, node.moves));
                let code = self.nth_move(node.state.to_move, node.moves, number);
                tried += 1;
                match self.sow(&mut node, &mut sowing, Some(code), MOST_LAPS) {
                    AfterLap::Landed => {}
                    AfterLap::Walk => {
                        walked += 1;
                        let (m, mut budget) = (self.as_move(&node.state, code), Budget::laps(MOST_LAPS));
                        node.moves = self.play(&mut node.state, m, &mut (), &mut budget);
                        if budget.overrun().is_some() {
                            break;
                        }
                    }
                    AfterLap::On | AfterLap::TooLong => break,
                }
            }
            if tried == TRIED {
                break;
            }
        }
        walked
    }
}
