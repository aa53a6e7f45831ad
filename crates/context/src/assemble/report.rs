//! The account of a context: every file that was considered, in or out, why, and what it costs.

use serde::Serialize;

use super::{AssembleRequest, AssembleSettings, Section};
use crate::persona::PersonaDecision;
use crate::session::Session;

/// What went into a context and what did not.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ContextReport {
    /// The session it was made for.
    pub session: Session,
    /// The persona in effect.
    pub persona: PersonaDecision,
    /// Tokens allowed.
    pub budget_tokens: usize,
    /// Tokens used, estimated.
    pub used_tokens: usize,
    /// Share of the budget that is used.
    pub share: f64,
    /// Every file that was considered.
    pub files: Vec<FileReport>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// One file that was considered.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct FileReport {
    /// Its path.
    pub path: String,
    /// Whether any of it is in the context.
    pub included: bool,
    /// Why it is in or out.
    pub why: String,
    /// Its size on disk; 0 where it was not read.
    pub bytes: usize,
    /// Tokens it takes in the context.
    pub tokens: usize,
    /// Share of the budget it takes.
    pub share: f64,
}

impl ContextReport {
    /// Starts a report.
    pub(super) fn new(request: &AssembleRequest<'_>) -> Self {
        Self {
            session: request.session.clone(),
            persona: request.persona.clone(),
            budget_tokens: request.settings.budget_tokens,
            used_tokens: 0,
            share: 0.0,
            files: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Records a file that is in.
    pub(super) fn included(&mut self, path: &str, why: &str, bytes: usize) {
        self.push(path, true, why, bytes);
    }

    /// Records a file that is out.
    pub(super) fn left_out(&mut self, path: &str, why: &str, bytes: usize) {
        self.push(path, false, why, bytes);
    }

    fn push(&mut self, path: &str, included: bool, why: &str, bytes: usize) {
        self.files.push(FileReport {
            path: path.to_owned(),
            included,
            why: why.to_owned(),
            bytes,
            tokens: 0,
            share: 0.0,
        });
    }

    /// Turns a file that was in into one that is out.
    pub(super) fn drop_file(&mut self, path: &str, why: &str) {
        if let Some(file) = self.files.iter_mut().find(|file| file.path == path && file.included) {
            file.included = false;
            file.why = why.to_owned();
        }
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }

    /// Warns where `value` is near or over `limit`.
    pub(super) fn warn_near(
        &mut self,
        path: &str,
        value: usize,
        limit: usize,
        what: &str,
        settings: &AssembleSettings,
    ) {
        if limit == 0 || (value as f64) < limit as f64 * settings.warn_share {
            return;
        }
        let percent = value * 100 / limit;
        let state = if value > limit { "over" } else { "near" };
        self.warn(format!("{path} is {state} its limit: {value} of {limit} {what} ({percent} %)"));
    }

    /// Fills in the costs once everything is rendered.
    pub(super) fn close(&mut self, sections: &[Section], settings: &AssembleSettings) {
        let budget = self.budget_tokens.max(1) as f64;
        for section in sections {
            self.used_tokens += section.tokens;
            let source = section.source.as_deref();
            if let Some(file) = self.files.iter_mut().find(|file| Some(file.path.as_str()) == source && file.included) {
                file.tokens += section.tokens;
                file.share = file.tokens as f64 / budget;
            }
            if let (Some(source), Some(cut)) = (source, &section.cut) {
                self.warnings.push(format!(
                    "{source} is cut ({}): {} of {} characters left out from line {} on",
                    cut.reason, cut.left_out_chars, cut.total_chars, cut.from_line
                ));
            }
        }
        self.share = self.used_tokens as f64 / budget;
        self.warn_near("the context", self.used_tokens, self.budget_tokens, "tokens", settings);
    }
}
