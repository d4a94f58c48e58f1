//! The colours and the style sheet of a board. Their contrasts are computed in the tests.

use std::fmt::Write;

use super::seeds::radii;

/// The colours of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light, dark where the reader prefers it, black and white in print.
    #[default]
    Auto,
    /// Light only.
    Light,
    /// Dark only.
    Dark,
    /// Black and white only.
    Print,
}

/// A table of colours.
#[derive(Debug, Clone, Copy)]
struct Colours {
    wood: &'static str,
    edge: &'static str,
    groove: &'static str,
    pit: &'static str,
    line: &'static str,
    seed: &'static str,
    text: &'static str,
    faint: &'static str,
    accent: &'static str,
}

const LIGHT: Colours = Colours {
    wood: "#ecdab9",
    edge: "#8a6636",
    groove: "#c3a36f",
    pit: "#cfae7b",
    line: "#75562b",
    seed: "#54341c",
    text: "#2b1c0d",
    faint: "#6a4f2a",
    accent: "#0a58a6",
};

const DARK: Colours = Colours {
    wood: "#33281c",
    edge: "#927a54",
    groove: "#5b4a33",
    pit: "#1d1610",
    line: "#a58c63",
    seed: "#e6c692",
    text: "#f7ecd9",
    faint: "#c5ae87",
    accent: "#86c5ff",
};

const PRINT: Colours = Colours {
    wood: "#fff",
    edge: "#000",
    groove: "#999",
    pit: "#fff",
    line: "#000",
    seed: "#000",
    text: "#000",
    faint: "#000",
    accent: "#000",
};

/// Returns the style sheet of pictures of boards. `narrow` is the condition, such as `@media (max-width:640px)`,
/// under which numbers stand in the pits, and seeds, letters and arrows disappear.
pub fn style_sheet(theme: Theme, narrow: Option<&str>) -> String {
    let mut css = SHAPES.to_string();
    for radius in radii() {
        let _ = writeln!(css, ".uur-board .s{radius}{{stroke-width:{}}}", f64::from(radius) / 5.0);
    }
    if let Some(condition) = narrow {
        let _ = writeln!(css, "{condition}{{{}}}", NARROW.replace('\n', ""));
    }
    match theme {
        Theme::Auto => {
            css += &colours(&LIGHT);
            let _ = writeln!(css, "@media (prefers-color-scheme:dark){{\n{}}}", colours(&DARK));
            let _ = writeln!(css, "@media print{{\n{}}}", colours(&PRINT));
            css += FORCED;
        }
        Theme::Light => css += &colours(&LIGHT),
        Theme::Dark => css += &colours(&DARK),
        Theme::Print => css += &colours(&PRINT),
    }
    css
}

/// Returns the style sheet for dark pages only, to be put under a page's own condition.
pub fn dark_colours() -> String {
    colours(&DARK)
}

const SHAPES: &str = "\
.uur-board text{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\",\"DejaVu Sans\",sans-serif;\
font-variant-numeric:tabular-nums;text-anchor:middle;direction:ltr}
.uur-board path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.uur-board .wood,.uur-board .hollow,.uur-board .groove,.uur-board .pit,.uur-board .rim,.uur-board .cross{stroke-width:2}
.uur-board .tally{stroke-dasharray:7 6}
.uur-board .number{font-size:25px;font-weight:700}
.uur-board .zero{font-weight:400;fill-opacity:.74}
.uur-board .letter{font-size:15px;font-weight:600;text-anchor:end}
.uur-board .name{font-size:19px;font-weight:600}
.uur-board .badge{font-size:20px;font-weight:700}
.uur-board .legend text{font-size:19px;text-anchor:start}
.uur-board .trail path,.uur-board .trail circle{stroke-width:4;fill:none}
.uur-board .trail .path{stroke-width:3}
.uur-board .trail .move{stroke-width:2.5;stroke-dasharray:6 6}
.uur-board .trail .from{stroke-dasharray:1 8}
.uur-board .trail .head{stroke:none}
.uur-board .trail text{font-size:24px;font-weight:700}
.uur-board .legend .pit,.uur-board .legend .rim,.uur-board .legend .cross{stroke-width:5}
.uur-board .legend .trail path{stroke-width:9}
.uur-board .legend .trail .from{stroke-dasharray:1 19}
.uur-board .legend .trail text{font-size:62px;text-anchor:middle}
.uur-board.compact .number{font-size:40px}
.uur-board.compact .zero{fill-opacity:1}
.uur-board.compact .letter{font-size:24px}
";

const NARROW: &str = "\
.uur-board .seeds,.uur-board .letter,.uur-board .legend,.uur-board .trail .path,.uur-board .trail .head,
.uur-board .trail .move,.uur-board .trail text,.uur-board .name{display:none}
.uur-board .number{font-size:40px}
.uur-board .zero{fill-opacity:1}
.uur-board .trail .from,.uur-board .trail .to{stroke-width:7}
.uur-board .up .number{transform:translate(-4px,61px)}
.uur-board .down .number{transform:translate(-4px,-50px)}
.uur-board .left .number{transform:translate(60px,-3px)}
.uur-board .right .number{transform:translate(-60px,-3px)}
.uur-board .store .number{transform:translateY(14px)}
";

/// Colours that the reader's system forces.
const FORCED: &str = "\
@media (forced-colors:active){
.uur-board .wood,.uur-board .pit,.uur-board .hollow{fill:Canvas;stroke:CanvasText}
.uur-board .rim,.uur-board .cross,.uur-board .seeds{stroke:CanvasText}
.uur-board text,.uur-board .flag{fill:CanvasText}
.uur-board .turn,.uur-board .head{fill:Highlight}
.uur-board .trail path,.uur-board .trail circle{stroke:Highlight}
}
";

fn colours(colours: &Colours) -> String {
    let Colours { wood, edge, groove, pit, line, seed, text, faint, accent } = colours;
    format!(
        ".uur-board .wood{{fill:{wood};stroke:{edge}}}
.uur-board .groove{{stroke:{groove}}}
.uur-board .pit,.uur-board .hollow{{fill:{pit};stroke:{line}}}
.uur-board .tally{{fill:{wood}}}
.uur-board .rim,.uur-board .cross{{stroke:{line}}}
.uur-board .seeds{{stroke:{seed}}}
.uur-board text,.uur-board .flag{{fill:{text}}}
.uur-board .letter{{fill:{faint}}}
.uur-board .turn,.uur-board .trail .head,.uur-board .trail text{{fill:{accent}}}
.uur-board .trail path,.uur-board .trail circle{{stroke:{accent}}}
.uur-board .trail .head{{stroke:none}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour such as `#0a58a6`.
    fn luminance(colour: &str) -> f64 {
        let digits: String = match colour.len() {
            4 => colour[1..].chars().flat_map(|digit| [digit, digit]).collect(),
            _ => colour[1..].to_string(),
        };
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&digits[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn colours_stand_out() {
        for Colours { wood, pit, line, seed, text, faint, accent, .. } in [LIGHT, DARK, PRINT] {
            for (what, least, one, other) in [
                ("a number on the board", 7.0, text, wood),
                ("a number in a pit", 7.0, text, pit),
                ("a letter", 4.5, faint, wood),
                ("a seed", 4.5, seed, pit),
                ("the last move", 4.5, accent, wood),
                ("a pit", 3.0, line, wood),
            ] {
                let found = contrast(one, other);
                assert!(found >= least, "{what}: {one} on {other} has a contrast of {found:.1}, below {least}");
            }
        }
    }
}
