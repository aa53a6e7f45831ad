//! The write-ahead journal: what makes a mutation durable with one sync.
//!
//! A mutation is acknowledged only after its intent (the full new content of every file, the
//! commit to make, what was there before) is in the journal and the journal is synced. Files,
//! objects and the ref are then written without any sync of their own; after a crash the intent
//! is replayed ([`crate::recover`]), which is deterministic, so it ends in the same commit.
//! A checkpoint syncs everything at once and starts the journal anew.
//!
//! Layout: a header block, then records, each `length, crc, epoch, seq, kind, payload` padded to
//! eight bytes. A record that fails its checksum, or belongs to another epoch, ends the journal.
//! The argument why this is right is in docs/design/write-path.md.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files::{Ident, Root};
use crate::sabotage::{Safeguard, is_removed};

/// The journal's name in our own directory.
const NAME: &str = "journal";
const MAGIC: &[u8; 8] = b"SOULJRN1";
const FIRST_RECORD: u64 = 4096;
const FENCE_AT: u64 = 1024;
const RECORD_HEADER: usize = 32;
/// The journal grows in steps of zeros, so that a record overwrites blocks that are there and
/// its sync needs no change to the file's metadata.
const STEP: u64 = 512 * 1024;
/// When a checkpoint is due.
const LARGE: u64 = 8 * 1024 * 1024;

/// The kind of a record that holds an intent.
const INTENT: u8 = 1;
/// The same, with contents that begin as the file's version before them in the journal does.
const GROWN_INTENT: u8 = 6;

/// Everything needed to carry out one mutation again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Intent {
    /// The mutation's id.
    pub id: String,
    /// The ref it moves.
    pub reference: String,
    /// The commit it builds on.
    pub parent: Option<String>,
    /// The commit of another machine that it takes in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merges: Option<String>,
    /// The commit it makes; replay must arrive at the same.
    pub commit: String,
    /// The commit object's time in seconds.
    pub time: i64,
    /// Author name of the commit.
    pub author: String,
    /// The commit message.
    pub message: String,
    pub files: Vec<IntentFile>,
    /// Set when the commit only records what a person already did to the files.
    pub records_hand_edit: bool,
    /// The pack its objects were written to, if not as loose files.
    pub pack: Option<String>,
}

/// One file of an intent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct IntentFile {
    /// Workspace path.
    pub path: String,
    /// The blob that was there before, and which file on disk it was.
    pub before: Option<(String, Option<Ident>)>,
    /// Length of the new content in the record's tail; `None` removes the file.
    pub after: Option<u64>,
    /// The mode in git.
    pub mode: u32,
    /// The staged file that is moved into place, when this intent is the last to write the path;
    /// under the same name the file it displaced is kept for a while.
    pub staged: Option<(String, Option<Ident>)>,
}

/// A mutation read back, with the new contents in the order of its files that have one.
pub type Journaled = (Box<Intent>, Vec<Vec<u8>>);

/// One record read back.
#[derive(Debug)]
pub enum JournalRecord {
    /// A mutation, with the new contents in the order of its files that have one.
    Intent(Box<Intent>, Vec<Vec<u8>>),
    /// All intents so far are carried out: files, branch, git index, log and anchor.
    Applied,
    /// The intents since the last `Applied` are called off, and what they had changed is put back.
    Withdrawn,
    /// The intents since the last `Applied` are called off, but not everything could be put back
    /// yet: whoever holds the lock next goes on with it.
    CalledOff,
}

/// The open journal. Positions are only meaningful under the workspace lock.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Set on a medium that cannot be written: history can be read, nothing can be changed.
    read_only: bool,
    path: PathBuf,
    epoch: u64,
    seq: u64,
    end: u64,
    allocated: u64,
    mount: String,
    /// Where the latest intents begin, with their first number.
    latest: (u64, u64),
    /// Set where the records are kept elsewhere as well: what is here is a cache, and nothing waits for the disk.
    cache: bool,
}

impl Journal {
    /// Opens the journal, creating an empty one when missing. `mount` names the running mount of
    /// the file system (see [`crate::mount`]).
    pub fn open(dir: &Root, mount: &str) -> Result<Self> {
        let mut read_only = false;
        let file = match dir.open_own(NAME, OFlags::RDWR | OFlags::CREATE) {
            Err(Error::Io { source, .. }) if crate::write_lock::is_read_only(&source) => {
                read_only = true;
                dir.open_own(NAME, OFlags::RDONLY)
            }
            other => other,
        }?;
        Ok(Self {
            read_only,
            file,
            path: dir.path().join(NAME),
            epoch: 0,
            seq: 0,
            end: FIRST_RECORD,
            allocated: 0,
            mount: mount.to_owned(),
            latest: (FIRST_RECORD, 0),
            cache: false,
        })
    }

