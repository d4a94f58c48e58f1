//! Explains why a move went as it did, and why another may not be played.

use std::collections::BTreeSet;

use super::english::{English, Speech, amount_words, with_article};
use super::moves::{chosen_way, describe_event};
use super::{cited, seeds};
use crate::diagnostic::join;
use crate::engine::{Budget, Event, MOST_EVENTS, Moment, Move, Observer, Options, Pit, PlayError, Position};
use crate::game::Game;
use crate::match_play::{Match, Step, StepError};
use crate::notation::{pit_name, write_move};
use crate::rules::{
    self, Clause, ClauseId, Condition, Lift, Lifting, MoveFact, MoveFigure, PitKind, Place, Way, Whose,
};
use crate::text_layout::wrap;

/// The number of laps shown at the beginning and at the end of a long move.
const LAPS_SHOWN: usize = 4;

/// The end of a lap, and the lines of `land` that did not match there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandingReport {
    /// The number of events before it, bookkeeping included.
    pub at: usize,
    /// The lines that did not match, in order.
    pub failed: Vec<FailedLine>,
}

/// A line of `land` that did not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedLine {
    /// The line.
    pub clause: ClauseId,
    /// Why not, in part of a sentence.
    pub reason: String,
}

/// Plays a legal move and returns its events and its landings. After `most` events it is abandoned.
pub fn landings(game: &Game, before: &Position, m: Move, most: u64) -> (Vec<Event>, Vec<LandingReport>) {
    let mut observer = LandingObserver { game, events: vec![], landings: vec![] };
    game.program.play_alone(&mut before.clone(), m, &mut observer, &mut Budget::events(most));
    (observer.events, observer.landings)
}

/// Lists every event of a legal move with the line that caused it and, at each landing, the lines of
/// `land` that did not match and why. The middle laps of a long move are omitted. The text has to be wrapped by
/// [`text_layout::wrap`](crate::text_layout::wrap).
pub fn why(game: &Game, before: &Position, m: Move) -> String {
    let (events, landings) = landings(game, before, m, u64::MAX);
    let laps = landings.len();
    let mut text = format!("{} {}\n", before.to_move.title(), write_move(&game.program, m));
    let mut lap = 0;
    let mut landings = landings.iter().peekable();
    let mut at = 0;
    for told in events.chunk_by(|a, b| matches!((a, b), (Event::Drop { .. }, Event::Drop { .. }))) {
        at += told.len();
        let landing = landings.next_if(|landing| landing.at == at);
        if told[0].is_bookkeeping() {
            continue;
        }
        if matches!(told[0], Event::Lift { .. }) {
            lap += 1;
            if lap == LAPS_SHOWN + 1 && laps > 2 * LAPS_SHOWN {
                text += &format!("  … {} laps like these …\n", laps - 2 * LAPS_SHOWN);
            }
        }
        if lap > LAPS_SHOWN && lap + LAPS_SHOWN <= laps {
            continue;
        }
        text += &cited(game, &format!("  {}", describe_event(game, told)), told[0].clause());
        // The lines that did not match follow the seed that landed.
        for FailedLine { clause, reason } in landing.iter().flat_map(|landing| &landing.failed) {
            let line = format!("      not `{}`: {reason}", game.text(*clause));
            text += &cited(game, &line, Some(*clause));
        }
    }
    text
}

/// Explains why a move of the player to move is illegal, or reports that it is legal. The text has to be wrapped.
pub fn why_not(game: &Game, position: &Position, m: Move) -> String {
    match game.program.check(position, m) {
        Ok(()) => format!("{} may be played\n", write_move(&game.program, m)),
        Err(error) => move_error(game, position, m, error),
    }
}

/// Explains why a move is illegal, with the line that forbids it. The text has to be wrapped.
pub fn move_error(game: &Game, position: &Position, m: Move, error: PlayError) -> String {
    let (reason, clause) = refusal(game, position, m, error);
    let mut text = cited(game, &reason, clause);
    if let Some(clause) = clause {
        text += &format!("  {}\n", game.text(clause));
    }
    text
}

/// Whether a legal move goes on from one that lacks a direction or decisions.
fn goes_on(game: &Game, position: &Position, m: Move) -> bool {
    let begins = |full: &Move| {
        full.pit == m.pit && (m.way.is_none() || full.way == m.way) && full.choices.first(m.choices.len()) == m.choices
    };
    game.program.legal_moves(position).iter().any(begins)
}

