//! Git objects: their names, how they are compressed, and loose files; see [`super::packs`] for many in one file.
//!
//! Nothing here is synced: the journal is what makes a mutation durable, and replay writes the
//! same objects again, byte for byte ([`crate::recover`]).

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use git2::Oid;
use rustix::fs::RenameFlags;
use sha1::{Digest, Sha1};

use super::packs;
use super::refs::Handles;
use crate::error::{Error, Result};

/// The object types a mutation writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ObjectKind {
    Commit,
    Tree,
    Blob,
}

impl ObjectKind {
    fn word(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
        }
    }

    pub(super) fn pack_type(self) -> u8 {
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
    pub kind: ObjectKind,
    /// Its content, without git's header.
    pub body: Arc<Vec<u8>>,
}

impl Object {
    /// Names `body` as git does.
    pub fn new(kind: ObjectKind, body: impl Into<Arc<Vec<u8>>>) -> Self {
        let body = body.into();
        Self { oid: name_of(kind, &body), kind, body }
    }
}

/// The name git gives to `body`.
pub fn name_of(kind: ObjectKind, body: &[u8]) -> Oid {
    let mut hasher = Sha1::new();
    hasher.update(format!("{} {}\0", kind.word(), body.len()));
    hasher.update(body);
    oid_from(&hasher.finalize())
}

fn oid_from(digest: &[u8]) -> Oid {
    Oid::from_bytes(digest).expect("a SHA-1 has 20 bytes")
}

/// Compresses objects. Kept from one to the next: making the tables costs more than filling them for a small object.
#[derive(Default)]
pub struct Deflater {
    encoder: Option<ZlibEncoder<Vec<u8>>>,
}

impl Deflater {
    /// Level 1 for texts. Trees are mostly hashes and commits are short: they are stored as they are until git
    /// repacks them.
    pub(super) fn deflate(&mut self, kind: ObjectKind, header: &[u8], body: &[u8]) -> Vec<u8> {
        if kind != ObjectKind::Blob || body.len() < DEFLATE_FROM {
            return store(header, body);
        }
        let encoder = self.encoder.get_or_insert_with(|| ZlibEncoder::new(Vec::new(), Compression::fast()));
        encoder.get_mut().reserve(body.len() / 2 + 64);
        encoder.write_all(header).expect("writing to memory");
        encoder.write_all(body).expect("writing to memory");
        encoder.reset(Vec::new()).expect("writing to memory")
    }
}

/// What is shorter than this gains less by compression than it costs.
const DEFLATE_FROM: usize = 256;

/// A zlib stream that holds its bytes uncompressed.
fn store(header: &[u8], body: &[u8]) -> Vec<u8> {
    const MOST: usize = u16::MAX as usize;
    let whole = if header.is_empty() { Cow::Borrowed(body) } else { Cow::Owned([header, body].concat()) };
    let mut out = Vec::with_capacity(whole.len() + 5 * (1 + whole.len() / MOST) + 6);
    out.extend_from_slice(b"\x78\x01");
    let blocks = whole.len().div_ceil(MOST).max(1);
    for number in 0..blocks {
        let block = &whole[number * MOST..whole.len().min((number + 1) * MOST)];
        let length = block.len() as u16;
        out.push(u8::from(number + 1 == blocks));
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&(!length).to_le_bytes());
        out.extend_from_slice(block);
    }
    out.extend_from_slice(&zlib_rs::adler32::adler32(1, &whole).to_be_bytes());
    out
}

/// How far an object file that is already there is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It is whole: nothing but a rename put it there.
    Trusted,
    /// A power cut may have torn it: read it before believing it.
    Verify,
}

