use std::process::Stdio;

use crate::run::{Run, Sandbox};

const COMMENTED: &str = "\
// my settings
{
  user: {
    name: 'Sam', // what I am called
    /* where I live */
    timezone: \"Europe/Berlin\",
  },
  // other tools read this
  gateway: { port: 18789 },
}
";

#[test]
fn set_and_unset_keep_comments_order_and_everything_else() {
    let s = Sandbox::empty();
    s.configure(COMMENTED);
    s.plain(["config", "set", "user.name", "Alex"]).ok().says("user.name = \"Alex\"");
    let text = std::fs::read_to_string(s.config_file()).unwrap();
    assert_eq!(text, COMMENTED.replace("'Sam'", "\"Alex\"").replace("\"\"Alex\"\"", "\"Alex\""));
    s.plain(["config", "set", "memory.decay.lambda", "0.05"]).ok();
    assert_eq!(s.plain(["config", "get", "memory.decay.lambda"]).ok().out, "0.05\n");
    s.plain(["config", "unset", "memory.decay.lambda"]).ok();
    assert_ne!(s.plain(["config", "get", "memory.decay.lambda"]).ok().out, "0.05\n", "the default applies");
    let text = std::fs::read_to_string(s.config_file()).unwrap();
    for kept in ["// my settings", "// what I am called", "/* where I live */", "// other tools read this", "18789"] {
        assert!(text.contains(kept), "{kept}:\n{text}");
    }
}

#[test]
fn setting_starts_a_file_where_there_is_none() {
    use std::os::unix::fs::PermissionsExt;
    let s = Sandbox::empty();
    s.plain(["config", "set", "user.timezone", "Asia/Tokyo"]).ok();
    assert_eq!(s.plain(["config", "get", "user.timezone", "--json"]).ok().json(), "Asia/Tokyo");
    assert_eq!(std::fs::metadata(s.config_file()).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(s.plain(["config", "path"]).ok().out.trim(), s.config_file().to_str().unwrap());
}

#[test]
fn a_value_the_program_could_not_start_with_is_never_written() {
    let s = Sandbox::empty();
    s.configure(COMMENTED);
    for (key, value) in [
        ("user.timezone", "Mars/Olympus"),
        ("context.recentDays", "-1"),
        ("memory.layout", "sideways"),
        ("agents.list", "[{id: '../x'}]"),
        ("hooks.internal.entries.soul-evil.purge", "{at: '25:99', duration: '1h'}"),
    ] {
        s.plain(["config", "set", key, value]).code(4);
        assert_eq!(std::fs::read_to_string(s.config_file()).unwrap(), COMMENTED, "{key}");
    }
}

#[test]
fn an_unknown_key_is_warned_about_with_the_nearest_known_one() {
    let s = Sandbox::new();
    s.configure("{ user: { timezon: 'Europe/Berlin' } }");
    s.plain(["config", "validate"]).ok().says("user.timezon").says("did you mean user.timezone?");
    let problems = s.plain(["config", "validate", "--json"]).ok().json();
    assert_eq!((&problems[0]["key"], &problems[0]["severity"]), (&"user.timezon".into(), &"warning".into()));
    assert_eq!(problems[0]["line"], 1);
    s.soul(["identity"]).ok().tells("did you mean user.timezone?");
}

#[test]
fn validate_reports_every_error_with_its_line() {
    let s = Sandbox::empty();
    s.configure("{\n  user: { timezone: 'Nowhere' },\n  context: { recentDays: 99 },\n}\n");
    let run = s.plain(["config", "validate"]).code(8);
    assert!(run.out.contains("recentDays"), "{}", run.out);
    let problems = s.plain(["config", "validate", "--json"]).code(8).json();
    assert!(problems.as_array().unwrap().iter().any(|p| p["line"] == 3), "{problems}");
    s.configure("{ user: {{ }");
    s.plain(["config", "validate"]).code(8).says("JSON5");
    s.configure("");
    s.plain(["config", "validate"]).ok().says("is fine");
}

#[test]
fn a_configuration_that_cannot_be_used_stops_every_verb_with_the_reason() {
    let s = Sandbox::new();
    s.configure("{ user: { timezone: 5 } }");
    s.soul(["context"]).code(4).tells("user.timezone");
    s.soul(["context", "--config", "/nonexistent/x.json5"]).code(1).tells("/nonexistent/x.json5");
}

#[test]
fn environment_references_are_used_never_printed_and_never_written_back() {
    let s = Sandbox::new();
    s.configure(
        "{ user: { name: '${WHO}' }, memorySearch: { remote: { apiKey: '${MY_KEY}' } }, \
          ui: { assistant: { name: '${WHO}' } }, channels: { x: { token: 'literal-secret' } } }",
    );
    let run = |args: &[&str]| {
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).args(args).env("WHO", "Zoe-from-env").env("MY_KEY", "sk-top-secret");
        Run::of(command)
    };
    assert_eq!(run(&["identity", "--json"]).ok().json()["name"]["value"], "Zoe-from-env", "the value is used");
    for args in [
        &["config", "get"][..],
        &["config", "get", "--json"],
        &["config", "validate"],
        &["config", "set", "context.recentDays", "3"],
        &["config", "unset", "context.recentDays"],
        &["config", "get", "memorySearch"],
        &["config", "get", "channels.x.token"],
    ] {
        run(args).ok().hides("sk-top-secret").hides("Zoe-from-env").hides("literal-secret");
    }
    run(&["config", "get"]).ok().says("${MY_KEY}");
    let text = std::fs::read_to_string(s.config_file()).unwrap();
    assert!(text.contains("'${WHO}'") && text.contains("'${MY_KEY}'") && !text.contains("sk-top"), "{text}");
    for (file, bytes) in Sandbox::snapshot(&s.home(), &[]) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("sk-top-secret") && !text.contains("Zoe-from-env"), "{file}");
    }
    s.plain(["config", "validate"]).ok().says("WHO is not set in the environment");
}

