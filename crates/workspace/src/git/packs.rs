//! Packs: the objects of a batch in one file, and small packs joined into larger ones.
//!
//! Nothing here is synced either, but for what a checkpoint gathers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use git2::Oid;
use rustix::fs::RenameFlags;
use rustix::io::Errno;
use sha1::{Digest, Sha1};

use super::lock_file::TOKEN;
use super::objects::{Deflater, Object, ObjectKind, ends_in_its_sum};
use super::refs::Handles;
use crate::error::{Error, Result};
use crate::files::Root;
use crate::sabotage::{Safeguard, is_removed};

/// What the name of a pack of ours says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// Since the last checkpoint: the journal can make its objects again, so nothing about it is synced.
    Since,
    /// By a checkpoint, of packs that were small, and small still.
    Small,
    /// By a checkpoint, and large enough to be left to `git gc`.
    Large,
}

impl Made {
    const ALL: [Self; 3] = [Self::Since, Self::Small, Self::Large];

    const fn prefix(self) -> &'static str {
        match self {
            Self::Since => "pack-50011f11d",
            Self::Small => "pack-50011f11e",
            Self::Large => "pack-50011f11f",
        }
    }

    fn of(file: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|made| file.starts_with(made.prefix()))
    }
}

/// A pack at least this large is not joined with others any more.
const LARGE_PACK: u64 = 1 << 20;

/// One object inside a pack: its name, its checksum and its raw bytes.
struct Packed<'a> {
    oid: Oid,
    raw: Cow<'a, [u8]>,
}

/// Writes objects as one pack with its index and returns the pack's file stem.
///
/// Making a file costs more than everything else in a mutation (an inode is about a millisecond
/// on a busy ext4), so the objects of a batch share two files instead of taking one each.
pub fn write(deflater: &mut Deflater, git: &Handles, objects: &[Object]) -> Result<FreshPack> {
    let mut blobs = Vec::new();
    let mut entries: Vec<Packed<'_>> = objects
        .iter()
        .map(|object| {
            let raw = append_entry(deflater, object, &blobs).unwrap_or_else(|| whole_entry(deflater, object));
            if object.kind == ObjectKind::Blob {
                blobs.push(object);
            }
            Packed { oid: object.oid, raw: raw.into() }
        })
        .collect();
    entries.sort_by_key(|e| e.oid);
    entries.dedup_by_key(|e| e.oid);
    let mut fresh = None;
    // Before the pack is there: whoever repacks never sees it without.
    store(git, &entries, Made::Since, |stem| {
        fresh = Some(FreshPack::keep(git, stem)?);
        Ok(())
    })?;
    Ok(fresh.expect("set before anything was written"))
}

/// A pack that no ref leads to yet. While it is fresh a file beside it tells `git repack`, `gc` and `prune` to leave it
/// alone; without, they would take it for garbage and remove what a ref is about to need.
#[derive(Debug)]
pub struct FreshPack {
    common: Arc<Root>,
    /// The pack's file stem.
    pub stem: String,
}

impl FreshPack {
    fn keep(git: &Handles, stem: &str) -> Result<Self> {
        let fresh = Self { common: git.common.clone(), stem: stem.to_owned() };
        if is_removed(Safeguard::Keep) {
            return Ok(fresh);
        }
        git.token()?;
        git.common.make_dir("objects/pack")?;
        match git.soul.link(TOKEN, &git.common, &format!("objects/pack/{stem}.keep")) {
            Ok(()) | Err(Errno::EXIST) => Ok(fresh),
            Err(e) => Err(Error::io("writing a git pack", git.common.path().join("objects/pack").join(stem), e)),
        }
    }

    /// Says whether the pack is still there.
    pub fn is_there(&self) -> bool {
        ["idx", "pack"]
            .iter()
            .all(|suffix| self.common.stat_of(&format!("objects/pack/{}.{suffix}", self.stem)).is_some())
    }
}

impl Drop for FreshPack {
    fn drop(&mut self) {
        let _ = self.common.remove(&format!("objects/pack/{}.keep", self.stem));
    }
}

fn whole_entry(deflater: &mut Deflater, object: &Object) -> Vec<u8> {
    let mut raw = Vec::new();
    push_entry_header(&mut raw, object.kind.pack_type(), object.body.len());
    raw.extend_from_slice(&deflater.deflate(object.kind, b"", &object.body));
    raw
}

/// The most bytes one copy instruction of a delta takes over.
const DELTA_COPY: usize = 0xff_ffff;
/// The most bytes one instruction of a delta brings along.
const DELTA_INSERT: usize = 0x7f;
/// How long a version of a file has to be before it is worth pointing at.
const DELTA_FROM: usize = 512;

