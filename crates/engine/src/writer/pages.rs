//! Stores whose files are pages: a memory with a title, written in the format of its store.

use soulfile_memory::entity::slug;
use soulfile_memory::pages::{self, NewPage};
use soulfile_vocabulary::Store;

use super::MemoryWriter;
use crate::error::{Error, Result};

impl MemoryWriter<'_> {
    /// Writes a memory on a page; one that says exactly this already is left as it is.
    pub(super) fn add_to_page(&mut self, store: Store, new: &NewPage) -> Result<()> {
        let name = slug(&new.title);
        let (Some(path), Some(format)) = (store.page(&name), pages::format_of(store)) else {
            return Err(Error::Invalid(format!("{store} keeps no pages")));
        };
        let before = self.draft.read(&path)?.map(str::to_owned);
        let same = before.as_deref().map(|text| format.read(&name, text).memories).unwrap_or_default();
        if let Some(same) = same.into_iter().find(|memory| memory.text == new.content) {
            self.entry(same.id, &path, same.lines, &new.content, false);
            return Ok(());
        }
        let text = format.add(&name, before.as_deref(), new, self.today)?;
        if let Some(memory) = format.read(&name, &text).memories.into_iter().last() {
            self.entry(memory.id, &path, memory.lines, &new.content, true);
        }
        self.draft.set(&path, text)
    }
}
