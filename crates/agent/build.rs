//! Lists the files of `languages/`, so that a further language is one more file.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=languages");
    let variable = |name: &str| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let mut paths: Vec<PathBuf> = fs::read_dir(variable("CARGO_MANIFEST_DIR").join("languages"))
        .expect("the folder is part of the crate")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    // English comes first: what another file does not say is said in English.
    paths.sort_by_key(|path| (!path.ends_with("en.json"), path.clone()));
    let files: Vec<String> = paths.iter().map(|path| format!("include_str!({path:?})")).collect();
    fs::write(variable("OUT_DIR").join("languages.rs"), format!("[{}]", files.join(",\n"))).expect("OUT_DIR is ours");
}
