//! A game played from its beginning: one round or, where the rules say so, a match of rounds.
//!
//! Between rounds the players fill their pits with what they have won; pits that cannot be filled
//! are closed, and open again when they can. A lot is decided from outside, by the players or by
//! chance: the match only says that one is due and goes on when it is told who won.

use crate::chance::Rng;
use crate::engine::{
    Budget, Event, History, MOST_EVENTS, MOST_PITS, Move, Observer, Pit, PlayError, Position, Program,
};
use crate::rules::{
    Arranged, Arrangement, ClauseId, Condition, EndClause, PitView, Place, Refill, Rounds, Rules, Scene, Side, Starter,
    Unfilled, Verdict,
};

/// One step of a game or match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A player's move.
    Move(Move),
    /// A lot, won by this player.
    Lot(Side),
    /// Seeds laid out before the first move.
    Arrange(Setup),
}

/// Seeds as they are laid out before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// By whom; by chance without a player.
    pub by: Option<Side>,
    /// The seeds of each row from its A on; a row that is not told stays as it is.
    pub rows: [Option<[u8; MOST_PITS / 2]>; 2],
}

/// A game being played.
#[derive(Debug, Clone)]
pub struct Match {
    /// The board now; after a round its last position, until the next one begins.
    pub position: Position,
    /// Which round, from 1.
    pub round: u32,
    /// What is to happen next.
    pub due: NextStep,
    /// Whether a lot may still be told that decides who begins the first round. Until one is, South
    /// is to move.
    pub may_begin_with_lot: bool,
    /// What may still be laid out before the first move, one after the other. Whoever makes a move
    /// instead leaves the board as it is.
    pub arrangements: Vec<Arrangement>,
    /// The board of this round before anything has happened on it.
    bare: Position,
    /// What each player holds between rounds: the seeds in his store and, where nobody took them, in
    /// his row, after what was ceded.
    held: [u16; 2],
    history: History,
    /// Who began this round.
    starter: Side,
    /// Who has made its last move.
    last_to_move: Side,
    /// Who is to begin the next one, once it is known.
    next_starter: Option<Side>,
}

/// What is to happen next in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// A move of this player.
    Move(Side),
    /// A lot, before anything else can happen.
    Lot(LotFor),
    /// A new round, by [`Match::next_round`].
    Round,
    /// Nothing: the game, or the match, is over.
    Nothing(MatchOutcome),
}

/// What a lot decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LotFor {
    /// Who begins the round.
    Starter,
    /// Who gets the seeds that both have left over, and by which clause.
    Remainder(u16, ClauseId),
}

/// How a game or match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchOutcome {
    /// Who won; nobody if it is a draw.
    pub winner: Option<Side>,
    /// The clause that ended the match; `None` where the game is one round, whose outcome the
    /// position tells.
    pub clause: Option<ClauseId>,
}

/// Why a step cannot be taken. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepError {
    /// The move is not legal.
    Play(PlayError),
    /// A lot has to be decided first.
    LotDue(LotFor),
    /// No lot is due.
    NoLotDue,
    /// Nothing is to be laid out by him now.
    NothingToArrange,
    /// These are not the seeds that he may lay out.
    OtherSeeds(ClauseId),
    /// The seeds may not be laid out so.
    NotSo(ClauseId),
    /// The move has more than [`MOST_EVENTS`](crate::engine::MOST_EVENTS) events.
    TooLong,
    /// The game or match is over.
    Over,
}

impl Match {
    /// A game from its start. Where a lot decides who begins, it may be told before the first move;
    /// else South begins.
    pub fn new(rules: &Rules, program: &Program) -> Self {
        let mut game = Self::from(rules, program, program.start());
        game.bare = program.fresh();
        game.arrangements.clone_from(&rules.arrangements);
        game.may_begin_with_lot = rules.rounds.as_ref().is_some_and(|rounds| rounds.starter == Starter::Lot);
        game
    }

