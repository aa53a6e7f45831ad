use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn no_env(_: &str) -> Option<String> {
    None
}

fn problems(text: &str) -> Vec<String> {
    let include = |_: &str, _: &str| Err("none".to_owned());
    validate(text, Sources { env: &no_env, include: &include }).iter().map(ToString::to_string).collect()
}

#[test]
fn the_default_file_says_exactly_the_defaults() {
    let loaded = load(DEFAULT_FILE, &no_env).unwrap();
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.config, Config::default());
}

/// The default file with every key the model has, as its default is; what people wrote around the keys stays.
fn completed(file: &str) -> String {
    let defaults = serde_json::to_value(Config::default()).unwrap();
    let mut text = file.to_owned();
    let mut paths = schema::known_paths().to_vec();
    // What holds others comes before them.
    paths.sort();
    for path in &paths {
        // Keys of a null object are shown in comments instead.
        let Some(wanted) = path.split('.').try_fold(&defaults, |value, key| value.get(key)) else { continue };
        let written: Value = json5::from_str(&text).unwrap();
        let found = path.split('.').try_fold(&written, |value, key| value.get(key));
        if found.is_some() && (wanted.is_object() || found == Some(wanted)) {
            continue;
        }
        let edited = edit::set(&text, path, wanted).unwrap();
        let about = path.split('.').try_fold(schema::cached(), schema::below);
        let about = about.and_then(|schema| schema.get("description")).and_then(Value::as_str).unwrap_or_default();
        let added = edited.lines().zip(text.lines()).position(|(new, old)| new != old).filter(|_| found.is_none());
        let with_comment = |(at, line): (usize, &str)| match Some(at) == added {
            true => format!("{line} // {}\n", about.replace('\n', " ")),
            false => format!("{line}\n"),
        };
        text = edited.lines().enumerate().map(with_comment).collect();
    }
    text
}

/// `SOUL_BLESS=1 cargo test -p soulfile-context default_file` writes the keys that are missing.
#[test]
fn the_default_file_has_every_key() {
    let complete = completed(DEFAULT_FILE);
    if std::env::var_os("SOUL_BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/config.default.json5"), &complete).unwrap();
    }
    assert_eq!(complete, DEFAULT_FILE, "config.default.json5 lacks a key (SOUL_BLESS=1 writes it)");
}

#[test]
fn every_tunable_of_the_memory_design_has_its_default() {
    let view = load("", &no_env).unwrap();
    for (key, value) in [
        ("memory.core.maxTokens", json!(3000)),
        ("memory.decay.lambda", json!(0.03)),
        ("memory.decay.archiveThreshold", json!(0.05)),
        ("memory.reflection.tokenBudget", json!(8000)),
        ("memory.reflection.sessionEnd", json!(true)),
        ("memory.graph.traversalDepth", json!(2)),
        ("memorySearch.query.maxResults", json!(20)),
        ("memorySearch.query.minScore", json!(0.3)),
        ("audit.retentionDays", json!(90)),
        ("audit.criticalFileAlerts", json!(true)),
        ("memory.workspace.maxFileSize", json!(16384)),
        ("context.bootstrapMaxChars", json!(20000)),
        ("hooks.internal.entries.soul-evil.enabled", json!(false)),
    ] {
        assert_eq!(view.get(key).unwrap(), Some(value), "{key}");
    }
}

#[test]
fn both_forms_of_agents_and_both_names_of_the_id_are_read() {
    let loaded = load(
        r#"{ "agents": { "list": [{ "agentId": "aria", "workspace": "~/aria" }, { id: "dev", default: true }],
             "entries": { "scout": { "identity": { "name": "Scout" } }, "aria": { "workspace": "/srv/aria" } } } }"#,
        &no_env,
    )
    .unwrap();
    let ids: Vec<String> = loaded.config.all_agents().into_iter().map(|agent| agent.id).collect();
    assert_eq!(ids, ["aria", "dev", "scout"]);
    assert_eq!(loaded.config.default_agent().id, "dev");
    assert_eq!(loaded.config.workspace_dir("aria", "/home/u"), "/srv/aria");
    assert_eq!(loaded.config.workspace_dir("scout", "/home/u/"), "/home/u/.soulfile/workspace/scout");
    assert_eq!(load("", &no_env).unwrap().config.default_agent().id, "main");
}

