//! Making a workspace's directory from what the fleet has, and bringing one that is behind up to date.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use git2::{Repository, RepositoryInitOptions, build::CheckoutBuilder};
use soulfile_workspace::{JournalSink, Workspace, WorkspaceOptions};

use crate::checkpoint::Manifest;
use crate::database::{Connection, Database};
use crate::error::{Error, Result};
use crate::lease::Lease;
use crate::objects::Objects;

/// How many rows are read at once.
const ROWS: i64 = 2000;

/// What was done to bring a cache up to date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RestoredWorkspace {
    /// Whether it was made from the checkpoint.
    pub anew: bool,
    /// How many mutations were followed after it.
    pub followed: usize,
}

/// Brings the cache at `dir` to what the lease says, making it where it is missing or of no use.
pub(crate) fn bring_up(
    database: &Database,
    objects: &Objects,
    lease: &Lease,
    dir: &Path,
    state: &Path,
    sink: &Arc<dyn JournalSink>,
) -> Result<RestoredWorkspace> {
    keep_key(state, &lease.audit_key)?;
    if dir.exists() {
        match follow(database, objects, lease, dir, state, sink, false) {
            Ok(Some(followed)) => return Ok(RestoredWorkspace { anew: false, followed }),
            Err(error @ (Error::Database(_) | Error::Objects(_))) => return Err(error),
            // It is behind the checkpoint, or no good: it is a cache.
            Ok(None) | Err(_) => fs::remove_dir_all(dir).map_err(|e| Error::io("removing", dir, e))?,
        }
    }
    from_checkpoint(objects, lease, dir)?;
    match follow(database, objects, lease, dir, state, sink, true)? {
        Some(followed) => Ok(RestoredWorkspace { anew: true, followed }),
        None => Err(Error::Damaged(format!(
            "the checkpoint of \"{}\" and the journal after it do not fit together",
            lease.workspace
        ))),
    }
}

/// Every gateway seals with the workspace's one key.
fn keep_key(state: &Path, key: &[u8]) -> Result<()> {
    use std::io::Write;
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
    let path = state.join("audit.key");
    if fs::read(&path).is_ok_and(|known| known == key) {
        return Ok(());
    }
    let write = || {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(state)?;
        let draft = state.join("audit.key.new");
        fs::File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft)?.write_all(key)?;
        fs::rename(&draft, &path)
    };
    write().map_err(|e| Error::io("writing", &path, e))
}

/// Carries out what the cache lacks; `None` when what it is at is nothing the fleet knows. One that was made `anew` has no
/// trail beside its history yet.
fn follow(
    database: &Database,
    objects: &Objects,
    lease: &Lease,
    dir: &Path,
    state: &Path,
    sink: &Arc<dyn JournalSink>,
    anew: bool,
) -> Result<Option<usize>> {
    let options = WorkspaceOptions { sink: Some(sink.clone()), ..WorkspaceOptions::new(state) };
    let workspace = Workspace::open(dir, options)?;
    // Finishes what a killed gateway left, before it is asked where it stands.
    if let Some(error) = workspace.unavailable() {
        return Err(error.into());
    }
    workspace.mark_as_cache(&lease.workspace)?;
    let at = workspace.revision();
    let Some(mut position) = position_of(database, objects, lease, at.as_deref())? else { return Ok(None) };
    let mut followed = 0;
    while position < lease.position {
        let rows = rows_after(database, &lease.workspace, position, lease.position)?;
        let last = rows.last().map(|(position, _)| *position).ok_or_else(|| {
            Error::Damaged(format!("batch {} of \"{}\" is not in the journal", position + 1, lease.workspace))
        })?;
        if last - position != rows.len() as i64 {
            return Err(Error::Damaged(format!("the journal of \"{}\" has a gap", lease.workspace)));
        }
        let batches: Vec<Vec<u8>> = rows.into_iter().map(|(_, records)| records).collect();
        followed += workspace.follow(&batches)?;
        position = last;
    }
    if workspace.revision() != lease.head {
        return Err(Error::Damaged(format!(
            "\"{}\" came to commit {}, and the fleet has {}",
            lease.workspace,
            workspace.revision().as_deref().unwrap_or("none"),
            lease.head.as_deref().unwrap_or("none")
        )));
    }
    if anew {
        workspace.begin_trail()?;
    }
    Ok(Some(followed))
}

