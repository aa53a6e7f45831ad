//! Index damage: whatever is done to the derived files, every question is answered as before, and
//! the index on disk is whole again afterwards.
//!
//! Each case works on a copy of the state directory, taken while another process had it open, so that
//! the write-ahead log is part of what can be damaged. A case that changes nothing that is read is
//! harmless; one that changes an answer is wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use soulfile_engine::Engine;

use crate::memory::{self, Answers, ProofHome};
use crate::random::Random;
use crate::report::ProofReport;

/// What is done to the files.
const KINDS: [&str; 21] = [
    "flip a bit of the index",
    "flip bits of the index",
    "flip a bit of the header",
    "cut the index",
    "empty the index",
    "zero a page",
    "scribble over a page",
    "swap two pages",
    "another program's database",
    "a file that is no database",
    "wrong version",
    "drop a table",
    "lose rows",
    "delete the log",
    "cut the log",
    "flip bits of the log",
    "scribble over the log's index",
    "flip bits of a segment",
    "cut a segment",
    "lose a segment",
    "damage what lies beside it",
];

/// Damages `count` copies of an index.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("index", seed);
    let dir = dir.join("index");
    let template = memory::make(&dir.join("template"))?;
    let wanted = {
        let engine = template.open()?;
        let wanted = memory::ask(&engine)?;
        // Entries that are only in the log when the copy is taken.
        memory::add_late(&template)?;
        memory::ask(&engine)?;
        memory::copy_state(&template.state, &dir.join("state"))?;
        if memory::ask(&engine)? == wanted {
            bail!("the late entries changed no answer: the log is not part of the proof");
        }
        memory::ask(&engine)?
    };
    let (mut noticed, mut harmless) = (0, 0);
    for number in 0..count {
        let mut random = Random::part(seed, &[7100, number]);
        let kind = KINDS[number as usize % KINDS.len()];
        let home = ProofHome { state: dir.join("damaged"), ..template.clone() };
        memory::copy_state(&dir.join("state"), &home.state)?;
        report.tried += 1;
        // Half of the time somebody has the files open.
        let before = if random.one_in(2) { Some(home.open()?) } else { None };
        if let Some(engine) = &before {
            memory::ask(engine)?;
        }
        let what = inflict(&home, kind, &mut random)?;
        match examine(&home, before.as_ref(), &wanted) {
            Ok(true) => noticed += 1,
            Ok(false) => harmless += 1,
            Err(Fault::Wrong(why)) => report.torn(format!("case {number}, {kind} ({what}): {why}")),
            Err(Fault::Lost(why)) => report.lost(format!("case {number}, {kind} ({what}): {why}")),
        }
    }
    report.note(format!("{noticed} made anew, {harmless} harmless or mended in place"));
    fs::remove_dir_all(&dir)?;
    Ok(report)
}

enum Fault {
    /// An answer that is not the right one, or something left behind.
    Wrong(String),
    /// No answer.
    Lost(String),
}

/// True when the index was made anew.
fn examine(home: &ProofHome, before: Option<&Engine>, wanted: &Answers) -> Result<bool, Fault> {
    let mut anew = match before {
        Some(engine) => check(engine, wanted)?,
        None => false,
    };
    let engine = home.open().map_err(|e| Fault::Lost(format!("does not open: {e:#}")))?;
    anew |= check(&engine, wanted)?;
    let left = memory::strangers(&home.state, &home.index());
    if left.is_empty() { Ok(anew) } else { Err(Fault::Wrong(format!("left behind: {}", left.join(", ")))) }
}

/// Asks everything; true when it was said that the index was made anew.
fn check(engine: &Engine, wanted: &Answers) -> Result<bool, Fault> {
    let mut anew = false;
    for (question, wanted) in memory::QUESTIONS.iter().zip(wanted) {
        let answer = memory::ask_one(engine, question).map_err(|e| Fault::Lost(format!("{question:?}: {e:#}")))?;
        anew |= answer.notes.iter().any(|note| note.contains("anew"));
        if answer.hits != wanted.hits {
            return Err(Fault::Wrong(format!("{question:?}: {:?} and not {:?}", answer.hits, wanted.hits)));
        }
    }
    // Mends what it finds; the second look must find nothing.
    engine.index_status(true).map_err(|e| Fault::Lost(format!("no status: {e:#}")))?;
    let status = engine.index_status(true).map_err(|e| Fault::Lost(format!("no status: {e:#}")))?;
    match status.problems.iter().flatten().next() {
        Some(problem) => Err(Fault::Wrong(format!("still damaged afterwards: {problem}"))),
        None => Ok(anew),
    }
}

