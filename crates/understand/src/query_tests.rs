use super::*;

fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

#[test]
fn the_seeds_questions() {
    for (text, strategy) in [
        ("When did we buy the boat?", Strategy::Temporal),
        ("What did I do last Tuesday?", Strategy::Temporal),
        ("What do you know about Priya?", Strategy::Entity),
        ("How do I usually brew the coffee?", Strategy::Procedural),
        ("What's the latest on the boat?", Strategy::Latest),
        ("Do I like olives?", Strategy::General),
        ("王芳是谁？", Strategy::Entity),
        ("我们通常怎么发布版本？", Strategy::Procedural),
        ("我上周去了哪里？", Strategy::Temporal),
        ("新房子进展如何", Strategy::Latest),
    ] {
        assert_eq!(read(text, &now()).strategy, strategy, "{text}");
    }
}

#[test]
fn hints_and_names_are_verbatim() {
    let query = read("What did we decide with Priya in January?", &now());
    assert_eq!(query.time_hint.as_deref(), Some("in January"));
    assert_eq!(query.entity.as_deref(), Some("Priya"));
    assert_eq!(query.time.map(|t| t.start.to_string()).as_deref(), Some("2026-01-01T00:00:00"));
}

#[test]
fn what_was_is_asked_for_by_verb_or_by_word() {
    for text in
        ["Where did I live before Graz?", "Who was my manager?", "What's my previous employer?", "我以前住在哪里？"]
    {
        assert!(read(text, &now()).looks_back, "{text}");
    }
    for text in ["Where do I live?", "Which car do we have?", "Who leads Atlas?", "我现在住在哪个城市？"] {
        assert!(!read(text, &now()).looks_back, "{text}");
    }
}

#[track_caller]
fn all(strategy: Strategy, questions: &[&str]) {
    let wrong: Vec<_> = questions.iter().filter(|text| read(text, &now()).strategy != strategy).collect();
    assert!(wrong.is_empty(), "not {}: {wrong:#?}", strategy.as_str());
}

#[test]
fn habits_in_any_word_order() {
    all(
        Strategy::Procedural,
        &[
            "Tell me the steps of my bedtime routine for the twins.",
            "我平常怎么给吉他换弦？",
            "Is there a checklist for closing the shop?",
            "The way we file receipts, what was it again?",
            "Do you remember how I sharpen the chisels?",
            "What do I always do before bed?",
            "报销要怎么走？",
            "How is a new patient registered in our practice?",
            "What should I check before I hand over the keys?",
            "Recipe for my chilli, the usual one?",
            "What's the protocol for visitors?",
            "How is the sourdough starter fed?",
            "A parcel came back undelivered, what do we do in that case?",
            "how d'you normally set up the projector",
            "What are the steps to renew the domain?",
            "What has to be done before guests arrive?",
            "how must samples be stored under our protocol",
            "how does one restart the irrigation pump",
            "How do I make my grandmother's plum jam?",
            "What's the correct sequence for starting the kiln?",
            "Spell out our escalation protocol.",
            "Do we have a procedure for lost badges?",
            "What's the standard practice for returning kit?",
            "What happens first when we open the café?",
            "月底关账的做法说一下",
            "遇到客户投诉我们怎么处理？",
            "what's the right way to fold the sails",
            "每次出差前我都要做哪些准备？",
            "How do we usually handle a chargeback?",
            "The usual steps for a parent-teacher evening?",
            "How do I go about pruning the roses?",
            "how do i normaly clean the grinder",
            "When the generator fails, what are the steps?",
            "How exactly do I descale the kettle again?",
        ],
    );
}

#[test]
fn news_and_the_present() {
    all(
        Strategy::Latest,
        &[
            "官司打到什么程度了？",
            "Any developments regarding the scholarship?",
            "hows the knee",
            "what are the newest numbers",
            "How are the rehearsals progressing?",
            "What's our current headcount?",
            "最近工作室那边有什么动静？",
            "Any sign of the new passport?",
            "Where does Magnus work now?",
            "What's the state of the roof?",
            "保险那事儿后来怎么样了",
            "What is the latest draft called?",
            "Is the website back up?",
            "What's outstanding on the snag list?",
            "项目如今什么状况？",
            "现在谁负责仓库？",
            "Has there been any movement on the pay dispute?",
            "At this point, who has RSVP'd?",
            "Where have we landed on the colour scheme?",
            "Do we still use Basecamp?",
            "any updates?",
            "How is Aunt Vi these days?",
            "Whats the satus of the permit",
            "Is Felix still vegetarian?",
            "What has changed since we last spoke about the garden?",
            "give me the latest on the merger",
            "Most up-to-date figures for the fundraiser?",
            "老王还在那家公司上班吗？",
            "What's happening on the Penrose bid?",
            "快递到了吗？",
            "What stage is the planning appeal at?",
            "What's new in the Ferris case?",
            "我们现在用的是哪个版本？",
            "Where did we get to with the playlist?",
        ],
    );
}

