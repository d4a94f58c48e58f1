//! Boards of four rows, and the largest.

use crate::engine::{Layout, Opt, Program, compile};
use crate::game::Game;
use crate::on_engine;
use crate::rules::{Condition, PitKind, Place, Plan, Rules, Side, Way, Whose};

fn tsoro() -> Rules {
    Game::shipped("tsoro").expect("it is shipped").rules
}

fn perft(program: &Program, depth: u32) -> u64 {
    fn count(program: &Program, position: &crate::engine::Position, depth: u32) -> u64 {
        let moves = program.legal_moves(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = moves.into_iter().map(|m| {
            let mut next = *position;
            program.play_unchecked(&mut next, m, &mut ());
            count(program, &next, depth - 1)
        });
        after.sum()
    }
    count(program, &program.start(), depth)
}

#[test]
fn four_rows_lie_as_they_do_on_the_table() {
    let rules = tsoro();
    let layout = Layout::of(&rules.board, &rules.sowing);
    assert_eq!((layout.span(), layout.plan().columns(), layout.plan().depth()), (16, 8, 2));
    let south = |number| layout.pit(Side::South, number);
    let north = |number| layout.pit(Side::North, number);
    assert_eq!(layout.opposite(south(0)), Some(north(7)));
    assert_eq!(layout.opposite(south(8)), Some(north(0)));
    assert_eq!(layout.behind(south(0)), Some(south(15)));
    assert_eq!(layout.behind(south(7)), Some(south(8)));
    assert_eq!(layout.behind(south(8)), None);
    assert_eq!(
        [0, 7, 8, 15].map(|number| (layout.row(south(number)), layout.letter(south(number)))),
        [(0, 0), (0, 7), (1, 7), (1, 0)]
    );
    assert_eq!(layout.next(Way::Onward, Side::South, south(15)), Some(south(0)));
    assert_eq!(layout.next(Way::Back, Side::North, north(0)), Some(north(15)));
}

/// The counts of two programs written apart.
#[test]
fn tsoro_is_played_on_four_rows() {
    let program = compile(&tsoro());
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&program, depth)), [8, 64, 376, 2209]);
    // With tables, the same.
    let mut position = program.start();
    for number in 0..40 {
        let moves = program.legal_moves(&position);
        on_engine!(program.engine(&position, Opt::Full), engine => {
            let state = engine.pack(&position).expect("the engine was chosen for the position");
            assert_eq!(engine.legal_moves(&state), moves);
            for &m in &moves {
                let mut next = position;
                program.play_unchecked(&mut next, m, &mut ());
                assert_eq!(engine.unpack(&engine.successor(&state, m).0), next);
            }
        });
        let Some(&m) = moves.get(number % moves.len().max(1)) else { break };
        program.play_unchecked(&mut position, m, &mut ());
    }
}

/// Sixty-four pits, the largest board: 4x16.
#[test]
fn the_largest_board_is_played() {
    let mut rules = tsoro();
    rules.board.plan = Plan::in_rows(4, 16);
    rules.board.start = [0, 1].map(|_| (0..32).map(|pit| u16::from(pit >= 16)).collect());
    rules.sowing.from[0].condition = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own));
    let program = compile(&rules);
    let mut position = program.start();
    for _ in 0..200 {
        let Some(&m) = program.legal_moves(&position).last() else { break };
        let mut events = vec![];
        let before = position;
        program.play_unchecked(&mut position, m, &mut events);
        assert_eq!(before.after(&events), position);
        assert_eq!(position.total(), 32);
    }
    assert!(position.ply > 10);
}
