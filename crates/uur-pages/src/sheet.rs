//! The rule sheet of a game: one or two printed pages.

use uur::explain::{self, DocumentLayout, PicturedExample, Section, SectionId, pictured_examples, rule_text};
use uur::game::Game;
use uur::markup::shown;
use uur::picture::{DrawnMove, Geometry, PictureStyle};

use crate::{HtmlDocument, POLICY, figure, isolated, name, written_by};

/// The most columns of a board whose examples fit a column of text. Others have the whole width.
const MOST_COLUMNS: u8 = 8;
/// The height of the paper without its margins, in mm: that of Letter, which is lower than A4.
const PAGE_HEIGHT: f64 = 253.0;
/// The width of a column of text, in mm: that of A4, which is narrower than Letter.
const COLUMN_WIDTH: f64 = 87.0;
/// The largest width and height of the board at the start, in mm, and its caption.
const START: (f64, f64, f64) = (182.0, 66.0, 8.0);
/// The height of the title and the lines below it, in mm.
const HEADER: f64 = 24.0;
/// The share of the columns that can be filled, because examples are not broken.
const FILLED: f64 = 0.8;
/// The width of a column of pits in a compact board, in mm.
const COMPACT_COLUMN: i32 = 7;

/// How a sheet is set, so that it has at most two pages if that is possible.
#[derive(Debug, Clone, Copy)]
struct Setting {
    /// The class of the letters' size, and the size as a share of the largest.
    size: (&'static str, f64),
    /// The most examples.
    examples: usize,
    /// Whether the examples have numbers in the pits.
    compact: bool,
}

/// The settings from the most generous on.
fn settings() -> Vec<Setting> {
    const SIZES: [(&str, f64); 3] = [("", 1.0), (" long", 0.93), (" very-long", 0.85)];
    let setting = |size: usize, examples, compact| Setting { size: SIZES[size], examples, compact };
    vec![
        setting(0, 4, false),
        setting(1, 4, false),
        setting(0, 3, false),
        setting(1, 3, false),
        setting(1, 2, false),
        setting(1, 2, true),
        setting(2, 2, true),
        setting(2, 1, true),
    ]
}

/// Returns the rule sheet of a game.
pub fn sheet(game: &Game) -> String {
    let start = figure("start", game, &game.program.start(), None, "The board at the start.");
    let text = rule_text(game, None);
    let (after, rules): (Vec<&Section>, Vec<&Section>) = text
        .sections
        .iter()
        .filter(|section| section.id != SectionId::Example)
        .partition(|section| matches!(section.id, SectionId::Variants | SectionId::Notes | SectionId::Sources));
    let [rules, after] = [rules, after]
        .map(|sections| sections.iter().map(|section| section.html(DocumentLayout::default())).collect::<String>());
    let all = format!("{rules}{after}");
    let mut settings = settings();
    let last = settings.pop().expect("there are several");
    let examples = |setting: &Setting| pictured_examples(game, setting.examples);
    let fits = |setting: &Setting, pages: f64| {
        let room = 2.0 * (pages * PAGE_HEIGHT - HEADER - start_height(game)) * FILLED;
        let height = text_height(&all, setting.size.1) + examples_height(game, &examples(setting), setting);
        height <= room
    };
    // One page, if nothing has to be left out for it.
    let whole = settings.iter().filter(|setting| setting.examples == settings[0].examples);
    let one_page = whole.copied().find(|setting| fits(setting, 1.0));
    let setting = one_page.or_else(|| settings.iter().copied().find(|setting| fits(setting, 2.0))).unwrap_or(last);
    let about = &game.rules.about;
    let body = format!(
        "<main>\n<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n\
         <p class=\"written\">{}</p>\n</header>\n{start}\
         <div class=\"columns\">\n<article class=\"rules\">\n{rules}</article>\n{}{after}</div>\n</main>\n",
        name(game),
        text.summary_html(),
        written_by(game),
        examples_section(game, &examples(&setting), &setting),
    );
    let title = format!("{}: rules", about.name);
    let width = compact_width(&geometry(game, true));
    // The foot of each page, for one that gets lost.
    let foot = |text: &str| text.replace(['\\', '"', '\n', '<'], " ");
    let style = format!(
        "@media print{{.sheet .compact svg{{width:{width}mm;max-width:100%}}}}\n\
         @page{{@bottom-left{{content:\"{}\";font-size:8pt}}@bottom-right{{content:counter(page) \" / \" counter(pages);font-size:8pt}}}}\n",
        foot(&about.name)
    );
    HtmlDocument {
        title: &title,
        policy: POLICY,
        class: &format!("sheet{}", setting.size.0),
        narrow: None,
        style,
        head: String::new(),
        body,
    }
    .html()
}

/// Moves of the file's own examples, before and after.
fn examples_section(game: &Game, chosen: &[PicturedExample], setting: &Setting) -> String {
    if chosen.is_empty() {
        return String::new();
    }
    let class = if setting.compact { "small compact" } else { "small" };
    let wide = if is_wide(game, setting) { " wide" } else { "" };
    let examples: String = chosen.iter().map(|example| pair(game, example, class)).collect();
    format!("<section class=\"examples{wide}\">\n<h2>Examples</h2>\n{examples}</section>\n")
}

/// Whether the examples have the whole width.
fn is_wide(game: &Game, setting: &Setting) -> bool {
    !setting.compact && game.program.layout().plan().columns() > MOST_COLUMNS
}

fn geometry(game: &Game, compact: bool) -> Geometry {
    Geometry::of(game, &game.program.start(), PictureStyle { compact, ..PictureStyle::default() })
}

/// The height of the board at the start on paper, in mm.
fn start_height(game: &Game) -> f64 {
    let board = geometry(game, false);
    let (width, most, caption) = START;
    (width * f64::from(board.height) / f64::from(board.width)).min(most) + caption
}

/// The height of examples on paper, in mm.
fn examples_height(game: &Game, examples: &[PicturedExample], setting: &Setting) -> f64 {
    let board = geometry(game, setting.compact);
    let (width, columns) = match (setting.compact, is_wide(game, setting)) {
        (true, _) => (f64::from(compact_width(&board)).min(COLUMN_WIDTH), 1.0),
        (false, true) => (START.0, 2.0),
        (false, false) => (COLUMN_WIDTH, 1.0),
    };
    let pictures = 2.0 * width * f64::from(board.height) / f64::from(board.width);
    let texts = examples.iter().map(|PicturedExample { title, before, played, events, .. }| {
        let told = explain::account(game, before, *played, events);
        text_height(&format!("<p>{title}<p>{told}"), setting.size.1)
    });
    texts.map(|text| columns * (text + pictures + 6.0)).sum()
}

/// The height of a text in HTML on paper, in mm. The largest letters are 3.4 mm high; a line holds 46 of them and is
/// 4.6 mm high.
fn text_height(html: &str, size: f64) -> f64 {
    let mut height = 0.0;
    let mut letters = 0;
    for piece in html.split('<') {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        if ["p", "li", "h2", "pre", "ol", "ul", "section", "/ol", "/ul"].contains(&tag.split(' ').next().unwrap_or(""))
        {
            height += block_height(letters, size);
            letters = 0;
            height += if tag == "h2" { 4.5 } else { 0.0 };
        }
        letters += text.trim_end().chars().count();
    }
    height + block_height(letters, size)
}

fn block_height(letters: usize, size: f64) -> f64 {
    if letters == 0 {
        return 0.0;
    }
    (letters as f64 * size / 43.0).ceil() * 4.6 * size + 0.6
}

fn pair(game: &Game, example: &PicturedExample, class: &str) -> String {
    let PicturedExample { title, before, played, events, after } = example;
    let told = explain::account(game, before, *played, events);
    let last = DrawnMove { before, played: *played, events };
    format!(
        "<div class=\"example\">\n<h3>{}</h3>\n{}{}</div>\n",
        isolated(&explain::as_sentence(title)),
        figure(class, game, before, None, ""),
        figure(class, game, after, Some(last), &shown(&told)),
    )
}

/// The width of a compact board on paper, in mm.
fn compact_width(board: &Geometry) -> i32 {
    board.width * COMPACT_COLUMN / 82
}
