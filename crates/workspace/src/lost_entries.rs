//! Cuts: a trail that no longer reaches the entry it had reached.
//!
//! `git reset`, a branch taken back or removed, an amended or rewritten commit. Whether another branch still leads to
//! what was cut off does not matter: HEAD is what the agent lives from. A cut is told until a person acknowledges it,
//! or until HEAD leads there again.

use git2::Oid;

use crate::chain::{Anchor, CutTrail};
use crate::error::Result;
use crate::seal::Link;
use crate::write::Inner;

/// Where ends of the trail are named that no branch leads to any more.
const LOST: &str = "refs/soulfile/lost/";

impl Inner {
    /// Moves the anchor to a new end of the trail. Where it may not have followed from the old end, the entry it went
    /// on after is given as `left`, and a cut is kept in mind first: the anchor is the only sign of it.
    pub(crate) fn advance_anchor(&self, link: &Link, tip: Oid, left: Option<u64>) -> Result<()> {
        if let Some(left) = left
            && let Some(lost) = self.lost_anchor()?
        {
            self.keep_reachable(&lost);
            self.chain.note_cut(lost, left)?;
        }
        self.chain.set_anchor(link, tip)
    }

    /// The cuts HEAD does not make good, oldest first: those noted, and one that nothing was written after.
    pub(crate) fn open_cuts(&mut self) -> Result<Vec<CutTrail>> {
        let mut cuts: Vec<CutTrail> = Vec::new();
        for cut in self.chain.cuts() {
            if !self.is_reached(&cut.lost)? && cuts.iter().all(|known| known.lost != cut.lost) {
                cuts.push(cut);
            }
        }
        if let Some(lost) = self.lost_anchor()? {
            self.keep_reachable(&lost);
            let left = self.begin()?.link.map_or(0, |link| link.seq);
            if cuts.iter().all(|known| known.lost != lost) {
                cuts.push(CutTrail { lost, left });
            }
        }
        Ok(cuts)
    }

    /// Gives the lost end a name of its own, so that no `git gc` removes what was acknowledged.
    fn keep_reachable(&self, anchor: &Anchor) {
        let Ok(lost) = Oid::from_str(&anchor.commit) else { return };
        if self.repo.find_commit(lost).is_ok() {
            // What cannot be named now is named by the next look; git keeps it for weeks anyway.
            let name = format!("{LOST}{}", &lost.to_string()[..10]);
            let _ = self.handles.lock_ref(&name, lost).and_then(|lock| lock.commit());
        }
    }

    /// The end the trail had reached, when HEAD does not lead there any more.
    pub(crate) fn lost_anchor(&self) -> Result<Option<Anchor>> {
        match self.chain.anchor() {
            Some(anchor) if !self.is_reached(&anchor)? => Ok(Some(anchor)),
            _ => Ok(None),
        }
    }

    fn is_reached(&self, anchor: &Anchor) -> Result<bool> {
        let (Ok(commit), Some(head)) = (Oid::from_str(&anchor.commit), self.git.head()?.commit) else {
            return Ok(false);
        };
        Ok(head == commit || self.repo.graph_descendant_of(head, commit).unwrap_or(false))
    }
}
