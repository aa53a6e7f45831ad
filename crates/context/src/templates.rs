//! The documents a new workspace starts with. The texts are Markdown files under `templates/`.
//!
//! Gives names and contents; writing them, and never over an existing file, is the workspace layer's.

use soulfile_vocabulary::layout;

/// What is filled into the templates; an empty value becomes a friendly blank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TemplateValues {
    /// How to address the user.
    pub user_name: Option<String>,
    /// IANA time zone.
    pub timezone: Option<String>,
    /// Preferred language.
    pub language: Option<String>,
    /// The agent's name.
    pub agent_name: Option<String>,
    /// Today in the user's zone, as YYYY-MM-DD.
    pub today: Option<String>,
}

/// Every template: its path in the workspace, its text, and whether a new workspace gets it.
const TEMPLATES: [(&str, &str, bool); 14] = [
    (layout::SOUL, include_str!("../templates/SOUL.md"), true),
    (layout::IDENTITY, include_str!("../templates/IDENTITY.md"), true),
    (layout::AGENTS, include_str!("../templates/AGENTS.md"), true),
    (layout::USER, include_str!("../templates/USER.md"), true),
    (layout::TOOLS, include_str!("../templates/TOOLS.md"), true),
    (layout::HEARTBEAT, include_str!("../templates/HEARTBEAT.md"), true),
    (layout::BOOT, include_str!("../templates/BOOT.md"), true),
    (layout::BOOTSTRAP, include_str!("../templates/BOOTSTRAP.md"), true),
    (layout::CORE, include_str!("../templates/MEMORY.md"), true),
    (layout::GRAPH_INDEX, include_str!("../templates/memory/graph/index.md"), true),
    (layout::GRAPH_RELATIONS, include_str!("../templates/memory/graph/relations.md"), true),
    (layout::REFLECTION_LOG, include_str!("../templates/memory/meta/reflection-log.md"), true),
    (layout::EVOLUTION, include_str!("../templates/memory/meta/evolution.md"), true),
    (layout::SOUL_EVIL, include_str!("../templates/SOUL_EVIL.md"), false),
];

/// The files of a new workspace, in the order they are best read.
pub fn seed_files(values: &TemplateValues) -> Vec<(String, String)> {
    TEMPLATES
        .iter()
        .filter(|(_, _, seeded)| *seeded)
        .map(|(path, text, _)| ((*path).to_owned(), fill(text, values)))
        .collect()
}

/// One template, filled in; `None` where there is none of that name.
pub fn render(path: &str, values: &TemplateValues) -> Option<String> {
    TEMPLATES.iter().find(|(name, _, _)| *name == path).map(|(_, text, _)| fill(text, values))
}

/// The paths of all templates, those not seeded by default too.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEMPLATES.iter().map(|(path, _, _)| *path)
}

fn fill(text: &str, values: &TemplateValues) -> String {
    let blanks = [
        ("{{user_name}}", &values.user_name, "_(your name)_"),
        ("{{timezone}}", &values.timezone, "_(such as Europe/Berlin)_"),
        ("{{language}}", &values.language, "_(such as English)_"),
        ("{{agent_name}}", &values.agent_name, "_(pick a name you like)_"),
        ("{{today}}", &values.today, "_(date)_"),
    ];
    blanks.iter().fold(text.to_owned(), |text, (mark, value, blank)| {
        let value = value.as_deref().map(one_line).filter(|value| !value.is_empty());
        text.replace(mark, value.as_deref().unwrap_or(blank))
    })
}

/// A value stays on its line: it must not be able to start a heading or a list of its own.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::silent_replies::heartbeat_is_empty;
    use soulfile_text::tokens;

    fn all() -> Vec<(String, String)> {
        seed_files(&TemplateValues::default())
    }

    #[test]
    fn a_new_workspace_gets_every_file_of_the_format() {
        let paths: Vec<String> = all().into_iter().map(|(path, _)| path).collect();
        for path in [
            "SOUL.md",
            "IDENTITY.md",
            "AGENTS.md",
            "USER.md",
            "TOOLS.md",
            "HEARTBEAT.md",
            "BOOT.md",
            "BOOTSTRAP.md",
            "MEMORY.md",
        ] {
            assert!(paths.contains(&path.to_owned()), "{path}");
        }
        assert!(!paths.contains(&"SOUL_EVIL.md".to_owned()), "the alternate persona is a choice");
        assert!(render("SOUL_EVIL.md", &TemplateValues::default()).is_some());
    }

    #[test]
    fn no_blank_is_left_unfilled() {
        let values = TemplateValues {
            user_name: Some("Anna\n# Boss".into()),
            timezone: Some("Europe/Berlin".into()),
            language: Some("German".into()),
            agent_name: Some("Aria".into()),
            today: Some("2026-02-02".into()),
        };
        for path in names() {
            let text = render(path, &values).unwrap();
            assert!(!text.contains("{{") && !text.contains("_("), "{path}:\n{text}");
            assert!(!text.contains("\n# Boss"), "{path}: a value started a heading");
            assert!(text.ends_with('\n') && !text.contains('\r'), "{path}");
        }
        assert!(render("USER.md", &values).unwrap().contains("Anna # Boss"));
        assert_eq!(crate::identity::parse(&render("IDENTITY.md", &values).unwrap()).name.as_deref(), Some("Aria"));
    }

    #[test]
    fn the_soul_has_its_three_parts_and_core_memory_its_four_blocks() {
        let soul = render("SOUL.md", &TemplateValues::default()).unwrap();
        for part in ["## Core Truths", "## Boundaries", "## Vibe"] {
            assert!(soul.contains(part), "{part}");
        }
        let memory = render("MEMORY.md", &TemplateValues::default()).unwrap();
        for block in ["## Identity", "## Active Context", "## Persona", "## Critical Facts"] {
            assert!(memory.contains(block), "{block}");
        }
    }

    #[test]
    fn a_fresh_heartbeat_costs_no_model_call() {
        assert!(heartbeat_is_empty(&render("HEARTBEAT.md", &TemplateValues::default()).unwrap()));
        assert!(heartbeat_is_empty(&render("BOOT.md", &TemplateValues::default()).unwrap()));
    }

    #[test]
    fn a_fresh_workspace_is_cheap_to_carry() {
        let cost: usize =
            all().iter().filter(|(path, _)| !path.starts_with("memory/")).map(|(_, text)| tokens::estimate(text)).sum();
        assert!(cost < 3_500, "the seeded files cost {cost} tokens");
    }

    #[test]
    fn the_rules_say_what_a_memory_needs() {
        let rules = render("AGENTS.md", &TemplateValues::default()).unwrap();
        for needed in
            ["memory_search", "memory_write", "NO_REPLY", "MEMORY.md", "sub-agent", "propose", "not sure", "group"]
        {
            assert!(rules.contains(needed), "AGENTS.md does not mention {needed}");
        }
    }
}
