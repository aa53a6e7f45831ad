//! Merging one file that two machines changed: by what kind of file it is, and so that nothing of either is lost.
//!
//! Pure: three versions in, one file and what could not be put into it out.

use std::collections::HashMap;

use jiff::Timestamp;
use soulfile_memory::decay::{DecayEntry, DecayFile};
use soulfile_memory::entity::entity_of_path;
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::MemoryId;
use soulfile_memory::proposal::{Proposal, ProposalDraft, ProposalFile, ProposalStatus};
use soulfile_vocabulary::day_file::{Day, day_of_path};
use soulfile_vocabulary::layout::{
    CORE, DECAY_SCORES, PENDING_REFLECTION, PENDING_REFLECTION_DATA, PROPOSALS, REFLECTION_STATE,
};
use soulfile_vocabulary::{Confidence, Store};
use soulfile_workspace::{Hunk, hunks};

use crate::error::Result;

/// A merged file.
pub(super) struct MergedFile {
    /// What it holds; `None` where it is gone.
    pub bytes: Option<Vec<u8>>,
    /// What of the other side is not in it.
    pub leftovers: Vec<Leftover>,
}

/// What could not be put into a file.
pub(super) enum Leftover {
    /// Lines that a person decides on.
    Lines(Vec<String>),
    /// The other side's whole file, to be kept beside it.
    Whole(Vec<u8>),
    /// Something to know of.
    Told(String),
}

/// Merges a file that both changed.
pub(super) fn merge(
    path: &str,
    base: Option<Vec<u8>>,
    ours: Option<Vec<u8>>,
    theirs: Option<Vec<u8>>,
    now: Timestamp,
) -> Result<MergedFile> {
    let told = |bytes, why: &str| Ok(MergedFile { bytes, leftovers: vec![Leftover::Told(why.to_owned())] });
    let (ours, theirs) = match (ours, theirs) {
        (ours @ Some(_), None) => return told(ours, "removed on the other machine, and changed here; it stays"),
        (None, theirs) => return told(theirs, "removed here, and changed on the other machine; it is back"),
        (Some(ours), Some(theirs)) => (ours, theirs),
    };
    let base = base.unwrap_or_default();
    let read = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(str::to_owned);
    let (Some(b), Some(o), Some(t)) = (read(&base), read(&ours), read(&theirs)) else {
        return Ok(MergedFile { bytes: Some(ours), leftovers: vec![Leftover::Whole(theirs)] });
    };
    let whole = |text: String| Ok(MergedFile { bytes: Some(text.into_bytes()), leftovers: Vec::new() });
    match path {
        DECAY_SCORES => return whole(merge_scores(&b, &o, &t, now)?),
        PROPOSALS => return whole(merge_proposals(&b, &o, &t)?),
        PENDING_REFLECTION | PENDING_REFLECTION_DATA | REFLECTION_STATE => {
            return told(Some(ours), "each machine had its own; this one's stays");
        }
        _ => {}
    }
    if path.ends_with(".jsonl") {
        return whole(merge_lines(&b, &o, &t));
    }
    if let Some((day, _)) = day_of_path(path)
        && let Some(text) = merge_days(&day, &b, &o, &t)
    {
        return whole(text);
    }
    let t = if entity_of_path(path).is_some() { renumbered(&b, &o, &t) } else { t };
    let (text, left) = merge_text(&b, &o, &t, !path.ends_with(".json"))?;
    let mut leftovers = Vec::new();
    let lines: Vec<String> = left.iter().map(|line| text_people_read(line)).filter(|line| !line.is_empty()).collect();
    if !left.is_empty() {
        leftovers.push(match path == CORE || entity_of_path(path).is_some() {
            true => Leftover::Lines(lines),
            false => Leftover::Whole(theirs),
        });
    }
    Ok(MergedFile { bytes: Some(text.into_bytes()), leftovers })
}

