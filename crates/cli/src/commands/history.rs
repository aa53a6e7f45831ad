//! `soul history`

use std::process::ExitCode;

use anyhow::Result;

use super::audit::LogArgs;
use crate::args::Global;
use crate::place::Located;

/// Show a file's past, or the workspace's: the audit log by another name.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul history MEMORY.md
  soul history --since yesterday -n 50")]
pub struct HistoryArgs {
    #[command(flatten)]
    log: LogArgs,
}

impl HistoryArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        self.log.print(&Located::find(global)?.engine(global)?, global.json)?;
        Ok(ExitCode::SUCCESS)
    }
}
