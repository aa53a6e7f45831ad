//! `soul memory`

use soulfile_api::EmbeddingStatus;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use serde_json::json;
use soulfile_engine::Error;

use super::recall::RecallArgs;
use crate::args::Global;
use crate::exit;
use crate::model;
use crate::place::Located;
use crate::render::{self, Style};

/// Look after the search index.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul memory status            what is indexed, from which commit
  soul memory status --deep     compare it with the files, text by text
  soul memory rebuild           make it anew; nothing is lost, it comes from the files
  soul memory understand        have the configured model read what was kept
  soul memory search tea        the same as soul recall tea")]
pub struct MemoryArgs {
    #[command(subcommand)]
    action: MemoryAction,
}

#[derive(Debug, Subcommand)]
enum MemoryAction {
    /// Say what the index holds.
    Status {
        /// Compare it with the files, text by text.
        #[arg(long)]
        deep: bool,
    },
    /// Make the index anew from the files.
    Rebuild,
    /// Have the configured model read what was kept: it adds entities, relations and summaries beside the words.
    Understand,
    /// Search, as `soul recall` does.
    Search(Box<RecallArgs>),
}

impl MemoryArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        match &self.action {
            MemoryAction::Status { deep } => status(*deep, global),
            MemoryAction::Rebuild => {
                let told = |done, of| render::progress("embedded", done, of);
                let done = Located::find(global)?.engine(global)?.rebuild_memory(&told)?;
                if global.json {
                    render::json(&done)?;
                } else {
                    render::text(&format!(
                        "indexed {} files, {} entries, in {:.2} s",
                        done.files, done.entries, done.seconds
                    ))?;
                    if let Some(embedding) = &done.embedding {
                        render::text(&embedded(embedding))?;
                    }
                }
                Ok(ExitCode::SUCCESS)
            }
            MemoryAction::Understand => understand(global),
            MemoryAction::Search(recall) => recall.run(global),
        }
    }
}

fn understand(global: &Global) -> Result<ExitCode> {
    let located = Located::find(global)?;
    let place = located.place(global)?;
    let judge = model::judge(&located, &place, "understanding")?
        .ok_or_else(|| Error::Invalid("no model is configured; `soul models` says how".to_owned()))?;
    let done = soulfile_agent::understand_later(&located.engine(global)?, &judge)?;
    if global.json {
        render::json(&json!({ "read": done.read, "receipts": done.receipts, "notes": done.notes }))?;
    } else {
        let receipts: String = done.receipts.iter().map(|id| format!("added: receipt {id}\n")).collect();
        render::text(&format!("{} read {} entries.\n{receipts}", judge.model(), done.read))?;
        done.notes.iter().for_each(|note| render::note(note));
    }
    Ok(ExitCode::SUCCESS)
}

/// How far the configured embedding model is, in words.
fn embedded(status: &EmbeddingStatus) -> String {
    let mut out = format!("embedding {}", status.model.as_deref().unwrap_or("the built-in model"));
    if status.missing > 0 {
        out += &format!("; {} entries to go, until then the built-in model answers", status.missing);
    }
    if status.cut > 0 {
        out += &format!("; {} entries are longer than it reads, their ends are found by words", status.cut);
    }
    if let Some(problem) = &status.problem {
        out += &format!("\n          {problem}");
    }
    out
}

fn status(deep: bool, global: &Global) -> Result<ExitCode> {
    let status = Located::find(global)?.engine(global)?.index_status(deep)?;
    let problems = status.problems.clone().unwrap_or_default();
    if global.json {
        render::json(&status)?;
    } else {
        let commit = status.commit.as_deref().map_or("none yet", |commit| commit.get(..10).unwrap_or(commit));
        let mut out = format!(
            "index     {}\nsize      {:.1} MB on disk, {:.1} MB in memory\nholds     {} entries of {} files ({} files are not searched)\nmodel     {}\nrevision  {}, at commit {commit}\n",
            status.path,
            status.bytes as f64 / 1e6,
            status.memory as f64 / 1e6,
            status.entries,
            status.files,
            status.left_out,
            status.model,
            status.revision,
        );
        if let Some(embedding) = &status.embedding {
            out += &embedded(embedding);
            out.push('\n');
        }
        if status.caught_up.read + status.caught_up.removed > 0 {
            out += &format!(
                "caught up with {} changed and {} removed files just now\n",
                status.caught_up.read, status.caught_up.removed
            );
        }
        if deep {
            let said = if problems.is_empty() {
                render::styled(Style::Green, "deep check: the index is exactly what the files say")
            } else {
                let list: String = problems.iter().map(|problem| format!("\n  {problem}")).collect();
                render::styled(Style::Yellow, "deep check: mended just now where a file had changed") + &list
            };
            out += &format!("{said}\n");
        }
        render::text(&out)?;
        for note in status.caught_up.rebuilt.iter().chain(&status.caught_up.notes) {
            render::note(note);
        }
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::FOUND_PROBLEMS) })
}
