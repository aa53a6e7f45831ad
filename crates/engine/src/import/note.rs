//! One note: its text without front matter, its day, its tags, and how a long one is cut.

use std::io::Read;
use std::path::Path;

use jiff::Zoned;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use soulfile_understand::secret;

use super::formats::{self, ForeignFile, ForeignNote};
use crate::error::Result;

/// Largest note.
const LARGEST_NOTE: u64 = 1024 * 1024;
/// Largest file of another program, which is read as a whole.
const LARGEST_EXPORT: u64 = 256 * 1024 * 1024;
/// Largest entry a note is cut into; with its heading it is well under what one append may add.
pub const LARGEST_ENTRY: usize = 8 * 1024;
/// Most tags that are taken over.
const MOST_TAGS: usize = 12;

/// What dates a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dated {
    /// Its front matter.
    FrontMatter,
    /// Its name.
    FileName,
    /// When the file was changed.
    FileTime,
    /// What the program that wrote it says.
    Record,
}

/// A note as it was read.
#[derive(Debug)]
pub struct ImportedNote {
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// What it says, without front matter; its title first.
    pub text: String,
    /// When it was written, in the user's time zone.
    pub at: (Date, Time),
    /// What says so.
    pub dated: Dated,
    pub tags: Vec<String>,
}

/// Reads the notes of another program's file, each with the part of the file it is; the inner error says why the file is
/// left out. What is left out of it comes second.
pub fn read_foreign(
    file: &Path,
    now: &Zoned,
) -> Result<std::result::Result<(Vec<(String, ImportedNote)>, Vec<String>), String>> {
    let (bytes, changed) = match load(file, LARGEST_EXPORT) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Err(format!("cannot be read: {error}"))),
    };
    if bytes.len() as u64 > LARGEST_EXPORT {
        return Ok(Err(format!("larger than {} MiB; split it", LARGEST_EXPORT / 1024 / 1024)));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Ok(Err("not UTF-8 text".to_owned()));
    };
    let foreign = ForeignFile::new(&text);
    let Some(format) = formats::detect(&foreign) else {
        return Ok(Err("no format that is known; Markdown, text and exports of other programs are read".to_owned()));
    };
    let read = format.read(&foreign);
    let note = |one: ForeignNote| {
        let (at, dated) = match one.at.or(changed) {
            Some(at) if at <= now.timestamp() => (at, if one.at.is_some() { Dated::Record } else { Dated::FileTime }),
            _ => (now.timestamp(), Dated::FileTime),
        };
        let at = at.to_zoned(now.time_zone().clone());
        let time = Time::constant(at.hour(), at.minute(), 0, 0);
        let mut tags = one.tags;
        tags.truncate(MOST_TAGS);
        let note =
            ImportedNote { bytes: one.text.clone().into_bytes(), text: one.text, at: (at.date(), time), dated, tags };
        (one.part, note)
    };
    let left_out = read.left_out.into_iter().map(|why| format!("{}: {why}", format.name())).collect();
    Ok(Ok((read.notes.into_iter().map(note).collect(), left_out)))
}

/// Reads a note; the inner error says why it is left out.
pub fn read(file: &Path, now: &Zoned) -> Result<std::result::Result<ImportedNote, String>> {
    let (bytes, changed) = match load(file, LARGEST_NOTE) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Err(format!("cannot be read: {error}"))),
    };
    if bytes.len() as u64 > LARGEST_NOTE {
        let limit = LARGEST_NOTE / 1024 / 1024;
        return Ok(Err(format!("larger than {limit} MiB, too much for one note; split it")));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Ok(Err("UTF-16 text; save it as UTF-8 first".to_owned()));
    }
    if bytes.contains(&0) {
        return Ok(Err("not text: it holds binary data".to_owned()));
    }
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return Ok(Err("not UTF-8 text; convert it first".to_owned()));
    };
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (front, body) = front_matter(&text);
    if body.trim().is_empty() {
        return Ok(Err("empty".to_owned()));
    }
    let zone = now.time_zone();
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let today = now.date();
    let found = [
        front.date.and_then(|date| moment(&date, zone)).map(|at| (at, Dated::FrontMatter)),
        name.get(..10)
            .and_then(|date| date.parse::<Date>().ok())
            .map(|date| ((date, Time::midnight()), Dated::FileName)),
        changed.map(|time| {
            let at = time.to_zoned(zone.clone());
            ((at.date(), at.time()), Dated::FileTime)
        }),
    ];
    // A day that has not come is a clock or a typing error.
    let dated = found.into_iter().flatten().find(|((date, _), _)| *date <= today);
    let ((date, time), dated) = dated.unwrap_or(((today, now.time()), Dated::FileTime));
    let text = match front.title {
        Some(title) if !body.contains(&title) => format!("{title}\n\n{}", body.trim()),
        _ => body.trim().to_owned(),
    };
    let time = Time::constant(time.hour(), time.minute(), 0, 0);
    Ok(Ok(ImportedNote { text, at: (date, time), dated, tags: front.tags, bytes }))
}

