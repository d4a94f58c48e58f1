//! A game in progress: one round, or a match of rounds where the rules define one.
//!
//! Between rounds the players fill their pits with the seeds they have won. Pits that cannot be filled
//! are closed, and open again in a later round if they can be filled. A lot is decided outside of the
//! match, by the players or at random: the match reports that one is due and continues with its winner.

use std::fmt;

use crate::chance::Rng;
use crate::diagnostic::count;
use crate::engine::{
    Budget, Event, History, MOST_COUNTERS, MOST_EVENTS, MOST_PITS, Move, Observer, Pit, PlayError, Position, Program,
};
use crate::rules::{
    Arranged, Arrangement, ClauseId, Condition, EndClause, Exchange, Filler, Leftover, PitView, Place, Refill,
    RoundSetup, Rounds, Scene, Side, Starter, Unfilled, Verdict,
};

/// One step of a game or match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A player's move.
    Move(Move),
    /// A lot, won by this player.
    Lot(Side),
    /// A setup of seeds before the first move.
    Arrange(Setup),
}

/// A setup of seeds before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The player who lays out the seeds; `None` for a random setup.
    pub by: Option<Side>,
    /// The seeds of each row from its A on. A row that is `None` does not change.
    pub rows: [Option<[u8; MOST_PITS / 2]>; 2],
}

/// A game being played.
#[derive(Debug, Clone)]
pub struct Match {
    /// The current position; after a round its last position, until the next round begins.
    pub position: Position,
    /// The number of the round, from 1.
    pub round: u32,
    /// The next step.
    pub due: NextStep,
    /// Whether a lot may still decide who begins the first round. Without one, South begins.
    pub may_begin_with_lot: bool,
    /// The setups still allowed before the first move, in order. A move skips all of them.
    pub arrangements: Vec<Arrangement>,
    /// The position at the start of this round, before any setup or begin clause.
    bare: Position,
    /// The seeds each player holds between rounds: those in the store and those left in the row, after
    /// remainders were ceded.
    held: [u16; 2],
    history: History,
    /// The player who began this round.
    starter: Side,
    /// The player who made its last move.
    last_to_move: Side,
    /// The player who begins the next round, once it is known.
    next_starter: Option<Side>,
}

/// What the match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// A move of this player.
    Move(Side),
    /// The result of a lot.
    Lot(LotFor),
    /// A new round, by [`Match::next_round`].
    Round,
    /// Nothing: the game or match is over.
    Nothing(MatchOutcome),
}

/// What a lot decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LotFor {
    /// Who begins the round.
    Starter,
    /// Who gets what the other player has left over, by these numbers of South's and North's seeds and by this clause.
    Remainder([u16; 2], ClauseId),
}

impl fmt::Display for LotFor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let seeds = |number: u16| count(number.into(), "seed");
        match *self {
            LotFor::Starter => write!(f, "who begins"),
            LotFor::Remainder([one, other], _) if one == other => {
                write!(f, "who gets the {} left over on each side", seeds(one))
            }
            LotFor::Remainder([south, north], _) => {
                write!(f, "who gets what the other has left over: South has {}, North {}", seeds(south), seeds(north))
            }
        }
    }
}

/// How a game or match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchOutcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The clause that ended the match; `None` for a game of one round, whose outcome is stored in the
    /// position.
    pub clause: Option<ClauseId>,
}

/// Why a step cannot be taken. The match is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepError {
    /// The move is not legal.
    Play(PlayError),
    /// A lot has to be decided first.
    LotDue(LotFor),
    /// No lot is due.
    NoLotDue,
    /// This player may not lay out seeds now.
    NothingToArrange,
    /// The setup changes other seeds than the rules allow.
    WrongSeeds(ClauseId),
    /// The setup does not satisfy the condition of the clause.
    ConditionFails(ClauseId),
    /// The move has more than [`MOST_EVENTS`](crate::engine::MOST_EVENTS) events.
    TooLong,
    /// The game or match is over.
    Over,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StepError::Play(error) => write!(f, "{error}"),
            StepError::LotDue(due) => write!(f, "a lot decides first {due}"),
            StepError::NoLotDue => write!(f, "no lot is due"),
            StepError::NothingToArrange => write!(f, "no seeds can be laid out now"),
            StepError::WrongSeeds(_) => write!(f, "these are not the seeds that may be laid out"),
            StepError::ConditionFails(_) => write!(f, "the seeds may not be laid out in this way"),
            StepError::TooLong => write!(f, "the move has not ended after {MOST_EVENTS} events"),
            StepError::Over => write!(f, "the game is over"),
        }
    }
}

