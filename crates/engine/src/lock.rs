//! The approval lock: a passphrase without which nothing is decided, whoever has the terminal or a person's token.
//!
//! The home holds an Argon2id verifier, readable by its owner only, outside every workspace; the passphrase is kept
//! nowhere. Guessing is slowed down in three ways: each try costs what Argon2id costs, tries are counted before they are
//! checked and one at a time, and after a few wrong ones the next has to wait. Time is the machine's own, not the
//! [`crate::Place`]'s clock: whoever can set that clock must not be able to set this one.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};
use soulfile_api::LockStatus;
use zeroize::Zeroizing;

use crate::error::{Error, Result};

/// Where it lies in the directory that holds the state of all agents.
const FOLDER: &str = ".lock";
/// Wrong tries before the next has to wait.
const FREE_TRIES: u32 = 5;
/// The first wait in seconds; each wrong try doubles it.
const FIRST_WAIT: u64 = 30;
/// The longest wait in seconds.
const LONGEST_WAIT: u64 = 3600;
/// The shortest passphrase, in characters.
const SHORTEST: usize = 8;
/// The longest, in bytes.
const LONGEST: usize = 1024;
/// How long one passphrase lasts for a surface that asks for several decisions.
const LASTS: Duration = Duration::from_secs(300);

/// A passphrase a person typed; wiped from memory after use and never shown.
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// A passphrase as it was typed, without its line break.
    pub fn new(typed: impl Into<String>) -> Self {
        let mut text = Zeroizing::new(typed.into());
        let length = text.trim_end_matches(['\r', '\n']).len();
        text.truncate(length);
        Self(text)
    }
}

impl PartialEq for Passphrase {
    /// For a passphrase that is typed twice.
    fn eq(&self, other: &Self) -> bool {
        *self.0 == *other.0
    }
}

impl std::fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Passphrase(…)")
    }
}

/// Proof that the passphrase was given, for a while.
#[derive(Debug, Clone, Copy)]
pub struct Unlocked {
    until: SystemTime,
}

impl Unlocked {
    /// Says whether it still holds.
    pub fn holds(&self) -> bool {
        SystemTime::now() < self.until
    }

    /// Until when it holds.
    pub fn until(&self) -> SystemTime {
        self.until
    }
}

/// The approval lock of one home.
#[derive(Debug, Clone)]
pub struct ApprovalLock {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    /// The verifier in the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
    verifier: String,
    /// When it was set, in seconds since 1970.
    since: u64,
}

/// Tries that were not right, counted before they are checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tries {
    failures: u32,
    /// The newest, in seconds since 1970.
    last: u64,
}

impl Tries {
    /// Seconds to wait before the next try.
    fn wait(self, now: u64) -> u64 {
        if self.failures < FREE_TRIES {
            return 0;
        }
        let wait = FIRST_WAIT.saturating_mul(1 << (self.failures - FREE_TRIES).min(16)).min(LONGEST_WAIT);
        // A clock that went back shortens nothing and makes nobody wait longer than once.
        wait.saturating_sub(now.saturating_sub(self.last)).min(wait)
    }
}

impl ApprovalLock {
    /// The lock kept in a directory of states.
    pub fn new(state_root: &Path) -> Self {
        Self { folder: state_root.join(FOLDER) }
    }

    /// Says whether decisions need the passphrase. A verifier that cannot be read locks: it is there.
    pub fn is_set(&self) -> bool {
        fs::symlink_metadata(self.verifier()).is_ok()
    }

    /// How the lock stands.
    pub fn status(&self) -> LockStatus {
        let tries = self.tries();
        LockStatus {
            set: self.is_set(),
            since: self
                .stored()
                .ok()
                .and_then(|stored| jiff::Timestamp::from_second(i64::try_from(stored.since).ok()?).ok())
                .map(|at| at.to_string()),
            failures: tries.failures,
            wait: tries.wait(now()),
        }
    }

    /// Sets the lock where there is none.
    pub fn set(&self, passphrase: &Passphrase) -> Result<()> {
        let _one = self.alone()?;
        if self.is_set() {
            return Err(Error::Conflict("the approval lock is set already; `soul lock change` changes it".to_owned()));
        }
        self.store(passphrase)
    }