    /// Says that the records are kept elsewhere as well.
    pub fn be_cache(&mut self) {
        self.cache = true;
    }

    /// Says whether the journal can only be read.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    fn fail(&self, e: std::io::Error) -> Error {
        Error::io("writing the journal", &self.path, e)
    }

    /// Says whether the file system was mounted anew since the journal was begun.
    pub fn is_remounted(&self) -> Result<bool> {
        Ok(self.header()?.is_some_and(|(_, mount)| mount != self.mount))
    }

    fn header(&self) -> Result<Option<(u64, String)>> {
        let mut header = [0u8; 256];
        let read = read_at_most(&self.file, &mut header, 0).map_err(|e| self.fail(e))?;
        Ok(parse_header(&header[..read]))
    }

    /// Reads what was added since the last look: by other processes, or before a crash. The flag
    /// says whether the file system was mounted anew since, so that nothing unsynced is certain.
    pub fn catch_up(&mut self) -> Result<(Vec<JournalRecord>, bool)> {
        let known = self.header()?;
        self.allocated = self.file.metadata().map_err(|e| self.fail(e))?.len();
        let Some((epoch, mount)) = known else {
            if self.read_only {
                return Ok((Vec::new(), false));
            }
            // No valid header: new, or torn while it was first made. No record can exist before
            // the header was synced. A random epoch keeps whatever lies behind it from counting.
            let mut random = [0u8; 6];
            rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty())
                .map_err(|e| self.fail(e.into()))?;
            self.epoch = u64::from_le_bytes([random[0], random[1], random[2], random[3], random[4], random[5], 0, 0]);
            self.restart()?;
            return Ok((Vec::new(), false));
        };
        if epoch != self.epoch {
            (self.epoch, self.seq, self.end) = (epoch, 0, FIRST_RECORD);
        }
        let mut records = Vec::new();
        let mut latest = HashMap::new();
        while let Some((record, next)) = self.read_record(self.end, &records, &latest)? {
            if let JournalRecord::Intent(intent, _) = &record {
                note_contents(intent, records.len(), &mut latest);
            }
            records.push(record);
            self.end = next;
            self.seq += 1;
        }
        Ok((records, mount != self.mount))
    }

    /// Everything since the last checkpoint, read again from the start.
    pub fn since_checkpoint(&self) -> Result<Vec<JournalRecord>> {
        let file = self.file.try_clone().map_err(|e| self.fail(e))?;
        let mut again = Self { file, path: self.path.clone(), mount: self.mount.clone(), epoch: 0, ..*self };
        Ok(again.catch_up()?.0)
    }

    fn read_record(&self, at: u64, before: &[JournalRecord], latest: &Latest) -> Result<Option<(JournalRecord, u64)>> {
        let mut head = [0u8; RECORD_HEADER];
        if read_at_most(&self.file, &mut head, at).map_err(|e| self.fail(e))? < RECORD_HEADER {
            return Ok(None);
        }
        let length = u32::from_le_bytes(head[0..4].try_into().expect("four bytes")) as usize;
        let crc = u32::from_le_bytes(head[4..8].try_into().expect("four bytes"));
        let epoch = u64::from_le_bytes(head[8..16].try_into().expect("eight bytes"));
        let seq = u64::from_le_bytes(head[16..24].try_into().expect("eight bytes"));
        let in_file = at + RECORD_HEADER as u64 + length as u64 <= self.allocated;
        if epoch != self.epoch || seq != self.seq || !in_file {
            return Ok(None);
        }
        let mut payload = vec![0u8; length];
        if read_at_most(&self.file, &mut payload, at + RECORD_HEADER as u64).map_err(|e| self.fail(e))? < length {
            return Ok(None);
        }
        if checksum(&head[8..], &payload) != crc {
            return Ok(None);
        }
        let record = match head[24] {
            kind @ (INTENT | GROWN_INTENT) => {
                let base = |path: &str| match before.get(latest.get(path)?.0)? {
                    JournalRecord::Intent(_, contents) => contents.get(latest.get(path)?.1).map(Vec::as_slice),
                    _ => None,
                };
                parse_intent(&payload, kind == GROWN_INTENT, base)
                    .ok_or_else(|| Error::Damaged("a journal record cannot be read".to_owned()))?
            }
            // 4 was "the index is caught up with", which now comes before 2.
            2 | 4 => JournalRecord::Applied,
            3 => JournalRecord::Withdrawn,
            5 => JournalRecord::CalledOff,
            kind => return Err(Error::Damaged(format!("the journal has a record of unknown kind {kind}"))),
        };
        Ok(Some((record, padded(at + RECORD_HEADER as u64 + length as u64))))
    }

    /// The records of a batch, as they are written.
    pub fn encode(&self, intents: &[(&Intent, Vec<&[u8]>)]) -> Vec<u8> {
        let mut buffer = Vec::new();
        let mut latest: HashMap<&str, &[u8]> = HashMap::new();
        for (seq, (intent, contents)) in (self.seq..).zip(intents) {
            let shared = shared_starts(intent, contents, &mut latest);
            let kind = if shared.iter().any(|&length| length > 0) { GROWN_INTENT } else { INTENT };
            push_record(&mut buffer, self.epoch, seq, kind, |out| {
                let meta = serde_json::to_vec(intent).expect("an intent serialises");
                out.extend_from_slice(&(meta.len() as u32).to_le_bytes());
                out.extend_from_slice(&meta);
                for (content, &shared) in contents.iter().zip(&shared) {
                    if kind == GROWN_INTENT {
                        out.extend_from_slice(&(shared as u64).to_le_bytes());
                    }
                    out.extend_from_slice(&content[shared..]);
                }
            });
        }
        buffer
    }

    /// Adds intents and syncs once. After this returns the mutations cannot be lost.
    pub fn commit(&mut self, intents: &[(&Intent, Vec<&[u8]>)]) -> Result<()> {
        let buffer = self.encode(intents);
        self.commit_encoded(&buffer, intents.len())
    }

    /// The same for a batch of that many intents that [`Journal::encode`] has made records of.
    pub fn commit_encoded(&mut self, buffer: &[u8], count: usize) -> Result<()> {
        self.write(buffer)?;
        if let Err(e) = self.sync() {
            // What a failed sync left on the disk is unknown and asking again proves nothing: the
            // records are overwritten, so that they are never replayed, and the caller is told.
            let blank = vec![0u8; buffer.len()];
            let _ = self.file.write_all_at(&blank, self.end);
            let _ = self.sync();
            return Err(e);
        }
        self.latest = (self.end, self.seq);
        self.end += buffer.len() as u64;
        self.seq += count as u64;
        Ok(())
    }

    /// Adds a marker. One that calls intents off is synced: the caller is about to be told that
    /// its mutation did not happen.
    pub fn mark(&mut self, record: &JournalRecord) -> Result<()> {
        let kind = match record {
            JournalRecord::Intent(..) => unreachable!("intents go through commit"),
            JournalRecord::Applied => 2,
            JournalRecord::Withdrawn => 3,
            JournalRecord::CalledOff => 5,
        };
        let mut buffer = Vec::new();
        push_record(&mut buffer, self.epoch, self.seq, kind, |_| ());
        self.write(&buffer)?;
        self.end += buffer.len() as u64;
        self.seq += 1;
        if matches!(record, JournalRecord::Withdrawn | JournalRecord::CalledOff) { self.sync() } else { Ok(()) }
    }

    /// Goes back to before the latest intents: they are read again, as after a crash.
    pub fn rewind(&mut self) {
        (self.end, self.seq) = self.latest;
    }

    fn write(&mut self, buffer: &[u8]) -> Result<()> {
        let needed = self.end + buffer.len() as u64;
        if needed > self.allocated {
            let grown = needed.div_ceil(STEP) * STEP;
            let zeros = vec![0u8; (grown - self.allocated) as usize];
            self.file.write_all_at(&zeros, self.allocated).map_err(|e| self.fail(e))?;
            self.file.sync_all().map_err(|e| self.fail(e))?;
            self.allocated = grown;
        }
        self.file.write_all_at(buffer, self.end).map_err(|e| self.fail(e))
    }

    fn sync(&self) -> Result<()> {
        if self.cache || is_removed(Safeguard::JournalSync) {
            return Ok(());
        }
        self.file.sync_data().map_err(|e| Error::io("syncing the journal", &self.path, e))
    }

    /// Says whether a checkpoint is due.
    pub fn is_large(&self) -> bool {
        self.end > LARGE
    }

    /// Starts the journal anew. The caller has synced everything the old records describe.
    pub fn restart(&mut self) -> Result<()> {
        let epoch = self.epoch.max(1) + 1;
        let mut header = Vec::with_capacity(256);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(&epoch.to_le_bytes());
        header.extend_from_slice(&(self.mount.len() as u32).to_le_bytes());
        header.extend_from_slice(self.mount.as_bytes());
        let crc = crc32fast::hash(&header);
        header.extend_from_slice(&crc.to_le_bytes());
        if self.allocated < STEP {
            let zeros = vec![0u8; (STEP - self.allocated) as usize];
            self.file.write_all_at(&zeros, self.allocated).map_err(|e| self.fail(e))?;
            self.allocated = STEP;
        }
        self.file.write_all_at(&header, 0).map_err(|e| self.fail(e))?;
        self.file.sync_all().map_err(|e| Error::io("syncing the journal", &self.path, e))?;
        (self.epoch, self.seq, self.end) = (epoch, 0, FIRST_RECORD);
        Ok(())
    }

    /// Starts the journal anew and overwrites what it held.
    pub fn wipe(&mut self) -> Result<()> {
        let length = self.file.metadata().map_err(|e| self.fail(e))?.len();
        let zeros = vec![0u8; length.saturating_sub(FIRST_RECORD) as usize];
        self.file.write_all_at(&zeros, FIRST_RECORD).map_err(|e| self.fail(e))?;
        self.restart()
    }

    /// Takes the next fencing number.
    pub fn next_fence(&self) -> Result<u64> {
        if self.read_only {
            return self.fence();
        }
        let fence = self.fence()? + 1;
        self.file.write_all_at(&fence.to_le_bytes(), FENCE_AT).map_err(|e| self.fail(e))?;
        Ok(fence)
    }

    /// The fencing number of the latest holder of the lock.
    pub fn fence(&self) -> Result<u64> {
        let mut bytes = [0u8; 8];
        read_at_most(&self.file, &mut bytes, FENCE_AT).map_err(|e| self.fail(e))?;
        Ok(u64::from_le_bytes(bytes))
    }
}

