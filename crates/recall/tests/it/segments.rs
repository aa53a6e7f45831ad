use soulfile_recall::index::Stale;
use soulfile_recall::{Index, Options, Place, Query, SourceFile};

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
    let index = Index::open(Place::Memory, Options::default()).unwrap();
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
    let index = Index::open(Place::File(path.clone()), Options::default()).unwrap();
    let other = Index::open(Place::File(path.clone()), Options::default()).unwrap();
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
        let reopened = Index::open(Place::File(path.clone()), Options::default()).unwrap();
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
    Index::open(Place::File(path.to_owned()), Options::default()).unwrap().verify().unwrap();
}

#[test]
fn removed_chunks_leave_their_segment_when_they_are_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let index = Index::open(Place::File(path.clone()), Options::default()).unwrap();
    let files: Vec<SourceFile> = (0..200).map(|n| day(n, 20, 0)).collect();
    index.sync(files.clone()).unwrap();
    index.sync(files[..190].to_vec()).unwrap();
    assert_eq!(rows(&path, "dead"), 200);
    assert_same(&shown(&index), &fresh(&files[..190]), "after a few went");
    index.sync(files[..100].to_vec()).unwrap();
    assert_eq!(rows(&path, "dead"), 0, "written anew without them");
    assert_same(&shown(&index), &fresh(&files[..100]), "after half went");
    index.sync([]).unwrap();
    assert_eq!((rows(&path, "segments"), index.status().chunks), (0, 0));
    index.sync(files.clone()).unwrap();
    assert_same(&shown(&index), &fresh(&files), "after all came back");
    reopened_is_whole(&path);
}

#[test]
fn damage_to_segments_is_noticed_and_healed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let files: Vec<SourceFile> = (0..120).map(|n| day(n, 12, 0)).collect();
    let wanted = fresh(&files);
    for spoil in [
        "DELETE FROM segments WHERE id = (SELECT max(id) FROM segments)",
        "UPDATE segments SET data = zeroblob(length(data)) WHERE id & 0xff0000 = 0x40000",
        "UPDATE segments SET data = substr(data, 1, length(data) - 1) WHERE id & 0xff0000 = 0xb0000",
        "INSERT INTO dead(chunk) VALUES(7)",
        "UPDATE segments SET id = id + 0x1000000",
        "DROP TABLE segments",
        "UPDATE meta SET value = 99999999 WHERE key = 'slots'",
    ] {
        let index = Index::open(Place::File(path.clone()), Options::default()).unwrap();
        index.rebuild(files.clone()).unwrap();
        drop(index);
        rusqlite::Connection::open(&path).unwrap().execute_batch(spoil).unwrap();
        let index = Index::open(Place::File(path.clone()), Options::default()).unwrap();
        let harmless = spoil.contains("slots");
        assert_eq!(matches!(index.stale(), Some(Stale::Damaged(_))), !harmless, "{spoil}");
        index.sync(files.clone()).unwrap();
        assert_eq!(shown(&index), wanted, "{spoil}");
    }
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
    let index = Index::open(Place::File(path), Options::default()).unwrap();
    assert!(matches!(index.stale(), Some(Stale::Version(_))));
    let files: Vec<SourceFile> = (0..3).map(|n| day(n, 5, 0)).collect();
    index.sync(files.clone()).unwrap();
    index.sync_changed([day(1, 4, 1)], &[]).unwrap();
    index.verify().unwrap();
    assert_eq!(index.status().chunks, 14);
}

#[test]
fn a_touched_file_gets_its_new_stamp_and_nothing_else() {
    let index = Index::open(Place::Memory, Options::default()).unwrap();
    let mut file = day(1, 4, 0);
    file.stamp = Some(1);
    index.sync([file.clone()]).unwrap();
    file.stamp = Some(2);
    let report = index.sync_changed([file.clone()], &[]).unwrap();
    assert_eq!((report.changed, report.unchanged, report.chunks), (0, 1, 0));
    assert_eq!(index.known(|files| files[&file.path].stamp), Some(2));
    let revision = index.status().revision;
    index.sync_changed([file], &[]).unwrap();
    assert_eq!(index.status().revision, revision, "seen once, it is not written again");
    index.verify().unwrap();
}
