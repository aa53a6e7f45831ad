use std::path::Path;

use soulfile_recall::index::Stale;
use soulfile_recall::{Error, Hit, Index, IndexPlace, Options, Query, SourceFile};

const QUESTIONS: [&str; 4] = ["Where is the violin?", "bicycle chain", "notes about harbour 17", "lantern"];

fn files() -> Vec<SourceFile> {
    (0..30)
        .map(|n| {
            let entries: String = (0..4)
                .map(|i| format!("## 1{i}:00 | note | tags:[t{n}]\nEntry {i} of day {n}: the violin, the harbour {n} and a lantern with bicycle chain {i}.\n\n"))
                .collect();
            SourceFile::new(format!("memory/2026-01-{:02}.md", n + 1), entries)
        })
        .collect()
}

fn answers(index: &Index) -> Result<Vec<Vec<Hit>>, Error> {
    QUESTIONS.iter().map(|q| index.search(&Query::new(*q)).map(|a| a.hits)).collect()
}

/// Opens, syncs and asks as a caller does, rebuilding where told of damage; also says whether
/// damage was noticed.
fn heal(path: &Path) -> (Vec<Vec<Hit>>, bool) {
    let index = Index::open(IndexPlace::File(path.to_owned()), Options::default()).expect("opens whatever is there");
    let mut noticed = index.stale().is_some();
    let mut sync = index.sync(files());
    if let Err(Error::Damaged { .. }) = sync {
        noticed = true;
        sync = index.rebuild(files());
    }
    sync.expect("syncs");
    let found = match answers(&index) {
        Err(Error::Damaged { .. }) => {
            noticed = true;
            index.rebuild(files()).expect("rebuilds");
            answers(&index).expect("answers after a rebuild")
        }
        other => other.expect("answers"),
    };
    (found, noticed)
}

fn built(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("index.db");
    let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    index.sync(files()).unwrap();
    path
}

#[test]
fn damaged_index_files_heal_with_equal_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(folder.path());
    let whole = std::fs::read(&path).unwrap();
    let (wanted, noticed) = heal(&path);
    assert!(!noticed && wanted.iter().all(|hits| !hits.is_empty()));
    let mut seed = 0x9e37_79b9_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for mutant in 0..60 {
        let mut bytes = whole.clone();
        match mutant % 6 {
            0 => bytes.truncate(next(whole.len())),
            1 => bytes[next(100)] ^= 1 << next(8),
            2 => {
                let page = next(whole.len() / 4096) * 4096;
                bytes[page..page + 4096].fill(0);
            }
            3 => {
                let at = next(whole.len() - 64);
                bytes[at..at + 64].fill(0xa5);
            }
            _ => bytes[next(whole.len())] ^= 1 << next(8),
        }
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("index.db{end}")));
        }
        std::fs::write(&path, &bytes).unwrap();
        let (found, _) = heal(&path);
        assert_eq!(texts(&found), texts(&wanted), "mutant {mutant}");
        std::fs::write(&path, &whole).unwrap();
    }
}

fn texts(found: &[Vec<Hit>]) -> Vec<Vec<(String, String, u32)>> {
    found
        .iter()
        .map(|hits| hits.iter().map(|h| (h.citation.clone(), h.text.clone(), (h.score * 1e4) as u32)).collect())
        .collect()
}

#[test]
fn a_lost_log_and_foreign_tables_heal() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(folder.path());
    let (wanted, _) = heal(&path);
    for spoil in [
        "DROP TABLE records",
        "DELETE FROM records WHERE id = 3",
        "UPDATE chunks SET text = 'changed by hand'",
        "DELETE FROM files WHERE id = 2",
        "UPDATE records SET data = x'00' WHERE id = 5",
        "UPDATE meta SET value = 99 WHERE key = 'schema'",
        "DROP TABLE meta",
    ] {
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch(spoil).unwrap();
        drop(other);
        let (found, noticed) = heal(&path);
        assert!(noticed, "{spoil}");
        assert_eq!(texts(&found), texts(&wanted), "{spoil}");
    }
}

#[test]
fn a_file_that_is_no_database_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    std::fs::write(&path, "this is not a database at all, but long enough to look like one".repeat(100)).unwrap();
    let index = Index::open(IndexPlace::File(path), Options::default()).unwrap();
    assert!(matches!(index.stale(), Some(Stale::Damaged(_))));
    index.sync(files()).unwrap();
    assert!(index.stale().is_none());
    index.verify().unwrap();
}

#[test]
fn no_file_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = built(folder.path());
    std::fs::write(&path, vec![7u8; 10_000]).unwrap();
    heal(&path);
    let mut names: Vec<String> =
        std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|n| !n.ends_with("-wal") && !n.ends_with("-shm"));
    assert_eq!(names, ["index.db"]);
}
