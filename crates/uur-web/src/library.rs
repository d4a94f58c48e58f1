//! The answers about shipped games, rules in English, pictures and texts.

use serde::Serialize;
use uur::chance::Rng;
use uur::check::{Library, Settings};
use uur::diagnostic::count;
use uur::explain::{self, DocumentLayout};
use uur::foreign::{ForeignFormat, format_of, read_foreign, write_foreign};
use uur::game::Game;
use uur::game_play::{GamePlay, PlayedTurn};
use uur::likeness::{self, Likeness};
use uur::match_play::{NextStep, Step};
use uur::notation::ParseError;
use uur::notation::Record;
use uur::notation::reader::{self, Bare};
use uur::notation::write_steps;
use uur::picture::{PictureStyle, board};
use uur::rules::{Fact, Side};
use uur::source::{MAX_TEXT, escaped, spoils_title};
use uur::template::Template;
use uur::text_layout::PAGE_WIDTH;
use uur::variants;
use uur_pages::{MOST_REPLAYED, PageContent, PlayableParts, SAMPLE_ORIGIN, page as document, play_sample, playable};

use crate::failure::Failure;
use crate::question::{BoardView, TableData, ThemeName};

/// The games of a part of the list if the question does not say it.
const LISTED: usize = 20;

/// A part of the list of shipped games.
#[derive(Debug, Serialize)]
pub struct ListAnswer {
    /// The number of all games.
    pub total: usize,
    /// The first game that is listed, from 0.
    pub first: usize,
    /// The games.
    pub games: Vec<ListedGame>,
}

