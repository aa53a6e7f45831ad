//! Much removed at once by hand or by a git command: told until a person has seen it, with the line that brings it
//! back. What the program itself is asked for is stopped before it happens ([`crate::brake`]).

use soulfile_vocabulary::layout::counted_dirs;

use crate::alerts::{Alert, Severity};
use crate::brake::{self, Effect};
use crate::error::Result;
use crate::files::{Ident, Root};
use crate::git::index_file;
use crate::history::LogEntry;
use crate::write::Inner;

/// The trigger of a commit that records what a person did to the files.
pub(crate) const BY_HAND: &str = "direct human edit";

/// Says whether an entry records what a person did to the files, or a git command.
pub(crate) fn is_by_hand(entry: &LogEntry) -> bool {
    entry.message.as_ref().is_none_or(|message| message.trigger == BY_HAND)
}

impl Inner {
    /// The alert for an entry that removed or emptied much and that nobody confirmed.
    pub(crate) fn mass_removal(&mut self, entry: &LogEntry) -> Result<Option<Alert>> {
        if !is_by_hand(entry) || entry.parent.is_none() {
            return Ok(None);
        }
        let odb = self.repo.odb()?;
        let size = |leaf: Option<crate::git::tree::Leaf>| {
            leaf.map(|leaf| odb.read_header(leaf.oid).map_or(0, |(size, _)| size))
        };
        let sizes: Vec<_> =
            entry.differences.iter().map(|d| (d.path.as_str(), size(d.before), size(d.after))).collect();
        let effects: Vec<Effect<'_>> =
            sizes.iter().map(|&(path, before, after)| Effect { path, before, after }).collect();
        let gone = |store: &str| {
            let below = |e: &&Effect<'_>| brake::store_of(e.path) == Some(store) && e.after.is_none();
            effects.iter().filter(below).count()
        };
        let excess = brake::excess(self.options.brake, &effects, |store| {
            Ok(self.trees.count_below(&self.repo, entry.tree, store)? + gone(store))
        })?;
        Ok(excess.map(|excess| Alert {
            id: entry.commit[..10].to_owned(),
            severity: Severity::Change,
            path: excess.place().to_owned(),
            at: entry.at.clone(),
            actor: entry.actor().to_string(),
            author: entry.author.clone(),
            text: format!("{} (`soul rollback {}` brings it back)", excess.did(), &entry.commit[..10]),
            commit: Some(entry.commit.clone()),
            commits: vec![entry.commit.clone()],
        }))
    }

    /// Says whether files came or went in a store since the git index was last written, at a cost that does not grow
    /// with the workspace. What it misses (files removed by a git command that wrote the index after them) is found by
    /// the next look at everything.
    pub(crate) fn stores_changed(&mut self, root: &Root) -> Result<bool> {
        let Some((index, _)) = index_file::version(&self.handles) else { return Ok(true) };
        let tree = self.begin()?.tree;
        for store in counted_dirs() {
            match root.stat_of(store) {
                Some(dir) if Ident::of(&dir).mtime > index.mtime => return Ok(true),
                Some(_) => {}
                None if self.trees.has_dir(&self.repo, tree, store)? => return Ok(true),
                None => {}
            }
        }
        Ok(false)
    }
}
