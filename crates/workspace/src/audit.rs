//! `memory/meta/audit.log`: one line per file of every entry of the trail.
//!
//! Git is the ground truth. The log is derived from the commits and can be rebuilt from them at any time. What makes a
//! commit an entry is in `authenticity.rs`.

use jiff::Timestamp;
use soulfile_vocabulary::layout;

use crate::message::{CommitMessage, one_line};
use crate::seal::Link;

/// The lines of audit.log for one mutation, without the chain column.
pub fn lines(message: &CommitMessage, time: i64, files: &[String]) -> Vec<String> {
    lines_as(joined, message, time, files)
}

/// The same as seals of the first format cover them; must never change.
pub fn sealed_lines(message: &CommitMessage, time: i64, files: &[String]) -> Vec<String> {
    lines_as(|columns| columns.join(" | "), message, time, files)
}

/// The line of what was committed with git.
pub fn git_line(time: i64, file: &str, subject: &str) -> String {
    let (file, subject) = (one_line(file, 1024), one_line(subject, 200));
    joined([&stamp(time), "EDIT", &file, "manual", "—", &subject]) + "\n"
}

/// How the columns of a line are written.
fn joined(columns: [&str; 6]) -> String {
    columns.join(" | ")
}

fn lines_as(write: fn([&str; 6]) -> String, message: &CommitMessage, time: i64, files: &[String]) -> Vec<String> {
    let stamp = stamp(time);
    let line = |action: &str, file: &str, actor: &str, approval: &str, summary: &str| {
        write([&stamp, action, file, actor, approval, summary])
    };
    let mut out = Vec::new();
    let (actor, approval) = (message.actor.to_string(), message.approval.as_str());
    if files.is_empty() {
        out.push(line(message.action.word(), &message.file, &actor, approval, &message.summary));
    }
    for file in files {
        let critical = layout::is_identity(file);
        let summary = if critical { format!("⚠️ CRITICAL: {}", message.summary) } else { message.summary.clone() };
        out.push(line(message.action.word(), &one_line(file, 1024), &actor, approval, &summary));
        if critical && !crate::gate::is_quiet(&message.actor) {
            out.push(line(
                "ALERT",
                file,
                "system:audit",
                "—",
                "Critical file change detected. Pending user acknowledgment.",
            ));
        }
    }
    out
}

/// A time as audit.log writes it: `2026-02-02T15:30Z`.
pub fn stamp(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%dT%H:%MZ").to_string()
}

/// The lines as they stand in the log, with the chain's number and the head of its MAC.
pub fn with_chain(lines: &[String], link: &Link) -> String {
    lines.iter().map(|line| format!("{line} | {}.{}\n", link.seq, &link.mac[..12])).collect()
}
