//! Trailing metadata comments: `- readable text <!-- id:f3 since:2026-02-02 -->`.
//!
//! Owns splitting a line into what people read and the comments after it, and reading or patching
//! `key:value` words inside one. Words it does not know, and whole comments that are not made of such words, stay
//! byte for byte.

use std::borrow::Cow;
use std::ops::Range;

use crate::escape::comment_text;

/// Splits trailing comments off `text`: the visible part without white space at its end, and
/// the comments in order. A `\<!--` is text, not a comment.
pub fn split_trailing(text: &str) -> (&str, Vec<Comment<'_>>) {
    let mut visible = text.trim_end();
    let mut comments = Vec::new();
    while let Some(body_end) = visible.strip_suffix("-->").map(str::len) {
        let Some(open) = visible[..body_end].rfind("<!--") else {
            break;
        };
        if visible[..open].ends_with('\\') {
            break;
        }
        comments.push(Comment { range: open..visible.len(), inner: &visible[open + 4..body_end] });
        visible = visible[..open].trim_end();
    }
    comments.reverse();
    (visible, comments)
}

/// What people read of a text, wherever comments stand in it.
pub fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += part.split_once("-->").map_or(part, |(_, after)| after);
    }
    out
}

/// One comment and where it stands in the text it was split from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment<'t> {
    /// The comment with its delimiters.
    pub range: Range<usize>,
    /// What stands between the delimiters.
    pub inner: &'t str,
}

/// The `key:value` words of a metadata comment, in the order they were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MetadataWords {
    words: Vec<(Cow<'static, str>, Option<String>)>,
}

/// Keys that stand on nearly every line.
const KEYS: [&str; 8] = ["id", "since", "until", "confidence", "source", "scope", "trust", "superseded-by"];

fn key_of(text: &str) -> Cow<'static, str> {
    match KEYS.iter().find(|key| **key == text) {
        Some(key) => Cow::Borrowed(key),
        None => Cow::Owned(text.to_owned()),
    }
}

impl MetadataWords {
    /// Reads the inside of a comment. `None` when it holds anything but `key:value` words and
    /// single flags such as `pinned`: then it is somebody's remark and none of ours.
    pub fn parse(inner: &str) -> Option<MetadataWords> {
        let mut words = Vec::new();
        let mut rest = inner.trim();
        while !rest.is_empty() {
            let key_end =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')).unwrap_or(rest.len());
            if key_end == 0 {
                return None;
            }
            let mut key = key_of(&rest[..key_end]);
            if key.bytes().any(|byte| byte.is_ascii_uppercase()) {
                key = key_of(&key.to_ascii_lowercase());
            }
            rest = &rest[key_end..];
            let value = match rest.strip_prefix(':') {
                None => None,
                Some(after) => {
                    let (value, remaining) = take_value(after)?;
                    rest = remaining;
                    Some(value)
                }
            };
            if !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
                return None;
            }
            rest = rest.trim_start();
            words.push((key, value));
        }
        let ours = words.iter().any(|(key, value)| value.is_some() || is_flag(key))
            && words.iter().all(|(key, value)| value.is_some() || is_flag(key));
        ours.then_some(MetadataWords { words })
    }

    /// The value of `key`; the first one wins.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.words.iter().find(|(name, _)| name == key).and_then(|(_, value)| value.as_deref())
    }

    /// Every value given for `key`.
    pub fn all<'w>(&'w self, key: &'w str) -> impl Iterator<Item = &'w str> {
        self.words.iter().filter(move |(name, _)| name == key).filter_map(|(_, value)| value.as_deref())
    }

    /// Says whether the flag or key is there.
    pub fn has(&self, key: &str) -> bool {
        self.words.iter().any(|(name, _)| name == key)
    }

    /// Sets `key`, in place when it is there already, else at the end.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        let value = Some(value.into());
        match self.words.iter_mut().find(|(name, _)| name == key) {
            Some(word) => word.1 = value,
            None => self.words.push((key_of(key), value)),
        }
    }

    /// Sets a flag without a value.
    pub fn flag(&mut self, key: &str) {
        if !self.has(key) {
            self.words.push((key_of(key), None));
        }
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: &str) {
        self.words.retain(|(name, _)| name != key);
    }

    /// The words other than `known`, as `(key, value)`.
    pub fn others(&self, known: &[&str]) -> Vec<(String, Option<String>)> {
        let others = self.words.iter().filter(|(key, _)| !known.contains(&key.as_ref()));
        others.map(|(key, value)| (key.to_string(), value.clone())).collect()
    }

    /// Says whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Writes the whole comment; empty text when there are no words.
    pub fn render(&self) -> String {
        if self.words.is_empty() {
            return String::new();
        }
        let words: Vec<String> = self
            .words
            .iter()
            .map(|(key, value)| match value {
                None => key.to_string(),
                Some(value) => format!("{key}:{}", quote(value)),
            })
            .collect();
        format!("<!-- {} -->", words.join(" "))
    }
}

