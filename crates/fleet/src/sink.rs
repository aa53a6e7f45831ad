//! The journal's second place in PostgreSQL: one batch, one conditional statement. See docs/design/fleet.md for the argument.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use soulfile_workspace::{self as workspace, JournalSink, Safeguard, SinkBatch, is_removed};

use crate::database::{APPEND, APPEND_UNFENCED, Connection, Database};
use crate::error::Error;

/// How long a batch waits for a database that was lost under it.
const PATIENCE: Duration = Duration::from_secs(8);

/// The sink of one workspace, under one lease.
pub(crate) struct PostgresSink {
    database: Arc<Database>,
    name: String,
    fence: i64,
    state: Mutex<State>,
    /// Set once a batch was refused: the workspace has to be opened anew.
    refused: AtomicBool,
    /// How many batches there are, for whoever must not wait for one that is being committed.
    written: AtomicI64,
}

struct State {
    /// How many batches there are.
    position: i64,
    /// A batch that may have been committed although its caller was told otherwise.
    doubtful: Option<Batch>,
    /// The batch committed last.
    latest: Option<Batch>,
}

#[derive(Clone)]
struct Batch {
    parent: Option<String>,
    commit: String,
}

impl Batch {
    fn of(batch: &SinkBatch<'_>) -> Self {
        Self { parent: batch.parent.map(str::to_owned), commit: batch.commit.to_owned() }
    }
}

/// What the fleet says of the workspace.
struct Row {
    fence: i64,
    position: i64,
    head: Option<String>,
}

impl PostgresSink {
    pub fn new(database: Arc<Database>, name: &str, fence: i64, position: i64) -> Self {
        Self {
            database,
            name: name.to_owned(),
            fence,
            state: Mutex::new(State { position, doubtful: None, latest: None }),
            refused: AtomicBool::new(false),
            written: AtomicI64::new(position),
        }
    }

    /// How many batches there are.
    pub fn position(&self) -> i64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Whether a batch was refused under this lease.
    pub fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    fn append(&self, connection: &mut Connection, position: i64, batch: &SinkBatch<'_>) -> crate::Result<bool> {
        let text = if is_removed(Safeguard::FleetFence) { APPEND_UNFENCED } else { APPEND };
        let inserted = self.database.once(connection, async |connection: &mut Connection| {
            let statement = connection.prepared(text).await?;
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 6] =
                [&self.name, &self.fence, &position, &batch.parent, &batch.commit, &batch.records];
            connection.client.execute(&statement, &values).await
        })?;
        Ok(inserted == 1)
    }

    fn row(&self) -> crate::Result<Option<Row>> {
        self.database.ask(async |connection: &mut Connection| {
            let row = connection
                .client
                .query_opt("SELECT fence, position, head FROM workspaces WHERE name = $1", &[&self.name])
                .await?;
            Ok(row.map(|row| Row { fence: row.get(0), position: row.get(1), head: row.get(2) }))
        })
    }

    /// Takes the batch at `position` back, if it is there. Waits for a statement that still runs.
    fn take_back(&self, position: i64, batch: &Batch) -> crate::Result<()> {
        let before = position - 1;
        self.database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            let owned = transaction
                .execute(
                    "UPDATE workspaces SET position = $3, head = $4
                      WHERE name = $1 AND fence = $2 AND position = $3 + 1 AND head = $5",
                    &[&self.name, &self.fence, &before, &batch.parent, &batch.commit],
                )
                .await?;
            if owned == 1 {
                transaction
                    .execute("DELETE FROM journal WHERE workspace = $1 AND position = $2", &[&self.name, &position])
                    .await?;
            }
            transaction.commit().await
        })
    }

    /// Commits without waiting: only when a proof has taken the wait away.
    fn append_behind(&self, position: i64, batch: &SinkBatch<'_>) {
        let (database, name, fence) = (self.database.clone(), self.name.clone(), self.fence);
        let (parent, commit, records) =
            (batch.parent.map(str::to_owned), batch.commit.to_owned(), batch.records.to_owned());
        std::thread::spawn(move || {
            let sink = Self::new(database.clone(), &name, fence, position);
            let batch = SinkBatch { parent: parent.as_deref(), commit: &commit, reference: "", records: &records };
            let Ok(mut connection) = database.take() else { return };
            for _ in 0..200 {
                match sink.append(&mut connection, position, &batch) {
                    Ok(false) => std::thread::sleep(Duration::from_millis(5)),
                    _ => break,
                }
            }
            database.give_back(connection);
        });
    }

    fn refused(&self, row: Option<Row>, position: i64) -> workspace::Error {
        workspace::Error::Fenced(match row {
            None => format!("\"{}\" is no workspace of the fleet any more", self.name),
            Some(row) if row.fence != self.fence => format!(
                "another gateway owns \"{}\" now (its fencing number is {}, ours {})",
                self.name, row.fence, self.fence
            ),
            Some(row) => format!(
                "the fleet has \"{}\" at batch {} and commit {}, and this cache is at batch {position}; it is opened anew",
                self.name,
                row.position,
                row.head.as_deref().unwrap_or("none")
            ),
        })
    }
}

