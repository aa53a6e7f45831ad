//! Where each key and value of a JSON5 text stands, so that one value can be changed and a problem
//! can name its line. Only finds spans; what a value means is the `json5` crate's business.

use super::path::KeyPath;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct SpanNode {
    /// Byte offset of its first character.
    pub start: usize,
    /// Byte offset after its last character.
    pub end: usize,
    pub kind: SpanKind,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum SpanKind {
    /// An object with its members in order.
    Object(Vec<Member>),
    /// A list.
    Array(Vec<SpanNode>),
    /// Anything else.
    Scalar,
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The key, unquoted.
    pub key: String,
    /// Byte offset where the key starts.
    pub start: usize,
    /// The value.
    pub node: SpanNode,
}

impl SpanNode {
    /// Finds the value at a path. Of several members with one key the last counts, as in every parser.
    pub fn find(&self, path: &[String]) -> Option<&SpanNode> {
        let Some((first, rest)) = path.split_first() else {
            return Some(self);
        };
        match &self.kind {
            SpanKind::Object(members) => members.iter().rev().find(|m| m.key == *first)?.node.find(rest),
            SpanKind::Array(items) => items.get(first.parse::<usize>().ok()?)?.find(rest),
            SpanKind::Scalar => None,
        }
    }

    /// Finds where a key is written: its line, counted from 1.
    pub fn line_of(&self, text: &str, path: &KeyPath) -> Option<usize> {
        let (last, parent) = path.0.split_last()?;
        let offset = match &self.find(parent)?.kind {
            SpanKind::Object(members) => members.iter().rev().find(|m| m.key == *last)?.start,
            SpanKind::Array(items) => items.get(last.parse::<usize>().ok()?)?.start,
            SpanKind::Scalar => return None,
        };
        Some(text[..offset].matches('\n').count() + 1)
    }
}

/// Parses a text into spans; `None` where it is not JSON5 or nested too deeply.
pub fn parse(text: &str) -> Option<SpanNode> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_space()?;
    let node = cursor.value(0)?;
    cursor.skip_space()?;
    (cursor.at == text.len()).then_some(node)
}

/// Gives the offset after white space and comments from `at` on.
pub fn skip_space(text: &str, at: usize) -> usize {
    let mut cursor = Cursor { text, at };
    match cursor.skip_space() {
        Some(()) => cursor.at,
        None => at,
    }
}

const MAX_DEPTH: usize = 100;

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn skip_space(&mut self) -> Option<()> {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
            } else if let Some(inside) = rest.strip_prefix("/*") {
                self.at += 4 + inside.find("*/")?;
            } else {
                match rest.chars().next() {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                    _ => return Some(()),
                }
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<SpanNode> {
        if depth > MAX_DEPTH {
            return None;
        }
        let start = self.at;
        let kind = match self.peek()? {
            '{' => SpanKind::Object(self.members(depth)?),
            '[' => SpanKind::Array(self.items(depth)?),
            '"' | '\'' => {
                self.string()?;
                SpanKind::Scalar
            }
            _ => {
                self.bare()?;
                SpanKind::Scalar
            }
        };
        Some(SpanNode { start, end: self.at, kind })
    }

    fn members(&mut self, depth: usize) -> Option<Vec<Member>> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.skip_space()?;
            if self.eat('}') {
                return Some(members);
            }
            let start = self.at;
            let key = if matches!(self.peek()?, '"' | '\'') {
                self.string()?;
                json5::from_str(&self.text[start..self.at]).ok()?
            } else {
                self.bare()?;
                self.text[start..self.at].to_owned()
            };
            self.skip_space()?;
            if !self.eat(':') {
                return None;
            }
            self.skip_space()?;
            let node = self.value(depth + 1)?;
            members.push(Member { key, start, node });
            self.skip_space()?;
            if !self.eat(',') {
                return self.eat('}').then_some(members);
            }
        }
    }

    fn items(&mut self, depth: usize) -> Option<Vec<SpanNode>> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_space()?;
            if self.eat(']') {
                return Some(items);
            }
            items.push(self.value(depth + 1)?);
            self.skip_space()?;
            if !self.eat(',') {
                return self.eat(']').then_some(items);
            }
        }
    }

    fn string(&mut self) -> Option<()> {
        let quote = self.peek()?;
        self.at += 1;
        loop {
            let c = self.peek()?;
            self.at += c.len_utf8();
            if c == quote {
                return Some(());
            }
            if c == '\\' {
                self.at += self.peek()?.len_utf8();
            }
        }
    }

    fn bare(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || "{}[],:\"'/\u{feff}".contains(c)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then_some(())
    }
}
