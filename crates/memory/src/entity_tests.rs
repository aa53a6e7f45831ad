//! Entity files: reading, edits that touch one line, merging and splitting.

use super::*;
use crate::core::tests::any_document;
use crate::error::Error;
use crate::provenance::Provenance;
use jiff::civil::date;
use proptest::prelude::*;
use soulfile_vocabulary::{Confidence, EntityType, Relation};

const TODAY: Date = date(2026, 2, 5);

const SAMPLE: &str = "\
# project--moltbot-memory

<!-- Type: project | Created: 2026-01-15 | Last updated: 2026-02-02 -->
<!-- Decay score: 0.95 | Access count: 14 | Pinned: no -->

## Summary
Building an intelligent memory system. Goal is
human-like memory.

## Facts
- Architecture: hybrid multi-store
- Routing: rules <!-- id:f2 since:2026-01-20 confidence:high source:episode:2026-01-20:10:00 -->
- ~~Store: flat files~~ <!-- id:f1 until:2026-01-20 superseded-by:f2 color:red -->
* Budget: 3,000 tokens <!-- importance: high -->

## Timeline
- 2026-01-15: Initial research began
- 2026-02-02: Direction chosen

## Open Questions
- Half-life?

## Relations
- Developed by: [[person--alex]]
- Inspired by: [[concept--letta-sleep-time]], [[concept--cognitive-memory-systems]]
";

fn id(text: &str) -> EntityId {
    text.parse().unwrap()
}

fn sample() -> EntityFile {
    EntityFile::parse(id("project--moltbot-memory"), SAMPLE)
}

fn fact(text: &str) -> NewFact {
    NewFact { text: text.into(), since: None, confidence: None, provenance: Provenance::default() }
}

fn reparse(file: &EntityFile, text: &str) -> EntityFile {
    EntityFile::parse(file.id().clone(), text)
}

fn dated(text: &str) -> String {
    text.replace("Last updated: 2026-02-02", "Last updated: 2026-02-05")
}

#[test]
fn the_sample_is_read() {
    let file = sample();
    assert_eq!(file.type_name(), "project");
    assert_eq!(file.label(), "Moltbot Memory");
    assert_eq!(file.created(), Some(date(2026, 1, 15)));
    assert_eq!(file.summary, "Building an intelligent memory system. Goal is\nhuman-like memory.");
    let current: Vec<&str> = file.current_facts().map(|fact| fact.text.as_str()).collect();
    assert_eq!(current, ["Architecture: hybrid multi-store", "Routing: rules", "Budget: 3,000 tokens"]);
    let old = file.fact(&"f1".parse().unwrap()).unwrap();
    assert_eq!(old.text, "Store: flat files");
    assert_eq!(old.superseded_by, Some("f2".parse().unwrap()));
    assert_eq!(old.extra, [("color".to_owned(), Some("red".to_owned()))]);
    assert!(old.held_on(date(2026, 1, 19)) && !old.held_on(date(2026, 1, 20)));
    assert_eq!(file.timeline[0].date, Some(date(2026, 1, 15)));
    assert_eq!(file.timeline[0].text, "Initial research began");
    assert_eq!(file.relations[1].targets.len(), 2);
    assert!(file.notes.is_empty());
}

#[test]
fn a_fact_is_added_below_the_others_and_dated() {
    let new = NewFact {
        since: Some(date(2026, 2, 5)),
        confidence: Some(Confidence::High),
        provenance: Provenance {
            source: Some("conversation".into()),
            scope: Scope::Room("dev".into()),
            trust: Authority::Agent,
        },
        ..fact("Language:\nRust")
    };
    let edit = sample().add_fact(&new, TODAY).unwrap();
    let expected = dated(SAMPLE).replace(
        "importance: high -->\n",
        "importance: high -->\n- Language: Rust <!-- id:f3 since:2026-02-05 confidence:high source:conversation scope:room:dev trust:agent -->\n",
    );
    assert_eq!(edit.text, expected);
    assert_eq!(edit.fact, Some("f3".parse().unwrap()));
    let read = reparse(&sample(), &edit.text);
    let got = read.fact(&edit.fact.unwrap()).unwrap();
    assert_eq!((&got.scope, got.trust), (&Scope::Room("dev".into()), Authority::Agent));
    let again = read.add_fact(&new, TODAY).unwrap();
    assert!(!again.changed);
}