#[test]
fn included_files_are_merged_from_beside_the_file() {
    let s = Sandbox::empty();
    s.configure("{ $include: './team.json5', user: { name: 'Sam' } }");
    std::fs::write(s.home().join(".soulfile/team.json5"), "{ user: { timezone: 'Asia/Tokyo', name: 'Team' } }")
        .unwrap();
    assert_eq!(s.plain(["config", "get", "user.timezone"]).ok().out, "Asia/Tokyo\n");
    assert_eq!(s.plain(["config", "get", "user.name"]).ok().out, "Sam\n");
    s.configure("{ $include: './gone.json5' }");
    s.plain(["config", "validate"]).code(8).says("gone.json5");
}

#[test]
fn the_schema_and_the_default_file_agree() {
    let s = Sandbox::empty();
    let schema = s.plain(["config", "schema"]).ok().json();
    assert!(schema["properties"]["user"].is_object() && schema["properties"]["agents"].is_object());
    let default = s.plain(["config", "default"]).ok().out;
    assert!(default.contains("//"), "every key has its comment");
    s.configure(&default);
    s.plain(["config", "validate"]).ok().says("is fine");
}

#[test]
fn an_unknown_key_is_not_found_and_a_bad_path_is_invalid() {
    let s = Sandbox::empty();
    s.plain(["config", "get", "no.such.key"]).code(3).tells("no.such.key");
    s.plain(["config", "get", "a..b"]).code(4);
    s.plain(["config", "set", "user.name.first", "x"]).code(4);
}

#[test]
fn the_next_command_sees_a_changed_file() {
    let s = Sandbox::new();
    s.configure("{ ui: { assistant: { name: 'First' } } }");
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["name"]["value"], "First");
    s.configure("{ ui: { assistant: { name: 'Second' } } }");
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["name"]["value"], "Second");
    s.plain(["config", "set", "ui.assistant.name", "Third"]).ok();
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["name"]["value"], "Third");
}

#[test]
fn keys_set_at_the_same_time_are_all_kept() {
    let s = Sandbox::empty();
    s.configure("// kept\n{}\n");
    let keys = ["user.name", "user.language", "ui.assistant.name", "ui.assistant.theme", "ui.assistant.emoji"];
    for round in 0..4 {
        let children: Vec<_> = keys
            .iter()
            .map(|key| {
                let mut command = s.command();
                command.args(["config", "set", key, &format!("v{round}")]);
                command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for child in children {
            Run::from(child.wait_with_output().unwrap(), "config set".to_owned()).ok();
        }
        for key in keys {
            assert_eq!(s.plain(["config", "get", key]).ok().out, format!("v{round}\n"), "{key}");
        }
    }
    assert!(std::fs::read_to_string(s.config_file()).unwrap().starts_with("// kept"));
}

#[test]
fn a_providers_key_that_nothing_reads_is_refused() {
    let s = Sandbox::new();
    s.soul(["config", "set", "provider.mine.baseUrl", "http://127.0.0.1:9/v1"]).ok();
    let before = std::fs::read_to_string(s.config_file()).unwrap();
    s.soul(["config", "set", "provider.mine.model", "x"])
        .code(4)
        .tells("provider.mine.model")
        .tells("nothing was changed");
    s.soul(["config", "set", "provider.mine.base_uri", "x"]).code(4).tells("did you mean provider.mine.baseUrl?");
    s.soul(["config", "set", "provider.mine", "{ baseUrl: 'http://127.0.0.1:9/v1', key: 'x' }"]).code(4);
    s.soul(["config", "set", "provider.apiKey", "x"]).code(4);
    s.soul(["config", "set", "providers.mine.apiKey", "x"]).code(4).tells("provider.<name>");
    assert_eq!(std::fs::read_to_string(s.config_file()).unwrap(), before);
}
