//! The canonical text of the rules: all that decides play, one fact a line.
//!
//! `Game::meaning` is the checksum of this text. Databases, reports and published results name the
//! checksum, so the text may change only with the meaning of the rules.
//!
//! - The first line is the version of the format. The others are in the order of [`Rules`], and begin with
//!   the word of their section. The lines of a list are in the order in which they apply.
//! - A fact at its default has no text, so a new word of the language does not change the text of the rules
//!   that do not use it. The defaults are those of this format, not of the language, which may change.
//! - Parentheses enclose the parts of a condition or of a sum. `.` separates the steps of a path.
//! - Names, sources, parameters and the numbers of clauses are left out. Parameters have been replaced by
//!   their values. Marks and signs have the numbers of their order in the file, and pits have theirs from A,
//!   which is 0.
//! - The words are written here, so renaming a type or a variant does not change the text.
//!
//! [`VERSION`] must rise if rules get another text without another meaning, or if the same text is played in
//! another way.

use std::fmt::Display;

use super::*;

/// The version of the format.
const VERSION: u32 = 1;

impl Rules {
    /// Returns the canonical text of the rules: equal for all rules that are equal apart from names and
    /// layout. That of Kalah begins with the lines `uur rules 1`, `board 2 rows 6 pits` and `start south 4 4 4 4 4 4`.
    pub fn canonical(&self) -> String {
        let Rules {
            about: _,
            parameters: _,
            board,
            marks,
            counters,
            terms: _,
            stages: _,
            sowing,
            opening,
            swaps,
            arrangements,
            begin,
            lift,
            drop,
            land,
            finish,
            end,
            endless,
            repetition,
            goal,
            rounds,
            lot,
        } = self;
        let mut text = Lines(format!("uur rules {VERSION}\n"));
        text.board(board);
        for MarkKind { name: _, plural: _, never_emptied } in marks {
            text.add(format!("mark{}", word(*never_emptied, " never emptied")));
        }
        for CounterKind { name: _, kept } in counters {
            text.add(format!("counter{}", word(*kept, " kept")));
        }
        for Stage { name: _, condition, fact: _ } in self.kept_stages() {
            text.add(format!("stage when {}", condition.text()));
        }
        text.sowing(sowing);
        text.all("opening", opening);
        text.all("opening", swaps);
        text.all("opening", arrangements);
        text.all("begin", begin);
        text.all("lift", lift);
        text.all("drop", drop);
        text.all("land", land);
        text.all("finish", finish);
        text.all("end", end);
        text.endless(endless);
        text.repetition(repetition);
        if let Some(goal) = goal {
            text.add(format!("win {}", goal.text()));
        }
        if let Some(rounds) = rounds {
            text.rounds(rounds);
        }
        if let Some(Lot { clause: _, name: _, signs: _, beats }) = lot {
            beats.iter().for_each(|(one, other)| text.add(format!("lot {one} beats {other}")));
        }
        text.0
    }
}

/// The lines written so far.
struct Lines(String);

impl Lines {
    fn add(&mut self, line: impl Display) {
        self.0 += &format!("{line}\n");
    }

    fn all<T: Canonical>(&mut self, section: &str, facts: &[T]) {
        facts.iter().for_each(|fact| self.add(format!("{section} {}", fact.text())));
    }

    fn board(&mut self, board: &Board) {
        let Board { plan, start, stored, owners, marks } = board;
        match plan.shape() {
            Shape::Rows(rows, pits) => self.add(format!("board {rows} rows {pits} pits")),
            Shape::Shared(pits) => self.add(format!("board shared {pits} pits")),
            Shape::Drawn => {
                for side in Side::BOTH {
                    let spots = (0..plan.span()).map(|number| plan.spot(side, number));
                    let spots: Vec<String> = spots
                        .map(|Spot { letter, strokes, row: _, x, y }| format!("{letter}.{strokes} at {x}.{y}"))
                        .collect();
                    self.add(format!("board {} {}", side.text(), spots.join(", ")));
                }
            }
        }
        for side in Side::BOTH.into_iter().filter(|&side| !start[side].is_empty()) {
            self.add(format!("start {} {}", side.text(), list(&start[side], " ")));
        }
        if *stored > 0 {
            self.add(format!("start stores {stored}"));
        }
        for (side, owners) in Side::BOTH.into_iter().zip(owners.iter().flatten()) {
            self.add(format!("start {} owners {}", side.text(), list(owners, " ")));
        }
        for (side, pit, mark) in marks {
            self.add(format!("start {} {pit} {}", side.text(), mark.text()));
        }
    }

