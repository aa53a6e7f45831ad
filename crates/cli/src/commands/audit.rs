//! `soul audit`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use soulfile_api::ForeignKey;
use soulfile_engine::{AuditQuery, Engine, Error};

use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::exit::FOUND_PROBLEMS;
use crate::local_time;
use crate::place::Located;
use crate::render::{self, Style};

/// Ask the audit trail: what changed, who, why; verify it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul audit log -n 20                     what changed recently
  soul audit log SOUL.md                   has SOUL.md ever been changed
  soul audit log --actor reflection        what reflections did
  soul audit show m-0198c3                 one change, with its diff
  soul audit blame USER.md                 who wrote which line
  soul audit why \"the CSS bug\"             why it was written, or forgotten
  soul audit verify                        is the trail whole and unaltered
  soul audit verify m-0198c3               is this receipt true
  soul audit trust                         keys that are not known here, and what each covers
  soul audit trust 1f0c9a2b                accept what that key has written up to now")]
pub struct AuditArgs {
    #[command(subcommand)]
    action: AuditAction,
}

#[derive(Debug, Subcommand)]
enum AuditAction {
    /// List entries, newest first.
    Log(LogArgs),
    /// Show one entry with its diff.
    Show {
        /// The mutation's id or its commit, or the beginning of either.
        id: String,
    },
    /// Show who last changed each line of a file.
    Blame {
        /// The file.
        path: String,
    },
    /// Tell why something was written, archived or removed.
    Why {
        /// What to look for.
        about: String,
    },
    /// Verify the whole trail, or one receipt.
    Verify {
        /// The receipt's id or commit.
        receipt: Option<String>,
    },
    /// Show keys of other homes and what each covers, or accept one. A person's act.
    ///
    /// A workspace that comes from another machine, or is shared with another home, was written with a key that is not
    /// here. Until it is accepted, what its entries say of themselves does not count.
    Trust {
        /// The key's id, or its beginning: accepts its entries up to now.
        key: Option<String>,
        /// The other home's `audit.key`: accepts whatever that key seals, also later.
        #[arg(long, value_name = "FILE", conflicts_with = "key")]
        key_file: Option<std::path::PathBuf>,
    },
    /// Write audit.log anew from the commits.
    Rebuild,
    /// Move months past the retention window into digests.
    Digest,
}

/// Which entries to list.
#[derive(Debug, clap::Args)]
pub struct LogArgs {
    /// Only this file or directory.
    path: Option<String>,
    /// At most this many entries; 0 for all.
    #[arg(long, short = 'n', default_value_t = 20)]
    limit: usize,
    /// Only actors that start with this: manual, bot, reflection, system, subagent:NAME.
    #[arg(long)]
    actor: Option<String>,
    /// Only this session.
    #[arg(long)]
    session: Option<String>,
    /// Only entries that mention this.
    #[arg(long)]
    grep: Option<String>,
    /// Not before this date or time (2026-02-01, 2026-02-01T10:00Z).
    #[arg(long)]
    since: Option<String>,
}

impl LogArgs {
    pub fn print(&self, engine: &Engine, json: bool) -> Result<()> {
        let since = self.since.as_deref().map(|text| super::rollback::parse_time(text, &engine.now())).transpose()?;
        let entries = engine.audit_log(&AuditQuery {
            path: self.path.clone(),
            actor: self.actor.clone(),
            session: self.session.clone(),
            text: self.grep.clone(),
            since,
            limit: self.limit,
            ..AuditQuery::default()
        })?;
        if let Some(path) = self.path.as_ref().filter(|_| entries.is_empty())
            && engine.audit_log(&AuditQuery { path: Some(path.clone()), limit: 1, ..AuditQuery::default() })?.is_empty()
        {
            let what = format!("\"{}\" is not in the history; `soul history` shows what is", path.escape_debug());
            return Err(Error::NotFound(what).into());
        }
        if json {
            return render::json(&entries);
        }
        let text = if entries.is_empty() {
            "No such entry.\n".to_owned()
        } else {
            render::log(&entries, engine.now().time_zone())
        };
        render::text(&text)
    }
}

/// What a key covers, for a person to decide on.
fn covered(key: &ForeignKey) -> String {
    let state = match key.waiting {
        0 => "accepted".to_owned(),
        waiting if waiting == key.entries => "not accepted".to_owned(),
        waiting => format!("{waiting} not accepted"),
    };
    let list = |items: &[String]| if items.is_empty() { "nothing".to_owned() } else { items.join(", ") };
    format!(
        "{} {}: {} entries from {} to {}, the newest in commit {}\n  they name {}\n  and change {} of what a model always sees\n{}",
        render::styled(Style::Bold, &key.id),
        state,
        key.entries,
        key.first_at,
        key.last_at,
        &key.newest[..10],
        list(&key.actors),
        list(&key.injected),
        if key.lost { "  this agent sealed with it itself; its audit.key is gone\n" } else { "" }
    )
}

