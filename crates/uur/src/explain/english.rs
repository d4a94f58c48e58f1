//! Describes the rules of a game in English, addressed to the player.

use super::document::{Block, Item, Layout, RuleText, Section, SectionId, Sentence, isolated};
use crate::diagnostic::{count, join};
use crate::engine::Pit;
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

/// The sentences about a game, each with the clause that it describes.
type Sentences = Vec<(String, Option<ClauseId>)>;

/// Describes the rules of a game to a player.
pub fn rule_text(game: &Game) -> RuleText {
    let about = &game.rules.about;
    let mut summary = vec![];
    if !about.region.is_empty() {
        summary.push(format!("{}.", isolated(&about.region.join("; "))));
    }
    if !about.names.is_empty() {
        summary.push(format!("Also called {}.", isolated(&about.names.join(", "))));
    }
    let mut sections: Vec<Section> = vec![];
    let mut push = |id: SectionId, title: &str, block: Block| {
        sections.push(Section { id, title: title.into(), blocks: vec![block] })
    };
    let scope = if game.rules.rounds.is_some() { "End of a round" } else { "End" };
    for (id, sentences) in self::sections(game) {
        let title = match id {
            SectionId::Setup => "Set-up",
            SectionId::Turn => "Your turn",
            SectionId::Opening => "First moves",
            SectionId::End => scope,
            _ => "Match",
        };
        let items = sentences.into_iter().map(|(text, clause)| {
            let (text, drawing) = text.split_once('\n').map_or((&*text, None), |(text, rest)| (text, Some(rest)));
            let cases = drawing.into_iter().flat_map(str::lines);
            let cases = cases.map(|line| Item::of(Sentence { text: line.into(), rules: vec![] })).collect();
            Item { cases, ..Item::of(Sentence::of(game, text, clause.as_slice())) }
        });
        let items: Vec<Item> = items.collect();
        match id {
            _ if items.is_empty() => {}
            SectionId::Turn => push(id, title, Block::Steps { items }),
            _ => push(id, title, Block::Cases { items }),
        }
    }
    let parameters = game.rules.parameters.iter().map(|parameter| {
        let values: Vec<String> = parameter.values.iter().map(ToString::to_string).collect();
        let about = parameter.about.as_ref().map_or(String::new(), |about| format!("{}; ", isolated(about)));
        Item {
            label: parameter.name.clone(),
            ..Item::of(Sentence {
                text: format!("{about}{}, here {}.", join(&values, "or"), parameter.value),
                rules: vec![],
            })
        }
    });
    let parameters: Vec<Item> = parameters.collect();
    if !parameters.is_empty() {
        push(SectionId::Variants, "Variants", Block::Cases { items: parameters });
    }
    for (id, title, texts) in
        [(SectionId::Notes, "Notes", &about.readings), (SectionId::Sources, "Sources", &about.sources)]
    {
        let items: Vec<Item> =
            texts.iter().map(|text| Item::of(Sentence { text: isolated(text), rules: vec![] })).collect();
        if !items.is_empty() {
            push(id, title, Block::Cases { items });
        }
    }
    RuleText { title: isolated(&about.name), summary: summary.join(" "), sections }
}

/// Returns the rules of a game as a page of text.
pub fn rules(game: &Game, width: usize) -> String {
    rule_text(game).text(Layout { width, lines: false })
}

/// Returns the sentences that a clause of a game causes.
pub fn clause(game: &Game, clause: ClauseId) -> Vec<String> {
    rule_text(game).about(clause)
}

fn sections(game: &Game) -> Vec<(SectionId, Sentences)> {
    let mut sections = vec![];
    let mut sentences: Sentences = vec![];
    let rules = &game.rules;
    let english = English::of(game);
    start(game, &mut sentences);
    sections.push((SectionId::Setup, std::mem::take(&mut sentences)));
    english.terms(&mut sentences);
    sowing(game, &english, &mut sentences);
    english.table("When your turn begins", &rules.begin, Tense::Present, |()| None, &mut sentences);
    english.table("Before a lap is lifted from a pit", &rules.lift, Tense::Present, |()| None, &mut sentences);
    english.table("At every seed sown", &rules.drop, Tense::Fallen, |()| None, &mut sentences);
    english.decisions("At the last seed of a lap", &rules.land, &mut sentences);
    if !matches!(rules.land.last(), Some(Clause { condition: Condition::Always, .. })) {
        let text = if rules.land.is_empty() {
            "The move ends with the last seed."
        } else {
            "In every other case the move ends."
        };
        sentences.push((text.to_string(), None));
    }
    english.table("When the move has ended", &rules.finish, Tense::Fallen, unless_stop, &mut sentences);
    sections.push((SectionId::Turn, std::mem::take(&mut sentences)));
    for scripted in &rules.opening {
        let layout = game.program.layout();
        let name = |&pit: &u8| pit_name(&game.program, layout.pit(Side::South, pit)).to_string();
        let pits: Vec<String> = scripted.pits.iter().map(name).collect();
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
        sentences.push((text, Some(scripted.clause)));
    }
    for swap in &rules.swaps {
        let text = format!("On the {} move of the game you may turn the board instead.", ordinal(swap.ply));
        sentences.push((text, Some(swap.clause)));
    }
    for alike in rules.arrangements.chunk_by(|one, other| one.clause == other.clause) {
        sentences.push((arranges(&english, alike), Some(alike[0].clause)));
    }
    sections.push((SectionId::Opening, std::mem::take(&mut sentences)));
    for clause in &rules.end {
        if clause.ending.verdict == Verdict::Pass {
            let condition = english.condition(&clause.condition, Tense::Present);
            let text = format!("Your turn passes if, when it begins, {condition}, and the opponent can move.");
            sentences.push((text, Some(clause.id)));
            continue;
        }
        let scope = if rules.rounds.is_some() { "round" } else { "game" };
        if let (Some(amount), Verdict::Goal) = (in_either_store(&clause.condition), clause.ending.verdict) {
            let text = format!("The {scope} is over if a store holds {} after a move.", amount_words(amount));
            sentences.push((text, Some(clause.id)));
            continue;
        }
        let text = format!(
            "The {scope} is over if, when your turn begins, {}{}.",
            english.condition(&clause.condition, Tense::Present),
            english.ending(&clause.ending)
        );
        sentences.push((text, Some(clause.id)));
    }
    if rules.goal == Some(Goal::MostSeeds) {
        sentences.push(("The player who has captured more seeds wins; equal numbers are a draw.".into(), None));
    }
    sentences.push((english.endless(), rules.endless.clause));
    let repeated = match rules.repetition.times {
        None => "A position may occur any number of times.".into(),
        Some(times) => format!(
            "If a position occurs for the {} time with the same player to move, the game is over{}.",
            ordinal(times),
            english.ending(&rules.repetition.ending)
        ),
    };
    sentences.push((repeated, rules.repetition.clause));
    sections.push((SectionId::End, std::mem::take(&mut sentences)));
    matches(game, &english, &mut sentences);
    sections.push((SectionId::Match, sentences));
    sections
}