    fn sowing(&mut self, sowing: &Sowing) {
        let Sowing {
            clause: _,
            direction,
            ways,
            kept,
            along,
            along_by: _,
            from,
            enter,
            each_lap,
            prefer,
            several,
            lift,
            skip,
        } = sowing;
        self.add(format!("sow {}", direction.text()));
        if !matches!(&ways[..], [WayRule { clause: _, condition: Condition::Always, way: Some(Way::Onward) }]) {
            self.all("sow", ways);
        }
        kept.iter().for_each(|kept| self.add(format!("sow keep {}", kept.text())));
        self.path(along);
        self.all("sow from", from);
        enter.iter().for_each(|enter| self.add(format!("sow {}", enter.text())));
        self.all("sow", each_lap);
        self.all("sow prefer", prefer);
        self.all("sow", several);
        self.all("sow", lift);
        self.all("sow skip", skip);
    }

    /// The path of sowing. The usual ones have words of their own.
    fn path(&mut self, along: &[Run]) {
        let (own, opponent) = (Run::side(Whose::Own), Run::side(Whose::Opponent));
        let (store, other_store) = (Run::store(Whose::Own), Run::store(Whose::Opponent));
        let (stores, within) = match *along {
            [a, b] if [a, b] == Run::AROUND => ("", false),
            [a] if a == own => ("", true),
            [a, b] if [a, b] == [own, store] => ("own", true),
            [a, b] if [a, b] == [store, own] => ("own before row", true),
            [a, b, c] if [a, b, c] == [own, store, opponent] => ("own", false),
            [a, b, c] if [a, b, c] == [store, own, opponent] => ("own before row", false),
            [a, b, c, d] if [a, b, c, d] == [own, store, opponent, other_store] => ("both", false),
            [a, b, c, d] if [a, b, c, d] == [store, own, other_store, opponent] => ("both before row", false),
            _ => return self.add(format!("sow along {}", list(along, ", "))),
        };
        if !stores.is_empty() {
            self.add(format!("sow through {stores}"));
        }
        if within {
            self.add("sow within row");
        }
    }

    fn endless(&mut self, Endless { clause: _, bound, outcome }: &Endless) {
        let outcome = match outcome {
            EndlessOutcome::Over(ending) if bound.is_none() && is_draw(ending) => return,
            EndlessOutcome::Over(ending) => ending.text(),
            EndlessOutcome::Illegal => "illegal".into(),
            EndlessOutcome::Stop => "stop".into(),
            EndlessOutcome::Pass => "pass turn".into(),
        };
        self.add(format!("endless{} -> {outcome}", optional(" after ", bound)));
    }

    fn repetition(&mut self, Repetition { clause: _, times, ending }: &Repetition) {
        match times {
            None => self.add("repeated never"),
            Some(times) if *times != 3 || !is_draw(ending) => {
                self.add(format!("repeated {times} -> {}", ending.text()));
            }
            Some(_) => {}
        }
    }

    fn rounds(&mut self, rounds: &Rounds) {
        let Rounds {
            clause: _,
            refill,
            filler,
            arranged,
            keep,
            gain,
            remainders,
            leftover,
            unfilled,
            points,
            starter,
            starter_by: _,
            over,
        } = rounds;
        let refill = match refill {
            Refill::Anew => "refill anew".into(),
            Refill::Pits { seeds, territory, back } => {
                let what = if *territory { "territory" } else { "refill" };
                format!("{what} {seeds} each{}", word(*back, " from last"))
            }
            Refill::Evenly => "refill evenly".into(),
        };
        self.add(format!("match {refill}{}", filler.text()));
        if let Some(RoundSetup { clause: _, both, condition, when }) = arranged {
            let alike = word(*both, " for both");
            self.add(format!("match {} when {}", guarded(format!("arranged{alike}"), condition), when.text()));
        }
        if let Some(Guarded { clause: _, condition }) = keep {
            self.add(format!("match keep {}", condition.text()));
        }
        if let Some((_, pits)) = gain {
            self.add(format!("match gain {pits}"));
        }
        self.all("match remainder", remainders);
        if let Some((_, leftover)) = leftover {
            self.add(format!("match remainder {}", leftover.text()));
        }
        self.add(format!("match unfilled {}", unfilled.text()));
        self.all("match points", points);
        self.add(format!("match starter {}", starter.text()));
        self.all("match over", over);
    }
}

