use super::*;

fn now() -> Zoned {
    "2026-03-11T10:30:00+01:00[Europe/Berlin]".parse().expect("a valid time")
}

fn routed(text: &str) -> Route {
    let route = route(text, Origin::Explicit, &now());
    route.validate().expect("the built-in router's own answer is valid");
    route
}

#[test]
fn stores_by_grammar() {
    for (text, store) in [
        ("I'm a carpenter and I live in Graz.", Store::Core),
        ("Yesterday we picked the oak floor.", Store::Episodic),
        ("Project Heron uses Kafka.", Store::Semantic),
        ("To descale the kettle: fill it with vinegar, boil it, rinse twice.", Store::Procedural),
        ("We deploy by running the tests, tagging the commit, then pushing.", Store::Procedural),
        ("Pin this forever: our boat was called Marigold.", Store::Vault),
        ("我是护士，住在武汉。", Store::Core),
        ("昨天和李雷开了会。", Store::Episodic),
    ] {
        assert_eq!(routed(text).store, store, "{text}");
    }
}

#[test]
fn entities_and_relations() {
    let route = routed("Ana Lima develops Project Heron.");
    let names: Vec<(&str, EntityType)> = route.entities.iter().map(|e| (e.name.as_str(), e.kind)).collect();
    assert_eq!(names, [("Ana Lima", EntityType::Person), ("Heron", EntityType::Project)]);
    assert_eq!(
        route.relations,
        [RoutedRelation { from: "Ana Lima".into(), relation: Relation::Develops, to: "Heron".into() }]
    );
}

#[test]
fn the_summary_is_about_the_user() {
    assert_eq!(routed("I prefer short answers").summary, "User prefers short answers.");
    assert_eq!(routed("My sister carries my keys").summary, "User's sister carries their keys.");
    assert_eq!(routed("Tom is my boss").summary, "Tom is the user's boss.");
    assert_eq!(routed("Ana lent me my own book").summary, "Ana lent the user their own book.");
    assert_eq!(routed("yes I moved to Munich").summary, "User moved to Munich.");
    assert_eq!(routed("no my name is Ana").summary, "User's name is Ana.");
    assert_eq!(routed("No sugar for me").summary, "No sugar for the user.");
    assert_eq!(routed("Pin this: I'm allergic to latex.").summary, "User is allergic to latex.");
}

#[test]
fn dates_are_resolved() {
    let route = routed("Dentist appointment next Friday at 9.");
    assert_eq!(route.dates[0].text, "next Friday");
    assert_eq!(route.dates[0].start.to_string(), "2026-03-20T00:00:00");
}

#[test]
fn a_models_answer_is_checked() {
    let mut route = routed("Project Heron uses Kafka.");
    route.relations.push(RoutedRelation { from: "Heron".into(), relation: Relation::Uses, to: "Redis".into() });
    assert_eq!(route.validate(), Err(InvalidRoute::RelationEnd("Redis".into())));
    route.relations.pop();
    route.tags.clear();
    assert_eq!(route.validate(), Err(InvalidRoute::Tags(0)));
}

#[test]
fn relative_days_are_written_out() {
    let now: jiff::Zoned = "2026-02-02T14:30:00+01:00[Europe/Berlin]".parse().unwrap();
    let found = route("The dentist appointment is tomorrow at nine.", Origin::Explicit, &now);
    assert!(found.dated_summary().contains("tomorrow (2026-02-03)"), "{}", found.dated_summary());
}

#[test]
fn a_note_about_the_user_goes_back_into_their_words_and_forth() {
    for (note, said) in [
        ("User lives in Graz.", "I live in Graz."),
        ("User's sister is Ana.", "My sister is Ana."),
        ("User is allergic to nuts.", "I am allergic to nuts."),
        ("The user has two cats.", "I have two cats."),
        ("User doesn't eat meat.", "I don't eat meat."),
        ("User always carries a pen.", "I always carry a pen."),
        ("User watches films.", "I watch films."),
        ("User moved to Graz.", "I moved to Graz."),
        ("Ana works at Initech.", "Ana works at Initech."),
    ] {
        assert_eq!(first_person(note), said);
        assert_eq!(summary::third_person(said), note.replace("The user", "User"));
    }
}

#[test]
fn a_day_is_written_out_once() {
    let once = routed("Ana moved to Graz in March.").dated_summary();
    assert_eq!(once, "Ana moved to Graz in March (2026-03).");
    assert_eq!(routed(&once).dated_summary(), once);
}

