//! Procedures: one file each, which grows by steps.

use soulfile_memory::id::{MemoryId, PageId};
use soulfile_memory::procedure::{NewProcedure, Procedure};
use soulfile_memory::provenance::Provenance;
use soulfile_vocabulary::{Store, layout};

use super::MemoryWriter;
use crate::error::Result;

impl MemoryWriter<'_> {
    /// Writes a procedure, or adds the steps it does not have to the one that is there.
    pub(super) fn add_procedure(
        &mut self,
        name: &str,
        trigger: &str,
        steps: &[String],
        summary: &str,
        learned_from: Vec<String>,
        from: &Provenance,
    ) -> Result<()> {
        let path = layout::page(layout::PROCEDURES_DIR, name);
        let (text, new) = match self.draft.read(&path)? {
            Some(text) => {
                let mut procedure = Procedure::parse(name, text);
                for step in steps {
                    if !procedure.steps.contains(step) {
                        procedure = Procedure::parse(name, procedure.add_step(step)?);
                    }
                }
                for source in &learned_from {
                    procedure = Procedure::parse(name, procedure.add_learned_from(source)?);
                }
                (procedure.text().to_owned(), false)
            }
            None => {
                let procedure = NewProcedure {
                    name: name.to_owned(),
                    trigger: trigger.to_owned(),
                    steps: steps.to_vec(),
                    notes: Vec::new(),
                    learned_from,
                    provenance: from.clone(),
                };
                (Procedure::create(&procedure, self.today)?, true)
            }
        };
        let last = text.lines().count().max(1);
        self.entry(MemoryId::Page(PageId::whole(Store::Procedural, name)), &path, (1, last), summary, new);
        self.draft.set(&path, text)
    }
}
