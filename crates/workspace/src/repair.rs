//! Mending a damaged repository. Working files are never changed or removed; the worst outcome is
//! a new history beside the old one, which is kept.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use git2::{ObjectType, Oid, Repository};

use crate::error::{Error, Result};
use crate::files::Root;
use crate::git::objects::{self, Deflater, Existing, Object, ObjectKind, write_loose};
use crate::git::packs;
use crate::git::refs::{GitDir, Handles};
use crate::git::tree::Trees;
use crate::journal::{Journal, JournalRecord};
use crate::mutation::{Action, Actor, Mutation};
use crate::scan;
use crate::workspace::{Workspace, WorkspaceOptions, open_repository, open_unchecked};

impl Workspace {
    /// Mends what keeps a workspace's repository from being used, as far as that is possible
    /// without guessing; otherwise sets it aside and starts a new history from the files. Says
    /// what was done. Afterwards the workspace can be written to.
    pub fn repair(dir: &Path, options: WorkspaceOptions) -> Result<Vec<String>> {
        if dir.join(".git/soulfile").join(crate::sink::CACHE_MARK).exists() {
            return Err(Error::Unsupported(format!(
                "{} is a gateway's cache of a workspace in a fleet; remove the directory, and it is made again from the fleet",
                dir.display()
            )));
        }
        let mut done = Vec::new();
        set_bad_key_aside(&options, &mut done)?;
        let mended = match mend(dir, &options, &mut done)? {
            Some(reason) => Err(reason),
            None => Self::take_up(dir, options.clone(), &mut done).map_err(|error| error.to_string()),
        };
        if let Err(reason) = mended {
            Self::reroot(dir, options, &reason, &mut done)?;
        }
        Ok(done)
    }

    /// Uses a mended repository again: its index, and the files as they are.
    fn take_up(dir: &Path, options: WorkspaceOptions, done: &mut Vec<String>) -> Result<()> {
        let workspace = Self::open(dir, options)?;
        workspace.rebuild_index()?;
        let files = workspace.take_in_hand_edits()?;
        if !files.is_empty() {
            done.push(format!("{} files that differ from the mended history were committed", files.len()));
        }
        Ok(())
    }

    /// Sets the repository aside and starts a new history from the files.
    fn reroot(dir: &Path, options: WorkspaceOptions, reason: &str, done: &mut Vec<String>) -> Result<()> {
        let stamp = options.clock.now().strftime("%Y%m%d-%H%M%S").to_string();
        let free = |name: &String| !dir.join(name).exists();
        let names =
            (0..).map(|n| format!(".git-damaged-{stamp}{}", if n == 0 { String::new() } else { format!("-{n}") }));
        let aside = dir.join(names.into_iter().find(free).expect("some name is free"));
        match fs::rename(dir.join(".git"), &aside) {
            Ok(()) => done.push(format!("{reason}; the damaged repository is kept as {}", aside.display())),
            Err(e) if e.kind() == ErrorKind::NotFound => done.push(reason.to_owned()),
            Err(e) => return Err(Error::io("setting aside", dir.join(".git"), e)),
        }
        let workspace = Self::init(dir, options)?;
        let files = workspace.take_in_hand_edits()?;
        let text = format!("history newly rooted with {} files after damage: {reason}", files.len());
        workspace.apply(Mutation::new(Action::Alert, Actor::System("recover".into()), text, Vec::new()))?;
        done.push("a new history was started from the files".to_owned());
        Ok(())
    }
}

/// A key that is none would keep everybody from writing: the trail goes on under a new one.
fn set_bad_key_aside(options: &WorkspaceOptions, done: &mut Vec<String>) -> Result<()> {
    let path = options.state.join("audit.key");
    if !fs::metadata(&path).is_ok_and(|meta| meta.len() != 32) {
        return Ok(());
    }
    let stamp = options.clock.now().strftime("%Y%m%d-%H%M%S").to_string();
    let aside = options.state.join(format!("audit.key.damaged-{stamp}"));
    fs::rename(&path, &aside).map_err(|e| Error::io("setting aside", &path, e))?;
    done.push(format!("the audit key was damaged and is kept as {}; a new one is used from now on", aside.display()));
    Ok(())
}