#[test]
fn a_day_without_a_year_is_the_one_that_is_meant_or_left_as_said() {
    let now: jiff::Zoned = "2026-11-15T14:30:00+01:00[Europe/Berlin]".parse().unwrap();
    let written = |text: &str| route(text, Origin::Explicit, &now).dated_summary();
    assert_eq!(written("The tundra deadline is March 14"), "The tundra deadline is March 14 (2027-03-14).");
    assert_eq!(
        written("My sister is getting married on June 3rd."),
        "User's sister is getting married on June 3rd (2027-06-03)."
    );
    assert_eq!(written("We met Ana on June 3rd."), "We met Ana on June 3rd (2026-06-03).");
    assert_eq!(written("我的生日是5月20日"), "用户的生日是5月20日。");
    assert_eq!(written("The code name is March 14"), "The code name is March 14.");
    assert_eq!(written("我女儿今年六岁。"), "用户女儿今年(2026)六岁。");
}

#[test]
fn a_correction_is_kept_without_the_words_that_make_it_one() {
    for (said, kept) in [
        ("No wait, the deadline is Friday.", "The deadline is Friday."),
        ("Sorry, I meant: my desk is grey.", "User's desk is grey."),
        ("不对，我的桌子是灰色的。", "用户的桌子是灰色的。"),
        ("其实我的桌子是灰色的。", "用户的桌子是灰色的。"),
        ("No sugar in my tea.", "No sugar in the user's tea."),
    ] {
        assert_eq!(summary::third_person(said), kept);
    }
}

#[test]
fn a_move_leaves_another_home_in_mind() {
    for (text, core) in [
        ("Actually I moved to Munich last week", true),
        ("yes I moved to Munich", true),
        ("We've just moved to Graz.", true),
        ("My sister moved to Munich last week.", false),
        ("On 2 June we moved the database to Frankfurt.", false),
        ("I went to Munich last week.", false),
        ("We moved to a bigger table.", false),
    ] {
        assert_eq!(routed(text).core_update, core, "{text}");
    }
}

#[test]
fn what_a_name_is_given_to_says_what_it_is() {
    for (text, name, kind) in [
        ("The Wi-Fi is called Falcon.", "Falcon", EntityType::Tool),
        ("Falcon's password is on the fridge", "Falcon", EntityType::Tool),
        ("My car is a red Volvo.", "Volvo", EntityType::Tool),
        ("I work at Initech.", "Initech", EntityType::Project),
        ("I work as a nurse for Globex", "Globex", EntityType::Project),
        ("Our cat is called Biscuit", "Biscuit", EntityType::Person),
        ("My hometown is Nantwich", "Nantwich", EntityType::Place),
        ("我妹妹叫小红", "小红", EntityType::Person),
        ("我养了一只猫，叫咪咪", "咪咪", EntityType::Person),
        ("我家的网络叫猎鹰", "猎鹰", EntityType::Tool),
        ("我在华为工作", "华为", EntityType::Project),
    ] {
        let found = routed(text).entities;
        let entity = found.iter().find(|entity| entity.name == name);
        assert_eq!(entity.map(|entity| entity.kind), Some(kind), "{text}: {found:?}");
    }
    assert!(routed("我在医院工作").entities.is_empty());
}

#[test]
fn where_somebody_lives_or_works_is_a_fact_whenever_it_changed() {
    for (text, store) in [
        ("Kim moved to Porto last week", Store::Semantic),
        ("Mia moved to Braga last month", Store::Semantic),
        ("Sam joined Globex in March", Store::Semantic),
        ("Last month Mia Berg started working at Initech.", Store::Semantic),
        ("My sister moved to Munich last week.", Store::Semantic),
        ("Ana was promoted to team lead yesterday", Store::Semantic),
        ("王伟上周搬到了上海", Store::Semantic),
        ("我妹妹上个月搬到了杭州", Store::Semantic),
        ("I moved to Porto last week", Store::Episodic),
        ("Sam joined Anna for lunch yesterday", Store::Episodic),
        ("Kim moved to Porto for a week last March", Store::Episodic),
        ("Kim bought a bike last week", Store::Episodic),
        ("On 2 June we moved the database to Frankfurt.", Store::Episodic),
    ] {
        assert_eq!(routed(text).store, store, "{text}");
    }
}

