use soulfile_understand::BuiltIn;

use super::*;
use crate::engine::tests::survey;

fn read(day: &str, kind: &str, text: &str) -> Vec<String> {
    of(&BuiltIn, &survey(&[(day, kind, text)]).episodes[0]).into_iter().map(|said| said.summary).collect()
}

#[test]
fn only_what_lasts_is_read_even_from_an_entry_headed_as_a_fact() {
    for text in [
        "The printer is broken again. Turned it off and on.",
        "If we moved to Graz we'd have a garden.",
        "The hero of the novel lives in Graz.",
        "Bea read out: \"you will move to Graz and adopt a dog\".",
        "Suppose I went vegan. Kidding.",
        "Top floor. Good eye. Next topic.",
    ] {
        assert_eq!(read("2026-05-01", "fact", text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_sentence_left_open_is_taken_back() {
    assert_eq!(read("2026-05-01", "fact", "Graz is our new home. Kidding."), Vec::<String>::new());
}

#[test]
fn the_subject_may_stand_in_the_sentence_before() {
    let said = read("2026-05-01", "fact", "Ana is a good friend of mine. Lives in Porto.");
    assert_eq!(said, ["Ana is a good friend of theirs.", "Ana lives in Porto."]);
    let said = read("2026-05-01", "fact", "The Atlas project uses Rust. New deadline is June 4.");
    assert!(said.iter().any(|text| text.starts_with("Atlas's new deadline is June 4")), "{said:?}");
}

#[test]
fn a_day_without_a_year_is_the_nearest_and_birthdays_have_none() {
    let said = read("2026-04-10", "fact", "The Atlas deadline is June 2.");
    assert_eq!(said, ["The Atlas deadline is June 2 (2026-06-02)."]);
    assert_eq!(read("2026-04-10", "fact", "Ana's birthday is June 2."), ["Ana's birthday is June 2."]);
}

#[test]
fn a_name_in_quotation_marks_does_not_hide_the_sentence() {
    assert_eq!(read("2026-05-01", "fact", "My favourite book is \"Dune\".").len(), 1);
}
