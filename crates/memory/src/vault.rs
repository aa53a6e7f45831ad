//! The vault: entries a person pinned, which never decay.
//!
//! Owns reading `memory/vault/*.md`: a file is one entry, or several under `##` headings. Only people
//! pin and unpin; who may is the caller's business.

use std::ops::Range;

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::error::Error;
use crate::escape::{clean_block, escape_block, single_line, trim_block, unescape_block};
use crate::header::{self, Header};
use crate::id::{MemoryId, PageId};
use crate::lines::{Cover, terminator, with_terminator};
use crate::note::Note;
use crate::outline::{Outline, heading};
use crate::pages::{NewPage, Page, PageFormat, PageMemory};
use crate::provenance::{read_scope, read_trust};
use crate::splice::{Splice, apply};

/// One entry of a vault file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaultEntry {
    pub id: MemoryId,
    /// Its title; the file's name when it has none.
    pub title: String,
    /// What it says.
    pub content: String,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// Its bytes.
    pub span: Range<usize>,
}

/// A parsed vault file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaultFile {
    text: String,
    header: Header,
    /// Its entries in file order.
    pub entries: Vec<VaultEntry>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// What was kept but not understood.
    pub notes: Vec<Note>,
}

impl VaultFile {
    /// Reads a vault file; `name` is the stem of its path. Never fails.
    pub fn parse(name: &str, text: impl Into<String>) -> VaultFile {
        let text = text.into();
        let outline = Outline::parse(&text, |heading| heading.level == 2);
        let header = Header::parse(&text, &outline.lines, outline.preamble.clone());
        let mut notes = Vec::new();
        let scope = read_scope(header.get("Scope").into_iter(), 1, &mut notes);
        let trust = read_trust(header.get("Trust").into_iter(), 1, &mut notes);
        let mut entries = Vec::new();
        let body = |range: Range<usize>| {
            let mut out = String::new();
            for line in &outline.lines[range] {
                let content = line.of(&text);
                let title = line.cover == Cover::Open && heading(content).is_some_and(|heading| heading.level == 1);
                if line.cover != Cover::Comment && !title {
                    out.push_str(content);
                    out.push('\n');
                }
            }
            unescape_block(trim_block(&out))
        };
        let title = outline.lines[outline.preamble.clone()]
            .iter()
            .filter(|line| line.cover == Cover::Open)
            .find_map(|line| heading(line.of(&text)).filter(|heading| heading.level == 1))
            .map_or(name.to_owned(), |heading| heading.title.to_owned());
        let intro = body(outline.preamble.clone());
        if !intro.is_empty() || (outline.sections.is_empty() && !outline.lines.is_empty()) {
            // Title and header belong to the file: they stay when the entry goes.
            let first = outline
                .preamble
                .clone()
                .find(|index| {
                    let line = &outline.lines[*index];
                    let content = line.of(&text);
                    line.cover != Cover::Comment
                        && !content.trim().is_empty()
                        && heading(content).is_none_or(|heading| heading.level > 1)
                })
                .unwrap_or(outline.preamble.end);
            let span = outline.span(&(first..outline.preamble.end));
            entries.push(VaultEntry {
                id: MemoryId::Page(PageId::whole(Store::Vault, name)),
                title,
                content: intro,
                lines: (first.min(outline.preamble.end.saturating_sub(1)) + 1, outline.preamble.end.max(1)),
                span,
            });
        }
        for section in &outline.sections {
            let whole = section.heading..section.body.end;
            entries.push(VaultEntry {
                id: MemoryId::Page(PageId::entry(Store::Vault, name, &section.title)),
                title: section.title.clone(),
                content: body(section.body.clone()),
                lines: (section.heading + 1, section.body.end),
                span: outline.span(&whole),
            });
        }
        VaultFile { text, header, entries, scope, trust, notes }
    }

