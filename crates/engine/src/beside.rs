//! Another memory beside this one: asked with every search of the owner's, told what they have remembered, where that is
//! switched on.
//!
//! What it finds is merged by rank, marked with its source and trusted as little as an import. Whatever goes wrong with
//! it is said in the answer and is never an error: the files are the truth, and this is a second opinion. It knows no
//! rooms and no scopes, so only a private session of the owner asks and tells it.

use std::sync::Arc;
use std::thread::JoinHandle;

use soulfile_api::{RecallAnswer, RecallHit};
use soulfile_context::session::Session;
use soulfile_recall::query::Parts;
use soulfile_vocabulary::{Authority, Scope, SessionAudience, State, Store};

use crate::open::Engine;
use crate::remember::RememberRequest;

/// Another memory.
pub trait MemoryBeside: Send + Sync {
    /// Its name in results and messages, such as `mem0`.
    fn name(&self) -> &'static str;
    /// Whether searches ask it.
    fn is_searched(&self) -> bool;
    /// Whether it is told what is remembered.
    fn is_told(&self) -> bool;
    /// Finds what it knows, best first; gives why not in words.
    fn search(&self, query: &str, limit: usize) -> Result<Vec<FoundBeside>, String>;
    /// Keeps a text; gives why not in words.
    fn store(&self, text: &str, receipt: &str) -> Result<(), String>;
}

/// What another memory found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundBeside {
    pub id: String,
    pub text: String,
    /// 0 – 1, by its own measure.
    pub score: f32,
    /// When it was kept, as it says.
    pub date: Option<String>,
}

/// A search of another memory that runs while the files are searched.
pub(crate) struct SearchBeside {
    name: &'static str,
    found: JoinHandle<Result<Vec<FoundBeside>, String>>,
}

impl Engine {
    /// Begins to search the other memory, where there is one and this session may.
    pub(crate) fn search_beside(&self, query: &str, session: &Session, limit: usize) -> Option<SearchBeside> {
        let beside = self.place.beside.clone().filter(|beside| beside.is_searched())?;
        let owner = session.kind.audience() == SessionAudience::Owner && session.user.is_none();
        let query = query.to_owned();
        owner.then(|| SearchBeside {
            name: beside.name(),
            found: std::thread::spawn(move || beside.search(&query, limit)),
        })
    }

    /// Tells the other memory what was remembered; gives what a person should know.
    pub(crate) fn tell_beside(&self, request: &RememberRequest, receipt: &str) -> Option<String> {
        let beside: &Arc<dyn MemoryBeside> = self.place.beside.as_ref().filter(|beside| beside.is_told())?;
        if request.scope != Scope::Private {
            return None;
        }
        let problem = beside.store(request.text.trim(), receipt).err()?;
        Some(format!("it is kept here; {} did not take it, too: {problem}", beside.name()))
    }
}

impl SearchBeside {
    /// Waits for what was found and merges it into an answer.
    pub(crate) fn merge(self, answer: &mut RecallAnswer, limit: usize) {
        let found = match self.found.join() {
            Ok(Ok(found)) => found,
            Ok(Err(problem)) => return answer.notes.push(format!("{} was not searched: {problem}", self.name)),
            Err(_) => return answer.notes.push(format!("{} was not searched: it failed unexpectedly", self.name)),
        };
        let own = std::mem::take(&mut answer.hits);
        let known = |text: &str| own.iter().any(|hit| same(&hit.text, text) || same(&hit.snippet, text));
        let mut others = Vec::new();
        for one in found.into_iter().filter(|one| !known(&one.text)) {
            others.push(hit_of(self.name, one));
        }
        answer.hits = by_rank(own, others);
        answer.hits.truncate(limit);
    }
}

/// Takes turns, this memory first.
fn by_rank(own: Vec<RecallHit>, others: Vec<RecallHit>) -> Vec<RecallHit> {
    let (mut own, mut others) = (own.into_iter(), others.into_iter());
    let mut merged = Vec::new();
    loop {
        let (first, second) = (own.next(), others.next());
        if first.is_none() && second.is_none() {
            return merged;
        }
        merged.extend(first);
        merged.extend(second);
    }
}

/// Whether two texts say the same but for spaces, marks at the end and capitals.
fn same(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        words.join(" ").trim_end_matches(['.', '!', '。']).to_owned()
    };
    plain(one) == plain(other)
}

fn hit_of(name: &str, found: FoundBeside) -> RecallHit {
    let place = format!("{name}:{}", found.id);
    RecallHit {
        id: None,
        path: place.clone(),
        start_line: 0,
        end_line: 0,
        citation: place,
        store: Store::Note,
        beside: Some(name.to_owned()),
        date: found.date,
        snippet: found.text.clone(),
        text: found.text,
        score: found.score.clamp(0.0, 1.0),
        trust: Authority::Import,
        state: State::Active,
        parts: Parts::default(),
        before: None,
        after: None,
        same_as: None,
        folded: Vec::new(),
        newer: None,
        also: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_take_turns_and_keep_their_order() {
        let hit = |id: &str| hit_of("mem0", FoundBeside { id: id.into(), text: id.into(), score: 0.5, date: None });
        let merged = by_rank(vec![hit("a"), hit("b"), hit("c")], vec![hit("1")]);
        let texts: Vec<&str> = merged.iter().map(|hit| hit.text.as_str()).collect();
        assert_eq!(texts, ["a", "1", "b", "c"]);
        assert!(same("I like  tea.", "i like tea") && !same("I like tea", "I like coffee"));
    }
}
