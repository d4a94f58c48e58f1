//! Questions about the rules, each decided by a line of them, with answers that the engine computes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use uur::chance::Rng;
use uur::engine::{Event, Move, Pit, Position, Reason};
use uur::explain;
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn};
use uur::match_play::{NextStep, Step};
use uur::notation::{pit_name, write_move, write_position};
use uur::rules::{ClauseId, Side, Way};

use super::{Exercise, signs, test_positions};

/// The games in which positions are looked for.
const GAMES: u64 = 120;
/// The most moves of such a game.
const MOST_MOVES: usize = 60;
/// Moves with more laps, or more events, are too long to be followed.
const MOST_LAPS: usize = 8;
const MOST_EVENTS: usize = 90;
/// What a lap takes from the worth of a question, as a part of what a line that was not asked for adds.
const COST_OF_LAP: f64 = 0.01;
/// Of this many questions at most one is of the same kind, among the kinds that come in pairs.
const FEW_OF_PAIR: usize = 7;
/// As if the answer were open, the quiz asks about one in so many moves after which little is left on the board, or the
/// other player moves.
const SELDOM: usize = 4;
/// The most lines of the rules that an answer cites.
const LINES_CITED: usize = 2;

/// A question that could be asked.
struct Candidate {
    position: Position,
    about: About,
    /// The lines that decide it.
    clauses: BTreeSet<ClauseId>,
    laps: usize,
    kind: Kind,
}

/// What is asked, with the kind of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Whether a move may be played, which is forbidden.
    Forbidden,
    /// The same where it may be played.
    Allowed,
    /// What becomes of the game, which ends.
    Ends,
    /// The same where it goes on.
    GoesOn,
    /// Who moves next, where a bonus or a pass decides it.
    MovesAgain,
    /// The same where it is the other player.
    MovesInTurn,
    /// What the store gains, or what a pit holds.
    Seeds,
}

/// Kinds of which the second is asked beside the first, with another answer, so that neither is known without the rules.
const PAIRS: [(Kind, Kind); 3] =
    [(Kind::Forbidden, Kind::Allowed), (Kind::Ends, Kind::GoesOn), (Kind::MovesAgain, Kind::MovesInTurn)];

/// What a question is about.
enum About {
    /// A move that may be played.
    Played(Box<PlayedTurn>, NextStep),
    /// Whether a move may be played; if not, why.
    Asked(Move, Option<String>),
}

/// Returns so many questions about the rules of a game, as many as there are. Positions of random games and of the
/// tests of the file are chosen so that each line of the rules decides at least one, if there is room for all.
pub fn quiz(game: &Arc<Game>, number: usize, seed: u64) -> Vec<Exercise> {
    let mut candidates = candidates(game, seed);
    let mut times: BTreeMap<ClauseId, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut chance = Rng::for_game(seed, GAMES);
    let mut exercises: Vec<Exercise> = vec![];
    let mut wanted: Option<Kind> = None;
    while exercises.len() < number {
        let worth = |candidate: &Candidate| {
            let asked = |clause: &ClauseId| f64::from(times.get(clause).copied().unwrap_or(0));
            let new: f64 = candidate.clauses.iter().map(|clause| (1.0 + asked(clause)).powi(-3)).sum();
            new - COST_OF_LAP * candidate.laps as f64
        };
        let may_come = |kind: Kind| {
            let is_beside = PAIRS.iter().any(|(_, beside)| *beside == kind);
            let few = kinds.get(&kind).is_none_or(|asked| asked * FEW_OF_PAIR < number);
            kind == Kind::Seeds || few && (!is_beside || wanted == Some(kind))
        };
        let is_wanted = |kind: Kind| wanted.is_none_or(|wanted| wanted == kind);
        let all = |is: &dyn Fn(Kind) -> bool| -> Vec<usize> {
            (0..candidates.len()).filter(|&at| is(candidates[at].kind)).collect()
        };
        let known = Some(all(&|kind| may_come(kind) && is_wanted(kind))).filter(|known| !known.is_empty());
        let known = known.unwrap_or_else(|| all(&may_come));
        let best = known.into_iter().max_by(|&one, &other| {
            let [one_worth, other_worth] = [one, other].map(|at| worth(&candidates[at]));
            one_worth.total_cmp(&other_worth).then(other.cmp(&one))
        });
        let Some(best) = best else { break };
        let chosen = candidates.swap_remove(best);
        candidates.retain(|other| !other.position.same_board(&chosen.position));
        *kinds.entry(chosen.kind).or_default() += 1;
        wanted = PAIRS.iter().find(|(first, _)| *first == chosen.kind).map(|(_, beside)| *beside);
        chosen.clauses.iter().for_each(|&clause| *times.entry(clause).or_default() += 1);
        exercises.push(exercise(game, &chosen, &mut chance));
    }
    // Questions beside each other are not known by their order.
    for last in (1..exercises.len()).rev() {
        exercises.swap(last, chance.below(last + 1));
    }
    exercises
}

