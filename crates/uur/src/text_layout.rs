//! Wraps text to the page or the terminal.
//!
//! Texts are produced without a width and wrapped where they are printed. A paragraph is filled; any other
//! line that is too long continues below the column in which its text begins. Styles have no width.

use textwrap::{Options, WordSplitter, WrapAlgorithm, core::display_width};

/// The width of a page without a terminal, and the greatest width.
pub const PAGE_WIDTH: usize = 80;
/// Narrower terminals are left to break lines themselves.
const MIN_WIDTH: usize = 20;
/// Marks the end of a paragraph until it is wrapped.
const PARAGRAPH_MARK: char = '\t';

/// Returns the page width for a terminal of this width, if there is one.
pub fn page_width(terminal: Option<usize>) -> usize {
    terminal.map_or(PAGE_WIDTH, |columns| columns.clamp(MIN_WIDTH, PAGE_WIDTH))
}

/// Fills a text to the page width, without indentation.
pub fn fill(text: &str, page: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}\n", textwrap::wrap(&words, options(page)).join("\n"))
}

fn options<'a>(width: usize) -> Options<'a> {
    Options::new(width).wrap_algorithm(WrapAlgorithm::FirstFit).word_splitter(WordSplitter::NoHyphenation)
}

/// Marks a text as a paragraph for [`wrap`].
pub fn paragraph(text: &str) -> String {
    format!("{}{PARAGRAPH_MARK}\n", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Wraps a text for a terminal of this width. Without a terminal only paragraphs are wrapped.
pub fn wrap(text: &str, terminal: Option<usize>) -> String {
    wrap_lines(text, |line| match line.strip_suffix(PARAGRAPH_MARK) {
        Some(line) => Some((line, page_width(terminal))),
        None => Some((line, terminal.filter(|&columns| columns >= MIN_WIDTH)?)),
    })
}

/// Wraps only paragraphs, because other lines may be copied and must stay whole.
pub fn wrap_paragraphs(text: &str, terminal: Option<usize>) -> String {
    wrap_lines(text, |line| Some((line.strip_suffix(PARAGRAPH_MARK)?, page_width(terminal))))
}

/// Wraps each line at its own width, if it has one.
fn wrap_lines<'a>(text: &'a str, width: impl Fn(&'a str) -> Option<(&'a str, usize)>) -> String {
    let broken = text.split_inclusive('\n').map(|line| match width(line.trim_end_matches('\n')) {
        Some((bare, width)) => {
            let end = if line.ends_with('\n') { "\n" } else { "" };
            if display_width(bare) > width {
                format!("{}{end}", wrap_line(bare, width))
            } else {
                format!("{bare}{end}")
            }
        }
        None => line.to_string(),
    });
    broken.collect()
}

/// Wraps one line.
fn wrap_line(line: &str, width: usize) -> String {
    if is_excerpt(line) {
        return line.to_string();
    }
    let indent = " ".repeat(hanging_indent(line).min(width * 2 / 3));
    textwrap::wrap(line, options(width).subsequent_indent(&indent)).join("\n")
}

/// Whether a line is an excerpt of a rule file, below which a caret may stand.
fn is_excerpt(line: &str) -> bool {
    let bare = anstream::adapter::strip_str(line).to_string();
    bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with('|')
}

/// The indentation of continuation lines: the last column of a table, the text of a numbered sentence, or two
/// more than the first line.
fn hanging_indent(line: &str) -> usize {
    let bare = line.trim_start_matches(' ');
    let lead = line.len() - bare.len();
    if let Some(gap) = bare.find("  ") {
        let column = lead + display_width(&bare[..gap]);
        return column + (bare.len() - gap - bare[gap..].trim_start_matches(' ').len());
    }
    match bare.split_once(". ") {
        Some((number, _)) if number.bytes().all(|byte| byte.is_ascii_digit()) => lead + number.len() + 2,
        _ => lead + 2,
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
        let help = "  undo [N]   take back the last step, or the last N";
        assert_eq!(wrap(help, Some(40)), "  undo [N]   take back the last step, or\n             the last N");
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
    }
}