// The text of a `PlayError` is the whole text, so it is not a source as well.
impl std::error::Error for StepError {}

impl From<PlayError> for StepError {
    fn from(error: PlayError) -> Self {
        StepError::Play(error)
    }
}

impl Match {
    /// Starts a game. Where a lot decides who begins, its result may be given before the first move;
    /// otherwise South begins.
    pub fn new(program: &Program) -> Self {
        let bare = program.fresh();
        let mut game = Match { bare, ..Match::begun(program, program.start(), bare.to_move, &mut ()) };
        game.arrangements.clone_from(&program.rules().arrangements);
        game.may_begin_with_lot = program.rules().rounds.as_ref().is_some_and(|rounds| rounds.starter == Starter::Lot);
        game
    }

    /// Starts a game from a position of its first round.
    pub fn from(program: &Program, position: Position) -> Self {
        Match::observed_from(program, position, &mut ())
    }

    /// The same; the observer receives what follows a round that is over.
    pub fn observed_from(program: &Program, position: Position, observer: &mut impl Observer) -> Self {
        let starter = position.memory.starter.unwrap_or(position.to_move);
        Match::begun(program, position, starter, observer)
    }

    /// A game in the first turn of a round that a player began, who may have passed.
    fn begun(program: &Program, position: Position, starter: Side, observer: &mut impl Observer) -> Self {
        let mut game = Match {
            position,
            round: 1,
            due: NextStep::Move(position.to_move),
            may_begin_with_lot: false,
            arrangements: vec![],
            bare: position,
            held: [0; 2],
            history: History::starting(&position),
            starter,
            last_to_move: position.to_move,
            next_starter: None,
        };
        game.after_move(program, observer);
        game
    }

    /// The positions of this round so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Takes one step. If a new round is due, a move or setup begins it first.
    ///
    /// # Errors
    /// Returns the reason why the step cannot be taken. The match is then unchanged.
    pub fn step(&mut self, program: &Program, step: Step, observer: &mut impl Observer) -> Result<(), StepError> {
        self.step_within(program, step, observer, &mut { Budget::FULL })
    }

    /// Takes one step with a limit on the length of a move. After a move that has overrun its budget the
    /// state of the match is unspecified.
    ///
    /// # Errors
    /// As [`Match::step`].
    pub fn step_within(
        &mut self,
        program: &Program,
        step: Step,
        observer: &mut impl Observer,
        budget: &mut Budget,
    ) -> Result<(), StepError> {
        match step {
            Step::Move(m) => self.play(program, m, observer, budget),
            Step::Lot(winner) => self.lot(program, winner, observer),
            Step::Arrange(laid) => self.arrange(program, &laid, observer),
        }
    }

    /// Takes one step and returns its events.
    ///
    /// # Errors
    /// As [`Match::step`], and if the move has too many events, or if sowings after it are too long to find out which
    /// moves may be made. The match is then unchanged.
    pub fn step_recorded(&mut self, program: &Program, step: Step) -> Result<Vec<Event>, StepError> {
        let mut next = self.clone();
        let mut events: Vec<Event> = vec![];
        let (mut budget, abandoned) = (Budget::events(MOST_EVENTS), program.abandoned());
        next.step_within(program, step, &mut events, &mut budget)?;
        if budget.overrun().is_some() || program.abandoned() > abandoned {
            return Err(StepError::TooLong);
        }
        *self = next;
        Ok(events)
    }

