//! `soul fleet`: making a fleet, looking at it, and moving workspaces into it, within it and out of it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::json;
use soulfile_fleet::{Fleet, FoundMemory};
use soulfile_server::auth::Caller;
use soulfile_workspace::WorkspaceOptions;

use super::serve_token::{self, TokenVerb};
use crate::args::Global;
use crate::fleet::{CONFIGURATION, SearchArgs, rebuild, settings, told, with_tokens};
use crate::place::Located;
use crate::render::{self, Style};

/// Look after a fleet: many gateways, workspaces on PostgreSQL and an object store.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  export SOULFILE_FLEET=postgres://soul@db.example/soul
  soul fleet init --objects s3://bucket/soul        make the tables, or bring them up to date
  soul fleet token                                  the person's token, which every gateway takes
  soul fleet adopt aria --workspace ~/aria          take a workspace in, with its history
  soul serve --fleet $SOULFILE_FLEET                serve the fleet's workspaces; as many of these as you like
  soul fleet status                                 gateways, and who has which workspace
  soul fleet drain g-3f2a91c0                       have a gateway give its workspaces up
  soul fleet release aria --to ~/aria               take a workspace out again")]
pub struct FleetArgs {
    /// The fleet's database.
    #[arg(long, global = true, value_name = "URL", env = "SOULFILE_FLEET", hide_env_values = true)]
    fleet: Option<String>,
    #[command(subcommand)]
    verb: FleetVerb,
}

#[derive(Debug, clap::Subcommand)]
enum FleetVerb {
    /// Make the tables of a fleet, or bring them up to date.
    Init {
        /// Where checkpoints are kept: s3://, gs://, az:// or file:///folder.
        #[arg(long, value_name = "URL")]
        objects: String,
    },
    /// Show the gateways, and who has which workspace.
    Status,
    /// Take a workspace into the fleet, with its history. Its directory can be removed afterwards.
    Adopt {
        /// What it is called in the fleet.
        name: String,
    },
    /// Take a workspace out of the fleet, with its history.
    Release {
        name: String,
        /// The directory it is put into.
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
    /// Have a workspace served by another gateway.
    Move {
        name: String,
        /// The gateway, as `soul fleet status` names it.
        #[arg(long, value_name = "GATEWAY")]
        to: String,
    },
    /// Have a gateway give its workspaces up and take no more.
    Drain {
        gateway: String,
        /// Let it take workspaces again.
        #[arg(long)]
        undo: bool,
    },
    /// Show, make, rotate and revoke the tokens that every gateway takes; the person's when nothing is said.
    Token(serve_token::TokenArgs),
    /// Look for memories in what all workspaces share.
    Search(SearchArgs),
    /// Make the rows of that search anew, from the checkpoints and the journal.
    Reindex,
    /// Give every gateway the same configuration, or leave each its own again.
    Configure {
        /// The configuration.
        #[arg(value_name = "FILE", required_unless_present = "remove")]
        file: Option<PathBuf>,
        /// Leave each gateway the configuration it has.
        #[arg(long, conflicts_with = "file")]
        remove: bool,
    },
    /// Make a bare git repository of a workspace's newest checkpoint.
    Export {
        name: String,
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
}

impl FleetArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let url = self.fleet.as_deref().ok_or_else(|| {
            soulfile_engine::Error::Invalid("name the fleet's database: --fleet URL, or SOULFILE_FLEET".to_owned())
        })?;
        let settings = settings(url);
        if let FleetVerb::Init { objects } = &self.verb {
            let fleet = Fleet::init(&settings, objects).map_err(told)?;
            // Gateways that others can reach want a token that somebody made on purpose.
            with_tokens(&fleet, &Located::find(global)?, |tokens| Ok(tokens.own(&Caller::person())?))?;
            let status = fleet.status().map_err(told)?;
            return done(global, json!({ "schema": status.schema, "objects": objects }), "The fleet is ready.");
        }
        let fleet = Fleet::open(&settings).map_err(told)?;
        match &self.verb {
            FleetVerb::Init { .. } => unreachable!("done above"),
            FleetVerb::Status => status(&fleet, global),
            FleetVerb::Adopt { name } => {
                let place = Located::find(global)?.place(global)?;
                let options = WorkspaceOptions {
                    home: Some(place.state_root.clone()),
                    clock: place.clock.clone(),
                    ..WorkspaceOptions::new(place.state())
                };
                let manifest = fleet.adopt(name, &place.workspace, options).map_err(told)?;
                let text = format!("\"{name}\" is in the fleet, at commit {}.", manifest.head);
                done(global, serde_json::to_value(&manifest)?, &text)
            }
            FleetVerb::Release { name, to } => {
                let located = Located::find(global)?;
                let dir = std::path::absolute(to)?;
                let at = Global { workspace: Some(dir.clone()), ..global.clone() };
                let place = located.place(&at)?;
                let lease = fleet.release(name, &dir, WorkspaceOptions::new(place.state())).map_err(told)?;
                let text = format!("\"{name}\" is an ordinary workspace again, in {}.", dir.display());
                done(global, json!({ "workspace": dir, "head": lease.head }), &text)
            }
            FleetVerb::Move { name, to } => {
                fleet.move_to(name, to).map_err(told)?;
                done(global, json!({ "workspace": name, "to": to }), &format!("\"{name}\" goes to {to}."))
            }
            FleetVerb::Drain { gateway, undo } => {
                fleet.drain(gateway, !undo).map_err(told)?;
                let text = if *undo { "takes workspaces again." } else { "gives its workspaces up." };
                done(global, json!({ "gateway": gateway, "draining": !undo }), &format!("{gateway} {text}"))
            }
            FleetVerb::Token(token) => {
                let located = Located::find(global)?;
                let verb = token.verb.as_ref().unwrap_or(&TokenVerb::Show { of: None });
                let agents = || Ok(fleet.names().map_err(told)?);
                with_tokens(&fleet, &located, |tokens| {
                    serve_token::run_on(verb, tokens, agents, located.clock().now(), global)
                })
            }
            FleetVerb::Search(asked) => found(global, &asked.run(&fleet)?),
            FleetVerb::Reindex => {
                let made = rebuild(&fleet, &Located::find(global)?)?;
                let text = format!("{made} workspaces made anew here; gateways make those they have open.");
                done(global, json!({ "made": made }), &text)
            }
            FleetVerb::Configure { file, .. } => {
                let bytes = file.as_ref().map(|file| {
                    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
                    // One that no gateway could read would stop none, and help none.
                    crate::place::load(&text, file)?;
                    anyhow::Ok(text.into_bytes())
                });
                fleet.put_shared(CONFIGURATION, bytes.transpose()?.as_deref()).map_err(told)?;
                let text = if file.is_some() {
                    "Every gateway takes this configuration."
                } else {
                    "Every gateway keeps the configuration it has."
                };
                done(global, json!({ "shared": file.is_some() }), text)
            }
            FleetVerb::Export { name, to } => {
                let manifest = fleet.export(name, to).map_err(told)?;
                let text =
                    format!("{} holds \"{name}\" up to commit {}; `git clone` takes it.", to.display(), manifest.head);
                done(global, serde_json::to_value(&manifest)?, &text)
            }
        }
    }
}

