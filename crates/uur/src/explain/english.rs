//! English: every sentence of a rule text, addressed to the player who moves.

mod actions;
mod logic;
mod numbers;
mod phrases;
mod turn;

pub(super) use logic::Speech;
pub(super) use numbers::{amount_words, number, seeds, with_article};
pub(super) use phrases::English;

use super::document::{SectionId, capitalized, isolated, uncapitalized};
use super::patterns::{TermSubject, kind_of_here};
use super::say::{Defined, Filling, Say, Stuck};
use crate::diagnostic::join;
use crate::rules::*;
use numbers::{amount_of, are, count, ordinal, value_words, values_words, words};
pub(super) use phrases::Article;

impl English<'_> {
    /// The heading of a section.
    pub(super) fn heading(&self, id: SectionId) -> String {
        let rules = &self.game.rules;
        match id {
            SectionId::Aim => "Aim".into(),
            SectionId::Setup => "Set-up".into(),
            SectionId::Turn => "Your turn".into(),
            SectionId::Terms => "Words".into(),
            SectionId::Marks => match &rules.marks[..] {
                [only] => capitalized(&only.plural()),
                _ => "Special pits".into(),
            },
            SectionId::Opening => "First moves".into(),
            SectionId::End if rules.rounds.is_some() => "End of a round".into(),
            SectionId::End => "End".into(),
            SectionId::Match => "Match".into(),
            SectionId::Lot => rules.lot.as_ref().map_or("Lot".into(), |lot| capitalized(&isolated(&lot.name))),
            SectionId::Example => "Example".into(),
            SectionId::Variants => "Variants".into(),
            SectionId::Notes => "Notes".into(),
            SectionId::Sources => "Sources".into(),
        }
    }

    /// Whether a text uses a word that may have to be defined.
    pub(super) fn uses(&self, text: &str, word: Defined) -> bool {
        match word {
            Defined::Lap => text.contains(" lap"),
            Defined::Term(term) => text.contains(&self.term(term)),
        }
    }

    /// A sentence, or the label of a case.
    pub(super) fn sentence(&self, say: &Say) -> String {
        let scope = self.scope();
        match say {
            Say::Words(words) => words.clone(),
            Say::Facts { stores, seeds } => self.facts(*stores, *seeds),

            Say::AimFill => "Win seeds round by round, until your opponent can no longer fill a single pit.".into(),
            Say::AimPoints(amount) => {
                format!("Win rounds, and be the first to score {}.", amount_of(amount, "point"))
            }
            Say::AimMatch => "Win the match, round by round; see “Match”.".into(),
            Say::AimAlone => "You play alone; see “End”.".into(),
            Say::AimSeeds(None) => "Win more seeds than your opponent.".into(),
            Say::AimSeeds(Some(most)) => format!("Win more seeds than your opponent: {} are enough.", number(*most)),
            Say::AimLastMove => "Be the last player who can move.".into(),
            Say::AimEnd { more: true } => "There are other ways to win, too.".into(),
            Say::AimEnd { more: false } => "You win as told under “End”.".into(),
            Say::AimAtOnce => "Some moves win at once.".into(),

            Say::Seated(seat) => {
                let (own, other) = if *seat == Side::South { ("capital", "small") } else { ("small", "capital") };
                format!("You are {}. Your pits have {own} letters, your opponent's {other} letters.", seat.title())
            }
            Say::PitsOfNobody => "The pits belong to neither player.".into(),
            // Another sentence says who owns which pits.
            Say::NearRows(1) if self.game.rules.board.owners.is_some() => "One row lies nearer to you.".into(),
            Say::NearRows(1) => "The row nearer to you is yours.".into(),
            Say::NearRows(rows) if self.game.rules.board.owners.is_some() => {
                format!("{} rows lie nearer to you.", capitalized(&number((*rows).into())))
            }
            Say::NearRows(rows) => format!("The {} rows nearer to you are yours.", number((*rows).into())),
            Say::FrontRow => "The front row faces your opponent's.".into(),
            Say::Letters { pits, from_left } => {
                let [first, last] = self.ends(*pits);
                let way =
                    if *from_left { "from your left to your right" } else { "from your right to your left" };
                let across = self.opposite(*pits);
                format!("Its pits are {first} to {last}, {way}; your {first} faces your opponent's {across}.")
            }
            Say::StoreLies { pits, before } => {
                let [first, last] = self.ends(*pits);
                let end = if *before { format!("before {first}") } else { format!("after {last}") };
                format!("Your store lies at the end of your row, {end}.")
            }
            Say::Strokes => {
                let first = self.letter(Some(Whose::Own), 0);
                format!("Behind {first} lies {first}', in the same column.")
            }
            Say::DrawnSo => {
                "The pits lie so, North above; capital letters are South's, small letters North's:".into()
            }
            Say::Owned([south, north]) => {
                format!("South owns {}; North owns {}.", join(south, "and"), join(north, "and"))
            }
            Say::AllMarked(mark) => format!("At first all pits are {}.", self.marks(*mark)),
            Say::Marked { mark, side, pits } => {
                let several = self.marks(*mark);
                match (side, &pits[..]) {
                    (Some(side), pits) => format!("{}'s {several}: {}.", side.title(), join(pits, "and")),
                    (None, [only]) if !self.game.rules.board.plan.is_alone() => {
                        format!("Both pits {only} are {several}.")
                    }
                    (None, pits) => format!("On each side {} are {several}.", join(pits, "and")),
                }
            }
            Say::Fill { filling, stored } => self.fill(filling, *stored),
            Say::CounterBegins { counter, each_round } => {
                let be = self.be(&Place::Counter(Whose::Own, *counter));
                let whose = if self.game.rules.board.plan.is_alone() { "Your" } else { "Each player's" };
                let when = if *each_round { "when a round begins" } else { "at first" };
                format!("{whose} {} {be} 0 {when}.", self.counter(*counter))
            }
            Say::SouthBegins => {
                let you = self.seat == Some(Side::South);
                let begins = match (self.game.rules.rounds.is_some(), you) {
                    (false, true) => "You move first",
                    (false, false) => "South, the lower player, moves first",
                    (true, true) => "You begin the first round",
                    (true, false) => "South, the lower player, begins the first round",
                };
                format!("{begins}; then you take turns.")
            }
            Say::LotBegins => format!("{} who begins; then you take turns.", capitalized(&self.lot_decides())),
            Say::LaidOut { setup, each } => self.laid_out(setup, *each),

            Say::FirstLine(occasion) => format!("{}, the first of these that fits applies:", self.when(*occasion)),
            Say::Line { alone, first, line } => self.line(*alone, *first, line),
            Say::Stages(stages) => self.stages(stages),
            Say::InStage(Some(stage)) => format!("In {}", self.stage(*stage)),
            Say::InStage(None) => match self.game.rules.stages.len() {
                1 => "In every turn".into(),
                2 => "In both stages".into(),
                _ => "In all stages".into(),
            },
            Say::Choose { from, kinds, seeds, below, either_way } => {
                let way = if *either_way { ", and a way to sow" } else { "" };
                format!("{}{way}.", self.choose(*from, kinds, seeds.as_ref(), below))
            }
            Say::MayOnly(restriction) => self.may_only(restriction),
            Say::Preferences { otherwise } => {
                let these = if *otherwise { "Otherwise these" } else { "These" };
                format!("{these} rules narrow your choice, one after the other:")
            }
            Say::Prefer { otherwise, listed, unless, restriction } => {
                let prefer = self.prefer(unless, restriction);
                if *otherwise && !listed { format!("Otherwise, {}", uncapitalized(&prefer)) } else { prefer }
            }
            Say::Enter { instead, seeds: number, pits, either_way } => {
                let pits = match pits {
                    Condition::Always => "a pit".into(),
                    pits => self.pits(pits, Article::One, Speech::NOW),
                };
                let seeds = seeds((*number).into());
                let put = if *instead { "Or put" } else { "Put" };
                let way = if *either_way { ", and choose a way to sow" } else { "" };
                format!("{put} {seeds} from your store into {pits}{way}; that is your first lap.")
            }
            Say::EnterFirst => "A pit into which you can put seeds so is not lifted in this turn.".into(),
            Say::Lift { first, line } => {
                let what = match &line.seeds {
                    Lifting::AllBut(0) => "lift all its seeds".to_string(),
                    Lifting::AllBut(leave) => {
                        format!("leave {} in it and lift the others", seeds((*leave).into()))
                    }
                    Lifting::Chosen { seeds, leaving: None } => format!("lift {}, as you choose", amount_words(seeds)),
                    Lifting::Chosen { seeds, leaving: Some(leaving) } => {
                        format!("lift {} and leave {}, as you choose", amount_words(seeds), amount_words(leaving))
                    }
                };
                let otherwise = if *first { "" } else { "otherwise, " };
                capitalized(&match &line.condition {
                    Condition::Always => format!("{otherwise}{what}."),
                    condition => {
                        format!("{otherwise}if {}, {what}.", self.clause(condition, Speech::NOW.of("the pit")))
                    }
                })
            }
            Say::LiftElse => {
                let leaves_one = |line: &Lift| {
                    let two = Condition::Holds(Place::Pit(vec![]), Amount::In(vec![(2, u16::MAX)]));
                    line.seeds == Lifting::AllBut(1) && line.condition == two
                };
                match &self.game.rules.sowing.lift[..] {
                    [only] if leaves_one(only) => "A single seed is lifted.".into(),
                    _ => "Otherwise lift all its seeds.".into(),
                }
            }
            Say::Sow { lift, way, route, enters, comes_round } => {
                self.sow(*lift, *way, route, *enters, *comes_round)
            }
            Say::Course { side, way, pits } => {
                let first = pits.first().map_or("", String::as_str);
                let who = match side {
                    Some(side) if self.seat.is_none() => format!("{} sows", side.title()),
                    _ => "you sow".to_string(),
                };
                let who = match self.game.rules.board.plan.shape() {
                    Shape::Drawn => who,
                    _ if side.is_none() => format!("{} is", self.turned(*way)),
                    _ => format!("{}, {who}", self.turned(*way)),
                };
                let along = stretches(pits);
                let along = if side.is_none() { along.join(", then ") } else { along.join(", ") + &format!(", then {first} again") };
                let either = self.game.rules.board.plan.shape() == Shape::Drawn
                    && self.game.rules.sowing.is_either_way();
                let other = if either { ", or the other way round" } else { "" };
                format!("{} along {along}{other}.", capitalized(&who))
            }
            Say::SowOther { first, way, condition } => {
                let sow = if *first { "But sow" } else { "Otherwise sow" };
                let way = way.map_or("either way, as you choose", |way| self.turned(way));
                let when = match condition {
                    Condition::Always => String::new(),
                    condition => format!(" if {}", self.clause(condition, Speech::NOW.of("your pit"))),
                };
                let comma = if way.contains(',') && !when.is_empty() { "," } else { "" };
                format!("{sow} {way}{comma}{when}.")
            }
            Say::SowAnyLap { way, condition } => {
                let when = match condition {
                    Condition::Always => String::new(),
                    condition => {
                        let speech = Speech { lap: "it", ..Speech::NOW.of("the pit after which it begins") };
                        format!(" if, sown so, {}", self.clause(condition, speech))
                    }
                };
                let rules = &self.game.rules;
                let fixed = matches!(&rules.sowing.ways[..], [only] if only.way == Some(way.other()));
                let others = match fixed && !self.turns_laps() {
                    true => format!("; all others go {}", self.turned(way.other())),
                    false => String::new(),
                };
                format!("You may sow any lap {} instead{when}{others}.", self.turned(*way))
            }
            Say::Keep(WayBinding::Each) => "Each player keeps the direction that they choose first.".into(),
            Say::Keep(WayBinding::Same) => "Both players keep the direction that is chosen first.".into(),
            Say::Keep(WayBinding::Opposite) => {
                "The player who chooses a direction first keeps it, and the other player has the opposite one.".into()
            }
            Say::Several { first, seeds: number, condition } => {
                let many = seeds((*number).into());
                let many = if *first { capitalized(&many) } else { format!("Otherwise {many}") };
                match self.pits_or_clause(condition, Article::One) {
                    Ok(pits) => format!("{many} at once fall into {pits}."),
                    Err(clause) => format!("{many} at once fall into a pit if {clause}."),
                }
            }
            Say::Skip(condition) => match kind_of_here(condition) {
                Some(PitKind::LapOrigin) => "Leave out the pit that you lifted.".into(),
                Some(PitKind::TurnOrigin) => "Leave out the pit that your move began with.".into(),
                _ => match self.pits_or_clause(condition, Article::Each) {
                    Ok(pits) => format!("Leave out {pits}."),
                    Err(clause) => format!("Leave out a pit if {clause}."),
                },
            },
            Say::LapMeans => "Seeds lifted and sown at once are a lap.".into(),
            Say::Falling { first, last, class, rest, actions } => self.falling(*first, *last, class, rest, actions),
            Say::AlsoLastSeed => "This holds for the last seed, too.".into(),
            Say::EndsWithLastSeed => "Your move ends with the last seed.".into(),
            Say::Landings { next, ordered } => {
                let look = if *next { "After your last seed look at the next pit" } else { "See where your last seed falls" };
                let first = if *ordered { "; the first case that fits counts" } else { "" };
                format!("{look}{first}:")
            }
            Say::LandingsAlone => "After a lap, the first of these cases that fits counts, and no other:".into(),
            Say::LandingsFirst => "After a lap, see first whether one of these cases fits:".into(),
            Say::Wherever(case) => format!("Wherever your last seed falls, {}", self.happens(case)),
            Say::Lands(case) => {
                let place = (!case.class.is_empty()).then(|| self.lands_in(case));
                self.case_label(case, place)
            }
            Say::LandsIn(case) => self.lands_in(case),
            Say::If(case) => self.case_label(case, None),
            Say::Anywhere => "wherever it falls".into(),
            Say::ElseAnywhere => "in every other case".into(),
            Say::Always => "always".into(),
            Say::Otherwise => "otherwise".into(),
            Say::LookFurther => "look further:".into(),
            Say::MoveEnds => "your move ends.".into(),
            Say::Happens(case) => self.happens(case),
            Say::Varies(cases) => self.varies(cases),
            Say::EmptyMeans => "Whether the pit of the last seed is empty or has seeds is meant before it falls.".into(),
            Say::MakesMeans => "The seed that makes a number is counted, too.".into(),
            Say::CapturedGo { mover: true } => "Captured seeds go into your store.".into(),
            Say::CapturedGo { mover: false } => {
                "Captured seeds go into the store of the player who captures them.".into()
            }
            Say::LiftedCount => "Seeds that you lift from your opponent and sow count as captured.".into(),
            Say::BonusPasses => "If you are to move again and cannot, your turn passes.".into(),

            Say::TermMeans { term, condition } => {
                // A name stands for what is written with the names above it.
                let above = English { terms: &self.terms[..*term], ..*self };
                let name = self.term(*term);
                let (subject, speech) = match TermSubject::of(condition) {
                    TermSubject::Pit => ("A pit is ", Speech::NOW.of("it")),
                    TermSubject::Lap => ("A lap is ", Speech { lap: "it", ..Speech::NOW }),
                    TermSubject::Move => ("A move is ", Speech::NOW),
                    TermSubject::Moment => ("", Speech::NOW),
                };
                let applies = if subject.is_empty() { " applies" } else { "" };
                format!("{subject}{name}{applies} if {}.", above.logic(condition, true, speech).definition())
            }

            Say::MarkOwner { mark, maker } => {
                let whom = if *maker { "who made it" } else { "for whom it was made" };
                let one = with_article(&self.mark(*mark));
                format!("A pit can become {one}. It belongs to the player {whom}, in whoever's row it lies.")
            }
            Say::NeverLifted(mark) => {
                format!("Nobody lifts {} or begins a move with it.", with_article(&self.mark(*mark)))
            }
            Say::NeverEmptied(mark) => {
                let it = if self.game.rules.marks.len() > 1 { self.marks(*mark) } else { "it".into() };
                let one = with_article(&self.mark(*mark));
                format!("Nobody lifts {one} and nothing is taken from {it}; seeds sown into {it} stay there until the end.")
            }

            Say::Scripted { side, script, pits, despite, instead } => {
                let who = side.map_or("the player to move", Side::title);
                let may = if script.must { "must" } else { "may also" };
                let leaving = match script.leaving {
                    0 => String::new(),
                    leaving => format!(" and leave {} in it", seeds(leaving.into())),
                };
                let despite = if *despite { ", even where the rules above forbid it" } else { "" };
                let (which, pits) = (ordinal(script.ply), join(pits, "or"));
                match instead {
                    true => format!("Or {who} may lift pit {pits}{leaving} instead."),
                    false => format!("On the {which} move of the {scope} {who} {may} lift pit {pits}{leaving}{despite}."),
                }
            }
            Say::Swap(ply, false) => format!(
                "On the {} turn of the {scope} the player to move may turn the board round instead of moving, and so take the other side.",
                ordinal(*ply)
            ),
            Say::Swap(ply, true) => format!(
                "On the {} turn of the {scope} the player to move may first turn the board round, and so take the other side; then the same player moves.",
                ordinal(*ply)
            ),

            Say::Enough(seeds) => {
                format!("Whoever has {} seeds or more after a move wins, whoever made the move.", number(*seeds))
            }
            Say::EnoughOwn { seeds, begins, wins } => {
                let when = if *begins { "when their turn begins" } else { "at the end of their turn" };
                let end = if *wins { "wins" } else { "loses" };
                format!("A player who has {} seeds or more {when} {end}.", number(*seeds))
            }
            Say::EitherSideEmpty(ending) => format!(
                "When a turn begins and either {} is empty, the {scope} ends{}.",
                self.side(),
                self.takings(ending)
            ),
            Say::EitherStore(amount) => {
                format!("The {scope} ends when, after a move, a store holds {}.", amount_words(amount))
            }
            Say::CannotMove { stuck, ending } => {
                let then = match (ending.verdict, ending.takings.is_empty()) {
                    (Verdict::Opponent, true) if scope == "round" => "you lose the round".into(),
                    (Verdict::Opponent, true) => "you lose".into(),
                    (Verdict::Player, true) => "you win".into(),
                    _ => format!("the {scope} ends{}", self.takings(ending)),
                };
                format!("If {}, {then}.", self.stuck(*stuck))
            }
            Say::NeitherCanMove(ending) => {
                let then = match (ending.verdict, ending.takings.is_empty()) {
                    (Verdict::Opponent, true) => format!("you lose the {scope} if it is your turn"),
                    (Verdict::Player, true) => format!("you win the {scope} if it is your turn"),
                    _ => format!("the {scope} ends{}", self.takings(ending)),
                };
                format!("If neither of you can move, {then}.")
            }
            Say::PassIfStuck(stuck) => {
                format!("If {} and your opponent can move, your turn passes.", self.stuck(*stuck))
            }
            Say::PassIf(condition) => format!(
                "Your turn passes if, when it begins, your opponent can move and {}.",
                self.clause(condition, Speech::NOW)
            ),
            Say::LeftOnBoard(amount, ending) => {
                self.ends_when(&format!("{} {} left on the board", amount_words(amount), are(amount)), ending)
            }
            Say::BoardEmpty(ending) => self.ends_when("no seeds are left on the board", ending),
            Say::EndIf(condition, ending) => {
                let logic = self.logic(condition, true, Speech::NOW);
                match logic.list() {
                    Some((head, points)) => {
                        let then = self.takers(ending);
                        let then = if then.is_empty() { String::new() } else { format!(" Then {}.", then.join("; ")) };
                        format!("The {scope} ends if, when your turn begins, {head}: {points}.{then}")
                    }
                    None => format!(
                        "If, when your turn begins, {}, the {scope} ends{}.",
                        logic.clause(),
                        self.takings(ending)
                    ),
                }
            }
            Say::MoreSeedsWin => {
                let round = if scope == "round" { " the round" } else { "" };
                format!("Whoever has more seeds wins{round}; with the same number it is a draw.")
            }
            Say::Endless { bound, outcome, again } => self.endless(*bound, outcome, *again),
            Say::Repetition { times, ending, remembers, stores, again } => {
                let which = if *times == 1 { "once".to_string() } else { format!("for the {} time", ordinal(*times)) };
                let alone = self.game.rules.board.plan.is_alone();
                let player = if alone { "" } else { " with the same player to move" };
                let stores = match (stores, alone) {
                    (true, true) => "",
                    (true, false) => "",
                    (false, _) => "",
                };
                let end = match (ending.verdict, ending.takings.is_empty()) {
                    (Verdict::Draw, true) => format!("the {scope} is a draw"),
                    _ => format!("the {scope} ends{}", self.takings_again(ending, *again)),
                };
                let past = match (remembers, alone) {
                    (true, true) => " with all that counts of earlier moves",
                    (true, false) => " and all that counts of earlier moves",
                    (false, _) => "",
                };
                format!("When a position comes {which}{player}{past}{stores}, {end}.")
            }
            Say::FreeRepetition => "Positions may repeat as often as you like.".into(),
            Say::FirstEnding => "If several of these are true at once, the first counts.".into(),

            Say::HeldSeeds { stores } => {
                let keeps = self.game.rules.rounds.as_ref().is_some_and(|rounds| rounds.keep.is_some());
                let store = if *stores { "in their store, and those " } else { "" };
                let pits = if keeps { "own pits that do not keep them" } else { "own pits" };
                format!("A player holds the seeds {store}left on the board in their {pits}.")
            }
            Say::AfterRound => "After each round:".into(),
            Say::Points { first, condition, number } => {
                let points = number.map_or("as many points as you hold more seeds than your opponent".into(), |number| {
                    count(number, "point")
                });
                let brings = if *first { "The round brings you" } else { "Otherwise it brings you" };
                match condition {
                    Condition::Always => format!("{brings} {points}."),
                    condition => format!("{brings} {points} if {}.", self.held(condition)),
                }
            }
            Say::MatchSeeds { amount, won } => {
                let end = if *won { "won" } else { "lost" };
                format!("A player who holds {} has {end} the match.", amount_words(amount))
            }
            Say::MatchPoints(amount) => format!("A player with {} has won the match.", amount_of(amount, "point")),
            Say::MatchEnd { first, condition, verdict } => {
                let end = match verdict {
                    Verdict::Player => "you have won the match",
                    Verdict::Opponent => "you have lost the match",
                    Verdict::Draw => "the match is a draw",
                    Verdict::Goal if self.game.rules.goal.is_some() => {
                        "the match is over, and whoever holds more seeds has won it"
                    }
                    Verdict::Goal | Verdict::Pass => "the match is over, and a draw",
                };
                match (condition, first) {
                    (Condition::Always, true) => format!("{}.", capitalized(end)),
                    (Condition::Always, false) => format!("Otherwise {end}."),
                    (condition, true) => format!("If {}, {end}.", self.held(condition)),
                    (condition, false) => format!("Otherwise, if {}, {end}.", self.held(condition)),
                }
            }
            Say::Remainder { remainder, handful, counted } => self.remainder(remainder, *handful, *counted),
            Say::Refill(refill, filler) => self.refill(*refill, *filler),
            Say::KeepsSeeds(pits) => {
                let pits = self.pits(pits, Article::One, Speech::NOW);
                format!("{} is not filled and keeps its seeds.", capitalized(&pits))
            }
            Say::CounterKept(counter) => {
                format!("Each player keeps their {} for the next round.", self.counter(*counter))
            }
            Say::LeftoverGoes(Leftover::NextPit) => "Seeds too few to fill a pit go into the next one.".into(),
            Say::LeftoverGoes(Leftover::Singly) => {
                "Seeds too few to fill a pit go into the next ones, one into each.".into()
            }
            Say::CannotFill(Unfilled::ClosedForBoth) => "Pits that cannot be filled are closed for the round, and so are the same pits of the other row, whose seeds go back into their owner's store: nobody sows into closed pits, and they count for nothing.".into(),
            Say::CannotFill(Unfilled::Closed) => "Pits that cannot be filled are closed for the round: nobody sows into them, and they count for nothing.".into(),
            Say::CannotFill(Unfilled::Empty) => "Pits that cannot be filled stay empty, but in play.".into(),
            Say::WinnerGains(pits) => format!(
                "In the next round the winner owns {} more of the other row, next to their own.",
                count((*pits).into(), "pit")
            ),
            Say::LoserLaysOut(setup) => {
                let so = self.so_that(&setup.condition, Speech::NOW);
                let fewer = "you hold fewer seeds than your opponent";
                let when = match &setup.when {
                    Condition::Always => String::new(),
                    when => Some(self.held(when)).filter(|when| when != fewer).map_or(String::new(), |when| format!(" and {when}")),
                };
                let alike = if setup.both { "; the other player then lays out theirs in the same way" } else { "" };
                let side = self.side();
                format!("If {fewer}{when}, you may lay out the seeds of your {side} in another way{so}{alike}.")
            }
            Say::NextBegins(starter) => match starter {
                Starter::Lot => format!("{} who begins.", capitalized(&self.lot_decides())),
                Starter::Alternates => "The players begin the rounds in turn.".into(),
                Starter::Winner => "The winner of the round begins the next; after a draw, whoever began it.".into(),
                Starter::Loser => "The loser of the round begins the next; after a draw, whoever began it.".into(),
                Starter::LastToMove => "The player who made the last move begins the next round.".into(),
            },
            Say::Signs => self.signs(),

            Say::NumberParameter { about, value, values } => {
                let values: Vec<String> = values.iter().map(values_words).collect();
                let value = value_words(value);
                format!("{}here {value}; possible: {}.", described(about), join(&values, "or"))
            }
            Say::WordParameter { about, value } => format!("{}here {}.", described(about), value_words(value)),
            Say::ManyChanges => "Many rules change.".into(),
            Say::LeftOut(parts) => format!("Without {}.", join(parts, "and")),
            Say::NoChange => "The rules stay as they are.".into(),
        }
    }

    fn facts(&self, stores: bool, seeds: u16) -> String {
        let rules = &self.game.rules;
        let about = &rules.about;
        let mut parts = vec![];
        if !about.region.is_empty() {
            parts.push(format!("{}.", isolated(&about.region.join("; "))));
        }
        if !about.names.is_empty() {
            parts.push(format!("Also called {}.", isolated(&about.names.join(", "))));
        }
        let plan = &rules.board.plan;
        let pits = match plan.shape() {
            Shape::Rows(1, pits) => format!("one row of {}", count(pits.into(), "pit")),
            Shape::Rows(2, pits) => format!("two rows of {}", count(pits.into(), "pit")),
            Shape::Rows(4, pits) => format!("four rows of {}", count(pits.into(), "pit")),
            Shape::Rows(_, pits) => format!("six rows of {}", count(pits.into(), "pit")),
            Shape::Shared(pits) => format!("a ring of {}", count(pits.into(), "pit")),
            Shape::Drawn => count((plan.halves().len() as u16) * u16::from(plan.span()), "pit"),
        };
        let mut facts = vec![if plan.is_alone() { "One player" } else { "Two players" }.to_string(), pits];
        if stores {
            facts.push(if plan.is_alone() { "a store" } else { "a store for each player" }.into());
        }
        facts.push(format!("{seeds} seeds"));
        if rules.rounds.is_some() {
            facts.push("a match of several rounds".into());
        }
        parts.push(format!("{}.", facts.join("; ")));
        parts.join(" ")
    }

    /// The letter of the opponent's pit that faces the first of so many in the own row.
    fn opposite(&self, pits: u8) -> char {
        self.letter(Some(Whose::Opponent), pits.saturating_sub(1))
    }

    /// The letters of the first and the last pit of the own row.
    pub(super) fn ends(&self, pits: u8) -> [char; 2] {
        [0, pits.saturating_sub(1)].map(|number| self.letter(Some(Whose::Own), number))
    }

    fn fill(&self, filling: &Filling, stored: Option<u16>) -> String {
        let board = &self.game.rules.board;
        let plan = &board.plan;
        let stores = match (stored, plan.is_alone()) {
            (None, _) => String::new(),
            (Some(0), false) => "; the stores are empty".into(),
            (Some(0), true) => "; the store is empty".into(),
            (Some(stored), false) => format!("; each store holds {}", seeds(stored)),
            (Some(stored), true) => format!("; the store holds {}", seeds(stored)),
        };
        let side = |side: Side| {
            let line = |pits: &[u8]| {
                let numbers: Vec<String> =
                    pits.iter().map(|&pit| board.start[side][usize::from(pit)].to_string()).collect();
                numbers.join(" ")
            };
            let row = |row: u8| {
                let (pits, name) = (plan.row(side, row), self.nth_row(row));
                match pits.iter().all(|&pit| board.start[side][usize::from(pit)] == 0) {
                    true => format!("the {name} is empty"),
                    false => format!("{name} {}", line(&pits)),
                }
            };
            match &plan.lines(side)[..] {
                [only] => line(only),
                _ => (0..plan.depth()).map(row).collect::<Vec<_>>().join("; "),
            }
        };
        match filling {
            Filling::Each(number) => format!("Put {} into each pit{stores}.", seeds(*number)),
            Filling::Rows(rows) => {
                // All pits of a row may have a name.
                let mark_of = |row: u8| {
                    let pits = plan.row(Side::South, row);
                    let marks = board.marks.iter().filter(|(side, pit, _)| *side == Side::South && pits.contains(pit));
                    let marks: Vec<MarkId> = marks.map(|(.., mark)| *mark).collect();
                    Some(*marks.first()?)
                        .filter(|first| marks.len() == pits.len() && marks.iter().all(|mark| mark == first))
                };
                let name = |row| match mark_of(row) {
                    Some(mark) => self.mark(mark),
                    None if rows.len() == 2 && mark_of(1 - row).is_some() => "other pit".into(),
                    None => format!("pit of the {}", self.nth_row(row)),
                };
                let put = |(row, number)| format!("{} into each {}", seeds(number), name(row));
                let put: Vec<String> =
                    (0..).zip(rows.iter().copied()).filter(|(_, number)| *number > 0).map(put).collect();
                match &put[..] {
                    [] => format!("The pits are empty{stores}."),
                    put => format!("Put {}{stores}.", join(put, "and")),
                }
            }
            Filling::Alike => {
                let both = if plan.halves().len() == 1 { "Fill the pits" } else { "Fill both sides alike" };
                let first = self.letter(Some(Whose::Own), 0);
                format!("{both}, from {first} on: {}{stores}.", side(Side::South))
            }
            Filling::Apart => format!(
                "Fill the pits, from each player's own A on; South: {}; North: {}{stores}.",
                side(Side::South),
                side(Side::North)
            ),
        }
    }

    fn lot_decides(&self) -> String {
        match &self.game.rules.lot {
            Some(lot) => format!("{} (see below) decides", isolated(&lot.name)),
            None => "a lot decides".into(),
        }
    }

    fn so_that(&self, condition: &Condition, speech: Speech) -> String {
        match condition {
            Condition::Always => String::new(),
            condition => match self.clause(condition, speech) {
                clause if words(&clause) > 20 => format!(": {clause}"),
                clause => format!(", so that {clause}"),
            },
        }
    }

    /// Which seeds may be laid out before the first move, and by whom.
    fn laid_out(&self, setup: &Arrangement, each: bool) -> String {
        let side = self.side();
        let so = self.so_that(&setup.condition, Speech { third: setup.by.is_some(), ..Speech::NOW });
        let other = if each { "their opponent's" } else { "the other's" };
        let how = match setup.what {
            Arranged::Row if setup.both => {
                format!("lay out all seeds of their {side} in another way, and {other} are then laid out alike")
            }
            Arranged::Row => format!("lay out all seeds of their {side} in another way"),
            Arranged::Pit => "lift one of their pits and put its seeds into any pits".into(),
            Arranged::Board => "lay out all seeds on the board anew".into(),
        };
        match setup.by {
            Some(_) if each => format!("Before the first move first South and then North may {how}{so}."),
            Some(side) => format!("Before the first move {} may {how}{so}.", side.title()),
            None => format!("Before the first move chance lays out all seeds on the board{so}."),
        }
    }

    /// Whether moves may be forbidden by what they would bring.
    fn restricts_moves(&self) -> bool {
        let foresees = |part: &Condition| matches!(part, Condition::AfterMove(_) | Condition::LapEnds(_));
        self.game.rules.sowing.from.iter().any(|line| line.condition.has(&foresees))
    }

    fn stuck(&self, stuck: Stuck) -> String {
        match stuck {
            Stuck::PitsEmpty => "all your pits are empty when your turn begins".into(),
            Stuck::SideEmpty => format!("your {} is empty when your turn begins", self.side()),
            Stuck::NoMove if self.restricts_moves() => "no move is allowed to you on your turn".into(),
            Stuck::NoMove => "you cannot move on your turn".into(),
        }
    }

    fn endless(&self, bound: Option<u16>, outcome: &EndlessOutcome, again: bool) -> String {
        let scope = self.scope();
        let laps = bound.map_or(String::new(), |laps| format!(", or that has more than {} laps", number(laps)));
        if *outcome == EndlessOutcome::Illegal {
            return format!("You may not play a move that would go round for ever{laps}.");
        }
        let end = match outcome {
            // How the seeds lie then is of no account.
            EndlessOutcome::Over(Ending { verdict, takings })
                if takings.is_empty() && scope == "game" && *verdict != Verdict::Goal =>
            {
                match verdict {
                    Verdict::Player => "wins the game",
                    Verdict::Opponent => "loses the game",
                    Verdict::Draw | Verdict::Goal | Verdict::Pass => "draws the game",
                }
                .into()
            }
            EndlessOutcome::Over(ending) => match (ending.verdict, ending.takings.is_empty()) {
                (Verdict::Draw, true) => format!("is taken back, and the {scope} is a draw"),
                (Verdict::Player, true) => format!("is taken back, and you win the {scope}"),
                (Verdict::Opponent, true) => format!("is taken back, and you lose the {scope}"),
                _ => format!("is taken back, and the {scope} ends{}", self.takings_again(ending, again)),
            },
            EndlessOutcome::Stop if bound.is_some() => {
                "ends where it would begin to repeat itself, or with the last lap allowed".into()
            }
            EndlessOutcome::Stop => "ends where it would begin to repeat itself".into(),
            EndlessOutcome::Pass | EndlessOutcome::Illegal => "is taken back, and your turn passes".into(),
        };
        format!("You may play a move that would go round for ever{laps}, but it {end}.")
    }

    /// Who takes what is left, and who wins, after "the game ends".
    fn takings(&self, ending: &Ending) -> String {
        match &self.takers(ending)[..] {
            [] => String::new(),
            [only] => format!(", and {only}"),
            texts => format!(": {}", texts.join("; ")),
        }
    }

    /// That the round ends when something is true at the beginning of a turn.
    fn ends_when(&self, what: &str, ending: &Ending) -> String {
        let (scope, then) = (self.scope(), self.takings(ending));
        // Who `you` are depends on whose turn it is.
        if then.contains("you") {
            format!("If, when your turn begins, {what}, the {scope} ends{then}.")
        } else {
            format!("The {scope} ends when {what}{then}.")
        }
    }

    /// The same, unless it is as told before.
    fn takings_again(&self, ending: &Ending, again: bool) -> String {
        if again { ", and the seeds are taken as above".into() } else { self.takings(ending) }
    }

    /// What each player takes, and who wins.
    fn takers(&self, ending: &Ending) -> Vec<String> {
        let side = match self.game.rules.board.plan.depth() {
            _ if self.game.rules.has_territory() => "pits",
            1 => "row",
            _ => "rows",
        };
        let of = |(who, taking): &(Who, Taking)| {
            let their = if *who == Who::Player { "your" } else { "their" };
            let other = match who {
                Who::Each => "the other player's",
                Who::Player => "your opponent's",
                Who::Opponent => "your",
            };
            match taking {
                Taking::Half => "half of the seeds left on the board".to_string(),
                Taking::Rest => "all seeds left on the board".into(),
                Taking::Row(Whose::Own) => format!("the seeds in {their} own {side}"),
                Taking::Row(Whose::Opponent) => format!("the seeds in {other} {side}"),
                Taking::Marked(Whose::Own, mark) => format!("the seeds in {their} own {}", self.marks(*mark)),
                Taking::Marked(Whose::Opponent, mark) => format!("the seeds in {other} {}", self.marks(*mark)),
            }
        };
        let by_player = ending.takings.chunk_by(|(one, _), (other, _)| one == other).map(|takings| {
            let (who, verb) = match takings[0].0 {
                Who::Each => ("each player", "takes"),
                Who::Player => ("you", "take"),
                Who::Opponent => ("your opponent", "takes"),
            };
            match &takings.iter().map(of).collect::<Vec<_>>()[..] {
                [first @ .., last] if !first.is_empty() => {
                    format!("{who} first {verb} {}, then {last}", first.join(", then "))
                }
                what => format!("{who} {verb} {}", what.concat()),
            }
        });
        let winner = match ending.verdict {
            Verdict::Goal | Verdict::Pass => None,
            Verdict::Player => Some("you win"),
            Verdict::Opponent if self.game.rules.board.plan.is_alone() => Some("you lose"),
            Verdict::Opponent => Some("your opponent wins"),
            Verdict::Draw => Some("it is a draw"),
        };
        by_player.chain(winner.map(str::to_string)).collect()
    }

    /// A condition after a round, when players hold seeds.
    fn held(&self, condition: &Condition) -> String {
        self.clause(condition, Speech { held: true, ..Speech::NOW })
    }

    fn remainder(&self, remainder: &Remainder, handful: Option<u16>, counted: bool) -> String {
        let (one, other) = (number(remainder.one), number(remainder.other));
        let then = match remainder.exchange {
            Exchange::Lot => format!("{} who gets what both have over", self.lot_decides()),
            Exchange::Cede => {
                let them = if remainder.one == 1 { "it" } else { "them" };
                format!("the one with {one} over gives {them} to the other")
            }
            Exchange::ToLoser => "the one who holds fewer seeds gets what the other has over".into(),
        };
        let handful = handful.map_or("the number that fills a pit".to_string(), |seeds| format!("{}s", number(seeds)));
        let count = if counted {
            String::new()
        } else {
            format!("Count what each player holds in {handful}; what is left then is over. ")
        };
        let who = match remainder.one == remainder.other {
            true => format!("both have {one} over"),
            false => format!("one has {one} over and the other {other}"),
        };
        format!("{count}If {who}, {then}.")
    }

    fn refill(&self, refill: Refill, filler: Filler) -> String {
        let fill = |with: &str, leaves: bool| {
            let over = |text: &str| if leaves { text.to_string() } else { String::new() };
            match filler {
                Filler::Each => {
                    format!(
                        "Each player fills their own pits with {with}{}.",
                        over("; what is over stays in the store")
                    )
                }
                Filler::Loser => format!(
                    "Whoever holds fewer seeds fills their own pits with {with}; the other player's pits stay as they were at the end of the round.{}",
                    over(" What is over stays in the store.")
                ),
                Filler::LoserForBoth => format!(
                    "Whoever holds fewer seeds fills their own pits with {with}; the other player fills the same pits alike. What is over stays in the store."
                ),
            }
        };
        let last = if self.game.rules.board.plan.depth() > 1 { "" } else { " to A" };
        match refill {
            Refill::Anew => "Set the board up as at the start.".into(),
            Refill::Evenly => {
                fill("all the seeds that they hold, as evenly as possible; the first pits get one more", false)
            }
            Refill::Pits { seeds: number, territory: false, back: false } => {
                fill(&format!("{} each, from A on", seeds(number)), true)
            }
            Refill::Pits { seeds: number, territory: false, back: true } => {
                fill(&format!("{} each, from the last pit back{last}", seeds(number)), true)
            }
            Refill::Pits { seeds: number, territory: true, back } => {
                let (board, side) = (&self.game.rules.board, self.side());
                let players = board.plan.players().len() as u16;
                let all = board.start.iter().flatten().sum::<u16>() + players * board.stored;
                let both = match all / number > 2 * u16::from(board.plan.span()) + 1 {
                    true => {
                        ". If both can, the one who can fill more, counting no more than all pits, owns only as many \
                         as they can fill more than the other"
                    }
                    false => "",
                };
                let back = if back { ", from the last pit back" } else { "" };
                format!(
                    "Fill the pits with {} each{back}; what is over stays in the store. A player who can fill more than \
                     their own {side} also owns the first pits of the other {side}, as many as they can fill{both}.",
                    seeds(number)
                )
            }
        }
    }

    fn signs(&self) -> String {
        let Some(lot) = &self.game.rules.lot else { return "A lot decides.".into() };
        let sign = |at: usize| lot.signs[at].replace('_', " ");
        let beats: Vec<String> = lot.beats.iter().map(|&(a, b)| format!("{} beats {}", sign(a), sign(b))).collect();
        format!(
            "Both players show a sign at the same time: {}. {}; if both show the same, show again.",
            join(&(0..lot.signs.len()).map(sign).collect::<Vec<_>>(), "or"),
            capitalized(&beats.join(", "))
        )
    }
}

