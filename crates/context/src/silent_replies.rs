//! Small rules about what comes back from a run: an empty checklist, `HEARTBEAT_OK`, `NO_REPLY`.
//!
//! Pure text rules; sending or withholding a reply is the caller's.

use soulfile_vocabulary::markdown::Fences;

use crate::markdown::strip_comments;

/// What a model says when a heartbeat found nothing to report.
pub const HEARTBEAT_OK: &str = "HEARTBEAT_OK";
/// What a model says when nothing should be sent to the user.
pub const NO_REPLY: &str = "NO_REPLY";

/// Says whether a checklist holds nothing to do: only blank lines, headings, comments, fences or
/// empty list stubs. An empty checklist costs no model call.
pub fn heartbeat_is_empty(text: &str) -> bool {
    let mut comment = false;
    text.lines().all(|line| {
        let rest = strip_comments(line, &mut comment);
        is_nothing(rest.trim())
    })
}

/// What a checklist asks, item by item: list items and plain lines, without boxes and numbers. What is
/// ticked off, a heading, a comment or inside a fence asks nothing.
pub fn heartbeat_items(text: &str) -> Vec<String> {
    let (mut comment, mut fences) = (false, Fences::default());
    let mut items = Vec::new();
    for line in text.lines() {
        let line = strip_comments(line, &mut comment);
        let line = line.trim();
        if fences.enter(line) || is_nothing(line) {
            continue;
        }
        let item = line.trim_start_matches(['-', '*', '+']).trim();
        let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
        let item = match number.strip_prefix(['.', ')']) {
            Some(rest) if number.len() < item.len() && rest.starts_with(' ') => rest.trim(),
            _ => item,
        };
        if item.starts_with("[x]") || item.starts_with("[X]") {
            continue;
        }
        items.push(item.strip_prefix("[ ]").unwrap_or(item).trim().to_owned());
    }
    items
}

fn is_nothing(line: &str) -> bool {
    let heading = line.starts_with('#') && line.trim_start_matches('#').starts_with([' ', '\t'])
        || !line.is_empty() && line.bytes().all(|b| b == b'#');
    if line.is_empty() || heading || line.starts_with("```") || line.starts_with("~~~") {
        return true;
    }
    let stub = line.trim_start_matches(['-', '*', '+']).trim();
    let stub = match stub.strip_prefix("[ ]").or_else(|| stub.strip_prefix("[x]")).or_else(|| stub.strip_prefix("[X]"))
    {
        Some(rest) => rest.trim(),
        None => stub,
    };
    stub.is_empty() || numbered_stub(stub)
}

fn numbered_stub(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    digits.len() < text.len() && matches!(digits, "." | ")")
}

/// What a heartbeat reply amounts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeartbeatReply {
    /// Nothing to tell; do not deliver.
    Quiet,
    /// Something to deliver, with the acknowledgement taken off either edge.
    Report(String),
}

/// Reads a heartbeat reply. `HEARTBEAT_OK` counts at either edge, also inside markup
/// (`**HEARTBEAT_OK**`, `<b>HEARTBEAT_OK</b>`); in the middle of a sentence it is only a word.
pub fn read_heartbeat_reply(reply: &str) -> HeartbeatReply {
    let mut text = reply.trim();
    let mut acknowledged = false;
    while let Some(rest) = strip_edge(text, HEARTBEAT_OK) {
        acknowledged = true;
        text = rest;
    }
    let left = text.trim_matches(is_markup_or_space);
    if left.is_empty() && (acknowledged || reply.trim().is_empty()) {
        HeartbeatReply::Quiet
    } else {
        HeartbeatReply::Report(text.trim().to_owned())
    }
}

/// Takes `NO_REPLY` off a reply: nothing is left when it is the whole message, a trailing one is
/// stripped, one anywhere else stays text.
pub fn deliverable(reply: &str) -> Option<String> {
    let text = reply.trim();
    if bare(text) == NO_REPLY {
        return None;
    }
    let mut left = text;
    while let Some(rest) = strip_end(left, NO_REPLY) {
        left = rest;
    }
    (!left.trim().is_empty()).then(|| left.trim_end().to_owned())
}

fn strip_edge<'a>(text: &'a str, token: &str) -> Option<&'a str> {
    strip_start(text, token).or_else(|| strip_end(text, token))
}

fn strip_start<'a>(text: &'a str, token: &str) -> Option<&'a str> {
    let inner = skip_markup(text);
    let rest = inner.strip_prefix(token)?;
    let next = rest.chars().next();
    if next.is_some_and(is_word) {
        return None;
    }
    let rest = rest.trim_start_matches(['*', '_', '`', '~', '.', '!', ':', ',', ';']);
    Some(skip_closing_tags(rest).trim_start())
}

