//! Who is who: the cast of a life, drawn once from the lists.

use jiff::civil::{Date, date};
use soulfile_testkit::random::Random;

use crate::grammar::{PhraseLists, Slots, bind, forms};

/// Somebody else.
#[derive(Debug, Clone)]
pub struct Person {
    /// What everybody says.
    pub name: String,
    /// The family name, when it is ever said.
    pub surname: Option<String>,
    /// How they belong to the person.
    pub tie: Tie,
}

/// How somebody belongs to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Works at the first company.
    EarlyColleague,
    /// Works at the second.
    LateColleague,
    /// A friend.
    Friend,
    /// Family, with the word for it.
    Family(&'static str),
    /// Lives next door.
    Neighbour,
}

/// Something that is worked on for a while.
#[derive(Debug, Clone)]
pub struct Project {
    pub name: String,
    pub about: String,
    /// When it begins.
    pub from: Date,
    /// When it ends, if it does.
    pub to: Option<Date>,
    /// Whether it was stopped rather than finished.
    pub cancelled: bool,
    /// Who leads it.
    pub lead: String,
}

/// Words of a list in an order of their own, each given once.
#[derive(Debug)]
pub struct Deck(Vec<String>);

impl Deck {
    /// The words of a list, shuffled.
    pub fn of(phrases: &PhraseLists, list: &str, random: &mut Random) -> Self {
        let mut words: Vec<String> = phrases.lines(list).iter().map(|line| (*line).to_owned()).collect();
        random.shuffle(&mut words);
        Self(words)
    }

    /// The next word, with its Chinese form.
    pub fn draw(&mut self) -> String {
        self.0.pop().expect("the lists are longer than the cast")
    }
}

/// The cast.
#[derive(Debug)]
pub struct World {
    /// The person's name.
    pub user: String,
    /// Their partner's.
    pub partner: String,
    /// Everybody else.
    pub people: Vec<Person>,
    /// Managers, in order.
    pub managers: Vec<String>,
    /// Everything worked on.
    pub projects: Vec<Project>,
    /// Employers, in order.
    pub employers: Vec<String>,
    /// When the second job begins.
    pub new_job: Date,
    /// When the home changes.
    pub move_day: Date,
}

impl World {
    /// Draws a cast for a year that begins with `year`-01-01.
    pub fn draw(phrases: &PhraseLists, random: &mut Random, year: i16) -> Self {
        let mut names = Deck::of(phrases, "names", random);
        let mut surnames = Deck::of(phrases, "surnames", random);
        let mut companies = Deck::of(phrases, "companies", random);
        let user = format!("{} {}", names.draw(), surnames.draw());
        let partner = names.draw();
        let ties = [
            Tie::EarlyColleague,
            Tie::EarlyColleague,
            Tie::EarlyColleague,
            Tie::EarlyColleague,
            Tie::LateColleague,
            Tie::LateColleague,
            Tie::LateColleague,
            Tie::LateColleague,
            Tie::Friend,
            Tie::Friend,
            Tie::Friend,
            Tie::Friend,
            Tie::Friend,
            Tie::Family("sister"),
            Tie::Family("brother"),
            Tie::Family("mother"),
            Tie::Neighbour,
        ];
        let people: Vec<Person> = ties
            .into_iter()
            .map(|tie| Person { name: names.draw(), surname: random.one_in(3).then(|| surnames.draw()), tie })
            .collect();
        let managers = vec![names.draw(), names.draw(), names.draw()];
        let day = |random: &mut Random, month: i8, low: u64| date(year, month, (random.below(8) + low) as i8);
        let new_job = date(year, 6, 2);
        let early: Vec<&Person> = people.iter().filter(|p| p.tie == Tie::EarlyColleague).collect();
        let late: Vec<&Person> = people.iter().filter(|p| p.tie == Tie::LateColleague).collect();
        let mut titles = Deck::of(phrases, "projectnames", random);
        let mut abouts = Deck::of(phrases, "abouts", random);
        let plan: [(i8, Option<i8>, bool, bool); 8] = [
            (1, Some(4), false, true),
            (1, Some(3), true, true),
            (3, Some(5), true, true),
            (2, Some(5), false, true),
            (6, Some(9), false, false),
            (7, Some(11), true, false),
            (9, None, false, false),
            (8, Some(12), false, false),
        ];
        let projects = plan
            .into_iter()
            .map(|(from, to, cancelled, first)| {
                let team = if first { &early } else { &late };
                Project {
                    name: titles.draw(),
                    about: abouts.draw(),
                    from: day(random, from, 6),
                    to: to.map(|month| day(random, month, 14)),
                    cancelled,
                    lead: random.pick(team).name.clone(),
                }
            })
            .collect();
        let employers = vec![companies.draw(), companies.draw()];
        let move_day = day(random, 5, 8);
        Self { user, partner, people, managers, projects, employers, new_job, move_day }
    }

    /// Who is who on a day, as gaps are filled.
    pub fn slots(&self, day: Date, random: &mut Random) -> Slots {
        let mut slots = Slots::new();
        let new = day >= self.new_job;
        let colleagues = self.tied(|tie| tie == if new { Tie::LateColleague } else { Tie::EarlyColleague });
        let friends = self.tied(|tie| tie == Tie::Friend);
        let active: Vec<&Project> =
            self.projects.iter().filter(|p| p.from <= day && p.to.is_none_or(|to| day < to)).collect();
        let project = if active.is_empty() { &self.projects[0] } else { *random.pick(&active) };
        let sister = self.people.iter().find(|p| p.tie == Tie::Family("sister"));
        slots.insert("partner".into(), self.partner.clone());
        slots.insert("friend".into(), random.pick(&friends).name.clone());
        slots.insert("colleague".into(), random.pick(&colleagues).name.clone());
        slots.insert("project".into(), project.name.clone());
        slots.insert("clashproject".into(), project.name.clone());
        slots.insert("lead".into(), project.lead.clone());
        slots.insert("employer".into(), self.employers[usize::from(new)].clone());
        slots.insert("manager".into(), self.managers[usize::from(new)].clone());
        slots.insert("sister".into(), sister.map(|p| p.name.clone()).unwrap_or_default());
        bind(&mut slots, "about", &project.about);
        slots
    }

    /// Everybody with such a tie.
    pub fn tied(&self, is: impl Fn(Tie) -> bool) -> Vec<&Person> {
        self.people.iter().filter(|person| is(person.tie)).collect()
    }
}

impl Person {
    /// The name as it is given when somebody is new.
    pub fn full(&self) -> String {
        match &self.surname {
            Some(surname) => format!("{} {surname}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A day in words: `May 14`.
pub fn in_words(day: Date) -> String {
    day.strftime("%B %-d").to_string()
}

/// The plain form of a word that may have a Chinese one.
pub fn plain(word: &str) -> String {
    forms(word).0.to_owned()
}
