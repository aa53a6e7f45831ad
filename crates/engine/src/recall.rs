//! `recall`: find what is remembered, for one session, with where it stands and how sure it is.
//!
//! Reads the question, catches up with the files, searches with the session's filter inside the
//! query, and cites. A question about the past ([`RecallRequest::known_at`]), and a sub-agent whose
//! grants no filter can express, are answered from an index in memory of just that text.

pub(crate) mod access;
pub(crate) mod entry_metadata;
pub(crate) mod lifecycle;
pub(crate) mod marks;
pub(crate) mod names;
mod procedure;
mod show;
pub(crate) mod sources;
pub(crate) mod statement;
pub(crate) mod visibility;

use soulfile_api::{CaughtUp, RecallAnswer};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::DateTime;
use soulfile_context::session::Session;
use soulfile_recall::query::MOST_RESULTS;
use soulfile_recall::{Filter, Index, IndexPlace, Options, Query, SearchAnswer, SearchStrategy, Span};
use soulfile_understand::{BuiltIn, Question, QuestionInput, Strategy, Understand};
use soulfile_vocabulary::layout::{DECAY_SCORES, ENTITIES_DIR, GRAPH_INDEX, is_searched};
use soulfile_vocabulary::{State, Store};

use crate::error::{Error, Result};
use crate::index::{Deadline, failed};
use crate::open::Engine;
use entry_metadata::{FileMetadata, Surroundings, wall};
use lifecycle::Lifecycle;
use names::EntityNames;
use sources::sources;
use visibility::Visibility;

/// Sections of a procedure that may take the places of other results.
const SECTIONS: usize = 4;

/// Searches begun before the answer is what there is: the file may be replaced under each.
const TRIES: usize = 4;

/// What a search goes on without when the index cannot be used.
const INDEX_TROUBLE: &str = "the index cannot be used, so the files were searched in memory";

/// Says whether an error is about the index or its place, and not about the question.
fn is_index_trouble(error: &Error) -> bool {
    use soulfile_recall::Error as R;
    match error {
        Error::Recall(error) => !matches!(error, R::Input { .. }),
        Error::Io { .. } => true,
        _ => false,
    }
}

/// Which life-cycle states are wanted beyond active and fading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// Dormant memories too; without this they answer only by name or date.
    pub dormant: bool,
    /// Archived memories too.
    pub archived: bool,
}

/// A question and who asks it.
#[derive(Debug, Clone)]
pub struct RecallRequest {
    /// The words.
    pub query: String,
    /// Who asks.
    pub session: Session,
    /// Most results; the configuration's number when not given.
    pub limit: Option<usize>,
    /// Least score; the configuration's when not given.
    pub least_score: Option<f64>,
    /// Only these stores.
    pub stores: Option<Vec<Store>>,
    /// What was true at this moment, in the user's wall-clock time.
    pub as_of: Option<DateTime>,
    /// What was known at this moment.
    pub known_at: Option<jiff::Timestamp>,
    /// States beyond active and fading.
    pub states: Shown,
    /// Explain why this memory (id, path, or path and line) is not among the hits.
    pub why_not: Option<String>,
    /// Time after which the answer is what there is; `None` waits for the index to catch up.
    pub deadline: Option<Duration>,
}

impl RecallRequest {
    /// A question with the configured settings that waits for the index.
    pub fn new(query: impl Into<String>, session: Session) -> Self {
        Self {
            query: query.into(),
            session,
            limit: None,
            least_score: None,
            stores: None,
            as_of: None,
            known_at: None,
            states: Shown::default(),
            why_not: None,
            deadline: None,
        }
    }
}

impl RecallRequest {
    /// The most results there may be.
    pub(crate) fn most(&self, engine: &Engine) -> usize {
        self.limit.unwrap_or(engine.config().memory_search.query.max_results).clamp(1, MOST_RESULTS)
    }

    /// The least score of a result.
    pub(crate) fn least_score(&self, engine: &Engine) -> f32 {
        self.least_score.unwrap_or(engine.config().memory_search.query.min_score) as f32
    }
}

/// The text an answer comes from: files of the workspace now, or of the past.
pub(crate) enum SearchGround {
    /// The workspace as it is.
    Now,
    /// Files held in memory.
    Held(BTreeMap<String, String>),
}
/// An index made ready for one question.
struct Ready {
    index: Arc<Index>,
    /// The index file it was caught up with.
    epoch: u64,
    ground: SearchGround,
    lifecycle: Arc<Lifecycle>,
    filter: Filter,
    revision: Option<String>,
    caught_up: CaughtUp,
}

