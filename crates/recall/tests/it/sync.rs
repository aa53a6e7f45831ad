use soulfile_recall::index::Stale;
use soulfile_recall::sync::{Coverage, IndexChange};
use soulfile_recall::{Error, Index, IndexPlace, Options, Query, SourceFile};

use crate::{ask, first, index_of, sources};

const A: (&str, &str) = ("memory/2026-02-01.md", "## 09:00\nThe violin is at the repair shop.\n");
const B: (&str, &str) = ("memory/2026-02-02.md", "## 09:00\nThe bicycle got a new chain.\n");

#[test]
fn unchanged_files_are_skipped_and_gone_files_leave() {
    let index = index_of(&[A, B]);
    let again = index.sync(sources(&[A, B])).unwrap();
    assert_eq!((again.changed, again.unchanged, again.chunks), (0, 2, 0));
    let less = index.sync(sources(&[B])).unwrap();
    assert_eq!(less.removed, 1);
    assert!(ask(&index, "violin repair").hits.iter().all(|h| !h.text.contains("violin")));
}

#[test]
fn appending_writes_only_the_new_entry() {
    let index = index_of(&[A]);
    let longer = format!("{}\n## 10:00\nThe violin came back with a new bow.\n", A.1);
    let report = index.sync_changed([SourceFile::new(A.0, longer)], &[]).unwrap();
    assert_eq!(report.chunks, 1);
    assert!(first(&index, "new bow").contains("came back"));
}

#[test]
fn memory_about_memory_is_never_indexed() {
    let index =
        index_of(&[A, ("memory/meta/reflection-log.md", "the violin reflection"), (".openclaw/x.md", "violin")]);
    assert_eq!(index.status().files, 1);
}

#[test]
fn incremental_answers_equal_those_of_a_fresh_index() {
    let index = index_of(&[A, B]);
    for round in 0..5 {
        let text = format!("## 09:00\nRound {round}: the piano was tuned by Ann.\n\n## 10:00\nThe violin again.\n");
        index.sync_changed([SourceFile::new(B.0, text.clone())], &[]).unwrap();
        let fresh = index_of(&[A, (B.0, &text)]);
        for question in ["violin", "Who tuned the piano?", "Round"] {
            // Sums run in another order, so scores agree to rounding.
            let shown = |index: &Index| -> Vec<(String, i32)> {
                let hits = ask(index, question).hits;
                hits.into_iter().map(|h| (h.citation, (h.score * 1e4).round() as i32)).collect()
            };
            assert_eq!(shown(&index), shown(&fresh), "round {round}: {question}");
        }
    }
}

#[test]
fn another_process_sees_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("index.db"));
    let writer = Index::open(place.clone(), Options::default()).unwrap();
    writer.sync(sources(&[A])).unwrap();
    let reader = Index::open(place, Options::default()).unwrap();
    assert!(first(&reader, "violin").contains("repair"));
    writer.sync(sources(&[A, B])).unwrap();
    assert!(first(&reader, "bicycle").contains("chain"));
    writer.sync(sources(&[B])).unwrap();
    assert!(ask(&reader, "violin").hits.iter().all(|h| !h.text.contains("violin")));
    assert_eq!(ask(&reader, "bicycle").revision, ask(&writer, "bicycle").revision);
}

#[test]
fn a_lock_storm_never_rebuilds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.db");
    let options = Options { patience: std::time::Duration::ZERO, ..Options::default() };
    let index = Index::open(IndexPlace::File(path.clone()), options.clone()).unwrap();
    index.sync(sources(&[A])).unwrap();
    let revision = index.status().revision;
    let other = rusqlite::Connection::open(&path).unwrap();
    for round in 0..200 {
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let refused = index.sync(sources(&[A, B]));
        assert!(matches!(refused, Err(Error::Busy { .. })), "round {round}: {refused:?}");
        // Readers are not stopped by a writer, and opening does not rebuild.
        assert!(first(&index, "violin").contains("repair"));
        if round % 50 == 0 {
            let opened = Index::open(IndexPlace::File(path.clone()), options.clone()).unwrap();
            assert_eq!((opened.stale(), opened.status().revision), (None, revision));
        }
        other.execute_batch("ROLLBACK").unwrap();
    }
    assert_eq!(index.status().revision, revision);
    index.sync(sources(&[A, B])).unwrap();
    assert!(first(&index, "bicycle").contains("chain"));
}

