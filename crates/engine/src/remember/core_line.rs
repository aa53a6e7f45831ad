//! Core memory: a line of MEMORY.md, within its cap, in place of one it replaces.

use soulfile_memory::core::{Block, CoreLine, CoreMemory, NewLine, WhenFull};
use soulfile_memory::id::{CoreId, MemoryId};
use soulfile_understand::contradiction::{self, Comparable, Verdict};
use soulfile_understand::vocabulary::{Scope, Trust};

use super::{Pen, Understood, about_user};
use crate::error::Result;
use crate::stores::CORE;

impl Pen<'_, '_> {
    /// Says whether the user says that something which is always in mind has changed: it must not stay
    /// there as it was, wherever the news itself is filed.
    pub(super) fn changes_core(&mut self, memory: &Understood) -> Result<bool> {
        let own = self.trust == Trust::User && self.request.scope == Scope::Private && self.request.store.is_none();
        if !own || !memory.update || !about_user(&memory.route) {
            return Ok(false);
        }
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let changed = |line: &CoreLine| {
            !line.pinned && contradiction::compare(&line.text, &memory.summary).verdict == Verdict::Contradiction
        };
        Ok(core.entries().iter().any(changed))
    }

    /// Puts a memory in mind. What cannot go there is said; the day's log has it in any case.
    pub(super) fn write_core(&mut self, memory: &Understood, source: &str) -> Result<()> {
        if self.trust.is_untrusted() && !self.approved {
            self.warnings.push(format!(
                "not put into MEMORY.md: its source is trusted as \"{}\", and what is always in context is not",
                self.trust
            ));
            return Ok(());
        }
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let when_full = if self.request.prune { WhenFull::Prune } else { WhenFull::Refuse };
        let scores = self.engine.scores()?;
        let relevance = |line: &CoreLine| scores.get(&MemoryId::Core(line.id.clone())).map(|entry| entry.current_score);
        let limit = self.engine.core_limit(when_full, &relevance);
        let said = Comparable::new(&memory.summary);
        let standing = |line: &CoreLine| Comparable::new(&line.text).compare(&said).verdict;
        let against: Vec<&CoreLine> =
            core.entries().iter().filter(|line| standing(line) == Verdict::Contradiction).collect();
        let free: Vec<&CoreLine> = against.iter().copied().filter(|line| !line.pinned).collect();
        let known = core.entries().iter().find(|line| standing(line) == Verdict::Duplicate);
        let block = Block::suited(&memory.raw, memory.kind);
        let edit = match (known, &free[..]) {
            (Some(known), _) => {
                let (id, line) = (MemoryId::Core(known.id.clone()), known.line);
                self.entry(id, CORE, (line, line), &known.text.clone(), false);
                return Ok(());
            }
            (None, [old, others @ ..]) if memory.update && self.trust == Trust::User => {
                // Where two lines were at odds and nobody said which holds, the news takes the place of both.
                let others: Vec<CoreId> = others.iter().map(|line| line.id.clone()).collect();
                let rest = CoreMemory::parse(core.remove(&others)?);
                let edit = rest.replace_from(&old.id, &memory.summary, source, &limit);
                if edit.is_ok() {
                    for old in &free {
                        self.retire_core_line(old, memory, source)?;
                        self.warnings.push(format!("replaces \"{}\", which stays in history", old.text));
                    }
                }
                edit
            }
            (None, _) => {
                if let Some(old) = against.first() {
                    self.warnings.push(format!(
                        "contradicts \"{}\" ({}); both are kept until you say which holds",
                        old.text,
                        MemoryId::Core(old.id.clone())
                    ));
                }
                let line = NewLine {
                    text: memory.summary.clone(),
                    pinned: false,
                    trust: self.trust,
                    source: Some(source.to_owned()),
                };
                core.add(block, &line, &limit)
            }
        };
        match edit {
            Ok(edit) => {
                for line in &edit.pruned {
                    self.warnings.push(format!("moved \"{}\" out of MEMORY.md to make room", line.text));
                    self.keep_pruned(&line.text, line.trust)?;
                }
                for over in edit.usage.over() {
                    self.warnings.push(format!("{over} is over its budget in MEMORY.md"));
                }
                self.entry(
                    MemoryId::Core(edit.id.clone()),
                    CORE,
                    (edit.line, edit.line),
                    &memory.summary,
                    edit.changed,
                );
                self.draft.set(CORE, edit.text)
            }
            Err(full @ soulfile_memory::Error::CoreFull { .. }) => {
                self.warnings.push(format!("not put into MEMORY.md: {full}. `--prune` moves them out"));
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}