/// A little over the limit at most: a huge file is not read to learn that it is one.
fn load(file: &Path, most: u64) -> std::io::Result<(Vec<u8>, Option<jiff::Timestamp>)> {
    let opened = std::fs::File::open(file)?;
    let changed = opened.metadata()?.modified().ok().and_then(|time| jiff::Timestamp::try_from(time).ok());
    let mut bytes = Vec::new();
    opened.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes, changed))
}

#[derive(Debug, Default)]
struct Front {
    date: Option<String>,
    title: Option<String>,
    tags: Vec<String>,
}

/// Splits off the front matter. A block that is not closed is text.
fn front_matter(text: &str) -> (Front, &str) {
    let mut front = Front::default();
    let Some(rest) = text.strip_prefix("---\n") else { return (front, text) };
    let Some(end) = rest.find("\n---\n").or_else(|| rest.strip_suffix("\n---").map(str::len)) else {
        return (front, text);
    };
    let mut dates: [Option<String>; 3] = Default::default();
    let mut list = false;
    for line in rest[..end].lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| list) {
            front.tags.push(unquoted(item).to_owned());
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let (key, value) = (key.trim().to_lowercase(), unquoted(value));
        list = key == "tags" && value.is_empty();
        match key.as_str() {
            "date" => dates[0] = Some(value.to_owned()),
            "created" | "created_at" | "createdat" => dates[1] = Some(value.to_owned()),
            "updated" | "modified" | "updated_at" => dates[2] = Some(value.to_owned()),
            "title" if !value.is_empty() => front.title = Some(value.to_owned()),
            "tags" => {
                let words = value.trim_matches(['[', ']']).split(',').map(unquoted);
                front.tags.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
            }
            _ => {}
        }
    }
    front.date = dates.into_iter().flatten().find(|date| !date.is_empty());
    front.tags.truncate(MOST_TAGS);
    let body = rest.get(end + "\n---\n".len()..).unwrap_or_default();
    (front, body)
}

fn unquoted(value: &str) -> &str {
    value.trim().trim_matches(['"', '\'']).trim().trim_start_matches('#')
}

/// A day, or a day and a time, in the user's zone.
fn moment(text: &str, zone: &TimeZone) -> Option<(Date, Time)> {
    if let Ok(at) = text.parse::<jiff::Timestamp>() {
        let at = at.to_zoned(zone.clone());
        return Some((at.date(), at.time()));
    }
    if let Ok(date) = text.parse::<Date>()
        && text.len() <= 10
    {
        return Some((date, Time::midnight()));
    }
    let at: DateTime = text.parse().ok()?;
    Some((at.date(), at.time()))
}

/// The first line with a credential, counted from 1 in the text without front matter.
pub fn line_of_secret(text: &str) -> usize {
    let start = secret::scan(text).first().map_or(0, |found| found.span.start);
    text[..start].matches('\n').count() + 1
}

/// A note in parts that fit an entry: cut at headings, else at blank lines, else at lines.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while rest.len() > LARGEST_ENTRY {
        let mut end = LARGEST_ENTRY;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let window = &rest[..end];
        // Not right at the beginning: a part of two lines helps nobody.
        let late = |at: &usize| *at > LARGEST_ENTRY / 4;
        let cut = window
            .rfind("\n#")
            .filter(late)
            .or_else(|| window.rfind("\n\n").filter(late))
            .or_else(|| window.rfind('\n').filter(late))
            .or_else(|| window.rfind(' ').filter(late))
            .unwrap_or(end);
        parts.push(rest[..cut].trim().to_owned());
        rest = rest[cut..].trim();
    }
    parts.push(rest.to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_gives_date_title_and_tags() {
        let text =
            "---\ntitle: \"Azores\"\ntags:\n  - travel\n  - '#ferry'\ncreated: 2024-05-14T09:30:00Z\n---\nBody.\n";
        let (front, body) = front_matter(text);
        assert_eq!(body, "Body.\n");
        assert_eq!(front.title.as_deref(), Some("Azores"));
        assert_eq!(front.tags, ["travel", "ferry"]);
        let at = moment(&front.date.unwrap(), &TimeZone::get("Europe/Berlin").unwrap()).unwrap();
        assert_eq!((at.0.to_string(), at.1.hour()), ("2024-05-14".to_owned(), 11));
        assert_eq!(front_matter("---\nno end\n").1, "---\nno end\n");
        assert_eq!(front_matter("a\n---\nb\n---\n").1, "a\n---\nb\n---\n");
    }

    #[test]
    fn a_long_note_is_cut_at_headings_and_loses_nothing() {
        let section = |n: usize| format!("## Part {n}\n\n{}\n\n", format!("line of {n}\n").repeat(300));
        let text: String = (0..8).map(section).collect();
        let parts = parts(&text);
        assert!(parts.len() >= 4 && parts.iter().all(|part| part.len() <= LARGEST_ENTRY), "{}", parts.len());
        assert!(parts.iter().all(|part| part.starts_with("## ")), "cut at headings");
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeeze(&parts.join("\n")), squeeze(&text));
        let wall = "字".repeat(10_000);
        assert_eq!(super::parts(&wall).concat(), wall);
    }
}
