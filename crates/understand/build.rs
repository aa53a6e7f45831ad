//! Lists the word lists in `data/`, so that a further language is one more file.

use std::env;
use std::fs;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=data");
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
    fs::write(variable("OUT_DIR").join("languages.rs"), format!("[{}]", rows.join(",\n"))).expect("OUT_DIR is ours");
}
