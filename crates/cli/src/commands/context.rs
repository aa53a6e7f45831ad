//! `soul context`

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use soulfile_api::ContextReport;
use soulfile_engine::{ContextRequest, Error};
use soulfile_vocabulary::SessionKind;

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show exactly what a session receives.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul context                                      a private conversation
  soul context --session group --room dev --user bob
  soul context --session subagent --as researcher   AGENTS and TOOLS, and what it was granted
  soul context --report                             each file: in or out, why, bytes, tokens
  soul context --receipts                           which sessions saw which bytes")]
pub struct ContextArgs {
    /// The kind of session: main, group, subagent, heartbeat or boot.
    #[arg(long, default_value = "main", value_parser = parse_kind)]
    session: SessionKind,
    /// The room, for a group.
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// Who is speaking.
    #[arg(long, value_name = "USER")]
    user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    #[arg(long = "as", value_name = "AGENT")]
    subagent: Option<String>,
    /// The session's own id: its persona is decided once, and recorded.
    #[arg(long, value_name = "ID")]
    session_id: Option<String>,
    /// Print the report instead of the context.
    #[arg(long)]
    report: bool,
    /// List the receipts of recent contexts instead, or of the one with this digest.
    #[arg(long, value_name = "DIGEST", num_args = 0..=1, default_missing_value = "")]
    receipts: Option<String>,
}

fn parse_kind(text: &str) -> Result<SessionKind, String> {
    text.parse().map_err(|_| "expected main, group, subagent, heartbeat or boot".to_owned())
}

impl ContextArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        if let Some(digest) = &self.receipts {
            let receipts = engine.context_receipts(Some(digest.as_str()).filter(|d| !d.is_empty()), 50)?;
            if receipts.is_empty() && !digest.is_empty() {
                let what = format!(
                    "no receipt begins with \"{}\"; `soul context --receipts` lists them",
                    digest.escape_debug()
                );
                return Err(Error::NotFound(what).into());
            }
            if global.json {
                render::json(&receipts)?;
            } else {
                let lines = receipts.iter().map(|r| {
                    let commit = r.commit.as_deref().map_or("no commit", |c| &c[..10]);
                    format!(
                        "{}  {:<9} {}  at commit {commit}  {} files\n",
                        r.at,
                        r.session,
                        &r.digest[..16],
                        r.files.len()
                    )
                });
                render::text(&lines.collect::<String>())?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let (pack, receipt) = engine.context(&ContextRequest {
            kind: Some(self.session),
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: self.subagent.clone(),
            session_id: self.session_id.clone(),
            roll: roll(),
            ..ContextRequest::default()
        })?;
        render::degraded(&engine);
        if global.json {
            #[derive(serde::Serialize)]
            struct ContextJson<'a> {
                #[serde(flatten)]
                pack: &'a soulfile_api::ContextPack,
                receipt: &'a soulfile_api::ContextReceipt,
            }
            render::json(&ContextJson { pack: &pack, receipt: &receipt })?;
        } else if self.report {
            render::text(&report(&pack.report))?;
        } else {
            let text = format!("{}{}", pack.rendered, pack.preamble);
            let mut out = std::io::stdout().lock();
            match out.is_terminal() {
                true => out.write_all(render::for_people(&text).as_bytes())?,
                // Byte for byte, so that its SHA-256 is the receipt's digest.
                false => out.write_all(text.as_bytes())?,
            }
            out.flush()?;
            for warning in &pack.report.warnings {
                render::note(warning);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A number from 0 to 1, for the persona's chance.
fn roll() -> f64 {
    let mut bytes = [0u8; 8];
    match rustix::rand::getrandom(&mut bytes[..], rustix::rand::GetRandomFlags::empty()) {
        Ok(_) => (u64::from_le_bytes(bytes) >> 11) as f64 / (1u64 << 53) as f64,
        Err(_) => 0.999_999,
    }
}

fn report(report: &ContextReport) -> String {
    let mut out = format!(
        "{} of {} tokens ({:.0} %), persona {}\n\n",
        report.used_tokens,
        report.budget_tokens,
        report.share * 100.0,
        report.persona.file
    );
    for file in &report.files {
        let mark = if file.included { render::styled(Style::Green, "in ") } else { render::styled(Style::Dim, "out") };
        let cost = if file.included {
            format!("{:>6} tokens {:>4.1} %", file.tokens, file.share * 100.0)
        } else {
            " ".repeat(20)
        };
        out += &format!("{mark} {cost}  {:<34} {}\n", file.path, render::styled(Style::Dim, &file.why));
    }
    for warning in &report.warnings {
        out += &format!("{} {warning}\n", render::styled(Style::Yellow, "warning:"));
    }
    out
}
