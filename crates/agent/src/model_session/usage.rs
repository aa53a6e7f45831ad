//! Tokens and money, call by call, and what they add up to.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use soulfile_models::chat::Usage;

/// One call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UsageRecord {
    /// When.
    pub at: String,
    /// In which session.
    pub session: String,
    /// Which model.
    pub model: String,
    /// Tokens.
    pub usage: Usage,
    /// Dollars, where the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// What calls add up to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsageTotal {
    /// Calls.
    pub calls: usize,
    /// Tokens.
    #[serde(flatten)]
    pub usage: Usage,
    /// Dollars, of the calls whose price is known.
    pub cost: f64,
    /// Calls whose price is not known.
    pub unpriced: usize,
}

/// One row of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UsageRow {
    /// The session, day or model.
    pub name: String,
    /// What it adds up to.
    #[serde(flatten)]
    pub total: UsageTotal,
}

/// The log of calls.
pub struct UsageLog {
    path: PathBuf,
}

impl UsageLog {
    /// The log in a file.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Adds a call.
    pub fn add(&self, record: &UsageRecord) -> std::io::Result<()> {
        use std::os::unix::fs::OpenOptionsExt;
        let line = serde_json::to_string(record)? + "\n";
        File::options().append(true).create(true).mode(0o600).open(&self.path)?.write_all(line.as_bytes())
    }

    /// The calls so far; lines that cannot be read are left out.
    pub fn records(&self) -> Vec<UsageRecord> {
        let Ok(file) = File::open(&self.path) else { return Vec::new() };
        let lines = BufReader::new(file).lines().map_while(std::result::Result::ok);
        lines.filter_map(|line| serde_json::from_str(&line).ok()).collect()
    }
}

impl UsageTotal {
    /// Adds a call.
    pub fn add(&mut self, record: &UsageRecord) {
        self.calls += 1;
        self.usage += record.usage;
        match record.cost {
            Some(cost) => self.cost += cost,
            None => self.unpriced += 1,
        }
    }

    /// Rows by a name each record has, in the order of the names.
    pub fn rows(records: &[UsageRecord], name: impl Fn(&UsageRecord) -> String) -> Vec<UsageRow> {
        let mut rows: BTreeMap<String, UsageTotal> = BTreeMap::new();
        for record in records {
            rows.entry(name(record)).or_default().add(record);
        }
        rows.into_iter().map(|(name, total)| UsageRow { name, total }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_add_up_by_model_and_what_has_no_price_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let log = UsageLog::new(&dir.path().join("usage.jsonl"));
        let record = |model: &str, cost| UsageRecord {
            at: "2026-02-02T14:30:00Z".into(),
            session: "s".into(),
            model: model.into(),
            usage: Usage { input: 10, output: 5, ..Usage::default() },
            cost,
        };
        for one in [record("a/x", Some(0.5)), record("a/x", Some(0.25)), record("b/y", None)] {
            log.add(&one).unwrap();
        }
        let rows = UsageTotal::rows(&log.records(), |record| record.model.clone());
        assert_eq!((rows[0].total.calls, rows[0].total.usage.input, rows[0].total.cost), (2, 20, 0.75));
        assert_eq!((rows[1].total.calls, rows[1].total.unpriced), (1, 1));
    }
}
