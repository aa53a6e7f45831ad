//! Repository damage: every kind is noticed or harmless, and working files are never touched.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::kinds;
use crate::lanes::{Tree, read_tree};
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// What is done to the repository.
const KINDS: [&str; 14] = [
    "flip a byte of a pack",
    "flip a byte of a loose object",
    "cut a pack",
    "cut a pack's index",
    "flip a byte of a pack's index",
    "empty the branch",
    "garbage in the branch",
    "remove HEAD",
    "garbage in HEAD",
    "damage the index",
    "leave locks",
    "move the branch back",
    "remove a pack",
    "remove the objects",
];

/// Damages `count` copies of a workspace.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("damage", seed);
    let dir = dir.join("damage");
    fs::create_dir_all(&dir)?;
    let template = make_template(&dir.join("template"))?;
    let files = read_tree(&template.workspace, "")?;
    let usual = findings(&template)?;
    // A copy without damage is the control: it must be found harmless.
    if examine(&template.copy_to(&dir.join("control"))?, &files, &usual)? {
        bail!("an undamaged workspace is called damaged");
    }
    let mut random = Random::part(seed, &[7000]);
    let (mut noticed, mut harmless) = (0, 0);
    for number in 0..count {
        let kind = KINDS[number as usize % KINDS.len()];
        let site = template.copy_to(&dir.join("damaged"))?;
        let Some(what) = inflict(&site, kind, &mut random)? else {
            report.skip(1, format!("{kind}: nothing to damage"));
            continue;
        };
        report.tried += 1;
        match examine(&site, &files, &usual) {
            Ok(true) => noticed += 1,
            Ok(false) => harmless += 1,
            Err(e) => report.lost(format!("{kind} ({what}): {e:#}")),
        }
        if read_tree(&site.workspace, "")? != files {
            report.torn(format!("{kind} ({what}): working files changed"));
        }
    }
    report.note(format!("{noticed} noticed, {harmless} harmless"));
    fs::remove_dir_all(&dir)?;
    Ok(report)
}

fn make_template(dir: &Path) -> Result<ProofSite> {
    let site = ProofSite::make(dir)?;
    kinds::prepare(&site, "")?;
    let ws = site.open()?;
    for kind in ["append", "create", "multi-edit", "note", "delete-last-in-dir", "append"] {
        kinds::perform(&ws, kind)?;
    }
    ws.settle()?;
    ws.checkpoint()?;
    drop(ws);
    // Git's own commits are loose objects.
    site.git(&["-c", "user.name=p", "-c", "user.email=p@localhost", "commit", "-q", "--allow-empty", "-m", "by git"])?;
    Ok(site)
}

/// What the workspace says about itself; an error counts as a finding.
fn findings(site: &ProofSite) -> Result<Vec<String>> {
    let ws = site.open()?;
    let mut out: Vec<String> = ws.inspect()?.into_iter().map(|f| format!("{}: {}", f.subject, f.text)).collect();
    out.extend(ws.verify()?.problems);
    // A copy lives elsewhere; the text must not depend on where.
    let here = site.workspace.display().to_string();
    Ok(out.into_iter().map(|t| t.replace(&here, "")).collect())
}

/// True when the damage is noticed, false when it is shown to be harmless.
fn examine(site: &ProofSite, files: &Tree, usual: &[String]) -> Result<bool> {
    match findings(site) {
        Err(_) => return Ok(true),
        Ok(found) if found.iter().any(|f| !usual.contains(f)) => return Ok(true),
        Ok(_) => {}
    }
    site.fsck().context("not noticed, but git notices")?;
    let ws = site.open()?;
    ws.apply(kinds::next_write()).context("not noticed, but the next write fails")?;
    let mut now = read_tree(&site.workspace, "")?;
    now.remove(kinds::NEXT);
    if now != *files {
        bail!("not noticed, but the next write changed other files");
    }
    fs::remove_file(site.workspace.join(kinds::NEXT))?;
    Ok(false)
}

