//! What counts as an answer, and how sure it is.

use soulfile_engine::{RecallRequest, RememberRequest};
use soulfile_recall::Sureness;

use crate::fixture::{RecallFixture, best, main, texts};

fn remember(f: &RecallFixture, texts: &[&str]) {
    for text in texts {
        f.engine.remember(&RememberRequest { text: (*text).to_owned(), ..RememberRequest::default() }).unwrap();
    }
}

#[test]
fn what_was_said_in_chinese_is_found_for_sure() {
    let f = RecallFixture::new();
    let said = ["我对花生过敏", "我叫李明", "我在阿里巴巴上班", "我的猫叫团子", "我女朋友是护士"];
    remember(&f, &said);
    let asked = [
        ("我对什么过敏", "花生"),
        ("我叫什么名字", "李明"),
        ("我在哪里上班", "阿里巴巴"),
        ("我的猫叫什么", "团子"),
        ("我女朋友做什么工作", "护士"),
    ];
    for (question, told) in asked {
        let answer = f.ask(question);
        assert!(answer.confidence.answers(), "{question} {}", answer.sureness);
        assert!(texts(&answer).iter().take(2).any(|text| text.contains(told)), "{question} {:?}", texts(&answer));
    }
    for question in ["我的护照号码是多少", "我的狗叫什么", "我女朋友的生日是哪天"] {
        assert!(!f.ask(question).confidence.answers(), "{question}");
    }
}

#[test]
fn in_a_memory_of_two_an_instruction_is_not_the_answer_about_somebody() {
    let f = RecallFixture::new();
    remember(
        &f,
        &["I prefer dark-mode screenshots", "my sister Ada moved to Lisbon in march, she works at a bakery now"],
    );
    for question in ["where does ada live", "who is ada"] {
        assert!(texts(&f.ask(question))[0].contains("Ada"), "{question} {:?}", texts(&f.ask(question)));
    }
}

const DEPLOY: &str = "memory/procedures/to-deploy.md";

#[test]
fn a_procedure_is_one_result_and_its_steps_come_first() {
    let f = RecallFixture::new();
    f.write(
        DEPLOY,
        "# to-deploy.md\n\n<!-- Type: procedure | Learned: 2026-02-01 | Last used: 2026-02-01 -->\n\n## Trigger\n\
         To deploy\n\n## Steps\n1. run the tests\n2. push the tag\n\n## Notes\n- The dashboard lags behind.\n",
    );
    f.write("memory/2026-02-02.md", "## 10:00 | event\nThe deploy on Friday was late.\n");
    let mut request = RecallRequest::new("how do I deploy", main());
    request.limit = Some(2);
    let answer = f.engine.recall(&request).unwrap();
    assert_eq!(best(&answer), format!("{DEPLOY}:8-10"));
    assert_eq!(texts(&answer), ["## Steps\n1. run the tests\n2. push the tag", "The deploy on Friday was late."]);
    assert!(answer.hits[0].folded.contains(&format!("{DEPLOY}:5-6")), "{:?}", answer.hits[0].folded);
    // Asked about something else, the section that tells it is shown.
    let answer = f.ask("does the dashboard lag");
    assert_eq!(best(&answer), format!("{DEPLOY}:12-13"));
}

#[test]
fn the_steps_come_first_under_whatever_title_the_store_reads() {
    let f = RecallFixture::new();
    f.write(DEPLOY, "# to-deploy.md\n\n## When:\nTo deploy\n\n## 🚀 How:\n1. run the tests\n2. push the tag\n");
    let answer = f.ask("how do I deploy");
    assert_eq!(best(&answer), format!("{DEPLOY}:6-8"));
    assert_eq!(texts(&answer), ["## 🚀 How:\n1. run the tests\n2. push the tag"]);
}

#[test]
fn the_name_of_somebody_is_no_answer() {
    let f = RecallFixture::new();
    remember(&f, &["Ana lives in Lisbon", "Carl works at Initech", "Tomas lives in Prague"]);
    assert!(f.ask("where does Ana live").confidence.answers());
    let mut request = RecallRequest::new("where does Ana live", main());
    request.as_of = Some("2020-01-01T12:00".parse().unwrap());
    let answer = f.engine.recall(&request).unwrap();
    assert_eq!((answer.confidence, texts(&answer)), (Sureness::Nothing, Vec::new()));
    assert_eq!(answer.sureness, 0.0);
}
