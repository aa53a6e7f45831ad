//! `remember`: from a sentence to files, as one commit with a receipt.
//!
//! Admission first, then what it is (`remember/understood.rs`), then the operations (`remember/plan.rs`): always an
//! episode in the person's own words, and on strong evidence a core line, facts, a procedure or an entry of the vault. The
//! cost is that of the files it changes; nothing here lists or reads the whole workspace.

use jiff::Zoned;
use jiff::civil::DateTime;
use soulfile_api::Remembered;
use soulfile_memory::episode::StatementLink;
use soulfile_memory::id::MemoryId;
use soulfile_understand::Phrases;
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};
use soulfile_workspace::{Action, Actor, Approval, Mutation};

use crate::admission::{self, excerpt};
use crate::draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::{CommitOf, Proposing};
use crate::recall::marks::{is_recalled_text, without_recalled};
use crate::writer::{MemoryWriter, Operation, Outcome, Preview, Step};

mod plan;
mod session;
mod understood;

use plan::Plan;
use understood::{Raise, Raised, Understood};

/// How something came to be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Remembering {
    /// Somebody asked for it.
    #[default]
    Explicit,
    /// It was noticed in what the user said.
    Detected,
    /// It was concluded.
    Inferred,
}

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// A person, through a surface of theirs.
    #[default]
    Person,
    /// An agent.
    Agent,
}

/// Something to remember.
#[derive(Debug, Clone, Default)]
pub struct RememberRequest {
    /// What was said.
    pub text: String,
    /// Where it goes; the router decides when not given.
    pub store: Option<Store>,
    /// What kind of entry it is; the router decides when not given.
    pub kind: Option<EntryKind>,
    /// More tags.
    pub tags: Vec<String>,
    /// Who may see it.
    pub scope: Scope,
    /// Where it came from; a person's own words when not given.
    pub trust: Option<Authority>,
    /// How it came in; `user-explicit` or `conversation` when not given.
    pub source: Option<String>,
    /// Keep it in the vault, for ever.
    pub pin: bool,
    /// Move the least relevant lines of a full MEMORY.md to the semantic store to make room.
    pub prune: bool,
    /// A person's word that a credential is to be stored all the same.
    pub allow_secret: bool,
    /// How it came to be remembered.
    pub how: Remembering,
    /// Keep the words as they were said, as one entry of the day's log: nothing is cut, reworded or raised.
    pub as_said: bool,
    /// Earlier statements it answers or corrects.
    pub links: Vec<StatementLink>,
    /// Who asks.
    pub by: By,
    /// When it was said, where that is not now.
    pub at: Option<DateTime>,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// A request that was checked and understood.
enum AdmittedRequest {
    /// To be written.
    Write { memory: Box<Understood>, trust: Authority, warnings: Vec<String> },
    /// To wait for a person.
    Propose { trust: Authority, why: String },
}

impl Engine {
    /// Remembers what was said. When this returns, it is durable, committed and on the trail.
    pub fn remember(&self, request: &RememberRequest) -> Result<Remembered> {
        if let Some(rest) = without_recalled_text(request)? {
            return self.remember(&rest);
        }
        match self.admit(request)? {
            AdmittedRequest::Propose { trust, why } => self.remember_as_proposal(request, trust, &why),
            AdmittedRequest::Write { memory, trust, warnings } => {
                let mut remembered = draft::again(|| self.write_memory(&memory, request, trust))?;
                remembered.warnings.splice(0..0, warnings);
                remembered.warnings.extend(small_talk_warning(request, &memory));
                remembered.warnings.extend(self.tell_beside(request, &remembered.receipt.id));
                Ok(remembered)
            }
        }
    }

    /// Shows what [`Engine::remember`] would write, and writes nothing.
    pub fn preview_remember(&self, request: &RememberRequest) -> Result<Preview> {
        if let Some(rest) = without_recalled_text(request)? {
            return self.preview_remember(&rest);
        }
        match self.admit(request)? {
            AdmittedRequest::Propose { why, .. } => {
                Ok(Preview::refused(format!("not stored: {why}. It would wait as a proposal")))
            }
            AdmittedRequest::Write { memory, trust, warnings } => {
                let steps = self.plan(request, trust, false).steps(&memory);
                let mut preview = MemoryWriter::preview(self, &steps, true)?;
                preview.warnings.splice(0..0, warnings);
                preview.warnings.extend(small_talk_warning(request, &memory));
                Ok(preview)
            }
        }
    }

