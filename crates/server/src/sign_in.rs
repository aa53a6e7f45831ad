//! One-time codes that sign a browser in.
//!
//! `soul open` writes a code's hash beside the tokens, where only their owner can write, and puts the code into the
//! fragment of an address: it is in no request line, no log and no history that a server sees. The gateway takes the
//! file away when the code is shown, so that it works once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use soulfile_engine::{Clock, Result};

use crate::tokens::{random_hex, write_private};

/// How long a code is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);

/// The codes of one gateway.
pub struct SignInCodes {
    dir: PathBuf,
    clock: Arc<dyn Clock>,
}

impl SignInCodes {
    /// The codes kept beside the tokens in `tokens`.
    pub fn new(tokens: &Path, clock: Arc<dyn Clock>) -> Self {
        Self { dir: tokens.join("sign-in"), clock }
    }

    /// Makes a code.
    pub fn make(&self) -> Result<String> {
        self.remove_old();
        let code = random_hex::<32>()?;
        write_private(&self.file_of(&code), self.clock.now().to_string().as_bytes())?;
        Ok(code)
    }

    /// Says whether a code is good, and uses it up.
    pub fn take(&self, code: &str) -> Result<bool> {
        let file = self.file_of(code);
        let Ok(made) = fs::read_to_string(&file) else { return Ok(false) };
        // Who removes the file has the code: of two at once only one does.
        Ok(fs::remove_file(&file).is_ok() && self.is_good(&made))
    }

    fn is_good(&self, made: &str) -> bool {
        made.trim().parse::<Timestamp>().is_ok_and(|made| self.clock.now().duration_since(made) <= GOOD_FOR)
    }

    fn remove_old(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            if fs::read_to_string(entry.path()).is_ok_and(|made| !self.is_good(&made)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn file_of(&self, code: &str) -> PathBuf {
        self.dir.join(blake3::hash(code.as_bytes()).to_hex().as_str())
    }
}

#[cfg(test)]
mod tests {
    use soulfile_engine::FixedClock;

    use super::*;

    fn at(dir: &Path, time: &str) -> SignInCodes {
        SignInCodes::new(dir, Arc::new(FixedClock::at(time.parse().expect("a time"))))
    }

    #[test]
    fn a_code_works_once_and_not_for_long() {
        let dir = tempfile::tempdir().expect("a directory");
        let codes = at(dir.path(), "2026-02-10T12:00:00Z");
        let code = codes.make().expect("a code");
        assert!(!codes.take("another").expect("read"));
        assert!(codes.take(&code).expect("read") && !codes.take(&code).expect("read"));
        let late = codes.make().expect("a code");
        assert!(!at(dir.path(), "2026-02-10T12:05:01Z").take(&late).expect("read"));
    }
}