#[test]
fn one_fact_and_work_to_do_are_general() {
    all(
        Strategy::General,
        &[
            "Compare the two offers for me.",
            "What's my favourite day of the week?",
            "Order more printer paper for next week.",
            "How did I meet Petra?",
            "What is the capital of Peru?",
            "我会弹钢琴吗？",
            "我儿子在哪个学校上学？",
            "Have I ever been to Norway?",
            "我女儿对什么过敏？",
            "Book a table for two on Friday.",
            "小李的电话是多少？",
            "What did the vet say about Rex's teeth?",
            "What's the difference between HTTP and HTTPS?",
            "哪家餐厅的火锅我觉得最好吃？",
            "Is Tuesday alright for the plumber?",
            "Who is my dentist?",
            "Write a limerick about last summer.",
            "Why did Magnus leave the band?",
            "Is Ingrid vegetarian?",
            "What does Rhiannon do for a living?",
            "Can you proofread this letter to the council?",
            "How is Petra's surname spelled?",
            "What's our budget for the garden?",
            "What's the name of Hugo's dog?",
            "Where was my mother born?",
            "What was the reason we moved the server?",
            "How long does it take me to get to work?",
            "How does Nadia take her coffee?",
            "What did we pay for the sofa?",
            "Does the Wednesday group include Ann?",
            "今晚吃什么好？",
            "谁借了我的雨伞？",
            "Which of our suppliers is cheapest?",
            "Which plants need full sun?",
            "Who is Casper married to?",
            "我的血型是什么？",
            "谁会修自行车？",
            "Who plays the cello in the choir?",
            "Which of these two emails sounds friendlier?",
            "Translate this into Welsh: the cat sat down.",
            "Would Hugo enjoy a cooking class?",
            "Did we choose oak or pine for the floor?",
            "Who wrote the deployment checklist?",
            "When I travel, which bag do I use?",
            "What do we feed the hens?",
            "What's the reference number for the claim?",
        ],
    );
}

#[test]
fn what_is_known_of_one_thing() {
    for (text, name) in [
        ("tell me abuot Greta", "Greta"),
        ("What do you remember of Casper?", "Casper"),
        ("wat do u know about basil", "basil"),
        ("Does the name Delphine ring a bell?", "Delphine"),
        ("Fill me in on Henrik.", "Henrik"),
        ("Zora is coming by later. Remind me who she is?", "Zora"),
        ("Put together a profile of Ramona Diaz", "Ramona Diaz"),
        ("王小明是什么人", "王小明"),
        ("Brief me on Thaddeus before the call", "Thaddeus"),
        ("Share what you've stored about Emrys.", "Emrys"),
        ("我们对绿洲公司有什么了解？", "绿洲公司"),
        ("My mum asked about Cuthbert and I drew a blank. Who's he?", "Cuthbert"),
        ("What is it that we know about Silverline?", "Silverline"),
        ("Tell me what you remember about my cousin Bea.", "my cousin Bea"),
        ("Introduce me to Wolfram.", "Wolfram"),
        ("Show me everything related to Project Tern", "Project Tern"),
        ("List all facts you have on Verity Lane", "Verity Lane"),
        ("Any notes on Ferdinand?", "Ferdinand"),
        ("Anything in memory regarding Oksana?", "Oksana"),
        ("Odalys, remind me who that is", "Odalys"),
        ("Let's hear everything about Lilac Cottage.", "Lilac Cottage"),
        ("I just got an email from Ignatius Bell. Who is he?", "Ignatius Bell"),
        ("What's Kingfisher all about?", "Kingfisher"),
        ("Name rings a bell: Dorothea. Who's that?", "Dorothea"),
        ("Could you fill me in about Leocadia?", "Leocadia"),
        ("Fill me in on who Yaroslav is.", "Yaroslav"),
        ("Remember Ulrike? What do I know about her?", "Ulrike"),
        ("What is the Larkspur project?", "the Larkspur project"),
        ("帮我回忆一下马师傅这个人", "马师傅"),
        ("跟我说说海豚计划", "海豚计划"),
        ("what r the facts about orla", "orla"),
        ("I'd like to know more about the Tamarind project", "the Tamarind project"),
        ("How would you describe Tabitha?", "Tabitha"),
        ("你对晨曦计划有印象吗？", "晨曦计划"),
        ("Quick refresher on the Osprey team?", "the Osprey team"),
        ("Explain what Project Alder is", "Project Alder"),
        ("Got anything on Rhiannon?", "Rhiannon"),
        ("What's the story behind Marrowbone?", "Marrowbone"),
        ("Who the heck is Lorenzo?", "Lorenzo"),
        ("pls give me the background of yolanda", "yolanda"),
        ("I'd love a recap of everything on Stonebridge.", "Stonebridge"),
        ("How much do you know about Casimir?", "Casimir"),
        ("what kind of company is Halcyon", "Halcyon"),
        ("Was Ezekiel ever mentioned? What do we know about him?", "Ezekiel"),
        ("what can you tell me about my landlord", "my landlord"),
        ("Anything I should know about Hollis before tonight?", "Hollis"),
        ("info on juniper house", "juniper house"),
        ("Please recap all you know about Dr Whitlock", "Dr Whitlock"),
    ] {
        let query = read(text, &now());
        assert_eq!((query.strategy, query.entity.as_deref()), (Strategy::Entity, Some(name)), "{text}");
    }
}