/// Whether the game is drawn, and no player takes seeds.
fn is_draw(ending: &Ending) -> bool {
    *ending == Ending { takings: vec![], verdict: Verdict::Draw }
}

/// A part of a line.
trait Canonical {
    fn text(&self) -> String;
}

fn list<T: Canonical>(parts: &[T], separator: &str) -> String {
    parts.iter().map(Canonical::text).collect::<Vec<_>>().join(separator)
}

/// Returns words and a text, or nothing.
fn optional<T: Canonical>(words: &str, part: &Option<T>) -> String {
    part.as_ref().map_or(String::new(), |part| format!("{words}{}", part.text()))
}

/// Returns a text, or another word where there is none.
fn text_or<T: Canonical>(part: &Option<T>, word: &str) -> String {
    part.as_ref().map_or(word.to_string(), Canonical::text)
}

/// Returns a word if something applies, and otherwise nothing.
fn word(applies: bool, word: &str) -> &str {
    if applies { word } else { "" }
}

fn guarded(text: String, condition: &Condition) -> String {
    match condition {
        Condition::Always => text,
        condition => format!("{text} where {}", condition.text()),
    }
}

/// Writes the text of each type: every pattern, and its words.
macro_rules! texts {
    ($($type:ty { $($pattern:pat => $text:expr,)+ })+) => {
        $(impl Canonical for $type {
            fn text(&self) -> String {
                match self {
                    $($pattern => $text.to_string(),)+
                }
            }
        })+
    };
}

