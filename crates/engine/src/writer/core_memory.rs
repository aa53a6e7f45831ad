//! Lines of MEMORY.md, within its budget. A line that is replaced or has to go becomes a fact of the user.

use jiff::civil::Date;
use soulfile_memory::core::{Block, CoreEdit, CoreLine, CoreMemory, Limit, NewLine, WhenFull};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::NewFact;
use soulfile_memory::id::{CoreId, MemoryId};
use soulfile_memory::provenance::Provenance;
use soulfile_text::tokens;
use soulfile_understand::Understand;
use soulfile_understand::compare::same_words;
use soulfile_vocabulary::Authority;
use soulfile_vocabulary::layout::CORE;

use super::duplicates::{DuplicateKind, likeness, nearest};
use super::{MemoryWriter, NamedEntity, Standing, WhenCoreFull};
use crate::error::Result;

/// Lines that are neither the owner's nor approved may fill one part in so many of a block of MEMORY.md.
const OTHERS_SHARE: usize = 3;
/// Tokens of the words behind such a line: its source and whose it is.
const WORDS_BEHIND: usize = 16;

impl MemoryWriter<'_> {
    /// Adds a line, unless one says the same already.
    pub(super) fn add_core_line(
        &mut self,
        block: Block,
        new: &NewFact,
        standing: Standing,
        when_full: WhenCoreFull,
        approved: bool,
    ) -> Result<()> {
        let trust = new.provenance.trust;
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let understand = self.engine.understanding();
        let weight = if approved { trust.max(Authority::Approved) } else { trust };
        // The same words with more weight take the place of those with less.
        let lesser = |line: &&CoreLine| line.trust < weight && !line.pinned && same_words(&line.text, &new.text);
        let lesser: Vec<CoreId> = core.entries().iter().filter(lesser).map(|line| line.id.clone()).collect();
        let core = if lesser.is_empty() { core } else { CoreMemory::parse(core.remove(&lesser)?) };
        let mut against: Vec<&CoreLine> = Vec::new();
        let mut outdated: Vec<&CoreLine> = Vec::new();
        let mut known: Option<&CoreLine> = None;
        for line in nearest(core.entries().iter(), |line| line.text.as_str(), &new.text) {
            match likeness(understand, &line.text, &new.text, Standing::Claim) {
                // What was said with less weight is not known yet.
                DuplicateKind::SameWords | DuplicateKind::SameMeaning if line.trust < weight => {}
                DuplicateKind::SameWords | DuplicateKind::SameMeaning if known.is_none() => known = Some(line),
                DuplicateKind::Contradicts if standing != Standing::Reviewed => against.push(line),
                DuplicateKind::Replaces if standing != Standing::Reviewed => {
                    against.push(line);
                    outdated.push(line);
                }
                _ => {}
            }
        }
        if let Some(known) = known {
            self.entry(MemoryId::Core(known.id.clone()), CORE, (known.line, known.line), &known.text, false);
            return Ok(());
        }
        let over = if standing == Standing::Update { &against } else { &outdated };
        let replaced: Vec<&CoreLine> = match standing {
            Standing::Update | Standing::Claim => {
                let may = |line: &&CoreLine| weight.may_supersede(line.trust);
                let replaceable =
                    |line: &&CoreLine| !line.pinned && keeps_every_part(understand, &line.text, &new.text);
                over.iter().copied().filter(may).filter(replaceable).collect()
            }
            Standing::Reviewed => Vec::new(),
        };
        if replaced.is_empty() && !approved && self.is_over_quota(&core, block, new) {
            self.warnings.push(format!(
                "not put into MEMORY.md: lines trusted as \"{trust}\" and less fill the share that is left to them"
            ));
            return Ok(());
        }
        // The owner's lines make room for nobody else's.
        let when_full = match when_full {
            WhenCoreFull::Prune if !approved && !trust.rights().unquoted => WhenCoreFull::LeaveOut,
            other => other,
        };
        let edit = match &replaced[..] {
            [] => {
                if let Some(old) = against.first() {
                    self.warnings.push(format!(
                        "contradicts \"{}\" ({}); both are kept until you say which holds",
                        old.text,
                        MemoryId::Core(old.id.clone())
                    ));
                }
                let line = new_line(new);
                self.edit_core(when_full, |limit| core.add(block, &line, limit))?
            }
            [first, others @ ..] => {
                // Where two lines were at odds and nobody said which holds, the news takes the place of both.
                let others: Vec<CoreId> = others.iter().map(|line| line.id.clone()).collect();
                let rest = CoreMemory::parse(core.remove(&others)?);
                let edit = self.edit_core(when_full, |limit| replace(&rest, &first.id, new, limit))?;
                if edit.is_some() {
                    for old in &replaced {
                        self.retire_core_line(old, new)?;
                        self.warnings.push(format!("replaces \"{}\", which stays in history", old.text));
                    }
                }
                edit
            }
        };
        match edit {
            Some(edit) => self.stage_core(edit, &new.text),
            None => Ok(()),
        }
    }

    /// Says whether a line that is not the owner's, nor approved, would pass the share of a block that such lines have.
    fn is_over_quota(&self, core: &CoreMemory, block: Block, new: &NewFact) -> bool {
        if new.provenance.trust.rights().unquoted {
            return false;
        }
        let cost = |text: &str| tokens::estimate(text) + WORDS_BEHIND;
        let others = core.entries().iter().filter(|line| line.id.block == Some(block) && !line.trust.rights().unquoted);
        let used: usize = others.map(|line| cost(&line.text)).sum();
        used + cost(&new.text) > self.engine.core_budget().blocks[block as usize] / OTHERS_SHARE
    }

    /// Replaces the lines that a person's news contradicts; nothing where it contradicts none.
    pub(super) fn correct_core(
        &mut self,
        block: Block,
        new: &NewFact,
        when_full: WhenCoreFull,
        approved: bool,
    ) -> Result<()> {
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let understand = self.engine.understanding();
        let contradicted = |line: &CoreLine| {
            let found = likeness(understand, &line.text, &new.text, Standing::Claim);
            !line.pinned && matches!(found, DuplicateKind::Contradicts | DuplicateKind::Replaces)
        };
        let near = nearest(core.entries().iter(), |line| line.text.as_str(), &new.text);
        match near.into_iter().any(contradicted) {
            true => self.add_core_line(block, new, Standing::Update, when_full, approved),
            false => Ok(()),
        }
    }

    /// Rewords a line. One that says more than what the new words replace stays, and the new line goes beside it.
    pub(super) fn replace_core_line(&mut self, id: &CoreId, new: &NewFact) -> Result<()> {
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let old = core.get(id).cloned();
        if let (Some(line), Some(block)) = (&old, id.block)
            && !keeps_every_part(self.engine.understanding(), &line.text, &new.text)
        {
            self.warnings
                .push(format!("\"{}\" says more than that; it stays, and the new line is beside it", line.text));
            let line = new_line(new);
            let edit = self.edit_core(WhenCoreFull::Refuse, |limit| core.add(block, &line, limit))?;
            return edit.map_or(Ok(()), |edit| self.stage_core(edit, &new.text));
        }
        let edit = self.edit_core(WhenCoreFull::Refuse, |limit| replace(&core, id, new, limit))?;
        if let Some(edit) = edit {
            self.stage_core(edit, &new.text)?;
        }
        match old {
            Some(line) => self.retire_core_line(&line, new),
            None => Ok(()),
        }
    }

    /// Moves a line to the facts of the user.
    pub(super) fn demote_core_line(
        &mut self,
        id: &CoreId,
        text: &str,
        ended: Option<Date>,
        from: &Provenance,
    ) -> Result<()> {
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let provenance = match core.get(id) {
            Some(line) => provenance_of(line),
            None => Provenance { source: Some(CORE.to_owned()), trust: from.trust, ..Provenance::default() },
        };
        self.draft.set(CORE, core.remove(std::slice::from_ref(id))?)?;
        let user = self.own_entity(&NamedEntity::user(), &provenance)?;
        let fact = NewFact { text: text.to_owned(), since: None, confidence: None, provenance };
        let fact = self.add_verbatim(&user, &fact)?;
        if let (Some(fact), Some(ended)) = (fact, ended) {
            self.revised += 1;
            let (path, file) = self.entity_file(&user)?;
            self.draft.set(&path, file.end_fact(&fact, ended, self.today)?.text)?;
        }
        Ok(())
    }

    /// Makes an edit within the budget. `None` where the line does not fit and may be left out.
    fn edit_core(
        &mut self,
        when_full: WhenCoreFull,
        edit: impl FnOnce(&Limit<'_>) -> std::result::Result<CoreEdit, soulfile_memory::Error>,
    ) -> Result<Option<CoreEdit>> {
        // Scores are read only where lines have to be weighed against each other.
        let scores = std::cell::OnceCell::new();
        let engine = self.engine;
        let relevance = |line: &CoreLine| {
            let scores = scores.get_or_init(|| engine.scores().unwrap_or_else(|_| DecayFile::parse("")));
            scores.get(&MemoryId::Core(line.id.clone())).map(|entry| entry.current_score)
        };
        let full = if when_full == WhenCoreFull::Prune { WhenFull::Prune } else { WhenFull::Refuse };
        match edit(&engine.core_limit(full, &relevance)) {
            Ok(edit) => Ok(Some(edit)),
            Err(error @ soulfile_memory::Error::CoreFull { .. }) if when_full != WhenCoreFull::Refuse => {
                self.warnings.push(format!("not put into MEMORY.md: {error}; pruning moves them out"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn stage_core(&mut self, edit: CoreEdit, text: &str) -> Result<()> {
        for line in &edit.pruned {
            self.warnings.push(format!("moved \"{}\" out of MEMORY.md to make room", line.text));
            self.keep_pruned(line)?;
        }
        for over in edit.usage.over() {
            self.warnings.push(format!("{over} is over its budget in MEMORY.md"));
        }
        self.entry(MemoryId::Core(edit.id.clone()), CORE, (edit.line, edit.line), text, edit.changed);
        self.draft.set(CORE, edit.text)
    }

    /// Keeps a line that had to leave MEMORY.md as a fact of the user.
    fn keep_pruned(&mut self, line: &CoreLine) -> Result<()> {
        let provenance = Provenance { source: Some(CORE.to_owned()), trust: line.trust, ..Provenance::default() };
        let user = self.own_entity(&NamedEntity::user(), &provenance)?;
        let fact = NewFact { text: line.text.clone(), since: None, confidence: None, provenance };
        self.add_verbatim(&user, &fact).map(|_| ())
    }

    /// Keeps a replaced line readable: as a past fact of the user, followed by the new one.
    fn retire_core_line(&mut self, line: &CoreLine, new: &NewFact) -> Result<()> {
        let user = self.own_entity(&NamedEntity::user(), &new.provenance)?;
        let provenance = provenance_of(line);
        let past = NewFact { text: line.text.clone(), since: None, confidence: None, provenance };
        let Some(past) = self.add_verbatim(&user, &past)? else { return Ok(()) };
        let (path, file) = self.entity_file(&user)?;
        let edit = file.supersede_fact(&past, new, self.today)?;
        self.revised += 1;
        self.made.extend(edit.fact.clone().map(|fact| MemoryId::Fact(user, fact)));
        self.draft.set(&path, edit.text)
    }
}

fn replace(
    core: &CoreMemory,
    id: &CoreId,
    new: &NewFact,
    limit: &Limit<'_>,
) -> std::result::Result<CoreEdit, soulfile_memory::Error> {
    core.replace_from(id, &new.text, new.provenance.source.as_deref(), new.provenance.trust, limit)
}

fn new_line(new: &NewFact) -> NewLine {
    let Provenance { source, trust, .. } = new.provenance.clone();
    NewLine { text: new.text.clone(), pinned: false, trust, source }
}

/// Where a line comes from: the entry it was drawn from, where it names one. By that the entry is known to be over.
fn provenance_of(line: &CoreLine) -> Provenance {
    let source = line.source.clone().unwrap_or_else(|| CORE.to_owned());
    Provenance { source: Some(source), trust: line.trust, ..Provenance::default() }
}

/// Whether every part of a line is repeated or contradicted by the new one, so that nothing else is lost when the new one
/// takes its place.
fn keeps_every_part(understand: &dyn Understand, line: &str, new: &str) -> bool {
    let parts: Vec<&str> = line
        .split([',', ';', '.', '，', '；', '。', '、'])
        .flat_map(|part| part.split(" and "))
        .map(str::trim)
        .filter(|part| part.split_whitespace().count() > 1 || !part.is_ascii())
        .collect();
    parts.len() < 2
        || parts.iter().all(|part| likeness(understand, part, new, Standing::Claim) != DuplicateKind::Unrelated)
}
