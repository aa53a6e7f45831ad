//! Edits of MEMORY.md: add, remove, replace, pin — within the token budgets.

use soulfile_vocabulary::{Authority, layout};

use super::{Block, Budget, BudgetUsage, CoreLine, CoreMemory, strip_pin_marks};
use crate::comment::{MetadataWords, set_word, split_trailing};
use crate::error::Error;
use crate::escape::{escape_inline, single_line};
use crate::fingerprint::short_hash;
use crate::id::CoreId;
use crate::lines::{terminator, with_terminator};
use crate::splice::{Splice, apply};

/// A line to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// What it says. Line breaks become spaces; a pin mark inside it pins nothing.
    pub text: String,
    /// Whether a person pins it.
    pub pinned: bool,
    /// How far it is trusted.
    pub trust: Authority,
    /// Where it came from.
    pub source: Option<String>,
}

impl NewLine {
    /// A line in a person's own words.
    pub fn new(text: impl Into<String>) -> NewLine {
        NewLine { text: text.into(), pinned: false, trust: Authority::Owner, source: None }
    }
}

/// What to do when an edit would pass the cap or the budget of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFull {
    /// Refuse, and say which lines would have to go.
    Refuse,
    /// Take the least relevant unpinned lines out and hand them back to be stored elsewhere.
    Prune,
}

/// How much room there is and how it is made.
pub struct Limit<'a> {
    pub budget: Budget,
    /// Counts tokens.
    pub count: &'a dyn Fn(&str) -> usize,
    /// What to do when there is no room.
    pub when_full: WhenFull,
    /// How relevant a line is now; `None` when nothing is known about it.
    pub relevance: &'a dyn Fn(&CoreLine) -> Option<f64>,
}

/// The result of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreEdit {
    /// The whole new text.
    pub text: String,
    /// The line that was added, changed or found to be there already.
    pub id: CoreId,
    /// Its line number in the new text, counted from 1.
    pub line: usize,
    /// Whether anything changed.
    pub changed: bool,
    /// Lines taken out to make room; the caller stores them in the semantic store.
    pub pruned: Vec<CoreLine>,
    /// What the new text uses.
    pub usage: BudgetUsage,
}

impl CoreMemory {
    /// Adds a line at the end of a block. An identical line there already is left as it is.
    pub fn add(&self, block: Block, new: &NewLine, limit: &Limit<'_>) -> Result<CoreEdit, Error> {
        let text = line_text(&new.text)?;
        let id = CoreId { block: Some(block), hash: short_hash(&text) };
        if let Some(there) = self.get(&id) {
            if new.pinned && !there.pinned {
                return self.set_pinned(&id, true, limit);
            }
            return Ok(self.unchanged(id, limit));
        }
        let mut words = MetadataWords::default();
        if let Some(source) = &new.source {
            words.set("source", source.clone());
        }
        if new.trust != Authority::Owner {
            words.set("trust", new.trust.as_str());
        }
        if new.pinned {
            words.flag("pinned");
        }
        let mut line = format!("- {}", escape_inline(&text));
        if !words.is_empty() {
            line.push(' ');
            line.push_str(&words.render());
        }
        self.finish(vec![self.insertion(block, &line)], id, limit)
    }

    /// Removes the lines named. Always allowed, whatever the file holds.
    pub fn remove(&self, ids: &[CoreId]) -> Result<String, Error> {
        let mut splices = Vec::new();
        for id in ids {
            let before = splices.len();
            for line in self.entries().iter().filter(|line| line.id == *id) {
                splices.push(Splice::remove(line.span.clone()));
            }
            if splices.len() == before {
                return Err(Error::NotFound { id: id.to_string() });
            }
        }
        splices.dedup();
        Ok(apply(self.text(), splices))
    }

    /// Puts a line back that was taken out, byte for byte as [`CoreMemory::raw`] gave it.
    pub fn put_back(&self, id: &CoreId, raw: &str, limit: &Limit<'_>) -> Result<CoreEdit, Error> {
        if self.get(id).is_some() {
            return Ok(self.unchanged(id.clone(), limit));
        }
        let eol = terminator(self.text());
        let line = with_terminator(raw.trim_end(), eol);
        let splice = match id.block {
            Some(block) => self.insertion(block, &line),
            // It stood under a heading of somebody's own, which may be gone.
            None => {
                let lead = if self.text().ends_with('\n') { eol.to_owned() } else { eol.repeat(2) };
                Splice::insert(self.text().len(), format!("{lead}## Restored{eol}{line}{eol}"))
            }
        };
        self.finish(vec![splice], id.clone(), limit)
    }

