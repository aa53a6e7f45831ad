use super::*;

fn check(a: &str, b: &str, verdict: Verdict) {
    let found = compare(a, b);
    assert_eq!(found.verdict, verdict, "{a} / {b}: {found:?}");
    assert_eq!(compare(b, a).verdict, verdict, "the other way round: {a} / {b}");
}

#[test]
fn values_that_exclude_each_other() {
    check("User lives in Oslo.", "User lives in Bergen.", Verdict::Contradiction);
    check("The fee is 40 a month.", "The fee is 55 a month.", Verdict::Contradiction);
    check("User's name is Priya.", "User's name is Anna.", Verdict::Contradiction);
    check("User smokes.", "User does not smoke.", Verdict::Contradiction);
    check("用户住在杭州。", "用户住在苏州。", Verdict::Contradiction);
    check("User has no pets.", "User has a cat.", Verdict::Contradiction);
}

#[test]
fn when_a_change_came_about_is_no_part_of_it() {
    check("User lives in Lisbon.", "User moved to Porto last month (2026-10).", Verdict::Contradiction);
    check("用户住在上海。", "用户上个月(2026-10)搬到杭州了。", Verdict::Contradiction);
    check("User lives in Lisbon.", "User went to Porto last month.", Verdict::Compatible);
    for other in ["User is allergic to peanuts.", "User's sister Nora lives in Lisbon.", "User's name is Priya."] {
        check(other, "User moved to Oslo.", Verdict::Compatible);
    }
}

#[test]
fn what_somebody_has_is_not_what_they_are() {
    check(
        "User works at Initech as a backend engineer.",
        "User has a dentist appointment on Friday at 3pm.",
        Verdict::Compatible,
    );
    check("Ana works as a nurse.", "Ana has a doctor's appointment tomorrow.", Verdict::Compatible);
    check("User works as a lawyer.", "User likes her new dentist.", Verdict::Compatible);
    check("User works as a lawyer.", "User works as a dentist.", Verdict::Contradiction);
    check("User is a lawyer.", "User is a dentist.", Verdict::Contradiction);
}

#[test]
fn both_can_be_true() {
    check("User likes tea.", "User likes jazz.", Verdict::Compatible);
    check("User's name is Priya.", "User's favorite color is green.", Verdict::Compatible);
    check("User's name is Priya.", "User's phone number is 555-0134.", Verdict::Compatible);
    check("User used to live in Oslo.", "User lives in Bergen.", Verdict::Compatible);
    check("Ana works at the mill.", "Ben works at the bank.", Verdict::Compatible);
}

#[test]
fn the_same_in_other_words() {
    check("Ana is the coach.", "The coach is Ana.", Verdict::Duplicate);
    check("User owns a blue bike.", "The user's bicycle is blue.", Verdict::Duplicate);
}

#[test]
fn announced_changes() {
    assert!(announces_change("Ana no longer works there"));
    assert!(announces_change("会议改到周五了"));
    assert!(!announces_change("Ana plays the cello"));
}

#[test]
fn a_change_is_of_what_it_names() {
    for (a, b) in [
        ("User is Sam, User is 34 and User lives in Berlin.", "User changed their mind, User drinks coffee now."),
        ("User's laptop password is in the blue notebook.", "User moved to Munich."),
        ("User's best friend is Jonas.", "User changed jobs."),
    ] {
        assert_eq!(compare(a, b).verdict, Verdict::Compatible, "{a} / {b}");
    }
    for (a, b) in [
        ("The logo is blue.", "The logo changed to red."),
        ("User lives in Berlin.", "User moved to Munich."),
        ("User doesn't drink coffee.", "User drinks coffee now."),
    ] {
        assert_eq!(compare(a, b).verdict, Verdict::Contradiction, "{a} / {b}");
    }
}

#[test]
fn numbers_of_different_matters_do_not_quarrel() {
    for (a, b) in [
        ("User usually gets up at 6.", "User's phone number is 555-0134."),
        ("User usually gets up at 6.", "User parked the car on level 3."),
        ("User usually gets up at 6.", "User has two kids, Leo and Mia."),
        ("User usually gets up at 6.", "User's contract ends in May (2027-05)."),
        ("Leo is 7 and Mia is 4.", "User has two kids, Leo and Mia."),
        ("User has a meeting on Friday.", "User's contract ends on Monday."),
    ] {
        assert_eq!(compare(a, b).verdict, Verdict::Compatible, "{a} / {b}");
        assert_eq!(compare(b, a).verdict, Verdict::Compatible, "{b} / {a}");
    }
    for (a, b) in [
        ("User gets up at 6.", "User gets up at 7."),
        ("User gets up at 6.", "User wakes up at 7."),
        ("User is 34.", "User is 35."),
        ("The lease runs out in May.", "The lease ends in June."),
    ] {
        assert_eq!(compare(a, b).verdict, Verdict::Contradiction, "{a} / {b}");
    }
}
