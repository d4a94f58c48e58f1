//! The sections other than tables: about, board, marks, sowing, opening and match.

use super::inherit::{self, Merged};
use super::plan::name_of;
use super::problem::{BoardProblem, Misplaced, Missing, SectionProblem};
use super::tables::RuleContext;
use super::{Checker, limits};
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
            self.report(game.span, Missing::Rules);
            return None;
        }
        let about = self.about(game);
        self.has_lot = game.lines(SectionKind::Match).any(|line| matches!(line.content, ContentNode::Lot { .. }));
        self.terms(game);
        let marks = self.marks(game);
        self.marks.clone_from(&marks);
        let counters = self.counters(game);
        self.counters.clone_from(&counters);
        let mut board = self.board(game);
        let lines = game.sections.values().flat_map(|section| &section.lines);
        let mut rows: Vec<_> = lines.flat_map(|line| &line.single_rows).filter(|_| self.depth > 1).collect();
        rows.sort_by_key(|(_, span)| *span);
        rows.dedup();
        rows.into_iter().for_each(|(whose, span)| self.report(*span, BoardProblem::RowOfSide(*whose)));
        if let Some(board) = &mut board {
            board.marks = self.marks_at_start(game, board);
            board.owners = self.owners(game, board);
        }
        let goal = win_line(game).map(|(counted, ..)| {
            self.counted_mark = counted.and_then(|name| self.mark(&name.value, name.span));
            Goal::MostSeeds
        });
        self.stages(game);
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
            sowing.from[0].condition == any_own_pit && sowing.lift.is_empty() && opening.iter().all(|line| !line.must)
        });
        let (mut end, endless, repetition) = self.end_table(game, goal, any_seed_moves);
        end.splice(..0, self.won(game));
        let lot = self.lot(game);
        let rounds = self.rounds(game, goal);
        let mut rules = Rules {
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
            stages: self.live_stages(),
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
        };
        if !rules.goal_decides() {
            rules.goal = None;
        }
        Some(rules)
    }

    /// The line of the end for a number of seeds in a store with which a round is over.
    fn won(&mut self, game: &Merged) -> Option<EndClause> {
        let (_, Some(amount), span) = win_line(game)? else { return None };
        let id = self.clause(SectionKind::End, span);
        let amount = match amount {
            AmountNode::Counts(_) => self.amount_up_to(self.seeds, Some(self.seeds), amount, RuleContext::End)?,
            AmountNode::Even | AmountNode::Odd | AmountNode::Compared(..) => {
                self.report(span, SectionProblem::WonWithoutNumber);
                return None;
            }
        };
        let counted = |whose| match self.counted_mark {
            Some(mark) => Place::Sum(vec![Place::Store(whose), Place::Marked(whose, mark)]),
            None => Place::Store(whose),
        };
        let holds = |whose| Condition::Holds(counted(whose), amount.clone());
        let condition = Condition::Any(vec![holds(Whose::Own), holds(Whose::Opponent)]);
        let ending = self.ending(&[], span, RuleContext::End, Some(Goal::MostSeeds));
        Some(EndClause { id, condition, ending })
    }

    fn about(&mut self, game: &Merged) -> About {
        let mut about = About::default();
        let Some(section) = game.sections.get(&SectionKind::Game) else {
            self.report(game.span, Missing::Game);
            return about;
        };
        let mut titles = section.titles.iter().map(|title| title.value.clone());
        about.name = titles.next().unwrap_or_default();
        about.names.extend(titles);
        for line in &section.lines {
            match &line.content {
                ContentNode::Region(region) => about.region.push(region.clone()),
                ContentNode::Source(source) => about.sources.push(source.clone()),
                ContentNode::Reading(reading) => about.readings.push(reading.clone()),
                ContentNode::Asymmetric(reason) => about.asymmetric = Some(reason.clone()),
                _ => {}
            }
        }
        if about.sources.is_empty() {
            self.report(section.head, SectionProblem::NoSource);
        }
        about
    }

    fn marks(&mut self, game: &Merged) -> Vec<MarkKind> {
        let mut marks = vec![];
        for line in game.lines(SectionKind::Board) {
            if let ContentNode::Mark { name, never_emptied, plural, .. } = &line.content
                && !marks.iter().any(|mark: &MarkKind| mark.name == name.value)
            {
                let plural = plural.as_ref().map(|plural| plural.value.clone());
                marks.push(MarkKind { name: name.value.clone(), plural, never_emptied: *never_emptied });
            }
        }
        marks
    }

    /// The pits that bear a mark at the start.
    fn marks_at_start(&mut self, game: &Merged, board: &Board) -> Vec<(Side, u8, MarkId)> {
        let mut marked: Vec<(Side, u8, MarkId)> = vec![];
        for line in game.lines(SectionKind::Board) {
            let ContentNode::Mark { name, at, .. } = &line.content else { continue };
            let Some(mark) = self.marks.iter().position(|mark| mark.name == name.value) else { continue };
            let mark = MarkId(mark as u8);
            if at.is_empty() {
                continue;
            }
            let kinds = self.kinds(at, &Place::Pit(vec![]), RuleContext::Start);
            let holds = |whose, &pit: &u8| kinds.holds(&AtStart::of(whose, board.plan.spot(Side::South, pit), 0));
            let theirs = |pit: &u8| holds(Whose::Opponent, pit) && !holds(Whose::Own, pit);
            if let Some(pit) = (0..board.plan.span()).find(theirs) {
                let name = name_of(board.plan.spot(Side::South, pit));
                self.report(line.span, BoardProblem::MarkOfOpponent { pit: &name });
            }
            for &side in board.plan.halves() {
                for (number, &seeds) in board.start[side].iter().enumerate() {
                    let pit = AtStart::of(Whose::Own, board.plan.spot(side, number as u8), seeds);
                    let other = marked.iter().any(|&(owner, pit, _)| (owner, usize::from(pit)) == (side, number));
                    if !kinds.holds(&pit) {
                        continue;
                    }
                    self.made_marks.insert(mark);
                    if !other {
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
                true => BoardProblem::OwnersOfSharedRow,
                false => BoardProblem::OwnersAlone,
            };
            self.report(span, problem);
            return None;
        }
        let owns = self.kinds(kinds, &Place::Pit(vec![]), RuleContext::Start);
        let plan = &board.plan;
        let holds = |row: Whose, number: u8| owns.holds(&AtStart::of(row, plan.spot(Side::South, number), 0));
        let unclear = (0..plan.span()).find(|&pit| holds(Whose::Own, pit) == holds(Whose::Opponent, pit));
        if let Some(pit) = unclear {
            let name = name_of(plan.spot(Side::South, pit));
            self.report(span, BoardProblem::Owners { pit: &name, both: holds(Whose::Own, pit) });
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
            self.report(game.span, Missing::Board);
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
            self.report(
                number.span,
                BoardProblem::DrawnToo { rows: rows.is_some(), pits: pits.is_some(), plan: first.span },
            );
            return None;
        }
        let plan =
            if drawn.is_empty() { self.plan_in_rows(rows, pits, section.head)? } else { self.drawn_plan(&drawn)? };
        // Of rows whose number is not understood nothing is said.
        self.depth = if self.rows_unknown { 0 } else { plan.depth() };
        self.pits = plan.letters().into();
        self.plan = Some(plan.clone());
        if seeds.is_empty() {
            self.report(section.head, Missing::Seeds);
            return None;
        }
        let single_row = plan.halves().len() == 1;
        if let Some((_, _, _, span)) = seeds.iter().find(|(seat, ..)| single_row && *seat == Some(Side::North)) {
            self.report(*span, BoardProblem::NorthHasNoPits { shared: plan.is_shared() });
            return None;
        }
        let mut start = self.start(&seeds, &plan, section.head)?;
        if single_row {
            start[Side::North] = vec![0; usize::from(plan.span())];
        }
        let on_board: u32 = start.iter().flatten().map(|&seeds| u32::from(seeds)).sum();
        let total = on_board + plan.players().len() as u32 * u32::from(stored);
        if total == 0 || total > u32::from(MAX_SEEDS) {
            let (_, _, _, first) = seeds[0];
            let problem = match total {
                0 => BoardProblem::NoSeedsInAll { most: MAX_SEEDS },
                _ => BoardProblem::SeedsInAll { seeds: total, most: MAX_SEEDS },
            };
            self.report(first, problem);
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
                self.report(span, BoardProblem::WhichRowOfSeeds { depth: self.depth });
                return None;
            }
            for side in Side::BOTH.into_iter().filter(|&side| seat.is_none_or(|seat| seat == side)) {
                let pits = row.map_or_else(|| (0..plan.span()).collect(), |row| plan.row(side, row));
                let numbers = self.row(seeds, pits.len(), span)?;
                if let Some(&pit) = pits.iter().find(|pit| start[side][usize::from(**pit)].is_some()) {
                    let (row, depth) = (plan.spot(side, pit).row, self.depth);
                    self.report(span, BoardProblem::SeedsTwice { side, row, depth, first: lines[0].3 });
                    return None;
                }
                for (pit, number) in pits.into_iter().zip(numbers) {
                    start[side][usize::from(pit)] = Some(number);
                }
            }
        }
        let given = |side: &&Side| start[**side].iter().any(Option::is_some);
        if let Some(&lacking) = plan.halves().iter().find(|side| !given(side)) {
            self.report(head, Missing::SeedsOf(lacking));
            return None;
        }
        // A row that is not given is empty.
        Some(start.map(|pits| pits.into_iter().map(Option::unwrap_or_default).collect()))
    }

    /// The number of a row of each player, 0 for the front row.
    pub(super) fn nth_row(&mut self, row: RowNode, span: Span) -> Option<u8> {
        self.row_of(None, row, span)
    }

    /// The same, for a row that may be named after its player, as in `own front`.
    pub(super) fn row_of(&mut self, whose: Option<Whose>, row: RowNode, span: Span) -> Option<u8> {
        match row {
            _ if self.depth == 1 => {
                self.report(span, BoardProblem::OnlyRow { row, whose, drawn: self.is_drawn });
                None
            }
            _ if self.depth == 0 => None,
            RowNode::Front => Some(0),
            RowNode::Back => Some(self.depth - 1),
            RowNode::Number(number) if (1..=u16::from(self.depth)).contains(&number) => Some(number as u8 - 1),
            RowNode::Number(number) => {
                self.report(span, BoardProblem::NoRow { number, depth: self.depth });
                None
            }
        }
    }

    /// The seeds of one row, from A on.
    fn row(&mut self, seeds: &SeedsNode, pits: usize, span: Span) -> Option<Vec<u16>> {
        match seeds {
            SeedsNode::Each(number) => Some(vec![self.number(number)?; pits]),
            SeedsNode::Pattern { numbers, repeated } => {
                let row = numbers.iter().map(|number| self.number(number)).collect::<Option<Vec<u16>>>()?;
                let fits = if *repeated { pits.is_multiple_of(row.len()) } else { row.len() == pits };
                if !fits {
                    let numbers = row.len();
                    self.report(span, BoardProblem::PatternLength { numbers, pits, repeated: *repeated });
                    return None;
                }
                Some(row.iter().copied().cycle().take(pits).collect())
            }
        }
    }

    fn sowing(&mut self, game: &Merged) -> Option<Sowing> {
        let Some(section) = game.sections.get(&SectionKind::Sow) else {
            self.report(game.span, Missing::Sow);
            return None;
        };
        let clause = self.clause(SectionKind::Sow, section.head);
        let (direction, default_way) = self.directions(section)?;
        self.direction = direction;
        let way = |written: DirectionNode| written.map(|way| if way == direction { Way::Onward } else { Way::Back });
        let here = Place::Pit(vec![]);
        let (mut from, mut prefer, mut lift, mut skip) = (vec![], vec![], vec![], vec![]);
        let (mut ways, mut several) = (vec![], vec![]);
        let (mut enter, mut each_lap) = (None, vec![]);
        let (mut kept, mut along_by, mut along) = (None, None, None);
        for line in &section.lines {
            let clause = match &line.content {
                ContentNode::Keep(_) => None,
                // A path has an effect of its own where a seed falls into a store.
                ContentNode::Along(runs) if runs.iter().all(|run| run.value.part != RunPartNode::Store) => None,
                _ => Some(self.clause(SectionKind::Sow, line.span)),
            };
            match (&line.content, clause) {
                (ContentNode::From { kinds, condition }, Some(clause)) => {
                    let kinds = self.sources(kinds);
                    let guard = self.guard(condition.as_ref(), RuleContext::Source);
                    from.push(Guarded { clause, condition: all([kinds, guard]) });
                }
                (ContentNode::Enter { seeds, kinds, condition }, Some(clause)) => {
                    let seeds = self
                        .number_in(seeds, 1, self.most_seeds(), "the number of seeds that enter")
                        .unwrap_or(1) as u8;
                    let kinds = self.kinds(kinds, &here, RuleContext::Source);
                    let guard = self.guard(condition.as_ref(), RuleContext::Source);
                    let condition = all([kinds, guard]);
                    if condition.reads(Reads::MOVES) {
                        self.report(line.span, SectionProblem::EnterAsksItself);
                    }
                    if let Some(Enter { clause: first, .. }) = enter {
                        let first = self.clause_spans.of(first).span;
                        self.problems.push(inherit::twice(
                            line.span,
                            first,
                            "the line `move … from own store` of `sow`".into(),
                        ));
                    }
                    enter = Some(Enter { clause, seeds, condition });
                }
                (ContentNode::EachLap { direction, condition }, Some(clause)) => {
                    let condition = self.guard(condition.as_ref(), RuleContext::Lap);
                    each_lap.push(EachLap { clause, way: self.way_of(*direction), condition });
                }
                (ContentNode::Prefer(condition), Some(clause)) => {
                    let condition = self.guard(Some(condition), RuleContext::Source);
                    prefer.push(Guarded { clause, condition });
                }
                (ContentNode::Way { direction, condition }, Some(clause)) => {
                    let condition = self.guard(Some(condition), RuleContext::Way);
                    ways.push(WayRule { clause, condition, way: way(*direction) });
                }
                (ContentNode::Keep(binding), _) => kept = Some((*binding, line.span)),
                (ContentNode::Along(runs), clause) => {
                    along_by = clause;
                    along = Some((&runs[..], line.span));
                }
                (ContentNode::Several { seeds, condition }, Some(clause)) => {
                    let seeds = self.number_in(seeds, 1, self.most_seeds(), "the number of seeds that fall");
                    let condition = self.guard(condition.as_ref(), RuleContext::Skip);
                    several.push(DropCount { clause, condition, seeds: seeds.unwrap_or(1) as u8 });
                }
                (ContentNode::Lift { seeds, condition }, Some(clause)) => {
                    let seeds = match seeds {
                        LiftingNode::All => Some(Lifting::AllBut(0)),
                        LiftingNode::AllBut(leave) => {
                            let leave = self.number_in(leave, 0, self.most_seeds(), "the number of seeds that stay");
                            leave.map(|leave| Lifting::AllBut(leave as u8))
                        }
                        LiftingNode::Chosen { seeds, not_all } => {
                            let leaving = not_all.then(|| Amount::In(vec![(1, u16::MAX)]));
                            self.amount_up_to(self.seeds, None, seeds, RuleContext::Way)
                                .map(|seeds| Lifting::Chosen { seeds, leaving })
                        }
                    };
                    let condition = self.guard(condition.as_ref(), RuleContext::Way);
                    lift.extend(seeds.map(|seeds| Lift { clause, condition, seeds }));
                }
                (ContentNode::Skip { kinds, condition }, Some(clause)) => {
                    let kinds = self.kinds(kinds, &here, RuleContext::Skip);
                    let guard = self.guard(condition.as_ref(), RuleContext::Skip);
                    skip.push(Guarded { clause, condition: all([kinds, guard]) });
                }
                _ => {}
            }
        }
        if from.is_empty() {
            self.report(section.head, Missing::From);
            return None;
        }
        ways.push(WayRule { clause, condition: Condition::Always, way: default_way });
        if let Some((_, span)) = kept
            && ways.iter().all(|line| line.way.is_some())
        {
            self.report(span, SectionProblem::NoDirectionToKeep);
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
            from,
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
                self.report(span, BoardProblem::WhichRow);
                return None;
            }
            None => 0,
        };
        Some(vec![PathStep::Fixed(whose, row, self.pit_number(pit, span)?)])
    }

    /// The counters of each player.
    fn counters(&mut self, game: &Merged) -> Vec<CounterKind> {
        let mut counters: Vec<CounterKind> = vec![];
        for line in game.lines(SectionKind::Board) {
            let ContentNode::Counter { name, kept } = &line.content else { continue };
            let is_mark = self.marks.iter().any(|mark| mark.name == name.value);
            if is_mark || counters.iter().any(|counter| counter.name == name.value) {
                self.report(name.span, SectionProblem::CounterName { name: &name.value, is_mark });
                continue;
            }
            let most = crate::engine::MOST_COUNTERS;
            if counters.len() == most {
                self.report(name.span, SectionProblem::TooManyCounters { most });
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
            let &ContentNode::Arranges { by, what, both, ref condition } = &line.content else { continue };
            if what != Arranged::Board {
                self.owned_pits(line.span);
            }
            let clause = self.clause(SectionKind::Opening, line.span);
            let condition = self.guard(condition.as_ref(), RuleContext::Begin);
            if let (true, Some(board)) = (both, board)
                && board.start[Side::South].iter().sum::<u16>() != board.start[Side::North].iter().sum::<u16>()
            {
                self.report(line.span, SectionProblem::RowsDiffer);
            }
            let by = match by {
                ArrangerNode::Seat(side) => vec![Some(side)],
                ArrangerNode::Each if single_row => vec![Some(Side::South)],
                ArrangerNode::Each => Side::BOTH.map(Some).to_vec(),
                ArrangerNode::Lot => vec![None],
            };
            let shared = game.lines(SectionKind::Board).any(|line| matches!(line.content, ContentNode::Owns(_)));
            if shared && what == Arranged::Row {
                self.report(line.span, SectionProblem::NoRowOfOne);
            }
            if by[0].is_none() && what != Arranged::Board {
                self.report(line.span, SectionProblem::LotHasNoPits);
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
            let most = self.most_seeds() - 1;
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
            let ContentNode::Swap { ply, moves_on, condition } = &line.content else { continue };
            let clause = self.clause(SectionKind::Opening, line.span);
            let ply = self.number_in(ply, 1, 1000, "the number of a move");
            if let (Some(ply), true) = (ply, self.static_guard_holds(condition.as_ref())) {
                swaps.push(Swap { clause, ply, moves_on: *moves_on });
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
            self.report(range.span, BoardProblem::RangeOverRows);
            return vec![];
        }
        let one = self.pit(first, range.span);
        let other = last.as_ref().map_or(one, |last| self.pit(last, range.span));
        let (Some(one), Some(other)) = (one, other) else { return vec![] };
        if row == 0 && one > other {
            self.report(range.span, BoardProblem::BackwardPits { first: one, last: other });
            return vec![];
        }
        (one.min(other)..=one.max(other)).collect()
    }

    /// The number of a player's pit along the player's rows, 0 for A. A letter has a stroke for each row before it.
    fn pit(&mut self, pit: &PitNode, span: Span) -> Option<u8> {
        let PitNode::Letter(letter, strokes @ 1..) = *pit else { return self.pit_number(pit, span) };
        let found = self.plan.as_ref()?.named(Side::South, letter as u8 - b'A', strokes);
        if found.is_none() {
            self.report(span, BoardProblem::NoSuchStrokes { letter, strokes });
        }
        found
    }

    /// The column of a pit, 0 for that of A.
    pub(super) fn pit_number(&mut self, pit: &PitNode, span: Span) -> Option<u8> {
        match pit {
            PitNode::Number(number) => {
                // How many there are may not be known after another mistake.
                if self.pits == 0 {
                    self.number(number);
                    return None;
                }
                Some(self.number_in(number, 1, self.pits, "the number of a pit")? as u8 - 1)
            }
            &PitNode::Letter(letter, strokes) => {
                let number = letter as u8 - b'A';
                let has_strokes = self.plan.as_ref().is_none_or(|plan| plan.lines(Side::South).len() > 1);
                if strokes > 0 && !has_strokes {
                    self.report(span, BoardProblem::NoStrokes { letter, strokes });
                    return None;
                }
                if strokes > 0 {
                    self.report(span, BoardProblem::RuleWithStrokes { letter, strokes, depth: self.depth });
                    return None;
                }
                if u16::from(number) < self.pits {
                    return Some(number);
                }
                if self.pits > 0 {
                    self.report(span, BoardProblem::NoSuchLetter { letter, pits: self.pits as u8 });
                }
                None
            }
        }
    }

    fn rounds(&mut self, game: &Merged, goal: Option<Goal>) -> Option<Rounds> {
        let section = game.sections.get(&SectionKind::Match)?;
        let (mut refill, mut unfilled, mut starter) = (None, Unfilled::Empty, None);
        let (mut remainders, mut over, mut points, mut leftover) = (vec![], vec![], vec![], None);
        let (mut filler, mut arranged, mut keep, mut gain) = (Filler::Each, None, None, None);
        let mut ends = false;
        for line in &section.lines {
            if let ContentNode::Refill(.., closed) = line.content {
                unfilled = closed;
            }
            match &line.content {
                ContentNode::Refill(RefillNode::Pits { territory: true, .. }, ..) | ContentNode::Gain(_)
                    if self.depth > 1 && !self.sown_around =>
                {
                    self.report(line.span, SectionProblem::OwnersOffPath);
                }
                ContentNode::Refill(RefillNode::Pits { .. } | RefillNode::Evenly, ..)
                | ContentNode::Gain(_)
                | ContentNode::LoserArranges { .. }
                    if self.plan.as_ref().is_some_and(Plan::is_shared) =>
                {
                    self.report(line.span, BoardProblem::RefillOfSharedRow);
                }
                ContentNode::Refill(RefillNode::Anew, ..) => {
                    refill = Some((self.clause(SectionKind::Match, line.span), Refill::Anew));
                }
                ContentNode::Refill(RefillNode::Evenly, by, _) => {
                    refill = Some((self.clause(SectionKind::Match, line.span), Refill::Evenly));
                    filler = *by;
                }
                ContentNode::LoserArranges { both, condition, when } => {
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
                    gain = number.map(|number| ((clause, number as u8), line.span));
                }
                ContentNode::Refill(RefillNode::Pits { seeds, territory, back }, by, _) => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let seeds = self.number_in(seeds, 1, self.most_seeds(), "the number of seeds in a pit");
                    let pits = |seeds| Refill::Pits { seeds, territory: *territory, back: *back };
                    refill = seeds.map(|seeds| (clause, pits(seeds)));
                    filler = *by;
                }
                ContentNode::Leftover(into) => {
                    leftover = Some((self.clause(SectionKind::Match, line.span), *into));
                }
                ContentNode::Starter(who) => {
                    starter = Some((self.clause(SectionKind::Match, line.span), *who));
                    self.needs_lot(*who == Starter::Lot, line);
                }
                ContentNode::Remainder { one, other, exchange } => {
                    let clause = self.clause(SectionKind::Match, line.span);
                    let places = [one.span, other.span];
                    let one = self.number_in(one, 0, self.most_seeds(), "a remainder");
                    let other = self.number_in(other, 0, self.most_seeds(), "a remainder");
                    self.needs_lot(*exchange == Exchange::Lot, line);
                    if one.is_some() && one == other && *exchange == Exchange::Cede {
                        self.report(places[0].to(places[1]), SectionProblem::NeitherCedes);
                    }
                    if let (Some(one), Some(other)) = (one, other) {
                        remainders.push((Remainder { clause, one, other, exchange: *exchange }, places));
                    }
                }
                ContentNode::Rule { condition, may, actions } => {
                    if let Some(span) = *may {
                        self.misplaced(span, RuleContext::Match, Misplaced::May);
                    }
                    if actions.iter().any(|action| action.value.counts_points()) {
                        let clause = self.clause(SectionKind::Match, line.span);
                        let condition = self.line_condition(condition.as_ref(), RuleContext::Match);
                        let scored = condition.zip(self.points(actions));
                        points.extend(scored.map(|(condition, number)| Points { clause, condition, number }));
                        continue;
                    }
                    ends = true;
                    over.extend(self.end_clause(condition.as_ref(), actions, line.span, RuleContext::Match, goal));
                }
                _ => {}
            }
        }
        for (lacks, word, missing) in
            [(refill.is_none(), "refill", Missing::Refill), (starter.is_none(), "starter", Missing::Starter)]
        {
            if lacks && !section.lines.iter().any(|line| line.name() == Some(word)) {
                self.report(section.head, missing);
            }
        }
        if !ends {
            self.report(section.head, Missing::MatchEnd);
        }
        let (clause, refill) = refill?;
        let anew = refill == Refill::Anew;
        if let Some((setup, span)) = &arranged
            && (anew || setup.both && filler != Filler::LoserForBoth)
        {
            self.report(*span, SectionProblem::LoserCannotArrange { anew });
        }
        if let Some((_, span)) = keep.as_ref().filter(|_| anew) {
            self.report(*span, SectionProblem::NoPitKeepsSeeds);
        }
        if let (Some((_, span)), Refill::Pits { territory: true, .. }) = (&gain, refill) {
            self.report(*span, SectionProblem::OwnersBySeeds);
        }
        let (arranged, keep) = (arranged.map(|(setup, _)| setup), keep.map(|(keep, _)| keep));
        let most_left = refill.seeds().unwrap_or(0);
        for (remainder, places) in &remainders {
            for (number, span) in [remainder.one, remainder.other].into_iter().zip(*places) {
                if number >= most_left {
                    self.report(span, SectionProblem::RemainderFillsPit { remainder: number, pit: most_left });
                }
            }
        }
        let remainders = remainders.into_iter().map(|(remainder, _)| remainder).collect();
        let (starter_by, starter) = starter?;
        Some(Rounds {
            clause,
            refill,
            filler,
            arranged,
            keep,
            gain: gain.map(|(gain, _)| gain),
            remainders,
            leftover,
            unfilled,
            points,
            starter,
            starter_by,
            over,
        })
    }

    /// The points that a line of `match` gives, or `None` inside for the player's surplus of seeds over the opponent.
    fn points(&mut self, actions: &[Spanned<ActionNode>]) -> Option<Option<u16>> {
        use CounterChange::{Add, Subtract};
        use SummandNode::{Number, Of};
        use Whose::{Opponent, Own};
        let counted = actions.iter().map(|action| match &action.value {
            ActionNode::Count { change, by, whose: Own, .. } if action.value.counts_points() => Some((*change, by)),
            _ => None,
        });
        let is_store = |place: &Spanned<PlaceNode>, of| place.value == PlaceNode::Store(of);
        match counted.collect::<Vec<_>>()[..] {
            [Some((Add, Number(number)))] => self.number_in(number, 1, 1000, "the number of points").map(Some),
            [Some((Add, Of(won))), Some((Subtract, Of(lost)))] if is_store(won, Own) && is_store(lost, Opponent) => {
                Some(None)
            }
            _ => {
                let span = actions.iter().map(|action| action.span).reduce(Span::to)?;
                self.misplaced(span, RuleContext::Match, Misplaced::CountedPoints);
                None
            }
        }
    }

    fn needs_lot(&mut self, needs: bool, line: &LineNode) {
        if needs && !self.has_lot {
            // A missing line is reported once.
            self.has_lot = true;
            self.report(line.span, SectionProblem::NoLot);
        }
    }

    fn lot(&mut self, game: &Merged) -> Option<Lot> {
        let (name, written, span) = game.lines(SectionKind::Match).find_map(|line| match &line.content {
            ContentNode::Lot { name, beats } => Some((name, beats, line.span)),
            _ => None,
        })?;
        let clause = self.clause(SectionKind::Match, span);
        let (mut signs, mut beats): (Vec<String>, Vec<(usize, usize)>) = (vec![], vec![]);
        let most = limits::MAX_SIGNS;
        // More of them decide a pair again.
        for Spanned { value: [winner, loser], span } in written.iter().take(most * most) {
            let mut number = |name: &String| match signs.iter().position(|sign| sign == name) {
                Some(known) => known,
                None => {
                    signs.push(name.clone());
                    signs.len() - 1
                }
            };
            let pair = (number(winner), number(loser));
            if signs.len() > most {
                self.report(*span, SectionProblem::TooManySigns { most });
                return None;
            }
            if pair.0 == pair.1 {
                self.report(*span, SectionProblem::BeatsItself { sign: winner });
            } else if let Some(first) = beats.iter().position(|&(a, b)| (a, b) == pair || (b, a) == pair) {
                self.report(*span, SectionProblem::DecidedTwice { winner, loser, first: written[first].span });
            }
            beats.push(pair);
        }
        for a in 0..signs.len() {
            for b in a + 1..signs.len() {
                if !beats.contains(&(a, b)) && !beats.contains(&(b, a)) {
                    self.report(span, SectionProblem::Undecided { one: &signs[a], other: &signs[b] });
                }
            }
        }
        Some(Lot { clause, name: name.clone(), signs, beats })
    }
}

/// The line `win most seeds`: the mark that counts, the number that ends the round, and its place.
pub(super) fn win_line(game: &Merged) -> Option<(Option<&NameNode>, Option<&AmountNode>, Span)> {
    game.lines(SectionKind::End).find_map(|line| match &line.content {
        ContentNode::MostSeeds { counted, at } => Some((counted.as_ref(), at.as_ref(), line.span)),
        _ => None,
    })
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
