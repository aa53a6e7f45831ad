//! Has the linker make the binary smaller: functions that compile to the same bytes are folded, since generic code is
//! there many times over, and what the loader has to relocate is written down in short.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The one target whose default linker is known to do it.
    let target = std::env::var("TARGET").unwrap_or_default();
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if release && target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        // What is built to be given away runs with older libraries too.
        let given_away = std::env::var("OUT_DIR").is_ok_and(|dir| dir.contains("/dist/"));
        if !given_away && std::env::var("HOST").is_ok_and(|host| host == target) && reads_short_relocations() {
            println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// Whether the C library of this machine is 2.36 or newer, the first whose loader reads them. A binary built on it asks
/// for that version by name, so an older loader says what it lacks.
fn reads_short_relocations() -> bool {
    let Ok(out) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return false };
    let text = String::from_utf8_lossy(&out.stdout);
    let version = || {
        let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    version().is_some_and(|version| version >= (2, 36))
}
