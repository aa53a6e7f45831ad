//! `soul hook`: what a connected program runs at the moments of its sessions.
//!
//! A hook answers at once and never breaks the program that runs it: whatever goes wrong is told on stderr and in the
//! log of hooks, and the exit code stays 0. What a person said is put into the spool (`hook/spool.rs`) and written to
//! memory by a process of its own that ends with the work, so that nobody waits for the disk.

mod output;
mod spool;

use std::io::Read;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};
use serde::Deserialize;
use soulfile_engine::{ContextRequest, Engine, Place, Requester};

use super::connect::hook_events::HookEvent;
use super::connect::launch::Launch;
use super::recall::Asker;
use crate::args::Global;
use crate::place::Located;
use crate::render;
use spool::{Spool, SpooledMessage};

/// Run one hook of a connected program.
///
/// `soul connect` writes these lines into the program's configuration. The program sends what it knows of the moment as
/// JSON on stdin.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul hook session-start --host claude-code < event.json
  soul hook settle               write what hooks have kept aside, now")]
pub struct HookArgs {
    #[command(flatten)]
    asker: Asker,
    /// The moment, or `settle`.
    #[arg(value_enum)]
    moment: Moment,
    /// Which program runs it.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "HOST")]
    host: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Moment {
    SessionStart,
    Prompt,
    PreCompact,
    Stop,
    SessionEnd,
    /// Write what was kept aside.
    Settle,
}

/// What a host tells of the moment; hosts name more than is read here.
#[derive(Debug, Default, Deserialize)]
struct Event {
    #[serde(default, alias = "conversation_id", alias = "sessionId")]
    session_id: Option<String>,
    #[serde(default)]
    prompt: Option<String>,
}

/// Most bytes of an event: a prompt may hold a pasted file.
const LONGEST_EVENT: u64 = 4 << 20;

impl HookArgs {
    /// Never fails: the program that runs this goes on whatever happens here.
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let placed = Located::find(global).and_then(|located| located.place(global));
        let spool = placed.as_ref().ok().map(|place| Spool::of(&place.state()));
        let done = placed.and_then(|place| self.answer(global, place, spool.as_ref().expect("there is a place")));
        if let Err(error) = done {
            let what = format!("the {:?} hook did nothing: {error:#}", self.moment);
            render::note(&what);
            spool.iter().for_each(|spool| spool.complain(&what));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn answer(&self, global: &Global, place: Place, spool: &Spool) -> Result<()> {
        match self.moment {
            Moment::Settle => self.settle(&self.engine(place)?, spool),
            Moment::SessionStart => {
                let event = event();
                let text = self.context(&self.engine(place)?, &event)?;
                output::put(&self.host, HookEvent::SessionStart, &text)?;
                self.settle_later(global, spool)
            }
            Moment::Prompt => {
                let event = event();
                let prompt = own_words(event.prompt.as_deref().unwrap_or(""));
                if prompt.is_empty() {
                    return output::put(&self.host, HookEvent::Prompt, "");
                }
                let spooled = spool.add(&SpooledMessage { session: self.session(&event), text: prompt.to_owned() });
                let found = self.engine(place).and_then(|engine| {
                    Ok(soulfile_agent::recall_for_prompt(&engine, self.asker.session(&engine)?, prompt)?)
                });
                output::put(&self.host, HookEvent::Prompt, found.as_deref().unwrap_or(""))?;
                spooled.and(found.map(drop))
            }
            Moment::PreCompact | Moment::Stop | Moment::SessionEnd => {
                output::put(&self.host, HookEvent::Stop, "")?;
                self.settle_later(global, spool)
            }
        }
    }

    fn engine(&self, place: Place) -> Result<Engine> {
        let engine = Engine::open(place)?;
        let channel = if self.host.is_empty() { "hook" } else { &self.host };
        Ok(engine.acting_for(Requester::through(channel).speaker(self.asker.speaker())))
    }

    /// The session's name here: the host's own, told apart by host.
    fn session(&self, event: &Event) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let id: String = event.session_id.iter().flat_map(|id| id.chars()).filter(|c| plain(*c)).take(64).collect();
        format!("{}-{id}", if self.host.is_empty() { "hook" } else { &self.host })
    }

    /// What a session receives.
    fn context(&self, engine: &Engine, event: &Event) -> Result<String> {
        let request = ContextRequest { session_id: Some(self.session(event)), ..self.asker.request() };
        let (pack, _) = engine.context(&request)?;
        Ok(format!("{}{}", pack.rendered, pack.preamble))
    }

    /// Starts the process that writes what was kept aside, when there is something.
    fn settle_later(&self, global: &Global, spool: &Spool) -> Result<()> {
        use std::os::unix::process::CommandExt;
        if spool.is_empty() {
            return Ok(());
        }
        let launch = Launch::of(global, &self.asker)?;
        // A group of its own: a host that ends its hooks with their groups leaves it alone.
        Command::new(&launch.command)
            .args(launch.hook("settle", &self.host))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .context("starting the process that writes to memory")?;
        Ok(())
    }

    /// Writes what was kept aside.
    fn settle(&self, engine: &Engine, spool: &Spool) -> Result<()> {
        let who = self.asker.who();
        spool.settle(|said| {
            if let Err(error) = soulfile_agent::capture(engine, &who, &said.session, &said.text) {
                // A refusal (a credential) stands; anything else is tried again later.
                if !matches!(error.kind(), soulfile_api::ErrorKind::Invalid | soulfile_api::ErrorKind::Denied) {
                    return Err(error.into());
                }
                spool.complain(&format!("not kept: {error}"));
            }
            Ok(())
        })
    }
}

/// What a person said, without what hooks put before it: Gemini CLI hands a first prompt on with both.
fn own_words(prompt: &str) -> &str {
    let after = prompt.strip_prefix("<hook_context>").and_then(|rest| rest.rsplit_once("</hook_context>"));
    after.map_or(prompt, |(_, said)| said).trim()
}

/// The event on stdin; an empty one where there is none.
fn event() -> Event {
    use std::io::IsTerminal;
    let stdin = std::io::stdin();
    let mut text = String::new();
    if stdin.is_terminal() || stdin.lock().take(LONGEST_EVENT).read_to_string(&mut text).is_err() {
        return Event::default();
    }
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hooks_put_before_a_prompt_is_not_said() {
        assert_eq!(own_words("<hook_context>&lt;soul&gt; x</hook_context>\n\nWhich tea?"), "Which tea?");
        assert_eq!(own_words(" Which tea? "), "Which tea?");
    }
}
