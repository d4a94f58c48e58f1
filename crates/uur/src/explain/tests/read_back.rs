//! Each rule text is read back: a reader who knows nothing but its plan judges random positions as the engine does.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::reader::{Heard, TextReader, each_told};
use super::round_trip::under_each_word;
use super::shipped;
use crate::chance::Rng;
use crate::engine::{Event, Outcome, Position, Reason};
use crate::explain::document::SectionId;
use crate::explain::live::live;
use crate::explain::plan::plan;
use crate::explain::say::{PlannedText, Say, Told};
use crate::game::Game;
use crate::match_play::{LotFor, Match, NextStep, Step};
use crate::notation::write_position;
use crate::rules::{ClauseId, Side, Way, Who};

/// How much of a game was judged.
#[derive(Debug, Default)]
struct Judged {
    positions: usize,
    rounds: usize,
    repetitions: usize,
    next_rounds: usize,
    matches: usize,
    /// Games given up because a sowing was too long to be followed.
    too_long: usize,
    /// The lines that took effect.
    clauses: BTreeSet<ClauseId>,
}

impl Judged {
    fn add(&mut self, other: Judged) {
        self.positions += other.positions;
        self.rounds += other.rounds;
        self.repetitions += other.repetitions;
        self.next_rounds += other.next_rounds;
        self.matches += other.matches;
        self.too_long += other.too_long;
        self.clauses.extend(other.clauses);
    }
}

/// A position without what no reader can know: by which line a round ended.
fn known(position: Position) -> Position {
    let outcome = position.outcome.map(|outcome| Outcome { reason: Reason::Condition, clause: None, ..outcome });
    // Once a round is over, nobody is to move.
    let to_move = if outcome.is_some() { Side::South } else { position.to_move };
    Position { outcome, to_move, ..position }
}

/// Plays a game at random and has each position judged by a reader.
fn judge(name: &str, game: &Game, reader: &TextReader, from: Option<Position>, rng: &mut Rng, plies: usize) -> Judged {
    let program = &game.program;
    let mut judged = Judged::default();
    let mut round = match from {
        Some(position) => Match::from(program, position),
        None => Match::new(program),
    };
    let mut starter = round.position.to_move;
    let mut history = vec![round.position];
    for _ in 0..plies {
        let was = round.position;
        if round.due != NextStep::Move(was.to_move) {
            break;
        }
        let mut moves = program.legal_moves(&was).to_vec();
        let Some(&m) = moves.get(rng.below(moves.len().max(1))) else { break };
        moves.sort_unstable();
        let (Ok(told), Ok(mut played)) = (reader.legal_moves(&was), reader.play(&was, m)) else {
            judged.too_long += 1;
            break;
        };
        assert_eq!(told, moves, "{name}: the moves of {}", show(game, &was));
        judged.positions += 1;
        let mut events = Vec::<Event>::new();
        round.step(program, Step::Move(m), &mut events).expect("it is legal");
        let fell = |event: &Event| match event {
            Event::Drop { pit, .. } => Some(*pit),
            _ => None,
        };
        if !events.iter().any(|event| matches!(event, Event::Endless { .. })) {
            let fallen: Vec<_> = events.iter().filter_map(fell).collect();
            assert_eq!(played.fallen, fallen, "{name}: the seeds that fall in {m:?} from {}", show(game, &was));
        }
        history.push(played.position);
        if reader.is_repeated(&history) {
            reader.repeat(&mut played.position);
            judged.repetitions += 1;
        }
        let position = Position { points: was.points, ..round.position };
        let (told, is) = (known(played.position), known(position));
        assert!(told == is, "{name}: {m:?} from {}\n{}\n{}", show(game, &was), show(game, &told), show(game, &is));
        judged.clauses.extend(events.iter().filter_map(Event::clause));
        if position.outcome.is_none() {
            continue;
        }

        judged.rounds += 1;
        reader.judge_aim(&position);
        if !reader.has_rounds() {
            break;
        }
        let ended = reader.after_round(position, starter, was.to_move);
        assert_eq!(ended.points, round.position.points, "{name}: the points after {}", show(game, &position));
        let over = match round.due {
            NextStep::Nothing(outcome) => Some(outcome.winner),
            _ => None,
        };
        let told = reader.match_over(&ended);
        if told.is_some() {
            assert_eq!(told, over, "{name}: the match after {}", show(game, &position));
            reader.judge_match_aim(&ended, told.flatten());
            judged.matches += 1;
            break;
        }
        let mut lot = |due: LotFor, round: &mut Match| {
            assert_eq!(round.due, NextStep::Lot(due), "{name}: the lot after {}", show(game, &position));
            let winner = Side::BOTH[rng.below(2)];
            round.step(program, Step::Lot(winner), &mut ()).expect("a lot is due");
            winner
        };
        let rest = reader.lot_for_rest(&ended).map(|seeds| {
            let NextStep::Lot(due @ LotFor::Remainder(over, _)) = round.due else { panic!("{name}: {:?}", round.due) };
            assert_eq!([seeds; 2], over, "{name}: what both have over");
            lot(due, &mut round)
        });
        let begins = reader.lot_begins().then(|| lot(LotFor::Starter, &mut round));
        let next = reader.next_round(ended, rest, begins);
        if next.outcome.is_some() {
            assert!(matches!(round.due, NextStep::Nothing(_)), "{name}: {:?} before {}", round.due, show(game, &next));
            break;
        }
        assert_eq!(round.due, NextStep::Round, "{name}: after {}", show(game, &position));
        round.next_round(program, &mut ());
        let (told, is) = (known(next), known(round.position));
        assert!(told == is, "{name}: after {}\n{}\n{}", show(game, &position), show(game, &told), show(game, &is));
        judged.next_rounds += 1;
        (starter, history) = (round.position.to_move, vec![round.position]);
    }
    judged
}

