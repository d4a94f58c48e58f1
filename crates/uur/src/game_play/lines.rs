//! The course of a game with what is said of it and its other lines, as entries of a record.

use super::GamePlay;
use crate::engine::Event;
use crate::match_play::Step;
use crate::notation::{Excerpt, GameEnd, RecordEntry, RecordResult, write_steps};
use crate::rules::Side;

impl GamePlay {
    /// How many rounds South and North have won.
    pub fn rounds_won(&self) -> [u32; 2] {
        let mut won = [0; 2];
        for event in self.turns().iter().flat_map(|turn| turn.events.iter()) {
            if let Event::Over { outcome } = event
                && let Some(side) = outcome.winner
            {
                won[side] += 1;
            }
        }
        won
    }

    /// Says something of the last step, or of the whole game if there is none. An empty remark takes back what was said.
    pub fn remark(&mut self, text: &str) {
        let steps = self.steps();
        self.remarks.retain(|(about, _)| *about != steps);
        if !text.is_empty() {
            self.remarks.push((steps, text.to_string()));
        }
    }

    /// What is said of a step, from 1, or of the whole game with 0.
    pub fn remark_on(&self, number: usize) -> Option<&str> {
        let is_about = |about: &[Step]| {
            about.len() == number && about.iter().eq(self.turns.iter().take(number).map(|turn| &turn.step))
        };
        self.remarks.iter().find(|(about, _)| is_about(about)).map(|(_, text)| text.as_str())
    }

    /// Takes over what was said of another line of the same game.
    #[doc(hidden)]
    pub fn remark_as(&mut self, other: &GamePlay) {
        self.remarks.clone_from(&other.remarks);
    }

    /// The steps, the remarks about them, and other lines of the same game as variations, for a record. A line that only
    /// goes on where this one ends is left out.
    #[doc(hidden)]
    pub fn entries(&self, others: &[&GamePlay]) -> Vec<RecordEntry> {
        let others = others.iter().copied().filter(|other| other.from == self.from);
        self.remark_entry(0).into_iter().chain(self.entries_after(0, others.collect())).collect()
    }

    /// The entries after a number of steps, which the others share.
    fn entries_after(&self, number: usize, mut others: Vec<&GamePlay>) -> Vec<RecordEntry> {
        let mut entries = vec![];
        for (at, turn) in self.turns.iter().enumerate().skip(number) {
            entries.push(write_steps(&self.game.program, &[turn.step]).into());
            entries.extend(self.remark_entry(at + 1));
            let step_of = |line: &GamePlay| line.turns.get(at).map(|turn| turn.step);
            // A variation that goes on where this one ends stands beside its last step.
            let is_last = number > 0 && at + 1 == self.turns.len();
            let goes_along = |other: &GamePlay| {
                let says = other.remark_on(at + 1);
                step_of(other) == Some(turn.step)
                    && (says.is_none() || says == self.remark_on(at + 1))
                    && !(is_last && other.turns.len() > self.turns.len())
            };
            let (along, mut apart): (Vec<&GamePlay>, Vec<&GamePlay>) =
                others.into_iter().filter(|other| step_of(other).is_some()).partition(|other| goes_along(other));
            while let Some(&first) = apart.first() {
                let (same, rest) = apart.into_iter().partition(|other| step_of(other) == step_of(first));
                let inside = first.entries_after(at, same);
                entries.push(RecordEntry::Variation(Excerpt::default(), inside));
                apart = rest;
            }
            others = along;
        }
        entries
    }

    /// How a result that a record states differs from that of its moves, in a sentence; `None` if it does not.
    #[doc(hidden)]
    pub fn doubts(&self, stated: Option<RecordResult>) -> Option<String> {
        let stated = stated?;
        let won =
            |winner: Option<Side>| winner.map_or("it is a draw".to_string(), |side| format!("{} wins", side.title()));
        match self.result() {
            None if stated.by == GameEnd::Rules => {
                Some(format!("the record states that {}, but the game goes on after its moves", won(stated.winner)))
            }
            Some(result) if result.winner != stated.winner => {
                Some(format!("the record states that {}, but by the rules {}", won(stated.winner), won(result.winner)))
            }
            _ => None,
        }
    }

    /// How the players ended the game by its record, if the rules have not ended it.
    #[doc(hidden)]
    pub fn ended_early(&self, stated: Option<RecordResult>) -> Option<RecordResult> {
        stated.filter(|result| result.by != GameEnd::Rules && self.result().is_none())
    }

    fn remark_entry(&self, number: usize) -> Option<RecordEntry> {
        self.remark_on(number).map(|text| RecordEntry::Remark(text.to_string().into()))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::notation::Record;

    #[test]
    fn a_record_keeps_remarks_and_variations() {
        let game = Game::shipped("oware").expect("it is shipped");
        let written =
            "game oware\nmoves \"a friendly game\" F \"sown far\" f (e \"or so\" E (D d) d) (a A) A (B b) a\n";
        let record = Record::read(written).expect("it is a record");
        let mut play = game.play();
        let others = play.play_record(&record.moves).expect("the moves are legal");
        assert_eq!((play.line().as_str(), others.len()), ("F f A a", 4));
        assert_eq!(play.remark_on(1), Some("sown far"));
        let again = Record { moves: play.entries(&others.iter().collect::<Vec<_>>()), ..record };
        assert_eq!(again.write(), written);
    }

    #[test]
    fn a_remark_is_about_the_steps_before_it() {
        let mut play = Game::shipped("oware").expect("it is shipped").play();
        for text in ["A", "b"] {
            play.play(play.parse_move(text).expect("a move")).expect("it is legal");
        }
        play.remark("well");
        play.undo();
        assert_eq!(play.remark_on(2), None);
        play.play(play.parse_move("c").expect("a move")).expect("it is legal");
        assert_eq!(play.remark_on(2), None);
        play.undo();
        play.play(play.parse_move("b").expect("a move")).expect("it is legal");
        assert_eq!(play.remark_on(2), Some("well"));
    }

    #[test]
    fn an_illegal_variation_is_refused() {
        let record = Record::read("game oware\nmoves F (G a) f").expect("it is a record");
        let stopped = Game::shipped("oware").expect("it is shipped").play().play_record(&record.moves);
        assert_eq!(stopped.expect_err("there is no pit G").number, 1);
    }
}