fn inflict(site: &ProofSite, kind: &str, random: &mut Random) -> Result<Option<String>> {
    let git = site.workspace.join(".git");
    let packs = |suffix: &str| files_below(&git.join("objects/pack"), &|name| name.ends_with(suffix));
    let loose = || {
        let mut all = Vec::new();
        for entry in fs::read_dir(git.join("objects")).into_iter().flatten().flatten() {
            if entry.file_name().len() == 2 {
                all.extend(files_below(&entry.path(), &|_| true));
            }
        }
        all.sort();
        all
    };
    let branch = git.join("refs/heads/main");
    let done = match kind {
        "flip a byte of a pack" => flip(&packs(".pack"), random)?,
        "flip a byte of a loose object" => flip(&loose(), random)?,
        "flip a byte of a pack's index" => flip(&packs(".idx"), random)?,
        "cut a pack" => cut(&packs(".pack"), random)?,
        "cut a pack's index" => cut(&packs(".idx"), random)?,
        "empty the branch" => write(&branch, b"")?,
        "garbage in the branch" => write(&branch, &garbage(random))?,
        "remove HEAD" => remove(&git.join("HEAD"))?,
        "garbage in HEAD" => write(&git.join("HEAD"), &garbage(random))?,
        "damage the index" => {
            let index = [git.join("index")];
            if random.one_in(2) { flip(&index, random)? } else { cut(&index, random)? }
        }
        "leave locks" => {
            for lock in ["index.lock", "HEAD.lock", "refs/heads/main.lock"] {
                fs::write(git.join(lock), "left by a killed git")?;
            }
            Some("three locks".to_owned())
        }
        "move the branch back" => {
            let back = format!("HEAD~{}", 1 + random.below(4));
            site.git(&["update-ref", "refs/heads/main", &back])?;
            Some(back)
        }
        "remove a pack" => match packs(".pack").as_slice() {
            [] => None,
            all => {
                let pack = random.pick(all);
                fs::remove_file(pack.with_extension("idx"))?;
                remove(pack)?
            }
        },
        "remove the objects" => {
            fs::remove_dir_all(git.join("objects"))?;
            if random.one_in(2) {
                fs::create_dir(git.join("objects"))?;
            }
            Some("objects".to_owned())
        }
        other => bail!("no damage called {other}"),
    };
    Ok(done)
}

fn files_below(dir: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let listing = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> =
        listing.filter(|e| wanted(&e.file_name().to_string_lossy())).map(|e| e.path()).collect();
    all.sort();
    all
}

fn garbage(random: &mut Random) -> Vec<u8> {
    (0..1 + random.below(60)).map(|_| random.below(256) as u8).collect()
}

fn flip(files: &[PathBuf], random: &mut Random) -> Result<Option<String>> {
    let [_, ..] = files else { return Ok(None) };
    let file = random.pick(files);
    let mut bytes = fs::read(file)?;
    let at = random.below(bytes.len() as u64) as usize;
    bytes[at] ^= 1 << random.below(8);
    fs::remove_file(file)?;
    fs::write(file, &bytes)?;
    Ok(Some(format!("byte {at} of {} of {}", bytes.len(), name(file))))
}

fn cut(files: &[PathBuf], random: &mut Random) -> Result<Option<String>> {
    let [_, ..] = files else { return Ok(None) };
    let file = random.pick(files);
    let bytes = fs::read(file)?;
    let at = random.below(bytes.len() as u64) as usize;
    fs::remove_file(file)?;
    fs::write(file, &bytes[..at])?;
    Ok(Some(format!("{} at {at} of {}", name(file), bytes.len())))
}

fn write(file: &Path, bytes: &[u8]) -> Result<Option<String>> {
    fs::write(file, bytes)?;
    Ok(Some(format!("{} bytes", bytes.len())))
}

fn remove(file: &Path) -> Result<Option<String>> {
    fs::remove_file(file)?;
    Ok(Some(name(file)))
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
