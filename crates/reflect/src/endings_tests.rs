//! What is over, in whatever words, is known to be over; and what is not stays.

use soulfile_memory::core::CoreMemory;
use soulfile_vocabulary::Store;

use super::tests::{of, run, shown, survey, with_entity};
use crate::item::{ItemKind, Op, Reflection};
use crate::survey::Vitals;

/// Whether a reflection ends the first fact of the user.
fn ends(found: &Reflection) -> bool {
    found.items.iter().any(|item| match &item.op {
        Op::AddFact { replaces, .. } => replaces.iter().any(|old| old.fact == "f1"),
        Op::Settle { older, .. } => older.id.ends_with("#f1"),
        _ => false,
    })
}

fn known(fact: &str, said: &str) -> Reflection {
    let facts = format!("- {fact} <!-- id:f1 since:2026-01-01 -->\n");
    run(&with_entity(survey(&[("2026-05-01", "fact", said)]), "person--user", &facts))
}

#[test]
fn what_is_over_ends_in_whatever_words() {
    for (fact, said) in [
        ("User drives a Lancia.", "Sold the Lancia to a colleague."),
        ("User drives a 2015 Lancia Delta.", "We sold the Lancia yesterday, we have no car now."),
        ("User's phone is a Nokia 3310.", "Replaced the Nokia 3310 with a Jolla."),
        ("User's dentist is Dr Lopes.", "My dentist is Dr Sjöberg now."),
        ("User's dentist is Dr Lopes.", "New dentist near the office: Dr Costa."),
        ("We pay 700 a month for the flat.", "The new flat costs 950 a month."),
        ("Please no calls before 11:00.", "Calls from 9:00 are fine these days."),
        ("User is a nurse at Mercy.", "I'm a ward manager since today."),
        ("Our internet provider is Lumen.", "Switched to Orbit for internet."),
        ("User is training for the Harbour triathlon in June.", "Finished the Harbour triathlon in three hours."),
        ("User's left wrist is injured, no climbing.", "My left wrist is fine again."),
        ("User has a shoulder strain, swimming is out.", "My shoulder has healed."),
        ("User sprained the left ankle.", "The ankle is fine again."),
        ("User's employer is Mercy; User works there as a nurse.", "I joined Acme today as their ward manager."),
        ("The agency takes 700 euros rent a month.", "Rent has gone up: 950 a month instead of 700."),
        ("User sees Dr Lopes twice a year, he's a dentist.", "My dentist is Dr Costa now."),
        ("User is a member of the rowing club.", "I'm no longer in the rowing club."),
        ("User doesn't take calls before 11:00.", "Calls can start at 9:00 now, not 11:00."),
        ("User's job is at Mercy.", "First day at Acme! Six people, and a dog."),
        ("User drinks cortado.", "No more coffee for me, I drink mint tea now."),
        ("User passed the Dutch B1 exam.", "I passed the Dutch B2 exam."),
        ("User is a vegetarian.", "I'm eating fish again."),
        ("用户开始吃素了。", "Not a vegetarian any longer: pescatarian since Monday."),
    ] {
        let found = known(fact, said);
        assert!(ends(&found), "{fact} / {said}: {:?}", shown(&found));
    }
}

#[test]
fn what_only_sounds_alike_ends_nothing() {
    for (fact, said) in [
        ("User drives a Lancia.", "Washed the Lancia."),
        ("User prefers aisle seats, bad wrists.", "My left wrist is fine again."),
        ("User is training for the Harbour triathlon in June.", "I'm training for the Harbour triathlon on June 7."),
        ("We pay 700 a month for the flat.", "We pay 60 a month for the garage."),
        ("User lives in Porto.", "I live on the third floor."),
        ("User has a shoulder strain, swimming is out.", "My ankle has healed."),
        ("User is a nurse at Mercy.", "I see Dr Lopes for my teeth, she's a dentist."),
        ("User's boss is Ana.", "Our product manager is Bo."),
        ("User's dentist is Dr Lopes.", "Ana sees Dr Costa, she's a dentist."),
        ("User drinks cortado.", "I drink cortado, two a day, nothing after lunch."),
    ] {
        let found = known(fact, said);
        assert!(!ends(&found), "{fact} / {said}: {:?}", shown(&found));
    }
}

