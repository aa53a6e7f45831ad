use super::*;
use crate::heads::LearnedHeads;

fn detect_with(text: &str, extra: &Phrases) -> Trigger {
    let scores = LearnedHeads::read(text);
    super::detect(text, extra, || &scores)
}

fn detect(text: &str) -> Trigger {
    detect_with(text, &Phrases::default())
}

fn check(text: &str, kind: TriggerKind, payload: Option<&str>) {
    let found = detect(text);
    assert_eq!((found.kind, found.payload.as_deref()), (kind, payload), "{text}");
}

#[test]
fn the_seeds_phrases() {
    use TriggerKind::{Forget, Recall, Reflect, Remember};
    check("Remember that I take the stairs.", Remember, Some("I take the stairs"));
    check("don't forget the boiler service", Remember, Some("the boiler service"));
    check("Keep in mind I'm colour-blind.", Remember, Some("I'm colour-blind"));
    check("note that invoices go to Petra", Remember, Some("invoices go to Petra"));
    check("Important: the gate closes at 8.", Remember, Some("the gate closes at 8"));
    check("For future reference, bins go out on Tuesday.", Remember, Some("bins go out on Tuesday"));
    check("save this: lot 14 is ours", Remember, Some("lot 14 is ours"));
    check("FYI for later: the lift is out", Remember, Some("the lift is out"));
    check("Forget about the canoe.", Forget, Some("the canoe"));
    check("Never mind about the loan.", Forget, Some("the loan"));
    check("Disregard the second invoice.", Forget, Some("the second invoice"));
    check("That's no longer relevant.", Forget, None);
    check("Scratch that.", Forget, None);
    check("Ignore what I said about Ravi.", Forget, Some("Ravi"));
    check("remove the gym plan from memory", Forget, Some("the gym plan"));
    check("Delete the memory about my ex.", Forget, Some("my ex"));
    check("Reflect on what you've learned this month.", Reflect, None);
    check("Consolidate your memories.", Reflect, None);
    check("what do you remember about Oslo?", Recall, Some("Oslo"));
}

#[test]
fn typographic_apostrophes_do_not_matter() {
    check("Don’t forget the blue folder", TriggerKind::Remember, Some("the blue folder"));
}

#[test]
fn what_others_say_is_no_request() {
    for text in [
        "I can't remember that film",
        "forget it, thanks",
        "What does \"remember that\" mean in Welsh?",
        "The song goes, \"don't forget me\"",
        "How do elephants remember so much?",
        "never mind, got it",
        "Write a note to my landlord about the damp.",
        "Delete the memory leak in this function.",
        "我忘了带钥匙",
        "怎么记住单词？",
        "“别忘了我”是什么意思？",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn configured_phrases_come_first() {
    let extra =
        Phrases { remember: vec!["merk dir...".into()], forget: vec!["weg damit".into()], ..Phrases::default() };
    let found = detect_with("Merk dir: ich esse kein Fleisch.", &extra);
    assert_eq!((found.kind, found.payload.as_deref()), (TriggerKind::Remember, Some("ich esse kein Fleisch")));
    let found = detect_with("ok, weg damit: die alte Adresse", &extra);
    assert_eq!((found.kind, found.payload.as_deref()), (TriggerKind::Forget, Some("die alte Adresse")));
}

#[test]
fn requests_are_read_alike_in_every_language() {
    use TriggerKind::{Forget, Recall, Reflect, Remember};
    check("Merk dir: ich esse kein Fleisch.", Remember, Some("ich esse kein Fleisch"));
    check("N'oublie pas que je travaille le samedi", Remember, Some("je travaille le samedi"));
    check("记住，我不吃香菜", Remember, Some("我不吃香菜"));
    check("请忘掉我的旧地址", Forget, Some("我的旧地址"));
    check("你还记得我女儿的生日吗？", Recall, Some("我女儿的生日"));
    check("整理一下你的记忆", Reflect, None);
}

#[test]
fn a_payload_is_what_the_request_is_about() {
    use TriggerKind::{Forget, Remember};
    check("My aunt moved to Graz, remember that", Remember, Some("My aunt moved to Graz"));
    check("Can you keep this in mind: the van seats nine.", Remember, Some("the van seats nine"));
    check(
        "oh and please remember that Mrs. Okafor is hard of hearing, thanks",
        Remember,
        Some("Mrs. Okafor is hard of hearing"),
    );
    check("The dentist thing? Forget it.", Forget, Some("The dentist thing"));
    check("Forget about the ladder, Joe has just lent me his.", Forget, Some("the ladder"));
    check("please forget about Ana, Bo and Cy", Forget, Some("Ana, Bo and Cy"));
    check("scratch that, we meet at ten", Forget, None);
}

#[test]
fn a_payload_begins_and_ends_between_characters() {
    for text in ["'??)don’t forget ’”Forget about `王芳We decided \", ${", "remember ’", "forget “’”"] {
        detect(text);
    }
}
