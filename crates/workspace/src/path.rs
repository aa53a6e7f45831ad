//! [`WorkspacePath`]: a path inside the workspace, checked once at the edge.
//!
//! A value of this type has no `..`, no absolute part, no empty or hidden-trick component and
//! never names git's own directory under any spelling a file system might fold to `.git`.
//! Whether a *link* leads out is a question for the disk and is answered by [`crate::files`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// A workspace-relative path with `/` between its parts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WorkspacePath(String);

impl WorkspacePath {
    /// Parses a path as a person or a tool wrote it.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |why: &str| Err(Error::Path { path: text.escape_debug().to_string(), why: why.to_owned() });
        let trimmed = text.strip_prefix("./").unwrap_or(text);
        if trimmed.is_empty() {
            return refuse("it is empty");
        }
        if trimmed.len() > 1024 {
            return refuse("it is longer than 1,024 bytes");
        }
        if trimmed.starts_with('/') || trimmed.starts_with('~') {
            return refuse("it must be relative to the workspace");
        }
        if trimmed.contains('\\') {
            return refuse("it contains a backslash");
        }
        for part in trimmed.split('/') {
            if let Some(why) = refusal(part) {
                return refuse(why);
            }
        }
        Ok(Self(trimmed.to_owned()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The parts between the slashes.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    /// The directory part, empty for a file at the top.
    pub fn parent(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(dir, _)| dir)
    }

    /// The last part.
    pub fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }
}

/// Says why one path component is refused, or `None` when it is fine.
fn refusal(part: &str) -> Option<&'static str> {
    if part.is_empty() {
        return Some("it has an empty part");
    }
    if part == "." || part == ".." {
        return Some("it has a `.` or `..` part");
    }
    if part.len() > 255 {
        return Some("a part is longer than 255 bytes");
    }
    if part.chars().any(|c| c.is_control() || is_hidden(c)) {
        return Some("it has a control or invisible character");
    }
    if part.ends_with('.') || part.ends_with(' ') {
        return Some("a part ends in a dot or a space");
    }
    if part.contains(':') {
        return Some("it contains a colon");
    }
    let folded = part.to_lowercase();
    if folded == ".git" || folded.starts_with("git~") || folded.starts_with(".git~") {
        return Some("git's own directory is out of reach");
    }
    if folded.starts_with(".git") && !matches!(folded.as_str(), ".gitignore" | ".gitkeep") {
        return Some("git's own control files are out of reach");
    }
    None
}

/// Characters that some file systems drop or that hide a part from a reader.
fn is_hidden(c: char) -> bool {
    matches!(c as u32,
        0x00ad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfeff | 0xe0000..=0xe007f
        | 0xfff9..=0xfffb)
}

impl fmt::Display for WorkspacePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for WorkspacePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl TryFrom<String> for WorkspacePath {
    type Error = Error;
    fn try_from(text: String) -> Result<Self> {
        Self::parse(&text)
    }
}

impl TryFrom<&str> for WorkspacePath {
    type Error = Error;
    fn try_from(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl From<WorkspacePath> for String {
    fn from(path: WorkspacePath) -> Self {
        path.0
    }
}

impl schemars::JsonSchema for WorkspacePath {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WorkspacePath".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A path inside the workspace, with / between its parts",
            "minLength": 1,
            "maxLength": 1024
        })
    }
}

impl AsRef<str> for WorkspacePath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_paths_are_kept() {
        for ok in
            ["SOUL.md", "memory/episodes/2026-02-02.md", "memory/graph/entities/人--张伟.md", "./USER.md", ".gitignore"]
        {
            assert_eq!(WorkspacePath::parse(ok).unwrap().as_str(), ok.trim_start_matches("./"));
        }
    }

    #[test]
    fn tricks_are_refused() {
        let long = "a".repeat(256);
        for bad in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a/./b",
            "~/.ssh/id",
            ".git/config",
            ".GIT/hooks/pre-commit",
            "memory/.Git/x",
            "git~1/config",
            ".git /x",
            ".git./x",
            "a\0b",
            "a\nb",
            "a\\b",
            "x\u{200b}.md",
            ".g\u{200c}it/config",
            "C:/x",
            "a:stream",
            ".gitattributes",
            ".gitmodules",
            "memory/.gitattributes",
            &long,
            "a/",
            "a/ ",
            "b.",
        ] {
            assert!(WorkspacePath::parse(bad).is_err(), "{bad:?} must be refused");
        }
    }
}