/// The entry of a blob that only adds to the end of an earlier one of the same batch, as a day's log does with
/// each of its writers: a pointer and the added bytes, instead of the whole file once more. A base is always
/// shorter than what is made of it, so that no choice of entries when packs are joined can close a circle.
fn append_entry(deflater: &mut Deflater, object: &Object, earlier: &[&Object]) -> Option<Vec<u8>> {
    let grew = |base: &&&Object| {
        (DELTA_FROM..object.body.len()).contains(&base.body.len()) && object.body.starts_with(base.body.as_slice())
    };
    let base = (object.kind == ObjectKind::Blob).then(|| earlier.iter().rev().find(grew))??;
    Some(delta_entry(deflater, (base.oid, base.body.len()), &object.body))
}

/// The entry of a blob that begins as `base`, of that name and length, does.
fn delta_entry(deflater: &mut Deflater, (base, length): (Oid, usize), body: &[u8]) -> Vec<u8> {
    let mut delta = Vec::new();
    push_size(&mut delta, length);
    push_size(&mut delta, body.len());
    for start in (0..length).step_by(DELTA_COPY) {
        let copied = DELTA_COPY.min(length - start);
        delta.push(0b1111_1111);
        delta.extend_from_slice(&(start as u32).to_le_bytes());
        delta.extend_from_slice(&(copied as u32).to_le_bytes()[..3]);
    }
    for added in body[length..].chunks(DELTA_INSERT) {
        delta.push(added.len() as u8);
        delta.extend_from_slice(added);
    }
    let mut raw = Vec::new();
    push_entry_header(&mut raw, DELTA_BY_NAME, delta.len());
    raw.extend_from_slice(base.as_bytes());
    raw.extend_from_slice(&deflater.deflate(ObjectKind::Blob, b"", &delta));
    raw
}

/// The pack type of a delta that names its base.
const DELTA_BY_NAME: u8 = 7;