/// How a question asked at a moment (wall-clock seconds) is answered, and the time it names.
pub fn read_question(text: &str, now: i64) -> (SearchStrategy, Option<Span>) {
    let now = jiff::Timestamp::from_second(now).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC);
    plan(&BuiltIn.question(&QuestionInput { text, at: &now }))
}

fn plan(read: &Question) -> (SearchStrategy, Option<Span>) {
    let strategy = match read.strategy() {
        Strategy::Temporal => SearchStrategy::When,
        Strategy::Entity => SearchStrategy::About,
        Strategy::Procedural => SearchStrategy::HowTo,
        Strategy::Latest => SearchStrategy::Latest,
        Strategy::General => SearchStrategy::Hybrid,
    };
    (strategy, read.time().map(|time| Span { from: wall(time.start), to: wall(time.end) }))
}

impl Engine {
    /// Answers a question from memory, for one session.
    pub fn recall(&self, request: &RecallRequest) -> Result<RecallAnswer> {
        if request.query.trim().is_empty() {
            return Err(Error::Invalid("the question is empty; say what to look for".to_owned()));
        }
        let deadline = Deadline::start(self, request.deadline);
        let visibility = Visibility::of(&request.session);
        // What another memory holds is of now, and of no store of this one.
        let plain = request.known_at.is_none() && request.as_of.is_none() && request.stores.is_none();
        let most = request.most(self);
        let beside = plain.then(|| self.search_beside(&request.query, &request.session, most)).flatten();
        let (read, ready) = self.prepare(request, &visibility, &deadline)?;
        let indexed = matches!(ready.ground, SearchGround::Now);
        let mut answer = match self.answer(request, &read, &visibility, ready, &deadline) {
            Err(error) if indexed && is_index_trouble(&error) => {
                self.go_on_without(INDEX_TROUBLE, Err::<(), _>(error));
                self.answer(request, &read, &visibility, self.hold_files(&visibility)?, &deadline)
            }
            other => other,
        }?;
        self.counters.recalled(answer.ms);
        if let Some(beside) = beside {
            beside.merge(&mut answer, most);
        }
        Ok(answer)
    }

    /// Reads the question and makes the index ready; side by side in a process that has not searched yet, where the first
    /// unpacks the models and asks them, and the second looks at every file.
    fn prepare(
        &self,
        request: &RecallRequest,
        visibility: &Visibility<'_>,
        deadline: &Deadline,
    ) -> Result<(Question, Ready)> {
        if self.index.is_open() {
            return Ok((self.question(&request.query), self.make_ready(request, visibility, deadline)?));
        }
        std::thread::scope(|scope| {
            let read = scope.spawn(|| {
                let read = self.question(&request.query);
                read.strategy();
                if request.known_at.is_none() {
                    self.expect_question(&request.query);
                }
                read
            });
            let ready = self.make_ready(request, visibility, deadline);
            let read = read.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((read, ready?))
        })
    }

    fn answer(
        &self,
        request: &RecallRequest,
        read: &Question,
        visibility: &Visibility<'_>,
        mut ready: Ready,
        deadline: &Deadline,
    ) -> Result<RecallAnswer> {
        ready.caught_up.notes.extend(self.degraded());
        if visibility.is_blind() {
            ready.caught_up.notes.push("this sub-agent was granted no memory".to_owned());
        }
        let mut query = self.query(request, read, &ready, visibility);
        let clock = || deadline.elapsed();
        let lifecycle = Arc::clone(&ready.lifecycle);
        let penalty = self.rank_penalty();
        let decay = |entry: soulfile_recall::query::EntryRef<'_>| lifecycle.factor(entry.id, penalty);
        query.decay = Some(&decay);
        query.decay_floor = penalty.floor as f32;
        if let Some(limit) = request.deadline {
            query.clock = Some(&clock);
            query.deadline = limit;
        }
        query.why_not = request.why_not.as_deref().map(|place| self.place_of(place, &ready));
        if !self.config().memory_search.enabled {
            query.words_only = true;
            ready.caught_up.notes.push("memorySearch.enabled is false: ranked by words alone".to_owned());
        } else if matches!(ready.ground, SearchGround::Now) {
            query.meaning = self.asked(&ready.index, &request.query, deadline, &mut ready.caught_up.notes);
        }
        let mut answer = self.search(&mut ready, &query, deadline)?;
        let mut faded = false;
        if !answer.confidence.answers() && request.states == Shown::default() && ready.lifecycle.has_faded() {
            // What faded by age is a second tier: it answers where the first does not.
            query.filter.states.extend([State::Dormant, State::Archived]);
            answer = self.search(&mut ready, &query, deadline)?;
            faded = true;
        }
        Ok(self.show(request, read, ready, answer, faded, deadline))
    }

