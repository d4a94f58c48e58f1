//! Words that have no meaning in the section where they stand.

use super::worded;
use crate::check::tables::RuleContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Continuation, CounterChange, MoveFact, MoveFigure, Reads, Receiver};
use crate::source::Span;
use crate::syntax::ast::{ActionNode, PlaceNode};

/// Something that is not valid in every section.
#[derive(Clone, Copy)]
pub(in crate::check) enum Misplaced<'a> {
    Fact(MoveFact),
    Figure(MoveFigure),
    LapEndsIn,
    AfterMove,
    Alone(&'static str),
    PitCondition,
    PitCount,
    SownPit,
    Comparison,
    ReachOfSet,
    StorePit,
    StoreInSet,
    OpponentStorePit,
    Outermost,
    Hand,
    OtherPit,
    Neighbour,
    SinglePit { in_action: bool },
    Chosen { in_action: bool },
    Landing { is_here: bool },
    MarkedPits,
    CountedPoints,
    Points,
    Board,
    NotAPit { place: &'a PlaceNode, lifted: bool },
    LiftedStore,
    May,
    Decision(&'a Continuation),
    Action(&'a ActionNode),
    Taking,
}

impl Misplaced<'_> {
    /// The problem in words: it is not valid in the section of this context.
    pub(in crate::check) fn diagnostic(self, span: Span, context: RuleContext) -> Diagnostic {
        let where_known = |asked: Reads| match asked.has(Reads::OF_MOVE) {
            true => "tested during a move, in `lift`, `drop`, `land` and `finish`",
            false => IN_A_ROUND,
        };
        const IN_A_ROUND: &str = "tested during a round";
        const BETWEEN_ROUNDS: &str = "between rounds all seeds are in the stores";
        const NOTHING_SOWN: &str = "no seed has just been sown";
        let not_valid = |what: &str, why: &str| {
            worded(Code::Misplaced, format!("{what} is not valid in `{}`", context.section()), span, why)
        };
        match self {
            Self::Fact(fact) => {
                let why = match fact {
                    MoveFact::NoMove => "tested when a turn begins, in `end`",
                    MoveFact::LastSeed => "tested for every seed sown, in `drop` and `skip`",
                    MoveFact::Stage(_) if context == RuleContext::Begin => "`begin` takes effect before the stage is found",
                    MoveFact::Stage(_) if context == RuleContext::After => "the next turn has not begun",
                    MoveFact::BonusTurn if context == RuleContext::After => "the next turn has not begun",
                    fact => where_known(fact.traits().reads),
                };
                let problem = not_valid(&format!("`{}`", fact.words()), why);
                match (fact, context) {
                    (MoveFact::LastSeed, RuleContext::Land) => {
                        problem.help("in `land` the seed is always the last one: leave `seed is last` out")
                    }
                    _ => problem,
                }
            }
            Self::Figure(figure) => {
                let what = match figure {
                    MoveFigure::MoveNumber => "the number of a move".into(),
                    figure => format!("`{}`", figure.words()),
                };
                let when = match figure {
                    MoveFigure::LapOf => "tested of a lap that is sown, in `drop`, `land` and `finish`",
                    figure => where_known(figure.traits().reads),
                };
                let problem = not_valid(&what, when);
                match (figure, context) {
                    (MoveFigure::LapOf, RuleContext::Source | RuleContext::Lift | RuleContext::Lap) => problem.help("of the pit itself: `here holds 1`"),
                    (MoveFigure::Captured, RuleContext::Source) => {
                        problem.help("of the whole move: `after move captured holds 1 or more`")
                    }
                    _ => problem,
                }
            }
            Self::LapEndsIn => {
                not_valid("`lap ends in`", "tested before a lap, in `from`, `prefer` and `each lap may sow`")
            }
            Self::AfterMove => not_valid("`after move`", "tested before a move, in `from` and `prefer`"),
            Self::Alone(what) => match context {
                    RuleContext::End => worded(
                        Code::Misplaced,
                        format!("`{what}` must stand alone before `->`"),
                        span,
                        "not part of a condition",
                    )
                    .help("give it a line of its own"),
                    _ => not_valid(&format!("`{what}`"), "tested for a whole move or game, in `end`")
                        .help("put the line into the section `end`"),
            },
            Self::PitCondition => not_valid("a condition on pits", IN_A_ROUND),
            Self::PitCount => not_valid("a number of pits", IN_A_ROUND),
            Self::SownPit => not_valid("`sown` or `reached`", "no seed has been sown yet"),
            Self::Comparison => {
                not_valid("a comparison with another place", "only the seeds of a place can be compared")
            }
            Self::ReachOfSet => not_valid("this place", "a lap ends in a single pit")
                .help("write `here` or `opposite`"),
            Self::StorePit => not_valid("`store`", "only a last seed is tested for falling there")
                .help("a move sows into the stores that its path names: `along own row, own store, opponent row` in `sow`"),
            Self::StoreInSet => not_valid("`store`", "no store is among the pits that are gone through")
                .help("name each: `own store holds 24 and opponent store holds 24`, or `here is store` of a last seed"),
            Self::OpponentStorePit => {
                not_valid("the opponent's store", "a move can start only from the mover's own store")
            }
            Self::Outermost => not_valid("`first` or `last`", "pits are marked and owned by letter"),
            Self::Hand => not_valid("the hand", "seeds are in hand while a lap is sown, in `skip` and `drop`")
                .help("the number of seeds with which the lap was sown: `lap holds 1`"),
            Self::OtherPit => not_valid("another pit", "`skip`, `drop`, `board` and `match` do not ask of it"),
            Self::Neighbour => not_valid("a neighbouring pit", "`skip`, `drop` and `board` test only `here`"),
            Self::SinglePit { in_action: true } => not_valid("a single pit", NOTHING_SOWN)
                .help("write `every own pit`, `every own pit A` or `own store`"),
            Self::SinglePit { in_action: false } => match context {
                RuleContext::Match => {
                    not_valid("a single pit", BETWEEN_ROUNDS).help("test `own store` or `opponent store`")
                }
                _ => not_valid("a single pit", NOTHING_SOWN)
                    .help("test `own row`, `opponent row`, `own store`, `opponent store` or `board`"),
            },
            Self::Chosen { in_action } => {
                let problem = not_valid("`chosen`", "nothing has been chosen yet");
                match in_action {
                    true => problem.help("choose before it in the same line: `choose own occupied pit, capture chosen`"),
                    false => problem,
                }
            }
            Self::Landing { is_here: false } => not_valid("`landing`", "no seed has just fallen"),
            Self::Landing { is_here: true } => not_valid("`landing`", "the pit of the last seed is `here` itself")
                .help("`landing` is the `here` of a line where `here` is each pit of a set: `every own pit where here holds as many as landing`"),
            Self::MarkedPits => not_valid("a mark", BETWEEN_ROUNDS),
            Self::CountedPoints => not_valid("this", "a round gives a player a number of points, or the surplus of seeds")
                .help("write `add 1 to own points`, or `add own store to own points, remove opponent store from own points`"),
            Self::Points => not_valid("a number of points", "counted between rounds, in `match`"),
            Self::Board => not_valid("the board", BETWEEN_ROUNDS).help("test `own store` or `opponent store`"),
            Self::NotAPit { place, lifted } => {
                let problem = not_valid(place_words(place), "not a pit");
                match place {
                    PlaceNode::Store(_) if lifted => problem
                        .help("no lap is lifted from a store; its seeds can be moved: `move 1 from own store to here`"),
                    _ if lifted => {
                        problem.help("the pits are `here`, `opposite`, `next`, `next of next`, `previous` and `mirror`")
                    }
                    _ => problem
                        .help("the places are `here`, `opposite`, `next`, `next of next`, `previous` and `every own pit`"),
                }
            }
            Self::LiftedStore => not_valid("a store", "its seeds are not lifted in a move")
                .help("its seeds can be moved: `move 1 from own store to here`"),
            Self::May => not_valid("`may`", MOVER_DECIDES),
            Self::Decision(then) => {
                let why = match context {
                    RuleContext::Begin => "the player's move comes after it",
                    RuleContext::Lift => "the sowing comes after it",
                    RuleContext::Finish => "the move has ended; `land` decides whether it continues",
                    _ => "sowing continues after every seed; `land` decides at the last one",
                };
                not_valid(&format!("`{}`", then_word(then)), why)
            }
            Self::Action(action) => {
                let (why, help) = action_reason(action, context);
                let problem = not_valid(&format!("`{}`", action_word(action)), why);
                help.map_or(problem.clone(), |help| problem.help(help))
            }
            Self::Taking => not_valid("taking seeds", BETWEEN_ROUNDS),
        }
    }
}

/// Who decides where.
const MOVER_DECIDES: &str = "the mover decides only in `lift`, `land` and `finish`";

/// Why an action is not valid in a section, and what to write instead.
fn action_reason(action: &ActionNode, context: RuleContext) -> (&'static str, Option<String>) {
    use ActionNode::*;
    let at_end = matches!(context, RuleContext::End | RuleContext::Match);
    match action {
        Takes(..) | Wins(_) | Draw | Illegal | Pass if !at_end => {
            ("belongs to the end of a game, in `end`", Some("put a line with it into the section `end`".to_string()))
        }
        Pass if context == RuleContext::End => (
            "must stand alone: the game continues after it",
            Some("give it a line of its own before this one: `no move -> pass`".to_string()),
        ),
        Illegal | Pass => {
            ("allowed only for an endless move, and alone", Some(format!("write `endless -> {}`", action_word(action))))
        }
        Stop => (
            "seeds may be in hand",
            Some("where captured seeds are sown on, write `draw`, `illegal` or `pass`".to_string()),
        ),
        Choose(..) if !at_end => (MOVER_DECIDES, None),
        Choose(..) | Bonus => ("decided during a move, in `land` and `finish`", None),
        OfMove(action) => (action.where_valid(), None),
        Relay { .. } | Repeat { .. } => ("done after the last seed of a lap, in `land`", None),
        Capture(..)
        | Count { .. }
        | Move(..)
        | Gather(..)
        | SowOn { .. }
        | Mark(..)
        | Unmark(_)
        | Takes(..)
        | Wins(_)
        | Draw => {
            let takes = "in `end`, players take seeds: `each takes own row`, `opponent takes board`";
            let help = (context == RuleContext::End).then(|| takes.to_string());
            ("done while seeds are sown, in `drop` and `land`", help)
        }
    }
}

fn place_words(place: &PlaceNode) -> &'static str {
    match place {
        PlaceNode::Row(_) | PlaceNode::NthRow(..) => "a row",
        PlaceNode::Store(_) => "a store",
        PlaceNode::Points(_) => "a number of points",
        PlaceNode::Hand => "the hand",
        PlaceNode::Marked(..) => "a set of marked pits",
        PlaceNode::Sum(_) => "a sum",
        PlaceNode::Board | PlaceNode::Pit(_) | PlaceNode::OnePit(..) => "the board",
    }
}

/// The keyword of a decision.
fn then_word(then: &Continuation) -> &'static str {
    match then {
        Continuation::Stop => "stop",
        Continuation::Relay(_) => "relay",
        Continuation::Resow { .. } => "sow",
        Continuation::Bonus => "bonus move",
        Continuation::Repeat { .. } => "repeat",
    }
}

/// The keyword of an action.
fn action_word(action: &ActionNode) -> &'static str {
    match action {
        ActionNode::Capture(_, _, Receiver::Nobody) => "remove",
        ActionNode::Capture(..) => "capture",
        ActionNode::Choose(..) => "choose",
        ActionNode::Count { change: CounterChange::Set, .. } => "set",
        ActionNode::Count { change: CounterChange::Add, .. } => "add",
        ActionNode::Count { change: CounterChange::Subtract, .. } => "remove",
        ActionNode::OfMove(action) => action.words(),
        ActionNode::Move(..) => "move",
        ActionNode::Gather(..) => "lift",
        ActionNode::SowOn { .. } => "sow",
        ActionNode::Mark(..) => "mark",
        ActionNode::Unmark(_) => "unmark",
        ActionNode::Stop => "stop",
        ActionNode::Relay { .. } => "relay",
        ActionNode::Bonus => "bonus move",
        ActionNode::Repeat { .. } => "repeat",
        ActionNode::Takes(..) => "takes",
        ActionNode::Wins(_) => "wins",
        ActionNode::Draw => "draw",
        ActionNode::Illegal => "illegal",
        ActionNode::Pass => "pass",
    }
}
