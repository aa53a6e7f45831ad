//! A gateway's part in the fleet: it lives, takes leases, keeps caches, and gives workspaces up.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use soulfile_workspace::JournalSink;
use tokio::sync::watch;

use crate::checkpoint;
use crate::error::{Error, Result};
use crate::fleet::Fleet;
use crate::lease::{self, Lease, Owner};
use crate::restore;
use crate::shared::{SharedFile, SharedFiles};
use crate::sink::PostgresSink;

/// How often the shared files are looked at for changes made here.
const LOOK_AT_FILES: Duration = Duration::from_millis(250);

/// How a gateway takes part.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// Where caches are kept; one gateway at a time.
    pub cache: PathBuf,
    /// How long it counts as alive after it last said so.
    pub lease: Duration,
    /// After what time without a request a workspace is given up.
    pub idle: Duration,
    /// How many workspaces are open at once; past that those used longest ago are given up.
    pub most_open: usize,
    /// After how many batches a checkpoint is taken.
    pub checkpoint_after: i64,
    /// The files it has the same of as every other gateway.
    pub shared: Vec<SharedFile>,
}

impl GatewayOptions {
    /// The defaults, with caches in `cache`.
    pub fn new(cache: impl Into<PathBuf>) -> Self {
        Self {
            cache: cache.into(),
            lease: Duration::from_secs(10),
            idle: Duration::from_secs(15 * 60),
            most_open: 1000,
            checkpoint_after: 1000,
            shared: Vec::new(),
        }
    }
}

/// Where a workspace is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Served {
    Here,
    There(String),
}

/// A workspace this gateway has open.
#[derive(Clone)]
pub struct Opened {
    pub dir: PathBuf,
    pub sink: Arc<dyn JournalSink>,
    /// Changes with every change of owner.
    pub fence: i64,
}

/// The time during which this gateway has a workspace. While somebody holds one, the workspace counts as used.
pub struct Tenure {
    over: watch::Receiver<()>,
    _used: Arc<()>,
}

impl Tenure {
    /// Waits until the gateway does not have the workspace any more.
    pub async fn over(mut self) {
        while self.over.changed().await.is_ok() {}
    }
}

/// What a gateway counts of itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct GatewayFigures {
    /// Workspaces open now.
    pub open: u64,
    /// How often one was opened, and how long that took in all.
    pub openings: u64,
    pub opening_seconds: f64,
    pub given_up: u64,
    pub checkpoints: u64,
    pub batches: u64,
    /// How long batches waited for the database in all.
    pub batch_seconds: f64,
    /// Batches the database refused, because another gateway had the workspace.
    pub refused: u64,
}

/// One process of the fleet.
pub struct FleetGateway {
    pub fleet: Arc<Fleet>,
    pub id: String,
    options: GatewayOptions,
    url: OnceLock<String>,
    workspaces: Mutex<HashMap<String, Arc<Mutex<Slot>>>>,
    shared: SharedFiles,
    openings: AtomicU64,
    opening_micros: AtomicU64,
    given_up: AtomicU64,
    checkpoints: AtomicU64,
    draining: AtomicBool,
    stopped: AtomicBool,
    /// Held as long as the gateway lives: a cache has one.
    _only: File,
}

/// What this gateway knows of one workspace. Locked while it is opened or given up.
#[derive(Default)]
struct Slot {
    open: Option<OpenLease>,
}

struct OpenLease {
    lease: Lease,
    sink: Arc<PostgresSink>,
    dir: PathBuf,
    used: Instant,
    /// Held by everybody who uses it.
    users: Arc<()>,
    /// Gone with it: whoever listens then knows.
    over: watch::Sender<()>,
    checkpointed: i64,
}