/// Ours, and after it the lines that only the other added.
fn merge_lines(base: &str, ours: &str, theirs: &str) -> String {
    let mut text = ended(ours);
    let known: std::collections::HashSet<&str> = base.lines().chain(ours.lines()).collect();
    for line in theirs.lines().filter(|line| !known.contains(line)) {
        text += &format!("{line}\n");
    }
    text
}

fn ended(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// The entries of both in order of their time, each as it was written; of one minute first those that are here. `None`
/// where more happened than that entries were added.
fn merge_days(day: &Day, base: &str, ours: &str, theirs: &str) -> Option<String> {
    let [base, ours, theirs] = [base, ours, theirs].map(|text| DayLog::parse(day.clone(), text));
    let blocks = |log: &DayLog| -> Vec<String> {
        log.entries().iter().map(|entry| log.text()[entry.span.clone()].trim_end().to_owned()).collect()
    };
    let outside = |log: &DayLog| -> Vec<String> {
        let mut text = String::new();
        let mut at = 0;
        for entry in log.entries() {
            text += log.text().get(at..entry.span.start).unwrap_or_default();
            at = entry.span.end;
        }
        text += log.text().get(at..).unwrap_or_default();
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let known = [outside(&base), outside(&ours)].concat();
    if outside(&theirs).iter().any(|line| !known.contains(line)) {
        return None;
    }
    // Entries are counted: the same may have been said twice.
    let mut counts: HashMap<String, usize> = HashMap::new();
    blocks(&base).into_iter().for_each(|block| *counts.entry(block).or_default() += 1);
    let mut fresh = Vec::new();
    for (entry, block) in theirs.entries().iter().zip(blocks(&theirs)) {
        match counts.get_mut(&block).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => fresh.push((entry.time?, block)),
        }
    }
    // Something that both had is not there any more, or reads otherwise.
    if counts.values().any(|count| *count > 0) {
        return None;
    }
    fresh.sort_by_key(|(time, _)| *time);
    let mut text = String::new();
    let mut fresh = fresh.into_iter().peekable();
    let mut at = 0;
    let put = |text: &mut String, block: &str| {
        if !text.is_empty() && !text.ends_with("\n\n") {
            *text += if text.ends_with('\n') { "\n" } else { "\n\n" };
        }
        *text += &format!("{block}\n");
    };
    for entry in ours.entries() {
        let mut inserted = false;
        while let Some((_, block)) = fresh.next_if(|(time, _)| entry.time.is_some_and(|own| *time < own)) {
            text += &ours.text()[at..entry.span.start.max(at)];
            at = entry.span.start.max(at);
            put(&mut text, &block);
            inserted = true;
        }
        if inserted && !text.ends_with("\n\n") {
            text += "\n";
        }
        text += &ours.text()[at..entry.span.end];
        at = entry.span.end;
    }
    text += &ours.text()[at..];
    for (_, block) in fresh {
        put(&mut text, &block);
    }
    Some(text)
}

/// Text line by line. Lines that both changed stay as they are here; what the other made of them comes second.
fn merge_text(base: &str, ours: &str, theirs: &str, adds: bool) -> Result<(String, Vec<String>)> {
    let (mut text, mut left) = (String::new(), Vec::new());
    for hunk in hunks(base, ours, theirs)? {
        match hunk {
            Hunk::Clean(clean) => text += &clean,
            Hunk::Both { base, ours, theirs } => {
                let (merged, rest) = merge_hunk(&base, &ours, &theirs, adds);
                text += &merged;
                left.extend(rest);
            }
        }
    }
    Ok((text, left))
}

fn merge_hunk(base: &str, ours: &str, theirs: &str, adds: bool) -> (String, Vec<String>) {
    if ours == theirs {
        return (ours.to_owned(), Vec::new());
    }
    if undated(ours) == undated(theirs) {
        return (ours.max(theirs).to_owned(), Vec::new());
    }
    let lines = |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (b, o, t) = (lines(base), lines(ours), lines(theirs));
    let without = |some: &[String], others: &[String]| -> Vec<String> {
        some.iter().filter(|line| !others.contains(line)).cloned().collect()
    };
    let dated = |line: &str| o.iter().find(|own| undated(own) == undated(line)).cloned();
    let (gone_here, gone_there) = (without(&b, &o), without(&b, &t));
    // A line that differs from one of ours only in a date is the same line.
    let added_there: Vec<String> = without(&without(&t, &b), &o).into_iter().filter(|l| dated(l).is_none()).collect();
    let same_line = gone_there.iter().any(|line| gone_here.contains(line) && !line.trim().is_empty());
    if !adds || same_line {
        let left = added_there.into_iter().filter(|line| !line.trim().is_empty()).collect();
        return (ours.to_owned(), left);
    }
    let mut kept: Vec<String> =
        o.into_iter().filter(|line| line.trim().is_empty() || !gone_there.contains(line)).collect();
    kept.extend(added_there);
    (kept.concat(), Vec::new())
}

/// A text with its dates made alike.
fn undated(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_date = |at: usize| {
        bytes.get(at..at + 10).is_some_and(|ten| {
            ten.iter().enumerate().all(|(n, b)| if n == 4 || n == 7 { *b == b'-' } else { b.is_ascii_digit() })
        })
    };
    let mut out = String::new();
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        if skip > 0 {
            skip -= 1;
        } else if is_date(at) {
            out.push_str("DATE");
            skip = 9;
        } else {
            out.push(c);
        }
    }
    out
}

