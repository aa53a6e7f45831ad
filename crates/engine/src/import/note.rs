//! One note: its text without front matter, its day, its tags, and how a long one is cut.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use soulfile_understand::secret;
use soulfile_vocabulary::day_file::Day;

use super::agent_workspace;
use super::formats::table::is_notion_name;
use super::formats::{self, ForeignFile, ForeignNote, ForeignNotes};

/// Largest note.
pub const LARGEST_NOTE: u64 = 1024 * 1024;
/// Largest file of another program, which is read as a whole.
pub const LARGEST_EXPORT: u64 = 256 * 1024 * 1024;
/// Largest PDF.
pub const LARGEST_PDF: u64 = 64 * 1024 * 1024;
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

/// A file's bytes, with what is known of it beside them.
pub struct LoadedFile {
    /// Its name, without the way to it.
    pub name: String,
    pub bytes: Vec<u8>,
    pub changed: Option<Timestamp>,
}

/// Notes of one file, each with the part of the file it is, and what was left out of it.
pub type NotesOfFile = (Vec<(String, ImportedNote)>, Vec<String>);

/// Reads the notes of another program's file; the error says why the file is left out.
pub fn read_foreign(file: LoadedFile, now: &Zoned) -> Result<NotesOfFile, String> {
    let LoadedFile { name, bytes, changed } = file;
    if bytes.len() as u64 > LARGEST_EXPORT {
        return Err(format!("larger than {} MiB; split it", LARGEST_EXPORT / 1024 / 1024));
    }
    let is_mail = bytes.starts_with(b"From ") || name.to_lowercase().ends_with(".eml");
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // Mails say themselves how they are written; a box holds all kinds.
        Err(e) if is_mail => formats::decoded(e.into_bytes()),
        Err(_) => return Err("not UTF-8 text".to_owned()),
    };
    let foreign = ForeignFile::new(&name, &text, now.time_zone().clone());
    let Some(format) = formats::detect(&foreign) else {
        return Err("no format that is known; Markdown, text and exports of other programs are read".to_owned());
    };
    Ok(dated(format.read(&foreign), format.name(), changed, now))
}

/// Reads a text file that may be a conversation, or a daily log of an agent; anything else is a note.
pub fn read_text(file: LoadedFile, day: Option<&Day>, now: &Zoned) -> Result<NotesOfFile, String> {
    let text = text_of(&file.bytes)?;
    if let Some(found) = day.and_then(|day| agent_workspace::entries(day, &text, now.time_zone())) {
        return Ok(dated(found, "daily log", file.changed, now));
    }
    let foreign =
        ForeignFile { name: &file.name, text: &text, json: None, first_line: None, zone: now.time_zone().clone() };
    if let Some(format) = formats::detect_transcript(&foreign) {
        return Ok(dated(format.read(&foreign), format.name(), file.changed, now));
    }
    Ok((vec![(String::new(), read(file, &text, now)?)], Vec::new()))
}

/// Reads the text of a PDF.
pub fn read_pdf(file: LoadedFile, now: &Zoned) -> Result<NotesOfFile, String> {
    if file.bytes.len() as u64 > LARGEST_PDF {
        return Err(format!("larger than {} MiB; split it", LARGEST_PDF / 1024 / 1024));
    }
    let read = super::pdf::read(&file.bytes)?;
    if read.text.is_empty() {
        return Err("there is no text in it; it may hold pictures of pages, which are not read".to_owned());
    }
    let text = match read.title {
        Some(title) if !read.text.contains(&title) => format!("{title}\n\n{}", read.text),
        _ => read.text,
    };
    let one = ForeignNote { part: String::new(), text, at: read.at, tags: Vec::new() };
    Ok(dated(ForeignNotes { notes: vec![one], left_out: read.left_out }, "PDF", file.changed, now))
}

/// Notes with the day they belong to: their own, else the file's; one that has not come is not believed.
pub fn dated(read: ForeignNotes, format: &str, changed: Option<Timestamp>, now: &Zoned) -> NotesOfFile {
    let note = |one: ForeignNote| {
        let own = one.at.filter(|at| *at <= now.timestamp());
        let at = own.or(changed.filter(|at| *at <= now.timestamp())).unwrap_or(now.timestamp());
        let dated = if own.is_some() { Dated::Record } else { Dated::FileTime };
        let at = at.to_zoned(now.time_zone().clone());
        let time = Time::constant(at.hour(), at.minute(), 0, 0);
        let mut tags = one.tags;
        tags.truncate(MOST_TAGS);
        let text = one.text.replace("\r\n", "\n");
        (one.part, ImportedNote { bytes: text.clone().into_bytes(), text, at: (at.date(), time), dated, tags })
    };
    let left_out = read.left_out.into_iter().map(|why| format!("{format}: {why}")).collect();
    (read.notes.into_iter().map(note).collect(), left_out)
}

