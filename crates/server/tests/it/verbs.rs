//! Every verb once, over HTTP, as a person and an agent use them.

use axum::body::Body;
use serde_json::{Value, json};
use soulfile_server::auth::Caller;

use crate::fixture::{Site, group, with_user};

const WS: &str = "/api/workspace/aria";

struct Person {
    site: Site,
    token: String,
}

impl Person {
    fn new() -> Self {
        let site = Site::new();
        let token = site.person();
        Self { site, token }
    }

    async fn get(&self, path: &str) -> Value {
        self.site.get(&self.token, &format!("{WS}/{path}")).await.is(200).json()
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.site.json("POST", &self.token, &format!("{WS}/{path}"), &body).await.is(200).json()
    }
}

#[tokio::test]
async fn remember_recall_pin_forget_restore() {
    let p = Person::new();
    let kept = p
        .post("remember", json!({ "text": "Remember that I prefer dark-mode screenshots.", "session_id": "s-1" }))
        .await;
    let id = kept["entries"][0]["id"].as_str().unwrap().to_owned();
    let receipt = kept["receipt"]["id"].as_str().unwrap();
    assert_eq!(p.get(&format!("audit/receipt/{receipt}")).await["ok"], true, "said saved, and did");
    let found = p.get("recall?query=how+should+screenshots+look").await;
    assert!(found["hits"][0]["text"].as_str().unwrap().contains("dark-mode"), "{found}");
    assert!(found["hits"][0]["citation"].as_str().unwrap().contains(".md:"));
    assert_eq!(p.post("used", json!({ "ids": [id] })).await["noted"], 1);
    assert_eq!(p.post("pin", json!({ "id": id })).await["pinned"], true);
    assert_eq!(p.post("unpin", json!({ "id": id })).await["pinned"], false);
    let candidates = p.post("forget/candidates", json!({ "query": "dark-mode screenshots" })).await;
    let ids: Vec<String> =
        candidates["candidates"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect();
    assert!(ids.contains(&id), "{candidates}");
    // What goes with them when they are erased is told beside them.
    p.post("remember", json!({ "text": "Ana works at Initech" })).await;
    let shown = p.post("forget/candidates", json!({ "query": "Ana works at Initech" })).await;
    assert!(shown["along"].to_string().contains("entity:project--initech"), "{shown}");
    let forgotten = p.post("forget", json!({ "ids": ids })).await;
    assert!(forgotten["receipt"]["commit"].is_string());
    assert_eq!(p.get("recall?query=dark-mode+screenshots").await["hits"], json!([]));
    assert!(p.get("archived").await.to_string().contains("dark-mode"));
    p.post("restore", json!({ "ids": ids })).await;
    assert!(p.get("recall?query=dark-mode+screenshots").await["hits"].to_string().contains("dark-mode"));
    let lines =
        p.get(&format!("memory/lines?path={}", kept["entries"][0]["path"].as_str().unwrap().replace('/', "%2F"))).await;
    assert!(lines["text"].as_str().unwrap().contains("dark-mode"));
}

#[tokio::test]
async fn core_graph_and_decay() {
    let p = Person::new();
    p.post("core", json!({ "add": { "block": "critical-facts", "text": "Allergic to peanuts" } })).await;
    let core = p.get("core").await;
    let line =
        core["lines"].as_array().unwrap().iter().find(|l| l["text"].as_str().unwrap().contains("peanuts")).unwrap();
    let id = line["id"].as_str().unwrap().to_owned();
    p.post("core", json!({ "replace": { "id": id, "text": "Allergic to hazelnuts" } })).await;
    assert!(p.site.text("MEMORY.md").contains("hazelnuts"));
    p.post("remember", json!({ "text": "Ana works at Initech.", "store": "semantic" })).await;
    p.post("remember", json!({ "text": "Bela works at Initech.", "store": "semantic" })).await;
    let graph = p.get("graph").await;
    assert!(graph["nodes"].to_string().contains("ana"), "{graph}");
    let entity = p.get("graph/entity?name=Ana").await;
    assert!(entity["facts"].to_string().contains("Initech"), "{entity}");
    p.get("graph?around=Ana&hops=1").await;
    p.get("graph/path?from=Ana&to=Bela").await;
    let merged = p.post("graph/merge", json!({ "absorbed": "Bela", "into": "Ana" })).await;
    assert!(merged["commit"].is_string());
    p.post("graph/split", json!({ "name": "person--bela" })).await;
    assert!(p.post("decay/run", Value::Null).await["added"].is_number());
    assert!(p.get("decay").await["total"].as_u64().unwrap() > 0);
    let fact = entity["facts"][0]["id"].as_str().unwrap().replace('#', "%23");
    assert!(p.get(&format!("decay/explain?id={fact}")).await["formula"].is_string());
}

#[tokio::test]
async fn audit_history_rollback() {
    let p = Person::new();
    let kept = p.post("remember", json!({ "text": "The kettle is blue.", "session_id": "s-7" })).await;
    let id = kept["receipt"]["id"].as_str().unwrap().to_owned();
    assert_eq!(p.get("audit?limit=1").await[0]["message"]["mutation"], id);
    assert_eq!(p.get("audit?channel=http&approval=auto&limit=1").await[0]["message"]["mutation"], id);
    assert_eq!(p.get("audit?channel=telegram").await, json!([]));
    assert_eq!(p.get("audit?approval=pending").await, json!([]));
    assert!(p.get(&format!("audit/entry/{id}")).await["diff"].as_str().unwrap().contains("kettle"));
    assert!(p.get("audit/why?about=kettle").await["written"].to_string().contains("kettle"));
    assert!(!p.get("audit/blame?path=SOUL.md").await.as_array().unwrap().is_empty());
    assert_eq!(p.get("audit/verify").await["ok"], true);
    let path = kept["entries"][0]["path"].as_str().unwrap().to_owned();
    assert!(!p.get(&format!("history?path={}", path.replace('/', "%2F"))).await.as_array().unwrap().is_empty());
    let plan = p.post("rollback/plan", json!({ "session": "s-7" })).await;
    assert!(plan["summary"].as_str().unwrap().contains("s-7"));
    assert!(p.site.text(&path).contains("kettle"), "a plan changes nothing");
    p.post("rollback", json!({ "session": "s-7" })).await;
    assert!(!p.site.text(&path).contains("kettle"));
    p.post("rollback", json!("last")).await;
    assert!(p.site.text(&path).contains("kettle"), "an undo can be undone");
}

#[tokio::test]
async fn proposals_are_decided_by_people_and_bound_to_what_they_saw() {
    let p = Person::new();
    let agent = p.site.token(&Caller::agent("aria"));
    let propose = |text: &str| json!({ "content": text, "confidence": "high" });
    for text in ["Ana plays the cello.", "Bela plays chess.", "Cleo paints."] {
        p.site.json("POST", &agent, &format!("{WS}/proposals"), &propose(text)).await.is(200);
    }
    let listed = p.get("proposals").await;
    assert_eq!(listed.as_array().unwrap().len(), 3);
    let review = listed[0]["review"].as_str().unwrap();
    let accept = json!({ "review": review });
    p.site.json("POST", &agent, &format!("{WS}/proposals/1/commit"), &accept).await.is(403);
    p.site.json("POST", &p.token, &format!("{WS}/proposals/2/commit"), &accept).await.is(409);
    let decided = p.post("proposals/1/commit", accept.clone()).await;
    assert!(decided["remembered"]["entries"].to_string().contains("cello"), "{decided}");
    p.site.json("POST", &p.token, &format!("{WS}/proposals/1/commit"), &accept).await.is(404);
    let words = p.get("proposals/2/preview?text=Bela%20plays%20go.").await;
    assert!(words["files"].to_string().contains("Bela plays go."), "{words}");
    let reworded = json!({ "review": listed[1]["review"], "text": "Bela plays go." });
    p.site
        .json(
            "POST",
            &p.token,
            &format!("{WS}/proposals/2/commit"),
            &json!({ "review": listed[1]["review"], "text": " " }),
        )
        .await
        .is(400);
    let decided = p.post("proposals/2/commit", reworded).await;
    assert!(decided["remembered"]["entries"].to_string().contains("Bela plays go."), "{decided}");
    assert!(!p.get("memories?text=chess").await.to_string().contains("Bela plays chess"));
    p.site.json("POST", &agent, &format!("{WS}/proposals"), &propose("Dora sings.")).await.is(200);
    let dora = p.get("proposals").await[1].clone();
    p.post(&format!("proposals/{}/reject", dora["number"]), json!({ "review": dora["review"], "reason": "no" })).await;
    p.post("proposals/3/defer", json!({ "review": listed[2]["review"] })).await;
    assert_eq!(p.get("proposals/3").await["status"], "deferred");
}

#[tokio::test]
async fn alerts_identity_doctor_context_and_index() {
    let p = Person::new();
    p.site.write("SOUL.md", "# Soul\nchanged by hand\n");
    assert!(p.get("context").await["rendered"].as_str().unwrap().contains("changed by hand"));
    let alerts = p.get("alerts").await;
    assert_eq!(alerts[0]["path"], "SOUL.md");
    assert!(alerts[0]["diff"].as_str().unwrap().contains("changed by hand"));
    p.post(&format!("alerts/{}/acknowledge", alerts[0]["id"].as_str().unwrap()), Value::Null).await;
    assert_eq!(p.get("alerts").await, json!([]));
    assert_eq!(p.get("identity").await["agent"], "aria");
    std::fs::remove_file(p.site.dir.path().join("aria/USER.md")).unwrap();
    assert!(p.get("doctor").await["findings"].to_string().contains("USER.md"));
    p.post("doctor/mend", json!({})).await;
    assert!(!p.get("doctor").await["findings"].to_string().contains("is missing"));
    let report = p.get("context-report?session=group&room=dev").await;
    let memory = report["files"].as_array().unwrap().iter().find(|f| f["path"] == "MEMORY.md").unwrap();
    assert_eq!(memory["included"], false, "never in a group");
    let receipts = p.get("context-receipts?limit=1").await;
    assert_eq!(receipts[0]["session"], "main", "a report was received by nobody");
    assert!(p.get("index").await["entries"].as_u64().unwrap() > 0);
    assert!(p.get("index?deep=true").await["problems"].as_array().unwrap().is_empty());
    p.post("index/rebuild", Value::Null).await;
    assert_eq!(p.site.get(&p.token, "/api/agents").await.is(200).json().as_array().unwrap().len(), 2);
    let own = p.site.get(&p.site.token(&Caller::agent("nova")), "/api/agents").await.is(200).json();
    assert_eq!(own.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_credential_is_refused_and_only_a_person_can_insist() {
    let p = Person::new();
    let key = json!({ "text": "my deploy key is AKIAQ3EGTZJ7VN5WX2LM ok" });
    let refused = p.site.json("POST", &p.token, &format!("{WS}/remember"), &key).await.is(403);
    assert!(!refused.text.contains("AKIAQ3EGTZJ7VN5WX2LM"), "{}", refused.text);
    let insist = json!({ "text": "my deploy key is AKIAQ3EGTZJ7VN5WX2LM ok", "allow_secret": true });
    let agent = p.site.token(&Caller::agent("aria"));
    p.site.json("POST", &agent, &format!("{WS}/remember"), &insist).await.is(403);
    p.post("remember", insist).await;
}

#[tokio::test]
async fn a_reflection_is_drafted_shown_and_decided_by_a_person_as_they_saw_it() {
    let p = Person::new();
    let agent = p.site.token(&Caller::agent("aria"));
    for text in ["Ana works at Initech.", "Ana lives in Lisbon.", "We decided to use Rust for tundra."] {
        p.post("remember", json!({ "text": text, "store": "episodic" })).await;
    }
    let drafted = p.site.json("POST", &agent, &format!("{WS}/reflections"), &json!({})).await.is(200).json();
    assert!(drafted["waits"].as_bool().unwrap(), "{drafted}");
    let shown = p.get("reflections/pending").await;
    assert_eq!(p.get("reflections").await["pending"]["id"], shown["id"]);
    let items: Vec<u64> = shown["items"].as_array().unwrap().iter().map(|i| i["number"].as_u64().unwrap()).collect();
    assert!(!items.is_empty());
    let decision = json!({ "review": shown["review"], "items": [items[0]], "reject_rest": true });
    p.site.json("POST", &agent, &format!("{WS}/reflections/pending/approve"), &decision).await.is(403);
    p.site.json("POST", &agent, &format!("{WS}/reflections"), &json!({ "refresh": true })).await.is(403);
    let other = json!({ "review": "0123456789abcdef" });
    p.site.json("POST", &p.token, &format!("{WS}/reflections/pending/approve"), &other).await.is(409);
    let decided = p.post("reflections/pending/approve", decision).await;
    assert_eq!(decided["applied"], json!([items[0]]));
    assert_eq!(p.get("reflections/history").await.as_array().unwrap().len(), 1);
    p.site.get(&p.token, &format!("{WS}/reflections/pending")).await.is(404);
}

#[tokio::test]
async fn only_what_is_there_and_may_be_seen_is_counted_as_used() {
    let p = Person::new();
    let kept = p.post("remember", json!({ "text": "Remember that I prefer dark-mode screenshots." })).await;
    let ids: Vec<Value> = kept["entries"].as_array().unwrap().iter().map(|entry| entry["id"].clone()).collect();
    assert_eq!(p.post("used", json!({ "ids": ids })).await["noted"], ids.len());
    let before = p.get("decay").await["pending"].clone();
    let group = p.site.token(&group("dev"));
    let used = format!("{WS}/used");
    for id in [&ids[0], &"episode:2026-02-02:09:59".into(), &"core:identity:00000000".into(), &"bank:none".into()] {
        p.site.json("POST", &group, &used, &json!({ "ids": [id] })).await.is(404);
    }
    for id in
        ["episode:2026-02-02:09:59", "entity:person--nobody", "entity:person--nobody#f1", "vault:none", "procedure:x"]
    {
        // With one that is there: all or none.
        p.site.json("POST", &p.token, &used, &json!({ "ids": [ids[0], id] })).await.is(404);
    }
    assert_eq!(p.get("decay").await["pending"], before);
}

#[tokio::test]
async fn a_body_means_one_thing() {
    let p = Person::new();
    let said = |body: &'static str| {
        let request = Site::request("POST", &format!("{WS}/remember")).header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {}", p.token));
        p.site.send(request.body(Body::from(body)).unwrap())
    };
    let twice = said(r#"{"text":"I like tea","text":"I like coffee"}"#).await.is(400);
    assert!(twice.json()["error"]["message"].as_str().unwrap().contains("\"text\" is given twice"), "{}", twice.text);
    let list = said(r#"["I like tea"]"#).await.is(400);
    assert!(list.text.contains("not a list"), "{}", list.text);
    said(r#"{"text":"I like tea","tags":["food"]}"#).await.is(200);
}

#[tokio::test]
async fn what_a_person_has_remembered_is_answered_without_what_belongs_to_others() {
    let p = Person::new();
    p.post("remember", json!({ "text": "Wilhelmina Thistlewood works at Initech", "scope": "user:bob" })).await;
    let alice = p.site.token(&with_user(Caller::agent("aria"), "alice"));
    let path = format!("{WS}/remember");
    for text in ["Wilhelmina Thistlewood works at Acme", "Wilhelmina Thistlewod likes tea", "I prefer oolong tea"] {
        let said = p.site.json("POST", &alice, &path, &json!({ "text": text })).await.is(200).text;
        assert!(!said.contains("Initech") && !said.contains("thistlewood\""), "{said}");
    }
    let bob = p.site.token(&with_user(Caller::agent("aria"), "bob"));
    let found = p.site.get(&bob, &format!("{WS}/recall?query=oolong+tea+Acme&min_score=0")).await.is(200).text;
    assert!(!found.contains("oolong tea.") && !found.contains("at Acme"), "{found}");
}
