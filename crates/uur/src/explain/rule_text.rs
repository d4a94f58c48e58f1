//! The rules of a game, told to a player: aim, set-up, turn, special pits, end, match, variants, notes.

use super::document::{Block, DocumentLayout, Item, RuleText, Section, SectionId, Sentence, isolated};
use super::english::{
    Article, English, Speech, amount_words, are, capitalized, count, is_named, number, ordinal, parts_of, row_seeds,
    seeds,
};
use super::landing::{Landing, falling};
use super::live::live;
use crate::check::{Settings, affordable_checks};
use crate::diagnostic::join;
use crate::engine::Pit;
use crate::game::Game;
use crate::notation::pit_name;
use crate::rules::*;

/// The greatest number of other values of parameters whose rules are compared.
const MOST_VARIANTS: usize = 24;

/// Describes the rules of a game to a player; `seat` is the player, if it is one of them.
pub fn rule_text(game: &Game, seat: Option<Side>) -> RuleText {
    let mut text = Writer::write(game, seat);
    let variants = variants(game, seat, &text);
    if !variants.is_empty() {
        let at = text.sections.iter().position(|section| section.id > SectionId::Variants);
        let block = Block::Cases { items: variants };
        let section = Section { id: SectionId::Variants, title: "Variants".into(), blocks: vec![block] };
        text.sections.insert(at.unwrap_or(text.sections.len()), section);
    }
    text
}

/// Describes the rules of a game, but not what other values of its parameters change.
pub(super) fn without_variants(game: &Game, seat: Option<Side>) -> RuleText {
    Writer::write(game, seat)
}

/// Returns the rules of a game as a page of text.
pub fn rules(game: &Game, width: usize) -> String {
    rule_text(game, None).text(DocumentLayout { width, lines: false })
}

/// Returns the sentences that a clause of a game causes.
pub fn clause(game: &Game, clause: ClauseId) -> Vec<String> {
    without_variants(game, None).about(clause)
}

/// The values of the parameters: of words, what each changes; of numbers, their range.
fn variants(game: &Game, seat: Option<Side>, text: &RuleText) -> Vec<Item> {
    let mut left = MOST_VARIANTS.min(affordable_checks(game.work));
    let mut items = vec![];
    for parameter in &game.rules.parameters {
        let name = parameter.name.replace('_', " ");
        let about = parameter.about.as_ref().map_or(String::new(), |about| format!("{}. ", isolated(about)));
        let values: Vec<String> = parameter.values.iter().map(|values| value_words(&values.to_string())).collect();
        let here = value_words(&parameter.value.to_string());
        let mut item = Item { label: name, ..Item::default() };
        if matches!(parameter.value, Value::Number(_)) {
            item.sentences.push(plain(format!("{about}These rules: {here}. Possible: {}.", join(&values, "or"))));
            items.push(item);
            continue;
        }
        item.sentences.push(plain(format!("{about}These rules: {here}. Otherwise:")));
        for value in &parameter.values {
            let Values::One(value) = value else { continue };
            if *value == parameter.value {
                continue;
            }
            let mut settings = game.settings();
            settings.insert(parameter.name.clone(), value.to_string());
            let changed = left.checked_sub(1).and_then(|rest| {
                left = rest;
                changes(game, &settings, seat, text)
            });
            let sentences = changed.unwrap_or_else(|| vec![plain("Many rules change.".into())]);
            let label = value_words(&value.to_string());
            item.cases.push(match &sentences[..] {
                [_] => Item { label, sentences, cases: vec![] },
                _ => Item { label, sentences: vec![], cases: sentences.into_iter().map(Item::of).collect() },
            });
        }
        items.push(item);
    }
    items
}

/// The value of a parameter as words.
fn value_words(value: &str) -> String {
    value.replace("..", " to ").replace('_', " ")
}

/// The sentences by which the rules with other settings differ.
fn changes(game: &Game, settings: &Settings, seat: Option<Side>, text: &RuleText) -> Option<Vec<Sentence>> {
    /// Beyond this number of sentences a list of differences is no help.
    const MOST: usize = 6;
    let other = game.with_settings(settings).ok()?;
    let other = Writer::write(&other, seat);
    let (mine, theirs) = (text.lines(), other.lines());
    let known = |lines: &[Sentence], line: &Sentence| lines.iter().any(|other| other.text == line.text);
    let added: Vec<Sentence> = theirs.iter().filter(|line| !known(&mine, line)).cloned().collect();
    let dropped: Vec<&Sentence> = mine.iter().filter(|line| !known(&theirs, line)).collect();
    if added.len() + dropped.len() > 2 * MOST {
        return None;
    }
    // A sentence that begins alike, or reports the same line, takes the place of another.
    let begins = |line: &Sentence| line.text.split(' ').take(4).map(str::to_string).collect::<Vec<_>>();
    let replaced = |line: &&&Sentence| {
        added.iter().any(|new| {
            begins(new) == begins(line)
                || new
                    .rules
                    .iter()
                    .any(|rule| line.rules.iter().any(|old| old.name == rule.name && old.line == rule.line))
        })
    };
    let gone: Vec<&&Sentence> = dropped.iter().filter(|line| !replaced(line)).collect();
    let mut lines: Vec<String> = added.iter().map(|line| capitalized(&line.text)).collect();
    if !gone.is_empty() {
        let quoted = |line: &&&Sentence| format!("“{}”", shortened(line.text.trim_end_matches('.')));
        let gone: Vec<String> = gone.iter().map(quoted).collect();
        lines.push(format!("This is left out: {}.", join(&gone, "and")));
    }
    if lines.is_empty() {
        lines.push("The rules stay as they are.".into());
    }
    Some(lines.into_iter().map(plain).collect())
}

/// The beginning of a long sentence.
fn shortened(text: &str) -> String {
    const WORDS: usize = 12;
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() <= WORDS + 3 { text.to_string() } else { format!("{} …", words[..WORDS].join(" ")) }
}

fn plain(text: String) -> Sentence {
    Sentence { text, rules: vec![] }
}

/// Writes the sections of a text.
struct Writer<'a> {
    game: &'a Game,
    /// The rules that can have an effect.
    rules: &'a Rules,
    english: English<'a>,
    seat: Option<Side>,
}

