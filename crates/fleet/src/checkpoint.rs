//! Checkpoints: git packs named by their content, and the manifests that put them in order.

use std::collections::BTreeSet;
use std::path::Path;

use git2::{Oid, Repository};
use serde::{Deserialize, Serialize};

use crate::database::{Connection, Database};
use crate::error::{Error, Result};
use crate::lease::Lease;
use crate::objects::Objects;

/// After so many packs a checkpoint begins anew with one.
const MOST_PACKS: usize = 16;
/// How many manifests are kept.
const KEPT: usize = 4;

/// What a checkpoint consists of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    pub version: u32,
    pub workspace: String,
    /// The branch, and the commit it is at.
    pub branch: String,
    pub head: String,
    /// How many batches it holds.
    pub position: i64,
    /// The packs, oldest first, by the BLAKE3 of their bytes; together they hold everything HEAD leads to.
    pub packs: Vec<String>,
}

impl Manifest {
    /// Reads a manifest of a workspace.
    pub(crate) fn read(objects: &Objects, workspace: &str, name: &str) -> Result<Self> {
        let bytes = objects.get(&format!("{workspace}/manifests/{name}"))?;
        serde_json::from_slice(&bytes)
            .map_err(|e| Error::Damaged(format!("the checkpoint {name} of {workspace} cannot be read: {e}")))
    }

    /// The bytes of a pack, which have to be those it is named by.
    pub(crate) fn pack(objects: &Objects, workspace: &str, hash: &str) -> Result<Vec<u8>> {
        let bytes = objects.get(&pack_name(workspace, hash))?;
        if blake3::hash(&bytes).to_hex().as_str() != hash {
            return Err(Error::Damaged(format!("the pack {hash} of {workspace} is not what it was")));
        }
        Ok(bytes)
    }
}

fn pack_name(workspace: &str, hash: &str) -> String {
    format!("{workspace}/packs/{hash}.pack")
}

/// Takes a checkpoint of the repository in `dir` and lets go of the rows it holds. `None` where there is nothing new. The
/// branch may go on meanwhile.
pub(crate) fn take(database: &Database, objects: &Objects, lease: &Lease, dir: &Path) -> Result<Option<Manifest>> {
    let workspace = &lease.workspace;
    let repository = Repository::open(dir)?;
    let Some(head) = repository.head().ok().and_then(|head| head.target()) else { return Ok(None) };
    let text = head.to_string();
    // Where the branch is by the rows: what is being written just now is not on it yet.
    let (position, previous) = database.ask(async |connection: &mut Connection| {
        let row = connection
            .client
            .query_opt("SELECT position FROM journal WHERE workspace = $1 AND commit = $2", &[workspace, &text])
            .await?;
        let known =
            connection.client.query_opt("SELECT checkpoint FROM workspaces WHERE name = $1", &[workspace]).await?;
        Ok((row.map(|row| row.get::<_, i64>(0)), known.and_then(|row| row.get::<_, Option<String>>(0))))
    })?;
    let Some(position) = position else { return Ok(None) };
    let previous = previous.map(|name| Manifest::read(objects, workspace, &name)).transpose()?;
    let previous = previous.filter(|manifest| manifest.packs.len() < MOST_PACKS);
    let pack = pack_since(&repository, head, previous.as_ref())?;
    let hash = blake3::hash(&pack).to_hex().to_string();
    let mut packs = previous.map_or_else(Vec::new, |manifest| manifest.packs);
    objects.create(&pack_name(workspace, &hash), pack)?;
    packs.push(hash);
    let manifest = Manifest {
        version: 1,
        workspace: workspace.clone(),
        branch: lease.branch.clone(),
        head: text,
        position,
        packs,
    };
    publish(database, objects, lease, &manifest)?;
    retain(objects, workspace)?;
    Ok(Some(manifest))
}

/// Puts a manifest and makes it the newest, under the lease.
fn publish(database: &Database, objects: &Objects, lease: &Lease, manifest: &Manifest) -> Result<()> {
    let (workspace, position) = (&lease.workspace, manifest.position);
    let name = format!("{position:020}-{}.json", lease.fence);
    let bytes = serde_json::to_vec_pretty(manifest).expect("a manifest serialises");
    // One of that name is of the same commit, and as good.
    objects.create(&format!("{workspace}/manifests/{name}"), bytes)?;
    let named = database.ask(async |connection: &mut Connection| {
        connection
            .client
            .query_one(
                "WITH named AS (
                     UPDATE workspaces SET checkpoint = $3, checkpoint_position = $4
                      WHERE name = $1 AND fence = $2 AND checkpoint_position <= $4 RETURNING name),
                 gone AS (
                     DELETE FROM journal WHERE workspace IN (SELECT name FROM named) AND position <= $4)
                 SELECT count(*) FROM named",
                &[workspace, &lease.fence, &name, &position],
            )
            .await
            .map(|row| row.get::<_, i64>(0))
    })?;
    if named == 1 { Ok(()) } else { Err(Error::Lost(workspace.clone())) }
}

/// Everything `head` leads to that the checkpoint before does not hold.
fn pack_since(repository: &Repository, head: Oid, previous: Option<&Manifest>) -> Result<Vec<u8>> {
    let mut walk = repository.revwalk()?;
    walk.push(head)?;
    if let Some(previous) = previous {
        walk.hide(Oid::from_str(&previous.head)?)?;
    }
    let mut builder = repository.packbuilder()?;
    builder.insert_walk(&mut walk)?;
    let mut pack = git2::Buf::new();
    builder.write_buf(&mut pack)?;
    Ok(pack.to_vec())
}

/// Removes all manifests but the newest few, and the packs only they named.
fn retain(objects: &Objects, workspace: &str) -> Result<()> {
    let names = objects.list(&format!("{workspace}/manifests"))?;
    let (old, kept) = names.split_at(names.len().saturating_sub(KEPT));
    if old.is_empty() {
        return Ok(());
    }
    let packs = |names: &[String]| -> Result<BTreeSet<String>> {
        let manifests = names.iter().map(|name| Manifest::read(objects, workspace, name));
        Ok(manifests.collect::<Result<Vec<_>>>()?.into_iter().flat_map(|manifest| manifest.packs).collect())
    };
    let (gone, needed) = (packs(old)?, packs(kept)?);
    // Manifests first: one that is there is whole.
    old.iter().try_for_each(|name| objects.remove(&format!("{workspace}/manifests/{name}")))?;
    gone.difference(&needed).try_for_each(|hash| objects.remove(&pack_name(workspace, hash)))
}
