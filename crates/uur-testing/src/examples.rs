//! Runs the examples of a rule file: a position or the start, moves, and expectations.

use super::resolve::{self, ResolveError, first_word, set_wrong, settings};
use uur::check::Settings;
use uur::diagnostic::Diagnostics;
use uur::engine::{Event, Mark, Move, Observer, PlayError, Position, standing};
use uur::explain::{events, refusal, trace};
use uur::game::Game;
use uur::match_play::{Match, NextStep, Step};
use uur::notation::{pit_name, read_move, source_argument, write_move, write_position};
use uur::render::{Style, board};
use uur::rules::{Side, Whose};
use uur::source::{Span, Spanned};
use uur::syntax::ast::{ExampleLineNode, ExampleNode, ExpectationNode, NameNode};
use uur::text_layout::wrap;
use uur_lab::coverage::Coverage;

/// The failure of an example.
#[derive(Debug, Clone)]
pub struct ExampleFailure {
    /// The expectation, move or text that fails.
    pub span: Span,
    /// What the example expects.
    pub expected: String,
    /// The actual value.
    pub got: String,
    /// Details for debugging: the trace of the last move, the board, and a command that reproduces it. The text has to
    /// be wrapped by [`wrap`].
    pub details: String,
}

/// Runs an example of a game's file.
///
/// # Errors
/// The first expectation that fails, or the problem of the game under the example's parameters.
pub fn run(game: &Game, example: &ExampleNode, coverage: &mut Coverage) -> Result<(), Box<ExampleFailure>> {
    let settings = settings(example);
    if settings.is_empty() {
        return ExampleRunner::new(game, settings).run(example, coverage);
    }
    match game.with_settings(&settings) {
        // Clauses have the same ids under all parameters, so coverage adds up.
        Ok(under) => ExampleRunner::new(&under, settings).run(example, coverage),
        Err(Diagnostics { problems, .. }) => {
            let first = problems.first();
            Err(Box::new(ExampleFailure {
                span: set_wrong(game, example),
                expected: "a game under these parameters".into(),
                got: first.map_or(String::new(), |problem| problem.message.clone()),
                details: first.map_or(String::new(), |problem| problem.help.join("\n")),
            }))
        }
    }
}

/// An example in progress.
struct ExampleRunner<'a> {
    game: &'a Game,
    settings: Settings,
    played: Match,
    last: Option<(Position, Move)>,
    /// The events at the start of the game or round, or of a position in which it is over.
    opened: Vec<Event>,
    /// The events of the last step.
    events: Vec<Event>,
}

type ExpectResult = Result<(), Box<ExampleFailure>>;

impl<'a> ExampleRunner<'a> {
    fn new(game: &'a Game, settings: Settings) -> Self {
        let played = Match::new(&game.program);
        let mut opened = vec![];
        game.program.begin_turn(&mut game.program.fresh(), &mut opened);
        ExampleRunner { game, settings, played, last: None, opened, events: vec![] }
    }