    /// Changes the passphrase.
    pub fn change(&self, old: &Passphrase, new: &Passphrase) -> Result<()> {
        let _one = self.alone()?;
        self.check(old)?;
        self.store(new)
    }

    /// Takes the lock off.
    pub fn off(&self, passphrase: &Passphrase) -> Result<()> {
        let _one = self.alone()?;
        self.check(passphrase)?;
        let path = self.verifier();
        fs::remove_file(&path).map_err(|source| io("removing", &path, source))
    }

    /// Checks the passphrase, once; what it allows lasts a few minutes.
    pub fn unlock(&self, passphrase: &Passphrase) -> Result<Unlocked> {
        let _one = self.alone()?;
        self.check(passphrase)?;
        Ok(Unlocked { until: SystemTime::now() + LASTS })
    }

    fn check(&self, passphrase: &Passphrase) -> Result<()> {
        let stored = self.stored()?;
        let tries = self.tries();
        let wait = tries.wait(now());
        if wait > 0 {
            return Err(Error::Denied(format!(
                "{} wrong passphrases in a row: the next may be tried in {wait} s; nothing was decided",
                tries.failures
            )));
        }
        // Counted first: whoever ends the program while it checks has had the try.
        self.count(Tries { failures: tries.failures.saturating_add(1), last: now() })?;
        let verifier = PasswordHash::new(&stored.verifier).map_err(|_| self.damaged())?;
        if Argon2::default().verify_password(passphrase.0.as_bytes(), &verifier).is_err() {
            return Err(Error::Denied("that is not the passphrase; nothing was decided".to_owned()));
        }
        self.count(Tries::default())
    }

    fn store(&self, passphrase: &Passphrase) -> Result<()> {
        let text = passphrase.0.as_str();
        if text.trim().chars().count() < SHORTEST || text.len() > LONGEST {
            return Err(Error::Invalid(format!(
                "a passphrase has at least {SHORTEST} characters and at most {LONGEST} bytes"
            )));
        }
        let params = Params::new(19 * 1024, 2, 1, None).expect("fixed parameters are good");
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let verifier = hasher
            .hash_password(text.as_bytes())
            .map_err(|e| Error::Invalid(format!("the passphrase cannot be used: {e}")))?
            .to_string();
        let stored = Stored { verifier, since: now() };
        self.write(&self.verifier(), &serde_json::to_vec_pretty(&stored).expect("a verifier serialises"))?;
        self.count(Tries::default())
    }

