//! `context`: exactly what a session receives, with a receipt of what it saw.

use soulfile_api::{AlertView, ContextReceipt, ContextReport};
use std::io::Write;

use soulfile_context::assemble::{self, AssembleRequest, ContextPack, Notice, NoticeKind};
use soulfile_context::persona::{self, PersonaDecision};
use soulfile_context::session::{Access, Session, SessionKind};
use soulfile_text::visible::visible;
use soulfile_vocabulary::layout::{self, VAULT_DIR};
use soulfile_workspace::{Action, Actor, Mutation, Severity, WorkspacePath};

use crate::error::{Error, Result};
use crate::files::SeenFiles;
use crate::open::Engine;
use crate::recall::statement::plain_text;

/// What a read goes on without when hand edits cannot be committed.
pub(crate) const HAND_EDITS: &str = "changes made by hand were not recorded";

/// Who asks for a context.
#[derive(Debug, Clone, Default)]
pub struct ContextRequest {
    /// What kind of session; main when not given.
    pub kind: Option<SessionKind>,
    pub room: Option<String>,
    /// The speaker.
    pub user: Option<String>,
    /// Which agent's grants apply, for a sub-agent.
    pub subagent: Option<String>,
    /// What a sub-agent may read, in place of what the configuration grants it.
    pub access: Option<Access>,
    /// The session's own id: the persona is decided once for it, and activations are recorded.
    pub session_id: Option<String>,
    /// A number drawn from 0 (included) to 1 (excluded), for the persona's chance.
    pub roll: f64,
}

impl Engine {
    /// Assembles what a session receives and records that it did.
    pub fn context(&self, request: &ContextRequest) -> Result<(ContextPack, ContextReceipt)> {
        let (pack, receipt) = self.assembled(request)?;
        self.go_on_without("the receipt of this context was not kept", self.record_context(&receipt));
        Ok((pack, receipt))
    }

    /// What a session would receive. No session does, so nothing is recorded.
    pub fn context_report(&self, request: &ContextRequest) -> Result<ContextReport> {
        Ok(self.assembled(request)?.0.report)
    }

    fn assembled(&self, request: &ContextRequest) -> Result<(ContextPack, ContextReceipt)> {
        let session = self.session(request)?;
        self.go_on_without(HAND_EDITS, self.workspace.take_in(&self.injected_files(&session)?));
        let now = self.now();
        let persona = self.persona(request)?;
        let mut assembly = AssembleRequest::configured(&session, &now, self.config());
        assembly.persona = persona.clone();
        assembly.notices = self.notices()?;
        let due = self.go_on_without("what is due today cannot be read", self.due_today(&session)).unwrap_or_default();
        assembly.notices.extend(due.into_iter().map(|plan| Notice {
            kind: NoticeKind::Today,
            text: format!("\"{}\" (told {})", visible(&plain_text(&plan.text)), plan.told.unwrap_or_default()),
        }));
        let pack = assemble::assemble(&SeenFiles(self), &assembly);
        let receipt = ContextReceipt {
            digest: pack.digest.clone(),
            commit: self.workspace.revision(),
            at: now.timestamp().to_string(),
            session: session.kind.to_string(),
            room: session.room.clone(),
            session_id: request.session_id.clone(),
            persona: persona.file.clone(),
            files: pack.sections.iter().filter_map(|s| s.source.clone()).collect(),
        };
        Ok((pack, receipt))
    }

    /// The files a session receives without asking for them.
    fn injected_files(&self, session: &Session) -> Result<Vec<WorkspacePath>> {
        let mut names: Vec<String> = layout::ROOT_FILES.iter().map(|file| file.name.to_owned()).collect();
        names.extend(session.room_file());
        names.extend(session.user_file());
        let vault = self.workspace.list(VAULT_DIR).unwrap_or_default();
        names.extend(vault.iter().map(|entry| format!("{VAULT_DIR}/{}", entry.name())).filter(|n| n.ends_with(".md")));
        // A room or a person that cannot be a file's name has no file.
        Ok(names.iter().filter_map(|name| WorkspacePath::parse(name).ok()).collect())
    }

    /// The session a request describes, with its agent's grants. A group without a room is none, nor is one whose names
    /// would be taken for another's.
    pub fn session(&self, request: &ContextRequest) -> Result<Session> {
        request.check()?;
        let agent = request.subagent.clone().unwrap_or_else(|| self.agent().to_owned());
        let mut session = Session::new(request.kind.unwrap_or(SessionKind::Main)).for_agent(agent.clone());
        session.room.clone_from(&request.room);
        session.user.clone_from(&request.user);
        if let Some(access) = &request.access {
            session.access = access.clone();
        } else if let Some(configured) = self.config().agent(&agent) {
            session.access = configured.access;
        }
        Ok(session)
    }