fn start(game: &Game, sentences: &mut Sentences) {
    let board = &game.rules.board;
    let plan = &board.plan;
    let of_row = |side: Side, row: &[u8]| {
        let seeds = row.iter().map(|&pit| board.start[side][usize::from(pit)].to_string());
        seeds.collect::<Vec<_>>().join(" ")
    };
    let (south, north) = (&board.start[Side::South], &board.start[Side::North]);
    let english = English::of(game);
    let row = |side: Side| match &plan.lines(side)[..] {
        [line] => format!("{} seeds", of_row(side, line)),
        _ => {
            let rows = (0..plan.depth())
                .map(|row| format!("{} seeds in the {}", of_row(side, &plan.row(side, row)), english.nth_row(row)));
            join(&rows.collect::<Vec<_>>(), "and")
        }
    };
    let even_rows: Vec<u16> = (0..plan.depth())
        .map(|row| plan.row(Side::South, row).into_iter().map(|pit| south[usize::from(pit)]).collect::<Vec<_>>())
        .filter(|row| row.iter().all(|seeds| *seeds == row[0]))
        .map(|row| row[0])
        .collect();
    let alike = south == north || plan.halves().len() == 1;
    let filled = if alike && south.iter().all(|seeds| *seeds == south[0]) {
        format!("with {} in each pit", seeds(south[0]))
    } else if south == north && plan.depth() > 1 && even_rows.len() == usize::from(plan.depth()) {
        let rows = (0..).zip(&even_rows).map(|(row, &number)| match number {
            0 => format!("no seeds in the {}", english.nth_row(row)),
            number => format!("{} in each pit of the {}", seeds(number), english.nth_row(row)),
        });
        format!("with {}", join(&rows.collect::<Vec<_>>(), "and"))
    } else if alike {
        format!("which hold, from each player's own A on, {}", row(Side::South))
    } else {
        format!("which hold, from the player's own A on, {} (South) and {} (North)", row(Side::South), row(Side::North))
    };
    let pits = match plan.shape() {
        Shape::Rows(1, pits) => format!("one row of {}", count(pits.into(), "pit")),
        Shape::Rows(2, pits) => format!("two rows of {}", count(pits.into(), "pit")),
        Shape::Rows(4, pits) => format!("four rows, two of each player, of {} each", count(pits.into(), "pit")),
        Shape::Rows(_, pits) => format!("six rows, three of each player, of {} each", count(pits.into(), "pit")),
        Shape::Shared(pits) => format!("a ring of {} that belong to neither player", count(pits.into(), "pit")),
        Shape::Drawn => format!("{}, {} of each player", count((2 * plan.span()).into(), "pit"), plan.span()),
    };
    let stored = match board.stored {
        0 => String::new(),
        stored => format!("; {} in each store", seeds(stored)),
    };
    sentences.push((format!("The board has {pits}, {filled}{stored}."), None));
    match plan.shape() {
        Shape::Drawn => sentences.push((format!("The pits lie so, North above:{}", drawn(game)), None)),
        Shape::Rows(..) if plan.depth() > 1 => {
            let text = "The front row of a player faces the opponent's. A pit further back has the letter of the pit before it and a stroke: A' is behind A.";
            sentences.push((text.into(), None));
        }
        Shape::Rows(..) | Shape::Shared(_) => {}
    }
    if board.owners.is_some() {
        let owned = |side: Side| {
            let pits = game
                .program
                .layout()
                .pits_from(side)
                .filter(|&pit| game.program.owner(&game.program.fresh(), pit) == side);
            let names: Vec<String> = pits.map(|pit| pit_name(&game.program, pit).to_string()).collect();
            format!("{} owns {}", side.title(), join(&names, "and"))
        };
        sentences.push((format!("{}; {}.", owned(Side::South), owned(Side::North)), None));
    }
    for (number, kind) in game.rules.marks.iter().enumerate() {
        let such = |side: Side| -> Vec<String> {
            let of = board.marks.iter().filter(|&&(owner, _, mark)| owner == side && usize::from(mark.0) == number);
            of.map(|&(_, pit, _)| pit_name(&game.program, game.program.layout().pit(side, pit)).to_string()).collect()
        };
        let all: Vec<String> = Side::BOTH.into_iter().flat_map(such).collect();
        if !all.is_empty() {
            sentences.push((
                format!("Marked `{}` from the start, for the owner of the row: {}.", kind.name, join(&all, "and")),
                None,
            ));
        }
    }
}

/// The pits of a board by their names, as they lie on the table.
fn drawn(game: &Game) -> String {
    let layout = game.program.layout();
    let name = |pit: Option<Pit>| pit.map_or(".".into(), |pit| pit_name(&game.program, pit).to_string());
    let width = layout.pits().map(|pit| name(Some(pit)).len()).max().unwrap_or(1);
    let line = |y| {
        let names = (0..layout.plan().columns()).map(|x| format!("{:width$}", name(layout.on_table(x, y))));
        format!("\n{}", names.collect::<Vec<_>>().join(" ").trim_end())
    };
    (0..layout.plan().height()).map(line).collect()
}

