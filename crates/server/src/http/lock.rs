//! `…/lock`: the approval lock over HTTP. A person gives the passphrase once and gets a key that opens it for their
//! token and a few minutes; the key goes with each decision in the header `Soul-Unlock`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::http::HeaderMap;
use soulfile_api::{LockStatus, Nothing, OpenedLock, OpeningLock};
use soulfile_engine::{Passphrase, Unlocked};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;
use crate::tokens::random_hex;

/// The header that carries the key.
pub const HEADER: &str = "soul-unlock";
/// Keys that are good at once.
const MOST: usize = 256;

/// The keys that were given out, by their hash.
#[derive(Default)]
pub struct Unlocks {
    given: Mutex<HashMap<blake3::Hash, (String, Unlocked)>>,
}

impl Unlocks {
    fn give(&self, token: &str, proof: Unlocked) -> Result<String, Failure> {
        let key = format!("soul_unlock_{}", random_hex::<32>()?);
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.retain(|_, (_, proof)| proof.holds());
        if given.len() >= MOST {
            return Err(Failure::new(503, "unavailable", "too many unlocks are open; wait a few minutes"));
        }
        given.insert(blake3::hash(key.as_bytes()), (token.to_owned(), proof));
        Ok(key)
    }

    /// The proof behind a request's key, when it was given to this token and still holds.
    pub fn find(&self, headers: &HeaderMap, token: Option<&str>) -> Option<Unlocked> {
        let key = headers.get(HEADER)?.to_str().ok()?;
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let (owner, proof) = given.get(&blake3::hash(key.as_bytes()))?;
        (Some(owner.as_str()) == token && proof.holds()).then_some(*proof)
    }
}

pub fn status(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<LockStatus>, Failure> {
    Ok(call.engine().approval_lock().status().into())
}

pub fn open(call: &Call, _: Nothing, Json(opening): Json<OpeningLock>) -> Result<Answer<OpenedLock>, Failure> {
    let proof = call.engine().approval_lock().unlock(&Passphrase::new(opening.passphrase))?;
    let token = call.token.as_deref().ok_or_else(Failure::unauthenticated)?;
    let expires = jiff::Timestamp::try_from(proof.until()).map(|at| at.to_string()).unwrap_or_default();
    Ok(OpenedLock { unlock: call.gateway.unlocks.give(token, proof)?, expires }.into())
}
