//! `remember`: from a sentence to files, as one commit with a receipt.
//!
//! Safety first, then routing, then every file the memory belongs in: the day's log always, and
//! core memory, an entity, a procedure or the vault as it needs. The cost is that of the files it
//! changes; nothing here lists or reads the whole workspace.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::id::MemoryId;
use soulfile_understand::autodetect;
use soulfile_understand::contradiction::announces_change;
use soulfile_understand::route::{self, Origin, Route};
use soulfile_understand::trigger::{self, Phrases, TriggerKind};
use soulfile_understand::vocabulary::{Confidence, EntryKind, Scope, Store, Trust};
use soulfile_workspace::{Action, Actor, Approval, Mutation, Receipt};

use crate::beside::beside;
use crate::door::{self, excerpt};
use crate::draft::{self, Draft};
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::{CommitOf, Proposing};
use crate::recall::marks::{is_recalled_text, without_recalled};
use crate::stores::CORE;

mod core_line;
mod day;
mod facts;
mod kept;
mod lasting;
mod pieces;
mod session;

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
    pub trust: Option<Trust>,
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

impl Engine {
    /// Remembers what was said. When this returns, it is durable, committed and on the trail.
    pub fn remember(&self, request: &RememberRequest) -> Result<Remembered> {
        // What was recalled is there already, with its own source and trust.
        if is_recalled_text(&request.text) {
            let text = without_recalled(&request.text);
            if text.trim().is_empty() {
                return Err(Error::Invalid(
                    "nothing to remember: all of it was recalled from memory, where it stands already".to_owned(),
                ));
            }
            return self.remember(&RememberRequest { text, ..request.clone() });
        }
        let text = request.text.trim();
        if text.is_empty() {
            return Err(Error::Invalid("nothing to remember: the text is empty".to_owned()));
        }
        self.check_size(text, "the day's log")?;
        let trust = request.trust.unwrap_or(match request.by {
            By::Person => Trust::User,
            By::Agent => Trust::Agent,
        });
        let insists = request.allow_secret && request.by == By::Person;
        // Most is let in and has to be understood; neither needs the other.
        let (admission, understood) = beside(|| door::check(text, trust, insists), || self.understand(text, request));
        let admission = admission?;
        if !insists {
            let scope = (request.scope != Scope::Private).then(|| request.scope.to_string());
            let named = request.source.iter().chain(&request.session).chain(&request.tags).chain(&scope);
            door::check_labels(named.map(String::as_str))?;
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
        if let Some(why) = admission.quarantine.or(only_people) {
            return self.remember_as_proposal(request, trust, &why);
        }
        let mut remembered = draft::again(|| self.write_memories(&understood, request, trust, None))?;
        remembered.warnings.splice(0..0, admission.warnings);
        // Who says what it is or where it goes knows why.
        let placed = request.pin || request.store.is_some() || request.kind.is_some();
        let passing = |memory: &Understood| lasting::is_passing(&memory.raw, &memory.route);
        if request.how == Remembering::Explicit && !placed && understood.iter().all(passing) {
            remembered.warnings.push(lasting::WARNING.to_owned());
        }
        Ok(remembered)
    }

    /// Looks at a message nobody asked to remember; stores what is memorable in it.
    pub fn notice(&self, request: &RememberRequest) -> Result<Option<Remembered>> {
        if !self.config().memory.auto_detect || !autodetect::detect(&request.text).is_memorable() {
            return Ok(None);
        }
        let request = RememberRequest { how: Remembering::Detected, ..request.clone() };
        self.remember(&request).map(Some)
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

    /// Writes what a proposal said, and takes the proposal out, as one commit. Its trust stays what it
    /// was: approving something does not make its source a better one.
    pub(crate) fn remember_proposal(
        &self,
        request: &RememberRequest,
        trust: Trust,
        core_worthy: bool,
        commit: &CommitOf,
    ) -> Result<Remembered> {
        let mut understood = self.understand(&request.text, request);
        for memory in &mut understood {
            memory.route.core_update |= core_worthy && !matches!(request.scope, Scope::User(_));
        }
        self.write_memories(&understood, request, trust, Some(commit))
    }

    fn write_memories(
        &self,
        memories: &[Understood],
        request: &RememberRequest,
        trust: Trust,
        commit: Option<&CommitOf>,
    ) -> Result<Remembered> {
        let mut pen = Pen::new(self, request, trust);
        pen.approved = commit.is_some_and(|commit| commit.approval == Approval::Approved);
        pen.write_stores(memories)?;
        if let Some(commit) = commit {
            commit.take_out(&mut pen.draft)?;
        }
        pen.finish(memories, commit)
    }

    /// Writes what a proposal said into a draft that holds other changes too; the proposal stays for the
    /// caller to take out.
    pub(crate) fn stage_proposal<'e>(
        &'e self,
        draft: Draft<'e>,
        request: &RememberRequest,
        trust: Trust,
        core_worthy: bool,
    ) -> Result<(Draft<'e>, Vec<RememberedEntry>, Vec<String>)> {
        let mut understood = self.understand(&request.text, request);
        for memory in &mut understood {
            memory.route.core_update |= core_worthy && !matches!(request.scope, Scope::User(_));
        }
        let mut pen = Pen::new(self, request, trust);
        pen.draft = draft;
        pen.approved = true;
        pen.write_stores(&understood)?;
        pen.propose_merges()?;
        Ok((pen.draft, pen.entries, pen.warnings))
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

    fn remember_as_proposal(&self, request: &RememberRequest, trust: Trust, why: &str) -> Result<Remembered> {
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

/// Writes the files of one request into a draft.
struct Pen<'e, 'r> {
    engine: &'e Engine,
    request: &'r RememberRequest,
    trust: Trust,
    draft: Draft<'e>,
    today: jiff::civil::Date,
    entries: Vec<RememberedEntry>,
    day: Option<day::Expected>,
    merges: Vec<facts::MaybeOne>,
    /// Entity files as they were last read or written here, by path.
    read: BTreeMap<String, Rc<EntityFile>>,
    warnings: Vec<String>,
    /// A person approved exactly this.
    approved: bool,
}

impl<'e, 'r> Pen<'e, 'r> {
    fn new(engine: &'e Engine, request: &'r RememberRequest, trust: Trust) -> Self {
        Self {
            engine,
            request,
            trust,
            draft: Draft::new(&engine.workspace),
            today: engine.now().date(),
            entries: Vec::new(),
            day: None,
            merges: Vec::new(),
            read: BTreeMap::new(),
            warnings: Vec::new(),
            approved: false,
        }
    }

    /// Every file the memories belong in.
    fn write_stores(&mut self, memories: &[Understood]) -> Result<()> {
        let places = self.write_day(memories)?;
        for (memory, place) in memories.iter().zip(&places) {
            let source = MemoryId::Episode(place.id.clone()).to_string();
            if memory.route.core_update || self.changes_core(memory)? {
                self.write_core(memory, &source)?;
            }
            match memory.route.store {
                Store::Semantic => self.write_facts(memory, &source)?,
                Store::Procedural => self.write_procedure(memory, &source)?,
                Store::Vault => self.write_vault(memory)?,
                Store::Core | Store::Episodic => {}
            }
        }
        Ok(())
    }

    fn entry(&mut self, id: MemoryId, path: &str, lines: (usize, usize), summary: &str, new: bool) {
        let store = id.store();
        self.entries.push(RememberedEntry {
            id,
            store,
            path: path.to_owned(),
            lines,
            summary: summary.to_owned(),
            new,
        });
    }

    fn finish(mut self, memories: &[Understood], commit: Option<&CommitOf>) -> Result<Remembered> {
        let proposals = self.propose_merges()?;
        let vault = self.entries.iter().any(|e| e.store == Store::Vault);
        let actor = match self.request.how {
            Remembering::Explicit => "trigger-remember",
            Remembering::Detected | Remembering::Inferred => "auto-detect",
        };
        let action = if self.draft.changes_file(CORE) {
            Action::Edit
        } else if self.draft.appends() || self.draft.created().next().is_none() {
            Action::Append
        } else {
            Action::Create
        };
        let first = memories.first().map_or("", |m| m.summary.as_str());
        let more = match memories.len() {
            0 | 1 => String::new(),
            n => format!(" (+{} more)", n - 1),
        };
        let trigger = match self.request.how {
            Remembering::Explicit => format!("user said \"{}\"", excerpt(&self.request.text)),
            _ => format!("noticed \"{}\"", excerpt(&self.request.text)),
        };
        let mut mutation = Mutation::new(
            action,
            Actor::Bot(actor.into()),
            format!("remembered \"{}\"{more}", excerpt(first)),
            self.draft.into_changes()?,
        )
        .trigger(trigger)
        .session(self.request.session.clone());
        if let Some(commit) = commit {
            mutation.action = Action::Commit;
            mutation.actor = Actor::Bot(format!("commit-from:{}", commit.from));
            mutation.approval = commit.approval;
            mutation.summary = format!("accepted proposal #{}: \"{}\"", commit.number, excerpt(first));
            mutation.trigger = format!("proposal #{}", commit.number);
        } else if vault {
            // The vault is a person's; this is theirs by their own word.
            mutation = mutation.approval(Approval::Approved);
        }
        let receipt = self.engine.apply(mutation)?;
        let mut entries = self.entries;
        if let Some(day) = self.day {
            day.settle(self.engine, &receipt, &mut entries)?;
        }
        let base = &self.engine.config().memory.decay.base_relevance;
        let base = match self.request.how {
            Remembering::Explicit => base.explicit,
            Remembering::Detected => base.detected,
            Remembering::Inferred => base.inferred,
        };
        let made: Vec<(MemoryId, f64)> = entries.iter().filter(|e| e.new).map(|e| (e.id.clone(), base)).collect();
        let known: Vec<MemoryId> = entries.iter().filter(|e| !e.new).map(|e| e.id.clone()).collect();
        // Scores are derived: trouble with them does not undo what is durable.
        if let Err(error) = self.engine.note_made(&made).and_then(|()| self.engine.reinforce(&known)) {
            self.warnings.push(format!("relevance was not noted: {error}"));
        }
        Ok(Remembered { receipt, entries, proposals, warnings: self.warnings })
    }
}
