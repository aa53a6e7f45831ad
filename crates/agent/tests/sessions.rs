//! Conversations kept by a server: owned, in a map, used from any thread.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use jiff::tz::TimeZone;
use soulfile_agent::{Conversation, Language, Opening, Participant, Reply};
use soulfile_engine::config::Config;
use soulfile_engine::{Embedding, Engine, FixedClock, Place, SetupRequest};
use soulfile_vocabulary::SessionKind;

fn engine(dir: &Path) -> Arc<Engine> {
    let place = Place {
        agent: "aria".to_owned(),
        workspace: dir.join("ws"),
        state_root: dir.join("state"),
        config: Config::default(),
        config_file: None,
        machine_zone: TimeZone::UTC,
        clock: Arc::new(FixedClock::at("2026-02-02T14:30:00Z".parse().expect("a time"))),
        embedding: Embedding::default(),
        beside: None,
        requester: Default::default(),
        journal: soulfile_testkit::journal::journal(&dir.join("ws")),
    };
    Arc::new(Engine::setup(place, &SetupRequest::default()).expect("a workspace").0)
}

fn opening(id: &str, room: Option<&str>) -> Opening {
    let kind = if room.is_some() { SessionKind::Group } else { SessionKind::Main };
    let who = Participant { kind, room: room.map(str::to_owned), user: None, subagent: None };
    Opening { who, id: id.to_owned(), lang: Language::english(), ritual: false }
}

fn text(replies: &[Reply]) -> String {
    replies.iter().map(|reply| format!("{reply:?}\n")).collect()
}

#[test]
fn ten_conversations_live_in_a_map_and_each_keeps_its_own_state() {
    let dir = tempfile::tempdir().expect("a directory");
    let engine = engine(dir.path());
    let open: Mutex<HashMap<String, Arc<Mutex<Conversation>>>> = Mutex::default();
    std::thread::scope(|threads| {
        for number in 0..10 {
            let (engine, open) = (engine.clone(), &open);
            threads.spawn(move || {
                let id = format!("session-{number}");
                let room = format!("room{number}");
                let mut conversation = Conversation::new(engine, opening(&id, Some(&room))).expect("a conversation");
                conversation.open();
                let told =
                    text(&conversation.say(&format!("remember that our mascot is badger{number}")).collect::<Vec<_>>());
                assert!(told.contains("receipt"), "{told}");
                open.lock().unwrap().insert(id, Arc::new(Mutex::new(conversation)));
            });
        }
    });
    assert_eq!(open.lock().unwrap().len(), 10);
    // Another thread goes on with each of them, as a request to a server does.
    std::thread::scope(|threads| {
        for number in 0..10 {
            let conversation = open.lock().unwrap()[&format!("session-{number}")].clone();
            threads.spawn(move || {
                let mut conversation = conversation.lock().unwrap();
                let answer = text(&conversation.say("what is our mascot?").collect::<Vec<_>>());
                assert!(answer.contains(&format!("badger{number}")), "{answer}");
                let others = (0..10).filter(|other| *other != number);
                assert!(!others.into_iter().any(|other| answer.contains(&format!("badger{other}"))), "{answer}");
            });
        }
    });
}

#[test]
fn what_a_line_tells_is_acknowledged_before_what_it_asks_is_looked_up() {
    let dir = tempfile::tempdir().expect("a directory");
    let engine = engine(dir.path());
    let mut conversation = Conversation::new(engine.clone(), opening("one", None)).expect("a conversation");
    let line = "I'm allergic to peanuts. What am I allergic to?";
    let mut replies = conversation.say(line);
    let first = replies.next().expect("a reply");
    assert!(matches!(&first, Reply::Say { text } if text.contains("keep it in mind")), "{first:?}");
    assert!(replies.any(|reply| matches!(reply, Reply::Recalled { .. })), "the answer follows");
}

#[test]
fn a_line_takes_effect_when_nobody_reads_the_replies() {
    let dir = tempfile::tempdir().expect("a directory");
    let engine = engine(dir.path());
    let mut conversation = Conversation::new(engine.clone(), opening("one", None)).expect("a conversation");
    drop(conversation.say("remember that the gym opens at seven"));
    let found = text(&conversation.say("when does the gym open?").collect::<Vec<_>>());
    assert!(found.contains("seven"), "{found}");
}

#[test]
fn a_conversation_can_be_sent_to_another_thread() {
    fn sendable<T: Send + 'static>() {}
    sendable::<Conversation>();
}
