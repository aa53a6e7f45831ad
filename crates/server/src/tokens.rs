//! Tokens: made at random, kept hashed, looked up on every request.
//!
//! `tokens.json` holds a hash of each token and what it stands for. The person's token and one per
//! agent also lie in files of their own, readable by their owner only, because somebody has to be
//! able to find them; every other token is shown once and kept as a hash alone. The file is read
//! again whenever it changed, so that a revoked token fails on the next request.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use soulfile_engine::{Clock, Error, Result};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::auth::{Caller, Holder};

/// One token, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// What to name it by: `t-…`.
    pub id: String,
    /// BLAKE3 of its text, in hexadecimal. The text has 256 random bits, so a plain hash is enough.
    hash: String,
    /// When it was made.
    pub made: Timestamp,
    /// When it stops being good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// Whom it stands for.
    #[serde(flatten)]
    pub caller: Caller,
}

/// A token with its text, which is shown once.
#[derive(Debug, Clone)]
pub struct NewToken {
    pub token: Token,
    pub text: String,
    /// The file its text lies in, for a person's and an agent's own.
    pub file: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct File {
    tokens: Vec<Token>,
}

/// The tokens of one gateway.
pub struct Tokens {
    dir: PathBuf,
    clock: Arc<dyn Clock>,
    read: Mutex<(Option<Stamp>, Arc<Vec<Token>>)>,
}

type Stamp = (u64, i64, i64, u64);

impl Tokens {
    /// The tokens kept in `dir`; nothing is made yet.
    pub fn new(dir: &Path, clock: Arc<dyn Clock>) -> Self {
        Self { dir: dir.to_owned(), clock, read: Mutex::default() }
    }

    /// The file a caller's own token lies in; `None` for one that is kept as a hash alone.
    pub fn file_of(&self, caller: &Caller) -> Option<PathBuf> {
        match (&caller.holder, &caller.agent) {
            _ if caller.read_only => None,
            (Holder::Person, None) => Some(self.dir.join("person.token")),
            (Holder::Agent, Some(agent)) if *caller == Caller::agent(agent) => {
                Some(self.dir.join("agents").join(format!("{agent}.token")))
            }
            _ => None,
        }
    }

    /// The token of a caller that has a file of its own, made when it is not there.
    pub fn own(&self, caller: &Caller) -> Result<NewToken> {
        let _lock = self.lock()?;
        let file =
            self.file_of(caller).ok_or_else(|| Error::Invalid("this token has no file of its own".to_owned()))?;
        if let Ok(text) = fs::read_to_string(&file)
            && let Some(token) = self.find(text.trim())
            && token.caller == *caller
        {
            return Ok(NewToken { token, text: text.trim().to_owned(), file: Some(file) });
        }
        self.replace(caller, None)
    }

    /// Makes a token. One with a file of its own replaces the one there was.
    pub fn make(&self, caller: &Caller, expires: Option<Timestamp>) -> Result<NewToken> {
        let _lock = self.lock()?;
        self.replace(caller, expires)
    }

    fn replace(&self, caller: &Caller, expires: Option<Timestamp>) -> Result<NewToken> {
        let file = self.file_of(caller);
        let word = if caller.is_person() { "person" } else { "agent" };
        let text = format!("soul_{word}_{}", random_hex::<32>()?);
        let id = format!("t-{}", random_hex::<6>()?);
        let token = Token { id, hash: hash_of(&text), made: self.clock.now(), expires, caller: caller.clone() };
        let mut tokens = self.known()?;
        if file.is_some() {
            tokens.retain(|known| known.caller != *caller);
        }
        tokens.push(token.clone());
        self.write(&tokens)?;
        if let Some(file) = &file {
            write_private(file, format!("{text}\n").as_bytes())?;
        }
        Ok(NewToken { token, text, file })
    }

    /// Makes a token's text anew: who holds the old one is locked out from the next request on.
    pub fn rotate(&self, id: &str) -> Result<NewToken> {
        let _lock = self.lock()?;
        let mut tokens = self.known()?;
        let known = tokens.iter_mut().find(|token| token.id == id).ok_or_else(|| unknown(id))?;
        let word = if known.caller.is_person() { "person" } else { "agent" };
        let text = format!("soul_{word}_{}", random_hex::<32>()?);
        known.hash = hash_of(&text);
        known.made = self.clock.now();
        let token = known.clone();
        self.write(&tokens)?;
        let file = self.file_of(&token.caller);
        if let Some(file) = &file {
            write_private(file, format!("{text}\n").as_bytes())?;
        }
        Ok(NewToken { token, text, file })
    }

