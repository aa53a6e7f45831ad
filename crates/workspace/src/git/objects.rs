//! Git objects: hashing, loose files, and one small pack for a large batch.
//!
//! Nothing here is synced: the journal is what makes a mutation durable, and replay writes the
//! same objects again, byte for byte ([`crate::recover`]).

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use git2::Oid;
use sha1::{Digest, Sha1};

use crate::error::{Error, Result};

/// The object types a mutation writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Commit,
    Tree,
    Blob,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
        }
    }

    fn pack_type(self) -> u8 {
        match self {
            Self::Commit => 1,
            Self::Tree => 2,
            Self::Blob => 3,
        }
    }
}

/// An object with its name.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its SHA-1.
    pub oid: Oid,
    /// Its type.
    pub kind: Kind,
    /// Its content, without git's header.
    pub body: Vec<u8>,
}

impl Object {
    /// Names `body` as git does.
    pub fn new(kind: Kind, body: Vec<u8>) -> Self {
        Self { oid: name_of(kind, &body), kind, body }
    }
}

/// The name git gives to `body`.
pub fn name_of(kind: Kind, body: &[u8]) -> Oid {
    let mut hasher = Sha1::new();
    hasher.update(format!("{} {}\0", kind.word(), body.len()));
    hasher.update(body);
    oid_from(&hasher.finalize())
}

fn oid_from(digest: &[u8]) -> Oid {
    Oid::from_bytes(digest).expect("a SHA-1 has 20 bytes")
}

/// Level 1 for what compresses; large trees are mostly hashes and are stored as they are until
/// git repacks them.
fn deflate(kind: Kind, header: &[u8], body: &[u8]) -> Vec<u8> {
    let level = if kind == Kind::Tree && body.len() > 4096 { Compression::none() } else { Compression::fast() };
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(body.len() / 2 + 64), level);
    encoder.write_all(header).expect("writing to memory");
    encoder.write_all(body).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

/// Where a loose object lives.
pub fn loose_path(objects: &Path, oid: Oid) -> PathBuf {
    let hex = oid.to_string();
    objects.join(&hex[..2]).join(&hex[2..])
}

/// How far an object file that is already there is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It is whole: nothing but a rename put it there.
    Trusted,
    /// A power cut may have torn it: read it before believing it.
    Verify,
}

/// Writes an object as a loose file unless it is there already.
pub fn write_loose(objects: &Path, object: &Object, existing: Existing) -> Result<()> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let target = loose_path(objects, object.oid);
    if target.exists() && (existing == Existing::Trusted || is_whole(&target, object)) {
        return Ok(());
    }
    let header = format!("{} {}\0", object.kind.word(), object.body.len());
    let data = deflate(object.kind, header.as_bytes(), &object.body);
    let dir = target.parent().expect("a loose object has a directory");
    let temp = dir.join(format!("tmp_obj_soul{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed)));
    let fail = |e| Error::io("writing a git object", &temp, e);
    let mut file = match create_new(&temp) {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(dir).map_err(fail)?;
            create_new(&temp)
        }
        other => other,
    }
    .map_err(fail)?;
    file.write_all(&data).and_then(|()| fs::rename(&temp, &target)).map_err(|e| {
        let _ = fs::remove_file(&temp);
        fail(e)
    })
}

fn create_new(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    File::options().write(true).create_new(true).mode(0o444).open(path)
}

fn is_whole(path: &Path, object: &Object) -> bool {
    use std::io::Read;
    let Ok(file) = File::open(path) else { return false };
    let mut raw = Vec::new();
    let limit = object.body.len() as u64 + 64;
    if flate2::read::ZlibDecoder::new(file).take(limit).read_to_end(&mut raw).is_err() {
        return false;
    }
    oid_from(&Sha1::digest(&raw)) == object.oid
}

