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

#[test]
fn words_of_one_meaning_say_the_same() {
    for (a, b) in [
        ("User resides in Tartu.", "The user lives in Tartu."),
        ("The annex is adjacent to the stables.", "The annex stands next to the stables."),
        ("Jorun is a dermatologist.", "Jorun works as a skin doctor."),
        ("The user wants terse replies.", "User asked for concise answers."),
        ("Bram heads the archive.", "The archive is run by Bram."),
        ("Nils is afraid of thunder.", "Thunder scares Nils."),
        ("Ylva is from Sweden.", "Ylva is Swedish."),
        ("User plays the cello.", "User is a cellist."),
    ] {
        check(a, b, Verdict::Duplicate);
    }
}

#[test]
fn values_are_the_same_however_they_are_written() {
    for (a, b) in [
        ("The ride takes three hours.", "The ride lasts 180 minutes."),
        ("Yoga begins at a quarter to eight.", "Yoga starts at 7:45."),
        ("The grant is 45k euros.", "The grant is €45,000."),
        ("The choir has forty members.", "There are 40 people in the choir."),
        ("The rehearsal is on the fourth of June.", "The rehearsal is on June 4th."),
        ("User swims twice a week.", "Two times a week the user swims."),
        ("The bag weighs 12 kilos.", "The bag's weight is 12 kg."),
    ] {
        check(a, b, Verdict::Duplicate);
    }
    for (a, b) in [
        ("The ride takes three hours.", "The ride lasts 150 minutes."),
        ("The newsletter comes out weekly.", "The newsletter comes out every two months."),
        ("Yoga begins at a quarter to eight.", "Yoga starts at 8:15."),
        ("The depot is on the second floor.", "The depot is on the ground floor."),
    ] {
        check(a, b, Verdict::Contradiction);
    }
}

#[test]
fn a_change_told_by_its_verb_replaces_what_was() {
    for (a, b) in [
        ("User's tutor is Runa.", "Dag took over as the user's tutor from Runa."),
        ("The wiki runs on MediaWiki.", "The wiki was migrated off MediaWiki to Outline."),
        ("The entry fee is 8 euros.", "The entry fee was raised to 11 euros."),
        ("User smokes a pipe.", "User gave up the pipe."),
        ("User drives a Skoda.", "User sold the Skoda and rides a moped now."),
        ("The gala is on Monday.", "The gala got postponed to Thursday."),
        ("The shed is painted white.", "The shed is black now; they repainted it."),
        ("Ulla is in the rowing club.", "Ulla left the rowing club."),
    ] {
        assert_eq!(compare(a, b).verdict, Verdict::Contradiction, "{a} / {b}");
    }
}

#[test]
fn opposites_and_values_of_one_kind_exclude_each_other() {
    for (a, b) in [
        ("The clutch is manual.", "The clutch is automatic."),
        ("The pump is heated.", "The pump is unheated."),
        ("User's mother tongue is Basque.", "User's native language is Catalan."),
        ("The stove is made of brick.", "The stove is made of stone."),
        ("Tove is older than Siri.", "Siri is older than Tove."),
        ("Edda is the oldest in the choir.", "Runa is the oldest in the choir."),
    ] {
        check(a, b, Verdict::Contradiction);
    }
    check("Tove is older than Siri.", "Siri is younger than Tove.", Verdict::Duplicate);
    check("Sixten is Alma's boss.", "Alma reports to Sixten.", Verdict::Duplicate);
}

#[test]
fn another_subject_or_another_slot_is_no_contradiction() {
    for (a, b) in [
        ("User earns 40k a year.", "User's husband earns 55k a year."),
        ("The old boiler runs on oil.", "The new boiler runs on gas."),
        ("The upper gate is locked.", "The lower gate is open."),
        ("The morning tour is full.", "The evening tour has places."),
        ("User prefers dark mode in the terminal.", "User prefers light mode when reading maps."),
        ("The pass is closed in winter.", "The pass is open in summer."),
        ("Hedvig has three brothers.", "Hedvig has one sister."),
        ("The kiosk opens at 6.", "The kiosk closes at 18:00."),
        ("User is thinking of moving to Bergen.", "User lives in Tartu."),
        ("The barn was built in 1950.", "The barn was repainted in 2011."),
        ("User is not on the board.", "User likes board games."),
        ("User has a call at 9.", "User has a meeting at 11:00."),
        ("User plays the horn.", "User reads about the horn."),
    ] {
        check(a, b, Verdict::Compatible);
    }
}

