//! Avatars: a file inside the workspace, an address, a data URI, or a letter or emoji.

use serde::Serialize;

use crate::files::stays_inside;

/// A checked avatar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Avatar {
    /// An image in the workspace.
    Path(String),
    /// An http or https address.
    Url(String),
    /// An image written out as a data URI.
    DataUri(String),
    /// A letter or an emoji.
    Text(String),
}

impl std::fmt::Display for Avatar {
    /// Shows the value; a data URI only by its kind and size.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(text) | Self::Url(text) | Self::Text(text) => f.write_str(text),
            Self::DataUri(text) => write!(f, "{}… ({} bytes)", text.split(',').next().unwrap_or("data:"), text.len()),
        }
    }
}

/// An avatar that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the avatar {0:?} cannot be used: {1}")]
pub struct BadAvatar(
    /// The value, shortened.
    pub String,
    /// What is wrong.
    pub &'static str,
);

const IMAGES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"];
const MAX_DATA_URI: usize = 2 * 1024 * 1024;
const MAX_URL: usize = 2_048;

impl Avatar {
    /// Checks an avatar as written in IDENTITY.md or the configuration.
    pub fn parse(text: &str) -> Result<Self, BadAvatar> {
        let text = text.trim();
        let bad = |why| Err(BadAvatar(text.chars().take(60).collect(), why));
        let lower = text.get(..text.len().min(32)).unwrap_or(text).to_ascii_lowercase();
        if text.is_empty() || text.chars().any(char::is_control) {
            return bad("it is empty or holds control characters");
        }
        if lower.starts_with("data:") {
            return match () {
                () if !lower.starts_with("data:image/") || !text.contains(',') => bad("a data URI must be an image"),
                () if text.len() > MAX_DATA_URI => bad("a data URI may have at most 2 MiB"),
                () => Ok(Self::DataUri(text.to_owned())),
            };
        }
        if let Some(rest) = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")) {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            return match () {
                () if host.is_empty() || host.contains('@') => bad("the address has no plain host"),
                () if text.len() > MAX_URL || text.contains(char::is_whitespace) => {
                    bad("the address is not an address")
                }
                () => Ok(Self::Url(text.to_owned())),
            };
        }
        if text.chars().count() <= 8 && !text.contains(['/', '\\', '.', ':', '~']) {
            return Ok(Self::Text(text.to_owned()));
        }
        if !stays_inside(text) || text.starts_with('~') {
            return bad("the path must stay inside the workspace");
        }
        let extension = text.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
        if extension.is_some_and(|end| IMAGES.contains(&end.as_str())) {
            Ok(Self::Path(text.to_owned()))
        } else {
            bad("the file must be an image (png, jpg, gif, webp, svg, avif)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_forms_are_told_apart() {
        assert_eq!(Avatar::parse("avatars/aria.png"), Ok(Avatar::Path("avatars/aria.png".into())));
        assert!(matches!(Avatar::parse("https://example.org/a.png"), Ok(Avatar::Url(_))));
        assert!(matches!(Avatar::parse("data:image/png;base64,AAAA"), Ok(Avatar::DataUri(_))));
        assert_eq!(Avatar::parse("🌿"), Ok(Avatar::Text("🌿".into())));
        assert_eq!(Avatar::parse("A"), Ok(Avatar::Text("A".into())));
    }

    #[test]
    fn nothing_outside_the_workspace_and_nothing_that_runs() {
        for bad in [
            "",
            "../secret.png",
            "/etc/shadow.png",
            "~/a.png",
            "C:\\a.png",
            ".git/a.png",
            "notes.md",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "data:text/html,<script>",
            "https://",
            "https://user@evil/a.png",
            "a\nb.png",
        ] {
            assert!(Avatar::parse(bad).is_err(), "{bad}");
        }
    }
}
