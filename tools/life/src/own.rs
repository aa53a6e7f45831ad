//! The person's own year: home, work, partner, car, table, habits, and how they want to be answered.

use jiff::civil::{Date, date};

use crate::grammar::{Slots, bind};
use crate::tell::{Teller, ends, turn};
use crate::truth::{EpisodeRole, GoldRelation, USER};
use crate::world::{Deck, World, in_words, plain};

/// Tells it all.
pub fn tell(teller: &mut Teller, world: &World) {
    let year = teller.truth.from.year();
    home(teller, world, year);
    work(teller, world, year);
    partner(teller, world, year);
    things(teller, world, year);
    habits(teller, year);
    wishes(teller, year);
}

fn draw(teller: &mut Teller, list: &str) -> Deck {
    Deck::of(&teller.phrases, list, &mut teller.random)
}

fn without(slots: &Slots, name: &str) -> Slots {
    let mut slots = slots.clone();
    slots.remove(name);
    slots
}

/// A day in the first weeks of a month.
fn early(teller: &mut Teller, year: i16, month: i8) -> Date {
    date(year, month, (teller.random.below(20) + 2) as i8)
}

fn home(teller: &mut Teller, world: &World, year: i16) {
    let mut cities = draw(teller, "cities");
    let mut streets = draw(teller, "street");
    let (first, second) = (cities.draw(), cities.draw());
    let mut slots = world.slots(teller.truth.from, &mut teller.random);
    bind(&mut slots, "street", &streets.draw());
    let start = early(teller, year, 1);
    for month in [2, 3, 3] {
        let day = early(teller, year, month);
        let mut plan = slots.clone();
        bind(&mut plan, "city", &first);
        bind(&mut plan, "newcity", &second);
        teller.say(day, "city.plan", &plan, EpisodeRole::Plan, Vec::new());
    }
    let decided = early(teller, year, 4);
    let mut plan = slots.clone();
    bind(&mut plan, "city", &first);
    bind(&mut plan, "newcity", &second);
    bind(&mut plan, "month", "May=五月");
    plan.insert("date".into(), in_words(world.move_day));
    teller.say(decided, "city.decided", &plan, EpisodeRole::Plan, Vec::new());
    teller.chain(
        USER,
        "city",
        &slots,
        &[turn(start, "city.first", &first), turn(world.move_day, "city.change", &second)],
    );
    let old = (teller.random.below(6) * 50 + 800).to_string();
    let new = (teller.random.below(6) * 50 + 1200).to_string();
    let told = early(teller, year, 1);
    let moved = teller.between(world.move_day, date(year, 5, 30));
    teller.chain(USER, "rent", &slots, &[turn(told, "rent.first", &old), turn(moved, "rent.change", &new)]);
    for (aspect, list, month) in [("gym", "gyms", 1), ("bank", "banks", 2), ("internet", "providers", 2)] {
        let mut words = draw(teller, list);
        let (a, b) = (words.draw(), words.draw());
        let (told, changed) = (early(teller, year, month), early(teller, year, 6));
        let turns = [turn(told, &format!("{aspect}.first"), &a), turn(changed, &format!("{aspect}.change"), &b)];
        teller.chain(USER, aspect, &slots, &turns);
    }
    let mut doctors = draw(teller, "surname");
    let (told, changed) = (early(teller, year, 1), early(teller, year, 7));
    let (a, b) = (doctors.draw(), doctors.draw());
    teller.chain(USER, "dentist", &slots, &[turn(told, "dentist.first", &a), turn(changed, "dentist.change", &b)]);
}

