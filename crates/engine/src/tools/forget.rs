//! `memory_forget`: a request, never an act. It finds what is meant; a person confirms.

use soulfile_api::{ForgetCandidate, ForgetRequest, ForgetResult};
use soulfile_context::session::Session;

use crate::admission::excerpt;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::visibility::Visibility;

/// Candidates named at most.
const MOST: usize = 20;

impl Engine {
    /// Finds what a session wants forgotten, among what it may see. Changes nothing.
    pub fn memory_forget(&self, session: &Session, request: &ForgetRequest) -> Result<ForgetResult> {
        if request.query.trim().is_empty() {
            return Err(Error::Invalid("say what to forget: query is empty".to_owned()));
        }
        let visibility = Visibility::of(session);
        let lifecycle = self.lifecycle();
        let mut files: std::collections::HashMap<String, crate::recall::visibility::Lines> = Default::default();
        let mut candidates = Vec::new();
        let mut found = self.forget_candidates(&request.query, false)?;
        // What is only near is named where nothing is meant for sure.
        if found.iter().any(|candidate| candidate.meant) {
            found.retain(|candidate| candidate.meant);
        }
        for candidate in found {
            let memory = &candidate.memory;
            let lines = files.entry(memory.path.clone()).or_insert_with(|| {
                let text = self.text_of(&memory.path).unwrap_or_default();
                visibility.lines(&memory.path, &text, &self.known(&memory.path, &text, &lifecycle))
            });
            if !lines.cover(memory.lines.0 as u32, memory.lines.1 as u32) {
                continue;
            }
            candidates.push(ForgetCandidate {
                id: memory.id.to_string(),
                store: memory.store.to_string(),
                path: memory.path.clone(),
                start_line: memory.lines.0,
                end_line: memory.lines.1,
                text: excerpt(&memory.text),
                score: candidate.score,
            });
        }
        let more = candidates.len().saturating_sub(MOST);
        candidates.truncate(MOST);
        let ids: Vec<&str> = candidates.iter().map(|candidate| candidate.id.as_str()).collect();
        Ok(ForgetResult {
            forgotten: false,
            confirm: (!ids.is_empty()).then(|| format!("soul forget {}", ids.join(" "))),
            remark: match ids.len() {
                0 => "Nothing that fits is remembered here. Nothing was changed.".to_owned(),
                _ => "Nothing is forgotten yet: only a person can confirm it, with the command in confirm.".to_owned(),
            },
            more: (more > 0).then_some(more),
            candidates,
        })
    }
}
