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
    /// Use a separate home: ~/.soulfile-NAME.
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
    Setup(setup::Setup),
    /// Talk with the agent; no model needed.
    Chat(chat::Chat),
    /// Remember something: routed to its store, committed, with a receipt.
    Remember(remember::Remember),
    /// Forget: show what is meant, ask, then archive, erase or purge it.
    Forget(forget::Forget),
    /// Bring back what was archived.
    Restore(forget::Restore),
    /// Pin a memory: it never fades.
    Pin(pin::Pin),
    /// Unpin a memory.
    Unpin(pin::Unpin),
    /// Show a day's episodes.
    Log(log::Log),
    /// Show and edit MEMORY.md, what is always in mind.
    Core(core::Core),
    /// Show, merge, split and index the knowledge graph.
    Graph(graph::Graph),
    /// Show how memories fade, and let them.
    Decay(decay::Decay),
    /// Review memories that wait for a person.
    Proposals(proposals::Proposals),
    /// Take in notes from elsewhere, as something to reflect on.
    Import(import::Import),
    /// Consolidate memories: draft what to learn, and decide about it item by item.
    Reflect(reflect::Reflect),
    /// Work through HEARTBEAT.md once, and log what came of it.
    Heartbeat(heartbeat::Heartbeat),
    /// Serve every agent over HTTP on this machine.
    Serve(serve::Serve),
    /// Measure the engine on labelled items.
    Eval(eval::Eval),
    /// Show exactly what a session receives.
    Context(context::Context),
    /// Show the agent's name, emoji and avatar, and which source won.
    Identity(identity::Identity),
    /// Set, change or take off the passphrase that decisions need.
    Lock(lock::Lock),
    /// Show and acknowledge changes of critical files.
    Alerts(alerts::Alerts),
    /// Ask the audit trail: what changed, who, why; verify it.
    Audit(audit::Audit),
    /// Show a file's past, or the workspace's.
    History(history::History),
    /// Undo: the last change, one mutation, a session, one file, or everything to a time.
    Rollback(rollback::Rollback),
    /// List the configured agents.
    Agents(agents::Agents),
    /// Show which agent answers where, and under which name.
    Channels(channels::Channels),
    /// Read and change the configuration.
    Config(config::Config),
    /// Find what is remembered.
    Recall(Box<recall::Recall>),
    /// Look after the search index.
    Memory(memory::Memory),
    /// Serve an agent's memory to a model's client over the Model Context Protocol.
    Mcp(mcp::Mcp),
    /// Time indexing and search on made-up notes.
    Bench(bench::Bench),
    /// Find and mend trouble.
    Doctor(doctor::Doctor),
    /// Print shell completions.
    Completions(completions::Completions),
    /// Print the manual page.
    Man(completions::Man),
}