fn inflict(home: &ProofHome, kind: &str, random: &mut Random) -> Result<String> {
    let index = home.index();
    let beside = |end: &str| PathBuf::from(format!("{}{end}", index.display()));
    let log = beside("-wal");
    Ok(match kind {
        "flip a bit of the index" => flip(&index, 1, 0, random)?,
        "flip bits of the index" => flip(&index, 2 + random.below(200), 0, random)?,
        "flip a bit of the header" => flip(&index, 1, 100, random)?,
        "cut the index" => cut(&index, random)?,
        "empty the index" => write(&index, b"")?,
        "zero a page" => page(&index, random, |_, bytes| bytes.fill(0))?,
        "scribble over a page" => {
            page(&index, random, |random, bytes| bytes.iter_mut().for_each(|b| *b = random.below(256) as u8))?
        }
        "swap two pages" => swap(&index, random)?,
        "another program's database" => {
            remove_all(&index)?;
            let other = rusqlite::Connection::open(&index)?;
            other.execute_batch("CREATE TABLE files(name TEXT, size); INSERT INTO files VALUES('holiday.jpg', 12);")?;
            "a table of the same name".to_owned()
        }
        "a file that is no database" => {
            remove_all(&index)?;
            write(&index, "Dear diary, today I found a strange file.\n".repeat(200).as_bytes())?
        }
        "wrong version" => {
            let field = *random.pick(&["schema", "version", "model"]);
            sql(&index, &format!("UPDATE meta SET value = 'older' WHERE key = '{field}'"))?
        }
        "drop a table" => {
            let table = *random.pick(&["meta", "files", "chunks", "records", "removed"]);
            sql(&index, &format!("DROP TABLE IF EXISTS {table}"))?
        }
        "lose rows" => {
            let table = *random.pick(&["files", "chunks", "records"]);
            sql(&index, &format!("DELETE FROM {table} WHERE id % {} = 0", 2 + random.below(9)))?
        }
        "delete the log" => {
            fs::remove_file(&log).context("there is a log")?;
            "log".to_owned()
        }
        "cut the log" => cut(&log, random)?,
        "flip bits of the log" => flip(&log, 1 + random.below(40), 0, random)?,
        "scribble over the log's index" => match fs::metadata(beside("-shm")) {
            Ok(_) => write(&beside("-shm"), &vec![random.below(256) as u8; 32 << 10])?,
            Err(_) => "none there".to_owned(),
        },
        "flip bits of a segment" => match segment(&index) {
            Some(segment) => flip(&segment, 1 + random.below(40), 0, random)?,
            None => "none there".to_owned(),
        },
        "cut a segment" => match segment(&index) {
            Some(segment) => cut(&segment, random)?,
            None => "none there".to_owned(),
        },
        "lose a segment" => match segment(&index) {
            Some(segment) => fs::remove_file(&segment).map(|()| "one file".to_owned())?,
            None => "none there".to_owned(),
        },
        "damage what lies beside it" => {
            let name = *random.pick(&["index.scopes", "index.states", "vectors.sqlite"]);
            match random.below(3) {
                0 => {
                    let _ = fs::remove_file(home.state.join(name));
                    format!("{name} removed")
                }
                1 => write(&home.state.join(name), b"")?,
                _ => write(&home.state.join(name), &[0xff, 0x00, b'{', 0xfe])?,
            }
        }
        other => bail!("no damage called {other}"),
    })
}

/// A segment of the index, where it has one.
fn segment(index: &Path) -> Option<PathBuf> {
    let folder = fs::read_dir(format!("{}-columns", index.display())).ok()?;
    folder.filter_map(|file| Some(file.ok()?.path())).min()
}

/// Writes into a file in place, as a failing disk does.
fn flip(path: &Path, count: u64, below: u64, random: &mut Random) -> Result<String> {
    let mut bytes = fs::read(path)?;
    let end = if below == 0 { bytes.len() as u64 } else { below };
    let mut first = 0;
    for _ in 0..count {
        let at = random.below(end) as usize;
        let Some(byte) = bytes.get_mut(at) else { continue };
        *byte ^= 1 << random.below(8);
        first = at;
    }
    write(path, &bytes)?;
    Ok(format!("{count} bits, one at byte {first}"))
}

fn cut(path: &Path, random: &mut Random) -> Result<String> {
    let file = fs::File::options().write(true).open(path)?;
    let length = random.below(file.metadata()?.len());
    file.set_len(length)?;
    Ok(format!("to {length} bytes"))
}

fn write(path: &Path, bytes: &[u8]) -> Result<String> {
    let mut file = fs::File::options().write(true).create(true).truncate(false).open(path)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    Ok(format!("{} bytes in {}", bytes.len(), path.file_name().unwrap_or_default().to_string_lossy()))
}

const PAGE: usize = 4096;

fn page(path: &Path, random: &mut Random, damage: impl FnOnce(&mut Random, &mut [u8])) -> Result<String> {
    let mut bytes = fs::read(path)?;
    let number = random.below((bytes.len() / PAGE) as u64) as usize;
    damage(random, &mut bytes[number * PAGE..][..PAGE]);
    write(path, &bytes)?;
    Ok(format!("page {number}"))
}

fn swap(path: &Path, random: &mut Random) -> Result<String> {
    let mut bytes = fs::read(path)?;
    let pages = (bytes.len() / PAGE) as u64;
    let (a, b) = (random.below(pages) as usize, random.below(pages) as usize);
    let first = bytes[a * PAGE..][..PAGE].to_vec();
    bytes.copy_within(b * PAGE..(b + 1) * PAGE, a * PAGE);
    bytes[b * PAGE..][..PAGE].copy_from_slice(&first);
    write(path, &bytes)?;
    Ok(format!("pages {a} and {b}"))
}

fn sql(path: &Path, statement: &str) -> Result<String> {
    rusqlite::Connection::open(path)?.execute_batch(statement)?;
    Ok(statement.to_owned())
}

fn remove_all(index: &Path) -> Result<()> {
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{end}", index.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    /// Each kind of damage twice; `soul-proof index` does five hundred.
    #[test]
    fn whatever_is_done_to_the_index_the_answers_stay_the_same() {
        let dir = tempfile::tempdir().expect("a directory");
        let report = super::run(dir.path(), 1, 2 * super::KINDS.len() as u64).expect("the proof runs");
        assert!(report.print());
    }
}