#[test]
fn one_default_folder_is_never_shared_by_accident() {
    let loaded =
        load("{ agents: { defaults: { workspace: '~/clawd' }, list: [{ id: 'a' }, { id: 'b' }] } }", &no_env).unwrap();
    assert_eq!(loaded.config.workspace_dir("a", "/h"), "/h/clawd");
    assert_eq!(loaded.config.workspace_dir("b", "/h"), "/h/clawd-b");
}

#[test]
fn snake_case_of_older_files_is_understood() {
    let loaded =
        load("{ memory: { workspace: { max_file_size: 8192 } }, memory_search: { enabled: false } }", &no_env).unwrap();
    assert_eq!(loaded.config.memory.workspace.max_file_size, 8192);
    assert!(!loaded.config.memory_search.enabled);
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.get("memory.workspace.max_file_size").unwrap(), Some(json!(8192)));
    assert_eq!(loaded.get("memorySearch.enabled").unwrap(), Some(json!(false)));
}

#[test]
fn a_key_in_two_spellings_is_warned_about_and_the_later_one_counts() {
    let loaded = load("{ memory: { autoDetect: false, auto_detect: true } }", &no_env).unwrap();
    assert!(loaded.config.memory.auto_detect);
    assert_eq!(
        problems("{ memory: { autoDetect: false,\n auto_detect: true } }"),
        ["line 2: memory.auto_detect: is written in two spellings; this one counts"]
    );
}

#[test]
fn set_and_unset_find_a_key_in_either_spelling() {
    let text = "{ memory: { auto_detect: true }, agents: { list: [{ agentId: 'aria' }] } }";
    for spelling in ["memory.autoDetect", "memory.auto_detect"] {
        assert_eq!(set(text, spelling, &json!(false)).unwrap(), text.replace("true", "false"));
        assert_eq!(unset(text, spelling).unwrap(), text.replace("auto_detect: true ", ""));
    }
    assert_eq!(set(text, "agents.list[0].id", &json!("ben")).unwrap(), text.replace("'aria'", "\"ben\""));
    assert_eq!(
        set("{}", "memory.auto_detect", &json!(false)).unwrap(),
        set("{}", "memory.autoDetect", &json!(false)).unwrap()
    );
    assert_eq!(
        unset("{ memory: { autoDetect: true, auto_detect: false } }", "memory.autoDetect").unwrap(),
        "{ memory: { } }"
    );
}

#[test]
fn instructions_may_be_a_text_or_a_list_of_rules() {
    let read = |written: &str| {
        let text = format!("{{ agents: {{ list: [{{ id: 'a', instructions: {written} }}] }} }}");
        load(&text, &no_env).unwrap().config.agent("a").unwrap().instructions
    };
    assert_eq!(read("'Be brief.'").as_deref(), Some("Be brief."));
    assert_eq!(read("['Be brief.', 'Ask first.']").as_deref(), Some("- Be brief.\n- Ask first."));
    assert_eq!(read("null"), None);
    assert!(problems("{ agents: { list: [{ id: 'a', instructions: [1] }] } }")[0].contains("must be a text"));
}

#[test]
fn keys_of_features_to_come_load_with_a_warning() {
    let text = "{ providers: { openai: {} },\n\
         memory: { embedder: { provider: 'openai' }, workspace: { daily_log_retention_days: 30 } } }";
    assert_eq!(
        problems(text),
        [
            "line 1: providers: is not used; keys and addresses stand under provider.<name>",
            "line 2: memory.embedder: is not used yet; memorySearch.provider chooses who computes embeddings",
            "line 2: memory.workspace.daily_log_retention_days: is not used: daily notes are never deleted because of their age",
        ]
    );
    assert!(load(text, &no_env).is_ok());
}