fn candidates(game: &Arc<Game>, seed: u64) -> Vec<Candidate> {
    let starts: Vec<Position> = [game.program.start()].into_iter().chain(test_positions(game)).collect();
    let mut candidates = vec![];
    for number in 0..GAMES {
        let mut chance = Rng::for_game(seed, number);
        let start = starts[number as usize % starts.len()];
        let mut play = GamePlay::new(game.clone(), Some(start));
        while play.turns().len() < MOST_MOVES {
            let NextStep::Move(side) = play.due() else { break };
            candidates.extend(asked(game, &play, side, &mut chance));
            let moves = play.legal_moves();
            let m = moves[chance.below(moves.len())];
            let Ok(turn) = play.play(m) else { break };
            let turn = turn.clone();
            let events = turn.own_events();
            let laps = laps(events);
            let clauses: BTreeSet<ClauseId> = events.iter().filter_map(Event::clause).collect();
            // That a position has come before cannot be seen, and a swap lifts no pit.
            let repeats = turn.outcome().is_some_and(|outcome| outcome.reason == Reason::Repetition);
            if m != Move::SWAP && laps <= MOST_LAPS && events.len() <= MOST_EVENTS && !repeats {
                let kind = kind(game, &turn, play.due(), &mut chance);
                let (position, about) = (turn.before, About::Played(Box::new(turn), play.due()));
                candidates.push(Candidate { position, about, clauses, laps, kind });
            }
        }
    }
    // Where nobody moves again, nobody asks.
    if candidates.iter().all(|candidate| candidate.kind != Kind::MovesAgain) {
        let plain = candidates.iter_mut().filter(|candidate| candidate.kind == Kind::MovesInTurn);
        plain.for_each(|candidate| candidate.kind = Kind::Seeds);
    }
    candidates
}

/// What is asked about a move.
fn kind(game: &Game, turn: &PlayedTurn, due: NextStep, chance: &mut Rng) -> Kind {
    let events = turn.own_events();
    let is_told = events.iter().any(|event| matches!(event, Event::Bonus { .. } | Event::Pass { .. }));
    let on_board = |position: &Position| position.seeds.iter().map(|&seeds| usize::from(seeds)).sum::<usize>();
    let little_is_left = || 2 * on_board(&turn.before.after(turn.split().0)) <= on_board(&game.program.start());
    match due {
        _ if turn.outcome().is_some() => Kind::Ends,
        NextStep::Move(_) if is_told => Kind::MovesAgain,
        NextStep::Move(_) if chance.below(SELDOM) == 0 => match little_is_left() {
            true => Kind::GoesOn,
            false => Kind::MovesInTurn,
        },
        _ => Kind::Seeds,
    }
}

