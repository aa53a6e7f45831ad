use super::*;

#[track_caller]
fn told(question: &str, statements: &[&str]) {
    let asked = read(question).unwrap_or_else(|| panic!("nothing is read in {question}"));
    for statement in statements {
        assert!(asked.told_by(statement), "{question} / {statement}: {asked:?}");
    }
}

#[track_caller]
fn untold(question: &str, statements: &[&str]) {
    let Some(asked) = read(question) else { return };
    for statement in statements {
        assert!(!asked.told_by(statement), "{question} / {statement}: {asked:?}");
    }
}

#[test]
fn what_somebody_is_and_does() {
    let nurse = ["User's name is Sam and User works at Initech as a nurse.", "User works as a nurse."];
    for question in ["what's my job?", "what do I do for a living?", "what do I do?", "where do I work?"] {
        told(question, &nurse[..1]);
        untold(question, &["User lives in Lisbon.", "User's sister works at Globex.", "User loves ramen."]);
    }
    told("what do I like to eat?", &["User loves spicy ramen and User hates cilantro."]);
    told("what do I hate?", &["User hates cilantro."]);
    told("which languages do I speak?", &["User speaks Portuguese and Dutch."]);
    told("what time do I usually wake up?", &["User usually gets up at 6."]);
    told("what do I need to buy?", &["User needs to buy milk."]);
    told("how old am I?", &["User is Sam, User is 34 and User lives in Berlin.", "User is 34."]);
    untold("how old am I?", &["User lives in Berlin.", "User's son is 7."]);
    told("what's my company?", &["User works as a developer at Globex."]);
    told("what don't I like?", &["User doesn't like spinach.", "User hates cilantro."]);
    untold("what don't I like?", &["User likes tea."]);
    untold("what do I like?", &["User doesn't like spinach."]);
    told("do I like spinach?", &["User doesn't like spinach."]);
    told("how old is Lena?", &["User's daughter is Lena and she's 5."]);
    untold("what do I hate?", &["User's sister hates rain."]);
}

#[test]
fn what_belongs_to_somebody() {
    told("who is my sister?", &["User lives in Lisbon with their sister Clara.", "User's sister is called Clara."]);
    untold("who is my sister?", &["User's sister lives abroad.", "User's brother is called Tom."]);
    told("what's my dog's name?", &["User has a dog named Biscuit."]);
    untold("what's my dog's name?", &["User's phone number is 555-0134.", "The Wi-Fi is called Falcon."]);
    told("what car do I drive?", &["User's car is a red Volvo.", "User drives a Volvo."]);
    untold("what car do I drive?", &["User parked the car on level 3."]);
    told("where is my car?", &["User parked the car on level 3."]);
    untold("where is my car?", &["User's car is a red Volvo."]);
    told("how many kids do I have?", &["User has two kids, Leo and Mia."]);
    told("how old is Leo?", &["Leo is 7 and Mia is 4."]);
    untold("how old is Leo?", &["User has two kids, Leo and Mia."]);
    told("when does the lease end?", &["The lease runs out at the end of next year (2027-12)."]);
}

#[test]
fn chinese_questions_are_read_too() {
    told("我在哪里上班？", &["用户叫小明，在华为工作，是一名工程师。"]);
    untold("我在哪里上班？", &["用户住在杭州。"]);
    told("我的猫叫什么名字？", &["用户养了一只猫，叫咪咪。"]);
    untold("我哥哥是谁？", &["用户叫小明，在华为工作，是一名工程师。", "用户妹妹叫小红。"]);
    told("我妹妹叫什么？", &["用户妹妹叫小红。"]);
    told("我几点起床？", &["用户每天六点起床。"]);
    told("我对什么过敏？", &["用户对花生过敏。"]);
    told("合同什么时候到期？", &["合同五月底(2027-05-25 to 2027-05-31)到期。"]);
}

#[test]
fn a_lead_speaks_of_what_is_asked_about() {
    assert!(read("what's on my shopping list?").expect("a question").touched_by("User needs to buy milk."));
    told("what's the wifi called?", &["The Wi-Fi is called Falcon."]);
    let cat = read("what's my cat's name?").expect("a question");
    assert!(!cat.touched_by("User has a dog named Biscuit.") && cat.touched_by("User's cat hates rain."));
    assert!(read("what's my job?").expect("a question").search().contains("work"));
}
