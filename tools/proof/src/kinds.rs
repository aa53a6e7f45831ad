//! The kinds of mutation that are interrupted at every system call.

use anyhow::{Result, anyhow};
use soulfile_vocabulary::SelfEdit;
use soulfile_workspace::{Action, Actor, Approval, Base, Change, LogFilter, Mutation, Target, Workspace};

use crate::lanes::path;
use crate::site::ProofSite;

/// Every kind, the ten of the quick run first.
pub const ALL: [&str; 26] = [
    "edit",
    "append",
    "create-nested",
    "delete",
    "rename-new-dir",
    "multi-mixed",
    "large-write",
    "hand-edit-first",
    "rollback",
    "checkpoint",
    "create",
    "append-new",
    "append-no-newline",
    "edit-merged",
    "delete-last-in-dir",
    "rename",
    "multi-edit",
    "multi-create",
    "large-append",
    "empty-file",
    "critical",
    "manual",
    "note",
    "propose",
    "settle",
    "take-in",
];
/// How many of them the quick run takes.
pub const QUICK: usize = 10;

/// The path that [`next_write`] writes.
pub const NEXT: &str = "memory/next.md";

fn bot() -> Actor {
    Actor::Bot("main".into())
}

fn write(name: &str, text: impl Into<Vec<u8>>) -> Change {
    Change::Write { path: path(name), bytes: text.into(), base: None }
}

fn append(name: &str, text: &str) -> Change {
    Change::Append { path: path(name), header: b"# Day\n\n".to_vec(), bytes: text.as_bytes().to_vec() }
}

fn paragraph(word: &str) -> String {
    (0..40).map(|i| format!("- {word} line {i}\n")).collect()
}

/// Fills a fresh site with what the kinds work on.
pub fn prepare(site: &ProofSite, kind: &str) -> Result<()> {
    let ws = site.open()?;
    let init = |name: &str, text: String| {
        let seeding = Mutation::new(Action::Create, Actor::System("init".into()), "seed", vec![write(name, text)]);
        ws.apply(seeding)
    };
    init("SOUL.md", "# Soul\n\nKind.\n".into())?;
    init("MEMORY.md", paragraph("memory"))?;
    let files = vec![
        write("memory/a.md", paragraph("a")),
        write("memory/b.md", paragraph("b")),
        write("memory/c.md", paragraph("c")),
        write("memory/no-newline.md", "- a line without an end"),
        write("memory/dir/only.md", paragraph("only")),
        write("memory/graph/large.md", paragraph("large").repeat(100)),
    ];
    ws.apply(Mutation::new(Action::Create, bot(), "fill", files).confirmed(true))?;
    ws.apply(Mutation::new(Action::Edit, bot(), "second", vec![append("memory/a.md", "- second\n")]))?;
    ws.settle()?;
    ws.checkpoint()?;
    drop(ws);
    if matches!(kind, "hand-edit-first" | "take-in") {
        std::fs::write(site.workspace.join("memory/b.md"), paragraph("by hand"))?;
    }
    Ok(())
}

/// The write that must work once a fault is over.
pub fn next_write() -> Mutation {
    Mutation::new(Action::Append, bot(), "next", vec![append(NEXT, "- next\n")])
}

