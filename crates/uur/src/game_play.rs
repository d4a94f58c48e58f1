//! Playing a game move by move, with its rules, its history and undo in one value.

use std::fmt;
use std::sync::Arc;

use crate::engine::{Event, Move, Outcome, Pit, Position};
use crate::explain;
use crate::game::Game;
use crate::match_play::{Match, MatchOutcome, NextStep, Step, StepError};
use crate::notation::{
    ParseError, PitName, pit_name, read_move, read_position, write_move, write_position, write_steps,
};
use crate::render::{self, Style};

/// A game being played: one round or, where the rules say so, a match of rounds.
///
/// It owns the rules and the history, so it can be stored and sent to another thread. It prints as the board.
///
/// ```
/// let mut play = uur::Game::shipped("layli-goobalay").expect("it is shipped").play();
/// let m = play.legal_moves()[0];
/// let moved = play.play(m)?;
/// assert!(!moved.events.is_empty());
/// assert_eq!(moved.outcome, None);
/// assert!(play.undo().is_some());
/// assert_eq!(*play.position(), play.game().program.start());
/// # Ok::<(), uur::StepError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GamePlay {
    game: Arc<Game>,
    first: Match,
    current: Match,
    steps: Vec<Step>,
}

/// The result of a move or another step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moved {
    /// What happened, in order. The beginning of the next round is included, if one begins.
    pub events: Vec<Event>,
    /// How the round ended, if the step ended it.
    pub outcome: Option<Outcome>,
}

impl GamePlay {
    fn new(game: Arc<Game>, mut first: Match) -> Self {
        first.next_round(&game.rules, &game.program, &mut ());
        GamePlay { game, current: first.clone(), first, steps: vec![] }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.current.position
    }

    /// The round now, from 1.
    pub fn round(&self) -> u32 {
        self.current.round
    }

    /// What has to happen next: a move, a lot, or nothing because the game is over.
    pub fn due(&self) -> NextStep {
        self.current.due
    }

    /// How the game ended; `None` while it goes on.
    pub fn result(&self) -> Option<MatchOutcome> {
        match self.current.due {
            NextStep::Nothing(over) => Some(over),
            NextStep::Move(_) | NextStep::Lot(_) | NextStep::Round => None,
        }
    }

    /// The match behind it, with what a lot may decide and what may be laid out before the first move.
    pub fn as_match(&self) -> &Match {
        &self.current
    }

    /// The moves of the player to move, from the player's own A on. Empty when the game is over, and when a lot
    /// has to be decided first.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.current.due {
            NextStep::Move(_) => self.game.program.legal_moves(self.position()).into_vec(),
            NextStep::Lot(_) | NextStep::Round | NextStep::Nothing(_) => vec![],
        }
    }

    /// Parses a move of the player to move, such as `A`, `K-1` or `B>`.
    ///
    /// [`Move`] has no `FromStr`, because a letter names a pit only on a given board and for a given player.
    ///
    /// ```
    /// let mut play = uur::Game::shipped("layli-goobalay").expect("it is shipped").play();
    /// play.play(play.parse_move("A")?)?;
    /// assert_eq!(play.line(), "A");
    /// assert_eq!(play.parse_move("A").unwrap_err().to_string(), "`A` is a pit of South, but North is to move (North's pit is written `a`)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a move on this board. Whether the move is legal is checked by [`GamePlay::play`].
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        read_move(&self.game.program, self.position().to_move, text)
    }

    /// A move as text, in the notation that [`GamePlay::parse_move`] parses.
    pub fn move_text(&self, m: Move) -> String {
        write_move(&self.game.program, m)
    }

    /// The name of a pit: its letter, or whose store it is.
    pub fn pit_name(&self, pit: Pit) -> PitName {
        pit_name(&self.game.program, pit)
    }

    /// Plays a move. If it ends a round of a match, the next round begins, unless a lot has to be decided first.
    ///
    /// # Errors
    /// The reason why the move cannot be played. Nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<Moved, StepError> {
        self.step(Step::Move(m))
    }

    /// Takes a step that need not be a move: it may also decide a lot, or lay out seeds before the first move.
    ///
    /// # Errors
    /// The reason why the step cannot be taken. Nothing has changed then.
    pub fn step(&mut self, step: Step) -> Result<Moved, StepError> {
        let (rules, program) = (&self.game.rules, &self.game.program);
        let mut events = self.current.step_recorded(rules, program, step)?;
        self.steps.push(step);
        let outcome = events.iter().find_map(|event| match event {
            Event::Over { outcome } => Some(*outcome),
            _ => None,
        });
        self.current.next_round(rules, program, &mut events);
        Ok(Moved { events, outcome })
    }

    /// Takes the last step back and returns it; `None` at the start. The steps before it are played again, so
    /// that a game uses no memory for undo.
    pub fn undo(&mut self) -> Option<Step> {
        let undone = self.steps.pop()?;
        self.current = self.first.clone();
        let (rules, program) = (&self.game.rules, &self.game.program);
        for &step in &self.steps {
            self.current.step(rules, program, step, &mut ()).expect("the step was taken before");
            self.current.next_round(rules, program, &mut ());
        }
        Some(undone)
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps so far as text.
    pub fn line(&self) -> String {
        write_steps(&self.game.program, &self.steps)
    }
}