fn stores(cases: &[&str], store: Store) {
    for text in cases {
        assert_eq!(routed(text).store, store, "{text}");
    }
}

#[test]
fn what_happened_is_an_event_whoever_did_it() {
    stores(
        &[
            "Missed my stop and walked home in the rain.",
            "Our hens stopped laying last week.",
            "finally sold the caravan",
            "The kiln blew a fuse halfway through the firing last night.",
            "Three nights ago a fox took two of the ducks.",
            "On Friday the dentist put a crown on my molar.",
            "14 Feb: roof inspected, two tiles loose.",
            "My nephew was born at four this morning.",
            "Parents' evening next Wednesday at six.",
            "I have an MRI on Thursday at 7:45.",
            "The board met on Thursday and approved the budget.",
            "去年冬天我们在哈尔滨看了冰灯。",
            "刚刚收到录取通知书！",
        ],
        Store::Episodic,
    );
    stores(
        &[
            "Grandpa built the shed himself.",
            "The old mill was built in 1874.",
            "Based in Graz, Initech makes pumps.",
            "The plumber who fixed the sink lives next door.",
            "Cedar lasts longer than treated pine.",
            "Kiran hated cilantro as a child and still avoids it.",
            "这家店周一不营业。",
            "我妹妹对花生过敏。",
        ],
        Store::Semantic,
    );
}

#[test]
fn orders_with_a_goal_or_a_condition_are_instructions() {
    stores(
        &[
            "If the boiler shows E119, top up the pressure and press reset twice.",
            "To prune the roses, cut just above a bud and burn the clippings.",
            "When a parcel arrives damaged, photograph it, note the number, and refuse the signature.",
            "Opening the shop: lights, till float, signboard out, ovens on by six.",
            "Never thaw the stock in the microwave.",
            "You prime the pump by pouring a litre of water down the inlet and cranking it ten times.",
            "The trick to starting the old van is to pump the pedal three times.",
            "Our hiring loop is phone screen, take-home, onsite, then references.",
            "When I type 'eod', list what changed today and draft the handover.",
            "包饺子：和面醒半小时，调馅，擀皮，包好下锅，点三次凉水。",
            "遇到投诉，先道歉，登记单号，两小时内回电。",
        ],
        Store::Procedural,
    );
    stores(
        &[
            "Water boils at a lower temperature up here.",
            "Ask Hilde about taxes and she'll know the answer.",
            "If it rains, the cellar floods.",
            "Light travels faster than sound.",
            "Run clubs in this town meet at the fountain.",
        ],
        Store::Semantic,
    );
}

#[test]
fn who_the_user_is_and_how_to_deal_with_them_is_core() {
    stores(
        &[
            "As a wheelchair user, I need step-free routes.",
            "Everyone calls me Bas.",
            "Because I stammer, I prefer chat over calls.",
            "Right now everything revolves around my daughter's recovery.",
            "You can be brutally honest with me.",
            "Ask me before you touch anything in production.",
            "Explain things to me in plain English; I'm not technical.",
            "I read everything on a phone, so keep lines short.",
            "我胃不好，不能吃辣。",
            "跟我解释的时候请举例子。",
        ],
        Store::Core,
    );
    stores(&["My goddaughter is diabetic.", "Our accountant, Ms. Adebayo, charges by the hour."], Store::Semantic);
}

#[test]
fn a_wish_to_keep_something_is_not_part_of_it() {
    for (text, summary, core) in [
        ("Etch this in stone: Opa's compass belongs to Linus.", "Opa's compass belongs to Linus.", false),
        ("Keep it under lock and key forever, I'm allergic to propofol.", "User is allergic to propofol.", true),
        (
            "Our vows were written on a train ticket. never delete this please",
            "Our vows were written on a train ticket.",
            false,
        ),
    ] {
        let route = routed(text);
        assert_eq!((route.store, route.core_update), (Store::Vault, core), "{text}");
        assert_eq!(route.summary, summary);
    }
}

#[test]
fn a_subject_that_was_left_out_is_the_user() {
    for (said, kept) in [
        ("Sold my old van today", "User sold their old van today."),
        ("finally fixed the tap", "User finally fixed the tap."),
        ("Based in Graz since May", "Based in Graz since May."),
        ("Ran into Ana at the station", "User ran into Ana at the station."),
    ] {
        assert_eq!(summary::third_person(said), kept);
    }
}

