//! [`Fleet`]: the database and the object store together, and what a person does with them.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use soulfile_workspace::{Workspace, WorkspaceOptions};

use crate::checkpoint::{self, Manifest};
use crate::database::{Connection, Database};
use crate::error::{Error, Result};
use crate::gateway::Opened;
use crate::lease::{self, Lease, not_in_fleet};
use crate::objects::Objects;
use crate::restore;
use crate::shared::SharedFiles;
use crate::sink::PostgresSink;

/// How a fleet is reached.
#[derive(Debug, Clone)]
pub struct FleetSettings {
    /// PostgreSQL's address.
    pub database: String,
    /// Options of the object store: keys, endpoint.
    pub store_options: Vec<(String, String)>,
}

/// A fleet: its database and its object store.
pub struct Fleet {
    pub(crate) database: Arc<Database>,
    pub(crate) objects: Objects,
    runtime: Option<tokio::runtime::Runtime>,
}

/// Everything a fleet has.
#[derive(Debug, Clone, Serialize)]
pub struct FleetStatus {
    pub schema: i32,
    pub objects: String,
    pub gateways: Vec<GatewayStatus>,
    pub workspaces: Vec<WorkspaceStatus>,
}

#[derive(Debug, Clone, Serialize)]
pub struct GatewayStatus {
    pub id: String,
    pub url: String,
    /// By the database's clock.
    pub lives: bool,
    pub draining: bool,
    pub workspaces: i64,
}

#[derive(Debug, Clone, Serialize)]
pub struct WorkspaceStatus {
    pub name: String,
    pub holder: Option<String>,
    pub fence: i64,
    /// How many batches were committed, and how many of them no checkpoint holds yet.
    pub batches: i64,
    pub since_checkpoint: i64,
    pub head: Option<String>,
}

/// The holder while a person's command works on a workspace.
const BY_COMMAND: &str = "command";

impl Drop for Fleet {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn database(settings: &FleetSettings) -> Result<(tokio::runtime::Runtime, Arc<Database>)> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("fleet")
        .enable_all()
        .build()
        .map_err(|e| Error::io("starting threads for", "the fleet", e))?;
    let database = Database::new(&settings.database, runtime.handle().clone())?;
    Ok((runtime, database))
}

impl Fleet {
    /// Makes the tables of a fleet, or brings them up to date, and says where its checkpoints go.
    pub fn init(settings: &FleetSettings, objects: &str) -> Result<Self> {
        let (runtime, database) = database(settings)?;
        let store = Objects::open(objects, &settings.store_options, database.clone())?;
        // Asked once, so that a wrong address is told now.
        store.list("_fleet")?;
        database.migrate()?;
        crate::search::prepare(&database)?;
        database.ask(async |connection: &mut Connection| {
            connection
                .client
                .execute(
                    "INSERT INTO fleet (name, value) VALUES ('objects', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
                    &[&objects],
                )
                .await
        })?;
        Ok(Self { database, objects: store, runtime: Some(runtime) })
    }

    /// Opens a fleet that was made.
    pub fn open(settings: &FleetSettings) -> Result<Self> {
        let (runtime, database) = database(settings)?;
        let version = database.version()?;
        if version < Database::needed() {
            return Err(Error::Invalid(match version {
                0 => "there is no fleet in this database; `soul fleet init` makes one".to_owned(),
                _ => format!(
                    "the fleet's tables have version {version}, and this program needs {}; `soul fleet init` brings them up to date",
                    Database::needed()
                ),
            }));
        }
        let url = setting(&database, "objects")?
            .ok_or_else(|| Error::Damaged("the fleet names no object store".to_owned()))?;
        let objects = Objects::open(&url, &settings.store_options, database.clone())?;
        Ok(Self { database, objects, runtime: Some(runtime) })
    }

    /// Makes the shared files here and in the fleet the same.
    pub fn exchange(&self, files: &SharedFiles) -> Result<()> {
        files.exchange(&self.database)
    }

    /// Puts a file that every gateway is to have the same of into the fleet, or takes it out again: each then keeps what
    /// it has.
    pub fn put_shared(&self, name: &str, bytes: Option<&[u8]>) -> Result<()> {
        self.database.ask(async |connection: &mut Connection| {
            let client = &connection.client;
            match bytes {
                Some(bytes) => {
                    client
                        .execute(
                            "INSERT INTO shared_files (name, bytes) VALUES ($1, $2) ON CONFLICT (name)
                     DO UPDATE SET bytes = $2, version = nextval('shared_versions')",
                            &[&name, &bytes],
                        )
                        .await
                }
                None => client.execute("DELETE FROM shared_files WHERE name = $1", &[&name]).await,
            }
            .map(drop)
        })
    }

