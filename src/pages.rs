//! Pages of the program alone: the gallery of several games, and the page on which a game is played.

pub mod gallery;
pub mod playable;
