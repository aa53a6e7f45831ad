//! Has the linker fold functions that compile to the same bytes: generic code is there many times over.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The one target whose default linker is known to do it.
    let target = std::env::var("TARGET").unwrap_or_default();
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if release && target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    }
}