/// A size as deltas write it: seven bits a byte, the lowest first.
fn push_size(out: &mut Vec<u8>, size: usize) {
    let mut rest = size;
    while rest > 0x7f {
        out.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// A pack's bytes: its entries, sorted by name, and the SHA-1 of it all.
fn assemble(entries: &[Packed<'_>]) -> (Vec<u8>, Vec<u32>) {
    let mut pack = Vec::with_capacity(entries.iter().map(|e| e.raw.len()).sum::<usize>() + 64);
    pack.extend_from_slice(b"PACK\0\0\0\x02");
    pack.extend_from_slice(&(entries.len() as u32).to_be_bytes());
    let mut offsets = Vec::with_capacity(entries.len());
    for entry in entries {
        offsets.push(pack.len() as u32);
        pack.extend_from_slice(&entry.raw);
    }
    let sum = Sha1::digest(&pack);
    pack.extend_from_slice(&sum);
    (pack, offsets)
}

/// Writes a pack of entries sorted by name and returns its file stem. Calls `before` with the stem first.
fn store(git: &Handles, entries: &[Packed<'_>], made: Made, before: impl FnOnce(&str) -> Result<()>) -> Result<String> {
    let (pack, offsets) = assemble(entries);
    let pack_sum = &pack[pack.len() - 20..];
    let mut index = Vec::with_capacity(1032 + entries.len() * 28 + 40);
    index.extend_from_slice(b"\xfftOc\0\0\0\x02");
    let mut below = 0;
    for first in 0..=255u8 {
        below += entries[below..].iter().take_while(|e| e.oid.as_bytes()[0] == first).count();
        index.extend_from_slice(&(below as u32).to_be_bytes());
    }
    entries.iter().for_each(|e| index.extend_from_slice(e.oid.as_bytes()));
    entries.iter().for_each(|e| index.extend_from_slice(&crc32fast::hash(&e.raw).to_be_bytes()));
    offsets.iter().for_each(|offset| index.extend_from_slice(&offset.to_be_bytes()));
    index.extend_from_slice(pack_sum);
    let index_sum = Sha1::digest(&index);
    index.extend_from_slice(&index_sum);

    let made = if made == Made::Small && pack.len() as u64 >= LARGE_PACK { Made::Large } else { made };
    let stem = format!("{}{}", made.prefix(), &hex::encode(pack_sum)[9..]);
    before(&stem)?;
    // The pack goes first, and under its final name: nobody looks for it before its index is there. The index is
    // written elsewhere: `git prune` removes what is unfinished here.
    let (pack_path, index_path) = (format!("objects/pack/{stem}.pack"), format!("objects/pack/{stem}.idx"));
    let unfinished = format!("tmp/{stem}.idx");
    let write = || {
        git.common.create(&pack_path, &pack, 0o444)?;
        git.soul.create(&unfinished, &index, 0o444)?;
        git.soul
            .rename(&unfinished, &git.common, &index_path, RenameFlags::empty())
            .map_err(|e| Error::io("writing a git pack", git.common.path().join(&index_path), e))
    };
    write().inspect_err(|_| {
        let _ = git.common.remove(&pack_path);
        let _ = git.soul.remove(&unfinished);
    })?;
    Ok(stem)
}

/// Joins the packs made since the last checkpoint when at least `from` of them are still small. Neither the
/// joined pack is synced nor the removal of the others: the journal has all their objects.
pub fn join_small(git: &Handles, from: usize) -> Result<()> {
    let stems = small_packs(git, |made| made == Made::Since);
    if stems.len() < from.max(2) {
        return Ok(());
    }
    remove(git, &join(git, stems, Made::Since)?);
    Ok(())
}

/// First half of a checkpoint: writes what small packs hold into one that is there to stay. Returns the packs that
/// are to go once everything is synced: the journal is about to forget their objects.
pub fn gather(git: &Handles) -> Result<Vec<String>> {
    let stems = small_packs(git, |made| made != Made::Large);
    match stems.iter().any(|stem| Made::of(stem) == Some(Made::Since)) {
        true => join(git, stems, Made::Small),
        false => Ok(Vec::new()),
    }
}

/// Second half: removes the packs that were gathered.
pub fn remove(git: &Handles, stems: &[String]) {
    for stem in stems {
        // The index first: a pack without one is merely garbage.
        for suffix in ["idx", "pack"] {
            let _ = git.common.remove(&format!("objects/pack/{stem}.{suffix}"));
        }
    }
}

/// The packs of ours that are small and of the wanted make.
fn small_packs(git: &Handles, wanted: impl Fn(Made) -> bool) -> Vec<String> {
    let small = |entry: fs::DirEntry| -> Option<String> {
        let name = entry.file_name();
        let stem = name.to_str()?.strip_suffix(".idx")?;
        let size = || fs::metadata(entry.path().with_extension("pack")).map(|data| data.len());
        (Made::of(stem).is_some_and(&wanted) && size().ok()? < LARGE_PACK).then(|| stem.to_owned())
    };
    pack_files(git).filter_map(small).collect()
}

/// Writes the objects of some packs into one and returns the packs that are not needed any more. A damaged pack
/// stays as it is, for `soul doctor` to find.
fn join(git: &Handles, mut stems: Vec<String>, made: Made) -> Result<Vec<String>> {
    let read = |stem: &String, suffix: &str| git.common.bytes(&format!("objects/pack/{stem}.{suffix}"));
    let mut files = Vec::new();
    stems.retain(|stem| match (read(stem, "pack"), read(stem, "idx")) {
        (Ok(Some(pack)), Ok(Some(index))) if parse(&pack, &index).is_some() => {
            files.push((pack, index));
            true
        }
        _ => false,
    });
    let mut entries: Vec<_> = files.iter().filter_map(|(pack, index)| parse(pack, index)).flatten().collect();
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    entries.sort_by_key(|e| e.oid);
    entries.dedup_by_key(|e| e.oid);
    let joined = store(git, &entries, made, |_| Ok(()))?;
    stems.retain(|stem| *stem != joined);
    Ok(stems)
}

/// Writes what can still be read of a damaged pack of ours into a new one, and says how many objects could not be;
/// `None` for a pack that git made.
pub fn salvage(git: &Handles, pack: &Path, index: &Path) -> Result<Option<usize>> {
    if Made::of(&pack.file_name().unwrap_or_default().to_string_lossy()).is_none() {
        return Ok(None);
    }
    let (pack, index) = (fs::read(pack).unwrap_or_default(), fs::read(index).unwrap_or_default());
    let count = count_in_index(&index).unwrap_or(0);
    let mut entries: Vec<_> = (0..count).filter_map(|i| entry_at(&pack, &index, i)).collect();
    // An addition to a version that is lost is lost with it.
    loop {
        let whole: HashSet<Oid> = entries.iter().map(|entry| entry.oid).collect();
        let before = entries.len();
        entries.retain(|entry| base_of(&entry.raw).is_none_or(|base| whole.contains(&base)));
        if entries.len() == before {
            break;
        }
    }
    entries.sort_by_key(|e| e.oid);
    entries.dedup_by_key(|e| e.oid);
    if !entries.is_empty() {
        store(git, &entries, Made::Small, |_| Ok(()))?;
    }
    // An index that says nothing leaves everything in doubt.
    Ok(Some((count - entries.len()).max(usize::from(count == 0))))
}

/// The indexes of packs that lead out of their pack, and a common index that is torn: libgit2 follows them without
/// looking, and reads what is not there.
pub fn astray(objects_dir: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(objects_dir.join("pack")).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| leads_astray(path)).collect()
}

/// Says whether an index leads out of its pack. What is wrong in another way libgit2 notices itself.
pub fn leads_astray(index: &Path) -> bool {
    if index.file_name().is_some_and(|name| name == "multi-pack-index") {
        return !ends_in_its_sum(index).unwrap_or(true);
    }
    if index.extension().is_none_or(|end| end != "idx") {
        return false;
    }
    let (Ok(bytes), Ok(pack)) = (fs::read(index), fs::metadata(index.with_extension("pack"))) else { return false };
    // Behind the objects, a pack holds its sum.
    let end = pack.len().saturating_sub(20);
    let word = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let far = |at: usize| Some(u64::from_be_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let second = bytes.starts_with(b"\xfftOc");
    let count = word(if second { NAMES - 4 } else { 1020 }).unwrap_or(0) as usize;
    let place = |i: usize| match second {
        false => word(1024 + i * 24).map(u64::from),
        true => match word(NAMES + count * 24 + i * 4)? {
            near if near >> 31 == 0 => Some(u64::from(near)),
            // Past the last of the wide places there are two sums.
            wide => {
                let at = NAMES + count * 28 + (wide & 0x7fff_ffff) as usize * 8;
                Some(far(at).filter(|_| at + 48 <= bytes.len()).unwrap_or(u64::MAX))
            }
        },
    };
    (0..count).map_while(place).any(|place| place >= end)
}

/// Says whether a pack is as it was written.
pub fn is_whole(pack: &Path) -> bool {
    ends_in_its_sum(pack).unwrap_or(false)
}

/// Makes the index of a pack anew, from a pack that is whole itself.
pub fn reindex(pack: &Path) -> Result<bool> {
    if !is_whole(pack) {
        return Ok(false);
    }
    let dir = pack.parent().unwrap_or(Path::new("."));
    let mut file = File::open(pack).map_err(|e| Error::io("reading", pack, e))?;
    let mut indexer = git2::Indexer::new(None, dir, 0o444, true)?;
    let copied = std::io::copy(&mut file, &mut indexer).is_ok();
    Ok(copied && indexer.commit().is_ok())
}

/// The names a pack's index holds, as far as it can be read.
pub fn names_in_index(index: &[u8]) -> Vec<Oid> {
    let count = count_in_index(index).unwrap_or(0);
    let name = |i: usize| Oid::from_bytes(index.get(NAMES + i * 20..NAMES + i * 20 + 20)?).ok();
    (0..count).filter_map(name).collect()
}

/// The object that a delta adds to; `None` for a whole object.
fn base_of(raw: &[u8]) -> Option<Oid> {
    if (raw.first()? >> 4) & 7 != DELTA_BY_NAME {
        return None;
    }
    let header = raw.iter().take_while(|byte| **byte & 0x80 != 0).count() + 1;
    Oid::from_bytes(raw.get(header..header + 20)?).ok()
}

/// The files beside packs.
fn pack_files(git: &Handles) -> impl Iterator<Item = fs::DirEntry> {
    fs::read_dir(git.common.path().join("objects/pack")).into_iter().flatten().flatten()
}

/// Removes packs of ours that a killed process left without their index, and what told others to leave one alone.
pub fn clear_unfinished(git: &Handles) {
    for entry in pack_files(git) {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| Made::of(name).is_some()) else { continue };
        let path = format!("objects/pack/{name}");
        let orphan = name.ends_with(".pack") && !entry.path().with_extension("idx").exists();
        if orphan || name.ends_with(".keep") && git.is_ours(&git.common, &path) {
            let _ = git.common.remove(&path);
        }
    }
}

/// Removes packs of ours that a power cut tore. What they held is in the journal, which is replayed after
/// this, or was never acknowledged: everything older is synced.
pub fn clear_torn(git: &Handles) {
    for entry in pack_files(git) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if Made::of(name).is_none() || !name.ends_with(".idx") {
            continue;
        }
        let (index, pack) = (entry.path(), entry.path().with_extension("pack"));
        if [&index, &pack].into_iter().any(|file| !ends_in_its_sum(file).unwrap_or(false)) {
            let _ = fs::remove_file(index);
            let _ = fs::remove_file(pack);
        }
    }
}

/// The raw entries of a pack that we wrote, which is in the index's order and names the bases of its deltas.
fn parse<'a>(pack: &'a [u8], index: &[u8]) -> Option<Vec<Packed<'a>>> {
    (0..count_in_index(index)?).map(|i| entry_at(pack, index, i)).collect()
}

