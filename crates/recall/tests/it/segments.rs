use std::path::{Path, PathBuf};

use soulfile_recall::index::Stale;
use soulfile_recall::{Error, Index, IndexPlace, Options, Query, SourceFile};

/// An id, its score, and the newer one that replaces it.
type Found = (String, f32, Option<String>);

const QUESTIONS: [&str; 6] =
    ["violin of day 12", "bicycle chain note 17", "harbour of day 40", "lantern day 77", "entry 3 day 90", "note 250"];

/// One day with `entries` notes, as it reads in the given round.
fn day(number: usize, entries: usize, round: usize) -> SourceFile {
    let text: String = (0..entries)
        .map(|i| {
            let things = ["violin", "bicycle chain", "harbour", "lantern", "orchard"][(number + i) % 5];
            format!(
                "## {:02}:{:02} | note\nEntry {i} of day {number}: note {} says the {things} {round} was seen.\n\n",
                i / 60,
                i % 60,
                number * 7 + i
            )
        })
        .collect();
    let date = jiff::civil::date(2020, 1, 1).saturating_add(jiff::Span::new().days(number as i64));
    SourceFile::new(format!("memory/episodes/{date}.md"), text)
}

/// Citation, score and the turn after of each hit, for each question.
type Shown = Vec<(String, f32, Option<String>)>;

fn shown(index: &Index) -> Vec<Shown> {
    let ask = |question: &&str| {
        let hits = index.search(&Query::new(*question)).unwrap().hits;
        hits.into_iter().map(|hit| (hit.citation, hit.score, hit.after.map(|near| near.text))).collect()
    };
    QUESTIONS.iter().map(ask).collect()
}

fn fresh(files: &[SourceFile]) -> Vec<Shown> {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    index.sync(files.to_vec()).unwrap();
    shown(&index)
}

/// Entries that differ in nothing are pooled in the order of their slots, which moves scales a little.
fn assert_same(found: &[Shown], wanted: &[Shown], when: &str) {
    for (question, (found, wanted)) in QUESTIONS.iter().zip(found.iter().zip(wanted)) {
        let places = |shown: &Shown| shown.iter().map(|hit| (hit.0.clone(), hit.2.clone())).collect::<Vec<_>>();
        assert_eq!(places(found), places(wanted), "{question}, {when}");
        let near = |(a, b): (&Found, &Found)| (a.1 - b.1).abs() < 0.005;
        assert!(found.iter().zip(wanted).all(near), "{question}, {when}");
    }
}

/// Rows of a table of the index.
fn rows(path: &std::path::Path, table: &str) -> i64 {
    let other = rusqlite::Connection::open(path).unwrap();
    other.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get(0)).unwrap()
}

#[test]
fn answers_do_not_depend_on_how_chunks_are_spread_over_segments() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    let other = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    let mut files: Vec<SourceFile> = Vec::new();
    // Batches that become segments, batches that stay records, and edits and removals of both.
    for (batch, days) in [130, 3, 60, 1, 40, 120].into_iter().enumerate() {
        let first = files.len();
        files.extend((first..first + days).map(|n| day(n, 20, 0)));
        index.sync_changed(files[first..].to_vec(), &[]).unwrap();
        if batch % 2 == 1 {
            for at in [0, first / 2, files.len() - 1] {
                files[at] = day(at, 15 + batch, batch);
                index.sync_changed([files[at].clone()], &[]).unwrap();
            }
        }
        let reopened = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
        assert_eq!((reopened.stale(), reopened.status().chunks), (None, index.status().chunks));
        let wanted = fresh(&files);
        assert_same(&shown(&index), &wanted, &format!("as written, batch {batch}"));
        assert_same(&shown(&other), &wanted, &format!("in another process, batch {batch}"));
        assert_same(&shown(&reopened), &wanted, &format!("as read again, batch {batch}"));
    }
    assert!(rows(&path, "segments") > 0);
    reopened_is_whole(&path);
}