    fn run(mut self, example: &ExampleNode, coverage: &mut Coverage) -> ExpectResult {
        let first = example.lines.iter().find(|line| !matches!(line.value, ExampleLineNode::With(..)));
        if !first.is_some_and(|line| matches!(line.value, ExampleLineNode::Position(_))) {
            self.opened.iter().for_each(|&event| coverage.event(event));
        }
        for line in &example.lines {
            match &line.value {
                ExampleLineNode::With(..) => {}
                ExampleLineNode::Position(text) => {
                    let mut opened = vec![];
                    let position = self.position(text, &mut opened)?;
                    (self.last, self.opened, self.events) = (None, opened, vec![]);
                    self.played = Match::observed_from(&self.game.program, position, &mut self.opened);
                    self.opened.iter().for_each(|&event| coverage.event(event));
                }
                ExampleLineNode::Play(turns) => {
                    for turn in turns {
                        self.play(turn, coverage)?;
                    }
                }
                ExampleLineNode::Expect(all) => {
                    for expected in all {
                        self.expect(expected, coverage)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn fails<T>(
        &self,
        span: Span,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Result<T, Box<ExampleFailure>> {
        Err(Box::new(ExampleFailure { span, expected: expected.into(), got: got.into(), details: self.details(None) }))
    }

    /// Fails unless an expectation is met.
    fn check(&self, met: bool, span: Span, expected: impl Into<String>, got: impl Into<String>) -> ExpectResult {
        if met { Ok(()) } else { self.fails(span, expected, got) }
    }

    fn cannot_read<T>(&self, misread: ResolveError) -> Result<T, Box<ExampleFailure>> {
        self.fails(misread.span, misread.expected.clone(), misread.got())
    }

    /// Returns the trace of the last move, the board, and a command that replays this or a rejected move.
    fn details(&self, refused: Option<&NameNode>) -> String {
        let game = self.game;
        let position = &self.played.position;
        let mut details =
            self.last.map_or(String::new(), |(before, m)| trace(game, &before, m, &events(game, &before, m)));
        details += &board(game, position, Style::default());
        let set: String = self.settings.iter().map(|(name, value)| format!(" --set {name}={value}")).collect();
        let game_as_set = format!("{}{set}", source_argument(&game.sources[0]));
        let played = match (refused, &self.last) {
            (Some(turn), _) => Some((*position, turn.value.clone())),
            (None, Some((before, m))) => Some((*before, write_move(&game.program, *m))),
            (None, None) => None,
        };
        details
            + &match played {
                Some((before, m)) => {
                    let from = write_position(game, &before);
                    format!("see it: uur replay {game_as_set} --from \"{from}\" --moves \"{m}\" --trace\n")
                }
                None => format!("see it: uur play {game_as_set} --from \"{}\"\n", write_position(game, position)),
            }
    }

    fn position(&self, text: &NameNode, observer: &mut impl Observer) -> Result<Position, Box<ExampleFailure>> {
        resolve::position(self.game, text, observer).or_else(|misread| self.cannot_read(misread))
    }

    fn turn(&self, turn: &NameNode) -> Result<Step, Box<ExampleFailure>> {
        resolve::step(self.game, self.played.position.to_move, turn).or_else(|misread| self.cannot_read(misread))
    }

    fn play(&mut self, turn: &NameNode, coverage: &mut Coverage) -> ExpectResult {
        self.opened.clear();
        if self.played.due == NextStep::Round {
            self.played.next_round(&self.game.program, &mut self.opened);
        }
        let step = self.turn(turn)?;
        let before = self.played.position;
        let taken = self.played.step_recorded(&self.game.program, step);
        let mut events = taken.map_err(|error| ExampleFailure {
            span: turn.span,
            expected: "a step that can be taken".into(),
            got: uur::explain::step_error(self.game, &self.played, step, error),
            details: self.details(Some(turn)),
        })?;
        // The last lot before a round opens it, so that the filled pits can be expected.
        if matches!(step, Step::Lot(_)) {
            self.played.next_round(&self.game.program, &mut events);
        }
        for &event in self.opened.iter().chain(&events) {
            coverage.event(event);
        }
        self.events = events;
        self.last = match step {
            Step::Move(m) => Some((before, m)),
            Step::Lot(_) | Step::Arrange(_) => None,
        };
        Ok(())
    }

    /// The position that was played, without what one that is expected need not say and does not.
    fn as_far_as_said(&self, text: &str, wanted: &Position) -> Position {
        let parts: Vec<&str> = text.split(';').filter_map(|part| part.split_whitespace().next()).collect();
        let mut found = Position { outcome: wanted.outcome, ..self.played.position };
        let (memory, unsaid) = (&mut found.memory, &wanted.memory);
        fn keep<T: Copy>(found: &mut T, unsaid: &T, is_said: bool) {
            if !is_said {
                *found = *unsaid;
            }
        }
        let is_said = |word: &str| parts.contains(&word);
        keep(&mut found.points, &wanted.points, is_said("points"));
        keep(&mut found.ply, &wanted.ply, is_said("move"));
        keep(&mut found.last, &wanted.last, is_said("last"));
        keep(&mut found.territory, &wanted.territory, is_said("territory"));
        keep(&mut found.ways, &wanted.ways, is_said("way"));
        keep(&mut memory.lifted, &unsaid.lifted, is_said("lifted"));
        keep(&mut memory.starter, &unsaid.starter, is_said("starter"));
        keep(&mut memory.bonus_turn, &unsaid.bonus_turn, is_said("bonus"));
        for (at, counter) in self.game.rules.counters.iter().enumerate() {
            keep(&mut memory.counters[at], &unsaid.counters[at], is_said(&counter.name));
        }
        found
    }

    fn expect(&self, expected: &Spanned<ExpectationNode>, coverage: &mut Coverage) -> ExpectResult {
        let span = expected.span;
        let position = &self.played.position;
        match &expected.value {
            ExpectationNode::ToMove(seat) => {
                let wanted = *seat;
                match self.played.due {
                    NextStep::Move(to_move) if to_move == wanted => Ok(()),
                    NextStep::Move(to_move) => self.fails(span, said(wanted, "to move"), said(to_move, "to move")),
                    _ => self.fails(span, said(wanted, "to move"), self.ending()),
                }
            }
            ExpectationNode::Position(text) => {
                let wanted = self.position(text, &mut ())?;
                let found = self.as_far_as_said(&text.value, &wanted);
                let written = |position: &Position| {
                    let text = write_position(self.game, position);
                    let is_silent = wanted.ply != found.ply && !text.contains("; move ");
                    if is_silent { format!("{text}; move {}", position.ply + 1) } else { text }
                };
                let (expected, got) = (written(&wanted), written(&found));
                self.check(found == wanted, text.span, expected, got).map_err(|failure| {
                    let details = self.ends_instead(&wanted) + &failure.details;
                    Box::new(ExampleFailure { details, ..*failure })
                })
            }
            ExpectationNode::Illegal(turn, by) => self.illegal(turn, by.as_ref(), coverage),
            ExpectationNode::MatchWon(seat) => {
                let (wanted, has_match) = (*seat, self.game.rules.rounds.is_some());
                let said = |winner: Option<Side>| {
                    winner.map_or("a drawn match".to_string(), |side| format!("{} wins the match", side.as_str()))
                };
                match self.played.due {
                    NextStep::Nothing(over) if has_match && over.winner == Some(wanted) => Ok(()),
                    NextStep::Nothing(over) if has_match => self.fails(span, said(Some(wanted)), said(over.winner)),
                    _ if has_match => self.fails(span, said(Some(wanted)), "the match goes on"),
                    _ => self.fails(span, said(Some(wanted)), "the game is not a match: it has no `match` section"),
                }
            }
            ExpectationNode::Result(winner, score) => {
                let wanted = winner.map_or("draw".to_string(), |seat| said(seat, "wins"));
                let wanted = score.map_or(wanted.clone(), |(one, other)| format!("{wanted} {one} to {other}"));
                let Some(outcome) = position.outcome else { return self.fails(span, wanted, "the round goes on") };
                let found = self.game.program.score(position);
                let first = outcome.winner.unwrap_or(Side::South);
                let said = [found[first], found[first.other()]];
                let same_score = score.is_none_or(|(one, other)| [one, other] == said);
                self.check(outcome.winner == *winner && same_score, span, wanted, self.ending())
            }
            ExpectationNode::By(name) => self.fired(name, span),
            last_move => match self.last {
                Some((before, _)) => self.expect_of_move(last_move, before.to_move, span),
                None => self.fails(span, "a move before it", "no move has been played"),
            },
        }
    }

    /// Checks an expectation about the last move.
    fn expect_of_move(&self, expected: &ExpectationNode, mover: Side, span: Span) -> ExpectResult {
        // Seeds of the opponent that go into the hand are captured, although they are sown on.
        let is_taken = |pit| self.game.program.owner(&self.played.position, pit) != mover;
        let captured = |to: Option<Side>| -> u16 {
            let of = |event: &Event| match *event {
                Event::Capture { seeds, to: receiver, .. } if receiver == to => u16::from(seeds),
                Event::Gather { pit, seeds, .. } if to == Some(mover) && is_taken(pit) => u16::from(seeds),
                _ => 0,
            };
            standing(&self.game.rules, &self.events).map(of).sum()
        };
        match expected {
            ExpectationNode::Gained(whose, wanted) => {
                let to = if *whose == Whose::Own { "" } else { " for opponent" };
                let found = captured(Some(whose.seen_by(mover)));
                let said = |seeds| format!("capture {seeds}{to}");
                self.check(found == *wanted, span, said(*wanted), said(found))
            }
            ExpectationNode::Gone(wanted) => {
                let found = captured(None);
                self.check(found == *wanted, span, format!("remove {wanted}"), format!("remove {found}"))
            }
            ExpectationNode::Marked(pits, mark) => self.marked(pits, mark, span),
            ExpectationNode::Bonus => {
                let bonus = self.events.iter().any(|event| matches!(event, Event::Bonus { .. }));
                self.check(bonus, span, "a bonus move", "none")
            }
            ExpectationNode::Endless => {
                let endless = self.events.iter().any(|event| matches!(event, Event::Endless { .. }));
                self.check(endless, span, "an endless move", "the move ends")
            }
            ExpectationNode::By(_)
            | ExpectationNode::ToMove(_)
            | ExpectationNode::Position(_)
            | ExpectationNode::Illegal(..)
            | ExpectationNode::MatchWon(_)
            | ExpectationNode::Result(..) => Ok(()),
        }
    }

    /// Checks that a line with this name fired in the last step.
    fn fired(&self, name: &NameNode, span: Span) -> ExpectResult {
        let clauses = self.opened.iter().chain(&self.events).filter_map(Event::acting_clause);
        let fired: Vec<String> = clauses.map(|clause| self.game.line_name(clause)).collect();
        if fired.iter().any(|line| is_called(line, &name.value)) {
            return Ok(());
        }
        resolve::line_called(self.game, name).or_else(|misread| self.cannot_read(misread))?;
        let mut lines: Vec<String> = vec![];
        for line in fired {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        self.fails(
            span,
            format!("the line `{}` fires", name.value),
            format!("the lines that fired: {}", lines.join(", ")),
        )
    }

    fn marked(&self, pits: &[NameNode], mark: &NameNode, span: Span) -> ExpectResult {
        let name = |pit| pit_name(&self.game.program, pit).to_string();
        let kind = |made: &Mark| &self.game.rules.marks[made.kind.0 as usize].name;
        let made = self.events.iter().filter_map(|event| match event {
            Event::Marked { pit, mark: Some(made), .. } if *kind(made) == mark.value => Some(name(*pit)),
            _ => None,
        });
        let mut found: Vec<String> = made.collect();
        found.sort_unstable();
        let mut wanted: Vec<String> = pits.iter().map(|pit| pit.value.clone()).collect();
        wanted.sort_unstable();
        let said = |pits: &[String]| format!("mark {} as {}", pits.join(" "), mark.value);
        let got = if found.is_empty() { format!("no pit is marked as {}", mark.value) } else { said(&found) };
        self.check(found == wanted, span, said(&wanted), got)
    }

    fn illegal(&self, turn: &NameNode, by: Option<&NameNode>, coverage: &mut Coverage) -> ExpectResult {
        let program = &self.game.program;
        let m = read_move(program, self.played.position.to_move, &turn.value)
            .or_else(|error| self.fails(turn.span, "a move on this board", error.to_string()))?;
        let text = write_move(program, m);
        let Err(error) = program.check(&self.played.position, m) else {
            return self.fails(turn.span, format!("{text} is illegal"), format!("{text} may be played"));
        };
        if let Some(clause) = error.clause() {
            coverage.count(clause, 1);
        }
        if matches!(error, PlayError::WhichWay(_) | PlayError::Undecided(..)) {
            let open = refusal(self.game, &self.played.position, m, error).0;
            return self.fails(turn.span, format!("{text} is illegal"), format!("the move is incomplete; {open}"));
        }
        let Some(by) = by else { return Ok(()) };
        resolve::line_called(self.game, by).or_else(|misread| self.cannot_read(misread))?;
        let name = error.clause().map(|clause| self.game.line_name(clause));
        let met = name.as_ref().is_some_and(|name| is_called(name, &by.value));
        let got = name.map(|name| format!("by `{name}`")).unwrap_or_else(|| {
            let reason = wrap(&uur::explain::move_error(self.game, &self.played.position, m, error), None);
            format!("no line forbids it: {}", reason.trim_end())
        });
        self.check(met, by.span, format!("{text} is illegal by `{}`", by.value), got)
    }

    /// Explains that the game, or only the expected position, is over; otherwise the empty string.
    fn ends_instead(&self, wanted: &Position) -> String {
        let position = &self.played.position;
        match (position.outcome, uur::explain::ending(self.game, wanted)) {
            (Some(outcome), _) => {
                let score = self.game.program.score(position);
                let first = outcome.winner.unwrap_or(Side::South);
                let seeds = match self.game.rules.goal {
                    Some(_) => format!(" {} to {}", score[first], score[first.other()]),
                    None => String::new(),
                };
                let result = outcome.winner.map_or("draw".to_string(), |winner| said(winner, "wins"));
                format!("the game is over ({})\nwrite `expect {result}{seeds}` instead\n", self.ending())
            }
            (None, Some(ending)) => {
                let to_move = said(wanted.to_move, "to move");
                format!("the game goes on, but the expected position with {to_move} is over: {ending}\n")
            }
            (None, None) => String::new(),
        }
    }

    fn ending(&self) -> String {
        uur::explain::ending(self.game, &self.played.position).unwrap_or_else(|| "the round goes on".into())
    }
}

/// Whether `by` may refer to a line by this name.
fn is_called(line: &str, name: &str) -> bool {
    first_word(line) == name
}

fn said(side: Side, what: &str) -> String {
    format!("{} {what}", side.as_str())
}
