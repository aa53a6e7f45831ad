//! [`Channels`]: the accounts of a gateway. Starts what is configured, follows the configuration, hands out deliveries.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use soulfile_api::{ChannelAccountView, ChannelReceipt, ChannelStatus};
use soulfile_engine::{Engine, Error};

use super::mailbox::Mailbox;
use super::running::{ReceiveError, Received, Running};
use super::{ChannelAccount, ChannelError, Delivered, Delivery, DeliveryError};
use crate::http::failure::Failure;
use crate::state::Gateway;

/// How often the configuration is looked at.
const EVERY: Duration = Duration::from_secs(2);
/// How long a stop waits for turns under way.
const PATIENCE: Duration = Duration::from_secs(20);

/// The accounts of a gateway, by channel and account; nothing runs before [`Channels::run`].
#[derive(Default)]
pub struct Channels {
    running: Mutex<HashMap<(String, String), Arc<Running>>>,
    /// The session that goes on from the one of this agent and id.
    sessions: Mutex<HashMap<(String, String), String>>,
}

impl Channels {
    /// Runs every configured account until the gateway stops. `tell` hears what a person should know.
    pub async fn run(gateway: Arc<Gateway>, tell: fn(&str)) {
        let mut stopping = gateway.stopping();
        let mut looked: Option<u64> = None;
        let mut wanted: Vec<ChannelAccount> = Vec::new();
        let mut told = HashSet::new();
        loop {
            let stamp = gateway.stamp();
            let shared = gateway.clone();
            if looked != Some(stamp)
                && let Ok(Ok(accounts)) = gateway.blocking.run(move || shared.channel_accounts()).await
            {
                (wanted, looked) = (accounts, Some(stamp));
                told.clear();
            }
            let (shared, accounts) = (gateway.clone(), wanted.clone());
            if let Ok(problems) = gateway.blocking.run(move || shared.channels.follow(&shared, &accounts, tell)).await {
                problems.into_iter().filter(|problem| told.insert(problem.clone())).for_each(|problem| tell(&problem));
            }
            tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => break,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
        gateway.channels.end().await;
    }

    /// Starts, ends and replaces accounts so that those run that are wanted; gives what stands in the way.
    fn follow(&self, gateway: &Arc<Gateway>, wanted: &[ChannelAccount], tell: fn(&str)) -> Vec<String> {
        let mut running = self.lock();
        running.retain(|_, one| {
            let stays = wanted.contains(&one.account);
            if !stays {
                one.stop();
            }
            // Whoever works with its mailbox ends before another opens it.
            stays || Arc::strong_count(one) > 1
        });
        let mut problems = Vec::new();
        for account in wanted.iter().filter(|account| account.enabled) {
            let key = (account.channel.clone(), account.account.clone());
            if running.contains_key(&key) {
                continue;
            }
            if !account.admits_anybody {
                problems.push(format!("{}: {}", account.name(), NOBODY));
                continue;
            }
            match start(account, gateway, tell) {
                Ok(one) => _ = running.insert(key, one),
                Err(error) => problems.push(format!("{}: {error}", account.name())),
            }
        }
        problems
    }

    async fn end(&self) {
        self.lock().values().for_each(|one| one.stop());
        let busy = || self.lock().values().any(|one| !one.is_idle());
        for _ in 0..PATIENCE.as_millis() / 50 {
            if !busy() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Takes what a service delivered.
    pub fn deliver(&self, channel: &str, account: &str, delivery: &Delivery<'_>) -> Result<ChannelReceipt, Failure> {
        let running = self.lock().get(&(channel.to_owned(), account.to_owned())).cloned();
        // Who cannot sign does not learn which accounts there are.
        let unsigned = || Failure::new(401, "unauthenticated", "this is not signed by a service that is known here");
        let running = running.ok_or_else(unsigned)?;
        let message = match running.channel.delivered(delivery) {
            Ok(Delivered::Message(message)) => message,
            Ok(Delivered::Challenge(challenge)) => {
                return Ok(ChannelReceipt { status: "challenge".to_owned(), challenge: Some(challenge) });
            }
            Ok(Delivered::Nothing) => return Ok(receipt("ignored")),
            Err(DeliveryError::Unsigned) => return Err(unsigned()),
            Err(DeliveryError::Malformed(why)) => return Err(Failure::invalid(why)),
        };
        match running.receive(message) {
            Ok(Received::New) => Ok(receipt("accepted")),
            Ok(Received::Known) => Ok(receipt("known")),
            Ok(Received::Unlisted) => Ok(receipt("ignored")),
            Err(ReceiveError::Malformed(why)) => Err(Failure::invalid(why)),
            Err(ReceiveError::Unavailable(error)) => Err(Failure::new(503, "unavailable", error.to_string())),
        }
    }

    /// The id of the session that goes on from one; found by `latest` when it is not known.
    pub(super) fn session(
        &self,
        base: &(String, String),
        latest: impl FnOnce() -> soulfile_engine::Result<String>,
    ) -> soulfile_engine::Result<String> {
        let known = self.sessions.lock().unwrap_or_else(PoisonError::into_inner).get(base).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = latest()?;
        self.moved(base, &found);
        Ok(found)
    }

    /// A session goes on under another id.
    pub(super) fn moved(&self, base: &(String, String), to: &str) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        // What is forgotten here is found on disk again.
        if sessions.len() >= 10_000 {
            sessions.clear();
        }
        sessions.insert(base.clone(), to.to_owned());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, String), Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const NOBODY: &str = "nobody is listed under owners, people or rooms, so nobody is heard";

fn start(account: &ChannelAccount, gateway: &Arc<Gateway>, tell: fn(&str)) -> Result<Arc<Running>, ChannelError> {
    // Before anything is made on disk.
    account.open()?;
    let folder = mailbox_folder(&gateway.settings.tokens, account);
    let mailbox = Mailbox::open(&folder);
    let mailbox = mailbox.map_err(|error| ChannelError::passing(format!("{}: {error}", folder.display())))?;
    Running::start(account.clone(), mailbox, gateway, tell)
}

fn mailbox_folder(gateway: &Path, account: &ChannelAccount) -> PathBuf {
    gateway.join("channels").join(&account.channel).join(&account.account)
}

fn receipt(status: &str) -> ChannelReceipt {
    ChannelReceipt { status: status.to_owned(), challenge: None }
}

/// Which agent answers where, and whether the accounts work; with `probe`, each service is asked who we are.
pub fn channel_status(engine: &Engine, accounts: &[ChannelAccount], probe: bool) -> Result<ChannelStatus, Error> {
    let mut status = engine.channel_status(probe)?;
    status.accounts = accounts.iter().map(|account| account_status(account, probe)).collect();
    let troubled = status.accounts.iter().filter_map(|one| {
        let problem = one.problem.as_ref()?;
        Some(format!("{}/{}: {problem}", one.channel, one.account))
    });
    status.problems.extend(troubled.collect::<Vec<_>>());
    Ok(status)
}

fn account_status(account: &ChannelAccount, ask: bool) -> ChannelAccountView {
    let mut view = ChannelAccountView {
        channel: account.channel.clone(),
        account: account.account.clone(),
        enabled: account.enabled,
        says: None,
        problem: None,
    };
    if !account.enabled {
        return view;
    }
    match account.open().and_then(|channel| if ask { channel.probe().map(Some) } else { Ok(None) }) {
        Ok(says) => {
            view.says = says;
            view.problem = (!account.admits_anybody).then(|| NOBODY.to_owned());
        }
        Err(error) => view.problem = Some(error.to_string()),
    }
    view
}
