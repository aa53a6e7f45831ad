//! Encodes each line of standard input and prints how fast: many at once on two threads, and one by one.
//!
//! `cargo run --release -p soulfile-text --example encode < lines.txt`
#![allow(clippy::print_stdout)]

use std::io::Read;
use std::time::Instant;

use soulfile_text::encoder::Encoder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let lines: Vec<&str> = text.lines().collect();
    let begin = Instant::now();
    let encoder = Encoder::builtin()?;
    println!("opened in {:.2} ms", begin.elapsed().as_secs_f64() * 1e3);
    let begin = Instant::now();
    encoder.encode(lines.first().copied().unwrap_or_default());
    println!("first text in {:.2} ms", begin.elapsed().as_secs_f64() * 1e3);
    for threads in [1, 2] {
        let begin = Instant::now();
        let count = encoder.encode_all(&lines, threads).len();
        println!("{threads} threads: {:.0} texts a second", count as f64 / begin.elapsed().as_secs_f64());
    }
    let mut times: Vec<f64> = lines
        .iter()
        .take(500)
        .map(|line| {
            let begin = Instant::now();
            encoder.encode(line);
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!("one by one: p50 {:.2} ms, p95 {:.2} ms", at(0.5), at(0.95));
    Ok(())
}
