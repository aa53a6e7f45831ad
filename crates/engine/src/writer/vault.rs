//! The vault: memories that a person keeps for ever.

use soulfile_memory::entity::slug;
use soulfile_memory::provenance::Provenance;
use soulfile_memory::vault::{NewVaultEntry, VaultFile};

use super::MemoryWriter;
use crate::error::Result;
use crate::stores::vault_path;

impl MemoryWriter<'_> {
    /// Writes an entry; one that says exactly this already is left as it is.
    pub(super) fn add_vault_entry(&mut self, title: &str, content: &str, from: &Provenance) -> Result<()> {
        let name = slug(title);
        let path = vault_path(&name);
        let text = match self.draft.read(&path)? {
            Some(text) => {
                let file = VaultFile::parse(&name, text);
                if let Some(same) = file.entries.iter().find(|entry| entry.content == content) {
                    let (id, lines) = (same.id.clone(), same.lines);
                    self.entry(id, &path, lines, content, false);
                    return Ok(());
                }
                let number = file.entries.len() + 1;
                file.add(&format!("{title} ({number})"), content)?
            }
            None => {
                let new =
                    NewVaultEntry { title: title.to_owned(), content: content.to_owned(), provenance: from.clone() };
                VaultFile::create(&new, self.today)?
            }
        };
        if let Some(entry) = VaultFile::parse(&name, text.as_str()).entries.last() {
            self.entry(entry.id.clone(), &path, entry.lines, content, true);
        }
        self.draft.set(&path, text)
    }
}
