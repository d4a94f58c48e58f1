//! The animation of a move for `step`: the board after every event.

use uur::diagnostic::count;
use uur::engine::{Event, Move, Pit, Position};
use uur::game::Game;
use uur::notation::pit_name;
use uur::render::{Style, board_with};

/// The most frames of one move. A longer move is cut off.
const MAX_FRAMES: usize = 5_000;
/// The laps shown at the beginning and at the end of a long move.
const LAPS_SHOWN: usize = 6;

/// The board after an event.
#[derive(Debug, Clone)]
pub struct Frame {
    position: Position,
    in_view: Pit,
    lap: u32,
    caption: String,
}

impl Frame {
    /// Draws the frame.
    pub fn draw(&self, game: &Game, style: Style) -> String {
        format!("{}{}\n", board_with(game, &self.position, &[self.in_view], style), self.caption)
    }
}

/// Returns the frames of a move with these events.
pub fn frames(game: &Game, before: &Position, m: Move, events: &[Event]) -> Vec<Frame> {
    let name = |pit: Pit| pit_name(&game.program, pit);
    let mut position = *before;
    let mut in_view = m.pit;
    let (mut lap, mut hand) = (0, 0);
    let mut frames: Vec<Frame> = vec![];
    for event in events.iter().take(MAX_FRAMES) {
        position.apply(event);
        let (pit, what) = match *event {
            Event::Lift { pit, seeds, lap: number, .. } => {
                (lap, hand) = (number, seeds);
                (pit, format!("{} in hand", count(seeds.into(), "seed")))
            }
            Event::Gather { pit, seeds, .. } => {
                (pit, format!("{} from {} in hand", count(seeds.into(), "seed"), name(pit)))
            }
            Event::Resow { after, seeds, lap: number, .. } => {
                (lap, hand) = (number, seeds);
                (after, format!("{} in hand", count(seeds.into(), "seed")))
            }
            Event::Drop { pit, fell, .. } => {
                hand -= fell;
                (pit, if hand == 0 { "the last seed".into() } else { format!("{hand} in hand") })
            }
            Event::Capture { pit, seeds, to, .. } => {
                let whose = to.map_or("out of the game".to_string(), |side| format!("to {}", side.title()));
                (pit, format!("{} from {} {whose}", count(seeds.into(), "seed"), name(pit)))
            }
            Event::Transfer { from, to, seeds, .. } => {
                (to, format!("{} from {} to {}", count(seeds.into(), "seed"), name(from), name(to)))
            }
            Event::Marked { pit, mark, .. } => {
                (pit, format!("{} is {}", name(pit), if mark.is_some() { "marked" } else { "no longer marked" }))
            }
            Event::Undone { seeds: 1.., .. } => (in_view, "captured seeds are put back".into()),
            Event::Chosen { pit, .. } => (pit, format!("{} is chosen", name(pit))),
            Event::Swapped { .. } => (Pit(0), "the board is turned".into()),
            // The picture of what is taken back shows the board that it leaves.
            Event::Restored { .. } => {
                frames.iter_mut().next_back().into_iter().for_each(|last| last.position = position);
                continue;
            }
            Event::MoveEnded { .. }
            | Event::Undone { .. }
            | Event::Counted { .. }
            | Event::Repeat { .. }
            | Event::Way { .. }
            | Event::Reversed { .. }
            | Event::Decided { .. }
            | Event::Leave { .. }
            | Event::Skip { .. }
            | Event::Stop { .. }
            | Event::Bonus { .. }
            | Event::Endless { .. }
            | Event::Pass { .. }
            | Event::Take { .. }
            | Event::Over { .. }
            | Event::Lot { .. }
            | Event::Arranged { .. }
            | Event::Cede { .. }
            | Event::Fill { .. }
            | Event::Unfilled { .. }
            | Event::Gained { .. }
            | Event::Kept { .. }
            | Event::Begin { .. }
            | Event::Points { .. }
            | Event::MatchOver { .. } => continue,
        };
        in_view = pit;
        frames.push(Frame { position, in_view: pit, lap, caption: format!("lap {lap}: {what}") });
    }
    frames
}

/// Draws the last frame of each lap. Of many laps the middle ones are left out.
pub fn lap_frames(game: &Game, frames: &[Frame], style: Style) -> String {
    let ends: Vec<&Frame> = frames.chunk_by(|a, b| a.lap == b.lap).filter_map(<[Frame]>::last).collect();
    if ends.len() <= 2 * LAPS_SHOWN {
        return ends.iter().map(|frame| frame.draw(game, style)).collect();
    }
    let draw = |frames: &[&Frame]| frames.iter().map(|frame| frame.draw(game, style)).collect::<String>();
    let left_out = count(ends.len() - 2 * LAPS_SHOWN, "lap");
    format!("{}... {left_out} ...\n{}", draw(&ends[..LAPS_SHOWN]), draw(&ends[ends.len() - LAPS_SHOWN..]))
}