impl Writer<'_> {
    fn write(game: &Game, seat: Option<Side>) -> RuleText {
        let rules = live(game);
        let english = English { game, terms: &rules.terms, seat };
        let writer = Writer { game, rules: &rules, english, seat };
        let about = &rules.about;
        let mut sections = vec![];
        let mut push = |id: SectionId, title: &str, blocks: Vec<Block>| {
            if !blocks.is_empty() {
                sections.push(Section { id, title: title.into(), blocks });
            }
        };
        let paragraph = |sentences: Vec<Sentence>| {
            if sentences.is_empty() { vec![] } else { vec![Block::Paragraph { sentences }] }
        };
        push(SectionId::Aim, "Aim", paragraph(writer.aim()));
        push(SectionId::Setup, "Set-up", writer.setup());
        push(SectionId::Turn, "Your turn", writer.turn());
        let title = match &rules.marks[..] {
            [only] => capitalized(&only.plural()),
            _ => "Special pits".into(),
        };
        push(SectionId::Marks, &title, paragraph(writer.marks()));
        push(SectionId::Opening, "First moves", paragraph(writer.opening()));
        let title = if rules.rounds.is_some() { "End of a round" } else { "End" };
        push(SectionId::End, title, paragraph(writer.end()));
        push(SectionId::Match, "Match", writer.rounds());
        if let Some(lot) = &rules.lot {
            push(SectionId::Lot, &capitalized(&isolated(&lot.name)), paragraph(vec![writer.lot(lot)]));
        }
        for (id, title, texts) in
            [(SectionId::Notes, "Notes", &about.readings), (SectionId::Sources, "Sources", &about.sources)]
        {
            let items: Vec<Item> = texts.iter().map(|text| Item::of(plain(isolated(text)))).collect();
            push(id, title, if items.is_empty() { vec![] } else { vec![Block::Cases { items }] });
        }
        let mut text = RuleText { title: isolated(&about.name), summary: writer.summary(), sections };
        if text.lines().iter().any(|line| line.text.contains(" lap")) {
            writer.define_laps(&mut text);
        }
        let terms = writer.terms(&text);
        if !terms.is_empty() {
            let at = text.sections.iter().position(|section| section.id > SectionId::Terms);
            let blocks = vec![Block::Cases { items: terms }];
            let section = Section { id: SectionId::Terms, title: "Words".into(), blocks };
            text.sections.insert(at.unwrap_or(text.sections.len()), section);
        }
        text
    }

    /// Says what a lap is, behind the sentence about sowing.
    fn define_laps(&self, text: &mut RuleText) {
        let about_sowing =
            |sentence: &Sentence| sentence.rules.iter().any(|rule| rule.clause == self.rules.sowing.clause);
        let turn = text.sections.iter_mut().filter(|section| section.id == SectionId::Turn);
        for block in turn.flat_map(|section| &mut section.blocks) {
            let Block::Steps { items } = block else { continue };
            if let Some(item) = items.iter_mut().find(|item| item.sentences.iter().any(about_sowing)) {
                item.sentences.push(plain("The seeds that are lifted and sown at once are a lap.".into()));
            }
        }
    }

    fn says(&self, text: impl Into<String>, clause: ClauseId) -> Sentence {
        Sentence::of(self.game, text, &[clause])
    }

    fn scope(&self) -> &'static str {
        self.english.scope()
    }

    /// The facts of the game in one line.
    fn summary(&self) -> String {
        let about = &self.rules.about;
        let mut parts = vec![];
        if !about.region.is_empty() {
            parts.push(format!("{}.", isolated(&about.region.join("; "))));
        }
        if !about.names.is_empty() {
            parts.push(format!("Also called {}.", isolated(&about.names.join(", "))));
        }
        let plan = &self.rules.board.plan;
        let pits = match plan.shape() {
            Shape::Rows(1, pits) => format!("one row of {}", count(pits.into(), "pit")),
            Shape::Rows(2, pits) => format!("two rows of {}", count(pits.into(), "pit")),
            Shape::Rows(4, pits) => format!("four rows of {}", count(pits.into(), "pit")),
            Shape::Rows(_, pits) => format!("six rows of {}", count(pits.into(), "pit")),
            Shape::Shared(pits) => format!("a ring of {}", count(pits.into(), "pit")),
            Shape::Drawn => count((plan.halves().len() as u16) * u16::from(plan.span()), "pit"),
        };
        let players = if plan.is_alone() { "One player" } else { "Two players" };
        let mut facts = vec![players.to_string(), pits];
        if self.uses_stores() {
            facts.push(if plan.is_alone() { "a store" } else { "a store for each player" }.into());
        }
        let start: u16 = self.rules.board.start.iter().flatten().sum();
        facts.push(format!("{} seeds", start + plan.players().len() as u16 * self.rules.board.stored));
        if self.rules.rounds.is_some() {
            facts.push("a match of several rounds".into());
        }
        parts.push(format!("{}.", facts.join("; ")));
        parts.join(" ")
    }

    /// Whether seeds can lie in a store.
    fn uses_stores(&self) -> bool {
        let captures = |action: &Action| matches!(action, Action::Capture { to, .. } if *to != Receiver::Nobody);
        let taken = self.rules.end.iter().any(|clause| !clause.ending.takings.is_empty());
        self.rules.board.stored > 0
            || self.rules.sowing.passes_stores()
            || taken
            || self.rules.goal.is_some()
            || self.rules.actions().any(captures)
    }

    fn aim(&self) -> Vec<Sentence> {
        let rules = self.rules;
        if let Some(rounds) = &rules.rounds {
            let over: Vec<ClauseId> = rounds.over.iter().map(|clause| clause.id).collect();
            let text = match &rounds.over[..] {
                [clause] if unable_to_fill(clause, rounds.refill) => {
                    "Win seeds round by round, until your opponent can no longer fill a single pit.".to_string()
                }
                [clause] if matches!(clause.condition, Condition::Holds(Place::Points(Whose::Own), _)) => {
                    let Condition::Holds(_, amount) = &clause.condition else { unreachable!("it was matched") };
                    format!("Win rounds, and be the first to score {}.", amount_words(amount).replace("seed", "point"))
                }
                _ => "Win the match, round by round; see “Match”.".into(),
            };
            return vec![Sentence::of(self.game, text, &over)];
        }
        if rules.board.plan.is_alone() {
            return vec![plain("You play alone; see “End”.".into())];
        }
        let wins = |clause: &&EndClause| matches!(clause.ending.verdict, Verdict::Player | Verdict::Opponent);
        let lost = rules
            .end
            .iter()
            .find(|clause| clause.condition.requires_no_move() && clause.ending.verdict == Verdict::Opponent);
        let at_once = rules.actions().any(|action| matches!(action, Action::Over(_)));
        if rules.goal == Some(Goal::MostSeeds) {
            let majority =
                rules.end.iter().filter_map(|clause| self.majority(&clause.condition).map(|seeds| (seeds, clause.id)));
            let (amounts, clauses): (Vec<u16>, Vec<ClauseId>) = majority.unzip();
            return vec![match amounts.first() {
                Some(amount) => Sentence::of(
                    self.game,
                    format!("Win more seeds than your opponent: {} are enough.", number(*amount)),
                    &clauses,
                ),
                None => plain("Win more seeds than your opponent.".into()),
            }];
        }
        let mut all = vec![];
        if let Some(clause) = lost {
            all.push(self.says("Be the last player who can move.", clause.id));
        }
        let others: Vec<&EndClause> =
            rules.end.iter().filter(wins).filter(|clause| Some(clause.id) != lost.map(|lost| lost.id)).collect();
        if at_once || !others.is_empty() {
            let also =
                if all.is_empty() { "You win as told under “End”." } else { "There are other ways to win, too." };
            all.push(plain(if at_once && others.is_empty() && !all.is_empty() {
                "Some moves win at once.".into()
            } else {
                also.into()
            }));
        }
        all
    }

    fn setup(&self) -> Vec<Block> {
        let board = &self.rules.board;
        let plan = &board.plan;
        let mut text = vec![];
        let mut drawing = None;
        let clockwise = self.rules.sowing.direction == Direction::Clockwise;
        let from_left = "from your left to your right";
        let from_right = "from your right to your left";
        let letters = |number: u8| {
            let whose = Some(Whose::Own);
            (self.english.letter(whose, 0), self.english.letter(whose, number.saturating_sub(1)))
        };
        if let Some(seat) = self.seat {
            text.push(plain(format!(
                "You are {}. Your pits have {} letters, your opponent's {} letters.",
                seat.title(),
                if seat == Side::South { "capital" } else { "small" },
                if seat == Side::South { "small" } else { "capital" },
            )));
        }
        match plan.shape() {
            Shape::Rows(1, _) | Shape::Shared(_) => {
                text.push(plain("The pits belong to neither player.".into()));
            }
            Shape::Rows(2, pits) => {
                let (first, last) = letters(pits);
                let way = if clockwise { from_right } else { from_left };
                text.push(plain("The row nearer to you is yours.".into()));
                text.push(plain(format!("Its pits are {first} to {last}, {way}.")));
                let along = &self.rules.sowing.along;
                if along.contains(&Run::store(Whose::Own)) {
                    let end = if along.first() == Some(&Run::store(Whose::Own)) {
                        format!("before {first}")
                    } else {
                        format!("after {last}")
                    };
                    text.push(plain(format!("Your store lies at the end of your row, {end}.")));
                }
            }
            Shape::Rows(_, pits) => {
                let (first, last) = letters(pits);
                // Along the front row the letters run the other way, since the path goes round the player's own rows.
                let way = if clockwise { from_left } else { from_right };
                text.push(plain(format!("The {} rows nearer to you are yours.", number(plan.depth().into()))));
                text.push(plain("The front row is the one that faces your opponent's.".into()));
                text.push(plain(format!("Its pits are {first} to {last}, {way}.")));
                text.push(plain(format!(
                    "A pit further back has the letter of the pit before it and a stroke: {first}' is behind {first}, in the same column."
                )));
            }
            Shape::Drawn => {
                text.push(plain(
                    "The pits lie so, North above; capital letters are South's, small letters North's:".into(),
                ));
                drawing = Some(drawn(self.game));
            }
        }
        if let Some(owners) = self.owners() {
            text.push(owners);
        }
        let mut rest = self.special_pits_at_start();
        rest.push(plain(self.filling()));
        rest.extend(self.beginning());
        match drawing {
            None => vec![Block::paragraph(text.into_iter().chain(rest).collect())],
            Some(drawing) => {
                vec![Block::paragraph(text), Block::Drawing { text: drawing }, Block::paragraph(rest)]
            }
        }
    }

    fn owners(&self) -> Option<Sentence> {
        self.rules.board.owners.as_ref()?;
        let program = &self.game.program;
        let owned = |side: Side| {
            let pits = program.layout().pits_from(side).filter(|&pit| program.owner(&program.fresh(), pit) == side);
            let names: Vec<String> = pits.map(|pit| pit_name(program, pit).to_string()).collect();
            format!("{} owns {}", side.title(), join(&names, "and"))
        };
        Some(plain(format!("{}; {}.", owned(Side::South), owned(Side::North))))
    }

    /// Which pits have marks before the first move.
    fn special_pits_at_start(&self) -> Vec<Sentence> {
        let board = &self.rules.board;
        let mut sentences = vec![];
        for (mark, kind) in (0..).map(MarkId).zip(&self.rules.marks) {
            let of = |side: Side| -> Vec<u8> {
                let marks = board.marks.iter().filter(|&&(owner, _, marked)| owner == side && marked == mark);
                marks.map(|&(_, pit, _)| pit).collect()
            };
            let (south, north) = (of(Side::South), of(Side::North));
            if south.is_empty() && north.is_empty() {
                continue;
            }
            let pits = board.start[Side::South].len();
            if south == north && south.len() == pits {
                sentences.push(plain(format!("At first all pits are {}.", kind.plural())));
                continue;
            }
            let program = &self.game.program;
            let name = |side: Side, pit: &u8| pit_name(program, program.layout().pit(side, *pit)).to_string();
            if south == north {
                let names: Vec<String> = south.iter().map(|pit| name(Side::South, pit)).collect();
                let several = kind.plural();
                sentences.push(plain(match &names[..] {
                    [only] if !board.plan.is_alone() => format!("Both pits {only} are {several}."),
                    names => format!("On each side {} are {several}.", join(names, "and")),
                }));
                continue;
            }
            for (side, pits) in [(Side::South, south), (Side::North, north)] {
                let names: Vec<String> = pits.iter().map(|pit| name(side, pit)).collect();
                if !names.is_empty() {
                    sentences.push(plain(format!("{}'s {}: {}.", side.title(), kind.plural(), join(&names, "and"))));
                }
            }
        }
        sentences
    }

    /// How the board is filled.
    fn filling(&self) -> String {
        let board = &self.rules.board;
        let plan = &board.plan;
        let (south, north) = (&board.start[Side::South], &board.start[Side::North]);
        let each = |numbers: &[u16]| {
            let marked: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            marked.join(" ")
        };
        let alike = south == north || plan.halves().len() == 1;
        let rows: Vec<Vec<u16>> = (0..plan.depth())
            .map(|row| plan.row(Side::South, row).into_iter().map(|pit| south[usize::from(pit)]).collect())
            .collect();
        let even = |row: &[u16]| row.iter().all(|seeds| *seeds == row[0]);
        let mut stores = match board.stored {
            0 if self.uses_stores() => "; the stores are empty".to_string(),
            0 => String::new(),
            stored => format!("; each store holds {}", seeds(stored)),
        };
        if plan.is_alone() {
            stores = stores.replace("stores are", "store is").replace("each store", "the store");
        }
        let of_side = |side: Side| {
            let lines = plan.lines(side);
            let line =
                |row: &Vec<u8>| each(&row.iter().map(|&pit| board.start[side][usize::from(pit)]).collect::<Vec<_>>());
            match &lines[..] {
                [only] => line(only),
                _ => {
                    let row = |row: u8| {
                        let pits = plan.row(side, row);
                        let name = self.english.nth_row(row);
                        match pits.iter().all(|&pit| board.start[side][usize::from(pit)] == 0) {
                            true => format!("the {name} is empty"),
                            false => format!("{name} {}", line(&pits)),
                        }
                    };
                    (0..plan.depth()).map(row).collect::<Vec<_>>().join("; ")
                }
            }
        };
        let first = self.english.letter(Some(Whose::Own), 0);
        if alike && even(south) {
            format!("Put {} into each pit{stores}.", seeds(south[0]))
        } else if south == north && plan.depth() > 1 && rows.iter().all(|row| even(row)) {
            let put: Vec<String> = (0..)
                .zip(&rows)
                .filter(|(_, row)| row[0] > 0)
                .map(|(row, seeds)| {
                    format!("{} into each pit of the {}", self::seeds(seeds[0]), self.english.nth_row(row))
                })
                .collect();
            let empty: Vec<String> = (0..)
                .zip(&rows)
                .filter(|(_, row)| row[0] == 0)
                .map(|(row, _)| format!("; the {} is empty", self.english.nth_row(row)))
                .collect();
            if put.is_empty() {
                format!("The pits are empty{stores}.")
            } else {
                format!("Put {}{}{stores}.", join(&put, "and"), empty.concat())
            }
        } else if alike {
            let both = if plan.halves().len() == 1 { "Fill the pits" } else { "Fill both sides alike" };
            format!("{both}, from {first} on: {}{stores}.", of_side(Side::South))
        } else {
            format!(
                "Fill the pits, from each player's own A on; South: {}; North: {}{stores}.",
                of_side(Side::South),
                of_side(Side::North)
            )
        }
    }

    /// Who moves first.
    fn beginning(&self) -> Vec<Sentence> {
        if self.rules.board.plan.is_alone() {
            return vec![];
        }
        let south = if self.seat == Some(Side::South) { "You move" } else { "South moves" };
        let mut all = vec![match &self.rules.rounds {
            None => plain(format!("{south} first; then you take turns.")),
            Some(rounds) if rounds.starter == Starter::Lot => self.says(
                format!("{} who begins; then you take turns.", capitalized(&self.by_lot("decides"))),
                rounds.starter_by,
            ),
            Some(_) => {
                let south = if self.seat == Some(Side::South) { "You begin" } else { "South begins" };
                plain(format!("{south} the first round; then you take turns."))
            }
        }];
        for alike in self.rules.arrangements.chunk_by(|one, other| one.clause == other.clause) {
            all.push(self.says(self.arranges(alike), alike[0].clause));
        }
        all
    }

    fn by_lot(&self, verb: &str) -> String {
        match &self.rules.lot {
            Some(lot) => format!("{} (see below) {verb}", isolated(&lot.name)),
            None => format!("a lot {verb}"),
        }
    }

    /// Which seeds may be laid out before the first move, and by whom.
    fn arranges(&self, alike: &[Arrangement]) -> String {
        let arrangement = &alike[0];
        let so = match &arrangement.condition {
            Condition::Always => String::new(),
            condition => format!(", so that {}", self.english.clause(condition, Speech::NOW)),
        };
        let side = self.english.side();
        let how = match arrangement.what {
            Arranged::Row if arrangement.both => {
                format!("lay out the seeds of your {side} anew, and your opponent's are then laid out alike")
            }
            Arranged::Row => format!("lay out the seeds of your {side} anew"),
            Arranged::Pit => "lift one of your pits and put its seeds into any pits".into(),
            Arranged::Board => "lay out all seeds on the board anew".into(),
        };
        match arrangement.by {
            Some(_) if alike.len() > 1 => {
                format!("Before the first move each player may {how}{so}; South does so first.")
                    .replace("your", "their")
            }
            Some(side) => format!("Before the first move {} may {how}{so}.", side.title())
                .replace("your opponent's", "the other's")
                .replace("your", "their"),
            None => format!("Before the first move chance lays out all seeds on the board{so}."),
        }
    }

    fn turn(&self) -> Vec<Block> {
        let rules = self.rules;
        let mut items = vec![];
        if !rules.begin.is_empty() {
            items.push(self.table("When your turn begins", &rules.begin, Speech::NOW, |()| None));
        }
        let mut choose = Item { sentences: self.choosing(), ..Item::default() };
        match &rules.sowing.prefer[..] {
            [] => {}
            [only] => choose.sentences.push(self.preference(only)),
            lines => {
                let text = "These rules narrow your choice, one after the other:";
                choose.sentences.push(plain(text.into()));
                choose.cases = lines.iter().map(|line| Item::of(self.preference(line))).collect();
            }
        }
        items.push(choose);
        items.push(Item { sentences: self.sowing(), ..Item::default() });
        if !rules.lift.is_empty() {
            items.push(self.table("Before a lap is lifted from a pit", &rules.lift, Speech::NOW, |()| None));
        }
        if !rules.drop.is_empty() {
            items.push(Item { sentences: self.drops(), ..Item::default() });
        }
        let landing = Landing { english: &self.english, rules };
        let (head, cases) = landing.list();
        items.push(Item { sentences: vec![head], cases, ..Item::default() });
        if !rules.finish.is_empty() {
            items.push(self.table("When your move has ended", &rules.finish, Speech::NOW, |then| {
                Some(then).filter(|then| **then != Continuation::Stop)
            }));
        }
        let mut blocks = vec![Block::Steps { items }];
        let mut remarks = vec![];
        let asks = |part: &Condition| matches!(part, Condition::Is(Place::Pit(path), PitKind::Empty | PitKind::Occupied) if path.is_empty());
        if rules.relays() && rules.land.iter().any(|clause| clause.condition.has(&asks)) {
            remarks.push(plain("A pit is empty if no seed lay in it when this one fell.".into()));
        }
        let bonus = rules.land.iter().chain(&rules.finish).any(|clause| clause.then == Continuation::Bonus);
        if bonus {
            remarks.push(plain("If you are to move again and cannot, your turn passes.".into()));
        }
        if !remarks.is_empty() {
            blocks.push(Block::paragraph(remarks));
        }
        blocks
    }

    /// The sentences about the choice of a pit.
    fn choosing(&self) -> Vec<Sentence> {
        let sowing = &self.rules.sowing;
        let own = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own));
        let other = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Opponent));
        let store = Condition::Is(Place::Pit(vec![]), PitKind::Store(Some(Whose::Own)));
        let or_store = Condition::Any(vec![own.clone(), store]);
        let parts: Vec<Condition> = parts_of(&sowing.from.condition)
            .iter()
            .flat_map(|part| match part {
                Condition::Not(not) => match &**not {
                    Condition::Any(parts) => parts.iter().map(|part| Condition::Not(Box::new(part.clone()))).collect(),
                    _ => vec![part.clone()],
                },
                part => vec![part.clone()],
            })
            .collect();
        let mut pit = if parts.contains(&own) {
            "one of your pits that has seeds"
        } else if parts.contains(&other) {
            "one of your opponent's pits that has seeds"
        } else if parts.contains(&or_store) {
            "one of your pits, or your store, that has seeds"
        } else {
            "a pit that has seeds"
        }
        .to_string();
        let (mut said, mut sentences) = (vec![], vec![]);
        let clause = sowing.from.clause;
        for part in parts.iter().filter(|part| **part != own && **part != other && **part != or_store) {
            match part {
                Condition::Not(not) if matches!(&**not, Condition::Is(Place::Pit(path), _) if path.is_empty()) => {
                    let Condition::Is(_, kind) = &**not else { continue };
                    said.push(self.english.kind(*kind, false, false));
                }
                Condition::Is(Place::Pit(path), PitKind::Occupied) if path.is_empty() => {}
                Condition::Is(Place::Pit(path), PitKind::Numbered(first, last))
                    if path.is_empty() && parts.contains(&own) && self.rules.board.plan.depth() == 1 =>
                {
                    let [first, last] = [first, last].map(|number| self.english.letter(Some(Whose::Own), *number));
                    let pits = if first == last {
                        format!("pit {first}")
                    } else {
                        format!("one of your pits {first} to {last}")
                    };
                    pit = pit.replace("one of your pits", &if first == last { format!("your {pits}") } else { pits });
                    if first == last {
                        pit = pit.replace(" that has seeds", ", which must have seeds");
                    }
                }
                Condition::Is(Place::Pit(path), kind) if path.is_empty() => {
                    said.push(self.english.kind(*kind, false, true))
                }
                Condition::Holds(Place::Pit(path), amount) if path.is_empty() => {
                    pit = pit.replace("that has seeds", &format!("that has {}", amount_words(amount)));
                }
                Condition::LapEnds(part) => {
                    let pits = self.english.pits(part, Article::One, Speech::NOW);
                    sentences.push(self.says(format!("Your first lap must end in {pits}."), clause));
                }
                Condition::AfterMove(part) => {
                    let after = self.english.clause(part, Speech::NOW);
                    sentences.push(self.says(format!("You may only play a move after which {after}."), clause));
                }
                part if fed(part) => {
                    let text = "If your opponent has no seeds, you must play a move that gives them some.";
                    sentences.push(self.says(text, clause));
                }
                part => {
                    let only = self.english.logic(part, true, Speech::NOW.of("it"));
                    let text = match only.list() {
                        Some((head, points)) => format!("You may choose a pit only if {head}: {points}."),
                        None => format!("You may choose a pit only if {}.", only.clause()),
                    };
                    let text = text.replace("the lap would", "your first lap would");
                    sentences.push(self.says(text, clause));
                }
            }
        }
        if !said.is_empty() {
            pit = match pit.strip_suffix(" that has seeds") {
                Some(pit) => format!("{pit} that has seeds and {}", join(&said, "and")),
                None => format!("{pit} and {}", join(&said, "and")),
            };
        }
        let mut all = vec![self.says(format!("Choose {pit}."), clause)];
        all.extend(sentences);
        if let Some(enter) = &sowing.enter {
            let pits = match &enter.condition {
                Condition::Always => "a pit".into(),
                condition => self.english.pits(condition, Article::One, Speech::NOW),
            };
            let text =
                format!("Or put {} from your store into {pits}; that is your first lap.", seeds(enter.seeds.into()));
            all.push(self.says(text, enter.clause));
            all.push(self.says("A pit into which you can put seeds so is not lifted in this turn.", enter.clause));
        }
        all
    }

    fn preference(&self, line: &Guarded) -> Sentence {
        let then = "If you can";
        let text = match &line.condition {
            part if fed(part) => {
                "If your opponent has no seeds, play a move that gives them some if you can.".to_string()
            }
            Condition::LapEnds(part) => {
                let pits = self.english.pits(part, Article::One, Speech::NOW);
                format!("{then}, choose a move whose first lap ends in {pits}.")
            }
            Condition::AfterMove(part) => match row_fed(part) {
                Some(true) => format!("{then}, play a move that leaves your opponent seeds."),
                _ => format!("{then}, play a move after which {}.", self.english.clause(part, Speech::NOW)),
            },
            Condition::Holds(Place::Pit(path), amount) if path.is_empty() => {
                format!("{then}, choose a pit with {}.", amount_words(amount))
            }
            condition => {
                let logic = self.english.logic(condition, true, Speech::NOW.of("the pit"));
                match logic.list() {
                    Some((head, points)) => format!(
                        "{then}, choose a move of which {}: {points}.",
                        head.replace("of these", "of these points")
                    ),
                    None => format!("{then}, choose a move so that {}.", logic.clause()),
                }
            }
        };
        self.says(text.replace("the lap would", "your first lap would"), line.clause)
    }

    fn sowing(&self) -> Vec<Sentence> {
        let rules = self.rules;
        let sowing = &rules.sowing;
        let mut all = vec![];
        for (at, lift) in sowing.lift.iter().enumerate() {
            let what = match &lift.seeds {
                Lifting::AllBut(0) => "lift all its seeds".to_string(),
                Lifting::AllBut(1) => "leave one seed in it and lift the others".into(),
                Lifting::AllBut(leave) => format!("leave {} in it and lift the others", seeds((*leave).into())),
                Lifting::Chosen { seeds, leaving: None } => format!("lift {}, as you choose", amount_words(seeds)),
                Lifting::Chosen { seeds, leaving: Some(leaving) } => {
                    format!("lift {} and leave {}, as you choose", amount_words(seeds), amount_words(leaving))
                }
            };
            let otherwise = if at == 0 { "" } else { "otherwise, " };
            let text = match &lift.condition {
                Condition::Always => format!("{otherwise}{what}."),
                condition => {
                    format!("{otherwise}if {}, {what}.", self.english.clause(condition, Speech::NOW.of("the pit")))
                }
            };
            all.push(self.says(capitalized(&text), lift.clause));
        }
        let always = |lift: &Lift| lift.condition == Condition::Always;
        if !sowing.lift.is_empty() && !sowing.lift.iter().any(always) {
            all.push(plain("Otherwise lift all its seeds.".into()));
        }
        let lift = if sowing.lift.is_empty() { "Lift all its seeds and sow them" } else { "Sow them" };
        let way = match sowing.ways.last().and_then(|line| line.way) {
            Some(_) if rules.board.plan.shape() == Shape::Drawn => "along the path",
            Some(way) => self.english.turned(way),
            None => "either way, as you choose",
        };
        let mut clauses = vec![sowing.clause];
        clauses.extend(sowing.along_by);
        let text = format!("{lift} {way}, one into each {}.", self.path());
        all.push(Sentence::of(self.game, text, &clauses));
        all.extend(self.course());
        for (at, line) in sowing.ways.split_last().map_or(&[][..], |(_, lines)| lines).iter().enumerate() {
            let way = line.way.map_or("either way, as you choose,", |way| self.english.turned(way));
            let otherwise = if at == 0 { "But sow" } else { "Otherwise sow" };
            let when = self.english.clause(&line.condition, Speech::NOW.of("the pit that you lift"));
            all.push(self.says(format!("{otherwise} {way} if {when}."), line.clause));
        }
        for line in &sowing.each_lap {
            let way = self.english.turned(line.way);
            let when = match &line.condition {
                Condition::Always => String::new(),
                condition => {
                    let logic = self.english.logic(condition, true, Speech::NOW.of("the pit that you lift"));
                    format!(" if, sown so, {}", logic.clause())
                }
            };
            all.push(self.says(format!("You may sow any lap of your move {way} instead{when}."), line.clause));
        }
        if let Some(kept) = sowing.kept {
            let text = match kept {
                WayBinding::Each => "Each player keeps the direction that they choose first.",
                WayBinding::Same => "Both players keep the direction that is chosen first.",
                WayBinding::Opposite => {
                    "The player who chooses a direction first keeps it, and the other player has the opposite one."
                }
            };
            all.push(self.says(text, sowing.clause));
        }
        for line in &sowing.several {
            let (place, rest) = self.pit_or_condition(&line.condition);
            let many = capitalized(&seeds(line.seeds.into()));
            let text = match (place, rest) {
                (Some(pits), _) => format!("{many} at once fall into {pits}."),
                (None, rest) => format!("{many} at once fall into a pit if {rest}."),
            };
            all.push(self.says(text, line.clause));
        }
        for skip in &sowing.skip {
            let text = match &skip.condition {
                Condition::Is(Place::Pit(path), PitKind::LapOrigin) if path.is_empty() => {
                    "Leave out the pit that you lifted.".to_string()
                }
                Condition::Is(Place::Pit(path), PitKind::TurnOrigin) if path.is_empty() => {
                    "Leave out the pit that your move began with.".into()
                }
                condition => match self.pit_or_condition(condition) {
                    (Some(_), _) => format!("Leave out {}.", self.english.pits(condition, Article::Each, Speech::NOW)),
                    (None, rest) => format!("Leave out a pit if {rest}."),
                },
            };
            all.push(self.says(text, skip.clause));
        }
        all
    }

    /// Names the pits with a condition or, if that takes a list, says the condition of "it".
    fn pit_or_condition(&self, condition: &Condition) -> (Option<String>, String) {
        let pits = self.english.pits(condition, Article::One, Speech::NOW);
        let plain = !pits.contains("where ") && !matches!(condition, Condition::Any(_));
        (plain.then_some(pits), self.english.clause(condition, Speech::NOW.of("it")))
    }

    /// The way of the seeds, after "one into each".
    fn path(&self) -> String {
        let rules = self.rules;
        let along = &rules.sowing.along;
        let side = self.english.side();
        if rules.board.plan.is_shared() || rules.board.plan.shape() == Shape::Drawn {
            return "pit that follows".into();
        }
        if *along == Run::AROUND {
            let sides = if rules.board.plan.depth() > 1 {
                "all your rows, then along your opponent's"
            } else {
                "your row, then along your opponent's"
            };
            return format!("pit that follows, along {sides}, and so on round the board");
        }
        if *along == [Run::side(Whose::Own)] {
            return match rules.board.plan.depth() {
                1 => "pit that follows, round and round in your own row".into(),
                depth => format!("pit that follows, round and round in your own {} rows", number(depth.into())),
            };
        }
        let part = |run: &Run| {
            let whose = super::english::possessive(run.whose);
            let backwards = if run.backwards { ", backwards" } else { "" };
            match run.part {
                RunPart::Side => format!("along {whose} {side}{backwards}"),
                RunPart::Row(row) => format!("along {whose} {}{backwards}", self.english.nth_row(row)),
                RunPart::Store => format!("into {whose} store"),
            }
        };
        let parts: Vec<String> = along.iter().map(part).collect();
        let leaves = along.contains(&Run::store(Whose::Own)) && !along.contains(&Run::store(Whose::Opponent));
        let leaves = if leaves && along.contains(&Run::side(Whose::Opponent)) {
            "; leave out your opponent's store"
        } else {
            ""
        };
        format!("place that follows: {}, and so on{leaves}", parts.join(", "))
    }

    /// The pits in the order of sowing, where that is not plain.
    fn course(&self) -> Vec<Sentence> {
        let plan = &self.rules.board.plan;
        let simple =
            matches!(plan.shape(), Shape::Rows(2, _)) && !self.rules.sowing.along.iter().any(|run| run.backwards);
        if simple || self.rules.sowing.along.iter().any(|run| run.part == RunPart::Store) {
            return vec![];
        }
        let program = &self.game.program;
        let players: Vec<Side> = match self.seat {
            Some(seat) => vec![seat],
            None => plan.players().to_vec(),
        };
        let course = |side: &Side| {
            let names: Vec<String> =
                program.layout().path(*side).iter().map(|&pit| pit_name(program, pit).to_string()).collect();
            let first = names.first().cloned().unwrap_or_default();
            let who = if self.seat.is_some() { "You sow".to_string() } else { format!("{} sows", side.title()) };
            plain(format!("{who} along {}, then {first} again.", names.join(" ")))
        };
        players.iter().map(course).collect()
    }

    /// The table for every seed that falls.
    fn drops(&self) -> Vec<Sentence> {
        let mut all = vec![];
        let asks_last = |part: &Condition| *part == Condition::LastSeed;
        for (at, clause) in self.rules.drop.iter().enumerate() {
            let (when, rest) = falling(&self.english, &clause.condition);
            let otherwise = if at == 0 { "While you sow: whenever" } else { "Otherwise, whenever" };
            let here = if rest.is_none() { "it" } else { "this pit" };
            let mut actions = self.actions(&clause.actions, None, Speech::FALLEN.of(here));
            if when.contains(" makes ") {
                actions = actions.replace(&format!("all the seeds in {here}"), "them");
            }
            let captures = clause.actions.iter().all(|action| matches!(action, Action::Capture { .. }));
            let at_once = if captures && !clause.actions.is_empty() { " at once" } else { "" };
            let text = match rest {
                None => format!("{otherwise} {when}, {actions}{at_once}."),
                Some(rest) => match rest.list() {
                    Some((head, points)) => {
                        format!("{otherwise} {when} and {head}: {points}. Then {actions}{at_once}.")
                    }
                    None => format!("{otherwise} {when} and {}, {actions}{at_once}.", rest.clause()),
                },
            };
            all.push(self.says(text.replace(",,", ","), clause.id));
        }
        if !self.rules.drop.iter().any(|clause| clause.condition.has(&asks_last)) {
            all.push(plain("This holds for the last seed, too.".into()));
        }
        all
    }

    fn actions(&self, actions: &[Action], then: Option<&Continuation>, speech: Speech) -> String {
        let mut deeds: Vec<String> = actions.iter().map(|action| self.english.action(action, false, speech)).collect();
        deeds.extend(then.map(|then| self.english.continuation(then, actions, &Condition::Always, speech)));
        if deeds.is_empty() { "nothing happens".into() } else { deeds.join("; ") }
    }

    /// A step made of the lines of a table; a list if there are several.
    fn table<T>(
        &self,
        when: &str,
        table: &[Clause<T>],
        speech: Speech,
        continues: fn(&T) -> Option<&Continuation>,
    ) -> Item {
        let say = |clause: &Clause<T>, first: bool| {
            let may = if clause.may { "if you wish, " } else { "" };
            let actions = format!("{may}{}", self.actions(&clause.actions, continues(&clause.then), speech));
            match &clause.condition {
                Condition::Always if first => actions,
                Condition::Always => format!("otherwise {actions}"),
                condition => {
                    let logic = self.english.logic(condition, true, speech);
                    let otherwise = if first { "if" } else { "otherwise, if" };
                    match logic.list() {
                        Some((head, points)) => format!("{otherwise} {head}: {points}. Then {actions}"),
                        None => format!("{otherwise} {}: {actions}", logic.clause()),
                    }
                }
            }
        };
        match table {
            [only] => {
                let logic = self.english.logic(&only.condition, true, speech);
                let text = match logic.list() {
                    None if only.condition != Condition::Always => {
                        let may = if only.may { "if you wish, " } else { "" };
                        let actions = self.actions(&only.actions, continues(&only.then), speech);
                        format!("{when}, if {}, {may}{actions}.", logic.clause())
                    }
                    _ => format!("{when}, {}.", say(only, true)),
                };
                Item::of(self.says(text, only.id))
            }
            _ => {
                let cases = table
                    .iter()
                    .enumerate()
                    .map(|(at, clause)| Item::of(self.says(format!("{}.", say(clause, at == 0)), clause.id)));
                let cases = cases.collect();
                Item {
                    sentences: vec![plain(format!("{when}, the first of these that fits applies:"))],
                    cases,
                    ..Item::default()
                }
            }
        }
    }

    /// What the names of conditions mean that a text uses, or that those use.
    fn terms(&self, text: &RuleText) -> Vec<Item> {
        let mut items: Vec<Item> = vec![];
        let used = |items: &[Item], name: &str| {
            let said = items.iter().flat_map(|item| &item.sentences);
            text.lines().iter().chain(said).any(|sentence| sentence.text.contains(name))
        };
        for (at, term) in self.rules.terms.iter().enumerate().rev() {
            let name = format!("“{}”", term.name.replace('_', " "));
            if !used(&items, &name) {
                continue;
            }
            let above = English { game: self.game, terms: &self.rules.terms[..at], seat: self.seat };
            for meaning in term.meanings.iter().filter(|meaning| is_named(meaning)) {
                let logic = above.logic(meaning, true, Speech::NOW);
                let text = match logic.list() {
                    Some((head, points)) => format!("applies if {head}: {points}."),
                    None => format!("applies if {}.", logic.clause()),
                };
                items.push(Item { label: name.clone(), ..Item::of(plain(text)) });
            }
        }
        items.reverse();
        if !items.is_empty() {
            let text = "“This pit” is the one in which the last seed fell, or the one that is asked about; after a seed has fallen, empty means empty before it fell.";
            items.push(Item::of(plain(text.into())));
        }
        items
    }

    /// What is special about pits with marks.
    fn marks(&self) -> Vec<Sentence> {
        let mut all = vec![];
        let rules = self.rules;
        for (mark, kind) in (0..).map(MarkId).zip(&rules.marks) {
            let made = rules.actions().any(|action| matches!(action, Action::Mark { mark: made, .. } if *made == mark));
            if !made && !rules.board.marks.iter().any(|(_, _, of)| *of == mark) {
                continue;
            }
            let (one, several) = (self.english.mark(mark), kind.plural());
            if made && self.asks_owner(mark) {
                let text = match self.rules.actions().any(
                    |action| matches!(action, Action::Mark { mark: made, owner: Whose::Opponent, .. } if *made == mark),
                ) {
                    true => format!(
                        "{} belongs to the player for whom it was made, whichever row it lies in.",
                        capitalized(&super::english::with_article(&one))
                    ),
                    false => format!(
                        "{} belongs to the player who made it, whichever row it lies in.",
                        capitalized(&super::english::with_article(&one))
                    ),
                };
                all.push(plain(text));
            }
            if kind.never_emptied {
                all.push(plain(format!(
                    "Nobody lifts {} and nothing is taken from {}; seeds sown into {} stay there until the end.",
                    super::english::with_article(&one),
                    if rules.marks.len() > 1 { several.clone() } else { "it".into() },
                    if rules.marks.len() > 1 { several } else { "it".into() },
                )));
            }
        }
        all
    }

    /// Whether it matters who owns a mark.
    fn asks_owner(&self, mark: MarkId) -> bool {
        let kind = |kind: &PitKind| matches!(kind, PitKind::Marked(of, Some(_)) if *of == mark);
        let place = |place: &Place| matches!(place, Place::Marked(_, of) if *of == mark);
        let asked = |condition: &Condition| match condition {
            Condition::Is(of, asked) => kind(asked) || place(of),
            Condition::Holds(of, _) => place(of),
            _ => false,
        };
        let taken = |ending: &Ending| {
            ending.takings.iter().any(|(_, taking)| matches!(taking, Taking::Marked(_, of) if *of == mark))
        };
        let owner = self.rules.actions().any(|action| matches!(action, Action::Capture { to: Receiver::Owner, .. }));
        owner
            || self.rules.any_condition(&asked)
            || self.rules.end.iter().any(|clause| taken(&clause.ending))
            || taken(&self.rules.repetition.ending)
    }

    fn opening(&self) -> Vec<Sentence> {
        let mut all = vec![];
        let layout = self.game.program.layout();
        let from = &self.rules.sowing.from.condition;
        let plain_from = matches!(from, Condition::Is(Place::Pit(path), PitKind::InRow(Whose::Own)) if path.is_empty());
        for scripted in &self.rules.opening {
            let side = if scripted.ply % 2 == 1 { Side::South } else { Side::North };
            let name = |&pit: &u8| pit_name(&self.game.program, layout.pit(side, pit)).to_string();
            let pits: Vec<String> = scripted.pits.iter().map(name).collect();
            let pit = format!("lift pit {}", join(&pits, "or"));
            let which = ordinal(scripted.ply);
            let who = side.title();
            let scope = self.scope();
            let text = match (scripted.leaving, scripted.must) {
                (0, true) => format!("On the {which} move of the {scope} {who} must {pit}."),
                (0, false) => format!(
                    "On the {which} move of the {scope} {who} may also {pit}, even where the rules above forbid it."
                ),
                (leaving, true) => format!(
                    "On the {which} move of the {scope} {who} must {pit} and leave {} in it.",
                    seeds(leaving.into())
                ),
                (leaving, false) => format!(
                    "On the {which} move of the {scope} {who} may also {pit} and leave {} in it.",
                    seeds(leaving.into())
                ),
            };
            // In a round that North begins, the players change places.
            let text = if self.rules.rounds.is_some() { text.replace(who, "the player to move") } else { text };
            let text = if plain_from && !scripted.must && scripted.leaving == 0 {
                text.replace(", even where the rules above forbid it", "")
            } else {
                text
            };
            all.push(self.says(text, scripted.clause));
        }
        for swap in &self.rules.swaps {
            let text = format!(
                "On the {} move of the {} the player to move may turn the board round instead, and so take the other side.",
                ordinal(swap.ply),
                self.scope()
            );
            all.push(self.says(text, swap.clause));
        }
        all
    }

    fn end(&self) -> Vec<Sentence> {
        let rules = self.rules;
        let scope = self.scope();
        let mut all = vec![];
        let from = parts_of(&rules.sowing.from.condition);
        let plain_from = from == [Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own))]
            && rules.sowing.enter.is_none()
            && rules.sowing.lift.iter().all(always_lifts)
            && !matches!(rules.endless.outcome, EndlessOutcome::Illegal);
        let cannot = if plain_from && rules.has_territory() {
            "all your pits are empty when your turn begins".into()
        } else if plain_from {
            format!("your {} is empty when your turn begins", self.english.side())
        } else {
            "you cannot move on your turn".into()
        };
        let mut passes = false;
        let mut lines = rules.end.iter().peekable();
        while let Some(clause) = lines.next() {
            let ending = &clause.ending;
            if let Some(next) = lines.peek()
                && let (Some(amount), Some(same)) = (enough(&clause.condition), enough(&next.condition))
                && amount == same
                && wins_with_store(clause)
                && wins_with_store(next)
                && clause.condition != next.condition
            {
                let text =
                    format!("Whoever has {} seeds or more after a move wins, whoever made the move.", number(amount));
                all.push(Sentence::of(self.game, text, &[clause.id, next.id]));
                lines.next();
                continue;
            }
            if let Some(next) = lines.peek()
                && next.ending == *ending
                && ending.verdict == Verdict::Goal
                && ending.takings.iter().all(|(who, _)| *who == Who::Each)
                && empties(&clause.condition, plain_from)
                    .zip(empties(&next.condition, plain_from))
                    .is_some_and(|(one, other)| one != other)
            {
                let text = format!(
                    "When a turn begins and either {} is empty, the {scope} ends{}.",
                    self.english.side(),
                    self.takings(ending)
                );
                all.push(Sentence::of(self.game, text, &[clause.id, next.id]));
                lines.next();
                continue;
            }
            let text = match (&clause.condition, ending.verdict) {
                (condition, Verdict::Opponent | Verdict::Player)
                    if enough(condition).is_some() && ending.takings.is_empty() =>
                {
                    let amount = enough(condition).expect("it was asked");
                    let own = matches!(condition, Condition::Holds(Place::Store(Whose::Own), _));
                    let winner = match (own, ending.verdict) {
                        (true, Verdict::Player) => "A player who has {} seeds or more when their turn begins wins.",
                        (false, Verdict::Opponent) => {
                            "A player who has {} seeds or more after a move of their own wins."
                        }
                        (true, _) => "A player who has {} seeds or more when their turn begins loses.",
                        (false, _) => "A player who has {} seeds or more after a move of their own loses.",
                    };
                    winner.replace("{}", &number(amount))
                }
                (condition, Verdict::Goal)
                    if rules.goal.is_some()
                        && in_either_store(condition).is_some()
                        && self.majority(condition).is_some()
                        && ending.takings.is_empty() =>
                {
                    let amount = self.majority(condition).expect("it was asked");
                    format!("Whoever has {} seeds or more after a move wins, whoever made the move.", number(amount))
                }
                (condition, Verdict::Goal) if in_either_store(condition).is_some() && ending.takings.is_empty() => {
                    let amount = in_either_store(condition).expect("it was asked");
                    format!("The {scope} ends when, after a move, a store holds {}.", amount_words(amount))
                }
                (Condition::NoMove, Verdict::Opponent) if ending.takings.is_empty() => {
                    if scope == "round" {
                        format!("If {cannot}, you lose the round.")
                    } else {
                        format!("If {cannot}, you lose.")
                    }
                }
                (Condition::NoMove, Verdict::Player) if ending.takings.is_empty() => format!("If {cannot}, you win."),
                (Condition::NoMove, verdict) if passes => {
                    let then = match (verdict, ending.takings.is_empty()) {
                        (Verdict::Opponent, true) => format!("you lose the {scope} if it is your turn"),
                        (Verdict::Player, true) => format!("you win the {scope} if it is your turn"),
                        _ => format!("the {scope} ends{}", self.takings(ending)),
                    };
                    format!("If neither of you can move, {then}.")
                }
                (Condition::NoMove, Verdict::Pass) => {
                    passes = true;
                    format!("If {cannot} and your opponent can move, your turn passes.")
                }
                (Condition::NoMove, _) => format!("If {cannot}, the {scope} ends{}.", self.takings(ending)),
                (condition, Verdict::Pass) => {
                    let logic = self.english.logic(condition, true, Speech::NOW);
                    format!("Your turn passes if, when it begins, your opponent can move and {}.", logic.clause())
                }
                (Condition::Holds(Place::Board, amount), _) => {
                    format!(
                        "The {scope} ends when {} {} left on the board{}.",
                        amount_words(amount),
                        are(amount),
                        self.takings(ending)
                    )
                }
                (Condition::Is(Place::Board, PitKind::Empty), _) => {
                    let nothing = Ending { takings: vec![], verdict: ending.verdict };
                    format!("The {scope} ends when no seeds are left on the board{}.", self.takings(&nothing))
                }
                (condition, _) => {
                    let logic = self.english.logic(condition, true, Speech::NOW);
                    match logic.list() {
                        Some((head, points)) => {
                            let takings = self.takings(ending);
                            let then = match takings.strip_prefix(", and ").or_else(|| takings.strip_prefix(": ")) {
                                Some(then) => format!(" Then {then}."),
                                None => String::new(),
                            };
                            format!("The {scope} ends if, when your turn begins, {head}: {points}.{then}")
                        }
                        None => format!(
                            "If, when your turn begins, {}, the {scope} ends{}.",
                            logic.clause(),
                            self.takings(ending)
                        ),
                    }
                }
            };
            all.push(self.says(text, clause.id));
        }
        if rules.goal == Some(Goal::MostSeeds) && !rules.board.plan.is_alone() {
            let wins = if rules.rounds.is_some() { " wins the round" } else { " wins" };
            all.push(plain(format!("Whoever has more seeds{wins}; with the same number it is a draw.")));
        }
        if rules.relays() || rules.endless.clause.is_some() {
            let bound = rules
                .endless
                .bound
                .map_or(String::new(), |laps| format!(", or that has more than {} laps,", number(laps)));
            let text = match &rules.endless.outcome {
                EndlessOutcome::Over(ending) => {
                    let end = match (ending.verdict, ending.takings.is_empty()) {
                        (Verdict::Draw, true) => format!("is taken back, and the {scope} is a draw"),
                        (Verdict::Player, true) => format!("is taken back, and you win the {scope}"),
                        (Verdict::Opponent, true) => format!("is taken back, and you lose the {scope}"),
                        _ => format!("is taken back, and the {scope} ends{}", self.takings_again(ending)),
                    };
                    format!("A move that would go round for ever{bound} {end}.")
                }
                EndlessOutcome::Illegal => {
                    format!("You may not play a move that would go round for ever{}.", bound.trim_end_matches(','))
                }
                EndlessOutcome::Stop => {
                    format!(
                        "A move that would go round for ever{bound} ends where it would begin to repeat itself{}.",
                        if rules.endless.bound.is_some() { ", or with the last lap allowed" } else { "" }
                    )
                }
                EndlessOutcome::Pass => {
                    format!("A move that would go round for ever{bound} is taken back, and your turn passes.")
                }
            };
            all.push(Sentence::of(self.game, text, rules.endless.clause.as_slice()));
        }
        if let Some(times) = rules.repetition.times {
            let which = if times == 1 { "once".to_string() } else { format!("for the {} time", ordinal(times)) };
            let ending = &rules.repetition.ending;
            let end = match (ending.verdict, ending.takings.is_empty()) {
                (Verdict::Draw, true) => format!("the {scope} is a draw"),
                _ => format!("the {scope} ends{}", self.takings_again(ending)),
            };
            let stores = if self.uses_stores() { ", whatever the stores hold" } else { "" };
            let text = format!("When a position comes {which} with the same player to move{stores}, {end}.");
            all.push(Sentence::of(self.game, text, rules.repetition.clause.as_slice()));
        } else if rules.repetition.clause.is_some() {
            let text = "Positions may repeat as often as you like.";
            all.push(Sentence::of(self.game, text, rules.repetition.clause.as_slice()));
        }
        all
    }

    /// Who takes what is left, or that it is as in the lines above.
    fn takings_again(&self, ending: &Ending) -> String {
        let mut others = self.rules.end.iter().map(|clause| &clause.ending).filter(|other| !other.takings.is_empty());
        if ending.takings.len() > 1 && others.clone().count() > 0 && others.all(|other| other == ending) {
            return ", and the seeds are taken as above".into();
        }
        self.takings(ending)
    }

    /// The number of seeds that wins the game, if a condition is that a player has more than half of all.
    fn majority(&self, condition: &Condition) -> Option<u16> {
        let amount = match in_either_store(condition) {
            Some(Amount::In(ranges)) => match ranges[..] {
                [(low, u16::MAX)] => low,
                _ => return None,
            },
            Some(_) => return None,
            None => enough(condition)?,
        };
        let board = &self.rules.board;
        let total = board.start.iter().flatten().sum::<u16>() + 2 * board.stored;
        (amount > total / 2).then_some(amount)
    }

    /// Who takes what is left, and who wins, after "the game ends".
    fn takings(&self, ending: &Ending) -> String {
        let side = match self.rules.board.plan.depth() {
            _ if self.rules.has_territory() => "pits",
            1 => "row",
            _ => "rows",
        };
        let mut parts: Vec<(Who, Vec<String>)> = vec![];
        for (who, taking) in &ending.takings {
            let their = if *who == Who::Player { "your" } else { "their" };
            let other = match who {
                Who::Each => "the other player's",
                Who::Player => "your opponent's",
                Who::Opponent => "your",
            };
            let what = match taking {
                Taking::Half => "half of the seeds left on the board".to_string(),
                Taking::Rest => "all seeds left on the board".into(),
                Taking::Row(Whose::Own) => format!("the seeds in {their} own {side}"),
                Taking::Row(Whose::Opponent) => format!("the seeds in {other} {side}"),
                Taking::Marked(Whose::Own, mark) => format!("the seeds in {their} own {}", self.english.marks(*mark)),
                Taking::Marked(Whose::Opponent, mark) => format!("the seeds in {other} {}", self.english.marks(*mark)),
            };
            match parts.last_mut() {
                Some((last, all)) if last == who => all.push(what),
                _ => parts.push((*who, vec![what])),
            }
        }
        let mut texts: Vec<String> = parts
            .into_iter()
            .map(|(who, what)| {
                let (who, verb) = match who {
                    Who::Each => ("each player", "takes"),
                    Who::Player => ("you", "take"),
                    Who::Opponent => ("your opponent", "takes"),
                };
                match &what[..] {
                    [only] => format!("{who} {verb} {only}"),
                    [first @ .., last] => format!("{who} first {verb} {}, then {last}", first.join(", then ")),
                    [] => String::new(),
                }
            })
            .collect();
        match ending.verdict {
            Verdict::Goal | Verdict::Pass => {}
            Verdict::Player => texts.push("you win".into()),
            Verdict::Opponent => texts.push("your opponent wins".into()),
            Verdict::Draw => texts.push("it is a draw".into()),
        }
        match &texts[..] {
            [] => String::new(),
            [only] => format!(", and {only}"),
            _ => format!(": {}", texts.join("; ")),
        }
    }

    fn rounds(&self) -> Vec<Block> {
        let Some(rounds) = &self.rules.rounds else { return vec![] };
        let mut items = vec![];
        let mut push = |text: String, clause: ClauseId| items.push(Item::of(self.says(text, clause)));
        for line in &rounds.points {
            let number =
                line.number.map_or("as many points as you hold more seeds than your opponent".to_string(), |number| {
                    count(number, "point")
                });
            let when = held(&self.english.clause(&line.condition, Speech::NOW));
            push(format!("The round brings you {number} if {when}."), line.clause);
        }
        for clause in &rounds.over {
            let text = match (&clause.condition, clause.ending.verdict) {
                (Condition::Holds(Place::Store(Whose::Own), amount), Verdict::Opponent) => {
                    format!("A player who holds {} has lost the match.", amount_words(amount))
                }
                (Condition::Holds(Place::Store(Whose::Own), amount), Verdict::Player) => {
                    format!("A player who holds {} has won the match.", amount_words(amount))
                }
                (Condition::Holds(Place::Points(Whose::Own), amount), Verdict::Player) => {
                    format!("A player with {} has won the match.", amount_words(amount).replace("seed", "point"))
                }
                (condition, verdict) => {
                    let end = match verdict {
                        Verdict::Player => "you have won the match".to_string(),
                        Verdict::Opponent => "you have lost the match".into(),
                        Verdict::Draw => "the match is a draw".into(),
                        Verdict::Goal | Verdict::Pass => "the match is over".into(),
                    };
                    format!("If {}, {end}.", held(&self.english.clause(condition, Speech::NOW)))
                }
            };
            push(text, clause.id);
        }
        let handful = rounds
            .refill
            .seeds()
            .map_or("the number that fills a pit".to_string(), |seeds| format!("{}s", number(seeds)));
        let mut counted = false;
        for remainder in &rounds.remainders {
            let (one, other) = (number(remainder.one), number(remainder.other));
            let text = match remainder.exchange {
                Exchange::Lot => format!("{} who gets what both have over.", self.by_lot("decides")),
                Exchange::Cede => format!("the one with {one} over gives them to the other."),
                Exchange::ToLoser => "the loser of the round gets what the other has over.".into(),
            };
            let text = if remainder.one == 1 { text.replace("gives them", "gives it") } else { text };
            let count = if counted { String::new() } else { format!("Count what each player holds in {handful}. ") };
            counted = true;
            let who = if remainder.one == remainder.other {
                format!("both have {one} over")
            } else {
                format!("one has {one} over and the other {other}")
            };
            push(format!("{count}If {who}, {text}"), remainder.clause);
        }
        let loser = match rounds.filler {
            Filler::Each => None,
            Filler::Loser => Some("the other player's pits stay as they were at the end of the round"),
            Filler::LoserForBoth => Some("the other player fills the same pits alike"),
        };
        let refill = |with: &str| match loser {
            None => format!("Each player fills their own pits with {with}; what is over stays in the store."),
            Some(other) => format!(
                "The loser of the round fills their own pits with {with}; {other}. What is over stays in the store."
            ),
        };
        let last =
            if self.rules.board.plan.depth() > 1 { "from the last pit back" } else { "from the last pit back to A" };
        let filled = match rounds.refill {
            Refill::Anew => "Set the board up as at the start.".to_string(),
            Refill::Evenly => refill("all the seeds that they hold, as evenly as possible"),
            Refill::Each(number) => refill(&format!("{} each, from A on", seeds(number))),
            Refill::FromLast(number) => refill(&format!("{} each, {last}", seeds(number))),
            Refill::Territory(number) => format!(
                "Fill the pits with {} each: a player owns as many pits as they can fill, those of the other row that follow their own too; what is over stays in the store.",
                seeds(number)
            ),
        };
        push(filled, rounds.clause);
        if let Some(keep) = &rounds.keep {
            let pits = self.english.pits(&keep.condition, Article::One, Speech::NOW);
            push(format!("{} is not filled and keeps its seeds.", capitalized(&pits)), keep.clause);
        }
        if let Some((clause, leftover)) = rounds.leftover {
            let text = match leftover {
                Leftover::NextPit => "Seeds too few to fill a pit go into the next one.",
                Leftover::Singly => "Seeds too few to fill a pit go into the next ones, one into each.",
            };
            push(text.into(), clause);
        }
        if rounds.refill != Refill::Anew && rounds.refill != Refill::Evenly {
            let text = match rounds.unfilled {
                Unfilled::ClosedForBoth => {
                    "Pits that cannot be filled are closed for the round, and so are the same pits of the other row: nobody sows into them, and they count for nothing."
                }
                Unfilled::Closed => {
                    "Pits that cannot be filled are closed for the round: nobody sows into them, and they count for nothing."
                }
                Unfilled::Empty => "Pits that cannot be filled stay empty, but in play.",
            };
            push(text.into(), rounds.unfilled_by);
        }
        if let Some((clause, pits)) = rounds.gain {
            push(
                format!(
                    "In the next round the winner owns {} more of the other row, next to their own.",
                    count(pits.into(), "pit")
                ),
                clause,
            );
        }
        if let Some(RoundSetup { clause, both, condition, when }) = &rounds.arranged {
            let so = match condition {
                Condition::Always => String::new(),
                condition => format!(", so that {}", self.english.clause(condition, Speech::NOW)),
            };
            let when = match when {
                Condition::Always => String::new(),
                when => format!(" and {}", held(&self.english.clause(when, Speech::NOW))),
            };
            let alike = if *both { "; the other player then lays out theirs in the same way" } else { "" };
            let text = format!(
                "If you have lost the round{when}, you may lay out the seeds of your {} in another way{so}{alike}.",
                self.english.side()
            );
            push(capitalized(&text), *clause);
        }
        let starter = match rounds.starter {
            Starter::Lot => format!("{} who begins.", capitalized(&self.by_lot("decides"))),
            Starter::Alternates => "The players begin the rounds in turn.".into(),
            Starter::Winner => "The winner of the round begins the next; after a draw, whoever began it.".into(),
            Starter::Loser => "The loser of the round begins the next; after a draw, whoever began it.".into(),
            Starter::LastToMove => "The player who made the last move begins the next round.".into(),
        };
        push(starter, rounds.starter_by);
        let mut head = vec![];
        if self.rules.goal == Some(Goal::MostSeeds) || self.uses_stores() {
            head.push(plain(
                "A player holds the seeds in their store, and those left on the board in their own pits.".into(),
            ));
        }
        head.push(plain("After each round:".into()));
        vec![Block::paragraph(head), Block::Steps { items }]
    }

    fn lot(&self, lot: &Lot) -> Sentence {
        let sign = |at: usize| lot.signs[at].replace('_', " ");
        let beats: Vec<String> = lot.beats.iter().map(|&(a, b)| format!("{} beats {}", sign(a), sign(b))).collect();
        let text = format!(
            "Both players show a sign at the same time: {}. {}; if both show the same, show again.",
            join(&(0..lot.signs.len()).map(sign).collect::<Vec<_>>(), "or"),
            capitalized(&beats.join(", "))
        );
        self.says(text, lot.clause)
    }
}