/// A shipped game.
#[derive(Debug, Serialize)]
pub struct ListedGame {
    /// The name by which it is opened.
    pub name: String,
    /// The name of the game.
    pub title: String,
    /// Other names.
    pub names: Vec<String>,
    /// Where the game is played, and by whom.
    pub region: Vec<String>,
    /// The countries and other places of that.
    pub places: Vec<String>,
    /// What is true of its rules: facts with their values, which are numbers or `1`.
    pub facts: Vec<(&'static str, u16)>,
    /// A picture of its start, if it is wanted.
    pub svg: Option<String>,
}

/// Lists shipped games.
pub fn list(first: usize, most: Option<usize>, pictures: bool) -> ListAnswer {
    let games = variants::names().skip(first).take(most.unwrap_or(LISTED)).filter_map(|name| {
        let game = Game::shipped(name)?;
        let style = PictureStyle { bare: true, compact: true, without_legend: true, ..PictureStyle::default() };
        let svg = pictures.then(|| board(&game, &game.program.start(), None, style));
        let facts = Fact::held(&game.rules).map(|(fact, value)| (fact.name, value)).collect();
        let about = game.rules.about;
        Some(ListedGame {
            name: name.to_string(),
            places: about.places(),
            title: about.name,
            names: about.names,
            region: about.region,
            facts,
            svg,
        })
    });
    ListAnswer { first, games: games.collect(), total: variants::names().count() }
}

/// The page on which a game can be played on. The player to move is a person, and the other the computer.
pub fn playable_page(steps: &[String], line: &GamePlay, library: Library) -> String {
    let game = &**line.game();
    let computer = match line.due() {
        NextStep::Move(side) if !game.program.is_single_player() => Some(side.other()),
        _ => None,
    };
    // No text of an author contains these.
    let [pane, style, script, engine, notices] =
        ["<!--pane-->", "<!--style-->", "<!--script-->", "<!--engine-->", "<!--notices-->"];
    let parts = PlayableParts { pane, style, script, engine, notices };
    playable(game, library, &steps[..line.turns().len()], computer, parts)
}

/// The shipped games whose rules are most similar to those of a game.
#[derive(Debug, Serialize)]
pub struct SimilarAnswer {
    /// The most similar first.
    pub similar: Vec<Likeness>,
}

/// Compares a game with the shipped games.
pub fn similar(game: &Game, most: Option<usize>) -> SimilarAnswer {
    let shipped: Vec<_> = variants::names().filter_map(|name| Some((name, Game::shipped(name)?.rules))).collect();
    let mut similar = likeness::nearest(game, shipped.iter().map(|(name, rules)| (*name, rules)));
    similar.truncate(most.unwrap_or(LISTED));
    SimilarAnswer { similar }
}

/// Writes a rule file to begin with.
///
/// # Errors
/// If the answers do not go together, or the title cannot stand in a rule file.
pub fn template(template: &Template) -> Result<String, Failure> {
    let refused = |(message, help)| Failure { help: Some(help), ..Failure::new("question", message) };
    template.check().map_err(refused)?;
    if template.title.trim().is_empty() || template.title.contains(spoils_title) {
        let help = "write letters, digits and blanks".to_string();
        return Err(refused((format!("`{}` is not the name of a game", escaped(&template.title)), help)));
    }
    Ok(template.text())
}

/// The rules of a game in English.
#[derive(Debug, Serialize)]
pub struct ExplainAnswer {
    /// The name of the game.
    pub title: String,
    /// What kind of game it is, as HTML.
    pub summary: String,
    /// The sections.
    pub sections: Vec<SectionData>,
}

/// A section of the rules in English.
#[derive(Debug, Serialize)]
pub struct SectionData {
    /// A word for the section.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// The section with its heading, as HTML.
    pub html: String,
}

/// Tells the rules of a game, to one player if that is wanted.
pub fn explain(game: &Game, lines: bool, side: Option<Side>) -> ExplainAnswer {
    let rules = explain::rule_text(game, side);
    let layout = DocumentLayout { lines, ..DocumentLayout::default() };
    let section = |section: &explain::Section| SectionData {
        id: section.id.as_str(),
        title: section.title.clone(),
        html: section.html(layout),
    };
    ExplainAnswer {
        summary: rules.summary_html(),
        sections: rules.sections.iter().map(section).collect(),
        title: rules.title,
    }
}

/// The page on a word of the language or on a code.
///
/// # Errors
/// If there is no such page.
pub fn page(word: &str) -> Result<String, Failure> {
    explain::page(word, PAGE_WIDTH).ok_or_else(|| {
        let meant = explain::suggestion(word, variants::names()).map(|meant| format!("did you mean `{meant}`?"));
        Failure::new("name", format!("there is no page on `{word}`")).help(meant.unwrap_or_default())
    })
}

/// A picture of the end of a line of play, with its own style sheet.
pub fn picture(line: &GamePlay, view: BoardView, theme: ThemeName) -> String {
    let style = PictureStyle { bare: false, theme: theme.into(), ..view.style() };
    board(line.game(), line.position(), line.turns().last().and_then(PlayedTurn::drawn), style)
}

/// A step that chance decides.
///
/// # Errors
/// If no lot is due and no seeds may be laid out.
pub fn draw(line: &GamePlay, seed: u64) -> Result<String, Failure> {
    let (game, played) = (line.game(), line.as_match());
    let mut chance = Rng::for_game(seed, 0);
    let may_begin_with_lot = played.may_begin_with_lot && matches!(played.due, NextStep::Move(_));
    let step = match played.due {
        NextStep::Lot(_) => Some(Step::Lot(Side::BOTH[chance.below(2)])),
        NextStep::Move(_) => played.random_setup(&game.program, &mut chance),
        NextStep::Round | NextStep::Nothing(_) => None,
    };
    let step = step.or_else(|| may_begin_with_lot.then(|| Step::Lot(Side::BOTH[chance.below(2)])));
    let step = step.ok_or_else(|| Failure::new("due", "nothing is left to chance now"))?;
    Ok(write_steps(&game.program, &[step]))
}

/// What a text says about a game. What it does not say is empty.
#[derive(Debug, Serialize)]
pub struct ReadAnswer {
    /// The name of the game.
    pub name: Option<String>,
    /// The values of its parameters.
    pub settings: Settings,
    /// The hash of the rules' meaning.
    pub rules: Option<String>,
    /// The position from which it begins.
    pub from: Option<String>,
    /// Its steps.
    pub steps: Vec<String>,
    /// What the players have settled and said.
    pub table: TableData,
}

/// Reads a record, a shared line, a transcript, a position or moves.
///
/// # Errors
/// If the text is none of these.
pub fn read(text: &str) -> Result<ReadAnswer, Failure> {
    if text.len() as u64 > MAX_TEXT {
        return Err(Failure::new("limit", format!("the text is larger than {} MiB", MAX_TEXT >> 20)));
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let bare = if reader::are_steps(text) || reader::is_printed(first) { Bare::Moves } else { Bare::Game };
    let failed = |error: ParseError| Failure::new("step", error.message).help(error.help);
    let record = match reader::read(text, bare) {
        Ok(record) => record,
        // The text may be a record of another program.
        Err(error) => match format_of(text) {
            Some(format) => {
                let games = read_foreign(text, format, None).map_err(failed)?;
                games.into_iter().next().expect("a text that is read has a game").map_err(failed)?
            }
            None => return Err(failed(error)),
        },
    };
    Ok(ReadAnswer {
        table: TableData::of(&record),
        steps: record.steps().map(str::to_string).collect(),
        name: Some(record.game).filter(|name| !name.is_empty()),
        settings: record.settings,
        rules: record.rules,
        from: record.from.map(|from| from.text),
    })
}

/// A game in the notation of another program.
#[derive(Debug, Serialize)]
pub struct ElsewhereAnswer {
    /// The name of the notation.
    pub format: &'static str,
    /// The game.
    pub text: String,
    /// What the notation has no room for.
    pub left_out: Vec<&'static str>,
}

/// A game in each notation of other programs that can hold it.
pub fn elsewhere(line: &GamePlay, record: &Record) -> Vec<ElsewhereAnswer> {
    let mut play = GamePlay::new(line.game().clone(), line.from());
    let Ok(others) = play.play_record(&record.moves) else { return vec![] };
    let written = |&(format, name): &(ForeignFormat, &'static str)| {
        let written = write_foreign(&play, &others, &record.facts, format).ok()?;
        Some(ElsewhereAnswer { format: name, text: written.text, left_out: written.left_out })
    };
    ForeignFormat::ALL.iter().filter_map(written).collect()
}

/// A page with the rules and a replay of the game, or of one that the computer plays.
///
/// # Errors
/// If the game has too many moves.
pub fn replay_page(line: &GamePlay) -> Result<String, Failure> {
    if line.turns().len() > MOST_REPLAYED {
        let message =
            format!("the game has {}; a page replays at most {MOST_REPLAYED}", count(line.turns().len(), "move"));
        return Err(Failure::new("limit", message));
    }
    let mut line = line.clone();
    let mut origin = "";
    if line.turns().is_empty() {
        play_sample(&mut line);
        origin = SAMPLE_ORIGIN;
    }
    Ok(document(&PageContent { line: &line, origin, statistics: None, gallery: None, workbench: None }))
}