    /// A game from a position, which belongs to the first round.
    pub fn from(rules: &Rules, program: &Program, position: Position) -> Self {
        let mut game = Match {
            position,
            round: 1,
            due: NextStep::Move(position.to_move),
            may_begin_with_lot: false,
            arrangements: vec![],
            bare: position,
            held: [0; 2],
            history: History::starting(&position),
            starter: position.to_move,
            last_to_move: position.to_move,
            next_starter: None,
        };
        game.after_move(rules, program, &mut ());
        game
    }

    /// The positions of this round so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Takes one step: a move, or a lot. A move begins the next round by itself if one is due.
    ///
    /// # Errors
    /// The reason why the step cannot be taken; then nothing has changed.
    pub fn step(
        &mut self,
        rules: &Rules,
        program: &Program,
        step: Step,
        observer: &mut impl Observer,
    ) -> Result<(), StepError> {
        self.step_within(rules, program, step, observer, &mut { Budget::UNLIMITED })
    }

    /// The same, with a move of limited length. After a move that has overrun its budget the match means
    /// nothing.
    ///
    /// # Errors
    /// As [`Match::step`].
    pub fn step_within(
        &mut self,
        rules: &Rules,
        program: &Program,
        step: Step,
        observer: &mut impl Observer,
        budget: &mut Budget,
    ) -> Result<(), StepError> {
        match step {
            Step::Move(m) => self.play(rules, program, m, observer, budget),
            Step::Lot(winner) => self.lot(rules, program, winner, observer),
            Step::Arrange(laid) => self.arrange(rules, program, &laid, observer),
        }
    }

    /// Takes one step and returns its events. All that tell what happened in a step take it so.
    ///
    /// # Errors
    /// As [`Match::step`], and if the step is a move of too many events; then nothing has changed.
    pub fn step_kept(&mut self, rules: &Rules, program: &Program, step: Step) -> Result<Vec<Event>, StepError> {
        let mut next = self.clone();
        let mut events: Vec<Event> = vec![];
        let mut budget = Budget::events(MOST_EVENTS);
        next.step_within(rules, program, step, &mut events, &mut budget)?;
        if budget.overrun().is_some() {
            return Err(StepError::TooLong);
        }
        *self = next;
        Ok(events)
    }

    /// Seeds are laid out; what others might have laid out before is over.
    fn arrange(
        &mut self,
        rules: &Rules,
        program: &Program,
        laid: &Setup,
        observer: &mut impl Observer,
    ) -> Result<(), StepError> {
        if self.due == NextStep::Round {
            let mut next = self.clone();
            next.next_round(rules, program, observer);
            next.arrange(rules, program, laid, observer)?;
            *self = next;
            return Ok(());
        }
        let place = self.arrangements.iter().position(|arrangement| arrangement.by == laid.by);
        let Some(place) = place else { return Err(StepError::NothingToArrange) };
        let arrangement = &self.arrangements[place];
        let mut bare = self.bare;
        let copied = laid.by.and_then(|side| laid.rows[side]).filter(|_| arrangement.both);
        for side in Side::BOTH {
            let Some(row) = copied.or(laid.rows[side]) else { continue };
            for (pit, seeds) in program.layout().pits_of(side).zip(row) {
                bare.seeds[pit.index()] = seeds;
            }
        }
        if !are_these(program, arrangement, &self.bare, &bare, laid) {
            return Err(StepError::OtherSeeds(arrangement.clause));
        }
        if !program.holds_for(&bare, laid.by.unwrap_or(Side::South), &arrangement.condition) {
            return Err(StepError::NotSo(arrangement.clause));
        }
        let refilled = rules.rounds.as_ref().is_some_and(|rounds| rounds.clause == arrangement.clause);
        if refilled {
            close_empty(rules, program, &mut bare);
        }
        observer.event(Event::Arranged { by: laid.by, clause: arrangement.clause });
        let mut position = bare;
        program.begin_turn(&mut position, observer);
        let left = self.arrangements.split_off(place + 1);
        let (round, may_begin_with_lot) = (self.round, self.may_begin_with_lot);
        *self = Match { round, may_begin_with_lot, bare, arrangements: left, ..Match::from(rules, program, position) };
        Ok(())
    }

