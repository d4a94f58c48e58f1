//! Boards that look the same in a mirror: a position with left and right exchanged has the same value.
//!
//! That is so where every move can be sown either way and no line tells the ways, the columns or the letters apart. It
//! is examined line by line; rules with more than these lines are taken to tell them apart.

use uur::engine::Layout;
use uur::game::Game;
use uur::rules::{Action, ActionTarget, Clause, Condition, PitKind, Reads, Rules, Side, Traits};

/// Returns on which pit of a half each pit comes to lie, by their numbers, if the rules are the same in a mirror. Pits
/// that are closed or have changed owners are not considered.
pub(super) fn reflection(game: &Game) -> Option<Vec<u8>> {
    let layout = game.program.layout();
    let [south, north] = Side::BOTH.map(|side| reflected_half(layout, side));
    let pits = south.filter(|south| north.as_ref() == Some(south))?;
    (is_like_its_path(layout, &pits) && tells_no_way(&game.rules, layout)).then_some(pits)
}

fn reflected_half(layout: &Layout, side: Side) -> Option<Vec<u8>> {
    if layout.is_shared() || layout.is_alone() {
        return None;
    }
    let columns = columns(layout);
    let reflected = layout.pits_of(side).map(|pit| {
        let spot = layout.spot(pit);
        let there = layout.on_table(columns - 1 - spot.x, spot.y)?;
        let steps = [layout.opposite(pit), layout.behind(pit)].map(|pit| pit.map(|pit| layout.spot(pit)));
        let steps_there = [layout.opposite(there), layout.behind(there)].map(|pit| pit.map(|pit| layout.spot(pit)));
        let is_alike = steps.iter().zip(steps_there).all(|(one, other)| match (one, other) {
            (Some(one), Some(other)) => (one.x, one.y) == (columns - 1 - other.x, other.y),
            (one, other) => one.is_none() && other.is_none(),
        });
        (layout.side(there) == side && layout.row(there) == spot.row && is_alike).then(|| layout.number(there))
    });
    reflected.collect()
}

fn columns(layout: &Layout) -> u8 {
    layout.pits().map(|pit| layout.spot(pit).x + 1).max().unwrap_or(0)
}

/// Whether the path of each player, against the letters, is that in a mirror.
fn is_like_its_path(layout: &Layout, reflected: &[u8]) -> bool {
    Side::BOTH.into_iter().all(|side| {
        let path = layout.path(side);
        let in_mirror: Vec<_> = path
            .iter()
            .rev()
            .map(|&pit| match pit.store_of() {
                Some(_) => pit,
                None => layout.pit(layout.side(pit), reflected[usize::from(layout.number(pit))]),
            })
            .collect();
        (0..path.len()).any(|begin| path[begin..].iter().chain(&path[..begin]).eq(&in_mirror))
    })
}

fn tells_no_way(rules: &Rules, layout: &Layout) -> bool {
    let Rules { sowing, .. } = rules;
    let columns = columns(layout);
    let unaware = |condition: &Condition| is_unaware(condition, columns, false);
    let plain = rules.opening.is_empty()
        && rules.swaps.is_empty()
        && rules.begin.is_empty()
        && rules.lift.is_empty()
        && rules.finish.is_empty()
        && sowing.kept.is_none()
        && sowing.enter.is_none()
        && sowing.each_lap.is_empty();
    plain
        && sowing.ways.iter().all(|line| line.way.is_none() && unaware(&line.condition))
        && sowing.from.iter().chain(&sowing.prefer).chain(&sowing.skip).all(|line| unaware(&line.condition))
        && sowing.several.iter().all(|line| unaware(&line.condition))
        && sowing.lift.iter().all(|line| unaware(&line.condition))
        && rules.drop.iter().all(|line| is_unaware_line(line, columns))
        && rules.land.iter().all(|line| {
            is_unaware_line(line, columns)
                && is_alike(line.then.own_traits(), true)
                && line.then.lifted().iter().filter_map(ActionTarget::every).all(|part| is_unaware(part, columns, true))
        })
        && rules.end.iter().all(|clause| unaware(&clause.condition))
}