/// Writes many objects as one pack with its index and returns the pack's file stem.
///
/// A batch of 32 mutations is some 160 objects; as loose files their creation would cost more
/// than everything else in the batch.
pub fn write_pack(objects_dir: &Path, objects: &[Object]) -> Result<String> {
    let mut unique: Vec<&Object> = objects.iter().collect();
    unique.sort_by_key(|o| o.oid);
    unique.dedup_by_key(|o| o.oid);

    let mut pack = Vec::with_capacity(unique.iter().map(|o| o.body.len() / 2 + 32).sum::<usize>() + 64);
    pack.extend_from_slice(b"PACK\0\0\0\x02");
    pack.extend_from_slice(&(unique.len() as u32).to_be_bytes());
    let mut entries = Vec::with_capacity(unique.len());
    for object in &unique {
        let offset = pack.len();
        push_entry_header(&mut pack, object.kind.pack_type(), object.body.len());
        let body = deflate(object.kind, b"", &object.body);
        pack.extend_from_slice(&body);
        entries.push((object.oid, crc32fast::hash(&pack[offset..]), offset as u32));
    }
    let pack_sum = Sha1::digest(&pack);
    pack.extend_from_slice(&pack_sum);

    let mut index = Vec::with_capacity(1032 + entries.len() * 28 + 40);
    index.extend_from_slice(b"\xfftOc\0\0\0\x02");
    let mut below = 0;
    for first in 0..=255u8 {
        below += entries[below..].iter().take_while(|(oid, ..)| oid.as_bytes()[0] == first).count();
        index.extend_from_slice(&(below as u32).to_be_bytes());
    }
    entries.iter().for_each(|(oid, ..)| index.extend_from_slice(oid.as_bytes()));
    entries.iter().for_each(|(_, crc, _)| index.extend_from_slice(&crc.to_be_bytes()));
    entries.iter().for_each(|(.., offset)| index.extend_from_slice(&offset.to_be_bytes()));
    index.extend_from_slice(&pack_sum);
    let index_sum = Sha1::digest(&index);
    index.extend_from_slice(&index_sum);

    let stem = format!("pack-{}", hex::encode(pack_sum));
    let dir = objects_dir.join("pack");
    fs::create_dir_all(&dir).map_err(|e| Error::io("writing a git pack", &dir, e))?;
    // The pack goes first: an index without its pack would be an error to every git reader.
    for (suffix, data) in [("pack", &pack), ("idx", &index)] {
        let (temp, target) = (dir.join(format!("tmp_soul_{stem}.{suffix}")), dir.join(format!("{stem}.{suffix}")));
        let _ = fs::remove_file(&temp);
        create_new(&temp).and_then(|mut file| file.write_all(data)).and_then(|()| fs::rename(&temp, &target)).map_err(
            |e| {
                let _ = fs::remove_file(&temp);
                Error::io("writing a git pack", &target, e)
            },
        )?;
    }
    Ok(stem)
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
    use super::*;

    #[test]
    fn loose_objects_and_packs_are_read_by_git() {
        let dir = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(dir.path()).unwrap();
        let objects = repo.path().join("objects");
        let loose = Object::new(Kind::Blob, b"hello".to_vec());
        write_loose(&objects, &loose, Existing::Trusted).unwrap();
        let packed: Vec<_> =
            (0..200).map(|i| Object::new(Kind::Blob, format!("{i}\n").repeat(i).into_bytes())).collect();
        write_pack(&objects, &packed).unwrap();
        for object in packed.iter().chain([&loose]) {
            assert_eq!(repo.find_blob(object.oid).unwrap().content(), object.body);
        }
    }

    #[test]
    fn a_torn_object_is_written_again() {
        let dir = tempfile::tempdir().unwrap();
        let object = Object::new(Kind::Blob, b"some content".to_vec());
        write_loose(dir.path(), &object, Existing::Trusted).unwrap();
        let path = loose_path(dir.path(), object.oid);
        fs::remove_file(&path).unwrap();
        fs::write(&path, b"").unwrap();
        write_loose(dir.path(), &object, Existing::Verify).unwrap();
        assert!(is_whole(&path, &object));
    }
}
