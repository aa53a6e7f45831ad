//! `soul serve`: the gateway, and its tokens.

use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;
use soulfile_engine::{Error, config};
use soulfile_server::auth::Caller;
use soulfile_server::channels::Channels;
use soulfile_server::http;
use soulfile_server::mcp;
use soulfile_server::metrics::RequestLog;
use soulfile_server::routing;
use soulfile_server::schedule;
use soulfile_server::state::{Gateway, GatewaySettings, Limits};
use soulfile_server::tokens::Tokens;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::serve_reload;
use super::serve_token::TokenVerb;
use crate::args::Global;
use crate::log_lines;
use crate::place::{Located, ServedAgents};
use crate::render;

/// Serve every agent over HTTP on this machine; every request needs a token.
#[derive(Debug, Default, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  soul serve                                        on 127.0.0.1, port 8377
  soul serve --port 0 --json                        on any free port, which is printed
  soul serve --log json                             a JSON object a line on stderr, for a service
  soul serve token show                             print the person's token
  soul serve token create --for main --session group --room dev
  soul serve token rotate                           lock out who holds the old one, at once

Prints the URL and where the token lies. /api/openapi.json describes everything that can be called.
SIGTERM lets what is under way end; SIGHUP reads the configuration again. `soul service install` runs it in the background."
)]
pub struct ServeArgs {
    #[command(subcommand)]
    verb: Option<ServeVerb>,
    /// Listen on this address; gateway.host when not given.
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// Listen on this port, 0 for any free one; gateway.port when not given.
    #[arg(long)]
    port: Option<u16>,
    /// How to write the log on stderr; gateway.log when not given.
    #[arg(long, value_enum, value_name = "FORMAT")]
    log: Option<LogStyle>,
    /// Another name it may be called by.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Another origin whose pages may call it.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    fleet: crate::fleet::JoinArgs,
}

/// How the log is written.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum LogStyle {
    /// Messages for a person.
    Text,
    /// One JSON object a line, requests included.
    Json,
}

impl LogStyle {
    fn format(self) -> config::LogFormat {
        match self {
            Self::Text => config::LogFormat::Text,
            Self::Json => config::LogFormat::Json,
        }
    }
}

#[derive(Debug, clap::Subcommand)]
enum ServeVerb {
    /// Show, make, rotate and revoke tokens.
    Token(super::serve_token::TokenArgs),
}