    /// Applies a setup and skips those that were allowed before it.
    fn arrange(&mut self, program: &Program, laid: &Setup, observer: &mut impl Observer) -> Result<(), StepError> {
        if self.due == NextStep::Round {
            let mut next = self.clone();
            next.next_round(program, observer);
            next.arrange(program, laid, observer)?;
            *self = next;
            return Ok(());
        }
        let place = self.arrangements.iter().position(|arrangement| arrangement.by == laid.by);
        let Some(place) = place else { return Err(StepError::NothingToArrange) };
        let arrangement = &self.arrangements[place];
        let mut bare = self.laid_out(program, arrangement, laid);
        if !is_allowed_setup(program, arrangement, &self.bare, &bare, laid) {
            return Err(StepError::WrongSeeds(arrangement.clause));
        }
        if !program.holds_for(&bare, laid.by.unwrap_or(Side::South), &arrangement.condition) {
            return Err(StepError::ConditionFails(arrangement.clause));
        }
        let is_refill = |rounds: &&Rounds| rounds.arranged.as_ref().is_some_and(|by| by.clause == arrangement.clause);
        if let (Some(rounds), Some(by)) = (program.rules().rounds.as_ref().filter(is_refill), laid.by) {
            let sides = if arrangement.both { vec![by, by.other()] } else { vec![by] };
            close_empty(rounds, program, &mut bare, &sides);
        }
        observer.event(Event::Arranged { by: laid.by, clause: arrangement.clause });
        let mut position = bare;
        program.begin_turn(&mut position, observer);
        let left = self.arrangements.split_off(place + 1);
        let (round, may_begin_with_lot) = (self.round, self.may_begin_with_lot);
        *self = Match { round, may_begin_with_lot, bare, arrangements: left, ..Match::from(program, position) };
        Ok(())
    }

    /// Returns the board with a setup, before the first move.
    fn laid_out(&self, program: &Program, arrangement: &Arrangement, laid: &Setup) -> Position {
        let mut bare = self.bare;
        let copied = laid.by.and_then(|side| laid.rows[side]).filter(|_| arrangement.both);
        for side in Side::BOTH {
            let Some(row) = copied.or(laid.rows[side]) else { continue };
            for (pit, seeds) in program.layout().pits_of(side).zip(row) {
                bare.seeds[pit.index()] = seeds;
            }
        }
        bare
    }

    /// Returns a random setup for the next arrangement; `None` if no valid one is found in 200 tries.
    pub fn random_setup(&self, program: &Program, rng: &mut Rng) -> Option<Step> {
        let arrangement = self.arrangements.first()?;
        (0..TRIES).find_map(|_| {
            let bare = random_arrangement(program, arrangement, &self.bare, rng);
            let side = arrangement.by.unwrap_or(Side::South);
            let rows = Side::BOTH.map(|row| {
                let given = arrangement.what != Arranged::Row || row == side;
                let mut seeds = [0; MOST_PITS / 2];
                program
                    .layout()
                    .pits_of(row)
                    .enumerate()
                    .for_each(|(number, pit)| seeds[number] = bare.seeds[pit.index()]);
                (given && !(program.is_single_player() && row == Side::North)).then_some(seeds)
            });
            let setup = Setup { by: arrangement.by, rows };
            // What holds is asked of the whole board, on which the other row may be laid out alike.
            let holds = program.holds_for(&self.laid_out(program, arrangement, &setup), side, &arrangement.condition);
            holds.then_some(Step::Arrange(setup))
        })
    }

    fn play(
        &mut self,
        program: &Program,
        m: Move,
        observer: &mut impl Observer,
        budget: &mut Budget,
    ) -> Result<(), StepError> {
        match self.due {
            NextStep::Move(_) => {
                program.check(&self.position, m).map_err(StepError::Play)?;
                self.last_to_move = self.position.to_move;
                program.play_within(&mut self.position, &mut self.history, m, observer, budget);
                self.may_begin_with_lot = false;
                self.arrangements.clear();
                self.after_move(program, observer);
                Ok(())
            }
            NextStep::Round => {
                let mut next = self.clone();
                next.next_round(program, observer);
                next.play(program, m, observer, budget)?;
                *self = next;
                Ok(())
            }
            NextStep::Lot(what) => Err(StepError::LotDue(what)),
            NextStep::Nothing(_) => Err(StepError::Over),
        }
    }

