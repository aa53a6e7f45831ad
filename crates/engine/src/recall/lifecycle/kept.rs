//! How life-cycle states are kept beside the index: numbers as they lie in memory, since a process that asks one question
//! reads all of them. A file that is not whole, or of another version, counts as missing.

use std::collections::HashSet;

use soulfile_vocabulary::State;

use super::{ByHash, Lifecycle};

const MAGIC: &[u8; 8] = b"soullif1";

impl Lifecycle {
    /// As it is kept.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.stamp.to_le_bytes());
        out.extend(self.episodes.to_le_bytes());
        out.push(u8::from(self.has_faded));
        let mut forgotten: Vec<&str> = self.forgotten.iter().map(String::as_str).collect();
        forgotten.sort_unstable();
        let forgotten = forgotten.join("\n");
        out.extend((forgotten.len() as u64).to_le_bytes());
        out.extend(forgotten.as_bytes());
        put(&mut out, &self.states, |state| [*state as u8]);
        put(&mut out, &self.digests, |digest| digest.to_le_bytes());
        put(&mut out, &self.scores, |score| score.to_le_bytes());
        let sum = blake3::hash(&out);
        out.extend(sum.as_bytes());
        out
    }

    /// What was kept; `None` where it is not whole.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<32>()?;
        let mut rest = body.strip_prefix(MAGIC)?;
        if blake3::hash(body).as_bytes() != sum {
            return None;
        }
        let stamp = i64::from_le_bytes(take(&mut rest)?);
        let episodes = u64::from_le_bytes(take(&mut rest)?);
        let [has_faded] = take(&mut rest)?;
        let length = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
        let (forgotten, mut rest) = rest.split_at_checked(length)?;
        let forgotten = std::str::from_utf8(forgotten).ok()?;
        let forgotten: HashSet<String> = forgotten.lines().map(str::to_owned).collect();
        let states = get(&mut rest, |[code]: [u8; 1]| State::ALL.iter().copied().find(|state| *state as u8 == code))?;
        let digests = get(&mut rest, |bytes| Some(u64::from_le_bytes(bytes)))?;
        let scores = get(&mut rest, |bytes| Some(f32::from_le_bytes(bytes)))?;
        let whole = rest.is_empty();
        whole.then_some(Self { stamp, states, forgotten, has_faded: has_faded == 1, digests, episodes, scores })
    }
}

fn put<V, const N: usize>(out: &mut Vec<u8>, map: &ByHash<V>, bytes: impl Fn(&V) -> [u8; N]) {
    out.extend((map.hashes.len() as u64).to_le_bytes());
    out.extend(map.hashes.iter().flat_map(|hash| hash.to_le_bytes()));
    out.extend(map.values.iter().flat_map(bytes));
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*first)
}

fn get<V, const N: usize>(rest: &mut &[u8], value: impl Fn([u8; N]) -> Option<V>) -> Option<ByHash<V>> {
    let count = usize::try_from(u64::from_le_bytes(take(rest)?)).ok()?;
    let (hashes, after) = rest.split_at_checked(count.checked_mul(8)?)?;
    let (values, after) = after.split_at_checked(count.checked_mul(N)?)?;
    *rest = after;
    let hashes = hashes.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let values = values.as_chunks::<N>().0.iter().map(|bytes| value(*bytes)).collect::<Option<Vec<V>>>()?;
    Some(ByHash { hashes, values })
}