fn work(teller: &mut Teller, world: &World, year: i16) {
    let slots = world.slots(teller.truth.from, &mut teller.random);
    let mut roles = draw(teller, "roles");
    let mut seniors = draw(teller, "seniors");
    let (first, second, third) = (roles.draw(), roles.draw(), seniors.draw());
    let start = early(teller, year, 1);
    let mut told = slots.clone();
    bind(&mut told, "role", &first);
    told.insert("newemployer".into(), world.employers[1].clone());
    told.insert("manager".into(), world.managers[0].clone());
    told.insert("employer".into(), world.employers[0].clone());
    for month in [3, 4] {
        let day = early(teller, year, month);
        teller.say(day, "employer.plan", &told, EpisodeRole::Plan, Vec::new());
    }
    told.insert("date".into(), in_words(world.new_job));
    told.insert("lastday".into(), in_words(date(year, 5, 23)));
    let signed = early(teller, year, 4);
    teller.say(signed, "employer.decided", &told, EpisodeRole::Plan, Vec::new());
    // What names the employer mostly names the role too.
    let promoted = date(year, 11, 3);
    let mut later = slots.clone();
    bind(&mut later, "role", &second);
    later.insert("manager".into(), world.managers[1].clone());
    later.insert("date".into(), in_words(promoted));
    let jobs = teller.chain(
        USER,
        "employer",
        &without(&slots, "employer"),
        &[
            turn(start, "employer.first", &world.employers[0]).with(&told),
            turn(world.new_job, "employer.change", &world.employers[1]).with(&later),
        ],
    );
    let mut titled = without(&later, "role");
    titled.insert("employer".into(), world.employers[1].clone());
    let turns = [turn(start, "", &first), turn(world.new_job, "", &second), turn(promoted, "role.change", &third)];
    let roles = teller.chain(USER, "role", &titled, &turns);
    for (job, role) in jobs.into_iter().zip(roles) {
        teller.also_says(job, role);
    }
    let (told_manager, later) = (early(teller, year, 1), date(year, 6, 4));
    let swap = early(teller, year, 10);
    let boss = without(&slots, "manager");
    teller.chain(
        USER,
        "manager",
        &boss,
        &[
            turn(told_manager, "manager.first", &world.managers[0]),
            turn(later, "manager.first", &world.managers[1]),
            turn(swap, "manager.change", &world.managers[2]),
        ],
    );
    let mut systems = draw(teller, "systems");
    let (a, b) = (systems.draw(), systems.draw());
    let told = early(teller, year, 2);
    teller.chain(USER, "os", &slots, &[turn(told, "os.first", &a), turn(date(year, 6, 5), "os.change", &b)]);
    let told = early(teller, year, 1);
    let (home, later) = (early(teller, year, 2), date(year, 6, 11));
    let hours = [turn(told, "hours.first", "10:00"), turn(date(year, 6, 9), "hours.change", "9:00")];
    teller.chain(USER, "hours", &slots, &hours);
    let days = [
        turn(home, "wfh.first", "Mondays and Fridays").known_by(&[&["monday"], &["friday"]]),
        turn(later, "wfh.change", "Tuesdays and Thursdays").known_by(&[&["tuesday"], &["thursday"]]),
    ];
    teller.chain(USER, "wfh", &slots, &days);
    for (number, employer) in world.employers.iter().enumerate() {
        if number == 0 || teller.covers(world.new_job) {
            teller.name(employer, "company", Vec::new());
        }
    }
}

fn partner(teller: &mut Teller, world: &World, year: i16) {
    let slots = world.slots(teller.truth.from, &mut teller.random);
    let bare = without(&slots, "partner");
    let told = early(teller, year, 1);
    teller.chain(USER, "partner", &bare, &[turn(told, "partner.first", &world.partner)]);
    teller.name(&world.partner, "person", Vec::new());
    let mut jobs = draw(teller, "partnerjobs");
    let told = early(teller, year, 1);
    teller.chain(&world.partner, "partnerjob", &slots, &[turn(told, "partnerjob.first", &jobs.draw())]);
    let plan = draw(teller, "plans").draw();
    let key = plan.rsplit(' ').next().unwrap_or(&plan).to_lowercase();
    let key: &[&str] = &[&key];
    let (applied, accepted, changed) = (early(teller, year, 2), early(teller, year, 5), early(teller, year, 8));
    teller.chain(
        &world.partner,
        "partnerplan",
        &slots,
        &[
            turn(applied, "partnerplan.first", &plan).known_by(&[key, &["apply", "applied", "application", "wants"]]),
            turn(accepted, "partnerplan.accepted", &plan).known_by(&[key, &["september"]]),
            turn(changed, "partnerplan.change", &plan).known_by(&[key, &["next year", "defer", "postpone", "a year"]]),
        ],
    );
}

