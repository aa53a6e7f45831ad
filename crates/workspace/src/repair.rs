//! Mending a damaged repository. Working files are never changed or removed; the worst outcome is
//! a new history beside the old one, which is kept.

use std::fs;
use std::path::Path;

use git2::{Oid, Repository};

use crate::error::{Error, Result};
use crate::files::Root;
use crate::git::objects::{Deflater, Existing, Kind, Object, write_loose};
use crate::git::refs::GitDir;
use crate::git::tree::Trees;
use crate::journal::{Journal, Record};
use crate::mutation::{Action, Actor, Mutation};
use crate::scan;
use crate::workspace::{Options, Workspace, open_repository};

impl Workspace {
    /// Mends what keeps a workspace's repository from being used, as far as that is possible
    /// without guessing; otherwise sets it aside and starts a new history from the files. Says
    /// what was done.
    pub fn repair(dir: &Path, options: Options) -> Result<Vec<String>> {
        let mut done = Vec::new();
        if let Some(reason) = mend(dir, &options, &mut done)? {
            let stamp = options.clock.now().strftime("%Y%m%d-%H%M%S").to_string();
            let aside = dir.join(format!(".git-damaged-{stamp}"));
            fs::rename(dir.join(".git"), &aside).map_err(|e| Error::io("setting aside", dir.join(".git"), e))?;
            done.push(format!("{reason}; the damaged repository is kept as {}", aside.display()));
            let workspace = Self::init(dir, options)?;
            let files = workspace.take_in_hand_edits()?;
            let text = format!("history newly rooted with {} files after damage: {reason}", files.len());
            workspace.apply(Mutation::new(Action::Alert, Actor::System("recover".into()), text, Vec::new()))?;
            done.push("a new history was started from the files".to_owned());
        } else {
            let workspace = Self::open(dir, options)?;
            workspace.rebuild_index()?;
            let files = workspace.take_in_hand_edits()?;
            if !files.is_empty() {
                done.push(format!("{} files that differ from the mended history were committed", files.len()));
            }
        }
        Ok(done)
    }
}

/// Tries the small repairs; `Some` reason when they do not suffice.
fn mend(dir: &Path, options: &Options, done: &mut Vec<String>) -> Result<Option<String>> {
    let git = dir.join(".git");
    if !git.join("objects").is_dir() {
        return Ok(Some("the object store is gone".to_owned()));
    }
    let head = git.join("HEAD");
    let named = fs::read_to_string(&head).unwrap_or_default();
    let is_ref =
        named.strip_prefix("ref: ").is_some_and(|n| n.trim_end().starts_with("refs/heads/") && !n.contains(".."));
    if !is_ref && Oid::from_str(named.trim_end()).is_err() {
        fs::write(&head, format!("ref: refs/heads/{}\n", only_branch(&git)))
            .map_err(|e| Error::io("writing", &head, e))?;
        done.push("HEAD was unreadable and points to the branch again".to_owned());
    }
    if fs::create_dir_all(git.join("refs/heads")).is_err() {
        return Ok(Some("the refs cannot be written".to_owned()));
    }
    let repo = match open_repository(dir) {
        Ok(repo) => repo,
        Err(e) => return Ok(Some(e.to_string())),
    };
    let files =
        GitDir { own: repo.path().to_owned(), common: repo.commondir().to_owned(), soul: repo.path().join("soulfile") };
    rewrite_blobs(dir, &repo, &files)?;
    if let Ok(head) = files.head()
        && head.commit.is_none_or(|c| is_whole(&repo, c))
    {
        return Ok(None);
    }
    let Some(candidate) = candidates(options, &files).into_iter().find(|c| is_whole(&repo, *c)) else {
        return Ok(Some("no intact recent commit could be found".to_owned()));
    };
    let name = fs::read_to_string(&head).unwrap_or_default();
    let name = name.trim_end().strip_prefix("ref: ").unwrap_or("HEAD").to_owned();
    let path = files.common.join(&name);
    let _ = fs::remove_file(&path);
    fs::write(&path, format!("{candidate}\n")).map_err(|e| Error::io("writing", path, e))?;
    done.push(format!("{name} was re-attached to the intact commit {candidate}"));
    Ok(None)
}

/// Stores the present files again, so that a damaged copy of one of them no longer matters.
fn rewrite_blobs(dir: &Path, repo: &Repository, git: &GitDir) -> Result<()> {
    let root = Root::open(dir)?;
    let staging = git.soul.join("tmp");
    fs::create_dir_all(&staging).map_err(|e| Error::io("creating", staging, e))?;
    for name in scan::files(&root)? {
        let Ok(path) = crate::path::WorkspacePath::parse(&name) else { continue };
        let Ok(Some(file)) = root.read(&path) else { continue };
        let object = Object::new(Kind::Blob, file.bytes);
        if repo.find_blob(object.oid).is_err() {
            write_loose(&mut Deflater::default(), &git.common.join("objects"), &git.soul, &object, Existing::Verify)?;
        }
    }
    Ok(())
}

/// Commits the branch may have been at, likeliest first: the audit anchor, the journal's intents
/// from the newest on, what git itself remembers.
fn candidates(options: &Options, git: &GitDir) -> Vec<Oid> {
    let mut out = Vec::new();
    if let Ok(chain) = crate::audit::Chain::open(&options.state)
        && let Some(anchor) = chain.anchor()
    {
        out.extend(Oid::from_str(&anchor.commit));
    }
    if let Ok(mut journal) = Journal::open(&git.soul.join("journal"), "")
        && let Ok((records, _)) = journal.catch_up()
    {
        for record in records.iter().rev() {
            if let Record::Intent(intent, _) = record {
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

fn only_branch(git: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(git.join("refs/heads"))
        .map(|dir| {
            dir.flatten().filter_map(|e| e.file_name().into_string().ok()).filter(|n| !n.ends_with(".lock")).collect()
        })
        .unwrap_or_default();
    if names.len() == 1 { names.remove(0) } else { "main".to_owned() }
}