#[test]
fn one_thing_is_told_from_two_sides() {
    check("The tower is taller than the mill.", "The mill is taller than the tower.", Verdict::Contradiction);
    check("The school lends violins.", "You can borrow violins from the school.", Verdict::Duplicate);
    check("Signe sold the sledge to Tor.", "Tor bought the sledge from Signe.", Verdict::Duplicate);
    check("Liv is an only child.", "Liv's sister is a baker.", Verdict::Contradiction);
    check("I dislike mushrooms.", "User hates mushrooms.", Verdict::Duplicate);
    check("My tutor is Runa.", "User's tutor is Dag.", Verdict::Contradiction);
    check("User dropped the magazine subscription.", "User cancelled the magazine subscription.", Verdict::Duplicate);
    check("User has given up coffee.", "User no longer drinks coffee.", Verdict::Duplicate);
    check("The mill has 80 workers.", "The mill cut its workers to 60.", Verdict::Contradiction);
}

#[test]
fn what_two_verbs_tell_of_one_thing_is_kept() {
    for (a, b) in [
        ("User earned 300 euros in June.", "User spent 300 euros in June."),
        ("Signe wrote the plan on Monday.", "Signe presented the plan on Monday."),
        ("Signe has a horse called Blakken.", "Signe trained Blakken."),
        ("Signe is on leave until Friday.", "Signe is back on Monday."),
    ] {
        check(a, b, Verdict::Compatible);
    }
}

#[test]
fn chinese_values_and_changes() {
    check("讲座在下午四点半。", "讲座16:30。", Verdict::Duplicate);
    check("用户有三个孩子。", "用户有3个小孩。", Verdict::Duplicate);
    check("用户在银行工作。", "用户已经从银行离职了。", Verdict::Contradiction);
    check("博物馆周二闭馆。", "博物馆周二开放。", Verdict::Contradiction);
    check("用户的母亲是会计。", "用户的父亲是司机。", Verdict::Compatible);
    check("用户打算买房。", "用户租房住。", Verdict::Compatible);
    check("用户工作日六点起床。", "用户周末九点起床。", Verdict::Compatible);
}

#[test]
fn statements_that_bear_on_each_other_share_a_key() {
    for (a, b) in [
        ("User resides in Tartu.", "User moved to Bergen."),
        ("Jorun is a dermatologist.", "Jorun is a plumber."),
        ("User uses Vim.", "User switched to Emacs."),
        ("The clutch is manual.", "The clutch is automatic."),
        ("User has no pets.", "User's hamster is called Knut."),
        ("User has no children.", "User's daughter is called Ragna."),
        ("Only Signe knows the code.", "Everybody in the crew knows the code."),
        ("User is a student.", "User graduated from university."),
        ("Signe is Tor's mother.", "Tor is Signe's son."),
    ] {
        let (a, b) = (Comparable::new(a), Comparable::new(b));
        let keys = b.keys();
        assert!(a.keys().iter().any(|key| keys.contains(key)), "{} / {}", a.text(), b.text());
    }
}

#[test]
fn dates_are_compared_by_their_words_and_by_what_they_mean() {
    let verdict = |a, b| compare(a, b).verdict;
    let first = "The essay deadline is March 14 (2026-03-14).";
    assert_eq!(verdict(first, "The essay deadline is March 21 (2026-03-21)."), Verdict::Contradiction);
    assert_eq!(verdict(first, first), Verdict::Duplicate);
    assert_eq!(verdict("User met Ana today (2026-03-01).", "User met Ana today (2026-03-02)."), Verdict::Compatible);
}

#[test]
fn a_later_clause_speaks_of_who_was_named() {
    let friend = "User's neighbour is Petra, she works at the bakery.";
    assert_eq!(compare(friend, "Petra works at the library now.").verdict, Verdict::Contradiction);
    assert_eq!(compare(friend, "Petra has two cats.").verdict, Verdict::Compatible);
    let sister = "User's sister Klara lives in Ghent and works as a nurse.";
    assert_eq!(compare(sister, "Klara moved to Antwerp last month (2026-10).").verdict, Verdict::Contradiction);
    assert_eq!(compare(sister, "Klara plays chess.").verdict, Verdict::Compatible);
}

