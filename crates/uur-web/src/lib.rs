//! The workbench: what a page that writes and plays games asks, and the answers, both as JSON.
//!
//! [`Workbench::ask`] turns the text of a question into the text of an answer. The page owns the state: the text
//! of the rules, the values of parameters, and the steps of the game. Every question has all of it, so that any
//! workbench can answer any question; a workbench only remembers the last few games, searches and series to answer
//! faster. It has no clock; files and threads it has from its [`Surroundings`].
//!
//! `README.md` of this package describes every question and its answer.

mod designing;
mod failure;
mod learning;
mod library;
mod opened;
mod opening;
mod position;
mod problem;
mod question;
mod series;
mod state;
mod surroundings;
mod table;
mod tested;
mod thinking;
mod told;
mod why;

use serde::Serialize;
use serde_json::json;
use uur::picture::{Theme, style_sheet};
use uur_lab::lab::perft;
use uur_pages::sheet;

use designing::{RunningDesign, WishesAnswer};
use failure::Failure;
use opened::Opened;
use opening::OpenAnswer;
use question::{DesignData, GameSoFar, Question, RulesText, SeriesData, StudyData};
use series::{RunningSeries, RunningStudy, RunningSweep};
use state::GameAnswer;
use thinking::Thinking;
use uur_lab::exercises::PuzzleRun;
use uur_lab::review::ReviewRun;

pub use surroundings::Surroundings;

/// The longest question in bytes.
const MOST_ASKED: usize = 4 << 20;

/// Answers questions about games, and remembers the last few games.
///
/// ```
/// let mut workbench = uur_web::Workbench::default();
/// let answer = workbench.ask(r#"{"ask": "game", "game": {"rules": {"name": "oware"}, "steps": ["C"]}}"#);
/// assert!(answer.contains(r#""said":"South C: 4 seeds to a. North to move.""#));
/// ```
#[derive(Debug, Default)]
pub struct Workbench {
    opened: Opened,
    search: Work<(GameSoFar, String, bool, u64), Thinking>,
    review: Work<GameSoFar, ReviewRun>,
    puzzle: Work<(RulesText, u64), PuzzleRun>,
    series: Work<(RulesText, SeriesData), RunningSeries>,
    sweep: Work<(RulesText, Vec<String>, SeriesData), RunningSweep>,
    study: Work<(RulesText, StudyData), RunningStudy>,
    design: Work<DesignData, RunningDesign>,
}

/// Work that is done in slices, and what it was asked for.
type Work<K, T> = Option<(K, T)>;

/// Returns the work that was begun for the same question, or begins it.
fn begun<K: PartialEq, T>(
    work: &mut Work<K, T>,
    asked: K,
    begin: impl FnOnce(&K) -> Result<T, Failure>,
) -> Result<&mut T, Failure> {
    match work.take() {
        Some((known, done)) if known == asked => Ok(&mut work.insert((known, done)).1),
        _ => {
            let done = begin(&asked)?;
            Ok(&mut work.insert((asked, done)).1)
        }
    }
}

impl Workbench {
    /// A workbench that reads rules in these surroundings.
    pub fn within(surroundings: Surroundings) -> Workbench {
        Workbench { opened: Opened::within(surroundings), ..Workbench::default() }
    }

    /// Answers a question. What cannot be answered has an answer `{"error": {"code", "message"}}`.
    pub fn ask(&mut self, question: &str) -> String {
        self.answer(question).unwrap_or_else(|failure| written(&json!({ "error": failure })))
    }

