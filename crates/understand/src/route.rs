//! Where a memory belongs and what it is about: the built-in router.
//!
//! Owns [`Route`], the answer any router gives (a model-backed one fills the same structure), its
//! validation, and the rules that fill it with no model. Never writes. Start with [`route`].

mod entities;
pub(crate) mod gazetteer;
mod keeping;
mod relations;
mod store;
mod summary;
mod tags;
mod years;

pub(crate) use gazetteer::{is_given_name, is_place, is_tool};

use jiff::Zoned;
use serde::{Deserialize, Serialize};

use crate::dates;
use soulfile_vocabulary::{Confidence, EntityType, Relation, Store};

/// The name that stands for the speaker in relations.
pub const USER: &str = "user";

/// Something the memory is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutedEntity {
    /// Its name as written.
    pub name: String,
    /// What sort of thing it is.
    #[serde(rename = "type")]
    pub kind: EntityType,
}

/// A relation between two entities, or between the user and one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutedRelation {
    /// The name it goes from; [`USER`] for the speaker.
    pub from: String,
    /// What it says.
    pub relation: Relation,
    /// The name it goes to.
    pub to: String,
}

/// A date the memory speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutedDate {
    /// The phrase, verbatim.
    pub text: String,
    /// The first day it means.
    pub start: jiff::civil::DateTime,
    /// The first moment after it.
    pub end: jiff::civil::DateTime,
}

/// A router's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Which store takes it.
    pub store: Store,
    /// What it is about; never the user.
    #[serde(default)]
    pub entities: Vec<RoutedEntity>,
    /// How those hang together.
    #[serde(default)]
    pub relations: Vec<RoutedRelation>,
    /// Two to five topical tags.
    pub tags: Vec<String>,
    /// How sure the router is that it is worth keeping.
    pub confidence: Confidence,
    /// Whether core memory changes too.
    pub core_update: bool,
    /// The memory in the third person: "User prefers …".
    pub summary: String,
    /// Dates resolved against the moment of speaking.
    #[serde(default)]
    pub dates: Vec<RoutedDate>,
}

/// Why a route cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRoute {
    /// The summary is empty.
    #[error("the summary is empty")]
    EmptySummary,
    /// Fewer than one or more than five tags, or a blank one.
    #[error("there must be one to five non-empty tags, found {0}")]
    Tags(usize),
    /// An entity without a name, or the user.
    #[error("\"{0}\" cannot be an entity")]
    Entity(String),
    /// A relation whose end is neither the user nor a listed entity.
    #[error("relation end \"{0}\" is not among the entities")]
    RelationEnd(String),
    /// A core memory that does not update the core.
    #[error("a route to the core store must update the core")]
    CoreWithoutUpdate,
}

impl RoutedEntity {
    /// Whether it is a day of the week or a month, and no name.
    pub fn is_calendar(&self) -> bool {
        crate::claim::is_calendar(&self.name)
    }
}

impl Route {
    /// Checks what a router returned, model or not.
    pub fn validate(&self) -> Result<(), InvalidRoute> {
        if self.summary.trim().is_empty() {
            return Err(InvalidRoute::EmptySummary);
        }
        if self.tags.is_empty() || self.tags.len() > 5 || self.tags.iter().any(|t| t.trim().is_empty()) {
            return Err(InvalidRoute::Tags(self.tags.len()));
        }
        if let Some(entity) =
            self.entities.iter().find(|e| e.name.trim().is_empty() || e.name.eq_ignore_ascii_case(USER))
        {
            return Err(InvalidRoute::Entity(entity.name.clone()));
        }
        let known = |end: &str| {
            end.eq_ignore_ascii_case(USER) || self.entities.iter().any(|e| e.name.eq_ignore_ascii_case(end))
        };
        for relation in &self.relations {
            for end in [&relation.from, &relation.to] {
                if !known(end) {
                    return Err(InvalidRoute::RelationEnd(end.clone()));
                }
            }
        }
        if self.store == Store::Core && !self.core_update {
            return Err(InvalidRoute::CoreWithoutUpdate);
        }
        Ok(())
    }
}

impl Route {
    /// The summary with every relative day written out: "next Friday" means nothing a week later.
    pub fn dated_summary(&self) -> String {
        let mut out = self.summary.clone();
        for date in &self.dates {
            let day = date.start.date();
            let says_it = date.text.contains(&day.year().to_string()) || date.text.contains(&day.to_string());
            // The first word of a statement has a capital.
            let at = out.to_ascii_lowercase().find(&date.text.to_ascii_lowercase());
            let Some(at) = at.filter(|_| !says_it) else { continue };
            let written_out = |after: &str| {
                let inside = after.trim_start_matches(' ').strip_prefix('(')?;
                inside.starts_with(&day.year().to_string()).then_some(())
            };
            if written_out(&out[at + date.text.len()..]).is_some() {
                continue;
            }
            let space = if soulfile_text::script::has_han(&date.text) { "" } else { " " };
            let joint = if space.is_empty() { "至" } else { "to" };
            let days = format!("{space}({})", shortest(day, date.end, joint));
            out.insert_str(at + date.text.len(), &days);
        }
        out
    }
}

/// A stretch of days as people write it: a year, a month, a day, or from one to another.
fn shortest(first: jiff::civil::Date, end: jiff::civil::DateTime, joint: &str) -> String {
    let last = end.date().yesterday().unwrap_or(first);
    if last <= first || end.time() != jiff::civil::Time::midnight() {
        return first.to_string();
    }
    let begins = |month: i8| first.day() == 1 && first.month() == month;
    if begins(1) && last == first.last_of_year() {
        return format!("{:04}", first.year());
    }
    if begins(first.month()) && last == first.last_of_month() {
        return format!("{:04}-{:02}", first.year(), first.month());
    }
    format!("{first} {joint} {last}")
}

/// Puts a note about the user back into their own words ("User lives in Graz" becomes "I live in
/// Graz"), so that what was written down is read by the same rules as what is said.
pub fn first_person(note: &str) -> String {
    summary::first_person(note)
}

/// How a memory reached the router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The user asked for it to be kept.
    Explicit,
    /// It was found in passing.
    Detected,
}

/// Routes `content`, said at `now`, by rules alone.
pub fn route(content: &str, origin: Origin, now: &Zoned) -> Route {
    let times = dates::find(content, now);
    let mut found = entities::find(content, &times);
    // A note may speak of "the user": that is who the memory belongs to, nobody beside them.
    found.retain(|entity| !entity.name.eq_ignore_ascii_case(USER));
    let (store, core_update) = store::choose(content, &times);
    let relations = relations::find(content, &found);
    let tags = tags::choose(content, &found, store);
    Route {
        store,
        tags,
        confidence: match origin {
            Origin::Explicit => Confidence::High,
            Origin::Detected => Confidence::Medium,
        },
        core_update,
        summary: summary::third_person(content),
        dates: times
            .iter()
            .filter(|t| !t.weak || store == Store::Episodic || years::is_once(content, &content[t.span.clone()]))
            .filter_map(|t| years::settled(content, &content[t.span.clone()], t.range, now))
            .collect(),
        entities: found.into_iter().map(|e| RoutedEntity { name: e.name, kind: e.kind }).collect(),
        relations,
    }
}

#[cfg(test)]
#[path = "route_tests.rs"]
mod tests;
