//! Files that our writes displaced, kept for a while for editors that are still writing.
//!
//! An editor that opened a file before we swapped a new version in writes into the old one after
//! it. The displaced file is therefore set aside, not removed; if its bytes turn out to be new,
//! they are a person's save and are merged in, or kept as a conflict copy beside the file.

use std::collections::HashSet;

use git2::Oid;
use soulfile_vocabulary::layout;

use crate::error::{Error, Result};
use crate::files::{DirEntry, Ident, Root};
use crate::git::objects::{ObjectKind, name_of};
use crate::mutation::{Action, Actor, Change, Mutation};
use crate::path::WorkspacePath;
use crate::three_way_merge::merge3;
use crate::write::Inner;

/// Longest workspace path that fits into the set-aside file's name.
const LONGEST: usize = 150;

/// How many displaced files gather before they are looked at.
pub(crate) const KEPT: usize = 256;
/// Longer than the steps in which a file system tells the time, in nanoseconds: a file last
/// written that long before it was displaced has another modification time if written after it.
const TICK: i128 = 50_000_000;

/// One file set aside.
struct SetAside {
    file: WorkspacePath,
    /// What it held.
    base: Oid,
    /// When that was written; 0 when unknown.
    written: i128,
    /// The workspace path it was displaced from.
    path: String,
}

/// Says whether bytes hold nothing beyond `base`: a beginning of it, as an editor leaves that has
/// truncated the file and is about to write, or with blocks of zeros, as a power cut leaves.
fn is_remnant(bytes: &[u8], base: &[u8]) -> bool {
    bytes.len() <= base.len()
        && bytes
            .chunks(512)
            .zip(base.chunks(512))
            .all(|(got, want)| want.starts_with(got) || got.iter().all(|&b| b == 0))
}

/// The inodes that any process we can look into has open; `None` where the process table cannot be read.
/// Another user's editor cannot open files that only their owner may read.
fn open_files() -> Option<HashSet<u64>> {
    use std::os::unix::fs::MetadataExt;
    let mut open = HashSet::new();
    for process in std::fs::read_dir("/proc").ok()?.flatten() {
        let Ok(handles) = std::fs::read_dir(process.path().join("fd")) else { continue };
        open.extend(handles.flatten().filter_map(|handle| std::fs::metadata(handle.path()).ok()).map(|m| m.ino()));
    }
    Some(open)
}

impl Inner {
    /// Moves a displaced file out of the staging directory, under a name that tells what it was:
    /// its bytes and, where known, when they were written.
    pub(crate) fn set_aside(&mut self, staged: &str, path: &str, before: &[u8], written: i128) -> Result<()> {
        let base = name_of(ObjectKind::Blob, before);
        let name = staged.trim_start_matches("tmp/").trim_start_matches("old/");
        let name = name.split('~').next().unwrap_or(name);
        let shown = path.replace('%', "%25").replace('/', "%2F");
        let shown = if shown.len() > LONGEST { String::new() } else { shown };
        let target = WorkspacePath::parse(&format!("old/{name}~{base}~{written:x}~{shown}x"))?;
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
        if std::mem::replace(&mut self.sweeping, true) {
            return Ok(());
        }
        let swept = self.sweep_each(root);
        self.sweeping = false;
        swept
    }

    fn sweep_each(&mut self, root: &Root) -> Result<()> {
        // File systems tell the machine's time, whatever clock the workspace goes by.
        let now = jiff::Timestamp::now().as_nanosecond();
        let window = self.options.late_save_window.as_nanos() as i128;
        self.set_aside = 0;
        let all = self.kept()?;
        // Where many gather within the window, those that no process has open need not wait for it to pass.
        let open = if all.len() > KEPT { open_files() } else { None };
        for kept in all {
            let Some(stat) = self.soul.stat(&kept.file)? else { continue };
            let ident = Ident::of(&stat);
            // A rename changes the status time, not the content's.
            let displaced = i128::from(stat.st_ctime) * 1_000_000_000 + stat.st_ctime_nsec as i128;
            let untouched = ident.mtime == kept.written && displaced - kept.written > TICK;
            if !untouched && let Some(file) = self.soul.read(&kept.file)? {
                let found = name_of(ObjectKind::Blob, &file.bytes);
                if found != kept.base && self.is_news(found, &file.bytes, kept.base)? {
                    self.take_in_late_save(root, &kept.path, kept.base, &file.bytes)?;
                    // Kept under its new content: the editor may not be done with it yet.
                    self.set_aside(kept.file.as_str(), &kept.path, &file.bytes, file.ident.mtime)?;
                    continue;
                }
            }
            let abandoned = open.as_ref().is_some_and(|open| !open.contains(&ident.ino));
            let wait = if abandoned { TICK } else { window };
            if now - ident.mtime > wait && now - displaced > wait {
                self.soul.remove(kept.file.as_str())?;
            } else {
                self.set_aside += 1;
            }
        }
        // A look costs as much as there are files: as many again may gather before the next one.
        self.sweep_due = KEPT.max(2 * self.set_aside);
        Ok(())
    }

    /// Says whether bytes found in a displaced file are neither what it held nor known to git.
    fn is_news(&self, found: Oid, bytes: &[u8], base: Oid) -> Result<bool> {
        let base = self.repo.find_blob(base).map(|blob| blob.content().to_vec()).unwrap_or_default();
        Ok(!is_remnant(bytes, &base) && !self.repo.odb()?.exists(found))
    }

    /// After a power cut: a displaced file that nobody wrote to since may be torn, and is nobody's
    /// save.
    pub(crate) fn forget_untouched(&mut self) -> Result<()> {
        for kept in self.kept()? {
            if self.soul.ident(&kept.file)?.is_some_and(|ident| ident.mtime <= kept.written) {
                self.soul.remove(kept.file.as_str())?;
            }
        }
        Ok(())
    }

    fn kept(&self) -> Result<Vec<SetAside>> {
        let mut out = Vec::new();
        for entry in self.soul.list("old")? {
            let DirEntry::File(name) = entry else { continue };
            let mut parts = name.splitn(4, '~').skip(1);
            let base = parts.next().and_then(|text| Oid::from_str(text).ok()).unwrap_or(Oid::ZERO_SHA1);
            let written = parts.next().and_then(|text| i128::from_str_radix(text, 16).ok()).unwrap_or(0);
            let path = parts.next().and_then(|text| text.strip_suffix('x')).unwrap_or("");
            let path = path.replace("%2F", "/").replace("%25", "%");
            out.push(SetAside { file: WorkspacePath::parse(&format!("old/{name}"))?, base, written, path });
        }
        Ok(out)
    }

    fn take_in_late_save(&mut self, root: &Root, path: &str, base: Oid, bytes: &[u8]) -> Result<()> {
        let stamp = self.options.clock.now().strftime("%Y%m%d-%H%M%S").to_string();
        let path = WorkspacePath::parse(path).or_else(|_| WorkspacePath::parse(layout::RECOVERED))?;
        let current = root.read(&path)?.map(|f| f.bytes);
        let base = self.repo.find_blob(base).ok().map(|blob| blob.content().to_vec());
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
