//! The rules of a game in English, addressed to the player.

use super::cited;
use crate::engine::Pit;
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

/// All rules of a game, numbered, with the lines of the file at the right.
pub fn rules(game: &Game) -> String {
    let mut told: Vec<(String, Option<ClauseId>)> = vec![];
    let rules = &game.rules;
    let english = English { game };
    start(game, &mut told);
    sowing(game, &english, &mut told);
    for scripted in &rules.opening {
        let pits: Vec<String> = scripted.pits.iter().map(|&pit| char::from(b'A' + pit).to_string()).collect();
        let verb = if scripted.must { "must" } else { "may also" };
        let which = ordinal(scripted.ply);
        let lift = match scripted.leaving {
            0 => format!("lift pit {}", join(&pits, "or")),
            leaving => format!("lift pit {} and leave {} in it", join(&pits, "or"), seeds(leaving.into())),
        };
        let text = if scripted.leaving == 0 && !scripted.must {
            format!("On the {which} move of the game you may {lift} even where the rule above forbids it.")
        } else {
            format!("On the {which} move of the game you {verb} {lift}.")
        };
        told.push((text, Some(scripted.clause)));
    }
    for clause in &rules.drop {
        let mut sentence = format!("At every seed sown: if {},", english.condition(&clause.condition, Tense::Fallen));
        sentence += &format!(" {}.", english.actions(&clause.actions, None));
        told.push((sentence, Some(clause.id)));
    }
    for (number, clause) in rules.land.iter().enumerate() {
        let condition = match &clause.condition {
            Condition::Always => "In every other case".to_string(),
            condition => format!(
                "{} {}",
                if number == 0 { "At the last seed of a lap: if" } else { "Otherwise, if" },
                english.condition(condition, Tense::Fallen)
            ),
        };
        told.push((format!("{condition}: {}.", english.actions(&clause.actions, Some(&clause.then))), Some(clause.id)));
    }
    if !matches!(rules.land.last(), Some(Clause { condition: Condition::Always, .. })) {
        let text = if rules.land.is_empty() {
            "The move ends with the last seed."
        } else {
            "In every other case the move ends."
        };
        told.push((text.to_string(), None));
    }
    for clause in &rules.end {
        let scope = if rules.rounds.is_some() { "round" } else { "game" };
        let text = format!(
            "The {scope} is over if, when your turn begins, {}{}.",
            english.condition(&clause.condition, Tense::Present),
            english.ending(&clause.ending)
        );
        told.push((text, Some(clause.id)));
    }
    if rules.goal == Some(Goal::MostSeeds) {
        told.push(("Whoever has captured more seeds wins; equal numbers are a draw.".into(), None));
    }
    told.push((english.endless(), rules.endless.clause));
    let repeated = format!(
        "If a position comes for the {} time with the same player to move, the game is over{}.",
        ordinal(rules.repetition.times),
        english.ending(&rules.repetition.ending)
    );
    told.push((repeated, rules.repetition.clause));
    matches(game, &english, &mut told);

    let mut text = format!("{}\n", rules.about.name);
    for (number, (sentence, clause)) in told.iter().enumerate() {
        for (line, part) in sentence.split('\n').enumerate() {
            if line == 0 {
                text += &cited(game, &format!("{:>2}. {part}", number + 1), 4, *clause);
            } else {
                text += &cited(game, &format!("      {part}"), 6, None);
            }
        }
    }
    text
}

fn start(game: &Game, told: &mut Vec<(String, Option<ClauseId>)>) {
    let board = &game.rules.board;
    let row = |side: Side| board.start[side].iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    let (south, north) = (&board.start[Side::South], &board.start[Side::North]);
    let filled = if south == north && south.iter().all(|seeds| *seeds == south[0]) {
        format!("with {} in each pit", seeds(south[0]))
    } else if south == north {
        format!("which hold, from each player's own A on, {} seeds", row(Side::South))
    } else {
        format!(
            "which hold, from the player's own A on, {} seeds (South) and {} seeds (North)",
            row(Side::South),
            row(Side::North)
        )
    };
    told.push((
        format!("The board has two rows of {}, {filled}.", crate::diagnostic::count(board.pits.into(), "pit")),
        None,
    ));
}

