//! The command line's shape. One enum; each verb's arguments live with the verb.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::commands::*;

/// Lasting identity and accountable memory for AI agents, kept as plain Markdown under git.
#[derive(Debug, Parser)]
#[command(name = "soul", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  soul setup --workspace ~/aria --user-name Sam     make a workspace of a directory
  soul remember \"I prefer dark-mode screenshots\"    kept, committed, with a receipt
  soul chat                                         talk to it; it answers from memory
  soul context --session main                       what a session receives, exactly
  soul audit log                                    what changed, who did it, and why
  soul rollback --last --yes                        undo the last change

A verb run inside a workspace acts on it, as git does. Exit codes: 0 done, 1 failed, 2 usage,
3 not found, 4 invalid, 5 conflict, 6 not allowed without a person (nothing was done), 7 busy,
8 problems found. With --json an error is one line of JSON at the end of stderr.";

/// Options every verb takes.
#[derive(Debug, Clone, clap::Args)]
pub struct Global {
    /// Act on this workspace directory.
    #[arg(long, short = 'C', global = true, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Act on this configured agent.
    #[arg(long, short = 'a', global = true, value_name = "ID")]
    pub agent: Option<String>,
    /// Use this configuration file.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Use a separate home, ~/.soulfile-NAME, or the configured agent of that name.
    #[arg(long, global = true, env = "SOULFILE_PROFILE", value_name = "NAME")]
    pub home_profile: Option<String>,
    /// Read the passphrase of the approval lock from this file descriptor.
    #[arg(long, global = true, value_name = "FD")]
    pub passphrase_fd: Option<u32>,
    /// Print JSON instead of text.
    #[arg(long, global = true)]
    pub json: bool,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Make a workspace of a directory: seed what is missing, keep what is there.
    Setup(setup::SetupArgs),
    /// Talk with the agent; no model needed, one speaks where it is configured.
    Chat(chat::ChatArgs),
    /// Ask one question, for scripts.
    Ask(ask::AskArgs),
    /// Show and try the language models.
    Models(models::ModelsArgs),
    /// Show what language models cost.
    Usage(usage::UsageArgs),
    /// Show and remove the sessions held with a model.
    Sessions(sessions::SessionsArgs),
    /// Remember something: routed to its store, committed, with a receipt.
    Remember(remember::RememberArgs),
    /// Forget: show what is meant, ask, then archive, erase or purge it.
    Forget(forget::ForgetArgs),
    /// Bring back what was archived.
    Restore(forget::RestoreArgs),
    /// Pin a memory: it never fades.
    Pin(pin::PinArgs),
    /// Unpin a memory.
    Unpin(pin::UnpinArgs),
    /// Show a day's episodes.
    Log(log::DayLogArgs),
    /// Show and edit MEMORY.md, what is always in mind.
    Core(core::CoreArgs),
    /// Show, merge, split and index the knowledge graph.
    Graph(graph::GraphArgs),
    /// Show how memories fade, and let them.
    Decay(decay::DecayArgs),
    /// Review memories that wait for a person.
    Proposals(proposals::ProposalsArgs),
    /// Take in notes from elsewhere, as something to reflect on.
    Import(import::ImportArgs),
    /// Write everything of a workspace into one file.
    Export(export::ExportArgs),
    /// Exchange a workspace with a git remote.
    Sync(sync::SyncArgs),
    /// Consolidate memories: draft what to learn, and decide about it item by item.
    Reflect(reflect::ReflectArgs),
    /// Work through HEARTBEAT.md once, and log what came of it.
    Heartbeat(heartbeat::HeartbeatArgs),
    /// Serve every agent over HTTP on this machine.
    Serve(serve::ServeArgs),
    /// Run the gateway in the background, from every login on.
    Service(service::ServiceArgs),
    /// Look after a fleet: many gateways, workspaces on PostgreSQL and an object store.
    #[cfg(feature = "fleet")]
    Fleet(fleet::FleetArgs),
    /// Open the web app in a browser, signed in; serves it when no gateway runs.
    Open(open::OpenArgs),
    /// Measure the engine on labelled items.
    Eval(eval::EvalArgs),
    /// Show exactly what a session receives.
    Context(context::ContextArgs),
    /// Show the agent's name, emoji and avatar, and which source won.
    Identity(identity::IdentityArgs),
    /// Set, change or take off the passphrase that decisions need.
    Lock(lock::LockArgs),
    /// Show and acknowledge changes of critical files.
    Alerts(alerts::AlertsArgs),
    /// Ask the audit trail: what changed, who, why; verify it.
    Audit(audit::AuditArgs),
    /// Show a file's past, or the workspace's.
    History(history::HistoryArgs),
    /// Undo: the last change, one mutation, a session, one file, or everything to a time.
    Rollback(rollback::RollbackArgs),
    /// List the configured agents.
    Agents(agents::AgentsArgs),
    /// Show which agent answers where, and under which name.
    Channels(channels::ChannelsArgs),
    /// Read and change the configuration.
    Config(config::ConfigArgs),
    /// Find what is remembered.
    Recall(Box<recall::RecallArgs>),
    /// Look after the search index.
    Memory(memory::MemoryArgs),
    /// Serve an agent's memory to a model's client over the Model Context Protocol.
    Mcp(mcp::McpArgs),
    /// Connect a program that talks to a model, so that it has this memory.
    Connect(connect::ConnectArgs),
    /// Run one hook of a connected program.
    #[command(hide = true)]
    Hook(hook::HookArgs),
    /// Time indexing and search on made-up notes.
    Bench(bench::BenchArgs),
    /// Find and mend trouble.
    Doctor(doctor::DoctorArgs),
    /// Print shell completions.
    Completions(completions::CompletionsArgs),
    /// Print the manual page.
    Man(completions::ManArgs),
}