#[test]
fn a_superseded_fact_stays_readable() {
    let edit = sample().supersede_fact(&"f2".parse().unwrap(), &fact("Routing: model"), TODAY).unwrap();
    let expected = dated(SAMPLE)
        .replace("- Routing: rules <!--", "- ~~Routing: rules~~ <!--")
        .replace("10:00 -->", "10:00 until:2026-02-05 superseded-by:f3 -->")
        .replace("importance: high -->\n", "importance: high -->\n- Routing: model <!-- id:f3 -->\n");
    assert_eq!(edit.text, expected);
    let read = reparse(&sample(), &edit.text);
    assert!(!read.fact(&"f2".parse().unwrap()).unwrap().is_current());
    let error = read.supersede_fact(&"f2".parse().unwrap(), &fact("x"), TODAY);
    assert!(matches!(error, Err(Error::Refused(_))));
}

#[test]
fn a_fact_without_an_id_can_be_superseded_and_keeps_its_foreign_comment() {
    let file = sample();
    let budget = file.facts[3].id.clone();
    assert!(budget.as_str().starts_with('x'));
    let edit = file.supersede_fact(&budget, &fact("Budget: 4,000"), TODAY).unwrap();
    assert!(
        edit.text.contains(
            "* ~~Budget: 3,000 tokens~~ <!-- until:2026-02-05 superseded-by:f3 --> <!-- importance: high -->\n"
        )
    );
    let read = reparse(&file, &edit.text);
    assert!(!read.facts[3].is_current());
    assert_eq!(read.current_facts().count(), 3);
}

#[test]
fn contradicting_facts_are_both_flagged() {
    let file = sample();
    let (one, other) = (file.facts[0].id.clone(), file.facts[1].id.clone());
    let edit = file.flag_contradiction(&one, &other, TODAY).unwrap();
    let read = reparse(&file, &edit.text);
    assert_eq!(read.facts[0].contradicts, Some(read.facts[1].id.clone()));
    assert_eq!(read.facts[1].contradicts, Some(read.facts[0].id.clone()));
    assert!(read.facts[..2].iter().all(|f| f.confidence == Some(Confidence::Low) && f.is_current()));
    assert!(file.flag_contradiction(&one, &one, TODAY).is_err());
}

#[test]
fn deciding_a_contradiction_clears_it() {
    let file = sample();
    let flagged = file.flag_contradiction(&file.facts[0].id, &file.facts[1].id, TODAY).unwrap();
    let file = reparse(&file, &flagged.text);
    let (loser, winner) = (file.facts[0].id.clone(), &file.facts[1]);
    let edit = file.supersede_fact(&loser, &fact(&winner.text), TODAY).unwrap();
    assert_eq!(edit.fact.as_ref(), Some(&winner.id));
    let read = reparse(&file, &edit.text);
    assert!(!read.facts[0].is_current() && read.facts[1].is_current());
    assert!(read.facts.iter().all(|fact| fact.contradicts.is_none()));
    assert_eq!(read.facts.len(), 4);
}

#[test]
fn relations_end_and_leave_with_their_entity() {
    let file = sample();
    let developed = RelationName::from_label("Developed by");
    let edit = file.end_relation(&developed, &id("person--alex"), TODAY, TODAY).unwrap();
    assert!(edit.text.contains("- Developed by: [[person--alex]] <!-- until:2026-02-05 -->\n"));
    assert!(file.end_relation(&developed, &id("person--x"), TODAY, TODAY).is_err());
    let edit = file.erase_relations_to(&id("concept--letta-sleep-time"), TODAY);
    assert_eq!(edit.text, dated(SAMPLE).replace("[[concept--letta-sleep-time]], ", ""));
    let edit = file.erase_relations_to(&id("person--alex"), TODAY);
    assert_eq!(edit.text, dated(SAMPLE).replace("- Developed by: [[person--alex]]\n", ""));
    assert!(!file.erase_relations_to(&id("person--x"), TODAY).changed);
}

