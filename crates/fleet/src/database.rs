//! The connections to PostgreSQL, and the versions of the schema.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::{Error, Result};

/// Every version of the schema, oldest first. One that was released is never edited.
const MIGRATIONS: [&str; 3] = [
    include_str!("migrations/001-journal.sql"),
    include_str!("migrations/002-shared-files.sql"),
    include_str!("migrations/003-search.sql"),
];
/// Held while the schema is brought up to date; any number that nothing else here takes.
const MIGRATING: i64 = 0x50_0011_f11e;
/// How long one question may take before the connection counts as dead.
const ANSWER: Duration = Duration::from_secs(4);
const CONNECT: Duration = Duration::from_secs(3);
/// Connections kept for the next question.
const KEPT: usize = 32;

/// One batch, one transaction, one round trip. See docs/design/fleet.md.
pub const APPEND: &str = "WITH owner AS (
     UPDATE workspaces SET position = position + 1, head = $5
      WHERE name = $1 AND fence = $2 AND position = $3 AND head IS NOT DISTINCT FROM $4
     RETURNING position)
 INSERT INTO journal (workspace, position, fence, commit, records) SELECT $1, position, $2, $5, $6 FROM owner";
/// The same under no condition: only when a proof has taken the fence away.
pub const APPEND_UNFENCED: &str = "WITH owner AS (
     UPDATE workspaces SET position = position + 1, head = $5
      WHERE name = $1 AND ($2::bigint, $3::bigint, $4::text) IS DISTINCT FROM (-1, -1, '') RETURNING position)
 INSERT INTO journal (workspace, position, fence, commit, records) SELECT $1, position, $2, $5, $6 FROM owner";

/// An open connection.
pub struct Connection {
    pub client: Client,
    /// Those that were prepared, by their text.
    statements: HashMap<&'static str, Statement>,
    driver: tokio::task::JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Connection {
    /// A statement that is prepared once: what every batch or request asks would otherwise take two round trips.
    pub async fn prepared(&mut self, text: &'static str) -> std::result::Result<Statement, tokio_postgres::Error> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(text).await?;
        self.statements.insert(text, statement.clone());
        Ok(statement)
    }
}

/// What became of the batches of this process.
#[derive(Default)]
pub struct BatchFigures {
    pub batches: AtomicU64,
    pub batch_micros: AtomicU64,
    pub refused: AtomicU64,
}

/// The database of a fleet.
pub struct Database {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    pub runtime: tokio::runtime::Handle,
    pub figures: BatchFigures,
    idle: Mutex<Vec<Connection>>,
}

impl Database {
    /// Reads the address; nothing is connected yet.
    pub fn new(url: &str, runtime: tokio::runtime::Handle) -> Result<Arc<Self>> {
        let mut config: Config =
            url.parse().map_err(|e| Error::Invalid(format!("the fleet's address is not one of PostgreSQL: {e}")))?;
        config
            .connect_timeout(CONNECT)
            .tcp_user_timeout(ANSWER)
            .keepalives_idle(Duration::from_secs(15))
            .application_name("soul");
        let tls = (config.get_ssl_mode() != SslMode::Disable).then(|| {
            let mut roots = rustls::RootCertStore::empty();
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            let settings = rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
            MakeRustlsConnect::new(settings)
        });
        Ok(Arc::new(Self { config, tls, runtime, figures: BatchFigures::default(), idle: Mutex::default() }))
    }

    async fn connect(&self) -> Result<Connection> {
        let fail = |e: tokio_postgres::Error| Error::Database(worded(&e));
        let connecting = async {
            // Two arms, because the two kinds of stream are two types.
            let (client, driver) = match &self.tls {
                Some(tls) => {
                    let (client, connection) = self.config.connect(tls.clone()).await.map_err(fail)?;
                    (client, tokio::spawn(async move { drop(connection.await) }))
                }
                None => {
                    let (client, connection) = self.config.connect(NoTls).await.map_err(fail)?;
                    (client, tokio::spawn(async move { drop(connection.await) }))
                }
            };
            let connection = Connection { client, statements: HashMap::new(), driver };
            connection
                .client
                .batch_execute("SET synchronous_commit = on; SET statement_timeout = '15s'; SET lock_timeout = '10s'")
                .await
                .map_err(fail)?;
            Ok(connection)
        };
        let timed = tokio::time::timeout(CONNECT + ANSWER, connecting);
        timed.await.map_err(|_| Error::Database("it does not answer".to_owned()))?
    }

