//! [`Workspace`]: the open workspace, shared by any number of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use git2::{Repository, RepositoryInitOptions};
use soulfile_vocabulary::{SelfEdit, layout};

use crate::alerts::{self, Alert};
use crate::brake::Brake;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result};
use crate::files::{DirEntry, Ident, Root};
use crate::git::packs;
use crate::git::refs::{GitDir, Handles};
use crate::hash::ContentHash;
use crate::history::{BlameLine, LogEntry, LogFilter};
use crate::mutation::{Mutation, Receipt};
use crate::path::WorkspacePath;
use crate::requester::Requester;
use crate::rollback::Target;
use crate::sabotage::{Safeguard, is_removed};
use crate::scan;
use crate::sink::JournalSink;
use crate::verify::{ReceiptStatus, Verification};
use crate::watcher::Watcher;
use crate::write::{Inner, WriterLock, refusals};

/// Most mutations that share one sync.
const LARGEST_BATCH: usize = 64;
/// How long a batch waits for the callers of the one before to come back: shorter than a sync, which each of them
/// saves by it.
const GATHERING: Duration = Duration::from_micros(150);

/// How a workspace is opened. Everything the layer needs from outside is in here.
#[derive(Clone)]
pub struct WorkspaceOptions {
    /// Where state outside the workspace lives: the audit key and anchor, open alerts.
    pub state: PathBuf,
    /// The directory that holds the state of all agents of this home: entries under their keys count here.
    pub home: Option<PathBuf>,
    pub clock: Arc<dyn Clock>,
    /// Largest file a whole-file write may make, and largest text one append may add.
    pub max_file_size: u64,
    /// Largest file that may grow by appending or by the program's own writing.
    pub max_store_file_size: u64,
    /// How many days audit.log goes back.
    pub audit_days: u32,
    /// What an agent may do to the files that say who it is.
    pub self_edit: SelfEdit,
    /// When one operation stops and asks a person.
    pub brake: Brake,
    /// How long to wait for another process.
    pub patience: Duration,
    /// How long a displaced file is kept for an editor that is still writing to it.
    pub late_save_window: Duration,
    /// Where a batch has to be committed as well, in a fleet; the local disk is then a cache.
    pub sink: Option<Arc<dyn JournalSink>>,
}

impl WorkspaceOptions {
    /// The defaults, with state kept in `state`.
    pub fn new(state: impl Into<PathBuf>) -> Self {
        Self {
            state: state.into(),
            home: None,
            clock: Arc::new(SystemClock),
            max_file_size: 16 * 1024,
            max_store_file_size: 8 * 1024 * 1024,
            audit_days: 90,
            self_edit: SelfEdit::default(),
            brake: Brake::default(),
            patience: Duration::from_secs(30),
            late_save_window: Duration::from_secs(10),
            sink: None,
        }
    }
}

/// A file as it was read.
#[derive(Debug, Clone)]
pub struct FileText {
    pub bytes: Vec<u8>,
    /// When the file was last modified, in seconds.
    pub modified: i64,
}

impl FileText {
    /// The hash of the bytes: the ETag, and the base of a later write.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(&self.bytes)
    }
}

/// One mutation waiting for the writer, and its answer.
struct Ticket {
    mutation: Mutation,
    answer: Mutex<Option<Result<Receipt>>>,
}

/// Mutations waiting, and whether one of their callers is writing.
#[derive(Default)]
struct Queue {
    waiting: Vec<Arc<Ticket>>,
    led: bool,
    /// How many wrote together last time.
    together: usize,
}

/// An open workspace. Its files can be read whatever became of the repository, the journal and the state: what
/// needs those says so when it is asked for.
pub struct Workspace {
    root: Root,
    git: GitDir,
    options: WorkspaceOptions,
    /// Opened again at the next use where it could not be.
    writer: Mutex<Option<WriterLock>>,
    queue: Mutex<Queue>,
    answered: Condvar,
    gathered: Condvar,
}

