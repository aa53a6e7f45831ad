//! The git index, patched for the paths we changed, so that `git status` is clean for a person.
//!
//! Entries of other paths, and what a person has staged there, are copied as they are. Formats
//! that are not understood here are left to libgit2 by the caller.

use std::collections::BTreeMap;
use std::fs;

use git2::Oid;
use rustix::fs::{RenameFlags, Stat};
use rustix::io::Errno;
use sha1::{Digest, Sha1};

use super::lock_file::HeldLock;
use super::refs::{GitDir, Handles};
use crate::error::{Error, Result};
use crate::files::Ident;

/// What the index should say about a path: `None` when it should not hold it.
pub type Updates = BTreeMap<String, Option<(Oid, u32, Stat)>>;

/// What became of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexUpdate {
    /// The index says what it should.
    Done,
    /// Its format is one we do not patch.
    Foreign,
    /// It cannot be read: torn by a power cut, damaged, or gone.
    Damaged,
}

/// Which index file it is: git puts a new one in place for every change.
pub type Version = Option<(Ident, i128)>;

/// The index as it was last read or written, so that a mutation does not read it again.
#[derive(Debug, Default)]
pub struct IndexCache {
    known: Option<(Version, Vec<u8>)>,
    /// How many were written: the files that take turns.
    written: u64,
}

/// The file lies in place and in these in turn. A reader that has opened the index reads it to the end before it is
/// overwritten, unless this many mutations happen meanwhile; no command that changes anything can be that reader, for
/// it holds the lock.
const SPARES: u64 = 8;

/// Git's lock on the index, held by us from before the files change until the index agrees with them.
#[derive(Debug)]
pub struct IndexLock {
    held: HeldLock,
}

impl IndexLock {
    /// Takes the lock.
    pub fn take(git: &Handles) -> Result<Self> {
        Ok(Self { held: git.take(&git.own, "index.lock")? })
    }

    /// Patches the index file.
    pub fn update(&self, git: &Handles, cache: &mut IndexCache, updates: &Updates, fresh: bool) -> Result<IndexUpdate> {
        let _ = &self.held;
        let now = version(git);
        let old = match cache.known.take() {
            Some((known, bytes)) if known == now && now.is_some() => bytes,
            _ => match git.own.bytes("index")? {
                Some(bytes) if is_whole(&bytes) => bytes,
                // No index beside commits is one that somebody removed.
                None if fresh => empty(),
                _ => return Ok(IndexUpdate::Damaged),
            },
        };
        let Some(new) = patch(&old, updates) else { return Ok(IndexUpdate::Foreign) };
        let spare = format!("index.{}", cache.written % SPARES);
        cache.written += 1;
        super::refs::write_spare(&git.soul, &spare, &new)?;
        // Swapped and not replaced: making and removing a file costs more than writing one.
        match git.soul.rename(&spare, &git.own, "index", RenameFlags::EXCHANGE) {
            Err(Errno::NOENT) => git.soul.rename(&spare, &git.own, "index", RenameFlags::empty()),
            other => other,
        }
        .map_err(|e| Error::io("updating the git index", git.own.path().join("index"), e))?;
        cache.known = Some((version(git), new));
        Ok(IndexUpdate::Done)
    }
}

/// Which index is in place.
pub fn version(git: &Handles) -> Version {
    let stat = git.own.stat_of("index")?;
    Some((Ident::of(&stat), i128::from(stat.st_ctime) * 1_000_000_000 + stat.st_ctime_nsec as i128))
}

/// Moves a damaged index out of the way; the next update begins with an empty one.
pub fn set_damaged_aside(git: &Handles) -> Result<()> {
    match git.own.rename("index", &git.soul, "index.damaged", RenameFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(e) => Err(Error::io("setting aside", git.own.path().join("index"), e)),
    }
}

/// Says whether an index ends in its own checksum, or in zeros where git was told to skip it. Blocks that never reached
/// the disk are zeros as well: without a checksum the entries must be as git writes them.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(at) = bytes.len().checked_sub(20).filter(|at| *at >= 12) else { return false };
    let sum = &bytes[at..];
    let skipped = || sum.iter().all(|&b| b == 0) && is_in_order(&bytes[..at]).unwrap_or(false);
    bytes.starts_with(b"DIRC") && (Sha1::digest(&bytes[..at])[..] == *sum || skipped())
}

