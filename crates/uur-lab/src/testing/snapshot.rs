//! A transcript against the one that was kept.

/// How a transcript stands to the one that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It is the same.
    Same,
    /// It tells the same, but was made for rules of another meaning.
    Stale,
    /// It tells something else.
    Changed,
    /// None was kept.
    Missing,
}

/// Compares a transcript with the one that was kept.
pub fn compare(kept: Option<&str>, told: &str) -> Kept {
    let body = |text: &str| text.split_once('\n').map_or(String::new(), |(_, body)| body.replace("\r\n", "\n"));
    match kept {
        None => Kept::Missing,
        Some(kept) if kept.replace("\r\n", "\n") == told => Kept::Same,
        Some(kept) if body(kept) == body(told) => Kept::Stale,
        Some(_) => Kept::Changed,
    }
}

/// The first line of a kept transcript that is told otherwise, from 1; the line that names the rules does
/// not count.
pub fn first_difference(kept: &str, told: &str) -> usize {
    let differs = kept.lines().zip(told.lines()).skip(1).position(|(kept, told)| kept.trim_end() != told.trim_end());
    let all = kept.lines().count();
    differs.map_or(all.min(told.lines().count()) + 1, |at| at + 2).clamp(1, all.max(1))
}

/// The difference of two texts, with three lines around every change.
pub fn difference(kept: &str, told: &str) -> String {
    similar::TextDiff::from_lines(kept, told).unified_diff().context_radius(3).to_string()
}
