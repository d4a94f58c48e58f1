//! Why a question has no answer.

use serde::Serialize;
use uur::source::escaped;

use crate::problem::ProblemData;

/// Why a question has no answer.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// A word for the kind of failure: `question`, `limit`, `name`, `rules`, `position`, `step` or `lost`.
    pub code: &'static str,
    /// A sentence in lower case.
    pub message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The problems of the rules, if these have errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemData>,
}

impl Failure {
    /// A failure of this kind.
    pub fn new(code: &'static str, message: impl AsRef<str>) -> Failure {
        Failure { code, message: shown(message.as_ref()), help: None, problems: vec![] }
    }

    /// Adds what to do instead.
    pub fn help(self, help: impl AsRef<str>) -> Failure {
        Failure { help: Some(shown(help.as_ref())).filter(|help| !help.is_empty()), ..self }
    }
}

/// The most characters of a sentence, which may quote the question.
const MOST_QUOTED: usize = 1_000;

/// A sentence without control characters, cut if it quotes a long text.
fn shown(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => escaped(&text[..end]).into_owned() + " …",
        None => escaped(text).into_owned(),
    }
}