fn reopened_is_whole(path: &std::path::Path) {
    Index::open(IndexPlace::File(path.to_owned()), Options::default()).unwrap().verify().unwrap();
}

#[test]
fn removed_chunks_leave_their_segment_when_they_are_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    let files: Vec<SourceFile> = (0..200).map(|n| day(n, 20, 0)).collect();
    index.sync(files.clone()).unwrap();
    index.sync(files[..190].to_vec()).unwrap();
    assert_eq!(rows(&path, "dead"), 200);
    assert_same(&shown(&index), &fresh(&files[..190]), "after a few went");
    index.sync(files[..100].to_vec()).unwrap();
    assert_eq!(rows(&path, "dead"), 0, "written anew without them");
    assert_same(&shown(&index), &fresh(&files[..100]), "after half went");
    index.sync([]).unwrap();
    assert_eq!((rows(&path, "segments WHERE id >= 0"), index.status().chunks), (0, 0));
    index.sync(files.clone()).unwrap();
    assert_same(&shown(&index), &fresh(&files), "after all came back");
    reopened_is_whole(&path);
}

/// The segment files of an index and its catalog, largest first.
fn segment_files(path: &Path) -> Vec<PathBuf> {
    let folder = PathBuf::from(format!("{}-columns", path.display()));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path()).collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.metadata().unwrap().len()));
    files
}

#[test]
fn damage_to_tables_of_segments_is_noticed_when_the_index_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files: Vec<SourceFile> = (0..120).map(|n| day(n, 12, 0)).collect();
    let wanted = fresh(&files);
    for spoil in [
        "DELETE FROM segments",
        "DELETE FROM segments WHERE id < 0",
        "UPDATE segments SET name = zeroblob(16)",
        "UPDATE segments SET name = x'00'",
        "INSERT INTO dead(chunk, file, length) VALUES(7, 1, 9)",
        "UPDATE segments SET id = id + 5 WHERE id >= 0",
        "DROP TABLE segments",
    ] {
        let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
        index.rebuild(files.clone()).unwrap();
        drop(index);
        rusqlite::Connection::open(&path).unwrap().execute_batch(spoil).unwrap();
        let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
        assert!(matches!(index.stale(), Some(Stale::Damaged(_))), "{spoil}");
        index.sync(files.clone()).unwrap();
        assert_eq!(shown(&index), wanted, "{spoil}");
        assert_eq!(segment_files(&path).len(), 2, "{spoil}: nothing is left behind");
    }
}

#[test]
fn a_damaged_segment_file_never_gives_a_wrong_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files: Vec<SourceFile> = (0..120).map(|n| day(n, 12, 0)).collect();
    let wanted = fresh(&files);
    Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap().sync(files.clone()).unwrap();
    let both: Vec<(PathBuf, Vec<u8>)> =
        segment_files(&path).into_iter().map(|file| (file.clone(), std::fs::read(file).unwrap())).collect();
    let mut seed = 0x9e37_79b9_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut noticed = 0;
    for mutant in 0..120 {
        let (segment, whole) = &both[mutant / 6 % 2];
        let mut bytes = whole.clone();
        match mutant % 6 {
            0 => bytes.truncate(next(whole.len())),
            1 => bytes[next(1_000)] ^= 1 << next(8),
            2 => bytes.extend([7; 100]),
            3 => {
                let at = next(whole.len() - 9_000);
                bytes[at..at + 9_000].fill(0xa5);
            }
            4 => bytes = b"Dear diary, today I found a strange file.\n".repeat(next(5_000)),
            _ => bytes[next(whole.len())] ^= 1 << next(8),
        }
        std::fs::write(segment, &bytes).unwrap();
        let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
        let mut damaged = index.stale().is_some();
        let answers: Result<Vec<_>, _> =
            QUESTIONS.iter().map(|question| index.search(&Query::new(*question))).collect();
        match answers {
            Err(Error::Damaged { .. }) => damaged = true,
            Err(other) => panic!("mutant {mutant}: {other}"),
            Ok(_) if damaged => {}
            Ok(_) => assert_eq!(shown(&index), wanted, "mutant {mutant}: not noticed, so it must not matter"),
        }
        // Everything is looked at by a deep check but the empty rest of the header's block.
        const HEADER: usize = 472;
        const BLOCK: usize = 8 << 10;
        assert!(
            damaged || index.verify().is_err() || bytes.get(HEADER..BLOCK) != whole.get(HEADER..BLOCK),
            "mutant {mutant}"
        );
        noticed += u32::from(damaged);
        index.rebuild(files.clone()).unwrap();
        assert_eq!(shown(&index), wanted, "mutant {mutant}");
        drop(index);
        let files = segment_files(&path);
        assert_eq!(files.len(), 2, "mutant {mutant}: nothing is left behind");
        std::fs::write(segment, whole).unwrap();
    }
    assert!(noticed > 60, "{noticed} of 120 were noticed by searching");
}

