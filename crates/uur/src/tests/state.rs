//! Positions in the states of the engine.

use crate::engine::{Layout, Narrow, Position, Rich, State, Vast, Wide, Width};
use crate::game::Game;
use crate::rules::Way;

#[test]
fn packing_loses_nothing() {
    let game = Game::shipped("layli-goobalay").expect("it is shipped");
    let text = "south 2 0 5 1 0 3; north 4 4 0 0 2 6; captured 12 9; uur south F a; north to move";
    let position = crate::notation::read_position(&game, text).expect("it is a position");
    let layout = game.program.layout();
    fn there_and_back<W: Width>(layout: &Layout, position: &Position) -> Position {
        State::<W>::pack(layout, position).expect("it fits").unpack(layout)
    }
    assert_eq!(there_and_back::<Narrow>(layout, &position), position);
    assert_eq!(there_and_back::<Wide>(layout, &position), position);
    let ways = [Some(Way::Back), None];
    let rare = Position { closed: 0b1010, territory: -2, ways, ..position };
    assert_eq!(State::<Narrow>::pack(layout, &rare), None);
    assert_eq!(there_and_back::<Rich>(layout, &rare), rare);
    assert_eq!(there_and_back::<Vast>(layout, &rare), rare);
}
