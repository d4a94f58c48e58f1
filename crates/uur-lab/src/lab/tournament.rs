//! Every player against every other, on both seats of the same openings.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use super::elo::{Elo, Scores, elo};
use super::player::{Player, Thought};
use super::playout::{Experiment, Played, Playouts};
use crate::threads::run_workers;

/// How a tournament is played.
#[derive(Debug, Clone)]
pub struct Tournament<'a> {
    /// The game, the openings and the bounds; who plays does not count.
    pub experiment: Experiment<'a>,
    /// Who plays.
    pub players: Vec<Player>,
    /// How many openings every two players play, each of them on both seats.
    pub openings: u64,
    /// By how many threads.
    pub threads: usize,
    /// What ends the thought of players; games that it ends do not count.
    pub thought: Thought<'a>,
}

/// What two players came to against each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// Games that each has won.
    pub won: [u64; 2],
    /// Games that nobody won.
    pub drawn: u64,
    /// Games given up for their length; they count as drawn.
    pub unfinished: u64,
    /// Games that South won, and North.
    pub by_seat: [u64; 2],
    /// Moves in all games.
    pub moves: u64,
}

impl Meeting {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.won[0] + self.won[1] + self.drawn + self.unfinished
    }

    /// The points of each, a draw being half a point.
    pub fn scores(&self) -> [f64; 2] {
        self.won.map(|won| won as f64 + 0.5 * (self.drawn + self.unfinished) as f64)
    }

    fn count(&mut self, swapped: bool, played: &Played) {
        self.moves += played.moves;
        match played.winner {
            _ if !played.finished => self.unfinished += 1,
            None => self.drawn += 1,
            Some(side) => {
                self.won[side as usize ^ usize::from(swapped)] += 1;
                self.by_seat[side as usize] += 1;
            }
        }
    }

    /// Adds more games of the same players.
    pub fn add(&mut self, other: &Meeting) {
        let sum = |one: [u64; 2], other: [u64; 2]| [one[0] + other[0], one[1] + other[1]];
        self.won = sum(self.won, other.won);
        self.by_seat = sum(self.by_seat, other.by_seat);
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
        self.moves += other.moves;
    }
}

impl<'a> Tournament<'a> {
    /// Every two players, without games.
    pub fn meetings(&self) -> Vec<Meeting> {
        let all = 0..self.players.len();
        let pairs = all.clone().flat_map(|one| all.clone().skip(one + 1).map(move |other| [one, other]));
        pairs.map(|players| Meeting { players, ..Meeting::default() }).collect()
    }

    /// Plays all games, opening by opening, so that all players have met as often when it is stopped,
    /// but for the last openings. Every opening that is played by two is told.
    pub fn play(&self, mut told: impl FnMut(&Meeting)) -> Vec<Meeting> {
        let mut meetings = self.meetings();
        let next = AtomicU64::new(0);
        let all = self.openings * meetings.len() as u64;
        let empty = meetings.clone();
        let worker = || {
            let mut rooms: Vec<Playouts> = empty.iter().map(|meeting| self.room(meeting)).collect();
            let (next, empty) = (&next, &empty);
            move || {
                if self.thought.stop.load(Ordering::Relaxed) {
                    return None;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= all {
                    return None;
                }
                let place = (number % empty.len() as u64) as usize;
                let played = self.play_opening(&mut rooms[place], number / empty.len() as u64)?;
                Some((place, Meeting { players: empty[place].players, ..played }))
            }
        };
        let Ok(()) = run_workers(self.threads, worker, |(place, played): (usize, Meeting)| {
            meetings[place].add(&played);
            told(&played);
            Ok::<(), Infallible>(())
        });
        meetings
    }

    fn room(&self, meeting: &Meeting) -> Playouts<'a> {
        let players = meeting.players.map(|player| self.players[player]);
        Playouts::new(Experiment { players, pairs: true, ..self.experiment }).bounded(self.thought)
    }

    /// Plays an opening on both seats; nothing if it was stopped.
    fn play_opening(&self, playouts: &mut Playouts, opening: u64) -> Option<Meeting> {
        let mut meeting = Meeting::default();
        for swapped in [false, true] {
            let played = playouts.play(2 * opening + u64::from(swapped), &mut ());
            if self.thought.stop.load(Ordering::Relaxed) {
                return None;
            }
            meeting.count(swapped, &played);
        }
        Some(meeting)
    }

    /// How strong each player is.
    pub fn elo(&self, meetings: &[Meeting]) -> Vec<Elo> {
        let players = self.players.len();
        let mut scores: Scores = vec![vec![0.0; players]; players];
        for meeting in meetings {
            let [one, other] = meeting.players;
            [scores[one][other], scores[other][one]] = meeting.scores();
        }
        elo(&scores)
    }
}
