//! `channels status`: which agent answers where, and under which name.

use soulfile_api::{ChannelStatus, RouteView};

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// Tells which identity is active and which routes lead here; a probe also reads every file
    /// that the identity depends on.
    pub fn channel_status(&self, probe: bool) -> Result<ChannelStatus> {
        let identity = self.identity()?;
        let any = |part: Option<&str>| part.unwrap_or("any").to_owned();
        let routes = self
            .config()
            .bindings
            .iter()
            .filter(|b| b.agent_id == self.agent())
            .map(|b| {
                let peer = b.matches.peer.as_ref();
                RouteView {
                    channel: any(b.matches.channel.as_deref()),
                    account: any(b.matches.account_id.as_deref()),
                    peer: any(peer.and_then(|p| p.id.as_deref().or(p.kind.as_deref()))),
                    room: any(b.matches.room.as_deref()),
                    agent: b.agent_id.clone(),
                }
            })
            .collect();
        let mut problems = identity.identity.warnings.clone();
        if probe {
            problems.extend(self.checkup()?.findings.into_iter().map(|f| format!("{}: {}", f.subject, f.text)));
        }
        // Whoever has the sockets fills in the accounts.
        Ok(ChannelStatus { identity, routes, accounts: Vec::new(), problems })
    }
}
