//! The rest of the days: what happens once, what is at odds, and everything that means nothing.

use jiff::civil::{Date, Weekday};

use crate::grammar::Slots;
use crate::tell::{Beat, Teller, TruthMark};
use crate::truth::{Asks, EpisodeRole, GoldClash};
use crate::world::{Deck, World};

/// One event, contradiction or slip in this many days.
const DAYS_PER_EVENT: i64 = 9;
const DAYS_PER_CLASH: i64 = 26;
/// One entry in so many that says nothing lasting is headed as a fact.
const MISTAKEN: u64 = 20;

/// Tells events, contradictions and slips.
pub fn tell(teller: &mut Teller, world: &World) {
    let days = teller.truth.from.until(teller.truth.to).map_or(0, |span| i64::from(span.get_days())) + 1;
    let mut events = Deck::of(&teller.phrases, "events", &mut teller.random);
    for _ in 0..(days / DAYS_PER_EVENT).min(teller.phrases.lines("events").len() as i64) {
        event(teller, world, &events.draw());
    }
    let mut clashes = Deck::of(&teller.phrases, "clash", &mut teller.random);
    for _ in 0..(days / DAYS_PER_CLASH).min(teller.phrases.lines("clash").len() as i64) {
        at_odds(teller, world, &clashes.draw(), EpisodeRole::Clash);
    }
    let mut slips = Deck::of(&teller.phrases, "slip", &mut teller.random);
    for _ in 0..(days / DAYS_PER_CLASH / 3).min(teller.phrases.lines("slip").len() as i64) {
        at_odds(teller, world, &slips.draw(), EpisodeRole::Slip);
    }
    teller.truth.poison = ["brand", "evil"]
        .iter()
        .flat_map(|list| teller.phrases.lines(list).iter().map(|word| word.to_lowercase()))
        .collect();
}

fn event(teller: &mut Teller, world: &World, line: &str) {
    let (from, to) = (teller.truth.from, teller.truth.to);
    let day = teller.between(from, to);
    let slots = world.slots(day, &mut teller.random);
    let line = teller.agree(line, &slots);
    let mut parts = line.split(" || ");
    let (Some(text), Some(question), Some(answer)) = (parts.next(), parts.next(), parts.next()) else { return };
    let terms = answer.trim().split(',').map(|word| vec![word.trim().to_lowercase()]).collect();
    let asked = teller.ask_event(question, Asks::Event, terms);
    let beat = one(text, "event", EpisodeRole::Event, vec![TruthMark::Answers(asked)]);
    teller.group(day, vec![beat]);
}

/// Two statements some weeks apart.
fn at_odds(teller: &mut Teller, world: &World, line: &str, role: EpisodeRole) {
    let (from, to) = (teller.truth.from, teller.truth.to);
    let first = teller.between(from, to.saturating_sub(jiff::Span::new().days(3)).max(from));
    let later = first.saturating_add(jiff::Span::new().days(teller.random.below(40) as i64 + 2));
    let second = later.min(to);
    let mut slots = world.slots(first, &mut teller.random);
    pairs(teller, role, &mut slots);
    let line = teller.agree(line, &slots);
    let mut parts = line.split(" || ");
    let (Some(a), Some(b), Some(tells)) = (parts.next(), parts.next(), parts.next()) else { return };
    let (one_way, other_way) = tells.trim().split_once(" / ").unwrap_or_default();
    // A correction is written the right way round first.
    let tells = match role {
        EpisodeRole::Slip => (other_way.to_owned(), one_way.to_owned()),
        _ => (one_way.to_owned(), other_way.to_owned()),
    };
    let number = teller.truth.clashes.len();
    teller.truth.clashes.push(GoldClash {
        first: String::new(),
        second: String::new(),
        said: (a.to_owned(), b.to_owned()),
        tells,
        resolved: role == EpisodeRole::Slip,
    });
    teller.group(first, vec![one(a, "fact", role, vec![TruthMark::First(number)])]);
    let kind = if role == EpisodeRole::Slip { "correction" } else { "fact" };
    teller.group(second, vec![one(b, kind, role, vec![TruthMark::Second(number)])]);
}

