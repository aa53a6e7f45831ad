//! Embeddings by the encoder inside the binary or a configured model: filled beside the index, and never in the way of
//! an answer.
//!
//! The surface makes the embedder (it knows keys and paths) and hands it in. Vectors are kept in
//! `vectors.sqlite` in the state directory, by content hash, so that a rebuild costs nothing. A process that runs on fills
//! them in the background ([`crate::watch`]); one that asks once embeds what is new before it searches, as much as it has
//! time for. What cannot be done in time, or not at all, is said, and the static table answers.

use soulfile_api::EmbeddingStatus;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use soulfile_recall::embed::Embedder;
use soulfile_recall::{Asked, Filled, Index, IndexPlace, Meaning, Options};

use crate::error::Result;
use crate::index::{Deadline, failed, lock};
use crate::open::Engine;

/// Time one question without a deadline gives to entries that have no vector yet.
const FILL: Duration = Duration::from_secs(2);
/// The same with a deadline, where the encoder inside the binary embeds.
const FILL_QUICKLY: Duration = Duration::from_millis(60);
/// Texts a question embeds at most where a watcher embeds beside it: what was told just now, and not a workspace that was
/// just adopted.
const FEW: usize = 16;
/// Longest wait for a question's vector.
const ASK: Duration = Duration::from_secs(3);
/// Time all entries together may take when nobody waits for an answer.
const FILL_ALL: Duration = Duration::from_secs(6 * 3600);
/// After a failure the model is left alone for this long.
const REST: Duration = Duration::from_secs(30);

/// The model the configuration asks for, as the surface made it.
#[derive(Clone, Default)]
pub struct Embedding {
    /// The model beside the static table, or in its place.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Why the model asked for cannot be used.
    pub problem: Option<String>,
}

#[derive(Default)]
pub(crate) struct EmbeddingState {
    open: Mutex<Option<Arc<Meaning>>>,
    /// When it may be asked again, and why it rests.
    rests: Mutex<Option<(Timestamp, String)>>,
    /// A watcher fills vectors in the background.
    is_watched: AtomicBool,
}

impl Engine {
    /// Where vectors of other models are kept.
    pub fn vectors_path(&self) -> PathBuf {
        self.index_path().with_file_name("vectors.sqlite")
    }

    pub(crate) fn close_embedding(&self) {
        *lock(&self.embedding.open) = None;
    }

    fn meaning(&self) -> Result<Option<Arc<Meaning>>> {
        let embedder = self.place.embedding.embedder.as_ref().filter(|_| self.config().memory_search.enabled);
        let Some(embedder) = embedder else { return Ok(None) };
        let mut open = lock(&self.embedding.open);
        if open.is_none() {
            let place = IndexPlace::File(self.vectors_path());
            let made = Meaning::open(embedder.clone(), place, Options::default().patience).map_err(failed)?;
            *open = Some(Arc::new(made));
        }
        Ok(open.clone())
    }

    /// Embeds a question that is about to be asked. What cannot be done now is done, or told, when it is asked.
    pub(crate) fn expect_question(&self, question: &str) {
        if self.place.embedding.problem.is_none()
            && let Ok(Some(meaning)) = self.meaning()
        {
            meaning.expect(question, ASK);
        }
    }

    /// Notes whether a watcher fills vectors in the background from now on.
    pub(crate) fn set_watched(&self, is_watched: bool) {
        self.embedding.is_watched.store(is_watched, Ordering::Relaxed);
    }

    /// Why the model is not asked just now.
    fn resting(&self) -> Option<String> {
        let rests = lock(&self.embedding.rests);
        rests.as_ref().filter(|(until, _)| self.place.clock.now() < *until).map(|(_, why)| why.clone())
    }

    fn rest(&self, why: &str) {
        let until = self.place.clock.now().saturating_add(REST).unwrap_or(Timestamp::MAX);
        *lock(&self.embedding.rests) = Some((until, why.to_owned()));
    }

    /// A question in the configured model's terms; where there is none, `notes` say why.
    pub(crate) fn asked(
        &self,
        index: &Index,
        question: &str,
        deadline: &Deadline,
        notes: &mut Vec<String>,
    ) -> Option<Arc<Asked>> {
        let said = |why: String| format!("{why}; meanings were compared by the built-in table");
        if let Some(problem) = &self.place.embedding.problem {
            notes.push(said(problem.clone()));
            return None;
        }
        let meaning = match self.meaning() {
            Ok(meaning) => meaning?,
            Err(error) => {
                notes.push(said(error.to_string()));
                return None;
            }
        };
        let resting = self.resting();
        // Someone who waits for an answer does not wait for other entries' vectors.
        let fill = match deadline.left() {
            _ if resting.is_some() => Duration::ZERO,
            None => FILL,
            Some(left) if meaning.is_builtin() => FILL_QUICKLY.min(left / 2),
            Some(_) => Duration::ZERO,
        };
        let most = if self.embedding.is_watched.load(Ordering::Relaxed) { FEW } else { usize::MAX };
        let filled = match meaning.fill_few(most, index, fill) {
            Ok(filled) => filled,
            Err(error) => {
                notes.push(said(error.to_string()));
                return None;
            }
        };
        if let Some(why) = filled.failed.clone().or(resting) {
            if filled.failed.is_some() {
                self.rest(&why);
            }
            notes.push(said(why));
            return None;
        }
        if filled.missing > 0 {
            let (missing, model) = (filled.missing, meaning.model());
            let why =
                format!("{missing} entries have no vector of {model} yet (`soul memory rebuild` embeds them all)");
            if !meaning.is_builtin() {
                notes.push(said(why));
                return None;
            }
            // Its vectors follow; these entries stand where the static table puts them meanwhile.
            notes.push(why);
        }
        match meaning.ask(question, deadline.left().map_or(ASK, |left| left.min(ASK))) {
            Ok(asked) => Some(Arc::new(asked)),
            Err(why) => {
                // Too slow for a short deadline is not down.
                if deadline.left().is_none() {
                    self.rest(&why);
                }
                notes.push(said(why));
                None
            }
        }
    }

    /// Embeds entries that have no vector yet, for at most `patience`; nothing where the built-in
    /// model is all there is.
    pub fn fill_embeddings(&self, patience: Duration, told: &dyn Fn(usize, usize)) -> Result<Option<EmbeddingStatus>> {
        let index = self.opened_index()?;
        self.fill_status(&index, patience, told)
    }

    pub(crate) fn embed_all(&self, told: &dyn Fn(usize, usize)) -> Result<Option<EmbeddingStatus>> {
        self.fill_embeddings(FILL_ALL, told)
    }

    /// How far the configured model is; asks nobody.
    pub(crate) fn embedding_status(&self, index: &Index) -> Result<Option<EmbeddingStatus>> {
        self.fill_status(index, Duration::ZERO, &|_, _| ())
    }

    fn fill_status(
        &self,
        index: &Index,
        patience: Duration,
        told: &dyn Fn(usize, usize),
    ) -> Result<Option<EmbeddingStatus>> {
        if let Some(problem) = &self.place.embedding.problem {
            let problem = Some(problem.clone());
            return Ok(Some(EmbeddingStatus { model: None, missing: 0, cut: 0, embedded: 0, problem }));
        }
        let Some(meaning) = self.meaning()? else { return Ok(None) };
        let Filled { missing, embedded, cut, failed: problem } = meaning.fill(index, patience, told).map_err(failed)?;
        if let Some(why) = &problem {
            self.rest(why);
        }
        let model = Some(meaning.model().to_owned());
        Ok(Some(EmbeddingStatus { model, missing, cut, embedded, problem }))
    }
}
