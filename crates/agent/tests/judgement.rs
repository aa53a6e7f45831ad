//! What a model adds to understanding: checked field by field, told, undone by itself, and nothing waits for it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use soulfile_agent::{Judge, ModelDrafter, ModelSettings, understand_later};
use soulfile_api::Target;
use soulfile_engine::FixedClock;
use soulfile_engine::config::Config;
use soulfile_engine::{
    ApproveRequest, AuditQuery, By, Decider, DraftRequest, Embedding, Engine, Place, RememberRequest, SetupRequest,
};
use soulfile_models::chat::{ChatSettings, WireFormat, chat_model};
use soulfile_testkit::chat::{ScriptedAnswer, scripted};
use soulfile_testkit::stream::StreamServer;

struct World {
    dir: tempfile::TempDir,
    engine: Engine,
    clock: Arc<FixedClock>,
}

impl World {
    fn new(told: &[&str]) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let clock = Arc::new(FixedClock::at("2026-02-02T14:30:00Z".parse().expect("a time")));
        let place = Place {
            agent: "aria".to_owned(),
            workspace: dir.path().join("ws"),
            state_root: dir.path().join("state"),
            config: Config::default(),
            config_file: None,
            machine_zone: TimeZone::UTC,
            clock: clock.clone(),
            embedding: Embedding::default(),
            beside: None,
            requester: Default::default(),
            journal: soulfile_testkit::journal::journal(&dir.path().join("ws")),
        };
        let engine = Engine::setup(place, &SetupRequest::default()).expect("a workspace").0;
        for text in told {
            let request = RememberRequest { text: (*text).to_owned(), as_said: true, ..RememberRequest::default() };
            engine.remember(&request).expect("kept");
        }
        Self { dir, engine, clock }
    }

    fn judge(&self, server: &StreamServer) -> Judge {
        let settings = ChatSettings {
            provider: "scripted".into(),
            api: WireFormat::OpenaiChat,
            model: "m".into(),
            base_url: Some(format!("{}/v1", server.url)),
            key: None,
            key_file: None,
            window: 9_000,
            silence: Duration::from_secs(30),
            proxy: None,
        };
        let usage = ModelSettings {
            sessions: self.dir.path().join("sessions"),
            usage: self.dir.path().join("usage.jsonl"),
            max_tokens: 500,
            thinking_tokens: 0,
            temperature: None,
            flush: true,
            soft_threshold_tokens: 400,
            prices: Default::default(),
            servers: Vec::new(),
            choose_model: None,
        };
        Judge::new(chat_model(&settings).expect("a model"), usage, "test", self.clock.clone())
    }

    fn files(&self) -> String {
        let mut out = String::new();
        collect(&self.dir.path().join("ws"), &mut out);
        out
    }
}

fn collect(dir: &Path, out: &mut String) {
    for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
        match entry.path() {
            path if path.ends_with(".git") => {}
            path if path.is_dir() => collect(&path, out),
            path => *out += &std::fs::read_to_string(path).unwrap_or_default(),
        }
    }
}

fn answers(answer: Value) -> StreamServer {
    scripted(move |_| ScriptedAnswer::text(answer.to_string()))
}

const TOLD: [&str; 2] =
    ["Ines works at the harbour office in Porto.", "Today the ferry was late again and I was cross."];

#[test]
fn what_was_kept_is_read_later_in_the_models_name_and_is_undone_by_itself() {
    let world = World::new(&TOLD);
    let before = world.files();
    let server = answers(json!({ "notes": [
        { "number": 1, "keep": true, "summary": "Ines works at the harbour office in Porto.",
          "entities": [{ "name": "Ines", "type": "person" }, { "name": "Porto", "type": "place" }], "relations": [] },
        { "number": 2, "keep": false, "summary": "", "entities": [], "relations": [] },
    ]}));
    let done = understand_later(&world.engine, &world.judge(&server)).expect("read");
    assert_eq!((done.read, done.receipts.len(), server.requests().len()), (2, 1, 1), "{done:?}");
    let after = world.files();
    assert!(TOLD.iter().all(|told| after.contains(told)), "the words stay");
    assert!(after.len() > before.len() && after.contains("trust:agent"), "{after}");
    let trail = world.engine.audit_log(&AuditQuery { limit: 1, ..AuditQuery::default() }).expect("a trail");
    assert!(format!("{trail:?}").contains("model:scripted/m"), "{trail:?}");
    let again = understand_later(&world.engine, &world.judge(&server)).expect("nothing new");
    assert_eq!((again.read, server.requests().len()), (0, 1), "nothing new costs no call");
    let plan = world.engine.plan_rollback(&Target::Mutation(done.receipts[0].clone())).expect("a plan");
    world.engine.rollback(plan).expect("undone");
    let undone = world.files();
    assert!(TOLD.iter().all(|told| undone.contains(told)) && !undone.contains("trust:agent"), "{undone}");
}