/// The text of a file of text.
fn text_of(bytes: &[u8]) -> Result<String, String> {
    if bytes.len() as u64 > LARGEST_NOTE {
        let limit = LARGEST_NOTE / 1024 / 1024;
        return Err(format!("larger than {limit} MiB, too much for one note; split it"));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err("UTF-16 text; save it as UTF-8 first".to_owned());
    }
    if bytes.contains(&0) {
        return Err("not text: it holds binary data".to_owned());
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err("not UTF-8 text; convert it first".to_owned());
    };
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n"))
}

/// Reads a note.
fn read(file: LoadedFile, text: &str, now: &Zoned) -> Result<ImportedNote, String> {
    let (front, body) = front_matter(text);
    if body.trim().is_empty() {
        return Err("empty".to_owned());
    }
    let zone = now.time_zone();
    let notion = is_notion_name(&file.name);
    let name = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
    let today = now.date();
    let said = front.date.or_else(|| property_date(body).filter(|_| notion));
    let found = [
        said.and_then(|date| written_moment(&date, zone)).map(|at| (at, Dated::FrontMatter)),
        name.get(..10)
            .and_then(|date| date.parse::<Date>().ok())
            .map(|date| ((date, Time::midnight()), Dated::FileName)),
        file.changed.map(|time| {
            let at = time.to_zoned(zone.clone());
            ((at.date(), at.time()), Dated::FileTime)
        }),
    ];
    // A day that has not come is a clock or a typing error.
    let dated = found.into_iter().flatten().find(|((date, _), _)| *date <= today);
    let ((date, time), dated) = dated.unwrap_or(((today, now.time()), Dated::FileTime));
    let is_markdown = file.name.to_lowercase().ends_with("md") || file.name.to_lowercase().ends_with("markdown");
    let (body, mut tags) = match is_markdown {
        true => plain_links(body, front.tags),
        false => (body.to_owned(), front.tags),
    };
    tags.truncate(MOST_TAGS);
    // Agents that part their entries by this sign write no other structure.
    let body = body.trim().replace("\n§\n", "\n\n");
    let mut text = match front.title {
        Some(title) if !body.contains(&title) => format!("{title}\n\n{body}"),
        _ => body,
    };
    if !front.properties.is_empty() {
        text += &format!("\n\n{}", front.properties.join("\n"));
    }
    let time = Time::constant(time.hour(), time.minute(), 0, 0);
    Ok(ImportedNote { text, at: (date, time), dated, tags, bytes: file.bytes })
}

/// The day that a page of Notion names among the properties below its title.
fn property_date(body: &str) -> Option<String> {
    let lines = body.lines().filter(|line| !line.trim().is_empty()).take(12);
    let named: Vec<(String, &str)> =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_lowercase(), value)).collect();
    let names = ["created", "created time", "date", "last edited time", "last edited"];
    names.iter().find_map(|name| named.iter().find(|(known, _)| known == name)).map(|(_, value)| (*value).to_owned())
}

/// The text with the names that its links show, and the tags in it. What is fenced stays as it is.
fn plain_links(text: &str, mut tags: Vec<String>) -> (String, Vec<String>) {
    let mut out = String::with_capacity(text.len());
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        fenced ^= fence;
        if fenced || fence {
            out += line;
            continue;
        }
        for word in line.split_whitespace().filter_map(|word| word.strip_prefix('#')) {
            let tag = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
            let plain = tag.chars().all(|c| c.is_alphanumeric() || "-_/".contains(c));
            if plain && tag.starts_with(char::is_alphabetic) && !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
            }
        }
        let mut rest = line;
        while let Some((before, link)) = rest.split_once("[[") {
            let Some((link, after)) = link.split_once("]]").filter(|(link, _)| !link.contains(['[', '\n'])) else {
                break;
            };
            out += before.strip_suffix('!').unwrap_or(before);
            let shown =
                link.rsplit_once('|').map_or_else(|| link.split('#').next().unwrap_or(link), |(_, shown)| shown);
            // A table parts the two by an escaped sign.
            out += shown.trim_end_matches('\\').trim();
            rest = after;
        }
        out += rest;
    }
    (out, tags)
}

