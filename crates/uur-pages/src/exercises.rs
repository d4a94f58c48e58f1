//! A booklet of exercises: to be solved in a browser by pressing an answer, or on paper with the solutions at the back.

use uur::game::Game;
use uur::markup::shown;
use uur_lab::exercises::{Exercise, signs_of};

use crate::{HtmlDocument, POLICY, figure, isolated, written_by};

/// Tells whether the pressed answer is right, and then why.
const SCRIPT: &str = "document.body.classList.add('live');\
for(const one of document.querySelectorAll('.exercise')){\
const said=one.querySelector('[role=status]'),why=one.querySelector('.why');\
one.addEventListener('click',({target})=>{\
if(!target.matches('button'))return;\
const right=target.dataset.right==='yes';\
target.classList.add(right?'right':'wrong');\
said.textContent=right?'Right. ':'Not this one: try again.';\
why.hidden=!right})}";

/// Returns the booklet. `what` are the exercises, such as `puzzles`.
pub fn booklet(game: &Game, what: &str, exercises: &[Exercise]) -> String {
    let title = format!("{}: {what}", game.rules.about.name);
    let tasks: String = exercises.iter().enumerate().map(|(at, exercise)| task(game, at + 1, exercise)).collect();
    let solutions: String = exercises
        .iter()
        .map(|exercise| format!("<li><b>{}</b>. {}</li>\n", shown(&exercise.answer), shown(&exercise.why)))
        .collect();
    let signs = Some(signs_of(exercises)).filter(|signs| !signs.is_empty());
    let signs = signs.map_or(String::new(), |signs| format!("<p>{}</p>\n", shown(&signs)));
    let body = format!(
        "<main>\n<h1>{}</h1>\n<p class=\"written\">{}</p>\n{}<div class=\"exercises\">\n{tasks}</div>\n\
         <section class=\"solutions\">\n<h2>Solutions</h2>\n<ol>\n{solutions}</ol>\n</section>\n</main>\n\
         <script nonce=\"uur\">{SCRIPT}</script>\n",
        isolated(&title),
        written_by(game),
        signs,
    );
    HtmlDocument {
        title: &title,
        class: "booklet",
        policy: POLICY,
        narrow: Some("(max-width: 583px)"),
        style: String::new(),
        head: String::new(),
        body,
    }
    .html()
}

fn task(game: &Game, number: usize, exercise: &Exercise) -> String {
    let level = exercise.level.map_or(String::new(), |level| format!(" <small>({level})</small>"));
    let button = |choice: &String| {
        let right = if *choice == exercise.answer { "yes" } else { "no" };
        format!("<button type=\"button\" data-right=\"{right}\">{}</button>\n", shown(choice))
    };
    let choices: String = exercise.choices.iter().map(button).collect();
    format!(
        "<section class=\"exercise\" aria-label=\"{number}\">\n<h2>{number}.{level}</h2>\n{}<p>{}</p>\n\
         <p class=\"choices\">{choices}</p>\n<p><span role=\"status\"></span><span class=\"why\" hidden>{}</span></p>\n</section>\n",
        figure("small", game, &exercise.at, None, ""),
        shown(&exercise.question),
        shown(&exercise.why),
    )
}
