//! The bank: pages people keep beside the stores, read as they are.
//!
//! Owns telling a bank page's id and title, and nothing of what is in it: a page is searched as text and
//! never rewritten.

use soulfile_vocabulary::layout;

use crate::id::{MemoryId, safe_name};
use crate::lines::{Cover, scan};
use crate::outline::heading;

/// A page of the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankPage {
    pub id: MemoryId,
    /// Its first heading, else its path.
    pub title: String,
}

/// Reads the page at `path`; `None` when that is no page of the bank.
pub fn read_page(path: &str, text: &str) -> Option<BankPage> {
    let page = layout::below(path, layout::BANK_DIR)?.strip_suffix(".md")?;
    if !page.split('/').all(safe_name) {
        return None;
    }
    let title = scan(text)
        .iter()
        .filter(|line| line.cover == Cover::Open)
        .find_map(|line| heading(line.of(text)))
        .map_or(page.to_owned(), |heading| heading.title.to_owned());
    Some(BankPage { id: MemoryId::Bank(page.to_owned()), title })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_told_by_their_path() {
        let page = read_page("bank/people/alex.md", "intro\n# Alex\n").unwrap();
        assert_eq!((page.id.to_string().as_str(), page.title.as_str()), ("bank:people/alex", "Alex"));
        assert!(read_page("bank/../x.md", "").is_none());
        assert!(read_page("memory/x.md", "").is_none());
    }
}