/// How many batches led to a commit.
fn position_of(database: &Database, objects: &Objects, lease: &Lease, commit: Option<&str>) -> Result<Option<i64>> {
    if commit == lease.head.as_deref() {
        return Ok(Some(lease.position));
    }
    if let Some(name) = &lease.checkpoint {
        let manifest = Manifest::read(objects, &lease.workspace, name)?;
        if commit == Some(manifest.head.as_str()) {
            return Ok(Some(manifest.position));
        }
    }
    let Some(commit) = commit else {
        return Ok(lease.checkpoint.is_none().then_some(0));
    };
    database.ask(async |connection: &mut Connection| {
        let row = connection
            .client
            .query_opt(
                "SELECT position FROM journal WHERE workspace = $1 AND commit = $2",
                &[&lease.workspace, &commit],
            )
            .await?;
        Ok(row.map(|row| row.get(0)))
    })
}

fn rows_after(database: &Database, name: &str, after: i64, to: i64) -> Result<Vec<(i64, Vec<u8>)>> {
    database.ask(async |connection: &mut Connection| {
        let rows = connection
            .client
            .query(
                "SELECT position, records FROM journal
                  WHERE workspace = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4",
                &[&name, &after, &to, &ROWS],
            )
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    })
}

/// Makes the directory anew from the newest checkpoint. It appears whole or not at all.
fn from_checkpoint(objects: &Objects, lease: &Lease, dir: &Path) -> Result<()> {
    // No name of a workspace begins so.
    let draft = dir.with_file_name(format!(".{}.restoring", lease.workspace));
    let _ = fs::remove_dir_all(&draft);
    fs::create_dir_all(&draft).map_err(|e| Error::io("creating", &draft, e))?;
    let branch = lease.branch.strip_prefix("refs/heads/").unwrap_or(&lease.branch);
    let repository = init(&draft, branch, false)?;
    if let Some(name) = &lease.checkpoint {
        let manifest = Manifest::read(objects, &lease.workspace, name)?;
        fill(&repository, objects, &manifest)?;
        repository.checkout_head(Some(CheckoutBuilder::new().force()))?;
        make_private(&draft)?;
    }
    drop(repository);
    fs::rename(&draft, dir).map_err(|e| Error::io("putting in place", dir, e))
}

/// A bare repository of a checkpoint, which any git can clone.
pub(crate) fn export(objects: &Objects, manifest: &Manifest, dir: &Path) -> Result<()> {
    if dir.exists() {
        return Err(Error::Invalid(format!("{} exists already", dir.display())));
    }
    let branch = manifest.branch.strip_prefix("refs/heads/").unwrap_or(&manifest.branch);
    fill(&init(dir, branch, true)?, objects, manifest)
}

fn init(dir: &Path, branch: &str, bare: bool) -> Result<Repository> {
    let repository = Repository::init_opts(
        dir,
        RepositoryInitOptions::new()
            .initial_head(branch)
            .bare(bare)
            .no_reinit(true)
            .mkpath(true)
            .external_template(false),
    )?;
    if !bare {
        repository.config()?.open_level(git2::ConfigLevel::Local)?.set_i32("gc.auto", 0)?;
        make_private(&dir.join(".git"))?;
    }
    Ok(repository)
}

fn make_private(dir: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).map_err(|e| Error::io("making private", dir, e))
}

fn fill(repository: &Repository, objects: &Objects, manifest: &Manifest) -> Result<()> {
    use std::io::Write;
    let odb = repository.odb()?;
    for hash in &manifest.packs {
        let bytes = Manifest::pack(objects, &manifest.workspace, hash)?;
        let mut writer = odb.packwriter()?;
        writer.write_all(&bytes).map_err(|e| Error::io("writing a pack", repository.path(), e))?;
        writer.commit()?;
        odb.refresh()?;
    }
    let head = git2::Oid::from_str(&manifest.head)?;
    repository.find_commit(head)?;
    repository.reference(&manifest.branch, head, true, "restored from a checkpoint")?;
    Ok(())
}