    /// Looks at a message nobody asked to remember; keeps it where it tells something. Questions, requests for work and
    /// small talk are no memories.
    pub fn notice(&self, request: &RememberRequest) -> Result<Option<Remembered>> {
        if !self.config().memory.auto_detect || !self.read(&request.text).is_told() {
            return Ok(None);
        }
        let request = RememberRequest { how: Remembering::Detected, ..request.clone() };
        self.remember(&request).map(Some)
    }

    /// Checks a request and understands it, before anything is written.
    fn admit(&self, request: &RememberRequest) -> Result<AdmittedRequest> {
        let text = request.text.trim();
        if text.is_empty() {
            return Err(Error::Invalid("nothing to remember: the text is empty".to_owned()));
        }
        self.check_size(text, "the day's log")?;
        let trust = self.authority_of(request);
        let insists = request.allow_secret && request.by == By::Person;
        let admission = admission::check(text, trust, insists)?;
        if !insists {
            let scope = (request.scope != Scope::Private).then(|| request.scope.to_string());
            let named = request.source.iter().chain(&request.session).chain(&request.tags).chain(&scope);
            admission::check_labels(named.map(String::as_str))?;
        }
        let now = self.now();
        if request.at.is_some_and(|at| at.date() > now.date()) {
            return Err(Error::Invalid(format!(
                "the date is {}, which is still to come (today is {}); leave it out for what is said now",
                self.said_at(request).date(),
                now.date()
            )));
        }
        let for_all = request.pin || matches!(request.store, Some(Store::Core | Store::Vault));
        if for_all && matches!(request.scope, Scope::User(_)) {
            return Err(Error::Invalid(format!(
                "what only {} may see cannot be in MEMORY.md or the vault, which every private session reads; leave the \
                 store out",
                request.scope
            )));
        }
        let wants_vault = request.pin || request.store == Some(Store::Vault);
        let only_people = (wants_vault && request.by == By::Agent).then(|| "only people pin".to_owned());
        Ok(match admission.quarantine.or(only_people) {
            Some(why) => AdmittedRequest::Propose { trust, why },
            None => AdmittedRequest::Write {
                memory: Box::new(self.understand(text, request, trust)),
                trust,
                warnings: admission.warnings,
            },
        })
    }

