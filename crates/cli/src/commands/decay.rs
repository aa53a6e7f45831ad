//! `soul decay`

use soulfile_api::{MemoryId, TransitionView};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use crate::args::Global;
use crate::place::Located;
use crate::render;

/// Show how memories fade, and let them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul decay status
  soul decay run
  soul decay explain episode:2026-02-02:14:30")]
pub struct DecayArgs {
    #[command(subcommand)]
    action: DecayAction,
}

#[derive(Debug, Subcommand)]
enum DecayAction {
    /// How many memories are active, fading, dormant, archived.
    Status,
    /// Fold in what was used, score every memory, write the changes as one commit.
    Run,
    /// One memory's score, with the formula and its numbers.
    Explain {
        /// The memory's id.
        id: MemoryId,
    },
}

impl DecayArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let out = match &self.action {
            DecayAction::Status => {
                let status = engine.decay_status()?;
                if global.json {
                    render::json(&status)?;
                    return Ok(ExitCode::SUCCESS);
                }
                let mut out = format!("{} memories\n", status.total);
                for state in ["active", "fading", "dormant", "archived"] {
                    out += &format!("  {state:<9} {}\n", status.states.get(state).copied().unwrap_or(0));
                }
                out += &format!("  pinned    {} (never fade)\n", status.pinned);
                out += &format!("  forgotten {} (by you)\n", status.forgotten);
                out += &format!("{} uses and new memories wait for the next flush\n", status.pending);
                if !status.due.is_empty() {
                    out += "`soul decay run` would move:\n";
                    status.due.iter().for_each(|t| out += &moved(t));
                }
                status.notes.iter().for_each(|note| out += &format!("note: {note}\n"));
                out
            }
            DecayAction::Run => {
                let run = engine.decay_run()?;
                if global.json {
                    render::json(&run)?;
                    return Ok(ExitCode::SUCCESS);
                }
                let mut out = format!(
                    "{} noted, {} new, {} gone, {} changes of state\n",
                    run.folded,
                    run.added,
                    run.removed,
                    run.transitions.len()
                );
                run.transitions.iter().for_each(|t| out += &moved(t));
                match &run.receipt {
                    Some(receipt) => out += &render::receipt(receipt),
                    None => out += "Nothing changed.\n",
                }
                out
            }
            DecayAction::Explain { id } => {
                let explained = engine.decay_explain(id)?;
                if global.json {
                    render::json(&explained)?;
                    return Ok(ExitCode::SUCCESS);
                }
                let mut out = format!("{id}: {}\n", explained.text);
                out += "score = base × e^(-λ × days since use) × log2(uses + 1) × weight of its store\n";
                out += &format!("      = {}\n", explained.formula);
                if let Some((days, state)) = &explained.next {
                    out += &format!("Unused, it is {state} in {days} days.\n");
                }
                out
            }
        };
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn moved(t: &TransitionView) -> String {
    format!("  {}  {} → {} ({:.2})\n", t.id, t.from, t.to, t.score)
}