    fn lot(&mut self, program: &Program, winner: Side, observer: &mut impl Observer) -> Result<(), StepError> {
        let cast = program.rules().lot.as_ref().map(|lot| Event::Lot { winner, clause: lot.clause });
        let mut ceded = None;
        match self.due {
            NextStep::Lot(LotFor::Starter) => {
                self.next_starter = Some(winner);
                self.due = self.round_due(program);
            }
            NextStep::Lot(LotFor::Remainder(left, clause)) => {
                let seeds = left[winner.other()];
                self.held[winner] += seeds;
                self.held[winner.other()] -= seeds;
                self.due = self.starter_due(program);
                ceded = Some(Event::Cede { from: winner.other(), seeds, clause });
            }
            NextStep::Move(_) if self.may_begin_with_lot => {
                let mut bare = self.bare;
                program.set_starter(&mut bare, winner);
                let mut position = bare;
                program.begin_turn(&mut position, &mut ());
                let arrangements = std::mem::take(&mut self.arrangements);
                *self = Match { bare, arrangements, ..Match::begun(program, position, winner, &mut ()) };
            }
            _ => return Err(StepError::NoLotDue),
        }
        cast.into_iter().chain(ceded).for_each(|event| observer.event(event));
        self.announce_end(observer);
        Ok(())
    }

    /// Determines the next step after a move.
    fn after_move(&mut self, program: &Program, observer: &mut impl Observer) {
        let Some(outcome) = self.position.outcome else {
            self.due = NextStep::Move(self.position.to_move);
            return;
        };
        let Some(rounds) = &program.rules().rounds else {
            self.due = NextStep::Nothing(MatchOutcome { winner: outcome.winner, clause: None });
            return;
        };
        let row = held_in_rows(program, &self.position);
        self.held = Side::BOTH.map(|side| self.position.captured[side] + row[side]);
        self.count_points(rounds, observer);
        self.due = match self.match_over(rounds, program) {
            Some(over) => NextStep::Nothing(over),
            None => self.remainders(rounds, program, observer),
        };
        self.announce_end(observer);
    }

    /// Emits the event of a match that is over.
    fn announce_end(&self, observer: &mut impl Observer) {
        if let NextStep::Nothing(MatchOutcome { winner, clause: Some(clause) }) = self.due {
            observer.event(Event::MatchOver { winner, clause });
        }
    }

    /// Adds the points of the round.
    fn count_points(&mut self, rounds: &Rounds, observer: &mut impl Observer) {
        let (held, before) = (self.held, self.position.points);
        for own in Side::BOTH {
            let scene = Holdings { points: before, ..self.holdings(own) };
            let Some(line) = rounds.points.iter().find(|line| line.condition.holds(&scene)) else { continue };
            let points = line.number.unwrap_or(held[own].saturating_sub(held[own.other()]));
            self.position.points[own] = before[own].saturating_add(points);
            observer.event(Event::Points { side: own, points, clause: line.clause });
        }
    }

    fn match_over(&self, rounds: &Rounds, program: &Program) -> Option<MatchOutcome> {
        let met = |own: Side, clause: &EndClause| clause.condition.holds(&self.holdings(own));
        let ended = Side::BOTH.into_iter().find_map(|own| {
            let clause = rounds.over.iter().find(|clause| met(own, clause))?;
            let held = self.held;
            let winner = match clause.ending.verdict {
                Verdict::Player => Some(own),
                Verdict::Opponent => Some(own.other()),
                Verdict::Draw | Verdict::Pass => None,
                Verdict::Goal => Side::BOTH
                    .into_iter()
                    .find(|&side| program.rules().goal.is_some() && held[side] > held[side.other()]),
            };
            Some(MatchOutcome { winner, clause: Some(clause.id) })
        });
        ended.or_else(|| self.point_limit_reached(rounds))
    }

    /// Ends the match when a player has the greatest number of points that can be counted.
    fn point_limit_reached(&self, rounds: &Rounds) -> Option<MatchOutcome> {
        let points = self.position.points;
        let most = Side::BOTH.into_iter().find(|&side| points[side] == MOST_POINTS)?;
        let winner = Some(most).filter(|_| points[most.other()] < MOST_POINTS);
        Some(MatchOutcome { winner, clause: Some(rounds.points.first()?.clause) })
    }