impl Workspace {
    /// Opens the workspace at `dir`, which must be a git repository's top directory, and finishes
    /// whatever an earlier process left half done. Where that cannot be done (a full or read-only disk, a damaged
    /// repository) the files can be read all the same; [`Workspace::unavailable`] says why nothing else can.
    pub fn open(dir: &Path, options: WorkspaceOptions) -> Result<Self> {
        let root = Root::open(dir)?;
        refuse_bare(dir)?;
        let git = match GitDir::locate(dir) {
            Some(git) => git,
            // An agent of this home lived here: the history is gone, and the files are read all the same.
            None if options.state.join(crate::chain::ANCHOR).exists() => GitDir::expected(dir),
            None => {
                return Err(Error::NotFound {
                    what: format!("a Soulfile workspace at {}", dir.display()),
                    hint: "; `soul setup` makes one of any directory".to_owned(),
                });
            }
        };
        let workspace = Self {
            root,
            git,
            options,
            writer: Mutex::new(None),
            queue: Mutex::default(),
            answered: Condvar::new(),
            gathered: Condvar::new(),
        };
        let opened = workspace.with(|_| Ok(()));
        if is_removed(Safeguard::DegradedReads) {
            opened?;
        }
        Ok(workspace)
    }

    /// Why the history cannot be read or written now; the files can be read all the same.
    pub fn unavailable(&self) -> Option<Error> {
        self.with(|inner| inner.begin().map(drop)).err()
    }