/// What people read of a line: without its sign, its comment, and the marks of what ended.
fn text_people_read(line: &str) -> String {
    let line = line.split("<!--").next().unwrap_or(line).trim();
    let line = line.strip_prefix(['-', '*']).unwrap_or(line).trim();
    match line.starts_with("~~") || line.starts_with('#') {
        // What ended is no news, and a heading says nothing.
        true => String::new(),
        false => line.to_owned(),
    }
}

/// The other's file with numbers for its new facts that are free here as well.
fn renumbered(base: &str, ours: &str, theirs: &str) -> String {
    let ids = |text: &str| -> Vec<u32> {
        text.match_indices("id:f").filter_map(|(at, sign)| number_at(text, at + sign.len())).map(|(n, _)| n).collect()
    };
    let (known, taken) = (ids(base), ids(ours));
    let mut next = known.iter().chain(&taken).chain(&ids(theirs)).max().map_or(1, |n| n + 1);
    let mut became: HashMap<u32, u32> = HashMap::new();
    let same_line = |number: u32| {
        let line = |text: &str| {
            let is_it = |line: &&str| {
                line.match_indices("id:f")
                    .any(|(at, s)| number_at(line, at + s.len()).is_some_and(|(n, _)| n == number))
            };
            text.lines().find(is_it).map(str::to_owned)
        };
        line(ours) == line(theirs)
    };
    for number in ids(theirs) {
        if !known.contains(&number) && taken.contains(&number) && !same_line(number) {
            became.insert(number, next);
            next += 1;
        }
    }
    if became.is_empty() {
        return theirs.to_owned();
    }
    let mut out = String::new();
    let mut at = 0;
    for (start, sign) in theirs.match_indices(":f") {
        let digits = start + sign.len();
        if start < at {
            continue;
        }
        if let Some((number, end)) = number_at(theirs, digits)
            && let Some(new) = became.get(&number)
        {
            out += &theirs[at..digits];
            out += &new.to_string();
            at = end;
        }
    }
    out + &theirs[at..]
}

/// A number that stands by itself, and where it ends.
fn number_at(text: &str, at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let follows = rest[length..].chars().next();
    let alone = follows.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | ',' | '-' | '<'));
    Some((rest[..length].parse().ok().filter(|_| alone)?, at + length))
}