    /// Writes a new file holding one entry.
    pub fn create(new: &NewPage, today: Date) -> Result<String, Error> {
        let content = clean_block(&new.content);
        if content.is_empty() {
            return Err(Error::Empty);
        }
        let day = today.to_string();
        let provenance = &new.provenance;
        let scope = match &provenance.scope {
            Scope::Private => String::new(),
            scope => scope.to_string(),
        };
        let trust = match provenance.trust {
            Authority::Owner => "",
            trust => trust.as_str(),
        };
        let header = header::render(&[
            ("Type", "vault"),
            ("Pinned", &day),
            ("Source", provenance.source.as_deref().unwrap_or("")),
            ("Scope", &scope),
            ("Trust", trust),
        ]);
        let title = single_line(&new.title);
        Ok(format!("# {title}\n\n{header}\n\n{}\n", escape_block(&content)))
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// When it was pinned.
    pub fn pinned_on(&self) -> Option<Date> {
        self.header.get("Pinned")?.parse().ok()
    }

    /// Adds an entry under a heading of its own.
    pub fn add(&self, title: &str, content: &str) -> Result<String, Error> {
        let (title, content) = (single_line(title), clean_block(content));
        if content.is_empty() || title.is_empty() {
            return Err(Error::Empty);
        }
        if self.entries.iter().any(|entry| entry.title == title) {
            return Err(Error::Exists { id: title });
        }
        let lead = match self.text.as_str() {
            "" => "",
            text if text.ends_with("\n\n") || text.ends_with("\n\r\n") => "",
            text if text.ends_with('\n') => "\n",
            _ => "\n\n",
        };
        let fresh = format!("{lead}## {title}\n{}\n", escape_block(&content));
        Ok(format!("{}{}", self.text, with_terminator(&fresh, terminator(&self.text))))
    }

    /// Takes an entry out; `None` when the file then holds nothing and is to be removed.
    pub fn remove(&self, id: &MemoryId) -> Result<Option<String>, Error> {
        let entry =
            self.entries.iter().find(|entry| entry.id == *id).ok_or_else(|| Error::NotFound { id: id.to_string() })?;
        if self.entries.len() == 1 {
            return Ok(None);
        }
        Ok(Some(apply(&self.text, vec![Splice::remove(entry.span.clone())])))
    }
}

/// The vault as a store of pages.
pub struct VaultPages;

impl PageFormat for VaultPages {
    fn read(&self, name: &str, text: &str) -> Page {
        let file = VaultFile::parse(name, text);
        let since = file.pinned_on();
        let memories = file.entries.into_iter().map(|entry| PageMemory {
            id: entry.id,
            lines: entry.lines,
            text: if entry.content.is_empty() { entry.title } else { entry.content },
        });
        Page { scope: file.scope, trust: file.trust, since, is_one_memory: false, memories: memories.collect() }
    }

    /// A page that is there already gets a further entry, under a numbered title.
    fn add(&self, name: &str, text: Option<&str>, new: &NewPage, today: Date) -> Result<String, Error> {
        let Some(text) = text else { return VaultFile::create(new, today) };
        let file = VaultFile::parse(name, text);
        let number = file.entries.len() + 1;
        file.add(&format!("{} ({number})", new.title), &new.content)
    }

    fn remove(&self, name: &str, text: &str, id: &MemoryId) -> Result<Option<String>, Error> {
        VaultFile::parse(name, text).remove(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tests::any_document;
    use crate::provenance::Provenance;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn a_file_is_one_entry_or_several() {
        let new = NewPage {
            title: "Wedding\nday".into(),
            content: "12 June.\n## not a heading".into(),
            provenance: Provenance::default(),
        };
        let text = VaultFile::create(&new, date(2026, 2, 2)).unwrap();
        assert!(text.starts_with("# Wedding day\n\n<!-- Type: vault | Pinned: 2026-02-02 -->\n\n12 June.\n"));
        let file = VaultFile::parse("wedding", text.as_str());
        assert_eq!(file.entries.len(), 1);
        assert_eq!(file.entries[0].content, new.content);
        assert_eq!(file.entries[0].id.to_string(), "vault:wedding");
        assert_eq!(file.pinned_on(), Some(date(2026, 2, 2)));
        let two = file.add("Ring", "size 7").unwrap();
        assert!(two.starts_with(&text));
        let file = VaultFile::parse("wedding", two);
        assert_eq!(file.entries.len(), 2);
        let one = file.remove(&file.entries[1].id.clone()).unwrap().unwrap();
        assert_eq!(one.trim_end(), text.trim_end());
        let single = VaultFile::parse("wedding", one);
        assert_eq!(single.remove(&single.entries[0].id.clone()).unwrap(), None);
        assert!(file.add("Ring", "again").is_err());
        let rest = file.remove(&file.entries[0].id.clone()).unwrap().unwrap();
        assert!(rest.starts_with("# Wedding day\n\n<!-- Type: vault"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_vault_file(text in any_document()) {
            let file = VaultFile::parse("x", text.as_str());
            for entry in &file.entries {
                if let Some(rest) = file.remove(&entry.id).unwrap() {
                    prop_assert!(rest.len() <= text.len());
                }
            }
            if let Ok(more) = file.add("a new title", "b") {
                prop_assert!(more.starts_with(&text));
            }
        }
    }
}