/// Reads the records of one batch back, away from the journal they were made for. Which files on disk they name says
/// nothing here, and is left out.
pub fn read_batch(bytes: &[u8]) -> Result<Vec<Journaled>> {
    let broken = || Error::Damaged("a batch of the fleet's journal cannot be read".to_owned());
    let mut records: Vec<JournalRecord> = Vec::new();
    let mut latest = HashMap::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (head, tail) = rest.split_at_checked(RECORD_HEADER).ok_or_else(broken)?;
        let length = u32::from_le_bytes(head[0..4].try_into().expect("four bytes")) as usize;
        let crc = u32::from_le_bytes(head[4..8].try_into().expect("four bytes"));
        let payload = tail.get(..length).ok_or_else(broken)?;
        if checksum(&head[8..], payload) != crc || !matches!(head[24], INTENT | GROWN_INTENT) {
            return Err(broken());
        }
        let base = |path: &str| match records.get(latest.get(path).map(|at: &(usize, usize)| at.0)?)? {
            JournalRecord::Intent(_, contents) => contents.get(latest.get(path)?.1).map(Vec::as_slice),
            _ => None,
        };
        let record = parse_intent(payload, head[24] == GROWN_INTENT, base).ok_or_else(broken)?;
        if let JournalRecord::Intent(intent, _) = &record {
            note_contents(intent, records.len(), &mut latest);
        }
        records.push(record);
        rest = tail.get(padded(length as u64) as usize..).ok_or_else(broken)?;
    }
    Ok(records
        .into_iter()
        .filter_map(|record| match record {
            JournalRecord::Intent(mut intent, contents) => {
                intent.pack = None;
                for file in &mut intent.files {
                    file.staged = None;
                    if let Some((_, ident)) = &mut file.before {
                        *ident = None;
                    }
                }
                Some((intent, contents))
            }
            _ => None,
        })
        .collect())
}