/// Says whether every entry has a mode, a blob and a name, each name comes after the one before, and nothing but
/// extensions follows.
fn is_in_order(bytes: &[u8]) -> Option<bool> {
    if !(2..=3).contains(&u32_at(bytes, 4)?) {
        return Some(true);
    }
    let mut last: (&[u8], u16) = (b"", 0);
    let mut at = 12;
    for _ in 0..u32_at(bytes, 8)? {
        let flags = u16::from_be_bytes(bytes.get(at + 60..at + 62)?.try_into().ok()?);
        let name_at = at + 62 + if flags & 0x4000 != 0 { 2 } else { 0 };
        let length = bytes.get(name_at..)?.iter().position(|&b| b == 0)?;
        let entry = (&bytes[name_at..name_at + length], flags & 0x3000);
        let blank = u32_at(bytes, at + 24)? == 0 || bytes[at + 40..at + 60].iter().all(|&b| b == 0);
        if blank || entry <= last {
            return Some(false);
        }
        last = entry;
        at += ((name_at - at) + length + 8) & !7;
    }
    // Behind them stand extensions, each with a name of letters and its length, up to the end.
    while at < bytes.len() {
        if !bytes.get(at..at + 4)?.iter().all(u8::is_ascii_alphabetic) {
            return Some(false);
        }
        at += 8 + u32_at(bytes, at + 4)? as usize;
    }
    Some(at == bytes.len())
}

/// What the index remembers of a file: its blob and the version on disk it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexedFile {
    /// The blob.
    pub oid: Oid,
    /// Modification time: seconds and nanoseconds.
    pub mtime: (u32, u32),
    /// The low 32 bits of the inode number.
    pub ino: u32,
    /// The low 32 bits of the size.
    pub size: u32,
}

/// Reads the index's entries, and when it was written; empty when the format is not one we read.
pub fn entries(git: &GitDir) -> (BTreeMap<String, IndexedFile>, (u32, u32)) {
    use std::os::unix::fs::MetadataExt;
    let path = git.own.join("index");
    let written = fs::metadata(&path).map_or((0, 0), |m| (m.mtime() as u32, m.mtime_nsec() as u32));
    let bytes = fs::read(path).unwrap_or_default();
    (parse(&bytes).unwrap_or_default(), written)
}

fn parse(bytes: &[u8]) -> Option<BTreeMap<String, IndexedFile>> {
    if bytes.get(..4)? != b"DIRC" || !(2..=3).contains(&u32_at(bytes, 4)?) {
        return None;
    }
    let mut out = BTreeMap::new();
    let mut at = 12;
    for _ in 0..u32_at(bytes, 8)? {
        let flags = u16::from_be_bytes(bytes.get(at + 60..at + 62)?.try_into().ok()?);
        let name_at = at + 62 + if flags & 0x4000 != 0 { 2 } else { 0 };
        let length = bytes.get(name_at..)?.iter().position(|&b| b == 0)?;
        let known = IndexedFile {
            oid: Oid::from_bytes(bytes.get(at + 40..at + 60)?).ok()?,
            mtime: (u32_at(bytes, at + 8)?, u32_at(bytes, at + 12)?),
            ino: u32_at(bytes, at + 20)?,
            size: u32_at(bytes, at + 36)?,
        };
        if flags & 0x3000 == 0 {
            out.insert(String::from_utf8_lossy(&bytes[name_at..name_at + length]).into_owned(), known);
        }
        at += ((name_at - at) + length + 8) & !7;
    }
    Some(out)
}

