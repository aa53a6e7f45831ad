//! The messengers an agent is reached through: accounts, who is listened to, and how people and rooms are called.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Config;
use super::secret::ConfigSecret;

/// The account that stands directly under a channel's name.
pub const DEFAULT_ACCOUNT: &str = "default";

/// One channel: the account named `default`, and others beside it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelSettings {
    #[serde(flatten)]
    pub own: ChannelAccountSettings,
    /// More accounts of the same service, by name.
    pub accounts: BTreeMap<String, ChannelAccountSettings>,
}

/// One account of a channel. Nobody is listened to who is not listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelAccountSettings {
    /// Whether it is used.
    pub enabled: bool,
    /// The service's address: a Matrix homeserver, where a webhook's replies go, a Bot API server of your own.
    pub base_url: Option<String>,
    /// The bot's token; write it as an environment reference.
    pub token: Option<ConfigSecret>,
    /// A file that holds the token.
    pub token_file: Option<String>,
    /// What deliveries are signed with: Slack's signing secret, a webhook's secret. Write it as an environment reference.
    pub secret: Option<ConfigSecret>,
    /// A file that holds the secret.
    pub secret_file: Option<String>,
    /// Ids of the owner's own accounts: in a direct message they count as the owner.
    pub owners: Vec<String>,
    /// Ids of other people who are answered in direct messages; "*" for everybody.
    pub people: Vec<String>,
    /// Ids of rooms that are listened to; "*" for every room the account is in.
    pub rooms: Vec<String>,
    /// What people and rooms are called in memory, by id; the same name on two channels is the same person or room.
    pub names: BTreeMap<String, String>,
}

impl Default for ChannelAccountSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            base_url: None,
            token: None,
            token_file: None,
            secret: None,
            secret_file: None,
            owners: Vec::new(),
            people: Vec::new(),
            rooms: Vec::new(),
            names: BTreeMap::new(),
        }
    }
}

impl ChannelAccountSettings {
    /// Whether a person is the owner.
    pub fn is_owner(&self, person: &str) -> bool {
        self.owners.iter().any(|owner| owner == person)
    }

    /// Whether a person is answered in a direct message.
    pub fn admits_person(&self, person: &str) -> bool {
        self.is_owner(person) || lists(&self.people, person)
    }

    /// Whether a room is listened to.
    pub fn admits_room(&self, room: &str) -> bool {
        lists(&self.rooms, room)
    }

    /// Whether anybody at all is listened to.
    pub fn admits_anybody(&self) -> bool {
        !(self.owners.is_empty() && self.people.is_empty() && self.rooms.is_empty())
    }
}

fn lists(ids: &[String], id: &str) -> bool {
    ids.iter().any(|listed| listed == "*" || listed == id)
}

impl Config {
    /// Every account: its channel, its name, its settings.
    pub fn channel_accounts(&self) -> Vec<(&str, &str, &ChannelAccountSettings)> {
        let mut found = Vec::new();
        for (channel, settings) in &self.channels {
            if settings.own != ChannelAccountSettings::default() || settings.accounts.is_empty() {
                found.extend(settings.account(DEFAULT_ACCOUNT).map(|(name, one)| (channel.as_str(), name, one)));
            }
            let others = settings.accounts.iter().filter(|(name, _)| *name != DEFAULT_ACCOUNT);
            found.extend(others.map(|(name, one)| (channel.as_str(), name.as_str(), one)));
        }
        found
    }

    /// One account.
    pub fn channel_account(&self, channel: &str, account: &str) -> Option<&ChannelAccountSettings> {
        self.channels.get(channel)?.account(account).map(|(_, settings)| settings)
    }
}

impl ChannelSettings {
    fn account(&self, name: &str) -> Option<(&str, &ChannelAccountSettings)> {
        match self.accounts.get_key_value(name) {
            Some((name, settings)) => Some((name, settings)),
            None if name == DEFAULT_ACCOUNT => Some((DEFAULT_ACCOUNT, &self.own)),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::load;

    #[test]
    fn accounts_stand_under_the_channel_or_beside_each_other() {
        let text = "{ channels: { telegram: { token: 'x', owners: ['1'], accounts: { shop: { token: 'y' } } }, \
                    slack: { accounts: { a: {}, b: {} } }, webhook: {} } }";
        let config = load(text, &|_| None).unwrap().config;
        let names: Vec<String> =
            config.channel_accounts().iter().map(|(channel, account, _)| format!("{channel}/{account}")).collect();
        assert_eq!(names, ["slack/a", "slack/b", "telegram/default", "telegram/shop", "webhook/default"]);
        assert!(config.channel_account("telegram", "default").unwrap().is_owner("1"));
        assert!(config.channel_account("telegram", "nothing").is_none());
        assert!(!format!("{config:?}").contains("'x'") && !format!("{config:?}").contains("\"y\""));
    }

    #[test]
    fn nobody_is_listened_to_who_is_not_listed() {
        let closed = ChannelAccountSettings::default();
        assert!(!closed.admits_anybody() && !closed.admits_person("1") && !closed.admits_room("r"));
        let open = ChannelAccountSettings { people: vec!["*".into()], rooms: vec!["r".into()], ..closed };
        assert!(open.admits_person("1") && open.admits_room("r") && !open.admits_room("q") && !open.is_owner("*"));
    }
}
