//! What follows a round of a match, as it is told.

use super::TextReader;
use crate::engine::{Pit, Position};
use crate::explain::say::Say;
use crate::rules::*;

/// A round that is over.
pub struct EndedRound {
    /// Its last position, with the points before it.
    pub position: Position,
    /// Who began it.
    pub starter: Side,
    /// Who made its last move.
    pub last: Side,
    /// What each player holds.
    pub held: [u16; 2],
    /// The points with those of the round.
    pub points: [u16; 2],
}

impl TextReader<'_> {
    /// Whether the rounds of a match are told.
    pub fn has_rounds(&self) -> bool {
        !self.heard.rounds.is_empty()
    }

    /// What the players hold and have scored after a round.
    pub fn after_round(&self, position: Position, starter: Side, last: Side) -> EndedRound {
        let holds = |stores: bool| self.heard.rounds.contains(&Say::HeldSeeds { stores });
        let held = Side::BOTH.map(|side| {
            let own = |pit: &Pit| self.owner(&position, *pit) == side && !self.keeps(&position, *pit);
            let left: u16 = self.layout.pits().filter(own).map(|pit| u16::from(position.held(pit))).sum();
            match (holds(true), holds(false)) {
                (true, _) => position.captured[side] + left,
                (false, true) => left,
                (false, false) => 0,
            }
        });
        let mut ended = EndedRound { position, starter, last, held, points: position.points };
        let points = Side::BOTH.map(|own| ended.points[own] + self.points(&ended, own));
        ended.points = points;
        ended
    }

    /// Whether a pit keeps its seeds for the next round.
    fn keeps(&self, position: &Position, pit: Pit) -> bool {
        self.heard.rounds.iter().any(|say| match say {
            Say::KeepsSeeds(pits) => Side::BOTH.iter().any(|side| {
                let position = Position { to_move: *side, ..*position };
                let turn = super::TurnInMind::before(&position, pit, Way::Onward);
                super::view::BoardInMind::still(self, &position, &turn).holds_at(pits, Some(pit))
            }),
            _ => false,
        })
    }

    /// The points that a round brings a player. A sentence that begins with "otherwise" counts only if none before it
    /// does.
    fn points(&self, ended: &EndedRound, own: Side) -> u16 {
        let (mut points, mut scored) = (0, false);
        for say in &self.heard.rounds {
            if let Say::Points { first, condition, number } = say {
                scored &= !first;
                if !scored && ended.holds(condition, own) {
                    points += number.unwrap_or(ended.held[own].saturating_sub(ended.held[own.other()]));
                    scored = true;
                }
            }
        }
        points
    }

    /// The result of the match, if it is over: the winner.
    pub fn match_over(&self, ended: &EndedRound) -> Option<Option<Side>> {
        let results = self.match_results(ended);
        let first = results.first().copied();
        assert!(results.iter().all(|result| Some(*result) == first), "the match has several results: {results:?}");
        first
    }

    /// The results of the match that are told of a round.
    fn match_results(&self, ended: &EndedRound) -> Vec<Option<Side>> {
        let mut results = vec![];
        for own in Side::BOTH {
            let mut fits = false;
            for say in &self.heard.rounds {
                let verdict = match say {
                    Say::MatchSeeds { amount, won } if amount.contains(ended.held[own]) => {
                        Some(if *won { Verdict::Player } else { Verdict::Opponent })
                    }
                    Say::MatchPoints(amount) => amount.contains(ended.points[own]).then_some(Verdict::Player),
                    Say::MatchEnd { first, condition, verdict } if *first || !fits => {
                        ended.holds(condition, own).then_some(*verdict)
                    }
                    _ => None,
                };
                let Some(verdict) = verdict else { continue };
                fits = true;
                results.push(match verdict {
                    Verdict::Player => Some(own),
                    Verdict::Opponent => Some(own.other()),
                    Verdict::Draw | Verdict::Pass => None,
                    Verdict::Goal if !self.heard.more_seeds_win => None,
                    Verdict::Goal => ended.more(),
                });
            }
        }
        results
    }

    /// Whether a match in which the players hold equally many seeds goes on with these points.
    pub fn may_have_points(&self, points: [u16; 2]) -> bool {
        let (starter, last, position) = (Side::South, Side::South, self.game.program.fresh());
        let held = [position.total() / 2; 2];
        self.match_results(&EndedRound { position, starter, last, held, points }).is_empty()
    }

    /// Checks what is told of the aim against a match that is over.
    pub fn judge_match_aim(&self, ended: &EndedRound, winner: Option<Side>) {
        let handful = self.heard.rounds.iter().find_map(|say| match say {
            Say::Refill(refill, _) => refill.seeds(),
            _ => None,
        });
        for aim in &self.heard.aim {
            match (aim, winner) {
                (Say::AimFill, Some(winner)) => {
                    assert!(ended.held[winner.other()] < handful.expect("seeds fill a pit"), "the loser fills a pit");
                }
                (Say::AimPoints(points), Some(winner)) => {
                    assert!(points.contains(ended.points[winner]), "the winner has no such score");
                }
                _ => {}
            }
        }
    }

    /// Whether a lot decides who gets how many seeds that both have over.
    pub fn lot_for_rest(&self, ended: &EndedRound) -> Option<u16> {
        self.exchange(ended).filter(|(remainder, _)| remainder.exchange == Exchange::Lot).map(|(told, _)| told.one)
    }

    /// What is told of the seeds that both players have over, and who is the first of them.
    fn exchange(&self, ended: &EndedRound) -> Option<(Remainder, Side)> {
        self.heard.rounds.iter().find_map(|say| match say {
            Say::Remainder { remainder, handful: Some(handful), .. } => {
                let over = |side: Side| ended.held[side] % handful;
                let one = Side::BOTH
                    .into_iter()
                    .find(|side| over(*side) == remainder.one && over(side.other()) == remainder.other)?;
                Some((*remainder, one))
            }
            _ => None,
        })
    }

    /// Whether a lot decides who begins the next round.
    pub fn lot_begins(&self) -> bool {
        self.heard.rounds.contains(&Say::NextBegins(Starter::Lot))
    }

    /// The first position of the next round; the winners of the lots.
    pub fn next_round(&self, mut ended: EndedRound, rest: Option<Side>, begins: Option<Side>) -> Position {
        if let Some((remainder, one)) = self.exchange(&ended) {
            let (from, seeds) = match (remainder.exchange, rest) {
                (Exchange::Lot, Some(winner)) => (winner.other(), remainder.one),
                (Exchange::Lot, None) => panic!("a lot decides"),
                (Exchange::Cede, _) => (one, remainder.one),
                (Exchange::ToLoser, _) => {
                    let from = ended.loser().other();
                    (from, if from == one { remainder.one } else { remainder.other })
                }
            };
            ended.held[from] -= seeds;
            ended.held[from.other()] += seeds;
        }
        let winner = ended.position.outcome.and_then(|outcome| outcome.winner);
        let starter = self.heard.rounds.iter().find_map(|say| match say {
            Say::NextBegins(starter) => Some(*starter),
            _ => None,
        });
        let begins = match starter.expect("it is told who begins") {
            Starter::Lot => begins.expect("a lot decides"),
            Starter::Alternates => ended.starter.other(),
            Starter::Winner => winner.unwrap_or(ended.starter),
            Starter::Loser => winner.map_or(ended.starter, Side::other),
            Starter::LastToMove => ended.last,
        };
        let mut position = self.refilled(&ended, winner);
        for say in &self.heard.rounds {
            if let Say::CounterKept(counter) = say {
                let counter = usize::from(counter.0);
                position.memory.counters[counter] = ended.position.memory.counters[counter];
            }
        }
        position.to_move = begins;
        position.points = ended.points;
        if self.game.program.facts().asked.starter {
            position.memory.starter = Some(begins);
        }
        self.begin_turn(&mut position, None);
        position
    }

    /// The board of the next round.
    fn refilled(&self, ended: &EndedRound, winner: Option<Side>) -> Position {
        let told = &self.heard.rounds;
        let (refill, filler) = told
            .iter()
            .find_map(|say| match say {
                Say::Refill(refill, filler) => Some((*refill, *filler)),
                _ => None,
            })
            .expect("it is told how pits are filled");
        let mut position = match refill {
            Refill::Anew => self.game.program.fresh(),
            _ => Position { out: ended.position.out, ..self.game.program.bare() },
        };
        for say in told {
            if let (Say::WinnerGains(pits), Some(winner)) = (say, winner) {
                position.territory = if winner == Side::South { *pits as i8 } else { -(*pits as i8) };
            }
        }
        if refill == Refill::Anew {
            return position;
        }
        let span = i16::from(self.layout.span());
        if let Refill::Pits { seeds, territory: true, .. } = refill {
            let beyond = |side: Side| ((ended.held[side] / seeds) as i16).min(2 * span).saturating_sub(span).max(0);
            position.territory = (beyond(Side::South) - beyond(Side::North)) as i8;
        }
        for pit in self.layout.pits().filter(|pit| self.keeps(&ended.position, *pit)) {
            position.seeds[pit.index()] = ended.position.held(pit);
        }
        for side in Side::BOTH {
            self.fill(&mut position, ended, side, refill, filler);
        }
        if told.contains(&Say::CannotFill(Unfilled::ClosedForBoth)) {
            for pit in self.layout.pits() {
                if position.is_closed(self.layout.mirrored(pit)) && !position.is_closed(pit) {
                    let seeds = position.take(pit, u8::MAX);
                    let owner = self.owner(&position, pit);
                    position.captured[owner] += u16::from(seeds);
                    position.closed |= 1 << pit.0;
                }
            }
        }
        position
    }

    /// A player's own pits are filled.
    fn fill(&self, position: &mut Position, ended: &EndedRound, side: Side, refill: Refill, filler: Filler) {
        let told = &self.heard.rounds;
        let mut pits: Vec<Pit> = self.layout.pits_from(side).collect();
        pits.retain(|pit| self.owner(position, *pit) == side && !self.keeps(&ended.position, *pit));
        let by = match filler {
            Filler::Loser if side != ended.loser() => {
                position.captured[side] = ended.held[side];
                for pit in pits {
                    let seeds = ended.position.held(pit);
                    position.seeds[pit.index()] = seeds;
                    position.closed |= ended.position.closed & 1 << pit.0;
                    position.captured[side] -= u16::from(seeds);
                }
                return;
            }
            Filler::Each | Filler::Loser => side,
            Filler::LoserForBoth => ended.loser(),
        };
        if refill.goes_back() {
            pits.reverse();
        }
        let (mut held, mut own) = (ended.held[by], ended.held[side]);
        let (number, evenly) = (pits.len() as u16, ended.held[by]);
        for (at, pit) in (0..).zip(pits) {
            let seeds = match refill.seeds() {
                None => evenly / number + u16::from(at < evenly % number),
                Some(each) if held >= each => each,
                Some(_) if told.contains(&Say::LeftoverGoes(Leftover::NextPit)) => held,
                Some(_) if told.contains(&Say::LeftoverGoes(Leftover::Singly)) => held.min(1),
                Some(_) => 0,
            };
            (held, own) = (held - seeds, own - seeds);
            position.seeds[pit.index()] = seeds as u8;
            let closes = |say: &Say| matches!(say, Say::CannotFill(Unfilled::Closed | Unfilled::ClosedForBoth));
            if seeds == 0 && told.iter().any(closes) {
                position.closed |= 1 << pit.0;
            }
        }
        position.captured[side] = own;
    }
}

