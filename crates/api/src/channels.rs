//! The channels an agent is reached through.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::IdentityView;

/// One configured route.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RouteView {
    /// The channel, or any.
    pub channel: String,
    /// The account of that channel, or any.
    pub account: String,
    /// Who is talking, or anyone.
    pub peer: String,
    /// The room, or any.
    pub room: String,
    /// The agent that answers.
    pub agent: String,
}

/// How closely to look at the channels.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelQuery {
    /// Whether each messenger is asked who we are, and everything the identity depends on is checked.
    #[serde(default)]
    pub probe: bool,
}

/// The state of the channels of one agent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChannelStatus {
    /// Who answers, with the source of each part.
    pub identity: IdentityView,
    /// The routes that lead to this agent.
    pub routes: Vec<RouteView>,
    /// The configured accounts.
    pub accounts: Vec<ChannelAccountView>,
    /// Problems a probe found.
    pub problems: Vec<String>,
}

/// One account of a channel.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChannelAccountView {
    /// The channel, such as telegram.
    pub channel: String,
    /// The account's name.
    pub account: String,
    /// Whether it is used.
    pub enabled: bool,
    /// What the service said when it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// Why it does not work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Which account a service delivers to.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelNamed {
    /// The channel, such as webhook.
    #[schemars(length(min = 1, max = 64))]
    pub channel: String,
    /// The account's name; default where there is one only.
    #[schemars(length(min = 1, max = 64))]
    pub account: String,
}

/// What became of a delivery.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChannelReceipt {
    /// `accepted`: it is on disk and will be answered. `known`: it came before. `ignored`: it is not for us. `challenge`.
    pub status: String,
    /// What the service wants to read to know that we are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
}
