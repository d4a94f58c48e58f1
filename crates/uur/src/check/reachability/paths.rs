//! Paths to pits: which of them lead to the same pit, and how an author writes them.

use super::GameFacts;
use crate::rules::{Path, PathStep};

impl GameFacts<'_> {
    /// Normalises a path, so that equal paths lead to the same pit. Opposite the next pit lies the
    /// previous one. If sowing may skip pits, only two steps to the opposite pit and back cancel out.
    pub(super) fn normalized(&self, path: &[PathStep]) -> Path {
        let Some((on, across)) = self.along_and_across(path) else {
            let mut same: Path = vec![];
            for &step in path {
                // The pit opposite a back pit lies in a front row, and so does the one opposite that.
                let returns = step == PathStep::Opposite && self.plan.opposites_are_pairs();
                if returns && same.last() == Some(&PathStep::Opposite) {
                    same.pop();
                } else {
                    same.push(step);
                }
            }
            return same;
        };
        let along = if on > 0 { PathStep::Next } else { PathStep::Previous };
        let mut same = vec![along; on.unsigned_abs() as usize];
        same.extend(across.then_some(PathStep::Opposite));
        same
    }

    /// Whether two paths may lead to the same pit from some pits of the board: `next of opposite` is
    /// `here` at one end of a row.
    pub(super) fn may_alias(&self, one: &[PathStep], other: &[PathStep]) -> bool {
        match (self.along_and_across(one), self.along_and_across(other)) {
            (Some((one, true)), Some((other, true))) | (Some((one, false)), Some((other, false))) => {
                (one - other) % (2 * i32::from(self.plan.span())) == 0
            }
            (Some((one, _)), Some((other, _))) => (one + other) % 2 != 0,
            _ => one != other && one != opposite_of(other),
        }
    }

    /// The distance of a pit along the sowing, and whether it is then opposite. Returns `None` if the
    /// distance is unknown, because sowing may skip pits or a step leads to the same pit from anywhere.
    fn along_and_across(&self, path: &[PathStep]) -> Option<(i32, bool)> {
        if self.skipping {
            return None;
        }
        path.iter().try_fold((0, false), |(on, across), step| {
            let forward = if across { -1 } else { 1 };
            match step {
                PathStep::Opposite => Some((on, !across)),
                PathStep::Next => Some((on + forward, across)),
                PathStep::Previous => Some((on - forward, across)),
                PathStep::Behind
                | PathStep::Mirror
                | PathStep::Fixed(..)
                | PathStep::Chosen
                | PathStep::LapOrigin
                | PathStep::TurnOrigin
                | PathStep::LastOrigin
                | PathStep::LastLanding
                | PathStep::Landing => None,
            }
        })
    }
}

/// The path to the opposite pit.
pub(super) fn opposite_of(path: &[PathStep]) -> Path {
    match path {
        [along @ .., PathStep::Opposite] => along.to_vec(),
        along => along.iter().copied().chain([PathStep::Opposite]).collect(),
    }
}

/// A path as an author would write it, the last step first.
pub(super) fn pit_words(path: &[PathStep]) -> String {
    let mut words: Vec<&str> = vec![];
    for step in path.iter().rev() {
        words.push(step.words());
        if step.is_fixed() {
            break;
        }
    }
    // `behind` stands before a place.
    if words.is_empty() || words.last() == Some(&"behind") {
        words.push("here");
    }
    words.join(" of ").replace("behind of ", "behind ")
}