/// Whether a line says that the owner of a store wins.
fn wins_with_store(clause: &EndClause) -> bool {
    let owner = match &clause.condition {
        Condition::Holds(Place::Store(whose), _) => *whose,
        _ => return false,
    };
    let winner = match clause.ending.verdict {
        Verdict::Player => Whose::Own,
        Verdict::Opponent => Whose::Opponent,
        Verdict::Goal | Verdict::Draw | Verdict::Pass => return false,
    };
    owner == winner && clause.ending.takings.is_empty()
}

/// Whether a line of `lift` lets any pit with seeds be lifted that it fits.
fn always_lifts(lift: &Lift) -> bool {
    match (&lift.condition, &lift.seeds) {
        (_, Lifting::AllBut(0)) => true,
        (Condition::Holds(Place::Pit(path), amount), Lifting::AllBut(leave)) => {
            path.is_empty() && !(0..=u16::from(*leave)).any(|seeds| amount.contains(seeds))
        }
        (_, Lifting::AllBut(_) | Lifting::Chosen { .. }) => false,
    }
}

/// In a match a player "holds" seeds rather than the store.
fn held(text: &str) -> String {
    text.replace("than your opponent's store", "than your opponent")
        .replace("your opponent's store holds", "your opponent holds")
        .replace("your store holds", "you hold")
        .replace("your store is empty", "you hold no seeds")
        .replace("your opponent's store is empty", "your opponent holds no seeds")
}