/// The start position with most of its seeds in the stores, so that the end is near.
fn near_the_end(game: &Game, reader: &TextReader, rng: &mut Rng) -> Option<Position> {
    let mut position = game.program.fresh();
    let stores = |say: &Say| matches!(say, Say::Facts { stores: true, .. });
    let plan = plan(game, &live(game), None);
    if !stores(&plan.facts) {
        return None;
    }
    let (share, receiver) = (1 + rng.below(6), rng.below(4));
    for pit in game.program.layout().pits().filter(|pit| position.marks[pit.index()].is_none()) {
        let stay = if rng.below(6) < share { 0 } else { rng.below(3) };
        let seeds = position.seeds[pit.index()].saturating_sub(stay as u8);
        position.seeds[pit.index()] -= seeds;
        position.captured[if receiver < 2 { receiver } else { rng.below(2) }] += u16::from(seeds);
    }
    let points = [0, 1].map(|_| rng.below(12) as u16);
    if game.rules.rounds.is_some() && reader.may_have_points(points) {
        position.points = points;
    }
    position.to_move = if game.program.is_single_player() { Side::South } else { Side::BOTH[rng.below(2)] };
    position.ply = 20 + position.to_move as u16;
    game.program.set_starter(&mut position, Side::South);
    Some(position)
}

/// Has a reader judge a game in random play, from the start and near the end.
fn read_back(name: &str, game: &Game, reader: &TextReader, games: u64, plies: usize) -> Judged {
    let program = &game.program;
    let mut fresh = reader.fresh();
    assert!(fresh == program.fresh(), "{name}: the set-up {}", show(game, &fresh));
    reader.begin_turn(&mut fresh, None);
    assert!(fresh == program.start(), "{name}: the first turn {}", show(game, &fresh));
    let mut judged = Judged::default();
    for number in 0..games {
        let mut rng = Rng::for_game(11, number);
        judged.add(judge(name, game, reader, None, &mut rng, plies));
        let Some(mut position) = near_the_end(game, reader, &mut rng) else { continue };
        let mut told = position;
        reader.begin_turn(&mut told, Some(position.to_move.other()));
        program.begin_turn(&mut position, &mut ());
        let (told, is) = (known(told), known(position));
        assert!(told == is, "{name}: the turn begins\n{}\n{}", show(game, &told), show(game, &is));
        judged.add(judge(name, game, reader, Some(position), &mut rng, plies));
    }
    judged
}

#[test]
fn a_reader_of_the_plan_plays_as_the_engine_does() {
    let (mut all, mut lines, mut met, mut needless) = (Judged::default(), 0, 0, vec![]);
    for (name, game) in shipped() {
        let mut of_game = Judged::default();
        let words = under_each_word(&game);
        let mut order = (false, false);
        for (game, games, plies) in words.iter().map(|game| (game, 3, 30)).chain([(&game, 8, 120)]) {
            let reader = TextReader::of(game);
            of_game.add(read_back(name, game, &reader, games, plies));
            order = (order.0 || reader.heard.first_ending, order.1 || reader.order_counted.get());
        }
        if order == (true, false) {
            needless.push(name);
        }
        let of_rules = super::lines(&live(&game));
        met += of_rules.intersection(&of_game.clauses).count();
        lines += of_rules.len();
        all.add(of_game);
    }
    let Judged { positions, rounds, repetitions, next_rounds, matches, too_long, .. } = all;
    let counts = [positions, rounds, repetitions, next_rounds, matches];
    eprintln!("READ {met} of {lines} {counts:?} {too_long} {needless:?}");
    // Lines about the choice of a move are in no event.
    assert!(met * 5 > lines * 4, "{met} of {lines} lines took effect");
    assert!(positions > 50_000 && too_long * 200 < positions, "{counts:?}, {too_long} too long");
    assert!(rounds > 2_000 && repetitions > 0 && next_rounds > 200 && matches > 50, "{counts:?}");
    // In these games several ends could fit at once as far as the plan knows, and never do. The number may fall.
    assert!(needless.len() <= 24, "the order of ends is told and never counts: {needless:?}");
}

