//! The sections other than tables: about, board, marks, sowing, opening, match and lot.

use super::plan::name_of;
use super::tables::RuleContext;
use super::{Checker, inherit::Merged, limits};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::*;
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;

/// The maximum number of seeds, since any pit may hold all of them.
const MAX_SEEDS: u16 = 255;

impl Checker {
    /// Translates all sections. Returns `None` if a section is missing without which the others are
    /// meaningless; this has been reported.
    pub(super) fn rules(&mut self, game: &Merged) -> Option<Rules> {
        if !game.says_something {
            self.missing(
                "the file has no rules",
                game.span,
                "`uur show layli-goobalay` shows a rule file to begin from, and `uur explain board` a section",
            );
            return None;
        }
        let about = self.about(game);
        self.has_lot = game.sections.contains_key(&SectionKind::Lot);
        self.terms(game);
        let marks = self.marks(game);
        self.marks.clone_from(&marks);
        let counters = self.counters(game);
        self.counters.clone_from(&counters);
        let mut board = self.board(game);
        if let Some(board) = &mut board {
            board.marks = self.marks_at_start(game, board);
            board.owners = self.owners(game, board);
        }
        let goal = game.sections.contains_key(&SectionKind::Win).then_some(Goal::MostSeeds);
        let sowing = self.sowing(game);
        let opening = self.opening(game);
        let swaps = self.swaps(game);
        let arrangements = self.arrangements(game, board.as_ref());
        let begin = self.effects(game, SectionKind::Begin, RuleContext::Begin);
        let lift = self.effects(game, SectionKind::Lift, RuleContext::Lift);
        let drop = self.effects(game, SectionKind::Drop, RuleContext::Drop);
        let land = self.decisions(game, SectionKind::Land, RuleContext::Land);
        let finish = self.decisions(game, SectionKind::Finish, RuleContext::Finish);
        let any_own_pit = Condition::Is(Place::Pit(vec![]), PitKind::InRow(Whose::Own));
        let any_seed_moves = sowing.as_ref().is_some_and(|sowing: &Sowing| {
            sowing.from.condition == any_own_pit && sowing.lift.is_empty() && opening.iter().all(|line| !line.must)
        });
        let (mut end, endless, repetition) = self.end_table(game, goal, any_seed_moves);
        end.splice(..0, self.won(game));
        if let (Some(span), Some(Sowing { enter: None, .. })) = (self.asks_entered, &sowing) {
            Diagnostic::new(Code::Misplaced, "no seeds are entered in this game")
                .label(span, "never true")
                .help("a line of `sow` lets seeds enter: `enter 1 from own store into own pit`")
                .report(self);
        }
        let lot = self.lot(game);
        let rounds = self.rounds(game, goal);
        Some(Rules {
            about,
            parameters: self.params.clone(),
            board: board?,
            marks,
            counters,
            terms: self
                .terms
                .iter()
                .zip(&self.term_meanings)
                .map(|((name, _), meanings)| Term { name: name.value.clone(), meanings: meanings.clone() })
                .collect(),
            sowing: sowing?,
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
        })
    }

    /// The line of the end for a number of seeds in a store with which a round is over.
    fn won(&mut self, game: &Merged) -> Option<EndClause> {
        let (amount, span) = game.lines(SectionKind::Win).find_map(|line| match &line.content {
            ContentNode::MostSeeds(amount) => Some((amount.as_ref()?, line.span)),
            _ => None,
        })?;
        let id = self.clause(SectionKind::Win, span);
        let amount = match amount {
            AmountNode::Counts(_) => self.seeds_held(amount, RuleContext::End)?,
            AmountNode::Even | AmountNode::Odd | AmountNode::Compared(..) => {
                Diagnostic::new(Code::Misplaced, "a round is won with a number of seeds")
                    .label(span, "from how many seeds on?")
                    .help("write `win most seeds, at more than half`, or `at 25 or more`")
                    .report(self);
                return None;
            }
        };
        let store = |whose| Condition::Holds(Place::Store(whose), amount.clone());
        let condition = Condition::Any(vec![store(Whose::Own), store(Whose::Opponent)]);
        Some(EndClause { id, condition, ending: Ending { takings: vec![], verdict: Verdict::Goal } })
    }

    pub(super) fn missing(&mut self, message: &str, place: Span, help: &str) {
        Diagnostic::new(Code::Missing, message).label(place, "missing here").help(help).report(self);
    }

    /// Reports a missing section.
    fn missing_section(&mut self, message: &str, game: &Merged, help: &str) {
        Diagnostic::new(Code::Missing, message).label(game.span, "not found in this game").help(help).report(self);
    }

    fn about(&mut self, game: &Merged) -> About {
        let mut about = About::default();
        let Some(section) = game.sections.get(&SectionKind::Game) else {
            Diagnostic::new(Code::Missing, "the file has no `game` section")
                .label(game.span, "not found in this file")
                .help("begin it with `game \"NAME\" { source \"…\" }`")
                .report(self);
            return about;
        };
        about.name = section.title.as_ref().map(|title| title.value.clone()).unwrap_or_default();
        for line in &section.lines {
            match &line.content {
                ContentNode::Names(names) => about.names.extend(names.iter().cloned()),
                ContentNode::Region(region) => about.region.push(region.clone()),
                ContentNode::Source(source) => about.sources.push(source.clone()),
                ContentNode::Reading(reading) => about.readings.push(reading.clone()),
                ContentNode::Asymmetric(reason) => about.asymmetric = Some(reason.clone()),
                _ => {}
            }
        }
        if about.sources.is_empty() {
            Diagnostic::new(Code::NoSource, "the game names no source")
                .label(section.head, "without a `source` line")
                .help("cite where the rules come from: `source \"AUTHOR, TITLE (YEAR), PAGE\"`")
                .report(self);
        }
        about
    }

