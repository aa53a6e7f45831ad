//! Mailboxes: one note per mail, with its subject, sender and date.

use jiff::Timestamp;
use jiff::fmt::rfc2822;

use super::html::text_of;
use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat};

pub(super) struct MboxFormat;

/// Deepest part of a mail within parts.
const DEEPEST: usize = 8;

impl ImportFormat for MboxFormat {
    fn name(&self) -> &'static str {
        "mailbox"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let mut lines = file.text.lines();
        match lines.next() {
            Some(first) if first.starts_with("From ") => lines.next().is_some_and(|line| line.contains(':')),
            Some(first) => is_mail(first, file.text),
            None => false,
        }
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        for (number, mail) in mails(file.text).into_iter().enumerate() {
            let mail = Part::read(mail);
            let header = |name: &str| mail.header(name).map(words).unwrap_or_default();
            let (subject, from) = (header("subject"), header("from"));
            let id = header("message-id");
            let part = if id.is_empty() { format!("mail {}", number + 1) } else { id };
            match mail.text(0).map(|text| text.trim().to_owned()) {
                Some(text) if !text.is_empty() => out.notes.push(ForeignNote {
                    part,
                    text: format!("{subject}\nFrom: {from}\n\n{text}").trim().to_owned(),
                    at: mail.header("date").and_then(date),
                    tags: Vec::new(),
                }),
                _ => out.left_out.push(format!("{part} {subject:?}: there is no text in it")),
            }
        }
        out
    }
}

/// Whether a text that begins with this line is one mail without an envelope.
fn is_mail(first: &str, text: &str) -> bool {
    let is_header = |line: &str| {
        let name = line.split_once(':').map_or("", |(name, _)| name);
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let head = text.lines().take(100).take_while(|line| !line.is_empty());
    let names: Vec<String> =
        head.filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_ascii_lowercase()).collect();
    is_header(first) && ["from", "date"].iter().all(|name| names.iter().any(|known| known == name))
}

/// The mails of a box, without their envelopes; the whole where there is none.
fn mails(text: &str) -> Vec<&str> {
    if !text.starts_with("From ") {
        return vec![text];
    }
    // An envelope follows an empty line and names a time; a sentence that begins with the word does not.
    let is_envelope = |at: &usize| {
        let line = text[*at..].lines().next().unwrap_or_default();
        let before = text[..at.saturating_sub(1)].trim_end_matches('\r');
        line.contains(':') && before.ends_with('\n')
    };
    let mut starts = vec![0];
    starts.extend(text.match_indices("\nFrom ").map(|(at, _)| at + 1).filter(is_envelope));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mails = starts.iter().zip(ends).map(|(start, end)| text[*start..end].split_once('\n'));
    mails.map(|mail| mail.map_or("", |(_, mail)| mail)).collect()
}

fn date(text: &str) -> Option<Timestamp> {
    // Many mails name the zone a second time, in words.
    let text = text.split('(').next().unwrap_or_default().trim();
    rfc2822::parse(text).ok().map(|at| at.timestamp())
}

/// A mail, or a part of one.
struct Part<'m> {
    headers: Vec<(String, String)>,
    body: &'m str,
}

impl<'m> Part<'m> {
    fn read(text: &'m str) -> Self {
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut rest = text;
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            let line = line.trim_end_matches('\r');
            if line.is_empty() {
                break;
            }
            match (line.starts_with([' ', '\t']), headers.last_mut(), line.split_once(':')) {
                (true, Some((_, value)), _) => *value += &format!(" {}", line.trim()),
                (false, _, Some((name, value))) => {
                    headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                }
                _ => {}
            }
        }
        Self { headers, body: rest }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Its text: the plain one, else the page's; attachments are not read.
    fn text(&self, depth: usize) -> Option<String> {
        let kind = self.header("content-type").unwrap_or("text/plain");
        let lower = kind.to_ascii_lowercase();
        if self.header("content-disposition").is_some_and(|how| how.starts_with("attachment")) || depth > DEEPEST {
            return None;
        }
        if lower.starts_with("multipart/") {
            let boundary = boundary(kind)?;
            let parts: Vec<Part<'_>> = self.parts(&boundary).into_iter().map(Part::read).collect();
            let is_page = |part: &&Part<'_>| {
                part.header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/html"))
            };
            let plain = parts.iter().filter(|part| !is_page(part)).find_map(|part| part.text(depth + 1));
            return plain.or_else(|| parts.iter().filter(is_page).find_map(|part| part.text(depth + 1)));
        }
        let encoding = self.header("content-transfer-encoding").unwrap_or_default().to_ascii_lowercase();
        let bytes = match encoding.as_str() {
            "base64" => base64(self.body),
            "quoted-printable" => quoted(self.body, false),
            _ => self.body.as_bytes().to_vec(),
        };
        let text = match (String::from_utf8(bytes), charset(kind)) {
            (Ok(text), None) => text,
            (Ok(text), Some(known)) if known == encoding_rs::UTF_8 => text,
            (read, known) => {
                let bytes = read.map_or_else(|e| e.into_bytes(), String::into_bytes);
                known.unwrap_or(encoding_rs::WINDOWS_1252).decode(&bytes).0.into_owned()
            }
        };
        match () {
            () if lower.starts_with("text/html") => Some(text_of(&text)),
            () if lower.starts_with("text/") => Some(text.lines().map(unquoted_from).collect::<Vec<_>>().join("\n")),
            () => None,
        }
    }

    fn parts(&self, boundary: &str) -> Vec<&'m str> {
        let mark = format!("--{boundary}");
        let mut pieces = self.body.split(&mark);
        pieces.next();
        let parts = pieces.take_while(|piece| !piece.starts_with("--"));
        parts.map(|piece| piece.trim_start_matches('\r').trim_start_matches('\n')).collect()
    }
}

