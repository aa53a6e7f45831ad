//! Cuts a Markdown file into entries, and long entries into overlapping parts.
//!
//! An episode file has one entry per time heading; any other file one per heading. Lines are
//! counted from 1 and every chunk keeps its own range, so that a hit can be cited.

use jiff::civil::{Date, DateTime, Time};
use soulfile_vocabulary::Store;
use soulfile_vocabulary::episode_heading::EpisodeHeading;
use soulfile_vocabulary::markdown::{Fences, heading};

use crate::entry::{Facts, SourceFile};
use crate::voice;

/// An entry longer than this many characters is cut into parts.
pub const LONGEST_PART: usize = 800;
/// Characters that neighbouring parts share.
const OVERLAP: usize = 100;

/// One indexed piece of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Ordinal of the entry in the file.
    pub entry: u32,
    /// Ordinal of the part in the entry.
    pub part: u16,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// The text shown.
    pub text: String,
    /// Words that belong to the entry but stand elsewhere: headings above it, tags, the file's title.
    pub context: String,
    /// Who said it: the heading's `source:`, or the name the text begins with.
    pub speaker: Option<String>,
    /// What is known of the entry.
    pub facts: Facts,
}

/// Cuts `file` into chunks.
pub fn chunks(file: &SourceFile) -> Vec<Chunk> {
    let store = file.store.unwrap_or_else(|| Store::of_path(&file.path));
    let lines: Vec<&str> = file.text.lines().collect();
    let body = front_matter_end(&lines);
    let sections = if store == Store::Episodic { episodes(&lines, body) } else { headings(&lines, body) };
    let day = day_in_name(&file.path);
    let mut out = Vec::with_capacity(sections.len());
    for section in sections {
        let (start, end) = trim(&lines, section.start, section.end);
        if start >= end {
            continue;
        }
        let entry = out.last().map_or(0, |c: &Chunk| c.entry + 1);
        let facts = facts(file, day, section.heading.as_ref(), section.start, end);
        // Only in a log does somebody speak: "Ana: …" in an entity file is what is known of Ana. What was told here is one
        // person's: "Back: physio on Mondays" begins with a label.
        let said = || {
            let source = section.heading.as_ref().and_then(|heading| heading.source.as_deref());
            if source.is_some_and(is_told) {
                return None;
            }
            let from = || source.filter(|source| !is_way_in(source)).map(str::to_owned);
            voice::speaker(lines[start]).map(str::to_owned).or_else(from)
        };
        let speaker = (store == Store::Episodic).then(said).flatten();
        let mut context = section.trail;
        if let Some(h) = &section.heading {
            for word in [h.kind_word()].into_iter().chain(h.tags.iter().map(String::as_str)) {
                context.push(' ');
                context.push_str(word);
            }
        }
        for (part, (from, to, text)) in parts(&lines[start..end]).into_iter().enumerate() {
            out.push(Chunk {
                entry,
                part: part as u16,
                start_line: (start + from) as u32 + 1,
                end_line: (start + to) as u32 + 1,
                text,
                context: context.clone(),
                speaker: speaker.clone(),
                facts: facts.clone(),
            });
        }
    }
    out
}

/// The day at the start of a file name: `2026-02-02.md`, `bank/2026-02-02-slug.md`.
fn day_in_name(path: &str) -> Option<Date> {
    path.rsplit('/').next()?.get(..10)?.parse().ok()
}

struct Section {
    start: usize,
    end: usize,
    trail: String,
    heading: Option<EpisodeHeading>,
}

fn front_matter_end(lines: &[&str]) -> usize {
    if lines.first().map(|l| l.trim_end()) != Some("---") {
        return 0;
    }
    lines.iter().skip(1).position(|l| l.trim_end() == "---").map_or(0, |at| at + 2)
}

fn episodes(lines: &[&str], body: usize) -> Vec<Section> {
    let mut sections = vec![Section { start: body, end: lines.len(), trail: String::new(), heading: None }];
    for (at, line) in lines.iter().enumerate().skip(body) {
        if let Some(heading) = EpisodeHeading::of_line(line) {
            sections.last_mut().expect("one section exists").end = at;
            sections.push(Section { start: at + 1, end: lines.len(), trail: String::new(), heading: Some(heading) });
        }
    }
    // The day's own title is no entry.
    sections.retain(|s| {
        s.heading.is_some() || lines[s.start..s.end].iter().any(|l| !l.trim().is_empty() && !l.starts_with("# "))
    });
    sections
}

fn headings(lines: &[&str], body: usize) -> Vec<Section> {
    let mut trail: Vec<(usize, String)> = Vec::new();
    let mut sections = vec![Section { start: body, end: lines.len(), trail: String::new(), heading: None }];
    let mut fences = Fences::default();
    for (at, line) in lines.iter().enumerate().skip(body) {
        let found = if fences.enter(line) { None } else { heading(line) };
        let Some((level, title)) = found else { continue };
        trail.retain(|(l, _)| *l < level);
        sections.last_mut().expect("one section exists").end = at;
        let above = trail.iter().map(|(_, t)| t.as_str()).collect::<Vec<_>>().join(" ");
        trail.push((level, title.to_owned()));
        sections.push(Section { start: at, end: lines.len(), trail: above, heading: None });
    }
    // A heading with nothing under it says only what its children's trails say.
    sections.retain(|s| lines[s.start..s.end].iter().any(|l| !l.trim().is_empty() && !l.starts_with('#')));
    sections
}