    /// Cedes the remaining seeds, or returns the lot that decides about them.
    fn remainders(&mut self, rounds: &Rounds, program: &Program, observer: &mut impl Observer) -> NextStep {
        let Some(filled) = rounds.refill.seeds() else { return self.starter_due(program) };
        let left = Side::BOTH.map(|side| self.held[side] % filled);
        for remainder in &rounds.remainders {
            let Some(one) = Side::BOTH
                .into_iter()
                .find(|&side| left[side] == remainder.one && left[side.other()] == remainder.other)
            else {
                continue;
            };
            let from = match remainder.exchange {
                Exchange::Lot => return NextStep::Lot(LotFor::Remainder(left, remainder.clause)),
                Exchange::Cede => one,
                Exchange::ToLoser => self.loser().other(),
            };
            let seeds = left[from];
            observer.event(Event::Cede { from, seeds, clause: remainder.clause });
            self.held[from] -= seeds;
            self.held[from.other()] += seeds;
            break;
        }
        self.starter_due(program)
    }

    /// Determines who begins the next round, or returns the lot that decides it.
    fn starter_due(&mut self, program: &Program) -> NextStep {
        let winner = self.position.outcome.and_then(|outcome| outcome.winner);
        self.next_starter = match program.rules().rounds.as_ref().map(|rounds| rounds.starter) {
            Some(Starter::Lot) => return NextStep::Lot(LotFor::Starter),
            Some(Starter::Winner) => Some(winner.unwrap_or(self.starter)),
            Some(Starter::LastToMove) => Some(self.last_to_move),
            Some(Starter::Loser) => Some(winner.map_or(self.starter, Side::other)),
            Some(Starter::Alternates) | None => Some(self.starter.other()),
        };
        self.round_due(program)
    }

    /// Returns the next round; if it would be over before its first move, and so repeat for ever, the end of
    /// the match.
    fn round_due(&self, program: &Program) -> NextStep {
        let Some(rounds) = &program.rules().rounds else { return NextStep::Round };
        let (mut position, _) = self.refilled(rounds, program, &mut ());
        program.begin_turn(&mut position, &mut ());
        if position.outcome.is_none() {
            return NextStep::Round;
        }
        let winner = Side::BOTH.into_iter().find(|&side| self.held[side] > self.held[side.other()]);
        NextStep::Nothing(MatchOutcome { winner, clause: Some(rounds.clause) })
    }

    /// Fills the pits and begins the next round, if one is due.
    pub fn next_round(&mut self, program: &Program, observer: &mut impl Observer) {
        let (NextStep::Round, Some(rounds)) = (self.due, &program.rules().rounds) else { return };
        let (bare, arrangements) = self.refilled(rounds, program, observer);
        let mut position = bare;
        program.begin_turn(&mut position, observer);
        let round = self.round + 1;
        *self = Match { round, bare, arrangements, ..Match::begun(program, position, bare.to_move, &mut ()) };
    }

    /// Returns the board of the next round before its first turn begins, and what may be arranged on it.
    fn refilled(
        &self,
        rounds: &Rounds,
        program: &Program,
        observer: &mut impl Observer,
    ) -> (Position, Vec<Arrangement>) {
        let begins = self.next_starter.unwrap_or(self.starter.other());
        observer.event(Event::Begin { side: begins, clause: rounds.starter_by });
        let mut arrangements = vec![];
        let mut position = match rounds.refill {
            Refill::Anew => {
                for side in Side::BOTH {
                    observer.event(Event::Fill { side, pits: program.layout().span(), clause: rounds.clause });
                }
                arrangements.clone_from(&program.rules().arrangements);
                let mut position = program.fresh();
                self.set_gain(&mut position, rounds, observer);
                position
            }
            Refill::Pits { .. } | Refill::Evenly => {
                let mut position = Position { out: self.position.out, ..program.bare() };
                self.set_gain(&mut position, rounds, observer);
                self.fill(&mut position, rounds, program, observer);
                if let Some(RoundSetup { clause, both, condition, when }) = &rounds.arranged
                    && when.holds(&self.holdings(self.loser()))
                {
                    arrangements = vec![Arrangement {
                        clause: *clause,
                        by: Some(self.loser()),
                        what: Arranged::Row,
                        both: *both,
                        condition: condition.clone(),
                    }];
                }
                position
            }
        };
        program.set_starter(&mut position, begins);
        position.points = self.position.points;
        for (number, _) in program.rules().counters.iter().enumerate().filter(|(_, counter)| counter.kept) {
            position.memory.counters[number] = self.position.memory.counters[number];
        }
        (position, arrangements)
    }