    /// The bytes of a line, for [`CoreMemory::put_back`].
    pub fn raw(&self, line: &CoreLine) -> String {
        let raw = self.text()[line.span.clone()].trim_end();
        raw.replace("\r\n", "\n")
    }

    /// Replaces what a line says; its bullet, pin and comments stay byte for byte.
    pub fn replace(&self, id: &CoreId, text: &str, limit: &Limit<'_>) -> Result<CoreEdit, Error> {
        let line = self.find(id)?;
        let text = line_text(text)?;
        let new_id = CoreId { block: id.block, hash: short_hash(&text) };
        if new_id == *id {
            return Ok(self.unchanged(new_id, limit));
        }
        if self.get(&new_id).is_some() {
            return self.finish(vec![Splice::remove(line.span.clone())], new_id, limit);
        }
        let mut visible = escape_inline(&text);
        let (_, marked) = strip_pin_marks(&self.text()[line.visible.clone()]);
        if marked {
            visible.push_str(" (pinned)");
        }
        self.finish(vec![Splice::replace(line.visible.clone(), visible)], new_id, limit)
    }

    /// Replaces what a line says, what it rests on and how far it is trusted; its bullet, pin and other comments stay.
    /// Without a source the one that is there stays.
    pub fn replace_from(
        &self,
        id: &CoreId,
        text: &str,
        source: Option<&str>,
        trust: Authority,
        limit: &Limit<'_>,
    ) -> Result<CoreEdit, Error> {
        let edit = self.replace(id, text, limit)?;
        let replaced = CoreMemory::parse(edit.text.clone());
        let Some(line) = replaced.get(&edit.id).filter(|_| edit.changed) else { return Ok(edit) };
        let region = line.visible.end..line.comments_end;
        let before = &replaced.text()[region.clone()];
        let mut comments = before.to_owned();
        if let Some(source) = source {
            comments = set_word(&comments, "source", Some(source), "trust");
        }
        comments = set_word(&comments, "trust", (trust != Authority::Owner).then(|| trust.as_str()), "source");
        if comments == before {
            return Ok(edit);
        }
        replaced.finish(vec![Splice::replace(region, comments)], edit.id.clone(), limit)
    }

    /// Pins or unpins a line.
    pub fn set_pinned(&self, id: &CoreId, pinned: bool, limit: &Limit<'_>) -> Result<CoreEdit, Error> {
        let line = self.find(id)?;
        if line.pinned == pinned {
            return Ok(self.unchanged(id.clone(), limit));
        }
        let mut splices = Vec::new();
        if pinned {
            splices.push(Splice::insert(line.comments_end, " <!-- pinned -->"));
        } else {
            let visible = &self.text()[line.visible.clone()];
            let (clean, marked) = strip_pin_marks(visible);
            if marked {
                splices.push(Splice::replace(line.visible.clone(), clean));
            }
            splices.extend(self.unpin_comments(line));
        }
        self.finish(splices, id.clone(), limit)
    }

    fn unpin_comments(&self, line: &CoreLine) -> Vec<Splice> {
        let raw = &self.text()[line.visible.start..line.comments_end];
        let mut splices = Vec::new();
        for comment in split_trailing(raw).1 {
            let Some(mut words) = MetadataWords::parse(comment.inner) else {
                continue;
            };
            if !(words.has("pinned") || words.has("pin")) {
                continue;
            }
            words.remove("pinned");
            words.remove("pin");
            let mut start = comment.range.start;
            if words.is_empty() {
                start = raw[..start].trim_end().len();
            }
            let range = line.visible.start + start..line.visible.start + comment.range.end;
            splices.push(Splice::replace(range, words.render()));
        }
        splices
    }

    fn find(&self, id: &CoreId) -> Result<&CoreLine, Error> {
        self.get(id).ok_or_else(|| Error::NotFound { id: id.to_string() })
    }

    fn unchanged(&self, id: CoreId, limit: &Limit<'_>) -> CoreEdit {
        CoreEdit {
            text: self.text().to_owned(),
            line: self.get(&id).map_or(1, |line| line.line),
            id,
            changed: false,
            pruned: Vec::new(),
            usage: self.usage(&limit.budget, limit.count),
        }
    }

