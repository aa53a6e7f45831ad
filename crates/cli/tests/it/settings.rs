//! Every key of the configuration changes something a person can see. A key that nothing reads fails here.

mod table;

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::Value;

use crate::run::{Run, Sandbox};
use table::{READ_IN_SOURCE, Setting, SettingStep, settings};

#[test]
fn every_key_of_the_schema_is_in_the_table() {
    let schema = Sandbox::empty().plain(["config", "schema"]).ok().json();
    let mut keys = BTreeSet::new();
    collect(&schema, &schema, "", &mut keys);
    let listed: BTreeSet<String> = settings()
        .iter()
        .map(|setting| setting.key.clone())
        .chain(READ_IN_SOURCE.iter().map(|(key, ..)| (*key).to_owned()))
        .collect();
    let missing: Vec<&String> = keys.difference(&listed).collect();
    assert!(missing.is_empty(), "say in settings/table.rs what these keys change: {missing:?}");
    let gone: Vec<&String> = listed.difference(&keys).collect();
    assert!(gone.is_empty(), "these keys are no longer in the schema: {gone:?}");
}

#[test]
fn identity_and_agent_keys_have_an_effect() {
    check(|key| key.starts_with("user") || key.starts_with("agents") || key.starts_with("bindings"));
}

#[test]
fn memory_keys_have_an_effect() {
    check(|key| key.starts_with("memory.") && !key.starts_with("memory.decay"));
}

#[test]
fn decay_and_search_keys_have_an_effect() {
    check(|key| key.starts_with("memory.decay") || key.starts_with("memorySearch"));
}

#[test]
fn other_keys_have_an_effect() {
    check(|key| !["user", "agents", "bindings", "memory"].iter().any(|part| key.starts_with(part)));
}

#[test]
fn keys_without_a_command_to_show_them_are_read_where_the_table_says() {
    for (key, file, words) in READ_IN_SOURCE {
        let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains(words), "{key}: {file} no longer says {words:?}");
    }
}

/// Plays each setting's steps with and without it; the outcomes must differ, and two without it must not.
fn check(chosen: impl Fn(&str) -> bool) {
    let mut silent = Vec::new();
    for setting in settings().into_iter().filter(|setting| chosen(&setting.key)) {
        let (before, again, after) = (play(&setting, false), play(&setting, false), play(&setting, true));
        assert_eq!(before, again, "{}: the steps do not give the same twice", setting.key);
        if before == after {
            silent.push(format!("{}:\n{before}", setting.key));
        }
    }
    assert!(silent.is_empty(), "these keys change nothing:\n{}", silent.join("\n"));
}

fn play(setting: &Setting, with: bool) -> String {
    let s = Sandbox::new();
    let own = with.then_some(&setting.set);
    for (key, value) in setting.base.iter().chain(own) {
        let value = value.replace("<ws>", &s.ws().to_string_lossy());
        match value.as_str() {
            "" => s.plain(["config", "unset", key]).ok(),
            value => s.plain(["config", "set", key, value]).ok(),
        };
    }
    s.at("2026-02-02T14:40:00Z");
    let mut seen = String::new();
    for step in &setting.steps {
        match step {
            SettingStep::Run(args) => seen += &shown(&s.soul(args.iter())),
            SettingStep::Chat(lines) => seen += &shown(&chat(&s, lines)),
            SettingStep::Show(file) => seen += &s.text(file),
            SettingStep::At(time) => s.at(time),
            SettingStep::Write(file, text) => s.write(file, text),
            SettingStep::Remove(file) => std::fs::remove_file(s.ws().join(file)).expect("a file to remove"),
        }
    }
    // What differs from run to run whatever the settings are.
    let seen = seen.replace(&*s.dir().to_string_lossy(), "<dir>");
    let random = Regex::new(r#"m-[0-9a-z-]+|\b[0-9a-f]{8,64}\b|"ms": ?[0-9.]+"#).expect("valid pattern");
    random.replace_all(&seen, "<random>").into_owned()
}

fn shown(run: &Run) -> String {
    assert!(!run.err.contains("panicked"), "{}", run.err);
    format!("{}\n{}\n{}\n", run.code, run.out, run.err)
}

fn chat(s: &Sandbox, lines: &str) -> Run {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = s.command();
    command.arg("-C").arg(s.ws()).arg("chat").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written lines");
    Run::from(child.wait_with_output().expect("an end"), "soul chat".to_owned())
}

/// The keys of a schema that hold a value: `a.b`, and `a[].b` below a list.
fn collect(root: &Value, schema: &Value, path: &str, keys: &mut BTreeSet<String>) {
    let schema = resolve(root, schema);
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    if let Some(properties) = schema["properties"].as_object() {
        for (key, inner) in properties {
            collect(root, inner, &below(key), keys);
        }
    } else if resolve(root, &schema["items"])["properties"].is_object() {
        collect(root, &schema["items"], &format!("{path}[]"), keys);
    } else {
        // A map holds what a list beside it holds, and is one key.
        keys.insert(path.to_owned());
    }
}

fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return resolve(root, &root["$defs"][name]);
    }
    match schema["anyOf"].as_array().and_then(|choices| choices.iter().find(|choice| choice["type"] != "null")) {
        Some(choice) => resolve(root, choice),
        None => schema,
    }
}
