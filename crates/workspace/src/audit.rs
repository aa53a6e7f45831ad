//! The audit trail: one chained entry per file of every mutation.
//!
//! Git is the ground truth. `memory/meta/audit.log` is derived from the commits and can be
//! rebuilt from them at any time. Every commit of ours carries the chain's value after it, a MAC
//! under a key that lives outside the workspace, over the previous value, the entry's lines, the
//! tree and the parent: editing, reordering or removing entries, or rewriting history with fresh
//! chain values, is noticed. The latest value is also kept outside (the anchor), so that cutting
//! the newest entries off is noticed too.

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use git2::Oid;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::message::Message;

/// Where the derived log lives.
pub const LOG: &str = "memory/meta/audit.log";
/// Where monthly digests of older entries live.
pub const ARCHIVE: &str = "memory/meta/audit-archive.md";

/// One value of the chain, as in a commit's `Chain` trailer: `seq.key.mac`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// How many mutations the trail holds up to here.
    pub seq: u64,
    /// Which key made the MAC.
    pub key_id: String,
    /// The MAC, 32 hexadecimal digits.
    pub mac: String,
}

impl Link {
    /// Reads a trailer back.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let seq = parts.next()?.parse().ok()?;
        let key_id = parts.next()?.to_owned();
        let mac = parts.next().filter(|m| m.len() == 32)?.to_owned();
        Some(Self { seq, key_id, mac })
    }
}

impl std::fmt::Display for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.seq, self.key_id, self.mac)
    }
}

/// The latest known end of the trail, kept outside the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// Number of the last entry.
    pub seq: u64,
    /// Its MAC.
    pub mac: String,
    /// Its commit.
    pub commit: String,
}

/// The key and the anchor.
#[derive(Debug)]
pub struct Chain {
    key: [u8; 32],
    key_id: String,
    anchor: File,
    anchor_path: PathBuf,
    cuts_path: PathBuf,
}

/// A trail that was found shorter than it had been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The end that is gone.
    pub lost: Anchor,
    /// The entry after which the trail went on.
    pub left: u64,
}

impl Chain {
    /// Opens the chain's key and anchor in the state directory, making a key when there is none.
    pub fn open(state: &Path) -> Result<Self> {
        let key_path = state.join("audit.key");
        let key = match fs::read(&key_path) {
            Ok(bytes) => <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| {
                Error::Damaged(format!("{} is not an audit key; move it away to start a new chain", key_path.display()))
            })?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => new_key(&key_path)?,
            Err(e) => return Err(Error::io("reading the audit key", key_path, e)),
        };
        let anchor_path = state.join("audit.anchor");
        let opened = File::options().read(true).write(true).create(true).truncate(false).mode(0o600).open(&anchor_path);
        let anchor = match opened {
            // On a medium that cannot be written the trail can still be verified.
            Err(e) if crate::lock::is_read_only(&e) => File::open(&anchor_path),
            other => other,
        }
        .map_err(|e| Error::io("opening the audit anchor", &anchor_path, e))?;
        let key_id =
            blake3::derive_key("soulfile audit key id", &key)[..4].iter().map(|b| format!("{b:02x}")).collect();
        Ok(Self { key, key_id, anchor, anchor_path, cuts_path: state.join("audit.cuts") })
    }

    /// The chain's value after an entry.
    pub fn next(&self, previous: Option<&Link>, lines: &[String], tree: Oid, parent: Option<Oid>) -> Link {
        let seq = previous.map_or(1, |link| link.seq + 1);
        Link { seq, key_id: self.key_id.clone(), mac: self.mac(previous, seq, lines, tree, parent) }
    }

    /// Says whether `link` is what this key gives for the entry; `None` when it was made with
    /// another key.
    pub fn check(
        &self,
        link: &Link,
        previous: Option<&Link>,
        lines: &[String],
        tree: Oid,
        parent: Option<Oid>,
    ) -> Option<bool> {
        (link.key_id == self.key_id).then(|| {
            let expected = self.mac(previous, link.seq, lines, tree, parent);
            blake3::hash(expected.as_bytes()) == blake3::hash(link.mac.as_bytes())
        })
    }

    fn mac(&self, previous: Option<&Link>, seq: u64, lines: &[String], tree: Oid, parent: Option<Oid>) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(previous.map_or(String::new(), ToString::to_string).as_bytes());
        hasher.update(&seq.to_le_bytes());
        hasher.update(tree.as_bytes());
        hasher.update(parent.map_or(Oid::ZERO_SHA1, |p| p).as_bytes());
        for line in lines {
            hasher.update(b"\n");
            hasher.update(line.as_bytes());
        }
        hex::encode(&hasher.finalize().as_bytes()[..16])
    }

    /// A mark under the chain's key on something kept inside the repository, that nobody without it can make.
    pub fn seal(&self, bytes: &[u8]) -> String {
        let key = blake3::derive_key("soulfile seal", &self.key);
        blake3::keyed_hash(&key, bytes).to_hex().to_string()
    }

    /// Says whether a mark is the one [`Chain::seal`] makes.
    pub fn is_seal(&self, seal: &str, bytes: &[u8]) -> bool {
        blake3::hash(self.seal(bytes).as_bytes()) == blake3::hash(seal.as_bytes())
    }

    /// Remembers the end of the trail. Not synced: an older anchor only notices less.
    pub fn set_anchor(&self, link: &Link, commit: Oid) -> Result<()> {
        let anchor = Anchor { seq: link.seq, mac: link.mac.clone(), commit: commit.to_string() };
        let mut text = serde_json::to_string(&anchor).expect("an anchor serialises");
        text.push_str(&" ".repeat(200usize.saturating_sub(text.len())));
        text.push('\n');
        self.anchor
            .write_all_at(text.as_bytes(), 0)
            .map_err(|e| Error::io("writing the audit anchor", &self.anchor_path, e))
    }

    /// Keeps in mind that the trail was cut, before the anchor moves on.
    pub fn note_cut(&self, lost: Anchor, left: u64) -> Result<()> {
        use std::io::Write;
        let line = serde_json::to_string(&Cut { lost, left }).expect("a cut serialises") + "\n";
        let fail = |e| Error::io("writing", &self.cuts_path, e);
        let mut file = File::options().append(true).create(true).mode(0o600).open(&self.cuts_path).map_err(fail)?;
        file.write_all(line.as_bytes()).and_then(|()| file.sync_all()).map_err(fail)
    }

    /// The cuts that nobody has accepted.
    pub fn cuts(&self) -> Vec<Cut> {
        let text = fs::read_to_string(&self.cuts_path).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// A person knows of the cuts.
    pub fn accept_cuts(&self) -> Result<()> {
        match fs::remove_file(&self.cuts_path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing", &self.cuts_path, e)),
            _ => Ok(()),
        }
    }

    /// The end of the trail as last remembered.
    pub fn anchor(&self) -> Option<Anchor> {
        serde_json::from_str(fs::read_to_string(&self.anchor_path).ok()?.trim()).ok()
    }
}