fn sowing(game: &Game, english: &English, sentences: &mut Sentences) {
    let sowing = &game.rules.sowing;
    sentences.push((chosen(english, &sowing.from.condition), Some(sowing.from.clause)));
    if let Some(enter) = &sowing.enter {
        let text = format!(
            "As a move, you may put {} from your store into a pit{}; that is its first lap. Such a pit is not lifted in this turn.",
            seeds(enter.seeds.into()),
            english.guard(" such that ", &enter.condition, Tense::Present, "")
        );
        sentences.push((text, Some(enter.clause)));
    }
    for line in &sowing.prefer {
        let text = format!(
            "If there are moves such that {}, only these may be made.",
            english.condition(&line.condition, Tense::Present)
        );
        sentences.push((text, Some(line.clause)));
    }
    for lift in &sowing.lift {
        let when = english.guard("If ", &lift.condition, Tense::Present, ": ");
        let left = match &lift.seeds {
            Lifting::AllBut(0) => "lift all its seeds".to_string(),
            Lifting::AllBut(leave) => format!("lift all its seeds but {leave}"),
            Lifting::Chosen { seeds, leaving: None } => format!("lift {}, as you choose", amount_words(seeds)),
            Lifting::Chosen { seeds, leaving: Some(leaving) } => {
                format!("lift {} and leave {}, as you choose", amount_words(seeds), amount_words(leaving))
            }
        };
        sentences.push((capitalized(&format!("{when}{left}.")), Some(lift.clause)));
    }
    let turned = |way: Way| english.turned(way);
    let way = match sowing.ways.last().and_then(|line| line.way) {
        Some(_) if game.rules.board.plan.shape() == Shape::Drawn => "along the path",
        Some(way) => turned(way),
        None => "either way, as you choose,",
    };
    let path = |&side: &Side| {
        let ring = game.program.layout().path(side);
        let names: Vec<String> = ring.iter().map(|&pit| pit_name(&game.program, pit).to_string()).collect();
        format!("\n{} sows along {}, then {} again.", side.title(), names.join(" "), names[0])
    };
    let paths: String = game.rules.board.plan.players().iter().map(path).collect();
    let lift = if sowing.lift.is_empty() { "Lift all its seeds and sow" } else { "Sow" };
    sentences.push((format!("{lift} them one by one {way} into the pits that follow.{paths}"), Some(sowing.clause)));
    for line in sowing.ways.split_last().map_or(&[][..], |(_, lines)| lines) {
        let way = line.way.map_or("either way, as you choose", turned);
        let text = format!("A pit is sown {way} if {}.", english.condition(&line.condition, Tense::Present));
        sentences.push((text, Some(line.clause)));
    }
    for line in &sowing.each_lap {
        let text = format!(
            "You may sow any lap of a move {} instead{}.",
            turned(line.way),
            english
                .guard(" if, sown so, ", &line.condition, Tense::Present, "")
                .replace("the first lap would", "it would")
        );
        sentences.push((text, Some(line.clause)));
    }
    if let Some(kept) = sowing.kept {
        let text = match kept {
            WayBinding::Each => "Each player keeps the direction that they choose first.",
            WayBinding::Same => "Both players keep the direction that is chosen first.",
            WayBinding::Opposite => {
                "The player who chooses a direction first keeps it, and the other player has the opposite one."
            }
        };
        sentences.push((text.into(), Some(sowing.clause)));
    }
    for line in &sowing.several {
        let text = format!(
            "{} fall into a pit at once if {}.",
            seeds(line.seeds.into()),
            english.condition(&line.condition, Tense::Present)
        );
        sentences.push((text, Some(line.clause)));
    }
    for skip in &sowing.skip {
        sentences.push((
            format!("A pit gets no seed if {}.", english.condition(&skip.condition, Tense::Present)),
            Some(skip.clause),
        ));
    }
}

/// Describes which seeds may be laid out before the first move, and by whom.
fn arranges(english: &English, alike: &[Arrangement]) -> String {
    let arrangement = &alike[0];
    let so = english.guard(", so that ", &arrangement.condition, Tense::Present, "");
    let side = english.side();
    let how = match arrangement.what {
        Arranged::Row if arrangement.both => format!("lay out the seeds of your {side} anew, and the other's the same"),
        Arranged::Row => format!("lay out the seeds of your {side} anew"),
        Arranged::Pit => "lift one of your pits and put its seeds into any pits".into(),
        Arranged::Board => "lay out all seeds on the board anew".into(),
    };
    match arrangement.by {
        Some(_) if alike.len() > 1 => format!("Before the first move you may {how}{so}; South does so first."),
        Some(side) => format!("Before the first move you may, as {}, {how}{so}.", side.title()),
        None => format!("Before the first move chance lays out all seeds on the board{so}."),
    }
}

/// Describes the pits from which a move may start.
fn chosen(english: &English, from: &Condition) -> String {
    let own = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own));
    let store = Condition::Is(Place::Pit(vec![]), PitKind::Store(Some(Whose::Own)));
    let or_store = Condition::Any(vec![own.clone(), store]);
    let parts = match from {
        Condition::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let known = [&own, &or_store, &Condition::Always];
    let guards: Vec<Condition> = parts.iter().filter(|part| !known.contains(part)).cloned().collect();
    let pit = match (parts.contains(&own), parts.contains(&or_store)) {
        (true, _) => "one of your own pits that has seeds",
        (_, true) => "one of your own pits, or your store, that has seeds",
        _ => "a pit that has seeds",
    };
    match guards.len() {
        0 => format!("On your turn choose {pit}."),
        _ => {
            let such = english.condition(&Condition::All(guards), Tense::Present);
            format!("On your turn choose {pit}, such that {such}.")
        }
    }
}