/// Makes a mistake in a plan that was read.
type Mistake = fn(&mut Heard);

/// Games, and mistakes that a rule text of them could make.
const MISTAKES: &[(&str, Mistake)] = &[
    ("crosscapt", |heard| heard.bonus_passes = false),
    ("oware", |heard| heard.skip.clear()),
    ("oware", |heard| heard.way = Some(Way::Back)),
    ("oware", |heard| heard.choices[0].only.clear()),
    ("kara", |heard| heard.first_ending = false),
    ("layli-goobalay", |heard| heard.cases.swap(0, 1)),
    ("kalah", |heard| heard.more_seeds_win = false),
    ("boola", |heard| heard.scripts.clear()),
    ("layli-goobalay", |heard| heard.choices[0].kinds.clear()),
    ("toguz-kumalak", |heard| heard.drop.clear()),
    ("andot", |heard| heard.repetition.as_mut().expect("it is told").1 = false),
    ("leyla", |heard| heard.rounds.retain(|say| !matches!(say, Say::CounterKept(_)))),
    ("sadeqa", |heard| heard.rounds.retain(|say| !matches!(say, Say::HeldSeeds { .. }))),
    ("pallanguzhi", |heard| heard.rounds.retain(|say| !matches!(say, Say::CannotFill(_)))),
    ("urim", |heard| {
        for say in &mut heard.rounds {
            if let Say::Points { first, .. } = say {
                *first = true;
            }
        }
    }),
    ("lamlameta", |heard| exchange_players(&mut heard.endings)),
];

/// Has the wrong player win or take.
fn exchange_players(endings: &mut [Told]) {
    for told in endings {
        if let Say::EndIf(_, ending) | Say::CannotMove { ending, .. } = &mut told.say {
            for (who, _) in &mut ending.takings {
                *who = match who {
                    Who::Each => Who::Player,
                    Who::Player => Who::Opponent,
                    Who::Opponent => Who::Player,
                };
            }
        }
    }
}

#[test]
fn a_mistake_in_a_text_is_noticed() {
    let unnoticed = |(at, (name, mistake)): (usize, &(&'static str, Mistake))| {
        let game = Game::shipped(name).expect("it is shipped");
        let mut reader = TextReader::of(&game);
        mistake(&mut reader.heard);
        let reader = TextReader::hearing(&game, reader.heard);
        let read = || read_back(name, &game, &reader, 20, 120);
        catch_unwind(AssertUnwindSafe(read)).is_ok().then(|| format!("{at}: {name}"))
    };
    let unnoticed: Vec<String> = MISTAKES.iter().enumerate().filter_map(unnoticed).collect();
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}

/// A position as it is written, and what is not written.
fn show(game: &Game, position: &Position) -> String {
    format!("{} ({:?}, {:?})", write_position(game, position), position.memory, position.outcome)
}

/// Whether a reader judges a sentence: whether a game that is played by it could tell that it is wrong.
fn is_judged(say: &Say) -> bool {
    match say {
        // Words of an author, and the names of players and of pits.
        Say::Words(_) | Say::Seated(_) | Say::FrontRow | Say::Strokes | Say::DrawnSo => false,
        // What words mean. The sentences that use them have the meaning itself.
        Say::LapMeans | Say::EmptyMeans | Say::TermMeans { .. } => false,
        // What players do before a game and between its rounds without the engine.
        Say::Signs | Say::LaidOut { .. } | Say::LoserLaysOut(_) => false,
        // They refer to another section.
        Say::AimMatch | Say::AimEnd { .. } | Say::AimAtOnce => false,
        // No plan has them.
        Say::NumberParameter { .. } | Say::WordParameter { .. } | Say::ManyChanges => false,
        Say::LeftOut(_) | Say::NoChange => false,
        _ => true,
    }
}

#[test]
fn few_sentences_are_not_judged() {
    let mut sections: BTreeMap<SectionId, [usize; 2]> = BTreeMap::new();
    for (_, game) in shipped() {
        let whole = plan(&game, &live(&game), None);
        for (id, blocks) in &whole.sections {
            let only = PlannedText { facts: whole.facts.clone(), sections: vec![(*id, blocks.clone())] };
            let counts = sections.entry(*id).or_default();
            each_told(&only, &mut |say, _| counts[usize::from(is_judged(say))] += 1);
            counts[1] -= 1;
        }
    }
    // A ceiling may fall. All other sentences are judged.
    let ceilings = [
        (SectionId::Aim, 46),
        (SectionId::Setup, 131),
        (SectionId::Turn, 204),
        (SectionId::Terms, 291),
        (SectionId::Match, 6),
        (SectionId::Lot, 3),
    ];
    for (section, [unjudged, judged]) in sections {
        if !matches!(section, SectionId::Notes | SectionId::Sources) {
            let ceiling = ceilings.iter().find(|(of, _)| *of == section).map_or(0, |(_, most)| *most);
            assert!(unjudged <= ceiling, "{section:?}: {unjudged} sentences are not judged, {judged} are");
        }
    }
}