/// A line that was marked so as not to look like the beginning of a mail.
fn unquoted_from(line: &str) -> &str {
    match line.trim_start_matches('>').starts_with("From ") {
        true => line.strip_prefix('>').unwrap_or(line),
        false => line,
    }
}

fn charset(kind: &str) -> Option<&'static encoding_rs::Encoding> {
    encoding_rs::Encoding::for_label(parameter(kind, "charset=")?.as_bytes())
}

fn boundary(kind: &str) -> Option<String> {
    parameter(kind, "boundary=")
}

fn parameter(kind: &str, name: &str) -> Option<String> {
    let at = kind.to_ascii_lowercase().find(name)? + name.len();
    let value = &kind[at..];
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => value.split([';', ' ']).next()?,
    };
    (!value.is_empty()).then(|| value.to_owned())
}

/// Bytes of base64; what is no letter of it is left out.
fn base64(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// Bytes of quoted-printable; in headers an underscore is a space.
fn quoted(text: &str, in_header: bool) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match bytes[at] {
            b'=' if bytes.get(at + 1) == Some(&b'\n') => at += 1,
            b'=' if bytes.get(at + 1..at + 3) == Some(b"\r\n") => at += 2,
            b'=' => match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                Some(byte) => {
                    out.push(byte);
                    at += 2;
                }
                None => out.push(b'='),
            },
            b'_' if in_header => out.push(b' '),
            byte => out.push(byte),
        }
        at += 1;
    }
    out
}

/// A header's words: `=?utf-8?Q?…?=` written out.
fn words(value: &str) -> String {
    let mut out = String::new();
    let mut rest = value;
    while let Some(at) = rest.find("=?") {
        let pieces: Vec<&str> = rest[at + 2..].splitn(4, '?').collect();
        let [charset, way, coded, after] = pieces[..] else { break };
        let Some(after) = after.strip_prefix('=') else { break };
        let bytes = match way {
            "B" | "b" => base64(coded),
            _ => quoted(coded, true),
        };
        let before = &rest[..at];
        // White space between two coded words is none.
        if !(out.is_empty() || before.trim().is_empty()) || out.is_empty() {
            out += before;
        }
        let known = encoding_rs::Encoding::for_label(charset.as_bytes()).unwrap_or(encoding_rs::UTF_8);
        out += &known.decode(&bytes).0;
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: &str = "From ana@example.com Thu Jan  1 10:00:00 2026\r\nFrom: Ana <ana@example.com>\r\nSubject: =?utf-8?Q?F=C3=A4hre?= =?iso-8859-1?Q?_f=FCr?= =?utf-8?B?IG1vcmdlbg==?=\r\n\
        Date: Thu, 1 Jan 2026 10:00:00 +0100 (CET)\r\nMessage-ID: <1@x>\r\nContent-Type: multipart/alternative;\r\n boundary=\"b1\"\r\n\r\n\
        --b1\r\nContent-Type: text/html\r\n\r\n<p>page</p>\r\n--b1\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        Die F=C3=A4hre geht um 8=\r\n Uhr.\r\n--b1--\r\n\nFrom bob@example.com Fri Jan  2 10:00:00 2026\nFrom: bob\nSubject: note\n\n>From here it is fine\n";

    #[test]
    fn mails_are_notes_with_subject_sender_and_date() {
        let out = MboxFormat.read(&super::super::read(BOX));
        assert_eq!(out.notes.len(), 2, "{out:?}");
        assert_eq!(out.notes[0].text, "Fähre für morgen\nFrom: Ana <ana@example.com>\n\nDie Fähre geht um 8 Uhr.");
        assert_eq!(out.notes[0].at.unwrap().to_string(), "2026-01-01T09:00:00Z");
        assert_eq!(out.notes[0].part, "<1@x>");
        assert!(out.notes[1].text.ends_with("From here it is fine"), "{}", out.notes[1].text);
    }

    #[test]
    fn a_mailbox_cut_anywhere_is_read_as_far_as_it_goes() {
        for cut in (0..BOX.len()).filter(|cut| BOX.is_char_boundary(*cut)) {
            MboxFormat.read(&super::super::read(&BOX[..cut]));
        }
    }
}