#[test]
fn nothing_that_matches_is_left() {
    let edit = sample().erase_matching(&|text| text.contains("chosen") || text.contains("Half"), TODAY);
    assert_eq!(edit.text, dated(SAMPLE).replace("- 2026-02-02: Direction chosen\n", "").replace("- Half-life?\n", ""));
}

#[test]
fn events_go_in_by_date_and_relations_and_names_once() {
    let file = sample();
    let edit = file.add_event(date(2026, 1, 20), "Read papers", TODAY).unwrap();
    assert!(edit.text.contains("began\n- 2026-01-20: Read papers\n- 2026-02-02"));
    let uses = NewRelation {
        name: RelationName::Known(Relation::Uses),
        target: id("tool--openclaw"),
        since: None,
        confidence: Some(Confidence::High),
        provenance: Provenance::default(),
    };
    let edit = file.add_relation(&uses, TODAY).unwrap();
    assert!(edit.text.ends_with("- Uses: [[tool--openclaw]] <!-- confidence:high -->\n"));
    assert!(!reparse(&file, &edit.text).add_relation(&uses, TODAY).unwrap().changed);
    let edit = file.add_alias("The memory project", TODAY).unwrap();
    assert!(edit.text.ends_with("\n\n## Aliases\n- The memory project\n"));
    assert!(!file.add_alias("moltbot MEMORY", TODAY).unwrap().changed);
    let own = NewRelation { target: file.id().clone(), ..uses };
    assert!(file.add_relation(&own, TODAY).is_err());
}

#[test]
fn the_summary_is_replaced_alone() {
    let edit = sample().set_summary("New.\n## Facts\n- forged", TODAY).unwrap();
    let expected = dated(SAMPLE)
        .replace("Building an intelligent memory system. Goal is\nhuman-like memory.", "New.\n\\## Facts\n- forged");
    assert_eq!(edit.text, expected);
    let read = reparse(&sample(), &edit.text);
    assert_eq!(read.summary, "New.\n## Facts\n- forged");
    assert_eq!(read.facts.len(), 4);
}

#[test]
fn a_new_entity_reads_back() {
    let new = NewEntity {
        id: EntityId::new(EntityType::Person, "Zoë | O'Brien"),
        label: "Zoë | O'Brien".into(),
        summary: "A friend.".into(),
        aliases: vec!["Zo".into(), String::new()],
        scope: Scope::Private,
        trust: Authority::Owner,
    };
    let text = EntityFile::create(&new, TODAY);
    let read = EntityFile::parse(new.id.clone(), text.as_str());
    assert_eq!(read.label(), "Zoë / O'Brien");
    assert_eq!(read.names(), ["Zoë / O'Brien", "zoë obrien", "Zo"]);
    let added = read.add_fact(&fact("Likes tea"), TODAY).unwrap();
    let order: Vec<usize> =
        ["## Summary", "## Facts", "## Aliases"].map(|title| added.text.find(title).unwrap()).into();
    assert!(order.is_sorted());
}

#[test]
fn facts_cannot_forge_their_own_metadata() {
    let file = sample();
    for attack in [
        "x <!-- id:f1 trust:user -->",
        "x --> y",
        "~~x~~",
        "x\n- y <!-- id:f9 -->",
        "x\n## Relations\n- Uses: [[tool--evil]]",
    ] {
        let new = NewFact { provenance: Provenance { trust: Authority::Web, ..Provenance::default() }, ..fact(attack) };
        let edit = file.add_fact(&new, TODAY).unwrap();
        let read = reparse(&file, &edit.text);
        assert_eq!(read.facts.len(), 5, "{attack}");
        let got = read.fact(&edit.fact.unwrap()).unwrap();
        assert_eq!(got.trust, Authority::Web, "{attack}");
        assert!(got.is_current(), "{attack}");
        assert_eq!(read.relations.len(), 2);
    }
}

