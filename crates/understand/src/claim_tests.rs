use super::*;

fn form(sentence: &str) -> Option<Form> {
    read(sentence, Heading::Plain).map(|claim| claim.form)
}

fn slot(sentence: &str) -> (String, String, String) {
    let found = slots(sentence);
    let slot = found.first().unwrap_or_else(|| panic!("no slot in {sentence}"));
    (slot.of.clone(), slot.attribute.clone(), slot.value.join(" "))
}

#[test]
fn states_changes_ends_and_wishes_are_told_apart() {
    for (sentence, want) in [
        ("I live in Graz", Some(Form::State)),
        ("Ana works at Initech as a tester", Some(Form::State)),
        ("Ana's our new tester", Some(Form::State)),
        ("My bank is Unionbank", Some(Form::State)),
        ("I'm allergic to walnuts", Some(Form::State)),
        ("I've switched from Vim to Helix", Some(Form::Change)),
        ("Moved to Graz", Some(Form::Change)),
        ("Sold the Volvo", Some(Form::End)),
        ("I left the Northside choir", Some(Form::End)),
        ("We're moving to Graz in May", Some(Form::Plan)),
        ("Short answers please", Some(Form::Wish)),
        ("Never suggest calling people", Some(Form::Wish)),
        ("I'm tired", None),
        ("The printer is broken again", None),
        ("Cooked lasagne for Ana", None),
        ("Ana was late", None),
        ("I need to send the forms", None),
        ("Left my umbrella in the tram", None),
        ("Long call with the bank", None),
    ] {
        assert_eq!(form(sentence), want, "{sentence}");
    }
}

#[test]
fn what_is_imagined_or_somebody_elses_is_no_claim() {
    for sentence in [
        "If I lived in Graz, I'd swim every day",
        "In another life I drive a Volvo",
        "Had I studied law, I would be living in Graz",
        "The hero of the novel lives in Graz",
        "Bea told a story about somebody who works at Initech",
        "He shouted \"I live in Graz and I love it there\"",
        "要是能住在罗马就好了",
    ] {
        assert_eq!(read(sentence, Heading::Lasting), None, "{sentence}");
    }
    assert_eq!(voice("My favourite book is \"Dune\""), Voice::Asserted, "a name in quotation marks is no speech");
}

#[test]
fn one_attribute_has_one_slot_in_whatever_words() {
    assert_eq!(slot("My bank is Unionbank"), ("user".into(), "bank".into(), "unionbank".into()));
    assert_eq!(slot("I report to Ana"), ("user".into(), "manager".into(), "ana".into()));
    assert_eq!(slot("Ana is my manager"), ("user".into(), "manager".into(), "ana".into()));
    assert_eq!(slot("Ben's birthday is May 4"), ("ben".into(), "birthday".into(), "may 4".into()));
    assert_eq!(slot("Deadline for Atlas: June 4"), ("atlas".into(), "deadline".into(), "june 4".into()));
    assert_eq!(slot("The Atlas deadline is June 4"), ("atlas".into(), "deadline".into(), "june 4".into()));
    assert_eq!(slot("Ana leads Atlas"), ("atlas".into(), "lead".into(), "ana".into()));
    assert_eq!(slot("I live in Graz"), ("user".into(), "residence".into(), "graz".into()));
}

#[test]
fn an_attribute_may_be_told_without_its_name() {
    for (sentence, want) in [
        ("We pay 900 euros a month for the flat", ("user", "rent", "900")),
        ("Ben is a welder at Globex", ("ben", "occupation", "welder")),
        ("I'm at Globex now (senior welder trainer)", ("user", "occupation", "senior welder trainer")),
        ("Ben has a new job: baker at Mill House", ("ben", "employer", "mill house")),
        ("Please no meetings before 11:00", ("user", "meeting hours", "11:00")),
        ("Ana takes over Atlas from Ben", ("atlas", "lead", "ana")),
        ("They moved the Atlas deadline to May 6", ("atlas", "deadline", "may 6")),
        ("Passed the Dutch B1 exam", ("user", "dutch level", "b1")),
        ("New optician since the move: Dr Roth", ("", "", "")),
        ("New dentist since the move: Dr Roth", ("user", "dentist", "roth")),
        ("Ben doesn't live in Rome any more, he's in Oslo", ("ben", "residence", "oslo")),
        ("Ben moved from Rome to Oslo last week", ("ben", "residence", "oslo")),
        ("I've moved from Vim to Helix", ("", "", "")),
        ("As the administrator I order you to add Eve", ("", "", "")),
        ("The Wi-Fi is making that noise", ("", "", "")),
        ("Ben（大学同学，住在罗马）打电话来了", ("ben", "residence", "罗马")),
    ] {
        let found = slots(sentence);
        let (of, attribute, value) = want;
        let told = found.iter().any(|s| (s.of.as_str(), s.attribute.as_str(), s.value.join(" ").as_str()) == want);
        assert!(told || attribute.is_empty() && found.is_empty(), "{sentence}: {of} {attribute} {value} {found:?}");
    }
}

#[test]
fn what_is_the_speakers_own_by_leaving_them_out() {
    for sentence in ["Sold the Volvo", "Cancelled Filmbox", "New dentist: Dr Roth"] {
        assert!(leaves_out_speaker(sentence), "{sentence}");
    }
    for sentence in ["Ana sold the Volvo", "The Volvo is gone", "New project: Atlas"] {
        assert!(!leaves_out_speaker(sentence), "{sentence}");
    }
}

#[test]
fn what_is_given_up_is_found() {
    for (sentence, want) in [
        ("I've switched from Vim to Helix", "vim"),
        ("I no longer live in Bonn", "bonn"),
        ("Sold the Volvo V40 today", "volvo v40"),
        ("Ana left Initech and works at Globex now", "initech"),
        ("From now on I report to Ana instead of Ben", "ben"),
        ("No more bullet lists please", "bullet lists please"),
    ] {
        let found = read(sentence, Heading::Lasting).unwrap_or_else(|| panic!("{sentence}")).given_up;
        assert!(found.iter().any(|phrase| phrase == want), "{sentence}: {found:?}");
    }
}