    /// Gives the winner of the round the pits of the other row that they own in the next.
    fn set_gain(&self, position: &mut Position, rounds: &Rounds, observer: &mut impl Observer) {
        let winner = self.position.outcome.and_then(|outcome| outcome.winner);
        if let (Some((clause, pits)), Some(winner)) = (rounds.gain, winner) {
            observer.event(Event::Gained { side: winner, pits, clause });
            position.territory = if winner == Side::South { pits as i8 } else { -(pits as i8) };
        }
    }

    /// What the conditions of a match ask about.
    fn holdings(&self, own: Side) -> Holdings {
        let Position { points, memory, .. } = self.position;
        Holdings { held: self.held, points, counters: memory.counters, own }
    }

    /// The player who holds fewer seeds; if both hold equally many, the one who began the round.
    fn loser(&self) -> Side {
        let fewer = Side::BOTH.into_iter().find(|&side| self.held[side] < self.held[side.other()]);
        fewer.unwrap_or(self.starter)
    }

    /// Fills the pits of both players with the seeds they hold.
    fn fill(&self, position: &mut Position, rounds: &Rounds, program: &Program, observer: &mut impl Observer) {
        let span = program.layout().span();
        if let Refill::Pits { seeds, territory: true, .. } = rounds.refill {
            let most = i16::from(2 * span);
            let [south, north] = self.held.map(|held| (held / seeds) as i16);
            // Pits that neither fills stay with the row in which they lie.
            let gained = if south > i16::from(span) { south.min(most) - i16::from(span) } else { 0 };
            let lost = if north > i16::from(span) { north.min(most) - i16::from(span) } else { 0 };
            position.territory = (gained - lost) as i8;
        }
        let keep = kept_pits(program, &self.position, rounds);
        let stays = |pit: &Pit| keep >> pit.0 & 1 == 1;
        if let Some(keep) = &rounds.keep {
            for pit in program.layout().pits().filter(stays) {
                position.seeds[pit.index()] = self.position.seeds[pit.index()];
            }
            observer.event(Event::Kept { seeds: position.on_board(), clause: keep.clause });
        }
        let loser = self.loser();
        let mut fillings: Vec<(Side, Vec<Pit>, Filling)> = vec![];
        for side in Side::BOTH {
            let mut pits: Vec<Pit> = program.owned(position, side).filter(|pit| !stays(pit)).collect();
            if rounds.filler == Filler::Loser && side != loser {
                position.captured[side] = self.held[side];
                for pit in pits {
                    let seeds = self.position.seeds[pit.index()];
                    position.seeds[pit.index()] = seeds;
                    position.closed |= self.position.closed & 1 << pit.0;
                    position.captured[side] -= u16::from(seeds);
                }
                continue;
            }
            // From the player's own A on, or from the first pit they still own in their row.
            pits.sort_by_key(|pit| (program.layout().side(*pit) != side, *pit));
            if rounds.refill.goes_back() {
                pits.reverse();
            }
            let filler = if rounds.filler == Filler::LoserForBoth { loser } else { side };
            let filling = Filling::of(self.held[filler], pits.len(), rounds);
            for (&pit, &seeds) in pits.iter().zip(&filling.seeds) {
                position.seeds[pit.index()] = seeds as u8;
                if seeds == 0 && rounds.unfilled != Unfilled::Empty {
                    position.closed |= 1 << pit.0;
                }
            }
            position.captured[side] = self.held[side] - filling.seeds.iter().sum::<u16>();
            fillings.push((side, pits, filling));
        }
        if rounds.unfilled == Unfilled::ClosedForBoth {
            for pit in program.layout().pits_from(Side::South) {
                let across = program.layout().mirrored(pit);
                if position.is_closed(across) && !position.is_closed(pit) {
                    let owner = program.owner(position, pit);
                    position.captured[owner] += u16::from(std::mem::take(&mut position.seeds[pit.index()]));
                    position.closed |= 1 << pit.0;
                }
            }
        }
        for (side, pits, filling) in fillings {
            // Not what was taken back, since the other player cannot fill the pit.
            let stayed: u8 = pits.iter().map(|&pit| u8::from(position.seeds[pit.index()] > 0)).sum();
            let filled = filling.filled.min(stayed);
            observer.event(Event::Fill { side, pits: filled, clause: rounds.clause });
            if let (Some((clause, _)), true) = (rounds.leftover, stayed > filled) {
                observer.event(Event::Fill { side, pits: stayed - filled, clause });
            }
            // What the other player fills alike may be less than what this one could fill.
            let unfilled = pits.len() as u8 - filling.filled - filling.partly;
            if unfilled > 0 && (rounds.filler != Filler::LoserForBoth || side == loser) {
                observer.event(Event::Unfilled { side, pits: unfilled, clause: rounds.clause });
            }
        }
    }
}

