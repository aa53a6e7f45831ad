//! Puts the built web app (`web/dist`) into the binary, as a table of paths and bytes. Never builds it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&dist).expect("below it").to_string_lossy().replace('\\', "/");
        let full = fs::canonicalize(&file).expect("it is there");
        writeln!(table, "    ({:?}, include_bytes!({:?})),", format!("/{name}"), full.display().to_string())
            .expect("a string grows");
    }
    table.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("web_files.rs");
    fs::write(out, table).expect("the output directory can be written");
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if !entry.file_name().to_string_lossy().starts_with('.') {
            files.push(path);
        }
    }
}
