//! Life-cycle states and decay of memories, from `memory/meta/decay-scores.json`.
//!
//! Owns which memories are not active, and a digest of that per file, so that the index re-reads a
//! file when only the state of one of its memories changed. All of it is a pure function of the
//! scores file and is kept beside the index under that file's stamp ([`kept`]); deleting it costs one parse.

mod kept;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use soulfile_memory::decay::{DecayFile, RankPenalty};
use soulfile_recall::record::name_hash;
use soulfile_vocabulary::State;
use soulfile_vocabulary::layout::FilePlace;

/// How the id of an episode begins.
const EPISODE: &str = "episode:";

/// States of the memories that are not active, and what each file's states come down to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lifecycle {
    stamp: i64,
    /// States that are not active, by the hash of the memory's id.
    states: ByHash<State>,
    /// Memories a person had forgotten.
    forgotten: HashSet<String>,
    /// Whether anything faded by age alone.
    has_faded: bool,
    /// By the hash of the group of ids a file belongs to.
    digests: ByHash<u64>,
    /// What the states of all episodes come down to; 0 when all are active.
    episodes: u64,
    /// Scores that are not full, by the hash of the memory's id.
    scores: ByHash<f32>,
}

/// Values by hash, sorted: there may be one for each memory, and a process that asks once looks up a few.
#[derive(Debug, Clone, PartialEq)]
struct ByHash<V> {
    hashes: Vec<u64>,
    values: Vec<V>,
}

impl<V> Default for ByHash<V> {
    fn default() -> Self {
        Self { hashes: Vec::new(), values: Vec::new() }
    }
}

impl<V: Copy> ByHash<V> {
    fn get(&self, name: &str) -> Option<V> {
        self.at(name_hash(name))
    }

    fn at(&self, hash: u64) -> Option<V> {
        self.hashes.binary_search(&hash).ok().map(|at| self.values[at])
    }
}

impl<V> FromIterator<(u64, V)> for ByHash<V> {
    fn from_iter<I: IntoIterator<Item = (u64, V)>>(pairs: I) -> Self {
        let mut pairs: Vec<(u64, V)> = pairs.into_iter().collect();
        pairs.sort_by_key(|(hash, _)| *hash);
        pairs.dedup_by_key(|(hash, _)| *hash);
        let (hashes, values) = pairs.into_iter().unzip();
        Self { hashes, values }
    }
}

impl Lifecycle {
    /// Reads the scores file's text.
    pub fn parse(text: &str, stamp: i64) -> Self {
        let (mut states, mut scores) = (Vec::new(), Vec::new());
        let mut has_faded = false;
        let mut forgotten = HashSet::new();
        let mut by_file: BTreeMap<String, Vec<(String, State, bool)>> = BTreeMap::new();
        for (id, entry) in DecayFile::parse(text).entries() {
            if !entry.pinned && entry.current_score < 1.0 {
                scores.push((name_hash(id), entry.current_score as f32));
            }
            if entry.forgotten.is_some() {
                forgotten.insert(id.to_owned());
            }
            let state = match entry.status {
                _ if entry.forgotten.is_some() => State::Archived,
                _ if entry.pinned => continue,
                State::Active => continue,
                state => state,
            };
            states.push((name_hash(id), state));
            has_faded |= matches!(state, State::Dormant | State::Archived) && entry.forgotten.is_none();
            by_file.entry(group_of_id(id)).or_default().push((id.to_owned(), state, entry.forgotten.is_some()));
        }
        let of_episodes: Vec<_> = by_file.iter().filter(|(group, _)| group.starts_with(EPISODE)).collect();
        let episodes = match of_episodes.is_empty() {
            true => 0,
            false => first_eight(blake3::hash(&serde_json::to_vec(&of_episodes).expect("ids and states serialise"))),
        };
        let digests = by_file
            .into_iter()
            .map(|(group, mut members)| {
                members.sort_by(|a, b| a.0.cmp(&b.0));
                let bytes = serde_json::to_vec(&members).expect("ids and states serialise");
                (name_hash(&group), first_eight(blake3::hash(&bytes)))
            })
            .collect();
        let (states, scores) = (states.into_iter().collect(), scores.into_iter().collect());
        Self { stamp, states, forgotten, has_faded, digests, episodes, scores }
    }

