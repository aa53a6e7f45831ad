//! The mass-change brake: one operation that removes or empties much stops and asks a person.

use soulfile_vocabulary::layout::{below, counted_dirs, is_generated};

use crate::error::{Error, Result};

/// How much one operation may remove without a person's word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brake {
    /// Most files.
    pub files: usize,
    /// Largest share of a store, 0 to 1.
    pub share: f64,
}

impl Default for Brake {
    fn default() -> Self {
        Self { files: 10, share: 0.2 }
    }
}

/// Files smaller than this may shrink freely; halving a two-line note is no mass change.
const SMALL: usize = 256;

/// What one mutation would do to one file.
#[derive(Debug)]
pub struct Effect<'a> {
    /// The file.
    pub path: &'a str,
    /// Its size before; `None` when it is new.
    pub before: Option<usize>,
    /// Its size after; `None` when it goes.
    pub after: Option<usize>,
}

/// The store a path belongs to.
pub fn store_of(path: &str) -> Option<&'static str> {
    counted_dirs().find(|dir| below(path, dir).is_some())
}

/// More than one operation may do without a person's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Excess {
    /// Files removed at once; the first of them.
    Files(usize, String),
    /// Files removed of all files in a store.
    Share(usize, usize, &'static str),
    /// A file that shrinks, from so many bytes to so many.
    Shrunk(String, usize, usize),
}

impl Excess {
    /// What would happen, for somebody who asked for it.
    fn would(&self) -> String {
        match self {
            Self::Files(count, _) => format!("it would remove {count} files at once"),
            Self::Share(gone, all, store) => format!("it would remove {gone} of the {all} files in {store}"),
            Self::Shrunk(path, before, after) => format!("{path} would shrink from {before} to {after} bytes"),
        }
    }

    /// What happened.
    pub fn did(&self) -> String {
        match self {
            Self::Files(count, first) => format!("{count} files were removed at once, {first} among them"),
            Self::Share(gone, all, store) => format!("{gone} of the {all} files in {store} were removed"),
            Self::Shrunk(path, before, after) => format!("{path} shrank from {before} to {after} bytes"),
        }
    }

    /// The file or directory it is about.
    pub fn place(&self) -> &str {
        match self {
            Self::Files(_, path) | Self::Shrunk(path, ..) => path,
            Self::Share(_, _, store) => store,
        }
    }
}

/// Refuses a mass change. `count` tells how many files a store holds.
pub fn check(brake: Brake, effects: &[Effect<'_>], count: impl FnMut(&str) -> Result<usize>) -> Result<()> {
    excess(brake, effects, count)?.map_or(Ok(()), |excess| Err(Error::Brake(excess.would())))
}

/// What is too much of a change, if anything. `count` tells how many files a store held before.
pub fn excess(
    brake: Brake,
    effects: &[Effect<'_>],
    mut count: impl FnMut(&str) -> Result<usize>,
) -> Result<Option<Excess>> {
    let deleted: Vec<&str> =
        effects.iter().filter(|e| e.before.is_some() && e.after.is_none()).map(|e| e.path).collect();
    if deleted.len() > brake.files {
        return Ok(Some(Excess::Files(deleted.len(), deleted[0].to_owned())));
    }
    let mut stores: Vec<&'static str> = deleted.iter().filter_map(|path| store_of(path)).collect();
    stores.sort_unstable();
    for store in stores.chunk_by(|a, b| a == b) {
        let (all, gone) = (count(store[0])?, store.len());
        if gone as f64 > all as f64 * brake.share {
            return Ok(Some(Excess::Share(gone, all, store[0])));
        }
    }
    let shrunk =
        effects.iter().filter(|e| !is_generated(e.path)).find_map(|effect| match (effect.before, effect.after) {
            (Some(before), Some(after)) if before >= SMALL && after * 2 < before => {
                Some(Excess::Shrunk(effect.path.to_owned(), before, after))
            }
            _ => None,
        });
    Ok(shrunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(path: &str) -> Effect<'_> {
        Effect { path, before: Some(10), after: None }
    }

    #[test]
    fn removing_much_stops() {
        let many: Vec<String> = (0..11).map(|i| format!("notes/{i}.md")).collect();
        let effects: Vec<_> = many.iter().map(|p| gone(p)).collect();
        assert!(check(Brake::default(), &effects, |_| Ok(1000)).is_err());
        assert!(check(Brake::default(), &effects[..10], |_| Ok(1000)).is_ok());
        assert!(check(Brake::default(), &[gone("memory/vault/a.md")], |_| Ok(1)).is_err(), "the vault's only file");
        assert!(check(Brake::default(), &[gone("memory/vault/a.md"), gone("memory/vault/b.md")], |_| Ok(9)).is_err());
        assert!(check(Brake::default(), &[gone("memory/vault/a.md")], |_| Ok(5)).is_ok());
    }

    #[test]
    fn emptying_a_file_stops() {
        let shrink = |before, after| {
            check(Brake::default(), &[Effect { path: "MEMORY.md", before: Some(before), after: Some(after) }], |_| {
                Ok(1)
            })
        };
        assert!(shrink(1000, 499).is_err());
        assert!(shrink(1000, 0).is_err());
        assert!(shrink(1000, 500).is_ok());
        assert!(shrink(200, 10).is_ok());
    }
}
