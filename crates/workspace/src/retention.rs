//! Retention: audit.log keeps a rolling window; older months become digests in
//! audit-archive.md. Git keeps everything.

use soulfile_vocabulary::layout;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::files::Root;
use crate::gate;
use crate::history::LogEntry;
use crate::mutation::{Action, Actor, Change, Mutation};
use crate::path::WorkspacePath;
use crate::write::Inner;

/// Most notable events named in one digest.
const MOST_NOTABLE: usize = 12;

/// What happened in a month.
#[derive(Debug, Default)]
struct Month {
    mutations: usize,
    files: BTreeMap<String, usize>,
    reflections: BTreeMap<String, bool>,
    critical: usize,
    decay: usize,
    archived: usize,
    notable: Vec<String>,
}

impl Inner {
    /// The mutation that adds digests for months that have passed out of the window and have
    /// none yet; `None` when there is nothing to do. The log itself is cut by rebuilding it.
    pub(crate) fn plan_digests(&mut self, root: &Root) -> Result<Option<Mutation>> {
        let path = WorkspacePath::parse(layout::AUDIT_ARCHIVE)?;
        let old = root.read(&path)?.map(|f| String::from_utf8_lossy(&f.bytes).into_owned()).unwrap_or_default();
        let cut = month_of(self.log_cut());
        let head = self.git.head()?.commit;
        let mut months: BTreeMap<(i16, i8), Month> = BTreeMap::new();
        self.walk(head, |_, entry| {
            let month = month_of(entry.time);
            if month < cut && !old.contains(&title(month)) {
                months.entry(month).or_default().count(&entry);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if months.is_empty() {
            return Ok(None);
        }
        let count = months.len();
        let text: String = months.iter().map(|(month, facts)| facts.render(*month)).collect();
        let change = Change::Append { path, header: Vec::new(), bytes: text.into_bytes() };
        let summary = format!("digests of {count} month{}", if count == 1 { "" } else { "s" });
        Ok(Some(
            Mutation::new(Action::Append, Actor::System("audit".into()), summary, vec![change])
                .trigger("audit retention"),
        ))
    }
}

impl Month {
    fn count(&mut self, entry: &LogEntry) {
        self.mutations += 1;
        entry.files.iter().for_each(|f| *self.files.entry(f.clone()).or_default() += 1);
        match entry.actor() {
            Actor::Reflection(id) => {
                let approved = entry.message.as_ref().is_some_and(|m| m.approval == "approved");
                *self.reflections.entry(id).or_default() |= approved;
            }
            actor => {
                if entry.files.iter().any(|f| layout::is_identity(f)) && !gate::is_quiet(&actor) {
                    self.critical += 1;
                }
            }
        }
        match entry.action() {
            Action::Decay => self.decay += 1,
            Action::Archive => self.archived += 1,
            _ => {}
        }
        let notable = entry.files.iter().any(|f| layout::is_protected(f))
            || matches!(entry.action(), Action::Revert | Action::Merge | Action::Delete | Action::Archive);
        if notable && self.notable.len() < MOST_NOTABLE {
            self.notable.push(format!("{}: {}", &entry.at[..10], entry.summary()));
        }
    }

    fn render(&self, month: (i16, i8)) -> String {
        let mut out = format!("{}\n\n## Summary\n", title(month));
        let approved = self.reflections.values().filter(|a| **a).count();
        let _ = writeln!(out, "- {} total mutations across {} files", self.mutations, self.files.len());
        let _ = writeln!(out, "- {} reflection sessions ({approved} approved)", self.reflections.len());
        let _ = writeln!(out, "- {} critical file changes", self.critical);
        let _ = writeln!(out, "- {} decay transitions, {} archival events", self.decay, self.archived);
        if !self.notable.is_empty() {
            out += "\n## Notable Events\n";
            // The walk went backwards; a digest reads forwards.
            self.notable.iter().rev().for_each(|event| out += &format!("- {event}\n"));
        }
        out.push('\n');
        out
    }
}

fn month_of(seconds: i64) -> (i16, i8) {
    let date = jiff::Timestamp::from_second(seconds)
        .unwrap_or(jiff::Timestamp::UNIX_EPOCH)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date();
    (date.year(), date.month())
}

fn title((year, month): (i16, i8)) -> String {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    format!("# Audit Digest — {} {year}", NAMES[(month - 1) as usize])
}
