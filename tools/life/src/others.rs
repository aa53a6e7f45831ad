//! Other people: who they are, and what changes for them.

use jiff::civil::{Date, date};

use crate::grammar::{Slots, bind};
use crate::tell::{Teller, turn};
use crate::truth::EpisodeRole;
use crate::world::{Deck, Person, Tie, World, in_words};

/// Decks that are shared by everybody, so that no two have the same child or employer.
struct Decks {
    children: Deck,
    spouses: Deck,
}

/// Tells it all.
pub fn tell(teller: &mut Teller, world: &World) {
    let mut decks = Decks {
        children: Deck::of(&teller.phrases, "children", &mut teller.random),
        spouses: Deck::of(&teller.phrases, "spouses", &mut teller.random),
    };
    for (number, person) in world.people.iter().enumerate() {
        one(teller, world, person, number, &mut decks);
    }
}

fn one(teller: &mut Teller, world: &World, person: &Person, number: usize, decks: &mut Decks) {
    let year = teller.truth.from.year();
    let first = match person.tie {
        Tie::LateColleague => (6, 7),
        _ => (1, 2),
    };
    let met = teller.between(date(year, first.0, 3), date(year, first.1, 25));
    if !teller.covers(met) {
        return;
    }
    let mut slots = world.slots(met, &mut teller.random);
    slots.insert("who".into(), person.name.clone());
    let cities = Deck::of(&teller.phrases, "cities", &mut teller.random);
    introduce(teller, person, met, &slots, cities);
    let aliases = if person.surname.is_some() { vec![person.name.clone()] } else { Vec::new() };
    teller.name(&person.full(), "person", aliases);
    let later = |teller: &mut Teller| teller.between(met.tomorrow().unwrap_or(met), date(year, 9, 28).max(met));
    let birthday = date(year, (number % 12 + 1) as i8, (teller.random.below(27) + 1) as i8);
    let day = later(teller);
    teller.chain(&person.name, "pbirthday", &slots, &[turn(day, "pbirthday.first", &in_words(birthday))]);
    let day = later(teller);
    match number % 5 {
        0 => {
            let food = Deck::of(&teller.phrases, "allergies", &mut teller.random).draw();
            teller.chain(&person.name, "pallergy", &slots, &[turn(day, "pallergy.first", &food)]);
        }
        1 | 3 => {
            let hobby = Deck::of(&teller.phrases, "hobbies", &mut teller.random).draw();
            teller.chain(&person.name, "phobby", &slots, &[turn(day, "phobby.first", &hobby)]);
        }
        2 => {
            let channel = Deck::of(&teller.phrases, "channels", &mut teller.random).draw();
            teller.chain(&person.name, "papp", &slots, &[turn(day, "papp.first", &channel)]);
        }
        _ => {
            let spouse = decks.spouses.draw();
            teller.chain(&person.name, "pspouse", &slots, &[turn(day, "pspouse.first", &spouse)]);
            teller.name(&spouse, "person", Vec::new());
            teller.tie(&person.full(), "married-to", &spouse);
        }
    }
    let family = matches!(person.tie, Tie::Family("sister" | "brother")) || number % 8 == 1;
    if family {
        let born = teller.between(date(year, 3, 1), date(year, 10, 1));
        let child = decks.children.draw();
        teller.chain(&person.name, "pchild", &slots, &[turn(born, "pchild.first", &child)]);
    }
}

/// How they come into the story, with what follows from it: where they live, where they work.
fn introduce(teller: &mut Teller, person: &Person, met: Date, slots: &Slots, mut cities: Deck) {
    let mut named = slots.clone();
    named.insert("who".into(), person.full());
    let year = teller.truth.from.year();
    match person.tie {
        Tie::EarlyColleague | Tie::LateColleague => {
            let job = Deck::of(&teller.phrases, "jobs", &mut teller.random).draw();
            let employer = slots["employer"].clone();
            let fact = teller.fact(&person.name, "colleague", &job, crate::tell::terms("colleague", &job), met);
            bind(&mut named, "job", &job);
            teller.say(met, "colleague.intro", &named, EpisodeRole::States, vec![fact]);
            teller.tie(&person.full(), "works-at", &employer);
        }
        Tie::Friend | Tie::Family(_) => {
            if let Tie::Family(kin) = person.tie {
                named.insert("kin".into(), kin.to_owned());
            }
            let list = if person.tie == Tie::Friend { "friend.intro" } else { "family.intro" };
            let (first, second) = (cities.draw(), cities.draw());
            let mut turns = vec![turn(met, list, &first).with(&named)];
            if teller.random.one_in(3) {
                let moved = teller.between(date(year, 4, 1), date(year, 11, 20));
                turns.push(turn(moved, "pcity.change", &second).with(slots));
            }
            teller.chain(&person.name, "pcity", slots, &turns);
            jobs(teller, person, met, slots);
        }
        Tie::Neighbour => {
            let terms = crate::tell::terms("neighbour", "neighbour");
            let fact = teller.fact(&person.name, "neighbour", "neighbour", terms, met);
            teller.say(met, "neighbour.intro", &named, EpisodeRole::States, vec![fact]);
        }
    }
}

fn jobs(teller: &mut Teller, person: &Person, met: Date, slots: &Slots) {
    let year = teller.truth.from.year();
    let mut companies = Deck::of(&teller.phrases, "company", &mut teller.random);
    let (first, second) = (companies.draw(), companies.draw());
    let job = Deck::of(&teller.phrases, "freejobs", &mut teller.random).draw();
    let mut slots = slots.clone();
    slots.insert("job".into(), job);
    let day = teller.between(met.tomorrow().unwrap_or(met), date(year, 4, 1).max(met));
    let mut turns = vec![turn(day, "pjob.first", &first)];
    teller.name(&first, "company", Vec::new());
    teller.tie(&person.full(), "works-at", &first);
    if teller.random.one_in(3) {
        let moved = teller.between(date(year, 5, 1), date(year, 11, 20));
        turns.push(turn(moved, "pjob.change", &second));
        if teller.covers(moved) {
            teller.name(&second, "company", Vec::new());
            teller.tie(&person.full(), "works-at", &second);
        }
    }
    teller.chain(&person.name, "pjob", &slots, &turns);
}