/// What a player puts into each pit for a new round.
struct Filling {
    seeds: Vec<u16>,
    /// How many pits are filled.
    filled: u8,
    /// How many pits get some of the remaining seeds.
    partly: u8,
}

impl Filling {
    /// Fills a number of pits with seeds, the first pit first.
    fn of(mut held: u16, pits: usize, rounds: &Rounds) -> Filling {
        let Some(each) = rounds.refill.seeds() else {
            // A player may own no pit.
            let (each, over) = (held.checked_div(pits as u16).unwrap_or(0), held.checked_rem(pits as u16).unwrap_or(0));
            let seeds: Vec<u16> = (0..pits as u16).map(|pit| each + u16::from(pit < over)).collect();
            let filled = seeds.iter().filter(|seeds| **seeds > 0).count() as u8;
            return Filling { seeds, filled, partly: 0 };
        };
        let mut filling = Filling { seeds: vec![], filled: 0, partly: 0 };
        for _ in 0..pits {
            let into = match rounds.leftover {
                _ if held >= each => each,
                Some((_, Leftover::NextPit)) => held,
                Some((_, Leftover::Singly)) => held.min(1),
                None => 0,
            };
            filling.filled += u8::from(into == each);
            filling.partly += u8::from(into > 0 && into < each);
            filling.seeds.push(into);
            held -= into;
        }
        filling
    }
}

/// Returns the seeds that each player holds on the board after a round: not those in pits that keep them.
pub fn held_in_rows(program: &Program, position: &Position) -> [u16; 2] {
    let keep = program.rules().rounds.as_ref().map_or(0, |rounds| kept_pits(program, position, rounds));
    Side::BOTH.map(|side| {
        let held = program.owned(position, side).filter(|pit| keep >> pit.0 & 1 == 0);
        held.map(|pit| u16::from(position.seeds[pit.index()])).sum::<u16>()
    })
}

/// Returns a bit for each pit that keeps its seeds from round to round.
fn kept_pits(program: &Program, position: &Position, rounds: &Rounds) -> u64 {
    let Some(keep) = &rounds.keep else { return 0 };
    Side::BOTH.into_iter().fold(0, |pits, side| pits | program.matching_pits(position, side, &keep.condition))
}

/// The greatest number of points in a match. A player who reaches it wins, because it cannot be exceeded.
pub const MOST_POINTS: u16 = u16::MAX;

/// The number of attempts to find a random setup that satisfies the rules.
const TRIES: usize = 200;