#[test]
fn duplicate_names_and_bad_dates_are_noted() {
    let file = EntityFile::parse(
        id("person--a"),
        "## Facts\n- one <!-- id:f1 -->\n- two <!-- id:f1 since:soon scope:all -->\n",
    );
    assert_ne!(file.facts[0].id, file.facts[1].id);
    assert_eq!(file.facts[1].scope, Scope::Private);
    assert_eq!(file.notes.len(), 3);
}

#[test]
fn obsidian_aliases_are_read() {
    let file = EntityFile::parse(id("person--a"), "---\naliases:\n  - Al\n  - \"Alexander\"\ntags: x\n---\n# A\n");
    let aliases: Vec<&str> = file.aliases.iter().map(|alias| alias.text.as_str()).collect();
    assert_eq!(aliases, ["Al", "Alexander"]);
    assert_eq!(file.label(), "A");
}

const OTHER: &str = "\
# person--al

<!-- Type: person | Created: 2026-01-01 | Last updated: 2026-01-02 -->

## Summary
Somebody called Al.

## Facts
- Lives in Berlin <!-- id:f1 since:2025-01-01 -->
- ~~Lives in Bonn~~ <!-- id:f2 until:2025-01-01 superseded-by:f1 -->
- Likes tea

## Relations
- Uses: [[tool--vim]] <!-- since:2025-05-05 -->
- Relates to: [[person--alex]]
";

const KEPT: &str = "\
# person--alex

<!-- Type: person | Label: Alex | Created: 2026-01-15 | Last updated: 2026-02-05 -->

## Facts
- Likes tea <!-- id:f1 -->
- Works at Acme <!-- id:f2 -->

## Relations
- Develops: [[project--x]]

## Aliases
- Lex
";

fn pair() -> (EntityFile, EntityFile) {
    (EntityFile::parse(id("person--alex"), KEPT), EntityFile::parse(id("person--al"), OTHER))
}

#[test]
fn a_merge_says_what_came_from_where_and_splits_again() {
    let (kept, other) = pair();
    let merged = kept.merge(&other, TODAY).unwrap();
    let one = reparse(&kept, &merged.kept);
    let texts: Vec<&str> = one.current_facts().map(|fact| fact.text.as_str()).collect();
    assert_eq!(texts, ["Likes tea", "Works at Acme", "Lives in Berlin", "Somebody called Al."]);
    assert_eq!(one.facts[3].superseded_by, Some(one.facts[2].id.clone()));
    assert_eq!(one.relations.len(), 2);
    assert_eq!(one.names(), ["Alex", "Lex", "Al"]);
    assert!(merged.kept.contains("<!-- id:f3 since:2025-01-01 from:person--al#f1 -->"));
    let gone = reparse(&other, &merged.absorbed);
    assert_eq!(gone.merged_into(), Some(id("person--alex")));
    assert_eq!(gone.facts.len(), 3);
    assert!(one.merge(&gone, TODAY).is_err());

    let split = one.split(&gone, TODAY).unwrap();
    assert_eq!(split.kept, KEPT);
    assert_eq!(split.restored, OTHER);
}

#[test]
fn a_merge_keeps_scope_and_trust() {
    let (kept, _) = pair();
    let text = "# person--al\n<!-- Type: person | Scope: room:dev | Trust: web -->\n## Summary\nHeard of.\n## Facts\n- Said so\n";
    let other = EntityFile::parse(id("person--al"), text);
    let merged = kept.merge(&other, TODAY).unwrap();
    let one = reparse(&kept, &merged.kept);
    for text in ["Said so", "Heard of."] {
        let fact = one.facts.iter().find(|fact| fact.text == text).unwrap();
        assert_eq!((&fact.scope, fact.trust), (&Scope::Room("dev".into()), Authority::Web));
    }
}

