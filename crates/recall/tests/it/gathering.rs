//! Evidence that shares few words with the question: beside it, around it, behind it, or said once for all.

use soulfile_recall::query::{Hit, Query};
use soulfile_recall::{Index, SearchAnswer};

use crate::{ask, index_of};

fn hit<'a>(answer: &'a SearchAnswer, words: &str) -> &'a Hit {
    answer.hits.iter().find(|hit| hit.text.contains(words)).unwrap_or_else(|| panic!("no hit says {words:?}"))
}

fn place(answer: &SearchAnswer, words: &str) -> usize {
    answer.hits.iter().position(|hit| hit.text.contains(words)).unwrap_or(usize::MAX)
}

#[test]
fn a_turn_is_read_with_the_one_before_it() {
    let index = index_of(&[(
        "memory/episodes/2026-03-01.md",
        "## 09:00 | chat | session:s\nAnn: Which mushrooms grow near the old mill?\n\n\
         ## 09:01 | chat | session:s\nBo: Chanterelles, by the hundred.\n\n\
         ## 09:02 | chat | session:s\nBo: I must go home now.\n\n",
    )]);
    let answer = ask(&index, "mushrooms near the old mill");
    assert!(hit(&answer, "Chanterelles").parts.held > 0.9, "{:?}", hit(&answer, "Chanterelles").parts);
    assert!(place(&answer, "Chanterelles") < place(&answer, "go home"));
}

#[test]
fn notes_taken_together_lift_each_other() {
    let index = index_of(&[
        (
            "memory/episodes/2026-03-01.md",
            "## 09:00 | note\nThe wheel of the mill was mended.\n\n## 09:01 | note\nFour hundred is a fair price.\n\n",
        ),
        ("memory/episodes/2026-03-05.md", "## 09:00 | note\nBoots at a price of ninety.\n\n"),
        ("memory/episodes/2026-03-06.md", "## 09:00 | note\nThe garden has two new roses.\n\n"),
    ]);
    let answer = ask(&index, "What was the price of mending the wheel of the mill?");
    let (beside, apart) = (hit(&answer, "Four hundred").parts.talk, hit(&answer, "ninety").parts.talk);
    assert!(beside > apart, "{beside} {apart}");
    assert!(place(&answer, "Four hundred") < place(&answer, "ninety"));
}

/// Many notes about books, and instructions among them.
fn instructed() -> Index {
    let mut text = String::from("## 08:00 | chat\nuser: Always name the edition when I ask about novels.\n\n");
    text += "## 08:10 | chat\nassistant: Always drink water when I ask about novels.\n\n";
    text += "## 08:20 | chat\nuser: Never write prices in dollars.\n\n";
    for n in 0..200 {
        text += &format!("## 10:{:02} | chat\nuser: Good book number {n} lies on the shelf.\n\n", n % 60);
    }
    index_of(&[("memory/episodes/2026-03-01.md", &text)])
}

#[test]
fn a_standing_instruction_is_found_without_a_common_word() {
    let answer = ask(&instructed(), "Could you suggest a good book?");
    let first = hit(&answer, "edition");
    assert_eq!(first.parts.standing, 1.0, "{:?}", first.parts);
    assert!(answer.hits.iter().all(|hit| hit.parts.standing == 0.0 || hit.text.starts_with("user:")));
    assert!(place(&answer, "edition") < place(&answer, "dollars"), "the closer instruction stands first");
}

#[test]
fn a_question_gathers_what_is_like_its_first_results_and_a_message_does_not() {
    let index = index_of(&[(
        "memory/2026-03-01.md",
        "## 09:00 | note\nThe piano lesson with Rosa is on Monday.\n\n\
         ## 12:00 | note\nPractised the violin and the cello for an hour.\n\n\
         ## 15:00 | note\nThe roof was painted red.\n\n",
    )]);
    let asked = ask(&index, "When is the piano lesson?");
    assert!(hit(&asked, "violin").parts.hop > hit(&asked, "roof").parts.hop);
    let told = ask(&index, "I am back. The piano lesson was good.");
    assert!(told.hits.iter().all(|hit| hit.parts.hop == 0.0));
}