    /// Opens the workspace at `dir`, making the directory and the repository when missing. Files
    /// and a repository that are there already are used as they are.
    pub fn init(dir: &Path, options: WorkspaceOptions) -> Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(|e| Error::io("creating", dir, e))?;
        refuse_bare(dir)?;
        if !dir.join(".git").exists() {
            let repo = Repository::init_opts(
                dir,
                RepositoryInitOptions::new().initial_head("main").no_reinit(true).external_template(false),
            )?;
            let mut config = repo.config()?.open_level(git2::ConfigLevel::Local)?;
            // A background gc by another git must not surprise a running writer.
            config.set_i32("gc.auto", 0)?;
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(dir.join(".git"), fs::Permissions::from_mode(0o700))
                .map_err(|e| Error::io("making private", dir.join(".git"), e))?;
        }
        Self::open(dir, options)
    }

    /// Where the workspace is.
    pub fn path(&self) -> &Path {
        self.root.path()
    }

    /// Works with the writer, opening it first where that was not possible before.
    fn with_writer<T>(&self, work: impl FnOnce(&mut WriterLock) -> Result<T>) -> Result<T> {
        let mut slot = self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let writer = match &mut *slot {
            Some(writer) => writer,
            empty => empty.insert(WriterLock::open(&self.root, &self.git, self.options.clone())?),
        };
        work(writer)
    }

    pub(crate) fn root(&self) -> &Root {
        &self.root
    }

    pub(crate) fn git(&self) -> &GitDir {
        &self.git
    }

    pub(crate) fn state_dir(&self) -> &Path {
        &self.options.state
    }

    /// Where git keeps the objects, looked at for links first.
    pub(crate) fn objects_dir(&self) -> Result<PathBuf> {
        self.with(|inner| Ok(inner.handles.common.path().join("objects")))
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Inner) -> Result<T>) -> Result<T> {
        self.with_writer(|writer| writer.locked(&self.root, work))
    }

    /// Applies one mutation. When this returns a receipt, the change is durable, committed and on
    /// the audit trail; when it returns an error, nothing of it happened. Concurrent callers share
    /// a sync, each with a commit of its own.
    pub fn apply(&self, mutation: Mutation) -> Result<Receipt> {
        let ticket = Arc::new(Ticket { mutation, answer: Mutex::new(None) });
        let mut queue = self.queue();
        queue.waiting.push(ticket.clone());
        if queue.led && queue.waiting.len() == queue.together {
            self.gathered.notify_one();
        }
        loop {
            if let Some(answer) = take_answer(&ticket) {
                return answer;
            }
            if queue.led {
                queue = self.answered.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
                continue;
            }
            // Nobody is writing: this caller writes for everyone who waits by now.
            queue.led = true;
            let leading = Leading(self);
            queue = self.gather(queue);
            let end = queue.waiting.len().min(LARGEST_BATCH);
            queue.together = end;
            let batch: Vec<Arc<Ticket>> = queue.waiting.drain(..end).collect();
            drop(queue);
            let mutations: Vec<Mutation> = batch.iter().map(|t| t.mutation.clone()).collect();
            let answers = match self.with_writer(|writer| Ok(writer.process(&self.root, &mutations))) {
                Ok(answers) => answers,
                Err(error) => refusals(error, mutations.len()),
            };
            for (ticket, answer) in batch.iter().zip(answers) {
                *ticket.answer.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(answer);
            }
            drop(leading);
            queue = self.queue();
        }
    }

    /// Waits a moment for as many as wrote together last time: those that were just answered write again, and the
    /// first of them would otherwise write alone while the others wait.
    fn gather<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        let missing = |queue: &mut Queue| queue.waiting.len() < queue.together;
        self.gathered.wait_timeout_while(queue, GATHERING, missing).unwrap_or_else(std::sync::PoisonError::into_inner).0
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Reads a file; `None` when it does not exist.
    pub fn read(&self, path: &WorkspacePath) -> Result<Option<FileText>> {
        Ok(self
            .root
            .read(path)?
            .map(|file| FileText { modified: (file.ident.mtime / 1_000_000_000) as i64, bytes: file.bytes }))
    }

    /// What stands at a path, by a look that opens nothing. It tells whether something read earlier still stands there,
    /// never what may be read.
    pub fn version_on_disk(&self, path: &WorkspacePath) -> Option<Ident> {
        self.root.version_on_disk(path)
    }

    /// Lists a directory, sorted; a missing one is empty. `dir` is a workspace path or empty.
    pub fn list(&self, dir: &str) -> Result<Vec<DirEntry>> {
        if !dir.is_empty() {
            WorkspacePath::parse(dir)?;
        }
        self.root.list(dir)
    }

    /// Every file that belongs to the workspace, sorted by directory.
    pub fn files(&self) -> Result<Vec<String>> {
        scan::files(&self.root)
    }

    /// Every file that belongs to the workspace with what identifies this version of it, in no order.
    pub fn walk(&self) -> Result<Vec<(String, Ident)>> {
        scan::walk(&self.root, &mut |_| ())
    }

    /// Begins to listen to changes, and walks: what is not as it was found here is heard of from
    /// now on.
    pub fn listen(&self) -> Result<(Watcher, Vec<(String, Ident)>)> {
        let mut watcher = Watcher::new(self.root.path())?;
        let files = scan::walk(&self.root, &mut |folder| watcher.listen(folder))?;
        match watcher.deaf() {
            Some(error) => Err(error),
            None => Ok((watcher, files)),
        }
    }

    /// Commits everything people changed by hand since the last look; returns the paths.
    pub fn take_in_hand_edits(&self) -> Result<Vec<String>> {
        self.with(|inner| inner.take_in_all(&self.root))
    }

    /// Commits hand edits of the named files only: what a session is about to see, at a cost that
    /// does not grow with the workspace. Files that are refused (links) are passed over. Where files came or went in a
    /// store, everything is looked at.
    pub fn take_in(&self, paths: &[WorkspacePath]) -> Result<Vec<String>> {
        let readable = || paths.iter().filter(|p| self.root.read(p).is_ok()).cloned().collect::<Vec<_>>();
        self.with(|inner| match inner.stores_changed(&self.root)? {
            true => inner.take_in_all(&self.root),
            false => inner.take_in(&self.root, |_| Ok(readable())),
        })
    }

    /// The paths that differ from the last commit, without committing them.
    pub fn hand_edited(&self) -> Result<Vec<String>> {
        self.with(|inner| Ok(inner.hand_edited(&self.root)?.into_iter().map(String::from).collect()))
    }

    /// The audit log, newest first.
    pub fn log(&self, filter: &LogFilter) -> Result<Vec<LogEntry>> {
        self.with(|inner| inner.log(filter))
    }

    /// One entry by mutation id or commit, or the beginning of either, with its diff.
    pub fn show(&self, id: &str) -> Result<(LogEntry, String)> {
        self.with(|inner| {
            let entry = inner.find(id)?;
            let diff = inner.diff(&entry, None)?;
            Ok((entry, diff))
        })
    }

    /// The diff an entry made to one of its files.
    pub fn diff(&self, entry: &LogEntry, path: &str) -> Result<String> {
        self.with(|inner| inner.diff(entry, Some(path)))
    }

    /// Who last changed each line of a file.
    pub fn blame(&self, path: &WorkspacePath) -> Result<Vec<BlameLine>> {
        self.with(|inner| {
            inner.take_in_all(&self.root)?;
            inner.blame(path.as_str())
        })
    }

    /// Checks the audit trail.
    pub fn verify(&self) -> Result<Verification> {
        self.with(|inner| inner.verify(&self.root))
    }

    /// Checks one receipt, by mutation id or commit.
    pub fn verify_receipt(&self, id: &str) -> Result<ReceiptStatus> {
        self.with(|inner| inner.verify_receipt(&self.root, id))
    }

    /// Writes audit.log anew from the commits.
    pub fn rebuild_audit_log(&self) -> Result<()> {
        self.with(|inner| inner.rebuild_log(&self.root))
    }

    /// Takes note that a person knows of the cuts in the trail: they are not told again.
    pub fn accept_cuts(&self) -> Result<()> {
        self.with(|inner| inner.chain.accept_cuts())
    }

    /// Moves months that have passed out of the window from audit.log into digests.
    pub fn apply_retention(&self) -> Result<Option<Receipt>> {
        let planned = self.with(|inner| inner.plan_digests(&self.root))?;
        let receipt = planned.map(|mutation| self.apply(mutation)).transpose()?;
        if receipt.is_some() {
            self.rebuild_audit_log()?;
        }
        Ok(receipt)
    }

    /// The open alerts, oldest first.
    pub fn alerts(&self) -> Result<Vec<Alert>> {
        self.with(|inner| inner.alerts(&self.root))
    }

    /// Acknowledges an alert by id, or `all`; a person's act.
    pub fn acknowledge(&self, id: &str, requester: &Requester) -> Result<Receipt> {
        let mutation = self.with(|inner| inner.plan_acknowledge(&self.root, id))?;
        self.apply(mutation.requested_by(requester))
    }

    /// Works out what a rollback would change, without doing it.
    pub fn plan_rollback(&self, target: &Target) -> Result<Mutation> {
        self.with(|inner| {
            inner.take_in_all(&self.root)?;
            inner.plan_rollback(&self.root, target)
        })
    }

    /// The commit the workspace is at; `None` when there is none yet, or it cannot be read. Takes no lock: searches
    /// ask, and must not wait for a write.
    pub fn revision(&self) -> Option<String> {
        self.git.head().ok()?.commit.map(|c| c.to_string())
    }

    /// The alerts that were open when the history could last be read.
    pub fn last_known_alerts(&self) -> Vec<Alert> {
        alerts::last_known(&self.options.state)
    }

    /// Bytes of the journal; 0 where there is none.
    pub fn journal_bytes(&self) -> u64 {
        let journal = self.git.soul_dir().join("journal");
        std::fs::metadata(journal).map_or(0, |meta| meta.len())
    }

    /// The paths of the files that HEAD holds differently from `commit`, or not at all; `None` when that
    /// commit is not in the repository.
    pub fn changed_since(&self, commit: &str) -> Result<Option<Vec<String>>> {
        self.with(|inner| inner.changed_since(commit))
    }

    /// The text of a file at a commit or mutation; `None` when it did not exist there.
    pub fn read_at(&self, path: &WorkspacePath, id: &str) -> Result<Option<Vec<u8>>> {
        self.with(|inner| {
            let entry = inner.find(id)?;
            let leaf = inner.trees.find(&inner.repo, entry.tree, path.as_str())?;
            leaf.map(|l| inner.blob(l.oid)).transpose()
        })
    }

    /// Looks at displaced files, joins small packs, and checkpoints the journal when it is large. Done on drop as
    /// well.
    pub fn settle(&self) -> Result<()> {
        self.with(|inner| inner.settle(&self.root))
    }

    /// Syncs everything to disk and empties the journal.
    pub fn checkpoint(&self) -> Result<()> {
        self.with(|inner| inner.checkpoint(&self.root))
    }

    /// Writes the git index anew from HEAD; what was staged in it is lost, no file changes.
    pub fn rebuild_index(&self) -> Result<()> {
        self.with(|inner| inner.rebuild_index(&self.root))
    }

    /// Writes the objects of everything since the last checkpoint again, as the journal has them.
    pub(crate) fn recreate_from_journal(&self) -> Result<()> {
        self.with(|inner| inner.recreate_from_journal())
    }

    /// Lets go of the repository; the next use opens it anew. For after a repair.
    pub fn reopen(&self) {
        *self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
    }

    /// Looks for trouble; see the doctor.
    pub fn inspect(&self) -> Result<Vec<crate::inspect::InspectionFinding>> {
        self.with(|inner| inner.inspect(&self.root))
    }
}

