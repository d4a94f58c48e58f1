//! Pages of the program alone: the gallery of several games, the shelf of designed ones, and what of the workbench it brings along.

pub mod gallery;
pub mod shelf;
pub mod workbench;