    /// Loads the states kept for a scores file of this stamp, else parses it anew and keeps that.
    pub fn load(kept: &Path, stamp: i64, text: impl FnOnce() -> Option<String>) -> Self {
        let known = std::fs::read(kept).ok().and_then(|bytes| Self::decode(&bytes));
        if let Some(known) = known.filter(|known| known.stamp == stamp) {
            return known;
        }
        let fresh = text().map_or_else(Self::default, |text| Self::parse(&text, stamp));
        // Best effort: without it the next process parses the scores again.
        let _ = std::fs::write(kept, fresh.encode());
        fresh
    }

    /// Stamp of the scores file it was read from.
    pub fn stamp(&self) -> i64 {
        self.stamp
    }

    /// Says whether every file's states come down to the same.
    pub fn same_states(&self, other: &Self) -> bool {
        self.stamp == other.stamp || self.digests == other.digests
    }

    /// The state of a memory by id.
    pub fn state(&self, id: &str) -> State {
        self.states.get(id).unwrap_or_default()
    }

    /// The state of a memory that was drawn from another: the two are one, and as alive as the livelier of them,
    /// unless a person had it forgotten.
    pub fn state_with(&self, id: &str, source: Option<&str>) -> State {
        let own = self.state(id);
        match source.filter(|source| source.starts_with(EPISODE) && !self.is_forgotten(id)) {
            Some(source) if (self.state(source) as u8) < own as u8 => self.state(source),
            _ => own,
        }
    }

    /// Whether a person had a memory forgotten, rather than nobody having needed it.
    pub fn is_forgotten(&self, id: &str) -> bool {
        self.forgotten.contains(id)
    }

    /// Whether anything faded by age alone.
    pub fn has_faded(&self) -> bool {
        self.has_faded
    }

    /// Whether a memory was archived by age alone.
    pub fn is_archived_by_age(&self, id: &str) -> bool {
        self.state(id) == State::Archived && !self.is_forgotten(id)
    }

    /// Whether a person had an entry of a day forgotten.
    pub fn forgot_of(&self, day: &str) -> bool {
        self.forgotten.iter().any(|id| id.strip_prefix(EPISODE).is_some_and(|rest| rest.starts_with(day)))
    }

    /// By how much decay lowers a memory in the ranking, by the hash of its id; one without a score is new.
    pub fn factor(&self, id: u64, penalty: RankPenalty) -> f32 {
        penalty.factor(self.scores.at(id).map_or(1.0, f64::from)) as f32
    }

    /// What the states of a file's memories come down to; 0 when all are active.
    pub fn digest(&self, path: &str) -> u64 {
        // A process that asks once asks this of every file; nothing fades in a young workspace.
        if self.digests.hashes.is_empty() {
            return 0;
        }
        let group = group_of_path(path);
        let own = self.digests.get(&group).unwrap_or(0);
        // Facts and lines of core memory are as alive as the entries they were drawn from.
        let drawn = group == "core" || group.starts_with("entity:");
        if drawn { own ^ self.episodes } else { own }
    }
}

fn first_eight(hash: blake3::Hash) -> u64 {
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes"))
}

/// The file a memory id belongs to, under a name that paths share.
fn group_of_id(id: &str) -> String {
    let Some((kind, rest)) = id.split_once(':') else {
        return id.to_owned();
    };
    match kind {
        "core" => "core".to_owned(),
        // `2026-02-02:14:30`, `2026-02-02-standup:note-…`: the file's stem, whatever its layout.
        "episode" => format!("episode:{}", rest.split(':').next().unwrap_or(rest)),
        _ => format!("{kind}:{}", rest.split('#').next().unwrap_or(rest)),
    }
}

