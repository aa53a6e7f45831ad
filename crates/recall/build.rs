//! Works out at build time what would otherwise be worked out at every start: the lengths of the model's rows, and a
//! table of the vocabulary that is searched where it lies.
//!
//! `norms.bin`: one f32 per row. `starts.bin`: where each piece begins in `vocab.txt`, u32, and the end of the last.
//! `slots.bin`: an open-addressed table of u16 piece numbers, empty ones `0xffff`.

use std::path::Path;
use std::{env, fs, io};

include!("src/embed/slot.rs");

fn main() -> io::Result<()> {
    let models = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../models");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    let (weights, vocabulary) = (models.join("static-192.bin"), models.join("vocab.txt"));
    for file in [&weights, &vocabulary] {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rerun-if-changed=src/embed/slot.rs");
    fs::write(out.join("norms.bin"), norms(&fs::read(weights)?))?;
    let (starts, slots) = table(&fs::read_to_string(vocabulary)?);
    fs::write(out.join("starts.bin"), starts)?;
    fs::write(out.join("slots.bin"), slots)
}

fn norms(weights: &[u8]) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(weights[at..at + 4].try_into().expect("four bytes")) as usize;
    let (pieces, dims) = (number(8), number(12));
    let rows = &weights[16 + pieces * 4..];
    let squares = |row: &[u8]| row.iter().map(|x| i32::from(*x as i8).pow(2)).sum::<i32>();
    rows.chunks_exact(dims).flat_map(|row| (squares(row) as f32).sqrt().to_le_bytes()).collect()
}

fn table(vocabulary: &str) -> (Vec<u8>, Vec<u8>) {
    let (mut starts, mut slots) = (Vec::new(), vec![EMPTY; SLOTS]);
    let mut start = 0u32;
    for (id, line) in vocabulary.split_inclusive('\n').enumerate() {
        starts.extend(start.to_le_bytes());
        start += line.len() as u32;
        let mut at = first_slot(line.trim_end_matches('\n').as_bytes());
        while slots[at] != EMPTY {
            at = (at + 1) % SLOTS;
        }
        slots[at] = id as u16;
    }
    starts.extend(start.to_le_bytes());
    (starts, slots.into_iter().flat_map(u16::to_le_bytes).collect())
}
