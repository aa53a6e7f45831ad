//! Stores whose files are pages: what every layer above needs of a page, whatever its format.
//!
//! A store of pages is a row of [`Store`], a module with its format, and a line of [`format_of`]. Reading, searching, adding
//! with a title and erasing go through [`PageFormat`]; what only one store can do (steps of a procedure) is in its own module.

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::error::Error;
use crate::id::MemoryId;
use crate::procedure::ProcedurePages;
use crate::provenance::Provenance;
use crate::vault::VaultPages;

/// A page, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// The day it was written, where the page says so.
    pub since: Option<Date>,
    /// Whether the page is one memory, all of it; else only its entries are memories.
    pub is_one_memory: bool,
    /// Its memories in file order.
    pub memories: Vec<PageMemory>,
}

/// A memory of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageMemory {
    pub id: MemoryId,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// What it says.
    pub text: String,
}

/// Something to put on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPage {
    /// What it is called; the name of the page follows from it.
    pub title: String,
    /// What it says.
    pub content: String,
    /// Where it came from, who may see it, how far it is trusted.
    pub provenance: Provenance,
}

/// How pages of one store are written down.
pub trait PageFormat: Sync {
    /// Reads a page; `name` is the stem of its path. Never fails.
    fn read(&self, name: &str, text: &str) -> Page;
    /// The text of the page with something added; `text` is `None` where there is no such page yet.
    fn add(&self, name: &str, text: Option<&str>, new: &NewPage, today: Date) -> Result<String, Error>;
    /// The text without a memory; `None` when nothing is left and the file is to be removed.
    fn remove(&self, name: &str, text: &str, id: &MemoryId) -> Result<Option<String>, Error>;
}

/// The format of a store of pages; `None` for a store that is kept in another way.
pub fn format_of(store: Store) -> Option<&'static dyn PageFormat> {
    match store {
        Store::Procedural => Some(&ProcedurePages),
        Store::Vault => Some(&VaultPages),
        Store::Core | Store::Episodic | Store::Semantic | Store::Note => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::PageId;
    use jiff::civil::date;

    /// What holds for every store of pages: the row and the format belong together, and what is added is read, found by its
    /// id, and gone after it is removed.
    #[test]
    fn every_store_of_pages_reads_what_it_adds_and_forgets_what_it_removes() {
        for store in Store::ALL {
            assert_eq!(format_of(*store).is_some(), store.row().keeps_pages, "{store}");
        }
        for store in Store::of_pages() {
            let format = format_of(store).expect("a store of pages has a format");
            let new = NewPage {
                title: "Night lamp".to_owned(),
                content: "The lamp by the door stays on.".to_owned(),
                provenance: Provenance::default(),
            };
            let text = format.add("night-lamp", None, &new, date(2026, 2, 2)).unwrap();
            let page = format.read("night-lamp", &text);
            let [memory] = &page.memories[..] else { panic!("{store}: one memory in {text:?}") };
            assert!(memory.text.contains("stays on"), "{store}: {memory:?}");
            assert_eq!(memory.id, MemoryId::Page(PageId::whole(store, "night-lamp")));
            assert_eq!(memory.id.to_string().parse().as_ref(), Ok(&memory.id));
            assert_eq!(memory.id.page(), store.page("night-lamp"));
            assert_eq!(format.remove("night-lamp", &text, &memory.id).unwrap(), None);
        }
    }
}