#[test]
fn a_lost_segment_file_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files: Vec<SourceFile> = (0..60).map(|n| day(n, 12, 0)).collect();
    Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap().sync(files.clone()).unwrap();
    std::fs::remove_file(segment_files(&path).remove(0)).unwrap();
    let index = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    assert!(matches!(index.stale(), Some(Stale::Damaged(_))));
    index.sync(files.clone()).unwrap();
    assert_eq!(shown(&index), fresh(&files));
}

#[test]
fn segments_of_a_process_stay_whole_while_another_writes_them_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let writer = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    let mut files: Vec<SourceFile> = (0..60).map(|n| day(n, 12, 0)).collect();
    writer.sync(files.clone()).unwrap();
    let reader = Index::open(IndexPlace::File(path.clone()), Options::default()).unwrap();
    let first = segment_files(&path);
    std::fs::write(first[0].with_file_name("left-by-a-crash"), "half a segment").unwrap();
    files.extend((60..300).map(|n| day(n, 12, 0)));
    writer.sync_changed(files[60..].to_vec(), &[]).unwrap();
    let second = segment_files(&path);
    assert!(second.iter().all(|file| !first.contains(file)), "the old ones and what a crash left are gone");
    assert_eq!(reader.status().chunks, 60 * 12, "not looked again yet, and still whole");
    assert_same(&shown(&reader), &fresh(&files), "after it looked again");
}

#[test]
fn an_index_of_an_older_version_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
         CREATE TABLE removed(revision INTEGER NOT NULL, chunk INTEGER NOT NULL, terms BLOB NOT NULL);
         CREATE TABLE chunks(id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, text TEXT NOT NULL, facts TEXT NOT NULL, sum BLOB NOT NULL);
         INSERT INTO meta VALUES('schema', 1), ('version', 'schema 1'), ('revision', 7);",
    )
    .unwrap();
    drop(old);
    let index = Index::open(IndexPlace::File(path), Options::default()).unwrap();
    assert!(matches!(index.stale(), Some(Stale::Version(_))));
    let files: Vec<SourceFile> = (0..3).map(|n| day(n, 5, 0)).collect();
    index.sync(files.clone()).unwrap();
    index.sync_changed([day(1, 4, 1)], &[]).unwrap();
    index.verify().unwrap();
    assert_eq!(index.status().chunks, 14);
}

#[test]
fn a_touched_file_gets_its_new_stamp_and_nothing_else() {
    let index = Index::open(IndexPlace::Memory, Options::default()).unwrap();
    let mut file = day(1, 4, 0);
    file.stamp = Some(1);
    index.sync([file.clone()]).unwrap();
    file.stamp = Some(2);
    let report = index.sync_changed([file.clone()], &[]).unwrap();
    assert_eq!((report.changed, report.unchanged, report.chunks), (0, 1, 0));
    assert_eq!(index.known(|files| files.get(&file.path).unwrap().stamp), Some(2));
    let revision = index.status().revision;
    index.sync_changed([file], &[]).unwrap();
    assert_eq!(index.status().revision, revision, "seen once, it is not written again");
    index.verify().unwrap();
}