#[test]
fn who_has_and_who_lacks() {
    for (a, b) in [
        ("User has no pets.", "User's hamster is called Knut."),
        ("User has no garage.", "User's garage is full of tools."),
        ("Only Signe knows the code.", "Everybody in the crew knows the code."),
        ("Only Tor may sign cheques.", "Both Tor and Liv may sign cheques."),
        ("Nobody in the family plays an instrument.", "User's aunt plays the oboe."),
        ("User's supervisor is Runa.", "Dag is the user's supervisor."),
        ("Liv is the fastest in the club.", "Tor is the fastest in the club."),
        ("Dag is the youngest of the siblings.", "Dag has a younger sister."),
    ] {
        check(a, b, Verdict::Contradiction);
    }
    check("Signe is Tor's mother.", "Tor is Signe's son.", Verdict::Duplicate);
    check("Signe is Tor's aunt.", "Tor is the nephew of Signe.", Verdict::Duplicate);
    for (a, b) in [
        ("User has no orchard.", "User's mother's orchard is large."),
        ("Signe is Tor's mother.", "Signe is Dag's mother."),
        ("Only Liv works on Sundays.", "Tor works on Mondays."),
        ("User has a gardener.", "User gardens at weekends."),
        ("Liv is the fastest in the club.", "Liv is the oldest in the club."),
    ] {
        check(a, b, Verdict::Compatible);
    }
}

#[test]
fn what_is_done_is_not_going_on() {
    for (a, b) in [
        ("User has finished the quilt.", "User is still sewing the quilt."),
        ("Liv is a student.", "Liv finished her studies and works as a surveyor."),
        ("Tor studies botany.", "Tor dropped out of university."),
        ("The lock hasn't changed in years.", "The lock was changed last month."),
        ("User has never been to Asia.", "User spent last summer in Nepal."),
        ("User still has their canoe.", "User's canoe was stolen."),
        ("Uncle Dag lives in Tartu.", "Uncle Dag passed away."),
    ] {
        check(a, b, Verdict::Contradiction);
    }
    for (a, b) in [
        ("User finished the trilogy.", "User likes the trilogy."),
        ("User is sewing a quilt.", "User finished a scarf."),
        ("The pony died in 2011.", "The pony was called Blakken."),
        ("User used to smoke a pipe.", "User doesn't smoke now."),
        ("User no longer works at the mill.", "User worked at the mill for six years."),
    ] {
        check(a, b, Verdict::Compatible);
    }
    check("User no longer works at Norsk Hydro.", "The user left Norsk Hydro.", Verdict::Duplicate);
}

#[test]
fn a_roundabout_way_says_the_same() {
    for (a, b) in [
        ("The user's flat is in Tartu.", "The user lives in Tartu."),
        ("User works as a glazier.", "The user is a glazier by trade."),
        ("The lease ends in October.", "October is when the lease ends."),
        ("March 2019 was the start of the course.", "The course started in March 2019."),
        ("The repair of the dam took place in April.", "The dam was repaired in April."),
        ("The band rehearses every second Tuesday.", "The band rehearses every other Tuesday."),
        ("The crossing takes eleven hours.", "It is an eleven-hour crossing."),
        ("User can't eat prawns because of an allergy.", "The user is allergic to prawns."),
        ("The kiosk is open until 7 pm.", "The kiosk closes at 19:00."),
        ("User picks the twins up at four.", "The user picks up the twins at four."),
        ("User's boat engine broke down.", "The user's boat engine is not working."),
        ("Thunderstorms scare the pony.", "The pony is afraid of thunderstorms."),
        ("Tor and Liv share a studio.", "Liv and Tor have the same studio."),
    ] {
        check(a, b, Verdict::Duplicate);
    }
    // One says more, or other than the other.
    for (a, b) in [
        ("User likes the new workshop.", "User works at the new workshop."),
        ("User speaks Danish.", "User is Danish."),
        ("User dislikes long hikes.", "User likes short hikes."),
        ("User has a nosebleed.", "User often has nosebleeds."),
        ("User avoids dairy.", "User drinks soy milk."),
        ("User was a vegetarian at school.", "User eats meat."),
    ] {
        check(a, b, Verdict::Compatible);
    }
}

#[test]
fn which_of_several_is_told_by_day_or_hour() {
    for (a, b) in [
        ("The class on Monday is at 9.", "The class on Friday is at 11."),
        ("In winter the ferry leaves at 8:00.", "In summer the ferry leaves at 7:00."),
        ("The 8 o'clock tour is full.", "The 10 o'clock tour is half empty."),
        ("User studied in Tartu.", "User studied in Bergen."),
        ("The calf weighs 90 kilos.", "The calf eats 3 kg a day."),
        ("The front gate is black.", "The back gate is red."),
        ("User's horse is brown.", "User's other horse is white."),
    ] {
        check(a, b, Verdict::Compatible);
    }
    for (a, b) in [
        ("The essay is due on 3 May.", "The essay is due on 9 May."),
        ("The lift runs daily.", "The lift runs only on weekends."),
        ("User wants the letter in Danish.", "User wants the letter in Polish."),
        ("User has green eyes.", "User has brown eyes."),
        ("User wants the alarm on.", "User wants the alarm off."),
        ("The kiosk is open until 7 pm.", "The kiosk closes at 9 pm."),
        ("Tor's best friend is Dag.", "Tor's best friend is Runa."),
        ("User studies in Tartu.", "User studies in Bergen."),
        ("The piano is by the stove.", "The piano is by the stairs."),
        ("The cake contains nuts.", "The cake is nut-free."),
    ] {
        check(a, b, Verdict::Contradiction);
    }
}

