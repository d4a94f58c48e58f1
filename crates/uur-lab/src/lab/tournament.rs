//! Round-robin tournaments: every pair plays both seats of the same openings.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::elo::{Elo, Scores, elo};
use super::opening::BalancedOpenings;
use super::player::{Contestant, SearchControl};
use super::playout::{Experiment, GameResult, Playouts};
use crate::threads::run_workers;
use uur::rules::Side;

/// A tournament.
#[derive(Debug, Clone)]
pub struct Tournament<'a> {
    /// The game, the openings and the bounds. Its players are ignored.
    pub experiment: Experiment<'a>,
    /// The players.
    pub players: Vec<Contestant<'a>>,
    /// The number of the first opening. A tournament can be played in parts, one after the other.
    pub first_opening: u64,
    /// The nodes of the search that judges whether an opening is balanced. `None` plays every opening.
    pub balanced: Option<u64>,
    /// The number of openings of each pair. Each opening is played on both seats.
    pub openings: u64,
    /// The number of threads.
    pub threads: usize,
    /// Stops the searches. Games that it interrupts do not count.
    pub control: SearchControl<'a>,
}

/// The result of a pair of players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The numbers of the players.
    pub players: [usize; 2],
    /// Games that each has won.
    pub won: [u64; 2],
    /// Drawn games.
    pub drawn: u64,
    /// Games abandoned for their length. They count as draws.
    pub unfinished: u64,
    /// Games that South won, and North.
    pub by_seat: [u64; 2],
    /// Moves in all games.
    pub moves: u64,
}

impl Meeting {
    /// Returns all pairs of so many players, without games.
    pub fn of_all(players: usize) -> Vec<Meeting> {
        let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
        pairs.map(|players| Meeting { players, ..Meeting::default() }).collect()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.won[0] + self.won[1] + self.drawn + self.unfinished
    }

    /// Returns the points of each player. A draw is half a point.
    pub fn scores(&self) -> [f64; 2] {
        self.won.map(|won| won as f64 + 0.5 * (self.drawn + self.unfinished) as f64)
    }

    fn count(&mut self, swapped: bool, played: &GameResult) {
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

    /// Counts a game of so many moves, in which the seats were swapped or not. One that is not finished has no winner.
    pub fn count_game(&mut self, swapped: bool, winner: Option<Side>, finished: bool, moves: u64) {
        self.count(swapped, &GameResult { winner, finished, moves, ..GameResult::default() });
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
    /// Plays all games, opening by opening, so that all pairs have played almost equally often when the tournament
    /// is stopped. `on_pairing` receives each opening of a pair.
    pub fn play(&self, mut on_pairing: impl FnMut(&Meeting)) -> Vec<Meeting> {
        let mut meetings = Meeting::of_all(self.players.len());
        let next = AtomicU64::new(0);
        let all = self.openings * meetings.len() as u64;
        let empty = meetings.clone();
        let balanced = self.balanced.map(|nodes| BalancedOpenings::new(self.experiment, nodes, self.control));
        // All pairs play the same openings, so each is drawn once, or seldom twice by two threads.
        let drawn = Mutex::new(HashMap::new());
        let known = |opening: u64| drawn.lock().expect("nothing panics under it").get(&opening).copied();
        let worker = || {
            let mut playouts_of: Vec<Playouts> = empty.iter().map(|meeting| self.playouts(meeting)).collect();
            let (next, empty, drawn, known) = (&next, &empty, &drawn, &known);
            move || {
                if self.control.stop.load(Ordering::Relaxed) {
                    return None;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= all {
                    return None;
                }
                let place = (number % empty.len() as u64) as usize;
                let mut opening = self.first_opening + number / empty.len() as u64;
                if let Some(balanced) = balanced {
                    let found = known(opening).map_or_else(|| balanced.draw(opening), Some)?;
                    drawn.lock().expect("nothing panics under it").insert(opening, found);
                    opening = found;
                }
                let played = self.play_opening(&mut playouts_of[place], opening)?;
                Some((place, Meeting { players: empty[place].players, ..played }))
            }
        };
        let Ok(()) = run_workers(self.threads, worker, |(place, played): (usize, Meeting)| {
            meetings[place].add(&played);
            on_pairing(&played);
            Ok::<(), Infallible>(())
        });
        meetings
    }

    fn playouts(&self, meeting: &Meeting) -> Playouts<'a> {
        let players = meeting.players.map(|player| self.players[player]);
        Playouts::new(Experiment { pairs: true, ..self.experiment }).between(players).bounded(self.control)
    }

    /// Plays the opening with a number on both seats. `None` if stopped.
    fn play_opening(&self, playouts: &mut Playouts, opening: u64) -> Option<Meeting> {
        let mut meeting = Meeting::default();
        for swapped in [false, true] {
            let played = playouts.play(2 * opening + u64::from(swapped), &mut ());
            if self.control.stop.load(Ordering::Relaxed) {
                return None;
            }
            meeting.count(swapped, &played);
        }
        Some(meeting)
    }

    /// Returns the rating of each of so many players.
    pub fn elo(players: usize, meetings: &[Meeting]) -> Vec<Elo> {
        let mut scores: Scores = vec![vec![0.0; players]; players];
        for meeting in meetings {
            let [one, other] = meeting.players;
            [scores[one][other], scores[other][one]] = meeting.scores();
        }
        elo(&scores)
    }
}
