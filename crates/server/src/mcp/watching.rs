//! Telling a client what changed: which of the files it asked about, and whether there are others.
//!
//! Compared is what the session sees of a file, not the file: a private entry in a log says nothing to
//! a room that may read other entries of it. Looked at is the head of the history; files are read only
//! when it moved. Only a client that holds its connection open can be told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use soulfile_engine::Result;
use soulfile_engine::context_layer::digest::sha256_hex;

use super::connection::{Asked, Connection};
use super::resources;

/// How often the head is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Files one client may ask to be told about.
pub(super) const MOST: usize = 200;

/// The files a client asked to be told about, by address.
#[derive(Clone, Default)]
pub(super) struct Subscribed(Arc<Mutex<BTreeSet<String>>>);

impl Subscribed {
    /// Adds one; false when there are too many.
    pub fn add(&self, uri: String) -> bool {
        let mut uris = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = uris.len() < MOST || uris.contains(&uri);
        if fits {
            uris.insert(uri);
        }
        fits
    }

    /// Takes one out.
    pub fn remove(&self, uri: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }

    fn now(&self) -> BTreeSet<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl From<Vec<String>> for Subscribed {
    fn from(uris: Vec<String>) -> Self {
        Self(Arc::new(Mutex::new(uris.into_iter().take(MOST).collect())))
    }
}

/// What a client is told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct News {
    /// Files that read differently now, by address.
    pub updated: Vec<String>,
    /// Whether there are other files than before.
    pub others: bool,
}

/// What the session saw at a look.
#[derive(Debug, Clone, Default)]
struct Seen {
    revision: Option<String>,
    files: BTreeSet<String>,
    /// What each file reads like.
    texts: BTreeMap<String, Option<String>>,
}

/// A client's look at the files it may see.
pub(super) struct Watching {
    connection: Connection,
    subscribed: Subscribed,
    before: Option<Seen>,
}

impl Watching {
    /// Watches for a connection.
    pub fn new(connection: Connection, subscribed: Subscribed) -> Self {
        Self { connection, subscribed, before: None }
    }

    /// Waits until there is something to tell.
    pub async fn next(&mut self) -> News {
        loop {
            let (uris, before) = (self.subscribed.now(), self.before.clone());
            // What cannot be read now is looked at again.
            if let Ok(Ok(Ok(Some(seen)))) = self.connection.run(move |asked| look(asked, &uris, before.as_ref())).await
            {
                let news = self.before.as_ref().map(|before| told(before, &seen));
                self.before = Some(seen);
                if let Some(news) = news.filter(|news| *news != News::default()) {
                    return news;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// What the session sees now; `None` when nothing moved since.
fn look(asked: &Asked, uris: &BTreeSet<String>, before: Option<&Seen>) -> Result<Option<Seen>> {
    if !uris.is_empty() {
        asked.engine.take_in_hand_edits()?;
    }
    let revision = asked.engine.workspace().revision()?;
    let all_known = |before: &Seen| uris.iter().all(|uri| before.texts.contains_key(uri));
    if before.is_some_and(|before| before.revision == revision && all_known(before)) {
        return Ok(None);
    }
    let files = asked.engine.readable_files(&asked.session)?.into_iter().map(|file| file.path).collect();
    let mut texts = BTreeMap::new();
    for uri in uris {
        let text = resources::visible_text(asked, uri)?;
        texts.insert(uri.clone(), text.map(|text| sha256_hex(text.as_bytes())));
    }
    Ok(Some(Seen { revision, files, texts }))
}

fn told(before: &Seen, now: &Seen) -> News {
    let changed = |uri: &&String| before.texts.get(*uri).is_some_and(|text| *text != now.texts[*uri]);
    News { updated: now.texts.keys().filter(changed).cloned().collect(), others: before.files != now.files }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(files: &[&str], texts: &[(&str, Option<&str>)]) -> Seen {
        Seen {
            revision: None,
            files: files.iter().map(ToString::to_string).collect(),
            texts: texts.iter().map(|(uri, text)| (uri.to_string(), text.map(str::to_owned))).collect(),
        }
    }

    #[test]
    fn only_what_reads_differently_is_told() {
        let before = seen(&["a", "b"], &[("soul://x/a", Some("1")), ("soul://x/b", None)]);
        assert_eq!(told(&before, &before), News::default());
        let now = seen(&["a", "b"], &[("soul://x/a", Some("2")), ("soul://x/b", None), ("soul://x/c", Some("new"))]);
        assert_eq!(told(&before, &now), News { updated: vec!["soul://x/a".to_owned()], others: false });
        assert!(told(&before, &seen(&["a"], &[])).others);
    }

    #[test]
    fn there_is_an_end_to_what_one_client_asks_for() {
        let subscribed = Subscribed::default();
        assert!((0..MOST).all(|n| subscribed.add(n.to_string())));
        assert!(!subscribed.add("one more".to_owned()) && subscribed.add("0".to_owned()));
        subscribed.remove("0");
        assert!(subscribed.add("one more".to_owned()));
    }
}