/// The moves with one more decision.
fn with_each(m: Move, options: Options) -> impl Iterator<Item = Move> {
    options.iter().map(move |choice| {
        let mut further = m;
        further.choices.push(choice);
        further
    })
}

/// Why a move is illegal whatever else is decided in it. Of one that lacks a direction or decisions, and that no legal
/// move goes on from, it is why the first move that goes on from it is.
fn decided(game: &Game, position: &Position, mut m: Move, mut error: PlayError) -> (Move, PlayError) {
    loop {
        let further = match &error {
            PlayError::WhichWay(_) if m.way.is_none() => Some(Move { way: Some(Way::Onward), ..m }),
            PlayError::Undecided(so_far, options) => with_each(*so_far, *options).next(),
            _ => None,
        };
        let Some(further) = further.filter(|_| !goes_on(game, position, m)) else { return (m, error) };
        match game.program.check(position, further) {
            Err(reason) => (m, error) = (further, reason),
            Ok(()) => return (m, error),
        }
    }
}

/// Explains why a move is illegal, in part of a sentence. Returns also the clause that forbids it, or that fixes how many
/// seeds are lifted from its pit.
pub fn refusal(game: &Game, position: &Position, m: Move, error: PlayError) -> (String, Option<ClauseId>) {
    let (m, error) = decided(game, position, m, error);
    (reason(game, position, m, error), forbidding_clause(game, position, m, error))
}

fn forbidding_clause(game: &Game, position: &Position, m: Move, error: PlayError) -> Option<ClauseId> {
    let PlayError::NotPartial(at) = error else { return error.clause() };
    let mover = position.to_move;
    let opening = game.rules.opening.iter().find(|scripted| {
        let names = |&number: &u8| game.program.layout().pit(mover, number) == at;
        scripted.ply == position.ply.saturating_add(1) && scripted.leaving > 0 && scripted.pits.iter().any(names)
    });
    opening.map(|scripted| scripted.clause).or_else(|| lift_line(game, position, m).map(|line| line.clause))
}

/// Returns the line of `lift` that matches a pit.
fn lift_line<'a>(game: &'a Game, position: &Position, m: Move) -> Option<&'a Lift> {
    game.program.preview(position, Move { leaving: None, ..m }, |moment| {
        game.rules.sowing.lift.iter().find(|line| moment.holds(&line.condition))
    })
}

/// Returns the numbers of seeds that the player to move can leave in a pit now, in ascending order.
fn leavings(game: &Game, position: &Position, at: Pit) -> Vec<u8> {
    let moves = game.program.legal_moves(position);
    let all: BTreeSet<u8> = moves.iter().filter(|m| m.pit == at).filter_map(|m| m.leaving).collect();
    all.into_iter().collect()
}

/// Formats numbers as `1, 2 or 5 seeds`; a long list is shortened to `1, 2, … or 9 seeds`.
fn numbers_of_seeds(numbers: &[u8]) -> String {
    const SHOWN: usize = 6;
    let last = numbers.last().copied().unwrap_or(0);
    let noun = if last == 1 { "seed" } else { "seeds" };
    if numbers.len() > SHOWN {
        let [first, second] = [numbers[0], numbers[1]];
        return format!("{first}, {second}, … or {last} {noun}");
    }
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    format!("{} {noun}", join(&numbers, "or"))
}

