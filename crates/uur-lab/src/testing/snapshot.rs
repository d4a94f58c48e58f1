//! Snapshot tests: comparison of a transcript with the stored one.

/// How a transcript compares with the stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotStatus {
    /// They are equal.
    Same,
    /// The games are equal, but the stored one was made for rules with another hash.
    Stale,
    /// The games differ.
    Changed,
    /// None is stored.
    Missing,
}

/// Compares a transcript with the stored one.
pub fn compare(kept: Option<&str>, told: &str) -> SnapshotStatus {
    let body = |text: &str| text.split_once('\n').map_or(String::new(), |(_, body)| body.replace("\r\n", "\n"));
    match kept {
        None => SnapshotStatus::Missing,
        Some(kept) if kept.replace("\r\n", "\n") == told => SnapshotStatus::Same,
        Some(kept) if body(kept) == body(told) => SnapshotStatus::Stale,
        Some(_) => SnapshotStatus::Changed,
    }
}

/// Returns the first line of a stored transcript that differs, from 1. The line with the rules' hash is skipped.
pub fn first_difference(kept: &str, told: &str) -> usize {
    let differs = kept.lines().zip(told.lines()).skip(1).position(|(kept, told)| kept.trim_end() != told.trim_end());
    let all = kept.lines().count();
    differs.map_or(all.min(told.lines().count()) + 1, |at| at + 2).clamp(1, all.max(1))
}

/// Returns the unified diff of two texts, with three lines of context.
pub fn difference(kept: &str, told: &str) -> String {
    similar::TextDiff::from_lines(kept, told).unified_diff().context_radius(3).to_string()
}
