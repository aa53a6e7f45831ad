//! What a watcher in the background tells the person: what went wrong, once.

use soulfile_api::Noticed;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use soulfile_server::engines::Heard;

use crate::render;

/// Tells on stderr what went wrong with an agent, when it is not what was told last.
pub fn tell() -> Heard {
    let told: Mutex<HashMap<String, Vec<String>>> = Mutex::default();
    Arc::new(move |agent: &str, noticed: &Noticed| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let before = told.insert(agent.to_owned(), noticed.problems.clone()).unwrap_or_default();
        for problem in noticed.problems.iter().filter(|problem| !before.contains(problem)) {
            render::note(&format!("{agent}: {problem}"));
        }
    })
}