fn sowing(game: &Game, english: &English, told: &mut Vec<(String, Option<ClauseId>)>) {
    let sowing = &game.rules.sowing;
    told.push((chosen(english, &sowing.from.condition), Some(sowing.from.clause)));
    for lift in &sowing.lift {
        let when = match &lift.condition {
            Condition::Always => String::new(),
            condition => format!("If {}: ", english.condition(condition, Tense::Present)),
        };
        let left = if lift.leave == 0 {
            "lift all its seeds".to_string()
        } else {
            format!("lift all its seeds but {}", lift.leave)
        };
        told.push((capitalized(&format!("{when}{left}.")), Some(lift.clause)));
    }
    let way = match sowing.direction {
        Direction::Counterclockwise => "counter-clockwise",
        Direction::Clockwise => "clockwise",
    };
    let path = |side: Side| {
        let pits: Vec<Pit> = game.program.pits_from(side).collect();
        let names: Vec<String> = pits.iter().map(|&pit| pit_name(&game.program, pit).to_string()).collect();
        format!("{} sows along {}, then {} again.", side.title(), names.join(" "), names[0])
    };
    let lift = if sowing.lift.is_empty() { "Lift all its seeds and sow" } else { "Sow" };
    told.push((
        format!(
            "{lift} them one by one {way} into the pits that follow.\n{}\n{}",
            path(Side::South),
            path(Side::North)
        ),
        Some(sowing.clause),
    ));
    for skip in &sowing.skip {
        told.push((
            format!("A pit gets no seed if {}.", english.condition(&skip.condition, Tense::Present)),
            Some(skip.clause),
        ));
    }
}

/// Which pit a move may start from.
fn chosen(english: &English, from: &Condition) -> String {
    let own = Condition::Is(Place::Pit(vec![]), Kind::InRow(Whose::Own));
    let parts = match from {
        Condition::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let guards: Vec<String> =
        parts.iter().filter(|part| **part != own).map(|part| english.condition(part, Tense::Present)).collect();
    let pit = if parts.contains(&own) { "one of your own pits that has seeds" } else { "a pit that has seeds" };
    match guards.len() {
        0 => format!("On your turn choose {pit}."),
        _ => format!("On your turn choose {pit}, such that {}.", guards.join(" and ")),
    }
}

fn matches(game: &Game, english: &English, told: &mut Vec<(String, Option<ClauseId>)>) {
    let Some(rounds) = &game.rules.rounds else { return };
    let lot = game.rules.lot.as_ref();
    let by_lot = lot.map_or("a lot".to_string(), |lot| format!("a lot ({})", lot.name));
    let unfilled = match rounds.unfilled {
        Unfilled::Closed => "pits that cannot be filled are closed for the round",
        Unfilled::Empty => "pits that cannot be filled are empty but in play",
    };
    told.push((
        format!("A match is played in rounds. Before each, the players fill their pits from A on with {} each out of what they have won; what is over they keep, and {unfilled}.", seeds(rounds.refill)),
        Some(rounds.clause),
    ));
    for remainder in &rounds.remainders {
        let what = if remainder.by_lot {
            format!("{by_lot} decides who gets both")
        } else {
            format!("the one with {} gives it to the other", remainder.one)
        };
        told.push((
            format!("If one player has {} left over and the other {}, {what}.", remainder.one, remainder.other),
            Some(remainder.clause),
        ));
    }
    let starter = match rounds.starter {
        Starter::Lot => format!("Who begins a round is decided by {by_lot}."),
        Starter::Alternates => "The players begin the rounds in turn.".into(),
        Starter::Winner => "The winner of a round begins the next.".into(),
        Starter::Loser => "The loser of a round begins the next.".into(),
    };
    told.push((starter, Some(rounds.starter_by)));
    for clause in &rounds.over {
        let text = format!(
            "The match is over if, after a round, {}{}.",
            english.condition(&clause.condition, Tense::Present),
            english.ending(&clause.ending)
        );
        told.push((text, Some(clause.id)));
    }
    if let Some(lot) = lot {
        let beats: Vec<String> =
            lot.beats.iter().map(|&(a, b)| format!("{} beats {}", lot.signs[a], lot.signs[b])).collect();
        told.push((
            format!(
                "In {} both players show a sign at once: {}; equal signs are shown again.",
                lot.name,
                join(&beats, "and")
            ),
            Some(lot.clause),
        ));
    }
}

/// How a game ended, in one sentence.
pub fn ending(game: &Game, position: &crate::engine::Position) -> Option<String> {
    use crate::engine::Reason;
    let outcome = position.outcome?;
    let mover = position.to_move.title();
    let why = match outcome.reason {
        Reason::NoMove => format!("{mover} has no move"),
        Reason::Endless => format!("{mover}'s sowing would never end"),
        Reason::Repetition => format!("the position has come {} times", game.rules.repetition.times),
        Reason::Condition => {
            outcome.clause.map_or("the game is over".into(), |clause| format!("`{}`", game.text(clause)))
        }
    };
    let score = game.program.score(position);
    // The winner's seeds come first, as one says it.
    let first = outcome.winner.unwrap_or(Side::South);
    let seeds = match game.rules.goal {
        Some(Goal::MostSeeds) => format!(", {} to {}", score[first], score[first.other()]),
        None => String::new(),
    };
    Some(match outcome.winner {
        Some(side) => format!("{why}: {} wins{seeds}", side.title()),
        None => format!("{why}: a draw{seeds}"),
    })
}

/// Whether a condition speaks of a seed that has just fallen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Fallen,
}