/// Held by the caller that writes for the others; let go even if writing panics.
struct Leading<'a>(&'a Workspace);

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        self.0.queue().led = false;
        self.0.answered.notify_all();
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let Some(writer) = self.writer.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner) else { return };
        if writer.inner.is_unsettled() {
            // Best effort: the next process does it otherwise.
            let _ = writer.locked(&self.root, |inner| inner.settle(&self.root));
        }
    }
}

fn take_answer(ticket: &Ticket) -> Option<Result<Receipt>> {
    ticket.answer.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
}

pub(crate) fn open_repository(dir: &Path) -> Result<Repository> {
    let repository = open_unchecked(dir)?;
    match packs::astray(&repository.commondir().join("objects")).first() {
        None => Ok(repository),
        Some(index) => Err(Error::Damaged(format!("{} is damaged: it leads out of its pack", index.display()))),
    }
}

/// Opens a repository of which nothing may be read before its packs are looked at.
pub(crate) fn open_unchecked(dir: &Path) -> Result<Repository> {
    // The exact directory only: a repository further up is not this workspace's.
    let repository = Repository::open_ext(dir, git2::RepositoryOpenFlags::NO_SEARCH, &[] as &[&std::ffi::OsStr])
        .map_err(|e| unusable(dir, e.message()))?;
    if repository.is_bare() {
        return Err(bare(dir));
    }
    Ok(repository)
}