#[derive(Debug, Default)]
struct Front {
    date: Option<String>,
    title: Option<String>,
    tags: Vec<String>,
    /// What else it says, line by line.
    properties: Vec<String>,
}

/// Fields that mean something to the program they come from, and nothing to people.
const TECHNICAL: [&str; 12] = [
    "permalink",
    "id",
    "uuid",
    "cssclass",
    "cssclasses",
    "publish",
    "position",
    "limit",
    "read_only",
    "kanban-plugin",
    "draft",
    "layout",
];

/// Splits off the front matter. A block that is not closed is text.
fn front_matter(text: &str) -> (Front, &str) {
    let mut front = Front::default();
    let Some(rest) = text.strip_prefix("---\n") else { return (front, text) };
    let Some(end) = rest.find("\n---\n").or_else(|| rest.strip_suffix("\n---").map(str::len)) else {
        return (front, text);
    };
    let mut dates: [Option<String>; 3] = Default::default();
    let mut list = false;
    // A field that is not known keeps the lines that belong to it.
    let mut keeps = false;
    for line in rest[..end].lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ").filter(|_| list) {
            front.tags.push(unquoted(item).to_owned());
            continue;
        }
        if line.starts_with([' ', '\t', '-']) {
            if keeps {
                front.properties.push(line.trim_end().to_owned());
            }
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { continue };
        let (key, value) = (key.trim().to_lowercase(), unquoted(value));
        keeps = false;
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
            "title" => {}
            other if TECHNICAL.contains(&other) || other.starts_with('#') => {}
            _ => {
                keeps = true;
                front.properties.push(line.trim_end().to_owned());
            }
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

/// Ways in which programs write a day and a time for people, and a day.
const WRITTEN: [&str; 4] = ["%B %d, %Y %I:%M %p", "%b %d, %Y %I:%M %p", "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M"];
const WRITTEN_DAYS: [&str; 4] = ["%B %d, %Y", "%b %d, %Y", "%Y/%m/%d", "%d.%m.%Y"];

/// A day, or a day and a time, in the user's zone, as programs or people write it.
pub fn written_moment(text: &str, zone: &TimeZone) -> Option<(Date, Time)> {
    let text = text.trim();
    let parse = |format: &&str| jiff::fmt::strtime::parse(format, text).ok();
    moment(text, zone)
        .or_else(|| {
            let at = WRITTEN.iter().find_map(parse)?.to_datetime().ok()?;
            Some((at.date(), at.time()))
        })
        .or_else(|| Some((WRITTEN_DAYS.iter().find_map(parse)?.to_date().ok()?, Time::midnight())))
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
        assert_eq!(front.properties, [""; 0]);
        let at = moment(&front.date.unwrap(), &TimeZone::get("Europe/Berlin").unwrap()).unwrap();
        assert_eq!((at.0.to_string(), at.1.hour()), ("2024-05-14".to_owned(), 11));
        assert_eq!(front_matter("---\nno end\n").1, "---\nno end\n");
        assert_eq!(front_matter("a\n---\nb\n---\n").1, "a\n---\nb\n---\n");
    }

    #[test]
    fn links_show_their_names_and_properties_stay() {
        let text =
            "See [[Pico|the island]] and [[Azores#Ferry]] ![[map.png]] #travel/sea, a[0][[1]\n```\n[[code]] #no\n```\n";
        let (plain, tags) = plain_links(text, vec!["x".to_owned()]);
        assert_eq!(plain, "See the island and Azores map.png #travel/sea, a[0][[1]\n```\n[[code]] #no\n```\n");
        assert_eq!(tags, ["x", "travel/sea"]);
        let (front, _) = front_matter("---\npermalink: a/b\nlocation: Lisbon\naliases:\n  - Lis\ntags: [a]\n---\nx\n");
        assert_eq!(front.properties, ["location: Lisbon", "aliases:", "  - Lis"]);
        assert_eq!(front.tags, ["a"]);
        for (text, day) in [
            ("January 5, 2026 3:04 PM", "2026-01-05 15:04:00"),
            ("Jan 5, 2026", "2026-01-05 00:00:00"),
            ("2026/01/05", "2026-01-05 00:00:00"),
            ("2026-01-05T10:00:00Z", "2026-01-05 10:00:00"),
        ] {
            let (date, time) = written_moment(text, &TimeZone::UTC).unwrap();
            assert_eq!(format!("{date} {time}"), day);
        }
        assert_eq!(property_date("# Trip\n\nTags: a\nCreated: January 5, 2026\n\nBody").unwrap(), "January 5, 2026");
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
