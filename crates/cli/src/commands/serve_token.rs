//! `soul serve token`: who may call the gateway. Changes hold from the next request on.

use std::process::ExitCode;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use soulfile_engine::Error;
use soulfile_server::auth::{Caller, Holder};
use soulfile_server::tokens::{NewToken, Token as Known, Tokens};
use soulfile_vocabulary::SessionKind;

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show, make, rotate and revoke tokens. A change holds from the next request on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul serve token show                             the person's token
  soul serve token show --for main                  an agent's token
  soul serve token create --for main --session group --room dev
  soul serve token create --for main --session subagent --as scout --expires 12h
  soul serve token list
  soul serve token rotate
  soul serve token revoke t-0123456789ab")]
pub struct TokenArgs {
    #[command(subcommand)]
    pub verb: Option<TokenVerb>,
}

#[derive(Debug, clap::Subcommand)]
pub enum TokenVerb {
    /// Print the person's token, or an agent's own; made when there is none.
    Show {
        /// The agent.
        #[arg(long = "for", value_name = "AGENT")]
        of: Option<String>,
    },
    /// List the tokens, without their texts.
    List,
    /// Make a token for an agent's session and print it, once.
    Create(Create),
    /// Make a token's text anew: the person's, an agent's own, or the one named.
    Rotate {
        /// The token's id.
        id: Option<String>,
        /// The agent.
        #[arg(long = "for", value_name = "AGENT", conflicts_with = "id")]
        of: Option<String>,
    },
    /// Revoke a token.
    Revoke {
        /// The token's id.
        id: String,
    },
}

#[derive(Debug, clap::Args)]
pub struct Create {
    /// The agent it reaches.
    #[arg(long = "for", value_name = "AGENT")]
    of: String,
    /// The kind of session it speaks for: main, group, subagent, heartbeat or boot.
    #[arg(long, default_value = "main", value_parser = super::recall::parse_kind)]
    session: SessionKind,
    /// The room, for a group.
    #[arg(long)]
    room: Option<String>,
    /// Who is speaking.
    #[arg(long)]
    user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    #[arg(long = "as", value_name = "AGENT")]
    subagent: Option<String>,
    /// It may read and nothing else.
    #[arg(long)]
    read_only: bool,
    /// How long it is good, such as 12h or 30d.
    #[arg(long, value_name = "TIME")]
    expires: Option<String>,
}

pub fn run(verb: &TokenVerb, located: &Located, global: &Global) -> Result<ExitCode> {
    let agents = || Ok(located.places(global)?.into_iter().map(|place| place.agent).collect());
    run_on(verb, &located.tokens(), agents, located.clock().now(), global)
}

/// The same on any tokens; `agents` says for whom there can be some.
pub fn run_on(
    verb: &TokenVerb,
    tokens: &Tokens,
    agents: impl Fn() -> Result<Vec<String>>,
    now: Timestamp,
    global: &Global,
) -> Result<ExitCode> {
    match verb {
        TokenVerb::Show { of } => {
            let token = tokens.own(&own(of.as_deref(), agents)?)?;
            print(&token, global)?;
        }
        TokenVerb::List => list(tokens, global)?,
        TokenVerb::Create(create) => print(&create.make(tokens, agents, now)?, global)?,
        TokenVerb::Rotate { id, of } => {
            let id = match id {
                Some(id) => id.clone(),
                None => tokens.own(&own(of.as_deref(), agents)?)?.token.id,
            };
            print(&tokens.rotate(&id)?, global)?;
        }
        TokenVerb::Revoke { id } => {
            let gone = tokens.revoke(id)?;
            if global.json {
                render::json(&shown(&gone))?;
            } else {
                render::text(&format!("Revoked {}: {}.\n", gone.id, whose(&gone.caller)))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The caller whose token has a file of its own: the person, or an agent.
fn own(agent: Option<&str>, agents: impl Fn() -> Result<Vec<String>>) -> Result<Caller> {
    let Some(agent) = agent else { return Ok(Caller::person()) };
    known_agent(agent, agents)?;
    Ok(Caller::agent(agent))
}

fn known_agent(agent: &str, agents: impl Fn() -> Result<Vec<String>>) -> Result<()> {
    let known = agents()?;
    if known.iter().any(|id| id == agent) {
        return Ok(());
    }
    let agent = agent.escape_debug();
    Err(Error::NotFound(format!("no agent is called \"{agent}\"; there are: {}", known.join(", "))).into())
}

impl Create {
    fn make(&self, tokens: &Tokens, agents: impl Fn() -> Result<Vec<String>>, now: Timestamp) -> Result<NewToken> {
        known_agent(&self.of, agents)?;
        let expires = match &self.expires {
            None => None,
            Some(text) => {
                let refuse = || Error::Invalid(format!("\"{}\" is no time such as 12h or 30d", text.escape_debug()));
                let hours = text.strip_suffix('d').and_then(|days| days.parse::<i64>().ok()?.checked_mul(24));
                let lasting = match hours {
                    Some(hours) => SignedDuration::try_from_hours(hours).ok_or_else(refuse)?,
                    None => text.parse::<SignedDuration>().map_err(|_| refuse())?,
                };
                Some(now.checked_add(lasting).map_err(|_| refuse())?)
            }
        };
        let caller = Caller {
            holder: Holder::Agent,
            agent: Some(self.of.clone()),
            session: self.session,
            room: self.room.clone(),
            user: self.user.clone(),
            subagent: self.subagent.clone(),
            read_only: self.read_only,
        };
        caller.context_request().check()?;
        Ok(tokens.make(&caller, expires)?)
    }
}

fn print(new: &NewToken, global: &Global) -> Result<()> {
    if global.json {
        let mut value = shown(&new.token);
        value["token"] = json!(new.text);
        value["file"] = json!(new.file);
        return render::json(&value);
    }
    // Alone on stdout, so that it can be used in a command.
    render::text(&format!("{}\n", new.text))
}

fn shown(token: &Known) -> Value {
    json!({ "id": token.id, "made": token.made, "expires": token.expires, "caller": token.caller })
}

fn list(tokens: &Tokens, global: &Global) -> Result<()> {
    let all = tokens.all();
    if global.json {
        return render::json(&all.iter().map(shown).collect::<Vec<_>>());
    }
    let lines = all.iter().map(|token| {
        let expires = token.expires.map_or(String::new(), |at| format!(", good until {at}"));
        let id = render::styled(Style::Bold, &token.id);
        format!("{id}  {}, made {}{expires}\n", whose(&token.caller), token.made)
    });
    render::text(&lines.collect::<String>())
}

fn whose(caller: &Caller) -> String {
    let mut out = match (&caller.holder, &caller.agent) {
        (Holder::Person, _) => "a person".to_owned(),
        (Holder::Agent, agent) => format!("agent {}, {} session", agent.as_deref().unwrap_or("none"), caller.session),
    };
    for (name, value) in [("room", &caller.room), ("user", &caller.user), ("as", &caller.subagent)] {
        out += &value.as_ref().map_or(String::new(), |value| format!(", {name} {value}"));
    }
    out + if caller.read_only { ", reading only" } else { "" }
}