fn matches(game: &Game, english: &English, sentences: &mut Sentences) {
    let Some(rounds) = &game.rules.rounds else { return };
    let lot = game.rules.lot.as_ref();
    let by_lot = lot.map_or("a lot".to_string(), |lot| format!("a lot ({})", lot.name));
    let unfilled = match rounds.unfilled {
        Unfilled::ClosedForBoth => "pits that one of them cannot fill are closed for both for the round",
        Unfilled::Closed => "pits that cannot be filled are closed for the round",
        Unfilled::Empty => "pits that cannot be filled are empty but in play",
    };
    let (who, rest) = match rounds.filler {
        Filler::Each => ("the players fill their pits", "they keep the remaining seeds"),
        Filler::Loser => (
            "the loser of the last one fills their pits",
            "the other player's pits stay as they are, both keep the remaining seeds",
        ),
        Filler::LoserForBoth => (
            "the loser of the last one fills their pits",
            "the other player fills the same pits alike, both keep the remaining seeds",
        ),
    };
    let rows = |from: &str, number: u16| {
        format!(
            "Before each, {who} from {from} with {} each out of what they have won; {rest}, and {unfilled}.",
            seeds(number)
        )
    };
    let filled = match rounds.refill {
        Refill::Anew => "Each begins like the first.".to_string(),
        Refill::Evenly => {
            format!("Before each, {who} with all seeds that they have won, as evenly as possible; {rest}.")
        }
        Refill::Each(number) => rows("A on", number),
        Refill::FromLast(number) => rows("the last one back", number),
        Refill::Territory(number) => format!(
            "Before each, the pits are filled with {} each: a player owns as many as they can fill, also those of the other row that follow their own; they keep the remaining seeds, and {unfilled}.",
            seeds(number)
        ),
    };
    sentences.push((format!("A match is played in rounds. {filled}"), Some(rounds.clause)));
    if let Some((clause, pits)) = rounds.gain {
        let pits = count(pits.into(), "pit");
        sentences.push((
            format!("In the next round the winner owns {pits} of the other row, next to their own."),
            Some(clause),
        ));
    }
    if let Some(keep) = &rounds.keep {
        let pits = english.pits(&keep.condition);
        sentences.push((format!("Every {pits} is not filled and keeps its seeds."), Some(keep.clause)));
    }
    if let Some((clause, leftover)) = rounds.leftover {
        let text = match leftover {
            Leftover::NextPit => "Seeds too few to fill a pit go into the next one.",
            Leftover::Singly => "Seeds too few to fill a pit go into the next ones, one into each.",
        };
        sentences.push((text.into(), Some(clause)));
    }
    if let Some(RoundSetup { clause, both, condition, when }) = &rounds.arranged {
        let so = english.guard(", so that ", condition, Tense::Present, "");
        let alike = if *both { "; the other player then lays out the same row" } else { "" };
        let when = english.guard(" if ", when, Tense::Present, "");
        sentences.push((
            format!("The loser may lay out the seeds of their row in any other way{so}{when}{alike}."),
            Some(*clause),
        ));
    }
    for line in &rounds.points {
        let number =
            line.number.map_or("as many points as you have more seeds than the opponent".to_string(), |number| {
                count(number.into(), "point")
            });
        let text = format!("A round brings you {number} if {}.", english.condition(&line.condition, Tense::Present));
        sentences.push((text, Some(line.clause)));
    }
    for remainder in &rounds.remainders {
        let what = match remainder.exchange {
            Exchange::Lot => format!("{by_lot} decides who gets both"),
            Exchange::Cede => format!("the one with {} gives it to the other", remainder.one),
            Exchange::ToLoser => "the one with more seeds in all gives theirs to the other".into(),
        };
        sentences.push((
            format!("If one player has {} left over and the other {}, {what}.", remainder.one, remainder.other),
            Some(remainder.clause),
        ));
    }
    let starter = match rounds.starter {
        Starter::Lot => format!("Who begins a round is decided by {by_lot}."),
        Starter::Alternates => "The players begin the rounds in turn.".into(),
        Starter::Winner => "The winner of a round begins the next.".into(),
        Starter::Loser => "The loser of a round begins the next.".into(),
        Starter::LastToMove => "The player who made the last move of a round begins the next.".into(),
    };
    sentences.push((starter, Some(rounds.starter_by)));
    for clause in &rounds.over {
        let text = format!(
            "The match is over if, after a round, {}{}.",
            english.condition(&clause.condition, Tense::Present),
            english.ending(&clause.ending)
        );
        sentences.push((text, Some(clause.id)));
    }
    if let Some(lot) = lot {
        let beats: Vec<String> =
            lot.beats.iter().map(|&(a, b)| format!("{} beats {}", lot.signs[a], lot.signs[b])).collect();
        sentences.push((
            format!(
                "In {} both players show a sign at once: {}; equal signs are shown again.",
                lot.name,
                join(&beats, "and")
            ),
            Some(lot.clause),
        ));
    }
}

/// Describes in one sentence how a game ended.
pub fn ending(game: &Game, position: &crate::engine::Position) -> Option<String> {
    use crate::engine::Reason;
    let outcome = position.outcome?;
    let mover = position.to_move.title();
    let why = match outcome.reason {
        Reason::NoMove => format!("{mover} has no move"),
        Reason::Endless => format!("{mover}'s sowing {}", game.rules.endless.sowing()),
        Reason::Repetition => {
            format!("the position has come {} times", game.rules.repetition.times.unwrap_or_default())
        }
        Reason::Condition => {
            outcome.clause.map_or("the game is over".into(), |clause| format!("`{}`", game.text(clause)))
        }
    };
    let score = game.program.score(position);
    // The winner's seeds come first.
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

/// Whether a condition is about the pits now or about a seed that has just fallen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Fallen,
}

/// Describes parts of a game's rules.
pub(super) struct English<'a> {
    pub game: &'a Game,
    /// The names for conditions that may be used.
    terms: &'a [Term],
}

impl<'a> English<'a> {
    pub(super) fn of(game: &'a Game) -> Self {
        English { game, terms: &game.rules.terms }
    }

    /// Describes the conditions that have names, by those above them.
    fn terms(&self, sentences: &mut Sentences) {
        for (at, term) in self.terms.iter().enumerate() {
            let above = English { game: self.game, terms: &self.terms[..at] };
            for meaning in term.meanings.iter().filter(|meaning| is_named(meaning)) {
                let text = format!("`{}` means that {}.", term.name, above.condition(meaning, Tense::Present));
                sentences.push((text, None));
            }
        }
        let asks_before = |part: &Condition| matches!(part, Condition::Is(_, PitKind::Empty | PitKind::Occupied));
        let mut meanings = self.terms.iter().flat_map(|term| &term.meanings);
        if meanings.any(|meaning| is_named(meaning) && meaning.has(&asks_before)) {
            let text = "At the last seed of a lap, a pit is empty or occupied in these as it was before that seed.";
            sentences.push((text.into(), None));
        }
    }

    /// The name of a condition, and how many of the parts it stands for, if these are the first parts of others.
    fn name_of(&self, parts: &[Condition]) -> Option<(&'a str, usize)> {
        let first = parts.first()?;
        self.terms.iter().rev().find_map(|term| {
            let stands_for = |meaning: &&Condition| is_named(meaning);
            term.meanings.iter().filter(stands_for).find_map(|meaning| match meaning {
                Condition::All(all) if parts.starts_with(all) => Some((term.name.as_str(), all.len())),
                meaning => (meaning == first).then_some((term.name.as_str(), 1)),
            })
        })
    }