    fn make_ready(&self, request: &RecallRequest, visibility: &Visibility<'_>, deadline: &Deadline) -> Result<Ready> {
        if let Some(moment) = request.known_at {
            let past = self.workspace.files_at(moment.as_second())?;
            let mut caught_up = CaughtUp::default();
            let (revision, files) = match past {
                Some(past) => (Some(past.commit), past.files),
                None => {
                    caught_up.notes.push("nothing was committed by then".to_owned());
                    (None, BTreeMap::new())
                }
            };
            let scores = files.get(DECAY_SCORES).map_or_else(Lifecycle::default, |text| Lifecycle::parse(text, 0));
            return self.hold(files, scores, visibility, revision, caught_up);
        }
        // Only what may be seen by everyone who may see the index at all is filtered in it.
        if visibility.filter(&[]).is_none() {
            return self.hold_files(visibility);
        }
        let indexed = self.indexed(visibility, deadline);
        if matches!(&indexed, Err(error) if is_index_trouble(error)) {
            self.go_on_without(INDEX_TROUBLE, indexed.map(drop));
            return self.hold_files(visibility);
        }
        self.go_on_without(INDEX_TROUBLE, Ok::<_, Error>(()));
        indexed
    }

    /// The index, caught up with the files.
    fn indexed(&self, visibility: &Visibility<'_>, deadline: &Deadline) -> Result<Ready> {
        let revision = self.workspace.revision();
        let index = self.opened_index()?;
        let epoch = index.epoch();
        let caught_up = self.catch_up_or_say(&index, deadline)?;
        let (before, index) = (index, self.opened_index()?);
        // Mended: another index, whose epochs are its own.
        let epoch = if Arc::ptr_eq(&before, &index) { epoch } else { index.epoch() };
        let filter = visibility.filter(&self.scopes()).expect("asked above");
        Ok(Ready { index, epoch, ground: SearchGround::Now, lifecycle: self.lifecycle(), filter, revision, caught_up })
    }

    /// The files as they are, in memory: for a session that sees only parts of them, and for all where the index
    /// cannot be used.
    fn hold_files(&self, visibility: &Visibility<'_>) -> Result<Ready> {
        let mut files = BTreeMap::new();
        for path in self.workspace.files()?.into_iter().filter(|path| is_searched(path)) {
            if let Some(text) = self.text_of(&path) {
                files.insert(path, text);
            }
        }
        let revision = self.workspace.revision();
        self.hold(files, (*self.lifecycle()).clone(), visibility, revision, CaughtUp::default())
    }

    /// Makes a damaged index anew and says so.
    pub(crate) fn mend_index(&self, what: &str) -> Result<CaughtUp> {
        self.close_index();
        let rebuilt = self.rebuild_index()?;
        Ok(CaughtUp {
            files: rebuilt.files,
            read: rebuilt.files,
            rebuilt: Some(format!("the index was damaged ({what}) and was made anew from the files")),
            ..CaughtUp::default()
        })
    }

    /// An index in memory of the text a session may see.
    fn hold(
        &self,
        files: BTreeMap<String, String>,
        lifecycle: Lifecycle,
        visibility: &Visibility<'_>,
        revision: Option<String>,
        caught_up: CaughtUp,
    ) -> Result<Ready> {
        let mut held = BTreeMap::new();
        let mut scopes = Vec::new();
        let mut all = Vec::new();
        for (path, text) in files.iter().filter(|(path, _)| is_searched(path)) {
            let known = self.known_in(&files, path, text, &lifecycle);
            let Some(text) = visibility.lines(path, text, &known).apply(text) else { continue };
            let known = self.known_in(&files, path, &text, &lifecycle);
            scopes.extend(known.entries.iter().chain([&known.rest]).map(|entry| entry.scope.clone()));
            all.extend(sources(path, &text, &known, None));
            held.insert(path.clone(), text);
        }
        let index = Index::open(IndexPlace::Memory, Options::default()).map_err(failed)?;
        index.apply(all, &[], soulfile_recall::sync::Coverage::All, revision.as_deref()).map_err(failed)?;
        // What a grant names was cut out above; scopes do not bind it further.
        let filter = visibility.filter(&scopes).unwrap_or_default();
        let (index, lifecycle) = (Arc::new(index), Arc::new(lifecycle));
        Ok(Ready { index, epoch: 0, ground: SearchGround::Held(held), lifecycle, filter, revision, caught_up })
    }

