//! Makes one table of the word lists in `data/`, which is searched where it lies; a further language is one more file.
//!
//! `lexicon_keys.txt` has all entries one after the other, `lexicon_starts.bin` where each begins and where the last ends,
//! `lexicon_lists.bin` the lists of each by its use, all u32; `lexicon_slots.bin` is an open-addressed table of u16.

#[path = "src/lexicon/layout.rs"]
mod layout;
#[path = "src/lexicon/lists.rs"]
mod lists;
#[path = "src/lexicon/words.rs"]
mod words;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use layout::{EMPTY, PHRASES, SLOTS, USES, first_slot};
use lists::{RULED, entries, key};
use words::is_unspaced;

fn main() {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=src/lexicon");
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let mut paths: Vec<PathBuf> = fs::read_dir(variable("CARGO_MANIFEST_DIR").join("data"))
        .expect("the folder is part of the crate")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let rows: Vec<String> = paths
        .iter()
        .map(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a language code");
            format!("({name:?}, include_str!({path:?}))")
        })
        .collect();
    write_table(&paths, &variable("OUT_DIR"));
    fs::write(variable("OUT_DIR").join("languages.rs"), format!("[{}]", rows.join(",\n"))).expect("OUT_DIR is ours");
}

/// Puts the lists of all files into one table.
fn write_table(paths: &[PathBuf], out: &Path) {
    let mut all: BTreeMap<String, [u32; USES]> = BTreeMap::new();
    for path in paths {
        let file = fs::read_to_string(path).expect("the file was listed");
        let ruled = RULED.iter().any(|language| path.file_stem().is_some_and(|stem| stem == *language));
        for (list, entry) in entries(&file) {
            let key = key(entry);
            let place = match () {
                () if entry.ends_with('*') => 2,
                () if key.starts_with(is_unspaced) => 3,
                () => 1,
            };
            let uses = all.entry(key).or_default();
            uses[place] |= 1 << list;
            if !ruled && list < PHRASES {
                uses[0] |= 1 << list;
            }
        }
    }
    assert!(all.len() * 2 < SLOTS, "the table is too small for {} entries", all.len());
    let (mut keys, mut starts, mut slots) = (String::new(), vec![0u32], vec![EMPTY; SLOTS]);
    for (at, key) in all.keys().enumerate() {
        keys.push_str(key);
        starts.push(keys.len() as u32);
        let mut slot = first_slot(key.as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = at as u16;
    }
    let write = |name: &str, bytes: Vec<u8>| fs::write(out.join(name), bytes).expect("OUT_DIR is ours");
    write("lexicon_keys.txt", keys.into_bytes());
    write("lexicon_starts.bin", starts.iter().flat_map(|start| start.to_le_bytes()).collect());
    write("lexicon_lists.bin", all.values().flatten().flat_map(|lists| lists.to_le_bytes()).collect());
    write("lexicon_slots.bin", slots.iter().flat_map(|slot| slot.to_le_bytes()).collect());
}
