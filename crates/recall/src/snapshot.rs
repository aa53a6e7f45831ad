//! One moment of the index: the image in memory and the texts in the file, of the same revision.
//!
//! A search ranks over the image and reads texts from the file. Both are taken here together and held
//! until the answer is made, so that no writer, of this process or another, can take away what was just
//! found: there is nothing to try again. Writers are not held up: in WAL mode a reader keeps its own
//! view of the file, and each search reads through a connection of its own.

use std::ops::Deref;
use std::sync::{MutexGuard, RwLockReadGuard, RwLockWriteGuard};

use rusqlite::Connection;

use crate::db::{self, IndexPlace};
use crate::error::Error;
use crate::index::{Index, let_go, lock};
use crate::load::LoadedIndex;

/// Connections kept for the next search.
const KEPT: usize = 16;
/// Times the file may be replaced between opening it and looking at it.
const REPLACED: usize = 8;

/// A connection that reads one moment of the file.
pub(crate) struct SnapshotReading<'a> {
    index: &'a Index,
    epoch: u64,
    connection: Handle<'a>,
}

enum Handle<'a> {
    Own(Option<Connection>),
    /// An index in memory has one connection only.
    Shared(MutexGuard<'a, Connection>),
}

/// What is in memory, and a view of the file of the same revision.
pub(crate) struct Snapshot<'a> {
    pub loaded: RwLockReadGuard<'a, LoadedIndex>,
    pub reading: SnapshotReading<'a>,
}

impl Index {
    /// The newest moment of the index.
    pub(crate) fn snapshot(&self) -> Result<Snapshot<'_>, Error> {
        for _ in 0..REPLACED {
            self.follow()?;
            let reading = self.reading()?;
            let loaded = self.read();
            if reading.epoch != self.epoch() {
                continue;
            }
            if reading.begin()? == loaded.revision {
                return Ok(Snapshot { loaded, reading });
            }
            // Somebody wrote since. Nobody can while the image is held for writing, so that what the file
            // is at when it is looked at again is what the image is brought to.
            reading.end()?;
            drop(loaded);
            let mut loaded = self.write();
            if reading.epoch != self.epoch() {
                continue;
            }
            let revision = reading.begin()?;
            let reader = self.reader(&reading);
            if revision != loaded.revision && !reader.newer(&mut loaded, revision)? {
                match reader.all() {
                    Ok(all) => *loaded = all,
                    Err(error) => {
                        reading.end()?;
                        drop(loaded);
                        // What this moment names may be gone because a newer one is there.
                        if reading.begin()? == revision {
                            return Err(error);
                        }
                        continue;
                    }
                }
            }
            return Ok(Snapshot { loaded: RwLockWriteGuard::downgrade(loaded), reading });
        }
        Err(Error::Busy { path: self.place.path() })
    }

    fn reading(&self) -> Result<SnapshotReading<'_>, Error> {
        let epoch = self.epoch();
        let handle = |connection| SnapshotReading { index: self, epoch, connection };
        if self.place == IndexPlace::Memory {
            return Ok(handle(Handle::Shared(lock(&self.connection))));
        }
        let kept = {
            let mut kept = lock(&self.readers);
            kept.retain(|(of, connection)| {
                if *of != epoch {
                    let_go(connection);
                }
                *of == epoch
            });
            kept.pop()
        };
        if let Some((_, connection)) = kept {
            return Ok(handle(Handle::Own(Some(connection))));
        }
        let (connection, identity) = db::open_to_read(&self.place, self.options.patience)?;
        // Another file by now: it is told from ours by its epoch.
        let epoch = if identity == *lock(&self.identity) { epoch } else { u64::MAX };
        Ok(SnapshotReading { index: self, epoch, connection: Handle::Own(Some(connection)) })
    }
}

impl SnapshotReading<'_> {
    /// Begins the moment; returns its revision.
    fn begin(&self) -> Result<u64, Error> {
        let wrap = |e| db::classify(&self.index.place.path(), e);
        self.prepare_cached("BEGIN").and_then(|mut s| s.execute([])).map_err(wrap)?;
        Ok(db::number(self, "revision").map_err(wrap)?.unwrap_or(0) as u64)
    }

    fn end(&self) -> Result<(), Error> {
        let done = self.prepare_cached("ROLLBACK").and_then(|mut s| s.execute([]));
        done.map(|_| ()).map_err(|e| db::classify(&self.index.place.path(), e))
    }
}

impl Deref for SnapshotReading<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match &self.connection {
            Handle::Own(connection) => connection.as_ref().expect("taken only when dropped"),
            Handle::Shared(connection) => connection,
        }
    }
}

impl Drop for SnapshotReading<'_> {
    fn drop(&mut self) {
        let ended = self.is_autocommit() || self.end().is_ok();
        let Handle::Own(connection) = &mut self.connection else { return };
        let Some(connection) = connection.take() else { return };
        let mut kept = lock(&self.index.readers);
        if ended && self.epoch == self.index.epoch() && kept.len() < KEPT {
            kept.push((self.epoch, connection));
        } else {
            drop(kept);
            // Never the one to clean up: the writer's connection is there for that.
            let_go(&connection);
        }
    }
}
