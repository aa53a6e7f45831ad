//! From files of the workspace to what the index takes in.
//!
//! A file goes in whole, with the facts of its entries. An entry that must be found, hidden or
//! dated by itself (a fact of an entity, a line of core memory, entries the index would put into
//! one piece although they differ in who may see them) goes in apart, under the file's path and a
//! mark, at its own lines; in the whole file those lines are blank, so that nothing is found twice
//! and every citation stays true.

use std::borrow::Cow;
use std::collections::HashSet;

use soulfile_context::templates::{self, TemplateValues};
use soulfile_recall::chunk::chunks;
use soulfile_recall::{Facts, SourceFile};

use super::entry_metadata::{EntryMetadata, FileMetadata};

/// Raised when files must be read anew because what is made of them changed.
pub const FORMAT: i64 = 2;

/// The file an indexed name stands for.
pub fn base(name: &str) -> &str {
    name.find(".md#").map_or(name, |at| &name[..at + 3])
}

/// The text with every line that is still as it was seeded left blank: a template's examples are
/// nobody's memory. Headings stay, for what people write under them.
fn without_template<'t>(path: &str, text: &'t str) -> Cow<'t, str> {
    let Some(template) = templates::render(path, &TemplateValues::default()) else {
        return Cow::Borrowed(text);
    };
    let seeded: HashSet<&str> = template.lines().map(str::trim).collect();
    let kept = |line: &&str| line.starts_with('#') || !seeded.contains(line.trim());
    Cow::Owned(
        text.lines().map(|line| if kept(&line) { line } else { "" }).fold(String::new(), |all, line| all + line + "\n"),
    )
}

/// Makes what the index takes in of one file.
pub fn sources(path: &str, text: &str, known: &FileMetadata, stamp: Option<i64>) -> Vec<SourceFile> {
    let text = &*without_template(path, text);
    let mut apart: Vec<bool> = known.entries.iter().map(|entry| entry.alone.is_some()).collect();
    let mut main = whole(path, text, known, &apart, stamp);
    let pieces = ranges(&main);
    let mut mixed = false;
    for (first, last) in &pieces {
        let inside: Vec<usize> =
            (0..apart.len()).filter(|at| !apart[*at] && known.entries[*at].overlaps(*first, *last)).collect();
        let whole_inside = inside.iter().all(|at| known.entries[*at].alike(&known.entries[inside[0]]));
        if !whole_inside {
            mixed = true;
            inside.into_iter().for_each(|at| apart[at] = true);
        }
    }
    let pieces = if mixed {
        main = whole(path, text, known, &apart, stamp);
        ranges(&main)
    } else {
        pieces
    };
    let kept: Vec<&EntryMetadata> =
        known.entries.iter().zip(&apart).filter(|(_, apart)| !**apart).map(|(k, _)| k).collect();
    main.entries = pieces.iter().map(|piece| facts_of(&kept, &known.rest, *piece)).collect();
    let mut out = vec![main];
    let mut names = HashSet::new();
    for (entry, _) in known.entries.iter().zip(&apart).filter(|(_, apart)| **apart) {
        let mark = entry.id.as_deref().unwrap_or("entry").replace('/', "~");
        let mut name = format!("{path}#{mark}.md");
        let mut number = 2;
        while !names.insert(name.clone()) {
            name = format!("{path}#{mark}.{number}.md");
            number += 1;
        }
        out.push(alone(name, text, known, entry));
    }
    out
}

/// The file with the lines of the entries that go in apart left blank.
fn whole(path: &str, text: &str, known: &FileMetadata, apart: &[bool], stamp: Option<i64>) -> SourceFile {
    let taken: Vec<&EntryMetadata> =
        known.entries.iter().zip(apart).filter(|(_, apart)| **apart).map(|(k, _)| k).collect();
    let mut kept = String::with_capacity(text.len());
    let mut next = 0;
    for (at, line) in text.lines().enumerate() {
        let number = at as u32 + 1;
        while next < taken.len() && taken[next].lines.1 < number {
            next += 1;
        }
        if !taken.get(next).is_some_and(|known| known.overlaps(number, number)) {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    let mut file = SourceFile::new(path, kept);
    file.store = Some(known.store);
    file.stamp = stamp;
    file.facts = Facts { line: None, ..facts(&known.rest, 0) };
    file
}

/// First and last line of every entry the index makes of a file.
fn ranges(file: &SourceFile) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32, u32)> = Vec::new();
    for chunk in chunks(file) {
        match out.last_mut() {
            Some(last) if last.0 == chunk.entry => last.2 = last.2.max(chunk.end_line),
            _ => out.push((chunk.entry, chunk.start_line, chunk.end_line)),
        }
    }
    out.into_iter().map(|(_, first, last)| (first, last)).collect()
}

/// The facts of one piece: those of the entry it is part of, narrowed where several meet.
fn facts_of(entries: &[&EntryMetadata], rest: &EntryMetadata, (first, last): (u32, u32)) -> Facts {
    let inside: Vec<&&EntryMetadata> = entries.iter().filter(|known| known.overlaps(first, last)).collect();
    let Some(one) = inside.first() else {
        return facts(rest, first);
    };
    let mut merged = (**one).clone();
    for other in &inside[1..] {
        if other.scope != merged.scope {
            merged.scope = super::entry_metadata::PRIVATE.to_owned();
        }
        merged.trust = merged.trust.min(other.trust);
        merged.id = None;
        merged.entities.extend(other.entities.iter().cloned());
    }
    facts(&merged, first)
}

fn alone(name: String, text: &str, known: &FileMetadata, entry: &EntryMetadata) -> SourceFile {
    let mut body = "\n".repeat(entry.lines.0 as usize - 1);
    match &entry.alone {
        Some(instead) => body.push_str(&instead.replace(['\n', '\r'], " ")),
        None => {
            let count = (entry.lines.1 - entry.lines.0) as usize + 1;
            let lines: Vec<&str> = text.lines().skip(entry.lines.0 as usize - 1).take(count).collect();
            body.push_str(&lines.join("\n"));
        }
    }
    body.push('\n');
    let mut file = SourceFile::new(name, body);
    file.store = Some(known.store);
    file.facts = Facts { line: None, ..facts(entry, 0) };
    file.entries = ranges(&file).iter().map(|(first, _)| facts(entry, *first)).collect();
    file
}

fn facts(known: &EntryMetadata, line: u32) -> Facts {
    Facts {
        line: Some(line),
        id: known.id.clone(),
        date: known.date,
        scope: Some(known.scope.clone()),
        trust: Some(known.trust),
        state: Some(known.state),
        session: None,
        valid_from: known.valid_from,
        valid_to: known.valid_to,
        entities: known.entities.clone(),
    }
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
