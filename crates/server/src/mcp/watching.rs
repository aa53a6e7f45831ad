//! Telling a client what changed: which of the files it asked about, and whether there are others.
//!
//! Compared is what the session sees of a file, not the file: a private entry in a log says nothing to
//! a room that may read other entries of it. Looked at is the head of the history; files are read only
//! when it moved. Only a client that holds its connection open can be told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use soulfile_engine::Result;

use super::connection::{McpCaller, McpConnection};
use super::resources;

/// How often the head is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Files one client may ask to be told about.
pub(super) const MOST: usize = 200;
/// Files whose reading is remembered for one client.
const REMEMBERED: usize = 2_000;

/// What a client has: what each file read like when it was given to it, by address.
#[derive(Clone, Default)]
pub(super) struct Given(Arc<Mutex<BTreeMap<String, String>>>);

impl Given {
    /// Notes what a file read like.
    pub fn note(&self, uri: &str, text: &str) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if given.len() < REMEMBERED || given.contains_key(uri) {
            given.insert(uri.to_owned(), reads_like(text));
        }
    }

    /// Notes what a file reads like now; true when the client has something else.
    fn differs(&self, uri: &str, now: String) -> bool {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        given.insert(uri.to_owned(), now.clone()).is_some_and(|before| before != now)
    }
}

/// A text without its blank lines: what is hidden from a session may leave one more behind.
fn reads_like(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    blake3::hash(lines.join("\n").as_bytes()).to_hex().to_string()
}

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
#[derive(Debug, Clone)]
struct Seen {
    revision: Option<String>,
    files: BTreeSet<String>,
    uris: BTreeSet<String>,
}

/// A client's look at the files it may see.
pub(super) struct Watching {
    connection: McpConnection,
    subscribed: Subscribed,
    given: Given,
    before: Option<Seen>,
}

impl Watching {
    /// Watches for a connection.
    pub fn new(connection: McpConnection, subscribed: Subscribed, given: Given) -> Self {
        Self { connection, subscribed, given, before: None }
    }

    /// Waits until there is something to tell.
    pub async fn next(&mut self) -> News {
        loop {
            let (uris, before, given) = (self.subscribed.now(), self.before.clone(), self.given.clone());
            let looked = self.connection.run(move |asked| look(asked, uris, before.as_ref(), &given)).await;
            // What cannot be read now is looked at again.
            if let Ok(Ok(Ok(Some((seen, news))))) = looked {
                self.before = Some(seen);
                if news != News::default() {
                    return news;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// What the session sees now, and what of it is news; `None` when nothing moved since.
fn look(
    asked: &McpCaller,
    uris: BTreeSet<String>,
    before: Option<&Seen>,
    given: &Given,
) -> Result<Option<(Seen, News)>> {
    if !uris.is_empty() {
        asked.engine.notice_hand_edits();
    }
    let revision = asked.engine.workspace().revision();
    if before.is_some_and(|before| before.revision == revision && uris.is_subset(&before.uris)) {
        return Ok(None);
    }
    let files: BTreeSet<String> =
        asked.engine.readable_files(&asked.session)?.into_iter().map(|file| file.path).collect();
    let mut news = News { updated: Vec::new(), others: before.is_some_and(|before| before.files != files) };
    for uri in &uris {
        let text = resources::visible_text(asked, uri)?.unwrap_or_default();
        if given.differs(uri, reads_like(&text)) {
            news.updated.push(uri.clone());
        }
    }
    Ok(Some((Seen { revision, files, uris }, news)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_client_has_is_no_news() {
        let given = Given::default();
        given.note("soul://x/a", "one");
        assert!(!given.differs("soul://x/a", reads_like("one\n\n")));
        assert!(given.differs("soul://x/a", reads_like("two")));
        assert!(!given.differs("soul://x/a", reads_like("two")), "told once");
        assert!(!given.differs("soul://x/b", reads_like("never read")));
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