#[test]
fn keys_that_nothing_reads_are_named_before_they_are_set() {
    let unread = |path: &str, value: Value| -> Vec<String> {
        unread_keys(path, &value).unwrap().iter().map(ToString::to_string).collect()
    };
    assert_eq!(unread("memory.auto_detect", json!(true)), Vec::<String>::new());
    assert_eq!(unread("agents.list[0].identity.name", json!("Aria")), Vec::<String>::new());
    assert_eq!(unread("agents.entries.aria", json!({ "workspace": "~/aria" })), Vec::<String>::new());
    assert_eq!(unread("provider.anthropic.apiKey", json!("x")), Vec::<String>::new());
    assert_eq!(
        unread("memory.decay", json!({ "lamda": 1 })),
        ["memory.decay.lamda: is not a known key; did you mean memory.decay.lambda?"]
    );
    assert_eq!(unread("wizard.step", json!(1)), ["wizard: is not a key of Soulfile and has no effect"]);
}

#[test]
fn unknown_keys_are_warned_about_with_the_nearest_known_one() {
    assert_eq!(
        problems("{\n  memory: {\n    decay: { lamda: 0.1 },\n  },\n  recentDays: 3,\n  wizard: { step: 1 },\n}"),
        [
            "line 3: memory.decay.lamda: is not a known key; did you mean memory.decay.lambda?",
            "line 5: recentDays: is not a known key here; did you mean context.recentDays?",
            "line 6: wizard: is not a key of Soulfile and has no effect",
        ]
    );
    assert!(load("{ memroy: {} }", &no_env).unwrap().warnings[0].message.contains("did you mean memory?"));
}

#[test]
fn wrong_values_are_errors_with_key_and_line() {
    assert_eq!(
        problems(
            "{\n memory: { layout: 'both',\n autoDetect: 'yes' },\n context: { recentDays: 1.5,\n warnShare: 2 },\n \
             user: { timezone: 5 },\n audit: null,\n hooks: { internal: { entries: { 'soul-evil': { purge: { at: '22:00' } } } } } }"
        ),
        [
            "line 2: memory.layout: must be one of auto, episodes, flat, not a text",
            "line 3: memory.autoDetect: must be true or false, not a text",
            "line 4: context.recentDays: must be a whole number, not 1.5",
            "line 5: context.warnShare: must be from 0 to 1, not 2",
            "line 6: user.timezone: must be a text, not 5",
            "line 7: audit: may not be null; leave the key out to use the default",
            "hooks.internal.entries.soul-evil.purge.duration: is needed here",
        ]
    );
}

#[test]
fn meanings_are_checked_too() {
    let found = problems(
        "{ user: { timezone: 'Mars/Base' },\n hooks: { internal: { entries: { 'soul-evil': { file: 'USER.md', purge: { at: '9', duration: 'x' } } } } },\n\
         agents: { list: [{ id: 'a b' }, { id: 'c', identity: { avatar: '../x.png' } }, { id: 'c' }] },\n\
         models: { primary: 'gpt', fallbacks: ['mine/x'] },\n\
         memory: { decay: { archiveThreshold: 0.9 } } }",
    )
    .join("\n");
    for part in [
        "Mars/Base",
        "purge.at",
        "purge.duration",
        "soul-evil.file",
        "agents.list[0].id",
        "agents.list[1].identity.avatar",
        "used twice",
        "memory.decay",
        "models.primary",
        "models.fallbacks[0]",
        "provider.mine.baseUrl",
    ] {
        assert!(found.contains(part), "{part} is missing in\n{found}");
    }
}

#[test]
fn a_broken_text_is_an_error_with_its_line() {
    let found = problems("{\n  a: 1,\n  b 2\n}");
    assert!(found[0].contains("line 3"), "{found:?}");
    assert!(problems("[1]")[0].contains("object"));
}