    fn stored(&self) -> Result<Stored> {
        let path = self.verifier();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::NotFound("the approval lock is off; `soul lock set` sets it".to_owned()));
            }
            Err(e) => return Err(io("reading", &path, e)),
        };
        serde_json::from_slice(&bytes).map_err(|_| self.damaged())
    }

    fn damaged(&self) -> Error {
        Error::Denied(format!(
            "the approval lock cannot be read, so nothing is decided; a person can remove {} and set it anew",
            self.verifier().display()
        ))
    }

    /// Tries that cannot be read count as many.
    fn tries(&self) -> Tries {
        match fs::read(self.folder.join("tries.json")) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Tries::default(),
            Err(_) => Tries { failures: FREE_TRIES, last: now() },
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or(Tries { failures: FREE_TRIES, last: now() }),
        }
    }

    fn count(&self, tries: Tries) -> Result<()> {
        self.write(&self.folder.join("tries.json"), &serde_json::to_vec(&tries).expect("numbers serialise"))
    }

    fn verifier(&self) -> PathBuf {
        self.folder.join("approval.json")
    }

    /// One try at a time, from whatever process.
    fn alone(&self) -> Result<fs::File> {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)
            .map_err(|source| io("making", &self.folder, source))?;
        let path = self.folder.join("lock");
        let file = fs::File::options().write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = file.map_err(|source| io("opening", &path, source))?;
        file.lock().map_err(|source| io("locking", &path, source))?;
        Ok(file)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let fresh = path.with_extension("new");
        let write = || {
            let _ = fs::remove_file(&fresh);
            let mut file = fs::File::options().write(true).create_new(true).mode(0o600).open(&fresh)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&fresh, path)
        };
        write().map_err(|source| io("writing", path, source))
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn io(what: &'static str, path: &Path, source: std::io::Error) -> Error {
    Error::Io { what, path: path.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use soulfile_api::ErrorKind;

    fn phrase(text: &str) -> Passphrase {
        Passphrase::new(text)
    }

    #[test]
    fn only_the_passphrase_opens_it() {
        let dir = tempfile::tempdir().unwrap();
        let lock = ApprovalLock::new(dir.path());
        assert!(!lock.is_set());
        assert_eq!(lock.set(&phrase("short")).unwrap_err().kind(), ErrorKind::Invalid);
        lock.set(&phrase("correct horse\n")).unwrap();
        assert!(lock.is_set() && lock.status().since.is_some());
        assert_eq!(lock.set(&phrase("another one")).unwrap_err().kind(), ErrorKind::Conflict);
        assert_eq!(lock.unlock(&phrase("correct hors")).unwrap_err().kind(), ErrorKind::Denied);
        assert_eq!(lock.off(&phrase("wrong horse")).unwrap_err().kind(), ErrorKind::Denied);
        assert_eq!(lock.status().failures, 2);
        assert!(lock.unlock(&phrase("correct horse")).unwrap().holds());
        assert_eq!(lock.status().failures, 0);
        lock.change(&phrase("correct horse"), &phrase("battery staple")).unwrap();
        assert!(lock.unlock(&phrase("correct horse")).is_err());
        lock.off(&phrase("battery staple")).unwrap();
        assert!(!lock.is_set());
    }

    #[test]
    fn the_home_holds_a_verifier_for_its_owner_only_and_no_passphrase() {
        let dir = tempfile::tempdir().unwrap();
        let lock = ApprovalLock::new(dir.path());
        lock.set(&phrase("correct horse")).unwrap();
        for entry in fs::read_dir(dir.path().join(FOLDER)).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{}", path.display());
            assert!(!String::from_utf8_lossy(&fs::read(&path).unwrap()).contains("horse"));
        }
        assert!(fs::read_to_string(lock.verifier()).unwrap().contains("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert_eq!(format!("{:?}", phrase("correct horse")), "Passphrase(…)");
    }

    #[test]
    fn wrong_tries_make_the_next_wait_even_the_right_one() {
        let dir = tempfile::tempdir().unwrap();
        let lock = ApprovalLock::new(dir.path());
        lock.set(&phrase("correct horse")).unwrap();
        lock.count(Tries { failures: FREE_TRIES, last: now() }).unwrap();
        let refused = lock.unlock(&phrase("correct horse")).unwrap_err();
        assert!(refused.to_string().contains("may be tried in"), "{refused}");
        assert_eq!(lock.tries().failures, FREE_TRIES, "a try that waits is not counted");
        // A file that somebody emptied does not open the way either.
        fs::write(dir.path().join(FOLDER).join("tries.json"), "").unwrap();
        assert!(lock.unlock(&phrase("correct horse")).is_err());
    }

    #[test]
    fn waits_double_up_to_an_hour_and_end() {
        let wait = |failures, since: u64| Tries { failures, last: 1_000_000 }.wait(1_000_000 + since);
        assert_eq!((wait(4, 0), wait(5, 0), wait(6, 0), wait(7, 0)), (0, 30, 60, 120));
        assert_eq!((wait(30, 0), wait(u32::MAX, 0)), (LONGEST_WAIT, LONGEST_WAIT));
        assert_eq!((wait(5, 29), wait(5, 30), wait(30, LONGEST_WAIT)), (1, 0, 0));
        assert_eq!(Tries { failures: 5, last: 1_000_000 }.wait(10), 30, "a clock that went back");
    }

    #[test]
    fn a_verifier_that_cannot_be_read_decides_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let lock = ApprovalLock::new(dir.path());
        lock.set(&phrase("correct horse")).unwrap();
        fs::write(lock.verifier(), "{").unwrap();
        assert!(lock.is_set());
        assert_eq!(lock.unlock(&phrase("correct horse")).unwrap_err().kind(), ErrorKind::Denied);
    }
}
