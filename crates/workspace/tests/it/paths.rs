use std::os::unix::fs::PermissionsExt;

use soulfile_workspace::Error;

use crate::fixture::{WorkspaceFixture, append, bot, path, write};

#[test]
fn nothing_written_or_read_leaves_the_workspace() {
    let f = WorkspaceFixture::new();
    let outside = f.dir.path().join("outside.md");
    std::fs::write(&outside, "secret\n").unwrap();
    let outdir = f.dir.path().join("outdir");
    std::fs::create_dir(&outdir).unwrap();
    std::os::unix::fs::symlink(&outside, f.root().join("MEMORY.md")).unwrap();
    std::os::unix::fs::symlink(&outdir, f.root().join("rooms")).unwrap();
    std::fs::create_dir(f.root().join("memory")).unwrap();
    std::fs::hard_link(&outside, f.root().join("memory/hard.md")).unwrap();
    for file in ["MEMORY.md", "rooms/x.md", "memory/hard.md"] {
        assert!(matches!(f.apply(bot(vec![append(file, "x\n")])), Err(Error::Refused { .. })), "{file}");
        assert!(!matches!(f.ws().read(&path(file)), Ok(Some(_))), "{file}");
    }
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "secret\n");
    assert_eq!(std::fs::read_dir(&outdir).unwrap().count(), 0);
}

#[test]
fn a_link_swapped_in_during_writing_never_escapes() {
    let f = WorkspaceFixture::new();
    let outdir = f.dir.path().join("outdir");
    std::fs::create_dir(&outdir).unwrap();
    f.apply(bot(vec![write("memory/d/a.md", "a\n")])).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (dir, aside) = (f.root().join("memory/d"), f.root().join("memory/aside"));
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let _ = std::fs::rename(&dir, &aside);
                let _ = std::os::unix::fs::symlink(&outdir, &dir);
                let _ = std::fs::remove_file(&dir);
                let _ = std::fs::rename(&aside, &dir);
            }
        });
        for i in 0..200 {
            let _ = f.ws().apply(bot(vec![write("memory/d/a.md", &format!("{i}\n"))]));
            let _ = f.ws().read(&path("memory/d/a.md"));
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(std::fs::read_dir(&outdir).unwrap().count(), 0);
}

#[test]
fn planted_hooks_filters_and_config_never_run() {
    let mut f = WorkspaceFixture::new();
    let canary = f.dir.path().join("canary");
    let script = format!("#!/bin/sh\ntouch {}\n", canary.display());
    let hooks = f.root().join(".git/hooks");
    std::fs::create_dir_all(&hooks).unwrap();
    for hook in [
        "pre-commit",
        "post-commit",
        "commit-msg",
        "prepare-commit-msg",
        "reference-transaction",
        "post-index-change",
        "pre-auto-gc",
        "post-checkout",
    ] {
        std::fs::write(hooks.join(hook), &script).unwrap();
        std::fs::set_permissions(hooks.join(hook), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let run = f.dir.path().join("run.sh");
    std::fs::write(&run, &script).unwrap();
    std::fs::set_permissions(&run, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run = run.display();
    let config = f.root().join(".git/config");
    let mut text = std::fs::read_to_string(&config).unwrap();
    text += &format!(
        "[core]\n\tfsmonitor = {run}\n\tsshCommand = {run}\n\teditor = {run}\n\tpager = {run}\n\thooksPath = {}\n[filter \"x\"]\n\tclean = {run}\n\tsmudge = {run}\n\tprocess = {run}\n[diff]\n\texternal = {run}\n[gpg]\n\tprogram = {run}\n[commit]\n\tgpgsign = true\n[credential]\n\thelper = !{run}\n[include]\n\tpath = {}\n",
        hooks.display(),
        f.dir.path().join("more-config").display()
    );
    std::fs::write(
        f.dir.path().join("more-config"),
        format!("[alias]\n\tstatus = !{run}\n[core]\n\tfsmonitor = {run}\n"),
    )
    .unwrap();
    std::fs::write(&config, text).unwrap();
    f.by_hand(".gitattributes", "* filter=x diff=x merge=x\n");
    f.by_hand("memory/a.md", "by hand\n");
    let ws = f.reopen();
    ws.take_in_hand_edits().unwrap();
    let receipt = ws.apply(bot(vec![append("memory/a.md", "more\n")])).unwrap();
    ws.show(&receipt.id).unwrap();
    ws.blame(&path("memory/a.md")).unwrap();
    ws.inspect().unwrap();
    ws.settle().unwrap();
    ws.verify().unwrap();
    assert!(!canary.exists(), "something planted was executed");
}

#[test]
fn files_are_private_and_keep_their_mode() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    let mode = |file: &str| std::fs::metadata(f.root().join(file)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("memory/a.md"), mode("memory")), (0o600, 0o700));
    std::fs::set_permissions(f.root().join("memory/a.md"), std::fs::Permissions::from_mode(0o640)).unwrap();
    f.apply(bot(vec![write("memory/a.md", "b\n")])).unwrap();
    assert_eq!(mode("memory/a.md"), 0o640);
    let findings = f.ws().inspect().unwrap();
    assert!(findings.iter().any(|x| x.subject == "memory/a.md" && x.text.contains("640")));
}