impl fmt::Display for GamePlay {
    /// The board as text of several lines.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&render::board(&self.game, self.position(), Style::default()))
    }
}

impl Game {
    /// Begins to play the game from its start.
    ///
    /// ```
    /// let play = uur::Game::shipped("oware").expect("it is shipped").play();
    /// assert_eq!(play.legal_moves().len(), 6);
    /// ```
    pub fn play(&self) -> GamePlay {
        GamePlay::new(Arc::new(self.clone()), Match::new(&self.rules, &self.program))
    }

    /// Begins to play the game from a position, which belongs to the first round.
    pub fn play_from(&self, position: Position) -> GamePlay {
        GamePlay::new(Arc::new(self.clone()), Match::from(&self.rules, &self.program, position))
    }

    /// Parses a position, such as `south 4 4 4; north 4 4 4`.
    ///
    /// # Errors
    /// If the text is not a position on this board.
    pub fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        read_position(self, text)
    }

    /// A position as text, in the notation that [`Game::parse_position`] parses.
    pub fn position_text(&self, position: &Position) -> String {
        write_position(self, position)
    }

    /// A position drawn as the board, in several lines.
    pub fn board(&self, position: &Position) -> String {
        render::board(self, position, Style::default())
    }

    /// The rules in English, in lines of at most `width` columns. [`explain::rule_text`] has them as a document.
    pub fn explain(&self, width: usize) -> String {
        explain::rules(self, width)
    }

    /// The events of a move in English, a text for each event that stands alone or row of seeds sown.
    ///
    /// ```
    /// let game = uur::Game::shipped("layli-goobalay").expect("it is shipped");
    /// let mut play = game.play();
    /// let moved = play.play(play.legal_moves()[0])?;
    /// assert_eq!(game.describe(&moved.events)[0], "lap 1: lift 4 seeds from A");
    /// # Ok::<(), uur::StepError>(())
    /// ```
    pub fn describe(&self, events: &[Event]) -> Vec<String> {
        explain::group_drops(events).into_iter().map(|group| explain::describe_event(self, group)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;
    use crate::variants;

    /// Plays moves at random, with lots won by chance, and returns the events and positions.
    fn random(play: &mut GamePlay, chance: &mut Rng, most: usize) -> Vec<Position> {
        let mut positions = vec![*play.position()];
        while positions.len() <= most {
            let moves = play.legal_moves();
            let step = match play.due() {
                NextStep::Move(_) => Step::Move(moves[chance.below(moves.len())]),
                NextStep::Lot(_) => Step::Lot(crate::rules::Side::BOTH[chance.below(2)]),
                NextStep::Round => panic!("a round begins by itself"),
                NextStep::Nothing(_) => break,
            };
            if play.step(step) == Err(StepError::TooLong) {
                break;
            }
            positions.push(*play.position());
        }
        positions
    }

    #[test]
    fn every_shipped_game_is_played_and_undone() {
        for name in variants::names() {
            let mut play = Game::shipped(name).expect("it is shipped").play();
            let positions = random(&mut play, &mut Rng::for_game(1, 0), 8);
            assert!(positions.len() > 1, "{name} has no move");
            for (number, position) in positions.iter().enumerate().rev() {
                assert_eq!(play.position(), position, "{name} after {number} steps");
                assert_eq!(play.undo().is_some(), number > 0, "{name}");
            }
        }
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut play = Game::shipped("oware").expect("it is shipped").play();
        for text in ["A", "a"] {
            play.play(play.parse_move(text).expect("a move")).expect("it is legal");
        }
        let (before, moves) = (*play.position(), play.legal_moves());
        let error = play.play(play.parse_move("A").expect("a move")).expect_err("the pit is empty");
        assert_eq!(error.to_string(), "pit 1 is empty");
        assert_eq!((*play.position(), play.legal_moves()), (before, moves));
        assert_eq!(play.line(), "A a");
    }

    #[test]
    fn a_match_goes_on_after_a_round() {
        let mut play = Game::shipped("hufesay").expect("it is shipped").play();
        random(&mut play, &mut Rng::for_game(2, 0), 200);
        assert!(play.round() > 1, "it ended in its first round: {}", play.line());
    }
}