texts! {
    u8 { number => number, }
    u16 { number => number, }
    Side { Side::South => "south", Side::North => "north", }
    Whose { Whose::Own => "own", Whose::Opponent => "opponent", }
    MarkId { MarkId(number) => format!("mark {number}"), }
    Run {
        Run { whose, part, backwards } => {
            format!("{} {}{}", whose.text(), part.text(), word(*backwards, " backwards"))
        },
    }
    RunPart { RunPart::Side => "side", RunPart::Row(row) => format!("row {row}"), RunPart::Store => "store", }
    Direction { Direction::Counterclockwise => "counterclockwise", Direction::Clockwise => "clockwise", }
    Way { Way::Onward => "onward", Way::Back => "back", }
    WayBinding { WayBinding::Each => "each", WayBinding::Same => "same", WayBinding::Opposite => "opposite", }
    WayRule { WayRule { clause: _, condition, way } => guarded(format!("way {}", text_or(way, "either")), condition), }
    Enter { Enter { clause: _, seeds, condition } => guarded(format!("enter {seeds}"), condition), }
    EachLap { EachLap { clause: _, way, condition } => guarded(format!("each lap {}", way.text()), condition), }
    Guarded { Guarded { clause: _, condition } => condition.text(), }
    DropCount { DropCount { clause: _, condition, seeds } => guarded(format!("drop {seeds}"), condition), }
    Lift { Lift { clause: _, condition, seeds } => guarded(format!("lift {}", seeds.text()), condition), }
    Lifting {
        Lifting::AllBut(number) => format!("all but {number}"),
        Lifting::Chosen { seeds, leaving } => format!("{}{}", seeds.text(), optional(" leaving ", leaving)),
    }
    Scripted {
        Scripted { clause: _, ply, must, pits, leaving } => {
            let leaving = optional(" leaving ", &Some(*leaving).filter(|&leaving| leaving > 0));
            format!("move {ply} {}lift {}{leaving}", word(*must, "must "), list(pits, " "))
        },
    }
    Swap { Swap { clause: _, ply, moves_on } => format!("move {ply} may swap{}", word(*moves_on, " and move")), }
    Arranged { Arranged::Row => "row", Arranged::Pit => "pit", Arranged::Board => "board", }
    Arrangement {
        Arrangement { clause: _, by, what, both, condition } => {
            let what = format!("{} arranges {}{}", text_or(by, "lot"), what.text(), word(*both, " for both"));
            guarded(what, condition)
        },
    }
    Remainder {
        Remainder { clause: _, one, other, exchange } => format!("{one} {other}{}", exchange.text()),
    }
    Points { Points { clause: _, condition, number } => guarded(text_or(number, "difference"), condition), }
    Unfilled {
        Unfilled::ClosedForBoth => "closed for both", Unfilled::Closed => "closed", Unfilled::Empty => "empty",
    }
    Exchange { Exchange::Cede => "", Exchange::ToLoser => " loser", Exchange::Lot => " lot", }
    Filler { Filler::Each => "", Filler::Loser => " by loser", Filler::LoserForBoth => " by loser for both", }
    Leftover { Leftover::NextPit => "next pit", Leftover::Singly => "singly", }
    Starter {
        Starter::Lot => "lot", Starter::Alternates => "alternates", Starter::Winner => "winner",
        Starter::Loser => "loser", Starter::LastToMove => "last to move",
    }
    EndClause { EndClause { id: _, condition, ending } => format!("{} -> {}", condition.text(), ending.text()), }
    Ending { Ending { takings, verdict } => format!("{}{}", list(takings, ""), verdict.text()), }
    (Who, Taking) { (who, taking) => format!("{} takes {}, ", who.text(), taking.text()), }
    Who { Who::Each => "each", Who::Player => "player", Who::Opponent => "opponent", }
    Taking {
        Taking::Rest => "rest", Taking::Half => "half",
        Taking::Row(whose) => format!("{} row", whose.text()),
        Taking::Marked(whose, mark) => format!("{} {}", whose.text(), mark.text()),
    }
    Verdict {
        Verdict::Goal => "goal", Verdict::Player => "player wins", Verdict::Opponent => "opponent wins",
        Verdict::Draw => "draw", Verdict::Pass => "pass",
    }
    Clause<()> {
        Clause { id: _, condition, may, actions, then: () } =>
            format!("{} -> {}{}", condition.text(), word(*may, "may "), list(actions, ", ")),
    }
    Clause<Continuation> {
        Clause { id: _, condition, may, actions, then } => {
            let steps: String = actions.iter().map(|action| action.text() + ", ").collect();
            format!("{} -> {}{steps}{}", condition.text(), word(*may, "may "), then.text())
        },
    }
    Goal { Goal::MostSeeds => "most seeds", }
    Continuation {
        Continuation::Stop => "stop",
        Continuation::Relay(path) => format!("relay {}", path.text()),
        Continuation::Resow { seeds, lift, at, into, way } => {
            let preposition = if *into { "into" } else { "after" };
            let seeds = if *seeds == Portion::All { String::new() } else { format!(" {}", seeds.text()) };
            format!("lift{seeds} {} sow{} {preposition} {}", list(lift, " and "), optional(" ", way), at.text())
        },
        Continuation::Bonus => "bonus",
        Continuation::Repeat { along, most } =>
            format!("repeat{} along {}", optional(" ", most), list(along, " and ")),
    }
    Action {
        Action::Capture { seeds, from, to } =>
            format!("capture {} from {} for {}", seeds.text(), list(from, " and "), to.text()),
        Action::Move { seeds, from, to } =>
            format!("move {} from {} to {}", text_or(seeds, "all"), from.text(), to.text()),
        Action::Mark { pits, mark, owner } => {
            let whose = word(*owner == Whose::Opponent, "opponent ");
            format!("set {whose}{} at {}", mark.text(), list(pits, " and "))
        },
        Action::Unmark { pits } => format!("unmark {}", list(pits, " and ")),
        Action::Choose { number: 1, among } => format!("choose({})", among.text()),
        Action::Choose { number, among } => format!("choose {number}({})", among.text()),
        Action::Count { whose, counter, change, by } =>
            format!("{} {} {} {}", change.text(), whose.text(), counter.text(), by.text()),
        Action::OfMove(action) => action.words(),
        Action::Over(verdict) => verdict.text(),
    }
    CounterId { CounterId(number) => format!("counter {number}"), }
    CounterChange {
        CounterChange::Set => "set", CounterChange::Add => "add", CounterChange::Subtract => "subtract",
    }
    Summand { Summand::Number(number) => number, Summand::Of(place) => place.text(), }
    Portion {
        Portion::All => "all", Portion::AtMost(number) => number,
        Portion::AllBut(number) => format!("all but {number}"), Portion::Half => "half",
    }
    Receiver {
        Receiver::Mover => "mover", Receiver::Owner => "owner", Receiver::Opponent => "opponent",
        Receiver::Nobody => "nobody",
    }
    ActionTarget {
        ActionTarget::Pit(path) => path.text(),
        ActionTarget::Store(whose) => format!("{} store", whose.text()),
        ActionTarget::Every(condition) => format!("every({})", condition.text()),
    }
    Path { path => if path.is_empty() { "here".to_string() } else { list(path, ".") }, }
    PathStep {
        PathStep::Fixed(whose, row, column) => format!("{} pit {row} {column}", whose.text()),
        step => step.words(),
    }
    Place {
        Place::Pit(path) => path.text(),
        Place::Row(whose) => format!("{} row", whose.text()),
        Place::NthRow(whose, row) => format!("{} row {row}", whose.text()),
        Place::Store(whose) => format!("{} store", whose.text()),
        Place::Points(whose) => format!("{} points", whose.text()),
        Place::Counter(whose, counter) => format!("{} {}", whose.text(), counter.text()),
        Place::Marked(whose, mark) => format!("{} {}", whose.text(), mark.text()),
        Place::Board => "board", Place::Hand => "hand", Place::Number(number) => number.to_string(),
        Place::Sum(parts) => format!("sum({})", list(parts, ", ")),
    }
    PitKind {
        PitKind::InRow(whose) => format!("{} row", whose.text()),
        PitKind::NthRow(row) => format!("row {row}"),
        PitKind::Empty => "empty", PitKind::Occupied => "occupied", PitKind::Closed => "closed",
        PitKind::LapOrigin => "lap origin", PitKind::TurnOrigin => "turn origin",
        PitKind::LastOrigin => "last origin", PitKind::LastLanding => "last landing",
        PitKind::Landing => "landing", PitKind::Sown => "sown",
        PitKind::Reached => "reached",
        PitKind::Store(whose) => format!("store{}", optional(" of ", whose)),
        PitKind::Numbered(first, last) => format!("pit {first}..{last}"),
        PitKind::Marked(mark, whose) => format!("{}{}", mark.text(), optional(" of ", whose)),
    }
    Amount {
        Amount::Even => "even", Amount::Odd => "odd",
        Amount::In(ranges) => list(ranges, " or "),
    }
    (u16, u16) {
        (low, u16::MAX) => format!("{low}.."),
        (low, high) => format!("{low}..{high}"),
    }
    Condition {
        Condition::Always => "always",
        Condition::All(all) => format!("all({})", list(all, ", ")),
        Condition::Any(any) => format!("any({})", list(any, ", ")),
        Condition::Not(condition) => format!("not({})", condition.text()),
        Condition::Fact(fact) => fact.text(),
        Condition::Figure(figure, amount) => format!("{} {}", figure.name(), amount.text()),
        Condition::LapEnds(condition) => format!("first lap ends({})", condition.text()),
        Condition::InReach(path, condition) => format!("{} in reach of({})", path.text(), condition.text()),
        Condition::Exists(condition) => format!("exists({})", condition.text()),
        Condition::AfterMove(condition) => format!("after move({})", condition.text()),
        Condition::Count(condition, amount) => format!("count({}) {}", condition.text(), amount.text()),
        Condition::Outnumber(parts) => format!("more({}) than({})", parts[0].text(), parts[1].text()),
        Condition::Outermost(path, which, condition) =>
            format!("{} is {}({})", path.text(), which.text(), condition.text()),
        Condition::Compare(one, sign, other) => format!("{} {} {}", one.text(), sign.text(), other.text()),
        Condition::Is(place, kind) => format!("{} is {}", place.text(), kind.text()),
        Condition::Holds(place, amount) => format!("{} holds {}", place.text(), amount.text()),
    }
    MoveFact {
        MoveFact::WayIs(way) => format!("way {}", way.text()),
        MoveFact::PlayerIs(side) => format!("player is {}", side.text()),
        MoveFact::PlayerBegan => "player began",
        MoveFact::LastSeed => "last seed", MoveFact::Stage(stage) => format!("stage {stage}"),
        MoveFact::FirstLap => "first lap", MoveFact::BonusTurn => "bonus turn",
        MoveFact::NoMove => "no move",
    }
    Outermost {
        Outermost::First => "first", Outermost::Last => "last",
        Outermost::After(path) => format!("first after {} ", path.text()),
        Outermost::Before(path) => format!("last before {} ", path.text()),
    }
    Comparison { Comparison::Fewer => "<", Comparison::AsMany => "=", Comparison::More => ">", }
}