/// Why a repository cannot be opened, and what to do.
fn unusable(dir: &Path, why: &str) -> Error {
    let config = fs::read_to_string(dir.join(".git/config")).unwrap_or_default().to_lowercase();
    let names = |what: &str| config.lines().any(|line| line.split_whitespace().collect::<String>() == what);
    if names("objectformat=sha256") {
        return Error::Unsupported(format!(
            "{} names its objects by SHA-256; Soulfile writes SHA-1 repositories. Carry it over into a new directory: \
             `git init NEW && git -C {} fast-export --all | git -C NEW fast-import && git -C NEW checkout -f`, then \
             `soul -C NEW setup`",
            dir.display(),
            dir.display()
        ));
    }
    if names("refstorage=reftable") || why.contains("extension") || why.contains("repositoryformatversion") {
        return Error::Unsupported(format!(
            "{why}; convert it with `git refs migrate --ref-format=files`, or clone it with `git clone --ref-format=files`"
        ));
    }
    Error::Damaged(format!("{} cannot be opened ({why})", dir.display()))
}

/// A bare repository has no files to keep a memory in, and nothing may be put among its own.
fn refuse_bare(dir: &Path) -> Result<()> {
    let is_bare = !dir.join(".git").exists()
        && dir.join("HEAD").is_file()
        && dir.join("objects").is_dir()
        && dir.join("refs").is_dir();
    if is_bare { Err(bare(dir)) } else { Ok(()) }
}

fn bare(dir: &Path) -> Error {
    Error::Unsupported(format!(
        "{} is a bare repository and has no working files; clone it (`git clone {} DIRECTORY`) and use the clone",
        dir.display(),
        dir.display()
    ))
}

/// Keeps derived files out of `git status`, without touching the person's own .gitignore.
pub(crate) fn exclude_derived(git: &Handles) -> Result<()> {
    let line = format!("/{}", layout::AUDIT_LOG);
    let text = git.common.bytes("info/exclude")?.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    if text.lines().any(|l| l == line) {
        return Ok(());
    }
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let new = format!("{text}{gap}# derived by Soulfile from the commits\n{line}\n");
    let write = || {
        git.common.make_dir("info")?;
        git.soul.create("tmp/exclude", new.as_bytes(), 0o600)?;
        git.soul
            .rename("tmp/exclude", &git.common, "info/exclude", rustix::fs::RenameFlags::empty())
            .map_err(|e| Error::io("writing", git.common.path().join("info/exclude"), e))
    };
    match write() {
        Err(Error::Io { source, .. }) if crate::write_lock::is_read_only(&source) => Ok(()),
        other => other,
    }
}