#[test]
fn references_are_resolved_and_never_shown() {
    let env = |name: &str| (name == "OPENAI_API_KEY").then(|| "sk-very-secret".to_owned());
    let loaded = load("{ memorySearch: { remote: { apiKey: '${OPENAI_API_KEY}' } } }", &env).unwrap();
    assert_eq!(loaded.config.memory_search.remote.api_key.as_ref().unwrap().expose(), "sk-very-secret");
    assert_eq!(loaded.get("memorySearch.remote.apiKey").unwrap(), Some(json!("${OPENAI_API_KEY}")));
    for shown in [format!("{loaded:?}"), loaded.view().to_string(), serde_json::to_string(&loaded.config).unwrap()] {
        assert!(!shown.contains("sk-very-secret"), "{shown}");
    }
}

#[test]
fn a_secret_in_the_file_is_redacted_also_under_unknown_keys() {
    let loaded = load(
        "{ memorySearch: { remote: { apiKey: 'sk-plain' } }, vendors: [{ api_key: 'sk-other', n: 1 }],
         provider: { openai: { apiKey: 'sk-third' } } }",
        &no_env,
    )
    .unwrap();
    assert_eq!(loaded.get("memorySearch.remote.apiKey").unwrap(), Some(json!("<redacted>")));
    assert_eq!(loaded.get("vendors[0].api_key").unwrap(), Some(json!("<redacted>")));
    assert_eq!(loaded.get("vendors[0].n").unwrap(), Some(json!(1)));
    assert_eq!(loaded.get("provider.openai.apiKey").unwrap(), Some(json!("<redacted>")));
    assert_eq!(loaded.get("no.such.key").unwrap(), None);
    assert!(!format!("{loaded:?}").contains("sk-"));
}

#[test]
fn a_missing_reference_is_warned_about_and_leaves_the_default() {
    let loaded = load("{ memorySearch: { remote: { apiKey: '${NOPE}' } } }", &no_env).unwrap();
    assert_eq!(loaded.config.memory_search.remote.api_key, None);
    assert!(loaded.warnings[0].to_string().contains("NOPE"), "{:?}", loaded.warnings);
}

#[test]
fn includes_are_merged_and_own_keys_win() {
    let include = |base: &str, path: &str| {
        let text = match path {
            "team.json5" => "{ memory: { layout: 'flat', autoDetect: false }, $include: 'more.json5' }",
            "more.json5" => "{ user: { name: 'Anna' }, memory: { layout: 'episodes' } }",
            "loop.json5" => "{ $include: 'loop.json5' }",
            _ => return Err(format!("{path} not found beside {base:?}")),
        };
        Ok(Included { name: format!("/etc/{path}"), text: text.to_owned() })
    };
    let sources = Sources { env: &no_env, include: &include };
    let loaded = load_with("{ $include: ['team.json5'], memory: { autoDetect: true } }", sources).unwrap();
    assert_eq!(loaded.config.user.name.as_deref(), Some("Anna"));
    assert_eq!(loaded.config.memory.layout, soulfile_vocabulary::day_file::LayoutSetting::Flat);
    assert!(loaded.config.memory.auto_detect);
    for bad in ["{ $include: 'loop.json5' }", "{ $include: 'gone.json5' }", "{ $include: 5 }"] {
        assert!(load_with(bad, sources).is_err(), "{bad}");
    }
}

