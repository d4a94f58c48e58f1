//! Pages of the program alone: the gallery of several games, and what of the workbench it brings along.

pub mod gallery;
pub mod workbench;