fn parse_header(bytes: &[u8]) -> Option<(u64, String)> {
    if bytes.get(..8)? != MAGIC {
        return None;
    }
    let epoch = u64::from_le_bytes(bytes.get(8..16)?.try_into().ok()?);
    let length = u32::from_le_bytes(bytes.get(16..20)?.try_into().ok()?) as usize;
    let mount = std::str::from_utf8(bytes.get(20..20 + length)?).ok()?;
    let crc = u32::from_le_bytes(bytes.get(20 + length..24 + length)?.try_into().ok()?);
    (crc32fast::hash(&bytes[..20 + length]) == crc).then(|| (epoch, mount.to_owned()))
}

/// How long an earlier version has to be before it is worth pointing at.
const SHARED_FROM: usize = 512;

/// How many bytes each content has in common with the version of its file that is earlier in the batch, when it only
/// adds to that: a day's log that many append to is written once and not with each of them.
fn shared_starts<'a>(intent: &'a Intent, contents: &[&'a [u8]], latest: &mut HashMap<&'a str, &'a [u8]>) -> Vec<usize> {
    let mut contents = contents.iter();
    let mut shared = Vec::new();
    for file in &intent.files {
        let Some(content) = file.after.and_then(|_| contents.next()) else {
            latest.remove(file.path.as_str());
            continue;
        };
        let base = latest.insert(&file.path, content);
        let grew = base.filter(|base| base.len() >= SHARED_FROM && content.starts_with(base));
        shared.push(grew.map_or(0, <[u8]>::len));
    }
    shared
}