#[test]
fn what_somebody_was_after_ends_when_it_is_settled_and_again_when_it_is_put_off() {
    let facts = "- Ana is applying for a residency in Oslo. <!-- id:f1 since:2026-01-01 -->\n";
    let settled = with_entity(
        survey(&[("2026-05-01", "fact", "Ana will start a residency in Oslo in September.")]),
        "person--ana",
        facts,
    );
    assert!(ends(&run(&settled)), "{:?}", shown(&run(&settled)));
    let facts = "- Ana will start a residency in Oslo in September. <!-- id:f1 since:2026-01-01 -->\n";
    let off = survey(&[("2026-05-01", "fact", "Ana decided to postpone the residency in Oslo by a year.")]);
    let off = run(&with_entity(off, "person--ana", facts));
    assert!(ends(&off), "{:?}", shown(&off));
}

#[test]
fn an_update_leaves_standing_what_it_does_not_speak_of() {
    let found = known("User works at Mercy as a nurse.", "They made me ward manager.");
    assert!(ends(&found), "{:?}", shown(&found));
    assert!(shown(&found).iter().any(|text| text.contains("User's employer is Mercy.")), "{:?}", shown(&found));
    // Who works elsewhere may do something else there.
    let found = known("User works at Mercy as a nurse.", "I work for Globex now.");
    assert!(!shown(&found).iter().any(|text| text.contains("occupation")), "{:?}", shown(&found));
}

#[test]
fn what_was_taken_back_in_the_same_cycle_is_not_put_in_mind() {
    let told = ("2026-05-01", "preference", "I prefer long answers.");
    let again = ("2026-05-02", "preference", "I prefer long answers.");
    let over = ("2026-05-20", "preference", "No more long answers please.");
    let in_mind = |found: &Reflection| {
        of(found, ItemKind::Core).iter().any(|item| crate::summarise::sentence(item).contains("prefers long answers"))
    };
    assert!(in_mind(&run(&survey(&[told, again]))), "told twice, it is kept in mind");
    let found = run(&survey(&[told, again, over]));
    assert!(!in_mind(&found), "{:?}", shown(&found));
}

#[test]
fn what_is_known_keeps_its_evidence_in_sight() {
    let id = "episode:2026-01-01:09:00";
    let faded = || {
        let mut survey = survey(&[]);
        let gone =
            Vitals { store: Store::Episodic, score: 0.01, uses: 1, unused: 200, pinned: false, forgotten: false };
        for at in 0..20 {
            let id = format!("episode:2026-01-01:09:{at:02}").parse().unwrap();
            survey.vitals.insert(id, gone);
        }
        let text = || ("memory/episodes/2026-01-01.md".to_owned(), 3, "Ana works at Initech.".to_owned());
        survey.texts.insert(id.parse().unwrap(), text());
        survey.texts.insert("episode:2026-01-01:09:01".parse().unwrap(), text());
        survey
    };
    let archives = |found: &Reflection| {
        of(found, ItemKind::Archive).iter().any(|item| matches!(&item.op, Op::Archive { id: found, .. } if found == id))
    };
    assert!(archives(&run(&faded())), "{:?}", shown(&run(&faded())));
    let cited = with_entity(
        faded(),
        "person--ana",
        &format!("- Ana works at Initech. <!-- id:f1 since:2026-01-01 source:{id} -->\n"),
    );
    assert!(!archives(&run(&cited)), "{:?}", shown(&run(&cited)));
}

#[test]
fn what_was_given_up_is_not_what_is_left_standing() {
    let said = "I work as a designer there, no longer at Mercy.";
    let found = known(said.replace("I work", "User works").as_str(), "I'm a team lead since today.");
    assert!(shown(&found).iter().all(|line| !line.contains("employer is Mercy")), "{:?}", shown(&found));
}