/// Tells parts of a game's rules.
pub(super) struct English<'a> {
    pub game: &'a Game,
}

impl<'a> English<'a> {
    pub(super) fn mark(&self, mark: MarkId) -> &'a str {
        &self.game.rules.marks[mark.0 as usize].name
    }

    pub(super) fn condition(&self, condition: &Condition, tense: Tense) -> String {
        self.said(condition, tense, true)
    }

    /// A condition, or its opposite, as part of a sentence.
    fn said(&self, condition: &Condition, tense: Tense, yes: bool) -> String {
        let parts = |all: &[Condition], word: &str| {
            all.iter().map(|part| self.said(part, tense, yes)).collect::<Vec<_>>().join(&format!(" {word} "))
        };
        match condition {
            Condition::Always => if yes { "in every case" } else { "never" }.to_string(),
            Condition::All(all) => parts(all, if yes { "and" } else { "or" }),
            Condition::Any(any) => parts(any, if yes { "or" } else { "and" }),
            Condition::Not(part) => self.said(part, tense, !yes),
            Condition::NoMove => format!("you have {} move", if yes { "no" } else { "a" }),
            Condition::LastSeed => format!("it is {}the last seed of the lap", if yes { "" } else { "not " }),
            Condition::FirstLapEnds(part) => format!(
                "the first lap {}end where {}",
                if yes { "would " } else { "would not " },
                self.said(part, Tense::Fallen, true)
            ),
            Condition::Is(place, kind) => {
                let past = tense == Tense::Fallen && matches!(place, Place::Pit(_));
                format!("{} {}", self.place(place), self.kind(*kind, past, yes))
            }
            Condition::Holds(place, amount) => {
                let now = if tense == Tense::Fallen && *place == Place::Pit(vec![]) { " now" } else { "" };
                let verb = if yes { "holds" } else { "does not hold" };
                format!("{}{now} {verb} {}", self.place(place), amount_words(amount))
            }
        }
    }

    fn kind(&self, kind: Kind, past: bool, yes: bool) -> String {
        let is = match (past && matches!(kind, Kind::Empty | Kind::Occupied), yes) {
            (true, true) => "was",
            (true, false) => "was not",
            (false, true) => "is",
            (false, false) => "is not",
        };
        match kind {
            Kind::InRow(Whose::Own) => format!("{is} yours"),
            Kind::InRow(Whose::Opponent) => format!("{is} the opponent's"),
            Kind::Empty => format!("{is} empty"),
            Kind::Occupied => format!("{is} occupied"),
            Kind::Closed => format!("{is} closed"),
            Kind::LapOrigin => format!("{is} where the lap began"),
            Kind::TurnOrigin => format!("{is} where the move began"),
            Kind::Marked(mark, None) => format!("{is} {}", with_article(self.mark(mark))),
            Kind::Marked(mark, Some(Whose::Own)) => format!("{is} your {}", self.mark(mark)),
            Kind::Marked(mark, Some(Whose::Opponent)) => format!("{is} the opponent's {}", self.mark(mark)),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Pit(path) => path_words(path),
            Place::Row(Whose::Own) => "your row".into(),
            Place::Row(Whose::Opponent) => "the opponent's row".into(),
            Place::Store(Whose::Own) => "your store".into(),
            Place::Store(Whose::Opponent) => "the opponent's store".into(),
            Place::Board => "the board".into(),
        }
    }

    fn actions(&self, actions: &[Action], then: Option<&Then>) -> String {
        let mut parts: Vec<String> = actions.iter().map(|action| self.action(action)).collect();
        let and = if parts.is_empty() { "" } else { "and " };
        let last = match then {
            None => return parts.join(", "),
            Some(Then::Stop) => "the move ends".to_string(),
            Some(Then::Bonus) => "you move once more".into(),
            Some(Then::Relay(path)) if path.is_empty() => "lift all its seeds and sow on".into(),
            Some(Then::Relay(path)) => format!("lift all seeds of {} and sow on", path_words(path)),
            Some(Then::Repeat(path)) => {
                format!("the same is done at {}, and so on as long as it fits", path_words(path))
            }
        };
        parts.push(format!("{and}{last}"));
        parts.join(", ")
    }

    fn action(&self, action: &Action) -> String {
        let pits = |paths: &[Path]| join(&paths.iter().map(|path| path_words(path)).collect::<Vec<_>>(), "and");
        match action {
            Action::Capture { from, to: Receiver::Mover } => format!("you capture the seeds of {}", pits(from)),
            Action::Capture { from, to: Receiver::Owner } => format!("the owner of {} captures its seeds", pits(from)),
            Action::Capture { from, to: Receiver::Opponent } => {
                format!("the opponent captures the seeds of {}", pits(from))
            }
            Action::Capture { from, to: Receiver::Nobody } => format!("the seeds of {} leave the game", pits(from)),
            Action::Move { seeds: number, from, to } => {
                let verb = if *number == 1 { "goes" } else { "go" };
                format!("{} {verb} from {} to {}", seeds(*number), path_words(from), path_words(to))
            }
            Action::Mark { pits: marked, mark } => match marked.len() {
                1 => format!("{} becomes your {}", pits(marked), self.mark(*mark)),
                _ => format!("{} become {}s of yours", pits(marked), self.mark(*mark)),
            },
            Action::Unmark { pits: marked } => format!("{} loses its mark", pits(marked)),
        }
    }

    /// What happens at an end, to follow the sentence of its condition.
    fn ending(&self, ending: &Ending) -> String {
        let mut text = String::new();
        for (who, taking) in &ending.takings {
            let (subject, verb, his) = match who {
                Who::Each => ("each player", "takes", "his"),
                Who::Player => ("you", "take", "your"),
                Who::Opponent => ("the opponent", "takes", "his"),
            };
            let what = match taking {
                Taking::Rest => "all seeds left on the board".to_string(),
                Taking::Row(Whose::Own) => format!("the seeds in {his} row"),
                Taking::Row(Whose::Opponent) => "the seeds in the other's row".to_string(),
                Taking::Marked(Whose::Own, mark) => format!("the seeds in {his} {}s", self.mark(*mark)),
                Taking::Marked(Whose::Opponent, mark) => format!("the seeds in the other's {}s", self.mark(*mark)),
            };
            text += &format!("; {subject} {verb} {what}");
        }
        match ending.verdict {
            Verdict::Goal => {}
            Verdict::Player => text += "; you win",
            Verdict::Opponent => text += "; the opponent wins",
            Verdict::Draw => text += "; it is a draw",
        }
        text
    }

    fn endless(&self) -> String {
        let endless = &self.game.rules.endless;
        let what = endless.bound.map_or("A move whose laps would go round for ever".to_string(), |bound| {
            format!("A move whose laps would go round for ever, or of more than {bound} laps,")
        });
        let means = match &endless.outcome {
            EndlessOutcome::Over(ending) => format!("ends the game{}", self.ending(ending)),
            EndlessOutcome::Illegal => "may not be played".into(),
            EndlessOutcome::Stop => "ends where its first landing would come again".into(),
            EndlessOutcome::Pass => "counts as a pass: the board stays as it was before".into(),
        };
        format!("{what} {means}.")
    }
}