/// The question whether a move of a pit with seeds may be played.
fn asked(game: &Game, play: &GamePlay, side: Side, chance: &mut Rng) -> Option<Candidate> {
    let position = play.position();
    let pits: Vec<Pit> = game.program.layout().pits_of(side).filter(|pit| position.seeds[pit.index()] > 0).collect();
    let pit = *pits.get(chance.below(pits.len().max(1)))?;
    let legal = play.legal_moves();
    let ways = if legal.iter().any(|m| m.way.is_some()) { [Some(Way::Onward), Some(Way::Back)] } else { [None; 2] };
    let m = Move { way: ways[chance.below(2)], ..Move::lifting(pit) };
    let (clause, reason) = match game.program.check(position, m) {
        Ok(()) => (game.rules.sowing.from.first()?.clause, None),
        Err(error) => {
            let (reason, clause) = explain::refusal(game, position, m, error);
            (clause?, Some(reason))
        }
    };
    let kind = if reason.is_some() { Kind::Forbidden } else { Kind::Allowed };
    Some(Candidate { position: *position, about: About::Asked(m, reason), clauses: [clause].into(), laps: 0, kind })
}

fn laps(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Lift { .. } | Event::Resow { .. })).count()
}

/// The exercise of a question.
fn exercise(game: &Arc<Game>, candidate: &Candidate, chance: &mut Rng) -> Exercise {
    let position = &candidate.position;
    let side = position.to_move;
    let (m, question, choices, answer, why) = match &candidate.about {
        About::Asked(m, reason) => {
            let question = format!("May {} play {}?", side.title(), write_move(&game.program, *m));
            let (answer, why) = match reason {
                Some(reason) => ("no", format!("{}.", explain::capitalized(reason))),
                None => ("yes", "Nothing forbids it.".to_string()),
            };
            (*m, question, yes_and_no(), answer.to_string(), why)
        }
        About::Played(turn, due) => {
            let Step::Move(m) = turn.step else { unreachable!("only moves are candidates") };
            let told = explain::summary(game, position, m, turn.own_events());
            let after = position.after(turn.split().0);
            let why = format!("{}. The pits hold then: {}.", told.trim_end(), write_position(game, &after));
            let (question, choices, answer) = question(game, turn, m, (candidate.kind, *due), &after, chance);
            (m, question, choices, answer, why)
        }
    };
    // The lines that seldom act say most.
    let cited: Vec<ClauseId> = candidate.clauses.iter().rev().take(LINES_CITED).copied().collect();
    let rules: BTreeSet<String> = cited.iter().flat_map(|&clause| explain::clause(game, clause)).collect();
    let rules: Vec<String> = rules.into_iter().map(|rule| format!("“{}”", rule.trim_end_matches('.'))).collect();
    let rules = if rules.is_empty() { String::new() } else { format!(" By the rules: {}.", rules.join("; ")) };
    Exercise {
        at: *position,
        position: write_position(game, position),
        question,
        choices,
        answer,
        why: why + &rules,
        signs: signs(std::iter::once(&*write_move(&game.program, m))),
        lines: candidate.clauses.iter().map(|&clause| game.line_name(clause)).collect(),
        is_puzzle: false,
        level: None,
    }
}

fn yes_and_no() -> Vec<String> {
    vec!["yes".to_string(), "no".to_string()]
}

/// A question about a move: what it leads to, where that is not as usual, or else what a pit holds after it.
fn question(
    game: &Game,
    turn: &PlayedTurn,
    m: Move,
    (kind, due): (Kind, NextStep),
    after: &Position,
    chance: &mut Rng,
) -> (String, Vec<String>, String) {
    let (side, events) = (turn.before.to_move, turn.own_events());
    let plays = format!("{} plays {}.", side.title(), write_move(&game.program, m));
    let players = || Side::BOTH.map(|side| side.title().to_string()).to_vec();
    if matches!(kind, Kind::Ends | Kind::GoesOn) {
        const GOES_ON: &str = "it goes on";
        let end = if game.rules.rounds.is_some() { "round" } else { "game" };
        let answer = turn.outcome().map_or(GOES_ON.to_string(), |over| explain::verdict(game, over.winner));
        let ends = [Some(Side::South), Some(Side::North), None].map(|winner| explain::verdict(game, winner));
        let choices = ends.into_iter().chain([GOES_ON.to_string()]).collect();
        return (format!("{plays} What becomes of the {end}?"), choices, answer);
    }
    if let (Kind::MovesAgain | Kind::MovesInTurn, NextStep::Move(next)) = (kind, due) {
        return (format!("{plays} Who moves next?"), players(), next.title().to_string());
    }
    let won = after.captured[side].saturating_sub(turn.before.captured[side]);
    if won > 0 {
        let (choices, answer) = numbers(won, chance);
        return (format!("{plays} By how many seeds does {}'s store grow?", side.title()), choices, answer);
    }
    let changed = |pit: &Pit| turn.before.seeds[pit.index()] != after.seeds[pit.index()];
    let last = events.iter().rev().find_map(|event| match event {
        Event::Drop { pit, .. } if pit.store_of().is_none() => Some(*pit),
        _ => None,
    });
    let pits: Vec<Pit> = game.program.layout().pits().filter(changed).collect();
    let pit = match last {
        Some(last) if chance.below(2) == 0 || pits.is_empty() => last,
        _ => pits.get(chance.below(pits.len().max(1))).copied().unwrap_or(m.pit),
    };
    let (choices, answer) = numbers(after.seeds[pit.index()].into(), chance);
    (format!("{plays} How many seeds does pit {} hold then?", pit_name(&game.program, pit)), choices, answer)
}

