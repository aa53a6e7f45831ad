//! `reflection-state.json`: which episodes were read, and which proposals a person rejected.
//!
//! Deleting the file is harmless: everything is read again, and what is known is not proposed twice;
//! only rejections are forgotten with it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use soulfile_memory::fingerprint::fingerprint;

use crate::item::Item;

/// How much of a day's file was read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReadDay {
    /// How many entries.
    pub entries: usize,
    /// A hash of them, in order.
    pub hash: String,
}

impl ReadDay {
    /// What has been read after one more entry.
    pub fn then(&self, id: &str, text: &str) -> ReadDay {
        let mut hash = fingerprint(format!("{}\n{id}\n{text}", self.hash).as_bytes());
        hash.truncate(16);
        ReadDay { entries: self.entries + 1, hash }
    }
}

/// A proposal a person did not want.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// The reflection it was in.
    pub reflection: String,
    /// When.
    pub on: Date,
    /// What it said, for people.
    pub text: String,
    /// Why, when they said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What it rested on: only something else brings it back.
    pub evidence: Vec<String>,
}

/// What was read and rejected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// The format.
    #[serde(default)]
    pub version: u32,
    /// The last reflection that was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
    /// The day files read, by path.
    #[serde(default)]
    pub days: BTreeMap<String, ReadDay>,
    /// Rejected proposals, by key.
    #[serde(default)]
    pub rejected: BTreeMap<String, Rejection>,
    /// What somebody else wrote into the file.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// The last reflection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Last {
    pub id: String,
    pub number: u32,
    /// When it was decided.
    pub at: jiff::Timestamp,
}

impl Ledger {
    /// Reads the file. One that is not JSON counts as lost.
    pub fn parse(text: &str) -> Ledger {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Writes the file.
    pub fn render(&self) -> String {
        let ledger = Ledger { version: 1, ..self.clone() };
        serde_json::to_string_pretty(&ledger).expect("plain data serialises") + "\n"
    }

    /// How many of a file's entries were read before: none when its beginning has changed.
    pub fn read<'e>(&self, path: &str, entries: impl Iterator<Item = (&'e str, &'e str)>) -> usize {
        let Some(known) = self.days.get(path) else { return 0 };
        let mut so_far = ReadDay::default();
        for (id, text) in entries.take(known.entries) {
            so_far = so_far.then(id, text);
        }
        if so_far == *known { known.entries } else { 0 }
    }

    /// Whether a person said no to this, and nothing new speaks for it.
    pub fn rejects(&self, item: &Item) -> bool {
        self.rejected
            .get(&item.key)
            .is_some_and(|rejection| item.evidence.iter().all(|seen| rejection.evidence.contains(&seen.id)))
    }

    /// Remembers a no.
    pub fn reject(&mut self, item: &Item, text: &str, reflection: &str, on: Date, reason: Option<&str>) {
        let mut evidence: Vec<String> = item.evidence.iter().map(|seen| seen.id.clone()).collect();
        if let Some(before) = self.rejected.get(&item.key) {
            evidence.extend(before.evidence.iter().cloned());
        }
        evidence.sort();
        evidence.dedup();
        let rejection = Rejection {
            reflection: reflection.to_owned(),
            on,
            text: text.to_owned(),
            reason: reason.map(str::to_owned),
            evidence,
        };
        self.rejected.insert(item.key.clone(), rejection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entries: &[(&str, &str)]) -> ReadDay {
        entries.iter().fold(ReadDay::default(), |day, (id, text)| day.then(id, text))
    }

    #[test]
    fn a_day_that_only_grew_is_read_on_and_one_that_changed_is_read_again() {
        let day = [("a", "one"), ("b", "two"), ("c", "three")];
        let mut ledger = Ledger::default();
        ledger.days.insert("memory/x.md".into(), read(&day[..2]));
        assert_eq!(ledger.read("memory/x.md", day.into_iter()), 2);
        assert_eq!(ledger.read("memory/x.md", [("a", "one"), ("b", "2"), ("c", "three")].into_iter()), 0);
        assert_eq!(ledger.read("memory/x.md", day.into_iter().take(1)), 0, "an entry was taken out");
        assert_eq!(ledger.read("memory/y.md", day.into_iter()), 0);
        assert_eq!(Ledger::parse(&ledger.render()).days, ledger.days);
        assert_eq!(Ledger::parse("not json"), Ledger::default());
    }
}
