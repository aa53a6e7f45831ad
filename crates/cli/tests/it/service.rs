//! `soul service`: the files it writes into a cleared home, and that it only ever touches its own.

use std::process::Command;

use crate::run::{Run, Sandbox};

fn unit(s: &Sandbox) -> std::path::PathBuf {
    s.home().join(".config/systemd/user/soulfile.service")
}

fn service(s: &Sandbox, args: &[&str]) -> Run {
    s.soul(["service"].iter().chain(args).chain(&["--kind", "systemd"]))
}

#[test]
fn a_dry_run_shows_the_file_and_writes_nothing() {
    let s = Sandbox::new();
    let before = Sandbox::snapshot(&s.home(), &[".soulfile"]);
    let run = service(&s, &["install", "--dry-run"]).ok().says("would be written").says("ExecStart=");
    assert!(run.out.contains(&s.ws().display().to_string()), "{}", run.out);
    service(&s, &["uninstall", "--dry-run"]).ok().says("was not there");
    assert_eq!(Sandbox::snapshot(&s.home(), &[".soulfile"]), before);
}

#[test]
fn a_unit_is_written_once_kept_current_and_taken_away() {
    let s = Sandbox::new();
    service(&s, &["status"]).ok().says("not installed").says("no gateway answers");
    service(&s, &["install"]).ok().says("written").says("systemctl --user enable --now soulfile.service");
    let text = std::fs::read_to_string(unit(&s)).expect("a unit");
    for part in
        ["\"serve\" \"--log\" \"json\"", "Restart=on-failure", "ExecReload=/bin/kill -HUP $MAINPID", "SOULFILE_HOME="]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("soul_person_"), "no token stands in it");
    service(&s, &["install"]).ok().says("unchanged");
    assert_eq!(std::fs::read_to_string(unit(&s)).expect("a unit"), text);
    assert_eq!(service(&s, &["status", "--json"]).ok().json()["current"], true);
    service(&s, &["install", "--port", "9001"]).ok().says("updated");
    assert_eq!(service(&s, &["status", "--json"]).ok().json()["current"], true, "a port is no difference");
    std::fs::write(unit(&s), "[Service]\nExecStart=/bin/true\n").expect("written");
    service(&s, &["status"]).ok().says("not as this program would write it");
    service(&s, &["install"]).ok().says("updated");
    assert_eq!(std::fs::read_to_string(unit(&s)).expect("a unit"), text);
    service(&s, &["uninstall"]).ok().says("removed");
    assert!(!unit(&s).exists());
    service(&s, &["uninstall"]).ok().says("was not there");
    assert!(s.ws().join("SOUL.md").is_file() && s.config_file().is_file(), "everything else stays");
}

#[test]
fn systemd_understands_the_unit_whatever_the_workspace_is_called() {
    let s = Sandbox::new();
    let odd = s.dir().join("an \"odd\" 100% $HOME place");
    let run = |args: &[&str]| {
        let mut command = s.command();
        command.arg("-C").arg(&odd).args(args);
        Run::of(command)
    };
    run(&["setup", "--yes"]).ok();
    run(&["service", "install", "--kind", "systemd"]).ok();
    let text = std::fs::read_to_string(unit(&s)).expect("a unit");
    assert!(text.contains("an \\\"odd\\\" 100%% $$HOME place\""), "{text}");
    let Ok(verified) = s.hermetic(Command::new("systemd-analyze")).args(["verify", "--user"]).arg(unit(&s)).output()
    else {
        return;
    };
    let said = String::from_utf8_lossy(&verified.stderr).into_owned();
    let about: Vec<&str> = said.lines().filter(|line| line.contains("soulfile.service")).collect();
    assert!(about.is_empty(), "{about:?}");
}

#[test]
fn launchd_gets_a_property_list() {
    let s = Sandbox::new();
    let run = |args: &[&str]| s.soul(["service"].iter().chain(args).chain(&["--kind", "launchd"])).ok();
    run(&["install"]).says("launchctl load -w");
    let path = s.home().join("Library/LaunchAgents/soulfile.gateway.plist");
    let text = std::fs::read_to_string(&path).expect("a property list");
    for tag in ["plist", "dict", "array", "string", "key", "integer"] {
        let opened = text.matches(&format!("<{tag}>")).count() + text.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, text.matches(&format!("</{tag}>")).count(), "{tag}\n{text}");
    }
    assert!(text.contains("<string>serve</string>\n<string>--log</string>\n<string>json</string>"), "{text}");
    run(&["install"]).says("unchanged");
    assert_eq!(run(&["status", "--json"]).json()["current"], true);
    run(&["uninstall"]).says("removed");
    assert!(!path.exists());
}

#[test]
fn a_profile_has_a_service_of_its_own() {
    let s = Sandbox::empty();
    let profiled = |args: &[&str]| {
        let mut command = s.command();
        command.env("SOULFILE_PROFILE", "nova").args(args);
        Run::of(command).ok()
    };
    profiled(&["setup", "--yes"]);
    let made = profiled(&["service", "install", "--kind", "systemd", "--json"]).json();
    assert!(made["path"].as_str().expect("a path").ends_with("soulfile-nova.service"), "{made}");
    assert!(made["content"].as_str().expect("text").contains(".soulfile-nova"), "{made}");
}