    fn marks(&mut self, game: &Merged) -> Vec<MarkKind> {
        let mut marks = vec![];
        for line in game.lines(SectionKind::Marks) {
            if let ContentNode::Mark { name, never_emptied, .. } = &line.content
                && !marks.iter().any(|mark: &MarkKind| mark.name == name.value)
            {
                marks.push(MarkKind { name: name.value.clone(), never_emptied: *never_emptied });
            }
        }
        marks
    }

    /// The pits that bear a mark at the start.
    fn marks_at_start(&mut self, game: &Merged, board: &Board) -> Vec<(Side, u8, MarkId)> {
        let mut marked: Vec<(Side, u8, MarkId)> = vec![];
        for line in game.lines(SectionKind::Marks) {
            let ContentNode::Mark { name, at, .. } = &line.content else { continue };
            let Some(mark) = self.marks.iter().position(|mark| mark.name == name.value) else { continue };
            let mark = MarkId(mark as u8);
            if at.is_empty() {
                continue;
            }
            self.made_marks.insert(mark);
            let kinds = self.kinds(at, &Place::Pit(vec![]), RuleContext::Start);
            for &side in board.plan.halves() {
                for (number, &seeds) in board.start[side].iter().enumerate() {
                    let pit = AtStart::of(Whose::Own, board.plan.spot(side, number as u8), seeds);
                    let other = marked.iter().any(|&(owner, pit, _)| (owner, usize::from(pit)) == (side, number));
                    if kinds.holds(&pit) && !other {
                        marked.push((side, number as u8, mark));
                    }
                }
            }
        }
        marked
    }

