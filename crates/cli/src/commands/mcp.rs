//! `soul mcp`

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use clap::Subcommand;
use soulfile_engine::{Access, ContextRequest, Error};
use soulfile_server::engines::Engines;
use soulfile_server::mcp::{McpConnection, Profile, serve_stdio};
use soulfile_vocabulary::{SessionKind, Store};

use super::mcp_install::Install;
use super::recall::Asker;
use crate::args::Global;
use crate::place::{Here, Located, ServedAgents};
use crate::render;

/// Serve an agent's memory over the Model Context Protocol, on stdin and stdout.
///
/// Clients start this program themselves; `soul mcp install` prints what to tell them. Who is
/// asking is fixed here, and nothing a model sends changes it.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  soul mcp                                          the user's own session
  soul mcp --agent aria --session group --room dev  only what that room may see
  soul mcp --session subagent --as helper --grant procedural --grant tag:handover
  soul mcp --profile full                           all tools that decide nothing
  soul mcp install --client claude --print          what to tell a client

A grant is a store (core, episodic, semantic, procedural, vault), tag:NAME, file:PATH or
section:FILE.md#Heading; it is for sub-agents, and replaces what the configuration grants."
)]
pub struct McpArgs {
    #[command(subcommand)]
    action: Option<McpAction>,
    #[command(flatten)]
    asker: Asker,
    #[command(flatten)]
    grants: Grants,
    /// Which tools a model is shown: the seven it chooses well among, or all that decide nothing.
    #[arg(long, value_enum, default_value_t = Tools::Default)]
    profile: Tools,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Tools {
    Default,
    Full,
}

#[derive(Debug, Subcommand)]
enum McpAction {
    /// Print what to tell a client; changes no file.
    #[command(after_help = super::mcp_install::EXAMPLES)]
    Install(Install),
}

/// What a sub-agent is granted.
#[derive(Debug, clap::Args)]
pub struct Grants {
    /// Grant a sub-agent something to read; may be given several times.
    #[arg(long = "grant", value_name = "GRANT", value_parser = parse_grant)]
    grants: Vec<Grant>,
}

/// One grant.
#[derive(Debug, Clone, PartialEq)]
pub enum Grant {
    Store(Store),
    Tag(String),
    File(String),
    Section(String),
}

fn parse_grant(text: &str) -> Result<Grant, String> {
    let named = |value: &str| Some(value.trim()).filter(|value| !value.is_empty()).map(str::to_owned);
    let grant = match text.split_once(':') {
        Some(("tag", value)) => named(value).map(Grant::Tag),
        Some(("file", value)) => named(value).map(Grant::File),
        Some(("section", value)) => named(value).filter(|value| value.contains('#')).map(Grant::Section),
        Some(("store", value)) => value.parse().ok().map(Grant::Store),
        _ => text.parse().ok().map(Grant::Store),
    };
    grant.ok_or_else(|| "expected a store, tag:NAME, file:PATH or section:FILE.md#Heading".to_owned())
}

impl Grants {
    /// The grants as the engine takes them; `None` when the configuration decides.
    pub fn access(&self) -> Option<Access> {
        if self.grants.is_empty() {
            return None;
        }
        let mut access = Access::default();
        for grant in self.grants.iter().cloned() {
            match grant {
                Grant::Store(store) => access.stores.push(store),
                Grant::Tag(tag) => access.tags.push(tag),
                Grant::File(file) => access.files.push(file),
                Grant::Section(section) => access.sections.push(section),
            }
        }
        Some(access)
    }
}

impl McpArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        if let Some(McpAction::Install(install)) = &self.action {
            return install.run(global);
        }
        let located = Located::find(global)?;
        let place = located.place(global)?;
        // Told now, where the person who set it up looks, instead of by every tool later.
        if !place.workspace.join(".git").exists() {
            let dir = place.workspace.display();
            return Err(Error::NotFound(format!("there is no workspace at {dir}; `soul setup` makes one")).into());
        }
        let who = self.who()?;
        let engines = Engines::new(Arc::new(Here(ServedAgents::new(located, global)))).watched(super::watched::tell());
        let profile = match self.profile {
            Tools::Default => Profile::Default,
            Tools::Full => Profile::Full,
        };
        serve_stdio(McpConnection::of_process(engines, &place.agent, who, profile), render::note)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Who is asking, for as long as this process lives.
    fn who(&self) -> Result<ContextRequest> {
        let mut who = self.asker.request();
        who.access = self.grants.access();
        if who.access.is_some() && who.kind != Some(SessionKind::Subagent) {
            return Err(Error::Invalid("--grant is for sub-agents; add --session subagent".to_owned()).into());
        }
        who.session_id = Some(format!("mcp-{}", token()));
        who.check()?;
        Ok(who)
    }
}

/// A name for this connection's session.
fn token() -> String {
    let mut bytes = [0u8; 8];
    match rustix::rand::getrandom(&mut bytes[..], rustix::rand::GetRandomFlags::empty()) {
        Ok(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        Err(_) => std::process::id().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grants_are_read_by_their_kind() {
        assert_eq!(parse_grant("core"), Ok(Grant::Store(Store::Core)));
        assert_eq!(parse_grant("tag:handover"), Ok(Grant::Tag("handover".to_owned())));
        assert_eq!(parse_grant("file:bank/*.md"), Ok(Grant::File("bank/*.md".to_owned())));
        assert_eq!(parse_grant("section:USER.md#Work"), Ok(Grant::Section("USER.md#Work".to_owned())));
        for wrong in ["", "everything", "tag:", "section:USER.md", "user:bob"] {
            assert!(parse_grant(wrong).is_err(), "{wrong}");
        }
    }
}