impl AuditArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        match &self.action {
            AuditAction::Log(args) => args.print(&engine, global.json)?,
            AuditAction::Show { id } => {
                let shown = engine.audit_show(id)?;
                if global.json {
                    render::json(&shown)?;
                } else {
                    render::text(
                        &(render::log(std::slice::from_ref(&shown.entry), engine.now().time_zone())
                            + "\n"
                            + &render::diff(&shown.diff)),
                    )?;
                }
            }
            AuditAction::Blame { path } => {
                let lines = engine.audit_blame(path)?;
                if global.json {
                    render::json(&lines)?;
                } else {
                    let width = lines.iter().map(|l| l.actor.chars().count()).max().unwrap_or(0);
                    let zone = engine.now().time_zone().clone();
                    let out = lines.iter().map(|l| {
                        let day = local_time::local(&l.at, &zone);
                        let day = day.get(..10).unwrap_or(&day);
                        let head = format!("{} {day} {:<width$}", &l.commit[..8], l.actor);
                        format!("{}  {:>4}  {}\n", render::styled(Style::Dim, &head), l.line, l.text)
                    });
                    render::text(&out.collect::<String>())?;
                }
            }
            AuditAction::Why { about } => {
                let why = engine.audit_why(about, 20)?;
                if global.json {
                    render::json(&why)?;
                } else {
                    let mut out = String::new();
                    if !why.forgotten.is_empty() {
                        out += &format!(
                            "{}\n{}",
                            render::styled(Style::Bold, "Forgotten, faded or removed"),
                            render::log(&why.forgotten, engine.now().time_zone())
                        );
                    }
                    if !why.written.is_empty() {
                        out += &format!(
                            "{}\n{}",
                            render::styled(Style::Bold, "Written"),
                            render::log(&why.written, engine.now().time_zone())
                        );
                    }
                    render::text(if out.is_empty() { "Nothing on the trail mentions that.\n" } else { &out })?;
                }
            }
            AuditAction::Verify { receipt: Some(id) } => {
                let status = engine.audit_verify_receipt(id)?;
                if global.json {
                    render::json(&status)?;
                } else {
                    let mut out =
                        format!("{} {}\n  {}\n", if status.ok { "✓" } else { "✗" }, status.id, status.summary);
                    for (path, same) in &status.files {
                        out += &format!(
                            "  {path}: {}\n",
                            if *same {
                                "still as written"
                            } else {
                                "changed again since; the written version is in history"
                            }
                        );
                    }
                    status.problems.iter().for_each(|p| out += &format!("  {}\n", render::styled(Style::Red, p)));
                    render::text(&out)?;
                }
                return Ok(if status.ok { ExitCode::SUCCESS } else { ExitCode::from(FOUND_PROBLEMS) });
            }
            AuditAction::Verify { receipt: None } => {
                let found = engine.audit_verify()?;
                if global.json {
                    render::json(&found)?;
                } else {
                    let mut out = format!("{} {} entries checked", if found.ok { "✓" } else { "✗" }, found.checked);
                    if found.by_git > 0 {
                        out += &format!(", {} made directly with git", found.by_git);
                    }
                    if found.other_keys > 0 {
                        out += &format!(", {} under a key that is not known here", found.other_keys);
                    }
                    out.push('\n');
                    found.problems.iter().for_each(|p| out += &format!("  {}\n", render::styled(Style::Red, p)));
                    render::text(&out)?;
                }
                return Ok(if found.ok { ExitCode::SUCCESS } else { ExitCode::from(FOUND_PROBLEMS) });
            }
            AuditAction::Trust { key: Some(key), .. } => {
                let page = |engine: &Engine| {
                    let keys = engine.audit_keys()?;
                    Ok(keys.iter().filter(|known| known.id.starts_with(key.as_str())).map(covered).collect())
                };
                let question = "Accept these entries, which cannot be checked here?";
                let engine = decide(engine, &located, global, page, Ask::Question(question))?;
                let (key, receipt) = engine.audit_trust(key)?;
                if global.json {
                    render::json(&serde_json::json!({ "key": key, "receipt": receipt }))?;
                } else {
                    render::text(&format!("Accepted.\n{}{}", covered(&key), render::receipt(&receipt)))?;
                }
            }
            AuditAction::Trust { key_file: Some(file), .. } => {
                let secret = std::fs::read(file).map_err(|source| Error::Io {
                    what: "reading",
                    path: file.display().to_string(),
                    source,
                })?;
                let page = |_: &Engine| {
                    Ok(format!("The key in {}: whatever it seals will count, now and later.", file.display()))
                };
                let engine = decide(engine, &located, global, page, Ask::Question("Trust it?"))?;
                let (id, receipt) = engine.audit_trust_key(&secret)?;
                if global.json {
                    render::json(&serde_json::json!({ "key": { "id": id }, "receipt": receipt }))?;
                } else {
                    let text = format!("Accepted: whatever the key {id} seals.\n{}", render::receipt(&receipt));
                    render::text(&text)?;
                }
            }
            AuditAction::Trust { .. } => {
                let keys = engine.audit_keys()?;
                if global.json {
                    render::json(&keys)?;
                } else if keys.is_empty() {
                    render::text("Every entry is sealed with a key of this home.\n")?;
                } else {
                    let mut out: String = keys.iter().map(covered).collect();
                    if keys.iter().any(|key| key.waiting > 0) {
                        out += "\n`soul audit trust KEY` accepts these entries as they are now, without being able to check them; \
                                `soul audit trust --key-file FILE`, with the other home's audit.key, checks them, and what follows.\n";
                    }
                    render::text(&out)?;
                }
            }
            AuditAction::Rebuild => {
                engine.audit_rebuild()?;
                render::text(if global.json {
                    "{\"rebuilt\": true}\n"
                } else {
                    "audit.log was written anew from the commits.\n"
                })?;
            }
            AuditAction::Digest => {
                let receipt = engine.workspace().apply_retention()?;
                if global.json {
                    render::json(&receipt)?;
                } else {
                    render::text(
                        &receipt.map_or_else(|| "Nothing is past the window.\n".to_owned(), |r| render::receipt(&r)),
                    )?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