/// An author's description, as a sentence.
fn described(about: &Option<String>) -> String {
    about.as_ref().map_or(String::new(), |about| format!("{}; ", isolated(about)))
}

/// Names of pits that follow each other, each row of letters by its ends.
fn stretches(names: &[String]) -> Vec<String> {
    let parts = |name: &str| {
        let letter = name.chars().next().unwrap_or(' ');
        (letter as i32, name[letter.len_utf8()..].to_string())
    };
    let mut all: Vec<Vec<&str>> = vec![];
    for name in names {
        let follows = |stretch: &Vec<&str>| {
            let (last, strokes) = parts(stretch[stretch.len() - 1]);
            let (letter, same) = parts(name);
            let step = |one: i32, other: i32| (strokes == same && (other - one).abs() == 1).then_some(other - one);
            match stretch[..] {
                [.., before, _] => step(parts(before).0, last) == step(last, letter) && step(last, letter).is_some(),
                _ => step(last, letter).is_some(),
            }
        };
        match all.last_mut() {
            Some(stretch) if follows(stretch) => stretch.push(name),
            _ => all.push(vec![name]),
        }
    }
    let named = |stretch: Vec<&str>| match stretch[..] {
        [first, .., last] if stretch.len() > 2 => vec![format!("{first} to {last}")],
        _ => stretch.iter().map(ToString::to_string).collect(),
    };
    all.into_iter().flat_map(named).collect()
}