/// Writes an object as a loose file unless it is there already. It is made in our own directory, where half-written
/// files of a killed process are found and removed.
pub fn write_loose(deflater: &mut Deflater, git: &Handles, object: &Object, existing: Existing) -> Result<()> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let hex = object.oid.to_string();
    let (dir, name) = hex.split_at(2);
    let target = format!("objects/{dir}/{name}");
    if git.common.stat_of(&target).is_some()
        && (existing == Existing::Trusted || is_whole(&git.common.path().join(&target), object))
    {
        return Ok(());
    }
    let header = format!("{} {}\0", object.kind.word(), object.body.len());
    let data = deflater.deflate(object.kind, header.as_bytes(), &object.body);
    let counter = COUNTER.fetch_add(1, Ordering::Relaxed);
    let temp = format!("tmp/object-{}-{counter}", std::process::id());
    git.soul.create(&temp, &data, 0o444)?;
    git.common.make_dir(&format!("objects/{dir}"))?;
    git.soul.rename(&temp, &git.common, &target, RenameFlags::empty()).map_err(|e| {
        let _ = git.soul.remove(&temp);
        Error::io("writing a git object", git.common.path().join(&target), e)
    })
}

fn is_whole(path: &Path, object: &Object) -> bool {
    loose_name(path, object.body.len() as u64 + 64) == Some(object.oid)
}

/// The name a loose object's content gives; `None` when it cannot be read.
fn loose_name(path: &Path, limit: u64) -> Option<Oid> {
    use std::io::Read;
    let mut raw = Vec::new();
    flate2::read::ZlibDecoder::new(File::open(path).ok()?).take(limit).read_to_end(&mut raw).ok()?;
    Some(oid_from(&Sha1::digest(&raw)))
}

/// Stored files whose bytes are not what they were when written: packs, their indexes and loose
/// objects, whether anything needs them today or not.
pub fn damaged_files(objects_dir: &Path) -> Vec<PathBuf> {
    let below = |dir: &Path| -> Vec<PathBuf> {
        let mut all: Vec<_> = fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
        all.sort();
        all
    };
    let mut out = Vec::new();
    for path in below(&objects_dir.join("pack")) {
        let Some("pack" | "idx") = path.extension().and_then(|e| e.to_str()) else { continue };
        if !ends_in_its_sum(&path).unwrap_or(false) {
            out.push(path);
        }
    }
    out.extend(packs::astray(objects_dir));
    for dir in below(objects_dir) {
        let Some(first) = dir.file_name().and_then(|n| n.to_str()).filter(|n| n.len() == 2) else { continue };
        for path in below(&dir) {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            let Ok(oid) = Oid::from_str(&format!("{first}{name}")) else { continue };
            if name.len() == 38 && loose_name(&path, u64::MAX) != Some(oid) {
                out.push(path);
            }
        }
    }
    out
}

/// Says whether a file ends in the SHA-1 of all before it, as packs and their indexes do.
pub(super) fn ends_in_its_sum(path: &Path) -> std::io::Result<bool> {
    use std::io::Read;
    let mut file = File::open(path)?;
    let Some(mut left) = file.metadata()?.len().checked_sub(20) else { return Ok(false) };
    let mut hasher = Sha1::new();
    let mut buffer = vec![0u8; 1 << 16];
    while left > 0 {
        let most = left.min(buffer.len() as u64) as usize;
        let read = file.read(&mut buffer[..most])?;
        if read == 0 {
            return Ok(false);
        }
        hasher.update(&buffer[..read]);
        left -= read as u64;
    }
    let mut sum = [0u8; 20];
    file.read_exact(&mut sum)?;
    Ok(hasher.finalize()[..] == sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_object_is_written_again() {
        let dir = tempfile::tempdir().unwrap();
        git2::Repository::init(dir.path()).unwrap();
        let git = Handles::for_test(dir.path());
        let object = Object::new(ObjectKind::Blob, b"some content".to_vec());
        write_loose(&mut Deflater::default(), &git, &object, Existing::Trusted).unwrap();
        let hex = object.oid.to_string();
        let path = dir.path().join(".git/objects").join(&hex[..2]).join(&hex[2..]);
        fs::remove_file(&path).unwrap();
        fs::write(&path, b"").unwrap();
        write_loose(&mut Deflater::default(), &git, &object, Existing::Verify).unwrap();
        assert!(is_whole(&path, &object));
    }
}
