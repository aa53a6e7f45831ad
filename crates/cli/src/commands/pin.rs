//! `soul pin` and `soul unpin`

use std::process::ExitCode;

use anyhow::Result;
use soulfile_api::MemoryId;
use soulfile_engine::Engine;

use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::place::Located;
use crate::render;

/// Pin a memory: it never fades. Only people pin.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul pin core:critical:1a2b3c4d
  soul pin episode:2026-02-02:14:30")]
pub struct PinArgs {
    /// The memory's id.
    id: MemoryId,
}

/// Unpin a memory: it fades again when it is not used.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul unpin core:critical:1a2b3c4d")]
pub struct UnpinArgs {
    /// The memory's id.
    id: MemoryId,
}

impl PinArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        set(global, &self.id, true)
    }
}

impl UnpinArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        set(global, &self.id, false)
    }
}

fn set(global: &Global, id: &MemoryId, pinned: bool) -> Result<ExitCode> {
    let located = Located::find(global)?;
    let engine = located.engine(global)?;
    let question = if pinned { "Pin it?" } else { "Unpin it?" };
    let page = |engine: &Engine| Ok(format!("{id}: {}", engine.memory(id)?.text));
    let engine = decide(engine, &located, global, page, Ask::Question(question))?;
    let done = engine.pin(id, pinned)?;
    if global.json {
        render::json(&done)?;
        return Ok(ExitCode::SUCCESS);
    }
    let verb = if pinned { "Pinned" } else { "Unpinned" };
    match &done.receipt {
        Some(receipt) => render::text(&format!("{verb} {id}: {}\n{}", done.memory.text, render::receipt(receipt)))?,
        None => render::text(&format!("{id} is {} already.\n", verb.to_lowercase()))?,
    }
    Ok(ExitCode::SUCCESS)
}
