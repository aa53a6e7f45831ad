//! Core memory: MEMORY.md, four blocks that are always in context.
//!
//! Owns reading the file, naming its lines, and editing them within the token cap. Other headings,
//! `[identity]`-style names, any bullet, paragraphs and trailing comments are read; nothing is rewritten but
//! the line an edit names. Start at [`CoreMemory::parse`]; edits are in `core/edit.rs`.

use std::fmt;
use std::ops::Range;

use soulfile_vocabulary::{Authority, EntryKind};

use crate::comment::{MetadataWords, split_trailing};
use crate::escape::unescape_inline;
use crate::fingerprint::short_hash;
use crate::id::CoreId;
use crate::lines::{Cover, Line, scan};
use crate::note::Note;
use crate::outline::{heading, items, plain_title};
use crate::provenance::read_trust;

mod edit;
mod place;

pub use edit::{CoreEdit, Limit, NewLine, WhenFull};

/// One of the four blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Block {
    /// Who the user is.
    Identity,
    /// What is happening now.
    ActiveContext,
    /// How to behave with this user.
    Persona,
    /// What must never be forgotten.
    CriticalFacts,
}

impl Block {
    /// The blocks in the order of the file.
    pub const ALL: [Block; 4] = [Block::Identity, Block::ActiveContext, Block::Persona, Block::CriticalFacts];

    /// The short name used in ids.
    pub fn key(self) -> &'static str {
        match self {
            Block::Identity => "identity",
            Block::ActiveContext => "context",
            Block::Persona => "persona",
            Block::CriticalFacts => "critical",
        }
    }

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Block::Identity => "Identity",
            Block::ActiveContext => "Active Context",
            Block::Persona => "Persona",
            Block::CriticalFacts => "Critical Facts",
        }
    }

    /// The block a memory belongs in, by what it speaks of.
    pub fn suited(text: &str, kind: EntryKind) -> Block {
        place::suited(text, kind)
    }

    /// Reads a heading or a short name, ignoring case and decoration.
    pub fn from_name(name: &str) -> Option<Block> {
        match plain_title(name).as_str() {
            "identity" => Some(Block::Identity),
            "active context" | "context" => Some(Block::ActiveContext),
            "persona" => Some(Block::Persona),
            "critical facts" | "critical" => Some(Block::CriticalFacts),
            _ => None,
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// How many tokens MEMORY.md and its blocks may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The hard cap of the whole file.
    pub cap: usize,
    /// What each block may hold, in the order of [`Block::ALL`].
    pub blocks: [usize; 4],
}

impl Budget {
    /// What a block, or the whole file, may hold.
    pub fn of(&self, block: Option<Block>) -> usize {
        block.map_or(self.cap, |block| self.blocks[block as usize])
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { cap: 3_000, blocks: [500, 1_000, 500, 1_000] }
    }
}

/// How much of its budget the file uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetUsage {
    /// Tokens of the whole file.
    pub total: usize,
    pub cap: usize,
    /// Each block with what it uses and what it should use.
    pub blocks: Vec<(Block, usize, usize)>,
}

impl BudgetUsage {
    /// The blocks that hold more than they should.
    pub fn over(&self) -> impl Iterator<Item = Block> {
        self.blocks.iter().filter(|(_, used, budget)| used > budget).map(|(block, ..)| *block)
    }
}

/// One line of core memory: a list item or a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreLine {
    /// Its name.
    pub id: CoreId,
    /// What it says, without bullet, pin mark and comments.
    pub text: String,
    /// Whether a person pinned it.
    pub pinned: bool,
    /// How far it is trusted.
    pub trust: Authority,
    /// Where it came from: an episode, a reflection.
    pub source: Option<String>,
    /// Its first line, counted from 1.
    pub line: usize,
    /// Its bytes, with the last line's terminator.
    pub span: Range<usize>,
    /// Whether it is a list item.
    pub bullet: bool,
    /// Where the visible text stands, pin mark included, comments not.
    visible: Range<usize>,
    /// Where the comments after it end.
    comments_end: usize,
}

/// A parsed MEMORY.md.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreMemory {
    text: String,
    lines: Vec<Line>,
    regions: Vec<Region>,
    entries: Vec<CoreLine>,
    notes: Vec<Note>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Region {
    block: Option<Block>,
    /// The indices of its lines, without the heading.
    body: Range<usize>,
}

