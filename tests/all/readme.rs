//! The README, whose every statement has a test where that is possible.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;

use uur::markup::shown;
use uur::variants;

use crate::command::output;
use crate::console::printed;
use crate::manual::{blocks_of, faults};

/// The game of the picture and of the workbench, by name and moves.
const SHOWN_GAME: &str = "kalah";
const SHOWN_MOVES: &str = "E a A";

fn readme() -> String {
    fs::read_to_string("README.md").expect("it can be read")
}

#[test]
fn the_readme_is_short_and_its_figures_are_right() {
    let page = readme();
    let words = page.split_whitespace().count();
    assert!((700..=1000).contains(&words), "it has {words} words");
    let games = format!("\n{} games are shipped", variants::names().count());
    assert!(page.contains(&games), "it does not say `{}`", games.trim());
    let rust = format!("version {} or later", env!("CARGO_PKG_RUST_VERSION"));
    assert!(page.contains(&rust), "it does not say `{rust}`");
    for name in variants::names() {
        let text = variants::source(name).expect("it is shipped").text;
        let cited = text.lines().filter_map(|line| line.trim_start().strip_prefix("source \"")).collect::<Vec<_>>();
        let is_cited =
            |source: &str| !source.starts_with("none") || source.starts_with("none: designed with uur design");
        assert!(!cited.is_empty() && cited.iter().all(|source| is_cited(source)), "{name}: {cited:?}");
    }
}

#[test]
fn the_game_of_the_readme_is_sound() {
    let page = readme();
    let game = blocks_of(&page, "text").find(|text| text.starts_with("language")).expect("it shows a game");
    faults(&game, true).unwrap_or_else(|why| panic!("{why}"));
}

