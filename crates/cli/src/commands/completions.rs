//! `soul completions` and `soul man`

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;

use crate::args::Args;
use crate::render;

/// Print shell completions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul completions fish | source
  soul completions zsh > \"${fpath[1]}/_soul\"
  source <(soul completions bash)                    for this shell; in ~/.bashrc, for all")]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

impl CompletionsArgs {
    pub fn run(&self) -> Result<ExitCode> {
        let mut out = Vec::new();
        clap_complete::generate(self.shell, &mut Args::command(), "soul", &mut out);
        render::text(&String::from_utf8_lossy(&out))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Print the manual page.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul man | man -l -
  soul man audit > soul-audit.1")]
pub struct ManArgs {
    /// The verb to describe; the whole program when not given.
    verb: Option<String>,
}

impl ManArgs {
    pub fn run(&self) -> Result<ExitCode> {
        let mut command = Args::command();
        command.build();
        let command = match &self.verb {
            None => command,
            Some(verb) => command.find_subcommand(verb).cloned().ok_or_else(|| {
                soulfile_engine::Error::NotFound(format!("there is no verb \"{verb}\"; `soul --help` lists them"))
            })?,
        };
        let mut out = Vec::new();
        clap_mangen::Man::new(command).render(&mut out)?;
        render::text(&String::from_utf8_lossy(&out))?;
        Ok(ExitCode::SUCCESS)
    }
}
