//! A gateway's part in the fleet: it lives, takes leases, keeps caches, and gives workspaces up.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use soulfile_workspace::JournalSink;

use crate::checkpoint;
use crate::error::{Error, Result};
use crate::fleet::Fleet;
use crate::lease::{self, Lease, Owner};
use crate::restore;
use crate::sink::PostgresSink;

/// How a gateway takes part.
#[derive(Debug, Clone)]
pub struct GatewayOptions {
    /// Where caches are kept; one gateway at a time.
    pub cache: PathBuf,
    /// How long it counts as alive after it last said so.
    pub lease: Duration,
    /// After what time without a request a workspace is given up.
    pub idle: Duration,
    /// After how many batches a checkpoint is taken.
    pub checkpoint_after: i64,
}

impl GatewayOptions {
    /// The defaults, with caches in `cache`.
    pub fn new(cache: impl Into<PathBuf>) -> Self {
        Self {
            cache: cache.into(),
            lease: Duration::from_secs(10),
            idle: Duration::from_secs(15 * 60),
            checkpoint_after: 1000,
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

/// One process of the fleet.
pub struct FleetGateway {
    pub fleet: Arc<Fleet>,
    pub id: String,
    options: GatewayOptions,
    url: OnceLock<String>,
    workspaces: Mutex<HashMap<String, Arc<Mutex<Slot>>>>,
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
            options,
            url: OnceLock::new(),
            workspaces: Mutex::default(),
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
        // Apart from each other: a checkpoint that takes long must not cost the lease.
        self.every("fleet-life", move |gateway| gateway.live(&url), |_| ())?;
        self.every("fleet-leases", Self::look, tell)
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
        work: impl Fn(&Self) -> Result<()> + Send + 'static,
        tell: impl Fn(&str) + Send + 'static,
    ) -> Result<()> {
        let gateway = Arc::downgrade(self);
        let every = (self.options.lease / 4).min(Duration::from_secs(5));
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
        let owner = lease::owner(database, name, &self.id)?;
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
        match lease::owner(database, name, &self.id)? {
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
        let (database, objects) = (&self.fleet.database, &self.fleet.objects);
        let lease = lease::take(database, name, &self.id)?;
        let sink = Arc::new(PostgresSink::new(database.clone(), name, lease.fence, lease.position));
        let dir = self.dir_of(name);
        let shared: Arc<dyn JournalSink> = sink.clone();
        restore::bring_up(database, objects, &lease, &dir, &self.state_root().join(name), &shared)?;
        Ok(OpenLease { checkpointed: lease.checkpoint_position, lease, sink, dir, used: Instant::now() })
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
        self.slots()
            .retain(|_, slot| Arc::strong_count(slot) > 1 || slot.try_lock().map_or(true, |s| s.open.is_some()));
        problem
    }

    fn look_after(&self, name: &str, held: Option<(i64, bool)>, draining: bool) -> Result<()> {
        let slot = self.slot(name);
        let (idle, due) = {
            let Ok(mut slot) = slot.try_lock() else { return Ok(()) };
            let Some(open) = &slot.open else { return Ok(()) };
            // Somebody has taken it.
            if held.is_none_or(|(fence, _)| fence > open.lease.fence) {
                slot.open = None;
                return Ok(());
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
