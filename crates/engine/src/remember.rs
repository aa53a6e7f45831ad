//! `remember`: from a sentence to files, as one commit with a receipt.
//!
//! Admission first, then routing, then the operations: an episode always, and a core line, facts, a procedure or an
//! entry of the vault as it needs (`remember/plan.rs`). The cost is that of the files it changes; nothing here lists or
//! reads the whole workspace.

use serde::Serialize;
use soulfile_memory::episode::Link;
use soulfile_memory::id::MemoryId;
use soulfile_understand::autodetect;
use soulfile_understand::contradiction::announces_change;
use soulfile_understand::route::{self, Origin, Route};
use soulfile_understand::trigger::{self, Phrases, TriggerKind};
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope, Store};
use soulfile_workspace::{Action, Actor, Approval, Mutation, Receipt};

use crate::admission::{self, excerpt};
use crate::draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::parallel::in_parallel;
use crate::proposals::{CommitOf, Proposing};
use crate::recall::marks::{is_recalled_text, without_recalled};
use crate::writer::{MemoryWriter, Operation, Outcome, Preview, Step};

mod pieces;
mod plan;
mod session;
mod small_talk;

use plan::Plan;

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
    pub links: Vec<Link>,
    /// Who asks.
    pub by: By,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// What was remembered.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Remembered {
    /// Proof of the write.
    pub receipt: Receipt,
    /// Every entry that was written, or found to be there already.
    pub entries: Vec<RememberedEntry>,
    /// Proposals that wait for a person: quarantined text, entities that may be one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<u32>,
    /// What a person should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RememberedEntry {
    /// Its id.
    pub id: MemoryId,
    /// Its store.
    pub store: Store,
    /// Its file.
    pub path: String,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// What it says.
    pub summary: String,
    /// Whether it was written now; otherwise it was there already.
    pub new: bool,
}

/// One memory of a message, understood.
#[derive(Debug, Clone)]
struct Understood {
    raw: String,
    summary: String,
    route: Route,
    kind: EntryKind,
    tags: Vec<String>,
    /// Says that something stored before has changed.
    update: bool,
}