    /// Where and how a new line goes into its block; makes the block when it is missing.
    fn insertion(&self, block: Block, line: &str) -> Splice {
        let text = self.text();
        let eol = terminator(text);
        if let Some(region) = self.regions.iter().find(|r| r.block == Some(block)) {
            let last = region.body.clone().rev().find(|index| !self.lines[*index].of(text).trim().is_empty());
            let at = match last {
                Some(index) => self.lines[index].next,
                None => self.lines[region.body.start - 1].next,
            };
            let lead = if at > 0 && !text[..at].ends_with('\n') { eol } else { "" };
            return Splice::insert(at, format!("{lead}{line}{eol}"));
        }
        // Before the first block that comes later in the canonical order, else at the end.
        let later = self.regions.iter().find(|region| region.block.is_some_and(|found| found > block));
        let fresh = format!("## {block}\n{line}\n");
        match later {
            Some(region) => {
                Splice::insert(self.lines[region.body.start - 1].start, with_terminator(&format!("{fresh}\n"), eol))
            }
            None => {
                let lead = match text {
                    "" => "# MEMORY.md — Core Memory\n\n",
                    _ if text.ends_with("\n\n") || text.ends_with("\n\r\n") => "",
                    _ if text.ends_with('\n') => "\n",
                    _ => "\n\n",
                };
                Splice::insert(text.len(), with_terminator(&format!("{lead}{fresh}"), eol))
            }
        }
    }

    /// Applies the splices, then makes room or refuses: in the block of the line, then in the whole file.
    fn finish(&self, splices: Vec<Splice>, id: CoreId, limit: &Limit<'_>) -> Result<CoreEdit, Error> {
        let mut edited = CoreMemory::parse(apply(self.text(), splices));
        if edited.get(&id).is_none() {
            return Err(Error::hidden(layout::CORE));
        }
        let mut pruned = Vec::new();
        for block in id.block.map(Some).into_iter().chain([None]) {
            let (tokens, cap) = (edited.tokens(block, limit.count), limit.budget.of(block));
            // What a person let grow too large may still be edited downwards.
            if tokens <= cap || tokens <= self.tokens(block, limit.count) {
                continue;
            }
            let (rest, gone, fits) = edited.make_room(&id, block, limit);
            if limit.when_full == WhenFull::Refuse || !fits {
                return Err(Error::CoreFull { block, tokens, cap, would_go: gone, fits });
            }
            edited = CoreMemory::parse(rest);
            pruned.extend(gone);
        }
        Ok(CoreEdit {
            line: edited.get(&id).map_or(1, |line| line.line),
            usage: edited.usage(&limit.budget, limit.count),
            text: edited.text,
            id,
            changed: true,
            pruned,
        })
    }

    /// Takes out the least relevant unpinned lines until a block or the whole file fits, sparing `keep`.
    fn make_room(&self, keep: &CoreId, block: Option<Block>, limit: &Limit<'_>) -> (String, Vec<CoreLine>, bool) {
        let mut candidates: Vec<(f64, u8, &CoreLine)> = self
            .entries()
            .iter()
            .filter(|line| !line.pinned && line.id != *keep)
            .filter(|line| line.id.block.is_some() || line.bullet)
            .filter(|line| block.is_none() || line.id.block == block)
            .map(|line| {
                let rank = prune_rank(line.id.block);
                let relevance = (limit.relevance)(line).unwrap_or(0.5);
                (relevance, rank, line)
            })
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.line.cmp(&b.2.line)));
        let mut gone: Vec<CoreLine> = Vec::new();
        let mut rest = self.text().to_owned();
        let cap = limit.budget.of(block);
        let mut over = self.tokens(block, limit.count).saturating_sub(cap);
        let mut candidates = candidates.into_iter();
        while over > 0 {
            let mut freed = 0;
            while freed < over {
                let Some((_, _, line)) = candidates.next() else {
                    return (rest, gone, false);
                };
                // Tokens can merge across a cut, so what is freed is checked again on the whole.
                freed += (limit.count)(&self.text()[line.span.clone()]).max(1);
                gone.push(line.clone());
            }
            let cuts = gone.iter().map(|line| Splice::remove(line.span.clone()));
            rest = apply(self.text(), cuts.collect());
            over = CoreMemory::parse(rest.clone()).tokens(block, limit.count).saturating_sub(cap);
        }
        gone.sort_by_key(|line| line.line);
        (rest, gone, true)
    }
}

/// What goes first among equally relevant lines: what was current before who the user is.
fn prune_rank(block: Option<Block>) -> u8 {
    match block {
        Some(Block::ActiveContext) => 0,
        None => 1,
        Some(Block::Persona) => 2,
        Some(Block::Identity) => 3,
        Some(Block::CriticalFacts) => 4,
    }
}

/// One clean line without pin marks of its own: only `NewLine::pinned` pins.
fn line_text(text: &str) -> Result<String, Error> {
    let line = single_line(text);
    let (clean, _) = strip_pin_marks(&line);
    match clean {
        "" => Err(Error::Empty),
        clean => Ok(clean.to_owned()),
    }
}
