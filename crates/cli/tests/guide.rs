//! Runs every command of the user guide: each page of `docs/guide` from top to bottom, in a home of its own.
//!
//! A fence marked `sh` is run, with the real binary as `soul`; a command that fails fails the test. `# → words` behind a
//! command says what it prints. What cannot run here (an editor, a provider's key) is in a fence without a language, and the
//! pages that hold such fences with `soul` in them are named below.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Pages about programs, providers and machines that are not here: they show commands that nothing can run in a test.
const SHOWN_ONLY: [&str; 7] =
    ["connect.md", "models.md", "programs.md", "operate.md", "channels.md", "exchange.md", "fleet.md"];
/// Fences that hold commands and are not run; others hold programs or data.
const UNRUN: [&str; 5] = ["", "bash", "shell", "console", "text"];
/// The gateway's own port, which another program may hold here.
const PORT: &str = "8377";

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide")
}

/// A fenced block: its language, its lines, and where it begins.
struct Fence {
    language: String,
    lines: Vec<String>,
    line: usize,
}

fn fences(text: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(language) = line.strip_prefix("```") {
            if !open {
                found.push(Fence { language: language.trim().to_owned(), lines: Vec::new(), line: at + 2 });
            }
            open = !open;
        } else if open && let Some(fence) = found.last_mut() {
            fence.lines.push(line.to_owned());
        }
    }
    found
}

/// What a line of a block is said to print.
fn expected(line: &str) -> Option<&str> {
    line.split_once("# → ").map(|(_, words)| words.trim())
}

/// The page as one script. Each block is announced, so that what it prints can be told from the rest.
fn script(blocks: &[Fence], port: u16) -> String {
    let mut script =
        String::from("set -euo pipefail\nexec 2>&1\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\ncd \"$HOME\"\n");
    for block in blocks {
        script += &format!("echo '#block {}'\n{}\n", block.line, block.lines.join("\n"));
    }
    script.replace(PORT, &port.to_string())
}

fn run(page: &str, script: &str) -> (bool, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let (home, bin) = (dir.path().join("home"), dir.path().join("bin"));
    fs::create_dir_all(home.join(".soulfile")).expect("a home");
    fs::create_dir_all(&bin).expect("a folder");
    // Nobody sits at a terminal here.
    fs::write(home.join(".soulfile/soulfile.json5"), "{ approvals: { terminal: false } }\n").expect("a configuration");
    symlink(env!("CARGO_BIN_EXE_soul"), bin.join("soul")).expect("a link");
    // A command that waits for somebody must not hold the tests up for ever.
    let output = Command::new("timeout")
        .args(["600", "bash", "-c", script])
        .env_clear()
        .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()))
        .env("HOME", &home)
        .env("TZ", "Europe/Berlin")
        .env("LANG", "C.UTF-8")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{page}: timeout and bash do not run: {error}"));
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

fn check(page: &str) {
    let text = fs::read_to_string(guide().join(page)).expect("a page");
    let blocks: Vec<Fence> = fences(&text).into_iter().filter(|fence| fence.language == "sh").collect();
    if blocks.is_empty() {
        return;
    }
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let (ok, printed) = run(page, &script(&blocks, free));
    let mut parts = printed.split("#block ").skip(1);
    for block in &blocks {
        let part = parts.next().unwrap_or_else(|| panic!("{page}:{} was not reached:\n{printed}", block.line));
        for words in block.lines.iter().filter_map(|line| expected(line)) {
            assert!(part.contains(words), "{page}:{} does not print \"{words}\":\n{part}", block.line);
        }
    }
    assert!(ok, "{page}: a command failed:\n{printed}");
}

fn pages() -> Vec<String> {
    let entries = fs::read_dir(guide()).expect("the guide").map(|entry| entry.expect("an entry").file_name());
    let mut pages: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    pages.retain(|name| name.ends_with(".md"));
    pages.sort();
    pages
}

#[test]
fn every_command_of_the_guide_works() {
    let pages = pages();
    let failed: Vec<String> = std::thread::scope(|scope| {
        // Two at a time: the commands keep one core busy each.
        let halves: Vec<Vec<&String>> = (0..2).map(|n| pages.iter().skip(n).step_by(2).collect()).collect();
        let running: Vec<_> = halves
            .into_iter()
            .map(|half| {
                scope.spawn(move || {
                    let result = |page: &String| std::panic::catch_unwind(|| check(page)).err().map(|_| page.clone());
                    half.into_iter().filter_map(result).collect::<Vec<_>>()
                })
            })
            .collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    assert!(failed.is_empty(), "these pages do not hold: {failed:?}");
}

#[test]
fn no_command_is_shown_without_being_run() {
    for page in pages().iter().filter(|page| !SHOWN_ONLY.contains(&page.as_str())) {
        let text = fs::read_to_string(guide().join(page)).expect("a page");
        for fence in fences(&text).iter().filter(|fence| UNRUN.contains(&fence.language.as_str())) {
            let shown = fence.lines.iter().find(|line| line.trim_start().starts_with("soul "));
            assert!(shown.is_none(), "{page}:{}: mark the block `sh`, so that it is run: {shown:?}", fence.line);
        }
    }
}