fn things(teller: &mut Teller, world: &World, year: i16) {
    let slots = world.slots(teller.truth.from, &mut teller.random);
    let mut cars = draw(teller, "cars");
    let (a, b) = (cars.draw(), cars.draw());
    let (told, sold, bought) = (early(teller, year, 1), early(teller, year, 7), early(teller, year, 10));
    teller.chain(
        USER,
        "car",
        &slots,
        &[turn(told, "car.first", &a), ends(sold, "car.sold"), turn(bought, "car.change", &b)],
    );
    for (aspect, list, first, change) in [("editor", "editors", 1, 8), ("phone", "phones", 3, 9)] {
        let mut words = draw(teller, list);
        let (a, b) = (words.draw(), words.draw());
        let (told, changed) = (early(teller, year, first), early(teller, year, change));
        let turns = [turn(told, &format!("{aspect}.first"), &a), turn(changed, &format!("{aspect}.change"), &b)];
        teller.chain(USER, aspect, &slots, &turns);
    }
    let adopted = date(year, 6, 21);
    let (pet, breed) = (draw(teller, "pets").draw(), draw(teller, "breeds").draw());
    let mut dog = slots.clone();
    dog.insert("breed".into(), breed);
    teller.chain(USER, "pet", &dog, &[turn(adopted, "pet.first", &pet)]);
    teller.slots.insert("pet".into(), pet.clone());
    let told = teller.between(date(year, 6, 24), date(year, 7, 10));
    let mut doctors = draw(teller, "surname");
    dog.insert("pet".into(), pet);
    teller.chain(USER, "vet", &dog, &[turn(told, "vet.first", &doctors.draw())]);
    let (streaming, told, over) = (draw(teller, "streamings").draw(), early(teller, year, 1), early(teller, year, 9));
    teller.chain(
        USER,
        "streaming",
        &slots,
        &[turn(told, "streaming.first", &streaming), ends(over, "streaming.ended")],
    );
    let told = early(teller, year, 2);
    let turns = [turn(told, "passport.first", &format!("March {}", year + 2))];
    teller.chain(USER, "passport", &slots, &turns);
}

fn habits(teller: &mut Teller, year: i16) {
    let slots = Slots::new();
    let (all, none, fish) = (early(teller, year, 1), early(teller, year, 3), early(teller, year, 9));
    teller.chain(
        USER,
        "diet",
        &slots,
        &[
            turn(all, "diet.first", "everything").known_by(&[&["everything", "not picky", "no dietary"]]),
            turn(none, "diet.vegetarian", "vegetarian").known_by(&[&["vegetarian", "veggie", "吃素", "no meat"]]),
            turn(fish, "diet.pescatarian", "pescatarian").known_by(&[&["pescatarian", "fish again"]]),
        ],
    );
    let mut allergies = draw(teller, "allergies");
    let (a, b) = (allergies.draw(), allergies.draw());
    let (told, later) = (early(teller, year, 1), early(teller, year, 7));
    teller.chain(USER, "allergy", &slots, &[turn(told, "allergy.first", &a)]);
    teller.chain(USER, "allergy2", &slots, &[turn(later, "allergy2.first", &b)]);
    for (aspect, list, month) in [
        ("birthday", "", 1),
        ("blood", "bloods", 3),
        ("shoe", "", 2),
        ("instrument", "instruments", 1),
        ("style.food", "favfoods", 2),
        ("style.dislikes", "dislikes", 3),
    ] {
        let value = match aspect {
            "birthday" => in_words(date(year, 9, (teller.random.below(27) + 1) as i8)),
            "shoe" => (teller.random.below(8) + 38).to_string(),
            _ => plain(&draw(teller, list).draw()),
        };
        let told = early(teller, year, month);
        let list = if aspect.starts_with("style") { aspect.to_owned() } else { format!("{aspect}.first") };
        teller.chain(USER, aspect, &slots, &[turn(told, &list, &value)]);
    }
    let tongue = draw(teller, "tongues").draw();
    let (began, passed, again) = (early(teller, year, 4), early(teller, year, 8), early(teller, year, 11));
    teller.chain(USER, "learning", &slots, &[turn(began, "learning.first", &tongue)]);
    let mut exam = slots.clone();
    bind(&mut exam, "tongue", &tongue);
    teller.chain(USER, "level", &exam, &[turn(passed, "level.first", "A1"), turn(again, "level.change", "A2")]);
    let race = draw(teller, "races").draw();
    let (signed, ran) = (early(teller, year, 7), date(year, 10, 12));
    let mut run = slots.clone();
    run.insert("date".into(), in_words(ran));
    run.insert("finish".into(), format!("1:5{}", teller.random.below(9)));
    teller.chain(USER, "running", &run, &[turn(signed, "running.first", &race), ends(ran, "running.ended")]);
    let (hurt, healed) = (early(teller, year, 4), early(teller, year, 6));
    let knee = turn(hurt, "injury.first", "knee").known_by(&[&["knee"]]);
    teller.chain(USER, "injury", &slots, &[knee, ends(healed, "injury.ended")]);
    let (coffee, tea) = (draw(teller, "coffees").draw(), draw(teller, "teas").draw());
    let (told, quit) = (early(teller, year, 1), early(teller, year, 11));
    teller.chain(USER, "coffee", &slots, &[turn(told, "coffee.first", &coffee), turn(quit, "coffee.change", &tea)]);
    let (joined, left) = (early(teller, year, 9), early(teller, year, 12));
    let choir = draw(teller, "choirs").draw();
    teller.chain(USER, "choir", &slots, &[turn(joined, "choir.first", &choir), ends(left, "choir.ended")]);
}