/// `1 seed`, `2 seeds`.
pub(super) fn seeds(number: u16) -> String {
    crate::diagnostic::count(number.into(), "seed")
}

pub(super) fn amount_words(amount: &Amount) -> String {
    match amount {
        Amount::Even => "an even number of seeds".into(),
        Amount::Odd => "an odd number of seeds".into(),
        Amount::In(ranges) => {
            let parts: Vec<String> = ranges
                .iter()
                .map(|&(low, high)| match (low, high) {
                    (low, u16::MAX) => format!("{low} or more"),
                    (0, high) if high > 0 => format!("{high} or fewer"),
                    (low, high) if low == high => low.to_string(),
                    (low, high) => format!("{low} to {high}"),
                })
                .collect();
            format!("{} {}", join(&parts, "or"), if parts == ["1"] { "seed" } else { "seeds" })
        }
    }
}

/// A pit as seen from the one in question.
pub(super) fn path_words(path: &[Step]) -> String {
    match path {
        [] => "this pit".into(),
        [Step::Opposite] => "the pit opposite".into(),
        [Step::Next] => "the next pit".into(),
        [Step::Next, Step::Next] => "the pit after the next".into(),
        [Step::Previous] => "the pit before it".into(),
        [first @ .., Step::Opposite] => format!("the pit opposite {}", path_words(first)),
        [first @ .., Step::Next] => format!("the pit after {}", path_words(first)),
        [first @ .., Step::Previous] => format!("the pit before {}", path_words(first)),
    }
}

pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// `a, b and c`.
pub(super) fn join<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().into(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

fn ordinal(number: u16) -> String {
    match number {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        number => format!("{number}th"),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