/// Whether a line says that a player who cannot fill a pit has lost.
fn unable_to_fill(clause: &EndClause, refill: Refill) -> bool {
    match (&clause.condition, clause.ending.verdict, refill.seeds()) {
        (Condition::Holds(Place::Store(Whose::Own), Amount::In(ranges)), Verdict::Opponent, Some(seeds)) => {
            matches!(ranges[..], [(0, most)] if most.checked_add(1) == Some(seeds))
        }
        _ => false,
    }
}

/// The number of seeds in one player's store that ends the game.
fn enough(condition: &Condition) -> Option<u16> {
    match condition {
        Condition::Holds(Place::Store(_), Amount::In(ranges)) => match ranges[..] {
            [(low, u16::MAX)] => Some(low),
            _ => None,
        },
        _ => None,
    }
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

/// The player of whom a condition says that all their pits are empty. If a player can move every pit with seeds,
/// being without a move is the same.
fn empties(condition: &Condition, plain_from: bool) -> Option<Whose> {
    match condition {
        Condition::NoMove => plain_from.then_some(Whose::Own),
        Condition::Is(Place::Row(whose), PitKind::Empty) => Some(*whose),
        Condition::Not(part) => match &**part {
            Condition::Exists(part) => row_seeds(part).filter(|(_, seeds)| *seeds).map(|(whose, _)| whose),
            Condition::Is(Place::Row(whose), PitKind::Occupied) => Some(*whose),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a condition is that the opponent's row has seeds.
fn row_fed(condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Is(Place::Row(Whose::Opponent), PitKind::Occupied) => Some(true),
        Condition::Exists(part) if row_seeds(part) == Some((Whose::Opponent, true)) => Some(true),
        _ => None,
    }
}

/// Whether a condition is that the opponent has seeds, or has some after the move.
fn fed(condition: &Condition) -> bool {
    let Condition::Any(parts) = condition else { return false };
    match &parts[..] {
        [now, Condition::AfterMove(after)] => row_fed(now).is_some() && row_fed(after).is_some(),
        _ => false,
    }
}

/// The pits of a board by their names, as they lie on the table.
fn drawn(game: &Game) -> String {
    let layout = game.program.layout();
    let name = |pit: Option<Pit>| pit.map_or(".".into(), |pit| pit_name(&game.program, pit).to_string());
    let width = layout.pits().map(|pit| name(Some(pit)).len()).max().unwrap_or(1);
    let line = |y| {
        let names = (0..layout.plan().columns()).map(|x| format!("{:width$}", name(layout.on_table(x, y))));
        names.collect::<Vec<_>>().join(" ").trim_end().to_string()
    };
    (0..layout.plan().height()).map(line).collect::<Vec<_>>().join("\n")
}