/// Where the latest content of each path is: the record's place among those read, and the content's in it.
type Latest = HashMap<String, (usize, usize)>;

fn note_contents(intent: &Intent, record: usize, latest: &mut Latest) {
    let mut content = 0;
    for file in &intent.files {
        if file.after.is_some() {
            latest.insert(file.path.clone(), (record, content));
            content += 1;
        } else {
            latest.remove(&file.path);
        }
    }
}

fn parse_intent<'a>(payload: &[u8], grown: bool, base: impl Fn(&str) -> Option<&'a [u8]>) -> Option<JournalRecord> {
    let length = u32::from_le_bytes(payload.get(..4)?.try_into().ok()?) as usize;
    let intent: Intent = serde_json::from_slice(payload.get(4..4 + length)?).ok()?;
    let mut rest = &payload[4 + length..];
    let mut contents = Vec::new();
    for file in &intent.files {
        let Some(size) = file.after else { continue };
        let mut content = Vec::with_capacity(size as usize);
        if grown {
            let shared = u64::from_le_bytes(rest.get(..8)?.try_into().ok()?) as usize;
            rest = &rest[8..];
            if shared > 0 {
                content.extend_from_slice(base(&file.path)?.get(..shared)?);
            }
        }
        let (added, next) = rest.split_at_checked((size as usize).checked_sub(content.len())?)?;
        content.extend_from_slice(added);
        contents.push(content);
        rest = next;
    }
    Some(JournalRecord::Intent(Box::new(intent), contents))
}

fn push_record(buffer: &mut Vec<u8>, epoch: u64, seq: u64, kind: u8, payload: impl FnOnce(&mut Vec<u8>)) {
    let start = buffer.len();
    buffer.extend_from_slice(&[0; 8]);
    buffer.extend_from_slice(&epoch.to_le_bytes());
    buffer.extend_from_slice(&seq.to_le_bytes());
    buffer.extend_from_slice(&[kind, 0, 0, 0, 0, 0, 0, 0]);
    payload(buffer);
    let length = (buffer.len() - start - RECORD_HEADER) as u32;
    let (tail, payload) = buffer[start + 8..].split_at(RECORD_HEADER - 8);
    let crc = checksum(tail, payload);
    buffer[start..start + 4].copy_from_slice(&length.to_le_bytes());
    buffer[start + 4..start + 8].copy_from_slice(&crc.to_le_bytes());
    buffer.resize(padded(buffer.len() as u64) as usize, 0);
}

fn checksum(tail: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(tail);
    hasher.update(payload);
    hasher.finalize()
}

fn padded(at: u64) -> u64 {
    at.div_ceil(8) * 8
}

