//! Actions, and how a move goes on, as instructions to the player.

use super::super::patterns::{is_single, kind_of_here, parts_of};
use super::logic::Speech;
use super::numbers::{number, seeds, with_article, words};
use super::phrases::{Article, English, possessive};
use crate::diagnostic::join;
use crate::rules::*;

impl English<'_> {
    /// Names the places of an action.
    pub(in super::super) fn targets(&self, targets: &[ActionTarget], speech: Speech) -> String {
        let names: Vec<String> = targets.iter().map(|target| self.target(target, speech)).collect();
        join(&names, "and")
    }

    fn target(&self, target: &ActionTarget, speech: Speech) -> String {
        match target {
            ActionTarget::Pit(path) => self.pit(path, speech),
            ActionTarget::Store(whose) => self.place(&Place::Store(*whose), speech),
            ActionTarget::Every(condition) => self.pits(condition, Article::All, speech.of_sets()),
        }
    }

    /// Names a place from which seeds are taken: of a set, each pit by itself.
    fn source(&self, target: &ActionTarget, speech: Speech) -> String {
        let lettered = |part: &Condition| matches!(kind_of_here(part), Some(PitKind::Numbered(..)));
        match target {
            ActionTarget::Every(condition) if !parts_of(condition).iter().any(lettered) => {
                self.pits(condition, Article::Each, speech.of_sets())
            }
            target => self.target(target, speech),
        }
    }

    /// Names the seeds that are taken from places. `last_seed` says that a single seed lies in `here`.
    fn seeds_of(&self, portion: Portion, from: &[ActionTarget], last_seed: bool, speech: Speech) -> String {
        let here = |target: &ActionTarget| *target == ActionTarget::Pit(vec![]);
        if let (Portion::All, true, [first, rest @ ..]) = (portion, last_seed, from)
            && here(first)
        {
            return match rest {
                [] => "your last seed".into(),
                rest => format!("your last seed and all the seeds in {}", self.targets(rest, speech)),
            };
        }
        let every = Condition::Is(Place::Pit(vec![]), PitKind::Occupied);
        if let (Portion::All, [ActionTarget::Every(condition)]) = (portion, from)
            && *condition == every
        {
            return "all the seeds on the board".into();
        }
        if speech.made && portion == Portion::All && from[..] == [ActionTarget::Pit(vec![])] {
            return "them".into();
        }
        let from: Vec<String> = from.iter().map(|target| self.source(target, speech)).collect();
        let from = join(&from, "and");
        match portion {
            Portion::All => format!("all the seeds in {from}"),
            Portion::AtMost(number) => format!("{} from {from}", seeds(number)),
            Portion::AllBut(number) => format!("all but {} of the seeds in {from}", self::number(number)),
            Portion::Half => format!("half of the seeds in {from}"),
        }
    }

    /// Describes an action as an instruction to the player. `last_seed` says that a single seed lies in `here`.
    pub(in super::super) fn action(&self, action: &Action, last_seed: bool, speech: Speech) -> String {
        match action {
            Action::Count { whose, counter, change, by } => {
                let place = Place::Counter(*whose, *counter);
                let counter = self.place(&place, speech);
                let by = match by {
                    Summand::Number(0) => "0".into(),
                    Summand::Number(number) => self::number(*number),
                    Summand::Of(place @ Place::Counter(..)) => self.place(place, speech),
                    Summand::Of(place) => format!("the number of seeds in {}", self.place(place, speech)),
                };
                match change {
                    CounterChange::Set if self.be(&place) == "are" => format!("{counter} become {by}"),
                    CounterChange::Set => format!("{counter} becomes {by}"),
                    CounterChange::Add => format!("{by} is added to {counter}"),
                    CounterChange::Subtract => format!("{by} is subtracted from {counter}"),
                }
            }
            Action::Capture { seeds, from, to } => {
                let what = self.seeds_of(*seeds, from, last_seed && *to != Receiver::Owner, speech);
                match to {
                    Receiver::Mover => format!("capture {what}"),
                    Receiver::Owner => {
                        let owner = match (speech.mark, &self.game.rules.marks[..]) {
                            (_, []) => "the player in whose row the pit lies".to_string(),
                            (Some(mark), _) if from[..] == [ActionTarget::Pit(vec![])] => {
                                format!("the owner of the {}", self.mark(mark))
                            }
                            _ => "the owner of the pit".into(),
                        };
                        format!("{owner} captures {what}")
                    }
                    Receiver::Opponent => format!("your opponent captures {what}"),
                    Receiver::Nobody => format!("remove {what} from the game"),
                }
            }
            Action::Move { seeds: number, from, to } => {
                let what = number.map_or("all the seeds".to_string(), seeds);
                let is_single_target = is_single(to);
                let to = match to {
                    ActionTarget::Every(condition) => self.pits(condition, Article::Each, speech),
                    to => self.target(to, speech),
                };
                let lasts = match (from, number) {
                    (ActionTarget::Store(_), Some(_)) if !is_single_target => {
                        ", in their order, as far as your seeds last"
                    }
                    _ => "",
                };
                format!("move {what} from {} to {to}{lasts}", self.target(from, speech))
            }
            Action::Mark { pits, mark, owner } => {
                let whose = possessive(*owner);
                if let [ActionTarget::Every(such)] = &pits[..]
                    && let Some((pit, rest)) = spoken_of(such, speech)
                {
                    let pit = self.pits(pit, Article::Bare, speech.of_sets());
                    let when = match rest {
                        Condition::Always => String::new(),
                        rest => format!(" if {}", self.clause(&rest, Speech::NOW.of("it"))),
                    };
                    return format!("the {pit} becomes {whose} {}{when}", self.mark(*mark));
                }
                match &pits[..] {
                    [only] if is_single(only) && self.game.rules.board.plan.is_alone() => {
                        format!("{} becomes {}", self.targets(pits, speech), with_article(&self.mark(*mark)))
                    }
                    _ if self.game.rules.board.plan.is_alone() => {
                        format!("{} become {}", self.targets(pits, speech), self.marks(*mark))
                    }
                    [only] if is_single(only) => {
                        format!("{} becomes {whose} {}", self.targets(pits, speech), self.mark(*mark))
                    }
                    _ => format!("{} become {whose} {}", self.targets(pits, speech), self.marks(*mark)),
                }
            }
            Action::Unmark { pits } => match &pits[..] {
                [ActionTarget::Every(such)] if marked(such).is_some() => {
                    format!("{} lose this mark", self.targets(pits, speech))
                }
                _ => {
                    let one = matches!(&pits[..], [only] if is_single(only));
                    let name = |mark: MarkId| match one {
                        true => with_article(&self.mark(mark)),
                        false => self.marks(mark),
                    };
                    let known = speech.mark.filter(|_| pits[..] == [ActionTarget::Pit(vec![])]);
                    let all = (0..self.game.rules.marks.len()).map(|mark| MarkId(mark as u8));
                    let marks: Vec<String> =
                        all.filter(|mark| known.is_none_or(|known| known == *mark)).map(name).collect();
                    let are = if one { "is" } else { "are" };
                    format!("{} {are} no longer {}", self.targets(pits, speech), join(&marks, "or"))
                }
            },
            Action::Choose { number: 1, among } => {
                format!("choose {}", self.pits(among, Article::One, speech.of_sets()))
            }
            Action::Choose { number, among } => {
                format!(
                    "choose {} {}",
                    self::number((*number).into()),
                    self.pits(among, Article::Many, speech.of_sets())
                )
            }
            Action::OfMove(MoveAction::Undo) if self.game.rules.captures_on_the_way() => {
                "what you captured after your last seed fell is put back, and the seeds lie again as you had sown them"
                    .into()
            }
            Action::OfMove(MoveAction::Undo) if self.game.rules.relays() => {
                "what the last lap captured is put back, and the seeds lie again as you had sown them".into()
            }
            Action::OfMove(MoveAction::Undo) => "you capture nothing: the seeds lie again as you had sown them".into(),
            Action::OfMove(MoveAction::Reverse) => "from now on sow the other way round".into(),
            Action::Over(verdict) => {
                let scope = self.scope();
                match verdict {
                    Verdict::Player => format!("you win the {scope} at once"),
                    Verdict::Opponent => format!("your opponent wins the {scope} at once"),
                    Verdict::Draw | Verdict::Goal | Verdict::Pass => format!("the {scope} is a draw at once"),
                }
            }
        }
    }

    /// Describes which seeds are lifted and sown again.
    pub(super) fn lifted(&self, then: &Continuation, speech: Speech) -> String {
        match then {
            Continuation::Resow { seeds, lift, .. } => {
                format!("lift {} and sow them", self.seeds_of(*seeds, lift, false, speech))
            }
            _ => String::new(),
        }
    }

    /// Describes how and from where they are sown.
    pub(super) fn resown(&self, then: &Continuation, speech: Speech) -> String {
        let Continuation::Resow { at, into, way, .. } = then else { return String::new() };
        let turned = way.map_or(String::new(), |way| format!("{}, ", self.turned(way)));
        let where_to = if *into { "with" } else { "after" };
        let pit = match at[..] {
            [] if speech.fallen => "the pit where your last seed fell".into(),
            [PathStep::LapOrigin] if !into => "the same pit as this lap".into(),
            _ => self.pit(at, speech),
        };
        format!("{turned}beginning {where_to} {pit}")
    }

    /// Whether a landing can turn the laps that follow.
    pub(super) fn turns_laps(&self) -> bool {
        self.game.rules.land.iter().any(|clause| {
            matches!(clause.then, Continuation::Resow { way: Some(_), .. })
                || clause.actions.contains(&Action::OfMove(MoveAction::Reverse))
        })
    }

    /// Says that a lap goes the way of the lap before, where laps of a move can differ in it. The way that the mover chose
    /// for one lap ends with that lap.
    fn same_way(&self, actions: &[Action]) -> &'static str {
        // Where the line turns it, that was said.
        let turns = actions.contains(&Action::OfMove(MoveAction::Reverse));
        match (self.turns_laps() && !turns, self.game.rules.sowing.each_lap.is_empty()) {
            (false, _) => "",
            (true, true) => ", the same way",
            (true, false) => ", the same way, or as before it if you sowed this lap the other way instead",
        }
    }

    /// Describes how a move goes on after a landing, when these actions are done.
    pub(in super::super) fn continuation(
        &self,
        then: &Continuation,
        actions: &[Action],
        condition: &Condition,
        speech: Speech,
    ) -> String {
        match then {
            Continuation::Stop => "your move ends".into(),
            Continuation::Bonus => "move again, as in a new turn".into(),
            then if then.is_in_vain(actions) => "your move ends, since no seed is left there to be sown on".into(),
            Continuation::Relay(path) if path.is_empty() => {
                let way = self.same_way(actions);
                // What was done may be about another pit.
                let seeds = match actions {
                    [] => "all its seeds, your last one too,",
                    _ => "all the seeds where your last one fell, that one too,",
                };
                format!("lift {seeds} and sow on from there{way}; then see again")
            }
            Continuation::Relay(path) => {
                let seeds = match self.pit(path, speech) {
                    pit if pit == "it" => "all its seeds".to_string(),
                    pit => format!("all the seeds in {pit}"),
                };
                format!("lift {seeds} and sow on from there{}; then see again", self.same_way(actions))
            }
            Continuation::Resow { way, .. } => {
                let comma = if way.is_some() { " " } else { ", " };
                format!("{}{comma}{}; then see again", self.lifted(then, speech), self.resown(then, speech))
            }
            Continuation::Repeat { along, most } => {
                let emptied = |path: &Path| {
                    actions.iter().any(|action| {
                        matches!(action, Action::Capture { seeds: Portion::All, from, .. }
                            if from[..] == [ActionTarget::Pit(path.clone())])
                    })
                };
                let asks_here = condition.has(&|part| match part {
                    Condition::Is(Place::Pit(path), _) | Condition::Holds(Place::Pit(path), _) => path.is_empty(),
                    _ => false,
                });
                let pit = |path: &Path| match path[..] {
                    _ if !asks_here && emptied(path) => "the pit that you have emptied".to_string(),
                    [PathStep::Next] => "the next pit".to_string(),
                    [PathStep::Previous] => "the pit before it".to_string(),
                    _ => self.pit(path, Speech { here: "it", ..Speech::NOW }),
                };
                let most = most.map_or("and so on until a pit does not fit".to_string(), |most| match most {
                    1 => "but go no further".to_string(),
                    most => format!("and so on for at most {} pits, until one does not fit", number(most)),
                });
                let places: Vec<String> = along.iter().map(pit).collect();
                let (places, others) = places.split_first().expect("it goes on somewhere");
                let likewise = |pit: &String| format!("; then begin at the landing again, with {pit}, in the same way");
                let most = most + &others.iter().map(likewise).collect::<String>();
                // What lies in a pit of the chain is that from before the lap.
                let fallen = condition.has(&|part| match part {
                    Condition::Is(Place::Pit(path), PitKind::Empty | PitKind::Occupied) => path.is_empty(),
                    _ => false,
                });
                let there = if fallen { "there (what was in it before this lap counts)" } else { "there" };
                let logic = self.logic(condition, true, Speech { here: "it", fallen, ..Speech::NOW });
                let back = along.iter().all(|path| path[..] == [PathStep::Previous]);
                let look = match (asks_here, back) {
                    (true, true) => "look back at",
                    (true, false) => "look at",
                    (false, _) => "look on from",
                };
                match logic.list() {
                    _ if *condition == Condition::Always => {
                        format!("then do the same at {places}, {most}; your move ends")
                    }
                    None => {
                        let clause = logic.clause();
                        let pause = if words(&clause) > 20 { ";" } else { "," };
                        format!("then {look} {places}: if {clause}, do the same {there}{pause} {most}; your move ends")
                    }
                    Some((head, points)) => {
                        format!(
                            "then {look} {places}. If {head}, do the same {there}, {most}: {points}. Your move ends"
                        )
                    }
                }
            }
        }
    }
}

/// The condition of the one pit that has been spoken of, and what else a set of pits asks, if it is that pit at most.
fn spoken_of<'s>(such: &Condition, speech: Speech<'s>) -> Option<(&'s Condition, Condition)> {
    let only = speech.only?;
    let rest = parts_of(such).strip_prefix(parts_of(only))?;
    let rest = if rest.is_empty() { Condition::Always } else { Condition::All(rest.to_vec()) };
    Some((only, rest))
}

/// The mark that a condition asks of `here`.
fn marked(condition: &Condition) -> Option<MarkId> {
    parts_of(condition).iter().find_map(|part| match kind_of_here(part) {
        Some(PitKind::Marked(mark, _)) => Some(mark),
        _ => None,
    })
}

/// Whether an action takes back what the move has captured.
pub(super) fn takes_back(action: &Action) -> bool {
    matches!(action, Action::OfMove(MoveAction::Undo))
}