    pub(super) fn mark(&self, mark: MarkId) -> &'a str {
        &self.game.rules.marks[mark.0 as usize].name
    }

    pub(super) fn condition(&self, condition: &Condition, tense: Tense) -> String {
        self.clause_words(condition, tense, true)
    }

    /// Describes a condition between two texts, or returns nothing for a condition that always holds.
    fn guard(&self, before: &str, condition: &Condition, tense: Tense, after: &str) -> String {
        match condition {
            Condition::Always => String::new(),
            condition => format!("{before}{}{after}", self.condition(condition, tense)),
        }
    }

    /// Describes a condition, or its negation, as part of a sentence.
    pub(super) fn clause_words(&self, condition: &Condition, tense: Tense, yes: bool) -> String {
        let holds = if yes { "holds" } else { "does not hold" };
        let parts = |all: &[Condition], word: &str| {
            let (mut said, mut left) = (String::new(), all);
            let mut alternatives = false;
            let mut say = |text: &str, either: bool| {
                // A comma ends alternatives that are not the last part.
                let comma = if std::mem::replace(&mut alternatives, either) { "," } else { "" };
                said += &if said.is_empty() { text.to_string() } else { format!("{comma} {word} {text}") };
            };
            while let [part, rest @ ..] = left {
                // An alternative has no parts that belong to a name together.
                let named = if matches!(condition, Condition::All(_)) { left } else { &left[..1] };
                if let Some((name, parts)) = self.name_of(named) {
                    say(&format!("`{name}` {holds}"), false);
                    left = &left[parts..];
                    continue;
                }
                let either = word == "and"
                    && has_alternatives(part, yes)
                    && self.name_of(std::slice::from_ref(inner(part))).is_none();
                let words = self.clause_words(part, tense, yes);
                say(&if either { format!("either {words}") } else { words }, either);
                left = rest;
            }
            said
        };
        if let Some((name, _)) = self.name_of(std::slice::from_ref(condition)) {
            return format!("`{name}` {holds}");
        }
        let not = if yes { "" } else { "not " };
        match condition {
            Condition::Always => if yes { "in every case" } else { "never" }.to_string(),
            Condition::All(all) => parts(all, if yes { "and" } else { "or" }),
            Condition::Any(any) => parts(any, if yes { "or" } else { "and" }),
            Condition::Not(part) => self.clause_words(part, tense, !yes),
            Condition::NoMove => format!("you have {} move", if yes { "no" } else { "a" }),
            Condition::LastSeed => format!("it is {not}the last seed of the lap"),
            Condition::LapEnds(part) => {
                format!("the first lap would {not}end where {}", self.clause_words(part, Tense::Fallen, true))
            }
            Condition::WayIs(way) => format!("the lap is {not}sown {}", self.turned(*way)),
            Condition::Entered => {
                format!("the move {} with seeds from your store", if yes { "began" } else { "did not begin" })
            }
            Condition::InReach(path, part) => {
                let can = if yes { "can" } else { "cannot" };
                format!("a lap {can} end in {} from a {}", path_words(path), self.pits(part))
            }
            Condition::Exists(part) => match every(part) {
                Some((pits, said)) => {
                    let all = format!("{}every {}", if yes { "not " } else { "" }, self.pits(&pits));
                    self.clause_words(said, Tense::Present, true).replace("this pit", &all)
                }
                None => format!("there is {} {}", if yes { "a" } else { "no" }, self.pits(part)),
            },
            Condition::MoveNumber(amount) => format!("it is {not}move {}", numbers(amount)),
            Condition::LastMoveOf(amount) => format!("the last move was {not}begun with {}", amount_words(amount)),
            Condition::FirstLap => format!("it is {not}the first lap"),
            Condition::LapNumber(amount) => format!("it is {not}lap {}", numbers(amount)),
            Condition::LapOf(amount) => format!("the lap was {not}sown with {}", amount_words(amount)),
            Condition::AfterMove(part) => format!("after the move {}", self.clause_words(part, Tense::Present, yes)),
            Condition::Captured(amount) => format!("you have {not}captured {} in this move", amount_words(amount)),
            Condition::Captures(amount) => {
                let times =
                    if *amount == Amount::In(vec![(1, 1)]) { "once".into() } else { numbers(amount) + " times" };
                format!("you have {not}captured {times} in this move")
            }
            Condition::BonusTurn => format!("the turn is {not}a bonus"),
            Condition::PlayerIs(side) => format!("you are {not}{}", side.title()),
            Condition::PlayerBegan => format!("you {} the round", if yes { "began" } else { "did not begin" }),
            Condition::CapturedLast(whose) => {
                let player = if *whose == Whose::Own { "you" } else { "the opponent" };
                format!("{player} {} last in this round", if yes { "captured" } else { "did not capture" })
            }
            Condition::Count(part, amount) => {
                format!(
                    "the number of pits such that {} is {not}{}",
                    it(&self.clause_words(part, Tense::Present, true)),
                    numbers(amount)
                )
            }
            Condition::Outermost(path, which, such) => {
                let is = if yes { "is" } else { "is not" };
                let (from, which) = match which {
                    Outermost::First => ("your A on".into(), "first"),
                    Outermost::Last => ("your A on".into(), "last"),
                    Outermost::After(from) => (format!("the pit behind {} on", path_words(from)), "first"),
                };
                format!("{} {is}, from {from}, the {which} {}", path_words(path), self.pits(such))
            }
            Condition::Compare(one, compared, other) => {
                let verb = if yes { "holds" } else { "does not hold" };
                let than = match compared {
                    Comparison::More => "more seeds than",
                    Comparison::Fewer => "fewer seeds than",
                    Comparison::AsMany => "as many seeds as",
                };
                format!("{} {verb} {than} {}", self.place(one), self.place(other))
            }
            Condition::Is(place, kind) => {
                // Only of the pit in which the seed fell they mean the moment before.
                let past = tense == Tense::Fallen && *place == Place::Pit(vec![]);
                format!("{} {}", self.place(place), self.kind(*kind, past, yes))
            }
            Condition::Holds(counter @ Place::Counter(..), amount) => {
                format!("{} is {not}{}", self.place(counter), numbers(amount))
            }
            Condition::Holds(place, amount) => {
                let now = if tense == Tense::Fallen && *place == Place::Pit(vec![]) { " now" } else { "" };
                let verb = if yes { "holds" } else { "does not hold" };
                format!("{}{now} {verb} {}", self.place(place), amount_words(amount))
            }
        }
    }

    fn kind(&self, kind: PitKind, past: bool, yes: bool) -> String {
        let is = match (past && matches!(kind, PitKind::Empty | PitKind::Occupied), yes) {
            (true, true) => "was",
            (true, false) => "was not",
            (false, true) => "is",
            (false, false) => "is not",
        };
        match kind {
            PitKind::InRow(Whose::Own) => format!("{is} yours"),
            PitKind::InRow(Whose::Opponent) => format!("{is} the opponent's"),
            PitKind::NthRow(row) => format!("{is} in the {}", self.nth_row(row)),
            PitKind::Empty => format!("{is} empty"),
            PitKind::Occupied => format!("{is} occupied"),
            PitKind::Closed => format!("{is} closed"),
            PitKind::LapOrigin => format!("{is} where the lap began"),
            PitKind::TurnOrigin => format!("{is} where the move began"),
            PitKind::LastOrigin => format!("{is} where the previous move began"),
            PitKind::LastLanding => format!("{is} where the previous move ended"),
            PitKind::Landing => format!("{is} where the seed fell"),
            PitKind::Sown => format!("{} a seed in this lap", if yes { "got" } else { "did not get" }),
            PitKind::Reached => format!("{} a seed in this move", if yes { "got" } else { "did not get" }),
            PitKind::Store(None) => format!("{is} a store"),
            PitKind::Store(Some(Whose::Own)) => format!("{is} your store"),
            PitKind::Store(Some(Whose::Opponent)) => format!("{is} the opponent's store"),
            PitKind::Numbered(first, last) if first == last => format!("{is} pit {} of its row", letter(first)),
            PitKind::Numbered(first, last) => {
                format!("{is} one of pits {} to {} of its row", letter(first), letter(last))
            }
            PitKind::Marked(mark, None) => format!("{is} {}", with_article(self.mark(mark))),
            PitKind::Marked(mark, Some(Whose::Own)) => format!("{is} your {}", self.mark(mark)),
            PitKind::Marked(mark, Some(Whose::Opponent)) => format!("{is} the opponent's {}", self.mark(mark)),
        }
    }

    /// Names the direction of a way.
    fn turned(&self, way: Way) -> &'static str {
        match (self.game.rules.sowing.direction, way) {
            (Direction::Counterclockwise, Way::Onward) | (Direction::Clockwise, Way::Back) => "counter-clockwise",
            _ => "clockwise",
        }
    }

    /// Names a row of each player, 0 for the front row.
    pub(super) fn nth_row(&self, row: u8) -> String {
        match row {
            0 => "front row".into(),
            row if row + 1 == self.game.rules.board.plan.depth() => "back row".into(),
            row => format!("{} row", ordinal(u16::from(row) + 1)),
        }
    }

    /// Names all pits of a player.
    pub(super) fn side(&self) -> &'static str {
        if self.game.rules.board.plan.depth() > 1 { "side" } else { "row" }
    }

    pub(super) fn place(&self, place: &Place) -> String {
        let player = |whose| if whose == Whose::Own { "your" } else { "the opponent's" };
        match place {
            Place::Pit(path) => path_words(path),
            Place::Row(whose) => format!("{} {}", player(*whose), self.side()),
            Place::NthRow(whose, row) => format!("{} {}", player(*whose), self.nth_row(*row)),
            Place::Store(Whose::Own) => "your store".into(),
            Place::Store(Whose::Opponent) => "the opponent's store".into(),
            Place::Points(Whose::Own) => "your score".into(),
            Place::Points(Whose::Opponent) => "the opponent's score".into(),
            Place::Marked(Whose::Own, mark) => format!("all {}s of yours together", self.mark(*mark)),
            Place::Marked(Whose::Opponent, mark) => format!("all {}s of the opponent together", self.mark(*mark)),
            Place::Board => "the board".into(),
            Place::Hand => "the hand".into(),
            Place::Counter(whose, counter) => format!("{} {}", player(*whose), self.counter(*counter)),
            Place::Sum(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.place(part)).collect();
                format!("the sum of {}", join(&parts, "and"))
            }
        }
    }

    fn actions(&self, actions: &[Action], then: Option<&Continuation>) -> String {
        let mut parts: Vec<String> = actions.iter().map(|action| self.action(action)).collect();
        if parts.is_empty() && then.is_none() {
            return "nothing happens".into();
        }
        let and = if parts.is_empty() { "" } else { "and " };
        let last = match then {
            None => return parts.join(", "),
            Some(Continuation::Stop) => "the move ends".to_string(),
            Some(Continuation::Resow { lift, most, at, into, way }) => {
                let what = most.map_or("the seeds".to_string(), seeds);
                let turned = way.map_or(String::new(), |way| format!(" {}", self.turned(way)));
                let follows = if *into { "" } else { "the pit that follows " };
                let from = self.targets(lift);
                format!("lift {what} of {from} and sow them{turned}, beginning with {follows}{}", path_words(at))
            }
            Some(Continuation::Bonus) => "you move once more".into(),
            Some(Continuation::Relay(path)) if path.is_empty() => "lift all its seeds and sow on".into(),
            Some(Continuation::Relay(path)) => format!("lift all seeds of {} and sow on", path_words(path)),
            Some(Continuation::Repeat { along, most }) => {
                let places: Vec<String> = along.iter().map(|path| path_words(path)).collect();
                let most = most.map_or("and so on as long as it fits".to_string(), |most| {
                    format!("as long as it fits and at most {}", count(most.into(), "time"))
                });
                format!("the same is done at {}, {most}", places.join(", then from the landing again at "))
            }
        };
        parts.push(format!("{and}{last}"));
        parts.join(", ")
    }

    /// Describes the pits that satisfy a condition: `pit of yours such that it holds 3 seeds`.
    fn pits(&self, condition: &Condition) -> String {
        let parts = match condition {
            Condition::All(parts) => &parts[..],
            Condition::Always => &[],
            one => std::slice::from_ref(one),
        };
        let row = |whose| Condition::Is(Place::Pit(vec![]), PitKind::InRow(whose));
        let whose = if parts.contains(&row(Whose::Own)) {
            " of yours"
        } else if parts.contains(&row(Whose::Opponent)) {
            " of the opponent"
        } else {
            ""
        };
        let rows = [row(Whose::Own), row(Whose::Opponent)];
        let said: Vec<Condition> = parts.iter().filter(|part| !rows.contains(part)).cloned().collect();
        match said.is_empty() {
            true => format!("pit{whose}"),
            false => {
                let said = it(&self.clause_words(&Condition::All(said), Tense::Present, true));
                format!("pit{whose} such that {said}")
            }
        }
    }

    /// Describes the targets of an action.
    fn targets(&self, targets: &[ActionTarget]) -> String {
        let sentences: Vec<String> = targets.iter().map(|target| self.target(target)).collect();
        join(&sentences, "and")
    }

    fn target(&self, target: &ActionTarget) -> String {
        match target {
            ActionTarget::Pit(path) => path_words(path),
            ActionTarget::Store(whose) => self.place(&Place::Store(*whose)),
            ActionTarget::Every(condition) => format!("every {}", self.pits(condition)),
        }
    }

    /// The name of a counter.
    pub(super) fn counter(&self, counter: CounterId) -> &str {
        &self.game.rules.counters[usize::from(counter.0)].name
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Count { whose, counter, change, by } => {
                let counter = self.place(&Place::Counter(*whose, *counter));
                let by = match by {
                    Summand::Number(number) => number.to_string(),
                    Summand::Of(place) => format!("the number in {}", self.place(place)),
                };
                match change {
                    CounterChange::Set => format!("{counter} becomes {by}"),
                    CounterChange::Add => format!("{by} is added to {counter}"),
                    CounterChange::Subtract => format!("{by} is subtracted from {counter}"),
                }
            }
            Action::Capture { seeds: number, from, to } => {
                let what = match number {
                    Portion::All => "the seeds".to_string(),
                    Portion::AtMost(number) => seeds(*number),
                    Portion::AllBut(number) => format!("all but {}", seeds(*number)),
                    Portion::Half => "half of the seeds".to_string(),
                };
                let from = self.targets(from);
                match to {
                    Receiver::Mover => format!("you capture {what} of {from}"),
                    Receiver::Owner => format!("the owner of {from} captures {what} of it"),
                    Receiver::Opponent => format!("the opponent captures {what} of {from}"),
                    Receiver::Nobody => format!("{what} of {from} leave the game"),
                }
            }
            Action::Move { seeds: number, from, to } => {
                let what = number.map_or("all seeds".to_string(), seeds);
                let verb = if *number == Some(1) { "goes" } else { "go" };
                format!("{what} {verb} from {} to {}", self.target(from), self.target(to))
            }
            Action::Mark { pits, mark, owner } => {
                let (whose, of) = match owner {
                    Whose::Own => ("your", "yours"),
                    Whose::Opponent => ("the opponent's", "the opponent"),
                };
                match &pits[..] {
                    [ActionTarget::Pit(_)] => format!("{} becomes {whose} {}", self.targets(pits), self.mark(*mark)),
                    _ => format!("{} become {}s of {of}", self.targets(pits), self.mark(*mark)),
                }
            }
            Action::Unmark { pits } => format!("{} loses its mark", self.targets(pits)),
            Action::Choose { number: 1, among } => format!("you choose a {}", self.pits(among)),
            Action::Choose { number, among } => format!("you choose {number} pits, each a {}", self.pits(among)),
            Action::Undo => "all that happened since the last seed fell is undone".into(),
            Action::Reverse => "the move continues in the other direction".into(),
            Action::Over(verdict) => format!(
                "the round is over at once, and {}",
                match verdict {
                    Verdict::Player => "you win",
                    Verdict::Opponent => "the opponent wins",
                    Verdict::Draw | Verdict::Goal | Verdict::Pass => "it is a draw",
                }
            ),
        }
    }

    /// Describes a table whose lines have actions, after which the move may continue in an unusual way.
    fn table<T>(
        &self,
        when: &str,
        table: &[Clause<T>],
        tense: Tense,
        continues: fn(&T) -> Option<&Continuation>,
        sentences: &mut Sentences,
    ) {
        for (number, clause) in table.iter().enumerate() {
            let otherwise = if number == 0 { "" } else { " otherwise," };
            let condition = self.guard(" if ", &clause.condition, tense, ",");
            let may = if clause.may { " if you wish," } else { "" };
            let actions = self.actions(&clause.actions, continues(&clause.then));
            sentences.push((format!("{when}:{otherwise}{condition}{may} {actions}."), Some(clause.id)));
        }
    }

    /// Describes a table whose lines decide how the move continues.
    fn decisions(&self, when: &str, table: &[Clause<Continuation>], sentences: &mut Sentences) {
        for (number, clause) in table.iter().enumerate() {
            let condition = match &clause.condition {
                Condition::Always if number == 0 => when.to_string(),
                Condition::Always => "In every other case".to_string(),
                condition => format!(
                    "{} {}",
                    if number == 0 { format!("{when}: if") } else { "Otherwise, if".into() },
                    self.condition(condition, Tense::Fallen)
                ),
            };
            let may = if clause.may { " (if you wish)" } else { "" };
            let actions = self.actions(&clause.actions, Some(&clause.then));
            sentences.push((format!("{condition}{may}: {actions}."), Some(clause.id)));
        }
    }

    /// Describes what happens at the end, as a continuation of the sentence about its condition.
    fn ending(&self, ending: &Ending) -> String {
        let mut text = String::new();
        let row = if self.game.rules.board.plan.depth() > 1 { "rows" } else { "row" };
        for (who, taking) in &ending.takings {
            let (subject, verb, their) = match who {
                Who::Each => ("each player", "takes", "their"),
                Who::Player => ("you", "take", "your"),
                Who::Opponent => ("the opponent", "takes", "their"),
            };
            let what = match taking {
                Taking::Half => "half of the seeds left on the board".to_string(),
                Taking::Rest => "all seeds left on the board".to_string(),
                Taking::Row(Whose::Own) => format!("the seeds in {their} {row}"),
                Taking::Row(Whose::Opponent) => format!("the seeds in the other's {row}"),
                Taking::Marked(Whose::Own, mark) => format!("the seeds in {their} {}s", self.mark(*mark)),
                Taking::Marked(Whose::Opponent, mark) => format!("the seeds in the other's {}s", self.mark(*mark)),
            };
            text += &format!("; {subject} {verb} {what}");
        }
        match ending.verdict {
            Verdict::Goal | Verdict::Pass => {}
            Verdict::Player => text += "; you win",
            Verdict::Opponent => text += "; the opponent wins",
            Verdict::Draw => text += "; it is a draw",
        }
        text
    }

    fn endless(&self) -> String {
        let endless = &self.game.rules.endless;
        let what = endless.bound.map_or("A move whose laps would never end".to_string(), |bound| {
            format!("A move whose laps would never end, or of more than {bound} laps,")
        });
        let means = match &endless.outcome {
            EndlessOutcome::Over(ending) => format!("ends the game{}", self.ending(ending)),
            EndlessOutcome::Illegal => "may not be played".into(),
            EndlessOutcome::Stop => "ends at the first landing that would repeat".into(),
            EndlessOutcome::Pass => "counts as a pass: the board stays as it was before".into(),
        };
        format!("{what} {means}.")
    }
}

