//! Problems of a game as data, and the wording of all messages about them.
//!
//! A pass that finds a problem reports its place and its facts: names, numbers, other places. Here each of them gets
//! its code, message, labels, help and fix. The problems are grouped by what they are about.

mod actions;
mod board;
mod conditions;
mod inheritance;
mod misplaced;
mod proofs;
mod sections;
mod values;

use super::Checker;
use crate::diagnostic::{Diagnostic, worded};
use crate::source::Span;

pub(super) use crate::diagnostic::Problem;
pub(super) use actions::ActionProblem;
pub(super) use board::BoardProblem;
pub(super) use conditions::ConditionProblem;
pub(super) use inheritance::FileProblem;
pub(super) use misplaced::Misplaced;
pub(super) use proofs::ProofProblem;
pub(super) use sections::{Missing, SectionProblem};
pub(super) use values::{UnplacedProblem, ValueProblem};

impl Checker {
    /// Adds a problem to those found.
    pub(super) fn report(&mut self, span: Span, problem: impl Problem) {
        self.problems.push(problem.diagnostic(span));
    }
}

impl Diagnostic {
    /// Adds sentences of help if there is no fix.
    fn or_help<const N: usize>(self, help: impl FnOnce() -> [String; N]) -> Self {
        if self.fix.is_some() { self } else { help().into_iter().fold(self, Diagnostic::help) }
    }
}