/// How the person wants to be answered and treated; most of it said more than once.
fn wishes(teller: &mut Teller, year: i16) {
    let slots = Slots::new();
    let plain: [(&str, &str, &[&[&str]]); 8] = [
        ("short", "short answers", &[&["short", "brief", "简短", "preamble"]]),
        ("metric", "metric units", &[&["metric", "kilomet", "celsius"]]),
        ("clock", "24-hour times", &[&["24-hour", "24 hour", "am/pm", "a.m."]]),
        ("spelling", "British spelling", &[&["british"]]),
        ("sources", "sources linked", &[&["source"]]),
        ("options", "options first", &[&["option"]]),
        ("nocalls", "writing, not calls", &[&["call"], &["hate", "stand", "never", "prefer", "email", "writing"]]),
        ("aisle", "aisle seats", &[&["aisle"]]),
    ];
    for (name, value, groups) in plain {
        let month = (teller.random.below(6) + 1) as i8;
        let told = early(teller, year, month);
        let aspect = format!("style.{name}");
        teller.chain(USER, &aspect, &slots, &[turn(told, &aspect, value).known_by(groups)]);
    }
    let (dark, window) = (early(teller, year, 2), early(teller, year, 5));
    teller.chain(USER, "style.dark", &slots, &[turn(dark, "style.dark", "dark mode").known_by(&[&["dark"]])]);
    teller.chain(USER, "style.window", &slots, &[turn(window, "style.window", "18:30")]);
    let (likes, stops) = (early(teller, year, 2), early(teller, year, 8));
    teller.chain(
        USER,
        "style.bullets",
        &slots,
        &[
            turn(likes, "style.bullets", "bullet points")
                .known_by(&[&["bullet"], &["give", "like", "please", "best", "prefer"]]),
            turn(stops, "style.nobullets", "no bullet points")
                .known_by(&[&["bullet", "prose", "paragraph"], &["no more", "stop", "prose", "paragraph", "plain"]]),
        ],
    );
}

impl Teller {
    /// Where the words of one fact also name another, they say both.
    pub fn also_says(&mut self, said: usize, fact: usize) {
        let value = self.truth.facts[fact].terms[0].clone();
        for beat in self.days.values_mut().flatten().flatten().filter(|beat| beat.facts.contains(&said)) {
            let lower = beat.text.to_lowercase();
            if value.iter().any(|word| lower.contains(word)) {
                beat.facts.push(fact);
            }
        }
    }

    /// The latest fact of a subject's aspect.
    pub fn find(&self, subject: &str, aspect: &str) -> Option<usize> {
        self.truth.facts.iter().rposition(|f| f.subject == subject && f.aspect == aspect)
    }

    /// Writes down that a thing of this name exists.
    pub fn name(&mut self, name: &str, kind: &str, aliases: Vec<String>) {
        if !self.truth.entities.iter().any(|entity| entity.name == name) {
            let entity = crate::truth::GoldEntity { name: name.to_owned(), kind: kind.to_owned(), aliases };
            self.truth.entities.push(entity);
        }
    }

    /// Writes down that two things belong together.
    pub fn tie(&mut self, from: &str, relation: &str, to: &str) {
        let tie = GoldRelation { from: from.to_owned(), relation: relation.to_owned(), to: to.to_owned() };
        if !self.truth.relations.contains(&tie) {
            self.truth.relations.push(tie);
        }
    }
}
