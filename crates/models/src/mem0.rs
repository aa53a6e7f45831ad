//! Mem0 over its HTTP API: the server people run themselves, and the hosted platform.
//!
//! Search, add, and a list of everything, for an import. What is added is kept as it is said (`infer: false`), so that no model of Mem0's rewords it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::error::Error;
use crate::http::{Address, RemoteServer};
use crate::settings::Key;

/// Which of Mem0's interfaces is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mem0Api {
    /// The open-source server: `/search`, `/memories`.
    Server,
    /// The hosted platform: `/v2/memories/search/`, `/v1/memories/`.
    Platform,
}

/// Most memories that are listed.
const MOST_LISTED: usize = 100_000;
/// Memories on one page of the platform's list.
const PAGE: usize = 100;
/// Longest wait for a page of a list.
const LISTING: Duration = Duration::from_secs(60);

/// Where Mem0 is and as whom it is asked.
pub struct Mem0Settings {
    pub api: Mem0Api,
    pub base_url: String,
    pub key: Option<Key>,
    /// Whose memories.
    pub user_id: String,
    /// Longest wait for an answer.
    pub patience: Duration,
    pub proxy: Option<String>,
}

/// A Mem0 that can be asked.
pub struct Mem0 {
    server: RemoteServer,
    api: Mem0Api,
    user_id: String,
    patience: Duration,
}

/// A memory of Mem0's.
#[derive(Debug, Clone, PartialEq)]
pub struct Mem0Memory {
    pub id: String,
    pub text: String,
    pub score: f32,
    pub created: Option<String>,
}

impl Mem0 {
    /// A Mem0 at an address; refuses one that would carry the key in the clear.
    pub fn new(settings: &Mem0Settings) -> Result<Self, Error> {
        let Mem0Settings { api, base_url, key, user_id, patience, proxy } = settings;
        let headers = key.iter().map(|key| match api {
            Mem0Api::Server => ("x-api-key", key.expose().to_owned()),
            Mem0Api::Platform => ("authorization", format!("Token {}", key.expose())),
        });
        let server = RemoteServer::new(Address {
            provider: "Mem0",
            base: base_url,
            setting: "memory.mem0Search.baseUrl",
            headers: headers.collect(),
            key: key.clone(),
            proxy: proxy.as_deref(),
        })?;
        Ok(Self { server, api: *api, user_id: user_id.clone(), patience: *patience })
    }

    /// Finds memories, best first.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Mem0Memory>, Error> {
        let user = &self.user_id;
        let (path, body) = match self.api {
            Mem0Api::Server => {
                ("/search", json!({ "query": query, "user_id": user, "filters": { "user_id": user }, "top_k": limit }))
            }
            Mem0Api::Platform => {
                ("/v2/memories/search/", json!({ "query": query, "filters": { "user_id": user }, "top_k": limit }))
            }
        };
        let answer = self.server.post(path, &body, self.patience)?;
        // A list of its own, or one among results.
        let list = answer.as_array().or_else(|| answer["results"].as_array());
        let list = list.ok_or_else(|| Error::Answer(format!("{}: the answer holds no results", self.server.name())))?;
        Ok(list.iter().take(limit).filter_map(read).collect())
    }

    /// Everything it keeps of the user, as Mem0 writes its memories; and whether there may be more that it did not give.
    pub fn list(&self) -> Result<(Vec<Value>, bool), Error> {
        let mut all: Vec<Value> = Vec::new();
        let listed = |answer: Value| -> Result<(Vec<Value>, bool), Error> {
            let more = answer["next"].is_string();
            let list = match answer {
                Value::Array(list) => Some(list),
                mut answer => answer["results"].take().as_array_mut().map(std::mem::take),
            };
            let list =
                list.ok_or_else(|| Error::Answer(format!("{}: the answer holds no list", self.server.name())))?;
            Ok((list, more))
        };
        if self.api == Mem0Api::Server {
            let path = format!("/memories?user_id={}&top_k={MOST_LISTED}", percent_encoded(&self.user_id));
            let (list, _) = listed(self.server.get(&path, LISTING)?)?;
            // Older servers know no `top_k` and end at a number of their own.
            let cut = list.len() >= 20 && [20, 100, 1000, MOST_LISTED].contains(&list.len());
            return Ok((list, cut));
        }
        for page in 1..=MOST_LISTED / PAGE {
            let path = format!("/v3/memories/?page={page}&page_size={PAGE}");
            let body = json!({ "filters": { "user_id": self.user_id } });
            let (list, more) = listed(self.server.post(&path, &body, LISTING)?)?;
            let none = list.is_empty();
            all.extend(list);
            if none || !more {
                return Ok((all, false));
            }
        }
        Ok((all, true))
    }

    /// Keeps a text, with the receipt under which it is kept here.
    pub fn add(&self, text: &str, receipt: &str) -> Result<(), Error> {
        let path = match self.api {
            Mem0Api::Server => "/memories",
            Mem0Api::Platform => "/v1/memories/",
        };
        let body = json!({
            "messages": [{ "role": "user", "content": text }],
            "user_id": self.user_id,
            "infer": false,
            "metadata": { "source": "soulfile", "receipt": receipt },
        });
        self.server.post(path, &body, self.patience).map(drop)
    }
}

/// A value as a query of an address carries it.
fn percent_encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let encoded = value.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") });
    encoded.collect()
}

fn read(memory: &Value) -> Option<Mem0Memory> {
    let text = |key: &str| memory[key].as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
    Some(Mem0Memory {
        id: text("id")?,
        text: text("memory").or_else(|| text("text"))?,
        score: memory["score"].as_f64().unwrap_or_default() as f32,
        created: text("updated_at").or_else(|| text("created_at")).map(|at| at.chars().take(10).collect()),
    })
}