/// Makes the mutation of a kind; the same files each time.
pub fn perform(ws: &Workspace, kind: &str) -> Result<()> {
    let make = |action, changes: Vec<Change>| Mutation::new(action, bot(), kind, changes).confirmed(true);
    let done = |mutation: Mutation| -> Result<()> {
        let receipt = ws.apply(mutation)?;
        match receipt.id.as_str() {
            "unchanged" => Err(anyhow!("nothing changed")),
            _ => Ok(()),
        }
    };
    let delete = |name: &str| Change::Delete { path: path(name), base: None };
    let rename = |from: &str, to: &str| Change::Rename { from: path(from), to: path(to) };
    match kind {
        "edit" | "hand-edit-first" => {
            let name = if kind == "edit" { "memory/a.md" } else { "memory/b.md" };
            done(make(Action::Edit, vec![append(name, "- edited\n")]))
        }
        "append" => done(make(Action::Append, vec![append("memory/a.md", "- appended\n")])),
        "create-nested" => done(make(Action::Create, vec![write("memory/x/y/z/new.md", paragraph("new"))])),
        "delete" => done(make(Action::Delete, vec![delete("memory/b.md")])),
        "rename-new-dir" => done(make(Action::Rename, vec![rename("memory/b.md", "memory/p/q/b.md")])),
        "multi-mixed" => done(make(
            Action::Edit,
            vec![
                write("memory/a.md", paragraph("rewritten")),
                delete("memory/b.md"),
                rename("memory/c.md", "memory/d/c.md"),
                write("memory/new.md", paragraph("new")),
                append("MEMORY.md", "- and this\n"),
            ],
        )),
        "large-write" => done(make(Action::Edit, vec![write("memory/graph/large.md", paragraph("huge").repeat(400))])),
        "rollback" => {
            let fill = ws.log(&LogFilter { text: Some("second".into()), limit: 1, ..LogFilter::default() })?;
            let id = fill.first().ok_or_else(|| anyhow!("nothing to undo"))?.id().to_owned();
            done(ws.plan_rollback(&Target::Mutation(id))?)
        }
        "checkpoint" | "settle" => {
            done(make(Action::Edit, vec![append("memory/a.md", "- edited\n")]))?;
            if kind == "settle" {
                ws.settle()?
            } else {
                ws.checkpoint()?
            }
            Ok(())
        }
        "create" => done(make(Action::Create, vec![write("memory/new.md", paragraph("new"))])),
        "append-new" => done(make(Action::Append, vec![append("memory/episodes/2026-02-02.md", "- first\n")])),
        "append-no-newline" => done(make(Action::Append, vec![append("memory/no-newline.md", "- after\n")])),
        "edit-merged" => {
            let read = ws.read(&path("memory/a.md"))?.ok_or_else(|| anyhow!("memory/a.md is there"))?;
            let base = Some(Base::Hash(read.hash()));
            let text = String::from_utf8(read.bytes)?.replace("- a line 0\n", "- a line zero\n");
            ws.apply(make(Action::Edit, vec![append("memory/a.md", "- in between\n")]))?;
            done(make(Action::Edit, vec![Change::Write { path: path("memory/a.md"), bytes: text.into_bytes(), base }]))
        }
        "delete-last-in-dir" => done(make(Action::Delete, vec![delete("memory/dir/only.md")])),
        "rename" => done(make(Action::Rename, vec![rename("memory/b.md", "memory/bb.md")])),
        "multi-edit" => done(make(
            Action::Edit,
            ["memory/a.md", "memory/b.md", "memory/c.md"].map(|n| append(n, "- together\n")).to_vec(),
        )),
        "multi-create" => {
            let files = (0..30).map(|i| write(&format!("memory/graph/entities/e{i}.md"), paragraph("e")));
            done(make(Action::Create, files.collect()))
        }
        "large-append" => {
            done(make(Action::Append, vec![append("memory/graph/large.md", &paragraph("more").repeat(10))]))
        }
        "empty-file" => done(make(Action::Create, vec![write("memory/empty.md", "")])),
        "critical" => {
            let change = write("SOUL.md", "# Soul\n\nKind and curious.\n");
            done(make(Action::Edit, vec![change]).approval(Approval::Approved))
        }
        "manual" => {
            let change = write("memory/by-person.md", b"bytes \xff\x00 of a person\n".to_vec());
            done(Mutation::new(Action::Edit, Actor::Manual, kind, vec![change]))
        }
        "note" => done(make(Action::Alert, Vec::new())),
        "propose" => done(
            Mutation::new(
                Action::Propose,
                Actor::Subagent("researcher".into()),
                kind,
                vec![append("memory/meta/pending-memories.md", "- a proposal\n")],
            )
            .approval(Approval::Pending),
        ),
        "take-in" => match ws.take_in_hand_edits()?.as_slice() {
            [] => Err(anyhow!("nothing taken in")),
            _ => Ok(()),
        },
        other => Err(anyhow!("no kind {other}; self-edit is {:?}", SelfEdit::default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_does_something() {
        for kind in ALL {
            let dir = tempfile::tempdir().unwrap();
            let site = ProofSite::make(&dir.path().join("site")).unwrap();
            prepare(&site, kind).unwrap();
            let ws = site.open().unwrap();
            let before = ws.revision();
            perform(&ws, kind).unwrap();
            assert_ne!(ws.revision(), before, "{kind}");
        }
    }
}