fn done(global: &Global, value: serde_json::Value, text: &str) -> Result<ExitCode> {
    if global.json {
        render::json(&value)?;
    } else {
        render::text(&format!("{text}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn status(fleet: &Fleet, global: &Global) -> Result<ExitCode> {
    let status = fleet.status().map_err(told)?;
    if global.json {
        render::json(&status)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = format!("checkpoints in {}, schema {}\n\n", status.objects, status.schema);
    for gateway in &status.gateways {
        let state = match (gateway.lives, gateway.draining) {
            (false, _) => "gone",
            (true, true) => "draining",
            (true, false) => "lives",
        };
        out += &format!(
            "{}  {}  {state}, {} workspaces\n",
            render::styled(Style::Bold, &gateway.id),
            gateway.url,
            gateway.workspaces
        );
    }
    out += "\n";
    for workspace in &status.workspaces {
        out += &format!(
            "{}  {}, {} batches, {} since the checkpoint\n",
            render::styled(Style::Bold, &workspace.name),
            workspace.holder.as_deref().unwrap_or("not open"),
            workspace.batches,
            workspace.since_checkpoint
        );
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn found(global: &Global, memories: &[FoundMemory]) -> Result<ExitCode> {
    if global.json {
        render::json(&json!({ "memories": memories }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = String::new();
    for memory in memories {
        let of = format!("{} {}", memory.workspace, memory.id);
        let day = memory.day.as_deref().unwrap_or("no day");
        out += &format!("{}  {day}, {}, from {}\n", render::styled(Style::Bold, &of), memory.scope, memory.trust);
        out += &format!("  {}\n", soulfile_text::visible::visible(&memory.text.replace('\n', " ")));
    }
    if out.is_empty() {
        out = "Nothing that is shared says this.\n".to_owned();
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}
