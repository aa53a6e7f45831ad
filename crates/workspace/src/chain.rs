//! What is kept of the audit trail outside the workspace: the keys, the anchor, the cuts.
//!
//! The anchor binds the key, number, MAC and commit of the latest entry, so that cutting the newest entries off, or
//! writing another history, is noticed. Keys are never replaced silently: the record keeps the ids of all keys this
//! agent has had, and what a person accepted of keys that are not here.

use std::fs::{self, File};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use git2::Oid;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::seal::{AuditKey, Link, same};

const KEY: &str = "audit.key";
/// The anchor, in the state directory.
pub(crate) const ANCHOR: &str = "audit.anchor";

/// The latest known end of the trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The key of the last entry; empty where an earlier version wrote the anchor.
    #[serde(default)]
    pub key: String,
    /// Number of the last entry.
    pub seq: u64,
    pub mac: String,
    pub commit: String,
}

/// A trail that was found shorter than it had been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutTrail {
    /// The end that is gone.
    pub lost: Anchor,
    /// The entry after which the trail went on.
    pub left: u64,
}

/// What a person accepted of a key that is not here: its entries up to a commit, which pins all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceptance {
    pub key: String,
    /// The newest entry accepted.
    pub commit: String,
    pub at: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct ChainRecord {
    /// The ids of the keys this agent has had, oldest first.
    own: Vec<String>,
    accepted: Vec<Acceptance>,
}

/// The keys, the anchor and the cuts of one agent.
#[derive(Debug)]
pub struct Chain {
    key: AuditKey,
    /// Keys of other agents of this home, and those a person brought here.
    others: Vec<AuditKey>,
    state: PathBuf,
    home: Option<PathBuf>,
    anchor: File,
    record: ChainRecord,
}

