use crate::run::Sandbox;

#[test]
fn the_default_agent_exists_without_any_configuration() {
    let s = Sandbox::empty();
    let agents = s.plain(["agents", "--json"]).ok().json();
    assert_eq!(agents.as_array().unwrap().len(), 1);
    assert_eq!(
        (&agents[0]["id"], &agents[0]["default"], &agents[0]["exists"]),
        (&"main".into(), &true.into(), &false.into())
    );
    s.plain(["agents"]).ok().says("main").says("not set up yet");
}

#[test]
fn list_and_map_form_stand_beside_each_other() {
    let s = Sandbox::empty();
    s.configure(
        "{ agents: { list: [ { id: 'aria', default: true, workspace: '~/aria' }, { id: 'team', workspace: '~/shared' } ],\
           entries: { devbot: { workspace: '~/shared' }, nova: {} } } }",
    );
    s.plain(["setup", "--agent", "aria", "--yes"]).ok();
    let agents = s.plain(["agents", "--json"]).ok().json();
    let ids: Vec<&str> = agents.as_array().unwrap().iter().map(|a| a["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["aria", "team", "devbot", "nova"]);
    assert_eq!((&agents[0]["exists"], &agents[0]["default"]), (&true.into(), &true.into()));
    assert_eq!(agents[1]["shared_with"], serde_json::json!(["devbot"]));
    assert_eq!(agents[0]["workspace"], s.home().join("aria").to_str().unwrap());
    s.plain(["agents"]).ok().says("aria").says("default").says("shared with devbot");
    s.plain(["setup", "--agent", "nova", "--yes"]).ok();
    for (id, name) in [("aria", "Aria"), ("nova", "Nova")] {
        let dir = s.plain(["identity", "-a", id, "--json"]).ok().json()["workspace"].as_str().unwrap().to_owned();
        std::fs::write(format!("{dir}/IDENTITY.md"), format!("- **Name:** {name}\n")).unwrap();
    }
    assert_eq!(s.plain(["identity", "--agent", "nova", "--json"]).ok().json()["name"]["value"], "Nova");
    assert_eq!(s.plain(["identity", "--json"]).ok().json()["name"]["value"], "Aria", "the default agent");
}

#[test]
fn an_agent_nobody_configured_is_not_found() {
    let s = Sandbox::new();
    s.plain(["identity", "--agent", "ghost"]).code(3).tells("ghost").tells("main");
    s.plain(["identity", "--agent", "../ghost"]).code(4);
}

#[test]
fn a_verb_inside_a_workspace_acts_on_it_as_git_does() {
    let s = Sandbox::new();
    s.plain(["setup", "--yes"]).ok();
    s.write("IDENTITY.md", "- **Name:** Here\n");
    for dir in ["", "memory", "memory/graph"] {
        let identity = s.inside(&s.ws().join(dir), ["identity", "--json"]).ok().json();
        assert_eq!(identity["name"]["value"], "Here", "{dir}");
    }
    let outside = s.inside(&s.home(), ["identity", "--json"]).ok().json();
    assert_eq!(outside["agent"], "main");
    assert_ne!(outside["name"]["value"], "Here");
    // Inside one workspace another one can still be named.
    let named = s.inside(&s.ws(), ["identity", "--agent", "main", "--json"]).ok().json();
    assert_eq!(named["agent"], "main");
}

#[test]
fn a_repository_that_is_no_workspace_is_not_taken_for_one() {
    let s = Sandbox::empty();
    s.plain(["setup", "--yes"]).ok();
    s.write("src/lib.rs", "");
    s.git(["init", "-q"]);
    assert_eq!(s.inside(&s.ws().join("src"), ["identity", "--json"]).ok().json()["agent"], "main");
    assert!(!s.ws().join(".git/soulfile").exists());
}

#[test]
fn a_workspace_named_by_its_directory_is_the_configured_agent() {
    let s = Sandbox::new();
    s.configure(&format!("{{ agents: {{ list: [{{ id: 'aria', workspace: '{}' }}] }} }}", s.ws().display()));
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["agent"], "aria");
    assert_eq!(s.inside(&s.ws().join("memory"), ["identity", "--json"]).ok().json()["agent"], "aria");
}

#[test]
fn agents_do_not_see_each_others_workspaces_or_state() {
    let s = Sandbox::empty();
    s.configure("{ agents: { list: [ { id: 'aria' }, { id: 'nova' } ] } }");
    for id in ["aria", "nova"] {
        s.plain(["setup", "-a", id, "--yes"]).ok();
        let memory = s.home().join(format!(".soulfile/workspace/{id}/MEMORY.md"));
        std::fs::write(memory, format!("secret-of-{id}\n")).unwrap();
    }
    s.plain(["context", "-a", "aria"]).ok().says("secret-of-aria").hides("secret-of-nova");
    s.plain(["audit", "log", "-a", "nova"]).ok();
    let aria = s.plain(["audit", "log", "-a", "aria", "--json"]).ok().json();
    let nova = s.plain(["audit", "log", "-a", "nova", "--json"]).ok().json();
    assert_ne!(aria[0]["commit"], nova[0]["commit"]);
    assert_eq!(s.plain(["context", "-a", "nova", "--receipts", "--json"]).ok().json(), serde_json::json!([]));
    let keys: Vec<Vec<u8>> = ["aria", "nova"]
        .map(|id| std::fs::read(s.home().join(format!(".soulfile/state/{id}/audit.key"))).unwrap())
        .to_vec();
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn profiles_are_separate_homes() {
    let s = Sandbox::empty();
    let run = |profile: &str, args: &[&str]| {
        let mut command = s.command();
        command.env_remove("SOULFILE_HOME").env("SOULFILE_PROFILE", profile).args(args);
        crate::run::Run::of(command)
    };
    for profile in ["work", "play"] {
        run(profile, &["setup", "--yes", "--user-name", profile]).ok();
        let home = s.home().join(format!(".soulfile-{profile}"));
        assert!(home.join("soulfile.json5").is_file() && home.join("state").join(profile).is_dir());
        assert!(home.join("workspace").join(profile).join("SOUL.md").is_file(), "the workspace is the profile's own");
    }
    assert!(!s.home().join(".soulfile").exists(), "the default home is untouched");
    std::fs::write(s.home().join(".soulfile-work/workspace/work/MEMORY.md"), "work-only\n").unwrap();
    run("work", &["context"]).ok().says("work-only");
    run("play", &["context"]).ok().hides("work-only");
    assert_eq!(run("work", &["config", "get", "user.name"]).ok().out, "work\n");
    assert_eq!(run("play", &["config", "get", "user.name"]).ok().out, "play\n");
    run("../evil", &["agents"]).code(4);
    let mut command = s.command();
    command.env_remove("SOULFILE_HOME").args(["--home-profile", "play", "config", "get", "user.name"]);
    assert_eq!(crate::run::Run::of(command).ok().out, "play\n");
}

#[test]
fn a_profile_and_a_home_together_name_a_home_of_their_own() {
    let s = Sandbox::empty();
    s.plain(["setup", "--yes", "--user-name", "base"]).ok();
    s.plain(["--home-profile", "work", "setup", "--yes", "--user-name", "work"]).ok();
    assert_eq!(s.plain(["config", "get", "user.name"]).ok().out, "base\n");
    assert_eq!(s.plain(["--home-profile", "work", "config", "get", "user.name"]).ok().out, "work\n");
    assert!(s.home().join(".soulfile-work/workspace/work/SOUL.md").is_file());
}

#[test]
fn a_profile_that_names_a_configured_agent_is_that_agent() {
    let s = Sandbox::empty();
    let home = s.home().join(".soulfile");
    std::fs::create_dir_all(&home).unwrap();
    let list = r#"{ agents: { list: [{ agentId: "aria", workspace: "~/aria-workspace" }, { agentId: "devbot" }] } }"#;
    std::fs::write(home.join("soulfile.json5"), list).unwrap();
    let run = |profile: &str, args: &[&str]| {
        let mut command = s.command();
        command.env_remove("SOULFILE_HOME").env("SOULFILE_PROFILE", profile).args(args);
        crate::run::Run::of(command)
    };
    run("aria", &["setup", "--yes"]).ok().says("aria");
    assert!(s.home().join("aria-workspace/SOUL.md").is_file());
    run("devbot", &["setup", "--yes"]).ok().says("devbot");
    assert!(!s.home().join(".soulfile-aria").exists() && !s.home().join(".soulfile-devbot").exists());
    run("other", &["setup", "--yes"]).ok().says("other");
    assert!(s.home().join(".soulfile-other/workspace/other/SOUL.md").is_file());
}

#[test]
fn setup_under_a_profile_makes_the_profiles_agent() {
    let s = Sandbox::empty();
    let profiled = |args: &[&str]| {
        let mut command = s.command();
        command.env("SOULFILE_PROFILE", "nova").args(args);
        crate::run::Run::of(command)
    };
    assert_eq!(profiled(&["setup", "--yes", "--json"]).ok().json()["agent"], "nova");
    assert!(s.home().join(".soulfile-nova/workspace/nova/SOUL.md").is_file());
    assert!(!s.home().join(".soulfile").exists(), "another home is not touched");
    profiled(&["remember", "The kettle is blue."]).ok();
    profiled(&["recall", "kettle"]).ok().says("blue");
    let agents = profiled(&["agents", "--json"]).ok().json();
    assert_eq!((&agents[0]["id"], agents.as_array().unwrap().len()), (&"nova".into(), 1), "{agents}");
    // An agent of the home that is configured under that name is what the profile means.
    s.configure("{ agents: { list: [ { id: 'aria' } ] } }");
    let mut command = s.command();
    command.env("SOULFILE_PROFILE", "aria").args(["setup", "--yes", "--json"]);
    assert_eq!(crate::run::Run::of(command).ok().json()["agent"], "aria");
    assert!(!s.home().join(".soulfile-aria").exists());
}