#[test]
fn a_new_model_reembeds_while_the_old_index_answers_by_words() {
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("index.db"));
    Index::open(place.clone(), Options::default()).unwrap().sync(sources(&[A, B])).unwrap();
    // As a binary with another model left it.
    let other = rusqlite::Connection::open(place.path()).unwrap();
    other.execute_batch("UPDATE meta SET value = 'another' WHERE key IN ('version', 'model')").unwrap();
    drop(other);
    let index = Index::open(place, Options::default()).unwrap();
    assert!(matches!(index.stale(), Some(Stale::Version(_))));
    let answer = index.search(&Query::new("violin")).unwrap();
    assert!(answer.hits[0].text.contains("violin") && !answer.notes.is_empty());
    assert_eq!(answer.model, None);
    let report = index.sync(sources(&[A, B])).unwrap();
    assert!(report.rebuilt && report.chunks == 2 && index.stale().is_none());
    let answer = index.search(&Query::new("violin")).unwrap();
    assert!(answer.notes.is_empty() && answer.model.is_some());
}

#[test]
fn searching_and_writing_at_once_never_wait_for_each_other_in_a_circle() {
    let folder = tempfile::tempdir().unwrap();
    for place in [IndexPlace::File(folder.path().join("index.db")), IndexPlace::Memory] {
        let index = Index::open(place, Options::default()).unwrap();
        index.sync(sources(&[A, B])).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| (0..300).for_each(|_| assert!(first(&index, "violin").contains("repair"))));
            }
            for round in 0..300 {
                let text = format!("## 09:00\nThe bicycle got chain {round}.\n");
                index.sync_changed([SourceFile::new(B.0, text)], &[]).unwrap();
            }
        });
    }
}

#[test]
fn searches_and_writes_of_many_threads_do_not_wait_for_each_other_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(IndexPlace::File(folder.path().join("index.db")), Options::default()).unwrap();
    index.sync(sources(&[A, B])).unwrap();
    std::thread::scope(|scope| {
        for writer in 0..2 {
            let index = &index;
            scope.spawn(move || {
                for round in 0..25 {
                    let text = format!("## 09:00\nWriter {writer} came by for the {round}th time.\n");
                    index.sync_changed([SourceFile::new(format!("bank/{writer}.md"), text)], &[]).unwrap();
                }
            });
        }
        for _ in 0..3 {
            let index = &index;
            scope.spawn(move || {
                for _ in 0..60 {
                    // What a hit shows may be replaced while it is read, but is never taken for damage.
                    let answer = index.search(&Query::new("who came by, and where is the violin")).unwrap();
                    assert!(answer.hits.iter().any(|hit| hit.text.contains("violin")));
                }
            });
        }
    });
    index.verify().unwrap();
}

/// What is read while nobody else can write is newer than everything in the index: a slow process can not
/// put back what it read before a faster one.
#[test]
fn files_are_looked_at_while_nobody_else_can_write() {
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("index.db"));
    let hasty = Options { patience: std::time::Duration::ZERO, ..Options::default() };
    let index = Index::open(place.clone(), hasty.clone()).unwrap();
    let other = Index::open(place, hasty).unwrap();
    other.sync(sources(&[A])).unwrap();
    let look = |known: &soulfile_recall::index::KnownFiles| -> Result<IndexChange, Error> {
        assert!(known.contains(A.0), "what others wrote is known");
        assert!(matches!(other.sync_changed(sources(&[B]), &[]), Err(Error::Busy { .. })));
        assert!(first(&other, "violin").contains("repair"), "and searches go on");
        let files = sources(&[B]);
        Ok(IndexChange { files, gone: Vec::new(), coverage: Coverage::Some, source_revision: None })
    };
    assert_eq!(index.update(look).unwrap().changed, 1);
    assert!(first(&other, "bicycle").contains("chain"));
}

#[test]
fn searches_never_fail_while_everything_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let place = IndexPlace::File(folder.path().join("index.db"));
    let writer = Index::open(place.clone(), Options::default()).unwrap();
    let many = |round: usize| {
        let day = |n: usize| {
            let text = format!("## 09:00\nRound {round}: the violin number {n} is at the shop.\n");
            SourceFile::new(format!("memory/day-{n}.md"), text)
        };
        (0..1200).map(day).collect::<Vec<_>>()
    };
    writer.sync(many(0)).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Two processes, one of them with two threads.
        let one = Index::open(place.clone(), Options::default()).unwrap();
        let two = Index::open(place.clone(), Options::default()).unwrap();
        let (one, two) = (std::sync::Arc::new(one), std::sync::Arc::new(two));
        for index in [one.clone(), one, two] {
            let done = &done;
            scope.spawn(move || {
                let mut asked = 0;
                while !done.load(std::sync::atomic::Ordering::SeqCst) || asked == 0 {
                    let found = index.search(&Query::new("violin number 77")).expect("an answer");
                    let rounds: Vec<&str> = found.hits.iter().map(|hit| &hit.text[..8]).collect();
                    assert!(rounds.windows(2).all(|two| two[0] == two[1]), "of one moment: {rounds:?}");
                    asked += 1;
                }
            });
        }
        for round in 1..8 {
            if round % 2 == 0 {
                writer.ask_for_rebuild();
            }
            writer.sync(many(round)).unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::SeqCst);
    });
}
