//! `soul setup`

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use jiff::tz::TimeZone;
use soulfile_engine::{Engine, Error, SetupRequest, config, day};

use crate::args::Global;
use crate::available_models;
use crate::place::Located;
use crate::render::{self, Style};

/// Make a workspace of a directory: seed what is missing, keep what is there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul setup                                        the default agent, asking a few questions
  soul setup --workspace ~/clawd --yes              adopt a directory as it is, asking nothing
  soul setup --agent aria --user-name Sam --timezone Europe/Berlin --language English
  soul setup --workspace ~/aria --from aria.tar     the workspace that was exported
  soul setup --done                                 the first-run ritual is finished")]
pub struct SetupArgs {
    /// Ask nothing.
    #[arg(long, short)]
    yes: bool,
    /// How the agent should address you.
    #[arg(long, value_name = "NAME")]
    user_name: Option<String>,
    /// Your time zone, such as Europe/Berlin.
    #[arg(long, value_name = "ZONE")]
    timezone: Option<String>,
    /// The language you prefer, such as English.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// The agent's name.
    #[arg(long, value_name = "NAME")]
    agent_name: Option<String>,
    /// Begin with an export of `soul export`, .tar or .jsonl, in an empty folder.
    #[arg(long, value_name = "FILE", conflicts_with = "done")]
    from: Option<std::path::PathBuf>,
    /// End the first-run ritual: BOOTSTRAP.md goes, with a copy in history.
    #[arg(long)]
    done: bool,
}

impl SetupArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        if self.done {
            let receipt = located.engine(global)?.finish_bootstrap()?;
            return if global.json {
                render::json(&receipt)
            } else {
                render::text(&format!("The first-run ritual is done.\n{}", render::receipt(&receipt)))
            }
            .map(|()| ExitCode::SUCCESS);
        }
        let known = &located.config().user;
        let mut request = SetupRequest {
            user_name: self.user_name.clone().or_else(|| known.name.clone()),
            timezone: self.timezone.clone().or_else(|| known.timezone.clone()),
            language: self.language.clone().or_else(|| known.language.clone()),
            agent_name: self.agent_name.clone(),
            from: self.from.clone(),
        };
        if !self.yes && !global.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
            ask_all(&mut request)?;
        }
        if let Some(zone) = &request.timezone {
            day::zone(zone).map_err(|e| Error::Invalid(e.to_string()))?;
        }
        let mut place = located.place(global)?;
        place.config.user.timezone = request.timezone.clone().or(place.config.user.timezone);
        // Whoever makes a home has written its configuration.
        let expected = located.is_config_known() || located.is_new_home();
        let (_, seeded) = Engine::setup(place, &request)?;
        let known = located.known_config();
        self.remember(&located, &request)?;
        if expected {
            known.accept()?;
        }
        if global.json {
            render::json(&seeded)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = format!("{} {}\n", render::styled(Style::Bold, &seeded.agent), seeded.workspace);
        for path in &seeded.created {
            out += &format!("  {} {path}\n", render::styled(Style::Green, "made"));
        }
        for path in &seeded.kept {
            out += &format!("  {} {path}\n", render::styled(Style::Dim, "kept"));
        }
        if !seeded.adopted.is_empty() {
            out += &format!("  {} existing files were taken into history as they are\n", seeded.adopted.len());
        }
        if let Some(receipt) = &seeded.receipt {
            out += &render::styled(Style::Dim, &format!("  receipt {}\n", receipt.id));
        }
        out += "\nNext, in that directory: `soul chat` to get acquainted, `soul remember \"…\"` to tell it something.\n\
                SOUL.md says who it is; make it yours. `soul context` shows what a session receives.\n";
        render::text(&out)?;
        self.offer_model(&located)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Tells of a model that could speak; at a terminal, asks whether it shall.
    fn offer_model(&self, located: &Located) -> Result<()> {
        if located.config().models.primary.is_some() {
            return Ok(());
        }
        let asks = !self.yes && std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        // Asked for nothing, nothing is knocked at.
        let found = if asks { available_models::look(located) } else { available_models::keys() };
        for one in found {
            if !asks {
                render::note(&format!("{}; `soul models` says how to let {} speak", one.said, one.model));
                continue;
            }
            let mut answer = None;
            ask(&format!("{}. Shall {} speak in `soul chat`? [y/N]", one.said, one.model), &mut answer, "")?;
            if !answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes" | "j" | "ja" | "是"))
            {
                continue;
            }
            let _lock = super::config::lock(&located.config_file)?;
            let mut text = super::config::read(&located.config_file)?;
            for (key, value) in &one.settings {
                text = config::set(&text, key, &serde_json::Value::String(value.clone()))
                    .map_err(|e| Error::Config(e.to_string()))?;
            }
            let known = located.known_config();
            let expected = located.is_config_known();
            super::config::write_file(&located.config_file, &text)?;
            if expected {
                known.accept()?;
            }
            break;
        }
        Ok(())
    }

    /// Writes what the person said about themselves into the configuration. What is known there stays, unless they now
    /// say otherwise by a flag: there is one user for every agent of a home.
    fn remember(&self, located: &Located, request: &SetupRequest) -> Result<()> {
        let _lock = super::config::lock(&located.config_file)?;
        let mut text = super::config::read(&located.config_file)?;
        let before = text.clone();
        // As it stands now: another process may have written it since this one looked.
        let known = crate::place::load(&text, &located.config_file)?.config.user;
        let facts = [
            ("user.name", &self.user_name, &request.user_name, &known.name),
            ("user.timezone", &self.timezone, &request.timezone, &known.timezone),
            ("user.language", &self.language, &request.language, &known.language),
        ];
        for (key, flag, said, known) in facts {
            let otherwise = flag.as_ref().and(known.as_ref()).filter(|known| Some(*known) != flag.as_ref());
            if let Some(value) = said.as_ref().filter(|_| known.is_none() || otherwise.is_some()) {
                if let Some(before) = otherwise {
                    render::note(&format!("{key} was {before} and is {value} now, for every agent of this home"));
                }
                text = config::set(&text, key, &serde_json::Value::String(value.clone()))
                    .map_err(|e| Error::Config(e.to_string()))?;
            }
        }
        if text != before {
            super::config::write_file(&located.config_file, &text)?;
        }
        Ok(())
    }
}

fn ask_all(request: &mut SetupRequest) -> Result<()> {
    let machine = TimeZone::system().iana_name().unwrap_or("UTC").to_owned();
    ask("What should the agent call you?", &mut request.user_name, "")?;
    loop {
        ask("Your time zone", &mut request.timezone, &machine)?;
        match request.timezone.as_deref().map(day::zone) {
            Some(Err(e)) => {
                render::note(&e.to_string());
                request.timezone = None;
            }
            _ => break,
        }
    }
    ask("The language you prefer", &mut request.language, "English")?;
    ask("A name for the agent (empty: it finds one with you)", &mut request.agent_name, "")
}

#[allow(clippy::print_stderr)]
fn ask(question: &str, answer: &mut Option<String>, default: &str) -> Result<()> {
    if answer.is_some() {
        return Ok(());
    }
    let hint = if default.is_empty() { String::new() } else { format!(" [{default}]") };
    eprint!("{question}{hint} ");
    std::io::stderr().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let line = if line.trim().is_empty() { default } else { line.trim() };
    *answer = (!line.is_empty()).then(|| line.to_owned());
    Ok(())
}
