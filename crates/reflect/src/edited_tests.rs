//! What people do to the file, and what it means.

use super::*;
use crate::engine::tests::survey;
use crate::{Builtin, draft};

fn reflection() -> Reflection {
    let survey = survey(&[
        ("2026-05-01", "fact", "Ana works at Initech."),
        ("2026-05-02", "fact", "Ben lives in Graz."),
        ("2026-05-03", "fact", "I'm allergic to penicillin."),
    ]);
    draft(&Builtin, &survey, 5, "test").unwrap()
}

fn line_of(text: &str, words: &str) -> String {
    text.lines().find(|line| line.contains("- [ ]") && line.contains(words)).unwrap().to_owned()
}

#[test]
fn an_untouched_file_is_not_edited() {
    let reflection = reflection();
    let edited = read(&summarise::render(&reflection), &reflection);
    assert!(!edited.is_edited(), "{edited:?}");
    assert_eq!(edited.items.len(), reflection.items.len());
}

#[test]
fn deleting_ticking_and_rewording_are_understood() {
    let reflection = reflection();
    let text = summarise::render(&reflection);
    let (ana, ben) = (line_of(&text, "Ana works"), line_of(&text, "Ben lives"));
    let number = |line: &str| line.split("**").nth(1).unwrap().parse::<u32>().unwrap();
    let changed = text
        .replace(&ana, &ana.replace("[ ]", "[x]").replace("Initech", "Globex"))
        .replace(&format!("{ben}\n"), "")
        .replace("## Questions", "A note of mine\n\n## Questions");
    let edited = read(&changed, &reflection);
    assert_eq!(edited.deleted, BTreeSet::from([number(&ben)]));
    assert_eq!(edited.ticked, BTreeSet::from([number(&ana)]));
    let item = edited.item(reflection.item(number(&ana)).unwrap()).unwrap();
    assert!(matches!(&item.op, Op::AddFact { text, .. } if text.contains("Globex")), "{:?}", item.op);
    assert!(matches!(&item.op, Op::AddFact { links, .. } if links.is_empty()), "Initech is not named any more");
    assert!(edited.unclear.is_empty(), "{:?}", edited.unclear);
}

#[test]
fn what_cannot_be_understood_is_never_guessed() {
    let reflection = reflection();
    let text = summarise::render(&reflection);
    let ana = line_of(&text, "Ana works");
    let number: u32 = ana.split("**").nth(1).unwrap().parse().unwrap();
    for (from, to) in [
        ("person--ana:", "person--eve:"),
        ("person--ana: Ana works at Initech.", "person--ana:"),
        ("person--ana: ", ""),
    ] {
        let edited = read(&text.replace(&ana, &ana.replace(from, to)), &reflection);
        assert!(matches!(edited.items[&number], EditedState::Unclear(_)), "{from} → {to}: {edited:?}");
    }
    for broken in [
        text.replace(&ana, &format!("{ana}\n{ana}")),
        text.replace(&ana, &ana.replace("[ ]", "[?]")),
        text.replace("- [ ] **1**", "- [ ] **99**"),
        text.replace("+ I'm allergic", "+ I'm not allergic"),
    ] {
        assert!(!read(&broken, &reflection).unclear.is_empty(), "{broken}");
    }
}

#[test]
fn hidden_characters_are_shown() {
    let text = "Ana\u{200b} works\u{202e} at In\u{200d}itech \u{1f468}\u{200d}\u{1f469} می\u{200c}خواهم";
    let visible = soulfile_text::visible::visible(text);
    assert_eq!(visible.matches("⟨U+").count(), 3, "{visible}");
}
