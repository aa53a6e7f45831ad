//! Leases: which gateway owns a workspace, under which fencing number. Time is the database's alone.

use std::time::Duration;

use crate::database::{Connection, Database};
use crate::error::{Error, Result};

/// Asked on every request.
const OWNER: &str = "SELECT w.fence, w.holder, h.url, coalesce(h.expires > clock_timestamp(), false),
        n.id, n.url, (SELECT coalesce(max(version), 0) FROM shared_files)
   FROM workspaces w
   LEFT JOIN gateways h ON h.id = w.holder
   LEFT JOIN gateways n ON n.id = w.wanted AND n.expires > clock_timestamp() AND NOT n.draining
  WHERE w.name = $1";

/// A workspace that this gateway owns, as long as nobody has taken it.
#[derive(Debug, Clone)]
pub struct Lease {
    pub workspace: String,
    pub fence: i64,
    /// How many batches there are, and the commit they end in, at the time it was taken.
    pub position: i64,
    pub head: Option<String>,
    pub branch: String,
    pub checkpoint: Option<String>,
    pub checkpoint_position: i64,
    pub(crate) audit_key: Vec<u8>,
}

/// Where a workspace is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Owner {
    /// By nobody that lives.
    Nobody,
    /// By this gateway, under this number.
    Us(i64),
    /// By another one, at this address.
    Other { id: String, url: String },
}

/// Says that a gateway lives, for so long from now on by the database's clock. Gives whether it is to drain.
pub(crate) fn live(database: &Database, id: &str, url: &str, lasting: Duration) -> Result<bool> {
    let seconds = lasting.as_secs_f64();
    database.ask(async |connection: &mut Connection| {
        let row = connection
            .client
            .query_one(
                "INSERT INTO gateways (id, url, expires) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
                 ON CONFLICT (id) DO UPDATE SET url = $2, expires = clock_timestamp() + make_interval(secs => $3)
                 RETURNING draining",
                &[&id, &url, &seconds],
            )
            .await?;
        Ok(row.get(0))
    })
}

/// Who serves a workspace, or should; and the version of the shared files, which is asked for in the same breath.
pub(crate) fn owner(database: &Database, name: &str, us: &str) -> Result<(Owner, i64)> {
    let row = database.ask(async |connection: &mut Connection| {
        let statement = connection.prepared(OWNER).await?;
        connection.client.query_opt(&statement, &[&name]).await
    })?;
    let row = row.ok_or_else(|| not_in_fleet(name))?;
    let holder: Option<String> = row.get(1);
    let lives: bool = row.get(3);
    let owner = match holder {
        Some(holder) if holder == us => Owner::Us(row.get(0)),
        Some(id) if lives => Owner::Other { id, url: row.get(2) },
        _ => match row.get::<_, Option<String>>(4) {
            Some(wanted) if wanted != us => Owner::Other { id: wanted, url: row.get(5) },
            _ => Owner::Nobody,
        },
    };
    Ok((owner, row.get(6)))
}

/// A gateway that takes workspaces, other than this one.
pub(crate) fn another_gateway(database: &Database, us: &str) -> Result<Option<(String, String)>> {
    database.ask(async |connection: &mut Connection| {
        let row = connection
            .client
            .query_opt(
                "SELECT id, url FROM gateways
                  WHERE id <> $1 AND NOT draining AND expires > clock_timestamp()
                  ORDER BY (SELECT count(*) FROM workspaces WHERE holder = id), id LIMIT 1",
                &[&us],
            )
            .await?;
        Ok(row.map(|row| (row.get(0), row.get(1))))
    })
}

/// Takes the lease of a workspace: free, of a gateway whose time is over, or this gateway's own. Whoever had it is fenced
/// off from this moment on.
pub(crate) fn take(database: &Database, name: &str, us: &str) -> Result<Lease> {
    let row = database.ask(async |connection: &mut Connection| {
        connection
            .client
            .query_opt(
                "UPDATE workspaces SET fence = fence + 1, holder = $2, wanted = NULL
                  WHERE name = $1
                    AND (holder IS NULL OR holder = $2
                         OR NOT EXISTS (SELECT 1 FROM gateways WHERE id = holder AND expires > clock_timestamp()))
                 RETURNING fence, position, head, branch, checkpoint, checkpoint_position, audit_key",
                &[&name, &us],
            )
            .await
    })?;
    if let Some(row) = row {
        return Ok(Lease {
            workspace: name.to_owned(),
            fence: row.get(0),
            position: row.get(1),
            head: row.get(2),
            branch: row.get(3),
            checkpoint: row.get(4),
            checkpoint_position: row.get(5),
            audit_key: row.get(6),
        });
    }
    match owner(database, name, us)?.0 {
        Owner::Other { id, url } => Err(Error::Held { workspace: name.to_owned(), holder: id, url }),
        // It was let go of in between: the next request takes it.
        _ => Err(Error::Lost(name.to_owned())),
    }
}

/// Lets go of a lease, if it is still the one in force.
pub(crate) fn release(database: &Database, lease: &Lease, us: &str) -> Result<()> {
    let (name, fence) = (&lease.workspace, lease.fence);
    database.ask(async |connection: &mut Connection| {
        connection
            .client
            .execute(
                "UPDATE workspaces SET holder = NULL WHERE name = $1 AND fence = $2 AND holder = $3",
                &[name, &fence, &us],
            )
            .await
            .map(drop)
    })
}

/// The workspaces a gateway holds, with their fencing numbers, and whether somebody else is to have them.
pub(crate) fn held(database: &Database, us: &str) -> Result<Vec<(String, i64, bool)>> {
    database.ask(async |connection: &mut Connection| {
        let rows = connection
            .client
            .query("SELECT name, fence, coalesce(wanted <> $1, false) FROM workspaces WHERE holder = $1", &[&us])
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect())
    })
}

pub(crate) fn not_in_fleet(name: &str) -> Error {
    Error::NotFound(format!(
        "no workspace of the fleet is called \"{}\"; `soul fleet status` lists them",
        name.escape_debug()
    ))
}