#[test]
fn a_person_can_vouch_for_what_was_heard() {
    let file = EntityFile::parse(
        id("person--a"),
        "## Facts\n- Likes tea <!-- trust:web -->\n- Plain <!-- id:f1 trust:web -->\n",
    );
    let agent =
        NewFact { provenance: Provenance { trust: Authority::Agent, ..Provenance::default() }, ..fact("Likes tea") };
    assert!(!file.add_fact(&agent, TODAY).unwrap().changed);
    let edit = file.add_fact(&fact("Likes tea"), TODAY).unwrap();
    let read = reparse(&file, &edit.text);
    assert_eq!((read.facts[0].trust, read.facts[1].trust), (Authority::Owner, Authority::Web));
    assert!(edit.text.contains("- Likes tea\n"));
}

#[test]
fn a_split_gives_back_what_happened_since_and_reinstates() {
    let (kept, other) = pair();
    let merged = kept.merge(&other, TODAY).unwrap();
    let one = reparse(&kept, &merged.kept);
    let berlin = merged.facts[&"f1".parse().unwrap()].clone();
    let moved = one.supersede_fact(&berlin, &fact("Lives in Rome"), TODAY).unwrap();
    let one = reparse(&kept, &moved.text);
    // A native fact wrongly retired in favour of one that came with the merge.
    let text = one.text().replace(
        "- Works at Acme <!-- id:f2 -->",
        &format!("- ~~Works at Acme~~ <!-- id:f2 until:2026-02-05 superseded-by:{berlin} -->"),
    );
    let one = reparse(&kept, &text);
    let split = one.split(&reparse(&other, &merged.absorbed), TODAY).unwrap();
    assert_eq!(split.reinstated, ["f2".parse().unwrap()]);
    assert!(split.kept.contains("- Works at Acme <!-- id:f2 -->\n"));
    assert!(split.kept.contains("Lives in Rome"));
    assert!(split.restored.contains("- ~~Lives in Berlin~~ <!-- id:f1 since:2025-01-01 until:2026-02-05 -->"));
    assert!(kept.split(&other, TODAY).is_err());
}

fn entity_document() -> impl Strategy<Value = String> {
    (any_document(), any_document(), any_document())
        .prop_map(|(a, b, c)| format!("{a}\n## Facts\n{b}\n## Relations\n- Uses: [[tool--a]]\n{c}"))
}