impl FleetGateway {
    /// A gateway that is not known to the fleet yet.
    pub fn new(fleet: Arc<Fleet>, options: GatewayOptions) -> Result<Arc<Self>> {
        let fail = |e| Error::io("opening the cache", &options.cache, e);
        fs::create_dir_all(&options.cache).map_err(fail)?;
        let path = options.cache.join("gateway");
        let only = File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(fail)?;
        only.try_lock().map_err(|_| {
            Error::Invalid(format!("another gateway uses {}; give each its own (--cache)", options.cache.display()))
        })?;
        let mut id = fs::read_to_string(&path).map_err(fail)?.trim().to_owned();
        if id.is_empty() {
            let mut random = [0u8; 4];
            rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty())
                .map_err(|e| fail(e.into()))?;
            id = format!("g-{:08x}", u32::from_le_bytes(random));
            fs::write(&path, &id).map_err(fail)?;
        }
        Ok(Arc::new(Self {
            fleet,
            id,
            shared: SharedFiles::new(options.shared.clone()),
            options,
            url: OnceLock::new(),
            workspaces: Mutex::default(),
            openings: AtomicU64::new(0),
            opening_micros: AtomicU64::new(0),
            given_up: AtomicU64::new(0),
            checkpoints: AtomicU64::new(0),
            draining: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            _only: only,
        }))
    }

    /// The directory that holds the state of all its workspaces.
    pub fn state_root(&self) -> PathBuf {
        self.options.cache.join("state")
    }

    /// Joins the fleet under an address the other gateways reach, and looks after leases from now on. `tell` hears what
    /// goes wrong.
    pub fn start(self: &Arc<Self>, url: &str, tell: impl Fn(&str) + Send + 'static) -> Result<()> {
        let url = self.url.get_or_init(|| url.to_owned()).clone();
        self.live(&url)?;
        let often = self.options.lease / 4;
        let often = often.min(Duration::from_secs(5));
        // Apart from each other: a checkpoint that takes long must not cost the lease.
        self.every("fleet-life", often, move |gateway| gateway.live(&url), |_| ())?;
        self.share()?;
        // The files are looked at often, which costs nothing; the fleet is asked when one changed here, and now and then.
        let look = LOOK_AT_FILES.min(often);
        let mut until_asked = 0;
        let seldom = often.as_millis() / look.as_millis().max(1);
        let share = move |gateway: &Self| {
            if until_asked > 0 && !gateway.shared.changed_here() {
                until_asked -= 1;
                return Ok(());
            }
            until_asked = seldom;
            gateway.share()
        };
        self.every("fleet-files", look, share, |_| ())?;
        self.every("fleet-leases", often, Self::look, tell)
    }

    fn live(&self, url: &str) -> Result<()> {
        let draining = lease::live(&self.fleet.database, &self.id, url, self.options.lease)?;
        self.draining.store(draining, Ordering::Relaxed);
        Ok(())
    }

    /// Does something again and again, on a thread of its own, as long as the gateway is there. A problem that stays is
    /// told once.
    fn every(
        self: &Arc<Self>,
        name: &str,
        every: Duration,
        mut work: impl FnMut(&Self) -> Result<()> + Send + 'static,
        tell: impl Fn(&str) + Send + 'static,
    ) -> Result<()> {
        let gateway = Arc::downgrade(self);
        let run = move || {
            let mut told = String::new();
            loop {
                std::thread::sleep(every);
                let Some(gateway) = gateway.upgrade() else { return };
                if gateway.stopped.load(Ordering::Relaxed) {
                    return;
                }
                let problem = work(&gateway).err().map_or_else(String::new, |error| error.to_string());
                if !problem.is_empty() && problem != told {
                    tell(&problem);
                }
                told = problem;
            }
        };
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(run);
        started.map(drop).map_err(|e| Error::io("starting a thread for", "the fleet", e))
    }

    /// Where requests for a workspace are answered; takes and opens it when nobody else has it.
    pub fn serve(&self, name: &str) -> Result<Served> {
        let database = &self.fleet.database;
        let (owner, shared) = lease::owner(database, name, &self.id)?;
        // A token that was revoked anywhere is found revoked by whoever looks it up after this.
        if shared != self.shared.version() {
            self.shared.exchange(database)?;
        }
        let slot = self.slot(name);
        let mut slot = match (&owner, slot.try_lock()) {
            (Owner::Other { url, .. }, Err(_)) => return Ok(Served::There(url.clone())),
            (_, Ok(slot)) => slot,
            (_, Err(_)) => slot.lock().unwrap_or_else(PoisonError::into_inner),
        };
        if let (Owner::Us(fence), Some(open)) = (&owner, &mut slot.open)
            && open.lease.fence == *fence
            && !open.sink.was_refused()
        {
            open.used = Instant::now();
            return Ok(Served::Here);
        }
        // Asked again, because it may have been opened or given up while this waited.
        match lease::owner(database, name, &self.id)?.0 {
            Owner::Other { url, .. } => {
                slot.open = None;
                return Ok(Served::There(url));
            }
            Owner::Us(fence) => {
                if let Some(open) = &mut slot.open
                    && open.lease.fence == fence
                    && !open.sink.was_refused()
                {
                    open.used = Instant::now();
                    return Ok(Served::Here);
                }
            }
            Owner::Nobody => {}
        }
        slot.open = None;
        if self.draining.load(Ordering::Relaxed) {
            let other = lease::another_gateway(database, &self.id)?;
            return other.map(|(_, url)| Served::There(url)).ok_or_else(|| {
                Error::Database("this gateway gives its workspaces up, and no other one lives to take them".to_owned())
            });
        }
        match self.open(name) {
            Ok(open) => {
                slot.open = Some(open);
                Ok(Served::Here)
            }
            Err(Error::Held { url, .. }) => Ok(Served::There(url)),
            Err(error) => Err(error),
        }
    }

    /// The workspace as it is open here now.
    pub fn opened(&self, name: &str) -> Option<Opened> {
        let slot = self.slots().get(name)?.clone();
        let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let open = slot.open.as_ref()?;
        Some(Opened { dir: open.dir.clone(), sink: open.sink.clone(), fence: open.lease.fence })
    }

    /// The fencing number under which a workspace is open here, and how many batches there are; `None` where it is not.
    pub fn written(&self, name: &str) -> Option<(i64, i64)> {
        let slot = self.slots().get(name)?.clone();
        let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.open.as_ref().map(|open| (open.lease.fence, open.sink.position()))
    }

    /// The workspaces it has in which something was written that the search does not know yet.
    pub fn unsearched(&self) -> Result<Vec<String>> {
        self.fleet.unsearched(&self.id)
    }

    /// The time during which this gateway has a workspace, from now on; `None` where it has not.
    pub fn tenure(&self, name: &str) -> Option<Tenure> {
        let slot = self.slots().get(name)?.clone();
        let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let open = slot.open.as_ref()?;
        Some(Tenure { over: open.over.subscribe(), _used: open.users.clone() })
    }

    /// What it counted.
    pub fn figures(&self) -> GatewayFigures {
        let seconds = |micros: &AtomicU64| micros.load(Ordering::Relaxed) as f64 / 1e6;
        let (count, sink) = (|count: &AtomicU64| count.load(Ordering::Relaxed), &self.fleet.database.figures);
        GatewayFigures {
            open: self.open_names().len() as u64,
            openings: count(&self.openings),
            opening_seconds: seconds(&self.opening_micros),
            given_up: count(&self.given_up),
            checkpoints: count(&self.checkpoints),
            batches: count(&sink.batches),
            batch_seconds: seconds(&sink.batch_micros),
            refused: count(&sink.refused),
        }
    }

    /// Makes the shared files here and in the fleet the same.
    pub fn share(&self) -> Result<()> {
        self.shared.exchange(&self.fleet.database)
    }

    /// The workspaces open here.
    pub fn open_names(&self) -> Vec<String> {
        let slots: Vec<_> = self.slots().iter().map(|(name, slot)| (name.clone(), slot.clone())).collect();
        let is_open = |slot: &Mutex<Slot>| slot.try_lock().is_ok_and(|slot| slot.open.is_some());
        slots.into_iter().filter(|(_, slot)| is_open(slot)).map(|(name, _)| name).collect()
    }

    /// Gives everything up in good order: for a stop.
    pub fn stop(&self) {
        self.draining.store(true, Ordering::Relaxed);
        for name in self.open_names() {
            let _ = self.give_up(&name);
        }
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(url) = self.url.get() {
            let _ = lease::live(&self.fleet.database, &self.id, url, Duration::ZERO);
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<String, Arc<Mutex<Slot>>>> {
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, name: &str) -> Arc<Mutex<Slot>> {
        self.slots().entry(name.to_owned()).or_default().clone()
    }

    fn dir_of(&self, name: &str) -> PathBuf {
        self.options.cache.join("workspaces").join(name)
    }

    fn open(&self, name: &str) -> Result<OpenLease> {
        let (database, objects, start) = (&self.fleet.database, &self.fleet.objects, Instant::now());
        let lease = lease::take(database, name, &self.id)?;
        let sink = Arc::new(PostgresSink::new(database.clone(), name, lease.fence, lease.position));
        let dir = self.dir_of(name);
        let shared: Arc<dyn JournalSink> = sink.clone();
        restore::bring_up(database, objects, &lease, &dir, &self.state_root().join(name), &shared)?;
        self.openings.fetch_add(1, Ordering::Relaxed);
        self.opening_micros.fetch_add(start.elapsed().as_micros() as u64, Ordering::Relaxed);
        Ok(OpenLease {
            checkpointed: lease.checkpoint_position,
            lease,
            sink,
            dir,
            used: Instant::now(),
            users: Arc::new(()),
            over: watch::Sender::new(()),
        })
    }

    /// Does what is due: gives up what is idle or wanted elsewhere, takes checkpoints.
    fn look(&self) -> Result<()> {
        let (database, draining) = (&self.fleet.database, self.draining.load(Ordering::Relaxed));
        // Before the rows are read: whatever is open now has one.
        let open = self.open_names();
        let held: HashMap<String, (i64, bool)> =
            lease::held(database, &self.id)?.into_iter().map(|(name, fence, wanted)| (name, (fence, wanted))).collect();
        let mut problem = Ok(());
        for name in open {
            let done = self.look_after(&name, held.get(&name).copied(), draining);
            problem = problem.and(done);
        }
        for name in self.too_many() {
            problem = problem.and(self.give_up(&name));
        }
        self.slots()
            .retain(|_, slot| Arc::strong_count(slot) > 1 || slot.try_lock().map_or(true, |s| s.open.is_some()));
        problem
    }

    fn look_after(&self, name: &str, held: Option<(i64, bool)>, draining: bool) -> Result<()> {
        let slot = self.slot(name);
        let (idle, due) = {
            let Ok(mut slot) = slot.try_lock() else { return Ok(()) };
            let Some(open) = &mut slot.open else { return Ok(()) };
            // Somebody has taken it.
            if held.is_none_or(|(fence, _)| fence > open.lease.fence) {
                slot.open = None;
                return Ok(());
            }
            if Arc::strong_count(&open.users) > 1 {
                open.used = Instant::now();
            }
            let due = open.sink.position() - open.checkpointed >= self.options.checkpoint_after;
            (open.used.elapsed() > self.options.idle, due)
        };
        if idle || draining || held.is_some_and(|(_, wanted)| wanted) {
            return self.give_up(name);
        }
        if due {
            self.checkpoint(name)?;
        }
        Ok(())
    }

    /// The workspaces that are open past what may be, those used longest ago first. What is in use stays.
    fn too_many(&self) -> Vec<String> {
        let slots: Vec<_> = self.slots().iter().map(|(name, slot)| (name.clone(), slot.clone())).collect();
        let (mut open, mut unused) = (0, Vec::new());
        for (name, slot) in slots {
            let Ok(slot) = slot.try_lock() else { continue };
            let Some(known) = &slot.open else { continue };
            open += 1;
            if Arc::strong_count(&known.users) == 1 {
                unused.push((known.used, name));
            }
        }
        unused.sort();
        unused.truncate(open - open.min(self.options.most_open));
        unused.into_iter().map(|(_, name)| name).collect()
    }

    /// Takes a checkpoint of a workspace that is open here.
    pub fn checkpoint(&self, name: &str) -> Result<bool> {
        let slot = self.slot(name);
        // Not under the slot's lock: requests go on meanwhile.
        let (lease, dir) = {
            let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            match &slot.open {
                Some(open) => (open.lease.clone(), open.dir.clone()),
                None => return Ok(false),
            }
        };
        let manifest = checkpoint::take(&self.fleet.database, &self.fleet.objects, &lease, &dir)?;
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        self.checkpoints.fetch_add(u64::from(manifest.is_some()), Ordering::Relaxed);
        if let (Some(open), Some(manifest)) = (&mut slot.open, &manifest) {
            open.checkpointed = manifest.position;
        }
        Ok(manifest.is_some())
    }

    /// Takes a checkpoint and lets go of the lease. Requests that come meanwhile wait, and go where it is next.
    fn give_up(&self, name: &str) -> Result<()> {
        let slot = self.slot(name);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = slot.open.take() else { return Ok(()) };
        self.given_up.fetch_add(1, Ordering::Relaxed);
        // Without a checkpoint the next owner follows more rows, and loses nothing.
        let taken = checkpoint::take(&self.fleet.database, &self.fleet.objects, &open.lease, &open.dir);
        lease::release(&self.fleet.database, &open.lease, &self.id)?;
        taken.map(drop)
    }

    /// Where this gateway keeps its caches.
    pub fn cache(&self) -> &Path {
        &self.options.cache
    }
}