fn group_of_path(path: &str) -> String {
    FilePlace::of_path(path).id_prefix().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_paths_meet_in_one_group() {
        for (id, path) in [
            ("core:identity:1a2b3c4d", "MEMORY.md"),
            ("episode:2026-02-02:14:30", "memory/episodes/2026-02-02.md"),
            ("episode:2026-02-02:14:30-2", "memory/2026-02-02.md"),
            ("episode:2026-02-02-trip:note-1a2b3c4d", "memory/2026-02-02-trip.md"),
            ("entity:person--alex", "memory/graph/entities/person--alex.md"),
            ("entity:person--alex#f3", "memory/graph/entities/person--alex.md"),
            ("procedure:deploy", "memory/procedures/deploy.md"),
            ("vault:notes#1a2b3c4d", "memory/vault/notes.md"),
            ("bank:people/alex", "bank/people/alex.md"),
        ] {
            assert_eq!(group_of_id(id), group_of_path(path), "{id}");
        }
    }

    #[test]
    fn what_is_kept_is_read_back_and_damage_is_noticed() {
        let text = r#"{"version":1,"entries":{"core:x:1":{"store":"core","current_score":0.25},
            "episode:2026-02-02:14:30":{"store":"episodic","status":"dormant"},
            "entity:a#f1":{"store":"semantic","status":"archived","forgotten":"2026-03-01T10:00:00Z"}}}"#;
        let lifecycle = Lifecycle::parse(text, 7);
        let bytes = lifecycle.encode();
        assert_eq!(Lifecycle::decode(&bytes), Some(lifecycle.clone()));
        assert!(lifecycle.has_faded() && lifecycle.is_forgotten("entity:a#f1"));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Lifecycle::decode(&damaged), None, "byte {at}");
            assert_eq!(Lifecycle::decode(&bytes[..at]), None, "cut at {at}");
        }
        assert_eq!(Lifecycle::decode(&Lifecycle::default().encode()), Some(Lifecycle::default()));
    }

    #[test]
    fn a_faded_memory_ranks_lower_and_none_ranks_higher() {
        let penalty = RankPenalty { floor: 0.9, dormant_threshold: 0.2 };
        let entry = |score: f64, pinned: bool| {
            let text = format!(
                r#"{{"version":1,"entries":{{"core:x:1":{{"store":"core","current_score":{score},"pinned":{pinned}}}}}}}"#
            );
            Lifecycle::parse(&text, 1).factor(name_hash("core:x:1"), penalty)
        };
        assert!(entry(0.0, false) == 0.9 && entry(0.0, false) < entry(0.1, false) && entry(0.1, false) < 1.0);
        assert!([entry(0.4, false), entry(1.0, false), entry(0.1, true)].iter().all(|factor| *factor == 1.0));
        assert_eq!(Lifecycle::default().factor(name_hash("unknown"), penalty), 1.0);
    }

    #[test]
    fn what_was_drawn_from_an_entry_is_as_alive_as_the_entry() {
        let text = |episode: &str, forgotten: &str| {
            format!(
                r#"{{"version":1,"entries":{{"entity:person--ana#f1":{{"store":"semantic","status":"archived"{forgotten}}},"episode:2026-02-02:14:30":{{"store":"episodic","status":"{episode}"}}}}}}"#
            )
        };
        let state = |text: String| {
            Lifecycle::parse(&text, 1).state_with("entity:person--ana#f1", Some("episode:2026-02-02:14:30"))
        };
        assert_eq!(state(text("active", "")), State::Active);
        assert_eq!(state(text("dormant", "")), State::Dormant);
        assert_eq!(state(text("active", r#","forgotten":"2026-03-01T10:00:00Z""#)), State::Archived);
        let digest =
            |episode: &str| Lifecycle::parse(&text(episode, ""), 1).digest("memory/graph/entities/person--ana.md");
        assert_ne!(digest("active"), digest("dormant"), "the file is read again when its evidence fades");
    }

    #[test]
    fn a_state_changes_its_files_digest_and_no_other() {
        let text = |status: &str| {
            format!(
                r#"{{"version":1,"entries":{{"episode:2026-02-02:14:30":{{"store":"episodic","status":"{status}"}}}}}}"#
            )
        };
        let (active, archived) = (Lifecycle::parse(&text("active"), 1), Lifecycle::parse(&text("archived"), 2));
        assert_eq!(active.digest("memory/2026-02-02.md"), 0);
        assert_ne!(archived.digest("memory/2026-02-02.md"), 0);
        assert_eq!(archived.digest("memory/2026-02-03.md"), 0);
        assert_eq!(archived.state("episode:2026-02-02:14:30"), State::Archived);
    }
}
