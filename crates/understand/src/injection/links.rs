//! Links that carry data away: an address with a gap that the reader is to fill with private things.
//!
//! Addresses are walked by hand. A gap may hold spaces, which no address does, and the words in it say what it is for.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

use super::{Sign, floor, orders};

/// Where an address stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In a picture or a tag, and thus loaded without a click.
    Loaded,
    /// In a tag that is clicked.
    Tag,
    /// In a link or in plain words.
    Plain,
}

/// What a gap may ask for.
static PRIVATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"memor|secret|history|prompt|conversation|chat|password|token|private|contact|notes?\b|user|owner|data|vault|soul|key|email|inbox|name|context|content|summary|session|cookie|leak|info|answer|reply|profile|phone|address|用户|记忆|聊天|对话|密码|you know|calendar|appointment|message|diary|transcript",
    )
});

/// Says that the gaps of a link are to be filled.
static FILL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:fill in|replac\w+|substitut\w+|insert|with (?:the|your)|where .{0,20} is|render|load|fetch|open|visit|show|display|include|assistant|append|encode|you know|the user)\b|加载|打开|访问|回复中|回答中|图片",
    )
});

/// A gap is no longer than this.
const LONGEST_GAP: usize = 90;

/// How far around an address its words are looked for.
const REACH: usize = 300;

/// Scans `text`; `visible` is the same without quotations and code.
pub(super) fn scan(text: &str, visible: &str, found: &mut Vec<Sign>) {
    if !text.contains("//") {
        return;
    }
    let pictured = text.contains("![");
    let fills = LazyCell::new(|| FILL.is_match(visible));
    let mut from = 0;
    while let Some(at) = text[from..].find("//").map(|at| from + at) {
        from = at + 2;
        let letters = text[..at].bytes().rev().skip(1).take(6).take_while(u8::is_ascii_alphabetic).count();
        let scheme = if text[..at].ends_with(':') { letters + 1 } else { 0 };
        // "](//host/…" takes the scheme of the page.
        let bare = text[..at].ends_with("](") || text[..at].ends_with("=\"");
        if !text[at - scheme..at].starts_with("http") && !bare {
            continue;
        }
        let span = at - scheme..at + 2 + length(&text[at + 2..]);
        from = span.end;
        let shown = visible.get(span.clone()).unwrap_or("");
        let place = place(&text[floor(text, span.start.saturating_sub(REACH))..span.start], pictured);
        // Tags stand in quotation marks without being quoted.
        let own = shown.contains("//") || place != Place::Plain && shown.chars().any(char::is_alphanumeric);
        if own && carries(text, &span, place, || *fills) && !orders::is_account(line_before(text, span.start)) {
            found.push(("markdown_exfil", span, true));
        }
    }
}

/// How long an address is, with the gaps in it.
fn length(rest: &str) -> usize {
    let mut end = 0;
    while let Some(c) = rest[end..].chars().next() {
        let gap = match c {
            '[' => ']',
            '{' => '}',
            '<' => '>',
            '(' => ')',
            c if c.is_whitespace() || matches!(c, ')' | '"' | '\'' | '>' | '`' | ']' | '\u{1}') => break,
            _ => ' ',
        };
        let gapped = rest[..end].ends_with(['=', '/', '?', '&', '#', '.', '-', '_', '{', '[']);
        if gap != ' ' && gapped {
            let close = rest[end..].char_indices().take(LONGEST_GAP).find(|(_, d)| *d == gap || *d == '\n');
            match close {
                Some((at, d)) if d == gap => {
                    end += at + d.len_utf8();
                    continue;
                }
                _ => break,
            }
        }
        if gap != ' ' && matches!(c, '<' | '(') {
            break;
        }
        end += c.len_utf8();
    }
    end
}