#[test]
fn what_is_named_once_gets_no_page_of_its_own() {
    let pages = |found: &Reflection| -> Vec<String> {
        let links = |op: &Op| match op {
            Op::AddFact { links, .. } => links.iter().map(|link| link.label.clone()).collect(),
            _ => Vec::new(),
        };
        found.items.iter().flat_map(|item| links(&item.op)).collect()
    };
    let once = run(&survey(&[("2026-05-01", "fact", "Our accountant is Mateo.")]));
    assert!(pages(&once).is_empty(), "{:?}", shown(&once));
    let twice = run(&survey(&[
        ("2026-05-01", "fact", "Our accountant is Mateo."),
        ("2026-05-09", "fact", "My locker at the gym is next to Mateo's."),
    ]));
    let before = known("Our accountant is Mateo.", "My locker at the gym is next to Mateo's.");
    assert_eq!((pages(&twice), pages(&before)), (vec!["Mateo".to_owned()], vec!["Mateo".to_owned()]));
}

#[test]
fn a_change_that_is_known_does_not_end_itself() {
    for (fact, said) in [
        ("User's wrist is fine again.", "My wrist is fine again."),
        ("We moved Atlas from SQLite to Postgres.", "We moved Atlas from SQLite to Postgres."),
    ] {
        let found = known(fact, said);
        assert!(found.items.is_empty(), "{fact} / {said}: {:?}", shown(&found));
    }
}

#[test]
fn what_is_given_up_takes_nothing_else_along() {
    let found = known("User's partner is Jonas; he works at Otto as a designer.", "Jonas left Otto.");
    assert!(shown(&found).iter().any(|line| line.contains("partner is Jonas")), "{:?}", shown(&found));
}

#[test]
fn a_deadline_that_moved_is_one_deadline_and_its_project_is_named() {
    let said = [
        ("2026-05-01", "fact", "Project Kestrel kicked off: an app for birdwatchers. Marta leads it."),
        ("2026-05-02", "fact", "The Kestrel deadline is June 12."),
        ("2026-05-09", "fact", "The Kestrel deadline moved to June 26. Jonas starts at Zalando on Monday."),
    ];
    let found = run(&survey(&said));
    let lines = shown(&found);
    assert!(lines.iter().any(|line| line.contains("Marta leads Kestrel")), "{lines:?}");
    let replaces = |item: &crate::Item| matches!(&item.op, Op::AddFact { text, replaces, .. } if text.contains("June 26") && replaces.iter().any(|old| old.text.contains("June 12")));
    assert!(found.items.iter().any(replaces), "{lines:?}");
    assert!(!format!("{:?}", found.items).contains("--monday"), "a day is nobody");
}

#[test]
fn what_was_said_of_somebody_in_passing_goes_with_them() {
    let found = known("User sees Dr Lopes for their teeth, she's a dentist.", "My dentist is Dr Costa now.");
    assert!(ends(&found) && shown(&found).iter().all(|line| !line.contains("occupation")), "{:?}", shown(&found));
}

#[test]
fn an_open_matter_leaves_core_memory_once_it_is_settled_and_not_before() {
    let demoted = |line: &str, source: &str, said: &str| {
        let mut told = survey(&[("2026-05-01", "event", said)]);
        told.core = CoreMemory::parse(format!("## Active Context\n- {line} <!-- source:episode:{source} -->\n"));
        run(&told).items.iter().any(|item| matches!(&item.op, Op::CoreDemote { ended: Some(_), .. }))
    };
    let owes = "User owes Jonas 50 euros.";
    assert!(demoted(owes, "2026-04-01:10:00", "I paid Jonas back."));
    assert!(!demoted(owes, "2026-04-01:10:00", "I still have to pay Jonas back."));
    assert!(!demoted(owes, "2026-05-02:10:00", "I paid Jonas back."), "the debt is a new one");
    assert!(demoted("User needs to renew their passport.", "2026-04-01:10:00", "I renewed my passport."));
}