    /// Revokes a token: it fails from the next request on.
    pub fn revoke(&self, id: &str) -> Result<Token> {
        let _lock = self.lock()?;
        let mut tokens = self.known()?;
        let at = tokens.iter().position(|token| token.id == id).ok_or_else(|| unknown(id))?;
        let gone = tokens.remove(at);
        self.write(&tokens)?;
        if let Some(file) = self.file_of(&gone.caller) {
            let _ = fs::remove_file(file);
        }
        Ok(gone)
    }

    /// Every token, as the file says now.
    pub fn all(&self) -> Arc<Vec<Token>> {
        let path = self.path();
        let stamp = fs::metadata(&path).ok().map(|m| (m.ino(), m.mtime(), m.mtime_nsec(), m.len()));
        let mut read = self.read.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if read.0 != stamp {
            // In doubt nothing is let in: a file that cannot be read holds no token.
            let file: File =
                fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
            *read = (stamp, Arc::new(file.tokens));
        }
        read.1.clone()
    }

    /// The token with this text, unless it is unknown, revoked or expired. Every known token is
    /// compared, each in constant time.
    pub fn find(&self, text: &str) -> Option<Token> {
        let presented = blake3::hash(text.as_bytes());
        let tokens = self.all();
        let (mut found, mut at) = (Choice::from(0), 0u64);
        for (index, token) in tokens.iter().enumerate() {
            let known = blake3::Hash::from_hex(&token.hash).unwrap_or_else(|_| blake3::Hash::from_bytes([0; 32]));
            let same = known.as_bytes().ct_eq(presented.as_bytes());
            at = u64::conditional_select(&at, &(index as u64), same);
            found |= same;
        }
        let token = bool::from(found).then(|| tokens[at as usize].clone())?;
        self.is_good(&token).then_some(token)
    }

    /// Says whether a token that was good still is.
    pub fn still_good(&self, token: &Token) -> bool {
        self.is_good(token) && self.all().contains(token)
    }

    fn is_good(&self, token: &Token) -> bool {
        token.expires.is_none_or(|expires| self.clock.now() < expires)
    }

    fn path(&self) -> PathBuf {
        self.dir.join("tokens.json")
    }

    /// The tokens to change. A file that cannot be understood is never written over.
    fn known(&self) -> Result<Vec<Token>> {
        let path = self.path();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(io("reading", &path, e)),
        };
        let file: File = serde_json::from_slice(&bytes).map_err(|e| {
            Error::Invalid(format!(
                "{} cannot be understood ({e}); mend it, or remove it to start anew",
                path.display()
            ))
        })?;
        Ok(file.tokens)
    }

    fn write(&self, tokens: &[Token]) -> Result<()> {
        let file = File { tokens: tokens.to_vec() };
        write_private(&self.path(), &serde_json::to_vec_pretty(&file).expect("tokens serialise"))
    }

    /// One process at a time changes the tokens.
    fn lock(&self) -> Result<fs::File> {
        make_private_dir(&self.dir)?;
        let path = self.dir.join("lock");
        let file = fs::File::options().write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = file.map_err(|source| io("opening", &path, source))?;
        file.lock().map_err(|source| io("locking", &path, source))?;
        Ok(file)
    }
}

fn unknown(id: &str) -> Error {
    Error::NotFound(format!("no token is called \"{}\"; `soul serve token list` shows them", id.escape_debug()))
}

fn hash_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn io(what: &'static str, path: &Path, source: std::io::Error) -> Error {
    Error::Io { what, path: path.display().to_string(), source }
}