fn is_unaware_line<T>(line: &Clause<T>, columns: u8) -> bool {
    let mut conditions = [&line.condition].into_iter().chain(line.actions.iter().flat_map(Action::parts));
    conditions.all(|condition| is_unaware(condition, columns, true))
        && line.actions.iter().all(|action| is_alike(action.own_traits(), true))
}

/// Whether a condition is the same in a mirror. While a lap is `sown`, the pits before and behind are those in its
/// direction.
fn is_unaware(condition: &Condition, columns: u8, sown: bool) -> bool {
    match condition {
        Condition::Is(place, PitKind::Numbered(first, last)) if first + last + 1 == columns => {
            is_alike(place.traits(), sown)
        }
        other => is_alike(other.own_traits(), sown) && other.parts().iter().all(|part| is_unaware(part, columns, sown)),
    }
}

/// Whether what conditions depend on is the same in a mirror.
fn is_alike(traits: Traits, sown: bool) -> bool {
    let told_apart = Reads::WAY | Reads::LETTERS | Reads::CLOSED | Reads::LAST_MOVE;
    let remembered = Reads::STAGE | Reads::LIFTED | Reads::BONUS | Reads::STARTER | Reads::COUNTERS;
    !traits.reads.has(told_apart | remembered) && (sown || !traits.reads.has(Reads::ALONG))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uur::chance::Rng;
    use uur::engine::Position;

    /// A position in a mirror.
    fn in_mirror(layout: &Layout, reflected: &[u8], position: &Position) -> Position {
        let mut mirrored = *position;
        for pit in layout.pits() {
            let there = layout.pit(layout.side(pit), reflected[usize::from(layout.number(pit))]);
            mirrored.seeds[there.index()] = position.seeds[pit.index()];
            mirrored.marks[there.index()] = position.marks[pit.index()];
        }
        mirrored
    }

    /// What can follow a position, in any order.
    fn successors(game: &Game, position: &Position, turn: impl Fn(&Position) -> Position) -> Vec<String> {
        let after = |m| {
            let mut after = *position;
            game.program.play_unchecked(&mut after, m, &mut ());
            let Position { seeds, marks, captured, to_move, outcome, .. } = turn(&after);
            format!("{seeds:?} {marks:?} {captured:?} {to_move:?} {outcome:?}")
        };
        let mut all: Vec<String> = game.program.legal_moves(position).into_iter().map(after).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn games_that_look_alike_in_a_mirror_are_played_alike() {
        let mut found = vec![];
        for name in uur::shipped_games() {
            let game = Game::shipped(name).expect("it is shipped");
            let Some(reflected) = reflection(&game) else { continue };
            found.push(name);
            let layout = game.program.layout();
            for seed in 0..4 {
                let mut chance = Rng::for_game(7, seed);
                let mut position = game.program.start();
                for _ in 0..12 {
                    let legal = game.program.legal_moves(&position);
                    if legal.is_empty() {
                        break;
                    }
                    let other = in_mirror(layout, &reflected, &position);
                    let there = successors(&game, &position, |after| in_mirror(layout, &reflected, after));
                    assert_eq!(
                        successors(&game, &other, |after| *after),
                        there,
                        "{name}: {:?}",
                        layout.path(Side::South)
                    );
                    game.program.play_unchecked(&mut position, legal[chance.below(legal.len())], &mut ());
                }
            }
        }
        let names = [
            "ako-okwe",
            "bao-ki-arabu-1",
            "bay-khom",
            "dongjintian",
            "giuthi",
            "giuthi-match",
            "je-ki-n-je",
            "mbangbi",
        ];
        assert_eq!(found, names);
    }
}