fn trim(lines: &[&str], mut start: usize, mut end: usize) -> (usize, usize) {
    while start < end && lines[start].trim().is_empty() {
        start += 1;
    }
    while start < end && lines[end - 1].trim().is_empty() {
        end -= 1;
    }
    (start, end)
}

/// Facts given for the entry, then its heading, then the file's.
fn facts(file: &SourceFile, day: Option<Date>, heading: Option<&EpisodeHeading>, start: usize, end: usize) -> Facts {
    // The heading line itself is inside the range.
    let range = start as u32..=end as u32;
    let given = file.entries.iter().find(|f| f.line.is_some_and(|l| range.contains(&l))).cloned().unwrap_or_default();
    let value = |key: &str| heading.and_then(|head| head.extra_value(key)).map(str::to_owned);
    let scope = heading.and_then(|head| head.scope.as_ref()).map(ToString::to_string);
    let clock = day.map(|d| {
        let at = DateTime::from_parts(d, heading.map_or(Time::midnight(), |head| head.time));
        at.to_zoned(jiff::tz::TimeZone::UTC).map_or(0, |z| z.timestamp().as_second())
    });
    let all = &file.facts;
    Facts {
        line: None,
        id: given.id.or_else(|| value("id")),
        date: given.date.or(clock).or(all.date),
        scope: given.scope.or(scope).or_else(|| all.scope.clone()),
        trust: given.trust.or(heading.map(|head| head.trust)).or(all.trust),
        state: given.state.or(all.state),
        session: given.session.or_else(|| value("session")).or_else(|| all.session.clone()),
        valid_from: given.valid_from.or(all.valid_from),
        valid_to: given.valid_to.or(all.valid_to),
        entities: if given.entities.is_empty() { all.entities.clone() } else { given.entities },
    }
}

/// Cuts lines into parts of at most [`LONGEST_PART`] characters where it can, at paragraph ends
/// first, then lines, then sentences. Returns first line, last line and text.
fn parts(lines: &[&str]) -> Vec<(usize, usize, String)> {
    let total: usize = lines.iter().map(|l| l.chars().count() + 1).sum();
    if total <= LONGEST_PART {
        return vec![(0, lines.len() - 1, lines.join("\n"))];
    }
    // Pieces no longer than a part, each with its line.
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let mut rest = *line;
        while rest.chars().count() > LONGEST_PART {
            let limit = rest.char_indices().nth(LONGEST_PART - OVERLAP).map_or(rest.len(), |(i, _)| i);
            let cut = sentence_end(&rest[..limit]).unwrap_or(limit);
            pieces.push((at, &rest[..cut]));
            rest = &rest[cut..];
        }
        pieces.push((at, rest));
    }
    let size = |range: &[(usize, &str)]| range.iter().map(|p| p.1.chars().count() + 1).sum::<usize>();
    let mut out = Vec::new();
    let mut start = 0;
    while start < pieces.len() {
        let mut end = start + 1;
        let mut paragraph = None;
        while end < pieces.len() && size(&pieces[start..=end]) <= LONGEST_PART {
            if pieces[end].1.trim().is_empty() && size(&pieces[start..end]) > LONGEST_PART / 2 {
                paragraph = Some(end);
            }
            end += 1;
        }
        if end < pieces.len()
            && let Some(better) = paragraph
        {
            end = better;
        }
        let text = pieces[start..end].iter().map(|p| p.1).collect::<Vec<_>>().join("\n");
        if !text.trim().is_empty() {
            out.push((pieces[start].0, pieces[end - 1].0, text));
        }
        if end >= pieces.len() {
            break;
        }
        let mut next = end;
        while next > start + 1 && size(&pieces[next - 1..end]) <= OVERLAP {
            next -= 1;
        }
        start = next;
    }
    out
}

fn sentence_end(text: &str) -> Option<usize> {
    let marks = ['.', '!', '?', '。', '！', '？', '；', ';'];
    text.char_indices()
        .rev()
        .find(|(_, c)| marks.contains(c))
        .map(|(at, c)| at + c.len_utf8())
        .filter(|at| *at > text.len() / 2)
        .or_else(|| text.rfind(' ').map(|at| at + 1).filter(|at| *at > text.len() / 2))
}

/// Says whether an entry is what was told to the agent, in the words of whoever told it.
fn is_told(source: &str) -> bool {
    matches!(source, "user-explicit" | "conversation")
}

/// Says whether the source of an entry tells how it came in, and not who said it.
fn is_way_in(source: &str) -> bool {
    let word = matches!(source, "reflection" | "exchange" | "chat" | "auto-detect" | "import");
    word || source.contains(':') || is_told(source)
}

#[cfg(test)]
#[path = "chunk_tests.rs"]
mod tests;