pub(crate) fn random_hex<const N: usize>() -> Result<String> {
    let mut bytes = [0u8; N];
    let mut filled = 0;
    while filled < N {
        filled += rustix::rand::getrandom(&mut bytes[filled..], rustix::rand::GetRandomFlags::empty())
            .map_err(|e| io("drawing random numbers", Path::new("the system"), e.into()))?;
    }
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A number drawn from 0 (included) to 1 (excluded).
pub(crate) fn random_share() -> Result<f64> {
    let bits = u64::from_str_radix(&random_hex::<8>()?, 16).expect("sixteen hexadecimal digits");
    Ok((bits >> 11) as f64 / (1u64 << 53) as f64)
}

fn make_private_dir(dir: &Path) -> Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(|source| io("creating", dir, source))
}

/// Writes a file only its owner can read, whole or not at all.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let dir = path.parent().expect("a token file is in a directory");
    make_private_dir(dir)?;
    let temp = path.with_extension(format!("new-{}", random_hex::<6>()?));
    let write = || {
        let mut file = fs::File::options().write(true).create_new(true).mode(0o600).open(&temp)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temp, path)?;
        fs::File::open(dir)?.sync_all()
    };
    write().map_err(|source| {
        let _ = fs::remove_file(&temp);
        io("writing", path, source)
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use soulfile_engine::FixedClock;

    use super::*;

    fn tokens(dir: &Path, now: &str) -> Tokens {
        Tokens::new(&dir.join("gateway"), Arc::new(FixedClock::at(now.parse().expect("a time"))))
    }

    const NOW: &str = "2026-02-02T14:30:00Z";

    #[test]
    fn a_token_is_private_hashed_and_found_by_its_text() {
        let dir = tempfile::tempdir().unwrap();
        let tokens = tokens(dir.path(), NOW);
        let made = tokens.own(&Caller::person()).unwrap();
        assert_eq!(tokens.own(&Caller::person()).unwrap().text, made.text, "made once");
        assert_eq!(tokens.find(&made.text).unwrap().caller, Caller::person());
        for wrong in ["", "soul_person_", &made.text[1..], &made.text.to_uppercase(), &made.token.hash] {
            assert_eq!(tokens.find(wrong), None, "{wrong:?}");
        }
        let kept = fs::read_to_string(dir.path().join("gateway/tokens.json")).unwrap();
        assert!(!kept.contains(&made.text), "only its hash is kept");
        for (path, mode) in [("gateway", 0o700), ("gateway/tokens.json", 0o600), ("gateway/person.token", 0o600)] {
            assert_eq!(fs::metadata(dir.path().join(path)).unwrap().permissions().mode() & 0o777, mode, "{path}");
        }
    }

    #[test]
    fn rotating_and_revoking_act_at_once_in_every_process() {
        let dir = tempfile::tempdir().unwrap();
        let (here, there) = (tokens(dir.path(), NOW), tokens(dir.path(), NOW));
        let first = here.own(&Caller::agent("aria")).unwrap();
        assert!(there.find(&first.text).is_some());
        let second = there.rotate(&first.token.id).unwrap();
        assert_eq!(here.find(&first.text), None);
        assert!(!here.still_good(&first.token) && here.still_good(&second.token));
        assert_eq!(here.own(&Caller::agent("aria")).unwrap().text, second.text, "its file holds the new one");
        there.revoke(&first.token.id).unwrap();
        assert_eq!(here.find(&second.text), None);
        assert!(!second.file.unwrap().exists());
        assert!(there.revoke("t-none").is_err());
    }

    #[test]
    fn an_expired_token_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let made = tokens(dir.path(), NOW).make(&Caller::agent("aria"), Some("2026-02-03T00:00:00Z".parse().unwrap()));
        let text = made.unwrap().text;
        assert!(tokens(dir.path(), "2026-02-02T23:59:59Z").find(&text).is_some());
        assert_eq!(tokens(dir.path(), "2026-02-03T00:00:00Z").find(&text), None);
    }

    #[test]
    fn a_damaged_file_lets_nobody_in() {
        let dir = tempfile::tempdir().unwrap();
        let tokens = tokens(dir.path(), NOW);
        let made = tokens.own(&Caller::person()).unwrap();
        fs::write(dir.path().join("gateway/tokens.json"), "{").unwrap();
        assert_eq!(tokens.find(&made.text), None);
        assert!(tokens.own(&Caller::person()).is_err(), "and is not written over");
        assert_eq!(fs::read_to_string(dir.path().join("gateway/tokens.json")).unwrap(), "{");
    }
}
