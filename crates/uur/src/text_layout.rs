//! Fits text to the page or the terminal.
//!
//! Running text is produced without a width and wrapped where it is printed: a paragraph is filled, a reference
//! stands at the right margin, and any other line that is too long continues below its beginning. Words stay whole.
//! A [`TextTable`] gets the width when it is laid out, as a board does. Styles have no width.

use std::ops::Range;

use textwrap::{Options, WordSplitter, WrapAlgorithm, core::display_width};

/// The width of a page without a terminal, and the greatest width.
pub const PAGE_WIDTH: usize = 80;
/// Narrower terminals are left to break lines themselves.
const MIN_WIDTH: usize = 20;
/// Marks the end of a paragraph until it is wrapped.
const PARAGRAPH_MARK: char = '\t';
/// Marks where the reference of a line begins until it is wrapped.
const REFERENCE_MARK: char = '\u{1f}';
/// The blanks between two columns.
const GAP: usize = 2;
/// Stands for a blank at which no line breaks.
const FIXED_BLANK: &str = "\u{e000}";

/// Returns the page width for a terminal of this width, if there is one.
pub fn page_width(terminal: Option<usize>) -> usize {
    terminal.map_or(PAGE_WIDTH, |columns| columns.clamp(MIN_WIDTH, PAGE_WIDTH))
}

/// Fills a text to the page width, without indentation.
pub fn fill(text: &str, page: usize) -> String {
    format!("{}\n", lines(text, page).join("\n"))
}

/// Breaks a text into lines of at most this width, unless a word is longer.
fn lines(text: &str, width: usize) -> Vec<String> {
    if display_width(text) <= width && !text.contains('\n') {
        return vec![text.to_string()];
    }
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    break_lines(&words, options(width))
}

/// Breaks a text between words, but neither before `%` nor in an interval such as `(61.8 to 71.6)`.
fn break_lines(text: &str, options: Options) -> Vec<String> {
    let fixed = with_fixed_blanks(text);
    textwrap::wrap(&fixed, options).into_iter().map(|line| line.replace(FIXED_BLANK, " ")).collect()
}

fn with_fixed_blanks(text: &str) -> String {
    let text = text.replace(" %", &format!("{FIXED_BLANK}%"));
    let mut parts = text.split('(');
    let mut fixed = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let inside = part.split(')').next().unwrap_or_default();
        let is_interval = inside.split_once(" to ").is_some_and(|(low, high)| is_number(low) && is_number(high));
        let (interval, rest) = part.split_at(if is_interval { inside.len() } else { 0 });
        fixed += &format!("({}{rest}", interval.replace(' ', FIXED_BLANK));
    }
    fixed
}

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))
}

fn options<'a>(width: usize) -> Options<'a> {
    Options::new(width)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false)
}

