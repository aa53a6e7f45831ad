//! What a session receives: load → persona → filter → budget → render.
//!
//! [`assemble`] is the one function every surface uses, for every request. The same input gives the
//! same bytes. Who may see what is `plan`; where files are read is `gather`; what is left out for
//! lack of room is `budget`; how it is written is `render`. Nothing here decides what is worth
//! remembering, and nothing is left out without saying so.

mod budget;
mod cut;
mod episode;
mod fence;
mod gather;
mod plan;
mod render;
mod report;

use jiff::Zoned;
use serde::Serialize;

use crate::config::{Config, MemoryPlacement};
use crate::digest::sha256_hex;
use crate::files::ReadFiles;
use crate::persona::PersonaDecision;
use crate::session::Session;

pub use cut::CutNote;
pub use report::{ContextReport, FileReport};

/// Everything a context is made from, besides the files.
#[derive(Debug, Clone)]
pub struct AssembleRequest<'a> {
    /// Who is asking.
    pub session: &'a Session,
    /// Now, in the user's time zone.
    pub now: &'a Zoned,
    /// The persona decided when the session started.
    pub persona: PersonaDecision,
    /// Limits and placement.
    pub settings: AssembleSettings,
    /// Alerts, proposals and reflections that wait for the user.
    pub notices: Vec<Notice>,
    /// Stands in for SOUL.md where there is none (`agents.list[].role`).
    pub role: Option<String>,
    /// Stands in for AGENTS.md where there is none (`agents.list[].instructions`).
    pub instructions: Option<String>,
}

impl<'a> AssembleRequest<'a> {
    /// A request with the default settings, the normal persona and no notices.
    pub fn new(session: &'a Session, now: &'a Zoned) -> Self {
        Self {
            session,
            now,
            persona: PersonaDecision::normal(),
            settings: AssembleSettings::from(&Config::default()),
            notices: Vec::new(),
            role: None,
            instructions: None,
        }
    }

    /// A request with the settings of a configuration, and the session's agent's own fallbacks.
    pub fn configured(session: &'a Session, now: &'a Zoned, config: &Config) -> Self {
        let agent = config.agent(&session.agent).unwrap_or_default();
        Self {
            settings: AssembleSettings::from(config),
            role: agent.role,
            instructions: agent.instructions,
            ..Self::new(session, now)
        }
    }
}

/// Limits and placement, from the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct AssembleSettings {
    /// Whether workspace files are shown at all.
    pub enabled: bool,
    /// Where memory goes.
    pub placement: MemoryPlacement,
    /// How many calendar days of daily notes.
    pub recent_days: usize,
    /// Characters of one file.
    pub max_chars: usize,
    /// Tokens of everything.
    pub budget_tokens: usize,
    /// From which share of a limit to warn.
    pub warn_share: f64,
    /// Bytes a file may have to be written.
    pub max_file_size: usize,
    /// Tokens of MEMORY.md.
    pub core_tokens: usize,
}

impl From<&Config> for AssembleSettings {
    fn from(config: &Config) -> Self {
        Self {
            enabled: config.memory.workspace.enabled,
            placement: config.context.memory_placement,
            recent_days: config.context.recent_days,
            max_chars: config.context.bootstrap_max_chars,
            budget_tokens: config.context_budget(),
            warn_share: config.context.warn_share,
            max_file_size: config.memory.workspace.max_file_size,
            core_tokens: config.memory.core.max_tokens,
        }
    }
}

/// Something that waits for the user, told in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Notice {
    /// What it is.
    pub kind: NoticeKind,
    /// The line.
    pub text: String,
}

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// A critical file changed, or something needs attention.
    Alert,
    /// A proposal waits for review.
    Proposal,
    /// A reflection waits for approval.
    Reflection,
    /// The person said something was to be on this day.
    Today,
}

/// A context, ready to send, with an account of how it came about.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ContextPack {
    /// Its parts, in order.
    pub sections: Vec<Section>,
    /// The system prompt.
    pub rendered: String,
    /// What goes before the user's message; empty unless `context.memoryPlacement` is `user`.
    pub preamble: String,
    /// SHA-256 of the system prompt followed by the preamble, in hex.
    pub digest: String,
    /// Each file: in or out, why, and what it costs.
    pub report: ContextReport,
}

/// One part of a context.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Section {
    /// What it is: soul, identity, rules, …
    pub name: String,
    /// The file it comes from.
    pub source: Option<String>,
    /// Why it is here.
    pub why: String,
    /// Its text as a session sees it, without the marks around it.
    pub text: String,
    /// Bytes it takes with its marks.
    pub bytes: usize,
    /// Tokens it takes with its marks, estimated.
    pub tokens: usize,
    /// What was cut from it.
    pub cut: Option<CutNote>,
    /// Whether a provider's prompt cache should have a breakpoint after it.
    pub cache_breakpoint: bool,
    /// Whether it is part of the system prompt or stands before the user's message.
    pub placement: MemoryPlacement,
}

/// Assembles what a session receives.
pub fn assemble(files: &dyn ReadFiles, request: &AssembleRequest<'_>) -> ContextPack {
    let mut report = ContextReport::new(request);
    let pieces = gather::gather(files, request, &mut report);
    let fitted = budget::fit(pieces, &request.settings, &mut report);
    let (sections, rendered, preamble) = render::render(fitted, request.settings.placement);
    report.close(&sections, &request.settings);
    let digest = if preamble.is_empty() {
        sha256_hex(rendered.as_bytes())
    } else {
        sha256_hex(format!("{rendered}{preamble}").as_bytes())
    };
    ContextPack { sections, rendered, preamble, digest, report }
}

#[cfg(test)]
#[path = "assemble/leak_tests.rs"]
mod leak_tests;
#[cfg(test)]
#[path = "assemble/tests.rs"]
mod tests;