/// Splits "some pit with A is not B" into A and B, so that its negation can be worded "every pit with A is
/// B". Returns `None` if the condition does not have this form, or B is not simple.
fn every(condition: &Condition) -> Option<(Condition, &Condition)> {
    let Condition::All(parts) = condition else { return None };
    let [pits @ .., Condition::Not(said)] = &parts[..] else { return None };
    let simple = matches!(&**said, Condition::Is(..) | Condition::Holds(..));
    (simple && !pits.is_empty()).then(|| (Condition::All(pits.to_vec()), &**said))
}

/// The number of seeds, if a condition is that either store holds it.
fn in_either_store(condition: &Condition) -> Option<&Amount> {
    let Condition::Any(parts) = condition else { return None };
    match &parts[..] {
        [Condition::Holds(Place::Store(Whose::Own), own), Condition::Holds(Place::Store(Whose::Opponent), other)]
            if own == other =>
        {
            Some(own)
        }
        _ => None,
    }
}

/// How a move continues, unless it just ends.
fn unless_stop(then: &Continuation) -> Option<&Continuation> {
    Some(then).filter(|then| **then != Continuation::Stop)
}

/// Whether a condition, or its negation, is worded with `or`.
fn has_alternatives(condition: &Condition, yes: bool) -> bool {
    match condition {
        Condition::Any(_) => yes,
        Condition::All(_) => !yes,
        Condition::Not(part) => has_alternatives(part, !yes),
        _ => false,
    }
}

