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
    /// on after is given as `left`, and a cut is kept in mind first: the anchor is the only sign of it. The new end
    /// decides, not HEAD: a person may have gone back to the old end's branch meanwhile, and leave it again later.
    pub(crate) fn advance_anchor(&mut self, link: &Link, tip: Oid, left: Option<u64>) -> Result<()> {
        if let Some(left) = left
            && let Some(old) = self.chain.anchor()
            && !self.leads_to(tip, &old)?
        {
            self.keep_anchored(&old);
            self.chain.note_cut(old, left)?;
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
            self.keep_anchored(&lost);
            let left = self.begin()?.link.map_or(0, |link| link.seq);
            if cuts.iter().all(|known| known.lost != lost) {
                cuts.push(CutTrail { lost, left });
            }
        }
        Ok(cuts)
    }

    /// Gives the lost end a name of its own, so that no `git gc` removes what was acknowledged.
    fn keep_anchored(&self, anchor: &Anchor) {
        if let Ok(lost) = Oid::from_str(&anchor.commit) {
            self.keep_reachable(lost);
        }
    }

    /// Gives a commit that the branch is about to leave a name of its own.
    pub(crate) fn keep_reachable(&self, lost: Oid) {
        if self.repo.find_commit(lost).is_ok() {
            // What cannot be named now is named by the next look; git keeps it for weeks anyway.
            let name = format!("{LOST}{}", &lost.to_string()[..10]);
            let _ = self.handles.lock_ref(&name, lost).and_then(|lock| lock.commit());
        }
    }

    /// The end the trail had reached, when HEAD does not lead there any more.
    pub(crate) fn lost_anchor(&mut self) -> Result<Option<Anchor>> {
        match self.chain.anchor() {
            Some(anchor) if !self.is_reached(&anchor)? => Ok(Some(anchor)),
            _ => Ok(None),
        }
    }

    fn is_reached(&mut self, anchor: &Anchor) -> Result<bool> {
        match self.git.head()?.commit {
            Some(head) => self.leads_to(head, anchor),
            None => Ok(false),
        }
    }

    fn leads_to(&mut self, tip: Oid, anchor: &Anchor) -> Result<bool> {
        let Ok(commit) = Oid::from_str(&anchor.commit) else { return Ok(false) };
        if tip == commit {
            return Ok(true);
        }
        let descends = self.repo.graph_descendant_of(tip, commit).unwrap_or(false);
        // Git goes by grafts where there are any; the entries below the tip say what it really leads to.
        let is_own = self.chain.key().is_named(&anchor.key);
        Ok(descends && (!is_own || self.newest_own(tip)? >= anchor.seq))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Action, Actor, Change, Mutation, Workspace, WorkspaceOptions, WorkspacePath};

    /// A commit beside the last one was written while a person went back to the last one's branch.
    #[test]
    fn an_end_that_the_new_one_does_not_follow_is_kept_although_head_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let ws = Workspace::init(&dir.path().join("ws"), WorkspaceOptions::new(dir.path().join("state"))).unwrap();
        for text in ["one\n", "two\n"] {
            let path = WorkspacePath::parse("bank/a.md").unwrap();
            let change = Change::Write { path, bytes: text.into(), base: None };
            ws.apply(Mutation::new(Action::Edit, Actor::Manual, "written", vec![change])).unwrap();
        }
        ws.with(|inner| {
            let end = inner.begin()?;
            let (tip, link) = (end.tip.expect("two entries"), end.link.expect("sealed"));
            let beside = inner.repo.find_commit(tip)?.parent_id(0)?;
            inner.advance_anchor(&link, beside, Some(1))?;
            assert_eq!(inner.chain.cuts().len(), 1);
            assert_eq!(inner.chain.cuts()[0].lost.commit, tip.to_string());
            let kept = inner.repo.find_reference(&format!("{}{}", super::LOST, &tip.to_string()[..10]))?;
            assert_eq!(kept.target(), Some(tip));
            Ok(())
        })
        .unwrap();
    }
}