fn place(before: &str, pictured: bool) -> Place {
    let bare = before.trim_end_matches(['"', '\'', ' ', '<']);
    if let Some(label) = bare.strip_suffix("](") {
        let open = label.rfind('[').unwrap_or(0);
        return if bare[..open].ends_with('!') { Place::Loaded } else { Place::Plain };
    }
    if bare.ends_with("]:") && pictured || bare.ends_with("src=") || bare.ends_with("url(") {
        return Place::Loaded;
    }
    if bare.ends_with("]:") && (bare.starts_with('[') || bare.contains("\n[")) {
        return Place::Tag;
    }
    if bare.ends_with("href=") || bare.ends_with("action=") {
        let tag = bare.rfind('<').map_or("", |at| &bare[at..]);
        return if tag.starts_with("<link") { Place::Loaded } else { Place::Tag };
    }
    Place::Plain
}

fn carries(text: &str, span: &Range<usize>, place: Place, fills: impl Fn() -> bool) -> bool {
    let url = &text[span.clone()];
    // Words of Chinese in the address of a picture are no address.
    let han = url.find(soulfile_text::script::is_han).is_some_and(|at| url[..at].ends_with('='));
    if place == Place::Loaded && han {
        return true;
    }
    let rest = sentence_after(text, span.end);
    let joined = [" followed by", " plus ", " and then ", " + "].iter().any(|word| rest.starts_with(word));
    let fed = || {
        ["put", "add", "append", "fill", "insert", "value", "paste", "encode", "set to", "attach"]
            .iter()
            .any(|word| rest.contains(word))
    };
    if (is_open(url) && fed() || joined) && asks_for_private(rest) {
        return true;
    }
    gaps(url).into_iter().any(|gap| {
        let words = gap.split_whitespace().count();
        PRIVATE.is_match(gap)
            && (place != Place::Plain
                || words >= 3 && !gap.contains("your ")
                || words == 2 && url.contains('?') && !gap.contains("your ")
                || fills())
    })
}

/// Whether an address ends where a value would follow.
fn is_open(url: &str) -> bool {
    url.contains('?') && url.trim_end_matches(['.', '…']).ends_with('=')
}

/// Whether the words after an open address say that private things are to follow it.
fn asks_for_private(rest: &str) -> bool {
    static WHAT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:you (?:know|have|remember|hold|store)|the (?:user|owner|human)|memor(?:y|ies)|history|conversation|chat|transcript|contacts|inbox|calendar|notes|passwords?|credentials|secrets?|system prompt|vault|[a-z_]+_(?:key|token|secret))\b",
        )
    });
    WHAT.is_match(rest)
}

fn sentence_after(text: &str, at: usize) -> &str {
    let rest = &text[at..floor(text, at + REACH)];
    &rest[..rest.find(['!', '?', '\n']).or_else(|| rest.find(". ")).unwrap_or(rest.len())]
}

fn line_before(text: &str, at: usize) -> &str {
    let from = floor(text, at.saturating_sub(REACH));
    let from = text[from..at].rfind('\n').map_or(from, |n| from + n + 1);
    let from = text[from..at].rfind(". ").map_or(from, |n| from + n + 2);
    &text[from..at]
}

/// What stands in the gaps of an address: in brackets, or as the name of a value in its place.
fn gaps(url: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(at) = url[from..].find(['[', '{', '<', '(', '=', '$', '%']).map(|at| from + at) {
        let rest = &url[at + 1..];
        let close = match url.as_bytes()[at] {
            b'[' => Some(']'),
            b'{' => Some('}'),
            b'<' => Some('>'),
            b'(' => Some(')'),
            _ => None,
        };
        let end = match close {
            Some(close) => rest.find(close).unwrap_or(rest.len()),
            None => rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len()),
        };
        let gap = &rest[..end];
        let letters = gap.bytes().filter(u8::is_ascii_alphabetic).count();
        // A value that is the name of one: `HISTORY`, `chat_log`. Numbers and names in small letters are values.
        let name = letters >= 4 && gap.bytes().all(|b| !b.is_ascii_lowercase())
            || gap.len() >= 4 && gap.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if close.is_some() && end > 1 || close.is_none() && name {
            out.push(gap);
        }
        from = at + 1;
        if close.is_some() {
            from += end;
        }
    }
    out
}
