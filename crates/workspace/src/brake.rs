//! The mass-change brake: one operation that removes or empties much stops and asks a person.

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

/// The store a path belongs to: the directory that a share is counted in.
pub fn store_of(path: &str) -> Option<&'static str> {
    ["memory/episodes", "memory/graph/entities", "memory/procedures", "memory/vault", "rooms", "users", "bank"]
        .into_iter()
        .find(|dir| path.starts_with(dir) && path.as_bytes().get(dir.len()) == Some(&b'/'))
}

/// Refuses a mass change. `count` tells how many files a store holds.
pub fn check(brake: Brake, effects: &[Effect<'_>], mut count: impl FnMut(&str) -> Result<usize>) -> Result<()> {
    let deleted: Vec<&str> =
        effects.iter().filter(|e| e.before.is_some() && e.after.is_none()).map(|e| e.path).collect();
    if deleted.len() > brake.files {
        return Err(Error::Brake(format!("it would remove {} files at once", deleted.len())));
    }
    let mut stores: Vec<&str> = deleted.iter().filter_map(|path| store_of(path)).collect();
    stores.sort_unstable();
    for store in stores.chunk_by(|a, b| a == b) {
        let (all, gone) = (count(store[0])?, store.len());
        if gone as f64 > all as f64 * brake.share {
            return Err(Error::Brake(format!("it would remove {gone} of the {all} files in {}", store[0])));
        }
    }
    for effect in effects.iter().filter(|e| !is_derived(e.path)) {
        if let (Some(before), Some(after)) = (effect.before, effect.after)
            && before >= SMALL
            && after * 2 < before
        {
            return Err(Error::Brake(format!("{} would shrink from {before} to {after} bytes", effect.path)));
        }
    }
    Ok(())
}

/// Files that are rebuilt or worked off, and may shrink by nature.
fn is_derived(path: &str) -> bool {
    path.starts_with("memory/meta/") || path == "memory/graph/index.md"
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