/// Tries the small repairs; `Some` reason when they do not suffice.
fn mend(dir: &Path, options: &WorkspaceOptions, done: &mut Vec<String>) -> Result<Option<String>> {
    let Some(git) = GitDir::locate(dir) else { return Ok(Some("the repository is not where .git says".to_owned())) };
    if !git.common.join("objects").is_dir() {
        return Ok(Some("the object store is gone".to_owned()));
    }
    let head = git.own.join("HEAD");
    let named = fs::read_to_string(&head).unwrap_or_default();
    let is_ref = named.strip_prefix("ref: ").is_some_and(|name| is_branch(name.trim_end()));
    if !is_ref && Oid::from_str(named.trim_end()).is_err() {
        let _ = fs::remove_file(&head);
        fs::write(&head, format!("ref: refs/heads/{}\n", only_branch(&git.common)))
            .map_err(|e| Error::io("writing", &head, e))?;
        done.push("HEAD was unreadable and points to the branch again".to_owned());
    }
    if fs::create_dir_all(git.common.join("refs/heads")).is_err() {
        return Ok(Some("the refs cannot be written".to_owned()));
    }
    if let Err(e) = open_unchecked(dir) {
        return Ok(Some(e.to_string()));
    }
    let root = Root::open(dir)?;
    let handles = git.open(&root)?;
    let lost = salvage(dir, &git, &handles, done)?;
    // What the journal still holds, and what the files are, makes good for most of what is damaged.
    let _ = Workspace::open(dir, options.clone())?.recreate_from_journal();
    let repo = open_repository(dir)?;
    rewrite_blobs(&root, &repo, &handles)?;
    let sound = |commit: Oid| is_whole(&repo, commit) && (lost == 0 || history_is_whole(&repo, commit));
    if let Ok(head) = git.head()
        && head.commit.is_none_or(sound)
    {
        let readable = head.commit.is_none_or(|commit| commits_are_readable(&repo, commit));
        return Ok((!readable).then(|| "older history cannot be read".to_owned()));
    }
    let Some(candidate) = candidates(options, &git).into_iter().find(|c| sound(*c)) else {
        return Ok(Some("no intact recent commit could be found".to_owned()));
    };
    let name = fs::read_to_string(&head).unwrap_or_default();
    let name = name.trim_end().strip_prefix("ref: ").unwrap_or("HEAD").to_owned();
    let path = git.common.join(&name);
    let _ = fs::remove_file(&path);
    fs::write(&path, format!("{candidate}\n")).map_err(|e| Error::io("writing", path, e))?;
    done.push(format!("{name} was re-attached to the intact commit {candidate}"));
    Ok(None)
}

/// Says whether HEAD may name this: a branch, in characters git allows.
fn is_branch(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_graphic() && !"~^:?*[\\".contains(c);
    name.starts_with("refs/heads/") && name.len() > 11 && !name.contains("..") && name.chars().all(allowed)
}

/// Takes damaged packs and objects out of the store, with every object in them that can still be read kept. Returns
/// how many could not be.
fn salvage(dir: &Path, git: &GitDir, handles: &Handles, done: &mut Vec<String>) -> Result<usize> {
    let store = git.common.join("objects");
    let damaged = objects::damaged_files(&store);
    if damaged.is_empty() {
        return Ok(0);
    }
    let aside = git.soul.join("damaged");
    fs::create_dir_all(&aside).map_err(|e| Error::io("creating", &aside, e))?;
    let set_aside = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        fs::rename(path, aside.join(name)).map_err(|e| Error::io("setting aside", path, e))
    };
    let mut lost = 0;
    let mut seen = HashSet::new();
    // Nothing is read with libgit2 while an index leads astray.
    let (astray, others): (Vec<_>, Vec<_>) = damaged.into_iter().partition(|path| packs::leads_astray(path));
    for path in astray.into_iter().chain(others).filter(|path| path.exists()) {
        let Some("pack" | "idx") = path.extension().and_then(|e| e.to_str()) else {
            // The index of several packs says only what theirs say.
            lost += usize::from(!path.ends_with("multi-pack-index"));
            set_aside(&path)?;
            continue;
        };
        let (pack, index) = (path.with_extension("pack"), path.with_extension("idx"));
        if !seen.insert(pack.clone()) {
            continue;
        }
        lost += match packs::salvage(handles, &pack, &index)? {
            Some(lost) => lost,
            // The index is made from the pack: where that is whole, nothing is lost.
            None if packs::is_whole(&pack) || packs::leads_astray(&index) => {
                let names = packs::names_in_index(&fs::read(&index).unwrap_or_default());
                if index.exists() {
                    set_aside(&index)?;
                }
                if packs::reindex(&pack)? {
                    continue;
                }
                names.len().max(1)
            }
            None => salvage_with_libgit2(dir, handles, &index)?,
        };
        for suffix in ["idx", "pack", "rev", "bitmap", "keep", "mtimes"] {
            let file = pack.with_extension(suffix);
            if file.exists() {
                set_aside(&file)?;
            }
        }
    }
    done.push(format!(
        "damaged packs and objects were set aside in {}, {} of their objects could not be read",
        aside.display(),
        if lost == 0 { "none".to_owned() } else { lost.to_string() }
    ));
    Ok(lost)
}

