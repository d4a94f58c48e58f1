//! The shelf: a map over two measures, with the best candidate in each of its cells.
//!
//! This is MAP-Elites (J.-B. Mouret and J. Clune, Illuminating search spaces by mapping elites, 2015): what is kept is
//! not the best of all but the best of its kind, and each may be a parent of any other.

use std::collections::BTreeMap;

use crate::trial::{Gauge, TrialFindings};

/// The columns of an axis.
pub const COLUMNS: usize = 10;

/// A measure over which candidates are laid out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapAxis(pub &'static Gauge);

impl MapAxis {
    /// The column of a value, from 0.
    pub fn column(self, value: f64) -> usize {
        self.0.edges.iter().filter(|edge| value >= **edge).count()
    }

    /// What lies in a column, in words.
    pub fn title(self, column: usize) -> String {
        let edge = |number: usize| self.0.written(self.0.edges[number]);
        match column {
            0 => format!("under {}", edge(0)),
            last if last == COLUMNS - 1 => format!("{} or more", edge(last - 1)),
            column => format!("{} to {}", edge(column - 1), edge(column)),
        }
    }
}

/// The best candidates, by the number that each has.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// The measures over which they are laid out.
    pub axes: [MapAxis; 2],
    cells: BTreeMap<[usize; 2], (u64, f64)>,
}

impl Shelf {
    /// A shelf with these candidates and their scores.
    pub fn new(axes: [MapAxis; 2], filled: impl IntoIterator<Item = ([usize; 2], (u64, f64))>) -> Shelf {
        Shelf { axes, cells: filled.into_iter().collect() }
    }

    /// The cell in which a candidate belongs. `None` if the measures of the map were not taken.
    pub fn cell(&self, found: &TrialFindings) -> Option<[usize; 2]> {
        let [one, two] = self.axes.map(|axis| found.value(axis.0).map(|value| axis.column(value)));
        Some([one?, two?])
    }

    /// By how much a candidate is better than the one in its cell. An empty cell is worth anything.
    pub fn gain(&self, found: &TrialFindings) -> Option<f64> {
        let cell = self.cell(found)?;
        Some(self.cells.get(&cell).map_or(f64::INFINITY, |(_, score)| found.score() - score))
    }

    /// Puts a candidate into its cell if it is better than what is there. Returns whether it is.
    pub fn put(&mut self, number: u64, found: &TrialFindings) -> bool {
        let is_better = self.gain(found).is_some_and(|gain| gain > 0.0);
        if let Some(cell) = self.cell(found).filter(|_| is_better) {
            self.cells.insert(cell, (number, found.score()));
        }
        is_better
    }

    /// Takes a candidate away.
    pub fn take(&mut self, number: u64) {
        self.cells.retain(|_, (known, _)| *known != number);
    }

    /// The cells that are filled, with the numbers of the candidates.
    pub fn filled(&self) -> impl ExactSizeIterator<Item = ([usize; 2], u64)> {
        self.cells.iter().map(|(cell, (number, _))| (*cell, *number))
    }

    /// The cells that are filled, with the numbers of the candidates and their scores.
    pub fn scores(&self) -> Vec<([usize; 2], (u64, f64))> {
        self.cells.iter().map(|(cell, kept)| (*cell, *kept)).collect()
    }
}
