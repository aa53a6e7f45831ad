//! [`Requester`]: through what a change was asked for, and by whom.

use serde::{Deserialize, Serialize};

/// Through what a change was asked for, and by whom. Each part is a trailer of the commit, under its seal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Requester {
    /// The surface: `cli`, `chat`, `mcp`, `http`, `schedule`, `import`, a channel such as `telegram`, or `file` for a hand edit found on disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// The id of the token that was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The session, where the change itself names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Whose words they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// The room they were said in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

impl Requester {
    /// A requester of whom only the channel is known.
    pub fn through(channel: impl Into<String>) -> Self {
        Self { channel: Some(channel.into()), ..Self::default() }
    }

    /// Sets whose words they are.
    pub fn speaker(mut self, speaker: impl Into<String>) -> Self {
        self.speaker = Some(speaker.into());
        self
    }
}