/// Makes the key under a name of its own and links it into place, so that nobody ever reads half of one.
fn new_key(path: &Path) -> Result<[u8; 32]> {
    use std::io::Write;
    let mut random = [0u8; 40];
    let fail = |e: std::io::Error| Error::io("making the audit key", path, e);
    rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty()).map_err(|e| fail(e.into()))?;
    let (key, name) = random.split_at(32);
    let draft = path.with_extension(format!("key-{}", hex::encode(name)));
    let made = File::options().write(true).create_new(true).mode(0o600).open(&draft).and_then(|mut file| {
        file.write_all(key)?;
        file.sync_all()?;
        fs::hard_link(&draft, path)
    });
    let _ = fs::remove_file(&draft);
    match made {
        // Linked, or another process linked its own first: what is there now is the key.
        Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => Err(fail(e)),
        _ => fs::read(path)
            .map_err(fail)?
            .try_into()
            .map_err(|_| Error::Damaged(format!("{} is not an audit key", path.display()))),
    }
}

/// The lines of audit.log for one mutation, without the chain column.
pub fn lines(message: &Message, time: i64, files: &[String]) -> Vec<String> {
    let stamp = stamp(time);
    let line = |action: &str, file: &str, actor: &str, approval: &str, summary: &str| {
        format!("{stamp} | {action} | {file} | {actor} | {approval} | {summary}")
    };
    let mut out = Vec::new();
    let (actor, approval) = (message.actor.to_string(), message.approval.as_str());
    if files.is_empty() {
        out.push(line(message.action.word(), &message.file, &actor, approval, &message.summary));
    }
    for file in files {
        let critical = crate::gate::is_critical(file);
        let summary = if critical { format!("⚠️ CRITICAL: {}", message.summary) } else { message.summary.clone() };
        out.push(line(message.action.word(), &crate::message::one_line(file, 1024), &actor, approval, &summary));
        if critical && !crate::gate::is_quiet(&message.actor) {
            out.push(line(
                "ALERT",
                file,
                "system:audit",
                "—",
                "Critical file change detected. Pending user acknowledgment.",
            ));
        }
    }
    out
}

/// A time as audit.log writes it: `2026-02-02T15:30Z`.
pub fn stamp(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%dT%H:%MZ").to_string()
}

/// The lines as they stand in the log, with the chain's number and the head of its MAC.
pub fn with_chain(lines: &[String], link: &Link) -> String {
    lines.iter().map(|line| format!("{line} | {}.{}\n", link.seq, &link.mac[..12])).collect()
}