    /// Decides the persona. With a session id the decision is made once, kept for that session,
    /// and an alternate persona's activation goes on the audit trail.
    fn persona(&self, request: &ContextRequest) -> Result<PersonaDecision> {
        let hook = self.config().soul_evil();
        let roll = match &request.session_id {
            Some(id) => {
                let hash = blake3::hash(id.as_bytes());
                let bits = u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes"));
                (bits >> 11) as f64 / (1u64 << 53) as f64
            }
            None => request.roll,
        };
        let Some(id) = &request.session_id else { return Ok(persona::decide(&hook, &self.now(), roll)) };
        let path = self.place.state().join("personas.jsonl");
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        // The line of this session by how it begins: of all that ever began, one is read.
        let begins = format!("[{},", serde_json::Value::from(id.as_str()));
        let kept = known
            .lines()
            .rev()
            .filter(|line| line.starts_with(&begins))
            .find_map(|line| serde_json::from_str::<(String, PersonaDecision)>(line).ok());
        if let Some((_, decided)) = kept {
            // New sessions only: one that has begun keeps the persona it began with, and its reason.
            return Ok(decided);
        }
        let decided = persona::decide(&hook, &self.now(), roll);
        let line = serde_json::to_string(&(id, &decided)).expect("text serialises") + "\n";
        let kept = std::fs::File::options().append(true).create(true).open(&path);
        let kept = kept.and_then(|mut file| file.write_all(line.as_bytes()));
        self.go_on_without("the persona of this session was not kept", kept);
        if decided.is_alternate() {
            let mutation = Mutation::new(
                Action::Persona,
                Actor::System("persona".into()),
                format!("session {id} wears {}", decided.explain()),
                Vec::new(),
            )
            .trigger("hooks.internal.entries.soul-evil")
            .session(Some(id.clone()));
            self.go_on_without("the persona is not on the trail", self.apply(mutation));
        }
        Ok(decided)
    }

    /// What waits for the user, one line each.
    pub fn notices(&self) -> Result<Vec<Notice>> {
        let alerts = if self.config().audit.critical_file_alerts { self.alerts()? } else { Vec::new() };
        let mut told: Vec<(String, Notice)> = Vec::new();
        for AlertView { alert, .. } in alerts {
            let mark = if alert.severity == Severity::Integrity { "INTEGRITY: " } else { "" };
            let who = match &alert.author {
                Some(author) => format!("{} (git author {author}, not verified)", alert.actor),
                None => alert.actor.clone(),
            };
            let at = &alert.at[..10.min(alert.at.len())];
            let text = match alert.id.strip_prefix("key-") {
                Some(_) => format!("{mark}{}", alert.text),
                None => format!(
                    "{mark}{} on {at} by {who}. Was this intentional? (`soul alerts` shows the change, `soul alerts ack {}` settles it)",
                    alert.text, alert.id
                ),
            };
            // One commit that changes several files is one thing to settle.
            let same = told.iter_mut().find(|(id, _)| *id == alert.id && alert.severity == Severity::Notice);
            match same {
                Some((_, notice)) => notice.text = format!("{}; {}", alert.path, notice.text),
                None => told.push((alert.id, Notice { kind: NoticeKind::Alert, text })),
            }
        }
        let mut notices: Vec<Notice> = told.into_iter().map(|(_, notice)| notice).collect();
        notices.extend(self.proposal_notice()?);
        notices.extend(self.go_on_without("the waiting reflection cannot be read", self.reflection_notice()).flatten());
        notices.extend(self.degraded().into_iter().map(|text| Notice { kind: NoticeKind::Alert, text }));
        Ok(notices)
    }

    fn context_log(&self) -> std::path::PathBuf {
        self.place.state().join("contexts.jsonl")
    }

    fn record_context(&self, receipt: &ContextReceipt) -> Result<()> {
        let path = self.context_log();
        let io = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
        let line = serde_json::to_string(receipt).expect("a receipt serialises") + "\n";
        let mut file = std::fs::File::options().append(true).create(true).open(&path).map_err(io)?;
        // The log is a convenience, not memory: halved when it grows past a few thousand packs.
        if file.metadata().map_err(io)?.len() > 2 << 20 {
            let text = std::fs::read_to_string(&path).map_err(io)?;
            let lines: Vec<&str> = text.lines().collect();
            std::fs::write(&path, lines[lines.len() / 2..].join("\n") + "\n").map_err(io)?;
            file = std::fs::File::options().append(true).open(&path).map_err(io)?;
        }
        file.write_all(line.as_bytes()).map_err(io)
    }

    /// The receipts of recent context packs, newest first, optionally by the start of the digest.
    pub fn context_receipts(&self, digest: Option<&str>, limit: usize) -> Result<Vec<ContextReceipt>> {
        let text = std::fs::read_to_string(self.context_log()).unwrap_or_default();
        Ok(text
            .lines()
            .rev()
            .filter_map(|line| serde_json::from_str::<ContextReceipt>(line).ok())
            .filter(|r| digest.is_none_or(|d| r.digest.starts_with(d)))
            .take(limit)
            .collect())
    }
}
