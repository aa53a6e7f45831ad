//! The entities a question names, and what is tied to them within a few hops.
//!
//! Names come from the entity files' paths and from the generated `memory/graph/index.md`, which
//! also holds the edges, so that no entity file is opened to answer a question.

use std::collections::{HashMap, HashSet, VecDeque};

use soulfile_memory::graph;
use soulfile_vocabulary::layout::FilePlace;

/// Entities taken along at most, nearest first.
const MOST: usize = 64;

/// The page of the person themselves.
const USER: &str = "person--user";

/// Every entity's names, and the edges between them.
#[derive(Debug, Clone, Default)]
pub struct EntityNames {
    /// Names in lower case with the entity they stand for.
    names: Vec<(String, String)>,
    edges: HashMap<String, Vec<String>>,
}

impl EntityNames {
    /// Collects names from the workspace's paths and the text of the graph's index.
    pub fn read<'p>(paths: impl Iterator<Item = &'p str>, index: Option<&str>) -> Self {
        let mut names = Self::default();
        for path in paths {
            if let FilePlace::Entity(stem) = FilePlace::of_path(path) {
                let slug = stem.split_once("--").map_or(stem, |(_, slug)| slug);
                names.add(&slug.replace('-', " "), stem);
            }
        }
        let parsed = index.map(graph::parse_index).unwrap_or_default();
        for row in parsed.entities {
            names.add(&row.label, row.id.as_str());
        }
        for (from, _, to) in parsed.edges {
            names.edges.entry(from.to_string()).or_default().push(to.to_string());
            names.edges.entry(to.to_string()).or_default().push(from.to_string());
        }
        names
    }

    fn add(&mut self, name: &str, id: &str) {
        let name = name.trim().to_lowercase();
        if name.chars().count() >= 2 {
            self.names.push((name, id.to_owned()));
        }
    }

    /// The entities `question` names (`about` is the name it was read to be about), each with how
    /// many hops away it is, and the names it names them by.
    pub fn near(&self, question: &str, about: Option<&str>, hops: u8) -> (Vec<(String, u8)>, Vec<String>) {
        let lower = question.to_lowercase();
        let about = about.map(|name| name.trim().to_lowercase());
        let mut found: HashSet<&str> = HashSet::new();
        let mut named: Vec<String> = Vec::new();
        for (name, id) in &self.names {
            let asked = about.as_deref() == Some(name.as_str());
            if asked || (stands_out(name, question) && holds_words(&lower, name)) {
                found.insert(id);
                named.push(name.clone());
            }
        }
        let mut start: Vec<&str> = found.iter().copied().collect();
        start.sort_unstable();
        let mut queue: VecDeque<(&str, u8)> = start.into_iter().map(|id| (id, 0)).collect();
        let mut near = Vec::new();
        while let Some((id, away)) = queue.pop_front() {
            if near.len() == MOST {
                break;
            }
            near.push((id.to_owned(), away));
            if away < hops {
                // Everything a person wrote down is tied to them: a way through them leads anywhere.
                for next in self.edges.get(id).into_iter().flatten().filter(|next| *next != USER) {
                    if found.insert(next) {
                        queue.push_back((next, away + 1));
                    }
                }
            }
        }
        named.sort_unstable();
        named.dedup();
        (near, named)
    }
}

/// Says whether a name is more than an everyday word in this question: several words, not Latin,
/// or written as a name.
fn stands_out(name: &str, question: &str) -> bool {
    name.contains(' ')
        || !name.is_ascii()
        || name.bytes().any(|b| b.is_ascii_digit())
        || question
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word.len() == name.len() && word.to_lowercase() == name && word.starts_with(char::is_uppercase))
}

/// Says whether `text` holds `name` as whole words; scripts without spaces have no word ends.
fn holds_words(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let ends_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let before = word(text[..at].chars().next_back()) && ends_latin(name.chars().next());
        let after = word(text[at + name.len()..].chars().next()) && ends_latin(name.chars().next_back());
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> EntityNames {
        let index = "| id | type | label | file |\n|---|---|---|---|\n| project--aurora | project | Aurora | a |\n\n## Edges\n\
            | from | relation | to |\n|---|---|---|\n| person--alex | develops | project--aurora |\n\
            | project--aurora | uses | tool--sqlite |\n| tool--sqlite | relates-to | concept--memory |\n";
        let paths = ["memory/graph/entities/person--alex.md", "memory/graph/entities/concept--memory.md"];
        EntityNames::read(paths.into_iter(), Some(index))
    }

    #[test]
    fn ties_are_followed_for_two_hops() {
        let near = names().near("What does Alex work on?", None, 2).0;
        let ids: Vec<(&str, u8)> = near.iter().map(|(id, hops)| (id.as_str(), *hops)).collect();
        assert_eq!(ids, [("person--alex", 0), ("project--aurora", 1), ("tool--sqlite", 2)]);
    }

    #[test]
    fn no_way_leads_through_the_user() {
        let index = "| id | type | label | file |\n|---|---|---|---|\n\n## Edges\n| from | relation | to |\n|---|---|---|\n\
            | person--user | knows | person--alex |\n| person--user | uses | tool--sqlite |\n";
        let (near, named) = EntityNames::read(["memory/graph/entities/person--alex.md"].into_iter(), Some(index)).near(
            "What does Alex work on?",
            None,
            2,
        );
        assert_eq!((near, named), (vec![("person--alex".to_owned(), 0)], vec!["alex".to_owned()]));
    }

    #[test]
    fn an_everyday_word_is_no_name_unless_the_question_is_about_it() {
        assert!(names().near("how is my memory today", None, 2).0.is_empty());
        assert_eq!(names().near("what about memory", Some("memory"), 0).0.len(), 1);
        assert!(names().near("Alexander was here", None, 2).0.is_empty());
    }
}
