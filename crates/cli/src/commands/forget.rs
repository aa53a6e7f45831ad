//! `soul forget` and `soul restore`

use soulfile_api::{ForgettableMemory, MemoryId, MemoryView, Thoroughness};
use std::process::ExitCode;

use anyhow::Result;
use soulfile_engine::{Engine, Error, without_comments};

use super::rollback::confirm;
use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::local_time;
use crate::place::Located;
use crate::render::{self, Style};

/// Forget: shows what is meant with ids, asks, then archives it. Nothing changes before you confirm.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul forget \"the old apartment\"               shows what is meant, then asks
  soul forget \"the old apartment\" --yes         archives everything shown
  soul forget episode:2026-02-02:14:30           archives exactly this
  soul forget core:identity:1a2b3c4d --permanently --yes
  soul forget \"my ex\" --permanently --purge-history --yes

Archived memories leave search, the graph and MEMORY.md; their files stay, and `soul restore ID`
brings them back.")]
pub struct ForgetArgs {
    /// What to forget, in words or by ids.
    #[arg(required = true)]
    what: Vec<String>,
    /// Go ahead with everything that fits, without asking.
    #[arg(long, short)]
    yes: bool,
    /// Only show what fits.
    #[arg(long)]
    dry_run: bool,
    /// Erase it from the files.
    #[arg(long)]
    permanently: bool,
    /// Erase it from git history, logs and caches too. Cannot be undone.
    #[arg(long, requires = "permanently")]
    purge_history: bool,
}

/// Bring back what was archived.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul restore                                   what can be restored
  soul restore episode:2026-02-02:14:30")]
pub struct RestoreArgs {
    /// The memories' ids; without any, what can be restored is listed.
    ids: Vec<MemoryId>,
}

impl ForgetArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let mut engine = located.engine(global)?;
        let how = match (self.permanently, self.purge_history) {
            (true, true) => Thoroughness::Purge,
            (true, false) => Thoroughness::Erase,
            _ => Thoroughness::Archive,
        };
        let (candidates, near): (Vec<ForgettableMemory>, Vec<ForgettableMemory>) =
            self.candidates(&engine)?.into_iter().partition(|candidate| candidate.meant);
        let by_id = self.ids().is_some();
        if candidates.is_empty() {
            let near: String = near.iter().map(|candidate| line(&candidate.memory)).collect();
            let near = if near.is_empty() { near } else { format!("\nNear it, by id:\n{}", near.trim_end()) };
            return Err(Error::NotFound(format!(
                "nothing remembered fits \"{}\"; name it differently, or give its id{near}",
                self.what.join(" ")
            ))
            .into());
        }
        let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id.clone()).collect();
        let along = engine.forget_along(&ids, how)?;
        // An archive by id can be undone, so the ids are confirmation enough; an erasure cannot.
        let confirmed = self.yes || (by_id && how == Thoroughness::Archive);
        if self.dry_run || !confirmed {
            if global.json {
                render::json(&serde_json::json!({ "candidates": candidates, "along": along, "confirmed": false }))?;
            } else {
                render::text(&listed(&candidates, &along, how))?;
            }
            if self.dry_run {
                return Ok(ExitCode::SUCCESS);
            }
            if global.json || !confirm("Go ahead with all of them?")? {
                let what = "nothing was changed; `--yes` goes ahead with all, `soul forget ID…` with some";
                return Err(Error::Denied(what.to_owned()).into());
            }
            // Somebody may have taken their time to answer.
            if engine.forget_along(&ids, how)? != along {
                return Err(Error::Invalid(
                    "the memories changed meanwhile; nothing was erased, look again".to_owned(),
                )
                .into());
            }
        }
        if how == Thoroughness::Purge {
            engine = decide(engine, &located, global, |_| Ok(listed(&candidates, &along, how)), Ask::Asked)?;
        }
        let words = (!by_id).then(|| self.what.join(" "));
        let forgotten = engine.forget_named(&ids, how, words.as_deref())?;
        if global.json {
            render::json(&forgotten)?;
            return Ok(ExitCode::SUCCESS);
        }
        let verb = match how {
            Thoroughness::Archive => "Archived",
            Thoroughness::Erase => "Erased",
            Thoroughness::Purge => "Purged",
        };
        let mut out = String::new();
        forgotten.ids.iter().for_each(|id| out += &format!("{verb} {id}\n"));
        forgotten.notes.iter().for_each(|note| out += &format!("  {note}\n"));
        out += match how {
            Thoroughness::Archive => "  `soul restore ID` brings it back, `--permanently` erases it\n",
            Thoroughness::Erase => "  `--purge-history` rewrites the history\n",
            Thoroughness::Purge => "",
        };
        if let Some(receipt) = &forgotten.receipt {
            out += &render::receipt(receipt);
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The ids, when all that was given are ids.
    fn ids(&self) -> Option<Vec<MemoryId>> {
        self.what.iter().map(|word| word.parse().ok()).collect()
    }

    fn candidates(&self, engine: &Engine) -> Result<Vec<ForgettableMemory>> {
        match self.ids() {
            Some(ids) => ids
                .iter()
                .map(|id| match engine.memory(id) {
                    Ok(memory) => Ok(ForgettableMemory { memory, score: 1.0, meant: true, part: None }),
                    // An archived line of MEMORY.md is only in the scores.
                    Err(error) => engine
                        .archived_view(id)?
                        .filter(|_| self.permanently)
                        .map(|memory| ForgettableMemory { memory, score: 1.0, meant: true, part: None })
                        .ok_or_else(|| error.into()),
                })
                .collect(),
            None => Ok(engine.forget_candidates(&self.what.join(" "), self.permanently)?),
        }
    }
}

