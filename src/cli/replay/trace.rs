//! The text output of `uur replay --trace`: a line for each lap and each other event of a move, with the rule
//! line that caused it.

use uur::diagnostic::count;
use uur::engine::Event;
use uur::explain;
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn};
use uur::match_play::Step;
use uur::notation::{pit_name, write_steps};
use uur::rules::ClauseId;
use uur::text_layout::with_reference;

/// Returns the trace of all moves of a line of play, which has to be wrapped.
pub fn trace(line: &GamePlay) -> String {
    line.turns()
        .iter()
        .enumerate()
        .map(|(number, turn)| {
            let step = write_steps(&line.game().program, &[turn.step]);
            let head = match turn.step {
                Step::Move(_) => format!("{} {step}", turn.player.title()),
                Step::Lot(_) | Step::Arrange(_) => step,
            };
            format!("{}. {head}\n{}\n", number + 1, events(line.game(), turn))
        })
        .collect()
}

fn events(game: &Game, turn: &PlayedTurn) -> String {
    let mut rows: Vec<(String, Option<ClauseId>)> = vec![];
    // The row of the lap being sown. All its seeds are listed before the events that they cause.
    let mut lap = 0;
    for event in turn.events.iter().filter(|event| !event.is_bookkeeping()) {
        match event {
            Event::Drop { pit, .. } => rows[lap].0 += &format!(" {}", pit_name(&game.program, *pit)),
            Event::Lift { pit, seeds, lap: number, .. } => {
                lap = rows.len();
                let hand = count(usize::from(*seeds), "seed");
                let from = pit_name(&game.program, *pit);
                rows.push((format!("lap {number}: {hand} from {from} into"), event.clause()));
            }
            Event::Resow { after, seeds, lap: number, .. } => {
                lap = rows.len();
                let hand = count(usize::from(*seeds), "seed");
                let after = pit_name(&game.program, *after);
                rows.push((format!("lap {number}: {hand} in hand after {after} into"), event.clause()));
            }
            // Skipped pits can be seen from the seeds.
            Event::Skip { .. } => {}
            event => rows.push((explain::describe_event(game, &[*event]), event.clause())),
        }
    }
    let cited = rows.iter().map(|(text, clause)| {
        with_reference(&format!("   {text}"), &clause.map_or(String::new(), |clause| game.place(clause)))
    });
    cited.collect()
}
