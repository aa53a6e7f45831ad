use super::*;

fn check(text: &str, kind: Option<EntryKind>) {
    assert_eq!(detect(text).kind(), kind, "{text}");
}

#[test]
fn lasting_things_are_kept_with_their_kind() {
    check("I've decided to take the job in Leeds.", Some(EntryKind::Decision));
    check("I'm a nurse and I live in Cork.", Some(EntryKind::Fact));
    check("I can't stand loud restaurants.", Some(EntryKind::Preference));
    check("I have to renew my passport by June.", Some(EntryKind::Task));
    check("We adopted a dog last weekend.", Some(EntryKind::Event));
    check("I've been anxious ever since the move.", Some(EntryKind::Emotion));
    check("I've been deeply moved ever since her letter.", Some(EntryKind::Emotion));
    check("I've been lonely since we moved to Munich.", Some(EntryKind::Emotion));
    check("Actually I moved to Munich last week", Some(EntryKind::Event));
    check("yes I moved to Munich", Some(EntryKind::Event));
    check("We've just moved into a new flat.", Some(EntryKind::Event));
    check("No, my sister's name is Ilse, not Else.", Some(EntryKind::Correction));
    check("我对花生过敏", Some(EntryKind::Fact));
    check("我们决定换供应商", Some(EntryKind::Decision));
}

#[test]
fn passing_things_are_not() {
    for text in [
        "thanks, that helps",
        "What's the capital of Peru?",
        "Write a poem about rain.",
        "Imagine I'm a pirate. I have a ship.",
        "I might move to Leeds, not sure yet.",
        "I'm tired",
        "Water boils at 100 degrees.",
        "Dear [name], thank you for your order.",
        "我有点饿了",
        "如果我是医生会怎样？",
    ] {
        check(text, None);
    }
}

#[test]
fn one_message_may_hold_several_memories() {
    let found = detect("I'm vegan. We chose the blue tiles! What time is it?");
    let kinds: Vec<EntryKind> = found.memories.iter().map(|m| m.kind).collect();
    assert_eq!(kinds, [EntryKind::Fact, EntryKind::Decision]);
}

#[test]
fn habits_schedules_ages_and_appointments_are_kept() {
    for text in [
        "I go running on Tuesdays and Thursdays",
        "we eat out once a week",
        "the lease runs out at the end of next year",
        "the concert is on Friday",
        "Leo is 7 and Mia is 4",
        "dinner with Tom tomorrow at 8",
        "dentist Friday 15:30",
        "my flight to Rome leaves on 3 December at 9:40",
        "the meeting was cancelled",
        "I want to learn Italian this year",
        "please answer briefly",
        "我每天六点起床",
        "周末我一般去爬山",
    ] {
        assert!(detect(text).is_memorable(), "{text}");
    }
    for text in [
        "see you tomorrow at 8",
        "ok, Friday at 3 then?",
        "is dinner tomorrow at 8?",
        "the war ended in 1945",
        "every day the sun rises",
        "talk Monday 10am",
        "I want to know this",
    ] {
        assert!(!detect(text).is_memorable(), "{text}");
    }
}

#[test]
fn a_construction_tells_the_kind_whatever_it_is_about() {
    use EntryKind::{Correction, Decision, Emotion, Fact, Preference, Task};
    for (text, kind) in [
        ("metric units only, always", Preference),
        ("Trains over planes for me, any day.", Preference),
        ("Spreadsheets drive me round the bend.", Preference),
        ("What I value most is silence.", Preference),
        ("When you write for me, use British spelling.", Preference),
        ("Our choir has voted to drop the concert.", Decision),
        ("From January every invoice will go out on the first.", Decision),
        ("We're ditching the van.", Decision),
        ("Decision's made: gas, not oil.", Decision),
        ("You keep calling her Anna, it's Hanna.", Correction),
        ("The deadline isn't Friday, it's Thursday.", Correction),
        ("Hold on, I said 2019 but it was 2018.", Correction),
        ("It's been lonely since the boys moved out.", Emotion),
        ("Still so proud of my sister.", Emotion),
        ("Have to be at the registry office on Monday.", Task),
        ("My boss wants the slides by noon tomorrow.", Task),
        ("There are nine of us in the band.", Fact),
        ("As a coeliac I bring my own bread.", Fact),
        ("I've been sober for six years.", Fact),
    ] {
        check(text, Some(kind));
    }
}