#[test]
fn chinese_kinds_and_clauses() {
    check("用户的沙发是灰色的。", "用户的沙发是绿色的。", Verdict::Contradiction);
    check("用户的儿子在上小学。", "用户的儿子已经上高中了。", Verdict::Contradiction);
    check("用户会骑马。", "用户怕马，不会骑马。", Verdict::Contradiction);
    check("用户的儿子今年九岁。", "用户有一个九岁的儿子。", Verdict::Duplicate);
    check("展览推迟到周二。", "展览延期到星期二。", Verdict::Duplicate);
    check("用户的沙发是灰色的。", "用户的自行车是绿色的。", Verdict::Compatible);
}

#[test]
fn somebody_makes_more_than_one_thing() {
    check("We write Lantern in Kotlin.", "We write Osprey in Kotlin.", Verdict::Compatible);
    check("The team builds Lantern in Gdansk.", "The team builds Osprey in Gdansk.", Verdict::Compatible);
    check("Lantern is written in Kotlin.", "Lantern is written in Swift.", Verdict::Contradiction);
}

fn all(verdict: Verdict, pairs: &[(&str, &str)]) {
    for (a, b) in pairs {
        check(a, b, verdict);
    }
}

#[test]
fn a_state_ends_with_what_ends_it() {
    all(
        Verdict::Contradiction,
        &[
            ("Katja is pregnant.", "Katja gave birth to a girl."),
            ("The position is vacant.", "The position has been filled."),
            ("Jonas is the user's boyfriend.", "User broke up with Jonas."),
            ("Sofia is a student.", "Sofia graduated last summer."),
            ("Jonas is in hospital.", "Jonas came home from hospital on Monday."),
            ("The kettle is broken.", "The kettle was mended on Monday."),
            ("The speed limit is in force.", "The speed limit was lifted."),
            ("User's back pain is gone.", "User still has back pain."),
            ("The treaty has not been ratified.", "The treaty was ratified in June."),
        ],
    );
    all(
        Verdict::Compatible,
        &[
            ("The invoice from May was paid.", "The invoice from June is unpaid."),
            ("The kitchen tap leaks.", "The bathroom tap was fixed."),
            ("Ana graduated in 2012.", "Ana's son is a student."),
            ("User's brother got married in 2015.", "User is single."),
            ("User is a member of the chess club.", "User left the rowing club."),
            ("Nadia resigned from the board.", "Nadia is a surgeon."),
            ("The lease ended in May.", "The new lease starts in June."),
            ("The meeting was cancelled last week.", "The meeting takes place this week."),
        ],
    );
}

#[test]
fn each_clause_is_held_against_the_other_statement() {
    all(
        Verdict::Contradiction,
        &[
            ("The museum's director is Anke Vogt.", "Anke Vogt resigned; Peter Hahn is the museum's director now."),
            ("Lena works at Siemens.", "Lena left Siemens and started at Bosch."),
            ("Tickets are tracked in Trello.", "We closed the account and track tickets in Taiga."),
            ("The mower is broken.", "The mower got fixed, it runs fine again."),
        ],
    );
    all(
        Verdict::Compatible,
        &[
            ("Tim cooks on Mondays and Eva cooks on Tuesdays.", "Eva works on Mondays."),
            ("User wants short notes in chat.", "User wants long, detailed letters by post."),
            ("The printer works and the scanner is broken.", "The printer is a Brother."),
        ],
    );
}

#[test]
fn one_deed_is_told_from_two_sides() {
    all(
        Verdict::Duplicate,
        &[
            ("Ana taught Ben how to weld.", "Ben learned welding from Ana."),
            ("Irina owns the blue van.", "The blue van belongs to Irina."),
            ("Ben is Carla's younger brother.", "Carla is Ben's older sister."),
            ("Ines has lived in Turin since 2019.", "Ines moved to Turin in 2019."),
            ("User has been a member of the rowing club since May.", "User joined the rowing club in May."),
            ("Omar is a birdwatcher.", "Omar watches birds."),
            ("Marta left the firm in April.", "Marta hasn't worked at the firm since April."),
        ],
    );
    all(
        Verdict::Compatible,
        &[
            ("User learned French from Ana.", "Ana taught user's sister piano."),
            ("Ana lent Ben a drill.", "Ben borrowed a ladder from Carl."),
            ("Ben is Carl's younger brother.", "Dora is Carl's older sister."),
            ("User repairs old clocks.", "User sells old clocks."),
        ],
    );
    check("Ben reports to Karin.", "Ben's manager is Louise.", Verdict::Contradiction);
}

