//! Who may decide, and what a message in the main session does.

use soulfile_reflect::Selection;
use soulfile_vocabulary::layout::{
    EVOLUTION, PENDING_REFLECTION, PENDING_REFLECTION_DATA, REFLECTION_LOG, REFLECTION_STATE,
};
use soulfile_workspace::{Action, Actor, Approval, Change as FileChange, Mutation, WorkspacePath};

use super::*;
use crate::index::lock;
use crate::open::Place;

fn engine(dir: &std::path::Path) -> Engine {
    let engine = Engine::init(Place::for_test(dir)).unwrap();
    let text =
        "# 2026-02-01 — Episode Log\n\n## 09:00 | fact\nAna works at Initech.\n\n## 10:00 | fact\nBen lives in Graz.\n";
    write(&engine, Actor::Manual, Approval::None, "memory/episodes/2026-02-01.md", text).unwrap();
    engine
}

fn write(
    engine: &Engine,
    actor: Actor,
    approval: Approval,
    path: &str,
    text: &str,
) -> std::result::Result<soulfile_workspace::Receipt, soulfile_workspace::Error> {
    let change =
        FileChange::Write { path: WorkspacePath::parse(path).unwrap(), bytes: text.as_bytes().to_vec(), base: None };
    engine.workspace.apply(Mutation::new(Action::Edit, actor, "test", vec![change]).approval(approval))
}

fn knows(engine: &Engine, entity: &str) -> bool {
    let path = format!("memory/graph/entities/{entity}.md");
    engine.read_text(&path).unwrap().is_some()
}

#[test]
fn an_agent_decides_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path()).deciding(crate::Decider::Person);
    engine.reflect(&DraftRequest::default()).unwrap();
    let approve = ApproveRequest { by: By::Agent, ..ApproveRequest::default() };
    assert_eq!(engine.reflect_approve(&approve).unwrap_err().kind(), soulfile_api::ErrorKind::Denied);
    let reject = RejectRequest { by: By::Agent, ..RejectRequest::default() };
    assert_eq!(engine.reflect_reject(&reject).unwrap_err().kind(), soulfile_api::ErrorKind::Denied);
    for said in ["approve", "reject", "partial approve 1"] {
        assert!(engine.reflect_reply(said, By::Agent, None).is_err(), "{said}");
    }
    assert!(!knows(&engine, "person--ana"));
    assert!(engine.reflection().unwrap().is_some(), "it still waits");
}

#[test]
fn no_agent_writes_the_files_of_a_reflection() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path());
    engine.reflect(&DraftRequest::default()).unwrap();
    for actor in [
        Actor::Bot("main".into()),
        Actor::Skill("x".into()),
        Actor::Subagent("y".into()),
        Actor::Reflection("r-001".into()),
    ] {
        for path in [PENDING_REFLECTION, PENDING_REFLECTION_DATA, REFLECTION_STATE, REFLECTION_LOG, EVOLUTION] {
            for approval in [Approval::Auto, Approval::Pending] {
                assert!(write(&engine, actor.clone(), approval, path, "approved").is_err(), "{actor} {path}");
            }
        }
    }
}

#[test]
fn a_persons_message_decides() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path()).deciding(crate::Decider::Person);
    assert!(engine.reflect_reply("approve", By::Person, None).unwrap().is_none(), "nothing waits");
    let view = engine.reflect(&DraftRequest::default()).unwrap();
    for said in ["I approve of your taste", "approve the budget", "should I approve 1?"] {
        assert!(engine.reflect_reply(said, By::Person, None).unwrap().is_none(), "{said}");
    }
    let ana = view.items.iter().find(|item| item.text.contains("Ana works")).unwrap().number;
    let said = format!("partial approve {ana}");
    let Some(Replied::Decided(decided)) = engine.reflect_reply(&said, By::Person, Some("s-1")).unwrap() else {
        panic!("not understood")
    };
    assert_eq!(decided.applied, [ana]);
    assert!(knows(&engine, "person--ana") && !knows(&engine, "person--ben"));
    let Some(Replied::Show(_)) = engine.reflect_reply("show me the reflection", By::Person, None).unwrap() else {
        panic!("not shown")
    };
    engine.reflect_reply("reject: not now", By::Person, None).unwrap().unwrap();
    assert!(engine.reflection().unwrap().is_none());
    let history = engine.reflect_history().unwrap();
    assert_eq!(history.len(), 1);
    assert!(history[0].decided[1].contains("not now"), "{history:?}");
}

#[test]
fn items_that_do_not_exist_are_an_error_and_nothing_is_applied() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path()).deciding(crate::Decider::Person);
    engine.reflect(&DraftRequest::default()).unwrap();
    let items = Selection::parse("1, 99").unwrap();
    let request = ApproveRequest { items, ..ApproveRequest::default() };
    assert_eq!(engine.reflect_approve(&request).unwrap_err().kind(), soulfile_api::ErrorKind::NotFound);
    assert!(!knows(&engine, "person--ana"));
    let engines =
        engine.reflect(&DraftRequest { engine: Some("oracle".into()), refresh: true, ..DraftRequest::default() });
    assert_eq!(engines.unwrap_err().kind(), soulfile_api::ErrorKind::Invalid);
}

#[test]
fn a_session_end_drafts_once_and_applies_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path());
    assert!(engine.reflect_if_due(false).unwrap().is_none(), "two episodes are below the threshold");
    assert!(engine.reflect_if_due(true).unwrap().is_some_and(|view| view.waits));
    assert!(engine.reflect_if_due(true).unwrap().is_none(), "one waits already");
    assert!(!knows(&engine, "person--ana"));
}

#[test]
fn the_notice_is_kept_until_something_it_follows_from_changes() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path()).deciding(crate::Decider::Person);
    let told = || engine.reflection_notice().unwrap().map(|notice| notice.text);
    let is_kept = || lock(&engine.last_notice).is_some();
    assert_eq!((told(), is_kept()), (None, true));
    let items = engine.reflect(&DraftRequest::default()).unwrap().items.len();
    let waits = told().unwrap();
    assert!(waits.contains(&format!("waits with {}", counted(items))) && is_kept(), "{waits}");
    assert_eq!(told().as_deref(), Some(waits.as_str()));
    // By hand, in place.
    let log = engine.workspace.path().join("memory/episodes/2026-02-01.md");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replace("Ana works at Initech", "Ana left Initech for good")).unwrap();
    let stale = told().unwrap();
    assert!(stale.contains("no longer apply"), "{stale}");
    std::fs::write(&log, text + "\n").unwrap();
    assert_eq!(told().as_deref(), Some(waits.as_str()));
    engine.reflect_reject(&RejectRequest { by: By::Person, ..RejectRequest::default() }).unwrap();
    assert_eq!(told(), None);
}