proptest! {
    #[test]
    fn edits_change_only_what_they_name(text in prop_oneof![entity_document(), any_document()], new in "[ -~\n]{1,30}|(a|<!--|-->|~~| |`|#){1,6}") {
        let file = EntityFile::parse(id("person--a"), text.as_str());
        if let Ok(edit) = file.add_fact(&fact(&new), TODAY) {
            let read = reparse(&file, &edit.text);
            let got = read.fact(edit.fact.as_ref().unwrap()).expect("the new fact is read");
            prop_assert!(got.is_current());
            if edit.changed {
                prop_assert_eq!(read.facts.len(), file.facts.len() + 1);
                // Without the new line and the date, nothing has changed.
                let mut rest = edit.text.clone();
                rest.replace_range(got.span.clone(), "");
                let undated = |text: &str| text.replace(&format!(" | Last updated: {TODAY}"), "")
                    .replace(&format!("<!-- Last updated: {TODAY} -->"), "")
                    .split_whitespace().collect::<String>().replace("##Facts", "");
                prop_assert_eq!(undated(&rest), undated(&text));
            }
        }
        for old in file.current_facts() {
            let Ok(edit) = file.supersede_fact(&old.id, &fact("replacement"), TODAY) else {
                prop_assert!(text.contains("<!--"));
                continue;
            };
            let read = reparse(&file, &edit.text);
            if edit.changed {
                prop_assert!(read.fact(edit.fact.as_ref().unwrap()).unwrap().is_current());
                prop_assert_eq!(read.current_facts().count(), file.current_facts().count());
            }
        }
    }

    #[test]
    fn a_split_undoes_a_merge(one in entity_document(), two in entity_document()) {
        let kept = EntityFile::parse(id("person--a"), one.as_str());
        let other = EntityFile::parse(id("person--b"), two.as_str());
        let Ok(merged) = kept.merge(&other, TODAY) else {
            return Ok(());
        };
        let joined = reparse(&kept, &merged.kept);
        let gone = reparse(&other, &merged.absorbed);
        prop_assert_eq!(gone.merged_into(), Some(id("person--a")));
        let split = joined.split(&gone, TODAY).unwrap();
        prop_assert_eq!(&split.restored, &two);
        let back = reparse(&kept, &split.kept);
        let texts = |file: &EntityFile| -> Vec<(String, bool)> {
            file.facts.iter().map(|fact| (fact.text.clone(), fact.is_current())).collect()
        };
        prop_assert_eq!(texts(&back), texts(&kept));
        prop_assert_eq!(back.relations.len(), kept.relations.len());
        for fact in other.current_facts() {
            prop_assert!(joined.current_facts().any(|found| found.text == fact.text), "{}", fact.text);
        }
    }
}

#[test]
fn a_name_is_seen_and_trusted_as_what_it_was_made_from() {
    let read = |header: &str, lines: &str| {
        let text = format!("# person--ana\n\n<!-- Type: person | Label: Ana{header} -->\n\n## Facts\n{lines}");
        let file = EntityFile::parse("person--ana".parse().unwrap(), text);
        (file.name_scope().to_string(), file.name_trust().to_string())
    };
    let bob = "- a <!-- scope:user:bob -->\n";
    for (header, lines, scope, trust) in [
        ("", "", "private", "user"),
        ("", "- a\n", "private", "user"),
        ("", bob, "user:bob", "user"),
        (" | Scope: user:bob", "", "user:bob", "user"),
        // What the header says holds for every line until somebody else vouches for it.
        (" | Scope: user:bob", "- a <!-- scope:private -->\n", "user:bob", "user"),
        ("", &format!("{bob}- b <!-- scope:room:dev -->\n"), "private", "user"),
        ("", &format!("{bob}- b <!-- scope:user:carol -->\n"), "user:bob+carol", "user"),
        ("", "- a <!-- trust:web -->\n", "private", "web"),
        ("", "- a <!-- trust:web -->\n- b\n", "private", "user"),
        (" | Trust: web", "", "private", "web"),
        (" | Trust: web", "- a <!-- trust:user -->\n", "private", "web"),
    ] {
        assert_eq!(read(header, lines), (scope.to_owned(), trust.to_owned()), "{header} {lines}");
    }
}

#[test]
fn a_better_source_vouches_for_a_name_and_never_for_lines_that_lean_on_the_header() {
    let file = |lines: &str| {
        let header = "<!-- Type: person | Label: Ana | Scope: user:bob | Trust: web -->";
        EntityFile::parse("person--ana".parse().unwrap(), format!("# person--ana\n\n{header}\n\n## Facts\n{lines}"))
    };
    let said = file("- a <!-- scope:user:bob trust:web -->\n");
    let text = said.vouched(&Scope::Private, Authority::Owner).unwrap();
    assert!(text.contains("Scope: private | Trust: user"), "{text}");
    let after = EntityFile::parse(said.id().clone(), text);
    assert_eq!((&after.facts[0].scope, after.facts[0].trust), (&said.facts[0].scope, said.facts[0].trust));
    assert_eq!(file("- a\n").vouched(&Scope::Private, Authority::Owner), None);
    assert_eq!(said.vouched(&Scope::User("bob".into()), Authority::Web), None);
}
