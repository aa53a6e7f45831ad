//! What a list of operations would change, shown before anybody approves it.

#![allow(missing_docs, reason = "a doc comment that repeats the field's name says nothing")]

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_api::RememberedEntry;
use soulfile_vocabulary::layout::{DECAY_SCORES, GRAPH_INDEX};
use soulfile_workspace::unified_diff;

use super::{MemoryWriter, Step};
use crate::error::Result;
use crate::open::Engine;

/// Files that follow from the others: named in a preview, without their lines.
const DERIVED: [&str; 2] = [DECAY_SCORES, GRAPH_INDEX];

/// What a change would do. Nothing is written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Preview {
    /// The operations, in order, with what each was drawn from.
    pub operations: Vec<Step>,
    /// The files that would change.
    pub files: Vec<FilePreview>,
    /// Entries that would be written, or are there already.
    pub entries: Vec<RememberedEntry>,
    /// What would not be carried out, and why.
    pub refused: Vec<Refusal>,
    /// What a person should know.
    pub warnings: Vec<String>,
}

/// A file before and after.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FilePreview {
    pub path: String,
    /// The change as a unified diff; empty for a file that is derived from the others.
    pub diff: String,
    /// Whether the file is new.
    pub created: bool,
    /// Whether it is derived from the other files.
    pub derived: bool,
    #[serde(skip)]
    pub(crate) after: Option<String>,
}

/// Something that would not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// The item of the reflection it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    pub why: String,
}

impl Preview {
    /// A preview of something that is refused as a whole.
    pub(crate) fn refused(why: String) -> Self {
        Self {
            operations: Vec::new(),
            files: Vec::new(),
            entries: Vec::new(),
            refused: vec![Refusal { item: None, why }],
            warnings: Vec::new(),
        }
    }
}

impl<'e> MemoryWriter<'e> {
    /// Shows what the steps would change. Steps of one item are refused together; the others are shown all the same.
    pub(crate) fn preview(engine: &'e Engine, steps: &[Step], admitted: bool) -> Result<Preview> {
        let mut writer = Self::new(engine);
        writer.is_preview = true;
        writer.admitted = admitted;
        let mut refused = Vec::new();
        for steps in steps.chunk_by(|a, b| a.item == b.item) {
            let before = (writer.draft.clone(), writer.entries.len(), writer.applied.len());
            if let Err(error) = writer.apply(steps) {
                (writer.draft, _, _) = before;
                writer.entries.truncate(before.1);
                writer.applied.truncate(before.2);
                refused.push(Refusal { item: steps[0].item, why: error.to_string() });
            }
        }
        writer.into_preview(refused)
    }

    fn into_preview(mut self, refused: Vec<Refusal>) -> Result<Preview> {
        self.finish()?;
        let mut files = Vec::new();
        for file in self.draft.files()? {
            let derived = DERIVED.contains(&file.path.as_str());
            let names = (format!("a/{}", file.path), format!("b/{}", file.path));
            let (before, after) = (file.before.as_deref(), file.after.as_deref());
            files.push(FilePreview {
                diff: match derived {
                    true => String::new(),
                    false => unified_diff(
                        before.unwrap_or_default(),
                        after.unwrap_or_default(),
                        (before.map_or("/dev/null", |_| &names.0), after.map_or("/dev/null", |_| &names.1)),
                    )?,
                },
                created: before.is_none(),
                derived,
                after: file.after,
                path: file.path,
            });
        }
        Ok(Preview { operations: self.applied, files, entries: self.entries, refused, warnings: self.warnings })
    }
}