#[test]
fn the_schema_describes_what_it_lists() {
    let schema = schema();
    assert_eq!(schema["title"], "Soulfile configuration");
    let text = schema.to_string();
    for part in ["recentDays", "IANA time zone", "soul-evil", "rankFloor"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn set_keeps_comments_order_and_format() {
    let text = "// mine\n{\n  // days\n  context: { recentDays: 2, /* chars */ bootstrapMaxChars: 20000 }, // end\n  \"user\": {\n    name: 'Anna' // me\n  }\n}\n";
    assert_eq!(set(text, "context.recentDays", &json!(5)).unwrap(), text.replace("recentDays: 2", "recentDays: 5"));
    assert_eq!(
        set(text, "user.timezone", &json!("UTC")).unwrap(),
        text.replace("name: 'Anna' // me", "name: 'Anna', // me\n    timezone: \"UTC\",")
    );
    assert_eq!(
        set(text, "memory.decay.lambda", &json!(0.1)).unwrap(),
        text.replace("  }\n}\n", "  },\n  memory: {\n    decay: {\n      lambda: 0.1,\n    },\n  },\n}\n")
    );
    assert_eq!(
        set(text, "context.warnShare", &json!(0.9)).unwrap(),
        text.replace("20000 }", "20000, warnShare: 0.9 }")
    );
}

#[test]
fn set_starts_from_nothing_and_fills_empty_objects() {
    assert_eq!(set("", "a.b", &json!(1)).unwrap(), "{\n  a: {\n    b: 1,\n  },\n}\n");
    assert_eq!(set("// only a comment", "a", &json!(1)).unwrap(), "// only a comment\n{\n  a: 1,\n}\n");
    assert_eq!(set("{}", "a", &json!([1, "x"])).unwrap(), "{\n  a: [1, \"x\"],\n}");
    assert_eq!(set("{ a: null }", "a.b", &json!(true)).unwrap(), "{ a: {\n  b: true,\n} }");
    assert_eq!(set("{\n  // keep me\n}\n", "a", &json!(1)).unwrap(), "{\n  // keep me\n  a: 1,\n}\n");
    assert_eq!(
        set("{ l: [{ id: 'x' }] }", "l[1].id", &json!("y")).unwrap(),
        "{ l: [{ id: 'x' }, {\n  id: \"y\",\n}] }"
    );
}

#[test]
fn set_refuses_what_it_cannot_do_cleanly() {
    assert!(matches!(set("{ a: 1 }", "a.b", &json!(1)), Err(EditError::NotAnObject(..))));
    assert!(matches!(set("{ a: [] }", "a[3]", &json!(1)), Err(EditError::NoSuchItem(..))));
    assert!(matches!(set("{ a: ", "a", &json!(1)), Err(EditError::Text(_))));
    assert!(matches!(set("{}", "a..b", &json!(1)), Err(EditError::Path(_))));
}

#[test]
fn unset_takes_the_line_and_nothing_else() {
    let text = "{\n  a: 1, // first\n  b: {\n    c: 2,\n    d: 3\n  },\n  e: 4,\n}\n";
    assert_eq!(unset(text, "e").unwrap(), text.replace("  e: 4,\n", ""));
    assert_eq!(unset(text, "b.d").unwrap(), text.replace(",\n    d: 3", ""));
    assert_eq!(unset(text, "b.c").unwrap(), text.replace("    c: 2,\n", ""));
    assert_eq!(unset(text, "a").unwrap(), text.replace("a: 1, // first", "// first"));
    assert_eq!(unset(text, "nope.x").unwrap(), text);
    assert_eq!(unset("{\"a\": 1, \"b\": 2}", "b").unwrap(), "{\"a\": 1}");
    assert_eq!(unset("{ a: 1, b: 2, a: 3 }", "a").unwrap(), "{ b: 2 }");
    assert_eq!(unset("{ a: [1, 2, 3] }", "a[1]").unwrap(), "{ a: [1, 3] }");
}

#[test]
fn values_are_read_as_people_type_them() {
    assert_eq!(edit::parse_value("true"), json!(true));
    assert_eq!(edit::parse_value("0.5"), json!(0.5));
    assert_eq!(edit::parse_value("Europe/Berlin"), json!("Europe/Berlin"));
    assert_eq!(edit::parse_value("['a', 'b']"), json!(["a", "b"]));
}

fn some_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~äß中🌿\\\\\"'/\\n]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-d]|soul-evil|x y", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A JSON5 text with comments, mixed quotes and spacing that means `value`.
fn decorated(value: &Value, style: u64) -> String {
    let note = match style % 5 {
        0 => " /* { note: [1, } */ ",
        1 => "\n  // it's a \"note\": {\n  ",
        2 => "\n\t",
        _ => " ",
    };
    let next = style / 5 + 7;
    match value {
        Value::Object(map) => {
            let body: Vec<String> = map
                .iter()
                .map(|(key, inner)| {
                    let key = if key.chars().all(|c| c.is_ascii_lowercase()) && next.is_multiple_of(2) {
                        key.clone()
                    } else {
                        Value::from(key.as_str()).to_string()
                    };
                    format!("{note}{key}{note}:{note}{}{note}", decorated(inner, next * 31 % 1009))
                })
                .collect();
            format!("{{{}{}}}", body.join(","), if next.is_multiple_of(3) && !map.is_empty() { ", " } else { note })
        }
        Value::Array(items) => {
            let body: Vec<String> =
                items.iter().map(|inner| format!("{note}{}", decorated(inner, next * 17 % 997))).collect();
            format!("[{}]", body.join(&format!("{note},")))
        }
        other => other.to_string(),
    }
}

fn root_object(value: Value) -> Value {
    if value.is_object() { value } else { json!({ "a": value }) }
}

proptest! {
    #[test]
    fn set_then_load_gives_the_value_and_changes_nothing_else(
        base in some_value(), style in 0u64..1000, key in "[a-e](\\.[a-e]){0,2}", value in some_value(),
    ) {
        let base = root_object(base);
        let text = decorated(&base, style);
        prop_assert_eq!(&json5::from_str::<Value>(&text).unwrap(), &base);
        match set(&text, &key, &value) {
            Ok(edited) => {
                let after: Value = json5::from_str(&edited).unwrap();
                let found = key.split('.').try_fold(&after, |v, k| v.get(k));
                prop_assert_eq!(found, Some(&value));
                let undone = if key.split('.').try_fold(&base, |v, k| v.get(k)).is_some() {
                    // Everything but the value's own bytes is as before.
                    let (old, new) = (spans::parse(&text).unwrap(), spans::parse(&edited).unwrap());
                    let path = KeyPath::parse(&key).unwrap();
                    let (old, new) = (old.find(&path.0).unwrap().clone(), new.find(&path.0).unwrap().clone());
                    prop_assert_eq!(&text[..old.start], &edited[..new.start]);
                    prop_assert_eq!(&text[old.end..], &edited[new.end..]);
                    true
                } else {
                    // Only bytes were added (a null in the way was replaced): what was there is still there, in order.
                    // White space does not count: an empty object is opened up.
                    let text: String = text.replace("null", "").split_whitespace().collect();
                    let mut rest = text.as_str();
                    for c in edited.chars() {
                        if rest.starts_with(c) { rest = &rest[c.len_utf8()..]; }
                    }
                    rest.is_empty()
                };
                prop_assert!(undone, "{} became {}", text, edited);
            }
            Err(EditError::NotAnObject(..) | EditError::NoSuchItem(..)) => {}
            Err(error) => prop_assert!(false, "{error} for {key} in {text}"),
        }
    }

    #[test]
    fn unset_removes_exactly_one_key(base in some_value(), style in 0u64..1000, key in "[a-d](\\.[a-d]){0,1}") {
        let base = root_object(base);
        let text = decorated(&base, style);
        let edited = unset(&text, &key).unwrap();
        let after: Value = json5::from_str(&edited).unwrap();
        prop_assert!(key.split('.').try_fold(&after, |v, k| v.get(k)).is_none());
        for comment in ["it's a", "{ note"] {
            prop_assert!(edited.matches(comment).count() <= text.matches(comment).count());
        }
    }

    #[test]
    fn no_text_makes_the_loader_panic(text in ".{0,60}") {
        let _ = load(&text, &no_env);
        let _ = set(&text, "a.b", &json!(1));
        let _ = unset(&text, "a.b");
    }
}