/// A request that was checked and understood.
enum AdmittedRequest {
    /// To be written.
    Write { memories: Vec<Understood>, trust: Authority, warnings: Vec<String> },
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
            AdmittedRequest::Write { memories, trust, warnings } => {
                let mut remembered = draft::again(|| self.write_memories(&memories, request, trust))?;
                remembered.warnings.splice(0..0, warnings);
                remembered.warnings.extend(small_talk_warning(request, &memories));
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
            AdmittedRequest::Write { memories, trust, warnings } => {
                let steps = self.plan(request, trust, false).steps(&memories);
                let mut preview = MemoryWriter::preview(self, &steps, true)?;
                preview.warnings.splice(0..0, warnings);
                preview.warnings.extend(small_talk_warning(request, &memories));
                Ok(preview)
            }
        }
    }

    /// Looks at a message nobody asked to remember; stores what is memorable in it.
    pub fn notice(&self, request: &RememberRequest) -> Result<Option<Remembered>> {
        if !self.config().memory.auto_detect || !autodetect::detect(&request.text).is_memorable() {
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
        // Most is let in and has to be understood; neither needs the other.
        let (admission, memories) =
            in_parallel(|| admission::check(text, trust, insists), || self.understand(text, request));
        let admission = admission?;
        if !insists {
            let scope = (request.scope != Scope::Private).then(|| request.scope.to_string());
            let named = request.source.iter().chain(&request.session).chain(&request.tags).chain(&scope);
            admission::check_labels(named.map(String::as_str))?;
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
            None => AdmittedRequest::Write { memories, trust, warnings: admission.warnings },
        })
    }

    fn understand(&self, text: &str, request: &RememberRequest) -> Vec<Understood> {
        if request.as_said {
            return vec![self.as_said(text, request)];
        }
        let found = trigger::detect_with(text, &self.phrases());
        let asked = match (found.kind, found.payload) {
            (TriggerKind::Remember, Some(payload)) if is_all_but_frame(&payload, text) => payload,
            _ => text.to_owned(),
        };
        let now = self.now();
        let origin = match request.how {
            Remembering::Explicit => Origin::Explicit,
            Remembering::Detected | Remembering::Inferred => Origin::Detected,
        };
        // The words around the trigger can say where it goes ("pin this for ever: …").
        let whole = route::route(text, origin, &now);
        let vault = request.pin || whole.store == Store::Vault;
        let pieces = pieces::split(&asked, whole.store);
        let mut whole = Some(whole);
        pieces
            .into_iter()
            .map(|(raw, kind)| {
                let known = whole.take().filter(|_| raw == text);
                let mut route = known.unwrap_or_else(|| route::route(&raw, origin, &now));
                if let Some(store) = request.store.or(vault.then_some(Store::Vault)) {
                    route.store = store;
                    route.core_update = store == Store::Core;
                }
                if route.store == Store::Vault && request.by == By::Agent {
                    route.store = Store::Episodic;
                }
                let kind = request.kind.or(kind).unwrap_or_else(|| pieces::kind_of(&route));
                // A standing preference belongs in mind, whatever else it is filed under.
                route.core_update |= kind == EntryKind::Preference && request.store.is_none() && about_user(&route);
                // What one person may see is not put where sessions with anybody read it.
                if matches!(request.scope, Scope::User(_)) {
                    route.core_update = false;
                    if matches!(route.store, Store::Core | Store::Vault) {
                        route.store = Store::Episodic;
                    }
                }
                let mut tags: Vec<String> = request.tags.clone();
                for tag in &route.tags {
                    if !tags.iter().any(|t| t.eq_ignore_ascii_case(tag)) {
                        tags.push(tag.clone());
                    }
                }
                let update = announces_change(&raw) || kind == EntryKind::Correction;
                Understood { summary: route.dated_summary(), raw, kind, tags, update, route }
            })
            .collect()
    }

    /// One entry in the person's own words. What it is about is told for tags and kind only.
    fn as_said(&self, text: &str, request: &RememberRequest) -> Understood {
        let read = route::route(text, Origin::Detected, &self.now());
        let mut tags = request.tags.clone();
        tags.extend(read.tags.iter().filter(|tag| !request.tags.contains(tag)).cloned());
        let kind = request.kind.or_else(|| autodetect::detect(text).kind()).unwrap_or(EntryKind::Event);
        let route = Route {
            store: Store::Episodic,
            core_update: false,
            entities: Vec::new(),
            relations: Vec::new(),
            confidence: Confidence::Low,
            summary: text.to_owned(),
            ..read
        };
        Understood { raw: text.to_owned(), summary: text.to_owned(), route, kind, tags, update: false }
    }

    fn plan<'r>(&self, request: &'r RememberRequest, trust: Authority, approved: bool) -> Plan<'r> {
        Plan { request, trust, approved, now: self.now() }
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
        let mut memories = self.understand(&request.text, request);
        for memory in &mut memories {
            memory.route.core_update |= core_worthy && !matches!(request.scope, Scope::User(_));
        }
        let approved = commit.approval == Approval::Approved;
        let mut steps = self.plan(request, trust, approved).steps(&memories);
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
        self.commit_memories(mutation, outcome, request)
    }

    fn write_memories(
        &self,
        memories: &[Understood],
        request: &RememberRequest,
        trust: Authority,
    ) -> Result<Remembered> {
        let mut writer = MemoryWriter::new(self).admitted();
        writer.apply(&self.plan(request, trust, false).steps(memories))?;
        let actor = match request.how {
            Remembering::Explicit => "trigger-remember",
            Remembering::Detected | Remembering::Inferred => "auto-detect",
        };
        let first = memories.first().map_or("", |m| m.summary.as_str());
        let more = match memories.len() {
            0 | 1 => String::new(),
            n => format!(" (+{} more)", n - 1),
        };
        let trigger = match request.how {
            Remembering::Explicit => format!("user said \"{}\"", excerpt(&request.text)),
            _ => format!("noticed \"{}\"", excerpt(&request.text)),
        };
        let (action, summary) = (writer.action(), format!("remembered \"{}\"{more}", excerpt(first)));
        let (mut mutation, outcome) = writer.into_mutation(action, Actor::Bot(actor.into()), summary)?;
        mutation = mutation.trigger(trigger).session(request.session.clone());
        if outcome.entries.iter().any(|entry| entry.store == Store::Vault) {
            // The vault is a person's; this is theirs by their own word.
            mutation = mutation.approval(Approval::Approved);
        }
        self.commit_memories(mutation, outcome, request)
    }

    fn commit_memories(
        &self,
        mutation: Mutation,
        mut outcome: Outcome,
        request: &RememberRequest,
    ) -> Result<Remembered> {
        let receipt = self.commit(mutation, &mut outcome)?;
        let Outcome { entries, proposals, mut warnings, .. } = outcome;
        let base = &self.config().memory.decay.base_relevance;
        let base = match request.how {
            Remembering::Explicit => base.explicit,
            Remembering::Detected => base.detected,
            Remembering::Inferred => base.inferred,
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
        let route = route::route(&request.text, Origin::Detected, &self.now());
        let store = match request.pin {
            true => Store::Vault,
            false => request.store.unwrap_or(route.store),
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

/// Whether what a request leaves out of a text is no more than the request: somebody who asked for all of it to be kept
/// must not lose the rest to a phrase in the middle of it.
fn is_all_but_frame(payload: &str, text: &str) -> bool {
    const FRAME_WORDS: usize = 8;
    let (kept, said) = (payload.split_whitespace().count(), text.split_whitespace().count());
    kept > 0 && (kept * 2 >= said || said - kept.min(said) <= FRAME_WORDS)
}

/// Whether a memory is about the user rather than about somebody or something else.
fn about_user(route: &Route) -> bool {
    let summary = route.summary.to_lowercase();
    summary.starts_with("user") || summary.starts_with("the user") || summary.starts_with("用户")
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
fn small_talk_warning(request: &RememberRequest, memories: &[Understood]) -> Option<String> {
    let placed = request.pin || request.store.is_some() || request.kind.is_some();
    let passing = |memory: &Understood| small_talk::is_passing(&memory.raw, &memory.route);
    let warns = request.how == Remembering::Explicit && !placed && memories.iter().all(passing);
    warns.then(|| small_talk::WARNING.to_owned())
}
