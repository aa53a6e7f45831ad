//! Projects that begin, change their minds and end, and workflows that are done the same way each time.

use jiff::civil::{Date, Weekday, date};

use crate::grammar::{Slots, bind};
use crate::tell::{Beat, Teller, TruthMark, ends, turn};
use crate::truth::{Asks, EpisodeRole, GoldProcedure};
use crate::world::{Deck, Project, Tie, World, in_words};

/// Tells it all.
pub fn tell(teller: &mut Teller, world: &World) {
    for project in &world.projects {
        one(teller, world, project);
    }
    workflows(teller, world);
}

fn one(teller: &mut Teller, world: &World, project: &Project) {
    let from = project.from;
    if !teller.covers(from) {
        return;
    }
    let last = project.to.unwrap_or(teller.truth.to).min(teller.truth.to);
    let mut slots = world.slots(from, &mut teller.random);
    slots.insert("project".into(), project.name.clone());
    slots.insert("lead".into(), project.lead.clone());
    bind(&mut slots, "about", &project.about);
    teller.name(&project.name, "project", Vec::new());
    let end = date(from.year(), 12, 15).min(last.saturating_add(jiff::Span::new().days(5)));
    let deadline = in_words(end);
    let mut start = slots.clone();
    start.insert("deadline".into(), deadline.clone());
    let begun = turn(from, "project.start", &project.about).with(&start);
    let about = crate::grammar::forms(&project.about).0.rsplit(' ').next().unwrap_or("").to_lowercase();
    let name = project.name.to_lowercase();
    let zh = crate::grammar::forms(&project.about).1;
    let begun = begun.known_by(&[&[&name], &[&about, zh]]);
    let mut turns = vec![begun];
    if let Some(to) = project.to {
        turns.push(ends(to, if project.cancelled { "project.cancelled" } else { "project.end" }));
    }
    teller.chain(&project.name, "about", &slots, &turns);
    let span = |teller: &mut Teller| teller.between(from, last);
    let day = span(teller);
    let mut led = slots.clone();
    led.remove("lead");
    let mut turns = vec![turn(day, "lead.first", &project.lead)];
    if teller.random.one_in(3) {
        let tie = world.people.iter().find(|p| p.name == project.lead).map_or(Tie::EarlyColleague, |p| p.tie);
        let others = world.tied(|t| t == tie);
        let next = teller.random.pick(&others).name.clone();
        let change = span(teller);
        if next != project.lead && change > day {
            turns.push(turn(change, "lead.change", &next));
        }
    }
    teller.chain(&project.name, "lead", &led, &turns);
    teller.tie(&project.lead, "leads", &project.name);
    let day = span(teller);
    let mut turns = vec![turn(day, "deadline.first", &deadline)];
    let slip = span(teller);
    if slip > day && teller.random.one_in(2) {
        turns.push(turn(slip, "deadline.change", &in_words(end.saturating_add(jiff::Span::new().days(16)))));
    }
    teller.chain(&project.name, "deadline", &slots, &turns);
    for (aspect, list, odds) in [("database", "databases", 3), ("hosting", "hostings", 4), ("stack", "stacks", 0)] {
        let mut words = Deck::of(&teller.phrases, list, &mut teller.random);
        let (a, b) = (words.draw(), words.draw());
        let (day, change) = (span(teller), span(teller));
        let mut turns = vec![turn(day, &format!("{aspect}.first"), &a)];
        if odds > 0 && change > day && teller.random.one_in(odds) {
            turns.push(turn(change, &format!("{aspect}.change"), &b));
        }
        teller.chain(&project.name, aspect, &slots, &turns);
        teller.tie(&project.name, "uses", &a);
    }
    let day = span(teller);
    let channel = format!("#{}", project.name.to_lowercase());
    let channel = turn(day, "channel.first", &channel).known_by(&[&[&channel]]);
    teller.chain(&project.name, "channel", &slots, &[channel]);
}

/// The workflows: name, steps with the words each is known by.
const WORKFLOWS: [(&str, &[&[&str]]); 4] = [
    ("deploy", &[&["test"], &["uncommitted", "clean"], &["tag"], &["staging"], &["production"], &["#deployments"]]),
    ("review", &[&["inbox"], &["calendar"], &["board"], &["priorities"], &["archive"]]),
    ("expenses", &[&["receipt"], &["scan"], &["finance tool"], &["approv"]]),
    ("bread", &[&["starter"], &["dough", "mix"], &["fold"], &["fridge"], &["pot"]]),
];

fn workflows(teller: &mut Teller, world: &World) {
    for (number, (name, steps)) in WORKFLOWS.into_iter().enumerate() {
        let owned = |group: &&[&str]| group.iter().map(|word| (*word).to_owned()).collect();
        let steps: Vec<Vec<String>> = steps.iter().map(owned).collect();
        let question = teller.question(name);
        let asked = teller.ask_event(&question, Asks::How, steps.iter().take(2).cloned().collect());
        teller.truth.procedures.push(GoldProcedure {
            name: name.to_owned(),
            steps: steps.clone(),
            done_in: Vec::new(),
        });
        let mut day = teller.truth.from;
        while day <= teller.truth.to {
            if due(name, day) && !(name == "deploy" && teller.random.one_in(3)) {
                run(teller, world, name, steps.len(), day, &[TruthMark::Done(number), TruthMark::Answers(asked)]);
            }
            let Ok(next) = day.tomorrow() else { break };
            day = next;
        }
    }
}

fn due(name: &str, day: Date) -> bool {
    match name {
        "deploy" => matches!(day.weekday(), Weekday::Tuesday),
        "review" => day.weekday() == Weekday::Friday,
        "expenses" => day.day() == 28,
        _ => day.weekday() == Weekday::Saturday && day.day() <= 14,
    }
}

/// One run: told in one go, or step by step as it is done. Now and then a step is not mentioned.
fn run(teller: &mut Teller, world: &World, name: &str, steps: usize, day: Date, marks: &[TruthMark]) {
    let mut slots: Slots = world.slots(day, &mut teller.random);
    bind(&mut slots, "month", &day.strftime("%B").to_string());
    let mut said = vec![teller.phrases.say(&format!("{name}.open"), &slots, &mut teller.random)];
    for step in 1..=steps {
        if step == 1 || !teller.random.one_in(12) {
            said.push(teller.phrases.say(&format!("{name}.{step}"), &slots, &mut teller.random));
        }
    }
    let beat = |text: String| Beat {
        text,
        kind: "event",
        role: EpisodeRole::Step,
        facts: Vec::new(),
        trust: None,
        marks: marks.to_vec(),
    };
    let beats = match teller.random.below(10) {
        0..=5 => vec![beat(said.join(" "))],
        6..=7 => vec![beat(said.join("\n"))],
        _ => said.into_iter().map(beat).collect(),
    };
    teller.group(day, beats);
}