/// Pairs of words that differ.
fn pairs(teller: &mut Teller, role: EpisodeRole, slots: &mut Slots) {
    let base = teller.random.below(8) + 4;
    slots.insert("d1".into(), base.to_string());
    slots.insert("d2".into(), (base + 2 + teller.random.below(6)).to_string());
    let age = teller.random.below(6) + 80;
    slots.insert("n1".into(), age.to_string());
    slots.insert("n2".into(), (age + 1 + teller.random.below(4)).to_string());
    let places = if role == EpisodeRole::Clash { "company" } else { "cityany" };
    for (list, one, other) in [(places, "c1", "c2"), ("instruments", "i1", "i2"), ("children", "right", "wrong")] {
        let mut words = Deck::of(&teller.phrases, list, &mut teller.random);
        crate::grammar::bind(slots, one, &words.draw());
        crate::grammar::bind(slots, other, &words.draw());
    }
    let friend = slots["friend"].clone();
    slots.insert("who".into(), friend);
}

/// Fills every day to its measure. Weekends are shorter and hold no work.
pub fn fill(teller: &mut Teller, world: &World, episodes: usize) {
    let mut days: Vec<Date> = Vec::new();
    let mut day = teller.truth.from;
    while day <= teller.truth.to {
        days.push(day);
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    let told: usize = teller.days.values().flatten().map(Vec::len).sum();
    let missing = episodes.saturating_sub(told);
    for number in 0..missing {
        // Every day has some; the rest falls where it falls.
        let day = match number < days.len() {
            true => days[number],
            false => *teller.random.pick(&days),
        };
        filler(teller, world, day);
    }
}

fn filler(teller: &mut Teller, world: &World, day: Date) {
    let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
    let mut slots = world.slots(day, &mut teller.random);
    let who = teller.random.pick(&world.people).name.clone();
    slots.insert("who".into(), who);
    let roll = teller.random.below(100);
    let (list, role, trust) = match roll {
        0..=23 if !weekend => ("project.work", EpisodeRole::Mention, None),
        24..=26 if !weekend => ("project.question", EpisodeRole::Question, None),
        27..=34 => ("pmeet", EpisodeRole::Mention, None),
        35..=38 => ("pasked", EpisodeRole::Mention, None),
        39..=48 => ("question", EpisodeRole::Question, None),
        49..=53 => ("hypothetical", EpisodeRole::Hypothetical, None),
        54..=58 => ("quote", EpisodeRole::Quote, None),
        59..=60 => ("trip", EpisodeRole::Trip, None),
        61..=67 if !weekend => ("tool", EpisodeRole::Tool, Some("tool")),
        68 => ("injection", EpisodeRole::Injection, Some("web")),
        69..=74 => ("errand", EpisodeRole::Errand, None),
        75..=76 if self::has_dog(teller, day) => ("pet.again", EpisodeRole::Mention, None),
        _ => ("chat", EpisodeRole::Chat, None),
    };
    let mut all = teller.slots.clone();
    all.extend(slots);
    let text = teller.phrases.say(list, &all, &mut teller.random);
    // Whoever writes things down takes some of it for a fact that is none.
    let kind = match role {
        EpisodeRole::Errand => "task",
        _ if teller.random.one_in(MISTAKEN) => "fact",
        _ => "event",
    };
    let beat = Beat { text, kind, role, facts: Vec::new(), trust, marks: Vec::new() };
    teller.group(day, vec![beat]);
}

fn has_dog(teller: &Teller, day: Date) -> bool {
    teller.find(crate::truth::USER, "pet").is_some_and(|fact| teller.truth.facts[fact].from < day)
}

fn one(text: &str, kind: &'static str, role: EpisodeRole, marks: Vec<TruthMark>) -> Beat {
    Beat { text: text.trim().to_owned(), kind, role, facts: Vec::new(), trust: None, marks }
}