    fn plan<'r>(&self, request: &'r RememberRequest, trust: Authority, approved: bool) -> Plan<'r> {
        Plan { request, trust, approved, at: self.said_at(request) }
    }

    /// When it was said: now, or the moment that was given, in the user's time zone.
    fn said_at(&self, request: &RememberRequest) -> Zoned {
        let now = self.now();
        let given = request.at.and_then(|at| at.to_zoned(now.time_zone().clone()).ok());
        given.unwrap_or(now)
    }

    /// The steps that store what a proposal says, in the words of `request`, and take the proposal out. Its trust stays
    /// what it was: approving something does not make its source a better one.
    pub(crate) fn proposal_steps(
        &self,
        request: &RememberRequest,
        trust: Authority,
        core_worthy: bool,
        commit: &CommitOf,
    ) -> Vec<Step> {
        let mut memory = self.understand(&request.text, request, trust);
        let is_core = memory.raised.iter().any(|raised| matches!(raised.to, Raise::Core));
        if core_worthy && !is_core && !matches!(request.scope, Scope::User(_)) {
            memory.raised.push(Raised { words: memory.words.clone(), kind: memory.kind, to: Raise::Core });
        }
        let approved = commit.approval == Approval::Approved;
        let mut steps = self.plan(request, trust, approved).steps(&memory);
        steps.push(commit.step());
        steps
    }

    /// Commits a proposal as one change.
    pub(crate) fn remember_proposal(
        &self,
        request: &RememberRequest,
        trust: Authority,
        core_worthy: bool,
        commit: &CommitOf,
    ) -> Result<Remembered> {
        let steps = self.proposal_steps(request, trust, core_worthy, commit);
        let mut writer = MemoryWriter::new(self);
        writer.apply(&steps)?;
        let first = steps.iter().find_map(|step| match &step.operation {
            Operation::Remember { content, .. } => Some(content.as_str()),
            _ => None,
        });
        let summary = format!("accepted proposal #{}: \"{}\"", commit.number, excerpt(first.unwrap_or_default()));
        let actor = Actor::Bot(format!("commit-from:{}", commit.from));
        let (mutation, outcome) = writer.into_mutation(Action::Commit, actor, summary)?;
        let mutation = mutation
            .approval(commit.approval)
            .trigger(format!("proposal #{}", commit.number))
            .session(request.session.clone());
        self.commit_memories(mutation, outcome, request, true)
    }

    fn write_memory(&self, memory: &Understood, request: &RememberRequest, trust: Authority) -> Result<Remembered> {
        let mut writer = MemoryWriter::new(self).admitted();
        writer.apply(&self.plan(request, trust, false).steps(memory))?;
        let actor = match request.how {
            Remembering::Explicit => "trigger-remember",
            Remembering::Detected | Remembering::Inferred => "auto-detect",
        };
        let trigger = match request.how {
            Remembering::Explicit => format!("user said \"{}\"", excerpt(&request.text)),
            _ => format!("noticed \"{}\"", excerpt(&request.text)),
        };
        let (action, summary) = (writer.action(), format!("remembered \"{}\"", excerpt(&memory.words)));
        let (mut mutation, outcome) = writer.into_mutation(action, Actor::Bot(actor.into()), summary)?;
        mutation = mutation.trigger(trigger).session(request.session.clone());
        if outcome.entries.iter().any(|entry| entry.store == Store::Vault) {
            // The vault is a person's; this is theirs by their own word.
            mutation = mutation.approval(Approval::Approved);
        }
        self.commit_memories(mutation, outcome, request, memory.is_lasting)
    }

    fn commit_memories(
        &self,
        mutation: Mutation,
        mut outcome: Outcome,
        request: &RememberRequest,
        is_lasting: bool,
    ) -> Result<Remembered> {
        let receipt = self.commit(mutation, &mut outcome)?;
        let Outcome { entries, proposals, mut warnings, .. } = outcome;
        let base = &self.config().memory.decay.base_relevance;
        let base = match request.how {
            Remembering::Explicit => base.explicit,
            Remembering::Detected | Remembering::Inferred if is_lasting => base.detected,
            Remembering::Detected | Remembering::Inferred => base.inferred,
        };
        let made: Vec<(MemoryId, f64)> = entries.iter().filter(|e| e.new).map(|e| (e.id.clone(), base)).collect();
        let known: Vec<MemoryId> = entries.iter().filter(|e| !e.new).map(|e| e.id.clone()).collect();
        // Scores are derived: trouble with them does not undo what is durable.
        if let Err(error) = self.note_made(&made).and_then(|()| self.reinforce(&known)) {
            warnings.push(format!("relevance was not noted: {error}"));
        }
        Ok(Remembered { receipt, entries, proposals, warnings })
    }

    /// The configured phrases, for the trigger.
    pub fn phrases(&self) -> Phrases {
        let own = &self.config().memory.triggers;
        Phrases {
            remember: own.remember.clone(),
            forget: own.forget.clone(),
            reflect: own.reflect.clone(),
            recall: own.recall.clone(),
        }
    }

    fn remember_as_proposal(&self, request: &RememberRequest, trust: Authority, why: &str) -> Result<Remembered> {
        let store = match request.pin {
            true => Store::Vault,
            false => request.store.unwrap_or(Store::Episodic),
        };
        let proposed = self.propose(&Proposing {
            from: request.source.clone().unwrap_or_else(|| trust.to_string()),
            trigger: why.to_owned(),
            store,
            content: request.text.clone(),
            entities: Vec::new(),
            confidence: Confidence::Low,
            core_worthy: false,
            scope: request.scope.clone(),
            trust,
            quarantined: true,
        })?;
        Ok(Remembered {
            receipt: proposed.receipt,
            entries: Vec::new(),
            proposals: vec![proposed.number],
            warnings: vec![format!(
                "not stored: {why}. It waits as proposal #{}; `soul proposals show {}` shows it",
                proposed.number, proposed.number
            )],
        })
    }
}

/// The request without what was only recalled, where it holds any: that is there already, with its own source and
/// trust.
fn without_recalled_text(request: &RememberRequest) -> Result<Option<RememberRequest>> {
    if !is_recalled_text(&request.text) {
        return Ok(None);
    }
    let text = without_recalled(&request.text);
    if text.trim().is_empty() {
        return Err(Error::Invalid(
            "nothing to remember: all of it was recalled from memory, where it stands already".to_owned(),
        ));
    }
    Ok(Some(RememberRequest { text, ..request.clone() }))
}

/// What to tell a person who asked for small talk to be kept. Who says what it is or where it goes knows why.
fn small_talk_warning(request: &RememberRequest, memory: &Understood) -> Option<String> {
    let placed = request.pin || request.store.is_some() || request.kind.is_some();
    let warns = request.how == Remembering::Explicit && !placed && memory.is_small_talk;
    warns.then(|| "kept as you asked, although it reads like nothing lasting; `soul forget` takes it back".to_owned())
}
