//! Where entity files are: flat, or in 256 shards once there are many.

use soulfile_vocabulary::layout::{ENTITIES_DIR, FilePlace, below};

use crate::fingerprint::fingerprint;
use crate::id::EntityId;

/// How many files the flat directory holds before new ones go into shards.
pub const FLAT_LIMIT: usize = 1_000;

/// The path of a new entity, given how many files the flat directory holds. Files that exist
/// stay where they are.
pub fn new_path(id: &EntityId, flat_files: usize) -> String {
    let [flat, sharded] = candidate_paths(id);
    if flat_files > FLAT_LIMIT { sharded } else { flat }
}

/// Where the file of an entity may be, the flat place first.
pub fn candidate_paths(id: &EntityId) -> [String; 2] {
    let shard = &fingerprint(id.as_str().as_bytes())[..2];
    [format!("{ENTITIES_DIR}/{id}.md"), format!("{ENTITIES_DIR}/{shard}/{id}.md")]
}

/// Says whether the path of an entity is in the flat directory.
pub fn is_flat(path: &str) -> bool {
    below(path, ENTITIES_DIR).is_some_and(|name| !name.contains('/'))
}

/// The entity of a path; `None` when it is no entity file.
pub fn entity_of_path(path: &str) -> Option<EntityId> {
    match FilePlace::of_path(path) {
        FilePlace::Entity(stem) => stem.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flat_directory_fills_up_first() {
        let id: EntityId = "person--alex".parse().unwrap();
        assert_eq!(new_path(&id, 1_000), "memory/graph/entities/person--alex.md");
        let sharded = new_path(&id, 1_001);
        assert_ne!(sharded, new_path(&id, 0));
        for path in candidate_paths(&id) {
            assert_eq!(entity_of_path(&path), Some(id.clone()));
            assert_eq!(is_flat(&path), path == new_path(&id, 0));
        }
        assert!(entity_of_path("memory/graph/entities/abc/x.md").is_none());
        assert!(entity_of_path("memory/graph/index.md").is_none());
    }
}