#[test]
fn names_take_their_type_from_the_words_beside_them() {
    for (text, name, kind) in [
        ("We camped at Lake Bohinj.", "Lake Bohinj", EntityType::Place),
        ("The clinic on Barrow Street takes walk-ins.", "Barrow Street", EntityType::Place),
        ("Ottoline, my landlady, keeps bees.", "Ottoline", EntityType::Person),
        ("Plover, the billing project, is late.", "Plover", EntityType::Project),
        ("Zetmer makes turbines.", "Zetmer", EntityType::Project),
        ("Ann met her in Hay-on-Wye.", "Hay-on-Wye", EntityType::Place),
        ("The Carnot cycle has four steps.", "Carnot cycle", EntityType::Concept),
        ("Wexford reports to Nkechi.", "Nkechi", EntityType::Person),
        ("Teleport has been replaced by Terraform.", "Teleport", EntityType::Tool),
        ("Basalt weathers into fertile soil.", "Basalt", EntityType::Concept),
        ("Sunniva lends out her van.", "Sunniva", EntityType::Person),
        ("鼓浪屿在厦门。", "鼓浪屿", EntityType::Place),
    ] {
        let found = routed(text).entities;
        let entity = found.iter().find(|entity| entity.name == name);
        assert_eq!(entity.map(|entity| entity.kind), Some(kind), "{text}: {found:?}");
    }
}

#[test]
fn relations_keep_their_subject() {
    for (text, from, relation, to) in [
        ("Project Corvid runs on Fargate and stores its data in DynamoDB.", "Corvid", Relation::Uses, "DynamoDB"),
        ("Harriet, who leads the Wren team, hates Jenkins.", "Harriet", Relation::Avoids, "Jenkins"),
        ("Ana, Ben and Cleo develop Project Heron.", "Ben", Relation::Develops, "Heron"),
        ("My uncle Ferdinand restores organs.", USER, Relation::RelatesTo, "Ferdinand"),
        ("Keycloak handles logins for Project Osier.", "Keycloak", Relation::UsedBy, "Osier"),
        ("Project Quill can't ship without Redis.", "Quill", Relation::DependsOn, "Redis"),
        ("织女项目依赖Kafka和MySQL。", "织女", Relation::DependsOn, "MySQL"),
    ] {
        let route = routed(text);
        let wanted = RoutedRelation { from: from.into(), relation, to: to.into() };
        assert!(route.relations.contains(&wanted), "{text}: {:?}", route.relations);
    }
}

#[test]
fn side_clauses_do_not_hide_the_statement() {
    stores(
        &[
            "Having broken both knees, I avoid stairs.",
            "I use a magnifier, so describe images and avoid tables.",
            "Former miner, 71, living with a bad back.",
            "What matters to me above all right now is my sister's trial.",
        ],
        Store::Core,
    );
    stores(
        &[
            "News from the yard: the crane arrived at eight this morning and is too short.",
            "After weeks of rain the river burst its banks on Sunday.",
            "At the fair in May the judges picked our ram.",
        ],
        Store::Episodic,
    );
    stores(
        &["Winifred is Ana's half-sister.", "The Sunday market in Faro starts at seven.", "Alfred lives in Bern."],
        Store::Semantic,
    );
}