fn read_at_most(file: &File, buffer: &mut [u8], at: u64) -> std::io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        match file.read_at(&mut buffer[done..], at + done as u64) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent(id: &str, content: &[u8]) -> (Intent, Vec<u8>) {
        let file = IntentFile {
            path: "a.md".into(),
            before: None,
            after: Some(content.len() as u64),
            mode: 0o100644,
            staged: None,
        };
        let intent = Intent {
            id: id.into(),
            reference: "refs/heads/main".into(),
            parent: None,
            merges: None,
            commit: "c".into(),
            time: 0,
            author: "manual".into(),
            message: String::new(),
            files: vec![file],
            records_hand_edit: false,
            pack: None,
        };
        (intent, content.to_vec())
    }

    fn add(journal: &mut Journal, id: &str, content: &[u8]) {
        let (intent, content) = intent(id, content);
        journal.commit(&[(&intent, vec![&content])]).unwrap();
    }

    #[test]
    fn records_survive_reopening_and_a_torn_tail_is_ignored() {
        let dir = tempfile::tempdir().unwrap();
        let path = Root::open(dir.path()).unwrap();
        let mut journal = Journal::open(&path, "mount-1").unwrap();
        journal.catch_up().unwrap();
        add(&mut journal, "m-1", b"one");
        journal.mark(&JournalRecord::Applied).unwrap();
        let end = journal.end;
        add(&mut journal, "m-2", b"two");
        // The last byte of the second record's content never reached the disk.
        let (mut intent2, content) = intent("m-2", b"two");
        intent2.id = "m-2".into();
        let length =
            end + RECORD_HEADER as u64 + 4 + serde_json::to_vec(&intent2).unwrap().len() as u64 + content.len() as u64;
        journal.file.write_all_at(&[0], length - 1).unwrap();

        let mut again = Journal::open(&path, "mount-1").unwrap();
        let (records, remounted) = again.catch_up().unwrap();
        assert!(!remounted);
        assert!(
            matches!(&records[..], [JournalRecord::Intent(i, c), JournalRecord::Applied] if i.id == "m-1" && c == &[b"one".to_vec()])
        );
        assert!(Journal::open(&path, "mount-2").unwrap().catch_up().unwrap().1);
    }

    #[test]
    fn a_file_that_grows_within_a_batch_is_written_once_and_read_back_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = Root::open(dir.path()).unwrap();
        let mut journal = Journal::open(&path, "mount-1").unwrap();
        journal.catch_up().unwrap();
        let mut text = b"a day's log, and long enough to point at. ".repeat(2_000);
        let versions: Vec<_> = (0..30)
            .map(|number| {
                text.extend_from_slice(format!("entry {number}\n").as_bytes());
                intent(&format!("m-{number}"), &text)
            })
            .collect();
        let batch: Vec<_> = versions.iter().map(|(intent, content)| (intent, vec![content.as_slice()])).collect();
        let start = journal.end;
        journal.commit(&batch).unwrap();
        assert!(journal.end - start < 2 * text.len() as u64, "{} bytes", journal.end - start);
        // Another batch begins from nothing: what it says does not hang on what was read before it.
        add(&mut journal, "m-30", &versions[29].1);

        let (records, _) = Journal::open(&path, "mount-1").unwrap().catch_up().unwrap();
        assert_eq!(records.len(), 31);
        for (record, (_, content)) in records.iter().zip(&versions) {
            assert!(matches!(record, JournalRecord::Intent(_, contents) if contents == std::slice::from_ref(content)));
        }
        let mut reader = Journal::open(&path, "mount-1").unwrap();
        reader.catch_up().unwrap();
        add(&mut journal, "m-31", b"short");
        assert_eq!(reader.catch_up().unwrap().0.len(), 1);
    }

    #[test]
    fn a_restart_hides_old_records() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(&Root::open(dir.path()).unwrap(), "m").unwrap();
        journal.catch_up().unwrap();
        add(&mut journal, "m-1", b"one");
        journal.restart().unwrap();
        add(&mut journal, "m-2", b"two");
        let (records, _) = Journal::open(&Root::open(dir.path()).unwrap(), "m").unwrap().catch_up().unwrap();
        assert!(matches!(&records[..], [JournalRecord::Intent(i, _)] if i.id == "m-2"));
    }

    #[test]
    fn fencing_numbers_only_grow() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(&Root::open(dir.path()).unwrap(), "m").unwrap();
        journal.catch_up().unwrap();
        assert_eq!((journal.next_fence().unwrap(), journal.next_fence().unwrap()), (1, 2));
        journal.restart().unwrap();
        assert_eq!(journal.fence().unwrap(), 2);
    }
}