/// Gives a word of the comments behind a line another value, or takes it out. One that is not there goes after the
/// word `after`, or into a comment of its own.
pub(crate) fn set_word(comments: &str, key: &str, value: Option<&str>, after: &str) -> String {
    let word = value.map(|value| format!(" {key}:{}", quote(value)));
    match (find_word(comments, key), find_word(comments, after), word) {
        (Some((at, end)), _, word) => {
            let word = word.unwrap_or_default();
            format!("{}{word}{}", &comments[..at], &comments[end..]).replace(" <!-- -->", "")
        }
        (None, Some((_, end)), Some(word)) => format!("{}{word}{}", &comments[..end], &comments[end..]),
        (None, None, Some(word)) => format!("{comments} <!--{word} -->"),
        (None, _, None) => comments.to_owned(),
    }
}

/// Where a word with its value begins, with the space before it, and ends.
fn find_word(comments: &str, key: &str) -> Option<(usize, usize)> {
    let mark = format!(" {key}:");
    let at = comments.find(&mark)?;
    let (_, rest) = take_value(&comments[at + mark.len()..])?;
    Some((at, comments.len() - rest.len()))
}

fn is_flag(key: &str) -> bool {
    matches!(key, "pinned" | "pin")
}

fn take_value(after: &str) -> Option<(String, &str)> {
    let Some(quoted) = after.strip_prefix('"') else {
        let end = after.find(char::is_whitespace).unwrap_or(after.len());
        return (end > 0).then(|| (after[..end].to_owned(), &after[end..]));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, &quoted[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            _ => value.push(c),
        }
    }
    None
}

fn quote(value: &str) -> String {
    let value = comment_text(value);
    let plain = !value.is_empty() && !value.starts_with('"') && !value.contains(char::is_whitespace);
    if plain {
        return value;
    }
    // Escaping a `\` or `"` cannot bring back a `-->`.
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_set_replaced_or_taken_out() {
        let source = |comments: &str, value| set_word(comments, "source", value, "id");
        assert_eq!(source("", Some("a b")), " <!-- source:\"a b\" -->");
        assert_eq!(source(" <!-- source:\"a b\" trust:web -->", Some("c")), " <!-- source:c trust:web -->");
        assert_eq!(source(" <!-- source:a --> <!-- pinned -->", None), " <!-- pinned -->");
        assert_eq!(source(" <!-- pinned -->", None), " <!-- pinned -->");
        let trust = |comments: &str, value| set_word(comments, "trust", value, "source");
        assert_eq!(trust(" <!-- source:a pinned -->", Some("web")), " <!-- source:a trust:web pinned -->");
        assert_eq!(trust(" <!-- source:a trust:web -->", None), " <!-- source:a -->");
    }

    #[test]
    fn only_comments_are_taken_out() {
        assert_eq!(without_comments("a <!-- x -->b<!-- y --> c"), "a b c");
        assert_eq!(without_comments("staging --> production <!-- x -->"), "staging --> production ");
        assert_eq!(without_comments("a <!-- never closed"), "a  never closed");
    }
    use proptest::prelude::*;

    #[test]
    fn trailing_comments_are_split_and_escaped_ones_are_text() {
        let (text, comments) = split_trailing("a fact <!-- importance: high --> <!-- id:f1 -->  ");
        assert_eq!(text, "a fact");
        let inner: Vec<&str> = comments.iter().map(|c| c.inner).collect();
        assert_eq!(inner, [" importance: high ", " id:f1 "]);
        assert_eq!(split_trailing("a \\<!-- id:f1 -->").0, "a \\<!-- id:f1 -->");
        assert_eq!(split_trailing("-->").0, "-->");
    }

    #[test]
    fn foreign_remarks_are_not_words() {
        assert!(MetadataWords::parse(" importance: high ").is_none());
        assert!(MetadataWords::parse(" see the log ").is_none());
        let words = MetadataWords::parse(" id:f3 source:\"a b\" pinned ").unwrap();
        assert_eq!(words.get("source"), Some("a b"));
        assert!(words.has("pinned"));
        assert_eq!(words.render(), "<!-- id:f3 source:\"a b\" pinned -->");
    }

    proptest! {
        #[test]
        fn values_come_back_and_never_close_the_comment(value in "\\PC{1,30}") {
            let mut words = MetadataWords::default();
            words.set("source", value.clone());
            let text = words.render();
            prop_assert_eq!(text.matches("-->").count(), 1);
            let (_, comments) = split_trailing(&text);
            let back = MetadataWords::parse(comments[0].inner).unwrap();
            prop_assert_eq!(back.get("source").unwrap(), comment_text(&value));
        }
    }
}