    fn answer(&mut self, question: &str) -> Result<String, Failure> {
        if question.len() > MOST_ASKED {
            return Err(Failure::new("limit", format!("a question has at most {} MiB", MOST_ASKED >> 20)));
        }
        let question = Question::read(question).map_err(|error| Failure::new("question", error.to_string()))?;
        let Workbench { opened, search, review, puzzle, series, sweep, study, design } = self;
        Ok(match question {
            Question::Open { rules } => match opened.rules(&rules)? {
                Ok(game) => written(&OpenAnswer::of(&game)),
                Err(found) => written(&OpenAnswer::of_problems(&found)),
            },
            Question::Game { game, view, log_from } => written(&GameAnswer::of(opened.line(&game)?, view, log_from)),
            Question::Events { game, step, first, most, view } => {
                let line = opened.line(&game)?.now();
                let turn = step.checked_sub(1).and_then(|number| line.turns().get(number));
                let turn = turn.ok_or_else(|| Failure::new("step", format!("step {step} was not played")))?;
                written(&told::events(line.game(), step, turn, (first, most), view))
            }
            Question::WhyNot { game, text, pit } => written(&why::why_not(opened.line(&game)?.now(), text, pit)?),
            Question::Best { game, level, all, seed, slice } => {
                let begin = |(game, level, all, seed): &(GameSoFar, String, bool, u64)| {
                    Thinking::new(opened.line(game)?.now(), level, *all, *seed)
                };
                let thinking = begun(search, (game, level, all, seed), begin)?;
                thinking.go_on(slice);
                written(&thinking.answer())
            }
            Question::Review { game, nodes, slice } => {
                let begin = |game: &GameSoFar| learning::review(opened.line(game)?.now());
                written(&learning::review_on(begun(review, game, begin)?, nodes, slice.unwrap_or(1)))
            }
            Question::Quiz { rules, number, seed } => {
                written(&json!({ "exercises": learning::questions(&opened.game(&rules)?, number, seed)? }))
            }
            Question::Puzzle { rules, seed, nodes, slice } => {
                let begin = |(rules, seed): &(RulesText, u64)| learning::puzzle(&opened.game(rules)?, *seed);
                written(&learning::puzzle_on(begun(puzzle, (rules, seed), begin)?, nodes, slice.unwrap_or(1)))
            }
            Question::Simulate { rules, series: asked, slice } => {
                let begin = |(rules, asked): &(RulesText, SeriesData)| {
                    RunningSeries::new(opened.game(rules)?, asked, &opened.surroundings)
                };
                written(&begun(series, (rules, asked), begin)?.answer(slice))
            }
            Question::Sweep { rules, params, series: asked, slice } => {
                let begin = |(rules, params, asked): &(RulesText, Vec<String>, SeriesData)| {
                    RunningSweep::new(rules, params, asked)
                };
                written(&begun(sweep, (rules, params, asked), begin)?.answer(opened, slice)?)
            }
            Question::Study { rules, study: asked, slice } => {
                let begin = |(rules, asked): &(RulesText, StudyData)| {
                    RunningStudy::new(opened.game(rules)?, asked, &opened.surroundings)
                };
                written(&begun(study, (rules, asked), begin)?.answer(slice))
            }
            Question::Wishes {} => written(&WishesAnswer::all()),
            Question::Design { design: asked, round, tried, most } => {
                let begin = |asked: &DesignData| RunningDesign::new(asked, opened);
                written(&begun(design, asked, begin)?.go_on(round, tried, most)?)
            }
            Question::Assay { assay, rules } => {
                written(&json!({ "tried": designing::assayed(&assay, &rules, &opened.surroundings) }))
            }
            Question::Finish { rules } => {
                written(&json!({ "text": designing::with_tests(&rules, &opened.surroundings)? }))
            }
            Question::Perft { game, depth } => {
                let line = opened.line(&game)?.now();
                let sequences = perft(&line.game().program, line.position(), depth);
                written(&json!({ "sequences": sequences }))
            }
            Question::Test { rules } => written(&tested::test(&*opened.game(&rules)?)),
            Question::MakeTest { game, title, last } => {
                written(&json!({ "text": tested::make_test(opened.line(&game)?, &title, last)? }))
            }
            Question::Explain { rules, lines, side } => {
                written(&library::explain(&*opened.game(&rules)?, lines, side.map(Into::into)))
            }
            Question::Page { word } => written(&json!({ "text": library::page(&word)? })),
            Question::Board { game, view, theme } => {
                written(&json!({ "svg": library::picture(opened.line(&game)?.now(), view, theme) }))
            }
            Question::Sheet { rules } => written(&json!({ "html": sheet(&*opened.game(&rules)?) })),
            Question::Replay { game } => written(&json!({ "html": library::replay_page(opened.line(&game)?.now())? })),
            Question::Playable { game } => {
                let library = opened.surroundings.library.clone();
                written(&json!({ "html": library::playable_page(&game.steps, opened.line(&game)?.now(), &*library) }))
            }
            Question::List { first, most, pictures } => written(&library::list(first, most, pictures)),
            Question::Similar { rules, most } => written(&library::similar(&*opened.game(&rules)?, most)),
            Question::Template(template) => written(&json!({ "text": library::template(&template)? })),
            Question::Draw { game, seed } => {
                written(&json!({ "step": library::draw(opened.line(&game)?.now(), seed)? }))
            }
            Question::Read { text } => written(&library::read(&text)?),
            Question::Record { game, table } => {
                let line = opened.line(&game)?;
                let record = table.put_into(line.record(&game.rules.name))?;
                let elsewhere = library::elsewhere(line.now(), &record);
                written(&json!({ "text": record.write(), "line": record.write_line(), "elsewhere": elsewhere }))
            }
            Question::Style { narrow } => written(&json!({ "css": style_sheet(Theme::Auto, narrow.as_deref()) })),
        })
    }
}

/// An answer as JSON, which it is by itself: a value in between would be slower, and more code for each answer.
fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers have only texts as keys")
}
