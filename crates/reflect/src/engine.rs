//! [`Drafter`]: who finds what to propose; [`Builtin`] does it with no model.
//!
//! A model-backed drafter fills the same [`Findings`]; what it gives passes the same checks, item by
//! item, and the built-in one takes over where it does not.

use crate::consolidate::{self, Findings};
use crate::item::Reflection;
use crate::meta::{self, Guidance};
use crate::rewrite;
use crate::summarise;
use crate::survey::Survey;

/// Why nothing could be drafted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The engine cannot be used.
    #[error("{0}")]
    Engine(String),
}

/// An engine that finds what to propose.
pub trait Drafter {
    /// Its name, kept with the reflection.
    fn name(&self) -> &str;

    /// Consolidates and rewrites core memory, in the light of past reflections.
    fn find(&self, survey: &Survey, guidance: &Guidance) -> Result<Findings, Error>;
}

/// The engine that needs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtin;

impl Drafter for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    fn find(&self, survey: &Survey, guidance: &Guidance) -> Result<Findings, Error> {
        let mut findings = consolidate::consolidate(survey, guidance);
        rewrite::rewrite(survey, &mut findings);
        Ok(findings)
    }
}

/// Runs the phases: the reflection with this number, set off by this.
pub fn draft(drafter: &dyn Drafter, survey: &Survey, number: u32, trigger: &str) -> Result<Reflection, Error> {
    let guidance = meta::review(survey, number);
    let findings = drafter.find(survey, &guidance)?;
    Ok(summarise::assemble(survey, findings, guidance, drafter.name(), number, trigger))
}

#[cfg(test)]
#[path = "engine_tests.rs"]
pub(crate) mod tests;
