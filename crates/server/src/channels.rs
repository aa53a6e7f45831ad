//! The messengers agents are reached through: one file per service, behind the trait [`Channel`].
//!
//! A channel turns what its service says into [`Incoming`] messages and sends [`Outgoing`] ones; it holds no rule. Who is
//! listened to, which agent answers and in what kind of session is decided by `Config::resolve`; [`turn`] takes a message
//! to that session and back; [`mailbox`] keeps messages until they are answered, so that each counts once; [`running`] owns
//! threads, order and back-off. Start with [`CHANNELS`], the table of services.

mod error;
mod hub;
mod mailbox;
mod running;
mod service;
mod signature;
mod split;
mod turn;

mod discord;
mod matrix;
mod slack;
mod telegram;
mod webhook;

use std::sync::Arc;

use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use soulfile_engine::config::ConfigSecret;

pub use error::ChannelError;
pub use hub::{Channels, channel_status};
pub use running::ChannelReceiver;

/// Makes a channel of its settings; touches no network.
type OpenChannel = fn(&ChannelAccount) -> Result<Arc<dyn Channel>, ChannelError>;

/// Every service there is.
const CHANNELS: [(&str, OpenChannel); 5] = [
    ("telegram", telegram::open),
    ("discord", discord::open),
    ("slack", slack::open),
    ("matrix", matrix::open),
    ("webhook", webhook::open),
];

/// One account of a service.
pub trait Channel: Send + Sync {
    /// Longest text of one message, in UTF-16 units.
    fn longest(&self) -> usize;

    /// Asks the service who we are; gives what a person should read. Sends nothing to anybody.
    fn probe(&self) -> Result<String, ChannelError>;

    /// Listens until the connection breaks, or the line says that it is over. `Ok` where there is nothing to listen to:
    /// the service calls us.
    fn listen(&self, _line: &ChannelReceiver<'_>) -> Result<(), ChannelError> {
        Ok(())
    }

    /// Reads what the service delivered over HTTP, once it is known to be signed by it.
    fn delivered(&self, _delivery: &Delivery<'_>) -> Result<Delivered, DeliveryError> {
        Err(DeliveryError::Unsigned)
    }

    /// Sends one message.
    fn send(&self, message: &Outgoing<'_>) -> Result<(), ChannelError>;
}

/// An account as it is configured, secrets looked up.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelAccount {
    pub channel: String,
    pub account: String,
    /// Whether it is used.
    pub enabled: bool,
    /// Whether anybody is listened to.
    pub admits_anybody: bool,
    pub base_url: Option<String>,
    pub token: Option<ConfigSecret>,
    pub secret: Option<ConfigSecret>,
    pub owners: Vec<String>,
    /// Proxy for servers on other machines.
    pub proxy: Option<String>,
    /// Why it cannot be used, where a secret could not be read.
    pub problem: Option<String>,
}

impl ChannelAccount {
    /// What the account is called: `telegram`, or `telegram/shop` where it is not the only one.
    pub fn name(&self) -> String {
        match self.account.as_str() {
            "default" => self.channel.clone(),
            account => format!("{}/{account}", self.channel),
        }
    }

    fn token(&self) -> Result<&ConfigSecret, ChannelError> {
        self.token.as_ref().ok_or_else(|| {
            ChannelError::last(format!("no token; set channels.{}.token to an environment reference", self.channel))
        })
    }

    fn secret(&self) -> Result<&ConfigSecret, ChannelError> {
        self.secret.as_ref().ok_or_else(|| {
            ChannelError::last(format!("no secret; set channels.{}.secret to an environment reference", self.channel))
        })
    }

    fn open(&self) -> Result<Arc<dyn Channel>, ChannelError> {
        if let Some(problem) = &self.problem {
            return Err(ChannelError::last(problem.clone()));
        }
        let known = CHANNELS.iter().find(|(name, _)| *name == self.channel);
        let (_, open) = known.ok_or_else(|| {
            let names: Vec<&str> = CHANNELS.iter().map(|(name, _)| *name).collect();
            ChannelError::last(format!("no such channel; there are {}", names.join(", ")))
        })?;
        open(self)
    }
}

/// A message as it came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Incoming {
    /// Under which it is known again; unique in its account.
    pub id: String,
    /// Whether it was said to the account alone.
    pub direct: bool,
    /// Who said it.
    pub peer: String,
    /// Where it was said, and where an answer goes.
    pub room: String,
    /// The thread an answer goes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    pub text: String,
    /// Whether the account is meant.
    pub addressed: bool,
    /// Files that came along, which are not opened.
    #[serde(default)]
    pub attachments: usize,
}

/// A message to be sent.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    /// The message it answers.
    pub to: &'a Incoming,
    pub text: &'a str,
    /// The same for every try of the same message.
    pub key: &'a str,
}

/// What a service delivered over HTTP.
pub struct Delivery<'a> {
    pub headers: &'a HeaderMap,
    pub body: &'a [u8],
    /// Seconds since 1970.
    pub now: i64,
}

impl Delivery<'_> {
    fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.get_all(name).iter();
        let first = values.next()?.to_str().ok()?;
        values.next().is_none().then_some(first)
    }

    fn json(&self) -> Result<serde_json::Value, DeliveryError> {
        serde_json::from_slice(self.body).map_err(|error| DeliveryError::Malformed(format!("no JSON: {error}")))
    }
}

/// What a delivery says.
pub enum Delivered {
    Message(Incoming),
    /// The service makes sure that we are there.
    Challenge(String),
    /// Nothing for us: an edit, a reaction, our own words.
    Nothing,
}

/// Why a delivery is not taken.
pub enum DeliveryError {
    /// Not signed by the service, or too long ago.
    Unsigned,
    /// Signed, and not understood.
    Malformed(String),
}

#[cfg(test)]
fn test_account(channel: &str) -> ChannelAccount {
    ChannelAccount {
        channel: channel.to_owned(),
        account: "default".to_owned(),
        enabled: true,
        admits_anybody: true,
        base_url: None,
        token: Some(ConfigSecret::new("test-token")),
        secret: Some(ConfigSecret::new("test-secret-of-some-length")),
        owners: vec!["1".to_owned()],
        proxy: None,
        problem: None,
    }
}