impl EndedRound {
    /// The player who holds fewer seeds or, if both hold equally many, the one who began.
    fn loser(&self) -> Side {
        self.more().map_or(self.starter, Side::other)
    }

    fn more(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.held[*side] > self.held[side.other()])
    }

    fn seeds(&self, place: &Place, own: Side) -> u16 {
        match place {
            Place::Store(whose) => self.held[whose.seen_by(own)],
            Place::Points(whose) => self.points[whose.seen_by(own)],
            Place::Counter(whose, counter) => {
                self.position.memory.counters[usize::from(counter.0)][whose.seen_by(own)].into()
            }
            Place::Number(number) => *number,
            Place::Sum(parts) => parts.iter().map(|part| self.seeds(part, own)).sum(),
            other => panic!("no place after a round: {other:?}"),
        }
    }

    /// Whether a condition is true for a player after the round.
    fn holds(&self, condition: &Condition, own: Side) -> bool {
        match condition {
            Condition::Always => true,
            Condition::All(parts) => parts.iter().all(|part| self.holds(part, own)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part, own)),
            Condition::Not(part) => !self.holds(part, own),
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one, own), self.seeds(other, own)),
            Condition::Holds(place, amount) => amount.contains(self.seeds(place, own)),
            Condition::Is(place, kind) => (self.seeds(place, own) > 0) == (*kind == PitKind::Occupied),
            other => panic!("no condition after a round: {other:?}"),
        }
    }
}