fn reason(game: &Game, position: &Position, m: Move, error: PlayError) -> String {
    let program = &game.program;
    let pit = |pit: Pit| pit_name(program, pit);
    match error {
        PlayError::Over => "the round is over".to_string(),
        PlayError::NoSuchPit if m.pit.store_of().is_some() => "no move lifts the store in this game".to_string(),
        PlayError::NoSuchPit => "the board has no such pit".to_string(),
        PlayError::Empty(at) => format!("{} is empty", pit(at)),
        PlayError::Guard(at, clause) => {
            let sowing = &game.rules.sowing;
            let entered = sowing.enter.as_ref().filter(|enter| enter.clause == clause);
            let (guard, verb) = match entered {
                Some(enter) => (&enter.condition, "entered at"),
                None => {
                    let line = sowing.from.iter().find(|line| line.clause == clause).unwrap_or(&sowing.from[0]);
                    (&line.condition, "lifted")
                }
            };
            let reasons = program.preview(position, m, |moment| Reasons { game, moment, m }.against(guard));
            let reasons = join(&reasons, "and");
            // The pit may be lifted in another way.
            let others: Vec<Move> = program.legal_moves(position).into_iter().filter(|m| m.pit == at).collect();
            match others[..] {
                [] => format!("{} may not be {verb}: {reasons}", pit(at)),
                [other, ..] => {
                    let [m, other] = [m, other].map(|m| write_move(program, m));
                    format!("{m} may not be played: {reasons}; {other} may")
                }
            }
        }
        PlayError::Preferred(at, clause) => {
            let line = game.rules.sowing.prefer.iter().find(|line| line.clause == clause);
            let reasons = line.map_or(vec![], |line| {
                let condition = in_its_stage(game, &line.condition);
                program.preview(position, m, |moment| Reasons { game, moment, m }.against(&condition))
            });
            format!("other moves come before {}: {}", pit(at), join(&reasons, "and"))
        }
        PlayError::NoSwap => "the board may not be turned now".to_string(),
        PlayError::WhichWay(_) => {
            let open = Way::BOTH.into_iter().filter(|&way| goes_on(game, position, Move { way: Some(way), ..m }));
            let written = |way| write_move(program, Move { way: Some(way), ..m });
            let open: Vec<_> = open.map(|way| format!("{} {}", written(way), chosen_way(game, way))).collect();
            format!("choose the direction: {}", open.join(", "))
        }
        PlayError::OneWay(at) => {
            format!("the direction from {} is fixed: write {}", pit(at), write_move(program, Move { way: None, ..m }))
        }
        PlayError::Undecided(m, options) => {
            format!("a decision is missing: write {}", possible(game, position, m, options))
        }
        PlayError::NoSuchChoice(so_far, Some(options)) => {
            format!("{} is not allowed: write {}", write_move(program, m), possible(game, position, so_far, options))
        }
        PlayError::NoSuchChoice(so_far, None) => {
            let (text, enough) = (write_move(program, m), write_move(program, so_far));
            format!("{text} has more decisions than the move needs: write {enough}")
        }
        PlayError::TooFew(at, _) => {
            format!("{} holds only {}, so none would be lifted", pit(at), seeds(position.held(at).into()))
        }
        PlayError::NotSoMany(at, _) => {
            let held = position.held(at);
            let number = u16::from(held - m.leaving.unwrap_or(0));
            let refused = format!("{} may not be lifted from {}", seeds(number), pit(at));
            let moves = program.legal_moves(position);
            let lifted = moves.iter().filter(|m| m.pit == at).map(|m| held - m.leaving.unwrap_or(0));
            match lifted.collect::<BTreeSet<u8>>().into_iter().collect::<Vec<u8>>()[..] {
                [] => refused,
                ref some => format!("{refused}, only {}", numbers_of_seeds(some)),
            }
        }
        PlayError::Scripted(_) => format!("{} is not the move that the opening requires", write_move(program, m)),
        PlayError::NotPartial(at) => match leavings(game, position, at)[..] {
            [] => match lift_line(game, position, m).map(|line| &line.seeds) {
                Some(Lifting::AllBut(stay)) if *stay > 0 => {
                    let verb = if *stay == 1 { "stays" } else { "stay" };
                    format!("{} {verb} in {at} anyway: write `{at}`", seeds((*stay).into()), at = pit(at))
                }
                _ => format!("no seeds may be left in {} now", pit(at)),
            },
            ref some => format!("only {} may be left in {}", numbers_of_seeds(some), pit(at)),
        },
        PlayError::TooLong(at, laps) => {
            format!("whether the sowing from {} ends is not known after {} laps", pit(at), with_commas(laps as usize))
        }
        PlayError::Endless(at, _) => format!("the sowing from {} {}", pit(at), game.rules.endless.sowing()),
    }
}

/// Lists the moves that add one decision from which a legal move goes on.
fn possible(game: &Game, position: &Position, m: Move, options: Options) -> String {
    let open = with_each(m, options).filter(|m| goes_on(game, position, *m));
    let ways: Vec<String> = open.map(|m| write_move(&game.program, m)).collect();
    join(&ways, "or")
}