fn listed(candidates: &[ForgettableMemory], along: &[MemoryView], how: Thoroughness) -> String {
    let plural = |count: usize| if count == 1 { "memory" } else { "memories" };
    let mut out = format!("Found {} {}:\n", candidates.len(), plural(candidates.len()));
    candidates.iter().for_each(|candidate| out += &line(&candidate.memory));
    if !along.is_empty() {
        out += &format!("With that goes what was made of it, {} {}:\n", along.len(), plural(along.len()));
        along.iter().for_each(|memory| out += &line(memory));
    }
    out += match how {
        Thoroughness::Archive => "Archiving keeps the files and can be undone.\n",
        Thoroughness::Erase => "Erasing takes them out of the files; git history keeps them.\n",
        Thoroughness::Purge => "Purging takes them out of the files and of history. It cannot be undone.\n",
    };
    out
}

fn line(memory: &MemoryView) -> String {
    let text: String = without_comments(&memory.text).trim().replace('\n', " ").chars().take(160).collect();
    format!(
        "  {}  {text}\n    {}\n",
        render::styled(Style::Bold, &memory.id.to_string()),
        render::styled(Style::Dim, &format!("{} {}:{}", memory.store, memory.path, memory.lines.0)),
    )
}

impl RestoreArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        if self.ids.is_empty() {
            let archived = engine.archived()?;
            if global.json {
                render::json(&archived)?;
            } else if archived.is_empty() {
                render::text("Nothing is archived.\n")?;
            } else {
                let zone = engine.now().time_zone().clone();
                let lines = archived.iter().map(|a| {
                    let when = match (&a.forgotten, &a.last_used) {
                        (Some(at), _) => format!("forgotten {}", local_time::local(at, &zone)),
                        (None, Some(at)) => format!("faded away, last used {}", local_time::local(at, &zone)),
                        (None, None) => "faded away".to_owned(),
                    };
                    let text = without_comments(&a.text);
                    let text = text.trim();
                    format!("{}  {text}\n  {when}\n", render::styled(Style::Bold, &a.id.to_string()))
                });
                render::text(&lines.collect::<String>())?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let restored = engine.restore(&self.ids)?;
        if global.json {
            render::json(&restored)?;
        } else if let Some(receipt) = &restored.receipt {
            let mut out: String = restored.ids.iter().map(|id| format!("Restored {id}\n")).collect();
            out += &render::receipt(receipt);
            render::text(&out)?;
        } else {
            render::text("It is not archived; nothing changed.\n")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
