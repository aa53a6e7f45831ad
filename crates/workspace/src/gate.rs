//! Who may change which file: the rules that hold for every surface, at the one write path.
//!
//! People hold the pen on identity. An agent writes memory; a sub-agent only proposes; what the
//! program does by itself stays among its own files. Everything else needs a person's approval.

use soulfile_vocabulary::{Actor, SelfEdit, layout};

use crate::error::{Error, Result};
use crate::mutation::Approval;

/// Seeding a workspace is expected to create critical files and raises no alert.
pub fn is_quiet(actor: &Actor) -> bool {
    matches!(actor, Actor::System(id) if id == "init")
}

/// Refuses a change that this actor may not make with this approval.
pub fn check(actor: &Actor, approval: Approval, path: &str, exists: bool, self_edit: SelfEdit) -> Result<()> {
    let deny = |why: &str| Err(Error::Denied { actor: actor.to_string(), path: path.to_owned(), why: why.to_owned() });
    if !is_known_text(path) && !actor.is_person() {
        return deny("only Markdown, text and the workspace's own data files are written by anyone but a person");
    }
    if path == layout::AUDIT_LOG {
        return deny("it is derived from the commits; `soul audit rebuild` writes it anew");
    }
    let approved = approval == Approval::Approved;
    match actor {
        Actor::Manual => Ok(()),
        Actor::Reflection(_) if approved => Ok(()),
        Actor::Reflection(_) => deny("a reflection changes nothing before a person approves it"),
        Actor::System(id) if id == "init" => {
            if exists {
                deny("setting up never overwrites a file")
            } else {
                Ok(())
            }
        }
        Actor::System(id) if id == "bootstrap" && path == layout::BOOTSTRAP => Ok(()),
        Actor::System(_) => {
            if layout::is_generated(path) {
                Ok(())
            } else {
                deny("the program by itself writes only memory/meta and the graph index")
            }
        }
        Actor::Subagent(_) if path == layout::PROPOSALS => Ok(()),
        Actor::Subagent(_) => deny("sub-agents propose in memory/meta/pending-memories.md and write nothing else"),
        Actor::Bot(_) | Actor::Skill(_) if approved => Ok(()),
        Actor::Bot(_) if layout::is_identity(path) && path != layout::SOUL_EVIL && self_edit == SelfEdit::Allow => {
            Ok(())
        }
        Actor::Bot(_) | Actor::Skill(_) if layout::is_reflection(path) => {
            deny("a reflection is drafted by the program and decided by a person")
        }
        Actor::Bot(_) | Actor::Skill(_) if layout::is_protected(path) => {
            deny("it is a person's to change; propose the change and a person can approve it")
        }
        Actor::Bot(_) => Ok(()),
        Actor::Skill(_) if layout::below(path, layout::MEMORY_DIR).is_some() => Ok(()),
        Actor::Skill(_) => deny("skills write below memory/ only"),
    }
}

fn is_known_text(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [".md", ".markdown", ".txt", ".json", ".jsonl"].iter().any(|suffix| name.ends_with(suffix)) || name == ".gitkeep"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(actor: &str, approval: Approval, path: &str) -> bool {
        check(&actor.parse().unwrap(), approval, path, true, SelfEdit::Propose).is_ok()
    }

    #[test]
    fn the_agent_writes_memory_but_not_itself() {
        use Approval::{Approved, Auto};
        assert!(allowed("bot:main", Auto, "MEMORY.md"));
        assert!(allowed("bot:trigger-remember", Auto, "memory/episodes/2026-02-02.md"));
        for path in [
            "SOUL.md",
            "IDENTITY.md",
            "AGENTS.md",
            "USER.md",
            "HEARTBEAT.md",
            "memory/vault/a.md",
            "SOUL_EVIL.md",
            "run.sh",
            "memory/meta/pending-reflection.md",
            "memory/meta/pending-reflection.json",
            "memory/meta/reflection-state.json",
        ] {
            assert!(!allowed("bot:main", Auto, path), "{path}");
            assert!(!allowed("reflection:r-1", Auto, path), "{path}");
        }
        assert!(allowed("system:reflect", Approval::Pending, "memory/meta/pending-reflection.md"));
        assert!(allowed("bot:main", Approved, "SOUL.md"));
        assert!(allowed("reflection:r-1", Approved, "USER.md"));
    }

    #[test]
    fn sub_agents_only_propose() {
        assert!(allowed("subagent:researcher", Approval::Pending, layout::PROPOSALS));
        assert!(!allowed("subagent:researcher", Approval::Approved, "MEMORY.md"));
    }

    #[test]
    fn setting_up_never_overwrites() {
        let init = Actor::System("init".into());
        assert!(check(&init, Approval::Auto, "SOUL.md", false, SelfEdit::Propose).is_ok());
        assert!(check(&init, Approval::Auto, "SOUL.md", true, SelfEdit::Propose).is_err());
    }
}