#[test]
fn what_is_forbidden_and_who_alone_may() {
    all(
        Verdict::Duplicate,
        &[
            ("Don't park by the gate.", "The gate is off limits for parking."),
            ("Nobody but Ida may open the safe.", "Only Ida is allowed to open the safe."),
            ("The lift carries no more than eight people.", "The lift carries at most eight people."),
            ("user doesnt eat pork", "The user doesn't eat pork."),
            ("The login form breaks in Firefox.", "The login form doesn't work in Firefox."),
        ],
    );
    all(
        Verdict::Contradiction,
        &[
            ("Never merge on Mondays.", "Monday merges are allowed now."),
            ("Carla is the only doctor in the village.", "There are three doctors in the village."),
            ("The vineyard produces red wine only.", "The vineyard also makes white wine."),
        ],
    );
    check("Hanna doesn't eat fish.", "Hanna cooks fish for her husband.", Verdict::Compatible);
    check("User can't make the Monday lecture.", "The lecture takes place on Mondays.", Verdict::Compatible);
}

#[test]
fn roundabout_statements_and_more_values() {
    all(
        Verdict::Duplicate,
        &[
            ("Ana studied in Ghent.", "Ghent is where Ana studied."),
            ("User quit the band because of the low fee.", "The low fee was the reason the user quit the band."),
            ("The lease ends on 30 June.", "The lease runs until the end of June."),
            ("The bus leaves at ten to eight.", "The bus departs at 7:50."),
            ("The parcel weighs half a kilo.", "The parcel weighs 500 grams."),
            ("User keeps the files for ten years.", "The files are kept by the user for a decade."),
            ("The barn is 40 square metres.", "The barn has an area of 40 m²."),
            ("The fair is from 3 to 10 August.", "Fair: Aug 3 till Aug 10."),
        ],
    );
    all(
        Verdict::Contradiction,
        &[
            ("The boiler is serviced every year.", "The boiler is serviced every two years."),
            ("User takes 5 mg of ramipril.", "The doctor raised the user's ramipril from 5 to 10 mg."),
            ("Kiln firing is on 4 May.", "Kiln firing: 11 May."),
        ],
    );
    check("The choir has thirty members.", "Six members of the choir sing bass.", Verdict::Compatible);
    check("Grandma's name day is 3 May.", "Grandpa's name day is 9 May.", Verdict::Compatible);
}

#[test]
fn what_no_rule_decides_is_weighed() {
    let likely = [
        ("Deliveries go to the back entrance.", "Parcels should be dropped off at the rear door.", Verdict::Duplicate),
        ("仓库的钥匙在老马那里。", "仓库钥匙现在改由前台保管。", Verdict::Contradiction),
    ];
    for (a, b, verdict) in likely {
        assert_eq!(compare(a, b).verdict, Verdict::Compatible, "{a} / {b}: no rule knows it");
        let found = judge(a, b);
        assert_eq!((found.verdict, found.sure), (verdict, false), "{a} / {b}");
    }
    let unrelated = [
        ("Ilse keeps bees behind the barn.", "The invoice template uses A4 paper."),
        ("User now cycles to the office.", "User's sister plays the harp in an orchestra."),
        ("仓库的钥匙在老马那里。", "用户每周三晚上打羽毛球。"),
    ];
    for (a, b) in unrelated {
        let found = judge(a, b);
        assert_eq!((found.verdict, found.sure), (Verdict::Compatible, true), "{a} / {b}");
    }
}

#[test]
fn a_clause_that_is_only_there_is_none() {
    for text in ["User likes the show Here and There.", "Bo is here, There", "User plays Hither and There"] {
        check(text, "User likes hiking.", Verdict::Compatible);
    }
}

#[test]
fn a_long_text_is_compared_by_rules_alone() {
    let long = "用户每天早上喝一杯美式咖啡然后去公园散步。".repeat(2000);
    let other = "张伟喜欢在周末和朋友一起打羽毛球或者爬山。".repeat(2000);
    assert!(judge(&long, &other).sure);
}