impl JournalSink for PostgresSink {
    fn commit(&self, batch: &SinkBatch<'_>) -> workspace::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let position = state.position;
        if is_removed(Safeguard::FleetCommit) {
            self.append_behind(position, batch);
            state.position += 1;
            return Ok(());
        }
        let (start, figures) = (Instant::now(), &self.database.figures);
        // Whether the statement was sent and its answer lost: from then on only finding the row says what became of it.
        let mut sent = false;
        loop {
            let error = match self.attempt(&mut state, batch, &mut sent) {
                Ok(()) => {
                    figures.batches.fetch_add(1, Ordering::Relaxed);
                    figures.batch_micros.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
                    state.position = position + 1;
                    self.written.store(state.position, Ordering::Relaxed);
                    state.doubtful = None;
                    state.latest = Some(Batch::of(batch));
                    return Ok(());
                }
                Err(Attempt::Refused(error)) => {
                    figures.refused.fetch_add(1, Ordering::Relaxed);
                    self.refused.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                Err(Attempt::Lost(error)) => error,
            };
            if start.elapsed() > PATIENCE {
                if !sent {
                    return Err(workspace::Error::Unreachable(error.to_string()));
                }
                state.doubtful = Some(Batch::of(batch));
                return Err(workspace::Error::Unconfirmed(error.to_string()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn withdraw(&self, commit: &str) -> workspace::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(batch) = state.latest.take().filter(|batch| batch.commit == commit) else {
            return Err(workspace::Error::Unconfirmed("the batch to take back is not the latest".to_owned()));
        };
        let taken_back = self.take_back(state.position, &batch);
        state.position -= 1;
        self.written.store(state.position, Ordering::Relaxed);
        match taken_back {
            Ok(()) => Ok(()),
            Err(error) => {
                state.doubtful = Some(batch);
                Err(workspace::Error::Unconfirmed(error.to_string()))
            }
        }
    }
}

enum Attempt {
    Refused(workspace::Error),
    Lost(Error),
}

impl PostgresSink {
    /// One round: everything that was in doubt is cleared first.
    fn attempt(&self, state: &mut State, batch: &SinkBatch<'_>, sent: &mut bool) -> Result<(), Attempt> {
        let position = state.position;
        if let Some(doubtful) = &state.doubtful {
            self.take_back(position + 1, doubtful).map_err(Attempt::Lost)?;
        }
        let mut connection = self.database.take().map_err(Attempt::Lost)?;
        let appended = self.append(&mut connection, position, batch);
        match appended {
            Ok(true) => {
                self.database.give_back(connection);
                Ok(())
            }
            Ok(false) => {
                self.database.give_back(connection);
                let row = self.row().map_err(Attempt::Lost)?;
                match &row {
                    // An earlier round of ours arrived after all.
                    Some(row)
                        if *sent
                            && row.fence == self.fence
                            && row.position == position + 1
                            && row.head.as_deref() == Some(batch.commit) =>
                    {
                        Ok(())
                    }
                    Some(row)
                        if row.fence == self.fence
                            && state.doubtful.as_ref().is_some_and(|d| row.head.as_ref() == Some(&d.commit)) =>
                    {
                        Err(Attempt::Lost(Error::Database("a late batch arrived and is taken back".to_owned())))
                    }
                    // Sent before, and another owner since: theirs may contain it.
                    Some(row) if *sent && row.fence != self.fence => Err(Attempt::Refused(
                        workspace::Error::Unconfirmed("another gateway took the workspace meanwhile".to_owned()),
                    )),
                    _ => Err(Attempt::Refused(self.refused(row, position))),
                }
            }
            Err(error) => {
                drop(connection);
                self.database.forget();
                *sent = true;
                Err(Attempt::Lost(error))
            }
        }
    }
}