impl CoreMemory {
    /// Reads MEMORY.md. Never fails.
    pub fn parse(text: impl Into<String>) -> CoreMemory {
        let text = text.into();
        let lines = scan(&text);
        let regions = regions(&text, &lines);
        let mut entries = Vec::new();
        let mut notes = Vec::new();
        for region in &regions {
            for item in items(&text, &lines, region.body.clone()) {
                let span = item.span(&lines);
                let raw = &text[item.text_start..item.text_end];
                let (visible, comments) = split_trailing(raw);
                let lead = visible.len() - visible.trim_start().len();
                let (clean, marked) = strip_pin_marks(visible);
                let words: Vec<MetadataWords> =
                    comments.iter().filter_map(|comment| MetadataWords::parse(comment.inner)).collect();
                let text_of = unescape_inline(&clean.split_whitespace().collect::<Vec<_>>().join(" "));
                if text_of.is_empty() {
                    continue;
                }
                let line = item.lines.start + 1;
                entries.push(CoreLine {
                    id: CoreId { block: region.block, hash: short_hash(&text_of) },
                    pinned: marked || words.iter().any(is_pinned),
                    source: words.iter().flat_map(|words| words.all("source")).next().map(str::to_owned),
                    trust: read_trust(words.iter().flat_map(|words| words.all("trust")), line, &mut notes),
                    text: text_of,
                    line,
                    span,
                    bullet: item.bullet,
                    visible: item.text_start + lead..item.text_start + visible.len(),
                    comments_end: item.text_start + raw.trim_end().len(),
                });
            }
        }
        for block in Block::ALL {
            let count = regions.iter().filter(|r| r.block == Some(block)).count();
            if count > 1 {
                notes.push(Note::new(1, format!("{block} appears {count} times; new lines go to the first")));
            }
        }
        CoreMemory { text, lines, regions, entries, notes }
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines in file order.
    pub fn entries(&self) -> &[CoreLine] {
        &self.entries
    }

    /// The lines of one block.
    pub fn block(&self, block: Block) -> impl Iterator<Item = &CoreLine> {
        self.entries.iter().filter(move |line| line.id.block == Some(block))
    }

    /// The first line with this id.
    pub fn get(&self, id: &CoreId) -> Option<&CoreLine> {
        self.entries.iter().find(|line| line.id == *id)
    }

    /// What was kept but not understood.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Counts what the file and its blocks use.
    pub fn usage(&self, budget: &Budget, count: &dyn Fn(&str) -> usize) -> BudgetUsage {
        let used = |block: Block| (block, self.tokens(Some(block), count), budget.of(Some(block)));
        BudgetUsage { total: count(&self.text), cap: budget.cap, blocks: Block::ALL.map(used).to_vec() }
    }

    /// The tokens of a block, or of the whole file.
    fn tokens(&self, block: Option<Block>, count: &dyn Fn(&str) -> usize) -> usize {
        match block {
            None => count(&self.text),
            Some(_) => {
                let bodies = self.regions.iter().filter(|region| region.block == block);
                bodies.map(|region| count(&self.text[self.bytes(&region.body)])).sum()
            }
        }
    }

    fn bytes(&self, body: &Range<usize>) -> Range<usize> {
        match body.is_empty() {
            true => 0..0,
            false => self.lines[body.start].start..self.lines[body.end - 1].next,
        }
    }
}

fn regions(text: &str, lines: &[Line]) -> Vec<Region> {
    let mut regions = vec![Region { block: None, body: 0..lines.len() }];
    // The level of the block heading we are under; deeper headings belong to the block.
    let mut level = 0;
    for (index, line) in lines.iter().enumerate() {
        if line.cover != Cover::Open {
            continue;
        }
        let content = line.of(text);
        let found = match heading(content) {
            Some(heading) => Some((heading.level, Block::from_name(heading.title))),
            None => bare_name(content).map(|block| (2, Some(block))),
        };
        let Some((found_level, block)) = found else {
            continue;
        };
        if block.is_none() && level > 0 && found_level > level {
            continue;
        }
        level = if block.is_some() { found_level } else { 0 };
        if let Some(last) = regions.last_mut() {
            last.body.end = index;
        }
        regions.push(Region { block, body: index + 1..lines.len() });
    }
    regions
}

/// A line that is only `[identity]`.
fn bare_name(line: &str) -> Option<Block> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    Block::from_name(name)
}

fn is_pinned(words: &MetadataWords) -> bool {
    ["pinned", "pin"].iter().any(|key| words.has(key) && !matches!(words.get(key), Some("no" | "false" | "0" | "off")))
}

/// Takes off the pin marks people write: a leading 📌, a trailing `(pinned)` or `[pinned]`.
fn strip_pin_marks(text: &str) -> (&str, bool) {
    let mut rest = text.trim();
    let mut pinned = false;
    loop {
        let before = rest;
        rest = rest.trim_start_matches("📌").trim();
        for mark in ["(pinned)", "[pinned]"] {
            let cut = rest.len().wrapping_sub(mark.len());
            if rest.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(mark)) {
                rest = rest[..cut].trim_end();
            }
        }
        if rest.len() == before.len() {
            return (rest, pinned);
        }
        pinned = true;
    }
}

#[cfg(test)]
#[path = "core_tests.rs"]
pub(crate) mod tests;