    /// The names of the fleet's workspaces.
    pub fn names(&self) -> Result<Vec<String>> {
        self.database.ask(async |connection: &mut Connection| {
            let rows = connection.client.query("SELECT name FROM workspaces ORDER BY name", &[]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    /// Everything there is.
    pub fn status(&self) -> Result<FleetStatus> {
        let schema = self.database.version()?;
        let objects = setting(&self.database, "objects")?.unwrap_or_default();
        self.database.ask(async |connection: &mut Connection| {
            let gateways = connection
                .client
                .query(
                    "SELECT id, url, expires > clock_timestamp(), draining,
                            (SELECT count(*) FROM workspaces WHERE holder = id) FROM gateways ORDER BY id",
                    &[],
                )
                .await?;
            let workspaces = connection
                .client
                .query(
                    "SELECT name, holder, fence, position, position - checkpoint_position, head FROM workspaces ORDER BY name",
                    &[],
                )
                .await?;
            Ok(FleetStatus {
                schema,
                objects: objects.clone(),
                gateways: gateways
                    .iter()
                    .map(|row| GatewayStatus {
                        id: row.get(0),
                        url: row.get(1),
                        lives: row.get(2),
                        draining: row.get(3),
                        workspaces: row.get(4),
                    })
                    .collect(),
                workspaces: workspaces
                    .iter()
                    .map(|row| WorkspaceStatus {
                        name: row.get(0),
                        holder: row.get(1),
                        fence: row.get(2),
                        batches: row.get(3),
                        since_checkpoint: row.get(4),
                        head: row.get(5),
                    })
                    .collect(),
            })
        })
    }

    /// Has a gateway give its workspaces up and take no more, or take some again.
    pub fn drain(&self, gateway: &str, draining: bool) -> Result<()> {
        let changed = self.database.ask(async |connection: &mut Connection| {
            connection.client.execute("UPDATE gateways SET draining = $2 WHERE id = $1", &[&gateway, &draining]).await
        })?;
        if changed == 1 { Ok(()) } else { Err(no_gateway(gateway)) }
    }

    /// Has a workspace go to a gateway.
    pub fn move_to(&self, name: &str, gateway: &str) -> Result<()> {
        let lives = self.database.ask(async |connection: &mut Connection| {
            connection
                .client
                .query_opt(
                    "SELECT 1 FROM gateways WHERE id = $1 AND expires > clock_timestamp() AND NOT draining",
                    &[&gateway],
                )
                .await
        })?;
        if lives.is_none() {
            return Err(no_gateway(gateway));
        }
        let changed = self.database.ask(async |connection: &mut Connection| {
            connection
                .client
                .execute("UPDATE workspaces SET wanted = nullif($2, holder) WHERE name = $1", &[&name, &gateway])
                .await
        })?;
        if changed == 1 { Ok(()) } else { Err(not_in_fleet(name)) }
    }

    /// Takes a workspace into the fleet with its whole history. The directory stays as it is, marked as a cache: whoever
    /// writes to it without the fleet is told so.
    pub fn adopt(&self, name: &str, dir: &Path, options: WorkspaceOptions) -> Result<Manifest> {
        check_name(name)?;
        let key_file = options.state.join("audit.key");
        let workspace = Workspace::open(dir, options)?;
        workspace.take_in_hand_edits()?;
        workspace.checkpoint()?;
        let head = workspace.revision();
        let head =
            head.ok_or_else(|| Error::Invalid(format!("{} has no history yet; write something first", dir.display())))?;
        let branch = git2::Repository::open(dir)?
            .find_reference("HEAD")?
            .symbolic_target()
            .ok()
            .flatten()
            .unwrap_or("refs/heads/main")
            .to_owned();
        let key = std::fs::read(&key_file).map_err(|e| Error::io("reading the audit key", &key_file, e))?;
        // Marked first: nothing that is written from here on could be missing in the fleet.
        workspace.mark_as_cache(name)?;
        let adopted = self.adopt_marked(name, dir, &head, &branch, &key);
        if adopted.is_err() {
            workspace.unmark_as_cache()?;
        }
        adopted
    }

    fn adopt_marked(&self, name: &str, dir: &Path, head: &str, branch: &str, key: &[u8]) -> Result<Manifest> {
        let lease = self.database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            let made = transaction
                .execute(
                    "INSERT INTO workspaces (name, branch, position, head, fence, holder, audit_key)
                     VALUES ($1, $2, 1, $3, 1, $4, $5) ON CONFLICT (name) DO NOTHING",
                    &[&name, &branch, &head, &BY_COMMAND, &key],
                )
                .await?;
            if made == 1 {
                // Stands for everything before; the checkpoint takes its place at once.
                transaction
                    .execute(
                        "INSERT INTO journal (workspace, position, fence, commit, records) VALUES ($1, 1, 1, $2, '')",
                        &[&name, &head],
                    )
                    .await?;
            }
            transaction.commit().await?;
            Ok(made == 1)
        })?;
        if !lease {
            return Err(Error::Invalid(format!("the fleet has a workspace called \"{name}\" already")));
        }
        let lease = Lease {
            workspace: name.to_owned(),
            fence: 1,
            position: 1,
            head: Some(head.to_owned()),
            branch: branch.to_owned(),
            checkpoint: None,
            checkpoint_position: 0,
            audit_key: key.to_owned(),
        };
        let taken = checkpoint::take(&self.database, &self.objects, &lease, dir).and_then(|manifest| {
            lease::release(&self.database, &lease, BY_COMMAND)?;
            manifest.ok_or_else(|| Error::Damaged(format!("nothing was put into the fleet for \"{name}\"")))
        });
        if taken.is_err() {
            let _ = self.forget(&lease);
        }
        taken
    }

    /// Takes a workspace out of the fleet: into `dir`, an ordinary workspace with its whole history. Its state (the audit key) goes to
    /// `options.state`. The packs stay in the object store until somebody removes them.
    pub fn release(&self, name: &str, dir: &Path, options: WorkspaceOptions) -> Result<Lease> {
        if dir.exists() && std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Error::Invalid(format!("{} is there already and not empty", dir.display())));
        }
        let lease = lease::take(&self.database, name, BY_COMMAND)?;
        if std::fs::read(options.state.join("audit.key")).is_ok_and(|known| known != lease.audit_key) {
            lease::release(&self.database, &lease, BY_COMMAND)?;
            return Err(Error::Invalid(format!(
                "{} holds the audit key of another workspace",
                options.state.display()
            )));
        }
        let sink = Arc::new(PostgresSink::new(self.database.clone(), name, lease.fence, lease.position));
        let sink: Arc<dyn soulfile_workspace::JournalSink> = sink;
        let _ = std::fs::remove_dir(dir);
        restore::bring_up(&self.database, &self.objects, &lease, dir, &options.state, &sink)?;
        let workspace = Workspace::open(dir, options)?;
        workspace.unmark_as_cache()?;
        workspace.checkpoint()?;
        self.forget(&lease)?;
        Ok(lease)
    }

