//! `soul doctor`

use soulfile_api::{Checkup, Mend};
use std::process::ExitCode;

use anyhow::Result;
use soulfile_engine::{Engine, Error};

use super::rollback::confirm;
use crate::args::Global;
use crate::exit::FOUND_PROBLEMS;
use crate::place::Located;
use crate::render::{self, Style};

/// Find and mend trouble.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul doctor                 look at everything, change nothing
  soul doctor --fix           mend what can be mended, asking each time
  soul doctor --fix --yes     mend it without asking")]
pub struct DoctorArgs {
    /// Mend what can be mended without losing anything.
    #[arg(long)]
    fix: bool,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
}

impl DoctorArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let look = || -> Result<(Engine, Checkup)> {
            let engine = located.engine(global)?;
            let checkup = engine.checkup()?;
            Ok((engine, checkup))
        };
        let (engine, checkup) = match look() {
            Ok(looked) => looked,
            Err(error) => match error.downcast_ref::<Error>() {
                Some(why) if why.is_unreadable_workspace() => {
                    if !self.repair(&located, global, &why.to_string())? {
                        return Ok(ExitCode::from(FOUND_PROBLEMS));
                    }
                    look()?
                }
                _ => return Err(error),
            },
        };
        if global.json {
            return self.run_json(&engine, &checkup);
        }
        render::text(&format!(
            "{}  {}  {} files\n",
            render::styled(Style::Bold, &checkup.agent),
            checkup.workspace,
            checkup.files
        ))?;
        if checkup.findings.is_empty() {
            render::text(&format!("{} nothing is wrong\n", render::styled(Style::Green, "✓")))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut left = 0;
        for finding in &checkup.findings {
            let how = if finding.mend == Mend::ByHand { "" } else { "  (doctor --fix can mend it)" };
            let how = if self.fix { "" } else { how };
            render::text(&format!(
                "{} {}: {}{}\n",
                render::styled(Style::Yellow, "!"),
                finding.subject,
                finding.text,
                render::styled(Style::Dim, how)
            ))?;
            if !self.fix || finding.mend == Mend::ByHand || !self.agreed("  mend it?")? {
                left += 1;
                continue;
            }
            match engine.mend(finding) {
                Ok(done) => render::text(&format!("  {} {done}\n", render::styled(Style::Green, "✓")))?,
                Err(error) => {
                    left += 1;
                    render::text(&format!("  {} {error}\n", render::styled(Style::Red, "✗")))?;
                }
            }
        }
        Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::from(FOUND_PROBLEMS) })
    }

    /// The checkup as data; with `--fix` also what was mended, and what could not be.
    fn run_json(&self, engine: &Engine, checkup: &Checkup) -> Result<ExitCode> {
        let mut shown = serde_json::to_value(checkup)?;
        let mut left = checkup.findings.len();
        if self.fix {
            let mut mended = Vec::new();
            for finding in checkup.findings.iter().filter(|f| f.mend != Mend::ByHand) {
                if !self.agreed(&format!("{}: {}: mend it?", finding.subject, finding.text))? {
                    continue;
                }
                let outcome = engine.mend(finding);
                left -= usize::from(outcome.is_ok());
                mended.push(match outcome {
                    Ok(done) => serde_json::json!({ "subject": finding.subject, "done": done }),
                    Err(error) => serde_json::json!({ "subject": finding.subject, "error": error.to_string() }),
                });
            }
            shown["mended"] = mended.into();
            shown["left"] = left.into();
        }
        render::json(&shown)?;
        Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::from(FOUND_PROBLEMS) })
    }

    fn agreed(&self, question: &str) -> Result<bool> {
        if self.yes { Ok(true) } else { confirm(question) }
    }

    /// A repository that cannot even be read is mended before anything else.
    fn repair(&self, located: &Located, global: &Global, why: &str) -> Result<bool> {
        render::note(&format!("the repository cannot be used: {why}"));
        if !self.fix {
            render::note("`soul doctor --fix` mends it; no file of yours is changed");
            return Ok(false);
        }
        if !self.agreed("Mend it? No file of yours is changed.")? {
            render::note("nothing was changed; `--yes` goes ahead without asking");
            return Ok(false);
        }
        for done in Engine::repair(located.place(global)?)? {
            render::note(&done);
        }
        Ok(true)
    }
}
