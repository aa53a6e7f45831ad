//! `soul remember`

use std::io::Read;
use std::process::ExitCode;

use anyhow::Result;
use soulfile_api::{Remembered, SaidAt};
use soulfile_engine::{Error, RememberRequest};
use soulfile_vocabulary::{EntryKind, Origin, Scope, Speaker, Store};

use super::preview;
use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Remember something: routed to its store, committed, with a receipt.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul remember \"I prefer dark-mode screenshots\"
  soul remember \"Ana works at Initech\" --tags work,people
  soul remember --pin \"our wedding song was Harvest Moon\"
  soul remember --scope room:dev \"the staging database is called iris\"
  soul remember --dry-run \"Ana moved to Graz\"    show what would be written
  pbpaste | soul remember --source web -")]
pub struct RememberArgs {
    /// What to remember; `-` reads it from standard input.
    #[arg(required = true)]
    text: Vec<String>,
    /// Where it goes: core, episodic, semantic, procedural or vault.
    #[arg(long)]
    store: Option<Store>,
    /// What it is: decision, fact, preference, task, event, emotion or correction.
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<EntryKind>,
    /// More tags, separated by commas.
    #[arg(long, value_delimiter = ',')]
    tags: Vec<String>,
    /// Who may see it: private, room:ID, user:ID or shared.
    #[arg(long, default_value = "private")]
    scope: Scope,
    /// Keep it in the vault, where nothing fades.
    #[arg(long)]
    pin: bool,
    /// Where it came from: a name, or tool, web, import or subagent, which are not taken at their
    /// word.
    #[arg(long)]
    source: Option<String>,
    /// When it was said, where that is not now: `2026-02-14` or `2026-02-14T18:30`.
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// The session it belongs to.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// When MEMORY.md is full, move its least relevant lines to the semantic store.
    #[arg(long)]
    prune: bool,
    /// Store it although it holds a credential.
    #[arg(long)]
    allow_secret: bool,
    /// Only show what would be written.
    #[arg(long)]
    dry_run: bool,
}

impl RememberArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let mut text = self.text.join(" ");
        if text == "-" {
            text.clear();
            std::io::stdin().read_to_string(&mut text)?;
        }
        let authority = Origin::words_of(Speaker::Owner).taken_from(self.source.as_deref()).authority();
        let request = RememberRequest {
            text,
            store: self.store,
            kind: self.kind,
            tags: self.tags.clone(),
            scope: self.scope.clone(),
            trust: Some(authority),
            source: self.source.clone(),
            pin: self.pin,
            prune: self.prune,
            allow_secret: self.allow_secret,
            at: self.date.as_deref().map(said_at).transpose()?,
            session: self.session.clone(),
            ..RememberRequest::default()
        };
        if self.dry_run {
            let preview = engine.preview_remember(&request)?;
            match global.json {
                true => render::json(&preview)?,
                false => render::text(&format!("{}Nothing was written.\n", preview::shown(&preview)))?,
            }
            return Ok(ExitCode::SUCCESS);
        }
        let remembered = engine.remember(&request)?;
        if global.json {
            render::json(&remembered)?;
        } else {
            render::text(&shown(&remembered))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn said_at(text: &str) -> Result<jiff::civil::DateTime> {
    let SaidAt(at) = text.parse().map_err(Error::Invalid)?;
    Ok(at)
}

/// What was remembered, for a person.
pub fn shown(remembered: &Remembered) -> String {
    let mut out = String::new();
    // What was kept in several places is said once.
    let mut said: Option<&str> = None;
    for entry in &remembered.entries {
        let mark = if entry.new { "" } else { "  (known already)" };
        let (first, last) = entry.lines;
        let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
        if said != Some(&entry.summary) {
            out += &format!("{}\n", render::styled(Style::Bold, &entry.summary));
            said = Some(&entry.summary);
        }
        let place = format!("{:<10} {}:{lines}  {}{mark}", entry.store.as_ref(), entry.path, entry.id);
        out += &format!("  {}\n", render::styled(Style::Dim, &place));
    }
    for warning in &remembered.warnings {
        out += &format!("{} {warning}\n", render::styled(Style::Yellow, "note:"));
    }
    let receipt = &remembered.receipt;
    let commit = receipt.commit.get(..10).unwrap_or(&receipt.commit);
    out + &render::styled(Style::Dim, &format!("receipt {} in commit {commit}\n", receipt.id))
}