/// A number among others near it.
fn numbers(right: u16, chance: &mut Rng) -> (Vec<String>, String) {
    let below = u16::try_from(chance.below(4)).unwrap_or(0).min(right);
    let choices = (right - below..right - below + 4).map(|number| number.to_string()).collect();
    (choices, right.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_among_the_choices_and_lines_are_asked_for() {
        let bao = "bao-la-kiswahili";
        for name in ["oware", "boola", "layli-goobalay", "lahemay-waladat", bao, "toguz-kumalak", "nsolo"] {
            let game = Arc::new(Game::shipped(name).expect("it is shipped"));
            let quiz = quiz(&game, 20, 1);
            assert_eq!(quiz.len(), 20, "{name}");
            assert_eq!(quiz, super::quiz(&game, 20, 1), "{name}");
            for exercise in &quiz {
                assert!(exercise.choices.contains(&exercise.answer), "{name}: {exercise:?}");
                assert_eq!(write_position(&game, &exercise.at), exercise.position);
            }
            let asked: BTreeSet<&String> = quiz.iter().flat_map(|exercise| &exercise.lines).collect();
            assert!(asked.len() >= 3, "{name}: {asked:?}");
            let kinds: BTreeSet<&str> = quiz
                .iter()
                .map(|exercise| &*exercise.question)
                .filter_map(|question| question.split(". ").last()?.split(' ').next())
                .collect();
            assert!(kinds.len() >= 2, "{name}: {kinds:?}");
        }
    }

    /// A question that has one answer in nearly all cases teaches nothing.
    #[test]
    fn no_answer_is_known_from_its_question() {
        for name in ["oware", "kalah", "bestemshe", "congklak", "lahemay-waladat", "boola", "omweso"] {
            let game = Arc::new(Game::shipped(name).expect("it is shipped"));
            let quiz = quiz(&game, 20, 1);
            let answers = |asked: &str, is: &dyn Fn(&Exercise) -> bool| {
                let asked = quiz.iter().filter(|exercise| exercise.question.contains(asked));
                let (one, other): (Vec<&Exercise>, Vec<&Exercise>) = asked.partition(|exercise| is(exercise));
                [one.len(), other.len()]
            };
            let [ends, goes_on] = answers("becomes of", &|exercise| exercise.answer != "it goes on");
            assert!(ends > 0 && ends <= 3 && ends.abs_diff(goes_on) <= 1, "{name}: {ends} {goes_on}");
            let [no, yes] = answers("May ", &|exercise| exercise.answer == "no");
            assert!(no <= 3 && no.abs_diff(yes) <= 1, "{name}: {no} {yes}");
            let mover = |exercise: &Exercise| exercise.question.starts_with(&exercise.answer);
            let [again, in_turn] = answers("Who moves", &mover);
            assert!(again <= 3 && again.abs_diff(in_turn) <= 1, "{name}: {again} {in_turn}");
        }
    }
}
