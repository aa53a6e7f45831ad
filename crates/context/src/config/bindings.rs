//! Which agent answers where, in what kind of session, and as whom the speaker counts: the one place in which a message
//! from outside becomes `(agent, session kind, room, user)`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use soulfile_vocabulary::SessionKind;

use super::channels::DEFAULT_ACCOUNT;
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
    /// The account of that channel.
    pub account_id: Option<String>,
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
    /// The peer's id on that channel; in a room, the room's counts too.
    pub id: Option<String>,
}

/// Where a message came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MessageOrigin<'a> {
    pub channel: &'a str,
    pub account: Option<&'a str>,
    /// The kind of conversation: `dm` or `group`.
    pub kind: Option<&'a str>,
    /// The peer's id.
    pub peer: Option<&'a str>,
    pub room: Option<&'a str>,
}

/// Where a message goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageRoute {
    /// The agent that answers.
    pub agent: String,
    /// The kind of session: the owner's own, or one among others.
    pub session: SessionKind,
    /// The room; a conversation with one who is not the owner is a room of its own.
    pub room: Option<String>,
    /// The speaker; none for the owner in private.
    pub user: Option<String>,
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
        let id = peer.and_then(|peer| peer.id.as_deref());
        let by_room = id.is_some() && id == origin.room;
        Some(
            part(self.matches.channel.as_deref(), Some(origin.channel), 1)?
                + part(self.matches.account_id.as_deref(), origin.account, 2)?
                + part(peer.and_then(|peer| peer.kind.as_deref()), origin.kind, 4)?
                + part(self.matches.room.as_deref(), origin.room, 8)?
                + part(id, if by_room { origin.room } else { origin.peer }, 16)?,
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

    /// Where a message goes, or `None` where its account listens neither to this person nor to this room.
    ///
    /// Only a listed owner in a direct message speaks in a private session. Everybody else is one of many, and what they
    /// say belongs to the room: a direct conversation with somebody else is a room of two, because a private session
    /// with another person would see what is the owner's.
    pub fn resolve(&self, origin: &MessageOrigin<'_>) -> Option<MessageRoute> {
        let account = origin.account.unwrap_or(DEFAULT_ACCOUNT);
        let settings = self.channel_account(origin.channel, account)?;
        let peer = origin.peer?;
        let named = |id: &str| {
            settings.names.get(id).cloned().unwrap_or_else(|| match account {
                DEFAULT_ACCOUNT => format!("{}:{id}", origin.channel),
                account => format!("{}/{account}:{id}", origin.channel),
            })
        };
        let agent = self.route(origin);
        let (session, room, user) = match (origin.kind, origin.room) {
            (Some("dm"), _) if !settings.admits_person(peer) => return None,
            (Some("dm"), _) if settings.is_owner(peer) => (SessionKind::Main, None, None),
            (Some("dm"), _) => (SessionKind::Group, Some(format!("dm:{}", named(peer))), Some(named(peer))),
            (_, Some(room)) if settings.admits_room(room) => (SessionKind::Group, Some(named(room)), Some(named(peer))),
            _ => return None,
        };
        Some(MessageRoute { agent, session, room, user })
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
        let route =
            |channel, kind, peer, room| config.route(&MessageOrigin { channel, account: None, kind, peer, room });
        assert_eq!(route("telegram", Some("group"), Some("7"), Some("x")), "aria");
        assert_eq!(route("telegram", Some("group"), Some("7"), Some("dev")), "dev");
        assert_eq!(route("telegram", Some("dm"), Some("42"), None), "anna");
        assert_eq!(route("discord", None, Some("42"), Some("dev")), "main");
    }

    #[test]
    fn an_account_is_closer_than_its_channel_and_a_peer_may_be_a_room() {
        let text = "{ agents: { list: [{ id: 'main' }, { id: 'a' }, { id: 'b' }, { id: 'c' }] }, bindings: [\
             { agentId: 'a', match: { channel: 'slack' } },\
             { agentId: 'b', match: { channel: 'slack', accountId: 'shop' } },\
             { agentId: 'c', match: { channel: 'slack', peer: { kind: 'group', id: 'C1' } } } ] }";
        let config = load(text, &|_| None).unwrap().config;
        let route = |account, room| {
            config.route(&MessageOrigin { channel: "slack", account, kind: Some("group"), peer: Some("U1"), room })
        };
        assert_eq!(route(Some("default"), Some("C2")), "a");
        assert_eq!(route(Some("shop"), Some("C2")), "b");
        assert_eq!(route(Some("shop"), Some("C1")), "c");
    }

    #[test]
    fn only_a_listed_owner_in_a_direct_message_is_in_a_private_session() {
        let text = "{ channels: { telegram: { owners: ['1'], people: ['2'], rooms: ['-5'], names: { '2': 'anna' }, \
                    accounts: { shop: { people: ['*'], rooms: ['*'] } } } } }";
        let config = load(text, &|_| None).unwrap().config;
        let at = |account, kind, peer, room| {
            let origin = MessageOrigin { channel: "telegram", account: Some(account), kind: Some(kind), peer, room };
            config.resolve(&origin).map(|route| (route.session, route.room, route.user))
        };
        let group = |room: &str, user: &str| Some((SessionKind::Group, Some(room.to_owned()), Some(user.to_owned())));
        assert_eq!(at("default", "dm", Some("1"), Some("1")), Some((SessionKind::Main, None, None)));
        assert_eq!(at("default", "dm", Some("2"), Some("2")), group("dm:anna", "anna"));
        assert_eq!(at("default", "dm", Some("3"), Some("3")), None);
        assert_eq!(at("default", "group", Some("1"), Some("-5")), group("telegram:-5", "telegram:1"));
        assert_eq!(at("default", "group", Some("1"), Some("-6")), None);
        // The owner of one account is nobody in particular on another.
        assert_eq!(at("shop", "dm", Some("1"), None), group("dm:telegram/shop:1", "telegram/shop:1"));
        assert_eq!(at("nothing", "dm", Some("1"), None), None);
    }

    #[test]
    fn a_binding_to_nobody_is_an_error() {
        let problems = load("{ bindings: [{ agentId: 'ghost' }] }", &|_| None).unwrap_err();
        assert!(problems.to_string().contains("ghost"), "{problems}");
    }
}