/// Marks a text as a paragraph for [`wrap`].
pub fn paragraph(text: &str) -> String {
    format!("{}{PARAGRAPH_MARK}\n", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Marks a line with a reference, which [`wrap`] puts at the right margin of the page.
pub fn with_reference(line: &str, reference: &str) -> String {
    if reference.is_empty() { format!("{line}\n") } else { format!("{line}{REFERENCE_MARK}{reference}\n") }
}

/// Wraps a text for a terminal of this width. Without a terminal only paragraphs and lines with a reference are
/// wrapped.
pub fn wrap(text: &str, terminal: Option<usize>) -> String {
    wrap_lines(text, terminal, |line| match terminal {
        Some(width) if width >= MIN_WIDTH && display_width(line) > width => wrap_line(line, width),
        _ => line.to_string(),
    })
}

/// Wraps only paragraphs and lines with a reference, because other lines may be copied and must stay whole.
pub fn wrap_paragraphs(text: &str, terminal: Option<usize>) -> String {
    wrap_lines(text, terminal, str::to_string)
}

/// Wraps a line beside a sign that stands before each of its lines, as before those of a comment.
pub fn wrap_beside(sign: &str, line: &str, terminal: Option<usize>) -> String {
    let wrapped = wrap(line, terminal.map(|width| width.saturating_sub(display_width(sign))));
    wrapped.split_inclusive('\n').map(|line| format!("{sign}{line}")).collect()
}

/// Wraps marked lines to the page, and the others as given.
fn wrap_lines(text: &str, terminal: Option<usize>, other: impl Fn(&str) -> String) -> String {
    let page = page_width(terminal);
    let wrapped = text.split_inclusive('\n').map(|line| {
        let bare = line.trim_end_matches('\n');
        let end = &line[bare.len()..];
        let text = match (bare.strip_suffix(PARAGRAPH_MARK), bare.split_once(REFERENCE_MARK)) {
            (Some(paragraph), _) => wrap_line(paragraph, page),
            (None, Some((text, reference))) => wrap_with_reference(text, reference, page),
            (None, None) => other(bare),
        };
        text + end
    });
    wrapped.collect()
}

/// Wraps one line.
fn wrap_line(line: &str, width: usize) -> String {
    if display_width(line) <= width {
        return line.to_string();
    }
    match Excerpt::of(line) {
        Some(Excerpt::Source) => line.to_string(),
        Some(Excerpt::Annotation { before, label }) => wrap_annotation(before, label, width),
        None => wrap_hanging(line, width).join("\n"),
    }
}

/// Breaks a line into lines that continue below its beginning.
fn wrap_hanging(line: &str, width: usize) -> Vec<String> {
    let bare = line.trim_start_matches(' ');
    let lead = &line[..line.len() - bare.len()];
    let indent = " ".repeat(hanging_indent(line).min(width * 2 / 3));
    let options = options(width).initial_indent(lead).subsequent_indent(&indent);
    break_lines(bare, options)
}

/// Wraps a line beside its reference, which follows the last words.
fn wrap_with_reference(line: &str, reference: &str, page: usize) -> String {
    let room = page.saturating_sub(display_width(reference) + GAP);
    // Beside a long reference there may be no room for words.
    let mut lines = wrap_hanging(line, if room < MIN_WIDTH { page } else { room });
    if lines.last().is_some_and(|last| display_width(last) > room) {
        lines.push(String::new());
    }
    let before = lines.pop().unwrap_or_default();
    let blanks = (page - display_width(reference).min(page)).saturating_sub(display_width(&before));
    lines.push(format!("{before}{}{reference}", " ".repeat(blanks)));
    lines.join("\n")
}

/// A line of an excerpt of a rule file.
enum Excerpt<'a> {
    /// A line of the file, below which a caret may stand, or carets without a label.
    Source,
    /// A label below a line of the file, and what stands before it.
    Annotation { before: &'a str, label: &'a str },
}

impl<'a> Excerpt<'a> {
    fn of(line: &'a str) -> Option<Excerpt<'a>> {
        let bare = anstream::adapter::strip_str(line).to_string();
        let after_number = bare.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = after_number.len() < bare.trim_start().len();
        if is_numbered && [" | ", " + ", " - ", " ~ "].iter().any(|sign| after_number.starts_with(sign)) {
            return Some(Excerpt::Source);
        }
        if !bare.trim_start().starts_with('|') {
            return None;
        }
        // Before the label stand only signs and styles.
        let mut start = 0;
        let mut in_style = false;
        for (at, c) in line.char_indices() {
            match c {
                '\x1b' => in_style = true,
                'm' if in_style => in_style = false,
                _ if in_style => {}
                ' ' | '|' | '^' | '-' | '_' => start = at + 1,
                _ => break,
            }
        }
        let label = &line[start..];
        let has_words = bare.contains(char::is_alphanumeric);
        Some(if has_words { Excerpt::Annotation { before: &line[..start], label } } else { Excerpt::Source })
    }
}

/// Wraps a label below its beginning or, if that is far to the right, below the bar at the left.
fn wrap_annotation(before: &str, label: &str, width: usize) -> String {
    let bar = before.find('|').map_or(0, |at| display_width(&before[..at]) + 1);
    let column = display_width(before);
    let is_far = column + label_room(label).max(MIN_WIDTH) > width;
    let indent = if is_far { bar + 1 } else { column };
    let beginning = format!("{}|{}", " ".repeat(bar.saturating_sub(1)), " ".repeat(indent.saturating_sub(bar)));
    let wrapped = textwrap::wrap(label, options(width.saturating_sub(indent)));
    let rest = wrapped.join(&format!("\n{beginning}"));
    if is_far { format!("{}\n{beginning}{rest}", before.trim_end()) } else { format!("{before}{rest}") }
}

/// The width of the longest word of a label.
fn label_room(label: &str) -> usize {
    label.split(' ').map(display_width).max().unwrap_or(0)
}

/// The indentation of continuation lines: the text of a numbered sentence, or two more than the first line.
fn hanging_indent(line: &str) -> usize {
    let bare = line.trim_start_matches(' ');
    let lead = line.len() - bare.len();
    match bare.split_once(". ") {
        Some((number, _)) if number.bytes().all(|byte| byte.is_ascii_digit()) => lead + number.len() + 2,
        _ => lead + 2,
    }
}

/// Rows of cells in columns.
///
/// ```
/// use uur::text_layout::TextTable;
/// let rows = vec![vec!["pits".to_string(), "the pits of a row".to_string()]];
/// let table = TextTable { rows, ..TextTable::default() };
/// assert_eq!(table.text(None), "pits  the pits of a row\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextTable {
    /// The titles of the columns, if they have any.
    pub titles: Vec<String>,
    /// The rows. The last cell of a row that is shorter than the others extends over the columns after it.
    pub rows: Vec<Vec<String>>,
    /// The columns that end at the right. The others begin at the left.
    pub right: Range<usize>,
    /// The blanks before each row.
    pub indent: usize,
}

impl TextTable {
    /// Lays the table out for a terminal of this width, if there is one. If the columns are too wide, their cells
    /// continue in further lines; if their words are too wide too, each cell has lines of its own.
    pub fn text(&self, terminal: Option<usize>) -> String {
        let rows: Vec<&Vec<String>> =
            Some(&self.titles).filter(|titles| !titles.is_empty()).into_iter().chain(&self.rows).collect();
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut cells: Vec<CellWidths> = vec![CellWidths::default(); columns];
        for row in &rows {
            let is_short = row.len() < columns;
            let own = if is_short { row.len().saturating_sub(1) } else { row.len() };
            row.iter().zip(&mut cells).take(own).for_each(|(text, column)| column.add(text));
        }
        let gaps = self.indent + GAP * columns.saturating_sub(1);
        let widths = match terminal.filter(|&width| width >= MIN_WIDTH) {
            None => cells.iter().map(|column| column.natural).collect(),
            Some(width) => match fitting(&cells, width.saturating_sub(gaps)) {
                Some(widths) => widths,
                None => return self.stacked(width),
            },
        };
        rows.iter().map(|row| self.row(row, &widths, terminal)).collect()
    }

    /// One row, in as many lines as its highest cell needs.
    fn row(&self, row: &[String], widths: &[usize], terminal: Option<usize>) -> String {
        let spans = |column: usize| column + 1 == row.len() && row.len() < widths.len();
        let before = |column: usize| self.indent + widths[..column].iter().map(|width| width + GAP).sum::<usize>();
        let cells: Vec<Vec<String>> = (0..row.len())
            .map(|column| match (spans(column), terminal) {
                (true, Some(width)) => lines(&row[column], width.saturating_sub(before(column)).max(MIN_WIDTH)),
                (true, None) => vec![row[column].clone()],
                (false, None) => vec![row[column].clone()],
                (false, Some(_)) => lines(&row[column], widths[column]),
            })
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        (0..height)
            .map(|number| {
                let mut line = String::new();
                for (column, cell) in cells.iter().enumerate() {
                    let Some(text) = cell.get(number) else { continue };
                    let width = display_width(text);
                    let is_right = self.right.contains(&column) && !spans(column);
                    let aside = if is_right { widths[column].saturating_sub(width) } else { 0 };
                    let blanks = (before(column) + aside).saturating_sub(display_width(&line));
                    line += &" ".repeat(blanks);
                    line += text;
                }
                format!("{}\n", line.trim_end())
            })
            .collect()
    }

    /// The rows as blocks: the first cell, and each other cell in lines of its own below it.
    fn stacked(&self, width: usize) -> String {
        let lead = " ".repeat(self.indent);
        let mut text = String::new();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()) {
                let title = self.titles.get(column).filter(|title| !title.is_empty() && column > 0);
                let title = title.map_or(String::new(), |title| format!("{title}: "));
                let indent = if column > 0 { "  " } else { "" };
                text += &wrap_hanging(&format!("{lead}{indent}{title}{}", cell.trim()), width).join("\n");
                text.push('\n');
            }
        }
        text
    }
}