/// Scores: what either side knows, and of what both know the uses of both.
fn merge_scores(base: &str, ours: &str, theirs: &str, now: Timestamp) -> Result<String> {
    let (base, mut merged, theirs) = (DecayFile::parse(base), DecayFile::parse(ours), DecayFile::parse(theirs));
    if merged.damage().is_some() || theirs.damage().is_some() {
        return Ok(ours.to_owned());
    }
    for (id, their) in theirs.entries() {
        let Ok(id) = id.parse::<MemoryId>() else { continue };
        let entry = match (base.get(&id), merged.get(&id)) {
            // Taken away here.
            (Some(_), None) => continue,
            (None, None) => their,
            (base, Some(our)) => both(base.as_ref(), our, &their),
        };
        merged.set(&id, &entry);
    }
    for (id, before) in base.entries() {
        let Ok(id) = id.parse::<MemoryId>() else { continue };
        // Taken away there, and not used here since.
        if theirs.get(&id).is_none() && merged.get(&id).as_ref() == Some(&before) {
            merged.remove(&id);
        }
    }
    Ok(merged.render(now)?)
}

fn both(base: Option<&DecayEntry>, ours: DecayEntry, theirs: &DecayEntry) -> DecayEntry {
    fn changed<T: PartialEq + Clone>(base: Option<T>, ours: T, theirs: T) -> T {
        if base.is_some_and(|base| base == ours) { theirs } else { ours }
    }
    let before = base.map_or(0, |base| base.access_count);
    let uses = ours.access_count.saturating_add(theirs.access_count).saturating_sub(before).max(1);
    DecayEntry {
        access_count: if base.is_some() { uses } else { ours.access_count.max(theirs.access_count) },
        last_accessed: ours.last_accessed.max(theirs.last_accessed),
        created: ours.created.into_iter().chain(theirs.created).min(),
        base_relevance: ours.base_relevance.max(theirs.base_relevance),
        pinned: changed(base.map(|b| b.pinned), ours.pinned, theirs.pinned),
        forgotten: changed(base.map(|b| b.forgotten), ours.forgotten, theirs.forgotten),
        archived_text: changed(
            base.map(|b| b.archived_text.clone()),
            ours.archived_text.clone(),
            theirs.archived_text.clone(),
        ),
        ..ours
    }
}

