//! A first evening: what people say to such a program before they know what it can do.

use super::{acquainted, hides, says};

#[test]
fn small_talk_gets_a_short_honest_word() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for (line, answer) in [
        ("hi", "Hello!"),
        ("how are you?", "All well here"),
        ("I'm fine, thanks", "Good to hear."),
        ("nice to meet you", "Nice to meet you too"),
        ("are you an AI?", "a program that remembers"),
        ("where do you keep what I tell you?", "plain Markdown files"),
        ("can anyone else see this?", "private"),
        ("how do I delete something?", "forget about"),
        ("what time is it?", "on Monday, 2 February 2026."),
        ("what day is it today?", "Today is Monday"),
        ("ok cool, thanks a lot", "Any time."),
        ("lol", "Okay."),
        ("最近怎么样？", "我很好"),
        ("谢谢啦", "不客气"),
        ("现在几点了？", "2026年2月2日"),
    ] {
        let told = chat.say(line);
        says(&told, &[answer]);
        hides(&told, &["I checked", "查过了", "receipt"]);
    }
}

#[test]
fn everyday_questions_are_answered_whatever_words_they_come_in() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for told in [
        "i work at Initech as a nurse",
        "I love spicy ramen and I hate cilantro.",
        "I live in Lisbon with my sister Clara",
        "my car is a red Volvo",
        "I parked the car on level 3",
        "I usually get up at 6",
        "my phone number is 555-0134",
        "I have two kids, Leo and Mia",
        "Leo is 7 and Mia is 4",
        "I have a dog named Biscuit",
        "I go running on Tuesdays and Thursdays",
        "the lease runs out at the end of next year",
        "dinner with Tom tomorrow at 8",
    ] {
        let answer = chat.say(told);
        says(&answer, &["I'll keep that in mind"]);
        hides(&answer, &["contradicts"]);
    }
    for (question, answer) in [
        ("what's my job?", "nurse"),
        ("what do I do for a living?", "nurse"),
        ("where do I work?", "Initech"),
        ("what do I like to eat?", "ramen"),
        ("what do I hate?", "cilantro"),
        ("who is my sister?", "Clara"),
        ("what's my sister's name?", "Clara"),
        ("where do I live now?", "Lisbon"),
        ("what car do I drive?", "Volvo"),
        ("where is my car?", "level 3"),
        ("what time do I wake up?", "at 6"),
        ("how old is Leo?", "Leo is 7"),
        ("how many kids do I have?", "two kids"),
        ("what's my dog's name?", "Biscuit"),
        ("when do I go running?", "Tuesdays"),
        ("when does the lease end?", "2027-12"),
        ("what am I doing tomorrow?", "Dinner with Tom"),
        ("what did I tell you today?", "Volvo"),
        ("tell me everything you know", "Lisbon"),
    ] {
        let told = chat.say(question);
        says(&told, &[answer]);
        hides(&told, &["not sure", "nothing on that"]);
    }
    let dog = chat.say("what's my dog's name?");
    hides(&dog, &["555-0134", "Volvo"]);
    for unknown in ["what's my cat's name?", "who is my brother?", "when is my birthday?"] {
        says(&chat.say(unknown), &["nothing on that"]);
    }
}

#[test]
fn a_correction_may_leave_out_what_it_corrects() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("my dentist appointment is on Thursday at 3pm");
    says(&chat.say("no, Friday"), &["Put right", "Friday (2026-02-06) at 3pm"]);
    says(&chat.say("actually make that 5pm"), &["Friday (2026-02-06) at 5pm"]);
    says(&chat.say("it got moved to Monday"), &["Monday (2026-02-09) at 5pm"]);
    let asked = chat.say("when is my dentist appointment?");
    says(&asked, &["Monday (2026-02-09) at 5pm"]);
    hides(&asked, &["Thursday", "Friday"]);
    // What was only asked about can be put right too.
    says(&chat.say("no, it's on Tuesday now"), &["Tuesday"]);
    says(&chat.say("that's wrong"), &["What is right?"]);
    hides(&chat.say("no thanks"), &["Put right"]);
    chat.say("下周三要去看牙医");
    says(&chat.say("不对，是周四"), &["已更正", "下周四(2026-02-12)"]);
    says(&chat.say("我哪天看牙医？"), &["2026-02-12"]);
}

#[test]
fn chinese_questions_are_everyday_too() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for told in ["我叫小明，在华为工作", "我妹妹叫小红", "我养了一只猫，叫咪咪", "我每天六点起床", "合同五月底到期"]
    {
        says(&chat.say(told), &["我记下"]);
    }
    for (question, answer) in [
        ("我在哪里上班？", "华为"),
        ("我妹妹是谁？", "小红"),
        ("我的猫叫什么名字？", "咪咪"),
        ("我几点起床？", "六点"),
        ("合同什么时候到期？", "2026-05-25"),
        ("我今天跟你说了什么？", "咪咪"),
    ] {
        says(&chat.say(question), &[answer]);
    }
    says(&chat.say("我哥哥是谁？"), &["没有这方面的记忆"]);
    assert!(s.ws().join("memory/graph/entities/person--小红.md").exists());
}

#[test]
fn news_of_somebody_known_is_kept_and_a_change_takes_nothing_else_along() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("I'm Sam, I'm 34 and I live in Berlin");
    chat.say("my best friend is Jonas, he lives in Hamburg");
    chat.say("I don't drink coffee");
    chat.say("my laptop password is in the blue notebook");
    says(&chat.say("how old am I?"), &["34"]);
    let changed = chat.say("I changed my mind, I drink coffee now");
    says(&changed, &["receipt"]);
    says(&chat.say("do I drink coffee?"), &["drink coffee now"]);
    let moved = chat.say("I moved to Munich");
    hides(&moved, &["notebook"]);
    says(&chat.say("Jonas moved to Cologne"), &["Jonas moved to Cologne"]);
    says(&chat.say("Zaphod moved to Betelgeuse"), &["receipt"]);
    let asked = chat.say("where does Jonas live?");
    says(&asked, &["Cologne"]);
    hides(&asked, &["coffee"]);
    says(&chat.say("how do you know that?"), &["what I was told", ".md:"]);
    says(&chat.say("delete everything"), &["at a word"]);
    says(&chat.say("can you help me?"), &["/undo"]);
    let dated = chat.say("I have a meeting with Priya on Wednesday at 10");
    says(&dated, &["Wednesday (2026-02-04) at 10"]);
    says(&chat.say("do I have any meetings on Wednesday?"), &["Priya"]);
    says(&chat.say("we have a cat called Momo"), &["you have a cat"]);
}

#[test]
fn hasty_typing_is_understood() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.say("im a teacher"), &["you are a teacher"]);
    says(&chat.say("my fav food is pizza"), &["receipt"]);
    says(&chat.say("whats my fav food"), &["pizza"]);
    says(&chat.say("i dont like spinach"), &["receipt"]);
    says(&chat.say("what dont i like"), &["spinach"]);
}