impl ServeArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        match &self.verb {
            Some(ServeVerb::Token(token)) => {
                let verb = token.verb.as_ref().unwrap_or(&TokenVerb::Show { of: None });
                super::serve_token::run(verb, &located, global)
            }
            None => self.serve(located, global, |_| Ok(())),
        }
    }

    /// On a port, with everything else as configured.
    pub fn on_port(port: Option<u16>) -> Self {
        Self { port, ..Self::default() }
    }

    /// Serves until it is stopped; `ready` hears the URL once it can be called.
    pub fn serve(&self, located: Located, global: &Global, ready: impl FnOnce(&str) -> Result<()>) -> Result<ExitCode> {
        // Taken apart key by key, so that one that nothing reads does not compile.
        let config::GatewayConfig {
            host,
            port,
            allowed_hosts,
            allowed_origins,
            max_body_bytes,
            requests_per_second,
            failed_tokens_per_minute,
            request_seconds,
            max_connections,
            log,
        } = located.config().gateway.clone();
        let log = self.log.map_or(log, LogStyle::format);
        if log == config::LogFormat::Json {
            log_lines::write_json();
        }
        let started = located.config().gateway.clone();
        let host = self.host.clone().unwrap_or(host);
        let address: IpAddr = match host.as_str() {
            "localhost" => IpAddr::from([127, 0, 0, 1]),
            text => text.trim_matches(['[', ']']).parse().map_err(|_| {
                Error::Invalid(format!("\"{}\" is no address to listen on, such as 127.0.0.1", text.escape_debug()))
            })?,
        };
        let mut hosts = allowed_hosts;
        hosts.extend(self.allow_host.iter().cloned());
        let mut origins = allowed_origins;
        origins.extend(self.allow_origin.iter().cloned());
        #[cfg(feature = "fleet")]
        let joined = self.fleet.join(&located)?;
        #[cfg(feature = "fleet")]
        hosts.extend(self.fleet.advertised_name());
        #[cfg(feature = "fleet")]
        let located = if joined.is_some() { Located::find(global)? } else { located };
        let token_dir = located.token_dir();
        #[cfg(feature = "fleet")]
        let token_dir = joined.as_ref().map_or(token_dir, |joined| joined.token_dir());
        let tokens = Tokens::new(&token_dir, located.clock());
        if !address.is_loopback() {
            check_open(&tokens, address, &mut hosts)?;
        }
        let person = tokens.own(&Caller::person())?;
        let token_file = person.file.context("the person's token has a file")?;
        // In a fleet tokens are for its agents, and made by whoever looks after it.
        #[cfg(feature = "fleet")]
        let places = if joined.is_some() { Vec::new() } else { located.places(global)? };
        #[cfg(not(feature = "fleet"))]
        let places = located.places(global)?;
        for place in places.iter().filter(|place| place.workspace.join(".git").exists()) {
            tokens.own(&Caller::agent(&place.agent))?;
        }
        let settings = GatewaySettings {
            tokens: token_dir.clone(),
            hosts,
            origins,
            limits: Limits {
                body: max_body_bytes,
                per_second: requests_per_second,
                failures_per_minute: failed_tokens_per_minute,
                time: Duration::from_secs(request_seconds),
                connections: max_connections,
                ..Limits::default()
            },
            clock: located.clock(),
            watch: Some(super::watched::tell()),
            log: (log == config::LogFormat::Json).then(|| Arc::new(log_lines::request) as RequestLog),
            routing: None,
        };
        let port = self.port.unwrap_or(port);
        let address_file = token_dir.join("address");
        let served = Arc::new(ServedAgents::new(located, global));
        #[cfg(feature = "fleet")]
        let gateway = match &joined {
            Some(joined) => joined.gateway(served.clone(), settings),
            None => Gateway::new(served.clone(), settings),
        };
        #[cfg(not(feature = "fleet"))]
        let gateway = Gateway::new(served.clone(), settings);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let wanted = SocketAddr::from((address, port));
            let listener = TcpListener::bind(wanted).await;
            let listener = listener.with_context(|| format!("{wanted} cannot be listened on; --port names another"))?;
            let url = format!("http://{}", listener.local_addr()?);
            // Before anybody knows that it runs, so that whoever knows can stop it well.
            #[cfg(feature = "fleet")]
            if let Some(joined) = joined.clone() {
                let (url, gateway) = (url.clone(), gateway.clone());
                tokio::task::spawn_blocking(move || joined.start(&url, &gateway)).await??;
            }
            let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
            let hangup = signal(SignalKind::hangup())?;
            if global.json {
                render::text(&json!({ "url": url, "token_file": token_file }).to_string())?;
            } else {
                render::text(&format!(
                    "Serving on {url}\nOpen it in a browser: soul open\nYour token is in {}\n  curl -H \"Authorization: Bearer $(soul serve token show)\" {url}/api/agents\nStop with Ctrl-C.\n",
                    token_file.display()
                ))?;
            }
            std::fs::write(&address_file, &url).with_context(|| format!("writing {}", address_file.display()))?;
            ready(&url)?;
            let stop = async move {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
            };
            let reload = tokio::spawn(serve_reload::run(served, started, hangup, gateway.stopping()));
            let channels = tokio::spawn(Channels::run(gateway.clone(), render::note));
            let clock = tokio::spawn(schedule::run(gateway.clone(), schedule::EVERY, render::note));
            let mut mounts = vec![mcp::mount(&gateway)];
            if gateway.settings.routing.is_some() {
                mounts.push(routing::search(&gateway));
            }
            let router = http::router(&gateway, mounts);
            http::listen::serve(listener, router, gateway, stop).await?;
            // It ends by itself at the stop; a run under way is a verb, and is let to its end.
            let _ = clock.await;
            let _ = reload.await;
            let _ = channels.await;
            if std::fs::read_to_string(&address_file).is_ok_and(|known| known == url) {
                let _ = std::fs::remove_file(&address_file);
            }
            anyhow::Ok(())
        })?;
        // Whatever is still running is a verb; it is let to its end.
        runtime.shutdown_timeout(Duration::from_secs(30));
        // Others can take over at once, and from a checkpoint.
        #[cfg(feature = "fleet")]
        if let Some(joined) = joined {
            joined.stop();
        }
        render::note("stopped");
        Ok(ExitCode::SUCCESS)
    }
}

/// An address others can reach needs a token that somebody made on purpose, and names to be called by.
fn check_open(tokens: &Tokens, address: IpAddr, hosts: &mut Vec<String>) -> Result<()> {
    let file = tokens.file_of(&Caller::person()).context("the person's token has a file")?;
    let made = std::fs::read_to_string(file).is_ok_and(|text| tokens.find(text.trim()).is_some());
    if !made {
        return Err(Error::Denied(format!(
            "{address} can be reached from other machines, and no token was made yet; `soul serve token rotate` makes one"
        ))
        .into());
    }
    if address.is_unspecified() {
        if hosts.is_empty() {
            return Err(Error::Denied(format!(
                "{address} is every address of this machine; say by which names it may be called (--allow-host NAME)"
            ))
            .into());
        }
    } else {
        hosts.push(match address {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => format!("[{v6}]"),
        });
    }
    Ok(())
}
