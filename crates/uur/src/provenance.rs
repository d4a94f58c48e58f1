//! Provenance: what made an answer. Every answer in JSON begins with it, and tables and pages name it.
//!
//! It holds no date, so that equal commands have equal answers, byte for byte.

use serde::{Deserialize, Serialize};

use crate::check::Settings;
use crate::game::Game;

/// The version of uur.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An answer in JSON, whose format has a name and a version.
pub trait JsonAnswer: Serialize {
    /// The name of the format: that of the command, and a word if the command has several formats.
    const FORMAT: &'static str;
    /// The version of the format. It grows when a field is removed or changes its meaning, not when one is added.
    const FORMAT_VERSION: u32 = 1;
}

/// What made an answer: the format, the program, the command and the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The format of the answer, such as `uur/simulate`.
    pub format: String,
    /// The version of the format. It grows when a field is removed or changes its meaning, not when one is added.
    pub version: u32,
    /// The version of uur.
    pub uur: String,
    /// The command as a shell reads it, without `--threads` and `--shard`, which change no result; null if a program
    /// made the answer without a command.
    pub command: Option<String>,
    /// The games that the answer is about.
    pub rules: Vec<RulesUsed>,
}

/// The rules of a game with the values of its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RulesUsed {
    /// The game's name.
    pub game: String,
    /// The hash of its rules: equal for all files whose rules play the same.
    pub meaning: String,
    /// The parameters with values other than their defaults.
    pub settings: Settings,
}

/// An answer after what made it, as one object.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MadeAnswer<'a, T> {
    /// What made it.
    #[serde(flatten)]
    pub made: &'a Provenance,
    /// The answer.
    #[serde(flatten)]
    pub answer: &'a T,
}

impl Provenance {
    /// The provenance of an answer by this version of uur.
    pub fn of<T: JsonAnswer>(command: Option<String>, rules: Vec<RulesUsed>) -> Provenance {
        let format = format!("uur/{}", T::FORMAT);
        Provenance { format, version: T::FORMAT_VERSION, uur: VERSION.to_string(), command, rules }
    }

    /// Returns the JSON of an answer, in one line.
    pub fn json<T: JsonAnswer>(&self, answer: &T) -> String {
        let made = MadeAnswer { made: self, answer };
        serde_json::to_string(&made).expect("answers have names for keys and numbers that JSON knows")
    }

    /// Reads what made an answer of a format.
    ///
    /// # Errors
    /// If the value is of another format, or of a version that is not known.
    pub fn read<T: JsonAnswer>(value: &serde_json::Value) -> Result<Provenance, String> {
        let known = Provenance::of::<T>(None, vec![]);
        let made = Provenance::deserialize(value).map_err(|reason| reason.to_string())?;
        if made.format != known.format {
            return Err(format!("its format is {}, not {}", made.format, known.format));
        }
        if made.version != known.version {
            let (there, here) = (made.version, known.version);
            return Err(format!("its format has version {there}, and this version of uur reads version {here}"));
        }
        Ok(made)
    }
}

impl RulesUsed {
    /// The rules of a game.
    pub fn of(game: &Game) -> RulesUsed {
        RulesUsed { game: game.name.clone(), meaning: game.meaning(), settings: game.settings() }
    }
}