/// Help for a move that is too long.
pub const BOUND_HELP: &str = "a line such as `endless after lap 5000 -> draw` in the rules bounds it";

/// Reports that a move has too many events to be played, or that the sowings after it are too long.
pub fn too_long(game: &Game, m: Move) -> String {
    if game.program.abandoned() > 0 {
        let m = write_move(&game.program, m);
        return format!("{m}: sowings are so long that it is not known which moves may be made after it");
    }
    let most = with_commas(MOST_EVENTS as usize);
    format!("{}: has not ended after {most} events, and is not played", write_move(&game.program, m))
}

/// Writes a number with a comma before each group of three digits.
fn with_commas(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", with_commas(number / 1000), number % 1000) }
}

/// Explains why a step of a game cannot be taken.
pub fn step_error(game: &Game, played: &Match, step: Step, error: StepError) -> String {
    match (step, error) {
        (Step::Move(m), StepError::Play(error)) => {
            wrap(&move_error(game, &played.position, m, error), None).trim_end().to_string()
        }
        (_, StepError::LotDue(due)) => format!("a lot decides first {due}: `@south` or `@north`"),
        (Step::Move(m), StepError::TooLong) => format!("{} ({})", too_long(game, m), BOUND_HELP),
        (_, StepError::NothingToArrange) => "no seeds may be laid out now".into(),
        (_, StepError::WrongSeeds(clause)) => {
            format!("the setup moves other seeds than `{}` allows", game.text(clause))
        }
        (_, StepError::ConditionFails(clause)) => format!("the setup does not satisfy `{}`", game.text(clause)),
        (_, StepError::NoLotDue) => match played.arrangements.first() {
            Some(first) => format!("no lot is due, but seeds may be laid out: `{}`", game.text(first.clause)),
            None => "no lot is due".into(),
        },
        (_, StepError::Over | StepError::Play(_) | StepError::TooLong) => "the game is over".into(),
    }
}

/// Observes a move and records at every landing which lines do not match.
struct LandingObserver<'a> {
    game: &'a Game,
    events: Vec<Event>,
    landings: Vec<LandingReport>,
}

impl Observer for LandingObserver<'_> {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn wants_landings(&self) -> bool {
        true
    }

    fn landed(&mut self, moment: &dyn Moment) {
        let reasons = Reasons { game: self.game, moment, m: Move::lifting(moment.here()) };
        let refused = |clause: &&Clause<_>| !moment.holds(&clause.condition);
        let failed =
            self.game.rules.land.iter().take_while(refused).map(|clause| FailedLine {
                clause: clause.id,
                reason: join(&reasons.against(&clause.condition), "and"),
            });
        self.landings.push(LandingReport { at: self.events.len(), failed: failed.collect() });
    }
}

/// Explains why a condition does not hold.
struct Reasons<'a> {
    game: &'a Game,
    moment: &'a dyn Moment,
    /// The move in question.
    m: Move,
}

/// What a preference asks for in the stage in which it applies.
fn in_its_stage(game: &Game, condition: &Condition) -> Condition {
    let english = English::of(game);
    let is_other = |part: &&Condition| english.in_stage(part, true).is_none();
    match condition {
        Condition::Any(parts) => Condition::Any(parts.iter().filter(is_other).cloned().collect()),
        condition => condition.clone(),
    }
}