/// Where the names begin in a pack's index.
const NAMES: usize = 8 + 256 * 4;

/// How many objects a pack's index names; `None` when it is too short for them.
fn count_in_index(index: &[u8]) -> Option<usize> {
    let count = u32::from_be_bytes(index.get(NAMES - 4..NAMES)?.try_into().ok()?) as usize;
    (index.len() >= NAMES.checked_add(count.checked_mul(28)?)?).then_some(count)
}

/// One raw entry of a pack that we wrote, if its checksum is right.
fn entry_at<'a>(pack: &'a [u8], index: &[u8], i: usize) -> Option<Packed<'a>> {
    let count = count_in_index(index)?;
    let number = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?));
    let offset = |i: usize| Some(number(NAMES + count * 24 + i * 4)? as usize);
    let end = if i + 1 < count { offset(i + 1)? } else { pack.len().checked_sub(20)? };
    let raw = pack.get(offset(i)?..end)?;
    let oid = Oid::from_bytes(index.get(NAMES + i * 20..NAMES + i * 20 + 20)?).ok()?;
    (crc32fast::hash(raw) == number(NAMES + count * 20 + i * 4)?).then_some(Packed { oid, raw: raw.into() })
}

fn push_entry_header(out: &mut Vec<u8>, kind: u8, size: usize) {
    let mut byte = (kind << 4) | (size & 0x0f) as u8;
    let mut rest = size >> 4;
    while rest > 0 {
        out.push(byte | 0x80);
        byte = (rest & 0x7f) as u8;
        rest >>= 7;
    }
    out.push(byte);
}

