//! What stands between a person's line and the model: `cargo run --release -p soulfile-agent --example first_token -- DIR`.
//!
//! Makes a workspace of 10,000 entries below DIR and asks questions of a model that answers at once. Prints the time from
//! the line to the call, early and late in the session.

#![allow(clippy::print_stdout, reason = "it prints figures")]

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::ToSpan;
use jiff::tz::TimeZone;
use soulfile_agent::{Conversation, Language, ModelSession, ModelSettings, Opening, Participant};
use soulfile_engine::config::Config;
use soulfile_engine::{Embedding, Engine, FixedClock, Place, SetupRequest};
use soulfile_models::chat::{Cancel, ChatEvent, ChatModel, ChatRequest, Failed, Message, ModelAnswer, Stop, Usage};
use soulfile_vocabulary::SessionKind;

const ENTRIES: usize = 10_000;
const PER_DAY: usize = 100;
const TURNS: usize = 200;

/// Answers at once, and notes when it was asked.
struct Prompt {
    asked: Mutex<Option<Instant>>,
}

impl ChatModel for Prompt {
    fn id(&self) -> &str {
        "bench/prompt"
    }

    fn window(&self) -> usize {
        32_000
    }

    fn ask(&self, _: &ChatRequest, _: &Cancel, _: &mut dyn FnMut(ChatEvent)) -> Result<ModelAnswer, Box<Failed>> {
        if let Ok(mut asked) = self.asked.lock() {
            asked.get_or_insert_with(Instant::now);
        }
        Ok(ModelAnswer {
            message: Message::assistant("I see."),
            usage: Usage::default(),
            stop: Stop::End,
            model: "bench/prompt".to_owned(),
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let dir = PathBuf::from(std::env::args().nth(1).ok_or("name a folder to work in")?);
    let _ = std::fs::remove_dir_all(&dir);
    let episodes = dir.join("ws/memory/episodes");
    std::fs::create_dir_all(&episodes)?;
    let mut day = jiff::civil::date(2025, 10, 1);
    for first in (0..ENTRIES).step_by(PER_DAY) {
        let mut text = format!("# {day} — Episode Log\n");
        for at in first..first + PER_DAY {
            let (hour, minute) = (at % PER_DAY / 5 + 2, at % 5 * 12);
            text += &format!(
                "\n## {hour:02}:{minute:02} | fact\nCrate {at} of the {} went to pier {}.\n",
                WARES[at % 7],
                at % 40
            );
        }
        std::fs::write(episodes.join(format!("{day}.md")), text)?;
        day = day.checked_add(1.day())?;
    }
    let place = Place {
        agent: "bench".to_owned(),
        workspace: dir.join("ws"),
        state_root: dir.join("state"),
        config: Config::default(),
        config_file: None,
        machine_zone: TimeZone::UTC,
        clock: Arc::new(FixedClock::at("2026-02-02T14:30:00Z".parse()?)),
        embedding: Embedding::default(),
        beside: None,
        requester: Default::default(),
        journal: None,
    };
    let engine = Arc::new(Engine::setup(place, &SetupRequest::default())?.0);
    let who = Participant { kind: SessionKind::Main, room: None, user: None, subagent: None };
    let opening = Opening { who, id: "bench".to_owned(), lang: Language::english(), ritual: false };
    let conversation = Conversation::new(engine, opening)?;
    let settings = ModelSettings {
        sessions: dir.join("sessions"),
        usage: dir.join("usage.jsonl"),
        max_tokens: 500,
        thinking_tokens: 0,
        temperature: None,
        flush: true,
        soft_threshold_tokens: 4_000,
        prices: Default::default(),
        servers: Vec::new(),
        choose_model: None,
    };
    let model = Arc::new(Prompt { asked: Mutex::new(None) });
    let mut session = ModelSession::new(conversation, model.clone(), settings)?;
    let mut took = Vec::new();
    for turn in 0..TURNS + 5 {
        let began = Instant::now();
        session.say(&format!("Where did crate {} go?", turn * 37 % ENTRIES), &Cancel::default(), &mut |_| ());
        let asked = model.asked.lock().ok().and_then(|mut asked| asked.take()).ok_or("the model was not asked")?;
        took.push(asked - began);
    }
    // The first few read the index.
    took.drain(..5);
    println!("{ENTRIES} entries, {TURNS} questions, from the line to the call of the model:");
    for (name, part) in
        [("all", &took[..]), ("first quarter", &took[..TURNS / 4]), ("last quarter", &took[TURNS * 3 / 4..])]
    {
        println!("{name:<14} p50 {:>6.2} ms   p95 {:>6.2} ms", at(part, 50), at(part, 95));
    }
    Ok(())
}

const WARES: [&str; 7] = ["oranges", "rope", "salt", "timber", "tea", "glass", "copper"];

fn at(took: &[Duration], percent: usize) -> f64 {
    let mut sorted = took.to_vec();
    sorted.sort();
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)].as_secs_f64() * 1_000.0
}