/// The condition that is negated, once or more.
fn inner(condition: &Condition) -> &Condition {
    match condition {
        Condition::Not(part) => inner(part),
        other => other,
    }
}

/// Whether a name makes a condition easier to read.
fn is_named(condition: &Condition) -> bool {
    use Condition::{AfterMove, All, Any, Count, Exists, InReach, LapEnds, Not};
    matches!(condition, AfterMove(_) | All(_) | Any(_) | Count(..) | Exists(_) | InReach(..) | LapEnds(_) | Not(_))
}

/// Replaces "this pit" by "it".
fn it(sentence: &str) -> String {
    sentence.replace("this pit", "it")
}

/// `1 seed`, `2 seeds`.
pub(super) fn seeds(number: u16) -> String {
    count(number.into(), "seed")
}

pub(super) fn amount_words(amount: &Amount) -> String {
    match amount {
        Amount::Even => "an even number of seeds".into(),
        Amount::Odd => "an odd number of seeds".into(),
        Amount::In(ranges) => {
            let noun = if ranges[..] == [(1, 1)] { "seed" } else { "seeds" };
            format!("{} {noun}", numbers(amount))
        }
    }
}

/// Formats the numbers of an amount, without a noun.
fn numbers(amount: &Amount) -> String {
    let Amount::In(ranges) = amount else { return if *amount == Amount::Even { "even" } else { "odd" }.into() };
    let parts: Vec<String> = ranges
        .iter()
        .map(|&(low, high)| match (low, high) {
            (low, u16::MAX) => format!("{low} or more"),
            (0, high) if high > 0 => format!("{high} or fewer"),
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low} to {high}"),
        })
        .collect();
    join(&parts, "or")
}

