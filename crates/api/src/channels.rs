//! The channels an agent is reached through.

use schemars::JsonSchema;
use serde::Serialize;

use crate::IdentityView;

/// One configured route.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RouteView {
    /// The channel, or any.
    pub channel: String,
    /// Who is talking, or anyone.
    pub peer: String,
    /// The room, or any.
    pub room: String,
    /// The agent that answers.
    pub agent: String,
}

/// The state of the channels of one agent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChannelStatus {
    /// Who answers, with the source of each part.
    pub identity: IdentityView,
    /// The routes that lead to this agent.
    pub routes: Vec<RouteView>,
    /// Problems a probe found.
    pub problems: Vec<String>,
}