    /// The owner of each pit, if the board defines owners.
    fn owners(&mut self, game: &Merged, board: &Board) -> Option<[Vec<Side>; 2]> {
        let (kinds, span) = game.lines(SectionKind::Board).find_map(|line| match &line.content {
            ContentNode::Owns(kinds) => Some((kinds, line.span)),
            _ => None,
        })?;
        if board.plan.halves().len() == 1 {
            let problem = match board.plan.is_shared() {
                true => Diagnostic::new(Code::Misplaced, "the pits of a shared row belong to neither player")
                    .label(span, "no pit has an owner"),
                false => Diagnostic::new(Code::Misplaced, "a board of one row belongs to South alone")
                    .label(span, "there is no other player to share it with"),
            };
            problem.report(self);
            return None;
        }
        let owns = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Start);
        let plan = &board.plan;
        let holds = |row: Whose, number: u8| owns.holds(&AtStart::of(row, plan.spot(Side::South, number), 0));
        let unclear = (0..plan.span()).find(|&pit| holds(Whose::Own, pit) == holds(Whose::Opponent, pit));
        if let Some(pit) = unclear {
            let name = name_of(plan.spot(Side::South, pit));
            let both = if holds(Whose::Own, pit) { "both players" } else { "no player" };
            Diagnostic::new(Code::OutOfRange, format!("pit {name} of each player belongs to {both}"))
                .label(span, "every pit needs one owner")
                .help("list the own pits and the opponent's pits that a player owns: `each owns own pit A..C or opponent pit D..F`")
                .report(self);
            return None;
        }
        let of_row = |side: Side| {
            let owner = |pit| if holds(Whose::Own, pit) { side } else { side.other() };
            (0..plan.span()).map(owner).collect()
        };
        Some(Side::BOTH.map(of_row))
    }

    fn board(&mut self, game: &Merged) -> Option<Board> {
        let Some(section) = game.sections.get(&SectionKind::Board) else {
            self.missing_section(
                "the file has no `board` section",
                game,
                "write `board { … }` with the lines `rows 2`, `pits 6` and `seeds 4 each`",
            );
            return None;
        };
        let (mut rows, mut pits, mut drawn, mut seeds) = (None, None, vec![], vec![]);
        let mut stored = 0;
        for line in &section.lines {
            match &line.content {
                ContentNode::Rows { number, shared } => rows = Some((number, *shared)),
                ContentNode::Pits(number) => pits = Some(number),
                ContentNode::Plan(text) => drawn.push(text),
                ContentNode::Stored(number) => {
                    stored = self.number_in(number, 0, MAX_SEEDS, "the number of seeds in a store").unwrap_or(0);
                }
                ContentNode::Seeds { side, row, seeds: start } => seeds.push((*side, row.as_ref(), start, line.span)),
                _ => {}
            }
        }
        self.is_drawn = !drawn.is_empty();
        if let (Some(first), Some(number)) = (drawn.first(), rows.map(|(number, _)| number).or(pits)) {
            let word = match (rows, pits) {
                (Some(_), Some(_)) => "rows` and `pits",
                (Some(_), None) => "rows",
                _ => "pits",
            };
            Diagnostic::new(Code::Duplicate, "the pits of the board are given twice")
                .label(number.span, "the plan shows all pits")
                .label(first.span, "drawn here")
                .help(format!("leave out `{word}`, or the plan"))
                .report(self);
            return None;
        }
        let plan =
            if drawn.is_empty() { self.plan_in_rows(rows, pits, section.head)? } else { self.drawn_plan(&drawn)? };
        self.depth = plan.depth();
        self.pits = plan.letters().into();
        self.plan = Some(plan.clone());
        if seeds.is_empty() {
            self.missing("the board has no `seeds`", section.head, "write `seeds 4 each`");
            return None;
        }
        let single_row = plan.halves().len() == 1;
        if let Some((_, _, _, span)) = seeds.iter().find(|(seat, ..)| single_row && *seat == Some(Side::North)) {
            let whose = if plan.is_shared() { "belongs to neither player" } else { "belongs to South alone" };
            Diagnostic::new(Code::Misplaced, format!("a board of one row {whose}"))
                .label(*span, "North has no pits")
                .help("write `seeds 4 each`, or `rows 2` for two players with a row each")
                .report(self);
            return None;
        }
        let mut start = self.start(&seeds, &plan, section.head)?;
        if single_row {
            start[Side::North] = vec![0; usize::from(plan.span())];
        }
        let on_board: u32 = start.iter().flatten().map(|&seeds| u32::from(seeds)).sum();
        let total = on_board + plan.players().len() as u32 * u32::from(stored);
        if on_board == 0 || total > u32::from(MAX_SEEDS) {
            let (_, _, _, first) = seeds[0];
            let message = if on_board == 0 {
                "the board is empty at the start".to_string()
            } else {
                format!("the engine cannot play with {total} seeds")
            };
            Diagnostic::new(Code::BoardTooLarge, message)
                .label(first, format!("from 1 to {MAX_SEEDS} seeds in all"))
                .report(self);
            return None;
        }
        self.seeds = total as u16;
        Some(Board { plan, start, stored, owners: None, marks: vec![] })
    }

    fn start(&mut self, lines: &[SeedsLine], plan: &Plan, head: Span) -> Option<[Vec<u16>; 2]> {
        let mut start: [Vec<Option<u16>>; 2] = [(); 2].map(|()| vec![None; usize::from(plan.span())]);
        // Names with strokes do not say in which order all pits of a player are to be read.
        let several = plan.lines(Side::South).len() > 1;
        for &(seat, row, seeds, span) in lines {
            let row = match row {
                Some(row) => Some(self.nth_row(row.value, row.span)?),
                None => None,
            };
            if several && row.is_none() && matches!(seeds, SeedsNode::Pattern { .. }) {
                Diagnostic::new(Code::StartDoesNotFit, "these seeds are for one row, and each player has several")
                    .label(span, format!("each player has {} rows", self.depth))
                    .help("give the seeds of each row: `seeds front …` and `seeds back …`")
                    .report(self);
                return None;
            }
            for side in Side::BOTH.into_iter().filter(|&side| seat.is_none_or(|seat| seat == side)) {
                let pits = row.map_or_else(|| (0..plan.span()).collect(), |row| plan.row(side, row));
                let numbers = self.row(seeds, pits.len(), span)?;
                if let Some(&pit) = pits.iter().find(|pit| start[side][usize::from(**pit)].is_some()) {
                    let what = self.row_words(side, plan.spot(side, pit).row);
                    let help = match self.depth {
                        1 => "give `seeds` for both, or `seeds south` and `seeds north`",
                        _ => "give the seeds of each row once: `seeds front …` and `seeds back …`",
                    };
                    Diagnostic::new(Code::Duplicate, format!("the seeds of {what} are given twice"))
                        .label(span, "repeated here")
                        .label(lines[0].3, "first here")
                        .help(help)
                        .report(self);
                    return None;
                }
                for (pit, number) in pits.into_iter().zip(numbers) {
                    start[side][usize::from(pit)] = Some(number);
                }
            }
        }
        let given = |side: &&Side| start[**side].iter().any(Option::is_some);
        if let Some(lacking) = plan.halves().iter().find(|side| !given(side)) {
            let lacking = lacking.as_str();
            self.missing(
                &format!("the board has no `seeds {lacking}`"),
                head,
                &format!("write `seeds {lacking} 4 each`"),
            );
            return None;
        }
        // A row that is not given is empty.
        Some(start.map(|pits| pits.into_iter().map(Option::unwrap_or_default).collect()))
    }

    /// A row of a player in words.
    fn row_words(&self, side: Side, number: u8) -> String {
        match self.depth {
            1 => side.title().to_string(),
            _ if number == 0 => format!("{}'s front row", side.title()),
            depth if number + 1 == depth => format!("{}'s back row", side.title()),
            _ => format!("{}'s row {}", side.title(), number + 1),
        }
    }

    /// The number of a row of each player, 0 for the front row.
    pub(super) fn nth_row(&mut self, row: RowNode, span: Span) -> Option<u8> {
        if self.depth == 1 {
            let more = if self.is_drawn { "draw more lines of the plan" } else { "write `rows 4` in `board`" };
            self.only_row(row, span).help(format!("leave the word out, or {more}")).report(self);
            return None;
        }
        self.row_number(row, span)
    }

    /// The same, for a row that is named after its player, as in `own front`.
    pub(super) fn row_of_side(&mut self, whose: Whose, row: RowNode, span: Span) -> Option<u8> {
        if self.depth == 1 {
            let side = if whose == Whose::Own { "own side" } else { "opponent side" };
            self.only_row(row, span).fix(span, side, "all pits of the player").report(self);
            return None;
        }
        self.row_number(row, span)
    }

    fn only_row(&self, row: RowNode, span: Span) -> Diagnostic {
        let label = match row {
            RowNode::Number(_) => "the rows have no numbers",
            RowNode::Front | RowNode::Back => "it is neither front nor back",
        };
        Diagnostic::new(Code::Misplaced, "each player has one row on this board").label(span, label)
    }

    fn row_number(&mut self, row: RowNode, span: Span) -> Option<u8> {
        match row {
            _ if self.depth == 0 => None,
            RowNode::Front => Some(0),
            RowNode::Back => Some(self.depth - 1),
            RowNode::Number(number) if (1..=u16::from(self.depth)).contains(&number) => Some(number as u8 - 1),
            RowNode::Number(number) => {
                Diagnostic::new(Code::OutOfRange, format!("there is no row {number}"))
                    .label(span, format!("each player has {} rows; the front row is row 1", self.depth))
                    .help(match self.depth {
                        2 => "the rows are `front` and `back`".to_string(),
                        3 => "the rows are `front`, `row 2` and `back`".to_string(),
                        depth => format!("the rows are `front`, `row 2` to `row {}`, and `back`", depth - 1),
                    })
                    .report(self);
                None
            }
        }
    }

    /// The seeds of one row, from A on.
    fn row(&mut self, seeds: &SeedsNode, pits: usize, span: Span) -> Option<Vec<u16>> {
        match seeds {
            SeedsNode::Each(number) => Some(vec![self.number(number)?; pits]),
            SeedsNode::Pattern { numbers, repeated } => {
                let row: Vec<u16> = numbers.iter().map(|number| number.value).collect();
                let fits = if *repeated { pits.is_multiple_of(row.len()) } else { row.len() == pits };
                if !fits {
                    does_not_fit(row.len(), pits, *repeated, span).report(self);
                    return None;
                }
                Some(row.iter().copied().cycle().take(pits).collect())
            }
        }
    }

    fn sowing(&mut self, game: &Merged) -> Option<Sowing> {
        let Some(section) = game.sections.get(&SectionKind::Sow) else {
            self.missing_section(
                "the file has no `sow` section",
                game,
                "write `sow counterclockwise { from own pit }`",
            );
            return None;
        };
        let clause = self.clause(SectionKind::Sow, section.head);
        let (direction, default_way) = self.directions(section)?;
        self.direction = direction;
        let way = |written: DirectionNode| written.map(|way| if way == direction { Way::Onward } else { Way::Back });
        let here = Place::Pit(vec![]);
        let (mut from, mut prefer, mut lift, mut skip) = (None, vec![], vec![], vec![]);
        let (mut ways, mut several) = (vec![], vec![]);
        let (mut enter, mut each_lap) = (None, vec![]);
        let (mut kept, mut along_by, mut along) = (None, None, None);
        for line in &section.lines {
            match &line.content {
                ContentNode::From { kinds, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let kinds = self.sources(kinds);
                    let guard = self.guard(condition.as_ref(), RuleContext::Source);
                    from = Some(Guarded { clause, condition: all([kinds, guard]) });
                }
                ContentNode::Enter { seeds, kinds, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let most = self.seeds.max(1);
                    let seeds = self.number_in(seeds, 1, most, "the number of seeds that enter").unwrap_or(1) as u8;
                    let kinds = self.kinds(kinds, &here, RuleContext::Source);
                    let guard = self.guard(condition.as_ref(), RuleContext::Source);
                    let condition = all([kinds, guard]);
                    if condition.has(&|part| matches!(part, Condition::Entered | Condition::AfterMove(_))) {
                        Diagnostic::new(Code::Misplaced, "`enter` cannot ask about its own moves")
                            .label(line.span, "it decides which moves enter seeds")
                            .help("write it as a condition of `prefer`")
                            .report(self);
                    }
                    enter = Some(Enter { clause, seeds, condition });
                }
                ContentNode::EachLap { direction, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let condition = self.guard(condition.as_ref(), RuleContext::Lap);
                    each_lap.push(EachLap { clause, way: self.way_of(*direction), condition });
                }
                ContentNode::Prefer(condition) => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let condition = self.guard(Some(condition), RuleContext::Source);
                    prefer.push(Guarded { clause, condition });
                }
                ContentNode::Way { direction, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let condition = self.guard(Some(condition), RuleContext::Way);
                    ways.push(WayRule { clause, condition, way: way(*direction) });
                }
                ContentNode::Keep(binding) => kept = Some((*binding, line.span)),
                ContentNode::Along(runs) => {
                    // The line has an effect of its own where a seed falls into a store.
                    let stores = runs.iter().any(|run| run.value.part == RunPartNode::Store);
                    along_by = stores.then(|| self.clause(SectionKind::Sow, line.span));
                    along = Some((&runs[..], line.span));
                }
                ContentNode::Several { seeds, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let most = self.seeds.max(1);
                    let seeds = self.number_in(seeds, 1, most, "the number of seeds that fall");
                    let condition = self.guard(condition.as_ref(), RuleContext::Skip);
                    several.push(DropCount { clause, condition, seeds: seeds.unwrap_or(1) as u8 });
                }
                ContentNode::Lift { seeds, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let most = self.seeds.max(1);
                    let seeds = match seeds {
                        LiftingNode::All => Some(Lifting::AllBut(0)),
                        LiftingNode::AllBut(leave) => {
                            let leave = self.number_in(leave, 0, most, "the number of seeds that stay");
                            leave.map(|leave| Lifting::AllBut(leave as u8))
                        }
                        LiftingNode::Chosen(amount, staying) => {
                            let seeds = self.amount(amount, RuleContext::Way);
                            let leaving = staying.as_ref().and_then(|amount| self.amount(amount, RuleContext::Way));
                            seeds.map(|seeds| Lifting::Chosen { seeds, leaving })
                        }
                    };
                    let condition = self.guard(condition.as_ref(), RuleContext::Way);
                    lift.extend(seeds.map(|seeds| Lift { clause, condition, seeds }));
                }
                ContentNode::Skip { kinds, condition } => {
                    let clause = self.clause(SectionKind::Sow, line.span);
                    let kinds = self.kinds(kinds, &here, RuleContext::Skip);
                    let guard = self.guard(condition.as_ref(), RuleContext::Skip);
                    skip.push(Guarded { clause, condition: all([kinds, guard]) });
                }
                _ => {}
            }
        }
        if from.is_none() {
            self.missing("no line defines where a move may start", section.head, "write `from own pit`");
        }
        ways.push(WayRule { clause, condition: Condition::Always, way: default_way });
        if let Some((_, span)) = kept
            && ways.iter().all(|line| line.way.is_some())
        {
            Diagnostic::new(Code::Misplaced, "there is no choice of direction to keep")
                .label(span, "the mover never chooses")
                .help("begin with `sow either way {`")
                .report(self);
        }
        let kept = kept.map(|(kept, _)| kept);
        let along = self.path(along.as_ref());
        self.sown_around = along.as_deref() == Some(&Run::AROUND[..]);
        Some(Sowing {
            clause,
            direction,
            ways,
            kept,
            along: along?,
            along_by,
            from: from?,
            enter,
            each_lap,
            prefer,
            several,
            lift,
            skip,
        })
    }

    /// The way of a direction, relative to the letters of the pits.
    pub(super) fn way_of(&self, direction: Direction) -> Way {
        if direction == self.direction { Way::Onward } else { Way::Back }
    }

    /// The path to one pit of a player.
    pub(super) fn one_pit(&mut self, whose: Whose, row: Option<RowNode>, pit: &PitNode, span: Span) -> Option<Path> {
        let row = match row {
            Some(row) => self.nth_row(row, span)?,
            None if self.depth > 1 && !self.is_drawn => {
                Diagnostic::new(Code::Misplaced, "each player has several rows on this board")
                    .label(span, "which of them?")
                    .help("name the row before the pit: `own front pit A`")
                    .report(self);
                return None;
            }
            None => 0,
        };
        Some(vec![PathStep::Fixed(whose, row, self.pit_number(pit, span)?)])
    }

    /// The counters of each player.
    fn counters(&mut self, game: &Merged) -> Vec<CounterKind> {
        let mut counters: Vec<CounterKind> = vec![];
        for line in game.lines(SectionKind::Counters) {
            let ContentNode::Counter { name, kept } = &line.content else { continue };
            let is_mark = self.marks.iter().any(|mark| mark.name == name.value);
            if is_mark || counters.iter().any(|counter| counter.name == name.value) {
                let what = if is_mark { "a mark" } else { "another counter" };
                Diagnostic::new(Code::Duplicate, format!("the name `{}` is given twice", name.value))
                    .label(name.span, format!("it is the name of {what}"))
                    .help("give the counter a name of its own")
                    .report(self);
                continue;
            }
            if counters.len() == crate::engine::MOST_COUNTERS {
                let most = crate::engine::MOST_COUNTERS;
                Diagnostic::new(Code::OutOfRange, format!("the game has more than {most} counters"))
                    .label(name.span, "one too many")
                    .help("a mark can stand for a fact about a pit")
                    .report(self);
                break;
            }
            counters.push(CounterKind { name: name.value.clone(), kept: *kept });
        }
        counters
    }

    /// The names for conditions, in the order in which they are declared.
    fn terms(&mut self, game: &Merged) {
        for line in game.lines(SectionKind::Terms) {
            if let (ContentNode::Term(condition), Some(label)) = (&line.content, &line.label) {
                self.terms.push((label.clone(), condition.clone()));
            }
        }
        self.known_terms = self.terms.len();
        self.term_meanings = vec![vec![]; self.terms.len()];
    }

    /// Where a move may start. A store is a start only if its kind says so.
    fn sources(&mut self, kinds: &[KindNode]) -> Condition {
        self.check_owners(kinds);
        let here = Place::Pit(vec![]);
        let of_store = |kind: &KindNode| kind.words.iter().any(|word| word.value == AdjectiveNode::Store);
        let not_store = Condition::Not(Box::new(Condition::Is(here.clone(), PitKind::Store(None))));
        let any_store = kinds.iter().any(of_store);
        let mut any: Vec<Condition> = vec![];
        for kind in kinds {
            let such = self.kind(kind, &here, RuleContext::Source);
            let in_row = such.has(&|part| matches!(part, Condition::Is(_, PitKind::InRow(_) | PitKind::Numbered(..))));
            let pits_only = any_store && !of_store(kind) && !in_row;
            any.push(if pits_only { all([not_store.clone(), such]) } else { such });
        }
        if any.len() == 1 { any.remove(0) } else { Condition::Any(any) }
    }

    /// The arrangements of seeds before the first move.
    fn arrangements(&mut self, game: &Merged, board: Option<&Board>) -> Vec<Arrangement> {
        let single_row = board.is_some_and(|board| board.plan.is_alone());
        let mut arrangements = vec![];
        for line in game.lines(SectionKind::Opening) {
            let &ContentNode::Arranges { by, what, row, both, ref condition } = &line.content else { continue };
            if what != Arranged::Board {
                self.owned_pits(line.span);
            }
            if let Some(row) = row {
                self.side_of_several_rows(Whose::Own, row);
            }
            let clause = self.clause(SectionKind::Opening, line.span);
            let condition = self.guard(condition.as_ref(), RuleContext::Begin);
            if let (true, Some(board)) = (both, board)
                && board.start[Side::South].iter().sum::<u16>() != board.start[Side::North].iter().sum::<u16>()
            {
                Diagnostic::new(Code::OutOfRange, "the rows do not hold the same number of seeds")
                    .label(line.span, "cannot be arranged alike")
                    .help("leave out `for both`")
                    .report(self);
            }
            let by = match by {
                ArrangerNode::Seat(side) => vec![Some(side)],
                ArrangerNode::Each if single_row => vec![Some(Side::South)],
                ArrangerNode::Each => Side::BOTH.map(Some).to_vec(),
                ArrangerNode::Lot => vec![None],
            };
            let shared = game.lines(SectionKind::Board).any(|line| matches!(line.content, ContentNode::Owns(_)));
            if shared && what == Arranged::Row {
                Diagnostic::new(Code::Misplaced, "own pits lie in both rows of this board")
                    .label(line.span, "no row belongs to one player")
                    .help("write `each arranges own pit` or `south arranges board`")
                    .report(self);
            }
            if by[0].is_none() && what != Arranged::Board {
                Diagnostic::new(Code::Misplaced, "chance has no pits of its own")
                    .label(line.span, "whose seeds?")
                    .help("write `lot arranges board`")
                    .report(self);
            }
            let one = |by| Arrangement { clause, by, what, both, condition: condition.clone() };
            arrangements.extend(by.into_iter().map(one));
        }
        arrangements
    }

    fn opening(&mut self, game: &Merged) -> Vec<Scripted> {
        let mut opening = vec![];
        for line in game.lines(SectionKind::Opening) {
            let ContentNode::Scripted { ply, must, pits, leaving, condition } = &line.content else { continue };
            let clause = self.clause(SectionKind::Opening, line.span);
            let ply = self.number_in(ply, 1, 1000, "the number of a move");
            let pits: Vec<u8> = pits.iter().flat_map(|pits| self.pits_from_to(pits)).collect();
            let most = self.seeds.max(1) - 1;
            let leaving = leaving
                .as_ref()
                .map_or(Some(0), |leaving| self.number_in(leaving, 0, most, "the number of seeds that stay"));
            let applies = self.static_guard_holds(condition.as_ref());
            if let (Some(ply), Some(leaving), true) = (ply, leaving, applies) {
                opening.push(Scripted { clause, ply, must: *must, pits, leaving: leaving as u8 });
            }
        }
        opening
    }

    fn swaps(&mut self, game: &Merged) -> Vec<Swap> {
        let mut swaps = vec![];
        for line in game.lines(SectionKind::Opening) {
            let ContentNode::Swap { ply, condition } = &line.content else { continue };
            let clause = self.clause(SectionKind::Opening, line.span);
            let ply = self.number_in(ply, 1, 1000, "the number of a move");
            if let (Some(ply), true) = (ply, self.static_guard_holds(condition.as_ref())) {
                swaps.push(Swap { clause, ply });
            }
        }
        swaps
    }

    /// The numbers of a pit, or of all from one to another, along the player's rows. Letters of a row that is sown
    /// back fall along the path.
    fn pits_from_to(&mut self, range: &Spanned<PitRangeNode>) -> Vec<u8> {
        let PitRangeNode { first, last } = &range.value;
        let strokes = |pit: &PitNode| if let PitNode::Letter(_, strokes) = pit { *strokes } else { 0 };
        let row = strokes(first);
        if last.as_ref().is_some_and(|last| strokes(last) != row) {
            Diagnostic::new(Code::OutOfRange, "the pits of a range lie in one row")
                .label(range.span, "these have different numbers of strokes")
                .report(self);
            return vec![];
        }
        let one = self.pit(first, range.span);
        let other = last.as_ref().map_or(one, |last| self.pit(last, range.span));
        let (Some(one), Some(other)) = (one, other) else { return vec![] };
        if row == 0 && one > other {
            self.no_pits_between(one, other, range.span);
            return vec![];
        }
        (one.min(other)..=one.max(other)).collect()
    }

    /// Reports a range of pits whose first is the later one.
    pub(super) fn no_pits_between(&mut self, first: u8, last: u8, span: Span) {
        let letter = |number: u8| char::from(b'A' + number);
        Diagnostic::new(Code::OutOfRange, format!("no pit lies from {} to {}", letter(first), letter(last)))
            .label(span, "the first pit is the later one")
            .help(format!("write `pit {}..{}`", letter(last), letter(first)))
            .report(self);
    }

    /// The number of a player's pit along the player's rows, 0 for A. A letter has a stroke for each row before it.
    fn pit(&mut self, pit: &PitNode, span: Span) -> Option<u8> {
        match *pit {
            PitNode::Letter(letter, strokes) if strokes > 0 && self.has_pit(letter, strokes).is_some() => {
                self.has_pit(letter, strokes)
            }
            PitNode::Letter(letter, row) if row > 0 => {
                Diagnostic::new(Code::OutOfRange, format!("there is no pit `{letter}{}`", "'".repeat(row.into())))
                    .label(span, "each stroke is a row further from the middle")
                    .report(self);
                None
            }
            _ => self.pit_number(pit, span),
        }
    }

    fn has_pit(&self, letter: char, strokes: u8) -> Option<u8> {
        self.plan.as_ref()?.named(Side::South, letter as u8 - b'A', strokes)
    }

    /// The column of a pit, 0 for that of A.
    pub(super) fn pit_number(&mut self, pit: &PitNode, span: Span) -> Option<u8> {
        match pit {
            PitNode::Number(number) => {
                let most = self.pits.max(1);
                Some(self.number_in(number, 1, most, "the number of a pit")? as u8 - 1)
            }
            PitNode::Letter(letter, strokes) => {
                let number = *letter as u8 - b'A';
                let has_strokes = self.plan.as_ref().is_none_or(|plan| plan.lines(Side::South).len() > 1);
                if *strokes > 0 && !has_strokes {
                    Diagnostic::new(
                        Code::OutOfRange,
                        format!("there is no pit `{letter}{}`", "'".repeat((*strokes).into())),
                    )
                    .label(span, "no pit of this board has a stroke")
                    .help(format!("write `pit {letter}`"))
                    .report(self);
                    return None;
                }
                if *strokes > 0 {
                    let back = if *strokes + 1 == self.depth {
                        "back".into()
                    } else {
                        format!("row {}", u16::from(*strokes) + 1)
                    };
                    Diagnostic::new(Code::OutOfRange, "rules name columns, without strokes")
                        .label(span, "a stroke names a pit of one row")
                        .help(format!("name the row before the pit: `{back} pit {letter}`"))
                        .report(self);
                    return None;
                }
                if u16::from(number) < self.pits {
                    return Some(number);
                }
                if self.pits > 0 {
                    let last = char::from(b'A' + self.pits as u8 - 1);
                    Diagnostic::new(Code::OutOfRange, format!("there is no pit `{letter}`"))
                        .label(span, format!("the pits are A to {last}"))
                        .report(self);
                }
                None
            }
        }
    }

    fn rounds(&mut self, game: &Merged, goal: Option<Goal>) -> Option<Rounds> {
        let section = game.sections.get(&SectionKind::Match)?;
        let (mut refill, mut unfilled, mut starter) = (None, None, None);
        let (mut remainders, mut over, mut points, mut leftover) = (vec![], vec![], vec![], None);
        let (mut filler, mut arranged, mut keep, mut gain) = (Filler::Each, None, None, None);
        for line in &section.lines {
            match &line.content {
                ContentNode::Territory(_) | ContentNode::Gain(_) if self.depth > 1 && !self.sown_around => {
                    Diagnostic::new(Code::Misplaced, "pits do not change owners on this path")
                        .label(line.span, "the opponent's pits do not follow the own ones")
                        .help("write `refill`, or leave out `along`")
                        .report(self);
                }
                ContentNode::Refill(RefillNode::Each(_) | RefillNode::FromLast(_) | RefillNode::Evenly, _)
                | ContentNode::Territory(_)
                | ContentNode::Gain(_)
                | ContentNode::LoserArranges { .. }
                    if self.plan.as_ref().is_some_and(Plan::is_shared) =>
                {
                    Diagnostic::new(Code::Misplaced, "the pits of a shared row belong to neither player")
                        .label(line.span, "no player fills them")
                        .fix(line.span, "refill anew", "set up the board as at the start")
                        .report(self);
                }
                ContentNode::Refill(RefillNode::Anew, _) => {
                    refill = Some((self.clause(SectionKind::Match, line.span), Refill::Anew));
                }
                ContentNode::Refill(RefillNode::Evenly, by) => {
                    refill = Some((self.clause(SectionKind::Match, line.span), Refill::Evenly));
                    filler = *by;
                }
                ContentNode::LoserArranges { both, condition, when, row } => {
                    if let Some(row) = row {
                        self.side_of_several_rows(Whose::Own, *row);
                    }
                    let clause = self.clause(SectionKind::Match, line.span);
                    let condition = self.guard(condition.as_ref(), RuleContext::Begin);
                    let when = self.guard(when.as_ref(), RuleContext::Match);
                    arranged = Some((RoundSetup { clause, both: *both, condition, when }, line.span));
                }
                ContentNode::KeepSeeds(kinds) => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let condition = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Start);
                    keep = Some((Guarded { clause, condition }, line.span));
                }
                ContentNode::Gain(number) => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let most = self.plan.as_ref().map_or(1, |plan| u16::from(plan.span()));
                    let number = self.number_in(number, 1, most, "the number of pits that the winner gains");
                    gain = number.map(|number| (clause, number as u8));
                }
                ContentNode::Refill(RefillNode::Each(number) | RefillNode::FromLast(number), _)
                | ContentNode::Territory(number) => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let most = self.seeds.max(1);
                    let make = match line.content {
                        ContentNode::Territory(_) => Refill::Territory,
                        ContentNode::Refill(RefillNode::FromLast(_), _) => Refill::FromLast,
                        _ => Refill::Each,
                    };
                    if let ContentNode::Refill(_, by) = &line.content {
                        filler = *by;
                    }
                    let said = refill.is_some();
                    let number = self.number_in(number, 1, most, "the number of seeds in a pit");
                    refill = number.map(|number| (clause, make(number)));
                    if said {
                        Diagnostic::new(Code::Duplicate, "the match defines twice how the board is filled")
                            .label(line.span, "repeated here")
                            .help("keep `refill` or `territory`")
                            .report(self);
                    }
                }
                ContentNode::Leftover(into) => {
                    leftover = Some((self.clause(SectionKind::Match, line.span), *into));
                }
                ContentNode::Points { number, condition } => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let amount = match number {
                        Some(number) => self.number_in(number, 1, 1000, "the number of points").map(Some),
                        None => Some(None),
                    };
                    let condition = self.guard(Some(condition), RuleContext::Match);
                    points.extend(amount.map(|number| Points { clause, condition, number }));
                }
                ContentNode::Unfilled(what) => {
                    unfilled = Some((self.clause(SectionKind::Match, line.span), *what));
                }
                ContentNode::Starter(who) => {
                    starter = Some((self.clause(SectionKind::Match, line.span), *who));
                    self.needs_lot(*who == Starter::Lot, line);
                }
                ContentNode::Remainder { one, other, exchange } => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let most = self.seeds.max(1);
                    let places = [one.span, other.span];
                    let one = self.number_in(one, 0, most, "a remainder");
                    let other = self.number_in(other, 0, most, "a remainder");
                    self.needs_lot(*exchange == Exchange::Lot, line);
                    if one.is_some() && one == other && *exchange == Exchange::Cede {
                        Diagnostic::new(Code::OutOfRange, "both players have the same number of seeds left over")
                            .label(places[0].to(places[1]), "which of them cedes?")
                            .help("give them to the player who holds fewer: `-> loser`; or let a lot decide: `-> lot`")
                            .report(self);
                    }
                    if let (Some(one), Some(other)) = (one, other) {
                        remainders.push((Remainder { clause, one, other, exchange: *exchange }, places));
                    }
                }
                ContentNode::Over { condition, actions } => {
                    over.extend(self.end_clause(Some(condition), actions, line.span, RuleContext::Match, goal));
                }
                _ => {}
            }
        }
        // A refill that may leave no pit unfilled need not say what becomes of one.
        let whole = matches!(refill, Some((_, Refill::Anew | Refill::Evenly | Refill::Territory(_))));
        let territory = section.lines.iter().any(|line| line.name() == Some("territory"));
        for (lacks, word, help) in [
            (refill.is_none() && !territory, "refill", "write `refill 4 each`, `refill anew` or `territory 4 each`"),
            (unfilled.is_none() && !whole, "unfilled", "write `unfilled closed` or `unfilled empty`"),
            (starter.is_none(), "starter", "write `starter alternates`, `winner`, `loser` or `lot`"),
            (over.is_empty(), "over", "write `over when own store holds 3 or fewer -> opponent wins`"),
        ] {
            if lacks && !section.lines.iter().any(|line| line.name() == Some(word)) {
                self.missing(&format!("the match has no `{word}`"), section.head, help);
            }
        }
        let (clause, refill) = refill?;
        let anew = refill == Refill::Anew;
        if let Some((setup, span)) = &arranged
            && (anew || setup.both && filler != Filler::LoserForBoth)
        {
            let problem = Diagnostic::new(Code::Misplaced, "the loser cannot lay out these seeds");
            let problem = match anew {
                true => problem
                    .label(*span, "each round begins like the first")
                    .help("an arrangement before each round is a line of `opening`"),
                false => problem
                    .label(*span, "the other player may have fewer seeds")
                    .help("fill the pits alike before: `refill evenly by loser for both`, or leave out `for both`"),
            };
            problem.report(self);
        }
        if let Some((_, span)) = keep.as_ref().filter(|_| anew) {
            Diagnostic::new(Code::Misplaced, "no pit keeps its seeds")
                .label(*span, "each round begins like the first")
                .help("`refill 4 each` leaves other pits as they are")
                .report(self);
        }
        let (arranged, keep) = (arranged.map(|(setup, _)| setup), keep.map(|(keep, _)| keep));
        let unfilled = unfilled.or(whole.then_some((clause, Unfilled::Empty)));
        let most_left = refill.seeds().unwrap_or(0);
        for (remainder, places) in &remainders {
            for (number, span) in [remainder.one, remainder.other].into_iter().zip(*places) {
                if number >= most_left {
                    let filled = crate::diagnostic::count(most_left.into(), "seed");
                    Diagnostic::new(Code::OutOfRange, format!("a remainder cannot be {number}"))
                        .label(span, format!("{filled} fill a pit, so fewer are left over"))
                        .report(self);
                }
            }
        }
        let remainders = remainders.into_iter().map(|(remainder, _)| remainder).collect();
        let ((unfilled_by, unfilled), (starter_by, starter)) = (unfilled?, starter?);
        Some(Rounds {
            clause,
            refill,
            filler,
            arranged,
            keep,
            gain,
            remainders,
            leftover,
            unfilled,
            unfilled_by,
            points,
            starter,
            starter_by,
            over,
        })
    }

    fn needs_lot(&mut self, needs: bool, line: &LineNode) {
        if needs && !self.has_lot {
            // A missing section is reported once.
            self.has_lot = true;
            Diagnostic::new(Code::Lot, "the file has no `lot` section")
                .label(line.span, "needs a hand game")
                .help("write `lot \"NAME\" { … }` with lines such as `finger beats three`")
                .report(self);
        }
    }

    fn lot(&mut self, game: &Merged) -> Option<Lot> {
        let section = game.sections.get(&SectionKind::Lot)?;
        let clause = self.clause(SectionKind::Lot, section.head);
        let name = section.title.as_ref().map(|title| title.value.clone()).unwrap_or_default();
        let (mut signs, mut beats): (Vec<String>, Vec<(usize, usize)>) = (vec![], vec![]);
        let most = limits::MAX_SIGNS;
        let mut places: Vec<Span> = vec![];
        for line in &section.lines {
            let ContentNode::Beats { winner, loser } = &line.content else { continue };
            let mut number = |name: &NameNode| match signs.iter().position(|sign| *sign == name.value) {
                Some(known) => known,
                None => {
                    signs.push(name.value.clone());
                    signs.len() - 1
                }
            };
            let pair = (number(winner), number(loser));
            if signs.len() > most {
                Diagnostic::new(Code::TooMuch, format!("a hand game has at most {most} signs"))
                    .label(line.span, "one sign too many")
                    .help("leave out signs; three to five are usual")
                    .report(self);
                return None;
            }
            if pair.0 == pair.1 {
                Diagnostic::new(Code::Lot, format!("`{}` cannot beat itself", winner.value))
                    .label(line.span, "equal signs decide nothing, and the players show again")
                    .help("leave the line out")
                    .report(self);
            } else if let Some(first) = beats.iter().position(|&(a, b)| (a, b) == pair || (b, a) == pair) {
                Diagnostic::new(Code::Lot, format!("`{}` and `{}` are already decided", winner.value, loser.value))
                    .label(line.span, "two signs have one winner")
                    .label(places[first], "decided here")
                    .help("keep one of the lines")
                    .report(self);
            }
            beats.push(pair);
            places.push(line.span);
        }
        for a in 0..signs.len() {
            for b in a + 1..signs.len() {
                if !beats.contains(&(a, b)) && !beats.contains(&(b, a)) {
                    Diagnostic::new(Code::Lot, format!("no line decides between `{}` and `{}`", signs[a], signs[b]))
                        .label(section.head, "does not decide every pair")
                        .help(format!("write `{} beats {}`, or the other way round", signs[a], signs[b]))
                        .report(self);
                }
            }
        }
        if signs.is_empty() {
            Diagnostic::new(Code::Lot, "the hand game has no signs")
                .label(section.head, "has no lines")
                .help("write `finger beats three`")
                .report(self);
        }
        Some(Lot { clause, name, signs, beats })
    }
}

