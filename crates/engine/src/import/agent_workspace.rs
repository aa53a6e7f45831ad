//! Workspaces of other agents (OpenClaw, Hermes, ZeroClaw, Soulfile itself) among what is imported.
//!
//! What such an agent remembers is taken: its core memory, what it knows of its user, its daily logs entry by entry. What it
//! is told to be and do is not: an imported instruction is nobody's memory. `setup` adopts such a folder whole instead.

use soulfile_api::SkippedFile;
use soulfile_memory::episode::DayLog;
use soulfile_vocabulary::day_file::{Day, day_of_path};
use soulfile_vocabulary::layout::{self, RootRole};

use super::formats::{ForeignNote, ForeignNotes};
use super::walk::{FileKind, NoteFile};

/// What makes a folder such a workspace.
const MARKS: [&str; 2] = [layout::SOUL, layout::IDENTITY];
/// What such programs keep for themselves.
const OWN: [&str; 8] = [
    "DREAMS.md",
    "skills/",
    "avatars/",
    "memory/dreaming/",
    "memory/imports/",
    layout::META_DIR,
    layout::GRAPH_INDEX,
    "sessions/",
];

/// Sorts out what belongs to workspaces of other agents.
pub fn sort(files: &mut Vec<NoteFile>, skipped: &mut Vec<SkippedFile>) {
    let folder = |source: &str| source.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
    let marked = |source: &str| MARKS.iter().any(|mark| source.rsplit('/').next() == Some(*mark));
    let mut roots: Vec<String> = files.iter().filter(|f| marked(&f.source)).filter_map(|f| folder(&f.source)).collect();
    roots.sort();
    roots.dedup();
    files.retain_mut(|file| {
        let below = roots.iter().rev().find_map(|root| file.source.strip_prefix(root.as_str()));
        let Some(below) = below.map(str::to_owned) else { return true };
        if is_instruction(&below) {
            let why = "says what another agent is and does, and is no memory; setting up a workspace in that folder adopts it \
                       whole";
            skipped.push(SkippedFile { source: file.source.clone(), why: why.to_owned() });
            return false;
        }
        if OWN.iter().any(|own| below == *own || below.starts_with(&format!("{}/", own.trim_end_matches('/')))) {
            let why = "another program's own file, and no memory";
            skipped.push(SkippedFile { source: file.source.clone(), why: why.to_owned() });
            return false;
        }
        if file.kind == FileKind::Note
            && let Some((day, _)) = day_of_path(&below)
        {
            file.kind = FileKind::DayLog(day);
        }
        true
    });
}

/// The entries of a daily log, each with its time; `None` where it has none, and is a note like any other.
pub fn entries(day: &Day, text: &str, zone: &jiff::tz::TimeZone) -> Option<ForeignNotes> {
    let log = DayLog::parse(day.clone(), text);
    let mut out = ForeignNotes::default();
    let mut at = 0;
    let loose = |range: std::ops::Range<usize>, out: &mut ForeignNotes| {
        let lines = text[range].lines().filter(|line| !line.starts_with("# "));
        let rest = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
        if !rest.is_empty() {
            let midnight = day.date.to_zoned(zone.clone()).ok().map(|at| at.timestamp());
            out.notes.push(ForeignNote {
                part: format!("text {}", out.notes.len() + 1),
                text: rest,
                at: midnight,
                tags: Vec::new(),
            });
        }
    };
    for entry in log.entries() {
        let time = entry.time?;
        loose(at..entry.span.start.max(at), &mut out);
        at = entry.span.end;
        let title = entry.label.as_deref().map(|label| format!("{label}\n\n")).unwrap_or_default();
        out.notes.push(ForeignNote {
            part: entry.id.to_string(),
            text: title + entry.content.trim(),
            at: day.date.to_datetime(time).to_zoned(zone.clone()).ok().map(|at| at.timestamp()),
            tags: entry.tags.clone(),
        });
    }
    if log.entries().is_empty() {
        return None;
    }
    loose(at.min(text.len())..text.len(), &mut out);
    Some(out)
}

/// Whether a file at the root says what an agent is and does, not what it remembers or knows of its user.
fn is_instruction(name: &str) -> bool {
    let known = layout::root_file(name).is_some_and(|file| file.role != RootRole::Core && file.name != layout::USER);
    known || name == "CLAUDE.md"
}
