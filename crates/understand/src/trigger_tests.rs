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
    check("reflect on your memories", Reflect, None);
    check("Please reflect on our conversations of last week.", Reflect, None);
    check("Consolidate your memories.", Reflect, None);
    check("what do you remember about Oslo?", Recall, Some("Oslo"));
    check("Clean up your memory", Reflect, None);
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
        "She told me to remember that.",
        "What does \"remember that\" mean in Welsh?",
        "Translate: remember that the shop is closed",
        "The song goes, don't forget me",
        "How do elephants remember so much?",
        "never mind, got it",
        "我忘了带钥匙",
        "怎么记住单词？",
        "“别忘了我”是什么意思？",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn configured_phrases_are_read_like_built_in_ones() {
    let extra = Phrases { remember: vec!["merk dir...".into()], ..Phrases::default() };
    let found = detect_with("Merk dir: ich esse kein Fleisch.", &extra);
    assert_eq!((found.kind, found.payload.as_deref()), (TriggerKind::Remember, Some("ich esse kein Fleisch")));
    assert_eq!(detect("Merk dir: ich esse kein Fleisch.").kind, TriggerKind::Remember);
}

#[test]
fn chinese_requests() {
    use TriggerKind::{Forget, Recall, Reflect, Remember};
    check("记住，我不吃香菜", Remember, Some("我不吃香菜"));
    check("请忘掉我的旧地址", Forget, Some("我的旧地址"));
    check("你还记得我女儿的生日吗？", Recall, Some("我女儿的生日"));
    check("整理一下你的记忆", Reflect, None);
}

#[test]
fn a_payload_begins_and_ends_between_characters() {
    for text in ["'??)don’t forget ’”Forget about `王芳We decided \", ${", "remember ’", "forget “’”"] {
        detect(text);
    }
}

#[test]
fn a_cry_or_a_title_is_no_request() {
    for text in [
        "Remember the Alamo!",
        "Remember the Titans",
        "Do you remember the Maine? I mean the slogan, where is it from?",
    ] {
        assert_eq!(detect(text).kind, TriggerKind::None, "{text}");
    }
    assert_eq!(detect("Remember the Heron deadline is Friday").kind, TriggerKind::Remember);
    assert_eq!(detect("Do you remember the Alamo?").kind, TriggerKind::Recall);
    assert_eq!(detect("please remember the Alamo").kind, TriggerKind::Remember);
}

