//! A game compiled for one width of board.

use std::ops::Deref;

use crate::engine::kernel::{Kernel, ShapeName, Strategy, StrategyShape};
use crate::engine::lines::facts::Facts;
use crate::engine::state::layout::Layout;
use crate::engine::state::width::Width;
use crate::engine::strategy::PlayedOnce;
use crate::engine::tables::tabulate;
use crate::engine::walk::Walk;
use crate::engine::walk::budget::Interrupt;
use crate::rules::Rules;

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
    /// Every step that can be is tabulated, and a kernel plays the game if one can.
    Full,
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
}
