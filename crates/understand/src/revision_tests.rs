use super::*;

/// Sunday, 15 November 2026.
fn now() -> Zoned {
    "2026-11-15T19:00:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

fn check(before: &str, line: &str, after: &str) {
    assert_eq!(revise(before, line, &now()), Some(Revision::Corrected(after.to_owned())), "{line}");
}

const DENTIST: &str = "my dentist appointment is on Thursday at 3pm";

#[test]
fn a_day_or_a_time_takes_the_place_of_the_other() {
    for line in [
        "no, Friday",
        "actually Friday",
        "sorry, I meant Friday",
        "it got moved to Friday",
        "it's been moved to Friday",
        "it's on Friday now",
        "make that Friday please",
        "no wait, Friday",
        "Oops, it's Friday",
        "they were postponed until Friday",
    ] {
        check(DENTIST, line, "my dentist appointment is on Friday at 3pm");
    }
    check(DENTIST, "actually make that 5pm", "my dentist appointment is on Thursday at 5pm");
    check(DENTIST, "no, at 4:30", "my dentist appointment is on Thursday at 4:30");
    check(DENTIST, "no, Friday at 9am", "my dentist appointment is on Friday at 9am");
    check(DENTIST, "not Thursday, Friday", "my dentist appointment is on Friday at 3pm");
    check("I have an exam next Friday", "its on Thursday", "I have an exam next Thursday");
    check("the demo is next Wednesday", "no, Thursday", "the demo is next Thursday");
    check("my dentist appointment is on Thursday", "make it 5pm", "my dentist appointment is on Thursday at 5pm");
}

#[test]
fn numbers_and_names_take_the_place_of_theirs() {
    check("the rent is 900 euros", "no, 950", "the rent is 950 euros");
    check("my boss is called Clara", "sorry, Klara", "my boss is called Klara");
    check("my boss is called Clara", "Actually, it's Klara, not Clara", "my boss is called Klara");
    check("I work as a nurse", "no, a doctor", "I work as a doctor");
    check("my favourite colour is green", "no, blue", "my favourite colour is blue");
}

#[test]
fn chinese_corrections_are_read_too() {
    check("下周三要去看牙医", "不对，是周四", "下周四要去看牙医");
    check("下周三要去看牙医", "改到下周五了", "下周五要去看牙医");
    check("会议下午三点开始", "不是三点，是四点", "会议下午四点开始");
    check("会议下午三点开始", "应该是下午五点", "会议下午五点开始");
    check("我妹妹叫小红", "不对，叫小虹", "我妹妹叫小虹");
}

#[test]
fn a_bare_no_asks_what_is_right() {
    for line in ["that's wrong", "no that's not right", "No, it isn't true.", "不对", "你记错了"] {
        assert_eq!(revise(DENTIST, line, &now()), Some(Revision::Denied), "{line}");
    }
}

#[test]
fn other_lines_revise_nothing() {
    for line in [
        "no thanks",
        "no",
        "no problem",
        "it's cold today",
        "it's at the station",
        "actually I moved to Oslo",
        "no, my sister lives in Bonn",
        "wait, what?",
        "sorry about that",
        "I like Fridays",
        "not now",
        "谢谢",
        "不用了",
        "我在家",
        "是的",
    ] {
        assert_eq!(revise(DENTIST, line, &now()), None, "{line}");
    }
}
