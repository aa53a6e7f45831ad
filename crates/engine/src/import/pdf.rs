//! The text of PDF files, page by page, and what of them could not be read.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use lopdf::{Document, LoadOptions, Object};

/// Most bytes one stream of a file may unpack to, and all pages of it together.
const MOST_UNPACKED: usize = 32 * 1024 * 1024;
/// Most pages that are read.
const MOST_PAGES: usize = 5000;

/// What was read of a file.
pub struct PdfText {
    pub title: Option<String>,
    pub text: String,
    pub at: Option<Timestamp>,
    /// What was not read, and why.
    pub left_out: Vec<String>,
}

/// Reads a file; the error says why nothing of it was read.
pub fn read(bytes: &[u8]) -> Result<PdfText, String> {
    // The reader is another's, and the file may be anybody's: a panic of it is a file that cannot be read.
    let reading = std::panic::AssertUnwindSafe(|| text_of(bytes));
    std::panic::catch_unwind(reading).unwrap_or_else(|_| Err("a PDF that cannot be read".to_owned()))
}

fn text_of(bytes: &[u8]) -> Result<PdfText, String> {
    let options = LoadOptions { max_decompressed_size: Some(MOST_UNPACKED), ..LoadOptions::default() };
    let document =
        Document::load_mem_with_options(bytes, options).map_err(|e| format!("a PDF that cannot be read: {e}"))?;
    if document.is_encrypted() {
        return Err("a PDF that is encrypted; save it without a password first".to_owned());
    }
    let mut pages: Vec<u32> = document.get_pages().keys().copied().collect();
    let mut left_out = Vec::new();
    if pages.len() > MOST_PAGES {
        left_out.push(format!("pages after the {MOST_PAGES}th are not read"));
        pages.truncate(MOST_PAGES);
    }
    let (mut text, mut silent, mut left) = (String::new(), Vec::new(), MOST_UNPACKED);
    for page in pages {
        let read = match left {
            0 => Err("the file unpacks to too much".to_owned()),
            _ => document.extract_text_with_limit(&[page], left).map_err(|e| e.to_string()),
        };
        match read {
            Ok(words) if words.trim().is_empty() => silent.push(page.to_string()),
            Ok(words) => {
                left = left.saturating_sub(words.len());
                text += &format!("{}\n\n", tidy(&words));
            }
            Err(why) => left_out.push(format!("page {page}: {why}")),
        }
    }
    if !silent.is_empty() {
        let pages = silent.join(", ");
        left_out.push(format!("page {pages}: there is no text on it (a picture, or letters without their meaning)"));
    }
    Ok(PdfText { title: info(&document, b"Title"), text: text.trim().to_owned(), at: date(&document), left_out })
}

/// Without control characters and without runs of blanks, which a layout leaves.
fn tidy(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = lines.map(|line| line.chars().filter(|c| !c.is_control()).collect::<String>());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn info(document: &Document, name: &[u8]) -> Option<String> {
    let info = document.trailer.get(b"Info").ok()?;
    let info = match info {
        Object::Reference(id) => document.get_dictionary(*id).ok()?,
        other => other.as_dict().ok()?,
    };
    let value = info.get(name).ok()?.as_str().ok()?;
    let text = match value {
        [0xfe, 0xff, rest @ ..] => {
            let units: Vec<u16> = rest.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        other => super::formats::decoded(other.to_vec()),
    };
    let text: String = text.trim().chars().filter(|c| !c.is_control()).take(300).collect();
    // What a program writes where nobody gave a title.
    (!text.is_empty() && !text.eq_ignore_ascii_case("untitled")).then_some(text)
}

/// When it was made: `D:20240514093000+02'00'`.
fn date(document: &Document) -> Option<Timestamp> {
    moment(&info(document, b"CreationDate")?)
}

fn moment(text: &str) -> Option<Timestamp> {
    let text = text.strip_prefix("D:").unwrap_or(text);
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<i16>().ok());
    let small = |from: usize, to: usize| number(from, to).map(|value| value as i8);
    let (year, month, day) = (number(0, 4)?, small(4, 6).unwrap_or(1), small(6, 8).unwrap_or(1));
    let time = (small(8, 10).unwrap_or(0), small(10, 12).unwrap_or(0), small(12, 14).unwrap_or(0));
    let at = DateTime::new(year, month, day, time.0, time.1, time.2, 0).ok()?;
    let sign = match text.as_bytes().get(14) {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => 0,
    };
    let zone = i32::from(number(15, 17).unwrap_or(0)) * 3600 + i32::from(number(18, 20).unwrap_or(0)) * 60;
    let zone = TimeZone::fixed(Offset::from_seconds(sign * zone).ok()?);
    Some(at.to_zoned(zone).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of two pages, the second a picture only.
    const FILE: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n\
        4 0 obj<</Length 61>>stream\nBT /F1 12 Tf 20 200 Td (The ferry to Pico leaves at eight.) Tj ET\nendstream endobj\n\
        5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj\n\
        6 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\n\
        7 0 obj<</Title(Azores)/CreationDate(D:20240514093000+02'00')>>endobj\ntrailer<</Root 1 0 R/Info 7 0 R/Size 8>>\n%%EOF\n";

    #[test]
    fn text_title_and_date_are_read_and_silent_pages_are_told() {
        let read = read(FILE.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(read.text, "The ferry to Pico leaves at eight.");
        assert_eq!(read.title.as_deref(), Some("Azores"));
        assert_eq!(read.at.unwrap().to_string(), "2024-05-14T07:30:00Z");
        assert_eq!(read.left_out.len(), 1);
        assert!(read.left_out[0].starts_with("page 2: there is no text"), "{:?}", read.left_out);
    }

    #[test]
    fn a_file_cut_anywhere_is_read_or_refused() {
        for cut in (0..FILE.len()).step_by(7) {
            let _ = super::read(&FILE.as_bytes()[..cut]);
        }
    }
}