#[test]
fn what_does_not_hold_is_read_by_the_rules_field_by_field_and_told() {
    let world = World::new(&TOLD[..1]);
    let server = answers(json!({ "notes": [
        { "number": 1, "keep": true, "summary": "Ines moved to Lisbon in 2031.",
          "entities": [{ "name": "Mallory", "type": "person" }, { "name": "Ines", "type": "wizard" }],
          "relations": [{ "from": "Ines", "relation": "owns", "to": "Mallory" }] },
    ]}));
    let done = understand_later(&world.engine, &world.judge(&server)).expect("read");
    let notes = done.notes.join("\n");
    assert!(["entities", "summary"].iter().all(|field| notes.contains(field)), "{notes}");
    let files = world.files();
    assert!(!files.contains("Lisbon") && !files.contains("Mallory"), "{files}");
}

#[test]
fn a_model_that_fails_costs_nothing_that_was_said() {
    let world = World::new(&TOLD);
    for said in ["no json at all", "[]", "{}"] {
        let server = scripted(move |_| ScriptedAnswer::text(said));
        let done = understand_later(&world.engine, &world.judge(&server)).expect("no error");
        assert!(done.receipts.is_empty(), "{said}: {done:?}");
    }
    assert!(TOLD.iter().all(|told| world.files().contains(told)));
}

#[test]
fn a_reflection_takes_what_quotes_an_episode_and_a_person_approves() {
    let world = World::new(&[
        "Ines plays the cello in a quartet on Thursdays.",
        "I had soup.",
        "The code word for the alarm is never to be told.",
    ]);
    let answer = json!({
        "facts": [
            { "episode": 1, "quote": "plays the cello in a quartet", "about": "Ines", "type": "person",
              "text": "Ines plays the cello in a quartet." },
            { "episode": 1, "quote": "Ines plays the violin", "about": "Ines", "type": "person", "text": "violin" },
            { "episode": 9, "quote": "soup", "about": "", "type": "person", "text": "x" },
            { "episode": 2, "quote": "I had soup.", "about": "user", "type": "person", "text": "User met Mallory." },
            "not an object",
        ],
        "procedures": [{ "episode": 1, "quote": "on Thursdays", "name": "x", "trigger": "y", "steps": ["one"] }],
        "core": [{ "episode": 1, "quote": "Ines plays the cello", "block": "nowhere", "text": "Ines plays the cello." }],
        "insights": [],
        "questions": ["Does Ines still play on Thursdays?", "Not a question"],
    });
    let server = answers(answer);
    let engine = world.engine.deciding(Decider::Person).drafted_by(Arc::new(ModelDrafter::new(world.judge(&server))));
    let view =
        engine.reflect(&DraftRequest { engine: Some("model".into()), ..DraftRequest::default() }).expect("drafted");
    let asked = view.questions.join("\n");
    assert!(asked.contains("still play on Thursdays") && !asked.contains("Not a question"), "{asked}");
    assert!(asked.contains("by the model scripted/m"), "what came of it is told: {asked}");
    assert!(asked.contains("its quote is not in the episode (1)") && asked.contains("names no episode (1)"), "{asked}");
    assert!(asked.contains("text (1)") && asked.contains("block (1)"), "fields that fell back are told: {asked}");
    let all = format!("{:?}", view.items);
    assert!(!all.contains("violin") && !all.contains("Mallory"), "{all}");
    let item = view.items.iter().find(|item| format!("{item:?}").contains("cello in a quartet")).expect("an item");
    let request = ApproveRequest {
        by: By::Person,
        items: soulfile_reflect::Selection::parse(&item.number.to_string()).expect("a number"),
        ..ApproveRequest::default()
    };
    engine.reflect_approve(&request).expect("approved");
    assert!(world.files().contains("cello in a quartet"));
}

#[test]
fn a_model_that_is_down_leaves_the_built_in_reflection() {
    let world = World::new(&["Ines plays the cello in a quartet on Thursdays."]);
    let server = scripted(|_| ScriptedAnswer::text("I would rather not."));
    let engine = world.engine.deciding(Decider::Nobody).drafted_by(Arc::new(ModelDrafter::new(world.judge(&server))));
    let view = engine.reflect(&DraftRequest::default()).expect("drafted all the same");
    assert!(view.questions.join("\n").contains("could not be asked"), "{:?}", view.questions);
    let alone = World::new(&[]);
    let asked = alone.engine.reflect(&DraftRequest { engine: Some("model".into()), ..DraftRequest::default() });
    assert!(asked.expect_err("no model").to_string().contains("no model is configured"));
}