    /// The next thing that may be laid out, laid out by chance; nothing if that is not found quickly.
    pub fn arranged_by_chance(&self, program: &Program, chance: &mut Rng) -> Option<Step> {
        let arrangement = self.arrangements.first()?;
        (0..TRIES).find_map(|_| {
            let bare = by_chance(program, arrangement, &self.bare, chance);
            let side = arrangement.by.unwrap_or(Side::South);
            if !program.holds_for(&bare, side, &arrangement.condition) {
                return None;
            }
            let rows = Side::BOTH.map(|row| {
                let told = arrangement.what != Arranged::Row || row == side;
                let mut seeds = [0; MOST_PITS / 2];
                program
                    .layout()
                    .pits_of(row)
                    .enumerate()
                    .for_each(|(number, pit)| seeds[number] = bare.seeds[pit.index()]);
                (told && !(program.is_single_player() && row == Side::North)).then_some(seeds)
            });
            Some(Step::Arrange(Setup { by: arrangement.by, rows }))
        })
    }

    fn play(
        &mut self,
        rules: &Rules,
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
                self.after_move(rules, program, observer);
                Ok(())
            }
            NextStep::Round => {
                let mut next = self.clone();
                next.next_round(rules, program, observer);
                next.play(rules, program, m, observer, budget)?;
                *self = next;
                Ok(())
            }
            NextStep::Lot(what) => Err(StepError::LotDue(what)),
            NextStep::Nothing(_) => Err(StepError::Over),
        }
    }

    fn lot(
        &mut self,
        rules: &Rules,
        program: &Program,
        winner: Side,
        observer: &mut impl Observer,
    ) -> Result<(), StepError> {
        let cast = rules.lot.as_ref().map(|lot| Event::Lot { winner, clause: lot.clause });
        let mut ceded = None;
        match self.due {
            NextStep::Lot(LotFor::Starter) => {
                self.next_starter = Some(winner);
                self.due = NextStep::Round;
            }
            NextStep::Lot(LotFor::Remainder(seeds, clause)) => {
                self.held[winner] += seeds;
                self.held[winner.other()] -= seeds;
                self.due = self.starter_due(rules);
                ceded = Some(Event::Cede { from: winner.other(), seeds, clause });
            }
            NextStep::Move(_) if self.may_begin_with_lot => {
                let bare = Position { to_move: winner, ..self.bare };
                let mut position = bare;
                program.begin_turn(&mut position, &mut ());
                let arrangements = std::mem::take(&mut self.arrangements);
                *self = Match { bare, arrangements, ..Match::from(rules, program, position) };
            }
            _ => return Err(StepError::NoLotDue),
        }
        cast.into_iter().chain(ceded).for_each(|event| observer.event(event));
        Ok(())
    }

    /// Sees what is due after a move.
    fn after_move(&mut self, rules: &Rules, program: &Program, observer: &mut impl Observer) {
        let Some(outcome) = self.position.outcome else {
            self.due = NextStep::Move(self.position.to_move);
            return;
        };
        let Some(rounds) = &rules.rounds else {
            self.due = NextStep::Nothing(MatchOutcome { winner: outcome.winner, clause: None });
            return;
        };
        let position = &self.position;
        self.held = Side::BOTH.map(|side| position.captured[side] + program.seeds_owned(position, side));
        self.count_points(rounds, observer);
        self.due = match self.match_over(rules, rounds) {
            Some((over, clause)) => {
                observer.event(Event::MatchOver { winner: over.winner, clause });
                NextStep::Nothing(over)
            }
            None => self.remainders(rules, rounds, observer),
        };
    }

    /// Counts the points of the round.
    fn count_points(&mut self, rounds: &Rounds, observer: &mut impl Observer) {
        let (held, before) = (self.held, self.position.points);
        for own in Side::BOTH {
            let scene = Holdings { held, points: before, own };
            let Some(line) = rounds.points.iter().find(|line| line.condition.holds(&scene)) else { continue };
            let points = line.number.unwrap_or(held[own].saturating_sub(held[own.other()]));
            self.position.points[own] = before[own].saturating_add(points);
            observer.event(Event::Points { side: own, points, clause: line.clause });
        }
    }

    fn match_over(&self, rules: &Rules, rounds: &Rounds) -> Option<(MatchOutcome, ClauseId)> {
        let met = |own: Side, clause: &EndClause| {
            clause.condition.holds(&Holdings { held: self.held, points: self.position.points, own })
        };
        let told = Side::BOTH.into_iter().find_map(|own| {
            let clause = rounds.over.iter().find(|clause| met(own, clause))?;
            let held = self.held;
            let winner = match clause.ending.verdict {
                Verdict::Player => Some(own),
                Verdict::Opponent => Some(own.other()),
                Verdict::Draw | Verdict::Pass => None,
                Verdict::Goal => {
                    Side::BOTH.into_iter().find(|&side| rules.goal.is_some() && held[side] > held[side.other()])
                }
            };
            Some((MatchOutcome { winner, clause: Some(clause.id) }, clause.id))
        });
        told.or_else(|| self.out_of_points(rounds))
    }

    /// The match is over when a player has as many points as can be counted.
    fn out_of_points(&self, rounds: &Rounds) -> Option<(MatchOutcome, ClauseId)> {
        let points = self.position.points;
        let most = Side::BOTH.into_iter().find(|&side| points[side] == MOST_POINTS)?;
        let winner = Some(most).filter(|_| points[most.other()] < MOST_POINTS);
        let clause = rounds.points.first()?.clause;
        Some((MatchOutcome { winner, clause: Some(clause) }, clause))
    }

    /// Cedes what is to be ceded, or says that a lot decides.
    fn remainders(&mut self, rules: &Rules, rounds: &Rounds, observer: &mut impl Observer) -> NextStep {
        let Some(filled) = rounds.refill.seeds() else { return self.starter_due(rules) };
        let left = Side::BOTH.map(|side| self.held[side] % filled);
        for remainder in &rounds.remainders {
            let Some(one) = Side::BOTH
                .into_iter()
                .find(|&side| left[side] == remainder.one && left[side.other()] == remainder.other)
            else {
                continue;
            };
            if remainder.by_lot {
                return NextStep::Lot(LotFor::Remainder(remainder.one, remainder.clause));
            }
            observer.event(Event::Cede { from: one, seeds: remainder.one, clause: remainder.clause });
            self.held[one] -= remainder.one;
            self.held[one.other()] += remainder.one;
            break;
        }
        self.starter_due(rules)
    }

    /// Settles who begins the next round, or says that a lot does.
    fn starter_due(&mut self, rules: &Rules) -> NextStep {
        let winner = self.position.outcome.and_then(|outcome| outcome.winner);
        self.next_starter = match rules.rounds.as_ref().map(|rounds| rounds.starter) {
            Some(Starter::Lot) => return NextStep::Lot(LotFor::Starter),
            Some(Starter::Winner) => Some(winner.unwrap_or(self.starter)),
            Some(Starter::LastToMove) => Some(self.last_to_move),
            Some(Starter::Loser) => Some(winner.map_or(self.starter, Side::other)),
            Some(Starter::Alternates) | None => Some(self.starter.other()),
        };
        NextStep::Round
    }

    /// Fills the pits and begins the next round, if one is due.
    pub fn next_round(&mut self, rules: &Rules, program: &Program, observer: &mut impl Observer) {
        let (NextStep::Round, Some(rounds)) = (self.due, &rules.rounds) else { return };
        let begins = self.next_starter.take().unwrap_or(self.starter.other());
        observer.event(Event::Begin { side: begins, clause: rounds.starter_by });
        let mut arrangements = vec![];
        let mut position = match rounds.refill {
            Refill::Anew => {
                for side in Side::BOTH {
                    observer.event(Event::Fill { side, pits: program.layout().span(), clause: rounds.clause });
                }
                arrangements.clone_from(&rules.arrangements);
                program.fresh()
            }
            Refill::Arranged => {
                let mut position = Position { out: self.position.out, ..program.bare() };
                self.lay_out(&mut position, rules, rounds, program, observer);
                arrangements = vec![Arrangement {
                    clause: rounds.clause,
                    by: Some(self.loser()),
                    what: Arranged::Row,
                    both: true,
                    condition: rounds.arranged.clone(),
                }];
                position
            }
            Refill::Each(_) | Refill::FromLast(_) | Refill::Territory(_) => {
                let mut position = Position { out: self.position.out, ..program.bare() };
                self.fill(&mut position, rounds, program, observer);
                position
            }
        };
        position.to_move = begins;
        position.points = self.position.points;
        let bare = position;
        program.begin_turn(&mut position, observer);
        let round = self.round + 1;
        *self = Match { round, bare, arrangements, ..Match::from(rules, program, position) };
        if self.due == NextStep::Round {
            // A round that is over before its first move would come again for ever.
            let held = self.held;
            let winner = Side::BOTH.into_iter().find(|&side| held[side] > held[side.other()]);
            observer.event(Event::MatchOver { winner, clause: rounds.clause });
            self.due = NextStep::Nothing(MatchOutcome { winner, clause: Some(rounds.clause) });
        }
    }

    /// Who holds less; of equals the one who began the round.
    fn loser(&self) -> Side {
        let fewer = Side::BOTH.into_iter().find(|&side| self.held[side] < self.held[side.other()]);
        fewer.unwrap_or(self.starter)
    }

    /// The loser's seeds lie in his row, as many in each pit as can be, and the other has laid out the
    /// same, until the loser says how they are to lie.
    fn lay_out(
        &self,
        position: &mut Position,
        rules: &Rules,
        rounds: &Rounds,
        program: &Program,
        observer: &mut impl Observer,
    ) {
        let seeds = self.held[self.loser()];
        let (each, over) = (seeds / u16::from(program.layout().span()), seeds % u16::from(program.layout().span()));
        for side in Side::BOTH {
            for (number, pit) in (0..).zip(program.layout().pits_of(side)) {
                position.seeds[pit.index()] = (each + u16::from(number < over)) as u8;
            }
            position.captured[side] = self.held[side] - seeds;
            observer.event(Event::Fill { side, pits: program.layout().span(), clause: rounds.clause });
        }
        close_empty(rules, program, position);
    }

    /// The players fill their pits with what they hold.
    fn fill(&self, position: &mut Position, rounds: &Rounds, program: &Program, observer: &mut impl Observer) {
        let seeds = rounds.refill.seeds().expect("the pits are filled with what the players hold");
        let row = program.layout().span();
        if matches!(rounds.refill, Refill::Territory(_)) {
            let most = i16::from(2 * row);
            let [south, north] = self.held.map(|held| (held / seeds) as i16);
            // Pits that neither fills stay with the row in which they lie.
            let gained = if south > i16::from(row) { south.min(most) - i16::from(row) } else { 0 };
            let lost = if north > i16::from(row) { north.min(most) - i16::from(row) } else { 0 };
            position.territory = (gained - lost) as i8;
        }
        for side in Side::BOTH {
            let mut pits: Vec<Pit> = program.owned(position, side).collect();
            // From the player's own A on, or from what he has left of his row.
            pits.sort_by_key(|pit| (program.layout().side(*pit) != side, *pit));
            if matches!(rounds.refill, Refill::FromLast(_)) {
                pits.reverse();
            }
            let mut held = self.held[side];
            let mut filled = 0;
            for &pit in &pits {
                let into = match held {
                    held if held >= seeds => seeds,
                    held if rounds.next_pit.is_some() => held,
                    _ => 0,
                };
                if into > 0 {
                    position.seeds[pit.index()] = into as u8;
                    held -= into;
                    filled += 1;
                } else if rounds.unfilled != Unfilled::Empty {
                    position.closed |= 1 << pit.0;
                }
            }
            position.captured[side] = held;
            observer.event(Event::Fill { side, pits: filled, clause: rounds.clause });
            let unfilled = pits.len() as u8 - filled;
            if unfilled > 0 {
                observer.event(Event::Unfilled { side, pits: unfilled, clause: rounds.unfilled_by });
            }
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
    }
}

