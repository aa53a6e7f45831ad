//! The sentence a result says, without the marks it is stored with.

use soulfile_api::RecallHit;
use soulfile_memory::comment::without_comments;
use soulfile_vocabulary::Store;

/// The sentence a snippet of a store says, as it is stored: no Markdown, no block or label before it. `None` when it is
/// only a title or a mark.
fn statement(store: Store, snippet: &str) -> Option<String> {
    let text = plain_text(snippet);
    let text = match store {
        Store::Core => without_block(&text),
        Store::Semantic => without_label(&text),
        _ => text,
    };
    // "Leo relates to mia" says nothing.
    let bare_edge = store == Store::Semantic && text.contains(" relates to ") && text.split_whitespace().count() <= 8;
    let empty = text.chars().filter(|c| c.is_alphanumeric()).count() < 2;
    (!bare_edge && !empty).then_some(text)
}

/// The sentence a result says, as it is stored: no Markdown, no block or label before it. `None` when it is only a
/// title or a mark.
pub fn hit_statement(hit: &RecallHit) -> Option<String> {
    statement(hit.store, &hit.snippet)
}

/// Markdown as plain text on one line: no comments, headings, bullets or marks.
pub fn plain_text(text: &str) -> String {
    let text = without_strong(&without_links(&without_comments(text)));
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#') && !line.starts_with("---"))
        .map(|line| line.trim_start_matches(['-', '*', '>']).trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `[[person--bo|Bo]]` as what it shows.
fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        out += before;
        let Some((link, behind)) = after.split_once("]]").filter(|(link, _)| !link.is_empty() && !link.contains(']'))
        else {
            out += "[[";
            rest = after;
            continue;
        };
        match link.split_once('|') {
            Some((_, shown)) => out += shown,
            None => {
                let typed = |kind: &&str| kind.chars().all(|c| c.is_alphanumeric() || c == '_');
                let name = link.split_once("--").filter(|(kind, _)| typed(kind)).map_or(link, |(_, name)| name);
                out += &name.replace('-', " ");
            }
        }
        rest = behind;
    }
    out + rest
}

/// `**Name:** Sam` without the stars.
fn without_strong(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("**") {
        out += before;
        match after.split_once("**").filter(|(strong, _)| !strong.is_empty() && !strong.contains('*')) {
            Some((strong, behind)) => {
                out += strong;
                rest = behind;
            }
            None => {
                out += "**";
                rest = after;
            }
        }
    }
    out + rest
}

/// `Identity: User likes tea.` without the block it stands in.
fn without_block(text: &str) -> String {
    let blocks = ["Identity: ", "Active Context: ", "Persona: ", "Critical Facts: "];
    let rest = blocks.iter().find_map(|block| text.strip_prefix(block));
    rest.unwrap_or(text).to_owned()
}

/// `Alice: Alice leads Heron.` without the name said twice; `Alice: Develops heron` as a sentence.
fn without_label(text: &str) -> String {
    let Some((label, rest)) = text.split_once(": ") else { return text.to_owned() };
    if label == "User" || rest.to_lowercase().contains(&label.to_lowercase()) {
        return rest.to_owned();
    }
    match rest.split_once(' ') {
        Some((verb, object)) if verb.ends_with('s') && verb.chars().next().is_some_and(char::is_uppercase) => {
            format!("{label} {} {object}", verb.to_lowercase())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_a_sentence() {
        assert_eq!(plain_text("- User likes tea. <!-- source:x -->"), "User likes tea.");
        assert_eq!(plain_text("# person--alice\n\n<!-- Type: person -->"), "");
        assert_eq!(plain_text("- **Name:** Sam"), "Name: Sam");
        assert_eq!(plain_text("2 ** 3 is [[ eight"), "2 ** 3 is [[ eight");
        assert_eq!(
            plain_text("Alice leads [[project--blue-heron]] with [[person--bo|Bo]]"),
            "Alice leads blue heron with Bo"
        );
        assert_eq!(without_label("Alice: Develops heron"), "Alice develops heron");
        assert_eq!(without_label("Alice: Alice plays the cello."), "Alice plays the cello.");
        assert_eq!(without_block("Identity: User likes tea."), "User likes tea.");
    }
}