/// The widths of the words of each cell of a column.
#[derive(Debug, Clone, Default)]
struct CellWidths {
    cells: Vec<Vec<usize>>,
    natural: usize,
}

impl CellWidths {
    fn add(&mut self, text: &str) {
        self.natural = self.natural.max(display_width(text));
        self.cells.push(with_fixed_blanks(text).split_whitespace().map(display_width).collect());
    }

    /// The width of the longest word.
    fn least(&self) -> usize {
        self.cells.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The number of lines of all cells in a column of this width.
    fn lines(&self, width: usize) -> usize {
        if width >= self.natural {
            return self.cells.len();
        }
        let of_cell = |words: &Vec<usize>| {
            let (mut lines, mut used) = (1, 0);
            for &word in words {
                if used > 0 && used + 1 + word > width {
                    lines += 1;
                    used = word;
                } else {
                    used += word + usize::from(used > 0);
                }
            }
            lines
        };
        self.cells.iter().map(of_cell).sum()
    }
}

/// Chooses the widths of columns in this room: the least ones, then wider where that saves the most lines. Returns
/// `None` if the words are too wide.
fn fitting(columns: &[CellWidths], room: usize) -> Option<Vec<usize>> {
    let natural: Vec<usize> = columns.iter().map(|column| column.natural).collect();
    if natural.iter().sum::<usize>() <= room {
        return Some(natural);
    }
    let mut widths: Vec<usize> = columns.iter().map(CellWidths::least).collect();
    let lines: Vec<Vec<usize>> = columns
        .iter()
        .zip(&widths)
        .map(|(column, &least)| (least..=column.natural.max(least)).map(|width| column.lines(width)).collect())
        .collect();
    let least = widths.clone();
    loop {
        let spare = room.checked_sub(widths.iter().sum())?;
        let of = |column: usize, width: usize| lines[column][width - least[column]];
        let wider = (0..columns.len()).flat_map(|column| {
            let now = widths[column];
            let most = natural[column].min(now + spare);
            (now + 1..=most).map(move |width| (column, width, width - now))
        });
        let saves = wider.map(|(column, width, more)| {
            let saved = of(column, widths[column]) - of(column, width);
            (column, width, saved * 1_000 / more)
        });
        match saves.filter(|(.., saved)| *saved > 0).max_by_key(|(.., saved)| *saved) {
            Some((column, width, _)) => widths[column] = width,
            None => return Some(widths),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_fits_the_page_and_other_lines_the_terminal() {
        let text = format!("{}{}\n", paragraph(&"seeds ".repeat(30)), "pits ".repeat(30));
        let widths = |text: &str| text.lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(widths(&wrap(&text, None)), [77, 79, 25, 150]);
        assert!(widths(&wrap(&text, Some(60))).into_iter().all(|width| width <= 60));
        assert_eq!(widths(&wrap_paragraphs(&text, Some(200))), [77, 79, 25, 150]);
    }

    #[test]
    fn lines_go_on_below_the_column_of_their_text() {
        assert_eq!(wrap("12. one two three four five six", Some(20)), "12. one two three\n    four five six");
        assert_eq!(wrap("one two three four five six", Some(20)), "one two three four\n  five six");
    }

    #[test]
    fn styles_have_no_width() {
        let bold = anstyle::Style::new().bold();
        let text = format!("{bold}one{bold:#} two three four");
        assert_eq!(wrap(&text, Some(20)), text);
    }

    #[test]
    fn an_excerpt_of_a_rule_file_stays_as_it_is() {
        let line = "\x1b[1m18 |\x1b[0m   take: here holds 3     -> capture here";
        assert_eq!(wrap(line, Some(20)), line);
        let fix = "\x1b[1m18\x1b[0m \x1b[32m+\x1b[0m   take: here holds 3     -> capture here";
        assert_eq!(wrap(fix, Some(20)), fix);
    }

    #[test]
    fn a_label_of_an_excerpt_goes_on_below_its_beginning() {
        let near = "   | ^^^ expected a place, or a number of seeds";
        let below = "   | ^^^ expected a place, or\n   |     a number of seeds";
        assert_eq!(wrap(near, Some(30)), below);
        let carets = format!("   | {}", "^".repeat(40));
        assert_eq!(wrap(&carets, Some(28)), carets);
        let far = "   |               ^^^^ expected a number of seeds";
        assert_eq!(wrap(far, Some(30)), "   |               ^^^^\n   | expected a number of\n   | seeds");
    }

    #[test]
    fn a_reference_stands_at_the_right_margin() {
        let line = with_reference("    lap 1: lift 1 seed from A", "line 14");
        assert_eq!(wrap(&line, Some(40)), "    lap 1: lift 1 seed from A    line 14\n");
        assert_eq!(wrap(&line, Some(30)), "    lap 1: lift 1\n      seed from A      line 14\n");
        assert_eq!(wrap(&line, Some(20)), "    lap 1: lift 1\n      seed from A\n             line 14\n");
        assert_eq!(wrap(&line, None).trim_end().len(), PAGE_WIDTH);
    }

    #[test]
    fn a_number_stays_with_its_percent_sign_and_its_interval() {
        let line = "South wins 5.0 % (1.0 to 9.0) of the games";
        assert_eq!(wrap(line, Some(27)), "South wins 5.0 %\n  (1.0 to 9.0) of the games");
        assert_eq!(wrap(line, Some(20)), "South wins 5.0 %\n  (1.0 to 9.0) of\n  the games");
    }

    #[test]
    fn cells_of_a_table_go_on_in_their_columns() {
        let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
        let titles = row(["what", "random", "easy"]);
        let rows = vec![row(["winners behind at half-time", "33.3 % (20.1 to 47.0)", "5.0 % (1.0 to 9.0)"])];
        let table = TextTable { titles, rows, right: 1..3, indent: 0 };
        assert_eq!(
            table.text(Some(50)),
            "what                    random                easy\n\
             winners behind          33.3 %  5.0 % (1.0 to 9.0)\n\
             at half-time    (20.1 to 47.0)\n"
        );
        assert_eq!(
            table.text(Some(20)),
            "winners behind at\n  half-time\n  random: 33.3 %\n    (20.1 to 47.0)\n  easy: 5.0 %\n    (1.0 to 9.0)\n"
        );
    }

    #[test]
    fn a_short_row_extends_over_the_columns_after_it() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = vec![row(&["1", "2", "3"]), row(&["4", "refused: too many seeds"])];
        let table = TextTable { rows, right: 0..3, ..TextTable::default() };
        assert_eq!(table.text(None), "1  2  3\n4  refused: too many seeds\n");
    }
}
