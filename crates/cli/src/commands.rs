//! One file per verb; this is the table that leads to them.

pub mod agents;
pub mod alerts;
pub mod ask;
pub mod audit;
pub mod bench;
pub mod channels;
pub mod chat;
pub mod completions;
pub mod config;
pub mod connect;
pub mod context;
pub mod core;
pub mod decay;
pub mod doctor;
pub mod eval;
pub mod eval_retrieval;
pub mod export;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod forget;
pub mod graph;
pub mod heartbeat;
pub mod history;
pub mod hook;
pub mod identity;
pub mod import;
pub mod lock;
pub mod log;
pub mod mcp;
pub mod mcp_install;
pub mod memory;
pub mod models;
pub mod open;
pub mod pin;
mod preview;
pub mod proposals;
pub mod recall;
pub mod reflect;
mod reflect_timer;
pub mod remember;
pub mod rollback;
pub mod serve;
mod serve_reload;
pub mod serve_token;
pub mod service;
pub mod sessions;
pub mod setup;
pub mod sync;
pub mod usage;
mod watched;

use std::process::ExitCode;

use anyhow::Result;

use crate::args::{Args, Verb};

/// Runs the verb that was asked for.
pub fn run(args: Args) -> Result<ExitCode> {
    let global = &crate::place::profile_or_agent(args.global)?;
    match &args.verb {
        Verb::Setup(verb) => verb.run(global),
        Verb::Chat(verb) => verb.run(global),
        Verb::Ask(verb) => verb.run(global),
        Verb::Models(verb) => verb.run(global),
        Verb::Usage(verb) => verb.run(global),
        Verb::Sessions(verb) => verb.run(global),
        Verb::Remember(verb) => verb.run(global),
        Verb::Forget(verb) => verb.run(global),
        Verb::Restore(verb) => verb.run(global),
        Verb::Pin(verb) => verb.run(global),
        Verb::Unpin(verb) => verb.run(global),
        Verb::Log(verb) => verb.run(global),
        Verb::Core(verb) => verb.run(global),
        Verb::Graph(verb) => verb.run(global),
        Verb::Decay(verb) => verb.run(global),
        Verb::Proposals(verb) => verb.run(global),
        Verb::Import(verb) => verb.run(global),
        Verb::Export(verb) => verb.run(global),
        Verb::Sync(verb) => verb.run(global),
        Verb::Reflect(verb) => verb.run(global),
        Verb::Heartbeat(verb) => verb.run(global),
        Verb::Eval(verb) => verb.run(global),
        Verb::Context(verb) => verb.run(global),
        Verb::Identity(verb) => verb.run(global),
        Verb::Lock(verb) => verb.run(global),
        Verb::Alerts(verb) => verb.run(global),
        Verb::Audit(verb) => verb.run(global),
        Verb::History(verb) => verb.run(global),
        Verb::Rollback(verb) => verb.run(global),
        Verb::Agents(verb) => verb.run(global),
        Verb::Channels(verb) => verb.run(global),
        Verb::Config(verb) => verb.run(global),
        Verb::Doctor(verb) => verb.run(global),
        Verb::Recall(verb) => verb.run(global),
        Verb::Memory(verb) => verb.run(global),
        Verb::Mcp(verb) => verb.run(global),
        Verb::Connect(verb) => verb.run(global),
        Verb::Hook(verb) => verb.run(global),
        Verb::Bench(verb) => verb.run(global),
        Verb::Serve(verb) => verb.run(global),
        Verb::Service(verb) => verb.run(global),
        Verb::Open(verb) => verb.run(global),
        #[cfg(feature = "fleet")]
        Verb::Fleet(verb) => verb.run(global),
        Verb::Completions(verb) => verb.run(),
        Verb::Man(verb) => verb.run(),
    }
}