#[test]
fn a_frame_may_be_worded_in_any_way() {
    use TriggerKind::{Forget, Recall, Reflect, Remember};
    check("Would you be so kind as to file away that the alarm code is 12?", Remember, Some("the alarm code is 12"));
    check("I hope you'll remember that Felix fears dogs.", Remember, Some("Felix fears dogs"));
    check("From here on please bear in mind I work nights", Remember, Some("I work nights"));
    check("It'd be sensible to tidy up your memories.", Reflect, None);
    check("Why not spend a few minutes consolidating what you've learned?", Reflect, None);
    check("I'd rather you didn't keep my address on file.", Forget, Some("my address"));
    check("I'd love to hear what you know about my sister.", Recall, Some("my sister"));
    for text in [
        "I have to remember to call the bank.",
        "We need to keep that in mind.",
        "You can't make me forget her.",
        "You always forget that.",
        "I need to consolidate my debts.",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn things_are_kept_in_many_places_and_ways() {
    use TriggerKind::Remember;
    check("Put it on record that we agreed on net-30.", Remember, Some("we agreed on net-30"));
    check("Could you put my blood type, O negative, in your notes?", Remember, Some("my blood type, O negative"));
    check("Hang on to this: the lawyer is Brandt", Remember, Some("the lawyer is Brandt"));
    check("Let it be noted that I never agreed.", Remember, Some("I never agreed"));
    check("Just so you remember: my flight is at six.", Remember, Some("my flight is at six"));
    check("Important!! the gate is broken", Remember, Some("the gate is broken"));
    check("Before I go: don't let it slip your mind that Bo is away", Remember, Some("Bo is away"));
    check("hey, can u note im away till the 9th", Remember, Some("im away till the 9th"));
    for text in [
        "Write a note to my landlord about the damp.",
        "Add a note to the invoice that payment is late.",
        "Save that file as a PDF.",
        "Store the array in memory and loop over it.",
        "Do you have a restaurant in mind?",
        "Marta: don't forget the milk",
        "take notes while I talk",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn a_pointer_finds_what_was_said() {
    use TriggerKind::{Forget, Recall, Remember};
    check("Ana's maiden name is Kova. Got that? Write it down.", Remember, Some("Ana's maiden name is Kova"));
    check("Bo has a murmur. Remember this, it'll matter in May.", Remember, Some("Bo has a murmur"));
    check("Can you keep this somewhere? The van seats nine.", Remember, Some("The van seats nine"));
    check("The dentist thing? Drop it.", Forget, Some("The dentist thing"));
    check("We no longer need the rota, so wipe it from your memory.", Forget, Some("the rota"));
    check("Last year I gave you a recipe for jam; do you still have it on file?", Recall, Some("a recipe for jam"));
}

#[test]
fn things_are_dropped_in_many_ways() {
    use TriggerKind::Forget;
    check("Pretend I never mentioned the promotion.", Forget, Some("the promotion"));
    check("Consider the Malta plan forgotten.", Forget, Some("the Malta plan"));
    check("bin that", Forget, None);
    check("scrap that, use the other one", Forget, None);
    check("Your note about the kiln can go.", Forget, Some("the kiln"));
    check("The rota is no longer relevant, we have an app now.", Forget, Some("The rota"));
    check("I don't want you to remember my ex's name.", Forget, Some("my ex's name"));
    for text in [
        "Delete the memory leak in this function.",
        "Remove the part about dogs from my essay.",
        "Is that law no longer relevant in Germany?",
        "Drop the table from the database.",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn memories_are_asked_for_in_many_ways() {
    use TriggerKind::Recall;
    check("You haven't forgotten my anniversary, have you?", Recall, Some("my anniversary"));
    check("Surely we've told you about the well?", Recall, Some("the well"));
    check("What was the book I told you about?", Recall, Some("the book"));
    check("Do you have my shoe size on file?", Recall, Some("my shoe size"));
    check("Jog my memory about the trip.", Recall, Some("the trip"));
    check("I wonder if you remember the name of that bar.", Recall, Some("the name of that bar"));
    for text in [
        "I told you it was raining, didn't I?",
        "What did Nietzsche say about memory?",
        "Remember when we used to rent videos? Good times.",
    ] {
        check(text, TriggerKind::None, None);
    }
}

#[test]
fn the_memory_is_gone_over_in_many_ways() {
    for text in [
        "Give your memory a good clean.",
        "Put your memories in order.",
        "Your notes on me could use a review.",
        "A memory tidy-up is overdue.",
        "Sift through your memories and merge what's alike.",
        "Could we do a memory tidy-up?",
    ] {
        check(text, TriggerKind::Reflect, None);
    }
    check("Go through your notes for the plumber's number.", TriggerKind::Recall, Some("the plumber's number"));
    check("Review my notes on the French Revolution.", TriggerKind::None, None);
}

#[test]
fn chinese_frames_and_pointers() {
    use TriggerKind::{Forget, None, Recall, Remember};
    check("我对芒果过敏，这点你要记住", Remember, Some("我对芒果过敏"));
    check("希望你能记住我不吃辣", Remember, Some("我不吃辣"));
    check("把这段存下来：车位是B12", Remember, Some("车位是B12"));
    check("前面那条作废", Forget, Option::None);
    check("请清除你记忆中关于前公司的内容", Forget, Some("前公司"));
    check("你知道我家猫叫什么吗？", Recall, Some("我家猫叫什么"));
    check("请把这句话翻译成英文：别忘了我", None, Option::None);
}

#[test]
fn a_draft_to_be_worked_on_asks_nothing_of_the_memory() {
    check("Please note that the pool is shut. Make this sound friendlier.", TriggerKind::None, None);
    check("Is there anything on TV about bees?", TriggerKind::None, None);
    check("What I said about lunch doesn't count any more.", TriggerKind::Forget, Some("lunch"));
    check("Can this go in your notes? The van is sold.", TriggerKind::Remember, Some("The van is sold"));
}

#[test]
fn what_stands_before_a_colon_may_announce_it() {
    use TriggerKind::{None, Remember};
    check(
        "Something to bear in mind for Sunday: Lars is allergic to dust.",
        Remember,
        Some("Lars is allergic to dust"),
    );
    check("Fresh detail for your notes: the shop has moved.", None, Option::None);
    check("New detail for your notes: the shop has moved.", Remember, Some("the shop has moved"));
    check("A point worth remembering: Ola works from Narvik.", Remember, Some("Ola works from Narvik"));
    check("Memory update: I left Bosch.", Remember, Some("I left Bosch"));
    check("Hang on to this, would you? The hut sleeps eight.", Remember, Some("The hut sleeps eight"));
    check("Keep track of the fact that Jo owes me ten pounds.", Remember, Some("Jo owes me ten pounds"));
    check("remmeber im off dairy", Remember, Some("im off dairy"));
    check("The shed key is with Tom. Update your notes.", Remember, Some("The shed key is with Tom"));
    for text in [
        "Things to remember when tiling a floor: level it first. Anything else?",
        "Finish this stanza: remember the ships that sailed at dawn",
        "Set these words to a tune: forget the rain, come dance with me",
        "Write that down as an equation.",
        "Remember to floss, said every dentist.",
    ] {
        check(text, None, Option::None);
    }
}

#[test]
fn how_things_were_is_no_question_to_the_memory() {
    use TriggerKind::{None, Recall};
    for text in [
        "Remember when trains had ashtrays?",
        "Remember floppy disks? Those were the days.",
        "Remember the scene with the horse?",
        "What do you know about glaciers?",
        "Tell me what you know about the Roman Empire.",
        "What's my best card in this hand again?",
        "Does this tune sound familiar?",
    ] {
        check(text, None, Option::None);
    }
    check("Remember when I told you about the well?", Recall, Some("when I told you about the well"));
    check("What do you know about my aunt?", Recall, Some("my aunt"));
    check("What did you jot down about Wim?", Recall, Some("Wim"));
    check("Any idea what I told you about the fence?", Recall, Some("the fence"));
    check("Does the name Aalto ring a bell?", Recall, Some("Aalto"));
    check("What's my cousin's street again?", Recall, Some("my cousin's street"));
    check("Find out whether I ever mentioned a lodger.", Recall, Some("a lodger"));
}

#[test]
fn memories_are_named_first_and_mended_or_dropped_after() {
    use TriggerKind::{Forget, None, Reflect};
    for text in [
        "Your records on us must be a muddle; straighten them out.",
        "There's bound to be overlap in your memories, merge it.",
        "Check your notes for contradictions.",
        "Look through what you've kept about me and combine what's alike.",
        "Find duplicates in your memory.",
        "A bit of housekeeping in your notes would be good.",
    ] {
        check(text, Reflect, Option::None);
    }
    check("My old club can come out of your records.", Forget, Some("My old club"));
    check("You have my maiden name on file, delete it.", Forget, Some("my maiden name"));
    check("I shouldn't have told you about the ring, please forget it.", Forget, Some("the ring"));
    check("Whatever I said about Crete, forget it.", Forget, Some("Crete"));
    check("On second thought, don't save that.", Forget, Option::None);
    check("Don't keep any record of my illness.", Forget, Some("my illness"));
    for text in [
        "My bookshelf is a muddle; how do I sort it out?",
        "These rows overlap; merge them.",
        "Don't save that sheet before I say so.",
        "Remove any mention of Bob from my essay.",
    ] {
        check(text, None, Option::None);
    }
}

#[test]
fn chinese_announcements_and_papers() {
    use TriggerKind::{Forget, None, Recall, Reflect, Remember};
    check("下次聊到老王的时候记得他不喝酒", Remember, Some("他不喝酒"));
    check("这点很关键，你别忘了：我怕高", Remember, Some("我怕高"));
    check("你那边有没有存我的护照号？", Recall, Some("我的护照号"));
    check("你的笔记太杂了，梳理一下吧", Reflect, Option::None);
    check("关于我病情的内容请彻底清除", Forget, Some("关于我病情的内容"));
    check("请整理一下这份课堂笔记", None, Option::None);
    check("把这篇文章里的错字删掉", None, Option::None);
    check("你能记住多少个单词？", None, Option::None);
}