/// The same for a pack that git made: object by object, as far as libgit2 can read it.
fn salvage_with_libgit2(dir: &Path, git: &Handles, index: &Path) -> Result<usize> {
    let repo = open_repository(dir)?;
    let odb = repo.odb()?;
    let bytes = fs::read(index).unwrap_or_default();
    let (mut kept, mut lost) = (Vec::new(), 0);
    for oid in packs::names_in_index(&bytes) {
        let kind = |found: ObjectType| match found {
            ObjectType::Commit => Some(ObjectKind::Commit),
            ObjectType::Tree => Some(ObjectKind::Tree),
            ObjectType::Blob => Some(ObjectKind::Blob),
            _ => None,
        };
        match odb.read(oid) {
            Ok(object) if kind(object.kind()).is_some() => {
                kept.extend(kind(object.kind()).map(|kind| Object::new(kind, object.data().to_vec())));
            }
            _ => lost += 1,
        }
    }
    if !kept.is_empty() {
        packs::write(&mut Deflater::default(), git, &kept)?;
    }
    // An index that says nothing leaves everything in doubt.
    Ok(if kept.is_empty() { lost.max(1) } else { lost })
}

/// Stores the present files again, so that a damaged copy of one of them no longer matters.
fn rewrite_blobs(root: &Root, repo: &Repository, git: &Handles) -> Result<()> {
    for name in scan::files(root)? {
        let Ok(path) = crate::path::WorkspacePath::parse(&name) else { continue };
        let Ok(Some(file)) = root.read(&path) else { continue };
        let object = Object::new(ObjectKind::Blob, file.bytes);
        if repo.find_blob(object.oid).is_err() {
            write_loose(&mut Deflater::default(), git, &object, Existing::Verify)?;
        }
    }
    Ok(())
}

/// Commits the branch may have been at, likeliest first: the audit anchor, the journal's intents
/// from the newest on, what git itself remembers.
fn candidates(options: &WorkspaceOptions, git: &GitDir) -> Vec<Oid> {
    let mut out = Vec::new();
    if let Ok(chain) = crate::chain::Chain::open(&options.state, None)
        && let Some(anchor) = chain.anchor()
    {
        out.extend(Oid::from_str(&anchor.commit));
    }
    if let Ok(soul) = Root::open(&git.soul)
        && let Ok(mut journal) = Journal::open(&soul, "")
        && let Ok((records, _)) = journal.catch_up()
    {
        for record in records.iter().rev() {
            if let JournalRecord::Intent(intent, _) = record {
                out.extend(Oid::from_str(&intent.commit));
                out.extend(intent.parent.as_deref().and_then(|p| Oid::from_str(p).ok()));
            }
        }
    }
    for file in ["ORIG_HEAD", "logs/HEAD", "packed-refs"] {
        let text = fs::read_to_string(git.own.join(file)).unwrap_or_default();
        out.extend(
            text.lines()
                .rev()
                .flat_map(|l| l.split_whitespace())
                .filter_map(|w| Oid::from_str(w).ok())
                .filter(|o| !o.is_zero()),
        );
    }
    out
}

/// Says whether a commit and everything its tree needs can be read.
fn is_whole(repo: &Repository, commit: Oid) -> bool {
    let Ok(commit) = repo.find_commit(commit) else { return false };
    let mut files = Vec::new();
    Trees::default().walk(repo, commit.tree_id(), "", &mut files).is_ok()
        && files.iter().all(|(_, leaf)| leaf.mode & 0o170000 != 0o100000 || repo.find_blob(leaf.oid).is_ok())
}

/// Says whether every commit that leads here can be read.
fn commits_are_readable(repo: &Repository, tip: Oid) -> bool {
    let Ok(mut walk) = repo.revwalk() else { return false };
    walk.push(tip).is_ok() && walk.all(|oid| oid.is_ok_and(|oid| repo.find_commit(oid).is_ok()))
}

/// Says whether nothing that leads here is missing: commits, their trees, the files in those.
fn history_is_whole(repo: &Repository, tip: Oid) -> bool {
    let (Ok(mut walk), Ok(odb)) = (repo.revwalk(), repo.odb()) else { return false };
    let mut known = HashSet::new();
    let mut there = |oid: Oid| -> bool {
        let Ok(commit) = repo.find_commit(oid) else { return false };
        let mut trees = vec![commit.tree_id()];
        while let Some(oid) = trees.pop() {
            if !known.insert(oid) {
                continue;
            }
            let Ok(tree) = repo.find_tree(oid) else { return false };
            for entry in &tree {
                match entry.kind() {
                    Some(ObjectType::Tree) => trees.push(entry.id()),
                    Some(ObjectType::Blob) if known.insert(entry.id()) && !odb.exists(entry.id()) => return false,
                    _ => {}
                }
            }
        }
        true
    };
    walk.push(tip).is_ok() && walk.all(|oid| oid.is_ok_and(&mut there))
}

fn only_branch(git: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(git.join("refs/heads"))
        .map(|dir| {
            dir.flatten().filter_map(|e| e.file_name().into_string().ok()).filter(|n| !n.ends_with(".lock")).collect()
        })
        .unwrap_or_default();
    if names.len() == 1 { names.remove(0) } else { "main".to_owned() }
}
