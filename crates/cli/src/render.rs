//! Output: text that is pleasant to read, JSON that is complete, colour only on a terminal.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use jiff::tz::TimeZone;
use serde::Serialize;
use soulfile_api::{LogEntry, Receipt};

use crate::local_time;
use crate::log_lines;
pub use crate::terminal_text::for_people;
use crate::terminal_text::marked;

/// Prints a value as JSON.
pub fn json(value: &impl Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Prints text to stdout, ending in one line break.
pub fn text(text: &str) -> Result<()> {
    let text = for_people(text);
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.is_empty() && !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

/// Tells the person something that is not the answer.
#[allow(clippy::print_stderr)]
pub fn note(text: &str) {
    match log_lines::is_json() {
        true => log_lines::note(text),
        false => eprintln!("soul: {}", for_people(text)),
    }
}

/// Tells what reading had to do without: a full or read-only disk, a damaged repository.
pub fn degraded(engine: &soulfile_engine::Engine) {
    engine.degraded().iter().for_each(|text| note(text));
}

/// Cells of a bar.
const BAR: usize = 24;

/// Tells a person at a terminal how far long work is.
#[allow(clippy::print_stderr)]
pub fn progress(what: &str, done: usize, of: usize) {
    if std::io::stderr().is_terminal() {
        let full = (done * BAR).checked_div(of).unwrap_or(BAR).min(BAR);
        let bar = "█".repeat(full) + &"░".repeat(BAR - full);
        eprint!("\r\x1b[2Ksoul: {bar} {what} {done} of {of}{}", if done >= of { "\n" } else { "" });
    }
}

/// How a word stands out.
#[derive(Clone, Copy)]
pub enum Style {
    Bold,
    Dim,
    Red,
    Green,
    Yellow,
}

/// Styles text for stdout when that is a terminal. What is printed by other ways than [`text`] goes through
/// [`for_people`].
pub fn styled(style: Style, text: &str) -> String {
    if !std::io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some() {
        return text.to_owned();
    }
    let code = match style {
        Style::Bold => "1",
        Style::Dim => "2",
        Style::Red => "31",
        Style::Green => "32",
        Style::Yellow => "33",
    };
    marked(code, text)
}

/// A diff with its signs coloured.
pub fn diff(text: &str) -> String {
    text.lines()
        .map(|line| match line.as_bytes().first() {
            Some(b'+') => styled(Style::Green, line),
            Some(b'-') => styled(Style::Red, line),
            Some(b'@') => styled(Style::Dim, line),
            _ => line.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\n")
        + "\n"
}

/// One line per entry of the trail, in the user's time.
pub fn log(entries: &[LogEntry], zone: &TimeZone) -> String {
    let mut out = String::new();
    for entry in entries {
        let files = match &entry.files[..] {
            [] => "—".to_owned(),
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first} (+{} more)", rest.len()),
        };
        let id = entry.id();
        let id = if id.starts_with("m-") { id } else { &id[..10] };
        let trigger = entry.message.as_ref().map_or("—", |m| &m.trigger);
        let trigger = if trigger == "—" { String::new() } else { format!(" ({trigger})") };
        let who = match &entry.author {
            Some(author) => format!("{} (git author {author}, not verified)", entry.actor()),
            None => entry.actor().to_string(),
        };
        out += &format!(
            "{}  {:<8} {}  {}\n  {} {}\n",
            styled(Style::Dim, &local_time::local(&entry.at, zone)),
            entry.action().word(),
            styled(Style::Bold, &files),
            entry.summary(),
            styled(Style::Dim, "by"),
            styled(Style::Dim, &format!("{who}{trigger}{}  {id}", via(entry))),
        );
    }
    out
}

/// Through what an entry was asked for, and by whom.
fn via(entry: &LogEntry) -> String {
    let Some(message) = &entry.message else { return String::new() };
    let parts = [
        ("via", &message.channel),
        ("token", &message.token),
        ("session", &message.session),
        ("speaker", &message.speaker),
        ("room", &message.room),
    ];
    parts.iter().filter_map(|(name, part)| part.as_ref().map(|part| format!("  {name} {part}"))).collect()
}

/// A receipt: what was written, where, and how to check it.
pub fn receipt(receipt: &Receipt) -> String {
    let mut out = String::new();
    for file in &receipt.files {
        out += &match file.lines {
            Some((first, last)) if first == last => format!("  {}:{first}\n", file.path),
            Some((first, last)) => format!("  {}:{first}-{last}\n", file.path),
            None => format!("  {} (removed)\n", file.path),
        };
    }
    for note in &receipt.notes {
        out += &format!("  note: {note}\n");
    }
    let commit = receipt.commit.get(..10).unwrap_or(&receipt.commit);
    out + &styled(Style::Dim, &format!("  receipt {} in commit {commit}\n", receipt.id))
}