fn empty() -> Vec<u8> {
    let mut bytes = b"DIRC\0\0\0\x02\0\0\0\0".to_vec();
    let sum = Sha1::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// The patched index, or `None` when the format is not one of ours (version 4, split, sparse).
fn patch(old: &[u8], updates: &Updates) -> Option<Vec<u8>> {
    let version = u32_at(old, 4)?;
    if old.get(..4)? != b"DIRC" || !(2..=3).contains(&version) || old.len() < 32 {
        return None;
    }
    let count = u32_at(old, 8)? as usize;
    let mut out = Vec::with_capacity(old.len() + updates.len() * 128);
    out.extend_from_slice(&old[..12]);
    let mut kept = 0u32;
    let mut replaced: Option<&[u8]> = None;
    let mut pending = updates.iter().peekable();
    let mut at = 12;
    // Entries that stay are copied in runs.
    let mut run = at;
    for _ in 0..count {
        let flags = u16::from_be_bytes(old.get(at + 60..at + 62)?.try_into().ok()?);
        let name_at = at + 62 + if flags & 0x4000 != 0 { 2 } else { 0 };
        let length = match flags & 0x0fff {
            0x0fff => old.get(name_at..)?.iter().position(|&b| b == 0)?,
            length => length as usize,
        };
        let name = old.get(name_at..name_at + length)?;
        let end = at + (((name_at - at) + length + 8) & !7);
        if pending.peek().is_some_and(|(next, _)| next.as_bytes() <= name) {
            out.extend_from_slice(old.get(run..at)?);
            run = at;
            while let Some((path, update)) = pending.next_if(|(path, _)| path.as_bytes() < name) {
                kept += push(&mut out, path, update);
            }
            if let Some((path, update)) = pending.next_if(|(path, _)| path.as_bytes() == name) {
                kept += push(&mut out, path, update);
                replaced = Some(path.as_bytes());
            }
        }
        // Ours, or one more stage of a conflict on a path that now has one content.
        if replaced == Some(name) {
            out.extend_from_slice(old.get(run..at)?);
            run = end;
        } else {
            kept += 1;
        }
        at = end;
    }
    out.extend_from_slice(old.get(run..at)?);
    for (path, update) in pending {
        kept += push(&mut out, path, update);
    }
    out[8..12].copy_from_slice(&kept.to_be_bytes());
    // Extensions: a lower-case name must be understood, so the index is not ours to patch; the
    // rest are caches that describe the old entries and are rebuilt by git, except resolve-undo.
    let end = old.len() - 20;
    while at + 8 <= end {
        let (name, size) = (&old[at..at + 4], u32_at(old, at + 4)? as usize);
        if name[0].is_ascii_lowercase() {
            return None;
        }
        if name == b"REUC" {
            out.extend_from_slice(old.get(at..at + 8 + size)?);
        }
        at += 8 + size;
    }
    let sum = Sha1::digest(&out);
    out.extend_from_slice(&sum);
    Some(out)
}

fn push(out: &mut Vec<u8>, path: &str, update: &Option<(Oid, u32, Stat)>) -> u32 {
    let Some((oid, mode, stat)) = update else { return 0 };
    let start = out.len();
    let fields = [
        stat.st_ctime as u32,
        stat.st_ctime_nsec as u32,
        stat.st_mtime as u32,
        stat.st_mtime_nsec as u32,
        stat.st_dev as u32,
        stat.st_ino as u32,
        *mode,
        stat.st_uid,
        stat.st_gid,
        stat.st_size as u32,
    ];
    fields.iter().for_each(|field| out.extend_from_slice(&field.to_be_bytes()));
    out.extend_from_slice(oid.as_bytes());
    out.extend_from_slice(&(path.len().min(0x0fff) as u16).to_be_bytes());
    out.extend_from_slice(path.as_bytes());
    out.resize(start + ((62 + path.len() + 8) & !7), 0);
    1
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_are_a_skipped_checksum_only_behind_whole_entries() {
        let dir = tempfile::tempdir().unwrap();
        let stat = rustix::fs::stat(dir.path()).unwrap();
        let oid = Oid::from_bytes(&[7; 20]).unwrap();
        let updates: Updates = (0..200).map(|n| (format!("memory/{n:04}.md"), Some((oid, 0o100_644, stat)))).collect();
        let whole = patch(&empty(), &updates).unwrap();
        assert!(is_whole(&whole));
        let mut skipped = whole.clone();
        let end = skipped.len() - 20;
        skipped[end..].fill(0);
        assert!(is_whole(&skipped), "as with index.skipHash");
        // The last blocks never reached the disk.
        for from in [end - 4096, end - 100, 4096] {
            let mut torn = skipped.clone();
            torn[from..].fill(0);
            assert!(!is_whole(&torn), "{from}");
        }
        // Behind whole entries, what another file left there.
        let mut left = skipped[..end].to_vec();
        left.extend_from_slice(b"u\xfftd\0\0\0\x04abcd");
        left.resize(left.len() + 300, 0);
        assert!(!is_whole(&left));
        let mut extended = skipped[..end].to_vec();
        extended.extend_from_slice(b"TREE\0\0\0\x04abcd");
        extended.resize(extended.len() + 20, 0);
        assert!(is_whole(&extended), "as git writes it");
    }
}