/// Returns the letter of a pit from its index, 0 for A.
fn letter(number: u8) -> char {
    char::from(b'A' + number)
}

/// Describes a pit by its path from `here`.
pub(super) fn path_words(path: &[PathStep]) -> String {
    match path {
        [] => "this pit".into(),
        [PathStep::Opposite] => "the pit opposite".into(),
        [PathStep::Next] => "the next pit".into(),
        [PathStep::Next, PathStep::Next] => "the pit after the next".into(),
        [PathStep::Previous] => "the pit before it".into(),
        [PathStep::Mirror] => "the pit of the same letter in the other row".into(),
        [.., PathStep::Chosen] => "the chosen pit".into(),
        [.., PathStep::LapOrigin] => "the pit where the lap began".into(),
        [.., PathStep::TurnOrigin] => "the pit where the move began".into(),
        [.., PathStep::Fixed(whose, row, column)] => {
            let whose = if *whose == Whose::Own { "your" } else { "the opponent's" };
            format!("{whose} pit {}{}", letter(*column), "'".repeat((*row).into()))
        }
        [.., PathStep::LastOrigin] => "the pit where the previous move began".into(),
        [.., PathStep::LastLanding] => "the pit where the previous move ended".into(),
        [.., PathStep::Landing] => "the pit where the seed fell".into(),
        [first @ .., PathStep::Mirror] => format!("the pit with the letter of {} in the other row", path_words(first)),
        [first @ .., PathStep::Behind] => format!("the pit behind {}", path_words(first)),
        [first @ .., PathStep::Opposite] => format!("the pit opposite {}", path_words(first)),
        [first @ .., PathStep::Next] => format!("the pit after {}", path_words(first)),
        [first @ .., PathStep::Previous] => format!("the pit before {}", path_words(first)),
    }
}

pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
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