/// Points that a player can have in a match. Whoever has them has won it, whatever the rules wait for.
pub const MOST_POINTS: u16 = u16::MAX;

/// How often chance tries to lay out seeds as the rules demand.
const TRIES: usize = 200;

/// Pits without seeds are closed, if the rules close what cannot be filled.
fn close_empty(rules: &Rules, program: &Program, position: &mut Position) {
    let closes = rules.rounds.as_ref().is_some_and(|rounds| rounds.unfilled != Unfilled::Empty);
    let empty = |pit: &Pit| position.seeds[pit.index()] == 0;
    position.closed = match closes {
        true => program.layout().pits_from(Side::South).filter(empty).fold(0, |closed, pit| closed | 1 << pit.0),
        false => 0,
    };
}

/// Whether a board comes of another by laying out the seeds that may be laid out.
fn are_these(program: &Program, arrangement: &Arrangement, old: &Position, new: &Position, laid: &Setup) -> bool {
    let told = laid.rows.map(|row| row.is_some());
    let rows = match (arrangement.what, arrangement.by) {
        (Arranged::Row, Some(side)) => Side::BOTH.map(|row| row == side),
        _ => [true, !program.is_single_player()],
    };
    // A row that is told is told to its last pit, and no further.
    let beyond = |row: &[u8; MOST_PITS / 2]| row[usize::from(program.layout().span())..].iter().any(|&seeds| seeds > 0);
    if told != rows || laid.rows.iter().flatten().any(beyond) || new.on_board() != old.on_board() {
        return false;
    }
    let side = arrangement.by.unwrap_or(Side::South);
    match arrangement.what {
        // In a round that both begin alike, the other row changes with it.
        Arranged::Row => program.seeds_in_half(new, side) == program.seeds_in_half(old, side),
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

/// Seeds that may be laid out anew, laid out by chance.
fn by_chance(program: &Program, arrangement: &Arrangement, old: &Position, chance: &mut Rng) -> Position {
    let mut new = *old;
    let side = arrangement.by.unwrap_or(Side::South);
    let missing = |pit: &Pit| program.is_single_player() && program.layout().side(*pit) == Side::North;
    let open = |pit: &Pit| !(old.is_closed(*pit) || missing(pit));
    let row: Vec<Pit> = program.layout().pits_of(side).filter(open).collect();
    let board: Vec<Pit> = program.layout().pits_from(Side::South).filter(open).collect();
    let lifted: Vec<Pit> = match arrangement.what {
        Arranged::Row => row.clone(),
        Arranged::Board => board.clone(),
        Arranged::Pit => vec![row[chance.below(row.len())]],
    };
    let into = if arrangement.what == Arranged::Row { row } else { board };
    let seeds: u32 = lifted.iter().map(|pit| u32::from(std::mem::take(&mut new.seeds[pit.index()]))).sum();
    for _ in 0..seeds {
        new.seeds[into[chance.below(into.len())].index()] += 1;
    }
    new
}

/// What a player holds after a round, as the end of a match asks.
struct Holdings {
    held: [u16; 2],
    points: [u16; 2],
    own: Side,
}

impl Scene for Holdings {
    fn pit(&self, _path: &[crate::rules::PathStep]) -> PitView {
        unreachable!("the checker lets no match ask of pits")
    }

    fn seeds(&self, place: &Place) -> u16 {
        match place {
            Place::Store(crate::rules::Whose::Own) => self.held[self.own],
            Place::Store(crate::rules::Whose::Opponent) => self.held[self.own.other()],
            Place::Points(crate::rules::Whose::Own) => self.points[self.own],
            Place::Points(crate::rules::Whose::Opponent) => self.points[self.own.other()],
            Place::Sum(parts) => parts.iter().map(|part| self.seeds(part)).sum(),
            Place::Row(_) | Place::Board | Place::Marked(..) | Place::Pit(_) => 0,
        }
    }

    fn in_all(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(one, compared, other) => compared.holds(self.seeds(one), self.seeds(other)),
            _ => false,
        }
    }
}
