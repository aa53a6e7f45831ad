//! What a workspace knows: facts, edges and lines of MEMORY.md, with what they rest on.

use anyhow::Result;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::entity::{EntityFile, entity_of_path};

use super::soul::Soul;

/// Where something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownPlace {
    /// A fact of an entity.
    Fact,
    /// An edge between two.
    Edge,
    /// An entity with its names.
    Entity,
    /// A line of MEMORY.md.
    Core,
}

/// One thing that is known.
#[derive(Debug, Clone)]
pub struct LearnedFact {
    /// Where.
    pub place: KnownPlace,
    /// The label of the entity; nothing for MEMORY.md.
    pub about: String,
    /// What it says; for an edge, both names.
    pub text: String,
    /// Whether it is held to be true now.
    pub current: bool,
    /// What it rests on, as its file says.
    pub source: String,
    /// Other names of an entity; both ends of an edge.
    pub names: Vec<String>,
}

impl LearnedFact {
    /// Whether its words stand in a file as they are.
    pub fn is_said(&self) -> bool {
        matches!(self.place, KnownPlace::Fact | KnownPlace::Core)
    }
}

/// Gathers it all.
pub fn gather(soul: &Soul) -> Result<Vec<LearnedFact>> {
    let mut out = Vec::new();
    let mut entities = Vec::new();
    for (path, text) in soul.files("memory/graph/entities")? {
        if let Some(id) = entity_of_path(&path) {
            entities.push(EntityFile::parse(id, text));
        }
    }
    let label = |id: &str| entities.iter().find(|file| file.id().as_str() == id).map(EntityFile::label);
    for file in entities.iter().filter(|file| file.merged_into().is_none()) {
        let about = file.label();
        let known = |place, text: String, current, source: Option<&String>, names| LearnedFact {
            place,
            about: about.clone(),
            text,
            current,
            source: source.cloned().unwrap_or_default(),
            names,
        };
        out.push(known(KnownPlace::Entity, about.clone(), true, None, file.names()));
        for fact in &file.facts {
            out.push(known(KnownPlace::Fact, fact.text.clone(), fact.is_current(), fact.source.as_ref(), Vec::new()));
        }
        for line in &file.relations {
            for target in &line.targets {
                let other = label(target.as_str()).unwrap_or_else(|| target.to_string());
                let current = line.until.is_none();
                out.push(known(
                    KnownPlace::Edge,
                    format!("{about} {other}"),
                    current,
                    None,
                    vec![about.clone(), other],
                ));
            }
        }
    }
    let core = CoreMemory::parse(soul.read("MEMORY.md")?.unwrap_or_default());
    out.extend(core.entries().iter().map(|line| LearnedFact {
        place: KnownPlace::Core,
        about: String::new(),
        text: line.text.clone(),
        current: true,
        source: source_of(core.text().get(line.span.clone()).unwrap_or_default()),
        names: Vec::new(),
    }));
    Ok(out)
}

/// What the comment after a line names as its source.
fn source_of(line: &str) -> String {
    let Some((_, rest)) = line.split_once("source:") else { return String::new() };
    rest.split_whitespace().next().unwrap_or_default().to_owned()
}

/// Letters and digits only, so that escapes and spacing do not tell texts apart.
pub fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