    fn known_in(
        &self,
        files: &BTreeMap<String, String>,
        path: &str,
        text: &str,
        lifecycle: &Lifecycle,
    ) -> FileMetadata {
        let read = |path: &str| files.get(path).cloned();
        FileMetadata::read(path, text, &Surroundings { lifecycle, today: self.now().date(), read: &read })
    }

    fn query(
        &self,
        request: &RecallRequest,
        read: &Question,
        ready: &Ready,
        visibility: &Visibility<'_>,
    ) -> Query<'static> {
        let mut query = Query::new(request.query.clone());
        (query.strategy, query.span) = plan(read);
        query.looks_back = read.looks_back();
        query.now = Some(wall(self.now().datetime()));
        // A memory and what was drawn from it take one place; there must be others to fill the second.
        // So do the sections of a procedure.
        query.limit = request.most(self) * 2 + SECTIONS;
        query.unbounded = true;
        query.filter = ready.filter.clone();
        if let Some(wanted) = &request.stores {
            let granted = query.filter.stores.take();
            let may = |store: &&Store| granted.as_ref().is_none_or(|g| g.contains(store));
            query.filter.stores = Some(wanted.iter().filter(may).copied().collect());
        }
        query.filter.states.extend(request.states.dormant.then_some(State::Dormant));
        query.filter.states.extend(request.states.archived.then_some(State::Archived));
        // Asked about a time that is over, what held then answers, though it was replaced since.
        if let (Some(span), None) = (query.span, request.as_of)
            && (read.looks_back() || query.now.is_some_and(|now| span.to <= now))
        {
            query.filter.held_in = Some(span);
        }
        if let Some(moment) = request.as_of {
            query.filter.as_of = Some(wall(moment));
            // What has been replaced since was true then.
            query.filter.states.push(State::Superseded);
        }
        if visibility.sees_graph() {
            let hops = self.config().memory.graph.traversal_depth.min(2) as u8;
            (query.entities, query.named) = self.entity_names(&ready.ground).near(&request.query, read.entity(), hops);
        }
        query
    }

    fn entity_names(&self, ground: &SearchGround) -> Arc<EntityNames> {
        match ground {
            SearchGround::Held(files) => Arc::new(EntityNames::read(files.keys().map(String::as_str), None)),
            SearchGround::Now => self.names_now(|| {
                let files = self.workspace.list(ENTITIES_DIR).unwrap_or_default();
                let paths: Vec<String> = files.iter().map(|entry| format!("{ENTITIES_DIR}/{}", entry.name())).collect();
                EntityNames::read(paths.iter().map(String::as_str), self.text_of(GRAPH_INDEX).as_deref())
            }),
        }
    }

    /// Searches; an index found damaged or replaced on the way is made good first.
    ///
    /// What other processes write between catching up and searching does no harm: they too look at the
    /// files while nobody else can write, so that the index only ever gets newer.
    fn search(&self, ready: &mut Ready, query: &Query<'_>, deadline: &Deadline) -> Result<SearchAnswer> {
        if matches!(ready.ground, SearchGround::Held(_)) {
            return ready.index.search(query).map_err(failed);
        }
        for _ in 1..TRIES {
            let again = match ready.index.search(query) {
                Err(soulfile_recall::Error::Damaged { what, .. }) => self.mend_index(&what)?,
                Ok(_) if ready.index.epoch() != ready.epoch => {
                    ready.epoch = ready.index.epoch();
                    self.catch_up_or_say(&ready.index, deadline)?
                }
                other => return other.map_err(failed),
            };
            ready.caught_up.add(again);
            let index = self.opened_index()?;
            if !Arc::ptr_eq(&index, &ready.index) {
                (ready.epoch, ready.index) = (index.epoch(), index);
            }
        }
        let answer = ready.index.search(query).map_err(failed)?;
        if ready.index.epoch() != ready.epoch {
            ready.caught_up.notes.push("the index is being written anew; this answer is not complete".to_owned());
        }
        Ok(answer)
    }

    /// Catches up, mending a damaged index, and says so where another process keeps us from it.
    fn catch_up_or_say(&self, index: &Index, deadline: &Deadline) -> Result<CaughtUp> {
        match self.catch_up(index, deadline) {
            Err(crate::Error::Recall(soulfile_recall::Error::Damaged { what, .. })) => self.mend_index(&what),
            Err(crate::Error::Recall(soulfile_recall::Error::Busy { .. })) => Ok(CaughtUp {
                notes: vec!["another process is writing the index; newer changes are not in this answer".to_owned()],
                ..CaughtUp::default()
            }),
            other => other,
        }
    }
}