#[test]
fn times_asked_for_and_times_that_bound() {
    for (text, hint) in [
        ("What were our goals for Q2?", "for Q2"),
        ("前年夏天我在做什么？", "前年夏天"),
        ("Did Callum phone me two nights ago?", "two nights ago"),
        ("Which of my appointments are this week?", "this week"),
        ("On what day does the course begin?", ""),
        ("What did I do on my birthday last year?", "last year"),
        ("What was said at the meeting on the 14th?", "on the 14th"),
        ("what was going on in my life in 2015", "in 2015"),
        ("What have I achieved this year?", "this year"),
        ("What was I reading in the summer of 2021?", "in the summer of 2021"),
        ("What did I note down between 3 and 9 May?", "between 3 and 9 May"),
        ("三年前我住在哪里？", "三年前"),
        ("do u know when we met the architect", ""),
        ("Was there a power cut on Monday?", "on Monday"),
        ("Remind me when the lease was signed.", ""),
        ("What went down last Friday night?", "last Friday night"),
        ("合同哪天到期？", ""),
        ("When will the kitchen be ready?", ""),
        ("When did the boiler break down?", ""),
        ("Show me what I logged on 2 Feb", "on 2 Feb"),
        ("What did we do the weekend before last?", "the weekend before last"),
        ("what was happening around this time in 2020", "in 2020"),
        ("What did we agree on at the end of last year?", "at the end of last year"),
        ("What did I buy in November?", "in November"),
        ("What did we talk about the other day?", "the other day"),
        ("Which week did the twins start nursery?", ""),
        ("who did i call in the last three days", "in the last three days"),
        ("Which films did I watch in the past month?", "in the past month"),
        ("In the autumn, what did we plant?", "In the autumn"),
        ("What happened at work today?", "today"),
        ("How long have I had this phone?", ""),
        ("这周我都见了谁？", "这周"),
        ("Who was at the party on New Year's Eve?", "on New Year's Eve"),
        ("十月份我都买了什么？", "十月份"),
        ("What did we eat on our anniversary?", "on our anniversary"),
        ("List the meetings I had in the first week of June.", "in the first week of June"),
        ("上次体检是什么时候？", ""),
        ("Who visited us in August?", "in August"),
        ("我几号交的房租？", ""),
        ("What did we decide during the strike?", "during the strike"),
        ("What happened two summers ago?", "two summers ago"),
        ("I want to know what happened on 12 October.", "on 12 October"),
        ("我们结婚多少年了？", ""),
    ] {
        let query = read(text, &now());
        let found = (query.strategy, query.time_hint.as_deref().unwrap_or_default());
        assert_eq!(found, (Strategy::Temporal, hint), "{text}");
    }
}

