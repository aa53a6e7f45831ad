//! Scores the engine on a labelled set: `score <set> <file.jsonl[.gz]> [--wrong]`.
//!
//! With `--wrong`, prints the items whose main label is wrong, with the prediction.

use std::io::Read;
use std::process::ExitCode;

use serde_json::Value;
use soulfile_understand::eval;

#[allow(clippy::print_stdout, clippy::print_stderr)]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [set, path, rest @ ..] = args.as_slice() else {
        eprintln!("usage: score <set> <file.jsonl[.gz]> [--wrong]");
        return ExitCode::from(2);
    };
    let items = match read(path) {
        Ok(items) => items,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let started = std::time::Instant::now();
    let mut predictions = Vec::new();
    for item in &items {
        match eval::predict(set, item) {
            Ok(prediction) => predictions.push(prediction),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    let micros = started.elapsed().as_micros() as f64 / items.len().max(1) as f64;
    let report = eval::score(set, &items, &predictions);
    if rest.iter().any(|a| a == "--wrong") {
        for (item, prediction) in items.iter().zip(&predictions) {
            if report.wrong.iter().any(|id| item["id"] == id.as_str()) {
                println!("{item}\n    -> {prediction}");
            }
        }
    }
    if rest.iter().any(|a| a == "--all") {
        for (item, prediction) in items.iter().zip(&predictions) {
            println!("{item}\n    -> {prediction}");
        }
    }
    print!("{set} {} items, {micros:.0} us/item:", report.items);
    for (name, value) in &report.figures {
        print!("  {name} {:.1}%", value * 100.0);
    }
    println!();
    ExitCode::SUCCESS
}

fn read(path: &str) -> std::io::Result<Vec<Value>> {
    let bytes = std::fs::read(path)?;
    let mut text = String::new();
    if path.ends_with(".gz") {
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(text.lines().filter(|l| !l.trim().is_empty()).map(serde_json::from_str).collect::<Result<_, _>>()?)
}
