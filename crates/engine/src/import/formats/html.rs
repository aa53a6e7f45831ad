//! Web pages: their text, without scripts, styles and marks.

use jiff::Timestamp;

use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat, moment};

pub(super) struct WebPage;

/// Elements whose content is not text.
const UNREAD: [&str; 5] = ["script", "style", "template", "noscript", "svg"];
/// Elements that begin a line.
const BLOCKS: [&str; 24] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "header",
    "footer",
    "pre",
    "blockquote",
    "hr",
    "title",
    "dd",
    "dt",
];

impl ImportFormat for WebPage {
    fn name(&self) -> &'static str {
        "web page"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let start: String = file.text.trim_start_matches('\u{feff}').trim_start().chars().take(400).collect();
        let start = start.to_ascii_lowercase();
        start.starts_with("<!doctype html") || start.contains("<html")
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        let text = text_of(file.text);
        match text.is_empty() {
            true => out.left_out.push("there is no text in it".to_owned()),
            false => {
                let at = published(file.text);
                out.notes.push(ForeignNote { part: String::new(), text, at, tags: Vec::new() });
            }
        }
        out
    }
}

/// When a page says that it was published.
fn published(page: &str) -> Option<Timestamp> {
    let at = ["article:published_time", "datePublished", "dcterms.created"].iter().find_map(|name| page.find(name))?;
    let tag = &page[at..at + page[at..].find('>')?];
    let value = tag.split_once("content=")?.1.trim_start_matches(['"', '\'']);
    moment(&value.split(['"', '\'']).next()?.into())
}

/// The text of a page, a line per block.
pub(super) fn text_of(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        out += &entities(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let name: String = rest[1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        if name.is_empty() && !rest.starts_with("<!") && !rest.starts_with("<?") {
            // No element: a text that holds the sign.
            out.push('<');
            rest = &rest[1..];
            continue;
        }
        let Some(end) = rest.find('>') else { break };
        let closes = rest.starts_with("</");
        rest = &rest[end + 1..];
        if BLOCKS.contains(&name.as_str()) {
            out.push('\n');
        }
        if !closes && UNREAD.contains(&name.as_str()) {
            rest = after_unread(rest, &name);
        }
    }
    if !rest.starts_with('<') {
        out += &entities(rest);
    }
    let lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What follows the content of an element that is not text: its closing tag first.
fn after_unread<'p>(text: &'p str, name: &str) -> &'p str {
    let closes = |at: &usize| {
        let tag = text.as_bytes().get(at + 2..at + 2 + name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()))
    };
    text.match_indices("</").map(|(at, _)| at).find(closes).map_or("", |at| &text[at..])
}

/// Text with its entities written out.
fn entities(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let known = end.and_then(|end| entity(&rest[1..end]).map(|c| (c, end)));
        match known {
            Some((c, end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "rsquo" => '’',
        "lsquo" => '‘',
        "rdquo" => '”',
        "ldquo" => '“',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_scripts_are_not() {
        let page = "<!DOCTYPE html><html><head><title>Trip</title><script>if (a < b) alert('x')</script>\
                    <style>p { }</style></head><body><h1>Pico</h1><!-- <p>no --><p>Ferry at 8&nbsp;&amp; back &#x1F6A2; a < b</p></body>";
        assert_eq!(text_of(page), "Trip\nPico\nFerry at 8 & back 🚢 a < b");
        let dated = format!("<meta property=\"article:published_time\" content=\"2024-05-14T09:30:00Z\">{page}");
        assert_eq!(published(&dated).unwrap().to_string(), "2024-05-14T09:30:00Z");
        for cut in 0..page.len() {
            if page.is_char_boundary(cut) {
                text_of(&page[..cut]);
            }
        }
    }
}
