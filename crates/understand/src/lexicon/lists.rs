//! How the lists are written in `data/`: for the build script, and for tests.

use super::words::words;

/// Languages whose requests are told by rules of their own.
pub const RULED: [&str; 2] = ["en", "zh"];

/// Names of the lists, in the order of the heads' signs; the first `PHRASES` open a request.
pub const NAMES: [&str; LISTS] = [
    "remember",
    "forget",
    "reflect",
    "recall",
    "undo",
    "dont_store",
    "correction",
    "change",
    "lasting",
    "passing",
    "joke",
    "hypothetical",
    "greeting",
    "question",
    "request",
    "said",
    "self",
    "kin",
    "memory",
    "negation",
    "asks_when",
    "asks_how",
    "asks_newest",
    "asks_about",
    // No signs of the heads.
    "past",
    "lead",
];
const LISTS: usize = 26;
/// The entries of a file, `name = [ "entry", … ]` over as many lines as it takes, each with the number of its list.
pub fn entries(file: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut list = None;
    file.lines().filter(|line| !line.starts_with('#')).flat_map(move |line| {
        let rest = match line.split_once(" = ") {
            Some((name, rest)) => {
                list = NAMES.iter().position(|known| *known == name);
                rest
            }
            None => line,
        };
        list.into_iter().flat_map(move |list| rest.split('"').skip(1).step_by(2).map(move |entry| (list, entry)))
    })
}

/// An entry as texts are looked up by.
pub fn key(entry: &str) -> String {
    words(entry.strip_suffix('*').unwrap_or(entry)).join(" ")
}