#[test]
fn a_clause_may_tell_what_the_sentence_does_not() {
    check("Small update, nothing dramatic: I got the keys on Friday.", Some(EntryKind::Event));
    check("I teach Latin in Graz, could you make a quiz?", Some(EntryKind::Fact));
    check("Which plants suit our balcony? It's on the fifth floor and faces west.", Some(EntryKind::Fact));
    check("Can you fix my code? It's in Python.", None);
    check("I have two numbers, can you add them?", None);
}

#[test]
fn what_no_rule_knows_is_weighed() {
    for text in [
        "Mum's 81 and lives on her own in Ballarat.",
        "Home is a narrowboat near Bath.",
        "On Fridays our clinic shuts at one.",
        "Somebody rear-ended me on the ring road this morning.",
        "Dad had a stroke on Thursday.",
        "The greenhouse collapsed last night.",
    ] {
        assert!(detect(text).is_memorable(), "{text}");
    }
    for text in [
        "My tea's gone cold.",
        "My phone's at two percent.",
        "There's a spider on my desk.",
        "just got home, one sec",
        "I can't find the settings menu.",
        "Interest rates rose last week.",
        "The company was founded in 1876 by an engineer.",
        "Marie Curie won two Nobel Prizes.",
        "I meant the second chart.",
        "not quite, try again",
        "I need a coffee.",
        "We may rent, we may buy, nothing's settled.",
        "Dear Sir, I am applying for [POSITION].",
        "我去吃饭了，一会儿聊",
    ] {
        assert!(!detect(text).is_memorable(), "{text}");
    }
}

#[test]
fn the_main_clause_tells_what_when_does_not() {
    use EntryKind::{Event, Fact, Preference};
    check("When I bake I much prefer butter over oil.", Some(Preference));
    check("When you suggest books to me I'd like short ones.", Some(Preference));
    check("When I was nine we moved to Kenya.", Some(Event));
    check("When I run the tests I get a timeout.", None);
    check("When did I start?", None);
    check("Second-year pharmacy student here, based in Cork.", Some(Fact));
    check("I'm in my final year of a teaching degree.", Some(Fact));
    check("I'm in a hurry.", None);
}

#[test]
fn tastes_and_feelings_hold_in_any_sentence() {
    use EntryKind::{Correction, Decision, Emotion, Event, Fact, Preference};
    for (text, kind) in [
        ("I find maps easier to follow than directions.", Preference),
        ("not a fan of escape rooms, i want something quiet", Preference),
        ("I like my tea with lemon, not milk.", Preference),
        ("I concentrate better with the door shut.", Preference),
        ("You can be frank with me.", Preference),
        ("My commute has been making me miserable for weeks.", Emotion),
        ("Deep water terrifies me.", Emotion),
        ("I've been dreading the reunion for months.", Emotion),
        ("Oak it is, no more debating.", Decision),
        ("Final answer: the heroine stays in the village.", Decision),
        ("From now on we're only taking cash.", Decision),
        ("Tiny error on my part: the fair is in May.", Correction),
        ("The train is at 14:20 rather than 14:02.", Correction),
        ("Make that a table for six, not five.", Correction),
        ("The audition at the opera went really well.", Event),
        ("I've sung in a choir since I was ten.", Fact),
        ("i'm hard of hearing", Fact),
        ("Our site is built with Hugo.", Fact),
    ] {
        check(text, Some(kind));
    }
    for text in [
        "The knight knelt and vowed: I will return.",
        "Owls sleep all day, or so I heard once.",
        "Some folks can't stand jazz.",
        "The bus is ten minutes late.",
        "I find this odd.",
        "My bad, carry on.",
        "I love how you put that.",
        "That's just how it is.",
        "Dear Mr [Surname], your order has shipped.",
    ] {
        check(text, None);
    }
    check("我们店就三个人", Some(Fact));
    check("我更习惯用钢笔", Some(Preference));
    check("不纠结了，就买二手的", Some(Decision));
}
