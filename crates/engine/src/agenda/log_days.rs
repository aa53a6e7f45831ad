//! The days that entries of the log name, kept in the state directory per file, so that a session that begins reads the
//! files that changed and not a year of them. A file that cannot be read is made anew.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::{Day, MemoryId};
use soulfile_vocabulary::Authority;
use soulfile_workspace::Ident;

use crate::error::{Error, Result};
use crate::exchange::is_log_only;
use crate::links::corrections_in;
use crate::open::Engine;

/// What the file looks like, and how days are read; another one is made anew.
const FORMAT: u32 = 1;

/// The logs of all days, by day.
#[derive(Debug, Serialize, Deserialize)]
struct LogDays {
    format: u32,
    /// The user's time zone: whose days they are.
    zone: String,
    days: BTreeMap<String, LogOfDay>,
}

/// What one day's log says of days.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LogOfDay {
    /// Its files as they were when they were read.
    files: Vec<(String, Ident)>,
    /// The entries that name a day that was still to come.
    pub entries: Vec<DatedEntry>,
    /// What its entries correct, and how far who said so is trusted.
    pub corrections: Vec<(MemoryId, Authority)>,
}

/// An entry that names days.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DatedEntry {
    pub id: MemoryId,
    /// When it was told: `2026-02-02 14:30`.
    pub told: String,
    /// Each as its first and its last.
    pub days: Vec<(Date, Date)>,
}

impl Engine {
    /// The logs from `earliest` to `latest`, oldest first.
    pub(super) fn logs_with_days(&self, earliest: Date, latest: Date) -> Result<Vec<LogOfDay>> {
        let path = self.place.state().join("log-days.json");
        let zone = self.zone.iana_name().unwrap_or_default().to_owned();
        // Whatever else has this name is not waited for.
        let mut kept = fs::symlink_metadata(&path)
            .is_ok_and(|meta| meta.is_file())
            .then(|| fs::read(&path).ok())
            .flatten()
            .and_then(|bytes| serde_json::from_slice::<LogDays>(&bytes).ok())
            .filter(|kept| kept.format == FORMAT && kept.zone == zone)
            .unwrap_or(LogDays { format: FORMAT, zone, days: BTreeMap::new() });
        let mut files: BTreeMap<Day, Vec<(String, Ident)>> = BTreeMap::new();
        for (day, path) in self.day_files()? {
            if (earliest..=latest).contains(&day.date)
                && let Some(meta) = self.metadata(&path)
            {
                files.entry(day).or_default().push((path, crate::index::ident(&meta)));
            }
        }
        let mut days = BTreeMap::new();
        let mut changed = false;
        for (day, files) in files {
            let name = day.to_string();
            let log = match kept.days.remove(&name).filter(|log| log.files == files) {
                Some(log) => log,
                None => {
                    changed = true;
                    self.read_log_days(&day, files)?
                }
            };
            days.insert(name, log);
        }
        kept.days = days;
        if changed {
            let written = serde_json::to_vec(&kept).map_err(std::io::Error::from).and_then(|bytes| {
                let fresh = path.with_extension(format!("new-{}", std::process::id()));
                let _ = fs::remove_file(&fresh);
                fs::File::options().write(true).create_new(true).mode(0o600).open(&fresh)?.write_all(&bytes)?;
                fs::rename(&fresh, &path)
            });
            self.go_on_without("the days that the log names were not kept", written);
        }
        Ok(kept.days.into_values().collect())
    }

    fn read_log_days(&self, day: &Day, files: Vec<(String, Ident)>) -> Result<LogOfDay> {
        let mut read = LogOfDay { files, entries: Vec::new(), corrections: Vec::new() };
        for (_, log) in self.day_logs(day)? {
            read.corrections.extend(corrections_in(&log).map(|(id, by)| (id.clone(), by)));
            for entry in log.entries() {
                if is_log_only(entry.source.as_deref()) {
                    continue;
                }
                let told = day.date.to_datetime(entry.time.unwrap_or_default()).to_zoned(self.zone.clone());
                let told = told.map_err(|e| Error::Invalid(e.to_string()))?;
                let mut days = self.days_named(&entry.content, &told);
                days.retain(|(_, last)| *last >= day.date);
                if !days.is_empty() {
                    let told = told.strftime("%Y-%m-%d %H:%M").to_string();
                    read.entries.push(DatedEntry { id: MemoryId::Episode(entry.id.clone()), told, days });
                }
            }
        }
        Ok(read)
    }
}
