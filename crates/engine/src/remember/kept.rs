//! Procedures and the vault: memories with a file of their own.

use soulfile_memory::entity::slug;
use soulfile_memory::id::MemoryId;
use soulfile_memory::procedure::{NewProcedure, Procedure};
use soulfile_memory::provenance::Provenance;
use soulfile_memory::vault::{NewVaultEntry, VaultFile};
use soulfile_text::sentences::first_words;
use soulfile_understand::steps::{self, Steps};

use super::{Pen, Understood};
use crate::error::Result;
use crate::stores::{procedure_path, vault_path};

impl Pen<'_, '_> {
    /// Writes a procedure, or adds to the one that is there.
    pub(super) fn write_procedure(&mut self, memory: &Understood, source: &str) -> Result<()> {
        let Steps { trigger, steps } = steps::read(&memory.raw);
        let name = slug(&first_words(&trigger, 8));
        let path = procedure_path(&name);
        let (text, new) = match self.draft.read(&path)? {
            Some(text) => {
                let mut procedure = Procedure::parse(&name, text);
                for step in steps.iter().filter(|step| !procedure.steps.contains(step)).cloned().collect::<Vec<_>>() {
                    procedure = Procedure::parse(&name, procedure.add_step(&step)?);
                }
                (procedure.add_learned_from(source)?, false)
            }
            None => {
                let procedure = NewProcedure {
                    name: name.clone(),
                    trigger,
                    steps,
                    notes: Vec::new(),
                    learned_from: vec![source.to_owned()],
                    provenance: self.own(Some(source.to_owned())),
                };
                (Procedure::create(&procedure, self.today)?, true)
            }
        };
        let last = text.lines().count().max(1);
        self.entry(MemoryId::Procedure(name), &path, (1, last), &memory.summary, new);
        self.draft.set(&path, text)
    }

    /// Pins a memory in the vault.
    pub(super) fn write_vault(&mut self, memory: &Understood) -> Result<()> {
        let title = first_words(memory.summary.trim_end_matches(['.', '。']), 8);
        let name = slug(&title);
        let path = vault_path(&name);
        let existing = self.draft.read(&path)?.map(str::to_owned);
        let text = match &existing {
            Some(text) => {
                let file = VaultFile::parse(&name, text.as_str());
                if let Some(same) = file.entries.iter().find(|entry| entry.content == memory.summary) {
                    let (id, lines) = (same.id.clone(), same.lines);
                    self.entry(id, &path, lines, &memory.summary, false);
                    return Ok(());
                }
                let number = file.entries.len() + 1;
                file.add(&format!("{title} ({number})"), &memory.summary)?
            }
            None => {
                let new = NewVaultEntry {
                    title,
                    content: memory.summary.clone(),
                    provenance: self.own(self.request.source.clone()),
                };
                VaultFile::create(&new, self.today)?
            }
        };
        let file = VaultFile::parse(&name, text.as_str());
        if let Some(entry) = file.entries.last() {
            let (id, lines) = (entry.id.clone(), entry.lines);
            self.entry(id, &path, lines, &memory.summary, true);
        }
        self.draft.set(&path, text)
    }

    fn own(&self, source: Option<String>) -> Provenance {
        Provenance { source, scope: self.request.scope.clone(), trust: self.trust }
    }
}
