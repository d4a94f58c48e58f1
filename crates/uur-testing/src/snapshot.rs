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
pub fn compare(stored: Option<&str>, transcript: &str) -> SnapshotStatus {
    let body = |text: &str| text.split_once('\n').map_or(String::new(), |(_, body)| body.replace("\r\n", "\n"));
    match stored {
        None => SnapshotStatus::Missing,
        Some(stored) if stored.replace("\r\n", "\n") == transcript => SnapshotStatus::Same,
        Some(stored) if body(stored) == body(transcript) => SnapshotStatus::Stale,
        Some(_) => SnapshotStatus::Changed,
    }
}

/// Returns the first line of a stored transcript that differs, from 1. The line with the rules' hash is skipped.
pub fn first_difference(stored: &str, transcript: &str) -> usize {
    let mut pairs = stored.lines().zip(transcript.lines()).skip(1);
    let differs = pairs.position(|(old, new)| old.trim_end() != new.trim_end());
    let all = stored.lines().count();
    differs.map_or(all.min(transcript.lines().count()) + 1, |at| at + 2).clamp(1, all.max(1))
}

/// Returns the unified diff of two texts, with three lines of context.
pub fn difference(stored: &str, transcript: &str) -> String {
    similar::TextDiff::from_lines(stored, transcript).unified_diff().context_radius(3).to_string()
}
