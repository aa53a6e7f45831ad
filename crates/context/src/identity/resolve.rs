//! Which source wins for each field of the display identity.

use serde::Serialize;

use super::avatar::Avatar;
use super::parse::IdentityFile;
use crate::config::{AgentIdentity, UiAssistant};
use soulfile_vocabulary::layout;

/// Where a field came from, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub enum IdentitySource {
    /// `ui.assistant` in the configuration.
    #[serde(rename = "ui.assistant")]
    Ui,
    /// `agents.list[].identity` (or `agents.entries`) in the configuration.
    #[serde(rename = "agents.list[].identity")]
    Agent,
    /// IDENTITY.md in the workspace.
    #[serde(rename = "IDENTITY.md")]
    File,
    /// Nobody said.
    #[serde(rename = "default")]
    Default,
}

impl std::fmt::Display for IdentitySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ui => "ui.assistant",
            Self::Agent => "agents.list[].identity",
            Self::File => layout::IDENTITY,
            Self::Default => "default",
        })
    }
}

/// A value and where it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Field<T> {
    /// The value.
    pub value: T,
    /// The source that won.
    pub source: IdentitySource,
}

/// The display identity, field by field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DisplayIdentity {
    /// Display name; "Assistant" where nobody said.
    pub name: Field<String>,
    /// Avatar; "A" where nobody said.
    pub avatar: Field<Avatar>,
    /// Emoji.
    pub emoji: Option<Field<String>>,
    /// Theme: as set, else the creature, else the vibe.
    pub theme: Option<Field<String>>,
    /// Creature.
    pub creature: Option<Field<String>>,
    /// Vibe.
    pub vibe: Option<Field<String>>,
    /// Values that were passed over because they cannot be used.
    pub warnings: Vec<String>,
}

/// Resolves the display identity: `ui.assistant` → the agent's configuration → IDENTITY.md → defaults.
pub fn resolve(ui: &UiAssistant, agent: &AgentIdentity, file: &IdentityFile) -> DisplayIdentity {
    use IdentitySource::{Agent, File, Ui};
    let name = first([(Ui, &ui.name), (Agent, &agent.name), (File, &file.name)]);
    let emoji = first([(Ui, &ui.emoji), (Agent, &agent.emoji), (File, &file.emoji)]);
    let creature = first([(Agent, &agent.creature), (File, &file.creature)]);
    let vibe = first([(Agent, &agent.vibe), (File, &file.vibe)]);
    let theme = first([(Ui, &ui.theme), (Agent, &agent.theme), (File, &file.theme)]);
    let mut warnings = Vec::new();
    let avatar = [
        (Ui, &ui.avatar),
        (Ui, &ui.emoji),
        (Agent, &agent.avatar),
        (Agent, &agent.emoji),
        (File, &file.avatar),
        (File, &file.emoji),
    ]
    .into_iter()
    .filter_map(|(source, value)| Some((source, filled(value)?)))
    .find_map(|(source, value)| match Avatar::parse(&value) {
        Ok(value) => Some(Field { value, source }),
        Err(problem) => {
            warnings.push(format!("{source}: {problem}"));
            None
        }
    });
    let default = IdentitySource::Default;
    DisplayIdentity {
        name: name.unwrap_or_else(|| Field { value: "Assistant".to_owned(), source: default }),
        avatar: avatar.unwrap_or_else(|| Field { value: Avatar::Text("A".to_owned()), source: default }),
        emoji,
        theme: theme.or_else(|| creature.clone()).or_else(|| vibe.clone()),
        creature,
        vibe,
        warnings,
    }
}

fn first<const N: usize>(sources: [(IdentitySource, &Option<String>); N]) -> Option<Field<String>> {
    sources.into_iter().find_map(|(source, value)| Some(Field { value: filled(value)?, source }))
}

/// A value that says something.
fn filled(value: &Option<String>) -> Option<String> {
    value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn each_field_takes_its_strongest_source() {
        let ui = UiAssistant { name: text("Shown"), ..UiAssistant::default() };
        let agent = AgentIdentity { name: text("Aria"), emoji: text("🌿"), ..AgentIdentity::default() };
        let file =
            IdentityFile { name: text("File"), vibe: text("calm"), avatar: text("a.png"), ..IdentityFile::default() };
        let found = resolve(&ui, &agent, &file);
        assert_eq!((found.name.value.as_str(), found.name.source), ("Shown", IdentitySource::Ui));
        assert_eq!(found.emoji.unwrap().source, IdentitySource::Agent);
        assert_eq!(found.avatar.source, IdentitySource::Agent, "an agent's emoji stands for its avatar");
        assert_eq!(found.theme.unwrap().value, "calm", "theme falls back to creature, then vibe");
    }

    #[test]
    fn nobody_said_anything() {
        let found = resolve(&UiAssistant::default(), &AgentIdentity::default(), &IdentityFile::default());
        assert_eq!((found.name.value.as_str(), found.name.source), ("Assistant", IdentitySource::Default));
        assert_eq!(found.avatar.value, Avatar::Text("A".into()));
        assert_eq!(found.emoji, None);
    }

    #[test]
    fn a_bad_avatar_is_passed_over_and_said() {
        let ui = UiAssistant { avatar: text("../../etc/passwd"), ..UiAssistant::default() };
        let file = IdentityFile { avatar: text("avatars/a.png"), ..IdentityFile::default() };
        let found = resolve(&ui, &AgentIdentity::default(), &file);
        assert_eq!(found.avatar.value, Avatar::Path("avatars/a.png".into()));
        assert!(found.warnings[0].contains("ui.assistant"));
    }
}