/// Closes the pits without seeds of a player who has laid out seeds, if the rules close pits that cannot be filled.
fn close_empty(rounds: &Rounds, program: &Program, position: &mut Position, sides: &[Side]) {
    let keep = kept_pits(program, position, rounds);
    for pit in sides.iter().flat_map(|&side| program.layout().pits_of(side)) {
        let empty = position.seeds[pit.index()] == 0 && keep >> pit.0 & 1 == 0;
        let closed = empty && rounds.unfilled != Unfilled::Empty;
        position.closed = position.closed & !(1 << pit.0) | u64::from(closed) << pit.0;
    }
}

/// Whether the new position differs from the old one only by seeds that may be laid out.
fn is_allowed_setup(
    program: &Program,
    arrangement: &Arrangement,
    old: &Position,
    new: &Position,
    laid: &Setup,
) -> bool {
    let given = laid.rows.map(|row| row.is_some());
    let rows = match (arrangement.what, arrangement.by) {
        (Arranged::Row, Some(side)) => Side::BOTH.map(|row| row == side),
        _ => [true, !program.is_single_player()],
    };
    // Entries beyond the last pit of the board must be zero.
    let beyond = |row: &[u8; MOST_PITS / 2]| row[usize::from(program.layout().span())..].iter().any(|&seeds| seeds > 0);
    if given != rows || laid.rows.iter().flatten().any(beyond) || new.on_board() != old.on_board() {
        return false;
    }
    let side = arrangement.by.unwrap_or(Side::South);
    match arrangement.what {
        // Where both players lay out the same row, the other row changes too.
        Arranged::Row => {
            let in_half = |position: &Position| position.seeds_among(program.layout().pits_of(side));
            in_half(new) == in_half(old)
        }
        Arranged::Board => true,
        Arranged::Pit => {
            let fewer = |pit: &Pit| new.seeds[pit.index()] < old.seeds[pit.index()];
            let lifted: Vec<Pit> = program.layout().pits_from(side).filter(fewer).collect();
            match lifted[..] {
                [] => true,
                [pit] => program.layout().side(pit) == side,
                _ => false,
            }
        }
    }
}

/// Lays out the seeds of an arrangement at random.
fn random_arrangement(program: &Program, arrangement: &Arrangement, old: &Position, rng: &mut Rng) -> Position {
    let mut new = *old;
    let side = arrangement.by.unwrap_or(Side::South);
    let missing = |pit: &Pit| program.is_single_player() && program.layout().side(*pit) == Side::North;
    let open = |pit: &Pit| !(old.is_closed(*pit) || missing(pit));
    let row: Vec<Pit> = program.layout().pits_of(side).filter(open).collect();
    let board: Vec<Pit> = program.layout().pits_from(Side::South).filter(open).collect();
    let lifted: Vec<Pit> = match arrangement.what {
        Arranged::Row => row.clone(),
        Arranged::Board => board.clone(),
        Arranged::Pit => vec![row[rng.below(row.len())]],
    };
    let into = if arrangement.what == Arranged::Row { row } else { board };
    let seeds: u32 = lifted.iter().map(|pit| u32::from(std::mem::take(&mut new.seeds[pit.index()]))).sum();
    for _ in 0..seeds {
        new.seeds[into[rng.below(into.len())].index()] += 1;
    }
    new
}

/// The seeds and points of the players after a round, for the conditions of the match.
struct Holdings {
    held: [u16; 2],
    points: [u16; 2],
    counters: [[u8; 2]; MOST_COUNTERS],
    own: Side,
}

impl Scene for Holdings {
    fn pit(&self, _path: &[crate::rules::PathStep]) -> PitView {
        unreachable!("the checker rejects conditions on pits in a match")
    }

    fn seeds(&self, place: &Place) -> u16 {
        match place {
            Place::Store(whose) => self.held[whose.seen_by(self.own)],
            Place::Points(whose) => self.points[whose.seen_by(self.own)],
            Place::Counter(whose, counter) => self.counters[usize::from(counter.0)][whose.seen_by(self.own)].into(),
            Place::Number(number) => *number,
            Place::Sum(parts) => parts.iter().map(|part| self.seeds(part)).sum(),
            Place::Row(_) | Place::NthRow(..) | Place::Board | Place::Hand | Place::Marked(..) | Place::Pit(_) => 0,
        }
    }

    fn holds_globally(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one), self.seeds(other)),
            _ => false,
        }
    }
}
