//! `soul sessions`

use std::process::ExitCode;

use anyhow::Result;
use soulfile_agent::{forget_session, list_sessions};
use soulfile_engine::Error;

use crate::args::Global;
use crate::model;
use crate::place::Located;
use crate::render::{self, Style, styled};

/// Show and remove the sessions that are kept: those with a model, and those of the web app.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul sessions
  soul chat --resume chat-20260202-143000-1a2b3c4d      go on with one
  soul sessions forget chat-20260202-143000-1a2b3c4d    remove its transcript; memory keeps what was told")]
pub struct SessionsArgs {
    #[command(subcommand)]
    verb: Option<SessionsVerb>,
}

#[derive(Debug, clap::Subcommand)]
enum SessionsVerb {
    /// List them, newest first.
    #[command(after_help = "Examples:\n  soul sessions list --json")]
    List,
    /// Remove the transcript of one.
    #[command(after_help = "Examples:\n  soul sessions forget chat-20260202-143000-1a2b3c4d")]
    Forget {
        /// Its id.
        id: String,
    },
}

impl SessionsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let folder = model::settings(located.config(), &located.place(global)?).sessions;
        if let Some(SessionsVerb::Forget { id }) = &self.verb {
            if !forget_session(&folder, id)? {
                return Err(Error::NotFound(format!("there is no session {id:?}; `soul sessions` lists them")).into());
            }
            render::note(&format!("the transcript of {id} is gone"));
            return Ok(ExitCode::SUCCESS);
        }
        let listed = list_sessions(&folder);
        if global.json {
            render::json(&listed)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = String::new();
        for one in &listed {
            let about = format!("{} messages, {}, last {}", one.messages, one.model, one.last);
            out += &format!("{}  {}\n  {}\n", styled(Style::Bold, &one.id), styled(Style::Dim, &about), one.first);
        }
        if listed.is_empty() {
            out += "There is no session.\n";
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}