/// The first doc test of the library shows the same, with hidden lines.
#[test]
fn the_code_of_the_readme_is_that_of_the_library() {
    let page = readme();
    let shown: Vec<String> = blocks_of(&page, "rust").collect();
    let library = include_str!("../../crates/uur/src/lib.rs");
    let lines = library.lines().map(|line| line.trim_start_matches("//!"));
    let code = lines.skip_while(|line| *line != " ```").skip(1).take_while(|line| *line != " ```");
    let tested = code.filter(|line| !line.starts_with(" # ")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    assert_eq!(shown, [tested.fold(String::new(), |code, line| code + line + "\n")]);
}

/// The table of commands at the prompt.
#[test]
fn the_commands_of_the_readme_are_commands() {
    let page = readme();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let commands: String =
        rows.map(|(words, _)| format!("{}\n", words.replace(['`'], "").replace(", ", "\n"))).collect();
    assert!(commands.lines().count() >= 8, "{commands}");
    let (answer, code) = printed("uur play oware --plain", &format!("C\n{commands}"));
    assert_eq!(code, Some(0), "{answer}");
}

/// The colours of a terminal: paper, edge, text, faint text, and text that stands out.
const LIGHT: [&str; 5] = ["#f6f8fa", "#d1d9e0", "#1f2328", "#59636e", "#0a58a6"];
const DARK: [&str; 5] = ["#151b23", "#3d444d", "#f0f6fc", "#9198a1", "#86c5ff"];

/// The width of a picture, of a column, and the height of a line.
const WIDTH: u32 = 788;
const COLUMN: f64 = 8.4;
const LINE: u32 = 21;

/// Draws lines as a terminal whose upper edge lies at `top`, and returns its lower edge. Each line consists of texts,
/// which follow each other, with their classes.
fn terminal(svg: &mut String, top: u32, lines: &[Vec<(&str, String)>]) -> u32 {
    let height = LINE * lines.len() as u32 + 22;
    let (width, inner) = (WIDTH - 4, height - 4);
    let y = top + 2;
    let _ = writeln!(svg, "<rect class=\"paper\" x=\"2\" y=\"{y}\" width=\"{width}\" height=\"{inner}\" rx=\"10\"/>");
    for (number, line) in (0..).zip(lines) {
        let y = top + 26 + LINE * number;
        let columns: usize = line.iter().map(|(_, text)| text.chars().count()).sum();
        let length = COLUMN * columns as f64;
        let _ = write!(svg, "<text xml:space=\"preserve\" x=\"20\" y=\"{y}\" textLength=\"{length:.1}\">");
        for (class, text) in line {
            let _ = write!(svg, "<tspan class=\"{class}\">{}</tspan>", shown(text));
        }
        *svg += "</text>\n";
    }
    top + height
}

/// A board after a move, `why` below it, and the lines that it names.
fn why_picture(theme: &str, [paper, edge, text, faint, accent]: [&str; 5]) -> String {
    let drawn = output(&["board", SHOWN_GAME, "--moves", SHOWN_MOVES, "--theme", theme]);
    let drawn = String::from_utf8(drawn.stdout).expect("it is text");
    let (head, board) = drawn.split_once("viewBox=\"0 0 ").expect("it has a size");
    let (size, _) = board.split_once('"').expect("it has a size");
    let (width, height) = size.split_once(' ').expect("a width and a height");
    assert_eq!(width, WIDTH.to_string());
    let mut panels = String::new();

    let (answer, _) = printed(&format!("uur play '{SHOWN_GAME}; {SHOWN_MOVES}' --plain"), "why\n");
    let (_, why) = answer.split_once("> why\n").expect("it is answered");
    let mut cited: Vec<usize> = vec![];
    let mut lines = vec![vec![("accent", "> why".to_string())]];
    for line in why.lines() {
        let place = line.rfind(" line ").filter(|at| line[at + 6..].parse().map(|number| cited.push(number)).is_ok());
        let (event, place) = line.split_at(place.unwrap_or(line.len()));
        lines.push(vec![("plain", event.to_string()), ("accent", place.to_string())]);
    }
    let end = terminal(&mut panels, height.parse::<u32>().expect("a number") + 6, &lines);

    let rules = variants::source(SHOWN_GAME).expect("it is shipped").text;
    let from = cited.iter().min().expect("lines are cited");
    let most = *cited.iter().max().expect("lines are cited");
    let closes = |(number, line): &(usize, &str)| *number >= most && *line == "}";
    let numbered = || rules.lines().enumerate().map(|(at, line)| (at + 1, line));
    let to = numbered().find(closes).expect("the section ends").0;
    let mut lines = vec![vec![("faint", format!("variants/{SHOWN_GAME}.uur"))]];
    lines.extend(numbered().filter(|(number, _)| (*from..=to).contains(number)).map(|(number, line)| {
        let class = if cited.contains(&number) { "accent" } else { "faint" };
        vec![(class, format!("{number}  {line}"))]
    }));
    let end = terminal(&mut panels, end + 8, &lines);

    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {end}\" role=\"img\" lang=\"en\">\n<style>\n\
         text{{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;font-size:14px}}\n\
         .paper{{fill:{paper};stroke:{edge};stroke-width:1}}\n.plain{{fill:{text}}}\n.faint{{fill:{faint}}}\n\
         .accent{{fill:{accent};font-weight:600}}\n</style>\n{head}width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {board}\
         {panels}</svg>\n"
    )
}

/// `UPDATE_MANUAL=1` draws them anew.
#[test]
fn the_pictures_of_the_readme_show_what_is_printed() {
    for (name, colours) in [("light", LIGHT), ("dark", DARK)] {
        let path = format!("docs/pictures/why-{name}.svg");
        let picture = why_picture(name, colours);
        crate::markup::check_xml(&picture).unwrap_or_else(|problem| panic!("{problem}"));
        if std::env::var_os("UPDATE_MANUAL").is_some() {
            fs::write(&path, &picture).expect("the picture can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == picture, "{path} is not what is printed: UPDATE_MANUAL=1 draws it anew");
        // `tests/browser/pictures.mjs` takes these.
        let photo = fs::read(format!("docs/pictures/workbench-{name}.webp")).expect("there is a picture");
        assert!(photo.starts_with(b"RIFF") && &photo[8..12] == b"WEBP" && photo.len() < 100_000, "{name}");
    }
}
