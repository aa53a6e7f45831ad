//! The search over everything the workspaces of a fleet share. Its rows are derived: whoever has a workspace puts them
//! there after it has written, and they can be made anew from the workspaces. Who sees which row is decided by the database.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::database::{Connection, Database};
use crate::error::{Error, Result};
use crate::fleet::Fleet;

/// How many numbers the meaning of a text is.
pub const MEANING_DIMS: usize = 256;
/// How many rows of each list are merged.
const DEPTH: i64 = 50;
/// Damps the first ranks when lists are merged, as usual for it.
const RANK_OFFSET: f64 = 60.0;

/// A memory that may be shared.
#[derive(Debug, Clone)]
pub struct SearchRow {
    pub id: String,
    pub scope: String,
    /// How much its source counts; more is higher.
    pub authority: i32,
    pub trust: String,
    pub day: Option<String>,
    pub text: String,
}

/// On whose behalf it is searched.
#[derive(Debug, Clone)]
pub struct MemoryReader {
    /// The scopes this reader sees; `None` is every one there is.
    pub scopes: Option<Vec<String>>,
    /// The least a source has to count.
    pub least_authority: i32,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundMemory {
    pub workspace: String,
    pub id: String,
    pub scope: String,
    pub trust: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    pub text: String,
}

/// Adds what is needed to compare meanings, where the database can.
pub(crate) fn prepare(database: &Database) -> Result<()> {
    let ready = database.ask(async |connection: &mut Connection| {
        let available = "SELECT EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector')";
        Ok(connection.client.query_one(available, &[]).await?.get::<_, bool>(0))
    })?;
    if !ready {
        return Ok(());
    }
    // An extension may only be made by whom the server lets: without it words are compared.
    let made = database.ask(async |connection: &mut Connection| {
        connection.client.batch_execute("CREATE EXTENSION IF NOT EXISTS vector").await
    });
    if made.is_err() {
        return Ok(());
    }
    database.ask(async |connection: &mut Connection| {
        let column = format!("ALTER TABLE shared_memories ADD COLUMN IF NOT EXISTS meaning vector({MEANING_DIMS})");
        connection.client.batch_execute(&column).await
    })
}

/// A vector as the database reads it.
fn written(vector: &[f32]) -> String {
    let numbers: Vec<String> = vector.iter().map(f32::to_string).collect();
    format!("[{}]", numbers.join(","))
}

impl Fleet {
    /// Whether the database compares meanings as well.
    pub fn compares_meanings(&self) -> Result<bool> {
        self.database.ask(async |connection: &mut Connection| {
            let row = connection
                .client
                .query_one(
                    "SELECT EXISTS (SELECT 1 FROM pg_attribute
                      WHERE attrelid = 'shared_memories'::regclass AND attname = 'meaning' AND NOT attisdropped)",
                    &[],
                )
                .await?;
            Ok(row.get(0))
        })
    }

    /// The workspaces of a holder in which something was written that the search does not know yet.
    pub fn unsearched(&self, holder: &str) -> Result<Vec<String>> {
        self.database.ask(async |connection: &mut Connection| {
            let behind = "SELECT name FROM workspaces WHERE holder = $1 AND searched_position < position";
            Ok(connection.client.query(behind, &[&holder]).await?.iter().map(|row| row.get(0)).collect())
        })
    }