#[cfg(test)]
mod tests {
    use super::super::objects::{Existing, write_loose};
    use super::*;

    #[test]
    fn loose_objects_and_packs_are_read_by_git() {
        let dir = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(dir.path()).unwrap();
        let git = Handles::for_test(dir.path());
        let loose = Object::new(ObjectKind::Blob, b"hello".to_vec());
        write_loose(&mut Deflater::default(), &git, &loose, Existing::Trusted).unwrap();
        let packed: Vec<_> =
            (0..200).map(|i| Object::new(ObjectKind::Blob, format!("{i}\n").repeat(i).into_bytes())).collect();
        write(&mut Deflater::default(), &git, &packed).unwrap();
        let more: Vec<_> = (0..9).map(|i| Object::new(ObjectKind::Blob, format!("more {i}").into_bytes())).collect();
        more.iter()
            .for_each(|object| drop(write(&mut Deflater::default(), &git, std::slice::from_ref(object)).unwrap()));
        let readable = || {
            for object in packed.iter().chain(&more).chain([&loose]) {
                assert_eq!(repo.find_blob(object.oid).unwrap().content(), *object.body);
            }
        };
        readable();
        join_small(&git, 10).unwrap();
        assert_eq!(fs::read_dir(repo.path().join("objects/pack")).unwrap().count(), 2);
        readable();
    }

    #[test]
    fn versions_of_a_growing_file_are_packed_as_what_was_added() {
        let dir = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(dir.path()).unwrap();
        let git = Handles::for_test(dir.path());
        let mut body: Vec<u8> =
            (0..40_000u32).flat_map(|i| (i.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
        let versions: Vec<_> = (0..40)
            .map(|i| {
                body.extend_from_slice(format!("entry {i} ").repeat(1 + i * 9).as_bytes());
                Object::new(ObjectKind::Blob, body.clone())
            })
            .collect();
        let whole = Deflater::default().deflate(ObjectKind::Blob, b"", &versions[0].body).len();
        let first = write(&mut Deflater::default(), &git, &versions[..20]).unwrap();
        let size = fs::metadata(repo.path().join(format!("objects/pack/{}.pack", first.stem))).unwrap().len() as usize;
        assert!(size < whole + whole / 2, "{size} bytes for twenty versions of {whole}");
        write(&mut Deflater::default(), &git, &versions[10..]).unwrap();
        let readable = || versions.iter().for_each(|v| assert_eq!(repo.find_blob(v.oid).unwrap().content(), *v.body));
        readable();
        join_small(&git, 2).unwrap();
        readable();
        let fsck = std::process::Command::new("git").args(["fsck", "--full"]).current_dir(dir.path()).output().unwrap();
        assert!(fsck.status.success(), "{}", String::from_utf8_lossy(&fsck.stderr));
    }
}