fn strip_end<'a>(text: &'a str, token: &str) -> Option<&'a str> {
    let mut inner = text.trim_end();
    loop {
        let shorter = inner.trim_end_matches(is_markup_or_space).trim_end_matches(['.', '!']);
        let shorter = match shorter.strip_suffix('>').and_then(|s| s.rfind("</").map(|at| &s[..at])) {
            Some(before) => before,
            None => shorter,
        };
        if shorter.len() == inner.len() {
            break;
        }
        inner = shorter;
    }
    let rest = inner.strip_suffix(token).or_else(|| {
        // A token made of word characters may have lost its edge to the markup trim above.
        text.trim_end().strip_suffix(token)
    })?;
    if rest.chars().next_back().is_some_and(is_word) {
        return None;
    }
    let mut rest = rest.trim_end_matches(['*', '`', '~']);
    while let Some(open) = rest.strip_suffix('>').and_then(|s| s.rfind('<').map(|at| &s[..at])) {
        rest = open;
    }
    Some(rest.trim_end())
}

fn skip_markup(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let trimmed = rest.trim_start_matches(['*', '_', '`', '~', ' ', '\n']);
        let trimmed = match trimmed.strip_prefix('<').and_then(|s| s.find('>').map(|at| &s[at + 1..])) {
            Some(after) => after,
            None => trimmed,
        };
        if trimmed.len() == rest.len() {
            return rest;
        }
        rest = trimmed;
    }
}

fn skip_closing_tags(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest.trim_start().strip_prefix("</").and_then(|s| s.find('>').map(|at| &s[at + 1..])) {
        rest = after;
    }
    rest
}

fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| is_markup_or_space(c) && c != '_').trim_matches(['.', '!'])
}

fn is_markup_or_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`' | '~' | '"' | '\'')
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checklist_is_read_item_by_item() {
        let text = "# HEARTBEAT.md\n\n<!-- how to:\n- not this -->\n- Check the backup server.\n\
            2. [ ] Look for urgent items.\n- [x] Done already.\n```\n- an example\n```\n-\nWater the plants.\n";
        let items = ["Check the backup server.", "Look for urgent items.", "Water the plants."];
        assert_eq!(heartbeat_items(text), items);
        assert!(heartbeat_items("# HEARTBEAT.md\n\n- [ ]\n").is_empty());
    }

    #[test]
    fn a_checklist_of_stubs_and_comments_is_empty() {
        for empty in [
            "",
            "# HEARTBEAT.md\n\n<!-- add checks here -->\n",
            "## Checks\n- \n* [ ]\n1.\n+\n",
            "```\n```\n",
            "<!-- over\nlines -->\n#\n",
        ] {
            assert!(heartbeat_is_empty(empty), "{empty:?}");
        }
        for full in ["- check mail", "#hashtag", "text", "<!-- a --> do it", "1. look"] {
            assert!(!heartbeat_is_empty(full), "{full:?}");
        }
    }

    #[test]
    fn an_acknowledgement_counts_at_either_edge_and_inside_markup() {
        for quiet in [
            "HEARTBEAT_OK",
            " **HEARTBEAT_OK** ",
            "<b>HEARTBEAT_OK</b>",
            "`HEARTBEAT_OK`",
            "HEARTBEAT_OK.",
            "HEARTBEAT_OK\nHEARTBEAT_OK",
        ] {
            assert_eq!(read_heartbeat_reply(quiet), HeartbeatReply::Quiet, "{quiet:?}");
        }
        let report = |text: &str| HeartbeatReply::Report(text.to_owned());
        assert_eq!(read_heartbeat_reply("HEARTBEAT_OK\nDisk is 91 % full."), report("Disk is 91 % full."));
        assert_eq!(read_heartbeat_reply("Disk is 91 % full.\n\nHEARTBEAT_OK"), report("Disk is 91 % full."));
        assert_eq!(read_heartbeat_reply("say HEARTBEAT_OK to me"), report("say HEARTBEAT_OK to me"));
        assert_eq!(read_heartbeat_reply("HEARTBEAT_OKAY then"), report("HEARTBEAT_OKAY then"));
    }

    #[test]
    fn no_reply_hides_only_a_whole_message() {
        assert_eq!(deliverable("NO_REPLY"), None);
        assert_eq!(deliverable(" **NO_REPLY**\n"), None);
        assert_eq!(deliverable("Saved three notes.\nNO_REPLY").as_deref(), Some("Saved three notes."));
        assert_eq!(deliverable("NO_REPLY is what I would say.").as_deref(), Some("NO_REPLY is what I would say."));
        assert_eq!(deliverable("  "), None);
        assert_eq!(deliverable("hello").as_deref(), Some("hello"));
    }
}
