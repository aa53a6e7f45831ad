//! Files that our writes displaced, kept for a while for editors that are still writing.
//!
//! An editor that opened a file before we swapped a new version in writes into the old one after
//! it. The displaced file is therefore set aside, not removed; if its bytes turn out to be new,
//! they are a person's save and are merged in, or kept as a conflict copy beside the file.

use git2::Oid;

use crate::error::{Error, Result};
use crate::files::{Entry, Root};
use crate::git::objects::{Kind, name_of};
use crate::merge::merge3;
use crate::mutation::{Action, Actor, Change, Mutation};
use crate::path::WorkspacePath;
use crate::write::Inner;

/// Longest workspace path that fits into the set-aside file's name.
const LONGEST: usize = 150;

impl Inner {
    /// Moves a displaced file out of the staging directory, under a name that tells what it was.
    pub(crate) fn set_aside(&mut self, staged: &str, path: &str, before: &[u8]) -> Result<()> {
        let base = name_of(Kind::Blob, before);
        let name = staged.trim_start_matches("tmp/");
        let shown = path.replace('%', "%25").replace('/', "%2F");
        let shown = if shown.len() > LONGEST { String::new() } else { shown };
        let target = WorkspacePath::parse(&format!("old/{name}~{base}~{shown}x"))?;
        match self.soul.give(&WorkspacePath::parse(staged)?, &self.soul, target.as_str()) {
            Ok(()) | Err(rustix::io::Errno::NOENT) => {}
            Err(e) => return Err(Error::io("setting aside", self.soul.path().join(staged), e)),
        }
        self.set_aside += 1;
        Ok(())
    }

    /// Looks at the files set aside: takes in late saves, removes the others once no editor can
    /// be expected to write to them any more.
    pub(crate) fn sweep(&mut self, root: &Root) -> Result<()> {
        let now = self.options.clock.now().as_nanosecond();
        let window = self.options.late_save_window.as_nanos() as i128;
        let entries = self.soul.list("old")?;
        self.set_aside = 0;
        for entry in entries {
            let Entry::File(name) = entry else { continue };
            let file_path = WorkspacePath::parse(&format!("old/{name}"))?;
            let Some(file) = self.soul.read(&file_path)? else { continue };
            let mut parts = name.splitn(3, '~').skip(1);
            let base = parts.next().and_then(|text| Oid::from_str(text).ok());
            let path = parts.next().and_then(|text| text.strip_suffix('x')).unwrap_or("");
            if base != Some(name_of(Kind::Blob, &file.bytes))
                && !self.repo.odb()?.exists(name_of(Kind::Blob, &file.bytes))
            {
                let path = path.replace("%2F", "/").replace("%25", "%");
                // Out of the way first: taking it in writes, and writing sweeps.
                self.soul.remove(file_path.as_str())?;
                self.take_in_late_save(root, &path, base, &file.bytes)?;
            } else if now - file.ident.mtime > window && now - self.changed_at(&file_path) > window {
                self.soul.remove(file_path.as_str())?;
            } else {
                self.set_aside += 1;
            }
        }
        Ok(())
    }

    /// When the file was set aside: a rename changes the status time, not the content's.
    fn changed_at(&self, path: &WorkspacePath) -> i128 {
        match self.soul.stat(path) {
            Ok(Some(stat)) => i128::from(stat.st_ctime) * 1_000_000_000 + stat.st_ctime_nsec as i128,
            _ => 0,
        }
    }

    fn take_in_late_save(&mut self, root: &Root, path: &str, base: Option<Oid>, bytes: &[u8]) -> Result<()> {
        let stamp = self.options.clock.now().strftime("%Y%m%d-%H%M%S").to_string();
        let path = WorkspacePath::parse(path).or_else(|_| WorkspacePath::parse("memory/recovered.md"))?;
        let current = root.read(&path)?.map(|f| f.bytes);
        let base = match base.map(|oid| self.repo.find_blob(oid)) {
            Some(Ok(blob)) => Some(blob.content().to_vec()),
            _ => None,
        };
        let merged = match (&base, &current) {
            (Some(base), Some(current)) => merge3(base, current, bytes)?,
            (_, None) => Some(bytes.to_vec()),
            _ => None,
        };
        let (change, summary) = match merged {
            Some(merged) => (
                Change::Write { path, bytes: merged, base: None },
                "a save that crossed with another write was merged in",
            ),
            None => {
                let (stem, end) = path.as_str().rsplit_once('.').unwrap_or((path.as_str(), "md"));
                let copy = WorkspacePath::parse(&format!("{stem}.conflict-{stamp}.{end}"))?;
                (
                    Change::Write { path: copy, bytes: bytes.to_vec(), base: None },
                    "conflict copy of a save that crossed with another write",
                )
            }
        };
        let mutation = Mutation::new(Action::Edit, Actor::Manual, summary, vec![change]).confirmed(true);
        self.apply(root, &[mutation])?.remove(0).map(drop)
    }
}