impl Chain {
    /// Opens the keys and the anchor in the state directory, making a key when there is none. `home` holds the state of
    /// all agents whose keys count here.
    pub fn open(state: &Path, home: Option<&Path>) -> Result<Self> {
        let key_path = state.join(KEY);
        let key = match read_key(&key_path)? {
            Some(key) => key,
            None => new_key(&key_path)?,
        };
        let anchor_path = state.join(ANCHOR);
        let opened = File::options().read(true).write(true).create(true).truncate(false).mode(0o600).open(&anchor_path);
        let anchor = match opened {
            // On a medium that cannot be written the trail can still be verified.
            Err(e) if crate::write_lock::is_read_only(&e) => File::open(&anchor_path),
            other => other,
        }
        .map_err(|e| Error::io("opening the audit anchor", &anchor_path, e))?;
        let record: ChainRecord = match fs::read(state.join("audit.keys.json")) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(_) => ChainRecord::default(),
        };
        let (state, home) = (state.to_owned(), home.map(Path::to_owned));
        let mut chain = Self { key, others: Vec::new(), state, home, anchor, record };
        chain.find_keys();
        if chain.record.own.last().is_none_or(|id| id != chain.key.id()) {
            let former = chain.anchor().map(|anchor| anchor.key).filter(|id| !id.is_empty());
            let known = |id: &String| chain.record.own.contains(id);
            let new: Vec<String> = former.into_iter().filter(|id| !known(id)).collect();
            chain.record.own.extend(new);
            let id = chain.key.id().to_owned();
            chain.record.own.retain(|known| *known != id);
            chain.record.own.push(id);
            match chain.save() {
                Err(Error::Io { source, .. }) if crate::write_lock::is_read_only(&source) => {}
                saved => saved?,
            }
        }
        Ok(chain)
    }

    fn save(&self) -> Result<()> {
        let path = self.state.join("audit.keys.json");
        let draft = path.with_extension("new");
        let text = serde_json::to_vec_pretty(&self.record).expect("a record serialises");
        let write = || {
            use std::io::Write;
            let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&draft, &path)
        };
        write().map_err(|e| Error::io("writing", &path, e))
    }

    /// Looks for keys again: another agent of this home may have begun to write since.
    pub fn find_keys(&mut self) {
        let below = |dir: &Path| fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
        let of_agents = self.home.as_deref().into_iter().flat_map(below).map(|dir| dir.join(KEY));
        let brought = below(&self.state.join("audit.keys"));
        let mut others: Vec<AuditKey> = Vec::new();
        for path in of_agents.chain(brought) {
            // One that cannot be read opens nothing; its entries are named as unknown.
            if let Ok(Some(key)) = read_key(&path)
                && key.id() != self.key.id()
                && others.iter().all(|known| known.id() != key.id())
            {
                others.push(key);
            }
        }
        self.others = others;
    }

    /// The key this agent seals with.
    pub fn key(&self) -> &AuditKey {
        &self.key
    }

    /// The key a seal names, when this home holds it.
    pub fn held(&self, id: &str) -> Option<&AuditKey> {
        std::iter::once(&self.key).chain(&self.others).find(|key| key.is_named(id))
    }

    /// Keys this agent once sealed with and no longer has.
    pub fn lost_keys(&self) -> Vec<&str> {
        let accepted = |id: &str| self.record.accepted.iter().any(|a| a.key == id);
        let ids = self.record.own.iter().map(String::as_str);
        ids.filter(|id| self.held(id).is_none() && !accepted(id)).collect()
    }

    /// What a person accepted.
    pub fn accepted(&self) -> &[Acceptance] {
        &self.record.accepted
    }

    /// A person accepts the entries of a key up to a commit.
    pub fn accept(&mut self, acceptance: Acceptance) -> Result<()> {
        self.record.accepted.push(acceptance);
        self.save()
    }

    /// Follows commits that a purge made again, in what is kept here and in the anchors of this home's other agents.
    pub fn follow(&mut self, became: impl Fn(&str) -> Option<String>) -> Result<()> {
        let agents = self.home.as_deref().map(fs::read_dir).and_then(std::result::Result::ok);
        for path in agents.into_iter().flatten().flatten().map(|agent| agent.path().join(ANCHOR)) {
            let anchor =
                fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str::<Anchor>(text.trim()).ok());
            if let Some(mut anchor) = anchor
                && let Some(new) = became(&anchor.commit)
            {
                anchor.commit = new;
                let file = File::options().write(true).open(&path).map_err(|e| Error::io("writing", &path, e))?;
                write_anchor(&file, &anchor).map_err(|e| Error::io("writing", &path, e))?;
            }
        }
        for acceptance in &mut self.record.accepted {
            if let Some(new) = became(&acceptance.commit) {
                acceptance.commit = new;
            }
        }
        self.save()
    }

    /// A person brings a key here: its entries count from now on. Gives its id.
    pub fn hold(&mut self, secret: &[u8]) -> Result<String> {
        let secret = secret.try_into().map_err(|_| Error::Invalid("that file is not an audit key".to_owned()))?;
        let key = AuditKey::new(secret);
        let dir = self.state.join("audit.keys");
        let path = dir.join(format!("{}.key", key.id()));
        let write = || {
            use std::io::Write;
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir)?;
            let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
            file.write_all(&secret)?;
            file.sync_all()
        };
        write().map_err(|e| Error::io("writing", &path, e))?;
        self.find_keys();
        Ok(key.id().to_owned())
    }

    /// A mark under this agent's key on something kept inside the repository.
    pub fn seal(&self, bytes: &[u8]) -> String {
        self.key.mark(bytes)
    }

    /// Says whether a mark is the one [`Chain::seal`] makes.
    pub fn is_seal(&self, seal: &str, bytes: &[u8]) -> bool {
        same(self.seal(bytes).as_bytes(), seal.as_bytes())
    }

    /// Remembers the end of the trail. Not synced: an older anchor only notices less.
    pub fn set_anchor(&self, link: &Link, commit: Oid) -> Result<()> {
        let anchor =
            Anchor { key: self.key.id().to_owned(), seq: link.seq, mac: link.mac.clone(), commit: commit.to_string() };
        write_anchor(&self.anchor, &anchor)
            .map_err(|e| Error::io("writing the audit anchor", self.state.join(ANCHOR), e))
    }

    /// The end of the trail as last remembered.
    pub fn anchor(&self) -> Option<Anchor> {
        serde_json::from_str(fs::read_to_string(self.state.join(ANCHOR)).ok()?.trim()).ok()
    }

    /// Keeps in mind that the trail was cut, before the anchor moves on.
    pub fn note_cut(&self, lost: Anchor, left: u64) -> Result<()> {
        use std::io::Write;
        let line = serde_json::to_string(&CutTrail { lost, left }).expect("a cut serialises") + "\n";
        let path = self.cuts_path();
        let fail = |e| Error::io("writing", &path, e);
        let mut file = File::options().append(true).create(true).mode(0o600).open(&path).map_err(fail)?;
        file.write_all(line.as_bytes()).and_then(|()| file.sync_all()).map_err(fail)
    }

    /// The cuts that nobody has accepted.
    pub fn cuts(&self) -> Vec<CutTrail> {
        let text = fs::read_to_string(self.cuts_path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// A person knows of the cuts.
    pub fn accept_cuts(&self) -> Result<()> {
        let path = self.cuts_path();
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing", path, e)),
            _ => Ok(()),
        }
    }

    fn cuts_path(&self) -> PathBuf {
        self.state.join("audit.cuts")
    }
}

/// Overwrites the file in place, at one length.
fn write_anchor(file: &File, anchor: &Anchor) -> std::io::Result<()> {
    let mut text = serde_json::to_string(anchor).expect("an anchor serialises");
    text.push_str(&" ".repeat(255usize.saturating_sub(text.len())));
    text.push('\n');
    file.write_all_at(text.as_bytes(), 0)
}

fn read_key(path: &Path) -> Result<Option<AuditKey>> {
    match fs::read(path) {
        Ok(bytes) => <[u8; 32]>::try_from(bytes.as_slice()).map(|secret| Some(AuditKey::new(secret))).map_err(|_| {
            Error::Damaged(format!(
                "{} is not an audit key; put the key back from a copy, or move the file away to go on with a new key",
                path.display()
            ))
        }),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Error::io("reading the audit key", path, e)),
    }
}

/// Makes the key under a name of its own and links it into place, so that nobody ever reads half of one.
fn new_key(path: &Path) -> Result<AuditKey> {
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
        _ => read_key(path)?.ok_or_else(|| fail(std::io::ErrorKind::NotFound.into())),
    }
}