/// A line of `seeds`: whose, in which row, how many, and where it stands.
type SeedsLine<'a> = (Option<Side>, Option<&'a crate::source::Spanned<RowNode>>, &'a SeedsNode, Span);

/// A pit of the board at the start, seen by the owner of the row.
struct AtStart {
    row: Whose,
    nth_row: u8,
    /// The letter, 0 for A.
    number: u8,
    seeds: u16,
}

impl AtStart {
    fn of(row: Whose, spot: Spot, seeds: u16) -> Self {
        AtStart { row, nth_row: spot.row, number: spot.letter, seeds }
    }
}

impl Scene for AtStart {
    fn pit(&self, _path: &[PathStep]) -> PitView {
        PitView { nth_row: self.nth_row, number: self.number, ..PitView::of(self.row, self.seeds) }
    }

    fn seeds(&self, _place: &Place) -> u16 {
        self.seeds
    }

    fn holds_globally(&self, _condition: &Condition) -> bool {
        false
    }
}

/// Reports a pattern whose length does not fit the row.
fn does_not_fit(numbers: usize, pits: usize, repeated: bool, span: Span) -> Diagnostic {
    let given = crate::diagnostic::count(numbers, "number");
    let row = crate::diagnostic::count(pits, "pit");
    let end = Span { start: span.end, ..span };
    if repeated {
        return Diagnostic::new(Code::StartDoesNotFit, format!("a pattern of {given} does not fill a row of {row}"))
            .label(span, format!("{numbers} does not divide {pits}"))
            .help("write one number for each pit, from the player's own A, or another pattern");
    }
    let problem = Diagnostic::new(Code::StartDoesNotFit, format!("{given} for a row of {row}"))
        .label(span, "one number for each pit, from the player's own A");
    match numbers {
        1 => problem.fix(end, " each", "the same number in each pit"),
        _ if pits.is_multiple_of(numbers) => problem.fix(end, " repeated", "repeat the pattern"),
        _ => problem,
    }
}

/// The conjunction of conditions, flattened.
pub(super) fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
    let mut flat = vec![];
    for part in parts {
        match part {
            Condition::Always => {}
            Condition::All(parts) => flat.extend(parts),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Condition::Always,
        1 => flat.remove(0),
        _ => Condition::All(flat),
    }
}