#[test]
fn a_name_is_what_its_sentence_makes_of_it() {
    for (text, name, kind) in [
        ("Naproxen is best taken after a meal.", "Naproxen", EntityType::Concept),
        ("Maple is lighter than walnut.", "walnut", EntityType::Concept),
        ("Ash lives in Leeds.", "Ash", EntityType::Person),
        ("Insertion sort is simple; radix sort is not.", "Insertion sort", EntityType::Concept),
        ("In optics, refraction is the bending of light.", "refraction", EntityType::Concept),
        ("Goodhart's law holds for every target.", "Goodhart's law", EntityType::Concept),
        ("Wolof is spoken in Senegal.", "Wolof", EntityType::Concept),
        ("Leopold works at St. Anne's Hospital.", "St. Anne's Hospital", EntityType::Place),
        ("St. Anton is a village in Tyrol.", "St. Anton", EntityType::Place),
        ("The essay is by E. B. White.", "E. B. White", EntityType::Person),
        ("Inspector Varga plays the cello.", "Varga", EntityType::Person),
        ("Judge Street is closed.", "Judge Street", EntityType::Place),
        ("Grebe was written by Ottilie.", "Grebe", EntityType::Project),
        ("At Fenwick, Ludmila leads the audits.", "Fenwick", EntityType::Project),
        ("Hartmut is head of sales at Fenwick.", "Fenwick", EntityType::Project),
        ("Fenwick's CTO left.", "Fenwick", EntityType::Project),
        ("Astrid runs the Graz branch of Fenwick.", "Fenwick", EntityType::Project),
        ("Ottokar from marketing writes the flyers.", "Ottokar", EntityType::Person),
        ("Grebe's backend is slow.", "Grebe", EntityType::Project),
        ("Vim is his favourite editor.", "Vim", EntityType::Tool),
        ("Bistro Lenz is on Harbour Lane.", "Bistro Lenz", EntityType::Place),
        ("Overijssel belongs to the Netherlands.", "Overijssel", EntityType::Place),
        ("The cellist in our quartet is called Anatol.", "Anatol", EntityType::Person),
        ("滨江是杭州的一个区。", "滨江", EntityType::Place),
        ("二叉树要求左小右大。", "二叉树", EntityType::Concept),
        ("周涛更喜欢下雨天。", "周涛", EntityType::Person),
    ] {
        let found = routed(text).entities;
        let entity = found.iter().find(|entity| entity.name == name);
        assert_eq!(entity.map(|entity| entity.kind), Some(kind), "{text}: {found:?}");
    }
    let cities = routed("杭州是一座很大的港口城市。").entities;
    assert_eq!(cities.len(), 1, "a kind of place is none: {cities:?}");
}

#[test]
fn relations_follow_from_the_sorts_of_both_ends() {
    for (text, from, relation, to) in [
        ("Trastevere is the liveliest quarter of Rome.", "Trastevere", Relation::PartOf, "Rome"),
        ("Neukölln, a borough of Berlin, is loud.", "Neukölln", Relation::PartOf, "Berlin"),
        ("Funen is Denmark's third largest island.", "Funen", Relation::PartOf, "Denmark"),
        ("无锡是江苏的一座城市。", "无锡", Relation::PartOf, "江苏"),
        ("Without Redis, Project Grebe won't boot.", "Grebe", Relation::DependsOn, "Redis"),
        ("Karim maintains Project Grebe alongside Ottilie.", "Ottilie", Relation::Develops, "Grebe"),
        ("Project Grebe uses Kafka for events and Redis for sessions.", "Grebe", Relation::Uses, "Redis"),
        ("Project Grebe's queue is RabbitMQ.", "Grebe", Relation::Uses, "RabbitMQ"),
        ("Project Grebe draws its maps with Mapbox.", "Grebe", Relation::Uses, "Mapbox"),
        ("Project Grebe migrated from MySQL to Postgres.", "Grebe", Relation::Uses, "Postgres"),
        ("Karim swapped Evernote for Joplin.", "Karim", Relation::Uses, "Joplin"),
        ("Twilio sends the reminders in Project Grebe.", "Twilio", Relation::UsedBy, "Grebe"),
        ("Nele is Karim's aunt and Ottilie's tutor.", "Nele", Relation::RelatesTo, "Ottilie"),
        ("Zsh is Karim's go-to shell.", "Karim", Relation::Prefers, "Zsh"),
        ("My father in law Ruben keeps bees.", USER, Relation::RelatesTo, "Ruben"),
        ("Project Rail has three modules: Sora and Crake.", "Rail", Relation::Contains, "Crake"),
        ("信天翁项目的缓存是Redis。", "信天翁", Relation::Uses, "Redis"),
    ] {
        let route = routed(text);
        let wanted = RoutedRelation { from: from.into(), relation, to: to.into() };
        assert!(route.relations.contains(&wanted), "{text}: {:?}", route.relations);
    }
    for (text, from, relation, to) in [
        ("Osaka is west of Nagoya.", "Osaka", Relation::PartOf, "Nagoya"),
        ("In Project Grebe, Vite replaces Webpack.", "Grebe", Relation::Supersedes, "Webpack"),
        ("Project Grebe moved away from Jenkins.", "Grebe", Relation::Uses, "Jenkins"),
        ("Karim and Ottilie share a house in Bern.", "Karim", Relation::Uses, "Bern"),
    ] {
        let route = routed(text);
        let wrong = RoutedRelation { from: from.into(), relation, to: to.into() };
        assert!(!route.relations.contains(&wrong), "{text}: {:?}", route.relations);
    }
}