    /// A connection, kept or new. The error says that nothing was asked.
    pub fn take(&self) -> Result<Connection> {
        let kept = || self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some(connection) = kept() {
            if !connection.client.is_closed() {
                return Ok(connection);
            }
        }
        self.runtime.block_on(self.connect())
    }

    /// Gives a good connection back.
    pub fn give_back(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT && !connection.client.is_closed() {
            idle.push(connection);
        }
    }

    /// Lets go of every kept connection: one of them died, and the others will have.
    pub fn forget(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Asks once, within the time an answer may take.
    pub fn once<T>(
        &self,
        connection: &mut Connection,
        ask: impl AsyncFnOnce(&mut Connection) -> std::result::Result<T, tokio_postgres::Error>,
    ) -> Result<T> {
        self.runtime.block_on(async {
            match tokio::time::timeout(ANSWER, ask(connection)).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(error)) => Err(Error::Database(worded(&error))),
                Err(_) => Err(Error::Database(format!("no answer within {} s", ANSWER.as_secs()))),
            }
        })
    }

    /// Asks something that may be asked again: a connection that died meanwhile is replaced once.
    pub fn ask<T>(
        &self,
        ask: impl AsyncFn(&mut Connection) -> std::result::Result<T, tokio_postgres::Error>,
    ) -> Result<T> {
        for again in [true, false] {
            let mut connection = self.take()?;
            match self.once(&mut connection, &ask) {
                Ok(answer) => {
                    self.give_back(connection);
                    return Ok(answer);
                }
                Err(error) => {
                    let died = connection.client.is_closed();
                    drop(connection);
                    self.forget();
                    if !(again && died) {
                        return Err(error);
                    }
                }
            }
        }
        unreachable!("the second round returns")
    }

    /// Waits for something that is not about the database.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Brings the schema up to this program's version. A newer one is used as it is: migrations only add, so that two
    /// versions of the program work beside each other while a fleet is upgraded.
    pub fn migrate(&self) -> Result<i32> {
        let mut connection = self.take()?;
        let version = self.once(&mut connection, async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATING]).await?;
            transaction
                .batch_execute(
                    "CREATE TABLE IF NOT EXISTS fleet_versions (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())",
                )
                .await?;
            let row = transaction.query_one("SELECT coalesce(max(version), 0) FROM fleet_versions", &[]).await?;
            let known: i32 = row.get(0);
            for (version, text) in (1i32..).zip(MIGRATIONS).filter(|(version, _)| *version > known) {
                transaction.batch_execute(text).await?;
                transaction.execute("INSERT INTO fleet_versions (version) VALUES ($1)", &[&version]).await?;
            }
            transaction.commit().await?;
            Ok(known.max(MIGRATIONS.len() as i32))
        })?;
        self.give_back(connection);
        Ok(version)
    }

    /// The version of the schema; 0 where no fleet was made yet.
    pub fn version(&self) -> Result<i32> {
        self.ask(async |connection: &mut Connection| {
            let there = connection.client.query_one("SELECT to_regclass('fleet_versions') IS NOT NULL", &[]).await?;
            if !there.get::<_, bool>(0) {
                return Ok(0);
            }
            let row = connection.client.query_one("SELECT coalesce(max(version), 0) FROM fleet_versions", &[]).await?;
            Ok(row.get(0))
        })
    }

    /// The version this program needs.
    pub const fn needed() -> i32 {
        MIGRATIONS.len() as i32
    }
}

/// An error with its causes: the outermost alone says "db error".
fn worded(error: &tokio_postgres::Error) -> String {
    use std::error::Error as _;
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