/// Proposals of both: the other's new ones under the next free numbers, and what it decided is decided.
fn merge_proposals(base: &str, ours: &str, theirs: &str) -> Result<String> {
    let (base, theirs) = (ProposalFile::parse(base), ProposalFile::parse(theirs));
    let mut merged = ProposalFile::parse(ours);
    let alike = |one: &Proposal, other: &Proposal| one.content == other.content && one.timestamp == other.timestamp;
    for before in base.proposals() {
        let there = theirs.proposals().iter().find(|one| alike(one, before));
        if merged.get(before.number).is_none_or(|here| !alike(here, before) || here.status != before.status) {
            continue;
        }
        let text = match there {
            None => merged.remove(before.number, None)?,
            Some(there) if there.status != before.status => merged.set_status(before.number, &there.status, None)?,
            Some(_) => continue,
        };
        merged = ProposalFile::parse(text);
    }
    for one in theirs.proposals() {
        let known = base.proposals().iter().chain(merged.proposals()).any(|known| alike(known, one));
        let waits =
            matches!(one.status, ProposalStatus::Pending | ProposalStatus::Conflict(_) | ProposalStatus::Deferred);
        if known || !waits {
            continue;
        }
        let added = merged.add(&ProposalDraft {
            from: one.from.clone(),
            timestamp: one.timestamp.unwrap_or(Timestamp::UNIX_EPOCH),
            trigger: one.trigger.clone(),
            store: one.store.unwrap_or(Store::Episodic),
            content: one.content.clone(),
            entities: one.entities.clone(),
            confidence: one.confidence.unwrap_or(Confidence::Low),
            core_worthy: one.core_worthy,
            scope: one.scope.clone(),
            trust: one.trust,
            based_on: one.based_on.clone(),
        })?;
        merged = ProposalFile::parse(added.text);
    }
    Ok(merged.text().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(path: &str, base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
        let bytes = |text: &str| Some(text.as_bytes().to_vec());
        let out = merge(path, bytes(base), bytes(ours), bytes(theirs), Timestamp::UNIX_EPOCH).unwrap();
        let left = out.leftovers.into_iter().flat_map(|leftover| match leftover {
            Leftover::Lines(lines) => lines,
            Leftover::Whole(bytes) => vec![String::from_utf8(bytes).unwrap()],
            Leftover::Told(why) => vec![why],
        });
        (String::from_utf8(out.bytes.unwrap()).unwrap(), left.collect())
    }

    #[test]
    fn entries_of_a_day_interleave() {
        let head = "# 2026-03-01 — Episode Log\n\n";
        let entry = |time: &str, text: &str| format!("## {time} | event | confidence:high\n{text}\n\n");
        let base = format!("{head}{}", entry("08:00", "Both."));
        let ours = format!("{base}{}{}", entry("09:00", "Here early."), entry("12:00", "Here late."));
        let theirs =
            format!("{base}{}{}{}", entry("08:30", "There."), entry("09:00", "There too."), entry("23:00", "Night."));
        let (text, left) = merged("memory/episodes/2026-03-01.md", &base, &ours, &theirs);
        assert_eq!(left, [""; 0]);
        let day: Day = "2026-03-01".parse::<jiff::civil::Date>().unwrap().into();
        let log = DayLog::parse(day, text.as_str());
        let said: Vec<&str> = log.entries().iter().map(|entry| entry.content.trim()).collect();
        assert_eq!(said, ["Both.", "There.", "Here early.", "There too.", "Here late.", "Night."], "{text}");
        // The other way round both hold the same words.
        let (other, _) = merged("memory/episodes/2026-03-01.md", &base, &theirs, &ours);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&text), sorted(&other));
    }

    #[test]
    fn one_core_line_changed_twice_is_a_proposal_and_added_lines_are_not() {
        let base = "# Memory\n\n## Critical Facts\n- Lives in Bonn\n- Likes tea\n";
        let ours = "# Memory\n\n## Critical Facts\n- Lives in Berlin\n- Likes tea\n- Has a dog\n";
        let theirs = "# Memory\n\n## Critical Facts\n- Lives in Paris\n- Likes tea\n- Has a cat\n";
        let (text, left) = merged("MEMORY.md", base, ours, theirs);
        assert_eq!(text, "# Memory\n\n## Critical Facts\n- Lives in Berlin\n- Likes tea\n- Has a dog\n- Has a cat\n");
        assert_eq!(left, ["Lives in Paris"]);
        let (text, left) = merged("USER.md", "a\n", "b\n", "c\n");
        assert_eq!((text.as_str(), left), ("b\n", vec!["c\n".to_owned()]));
    }

    #[test]
    fn facts_of_both_get_numbers_of_their_own() {
        let head = |day: &str| format!("# person--ana\n\n<!-- Type: person | Last updated: {day} -->\n\n## Facts\n");
        let base = format!("{}- Plays chess <!-- id:f1 -->\n", head("2026-02-01"));
        let ours = format!("{}- Plays chess <!-- id:f1 -->\n- Lives in Oslo <!-- id:f2 -->\n", head("2026-02-03"));
        let theirs = format!(
            "{}- ~~Plays chess~~ <!-- id:f1 superseded-by:f2 -->\n- Plays go <!-- id:f2 since:2026-02-02 -->\n",
            head("2026-02-02")
        );
        let (text, left) = merged("memory/graph/entities/person--ana.md", &base, &ours, &theirs);
        assert_eq!(left, [""; 0]);
        for line in [
            "Last updated: 2026-02-03",
            "- ~~Plays chess~~ <!-- id:f1 superseded-by:f3 -->",
            "- Lives in Oslo <!-- id:f2 -->",
            "- Plays go <!-- id:f3 since:2026-02-02 -->",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("- Plays chess"));
    }
}
