//! `soul import`

use soulfile_api::Imported;
use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use soulfile_engine::{ImportRequest, ImportSource};

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Imports that take longer tell how far they are.
const NOTED_FROM: Duration = Duration::from_secs(1);
/// How often at most.
const STEP: Duration = Duration::from_millis(100);

/// Take in notes from elsewhere, as something to reflect on.
///
/// Markdown, text, PDF, web pages and mail, vaults, exports of other programs (ChatGPT, Claude, Gemini, Letta, Mem0, Notion,
/// transcripts of Claude Code and Codex), databases (OpenClaw, Mem0, basic-memory, claude-mem) and workspaces of other
/// agents, in folders or archives, become episodes on the day they were written, with where they came from. They are searched and quoted as imported text; nothing is known of them
/// before a reflection is approved.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul import ~/notes --dry-run      what would be taken, what not, and why
  soul import ~/notes                running it again takes only what is new
  soul import trip.md
  soul import chatgpt-export.zip --dry-run    ChatGPT's or Claude's export: what you said
  soul import ~/.claude/projects              transcripts of Claude Code
  soul import ~/.openclaw/agents/main/agent   what you said to OpenClaw, and the files it indexed
  soul import --mem0 --dry-run                what the Mem0 of memory.mem0Search keeps of you
  soul rollback --session import-20260202T153000    take an import back")]
pub struct ImportArgs {
    /// A folder, a file or an archive.
    #[arg(value_name = "FOLDER", required_unless_present = "mem0")]
    path: Option<PathBuf>,
    /// Ask Mem0 itself, at the address of `memory.mem0Search.baseUrl`, for what it keeps of `userId`.
    #[arg(long, conflicts_with = "path")]
    mem0: bool,
    /// Only say what would happen.
    #[arg(long)]
    dry_run: bool,
}

impl ImportArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let source = match &self.path {
            Some(path) => ImportSource::Path(path.clone()),
            None => {
                let (bytes, note) = crate::mem0::exported(&located.config().memory, located.proxy())?;
                note.iter().for_each(|note| render::note(note));
                ImportSource::Handed { name: "mem0".to_owned(), bytes }
            }
        };
        let (begun, shown_at) = (Instant::now(), Cell::new(None));
        let request = ImportRequest { source, dry_run: self.dry_run };
        let done = engine.import(&request, &|what, done, of| {
            // What is done in a moment needs no bar; a bar that moves is drawn ten times a second.
            let due = shown_at.get().is_none_or(|at: Instant| at.elapsed() >= STEP) || done >= of;
            if begun.elapsed() >= NOTED_FROM && due {
                render::progress(what, done, of);
                shown_at.set(Some(Instant::now()));
            }
        })?;
        if global.json {
            render::json(&done)?;
        } else {
            render::text(&shown(&done))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn shown(done: &Imported) -> String {
    let mut out = String::new();
    for note in &done.taken {
        let parts = if note.entries == 1 { String::new() } else { format!(", {} entries", note.entries) };
        let changed = if note.changed { ", a newer version" } else { "" };
        let day = render::styled(Style::Dim, &format!("{} by {}{parts}{changed}", note.day, note.dated_by));
        out += &format!("{} {}  {day}\n", render::styled(Style::Green, "taken  "), note.source);
    }
    for note in &done.waiting {
        let number = note.proposal.map(|number| format!(" as proposal #{number}")).unwrap_or_default();
        out += &format!("{} {}{number}: {}\n", render::styled(Style::Yellow, "waits  "), note.source, note.why);
    }
    for file in &done.skipped {
        out += &format!("{} {}: {}\n", render::styled(Style::Dim, "skipped"), file.source, file.why);
    }
    let counts = format!("{} taken, {} waiting, {} skipped", done.taken.len(), done.waiting.len(), done.skipped.len());
    if done.dry_run {
        return out + &format!("{counts}; nothing was written (--dry-run)\n");
    }
    out += &format!("{counts}\n");
    match done.receipts.last() {
        None => out + "Nothing new.\n",
        Some(_) => {
            let back = format!("`soul rollback --session {}` takes it back", done.session);
            out + &format!("Nothing is known of them yet: `soul reflect` proposes. {back}.\n")
        }
    }
}