#[test]
fn a_message_goes_on_with_the_last_few_entries() {
    let notes: Vec<(String, String)> = (1..=20)
        .map(|day| {
            (format!("memory/2026-03-{day:02}.md"), format!("## 09:00 | note\nStep {day} of the plan is done.\n"))
        })
        .collect();
    let files: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut query = Query::new("I am back. Go on with the plan.");
    query.limit = 20;
    let answer = index_of(&files).search(&query).expect("answers");
    let newness = |day: u32| hit(&answer, &format!("Step {day} ")).parts.recency;
    assert_eq!((newness(20), place(&answer, "Step 20 ")), (1.0, 0));
    assert!(newness(20) - newness(15) > newness(15) - newness(10), "the last few stand out");
}

#[test]
fn a_turn_is_found_by_the_talk_around_it() {
    let index = index_of(&[(
        "memory/episodes/2026-03-01.md",
        "## 09:00 | chat | session:s\nAnn: The old mill has chanterelles.\n\n\
         ## 09:01 | chat | session:s\nBo: How lovely.\n\n\
         ## 09:02 | chat | session:s\nAnn: We came home with two full baskets.\n\n\
         ## 19:00 | chat | session:t\nAnn: The train was late.\n\n\
         ## 19:01 | chat | session:t\nAnn: Both forms were full of errors.\n\n",
    )]);
    let answer = ask(&index, "What was full of mushrooms?");
    let (near, far) = (hit(&answer, "baskets").parts.around, hit(&answer, "forms").parts.around);
    assert!(near > far, "{near} {far}");
    assert!(place(&answer, "baskets") < place(&answer, "forms"));
}

#[test]
fn the_words_that_only_ask_are_not_looked_for() {
    let index = index_of(&[(
        "memory/episodes/2026-03-01.md",
        "## 09:00 | note\nThe order of our conversations was listed, in order.\n\n\
         ## 12:00 | note\nThe roses in the garden were planted.\n\n\
         ## 15:00 | note\nA fence for the garden was bought.\n\n",
    )]);
    let answer = ask(&index, "Can you list the order in which I brought up the garden across our conversations?");
    assert!(place(&answer, "roses") < place(&answer, "listed") && place(&answer, "fence") < place(&answer, "listed"));
}

#[test]
fn a_summary_is_no_request_that_an_instruction_is_for() {
    let index = instructed();
    let asked = ask(&index, "Could you suggest a good book?");
    assert!(asked.hits.iter().any(|hit| hit.parts.standing > 0.0));
    let summed = ask(&index, "Could you give me a summary of the books we discussed?");
    assert!(summed.hits.iter().all(|hit| hit.parts.standing == 0.0));
}

#[test]
fn a_question_nothing_is_left_of_is_read_whole() {
    let index = index_of(&[(
        "memory/2026-03-01.md",
        "## 09:00 | note\nThe first event that happened at the fair was a race.\n\n\
         ## 12:00 | note\nThe roof was painted red.\n\n",
    )]);
    let answer = ask(&index, "Which event happened first?");
    assert!(hit(&answer, "race").parts.held > 0.9, "{:?}", hit(&answer, "race").parts);
}

#[test]
fn a_summary_is_of_a_topic_and_not_of_single_words() {
    let index = index_of(&[(
        "memory/2026-03-01.md",
        "## 09:00 | note\nThe piano lesson with Rosa is on Monday.\n\n\
         ## 12:00 | note\nPractised the violin and the cello for an hour.\n\n",
    )]);
    let words = |question: &str| ask(&index, question).hits.iter().map(|hit| hit.parts.late).fold(0f32, f32::max);
    assert!(words("When is the piano lesson?") > 0.0);
    assert_eq!(words("Could you give me a summary of the piano lessons?"), 0.0);
}

#[test]
fn the_time_a_message_tells_of_is_not_asked_for() {
    let index = index_of(&[
        ("memory/episodes/2026-03-01.md", "## 09:00 | note\nThe piano was tuned.\n\n"),
        ("memory/episodes/2026-03-09.md", "## 09:00 | note\nThe roof was painted red.\n\n"),
    ]);
    let day = 86_400;
    let roof = |text: &str| {
        let mut query = Query::new(text);
        query.span = Some(soulfile_recall::Span { from: 1_773_014_400, to: 1_773_014_400 + day });
        let answer = index.search(&query).unwrap();
        answer.hits.iter().find(|hit| hit.text.contains("roof")).map_or(0.0, |hit| hit.parts.time)
    };
    assert_eq!(roof("What was done about the roof on Monday?"), 1.0);
    assert_eq!(roof("I looked after the roof on Monday. It held."), 0.0);
}