    /// Opens a workspace that no gateway has, in `dir`, does something with it, and lets go of it. The work is told how many
    /// batches there are.
    pub fn with_workspace<T>(&self, name: &str, dir: &Path, work: impl FnOnce(&Opened, i64) -> T) -> Result<T> {
        let lease = lease::take(&self.database, name, BY_COMMAND)?;
        let sink = Arc::new(PostgresSink::new(self.database.clone(), name, lease.fence, lease.position));
        let sink: Arc<dyn soulfile_workspace::JournalSink> = sink;
        let (at, state) = (dir.join("workspace"), dir.join("state"));
        let brought = std::fs::create_dir_all(dir)
            .map_err(|e| Error::io("creating", dir, e))
            .and_then(|()| restore::bring_up(&self.database, &self.objects, &lease, &at, &state.join(name), &sink));
        let done = brought.map(|_| work(&Opened { dir: at, sink, fence: lease.fence }, lease.position));
        lease::release(&self.database, &lease, BY_COMMAND)?;
        done
    }

    /// Removes the rows of a workspace, under its lease.
    fn forget(&self, lease: &Lease) -> Result<()> {
        let gone = self.database.ask(async |connection: &mut Connection| {
            connection
                .client
                .execute("DELETE FROM workspaces WHERE name = $1 AND fence = $2", &[&lease.workspace, &lease.fence])
                .await
        })?;
        if gone == 1 { Ok(()) } else { Err(Error::Lost(lease.workspace.clone())) }
    }

    /// Makes a bare repository of the newest checkpoint of a workspace; any git can clone it.
    pub fn export(&self, name: &str, dir: &Path) -> Result<Manifest> {
        let row = self.database.ask(async |connection: &mut Connection| {
            connection.client.query_opt("SELECT checkpoint FROM workspaces WHERE name = $1", &[&name]).await
        })?;
        let checkpoint: Option<String> = row.ok_or_else(|| not_in_fleet(name))?.get(0);
        let checkpoint = checkpoint.ok_or_else(|| Error::NotFound(format!("\"{name}\" has no checkpoint yet")))?;
        let manifest = Manifest::read(&self.objects, name, &checkpoint)?;
        restore::export(&self.objects, &manifest, dir)?;
        Ok(manifest)
    }
}

fn setting(database: &Database, name: &str) -> Result<Option<String>> {
    database.ask(async |connection: &mut Connection| {
        let row = connection.client.query_opt("SELECT value FROM fleet WHERE name = $1", &[&name]).await?;
        Ok(row.map(|row| row.get(0)))
    })
}

fn no_gateway(id: &str) -> Error {
    Error::NotFound(format!(
        "no gateway of the fleet is called \"{}\"; `soul fleet status` lists those that live",
        id.escape_debug()
    ))
}

/// Names become directories and parts of objects' names.
fn check_name(name: &str) -> Result<()> {
    let good = !name.is_empty()
        && name.len() <= 64
        && !name.starts_with(['.', '_'])
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if good {
        Ok(())
    } else {
        Err(Error::Invalid(format!(
            "\"{}\" is no name for a workspace of a fleet: letters, digits, '-', '_' and '.'",
            name.escape_debug()
        )))
    }
}
