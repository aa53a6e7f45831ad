//! Which agent answers where: bindings from channel, peer and room to an agent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Config;

/// Sends what matches to one agent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Binding {
    /// The agent that answers.
    pub agent_id: String,
    /// What has to match; a part that is left out matches everything.
    #[serde(rename = "match")]
    pub matches: BindingMatch,
}

/// What a binding matches.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BindingMatch {
    /// The channel, such as telegram.
    pub channel: Option<String>,
    /// Who is talking.
    pub peer: Option<Peer>,
    /// The room.
    pub room: Option<String>,
}

/// Who is talking.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Peer {
    /// What kind of conversation it is, such as dm or group.
    pub kind: Option<String>,
    /// The peer's id on that channel.
    pub id: Option<String>,
}

/// Where a message came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MessageOrigin<'a> {
    pub channel: &'a str,
    /// The kind of conversation.
    pub kind: Option<&'a str>,
    /// The peer's id.
    pub peer: Option<&'a str>,
    pub room: Option<&'a str>,
}

impl Binding {
    /// How closely this binding matches: `None` where it does not, else a larger number for a closer match.
    fn closeness(&self, origin: &MessageOrigin<'_>) -> Option<u8> {
        let part = |wanted: Option<&str>, found: Option<&str>, weight: u8| match wanted {
            None => Some(0),
            Some(wanted) if found == Some(wanted) => Some(weight),
            Some(_) => None,
        };
        let peer = self.matches.peer.as_ref();
        Some(
            part(self.matches.channel.as_deref(), Some(origin.channel), 1)?
                + part(peer.and_then(|peer| peer.kind.as_deref()), origin.kind, 2)?
                + part(self.matches.room.as_deref(), origin.room, 4)?
                + part(peer.and_then(|peer| peer.id.as_deref()), origin.peer, 8)?,
        )
    }
}

impl Config {
    /// The id of the agent that answers a message: of the closest binding, the first of several, or the default agent.
    pub fn route(&self, origin: &MessageOrigin<'_>) -> String {
        let mut best: Option<(u8, &str)> = None;
        for binding in &self.bindings {
            if let Some(closeness) = binding.closeness(origin)
                && best.is_none_or(|(so_far, _)| closeness > so_far)
            {
                best = Some((closeness, &binding.agent_id));
            }
        }
        best.map_or_else(|| self.default_agent().id, |(_, id)| id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::load;

    #[test]
    fn the_closest_binding_answers() {
        let text = "{ agents: { list: [{ id: 'main' }, { id: 'aria' }, { id: 'dev' }, { id: 'anna' }] }, bindings: [\
             { agentId: 'aria', match: { channel: 'telegram' } },\
             { agentId: 'dev', match: { channel: 'telegram', room: 'dev' } },\
             { agentId: 'anna', match: { channel: 'telegram', peer: { kind: 'dm', id: '42' } } } ] }";
        let config = load(text, &|_| None).unwrap().config;
        let route = |channel, kind, peer, room| config.route(&MessageOrigin { channel, kind, peer, room });
        assert_eq!(route("telegram", Some("group"), Some("7"), Some("x")), "aria");
        assert_eq!(route("telegram", Some("group"), Some("7"), Some("dev")), "dev");
        assert_eq!(route("telegram", Some("dm"), Some("42"), None), "anna");
        assert_eq!(route("discord", None, Some("42"), Some("dev")), "main");
    }

    #[test]
    fn a_binding_to_nobody_is_an_error() {
        let problems = load("{ bindings: [{ agentId: 'ghost' }] }", &|_| None).unwrap_err();
        assert!(problems.to_string().contains("ghost"), "{problems}");
    }
}
