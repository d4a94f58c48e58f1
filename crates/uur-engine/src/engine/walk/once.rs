//! Methods of engines that are compiled once for each width, in this package.
//!
//! An engine is generic over its width, so each package that calls a method would compile it again, and all that it
//! calls. These methods are called through pointers that an engine has from its making. What gains from being
//! compiled into its caller, the look-ups of the kernel, is not among them.

use crate::chance::Rng;
use crate::engine::lines::effect::AfterLanding;
use crate::engine::state::State;
use crate::engine::state::choices::Options;
use crate::engine::state::mask::{Move, MoveMask, Moves};
use crate::engine::state::width::Width;
use crate::engine::walk::Walk;
use crate::engine::walk::draw::RandomTurn;
use crate::engine::walk::moves::FoundMove;
use crate::engine::walk::play::{LandedLap, PausedWalk};
use crate::rules::Way;

macro_rules! compiled_once {
    ($table:ident of $of_width:ident:
        $($(#[$doc:meta])* $visible:vis fn $name:ident(&self $(, $part:ident: $of:ty)*) $(-> $result:ty)? = $body:ident;)*) => {
        /// The methods that are called through pointers.
        #[derive(Debug)]
        pub(crate) struct $table<W: Width> {
            $($name: fn(&$of_width<W> $(, $of)*) $(-> $result)?,)*
        }

        impl<W: Width> $table<W> {
            /// The methods of a width.
            pub const METHODS: &Self = &$table { $($name: $of_width::$body,)* };
        }

        impl<W: Width> $of_width<W> {
            $(
                $(#[$doc])*
                #[inline]
                $visible fn $name(&self $(, $part: $of)*) $(-> $result)? {
                    (self.once.$name)(self $(, $part)*)
                }
            )*
        }
    };
}
pub(crate) use compiled_once;

compiled_once! { WalkedOnce of Walk:
    /// The moves of the player to move, from the player's own A on along the path; none once the round is over.
    pub fn legal_moves(&self, state: &State<W>) -> Moves = list_moves;
    /// The same as far as they are decided before they are played, where all decisions in them lead to legal moves.
    pub fn beginnings(&self, state: &State<W>) -> Moves = list_beginnings;
    /// Among what the mover decides next in a beginning, or in a move that begins so with some decisions; `None` if it is
    /// decided.
    pub fn next_options(&self, state: &State<W>, m: Move) -> Option<Options> = ask_next;
    /// Puts the same moves into a list, each with how far it has been played to find it.
    pub fn find_moves(&self, state: &State<W>, found: &mut Vec<FoundMove<W>>) = list_found_moves;
    /// The moves of a position as a mask, or their beginnings, see [`Walk::has_masks`] and [`Walk::has_begun_masks`]; none once the round is over.
    pub fn legal_mask(&self, state: &State<W>) -> MoveMask = mask_legal_moves;
    /// The moves of a mask, in order.
    pub fn named(&self, state: &State<W>, mask: MoveMask) -> Moves = name_moves;
    /// Plays a legal move for at most `laps` laps: the state after it, and its moves if they are a mask, or else the rest
    /// of the move. Repetition is not examined.
    pub(crate) fn walk_laps(&self, was: &State<W>, m: Move, laps: u32) -> Result<(State<W>, MoveMask), Box<PausedWalk<W>>> = begin_laps;
    /// The state with these seeds in the pits, from South's A on, and its moves if they are a mask. South is to
    /// move, unless the turn is passed on.
    pub fn placed(&self, seeds: &[u8], ply: u16) -> (State<W>, MoveMask) = place;
    /// Draws a legal move of a game with decisions within moves, the same as [`Walk::draw_move`]. `None` if there is
    /// none.
    pub fn draw_turn(&self, state: &State<W>, chance: &mut Rng) -> Option<RandomTurn<W>> = draw_first_turn;
    /// Plays a move that was drawn on this state, and replaces it by the next one that is drawn, which shows whether the
    /// player whose turn begins has a move. Repetition is not examined. Returns whether there is a next move.
    pub fn play_turn(&self, state: &mut State<W>, turn: &mut RandomTurn<W>, chance: &mut Rng) -> bool = play_drawn_turn;
    /// Plays a move with every rule examined. Returns the moves that follow.
    pub(crate) fn play_interpreted(&self, state: &mut State<W>, code: u8) -> MoveMask = interpret;
    /// How many seeds a move lifts first.
    pub(crate) fn lifted_first(&self, state: &State<W>, lane: usize, way: Way) -> u8 = count_lifted;
    /// The moves where the lift asks about more than marks.
    pub(crate) fn asked_moves(&self, state: &State<W>) -> MoveMask = ask_moves;
    /// The lines of `lift` take effect before a lap out of a lane.
    pub(crate) fn act_at_lift(&self, state: &mut State<W>, turn_origin: usize, lane: usize, way: Way) = run_lift;
    /// The result of a move without end, on the board before it; the moves that follow, if they are a mask.
    pub(crate) fn after_endless(&self, state: &mut State<W>) -> MoveMask = pass_endless;
    /// What comes of a move that has landed, where more than moving is to be examined.
    pub(crate) fn land_otherwise(&self, state: &mut State<W>, was: &State<W>, code: u8, bonus: bool) -> MoveMask = land_examined;
    /// A line of `land` takes effect at a landing, the first that fits if it is not named, and decides.
    pub(crate) fn follow_landing(&self, state: &mut State<W>, line: Option<usize>, lap: &LandedLap<W>) -> AfterLanding = follow_landed;
}