#[test]
fn a_slip_of_the_finger_does_not_lose_the_question() {
    for (text, strategy) in [
        ("tell me abuot Greta", Strategy::Entity),
        ("whats the staus of the order", Strategy::Latest),
        ("wehn did we plant the hedge", Strategy::Temporal),
        ("what's our procedrue for refunds", Strategy::Procedural),
        ("which statues did we see in Rome", Strategy::General),
    ] {
        assert_eq!(read(text, &now()).strategy, strategy, "{text}");
    }
}

#[test]
fn what_bounds_the_time_need_not_be_a_date() {
    let query = read("What did we decide during the strike?", &now());
    assert_eq!((query.time_hint.as_deref(), query.time), (Some("during the strike"), None));
    assert_eq!(read("What should we do during the strike?", &now()).time_hint, None);
    assert_eq!(read("How do we close the books at the end of the month?", &now()).time_hint, None);
}

#[test]
fn chinese_questions_by_their_frame() {
    for (text, strategy) in [
        ("上线前的检查清单是什么？", Strategy::Procedural),
        ("打烊前要做哪些事？", Strategy::Procedural),
        ("客户退款一般怎么走？", Strategy::Procedural),
        ("我怎么认识小周的？", Strategy::General),
        ("房子卖出去了吗？", Strategy::Latest),
        ("最近和房东谈得怎么样？", Strategy::Latest),
        ("小周还在上海吗？", Strategy::Latest),
        ("wifi密码是什么？", Strategy::General),
        ("今晚吃什么好？", Strategy::General),
        ("前几天我跟你提过什么？", Strategy::Temporal),
    ] {
        assert_eq!(read(text, &now()).strategy, strategy, "{text}");
    }
    for (text, name) in [
        ("我明天要见韩梅，她是谁？", "韩梅"),
        ("方总的背景介绍一下", "方总"),
        ("“白鹭”是什么？", "白鹭"),
        ("给我说说星辰科技这家公司", "星辰科技"),
        ("把你了解的许医生的资料都告诉我", "许医生"),
    ] {
        let query = read(text, &now());
        assert_eq!((query.strategy, query.entity.as_deref()), (Strategy::Entity, Some(name)), "{text}");
    }
}

#[test]
fn a_later_clause_asks_where_the_first_says_little() {
    for (text, name) in [
        ("Was Ezekiel ever mentioned? What do we know about him?", "Ezekiel"),
        ("I've a call with Sunniva in ten minutes, give me everything on her", "Sunniva"),
        ("who is this guy Radomir", "Radomir"),
        ("Tell me everything: Juno Park.", "Juno Park"),
        ("So, Fennimore. What do we have?", "Fennimore"),
        ("Who might Ottoline be?", "Ottoline"),
        ("Anything noteworthy about Calliope?", "Calliope"),
        ("What does Halibut refer to?", "Halibut"),
        ("Show me what you've got for Lysander.", "Lysander"),
    ] {
        let query = read(text, &now());
        assert_eq!((query.strategy, query.entity.as_deref()), (Strategy::Entity, Some(name)), "{text}");
    }
}

#[test]
fn what_goes_on_at_a_time_and_what_goes_on_with_something() {
    for (text, strategy) in [
        ("What's happening on the 21st?", Strategy::Temporal),
        ("What's happening with the roof?", Strategy::Latest),
        ("Anything from the lawyers?", Strategy::Latest),
        ("Anything from yesterday?", Strategy::Temporal),
        ("List everything I ate on Monday.", Strategy::Temporal),
        ("Who drives the school run on Mondays?", Strategy::General),
        ("Should we still invite Marek?", Strategy::General),
        ("Which summer did we repaint the boat?", Strategy::Temporal),
    ] {
        assert_eq!(read(text, &now()).strategy, strategy, "{text}");
    }
}

#[test]
fn two_sides_of_somebody_and_a_stretch_with_what_it_is_of() {
    all(
        Strategy::Entity,
        &["What is Lindiwe's job and where does she live?", "“海豚”是个什么软件？", "海豚是一个什么样的组织？"],
    );
    all(
        Strategy::General,
        &["What is Lindiwe's shoe size?", "What does Torsten do with the ash?", "Which shops have opened?"],
    );
    all(
        Strategy::Temporal,
        &["Which suppliers did we ring on Thursday?", "Show me what she painted during the strike"],
    );
    let query = read("what did we plant during the first month of spring training", &now());
    assert_eq!(query.time_hint.as_deref(), Some("during the first month of spring training"));
}
