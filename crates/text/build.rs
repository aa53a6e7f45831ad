//! Works out at build time what would otherwise be worked out at every start: the lengths of the model's rows, and a
//! table of the vocabulary that is searched where it lies.
//!
//! `scales.bin` and `rows.bin` are those of the weights, without the pieces that no text has. The others hold u16.
//! `norms.bin`: one number per row, in steps of `NORM_STEP`. `starts.bin`: the first pieces that
//! begin past each multiple of 65,536 in `vocab.txt`, then where each piece begins, without those multiples, and the end
//! of the last. `slots.bin`: an open-addressed table of piece numbers, empty ones `0xffff`.

use std::path::Path;
use std::{env, fs, io};

#[path = "src/vectors/layout.rs"]
mod layout;

use layout::{DIMS, EMPTY, FIRST, GAP, NORM_STEP, PIECES, SLOTS, WRAPS, first_slot};

fn main() -> io::Result<()> {
    let models = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../models");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let out = Path::new(&out);
    let (weights, vocabulary) = (models.join("static-192.bin"), models.join("vocab.txt"));
    for file in [&weights, &vocabulary] {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rerun-if-changed=src/vectors/layout.rs");
    let weights = fs::read(weights)?;
    let (scales, rows) = parts(&weights);
    fs::write(out.join("scales.bin"), scales)?;
    fs::write(out.join("rows.bin"), &rows)?;
    fs::write(out.join("norms.bin"), norms(&rows))?;
    let (starts, slots) = table(&fs::read_to_string(vocabulary)?);
    fs::write(out.join("starts.bin"), starts)?;
    fs::write(out.join("slots.bin"), slots)
}

/// The scales and the rows of pieces that a text can have.
fn parts(weights: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let number = |at: usize| u32::from_le_bytes(weights[at..at + 4].try_into().expect("four bytes")) as usize;
    assert_eq!(&weights[..8], b"SFEMBED1", "the weights are of another kind");
    assert_eq!((number(8), number(12)), (PIECES, DIMS), "the weights have another size");
    let (scales, rows) = weights[16..].split_at(PIECES * 4);
    assert_eq!(rows.len(), PIECES * DIMS, "the weights are cut short");
    let kept = |all: &[u8], size: usize| [&all[FIRST * size..GAP.start * size], &all[GAP.end * size..]].concat();
    (kept(scales, 4), kept(rows, DIMS))
}

fn norms(rows: &[u8]) -> Vec<u8> {
    let squares = |row: &[u8]| row.iter().map(|x| i32::from(*x as i8).pow(2)).sum::<i32>();
    let steps = |row: &[u8]| ((squares(row) as f32).sqrt() / NORM_STEP).round() as u16;
    rows.chunks_exact(DIMS).flat_map(|row| steps(row).to_le_bytes()).collect()
}

fn table(vocabulary: &str) -> (Vec<u8>, Vec<u8>) {
    let (mut starts, mut slots) = (vec![0usize], vec![EMPTY; SLOTS]);
    for (id, line) in vocabulary.split_inclusive('\n').enumerate() {
        starts.push(starts[id] + line.len());
        let mut at = first_slot(line.trim_end_matches('\n').as_bytes());
        while slots[at] != EMPTY {
            at = (at + 1) % SLOTS;
        }
        slots[at] = id as u16;
    }
    assert_eq!(vocabulary.len() >> 16, WRAPS, "the vocabulary has another size");
    let wraps = (1..=WRAPS).map(|wrap| starts.partition_point(|start| start >> 16 < wrap) as u16);
    let halves = |numbers: &mut dyn Iterator<Item = u16>| numbers.flat_map(u16::to_le_bytes).collect();
    (halves(&mut wraps.chain(starts.iter().map(|start| *start as u16))), halves(&mut slots.into_iter()))
}
