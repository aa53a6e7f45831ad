//! `soul open`: the web app in a browser, signed in by a link that works once.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::Result;
use serde_json::json;
use soulfile_server::sign_in::SignInCodes;

use super::serve::ServeArgs;
use crate::args::Global;
use crate::place::Located;
use crate::render;

/// Open the web app in a browser, signed in. Serves it itself when no gateway runs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul open               in the browser; Ctrl-C ends the gateway if this started it
  soul open --print       only print the link, which signs in once, within five minutes
  soul open --port 0      on any free port, when no gateway runs")]
pub struct OpenArgs {
    /// Print the link instead of starting a browser.
    #[arg(long)]
    print: bool,
    /// The port to serve on when no gateway runs; gateway.port when not given.
    #[arg(long)]
    port: Option<u16>,
}

impl OpenArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let codes = SignInCodes::new(&located.token_dir(), located.clock());
        if let Some(url) = running(&located) {
            self.show(&codes, &url, global)?;
            return Ok(ExitCode::SUCCESS);
        }
        ServeArgs::on_port(self.port).serve(located, global, |url| self.show(&codes, url, global))
    }

    fn show(&self, codes: &SignInCodes, url: &str, global: &Global) -> Result<()> {
        // The fragment of an address is never sent to a server.
        let link = format!("{url}/sign-in#{}", codes.make()?);
        if global.json {
            return render::text(&json!({ "link": link }).to_string());
        }
        render::text(&format!("{link}\n"))?;
        if !self.print && !start_browser(&link) {
            render::note("no browser could be started; open the link yourself");
        }
        Ok(())
    }
}

/// The URL of the gateway that runs now.
pub fn running(located: &Located) -> Option<String> {
    let url = std::fs::read_to_string(located.gateway_address()).ok()?;
    let address = url.trim().strip_prefix("http://")?;
    let limit = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address.parse().ok()?, limit).ok()?;
    stream.set_read_timeout(Some(limit)).ok()?;
    write!(stream, "GET /api/health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").ok()?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer).ok()?;
    answer.starts_with(b"HTTP/1.1 200").then(|| url.trim().to_owned())
}

fn start_browser(link: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet =
        Command::new(program).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    quiet.is_ok()
}
