//! Reads IDENTITY.md: one `- **Label:** value` per line, or YAML front matter.

use serde::Serialize;

use crate::markdown::{front_matter, strip_comments};

/// What IDENTITY.md says; a field that is missing, blank or still a template placeholder is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IdentityFile {
    /// Display name.
    pub name: Option<String>,
    pub emoji: Option<String>,
    /// What kind of being it is.
    pub creature: Option<String>,
    /// How it comes across.
    pub vibe: Option<String>,
    /// A word or two on the character.
    pub theme: Option<String>,
    /// Avatar as written.
    pub avatar: Option<String>,
}

impl IdentityFile {
    fn field(&mut self, label: &str) -> Option<&mut Option<String>> {
        Some(match label {
            "name" => &mut self.name,
            "emoji" => &mut self.emoji,
            "creature" => &mut self.creature,
            "vibe" => &mut self.vibe,
            "theme" => &mut self.theme,
            "avatar" => &mut self.avatar,
            _ => return None,
        })
    }

    fn take(&mut self, label: &str, value: &str) {
        let label = strip_marks(label).to_lowercase();
        let value = strip_marks(value);
        if value.is_empty() || is_placeholder(value) {
            return;
        }
        if let Some(field) = self.field(&label) {
            *field = Some(value.to_owned());
        }
    }
}

/// Reads IDENTITY.md. Later lines win; anything else in the file is left alone.
pub fn parse(text: &str) -> IdentityFile {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut identity = IdentityFile::default();
    let (matter, body) = front_matter(text);
    for line in matter.lines().filter(|line| !line.starts_with([' ', '\t', '#', '-'])) {
        if let Some((label, value)) = line.split_once(':') {
            identity.take(label, yaml_scalar(value));
        }
    }
    let mut comment = false;
    for line in body.lines() {
        let line = strip_comments(line, &mut comment);
        let line = line.trim().trim_start_matches(['-', '*', '+']).trim_start();
        if let Some((label, value)) = split_label(line) {
            identity.take(label, value);
        }
    }
    identity
}

/// Splits at the first colon, also a full-width one.
fn split_label(line: &str) -> Option<(&str, &str)> {
    let at = line.find([':', '：'])?;
    let colon = line[at..].chars().next().map_or(1, char::len_utf8);
    Some((&line[..at], &line[at + colon..]))
}

fn strip_marks(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`'))
}

/// A plain YAML value: quotes off, or a trailing comment off.
fn yaml_scalar(value: &str) -> &str {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            return inner.split(quote).next().unwrap_or(inner);
        }
    }
    value.split(" #").next().unwrap_or(value).trim()
}

/// A value that only asks to be filled in: wrapped whole in brackets, or one of the wordings that
/// workspaces in the field still carry.
fn is_placeholder(value: &str) -> bool {
    const KNOWN: [&str; 5] = [
        "pick something you like",
        "ai? robot? familiar? ghost in the machine? something weirder?",
        "how do you come across? sharp? warm? chaotic? calm?",
        "your signature - pick one that feels right",
        "workspace-relative path, http(s) url, or data uri",
    ];
    let wrapped = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')]
        .iter()
        .any(|(open, close)| value.starts_with(*open) && value.ends_with(*close));
    let plain = value.to_lowercase().replace(['–', '—'], "-");
    wrapped || KNOWN.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_values_lose_their_marks() {
        let identity = parse(
            "# IDENTITY.md\n\n- **Name:** Aria\n- **Creature:** AI with opinions\n* __Vibe__: *Calm, dry, sharp*\n\
             - **Emoji:** 🌿\nAvatar: `avatars/aria.png`\n- **Theme**: soft: green\n",
        );
        assert_eq!(identity.name.as_deref(), Some("Aria"));
        assert_eq!(identity.creature.as_deref(), Some("AI with opinions"));
        assert_eq!(identity.vibe.as_deref(), Some("Calm, dry, sharp"));
        assert_eq!(identity.emoji.as_deref(), Some("🌿"));
        assert_eq!(identity.avatar.as_deref(), Some("avatars/aria.png"));
        assert_eq!(identity.theme.as_deref(), Some("soft: green"));
    }

    #[test]
    fn later_lines_win_and_placeholders_are_empty() {
        let identity = parse(
            "- **Name:** Old\n- **Name:** New\n- **Name:** _(pick something you like)_\n- **Emoji:** [emoji]\n\
             - **Vibe:** How do you come across? sharp? warm? chaotic? calm?\n- **Creature:**\n",
        );
        assert_eq!(identity, IdentityFile { name: Some("New".into()), ..IdentityFile::default() });
    }

    #[test]
    fn front_matter_is_read_and_the_body_wins() {
        let identity = parse("---\nname: \"Koda\" # was Aria\nemoji: '🦊'\nlist:\n  - name: x\n---\n- **Emoji:** 🌿\n");
        assert_eq!(identity.name.as_deref(), Some("Koda"));
        assert_eq!(identity.emoji.as_deref(), Some("🌿"));
    }

    #[test]
    fn comments_and_broken_text_are_harmless() {
        let identity = parse("\u{feff}<!--\n- **Name:** Hidden\n-->\r\n- **Name:** Shown\r\n::::\n- \u{0}\n");
        assert_eq!(identity.name.as_deref(), Some("Shown"));
        assert_eq!(parse("名前：Aria\nName：Aria").name.as_deref(), Some("Aria"));
    }

    #[test]
    fn our_own_template_is_all_placeholders() {
        let text = crate::templates::render("IDENTITY.md", &crate::templates::TemplateValues::default()).unwrap();
        assert_eq!(parse(&text), IdentityFile::default());
    }
}