    /// Makes the rows of a workspace those given, as they are after so many batches, under its fencing number. `meaning` is
    /// asked for what is new. Gives how many rows changed; `None` where another gateway has the workspace.
    pub fn share_memories(
        &self,
        workspace: &str,
        fence: i64,
        position: i64,
        rows: &[SearchRow],
        meaning: impl Fn(&[String]) -> Vec<Vec<f32>>,
    ) -> Result<Option<usize>> {
        let known = self.known_rows(workspace)?;
        let wanted: HashMap<&str, &SearchRow> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
        let gone: Vec<String> = known.keys().filter(|id| !wanted.contains_key(id.as_str())).cloned().collect();
        let changed: Vec<&SearchRow> = rows.iter().filter(|row| known.get(&row.id) != Some(&digest(row))).collect();
        let texts: Vec<String> = changed.iter().map(|row| row.text.clone()).collect();
        let meanings = match self.compares_meanings()? && !texts.is_empty() {
            true => meaning(&texts).iter().map(|vector| Some(written(vector))).collect(),
            false => vec![None; texts.len()],
        };
        let count = gone.len() + changed.len();
        let done = self.database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            let owned = transaction
                .execute(
                    "UPDATE workspaces SET searched_position = $3 WHERE name = $1 AND fence = $2",
                    &[&workspace, &fence, &position],
                )
                .await?;
            if owned != 1 {
                return Ok(false);
            }
            transaction.execute("SELECT set_config('soul.owner', $1, true)", &[&workspace]).await?;
            transaction
                .execute("DELETE FROM shared_memories WHERE workspace = $1 AND id = ANY ($2)", &[&workspace, &gone])
                .await?;
            for (row, meaning) in changed.iter().zip(&meanings) {
                transaction
                    .execute(
                        "INSERT INTO shared_memories (workspace, id, scope, authority, trust, day, text)
                         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (workspace, id)
                         DO UPDATE SET scope = $3, authority = $4, trust = $5, day = $6, text = $7",
                        &[&workspace, &row.id, &row.scope, &row.authority, &row.trust, &row.day, &row.text],
                    )
                    .await?;
                if meaning.is_some() {
                    transaction
                        .execute(
                            "UPDATE shared_memories SET meaning = $3::text::vector WHERE workspace = $1 AND id = $2",
                            &[&workspace, &row.id, meaning],
                        )
                        .await?;
                }
            }
            transaction.commit().await?;
            Ok(true)
        })?;
        Ok(done.then_some(count))
    }

    fn known_rows(&self, workspace: &str) -> Result<HashMap<String, String>> {
        self.database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            transaction.execute("SELECT set_config('soul.owner', $1, true)", &[&workspace]).await?;
            let rows = transaction
                .query(
                    "SELECT id, scope, authority, trust, day, text FROM shared_memories WHERE workspace = $1",
                    &[&workspace],
                )
                .await?;
            let row = |row: &tokio_postgres::Row| SearchRow {
                id: row.get(0),
                scope: row.get(1),
                authority: row.get(2),
                trust: row.get(3),
                day: row.get(4),
                text: row.get(5),
            };
            Ok(rows.iter().map(row).map(|row| (row.id.clone(), digest(&row))).collect())
        })
    }

    /// Has the rows of every workspace made anew by whoever has it. Gives the names of those that nobody has open.
    pub fn forget_shared(&self) -> Result<Vec<String>> {
        self.database.ask(async |connection: &mut Connection| {
            connection.client.execute("UPDATE workspaces SET searched_position = -1", &[]).await?;
            let rows = connection
                .client
                .query(
                    "SELECT name FROM workspaces WHERE NOT EXISTS
                       (SELECT 1 FROM gateways WHERE id = holder AND expires > clock_timestamp()) ORDER BY name",
                    &[],
                )
                .await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    /// Searches what every workspace shares, as far as a reader may see it. `meaning` is that of the question.
    pub fn search(
        &self,
        reader: &MemoryReader,
        question: &str,
        meaning: Option<&[f32]>,
        limit: usize,
    ) -> Result<Vec<FoundMemory>> {
        let scopes = reader.scopes.as_ref().map(|scopes| scopes.join("\u{1f}"));
        let every = if scopes.is_none() { "yes" } else { "no" };
        let (scopes, least) = (scopes.unwrap_or_default(), reader.least_authority.to_string());
        let meaning = meaning.map(written);
        let lists = self.database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            let role = transaction
                .query_one(
                    "SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'soul_reader' AND pg_has_role(current_user, oid, 'MEMBER')),
                            rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user",
                    &[],
                )
                .await?;
            match (role.get::<_, bool>(0), role.get::<_, bool>(1)) {
                (true, _) => transaction.batch_execute("SET LOCAL ROLE soul_reader").await?,
                (false, false) => {}
                (false, true) => return Ok(None),
            }
            transaction
                .execute(
                    "SELECT set_config('soul.scopes', $1, true), set_config('soul.every_scope', $2, true),
                            set_config('soul.least_authority', $3, true)",
                    &[&scopes, &every, &least],
                )
                .await?;
            let mut lists = Vec::new();
            let columns = "workspace, id, scope, trust, day, text";
            // Any of the words; those with more of them, and rarer places, come first.
            let by_words = format!(
                "SELECT {columns} FROM shared_memories,
                        cast(replace(plainto_tsquery('simple', $1)::text, '&', '|') AS tsquery) AS asked
                  WHERE words @@ asked ORDER BY ts_rank_cd(words, asked) DESC, workspace, id LIMIT $2"
            );
            lists.push(transaction.query(&by_words, &[&question, &DEPTH]).await?);
            if let Some(meaning) = &meaning {
                let by_meaning = format!(
                    "SELECT {columns} FROM shared_memories WHERE meaning IS NOT NULL
                      ORDER BY meaning <=> $1::text::vector, workspace, id LIMIT $2"
                );
                lists.push(transaction.query(&by_meaning, &[meaning, &DEPTH]).await?);
            }
            Ok(Some(lists))
        })?;
        let lists = lists.ok_or_else(|| {
            Error::Invalid(
                "the fleet's role sees every row whoever asks, and there is no role soul_reader to search as; \
                 make one (CREATE ROLE soul_reader NOLOGIN; GRANT SELECT ON shared_memories TO soul_reader)"
                    .to_owned(),
            )
        })?;
        Ok(merged(lists.iter().map(|rows| rows.iter().map(found).collect()).collect(), limit))
    }
}

fn found(row: &tokio_postgres::Row) -> FoundMemory {
    FoundMemory {
        workspace: row.get(0),
        id: row.get(1),
        scope: row.get(2),
        trust: row.get(3),
        day: row.get(4),
        text: row.get(5),
    }
}

/// Merges lists by rank.
fn merged(lists: Vec<Vec<FoundMemory>>, limit: usize) -> Vec<FoundMemory> {
    let mut scores: BTreeMap<(String, String), (f64, FoundMemory)> = BTreeMap::new();
    for list in lists {
        for (rank, memory) in list.into_iter().enumerate() {
            let key = (memory.workspace.clone(), memory.id.clone());
            scores.entry(key).or_insert((0.0, memory)).0 += 1.0 / (RANK_OFFSET + rank as f64);
        }
    }
    let mut ranked: Vec<(f64, FoundMemory)> = scores.into_values().collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ranked.into_iter().take(limit).map(|(_, memory)| memory).collect()
}

/// What tells whether a row is as it has to be.
fn digest(row: &SearchRow) -> String {
    let parts = [&row.scope, &row.trust, row.day.as_deref().unwrap_or_default(), &row.text].map(|part| part.len());
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{parts:?} {}", row.authority).as_bytes());
    for part in [&row.scope, &row.trust, row.day.as_deref().unwrap_or_default(), &row.text] {
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