impl Reasons<'_> {
    /// Returns the facts that make a condition false.
    fn against(&self, condition: &Condition) -> Vec<String> {
        match condition {
            Condition::All(parts) => {
                parts.iter().find(|part| !self.moment.holds(part)).map_or(vec![], |part| self.against(part))
            }
            Condition::Any(parts) => {
                let mut all: Vec<String> = vec![];
                for reason in parts.iter().flat_map(|part| self.against(part)) {
                    if !all.contains(&reason) {
                        all.push(reason);
                    }
                }
                all
            }
            Condition::Not(part) => vec![self.fact(part, true)],
            other => vec![self.fact(other, false)],
        }
    }

    /// Describes a condition that holds, or does not hold.
    fn fact(&self, condition: &Condition, so: bool) -> String {
        let english = English::of(self.game);
        match condition {
            Condition::Is(Place::Pit(path), kind) => self.pit_fact(path, *kind, so, &english),
            Condition::Holds(Place::Pit(path), amount) => {
                let pit = self.name(path);
                let held = self.moment.pit(path).seeds;
                if so {
                    format!("{pit} holds {}", amount_words(amount))
                } else {
                    format!("{pit} holds {}", seeds(held))
                }
            }
            Condition::Is(place, _) | Condition::Holds(place, _) => {
                let held = self.moment.seeds(place);
                let player = |whose| if whose == Whose::Own { "the mover" } else { "the opponent" };
                let row = match place {
                    Place::Row(whose) => {
                        return format!("{}'s {} holds {}", player(*whose), english.side(), seeds(held));
                    }
                    Place::NthRow(whose, row) => {
                        return format!("{}'s {} holds {}", player(*whose), english.nth_row(*row), seeds(held));
                    }
                    Place::Store(Whose::Own) => "the mover's store",
                    Place::Store(Whose::Opponent) => "the opponent's store",
                    Place::Hand => "the hand",
                    Place::Board | Place::Pit(_) | Place::Points(_) | Place::Number(_) => "the board",
                    Place::Counter(whose, counter) => {
                        return format!("{}'s {} is {held}", player(*whose), english.counter(*counter));
                    }
                    Place::Marked(..) | Place::Sum(_) => {
                        return format!("{} holds {}", english.place(place, Speech::NOW), seeds(held));
                    }
                };
                format!("{row} holds {}", seeds(held))
            }
            Condition::LapEnds(part) => self.first_lap(part, so),
            Condition::Figure(MoveFigure::MoveNumber, _) => {
                format!("it is move {}", self.moment.position().ply.saturating_add(1))
            }
            Condition::Fact(MoveFact::LastSeed) => format!("it {} the last seed", if so { "is" } else { "is not" }),
            Condition::Fact(MoveFact::NoMove) => format!("there is {} move", if so { "no" } else { "a" }),
            Condition::Always => "it is always true".into(),
            other => english.clause_words(other, so),
        }
    }

    fn pit_fact(&self, path: &[rules::PathStep], kind: PitKind, so: bool, english: &English) -> String {
        let pit = self.name(path);
        let view = self.moment.pit(path);
        let mover = self.moment.mover();
        let side = |whose: Whose| if whose == Whose::Own { mover } else { mover.other() };
        match kind {
            _ if view.absent => "there is no such pit".into(),
            PitKind::Store(_) | PitKind::Numbered(..) | PitKind::NthRow(_) if view.store => {
                format!("{pit} is the store")
            }
            PitKind::Store(_) => format!("{pit} is not a store"),
            PitKind::NthRow(_) => format!("{pit} is in the {}", english.nth_row(view.nth_row)),
            PitKind::Numbered(..)
            | PitKind::LastOrigin
            | PitKind::LastLanding
            | PitKind::Landing
            | PitKind::Sown
            | PitKind::Reached
            | PitKind::Closed
            | PitKind::LapOrigin
            | PitKind::TurnOrigin => format!("{pit} {}", english.kind(kind, false, so)),
            PitKind::InRow(_) if view.store => format!("{pit} is in no row"),
            PitKind::InRow(_) => format!("{pit} is {}'s", side(view.row).title()),
            PitKind::Empty | PitKind::Occupied if view.before == view.seeds => {
                if view.seeds == 0 {
                    format!("{pit} is empty")
                } else {
                    format!("{pit} holds {}", seeds(view.seeds))
                }
            }
            PitKind::Empty | PitKind::Occupied if view.before == 0 => format!("{pit} was empty"),
            PitKind::Empty | PitKind::Occupied => format!("{pit} held {}", seeds(view.before)),
            PitKind::Marked(mark, _) => match view.mark {
                Some((kind, owner)) => {
                    format!("{pit} is {} of {}", with_article(&english.mark(kind)), side(owner).title())
                }
                None => format!("{pit} is not {}", with_article(&english.mark(mark))),
            },
        }
    }

    /// Describes where the first lap would end, and why that violates the condition.
    fn first_lap(&self, condition: &Condition, so: bool) -> String {
        struct FirstLanding<'a> {
            game: &'a Game,
            condition: &'a Condition,
            so: bool,
            m: Move,
            text: Option<String>,
        }
        impl Observer for FirstLanding<'_> {
            fn event(&mut self, _event: Event) {}

            fn wants_landings(&self) -> bool {
                self.text.is_none()
            }

            fn landed(&mut self, moment: &dyn Moment) {
                let reasons = Reasons { game: self.game, moment, m: self.m };
                let why = if self.so { vec![] } else { reasons.against(self.condition) };
                let end = format!("its first lap would end in {}", pit_name(&self.game.program, moment.here()));
                self.text = Some(if why.is_empty() { end } else { format!("{end}, and {}", join(&why, "and")) });
            }
        }
        let m = Move { leaving: self.m.leaving, way: self.m.way, ..Move::lifting(self.moment.here()) };
        let mut landing = FirstLanding { game: self.game, condition, so, m, text: None };
        self.game.program.observe_unchecked(&self.moment.position(), m, &mut landing);
        landing.text.unwrap_or_else(|| "it has no lap".into())
    }

    fn name(&self, path: &[rules::PathStep]) -> String {
        let pit = self.moment.at_path(path);
        pit.map_or_else(|| "no pit".to_string(), |pit| pit_name(&self.game.program, pit).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;
    use crate::engine::History;
    use crate::variants;

    fn why_not_at_start(game: &Game, m: Move) -> String {
        wrap(&why_not(game, &game.program.start(), m), None)
    }

    #[test]
    fn the_seeds_that_may_be_left_are_reported_with_their_line() {
        let game = Game::shipped("boola").expect("it is shipped");
        let k = Pit(10);
        let text = why_not_at_start(&game, Move { leaving: Some(2), ..Move::lifting(k) });
        assert!(text.starts_with("only 1 seed may be left in K "), "{text}");
        assert!(text.contains(" line ") && text.contains("move 1 may lift all but 1 from pit pits - 1"), "{text}");
        let text = why_not_at_start(&game, Move { leaving: Some(1), ..Move::lifting(Pit(1)) });
        assert!(text.starts_with("no seeds may be left in B now"), "{text}");
    }

    #[test]
    fn seeds_that_stay_anyway_are_not_left() {
        let source = variants::source("kalah").expect("it is shipped");
        let text = source.text.replace("  from own pit\n", "  from own pit\n  lift all but 1\n");
        let source = crate::source::Source::new("example.uur", text);
        let game = Game::load(source, &variants::library, &Default::default()).expect("it is a game");
        let text = why_not_at_start(&game, Move { leaving: Some(1), ..Move::lifting(Pit(0)) });
        assert!(text.starts_with("1 seed stays in A anyway: write `A`"), "{text}");
        assert!(text.contains("lift all but 1"), "{text}");
    }

    /// Compares each claim about seeds that may be left in a pit with the legal moves, in every shipped game.
    #[test]
    fn no_claim_about_seeds_that_are_left_is_untrue() {
        let mut claims = 0;
        for name in variants::names() {
            let game = Game::shipped(name).expect("it is shipped");
            let mut position = game.program.start();
            let mut rng = Rng::for_game(1, 0);
            let mut history = History::default();
            for _ in 0..6 {
                let moves = game.program.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                for pit in game.program.layout().pits() {
                    for leaving in 1..=position.held(pit).min(9) {
                        let m = Move { leaving: Some(leaving), ..Move::lifting(pit) };
                        let Err(error) = game.program.check(&position, m) else { continue };
                        let text = reason(&game, &position, m, error);
                        let left: BTreeSet<u8> =
                            moves.iter().filter(|m| m.pit == pit).filter_map(|m| m.leaving).collect();
                        if text.starts_with("no seeds may be left") {
                            assert!(left.is_empty(), "{name}: {text}");
                            claims += 1;
                        } else if let Some(some) = text.strip_prefix("only ").filter(|text| text.contains("be left")) {
                            let numbers = some.split("seed").next().unwrap_or("").split([',', ' ']);
                            let numbers: BTreeSet<u8> = numbers.filter_map(|number| number.parse().ok()).collect();
                            assert!(!numbers.is_empty() && numbers.is_subset(&left), "{name}: {text}");
                            claims += 1;
                        }
                    }
                }
                game.program
                    .play(&mut position, &mut history, moves[rng.below(moves.len())], &mut ())
                    .expect("it is legal");
                if position.outcome.is_some() {
                    break;
                }
            }
        }
        assert!(claims > 1000, "{claims}");
    }
}
